//! `move`: a unit marches.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use campaign::march::{LeafMarch, Manner, MarchAccount, Ruling, Task, march};
use campaign::{Action, Campaign, Convoy, Event, Formation, MarchOrder, Order, Tree};
use domain::{Commodity, FormationId, Mobility, Posture, command};
use supply::standings_of;

use super::march_refusal::{refusal, why_not};
use crate::command::ground::contested::settle;
use crate::command::ground::overrun::overrun;
use crate::{Changeset, DecisionContext, Notice, OpError, pick};

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

/// Refuses who is on the road in a convoy.
pub(super) fn must_be_free(campaign: &Campaign, unit: &Formation) -> Result<(), OpError> {
    let Some(lead) = campaign.convoy_of(unit.id.as_str()).and_then(Convoy::lead) else { return Ok(()) };
    let at = unit.id.to_string();
    let hint = command!("`railhead supply send {lead} --release` sets its convoy free where it stands");
    Err(OpError::NotNow { message: format!("{} is on the road in a convoy", unit.named()), at, hint })
}

impl UnitMove {
    pub(crate) fn decide(&self, context: &DecisionContext<'_>, changes: &mut Changeset) -> Result<(), OpError> {
        let unit = pick::unit(context.campaign, &self.unit)?;
        must_be_free(context.campaign, unit)?;
        let order = self.order(context.campaign)?;
        let tasks = [Task { unit, order: &order }];
        let account = march(context.campaign, &tasks, &ruling(context.campaign, [unit], context.overridden.is_some()));
        if !account.leaves.iter().any(LeafMarch::has_marched) {
            return Err(refusal(context.campaign, unit, &order, &account, context.overridden.is_some()));
        }
        carry_out(changes, account)
    }

    /// Where and how the unit is to march.
    pub(crate) fn order(&self, campaign: &Campaign) -> Result<MarchOrder, OpError> {
        let way = self.way.iter().map(|word| pick::square(campaign, word)).collect::<Result<Vec<_>, _>>()?;
        let rate = self.rate.as_deref().map(str::parse).transpose()?.unwrap_or(Manner::Contact);
        if way.is_empty() {
            let hint = "name the destination: `... move SQUARE`, with any way points before it".into();
            return Err(OpError::Words { message: "a march needs a destination".to_owned(), hint });
        }
        Ok(MarchOrder { way, rate, close_up: self.close_up, split: self.split, alone: self.alone })
    }
}

/// Why nobody of these units would march by these orders now, in words; nothing of a unit of which somebody would, or all are
/// there already.
pub(super) fn hindered_marches(campaign: &Campaign, orders: &[&Order]) -> BTreeMap<FormationId, String> {
    let mut tasks: Vec<Task<'_>> = Vec::new();
    for order in orders {
        if let (Some(unit), Action::Move(order)) = (campaign.formations.get(&order.unit), &order.action) {
            tasks.push(Task { unit, order });
        }
    }
    if tasks.is_empty() {
        return BTreeMap::new();
    }
    let account = march(campaign, &tasks, &ruling(campaign, tasks.iter().map(|task| task.unit), false));
    let mut found = BTreeMap::new();
    for task in &tasks {
        let leaves: Vec<&LeafMarch> = account.leaves.iter().filter(|leaf| leaf.unit == task.unit.id).collect();
        let goes = leaves.iter().any(|leaf| leaf.has_marched()) || leaves.iter().all(|leaf| leaf.stop.is_none());
        let stuck =
            if leaves.is_empty() { must_be_free(campaign, task.unit).err().map(|why| why.to_string()) } else { None };
        let why = stuck.or_else(|| {
            let own = MarchAccount {
                leaves: leaves.into_iter().filter(|leaf| leaf.stop.is_some()).cloned().collect(),
                ..MarchAccount::default()
            };
            (!goes).then(|| why_not(campaign, task.order, &own))
        });
        found.extend(why.map(|why| (task.unit.id.clone(), why)));
    }
    found
}

/// Who of these and under them has no POL to march with. Supply vehicles carry their own.
pub(crate) fn ruling<'c>(
    campaign: &'c Campaign,
    units: impl IntoIterator<Item = &'c Formation>,
    forced: bool,
) -> Ruling {
    let tree = Tree::new(campaign);
    let thirsty = |leaf: &&Formation| leaf.mobility.is_some_and(Mobility::needs_pol) && leaf.vehicle_of().is_none();
    let leaves: Vec<&Formation> = units.into_iter().flat_map(|unit| tree.leaves(unit)).filter(thirsty).collect();
    let mut ruling = Ruling { forced, ..Ruling::default() };
    if forced || leaves.is_empty() {
        return ruling;
    }
    let asked = standings_of(campaign, leaves.iter().copied());
    let dry: BTreeMap<FormationId, bool> = asked.iter().map(|a| (a.unit.clone(), a.is_out(Commodity::Pol))).collect();
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
pub(crate) fn carry_out(changes: &mut Changeset, account: MarchAccount) -> Result<(), OpError> {
    for leaf in account.leaves.iter().filter(|leaf| leaf.has_marched()) {
        let posture = if leaf.manner == Manner::Road { Posture::RoadMarch } else { Posture::Moving };
        changes.happen(Event::LeafMarched {
            leaf: leaf.leaf.clone(),
            from: leaf.from,
            way: leaf.way.clone(),
            before: leaf.before,
            after: leaf.after,
            posture_before: changes.leaf(&leaf.leaf)?.posture,
            posture_after: posture,
        })?;
        crate::command::bound::wear::count(changes, &leaf.leaf, leaf.way.len())?;
    }
    for (side, squares) in &account.taken {
        changes.happen(Event::GroundTaken { side: *side, squares: squares.clone() })?;
    }
    account.overruns.iter().try_for_each(|booty| overrun(changes, booty))?;
    changes.tell(Notice::March(account));
    Ok(())
}

/// The campaign after a march.
pub(crate) fn after(campaign: &Campaign, account: MarchAccount) -> Result<Campaign, OpError> {
    let mut changes = Changeset::new(campaign);
    carry_out(&mut changes, account)?;
    settle(campaign, &mut changes, true)?;
    Ok(changes.finish().1)
}
