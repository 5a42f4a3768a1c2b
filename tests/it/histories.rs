//! The shipped campaigns with their histories, each played once for all tests.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use scenario::built_in;

use crate::cli::field::Field;

type Files = BTreeMap<String, Vec<u8>>;

/// The history of a campaign as it is built in.
pub(crate) fn script(campaign: &str) -> String {
    String::from_utf8(built_in(campaign).unwrap().remove("history.txt").expect("a history")).unwrap()
}

/// The commands of a history as words.
pub(crate) fn commands(campaign: &str) -> Vec<Vec<String>> {
    script(campaign).lines().filter_map(shlex::split).filter(|words| !words.is_empty()).collect()
}

/// The files of a folder, without its folders.
pub(crate) fn files(folder: &Path) -> Files {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let file =
        |path: PathBuf| (path.file_name().unwrap().to_string_lossy().into_owned(), std::fs::read(&path).unwrap());
    entries.filter(|path| path.is_file()).map(file).collect()
}

/// A folder in which a campaign has been made and its history played.
pub(crate) fn played(campaign: &str) -> Field {
    const NAMES: [&str; 3] = ["brody-1941", "typhoon-1941", "uranus-1942"];
    static PLAYED: [OnceLock<Files>; NAMES.len()] = [const { OnceLock::new() }; NAMES.len()];
    let place = NAMES.iter().position(|name| *name == campaign).expect("a campaign with a history");
    let played = PLAYED[place].get_or_init(|| {
        let field = Field::empty();
        field.done(&format!("new {campaign} -q"));
        field.write("history.txt", &script(campaign));
        field.done("run history.txt --quiet");
        files(field.dir.path())
    });
    let field = Field::empty();
    for (name, bytes) in played {
        std::fs::write(field.dir.path().join(name), bytes).unwrap();
    }
    field
}
