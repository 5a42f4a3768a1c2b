//! What a throw means for those who have a part in it: words for whoever throws it by hand.
//!
//! What it decides: nothing. Nothing here is made where dice fall from a seed or a script.
//! Where to look next: `dice::Part`.

use dice::Part;
use domain::Class;

use super::RunningBattle;
use super::fire::{FireShot, FireTargets};
use crate::classes::row;
use crate::pairs::BattleSide;

impl RunningBattle<'_, '_, '_> {
    /// What a throw means for these bases.
    pub(super) fn parts(&self, of: impl FnOnce() -> Vec<(usize, String)>) -> Vec<Part> {
        let part = |(base, words): (usize, String)| Part { id: self.engagement.base(base).id.to_string(), words };
        if self.dice.is_asked() { of().into_iter().map(part).collect() } else { Vec::new() }
    }

    /// What a throw means for a unit.
    pub(super) fn part(&self, unit: usize, words: impl FnOnce() -> String) -> Vec<Part> {
        let part = || Part { id: self.engagement.unit(unit).id.to_string(), words: words() };
        if self.dice.is_asked() { vec![part()] } else { Vec::new() }
    }

    /// What each die of a volley is, in the order in which they are thrown.
    pub(super) fn shots_told(&self, shots: &[FireShot], targets: &FireTargets, shift: i8) -> Vec<Part> {
        let told = |shot: &FireShot| {
            let target = Self::target_of(*shot, targets);
            let row = row(shot.weapon, target, shift).copied().unwrap_or_default();
            let at = if shot.kind == 1 { "armour" } else { "men and guns" };
            let markers = by_face(["marker", "markers"], |face| u32::from(row[usize::from(face) - 1]));
            let out = if self.ones_count() { "; 1: out of ammunition" } else { "" };
            (
                shot.base,
                format!("weapon {} against {at}, class {}: {markers}{out}", letters(shot.weapon), letters(target)),
            )
        };
        self.parts(|| shots.iter().map(told).collect())
    }
}

/// What each face comes to, faces with the same together and those with nothing left out: `4-5: 1 marker, 6: 2`.
pub(super) fn by_face(name: [&str; 2], of: impl Fn(u8) -> u32) -> String {
    let faces: Vec<(u8, u32)> = (1..=6).map(|face| (face, of(face))).collect();
    let alike = faces.chunk_by(|a, b| a.1 == b.1).filter(|alike| alike[0].1 > 0);
    let told = |(place, alike): (usize, &[(u8, u32)])| {
        let (first, last, count) = (alike[0].0, alike[alike.len() - 1].0, alike[0].1);
        let faces = if first == last { first.to_string() } else { format!("{first}-{last}") };
        let name = match (place, count) {
            (0, 1) => format!(" {}", name[0]),
            (0, _) => format!(" {}", name[1]),
            _ => String::new(),
        };
        format!("{faces}: {count}{name}")
    };
    let told: Vec<String> = alike.enumerate().map(told).collect();
    if told.is_empty() { format!("no {} on any face", name[0]) } else { told.join(", ") }
}

/// A class as the rules write it: `VL`.
pub(super) fn letters(class: Class) -> String {
    class.as_str().to_uppercase()
}

/// What it takes to pass.
pub(super) fn passes(need: Option<u8>) -> String {
    need.map_or_else(|| "it passes whatever is thrown".to_owned(), |need| format!("it passes on {need} or more"))
}

/// How dice of a close assault are read.
pub(super) fn compared(tie: Option<BattleSide>) -> String {
    let drawn = match tie {
        None => "drawn dice mark nobody",
        Some(BattleSide::Attacker) => "the attacker wins drawn dice",
        Some(BattleSide::Defender) => "the defender wins drawn dice",
    };
    format!("highest against highest, a marker for the lower; {drawn}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faces_that_come_to_the_same_are_told_together() {
        let of = |row: [u32; 6]| by_face(["marker", "markers"], move |face| row[usize::from(face) - 1]);
        assert_eq!(of([0, 0, 0, 0, 0, 1]), "6: 1 marker");
        assert_eq!(of([0, 0, 1, 1, 1, 2]), "3-5: 1 marker, 6: 2");
        assert_eq!(of([2, 2, 2, 2, 2, 2]), "1-6: 2 markers");
        assert_eq!(of([0; 6]), "no marker on any face");
    }
}
