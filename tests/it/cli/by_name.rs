//! What an organiser reads in a bound of Uranus, as it stands on paper: by name, counted, in groups.

use super::field::Field;
use crate::histories::script;

/// The first morning of Uranus as it went, before it is closed.
fn first_morning() -> Field {
    let field = Field::empty();
    field.done("new uranus-1942 -q");
    let script = script("uranus-1942");
    let morning: Vec<&str> = script.lines().take_while(|line| *line != "bound close").collect();
    field.write("morning.txt", &morning.join("\n"));
    field.done("run morning.txt -q");
    field
}

fn widest(page: &str) -> usize {
    page.lines().map(|line| line.chars().count()).max().unwrap_or_default()
}

#[test]
fn contacts_and_the_review_of_a_morning() {
    let field = first_morning();
    for line in ["contact", "review"] {
        for columns in [80, 120] {
            let page = field.run_on(columns, line, "").out;
            assert!(widest(&page) <= columns, "{line} at {columns}: {page}");
            insta::assert_snapshot!(format!("{line}_{columns}"), page);
        }
    }
    let rows = field.json("contact").as_array().unwrap().len();
    let page = field.done("contact --format csv");
    assert_eq!(page.lines().count(), rows + 1, "a spreadsheet has every pair of squares");
    assert_eq!(field.done("contact --leaves --format csv"), page);
    let findings = field.json("review")["findings"].as_array().unwrap().len();
    assert_eq!(field.done("review --format csv").lines().count(), findings + 1, "and every finding");
}

/// What a side reads of its contacts is told by its own armies: of the enemy it has seen a piece here and there. What lacks supply
/// stands in a line for LOG and one for POL, and leads to the sheet by cause.
#[test]
fn the_review_of_a_side_is_short_and_begins_with_its_own() {
    let field = first_morning();
    for (side, id, most) in [("AX", "ax", 60), ("SU", "su", 80)] {
        let page = field.run_on(80, &format!("review --side {side}"), "").out;
        let lines = page.lines().count();
        assert!(lines <= most && widest(&page) <= 80, "{lines} lines: {page}");
        let rows = field.json(&format!("review --side {side}"));
        let facing = |row: &&serde_json::Value| row["kind"] == "standing_contact";
        let facing: Vec<_> = rows["findings"].as_array().unwrap().iter().filter(facing).collect();
        assert!(facing.len() > 10, "{rows}");
        assert!(facing.iter().all(|row| row["subject"].as_str().unwrap().starts_with(id)), "{facing:?}");
    }
    let page = field.run_on(200, "review --side AX", "").out;
    assert!(page.contains("German Sixth Army faces the enemy: "), "{page}");
    let page = field.run_on(200, "review --side SU", "").out;
    assert_eq!(page.lines().filter(|line| line.contains("formations are out of LOG, cut off: ")).count(), 1, "{page}");
}

#[test]
fn a_line_of_the_review_leads_to_what_it_folds() {
    let field = first_morning();
    let page = field.done("review");
    assert!(page.contains("railhead review su.swf.21a"), "{page}");
    let one_by_one = field.done("review su.swf.21a");
    let told = one_by_one.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(told.contains("1034 RR has 2 leaves"), "{told}");
    assert!(!told.contains("62nd Army"), "{told}");
    let of = field.json("review su.sf.62a");
    let findings = of["findings"].as_array().unwrap();
    // Contacts and battles concern both who meet in them, whoever they are told of.
    let meets =
        |row: &serde_json::Value| ["contact", "standing_contact", "battle"].contains(&row["kind"].as_str().unwrap());
    let own = |row: &&serde_json::Value| row["subject"].as_str().unwrap().starts_with("su.sf.62a");
    assert!(findings.iter().any(|row| own(&row) && !meets(row)), "{of}");
    assert!(findings.iter().all(|row| own(&row) || meets(row)), "{of}");
    assert_eq!(field.run("review nobody").code, 2);
}

#[test]
fn what_needs_no_action_is_listed_only_on_request() {
    let field = Field::empty();
    field.done("new first-bound --set detail=full -q");
    let all = field.json("review")["findings"].as_array().unwrap().clone();
    let idle = all.iter().filter(|row| row["command"].is_null()).count();
    let page = field.done("review");
    assert!(!page.contains("no action needed"), "{page}");
    if idle > 0 {
        assert!(page.contains("more need no action: `railhead review --all`"), "{page}");
        assert!(field.done("review --all").contains("no action needed"));
    }
    assert!(all.len() > 1, "{all:?}");
}

#[test]
fn a_bound_is_not_forgotten() {
    let field = Field::new();
    field.done("setting set offroad_km 60");
    field.done("unit set 1rd.b1 square=0402");
    field.done("move 1rd.b1 0502");
    field.done("order 1rd.b2 dig-in");
    let what = "D1 am is not finished: 1 contact is neither fought nor declined (1RD with 9ID); 1 order is not carried \
                out";
    let open = field.run("bound close --dry-run");
    let said = open.err.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(open.code == 0 && said.contains("note: D1 am is not finished: 1 contact is neither"), "{said}");
    field.done("setting set careful_close on");
    let refused = field.run("bound close");
    let said = refused.err.split_whitespace().collect::<Vec<_>>().join(" ");
    assert_eq!(refused.code, 1, "{what}");
    assert!(said.starts_with("error: D1 am is not finished: 1 contact is neither fought nor declined ("), "{said}");
    assert!(said.contains("1 order is not carried out ("), "{said}");
    let hint = "hint: `railhead review` says what settles each; `railhead bound close --anyway` closes the bound all the \
                same";
    assert!(said.ends_with(hint), "{said}");
    field.done("bound close --anyway");
    // By night nobody fights, and nothing was ordered.
    field.done("bound close");
    assert_eq!(field.run("bound close").err, "");
}

#[test]
fn nothing_to_change_is_said_of_a_dry_run_too() {
    let field = Field::new();
    for line in ["unit set 1rd.b1 sp=3", "unit set 1rd.b1 sp=3 --dry-run"] {
        assert_eq!(field.done(line), "already set; nothing changed\n", "{line}");
    }
}

#[test]
fn a_plan_that_sends_nobody_changes_nothing() {
    let field = Field::new();
    field.done("setting set detail full");
    let before = field.json("op log").as_array().unwrap().len();
    let ran = field.run("supply plan --side AX --accept");
    assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{}", ran.out);
    assert_eq!(ran.out, "nothing to send; nothing changed: `railhead supply plan` says what is wanted\n");
    assert_eq!(field.json("op log").as_array().unwrap().len(), before);
}

#[test]
fn a_grade_that_is_kept_is_kept() {
    let field = Field::new();
    field.done("grade set 9id regular --reason 'as it was'");
    field.done("unit set 1rd.b1 square=0502");
    field.done("battle new 0602 --override 'no supply in this test'");
    field.done("battle resolve 0602 --dice '6 3 3' --post");
    field.done("grade set 9id regular --battle 0602 --reason 'it was outnumbered and stood all the same'");
    let page = field.run_on(80, "grade history", "").out;
    assert!(page.contains("battle") && page.contains("kept") && widest(&page) <= 80, "{page}");
}

#[test]
fn the_plan_names_who_has_no_bowser_left() {
    let field = Field::empty();
    field.done("new first-bound --set detail=full -q");
    field.done("unit set ax.pz.b1 state=destroyed");
    field.done("unit set ax.b1 state=destroyed");
    let page = field.done("supply plan --side AX");
    let said = page.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(said.contains("have no bowser on the map, so the plan brings no POL"), "{page}");
    assert!(!field.done("supply plan --side SU").contains("no bowser"));
    let trace = field.done("supply trace ax.pz");
    assert!(trace.contains("FAILS") && !trace.contains("nothing fails"), "{trace}");
}
