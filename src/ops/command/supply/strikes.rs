//! `strikes book` and `strikes cancel`: the umpire books air strikes on supply traffic.

use serde::{Deserialize, Serialize};

use campaign::{AirStrike, Campaign, Event, Setting, StrikeTarget};
use domain::{Bound, Phase, SideId, command, nearest};

use crate::{Changeset, Near, OpError, pick};

/// Air strikes are booked, or given up.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StrikesSet {
    /// The squares, as given.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub squares: Vec<String>,
    /// The railway whose trains are to be hit, as given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<String>,
    /// The side whose traffic is to be hit, as given.
    pub against: String,
    /// In which bound, as given; none for the running one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bound: Option<String>,
    /// Whether they are given up.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub cancel: bool,
}

impl StrikesSet {
    pub(crate) fn decide(&self, changes: &mut Changeset) -> Result<(), OpError> {
        let against = pick::side(changes.now(), &self.against)?;
        let bound = self.bound(changes.now())?;
        let squares = self.squares.iter().map(|given| Ok(StrikeTarget::Square(pick::square(changes.now(), given)?)));
        let line = self.line.iter().map(|given| line(changes.now(), given));
        let targets: Vec<StrikeTarget> = squares.chain(line).collect::<Result<_, OpError>>()?;
        if !self.cancel {
            can_fly(changes.now(), bound)?;
            if let Some(note) = changes.now().settings.note_if_off(Setting::AirInterdiction) {
                changes.note(note);
            }
        }
        targets.into_iter().try_for_each(|target| self.change(changes, AirStrike { bound, against, target }))
    }

    fn bound(&self, campaign: &Campaign) -> Result<Bound, OpError> {
        self.bound.as_deref().map_or(Ok(campaign.bound), |word| pick::bound(campaign, word))
    }

    fn change(&self, changes: &mut Changeset, strike: AirStrike) -> Result<(), OpError> {
        let is_booked = changes.now().strikes.contains(&strike);
        if self.cancel && !is_booked {
            let on = on(changes.now(), strike.against, &strike.target);
            let message = format!("no air strikes {on} are booked for {}", strike.bound);
            return Err(OpError::not_now(message, command!("`railhead strikes list` shows which are")));
        }
        if is_booked != self.cancel {
            return Ok(());
        }
        changes.happen(Event::StrikesChanged { strike: Box::new(strike), booked: !self.cancel })
    }
}

/// Whose traffic is hit where, in words.
fn on(campaign: &Campaign, against: SideId, target: &StrikeTarget) -> String {
    format!("on {} against {}", target.named(&campaign.frame), campaign.side_name(against))
}

/// Refuses a bound in which nobody flies.
fn can_fly(campaign: &Campaign, bound: Bound) -> Result<(), OpError> {
    if bound < campaign.bound {
        let message = format!("{bound} is over: nothing more can fly in it");
        return Err(OpError::not_now(message, format!("the running bound is {}", campaign.bound)));
    }
    if bound.phase == Phase::Night {
        let message = format!("{bound} is a night bound: no air strikes fly");
        return Err(OpError::not_now(message, "book them for a morning or an afternoon: `--for 2am`"));
    }
    if campaign.weather_in(bound).is_some_and(|weather| weather.flying == "none") {
        let message = format!("nothing flies in {bound}: its flying is `none`");
        return Err(OpError::not_now(
            message,
            command!("`railhead bound weather flying=good` changes it while that bound is running"),
        ));
    }
    Ok(())
}

/// The railway that a word means: its name, whatever its letters.
fn line(campaign: &Campaign, given: &str) -> Result<StrikeTarget, OpError> {
    let names = || campaign.railways.iter().map(|railway| railway.name.as_str());
    let found = names().find(|name| name.eq_ignore_ascii_case(given.trim()));
    found.map(|name| StrikeTarget::Line(name.to_owned())).ok_or_else(|| {
        let near = nearest(given, names()).map(Near::from).into_iter().collect();
        OpError::Unknown { what: "railway", given: given.to_owned(), near }
    })
}
