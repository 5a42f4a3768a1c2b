//! The files of the map.

use campaign::{Campaign, Railway};
use domain::{RailState, Terrain};

use super::sheet::Sheet;
use super::{length, location, points};
use crate::columns;

pub(super) fn places(campaign: &Campaign) -> Sheet<'_> {
    let mut sheet = Sheet::new(campaign, &columns::PLACES);
    for place in &campaign.places {
        let mut row = sheet.row();
        row.with(place);
        if place.at.is_some() {
            row.set("square", "");
        }
    }
    sheet
}

pub(super) fn roads(campaign: &Campaign) -> Sheet<'_> {
    let mut sheet = Sheet::new(campaign, &columns::ROADS);
    for road in &campaign.roads {
        sheet.row().with(road).set("points", points(campaign, &road.points));
    }
    sheet
}

pub(super) fn rails(campaign: &Campaign) -> Sheet<'_> {
    let mut sheet = Sheet::new(campaign, &columns::RAIL);
    for railway in &campaign.railways {
        let whole = railway.path.len() > 1 && railway.lengths().all(|side| railway.cuts.contains(&side));
        let cuts = railway.cuts.iter().map(|side| length(campaign, *side, "-")).collect::<Vec<_>>().join(" ");
        sheet
            .row()
            .with(railway)
            .set("state", if whole { RailState::Cut } else { RailState::Open })
            .set("points", points(campaign, &railway.points))
            .set("cuts", if whole { String::new() } else { cuts })
            .set("relaid", relaid(campaign, railway))
            .set("worked", worked(campaign, railway));
    }
    sheet
}

fn relaid(campaign: &Campaign, railway: &Railway) -> String {
    let words = railway.tracks.iter().filter_map(|track| {
        let relaid = track.relaid?;
        Some(format!("{}={}/{}", length(campaign, track.length, "-"), relaid.gauge, relaid.side))
    });
    words.collect::<Vec<_>>().join(" ")
}

fn worked(campaign: &Campaign, railway: &Railway) -> String {
    let begun = railway.tracks.iter().filter(|track| track.worked_m > 0);
    let words = begun.map(|track| format!("{}={}", length(campaign, track.length, "-"), track.worked_m));
    words.collect::<Vec<_>>().join(" ")
}

pub(super) fn rivers(campaign: &Campaign) -> Sheet<'_> {
    let mut sheet = Sheet::new(campaign, &columns::RIVERS);
    for river in &campaign.rivers {
        for (number, at) in (1..).zip(&river.course) {
            let mut row = sheet.row();
            row.with(river).set("seq", number);
            match campaign.frame.square_of_corner(*at) {
                Some(square) => row.set("square", campaign.frame.reference(square)),
                None => row.with(at),
            };
        }
    }
    sheet
}

pub(super) fn crossings(campaign: &Campaign) -> Sheet<'_> {
    let mut sheet = Sheet::new(campaign, &columns::CROSSINGS);
    for crossing in campaign.crossings.values() {
        let squares = crossing.side.filter(|_| crossing.position.is_none());
        sheet
            .row()
            .with(crossing)
            .maybe("place", crossing.position.as_ref().map(|at| location(campaign, at)))
            .maybe("squares", squares.map(|side| length(campaign, side, " ")))
            .set("carries", crossing.carries.to_words());
    }
    sheet
}

pub(super) fn terrain(campaign: &Campaign) -> Sheet<'_> {
    let mut sheet = Sheet::new(campaign, &columns::TERRAIN);
    let mut given = vec![Terrain::Open; campaign.frame.len()];
    for (square, terrain) in crate::map::drawings::terrain_of_places(campaign) {
        given[campaign.frame.index(square)] = terrain;
    }
    for kind in Terrain::ALL {
        let other = |i: &usize| campaign.ground.terrains()[*i] == *kind && given[*i] != *kind;
        let squares: Vec<String> =
            (0..given.len()).filter(other).map(|i| campaign.frame.reference(campaign.frame.square_at(i))).collect();
        if !squares.is_empty() {
            sheet.row().set("terrain", kind).set("squares", squares.join(" "));
        }
    }
    sheet
}

pub(super) fn control(campaign: &Campaign) -> Sheet<'_> {
    let mut sheet = Sheet::new(campaign, &columns::CONTROL);
    let front = campaign.papers.get("front.csv").map_or("", String::as_str);
    let drawn = crate::map::front::drawn_control(campaign, front);
    if drawn == campaign.ground.controls() {
        return sheet;
    }
    for (index, side) in campaign.ground.controls().iter().enumerate() {
        // A square that is nobody's is said to be so only where the line says otherwise.
        if side.is_some() || drawn[index].is_some() {
            let square = campaign.frame.reference(campaign.frame.square_at(index));
            sheet.row().set("square", square).maybe("side", *side);
        }
    }
    sheet
}
