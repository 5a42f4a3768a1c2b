//! Every fall of the dice, one after another: for odds against plain enumeration, here and in `benches/rules.rs`.

use dice::{Ask, Call, DiceError};

/// Faces that are counted up like an odometer: as many as a throw wants, whatever hangs on the ones before.
#[derive(Default)]
pub(crate) struct Odometer {
    faces: Vec<u8>,
    /// How many have been thrown.
    pub(crate) taken: usize,
}

impl Odometer {
    /// The next fall of the dice; false when all have been.
    pub(crate) fn turn(&mut self) -> bool {
        self.faces.truncate(self.taken);
        self.taken = 0;
        while self.faces.last() == Some(&6) {
            self.faces.pop();
        }
        let Some(last) = self.faces.last_mut() else { return false };
        *last += 1;
        true
    }
}

impl Ask for Odometer {
    fn ask(&mut self, _: &Call<'_>, count: usize, _: Option<&DiceError>) -> Option<String> {
        let from = self.taken;
        self.taken += count;
        self.faces.resize(self.faces.len().max(self.taken), 1);
        Some(self.faces[from..self.taken].iter().map(ToString::to_string).collect::<Vec<_>>().join(" "))
    }
}
