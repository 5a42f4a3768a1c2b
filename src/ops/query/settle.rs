//! That what `review` proposes can be done: marches and battles are tried, and where they would be refused the finding
//! says why and names what can be done instead.

use crate::campaign::march::{Manner, Ruling, Stop, Task, march};
use crate::campaign::{Campaign, Formation, MarchOrder};
use crate::domain::{FormationId, Phase, Square};
use crate::ops::battle::roster::{LogOf, Wanted, roster};
use crate::ops::command::march_ruling;
use crate::ops::{Stand, pick};

use super::review::Finding;

/// Puts in the place of every march and battle that would be refused what can be done instead.
pub(super) fn settle(campaign: &Campaign, found: &mut [Finding]) {
    let goals: Vec<Option<(FormationId, Square)>> = found.iter().map(|finding| goal(campaign, finding)).collect();
    let ruling = ruling(campaign, goals.iter().flatten());
    for (finding, goal) in found.iter_mut().zip(&goals) {
        let leaf = goal.as_ref().and_then(|(leaf, to)| Some((campaign.formations.get(leaf)?, *to)));
        if let Some((leaf, to)) = leaf {
            finding.command = way_there(campaign, &ruling, leaf, to).unwrap_or_else(|| instead(finding, leaf));
        }
    }
    battles(campaign, found);
}

/// The leaf that is to march, and where to, where that is what would settle it.
fn goal(campaign: &Campaign, finding: &Finding) -> Option<(FormationId, Square)> {
    let mut words = finding.command.strip_prefix("move ")?.split(' ');
    let (leaf, to) = (words.next()?, words.next()?);
    Some((campaign.formation(leaf)?.id.clone(), pick::square(campaign, to).ok()?))
}

fn to(square: Square) -> MarchOrder {
    MarchOrder { way: vec![square], rate: Manner::Contact, close_up: false, split: false, alone: false }
}

/// Who of these has no POL to march with.
fn ruling<'a>(campaign: &Campaign, goals: impl Iterator<Item = &'a (FormationId, Square)>) -> Ruling {
    let goals: Vec<(&Formation, MarchOrder)> =
        goals.filter_map(|(leaf, square)| Some((campaign.formations.get(leaf)?, to(*square)))).collect();
    let tasks: Vec<Task<'_>> = goals.iter().map(|(unit, order)| Task { unit, order }).collect();
    march_ruling(campaign, &tasks, false)
}

/// The march of a leaf to a square where it can set out now, an order for the next bound where it only wants hours,
/// its chain where it wants POL; none where it cannot come there.
fn way_there(campaign: &Campaign, ruling: &Ruling, leaf: &Formation, square: Square) -> Option<String> {
    let order = to(square);
    let account = march(campaign, &[Task { unit: leaf, order: &order }], ruling);
    let marched = account.leaves.first()?;
    let (id, at) = (&leaf.id, campaign.frame.reference(square));
    match &marched.stop {
        _ if marched.has_marched() => Some(format!("move {id} {at}")),
        Some(Stop::Hours) if has_hours(campaign, leaf) => Some(format!("order {id} move {at} --for next")),
        Some(Stop::Fuel(formation)) => Some(format!("supply trace {formation}")),
        _ => None,
    }
}

/// Whether a leaf may march in the bound after the running one.
fn has_hours(campaign: &Campaign, leaf: &Formation) -> bool {
    campaign.settings.moving_hours(campaign.bound.next().phase, leaf.vehicle_of().is_some()) > 0
}

/// What shows why a leaf cannot come to where it is wanted.
fn instead(finding: &Finding, leaf: &Formation) -> String {
    match finding.kind {
        "idle_vehicle" => format!("supply plan --side {}", leaf.side),
        _ => format!("unit show {}", finding.subject),
    }
}

/// Contacts of which no battle can be drawn can still be declined.
fn battles(campaign: &Campaign, found: &mut [Finding]) {
    let mut drawn = found.iter_mut().filter(|finding| finding.command.starts_with("battle new ")).peekable();
    if drawn.peek().is_none() {
        return;
    }
    let log = LogOf::new(campaign);
    let stand = Stand { campaign, reason: None, overridden: None, seed: 0 };
    let wanted = Wanted { attacker: None, by: &[], reserve: &[], without: &[] };
    for finding in drawn {
        let at = finding.command.trim_start_matches("battle new ").to_owned();
        let Ok(square) = pick::square(campaign, &at) else { continue };
        let refused = match campaign.bound.phase {
            Phase::Night => Some("no battle is fought at night".to_owned()),
            Phase::Am | Phase::Pm => roster(&stand, &log, square, &wanted).err().map(|error| error.to_string()),
        };
        if let Some(why) = refused {
            let declined = format!(" (`railhead battle decline {at}`)");
            finding.text = format!("{}; {why}", finding.text.replace(&declined, ""));
            finding.command = format!("battle decline {at}");
        }
    }
}
