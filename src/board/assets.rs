//! Style, script, icon and fonts: the same for everybody and as long as the program runs, made and packed once.
//!
//! What it decides: how long a browser keeps them. Pages name each with the version of its contents, which never changes and is
//! kept for good; a newer program names another, so that nobody is shown an old style under a new page.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::io::Write as _;
use std::sync::LazyLock;

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

/// How long what is asked for by its version is kept, and anything else: asked for again each time, by its tag.
const FOR_GOOD: &str = "max-age=31536000, immutable";
const ASKED_AGAIN: &str = "no-cache";

static ALL: LazyLock<Assets> = LazyLock::new(Assets::made);

/// All of them.
pub(crate) fn all() -> &'static Assets {
    &ALL
}

/// Where a page finds one: with the version of what is there now.
pub(crate) fn address(path: &str) -> String {
    ALL.address(path)
}

/// All of them, by their paths.
#[derive(Debug)]
pub(crate) struct Assets(BTreeMap<String, Asset>);

#[derive(Debug)]
struct Asset {
    kind: &'static str,
    plain: Bytes,
    packed: Option<Bytes>,
    /// What its contents come to: another for others.
    version: String,
}

impl Assets {
    fn made() -> Self {
        // Fonts are packed by nature.
        let fonts = paper::font_files()
            .map(|(name, bytes)| (font_path(&name), Asset::new("font/woff2", Bytes::from_static(bytes), None)));
        let mut all = Self(fonts.collect());
        let texts = [
            ("/board.css", "text/css", style(&all)),
            ("/board.js", "text/javascript", SCRIPT.to_owned()),
            ("/paint.css", "text/css", PAINT_STYLE.to_owned()),
            ("/paint.js", "text/javascript", PAINT_SCRIPT.to_owned()),
            ("/icon.svg", "image/svg+xml", ICON.to_owned()),
        ];
        all.0.extend(texts.map(|(path, kind, text)| {
            let packed = packed(text.as_bytes(), Compression::best()).map(Bytes::from);
            (path.to_owned(), Asset::new(kind, text.into(), packed))
        }));
        all
    }

    fn address(&self, path: &str) -> String {
        self.0.get(path).map_or_else(|| path.to_owned(), |asset| format!("{path}?{}", asset.query()))
    }

    /// What a browser is given that asks for this path, with what stands behind its question mark.
    pub(crate) fn answer(&self, path: &str, query: Option<&str>, asked: &HeaderMap) -> Response {
        let Some(asset) = self.0.get(path) else { return StatusCode::NOT_FOUND.into_response() };
        let known = asked.get(header::IF_NONE_MATCH).and_then(|value| value.to_str().ok()).unwrap_or_default();
        let tag = format!("\"{}\"", asset.version);
        // Of an older program's version it is given what there is now, and does not keep that under the old name.
        let is_this_one = query.is_some_and(|query| query == asset.query());
        let headers = [
            (header::ETAG, tag.as_str()),
            (header::CACHE_CONTROL, if is_this_one { FOR_GOOD } else { ASKED_AGAIN }),
            (header::VARY, "accept-encoding"),
            (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        ];
        if known.split(',').any(|known| known.trim().trim_start_matches("W/") == tag) {
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
        Self { kind, plain, packed, version: format!("{:016x}", hasher.finish()) }
    }

    fn query(&self) -> String {
        format!("v={}", self.version)
    }
}

fn font_path(name: &str) -> String {
    format!("/fonts/{name}")
}

/// The style of every page: its own, that of the map by night, and these fonts. What is printed stays as by day.
fn style(fonts: &Assets) -> String {
    let night = paper::night_style("#map svg");
    let fonts = paper::font_css(|name| fonts.address(&font_path(name)));
    format!("{STYLE}@media screen and (prefers-color-scheme: dark) {{\n{night}}}\n{fonts}")
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_contents_are_at_another_address() {
        let of = |text: &'static str| Asset::new("text/css", Bytes::from_static(text.as_bytes()), None).query();
        assert_eq!(of("a {}"), of("a {}"));
        assert_ne!(of("a {}"), of("a { }"));
        let with = |css: &'static str| {
            Assets(BTreeMap::from([(
                "/x.css".to_owned(),
                Asset::new("text/css", Bytes::from_static(css.as_bytes()), None),
            )]))
        };
        assert_eq!(with("a {}").address("/x.css"), format!("/x.css?{}", of("a {}")));
        assert_eq!(with("a {}").address("/nothing"), "/nothing");
    }

    /// A font that changes changes the style that names it.
    #[test]
    fn the_style_names_each_font_by_its_version() {
        let style = style(all());
        for (name, _) in paper::font_files() {
            let address = address(&font_path(&name));
            assert!(address.contains("?v=") && style.contains(&format!("url({address})")), "{address}");
        }
    }
}
