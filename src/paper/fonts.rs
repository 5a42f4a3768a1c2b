//! The fonts: measured by their own advances, embedded in SVG, and given to the renderer of PNG. No other font is used.
//!
//! Where to look next: `fonts/README.md`, how the files were made and what they may be used for.

use std::fmt::Write as _;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use ttf_parser::Face;

use crate::svg::Svg;

/// A font of ours.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Font {
    /// Barlow Condensed 500: names, tables.
    Medium,
    /// Barlow Condensed 700: designations, headings.
    Bold,
    /// Barlow Semi Condensed 400: sentences.
    Text,
    /// Barlow Semi Condensed 600: what stands out in them.
    Strong,
}

/// A font file: family, weight, and its bytes for measuring and for embedding.
struct File {
    family: &'static str,
    weight: u16,
    ttf: &'static [u8],
    woff2: &'static [u8],
}

macro_rules! file {
    ($family:literal, $weight:literal, $name:literal) => {
        File {
            family: $family,
            weight: $weight,
            ttf: include_bytes!(concat!("fonts/", $name, ".ttf")),
            woff2: include_bytes!(concat!("fonts/", $name, ".woff2")),
        }
    };
}

static FILES: [File; 6] = [
    file!("Barlow Condensed", 500, "barlow-condensed-500"),
    file!("Barlow Condensed", 700, "barlow-condensed-700"),
    file!("Barlow Semi Condensed", 400, "barlow-semi-condensed-400"),
    file!("Barlow Semi Condensed", 600, "barlow-semi-condensed-600"),
    file!("Sofia Sans Condensed", 500, "sofia-sans-condensed-500"),
    file!("Sofia Sans Condensed", 700, "sofia-sans-condensed-700"),
];

/// What is measured and drawn beyond them, by family: other scripts, and emoji. Browsers have fonts of their own for these.
static BEYOND: [(&str, &[u8]); 2] = [
    ("DejaVu Sans Condensed", include_bytes!("fonts/dejavu-sans-condensed-400.ttf")),
    ("Noto Emoji", include_bytes!("fonts/noto-emoji-400.ttf")),
];

/// The first of the files for Cyrillic.
const CYRILLIC: usize = 4;

/// How wide a letter is taken to be that no font of ours has, as a part of the size.
const UNKNOWN: f64 = 0.6;

impl Font {
    fn index(self) -> usize {
        match self {
            Self::Medium => 0,
            Self::Bold => 1,
            Self::Text => 2,
            Self::Strong => 3,
        }
    }

    /// The class by which a text takes it.
    pub(crate) fn class(self) -> &'static str {
        ["m", "b", "t", "s"][self.index()]
    }

    /// Of the two of Cyrillic the one that goes with it.
    fn cyrillic(self) -> usize {
        CYRILLIC + usize::from(matches!(self, Self::Bold | Self::Strong))
    }
}

/// The fonts, ready to measure.
pub(crate) struct Fonts {
    faces: Vec<Option<Face<'static>>>,
}

impl Fonts {
    pub(crate) fn new() -> Self {
        Self { faces: named().map(|(_, bytes)| Face::parse(bytes, 0).ok()).collect() }
    }

    /// How wide a text is at a size, in the unit of the size.
    pub(crate) fn width(&self, font: Font, size: f64, text: &str) -> f64 {
        let shown = domain::shown_in_a_line(text);
        let letters = shown.chars().map(|letter| {
            let mut files = [font.index(), font.cyrillic()].into_iter().chain(FILES.len()..self.faces.len());
            let known = files.find_map(|at| self.advance(at, letter));
            known.unwrap_or(UNKNOWN)
        });
        letters.sum::<f64>() * size
    }

    /// Whether a font of ours has this letter.
    #[cfg(any(feature = "pdf", feature = "png"))]
    pub(crate) fn has(&self, letter: char) -> bool {
        let mut faces = self.faces.iter().flatten();
        faces.any(|face| face.glyph_index(letter).is_some())
    }

    fn advance(&self, file: usize, letter: char) -> Option<f64> {
        let face = self.faces.get(file)?.as_ref()?;
        let glyph = face.glyph_index(letter)?;
        Some(f64::from(face.glyph_hor_advance(glyph)?) / f64::from(face.units_per_em()))
    }

    /// The size at which a text is no wider than this, from the one that is wanted down to six tenths of it, and the text;
    /// cut off where even that is too large.
    pub(crate) fn shrunk(&self, font: Font, size: f64, text: &str, most: f64) -> (f64, String) {
        let size = (size * most / self.width(font, size, text)).clamp(size * 0.6, size);
        (size, self.fitted(font, size, text, most))
    }

    /// A text cut off so that it is no wider than this, with dots where something is missing.
    pub(crate) fn fitted(&self, font: Font, size: f64, text: &str, most: f64) -> String {
        if self.width(font, size, text) <= most {
            return text.to_owned();
        }
        let mut kept = text.to_owned();
        while kept.pop().is_some() {
            let dotted = format!("{}…", kept.trim_end());
            if self.width(font, size, &dotted) <= most {
                return dotted;
            }
        }
        String::new()
    }

    /// A text in lines no wider than this, broken at blanks; a word that is wider is cut off.
    pub(crate) fn lines(&self, font: Font, size: f64, text: &str, most: f64) -> Vec<String> {
        let mut lines: Vec<String> = Vec::new();
        for word in text.split_whitespace() {
            let joined = lines.last().map(|line| format!("{line} {word}"));
            match joined.filter(|joined| self.width(font, size, joined) <= most) {
                Some(joined) => *lines.last_mut().unwrap_or(&mut String::new()) = joined,
                None => lines.push(self.fitted(font, size, word, most)),
            }
        }
        lines
    }
}

/// Whether a picture has Cyrillic letters, and wants the fonts for them.
fn wants_cyrillic(picture: &str) -> bool {
    picture.chars().any(|letter| ('\u{400}'..='\u{52f}').contains(&letter))
}

/// The style of a picture: its fonts, embedded, and the classes by which texts take them.
pub(crate) fn style(svg: &mut Svg, body: &str) {
    let used = if wants_cyrillic(body) { FILES.len() } else { CYRILLIC };
    svg.verbatim("<style>\n");
    svg.verbatim(&css(&FILES[..used], |file| format!("data:font/woff2;base64,{}", STANDARD.encode(file.woff2))));
    svg.verbatim("</style>\n");
}

/// The style of pages that load their fonts: each from the address that a file of its name has.
pub fn font_css(address: impl Fn(&str) -> String) -> String {
    css(&FILES, |file| address(&file.name()))
}

/// The font files that such pages load: name and bytes, as woff2.
pub fn font_files() -> impl Iterator<Item = (String, &'static [u8])> {
    FILES.iter().map(|file| (file.name(), file.woff2))
}

impl File {
    fn name(&self) -> String {
        format!("{}-{}.woff2", self.family.to_lowercase().replace(' ', "-"), self.weight)
    }
}

/// Fonts from where they lie, and the classes by which texts take them.
fn css(files: &[File], source: impl Fn(&File) -> String) -> String {
    let mut css = String::new();
    for file in files {
        let File { family, weight, .. } = file;
        let source = source(file);
        let _ = writeln!(
            css,
            "@font-face{{font-family:\"{family}\";font-weight:{weight};src:url({source}) format(\"woff2\")}}"
        );
    }
    for font in [Font::Medium, Font::Bold, Font::Text, Font::Strong] {
        let File { family, weight, .. } = &FILES[font.index()];
        let _ = writeln!(
            css,
            ".{}{{font-family:\"{family}\",\"Sofia Sans Condensed\",sans-serif;font-weight:{weight}}}",
            font.class()
        );
    }
    css
}

/// The classes by which texts take the fonts, for a renderer that has them.
#[cfg(feature = "pdf")]
pub(crate) fn classes() -> String {
    format!("<style>{}</style>\n", css(&[], |_| String::new()))
}

/// The bytes of all fonts, with the names of their families.
pub(crate) fn named() -> impl Iterator<Item = (&'static str, &'static [u8])> {
    FILES.iter().map(|file| (file.family, file.ttf)).chain(BEYOND)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(any(feature = "pdf", feature = "png"))]
    #[test]
    fn every_font_can_be_measured_and_has_its_letters() {
        let fonts = Fonts::new();
        for (file, of) in FILES.iter().zip(&fonts.faces) {
            let letters =
                if file.family.starts_with("Sofia") { "Сталинград" } else { "Größe Łódź 0123 – …" };
            let face = of.as_ref().expect(file.family);
            for letter in letters.chars() {
                assert!(face.glyph_index(letter).is_some(), "{} {} {letter}", file.family, file.weight);
            }
        }
        let wide = fonts.width(Font::Bold, 10.0, "Stalingrad");
        assert!(wide > 30.0 && wide < 50.0, "{wide}");
        assert!(fonts.width(Font::Bold, 10.0, "Сталинград") > 30.0);
        for (letters, script) in [("Αθήνα", "Greek"), ("שלום", "Hebrew"), ("مرحبا", "Arabic"), ("🚂🪖☀", "emoji")]
        {
            assert!(letters.chars().all(|letter| fonts.has(letter)), "{script}");
        }
        assert!(!fonts.has('中'));
    }

    #[test]
    fn lines_are_no_wider_than_they_may_be() {
        let fonts = Fonts::new();
        let text = "The enemy holds 048034 near Platonov (Kletskaya) Donaudampfschifffahrtsgesellschaftskapitän";
        for line in fonts.lines(Font::Text, 3.0, text, 30.0) {
            assert!(fonts.width(Font::Text, 3.0, &line) <= 30.0, "{line}");
        }
        assert_eq!(fonts.lines(Font::Text, 3.0, "", 30.0), Vec::<String>::new());
    }
}
