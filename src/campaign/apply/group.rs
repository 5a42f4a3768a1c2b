//! Battle groups are made, change and are dissolved.

use crate::{BattleGroup, Campaign, Formation};
use domain::FormationId;

use super::{Applied, Change, Refusal, formation, replace, replace_entry, same_side};

/// What is remembered of a battle group changed.
pub(super) fn change(campaign: &mut Campaign, id: &FormationId, (before, after): Change<'_, BattleGroup>) -> Applied {
    if formation(campaign, id)?.leaf.is_some() {
        return Err(Refusal::UnderALeaf { leaf: id.clone(), named: campaign.named(id) });
    }
    for named in after.iter().flat_map(|group| group.parts.iter()).flat_map(|(part, from)| [part, from]) {
        same_side(campaign, id, named)?;
    }
    if let Some(group) = after {
        same_side(campaign, id, &group.raised_from)?;
    }
    replace_entry(&mut campaign.groups, id, (before, after))
}

/// Removes a formation that has nothing under it and that nothing names; those written after it move up.
pub(super) fn dissolve(campaign: &mut Campaign, formation: &Formation) -> Applied {
    let id = &formation.id;
    let mut found = self::formation(campaign, id)?;
    replace(id.as_str(), &mut found, &formation, &formation)?;
    if formation.leaf.is_some() {
        return Err(Refusal::StillInUse { formation: formation.named(), how: "it is a leaf".to_owned() });
    }
    if let Some(how) = campaign.is_in_use(id) {
        return Err(Refusal::StillInUse { formation: formation.named(), how });
    }
    if campaign.is_in_a_history(id) {
        return Err(Refusal::StillInUse { formation: formation.named(), how: "a history names it".to_owned() });
    }
    campaign.formations.remove(id);
    for later in campaign.formations.values_mut().filter(|later| later.order > formation.order) {
        later.order -= 1;
    }
    Ok(())
}
