//! A disk without room: the command fails and says so, and the file is as it was.
//!
//! A process may be forbidden to make files longer than so much, which SQLite takes as it takes a disk that cannot
//! write; what it says of a disk without room is tested beside `src/ledger/file/storage_error.rs`.
#![cfg(unix)]

use std::process::{Command, Output};

use super::field::Field;

/// Runs the program in the folder of a field where files may not grow beyond some blocks of 512 or 1024 bytes.
fn cramped(field: &Field, blocks: &str, words: &[&str]) -> Output {
    Command::new("sh")
        // Ignored, the signal leaves the error to the one who writes.
        .args(["-c", "trap '' XFSZ; ulimit -f \"$0\" && exec \"$@\"", blocks])
        .arg(assert_cmd::cargo::cargo_bin("railhead"))
        .args(words)
        .current_dir(field.dir.path())
        .output()
        .unwrap()
}

#[test]
fn what_finds_no_room_is_not_done_and_the_file_is_as_it_was() {
    let field = Field::empty();
    field.done("new uranus-1942 u.railhead -q");
    let before = field.json("supply status");
    let ran = cramped(&field, "100", &["unit", "set", "su.swf.5ta", "ammo=out"]);
    assert_eq!((ran.status.code(), String::from_utf8_lossy(&ran.stdout).as_ref()), (Some(3), ""));
    let said = String::from_utf8_lossy(&ran.stderr).replace(&field.dir.path().display().to_string(), "[dir]");
    assert_eq!(
        said.trim_end(),
        "error: `[dir]/u.railhead` cannot be read or written: disk I/O error\nhint: nothing was changed: check \
         whether the disk is full or failing"
    );
    assert!(field.done("verify").starts_with("sound"));
    assert_eq!(field.json("op log").as_array().unwrap().len(), 1);
    assert_eq!(field.json("supply status"), before);
    field.done("unit set su.swf.5ta ammo=out -q");
    assert_ne!(field.json("supply status"), before, "with room it is done");
}

#[test]
fn a_campaign_that_finds_no_room_leaves_nothing_behind() {
    let field = Field::empty();
    let ran = cramped(&field, "400", &["new", "uranus-1942", "u.railhead"]);
    let said = String::from_utf8_lossy(&ran.stderr);
    assert_eq!(ran.status.code(), Some(3), "{said}");
    assert!(said.contains("`u.railhead` cannot be read or written: disk I/O error"), "{said}");
    let left: Vec<_> = std::fs::read_dir(field.dir.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(left, [""; 0]);
}

#[test]
fn a_file_that_finds_no_room_is_called_by_its_own_name() {
    let field = Field::empty();
    field.done("new uranus-1942 u.railhead -q");
    let ran = cramped(&field, "100", &["orbat", "--out", "o.csv", "--format", "csv"]);
    let said = String::from_utf8_lossy(&ran.stderr);
    let no_room = "error: `o.csv` cannot be read or written: File too large (os error 27)";
    assert_eq!((ran.status.code(), said.lines().next()), (Some(3), Some(no_room)), "{said}");
    let left: Vec<_> = std::fs::read_dir(field.dir.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(left, ["u.railhead"]);
}
