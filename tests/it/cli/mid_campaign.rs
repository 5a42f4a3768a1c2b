//! What an organiser in mid-campaign found: who is told of in a battle, what became of captured stock, who is really due.

use serde_json::{Value, json};

use super::field::{Field, plain};
use super::intel::sightings;

/// Guns of both corps take part: of the regiments elsewhere under these corps nothing is learnt by it.
#[test]
fn a_battle_tells_of_those_who_fought_it() {
    let field = Field::playing("first-bound");
    field.done("battle new 0905 --by ax.pz");
    field.done("battle resolve 1am-0905 --seed 4 --post");
    for side in ["AX", "SU"] {
        let seen = sightings(&field, &format!("intel show --side {side}"));
        assert!(!seen.is_empty());
        for sighting in &seen {
            let square = sighting["square"].as_str().unwrap();
            assert!(!["1202", "1302", "0902", "0601"].contains(&square), "{side}: {sighting}");
        }
    }
}

/// Ten LOG lie in the depot; half of what is captured is of no use.
#[test]
fn captured_stock_is_not_used_up() {
    let field = Field::playing("first-bound");
    field.done("unit set ax.pz.rec square=1404");
    field.done("move ax.pz.rec 1405");
    field.done("bound close --seed 1 -q");
    let stats = field.json("stats supply");
    let of = |bound: usize, side: usize| stats[bound]["sides"][side]["log"].clone();
    let (ax, su) = (of(0, 0), of(0, 1));
    assert_eq!([&ax["used"], &ax["captured"], &ax["lost"]], [&json!(0), &json!(10), &json!(5)]);
    assert_eq!([&su["used"], &su["captured"], &su["lost"]], [&json!(0), &json!(0), &json!(10)]);
    let told = plain(&field.done("bound report --side SU"));
    assert!(told.contains("a dump 1405 the enemy captured") && told.contains("captured"), "{told}");
    let diary = plain(&field.done("diary --side SU"));
    assert!(diary.contains("a dump of 170th Rifle Corps was captured by the enemy"), "{diary}");
}

/// Of the army some divisions are still to come, and the others stand on the map.
#[test]
fn an_army_on_the_map_is_not_due() {
    let field = Field::playing("typhoon-1941");
    for army in ["ax.a4", "su.a5"] {
        let shown = field.json(&format!("unit show {army}"));
        assert_eq!(shown["state"], json!("organised"), "{army}");
    }
    let tree = field.done("orbat --depth 1");
    assert!(!tree.contains("due"), "{tree}");
}

#[test]
fn a_correction_tells_of_crossings_and_of_who_is_supplied() {
    let field = Field::playing("first-bound");
    field.done("crossing destroy brod");
    field.done("bound close --seed 1 -q");
    let corrected = field.json("op correct 2 --drop");
    let rows: Vec<&Value> = corrected["differences"].as_array().unwrap().iter().collect();
    let bridge = rows.iter().find(|row| row["kind"] == "crossing").unwrap();
    assert_eq!([&bridge["id"], &bridge["was"], &bridge["is"]], [&json!("brod"), &json!("destroyed"), &json!("open")]);
    let supply = rows.iter().find(|row| row["what"] == "log_state" && row["id"] == "ax.pz").unwrap();
    assert_eq!([&supply["was"], &supply["is"]], [&json!("cut"), &json!("in_supply")]);
}

#[test]
fn a_regiment_has_a_diary() {
    let field = Field::playing("first-bound");
    field.done("move ax.pz.r1 0605");
    field.done("bound close --seed 1 -q");
    for unit in ["ax.pz.r1", "ax.pz.r1.b1"] {
        let diary = plain(&field.done(&format!("diary {unit}")));
        assert!(diary.contains("0605") && !diary.contains("nothing to tell"), "{unit}: {diary}");
    }
}

#[test]
fn who_is_lost_has_no_strength_left() {
    let field = Field::playing("first-bound");
    field.done("unit set su.b1 state=surrendered");
    let shown = field.json("unit show su.b1");
    assert_eq!([&shown["bases"][0]["sp"], &shown["bases"][0]["sp_full"]], [&json!(0), &json!(3)]);
}

/// All who are named cannot attack: another `--by` is no help, and the reason can be set aside.
#[test]
fn who_cannot_attack_is_told_what_sets_it_aside() {
    let field = Field::playing("first-bound");
    field.done("unit set ax.pz.r1 state=disorganised");
    let refused = plain(&field.run("battle new 0905 --by ax.pz.r1").err);
    assert!(refused.contains("none of the units named can attack it"), "{refused}");
    assert!(refused.contains("`--override \"reason\"` sets the rule aside"), "{refused}");
    field.done("battle new 0905 --by ax.pz.r1 --override 'they are rested'");
}
