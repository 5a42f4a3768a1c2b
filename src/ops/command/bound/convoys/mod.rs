//! Convoys drive as the bound closes, before supply is traced: what arrives counts for this bound.
//!
//! What it decides: in which order they drive (by id), what each does where it comes, what it does when its way is
//! blocked (setting `convoy_blocked`), and what is told of it.
//! What it never does: seek ways ([`supply::Roads`]) or count minutes ([`campaign::march::Driver`]).
//! Where to look next: `errands`, what a convoy does where it has come.

mod errands;

use campaign::march::{Arrival, Drive, DriveStop, Driver, Marched, Start};
use campaign::{Campaign, Convoy, Errand, Event, Formation, HeldUp, Setting, Tree};
use domain::{Echelon, FormationId, LeafState, Mobility, Phase, Posture, SideId, Square, few};
use supply::{Network, Roads};

use super::strikes::PassedTraffic;
use crate::command::supply::convoy::change::change;
use crate::command::supply::convoy::load::remark;
use crate::{Changeset, OpError};
use errands::{Next, arrive, head_home, misdirected};

/// How often a convoy may change its way or errand in one bound; more is a muddle, and it halts.
const TURNS: usize = 12;

/// What all convoys drive by: the campaign as it stood before the first of them drove, and its roads.
struct Traffic<'a> {
    still: &'a Campaign,
    tree: Tree<'a>,
    roads: Roads<'a>,
    driver: Driver<'a>,
    passed: PassedTraffic,
}

/// Lets every convoy that has set out drive; through how many squares under attack from the air each vehicle came.
pub(super) fn drive(changes: &mut Changeset, network: &Network) -> Result<PassedTraffic, OpError> {
    if changes.now().convoys.is_empty() {
        return Ok(PassedTraffic::new());
    }
    let still = changes.now().clone();
    let mut traffic = Traffic {
        still: &still,
        tree: Tree::new(&still),
        roads: Roads::new(&still, network),
        driver: Driver::new(&still),
        passed: PassedTraffic::new(),
    };
    still.convoys.keys().try_for_each(|lead| traffic.go(changes, lead))?;
    Ok(traffic.passed)
}

/// A convoy in the bound that closes.
struct Column {
    convoy: Convoy,
    side: SideId,
    mobilities: Vec<Mobility>,
    limit: u32,
}

impl Traffic<'_> {
    /// Lets one convoy drive as far as it comes.
    fn go(&mut self, changes: &mut Changeset, lead: &FormationId) -> Result<(), OpError> {
        let Some(convoy) = gather(changes, lead)? else { return change(changes, lead, None) };
        let Some(mut column) = self.column(changes, convoy) else { return Ok(()) };
        if column.convoy.starts > changes.now().bound {
            return change(changes, lead, Some(column.convoy));
        }
        let mut next = Next::On;
        for _ in 0..TURNS {
            next = self.turn(changes, &mut column)?;
            if !matches!(next, Next::On) {
                break;
            }
        }
        change(changes, lead, (!matches!(next, Next::Over)).then_some(column.convoy))
    }

    fn column(&self, changes: &Changeset, convoy: Convoy) -> Option<Column> {
        let now = changes.now();
        let vehicles: Vec<&Formation> = convoy.vehicles.iter().filter_map(|id| now.formations.get(id)).collect();
        let side = vehicles.first()?.side;
        let mut mobilities: Vec<Mobility> = vehicles.iter().filter_map(|vehicle| vehicle.mobility).collect();
        mobilities.sort_unstable();
        mobilities.dedup();
        let of_battalion = |v: &&Formation| self.tree.parent(v).is_some_and(|s| s.echelon == Echelon::Battalion);
        let rests = now.bound.phase == Phase::Night && vehicles.iter().any(of_battalion);
        let hours = if rests { 0 } else { now.settings.moving_hours(now.bound.phase, true) };
        Some(Column { convoy, side, mobilities, limit: hours * 60 })
    }

    /// One thing that a convoy does: it acts where it has come, or drives.
    fn turn(&mut self, changes: &mut Changeset, column: &mut Column) -> Result<Next, OpError> {
        let Some(at) = column.convoy.square(changes.now()) else { return Ok(Next::Over) };
        if let Some(why) = misdirected(changes.now(), &self.tree, &column.convoy) {
            remark(changes, &column.convoy, format!("turns for home: {why}"))?;
            head_home(&mut column.convoy);
        }
        let Some(end) = column.convoy.destination(&self.tree) else { return Ok(Next::Rest) };
        if at == end {
            return arrive(changes, &self.tree, &mut column.convoy);
        }
        if start(changes.now(), column, at).minutes >= column.limit {
            return Ok(Next::Rest);
        }
        if let Some(state) = lame(changes.now(), &column.convoy) {
            return self.hold(changes, column, at, format!("a vehicle of it is {state}"));
        }
        if !column.convoy.knows_way(at, end) && !self.find_way(changes, column, at, end)? {
            return self.no_way(changes, column, at, end);
        }
        self.roll(changes, column, at)
    }

    /// Seeks the way of its errand: by the squares given, else, and where that fails, the quickest clear one.
    fn find_way(
        &mut self,
        changes: &mut Changeset,
        column: &mut Column,
        at: Square,
        end: Square,
    ) -> Result<bool, OpError> {
        let convoy = &mut column.convoy;
        while convoy.errand != Errand::Load && convoy.via.first() == Some(&at) {
            convoy.via.remove(0);
        }
        let via = if convoy.errand == Errand::Deliver { convoy.via.clone() } else { Vec::new() };
        let go_round = changes.now().settings.get(Setting::ConvoyBlocked) == "go_round";
        let mut found = self.roads.way_by(column.side, at, &via, end);
        if found.is_none() && !via.is_empty() && go_round {
            found = self.roads.way(column.side, at, end);
            if found.is_some() {
                let why = barred_stage(&mut self.roads, column.side, at, (&via, end)).unwrap_or_default();
                let left: Vec<String> = via.iter().map(|square| self.still.frame.reference(*square)).collect();
                let points = if left.len() == 1 { "its way point" } else { "its way points" };
                remark(changes, convoy, format!("leaves out {points} {}: {why}", left.join(", ")))?;
            }
            convoy.via.clear();
        }
        let Some(way) = found else { return Ok(false) };
        let (sets_out, held) = (convoy.way.is_empty(), convoy.held_up.is_some());
        (convoy.way, convoy.held_up) = (way.squares, None);
        if sets_out {
            let (here, what) = (self.still.frame.reference(at), errands::purpose(changes.now(), convoy));
            let sets_out = if held { "drives on" } else { "sets out" };
            remark(changes, convoy, format!("{sets_out} from {here} {what}"))?;
        }
        Ok(true)
    }

    /// Drives on the way that is known, as far as hours and enemies let it.
    fn roll(&mut self, changes: &mut Changeset, column: &mut Column, at: Square) -> Result<Next, OpError> {
        let Self { roads, driver, .. } = self;
        let start = start(changes.now(), column, at);
        let bar = |from: Square, to: Square| roads.bar(column.side, from, to);
        driver.drives_for(column.side);
        let drive = driver.drive(&column.mobilities, start, &column.convoy.way, bar);
        march(changes, &column.convoy, at, &drive)?;
        self.pass(changes, column, &drive.way)?;
        let convoy = &mut column.convoy;
        for square in &drive.way {
            if convoy.via.first() == Some(square) {
                convoy.via.remove(0);
            }
        }
        convoy.way.drain(..drive.way.len());
        let at = drive.way.last().copied().unwrap_or(at);
        match drive.stop {
            None => Ok(Next::On),
            Some(DriveStop::Hours) => {
                let moved = !drive.way.is_empty() || drive.minutes > start.minutes;
                if moved {
                    convoy.held_up = None;
                }
                let (here, what) = (self.still.frame.reference(at), errands::purpose(changes.now(), convoy));
                remark(changes, convoy, format!("is in {here}, on its way {what}"))?;
                Ok(Next::Rest)
            }
            Some(DriveStop::Barred(why)) => self.blocked(changes, column, at, why),
        }
    }

    /// What air strikes do to a column that drives: it is late, and what they cost is thrown for as the bound closes.
    fn pass(&mut self, changes: &mut Changeset, column: &Column, way: &[Square]) -> Result<(), OpError> {
        let struck = self.still.struck_squares(column.side);
        let under: Vec<Square> = way.iter().copied().filter(|square| struck.contains(square)).collect();
        if under.is_empty() {
            return Ok(());
        }
        for id in &column.convoy.vehicles {
            *self.passed.entry(id.clone()).or_default() += under.len();
        }
        let minutes = self.still.strike_force().minutes * under.len() as u32;
        let at: Vec<String> = under.iter().map(|square| self.still.frame.reference(*square)).collect();
        let (at, rule) = (few(&at, 4, ", "), Setting::AirInterdiction);
        remark(changes, &column.convoy, format!("loses {minutes} minutes to air strikes on {at} (house rule `{rule}`)"))
    }

    /// The next step is barred: it goes round, halts or turns back.
    fn blocked(
        &mut self,
        changes: &mut Changeset,
        column: &mut Column,
        at: Square,
        why: String,
    ) -> Result<Next, OpError> {
        let here = self.still.frame.reference(at);
        match changes.now().settings.get(Setting::ConvoyBlocked) {
            "halt" => self.hold(changes, column, at, why),
            "turn_back" if column.convoy.errand != Errand::Home => {
                remark(changes, &column.convoy, format!("turns back in {here}: {why}"))?;
                head_home(&mut column.convoy);
                Ok(Next::On)
            }
            _ => {
                let end = column.convoy.way.last().copied().unwrap_or(at);
                let before = std::mem::take(&mut column.convoy.way);
                let held = column.convoy.held_up.take();
                column.convoy.way.clone_from(&before);
                let found = self.find_way(changes, column, at, end)?;
                if found && column.convoy.way != before {
                    remark(changes, &column.convoy, format!("goes round from {here}: {why}"))?;
                    return Ok(Next::On);
                }
                column.convoy.held_up = held;
                column.convoy.way.clear();
                self.hold(changes, column, at, why)
            }
        }
    }

    /// No clear way leads to where it is to come.
    fn no_way(
        &mut self,
        changes: &mut Changeset,
        column: &mut Column,
        at: Square,
        end: Square,
    ) -> Result<Next, OpError> {
        let by: &[Square] = if column.convoy.errand == Errand::Deliver { &column.convoy.via } else { &[] };
        let why = barred_stage(&mut self.roads, column.side, at, (by, end));
        let why = why.unwrap_or_else(|| self.roads.why_not(column.side, at, end));
        let turns = changes.now().settings.get(Setting::ConvoyBlocked) == "turn_back";
        if !turns || column.convoy.errand == Errand::Home {
            column.convoy.way.clear();
            return self.hold(changes, column, at, why);
        }
        remark(changes, &column.convoy, format!("turns back in {}: {why}", self.still.frame.reference(at)))?;
        head_home(&mut column.convoy);
        Ok(Next::On)
    }

    /// It halts where it is, until what holds it up is gone.
    fn hold(&mut self, changes: &mut Changeset, column: &mut Column, at: Square, why: String) -> Result<Next, OpError> {
        let here = self.still.frame.reference(at);
        let convoy = &mut column.convoy;
        let text = match &convoy.held_up {
            Some(held) => format!("is still held up in {here}, since {}: {why}", held.since),
            None => format!("halts in {here}: {why}"),
        };
        let since = convoy.held_up.as_ref().map_or(changes.now().bound, |held| held.since);
        convoy.held_up = Some(HeldUp { since, why });
        remark(changes, convoy, text)?;
        Ok(Next::Rest)
    }
}

/// What bars the first stage of a way by way points that no clear way leads on.
fn barred_stage(roads: &mut Roads<'_>, side: SideId, at: Square, (via, end): (&[Square], Square)) -> Option<String> {
    let mut from = at;
    for next in via.iter().chain([&end]) {
        if roads.way(side, from, *next).is_none() {
            return Some(roads.why_not(side, from, *next));
        }
        from = *next;
    }
    None
}

/// The convoy with the vehicles that it still has on its square; those that it has lost are named. None where none is
/// left.
fn gather(changes: &mut Changeset, lead: &FormationId) -> Result<Option<Convoy>, OpError> {
    let Some(convoy) = changes.now().convoys.get(lead).cloned() else { return Ok(None) };
    let stands =
        |changes: &Changeset, id: &FormationId| changes.now().formations.get(id).and_then(Formation::stands_on);
    let at = convoy.square(changes.now());
    let is_there = |id: &FormationId| at.is_some() && stands(changes, id) == at;
    let (vehicles, gone): (Vec<_>, Vec<_>) = convoy.vehicles.iter().cloned().partition(is_there);
    for id in &gone {
        let state = changes.leaf(id)?.state;
        let text = if state.is_on_map() {
            "has been parted from its convoy and is free".to_owned()
        } else {
            format!("is lost to its convoy: it is {state}")
        };
        changes.happen(Event::Remarked { formation: id.clone(), text })?;
    }
    Ok((!vehicles.is_empty()).then_some(Convoy { vehicles, ..convoy }))
}

/// The state that forbids one of its vehicles to drive.
fn lame(campaign: &Campaign, convoy: &Convoy) -> Option<LeafState> {
    let states = convoy.vehicles.iter().filter_map(|id| Some(campaign.formations.get(id)?.leaf.as_ref()?.state));
    states.into_iter().find(|state| *state == LeafState::Broken)
}

/// Where it stands and what it has used of its hours: those of the vehicle that has used most.
fn start(campaign: &Campaign, column: &Column, at: Square) -> Start {
    let marched = column.convoy.vehicles.iter().filter_map(|id| campaign.formations.get(id)?.leaf.as_ref());
    let marched: Vec<Marched> = marched.map(|leaf| leaf.march).collect();
    let minutes = marched.iter().map(|march| u32::from(march.minutes)).max().unwrap_or_default();
    let towards = marched.first().and_then(|march| march.towards);
    Start { square: at, minutes, towards, limit: column.limit }
}

/// Lets the vehicles march as the drive went.
fn march(changes: &mut Changeset, convoy: &Convoy, at: Square, drive: &Drive) -> Result<(), OpError> {
    let bound = changes.now().bound;
    for id in &convoy.vehicles {
        let leaf = changes.leaf(id)?;
        let (before, posture) = (leaf.march, leaf.posture);
        let came =
            if drive.way.is_empty() { before.came } else { Some(Arrival { bound, minute: drive.entered as u16 }) };
        let has_moved = !drive.way.is_empty() || drive.minutes > u32::from(before.minutes);
        let after = Marched {
            minutes: drive.minutes as u16,
            today: before.today || has_moved,
            towards: if has_moved { drive.towards } else { before.towards },
            came,
            passed: None,
        };
        if drive.way.is_empty() && after == before {
            continue;
        }
        changes.happen(Event::LeafMarched {
            leaf: id.clone(),
            from: at,
            way: drive.way.clone(),
            before,
            after,
            posture_before: posture,
            posture_after: Posture::RoadMarch,
        })?;
        super::wear::count(changes, id, drive.way.len())?;
    }
    Ok(())
}
