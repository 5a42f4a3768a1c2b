//! Fuel chains that break while a plan is carried out, in the field of `planning`: a hop is at most 20 km, which are six squares.

use campaign::{Campaign, Setting, StockBook};
use domain::*;
use supply::plan::{Asked, ConvoyPlan, Only, Want, WantPlace, bring, plan};
use supply::{chains_broken_without, network};

use crate::planning::{dump, field, lose, put, set, vehicle};
use crate::squares::formation;
use crate::units::side;

/// The division `su.d` in column 6 is mostly tanks, its bowser beside it, and its dump one square further on. The depot in column 0
/// is a source: from the bowser it is one hop. The army, on foot for the most part, needs no fuel.
fn tanks(pol: &[(&str, i64)]) -> Campaign {
    let mut campaign = field();
    set(&mut campaign, Setting::BowserKm, "20");
    for id in ["su.d.t1", "su.d.t2", "su.d.t3"] {
        put(&mut campaign, id, (Arm::Armour, Mobility::Armoured), 6);
    }
    for id in ["su.i1", "su.i2", "su.i3", "su.i4", "su.i5", "su.i6"] {
        put(&mut campaign, id, (Arm::Infantry, Mobility::Foot), 0);
    }
    vehicle(&mut campaign, "su.d.pol", Commodity::Pol, 1, 6);
    dump(&mut campaign, "depot", "su", true, 0);
    dump(&mut campaign, "d.d", "su.d", false, 7);
    holding(&mut campaign, pol);
    campaign
}

/// So many POL, and enough in the depot.
fn holding(campaign: &mut Campaign, pol: &[(&str, i64)]) {
    let rows = pol.iter().copied().chain([("depot", 9)]);
    let rows = rows.map(|(account, units)| (account.into(), Commodity::Pol, units));
    campaign.stock = StockBook::from_balances(rows, 1);
}

fn planned(campaign: &Campaign) -> ConvoyPlan {
    let asked = Asked { only: Some(Only::Pol), bounds: 3 };
    plan(&network(campaign), campaign, &[side("SU")], asked).remove(0)
}

/// Of each trip the vehicle, what it brings where, and whose chain breaks meanwhile.
fn trips(plan: &ConvoyPlan) -> Vec<String> {
    let told = |trip: &supply::plan::Trip| {
        let breaks: Vec<&str> = trip.breaks.iter().map(FormationId::as_str).collect();
        format!("{} {} {} [{}]", trip.vehicles[0], trip.load.units(), trip.to, breaks.join(" "))
    };
    plan.trips.iter().map(told).collect()
}

#[test]
fn a_trip_of_the_only_bowser_of_a_chain_tells_whose_chain_it_breaks() {
    let campaign = tanks(&[("d.d", 1)]);
    assert_eq!(chains_broken_without(&campaign, &["su.d.pol".into(), "su.d.log".into()]), ["su.d".into()]);
    assert_eq!(trips(&planned(&campaign)), ["su.d.pol 1 d.d [su.d]"]);
}

/// With its dump beside it the bowser is there and back in four hours of six.
#[test]
fn a_bowser_that_is_back_when_the_bound_closes_breaks_nothing() {
    let mut campaign = tanks(&[("d.d", 1)]);
    dump(&mut campaign, "d.d", "su.d", false, 6);
    assert_eq!(trips(&planned(&campaign)), ["su.d.pol 1 d.d []"]);
}

/// Of two bowsers either can be away, and both are sent where both are wanted: then it is told whose chain that breaks.
#[test]
fn of_two_bowsers_either_breaks_nothing_and_both_do() {
    let mut campaign = tanks(&[("d.d", 1)]);
    vehicle(&mut campaign, "su.d.pol2", Commodity::Pol, 1, 6);
    assert!(chains_broken_without(&campaign, &["su.d.pol2".into()]).is_empty());
    assert_eq!(trips(&planned(&campaign)), ["su.d.pol 1 d.d []"]);
    set(&mut campaign, Setting::TargetPol, "3");
    assert_eq!(trips(&planned(&campaign)), ["su.d.pol 1 d.d []", "su.d.pol2 1 d.d [su.d]"]);
}

/// Who brings what one alone lacks says it too: the one way to fuel of `su.e` is the army's bowser.
#[test]
fn a_trip_for_one_shortage_tells_whose_chain_it_breaks() {
    let mut campaign = tanks(&[("d.e", 1)]);
    vehicle(&mut campaign, "su.pol", Commodity::Pol, 2, 3);
    formation(&mut campaign, "su.e", "SU");
    put(&mut campaign, "su.e.hq", (Arm::Hq, Mobility::Foot), 9);
    for id in ["su.e.t1", "su.e.t2"] {
        put(&mut campaign, id, (Arm::Armour, Mobility::Armoured), 9);
    }
    vehicle(&mut campaign, "su.e.log", Commodity::Log, 1, 9);
    dump(&mut campaign, "d.e", "su.e", false, 9);
    lose(&mut campaign, "su.d.pol");
    let (owner, place) = (FormationId::from("su.d"), WantPlace::Dump("d.d".into()));
    let urgency = supply::plan::Urgency::Resupply;
    let want = Want { owner, place, commodity: Commodity::Pol, urgency, units: 1, by: Bound::FIRST };
    let trips = bring(&network(&campaign), &campaign, side("SU"), &want, 3).unwrap();
    assert_eq!((trips[0].vehicles[0].as_str(), &trips[0].breaks[..]), ("su.pol", &["su.e".into()][..]));
}
