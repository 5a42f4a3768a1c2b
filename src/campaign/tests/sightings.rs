//! Who goes from operation to operation sees what one sees who looks at the whole campaign anew after each.

use campaign::{Campaign, Event, Observer, Reader, Sighting, Transfer, apply};
use domain::{Commodity, Echelon, FormationId, SideId, SightedBy, SightingId, Square};
use proptest::prelude::*;
use scenario::read;

use crate::tiny::tiny;

#[derive(Debug, Clone)]
enum Act {
    /// A leaf goes to a square, or off the map.
    Place(usize, Option<(u16, u16)>),
    /// A leaf comes under another formation.
    Under(usize, usize),
    /// The umpire tells a side of a formation, true or false, in a square.
    Tell(u32, usize, Option<usize>, (u16, u16)),
    /// The umpire lets a side forget.
    Forget(usize),
    /// A side takes a square.
    Take(usize, (u16, u16)),
    /// The bound ends and the next begins.
    Close,
}

fn act() -> impl Strategy<Value = Act> {
    // A corner of the map, where the two often meet.
    let square = || (0..4_u16, 0..3_u16);
    prop_oneof![
        6 => (0..4_usize, prop::option::weighted(0.9, square())).prop_map(|(leaf, to)| Act::Place(leaf, to)),
        1 => (0..4_usize, 0..6_usize).prop_map(|(leaf, under)| Act::Under(leaf, under)),
        2 => (1..6_u32, 0..2_usize, prop::option::of(0..6_usize), square())
            .prop_map(|(number, by, of, at)| Act::Tell(number, by, of, at)),
        1 => (0..8_usize).prop_map(Act::Forget),
        1 => (0..2_usize, square()).prop_map(|(side, square)| Act::Take(side, square)),
        2 => Just(Act::Close),
    ]
}

fn events(campaign: &Campaign, act: &Act) -> Vec<Event> {
    let sides: Vec<SideId> = campaign.sides.iter().map(|side| side.id).collect();
    let formations: Vec<FormationId> = campaign.formations.values().map(|formation| formation.id.clone()).collect();
    let leaves: Vec<_> = campaign.formations.values().filter(|formation| formation.leaf.is_some()).collect();
    let square = |(col, row): (u16, u16)| Square::new(col, row);
    match *act {
        Act::Place(leaf, to) => {
            let leaf = leaves[leaf % leaves.len()];
            let before = leaf.leaf.as_ref().unwrap().square;
            vec![Event::LeafPlaced { leaf: leaf.id.clone(), before, after: to.map(square) }]
        }
        Act::Under(leaf, under) => {
            let leaf = leaves[leaf % leaves.len()];
            let after = Some(formations[under].clone());
            vec![Event::SuperiorChanged { formation: leaf.id.clone(), before: leaf.parent.clone(), after }]
        }
        Act::Tell(number, by, of, at) => {
            let id = SightingId::numbered(sides[1 - by], number);
            let before = campaign.intel.sightings.get(&id).cloned();
            let mut told =
                Sighting::new(id.clone(), (sides[by], sides[1 - by]), square(at), campaign.bound, SightedBy::Report);
            told.formation = of.map(|of| formations[of].clone());
            vec![Event::SightingChanged { sighting: id, before: before.map(Box::new), after: Some(Box::new(told)) }]
        }
        Act::Forget(number) => {
            let sighting = campaign.intel.sightings.values().nth(number).cloned();
            let forgotten = sighting.map(|sighting| Event::SightingChanged {
                sighting: sighting.id.clone(),
                before: Some(Box::new(sighting)),
                after: None,
            });
            forgotten.into_iter().collect()
        }
        Act::Take(side, at) => {
            let before = campaign.ground.control(square(at));
            vec![Event::ControlChanged { square: square(at), before, after: Some(sides[side]) }]
        }
        Act::Close => {
            let bound = campaign.bound;
            vec![Event::BoundClosed { bound }, Event::BoundOpened { before: bound, after: bound.next() }]
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, ..ProptestConfig::default() })]

    #[test]
    fn an_observer_that_is_kept_sees_what_a_new_one_sees(acts in prop::collection::vec(act(), 1..40)) {
        let mut kept = read(&tiny(), &[]).campaign.unwrap();
        kept.take_first_look();
        let (mut anew, mut observer) = (kept.clone(), Observer::default());
        for act in &acts {
            let mut done = events(&kept, act);
            // What is refused has not happened, and is not looked at.
            done.retain(|event| apply(&mut kept, event).is_ok());
            for event in &done {
                apply(&mut anew, event).unwrap();
            }
            observer.observe(&mut kept, &done);
            anew.observe(&done);
            prop_assert_eq!(&kept.intel, &anew.intel, "after {:?}", act);
        }
    }
}

/// A dump was the enemy's, was taken, and was taken back: what he brought to it before is not the captor's to know.
#[test]
fn what_came_to_a_dump_before_it_was_taken_stays_the_enemys() {
    let campaign = read(&tiny(), &[]).campaign.unwrap();
    let brought = Transfer {
        number: 99,
        from: "rail".into(),
        to: "ax.d".into(),
        commodity: Commodity::Log,
        quantity: 5,
        bound: campaign.bound,
        reason: String::new(),
    };
    let handed = |from: &str, to: &str| Event::DumpHandedOver {
        dump: "ax.d".into(),
        before: (from.into(), Echelon::Division),
        after: (to.into(), Echelon::Division),
    };
    let events = [Event::StockTransferred { transfer: brought }, handed("ax", "su"), handed("su", "ax")];
    let read_by = |side: &str| {
        let reader = Reader::of_side(SideId::new(side).unwrap());
        campaign.events_read_by(&campaign, &reader, &events)
    };
    assert!(!read_by("SU").iter().any(|event| matches!(event, Event::StockTransferred { .. })));
    assert!(read_by("AX").iter().any(|event| matches!(event, Event::StockTransferred { .. })));
}
