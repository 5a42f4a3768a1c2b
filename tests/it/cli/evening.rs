//! What organisers stumbled over in an evening of testing.

use super::field::Field;

#[test]
fn an_edited_engagement_file_is_kept_aside() {
    let field = Field::playing("first-bound");
    field.done("battle new 0905");
    let file = field.dir.path().join("1am-0905.toml");
    let drawn = std::fs::read_to_string(&file).unwrap();
    field.done("battle cancel 1am-0905");
    assert_eq!(field.run("battle new 0905").err, "", "the same again: nothing to keep");
    for number in 1..=2 {
        let edited = format!("# {number}\n{drawn}");
        field.write("1am-0905.toml", &edited);
        field.done("battle cancel 1am-0905");
        let ran = field.run("battle new 0905");
        assert_eq!(ran.err, format!("`1am-0905.toml` had other contents, kept as `1am-0905.toml.{number}`\n"));
        let kept = std::fs::read_to_string(field.dir.path().join(format!("1am-0905.toml.{number}"))).unwrap();
        assert_eq!((kept, std::fs::read_to_string(&file).unwrap()), (edited, drawn.clone()));
    }
}

#[test]
fn words_of_the_weather_come_from_lists() {
    let field = Field::playing("first-bound");
    for (given, told) in [
        (
            "flying=gooood",
            "error: `gooood` is not a valid value for `flying`, which takes one of `good`, `moderate`, `limited`, \
             `poor`, \
             `none`; did you mean `good`?",
        ),
        (
            "visibility=9",
            "error: `9` is not a valid value for `visibility`, which takes one of `good`, `moderate`, `poor`, `none`",
        ),
        ("weather=strom", "did you mean `storm`?"),
        (
            "light=dawn",
            "error: `dawn` is not a valid value for `light`, which takes first and last light, as \
                        `06:44-16:56`",
        ),
        ("light=16:00-06:00", "error: `16:00-06:00` is not a valid value for `light`"),
    ] {
        let ran = field.run(&format!("bound weather {given}"));
        let err = ran.err.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(ran.code == 2 && err.contains(told), "{given}: {} {err}", ran.code);
    }
    field.done("bound weather weather=Storm flying=NONE visibility=poor light=6:44-16:56");
    let shown = field.done("bound show");
    for word in ["storm", "flying none", "visibility poor", "06:44-16:56"] {
        assert!(shown.contains(word), "{word}: {shown}");
    }
}

#[test]
fn an_order_for_the_night_says_who_cannot_go() {
    let field = Field::playing("first-bound");
    field.done("bound close");
    let ran = field.run("order ax.id.r1 move 0602 --for next");
    assert_eq!(ran.code, 1);
    assert!(ran.err.contains("`ax.id.r1` has no moving hours in D1 night"), "{}", ran.err);
    let hint = "hint: it can march in D2 am: give the order in the bound before that, with `--for next`";
    assert!(ran.err.contains(hint), "{}", ran.err);
    field.done("bound close");
    let ran = field.run("order ax.id.r1 move 0602");
    assert!(ran.err.contains("it can march in D2 am: `railhead order ax.id.r1 move SQUARE --for 2am`"), "{}", ran.err);
    field.done("order ax.id.r1 move 0602 --for 2am");
    // Ten leaves on the map: one column drives by night.
    let ran = field.run("order ax.id move 0604");
    assert_eq!(ran.code, 0, "{}", ran.err);
    let said = "note: 8 of its 9 leaves have no moving hours in D1 night and will stay; they can march in D2 am";
    let words: Vec<&str> = ran.out.split_whitespace().collect();
    assert_eq!((words.join(" ").contains(said), ran.err.as_str()), (true, ""), "{}", ran.out);
    assert!(!field.done("order ax.id.t1 move 0604").contains("note:"), "a column drives by night");
}

#[test]
fn what_is_tight_is_told_once() {
    let field = Field::empty();
    field.done("new first-bound --set detail=full");
    let trace = field.json("supply trace su.td");
    let rows = trace["bottlenecks"].as_array().unwrap();
    let of_depot = rows.iter().filter(|row| row["at"] == "su.depot" && row["commodity"] == "log");
    assert_eq!(of_depot.count(), 1, "the dump of the corps is the source too");
}

#[test]
fn a_sheet_with_those_that_are_fed_counts_both() {
    let field = Field::playing("first-bound");
    field.done("unit set ax.pz.b1 state=destroyed");
    field.done("unit set ax.b1 state=destroyed");
    let last = |line: &str| field.done(line).lines().last().unwrap().to_owned();
    assert!(!last("supply status --by unit").contains("fed by others"));
    let deep = field.json("supply status --depth 3");
    let units = deep["units"].as_array().unwrap();
    let fed = units.iter().filter(|unit| !unit["fed_by"].is_null()).count();
    let text = field.done("supply status --depth 3 --by unit").split_whitespace().collect::<Vec<_>>().join(" ");
    if let Some((_, told)) = text.rsplit_once("!! ") {
        assert!(told.contains(&format!("of {} formations", units.len())), "{told}");
        assert!(told.contains(&format!("of {} that draw supply", units.len() - fed)), "{told}");
        assert!(told.contains(&format!("of {fed} fed by others")), "{told}");
    } else {
        panic!("somebody is in trouble: {text}");
    }
}

#[test]
fn units_are_seen_in_towns() {
    let field = Field::playing("first-bound");
    let map = field.done("map");
    let row = map.lines().find(|line| line.starts_with("04 ")).unwrap();
    // 0605 Brod: bridging engineers, and artillery above it; 1105 Stepnoye: corps artillery.
    assert_eq!((row.chars().nth(3 + 6), row.chars().nth(3 + 11)), (Some('x'), Some('o')), "{map}");
    assert!(map.contains("A 0605 Brod (x)") && map.contains("B 1105 Stepnoye (o)"), "{map}");
    field.done("unit set ax.eng square=0505");
    field.done("unit set ax.id.art square=0505");
    let map = field.done("map");
    let row = map.lines().find(|line| line.starts_with("04 ")).unwrap();
    assert_eq!(row.chars().nth(3 + 6), Some('A'), "nobody fights there now: {map}");
    assert!(map.contains("A 0605 Brod   "), "{map}");
}
