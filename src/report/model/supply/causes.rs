//! The supply status sheet by cause: how many are supplied, and each obstacle once, with all who suffer from it.
//!
//! What it decides: what of each cause is said, to whom, and who is named together.
//! What it never does: find a cause; that is `ops::query::supply_causes`. It is laid out by `render::causes`.

use serde::Serialize;

use campaign::Formation;
use domain::{Commodity, Echelon, FormationId, Said, SideId, counted, few};
use ops::query::{Brought, Cause, Obstacle, WayThere};
use supply::{Means, Mend};

use super::maker::{BEYOND, Maker};
use super::plan::lack;
use super::unit::MendView;
use crate::Offered;
use crate::model::BoundView;
use crate::words::cause;
use crate::words::means;

/// How many mends, and how many other obstacles, a cause names.
const MENDS: usize = 2;
pub(super) const OTHERS: usize = 3;

/// One obstacle, and who suffers from it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(super) struct CauseView {
    commodity: &'static str,
    kind: &'static str,
    square: Option<String>,
    place: Option<String>,
    by: Option<String>,
    /// The running bound where they are fed by others and no close has recorded it.
    since: BoundView,
    units: Vec<FormationId>,
    frees: usize,
    mend: Vec<MendView>,
    #[serde(skip)]
    pub(super) side: SideId,
    #[serde(skip)]
    pub(super) said: CauseEntry,
}

/// A cause in words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct CauseEntry {
    /// What fails and where, of what, and since when.
    pub(crate) what: String,
    /// How many suffer; empty where it is one.
    pub(crate) count: String,
    /// Who suffers.
    pub(crate) groups: Vec<CauseGroup>,
    /// What would mend it, whom that frees, and what else is in the way.
    pub(crate) mend: Said,
    /// Where it shows on a map.
    pub(crate) at: Option<String>,
    /// The commands that mend it, for the umpire.
    pub(crate) offers: Vec<Offered>,
}

/// Those of one corps or army who suffer from one cause.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct CauseGroup {
    /// The corps or army.
    pub(crate) name: String,
    /// Whether it suffers itself.
    pub(crate) suffers: bool,
    /// The others.
    pub(crate) under: Vec<String>,
}

impl CauseEntry {
    /// How many suffer, and so many of them by name.
    pub(crate) fn who(&self, most: usize) -> String {
        format!("{}{}", self.count, few(&self.names(), most, ", "))
    }

    /// Those who suffer, by name.
    pub(crate) fn names(&self) -> Vec<String> {
        let own = |group: &CauseGroup| group.suffers.then(|| group.name.clone());
        let members =
            |group: &CauseGroup| own(group).into_iter().chain(group.under.iter().cloned()).collect::<Vec<_>>();
        self.groups.iter().flat_map(members).collect()
    }
}

impl Maker<'_> {
    pub(super) fn cause(&self, cause: &Cause, is_awaited: bool) -> CauseView {
        let campaign = self.campaign;
        let [log, pol] = cause.lacking();
        let mend = self.mends(&cause.mend);
        let place = cause.square.and_then(|square| campaign.place_near(square));
        CauseView {
            commodity: match (log, pol) {
                (_, 0) => Commodity::Log.as_str(),
                (0, _) => Commodity::Pol.as_str(),
                _ => "both",
            },
            kind: cause.obstacle.kind(),
            square: cause.square.map(|square| self.reference(square)),
            place: place.map(|place| place.name.clone()),
            by: mend.iter().find_map(|mend| mend.by.clone()),
            since: BoundView::new(campaign, cause.since().unwrap_or(campaign.bound)),
            units: cause.units.iter().map(|unit| unit.unit.clone()).collect(),
            frees: cause.frees(),
            mend,
            side: cause.side,
            said: self.entry(cause, is_awaited),
        }
    }

    fn entry(&self, cause: &Cause, is_awaited: bool) -> CauseEntry {
        let [log, pol] = cause.lacking();
        let lacks = match (log, pol) {
            (_, 0) => "LOG",
            (0, _) => "POL",
            _ => "LOG and POL",
        };
        let what = cause::sentence(self.campaign, cause);
        let since = cause.since().map(|since| format!(", since {since}")).unwrap_or_default();
        let most = cause.most_since().map(|since| format!(", most since {since}")).unwrap_or_default();
        let all = cause.units.len();
        let count = match all {
            1 => String::new(),
            _ if log == 0 || pol == 0 || log == pol => format!("{}: ", counted(all, "formation")),
            _ => format!("{} (LOG {log}, POL {pol}): ", counted(all, "formation")),
        };
        CauseEntry {
            what: format!("{what}. {lacks}{since}{most}."),
            count,
            groups: self.groups(cause),
            mend: self.mended(cause, is_awaited),
            at: self.shown_at(cause),
            offers: if is_awaited { Vec::new() } else { self.offers(cause) },
        }
    }

    /// What is done about an obstacle that has been said.
    fn done(&self, mend: &Mend) -> String {
        cause::mend(self.campaign, mend, self.ways.of(mend))
    }

    /// What would mend it, whom that frees, what else is in the way; and for the umpire the command.
    fn mended(&self, cause: &Cause, is_awaited: bool) -> Said {
        if let Some((stock, command)) = self.stock_brought(cause, is_awaited) {
            return Said::or_told(format!("{stock}{command}."), format!("{stock}."));
        }
        let (seen, unseen) = self.told(&cause.mend);
        let mut texts: Vec<String> = seen.into_iter().map(|item| self.done(&item.what)).collect();
        if !unseen.is_empty() {
            texts.push(BEYOND.to_owned());
        }
        let mend = match &cause.obstacle {
            Obstacle::Empty(_) => "bring stock forward".to_owned(),
            _ if texts.is_empty() => "none was found".to_owned(),
            _ => few(&texts, MENDS, "; "),
        };
        let back = cause.back.as_ref().map(|back| self.done(back));
        let back = back.map(|back| format!(", or {back}")).unwrap_or_default();
        let (frees, all) = (cause.frees(), cause.units.len());
        let frees = match frees {
            // Whom stock reaches is for the plan to say.
            _ if matches!(cause.obstacle, Obstacle::Empty(_)) => String::new(),
            0 => ". Not enough by itself".to_owned(),
            1 if all == 1 => ". Frees it".to_owned(),
            2 if all == 2 => ". Frees both".to_owned(),
            _ if frees == all => format!(". Frees all {all}"),
            _ => format!(". Frees {frees} of {all}"),
        };
        let is_seen = |other: &&Obstacle| other.place().is_none_or(|square| self.sees(square));
        let seen = cause.rest.iter().filter(is_seen);
        let is_more = seen.clone().count() < cause.rest.len();
        // Two hops from one square are put right by one thing.
        let mut others: Vec<String> = Vec::new();
        for other in seen.map(|other| cause::short(self.campaign, other)) {
            if !others.contains(&other) {
                others.push(other);
            }
        }
        if is_more {
            others.push(format!("more {BEYOND}"));
        }
        // With commas a square would read as one more at which what is named before it is needed.
        let also =
            if others.is_empty() { String::new() } else { format!("; also needed: {}", few(&others, OTHERS, "; ")) };
        if let Some(cut_off) = self.cut_off(cause) {
            return format!("{cut_off}.").into();
        }
        let plan = match &cause.obstacle {
            Obstacle::Empty(_) if self.open => {
                format!("; `railhead supply plan --side {}` says whom it reaches", cause.side)
            }
            _ => String::new(),
        };
        let command = self.booked(cause).map(|command| format!(" `railhead {command}`")).unwrap_or_default();
        Said::or_told(format!("{mend}{plan}{back}{frees}{also}.{command}"), format!("{mend}{back}{frees}{also}."))
    }

    /// What there is to be said of who has used up his stock, where it is one thing: his convoy, the one trip that helps, or
    /// that nobody can help within a day; and for the umpire how it is done. Which of many trips is for the plan.
    fn stock_brought(&self, cause: &Cause, is_awaited: bool) -> Option<(String, String)> {
        let brought = cause.brought.as_ref()?;
        if is_awaited {
            return Some(("await the convoy that is on its way".to_owned(), String::new()));
        }
        match brought {
            Brought::Trip(trip) => {
                let means = Means::Send(trip.clone());
                let command =
                    self.open.then(|| format!(": `railhead {}`", means::command(self.campaign, &means, None)));
                Some((means::sentence(self.campaign, &means, None), command.unwrap_or_default()))
            }
            Brought::Nobody(want, why) => {
                let lacks = lack(self.campaign, want, why).1;
                Some((format!("nobody can bring any within a day: {lacks}"), String::new()))
            }
            Brought::Planned => None,
        }
    }

    /// What is left to one who is cut off by more squares than a battle wins; none where the way is short, or it alone frees
    /// somebody.
    fn cut_off(&self, cause: &Cause) -> Option<String> {
        let obstacles = std::iter::once(&cause.obstacle).chain(&cause.rest);
        let barred =
            |other: &&Obstacle| matches!(other, Obstacle::Square(kind, at) if cause::is_enemy(*kind) && self.sees(*at));
        let squares = obstacles.filter(barred).count();
        let is_far = squares > cause::NEAR && cause.frees() == 0;
        is_far.then(|| cause::cut_off(squares, cause::can_fly(self.campaign, cause.side)))
    }

    /// The command by which the umpire books the mend at once; none where something must march or fight first.
    fn booked(&self, cause: &Cause) -> Option<String> {
        let [item] = &cause.mend[..] else { return None };
        let is_booked = matches!(item.what, Mend::TakeEmpty(..) | Mend::ClearPartisans(..) | Mend::Restore(_, Some(_)));
        (self.open && is_booked).then(|| means::command(self.campaign, &Means::Mend(item.what.clone()), None))
    }

    /// The commands for what is said of its mend: those that can be done as things stand, where a march may take days. Whether
    /// a battle would be drawn is not asked here.
    fn offers(&self, cause: &Cause) -> Vec<Offered> {
        let named =
            |name, command| Offered { name, of: self.place_of(cause).unwrap_or_default(), command, attack: None };
        let offer = |name, means: &Means, way| named(name, means::command(self.campaign, means, way));
        let plan = || vec![named("Plan convoys", format!("supply plan --side {}", cause.side))];
        match (&cause.brought, &cause.obstacle) {
            _ if !self.open => return Vec::new(),
            (Some(Brought::Trip(trip)), _) => return vec![offer("Send them", &Means::Send(trip.clone()), None)],
            (Some(Brought::Nobody(..)), _) => return Vec::new(),
            (_, Obstacle::Empty(_)) => return plan(),
            _ if self.cut_off(cause).is_some() => return Vec::new(),
            _ => {}
        }
        let of = |mend: &Mend| {
            let way = self.ways.of(mend);
            if let Some(square) = mend.fought_for() {
                let command = format!("battle new {} --attacker {}", self.reference(square), cause.side);
                return Some(Offered { attack: Some((square, cause.side)), ..named(means::button(mend), command) });
            }
            // Which crossing is to be restored he has to look up.
            let is_known = !matches!(mend, Mend::Restore(_, None)) && way.is_none_or(WayThere::is_open);
            is_known.then(|| offer(means::button(mend), &Means::Mend(mend.clone()), way))
        };
        let mends = cause.mend.iter().take(MENDS).map(|item| &item.what);
        mends.chain(&cause.back).filter_map(of).collect()
    }

    /// Where a cause shows on a map: its square, which what is said of it names, else the first who suffers.
    fn shown_at(&self, cause: &Cause) -> Option<String> {
        let square = cause.square.map(|square| self.reference(square));
        square.or_else(|| Some(cause.units.first()?.unit.to_string()))
    }

    /// By what a cause is called: the square, or the first who suffers.
    fn place_of(&self, cause: &Cause) -> Option<String> {
        let first = || Some(self.campaign.formations.get(&cause.units.first()?.unit)?.name.clone());
        cause.square.map(|square| self.campaign.square_named(square)).or_else(first)
    }

    /// Who suffers, by corps and army, in the order of the sheet.
    fn groups(&self, cause: &Cause) -> Vec<CauseGroup> {
        let mut groups: Vec<(&FormationId, CauseGroup)> = Vec::new();
        for unit in cause.units.iter().filter_map(|unit| self.campaign.formations.get(&unit.unit)) {
            let of = self.body(unit);
            let place = groups.iter().position(|(id, _)| **id == of.id).unwrap_or_else(|| {
                groups.push((&of.id, CauseGroup { name: of.name.clone(), suffers: false, under: Vec::new() }));
                groups.len() - 1
            });
            let group = &mut groups[place].1;
            if of.id == unit.id {
                group.suffers = true;
            } else {
                group.under.push(unit.name.clone());
            }
        }
        groups.into_iter().map(|(_, group)| group).collect()
    }

    /// The corps or army of which a formation is; itself where it is one, or is of none.
    fn body<'f>(&'f self, formation: &'f Formation) -> &'f Formation {
        let above = std::iter::once(formation).chain(self.campaign.superiors(formation));
        { above }.find(|f| f.echelon >= Echelon::Corps).unwrap_or(formation)
    }
}
