//! Air supply: sorties by weather, loads, losses, landings and drops, what is booked. Figures worked by hand.
//!
//! The wing stands at `home` (0107) with twenty sorties a day of 2 t each; `pocket` lies in 0405, a dump of the first
//! division with it.

use std::fmt::Write;

use crate::histories::script;
use campaign::{Airfield, Campaign, Setting, Wing};
use domain::*;
use serde_json::{Value, json};

use super::field::{Field, formation, leaf, six};

fn airfield(id: &str, at: (u16, u16), landings: Option<u32>) -> Airfield {
    Airfield {
        id: id.into(),
        place: None,
        square: Square::new(at.0, at.1),
        side: SideId::new("SU").unwrap(),
        landings,
        used_for: String::new(),
        note: String::new(),
    }
}

fn with_aircraft() -> Campaign {
    let mut campaign = six();
    campaign.settings.set(Setting::Detail, "full");
    let mut air =
        leaf(formation("su.1a.air", Some("su.1a"), "SU", Echelon::Battalion, Arm::Transport, 13), (1, 7), 1, None);
    air.mobility = Some(Mobility::Air);
    campaign.formations.insert(air);
    for field in [airfield("home", (1, 7), None), airfield("pocket", (4, 5), Some(30))] {
        campaign.airfields.insert(field.id.clone(), field);
    }
    campaign.wings.insert("su.1a.air".into(), Wing { sorties: 20, load_kg: 2_000 });
    let mut dump = campaign.dumps["d-1a"].clone();
    (dump.id, dump.owner, dump.square) = ("d-pocket".into(), "su.1a.1rd".into(), Square::new(4, 5));
    campaign.dumps.insert(dump.id.clone(), dump);
    campaign
}

fn field() -> Field {
    Field::of(&with_aircraft())
}

fn held(field: &Field, account: &str, commodity: &str) -> i64 {
    let stocks = field.json(&format!("supply stocks {account}"));
    let rows = stocks["accounts"].as_array().unwrap();
    rows.iter().find(|r| r["commodity"] == commodity).map_or(0, |r| r["quantity"].as_i64().unwrap())
}

/// What falls short of a unit, by account and commodity, in kg.
fn short(field: &Field) -> Vec<(String, String, u64)> {
    let word = |value: &Value| value.as_str().unwrap().to_owned();
    let row = |r: &Value| (word(&r["to"]), word(&r["commodity"]), r["kg"].as_u64().unwrap());
    field.json("supply airlift")["remainders"].as_array().unwrap().iter().map(row).collect()
}

fn left(field: &Field) -> Value {
    field.json("supply airlift")["wings"][0]["left"].clone()
}

fn refused(field: &Field, line: &str) -> String {
    let ran = field.run(line);
    assert_eq!(ran.code, 1, "{line}: {}{}", ran.out, ran.err);
    ran.err.lines().next().unwrap().to_owned()
}

/// 20 sorties of 2 t: 40 t are no LOG of 60 t; the next day's 40 t make one, and 20 t are kept.
#[test]
fn tonnes_become_units_and_what_falls_short_is_carried_over() {
    let field = field();
    field.done("supply airlift air pocket log --lost 0");
    assert_eq!((held(&field, "d-pocket", "log"), left(&field)), (0, json!(0)));
    assert_eq!(short(&field), [("d-pocket".to_owned(), "log".to_owned(), 40_000)]);
    for _ in 0..3 {
        field.done("bound close");
    }
    field.done("supply airlift air pocket log --lost 0");
    assert_eq!((held(&field, "d-pocket", "log"), held(&field, "air", "log")), (1, -1));
    assert_eq!(short(&field), [("d-pocket".to_owned(), "log".to_owned(), 20_000)]);
    // Another commodity is counted for itself: 15 x 2 t with 70 t known are one POL of 50 t and 20 t.
    field.done("undo");
    field.done("supply airlift air pocket pol --sorties 15 --landed 15 --tons 70");
    assert_eq!((held(&field, "d-pocket", "pol"), left(&field)), (1, json!(5)));
    assert_eq!(short(&field)[1], ("d-pocket".to_owned(), "pol".to_owned(), 20_000));
    assert_eq!(field.json("verify")["ok"], json!(true));
}

/// Twenty sorties take two dice; a 1 costs an aircraft and its 2 t: 38 t land, 19 aircraft are left.
#[test]
fn aircraft_are_lost_by_dice() {
    let field = field();
    let told = field.json("supply airlift air pocket log --dice '3 1'");
    assert_eq!(
        told["events"][1]["after"],
        json!("19 of 20 sorties landed at pocket: 38.0 t of LOG, 1 aircraft and 2.0 t lost")
    );
    let now = field.json("supply airlift");
    assert_eq!((&now["wings"][0]["sorties"], &now["wings"][0]["left"]), (&json!(19), &json!(0)));
    assert_eq!(
        short(&field),
        [("d-pocket".to_owned(), "log".to_owned(), 38_000), ("lost".to_owned(), "log".to_owned(), 2_000)]
    );
    field.done("undo");
    // In weather that is not good half of them fly, one die, and a 2 is a loss too.
    field.done("bound weather flying=limited");
    field.done("supply airlift air pocket log --dice 2");
    assert_eq!(field.json("supply airlift")["flights"][0]["landed"], json!(9));
    field.done("undo");
    assert_eq!(field.run("supply airlift air pocket log --dice '2 3'").code, 2);
    let asked = field.run_typing("supply airlift air pocket log --dice ask", "6\n");
    assert_eq!(asked.code, 0, "{}", asked.err);
    assert!(asked.err.contains("losses of the airlift"), "{}", asked.err);
    // The same seed, the same losses.
    field.done("undo");
    field.done("supply airlift air pocket log --seed 7");
    let once = field.json("supply airlift")["flights"].clone();
    field.done("undo");
    field.done("supply airlift air pocket log --seed 7");
    assert_eq!(field.json("supply airlift")["flights"], once);
}

/// What a trace offers for the division's own dump at 0202, which stands on an airfield there where that is open to it.
fn offered(load_kg: u32, landings: Option<u32>, is_field: bool, second: bool, lines: &[&str]) -> Vec<String> {
    let mut campaign = with_aircraft();
    let wing = Wing { sorties: 20, load_kg };
    campaign.wings.insert("su.1a.air".into(), wing);
    if second {
        let mut air = campaign.formations["su.1a.air"].clone();
        (air.id, air.order) = ("su.1a.air2".into(), 14);
        campaign.formations.insert(air);
        campaign.wings.insert("su.1a.air2".into(), wing);
    }
    campaign.dumps.get_mut("d-pocket").unwrap().square = Square::new(2, 2);
    if is_field {
        campaign.airfields.insert("pocket".into(), airfield("pocket", (2, 2), landings));
    }
    let field = Field::of(&campaign);
    for line in lines {
        field.done(&format!("{line} -q"));
    }
    let trace = field.json("supply trace 1rd");
    assert_eq!((&trace["log"]["state"], &trace["log"]["stock"]), (&"cut".into(), &0.into()), "{trace:#}");
    let rows = trace["bottlenecks"].as_array().unwrap();
    let own = rows.iter().find(|row| row["at"] == "d-pocket").unwrap();
    let mends: Vec<&Value> = own["mends"].as_array().unwrap().iter().collect();
    let way_one: Vec<&&Value> = mends.iter().filter(|mend| mend["way"] == 1).collect();
    if way_one.iter().any(|mend| mend["command"].as_str().unwrap().contains("airlift")) {
        let dropped = if is_field { "" } else { ", dropped" };
        let sorties = way_one[0]["command"].as_str().unwrap().rsplit(' ').next().unwrap();
        // A second wing of the same name is told apart by its id.
        let wing = if second { "AIR (`su.1a.air`)" } else { "AIR" };
        let text = format!("fly LOG to dump 1st Army (`d-pocket`) with {wing}: {sorties} sorties{dropped}");
        assert_eq!(way_one[0]["text"], text);
        for mend in way_one {
            field
                .done(&format!("{} --lost 0 -q", mend["command"].as_str().unwrap().strip_prefix("railhead ").unwrap()));
        }
        assert_eq!(held(&field, "d-pocket", "log"), 1);
    }
    mends
        .iter()
        .map(|mend| mend["command"].as_str().unwrap().strip_prefix("railhead supply ").unwrap().to_owned())
        .collect()
}

/// One LOG is 60 t: 15 loads of 4 t; dropped, of 5 t, 30 % are scattered and 18 bring 63 t.
#[test]
fn a_pocket_is_supplied_by_the_wings_that_there_are() {
    let booked = "receive d-pocket 1 log --from air";
    assert_eq!(offered(4_000, None, true, false, &[]), ["airlift su.1a.air d-pocket log --sorties 15", booked]);
    assert_eq!(offered(5_000, None, false, false, &[]), ["airlift su.1a.air d-pocket log --sorties 18", booked]);
    // Twenty loads of 2 t are 40 t, and ten of the next wing the rest.
    let two = ["airlift su.1a.air d-pocket log --sorties 20", "airlift su.1a.air2 d-pocket log --sorties 10", booked];
    assert_eq!(offered(2_000, None, true, true, &[]), two);
    // What does not come through today is the umpire's to book: too few sorties, landings, or no flying at all.
    assert_eq!(offered(2_000, None, true, false, &[]), [booked]);
    assert_eq!(offered(4_000, Some(14), true, false, &[]), [booked]);
    assert_eq!(offered(4_000, None, true, false, &["bound weather flying=none"]), [booked]);
    // A wing that is lost is none, and who has none is offered nothing by air.
    assert_eq!(offered(4_000, None, true, false, &["unit set air state=destroyed"]), Vec::<String>::new());
}

/// Ten loads of 2 t without an airfield: of 20 t 30 % are scattered, 6 t; 14 t come down.
#[test]
fn of_what_is_dropped_a_share_is_lost() {
    let field = field();
    field.done("supply airlift air d-1a log --sorties 10 --lost 0");
    assert_eq!(
        short(&field),
        [("d-1a".to_owned(), "log".to_owned(), 14_000), ("lost".to_owned(), "log".to_owned(), 6_000)]
    );
    // What is lost is booked too, once it makes a unit: 6 t and 54 t are one LOG.
    field.done("setting set air_drop_lost 90");
    field.done("supply airlift air d-1a log --sorties 30 --landed 30 --override 'all that fly'");
    assert_eq!((held(&field, "lost", "log"), held(&field, "air", "log")), (1, -1));
    assert_eq!(short(&field), [("d-1a".to_owned(), "log".to_owned(), 20_000)]);
    assert_eq!(field.json("verify")["ok"], json!(true));
}

#[test]
fn the_weather_and_the_field_say_how_many_fly() {
    let field = field();
    field.done("bound weather flying=limited");
    assert_eq!(left(&field), json!(10));
    assert_eq!(
        refused(&field, "supply airlift air pocket log --sorties 11 --lost 0"),
        "error: AIR (`su.1a.air`) has 10 sorties left today, flying limited"
    );
    field.done("bound weather flying=none");
    assert!(refused(&field, "supply airlift air pocket log").contains("has 0 sorties left today, flying none"));
    field.done("bound weather flying=good");
    field.done("supply airlift air pocket log --lost 0");
    field.done("bound close");
    assert!(refused(&field, "supply airlift air pocket log").contains("has 0 sorties left today, flying good"));
}

#[test]
fn an_airfield_that_the_enemy_holds_is_closed() {
    let field = field();
    field.done("ground set 0405 --side AX --override raid");
    assert_eq!(
        refused(&field, "supply airlift air pocket log --lost 0"),
        "error: 0405: `pocket` is closed to Soviet: the enemy holds it"
    );
    assert_eq!(field.json("supply airlift")["airfields"][1]["open"], json!(false));
    // To the dump that still lies there loads are dropped.
    field.done("supply airlift air d-pocket log --sorties 10 --lost 0");
    assert_eq!(field.json("supply airlift")["flights"][0]["tons_lost"], json!(6.0));
    field.done("ground set 0107 --side AX --override raid");
    assert_eq!(
        refused(&field, "supply airlift air d-1a log --sorties 1"),
        "error: AIR (`su.1a.air`) is not at an open airfield of its side"
    );
}

#[test]
fn what_cannot_fly_is_refused() {
    let field = field();
    let first = |line: &str| {
        let ran = field.run(line);
        assert_ne!(ran.code, 0, "{line}");
        ran.err.lines().take(2).collect::<Vec<_>>().join(" [") + "]"
    };
    for (line, said) in [
        (
            "supply airlift 1rd.b1 pocket log",
            "error: B1 (`su.1a.1rd.b1`) is not a transport wing [hint: `railhead supply airlift` lists the transport wings]",
        ),
        (
            "supply airlift air west log",
            "error: `west` is not a dump [hint: name an airfield, or a dump: `railhead dump list`]",
        ),
        (
            "supply airlift air pocket fu_m",
            "error: no rule says what a unit of FU_M weighs, so no aircraft can load it \
             [hint: fly `log` or `pol`; `railhead supply receive DUMP N fu_m --from air` books FU_M]",
        ),
        (
            "supply airlift air pocket log --sorties 0",
            "error: `0` is not a valid value for `--sorties`, which takes a whole number above zero]",
        ),
        (
            "supply airlift air pocket log --sorties 5 --landed 4 --lost 2",
            "error: 4 landed and 2 lost are more than 5 sorties [hint: give fewer of them, or more `--sorties`]",
        ),
    ] {
        assert_eq!(first(line), said, "{line}");
    }
    field.done("dump close d-pocket");
    assert_eq!(
        first("supply airlift air pocket log"),
        "error: Soviet has no dump at `pocket` to take the loads [hint: `railhead dump open ID --owner UNIT --at 0405`, or \
         name a dump to drop them to]"
    );
    field.done("dump open d-9 --owner 9id --at 0808");
    assert!(first("supply airlift air d-9 log").starts_with("error: `d-9` belongs to the enemy"));
    field.done("dump open d-2 --owner 2rd --at 0405");
    let mut crowded = with_aircraft();
    crowded.airfields.get_mut("pocket").unwrap().landings = Some(12);
    let field = Field::of(&crowded);
    assert_eq!(
        refused(&field, "supply airlift air pocket log --lost 0"),
        "error: `pocket` takes 12 more landings today, not 20"
    );
    field.done("supply airlift air pocket log --sorties 20 --landed 12");
}

#[test]
fn where_stocks_are_not_counted_the_flight_is_told() {
    let field = field();
    field.done("setting set detail simple");
    field.done("dump close d-pocket");
    field.done("supply airlift air pocket log --sorties 15 --landed 14 --tons 27");
    assert_eq!((held(&field, "air", "log"), short(&field)), (0, Vec::new()));
    let report = field.json("bound close");
    let flight = &report["airlift"][0];
    assert_eq!((&flight["landed"], &flight["tons"], &flight["at"]), (&json!(14), &json!(27.0), &json!("pocket")));
    let text = field.done("bound close");
    assert!(!text.contains("Airlift"), "of the bound before last nothing is told: {text}");
}

#[test]
fn what_an_organiser_reads_of_the_airlift() {
    let field = field();
    let mut page = String::new();
    for line in [
        "supply airlift air pocket log --sorties 12 --dice \"1 4\"",
        "supply airlift air d-1a pol --sorties 5 --lost 0",
        "supply airlift",
        "bound close",
    ] {
        write!(page, "$ railhead {line}\n{}", field.done(line)).unwrap();
    }
    insta::assert_snapshot!("airlift_read", page);
}

/// The flights of `airlift.csv` sum to 443 t: 297 t of LOG are four of 60 t and 57 t, 146 t of POL two of 50 t and 46 t.
#[test]
fn the_airlift_of_uranus_comes_to_what_the_data_say() {
    let script = script("uranus-1942");
    let flights: Vec<&str> = script.lines().filter(|line| line.starts_with("supply airlift")).collect();
    assert_eq!(flights.len(), 18);
    let field = Field::empty();
    field.done("new uranus-1942 --set detail=full");
    field.done(script.lines().find(|line| line.starts_with("dump open ax.d.pit")).unwrap());
    for flight in flights {
        let flight = flight.split(" --override").next().unwrap();
        field.done(&format!("{flight} --override 'all on one day of fog'"));
    }
    assert_eq!((held(&field, "ax.d.pit", "log"), held(&field, "ax.d.pit", "pol")), (4, 2));
    assert_eq!((held(&field, "air", "log"), held(&field, "air", "pol")), (-4, -2));
    assert_eq!(
        short(&field),
        [("ax.d.pit".to_owned(), "log".to_owned(), 57_000), ("ax.d.pit".to_owned(), "pol".to_owned(), 46_000)]
    );
}

/// Every key of the example is given, and no other.
#[test]
fn the_keys_of_the_list_are_those_of_its_example() {
    let field = field();
    field.done("supply airlift air pocket log --lost 0");
    let example = super::json::examples().into_iter().find(|(of, _)| of == "railhead supply airlift").unwrap().1;
    assert_eq!(super::json::keys_of(&example), super::json::keys_of(&field.json("supply airlift")));
}

/// A name that is nearly one of an airfield, the beginning of one, or a place beside one.
#[test]
fn a_near_miss_names_the_airfield() {
    let mut campaign = with_aircraft();
    let pocket = campaign.airfields.get_mut("pocket").unwrap();
    pocket.place = Some("Pitomnik airfield".to_owned());
    let place = |name: &str, at: (u16, u16)| campaign::Place {
        name: name.to_owned(),
        at: None,
        square: Square::new(at.0, at.1),
        kind: PlaceKind::Village,
        prepared: false,
        note: String::new(),
    };
    campaign.places.extend([place("Gumrak", (4, 4)), place("Farway", (7, 0))]);
    let field = Field::of(&campaign);
    let refused = |to: &str| field.run(&format!("supply airlift su.1a.air {to} log")).err;
    for near in ["pitomnk", "Pitom", "gumrak"] {
        let why = refused(near);
        assert!(why.contains(&format!("there is no airfield or dump `{near}`")), "{why}");
        assert!(why.contains("did you mean Pitomnik airfield (`pocket`)?"), "{near}: {why}");
    }
    assert!(!refused("farway").contains("Pitomnik"), "too far from the airfield");
    assert!(refused("d-pocke").contains("did you mean `d-pocket`?"), "{}", refused("d-pocke"));
}
