//! The margin: title, figures by side, why lines fail, who lives on one road, what was seen, legend, scale.

use domain::{Phase, SideId, few, thousands};
use report::model::situation::{SideFigures, SupplyCause};

use super::Drawing;
use super::supply::fail_mark;
use crate::fonts::Font;
use crate::palette::{self, FAILS, INK, QUIET, RUNS, WHITE};
use crate::svg::{Rect, Svg};

/// Where the next thing of the margin stands.
pub(super) struct Column {
    pub(super) x: f64,
    pub(super) width: f64,
    pub(super) y: f64,
    /// Where the legend begins, below which nothing else may stand.
    pub(super) bottom: f64,
    /// By what sizes are multiplied: the margin of A4 is narrower.
    pub(super) scale: f64,
}

impl Drawing<'_> {
    pub(super) fn draw_margin(&self, svg: &mut Svg) {
        let margin = self.sheet.margin;
        let scale = if margin.width > 70.0 { 1.0 } else { 0.8 };
        let mut column =
            Column { x: margin.x, width: margin.width, y: margin.y, bottom: margin.y + margin.height, scale };
        svg.group("margin");
        self.draw_title(svg, &mut column);
        self.draw_scale(svg, &mut column);
        self.draw_legend(svg, &mut column);
        self.draw_figures(svg, &mut column);
        self.draw_seen(svg, &mut column);
        self.draw_choke(svg, &mut column);
        self.draw_causes(svg, &mut column);
        svg.close();
    }

    /// What a side is called.
    pub(super) fn side_name(&self, side: SideId) -> &str {
        self.situation.sides.iter().find(|of| of.id == side).map_or("", |of| of.name.as_str())
    }

    fn draw_title(&self, svg: &mut Svg, column: &mut Column) {
        let situation = self.situation;
        let scale = column.scale;
        let room = column.width - 8.0 * scale;
        let (short, rest) = situation.title.split_once(": ").unwrap_or((&situation.title, ""));
        let (heading, whose) = match (&situation.commander, situation.drawn_for) {
            (Some(unit), _) => {
                (format!("{unit}: what you know"), format!("{short} · for the commander of this formation only"))
            }
            (None, Some(side)) => {
                let name = self.side_name(side);
                (format!("{name}: what you know"), format!("{short} · for the {name} players only"))
            }
            (None, None) if rest.is_empty() => (short.to_owned(), "umpire’s map".to_owned()),
            (None, None) => (short.to_owned(), format!("{rest} · umpire’s map")),
        };
        let phase = match situation.bound.phase {
            Phase::Am => "morning",
            Phase::Pm => "afternoon",
            Phase::Night => "night",
        };
        let when = format!("{}, {phase} · {}", situation.bound.date.format("%-d %B %Y"), situation.bound.label);
        let size = 8.8 * scale;
        let headings = self.fonts.lines(Font::Bold, size, &heading, room);
        let whose = match &situation.only {
            Some(unit) => format!("{unit} · {whose}"),
            None => whose,
        };
        let below = self.fonts.lines(Font::Text, 2.9 * scale, &whose, room);
        let high = (headings.len() as f64 * 8.6 + 8.2 + below.len() as f64 * 3.8 + 3.0) * scale;
        let fill = situation.drawn_for.map_or(INK, |side| match situation.side_number(side) {
            0 => palette::side(0).line,
            number => palette::side(number).line,
        });
        svg.rect(Rect { x: column.x, y: column.y, width: column.width, height: high }).fill(fill).end();
        let x = column.x + 4.0 * scale;
        let mut y = column.y + 8.6 * scale;
        for line in &headings {
            self.text(svg, Font::Bold, size, (x, y), line).fill(WHITE);
            y += 8.6 * scale;
        }
        y -= 2.2 * scale;
        self.text(svg, Font::Medium, 4.3 * scale, (x, y), &when).fill("#F0C98A");
        for line in &below {
            y += 4.6 * scale;
            self.text(svg, Font::Text, 2.9 * scale, (x, y), line).fill("#E9E2D3");
        }
        column.y += high + 6.0 * scale;
    }

    /// A heading with a line below it.
    pub(super) fn heading(&self, svg: &mut Svg, column: &mut Column, text: &str) {
        let scale = column.scale;
        self.text(svg, Font::Bold, 3.5 * scale, (column.x, column.y + 2.6 * scale), &text.to_uppercase()).fill(INK);
        let y = column.y + 4.0 * scale;
        svg.line((column.x, y), (column.x + column.width, y)).stroke(INK, 0.35).end();
        column.y += 5.2 * scale;
    }

    pub(super) fn draw_figures(&self, svg: &mut Svg, column: &mut Column) {
        let scale = column.scale;
        let ends = [0.52, 0.78, 1.0].map(|part| column.x + column.width * part);
        let words = ["on map, SP", "LOG out", "POL out"];
        for (x, word) in ends.into_iter().zip(words) {
            self.text(svg, Font::Text, 2.6 * scale, (x, column.y), word).fill_end(QUIET);
        }
        for side in self.situation.sides.iter().filter(|side| side.figures.is_some()) {
            column.y += 1.6 * scale;
            svg.line((column.x, column.y), (column.x + column.width, column.y)).stroke(QUIET, 0.15).end();
            column.y += 4.8 * scale;
            self.draw_side(svg, column, side, ends);
        }
        column.y += 6.5 * scale;
    }

    fn draw_side(&self, svg: &mut Svg, column: &Column, side: &SideFigures, ends: [f64; 3]) {
        let Some(figures) = side.figures else { return };
        let high = 4.8 * column.scale;
        let colours = palette::side(side.number);
        let mark = Rect { x: column.x, y: column.y - high * 0.62, width: high * 0.82, height: high * 0.55 };
        svg.rect(mark).fill(colours.fill).outline(colours.line, 0.35).end();
        let (fits, name) = self.fonts.shrunk(Font::Bold, high, side.counted_name(), column.width * 0.3);
        self.text(svg, Font::Bold, fits, (column.x + high * 1.1, column.y), &name).fill(INK);
        let of = |out: usize, all: usize| if all == 0 { "–".to_owned() } else { format!("{out} of {all}") };
        let texts = [
            (thousands(figures.sp), false),
            (of(figures.log_out, figures.log_of), figures.log_out > 0),
            (of(figures.pol_out, figures.pol_of), figures.pol_out > 0),
        ];
        for (x, (text, fails)) in ends.into_iter().zip(texts) {
            self.text(svg, Font::Bold, high, (x, column.y), &text).fill_end(if fails { FAILS } else { INK });
        }
    }

    fn draw_choke(&self, svg: &mut Svg, column: &mut Column) {
        let Some(choke) = &self.situation.choke else { return };
        let scale = column.scale;
        self.heading(svg, column, "Who lives on one road");
        let km = self.situation.km_to_enemy(choke);
        let first = format!("{} formations draw over square {};", choke.fed, self.situation.reference(choke.square));
        let second = format!("the nearest {} ground is {km} km away.", self.side_name(choke.enemy));
        for (font, text) in [(Font::Strong, first), (Font::Text, second)] {
            for line in self.fonts.lines(font, 3.1 * scale, &text, column.width) {
                column.y += 3.6 * scale;
                self.text(svg, font, 3.1 * scale, (column.x, column.y), &line).fill(if font == Font::Strong {
                    RUNS
                } else {
                    INK
                });
            }
        }
        column.y += 6.5 * scale;
    }

    fn draw_causes(&self, svg: &mut Svg, column: &mut Column) {
        let Some(side) = self.situation.lines_of else { return };
        let causes: Vec<&SupplyCause> = self.situation.causes.iter().filter(|cause| cause.side == side).collect();
        let scale = column.scale;
        if causes.is_empty() || column.y + 16.0 * scale > column.bottom {
            return;
        }
        self.heading(svg, column, &format!("Why supply fails ({})", self.side_name(side)));
        for (place, cause) in causes.iter().enumerate() {
            let entry = self.cause_lines(column, cause);
            let high = (entry.0.len() as f64 * 3.6 + entry.1.len() as f64 * 3.3 + 2.4) * scale;
            let is_last = place + 1 == causes.len();
            let room = column.bottom - column.y - if is_last { 0.0 } else { 5.0 * scale };
            if high > room {
                let more = format!("and {} more, told under supply status", causes.len() - place);
                self.quiet(svg, 2.8 * scale, (column.x, column.y + 3.0 * scale), &more);
                return;
            }
            fail_mark(svg, (column.x + 2.0 * scale, column.y + 2.6 * scale), 1.7 * scale);
            let x = column.x + 6.0 * scale;
            let mut y = column.y + 0.2;
            for (font, size, lines, colour) in [(Font::Strong, 3.1, &entry.0, INK), (Font::Text, 2.75, &entry.1, QUIET)]
            {
                for line in lines {
                    y += (size + 0.5) * scale;
                    self.text(svg, font, size * scale, (x, y), line).fill(colour);
                }
            }
            column.y += high;
        }
    }

    /// What fails, and who suffers since when, in lines.
    fn cause_lines(&self, column: &Column, cause: &SupplyCause) -> (Vec<String>, Vec<String>) {
        let room = column.width - 6.0 * column.scale;
        let who = few(&cause.designations, 6, ", ");
        let told = format!("{} · {} since {}", who, cause.lacks, cause.since.label);
        (
            self.fonts.lines(Font::Strong, 3.1 * column.scale, &cause.what, room),
            self.fonts.lines(Font::Text, 2.75 * column.scale, &told, room),
        )
    }
}
