//! Planted shortages: each is the first thing that `supply trace` names, and doing what it says mends it.

use serde_json::Value;

use super::field::Field;

const TOML: &str = "name = \"line\"\ntitle = \"A line\"\nstart = 1942-11-19\ndays = 3\ndetail = \"full\"\n[map]\n\
    lat = 60.0\nlon = 30.0\nkm_per_degree_lat = 100\nkm_per_degree_lon = 100\ncolumns = 16\nrows = 6\nsquare_km = 3\n\
    [[sides]]\nid = \"SU\"\n[[sides]]\nid = \"AX\"\n[settings]\nbowser_km = 20\noffroad_km = 0\n\
    supply_hours_pm = 0\nsupply_hours_night = 0\n";

const ORBAT: &str = "id,parent,side,name,echelon,arm,mobility,where,grade,carries,capacity\n\
    a,,SU,Army,army,infantry,,,regular,,\n\
    a.log,a,SU,Army lorries,battalion,logistic,motorised,0402,,log,4\n\
    a.pol,a,SU,Army bowser,battalion,logistic,motorised,0402,,pol,4\n\
    a.c1,a,SU,First Corps,corps,infantry,,,,,\n\
    a.c1.hq,a.c1,SU,First Corps HQ,battalion,hq,motorised,0902,,,\n\
    a.c1.log,a.c1,SU,Corps lorries,battalion,logistic,motorised,0902,,log,1\n\
    a.c1.log2,a.c1,SU,More lorries,battalion,logistic,motorised,0902,,log,1\n\
    a.c1.pol,a.c1,SU,Corps bowser,battalion,logistic,motorised,0902,,pol,4\n\
    a.c1.td,a.c1,SU,Tank Division,division,armour,,,,,\n\
    a.c1.td.b,a.c1.td,SU,Tanks,battalion,armour,armoured,1302,,,\n\
    a.c1.td.log,a.c1.td,SU,Division lorries,battalion,logistic,motorised,1302,,log,4\n\
    a.c1.td.pol,a.c1.td,SU,Division bowser,battalion,logistic,motorised,1302,,pol,4\n\
    a.c1.rd,a.c1,SU,Rifle Division,division,infantry,,,,,\n\
    a.c1.rd.b,a.c1.rd,SU,Rifles,battalion,infantry,foot,1202,,,\n\
    a.c1.rd.log,a.c1.rd,SU,Rifle lorries,battalion,logistic,motorised,1202,,log,4\n\
    a.c2,a,SU,Second Corps,corps,infantry,,,,,\n\
    a.c2.log,a.c2,SU,Second lorries,battalion,logistic,motorised,1002,,log,4\n\
    a.c2.r1,a.c2,SU,Third Division,division,infantry,,,,,\n\
    a.c2.r1.b,a.c2.r1,SU,Rifles,battalion,infantry,foot,1402,,,\n\
    a.c2.r1.log,a.c2.r1,SU,Third lorries,battalion,logistic,motorised,1402,,log,4\n\
    a.c2.r2,a.c2,SU,Fourth Division,division,infantry,,,,,\n\
    a.c2.r2.b,a.c2.r2,SU,Rifles,battalion,infantry,foot,1502,,,\n\
    a.c2.r2.log,a.c2.r2,SU,Fourth lorries,battalion,logistic,motorised,1502,,log,4\n\
    ax,,AX,Raiders,brigade,infantry,,,regular,,\n\
    ax.b,ax,AX,Raider,battalion,infantry,foot,1505,,,\n";

/// A railway, an army, two corps and four divisions along one road over one bridge, with enough of everything.
///
/// Steps of the road take a lorry 20 minutes; lorries drive six hours a day.
pub(super) fn line() -> Field {
    line_with("1505", &[])
}

/// The same with the enemy on another square, and with a text of a file replaced by another.
pub(super) fn line_with(enemy: &str, changes: &[(&str, &str, &str)]) -> Field {
    let field = Field::empty();
    let folder = field.dir.path().join("line");
    std::fs::create_dir(&folder).unwrap();
    let files = [
        ("campaign.toml", TOML),
        ("orbat.csv", ORBAT),
        ("roads.csv", "name,quality,points\nRoad,good,0302 > 1502\n"),
        ("rivers.csv", "name,class,seq,lat,lon\nRiver,major,1,60.0,30.24\nRiver,major,2,59.82,30.24\n"),
        ("crossings.csv", "id,name,river,squares\nbridge,The bridge,River,0702 0802\n"),
        ("rail.csv", "name,gauge,users,points\nLine,1524,SU,0002 > 0302\n"),
        (
            "railheads.csv",
            "id,square,line,side,source,log_a_day,pol_a_day\nedge,0002,Line,SU,yes,0,0\nhead,0302,Line,SU,no,3,3\n",
        ),
        (
            "dumps.csv",
            "id,owner,level,square,log,pol\nd-a,a,army,0402,20,20\nd-c1,a.c1,corps,0902,6,2\nd-c2,a.c2,corps,1002,6,0\n",
        ),
    ];
    for (name, text) in files {
        let mut text = if name == "orbat.csv" { text.replace("1505", enemy) } else { text.to_owned() };
        for (_, from, to) in changes.iter().filter(|(file, ..)| *file == name) {
            assert!(text.contains(from), "{name} lacks {from}");
            text = text.replace(from, to);
        }
        std::fs::write(folder.join(name), text).unwrap();
    }
    field.done("new line line.railhead -q");
    let squares = (0..6).flat_map(|row| (0..16).map(move |col| format!("{col:02}{row:02}")));
    let own: Vec<String> = squares.filter(|square| square != enemy).collect();
    field.done(&format!("ground set {} --side SU -q", own.join(" ")));
    if !changes.iter().any(|(file, ..)| *file == "railheads.csv") {
        field.done("supply receive head 10 log --from rail -q");
    }
    field
}

/// What is tight on the way to a formation.
fn tight(field: &Field, unit: &str) -> Vec<Value> {
    field.json(&format!("supply trace {unit}"))["bottlenecks"].as_array().unwrap().clone()
}

fn is_short(bottleneck: &Value) -> bool {
    bottleneck["kind"] == "broken" || bottleneck["short"].as_f64().unwrap() > 0.0
}

/// What is planted, for whom; of what kind and commodity, whose, and by how much short the first bottleneck must be,
/// worked out by hand; and the words of its first mend.
type Planted = (&'static [&'static str], &'static str, &'static str, &'static str, &'static str, f64, &'static str);

const PLANTED: &[Planted] = &[
    (&["unit set a.c1.td.pol state=destroyed"], "td", "broken", "pol", "a.c1.td", 0.0, "give Tank Division"),
    // A hop of 20 km is six squares. From 1302 it is seven to the corps' bowser: one square is enough.
    (&["unit set a.c1.pol square=0602"], "td", "broken", "pol", "a.c1.td", 0.0, "move Corps bowser from 0602 to 0702"),
    // The division's own bowser was left at the railhead; six squares from the tanks is near enough, and the bowsers of
    // corps and army stand between.
    (
        &["unit set a.c1.td.pol square=0302"],
        "td",
        "broken",
        "pol",
        "a.c1.td",
        0.0,
        "move Division bowser from 0302 to 0702",
    ),
    // Hops of three squares: ten squares want all three bowsers, the army's at 0402, then 0702 and 1002.
    (&["setting set bowser_km 9"], "td", "broken", "pol", "a.c1.td", 0.0, "move Division bowser from 1302 to 1002"),
    (&["crossing destroy bridge"], "rd", "broken", "log", "a.c1.rd", 0.0, "rebuild The bridge"),
    (&["crossing close bridge"], "td", "broken", "log", "a.c1.td", 0.0, "reopen The bridge"),
    // Two divisions of each corps want four a day; ten are gone, and three come in.
    (&["supply stocktake head log=0 --reason counted"], "r1", "intake", "log", "head", 1.0, "bring 1 more LOG"),
    (
        &["unit set a.c1.log state=destroyed", "unit set a.c1.log2 state=destroyed"],
        "rd",
        "vehicles",
        "log",
        "a.c1",
        2.0,
        "give First Corps",
    ),
    (&["rail cut 0102 0202"], "r2", "broken", "log", "a.c2.r2", 0.0, "repair the railway between 0102 and 0202"),
    (
        &["supply stocktake d-c1 log=0 --reason counted"],
        "td",
        "stock",
        "log",
        "d-c1",
        2.0,
        "send Army lorries with 2 LOG from `d-a` to `d-c1`, there in D1 am",
    ),
    // The corps' own lorries carry one each: both drive, five squares there and back.
    (
        &["supply stocktake d-c1 log=0 --reason counted", "unit set a.log state=destroyed"],
        "td",
        "stock",
        "log",
        "d-c1",
        2.0,
        "send Corps lorries with 1 LOG from `d-a` to `d-c1`, there in D1 am",
    ),
    // Four squares from the corps' dump, and as many there and back for its own lorries.
    (
        &["supply stocktake a.c1.td.log log=0 --reason counted"],
        "td",
        "stock",
        "log",
        "a.c1.td.log",
        1.0,
        "send Corps lorries with 1 LOG from `d-c1` to Tank Division, there in D1 am",
    ),
    (
        &["supply stocktake a.c1.td.pol pol=0 --reason counted"],
        "td",
        "stock",
        "pol",
        "a.c1.td.pol",
        1.0,
        "send Corps bowser with 1 POL from `d-c1` to Tank Division, there in D1 am",
    ),
    // In the afternoon no lorry of an army sets out, and none drives: the next morning.
    (
        &["bound close", "supply stocktake d-c1 log=0 --reason counted"],
        "td",
        "stock",
        "log",
        "d-c1",
        2.0,
        "send Army lorries with 2 LOG from `d-a` to `d-c1` in D2 am, there in D2 am",
    ),
    // Nobody to drive: the umpire books it.
    (
        &[
            "supply stocktake d-c1 log=0 --reason counted",
            "unit set a.log state=destroyed",
            "unit set a.c1.log state=destroyed",
            "unit set a.c1.log2 state=destroyed",
        ],
        "td",
        "stock",
        "log",
        "d-c1",
        2.0,
        "bring 2 LOG from `d-a` to `d-c1`",
    ),
    (&["unit set a.c1.rd.log state=destroyed"], "rd", "broken", "log", "a.c1.rd", 0.0, "give Rifle Division"),
    (&["unit set a.c1.pol square=0602"], "td", "broken", "pol", "a.c1.td", 0.0, "move Corps bowser from 0602 to 0702"),
    (&["ground set 1102 --side AX --override raid"], "td", "broken", "log", "a.c1.td", 0.0, "take 1102"),
    (&["unit set a.c1.hq state=destroyed"], "td", "broken", "pol", "a.c1.td", 0.0, "name a new HQ for First Corps"),
    (&["unit set a.c1.log2 state=destroyed"], "td", "vehicles", "log", "a.c1", 0.2, "give First Corps"),
    // The house rule lets no train run: nothing comes of the three a day, and four are wanted.
    (
        &["setting set rail_capacity on", "setting set line_trains 0", "supply stocktake head log=0 --reason counted"],
        "r1",
        "intake",
        "log",
        "head",
        4.0,
        "bring 4 more LOG",
    ),
    // Fed through a division that never had a bowser: from 1502 to that of the corps in 0702 it is 24 km, of 20.
    (
        &[
            "unit new a.c1.rd.at --parent a.c1.rd arm=antitank mobility=motorised where=1502",
            "unit set a.c1.pol square=0702",
        ],
        "a.c1.rd.at",
        "broken",
        "pol",
        "a.c1.rd.at",
        0.0,
        "move Corps bowser from 0702 to 0902",
    ),
    // One POL at the army's dump for the tanks of two corps, and no train to the railhead that fills it.
    (
        &[
            "unit new a.c2.r2.t1 --parent a.c2.r2 arm=armour mobility=armoured where=1502",
            "unit new a.c2.r2.t2 --parent a.c2.r2 arm=armour mobility=armoured where=1502",
            "setting set bowser_km 54",
            "supply stocktake d-a pol=1 --reason counted",
            "setting set rail_capacity on",
            "setting set line_trains 0",
        ],
        "td",
        "intake",
        "pol",
        "head",
        2.0,
        "bring 2 more POL",
    ),
    // The same with trains: what comes in does, what lies at the army's dump does not; 20 minutes there, 20 back.
    (
        &[
            "unit new a.c2.r2.t1 --parent a.c2.r2 arm=armour mobility=armoured where=1502",
            "unit new a.c2.r2.t2 --parent a.c2.r2 arm=armour mobility=armoured where=1502",
            "setting set bowser_km 54",
            "supply receive head 2 pol --from rail",
            "supply stocktake d-a pol=1 --reason counted",
        ],
        "r2",
        "stock",
        "pol",
        "d-a",
        1.0,
        "send Army bowser with 1 POL from `head` to `d-a`, there in D1 am",
    ),
    // A bowser for one, 100 minutes there and as many back: 1.8 in the six hours of a day, for two divisions.
    (
        &[
            "unit new a.c1.rd.t1 --parent a.c1.rd arm=armour mobility=armoured where=1202",
            "unit new a.c1.rd.t2 --parent a.c1.rd arm=armour mobility=armoured where=1202",
            "unit set a.c1.pol state=destroyed",
            "unit new a.c1.pol2 --parent a.c1 arm=logistic carries=pol capacity=1 mobility=motorised where=0902",
        ],
        "td",
        "vehicles",
        "pol",
        "a.c1",
        0.2,
        "give First Corps bowsers for 1 POL more",
    ),
    // Where the army's dump has none the chain goes to the railhead, and where that has none either, trains come to it.
    (&["supply stocktake d-a pol=0 --reason counted"], "td", "hop", "pol", "head", 0.0, ""),
];

#[test]
fn the_line_as_it_is_wants_nothing() {
    let field = line();
    for unit in ["td", "rd", "r1", "r2"] {
        let short: Vec<Value> = tight(&field, unit).into_iter().filter(is_short).collect();
        assert_eq!(short, Vec::<Value>::new(), "{unit}");
    }
}

#[test]
fn every_planted_shortage_is_named_first_and_its_mend_mends_it() {
    assert!(PLANTED.len() >= 10);
    let start = line();
    for (number, (lines, unit, kind, commodity, at, short, mend)) in PLANTED.iter().enumerate() {
        let file = format!("--campaign p{number}.railhead");
        start.done(&format!("backup p{number}.railhead --campaign line.railhead -q"));
        for line in *lines {
            start.done(&format!("{line} {file} -q"));
        }
        let trace = || {
            let answer = start.json(&format!("supply trace {unit} {file}"));
            answer["bottlenecks"].as_array().unwrap().clone()
        };
        let found = trace();
        let first = &found[0];
        let told = format!("{lines:?}: {first:#}");
        assert_eq!((first["kind"].as_str(), first["commodity"].as_str()), (Some(*kind), Some(*commodity)), "{told}");
        assert_eq!(first["at"].as_str(), Some(*at), "{told}");
        assert!((first["short"].as_f64().unwrap() - short).abs() < 0.01, "{told}");
        let mends = first["mends"].as_array().unwrap();
        if mend.is_empty() {
            assert!(mends.is_empty() && !found.iter().any(is_short), "{told}");
            continue;
        }
        assert!(mends[0]["text"].as_str().unwrap().starts_with(mend), "{told}");
        let way: Vec<&Value> = mends.iter().filter(|step| step["way"] == 1).collect();
        let last = way.iter().filter_map(|step| step["arrives"]["label"].as_str()).max();
        for step in &way {
            let command = step["command"].as_str().unwrap().strip_prefix("railhead ").unwrap();
            start.done(&format!("{command} {file} -q"));
        }
        // What is driven is there when the bound is closed in which it arrives.
        while let Some(last) = last {
            if start.json(&format!("bound close {file}"))["closed"]["label"] == last {
                break;
            }
        }
        let after = trace();
        let same =
            |b: &&Value| (&b["kind"], &b["commodity"], &b["at"]) == (&first["kind"], &first["commodity"], &first["at"]);
        let left: Vec<&Value> = after.iter().filter(same).filter(|b| is_short(b)).collect();
        assert_eq!(left, Vec::<&Value>::new(), "{lines:?}: done what it says, and yet");
    }
}

/// What convoys bring stands before the umpire's correction; where none can, it is said why.
#[test]
fn a_convoy_is_the_first_way_and_a_transfer_the_second() {
    let field = line();
    field.done("supply stocktake d-c1 log=0 --reason counted -q");
    let first = tight(&field, "td")[0].clone();
    let steps = |row: &Value| -> Vec<(String, u64)> {
        let steps = row["mends"].as_array().unwrap().iter();
        steps.map(|step| (step["command"].as_str().unwrap().to_owned(), step["way"].as_u64().unwrap())).collect()
    };
    assert_eq!(
        steps(&first),
        [
            ("railhead supply send a.log --load 2log --from d-a --to d-c1".to_owned(), 1),
            ("railhead supply transfer d-a d-c1 2 log --override driven".to_owned(), 2),
        ]
    );
    assert_eq!((&first["no_convoy"], &first["mends"][0]["arrives"]["label"]), (&Value::Null, &Value::from("D1 am")));
    field.done("unit set a.c1.log state=destroyed -q");
    field.done("unit set a.c1.log2 state=destroyed -q");
    field.done("supply send a.log --to 0502 --stay -q");
    let none = tight(&field, "td")[0].clone();
    assert_eq!(none["no_convoy"], "no vehicle free: already on the road: Army lorries");
    assert_eq!(steps(&none)[0].1, 1);
    assert!(steps(&none)[0].0.contains("supply transfer d-a d-c1 2 log"), "{none:#}");
    insta::assert_snapshot!("no_convoy", field.done("supply trace td"));
}

/// Another railhead of the line takes its trains first: a train brings one LOG, the line carries six, each asks for four.
#[test]
fn trains_that_go_to_another_are_had_first() {
    let heads = ("railheads.csv", "head,0302,Line,SU,no,3,3", "alt,0202,Line,SU,no,4,0\nhead,0302,Line,SU,no,4,0");
    let field = line_with("1505", &[heads]);
    for setting in ["rail_capacity on", "train_tons 60", "line_trains 6"] {
        field.done(&format!("setting set {setting} -q"));
    }
    let head = || tight(&field, "r1").into_iter().find(|row| row["at"] == "head").unwrap();
    let mends = |row: &Value| -> Vec<(String, u64)> {
        let mends = row["mends"].as_array().unwrap().iter();
        mends.map(|m| (m["command"].as_str().unwrap().to_owned(), m["way"].as_u64().unwrap())).collect()
    };
    let booked = |way| ("railhead supply receive head 2 log --from rail".to_owned(), way);
    // `alt` has four of the six by its id, `head` two of the four that are wanted. Without the rule it stays so.
    assert_eq!((head()["short"].as_f64(), mends(&head())), (Some(2.0), vec![booked(1)]));
    field.done("setting set rail_priority on -q");
    let row = head();
    assert_eq!(mends(&row), [("railhead rail priority head 1".to_owned(), 1), booked(2)]);
    let text = "have the trains of `head` go first: 2 LOG more in a day, 2 LOG less for `alt`";
    assert_eq!(row["mends"][0]["text"], text);
    // Where the other is first already, by the same priority and its id, nothing is gained.
    field.done("rail priority alt 1 -q");
    assert_eq!(mends(&head()), [booked(1)]);
    field.done("undo -q");
    field.done("rail priority head 1 -q");
    assert_eq!((head()["has"].as_f64(), mends(&head())), (Some(4.0), Vec::new()));
    // All six trains bring no eight: the order does not mend it for who lacks it then, nor for both.
    field.done("setting set line_trains 3 -q");
    assert_eq!((head()["short"].as_f64(), mends(&head()).len()), (Some(1.0), 1));
}

/// The rows of one commodity: kind, whose, what it has and wants, and who draws on it.
fn rows_of(field: &Field, unit: &str, commodity: &str) -> Vec<(String, String, f64, f64, String)> {
    let rows = tight(field, unit).into_iter().filter(|row| row["commodity"] == commodity);
    let row = |row: Value| {
        let word = |key: &str| row[key].as_str().unwrap().to_owned();
        let shared =
            row["shared"].as_array().unwrap().iter().map(|id| id.as_str().unwrap().rsplit('.').next().unwrap());
        let shared = shared.collect::<Vec<_>>().join(" ");
        (word("kind"), word("at"), row["has"].as_f64().unwrap(), row["wants"].as_f64().unwrap(), shared)
    };
    let mut rows: Vec<_> = rows.map(row).collect();
    rows.sort_by(|a, b| (&a.0, &a.1).cmp(&(&b.0, &b.1)));
    rows
}

/// Two divisions of First Corps with tanks: one with a bowser of its own at 1302, one that goes to that of the corps at 0902.
///
/// Bowsers carry four and drive six hours a day: the division's 80 minutes to the corps' (9 a day), the corps' 100 to the
/// army's dump (7.2), the army's 20 to the railhead (36). The hops are 0, 12 and 15 km.
#[test]
fn fuel_is_traced_back_to_the_railhead() {
    let field = line();
    for tanks in ["t1", "t2"] {
        field.done(&format!("unit new a.c1.rd.{tanks} --parent a.c1.rd arm=armour mobility=armoured where=1202 -q"));
    }
    let row = |kind: &str, at: &str, has, wants, shared: &str| {
        (kind.to_owned(), at.to_owned(), has, wants, shared.to_owned())
    };
    assert_eq!(
        rows_of(&field, "td", "pol"),
        [
            row("hop", "a.c1.pol", 20.0, 12.0, "td rd"),
            row("hop", "a.c1.td.pol", 20.0, 0.0, "td"),
            row("hop", "d-a", 20.0, 15.0, "td rd"),
            row("intake", "head", 3.0, 2.0, "td rd"),
            row("stock", "a.c1.td.pol", 2.0, 1.0, "td"),
            row("stock", "d-a", 20.0, 2.0, "td rd"),
            row("vehicles", "a", 36.0, 2.0, "td rd"),
            row("vehicles", "a.c1", 7.2, 2.0, "td rd"),
            row("vehicles", "a.c1.td", 9.0, 1.0, "td"),
        ]
    );
    // From 1202 the corps' bowser drives 60 minutes more: 160 there, and as many back.
    let of_corps = rows_of(&field, "rd", "pol").into_iter().find(|row| row.1 == "a.c1").unwrap();
    assert_eq!((of_corps.2, of_corps.3), (4.5, 2.0));
}

/// The railhead fills the army's second dump too, which no line of LOG goes through: the first is on the way.
#[test]
fn a_dump_that_only_fuel_goes_through_is_filled_by_the_nearest_railhead() {
    let field = line();
    // Nearer to the front than `d-a`: chains end there, six squares and 120 minutes from the railhead; lines go by `d-a`.
    field.done("dump open d-b --owner a --at 0902 --reason try -q");
    field.done("supply receive d-b 5 pol --from rail --reason try -q");
    field.done("supply stocktake head log=0 --reason counted -q");
    let rows = rows_of(&field, "td", "pol");
    let at = |kind: &str, at: &str| rows.iter().find(|row| row.0 == kind && row.1 == at).map(|row| (row.2, row.3));
    assert_eq!((at("stock", "d-b"), at("intake", "head")), (Some((5.0, 1.0)), Some((3.0, 1.0))), "{rows:?}");
    // 4 a trip, 240 minutes there and back, of 360.
    assert_eq!(at("vehicles", "a"), Some((6.0, 1.0)), "{rows:?}");
}

/// What convoys bring is not sent for a second time: 1 of 2 is on its way, then both.
#[test]
fn what_is_on_its_way_is_told_and_not_sent_twice() {
    let field = line();
    field.done("supply stocktake d-c1 log=0 --reason counted -q");
    field.done("supply send a.c1.log --load 1log --from d-a --to d-c1 -q");
    let first = || tight(&field, "td").into_iter().find(|row| row["at"] == "d-c1").unwrap();
    let one = first();
    assert_eq!((one["short"].as_f64(), one["coming"].as_array().unwrap().len()), (Some(2.0), 1), "{one:#}");
    let coming = &one["coming"][0];
    assert_eq!((&coming["convoy"], &coming["units"]), (&"a.c1.log".into(), &1.into()));
    assert_eq!(coming["arrives"]["label"], "D1 am");
    let commands: Vec<&str> = one["mends"].as_array().unwrap().iter().map(|m| m["command"].as_str().unwrap()).collect();
    assert!(commands[0].contains("supply send") && commands[0].contains("--load 1log"), "{commands:?}");
    assert_eq!(commands[1], "railhead supply transfer d-a d-c1 1 log --override driven");

    field.done("supply send a.log --load 1log --from d-a --to d-c1 -q");
    let both = first();
    assert_eq!((both["coming"].as_array().unwrap().len(), both["mends"].as_array().unwrap().len()), (2, 0), "{both:#}");
    insta::assert_snapshot!("on_its_way", field.done("supply trace td"));
    field.done("bound close -q");
    let there = first();
    assert_eq!((there["short"].as_f64(), there["coming"].as_array().unwrap().len()), (Some(0.0), 0), "{there:#}");
}

/// A convoy to the formation counts for its own stock; one that a lost bridge holds up is said to be so.
#[test]
fn what_is_on_its_way_to_the_formation_itself() {
    let field = line();
    field.done("supply stocktake a.c1.td.log log=0 --reason counted -q");
    field.done("supply send a.c1.log --load 1log --from d-c1 --to a.c1.td -q");
    let own = |field: &Field| tight(field, "td").into_iter().find(|row| row["at"] == "a.c1.td.log").unwrap();
    let row = own(&field);
    assert_eq!((row["short"].as_f64(), &row["coming"][0]["units"]), (Some(1.0), &1.into()), "{row:#}");
    assert_eq!((&row["coming"][0]["arrives"]["label"], &row["mends"]), (&"D1 am".into(), &Value::Array(Vec::new())));

    let field = line();
    field.done("supply stocktake a.c1.td.log log=0 --reason counted -q");
    field.done("supply send a.c1.log --load 1log --from d-a --to a.c1.td -q");
    field.done("crossing destroy bridge -q");
    assert_eq!(own(&field)["coming"][0]["arrives"], Value::Null);
    let page = field.done("supply trace td");
    assert!(page.split_whitespace().collect::<Vec<_>>().join(" ").contains("held up: no clear way"), "{page}");
}

#[test]
fn a_railhead_tells_what_keeps_its_trains() {
    let field = line();
    let text = |field: &Field| {
        let rows = tight(field, "r1");
        rows.iter().find(|row| row["at"] == "head").map(|row| row["text"].clone()).unwrap()
    };
    assert!(text(&field).as_str().unwrap().contains(", 3 a day by rail;"), "{}", text(&field));
    field.done("setting set rail_capacity on -q");
    field.done("setting set line_trains 0 -q");
    let starved = ", 0 of 3 a day by rail: Line carries no more trains (house rule `rail_capacity`); 4 formations";
    assert!(text(&field).as_str().unwrap().contains(starved), "{}", text(&field));
}

/// A battalion of a division that never had a bowser is fuelled by its corps, three squares of 3 km away.
#[test]
fn who_is_fed_through_a_division_without_bowsers_is_fuelled_by_the_next_level_that_has_some() {
    let field = line();
    field.done("unit new a.c1.rd.at --parent a.c1.rd arm=antitank mobility=motorised where=1202 -q");
    let trace = field.json("supply trace a.c1.rd.at");
    let stands = (&trace["fed_by"], &trace["pol"]["state"]);
    assert_eq!(stands, (&"a.c1.rd".into(), &"in_supply".into()), "{trace}");
    field.done("unit set a.c1.rd.at square=1502 -q");
    field.done("unit set a.c1.pol square=0702 -q");
    let why = tight(&field, "a.c1.rd.at")[0]["text"].clone();
    assert_eq!(why, "the hop from a.c1.rd.at to Corps bowser is 4.0 km too long");
}

#[test]
fn a_trace_says_what_is_tight() {
    let field = line();
    field.done("supply stocktake head log=0 --reason counted -q");
    field.done("unit set a.c1.log2 state=destroyed -q");
    field.done("crossing destroy bridge -q");
    insta::assert_snapshot!("tight_cut", field.done("supply trace td"));
    field.done("crossing repair bridge -q");
    insta::assert_snapshot!("tight", field.done("supply trace td"));
}

/// 49th Army draws from its own dump: emptied it is one row, short by all four who draw on it, the army among them.
#[test]
fn the_emptied_dump_of_a_headquarters_is_named_once() {
    let field = Field::empty();
    field.done("new typhoon-1941");
    field.done("supply stocktake su.d5 log=0 --reason burnt");
    let trace = field.json("supply trace su.a49");
    let stocks = trace["bottlenecks"].as_array().unwrap().iter().filter(|row| row["kind"] == "stock");
    let stocks: Vec<&Value> = stocks.filter(|row| row["commodity"] == "log").collect();
    assert_eq!(stocks.len(), 1, "{trace}");
    assert_eq!((&stocks[0]["at"], stocks[0]["short"].as_f64()), (&"su.d5".into(), Some(4.0)), "{trace}");
    let shared: Vec<&str> = stocks[0]["shared"].as_array().unwrap().iter().map(|id| id.as_str().unwrap()).collect();
    assert!(shared.len() == 4 && shared.contains(&"su.a49"), "{shared:?}");
}
