//! `verify --since`: a hash noted before shows whether history has been rewritten.

use super::field::Field;

/// The hash of the tip of a file.
fn tip(field: &Field, file: &str) -> String {
    field.json(&format!("verify --campaign {file}"))["tip"]["hash"].as_str().unwrap().to_owned()
}

#[test]
fn verify_prints_the_tip_and_shows_what_has_come_since_it_was_noted() {
    let field = Field::new();
    let start = tip(&field, "six.railhead");
    field.done("unit set 1rd.b1 sp=2 -q");
    field.done("unit set 1rd.b1 sp=1 -q");
    let now = tip(&field, "six.railhead");
    assert_eq!(field.done("verify"), format!("sound: events folded 3, breaches 0\ntip: operation 3, hash\n  {now}\n"));
    let said = format!(
        "sound: events folded 3, breaches 0\noperation 1 is unchanged since this hash was noted, 2 later operations\n\
         tip: operation 3, hash\n  {now}\n"
    );
    assert_eq!(field.done(&format!("verify --since {}", &start[..8])), said);
    let said = field.done(&format!("verify --since {now}"));
    assert_eq!(
        said.lines().nth(1),
        Some("operations 1 to 3 are unchanged since this hash was noted, no later operation")
    );
    field.done("undo -q");
    let said = field.done(&format!("verify --since {now}"));
    assert!(said.contains("operations 1 to 3 are unchanged since this hash was noted, 1 later operation\n"), "{said}");
    let json = field.json(&format!("verify --since {start}"));
    assert_eq!(json["since"], serde_json::json!({"hash": start, "op": 1, "later": 3}));
    assert_eq!(json["tip"]["op"], 4);
}

#[test]
fn a_backup_put_back_over_later_operations_is_a_breach() {
    let field = Field::new();
    field.done("backup early.backup");
    field.done("unit set 1rd.b1 sp=2 -q");
    let noted = tip(&field, "six.railhead");
    let ran = field.run(&format!("verify --campaign early.backup --since {}", &noted[..12]));
    assert_eq!(ran.code, 4);
    let said = ran.out.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(said.contains("NOT SOUND: events folded 1, breaches 1"), "{said}");
    let json = field.run(&format!("verify --campaign early.backup --since {noted} --format json"));
    let json: serde_json::Value = serde_json::from_str(&json.out).unwrap();
    let found = "none: the log was rewritten, is that of another campaign, or is older than the note";
    let expected = format!("an operation with the hash {noted}");
    let breach = serde_json::json!({"kind": "since", "where": "log", "expected": expected, "found": found});
    assert_eq!(json["breaches"], serde_json::json!([breach]));
    assert_eq!(json["since"], serde_json::json!({"hash": noted, "op": null, "later": null}));
}

#[test]
fn words_that_are_no_hash_are_refused() {
    let ran = Field::new().run("verify --since 1234567");
    assert_eq!(ran.code, 2);
    let said = "error: invalid value `1234567` for `--since <HASH>`: a hash has 64 digits of 0-9 and a-f, of which the first 8 \
                are enough\n";
    assert!(ran.err.starts_with(said), "{}", ran.err);
}
