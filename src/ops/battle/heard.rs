//! What was decided in a battle: heard while it is decided, and told again when the battle is fought again.

use serde::{Deserialize, Serialize};

use rules::decision::{BaseStrength, Decide, MarkerOn, Placing, Question};
use rules::outcome::Happening;

/// What was decided in a battle, in the order in which it was asked.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Decided {
    /// Whether bases might be kept out of assaults.
    pub holds_back: bool,
    /// Whether markers might be placed.
    pub places_markers: bool,
    /// The answers.
    pub answers: Vec<HeardAnswer>,
}

/// An answer to a question of a battle.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum HeardAnswer {
    /// Yes or no.
    Says(bool),
    /// Which bases stay out of an assault, by place.
    StayOut(Vec<usize>),
    /// Which base takes a marker, by place.
    Marker(usize),
}

/// Somebody who decides, while another hears what happens.
pub(crate) struct Heard<'a> {
    decides: &'a mut dyn Decide,
    hear: &'a mut dyn FnMut(&Happening),
    decided: Decided,
}

impl<'a> Heard<'a> {
    pub(crate) fn new(decides: &'a mut dyn Decide, hear: &'a mut dyn FnMut(&Happening)) -> Self {
        let (holds_back, places_markers) = (decides.holds_back(), decides.places_markers());
        Self { decides, hear, decided: Decided { holds_back, places_markers, answers: Vec::new() } }
    }

    /// What was decided.
    pub(crate) fn decided(self) -> Decided {
        self.decided
    }

    fn kept<T: Clone>(&mut self, given: Option<T>, answer: impl FnOnce(T) -> HeardAnswer) -> Option<T> {
        self.decided.answers.extend(given.clone().map(answer));
        given
    }
}

impl Decide for Heard<'_> {
    fn decide(&mut self, question: &Question<'_>) -> Option<bool> {
        let given = self.decides.decide(question);
        self.kept(given, HeardAnswer::Says)
    }

    fn holds_back(&self) -> bool {
        self.decides.holds_back()
    }

    fn stay_out(&mut self, bases: &[&str], now: u8) -> Option<Vec<usize>> {
        let given = self.decides.stay_out(bases, now);
        self.kept(given, HeardAnswer::StayOut)
    }

    fn places_markers(&self) -> bool {
        self.decides.places_markers()
    }

    fn marker(&mut self, options: &[MarkerOn<'_>], placing: Placing) -> Option<usize> {
        let given = self.decides.marker(options, placing);
        self.kept(given, HeardAnswer::Marker)
    }

    fn hear(&mut self, happening: &Happening) {
        (self.hear)(happening);
    }

    fn stopped(&mut self, bases: &[BaseStrength]) {
        self.decides.stopped(bases);
    }
}

/// Gives the same answers again, in order: none to a question of another kind, and none once all are given.
pub(crate) struct Again<'d> {
    decided: &'d Decided,
    next: usize,
}

impl<'d> Again<'d> {
    pub(crate) fn new(decided: &'d Decided) -> Self {
        Self { decided, next: 0 }
    }

    /// Whether every answer was asked for.
    pub(crate) fn is_told(&self) -> bool {
        self.next == self.decided.answers.len()
    }

    fn answer(&mut self) -> Option<&'d HeardAnswer> {
        let answer = self.decided.answers.get(self.next);
        self.next += 1;
        answer
    }
}

impl Decide for Again<'_> {
    fn decide(&mut self, _: &Question<'_>) -> Option<bool> {
        if let HeardAnswer::Says(yes) = self.answer()? { Some(*yes) } else { None }
    }

    fn holds_back(&self) -> bool {
        self.decided.holds_back
    }

    fn stay_out(&mut self, bases: &[&str], _: u8) -> Option<Vec<usize>> {
        let HeardAnswer::StayOut(out) = self.answer()? else { return None };
        out.iter().all(|place| *place < bases.len()).then(|| out.clone())
    }

    fn places_markers(&self) -> bool {
        self.decided.places_markers
    }

    fn marker(&mut self, options: &[MarkerOn<'_>], _: Placing) -> Option<usize> {
        let HeardAnswer::Marker(place) = self.answer()? else { return None };
        (*place < options.len()).then_some(*place)
    }
}
