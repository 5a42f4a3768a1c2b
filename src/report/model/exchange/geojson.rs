//! `GeoJSON`: squares, lines, places and formations, for map programs.

use campaign::{Campaign, Tree};
use domain::SideId;
use serde_json::{Value, json};

use super::{Degrees, Earth};
use crate::model::map::ground::road_name;

/// The campaign as a feature collection, for a side or for the umpire; none where the map has no coordinates.
pub fn geojson(campaign: &Campaign, side: Option<SideId>) -> Option<Value> {
    let earth = Earth::new(&campaign.frame)?;
    let mut features = squares(campaign, earth);
    features.extend(lines(campaign, earth, side));
    features.extend(places(campaign, earth));
    features.extend(stores(campaign, earth));
    features.extend(formations(campaign, earth));
    Some(json!({"type": "FeatureCollection", "features": features}))
}

#[expect(clippy::needless_pass_by_value, reason = "made for the one call")]
fn feature(kind: &str, coordinates: Value, properties: Value) -> Value {
    json!({"type": "Feature", "geometry": {"type": kind, "coordinates": coordinates}, "properties": properties})
}

fn squares(campaign: &Campaign, earth: Earth<'_>) -> Vec<Value> {
    let square = |at| {
        let ground = &campaign.ground;
        let properties = json!({
            "kind": "square", "square": campaign.frame.reference(at), "terrain": ground.terrain(at),
            "control": ground.control(at),
        });
        feature("Polygon", json!([earth.corners(at)]), properties)
    };
    campaign.frame.squares().map(square).collect()
}

fn lines(campaign: &Campaign, earth: Earth<'_>, side: Option<SideId>) -> Vec<Value> {
    let along = |points: &[campaign::Location]| -> Vec<Degrees> {
        points.iter().filter_map(|point| earth.location(campaign, point)).collect()
    };
    let mut lines = Vec::new();
    for river in &campaign.rivers {
        let course: Vec<Degrees> = river.course.iter().map(|at| Earth::at(*at)).collect();
        lines.push((course, json!({"kind": "river", "name": river.name, "class": river.class})));
    }
    for road in &campaign.roads {
        let name = road_name(road, side);
        lines.push((along(&road.points), json!({"kind": "road", "name": name, "quality": road.quality})));
    }
    for railway in &campaign.railways {
        let cuts: Vec<String> = railway.cuts.iter().map(|side| campaign.frame.joined(*side)).collect();
        let properties = json!({"kind": "railway", "name": railway.name, "gauge": railway.gauge, "cuts": cuts});
        lines.push((along(&railway.points), properties));
    }
    // A line of one point is none.
    let drawn = lines.into_iter().filter(|(points, _)| points.len() > 1);
    drawn.map(|(points, properties)| feature("LineString", json!(points), properties)).collect()
}

fn places(campaign: &Campaign, earth: Earth<'_>) -> Vec<Value> {
    let place = |place: &campaign::Place| {
        let at = place.at.map_or_else(|| earth.centre(place.square), Earth::at);
        let square = campaign.frame.reference(place.square);
        feature("Point", json!(at), json!({"kind": "place", "name": place.name, "place": place.kind, "square": square}))
    };
    campaign.places.iter().map(place).collect()
}

fn stores(campaign: &Campaign, earth: Earth<'_>) -> Vec<Value> {
    let mut stores = Vec::new();
    let mut add = |kind: &str, id: &str, name: &str, square| {
        let at = campaign.frame.reference(square);
        let properties = json!({"kind": kind, "id": id, "name": name, "square": at});
        stores.push(feature("Point", json!(earth.centre(square)), properties));
    };
    for dump in campaign.dumps.values() {
        add("dump", dump.id.as_str(), &dump.name, dump.square);
    }
    for railhead in campaign.railheads.values() {
        add("railhead", railhead.id.as_str(), railhead.place.as_deref().unwrap_or_default(), railhead.square);
    }
    for field in campaign.airfields.values() {
        add("airfield", field.id.as_str(), field.place.as_deref().unwrap_or_default(), field.square);
    }
    stores
}

fn formations(campaign: &Campaign, earth: Earth<'_>) -> Vec<Value> {
    let tree = Tree::new(campaign);
    let leaves = tree.all().into_iter().filter_map(|formation| {
        let (leaf, square) = (formation.leaf.as_ref()?, formation.stands_on()?);
        let above = tree.parent(formation).map(|above| above.name.clone());
        let sighting = campaign.intel.sightings.get(formation.id.as_str());
        // Of whom a side has sighted the strength is what it was told.
        let sp = sighting.map_or_else(|| Some(leaf.sp()), |sighting| sighting.sp);
        let properties = json!({
            "kind": "formation", "id": formation.id, "name": formation.name, "side": formation.side,
            "under": above, "echelon": formation.echelon, "arm": formation.arm, "sp": sp,
            "square": campaign.frame.reference(square),
        });
        Some(feature("Point", json!(earth.centre(square)), properties))
    });
    leaves.collect()
}
