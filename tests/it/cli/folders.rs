//! Campaign folders by the command line: leaves of several bases there and back, and files that cannot be read.

use super::field::Field;
use super::readable::two_bases;
use crate::tiny::tiny;

/// The files of a folder of the field, by name.
pub(super) fn files(field: &Field, folder: &str) -> Vec<(String, Vec<u8>)> {
    let entries = std::fs::read_dir(field.dir.path().join(folder)).unwrap().map(Result::unwrap);
    let mut files: Vec<_> =
        entries.map(|entry| (entry.file_name().into_string().unwrap(), std::fs::read(entry.path()).unwrap())).collect();
    files.sort();
    files
}

/// Exports the campaign of a file, makes a file of the export and exports that: the same bytes and the same bases.
fn there_and_back(field: &Field, file: &str, name: &str, bases: &[(u64, u64)]) {
    let told = |file: &str| -> Vec<(u64, u64)> {
        let unit = field.json(&format!("unit show ax.1 --campaign {file}"));
        let bases = unit["bases"].as_array().unwrap().iter();
        bases.map(|base| (base["sp"].as_u64().unwrap(), base["markers"].as_u64().unwrap())).collect()
    };
    assert_eq!(told(file), bases);
    let (one, other, new) = (format!("{name}-1"), format!("{name}-2"), format!("{name}.railhead"));
    field.done(&format!("export {one} --campaign {file}"));
    assert_eq!(field.json(&format!("check {one}"))["faults"], serde_json::json!([]));
    field.done(&format!("new ./{one} {new} -q"));
    field.done(&format!("export {other} --campaign {new}"));
    assert_eq!(told(&new), bases);
    assert_eq!(files(field, &one), files(field, &other));
    let verdict = field.json(&format!("verify --campaign {new}"));
    assert_eq!(verdict["breaches"], serde_json::json!([]));
}

#[test]
fn a_leaf_of_several_bases_is_the_same_after_any_number_of_exports() {
    let field = two_bases();
    let first = "tiny.railhead";
    there_and_back(&field, first, "fresh", &[(3, 0), (1, 0)]);
    there_and_back(&field, "fresh.railhead", "again", &[(3, 0), (1, 0)]);
    for line in [
        "unit set ax.1#1 sp=2 markers=1 ammo=out",
        "unit set ax.1#2 sp=0 markers=0",
        "unit set ax.1 state=disorganised",
    ] {
        field.done(&format!("{line} --campaign {first}"));
    }
    there_and_back(&field, first, "worn", &[(2, 1), (0, 0)]);
    there_and_back(&field, "worn.railhead", "worn-again", &[(2, 1), (0, 0)]);
    for _ in 0..3 {
        field.done(&format!("undo --campaign {first}"));
    }
    there_and_back(&field, first, "back", &[(3, 0), (1, 0)]);
    assert_eq!(files(&field, "fresh-1"), files(&field, "back-1"));
}

#[cfg(unix)]
#[test]
fn a_file_that_is_there_and_cannot_be_read_is_a_fault_of_its_own() {
    use std::os::unix::fs::{PermissionsExt, symlink};

    let field = Field::empty();
    let folder = field.dir.path().join("tiny");
    std::fs::create_dir(&folder).unwrap();
    for (name, bytes) in tiny() {
        std::fs::write(folder.join(name), bytes).unwrap();
    }
    for name in ["roads.csv", "rail.csv", "weather.csv", "stocks.csv", "campaign.toml"] {
        let _ = std::fs::remove_file(folder.join(name));
    }
    std::fs::create_dir(folder.join("roads.csv")).unwrap();
    std::fs::create_dir(folder.join("maps")).unwrap();
    symlink("gone.csv", folder.join("rail.csv")).unwrap();
    symlink("weather.csv", folder.join("weather.csv")).unwrap();
    assert!(std::process::Command::new("mkfifo").arg(folder.join("stocks.csv")).status().unwrap().success());
    symlink("gone.toml", folder.join("campaign.toml")).unwrap();
    std::fs::set_permissions(folder.join("dumps.csv"), std::fs::Permissions::from_mode(0o000)).unwrap();
    let mut expected = vec![
        "campaign.toml: `campaign.toml` is a link to a missing file [put the file in its place]",
        "dumps.csv: `dumps.csv` cannot be read: permission denied [give permission to read it; on Unix: `chmod a+r dumps.csv`]",
        "rail.csv: `rail.csv` is a link to a missing file [put the file in its place]",
        "roads.csv: `roads.csv` is a folder [replace it with a file of that name]",
        "stocks.csv: `stocks.csv` is not a regular file [put a file in its place]",
        "weather.csv: `weather.csv` cannot be read: Too many levels of symbolic links (os error 40) [replace it with a readable file]",
    ];
    // Who is root reads every file.
    if std::fs::read(folder.join("dumps.csv")).is_ok() {
        expected.remove(1);
    }
    let ran = field.run("check tiny --format json");
    assert_eq!(ran.code, 4, "{}", ran.err);
    let found: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
    let row = |fault: &serde_json::Value| {
        assert_eq!((&fault["line"], &fault["column"]), (&0.into(), &0.into()));
        let text = |key: &str| fault[key].as_str().unwrap().to_owned();
        format!("{}: {} [{}]", text("file"), text("message"), text("hint"))
    };
    assert_eq!(found["faults"].as_array().unwrap().iter().map(row).collect::<Vec<_>>(), expected);
    assert_eq!(field.run("new ./tiny").code, 4);
    assert!(!field.dir.path().join("tiny.railhead").exists());
}

/// File and folder are protected against writing; who is root is asked to be nobody, for nothing is protected against root.
#[cfg(unix)]
#[test]
fn a_campaign_that_may_only_be_read_is_read_and_no_more() {
    use std::os::unix::fs::PermissionsExt;
    use std::os::unix::process::CommandExt;

    let field = Field::new();
    field.done("unit set 1rd.b1 sp=2");
    let dir = field.dir.path().to_owned();
    let mode = |name: &str, mode| {
        std::fs::set_permissions(dir.join(name), std::fs::Permissions::from_mode(mode)).unwrap();
    };
    let (orbat, sheet) = (field.done("orbat"), field.done("supply status"));
    mode("six.railhead", 0o444);
    mode("", 0o555);
    let is_root = std::fs::write(dir.join("probe"), "").is_ok();
    drop(std::fs::remove_file(dir.join("probe")));
    let run = |line: &str| {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_railhead"));
        command.current_dir(&dir).env("COLUMNS", "80").args(line.split(' '));
        if is_root {
            command.uid(65_534);
        }
        let ran = command.output().ok()?;
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap().replace(&dir.display().to_string(), "[dir]");
        Some((ran.status.code(), text(ran.stdout), text(ran.stderr)))
    };
    let told = ["orbat", "supply status", "verify", "unit set 1rd.b1 sp=1", "undo"].map(run);
    mode("", 0o755);
    // Where nobody may run the program either there is nothing to be seen.
    let [Some(first), Some(second), Some(third), Some(fourth), Some(fifth)] = told else { return };
    assert_eq!(first, (Some(0), orbat, String::new()));
    assert_eq!(second, (Some(0), sheet, String::new()));
    assert_eq!(third.0, Some(0), "{}", third.2);
    let refused = "error: `[dir]/six.railhead` can only be read: the file or its folder is protected against writing\nhint: \
                   nothing was changed: work on a copy in a folder of your own, or make file and folder writable\n";
    let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    for (code, out, err) in [fourth, fifth] {
        assert_eq!((code, out.as_str(), words(&err)), (Some(3), "", words(refused)));
        assert!(err.lines().count() > 2, "`COLUMNS` is set, so it is broken into lines: {err}");
    }
    assert_eq!(std::fs::read_dir(&dir).unwrap().count(), 1, "nothing is left beside");
}
