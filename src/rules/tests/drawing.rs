//! What the comparisons with plain workings share: what a seed draws, and how two documents differ.

use dice::Seeded;
use serde_json::Value as Json;

/// Whatever a seed draws, by dice of its own.
pub(super) struct Draw(Seeded);

impl Draw {
    pub(super) fn new(seed: u64, stream: u64) -> Self {
        Self(Seeded::new(seed, stream))
    }

    /// A number below this one, which is at most 1,296.
    pub(super) fn below(&mut self, end: usize) -> usize {
        let four = (0..4).fold(0, |sum, _| sum * 6 + usize::from(self.0.face()) - 1);
        four % end
    }

    pub(super) fn of<'a, T: ?Sized>(&mut self, list: &[&'a T]) -> &'a T {
        list[self.below(list.len())]
    }

    pub(super) fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    /// So many faces, as they fall.
    pub(super) fn faces(&mut self, count: usize) -> Vec<u8> {
        (0..count).map(|_| self.0.face()).collect()
    }
}

/// A row of faces as a script of dice.
pub(super) fn script(faces: &[u8]) -> String {
    faces.iter().map(u8::to_string).collect::<Vec<_>>().join(" ")
}

/// Every place at which two documents differ, keys that only one of them has too.
pub(super) fn unlike(at: &str, plain: &Json, program: &Json, lines: &mut Vec<String>) {
    match (plain, program) {
        (Json::Object(ours), Json::Object(theirs)) => {
            for (key, value) in ours {
                unlike(&format!("{at}.{key}"), value, theirs.get(key).unwrap_or(&Json::Null), lines);
            }
            for (key, value) in theirs.iter().filter(|(key, _)| !ours.contains_key(*key)) {
                lines.push(format!("    {at}.{key}: only the program has it: {value}"));
            }
        }
        _ if plain == program => {}
        _ => lines.push(format!("    {at}: plain {plain}, program {program}")),
    }
}
