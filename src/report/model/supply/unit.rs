//! How one formation stands in supply, why, and what would mend it.

use serde::Serialize;

use campaign::Campaign;
use domain::{AccountId, Commodity, Echelon, FormationId, Said, SideId, SupplyState, counted};
use supply::{Assessment, CutKind, PresentUse, Supplied, Underway};

use super::chain::LinkView;
use super::underway::{OnItsWay, UnderwayView};
use crate::Cell;
use crate::model::BoundView;
use crate::words::cause;

/// Why a formation is in trouble.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub(super) struct Reason {
    pub(super) said: Said,
    /// Of what none of its own is left, where it is that.
    #[serde(skip)]
    pub(super) empty: Option<Commodity>,
}

/// How one formation stands.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct UnitSupply {
    pub(super) id: FormationId,
    pub(super) name: String,
    pub(super) side: SideId,
    pub(super) echelon: Echelon,
    pub(super) square: Option<String>,
    pub(super) fed_by: Option<FormationId>,
    pub(super) log: LogView,
    pub(super) pol: PolView,
    pub(super) ammo_out_bases: u32,
    pub(super) bounds_out: BoundsOut,
    pub(super) can_attack: bool,
    pub(super) can_move: bool,
    pub(super) reasons: Vec<Reason>,
    pub(super) mend: Vec<MendView>,
    /// Who could come back a little instead of others winning squares.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) back: Option<BackView>,
    pub(super) underway: Vec<UnderwayView>,
    #[serde(skip)]
    pub(super) duration: Option<String>,
    /// Whether it has what it needs of LOG, and of POL; none where it needs none.
    #[serde(skip)]
    pub(super) stands: [Option<Supplied>; 2],
    #[serde(skip)]
    pub(super) can_fly: bool,
    #[serde(skip)]
    pub(super) group: String,
}

impl UnitSupply {
    /// Whether it is out of neither, though its line or chain fails or it holds none itself: a dump in its reach holds some.
    pub(super) fn lives_on_reach(&self) -> bool {
        let is = |wanted| self.stands.contains(&Some(wanted));
        is(Supplied::LivesOn) && !is(Supplied::Out)
    }
}

#[derive(Debug, Clone, PartialEq, Serialize)]
pub(super) struct LogView {
    pub(super) state: SupplyState,
    pub(super) stock: Option<i64>,
    pub(super) days: Option<i64>,
    pub(super) source: Option<AccountId>,
    pub(super) hours: Option<f64>,
    pub(super) km: Option<f64>,
    pub(super) path: Vec<String>,
    pub(super) cut: Option<CutView>,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
pub(super) struct CutView {
    pub(super) leg: [String; 2],
    pub(super) at: String,
    pub(super) kind: CutKind,
    pub(super) by: Option<FormationId>,
    pub(super) since: BoundView,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
pub(super) struct PolView {
    pub(super) required: bool,
    pub(super) state: SupplyState,
    pub(super) stock: Option<i64>,
    pub(super) days: Option<i64>,
    pub(super) links: Vec<LinkView>,
    pub(super) broken: Option<BrokenView>,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
pub(super) struct BrokenView {
    pub(super) from: String,
    pub(super) to: String,
    pub(super) km: Option<f64>,
    pub(super) limit_km: f64,
    pub(super) reason: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub(super) struct BoundsOut {
    pub(super) log: u32,
    pub(super) pol: u32,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(super) struct MendView {
    pub(super) kind: CutKind,
    /// None where the side that reads sees nothing there.
    pub(super) square: Option<String>,
    pub(super) by: Option<String>,
    pub(super) text: String,
}

/// Who could come back, and to where.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(super) struct BackView {
    pub(super) unit: FormationId,
    pub(super) square: String,
    pub(super) text: String,
}

impl Reason {
    /// That none of its own is left of something and what is on its way; where that is not for itself, who could bring some.
    pub(super) fn empty(of: Commodity, on_its_way: Option<String>, is_own: bool) -> Self {
        let parts = std::iter::once(format!("{}: none of its own is left", of.name())).chain(on_its_way);
        let told = parts.collect::<Vec<_>>().join("; ");
        let leading = |told| Said::leading(told, "; `railhead supply plan` says who could bring some");
        Self { said: if is_own { told.into() } else { leading(told) }, empty: Some(of) }
    }
}

impl From<String> for Reason {
    fn from(text: String) -> Self {
        Self { said: text.into(), empty: None }
    }
}

pub(super) fn state_cell(state: SupplyState, stock: Option<i64>, days: Option<i64>) -> Cell {
    let word = match state {
        SupplyState::InSupply => "ok",
        SupplyState::NotRequired => "-",
        SupplyState::Cut => "CUT",
        SupplyState::NoVehicle => "NO VEHICLE",
        SupplyState::DumpEmpty => "EMPTY",
    };
    let text = stock.filter(|_| word != "-").map_or_else(
        || word.to_owned(),
        |n| match days {
            Some(days) => format!("{word} ({n}: {days} d)"),
            None => format!("{word} ({n})"),
        },
    );
    if state.is_good() { Cell::new(text) } else { Cell::emphasised(text) }
}

impl UnitSupply {
    /// How it stands, why, and what would mend it.
    pub(crate) fn facts(&self) -> Vec<(&'static str, String)> {
        let state = |state: SupplyState| state.as_str().replace('_', " ");
        let mut facts = vec![("LOG", state(self.log.state)), ("POL", state(self.pol.state))];
        facts.extend(self.lives_on().map(|told| ("lives on", told)));
        // What mends it stands below, and is said once.
        facts.extend(self.reasons.iter().map(|reason| ("why", reason.said.told().to_owned())));
        facts.extend(self.mend_words().into_iter().map(|mend| ("mend", mend)));
        facts.extend(self.back.iter().map(|back| ("mend", format!("or {}", back.text))));
        facts
    }

    /// On what it lives in spite of what fails, a sentence each.
    fn lives_on(&self) -> impl Iterator<Item = String> {
        let (log, pol) = (&self.log, &self.pol);
        let of = [("LOG", log.stock, log.days), ("POL", pol.stock, pol.days)].into_iter().zip(self.stands);
        let living = of.filter(|(_, stands)| *stands == Some(Supplied::LivesOn));
        living.map(|((name, stock, days), _)| living_on(name, stock.filter(|units| *units > 0), days))
    }

    /// How many days what it holds lasts at the present use; nothing where it uses none, or nothing is counted.
    pub(super) fn last(&mut self, using: &PresentUse) {
        let of = |stock: Option<i64>, commodity| {
            let own = stock.filter(|_| self.fed_by.is_none());
            own.and_then(|stock| using.days(&self.id, commodity, stock))
        };
        let (log, pol) = (of(self.log.stock, Commodity::Log), of(self.pol.stock, Commodity::Pol));
        (self.log.days, self.pol.days) = (log, pol);
    }

    /// What is on its way: beside its reasons, and in the place of where more could be had where it has none.
    pub(super) fn awaits(&mut self, campaign: &Campaign, assessment: &Assessment, underway: &[Underway]) {
        let on_its_way = OnItsWay::to(campaign, assessment, underway);
        for commodity in Commodity::ALL {
            let lacks = self.reasons.iter_mut().find(|reason| reason.empty == Some(*commodity));
            match (lacks, on_its_way.own_text(*commodity), on_its_way.drawn_text(*commodity)) {
                (Some(lacks), Some(own), _) => *lacks = Reason::empty(*commodity, Some(own), true),
                (Some(lacks), None, Some(drawn)) => *lacks = Reason::empty(*commodity, Some(drawn), false),
                // Who is fed has its own reasons, and not those of who feeds it.
                (None, Some(own), _) if self.fed_by.is_none() => self.reasons.push(own.into()),
                _ => {}
            }
        }
        self.underway = on_its_way.views(campaign);
    }

    pub(super) fn is_in_trouble(&self) -> bool {
        !self.log.state.is_good() || !self.pol.state.is_good() || self.ammo_out_bases > 0
    }

    pub(super) fn cells(&self) -> Vec<Cell> {
        let mark = if self.is_in_trouble() { Cell::emphasised("!!") } else { Cell::default() };
        vec![
            mark,
            Cell::new(format!("{}\n{}", self.name, self.id)),
            Cell::maybe(self.square.as_deref()),
            state_cell(self.log.state, self.log.stock, self.log.days),
            state_cell(self.pol.state, self.pol.stock, self.pol.days),
            self.story().into(),
            Cell::maybe(self.log.source.as_ref()),
            Cell::maybe(self.log.hours.map(|h| format!("{h:.1}"))),
            Cell::maybe(self.log.km.map(|k| format!("{k:.0}"))),
        ]
    }

    /// Why it is in trouble and what would mend it, a line each.
    fn story(&self) -> Said {
        let story = |why: fn(&Said) -> &str| {
            let mut lines: Vec<String> = self.reasons.iter().map(|reason| why(&reason.said).to_owned()).collect();
            lines.extend(self.duration.clone());
            lines.extend(self.mend_words().into_iter().map(|mend| format!("-> {mend}")));
            lines.join("\n")
        };
        Said::or_told(story(|said| said), story(Said::told))
    }

    fn mend_words(&self) -> Vec<String> {
        let squares = self.mend.iter().filter(|m| cause::is_enemy(m.kind));
        let squares: Vec<&MendView> = squares.filter(|m| m.square.is_some()).collect();
        if squares.len() <= cause::NEAR {
            return self.mend.iter().map(|m| m.text.clone()).collect();
        }
        let reference = |place: usize| squares[place].square.as_deref().unwrap_or_default();
        let (first, last) = (reference(0), reference(squares.len() - 1));
        let mut enemies: Vec<&str> = squares.iter().filter_map(|m| m.by.as_deref()).collect();
        enemies.sort_unstable();
        enemies.dedup();
        let held = if enemies.is_empty() { String::new() } else { format!(", held by {}", enemies.join(", ")) };
        let cut_off = cause::cut_off(squares.len(), self.can_fly);
        let mut lines = vec![format!("{cut_off} (from {first} to {last}{held})")];
        let others = self.mend.iter().filter(|m| !squares.iter().any(|s| std::ptr::eq(*s, *m)));
        lines.extend(others.map(|m| m.text.clone()));
        lines
    }
}

/// That somebody lives on what he holds, and how many days that lasts where it is counted, or on what others hold.
fn living_on(name: &str, holds: Option<i64>, days: Option<i64>) -> String {
    match (holds, days) {
        (Some(units), Some(days)) => format!("its own {units} {name}, which last {}", counted(days as usize, "day")),
        (Some(units), None) => format!("its own {units} {name}"),
        (None, _) => format!("{name} of a superior in its reach, from which it draws tonight"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_is_not_out_in_spite_of_what_fails_says_on_what_he_lives() {
        for (holds, days, told) in [
            (Some(2), Some(1), "its own 2 POL, which last 1 day"),
            (Some(6), Some(3), "its own 6 POL, which last 3 days"),
            (Some(2), None, "its own 2 POL"),
            (None, Some(3), "POL of a superior in its reach, from which it draws tonight"),
        ] {
            assert_eq!(living_on("POL", holds, days), told);
        }
    }
}
