//! Why no leaf of a unit marches: each reason with the leaves that it stops, and how far the first of them could go.

use campaign::march::{Bar, Bars, LeafMarch, MarchAccount, Obstacle, Passage, Stop};
use campaign::{Campaign, Formation, MarchOrder};
use domain::{Bound, FormationId, Mobility, Phase, Said, command, few};
use supply::Dry;

use super::coming;
use crate::OpError;

/// Why some leaves do not march.
struct Reason<'a> {
    /// What makes two reasons one.
    key: String,
    text: String,
    /// Whether the umpire can set it aside.
    is_rule: bool,
    first: &'a LeafMarch,
    bar: Option<Bar>,
    leaves: Vec<&'a FormationId>,
}

/// Why no leaf of a unit marches.
pub(crate) fn refusal(
    campaign: &Campaign,
    unit: &Formation,
    order: &MarchOrder,
    account: &MarchAccount,
    forced: bool,
) -> OpError {
    let at = unit.id.to_string();
    let reasons = reasons(campaign, order, account, forced);
    let Some(most) = reasons.first() else {
        let comes = coming::when(campaign, unit).map(|comes| format!(": it {comes}")).unwrap_or_default();
        let message = format!("{} has nothing on the map{comes}", campaign.named(&unit.id));
        return OpError::NotNow { message, hint: command!("`railhead unit show {at}` shows where it is"), at };
    };
    let message = format!("{} cannot march: {}", campaign.named(&unit.id), told(campaign, &reasons));
    if most.is_rule {
        return OpError::Rule { message, at };
    }
    let end = order.way.last().map(|square| campaign.frame.reference(*square)).unwrap_or_default();
    let hint = match (&most.first.stop, &most.bar) {
        (None, _) => Said::default(),
        (Some(Stop::Rate), _) => command!("place it by hand: `railhead unit set {at} square={end}`"),
        (_, Some(bar)) if bar.last != most.first.from => {
            command!("as far as it can: `railhead move {at} {}`", campaign.frame.reference(bar.last))
        }
        (_, Some(Bar { obstacle: Obstacle::River { crossing: Some(crossing), .. }, .. })) => {
            command!("engineers can repair it: `railhead crossing repair {crossing} --by UNIT`")
        }
        (Some(_), _) => command!("`railhead map --at {end}` shows the ground"),
    };
    OpError::NotNow { message, hint, at }
}

/// Why the leaves of a march did not set out, in words.
pub(crate) fn why_not(campaign: &Campaign, order: &MarchOrder, account: &MarchAccount) -> String {
    told(campaign, &reasons(campaign, order, account, false))
}

/// Each reason, the commonest first, with its leaves.
fn reasons<'a>(campaign: &Campaign, order: &MarchOrder, account: &'a MarchAccount, forced: bool) -> Vec<Reason<'a>> {
    let passage = Passage::new(campaign);
    let bars = Bars::new(campaign, &passage);
    let mut found: Vec<Reason<'_>> = Vec::new();
    for leaf in &account.leaves {
        let reason = match &leaf.stop {
            Some(Stop::NoWay) => no_way(campaign, &bars, order, leaf),
            stop => stopped(campaign, leaf, stop.as_ref(), forced),
        };
        match found.iter_mut().find(|there| there.key == reason.key) {
            Some(there) => there.leaves.push(&leaf.leaf),
            None => found.push(reason),
        }
    }
    found.sort_by_key(|reason| std::cmp::Reverse(reason.leaves.len()));
    found
}

/// The reasons in words: with its leaves each, where there are several.
fn told(campaign: &Campaign, reasons: &[Reason<'_>]) -> String {
    if let [only] = reasons {
        return only.text.clone();
    }
    let one = |reason: &Reason<'_>| {
        let leaves: Vec<&str> = reason.leaves.iter().map(|id| campaign.name_of(id.as_str())).collect();
        format!("{} ({})", reason.text, few(&leaves, 2, ", "))
    };
    let texts: Vec<String> = reasons.iter().map(one).collect();
    texts.join("; ")
}

/// Which water or ground leaves no way, and how far the leaf could go.
fn no_way<'a>(campaign: &Campaign, bars: &Bars<'_>, order: &MarchOrder, march: &'a LeafMarch) -> Reason<'a> {
    let leaf = campaign.formations.get(&march.leaf);
    let goals = std::iter::once(march.to).chain(order.way.iter().copied());
    let bar = leaf.and_then(|leaf| goals.into_iter().find_map(|goal| bars.of(leaf, goal, march.manner)));
    let mobility = leaf.and_then(|leaf| leaf.mobility).unwrap_or(Mobility::Foot);
    let (key, text) = match &bar {
        None => ("no way".to_owned(), "no way".to_owned()),
        Some(bar) => {
            let key = match &bar.obstacle {
                Obstacle::River { name, crossing, .. } => format!("{name} {crossing:?}"),
                other => format!("{other:?}"),
            };
            (key, format!("{}; {}", bar.text(campaign, mobility), bar.reach(campaign, march.from)))
        }
    };
    Reason { key, text, is_rule: false, first: march, bar, leaves: vec![&march.leaf] }
}

/// Why a leaf stopped where water and ground do not bar it.
fn stopped<'a>(campaign: &Campaign, march: &'a LeafMarch, stop: Option<&Stop>, forced: bool) -> Reason<'a> {
    let (text, is_rule) = match stop {
        None => ("it is already there".to_owned(), false),
        Some(Stop::Hours) => (hours(campaign, march), !forced),
        Some(Stop::Contact(by) | Stop::Overrun(by)) => (format!("it is stopped by {}", campaign.named(by)), false),
        Some(Stop::Held(square, by)) => (
            format!("{} holds {}: entering it means a battle", campaign.named(by), campaign.frame.reference(*square)),
            false,
        ),
        Some(Stop::NoWay) => ("no way".to_owned(), false),
        Some(Stop::Fuel(formation)) => (Dry::new(campaign, [formation]).why(formation), true),
        Some(Stop::State(state)) => (format!("it is {state}"), true),
        Some(Stop::Rate) => ("aircraft and boats do not march".to_owned(), false),
    };
    Reason { key: text.clone(), text, is_rule, first: march, bar: None, leaves: vec![&march.leaf] }
}

/// That a leaf has no moving hours left, and when it has some again.
fn hours(campaign: &Campaign, march: &LeafMarch) -> String {
    let is_vehicle = campaign.formations.get(&march.leaf).is_some_and(|leaf| leaf.vehicle_of().is_some());
    let has = |bound: Bound| campaign.settings.moving_hours(bound.phase, is_vehicle) > 0;
    let now = campaign.bound;
    let next = std::iter::successors(Some(now.next()), |bound| Some(bound.next())).take(3).find(|bound| has(*bound));
    let why = match now.phase {
        _ if has(now) => "its moving hours for this bound are used up",
        Phase::Night => "no moving hours at night",
        Phase::Am | Phase::Pm => "no moving hours in this bound",
    };
    match next {
        Some(next) if next.phase == Phase::Night => format!("{why}; it can march again by night, in {next}"),
        Some(next) => format!("{why}; it can march again by day, in {next}"),
        None => format!("{why}, and there are none in any other"),
    }
}
