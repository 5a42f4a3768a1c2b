//! A battle of the campaign by Square Bashing: drawn, fought, brought home, taken back.
//!
//! The dice are worked out by hand from its page. `b1` (3 SP) attacks `i2` (3 SP, in the open) from 0502, both regular.
//! Nobody tests before the assault: one enemy face each. Pools 3 and 2 (4.4); 5 and 6 hit, 1 and 1 do not save on 4+, no
//! hit comes back: won. Of three more hits a 1 costs a half: 3 halves of 6, thus 2 SP and a marker (6.3). Behind, in 0702,
//! it tests for its marker (one die, 1), and `b1`, who has moved in, shoots one die, 1.

use serde_json::json;

use super::field::Field;

const DICE: &str = "5 6 1 1 1 1 1 4 4 1 1 1";

/// `b1` stands before `i2`, and the battle is drawn by the campaign's own rules.
fn drawn() -> Field {
    let field = Field::new();
    field.done("unit set 1rd.b1 square=0502");
    field.done("unit set ax.9id.i1 state=destroyed");
    field.done(
        "unit new ax.9id.i2 --parent ax.9id arm=infantry echelon=battalion mobility=foot where=0602 role=fighting sp_full=3 weapon_men=l",
    );
    field.done("battle new 0602 --override 'no supply in this test'");
    field
}

fn engagement(field: &Field) -> String {
    std::fs::read_to_string(field.dir.path().join("1am-0602.toml")).unwrap()
}

#[test]
fn a_battle_that_was_drawn_for_other_rules_is_fought_by_these() {
    let field = drawn();
    field.write("1am-0602.toml", &engagement(&field).replace("rules = \"nqm-squared\"", "rules = \"square-bashing\""));
    assert_eq!(field.run("battle check 1am-0602.toml").code, 0);
    let told = field.json(&format!("battle resolve 1am-0602.toml --dice '{DICE}'"));
    assert_eq!(
        told["story"],
        json!([{ "number": 1, "lines": [
            "the attackers hold",
            "the attackers assault, 3 dice to 2: casualties 2 to 0",
            "the defenders are beaten, 3 halves lost in all, one square back",
            "the defenders hold",
            "the attackers shoot at who is still beside them: 0 halves lost",
            "B1 of 1RD moves in",
        ] }])
    );
    assert_eq!((&told["end"], &told["dice_used"]), (&json!("taken"), &json!(12)));
    field.done("battle post 0602");
    let leaf = |id: &str| {
        let shown = field.json(&format!("unit show {id}"));
        json!([shown["square"], shown["sp"], shown["markers"], shown["state"]])
    };
    assert_eq!(leaf("1rd.b1"), json!(["0602", 3, 0, "organised"]));
    assert_eq!(leaf("i2"), json!(["0702", 2, 1, "disorganised"]));
    assert_eq!(field.json("battle list")[0]["rules"], "square-bashing");
    let shown = field.json("battle show 0602");
    let events = field.done(&format!("op show {}", shown["operation"]));
    assert!(events.contains("the attackers") && events.contains("assault: 5 6 1"), "every die: {events}");
    assert_eq!(field.run("verify").code, 0);
    field.done("undo");
    assert_eq!(leaf("i2"), json!(["0602", 3, 0, "organised"]));
}

#[test]
fn it_is_forecast_put_on_the_table_and_recorded() {
    let field = drawn();
    field.write("1am-0602.toml", &engagement(&field).replace("rules = \"nqm-squared\"", "rules = \"square-bashing\""));
    let forecast = field.json("battle forecast 1am-0602.toml --runs 500 --seed 1");
    assert_eq!(forecast["rules"], "square-bashing", "{forecast}");
    assert!(field.done("battle form 1am-0602.toml").contains("ax.9id.i2"));
    field.done("battle record 1am-0602.toml --end taken --moves 1 --set D1=driven_back");
    field.done("battle post 0602");
    assert_eq!(field.json("unit show i2")["state"], "disorganised");
    assert_eq!(field.run("verify").code, 0);
}

/// What a leaf was left with is offered to its next battle, and the table of the rules is read back as it is written.
#[test]
fn the_engagement_says_what_can_be_chosen_and_the_last_note() {
    let field = drawn();
    field.done("battle cancel 0602");
    field.done("battle new 0602 --rules square-bashing --override 'no supply in this test'");
    let text = engagement(&field);
    assert!(text.contains("# [system.square-bashing]") && text.contains("# target_policy = \"stand\""), "{text}");
    // Every line of the block, taken at its word, is one that can be read.
    let said = text.replace(
        "# [system.square-bashing]\n# target_policy = \"stand\"",
        "[system.square-bashing]\ntarget_policy = \"retire\"",
    );
    field.write("1am-0602.toml", &said);
    let told = field.json("battle resolve 1am-0602.toml --dice '4 4 4 1'");
    assert_eq!(told["story"][0]["lines"][1], "the defenders retire before the assault, one square back: 0 halves lost");
    field.write("1am-0602.toml", &said.replace("target_policy", "target_polcy"));
    let ran = field.run("battle check 1am-0602.toml");
    assert_eq!(ran.code, 4, "{}", ran.err);
    assert!(ran.err.contains("unknown field `target_polcy`: did you mean `target_policy`?"), "{}", ran.err);
    // A second face that is the enemy's: one die, a 4. Steady: the note, and who shoots at whom.
    field.write("1am-0602.toml", &said.replace("attacker = { enemy_faces = 1", "attacker = { enemy_faces = 2"));
    field.done("battle resolve 1am-0602.toml --dice '4 1 1' --post");
    field.done("battle new 0602 --rules square-bashing --override 'no supply in this test'");
    let second = std::fs::read_to_string(field.dir.path().join("1am-0602-2.toml")).unwrap();
    assert!(second.contains("notes = [\"no_move\"]"), "{second}");
}

/// House parameters of the campaign stand in what is drawn, and in the outcome.
#[test]
fn the_campaigns_house_parameters_come_into_the_engagement() {
    let field = drawn();
    field.done("battle cancel 0602");
    let ran = field.run("setting set square-bashing.hc_success 9");
    assert!(ran.code != 0 && ran.err.contains("a face that succeeds is from 1 to 6"), "{}", ran.err);
    field.done("setting set square-bashing.pursuit_fire false");
    field.done("battle new 0602 --rules square-bashing --override 'no supply in this test'");
    assert!(
        engagement(&field).contains("[system.square-bashing.house]\npursuit_fire = false\n"),
        "{}",
        engagement(&field)
    );
    let short = DICE.strip_suffix(" 1").unwrap();
    let told = field.json(&format!("battle resolve 1am-0602.toml --dice '{short}'"));
    assert_eq!(told["story"][0]["lines"][4], "B1 of 1RD moves in", "nobody shoots: {told}");
}
