//! A hundred random disturbances of Uranus, and every formation in trouble after each: doing all that its mend says
//! mends, leaving out any one thing of it does not. And states of all campaigns, as they begin, at bounds of their histories and
//! disturbed: what is fed by others is mended too.
//!
//! `MENDS=500 cargo test --locked --test it mends_of_many -- --ignored --nocapture` tries so many states, and every formation and
//! fed leaf in trouble in them; `MENDS=6,35` those.

use std::collections::BTreeMap;
use std::sync::Arc;

use campaign::{Campaign, Formation, Setting};
use domain::{Arm, Commodity, CrossingState, FormationId, LeafState, SideId, Square};
use supply::{Assessment, CutKind, MendItem, Network, SupplyState, assess_on, standings_on};

use super::disturb::disturbed;
use super::states::{CAMPAIGNS, at_bounds, start};
use super::{sides, uranus};

/// How many seeds there are.
const SEEDS: u64 = 100;

/// Whether its line and chain hold; what its dump lacks no mend of theirs brings.
fn is_well(assessment: &Assessment) -> bool {
    let fails = |state| matches!(state, SupplyState::Cut | SupplyState::NoVehicle);
    !fails(assessment.log.state) && !fails(assessment.pol.state)
}

fn of<'a>(found: &'a [Assessment], unit: &FormationId) -> Option<&'a Assessment> {
    found.iter().find(|a| a.unit == *unit)
}

/// The word between the back-ticks of a text: the id of what is meant.
fn quoted(text: &str) -> &str {
    text.split('`').nth(1).unwrap_or_default()
}

/// Every square named in a text.
fn squares(campaign: &Campaign, text: &str) -> Vec<Square> {
    let words = text.split(|c: char| !c.is_ascii_digit());
    words.filter_map(|word| campaign.frame.parse_square(word)).collect()
}

/// Does what an item says, for a side.
fn done(campaign: &mut Campaign, side: SideId, item: &MendItem) {
    match item.kind {
        CutKind::EnemyUnit | CutKind::Contested | CutKind::EnemyControl => win(campaign, side, item.square),
        CutKind::NoCrossing => {
            let crossing = campaign.crossings.get_mut(quoted(&item.text)).expect("a crossing that is there");
            (crossing.state, crossing.from, crossing.until) = (CrossingState::Open, None, None);
        }
        CutKind::RailCut => {
            let ends = squares(campaign, &item.text);
            let length = ends[0].side_to(ends[1]).expect("two neighbours");
            for railway in &mut campaign.railways {
                railway.cuts.remove(&length);
            }
        }
        CutKind::HopTooLong => {
            let bowser = item.by.as_ref().and_then(|id| campaign.formations.get_mut(id)).expect("a bowser");
            bowser.leaf.as_mut().expect("a leaf").square = Some(item.square);
        }
        CutKind::Partisans => campaign.partisans.retain(|there| there.square != item.square),
        CutKind::NoVehicle => give(campaign, item),
        CutKind::NoRoad => bring(campaign, quoted(&item.text), item.square),
        CutKind::NoDump => panic!("every campaign has railheads: {item:?}"),
    }
}

fn win(campaign: &mut Campaign, side: SideId, square: Square) {
    Arc::make_mut(&mut campaign.ground).set_control(square, Some(side));
    for formation in campaign.formations.values_mut().filter(|f| f.side != side && f.is_fighting_leaf()) {
        if let Some(leaf) = formation.leaf.as_mut().filter(|leaf| leaf.square == Some(square)) {
            leaf.state = LeafState::Destroyed;
        }
    }
    if campaign.settings.is_on(Setting::Interdiction) {
        // Where enemies beside it bar a square, only who stands there holds it open.
        let own = campaign.formations.values().find(|f| f.side == side && f.is_fighting_leaf()).expect("a leaf");
        let mut guard = own.clone();
        guard.id = FormationId::from(format!("guard.{square}"));
        guard.leaf.as_mut().expect("a leaf").square = Some(square);
        campaign.formations.insert(guard.id.clone(), guard);
    }
}

fn give(campaign: &mut Campaign, item: &MendItem) {
    let to = FormationId::from(quoted(&item.text));
    let wanted = |f: &&Formation| {
        let has = |commodity| f.vehicle_of() == Some(commodity);
        if item.text.contains("LOG vehicle") {
            has(Commodity::Log)
        } else if item.text.contains("bowser") {
            has(Commodity::Pol)
        } else {
            f.arm == Arm::Hq && f.leaf.is_some()
        }
    };
    let mut given = campaign.formations.values().find(wanted).expect("one to copy").clone();
    given.id = FormationId::from(format!("given.{}", campaign.formations.len()));
    given.side = campaign.formations[&to].side;
    given.parent = Some(to);
    let leaf = given.leaf.as_mut().expect("a leaf");
    (leaf.square, leaf.state) = (Some(item.square), LeafState::Organised);
    campaign.formations.insert(given.id.clone(), given);
}

/// The HQ of a formation, or where it has none everybody, comes to a square.
fn bring(campaign: &mut Campaign, unit: &str, square: Square) {
    let tree = campaign::Tree::new(campaign);
    let unit = campaign.formation(unit).expect("a formation");
    let command = tree.command_leaf(unit).map(|leaf| vec![leaf.id.clone()]);
    let leaves = command.unwrap_or_else(|| tree.leaves(unit).iter().map(|leaf| leaf.id.clone()).collect());
    for id in leaves {
        if let Some(leaf) = campaign.formations.get_mut(&id).and_then(|f| f.leaf.as_mut()) {
            leaf.square = Some(square);
        }
    }
}

fn texts(mend: &[MendItem]) -> Vec<&str> {
    mend.iter().map(|item| item.text.as_str()).collect()
}

/// The formations of a side with the very same mend: what is done for one is done for all of them.
struct Alike<'a> {
    side: SideId,
    mend: &'a [MendItem],
    units: Vec<&'a FormationId>,
}

/// The formations in trouble, those with the same mend together.
fn together<'a>(campaign: &Campaign, found: &'a [Assessment]) -> Vec<Alike<'a>> {
    let mut groups: BTreeMap<(SideId, Vec<String>), Alike<'a>> = BTreeMap::new();
    for assessment in found.iter().filter(|a| !is_well(a)) {
        let side = campaign.formations[&assessment.unit].side;
        // The order of the items hangs on where the formation stands; what is to be done does not.
        let mut things: Vec<String> = assessment.mend.iter().map(|item| format!("{item:?}")).collect();
        things.sort_unstable();
        let new = || Alike { side, mend: &assessment.mend, units: Vec::new() };
        groups.entry((side, things)).or_insert_with(new).units.push(&assessment.unit);
    }
    groups.into_values().collect()
}

/// Whether a formation draws for itself.
fn of_its_own(campaign: &Campaign, unit: &FormationId) -> bool {
    campaign::Tree::new(campaign).is_supply_formation(&campaign.formations[unit])
}

/// What is wrong with a mend, for each of its formations; nothing where all is as it should be.
fn faults_of(network: &Network, campaign: &Campaign, alike: &Alike<'_>, depth: usize) -> Vec<String> {
    let Alike { side, mend, units } = alike;
    if mend.is_empty() {
        return units.iter().map(|unit| format!("`{unit}`: nothing is said that would mend it")).collect();
    }
    let after = |left_out: Option<usize>, depth: usize| {
        let mut campaign = campaign.clone();
        for (_, item) in mend.iter().enumerate().filter(|(place, _)| Some(*place) != left_out) {
            done(&mut campaign, *side, item);
        }
        standings_on(network, &campaign, &[*side], depth)
    };
    let texts = texts(mend);
    let mut faults = Vec::new();
    let whole = after(None, depth);
    for unit in units {
        match of(&whole, unit) {
            None => faults.push(format!("`{unit}`: all of {texts:?} was done, and it is in no sheet any more")),
            Some(a) if !is_well(a) => {
                let state = format!("LOG {}, POL {}, {:?}", a.log.state, a.pol.state, self::texts(&a.mend));
                faults.push(format!("`{unit}`: all of {texts:?} was done, and yet {state}"));
            }
            Some(_) => {}
        }
    }
    for (place, text) in texts.iter().enumerate() {
        // What is needless is asked of those that draw for themselves: who is fed may be mended by what mends others.
        if depth > 0 && units.iter().any(|unit| !of_its_own(campaign, unit)) {
            break;
        }
        let without = after(Some(place), 0);
        let needless = units.iter().filter(|unit| of(&without, unit).is_some_and(is_well));
        faults.extend(needless.map(|unit| format!("`{unit}`: of {texts:?} `{text}` is needless")));
    }
    faults
}

/// How many formations of a seed were tried, and what is wrong with their mends.
fn faults(start: &Campaign, seed: u64, interdiction: bool) -> (usize, Vec<String>) {
    let mut campaign = disturbed(start, seed);
    if interdiction {
        campaign.settings.set(Setting::Interdiction, "on");
    }
    let network = supply::network(&campaign);
    let found = assess_on(&network, &campaign, &super::sides(&campaign), 0);
    let groups = together(&campaign, &found);
    let tried = groups.iter().map(|alike| alike.units.len()).sum();
    assert_eq!(tried, found.iter().filter(|a| !is_well(a)).count(), "every formation in trouble is tried");
    let faults = groups.iter().flat_map(|alike| faults_of(&network, &campaign, alike, 0));
    (tried, faults.map(|fault| format!("seed {seed}: {fault}")).collect())
}

fn try_all(seeds: impl Iterator<Item = u64>, interdiction: bool) -> usize {
    let start = uranus();
    let seeds: Vec<u64> = seeds.collect();
    let found: Vec<(usize, Vec<String>)> = std::thread::scope(|scope| {
        let parts: Vec<_> = seeds
            .chunks(seeds.len().div_ceil(4))
            .map(|part| {
                let start = &start;
                scope.spawn(move || part.iter().map(|seed| faults(start, *seed, interdiction)).collect::<Vec<_>>())
            })
            .collect();
        parts.into_iter().flat_map(|part| part.join().expect("no panic")).collect()
    });
    let faults: Vec<&String> = found.iter().flat_map(|(_, faults)| faults).collect();
    assert!(faults.is_empty(), "{} faults, the first of them:\n{:#?}", faults.len(), &faults[..faults.len().min(12)]);
    found.iter().map(|(tried, _)| tried).sum()
}

#[test]
fn doing_all_that_a_mend_says_mends_and_leaving_out_any_one_thing_does_not() {
    let tried = try_all(0..SEEDS, false);
    assert!(tried > 1_500, "too few formations in trouble to prove anything");
}

#[test]
fn the_same_holds_where_enemies_bar_the_squares_beside_them() {
    assert!(try_all(1_000..1_015, true) > 50, "too few formations in trouble to prove anything");
}

/// How many things are in trouble at most that are tried in a state of the small form, and of the large one.
const FEW: usize = 3;

/// A state by its number: of one campaign after the other, as it begins or at a bound of its history, mostly disturbed.
fn state(number: u64) -> (String, Campaign) {
    let name = CAMPAIGNS[(number % 4) as usize];
    let (turn, bounds) = (number / 4, at_bounds(name));
    let bound = (turn % 2 == 1).then(|| bounds.get((turn * 7 % bounds.len().max(1) as u64) as usize)).flatten();
    let campaign = bound.cloned().unwrap_or_else(|| start(name));
    let at = format!("state {number}: {name}, {}", campaign.bound);
    if turn % 5 == 1 { (at, campaign) } else { (format!("{at}, disturbed"), disturbed(&campaign, 5_000 + number)) }
}

/// How many were tried in a state, how many of them are fed by others, and what is wrong with their mends.
fn faults_in(number: u64, most: usize) -> (usize, usize, Vec<String>) {
    let (name, campaign) = state(number);
    let network = supply::network(&campaign);
    let found = assess_on(&network, &campaign, &sides(&campaign), usize::MAX);
    let ill: Vec<&Assessment> = found.iter().filter(|a| !is_well(a)).collect();
    let (mut tried, mut fed, mut faults) = (0, 0, Vec::new());
    for of_others in [false, true] {
        let those: Vec<&Assessment> = ill.iter().copied().filter(|a| a.fed_by.is_some() == of_others).collect();
        for a in those.iter().step_by(those.len().div_ceil(most).max(1)) {
            let side = campaign.formations[&a.unit].side;
            let alike = Alike { side, mend: &a.mend, units: vec![&a.unit] };
            let name = format!("{name}, LOG {}, POL {}, fed by {:?}", a.log.state, a.pol.state, a.fed_by);
            faults
                .extend(faults_of(&network, &campaign, &alike, usize::MAX).into_iter().map(|f| format!("{name}: {f}")));
            tried += 1;
            fed += usize::from(of_others);
        }
    }
    (tried, fed, faults)
}

fn try_states(numbers: &[u64], most: usize) -> (usize, usize) {
    let parts = numbers.chunks(numbers.len().div_ceil(2));
    let found: Vec<_> = std::thread::scope(|scope| {
        let runs: Vec<_> = parts
            .map(|part| scope.spawn(move || part.iter().map(|n| faults_in(*n, most)).collect::<Vec<_>>()))
            .collect();
        runs.into_iter().flat_map(|run| run.join().expect("no panic")).collect()
    });
    let faults: Vec<&String> = found.iter().flat_map(|(_, _, faults)| faults).collect();
    let tried = found.iter().map(|(tried, ..)| tried).sum();
    assert!(
        faults.is_empty(),
        "{tried} tried, {} faults, some of them:\n{:#?}",
        faults.len(),
        &faults[..faults.len().min(40)]
    );
    (tried, found.iter().map(|(_, fed, _)| fed).sum())
}

#[test]
fn mends_mend_in_all_campaigns_whoever_is_fed() {
    let numbers: Vec<u64> = (0..12).collect();
    let (tried, fed) = try_states(&numbers, FEW);
    assert!(tried > 15 && fed > 6, "{tried} tried, {fed} of them fed by others: too few to prove anything");
}

#[test]
#[ignore = "the large form: takes the number of states from MENDS"]
fn mends_of_many_states() {
    let asked = std::env::var("MENDS").unwrap_or_else(|_| "500".to_owned());
    let listed = asked.split(',').map(|number| number.parse().unwrap());
    let numbers: Vec<u64> = if asked.contains(',') { listed.collect() } else { (0..asked.parse().unwrap()).collect() };
    let (tried, fed) = try_states(&numbers, 20);
    println!("{tried} mends in {} states, {fed} of them of those whom others feed", numbers.len());
}
