//! What an outcome may say of a battle: of what was drawn, as it stands, and nothing that cannot be.

use std::collections::BTreeMap;

use campaign::{Base, Battle, Campaign, Formation};
use domain::{FormationId, Mobility, Said, Square, Terrain, command, counted};
use rules::outcome::{BaseFate, BaseOutcome, Outcome};

use super::facts::{changed, fact_told, leaves_of};
use super::part::base_id;
use crate::battle::post::mark;
use crate::{BattleResult, DecisionContext, OpError};

/// The bases of each leaf that took part, with their numbers in it.
pub(crate) type OfLeaf<'a> = BTreeMap<FormationId, Vec<(u16, &'a BaseOutcome)>>;

/// Refuses when anything that the battle relied on has changed since it was drawn.
pub(crate) fn unchanged(context: &DecisionContext<'_>, battle: &Battle) -> Result<(), OpError> {
    changed_since(context.campaign, battle).map_or(Ok(()), |message| context.rule(message, battle.id.as_str()))
}

/// What an open battle relied on and is otherwise now, with what can be done; nothing where it stands as it was drawn.
pub(crate) fn changed_since(campaign: &Campaign, battle: &Battle) -> Option<String> {
    let changed: Vec<String> = changed(campaign, battle)
        .into_iter()
        .map(|(fact, now)| {
            let [was, now] = [&fact.text, &now].map(|text| fact_told(campaign, text));
            format!("{} was {was} and is now {now}", campaign.account_named(fact.subject.as_str()))
        })
        .collect();
    let first = changed.first()?;
    let more = match changed.len() {
        1 => String::new(),
        count => format!("; and {} more", count - 1),
    };
    let anew = drawn_anew(campaign, battle);
    Some(format!("`{}` has changed since it was drawn: {first}{more}; undo that, or {anew}", battle.id))
}

/// How an open battle after whose drawing something has changed is fought after all.
pub fn drawn_anew(campaign: &Campaign, battle: &Battle) -> String {
    let (id, square) = (&battle.id, campaign.frame.reference(battle.square));
    format!("draw it again: `railhead battle cancel {id}`, then `railhead battle new {square}`")
}

/// Whether anything that an open battle relied on has changed since it was drawn, so that it cannot be posted.
pub fn stands_as_drawn(campaign: &Campaign, battle: &Battle) -> bool {
    changed_since(campaign, battle).is_none()
}

/// What the umpire does about a battle that is drawn and not posted.
pub(crate) fn how_settled(campaign: &Campaign, battle: &Battle) -> Said {
    let id = &battle.id;
    if stands_as_drawn(campaign, battle) {
        return command!(
            "`railhead battle resolve {id} --post` fights it, `railhead battle post {id}` if it has been fought; \
             `railhead battle cancel {id}` if it is declined"
        );
    }
    let anew = drawn_anew(campaign, battle);
    command!("something has changed since it was drawn; if it is still to be fought, {anew}")
}

/// Refuses the outcome of an earlier drawing, of other rules, or of an engagement that has been edited since: `now` is the
/// mark of its file as it reads now. Who made an outcome by hand is told what cannot be looked at.
pub(crate) fn same_drawing(
    context: &DecisionContext<'_>,
    battle: &Battle,
    result: &BattleResult,
    now: Option<&str>,
) -> Result<Vec<String>, OpError> {
    let id = &battle.id;
    let anew = format!("`railhead battle resolve {id}`, or `railhead battle record {id}`");
    let mut notes = Vec::new();
    match (&result.drawing, mark::drawing(battle)) {
        (Some(of), Some(drawn)) if of != drawn => {
            let message = format!("this outcome is from an earlier drawing of `{id}`; fight the current one: {anew}");
            context.rule(message, id.as_str())?;
        }
        (None, Some(_)) => notes
            .push(format!("the outcome does not say which drawing of `{id}` it is from; the current one is assumed")),
        _ => {}
    }
    // The engagement file may name other rules than those by which the battle was drawn.
    let (by, drawn) = (result.outcome.rules, battle.rules);
    if by != drawn && result.file.is_none() {
        let message =
            format!("this outcome uses the rules `{by}`, but `{id}` is drawn for `{drawn}`; fight it again: {anew}");
        context.rule(message, id.as_str())?;
    }
    if let (Some(file), Some(was), Some(now)) = (&result.file, &result.engagement, now)
        && was != now
    {
        let message = format!(
            "`{file}` has been edited since this outcome was made; fight it again: `railhead battle resolve {file}`, \
             or `railhead battle record {file}`"
        );
        context.rule(message, file)?;
    }
    Ok(notes)
}

/// The bases of the outcome by leaf; each must have been drawn, and have lost nothing that it had not.
pub(crate) fn leaves<'a>(
    context: &DecisionContext<'_>,
    battle: &Battle,
    outcome: &'a Outcome,
) -> Result<OfLeaf<'a>, OpError> {
    let drawn = leaves_of(context.campaign, &battle.facts);
    let mut bases: BTreeMap<FormationId, (&Formation, u16, &Base)> = BTreeMap::new();
    for leaf in drawn {
        for (number, base) in leaf.leaf.iter().flat_map(|leaf| &leaf.bases).enumerate() {
            bases.insert(base_id(leaf, number), (leaf, number as u16, base));
        }
    }
    let mut found = OfLeaf::new();
    for told in &outcome.bases {
        let wrong = |what: String, hint: &str| {
            Err(OpError::NotNow {
                message: format!("{} {what}", context.campaign.account_named(&told.id)),
                at: told.id.to_string(),
                hint: hint.into(),
            })
        };
        let Some((leaf, number, base)) = bases.remove(&told.id) else {
            // Who came too late to do anything was drawn once, and is in outcomes of then.
            if is_untouched(told) {
                continue;
            }
            return wrong(format!("is not in `{}` as drawn", battle.id), "draw the battle again with it");
        };
        let merged = || outcome.bases.iter().any(|other| other.unit == told.unit && other.fate == BaseFate::Merged);
        let grown = told.sp > told.sp_before && !(merged() && told.sp <= base.sp_full && nobody_grew(outcome, told));
        if grown {
            return wrong(
                format!("has {} SP and cannot come out with {}", told.sp_before, told.sp),
                "a base gains no SP in battle",
            );
        }
        if told.sp_before != base.sp {
            let message =
                format!("{} went in with {} SP but has {} in the campaign", leaf.named(), told.sp_before, base.sp);
            context.rule(message, told.id.as_str())?;
        }
        if told.markers > told.sp {
            return wrong(
                format!("cannot carry {} on {} SP", counted(usize::from(told.markers), "marker"), told.sp),
                "a base cannot have more markers than SP",
            );
        }
        if let Some(square) = told.square {
            may_stand(context, leaf, square)?;
        }
        found.entry(leaf.id.clone()).or_default().push((number, told));
    }
    Ok(found)
}

/// Whether nothing has become of a base in the battle.
fn is_untouched(told: &BaseOutcome) -> bool {
    !told.engaged
        && told.sp == told.sp_before
        && told.before.is_some_and(|before| {
            (before.markers, before.out_of_ammo, Some(before.square)) == (told.markers, told.out_of_ammo, told.square)
        })
}

/// Whether the bases of its unit have no more SP together than they went in with, however they have merged.
fn nobody_grew(outcome: &Outcome, told: &BaseOutcome) -> bool {
    let own = || outcome.bases.iter().filter(|base| base.unit == told.unit);
    own().map(|base| u32::from(base.sp)).sum::<u32>() <= own().map(|base| u32::from(base.sp_before)).sum()
}

/// Refuses a square that the ground forbids, or to which one battle cannot bring anybody.
fn may_stand(context: &DecisionContext<'_>, leaf: &Formation, square: Square) -> Result<(), OpError> {
    let campaign = context.campaign;
    let from = leaf.stands_on().unwrap_or(square);
    let forbidden = if !campaign.frame.contains(square) {
        Some("is not on the map")
    } else if campaign.ground.terrain(square) == Terrain::Lake && leaf.mobility != Some(Mobility::Naval) {
        Some("is water")
    } else if from.reach_to(square) > 2 {
        Some("is too far away for one battle")
    } else {
        None
    };
    let Some(why) = forbidden else { return Ok(()) };
    let (at, reference) = (leaf.id.to_string(), campaign.frame.reference(square));
    let message = format!("{} cannot end in {reference}: it {why}", leaf.named());
    let hint = format!("from {} it can end in a neighbouring square", campaign.frame.reference(from)).into();
    Err(OpError::NotNow { message, at, hint })
}
