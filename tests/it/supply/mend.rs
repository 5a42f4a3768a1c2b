//! A hundred random disturbances of Uranus, and every formation in trouble after each: doing all that its mend says
//! mends, leaving out any one thing of it does not.

use std::collections::BTreeMap;
use std::sync::Arc;

use railhead::campaign::{Campaign, Formation, Setting};
use railhead::domain::{Arm, Commodity, CrossingState, FormationId, LeafState, SideId, Square};
use railhead::supply::{Assessment, CutKind, MendItem, Network, SupplyState, assess_on};

use super::disturb::disturbed;
use super::uranus;

/// How many seeds there are.
const SEEDS: u64 = 100;

fn is_well(assessment: &Assessment) -> bool {
    let well = |state| matches!(state, SupplyState::InSupply | SupplyState::NotRequired);
    well(assessment.log.state) && well(assessment.pol.state)
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
        CutKind::NoDump => panic!("Uranus has railheads: {item:?}"),
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
    let tree = railhead::campaign::Tree::new(campaign);
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

/// What is wrong with a mend, for each of its formations; nothing where all is as it should be.
fn faults_of(network: &Network, campaign: &Campaign, alike: &Alike<'_>) -> Vec<String> {
    let Alike { side, mend, units } = alike;
    if mend.is_empty() {
        return units.iter().map(|unit| format!("`{unit}`: nothing is said that would mend it")).collect();
    }
    let after = |left_out: Option<usize>| {
        let mut campaign = campaign.clone();
        for (_, item) in mend.iter().enumerate().filter(|(place, _)| Some(*place) != left_out) {
            done(&mut campaign, *side, item);
        }
        assess_on(network, &campaign, &[*side], 0)
    };
    let texts = texts(mend);
    let mut faults = Vec::new();
    let whole = after(None);
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
        let without = after(Some(place));
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
    let network = Network::new(&campaign);
    let found = assess_on(&network, &campaign, &super::sides(&campaign), 0);
    let groups = together(&campaign, &found);
    let tried = groups.iter().map(|alike| alike.units.len()).sum();
    assert_eq!(tried, found.iter().filter(|a| !is_well(a)).count(), "every formation in trouble is tried");
    let faults = groups.iter().flat_map(|alike| faults_of(&network, &campaign, alike));
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
