//! One square as a value: its ground, its places, who stands there, and what lies on its four sides.

use serde::Serialize;

use campaign::{Campaign, Crossing, Formation, Tree};
use domain::{
    Arm, CrossingKind, LeafState, PlaceKind, Posture, RailState, RiverClass, RoadQuality, SideId, Square, SquareSide,
    Terrain,
};

use crate::model::NamedSide;
use crate::model::intel::SightingRow;

/// A square of the map and what there is on it and around it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct GroundView {
    /// Its reference.
    pub square: String,
    /// The side whose leaves, mines, dumps and railheads are shown; none for all.
    pub drawn_for: Option<NamedSide>,
    /// What its ground is.
    pub terrain: Terrain,
    /// Who holds it.
    pub control: Option<NamedSide>,
    /// The places in it.
    pub places: Vec<GroundPlace>,
    /// The mines in it.
    pub mines: Option<GroundMines>,
    /// What lies towards its neighbours: north, east, south and west, as far as the map reaches.
    pub sides: Vec<GroundSide>,
    /// The leaves that stand in it, by side and order of battle.
    pub leaves: Vec<GroundLeaf>,
    /// The dumps in it, by id.
    pub dumps: Vec<GroundStore>,
    /// The railheads in it, by id.
    pub railheads: Vec<GroundStore>,
}

/// A place in a square.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct GroundPlace {
    /// Its name.
    pub name: String,
    /// What it is.
    pub kind: PlaceKind,
    /// Whether it is prepared for defence.
    pub prepared: bool,
}

/// The mines in a square.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct GroundMines {
    /// The side that laid them.
    pub side: NamedSide,
    /// Whether a way leads through them.
    pub gapped: bool,
    /// Whether they lie there now: not while they are being laid.
    pub lies: bool,
    /// What is to be known of them.
    pub note: String,
}

/// What lies between a square and one of its neighbours.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct GroundSide {
    /// Towards which point of the compass.
    pub towards: &'static str,
    /// The neighbour.
    pub square: String,
    /// The best road.
    pub road: Option<RoadQuality>,
    /// The names of the roads; for a side of good roads alone.
    pub roads: Vec<String>,
    /// The railways.
    pub railways: Vec<GroundRail>,
    /// The river.
    pub river: Option<GroundRiver>,
    /// The crossings, by id.
    pub crossings: Vec<GroundCrossing>,
}

/// A railway over a side.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct GroundRail {
    /// Its name.
    pub name: String,
    /// Its gauge in millimetres.
    pub gauge: u16,
    /// The sides that can use it.
    pub users: Vec<NamedSide>,
    /// Whether trains can run here.
    pub state: RailState,
}

/// A river on a side.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct GroundRiver {
    /// Its name.
    pub name: String,
    /// How great it is.
    pub class: RiverClass,
}

/// A crossing on a side.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct GroundCrossing {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// What it is.
    pub kind: CrossingKind,
    /// What it carries, in words.
    pub carries: String,
    /// Its state, in a word.
    pub state: String,
    /// Whether it can be used in the running bound.
    pub open: bool,
}

/// A leaf in a square.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct GroundLeaf {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Its side.
    pub side: NamedSide,
    /// Its arm.
    pub arm: Arm,
    /// How it stands; like what follows, none of one whom the reader has only sighted.
    pub posture: Option<Posture>,
    /// In what state it is.
    pub state: Option<LeafState>,
    /// SP left, or believed.
    pub sp: Option<u32>,
    /// Full SP.
    pub sp_full: Option<u32>,
    /// When it was sighted, in words.
    #[serde(skip)]
    pub(crate) seen: Option<String>,
}

impl GroundLeaf {
    /// Its strength, as far as it is known.
    pub(crate) fn strength(&self) -> Option<String> {
        let sp = self.sp?;
        Some(self.sp_full.map_or_else(|| sp.to_string(), |full| format!("{sp}/{full}")))
    }
}

/// A dump or railhead in a square.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct GroundStore {
    /// Its account.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Whose it is: the id of a formation or of a side.
    pub of: String,
    /// What it and whoever it belongs to are called.
    #[serde(skip)]
    pub(crate) called: [String; 2],
    /// Whether it is a source.
    pub source: bool,
}

impl GroundView {
    /// The ground of a square. For a side only its own leaves, mines, dumps and railheads are shown.
    pub fn new(campaign: &Campaign, square: Square, side: Option<SideId>) -> Self {
        let in_square = campaign.places.iter().filter(|place| place.square == square);
        let place = |place: &campaign::Place| GroundPlace {
            name: place.name.clone(),
            kind: place.kind,
            prepared: place.prepared,
        };
        Self {
            square: campaign.frame.reference(square),
            drawn_for: side.map(|side| NamedSide::new(campaign, side)),
            terrain: campaign.ground.terrain(square),
            control: campaign.ground.control(square).map(|side| NamedSide::new(campaign, side)),
            places: in_square.map(place).collect(),
            mines: mines(campaign, square, side),
            sides: neighbours(campaign, square)
                .filter_map(|(to, next)| ground_side((campaign, side), square, to, next))
                .collect(),
            leaves: leaves(campaign, square, side),
            dumps: dumps(campaign, square, side),
            railheads: railheads(campaign, square, side),
        }
    }
}

fn neighbours(campaign: &Campaign, square: Square) -> impl Iterator<Item = (&'static str, Square)> {
    let Square { col, row } = square;
    [
        ("north", row.checked_sub(1).map(|row| Square::new(col, row))),
        ("east", Some(Square::new(col + 1, row))),
        ("south", Some(Square::new(col, row + 1))),
        ("west", col.checked_sub(1).map(|col| Square::new(col, row))),
    ]
    .into_iter()
    .filter_map(|(towards, next)| Some((towards, next?)))
    .filter(|(_, next)| campaign.frame.contains(*next))
}

/// What a road is called to a side: a track is often called after the formation that it was laid for, which the other side
/// need not know of.
pub(crate) fn road_name(road: &campaign::Road, reader: Option<SideId>) -> Option<&str> {
    (reader.is_none() || road.quality == RoadQuality::Good).then_some(road.name.as_str())
}

fn ground_side(
    (campaign, reader): (&Campaign, Option<SideId>),
    square: Square,
    towards: &'static str,
    next: Square,
) -> Option<GroundSide> {
    let side = square.side_to(next)?;
    let over = |path: &[Square]| path.windows(2).any(|step| step[0].side_to(step[1]) == Some(side));
    let roads = campaign.roads.iter().filter(|road| over(&road.path));
    let river = campaign.ground.river(side);
    let name = |number: u16| campaign.rivers.get(usize::from(number)).map_or_else(String::new, |r| r.name.clone());
    let rail = |railway: &campaign::Railway| GroundRail {
        name: railway.name.clone(),
        gauge: railway.gauge,
        users: railway.users.iter().map(|side| NamedSide::new(campaign, *side)).collect(),
        state: if railway.cuts.contains(&side) { RailState::Cut } else { RailState::Open },
    };
    Some(GroundSide {
        towards,
        square: campaign.frame.reference(next),
        road: campaign.ground.road(side),
        roads: roads.filter_map(|road| road_name(road, reader)).map(str::to_owned).collect(),
        railways: campaign.railways.iter().filter(|railway| over(&railway.path)).map(rail).collect(),
        river: river.map(|there| GroundRiver { name: name(there.river), class: there.class }),
        crossings: crossings(campaign, side),
    })
}

fn crossings(campaign: &Campaign, side: SquareSide) -> Vec<GroundCrossing> {
    let shown = |crossing: &Crossing| GroundCrossing {
        id: crossing.id.to_string(),
        name: crossing.name.clone(),
        kind: crossing.kind,
        carries: crossing.carries.to_words(),
        state: crossing.state.to_string(),
        open: crossing.is_open(campaign.bound),
    };
    campaign.crossings_at(side).map(shown).collect()
}

fn mines(campaign: &Campaign, square: Square, side: Option<SideId>) -> Option<GroundMines> {
    let own = campaign.minefield(square).filter(|field| side.is_none_or(|own| own == field.side))?;
    let lies = own.lies(campaign.bound);
    Some(GroundMines { side: NamedSide::new(campaign, own.side), gapped: own.gapped, lies, note: own.note.clone() })
}

fn leaves(campaign: &Campaign, square: Square, side: Option<SideId>) -> Vec<GroundLeaf> {
    let here = |f: &&Formation| f.stands_on() == Some(square) && campaign.is_shown_to(side, f);
    let shown = |formation: &Formation| {
        let stands = formation.leaf.as_ref()?;
        let sighting = SightingRow::in_place_of(campaign, formation);
        let leaf = Some(stands).filter(|_| sighting.is_none());
        Some(GroundLeaf {
            id: formation.id.to_string(),
            name: formation.name.clone(),
            side: NamedSide::new(campaign, formation.side),
            arm: formation.arm,
            posture: leaf.map(|leaf| leaf.posture),
            state: leaf.map(|leaf| leaf.state),
            sp: leaf.map(campaign::Leaf::sp).or_else(|| sighting.as_ref()?.sp()),
            sp_full: leaf.map(campaign::Leaf::sp_full),
            seen: sighting.map(|sighting| sighting.when()),
        })
    };
    Tree::new(campaign).all().into_iter().filter(here).filter_map(shown).collect()
}

fn dumps(campaign: &Campaign, square: Square, side: Option<SideId>) -> Vec<GroundStore> {
    let here = campaign.dumps.values().filter(|dump| dump.square == square);
    let own = here.filter(|dump| side.is_none_or(|own| campaign.account_side(dump.id.as_str()) == Some(own)));
    let store = |dump: &campaign::Dump| GroundStore {
        id: dump.id.to_string(),
        name: dump.name.clone(),
        of: dump.owner.to_string(),
        called: [campaign.account_name(dump.id.as_str()), campaign.name_of(dump.owner.as_str()).to_owned()],
        source: dump.source,
    };
    own.map(store).collect()
}

fn railheads(campaign: &Campaign, square: Square, side: Option<SideId>) -> Vec<GroundStore> {
    let here = campaign.railheads.values().filter(|railhead| railhead.square == square);
    let store = |railhead: &campaign::Railhead| GroundStore {
        id: railhead.id.to_string(),
        name: railhead.line.clone(),
        of: railhead.side.to_string(),
        called: [campaign.account_name(railhead.id.as_str()), campaign.side_name(railhead.side)],
        source: railhead.source,
    };
    here.filter(|railhead| side.is_none_or(|own| own == railhead.side)).map(store).collect()
}
