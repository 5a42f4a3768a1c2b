//! What is told to open pages when something has changed.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::sync::{Arc, Mutex, PoisonError};

use axum::response::sse::Event;
use futures_util::stream::{self, Stream};
use tokio::sync::broadcast;

/// How many pieces of news wait for a page that is slow; one that has missed some asks for everything anew.
const WAIT: usize = 64;

/// How many windows of one key are told at the same time.
const WINDOWS: usize = 4;

/// Who is told.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Reader {
    /// The umpire.
    Umpire,
    /// The player with this number.
    Player(u64),
    /// The screen with this number.
    Screen(u64),
}

/// A piece of news.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Piece {
    /// Who is told; none: everybody.
    pub(crate) to: Reader,
    /// What kind of change: `op`, `proposal`, `message`, `asked` (a battle asks a player, or he has said something); `phones`, of how many players listen; `bye` whose key is void, `away` where another campaign is opened.
    pub(crate) kind: &'static str,
    /// Its number.
    pub(crate) id: u64,
}

/// Where news is given out.
#[derive(Debug, Clone)]
pub(crate) struct News {
    pieces: broadcast::Sender<Piece>,
    /// Who listens.
    pub(crate) windows: Windows,
}

impl News {
    pub(crate) fn new() -> Self {
        Self { pieces: broadcast::channel(WAIT).0, windows: Windows::default() }
    }

    pub(crate) fn tell(&self, to: Reader, kind: &'static str, id: u64) {
        // Without an open page nobody has to be told.
        let _ = self.pieces.send(Piece { to, kind, id });
    }

    pub(crate) fn listen(&self) -> broadcast::Receiver<Piece> {
        self.pieces.subscribe()
    }
}

/// How many windows are being told, by their keys.
#[derive(Debug, Clone, Default)]
pub(crate) struct Windows(Arc<Mutex<BTreeMap<String, usize>>>);

/// A window that is being told: it counts for as long as this is kept.
#[derive(Debug)]
pub(crate) struct Listening {
    windows: Windows,
    key: String,
}

impl Windows {
    /// Counts one more; none where the key has enough of them.
    pub(crate) fn open(&self, key: &str) -> Option<Listening> {
        let mut open = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let count = open.entry(key.to_owned()).or_default();
        (*count < WINDOWS).then(|| {
            *count += 1;
            Listening { windows: self.clone(), key: key.to_owned() }
        })
    }

    /// The keys by which somebody is being told.
    pub(crate) fn keys(&self) -> Vec<String> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).keys().cloned().collect()
    }
}

impl Drop for Listening {
    fn drop(&mut self) {
        let mut open = self.windows.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = open.get_mut(&self.key) {
            *count -= 1;
            if *count == 0 {
                open.remove(&self.key);
            }
        }
    }
}

/// What a window is told, the state that it shows first.
pub(crate) fn told(
    reader: Reader,
    state: u64,
    window: (broadcast::Receiver<Piece>, Listening),
) -> impl Stream<Item = Result<Event, Infallible>> {
    let first = Piece { to: reader, kind: "op", id: state };
    stream::unfold((Some(first), Some(window)), move |(first, window)| async move {
        let mut window = window?;
        if let Some(piece) = first {
            return Some((Ok(event(&piece)), (None, Some(window))));
        }
        loop {
            match window.0.recv().await {
                Ok(piece) if piece.to == reader => {
                    // Whoever is sent away hears nothing more: his number is somebody else's in another campaign.
                    let goes_on = !matches!(piece.kind, "bye" | "away");
                    return Some((Ok(event(&piece)), (None, goes_on.then_some(window))));
                }
                Ok(_) => {}
                // It has missed some: it is to ask for everything anew.
                Err(broadcast::error::RecvError::Lagged(_)) => {
                    return Some((Ok(Event::default().event("anew").data("1")), (None, Some(window))));
                }
                Err(broadcast::error::RecvError::Closed) => return None,
            }
        }
    })
}

fn event(piece: &Piece) -> Event {
    Event::default().event(piece.kind).id(piece.id.to_string()).data(piece.id.to_string())
}
