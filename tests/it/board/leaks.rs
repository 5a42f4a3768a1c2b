//! What a player is given is the same to the byte, whatever becomes of what his side does not know.

use super::Board;
use crate::cli::field::Field;
use crate::cli::leak_files::draw_in_both;
use crate::supply::leaks::otherwise;
use crate::supply::states::at_bounds;
use domain::SideId;

/// Every address of a player, with a unit of his own and one of the other side.
pub(super) fn addresses(own: &str, other: &str) -> Vec<String> {
    let pages =
        ["map", "units", "sheet", "stocks", "report", "enemy", "status", "orders", "battle", "battles", "post", "pack"];
    let mut all: Vec<String> = pages.iter().map(|page| format!("/p/{page}")).collect();
    for unit in [own, other] {
        all.extend([format!("/p/unit/{unit}"), format!("/p/map?sel={unit}"), format!("/p/orders?unit={unit}")]);
    }
    all.extend(["061055", "076060", "058052"].map(|square| format!("/p/square/{square}")));
    all.extend(["061055", "076060", "058052"].map(|square| format!("/p/near/{square}")));
    all.extend(["061055", "076060"].map(|square| format!("/p/map?near={square}")));
    let things =
        ["dump:ax.d.6a", "dump:su.d.5ta", "railhead:aksai", "crossing:akimovsky", "railway:Salsk-Stalingrad+line"];
    all.extend(things.map(|thing| format!("/p/map?sel={thing}")));
    all.extend(["critical", "forecast", "critical,forecast", "orders"].map(|on| format!("/p/map?on={on}")));
    for typed in ["26", "16", "corps", "061055", "kalach", "xyzzy", other] {
        all.extend(["find", "search"].map(|page| format!("/p/{page}?q={typed}")));
    }
    all.extend(["/", "/sheet", "/orbat", "/log", "/p/log", "/p/nothing"].map(str::to_owned));
    all
}

/// What the answers of two boards differ in, for a player of this side, and of one of its commanders.
fn differing(at: usize, side: &str, own: &str, other: &str) -> Vec<String> {
    let campaign = &at_bounds("uranus-1942")[at];
    let might_be = otherwise(campaign, SideId::new(side).unwrap());
    let fields = [Field::of(campaign), Field::of(&might_be)];
    let battle = draw_in_both(&fields, side).expect("a contact that can be fought");
    let boards = [&fields[0], &fields[1]].map(|field| Board::open(field.dir.path()));
    let umpires = [&boards[0], &boards[1]].map(Board::umpire);
    // What the others tell of the battle is told on one of the boards alone.
    let enemy = boards[1].player(&umpires[1], "Enemy", if side == "SU" { "AX" } else { "SU" }, "");
    let told = |key: &str, board: &Board, moves: &str| {
        let form =
            [("battle", battle.as_str()), ("end", "won_back"), ("moves", moves), ("sure", "1"), ("note", "so it was")];
        board.fill_and_go(key, &format!("/p/battle/{battle}"), "/p/proposal", &form)
    };
    assert!(told(&enemy, &boards[1], "4").body.contains("won back, 4 moves"), "{battle}");
    boards[0].player(&umpires[0], "Enemy", if side == "SU" { "AX" } else { "SU" }, "");
    let mut found = Vec::new();
    let mut readers = Vec::new();
    for commander in ["", own] {
        let keys = [0, 1].map(|at: usize| boards[at].player(&umpires[at], "Player", side, commander));
        // What a commander reads is told by the tests of reports; here that his pages ask for it.
        let most = if commander.is_empty() { usize::MAX } else { 4 };
        for address in addresses(own, other).into_iter().take(most).chain([format!("/p/battle/{battle}")]) {
            let came = [0, 1].map(|at| {
                let came = boards[at].get(&keys[at], &address);
                (came.status, came.without_keys())
            });
            // What he has he is given: the list of these addresses would be right of a board that gives nothing.
            if address.starts_with("/p/map") || address.starts_with("/p/find") {
                assert_eq!(came[0].0, 200, "{commander} {address}");
            }
            if came[0] != came[1] {
                found.push(format!("{commander} {address}"));
            }
            // He does no commands, and a page names none.
            let names_one = ["`railhead ", "<code>railhead "].iter().any(|command| came[0].1.contains(command));
            if names_one && address != "/p/pack" {
                found.push(format!("{commander} {address}: a command"));
            }
        }
        // What he tells of his battle he finds again as he told it, and no word of theirs.
        if commander.is_empty() {
            let came = [0, 1].map(|at| told(&keys[at], &boards[at], "3").without_keys());
            assert!(came[0].contains("won back, 3 moves"), "{battle}: {}", came[0]);
            if came[0] != came[1] {
                found.push(format!("told of {battle}"));
            }
        }
        // The way of an order goes by what he knows of ground and enemy, and of whom he does not command there is none.
        for (unit, way) in [(own, "061055 076060"), (own, "076060 kalach"), (other, "061055")] {
            let form = [("unit", unit), ("way", way), ("action", "move"), ("mode", "look")];
            let came = [0, 1].map(|at| boards[at].post(&keys[at], "/p/way", &form).body);
            if came[0] != came[1] || came[0].contains("data-course=\"0") != (unit == own) {
                found.push(format!("{commander} way of {unit} by {way}: {came:?}"));
            }
        }
        // An order to what is not his is refused in the same words.
        let form = [("unit", other), ("way", "061055"), ("action", "move")];
        let came = [0, 1].map(|at| boards[at].fill(&keys[at], "/p/orders", "/p/proposal", &form).without_keys());
        if came[0] != came[1] {
            found.push(format!("{commander} order to {other}"));
        }
        readers.push((keys, most));
    }
    // Nor does a screen that shows what his side knows, or what neither minds.
    for shows in [side, ""] {
        let came = [0, 1].map(|at| boards[at].get(&boards[at].screen(&umpires[at], shows), "/screen").body);
        if came[0] != came[1] {
            found.push(format!("the screen of {shows}"));
        }
    }
    // Looked back at, the bound is what his side knew of it then, whatever has come of the rest since.
    let bound = campaign.bound.typed();
    for field in &fields {
        field.done(&format!("battle cancel {battle}"));
        field.done("bound close --anyway");
    }
    for (keys, most) in readers {
        for address in addresses(own, other).into_iter().take(most).chain([format!("/p/battle/{battle}")]) {
            let address = format!("{address}{}at={bound}", if address.contains('?') { '&' } else { '?' });
            let came = [0, 1].map(|at| boards[at].get(&keys[at], &address)).map(|came| (came.status, came.body));
            if address.starts_with("/p/map") || address.starts_with("/p/find") {
                assert_eq!(came[0].0, 200, "{address}");
            }
            if came[0] != came[1] {
                found.push(address);
            }
        }
        // Nothing within a bound, which is the umpire's, nor what runs: whatever there is.
        for at in ["op:1", "op:2", "op:99", "9n"] {
            let came = [0, 1].map(|of: usize| boards[of].get(&keys[of], &format!("/p/map?at={at}")).without_keys());
            if came[0] != came[1] || !came[0].contains(&format!("<code>{at}</code> is no bound that is closed")) {
                found.push(format!("at {at}: {}", came[0]));
            }
        }
    }
    found
}

#[test]
fn a_player_is_given_the_same_whatever_his_side_does_not_know() {
    assert_eq!(differing(13, "SU", "su.swf.5ta.26tk", "ax.a6.xiv.16pz"), [""; 0]);
    assert_eq!(differing(13, "AX", "ax.a6.xiv.16pz", "su.swf.5ta.26tk"), [""; 0]);
}
