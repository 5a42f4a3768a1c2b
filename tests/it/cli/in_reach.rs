//! What formations hold counts where they can come to it, and fuel is where there is some.

use serde_json::Value;

use super::field::Field;

fn of<'a>(sheet: &'a Value, unit: &str) -> &'a Value {
    sheet["units"].as_array().unwrap().iter().find(|row| row["id"] == unit).unwrap()
}

/// The bowser at 0305 is 6 km from the two POL of Olshany and 9 km from the edge of the map, where there is none.
#[test]
fn a_chain_goes_to_where_there_is_fuel() {
    let field = Field::playing("first-bound");
    field.done("unit set ax.pz.b1 square=0305 --reason try -q");
    let end = |field: &Field| {
        let trace = field.json("supply trace ax.pz");
        let links = trace["pol"]["links"].as_array().unwrap();
        (trace["pol"]["state"].clone(), links.last().unwrap()["to"].clone(), links.last().unwrap()["km"].clone())
    };
    assert_eq!(end(&field), ("in_supply".into(), "olshany".into(), 6.0.into()));
    // Without any POL at Olshany trains still bring it two a day.
    field.done("supply stocktake olshany pol=0 --reason counted -q");
    assert_eq!(end(&field).1, "olshany");
    field.done("supply stocktake edge pol=1 --reason counted -q");
    assert_eq!(end(&field), ("in_supply".into(), "edge".into(), 9.0.into()));
}

#[test]
fn what_lies_beyond_a_lost_bridge_or_under_the_enemy_is_no_stock() {
    let field = Field::playing("first-bound");
    field.done("unit set ax.pz.rec square=1405 --reason try -q");
    let sheet = field.json("supply status --side SU");
    // Three LOG and one POL in its own dump; the ten of the depot lie under the enemy.
    assert_eq!((&of(&sheet, "su")["log"]["stock"], &of(&sheet, "su")["log"]["state"]), (&3.into(), &"cut".into()));
    let why = of(&sheet, "su")["reasons"].to_string();
    assert!(why.contains("LOG: it cannot reach the stock in Eastern depot"), "{why}");

    let field = Field::playing("first-bound");
    field.done("crossing destroy brod --reason try -q");
    let trace = field.json("supply trace ax.pz");
    assert_eq!((&trace["log"]["stock"], &trace["log"]["state"]), (&0.into(), &"cut".into()));
    let rows = trace["bottlenecks"].as_array().unwrap();
    let own = rows.iter().find(|row| row["text"] == "it holds 0 LOG itself and needs 1 a day").unwrap();
    // Its side has no aircraft: nothing comes to it before the bridge is there again, which is the first row.
    assert_eq!(own["mends"], Value::Array(Vec::new()), "{own:#}");
    assert_eq!((&rows[0]["kind"], &rows[0]["commodity"]), (&"broken".into(), &"log".into()));
    // The umpire can do what nobody else can.
    field.done("unit new ax.pz.log --parent ax.pz arm=logistic carries=log mobility=motorised where=0705 -q");
    field.done("supply receive ax.pz.log 1 log --from air -q");
    assert_eq!(field.json("supply trace ax.pz")["log"]["stock"], 1);
    field.done("unit set ax.pz.r1.b1 ammo=out --reason try -q");
    // At night it lives on what it can come to: that one, and not the two on the other bank.
    for _ in 0..3 {
        field.done("bound close -q");
    }
    let stocks = field.json("supply stocks --side AX").to_string();
    assert_eq!(field.json("supply trace ax.pz")["log"]["stock"], 0, "{stocks}");
    let wagon = field.json("supply stocks ax.pz.t1");
    assert!(wagon.to_string().contains("\"quantity\":2"), "{wagon}");
}

/// The lorry of the division stands loaded where the division is, until the bound is closed.
#[test]
fn a_loaded_lorry_of_its_own_that_has_come_counts() {
    let field = Field::playing("first-bound");
    field.done("supply stocktake su.rd.t1 log=0 --reason counted -q");
    field.done("supply send su.rd.t1 --load 1log --from su.d --to su.rd -q");
    let trace = field.json("supply trace su.rd");
    assert_eq!((&trace["log"]["stock"], &trace["log"]["state"]), (&1.into(), &"in_supply".into()), "{trace:#}");
    // It is told once: what it holds is not on its way too.
    let own =
        trace["bottlenecks"].as_array().unwrap().iter().find(|row| row["commodity"] == "log" && row["kind"] == "stock");
    assert_eq!(own.unwrap()["coming"].as_array().map(Vec::len), Some(0), "{trace:#}");
}

/// The own bowsers of a division come first in its chain: where none is in reach that is why it fails.
#[test]
fn an_own_bowser_that_is_out_of_reach_is_named() {
    let field = Field::playing("first-bound");
    field.done("unit set ax.pz.b1 square=0005 --reason try -q");
    let why = |field: &Field| field.json("supply trace ax.pz")["reasons"].to_string();
    let far =
        "POL: the hop from 40th Panzer Division to Divisional bowser column is 21 km, 6 km over the limit of 15 km";
    assert!(why(&field).contains(far), "{}", why(&field));
    let tight = field.json("supply trace ax.pz")["bottlenecks"][0].clone();
    assert_eq!(tight["text"], "the hop from 40th Panzer Division to Divisional bowser column is 6.0 km too long");
    // Two squares are enough: 0205 is 15 km from the HQ, and 3 km from Olshany.
    assert_eq!(tight["mends"][0]["command"], "railhead move ax.pz.b1 0205");
    field.done("move ax.pz.b1 0205 -q");
    assert_eq!(field.json("supply trace ax.pz")["pol"]["state"], "in_supply");
    field.done("unit set ax.pz.b1 square=1304 --reason try -q");
    assert!(
        why(&field).contains("POL: no clear way from 40th Panzer Division to Divisional bowser column"),
        "{}",
        why(&field)
    );
}

#[test]
fn a_source_feeds_itself_and_a_railhead_is_no_dump() {
    let field = Field::playing("first-bound");
    field.done("unit set ax.hq square=0005 --reason try -q");
    field.done("dump move ax.d 0005 -q");
    field.done("rail cut 0005 0105 -q");
    let trace = field.done("supply trace ax");
    assert!(trace.contains("railway: Western edge is a source itself"), "{trace}");
    let ran = field.run("dump destroy olshany");
    assert!(ran.err.contains("Olshany (`olshany`) is a railhead, not a dump"), "{}", ran.err);
    let err = ran.err.split_whitespace().collect::<Vec<_>>().join(" ");
    let hint = "`railhead supply transfer olshany destroyed 1 log --override \"blown up\"` destroys what it holds";
    assert!(err.contains(hint), "{err}");
    field.done("supply transfer olshany destroyed 1 log --override \"blown up\" -q");
}
