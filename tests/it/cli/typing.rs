//! Words as people type them: `help`, `KEY=VALUE`, flags that belong to another command, an order to where the unit is.

use serde_json::json;

use super::field::Field;

fn refused(field: &Field, line: &str) -> (i32, String) {
    let ran = field.run(line);
    (i32::from(ran.code), ran.err)
}

#[test]
fn help_stands_before_a_command_or_behind_it() {
    let field = Field::new();
    for words in ["bound close", "find", ""] {
        let (before, behind) = (field.run(&format!("help {words}")), field.run(&format!("{words} --help")));
        assert_eq!((before.code, &before.out), (0, &behind.out), "{words}");
    }
}

#[test]
fn a_setting_is_set_with_and_without_an_equals_sign() {
    let field = Field::new();
    field.done("setting set detail=full");
    field.done("setting set bowser_km 75");
    let list = field.json("setting list");
    let value = |key: &str| list.as_array().unwrap().iter().find(|row| row["key"] == key).unwrap()["value"].clone();
    assert_eq!((value("detail"), value("bowser_km")), (json!("full"), json!("75")));
    assert_eq!(
        refused(&field, "setting set detail"),
        (2, "error: `detail` needs a value\nhint: `railhead setting set detail VALUE`\n".to_owned())
    );
}

#[test]
fn settings_that_were_changed_are_listed_first() {
    let field = Field::new();
    field.done("setting set bowser_km 75");
    let list = field.done("setting list");
    let first = list.lines().nth(2).unwrap();
    assert!(first.starts_with("bowser_km"), "{list}");
}

#[test]
fn an_order_takes_no_flag_of_the_list_of_orders() {
    let field = Field::new();
    let said = "error: `--side` has no effect with an order\nhint: it goes with `railhead order list`\n".to_owned();
    assert_eq!(refused(&field, "order 1rd move 0404 --side AX"), (2, said));
    assert_eq!(field.json("order list"), json!([]));
    field.write("old.txt", "order 1rd move 0404 --side AX\n");
    let ran = field.run("run old.txt");
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.err.contains("warning: `--side` has no effect with an order\n"), "{}", ran.err);
    assert_eq!(field.json("order list --side SU").as_array().unwrap().len(), 1);
}

#[test]
fn an_order_to_where_all_of_a_unit_stands_says_so() {
    let field = Field::new();
    let square = field.json("unit show 1rd.b1")["square"].as_str().unwrap().to_owned();
    let name = field.json("unit show 1rd.b1")["name"].as_str().unwrap().to_owned();
    let notes = field.json(&format!("order 1rd.b1 move {square}"))["notes"].clone();
    assert_eq!(notes, json!([format!("{name} already stands in {square}")]));
    assert_eq!(field.json("order 1rd.b1 move 0404")["notes"], json!(null));
}
