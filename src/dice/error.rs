//! What is wrong with dice that somebody wrote or reported.

/// Why there is no face.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DiceError {
    /// The script has fewer dice than are thrown.
    #[error("the dice run out: `{call}` needs {wanted}, left: {left} of {given}")]
    RunOut {
        /// The throw.
        call: String,
        /// How many dice it wants.
        wanted: usize,
        /// How many are left.
        left: usize,
        /// How many were given in all.
        given: usize,
    },
    /// A die shows something that is not a face.
    #[error("die {place} for `{call}` shows `{given}`, which is not a face from 1 to 6")]
    NoFace {
        /// The throw.
        call: String,
        /// Which die of the script, counted from 1.
        place: usize,
        /// What it shows.
        given: String,
    },
    /// There are more dice than throws.
    #[error("too many dice: {thrown} thrown, and {left} more are given")]
    TooMany {
        /// How many are left.
        left: usize,
        /// How many were thrown.
        thrown: usize,
    },
    /// An answer has more or fewer dice than were thrown.
    #[error("dice thrown: {wanted}; faces given: {given}")]
    Count {
        /// How many are wanted.
        wanted: usize,
        /// How many were given.
        given: usize,
    },
    /// Nobody says what was rolled.
    #[error("input ended before the roll for `{call}`")]
    NobodyAnswers {
        /// The throw.
        call: String,
    },
    /// There are more dice than any throw wants.
    #[error("there are more than {most} dice")]
    TooLong {
        /// The most.
        most: usize,
    },
    /// A word among dice is no face.
    #[error("`{given}` is not a face from 1 to 6")]
    BadFace {
        /// The word.
        given: String,
    },
}
