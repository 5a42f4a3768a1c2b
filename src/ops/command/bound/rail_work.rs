//! Step 3 of closing a bound: engineers come on with their work on railways; what is closed and empty is given up.

use crate::campaign::march::BOUND_MINUTES;
use crate::campaign::{Convoy, Errand, Event, Goal, RailDeed, RailJob, Railway, Relaid, Setting, Track};
use crate::domain::{AccountId, Commodity, LeafState, RailState, SquareSide};
use crate::ops::command::convoy::divert;
use crate::ops::command::convoy_load::remark;
use crate::ops::command::engineers::can_work_at;
use crate::ops::command::rail::is_laid;
use crate::ops::{OpError, Work};

/// What became of one leaf's work in a bound.
enum Came {
    /// It has used up its time.
    On,
    /// All is done.
    Through,
    /// It could not go on, and why.
    Waits(String),
}

/// Lets every leaf that is set to work on a railway do what it can in the bound that closes.
///
/// # Interpretation
/// What a leaf does is the rate of a bound, less the share of the bound in which it marched. Two leaves that work on one
/// length share it.
pub(super) fn work_on(work: &mut Work) -> Result<(), OpError> {
    let jobs: Vec<RailJob> = work.now().rail_jobs.values().cloned().collect();
    jobs.into_iter().try_for_each(|job| {
        let leaf = job.leaf.clone();
        let rate = match job.deed {
            RailDeed::Repair => Setting::RailRepairKm,
            RailDeed::Convert(_) => Setting::RailConvertKm,
        };
        let marched = work.leaf(&leaf)?.march.minutes.min(BOUND_MINUTES);
        let metres = work.now().settings.number(rate) * 1_000 * u32::from(BOUND_MINUTES - marched);
        let (done, left, came) = go_on(work, &job, metres / u32::from(BOUND_MINUTES))?;
        let rest = RailJob { lengths: left, ..job.clone() };
        work.rail_job(&leaf, if rest.lengths.is_empty() { None } else { Some(rest) })?;
        let verb = if job.deed == RailDeed::Repair { "repaired" } else { "converted" };
        let text = match came {
            Came::On if done == 0 => return Ok(()),
            Came::On => format!("has {verb} {done} of the lengths of {}", job.line),
            Came::Through => format!("has {verb} all that it was set to of {}", job.line),
            Came::Waits(why) => format!("cannot go on with {}: {why}", job.line),
        };
        work.happen(Event::Remarked { formation: leaf, text })
    })
}

/// Works for so many metres: how many lengths were done, which are left, and what became of it.
fn go_on(work: &mut Work, job: &RailJob, mut metres: u32) -> Result<(u32, Vec<SquareSide>, Came), OpError> {
    let side = work.formation(&job.leaf)?.side;
    let relaid = |gauge| Relaid { gauge, side };
    let mut left = job.lengths.clone();
    let mut done = 0;
    loop {
        let Some(railway) = work.now().railways.iter().find(|railway| railway.name == job.line) else {
            return Ok((done, Vec::new(), Came::Through));
        };
        left.retain(|length| match job.deed {
            RailDeed::Repair => railway.cuts.contains(length),
            RailDeed::Convert(gauge) => !is_laid(railway, *length, relaid(gauge)),
        });
        let Some(length) = left.first().copied() else { return Ok((done, left, Came::Through)) };
        if let Some(why) = hindrance(work, job, railway, length) {
            return Ok((done, left, Came::Waits(why)));
        }
        let track = railway.track(length);
        let wants = work.now().frame.square_m.saturating_sub(track.worked_m);
        if metres < wants {
            work.track(&job.line, length, |track| Track { worked_m: track.worked_m + metres, ..track })?;
            return Ok((done, left, Came::On));
        }
        metres -= wants;
        done += 1;
        match job.deed {
            RailDeed::Repair => {
                let (before, after) = (RailState::Cut, RailState::Open);
                work.happen(Event::RailChanged { line: job.line.clone(), side: length, before, after })?;
                work.track(&job.line, length, |track| Track { worked_m: 0, ..track })?;
            }
            RailDeed::Convert(gauge) => {
                let laid = |track| Track { relaid: Some(relaid(gauge)), worked_m: 0, ..track };
                work.track(&job.line, length, laid)?;
            }
        }
    }
}

/// Why a leaf cannot work on a length; none where it can.
fn hindrance(work: &Work, job: &RailJob, railway: &Railway, length: SquareSide) -> Option<String> {
    let leaf = work.formation(&job.leaf).ok()?;
    let (a, b) = length.squares();
    let named = [a, b].map(|square| work.now().frame.reference(square)).join("-");
    if leaf.leaf.as_ref().is_none_or(|leaf| leaf.state != LeafState::Organised) {
        return Some("it is not organised".to_owned());
    }
    if !can_work_at(leaf, length) {
        return Some(format!("it does not stand in or beside {named}"));
    }
    if [a, b].into_iter().any(|square| work.enemy_on(square, leaf.side).is_some()) {
        return Some(format!("the enemy stands at {named}"));
    }
    let is_cut = railway.cuts.contains(&length);
    (is_cut && job.deed != RailDeed::Repair).then(|| format!("{named} is cut and must be repaired first"))
}

/// Gives up closed dumps and railheads from which everything has been carried.
pub(super) fn give_up_empty(work: &mut Work) -> Result<(), OpError> {
    let campaign = work.now();
    let is_empty = |id: &AccountId| Commodity::ALL.iter().all(|c| campaign.stock.balance(id.as_str(), *c) == 0);
    let dumps: Vec<_> = campaign.dumps.values().filter(|d| d.closed && is_empty(&d.id)).cloned().collect();
    let heads: Vec<_> = campaign.railheads.values().filter(|head| head.closed && is_empty(&head.id)).cloned().collect();
    for dump in dumps {
        turn_away(work, &dump.id)?;
        work.happen(Event::DumpClosed { dump: Box::new(dump) })?;
    }
    heads.into_iter().try_for_each(|head| {
        let id = head.id.clone();
        turn_away(work, &id)?;
        work.railhead(&id, Some(head), None)
    })
}

/// Convoys that are still to load or unload at what is given up learn of it.
fn turn_away(work: &mut Work, account: &AccountId) -> Result<(), OpError> {
    let convoys: Vec<Convoy> = work.now().convoys.values().cloned().collect();
    for convoy in convoys {
        if convoy.take.as_ref().is_some_and(|take| take.from == *account) {
            remark(work, &convoy, format!("turns for home: {account} is empty and given up"))?;
        } else if convoy.to == Goal::Account(account.clone()) && convoy.errand != Errand::Home {
            remark(work, &convoy, format!("drives on to where {account} stood, which is given up"))?;
        }
    }
    divert(work, account)
}
