//! What the convoys of a formation did while a bound was closed.
//!
//! What it decides: which of them did what they were sent for, and are counted where there are many; whoever is held up or
//! comes home with what he was to bring is told by himself.

use std::collections::BTreeSet;

use campaign::{Errand, Load, Setting, Transfer};
use domain::{FormationId, counted};

use super::names::Names;

/// How many convoys of a formation that did what they were sent for are told one by one.
const ONE_BY_ONE: usize = 2;
/// With how many convoys on the map none of these is told by itself any more.
const MANY: usize = 12;

/// What the convoys of one formation did.
#[derive(Debug, Default)]
pub(crate) struct ConvoysDriven {
    /// All that each did, by the vehicle that leads it, in the order in which they first did something.
    told: Vec<(FormationId, String)>,
    /// What was unloaded, and by which vehicles.
    unloaded: (Load, BTreeSet<FormationId>),
}

impl ConvoysDriven {
    /// Something that a convoy did: a line about it, or what is added to one.
    pub(crate) fn tell(&mut self, lead: &FormationId, line: String, more: &str) {
        match self.told.iter_mut().find(|(of, _)| of == lead) {
            Some((_, told)) => {
                told.push_str("; ");
                told.push_str(more);
            }
            None => self.told.push((lead.clone(), line)),
        }
    }

    /// A vehicle of one gives what is on it to somebody else.
    pub(crate) fn unloads(&mut self, transfer: &Transfer) {
        self.unloaded.0.add(transfer.commodity, transfer.quantity);
        self.unloaded.1.insert(FormationId::from(transfer.from.as_str()));
    }

    /// What is told, a sentence each.
    pub(crate) fn lines(self, names: &Names<'_>) -> Vec<String> {
        // What strikes cost a column is told of it alone.
        let is_told_alone = names.is_by_leaf() || names.after.settings.is_on(Setting::AirInterdiction);
        let is_counted = |lead: &FormationId| !is_told_alone && self.did_its_work(lead, names);
        let counted_ones: Vec<&FormationId> =
            self.told.iter().map(|(lead, _)| lead).filter(|id| is_counted(id)).collect();
        let all = names.before.convoys.len();
        let one_by_one = if all > MANY && !names.is_of_one() { 0 } else { ONE_BY_ONE };
        if counted_ones.len() <= one_by_one {
            return self.told.into_iter().map(|(_, line)| line).collect();
        }
        let is_under_way =
            |lead: &&&FormationId| names.after.convoys.get(**lead).is_some_and(|convoy| convoy.errand != Errand::Home);
        let under_way = counted_ones.iter().filter(is_under_way).count();
        let unloaded = self.unloaded.0.said(" and ");
        let did = match (unloaded.is_empty(), under_way) {
            (true, 0) => "home, or on their way there".to_owned(),
            (true, some) if some == counted_ones.len() => "on their way".to_owned(),
            (true, some) => format!("{some} still on the way"),
            (false, 0) => format!("{unloaded} unloaded"),
            (false, some) => format!("{unloaded} unloaded, {some} still on the way"),
        };
        let line = format!("{}: {did}", counted(counted_ones.len(), "convoy"));
        let others = self.told.iter().filter(|(lead, _)| !is_counted(lead)).map(|(_, told)| told.clone());
        std::iter::once(line).chain(others).collect()
    }

    /// Whether a convoy did what it was sent for, or is still about it: it is not held up, and has not turned round.
    fn did_its_work(&self, lead: &FormationId, names: &Names<'_>) -> bool {
        let (before, after) = (names.before.convoys.get(lead), names.after.convoys.get(lead));
        let was_bound_for_home = before.is_some_and(|convoy| convoy.errand == Errand::Home);
        let has_unloaded = before.is_some_and(|convoy| convoy.vehicles.iter().any(|id| self.unloaded.1.contains(id)));
        match after {
            Some(convoy) if convoy.held_up.is_some() => false,
            Some(convoy) if convoy.errand != Errand::Home => true,
            _ => was_bound_for_home || has_unloaded,
        }
    }
}
