//! Figures of NQM Free alone: const tables, each with its heading of the page.

use domain::Grade;

/// A score needed: so much or better, always, never.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Score {
    /// This or better.
    From(u8),
    /// `Y`.
    Always,
    /// `X`.
    Never,
}

use Score::{Always as Y, From as S, Never as X};

/// "Recce": rows who looks, columns who hides, both E V R C M.
pub(crate) const RECCE: [[Score; 5]; 5] = [
    [S(6), S(5), S(4), S(2), Y],
    [X, S(6), S(5), S(3), S(2)],
    [X, S(6), S(5), S(4), S(3)],
    [X, X, S(6), S(5), S(4)],
    [X, X, X, S(6), S(5)],
];

/// The range at which hidden troops open fire: the last face of harassing and of effective range, rows E V R C M.
pub(crate) const OPENING: [(u8, u8); 5] = [(0, 0), (0, 2), (1, 4), (2, 5), (3, 6)];

/// The row of a grade in the tables above; green uses the militia row (ruling).
pub(crate) fn place(grade: Grade) -> usize {
    match grade {
        Grade::Elite => 0,
        Grade::Veteran => 1,
        Grade::Regular => 2,
        Grade::Conscript => 3,
        Grade::Militia | Grade::Green => 4,
    }
}

/// "Break tests": the share of the unit's SP, as a divisor, and the least face that holds, rows E V R C M.
pub(crate) const BREAK: [Option<(u32, u8)>; 5] = [None, Some((3, 3)), Some((2, 4)), Some((3, 5)), Some((3, 5))];

/// "Close assault": most dice in attack, in defence, and attacks (none: no limit), rows E V R C M.
pub(crate) const ASSAULT: [(u8, u8, Option<u8>); 5] =
    [(5, 4, None), (4, 3, Some(3)), (3, 2, Some(2)), (2, 1, Some(1)), (3, 1, Some(1))];

/// The least calibre in mm that disorganises a target of class L, M, H ("Fortification").
pub(crate) const DISORGANISING: [u16; 3] = [45, 80, 160];

/// The least face on which a surrounded veteran stand breaks out ("Break tests").
pub(crate) const BREAK_OUT_NEED: u8 = 3;
