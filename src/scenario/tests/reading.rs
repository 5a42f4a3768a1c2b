//! Campaign folders: the real one reads, and every fault of one is told where it stands.

use campaign::{Campaign, breaches};
use domain::{Commodity, SideId, Square};
use proptest::prelude::*;
use scenario::{Fault, Files, built_in, built_in_names, read, write};

use crate::tiny::{ORBAT, TOML, tiny};

pub(crate) fn with(name: &str, text: &str) -> Files {
    let mut files = tiny();
    files.insert(name.to_owned(), text.as_bytes().to_vec());
    files
}

fn changed(name: &str, from: &str, to: &str) -> Files {
    let text = String::from_utf8(tiny()[name].clone()).unwrap();
    assert!(text.contains(from), "{name} lacks {from}");
    with(name, &text.replacen(from, to, 1))
}

pub(crate) fn told(faults: &[Fault]) -> Vec<String> {
    let one = |f: &Fault| format!("{}:{}:{}: {} [{}]", f.file, f.line, f.column, f.message, f.hint);
    faults.iter().filter(|fault| is_told(fault)).map(one).collect()
}

/// The second side of the tiny folder has no lorry, and nowhere for its reinforcement to come, which is beside every other point.
fn is_told(fault: &Fault) -> bool {
    !["nothing feeds `su`", "`su.2` arrives in"].iter().any(|known| fault.message.starts_with(known))
}

#[test]
fn uranus_reads_without_a_fault() {
    let files = built_in("uranus-1942").unwrap();
    for settings in [vec![], vec![("detail".to_owned(), "full".to_owned())]] {
        let reading = read(&files, &settings);
        assert!(reading.faults.is_empty(), "{:#?}", told(&reading.faults));
        let campaign = reading.campaign.unwrap();
        assert_eq!(campaign.formations.len(), 3383);
        assert_eq!(campaign.formations.values().filter(|f| f.leaf.is_some()).count(), 2859);
        assert_eq!(campaign.stock.balance("ax.d.ag", Commodity::Log), 88);
        assert!(campaign.papers.contains_key("front.csv") && campaign.papers.contains_key("SOURCES.md"));
        let (ax, su) = (SideId::new("AX").unwrap(), SideId::new("SU").unwrap());
        let of = |name: &str| campaign.ground.control(campaign.place(name).unwrap().square);
        assert_eq!((of("Kalach"), of("Morozovskaya"), of("Frolovo")), (Some(ax), Some(ax), Some(su)));
    }
    assert_eq!(
        built_in_names(),
        [
            ("brody-1941", "Border tank battles: Dubno, Lutsk, Brody, 23-30 June 1941"),
            ("first-bound", "First Bound: the bridge at Brod, 8-10 July 1941 (a tutorial)"),
            ("typhoon-1941", "Operation Typhoon: the Mozhaisk line, 10-25 October 1941"),
            ("uranus-1942", "Operation Uranus: Don bend and Stalingrad, 19-30 November 1942"),
        ]
        .map(|(name, title)| (name.to_owned(), title.to_owned()))
    );
}

#[test]
fn a_small_folder_reads_as_it_says() {
    let reading = read(&tiny(), &[]);
    assert!(reading.faults.is_empty(), "{:#?}", told(&reading.faults));
    let campaign = reading.campaign.unwrap();
    assert_eq!(campaign.place("town").unwrap().square, Square::new(7, 4));
    let leaf = |id: &str| campaign.formation(id).unwrap().leaf.clone().unwrap();
    assert_eq!((leaf("ax.1").bases[0].sp, leaf("su.1").bases[0].sp, leaf("su.1").bases[0].markers), (3, 2, 1));
    assert_eq!((leaf("su.2").square, leaf("ax.s").capacity, leaf("ax.1").capacity), (None, 1, 0));
    assert_eq!(campaign.stock.balance("ax.d", Commodity::Log), 5);
    assert_eq!(campaign.stock.transfers()[0].reason, "opening stock");
    let (ax, su) = (SideId::new("AX").unwrap(), SideId::new("SU").unwrap());
    let control = |col, row| campaign.ground.control(Square::new(col, row));
    assert_eq!((control(0, 9), control(5, 5), control(6, 5), control(9, 0)), (Some(ax), Some(ax), Some(su), Some(su)));
}

#[test]
fn byte_order_mark_windows_lines_comments_and_blank_lines_do_no_harm() {
    let mut files = tiny();
    for (name, bytes) in &mut files {
        if name != "campaign.toml" {
            let text = String::from_utf8(bytes.clone()).unwrap().replacen('\n', "\n# a comment, with\n\n", 1);
            *bytes = format!("\u{feff}{}", text.replace('\n', "\r\n")).into_bytes();
        }
    }
    let reading = read(&files, &[]);
    assert_eq!(told(&reading.faults), Vec::<String>::new());
    let mut campaign = reading.campaign.unwrap();
    let mut plain = read(&tiny(), &[]).campaign.unwrap();
    campaign.papers.clear();
    plain.papers.clear();
    assert_eq!(campaign, plain);
}

/// Changes of one file, and the fault that each makes; where nothing is changed the file as a whole is new.
fn faults() -> Vec<(&'static str, &'static str, &'static str, &'static str)> {
    include!("faults.in")
}

#[test]
fn every_fault_is_told_where_it_stands() {
    let mut wrong = Vec::new();
    for (file, from, to, expected) in faults() {
        let files = if from.is_empty() { with(file, to) } else { changed(file, from, to) };
        let reading = read(&files, &[]);
        let found = told(&reading.faults);
        if found != [expected] || reading.campaign.is_some() {
            wrong.push(format!("{file}: `{from}` -> `{to}`\n  wanted {expected}\n  found  {found:#?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(faults().iter().all(|(.., expected)| !expected.ends_with("[]")), "every fault says what would be right");
}

#[test]
fn what_cannot_be_read_is_one_fault_and_not_a_fault_of_all_that_names_it() {
    let mut files = tiny();
    files.insert("stocks.csv".to_owned(), b"account,commodity,quantity\nax.s,log,1\nax.d,pol,1\n".to_vec());
    files.insert("grades.csv".to_owned(), b"formation,bound,after\nax,1am,regular\n".to_vec());
    files.insert("pending.csv".to_owned(), b"what,id,bound,square,captor\nclaim,ax.d,1am,0101,su.1\n".to_vec());
    assert_eq!(told(&read(&files, &[]).faults), Vec::<String>::new());
    let mut wrong = Vec::new();
    let mut check = |name: &str, text: String, expected: String| {
        let mut files = files.clone();
        files.insert(name.to_owned(), text.into_bytes());
        let found = told(&read(&files, &[]).faults);
        if found != [expected.as_str()] {
            wrong.push(format!("{name}: wanted {expected}\n  found {found:#?}"));
        }
    };
    for (name, bytes) in files.iter().filter(|(name, _)| *name != "campaign.toml") {
        let text = String::from_utf8(bytes.clone()).unwrap();
        let after = text.lines().count() + 1;
        let hint = "close it, or double a quote that is inside quotes";
        check(name, format!("{text}\"x"), format!("{name}:{after}:1: the quote is not closed [{hint}]"));
        let fields = text.lines().next().unwrap().split(',').count();
        for (number, line) in text.lines().enumerate().skip(1) {
            let lines = text.lines().enumerate();
            let changed =
                lines.map(|(at, there)| if at == number { format!("{line},x\n") } else { format!("{there}\n") });
            let hint = "the header row sets the number; put a field with a comma in quotes";
            let (number, more, column) = (number + 1, fields + 1, line.chars().count() + 2);
            let expected = format!("{name}:{number}:{column}: the row has {more} fields, not {fields} [{hint}]");
            check(name, changed.collect(), expected);
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn what_is_odd_is_a_warning() {
    let reading = read(&changed("orbat.csv", "foot,0101", "foot,0701"), &[]);
    assert_eq!(
        told(&reading.warnings),
        [
            "orbat.csv:3:0: `ax.1` stands on 0701, beyond the drawn line: `SU` controls all the ground beside it [move the leaf or the line, unless this is intended]"
        ]
    );
    let reading = read(&with("raods.csv", ""), &[]);
    assert_eq!(
        told(&reading.warnings),
        ["raods.csv:0:0: `raods.csv` is not a campaign file and is ignored [did you mean `roads.csv`?]"]
    );
    let reading = read(&changed("orbat.csv", "su.1,su,", "su.0,su,SU,Empty,brigade,infantry,,,,,,,\nsu.1,su,"), &[]);
    assert_eq!(
        told(&reading.warnings),
        ["orbat.csv:6:0: `su.0` has no formations under it [put formations under it, or give `where` if it is a leaf]"]
    );
    assert_eq!(reading.campaign.unwrap().formation("su.0").unwrap().leaf, None);
    let mut files = tiny();
    files.remove("dumps.csv");
    assert_eq!(
        told(&read(&files, &[]).warnings),
        ["orbat.csv:2:0: `ax` has no dump above it to draw from [give it or a superior a dump in `dumps.csv`]"]
    );
    let mut files = changed("campaign.toml", "columns = 10", "columns = 70");
    files.insert("roads.csv".to_owned(), b"name,quality,points\nRoad,good,0505 > 0101 > 6501\n".to_vec());
    files.insert("crossings.csv".to_owned(), b"id,name,river,squares\nbridge,Bridge,River,0501 0601\n".to_vec());
    assert_eq!(
        told(&read(&files, &[]).warnings),
        [
            "roads.csv:2:11: road `Road` jumps 64 squares from 0101 to 6501 [check whether a point in between is missing]"
        ]
    );
    assert_eq!(
        told(&read(&with("orders.doc", ""), &[]).warnings),
        ["orders.doc:0:0: `orders.doc` is not a campaign file and is ignored [remove it from the folder]"]
    );
    // The supply column has the capacity of every vehicle of which nothing is said: one unit.
    let stocks = "account,commodity,quantity\nax.s,log,3\nax.s,pol,1\n";
    assert_eq!(
        told(&read(&with("stocks.csv", stocks), &[]).warnings),
        [
            "orbat.csv:4:0: `ax.s` holds 1 POL but has room for only 0 [raise its capacity, or put the rest into a dump]",
            "orbat.csv:4:0: `ax.s` holds 3 LOG but has room for only 1 [raise its capacity, or put the rest into a dump]",
        ]
    );
    assert_eq!(
        told(&read(&with("terrain.csv", "name,terrain,squares\nPond,lake,0704\n"), &[]).warnings),
        ["orbat.csv:6:0: `su.1` stands on 0704, which is a lake [move it ashore, unless this is intended]"]
    );
    assert_eq!(
        told(&read(&changed("weather.csv", "1942-11-19", "1950-11-19"), &[]).warnings),
        [
            "weather.csv:1:0: 1 of 3 days has no weather: 1942-11-19 [add a row for each date, or enter it in play: \
             `railhead bound weather`]",
            "weather.csv:2:1: there is weather for 1950-11-19, which is not a day of the campaign [the campaign runs from 1942-11-19 to \
             1942-11-21]"
        ]
    );
    let mut files = tiny();
    files.insert("weather.csv".to_owned(), b"date,weather,flying\n1942-11-20,cler,godo\n".to_vec());
    assert_eq!(
        told(&read(&files, &[]).warnings),
        [
            "weather.csv:1:0: 2 of 3 days have no weather: 1942-11-19, 1942-11-21 [add a row for each date, or enter it in \
             play: `railhead bound weather`]",
            "weather.csv:2:12: `cler` is not a known word for weather [did you mean `clear`?]",
            "weather.csv:2:17: `godo` is not a known word for flying [did you mean `good`?]"
        ]
    );
    // A day has weather for two of its bounds, and the rest of it none.
    let by_bound = b"date,bound,weather\n1942-11-19,am,fog\n1942-11-19,pm,fog\n1942-11-20,,fog\n1942-11-21,,fog\n";
    files.insert("weather.csv".to_owned(), by_bound.to_vec());
    assert_eq!(
        told(&read(&files, &[]).warnings),
        [
            "weather.csv:1:0: a part of a day has no weather: 1942-11-19 night [add a row for it, or one without `bound` for the \
             rest of its day, or enter it in play: `railhead bound weather`]"
        ]
    );
    // Of a start that cannot be read nothing follows for the weather.
    assert_eq!(
        told(&read(&changed("campaign.toml", "start = 1942-11-19", "start = \"1942-13-19\""), &[]).warnings),
        Vec::<String>::new()
    );
    let reading = read(&changed("places.csv", "59.955", "61"), &[]);
    assert!(
        told(&reading.warnings).contains(
            &"places.csv:2:6: `Town` is outside the map and is ignored [give coordinates within the map, or remove it]"
                .to_owned()
        )
    );
}

/// What is said of the troops of the tiny folder with `ax.1` and `su.1` on these squares, in a bound.
fn said_of(ax: &str, su: &str, bound: &str) -> Vec<String> {
    warnings_of(ax, su, bound).into_iter().map(|warning| warning.message).collect()
}

fn hints_of(ax: &str, su: &str) -> Vec<String> {
    warnings_of(ax, su, "").into_iter().map(|warning| warning.hint).collect()
}

fn warnings_of(ax: &str, su: &str, bound: &str) -> Vec<scenario::Fault> {
    let mut files = changed("orbat.csv", "foot,0101", &format!("foot,{ax}"));
    let orbat = String::from_utf8(files["orbat.csv"].clone()).unwrap().replace("foot,Town", &format!("foot,{su}"));
    files.insert("orbat.csv".to_owned(), orbat.into_bytes());
    files.insert("campaign.toml".to_owned(), TOML.replace("days = 3", &format!("days = 3\n{bound}")).into_bytes());
    let reading = read(&files, &[]);
    assert_eq!(told(&reading.faults), [""; 0]);
    reading.warnings.into_iter().filter(is_told).collect()
}

// The line runs between columns 5 and 6.
#[test]
fn of_troops_at_the_line_only_what_says_something_is_told() {
    assert_eq!(said_of("0601", "Town", ""), [""; 0], "the square beside it is ground of `AX`");
    let beyond = |unit, at, side| {
        format!("`{unit}` stands on {at}, beyond the drawn line: `{side}` controls all the ground beside it")
    };
    assert_eq!(said_of("0801", "Town", ""), [beyond("ax.1", "0801", "SU")]);
    let exchanged = [beyond("ax.1", "0601", "SU"), beyond("su.1", "0501", "AX")];
    assert_eq!(said_of("0601", "0501", ""), exchanged, "an enemy stands on the ground beside it");
    assert_eq!(said_of("Town", "Town", ""), ["`0704` is contested: `ax.1` and `su.1` stand in it"]);
    let hint = "vehicles of both sides are barred; move the leaves of one side, unless this is intended";
    assert_eq!(hints_of("Town", "Town"), [hint]);
    assert_eq!(said_of("0801", "Town", "bound = \"D1 pm\""), [""; 0], "the line is that of the first morning");
    assert_eq!(hints_of("0801", "Town"), ["move the leaf or the line, unless this is intended"]);
    let left = "`left` in `front.csv` may name the wrong side: it is the side on the left hand of one who walks along the line";
    assert_eq!(hints_of("0801", "0201"), [left; 2], "nobody stands on the ground that the line gives his side");
}

// The river runs down x = 5.5, through the centres of column 5, and is taken to lie just east of them.
#[test]
fn who_stands_on_another_square_than_drawn_is_told_and_nobody_on_the_river_itself() {
    let said = |at: &str| said_of(at, "Town", "");
    assert_eq!(said("59.955 30.052"), [""; 0]);
    let moved = "`ax.1` stands in 0604: the centre of 0504 lies across a river";
    assert_eq!(said("59.955 30.058"), [moved]);
    assert_eq!(said("59.955 30.055"), [""; 0]);
    let place = |lon: &str| told(&read(&changed("places.csv", "30.075", lon), &[]).warnings);
    assert_eq!(
        place("30.058"),
        [
            "places.csv:2:6: `Town` stands in 0604: the centre of 0504 lies across the `River` [its own bank counts; give its `square` if you mean another]"
        ]
    );
    assert_eq!(place("30.055"), [""; 0]);
}

#[test]
fn files_that_are_missing_or_no_text_are_told() {
    let mut files = tiny();
    files.remove("orbat.csv");
    files.remove("dumps.csv");
    assert_eq!(
        told(&read(&files, &[]).faults),
        ["orbat.csv:0:0: the folder has no `orbat.csv` [every campaign needs one]"]
    );
    let mut files = tiny();
    files.remove("campaign.toml");
    assert_eq!(
        told(&read(&files, &[]).faults),
        ["campaign.toml:0:0: the folder has no `campaign.toml` [every campaign needs one]"]
    );
    let mut files = tiny();
    files.insert("weather.csv".to_owned(), b"date,weather\n1942-11-19,f\xffg\n".to_vec());
    assert_eq!(
        told(&read(&files, &[]).faults),
        ["weather.csv:2:13: the text is not UTF-8: byte 0xff [save the file as UTF-8, which Excel calls `CSV UTF-8`]"]
    );
    let bad = |key: &str, value: &str| told(&read(&tiny(), &[(key.to_owned(), value.to_owned())]).faults);
    assert_eq!(bad("bowser_kn", "3"), ["--set:0:0: `bowser_kn` is not a setting [did you mean `bowser_km`?]"]);
    assert_eq!(
        bad("bowser_km", "0"),
        ["--set:0:0: `0` is not a valid value for `bowser_km` [it takes a whole number from 1 to 2000]"]
    );
}

#[test]
fn a_template_gives_its_leaves_at_their_strength() {
    let orbat = "id,side,name,echelon,arm,where,template,strength\nax,AX,Division,division,infantry,0101,rifle,50\n";
    let mut files = with("orbat.csv", orbat);
    let rows = "template,id,name,arm,mobility,sp_full,count\nrifle,b,Battalion,infantry,foot,3,2\n\
                rifle,hq,Staff,hq,foot,1,1\n";
    files.insert("templates.csv".to_owned(), rows.into());
    let reading = read(&files, &[]);
    assert_eq!(told(&reading.faults), Vec::<String>::new());
    let campaign = reading.campaign.unwrap();
    let sp = |id: &str| campaign.formation(id).unwrap().leaf.as_ref().unwrap().sp();
    assert_eq!((sp("ax.b-1"), sp("ax.b-2"), sp("ax.hq"), campaign.formations.len()), (2, 2, 1, 4));
    let told_of = |name: &str, more: &str| {
        let mut files = files.clone();
        files.get_mut(name).unwrap().extend(more.bytes());
        told(&read(&files, &[]).faults)
    };
    let hint = "give it another id, here or in `templates.csv`";
    assert_eq!(
        told_of("orbat.csv", "ax.hq,AX,Staff,battalion,hq,0101,,\n"),
        [format!("orbat.csv:3:0: there is already a formation `ax.hq`: a leaf of a template [{hint}]")]
    );
    assert_eq!(
        told_of("templates.csv", "rifle,b-1,Battalion,infantry,foot,3,1\n"),
        [format!("orbat.csv:2:0: there is already a formation `ax.b-1`: a leaf of a template [{hint}]")]
    );
    assert_eq!(
        told_of("orbat.csv", "su,SU,Division,division,infantry,0801,rifel,50\n"),
        ["orbat.csv:3:39: there is no template `rifel` [did you mean `rifle`?]"]
    );
}

#[test]
fn a_map_of_squares_alone_needs_no_degrees() {
    let geography = ["lat = 60.0\n", "lon = 30.0\n", "km_per_degree_lat = 100\n", "km_per_degree_lon = 100\n"];
    let toml = geography.iter().fold(TOML.to_owned(), |toml, line| toml.replace(line, ""));
    let orbat = ORBAT.replace("Town", "0704");
    let files = [("campaign.toml", toml), ("orbat.csv", orbat), ("places.csv", "name,square\nFarm,0301\n".to_owned())];
    let files: Files = files.into_iter().map(|(name, text)| (name.to_owned(), text.into_bytes())).collect();
    let reading = read(&files, &[]);
    assert_eq!(told(&reading.faults), Vec::<String>::new());
    let campaign = reading.campaign.unwrap();
    let again = read(&scenario::write(&campaign), &[]);
    assert_eq!(told(&again.faults), Vec::<String>::new());
    assert_eq!(again.campaign.unwrap(), campaign);
}

/// The tiny folder with a leaf of these bases: the columns from `grade` on of each.
pub(crate) fn with_bases(bases: &[&str]) -> Files {
    let row = |(number, base): (usize, &&str)| format!("ax.1#{},ax.1,AX,,battalion,infantry,,,{base}\n", number + 1);
    let rows: String = bases.iter().enumerate().map(row).collect();
    changed("orbat.csv", "su,,SU", &format!("{rows}su,,SU"))
}

#[test]
fn the_bases_of_a_leaf_are_its_rows_and_come_back_as_they_were_written() {
    let reading = read(&with_bases(&[",2,1,,", ",,,,", ",0,,,"]), &[]);
    assert_eq!(told(&reading.faults), [""; 0]);
    let mut campaign = reading.campaign.unwrap();
    let sp = |campaign: &Campaign| {
        let bases = &campaign.formations["ax.1"].leaf.as_ref().unwrap().bases;
        bases.iter().map(|base| (base.sp, base.sp_full, base.markers)).collect::<Vec<_>>()
    };
    assert_eq!(sp(&campaign), [(2, 3, 1), (3, 3, 0), (0, 3, 0)]);
    // After losses: one base gone, another out of ammunition with a note of its last battle.
    let bases = &mut campaign.formations.get_mut("ax.1").unwrap().leaf.as_mut().unwrap().bases;
    (bases[0].sp, bases[0].markers) = (0, 0);
    (bases[1].sp, bases[1].markers, bases[1].out_of_ammo, bases[1].marks.mounted) = (1, 1, true, true);
    for _ in 0..3 {
        let files = write(&campaign);
        let reading = read(&files, &[]);
        assert_eq!(told(&reading.faults), [""; 0]);
        let again = reading.campaign.unwrap();
        assert_eq!(sp(&again), [(0, 3, 0), (1, 3, 1), (0, 3, 0)]);
        assert_eq!((&again, write(&again)), (&campaign, files));
        campaign = again;
    }
}

#[test]
fn a_row_with_a_template_has_no_columns_of_a_leaf_and_no_bases() {
    let orbat = "id,parent,side,name,echelon,arm,where,template,sp,carries\n\
                 ax,,AX,Division,division,infantry,0101,rifle,2,log\nax#1,ax,AX,,division,infantry,,,1,\n";
    let mut files = with("orbat.csv", orbat);
    files.insert("templates.csv".to_owned(), b"template,id,name,arm\nrifle,1,First,infantry\n".to_vec());
    for name in ["dumps.csv", "stocks.csv"] {
        files.remove(name);
    }
    let of_leaf = |at, column| {
        format!(
            "orbat.csv:2:{at}: `{column}` is for a leaf, but the leaves of `ax` come from a template [give it in `templates.csv`]"
        )
    };
    let of_base = "orbat.csv:3:1: `ax#1` is a base of `ax`, whose leaves come from a template [only a leaf has bases: give \
                   it to one, or make it a leaf of its own]";
    assert_eq!(told(&read(&files, &[]).faults), [of_leaf(46, "sp"), of_leaf(48, "carries"), of_base.to_owned()]);
}

/// 0xff is never a byte of UTF-8; 0xe2 0x82 is the beginning of a letter of three bytes that does not go on.
#[test]
fn every_byte_that_is_no_text_is_told_and_the_rest_is_read() {
    let mut files = tiny();
    let weather = b"date,weather\n1942-11-19,f\xffg\n1942-11-20,\xe2\x82g \xff\n1942-11-31,fog\n";
    files.insert("weather.csv".to_owned(), weather.to_vec());
    let places = b"name,lat,lon,square,kind\nTown,59.955,30.075,,town\nFarm,,,0301,vill\xffge\nB\xf6nn,9905\n";
    files.insert("places.csv".to_owned(), places.to_vec());
    let toml = TOML.replace("A tiny", "A t?ny").into_bytes();
    let toml = toml.into_iter().map(|byte| if byte == b'?' { 0xfc } else { byte });
    files.insert("campaign.toml".to_owned(), toml.collect());
    files.insert("README.md".to_owned(), b"one\ntw\xf6\n".to_vec());
    let bad = |at: &str, bytes: &str| {
        format!("{at}: the text is not UTF-8: {bytes} [save the file as UTF-8, which Excel calls `CSV UTF-8`]")
    };
    assert_eq!(
        told(&read(&files, &[]).faults),
        [
            bad("README.md:2:3", "byte 0xf6"),
            bad("campaign.toml:2:13", "byte 0xfc"),
            bad("places.csv:3:17", "byte 0xff"),
            bad("places.csv:4:2", "byte 0xf6"),
            "places.csv:4:10: the row has 2 fields, not 5 [the header row sets the number; put a field with a comma in quotes]"
                .to_owned(),
            bad("weather.csv:2:13", "byte 0xff"),
            bad("weather.csv:3:12", "bytes 0xe2 0x82"),
            bad("weather.csv:3:15", "byte 0xff"),
            "weather.csv:4:1: `1942-11-31` is not a date [write it as year-month-day: 1942-11-19]".to_owned(),
        ]
    );
}

/// A name that lost a letter is still known by the others, and a line through it is read for its other points.
#[test]
fn a_name_that_is_no_text_is_not_missed_and_hides_nothing() {
    let mut files = tiny();
    let places = b"name,lat,lon,square,kind\nTown,59.955,30.075,,town\nFarm,,,0301,village\nB\xf6nn,,,0302,village\n";
    files.insert("places.csv".to_owned(), places.to_vec());
    let roads = "name,points\nOne,Town > Bönn > Kiel\nTwo,Town > 0301\n";
    files.insert("roads.csv".to_owned(), roads.as_bytes().to_vec());
    assert_eq!(
        told(&read(&files, &[]).faults),
        [
            "places.csv:4:2: the text is not UTF-8: byte 0xf6 [save the file as UTF-8, which Excel calls `CSV UTF-8`]",
            "roads.csv:2:5: road `One` passes `Kiel`, which is not a place or point on the map [add the place, or give a \
             point on the map]",
        ]
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn no_bytes_make_the_reading_panic(
        file in 0usize..11,
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>(), 0u8..3), 1..6),
    ) {
        let mut files = tiny();
        let bytes = files.values_mut().nth(file).unwrap();
        for (at, byte, kind) in changes {
            if bytes.is_empty() {
                break;
            }
            let at = at.index(bytes.len());
            match kind {
                0 => bytes[at] = byte,
                1 => bytes.insert(at, b",\"\n#0>-9"[usize::from(byte % 8)]),
                _ => {
                    bytes.remove(at);
                }
            }
        }
        let reading = read(&files, &[("detail".to_owned(), "full".to_owned())]);
        prop_assert_eq!(reading.campaign.is_none(), !reading.faults.is_empty());
        prop_assert_eq!(reading.campaign.map(|campaign| breaches(&campaign)).unwrap_or_default(), Vec::new());
    }
}

#[test]
fn a_crossing_that_bears_nobody_is_warned_of() {
    let minor = String::from_utf8(tiny()["rivers.csv"].clone()).unwrap().replace("major", "minor");
    let mut files = with("rivers.csv", &minor);
    let crossings = "id,name,river,squares,carries\nbridge,Bridge,River,0501 0601,vehicles\nfar,Far,River,0507 0607,vehicles\n\
                     trains,Trains,River,0508 0608,rail\n";
    files.insert("crossings.csv".to_owned(), crossings.as_bytes().to_vec());
    let way = "[put the square beside it among the `points` of the line that is to pass it]";
    let told_of = |files: &Files| -> Vec<String> {
        told(&read(files, &[]).warnings).into_iter().filter(|told| told.starts_with("crossings.csv")).collect()
    };
    assert_eq!(
        told_of(&files),
        [
            format!(
                "crossings.csv:3:15: no road or railway passes `far`, and the `River` can be crossed anywhere {way}"
            ),
            format!("crossings.csv:4:21: no railway passes `trains`, which carries trains alone {way}"),
        ]
    );
    // Over a river that bars the way a crossing without a road serves whoever marches across country.
    files.insert("rivers.csv".to_owned(), tiny()["rivers.csv"].clone());
    assert_eq!(
        told_of(&files),
        [format!("crossings.csv:4:21: no railway passes `trains`, which carries trains alone {way}")]
    );
}
