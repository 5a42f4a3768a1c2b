//! How many connections are open at the same time: so many of one machine, so many of all others together. This machine has
//! its own measure, so that whatever comes from elsewhere the umpire still comes in. One on which nothing moves is hung up on,
//! so that none is held for ever.

use std::collections::BTreeMap;
use std::future::Future;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;

use axum::Router;
use axum::extract::{ConnectInfo, Extension};
use axum::serve::Listener;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::{Sleep, sleep};

/// How many of one machine; a browser has six, and one for each window that is told what changes.
const OF_ONE: usize = 64;
/// How many of all machines but this one, and how many of this one.
const OF_ALL: usize = 256;
/// How long one may be open until the head of a request is there, the first or the next.
const HEAD: Duration = Duration::from_secs(8);
/// How long one may take in nothing of what is sent to it.
const TAKES: Duration = Duration::from_secs(30);

/// How many are open, by where they come from.
#[derive(Debug, Clone, Default)]
struct Counts(Arc<Mutex<BTreeMap<IpAddr, usize>>>);

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

/// At which of the addresses of this machine a connection came in.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Reached(pub(crate) SocketAddr);

/// Answers whoever comes in, each on a connection of its own.
pub(crate) async fn serve(mut listener: TcpListener, router: Router) {
    let counts = Counts::default();
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(HEAD);
    loop {
        // The one of `axum`, which waits where the machine has no more of them.
        let (stream, from) = Listener::accept(&mut listener).await;
        // Whoever has too many is hung up on.
        let Some(counted) = counts.open(from.ip()) else { continue };
        let Ok(reached) = stream.local_addr() else { continue };
        let about = (Extension(ConnectInfo(from)), Extension(Reached(reached)));
        let service = TowerToHyperService::new(router.clone().layer(about));
        let io = TokioIo::new(LetIn::new(stream, TAKES, counted));
        // What becomes of one concerns no other.
        tokio::spawn(http.serve_connection(io, service));
    }
}

/// A connection that was let in.
struct LetIn {
    stream: TcpStream,
    /// How long it may take in nothing.
    takes: Duration,
    /// Runs while it takes in nothing.
    waits: Option<Pin<Box<Sleep>>>,
    _counted: Counted,
}

impl LetIn {
    fn new(stream: TcpStream, takes: Duration, counted: Counted) -> Self {
        Self { stream, takes, waits: None, _counted: counted }
    }
}

impl AsyncRead for LetIn {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, into: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(cx, into)
    }
}

impl AsyncWrite for LetIn {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(cx, bytes);
        if written.is_ready() {
            self.waits = None;
            return written;
        }
        let takes = self.takes;
        let waits = self.waits.get_or_insert_with(|| Box::pin(sleep(takes)));
        waits.as_mut().poll(cx).map(|()| Err(io::ErrorKind::TimedOut.into()))
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
    use std::future::poll_fn;
    use std::io::Read as _;

    use super::*;

    async fn write_all(to: &mut LetIn, mut bytes: &[u8]) -> io::Result<()> {
        while !bytes.is_empty() {
            let written = poll_fn(|cx| Pin::new(&mut *to).poll_write(cx, bytes)).await?;
            bytes = &bytes[written..];
        }
        Ok(())
    }

    #[test]
    fn who_takes_in_nothing_is_hung_up_on_and_who_is_slow_is_waited_for() {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
            let mut other = std::net::TcpStream::connect(listener.local_addr().unwrap()).unwrap();
            let (stream, from) = listener.accept().await.unwrap();
            let takes = Duration::from_millis(400);
            let mut let_in = LetIn::new(stream, takes, Counts::default().open(from.ip()).unwrap());
            // More than what lies on the way between them, in pieces that take longer together than it waits for one.
            let long = vec![7; 16 << 20];
            let all = long.len();
            let slowly = std::thread::spawn(move || {
                let (mut piece, mut read) = (vec![0; 1 << 20], 0);
                while read < all {
                    read += other.read(&mut piece).unwrap();
                    std::thread::sleep(takes / 20);
                }
                other
            });
            write_all(&mut let_in, &long).await.unwrap();
            let _other = slowly.join().unwrap();
            let written = write_all(&mut let_in, &long).await;
            assert_eq!(written.unwrap_err().kind(), io::ErrorKind::TimedOut);
        });
    }

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
