//! The files between drawing and posting: which outcome is of which drawing, and what becomes of one that lies there.
//!
//! `b1` (foot, 3 SP) attacks `i1` (4 SP) in 0602, as in `battle`.

use super::field::{Field, plain};

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
    assert!(plain(&said).contains(&format!("`{OUT}` had other contents, kept as `{OUT}.1`")), "{said}");
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
    let told = "error: this outcome is from an earlier drawing of `1am-0602`; fight the current one: `railhead battle \
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
    let told = "error: `old.toml` differs from the campaign: the battle: it is from an earlier drawing of `1am-0602`; to \
                take the battle as it is drawn now, say `1am-0602` and not the file";
    assert!(refusal(&field, "battle resolve old.toml --dice '6 3 4'").starts_with(told));
    field.done("battle resolve old.toml --dice '6 3 4' --override 'to see what would be'");
    assert!(
        refusal(&field, "battle post 0602").starts_with("error: this outcome is from an earlier drawing of `1am-0602`")
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
        "error: `1am-0602.toml` has been edited since this outcome was made; fight it again: `railhead battle resolve \
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
    let note = "the outcome does not say which drawing of `1am-0602` it is from; the current one is assumed";
    assert!(plain(&said).contains(note), "{said}");
    outcome["outcome"]["rules"] = "nqm-free".into();
    field.write(OUT, &outcome.to_string());
    assert_eq!(
        refusal(&field, "battle post 0602"),
        "error: this outcome uses the rules `nqm-free`, but `1am-0602` is drawn for `nqm-squared`; fight it again: \
         `railhead \
         battle resolve 1am-0602`, or `railhead battle record 1am-0602`"
    );
}

#[test]
fn who_names_the_battle_is_told_that_the_edited_file_is_not_used() {
    let field = drawn();
    let warning = "warning: `1am-0602.toml` differs from `1am-0602` as it stands and is not used; to use the file, \
                   name `1am-0602.toml` instead of the battle\n";
    assert_eq!(field.run("battle form 0602").err, "");
    edit(&field, "moves = 6", "moves = 1");
    for line in ["battle resolve 0602 --seed 1", "battle record 1am-0602 --end out_of_moves", "battle form 0602"] {
        assert_eq!(field.run(line).err, warning, "{line}");
    }
    assert_eq!(field.run("battle resolve 1am-0602.toml --seed 1").err, "");
    field.write(TOML, "no engagement");
    assert_eq!(field.run("battle form 0602").err, warning);
}

#[test]
fn what_the_campaign_says_of_a_base_is_not_edited_in_the_file() {
    let field = drawn();
    assert_eq!(field.run("battle check 1am-0602.toml").err, "`1am-0602.toml` can be fought\n");
    let line = "sp = 4, sp_full = 4, ";
    for (edited, told) in [
        ("sp = 2, sp_full = 4, ", "it has 2 SP here and 4 in the campaign"),
        ("sp = 4, sp_full = 5, ", "it has 5 SP at full strength here and 4 in the campaign"),
        ("sp = 4, sp_full = 4, markers = 1, ", "it has 1 marker here and 0 in the campaign"),
        ("sp = 4, sp_full = 4, out_of_ammo = true, ", "it has no ammunition here and ammunition in the campaign"),
        ("sp = 4, sp_full = 4, cu_thirds = 3, ", "it has 3 thirds of a CU here and 12 thirds of a CU in the campaign"),
        ("sp = 4, sp_full = 4, disorganised = true, ", "it is disorganised here and in order in the campaign"),
        ("sp = 4, sp_full = 4, broken = true, ", "it is broken here and in order in the campaign"),
    ] {
        edit(&field, line, edited);
        let checked = field.run("battle check 1am-0602.toml");
        assert!(checked.code == 4 && checked.err.contains(&format!("ax.9id.i1: {told}")), "{edited}: {}", checked.err);
        let expected = format!("error: `1am-0602.toml` differs from the campaign: ax.9id.i1: {told}; correct");
        let resolved = refusal(&field, "battle resolve 1am-0602.toml --seed 3");
        assert!(resolved.starts_with(&expected), "{resolved}");
        edit(&field, edited, line);
    }
    edit(&field, "square = \"0602\" },", "square = \"0502\" },");
    edit(&field, "su.1a.1rd.b1", "su.1a.1rd.b2");
    edit(&field, "id = \"ax.9id\"", "id = \"ax.8id\"");
    let checked = field.run("battle check 1am-0602.toml").err;
    for told in [
        "ax.8id: there is no such unit in the campaign",
        "su.1a.1rd.b2: it is not in `1am-0602` as drawn",
        "ax.9id.i1: it stands in 0502 here and in 0602 in the campaign",
    ] {
        assert!(checked.contains(told), "{told}: {checked}");
    }
    let resolved = refusal(&field, "battle record 1am-0602.toml --end out_of_moves");
    assert_eq!(
        resolved,
        "error: `1am-0602.toml` differs from the campaign: ax.8id: there is no such unit in the campaign; and 2 more; \
         correct the campaign (`railhead unit set`) and draw the battle again"
    );
}

// A strength that is not there is no loss: it is refused, and set aside it is not booked.
#[test]
fn a_loss_is_what_was_lost_in_the_battle() {
    let field = drawn();
    edit(&field, "sp = 4, sp_full = 4, ", "sp = 2, sp_full = 4, ");
    field.done("battle record 1am-0602.toml --end out_of_moves --set i1=1 --override 'a test'");
    assert_eq!(
        refusal(&field, "battle post 0602"),
        "error: I1 (`ax.9id.i1`) went in with 2 SP but has 4 in the campaign"
    );
    field.done("battle post 0602 --override 'a test'");
    assert_eq!(field.json("unit show i1")["sp"], 3, "one SP of two was lost, and four were there");
    assert_eq!(field.json("battle list")[0]["sp_lost"], serde_json::json!([0, 1]));
}

#[test]
fn what_the_battle_did_not_touch_stays_as_it_was_set_since() {
    let field = drawn();
    field.done("battle resolve 0602 --dice '2 2'");
    field.done("unit set i1 markers=2 ammo=out");
    field.done("unit set 1rd.b1 square=0402");
    // 1 is the campaign, 2 puts b1 there, 3 draws the battle; 4 and 5 set i1 and b1.
    let posted = field.done("battle post 0602 --override 'corrected since'");
    let notes = plain(&posted);
    for told in [
        "`ax.9id.i1` was changed by op 4 after the battle was drawn: the figures listed here replace that",
        "`su.1a.1rd.b1` was changed by op 5 after the battle was drawn",
    ] {
        assert!(notes.contains(told), "{told}: {posted}");
    }
    let (i1, b1) = (field.json("unit show i1"), field.json("unit show 1rd.b1"));
    assert_eq!((&i1["markers"], &i1["bases"][0]["out_of_ammo"]), (&2.into(), &true.into()), "{i1}");
    assert_eq!(b1["square"], "0402");
    assert_eq!(i1["state"], "disorganised", "that the battle did");
}

// Where both sides stand in one square it is contested; guns fire from it into the next.
#[test]
fn who_stands_in_a_contested_square_may_stay_there() {
    let field = drawn();
    field.done("battle cancel 0602");
    field.done("unit set 1rd.b2 square=0502");
    field.done("unit new ax.9id.i2 --parent 9id echelon=battalion arm=infantry mobility=foot where=0502 weapon_men=L sp_full=3");
    field.done(&format!("battle new 0602 --override '{LOG}'"));
    field.done("battle resolve 0602 --dice '2 2 2' --decide break-off=yes");
    field.done("battle post 0602");
    assert_eq!(field.json("unit show 1rd.b1")["square"], "0502");
}
