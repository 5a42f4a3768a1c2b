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
    assert!(ran.err.contains("Infantry Regiment 950 (`ax.id.r1`) has no moving hours in D1 night"), "{}", ran.err);
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

#[test]
fn corps_troops_are_not_called_the_corps() {
    let field = Field::playing("first-bound");
    field.done("unit set ax.eng square=0806");
    let joined = |line: &str| field.done(line).split_whitespace().collect::<Vec<_>>().join(" ");
    let drawn = joined("battle new 0906 --format csv");
    assert!(drawn.contains("corps troops of LX Army Corps"), "{drawn}");
    field.done("battle resolve 0906 --seed 5");
    field.done("battle post 0906");
    let posted = joined("battle show 1am-0906 --format csv");
    assert!(posted.contains("corps troops of LX Army Corps"), "{posted}");
    assert!(posted.contains("corps troops of 170th Rifle"), "{posted}");
    field.done("bound close --seed 1");
    let diary = field.done("diary").split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(diary.contains("corps troops of LX Army Corps (mot), 350th Infantry Division"), "{diary}");
}

#[test]
fn a_regiment_under_a_corps_has_a_row_of_its_own() {
    let field = Field::playing("first-bound");
    // Two battalions of the corps are put together as a regiment directly under it.
    field.done("unit new ax.reg --parent ax arm=infantry echelon=regiment name=Detachment");
    field.done("unit new ax.reg.1 --parent ax.reg arm=infantry mobility=foot where=0504 sp_full=3");
    field.done("unit set ax.reg.1 sp=1");
    let closed = field.json("bound close --seed 1");
    let rows = closed["formations"].as_array().unwrap();
    let row = rows.iter().find(|row| row["id"] == "ax.reg").unwrap();
    assert!(row["lines"].as_array().unwrap().iter().any(|line| line == "lost 2 SP"), "{row}");
}

#[test]
fn what_was_lost_and_what_was_given_are_told_apart() {
    let field = Field::playing("first-bound");
    field.done("unit set ax.id.r1.b1 sp=1");
    field.done("unit replace ax.id.r1.b1 2");
    let closed = field.json("bound close --seed 1");
    let rows = closed["formations"].as_array().unwrap();
    let row = rows.iter().find(|row| row["id"] == "ax.id").unwrap();
    let lines: Vec<&str> = row["lines"].as_array().unwrap().iter().filter_map(|line| line.as_str()).collect();
    assert!(lines.contains(&"lost 2 SP") && lines.contains(&"was given 2 SP"), "{lines:?}");
    for what in ["strength", "casualties"] {
        let head = field.done(&format!("stats {what} --format csv")).lines().next().unwrap().to_owned();
        assert!(head.contains("SP lost") && head.contains("SP given"), "{head}");
    }
}

#[test]
fn a_new_hq_has_a_name_and_brings_no_strength() {
    let field = Field::playing("first-bound");
    field.done("unit set ax.pz.hq state=destroyed");
    let before = field.json("orbat ax.pz")[0]["sp"].clone();
    let trace = field.json("supply trace ax.pz").to_string();
    assert!(!trace.is_empty());
    let text = field.done("supply trace ax.pz").split_whitespace().collect::<Vec<_>>().join(" ");
    let from = text.find("railhead unit new").unwrap();
    let command = text[from..].split('`').next().unwrap().trim_start_matches("railhead ").to_owned();
    assert!(command.contains("sp=0 'name=HQ 40th Panzer Division'"), "{command}");
    field.done(&command);
    assert_eq!(field.json("orbat ax.pz")[0]["sp"], before);
    field.done("bound close --seed 1");
    assert!(field.done("orbat ax.pz").contains("hq2"), "it stands when the bound is closed");
    assert!(field.done("verify").starts_with("sound"));
}

#[test]
fn who_halts_on_the_way_is_told_as_the_bound_closes() {
    let field = Field::playing("first-bound");
    field.done("move ax.id.r2.b2 0200");
    let ran = field.run_on(1_000, "bound close --seed 1", "");
    let said = "note: on the way and not there: II/Infantry Regiment 951 in 0408 near Luzhki, to 0200 near Kamenka; it halts \
                unless ordered on, once the bound is closed: `railhead order ax.id.r2.b2 move 0200 --for 1pm`";
    assert!(ran.err.contains(said), "{}", ran.err);
    let order = "order ax.id.r2.b2 move 0200 --for 1pm";
    field.done(order);
    let field = Field::playing("first-bound");
    field.done("move ax.id.r1.b2 0200");
    field.done("move ax.id.r2.b2 0200");
    let ran = field.run_on(1_000, "bound close --seed 1", "");
    let said = "0408 near Luzhki, to 0200 near Kamenka; they halt unless ordered on, once the bound is closed: \
                `railhead order ax.id.r1.b2 move 0200 --for 1pm`, `railhead order ax.id.r2.b2 move 0200 --for 1pm`";
    assert!(ran.err.contains(said), "{}", ran.err);
}

#[test]
fn what_is_not_shown_of_the_order_of_battle_is_counted() {
    let field = Field::playing("first-bound");
    let shown = field.done("orbat ax.id --depth 2");
    // Two regiments of two battalions.
    assert!(shown.contains("not shown: 4 leaves below these"), "{shown}");
    let shown = field.done("orbat ax --depth 2");
    // Under the two divisions: 8 battalions in 4 regiments, and 6 and 5 others directly under them.
    assert!(shown.contains("not shown: 19 leaves below these, and 4 formations between"), "{shown}");
    assert!(!field.done("orbat ax.id.r1 --depth 2").contains("not shown"));
}

#[test]
fn who_comes_next_is_due_and_no_query() {
    let field = Field::playing("first-bound");
    field.done("unit set ax.id.r1.b1 state=off_map arrives=1pm entry=0602");
    let review = field.done("review");
    let (queries, due) = review.split_once("Due\n").unwrap();
    assert!(!queries.contains("arrival") && due.contains("due at D1 pm"), "{review}");
}

#[test]
fn a_reinforcement_is_set_to_come_by_rail() {
    let field = Field::playing("first-bound");
    let ran = field.run("unit set ax.id.r1.b1 by_rail=yes");
    assert!(ran.code == 1 && ran.err.contains("has already arrived"), "{}", ran.err);
    field.done("unit set ax.id.r1.b1 state=off_map arrives=1pm entry=0602 by_rail=yes");
    let ran = field.run("unit set ax.id.r1.b1 by_rail=maybe");
    assert!(ran.code == 2 && ran.err.contains("`yes` or `no`"), "{}", ran.err);
    field.done("bound close --seed 1");
    let review = field.done("review").split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(review.contains("no train reaches its entry, 0602"), "{review}");
    field.done("unit set ax.id.r1.b1 by_rail=no");
    assert!(!field.done("review").contains("no train"));
}

#[test]
fn what_is_not_found_is_told_how_to_look_for() {
    let field = Field::playing("first-bound");
    let ran = field.run("find zzz");
    let hint = "hint: try a part of the name, or a number: `railhead find bridge`; `railhead orbat` and `railhead map` show \
                what there is";
    assert!(ran.err.contains(hint), "{}", ran.err);
    let ran = field.run("supply send ax.t1 --load 999999999999log --to ax");
    let told =
        "`999999999999log` is not a load: it is 1 unit or more of a commodity, and no more than the vehicles hold";
    assert!(ran.code == 2 && ran.err.contains(told), "{}", ran.err);
}

#[test]
fn a_damaged_file_is_offered_only_what_its_damage_lets_be_done() {
    let field = Field::playing("first-bound");
    let path = field.dir.path().join("first-bound.railhead");
    let whole = std::fs::read(&path).unwrap();
    std::fs::write(&path, &whole[..whole.len() / 2]).unwrap();
    let ran = field.run("status");
    assert!(
        ran.code == 3 && !ran.err.contains("railhead verify") && !ran.err.contains("railhead rescue"),
        "{}",
        ran.err
    );
    assert!(ran.err.contains("nothing can be rescued from it: the beginning of its log is lost too"), "{}", ran.err);
    // Of what lacks its end alone the log is whole.
    std::fs::write(&path, &whole[..whole.len() - 1000]).unwrap();
    let ran = field.run("status");
    assert!(ran.err.contains("railhead rescue"), "{}", ran.err);
    field.done("rescue first-bound.railhead sound.out");
}

#[test]
fn the_pool_of_a_side_that_gives_nothing_says_why() {
    let field = Field::playing("first-bound");
    field.done("unit set ax.pz.r1.b2 sp=3");
    field.done("unit set ax.id.r1.b1 sp=1");
    field.done("unit replacements add AX 3");
    field.done("setting set hours_night 6");
    field.done("bound close --seed 1 -q");
    field.done("bound close --seed 1 -q");
    field.done("move ax.id.r1.b1 0501");
    let closed = field.json("bound close --seed 1");
    let rows = closed["formations"].as_array().unwrap();
    let row = rows.iter().find(|row| row["id"] == "ax").unwrap().to_string();
    let told = "3 SP stay in the pool of Axis: nobody could take any (1 marched); who halts in order, in supply and with no enemy \
                in the square is given some at night";
    assert!(row.contains(told), "{row}");
}
