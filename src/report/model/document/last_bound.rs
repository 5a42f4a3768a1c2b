//! What a document tells of the bound that was closed last: in a pack once, on its first page as far as that has room.
//!
//! What it decides: in the morning the afternoon is told with the night. Of a night there is little to tell, and whoever comes to
//! play wants to know how the day ended.

use domain::Phase;

use super::block::{Block, heading};
use super::sheets::SITREP;
use crate::model::{BoundView, DiaryBound};

/// How many lines of sentences the first page of a pack has room for beside its map and what fails.
const LINES: usize = 12;
/// How many letters a line of its two columns has room for.
const LETTERS: usize = 60;

/// What is told of the bounds that were closed last.
#[derive(Debug, Clone, Default)]
pub struct LastBounds(Vec<(BoundView, Vec<String>)>);

impl LastBounds {
    /// The same after one more bound was closed.
    pub fn add(&mut self, closed: &DiaryBound) {
        if closed.bound.phase != Phase::Night {
            self.0.clear();
        }
        self.0.push((closed.bound.clone(), closed.told()));
    }

    /// All of it.
    pub(super) fn all(&self) -> Vec<Block> {
        if self.0.is_empty() {
            return told("The last bound", &[]);
        }
        self.0.iter().flat_map(|(bound, lines)| told(&self.heading(bound), lines)).collect()
    }

    /// As much of it as the first page of a pack has room for, and where the rest stands.
    pub(super) fn first(&self) -> Vec<Block> {
        if self.0.is_empty() {
            return self.all();
        }
        let shown = self.0.iter().zip(self.room()).filter(|((_, lines), room)| *room > 0 || lines.is_empty());
        let shown = shown.flat_map(|((bound, lines), room)| told(&self.heading(bound), &lines[..room]));
        let rest = self.left().map(|_| Block::Text { text: format!("The rest stands under {SITREP}.") });
        shown.chain(rest).collect()
    }

    /// What is still to be told behind that page; none where it has told all.
    pub(super) fn left(&self) -> Option<Vec<Block>> {
        let left = self.0.iter().zip(self.room()).filter(|((_, lines), room)| lines.len() > *room);
        let heading = |bound, room| match (room, self.heading(bound)) {
            (0, heading) => heading,
            (_, heading) => format!("{heading}, continued"),
        };
        let left: Vec<Block> =
            left.flat_map(|((bound, lines), room)| told(&heading(bound, room), &lines[room..])).collect();
        (!left.is_empty()).then_some(left)
    }

    fn heading(&self, bound: &BoundView) -> String {
        match bound.phase {
            _ if self.0.len() == 1 => "The last bound".to_owned(),
            Phase::Night => format!("The night of D{}", bound.day),
            _ => format!("The afternoon of D{}", bound.day),
        }
    }

    /// How many sentences of each bound the first page has room for, of the first one at least: half of it is kept for the
    /// last one.
    fn room(&self) -> Vec<usize> {
        let cost = |text: &String| text.chars().count().div_ceil(LETTERS).max(1);
        let last: usize = self.0.last().map_or(0, |(_, lines)| lines.iter().map(cost).sum());
        let mut left = LINES;
        let mut room = |place: usize, lines: &[String]| {
            let kept = if place + 1 < self.0.len() { last.min(LINES / 2) } else { 0 };
            let mut has = 0;
            for cost in lines.iter().map(cost) {
                if left < kept + cost && (place, has) != (0, 0) {
                    break;
                }
                (left, has) = (left.saturating_sub(cost), has + 1);
            }
            has
        };
        self.0.iter().enumerate().map(|(place, (_, lines))| room(place, lines)).collect()
    }
}

/// Sentences under a heading.
fn told(title: &str, lines: &[String]) -> Vec<Block> {
    let nothing = ["Nothing to tell.".to_owned()];
    let lines = if lines.is_empty() { &nothing } else { lines };
    let lines = lines.iter().map(|text| Block::Text { text: text.clone() });
    std::iter::once(heading(title)).chain(lines).collect()
}

#[cfg(test)]
mod tests {
    use campaign::sketch::blank;
    use domain::Bound;

    use super::*;

    /// What was closed, with so many sentences each.
    fn closed(bounds: &[(&str, usize)]) -> LastBounds {
        let campaign = blank(12, 12);
        let mut last = LastBounds::default();
        for (bound, count) in bounds {
            let bound: Bound = bound.parse().unwrap();
            last.add(&DiaryBound {
                bound: BoundView::new(&campaign, bound),
                weather: String::new(),
                lines: (0..*count).map(|number| format!("{bound} {number}")).collect(),
                battles: Vec::new(),
                grades: Vec::new(),
                notes: Vec::new(),
            });
        }
        last
    }

    /// Headings with how many sentences stand under each.
    fn outline(blocks: &[Block]) -> Vec<(String, usize)> {
        let mut found: Vec<(String, usize)> = Vec::new();
        for block in blocks {
            match block {
                Block::Heading { text, .. } => found.push((text.clone(), 0)),
                _ => found.last_mut().unwrap().1 += 1,
            }
        }
        found
    }

    fn shown(of: &[(&str, usize)]) -> Vec<(String, usize)> {
        of.iter().map(|(text, count)| ((*text).to_owned(), *count)).collect()
    }

    #[test]
    fn a_morning_tells_of_the_afternoon_and_of_the_night() {
        let last = closed(&[("1am", 3), ("1pm", 2), ("1n", 1)]);
        assert_eq!(outline(&last.all()), shown(&[("The afternoon of D1", 2), ("The night of D1", 1)]));
        assert_eq!(outline(&last.first()), outline(&last.all()));
        assert_eq!(last.left(), None);
        // A bound of which there is nothing to tell has a line that says so.
        assert_eq!(outline(&closed(&[("1am", 3), ("1pm", 0)]).all()), shown(&[("The last bound", 1)]));
        assert_eq!(outline(&LastBounds::default().first()), shown(&[("The last bound", 1)]));
    }

    /// A sentence of 150 letters takes three of the twelve lines: there is room for two of the afternoon and two of the night,
    /// and a line says where the rest stands.
    #[test]
    fn long_sentences_take_the_room_of_several() {
        let long = "x".repeat(150);
        let mut last = closed(&[("1pm", 5), ("1n", 3)]);
        last.0.iter_mut().flat_map(|(_, lines)| lines).for_each(|line| line.clone_from(&long));
        let first = last.first();
        assert_eq!(outline(&first), shown(&[("The afternoon of D1", 2), ("The night of D1", 2 + 1)]));
        let rest = Block::Text { text: "The rest stands under Situation report.".to_owned() };
        assert_eq!(first.last(), Some(&rest));
        // One that is longer than the page has room for is told all the same, and the night begins on another.
        last.0[0].1[0] = "x".repeat(900);
        assert_eq!(outline(&last.first()), shown(&[("The afternoon of D1", 1 + 1)]));
        let left = shown(&[("The afternoon of D1, continued", 4), ("The night of D1", 3)]);
        assert_eq!(outline(&last.left().unwrap()), left);
    }

    /// Twelve sentences find room: six of the night, and of the afternoon as many as are left.
    #[test]
    fn the_first_page_keeps_room_for_the_night() {
        let last = closed(&[("1pm", 11), ("1n", 8)]);
        assert_eq!(outline(&last.first()), shown(&[("The afternoon of D1", 6), ("The night of D1", 6 + 1)]));
        let left = shown(&[("The afternoon of D1, continued", 5), ("The night of D1, continued", 2)]);
        assert_eq!(outline(&last.left().unwrap()), left);
        let quiet = closed(&[("1pm", 11), ("1n", 1)]);
        assert_eq!(outline(&quiet.first()), shown(&[("The afternoon of D1", 11), ("The night of D1", 1)]));
        let late = closed(&[("1pm", 1), ("1n", 13)]);
        assert_eq!(outline(&late.left().unwrap()), shown(&[("The night of D1, continued", 2)]));
    }
}
