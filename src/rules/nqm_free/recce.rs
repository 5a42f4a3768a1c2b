//! Recce: red, white and blue dice (NQM Free, "Recce").

use domain::{Grade, words};

use super::tables::{OPENING, RECCE, Score, place};

/// What a look comes to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Sighting {
    /// The recce sees the hidden troops first.
    Seen,
    /// The hidden troops may ambush it, or let it pass unseen.
    Ambush,
    /// They open fire.
    OpensFire,
}

words! {
    /// A range of fire.
    enum FireRange: "range" {
        /// Beyond effective range: disorganises at most.
        Harassing = "harassing",
        /// Effective range.
        Effective = "effective",
        /// Contact: 100 m.
        Contact = "contact",
    }
}

/// Whether a die finds the hidden troops.
pub(crate) fn finds(looks: Grade, hides: Grade, face: u8) -> bool {
    match RECCE[place(looks)][place(hides)] {
        Score::From(least) => face >= least,
        Score::Always => true,
        Score::Never => false,
    }
}

/// What red and white come to.
///
/// # Interpretation
/// For white the defender looks the recce up as the hidden side. Who enters unlooked-for is ambushed outright.
pub(crate) fn sighting(recce: Grade, hidden: Grade, red: u8, white: u8) -> Sighting {
    if finds(recce, hidden, red) {
        Sighting::Seen
    } else if finds(hidden, recce, white) {
        Sighting::Ambush
    } else {
        Sighting::OpensFire
    }
}

/// The range at which hidden troops open fire, by the blue die.
pub(crate) fn opening(hidden: Grade, blue: u8) -> FireRange {
    let (harassing, effective) = OPENING[place(hidden)];
    if blue <= harassing {
        FireRange::Harassing
    } else if blue <= effective {
        FireRange::Effective
    } else {
        FireRange::Contact
    }
}

/// How many classes a weapon goes up: one at contact or in ambush, two in ambush at contact.
pub(crate) fn shift(range: FireRange, ambush: bool) -> i8 {
    i8::from(range == FireRange::Contact) + i8::from(ambush)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_sees_whom() {
        assert_eq!(sighting(Grade::Regular, Grade::Conscript, 4, 1), Sighting::Seen);
        assert_eq!(sighting(Grade::Regular, Grade::Conscript, 3, 6), Sighting::Ambush);
        assert_eq!(sighting(Grade::Regular, Grade::Conscript, 3, 5), Sighting::OpensFire);
        assert_eq!(sighting(Grade::Veteran, Grade::Elite, 6, 4), Sighting::OpensFire, "X never, 5 needed");
        assert!(finds(Grade::Elite, Grade::Green, 1), "green hides as militia");
    }

    #[test]
    fn opening_ranges() {
        use FireRange::{Contact, Effective, Harassing};
        let range = |grade| [1, 2, 3, 4, 5, 6].map(|blue| opening(grade, blue));
        assert_eq!(range(Grade::Elite), [Contact; 6]);
        assert_eq!(range(Grade::Veteran), [Effective, Effective, Contact, Contact, Contact, Contact]);
        assert_eq!(range(Grade::Regular), [Harassing, Effective, Effective, Effective, Contact, Contact]);
        assert_eq!(range(Grade::Conscript), [Harassing, Harassing, Effective, Effective, Effective, Contact]);
        assert_eq!(range(Grade::Militia), [Harassing, Harassing, Harassing, Effective, Effective, Effective]);
    }

    #[test]
    fn ambush_and_contact_shift_the_weapon() {
        assert_eq!(shift(FireRange::Effective, false), 0);
        assert_eq!(shift(FireRange::Effective, true), 1);
        assert_eq!(shift(FireRange::Contact, false), 1);
        assert_eq!(shift(FireRange::Contact, true), 2);
    }
}
