//! What the dialogue says between its questions.

use std::fmt::Write as _;

use domain::counted;
use ops::query;
use report::model::{BattleStory, FormReport};

/// What came of the answers, base by base.
pub(super) fn summary(form: &FormReport, story: &BattleStory) -> String {
    let moves = counted(story.moves.into(), "move");
    let mut text =
        format!("{} after {moves}; {} holds {}\n", story.end.as_str().replace('_', " "), story.holder, story.square);
    let codes = form.units().flat_map(|unit| &unit.bases);
    for (coded, base) in codes.zip(&story.bases) {
        let square = base.square.as_deref().map(|square| format!(", in {square}")).unwrap_or_default();
        let out = if base.out_of_ammo { ", out of ammunition" } else { "" };
        let (was, sp) = (base.sp_before, base.sp);
        let _ = writeln!(
            text,
            "  {}  {}: {sp} of {was} SP, {}{out}, {}{square}",
            coded.code,
            coded.name,
            counted(base.markers.into(), "marker"),
            base.fate
        );
    }
    for note in &story.notes {
        let _ = writeln!(text, "{note}");
    }
    text
}

/// What is said of all that follow; none where the answer is for one unit.
pub(super) fn rest_words(line: &str) -> Option<&str> {
    let (first, words) = line.split_once(' ').unwrap_or((line, ""));
    first.eq_ignore_ascii_case("rest").then(|| words.trim())
}

/// A fault as whoever answers is told of it.
pub(super) fn said(fault: &query::Fault) -> String {
    format!("  {} ({})\n", fault.message, fault.hint)
}
