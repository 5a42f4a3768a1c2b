//! The campaign bound by bound: of each the situation at its end, and what is told of it.
//!
//! What it never does: look for the bounds itself; who calls it goes through them once.

use serde::Serialize;

use domain::SideId;

use super::Situation;
use super::situation::{SideFigures, UnitSymbol};

/// The campaign as pictures that follow each other.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Film {
    /// The title of the campaign.
    pub title: String,
    /// The side for which it is drawn; none for the umpire.
    pub drawn_for: Option<SideId>,
    /// The name of the formation whose commander alone it is for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub commander: Option<String>,
    /// The bounds, the earliest first.
    pub frames: Vec<FilmFrame>,
}

/// A bound of the film.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct FilmFrame {
    /// How it stood at its end.
    pub situation: Situation,
    /// The symbols of corps and armies, for a screen that has no room for more; none where it has.
    pub large: Vec<UnitSymbol>,
    /// What is told of it, a sentence each.
    pub told: Vec<String>,
}

impl FilmFrame {
    /// The sides of which strength and supply are told.
    pub fn sides(&self) -> impl Iterator<Item = &SideFigures> {
        self.situation.sides.iter().filter(|side| side.figures.is_some())
    }

    /// Formations out of LOG of all sides of which it is told.
    pub fn out_of_log(&self) -> usize {
        self.sides().filter_map(|side| side.figures).map(|figures| figures.log_out).sum()
    }
}
