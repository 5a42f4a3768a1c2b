//! What `supply critical` ranks, names and prints, on a strip small enough to be worked out by hand.
//!
//! ```text
//!                                         12 00 r3
//!                                         12 01
//! 00===01===02===03---04---05---06---07 | 08---09---10---11---12---13---14---15   row 02
//! edge           head a    .           bridge  c2   r1   .         .         r2
//!                          0503 c1                       1103      1303
//!                          0504 td                       1104-1204-1304
//!                          0505 rd
//! ```
//!
//! Lorries keep to roads (`offroad_km` 0). Dumps: `d-a` of the army at 0402, `d-c1` at 0503, `d-c2` at 0902; the HQ of each
//! stands with its dump. Whoever stands on a square that is lost still sets out from there; nobody else passes it.

use serde_json::{Value, json};

use super::field::Field;
use super::shortage::line_with;

fn strip() -> Field {
    line_with(
        "1505",
        &[
            ("orbat.csv", "1302", "0504"),
            ("orbat.csv", "1202", "0505"),
            (
                "orbat.csv",
                "a.c1.hq,a.c1,SU,First Corps HQ,battalion,hq,motorised,0902",
                "a.c1.hq,a.c1,SU,First Corps HQ,battalion,hq,motorised,0503",
            ),
            ("orbat.csv", "1402", "1002"),
            (
                "orbat.csv",
                "Second Corps,corps,infantry,,,,,\n",
                "Second Corps,corps,infantry,,,,,\na.c2.hq,a.c2,SU,Second Corps HQ,battalion,hq,motorised,0902,,,\n",
            ),
            ("orbat.csv", "a.c1,a,SU,", "a.hq,a,SU,Army HQ,battalion,hq,motorised,0402,,,\na.c1,a,SU,"),
            (
                "orbat.csv",
                "ax,,AX",
                "a.c2.r3,a.c2,SU,Fifth Division,division,infantry,,,,,\n\
                 a.c2.r3.b,a.c2.r3,SU,Rifles,battalion,infantry,foot,1200,,,\n\
                 a.c2.r3.log,a.c2.r3,SU,Fifth lorries,battalion,logistic,motorised,1200,,log,4\nax,,AX",
            ),
            (
                "roads.csv",
                "0302 > 1502\n",
                "0302 > 1502\nSouth,good,0502 > 0505\nSpur,good,1202 > 1200\nRing,good,1102 > 1104 > 1304 > 1302\n",
            ),
            ("dumps.csv", "corps,0902", "corps,0503"),
            ("dumps.csv", "corps,1002", "corps,0902"),
        ],
    )
}

fn side(field: &Field, words: &str) -> Value {
    field.json(&format!("supply critical {words}"))["sides"][0].clone()
}

/// A row as it is told here: kind, id, square, to; who is cut; who finds a way round; the squares; the crossings.
type Row = (&'static str, Value, &'static str, Value, &'static str, &'static str, &'static str, &'static str);

/// Worked out from the drawing. Eight formations draw: `a` at 0402, `c1` at 0503, `td` 0504, `rd` 0505, `c2` 0902, `r1` 1002,
/// `r2` 1502 and `r3` 1200.
///
/// * The railway and the railhead cut all eight.
/// * At 0402 the army stands at its own dump and goes on to the railhead; nobody else comes to the dump. 0502 cuts the same
///   seven: one row with it.
/// * 0602, 0702, 0802 and the bridge cut Second Corps; its HQ stands at 0902, so that square cuts its divisions only.
/// * `r1` stands at 1002, so 1002 and 1102 cut `r2` and `r3`. Where two rows cut as many, that over which more lines go that
///   find a way round is first: `c1` stands on 0503.
/// * `r2` can go round 1202 by the ring, `r3` cannot; round 1302 and 1402 `r2` cannot go either. 1202 and 0504 each have one
///   that goes on, and a junction is before a road.
fn rows() -> Vec<Row> {
    let none = || Value::Null;
    vec![
        ("source", "edge".into(), "0002", none(), "a c1 td rd c2 r1 r2 r3", "", "0002 0102 0202 0302", ""),
        ("dump", "d-a".into(), "0402", none(), "c1 td rd c2 r1 r2 r3", "a", "0402 0502", ""),
        ("crossing", "bridge".into(), "0702", "0802".into(), "c2 r1 r2 r3", "", "0602 0702 0802", "bridge"),
        ("dump", "d-c2".into(), "0902", none(), "r1 r2 r3", "c2", "0902", ""),
        ("dump", "d-c1".into(), "0503", none(), "td rd", "c1", "0503", ""),
        ("junction", none(), "1102", none(), "r2 r3", "", "1002 1102", ""),
        ("junction", none(), "1202", none(), "r3", "r2", "1201 1202", ""),
        ("road", none(), "0504", none(), "rd", "td", "0504", ""),
        ("junction", none(), "1302", none(), "r2", "", "1302 1402", ""),
    ]
}

/// The ids of formations in the words of the drawing.
fn short(list: &Value) -> String {
    let ids = list.as_array().unwrap().iter().map(|id| id.as_str().unwrap());
    ids.map(|id| id.rsplit('.').next().unwrap()).collect::<Vec<_>>().join(" ")
}

#[test]
fn rows_are_ranked_named_and_folded() {
    let field = strip();
    let all = side(&field, "--side SU --top 99");
    assert_eq!((&all["open"], &all["points_in_all"]), (&8.into(), &9.into()));
    let points = all["points"].as_array().unwrap();
    assert_eq!(points.len(), 9, "{all:#}");
    for (point, (kind, id, square, to, cuts, round, squares, crossings)) in points.iter().zip(rows()) {
        assert_eq!((&point["kind"], &point["id"]), (&kind.into(), &id), "{point:#}");
        assert_eq!((&point["square"], &point["to"]), (&square.into(), &to), "{point:#}");
        assert_eq!(short(&point["units"]), cuts, "{point:#}");
        assert_eq!(point["cuts"], cuts.split(' ').count(), "{point:#}");
        assert_eq!(short(&point["round"]), round, "{point:#}");
        assert_eq!(point["way_round"], !round.is_empty(), "{point:#}");
        assert_eq!(short(&point["squares"]), squares, "{point:#}");
        assert_eq!(short(&point["crossings"]), crossings, "{point:#}");
    }
    // Every corps hangs on the railway, so that no set of several things need be sought.
    assert_eq!(all["sets"], json!([]));
}

#[test]
fn whose_supply_it_is_is_told_by_corps_the_most_cut_first() {
    let all = side(&strip(), "--side SU --top 99");
    let by_corps = |place: usize| -> Vec<(String, u64, u64)> {
        let rows = all["points"][place]["by_corps"].as_array().unwrap().iter();
        let row = |row: &Value| {
            let name = row["name"].as_str().unwrap().to_owned();
            (name, row["cuts"].as_u64().unwrap(), row["of"].as_u64().unwrap())
        };
        rows.map(row).collect()
    };
    let of = |name: &str, cuts, of| (name.to_owned(), cuts, of);
    // Second Corps has its HQ and three divisions, First Corps its HQ and two; the army stands for itself.
    assert_eq!(by_corps(0), [of("Second Corps", 4, 4), of("First Corps", 3, 3), of("Army", 1, 1)]);
    assert_eq!(by_corps(1), [of("Second Corps", 4, 4), of("First Corps", 3, 3)]);
    assert_eq!(by_corps(3), [of("Second Corps", 3, 4)]);
    assert_eq!(by_corps(4), [of("First Corps", 2, 3)]);
}

#[test]
fn the_first_of_them_and_one_side_of_them() {
    let field = strip();
    let three = side(&field, "--side SU --top 3");
    let squares: Vec<&Value> = three["points"].as_array().unwrap().iter().map(|point| &point["square"]).collect();
    assert_eq!((squares, &three["points_in_all"]), (vec![&json!("0002"), &json!("0402"), &json!("0702")], &9.into()));
    // The raiders have no vehicles and draw nothing.
    let other = side(&field, "--side AX");
    assert_eq!((&other["side"], &other["open"], &other["points_in_all"]), (&"AX".into(), &0.into(), &0.into()));
    let both = field.json("supply critical");
    let sides: Vec<&Value> = both["sides"].as_array().unwrap().iter().map(|side| &side["side"]).collect();
    assert_eq!(sides, ["SU", "AX"]);
}

/// With the ring cut at 1204 nobody goes round 1202, and the bridge that is down leaves First Corps and the army.
#[test]
fn what_is_lost_already_is_no_point() {
    let field = strip();
    field.done("crossing destroy bridge -q");
    let left = side(&field, "--side SU --top 99");
    // 0402 and 0502 cut who stands south of them; 0503 his divisions; 0504 the last of these.
    let told: Vec<(&Value, String)> =
        left["points"].as_array().unwrap().iter().map(|point| (&point["square"], short(&point["units"]))).collect();
    let told: Vec<(&str, &str)> = told.iter().map(|(square, units)| (square.as_str().unwrap(), &**units)).collect();
    assert_eq!(left["open"], 4);
    assert_eq!(told, [("0002", "a c1 td rd"), ("0402", "c1 td rd"), ("0503", "td rd"), ("0504", "rd")]);

    let field = strip();
    field.done("ground set 1204 --side AX --override raid -q");
    let points = side(&field, "--side SU --top 99");
    // 1202 cuts both now, as 1102 and 1002 do: one row. What is behind it cuts one each.
    let at =
        |square: &str| points["points"].as_array().unwrap().iter().find(|point| point["square"] == square).cloned();
    let junction = at("1102").unwrap();
    assert_eq!(short(&junction["units"]), "r2 r3");
    assert_eq!(short(&junction["squares"]), "1002 1102 1202");
    assert_eq!(short(&at("1302").unwrap()["squares"]), "1302 1402");
    assert_eq!(short(&at("1201").unwrap()["units"]), "r3");
}

/// From 0900 it is 6 km across country to the road at 0902, by 0901; to 0802 and 1002, and to the spur at 1200, it is 9.
#[test]
fn a_square_without_a_road_is_open_country() {
    let field = strip();
    field.done("setting set offroad_km 6 -q");
    for leaf in ["a.c2.r3.b", "a.c2.r3.log"] {
        field.done(&format!("unit set {leaf} square=0900 -q"));
    }
    let points = side(&field, "--side SU --top 99");
    let country = points["points"].as_array().unwrap().iter().find(|point| point["kind"] == "country").unwrap();
    assert_eq!((&country["square"], short(&country["units"])), (&"0901".into(), "r3".to_owned()));
    assert_eq!(short(&country["squares"]), "0901");
}

#[test]
fn a_page_of_them() {
    let field = strip();
    insta::assert_snapshot!("critical", field.done("supply critical --top 9"));
    insta::assert_snapshot!("critical_top", field.done("supply critical --side SU --top 2"));
}
