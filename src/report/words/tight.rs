//! What is tight on the way to a formation, in sentences that name no enemy.

use campaign::Campaign;
use supply::{Bottleneck, Failing, RailIntake, Tight};

use super::called;
use super::cause::why_cut;
use super::missing::level_without;

/// What a bottleneck is.
pub(crate) fn sentence(campaign: &Campaign, bottleneck: &Bottleneck) -> String {
    let (name, named) = (bottleneck.commodity.name(), |id: &str| called(campaign, id));
    let (has, wants) = (bottleneck.has.unwrap_or_default(), bottleneck.wants.unwrap_or_default());
    match &bottleneck.what {
        Tight::Fails { why, with_the_line } => {
            let beside = if *with_the_line { "; mending the line mends this too" } else { "" };
            failing(campaign, bottleneck, why) + beside
        }
        Tight::Hop(from) => {
            format!("a hop of {} km from {}; the limit is {} km", of_tenths(wants), named(from), of_tenths(has))
        }
        Tight::Stock { holds, rail } => {
            let comes = rail.as_ref().map(|rail| format!(", {}", intake(campaign, rail))).unwrap_or_default();
            let draw = wants / 10;
            let need = if draw == 1 { "1 formation needs".to_owned() } else { format!("{draw} formations need") };
            format!("{} holds {holds} {name}{comes}; {need} {draw} a day", named(&bottleneck.at))
        }
        Tight::OwnStock(holds) => format!("it holds {holds} {name} itself and needs 1 a day"),
        Tight::NoVehicles(from) => {
            let (owner, vehicle) = (named(&bottleneck.at), bottleneck.commodity.vehicle());
            format!("{owner} has no {vehicle} to bring anything from {}", named(from))
        }
        Tight::Vehicles { from, hours } => {
            let (vehicles, owner, from) = (bottleneck.commodity.vehicle(), named(&bottleneck.at), named(from));
            let (brings, hours) = (of_tenths(has), of_tenths(*hours));
            format!("the {vehicles}s of {owner} bring {brings} {name} a day from {from}: {hours} hours there and back")
        }
    }
}

fn failing(campaign: &Campaign, bottleneck: &Bottleneck, why: &Failing) -> String {
    match why {
        Failing::NoVehicle => format!("it has no {} on the map", bottleneck.commodity.vehicle()),
        Failing::Cut { at, kind, from_beside } => {
            format!(
                "its line is cut at {}: {}",
                campaign.frame.reference(*at),
                why_cut(campaign, *kind, *at, *from_beside)
            )
        }
        Failing::NoWayToVehicles => "no clear way to the vehicles that feed it".to_owned(),
        Failing::Lost(level, what) => {
            format!("{} {}", called(campaign, level.as_str()), level_without(campaign, level, what))
        }
        Failing::HopTooLong { from, to, over } => {
            let [from, to] = [from, to].map(|id| called(campaign, id));
            format!("the hop from {from} to {to} is {} km too long", of_tenths(*over))
        }
        Failing::NoWay { from, to } => {
            format!("no clear way from {} to {}", called(campaign, from), called(campaign, to))
        }
        Failing::NoFuel => "no bowser or fuel in reach".to_owned(),
    }
}

/// What comes to a railhead in a day; where that is not all, why, and who else's trains take what it lacks.
fn intake(campaign: &Campaign, rail: &RailIntake) -> String {
    let Some(shortage) = &rail.shortage else { return format!("{} a day by rail", rail.comes) };
    let why = shortage.with_rule(&campaign.frame);
    let others: Vec<String> = rail.others.iter().map(|other| called(campaign, other.as_str())).collect();
    let others = if others.is_empty() { String::new() } else { format!(" and serves {} too", others.join(", ")) };
    format!("{} of {} a day by rail: {why}{others}", rail.comes, rail.wanted)
}

/// Tenths, with a point.
fn of_tenths(tenths: i64) -> String {
    format!("{}.{}", tenths / 10, tenths % 10)
}

#[cfg(test)]
mod tests {
    use campaign::sketch::blank;
    use domain::Commodity;
    use supply::{BottleneckKind, Shortage};

    use super::*;

    fn said(commodity: Commodity, at: &str, figures: (i64, i64), what: Tight) -> String {
        let bottleneck = Bottleneck {
            kind: BottleneckKind::Stock,
            commodity,
            at: at.to_owned(),
            square: None,
            has: Some(figures.0),
            wants: Some(figures.1),
            shared: Vec::new(),
            coming: Vec::new(),
            what,
            mends: Vec::new(),
            no_convoy: None,
        };
        sentence(&blank(9, 9), &bottleneck)
    }

    #[test]
    fn a_railhead_says_why_not_all_comes_and_who_takes_it() {
        let shortage = Some(Shortage::Line("Volga line".to_owned()));
        let rail = RailIntake { comes: 2, wanted: 5, shortage, others: vec!["r.b".into(), "r.c".into()] };
        assert_eq!(
            said(Commodity::Log, "r.a", (50, 40), Tight::Stock { holds: 3, rail: Some(rail) }),
            "`r.a` holds 3 LOG, 2 of 5 a day by rail: Volga line carries no more trains (house rule `rail_capacity`) and \
             serves `r.b`, `r.c` too; 4 formations need 4 a day"
        );
    }

    #[test]
    fn vehicles_say_what_they_bring() {
        let from = || "depot".to_owned();
        assert_eq!(
            said(Commodity::Log, "su.d", (45, 10), Tight::Vehicles { from: from(), hours: 40 }),
            "the LOG vehicles of `su.d` bring 4.5 LOG a day from `depot`: 4.0 hours there and back"
        );
        assert_eq!(
            said(Commodity::Pol, "su.d", (0, 10), Tight::NoVehicles(from())),
            "`su.d` has no bowser to bring anything from `depot`"
        );
    }

    #[test]
    fn a_chain_that_fails_says_whether_the_line_mends_it() {
        let why = Failing::HopTooLong { from: "su.pol".to_owned(), to: "depot".to_owned(), over: 25 };
        assert_eq!(
            said(Commodity::Pol, "su.d", (0, 0), Tight::Fails { why, with_the_line: true }),
            "the hop from `su.pol` to `depot` is 2.5 km too long; mending the line mends this too"
        );
        assert_eq!(
            said(Commodity::Pol, "su.d", (200, 150), Tight::Hop("su.pol".to_owned())),
            "a hop of 15.0 km from `su.pol`; the limit is 20.0 km"
        );
        let plain = |why| said(Commodity::Pol, "su.d", (0, 0), Tight::Fails { why, with_the_line: false });
        assert_eq!(plain(Failing::NoVehicle), "it has no bowser on the map");
        assert_eq!(plain(Failing::Lost("su".into(), "HQ")), "`su` has lost its HQ");
    }
}
