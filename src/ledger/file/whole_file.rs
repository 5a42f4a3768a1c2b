//! Files and folders that are written whole: beside, under a name that nobody can guess, flushed, and then renamed.
//!
//! What it decides: under which name something is made, what of that is left by a process that was killed, and that a
//! link, pipe or device stays what it is.
//! What it never does: take away what somebody has put there, but for the one file that it is asked to replace.
//! Where to look next: `create`, which makes campaign files in the same way.

use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::{Error, ErrorKind, Result, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use tempfile::{Builder, NamedTempFile};

/// Names of what is being made: these two with random letters between, and what SQLite puts behind.
const PREFIX: &str = ".railhead-";
const SUFFIX: &str = ".part";
/// Nobody takes so long to write what is in memory already.
const LONG_AGO: Duration = Duration::from_hours(1);
/// How many links a link may lead to, one after another.
const MOST_LINKS: usize = 40;

/// Writes a file, in place of one of that name: a regular one beside and renamed, so that none is left half written;
/// what a link leads to stays behind the link; a pipe or device is written to, for renaming would put a file in its
/// place.
///
/// # Errors
/// When it cannot be written; what was there is there still.
pub fn write(path: &Path, bytes: &[u8]) -> Result<()> {
    let path = behind_links(path)?;
    if path.metadata().is_ok_and(|about| !about.is_file() && !about.is_dir()) {
        return OpenOptions::new().write(true).open(&path)?.write_all(bytes);
    }
    let beside = made_beside(&path, bytes)?;
    beside.persist(&path).map_err(|error| error.error)?;
    flush(&folder_of(&path));
    Ok(())
}

/// Writes a file that must not be there yet.
///
/// # Errors
/// When something of that name is there ([`ErrorKind::AlreadyExists`]), or it cannot be written.
pub fn write_new(path: &Path, bytes: &[u8]) -> Result<()> {
    let beside = made_beside(path, bytes)?;
    beside.persist_noclobber(path).map_err(|error| error.error)?;
    flush(&folder_of(path));
    Ok(())
}

/// Puts a line behind what a file holds, and has it on the disk.
///
/// # Errors
/// When there is no such file, or it cannot be written.
pub fn append(path: &Path, line: &str) -> Result<()> {
    let mut file = OpenOptions::new().append(true).open(path)?;
    file.write_all(line.as_bytes())?;
    file.sync_data()
}

/// Writes a folder of files; one of that name must be empty.
///
/// # Errors
/// When it holds something, or cannot be written; nothing is left of it then.
pub fn write_folder(folder: &Path, files: &BTreeMap<String, Vec<u8>>) -> Result<()> {
    let folder = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
    let parent = folder_of(&folder);
    if !parent.exists() {
        fs::create_dir_all(&parent)?;
    }
    let beside = builder(0o777).tempdir_in(&parent).map_err(unnamed)?;
    sweep(&parent, beside.path());
    for (name, bytes) in files {
        let mut file = File::create_new(beside.path().join(plain(name)?))?;
        file.write_all(bytes)?;
        file.sync_all()?;
    }
    if let Ok(about) = folder.metadata() {
        fs::set_permissions(beside.path(), about.permissions())?;
    }
    flush(beside.path());
    put_in_place(beside.path(), &folder)?;
    // Under its new name it is no longer what is cleaned up.
    drop(beside.keep());
    flush(&parent);
    Ok(())
}

/// Gives a folder its name. One that is there is replaced only while it is empty, which the system looks after.
fn put_in_place(made: &Path, folder: &Path) -> Result<()> {
    match fs::rename(made, folder) {
        // Not every system puts a folder in the place of an empty one; none takes away one that is not.
        Err(error) if cfg!(windows) && folder.is_dir() => {
            fs::remove_dir(folder).map_err(|_| error)?;
            fs::rename(made, folder)
        }
        renamed => renamed,
    }
}

/// A name that lies in the folder in which it is written.
fn plain(name: &str) -> Result<&str> {
    let is_plain = !["", ".", ".."].contains(&name) && !name.contains(['/', '\\', ':', '\0']);
    if is_plain {
        Ok(name)
    } else {
        Err(Error::new(ErrorKind::InvalidInput, format!("`{name}` is not a valid file name")))
    }
}

/// A finished file beside the target, which is removed unless it is renamed.
fn made_beside(target: &Path, bytes: &[u8]) -> Result<NamedTempFile> {
    let folder = folder_of(target);
    let mut made = builder(0o666).tempfile_in(&folder).map_err(unnamed)?;
    sweep(&folder, made.path());
    // Its own `write_all` puts the passing name behind what the system says.
    made.as_file_mut().write_all(bytes)?;
    made.as_file().sync_all()?;
    Ok(made)
}

/// What is being made is readable by whom the umask allows, as anything that a program writes.
#[cfg(unix)]
pub(crate) fn builder(mode: u32) -> Builder<'static, 'static> {
    let mut builder = Builder::new();
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(mode));
    builder.prefix(PREFIX).suffix(SUFFIX);
    builder
}

#[cfg(not(unix))]
pub(crate) fn builder(_: u32) -> Builder<'static, 'static> {
    let mut builder = Builder::new();
    builder.prefix(PREFIX).suffix(SUFFIX);
    builder
}

/// Takes away what processes that were killed have left in a folder: what bears such a name and was last written long
/// before this was made. What cannot be looked at or taken away is in nobody's way.
pub(crate) fn sweep(folder: &Path, made: &Path) {
    let Some(now) = made.metadata().ok().and_then(|about| about.modified().ok()) else { return };
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let name = entry.file_name();
        let is_ours = name.to_str().is_some_and(|name| name.starts_with(PREFIX) && name.contains(SUFFIX));
        let about = entry.metadata().ok().filter(|_| is_ours);
        let age = about.as_ref().and_then(|about| now.duration_since(about.modified().ok()?).ok());
        if age.is_none_or(|age| age <= LONG_AGO) {
            continue;
        }
        let is_folder = about.is_some_and(|about| about.is_dir());
        drop(if is_folder { fs::remove_dir_all(entry.path()) } else { fs::remove_file(entry.path()) });
    }
}

/// What a link leads to, though it be not there yet.
fn behind_links(path: &Path) -> Result<PathBuf> {
    let mut path = path.to_owned();
    for _ in 0..MOST_LINKS {
        match fs::read_link(&path) {
            Ok(to) => path = folder_of(&path).join(to),
            Err(_) => return Ok(path),
        }
    }
    Err(Error::other("too many links lead from one to the next"))
}

/// What the system said, without the name of what was being made, which nobody knows: `tempfile` puts that behind it, and keeps
/// the error itself to itself.
pub(crate) fn unnamed(error: Error) -> Error {
    let words = error.to_string();
    match words.split_once(" at path ") {
        Some((said, _)) => Error::new(error.kind(), said.to_owned()),
        None => error,
    }
}

/// A name with something put behind it: `-wal`, a number.
pub(crate) fn with_end(path: &Path, end: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(end);
    name.into()
}

/// Flushes a folder, so that a name in it outlives a power failure; not every file system lets one be flushed.
pub(crate) fn flush(folder: &Path) {
    drop(File::open(folder).and_then(|folder| folder.sync_all()));
}

pub(crate) fn folder_of(path: &Path) -> PathBuf {
    let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty());
    parent.unwrap_or_else(|| Path::new(".")).to_owned()
}

#[cfg(test)]
mod tests {
    use std::time::SystemTime;

    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let mut names: Vec<String> =
            fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    fn files(name: &str) -> BTreeMap<String, Vec<u8>> {
        BTreeMap::from([("a.csv".to_owned(), b"a".to_vec()), (name.to_owned(), b"b".to_vec())])
    }

    #[test]
    fn what_cannot_be_made_is_not_called_by_its_passing_name() {
        let dir = tempfile::tempdir().unwrap();
        let error = write_new(&dir.path().join("none/x"), b"x").unwrap_err();
        assert!(!error.to_string().contains(PREFIX), "{error}");
        assert_eq!(error.kind(), ErrorKind::NotFound);
    }

    #[test]
    fn a_folder_is_there_whole_or_not_at_all() {
        let dir = tempfile::tempdir().unwrap();
        let out = dir.path().join("new/out");
        write_folder(&out, &files("b.csv")).unwrap();
        assert_eq!(names(&out), ["a.csv", "b.csv"]);
        assert_eq!(names(&dir.path().join("new")), ["out"], "nothing is left beside");
        let refused = write_folder(&out, &files("b.csv")).unwrap_err();
        assert_eq!(refused.kind(), ErrorKind::DirectoryNotEmpty, "{refused}");
        fs::remove_file(out.join("a.csv")).unwrap();
        fs::remove_file(out.join("b.csv")).unwrap();
        write_folder(&out, &files("b.csv")).unwrap();
        assert_eq!(names(&out), ["a.csv", "b.csv"], "an empty one is taken");
        for name in ["../x", "/x", "..", "", "a\\b", "C:x"] {
            let refused = write_folder(&dir.path().join("bad"), &files(name)).unwrap_err();
            assert_eq!(refused.to_string(), format!("`{name}` is not a valid file name"));
            assert_eq!(names(dir.path()), ["new"], "{name}: nothing is left of it");
        }
    }

    #[test]
    fn what_a_killed_process_left_is_swept_and_nothing_else() {
        let dir = tempfile::tempdir().unwrap();
        fs::write(dir.path().join("clock"), "").unwrap();
        let now = fs::metadata(dir.path().join("clock")).unwrap().modified().unwrap();
        let old = now - Duration::from_hours(3);
        let there = |name: &str, folder: bool, modified: SystemTime| {
            let path = dir.path().join(name);
            if folder {
                fs::create_dir(&path).unwrap();
            } else {
                fs::write(&path, "x").unwrap();
            }
            File::open(&path).unwrap().set_modified(modified).unwrap();
        };
        there(".railhead-Ab12cd.part", false, old);
        there(".railhead-Ef34gh.part", true, old);
        there(".railhead-Ij56kl.part", false, now);
        there(".railhead-keep.txt", false, old);
        there("mine.part", false, old);
        write(&dir.path().join("x.toml"), b"x").unwrap();
        assert_eq!(names(dir.path()), [".railhead-Ij56kl.part", ".railhead-keep.txt", "clock", "mine.part", "x.toml"]);
        there(".railhead-Ab12cd.part", false, old);
        write_folder(&dir.path().join("out"), &files("b")).unwrap();
        assert!(!names(dir.path()).contains(&".railhead-Ab12cd.part".to_owned()));
    }

    #[test]
    fn a_file_is_replaced_whole_and_a_new_one_replaces_none() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("x.toml");
        write(&path, b"one").unwrap();
        write(&path, b"two").unwrap();
        append(&path, " three\n").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"two three\n");
        assert_eq!(write_new(&path, b"four").unwrap_err().kind(), ErrorKind::AlreadyExists);
        write_new(&dir.path().join("y.toml"), b"four").unwrap();
        assert_eq!(names(dir.path()), ["x.toml", "y.toml"]);
        assert_eq!(append(&dir.path().join("none"), "x").unwrap_err().kind(), ErrorKind::NotFound);
    }

    #[cfg(unix)]
    #[test]
    fn a_link_stays_one_and_a_ring_of_links_is_refused() {
        let dir = tempfile::tempdir().unwrap();
        let link = |to: &str, name: &str| std::os::unix::fs::symlink(to, dir.path().join(name)).unwrap();
        fs::create_dir(dir.path().join("sub")).unwrap();
        link("sub/there", "link");
        write(&dir.path().join("link"), b"x").unwrap();
        assert_eq!(fs::read(dir.path().join("sub/there")).unwrap(), b"x");
        assert!(dir.path().join("link").is_symlink());
        link("ring", "ring");
        let refused = write(&dir.path().join("ring"), b"x").unwrap_err();
        assert_eq!(refused.to_string(), "too many links lead from one to the next");
    }
}
