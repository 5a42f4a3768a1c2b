//! What the echo of a command tells beside what it changed, and what its refusal does.

use serde_json::json;

use super::field::{Field, plain, six};

#[test]
fn an_order_to_march_says_whose_place_lies_behind_the_enemys_front() {
    let field = Field::new();
    // 1RD stands in 0202 with b1 in 0302 and b2 in 0203; the enemy holds what is east of column 4. Come to 0402, b1 belongs in
    // 0502, b2 in 0403.
    let told = plain(&field.done("order 1rd move 0402"));
    let said = "note: 1 of its 4 leaves has its place in the formation behind the enemy's front, in 0502: `--close-up` \
                brings all to 0402";
    assert!(told.contains(said), "{told}");
    let tells = |line: &str| plain(&field.done(line)).contains("behind the enemy's front");
    for other in ["order 1rd move 0402 --close-up", "order 1rd move 0402 --alone", "order 1rd move 0302"] {
        assert!(!tells(other), "{other}");
    }
    // Who is to go to the enemy is not told that the enemy is there.
    assert!(!tells("order 1rd move 0602"));
    // Who goes by an order of his own does not come along.
    field.done("order 1rd.b1 dig-in");
    assert!(!tells("order 1rd move 0402"));
}

/// A division is in one piece within 18 km, six squares: b2 stands seven from its HQ in 0202.
#[test]
fn an_order_to_a_column_that_is_strung_out_names_the_way_to_close_up() {
    let field = Field::new();
    field.done("unit set 1rd.b2 square=0209");
    let told = plain(&field.done("order 1rd move 0302"));
    let said = "1 leaf of it stands up to 7 squares away and keeps that distance: `--close-up` brings all to 0302";
    assert!(told.contains(said), "{told}");
    assert!(!field.done("order 1rd move 0302 --close-up").contains("that distance"));
    field.done("unit set 1rd.b2 square=0208");
    assert!(!field.done("order 1rd move 0302").contains("that distance"));
}

/// A battalion on foot takes three hours a square, and has six in a bound: of seven squares five are left, in 15 hours.
#[test]
fn an_order_that_needs_days_says_on_what_ground_the_hours_go() {
    let field = Field::new();
    let told = "it would not come to its place in D1 am; it needs another 15:00 hours, at least 3 more bounds: 5 squares to go, \
                all across open country off the road";
    assert_eq!(field.json("order 1rd.b1 move 0309")["notes"], json!([told]));
    let marsh: Vec<String> = (0..10).flat_map(|col| (5..8).map(move |row| format!("0{col}0{row}"))).collect();
    field.done("order cancel 1rd.b1");
    field.done(&format!("ground set {} --terrain marsh", marsh.join(" ")));
    let notes = field.json("order 1rd.b1 move 0309")["notes"][0].as_str().unwrap().to_owned();
    assert!(notes.contains(": 5 squares to go, "), "{notes}");
    assert!(notes.ends_with(" hours through marsh off the road (0304 to 0307)"), "{notes}");
}

#[test]
fn fortifying_wants_a_day_of_the_campaign_and_no_battle_in_it() {
    let field = Field::playing("first-bound");
    let refused = |line: &str, why: &str| {
        let ran = field.run(line);
        assert_eq!((ran.code, plain(&ran.err).contains(why)), (1, true), "{line}: {}", ran.err);
    };
    refused(
        "dig-in ax.id.hq --fortify",
        "can be fortified now: 1 leaf there for less than a day; fortifying takes a \
                                          day",
    );
    field.done("bound close");
    refused("dig-in ax.id.hq --fortify", "1 leaf there for less than a day");
    // In D1 pm 40th Panzer attacks 0905.
    field.done("battle new 0905");
    field.done("battle resolve 1pm-0905 --seed 3 --post");
    field.done("bound close");
    refused("dig-in ax.id.hq --fortify", "1 leaf there for less than a day");
    field.done("bound close");
    assert!(field.done("dig-in ax.id.hq --fortify --dry-run").contains("fortified"));
    let fought = field.json("battle show 1pm-0905");
    assert!(fought["units"].as_array().unwrap().iter().any(|unit| unit["unit"] == "ax.pz.r1"), "{fought}");
    refused("dig-in ax.pz.r1 --fortify", "2 leaves in battle within a day");
    field.done("bound close");
    // D1 night and D2 are a day after it.
    assert!(field.done("dig-in ax.pz.r1 --fortify --dry-run").contains("fortified"));
}

#[test]
fn a_formation_digs_in_as_far_as_it_can_and_says_why_not_farther() {
    let field = Field::new();
    field.done("move 1rd.b1 0301");
    field.done("unit set 1rd.b2 state=destroyed");
    let told = field.json("dig-in 1rd");
    let why = "1 leaf on the move in this bound, with no engineers near or no time left; 1 leaf destroyed";
    assert_eq!(told["notes"], json!([format!("2 leaves dug in, out of 4; the rest: {why}")]));
    let postures = |unit: &str| field.json(&format!("unit show {unit}"))["posture"].clone();
    assert_eq!(["1rd.hq", "1rd.log", "1rd.b1"].map(postures), ["dug_in", "dug_in", "moving"].map(|word| json!(word)));
    field.done("unit new su.1a.1rd.b9 --parent 1rd arm=infantry mobility=foot where=0202 arrives=2am");
    field.done("unit new su.1a.1rd.air --parent 1rd arm=air mobility=air where=0202");
    field.done("unit set 1rd.b2 state=merged");
    field.done("unit set 1rd.hq posture=fortified");
    let told = field.json("dig-in 1rd --override \"by night\"");
    let rest = "1 leaf already fortified; 1 leaf merged with others; 1 leaf already dug in; 1 leaf not yet on the map; \
                1 leaf of aircraft or boats";
    assert_eq!(told["notes"], json!([format!("1 leaf dug in, out of 6; the rest: {rest}")]));
    field.done("unit set 9id.i1 square=0301");
    field.done("unit set 1rd.b1 posture=open");
    let ran = field.run("dig-in 1rd.b1");
    let said = "error: no leaf of B1 (`su.1a.1rd.b1`) can be dug in now: 1 leaf with an enemy in 0301\n";
    assert_eq!((ran.code, ran.err.as_str()), (1, said), "the umpire cannot set that aside");
}

#[test]
fn a_unit_nobody_of_which_can_reorganise_is_refused_whole_and_spends_nothing() {
    let mut campaign = six();
    campaign.formations.get_mut("su.1a.1rd").unwrap().attacks_owed = 1;
    let field = Field::of(&campaign);
    field.done("unit set 1rd.b1 state=disorganised");
    field.done("unit set 1rd.b2 state=disorganised");
    // The HQ in 0202 is in order and could pay what is owed; b1 in 0302 and b2 in 0203 have no command base beside them.
    let spent =
        || (field.json("unit show 1rd.hq")["minutes_used"].clone(), field.json("unit show 1rd")["hq_die"].clone());
    let before = spent();
    for phase in ["am", "night"] {
        assert_eq!(field.json("status")["bound"]["phase"], phase);
        let ran = field.run("reorganise 1rd");
        let b2 = "in 0203, no command base is there (HQ stands in 0202)";
        let b1 = "in 0302, no command base is there (HQ stands in 0202)";
        let said = [b1, b2].iter().all(|part| ran.err.contains(part));
        assert!(ran.err.starts_with("error: nothing in 1RD (`su.1a.1rd`) can reorganise: ") && said, "{}", ran.err);
        assert_eq!(ran.code, 1);
        assert_eq!(spent(), before);
        field.done("order 1rd reorganise");
        assert_eq!(field.json("bound march --dry-run")["orders"][0]["did"], json!(0));
        field.done("order cancel 1rd");
        if field.json("status")["bound"]["phase"] == "am" {
            field.done("bound close");
            field.done("bound close");
        }
    }
    field.done("unit set 1rd.b1 square=0202");
    let told = field.done("reorganise 1rd --dry-run");
    assert!(told.contains("1RD: not reorganised in 0203: its command base stands in 0202") && !told.contains("remark"));
}

#[test]
fn of_what_a_word_may_mean_the_highest_comes_first_and_a_whole_name_wins() {
    let field = Field::new();
    field.done("unit new su.b1 --parent su.1a arm=infantry echelon=corps");
    let ran = field.run("orbat b1");
    let lines: Vec<&str> = ran.err.lines().collect();
    assert_eq!(lines[0], "error: `b1` matches 3 units");
    assert!(lines[1].starts_with("  su.b1  "), "{}", ran.err);
    assert_eq!(lines.last(), Some(&"hint: give more of the id, from its end: `su.b1`"));
    field.done("unit rename su.1a.2rd.b1 \"First of the Second\"");
    field.done("unit rename su.1a.1rd.b1 \"First of the First\"");
    field.done("unit rename su.b1 B1");
    assert_eq!(field.json("unit show b1")["id"], "su.b1");
}

#[test]
fn weather_is_told_with_its_end_and_a_look_back_hints_at_its_own_time() {
    let field = Field::playing("first-bound");
    let told = plain(&field.done("bound weather weather=storm"));
    let said = "note: this is the weather of D1 am only; for D1 pm it is clear, ground dry";
    assert!(told.contains(said), "{told}");
    let told = field.json("bound weather weather=fog");
    assert_eq!(told["notes"].as_array().unwrap().len(), 1);
    let told = Field::new().json("bound weather weather=fog");
    assert_eq!(told["notes"], json!(["this is the weather of D1 am only; for D1 pm nothing is entered"]));
    field.done("bound close");
    field.done("bound close");
    let then = field.done("status --as-of 1am");
    for hint in ["railhead contact --as-of 1am", "railhead order list --as-of 1am", "railhead review --as-of 1am"] {
        assert!(plain(&then).contains(hint), "{then}");
    }
    assert!(field.done("map --as-of op:1").contains(", as of op:1"));
    assert!(!field.done("map").contains("as of"));
    assert!(field.done("review --as-of \"D1 pm\"").contains("to query then: `railhead review`"));
    let none = plain(&field.done("contact ax.hq --as-of \"D1 pm\""));
    assert!(none.contains("railhead contact --as-of \"D1 pm\""), "{none}");
}
