//! Which stretch of a march costs the hours, in words.

use campaign::Campaign;
use campaign::march::{LeafMarch, Stop};
use domain::{RoadQuality, Square, Terrain, counted};
use ops::query::MarchOutlook;

use crate::gathered::entry;
use crate::model::clock::hours;

/// What is still to go of the slowest leaf whose hours are used up, and on what ground most of the time goes: `9 squares to
/// go, 5:00 of them through marsh off the road (0312 to 0315)`.
pub(super) fn costly(campaign: &Campaign, outlook: &MarchOutlook) -> Option<String> {
    let all = outlook.lead.iter().chain(&outlook.others).filter(|leaf| leaf.stop == Some(Stop::Hours));
    let slowest = all.max_by_key(|leaf| leaf.left_minutes)?;
    let mut grounds: Vec<(String, Stretch)> = Vec::new();
    let mut at = slowest.at();
    for (to, minutes) in &slowest.left {
        let ground = ground(campaign, at, *to);
        let stretch = entry(&mut grounds, ground.clone(), |of| *of == ground);
        stretch.minutes += minutes;
        stretch.ends = Some((stretch.ends.map_or(at, |(from, _)| from), *to));
        at = *to;
    }
    let squares = counted(slowest.left.len(), "square");
    if let [(ground, _)] = grounds.as_slice() {
        return Some(format!("{squares} to go, all {ground}"));
    }
    let (ground, most) = grounds.into_iter().rev().max_by_key(|(_, stretch)| stretch.minutes)?;
    let [from, to] = [most.ends?.0, most.ends?.1].map(|square| campaign.frame.reference(square));
    Some(format!("{squares} to go, {} of the {} hours {ground} ({from} to {to})", hours(most.minutes), left(slowest)))
}

/// The minutes that a kind of ground takes, and between which squares it lies.
#[derive(Default)]
struct Stretch {
    minutes: u32,
    ends: Option<(Square, Square)>,
}

fn left(leaf: &LeafMarch) -> String {
    hours(leaf.left_minutes)
}

/// The ground between two neighbouring squares, as a march has it.
fn ground(campaign: &Campaign, at: Square, to: Square) -> String {
    let side = at.side_to(to);
    let (road, river) = side.map_or((None, None), |side| (campaign.ground.road(side), campaign.ground.river(side)));
    match (road, river, campaign.ground.terrain(to)) {
        (Some(RoadQuality::Good), ..) => "on good roads".to_owned(),
        (Some(RoadQuality::Poor), ..) => "on poor roads".to_owned(),
        (None, Some(river), _) => {
            let name = campaign.rivers.get(usize::from(river.river)).map_or("", |river| river.name.as_str());
            if name.is_empty() {
                format!("over a {} river off the road", river.class)
            } else {
                format!("over {name} off the road")
            }
        }
        (None, None, Terrain::Marsh) => "through marsh off the road".to_owned(),
        (None, None, Terrain::Close) => "through close country off the road".to_owned(),
        (None, None, Terrain::Town | Terrain::City) => "through towns".to_owned(),
        (None, None, _) => "across open country off the road".to_owned(),
    }
}
