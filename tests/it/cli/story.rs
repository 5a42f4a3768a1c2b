//! Commands that end well, and what the campaign is after them.

use std::fmt::Write;

use serde_json::json;

use super::field::{Field, without_hashes};

#[test]
fn reports_fit_eighty_columns() {
    let field = Field::new();
    let mut page = String::new();
    for line in [
        "orbat",
        "orbat 1rd --depth 2",
        "orbat --format csv --side AX",
        "orbat --format md --depth 1",
        "unit show 1rd",
        "unit show 1rd.log",
        "crossing list",
        "rail status",
        "dump list",
        "supply stocks",
        "setting list",
        "grade history",
        "op log",
        "verify",
        "unit history 1rd",
        "ground show Old_Town",
        "map --at 1rd --radius 2",
    ] {
        let out = field.done(line);
        for row in out.lines() {
            assert!(row.chars().count() <= 80 || line.contains("--format"), "{line}: {row}");
        }
        write!(page, "$ railhead {line}\n{out}\n").unwrap();
    }
    insta::assert_snapshot!("reports", without_hashes(&page));
}

#[test]
fn corrections_say_what_they_did() {
    let field = Field::new();
    let mut page = String::new();
    for line in [
        "unit set 1rd sp=60% markers=0 --reason march",
        "unit set square=Old_Town 1rd",
        "unit set 1rd.b1 sp=1 markers=1 ammo=out posture=dug-in name='First battalion'",
        "unit set 2rd.b1 state=destroyed",
        "unit replace 1rd 2",
        "unit command 2rd 1rd",
        "unit attach 2rd --to 1rd --as direct-support",
        "unit detach 2rd",
        "unit new su.1a.1rd.b9 --parent 1rd arm=infantry mobility=foot where=0101 sp_full=3",
        "unit rename 1rd 'First Division'",
        "ground set 0505 0506 --side none",
        "ground set 0602 --side SU --override 'a ruling'",
        "crossing destroy ford",
        "crossing repair 'old ford'",
        "crossing close ford --from 2am",
        "crossing open ford",
        "rail cut 0005 0105",
        "rail repair 0105 0005",
        "dump open d-1rd --owner 1rd --at Old_Town",
        "supply receive d-1a 3 log --from rail",
        "supply transfer d-1a d-1rd 1 log --override lent",
        "supply stocktake d-1a log=1 --reason counted",
        "grade set 1rd veteran --reason 'held the ford'",
        "setting set bowser_km 60",
        "dump close d-1rd --dry-run",
        "dump move d-1rd 0303",
        "unit set 1rd hq_die=2 --dry-run",
        "undo",
        "redo",
        "op restore 4",
        "op log",
        "op show 3",
        "op script",
    ] {
        let ran = field.run(line);
        write!(page, "$ railhead {line}\n{}{}[{}]\n\n", ran.out, ran.err, ran.code).unwrap();
    }
    insta::assert_snapshot!("corrections", page);
    assert_eq!(field.json("verify")["ok"], json!(true));
}

#[test]
fn a_formation_is_set_down_as_it_stood_and_takes_its_ground() {
    let field = Field::new();
    field.done("unit set 1rd square=0903");
    assert_eq!(field.json("unit show 1rd.hq")["square"], "0903");
    assert_eq!(field.json("unit show 1rd.b2")["square"], "0904");
    // one square east of the map's last column: it ends on the square itself
    assert_eq!(field.json("unit show 1rd.b1")["square"], "0903");
    assert_eq!(field.json("ground show 0904")["control"], "SU");
    field.done("unit set 2rd.b1 square=0602");
    assert_eq!(field.json("ground show 0602")["control"], "AX", "contested: it stays");
}

#[test]
fn a_lost_vehicle_loses_its_cargo() {
    let field = Field::new();
    field.done("supply receive 1rd.log 2 log --from rail");
    field.done("unit set 1rd.log state=destroyed");
    let stocks = field.json("supply stocks --all");
    let of = |id: &str| stocks["accounts"].as_array().unwrap().iter().find(|r| r["account"] == id).cloned();
    assert_eq!(of("destroyed").unwrap()["quantity"], 2);
    assert_eq!(of("rail").unwrap()["quantity"], -2);
    assert_eq!(of("su.1a.1rd.log"), None);
}

#[test]
fn a_script_is_one_group_and_stops_at_the_first_refusal() {
    let field = Field::new();
    field.write(
        "a.txt",
        "# a script\nunit set 1rd.b1 sp=2\n\nunit set 1rd.b2 sp=2 # well\nunit set 1rd.b2 sp=99\nundo\n",
    );
    let ran = field.run("run a.txt");
    assert_eq!(ran.code, 1);
    insta::assert_snapshot!("script_stops", ran.err);
    assert_eq!(field.json("op log").as_array().unwrap().len(), 3);
    let whole = field.run("run a.txt --atomic");
    assert_eq!((whole.code, whole.out.as_str()), (1, ""), "what is not kept has no number");
    assert!(whole.err.contains("nothing from the script was kept"), "{}", whole.err);
    assert_eq!(field.json("op log").as_array().unwrap().len(), 3);
    field.done("undo --line");
    assert_eq!(field.json("unit show 1rd")["sp"], json!(8));
    field.done("redo");
    field.done("undo");
    assert_eq!(field.json("unit show 1rd")["sp"], json!(9));
    field.write("b.txt", "unit set 1rd.b1 sp=1\n");
    field.done("run b.txt --dry-run");
    assert_eq!(field.json("unit show 1rd")["sp"], json!(9));
    let kept = field.done("run b.txt --atomic");
    assert!(kept.contains("op ") && kept.contains("su.1a.1rd.b1"), "{kept}");
    assert_eq!(field.json("unit show 1rd")["sp"], json!(7));
    assert_eq!(field.run("run a.txt --from 6").code, 2);
}

#[test]
fn the_past_can_be_looked_at() {
    let field = Field::new();
    field.done("unit set 1rd.b1 sp=1");
    assert_eq!(field.json("unit show 1rd.b1 --as-of start")["sp"], json!(3));
    assert_eq!(field.json("unit show 1rd.b1 --as-of op:1")["sp"], json!(3));
    assert_eq!(field.json("unit show 1rd.b1 --as-of 1am")["sp"], json!(1));
}
