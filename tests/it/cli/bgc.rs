//! A battle by Brigadier General Commands, from the campaign and home again, as an organiser types it.
//!
//! `b1` (3 SP: four squads, 4 dice) attacks `i1` (3 SP, in the open) from 0502; both are regular. First `i1` aims at `b1`,
//! then `b1` fires area; then the close assault, the defender's dice first (page, 5.2).

use domain::RuleSystemId;

use super::field::{Field, six};

const LOG: &str = "no supply in this test";
/// Two sixes in the close assault: two kills, and `i1` runs to 0702, the square beyond (page, 4.8 and 6.4).
const WON: &str = "1 1 1 1 1 1 1 1 1 1 1 1 6 6 1 1";

/// A defender that is a platoon, and an attacker of this grade before it; the battle is drawn by NQM.
fn drawn(grade: &str) -> Field {
    let mut campaign = six();
    let defender = campaign.formations.get_mut("ax.9id.i1").unwrap();
    let base = &mut defender.leaf.as_mut().unwrap().bases[0];
    (base.sp_full, base.sp) = (3, 3);
    campaign.formations.get_mut("su.1a.1rd").unwrap().grade = Some(grade.parse().unwrap());
    campaign.formations.get_mut("ax.9id").unwrap().grade = Some("regular".parse().unwrap());
    let field = Field::of(&campaign);
    field.done("unit set 1rd.b1 square=0502");
    field.done(&format!("battle new 0602 --override '{LOG}'"));
    field
}

fn text(field: &Field) -> String {
    std::fs::read_to_string(field.dir.path().join("1am-0602.toml")).unwrap()
}

/// Other rules, and nothing else of the file.
fn by_bgc(field: &Field) {
    field.write("1am-0602.toml", &text(field).replace("rules = \"nqm-squared\"", "rules = \"bgc\""));
}

#[test]
fn only_the_rules_are_changed_and_the_battle_goes_all_the_way() {
    let field = drawn("regular");
    by_bgc(&field);
    assert_eq!(field.run("battle check 1am-0602.toml").code, 0);
    let chances = field.json("battle forecast 1am-0602.toml --runs 200 --seed 1");
    assert_eq!(chances["rules"], "brigadier-general-commands");
    insta::assert_snapshot!(field.done(&format!("battle resolve 1am-0602.toml --dice '{WON}'")));
    field.done("battle form 1am-0602");
    field.done("battle post 1am-0602");
    let (b1, i1) = (field.json("unit show 1rd.b1"), field.json("unit show 9id.i1"));
    assert_eq!((&b1["square"], &b1["sp"], &b1["state"]), (&"0602".into(), &3.into(), &"organised".into()));
    assert_eq!((&i1["square"], &i1["sp"], &i1["state"]), (&"0702".into(), &1.into(), &"broken".into()));
    assert_eq!(field.json("battle list")[0]["rules"], "brigadier-general-commands");
    let show = field.done(&format!("op show {}", field.json("battle show 0602")["operation"]));
    assert!(show.contains("close assault"), "every die: {show}");
    assert_eq!(field.run("verify").code, 0);
    field.done("undo");
    assert_eq!(field.json("unit show 9id.i1")["sp"], 3);
    field.done("battle record 0602 --end broken_off --moves 1 --set su.1a.1rd.b1=2,1");
    field.done("battle post 0602");
    assert_eq!(field.json("unit show 1rd.b1")["sp"], 2);
    assert_eq!(field.run("verify").code, 0);
}

/// Militia count as Green: four fives are 4 points, 20/6 = 3 levels, from Move to Shaken (page, 4.4): it does not attack.
#[test]
fn what_is_noted_of_a_base_stands_in_its_next_engagement_file() {
    let field = drawn("militia");
    by_bgc(&field);
    field.done("battle resolve 1am-0602.toml --dice '5 5 5 5 1 1 1 1' --post");
    let shown = field.done("unit show 1rd.b1");
    assert!(shown.contains("no_attack"), "{shown}");
    field.done(&format!("battle new 0602 --rules bgc --file again.toml --by su.1a.1rd.b1 --override '{LOG}'"));
    let again = std::fs::read_to_string(field.dir.path().join("again.toml")).unwrap();
    let base = again.lines().find(|line| line.contains("\"su.1a.1rd.b1\"")).unwrap();
    assert!(base.contains("notes = [\"no_attack\"]"), "{base}");
    // It begins on Shaken, and does not close: 4 dice of the defender, its own 4, and no more.
    field.done("battle resolve again.toml --dice '1 1 1 1 1 1 1 1'");
    assert_eq!(field.run("verify").code, 0);
}

#[test]
fn the_choices_that_a_drawn_file_names_are_read() {
    let field = drawn("regular");
    field.done("battle cancel 0602");
    field.done(&format!("battle new 0602 --rules bgc --override '{LOG}'"));
    let text = text(&field);
    let block = text.split("# [system.").nth(1).expect("a block of choices");
    assert!(block.starts_with("brigadier-general-commands]"), "{block}");
    // What this battle has none of: an aircraft, and infantry that could fire indirect or by plan.
    let chosen = |line: &&str| !["# aircraft", "# indirect", "# planned"].iter().any(|none| line.starts_with(none));
    let named = text.lines().filter(chosen).map(|line| match line.strip_prefix("# ") {
        Some(rest)
            if rest.starts_with("[system.")
                || rest.contains(" = ") && !rest.starts_with("air = [") && !rest.starts_with(' ') =>
        {
            rest.replace("\"ID\"", "\"ax.9id.i1\"")
        }
        _ => line.to_owned(),
    });
    let named: Vec<String> = named.collect();
    assert!(named.iter().filter(|line| line.contains("system.brigadier")).count() == 2, "{named:#?}");
    field.write("all.toml", &named.join("\n"));
    let ran = field.run("battle check all.toml");
    assert_eq!(ran.code, 0, "{}", ran.err);
    field.write("wrong.toml", &named.join("\n").replace("hold_fire = true", "hold_fires = true"));
    let ran = field.run("battle check wrong.toml");
    assert_eq!(ran.code, 4);
    let said = format!("{}{}", ran.out, ran.err);
    assert!(said.contains("did you mean `hold_fire`?"), "{said}");
}

/// Section 6.1: three SP are the most of a platoon.
#[test]
fn what_these_rules_cannot_have_is_named() {
    let field = Field::new();
    field.done("unit set 1rd.b1 square=0502");
    field.done(&format!("battle new 0602 --override '{LOG}'"));
    by_bgc(&field);
    let ran = field.run("battle check 1am-0602.toml");
    assert_eq!(ran.code, 4);
    let said = format!("{}{}", ran.out, ran.err);
    assert!(said.contains("ax.9id.i1: a platoon is a base of at most 3 full SP, not 4"), "{said}");
}

/// 7 SP when it is full: 4 are most of its men, 3 are not. The rules of the campaign say whether that counts.
#[test]
fn a_veteran_unit_that_is_mostly_of_replacements_is_due_to_be_regular() {
    let bgc = RuleSystemId::BrigadierGeneralCommands;
    for (rules, last, due) in [(bgc, 3, Some("regular")), (bgc, 2, None), (RuleSystemId::NqmSquared, 3, None)] {
        let mut campaign = six();
        campaign.rules = rules;
        campaign.formations.get_mut("su.1a.1rd").unwrap().grade = Some("veteran".parse().unwrap());
        let field = Field::of(&campaign);
        field.done("unit set 1rd.b1 square=0502");
        field.done(&format!("battle new 0602 --rules nqm-squared --override '{LOG}'"));
        // A 3 marks nobody of their own class.
        field.done("battle resolve 0602 --dice '3 3' --post");
        for sp in [1, 3, 1, last] {
            field.done(&format!("unit set 1rd.b1 sp={sp}"));
        }
        let review = field.json("grade review");
        let row = review.as_array().unwrap().iter().find(|row| row["unit"] == "su.1a.1rd");
        assert_eq!(row.map(|row| row["due"].as_str().unwrap()), due, "{review}");
        if let Some(row) = row {
            assert_eq!(row["replaced"], 4);
            assert!(field.done("grade review").contains("most of its men are new"));
        }
    }
}
