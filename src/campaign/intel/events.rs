//! Events as a reader knows them: what happened to those of his side, and what his side saw.
//!
//! What it decides: of which events he is told, and under which names.
//! What it never does: tell of an event that it does not know to be his.

use std::collections::{BTreeMap, BTreeSet};

use domain::{AccountId, Bound, FormationId, SideId, Square};

use super::known::{Eyes, Reader};
use crate::{Campaign, Event, Pool};

impl Campaign {
    /// Those of these events of which a reader knows, as he knows them; this is the campaign after them, and `before` that
    /// before.
    #[must_use]
    pub fn events_read_by(&self, before: &Self, reader: &Reader, events: &[Event]) -> Vec<Event> {
        let mut told = Told::new(before, self, reader, events.iter());
        events.iter().filter_map(|event| told.next(event)).collect()
    }

    /// The same of events that are dated by their operations.
    #[must_use]
    pub fn history_read_by<T>(&self, reader: &Reader, events: Vec<(T, Bound, Event)>) -> Vec<(T, Bound, Event)> {
        let mut told = Told::new(self, self, reader, events.iter().map(|(.., event)| event));
        events.into_iter().filter_map(|(number, bound, event)| Some((number, bound, told.next(&event)?))).collect()
    }
}

/// What a reader knew before and knows after.
struct Told<'a> {
    before: Eyes<'a>,
    after: Eyes<'a>,
    /// Dumps of his that are taken by one of the events still to come.
    yet_to_lose: BTreeSet<AccountId>,
}

impl<'a> Told<'a> {
    /// Of these events, which lie between or before the two campaigns.
    fn new<'e>(
        before: &'a Campaign,
        after: &'a Campaign,
        reader: &Reader,
        events: impl Iterator<Item = &'e Event>,
    ) -> Self {
        let mut told =
            Self { before: Eyes::new(before, reader), after: Eyes::new(after, reader), yet_to_lose: BTreeSet::new() };
        // Whose a dump was at first is told by who first gave it up: what was another's then is not told before it was taken.
        let mut first = BTreeMap::new();
        for event in events {
            if let Event::DumpHandedOver { dump, before: (owner, _), .. } = event {
                first.entry(dump).or_insert(owner);
            }
        }
        first.retain(|_, owner| told.owns(owner));
        told.yet_to_lose = first.into_keys().cloned().collect();
        told
    }

    /// The next event as it is told; none where it is not.
    fn next(&mut self, event: &Event) -> Option<Event> {
        let told = self.event(event);
        // What becomes of a dump after it was overrun is its captor's to know.
        if let Event::Overran { what, .. } = event {
            self.yet_to_lose.remove(what);
        }
        told
    }

    fn side(&self) -> SideId {
        self.after.side
    }

    fn owns(&self, id: &FormationId) -> bool {
        self.after.owns(id) || self.before.owns(id)
    }

    fn owns_account(&self, account: &str) -> bool {
        self.after.owns_account(account) || self.before.owns_account(account) || self.yet_to_lose.contains(account)
    }

    /// Whether the side knows who holds a square now.
    fn knows_ground(&self, square: Square) -> bool {
        !self.after.truth.intel.ground.contains_key(&(self.side(), square))
    }

    fn named(&self, id: &FormationId) -> FormationId {
        if self.owns(id) { id.clone() } else { self.after.named(id) }
    }

    /// The event as it is told; none where it is not.
    #[expect(clippy::too_many_lines, reason = "an arm for every kind of event, so that none is told unasked")]
    fn event(&self, event: &Event) -> Option<Event> {
        let mut told = event.clone();
        let is_known = match &mut told {
            Event::LeafPlaced { leaf: id, .. }
            | Event::LeafStateChanged { leaf: id, .. }
            | Event::PostureChanged { leaf: id, .. }
            | Event::StrengthChanged { leaf: id, .. }
            | Event::MarkersChanged { leaf: id, .. }
            | Event::AmmunitionChanged { leaf: id, .. }
            | Event::ArrivalChanged { leaf: id, .. }
            | Event::EntryChanged { leaf: id, .. }
            | Event::BaseMarked { leaf: id, .. }
            | Event::ReplacementTaken { leaf: id, .. }
            | Event::LeafMarched { leaf: id, .. }
            | Event::RailJobChanged { leaf: id, .. }
            | Event::MarchKept { leaf: id, .. }
            | Event::OrderChanged { unit: id, .. }
            | Event::ConvoyChanged { lead: id, .. }
            | Event::DrivenChanged { vehicle: id, .. }
            | Event::AttacksOwedChanged { formation: id, .. }
            | Event::UnitMarked { formation: id, .. }
            | Event::SupplyRecorded { formation: id, .. }
            | Event::HqDieChanged { formation: id, .. }
            | Event::GradeChanged { formation: id, .. }
            | Event::FormationSet { formation: id, .. }
            | Event::SuperiorChanged { formation: id, .. }
            | Event::SupportChanged { formation: id, .. }
            | Event::BattleGroupChanged { group: id, .. } => self.owns(id),
            Event::FormationCreated { formation } | Event::FormationDissolved { formation } => self.owns(&formation.id),
            Event::Remarked { formation: id, text } | Event::DiceThrown { thrower: id, effect: text, .. } => {
                *text = self.without_names(text);
                self.owns(id)
            }
            Event::PosturesSettled { leaves } => self.keep(leaves, |(leaf, _)| leaf),
            Event::MarchesEnded { leaves } => self.keep(leaves, |(leaf, ..)| leaf),
            Event::ReplacementChanged { before, after, .. } => {
                let pool = [before, after].into_iter().flatten().next().map(|entry| &entry.pool);
                pool.is_some_and(|pool| match pool {
                    Pool::Formation(id) => self.owns(id),
                    Pool::Side(side) => *side == self.side(),
                })
            }
            Event::RailheadChanged { railhead: account, .. }
            | Event::DumpMoved { dump: account, .. }
            | Event::DumpShut { dump: account, .. }
            | Event::SpoilsChanged { account, .. } => self.owns_account(account.as_str()),
            Event::RailheadRemarked { railhead, text } => {
                *text = self.without_names(text);
                self.owns_account(railhead.as_str())
            }
            Event::DumpOpened { dump } | Event::DumpClosed { dump } => self.owns_account(dump.id.as_str()),
            Event::DumpHandedOver { dump, before, after } => {
                (before.0, after.0) = (self.named(&before.0), self.named(&after.0));
                self.owns_account(dump.as_str())
            }
            Event::AirliftFlown { flight } => self.owns(&flight.wing),
            Event::RemainderChanged { from, to, .. } => {
                self.owns_account(from.as_str()) || self.owns_account(to.as_str())
            }
            Event::StockTransferred { transfer } => {
                self.owns_account(transfer.from.as_str()) || self.owns_account(transfer.to.as_str())
            }
            Event::StockReported { stock, .. } => {
                stock.retain(|account, _| self.owns_account(account.as_str()));
                !stock.is_empty()
            }
            Event::ClaimChanged { what, before, after } => {
                let claims = [before.as_mut(), after.as_mut()].into_iter().flatten();
                let is_captor = claims.map(|claim| {
                    let is_captor = self.owns(&claim.by);
                    claim.by = self.named(&claim.by);
                    is_captor
                });
                is_captor.fold(self.owns_account(what.as_str()), |known, is_captor| known || is_captor)
            }
            Event::Overran { what, by, .. } => {
                let (is_captor, is_loser) = (self.owns(by), self.owns_account(what.as_str()));
                *by = self.named(by);
                // A vehicle that was taken bears no name that its captor knows.
                if let Some(leaf) = self.before.truth.formation(what.as_str()).filter(|_| !is_loser) {
                    *what = AccountId::from(self.named(&leaf.id).as_str());
                }
                is_captor || is_loser
            }
            Event::ControlChanged { square, before, .. } => *before == Some(self.side()) || self.knows_ground(*square),
            Event::GroundTaken { side, squares } => {
                let is_own = *side == self.side();
                squares.retain(|(square, before)| is_own || *before == Some(self.side()) || self.knows_ground(*square));
                !squares.is_empty()
            }
            Event::CrossingChanged { crossing, .. } => self.knows_crossing(crossing),
            Event::CrossingBuilt { crossing } => self.knows_crossing(&crossing.id),
            Event::RailChanged { line, side, .. } => {
                !self.after.truth.intel.rails.contains_key(&(self.side(), (line.clone(), *side)))
            }
            Event::TrackChanged { after, .. } => after.relaid.as_ref().is_some_and(|relaid| relaid.side == self.side()),
            Event::StrikesChanged { strike, .. } => strike.against != self.side(),
            Event::MinefieldChanged { before, after, .. } => {
                [before, after].into_iter().flatten().any(|field| field.side == self.side())
            }
            // Whose raid it was nobody tells; that it was one its side knows.
            Event::PartisansThrown { against, after, .. } => *against == self.side() && after.is_some(),
            Event::BattleChanged { before, after, .. } => {
                let mut known = false;
                for battle in [before, after].into_iter().flatten() {
                    known |= self.after.knows_battle(battle);
                }
                known
            }
            Event::TerrainChanged { .. }
            | Event::WeatherChanged { .. }
            | Event::HouseParameterChanged { .. }
            | Event::SettingChanged { .. }
            | Event::BoundClosed { .. }
            | Event::BoundOpened { .. } => true,
            // The umpire's own.
            Event::BoundNoted { .. }
            | Event::ForecastKept { .. }
            | Event::PartisansChanged { .. }
            | Event::SightingChanged { .. } => false,
        };
        is_known.then_some(told)
    }

    fn knows_crossing(&self, crossing: &domain::CrossingId) -> bool {
        !self.after.truth.intel.crossings.contains_key(&(self.side(), crossing.clone()))
    }

    fn keep<T>(&self, all: &mut Vec<T>, leaf: impl Fn(&T) -> &FormationId) -> bool {
        all.retain(|one| self.owns(leaf(one)));
        !all.is_empty()
    }

    /// A text of the log with the names of others as the reader knows them: what the umpire may read in it names them.
    fn without_names(&self, text: &str) -> String {
        let mut text = text.to_owned();
        for truth in [self.before.truth, self.after.truth] {
            for other in truth.formations.values().filter(|other| other.side != self.side()) {
                for name in [truth.named(&other.id), other.name.clone(), format!("`{}`", other.id)] {
                    if text.contains(&name) {
                        text = with_word(&text, &name, &format!("enemy troops (`{}`)", self.after.named(&other.id)));
                    }
                }
            }
        }
        text
    }
}

/// A text with another word for one, where it stands alone.
fn with_word(text: &str, word: &str, other: &str) -> String {
    let is_part = |letter: Option<char>| letter.is_some_and(char::is_alphanumeric);
    let (mut done, mut rest) = (String::new(), text);
    while let Some(place) = rest.find(word).filter(|_| !word.is_empty()) {
        let (before, after) = (&rest[..place], &rest[place + word.len()..]);
        let is_alone = !is_part(before.chars().last().or(done.chars().last())) && !is_part(after.chars().next());
        done.push_str(before);
        done.push_str(if is_alone { other } else { word });
        rest = after;
    }
    done + rest
}

#[cfg(test)]
mod tests {
    use super::with_word;

    #[test]
    fn a_name_is_replaced_where_it_stands_alone() {
        assert_eq!(
            with_word("16 Inf barred 116 Inf, 16 Infantry and 16 Inf.", "16 Inf", "X"),
            "X barred 116 Inf, 16 Infantry and X."
        );
        assert_eq!(with_word("nobody", "", "X"), "nobody");
    }
}
