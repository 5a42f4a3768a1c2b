//! What two testers found wrong with battles, contacts and grades, each held by a case.
//!
//! The figures are worked out by hand: see `battle` for the dice of `b1` against `i1`.

use super::field::Field;

const LOG: &str = "no supply in this test";

/// `b1` stands before `i1`.
fn beside() -> Field {
    let field = Field::new();
    field.done("unit set 1rd.b1 square=0502");
    field
}

/// A battalion of 9th Division.
fn second_defender(field: &Field, square: &str) {
    field.done(&format!(
        "unit new ax.9id.i2 --parent ax.9id arm=infantry echelon=battalion mobility=foot where={square} role=fighting \
         sp_full=3 weapon_men=l"
    ));
}

fn state(field: &Field, id: &str) -> serde_json::Value {
    field.json(&format!("unit show {id}"))["state"].clone()
}

/// Posts an outcome after a change to one of its bases.
fn posted(field: &Field, battle: &str, base: &str, change: impl Fn(&mut serde_json::Value)) {
    let name = format!("{battle}.outcome.json");
    let text = std::fs::read_to_string(field.dir.path().join(&name)).unwrap();
    let mut outcome: serde_json::Value = serde_json::from_str(&text).unwrap();
    let bases = outcome["outcome"]["bases"].as_array_mut().unwrap();
    change(bases.iter_mut().find(|of| of["id"] == base).unwrap());
    field.write(&name, &outcome.to_string());
    field.done(&format!("battle post {battle} --override 'as the table had it'"));
}

/// Section 9: having fought disorganises until it reorganises. `b1` follows on, and has no part in the second battle.
#[test]
fn who_follows_on_and_only_stands_by_comes_home_as_it_was() {
    let field = beside();
    field.done("setting set battle_hours moves");
    field.done(&format!("battle new 0602 --override '{LOG}'"));
    field.done("battle resolve 0602 --dice '6 3 4' --post");
    assert_eq!(state(&field, "1rd.b1"), "disorganised");
    field.done(&format!("battle new 0601 --by 1rd.b1 --override '{LOG}'"));
    field.done("battle resolve 0601 --dice '6 1'");
    posted(&field, "1am-0601", "su.1a.1rd.b1", |base| {
        base["engaged"] = false.into();
        base["disorganised"] = false.into();
    });
    assert_eq!(state(&field, "1rd.b1"), "disorganised");
}

/// Guns that fired in a battle of the whole bound have no hour left for another, though they are of those who won.
#[test]
fn guns_that_follow_on_need_an_hour_as_who_attacks_does() {
    let guns = |hours: &str| {
        let field = beside();
        field.done(&format!("setting set battle_hours {hours}"));
        field.done(
            "unit new su.1a.1rd.art --parent su.1a.1rd arm=artillery echelon=battalion mobility=foot where=0502 \
             role=support sp_full=2 weapon_men=l calibre_mm=76",
        );
        second_defender(&field, "0603");
        field.done("unit set 1rd.b2 square=0503");
        field.done(&format!("battle new 0602 --by 1rd.b1 --override '{LOG}'"));
        // The first seed by which they win without a failed test.
        let won = (1..60).find(|seed| {
            let said = field.done(&format!("battle resolve 0602 --seed {seed}"));
            said.contains("Soviet holds 0602") && !said.contains("fail")
        });
        field.done(&format!("battle resolve 0602 --seed {} --post", won.unwrap()));
        assert_eq!(state(&field, "1rd.art"), "disorganised");
        let drawn = field.json(&format!("battle new 0603 --by 1rd.b2 --override '{LOG}'"));
        drawn["sides"][0]["units"][0]["bases"].clone()
    };
    assert_eq!(guns("moves"), 2, "b2 and the guns, which go on");
    assert_eq!(guns("all"), 1, "b2 alone: its guns have no hour left");
}

/// Section 8: assault is orthogonal; from two squares off nobody comes up within six moves.
#[test]
fn a_reserve_that_stands_too_far_off_is_refused_when_the_battle_is_drawn() {
    let field = beside();
    let ran = field.run(&format!("battle new 0602 --by 1rd.b1 --reserve 1rd.b2 --override '{LOG}'"));
    assert_eq!(ran.code, 1);
    assert_eq!(
        ran.err,
        "error: B2 (`su.1a.1rd.b2`) in 0203 is too far from 0602 to come up in this battle\nhint: march it into a square \
         beside 0602 first (`railhead move`), or leave it out of `--reserve`\n"
    );
    second_defender(&field, "0609");
    let ran = field.run(&format!("battle new 0602 --by 1rd.b1 --reserve i2 --override '{LOG}'"));
    assert_eq!(
        ran.err,
        "error: `ax.9id.i2` in 0609 is too far from 0602 to come up in this battle\nhint: a defender's reserve comes \
         from within six squares: leave it out of `--reserve`\n"
    );
    // The corner of the square is near enough, and what is written can be fought.
    field.done("unit set 1rd.b2 square=0501");
    field.done(&format!("battle new 0602 --by 1rd.b1 --reserve 1rd.b2 --override '{LOG}'"));
    assert_eq!(field.run("battle check 1am-0602.toml").code, 0);
    field.done("battle resolve 0602 --seed 1");
    // Of a division only those come up who can.
    field.done("battle cancel 0602");
    let said = field.done(&format!("battle new 0602 --by 1rd.b1 --reserve 1rd.b2 --reserve 2rd --override '{LOG}'"));
    assert!(said.contains("(`su.1a.2rd.b1`) is too far away to come up in this battle"), "{said}");
}

/// Two battles of 1st Division drawn together: each attack owes a step of its HQ die (section 8), two in all.
fn two_drawn() -> Field {
    let field = beside();
    second_defender(&field, "0605");
    field.done("unit set 1rd.b2 square=0505");
    for square in ["0602", "0605"] {
        field.done(&format!("battle new {square} --override '{LOG}'"));
        field.done(&format!("battle resolve {square} --seed 1"));
    }
    field
}

#[test]
fn two_battles_of_one_division_are_posted_one_after_the_other() {
    let field = two_drawn();
    let said = field.done("battle post 0602");
    assert!(said.contains("with its units as they stand now"), "{said}");
    assert!(field.done("unit history 1rd").contains("attacks owed"));
    field.done("battle post 0605");
    let events = field.done(&format!("op show {}", field.json("battle show 0605")["operation"]));
    assert!(
        events.split_whitespace().collect::<Vec<_>>().join(" ").contains("attacks owed 1RD su.1a.1rd 1 2"),
        "{events}"
    );
    assert_eq!(field.run("verify").code, 0);
    field.done("undo");
    field.done("battle post 0605");
}

/// A die of two is used up by both together: then the whole division is disorganised (section 9).
#[test]
fn attacks_of_two_battles_use_up_the_hq_die_together() {
    let field = two_drawn();
    field.done("battle cancel 0605");
    field.done("battle cancel 0602");
    field.done("unit set 1rd hq_die=2");
    field.done(
        "unit new su.1a.1rd.b3 --parent su.1a.1rd arm=infantry echelon=battalion mobility=foot where=0203 \
         role=fighting sp_full=3 weapon_men=l",
    );
    for square in ["0602", "0605"] {
        field.done(&format!("battle new {square} --override '{LOG}'"));
        field.done(&format!("battle resolve {square} --seed 1"));
    }
    field.done("battle post 0605");
    assert_eq!(state(&field, "1rd.b3"), "organised");
    field.done("battle post 0602");
    assert_eq!(state(&field, "1rd.b3"), "disorganised");
}

#[test]
fn what_else_has_changed_between_two_battles_still_refuses() {
    let field = two_drawn();
    field.done("unit set 1rd.b2 sp=2");
    field.done("battle post 0602");
    let ran = field.run("battle post 0605");
    assert!(ran.err.contains("B2 (`su.1a.1rd.b2`) was 4 of 4 SP"), "{}", ran.err);
    field.done("unit set 1rd.b2 sp=4");
    field.done("unit set 1rd hq_die=1");
    let ran = field.run("battle post 0605");
    assert!(ran.err.contains("1RD (`su.1a.1rd`) was"), "{}", ran.err);
}

#[test]
fn a_dry_run_of_a_post_shows_every_change_losses_first_and_dice_last() {
    let field = beside();
    for number in 3..12 {
        field.done(&format!(
            "unit new su.1a.1rd.b{number} --parent su.1a.1rd arm=infantry echelon=battalion mobility=foot where=0502 \
             role=fighting sp_full=3 weapon_men=l"
        ));
    }
    field.done(&format!("battle new 0602 --override '{LOG}'"));
    let said = field.done("battle resolve 0602 --seed 3 --post --dry-run");
    let change = said.split("\ndry run: ").nth(1).unwrap();
    assert!(!change.contains("more: railhead op show"), "{change}");
    let rows: Vec<&str> = change.lines().filter_map(|line| line.split("  ").next()).collect();
    let places = |what: &str| -> Vec<usize> { (0..rows.len()).filter(|row| rows[*row] == what).collect() };
    assert!(rows.len() > 22, "{change}");
    assert_eq!(places("minutes").len(), places("square").len(), "a row each: {change}");
    assert!(places("state").last() < places("minutes").first(), "{change}");
    assert!(places("minutes").last() < places("dice").first(), "{change}");
    // In earnest the result is told by unit, once; the rest is in the log.
    let said = field.done("battle resolve 0602 --seed 3 --post");
    assert_eq!(said.matches("came out with").count(), 1, "{said}");
    let post = said.split("\nop ").nth(1).unwrap();
    assert_eq!(post, "13\n`1am-0602` is posted; every die: `railhead op show 13`\n");
}

#[test]
fn an_outcome_or_a_script_that_is_not_there_is_named_with_what_to_do() {
    let field = beside();
    field.done(&format!("battle new 0602 --override '{LOG}'"));
    let ran = field.run("battle post 0602");
    assert_eq!(
        ran.err,
        "error: there is no file `1am-0602.outcome.json`\nhint: fight it first: `railhead battle resolve 1am-0602`, or \
         `railhead battle record 1am-0602 FORM` after a game on the table; if the outcome is elsewhere, name the \
         file: `railhead battle post 1am-0602 FILE`\n"
    );
    let ran = field.run("run nofile");
    assert_eq!(
        ran.err,
        "error: there is no file `nofile`\nhint: name an existing file, with its folder if it is elsewhere: `ls` \
         lists the files here\n"
    );
}

#[test]
fn a_square_in_which_nobody_is_left_is_not_said_to_be_held() {
    let field = beside();
    field.done(&format!("battle new 0602 --override '{LOG}'"));
    let mut form = String::new();
    for line in field.done("battle form 0602 --format csv").lines() {
        let filled = match line.split(',').next().unwrap() {
            "end" => "end,broken_off".to_owned(),
            "moves" => "moves,2".to_owned(),
            _ => line.to_owned(),
        };
        form.push_str(&filled);
        form.push('\n');
    }
    field.write("form.csv", &form);
    let said = field.done("battle record 0602 form.csv");
    assert!(said.contains("broken off after 2 moves: Axis holds 0602"), "{said}");
    // With everybody of the defender lost the words are others; control stays.
    let name = "1am-0602.outcome.json";
    let text = std::fs::read_to_string(field.dir.path().join(name)).unwrap();
    let mut outcome: serde_json::Value = serde_json::from_str(&text).unwrap();
    let bases = outcome["outcome"]["bases"].as_array_mut().unwrap();
    let i1 = bases.iter_mut().find(|of| of["id"] == "ax.9id.i1").unwrap();
    (i1["sp"], i1["fate"], i1["square"]) = (0.into(), "destroyed".into(), serde_json::Value::Null);
    field.write(name, &outcome.to_string());
    let said = field.done("battle post 0602");
    let words = said.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.contains("Axis has nobody left"), "{said}");
    assert_eq!(field.json("ground show 0602")["control"], "AX");
}

#[test]
fn a_contact_is_declined_kept_and_fought_after_all() {
    let field = Field::new();
    field.done("unit set 1rd.b1 square=0402");
    field.done("move 1rd.b1 0502");
    let contacts = |field: &Field| {
        let found = field.json("review");
        found["findings"].as_array().unwrap().iter().filter(|row| row["kind"] == "contact").cloned().collect::<Vec<_>>()
    };
    let found = contacts(&field);
    assert!(found[0].to_string().contains("railhead battle decline 0602"), "{found:?}");
    field.done("battle decline 0602 --reason 'it waits for fuel'");
    assert!(contacts(&field).is_empty());
    let list = field.json("battle list");
    assert_eq!((&list[0]["end"], &list[0]["open"]), (&"declined".into(), &false.into()), "{list}");
    assert!(field.done("battle show 0602").contains("declined"));
    assert!(field.done("battle decline 0602").contains("nothing changed"));
    let ran = field.run("battle post 0602");
    assert_eq!(ran.err, "error: `1am-0602` was declined\nhint: draw it after all: `railhead battle new 0602`\n");
    assert_eq!(field.run("verify").code, 0);
    field.done("undo");
    assert_eq!(contacts(&field).len(), 1);
    field.done("battle decline 0602");
    field.done(&format!("battle new 0602 --override '{LOG}'"));
    let list = field.json("battle list");
    assert_eq!((list.as_array().unwrap().len(), &list[0]["open"]), (1, &true.into()), "{list}");
    let ran = field.run("battle decline 0602");
    assert_eq!(
        ran.err,
        "error: 0602: the battle for it is already drawn: `1am-0602`\nhint: cancel it first: `railhead battle cancel \
         1am-0602`\n"
    );
    field.done("battle resolve 0602 --seed 1 --post");
    let ran = field.run("battle decline 0602");
    assert_eq!(
        ran.err,
        "error: 0602: it has already been fought for in this bound: `1am-0602`\nhint: `railhead battle show 1am-0602` \
         shows the result; `railhead battle correct 1am-0602 --ask` puts a wrong one right\n"
    );
    let ran = field.run("battle decline 0909");
    assert!(ran.err.contains("0909: nobody is in contact there"), "{}", ran.err);
}

#[test]
fn a_declined_contact_goes_out_with_the_folder_and_comes_in_again() {
    let one = Field::empty();
    one.done("new first-bound");
    one.done("battle decline 0905");
    one.done("export there");
    let other = Field::empty();
    other.done(&format!("new {}", one.dir.path().join("there").display()));
    assert_eq!(other.json("battle list"), one.json("battle list"));
    assert_eq!(one.json("battle list")[0]["end"], "declined");
    other.done("export back");
    let read = |field: &Field, name: &str| std::fs::read(field.dir.path().join(name)).unwrap();
    assert_eq!(read(&one, "there/battles.csv"), read(&other, "back/battles.csv"));
    assert_eq!(other.run("verify").code, 0);
}

#[test]
fn a_contact_that_a_battle_makes_is_of_the_bound() {
    let field = beside();
    assert_eq!(field.done("contact --new"), "none of these\n1 contact in all: `railhead contact`\n");
    field.done(&format!("battle new 0602 --override '{LOG}'"));
    field.done("battle resolve 0602 --dice '6 3 4' --post");
    let new = field.json("contact --new");
    assert_eq!(new.as_array().unwrap().len(), 1, "{new}");
    assert_eq!((&new[0]["since"]["label"], &new[0]["joined"]["label"]), (&"D1 am".into(), &"D1 am".into()), "{new}");
}

/// A leaf that comes up to a pair that was in contact before makes no new contact, and is named all the same.
#[test]
fn who_comes_up_to_a_contact_is_named() {
    let field = beside();
    field.done("unit set 1rd.b2 square=0402");
    field.done("move 1rd.b2 0502");
    let new = field.json("contact --new");
    assert_eq!(
        (&new[0]["since"]["label"], &new[0]["joined"]["label"]),
        (&serde_json::Value::Null, &"D1 am".into()),
        "{new}"
    );
    assert!(field.done("contact --new").contains("reinforced D1 am"));
    let found = field.json("review")["findings"].clone();
    let met = found.as_array().unwrap().iter().find(|row| row["kind"] == "contact").unwrap();
    assert_eq!(
        met["text"],
        "su.1a.1rd.b1 and 1 more in 0502 were joined in contact by ax.9id.i1 in 0602: neither fought nor declined; \
         nobody can attack it: B1 of 1RD is out of LOG"
    );
    assert_eq!(met["command"], "railhead battle decline 0602");
}

/// `b2` was set down in 0601 beside `i1` in D1 am, `b1` marches to 0502 in D1 pm: each stands in the review until it is declined,
/// bound after bound, with since when; by night nobody could fight.
#[test]
fn contacts_of_before_stand_in_the_review_until_they_are_settled() {
    let field = Field::new();
    field.done("unit set 1rd.b1 square=0402");
    field.done("unit set 1rd.b2 square=0601");
    let rows = |kind: &str| {
        let found = field.json("review")["findings"].clone();
        let of_kind = found.as_array().unwrap().iter().filter(|row| row["kind"] == kind).cloned();
        let told = of_kind.map(|row| {
            let words = [&row["subject"], &row["square"], &row["since"]["label"], &row["text"], &row["command"]];
            words.map(|word| word.as_str().unwrap().to_owned()).join(" | ")
        });
        told.collect::<Vec<_>>()
    };
    let row = |at: &str, since: &str| {
        format!(
            "su.1a.1rd | {at} | {since} | faces ax.9id in {at}: neither fought nor declined in this bound | railhead battle \
             decline {}",
            if since == "D1 am" { at } else { "0602" }
        )
    };
    assert_eq!(rows("standing_contact"), [row("0601", "D1 am")]);
    assert_eq!(field.json("status")["findings"]["standing_contact"], 1);
    field.done("bound close");
    field.done("move 1rd.b1 0502");
    assert_eq!((rows("standing_contact"), rows("contact").len()), (vec![row("0601", "D1 am")], 1));
    field.done("bound close");
    assert_eq!((rows("standing_contact"), rows("contact")), (Vec::new(), Vec::new()), "by night");
    field.done("bound close");
    assert_eq!(rows("standing_contact"), [row("0601", "D1 am"), row("0502", "D1 pm")]);
    // Declined is declined for the bound; several squares at once are one operation.
    field.done("battle decline 0601 0502 --reason \"a quiet front\"");
    assert_eq!(rows("standing_contact"), Vec::<String>::new());
    assert_eq!(field.json("battle list").as_array().unwrap().len(), 2);
    field.done("undo");
    assert_eq!(rows("standing_contact").len(), 2);
    // Who attacks `i1` settles what stands against it.
    field.done(&format!("battle new 0602 --override '{LOG}'"));
    assert_eq!(rows("standing_contact"), Vec::<String>::new());
}

/// Two battalions that were set down together face the same division: one row, with both squares.
#[test]
fn two_formations_that_face_each_other_are_one_row() {
    let field = beside();
    field.done("unit set 1rd.b2 square=0601");
    let found = field.json("review")["findings"].clone();
    let standing: Vec<_> =
        found.as_array().unwrap().iter().filter(|row| row["kind"] == "standing_contact").cloned().collect();
    assert_eq!(standing.len(), 1, "{found}");
    let squares: std::collections::BTreeSet<&str> =
        standing[0]["command"].as_str().unwrap().trim_start_matches("railhead battle decline ").split(' ').collect();
    assert_eq!(squares, ["0502", "0601"].into());
    assert!(standing[0]["text"].as_str().unwrap().starts_with("faces ax.9id in 0"), "{standing:?}");
    field.done(standing[0]["command"].as_str().unwrap().trim_start_matches("railhead "));
    assert!(field.json("review")["findings"].as_array().unwrap().iter().all(|row| row["kind"] != "standing_contact"));
}
