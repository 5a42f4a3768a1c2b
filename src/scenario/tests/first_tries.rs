//! What people write first: everyday words, dates as at home, outlines by squares, rivers without degrees.

use domain::{Commodity, Edge, Posture, RiverClass, SYNONYMS, SideId, Square, SquareSide, Terrain};
use scenario::{Files, read, write};

use crate::reading::{told, with};
use crate::tiny::{ORBAT, TOML, tiny};

/// The tiny folder with these files in place of its own.
fn folder(changed: &[(&str, &str)]) -> Files {
    let mut files = tiny();
    files.extend(changed.iter().map(|(name, text)| ((*name).to_owned(), text.as_bytes().to_vec())));
    files
}

fn faults(files: &Files) -> Vec<String> {
    told(&read(files, &[]).faults)
}

/// The squares of a terrain in the tiny folder with this `terrain.csv`.
fn squares(terrain: Terrain, text: &str) -> Vec<String> {
    let reading = read(&with("terrain.csv", text), &[]);
    assert_eq!(told(&reading.faults), [""; 0]);
    let campaign = reading.campaign.unwrap();
    let found = campaign.frame.squares().filter(|square| campaign.ground.terrain(*square) == terrain);
    found.map(|square| campaign.frame.reference(square)).collect()
}

#[test]
fn a_vehicle_is_filled_to_its_capacity_and_not_beyond() {
    let load = |orbat: String, dumps: &str| {
        let files = folder(&[("orbat.csv", &orbat), ("dumps.csv", dumps)]);
        let reading = read(&files, &[("detail".to_owned(), "full".to_owned())]);
        assert_eq!(told(&reading.faults), [""; 0]);
        let told = told(&reading.warnings);
        assert!(!told.iter().any(|warning| warning.contains("has room")), "{told:?}");
        let campaign = reading.campaign.unwrap();
        let held = |id: &str| campaign.stock.balance(id, Commodity::Log);
        (held("ax.s"), held("ax.s2"), held("ax.d"))
    };
    let header = "id,owner,level,place,log\n";
    let other = "ax.s2,ax,AX,Supply,battalion,logistic,motorised,0101,,,,log,\n";
    assert_eq!(load(ORBAT.to_owned(), header), (1, 0, 0), "one vehicle of one unit");
    assert_eq!(load(format!("{ORBAT}{other}"), header), (1, 1, 0), "2 LOG on two vehicles");
    let large = ORBAT.replace("arrives\n", "arrives,capacity\n").replace(",\n", ",,\n").replace("D2 am\n", "D2 am,\n");
    assert_eq!(load(large.replace(",log,,", ",log,,5"), header), (2, 0, 0), "2 LOG on one with room for five");
    let empty = "id,owner,level,place,log\nax.d,ax,division,Farm,\n";
    assert_eq!(load(format!("{ORBAT}{other}"), empty), (0, 0, 2), "a dump comes first");
}

/// Who would never come is warned of before the campaign begins, and light that is none.
#[test]
fn reinforcements_that_can_never_come_are_warned_of() {
    let header = "id,parent,side,name,echelon,arm,mobility,where,arrives,entry,by_rail\n";
    let rows = "ax,,AX,Axis,division,infantry,,,,,\nax.1,ax,AX,First,battalion,infantry,foot,,D2 am,,\n\
                ax.2,ax,AX,Second,battalion,infantry,foot,,D2 am,0909,yes\n\
                ax.3,ax,AX,Third,battalion,infantry,foot,,D9 am,0101,\nax.4,ax,AX,Fourth,battalion,infantry,foot,,D2 am,0101,\n";
    let weather = "date,light\n1942-11-19,4-20 h\n1942-11-20,06:44-16:56\n1942-11-21,\n";
    let reading = read(&folder(&[("orbat.csv", &format!("{header}{rows}")), ("weather.csv", weather)]), &[]);
    assert_eq!(told(&reading.faults), [""; 0]);
    let told = told(&reading.warnings);
    let of = |file: &str| told.iter().filter(|told| told.starts_with(file)).map(String::as_str).collect::<Vec<_>>();
    let of_orbat: Vec<&str> = of("orbat.csv").into_iter().filter(|told| told.contains("arrives")).collect();
    assert_eq!(
        of_orbat,
        [
            "orbat.csv:3:0: `ax.1` arrives in D2 am, and nowhere [give `entry`, where it enters]",
            "orbat.csv:4:0: `ax.2` arrives by rail at 0909, where no railway runs [give an `entry` on a railway of \
             `rail.csv`, or leave `by_rail` empty]",
            "orbat.csv:5:0: `ax.3` arrives in D9 am, after the last day [the campaign has 3 days]",
        ]
    );
    let wanted =
        ["weather.csv:2:12: `4-20 h` is not first and last light [write both with a dash between: 06:44-16:56]"];
    assert_eq!(of("weather.csv"), wanted);
}

/// A wrong word hides no fault of the cells beside it.
#[test]
fn all_faults_of_a_row_are_told_at_once() {
    let orbat = ORBAT.replacen("battalion,infantry", "btln,infantri", 1).replacen("foot", "fot", 1);
    let faults = faults(&folder(&[("orbat.csv", &orbat)]));
    let words: Vec<&str> = faults.iter().filter_map(|fault| fault.split('`').nth(1)).collect();
    assert_eq!(words, ["btln", "infantri", "fot"], "{faults:#?}");
}

#[test]
fn a_battalion_that_cannot_march_and_a_strength_that_is_not_read_are_warned_of() {
    let header = "id,parent,side,name,echelon,arm,mobility,where,strength\n";
    let rows = "ax,,AX,Axis,division,infantry,,,\nax.1,ax,AX,First,battalion,infantry,,0101,80\n\
                ax.2,ax,AX,Second,battalion,infantry,foot,0101,\n";
    let reading = read(&folder(&[("orbat.csv", &format!("{header}{rows}"))]), &[]);
    let told: Vec<String> = told(&reading.warnings);
    let of = |line: &str| told.iter().filter(|told| told.starts_with(line)).collect::<Vec<_>>();
    let marches = of("orbat.csv:2:").iter().all(|told| !told.contains("mobility"));
    assert!(marches, "a division marches by its battalions: {told:?}");
    assert!(of("orbat.csv:4:").iter().all(|told| !told.contains("mobility")), "{told:?}");
    for wanted in [
        "without mobility it cannot march [give `mobility`: `foot`, `motorised`, `armoured`, ...]",
        "`strength` is not read: `ax.1` has no template [give its strength points in `sp_full`, or name its `template`]",
    ] {
        assert!(of("orbat.csv:3:").iter().any(|told| told.contains(wanted)), "{wanted}: {told:?}");
    }
}

/// Of a corps without a lorry only the division is fed that has one of its own; an army's lorries feed whoever has none.
#[test]
fn who_is_fed_by_nobody_is_warned_of_once() {
    let header = "id,parent,side,name,echelon,arm,mobility,where,carries\n";
    let corps = "ax,,AX,Corps,corps,infantry,,,\nax.a,ax,AX,A,division,infantry,,,\n\
                 ax.a.1,ax.a,AX,First,battalion,infantry,foot,0101,\nax.b,ax,AX,B,division,infantry,,,\n\
                 ax.b.1,ax.b,AX,Second,battalion,infantry,foot,0102,\n";
    let unfed = |rows: &str| -> Vec<String> {
        let reading = read(&folder(&[("orbat.csv", &format!("{header}{rows}"))]), &[]);
        told(&reading.warnings).into_iter().filter(|told| told.contains("nothing feeds")).collect()
    };
    let warned = |line: u32, id: &str| {
        format!(
            "orbat.csv:{line}:0: nothing feeds `{id}`: neither it nor a superior has a LOG vehicle [give it one: a row under \
             it with `arm` logistic and `carries` log]"
        )
    };
    assert_eq!(unfed(corps), [warned(2, "ax")], "nobody has one: said of the highest");
    let lorry = |of: &str| format!("{corps}{of}.log,{of},AX,Lorries,battalion,logistic,motorised,0101,log\n");
    assert_eq!(unfed(&lorry("ax.a")), [warned(5, "ax.b")]);
    assert_eq!(unfed(&lorry("ax")), [""; 0]);
}

/// A dump whose owner has no lorry, and one where the enemy's first battalion stands; the side by its name is the side.
#[test]
fn dumps_that_nobody_serves_or_that_lie_under_the_enemy_are_warned_of() {
    let header = "id,parent,side,name,echelon,arm,mobility,where,carries,sp_full\n";
    let orbat = "ax,,Axis,Division,division,infantry,,,,\nax.1,ax,axis,First,battalion,infantry,foot,0101,,3\n\
                 su,,SU,Corps,corps,infantry,,,,\nsu.1,su,SU,First,battalion,infantry,foot,0205,,3\n\
                 su.log,su,SU,Lorries,battalion,logistic,motorised,0205,log,\n";
    let toml = TOML.replace("id = \"AX\"", "id = \"AX\"\nname = \"Axis\"");
    let files = folder(&[
        ("campaign.toml", &toml),
        ("orbat.csv", &format!("{header}{orbat}")),
        ("dumps.csv", "id,owner,level,square\nax.d,ax,division,0205\nsu.d,su,corps,0101\n"),
        ("minefields.csv", "square,side\n0101,SU\n0205,SU\n"),
    ]);
    let reading = read(&files, &[]);
    assert_eq!(told(&reading.faults), [""; 0]);
    let found: Vec<String> = told(&reading.warnings)
        .into_iter()
        .filter(|told| told.starts_with("dumps.csv") || told.starts_with("minefields.csv"))
        .collect();
    let moved = "[move one of them, unless this is intended]";
    assert_eq!(
        found,
        [
            "dumps.csv:2:0: no LOG vehicle serves the dump `ax.d`: `ax` has none [give its owner one: a row with `arm` logistic and \
             `carries` log]"
                .to_owned(),
            format!("dumps.csv:2:0: the dump `ax.d` of `AX` lies where `su.1` stands {moved}"),
            format!("dumps.csv:3:0: the dump `su.d` of `SU` lies where `ax.1` stands {moved}"),
            format!("minefields.csv:2:0: the minefield in 0101 of `SU` lies where `ax.1` stands {moved}"),
        ]
    );
}

/// No class is read from it: whoever changes one there is told so.
#[test]
fn a_table_of_equipment_is_kept_and_not_read() {
    let reading = read(&folder(&[("equipment.csv", "what\nT-34\n")]), &[]);
    let warned = "equipment.csv:0:0: it is kept with the campaign, but nothing is read from it [give classes in \
                  `orbat.csv`: `weapon_men`, `weapon_armour`, `armour`]";
    assert!(told(&reading.warnings).iter().any(|told| told == warned), "{:?}", told(&reading.warnings));
    assert!(reading.campaign.unwrap().papers.contains_key("equipment.csv"));
}

#[test]
fn a_date_as_at_home_is_one_fault_and_the_rest_is_checked() {
    let plain = "start = 1942-11-19";
    for given in
        ["19.11.1942", "\"19.11.1942\"", "1942-11-19 ", "'1942-11-19'", "1942/11/19", "19-11-1942   # Thursday"]
    {
        let text = TOML.replace(plain, &format!("start = {given}"));
        let date = given.split('#').next().unwrap().trim();
        let wanted = format!("campaign.toml:3:9: `{date}` is not a date [write `start = 1942-11-19`]");
        let mut files = folder(&[("campaign.toml", &text)]);
        if date == "1942-11-19" {
            assert_eq!(faults(&files), [""; 0]);
            continue;
        }
        assert_eq!(faults(&files), [wanted.as_str()], "{given}");
        // What is wrong elsewhere is told in the same run.
        files.insert("control.csv".to_owned(), b"square,side\n9999,AY\n".to_vec());
        assert_eq!(faults(&files).len(), 3, "{given}");
    }
    // Day and month cannot be told apart with strokes between, and there is no 31 November.
    for given in ["\"3/8/1942\"", "\"31.11.1942\""] {
        let text = TOML.replace(plain, &format!("start = {given}"));
        let wanted =
            "campaign.toml:3:9: `start` has the wrong type: string [give a date without quotes, as 1942-11-19]";
        assert_eq!(faults(&folder(&[("campaign.toml", &text)])), [wanted], "{given}");
    }
}

/// What does not depend on the first fault is told beside it, and nothing that only follows from it.
#[test]
fn faults_of_several_kinds_are_told_in_one_round() {
    let told = |changed: &[(&str, &str)], wanted: &[&str]| assert_eq!(faults(&folder(changed)), wanted);
    // A first day that is none hides no scale, no map and no other file.
    let text = TOML.replace("start = 1942-11-19", "start = 1942-13-45\nscale = \"corpz\"");
    let wanted = [
        "campaign.toml:3:9: `1942-13-45` is not a date [write year, month and day: `start = 1942-11-19`]",
        "campaign.toml:4:9: `corpz` is not a scale [did you mean `corps`?]",
        "control.csv:2:1: square `9999` is not on the map [squares run from 0000 to 0909]",
    ];
    told(&[("campaign.toml", &text), ("control.csv", "square,side\n9999,AX\n")], &wanted);
    // A column that is missing hides nothing of the others, and is not missed beside what is meant for it; what the header has
    // already is not meant.
    let orbat = ORBAT.replacen(",side,", ",sid,", 1).replace("regular", "poor").replace("ax.1,ax,", "ax.1,axx,");
    let orbat = orbat.replace("su,,SU", "su,su.2,SU");
    let wanted = [
        "dumps.csv:2:6: there is no formation `ay` [did you mean `ax`?]",
        "orbat.csv:1:11: `sid` is not a column of `orbat.csv` [did you mean `side`?]",
        "orbat.csv:2:37: `poor` is not a grade [did you mean `conscript`?]",
        "orbat.csv:3:6: there is no formation `axx` [did you mean `ax`?]",
        "orbat.csv:5:4: `su` stands under itself: `su` under `su.2` [give one of them another superior, or none]",
    ];
    told(&[("orbat.csv", &orbat), ("dumps.csv", "id,owner,level,place,log\nax.d,ay,division,Farm,5\n")], &wanted);
    // A point of a river that cannot be read hides no river that is none; the crossing of this one follows from it.
    let rivers = "name,class,seq,lat,lon\nRiver,major,1,60.0,30.055\nRiver,major,2,south,30.055\n";
    let crossings = "id,name,river,squares\nbridge,Bridge,River,0501 0601\nford,Ford,Rivver,0501 0601\n";
    let wanted = [
        "crossings.csv:3:11: there is no river `Rivver` [did you mean `River`?]",
        "rivers.csv:3:15: `south`, `30.055` is not a valid latitude and longitude [give decimal degrees with at most six \
         decimals]",
    ];
    told(&[("rivers.csv", rivers), ("crossings.csv", crossings)], &wanted);
    // A railway that is none is none on whatever map.
    let text = TOML.replace("columns = 10", "columns = \"x\"");
    let found =
        faults(&folder(&[("campaign.toml", &text), ("railheads.csv", "id,place,line,side\nfarm,Farm,Lyne,AX\n")]));
    assert!(found.len() == 2 && found[1].starts_with("railheads.csv:2:11: there is no railway `Lyne`"), "{found:#?}");
}

#[test]
fn a_campaign_file_that_cannot_be_read_makes_no_faults_in_other_files() {
    let broken = TOML.replace("days = 3", "days = three");
    let files = folder(&[
        ("campaign.toml", &broken),
        ("terrain.csv", "terrain,points,squares\nmarsh,0101 > 0301 > 0303,\nclose,,0401\n"),
        ("replacements.csv", "pool,bound,sp\nSU,D2 night,2\nax,D2 night,2\n"),
        ("control.csv", "square,side\n0101,AX\n"),
        ("stocks.csv", "account,commodity,quantity\nax.s,log,1\n"),
    ]);
    let found = faults(&files);
    assert_eq!(found.len(), 1, "{found:#?}");
    assert!(found[0].starts_with("campaign.toml:4:8: "), "{found:#?}");
    assert!(found[0].ends_with("of squares and sides is checked once this is mended]"), "{found:#?}");
    // What depends on no square and no side is told.
    let orbat = ORBAT.replace("regular", "poor");
    let found = faults(&folder(&[("campaign.toml", &broken), ("orbat.csv", &orbat)]));
    assert_eq!(found[1..], ["orbat.csv:2:37: `poor` is not a grade [did you mean `conscript`?]"]);
}

#[test]
fn everyday_words_lead_to_those_of_the_lists() {
    let crossing = "id,name,river,squares,kind,state\nbridge,Bridge,River,0501 0601,railway bridge,blown\n";
    assert_eq!(
        faults(&with("crossings.csv", crossing)),
        [
            "crossings.csv:2:31: `railway bridge` is not a kind of crossing [did you mean `bridge`?]",
            "crossings.csv:2:46: `blown` is not a state of a crossing [did you mean `destroyed`?]",
        ]
    );
    let orbat =
        ORBAT.replace(",arrives\n", ",posture\n").replace("D2 am", "").replace("0101,,,,,\n", "0101,,,,,entrenched\n");
    let orbat = orbat.replace("battalion,infantry,foot,Town", "battalion,tanks,tracked,Town");
    let orbat = orbat.replacen("foot,,,,,,", "foot,0303,,,,,", 1);
    assert_eq!(
        faults(&with("orbat.csv", &orbat)),
        [
            "orbat.csv:3:51: `entrenched` is not a posture [did you mean `dug_in`?]",
            "orbat.csv:6:28: `tanks` is not an arm [did you mean `armour`?]",
            "orbat.csv:6:34: `tracked` is not a mobility [did you mean `armoured`?]",
        ]
    );
    let weather = "date,weather\n1942-11-19,sunny\n1942-11-20,thunderstorm\n1942-11-21,cloudy\n";
    assert_eq!(
        told(&read(&with("weather.csv", weather), &[]).warnings),
        [
            "weather.csv:2:12: `sunny` is not a known word for weather [did you mean `clear`?]",
            "weather.csv:3:12: `thunderstorm` is not a known word for weather [did you mean `storm`?]",
            "weather.csv:4:12: `cloudy` is not a known word for weather [did you mean `cloud`?]",
        ]
    );
}

#[test]
fn every_synonym_stands_for_a_word_that_a_column_takes() {
    let page = String::from_utf8(scenario::start("mine", (6, 6))["COLUMNS.md"].clone()).unwrap();
    for (word, _) in SYNONYMS {
        assert!(page.contains(&format!("`{word}`")), "{word}");
    }
}

#[test]
fn capitals_blanks_and_hyphens_of_a_word_do_not_matter() {
    for posture in ["dug_in", "Dug in", "DUG-IN"] {
        let orbat = ORBAT.replace(",arrives\n", ",posture\n").replace("D2 am", "");
        let orbat =
            orbat.replace("0101,,,,,\n", &format!("0101,,,,,{posture}\n")).replacen("foot,,,,,,", "foot,0303,,,,,", 1);
        let reading = read(&with("orbat.csv", &orbat), &[]);
        assert_eq!(told(&reading.faults), [""; 0]);
        let leaf = reading.campaign.unwrap().formation("ax.1").unwrap().leaf.clone().unwrap();
        assert_eq!(leaf.posture, Posture::DugIn, "{posture}");
    }
}

#[test]
fn the_squares_named_as_corners_and_those_on_the_outline_belong_to_an_area() {
    let rectangle = squares(Terrain::Marsh, "terrain,points\nmarsh,0102 > 0302 > 0304 > 0104\n");
    assert_eq!(rectangle, ["0102", "0202", "0302", "0103", "0203", "0303", "0104", "0204", "0304"]);
    // The slanted side passes exactly through the centre of 0203, and 0202 lies within.
    let triangle = squares(Terrain::Close, "terrain,points\nclose,0102 > 0302 > 0104\n");
    assert_eq!(triangle, ["0102", "0202", "0302", "0103", "0203", "0104"]);
    // By degrees only what has its centre within belongs to it: 0102 to 0202, of which the corners are but touched.
    let degrees = squares(
        Terrain::Marsh,
        "terrain,points\nmarsh,59.979 30.011 > 59.979 30.031 > 59.971 30.031 > 59.971 30.011\n",
    );
    assert_eq!(degrees, ["0102", "0202"]);
    assert_eq!(squares(Terrain::Marsh, "terrain,squares\nmarsh,0101 farm\n"), ["0101", "0301"]);
}

#[test]
fn a_place_stands_for_its_square() {
    let reading = read(&with("control.csv", "square,side\nFarm,SU\n"), &[]);
    assert_eq!(told(&reading.faults), [""; 0]);
    let held = reading.campaign.unwrap().ground.control(Square::new(3, 1));
    assert_eq!(held, Some(SideId::new("SU").unwrap()));
}

/// With and without degrees: the river runs down the west side of column 6 and then east along the north side of row 5.
#[test]
fn a_river_is_drawn_by_corners_of_squares() {
    let flat = TOML.replace("lat = 60.0\nlon = 30.0\nkm_per_degree_lat = 100\nkm_per_degree_lon = 100\n", "");
    let course = "name,class,seq,square\nRiver,major,1,0600\nRiver,major,2,0605\nRiver,major,3,1005\n";
    let own = [
        ("rivers.csv", course),
        ("places.csv", "name,square,kind\nTown,0704,town\nFarm,0301,village\n"),
        ("front.csv", "line,seq,point,left\nfront,1,0500,SU\nfront,2,0509,\n"),
    ];
    for toml in [TOML, &flat] {
        let mut files = folder(&own);
        files.insert("campaign.toml".to_owned(), toml.as_bytes().to_vec());
        let reading = read(&files, &[]);
        assert_eq!(told(&reading.faults), [""; 0]);
        let campaign = reading.campaign.unwrap();
        let is_river = |col, row, edge| {
            let side = SquareSide { square: Square::new(col, row), edge };
            campaign.ground.river(side).map(|river| river.class) == Some(RiverClass::Major)
        };
        let sides: usize = campaign
            .frame
            .squares()
            .flat_map(|s| [(s, Edge::East), (s, Edge::South)])
            .filter(|(square, edge)| is_river(square.col, square.row, *edge))
            .count();
        assert_eq!(sides, 5 + 4);
        assert!((0..5).all(|row| is_river(5, row, Edge::East)) && (6..10).all(|col| is_river(col, 4, Edge::South)));
        let written = write(&campaign);
        let again = read(&written, &[]).campaign.unwrap();
        assert_eq!((&again.rivers, &again.ground), (&campaign.rivers, &campaign.ground));
        if toml == flat.as_str() {
            assert_eq!(String::from_utf8(written["rivers.csv"].clone()).unwrap(), course);
        }
    }
}

/// Two bridges in one town: the railway bridge takes the side of the town, and the road bridge goes to that one of the
/// sides within two squares from which the road, in row 1, is nearest.
#[test]
fn a_crossing_that_is_put_elsewhere_than_said_is_told() {
    let crossings = "id,name,river,place,squares,carries\nrail,Rail bridge,River,,0604 0704,rail\n\
                     road,Road bridge,River,Town,,foot vehicles\n";
    let rivers = "name,class,seq,square\nRiver,major,1,0700\nRiver,major,2,0710\n";
    let warnings = |crossings: &str| {
        let files = folder(&[("crossings.csv", crossings), ("rivers.csv", rivers)]);
        let told = told(&read(&files, &[]).warnings);
        told.into_iter().filter(|warning| warning.starts_with("crossings.csv")).collect::<Vec<_>>()
    };
    let idle = "crossings.csv:2:25: no railway passes `rail`, which carries trains alone [put the square beside it among the \
                `points` of the line that is to pass it]";
    assert_eq!(
        warnings(crossings),
        [
            idle,
            "crossings.csv:3:24: crossing `road` joins 0602 and 0702, not 0704, where it is said to be [give the two `squares` \
             that it joins, unless this is intended]"
        ]
    );
    // What the hint says: the two squares that it joins.
    assert_eq!(warnings(&crossings.replace("River,Town,,foot", "River,,0605 0705,foot")), [idle]);
}

/// What is said of names, colours and rows that look like comments: a campaign that has them is read all the same.
#[test]
fn what_can_be_neither_printed_nor_typed_is_warned_of() {
    let header = "id,parent,side,name,echelon,arm,mobility,where\n";
    let long = "x".repeat(101);
    let of = |row: &str| {
        let reading =
            read(&folder(&[("orbat.csv", &format!("{header}ax,,AX,Axis,division,infantry,,\n{row}\n"))]), &[]);
        let told = told(&reading.warnings);
        told.into_iter().filter(|told| told.starts_with("orbat.csv:3:")).collect::<Vec<_>>()
    };
    let rest = "battalion,infantry,foot,0101";
    assert_eq!(
        of(&format!("ax.1,ax,AX,{long},{rest}")),
        ["orbat.csv:3:12: the name has 101 letters: no card or table holds it [shorten it to at most 100 letters]"]
    );
    assert_eq!(of(&format!("ax.1,ax,AX,{},{rest}", &long[1..])), [""; 0]);
    assert_eq!(
        of(&format!("ax.1,ax,AX,-First,{rest}")),
        [
            "orbat.csv:3:12: the name `-First` begins with `-`, as an option of a command does [begin it with a letter or digit]"
        ]
    );
    let hint = "begin it otherwise if it is a row; put a blank behind the `#` if it is a comment";
    assert_eq!(
        of(&format!("#1,ax,AX,First,{rest}")),
        [format!("orbat.csv:3:1: the row of `#1` begins with `#` and is left out as a comment [{hint}]")]
    );
    for comment in ["# ax.1,ax,AX,First,battalion,infantry,foot,0101", "#a,b,c", "#1,,,,,,,", "#,,,,,,,"] {
        assert_eq!(of(comment), [""; 0], "{comment}");
    }
}

#[test]
fn sides_have_names_of_their_own_and_colours_that_maps_know() {
    let toml = TOML.replace("id = \"SU\"", "id = \"SU\"\nname = \"ax\"");
    assert_ne!(toml, TOML);
    let found = faults(&folder(&[("campaign.toml", &toml)]));
    assert!(
        found.len() == 1 && found[0].ends_with("there is already a side called `ax` [give it another name]"),
        "{found:?}"
    );
    let with_colour = |colour: &str| {
        let toml = TOML.replace("id = \"SU\"", &format!("id = \"SU\"\ncolour = \"{colour}\""));
        told(&read(&folder(&[("campaign.toml", &toml)]), &[]).warnings)
    };
    let of = |colour: &str| with_colour(colour).into_iter().filter(|told| told.contains("colour")).collect::<Vec<_>>();
    assert_eq!(of("Red"), [""; 0]);
    assert!(of("brwn")[0].contains("`brwn` is not a colour of a side: the maps take another [did you mean `brown`?]"));
    assert!(of("mauve")[0].ends_with("[one of `blue`, `red`, `grey`, `green`, `brown`, `black`]"));
}

#[test]
fn a_heading_that_is_no_column_is_told_what_is_meant_and_not_all_there_is() {
    let of = |heading: &str| {
        let header = format!("id,parent,side,{heading},echelon,arm,mobility,where\n");
        let found = faults(&folder(&[("orbat.csv", &header)]));
        found.into_iter().find(|told| told.contains("is not a column")).unwrap()
    };
    assert!(of("title").ends_with("[did you mean `name`?]"), "{}", of("title"));
    assert!(of("nam").ends_with("[did you mean `name`?]"));
    let told = of("zzzzzz");
    assert!(told.contains("[it needs `id`, ") && told.contains("`railhead init FOLDER` writes"), "{told}");
}

/// Who types a name where an id is asked for is told the id, where only one formation is called so.
#[test]
fn a_name_in_the_place_of_an_id_leads_to_the_id() {
    let header = "id,parent,side,name,echelon,arm,mobility,where\n";
    let rows = "ax,,AX,Axis Corps,corps,infantry,,\nax.1,Axis corps,AX,First,battalion,infantry,foot,0101\n";
    let dumps = "id,owner,level,place,log\nax.d,First,division,Farm,1\n";
    let found = faults(&folder(&[("orbat.csv", &format!("{header}{rows}")), ("dumps.csv", dumps)]));
    assert!(
        found.iter().any(|fault| fault.contains("there is no formation `Axis corps` [Axis Corps is `ax`]")),
        "{found:?}"
    );
    let twice = rows.replace("First", "Axis Corps");
    let found =
        faults(&folder(&[("orbat.csv", &format!("{header}{twice}")), ("dumps.csv", "id,owner,level,place,log\n")]));
    assert!(!found.iter().any(|fault| fault.contains("is `ax`")), "two are called so: {found:?}");
}
