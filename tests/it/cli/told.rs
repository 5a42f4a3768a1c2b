//! What the program says beside refusals, word for word: findings, remarks of the bound report, reasons of transfers.

use std::fmt::Write;

use super::field::Field;
use super::refusals::of_folder;

/// Runs lines that must be done; shows what those after `> ` say.
fn story(field: &Field, lines: &[&str]) -> String {
    let mut page = String::new();
    for line in lines {
        let asked = line.strip_prefix("> ");
        let ran = field.run(asked.unwrap_or(line));
        assert_eq!(ran.code, 0, "{line}: {}", ran.err);
        let said = asked.map_or_else(String::new, |_| format!("{}{}", ran.out, ran.err));
        write!(page, "$ railhead {}\n{said}", asked.unwrap_or(line)).unwrap();
    }
    page
}

/// A tank brigade with a LOG vehicle and a bowser, each with so much.
fn brigade(id: &str, at: &str, log: u32, pol: u32) -> Vec<String> {
    let leaf = |name: &str, rest: &str| format!("unit new su.1a.{id}.{name} --parent {id} {rest} where={at}");
    vec![
        format!("unit new su.1a.{id} --parent 1a arm=armour echelon=brigade"),
        leaf("hq", "arm=hq mobility=armoured"),
        leaf("b1", "arm=armour mobility=armoured"),
        leaf("log", "arm=logistic mobility=motorised carries=log capacity=3"),
        leaf("pol", "arm=logistic mobility=motorised carries=pol capacity=3"),
        format!("supply receive {id}.log {log} log --from rail"),
        format!("supply receive {id}.pol {pol} pol --from rail"),
    ]
}

#[test]
fn every_kind_of_finding() {
    let field = Field::new();
    let brigades = [brigade("9tb", "0207", 1, 1), brigade("8tb", "0208", 2, 1)].concat();
    for line in &brigades {
        field.done(line);
    }
    let page = story(
        &field,
        &[
            "setting set detail full",
            "setting set capture umpire",
            "supply receive 1rd.log 1 log --from rail",
            "supply receive west 2 log --from rail",
            "dump open d-9id --owner 9id --at 0305",
            "unit set 2rd.b1 square=0405",
            "move 2rd.b1 0305",
            "order 1rd reorganise",
            "order 2rd dig-in",
            "move 1rd.b1 0502",
            "unit new su.1a.1rd.b8 --parent 1rd arm=infantry mobility=foot arrives=1am entry=0202",
            "unit new su.1a.1rd.b9 --parent 1rd arm=infantry mobility=foot arrives=1pm entry=0202",
            "unit set 2rd.b1 state=disorganised",
            "unit new su.1a.hq --parent 1a arm=hq mobility=foot where=0204",
            "unit set 1a.hq state=destroyed",
            "ground set 0105 --side AX --override \"a raid\"",
            "unit new su.1a.log --parent 1a arm=logistic mobility=motorised carries=log where=0202",
            "> review --format csv",
        ],
    );
    insta::assert_snapshot!("findings", page);
}

#[test]
fn every_remark_of_a_bound() {
    let field = Field::new();
    for line in brigade("9tb", "0207", 1, 1) {
        field.done(&line);
    }
    let page = story(
        &field,
        &[
            "setting set offroad_km 60",
            "setting set hours_night 6",
            "unit set 1rd hq_die=0",
            "unit set 1rd.b2 state=disorganised square=0202",
            "> reorganise 1rd",
            "move 9tb.b1 0307",
            "setting set detail full",
            "bound close",
            "bound close",
            "supply transfer 9tb.pol air 1 pol --override \"burnt\"",
            "unit set 1rd.b1 markers=2",
            "move 1rd.b1 0301",
            "unit set 2rd.b1 state=dispersed",
            "unit new su.1a.1rd.b8 --parent 1rd arm=infantry mobility=foot arrives=2am",
            "unit new su.1a.1rd.b9 --parent 1rd arm=infantry mobility=foot arrives=2am",
            "unit new su.1a.1rd.b10 --parent 1rd arm=infantry mobility=foot arrives=2am entry=0109 by_rail=yes",
            "> bound close --format csv",
            "unit set 1rd.b2 state=dispersed",
            "unit set 1rd.log state=destroyed",
            "bound close",
            "bound close",
            "> bound close --format csv",
        ],
    );
    insta::assert_snapshot!("remarks", page);
}

#[test]
fn every_reason_of_a_transfer() {
    let field = Field::new();
    for line in brigade("9tb", "0202", 2, 2) {
        field.done(&line);
    }
    story(
        &field,
        &[
            "setting set detail full",
            "setting set offroad_km 60",
            "supply receive 1rd.log 2 log --from rail",
            "supply transfer 1rd.log d-1a 1 log",
            "unit new ax.9id.log --parent 9id arm=logistic mobility=motorised carries=log where=0305 capacity=3",
            "supply receive 9id.log 2 log --from rail",
            "unit set 2rd.b1 square=0405",
            "move 2rd.b1 0305",
            "unit set 9id.log state=organised square=0305",
            "supply receive 9id.log 3 log --from rail",
            "setting set capture destroyed",
            "dump open d-9id --owner 9id --at 0305",
            "supply receive d-9id 1 log --from rail",
            "unit set 2rd.b1 square=0405",
            "ground set 0305 --side AX",
            "move 2rd.b1 0305",
            "unit set 1rd.b1 ammo=out",
            "unit set 1rd.b1 square=0202",
            "unit set 1rd.log markers=1",
            "unit set 9tb.b1 ammo=out",
            "move 9tb 0203",
            "bound close",
            "bound close",
            "bound close --dice 1",
        ],
    );
    let file = rusqlite::Connection::open(field.dir.path().join("six.railhead")).unwrap();
    let sql =
        "SELECT from_account || ' > ' || to_account || ': ' || quantity || ' ' || reason FROM transfer ORDER BY number";
    let told: Vec<String> =
        file.prepare(sql).unwrap().query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect();
    let dumps = field.json("dump list");
    assert!(dumps.as_array().unwrap().iter().any(|dump| dump["name"] == "captured stock in 0305"), "{dumps}");
    insta::assert_snapshot!("transfers", told.join("\n"));
}

#[test]
fn what_is_said_beside_a_report() {
    let field = Field::new();
    assert_eq!(
        field.run("export here").err,
        "here: 9 files\nthe log of operations is not included: `railhead backup FILE` keeps it\n"
    );
    let second = "copy.railhead: written\n\
                  this folder now has another `*.railhead`: name the one you want with `--campaign FILE`\n";
    assert_eq!(field.run("backup copy.railhead").err, second);
    std::fs::remove_file(field.dir.path().join("copy.railhead")).unwrap();
    field.done("unit set 1rd.b1 sp=2");
    field.done("undo");
    assert!(field.done("op log --all --format csv").contains("undo,back to op 1,"));
    let folder = of_folder();
    let orbat = std::fs::read_to_string(folder.dir.path().join("tiny/orbat.csv")).unwrap();
    folder.write("tiny/orbat.csv", &orbat.replace("foot,0101", "foot,0701"));
    folder.write("tiny/dumps.csv", "id,owner,level\n");
    let made = folder.run("new tiny").err;
    assert_eq!(made, "warnings: 6; `railhead check tiny` lists them\n");
    let ran = field.run_typing("roll reorganise --input -", "[5]");
    assert_eq!(
        (ran.code, ran.err.as_str()),
        (2, "error: standard input: the input of a mechanic is one JSON object\n")
    );
    let ran = field.run_typing("roll break-test --grade regular --dice ask", "8\n4\n");
    assert_eq!(
        ran.err,
        "the unit throws 1 die for break test:   `8` is not a face from 1 to 6\nthe unit throws 1 die for break test: "
    );
}
