//! SVG as text: elements, attributes, and the one function by which a text comes into a picture.
//!
//! What it never does: take a text unescaped. Numbers are written with two decimals at most, so that a picture is the same on
//! every machine.

use domain::shown_in_a_line;

/// A text as it may stand in SVG, in an element or an attribute: markup is escaped, and what is not to be seen (control
/// characters, marks that turn the direction of writing) is written out.
pub(crate) fn escape(text: &str) -> String {
    let seen = shown_in_a_line(text);
    let mut out = String::with_capacity(seen.len() + 8);
    for letter in seen.chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            '\u{fffe}' | '\u{ffff}' => out.push('\u{fffd}'),
            _ => out.push(letter),
        }
    }
    out
}

/// A number with two decimals at most.
pub(crate) fn number(value: f64) -> String {
    written(hundredths(value))
}

/// How many hundredths a number has.
pub(crate) fn hundredths(value: f64) -> i64 {
    (value * 100.0).round() as i64
}

/// So many hundredths as a number.
pub(crate) fn written(hundredths: i64) -> String {
    let (sign, hundredths) = if hundredths < 0 { ("-", -hundredths) } else { ("", hundredths) };
    match (hundredths / 100, hundredths % 100) {
        (whole, 0) => format!("{sign}{whole}"),
        (whole, part) if part % 10 == 0 => format!("{sign}{whole}.{}", part / 10),
        (whole, part) => format!("{sign}{whole}.{part:02}"),
    }
}

/// A picture that is being written.
#[derive(Debug, Default)]
pub(crate) struct Svg {
    out: String,
    open: Vec<&'static str>,
}

/// An element that is being written.
#[must_use = "an element that is not ended is not written"]
pub(crate) struct Element<'s> {
    svg: &'s mut Svg,
    name: &'static str,
}

impl Svg {
    /// Begins an element.
    pub(crate) fn element(&mut self, name: &'static str) -> Element<'_> {
        self.out.push('<');
        self.out.push_str(name);
        Element { svg: self, name }
    }

    /// Ends the element that was opened last.
    pub(crate) fn close(&mut self) {
        if let Some(name) = self.open.pop() {
            self.out.push_str("</");
            self.out.push_str(name);
            self.out.push_str(">\n");
        }
    }

    /// A group with a name.
    pub(crate) fn group(&mut self, id: &str) {
        self.element("g").set("id", id).open();
    }

    /// A rectangle, of which the rest is set by the caller.
    pub(crate) fn rect(&mut self, at: Rect) -> Element<'_> {
        self.element("rect").num("x", at.x).num("y", at.y).num("width", at.width).num("height", at.height)
    }

    /// A path, of which the rest is set by the caller.
    pub(crate) fn path(&mut self, d: &str) -> Element<'_> {
        self.element("path").set("d", d)
    }

    /// A line, of which the rest is set by the caller.
    pub(crate) fn line(&mut self, from: Point, to: Point) -> Element<'_> {
        let [from, to] = [from, to].map(|at| format!("{} {}", number(at.0), number(at.1)));
        self.path(&format!("M{from}L{to}"))
    }

    /// A circle, of which the rest is set by the caller.
    pub(crate) fn circle(&mut self, at: Point, radius: f64) -> Element<'_> {
        self.element("circle").num("cx", at.0).num("cy", at.1).num("r", radius)
    }

    /// Text that is SVG or CSS of our own, not anybody's name.
    pub(crate) fn verbatim(&mut self, text: &str) {
        self.out.push_str(text);
    }

    /// The picture as text; what is open is ended.
    pub(crate) fn finish(mut self) -> String {
        while !self.open.is_empty() {
            self.close();
        }
        self.out
    }
}

impl<'s> Element<'s> {
    /// An attribute.
    pub(crate) fn set(self, name: &str, value: &str) -> Self {
        self.svg.out.push(' ');
        self.svg.out.push_str(name);
        self.svg.out.push_str("=\"");
        self.svg.out.push_str(&escape(value));
        self.svg.out.push('"');
        self
    }

    /// An attribute that is a number.
    pub(crate) fn num(self, name: &str, value: f64) -> Self {
        self.set(name, &number(value))
    }

    /// Filled with a colour, without a line.
    pub(crate) fn fill(self, colour: &str) -> Self {
        self.set("fill", colour)
    }

    /// Drawn with a line of a colour and width, not filled.
    pub(crate) fn stroke(self, colour: &str, width: f64) -> Self {
        self.set("fill", "none").outline(colour, width)
    }

    /// With a line of a colour and width round what is filled.
    pub(crate) fn outline(self, colour: &str, width: f64) -> Self {
        self.set("stroke", colour).num("stroke-width", width)
    }

    /// With dashes.
    pub(crate) fn dashes(self, lengths: &[f64]) -> Self {
        let lengths: Vec<String> = lengths.iter().map(|length| number(*length)).collect();
        self.set("stroke-dasharray", &lengths.join(" "))
    }

    /// With round ends and corners.
    pub(crate) fn round(self) -> Self {
        self.set("stroke-linecap", "round").set("stroke-linejoin", "round")
    }

    /// Ends it, with nothing in it.
    pub(crate) fn end(self) {
        self.svg.out.push_str("/>\n");
    }

    /// Leaves it open, for others to stand in it.
    pub(crate) fn open(self) {
        self.svg.out.push_str(">\n");
        self.svg.open.push(self.name);
    }

    /// The same where a break would be read as a blank.
    pub(crate) fn open_line(self) -> &'s mut Svg {
        let Self { svg, name } = self;
        svg.out.push('>');
        svg.open.push(name);
        svg
    }

    /// Ends it with a text in it.
    pub(crate) fn text(self, text: &str) {
        self.inline(text).out.push('\n');
    }

    /// The same in the middle of a line, where a break would be read as a blank.
    pub(crate) fn within_a_line(self, text: &str) {
        self.inline(text);
    }

    fn inline(self, text: &str) -> &'s mut Svg {
        let Self { svg, name } = self;
        svg.out.push('>');
        svg.out.push_str(&escape(text));
        svg.out.push_str("</");
        svg.out.push_str(name);
        svg.out.push('>');
        svg
    }
}

/// A point on paper, in millimetres.
pub(crate) type Point = (f64, f64);

/// A rectangle on paper, in millimetres.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Rect {
    pub(crate) x: f64,
    pub(crate) y: f64,
    pub(crate) width: f64,
    pub(crate) height: f64,
}

impl Rect {
    /// A rectangle by its centre.
    pub(crate) fn about(centre: Point, width: f64, height: f64) -> Self {
        Self { x: centre.0 - width / 2.0, y: centre.1 - height / 2.0, width, height }
    }

    /// Its centre.
    pub(crate) fn centre(self) -> Point {
        (self.x + self.width / 2.0, self.y + self.height / 2.0)
    }

    /// Whether the two share more than an edge.
    pub(crate) fn overlaps(self, other: Self) -> bool {
        let apart = |a: f64, wide: f64, b: f64, other: f64| a + wide <= b || b + other <= a;
        !apart(self.x, self.width, other.x, other.width) && !apart(self.y, self.height, other.y, other.height)
    }

    /// Whether all of the other lies in it.
    pub(crate) fn holds(self, other: Self) -> bool {
        let within = |a: f64, wide: f64, b: f64, other: f64| b >= a && b + other <= a + wide;
        within(self.x, self.width, other.x, other.width) && within(self.y, self.height, other.y, other.height)
    }

    /// Whether a point lies in it.
    pub(crate) fn has(self, at: Point) -> bool {
        at.0 >= self.x && at.0 <= self.x + self.width && at.1 >= self.y && at.1 <= self.y + self.height
    }

    /// The same with so much more on every side.
    pub(crate) fn grown(self, by: f64) -> Self {
        Self { x: self.x - by, y: self.y - by, width: self.width + 2.0 * by, height: self.height + 2.0 * by }
    }

    /// The same moved into a frame, as far as it goes there.
    pub(crate) fn moved_into(self, frame: Self) -> Self {
        let moved = |at: f64, wide: f64, from: f64, room: f64| at.min(from + room - wide).max(from);
        let x = moved(self.x, self.width, frame.x, frame.width);
        Self { x, y: moved(self.y, self.height, frame.y, frame.height), ..self }
    }

    /// How far a point is from it; nothing within.
    pub(crate) fn far_from(self, at: Point) -> f64 {
        let past = |at: f64, from: f64, long: f64| (from - at).max(at - from - long).max(0.0);
        past(at.0, self.x, self.width).hypot(past(at.1, self.y, self.height))
    }

    /// The same with so much more at its left and right.
    pub(crate) fn grown_across(self, by: f64) -> Self {
        Self { x: self.x - by, width: self.width + 2.0 * by, ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_comes_out_harmless_and_legible() {
        let table = [
            ("<script>alert(1)</script>", "&lt;script&gt;alert(1)&lt;/script&gt;"),
            ("\" onload='x' & co", "&quot; onload=&#39;x&#39; &amp; co"),
            ("a\u{0}b\u{1b}[2J\tc\nd", "a\\u{0}b\\u{1b}[2J\\u{9}c\\u{a}d"),
            ("\u{202e}txt\u{2066}", "\\u{202e}txt\\u{2066}"),
            ("שלום Größe Сталинград 🚂", "שלום Größe Сталинград 🚂"),
            ("]]>\u{fffe}", "]]&gt;\u{fffd}"),
        ];
        for (text, wanted) in table {
            assert_eq!(escape(text), wanted);
        }
    }

    #[test]
    fn numbers_have_two_decimals_at_most() {
        let written: Vec<String> = [0.0, -0.001, 1.5, -1.05, 2.999, 12.345].into_iter().map(number).collect();
        assert_eq!(written, ["0", "0", "1.5", "-1.05", "3", "12.35"]);
    }

    #[test]
    fn elements_are_nested_and_ended() {
        let mut svg = Svg::default();
        svg.group("a\"b");
        svg.circle((1.0, 2.0), 0.5).fill("#fff").end();
        svg.element("text").text("<b>");
        let wanted =
            "<g id=\"a&quot;b\">\n<circle cx=\"1\" cy=\"2\" r=\"0.5\" fill=\"#fff\"/>\n<text>&lt;b&gt;</text>\n</g>\n";
        assert_eq!(svg.finish(), wanted);
    }

    #[test]
    fn rectangles_that_touch_do_not_overlap() {
        let one = Rect { x: 0.0, y: 0.0, width: 2.0, height: 2.0 };
        assert!(!one.overlaps(Rect { x: 2.0, ..one }) && one.overlaps(Rect { x: 1.9, ..one }));
        assert!(one.holds(Rect { width: 1.0, ..one }) && !one.holds(one.grown(0.1)));
    }
}
