//! House rule `truck_reach`: how far from home supply vehicles are sent.
//!
//! What it decides: what is too far. From home to where they load and to where they unload it may take no more hours, by
//! the quickest clear way at the pace of the slowest; the hours on the way between these two do not count. Where the way
//! is barred now, the one counts that there would be if it were cleared, at the pace of a lorry where it cannot be driven.
//! What it never does: forbid a place to which no way could lead: that a convoy finds out itself.

use campaign::march::Driver;
use campaign::{Convoy, Formation, Setting, Tree};
use domain::{Mobility, Square};
use supply::Roads;

use crate::command::supply::convoy::way::ends;

/// The rule against a sending that goes too far, in words; none where it does not, or the rule is off.
pub(crate) fn beyond(tree: &Tree<'_>, vehicles: &[&Formation], convoy: &Convoy) -> Option<String> {
    let campaign = tree.campaign();
    let hours = campaign.settings.number(Setting::TruckReach);
    let side = vehicles.first().filter(|_| hours > 0)?.side;
    let network = supply::network(campaign);
    let (mut roads, mut driver) = (Roads::new(campaign, &network), Driver::new(campaign));
    let mobilities: Vec<Mobility> = vehicles.iter().filter_map(|vehicle| vehicle.mobility).collect();
    let (loads, unloads) = ends(tree, convoy);
    let stops = loads.into_iter().chain(unloads);
    let mut minutes = |to: Square| {
        let (way, barred) = match roads.way(side, convoy.home, to) {
            Some(way) => (way, false),
            None => (roads.way_if_clear(side, convoy.home, to)?, true),
        };
        let at_its_pace = driver.minutes(&mobilities, convoy.home, &way.squares);
        let minutes = at_its_pace.or_else(|| u32::try_from(way.minutes).ok().filter(|_| barred))?;
        Some((minutes, barred))
    };
    let farthest = stops.filter_map(|stop| Some((stop, minutes(stop)?))).max_by_key(|(_, (minutes, _))| *minutes);
    let (stop, (minutes, barred)) = farthest?;
    (minutes > hours * 60).then(|| {
        let (home, stop) = (campaign.frame.reference(convoy.home), campaign.frame.reference(stop));
        let away = format!("{}:{:02}", minutes / 60, minutes % 60);
        let barred = if barred { " if the way were clear" } else { "" };
        format!("{stop} is {away} h from its home in {home}{barred}: the limit is {hours} h (house rule `truck_reach`)")
    })
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use campaign::{Dump, Errand, Goal, Load, Partisans, Take, sketch};
    use domain::{Arm, Bound, Commodity, Echelon, RoadQuality, SideId};

    #[test]
    fn farther_than_the_reach_is_refused() {
        let mut campaign = sketch::blank(12, 8);
        campaign.frame.square_m = 3_000;
        campaign.settings.set(Setting::OffroadKm, "0");
        sketch::add_side(&mut campaign, "SU", "Soviet", "red");
        for col in 0..11 {
            let step = Square::new(col, 3).side_to(Square::new(col + 1, 3)).unwrap();
            Arc::make_mut(&mut campaign.ground).set_road(step, Some(RoadQuality::Good));
        }
        sketch::formation(&mut campaign, "log", "SU", Echelon::Battalion, Some("0003"));
        let lorry = campaign.formations.get_mut("log").unwrap();
        (lorry.arm, lorry.mobility) = (Arm::Logistic, Some(Mobility::Motorised));
        lorry.leaf.as_mut().unwrap().carries = Some(Commodity::Log);
        let (id, owner, level, name, note) = ("d".into(), "log".into(), Echelon::Army, String::new(), String::new());
        let square = sketch::square("0603");
        let dump = Dump { id, owner, level, name, place: None, square, source: false, closed: false, note };
        campaign.dumps.insert("d".into(), dump);
        let said = |square: &str, away: &str, hours: u32| {
            Some(format!(
                "{square} is {away} h from its home in 0003: the limit is {hours} h (house rule `truck_reach`)"
            ))
        };
        // Twenty minutes a square. Hours, whether it loads at 0603, where to, what is said.
        for (hours, loads, to, expected) in [
            ("0", false, "1103", None),
            ("1", false, "0303", None),
            ("1", false, "0403", said("0403", "1:20", 1)),
            ("3", false, "0903", None),
            ("3", false, "1003", said("1003", "3:20", 3)),
            // The farther of the two stops counts, and not the way between them.
            ("1", true, "0203", said("0603", "2:00", 1)),
            ("2", true, "0203", None),
            ("2", true, "0703", said("0703", "2:20", 2)),
            // Where no way leads the convoy finds out itself.
            ("1", false, "0007", None),
        ] {
            campaign.settings.set(Setting::TruckReach, hours);
            let load = Load::default();
            let convoy = Convoy {
                vehicles: vec!["log".into()],
                errand: if loads { Errand::Load } else { Errand::Deliver },
                take: loads.then(|| Take { from: "d".into(), load }),
                to: Goal::Square(sketch::square(to)),
                via: Vec::new(),
                stays: false,
                home: sketch::square("0003"),
                seat: None,
                starts: Bound::FIRST,
                way: Vec::new(),
                held_up: None,
            };
            let vehicles = [campaign.formation("log").unwrap()];
            assert_eq!(beyond(&Tree::new(&campaign), &vehicles, &convoy), expected, "{hours} h to {to}");
            // Partisans in the way, or a river without a bridge, make it no nearer: the way that there would be counts.
            let barred = expected.map(|said| said.replace("in 0003:", "in 0003 if the way were clear:"));
            let mut raided = campaign.clone();
            raided.settings.set(Setting::Partisans, "on");
            let (square, against, raid) = (sketch::square("0103"), SideId::new("SU").unwrap(), Some(raided.bound));
            // They bar what their enemy holds.
            Arc::make_mut(&mut raided.ground).set_control(square, Some(against));
            raided.partisans.push(Partisans { square, against, strength: 6, from: None, until: None, raid });
            assert_eq!(beyond(&Tree::new(&raided), &vehicles, &convoy), barred, "{hours} h to {to}, raided");
        }
    }
}
