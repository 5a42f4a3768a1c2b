//! A strip of good road from 0005 to 1105 with a way round from 0305 by 0307 and 0807 to 0805; an army with its dump and
//! vehicles in 0205, a division with a dump in 1005, one without in 0905, and the enemy in a corner.
//!
//! A lorry takes 20 minutes a square on it, a wagon 90; there is no way across country.

use campaign::*;
use domain::*;

use crate::squares::{empty, formation, ground, leaf, road, sq};

/// Squares from one to another along a row or a column.
fn line(from: Square, to: Square) -> Vec<Square> {
    let steps = from.steps_to(to);
    let at = |from: u16, to: u16, step: u32| {
        (i64::from(from) + (i64::from(to) - i64::from(from)) * i64::from(step) / i64::from(steps)) as u16
    };
    (0..=steps).map(|step| sq(at(from.col, to.col, step), at(from.row, to.row, step))).collect()
}

fn vehicle(campaign: &mut Campaign, id: &str, mobility: Mobility, at: Square, carries: Commodity, capacity: u32) {
    leaf(campaign, id, "SU", Arm::Logistic, mobility, at);
    let leaf = campaign.formations.get_mut(id).unwrap().leaf.as_mut().unwrap();
    (leaf.carries, leaf.capacity) = (Some(carries), capacity);
    (leaf.bases[0].sp, leaf.bases[0].sp_full) = (4, 4);
}

fn dump(campaign: &mut Campaign, id: &str, owner: &str, at: Square, source: bool) {
    let level = campaign.formation(owner).unwrap().echelon;
    let (place, note) = (None, String::new());
    let (closed, owner) = (false, owner.into());
    let dump = Dump { id: id.into(), owner, level, name: id.to_owned(), place, square: at, source, closed, note };
    campaign.dumps.insert(id.into(), dump);
}

/// The strip in `full` detail, on the first morning.
pub(in super::super) fn strip() -> Campaign {
    let mut campaign = empty();
    campaign.settings.set(Setting::Detail, "full");
    campaign.settings.set(Setting::OffroadKm, "0");
    let quality = RoadQuality::Good;
    for (from, to) in [(sq(0, 5), sq(11, 5)), (sq(3, 5), sq(3, 7)), (sq(3, 7), sq(8, 7)), (sq(8, 7), sq(8, 5))] {
        road(&mut campaign, quality, &line(from, to));
        let (points, path) = (vec![Location::Square(from), Location::Square(to)], line(from, to));
        let name = format!("road {}", campaign.roads.len());
        campaign.roads.push(Road { name, quality, points, path, note: String::new() });
    }
    for square in campaign.frame.clone().squares() {
        ground(&mut campaign).set_control(square, Some(SideId::new("SU").unwrap()));
    }
    for id in ["su", "su.1rd", "su.2rd", "su.1rd.bn", "ax"] {
        formation(&mut campaign, id, if id == "ax" { "AX" } else { "SU" });
    }
    campaign.formations.get_mut("su").unwrap().echelon = Echelon::Army;
    campaign.formations.get_mut("su.1rd.bn").unwrap().echelon = Echelon::Battalion;
    leaf(&mut campaign, "su.hq", "SU", Arm::Hq, Mobility::Motorised, sq(2, 5));
    for (id, arm, at) in [
        ("su.1rd.hq", Arm::Hq, sq(10, 5)),
        ("su.1rd.i1", Arm::Infantry, sq(10, 5)),
        ("su.1rd.bn.co", Arm::Infantry, sq(11, 5)),
        ("su.2rd.hq", Arm::Hq, sq(9, 5)),
        ("su.2rd.i1", Arm::Infantry, sq(9, 5)),
    ] {
        leaf(&mut campaign, id, "SU", arm, Mobility::Foot, at);
    }
    leaf(&mut campaign, "ax.i1", "AX", Arm::Infantry, Mobility::Foot, sq(0, 0));
    leaf(&mut campaign, "ax.i2", "AX", Arm::Infantry, Mobility::Foot, sq(0, 0));
    let (lorry, wagon) = (Mobility::Motorised, Mobility::HorseDrawn);
    vehicle(&mut campaign, "su.log1", lorry, sq(2, 5), Commodity::Log, 2);
    vehicle(&mut campaign, "su.log2", lorry, sq(2, 5), Commodity::Log, 2);
    vehicle(&mut campaign, "su.pol1", lorry, sq(2, 5), Commodity::Pol, 3);
    vehicle(&mut campaign, "su.1rd.log", wagon, sq(10, 5), Commodity::Log, 2);
    vehicle(&mut campaign, "su.2rd.log", lorry, sq(9, 5), Commodity::Log, 2);
    vehicle(&mut campaign, "su.1rd.bn.truck", lorry, sq(11, 5), Commodity::Log, 1);
    for formation in campaign.formations.values_mut() {
        formation.name = formation.id.to_string();
    }
    // A place that is called like a dump: the dump is meant.
    let (name, kind, note) = ("D-SU".to_owned(), PlaceKind::Village, String::new());
    campaign.places.push(Place { name, at: None, square: sq(3, 6), kind, prepared: false, note });
    dump(&mut campaign, "d-su", "su", sq(2, 5), true);
    dump(&mut campaign, "d-1rd", "su.1rd", sq(10, 5), false);
    campaign
}
