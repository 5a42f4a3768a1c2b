//! Who is under whom, of which unit, and what comes into pools for whom.

use campaign::{Campaign, Formation, OnceHad, Pool, Replacement, Tree};
use domain::{Arm, Echelon, Mobility};

use crate::squares::{empty, formation, leaf, sq};
use crate::units::side;

fn battalion(campaign: &mut Campaign, id: &str, mobility: Mobility) {
    leaf(campaign, id, "SU", Arm::Infantry, mobility, sq(1, 1));
}

/// An army of a division with a regiment; a battalion each in the regiment and the division, and one that is under nobody.
fn army() -> Campaign {
    let mut campaign = empty();
    for (id, echelon) in [("a", Echelon::Army), ("a.d", Echelon::Division), ("a.d.r", Echelon::Regiment)] {
        formation(&mut campaign, id, "SU");
        campaign.formations.get_mut(id).unwrap().echelon = echelon;
    }
    for id in ["a.d.r.1", "a.d.1", "b"] {
        battalion(&mut campaign, id, Mobility::Foot);
    }
    campaign
}

#[test]
fn leaves_units_and_levels_are_found_up_and_down_the_tree() {
    let campaign = army();
    let tree = Tree::new(&campaign);
    let of = |id: &str| campaign.formation(id).unwrap();
    for (id, leaves) in [("a", ["a.d.r.1", "a.d.1"].as_slice()), ("a.d.r", &["a.d.r.1"]), ("b", &["b"])] {
        assert_eq!(tree.leaves(of(id)).into_iter().map(|f| f.id.as_str()).collect::<Vec<_>>(), leaves);
    }
    for (id, unit) in [("a.d.r.1", "a.d.r"), ("a.d.1", "a.d"), ("a.d.r", "a.d.r"), ("b", "b")] {
        assert_eq!(tree.unit_of(of(id)).id.as_str(), unit, "{id}");
    }
    // No brigade: the next above it. No army group: the highest there is.
    for (level, found) in [
        (Echelon::Battalion, "a.d.r.1"),
        (Echelon::Regiment, "a.d.r"),
        (Echelon::Brigade, "a.d"),
        (Echelon::Division, "a.d"),
        (Echelon::Corps, "a"),
        (Echelon::ArmyGroup, "a"),
    ] {
        assert_eq!(tree.at_level_or_above(of("a.d.r.1"), level).id.as_str(), found, "{level}");
    }
}

#[test]
fn a_formation_needs_pol_when_more_than_half_of_what_fights_burns_it() {
    use Mobility::{Armoured, Cavalry, Foot, Motorised};
    let cases: [(&[Mobility], bool); 6] = [
        (&[], false),
        (&[Foot], false),
        (&[Motorised], true),
        (&[Armoured, Cavalry], false),
        (&[Armoured, Motorised, Foot], true),
        (&[Armoured, Motorised, Foot, Foot], false),
    ];
    for (fighting, needs) in cases {
        let mut campaign = empty();
        formation(&mut campaign, "su", "SU");
        leaf(&mut campaign, "su.log", "SU", Arm::Logistic, Motorised, sq(1, 1));
        for (number, mobility) in fighting.iter().enumerate() {
            battalion(&mut campaign, &format!("su.{number}"), *mobility);
        }
        let tree = Tree::new(&campaign);
        assert_eq!(tree.needs_pol(campaign.formation("su").unwrap()), needs, "{fighting:?}");
    }
}

#[test]
fn what_a_formation_once_had_is_nothing_without_vehicles_of_either_kind() {
    for (log, pol) in [(false, false), (true, false), (false, true)] {
        assert_eq!(OnceHad { log, pol }.is_nothing(), !log && !pol);
    }
}

// In D1 pm: what has come and is not given away, for the arm first, then the oldest.
#[test]
fn a_pool_gives_what_has_come_for_the_arm_first() {
    let mut campaign = army();
    campaign.bound = "1pm".parse().unwrap();
    let (division, army) = (Pool::Formation("a.d".into()), Pool::Formation("a".into()));
    let entry = |pool: &Pool, bound: &str, arm, given| Replacement {
        pool: pool.clone(),
        bound: bound.parse().unwrap(),
        arm,
        sp: 2,
        given,
        note: String::new(),
    };
    campaign.replacements = vec![
        entry(&division, "1pm", None, 1),
        entry(&division, "1n", None, 0),
        entry(&division, "1am", None, 0),
        entry(&division, "1am", None, 2),
        entry(&army, "1am", None, 0),
        entry(&division, "1pm", Some(Arm::Infantry), 0),
        entry(&division, "1am", Some(Arm::Armour), 0),
    ];
    let found = |pool: &Pool, leaf: &Formation| campaign.entries_for(pool, leaf);
    let infantry = campaign.formation("a.d.1").unwrap();
    assert_eq!(found(&division, infantry), [5, 2, 0]);
    assert_eq!(found(&army, infantry), [4]);
    assert_eq!(found(&Pool::Side(side("SU")), infantry), [] as [usize; 0]);
    let tanks = Formation { arm: Arm::Armour, ..infantry.clone() };
    assert_eq!(found(&division, &tanks), [6, 2, 0]);
}
