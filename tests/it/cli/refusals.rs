//! Refusals that need something to have happened first, with their exact messages: small stories, told to the end.
//!
//! A line after `! ` is refused, every other one is done. Where a hint names a command, the story goes on with it.

use std::fmt::Write;

use super::field::{Field, without_hashes};
use crate::tiny::tiny;

/// A field whose campaign comes from the small folder, with ice on its river, a lake, and a leaf of two bases.
pub(super) fn of_folder() -> Field {
    let field = Field::empty();
    std::fs::create_dir(field.dir.path().join("tiny")).unwrap();
    let mut files = tiny();
    let mut add = |name: &str, text: &str| files.get_mut(name).unwrap().extend(text.bytes());
    add("rivers.csv", "Sea,lake,1,60.0,30.085\nSea,lake,2,59.9,30.085\n");
    add(
        "orbat.csv",
        "ax.1#1,ax.1,AX,First,battalion,infantry,,,,,,,\nax.1#2,ax.1,AX,First,battalion,infantry,,,,1,,,\nax.e,ax,AX,Sappers,battalion,engineer,foot,0801,,,,,\n",
    );
    add("places.csv", "New Farm,,,0302,village\nNew-Farm,,,0303,village\n");
    let crossings = "id,name,river,squares,kind\nbridge,Bridge,River,0501 0601,\nbridge-2,Pontoon,River,0502 0602,\n\
                     bridge-3,Pontoon,River,0503 0603,\nice,Ice of the River,River,,ice\n";
    files.insert("crossings.csv".to_owned(), crossings.into());
    for (name, bytes) in files {
        std::fs::write(field.dir.path().join("tiny").join(name), bytes).unwrap();
    }
    field
}

/// What is refused is said on a terminal of 60 columns in the same words; only what stands in back-ticks may be wider.
fn fits_a_narrow_page(field: &Field, line: &str, err: &str) {
    let narrow = field.run_on_a_terminal(60, line).err;
    let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(words(&narrow), words(err));
    for line in narrow.lines().filter(|line| line.chars().count() > 60) {
        assert!(line.contains('`') || !line.trim().contains(' '), "{line}");
    }
}

fn story(field: &Field, lines: &[&str]) -> String {
    let mut page = String::new();
    for line in lines {
        let refused = line.strip_prefix("! ");
        let ran = field.run(refused.unwrap_or(line));
        let shown = refused.map_or_else(String::new, |_| format!("{}{}[{}]\n", ran.out, ran.err, ran.code));
        writeln!(page, "$ railhead {}\n{shown}", refused.unwrap_or(line)).unwrap();
        assert_eq!(ran.code != 0, refused.is_some(), "{line}: {}{}", ran.out, ran.err);
        // A script has done its first lines; whatever else is refused has changed nothing.
        if let Some(line) = refused.filter(|line| !line.starts_with("run ")) {
            fits_a_narrow_page(field, line, &ran.err);
        }
    }
    without_hashes(&page.replace("\n\n$", "\n$"))
}

#[test]
fn marches() {
    let field = Field::new();
    let page = story(
        &field,
        &[
            "setting set offroad_km 60",
            "setting set bowser_km 1",
            "unit new su.1a.9tb --parent 1a arm=armour echelon=brigade",
            "unit new su.1a.9tb.hq --parent 9tb arm=hq mobility=armoured where=0207",
            "unit new su.1a.9tb.pol --parent 9tb arm=logistic mobility=motorised carries=pol where=0207",
            "unit new su.1a.9tb.b1 --parent 9tb arm=armour mobility=armoured where=0207",
            "! move 9tb.b1 0307",
            "move 9tb.b1 0307 --override \"on the last drops\"",
            "move 1rd.b1 0301 0302 0301 0302 0301 0302",
            "! move 1rd.b1 0301",
            "move 1rd.b1 0301 --override \"a night march\"",
            "unit new su.1a.air --parent 1a arm=air mobility=air where=0208",
            "! move 1a.air 0308",
            "unit set 2rd state=off_map",
            "! move 2rd 0403",
            "! order 1rd move",
            "unit set 1rd.b2 state=destroyed",
            "! order 1rd.b2 dig-in",
            "setting set hours_am 0",
            "setting set supply_hours_am 0",
            "unit set 1rd.b2 state=broken",
            "! move 1rd 0305",
        ],
    );
    insta::assert_snapshot!("march_refusals", page);
}

#[test]
fn units() {
    let field = Field::new();
    let page = story(
        &field,
        &[
            "! unit set 1rd.b1 sp",
            "unit set 1rd.b1 state=destroyed",
            "! unit set 1rd.b1 sp=2",
            "unit set 1rd.b1 state=organised sp=2",
            "unit set 1rd.b1 state=off_map",
            "! unit set 1rd.b1 state=organised",
            "! unit set 1rd.b1 square=0303",
            "unit set 1rd.b1 state=organised square=0303",
            "! unit attach 1rd --to 1rd --as in_support",
            "unit new su.1a.3rd --parent 1a arm=infantry echelon=division",
            "! unit new 'su.1a.3 rd' --parent 1a arm=infantry echelon=division",
            "! unit new su.1a.3rd.b1 --parent 3rd arm=infantry mobility=foot where=0303 sp_full=2 sp=3",
            "! unit new su.1a.3rd.b1 --parent 3rd arm=infantry mobility=foot where=0303 sp_full=many",
            "! unit new su.1a.3rd.b1 --parent 3rd arm=infantry mobility=foot arrives=3am by_rail=perhaps",
            "! unit new su.1a.3rd.b1 --parent 3rd arm=infantry mobility=foot where=0303 colour=red",
            "! unit new su.1a.3rd.b1 --parent 3rd mobility=foot where=0303",
            "! unit set 1rd.b1 markers=some",
            "unit new su.1a.3rd.b1 --parent 3rd arm=infantry mobility=foot arrives=3am entry=0303 name=Vorotnikov",
            "! supply trace 3rd",
            "! supply trace 9id.i1",
            "! map --at 3rd",
            "! bound weather ground=mud",
            "! bound note ' '",
            "! bound weather wind=strong",
            "! grade set 1rd regular --reason again",
        ],
    );
    insta::assert_snapshot!("unit_refusals", page);
}

#[test]
fn crossings_rail_and_engineers() {
    let field = Field::new();
    let page = story(
        &field,
        &[
            "unit new su.1a.1rd.e1 --parent 1rd arm=engineer mobility=motorised where=0403 sp_full=1",
            "crossing destroy ford --by 1rd",
            "! crossing destroy ford",
            "! crossing open ford",
            "crossing repair ford --by 1rd",
            "crossing close ford",
            "! crossing close ford",
            "crossing open ford",
            "crossing destroy ford --by 1rd",
            "crossing repair ford --by 1rd",
            "crossing destroy ford --by 1rd",
            "crossing repair ford --by 1rd",
            "! crossing destroy ford --by 1rd",
            "crossing destroy ford --by 1rd --override \"they work on in the dark\"",
            "! crossing open Old_Ferry",
            "rail cut 0005 0105",
            "! rail cut 0005 0105",
        ],
    );
    insta::assert_snapshot!("crossing_refusals", page);
}

#[test]
fn stock() {
    let field = Field::new();
    let page = story(
        &field,
        &[
            "dump open d-9id --owner 9id --at 0202",
            "supply receive d-1a 3 log --from rail",
            "! supply transfer d-1a d-9id 1 log",
            "supply transfer d-1a d-9id 1 log --override \"by agreement\"",
            "! supply receive air 1 log --from rail",
            "! supply stocktake rail log=3 --reason x",
            "! supply stocktake d-1a log=some --reason x",
            "! supply stocktake d-1a bread=3 --reason x",
            "! supply stocktake d-1a log --reason x",
            "! dump open 'd 2' --owner 1a --at 0202",
            "dump close d-1a",
            "! dump close d-1a",
            "! dump open d-1a --owner 1a --at 0303",
            "! supply transfer d-1a captured_from:XX 1 log",
        ],
    );
    insta::assert_snapshot!("stock_refusals", page);
}

#[test]
fn reorganising_and_closing() {
    let field = Field::new();
    let page = story(
        &field,
        &[
            "! reorganise 1rd",
            "unit set 1rd.b1 markers=2",
            "! reorganise 1rd",
            "unit set 1rd.b1 square=0202",
            "move 1rd.b1 0302 0202 --override \"to the baths and back\"",
            "setting set hours_am 0",
            "! reorganise 1rd",
            "reorganise 1rd --override \"rest is ordered\"",
            "unit new ax.9id.log --parent 9id arm=logistic mobility=motorised carries=log where=0305 capacity=3",
            "dump open d-9id --owner 9id --at 0305",
            "setting set capture umpire",
            "setting set hours_am 6",
            "unit set 2rd.b1 square=0405",
            "move 2rd.b1 0305 --override \"a raid\"",
            "! bound close",
            "! supply claim d-9id burnt",
            "! supply claim d-9ie captured",
            "supply claim d-9id captured",
            "supply claim 9id.log spared",
            "bound close",
            "! bound close --dice 4",
            "! op restore 99",
            "undo",
            "op restore 2",
            "! op restore 2",
            "! orbat --as-of op:many",
        ],
    );
    insta::assert_snapshot!("close_refusals", page);
}

#[test]
fn folders() {
    let field = of_folder();
    let broken = String::from_utf8(tiny()["places.csv"].clone()).unwrap().replace("town", "twon");
    std::fs::create_dir(field.dir.path().join("broken")).unwrap();
    for (name, bytes) in tiny() {
        std::fs::write(field.dir.path().join("broken").join(name), bytes).unwrap();
    }
    field.write("broken/places.csv", &broken);
    std::fs::create_dir(field.dir.path().join("empty")).unwrap();
    let page = story(
        &field,
        &[
            "! check broken",
            "! new broken",
            "! check empty",
            "! check nowhere",
            "! new uranus-1943",
            "check uranus-1942",
            "new tiny",
            "! new tiny",
            "! unit set ax.1 sp=2",
            "unit set ax.1 sp=50%",
            "! crossing destroy ice --by ax.e",
            "! crossing build 0801 0901 --by ax.e",
            "! bound weather ground=mud",
            "! export tiny",
            "! ground show Twon",
            "! ground show new_farm",
            "ground show 'New Farm'",
            "! crossing destroy pontoon",
            "crossing destroy bridge-2",
        ],
    );
    insta::assert_snapshot!("folder_refusals", page);
}

#[test]
fn scripts() {
    let field = Field::new();
    for (name, text) in [
        ("quote.txt", "bound note \"fog"),
        ("other.txt", "# a script\nbound note fog\nbound note mist --campaign other.railhead\n"),
        ("demo.txt", "demo\n"),
        ("words.txt", "bound note fog\nunit set 1rd.b1 sp=9\n"),
        ("typo.txt", "bound note fog\n\norbt\n"),
    ] {
        field.write(name, text);
    }
    std::fs::write(field.dir.path().join("bytes.txt"), b"bound note f\xffg\n").unwrap();
    let page = story(
        &field,
        &[
            "! run quote.txt",
            "! run other.txt",
            "! run other.txt --atomic",
            "! run demo.txt",
            "! run words.txt",
            "! run words.txt --from 2 --dry-run",
            "! run typo.txt",
            "! run bytes.txt",
            "! run nowhere.txt",
        ],
    );
    insta::assert_snapshot!("script_refusals", page);
    let notes = field.json("op log").as_array().unwrap().len();
    assert_eq!(notes, 4, "the import, and the first lines of three scripts; nothing of those that were to be whole");
}

#[test]
fn mechanics() {
    let field = Field::empty();
    field.write("list.json", "[5]");
    field.write("broken.json", "{");
    field.write("flag.json", r#"{"attacker": "veteran", "defender": "conscript", "ambushed": "yes"}"#);
    let page = story(
        &field,
        &[
            "! roll reorganise --input list.json",
            "! roll reorganise --input broken.json",
            "! roll recce --input flag.json",
            "! roll reorganise --casualties 2000",
            "! roll firefight --cu \"900L 900M\" --against M",
            "! odds tank-terror --grade regular",
            "! roll break-test --grade regular --dice ask",
        ],
    );
    insta::assert_snapshot!("mechanic_refusals", page);
}

#[test]
fn files() {
    let field = Field::new();
    std::fs::create_dir(field.dir.path().join("folder.railhead")).unwrap();
    field.write("text.railhead", "no campaign");
    let sql = |name: &str, batch: &str| {
        std::fs::copy(field.dir.path().join("six.railhead"), field.dir.path().join(name)).unwrap();
        rusqlite::Connection::open(field.dir.path().join(name)).unwrap().execute_batch(batch).unwrap();
    };
    sql("newer.railhead", "INSERT INTO refinery_schema_history VALUES (99, 'more', '2030-01-01T00:00:00Z', '1')");
    sql("damaged.railhead", "UPDATE leaf SET posture = 'asleep' WHERE formation = 'su.1a.1rd.b1'");
    sql("changed.railhead", "UPDATE base SET sp = 1 WHERE leaf = 'su.1a.1rd.b1'");
    let page = story(
        &field,
        &[
            "! orbat --campaign folder.railhead",
            "! orbat --campaign text.railhead",
            "! orbat --campaign newer.railhead",
            "! orbat --campaign damaged.railhead",
            "! unit set 1rd.b1 sp=1 --campaign damaged.railhead",
            "! verify --campaign changed.railhead",
            "! backup nowhere/copy.railhead --campaign six.railhead",
            "! backup six.railhead --campaign six.railhead",
            "! export six.railhead/folder --campaign six.railhead",
        ],
    );
    insta::assert_snapshot!("file_refusals", page);
}
