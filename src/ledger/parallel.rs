//! Reading in threads of their own, each by a connection of its own.
//!
//! What it decides: whether another connection sees what this one sees.
//! What it never does: give what it could not read. Then it is read here, and an error is the true one.

use std::path::Path;
use std::sync::mpsc::{self, Receiver};
use std::thread::{Scope, ScopedJoinHandle};

use rusqlite::{Connection, OpenFlags};

use crate::file::connection::{READER_WAIT, connect};
use crate::file::storage_error::Result;

/// Number and hash of the last operation: two connections that see the same see the same campaign.
pub(crate) type Stamp = (i64, String);

/// Whether a connection sees the file as memory, for going through tables from end to end: to ask the system for each
/// page takes longer than what is done with it.
///
/// Not for looking things up: pages seen so are not kept, and are looked over each time anew. The price is that a disk
/// that fails while a page is read ends the process with a signal and not with an error.
pub(crate) fn see_as_memory(conn: &Connection, yes: bool) -> Result<()> {
    const LARGEST: i64 = 1 << 30;
    Ok(conn.pragma_update(None, "mmap_size", if yes { LARGEST } else { 0 })?)
}

/// The stamp of what a connection sees.
pub(crate) fn stamp(conn: &Connection) -> Result<Stamp> {
    let sql = "SELECT number, hash FROM operation ORDER BY number DESC LIMIT 1";
    Ok(conn.query_row(sql, [], |row| Ok((row.get(0)?, row.get(1)?)))?)
}

/// A part being read apart; none where no thread could be had.
pub(crate) type Parallel<'scope, T> = Option<ScopedJoinHandle<'scope, Option<T>>>;

/// A thread that does nothing, to be made before those that do.
///
/// Linux may leave the first thread that one makes waiting on the core of its maker until the next tick of the clock,
/// which is most of what loading takes; with one waiting there, the others go to other cores at once.
pub(crate) fn spare<'scope>(scope: &'scope Scope<'scope, '_>) {
    drop(std::thread::Builder::new().spawn_scoped(scope, || ()));
}

/// Reads a part in a thread of its own.
pub(crate) fn spawn<'scope, T: Send + 'scope>(
    scope: &'scope Scope<'scope, '_>,
    path: &'scope Path,
    stamp: &'scope Stamp,
    read: impl FnOnce(&Connection) -> Result<T> + Send + 'scope,
) -> Parallel<'scope, T> {
    let work = move || {
        // Of a file that may only be read the path says so itself, as a URI.
        let mut conn = connect(path, OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI).ok()?;
        conn.busy_timeout(READER_WAIT).ok()?;
        let transaction = conn.transaction().ok()?;
        (self::stamp(&transaction).ok()? == *stamp).then_some(())?;
        read(&transaction).ok()
    };
    std::thread::Builder::new().spawn_scoped(scope, work).ok()
}

/// The same of a part that goes through tables from end to end.
pub(crate) fn spawn_through<'scope, T: Send + 'scope>(
    scope: &'scope Scope<'scope, '_>,
    path: &'scope Path,
    stamp: &'scope Stamp,
    read: impl FnOnce(&Connection) -> Result<T> + Send + 'scope,
) -> Parallel<'scope, T> {
    spawn(scope, path, stamp, |conn| {
        see_as_memory(conn, true)?;
        read(conn)
    })
}

/// Takes one thing after another that is read, and says whether more is wanted.
pub(crate) type Each<'e, T> = &'e mut dyn FnMut(T) -> bool;

/// Reads one thing after another; what that comes to.
type Reading<'scope, T, D> = dyn Fn(&Connection, Each<'_, T>) -> Result<D> + 'scope;

/// Things that a thread of its own reads, to be had one after another while it goes on; what it does not give, for whatever
/// reason, is read here.
pub(crate) struct Stream<'scope, T, D> {
    conn: &'scope Connection,
    read: Box<Reading<'scope, T, D>>,
    come: Receiver<Vec<T>>,
    parallel: Parallel<'scope, D>,
    /// Of what has come, or was read here, what has not been taken.
    here: std::vec::IntoIter<T>,
    taken: usize,
    done: Option<Result<D>>,
}

/// How many things come at once: to wake who waits takes longer than to read a few.
const SOME: usize = 128;

/// Begins to read one thing after another in a thread of its own; none is begun where there is no stamp.
pub(crate) fn stream<'scope, T, D>(
    scope: &'scope Scope<'scope, '_>,
    (conn, path): (&'scope Connection, &'scope Path),
    stamp: Option<&'scope Stamp>,
    read: impl Fn(&Connection, Each<'_, T>) -> Result<D> + Clone + Send + 'scope,
) -> Stream<'scope, T, D>
where
    T: Send + 'scope,
    D: Send + 'scope,
{
    let (send, come) = mpsc::channel();
    let there = read.clone();
    let parallel = stamp.and_then(|stamp| {
        spawn_through(scope, path, stamp, move |conn| {
            let mut some = Vec::with_capacity(SOME);
            let done = there(conn, &mut |item| {
                some.push(item);
                some.len() < SOME || send.send(std::mem::replace(&mut some, Vec::with_capacity(SOME))).is_ok()
            });
            let _ = send.send(some);
            done
        })
    });
    Stream { conn, read: Box::new(read), come, parallel, here: Vec::new().into_iter(), taken: 0, done: None }
}

impl<T, D> Stream<'_, T, D> {
    /// Reads to the end; what reading came to.
    pub(crate) fn done(mut self) -> Result<D> {
        self.by_ref().for_each(drop);
        match self.done.take() {
            Some(done) => done,
            None => self.read_here(),
        }
    }

    fn read_here(&mut self) -> Result<D> {
        let (mut left, mut rest) = (self.taken, Vec::new());
        let done = (self.read)(self.conn, &mut |item| {
            match left.checked_sub(1) {
                Some(fewer) => left = fewer,
                None => rest.push(item),
            }
            true
        });
        self.here = rest.into_iter();
        done
    }
}

impl<T, D> Iterator for Stream<'_, T, D> {
    type Item = T;

    fn next(&mut self) -> Option<T> {
        while self.here.len() == 0 && self.done.is_none() {
            if let Ok(some) = self.come.recv() {
                self.here = some.into_iter();
            } else {
                let done = joined(self.parallel.take());
                self.done = Some(done.map_or_else(|| self.read_here(), Ok));
            }
        }
        self.taken += 1;
        self.here.next()
    }
}

/// What was read apart, unless that failed for whatever reason, or another process has written in between.
pub(crate) fn joined<T>(parallel: Parallel<'_, T>) -> Option<T> {
    parallel.and_then(|handle| handle.join().ok().flatten())
}

/// What was read apart; where it was not, it is read here.
pub(crate) fn join<T>(parallel: Parallel<'_, T>, here: impl FnOnce() -> Result<T>) -> Result<T> {
    joined(parallel).map_or_else(here, Ok)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::file::storage_error::StorageError;

    const FILE: &str = "a.db";

    /// A file with a log of one operation, and its folder.
    fn file() -> (Connection, tempfile::TempDir) {
        let folder = tempfile::tempdir().unwrap();
        let conn = Connection::open(folder.path().join(FILE)).unwrap();
        let log = "CREATE TABLE operation (number INTEGER, hash TEXT); INSERT INTO operation VALUES (1, 'a')";
        conn.execute_batch(log).unwrap();
        (conn, folder)
    }

    /// Reads so many numbers, in another thread only up to one of them.
    fn all_of(many: u32, ends_aside_at: Option<u32>, has_stamp: bool) -> (Vec<u32>, u32) {
        let (conn, folder) = file();
        let path = folder.path().join(FILE);
        let (stamp, here) = (stamp(&conn).unwrap(), std::thread::current().id());
        let read = |_: &Connection, each: Each<'_, u32>| {
            let is_aside = std::thread::current().id() != here;
            for number in 0..many {
                if is_aside && ends_aside_at == Some(number) {
                    return Err(StorageError::Damaged("torn".to_owned()));
                }
                each(number);
            }
            Ok(many)
        };
        std::thread::scope(|scope| {
            let mut coming = stream(scope, (&conn, &path), has_stamp.then_some(&stamp), read);
            let taken = coming.by_ref().collect();
            (taken, coming.done().unwrap())
        })
    }

    #[test]
    fn everything_comes_once_and_in_order_whoever_reads_it() {
        for many in [0, 1, 127, 128, 129, 1_000] {
            let expected = ((0..many).collect::<Vec<_>>(), many);
            assert_eq!(all_of(many, None, true), expected);
            assert_eq!(all_of(many, None, false), expected);
            for end in [0, 1, 127, 128, 129, 500].into_iter().filter(|end| *end < many) {
                assert_eq!(all_of(many, Some(end), true), expected, "{many} numbers, aside up to {end}");
            }
        }
    }

    #[test]
    fn who_wants_no_more_is_not_waited_for() {
        let (conn, folder) = file();
        let path = folder.path().join(FILE);
        let stamp = stamp(&conn).unwrap();
        // Endless, but for who wants no more.
        let read = |_: &Connection, each: Each<'_, u64>| Ok((0..u64::MAX).take_while(|number| each(*number)).count());
        std::thread::scope(|scope| {
            let mut coming = stream(scope, (&conn, &path), Some(&stamp), read);
            assert_eq!(coming.by_ref().take(3).collect::<Vec<_>>(), [0, 1, 2]);
        });
    }
}
