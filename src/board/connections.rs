//! How many connections are open at the same time: so many of one machine, so many of all others together. This machine has
//! its own measure, so that whatever comes from elsewhere the umpire still comes in.

use std::collections::BTreeMap;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};

use axum::serve::Listener;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};

/// How many of one machine; a browser has six, and one for each window that is told what changes.
const OF_ONE: usize = 64;
/// How many of all machines but this one, and how many of this one.
const OF_ALL: usize = 256;

/// How many are open, by where they come from.
#[derive(Debug, Clone, Default)]
pub(crate) struct Counts(Arc<Mutex<BTreeMap<IpAddr, usize>>>);

/// A connection that is open: it counts for as long as this is kept.
#[derive(Debug)]
struct Counted {
    counts: Counts,
    from: IpAddr,
}

impl Counts {
    /// Counts one more; none where there are enough.
    fn open(&self, from: IpAddr) -> Option<Counted> {
        let mut open = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let here = from.is_loopback();
        let all: usize = open.iter().filter(|(of, _)| of.is_loopback() == here).map(|(_, count)| count).sum();
        let own = open.get(&from).copied().unwrap_or(0);
        if all >= OF_ALL || (!here && own >= OF_ONE) {
            return None;
        }
        open.insert(from, own + 1);
        Some(Counted { counts: self.clone(), from })
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        let mut open = self.counts.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = open.get_mut(&self.from) {
            *count -= 1;
            if *count == 0 {
                open.remove(&self.from);
            }
        }
    }
}

/// Where connections come in.
pub(crate) struct Gate {
    listener: TcpListener,
    counts: Counts,
}

impl Gate {
    pub(crate) fn new(listener: TcpListener) -> Self {
        Self { listener, counts: Counts::default() }
    }
}

/// A connection that was let in.
pub(crate) struct LetIn {
    stream: TcpStream,
    _counted: Counted,
}

impl Listener for Gate {
    type Io = LetIn;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (LetIn, SocketAddr) {
        loop {
            // The one of `axum`, which waits where the machine has no more of them.
            let (stream, from) = Listener::accept(&mut self.listener).await;
            // Whoever has too many is hung up on.
            if let Some(counted) = self.counts.open(from.ip()) {
                return (LetIn { stream, _counted: counted }, from);
            }
        }
    }

    fn local_addr(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }
}

impl AsyncRead for LetIn {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, into: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(cx, into)
    }
}

impl AsyncWrite for LetIn {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(cx, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_machine_has_its_measure_all_have_theirs_and_this_one_comes_in() {
        let counts = Counts::default();
        let from = |last: u8| IpAddr::from([192, 168, 0, last]);
        let mut open: Vec<Counted> = (0..OF_ONE).filter_map(|_| counts.open(from(1))).collect();
        assert_eq!(open.len(), OF_ONE);
        assert!(counts.open(from(1)).is_none());
        open.pop();
        open.extend(counts.open(from(1)));
        assert_eq!(open.len(), OF_ONE, "one that is closed makes room");
        for last in 2..9 {
            open.extend((0..OF_ONE).filter_map(|_| counts.open(from(last))));
        }
        assert_eq!(open.len(), OF_ALL);
        assert!(counts.open(from(9)).is_none());
        assert!(counts.open(IpAddr::from([127, 0, 0, 1])).is_some());
    }
}
