//! Every refusal of the command line, with its exact message: the snapshot reads as the error manual.

use std::fmt::Write;

use super::field::Field;

const LINES: &[&str] = &[
    "",
    "orbt",
    "orbat --dept 2",
    "print cards --unit 1rd",
    "move --square=0303 1rd",
    "supply trace --unit",
    "supply trace 1st Rifle Division",
    "map Dubrava",
    "supply map",
    "orbat --format xml",
    "orbat 3rd",
    "orbat b1",
    "orbat --side Roman",
    "orbat --as-of 9x",
    "orbat --as-of 2am",
    "orbat --as-of op:99",
    "orbat --campaign nowhere.railhead",
    "unit set 1rd",
    "unit set sp=3",
    "unit set 1rd 2rd sp=60%",
    "unit set 1rd sp=3",
    "unit set 1rd sp=160%",
    "unit set 1rd stat=organised",
    "unit set 1rd state=organized",
    "unit set 1rd.b1 sp=9",
    "unit set 1rd.b1 sp=1 sp=2",
    "unit set 1rd.b1 sp=1 markers=2",
    "unit set 1rd.b1 square=9999",
    "unit set 1rd.b1 square=009009",
    "unit set 1rd.b1 square=Oldtwn",
    "unit set 1rd arrives=3am",
    "unit set 1rd hq_die=5",
    "unit set 1rd.b1 ammo=some",
    "unit command 1rd 1rd.b1",
    "unit command 1rd 9id",
    "unit command su.1a 1rd",
    "unit command 1rd su.1a",
    "unit attach 1rd --to 2rd --as loosely",
    "unit detach 1rd",
    "unit new su.1a.1rd --parent su.1a arm=infantry echelon=division",
    "unit new su.1a.1rd.b9 --parent 1rd arm=infantry",
    "unit new su.1a.1rd.b9 --parent 1rd arm=infantry mobility=foot",
    "unit rename 1rd ''",
    "demo --format csv",
    "unit replace 1rd 2",
    "ground set 0602 --side SU",
    "ground set 0602",
    "ground set 0101 --terrain bog",
    "crossing destroy frod",
    "crossing repair ford",
    "crossing open ford",
    "crossing close ford --from 2am --until 3am",
    "crossing open ford --from 3am --until 2am",
    "rail cut 0005 0009",
    "rail repair 0005 0105",
    "dump open d-1a --owner su.1a --at 0101",
    "dump move d-1a 0202",
    "dump close d-2a",
    "supply transfer d-1a west 1 log",
    "supply transfer d-1a 1rd.log 1 log",
    "supply transfer d-1a 1rd.log 0 log",
    "supply transfer d-1a 1rd.log 1 bread",
    "supply receive 1rd.log 3 log --from rail",
    "supply receive 1rd.log 1 pol --from rail",
    "supply receive d-1a 3 log --from west",
    "supply receive nowhere 3 log --from rail",
    "supply stocktake d-1a log=3",
    "grade set 1rd veteran",
    "grade set 1rd elite --reason x",
    "grade set 1rd militia --reason x",
    "grade set 1rd regular --reason x",
    "setting set bowser_kn 60",
    "setting set bowser_km far",
    "setting set wtj-1943.comand.R '[2,3]'",
    "setting set wtj-1943.misc.bases_per_sp 0",
    "setting set nqm-squared.luck 6",
    "undo",
    "redo",
    "op show 9",
    "op restore 9",
    "backup six.railhead",
    "run nowhere.txt",
    "rail list",
    "man nothing",
    "orbat 3rd --format json",
];

#[test]
fn every_refusal_has_its_message() {
    let field = Field::new();
    let mut page = String::new();
    for line in LINES {
        let ran = field.run(line);
        let err = ran.err.trim_end();
        write!(page, "$ railhead {line}\n{}{err}\n[{}]\n\n", ran.out, ran.code).unwrap();
        assert_ne!(ran.code, 0, "{line}");
    }
    insta::assert_snapshot!("refusals", page);
    assert_eq!(field.json("op log").as_array().unwrap().len(), 1, "a refusal writes nothing");
}

#[test]
fn the_help_names_every_key_that_a_command_takes() {
    let (field, manual) = (Field::new(), cli::manual());
    let mut missing = Vec::new();
    for (command, line) in [
        ("unit set", "unit set 1rd zzz=1"),
        ("unit set", "unit set 1rd.b1#1 zzz=1"),
        ("unit new", "unit new x --parent 1rd zzz=1"),
        ("bound weather", "bound weather zzz=1"),
    ] {
        let refused = field.run(line).err;
        let (_, keys) = refused.split_once("one of ").unwrap_or_else(|| panic!("{line}: {refused}"));
        let (_, help) = manual.split_once(&format!("\n## `railhead {command}`\n")).unwrap();
        let help = help.split("\n## ").next().unwrap();
        let words: Vec<&str> = help.split(|sign: char| !sign.is_alphanumeric() && sign != '_').collect();
        let keys = keys.split('`').skip(1).step_by(2).filter(|key| !words.contains(key));
        missing.extend(keys.map(|key| format!("{command}: {key}")));
    }
    assert!(missing.is_empty(), "the help in `src/cli/commands/` does not name {missing:?}");
}

#[test]
fn the_campaign_file_is_found_or_named() {
    let ran = Field::empty().run("orbat");
    assert_eq!(ran.code, 2);
    insta::assert_snapshot!("no_campaign", ran.err);
    let field = Field::new();
    field.write("other.railhead", "");
    let ran = field.run("orbat");
    assert_eq!(ran.code, 2);
    insta::assert_snapshot!("two_campaigns", ran.err);
    assert_eq!(field.run("orbat --campaign six.railhead").code, 0);
    let ran = field.run("orbat --campaign other.railhead");
    assert_eq!((ran.code, ran.out.as_str()), (3, ""));
}
