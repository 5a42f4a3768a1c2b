//! Events as the ledger keeps them.

use campaign::{Event, UnitKey};
use domain::Square;

#[test]
fn an_event_is_read_back_as_it_was_written() {
    let event = Event::LeafPlaced { leaf: "su.1rd.b1".into(), before: None, after: Some(Square::new(3, 14)) };
    let (kind, payload) = event.encode().unwrap();
    assert_eq!(
        (kind.as_str(), payload.as_str()),
        ("leaf_placed", r#"{"after":"003014","before":null,"leaf":"su.1rd.b1"}"#)
    );
    assert_eq!(Event::decode(&kind, 1, &payload).unwrap(), event);
}

#[test]
fn a_name_and_a_label_that_were_set_under_kinds_of_their_own_are_read() {
    for (kind, key) in [("formation_renamed", UnitKey::Name), ("formation_labelled", UnitKey::Label)] {
        let payload = r#"{"after":"Жуков","before":"1st","formation":"su.1rd"}"#;
        let (formation, before, after) = ("su.1rd".into(), "1st".to_owned(), "Жуков".to_owned());
        assert_eq!(Event::decode(kind, 1, payload).unwrap(), Event::FormationSet { formation, key, before, after });
        let refused = |payload: &str| Event::decode(kind, 1, payload).unwrap_err().to_string();
        for payload in ["{}", "7", "[", r#"{"after":1,"before":"1st","formation":"su.1rd"}"#] {
            assert!(refused(payload).starts_with(&format!("event of kind `{kind}`, version 1, cannot be read: ")));
        }
    }
}

#[test]
fn an_event_of_a_newer_program_is_refused() {
    let error = Event::decode("leaf_placed", 3, "{}").unwrap_err();
    assert_eq!(error.to_string(), "event of kind `leaf_placed` has version 3, newer than this program knows");
}
