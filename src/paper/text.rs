//! Texts in a picture: font, size, place, colour; and commands in a text as paper has them.

use crate::fonts::Font;
use crate::svg::{Point, Svg};

impl Svg {
    /// A text to be set; what is missing of it is said by [`SetText`].
    pub(crate) fn label(&mut self, font: Font, size: f64, at: Point, text: &str) -> SetText<'_> {
        SetText { svg: self, font, size, at, text: text.to_owned(), turn: None, halo: false }
    }
}

/// A command is set apart by back-ticks on a screen; on paper they are dirt. One alone is no mark of ours.
pub(crate) fn without_ticks(text: &str) -> String {
    if text.matches('`').count().is_multiple_of(2) { text.replace('`', "") } else { text.to_owned() }
}

/// Before and after a command in a text for typst, which has a type for it: a joiner, which no font draws.
#[cfg(feature = "pdf")]
pub(crate) const COMMAND: char = '\u{2060}';

/// A text that is about to be set.
#[must_use = "a text that is not filled is not set"]
pub(crate) struct SetText<'s> {
    svg: &'s mut Svg,
    font: Font,
    size: f64,
    at: Point,
    text: String,
    turn: Option<String>,
    halo: bool,
}

impl SetText<'_> {
    /// Turned about a point.
    pub(crate) fn turned(mut self, turn: &str) -> Self {
        self.turn = Some(turn.to_owned());
        self
    }

    /// With a white halo.
    pub(crate) fn halo(mut self) -> Self {
        self.halo = true;
        self
    }

    /// From the point on.
    pub(crate) fn fill(self, colour: &str) {
        self.set(colour, None);
    }

    /// About the point.
    pub(crate) fn fill_middle(self, colour: &str) {
        self.set(colour, Some("middle"));
    }

    /// Up to the point.
    pub(crate) fn fill_end(self, colour: &str) {
        self.set(colour, Some("end"));
    }

    fn set(self, colour: &str, anchor: Option<&str>) {
        let class = if self.halo { format!("{} h", self.font.class()) } else { self.font.class().to_owned() };
        let mut text = self.svg.element("text").set("class", &class).num("x", self.at.0).num("y", self.at.1);
        text = text.num("font-size", self.size).fill(colour);
        if let Some(anchor) = anchor {
            text = text.set("text-anchor", anchor);
        }
        if let Some(turn) = &self.turn {
            text = text.set("transform", turn);
        }
        text.text(&self.text);
    }
}
/// How far in a line stands, and what it says: order of battle puts wide blanks before a name.
pub(crate) fn indented(line: &str) -> (usize, &str) {
    let text = line.trim_start_matches('\u{2003}');
    ((line.len() - text.len()) / '\u{2003}'.len_utf8(), text)
}
