//! How formations stand with LOG and POL.

pub(crate) mod brought;
pub(crate) mod causes;
pub(crate) mod effect;
pub(crate) mod fed;
pub(crate) mod forecast;
pub(crate) mod means;
pub(crate) mod mend;
pub(crate) mod morning;
pub(crate) mod nobody;
pub(crate) mod plan;
pub(crate) mod plan_file;
pub(crate) mod planned;
pub(crate) mod sends;

use campaign::{Campaign, Event, Formation, Setting, Tree};
use domain::{AccountId, Detail, FormationId, SideId};
use supply::{
    self, Arrival, Assessment, Bottleneck, CriticalNet, Means, PresentUse, SupplyGraph, TrainLoad, assess, assess_on,
    bottlenecks,
};

use crate::OpError;
use crate::battle::draw::drawable::Drawable;
use crate::query::supply::means::with_trains_and_wings;
use crate::query::supply::mend::with_convoys;

pub use supply::{outlook as convoys, underway};

/// How every formation stands, or those at and under one, by side and tree, with those they feed to `depth` levels. Where none at
/// or under the one asked for draws for itself, it is that one alone, as it is fed by another.
pub fn supply_status(
    campaign: &Campaign,
    side: Option<SideId>,
    unit: Option<&Formation>,
    depth: usize,
) -> Vec<Assessment> {
    let wanted = side.or_else(|| unit.map(|u| u.side));
    let sides: Vec<SideId> = campaign.sides.iter().map(|s| s.id).filter(|s| wanted.is_none_or(|w| w == *s)).collect();
    let mut found = assess(campaign, &sides, depth);
    if let Some(unit) = unit.and_then(|u| campaign.formations.get(&u.id)) {
        let under = Tree::new(campaign).with_all_under(unit);
        found.retain(|of| under.iter().any(|formation| formation.id == of.unit));
        if found.is_empty() {
            found.extend(supply_of(campaign, unit).filter(|_| sides.contains(&unit.side)));
        }
    }
    found
}

/// How long the convoy is on its way that these events send; none where they send none, or several: of these the plan has told it.
pub fn convoy_sent(campaign: &Campaign, events: &[Event]) -> Option<supply::Outlook> {
    let sent = events.iter().filter_map(|event| match event {
        Event::ConvoyChanged { lead, before: None, after: Some(_) } => Some(lead),
        _ => None,
    });
    let sent: Vec<&FormationId> = sent.collect();
    let [lead] = sent[..] else { return None };
    supply::outlook_of(campaign, lead)
}

/// How one formation stands, whether it draws for itself or is fed; none where it is in no supply sheet.
pub fn supply_of(campaign: &Campaign, unit: &Formation) -> Option<Assessment> {
    assess(campaign, &[unit.side], usize::MAX).into_iter().find(|found| found.unit == unit.id)
}

/// That whoever reads of a unit is the umpire, or of its side.
///
/// # Errors
/// When he is of another side.
pub fn may_read(unit: &Formation, reader: Option<SideId>) -> Result<(), OpError> {
    let Some(reader) = reader.filter(|reader| *reader != unit.side) else { return Ok(()) };
    let message =
        format!("{} belongs to `{}`, and a sheet for `{reader}` does not tell of it", unit.named(), unit.side);
    Err(OpError::Words { message, hint: "leave out `--side` to see it as the umpire".into() })
}

/// That a formation is in no supply sheet, and why.
pub fn no_supply(campaign: &Campaign, unit: &Formation) -> OpError {
    let tree = Tree::new(campaign);
    let draws = |formation: &&Formation| formation.leaf.is_none() && tree.is_of_a_drawing_level(formation);
    let give_to = std::iter::once(unit).chain(tree.superiors(unit)).find(draws).filter(|_| !tree.is_fed(unit));
    OpError::NoSupply {
        unit: unit.id.clone(),
        named: unit.named(),
        give_to: give_to.map(|formation| formation.id.clone()),
    }
}

/// How one formation stands, whether it draws for itself or is fed, and what is tight on its way, the tightest first, with
/// the convoys that would mend it; for the umpire, or a side that reads it.
///
/// # Errors
/// When it is in no supply sheet: not yet arrived, lost, or under nobody who draws; or it is of another side.
pub fn supply_trace(
    campaign: &Campaign,
    unit: &Formation,
    reader: Option<SideId>,
) -> Result<(Assessment, Vec<Bottleneck>), OpError> {
    may_read(unit, reader)?;
    let network = supply::network(campaign);
    let found = assess_on(&network, campaign, &[unit.side], usize::MAX);
    let of = found.iter().find(|a| a.unit == unit.id).ok_or_else(|| no_supply(campaign, unit))?;
    let mut tight = bottlenecks(&network, campaign, &found, of);
    with_convoys(&network, campaign, unit.side, &mut tight);
    with_trains_and_wings(&network, campaign, unit.side, &mut tight);
    let mut battles = Drawable::new(campaign);
    for mend in tight.iter_mut().flat_map(|bottleneck| &mut bottleneck.mends) {
        let square = if let Means::Mend(mend) = &mend.means { mend.fought_for() } else { None };
        mend.is_out_of_reach = square.is_some_and(|square| battles.refused(square, Some(unit.side)).is_some());
    }
    Ok((of.clone(), tight))
}

/// The chain of supply of each side or of one, with the formations that others feed to `depth` levels, as a reader takes it.
pub fn supply_graph<T>(
    campaign: &Campaign,
    side: Option<SideId>,
    depth: usize,
    read: impl FnOnce(&SupplyGraph<'_>) -> T,
) -> T {
    let network = supply::network(campaign);
    let sides: Vec<SideId> = sides(campaign, side).collect();
    let sheet = assess_on(&network, campaign, &sides, depth);
    read(&SupplyGraph::whole(&network, campaign, &sides, &sheet))
}

/// What the supply of each side hangs on, or of one side.
pub fn supply_critical(campaign: &Campaign, side: Option<SideId>) -> Vec<CriticalNet> {
    let sides: Vec<SideId> = campaign.sides.iter().map(|s| s.id).filter(|s| side.is_none_or(|w| w == *s)).collect();
    supply::critical(campaign, &sides)
}

/// The railheads of both sides that are fed.
pub fn fed_railheads(campaign: &Campaign) -> Vec<AccountId> {
    campaign.sides.iter().flat_map(|side| supply::fed_railheads(campaign, side.id)).collect()
}

/// What the trains of a day bring as the railways stand: to the railheads of one side, or of all.
pub fn trains(campaign: &Campaign, side: Option<SideId>) -> Vec<Arrival> {
    sides(campaign, side).flat_map(|side| supply::trains(campaign, side)).collect()
}

/// What does not come by the house rules `rail_capacity` and `ground_trains`; nothing where stocks are not counted or both
/// are off.
pub fn trains_by_rule(campaign: &Campaign, side: Option<SideId>) -> Vec<Arrival> {
    let is_on = [Setting::RailCapacity, Setting::GroundTrains].into_iter().any(|rule| campaign.settings.is_on(rule));
    if campaign.settings.detail() == Detail::Full && is_on { trains(campaign, side) } else { Vec::new() }
}

/// Whose trains go to others by the house rule `rail_priority`: to which railhead more comes, and less.
pub fn shifted_by_priority(campaign: &Campaign, side: Option<SideId>) -> Vec<(AccountId, TrainLoad, TrainLoad)> {
    let is_on = campaign.settings.is_on(Setting::RailPriority) && campaign.settings.detail() == Detail::Full;
    let sides = sides(campaign, side).filter(|_| is_on);
    sides.flat_map(|side| supply::shifted_by_priority(campaign, side)).collect()
}

/// What is used in a day as things stand; nothing where stocks are not counted.
pub fn use_where_counted(campaign: &Campaign) -> PresentUse {
    let counted = campaign.settings.detail() == Detail::Full;
    if counted { supply::present_use(campaign) } else { PresentUse::default() }
}

/// The railheads that no train reaches only because it is of the wrong gauge: of one side, or of all.
pub fn barred_by_gauge(campaign: &Campaign, side: Option<SideId>) -> Vec<AccountId> {
    sides(campaign, side).flat_map(|side| supply::barred_by_gauge(campaign, side)).collect()
}

fn sides(campaign: &Campaign, side: Option<SideId>) -> impl Iterator<Item = SideId> {
    campaign.sides.iter().map(|there| there.id).filter(move |there| side.is_none_or(|side| side == *there))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn campaigns() -> impl Iterator<Item = Campaign> {
        scenario::built_in_names().into_iter().map(|(name, _)| {
            let full = [("detail".to_owned(), "full".to_owned())];
            scenario::read(&scenario::built_in(&name).unwrap(), &full).campaign.unwrap()
        })
    }

    /// The formations to which supply comes from a source by open edges of these kinds.
    fn reached<'a>(graph: &SupplyGraph<'a>, kinds: &[&str]) -> BTreeSet<&'a str> {
        let sources = graph.nodes().filter(|node| node.kind == supply::NodeKind::Source);
        let mut found: BTreeSet<&str> = sources.map(|node| node.id).collect();
        let open = || graph.edges().filter(|(.., edge)| edge.route.is_open() && kinds.contains(&edge.route.as_str()));
        loop {
            let more = open().filter(|(from, to, _)| found.contains(from.id) && !found.contains(to.id));
            let more: Vec<&str> = more.map(|(_, to, _)| to.id).collect();
            if more.is_empty() {
                return found;
            }
            found.extend(more);
        }
    }

    #[test]
    fn whose_line_is_open_has_a_way_of_open_edges_from_a_source_and_nobody_else() {
        for campaign in campaigns() {
            let sides: Vec<SideId> = sides(&campaign, None).collect();
            let sheet = supply::assess(&campaign, &sides, 0);
            let graph = SupplyGraph::whole(&supply::network(&campaign), &campaign, &sides, &sheet);
            let by_line = reached(&graph, &["rail", "leg"]);
            let by_chain = reached(&graph, &["rail", "leg", "filling", "hop"]);
            for a in &sheet {
                assert_eq!(by_line.contains(a.unit.as_str()), !a.log.legs.is_empty(), "{} {}", campaign.name, a.unit);
                let holds = !a.pol.links.is_empty() && a.pol.links.iter().all(supply::Link::is_ok);
                assert!(!holds || by_chain.contains(a.unit.as_str()), "{} {}", campaign.name, a.unit);
            }
        }
    }

    #[test]
    fn who_draws_on_what_is_as_the_lines_and_chains_of_the_sheet_say() {
        for campaign in campaigns() {
            let sides: Vec<SideId> = sides(&campaign, None).collect();
            let sheet = supply::assess(&campaign, &sides, 0);
            let graph = SupplyGraph::new(&campaign, &sheet);
            for head in campaign.railheads.keys() {
                let by_line = sheet.iter().any(|a| a.log.source.as_ref() == Some(head));
                let is_end = |link: &supply::Link| link.is_ok() && link.to == head.as_str();
                let by_chain = sheet.iter().any(|a| a.pol.links.last().is_some_and(is_end));
                assert_eq!(graph.is_drawn_on(head.as_str()), by_line || by_chain, "{} {head}", campaign.name);
            }
            for (from, to, edge) in graph.edges() {
                let goes = |a: &&Assessment| match edge.route {
                    supply::Route::Leg { .. } => {
                        a.log.legs.iter().any(|leg| leg.to.as_str() == from.id && leg.from == to.id)
                    }
                    supply::Route::Hop(_) => {
                        let holds = a.pol.links.iter().all(supply::Link::is_ok);
                        holds && a.pol.links.iter().any(|link| link.to == from.id && link.from == to.id)
                    }
                    _ => graph.users(edge).any(|user| user.unit == a.unit),
                };
                let said: Vec<&str> = sheet.iter().filter(goes).map(|a| a.unit.as_str()).collect();
                let told: Vec<&str> = graph.users(edge).map(|a| a.unit.as_str()).collect();
                assert_eq!(told, said, "{}: {} to {}", campaign.name, from.id, to.id);
            }
        }
    }
}
