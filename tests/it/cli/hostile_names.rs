//! Names are names: what a folder, an engagement, an outcome or a campaign file calls itself never says where something is
//! written, and a folder has nothing read from outside of it.

use ledger::{Ledger, OperationDraft};

use super::field::{Field, six};
use crate::draft::draft;
use crate::tiny::tiny;

const LETTERS: &str = "letters, digits, dots, dashes and underscores, a letter or digit first and last, at most 64 bytes, not a Windows device name";

/// A field whose commands run in `in/here`, so that `../..` is a folder of its own too.
fn nested() -> Field {
    let field = Field::empty();
    std::fs::create_dir_all(field.dir.path().join("tiny")).unwrap();
    for (name, bytes) in tiny() {
        std::fs::write(field.dir.path().join("tiny").join(name), bytes).unwrap();
    }
    field
}

/// Everything in a folder and below, by path.
fn all(folder: &std::path::Path) -> Vec<String> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap().map(Result::unwrap) {
        found.push(entry.path().display().to_string());
        if entry.file_type().unwrap().is_dir() {
            found.extend(all(&entry.path()));
        }
    }
    found.sort();
    found
}

#[test]
fn the_name_of_a_campaign_is_no_path() {
    let field = nested();
    let toml = String::from_utf8(tiny()["campaign.toml"].clone()).unwrap();
    for name in ["../../x", "/tmp/x", "a\\\\b", ".hidden", "con", "a b", "..", "x.", &"x".repeat(65)] {
        field.write("tiny/campaign.toml", &toml.replace("name = \"tiny\"", &format!("name = \"{name}\"")));
        let before = all(field.dir.path());
        let ran = field.run("new ./tiny");
        assert_eq!(ran.code, 4, "{name}");
        let read = name.replace("\\\\", "\\");
        assert_eq!(
            ran.err.lines().nth(1).unwrap(),
            format!(
                "  campaign.toml:1:8: `{read}` is not a valid name for a campaign (it also names a file: {LETTERS})"
            ),
            "{name}"
        );
        assert_eq!(field.run("check tiny").code, 4, "{name}");
        assert_eq!(field.run("new ./tiny x.railhead").code, 4, "{name}: nor with another file");
        assert_eq!(all(field.dir.path()), before, "{name}");
    }
}

/// One that was made before such names were refused.
#[test]
fn a_campaign_file_with_a_bad_name_opens_and_is_nobodys_path() {
    let field = Field::of(&campaign::Campaign { name: "../../x".to_owned(), ..six() });
    field.done("status");
    field.done("unit set 1rd.b1 sp=2");
    field.done("verify");
    field.done("export out");
    let ran = field.run("check out --format json");
    assert!(ran.code == 4 && ran.out.contains("`../../x` is not a valid name for a campaign"), "{}", ran.out);
}

#[test]
fn the_id_of_a_battle_is_no_path() {
    let field = Field::new();
    field.done("unit set 1rd.b1 square=0502");
    field.done("battle new 0602 --override test");
    let text = std::fs::read_to_string(field.dir.path().join("1am-0602.toml")).unwrap();
    let told = |id: &str| {
        format!(
            "`{id}` cannot be the id of a battle, because its files take the same name: \
                                   {LETTERS}"
        )
    };
    for id in ["../x", "/tmp/x", "", "nul"] {
        field.write("bad.toml", &text.replace("battle = \"1am-0602\"", &format!("battle = \"{id}\"")));
        let line = text.lines().position(|line| line.starts_with("battle =")).unwrap() + 1;
        let before = all(field.dir.path());
        for words in [
            "resolve bad.toml --seed 1",
            "resolve bad.toml --dice ask",
            "record bad.toml --end taken",
            "form bad.toml",
            "check bad.toml",
        ] {
            let ran = field.run(&format!("battle {words}"));
            assert_eq!(
                (ran.code, ran.err.lines().next().unwrap()),
                (3, &*format!("error: bad.toml:{line}:10: {}", told(id))),
                "{words}"
            );
        }
        assert_eq!(all(field.dir.path()), before, "{id}");
    }
    field.done("battle resolve 0602 --seed 1");
    let outcome = std::fs::read_to_string(field.dir.path().join("1am-0602.outcome.json")).unwrap();
    field.write("bad.json", &outcome.replace("\"1am-0602\"", "\"../x\""));
    let ran = field.run("battle post 0602 bad.json");
    assert_eq!((ran.code, ran.err.lines().next().unwrap()), (3, &*format!("error: bad.json: {}", told("../x"))));
}

/// The engagement of which an outcome says that it came is looked at only where it is a file.
#[cfg(unix)]
#[test]
fn an_outcome_makes_nobody_wait_at_a_pipe() {
    let field = Field::new();
    field.done("unit set 1rd.b1 square=0502");
    field.done("battle new 0602 --override test");
    field.done("battle resolve 1am-0602.toml --seed 1");
    let name = field.dir.path().join("1am-0602.outcome.json");
    let outcome = std::fs::read_to_string(&name).unwrap();
    assert!(std::process::Command::new("mkfifo").arg(field.dir.path().join("pipe")).status().unwrap().success());
    std::fs::write(&name, outcome.replace("\"file\": \"1am-0602.toml\"", "\"file\": \"pipe\"")).unwrap();
    field.done("battle post 0602");
}

#[test]
fn a_battle_of_a_folder_or_a_file_with_a_bad_id_names_no_file() {
    let field = nested();
    let head = "id,bound,square,attacker,end,holder,moves\n";
    field.write("tiny/battles.csv", &format!("{head}../x,D1 am,0101,SU,taken,SU,2\n"));
    let ran = field.run("new ./tiny");
    let told =
        format!("  battles.csv:2:1 (id): `../x` is not a valid id for a battle (it also names its files: {LETTERS})");
    assert_eq!((ran.code, ran.err.lines().find(|line| line.contains("../x"))), (4, Some(&*told)));

    let drawn = Field::new();
    drawn.done("unit set 1rd.b1 square=0502");
    drawn.done("battle new 0602 --override test");
    let mut campaign = Ledger::open(&drawn.dir.path().join("six.railhead")).unwrap().campaign().unwrap();
    let (_, mut battle) = campaign.battles.pop_first().unwrap();
    battle.id = "../no-file-there".into();
    campaign.battles.insert(battle.id.clone(), battle);
    let field = Field::of(&campaign);
    let told = format!(
        "error: `../no-file-there` cannot be the id of a battle, because its files take the same name: {LETTERS}\nhint: no file \
         can have that name: name one yourself (`--out`, `--file`)\n"
    );
    for line in [
        "battle resolve ../no-file-there --seed 1",
        "battle resolve ../no-file-there --dice ask",
        "battle post ../no-file-there",
    ] {
        assert_eq!(field.run(line).err, told, "{line}");
    }
    let beside = std::fs::read_dir(field.dir.path().parent().unwrap()).unwrap().map(Result::unwrap);
    assert!(beside.map(|entry| entry.file_name()).all(|name| name != "no-file-there.outcome.json"));
    field.done("battle resolve ../no-file-there --seed 1 --out here.json");
    field.done("battle cancel ../no-file-there");
}

#[test]
fn what_a_log_calls_its_files_is_no_path() {
    let field = Field::new();
    let path = field.dir.path().join("six.railhead");
    let mut ledger = Ledger::open(&path).unwrap();
    let names = ["..", "/", "../../up.txt", "C:\\dos\\device.txt", "a:b"];
    for name in names {
        let inputs = vec![(name.to_owned(), b"x".to_vec().into())];
        let said = OperationDraft { inputs, ..draft(&format!("battle record 0602 '{name}'")) };
        let renamed = campaign::Event::FormationSet {
            formation: "su.1a.1rd".into(),
            key: campaign::UnitKey::Name,
            before: ledger.campaign().unwrap().formation("su.1a.1rd").unwrap().name.clone(),
            after: format!("of {name}"),
        };
        ledger.write(&said, |_| Ok::<_, campaign::Refusal>(vec![renamed])).unwrap();
    }
    drop(ledger);
    let json = field.json("op script --out again");
    assert_eq!(json["files"], serde_json::json!(["device.txt", "file", "up.txt"]));
    let mut there: Vec<String> = all(&field.dir.path().join("again"));
    there.retain(|path| !path.ends_with("script.txt"));
    assert_eq!(there.len(), 3, "{there:?}");
    assert_eq!(all(field.dir.path()).len(), 1 + 1 + 4, "nothing is written beside the folder");
}

#[cfg(unix)]
#[test]
fn a_folder_is_read_within_itself_and_no_more_than_its_own_files() {
    use std::os::unix::fs::symlink;

    let field = nested();
    let folder = field.dir.path().join("tiny");
    field.write("secret.csv", "name,quality,points\nRoad,good,0101 > Farm > 0801\n");
    std::fs::create_dir(folder.join("sub")).unwrap();
    field.write("tiny/sub/rail.csv", "name,gauge,users,points\nLine,1435,AX,0101 > Farm\n");
    std::fs::remove_file(folder.join("roads.csv")).unwrap();
    std::fs::remove_file(folder.join("rail.csv")).unwrap();
    symlink("sub/rail.csv", folder.join("rail.csv")).unwrap();
    symlink("../secret.csv", folder.join("roads.csv")).unwrap();
    symlink(field.dir.path().join("secret.csv"), folder.join("terrain.csv")).unwrap();
    symlink("/", folder.join("stocks.csv")).unwrap();
    let ran = field.run("new ./tiny");
    let faults: Vec<&str> = ran.err.lines().filter(|line| line.contains("outside the folder")).collect();
    let told = |name: &str| {
        format!("  {name}: `{name}` is a link to a file outside the folder (replace the link with the file itself)")
    };
    assert_eq!((ran.code, faults), (4, vec![&*told("roads.csv"), &*told("stocks.csv"), &*told("terrain.csv")]));

    for name in ["terrain.csv", "stocks.csv", "roads.csv"] {
        std::fs::remove_file(folder.join(name)).unwrap();
    }
    field.write("tiny/roads.csv", "name,quality,points\nRoad,good,0101 > Farm > 0801\n");
    // None of these is opened: who opens a pipe that nobody writes to waits for good.
    assert!(std::process::Command::new("mkfifo").arg(folder.join("wait.txt")).status().unwrap().success());
    symlink("../secret.csv", folder.join("outside.csv")).unwrap();
    field.write("tiny/Orbat.CSV", "x");
    field.write("tiny/.hidden", "x");
    let ran = field.run("new ./tiny");
    assert_eq!(ran.code, 0, "{}", ran.err);
    let told = "not read, because a campaign folder has no such files: `Orbat.CSV`, `outside.csv`, `wait.txt`";
    assert!(ran.err.contains(told), "{}", ran.err);
    let checked = field.json("check tiny");
    let warnings: Vec<String> = checked["warnings"].as_array().unwrap().iter().map(ToString::to_string).collect();
    assert!(
        warnings.iter().any(|told| told.contains("`outside.csv` is not a campaign file and is ignored")),
        "{warnings:?}"
    );
    assert!(warnings.iter().any(|told| told.contains("did you mean `orbat.csv`?")), "{warnings:?}");
    let ledger = Ledger::open(&field.dir.path().join("tiny.railhead")).unwrap();
    let kept: Vec<String> = ledger.inputs_of(1).unwrap().into_iter().map(|(name, _)| name).collect();
    let mut expected: Vec<String> = tiny().into_keys().collect();
    expected.sort();
    assert_eq!(kept, expected);
}

#[test]
fn many_files_that_are_none_of_a_campaign_are_counted() {
    let field = nested();
    for number in 0..10 {
        field.write(&format!("tiny/x{number}.doc"), "x");
    }
    let ran = field.run("new ./tiny");
    assert!(ran.err.contains("`x6.doc`, `x7.doc` and 2 more"), "{}", ran.err);
}
