//! Battles, and the marks that they leave, in the words of a change.

use campaign::{BaseMarks, Battle, Campaign, Fought, UnitMarks};
use domain::{BattleEnd, does, thirds_text, verb_of};

pub(crate) fn battle(campaign: &Campaign, battle: Option<&Battle>) -> String {
    let Some(battle) = battle else { return "none".to_owned() };
    match &battle.fought {
        None => format!("{}, drawn", does(&campaign.side_name(battle.attacker), "attacks")),
        Some(fought) if fought.is_declined() => "declined".to_owned(),
        Some(fought) => format!("{}: {}", ended(fought.end), held(campaign, battle, fought)),
    }
}

/// Who holds the square after a battle, and whether anybody of his is left for it.
fn held(campaign: &Campaign, battle: &Battle, fought: &Fought) -> String {
    let holder = campaign.side_name(fought.holder);
    if fought.is_anybody_left(battle.attacker) {
        does(&holder, "holds") + " it"
    } else {
        format!("{} nobody left and {} it", does(&holder, "has"), verb_of(&holder, "keeps"))
    }
}

/// The end of a battle in words.
pub(crate) fn ended(end: BattleEnd) -> &'static str {
    match end {
        BattleEnd::Taken => "taken",
        BattleEnd::WonBack => "won back",
        BattleEnd::BrokenOff => "broken off",
        BattleEnd::OutOfMoves => "out of moves",
    }
}

pub(crate) fn unit_marks(marks: UnitMarks) -> String {
    let words = [
        (marks.fought, "has fought"),
        (marks.met_tanks, "has met tanks"),
        (marks.half_tested, "half-strength test done"),
        (marks.without_orders, "without orders"),
        (marks.fanatical, "fanatical"),
    ];
    listed(&words)
}

pub(crate) fn base_marks(marks: BaseMarks) -> String {
    let cu = marks.cu_thirds.map(|thirds| format!("{} CU", thirds_text(thirds)));
    let post = format!("{} SP at the medical post", marks.at_post);
    let cu_text = cu.clone().unwrap_or_default();
    let notes = marks.noted.map(|noted| format!("{} (battle of {})", noted.notes, noted.bound)).unwrap_or_default();
    listed(&[
        (cu.is_some(), cu_text.as_str()),
        (marks.mounted, "mounted"),
        (marks.at_post > 0, post.as_str()),
        (marks.noted.is_some(), notes.as_str()),
    ])
}

fn listed(words: &[(bool, &str)]) -> String {
    let words: Vec<&str> = words.iter().filter(|(is, _)| *is).map(|(_, word)| *word).collect();
    if words.is_empty() { "none".to_owned() } else { words.join(", ") }
}
