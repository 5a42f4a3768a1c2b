//! Which way a search walks over roads: as lorries drive, or back from where they come.

/// In which direction a search walks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sense {
    /// From where lorries start.
    Onward,
    /// From where they arrive, against the way that they drive.
    Back,
}
