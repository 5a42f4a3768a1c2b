//! What a battle is drawn as, and what it relies on until it is posted.
//!
//! `b1` (foot, 3 SP) attacks `i1` (4 SP) in 0602, as in `battle`.

use campaign::Campaign;
use domain::{Arm, Class, Echelon, Role};

use super::field::{Field, formation, leaf, six};

const LOG: &str = "no supply in this test";

fn draw(field: &Field) -> serde_json::Value {
    field.json(&format!("battle new 0602 --override '{LOG}'"))
}

// Section 6, ruling: six moves less the hours that the slowest attacker marched, three for a square of 3 km on foot.
#[test]
fn a_battle_has_the_moves_that_the_march_to_it_left() {
    let field = Field::new();
    field.done("unit set 1rd.b1 square=0402");
    field.done("move 1rd.b1 0502");
    assert_eq!(draw(&field)["moves"], 3);
    field.done("battle cancel 0602");
    field.done("unit set 1rd.b2 square=0601");
    assert_eq!(draw(&field)["moves"], 3, "b2 has not marched, b1 is the slowest");
    field.done("battle cancel 0602");
    let fresh = field.json(&format!("battle new 0602 --without 1rd.b1 --override '{LOG}'"));
    assert_eq!(fresh["moves"], 6);
}

/// The six with a battalion of 105 mm guns on either side, of these nationalities, each in reach of 0602.
fn with_guns(attacker: &str, defender: &str) -> Campaign {
    let mut campaign = six();
    for (id, parent, side, nationality, at) in
        [("su.1a.1rd.art", "su.1a.1rd", "SU", attacker, (4, 2)), ("ax.9id.art", "ax.9id", "AX", defender, (7, 2))]
    {
        let mut guns = leaf(formation(id, Some(parent), side, Echelon::Battalion, Arm::Artillery, 20), at, 3, None);
        nationality.clone_into(&mut guns.nationality);
        let base = &mut guns.leaf.as_mut().unwrap().bases[0];
        (base.role, base.weapon_men, base.calibre_mm) = (Role::Support, Some(Class::Medium), Some(105));
        campaign.formations.insert(guns);
    }
    campaign
}

/// How the guns of a side fire, by the engagement file.
fn fire_of(field: &Field, id: &str) -> String {
    let text = std::fs::read_to_string(field.dir.path().join("1am-0602.toml")).unwrap();
    let line = text.lines().find(|line| line.contains(&format!("id = \"{id}\""))).unwrap();
    line.split("fire = ").nth(1).map_or("direct", |rest| rest.split('"').nth(1).unwrap()).to_owned()
}

// Section 7, ruling: Soviet artillery that supports an attack fires direct; that of others, and in defence, indirect.
#[test]
fn soviet_guns_fire_direct_in_attack_and_indirect_in_defence() {
    for (attacker, defender, fires) in [("SOV", "ROM", "direct"), ("GER", "sov", "indirect")] {
        let field = Field::of(&with_guns(attacker, defender));
        field.done("unit set 1rd.b1 square=0502");
        let drawn = field.done(&format!("battle new 0602 --override '{LOG}'"));
        assert_eq!(fire_of(&field, "su.1a.1rd.art"), fires, "{attacker} attacks");
        assert_eq!(fire_of(&field, "ax.9id.art"), "indirect", "{defender} defends");
        assert!(drawn.contains(&format!("{fires} fire")), "{drawn}");
    }
}

#[test]
fn guns_that_attack_alone_are_told_to_take_no_square() {
    let field = Field::of(&with_guns("GER", "ROM"));
    field.done("unit set 1rd.art square=0502");
    let alone = field.done(&format!("battle new 0602 --by 1rd.art --override '{LOG}'"));
    let told = "only guns and other support attack: they can fire on the square, but not take it";
    assert!(alone.contains(told), "{alone}");
    field.done("battle cancel 0602");
    field.done("unit set 1rd.b1 square=0502");
    let both = field.done(&format!("battle new 0602 --override '{LOG}'"));
    assert!(!both.contains(told), "{both}");
}

// NQM Free, "Fortification, artillery, markers": direct support is at once where an observer or HQ is with those who fight.
#[test]
fn direct_support_by_free_wants_somebody_who_directs_it() {
    let field = Field::of(&with_guns("GER", "ROM"));
    field.done("unit set 1rd.b1 square=0502");
    let drawn = |rules: &str| {
        let said = field.json(&format!("battle new 0602 --rules {rules} --override '{LOG}'"));
        field.done("battle cancel 0602");
        said["sides"][0]["units"][0]["part"].as_str().unwrap().to_owned()
    };
    assert_eq!(drawn("nqm-squared"), "indirect fire, fights");
    assert_eq!(drawn("nqm-free"), "fights, indirect fire from move 2");
    field.done("unit set 1rd.hq square=0502");
    assert_eq!(drawn("nqm-free"), "indirect fire, fights");
}

/// What the guns of a corps of the defender do in a battle for 0602, by the rules and where they stand.
fn part_of_corps_guns(rules: &str, at: (u16, u16)) -> String {
    let mut campaign = six();
    let corps = formation("ax.6c", None, "AX", Echelon::Corps, Arm::Infantry, 20);
    let division = formation("ax.9id", Some("ax.6c"), "AX", Echelon::Division, Arm::Infantry, 21);
    let mut guns =
        leaf(formation("ax.6c.art", Some("ax.6c"), "AX", Echelon::Battalion, Arm::Artillery, 22), at, 3, None);
    let base = &mut guns.leaf.as_mut().unwrap().bases[0];
    (base.role, base.weapon_men, base.calibre_mm) = (Role::Support, Some(Class::Medium), Some(105));
    for formation in [corps, division, guns] {
        campaign.formations.insert(formation);
    }
    let field = Field::of(&campaign);
    field.done("unit set 1rd.b1 square=0502");
    let drawn = field.json(&format!("battle new 0602 --rules {rules} --override '{LOG}'"));
    let units = drawn["sides"][1]["units"].as_array().unwrap();
    units.iter().find(|unit| unit["id"] == "ax.6c").unwrap()["part"].as_str().unwrap().to_owned()
}

// Section 4: fire commanded by a corps comes 1 + 1 moves after the call. Guns in the square attacked are there already: the
// square has not fallen while they stand in it.
#[test]
fn guns_of_a_corps_are_called_from_elsewhere_and_there_from_the_start_in_the_square_attacked() {
    assert_eq!(part_of_corps_guns("nqm-squared", (7, 2)), "indirect fire from move 2");
    assert_eq!(part_of_corps_guns("nqm-squared", (6, 2)), "indirect fire");
    assert_eq!(part_of_corps_guns("nqm-free", (6, 2)), "indirect fire");
}

/// A change, and how the refusal to post begins to tell it.
const CHANGES: &[(&str, &str)] = &[
    ("unit set i1 sp=3", "I1 (`ax.9id.i1`) was 4 of 4 SP"),
    ("unit set i1 markers=1", "I1 (`ax.9id.i1`) was 4 of 4 SP"),
    (
        "unit set i1 ammo=out",
        "I1 (`ax.9id.i1`) was 4 of 4 SP, organised, open, in 0602 and is now 4 of 4 SP, out of ammunition",
    ),
    (
        "unit set i1 state=disorganised",
        "I1 (`ax.9id.i1`) was 4 of 4 SP, organised, open, in 0602 and is now 4 of 4 SP, disorganised",
    ),
    (
        "unit set i1 posture=dug_in",
        "I1 (`ax.9id.i1`) was 4 of 4 SP, organised, open, in 0602 and is now 4 of 4 SP, organised, dug_in",
    ),
    ("unit set 1rd.b1 square=0501", "B1 (`su.1a.1rd.b1`) was 3 of 3 SP, organised, open, in 0502 and is now"),
    ("ground set 0602 --terrain close", "`0602` was open, held by Axis and is now close, held by Axis"),
    ("ground set 0602 --side SU --override test", "`0602` was open, held by Axis and is now open, held by Soviet"),
    ("unit set 1rd hq_die=2", "1RD (`su.1a.1rd`) was regular, HQ die full"),
    ("grade set 1rd veteran --override test", "1RD (`su.1a.1rd`) was regular, HQ die full"),
    (
        "setting set offroad_km 60",
        "1RD (`su.1a.1rd`) was regular, HQ die full, owes 0, out of LOG and is now regular, HQ die full, owes 0, in LOG \
         supply",
    ),
];

#[test]
fn every_kind_of_change_refuses_the_post_and_other_changes_do_not() {
    let field = Field::new();
    field.done("unit set 1rd.b1 square=0502");
    draw(&field);
    field.done("battle resolve 0602 --dice '6 3 4'");
    for (line, told) in CHANGES {
        field.done(line);
        let ran = field.run("battle post 0602 --dry-run");
        let expected = format!("error: `1am-0602` has changed since it was drawn: {told}");
        assert!(ran.code == 1 && ran.err.starts_with(&expected), "{line}: {}", ran.err);
        field.done("undo");
    }
    field.done("unit set 2rd.b1 sp=1");
    field.done("move 1rd.b2 0204");
    field.done("battle post 0602");
}

#[test]
fn who_moves_a_leaf_that_is_drawn_is_told_and_of_the_files_that_are_left() {
    let field = Field::new();
    field.done("unit set 1rd.b1 square=0502");
    draw(&field);
    let other = field.run("move 1rd.b2 0204");
    assert!(other.code == 0 && !other.err.contains("1am-0602"), "{}", other.err);
    let moved = field.run("move 1rd.b1 0402");
    assert_eq!(
        (moved.code, moved.err.as_str()),
        (
            0,
            "warning: B1 (`su.1a.1rd.b1`) is in the open battle `1am-0602`, which can no longer be posted as drawn; \
             draw it again: `railhead battle cancel 1am-0602`, then `railhead battle new 0602`\n"
        )
    );
    field.done("undo");
    field.done("battle resolve 0602 --dice '6 3 4'");
    let cancelled = field.run("battle cancel 0602");
    assert_eq!(cancelled.err, "no longer needed here: `1am-0602.toml`, `1am-0602.outcome.json`\n");
    field.done("undo");
    let posted = field.run("battle post 0602");
    assert!(
        posted.err.starts_with("no longer needed here: `1am-0602.toml`, `1am-0602.outcome.json`\n"),
        "{}",
        posted.err
    );
}

// Two markers to none, and the test is passed on 4: the unit may assault, and the players say with which bases.
#[test]
fn an_umpire_is_asked_which_bases_stay_out_of_an_assault() {
    let field = Field::new();
    field.done("unit set 1rd.b1 square=0502");
    field.done("unit new su.1a.1rd.b3 --parent 1rd echelon=battalion arm=infantry mobility=foot where=0502 weapon_men=L sp_full=3");
    draw(&field);
    // It assaults by doctrine; two answers are none; the second base stays out; the answers end before the last question.
    let ran = field.run_typing("battle resolve 0602 --dice '6 2 3 4' --decide ask", "\ny\n9\n2\n\n");
    for said in [
        "move 1: which bases stay out of the assault?\n",
        "numbers or ids [none] ",
        "answer numbers from 1 to 2, or nothing",
    ] {
        assert!(ran.err.contains(said), "{said}: {}", ran.err);
    }
    assert_eq!(ran.err.matches("numbers or ids [none] ").count(), 3, "{}", ran.err);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let bases = field.json("battle resolve 0602 --dice '6 2 3 4' --decide stays:su.1a.1rd.b3=yes")["bases"].clone();
    let square = |id: &str| bases.as_array().unwrap().iter().find(|base| base["id"] == id).unwrap()["square"].clone();
    assert_eq!((square("su.1a.1rd.b1"), square("su.1a.1rd.b3")), ("0602".into(), "0502".into()));
}

#[test]
fn those_left_out_for_one_reason_are_one_line() {
    let mut campaign = with_guns("GER", "ROM");
    for number in 2..5 {
        let mut guns = campaign.formations["su.1a.1rd.art"].clone();
        (guns.id, guns.order) = (format!("su.1a.1rd.art{number}").as_str().into(), 20 + number);
        campaign.formations.insert(guns);
    }
    let field = Field::of(&campaign);
    field.done("unit new ax.9id.i2 --parent 9id echelon=battalion arm=infantry mobility=foot where=0603 weapon_men=L sp_full=3");
    field.done("unit set 1rd.b1 square=0502");
    field.done("unit set 1rd.b2 square=0503");
    field.done(&format!("battle new 0602 --by 1rd.b1 --override '{LOG}'"));
    let said = field.done(&format!("battle new 0603 --by 1rd.b2 --override '{LOG}'"));
    let line = "left out (each fires in the battle for 0602 near Old Town): 4 of 1RD, 1 of 9ID\n";
    assert!(said.contains(line), "{said}");
    assert_eq!(said.matches("left out").count(), 1, "{said}");
}

#[test]
fn of_many_faults_twelve_are_shown_and_a_code_that_is_none_names_those_there_are() {
    let field = Field::new();
    field.done("unit set 1rd.b1 square=0502");
    draw(&field);
    let one = field.run("battle record 0602 --end out_of_moves --set Z1=2");
    let expected = "--set Z1=2: there is no `Z1` in this battle (the codes are A, A1, D, D1, and for bases like \
                    `A1.1`: `railhead battle form` prints them)";
    assert!(one.err.contains(expected), "{}", one.err);
    let many: Vec<String> = (1..=15).map(|n| format!("--set Z{n}=2")).collect();
    let line = format!("battle record 0602 --end out_of_moves {}", many.join(" "));
    let all = field.run(&line);
    assert_eq!(all.err.matches("there is no `Z").count(), 12, "{}", all.err);
    assert!(all.err.contains("\n  and 3 more\nhint:"), "{}", all.err);
    let json = field.run(&format!("{line} --format json"));
    assert_eq!(json.err.matches("there is no `Z").count(), 15, "{}", json.err);
    field.write("poem.csv", "The boy stood\non the burning deck\n");
    let poem = field.run("battle record 0602 poem.csv");
    assert!(
        poem.err.starts_with(
            "error: `poem.csv` has 1 fault\n  poem.csv: the header line, which begins with `code`, is missing"
        ),
        "{}",
        poem.err
    );
}

#[test]
fn the_story_says_why_an_attack_is_broken_off_and_is_short_where_little_happens() {
    let field = Field::new();
    field.done("unit set 1rd.b1 square=0502");
    draw(&field);
    // Nothing on either side, and three SP against four (section 12).
    let said = field.done("battle resolve 0602 --dice '2 2'");
    for line in [
        "Soviet has not won, and has fewer SP without a marker than the defenders",
        "Soviet breaks off",
        "broke off, disorganised",
    ] {
        assert!(said.contains(line), "{line}: {said}");
    }
    // Won by a 6 to none, tested on 4, and nobody goes in; the defender reorganises in move 2.
    let said = field.done("battle resolve 0602 --dice '6 3 4' --decide 'assault=no break-off=no'");
    assert!(said.contains("\n 3-6  nothing happens\n"), "{said}");
    field.done("battle cancel 0602");
    field.done("unit new su.1a.1rd.b3 --parent 1rd echelon=battalion arm=infantry mobility=foot where=0502 weapon_men=L sp_full=3");
    field.done("unit set 1rd.b2 square=0502");
    draw(&field);
    let said = field.done("battle resolve 0602 --dice '2 2 2 2' --decide break-off=yes");
    assert!(said.contains("3 bases of 1RD withdraw"), "{said}");
    assert!(!said.contains("has not won"), "it was not the doctrine that decided: {said}");
}

/// Who comes out disorganised, by the outcome that lies there.
fn disorganised(field: &Field) -> Vec<(String, bool)> {
    let text = std::fs::read_to_string(field.dir.path().join("1am-0602.outcome.json")).unwrap();
    let outcome: serde_json::Value = serde_json::from_str(&text).unwrap();
    let bases = outcome["outcome"]["bases"].as_array().unwrap().iter();
    bases.map(|base| (base["id"].as_str().unwrap().to_owned(), base["disorganised"].as_bool().unwrap())).collect()
}

// Section 9: having fought disorganises, and indirect fire is fighting; held guns do not.
#[test]
fn a_battle_on_the_table_tires_whom_the_program_tires() {
    let field = Field::of(&with_guns("GER", "ROM"));
    field.done("unit set 1rd.b1 square=0502");
    draw(&field);
    for (held, guns) in [(None, true), (Some("ax.9id.art"), false)] {
        if let Some(id) = held {
            let text = std::fs::read_to_string(field.dir.path().join("1am-0602.toml")).unwrap();
            let lines = text.lines().map(|line| {
                let is_its = line.contains(&format!("id = \"{id}\""));
                if is_its { line.replace("\"indirect\"", "\"held\"") } else { line.to_owned() }
            });
            field.write("1am-0602.toml", &lines.collect::<Vec<_>>().join("\n"));
        }
        // Move 1 is the attacker's shells, move 2 the firefight.
        let text = std::fs::read_to_string(field.dir.path().join("1am-0602.toml")).unwrap();
        field.write("1am-0602.toml", &text.replace("moves = 6", "moves = 2"));
        let told = field.json("battle resolve 1am-0602.toml --seed 3 --decide 'break-off=no assault=no'");
        assert_eq!((&told["end"], &told["moves"]), (&"out_of_moves".into(), &2.into()), "{told}");
        let fought = disorganised(&field);
        let of = |id: &str| fought.iter().find(|(base, _)| base == id).unwrap().1;
        assert!(of("su.1a.1rd.art") && of("su.1a.1rd.b1") && of("ax.9id.art") == guns, "{fought:?}");
        field.done("battle record 1am-0602.toml --end out_of_moves --moves 2");
        assert_eq!(disorganised(&field), fought);
    }
}
