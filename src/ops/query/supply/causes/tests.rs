//! Whom causes hold together, on assessments made by hand.

use campaign::{Standing, SupplyBook, SupplyRecord, Tree};
use domain::AccountId;
use supply::{Cut, Leg, LogStatus, NewLeaf, PolStatus};

use super::*;

fn campaign() -> Campaign {
    let files = scenario::built_in("first-bound").expect("it is built in");
    scenario::read(&files, &[]).campaign.expect("it has no faults")
}

fn at(col: u16, row: u16) -> Square {
    Square::new(col, row)
}

/// The formations that draw supply, each in LOG and POL.
fn all_well(campaign: &Campaign) -> Vec<Assessment> {
    let tree = Tree::new(campaign);
    let draws = campaign.formations.values().filter(|formation| tree.is_supply_formation(formation));
    let well = |formation: &campaign::Formation| Assessment {
        unit: formation.id.clone(),
        square: Some(at(1, 1)),
        fed_by: None,
        log: LogStatus {
            state: SupplyState::InSupply,
            stock: None,
            accounts: Vec::new(),
            beyond: Vec::new(),
            into: None,
            source: None,
            legs: Vec::new(),
            rail: None,
            cut: None,
            back: None,
            out: false,
        },
        pol: PolStatus {
            required: true,
            state: SupplyState::InSupply,
            stock: None,
            accounts: Vec::new(),
            beyond: Vec::new(),
            into: None,
            links: Vec::new(),
            lost: None,
            past_mending: false,
            out: false,
        },
        ammo_out_bases: 0,
        can_fire: true,
        mend: Vec::new(),
    };
    draws.map(well).collect()
}

fn cut(of: &mut Assessment, mend: &[Mend]) {
    of.log.state = SupplyState::Cut;
    of.mend.extend(mend.iter().cloned().map(MendItem::from));
    of.log.cut = of.mend.first().map(|item| Cut {
        leg: (at(1, 1), at(9, 9)),
        at: item.what.square(),
        kind: item.what.kind(),
        holders: Vec::new(),
        way: Vec::new(),
    });
}

fn for_pol(of: &mut Assessment, mend: Mend) {
    of.mend.push(MendItem { for_pol: true, ..mend.into() });
}

fn hop(of: &mut Assessment, metres: Option<u32>) -> Link {
    let link = Link {
        from: "from".to_owned(),
        to: "to".to_owned(),
        from_square: at(3, 3),
        to_square: at(8, 8),
        metres,
        limit: 10_000,
    };
    of.pol.state = SupplyState::Cut;
    of.pol.links.push(link.clone());
    link
}

/// Each cause in short: what, who by their places among the assessments (`l`, `p` or both), how many it frees, how many
/// obstacles there are beside it.
fn told(campaign: &Campaign, found: &[Assessment]) -> Vec<(Obstacle, String, usize, usize)> {
    let short = |cause: Cause| {
        let one = |unit: &Sufferer| {
            let place = found.iter().position(|of| of.unit == unit.unit).expect("it was asked for");
            format!("{place}{}{}", if unit.log { "l" } else { "" }, if unit.pol { "p" } else { "" })
        };
        let units: Vec<String> = cause.units.iter().map(one).collect();
        let frees = cause.frees();
        (cause.obstacle, units.join(" "), frees, cause.rest.len())
    };
    supply_causes(campaign, found).into_iter().map(short).collect()
}

/// Those of one side: causes of different sides are never one.
fn one_side(campaign: &Campaign) -> Vec<Assessment> {
    let mut found = all_well(campaign);
    let side = campaign.formations.get(&found[0].unit).map(|formation| formation.side);
    found.retain(|of| campaign.formations.get(&of.unit).map(|formation| formation.side) == side);
    assert!(found.len() >= 3, "{}", found.len());
    found
}

#[test]
fn where_nothing_fails_there_is_no_cause() {
    let campaign = campaign();
    assert_eq!(supply_causes(&campaign, &all_well(&campaign)), []);
}

#[test]
fn who_stands_behind_one_square_stands_under_one_cause_for_log_and_pol() {
    let campaign = campaign();
    let mut found = one_side(&campaign);
    let (taken, beyond) = (Mend::TakeHeld(at(4, 4)), Mend::DriveOut(at(5, 5)));
    cut(&mut found[0], std::slice::from_ref(&taken));
    hop(&mut found[0], None);
    cut(&mut found[1], &[taken.clone(), beyond.clone()]);
    cut(&mut found[2], &[beyond]);
    let [near, far] = [(CutKind::EnemyUnit, at(4, 4)), (CutKind::Contested, at(5, 5))];
    let [near, far] = [near, far].map(|(kind, square)| Obstacle::Square(kind, square));
    assert_eq!(
        told(&campaign, &found),
        [(near, "0lp 1l".to_owned(), 1, 1), (far, "2l".to_owned(), 1, 0)],
        "the second needs both, and stands under the first of them"
    );
    let causes = supply_causes(&campaign, &found);
    assert_eq!(causes[0].lacking(), [2, 1]);
    assert_eq!(causes[0].mend, [MendItem::from(taken)], "the mend once");
    assert_eq!(causes[0].since(), Some(campaign.bound), "nothing is recorded yet");
}

/// One is cut since the first day and two since the second, then each since another.
#[test]
fn since_when_most_suffer_is_told_where_it_is_later() {
    let mut campaign = campaign();
    let mut found = one_side(&campaign);
    found.truncate(3);
    for of in &mut found {
        cut(of, &[Mend::DriveOut(at(4, 4))]);
    }
    let phase = campaign.bound.phase;
    let morning = |day| Bound { day, phase };
    let mut told = |days: [u16; 3]| {
        let records = found.iter().zip(days).map(|(of, day)| {
            let standing = Standing { state: SupplyState::Cut, since: morning(day), bounds_out: 1 };
            (of.unit.clone(), SupplyRecord { log: standing, pol: standing })
        });
        campaign.supply = SupplyBook::from_parts(records.collect(), Vec::new());
        let causes = supply_causes(&campaign, &found);
        (causes[0].since().map(|since| since.day), causes[0].most_since().map(|since| since.day))
    };
    assert_eq!(told([1, 2, 2]), (Some(1), Some(2)));
    assert_eq!(told([1, 1, 2]), (Some(1), None));
    assert_eq!(told([1, 2, 3]), (Some(1), None));
}

#[test]
fn what_frees_more_comes_first_and_the_same_square_fails_each_side_by_itself() {
    let campaign = campaign();
    let mut found = all_well(&campaign);
    let sides: Vec<SideId> = campaign.sides.iter().map(|side| side.id).collect();
    let of = |found: &[Assessment], side| {
        let is_of = |of: &Assessment| campaign.formations.get(&of.unit).is_some_and(|f| f.side == side);
        found.iter().enumerate().filter(|(_, of)| is_of(of)).map(|(place, _)| place).collect::<Vec<_>>()
    };
    let (first, second) = (of(&found, sides[0]), of(&found, sides[1]));
    for place in [first[0], second[0], second[1]] {
        cut(&mut found[place], &[Mend::DriveOut(at(4, 4))]);
    }
    let causes = supply_causes(&campaign, &found);
    let told: Vec<_> = causes.iter().map(|cause| (cause.side, cause.frees())).collect();
    assert_eq!(told, [(sides[1], 2), (sides[0], 1)]);
}

#[test]
fn a_hop_that_is_too_long_is_one_cause_however_it_is_mended() {
    let campaign = campaign();
    let mut found = one_side(&campaign);
    let link = hop(&mut found[0], Some(14_000));
    let bowser = found[0].unit.clone();
    for_pol(&mut found[0], Mend::MoveBowser(bowser, at(6, 6)));
    hop(&mut found[1], Some(14_000));
    let given = NewLeaf::new(&campaign, &found[1].unit, Some(Commodity::Pol), at(7, 7));
    for_pol(&mut found[1], Mend::Give(given));
    // Of this one the line is cut too, by something else.
    cut(&mut found[2], &[Mend::DriveOut(at(4, 4))]);
    hop(&mut found[2], Some(14_000));
    let moved = found[0].mend[0].what.clone();
    for_pol(&mut found[2], moved);
    let hop = Obstacle::Hop(Box::new(link));
    let contested = Obstacle::Square(CutKind::Contested, at(4, 4));
    assert_eq!(
        told(&campaign, &found),
        [(hop, "0p 1p 2p".to_owned(), 2, 1), (contested, "2l".to_owned(), 0, 1)],
        "who lacks both for two reasons stands under both, and neither frees it"
    );
    assert_eq!(supply_causes(&campaign, &found)[0].mend.len(), 2, "each way of mending once");
}

/// One bowser moved to one square shortens two hops; moved to another, a third.
#[test]
fn hops_that_the_same_thing_shortens_are_one_cause() {
    let campaign = campaign();
    let mut found = one_side(&campaign);
    let bowser = found[2].unit.clone();
    let mut links = Vec::new();
    for (place, from) in [(0, 3), (1, 4), (2, 5)] {
        let link = Link { from_square: at(from, 3), ..hop(&mut found[place], Some(14_000)) };
        found[place].pol.links = vec![link.clone()];
        let to = if place == 2 { at(6, 6) } else { at(7, 7) };
        for_pol(&mut found[place], Mend::MoveBowser(bowser.clone(), to));
        links.push(link);
    }
    cut(&mut found[1], &[Mend::DriveOut(at(4, 4))]);
    found[1].log.state = SupplyState::InSupply;
    let hop = |place: usize| Obstacle::Hop(Box::new(links[place].clone()));
    let causes = supply_causes(&campaign, &found);
    let told: Vec<_> = causes.iter().map(|cause| (&cause.obstacle, cause.alike.as_slice(), cause.frees())).collect();
    assert_eq!(told, [(&hop(0), &links[1..2], 1), (&hop(2), &[][..], 1)]);
    assert_eq!(causes[0].units.len(), 2, "who has something else in the way is under it too");
    assert_eq!((causes[0].mend.len(), causes[0].rest.len()), (1, 1));
}

#[test]
fn what_is_missing_in_one_square_is_one_cause_and_comes_after_the_way() {
    let campaign = campaign();
    let mut found = one_side(&campaign);
    let give = |of: &Assessment, what| Mend::Give(NewLeaf::new(&campaign, &of.unit, what, at(2, 2)));
    for of in &mut found[..2] {
        let given = give(of, Some(Commodity::Log));
        cut(of, &[given]);
        of.log.state = SupplyState::NoVehicle;
        of.log.cut = None;
    }
    found[1].pol.state = SupplyState::NoVehicle;
    let bowser = give(&found[1], Some(Commodity::Pol));
    for_pol(&mut found[1], bowser);
    // Without a vehicle and cut: the way first.
    let vehicle = give(&found[2], Some(Commodity::Log));
    cut(&mut found[2], &[vehicle, Mend::DriveOut(at(4, 4))]);
    let none = Obstacle::NoVehicle(Some(at(2, 2)), Some(Commodity::Log));
    let contested = Obstacle::Square(CutKind::Contested, at(4, 4));
    assert_eq!(told(&campaign, &found), [(none, "0l 1lp".to_owned(), 2, 0), (contested, "2l".to_owned(), 0, 1)]);
}

#[test]
fn who_has_used_up_his_stock_stands_under_the_account_on_which_he_draws() {
    let campaign = campaign();
    let mut found = one_side(&campaign);
    for of in &mut found[..2] {
        of.log.state = SupplyState::DumpEmpty;
        let (from, to) = (of.unit.to_string(), AccountId::from("d-one"));
        of.log.legs.push(Leg { from, to, minutes: 60, path: vec![at(1, 1), at(2, 1)] });
    }
    let empty = Obstacle::Empty("d-one".to_owned());
    assert_eq!(told(&campaign, &found), [(empty.clone(), "0l 1l".to_owned(), 2, 0)]);
    assert_eq!(empty.kind(), "dump_empty");
}

#[test]
fn who_is_past_mending_is_under_what_fails_and_is_not_freed() {
    let campaign = campaign();
    let mut found = one_side(&campaign);
    let link = hop(&mut found[0], None);
    found[0].pol.past_mending = true;
    found[1].pol.state = SupplyState::NoVehicle;
    found[1].pol.past_mending = true;
    let hop = Obstacle::Hop(Box::new(link));
    let none = Obstacle::NoVehicle(Some(at(1, 1)), Some(Commodity::Pol));
    assert_eq!(
        told(&campaign, &found).into_iter().map(|(what, who, frees, _)| (what, who, frees)).collect::<Vec<_>>(),
        [(none, "1p".to_owned(), 0), (hop, "0p".to_owned(), 0)]
    );
}
