//! Campaign folders in the making: found, begun, changed stroke by stroke, and taken back.
//!
//! What it is: [`Drafts`], those of one folder of the machine; [`Draft`], one of them as it stands on the disk.
//! What it decides: which folders can be reached (those directly in that folder, by one name, and no links), and that a file
//! is written whole or not at all, and only where nobody else has changed it since it was read.
//! What it never does: keep anything of a folder but what `undo` wants: the folder is all there is. It never says what is
//! right: that is [`crate::command::new_campaign::read_folder`], as for `check`.
//! Where to look next: `stroke`, what is drawn; `underlay`, the picture under it; `workbooks`, from which
//! tables can be taken.

mod stroke;
mod underlay;
mod workbooks;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use ledger::whole_file;
use scenario::Folder;

use crate::command::new_campaign::read_folder;
use crate::command::new_folder::{MapSize, must_name_a_campaign, new_folder};
use crate::{OpError, View};

pub use campaign::Location;
pub use scenario::Fault;
pub use scenario::edit::{
    ColumnInfo, EditTable, PasteError, Pasted, TableRow, guess_columns, hand_files, head_value, orbat_of, pasted_file,
    pasted_text, sides_column, table_columns, with_head_value,
};
pub use stroke::Stroke;
pub use underlay::{Fit, Underlay};

/// How many strokes can be taken back.
const STEPS: usize = 200;
/// How many bytes are kept for that.
const KEPT: usize = 64 << 20;

/// The folders in the making.
#[derive(Debug)]
pub struct Drafts {
    dir: PathBuf,
    steps: Vec<Step>,
}

/// What was written, so that it can be taken back.
#[derive(Debug)]
struct Step {
    folder: String,
    file: String,
    before: Option<Vec<u8>>,
    after: Vec<u8>,
}

/// A folder as it stands.
#[derive(Debug)]
pub struct Draft {
    /// Its name.
    pub name: String,
    /// Its files.
    pub folder: Folder,
    /// The campaign; where there are faults, as much of it as could be read. None where not even the size of the map is
    /// known.
    pub campaign: Option<View>,
    /// Every fault.
    pub faults: Vec<Fault>,
    /// What is odd but legal.
    pub warnings: Vec<Fault>,
    /// On which line of `orbat.csv` each formation stands.
    pub formation_lines: BTreeMap<String, u64>,
}

impl Draft {
    /// The text of a file.
    pub fn text(&self, file: &str) -> String {
        String::from_utf8_lossy(self.folder.files.get(file).map_or(&[][..], Vec::as_slice)).into_owned()
    }

    /// A table of it.
    pub fn table(&self, file: &str) -> Option<EditTable> {
        EditTable::read(file, self.folder.files.get(file).map(Vec::as_slice))
    }

    /// The same folder with another text for a file, as it would read; nothing is written.
    #[must_use]
    pub fn with(mut self, file: &str, text: String) -> Self {
        self.folder.files.insert(file.to_owned(), text.into_bytes());
        Self::of(self.name, self.folder)
    }

    fn of(name: String, folder: Folder) -> Self {
        let reading = read_folder(&folder, &[]);
        Self {
            name,
            campaign: reading.campaign.or(reading.sketch),
            faults: reading.faults,
            warnings: reading.warnings,
            formation_lines: reading.formation_lines,
            folder,
        }
    }
}

impl Drafts {
    /// Those of a folder of the machine.
    pub fn new(dir: PathBuf) -> Self {
        Self { dir, steps: Vec::new() }
    }

    /// Their names, with their titles.
    ///
    /// # Errors
    /// When the folder of the machine cannot be read.
    pub fn list(&self) -> Result<Vec<(String, String)>, OpError> {
        let error = |source| OpError::File { path: PathBuf::from("."), source };
        let mut found = Vec::new();
        for entry in std::fs::read_dir(&self.dir).map_err(error)?.filter_map(Result::ok) {
            let name = entry.file_name().to_string_lossy().into_owned();
            let head = entry.path().join("campaign.toml");
            if domain::is_file_name(&name) && entry.file_type().is_ok_and(|kind| kind.is_dir()) && head.is_file() {
                let text = std::fs::read_to_string(&head).ok().filter(|_| !head.is_symlink());
                let title = text.and_then(|text| head_value(&text, "title"));
                found.push((name, title.unwrap_or_default()));
            }
        }
        found.sort();
        Ok(found)
    }

    /// Begins one: an empty map of so many columns and rows, or another built-in campaign under this name.
    ///
    /// # Errors
    /// When the name cannot name a campaign, there is such a folder, it cannot be written, or there is no such campaign.
    pub fn begin(&mut self, name: &str, size: MapSize, from: Option<&str>) -> Result<(), OpError> {
        // Before it is made part of a path: so it leads nowhere else.
        must_name_a_campaign(name)?;
        let folder = self.dir.join(name);
        // No folder is looked for that has the name of a built-in campaign.
        new_folder(&folder, size, from.map(|from| (from, Path::new("")))).map(|_| ())
    }

    /// One of them.
    ///
    /// # Errors
    /// When there is none of that name, or it cannot be read.
    pub fn open(&self, name: &str) -> Result<Draft, OpError> {
        let path = self.path(name)?;
        let folder = scenario::load_folder(&path).map_err(|source| OpError::File { path, source })?;
        Ok(Draft::of(name.to_owned(), folder))
    }

    /// Where it lies: directly in the folder of the machine, and no link to elsewhere.
    ///
    /// # Errors
    /// When there is none.
    pub fn path(&self, name: &str) -> Result<PathBuf, OpError> {
        let path = self.dir.join(name);
        let is_there = domain::is_file_name(name)
            && std::fs::symlink_metadata(&path).is_ok_and(|about| about.is_dir())
            && path.join("campaign.toml").is_file();
        if is_there {
            return Ok(path);
        }
        Err(OpError::Unknown { what: "campaign folder", given: name.to_owned(), near: Vec::new() })
    }

    /// Writes a file of a folder that was read, and remembers what it said.
    ///
    /// # Errors
    /// When somebody else has changed it since, or it cannot be written.
    pub fn write(&mut self, draft: &Draft, file: &str, text: &str) -> Result<(), OpError> {
        let path = self.path(&draft.name)?.join(file);
        let before = draft.folder.files.get(file).cloned();
        must_be(&path, before.as_deref())?;
        let after = text.as_bytes().to_vec();
        whole_file::write(&path, &after).map_err(|source| OpError::File { path, source })?;
        self.steps.push(Step { folder: draft.name.clone(), file: file.to_owned(), before, after });
        let size = |step: &Step| step.after.len() + step.before.as_ref().map_or(0, Vec::len);
        while self.steps.len() > STEPS || self.steps.iter().map(size).sum::<usize>() > KEPT {
            self.steps.remove(0);
        }
        Ok(())
    }

    /// Draws a stroke.
    ///
    /// # Errors
    /// When it cannot be drawn, or as of [`Drafts::write`].
    pub fn stroke(&mut self, name: &str, stroke: &Stroke) -> Result<(), OpError> {
        let draft = self.open(name)?;
        let (file, text) = stroke.drawn(&draft)?;
        self.write(&draft, file, &text)
    }

    /// The file that `undo` would give back what it said before; none where nothing was written since the program began.
    pub fn last_step(&self, name: &str) -> Option<&str> {
        self.steps.iter().rev().find(|step| step.folder == name).map(|step| step.file.as_str())
    }

    /// Takes back what was written last, and gives the name of the file.
    ///
    /// # Errors
    /// When there is nothing to take back, somebody else has changed the file since, or it cannot be written.
    pub fn undo(&mut self, name: &str) -> Result<String, OpError> {
        let Some(at) = self.steps.iter().rposition(|step| step.folder == name) else {
            return Err(OpError::Words {
                message: "there is nothing to undo".to_owned(),
                hint: "strokes are remembered until the program ends".into(),
            });
        };
        let path = self.path(name)?.join(&self.steps[at].file);
        let step = self.steps.remove(at);
        must_be(&path, Some(&step.after))?;
        let error = |source| OpError::File { path: path.clone(), source };
        match &step.before {
            Some(before) => whole_file::write(&path, before).map_err(error)?,
            None => std::fs::remove_file(&path).map_err(error)?,
        }
        Ok(step.file)
    }
}

/// That a file is what it was when it was read, and no link.
fn must_be(path: &Path, bytes: Option<&[u8]>) -> Result<(), OpError> {
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let words = |message: String, hint: &str| Err(OpError::Words { message, hint: hint.into() });
    if path.is_symlink() {
        return words(format!("`{name}` is a link and is not written"), "put the file in its place");
    }
    let now = match std::fs::read(path) {
        Ok(now) => Some(now),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => None,
        Err(source) => return Err(OpError::File { path: path.to_owned(), source }),
    };
    if now.as_deref() != bytes {
        return words(
            format!("`{name}` has been changed by another program: nothing was written"),
            "look at it as it stands now, and do it again",
        );
    }
    Ok(())
}
