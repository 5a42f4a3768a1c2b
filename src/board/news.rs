//! What is told to open pages when something has changed.

use tokio::sync::broadcast;

/// How many pieces of news wait for a page that is slow; one that has missed some asks for everything anew.
const WAIT: usize = 64;

/// Who is told.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Reader {
    /// The umpire.
    Umpire,
    /// The player with this number.
    Player(u64),
}

/// A piece of news.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Piece {
    /// Who is told; none: everybody.
    pub(crate) to: Reader,
    /// What kind of change: `op`, `proposal`, `message`, `bye`.
    pub(crate) kind: &'static str,
    /// Its number.
    pub(crate) id: u64,
}

/// Where news is given out.
#[derive(Debug, Clone)]
pub(crate) struct News(broadcast::Sender<Piece>);

impl News {
    pub(crate) fn new() -> Self {
        Self(broadcast::channel(WAIT).0)
    }

    pub(crate) fn tell(&self, to: Reader, kind: &'static str, id: u64) {
        // Without an open page nobody has to be told.
        let _ = self.0.send(Piece { to, kind, id });
    }

    pub(crate) fn listen(&self) -> broadcast::Receiver<Piece> {
        self.0.subscribe()
    }
}
