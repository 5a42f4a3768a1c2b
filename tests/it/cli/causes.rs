//! The supply status sheet by cause: every morning of the history of Uranus, for the umpire and for each side.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde_json::Value;

use super::field::{Field, six};
use super::history::played;
use super::shortage::line_with;

/// What fails of a formation, by its id: LOG, POL.
fn failing(sheet: &Value) -> BTreeMap<&str, [bool; 2]> {
    let fails =
        |unit: &Value, key: &str| !["in_supply", "not_required"].contains(&unit[key]["state"].as_str().unwrap());
    let units = sheet["units"].as_array().unwrap().iter();
    units.map(|unit| (unit["id"].as_str().unwrap(), ["log", "pol"].map(|key| fails(unit, key)))).collect()
}

/// Every formation stands under one cause for what it lacks: one for both, or one for each.
fn agrees(sheet: &Value, of: &str) {
    let causes = sheet["causes"].as_array().unwrap();
    let mut under: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for cause in causes {
        let units = cause["units"].as_array().unwrap();
        assert!(!units.is_empty() && cause["frees"].as_u64().unwrap() <= units.len() as u64, "{of}: {cause}");
        for unit in units {
            under.entry(unit.as_str().unwrap()).or_default().push(cause["commodity"].as_str().unwrap());
        }
    }
    for (unit, fails) in failing(sheet) {
        let under = under.remove(unit).unwrap_or_default();
        let covers = |wanted: &str| under.iter().filter(|of| [wanted, "both"].contains(of)).count();
        match fails {
            [false, false] => assert_eq!(under, [""; 0], "{of}: {unit}"),
            [true, false] => assert_eq!((under.len(), covers("log")), (1, 1), "{of}: {unit}"),
            [false, true] => assert_eq!((under.len(), covers("pol")), (1, 1), "{of}: {unit}"),
            [true, true] => {
                assert!((1..=2).contains(&under.len()), "{of}: {unit}");
                assert!(covers("log") > 0 && covers("pol") > 0, "{of}: {unit}");
            }
        }
    }
    assert!(under.is_empty(), "{of}: {under:?} are on no row");
    let frees: Vec<_> = causes.iter().map(|cause| cause["frees"].as_u64()).collect();
    assert!(frees.is_sorted_by(|a, b| a >= b), "{of}: what frees most comes first: {frees:?}");
}

#[test]
fn every_morning_of_the_history_a_cause_is_told_once_and_shortly() {
    let field = played();
    let (mut causes, mut pages) = (0, String::new());
    for day in 1..=12 {
        for side in ["", " --side AX", " --side SU"] {
            let line = format!("supply status --as-of {day}am{side}");
            let sheet = field.json(&line);
            agrees(&sheet, &line);
            let told = sheet["causes"].as_array().unwrap().len();
            causes += told;
            for width in [80, 120] {
                let page = field.run_on(width, &line, "").out;
                let lines = page.lines().count();
                assert!(lines <= 15 + 6 * told, "{line}: {lines} lines for {told} causes\n{page}");
                let widest = page.lines().map(|line| line.chars().count()).max().unwrap();
                assert!(widest <= width, "{line}: {widest} of {width}\n{page}");
                assert_eq!(page.matches("\n   Mend: ").count(), told, "{page}");
                assert!(side.is_empty() || !page.contains("`railhead "), "a handout has no commands:\n{page}");
                if day == 6 && side != " --side SU" {
                    write!(pages, "$ {line} ({width})\n\n{page}\n").unwrap();
                }
            }
        }
    }
    assert!(causes > 100, "{causes}");
    insta::assert_snapshot!("morning_of_d6", pages);
}

/// Down to the battalions: what one bowser moved to one square would shorten is told once.
#[test]
fn hops_with_the_same_mend_are_told_once() {
    let field = played();
    let line = "supply status --as-of 1942-11-19 --depth 3";
    let sheet = field.json(line);
    agrees(&sheet, line);
    let causes = sheet["causes"].as_array().unwrap();
    let hops = causes.iter().filter(|cause| cause["kind"] == "hop_too_long" && cause["mend"] != serde_json::json!([]));
    let mends: Vec<String> = hops.clone().map(|cause| cause["mend"].to_string()).collect();
    let once: std::collections::BTreeSet<&String> = mends.iter().collect();
    assert_eq!(once.len(), mends.len(), "{mends:#?}");
    assert!(hops.clone().any(|cause| cause["units"].as_array().unwrap().len() > 1));
    let page = field.run_on(80, line, "").out;
    assert!(page.lines().count() <= 15 + 6 * causes.len(), "{page}");
    assert!(page.contains(" fuel hops to "), "{page}");
}

/// Nobody but the enemy is on the road behind the corps: all behind it are cut.
fn cut_off() -> Field {
    let field = line_with("1505", &[]);
    field.done("ground set 1002 --side AX --override 'nobody is there'");
    field
}

#[test]
fn so_many_are_supplied_when_a_cause_is_mended_as_it_says() {
    let field = cut_off();
    let well = |field: &Field| {
        let sheet = field.json("supply status");
        failing(&sheet).values().filter(|fails| **fails == [false; 2]).count()
    };
    let causes = field.json("supply status")["causes"].take();
    let causes = causes.as_array().unwrap();
    let place = &causes[0]["square"];
    assert_eq!((causes.len(), place.as_str()), (1, Some("1002")), "{causes:?}");
    let (before, frees) = (well(&field), causes[0]["frees"].as_u64().unwrap() as usize);
    let page = field.done("supply status");
    let (_, command) = page.split_once("`railhead ").expect("the umpire is given the command");
    let command = command.split_once('`').unwrap().0;
    assert_eq!(command, "ground set 1002 --side SU --override taken");
    field.done(command);
    assert_eq!(well(&field), before + frees);
    assert!(frees >= 2 && field.json("supply status")["causes"] == serde_json::json!([]));
}

#[test]
fn the_sheet_by_formation_and_the_csv_are_as_they_were() {
    let field = cut_off();
    let by_unit = field.done("supply status --by unit");
    assert!(by_unit.contains("why, and what would mend it"), "{by_unit}");
    let [csv, same] = ["", " --by unit"].map(|by| field.done(&format!("supply status --format csv{by}")));
    assert!(csv == same && csv.starts_with("group,mark,formation,id,square,LOG,POL,"), "{csv}");
    let [json, same] = ["", " --by unit"].map(|by| field.json(&format!("supply status{by}")));
    assert_eq!(json, same);
    assert_eq!(field.done("supply status"), field.done("supply status --by cause"));
    let refused = field.run("supply status --by corps");
    assert_eq!(refused.code, 2, "{}", refused.err);
    let markdown = field.done("supply status --format md");
    assert!(markdown.contains("| no. | what fails | who is without | what would mend it |"), "{markdown}");
    assert!(markdown.contains("1002 is enemy-controlled, unoccupied"), "{markdown}");
}

/// Whoever has used up what he had stands under the dump on which he draws; where nobody draws, that is said.
#[test]
fn an_empty_stock_is_a_cause_and_below_stands_what_else_is_to_be_known() {
    let field = line_with("1505", &[]);
    field.done("supply stocktake a.c1.rd.log log=0 --reason counted -q");
    field.done("unit set rd.b ammo=out -q");
    field.done("supply send a.log --load 2log --from d-a --to d-c1 -q");
    field.done("setting set limit_corps 1 -q");
    let cause = field.json("supply status rd")["causes"][0].take();
    assert_eq!((cause["kind"].as_str(), cause["frees"].as_u64()), (Some("dump_empty"), Some(1)), "{cause}");
    let mut pages = String::new();
    for line in [
        "supply status",
        "supply status --side SU",
        "supply status rd --depth 9",
        "supply status --side AX",
        "supply status td",
    ] {
        write!(pages, "$ {line}\n\n{}\n", field.done(line)).unwrap();
    }
    field.done("supply stocktake d-c1 log=0 --reason counted -q");
    let page = field.done("supply status rd");
    assert!(
        page.contains("Stock drawn from ") && page.contains("(0902) is used up") && !page.contains("`d-c1`"),
        "the dump by name: {page}"
    );
    field.done("unit set rd state=destroyed -q");
    write!(pages, "$ supply status rd\n\n{}\n", field.done("supply status rd")).unwrap();
    insta::assert_snapshot!("empty_stock", pages);
}

/// Off the road a bowser is in nobody's reach; without a source it is that, even for who has lost his bowser.
#[test]
fn a_chain_that_fails_by_itself_is_told_and_without_a_source_it_is_that() {
    let field = line_with("1505", &[]);
    field.done("unit set td.pol square=1400 -q");
    let page = field.run_on(200, "supply status td", "").out;
    let told = "No clear way for fuel leads from Tank Division (1302) to Division bowser (Tank Division, 1400)";
    assert!(page.contains(told), "{page}");
    let no_source = [("railheads.csv", "edge,0002,Line,SU,yes,0,0\nhead,0302,Line,SU,no,3,3\n", "")];
    let field = line_with("1505", &no_source);
    field.done("unit set td.pol state=destroyed -q");
    let sheet = field.json("supply status td");
    agrees(&sheet, "td");
    let cause = &sheet["causes"][0];
    assert_eq!((&cause["kind"], &cause["commodity"], &cause["frees"]), (&"no_dump".into(), &"both".into(), &0.into()));
}

/// A brigade that never had a bowser: to bring stock forward would not help it.
#[test]
fn who_has_nothing_that_takes_fuel_is_to_be_given_a_bowser() {
    let field = Field::empty();
    for line in [
        "new first-bound",
        "setting set detail full",
        "unit new ax.pz2 --parent ax arm=armour echelon=brigade name='2nd Panzer Brigade'",
        "unit new ax.pz2.hq --parent ax.pz2 arm=hq mobility=motorised where=0505",
        "unit new ax.pz2.1 --parent ax.pz2 arm=armour mobility=motorised where=0505",
        "unit new ax.pz2.log --parent ax.pz2 arm=logistic mobility=motorised carries=log where=0505",
        "supply receive ax.pz2.log 1 log --from rail --override 'it comes with it'",
    ] {
        field.done(line);
    }
    let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let sheet = words(&field.done("supply status --side AX"));
    let told = "1. No bowser is left at 0505 near Brod. POL, since D1 am. 2nd Panzer Brigade. Mend: give 2nd Panzer \
                Brigade a bowser at 0505, with 1 POL on it. Frees it.";
    assert!(sheet.contains(told), "{sheet}");
    let trace = words(&field.done("supply trace ax.pz2"));
    assert!(trace.contains("POL: it has nothing that takes POL: give it a bowser, with 1 POL on it"), "{trace}");
    for line in [
        "unit new ax.pz2.pol --parent ax.pz2 arm=logistic mobility=motorised carries=pol where=0505",
        "supply receive ax.pz2.pol 1 pol --from rail --override 'it comes with it'",
    ] {
        field.done(line);
    }
    let sheet = field.done("supply status --side AX");
    assert!(sheet.contains("all 4 in LOG, all 3 motorised in POL"), "{sheet}");
    // A leaf that is added is as strong as one of the folder of which no strength is given.
    assert_eq!(field.json("unit show ax.pz2.1")["sp_full"], 3);
}

/// Who is not there yet is said to come, who is fed is said to be by whom, and nobody is called lost who stands on the map.
#[test]
fn where_nobody_draws_supply_it_is_said_why() {
    let field = Field::playing("first-bound");
    let told = |line: &str| field.run_on(200, line, "").out.lines().skip(2).collect::<Vec<_>>().join("\n");
    let fed = "Axis: in LOG, in POL.";
    assert!(told("supply status ax.pz.r1").starts_with(fed), "{}", told("supply status ax.pz.r1"));
    field.done("unit set ax state=off_map arrives=3am entry=0705 -q");
    let to_come = "Axis: nobody draws supply; none is on the map yet, and the first arrives on D3 am.";
    for line in ["supply status --side AX", "supply status --side AX --brief"] {
        assert_eq!(told(line), to_come, "{line}");
    }
    assert_eq!(told("supply status --for ax.pz"), "40th Panzer Division draws no supply: it arrives on D3 am.");
    let both = told("supply status");
    assert!(both.starts_with(&format!("{to_come}\n\nSoviet: all 3 in LOG")), "{both}");
    let sheet = field.run_on(200, "print supply --side AX", "").out;
    assert!(sheet.contains(to_come) && !sheet.contains("Nothing fails"), "{sheet}");
    let forecast = field.done("supply forecast --side AX");
    assert!(forecast.ends_with("nothing is foreseen: nobody draws supply\n"), "{forecast}");
    field.done("unit set su state=destroyed -q");
    assert_eq!(told("supply status --side SU"), "Soviet: nobody draws supply; none is left on the map.");
}

/// Of the small campaign the army has a lorry, the others have none.
#[test]
fn who_has_no_vehicles_and_no_date_is_told_of_as_that() {
    let mut campaign = six();
    let field = Field::of(&campaign);
    let told =
        |field: &Field, line: &str| field.run_on(200, line, "").out.lines().skip(2).collect::<Vec<_>>().join("\n");
    let no_vehicles = "9ID draws no supply: neither it nor anybody above it has vehicles for supplies.";
    assert_eq!(told(&field, "supply status 9id"), no_vehicles);
    let none = "Axis: nobody draws supply; none of its formations has vehicles for supplies.";
    assert_eq!(told(&field, "supply status --side AX"), none);
    assert!(!told(&field, "supply status").contains("Axis"), "who fights without supplies does so in every bound");
    field.done("unit new su.1a.5rd --parent su.1a echelon=division arm=infantry name=Fifth -q");
    assert_eq!(told(&field, "supply status su.1a.5rd"), "Fifth draws no supply: it has no battalions.");
    field.done("unit set 2rd state=off_map -q");
    assert_eq!(told(&field, "supply status 2rd"), "2RD draws no supply: it is not on the map yet.");
    field.done("unit set 1a state=off_map -q");
    assert_eq!(told(&field, "supply status --side SU"), "Soviet: nobody draws supply; none is on the map yet.");
    campaign.formations.retain(|formation| formation.side.as_str() == "SU");
    let alone = Field::of(&campaign);
    assert_eq!(told(&alone, "supply status --side AX"), "Axis: nobody draws supply; it has no formations.");
}
