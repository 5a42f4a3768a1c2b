//! A convoy and a line of supply find the same squares passable: the enemy may have entered one on its way in this bound.

use std::sync::Arc;

use campaign::{Convoy, Errand, Goal, Setting};
use domain::{FormationId, SideId};
use supply::{Roads, network, outlook_of};

use crate::starts::start;

#[test]
fn a_convoy_comes_through_exactly_where_a_clear_way_leads() {
    let drawn = start("first-bound");
    let (lead, axis, enemy) = (FormationId::from("ax.t1"), SideId::new("AX").unwrap(), SideId::new("SU").unwrap());
    let home = drawn.formation("ax.t1").unwrap().stands_on().unwrap();
    let end = drawn.formation("ax.pz.hq").unwrap().stands_on().unwrap();
    let net = network(&drawn);
    let way = Roads::new(&drawn, &net).way(axis, home, end).unwrap().squares;
    let convoy = Convoy {
        vehicles: vec![lead.clone()],
        errand: Errand::Deliver,
        take: None,
        to: Goal::Square(end),
        via: Vec::new(),
        stays: true,
        home,
        seat: None,
        starts: drawn.bound,
        way: way.clone(),
        held_up: None,
    };
    let mut barred = 0;
    for blocked in ["go_round", "halt", "turn_back"] {
        for entered in drawn.frame.squares().filter(|square| *square != home) {
            let mut campaign = drawn.clone();
            campaign.settings.set(Setting::ConvoyBlocked, blocked);
            campaign.convoys.insert(lead.clone(), convoy.clone());
            Arc::make_mut(&mut campaign.ground).set_control(entered, Some(enemy));
            let net = network(&campaign);
            let mut roads = Roads::new(&campaign, &net);
            let leads = if blocked == "go_round" {
                roads.is_clear(axis, home, end)
            } else {
                roads.is_way_clear(axis, home, &way)
            };
            let found = outlook_of(&campaign, &lead).unwrap();
            let at = campaign.frame.reference(entered);
            assert_eq!(found.arrives.is_some(), leads, "{blocked}, {at} entered");
            assert!(!leads || roads.is_way_clear(axis, home, &found.way), "{blocked}, {at} entered");
            barred += usize::from(!leads);
        }
    }
    // On the way itself at least, whoever halts or turns back does not come.
    assert!(barred >= 2 * way.len(), "{barred}");
}
