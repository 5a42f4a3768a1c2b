//! What a bound report tells of each formation: what was done in the bound, then what closing it decided.
//!
//! What it decides: to which formation each event of the close belongs: the nearest brigade or higher at or above it; a
//! regiment directly under a corps or army has a row of its own.

use std::collections::{BTreeMap, BTreeSet};

use campaign::{Campaign, Event, Formation, Load, Transfer, Tree, is_boundary};
use domain::{Echelon, FormationId};
use ops::command::ODD_MARKER;
use ops::query::strength_changes;

use super::names::Names;
use super::part::{AtRailheads, FormationReport};
use super::stock::{Whose, booked, said};
use super::words::{Gathered, OddMarker, supply_words};
use crate::model::ReplacementRow;
use crate::model::bound::report::actions::{BoundActions, said_of};
use crate::words::order::order_said;

/// Gathers what is told of each formation.
pub(crate) struct BoundNarrator<'a> {
    names: &'a Names<'a>,
    tree: Tree<'a>,
    done: BTreeMap<FormationId, BoundActions>,
    booked: BTreeMap<FormationId, Vec<String>>,
    gathered: BTreeMap<FormationId, Gathered>,
    /// The brigades that marched, by the corps that they are in.
    marched: BTreeMap<FormationId, BTreeSet<FormationId>>,
}

impl<'a> BoundNarrator<'a> {
    /// What is told of formations, by side and tree, and what is to be told of railheads.
    pub(crate) fn tell(names: &'a Names<'a>, done: &[Event], events: &[Event]) -> (Vec<FormationReport>, AtRailheads) {
        let tree = Tree::new(names.after);
        let (by, stock, gathered) = (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
        let mut teller = Self { names, tree, done: by, booked: stock, gathered, marched: BTreeMap::new() };
        for event in done.iter().filter(|event| matches!(event, Event::LeafMarched { .. })) {
            let told_of = teller.told_of(&FormationId::from(event.subject()));
            if let Some((corps, brigade)) = told_of.and_then(|id| Some((teller.corps_of(&id)?, id))) {
                teller.marched.entry(corps).or_default().insert(brigade);
            }
        }
        for event in done {
            teller.add(event);
        }
        for change in strength_changes(names.before, done) {
            if let Some(told_of) = teller.told_of(&change.leaf) {
                teller.done.entry(told_of).or_default().strength(&change);
            }
        }
        let mut beside = Vec::new();
        for (whose, text) in booked(names, done) {
            match whose {
                Whose::Railhead(railhead) => beside.push((railhead, text)),
                Whose::Formation(id) => {
                    let told_of = teller.told_of(&id).unwrap_or(id);
                    teller.booked.entry(told_of).or_default().push(text);
                }
            }
        }
        for event in events {
            teller.gather(event);
        }
        (teller.reports(), beside)
    }

    fn reports(mut self) -> Vec<FormationReport> {
        let mut told = Vec::new();
        for formation in self.tree.all() {
            let (id, name) = (formation.id.clone(), formation.name.clone());
            let mut gathered = self.gathered.remove(&id).unwrap_or_default();
            let mut done = self.done.remove(&id).unwrap_or_default();
            // What an HQ die showed before the close is no news once the close has changed it.
            done.without_hq_dice(|unit| gathered.hq_dice.contains_key(&self.names.within(&id, unit)));
            let lead = self.tree.command_leaf(formation).map(|leaf| &leaf.id);
            let grades = done.grades.clone();
            let mut lines = done.lines(&id, lead, self.names);
            lines.extend(self.booked.remove(&id).unwrap_or_default());
            let still = std::mem::take(&mut gathered.still);
            let convoys = std::mem::take(&mut gathered.convoys);
            lines.extend(gathered.lines());
            lines.extend(convoys.lines(self.names));
            // What hindered who was ordered to reorganise may hinder it still when the bound is closed: it is said once.
            let mut said = BTreeSet::new();
            lines.retain(|line| said.insert(line.clone()));
            if lines.is_empty() {
                continue;
            }
            let army = self.tree.at_level(formation, Echelon::Army);
            let army = army.unwrap_or_else(|| self.tree.superiors(formation).last().copied().unwrap_or(formation));
            let side_name = self.after().side_name(formation.side);
            let (side, army) = (formation.side, army.name.clone());
            told.push(FormationReport { id, name, side, side_name, army, lines, still, grades });
        }
        told
    }

    fn after(&self) -> &'a Campaign {
        self.names.after
    }

    /// Of whom something is told: the nearest brigade or higher at or above it, or its regiment where that has no division.
    fn told_of(&self, id: &FormationId) -> Option<FormationId> {
        if let Some(of) = self.names.asked_after(id) {
            return Some(of.clone());
        }
        let Some(formation) = self.after().formations.get(id) else {
            // Of one that is no more, what is told is told of its superior.
            return self.told_of(self.names.formation(id.as_str())?.parent.as_ref()?);
        };
        let chain: Vec<&Formation> = std::iter::once(formation).chain(self.tree.superiors(formation)).collect();
        let place = chain.iter().position(|f| f.echelon >= Echelon::Brigade);
        let told_of = place.map_or_else(|| chain.last(), |place| chain.get(place));
        // What befalls a regiment directly under a corps or army is not told under their name.
        let below = place.and_then(|place| chain.get(place.checked_sub(1)?)).filter(|below| below.leaf.is_none());
        let is_high = told_of.is_some_and(|of| of.echelon > Echelon::Division);
        Some(below.filter(|_| is_high).or(told_of).map_or(id, |f| &f.id).clone())
    }

    /// Of whom the march of a brigade is told: of the corps that it is in, where others of that march too.
    fn marches_with(&self, id: FormationId) -> FormationId {
        let several = |corps: &FormationId| self.marched.get(corps).is_some_and(|brigades| brigades.len() > 1);
        let with_others = self.corps_of(&id).filter(several).filter(|_| self.names.asked_after(&id).is_none());
        with_others.unwrap_or(id)
    }

    /// The corps that a brigade is in.
    fn corps_of(&self, id: &FormationId) -> Option<FormationId> {
        let brigade = self.after().formations.get(id).filter(|formation| formation.echelon <= Echelon::Brigade)?;
        let corps = self.after().superior(brigade).filter(|corps| corps.echelon < Echelon::Army);
        corps.map(|corps| corps.id.clone())
    }

    fn of(&mut self, id: &FormationId) -> Option<&mut Gathered> {
        let told_of = self.told_of(id)?;
        Some(self.gathered.entry(told_of).or_default())
    }

    /// Adds what was done in the bound to the formation that it concerns.
    fn add(&mut self, event: &Event) {
        let told_of = self.told_of(&FormationId::from(event.subject()));
        let is_march = !self.names.is_by_leaf() && matches!(event, Event::LeafMarched { .. });
        if let Some(told_of) = told_of.map(|of| if is_march { self.marches_with(of) } else { of }) {
            let names = self.names;
            self.done.entry(told_of.clone()).or_default().add(event, &told_of, names);
        }
    }

    /// The name of somebody in the row in which he is told of.
    fn name(&self, id: &FormationId) -> String {
        self.told_of(id).map_or_else(|| self.names.of(id), |row| self.names.within(&row, id))
    }

    fn say(&mut self, id: &FormationId, text: String) {
        if let Some(gathered) = self.of(id) {
            gathered.tell(text);
        }
    }

    fn gather(&mut self, event: &Event) {
        match event {
            Event::SupplyRecorded { formation, before, after } => {
                let of = if self.told_of(formation).as_ref() == Some(formation) {
                    String::new()
                } else {
                    format!("{}, ", self.name(formation))
                };
                for (words, is_still) in supply_words(self.names.before.bound, before.as_ref(), after.as_ref()) {
                    let words = format!("{of}{words}");
                    if let Some(gathered) = self.of(formation) {
                        gathered.still.extend(is_still.then(|| words.clone()));
                        gathered.supply.push(words);
                    }
                }
            }
            Event::StrengthChanged { leaf, before, after, .. } => {
                let lost = u32::from(before.saturating_sub(*after));
                self.of(leaf).into_iter().for_each(|g| g.sp_lost += lost);
            }
            Event::MarkersChanged { leaf, before, after, .. } => {
                let off = u32::from(before.saturating_sub(*after));
                self.of(leaf).into_iter().for_each(|g| g.markers += off);
            }
            Event::LeafStateChanged { leaf, before, after } => {
                let name = self.name(leaf);
                let square = self.after().formations.get(leaf).and_then(Formation::stands_on);
                let at = square.map(|square| self.after().frame.reference(square)).unwrap_or_default();
                self.of(leaf).into_iter().for_each(|g| g.state(&name, &at, *before, *after));
            }
            Event::ReplacementTaken { leaf, before, after, entry, .. } => {
                let place = usize::try_from(*entry).unwrap_or_default().saturating_sub(1);
                let entry = self.after().replacements.get(place);
                let row = entry.and_then(|entry| ReplacementRow::new(self.after(), place, entry));
                let pool = row.map(|row| row.name).unwrap_or_default();
                let name = self.name(leaf);
                self.of(leaf).into_iter().for_each(|g| g.replaced(&pool, &name, after - before));
            }
            Event::AmmunitionChanged { leaf, after: false, .. } => {
                self.of(leaf).into_iter().for_each(|g| g.refilled += 1);
            }
            Event::StockTransferred { transfer } => self.stock(transfer),
            Event::DiceThrown { thrower, purpose, faces, effect } => {
                let faces: Vec<String> = faces.iter().map(ToString::to_string).collect();
                if purpose == ODD_MARKER {
                    let who = (self.told_of(thrower).as_ref() != Some(thrower)).then(|| self.name(thrower));
                    let odd = OddMarker::new(who, &faces.join(" "), effect);
                    self.of(thrower).into_iter().for_each(|g| g.odd_markers.push(odd.clone()));
                    return;
                }
                let text = format!("{purpose} of {}: {} thrown, {effect}", self.name(thrower), faces.join(" "));
                self.say(thrower, text);
            }
            Event::HqDieChanged { formation, before, after } => {
                let name = self.name(formation);
                if let Some(gathered) = self.of(formation) {
                    gathered.hq_dice.entry(name).or_insert((*before, *after)).1 = *after;
                }
            }
            Event::OrderChanged { unit, bound, before: Some(left), after: None } => {
                let what = order_said(self.names.before, left);
                let is_its_own = self.told_of(unit).as_ref() == Some(unit);
                let whose =
                    if is_its_own { "its order".to_owned() } else { format!("the order of {}", self.name(unit)) };
                self.say(unit, format!("not carried out: {whose} for {bound}: {what}"));
            }
            Event::Remarked { formation, text } => self.remark(formation, text),
            // Ammunition that raids of hunger cost is told by its remark; where leaves come to stand with their state, or by what
            // is said of their convoy; railways and partisans by `around`; what no close does by `done`. The rest are books
            // kept beside, and what every close does.
            _ => {}
        }
    }

    /// What happened to somebody; all that a convoy does is one line.
    fn remark(&mut self, id: &FormationId, text: &str) {
        let Some(row) = self.told_of(id) else { return };
        let line = said_of(&row, id, text, self.names);
        let is_convoy = [self.names.before, self.after()].iter().any(|of| of.convoy_of(id.as_str()).is_some());
        let Some(gathered) = self.of(id) else { return };
        if is_convoy {
            gathered.convoys.tell(id, line, text);
        } else {
            gathered.tell(line);
        }
    }

    /// What is expended or lost leaves the map; what convoys load and unload is told of them.
    fn stock(&mut self, transfer: &Transfer) {
        if !is_boundary(transfer.to.as_str()) {
            let lead = self.names.before.convoy_of(transfer.from.as_str()).and_then(|convoy| convoy.lead());
            if let Some(gathered) = lead.and_then(|lead| self.of(lead)) {
                gathered.convoys.unloads(transfer);
            }
            return;
        }
        let owner = self.names.before.dumps.get(&transfer.from).map(|dump| dump.owner.clone());
        let owner =
            owner.or_else(|| self.names.before.formation(transfer.from.as_str()).and_then(|f| f.parent.clone()));
        if let Some(owner) = owner {
            let mut load = Load::default();
            load.add(transfer.commodity, transfer.quantity);
            self.say(&owner, said(self.names, transfer, &load));
        }
    }
}
