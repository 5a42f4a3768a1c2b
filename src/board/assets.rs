//! Style, script, icon and fonts: the same for everybody and as long as the program runs, made and packed once.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::io::Write as _;

use axum::body::Bytes;
use axum::http::StatusCode;
use axum::http::header::{self, HeaderMap, HeaderName};
use axum::response::{IntoResponse, Response};
use flate2::Compression;
use flate2::write::GzEncoder;

const STYLE: &str = include_str!("assets/board.css");
const SCRIPT: &str = concat!(include_str!("assets/board.js"), include_str!("assets/way.js"));
const PAINT_STYLE: &str = include_str!("assets/paint.css");
const PAINT_SCRIPT: &str = include_str!("assets/paint.js");
const ICON: &str = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 12 12\"><rect x=\"1\" y=\"2.5\" width=\"10\" height=\"7\" \
    fill=\"#43566a\"/><path d=\"M1 2.5l10 7M1 9.5l10-7\" stroke=\"#fff\"/></svg>";

/// From how many bytes on an answer is packed.
const WORTH_PACKING: usize = 2048;

/// All of them, by their addresses.
#[derive(Debug)]
pub(crate) struct Assets(BTreeMap<String, Asset>);

#[derive(Debug)]
struct Asset {
    kind: &'static str,
    plain: Bytes,
    packed: Option<Bytes>,
    /// By which a browser knows whether it has this one.
    tag: String,
}

impl Assets {
    pub(crate) fn made() -> Self {
        let texts = [
            ("/board.css", "text/css", style()),
            ("/board.js", "text/javascript", SCRIPT.to_owned()),
            ("/paint.css", "text/css", PAINT_STYLE.to_owned()),
            ("/paint.js", "text/javascript", PAINT_SCRIPT.to_owned()),
            ("/icon.svg", "image/svg+xml", ICON.to_owned()),
        ];
        let texts = texts.map(|(address, kind, text)| {
            let packed = packed(text.as_bytes(), Compression::best()).map(Bytes::from);
            (address.to_owned(), Asset::new(kind, text.into(), packed))
        });
        // Fonts are packed by nature.
        let fonts = paper::font_files()
            .map(|(name, bytes)| (format!("/fonts/{name}"), Asset::new("font/woff2", Bytes::from_static(bytes), None)));
        Self(texts.into_iter().chain(fonts).collect())
    }

    /// What a browser is given that asks for this address.
    pub(crate) fn answer(&self, address: &str, asked: &HeaderMap) -> Response {
        let Some(asset) = self.0.get(address) else { return StatusCode::NOT_FOUND.into_response() };
        let known = asked.get(header::IF_NONE_MATCH).and_then(|value| value.to_str().ok()).unwrap_or_default();
        let headers = [
            (header::ETAG, asset.tag.as_str()),
            (header::CACHE_CONTROL, "max-age=3600"),
            (header::VARY, "accept-encoding"),
            (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        ];
        if known.split(',').any(|tag| tag.trim().trim_start_matches("W/") == asset.tag) {
            return (StatusCode::NOT_MODIFIED, headers).into_response();
        }
        let kind = [(header::CONTENT_TYPE, asset.kind)];
        match asset.packed.as_ref().filter(|_| may_be_packed(asked)) {
            Some(packed) => (headers, kind, [PACKED], packed.clone()).into_response(),
            None => (headers, kind, asset.plain.clone()).into_response(),
        }
    }
}

impl Asset {
    fn new(kind: &'static str, plain: Bytes, packed: Option<Bytes>) -> Self {
        let mut hasher = DefaultHasher::new();
        plain.hash(&mut hasher);
        Self { kind, plain, packed, tag: format!("\"{:016x}\"", hasher.finish()) }
    }
}

/// The style of every page: its own, that of the map by night, and the fonts. What is printed stays as by day.
fn style() -> String {
    let night = paper::night_style("#map svg");
    format!("{STYLE}@media screen and (prefers-color-scheme: dark) {{\n{night}}}\n{}", paper::font_css("/fonts"))
}

/// By which a browser knows that what it is given is packed.
const PACKED: (HeaderName, &str) = (header::CONTENT_ENCODING, "gzip");

/// Whether whoever asks takes what is packed.
pub(crate) fn may_be_packed(asked: &HeaderMap) -> bool {
    let accepted = asked.get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok());
    accepted.is_some_and(|accepted| accepted.contains("gzip"))
}

/// A body packed; none where it is not worth it.
pub(crate) fn packed(body: &[u8], how: Compression) -> Option<Vec<u8>> {
    if body.len() < WORTH_PACKING {
        return None;
    }
    let mut packed = GzEncoder::new(Vec::new(), how);
    packed.write_all(body).ok()?;
    packed.finish().ok()
}
