//! Step 3 of closing a bound: engineers come on with their work on railways; what is closed and empty is given up.

use campaign::march::BOUND_MINUTES;
use campaign::{Campaign, Convoy, Errand, Event, Goal, RailAction, RailJob, Railway, Relaid, Setting, Track};
use domain::{AccountId, Commodity, LeafState, RailState, SideId, SquareSide};

use crate::command::ground::engineers::can_work_at;
use crate::command::rail::is_laid;
use crate::command::supply::convoy::change::divert;
use crate::command::supply::convoy::load::remark;
use crate::{Changeset, OpError};

/// What a leaf did in a bound.
#[derive(Default)]
struct Done {
    /// The lengths that it finished.
    lengths: Vec<SquareSide>,
    /// The length that it left unfinished, and how many metres of that are done by all.
    begun: Option<(SquareSide, u32)>,
    /// Why it could not go on.
    stands: Option<WorkHindrance>,
}

/// What keeps a leaf from working on the length that is next.
pub(crate) struct WorkHindrance {
    /// The railway.
    pub(crate) line: String,
    /// The length.
    pub(crate) length: SquareSide,
    /// Why, in words.
    pub(crate) why: String,
    /// What it is.
    pub(crate) kind: Hindered,
}

/// What kind of thing keeps it from working.
#[derive(PartialEq, Eq)]
pub(crate) enum Hindered {
    /// It is disorganised, broken or gone.
    Disorganised,
    /// It stands elsewhere.
    Away,
    /// The enemy stands there.
    Enemy,
    /// What is to be laid anew is cut.
    Cut,
}

/// Lets every leaf that is set to work on a railway do what it can in the bound that closes.
///
/// # Interpretation
/// What a leaf does is the rate of a bound, less the share of its 8 hours in which it marched. Two leaves that work on one
/// length share it.
pub(super) fn work_on(changes: &mut Changeset) -> Result<(), OpError> {
    let jobs: Vec<RailJob> = changes.now().rail_jobs.values().cloned().collect();
    jobs.into_iter().try_for_each(|job| {
        let leaf = job.leaf.clone();
        let rate = match job.action {
            RailAction::Repair => Setting::RailRepairKm,
            RailAction::Convert(_) => Setting::RailConvertKm,
        };
        let marched = changes.leaf(&leaf)?.march.minutes.min(BOUND_MINUTES);
        let metres = changes.now().settings.number(rate) * 1_000 * u32::from(BOUND_MINUTES - marched);
        let (rest, told) = line_by_line(changes, job, metres / u32::from(BOUND_MINUTES), marched > 0)?;
        changes.rail_job(&leaf, rest)?;
        told.into_iter().try_for_each(|text| changes.happen(Event::Remarked { formation: leaf.clone(), text }))
    })
}

/// Works for so many metres on one line, and with what is left of them on the next: the rest, and what is told of each.
fn line_by_line(
    changes: &mut Changeset,
    mut job: RailJob,
    mut metres: u32,
    marched: bool,
) -> Result<(Option<RailJob>, Vec<String>), OpError> {
    let mut texts = Vec::new();
    loop {
        let (done, left) = go_on(changes, &job, &mut metres)?;
        let (through, last) = (left.is_empty(), job.then.is_empty());
        texts.extend(told(changes.now(), &job, &done, marched, through.then_some(last)));
        let rest = job.left(left);
        match rest {
            Some(next) if through && metres > 0 => job = next,
            rest => return Ok((rest, texts)),
        }
    }
}

/// What is told of a leaf's work: each length that is finished, how far the next one is, and what hinders it. That it
/// stands elsewhere is told when it has worked or marched in the bound; after that `review` says so. `through` when it is
/// done with the line: whether that was the last one.
fn told(campaign: &Campaign, job: &RailJob, done: &Done, marched: bool, through: Option<bool>) -> Option<String> {
    let (line, side) = (&job.line, |length: &SquareSide| campaign.frame.joined(*length));
    let finished: Vec<String> = done.lengths.iter().map(side).collect();
    let (verb, verbs) = match job.action {
        RailAction::Repair => ("repair", "repaired"),
        RailAction::Convert(_) => ("convert", "converted"),
    };
    let mut told = String::new();
    if !finished.is_empty() {
        let all = if through == Some(true) { ": all that it was set to" } else { "" };
        told = format!("has {verbs} {} of {line}{all}", finished.join(", "));
    } else if through.is_some() {
        told = format!("has nothing left to {verb} of {line}");
    }
    if let Some((length, metres)) = &done.begun {
        let (length, whole) = (side(length), campaign.frame.square_m);
        told = if finished.is_empty() {
            format!("has brought {length} of {line} to {metres} of {whole} m")
        } else {
            format!("{told}, and brought {length} to {metres} of {whole} m")
        };
    }
    match &done.stands {
        Some(WorkHindrance { why, .. }) if !finished.is_empty() => told = format!("{told}; it cannot go on: {why}"),
        Some(WorkHindrance { why, kind, .. }) if *kind != Hindered::Away || marched => {
            told = format!("cannot go on with {line}: {why}");
        }
        _ => {}
    }
    (!told.is_empty()).then_some(told)
}

/// Works for so many metres on the line of a job: what was done, and which lengths are left.
fn go_on(changes: &mut Changeset, job: &RailJob, metres: &mut u32) -> Result<(Done, Vec<SquareSide>), OpError> {
    let side = changes.formation(&job.leaf)?.side;
    let (mut left, mut done) = (job.lengths.clone(), Done::default());
    loop {
        let Some(railway) = changes.now().railways.iter().find(|railway| railway.name == job.line) else {
            return Ok((done, Vec::new()));
        };
        left.retain(|length| is_left(railway, *length, job.action, side));
        let Some(length) = left.first().copied() else { return Ok((done, left)) };
        done.stands = hindrance(changes.now(), job, railway, length);
        if done.stands.is_some() {
            return Ok((done, left));
        }
        let track = railway.track(length);
        let wants = changes.now().frame.square_m.saturating_sub(track.worked_m);
        if *metres < wants {
            let worked_m = track.worked_m + *metres;
            changes.track(&job.line, length, |track| Track { worked_m, ..track })?;
            done.begun = (*metres > 0).then_some((length, worked_m));
            return Ok((done, left));
        }
        *metres -= wants;
        finish(changes, job, length, side)?;
        done.lengths.push(length);
    }
}

/// Whether a length still wants the work.
fn is_left(railway: &Railway, length: SquareSide, action: RailAction, side: SideId) -> bool {
    match action {
        RailAction::Repair => railway.cuts.contains(&length),
        RailAction::Convert(gauge) => !is_laid(railway, length, Relaid { gauge, side }),
    }
}

/// A length is open again, or laid to its gauge.
fn finish(changes: &mut Changeset, job: &RailJob, length: SquareSide, side: SideId) -> Result<(), OpError> {
    match job.action {
        RailAction::Repair => {
            let (before, after) = (RailState::Cut, RailState::Open);
            changes.happen(Event::RailChanged { line: job.line.clone(), side: length, before, after })?;
            changes.track(&job.line, length, |track| Track { worked_m: 0, ..track })
        }
        RailAction::Convert(gauge) => {
            let laid = |track| Track { relaid: Some(Relaid { gauge, side }), worked_m: 0, ..track };
            changes.track(&job.line, length, laid)
        }
    }
}

/// What keeps a leaf now from the work that it is set to; none where it can go on.
pub(crate) fn stands_still(campaign: &Campaign, job: &RailJob) -> Option<WorkHindrance> {
    let side = campaign.formations.get(&job.leaf)?.side;
    let next = |(line, lengths): (&str, &[SquareSide])| {
        let railway = campaign.railways.iter().find(|railway| railway.name == line)?;
        Some((railway, *lengths.iter().find(|length| is_left(railway, **length, job.action, side))?))
    };
    let (railway, length) = job.stretches().find_map(next)?;
    hindrance(campaign, job, railway, length)
}

/// Why a leaf cannot work on a length; none where it can.
fn hindrance(campaign: &Campaign, job: &RailJob, railway: &Railway, length: SquareSide) -> Option<WorkHindrance> {
    let leaf = campaign.formations.get(&job.leaf)?;
    let (a, b) = length.squares();
    let named = campaign.frame.joined(length);
    let hindered = |kind, why: String| Some(WorkHindrance { line: railway.name.clone(), length, why, kind });
    if leaf.leaf.as_ref().is_none_or(|leaf| leaf.state != LeafState::Organised) {
        return hindered(Hindered::Disorganised, "it is not organised".to_owned());
    }
    if !can_work_at(leaf, length) {
        return hindered(Hindered::Away, format!("it does not stand in or beside {named}"));
    }
    if [a, b].into_iter().any(|square| campaign.enemy_on(square, leaf.side).is_some()) {
        return hindered(Hindered::Enemy, format!("the enemy stands at {named}"));
    }
    let is_cut = railway.cuts.contains(&length) && job.action != RailAction::Repair;
    let cut = || hindered(Hindered::Cut, format!("{named} is cut and must be repaired first"));
    if is_cut { cut() } else { None }
}

/// Gives up closed dumps and railheads from which everything has been carried.
pub(super) fn give_up_empty(changes: &mut Changeset) -> Result<(), OpError> {
    let campaign = changes.now();
    let is_empty = |id: &AccountId| Commodity::ALL.iter().all(|c| campaign.stock.balance(id.as_str(), *c) == 0);
    let dumps: Vec<_> = campaign.dumps.values().filter(|d| d.closed && is_empty(&d.id)).cloned().collect();
    let heads: Vec<_> = campaign.railheads.values().filter(|head| head.closed && is_empty(&head.id)).cloned().collect();
    for dump in dumps {
        turn_away(changes, &dump.id)?;
        changes.happen(Event::DumpClosed { dump: Box::new(dump) })?;
    }
    heads.into_iter().try_for_each(|head| {
        let id = head.id.clone();
        turn_away(changes, &id)?;
        changes.railhead(&id, Some(head), None)
    })
}

/// Convoys that are still to load or unload at what is given up learn of it.
fn turn_away(changes: &mut Changeset, account: &AccountId) -> Result<(), OpError> {
    let convoys: Vec<Convoy> = changes.now().convoys.values().cloned().collect();
    let name = changes.now().account_name(account.as_str());
    for convoy in convoys {
        if convoy.take.as_ref().is_some_and(|take| take.from == *account) {
            remark(changes, &convoy, format!("turns for home: {name} is empty and given up"))?;
        } else if convoy.to == Goal::Account(account.clone()) && convoy.errand != Errand::Home {
            remark(changes, &convoy, format!("drives on to where {name} stood, which is given up"))?;
        }
    }
    divert(changes, account)
}
