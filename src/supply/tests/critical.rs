//! What `critical` says, beside brute force: every square lost in turn, every crossing destroyed, and all lines traced
//! anew.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::sync::Arc;

use rand::seq::IndexedRandom as _;
use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;

use campaign::{Campaign, Crossing, River, RiverSide, Setting};
use domain::{Carries, CrossingKind, CrossingState, FormationId, RiverClass, SideId, Square, SquareSide};
use scenario::read;
use supply::{CriticalNet, Network, assess_on, critical};

use crate::disturb::disturbed;
use crate::starts::sides;
use crate::uranus;

/// A map of 16 by 12 squares with random roads, railways, rivers and bridges, an army of two corps, and stray enemies.
pub(super) fn small(seed: u64) -> Campaign {
    let dice = &mut ChaCha8Rng::seed_from_u64(seed);
    let mut square = |cols: std::ops::Range<u16>| {
        let (col, row) = (dice.random_range(cols), dice.random_range(0..12_u16));
        format!("{col:02}{row:02}")
    };
    let mut roads = "name,quality,points\n".to_owned();
    for number in 0..11 {
        let way: Vec<String> = (0..3).map(|_| square(0..16)).collect();
        writeln!(roads, "r{number},poor,{}", way.join(" > ")).unwrap();
    }
    let (head, source, second) = (square(10..13), square(14..16), square(8..12));
    let rail = format!("name,gauge,users,points\nl1,1435,AX SU,{source} > {head}\nl2,1435,AX SU,{head} > {second}\n");
    let railheads =
        format!("id,square,line,side,source\nin,{source},l1,AX,yes\nhead,{head},l1,AX,no\nsecond,{second},l2,AX,no\n");
    let mut dumps = "id,owner,level,square\n".to_owned();
    let mut orbat = "id,parent,side,name,echelon,arm,mobility,where,grade,carries\n\
                     a,,AX,Army,army,infantry,,,regular,\nsu,,SU,Raiders,brigade,infantry,,,regular,\n"
        .to_owned();
    writeln!(dumps, "d-a,a,army,{}", square(7..12)).unwrap();
    for corps in ["c1", "c2"] {
        writeln!(orbat, "a.{corps},a,AX,Corps {corps},corps,infantry,,,,").unwrap();
        for dump in 0..2 {
            writeln!(dumps, "d-{corps}-{dump},a.{corps},corps,{}", square(4..9)).unwrap();
        }
        for division in 0..3 {
            let (id, at) = (format!("a.{corps}.d{division}"), square(0..6));
            writeln!(orbat, "{id},a.{corps},AX,Division {id},division,infantry,,,,").unwrap();
            writeln!(orbat, "{id}.b,{id},AX,Battalion,battalion,infantry,foot,{at},,").unwrap();
            writeln!(orbat, "{id}.log,{id},AX,Lorries,battalion,logistic,motorised,{at},,log").unwrap();
        }
    }
    for raider in 0..3 {
        writeln!(orbat, "su.{raider},su,SU,Raider {raider},battalion,infantry,foot,{},,", square(0..16)).unwrap();
    }
    let toml = "name = \"small\"\ntitle = \"Small\"\nstart = 1942-11-19\ndays = 3\n[map]\nlat = 60.0\nlon = 30.0\n\
                km_per_degree_lat = 100\nkm_per_degree_lon = 100\ncolumns = 16\nrows = 12\nsquare_km = 3\n\
                [[sides]]\nid = \"AX\"\n[[sides]]\nid = \"SU\"\n";
    let files = [
        ("campaign.toml", toml.to_owned()),
        ("roads.csv", roads),
        ("rail.csv", rail),
        ("railheads.csv", railheads),
        ("dumps.csv", dumps),
        ("orbat.csv", orbat),
    ];
    let files = files.into_iter().map(|(name, text)| (name.to_owned(), text.into_bytes())).collect();
    let reading = read(&files, &[]);
    let mut campaign = reading.campaign.unwrap_or_else(|| panic!("{:?}", reading.faults));
    let ax = campaign.sides[0].id;
    for square in campaign.frame.squares() {
        Arc::make_mut(&mut campaign.ground).set_control(square, Some(ax));
    }
    flow(&mut campaign, dice);
    campaign
}

/// A river down the map with a bridge on more than every second row.
fn flow(campaign: &mut Campaign, dice: &mut ChaCha8Rng) {
    let classes = [RiverClass::Minor, RiverClass::Medium, RiverClass::Major];
    campaign.rivers = vec![River { name: "River".to_owned(), class: RiverClass::Medium, course: Vec::new() }];
    let (class, mut col) = (*classes.choose(dice).unwrap(), dice.random_range(5..9_u16));
    for row in 0..campaign.frame.rows {
        let west = Square::new(col, row);
        let side = west.side_to(Square::new(col + 1, row)).unwrap();
        Arc::make_mut(&mut campaign.ground).set_river(side, Some(RiverSide { class, river: 0 }));
        if dice.random_bool(0.6) {
            lay(campaign, dice, side, row);
        }
        col = col.saturating_add_signed(dice.random_range(-1..=1)).clamp(4, 10);
    }
}

/// A bridge over a side, mostly open, sometimes for trains too.
fn lay(campaign: &mut Campaign, dice: &mut ChaCha8Rng, side: SquareSide, row: u16) {
    let id = format!("b{row}");
    let crossing = Crossing {
        id: id.as_str().into(),
        name: id,
        river: "River".to_owned(),
        position: None,
        side: Some(side),
        kind: CrossingKind::Bridge,
        carries: Carries { foot: true, vehicles: true, rail: dice.random_bool(0.5) },
        state: if dice.random_bool(0.9) { CrossingState::Open } else { CrossingState::Destroyed },
        from: None,
        until: None,
        note: String::new(),
    };
    campaign.crossings.insert(crossing.id.clone(), crossing);
}

/// The formations of a side whose line is open.
pub(super) fn open(network: &Network, campaign: &Campaign, side: SideId) -> BTreeSet<FormationId> {
    let found = assess_on(network, campaign, &[side], 0);
    found.into_iter().filter(|a| !a.log.legs.is_empty()).map(|a| a.unit).collect()
}

pub(super) fn without_square(campaign: &Campaign, side: SideId, square: Square) -> Campaign {
    let enemy = campaign.sides.iter().map(|s| s.id).find(|id| *id != side);
    let mut lost = campaign.clone();
    Arc::make_mut(&mut lost.ground).set_control(square, enemy);
    lost
}

/// What each square and crossing cuts by `critical`.
fn told(net: &CriticalNet) -> (BTreeMap<Square, BTreeSet<FormationId>>, BTreeMap<String, BTreeSet<FormationId>>) {
    let (mut squares, mut crossings) = (BTreeMap::new(), BTreeMap::new());
    for point in &net.points {
        let cut: BTreeSet<FormationId> = point.cut.iter().cloned().collect();
        squares.extend(point.squares.iter().map(|square| (*square, cut.clone())));
        crossings.extend(point.crossings.iter().map(|crossing| (crossing.clone(), cut.clone())));
    }
    (squares, crossings)
}

/// Loses every one of these squares, and every crossing, in turn; how many of them cut somebody.
fn check(campaign: &Campaign, squares: impl Fn(&CriticalNet) -> Vec<Square>, name: &str) -> usize {
    let network = supply::network(campaign);
    let mut cutting = 0;
    for net in critical(campaign, &sides(campaign)) {
        let before = open(&network, campaign, net.side);
        assert_eq!(net.open.iter().cloned().collect::<BTreeSet<_>>(), before, "{name}: whose line is open");
        let (by_square, by_crossing) = told(&net);
        for square in squares(&net) {
            let after = open(&network, &without_square(campaign, net.side, square), net.side);
            let cut: BTreeSet<FormationId> = before.difference(&after).cloned().collect();
            cutting += usize::from(!cut.is_empty());
            let told = by_square.get(&square).cloned().unwrap_or_default();
            assert_eq!(told, cut, "{name}, {}: what the loss of {square} cuts", net.side);
        }
        for (id, crossing) in campaign.crossings.iter().filter(|(_, c)| c.is_open(campaign.bound)) {
            let mut lost = campaign.clone();
            lost.crossings.get_mut(id).unwrap().state = CrossingState::Destroyed;
            let after = open(&network, &lost, net.side);
            let cut: BTreeSet<FormationId> = before.difference(&after).cloned().collect();
            if crossing.side.is_some() {
                cutting += usize::from(!cut.is_empty());
                let told = by_crossing.get(id.as_str()).cloned().unwrap_or_default();
                assert_eq!(told, cut, "{name}, {}: what the loss of `{id}` cuts", net.side);
            }
        }
    }
    cutting
}

#[test]
fn on_small_maps_it_equals_the_loss_of_every_square_and_crossing_in_turn() {
    let mut cutting = 0;
    for seed in 0..150 {
        let mut campaign = small(seed);
        if seed % 3 == 0 {
            campaign.settings.set(Setting::OffroadKm, "18");
        }
        let all: Vec<Square> = campaign.frame.squares().collect();
        cutting += check(&campaign, |_| all.clone(), &format!("seed {seed}"));
    }
    assert!(cutting > 300, "only {cutting} losses cut anybody: too few to prove anything");
}

#[test]
fn on_uranus_it_equals_the_loss_of_a_sample_of_squares() {
    let start = uranus();
    let mut cutting = 0;
    for (name, campaign) in [("as it begins", start.clone()), ("disturbed", disturbed(&start, 4))] {
        let dice = &mut ChaCha8Rng::seed_from_u64(7);
        let any: Vec<Square> = (0..40)
            .map(|_| {
                Square::new(dice.random_range(0..campaign.frame.columns), dice.random_range(0..campaign.frame.rows))
            })
            .collect();
        let sample = |net: &CriticalNet| {
            let critical = net.points.iter().flat_map(|point| point.squares.iter().copied()).step_by(7);
            any.iter().copied().chain(critical).collect()
        };
        cutting += check(&campaign, sample, name);
    }
    assert!(cutting > 20, "only {cutting} losses cut anybody: too few to prove anything");
}
