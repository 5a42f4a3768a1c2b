//! A simulated war on the generated theatre: whatever both sides and the umpire do, bound after bound, nothing is lost.
//!
//! What it is: seeded orders of every kind, drawn by weight and given to a [`Session`] on a real file: marches, convoys,
//! plans, captures, demolitions, railways, aircraft, battles, corrections, settings, house rules, partisans, strikes, battle
//! groups, replacements, steps back and forward.
//! What it asserts after every bound: the sums of all commodities are zero, no account on the map is below zero, all that
//! must always hold holds, the tables are the campaign that the events gave, `verify` is silent. Every [`RENEWED`] bounds
//! all is undone and done again, and the war goes on from its own export.
//! What it never does: go easy on a refusal that is none. An order may be refused, in words, by the campaign or a rule; of
//! every kind so many must be carried out, so that no kind tests nothing.
//! Where to look next: `game`, what is asserted; `orders`, `stores`, `fights`, `hand`, `house`, what is ordered.

mod fights;
mod game;
mod hand;
mod house;
mod muster;
mod orders;
mod stores;

use crate::theatre::Size;
use game::War;

/// After so many bounds the war goes on from its own export, in a new file.
const RENEWED: u32 = 10;

/// An army a side on 112 x 40 squares.
const SMALL: Size = Size { columns: 112, armies: 1, divisions: 2, depth: 48, charted: true };

/// An order of a kind, which may come to nothing: nobody is there to whom it could be given.
type Deed = fn(&mut War);

/// What may be ordered, how often beside the others, and how many of them must be carried out in 300 bounds.
const DEEDS: &[(&str, u32, u32, Deed)] = &[
    ("move", 6, 60, orders::march),
    ("order", 6, 250, orders::order),
    ("raid", 5, 60, orders::raid),
    ("dig-in", 1, 12, orders::dig_in),
    ("order-cancel", 1, 4, orders::cancel),
    ("order-supply", 3, 30, stores::order),
    ("bound-march", 4, 20, orders::march_all),
    ("send", 8, 50, stores::send),
    ("send-drive", 3, 25, stores::drive),
    ("send-home", 2, 12, stores::turn_home),
    ("send-release", 1, 8, stores::release),
    ("plan", 1, 5, stores::plan),
    ("transfer", 4, 10, stores::transfer),
    ("receive", 3, 40, stores::receive),
    ("stocktake", 1, 15, stores::stocktake),
    ("dump-open", 3, 25, stores::open_dump),
    ("dump-move", 2, 30, stores::move_dump),
    ("dump-close", 2, 18, stores::close_dump),
    ("dump-destroy", 2, 18, stores::destroy_dump),
    ("airlift", 3, 5, stores::airlift),
    ("crossing-destroy", 2, 25, hand::blow),
    ("crossing-repair", 2, 20, hand::bridge),
    ("rail-cut", 2, 15, hand::cut),
    ("rail-repair", 3, 30, hand::mend),
    ("rail-convert", 1, 10, hand::convert),
    ("rail-advance", 2, 4, hand::advance),
    ("rail-priority", 1, 15, hand::priority),
    ("setting", 4, 60, hand::setting),
    ("unit-set", 4, 60, hand::lose),
    ("unit-return", 4, 60, hand::give_back),
    ("unit-command", 1, 12, hand::command),
    ("unit-attach", 1, 12, hand::attach),
    ("weather", 1, 10, hand::weather),
    ("ground", 1, 15, hand::ground),
    ("house-rule", 6, 0, house::rule),
    ("partisans-set", 2, 10, house::partisans),
    ("strikes-book", 3, 10, house::strikes),
    ("guns-fire", 2, 10, house::fire),
    ("unit-split", 2, 5, house::split),
    ("unit-merge", 2, 5, house::merge),
    ("replacements-add", 4, 10, house::pools),
    ("claim", 4, 1, fights::settle),
    ("battle-new", 2, 15, fights::draw),
    ("battle-post", 2, 6, fights::post),
    ("battle-cancel", 1, 5, fights::cancel),
    ("undo", 3, 100, game::undo),
    ("redo", 2, 18, game::redo),
    ("restore", 1, 7, game::restore),
];

/// What the orders above give beside, and how many of it must be carried out in 300 bounds.
const BESIDE: &[(&str, u32)] = &[
    ("partisans-clear", 5),
    ("strikes-cancel", 2),
    ("receive-fire", 10),
    ("leaf-merge", 1),
    ("replacements-set", 1),
    ("replacements-remove", 1),
    ("unit-replace", 5),
];

/// Fights a war of so many bounds, with so many orders in each, and asserts that nothing of it was idle.
fn fight(size: Size, seed: u64, bounds: u32, orders: u32) -> War {
    let mut war = War::begin(muster::muster(size, seed), seed);
    for bound in 1..=bounds {
        for _ in 0..orders {
            war.draw();
        }
        war.close();
        if bound % RENEWED == 0 || bound == bounds {
            war.renew();
            println!("{bound} bounds, it is {}", war.bound());
        }
    }
    println!("{}", war.account());
    war
}

#[test]
fn after_every_of_300_bounds_all_sums_are_zero_and_verify_is_silent() {
    let war = fight(SMALL, 1953, 300, 11);
    let actions = DEEDS.iter().map(|(kind, _, least, _)| (*kind, *least));
    let house = house::HOUSE.iter().map(|(key, _)| (*key, house::CHANGED));
    for (kind, least) in actions.chain(BESIDE.iter().copied()).chain(house) {
        let done = war.done(kind);
        assert!(done >= least, "`{kind}` was carried out {done} times, not {least}\n{}", war.account());
    }
    for (what, least) in game::OUTCOMES {
        let seen = war.seen(what);
        assert!(seen >= *least, "{what}: {seen}, not {least}\n{}", war.account());
    }
}

/// The war on the whole theatre, or on the small one from another seed: docs/PERFORMANCE.md, "The war".
#[test]
#[ignore = "takes long: `cargo test --release --test it a_war::the_same -- --ignored --nocapture`"]
fn the_same_on_the_whole_theatre() {
    let word = |name: &str| std::env::var(name).ok();
    let number = |name: &str, usual: u32| word(name).map_or(usual, |text| text.parse().unwrap());
    let whole = Size { charted: true, ..Size::FULL };
    let size = if word("RAILHEAD_WAR_SIZE").as_deref() == Some("small") { SMALL } else { whole };
    let seed = u64::from(number("RAILHEAD_WAR_SEED", 1942));
    fight(size, seed, number("RAILHEAD_WAR_BOUNDS", 300), number("RAILHEAD_WAR_ORDERS", 10));
}
