//! What is swept: a folder as it is before a command, the command, and how the folder must stand after it.

use std::collections::BTreeMap;
use std::path::Path;

use domain::SideId;
use ledger::{Ledger, Moment, NewPlayer};

use super::shim::{Fault, run};

/// A campaign file as it stands: its operations, and the campaign as JSON with what players propose.
type Stands = (usize, String);

/// The campaign files of a folder by name, and how many of each kind of other thing there are.
pub(super) type State = BTreeMap<String, Stands>;

/// A command in a folder.
pub(super) struct Scene {
    pub(super) name: &'static str,
    pub(super) words: Vec<String>,
    folder: tempfile::TempDir,
    pub(super) before: State,
    pub(super) after: State,
    /// What may lie in the folder: before, and after.
    files: Vec<String>,
}

/// Name, the lines that prepare it, the command.
const SCENES: &[(&str, &[&str], &str)] = &[
    ("bound close", &["bound note one"], "bound close"),
    ("restore", &["bound note one", "backup b.backup", "bound note two", "bound note three"], "restore b.backup"),
    ("backup", &["bound note one"], "backup b.backup"),
    ("rescue", &["bound note one"], "rescue c.railhead r.railhead"),
    ("new", &[], "new first-bound n.railhead"),
    ("unit set", &[], "unit set ax.b1 square=0806 --reason counted"),
    ("ground set", &[], "ground set 0806 --terrain close"),
    ("crossing destroy", &[], "crossing destroy brod --reason 'blown in the night'"),
    ("move", &[], "move su.b1 Stepnoye --rate road"),
    ("order", &[], "order su.td move Dubrava --rate road"),
    ("bound march", &["order su.td move Dubrava --rate road"], "bound march"),
    ("supply transfer", &[], "supply transfer olshany ax.t1 2 log"),
    ("setting set", &[], "setting set writer_wait 20"),
    ("grade set", &[], "grade set ax.id veteran --reason held"),
    ("bound note", &[], "bound note anything"),
    ("undo", &["bound note one", "crossing destroy brod"], "undo"),
    ("redo", &["crossing destroy brod", "undo"], "redo"),
    ("op restore", &["crossing destroy brod", "undo", "bound note two"], "op restore 2"),
    ("run --atomic", &[], "run script.txt --atomic"),
    ("orders import --propose", &[], "orders import mail.txt --propose Dmitri"),
];

/// A script of several lines; done whole by `--atomic`.
const SCRIPT: &str = "bound note one\ncrossing destroy brod\nmove su.b1 Stepnoye --rate road\nbound note two\n";

/// Orders of a player who is named in the file.
const MAIL: &str = "side SU\nbound 1am\nsu.td move Dubrava --rate road\nsu.b1 dig-in\n";

/// The names of all scenes.
pub(super) fn all() -> impl Iterator<Item = &'static str> {
    SCENES.iter().map(|(name, ..)| *name).chain([MIGRATION])
}

/// The scene of the file of the first schema.
pub(super) const MIGRATION: &str = "migration";

/// The scene of this name.
pub(super) fn named(library: &Path, name: &str) -> Scene {
    let Some((name, prepare, line)) = SCENES.iter().find(|(of, ..)| *of == name) else {
        return scene(library, MIGRATION, "bound note anything", |folder| {
            let source = concat!(env!("CARGO_MANIFEST_DIR"), "/src/ledger/tests/released/schema-1.db.z");
            let mut bytes = Vec::new();
            let mut file = flate2::read::ZlibDecoder::new(std::fs::File::open(source).unwrap());
            std::io::Read::read_to_end(&mut file, &mut bytes).unwrap();
            std::fs::write(folder.join("c.railhead"), bytes).unwrap();
        });
    };
    scene(library, name, line, |folder| play(library, folder, prepare))
}

fn play(library: &Path, folder: &Path, lines: &[&str]) {
    std::fs::write(folder.join("script.txt"), SCRIPT).unwrap();
    std::fs::write(folder.join("mail.txt"), MAIL).unwrap();
    for line in ["new first-bound c.railhead"].iter().chain(lines) {
        let ran = run(library, folder, &shlex::split(line).unwrap(), Fault::Kill, 0);
        assert_eq!(ran.code(), Some(0), "{line}: {}", ran.err);
    }
    let new = NewPlayer { name: "Dmitri", side: &SideId::new("SU").unwrap(), commander: None, key: b"key" };
    Ledger::open(&folder.join("c.railhead")).unwrap().add_player(&new).unwrap();
}

fn scene(library: &Path, name: &'static str, line: &str, prepare: impl FnOnce(&Path)) -> Scene {
    let folder = tempfile::tempdir().unwrap();
    prepare(folder.path());
    let mut words = shlex::split(line).unwrap();
    // The campaign is named: some of the commands make another file.
    words.extend(["--campaign".to_owned(), "c.railhead".to_owned()]);
    let mut scene = Scene { name, words, folder, before: State::new(), after: State::new(), files: Vec::new() };
    let done = scene.fresh();
    let ran = run(library, done.path(), &scene.words, Fault::Kill, 0);
    assert_eq!(ran.code(), Some(0), "{line}: {}", ran.err);
    scene.files = [names(scene.folder.path()), names(done.path())].concat();
    scene.before = scene.state(scene.fresh().path()).unwrap();
    scene.after = scene.state(done.path()).unwrap();
    assert!(scene.before != scene.after, "{line} changes something");
    scene
}

impl Scene {
    /// The folder as it is before the command.
    pub(super) fn fresh(&self) -> tempfile::TempDir {
        let fresh = tempfile::tempdir().unwrap();
        for name in names(self.folder.path()) {
            std::fs::copy(self.folder.path().join(&name), fresh.path().join(&name)).unwrap();
        }
        fresh
    }

    /// How the campaign files of a folder stand; each must open and be sound.
    pub(super) fn state(&self, folder: &Path) -> Result<State, String> {
        let mut state = State::new();
        // What a killed restore has left beside it is taken away when the campaign is opened.
        Ledger::open(&folder.join("c.railhead")).map_err(|error| error.to_string())?;
        for name in names(folder).into_iter().filter(|name| is_campaign(name)) {
            let ledger = Ledger::open(&folder.join(&name)).map_err(|error| format!("{name}: {error}"))?;
            let found = ledger.verify().map_err(|error| format!("{name}: {error}"))?;
            if !found.breaches.is_empty() {
                return Err(format!("{name}: {:?}", found.breaches));
            }
            let operations = ledger.operations().map_err(|error| error.to_string())?;
            let campaign = ledger.campaign().map_err(|error| error.to_string())?;
            let start = ledger.as_of(Moment::Start).map_err(|error| error.to_string())?;
            let proposals = ledger.proposals().map_err(|error| error.to_string())?;
            let told = format!("{}{}{proposals:?}", serde_json::to_string(&campaign).unwrap(), start.name);
            state.insert(name, (operations.len(), told));
        }
        if self.name == "restore" {
            // What stood there before is under one of the two names, and nothing else of it.
            state.remove("b.backup");
            let kept: Vec<&Stands> = state.values().collect();
            let old = self.before.get("c.railhead");
            if old.is_some_and(|old| !kept.contains(&old)) {
                return Err("what stood there before is gone".to_owned());
            }
        }
        Ok(state)
    }

    /// What lies in a folder that lies there neither before nor after.
    pub(super) fn leftovers(&self, folder: &Path) -> Vec<String> {
        let mut left: Vec<String> = names(folder).into_iter().filter(|name| !self.files.contains(name)).collect();
        left.extend(names(&folder.join("temp")));
        left
    }
}

fn is_campaign(name: &str) -> bool {
    let ends = [".railhead", ".backup", ".replaced-1"];
    !name.starts_with('.') && ends.iter().any(|end| name.ends_with(end))
}

/// The files of a folder, by name; what SQLite makes beside them while they are open is none of them.
fn names(folder: &Path) -> Vec<String> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    let names = entries.map(|entry| entry.unwrap()).filter(|entry| !entry.path().is_dir());
    let mut names: Vec<String> = names.map(|entry| entry.file_name().into_string().unwrap()).collect();
    names.retain(|name| !name.ends_with("-wal") && !name.ends_with("-shm"));
    names.sort();
    names
}
