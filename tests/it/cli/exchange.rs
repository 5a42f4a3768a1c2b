//! The campaign for other programs: `export --geojson` and `--orbat-mapper`, for the umpire and for a side.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

use super::field::Field;
use super::own_campaign::{exists, said, text, tutorial};

/// How many features there are of each kind.
fn kinds(collection: &Value) -> BTreeMap<String, usize> {
    let mut kinds = BTreeMap::new();
    for feature in collection["features"].as_array().unwrap() {
        *kinds.entry(feature["properties"]["kind"].as_str().unwrap().to_owned()).or_default() += 1;
    }
    kinds
}

fn document(field: &Field, name: &str) -> Value {
    serde_json::from_str(&text(field, name)).unwrap()
}

/// Counted by hand in the files of the tutorial: a map of 15 by 12, one river, eight roads, and so on; 26 leaves of the
/// Axis and 27 of the Soviets.
#[test]
fn a_map_program_gets_every_square_line_and_leaf() {
    let field = tutorial();
    assert_eq!(said(&field, "export --geojson map.geojson"), (0, "map.geojson: written\n".to_owned()));
    let map = document(&field, "map.geojson");
    assert_eq!(map["type"], "FeatureCollection");
    let expected = [
        ("square", 180),
        ("river", 1),
        ("road", 8),
        ("railway", 2),
        ("place", 12),
        ("dump", 3),
        ("railhead", 2),
        ("formation", 53),
    ];
    assert_eq!(kinds(&map), expected.map(|(kind, count)| (kind.to_owned(), count)).into());
    let of = |key: &str, value: &str| {
        let mut features = map["features"].as_array().unwrap().iter();
        features.find(|feature| feature["properties"][key] == value).unwrap().clone()
    };
    // A degree is 100 km here and a square 3 km: Brod is in 0605, so its centre is 19.5 km east and 16.5 km south.
    let brod = json!({
        "type": "Feature", "geometry": {"type": "Point", "coordinates": [25.195, 50.835]},
        "properties": {"kind": "place", "name": "Brod", "place": "town", "square": "0605"},
    });
    assert_eq!(of("name", "Brod"), brod);
    let corners = json!([[[25.0, 51.0], [25.0, 50.97], [25.03, 50.97], [25.03, 51.0], [25.0, 51.0]]]);
    assert_eq!(of("square", "0000")["geometry"], json!({"type": "Polygon", "coordinates": corners}));
    let tanks = json!({
        "kind": "formation", "id": "ax.pz.r1.b2", "name": "II/Panzer Regiment 140", "side": "AX",
        "under": "Panzer Regiment 140", "echelon": "battalion", "arm": "armour", "sp": 2, "square": "0805",
    });
    assert_eq!(of("id", "ax.pz.r1.b2")["properties"], tanks);
    assert_eq!(said(&field, "export --geojson map.geojson"), (1, exists("map.geojson")));
}

/// Units with all under them.
fn units<'v>(of: &'v Value, found: &mut Vec<&'v Value>) {
    for unit in of["subUnits"].as_array().unwrap() {
        found.push(unit);
        units(unit, found);
    }
}

#[test]
fn orbat_mapper_gets_every_unit_bound_by_bound() {
    let field = tutorial();
    field.done("bound close -q");
    field.done("unit set ax.hq square=0404");
    field.done("export --orbat-mapper war.json");
    let war = document(&field, "war.json");
    assert_eq!(
        (&war["type"], &war["id"], &war["startTime"]),
        (&json!("ORBAT-mapper"), &json!("first-bound"), &json!("1941-07-08T06:00:00Z"))
    );
    let sides = war["sides"].as_array().unwrap();
    let mut counted = Vec::new();
    for side in sides {
        let mut found = Vec::new();
        units(&side["groups"][0], &mut found);
        counted.push((side["id"].as_str().unwrap(), side["standardIdentity"].as_str().unwrap(), found.len()));
        assert!(found.iter().all(|unit| unit["sidc"].as_str().unwrap().len() == 20));
    }
    // 26 leaves under seven formations, 27 under eight.
    assert_eq!(counted, [("AX", "3", 33), ("SU", "6", 35)]);
    let mut axis = Vec::new();
    units(&sides[0]["groups"][0], &mut axis);
    let hq = axis.iter().find(|unit| unit["id"] == "ax.hq").unwrap();
    let times: Vec<(&Value, &Value)> =
        hq["state"].as_array().unwrap().iter().map(|state| (&state["t"], &state["location"])).collect();
    // From 0505 to 0404: a square is 0.03 degrees.
    let (first, second) = (json!("1941-07-08T06:00:00Z"), json!("1941-07-08T12:00:00Z"));
    assert_eq!(times, [(&first, &json!([25.165, 50.835])), (&second, &json!([25.135, 50.865]))]);
    let truck = axis.iter().find(|unit| unit["id"] == "ax.pz.t1").unwrap();
    assert_eq!(truck["supplies"], json!([{"name": "LOG", "count": 2, "onHand": 2}]));
}

/// Every text in a document.
fn texts<'v>(value: &'v Value, found: &mut BTreeSet<&'v str>) {
    match value {
        Value::String(text) => {
            found.insert(text);
        }
        Value::Array(list) => list.iter().for_each(|value| texts(value, found)),
        Value::Object(members) => members.values().for_each(|value| texts(value, found)),
        _ => {}
    }
}

#[test]
fn a_side_gets_nothing_of_the_enemy() {
    let field = tutorial();
    field.done("bound close -q");
    let rows = field.json("orbat");
    let named = |side: &str| -> BTreeSet<String> {
        let rows = rows.as_array().unwrap().iter().filter(|row| row["side"] == side);
        rows.flat_map(|row| [row["id"].as_str().unwrap().to_owned(), row["name"].as_str().unwrap().to_owned()])
            .collect()
    };
    let (own, enemy) = (named("SU"), named("AX"));
    // Some have the same name on both sides.
    let secret: BTreeSet<&String> = enemy.difference(&own).collect();
    assert!(secret.len() > 60, "{secret:?}");
    field.done("export --geojson su.geojson --side SU");
    field.done("export --orbat-mapper su.json --side SU");
    for name in ["su.geojson", "su.json"] {
        let document = document(&field, name);
        let mut said = BTreeSet::new();
        texts(&document, &mut said);
        let told: Vec<_> = secret.iter().filter(|text| said.iter().any(|said| said.contains(text.as_str()))).collect();
        assert_eq!(told, Vec::<&&String>::new(), "{name}");
        assert!(said.contains("su.td.r1.b1") && said.contains("70th Tank Division"), "{name}");
    }
    // Its 27 leaves, and four sightings beside them, by arm: two in 0805, two in 0806. Two dumps, and no railhead.
    let kinds = kinds(&document(&field, "su.geojson"));
    assert_eq!((kinds["square"], kinds["formation"], kinds["dump"], kinds.get("railhead")), (180, 31, 2, None));
}

#[test]
fn an_export_that_cannot_be_is_refused() {
    let field = Field::new();
    for line in ["export --geojson map.geojson", "export --orbat-mapper war.json", "export --geojson su.json --side SU"]
    {
        let none = "error: the map has no coordinates\nhint: give `lat`, `lon` and the km of a degree under `[map]` in \
                    `campaign.toml`, and make the campaign anew\n";
        assert_eq!(said(&field, line), (1, none.to_owned()), "{line}");
    }
    for line in ["export own --side SU", "export --xlsx own.xlsx --for SU"] {
        let whole = "error: a folder or workbook holds the whole campaign, for the umpire\nhint: `--side` and `--for` go \
                     with `--orbat-mapper` and `--geojson`\n";
        assert_eq!(said(&field, line), (2, whole.to_owned()), "{line}");
    }
    let names: Vec<_> = std::fs::read_dir(field.dir.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(names, ["six.railhead"]);
}
