//! What a convoy can never be: refused by `apply`, and a breach where it stands nevertheless.

use campaign::{Campaign, Convoy, Errand, Event, Goal, Take, apply, breaches};
use domain::{Bound, Square};
use scenario::read;

use crate::tiny::tiny;

fn convoy() -> Convoy {
    Convoy {
        vehicles: vec!["ax.s".into()],
        errand: Errand::Deliver,
        take: None,
        to: Goal::Account("ax.d".into()),
        via: Vec::new(),
        stays: false,
        home: Square::new(1, 1),
        seat: None,
        starts: Bound::FIRST,
        way: Vec::new(),
        held_up: None,
    }
}

fn campaign() -> Campaign {
    read(&tiny(), &[]).campaign.unwrap()
}

#[test]
fn what_cannot_drive_is_refused() {
    let take = |from: &str| Some(Take { from: from.into(), load: "1log".parse().unwrap() });
    let cases = [
        (Convoy { vehicles: vec!["ax.1".into()], ..convoy() }, "First (`ax.1`) is not a supply vehicle free to drive"),
        (Convoy { vehicles: Vec::new(), ..convoy() }, "Supply (`ax.s`) is not a supply vehicle free to drive"),
        (Convoy { to: Goal::Account("ax.e".into()), ..convoy() }, "there is no account `ax.e`"),
        (Convoy { to: Goal::Formation("zz".into()), ..convoy() }, "there is no formation `zz`"),
        (Convoy { to: Goal::Square(Square::new(40, 1)), ..convoy() }, "square 040001 is not on the map"),
        (Convoy { way: vec![Square::new(40, 1)], ..convoy() }, "square 040001 is not on the map"),
        (Convoy { take: take("ax.e"), ..convoy() }, "there is no account `ax.e`"),
    ];
    for (wrong, expected) in cases {
        let lead = wrong.vehicles.first().cloned().unwrap_or_else(|| "ax.s".into());
        let event = Event::ConvoyChanged { lead, before: None, after: Some(Box::new(wrong)) };
        let mut changed = campaign();
        assert_eq!(apply(&mut changed, &event).unwrap_err().to_string(), expected);
        assert_eq!(changed, campaign());
    }
    let captured_fuel = Event::SpoilsChanged { account: "ax.e".into(), before: 0, after: 1 };
    assert_eq!(apply(&mut campaign(), &captured_fuel).unwrap_err().to_string(), "there is no dump `ax.e`");
}

#[test]
fn a_convoy_that_cannot_be_is_a_breach() {
    let told = |lead: &str, convoy: Convoy| -> Vec<String> {
        let mut campaign = campaign();
        campaign.convoys.insert(lead.into(), convoy);
        breaches(&campaign).iter().map(|b| format!("{} {}: {}, {}", b.kind, b.at, b.expected, b.found)).collect()
    };
    assert_eq!(told("ax.s", convoy()), Vec::<String>::new());
    assert_eq!(told("ax.x", convoy()), ["convoy ax.x: the name of its first vehicle, ax.x"]);
    let of = |vehicle: &str| Convoy { vehicles: vec![vehicle.into()], ..convoy() };
    assert_eq!(told("ax.1", of("ax.1")), ["convoy ax.1: supply vehicles, ax.1"]);
    let gone = Convoy { to: Goal::Account("ax.e".into()), ..convoy() };
    assert_eq!(told("ax.s", gone), ["convoy ax.s: a dump or railhead that exists, ax.e"]);
    let mut twice = campaign();
    twice.convoys.insert("ax.s".into(), convoy());
    twice.convoys.insert("ax.r".into(), Convoy { vehicles: vec!["ax.r".into(), "ax.s".into()], ..convoy() });
    let found: Vec<String> = breaches(&twice).iter().map(|b| format!("{}, {}", b.expected, b.found)).collect();
    assert_eq!(found, ["supply vehicles, ax.r", "vehicles of no other convoy, ax.s"]);
}
