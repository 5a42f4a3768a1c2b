//! The operations that wait beside a file, in its `-wal`, and whether they are the file's own.
//!
//! SQLite takes whatever lies there for the file's own. Where a backup was copied over a file whose `-wal` was left by a
//! program that was killed, it would mix the two, or bring back what was put away. So every transaction leaves a **mark** in
//! the head of the file (`PRAGMA user_version`): in its lower half the first 16 bits of the running hash of the log as it is
//! then, in its upper half the lower half of the mark before. The head goes through the `-wal` with every transaction, and
//! the first one there must follow on what the file itself says, unless some of them have come into the file already.
//!
//! What it never does: read more than marks. One file in 65,536 that is not its own passes.

use std::fs::File;
use std::io::{ErrorKind, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use rusqlite::Connection;

use crate::error::LedgerError;
use crate::file::storage_error::Result;
use crate::file::whole_file::with_end;
use crate::log::append::last_hash;

/// Where the mark stands in the first page.
const MARK: usize = 60;
/// How long another process that is writing is given to go on before what was seen is looked at again.
const PAUSE: Duration = Duration::from_millis(30);
/// How often.
const LOOKS: usize = 20;

/// The name of what lies beside a file: `-wal`, `-shm`.
pub(crate) fn beside(path: &Path, end: &str) -> PathBuf {
    with_end(&path.canonicalize().unwrap_or_else(|_| path.to_owned()), end)
}

/// The mark of the file as this connection sees it.
pub(crate) fn marked(conn: &Connection) -> Result<u32> {
    let mark: i32 = conn.pragma_query_value(None, "user_version", |row| row.get(0))?;
    Ok(mark.cast_unsigned())
}

/// Leaves the mark of a transaction about to be committed, from that which stood before it.
pub(crate) fn mark(conn: &Connection, before: u32) -> Result<()> {
    let hash = last_hash(conn)?;
    let tip = hash.get(..4).and_then(|digits| u32::from_str_radix(digits, 16).ok()).unwrap_or_default();
    Ok(conn.pragma_update(None, "user_version", (lower(before) << 16 | tip).cast_signed())?)
}

fn lower(mark: u32) -> u32 {
    mark & 0xFFFF
}

/// Refuses a file beside which something waits that is not its own.
pub(crate) fn must_be_its_own(path: &Path) -> Result<(), LedgerError> {
    let io = |source| LedgerError::Io { path: path.to_owned(), source };
    let mut seen = look(path).map_err(io)?;
    for _ in 0..LOOKS {
        if seen.as_ref().is_none_or(Seen::is_its_own) {
            return Ok(());
        }
        // Another process may have gone on between one look and the other.
        std::thread::sleep(PAUSE);
        let again = look(path).map_err(io)?;
        if again == seen {
            let fits = seen.is_some_and(|seen| seen.follows());
            return Err(LedgerError::NotItsOwn { path: path.to_owned(), beside: beside(path, "-wal"), fits });
        }
        seen = again;
    }
    Ok(())
}

/// Whether operations wait beside a file.
pub(crate) fn waits(path: &Path) -> bool {
    std::fs::metadata(beside(path, "-wal")).is_ok_and(|about| about.len() > 0)
}

/// A file and what waits beside it.
#[derive(Debug, PartialEq, Eq)]
struct Seen {
    mark: u32,
    changed: SystemTime,
    /// The marks of what waits, in order.
    waiting: Vec<u32>,
    waits_since: SystemTime,
}

impl Seen {
    fn is_its_own(&self) -> bool {
        // While they come into the file, its head is the first page to be written: so either it is one of theirs, or
        // none has come, and then the file was not written to since they were.
        let is_one_of_them = self.waiting.is_empty() || self.waiting.contains(&self.mark);
        is_one_of_them || (self.follows() && self.changed <= self.waits_since)
    }

    /// Whether what waits follows on what the file says.
    fn follows(&self) -> bool {
        self.waiting.first().is_some_and(|first| first >> 16 == lower(self.mark))
    }
}

fn look(path: &Path) -> std::io::Result<Option<Seen>> {
    let mut log = match File::open(beside(path, "-wal")) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        opened => opened?,
    };
    let waiting = marks(&mut log)?;
    if waiting.is_empty() {
        return Ok(None);
    }
    let mut file = File::open(path)?;
    let mut head = [0; 100];
    file.read_exact(&mut head)?;
    let (changed, waits_since) = (file.metadata()?.modified()?, log.metadata()?.modified()?);
    Ok(Some(Seen { mark: number(&head, MARK), changed, waiting, waits_since }))
}

/// The marks in the heads that committed transactions wrote (<https://sqlite.org/fileformat2.html>, section 4).
fn marks(log: &mut File) -> std::io::Result<Vec<u32>> {
    let mut found = Vec::new();
    let mut open = Vec::new();
    let mut head = [0; 32];
    if !filled(log, &mut head)? || number(&head, 0) & !1 != 0x377f_0682 {
        return Ok(found);
    }
    let (page, salts) = (i64::from(number(&head, 8)), head[16..24].to_vec());
    loop {
        let mut frame = [0; 24];
        if !filled(log, &mut frame)? || frame[8..16] != salts[..] {
            return Ok(found);
        }
        let mut first = [0; MARK + 4];
        let is_head = number(&frame, 0) == 1 && page >= first.len() as i64;
        let read = if is_head { first.len() as i64 } else { 0 };
        if is_head {
            if !filled(log, &mut first)? {
                return Ok(found);
            }
            open.push(number(&first, MARK));
        }
        log.seek(SeekFrom::Current(page - read))?;
        if number(&frame, 4) > 0 {
            found.append(&mut open);
        }
    }
}

fn filled(log: &mut File, bytes: &mut [u8]) -> std::io::Result<bool> {
    match log.read_exact(bytes) {
        Err(error) if error.kind() == ErrorKind::UnexpectedEof => Ok(false),
        read => read.map(|()| true),
    }
}

fn number(bytes: &[u8], at: usize) -> u32 {
    bytes.get(at..at + 4).and_then(|four| four.try_into().ok()).map_or(0, u32::from_be_bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seen(mark: u32, waiting: &[u32], older: bool) -> bool {
        let now = SystemTime::UNIX_EPOCH + Duration::from_secs(9);
        let waits_since = if older { now - Duration::from_secs(1) } else { now };
        Seen { mark, changed: now, waiting: waiting.to_vec(), waits_since }.is_its_own()
    }

    #[test]
    fn what_waits_must_follow_on_what_the_file_says() {
        assert!(seen(0x0001_0002, &[0x0002_0003, 0x0003_0004], false), "none has come into the file");
        assert!(seen(0x0002_0003, &[0x0002_0003, 0x0003_0004], true), "the first has");
        assert!(seen(0x0003_0004, &[0x0002_0003, 0x0003_0004], true), "both have");
        assert!(!seen(0x0001_0009, &[0x0002_0003], false), "another file");
        assert!(!seen(0x0000_0001, &[0x0002_0003], false), "an earlier state");
        assert!(!seen(0x0001_0002, &[0x0002_0003], true), "the file was written to since, and not by them");
        assert!(seen(7, &[], true), "nothing waits");
        assert!(seen(0, &[0, 0], true), "a file of an older program has no marks");
    }
}
