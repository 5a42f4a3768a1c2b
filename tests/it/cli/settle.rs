//! Every command that `review` proposes can be run as it stands: what changes something in a dry run, all else as it is.

use crate::histories::script;
use serde_json::Value;

use campaign::{Battle, BattleUnit, Fought};
use domain::*;

use super::field::{Field, six};

/// What only shows takes no `--dry-run`.
const SHOWS: [&str; 8] = [
    "supply trace ",
    "supply plan ",
    "supply forecast ",
    "supply stocks ",
    "unit show ",
    "ground show ",
    "grade review",
    "supply convoys",
];

/// Runs the command of every finding; gives back the kinds that there were.
fn every_command_is_accepted(field: &Field, what: &str) -> Vec<String> {
    let review = field.json("review");
    let findings = review["findings"].as_array().unwrap();
    assert!(!findings.is_empty(), "{what}: nothing to review");
    let mut refused = Vec::new();
    for finding in findings {
        let Some(command) = finding["command"].as_str().and_then(|command| command.strip_prefix("railhead ")) else {
            assert!(finding["text"].as_str().unwrap().ends_with("no action needed"), "{what}: {finding}");
            continue;
        };
        let shows = SHOWS.iter().any(|word| command.starts_with(word));
        let ran = field.run(&if shows { command.to_owned() } else { format!("{command} --dry-run") });
        if ran.code != 0 {
            refused.push(format!("{}: {}\n  {command}\n  {}", finding["kind"], finding["text"], ran.err));
        } else if shows {
            assert!(ran.out.lines().count() > 1, "{what}: `{command}` shows nothing");
        }
    }
    assert!(refused.is_empty(), "{what}: of {} refused {}:\n{}", findings.len(), refused.len(), refused.join("\n"));
    // By kind in a fixed order: none is told of in two places.
    let mut kinds: Vec<String> = findings.iter().map(|f: &Value| f["kind"].as_str().unwrap().to_owned()).collect();
    kinds.dedup();
    let mut once = kinds.clone();
    once.sort();
    once.dedup();
    assert_eq!(kinds.len(), once.len(), "{what}: {kinds:?}");
    kinds
}

/// The lines of a campaign's history up to the `closes`-th close of a bound, and with it where asked.
fn play(field: &Field, campaign: &str, closes: usize, with: bool) {
    let script = script(campaign);
    let lines: Vec<&str> = script.lines().filter(|line| !line.starts_with('#') && !line.is_empty()).collect();
    let ends: Vec<usize> = (0..lines.len()).filter(|at| lines[*at].starts_with("bound close")).collect();
    let end = ends.get(closes - 1).map_or(lines.len(), |end| end + usize::from(with));
    field.write("script.txt", &lines[..end].join("\n"));
    field.done(&format!("new {campaign}"));
    field.done("run script.txt");
}

#[test]
fn the_commands_of_a_review_are_accepted_in_first_bound() {
    let field = Field::empty();
    field.done("new first-bound --set detail=full");
    every_command_is_accepted(&field, "D1 am");
    let orders = field.json("orbat --depth 9");
    assert!(!orders.as_array().is_some_and(Vec::is_empty));
    field.done("order ax.id move 0704");
    every_command_is_accepted(&field, "with an order");
    for bound in 2..6 {
        field.done("bound close");
        every_command_is_accepted(&field, &format!("bound {bound}"));
    }
}

#[test]
fn the_commands_of_a_review_are_accepted_after_the_first_day_of_brody() {
    let field = Field::empty();
    play(&field, "brody-1941", 3, true);
    let kinds = every_command_is_accepted(&field, "Brody");
    assert!(kinds.iter().any(|kind| kind == "disorganised"), "{kinds:?}");
}

#[test]
fn the_commands_of_a_review_are_accepted_on_the_first_afternoon_of_uranus() {
    let field = Field::empty();
    play(&field, "uranus-1942", 2, false);
    let kinds = every_command_is_accepted(&field, "Uranus, D1 pm");
    assert!(kinds.iter().any(|kind| kind == "disorganised"), "{kinds:?}");
    // Of two armies who face each other long since there is one line to read, and a row for two divisions in JSON.
    let rows = field.json("review")["findings"].as_array().unwrap().clone();
    let standing = rows.iter().filter(|row| row["kind"] == "standing_contact").count();
    let page = field.run_on(200, "review", "").out;
    let lines: Vec<&str> = page.lines().filter(|line| line.contains(" faces ")).collect();
    let many = lines.iter().filter_map(|line| line.split_once(" pairs of formations")?.0.rsplit(' ').next());
    let told: usize = many.clone().map(|number| number.parse::<usize>().unwrap()).sum();
    assert_eq!(told + lines.len() - many.count(), standing);
    assert!(lines.len() * 2 < standing, "{lines:#?}");
    field.done("bound close");
    every_command_is_accepted(&field, "Uranus, D1 night");
    // Of what has been only what shows something is offered, as it was then; that is fewer than were offered then.
    let back = field.json("review --as-of 1pm")["findings"].as_array().unwrap().clone();
    let offered: Vec<&str> = back.iter().filter_map(|row| row["command"].as_str()).collect();
    assert!(!offered.is_empty() && offered.len() < rows.iter().filter(|row| row["command"].is_string()).count());
    for command in offered {
        let line = command.strip_prefix("railhead ").filter(|line| SHOWS.iter().any(|word| line.starts_with(word)));
        assert!(field.done(line.unwrap_or_else(|| panic!("{command}"))).lines().count() > 1, "{command}");
        assert!(command.ends_with(" --as-of 1pm"), "{command}");
    }
}

/// Two lost battles speak against one regular: one row names both, and one by one they are decided on.
#[test]
fn who_is_due_for_a_grade_by_two_battles_has_one_row() {
    let mut campaign = six();
    campaign.formations.get_mut("ax.9id").unwrap().grade = Some(Grade::Regular);
    let (su, ax) = (SideId::new("SU").unwrap(), SideId::new("AX").unwrap());
    let mut fight = |id: &str, square: Square, won: bool| {
        let (passed, failed) = if won { (1, 0) } else { (0, 1) };
        let unit = BattleUnit {
            unit: "ax.9id".into(),
            attacked: false,
            engaged: true,
            first: false,
            sp_before: 4,
            sp_lost: 0,
            passed,
            failed,
            sp_whole: 0,
        };
        let fought = Fought {
            end: if won { BattleEnd::OutOfMoves } else { BattleEnd::Taken },
            holder: if won { ax } else { su },
            moves: 2,
            recorded: true,
            recce: None,
            bases_lost: None,
            units: vec![unit],
        };
        let (rules, facts, fought) = (RuleSystemId::NqmSquared, Vec::new(), Some(fought));
        let battle = Battle { id: id.into(), square, bound: Bound::FIRST, attacker: su, rules, facts, fought };
        campaign.battles.insert(battle.id.clone(), battle);
    };
    fight("1am-0602", Square::new(6, 2), false);
    fight("1am-0702", Square::new(7, 2), false);
    fight("1am-0802", Square::new(8, 2), true);
    let field = Field::of(&campaign);
    let grades = || -> Vec<Value> {
        let review = field.json("review");
        review["findings"].as_array().unwrap().iter().filter(|f| f["kind"] == "grade").cloned().collect()
    };
    let rows = grades();
    assert_eq!(rows.len(), 1, "{rows:#?}");
    let lost = "(lost the square, 1 test failed, 0 of 4 SP lost)";
    let held = "(held, 1 test passed, 0 of 4 SP lost)";
    let text = format!(
        "is regular, due to become conscript after 1am-0602 {lost} and after 1am-0702 {lost} and veteran after \
         1am-0802 {held}"
    );
    assert_eq!((&rows[0]["text"], &rows[0]["command"]), (&text.into(), &"railhead grade review".into()));
    assert_eq!(field.json("status")["findings"]["grade"], 1);
    assert!(field.done("grade review").contains("1am-0702"));
    for battle in ["0602", "0702"] {
        field.done(&format!("grade set 9id regular --battle {battle} --reason 'it was outnumbered'"));
    }
    let rows = grades();
    assert_eq!(rows[0]["text"], "is regular, due to become veteran (held, 1 test passed, 0 of 4 SP lost)", "{rows:#?}");
    assert_eq!(rows[0]["command"], "railhead grade review 1am-0802");
}

/// Two divisions have used one LOG of what they may hold. Truck column 2 could bring the Panzers some and fetch for its corps:
/// it is told of the Panzers alone, with the trip that the plan has. What the riflemen's column would bring, the plan tells.
#[test]
fn no_vehicle_is_told_to_make_two_trips() {
    let field = Field::playing("first-bound");
    field.done("supply transfer ax.pz.t1 ax.d 1 log");
    field.done("supply transfer su.rd.t1 su.d 1 log");
    let review = field.json("review");
    let told = |vehicle: &str| -> Vec<(&str, &str)> {
        let findings = review["findings"].as_array().unwrap().iter();
        let of = findings.filter(|of| of["subject"] == vehicle || of["command"].to_string().contains(vehicle));
        of.map(|of| (of["kind"].as_str().unwrap(), of["command"].as_str().unwrap_or_default())).collect()
    };
    let send = "railhead supply send ax.t2 --load 1log --from ax.d --to ax.pz";
    assert_eq!(told("ax.t2"), [("runs_dry", send)], "{review:#}");
    assert_eq!(told("su.rd.t1"), [("idle_vehicle", "railhead supply plan --side SU")], "{review:#}");
    let plan = field.json("supply plan --side AX");
    let trips = plan["plans"][0]["trips"].as_array().unwrap();
    let of = trips.iter().find(|trip| trip["vehicles"][0] == "ax.t2").unwrap();
    assert_eq!((&of["from"], &of["to"], &of["load"]["log"]), (&"ax.d".into(), &"ax.pz".into(), &1.into()), "{plan:#}");
    field.done(send.trim_start_matches("railhead "));
    assert!(!field.done("supply plan --side AX").contains("Truck column 2"));
}

// A railhead that holds something unused: what comes to it each night is no new state.
#[test]
fn since_when_a_railhead_holds_stock_is_when_it_was_empty_last() {
    let field = Field::new();
    field.done("setting set detail full");
    let since = || {
        let review = field.json("review");
        let found = review["findings"].as_array().unwrap().iter().find(|f| f["kind"] == "unused_railhead").cloned();
        found.map(|finding| finding["since"]["label"].clone())
    };
    field.done("ground set 0205 --side AX --override test");
    field.done("bound close");
    let label = |text: &str| Some(serde_json::json!(text));
    field.done("supply receive west 3 log --from rail");
    assert_eq!(since(), label("D1 pm"));
    field.done("bound close");
    field.done("supply receive west 2 log --from rail");
    assert_eq!(since(), label("D1 pm"), "more of it is no new state");
    field.done("supply stocktake west log=0 --reason count");
    assert_eq!(since(), None);
    field.done("supply receive west 1 log --from rail");
    assert_eq!(since(), label("D1 night"));
}

// Who came an hour ago can attack; when the battle is drawn it wants to be fought and posted.
#[test]
fn a_contact_is_to_be_fought_and_a_battle_to_be_posted() {
    let field = Field::new();
    field.done("setting set offroad_km 60");
    field.done("unit set 1rd.b1 square=0402");
    field.done("move 1rd.b1 0502");
    let found = |kind: &str| {
        let review = field.json("review");
        let found = review["findings"].as_array().unwrap().iter().find(|f| f["kind"] == kind).cloned();
        found.map(|finding| (finding["text"].as_str().unwrap().to_owned(), finding["command"].clone()))
    };
    let (text, command) = found("contact").unwrap();
    assert_eq!(
        text,
        "su.1a.1rd.b1 in 0502 met ax.9id.i1 in 0602: neither fought nor declined (`railhead battle decline 0602`)"
    );
    assert_eq!(command, "railhead battle new 0602");
    field.done("battle new 0602");
    let (text, command) = found("battle").unwrap();
    let why = "is drawn but not posted; post it before closing the bound (`railhead battle post 1am-0602` if it has been \
               fought)";
    assert_eq!((text.as_str(), command), (why, "railhead battle resolve 1am-0602 --post".into()));
    every_command_is_accepted(&field, "a battle drawn");
    // A side knows a part of what it was drawn of, and nothing that it could do about it.
    for side in ["SU", "AX"] {
        let review = field.json(&format!("review --side {side}"));
        let of_battle: Vec<_> =
            review["findings"].as_array().unwrap().iter().filter(|f| f["kind"] == "battle").collect();
        assert_eq!(of_battle.len(), 1, "{side}");
        assert_eq!(of_battle[0]["text"], "is drawn, and its outcome is still to come", "{side}");
    }
}

#[test]
fn why_a_formation_is_out_is_told_in_words() {
    let field = Field::new();
    field.done("setting set offroad_km 60");
    field.done("setting set detail full");
    let out = || {
        let review = field.json("review");
        let found = review["findings"].as_array().unwrap().iter().find(|f| f["kind"] == "out_of_log").cloned();
        found.map(|finding| finding["text"].as_str().unwrap().to_owned())
    };
    field.done("unit set 1rd.log state=destroyed");
    assert_eq!(out().as_deref(), Some("is out of LOG, no vehicle is on the map"));
}

/// Who has none left tonight: unit and commodity, by `review` and by `supply forecast`.
fn dry_tonight(field: &Field, bounds: u32) -> [Vec<String>; 2] {
    let review = field.json("review");
    let rows = review["findings"].as_array().unwrap().iter().filter(|row| row["kind"] == "runs_dry");
    let mut named: Vec<String> = rows
        .flat_map(|row| {
            let (subject, text) = (row["subject"].as_str().unwrap(), row["text"].as_str().unwrap());
            let both = ["LOG", "POL"].into_iter().filter(|name| text.contains(&format!(" {name}; if it uses ")));
            both.map(|name| format!("{subject} {}", name.to_lowercase())).collect::<Vec<_>>()
        })
        .collect();
    let forecast = field.json(&format!("supply forecast --bounds {bounds}"));
    let rows = forecast["units"].as_array().unwrap().iter();
    let dry = rows.filter(|row| !row["dry"].is_null() && row["holds"] != 0);
    let mut foreseen: Vec<String> =
        dry.map(|row| format!("{} {}", row["id"].as_str().unwrap(), row["commodity"].as_str().unwrap())).collect();
    named.sort();
    foreseen.sort();
    [named, foreseen]
}

// A convoy with two POL is under way; and the lines are longer than one may be, so that LOG comes every second night.
#[test]
fn review_and_forecast_name_the_same_formations() {
    let field = Field::playing("first-bound");
    let mut seen = 0;
    for lean in [false, true] {
        if lean {
            field.done("setting set overextension on");
            field.done("setting set overextension_hours 1");
        }
        for bound in 0..6 {
            if bound == 3 {
                field.done("order ax.pz move 0705");
            }
            let left = 3 - bound % 3;
            let [named, foreseen] = dry_tonight(&field, left);
            assert_eq!(named, foreseen, "bound {bound}");
            seen += named.len();
            field.done("bound close");
        }
    }
    assert!(seen > 6, "too few to prove anything: {seen}");
    let field = Field::playing("first-bound");
    field.done("order ax.pz move 0705 --for 1am");
    let dry = |field: &Field| dry_tonight(field, 3)[0].contains(&"ax.pz pol".to_owned());
    assert!(dry(&field));
    field.done("supply send ax.b1 --load 2pol --from olshany --to ax.pz");
    assert!(!dry(&field), "what is on the road to it comes in time");
}

// Orders that say what need not be done have no command, and what would bring more is a sending.
#[test]
fn what_runs_dry_is_settled_by_a_sending_and_who_is_not_wanted_may_stand() {
    let field = Field::playing("first-bound");
    let row = |field: &Field, kind: &str, subject: &str| {
        let review = field.json("review");
        let rows = review["findings"].as_array().unwrap();
        rows.iter().find(|row| row["kind"] == kind && row["subject"] == subject).cloned().unwrap_or_default()
    };
    let idle = row(&field, "idle_vehicle", "ax.b1");
    let text = "stands empty and has not marched today; the plan would send it";
    assert_eq!((&idle["text"], &idle["command"]), (&text.into(), &"railhead supply plan --side AX".into()));
    field.done("order ax.pz move 0705 --for 1am");
    let pol = row(&field, "runs_dry", "ax.pz");
    assert_eq!(pol["command"], "railhead supply send ax.b1 --load 1pol --from olshany --to ax.pz", "{pol}");
    assert!(pol["text"].as_str().unwrap().ends_with("; the plan has a trip for this"), "{pol}");
    assert!(row(&field, "idle_vehicle", "ax.b1").is_null(), "whom it would supply has been told");
    field.done("supply send ax.b1 --load 1pol --from olshany --to ax.pz");
    assert_eq!(row(&field, "runs_dry", "ax.pz")["text"].as_str().filter(|text| text.contains("POL")), None);
    // The wagon of the infantry carries one LOG, and has one.
    let log = row(&field, "runs_dry", "ax.id");
    let text = log["text"].as_str().unwrap();
    assert!(text.starts_with("holds 1 LOG; if it uses 1 a day, none is left after tonight, and "), "{log}");
    assert!(text.ends_with("there is no room for more until that is used: no action needed before then"), "{log}");
    let idle = row(&field, "idle_vehicle", "su.b1");
    assert_eq!((idle["command"].is_null(), row(&field, "idle_vehicle", "ax.b1").is_null()), (true, true), "{idle}");
    field.done("undo -q");
    field.done("supply stocktake olshany pol=0 --reason counted");
    field.done("supply stocktake ax.d pol=0 --reason counted");
    let pol = row(&field, "runs_dry", "ax.pz");
    assert_eq!(pol["command"], "railhead supply forecast");
    assert!(pol["text"].as_str().unwrap().contains("and no stock is available to send"), "{pol}");
    field.done("supply receive olshany 1 pol --from rail");
    field.done("crossing destroy brod --reason try");
    let pol = row(&field, "runs_dry", "ax.pz");
    assert!(pol["text"].as_str().unwrap().contains("nobody can bring more in time"), "{pol}");
}

#[test]
fn who_is_cut_off_is_named_as_long_as_he_is() {
    let field = Field::playing("first-bound");
    field.done("crossing destroy brod --reason try");
    for bound in ["D1 am", "D1 pm", "D1 night", "D2 am"] {
        let review = field.json("review");
        let rows = review["findings"].as_array().unwrap();
        let cut: Vec<&Value> = rows.iter().filter(|row| row["subject"] == "ax.pz" && row["kind"] == "cut").collect();
        assert_eq!(cut.len(), 1, "{bound}: {review:#}");
        let text = cut[0]["text"].as_str().unwrap();
        assert!(text.contains("is cut off from POL and down to its last"), "{text}");
        assert_eq!(cut[0]["since"]["label"], "D1 am");
        let report = field.done("bound close").split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(
            report.contains("cut off but living on stock in reach: 40th Panzer Division since D1 am (`railhead"),
            "{bound}: {report}"
        );
    }
    let field = Field::playing("first-bound");
    field.done("unit set ax.pz.rec square=1405 --reason try");
    field.done("supply stocktake su.rd.t1 log=0 --reason counted");
    let review = field.json("review");
    let rows = review["findings"].as_array().unwrap();
    let cut = rows.iter().find(|row| row["subject"] == "su.rd" && row["kind"] == "cut").unwrap();
    assert_eq!(cut["text"], "is cut off from LOG and lives on what superiors hold");
}

// Of the corps' leaves one is worn, where no command base is; what is under the corps is named for itself.
#[test]
fn a_disorganised_row_names_the_unit_whose_leaves_these_are() {
    let field = Field::playing("first-bound");
    for leaf in ["ax.art", "ax.pz.r1.b1"] {
        field.done(&format!("unit set {leaf} state=disorganised"));
    }
    let command = |field: &Field, unit: &str| {
        let review = field.json("review");
        let rows = review["findings"].as_array().unwrap();
        let row = rows.iter().find(|row| row["kind"] == "disorganised" && row["subject"] == unit).cloned();
        row.map(|row| row["command"].as_str().unwrap().strip_prefix("railhead ").unwrap().to_owned())
    };
    assert_eq!(command(&field, "ax"), Some("move ax.hq 0504".to_owned()));
    // What is ordered is not advised again, in whatever bound it is to be done.
    for order in ["order ax.hq move 0504", "order ax.hq move 0504 --for next"] {
        field.done(order);
        assert_eq!(command(&field, "ax"), None, "{order}");
        field.done("undo");
    }
    field.done("move ax.hq 0504");
    let settle = command(&field, "ax").unwrap();
    assert_eq!(settle, "reorganise ax");
    field.done(&settle);
    assert_eq!(command(&field, "ax"), None);
}

// A lorry that is empty where nothing lies is sent for what there is, and does not drive there to stand.
#[test]
fn an_empty_lorry_is_sent_for_what_there_is() {
    let field = Field::playing("first-bound");
    let review = field.json("review");
    let rows = review["findings"].as_array().unwrap();
    // Of the 3 LOG at Olshany the first is offered 2, the second what is left.
    for (lorry, load) in [("ax.t1", "2log"), ("ax.t2", "1log")] {
        let row = rows.iter().find(|row| row["subject"] == lorry).unwrap();
        let command = format!("railhead supply send {lorry} --load {load} --from olshany --to ax");
        assert_eq!(row["command"], command, "{row}");
    }
}

#[test]
fn a_convoy_whose_way_is_barred_says_so() {
    let field = Field::playing("first-bound");
    field.done("supply send ax.t1 --load 2log --from olshany --to ax.d --via 0505");
    field.done("unit set su.td.r1.b1 square=0405 --reason 'a raid'");
    let words = |field: &Field| field.done("supply convoys --format csv");
    assert!(words(&field).contains("no clear way leads there by 0505 now"), "{}", words(&field));
    field.done("undo");
    assert!(!words(&field).contains("no clear way"), "{}", words(&field));
}
