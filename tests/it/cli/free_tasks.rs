//! Tasks on the map in a campaign by NQM Free, whose page gives their hours ("Supply and tasks"). Bounds have six hours.

use railhead::campaign::{Campaign, River, RiverSide};
use railhead::domain::{Edge, RiverClass, RuleSystemId, Square, SquareSide};
use serde_json::json;

use super::field::{Field, six};

/// A river between 0404 and 0504, and engineers beside it.
fn field(class: RiverClass) -> Field {
    let mut campaign = Campaign { rules: RuleSystemId::NqmFree, ..six() };
    campaign.rivers = vec![River { name: "Don".to_owned(), class, course: Vec::new() }];
    let side = SquareSide { square: Square::new(4, 4), edge: Edge::East };
    std::sync::Arc::make_mut(&mut campaign.ground).set_river(side, Some(RiverSide { class, river: 0 }));
    let field = Field::of(&campaign);
    field.done("unit new su.1a.1rd.e1 --parent 1rd arm=engineer mobility=motorised where=0403 sp_full=1");
    field
}

fn used(field: &Field, unit: &str) -> serde_json::Value {
    field.json(&format!("unit show {unit}"))["minutes_used"].clone()
}

/// Twice a die of hours: three are six, which this bound has; four are eight, of which two are done in the afternoon; six are
/// twelve, which are done when the afternoon closes.
#[test]
fn a_bridge_takes_twice_a_die_of_hours() {
    for (face, stands) in [(3, "D1 am"), (4, "D1 pm"), (6, "D1 pm")] {
        let field = field(RiverClass::Major);
        let told = field.json(&format!("crossing build 0404 0504 --by 1rd --dice {face}"));
        assert_eq!(used(&field, "1rd.e1"), json!(360), "{told}");
        let list = field.json("crossing list");
        let bridge = list.as_array().unwrap().iter().find(|row| row["id"] == "bridge-0404-0504").unwrap();
        assert_eq!(bridge["usable"], json!(stands == "D1 am"), "{bridge}");
        if stands == "D1 pm" {
            assert_eq!(bridge["from"]["label"], json!(stands), "{bridge}");
        }
        let thrown = field.done(&format!("op show {}", told["operation"]));
        assert!(thrown.contains(&format!("{} hours: it stands from {stands} on", 2 * face)), "{thrown}");
        assert_eq!(field.json("verify")["ok"], json!(true));
    }
}

/// Two hours for the bridge, by a 1; then 8 hours of a platoon are 54 minutes of nine, one hour 7.
#[test]
fn a_demolition_takes_eight_hours_of_a_platoon_or_one() {
    for (class, blown) in [(RiverClass::Major, 174), (RiverClass::Minor, 127)] {
        let field = field(class);
        field.done("crossing build 0404 0504 --by 1rd --id pontoon --dice 1");
        field.done("crossing destroy pontoon --by 1rd");
        assert_eq!(used(&field, "1rd.e1"), json!(blown));
        field.done("crossing repair pontoon --by 1rd");
        assert_eq!(used(&field, "1rd.e1"), json!(blown + 60), "the text has no hours of repairs: one, as by Squared");
    }
}

/// With engineers beside them they would have dug in within an hour by Squared.
#[test]
fn digging_in_takes_six_hours_with_engineers_or_without() {
    let field = field(RiverClass::Major);
    field.done("unit set 1rd.e1 square=0302");
    field.done("dig-in 1rd.b1");
    assert_eq!(used(&field, "1rd.b1"), json!(360));
}
