//! Parts of the work done at the same time, each by a connection of its own that sees the same.

use std::path::Path;
use std::thread::Scope;

use rusqlite::Connection;

use super::findings::Findings;
use crate::file::storage_error::Result;
use crate::parallel::{self, Each, Parallel, Stamp, Stream};

/// The file that is verified, and the connection that has it open.
pub(crate) struct CheckedFile<'b> {
    pub(crate) conn: &'b Connection,
    pub(crate) path: &'b Path,
    /// None where there is no log to know the file by: then nothing is done aside.
    stamp: Option<Stamp>,
}

/// A part of the work that may be under way in another thread.
pub(crate) struct ParallelCheck<'scope, T, W> {
    conn: &'scope Connection,
    at: &'static str,
    work: W,
    parallel: Parallel<'scope, Done<T>>,
}

/// What a part found, and what it made; nothing where it ended early.
type Done<T> = (Findings, Option<T>);

impl<'b> CheckedFile<'b> {
    /// The file at `path`, opened by this connection.
    pub(crate) fn new(conn: &'b Connection, path: &'b Path) -> Self {
        Self { conn, path, stamp: parallel::stamp(conn).ok() }
    }

    /// Begins a part of the work in a thread of its own.
    pub(crate) fn check<'scope, T, W>(
        &'scope self,
        scope: &'scope Scope<'scope, '_>,
        at: &'static str,
        work: W,
    ) -> ParallelCheck<'scope, T, W>
    where
        T: Send + 'scope,
        W: Fn(&Connection, &mut Findings) -> Result<T> + Copy + Send + 'scope,
    {
        let there = move |conn: &Connection| Ok(done(conn, at, work));
        let parallel = self.stamp.as_ref().and_then(|stamp| parallel::spawn(scope, self.path, stamp, there));
        ParallelCheck { conn: self.conn, at, work, parallel }
    }

    /// Begins a part of the work that gives one thing after another.
    pub(crate) fn stream<'scope, T, W>(
        &'scope self,
        scope: &'scope Scope<'scope, '_>,
        at: &'static str,
        work: W,
    ) -> Stream<'scope, T, Done<()>>
    where
        T: Send + 'scope,
        W: Fn(&Connection, &mut Findings, Each<'_, T>) -> Result<()> + Copy + Send + 'scope,
    {
        let read =
            move |conn: &Connection, each: Each<'_, T>| Ok(done(conn, at, |conn, found| work(conn, found, each)));
        parallel::stream(scope, (self.conn, self.path), self.stamp.as_ref(), read)
    }
}

impl<T, W> ParallelCheck<'_, T, W>
where
    W: Fn(&Connection, &mut Findings) -> Result<T>,
{
    /// Waits for the end of the part; does it here where it could not be done aside.
    pub(crate) fn done(self) -> Done<T> {
        parallel::joined(self.parallel).unwrap_or_else(|| done(self.conn, self.at, self.work))
    }
}

fn done<T>(conn: &Connection, at: &'static str, work: impl FnOnce(&Connection, &mut Findings) -> Result<T>) -> Done<T> {
    let mut found = Findings::default();
    let made = found.part(at, |found| work(conn, found));
    (found, made)
}
