//! The history of Uranus: the script as it is built in is played, and supply tells what the timeline tells.
//!
//! Bookings and the counts of `docs/rules/history-uranus.md` are in `bookings.rs`, who stands apart or is out of supply in `apart.rs`. Hours are those of `data/campaigns/uranus-1942/timeline.csv`; where the model is slower that page says so.

use std::collections::{BTreeMap, BTreeSet};

use domain::{Bound, Phase};
use serde_json::Value;

use super::field::Field;
use crate::entries;
use crate::histories::{self, commands, files};

const URANUS: &str = "uranus-1942";

/// A folder in which the history of Uranus has been played.
pub(super) fn played() -> Field {
    histories::played(URANUS)
}

/// LOG and POL of every formation of a sheet.
fn states(field: &Field, bound: &str) -> BTreeMap<String, (String, String)> {
    states_of(&field.json(&format!("supply status --as-of {bound}")))
}

fn states_of(sheet: &Value) -> BTreeMap<String, (String, String)> {
    let word = |value: &Value| value.as_str().unwrap().to_owned();
    let of = |unit: &Value| (word(&unit["id"]), (word(&unit["log"]["state"]), word(&unit["pol"]["state"])));
    sheet["units"].as_array().unwrap().iter().map(of).collect()
}

fn held_by(field: &Field, place: &str, bound: &str) -> String {
    let square = field.json(&format!("ground show {place} --as-of {bound}"));
    square["control"].as_str().unwrap_or_default().to_owned()
}

pub(super) fn in_the_pocket(id: &str) -> bool {
    ["ax.a6", "ax.pz4.iv", "ax.pz4.29mot"].iter().any(|top| id == *top || id.starts_with(&format!("{top}.")))
}

/// The mobile corps on which the ring hangs.
const SPEARHEADS: [&str; 4] = ["su.swf.5ta.26tk", "su.swf.21a.4tk", "su.sf.51a.4mk", "su.swf.5ta.1tk"];

#[test]
fn the_history_tells_what_the_timeline_tells() {
    let field = played();
    for (place, before, after) in
        [("Perelazovsky", "1n", "2pm"), ("Abganerovo_station", "2n", "3pm"), ("Berezovsky", "3n", "4pm")]
    {
        assert_eq!(held_by(&field, place, before), "AX", "{place}");
        assert_eq!(held_by(&field, place, after), "SU", "{place}");
    }
    assert_eq!(states(&field, "5am")["ax.a6.li"].0, "in_supply", "one road is left until the link-up of 16:00");
    let fed = ("in_supply".to_owned(), "in_supply".to_owned());
    for day in 2..=12 {
        let states = states(&field, &format!("{day}n"));
        for corps in SPEARHEADS {
            assert_eq!(states[corps], fed, "{corps} on D{day}");
        }
        let pocket = states.iter().filter(|(id, _)| in_the_pocket(id));
        let log: BTreeSet<_> = pocket.filter(|_| day >= 5).map(|(_, (log, _))| log.as_str()).collect();
        assert!(!log.contains("in_supply"), "D{day}: {log:?}");
    }
    assert!(states(&field, "5pm").iter().filter(|(id, _)| in_the_pocket(id)).count() >= 25);
    let end = states(&field, "12n");
    for relief in ["ax.hol", "ax.hol.62id", "ax.hol.294id", "ax.57", "ax.57.6pz", "ax.r3.48.22pz", "ax.r3.i.7id"] {
        assert_eq!(end[relief].0, "in_supply", "{relief}");
    }
    as_history_has_it(&field);
    flown_as_the_data_say(&field);
    assert!(field.done("verify").contains("breaches 0"));
}

/// Eighteen flights of seven days, 443 t; under `simple` they are told and nothing is booked.
fn flown_as_the_data_say(field: &Field) {
    let air = field.json("supply airlift");
    let flights = air["flights"].as_array().unwrap();
    let tons: f64 = flights.iter().map(|flight| flight["tons"].as_f64().unwrap()).sum();
    assert_eq!((flights.len(), tons), (18, 443.0));
    let of = |key: &str| flights.iter().map(|flight| flight[key].as_u64().unwrap()).sum::<u64>();
    assert_eq!((of("sorties"), of("landed"), of("lost")), (293, 210, 0));
    let stocks = field.json("supply stocks --all");
    assert!(stocks["accounts"].as_array().unwrap().iter().all(|row| row["account"] != "air"));
}

/// The battles of history: bound, square, attacker, how it ended, who holds the square.
///
/// The break-in at Kalmykovsky and Kletskaya; Gromki, which holds; Peschany, where 22nd Panzer throws 1st Tank Corps
/// back; Tinguta and Tsatsa; Perelazovsky; Nariman, where 29th Motorised holds 13th Mechanised Corps up; the Flak of
/// Abganerovo; the bridge of Berezovsky and Kalach; Group Lascar, surrounded, and its surrender, which is recorded (timeline.csv, 19 to 23
/// November).
const BATTLES: [(&str, &str, &str, &str, &str); 17] = [
    ("D1 am", "029026", "SU", "taken", "SU"),
    ("D1 am", "033026", "SU", "taken", "SU"),
    ("D1 am", "045030", "SU", "taken", "SU"),
    ("D1 am", "047032", "SU", "taken", "SU"),
    ("D1 pm", "044034", "SU", "broken off", "AX"),
    ("D2 am", "030033", "SU", "broken off", "AX"),
    ("D2 am", "083066", "SU", "taken", "SU"),
    ("D2 am", "083067", "SU", "taken", "SU"),
    ("D2 am", "084075", "SU", "taken", "SU"),
    ("D2 pm", "036037", "SU", "taken", "SU"),
    ("D3 am", "079067", "AX", "out of moves", "SU"),
    ("D3 pm", "072072", "SU", "taken", "SU"),
    ("D4 pm", "057052", "SU", "taken", "SU"),
    ("D4 pm", "058053", "SU", "taken", "SU"),
    ("D5 pm", "037026", "SU", "taken", "SU"),
    ("D5 pm", "037027", "SU", "taken", "SU"),
    ("D5 pm", "038027", "SU", "taken", "SU"),
];

fn as_history_has_it(field: &Field) {
    let list = field.json("battle list");
    let word = |value: &Value| value.as_str().unwrap().to_owned();
    let row =
        |row: &Value| [&row["bound"]["label"], &row["square"], &row["attacker"], &row["end"], &row["holder"]].map(word);
    let fought: Vec<[String; 5]> = list.as_array().unwrap().iter().map(row).collect();
    let wanted = BATTLES.map(|(bound, square, attacker, end, holder)| [bound, square, attacker, end, holder]);
    assert_eq!(fought, wanted.map(|row| row.map(str::to_owned)));
    let strength_lost = |at: &str, side: usize| {
        let row = list.as_array().unwrap().iter().find(|row| row["square"] == at).unwrap();
        row["sp_lost"][side].as_u64().unwrap()
    };
    assert!(strength_lost("030033", 0) > strength_lost("030033", 1), "Peschany: who attacked lost more");
    assert_eq!(strength_lost("036037", 1), 9, "Perelazovsky: the guns and the staff of V Corps, three bases of 3 SP");
    assert_eq!([0, 1].map(|side| strength_lost("038027", side)), [0, 6], "Group Lascar: two bases of guns give up");
    let recorded = list.as_array().unwrap().iter().filter(|row| row["recorded"] == true);
    assert_eq!(recorded.map(|row| word(&row["square"])).collect::<Vec<_>>(), ["038027"]);
    let brigade = field.json("orbat su.sf.57a.13mk.17mb --as-of 3am");
    let leaves = brigade.as_array().unwrap().iter().filter(|row| row["leaf"] == true);
    let states: BTreeSet<_> = leaves.map(|row| word(&row["state"])).collect();
    assert_eq!(states, BTreeSet::from(["broken".to_owned()]), "Nariman: 17th Brigade has failed its test");
}

#[test]
fn the_history_goes_out_and_comes_in_again_and_can_be_taken_back() {
    let field = played();
    let export = |name: &str| {
        field.done(&format!("--campaign uranus-1942.railhead export {name}"));
        files(&field.dir.path().join(name))
    };
    let end = export("end");
    assert_eq!(String::from_utf8(end["history.txt"].clone()).unwrap(), histories::script(URANUS));
    field.done("undo");
    let start = export("start");
    assert!(start != end);
    std::fs::remove_file(field.dir.path().join("uranus-1942.railhead")).unwrap();
    field.done("new ./end uranus-1942.railhead");
    assert!(export("again") == end, "the end, read again");
    std::fs::remove_file(field.dir.path().join("uranus-1942.railhead")).unwrap();
    field.done("new uranus-1942");
    assert!(export("fresh") == start, "all taken back");
}

/// The script of the log, played on a fresh campaign: the first campaign, long past it, shows of every bound the sheet that was
/// there when it had closed, with the states of the next morning where nobody has come since; and in the end the two are one.
#[test]
fn the_log_played_again_comes_to_the_same_and_every_bound_can_be_looked_back_at() {
    let (field, fresh) = (played(), Field::empty());
    field.done("op script --out again");
    for (name, bytes) in files(&field.dir.path().join("again")) {
        std::fs::write(fresh.dir.path().join(name), bytes).unwrap();
    }
    fresh.done("new uranus-1942");
    let script = std::fs::read_to_string(fresh.dir.path().join("script.txt")).unwrap();
    let lines: Vec<&str> = script.lines().collect();
    let bounds: Vec<_> = lines.split_inclusive(|line| line.starts_with("bound close")).collect();
    assert_eq!((bounds.len(), lines.len()), (36, commands(URANUS).len()));
    let to_come = |field: &Field| {
        let sides = field.json("status")["sides"].take();
        sides.as_array().unwrap().iter().map(|side| side["to_come"].as_u64().unwrap()).sum::<u64>()
    };
    let (mut still, mut quiet) = (to_come(&fresh), 0);
    for (number, commands) in (0..).zip(bounds) {
        let bound = Bound::from_ordinal(number).typed();
        fresh.write("bound.txt", &commands.join("\n"));
        fresh.done("run bound.txt --quiet");
        let sheet = |field: &Field| field.json(&format!("supply status --as-of {bound}"));
        let (was, back) = (sheet(&fresh), sheet(&field));
        assert!(was["units"].as_array().is_some_and(|units| units.len() > 150), "{bound}");
        assert!(was == back, "the sheet of {bound}");
        let before = std::mem::replace(&mut still, to_come(&fresh));
        if before == still {
            assert_eq!(states_of(&back), states_of(&fresh.json("supply status")), "the morning after {bound}");
            quiet += 1;
        }
        if Bound::from_ordinal(number).phase == Phase::Night {
            let sheet = field.done(&format!("supply status --brief --as-of {bound}"));
            let sheet: Vec<&str> = sheet.split_whitespace().collect();
            assert!(sheet.join(" ").contains(&format!(", {} (", Bound::from_ordinal(number))), "{sheet:?}");
        }
    }
    assert!(quiet >= 12, "{quiet} bounds with nobody come");
    let end = |field: &Field| {
        field.done("export end");
        files(&field.dir.path().join("end"))
    };
    assert!(end(&field) == end(&fresh), "the same campaign");
}

#[test]
fn the_script_keeps_to_its_rules() {
    let page = entries::page(env!("CARGO_MANIFEST_DIR").as_ref(), "history-uranus");
    let fought = entries::entries(entries::section(&page, "## Battles"));
    let resolved = || commands(URANUS).into_iter().filter(|c| c[..2] == ["battle", "resolve"]);
    let recorded = || commands(URANUS).into_iter().filter(|c| c[..2] == ["battle", "record"]);
    assert_eq!((resolved().count(), recorded().count()), (16, 1));
    assert!(resolved().all(|c| c.iter().any(|w| w == "--seed") && c.iter().any(|w| w == "--post")));
    for battle in &resolved().chain(recorded()).collect::<Vec<_>>() {
        let square = format!(", {}", battle[2]);
        let is_listed = fought.iter().any(|entry| entry.name.ends_with(&square));
        assert!(is_listed, "docs/rules/history-uranus.md should have an entry of the battle of {}", battle[2]);
    }
    for command in
        commands(URANUS).into_iter().filter(|c| c[..2] == ["unit", "set"]).chain(resolved()).chain(recorded())
    {
        let why = command.iter().position(|w| w == "--reason").map(|at| command[at + 1].as_str());
        assert!(why.is_some_and(|why| why.contains(" Nov")), "{command:?}");
    }
    assert_eq!(commands(URANUS).iter().filter(|c| c[..2] == ["bound", "close"]).count(), 36);
}

#[test]
fn demo_tells_the_battles_of_its_five_days() {
    let field = Field::empty();
    // What is there is not written over: then the tour has names of its own.
    field.write("demo.html", "kept");
    let told = field.done("demo --verbose --quiet");
    assert!(told.contains("in the file demo-2.railhead") && told.contains("demo-2.pdf"), "{told}");
    assert_eq!(std::fs::read_to_string(field.dir.path().join("demo.html")).unwrap(), "kept");
    assert_eq!(told.matches("; SP lost: ").count(), BATTLES.len());
    let words: Vec<&str> = told.split_whitespace().collect();
    let wanted = "advance guard of 1st Tank Corps. 030033: broken off; SP lost: 3 attacking, 0 defending.";
    assert!(words.join(" ").contains(wanted), "{told}");
}

/// On one screen: how the ring closed, who is cut off by what, and what can be looked at and tried next.
#[test]
fn demo_shows_one_screen_and_makes_what_can_be_looked_at() {
    let field = Field::empty();
    let told = field.done("demo --quiet");
    assert!(told.lines().count() <= 36, "{} lines\n{told}", told.lines().count());
    let words: Vec<&str> = told.split_whitespace().collect();
    let words = words.join(" ");
    assert!(words.contains("061055 Ilyevka is enemy-controlled") && words.contains("Sixth Army is cut off"), "{told}");
    assert!(told.contains("\nTo look at: demo.html (the film, in a browser), demo.pdf (the umpire's pack)\n"));
    let (_, next) = told.split_once("Try next:\n").unwrap();
    for command in next.lines() {
        field.done(command.trim().strip_prefix("railhead ").unwrap());
    }
    let page = std::fs::read_to_string(field.dir.path().join("demo.html")).unwrap();
    assert!(page.starts_with("<!DOCTYPE html>") && page.contains("Operation Uranus"));
    assert!(std::fs::read(field.dir.path().join("demo.pdf")).unwrap().starts_with(b"%PDF-"));
}

#[test]
fn a_folder_in_the_middle_of_a_battle_goes_on_as_the_campaign_does() {
    let (first, rest) = histories::script(URANUS)
        .split_once("battle resolve 030033")
        .map(|(a, b)| (a.to_owned(), b.to_owned()))
        .unwrap();
    let (line, _) = rest.split_once('\n').unwrap();
    let field = Field::empty();
    field.done("new uranus-1942");
    field.write("first.txt", &first);
    field.done("run first.txt --quiet");
    field.done("export middle");
    let there = "--campaign uranus-1942.railhead";
    field.done("new ./middle again.railhead");
    for campaign in [there, "--campaign again.railhead"] {
        field.done(&format!("{campaign} battle resolve 030033{line} --quiet"));
    }
    let of = |campaign: &str, what: &str| field.done(&format!("{campaign} {what} --format json"));
    for what in ["orbat ax.r3.48.22pz", "orbat su.swf.5ta.1tk", "battle list", "ground show 030033"] {
        assert_eq!(of(there, what), of("--campaign again.railhead", what), "{what}");
    }
}
