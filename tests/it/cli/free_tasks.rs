//! Tasks on the map in a campaign by NQM Free, whose page gives their hours ("Supply and tasks"). Bounds have six hours.

use campaign::{Campaign, River, RiverSide};
use domain::{Edge, RiverClass, RuleSystemId, Square, SquareSide};
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

/// A major river: eight hours to plan it and one to three, so that it stands in the afternoon by a 1 (nine hours of the six of
/// the morning and six of the afternoon); a minor one: one to three hours of this bound, half a die rounded up.
#[test]
fn an_infantry_bridgehead_takes_half_a_die_of_hours_and_a_plan_over_a_major_river() {
    for (class, face, hours, minutes, stands) in [
        (RiverClass::Major, 1, 9, 360, "D1 pm"),
        (RiverClass::Major, 6, 11, 360, "D1 pm"),
        (RiverClass::Minor, 1, 1, 60, "D1 am"),
        (RiverClass::Minor, 3, 2, 120, "D1 am"),
        (RiverClass::Minor, 6, 3, 180, "D1 am"),
    ] {
        let field = field(class);
        let told = field.json(&format!("crossing build 0404 0504 --by 1rd --foot --dice {face}"));
        assert_eq!(used(&field, "1rd.e1"), json!(minutes), "{told}");
        let list = field.json("crossing list");
        let row = list.as_array().unwrap().iter().find(|row| row["id"] == "bridgehead-0404-0504").unwrap();
        assert_eq!((&row["carries"], &row["kind"]), (&json!("foot"), &json!("ferry")));
        assert_eq!(row["usable"], json!(stands == "D1 am"), "{row}");
        let thrown = field.done(&format!("op show {}", told["operation"]));
        assert!(thrown.contains(&format!("{hours} hours: it stands from {stands} on")), "{thrown}");
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
