//! `move`: a unit marches.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::campaign::march::{LeafMarch, Manner, MarchAccount, Ruling, Stop, Task, march};
use crate::campaign::{Campaign, Convoy, Event, Formation, MarchOrder, Tree};
use crate::domain::{FormationId, Mobility, Posture};
use crate::ops::{OpError, Stand, Told, Work, pick};
use crate::supply::assess;

use super::overrun::overrun;

/// A unit marches.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct UnitMove {
    /// The unit, as given.
    pub unit: String,
    /// The squares by which it goes, as given; the last is where it is to come.
    pub way: Vec<String>,
    /// In what manner, as given; to contact where none is.
    pub rate: Option<String>,
    /// Whether all go to the one square.
    pub close_up: bool,
    /// Whether each goes at its own pace.
    pub split: bool,
    /// Whether the command leaf goes alone.
    pub alone: bool,
}

impl UnitMove {
    pub(super) fn decide(&self, stand: &Stand<'_>, work: &mut Work) -> Result<(), OpError> {
        let unit = pick::unit(stand.campaign, &self.unit)?;
        if let Some(lead) = stand.campaign.convoy_of(unit.id.as_str()).and_then(Convoy::lead) {
            let at = unit.id.to_string();
            let hint = format!("`railhead supply send {lead} --release` sets its convoy free where it stands");
            return Err(OpError::NotNow { message: format!("`{at}` is on the road in a convoy"), at, hint });
        }
        let order = self.order(stand.campaign)?;
        let tasks = [Task { unit, order: &order }];
        let account = march(stand.campaign, &tasks, &ruling(stand.campaign, &tasks, stand.overridden.is_some()));
        if !account.leaves.iter().any(LeafMarch::has_marched) {
            return Err(refusal(stand.campaign, unit, &order, &account));
        }
        carry_out(work, account)
    }

    /// Where and how the unit is to march.
    pub(super) fn order(&self, campaign: &Campaign) -> Result<MarchOrder, OpError> {
        let way = self.way.iter().map(|word| pick::square(campaign, word)).collect::<Result<Vec<_>, _>>()?;
        let rate = self.rate.as_deref().map(str::parse).transpose()?.unwrap_or(Manner::Contact);
        if way.is_empty() {
            let hint = "say where to: `railhead move UNIT SQUARE`".to_owned();
            return Err(OpError::Words { message: "a march wants a square to go to".to_owned(), hint });
        }
        Ok(MarchOrder { way, rate, close_up: self.close_up, split: self.split, alone: self.alone })
    }
}

/// Who has no POL to march with. Supply vehicles carry their own.
pub(super) fn ruling(campaign: &Campaign, tasks: &[Task<'_>], forced: bool) -> Ruling {
    let tree = Tree::new(campaign);
    let thirsty = |leaf: &&Formation| leaf.mobility.is_some_and(Mobility::needs_pol) && leaf.vehicle_of().is_none();
    let leaves: Vec<&Formation> =
        tasks.iter().filter_map(|t| campaign.formations.get(&t.unit.id)).flat_map(|unit| tree.leaves(unit)).collect();
    let leaves: Vec<&Formation> = leaves.into_iter().filter(thirsty).collect();
    let mut ruling = Ruling { out_of_pol: BTreeMap::new(), forced };
    if forced || leaves.is_empty() {
        return ruling;
    }
    let mut sides: Vec<_> = leaves.iter().map(|leaf| leaf.side).collect();
    sides.sort_unstable();
    sides.dedup();
    let dry: BTreeMap<FormationId, bool> =
        assess(campaign, &sides, usize::MAX).into_iter().map(|a| (a.unit, a.pol.required && a.pol.out)).collect();
    for leaf in leaves {
        let up = std::iter::once(leaf).chain(tree.superiors(leaf));
        let nearest = up.map(|formation| &formation.id).find(|id| dry.contains_key(*id));
        if let Some(formation) = nearest.filter(|id| dry[*id]) {
            ruling.out_of_pol.insert(leaf.id.clone(), formation.clone());
        }
    }
    ruling
}

/// Lets all that a march came to happen.
pub(super) fn carry_out(work: &mut Work, account: MarchAccount) -> Result<(), OpError> {
    for leaf in account.leaves.iter().filter(|leaf| leaf.has_marched()) {
        let posture = if leaf.manner == Manner::Road { Posture::RoadMarch } else { Posture::Moving };
        work.happen(Event::LeafMarched {
            leaf: leaf.leaf.clone(),
            from: leaf.from,
            way: leaf.way.clone(),
            before: leaf.before,
            after: leaf.after,
            posture_before: work.leaf(&leaf.leaf)?.posture,
            posture_after: posture,
        })?;
        super::bound::wear::count(work, &leaf.leaf, leaf.way.len())?;
    }
    for (side, squares) in &account.taken {
        work.happen(Event::GroundTaken { side: *side, squares: squares.clone() })?;
    }
    account.overruns.iter().try_for_each(|booty| overrun(work, booty))?;
    work.tell(Told::March(account));
    Ok(())
}

/// Why nothing of a unit marches: what stops most of its leaves.
fn refusal(campaign: &Campaign, unit: &Formation, order: &MarchOrder, account: &MarchAccount) -> OpError {
    let at = unit.id.to_string();
    let mut reasons: Vec<(usize, String, &LeafMarch)> = Vec::new();
    for leaf in &account.leaves {
        let (text, _) = reason(campaign, leaf.stop.as_ref());
        match reasons.iter_mut().find(|(_, there, _)| *there == text) {
            Some((count, ..)) => *count += 1,
            None => reasons.push((1, text, leaf)),
        }
    }
    let most = reasons.iter().max_by_key(|(count, text, _)| (*count, std::cmp::Reverse(text.clone())));
    let Some((_, text, leaf)) = most else {
        let message = format!("nothing of `{at}` is on the map");
        return OpError::NotNow { message, hint: format!("`railhead unit show {at}` says where it is"), at };
    };
    let others = if reasons.len() > 1 { ", other leaves for other reasons" } else { "" };
    let message = format!("`{at}` cannot march: {text}{others}");
    let end = order.way.last().map(|square| campaign.frame.reference(*square)).unwrap_or_default();
    let hint = match &leaf.stop {
        stop if reason(campaign, stop.as_ref()).1 => return OpError::Rule { message, at },
        None => String::new(),
        Some(Stop::Rate) => format!("set it down: `railhead unit set {at} square={end}`"),
        Some(_) => format!("`railhead map --at {end}` shows the ground"),
    };
    OpError::NotNow { message, hint, at }
}

/// Why a leaf stopped, in words, and whether the umpire can set that aside.
fn reason(campaign: &Campaign, stop: Option<&Stop>) -> (String, bool) {
    match stop {
        None => ("it stands there already".to_owned(), false),
        Some(Stop::Hours) => ("its moving hours do not suffice for a step".to_owned(), true),
        Some(Stop::Contact(by) | Stop::Overrun(by)) => (format!("it is stopped by `{by}`"), false),
        Some(Stop::Held(square, by)) => {
            (format!("`{by}` holds {}: to enter it is a battle", campaign.frame.reference(*square)), false)
        }
        Some(Stop::NoWay) => ("water or ground leaves no way".to_owned(), false),
        Some(Stop::Fuel(formation)) => (format!("`{formation}` is out of POL"), true),
        Some(Stop::State(state)) => (format!("it is {state}"), true),
        Some(Stop::Rate) => ("aircraft and boats do not march".to_owned(), false),
    }
}
