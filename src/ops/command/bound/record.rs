//! Step 2 of closing a bound: how every supply formation stands, and since when.

use std::collections::BTreeMap;

use campaign::{Base, Campaign, Event, Formation, Standing, SupplyRecord};
use domain::{FormationId, Phase, SideId};
use supply::{Assessment, Network, standings_on};

use crate::{Changeset, OpError};

/// How formations stand as the bound closes.
pub(super) struct BoundSheet(BTreeMap<FormationId, Assessment>);

impl BoundSheet {
    pub(super) fn get(&self, id: &FormationId) -> Option<&Assessment> {
        self.0.get(id)
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &Assessment> {
        self.0.values()
    }
}

/// Traces once and records every state, with since-when and bounds out.
pub(super) fn record(changes: &mut Changeset, network: &Network) -> Result<BoundSheet, OpError> {
    let campaign = changes.now();
    let sides: Vec<SideId> = campaign.sides.iter().map(|side| side.id).collect();
    let found = standings_on(network, campaign, &sides, depth(campaign));
    let closing = campaign.bound;
    let records: BTreeMap<FormationId, SupplyRecord> = found
        .iter()
        .filter(|assessment| assessment.fed_by.is_none())
        .map(|a| {
            let before = campaign.supply.get(a.unit.as_str());
            let log = Standing::found(before.map(|r| r.log), a.log.state, a.log.out, closing);
            let pol = Standing::found(before.map(|r| r.pol), a.pol.state, a.pol.out, closing);
            (a.unit.clone(), SupplyRecord { log, pol })
        })
        .collect();
    let gone = campaign.supply.records().map(|(id, _)| id).filter(|id| !records.contains_key(*id));
    let mut records_after: BTreeMap<FormationId, Option<SupplyRecord>> = gone.map(|id| (id.clone(), None)).collect();
    records_after.extend(records.into_iter().map(|(id, record)| (id, Some(record))));
    for (formation, after) in records_after {
        let before = changes.now().supply.get(formation.as_str()).copied();
        if before != after {
            changes.happen(Event::SupplyRecorded { formation, before, after })?;
        }
    }
    Ok(BoundSheet(found.into_iter().map(|a| (a.unit.clone(), a)).collect()))
}

/// Whether those that superiors feed are looked at too: only at night, and only where somebody wants something.
fn depth(campaign: &Campaign) -> usize {
    let has_replacements = campaign.replacements.iter().any(|r| r.bound <= campaign.bound && r.left() > 0);
    let wanting = |f: &Formation| {
        let leaf = f.leaf.as_ref();
        let worn = has_replacements && leaf.is_some_and(|l| l.sp() < l.sp_full());
        worn || f.hq_die.is_some()
            || f.attacks_owed > 0
            || leaf.is_some_and(|l| l.bases.iter().any(Base::wants_ammunition))
    };
    if campaign.bound.phase != Phase::Night {
        return 0;
    }
    usize::from(campaign.formations.values().any(wanting))
}
