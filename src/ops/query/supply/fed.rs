//! Those that are fed by a formation that holds a commodity, and have none themselves: no clear way leads from them to it.

use std::collections::{BTreeMap, BTreeSet};

use campaign::{Campaign, Formation, Tree};
use domain::{Commodity, FormationId, SideId};
use supply::{Assessment, standings};

/// Whom a formation that holds a commodity feeds in vain.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FedInVain {
    /// Who feeds them.
    pub feeder: FormationId,
    /// What they have none of.
    pub commodity: Commodity,
    /// Those that have none; of those one under another only the upper one.
    pub units: Vec<FormationId>,
}

/// Whom the formations of a side, or those at and under one, feed in vain, by side and tree.
pub fn fed_in_vain(campaign: &Campaign, side: Option<SideId>, unit: Option<&Formation>) -> Vec<FedInVain> {
    let wanted = side.or_else(|| unit.map(|unit| unit.side));
    let sides = campaign.sides.iter().map(|of| of.id).filter(|of| wanted.is_none_or(|wanted| wanted == *of));
    let (fed, mut sheet): (Vec<Assessment>, Vec<Assessment>) =
        standings(campaign, &sides.collect::<Vec<_>>(), usize::MAX).into_iter().partition(|of| of.fed_by.is_some());
    let tree = Tree::new(campaign);
    if let Some(unit) = unit.and_then(|unit| campaign.formations.get(&unit.id)) {
        let under: BTreeSet<&FormationId> = tree.with_all_under(unit).into_iter().map(|of| &of.id).collect();
        sheet.retain(|of| under.contains(&of.unit));
    }
    let of = |commodity: Commodity| {
        left_out(&tree, (&sheet, &fed), commodity).into_iter().map(move |(feeder, left)| FedInVain {
            feeder: feeder.unit.clone(),
            commodity,
            units: left.iter().map(|of| of.unit.clone()).collect(),
        })
    };
    [Commodity::Log, Commodity::Pol].into_iter().flat_map(of).collect()
}

/// Those of the fed that have none of a commodity, by who feeds them and holds some; of those one under another only the
/// upper one.
pub(crate) fn left_out<'s>(
    tree: &Tree<'_>,
    (sheet, fed): (&'s [Assessment], &'s [Assessment]),
    commodity: Commodity,
) -> Vec<(&'s Assessment, Vec<&'s Assessment>)> {
    let is_out = |a: &Assessment| a.is_out(commodity);
    let out: BTreeSet<&str> = fed.iter().filter(|a| is_out(a)).map(|a| a.unit.as_str()).collect();
    let is_under = |a: &Assessment| {
        let parent = tree.campaign().formation(&a.unit).and_then(|f| f.parent.as_ref());
        parent.is_some_and(|parent| out.contains(parent.as_str()))
    };
    let mut by_feeder: BTreeMap<&FormationId, Vec<&Assessment>> = BTreeMap::new();
    for assessment in fed.iter().filter(|a| is_out(a) && !is_under(a)) {
        if let Some(feeder) = &assessment.fed_by {
            by_feeder.entry(feeder).or_default().push(assessment);
        }
    }
    let holders = sheet.iter().filter(|a| !is_out(a));
    holders.filter_map(|feeder| Some((feeder, by_feeder.remove(&feeder.unit)?))).collect()
}
