//! A file of every released schema, deflated, must still open and verify.

use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use flate2::Compression;
use flate2::read::ZlibDecoder;
use flate2::write::ZlibEncoder;
use railhead::ledger::Ledger;

use super::fixture::*;
use super::write::every_event;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/released")
}

#[test]
fn every_released_file_still_opens_verifies_and_can_be_written_to() {
    let names = listing(&folder());
    assert!(names.contains(&"schema-1.db.z".to_owned()), "{names:?}");
    for name in names.iter().filter(|name| Path::new(name).extension().is_some_and(|e| e == "z")) {
        let scratch = tempfile::tempdir().unwrap();
        let path = scratch.path().join(name);
        let mut bytes = Vec::new();
        ZlibDecoder::new(std::fs::File::open(folder().join(name)).unwrap()).read_to_end(&mut bytes).unwrap();
        std::fs::write(&path, bytes).unwrap();
        let mut ledger = Ledger::open(&path).unwrap();
        no_breaches(&ledger);
        assert_eq!(ledger.operations().unwrap().len(), 6, "{name}");
        ledger.undo(&draft("undo"), false).unwrap();
        assert_eq!(ledger.campaign().unwrap(), ledger.as_of(railhead::ledger::Moment::Start).unwrap());
        no_breaches(&ledger);
    }
}

/// Makes the file of the present schema: `cargo test --test it make_the_released_file -- --ignored`.
#[test]
#[ignore = "makes a file of the repository; once, before a schema is released"]
fn make_the_released_file() {
    let scratch = File::small();
    let mut ledger = scratch.open();
    let mut said = draft("all");
    said.inputs.push(("orders.txt".into(), b"all of it".to_vec()));
    write(&mut ledger, &said, &every_event());
    ledger.undo(&draft("undo"), false).unwrap();
    ledger.redo(&draft("redo")).unwrap();
    write(&mut ledger, &draft("east"), &[step_east(4)]);
    ledger.restore(&draft("op restore 2"), 2).unwrap();
    let copy = scratch.folder.path().join("copy");
    ledger.backup(&copy).unwrap();
    let mut deflated = ZlibEncoder::new(Vec::new(), Compression::best());
    deflated.write_all(&std::fs::read(&copy).unwrap()).unwrap();
    let migrations = std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/migrations")).unwrap().count();
    let file = folder().join(format!("schema-{migrations}.db.z"));
    // What was released once is never made again: a later program would write another schema into it.
    assert!(!file.exists(), "{} is there already", file.display());
    std::fs::write(file, deflated.finish().unwrap()).unwrap();
}
