//! What is said of battles that cannot be drawn, fought or posted, word for word.

use domain::{Posture, Scale};
use serde_json::Value;

use super::field::{Field, Ran, six};

const OUT: &str = "1am-0602.outcome.json";

/// `b1` stands before `i1`, the battle is drawn and fought: see `battle`.
fn fought() -> Field {
    let field = Field::new();
    field.done("unit set 1rd.b1 square=0502");
    field.done("battle new 0602 --override test");
    field.done("battle resolve 0602 --dice '6 3 4'");
    field
}

/// A change to an outcome.
type Change<'a> = Box<dyn Fn(&mut Value) + 'a>;

/// Posts the outcome after a change to it.
fn posted(field: &Field, change: impl Fn(&mut Value)) -> Ran {
    let text = std::fs::read_to_string(field.dir.path().join(OUT)).unwrap();
    let mut outcome: Value = serde_json::from_str(&text).unwrap();
    change(&mut outcome);
    field.write("changed.json", &outcome.to_string());
    field.run("battle post 0602 changed.json")
}

#[test]
fn an_outcome_that_cannot_be_is_refused() {
    let field = fought();
    field.done("unit set 2rd.b1 square=0603");
    let base = |n: usize, key: &'static str, to: Value| move |o: &mut Value| o["outcome"]["bases"][n][key] = to.clone();
    let cases: [(Change<'_>, &str); 7] = [
        (
            Box::new(base(0, "sp", 9.into())),
            "B1 (`su.1a.1rd.b1`) has 3 SP and cannot come out with 9\nhint: a base gains no SP in battle\n",
        ),
        (
            Box::new(base(1, "markers", 5.into())),
            "I1 (`ax.9id.i1`) cannot carry 5 markers on 4 SP\nhint: a base cannot have more markers than SP\n",
        ),
        (
            Box::new(base(0, "id", "su.1a.1rd.b2".into())),
            "B2 (`su.1a.1rd.b2`) is not in `1am-0602` as drawn\nhint: draw the battle again with it\n",
        ),
        (
            Box::new(base(1, "square", "009002".into())),
            "I1 (`ax.9id.i1`) cannot end in 0902: it is too far away for one battle\nhint: from 0602 it can end in a \
             neighbouring square\n",
        ),
        (
            Box::new(base(1, "square", "006003".into())),
            "I1 (`ax.9id.i1`) cannot end in 0603: B1 (`su.1a.2rd.b1`) holds it\nhint: give it another square in the outcome\n",
        ),
        (
            Box::new(|o: &mut Value| o["battle"] = "2am-0101".into()),
            "this is the outcome of `2am-0101`, not of `1am-0602`\nhint: `railhead battle post 2am-0101`\n",
        ),
        (
            Box::new(|o: &mut Value| o["version"] = 9.into()),
            "changed.json: the outcome has version 9, newer than this program knows\n",
        ),
    ];
    for (change, message) in cases {
        assert_eq!(posted(&field, change).err, format!("error: {message}"));
    }
    field.write(OUT, "{}");
    assert_eq!(
        field.run("battle post 0602").err,
        "error: 1am-0602.outcome.json:1:2: this is not the outcome of a battle: missing field `version` at line 1 \
         column 2\n"
    );
}

#[test]
fn nobody_ends_in_a_lake() {
    let field = Field::new();
    field.done("unit set i1 square=0101");
    field.done("unit set 1rd.b1 square=0201");
    field.done("battle new 0101 --attacker SU --override test");
    field.done("battle resolve 0101 --dice '6 3 4'");
    let text = std::fs::read_to_string(field.dir.path().join("1am-0101.outcome.json")).unwrap();
    let mut outcome: Value = serde_json::from_str(&text).unwrap();
    outcome["outcome"]["bases"][1]["square"] = "000000".into();
    field.write("changed.json", &outcome.to_string());
    assert_eq!(
        field.run("battle post 0101 changed.json").err,
        "error: I1 (`ax.9id.i1`) cannot end in 0000: it is water\nhint: from 0101 it can end in a neighbouring square\n"
    );
}

#[test]
fn every_reason_for_which_nobody_attacks_has_its_words() {
    let refused = |prepare: &[&str], why: &str| {
        let field = Field::new();
        for line in prepare {
            field.done(line);
        }
        let ran = field.run("battle new 0602 --by 1rd.b1");
        let wanted = format!("error: B1 (`su.1a.1rd.b1`) cannot attack: it {why}\n");
        assert!(ran.err.starts_with(&wanted), "{}", ran.err);
    };
    let beside = "unit set 1rd.b1 square=0502";
    refused(&[beside], "is out of LOG");
    refused(&[beside, "unit set 1rd hq_die=0"], "belongs to 1RD, whose HQ die is used up");
    refused(&["move 1rd.b1 0502"], "has no hour left in this bound");
    let field = Field::new();
    field.done("unit set 1rd.b1 square=0302");
    field.done("unit set i1 square=0402");
    field.done("unit set 1rd ammo=out");
    let ran = field.run("battle new 0402 --by 1rd.b1");
    assert!(ran.err.contains("it belongs to a formation with nobody able to fire\n"), "{}", ran.err);
}

#[test]
fn where_both_may_attack_the_side_must_be_named() {
    let field = Field::new();
    field.done("unit set 1rd.b1 square=0602");
    field.done("ground set 0602 --side none");
    let ran = field.run("battle new 0602");
    assert_eq!(ran.err, "error: 0602: Axis and Soviet may both attack it\nhint: name the attacker: `--attacker AX`\n");
}

#[test]
fn guns_that_fire_in_another_battle_are_left_out() {
    let field = Field::new();
    field.done("unit new su.1a.1rd.art --parent 1rd name=Guns echelon=battalion arm=artillery mobility=foot where=0402 calibre_mm=105 weapon_men=M weapon_armour=M sp_full=3");
    field.done("unit new ax.9id.i2 --parent 9id name=Second echelon=battalion arm=infantry mobility=foot where=0603 weapon_men=L sp_full=3");
    field.done("unit set 1rd.b1 square=0502");
    field.done("unit set 1rd.b2 square=0503");
    field.done("crossing close ford");
    field.done("battle new 0602 --by 1rd.b1 --override test");
    let said = field.done("battle new 0603 --by 1rd.b2 --override test");
    assert!(said.contains("left out: Guns (`su.1a.1rd.art`) fires in the battle for 0602"), "{said}");
    let shown = field.done("battle show 1am-0602");
    assert!(shown.contains("regular, HQ die full, owes 0, out of LOG"), "{shown}");
}

#[test]
fn what_an_open_battle_relies_on_is_shown() {
    let mut campaign = six();
    campaign.scale = Scale::Division;
    let leaf = campaign.formations.get_mut("ax.9id.i1").unwrap().leaf.as_mut().unwrap();
    (leaf.posture, leaf.casemated) = (Posture::Fortified, true);
    leaf.bases[0].marks.cu_thirds = Some(4);
    leaf.bases[0].out_of_ammo = true;
    let unit = campaign.formations.get_mut("ax.9id").unwrap();
    (unit.marks.met_tanks, unit.marks.half_tested) = (true, true);
    let field = Field::of(&campaign);
    field.done("unit set i1 square=0504");
    field.done("unit set 1rd.b1 square=0503");
    field.done("crossing close ford");
    field.done("battle new 0504 --attacker SU --override test");
    let facts = field.json("battle show 0504");
    let text = |subject: &str| {
        let of = |fact: &&Value| fact["subject"] == subject;
        facts["facts"].as_array().unwrap().iter().find(of).unwrap()["text"].as_str().unwrap().to_owned()
    };
    assert_eq!(text("0504"), "open, held by Axis, ford not open");
    assert_eq!(
        text("ax.9id"),
        "regular (no grade of its own), HQ die full, owes 0, in LOG supply, has met tanks, half-strength test done"
    );
    assert_eq!(
        text("ax.9id.i1"),
        "4 of 4 SP, out of ammunition, 4 thirds of a CU, organised, fortified in casemates, in 0504"
    );
    assert_eq!(field.run("battle check 1am-0504.toml").err, "`1am-0504.toml` can be fought\n");
}

#[test]
fn the_table_is_told_what_it_did_and_what_is_due() {
    let field = Field::new();
    field.done("unit set 1rd.b1 square=0502");
    field.done("grade set 9id regular --reason 'as it was'");
    field.done("battle new 0602 --override test");
    let review = field.json("review");
    let why = "is drawn but not posted; post it before closing the bound (`railhead battle post 1am-0602` if it has been \
               fought)";
    assert_eq!(review["findings"][0]["text"], why);
    let unused = field.done("battle resolve 0602 --dice '6 3 3' --decide 'leave=no'");
    assert!(unused.contains("no question matched the decision `leave=no`"), "{unused}");
    let wrong = field.run("battle resolve 0602 --decide run=yes");
    assert!(wrong.err.ends_with("hint: `railhead battle resolve --help` lists the choices\n"), "{}", wrong.err);
    let post = field.run("battle post 0602");
    assert_eq!(
        post.err,
        "no longer needed here: `1am-0602.toml`, `1am-0602.outcome.json`\n1 unit is due for a grade review: railhead \
         grade review 1am-0602\n"
    );
    let review = field.json("review");
    let due = review["findings"].as_array().unwrap().iter().find(|f| f["kind"] == "grade").unwrap();
    assert_eq!(
        due["text"],
        "is regular, due to become conscript (lost the square, its first battle, 1 test failed, 0 of 4 SP lost)"
    );
}

/// Two of one kind are marked: whoever decides says where the marker goes.
#[test]
fn an_attack_in_vain_and_markers_placed_by_hand() {
    let field = Field::new();
    field.done("grade set 9id regular --reason 'as it was'");
    field.done("unit new ax.9id.i2 --parent 9id name=Second echelon=battalion arm=infantry mobility=foot where=0602 weapon_men=L sp_full=4");
    field.done("unit set 1rd.b1 square=0502");
    field.done("battle new 0602 --override test");
    // One marker against four: three SP bear three, the last destroys the base, and nobody is left to attack.
    let ran = field.run_typing("battle resolve 0602 --dice '4 6 6' --decide ask --post", "2\n\n\n\n\n\n");
    assert_eq!(ran.code, 0, "{}", ran.err);
    let asked = "move 1: which base takes the marker?\n  1  I1 of 9ID (`ax.9id.i1`): 0 markers on 4 SP\n  \
                 2  Second of 9ID (`ax.9id.i2`): 0 markers on 4 SP\nnumber or id [1] ";
    assert!(ran.err.contains(asked), "{}", ran.err);
    // The three SP of `b1` are not half of the seven of its unit: `b2` stands elsewhere.
    assert!(!ran.err.contains("due for a grade review"), "{}", ran.err);
    assert_eq!(field.json("unit show i2")["markers"], 1);
    let review = field.json("grade review 0602");
    assert_eq!(review[0]["evidence"][0], "attacked and failed", "{review}");
    assert_eq!(review[0]["evidence"][2], "3 of 7 SP lost", "{review}");
    assert!(review[0]["due"].is_null(), "{review}");
    // What comes to a unit after its battle was not in it.
    field.done("unit new su.1a.1rd.b3 --parent 1rd name=Third echelon=battalion arm=infantry mobility=foot where=0502 weapon_men=L sp_full=9");
    assert_eq!(field.json("grade review 0602"), review);
}

// A broken leaf cannot march, one that is disorganised can: they are told apart.
#[test]
fn who_is_broken_is_told_as_broken() {
    let field = Field::new();
    field.done("unit set 1rd.b1 square=0502");
    field.done("battle new 0602 --override test");
    field.done("battle record 0602 --end out_of_moves --set i1=broken --post");
    let shown = field.json("battle show 0602");
    let came_out = shown["units"].as_array().unwrap().iter().map(|unit| &unit["came_out"]);
    let counts: Vec<(u64, u64)> =
        came_out.map(|out| (out["disorganised"].as_u64().unwrap(), out["broken"].as_u64().unwrap())).collect();
    assert_eq!(counts, [(1, 0), (1, 1)]);
    let said = field.done("battle show 0602");
    assert!(said.contains("1RD   1 leaf disorganised\n") && said.contains("9ID   1 leaf broken\n"), "{said}");
    let status = field.done("status");
    assert!(status.contains("(1 disorganised)") && status.contains("(0 disorganised, 1 broken)"), "{status}");
    let sides = field.json("status")["sides"].clone();
    assert_eq!(sides.as_array().unwrap().iter().map(|side| side["broken"].as_u64()).max(), Some(Some(1)), "{sides}");
}

#[test]
fn small_words_agree_with_their_numbers() {
    let field = fought();
    let markers = posted(&field, |o| {
        o["outcome"]["bases"][1]["sp"] = 0.into();
        o["outcome"]["bases"][1]["markers"] = 1.into();
    });
    assert!(markers.err.contains("I1 (`ax.9id.i1`) cannot carry 1 marker on 0 SP"), "{}", markers.err);
    let die = field.done("roll infantry-bridgehead --rules nqm-free --dice 1");
    assert!(die.contains("the die shows 1: 1 hour\n"), "{die}");
    let once = field.done("battle forecast 0602 --runs 1 --seed 1");
    assert!(once.contains("Soviet attacks Axis in 0602, fought once\n"), "{once}");
    field.done("unit set i1 markers=1");
    let changed = field.run("battle post 0602");
    assert!(changed.err.contains("and is now 4 of 4 SP, 1 marker, organised"), "{}", changed.err);
    let graded = field.run("grade set 1rd veteran --battle 0602 --reason test");
    let told = graded.err.split_whitespace().collect::<Vec<_>>().join(" ");
    assert_eq!(
        told,
        "error: `1am-0602` is drawn but not posted hint: something has changed since it was drawn; if it is \
         still to be fought, draw it again: `railhead battle cancel 1am-0602`, then `railhead battle new 0602`"
    );
}

#[test]
fn steps_that_are_owed_are_shown_of_the_unit() {
    let field = fought();
    field.done("battle post 0602");
    assert_eq!(field.json("unit show 1rd")["attacks_owed"], 1);
    let shown = field.done("unit show 1rd");
    assert!(shown.contains("HQ die       3, and owes 1 step for its attacks\n"), "{shown}");
    assert_eq!(field.json("unit show 9id")["attacks_owed"], 0);
}

#[test]
fn what_is_only_said_is_in_the_json_too() {
    let field = fought();
    let checked = field.json("battle check 1am-0602.toml");
    assert_eq!(checked, serde_json::json!({"checked": "1am-0602.toml", "can_be_fought": true}));
    let thrown = field.json("roll break-test --grade regular");
    let again = field.json(&format!("roll break-test --grade regular --seed {}", thrown["seed"]));
    assert_eq!((&again["face"], &again["seed"]), (&thrown["face"], &Value::Null), "{thrown}");
    let level = field.done("odds recce --attacker regular --defender regular");
    assert!(level.contains("mean: 0.000"), "{level}");
}
