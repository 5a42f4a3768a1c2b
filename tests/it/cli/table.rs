//! `roll` and `odds`: exact output, every refusal, dice that are asked for. No campaign is needed.

use std::fmt::Write;

use serde_json::{Value, json};

use super::field::Field;

const ROLLS: &[&str] = &[
    "roll firefight --cu \"3L 2M\" --against M --dice \"1 6 5 4 3\"",
    "roll firefight --cu \"vl\" --against vh --dice 6",
    "roll recce --attacker veteran --defender conscript --dice \"5 3\"",
    "roll recce --attacker green --defender elite --dice \"1 6\" --ambushed",
    "roll recce --attacker regular --defender regular --dice \"3 3\"",
    "roll recce --rules nqm-free --attacker regular --defender conscript --dice \"3 6 6\"",
    "roll recce --rules nqm-free --attacker regular --defender conscript --ambushed --dice 3",
    "roll assault --attacker-sp 3 --defender-sp 2 --dice \"6 5 2 5 1\"",
    "roll assault --attacker-sp 2 --defender-sp 2 --rounds 3 --dice \"4 4 4 1 5 2 6 3 3\"",
    "roll assault --rules nqm-free --attacker veteran --attacker-sp 4 --defender regular --defender-sp 9 --dice \"4 4 1 1 4 2\"",
    "roll assault --attacker-sp 0 --defender-sp 2 --dice \"6 1\"",
    "roll break-test --grade regular --dice 4",
    "roll break_test --grade elite --dice 1",
    "roll break-test --grade green --dice 5",
    "roll reorganise --casualties 5 --dice 4",
    "roll reorganise --casualties 1 --dice 3",
    "roll reorganise --casualties 4",
    "roll tank-terror --dice 3",
    "roll dispute --dice \"4 4\"",
    "roll step --rules bgc --set order=Move --set points=6 --set experience=Regular",
    "roll fire --rules bgc --set mode=aimed --set pool=3 --set cover=soft --dice \"6 6 5\"",
    "roll comms --rules bgc --set 'battalions=[\"1st\", \"2nd\"]' --set house.comms_in_contact=3 --dice \"3 2\"",
    "roll vehicle-bridge --rules nqm-free --dice 5",
    "roll break-test --grade veteran --seed 42",
    "odds firefight --cu \"2L\" --against L",
    "odds recce --attacker elite --defender green",
    "odds assault --attacker-sp 1 --defender-sp 1",
    "odds break-test --grade conscript",
    "odds reorganise --casualties 3",
    "odds infantry-bridgehead --rules nqm-free",
];

const REFUSED: &[&str] = &[
    "roll recc --dice 1",
    "roll firefight --cu 3L --dice \"1 2 3\"",
    "roll firefight --cu 3X --against M --dice \"1 2 3\"",
    "roll firefight --cu 3L --against M --dice \"1 2\"",
    "roll firefight --cu 3L --against M --dice \"1 2 3 4\"",
    "roll firefight --cu 3L --against M --dice \"1 2 7\"",
    "roll firefight --cu 2000L --against M",
    "roll firefight --cu L --against M --range harassing --rules nqm-free",
    "roll firefight --cu L --against M --range contact",
    "roll assault --attacker-sp 3 --defender-sp 2 --dice \"6 5 2 5\"",
    "roll assault --attacker-sp many --defender-sp 2",
    "roll break-test --grade reglar",
    "roll break-test --dice 4 --seed 2",
    "roll shoot --rules square-bashing",
    "roll step --rules bgc --set order",
    "roll step --rules bgc --set order=Move --set order.first=Aim",
    "roll fire --rules war-times-journal-1943",
    "roll shoot --rules chess",
    "roll recce --input nowhere.json",
    "odds assault --attacker-sp 3",
];

#[test]
fn what_is_thrown_is_said_in_words() {
    let field = Field::empty();
    let mut page = String::new();
    for line in ROLLS {
        writeln!(page, "$ railhead {line}\n{}", field.done(line)).unwrap();
    }
    insta::assert_snapshot!("rolls", page);
}

#[test]
fn what_cannot_be_thrown_is_refused() {
    let field = Field::empty();
    let mut page = String::new();
    for line in REFUSED {
        let ran = field.run(line);
        writeln!(page, "$ railhead {line}\n{}{}[{}]\n", ran.out, ran.err, ran.code).unwrap();
    }
    insta::assert_snapshot!("refused_rolls", page);
}

#[test]
fn keys_of_the_documents() {
    let field = Field::empty();
    let die = |face, casualties, out_of_ammo: bool| json!({"face": face, "weapon": "L", "against": "M", "casualties": casualties, "out_of_ammo": out_of_ammo});
    for (line, expected) in [
        (
            "roll firefight --cu 2L --against M --dice \"1 6\"",
            json!({"dice": [die(1, 0, true), die(6, 1, false)], "casualties": 1, "out_of_ammo": 1, "dice_used": 2}),
        ),
        (
            "roll recce --attacker veteran --defender conscript --dice \"5 3\"",
            json!({"attacker": 5, "defender": 3, "margin": 4, "winner": "attacker", "dice_used": 2,
                "result": ["minefields_and_outposts", "main_line"], "casualties": {"attacker": 0, "defender": 2}}),
        ),
        (
            "roll assault --attacker-sp 3 --defender-sp 2 --dice \"6 5 2 5 5\"",
            json!({"pairs": [{"attacker": 6, "defender": 5, "winner": "attacker"},
                {"attacker": 5, "defender": 5, "winner": null}],
                "casualties": {"attacker": 0, "defender": 1}, "rounds": 1, "dice_used": 5}),
        ),
        ("roll break-test --grade regular --dice 4", json!({"need": 4, "face": 4, "passed": true, "dice_used": 1})),
        ("roll break-test --grade elite --dice 1", json!({"need": null, "face": 1, "passed": true, "dice_used": 1})),
        (
            "roll reorganise --casualties 5 --dice 4",
            json!({"markers": 5, "removed_by_die": 1, "sp_lost": 2, "dice_used": 1}),
        ),
        (
            "roll recce --rules nqm-free --attacker regular --defender conscript --dice \"3 6 3\"",
            json!({"red": 3, "white": 6, "blue": 3, "result": "ambush", "range": "effective", "dice_used": 3}),
        ),
    ] {
        assert_eq!(field.json(line), expected, "{line}");
    }
}

#[test]
fn one_object_says_the_same_as_flags() {
    let field = Field::empty();
    field.write("look.json", r#"{"attacker": "veteran", "defender": "conscript", "ambushed": true}"#);
    let by_flags = field.json("roll recce --attacker veteran --defender conscript --ambushed --dice '5 3'");
    assert_eq!(field.json("roll recce --input look.json --dice '5 3'"), by_flags);
    assert_eq!(by_flags["margin"], 3);
    let ran = field.run_typing("roll reorganise --input - --dice 4 --format json", r#"{"casualties": 5}"#);
    let rolled: Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!(rolled["sp_lost"], 2, "{}", ran.err);
    let ran = field.run_typing("roll reorganise --input -", "[5]");
    assert_eq!((ran.code, ran.out.as_str()), (2, ""));
}

#[test]
fn the_umpire_is_asked_throw_by_throw() {
    let field = Field::empty();
    let line = "roll assault --attacker-sp 3 --defender-sp 2 --dice ask";
    let ran = field.run_typing(line, "6 5\n6 5 2\n5 1\n");
    assert_eq!(ran.out, field.done("roll assault --attacker-sp 3 --defender-sp 2 --dice '6 5 2 5 1'"));
    insta::assert_snapshot!("asked_for_dice", ran.err);
    let ran = field.run_typing(line, "6 5 2\n");
    assert_eq!(ran.code, 2);
    let lines: Vec<&str> = ran.err.lines().skip(1).collect();
    assert_eq!(
        lines,
        [
            "error: input ended before the roll for `close assault, round 1 of the defender`",
            "  close assault, round 1: the attacker threw 3",
            "hint: answer each throw with its faces, or give them all with `--dice \"6 5 4\"`",
        ],
        "what was thrown before the answers ended is said"
    );
}

#[test]
fn keys_of_the_odds() {
    let field = Field::empty();
    let odds = field.json("odds firefight --cu 2L --against M");
    let near = |value: &Value, wanted: f64| (value.as_f64().unwrap() - wanted).abs() < 1e-12;
    // L against M makes one marker on 5 and 6: none on both dice with 16 of 36, two with 4.
    for (place, chance) in [(0, 16.0), (1, 16.0), (2, 4.0)] {
        assert_eq!(odds["outcomes"][place]["casualties"], place);
        assert!(near(&odds["outcomes"][place]["probability"], chance / 36.0));
    }
    assert!(near(&odds["mean"], 2.0 / 3.0));
    assert!(near(&odds["out_of_ammo"][1]["probability"], 10.0 / 36.0) && odds["out_of_ammo"][2]["count"] == 2);
    let odds = field.json("odds firefight --cu 2L --against M --rules nqm-free");
    assert_eq!(odds["out_of_ammo"], json!([{"count": 0, "probability": 1.0}]));
    let odds = field.json("odds assault --attacker-sp 1 --defender-sp 1");
    assert_eq!(odds["outcomes"][0]["casualties"], json!({"attacker": 0, "defender": 0}));
    assert!(near(&odds["outcomes"][0]["probability"], 1.0 / 6.0));
    assert!(near(&odds["mean"]["attacker"], 5.0 / 12.0));
    let odds = field.json("odds break-test --grade veteran");
    assert_eq!(odds["outcomes"][1]["passed"], true);
    assert!(near(&odds["outcomes"][1]["probability"], 4.0 / 6.0));
    let odds = field.json("odds recce --attacker regular --defender regular");
    assert_eq!(odds["outcomes"][0]["margin"], -5);
    assert!(near(&odds["outcomes"][0]["probability"], 1.0 / 36.0));
}
