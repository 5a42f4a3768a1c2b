//! Figures of NQM Squared alone: const tables, each with its section.

use domain::Grade;

/// The least face that passes a break test; none for those who never fail (section 1).
pub(crate) const BREAK_NEED: [(Grade, Option<u8>); 6] = [
    (Grade::Elite, None),
    (Grade::Veteran, Some(3)),
    (Grade::Regular, Some(4)),
    (Grade::Conscript, Some(5)),
    (Grade::Militia, Some(5)),
    (Grade::Green, Some(6)),
];

/// What a grade adds to a recce die (section 3).
pub(crate) const RECCE_MODIFIER: [(Grade, i8); 6] = [
    (Grade::Elite, 2),
    (Grade::Veteran, 1),
    (Grade::Regular, 0),
    (Grade::Conscript, -1),
    (Grade::Militia, -1),
    (Grade::Green, -2),
];

/// What an ambush takes from the attacker's recce die (section 3).
pub(crate) const AMBUSH_MODIFIER: i8 = -1;

/// The most dice of attacker and defender in a round of close assault (section 8).
pub(crate) const ASSAULT_DICE: [u8; 2] = [3, 2];

/// The least calibre in mm that disorganises a target of class L, M, H (section 7).
pub(crate) const DISORGANISING: [u16; 3] = [45, 80, 120];
