//! The files between drawing and posting: which outcome is of which drawing, and what becomes of one that lies there.
//!
//! `b1` (foot, 3 SP) attacks `i1` (4 SP) in 0602, as in `battle`.

use super::field::Field;

const LOG: &str = "no supply in this test";
const OUT: &str = "1am-0602.outcome.json";
const TOML: &str = "1am-0602.toml";

/// `b1` stands before `i1`, and the battle is drawn.
fn drawn() -> Field {
    let field = Field::new();
    field.done("unit set 1rd.b1 square=0502");
    field.done(&format!("battle new 0602 --override '{LOG}'"));
    field
}

fn text(field: &Field, name: &str) -> String {
    std::fs::read_to_string(field.dir.path().join(name)).unwrap()
}

fn edit(field: &Field, from: &str, to: &str) {
    let was = text(field, TOML);
    assert!(was.contains(from), "{was}");
    field.write(TOML, &was.replace(from, to));
}

/// A text as one line, however it is wrapped.
fn flat(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// How posting ends, in the first line of what is said.
fn refusal(field: &Field, line: &str) -> String {
    let ran = field.run(line);
    assert_eq!(ran.code, 1, "{line}: {}{}", ran.out, ran.err);
    ran.err.lines().next().unwrap().to_owned()
}

#[test]
fn an_outcome_that_another_would_overwrite_is_kept() {
    let field = drawn();
    let said = field.done("battle resolve 0602 --dice '6 3 4'");
    assert!(!said.contains("was another"), "{said}");
    let first = text(&field, OUT);
    let said = field.done("battle resolve 0602 --dice '6 3 4'");
    assert!(!said.contains("was another"), "the same bytes need no copy: {said}");
    let said = field.done("battle resolve 0602 --dice '2 2'");
    assert!(flat(&said).contains(&format!("`{OUT}` was another: what it held is kept as `{OUT}.1`")), "{said}");
    assert_eq!(text(&field, &format!("{OUT}.1")), first);
    let second = text(&field, OUT);
    let notes = field.json("battle record 0602 --end out_of_moves")["notes"].to_string();
    assert!(notes.contains(&format!("kept as `{OUT}.2`")), "{notes}");
    assert_eq!((text(&field, &format!("{OUT}.1")), text(&field, &format!("{OUT}.2"))), (first, second));
}

#[test]
fn the_outcome_of_an_earlier_drawing_is_refused() {
    let field = drawn();
    field.done("battle resolve 0602 --dice '6 3 4'");
    field.done("battle cancel 0602");
    field.done("unit set 1rd.b1 markers=1");
    field.done(&format!("battle new 0602 --override '{LOG}'"));
    let told = "error: this outcome is of an earlier drawing of `1am-0602`; fight it as it is drawn now: `railhead battle \
                resolve 1am-0602`, or `railhead battle record 1am-0602`";
    assert_eq!(refusal(&field, "battle post 0602"), told);
    // Other rules are another drawing.
    field.done("battle cancel 0602");
    field.done("unit set 1rd.b1 markers=0");
    field.done(&format!("battle new 0602 --rules nqm-free --override '{LOG}'"));
    assert_eq!(refusal(&field, "battle post 0602"), told);
    field.done("battle post 0602 --dry-run --override 'the umpire knows'");
    // Drawn again as it was, it is the same drawing, and so it is after `undo` and `redo`.
    field.done("battle cancel 0602");
    field.done(&format!("battle new 0602 --override '{LOG}'"));
    field.done("undo");
    field.done("redo");
    field.done("battle post 0602");
}

#[test]
fn an_old_engagement_file_is_of_its_own_drawing() {
    let field = drawn();
    let old = text(&field, TOML);
    field.done("battle cancel 0602");
    field.done("grade set 1rd veteran --override test");
    field.done(&format!("battle new 0602 --override '{LOG}'"));
    field.write("old.toml", &old);
    field.done("battle resolve old.toml --dice '6 3 4'");
    assert!(
        refusal(&field, "battle post 0602").starts_with("error: this outcome is of an earlier drawing of `1am-0602`")
    );
}

#[test]
fn an_engagement_that_was_edited_after_it_was_fought_is_fought_anew() {
    let field = drawn();
    edit(&field, "moves = 6", "moves = 1");
    field.done("battle resolve 1am-0602.toml --dice '6 3 4'");
    // Comments are not the engagement.
    let was = text(&field, TOML);
    field.write(TOML, &format!("# seen by the umpire\n{was}"));
    field.done("battle post 0602 --dry-run");
    edit(&field, "terrain = \"open\"", "terrain = \"close\"");
    assert_eq!(
        refusal(&field, "battle post 0602"),
        "error: `1am-0602.toml` has been edited since this outcome came of it; fight it anew: `railhead battle resolve \
         1am-0602.toml`, or `railhead battle record 1am-0602.toml`"
    );
    field.done("battle post 0602 --dry-run --override 'no matter'");
    edit(&field, "terrain = \"close\"", "terrain = \"open\"");
    field.done("battle post 0602");
}

#[test]
fn rules_that_the_edited_file_names_are_those_of_the_battle() {
    let field = drawn();
    edit(&field, "rules = \"nqm-squared\"", "rules = \"nqm-free\"");
    field.done("battle resolve 1am-0602.toml --seed 1");
    field.done("battle post 0602");
    assert_eq!(field.json("battle show 0602")["rules"], "nqm-free");
}

#[test]
fn an_outcome_without_marks_is_taken_with_a_note_and_not_by_other_rules() {
    let field = drawn();
    field.done("battle resolve 0602 --dice '6 3 4'");
    let mut outcome: serde_json::Value = serde_json::from_str(&text(&field, OUT)).unwrap();
    for key in ["drawing", "engagement"] {
        assert!(outcome.as_object_mut().unwrap().remove(key).is_some(), "{key}");
    }
    field.write(OUT, &outcome.to_string());
    let said = field.done("battle post 0602 --dry-run");
    let note = "the outcome does not say of which drawing of `1am-0602` it is: it was taken for one of this";
    assert!(flat(&said).contains(note), "{said}");
    outcome["outcome"]["rules"] = "nqm-free".into();
    field.write(OUT, &outcome.to_string());
    assert_eq!(
        refusal(&field, "battle post 0602"),
        "error: this outcome is by the rules `nqm-free`, and `1am-0602` is drawn by `nqm-squared`; fight it anew: `railhead \
         battle resolve 1am-0602`, or `railhead battle record 1am-0602`"
    );
}

#[test]
fn who_names_the_battle_is_told_that_the_edited_file_is_not_used() {
    let field = drawn();
    let warning = "warning: `1am-0602.toml` differs from `1am-0602` as it stands and is not used; name the file to use it: \
                   `1am-0602.toml` in place of the battle\n";
    assert_eq!(field.run("battle form 0602").err, "");
    edit(&field, "moves = 6", "moves = 1");
    for line in ["battle resolve 0602 --seed 1", "battle record 1am-0602 --end out_of_moves", "battle form 0602"] {
        assert_eq!(field.run(line).err, warning, "{line}");
    }
    assert_eq!(field.run("battle resolve 1am-0602.toml --seed 1").err, "");
    field.write(TOML, "no engagement");
    assert_eq!(field.run("battle form 0602").err, warning);
}
