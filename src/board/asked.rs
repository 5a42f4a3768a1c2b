//! What a browser asks, and what it is given: plain values, whatever goes over the wire.

use std::fmt;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};

use crate::desk::{Making, Refusal};

/// What stands behind the question mark of an address.
pub(crate) type Query = [(String, String)];

/// A request.
#[derive(Debug, Clone, Default)]
pub(crate) struct Asked {
    /// Whether it posts.
    pub(crate) posts: bool,
    /// The path, its parts without what encodes them.
    pub(crate) path: Vec<String>,
    /// What stands behind the question mark.
    pub(crate) query: Vec<(String, String)>,
    /// What a form gives.
    pub(crate) form: Vec<(String, String)>,
    /// A file that came with it: its name and its bytes.
    pub(crate) upload: Option<(String, Vec<u8>)>,
    /// The key in the cookie.
    pub(crate) key: Option<String>,
    /// The address of the machine from which it comes, as far as that is known.
    pub(crate) from: Option<IpAddr>,
}

impl Asked {
    /// Whether it comes from this machine.
    pub(crate) fn is_here(&self) -> bool {
        self.from.is_some_and(|from| from.is_loopback())
    }

    /// A value of the query; none where it is empty.
    pub(crate) fn query(&self, name: &str) -> Option<&str> {
        value(&self.query, name)
    }

    /// A value of the form; none where it is empty.
    pub(crate) fn form(&self, name: &str) -> Option<&str> {
        value(&self.form, name)
    }

    /// Whether a form is only looked at while it is filled in: nothing is done by it.
    pub(crate) fn is_a_look(&self) -> bool {
        let is_order = self.path.first().is_some_and(|page| page == "order") || self.path == ["p", "way"];
        is_order && self.form("mode") == Some("look")
    }

    /// The path as it stands in an address.
    pub(crate) fn address(&self) -> String {
        format!("/{}", self.path.join("/"))
    }
}

fn value<'a>(pairs: &'a [(String, String)], name: &str) -> Option<&'a str> {
    pairs.iter().find(|(key, text)| key == name && !text.is_empty()).map(|(_, text)| text.as_str())
}

/// What it is given.
#[derive(Debug, Clone)]
pub(crate) struct Given {
    /// The status of HTTP.
    pub(crate) status: u16,
    /// The page.
    pub(crate) body: Vec<u8>,
    /// The key that the browser is to keep.
    pub(crate) key: Option<String>,
    /// Where to go on.
    pub(crate) location: Option<String>,
    /// Whether it is a page that stands alone, with a style in it.
    pub(crate) stands_alone: bool,
    /// What it is, for the browser.
    pub(crate) kind: &'static str,
    /// The name under which it is kept, of a file that is not shown.
    pub(crate) file_name: Option<String>,
    /// What takes long and needs nothing of the office: it is made while others are answered. What is refused of it is told by the
    /// office.
    pub(crate) later: Option<Later>,
}

/// What is made outside the office. It is made once, however many ask for it.
#[derive(Clone)]
pub(crate) struct Later(Arc<Mutex<Made>>);

enum Made {
    Not(Making<Given>),
    Done(Result<Given, Refusal>),
}

impl Later {
    /// Makes it, or waits until it is made, which takes long.
    pub(crate) fn made(&self) -> Result<Given, Refusal> {
        let mut made = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let nothing = || Made::Done(Err(Refusal::new("it could not be made")));
        let done = match std::mem::replace(&mut *made, nothing()) {
            Made::Not(making) => making(),
            Made::Done(before) => before,
        };
        *made = Made::Done(done.clone());
        done
    }
}

impl fmt::Debug for Later {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Later")
    }
}

/// What a page is for the browser.
const PAGE: &str = "text/html; charset=utf-8";

impl Given {
    pub(crate) fn page(status: u16, page: String) -> Self {
        Self {
            status,
            body: page.into_bytes(),
            key: None,
            location: None,
            stands_alone: false,
            kind: PAGE,
            file_name: None,
            later: None,
        }
    }

    /// What is no page: a picture or a document, of this kind.
    pub(crate) fn file(kind: &'static str, bytes: Vec<u8>) -> Self {
        Self { body: bytes, kind, ..Self::page(200, String::new()) }
    }

    /// A file to be kept under this name.
    pub(crate) fn download(kind: &'static str, name: String, bytes: Vec<u8>) -> Self {
        Self { file_name: Some(name), ..Self::file(kind, bytes) }
    }

    /// What is made outside the office.
    pub(crate) fn later(make: impl FnOnce() -> Result<Self, Refusal> + Send + 'static) -> Self {
        let later = Later(Arc::new(Mutex::new(Made::Not(Box::new(make)))));
        Self { later: Some(later), ..Self::page(200, String::new()) }
    }

    /// Go on there.
    pub(crate) fn elsewhere(location: impl Into<String>) -> Self {
        Self { location: Some(location.into()), ..Self::page(303, String::new()) }
    }

    /// A page with a style of its own, such as a pack.
    pub(crate) fn alone(page: String) -> Self {
        Self { stands_alone: true, ..Self::page(200, page) }
    }
}
