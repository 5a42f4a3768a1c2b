//! What was gathered of one formation, in sentences.

use std::collections::BTreeMap;

use campaign::{Standing, SupplyRecord};
use domain::{Bound, LeafState, SupplyState, counted};
use supply::Supplied;

use super::driven::ConvoysDriven;

/// What is gathered of one formation before it is put into words.
#[derive(Debug, Default)]
pub(crate) struct Gathered {
    pub(crate) supply: Vec<String>,
    /// What of it is as it was when the bound before closed.
    pub(crate) still: Vec<String>,
    pub(crate) markers: u32,
    pub(crate) sp_lost: u32,
    pub(crate) odd_markers: Vec<OddMarker>,
    pub(crate) refilled: u32,
    pub(crate) other: Vec<String>,
    /// What its convoys did.
    pub(crate) convoys: ConvoysDriven,
    /// What HQ dice showed before and show now, by unit; none is full.
    pub(crate) hq_dice: BTreeMap<String, (Option<u8>, Option<u8>)>,
    /// SP out of pools: whose, which leaf, how many.
    replaced: Vec<(String, String, u16)>,
    rallied: Vec<String>,
    spent: Vec<String>,
    returned: Vec<String>,
    arrived: Vec<(String, String)>,
}

/// What was thrown for an odd marker that came off.
#[derive(Debug, Clone)]
pub(crate) struct OddMarker {
    /// Whose it was, where not of him in whose row it is told.
    who: Option<String>,
    /// Where.
    at: String,
    /// What was thrown.
    face: String,
    /// Whether that cost a strength point.
    costs: bool,
}

impl OddMarker {
    /// Of somebody's throw with this effect, as the event of it has it.
    pub(crate) fn new(who: Option<String>, face: &str, effect: &str) -> Self {
        let (cost, at) = effect.split_once(", in ").unwrap_or((effect, ""));
        let at = if at.is_empty() { String::new() } else { format!(" in {at}") };
        Self { who, at, face: face.to_owned(), costs: cost != "removed" }
    }

    /// Where it was the only marker: `1 marker off: 2 thrown, so 1 SP lost`.
    fn alone(&self) -> String {
        let of = self.who.as_ref().map(|who| format!(" {who}")).unwrap_or_default();
        let cost = if self.costs { "1 SP lost" } else { "no SP lost" };
        format!(" off{of}{}: {} thrown, so {cost}", self.at, self.face)
    }

    /// Where others came off too: ` (the odd one in 036025: 2 thrown, 1 SP for it)`.
    fn beside(&self) -> String {
        let of = self.who.as_ref().map(|who| format!(" of {who}")).unwrap_or_default();
        let cost = if self.costs { "1 SP for it" } else { "nothing for it" };
        format!(" (the odd one{of}{}: {} thrown, {cost})", self.at, self.face)
    }
}

impl Gathered {
    /// A leaf's state changed.
    pub(crate) fn state(&mut self, name: &str, at: &str, before: LeafState, after: LeafState) {
        match (before, after) {
            (LeafState::OffMap, _) => self.arrived.push((name.to_owned(), at.to_owned())),
            (LeafState::Dispersed, _) if after.is_on_map() => {
                self.returned.push(format!("{name} gathered in {at}, {after}"));
            }
            (_, LeafState::Organised) => self.rallied.push(name.to_owned()),
            (_, LeafState::Merged) => self.spent.push(name.to_owned()),
            _ => self.tell(format!("{name} is {after}")),
        }
    }

    /// Something that is told in a line of its own.
    pub(crate) fn tell(&mut self, line: String) {
        self.other.push(line);
    }

    /// A leaf was given SP out of a pool.
    pub(crate) fn replaced(&mut self, pool: &str, name: &str, sp: u16) {
        match self.replaced.last_mut().filter(|(from, leaf, _)| from == pool && leaf == name) {
            Some((.., more)) => *more += sp,
            None => self.replaced.push((pool.to_owned(), name.to_owned(), sp)),
        }
    }

    /// What is told, a sentence each.
    pub(crate) fn lines(self) -> Vec<String> {
        let mut lines = self.supply;
        if self.markers > 0 {
            let off = counted(self.markers as usize, "marker");
            lines.push(match &self.odd_markers[..] {
                [odd] if self.markers == 1 => format!("reorganised: {off}{}", odd.alone()),
                odd => {
                    let odd: Vec<String> = odd.iter().map(OddMarker::beside).collect();
                    format!("reorganised: {off} off, {} SP lost{}", self.sp_lost, odd.concat())
                }
            });
        }
        if !self.rallied.is_empty() {
            lines.push(format!("in order again: {}", few(&self.rallied)));
        }
        if !self.spent.is_empty() {
            lines.push(format!("no SP left, its men at the medical post: {}", few(&self.spent)));
        }
        lines.extend(self.returned);
        if let Some((_, at)) = self.arrived.first() {
            let names: Vec<String> = self.arrived.iter().map(|(name, _)| name.clone()).collect();
            lines.push(format!("arrived at {at}: {}", few(&names)));
        }
        if self.refilled > 0 {
            lines.push(format!("{} given ammunition", counted(self.refilled as usize, "base")));
        }
        for (name, (_, now)) in self.hq_dice.iter().filter(|(_, (before, now))| before != now) {
            let shows = now.map_or_else(|| "is full again".to_owned(), |die| format!("shows {die}"));
            lines.push(format!("the HQ die of {name} {shows}"));
        }
        for (pool, name, sp) in &self.replaced {
            lines.push(format!("replacements from {pool}: {sp} SP for {name}, which is below full strength and rests"));
        }
        lines.extend(self.other);
        lines
    }
}

/// The first three names of a list, and how many more there are; where a name has a comma in it they are told apart by
/// semicolons.
pub(crate) fn few(names: &[String]) -> String {
    let between = if names.iter().take(3).any(|name| name.contains(',')) { "; " } else { ", " };
    domain::few(names, 3, between)
}

/// What is told of a change in supply: what is wrong, since when, for how long, and whether it is as it was; what is
/// right again.
pub(crate) fn supply_words(
    closed: Bound,
    before: Option<&SupplyRecord>,
    after: Option<&SupplyRecord>,
) -> Vec<(String, bool)> {
    let Some(after) = after else { return vec![("no longer draws supply".to_owned(), false)] };
    let log = standing_words(("LOG", closed), before.map(|record| &record.log), &after.log);
    let pol = standing_words(("POL", closed), before.map(|record| &record.pol), &after.pol);
    log.into_iter().chain(pol).collect()
}

/// Whether a formation is out as it was when the bound before closed, for no other reason and since the same bound.
pub(crate) fn is_still(before: &Standing, after: &Standing) -> bool {
    Supplied::was_out(before) && Supplied::was_out(after) && before.state == after.state && before.since == after.since
}

/// Since when a formation is cut off without being out of it, from LOG or from POL.
pub(crate) fn cut_since(record: &SupplyRecord) -> Option<Bound> {
    living_since(record, |state| matches!(state, SupplyState::Cut | SupplyState::NoVehicle))
}

/// Since when a formation holds no LOG or no POL of its own without being out of it.
pub(crate) fn empty_since(record: &SupplyRecord) -> Option<Bound> {
    living_since(record, |state| state == SupplyState::DumpEmpty)
}

fn living_since(record: &SupplyRecord, is_it: fn(SupplyState) -> bool) -> Option<Bound> {
    let lives = |of: &&Standing| is_it(of.state) && Supplied::recorded(of) == Some(Supplied::LivesOn);
    [&record.log, &record.pol].into_iter().filter(lives).map(|standing| standing.since).min()
}

fn standing_words(
    (name, closed): (&str, Bound),
    before: Option<&Standing>,
    after: &Standing,
) -> Option<(String, bool)> {
    if before == Some(after) {
        return None;
    }
    let was_bad = before.is_some_and(|standing| !standing.state.is_good());
    let state = match after.state {
        SupplyState::InSupply if was_bad => return Some((format!("{name}: in supply again"), false)),
        SupplyState::InSupply | SupplyState::NotRequired => return None,
        SupplyState::Cut => "cut",
        SupplyState::NoVehicle => "no vehicle on the map",
        SupplyState::DumpEmpty => "none of its own is left",
    };
    let still = || before.is_some_and(|before| is_still(before, after));
    let run = match after.bounds_out {
        0 => "stock in reach".to_owned(),
        bounds => {
            let out = format!("out for {}", counted(bounds as usize, "bound"));
            // The want may be older than what it comes of now.
            let first = closed.ordinal().saturating_sub(bounds - 1);
            if first < after.since.ordinal() {
                let first = Bound::from_ordinal(first);
                return Some((format!("{name}: {state} since {}; {out}, since {first}", after.since), still()));
            }
            out
        }
    };
    Some((format!("{name}: {state} since {}, {run}", after.since), still()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Out since the afternoon of the first day, which is 14 bounds when the night of the fifth is over; what it comes of now is new.
    #[test]
    fn a_want_is_told_as_old_as_it_is_where_its_cause_is_new() {
        let at = |text: &str| text.parse::<Bound>().unwrap();
        let told = |state, since: &str, bounds_out| {
            let standing = Standing { state, since: at(since), bounds_out };
            standing_words(("LOG", at("5n")), None, &standing).unwrap().0
        };
        let new = told(SupplyState::NoVehicle, "5n", 14);
        assert_eq!(new, "LOG: no vehicle on the map since D5 night; out for 14 bounds, since D1 pm");
        assert_eq!(told(SupplyState::Cut, "5pm", 2), "LOG: cut since D5 pm, out for 2 bounds");
        assert_eq!(told(SupplyState::Cut, "5am", 1), "LOG: cut since D5 am, out for 1 bound");
        assert_eq!(told(SupplyState::Cut, "5n", 0), "LOG: cut since D5 night, stock in reach");
    }
}
