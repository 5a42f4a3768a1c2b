//! The things that can be done to put a line or chain right: values, and each in a sentence.
//!
//! What it decides: of what kind each is, and how it is said; refusals of marches say it too, so the sentence stands here.
//! What it never does: write a command; that is `report::words`.

use campaign::{Campaign, Crossing};
use domain::{Commodity, CrossingId, CrossingState, FormationId, SideId, Square, SquareSide};

use crate::standing::cut_kind::CutKind;

/// One thing that can be done: what, who and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Mend {
    /// A square that the enemy bars from beside it is occupied, by the nearest leaf where there is one.
    Occupy(Square, Option<FormationId>),
    /// The enemy is driven out of a contested square.
    DriveOut(Square),
    /// A square is taken from the enemy who stands on it.
    TakeHeld(Square),
    /// A square that the enemy controls is taken for a side; nobody stands on it.
    TakeEmpty(Square, SideId),
    /// A square is cleared of the partisans who bar it to a side.
    ClearPartisans(Square, SideId),
    /// A crossing is restored between two squares: this one, where one is there.
    Restore(SquareSide, Option<CrossingId>),
    /// A length of railway is repaired.
    RepairRail(SquareSide),
    /// A length of railway is converted to the gauge of its trains.
    ConvertRail(SquareSide),
    /// A bowser moves to a square.
    MoveBowser(FormationId, Square),
    /// A formation comes to a square.
    Bring(FormationId, Square),
    /// An HQ that stands too far from its bowsers comes back to a square, or a formation from those by which it is fuelled.
    BringBack(FormationId, Square),
    /// A formation is given a vehicle or an HQ.
    Give(NewLeaf),
    /// A railhead or source depot is opened or retaken: for whom, and where a depot would do.
    OpenSource(FormationId, Square),
}

/// A leaf that a formation is given.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewLeaf {
    /// Its id, the first that is free.
    pub id: FormationId,
    /// Who gets it.
    pub to: FormationId,
    /// What it carries; none for an HQ.
    pub carries: Option<Commodity>,
    /// Where.
    pub square: Square,
}

impl NewLeaf {
    /// A vehicle that carries something, or an HQ, for a formation.
    pub fn new(campaign: &Campaign, to: &FormationId, carries: Option<Commodity>, square: Square) -> Self {
        let what = carries.map_or("hq", Commodity::as_str);
        let named = |number: usize| if number == 1 { format!("{to}.{what}") } else { format!("{to}.{what}{number}") };
        let free = (1..=campaign.formations.len() + 1).map(named).find(|id| campaign.formation(id).is_none());
        Self { id: FormationId::from(free.unwrap_or_default()), to: to.clone(), carries, square }
    }
}

impl Mend {
    /// What it puts right.
    pub fn kind(&self) -> CutKind {
        match self {
            Self::Occupy(..) | Self::TakeHeld(_) => CutKind::EnemyUnit,
            Self::DriveOut(_) => CutKind::Contested,
            Self::TakeEmpty(..) => CutKind::EnemyControl,
            Self::ClearPartisans(..) => CutKind::Partisans,
            Self::Restore(..) => CutKind::NoCrossing,
            Self::RepairRail(_) | Self::ConvertRail(_) => CutKind::RailCut,
            Self::MoveBowser(..) | Self::BringBack(..) => CutKind::HopTooLong,
            Self::Bring(..) => CutKind::NoRoad,
            Self::Give(_) => CutKind::NoVehicle,
            Self::OpenSource(..) => CutKind::NoDump,
        }
    }

    /// Who marches for it, and where to; none where nobody has to.
    pub fn march(&self) -> Option<(&FormationId, Square)> {
        match self {
            Self::MoveBowser(unit, to) | Self::Bring(unit, to) | Self::BringBack(unit, to) => Some((unit, *to)),
            _ => None,
        }
    }

    /// Where; of two squares that with the lower reference.
    pub fn square(&self) -> Square {
        match self {
            Self::DriveOut(square)
            | Self::TakeHeld(square)
            | Self::Occupy(square, _)
            | Self::TakeEmpty(square, _)
            | Self::ClearPartisans(square, _)
            | Self::MoveBowser(_, square)
            | Self::Bring(_, square)
            | Self::BringBack(_, square)
            | Self::OpenSource(_, square) => *square,
            Self::Restore(side, _) | Self::RepairRail(side) | Self::ConvertRail(side) => side.squares().0,
            Self::Give(leaf) => leaf.square,
        }
    }

    /// The square that a battle must win; none where no battle is needed.
    pub fn fought_for(&self) -> Option<Square> {
        match self {
            Self::Occupy(square, None) | Self::DriveOut(square) | Self::TakeHeld(square) => Some(*square),
            _ => None,
        }
    }

    /// What to do, in words that name no enemy.
    pub fn text(&self, campaign: &Campaign) -> String {
        let at = campaign.frame.reference(self.square());
        let to = |side: &SquareSide| campaign.frame.reference(side.squares().1);
        match self {
            Self::Occupy(..) => format!("occupy {at}, which the enemy beside it bars"),
            Self::DriveOut(_) => format!("drive the enemy out of {at}, which is contested"),
            Self::TakeHeld(_) => format!("take {at} from the enemy"),
            Self::TakeEmpty(square, _) if campaign.ground.control(*square).is_none() => {
                format!("take {at}: nobody holds it")
            }
            Self::TakeEmpty(..) => format!("take {at}: enemy-controlled, {}", campaign.nobody_there()),
            Self::ClearPartisans(..) => {
                format!("clear {at} of partisans: a garrison there or beside it is enough")
            }
            Self::Restore(side, crossing) => {
                format!("{} between {at} and {}", restored(campaign, crossing.as_ref()), to(side))
            }
            Self::RepairRail(side) => format!("repair the railway between {at} and {}", to(side)),
            Self::ConvertRail(side) => {
                format!("convert the railway to the gauge of its trains, from {at} to {}", to(side))
            }
            Self::MoveBowser(bowser, _) => {
                let stands = campaign.formations.get(bowser).and_then(campaign::Formation::stands_on);
                let from = stands.map(|square| campaign.frame.reference(square)).unwrap_or_default();
                format!("move {} from {from} to {at}", campaign.told_apart(bowser))
            }
            Self::Bring(formation, _) => format!("bring {} to {at}", campaign.told_apart(formation)),
            Self::BringBack(hq, _) => format!("bring {} back to {at}", campaign.told_apart(hq)),
            Self::Give(NewLeaf { to, carries, .. }) => {
                let to = campaign.told_apart(to);
                match carries {
                    None => format!("name a new HQ for {to} at {at}"),
                    Some(Commodity::Pol) => format!("give {to} a bowser at {at}"),
                    Some(_) => format!("give {to} a LOG vehicle at {at}"),
                }
            }
            Self::OpenSource(..) => "open a railhead or a source depot of this side, or retake one".to_owned(),
        }
    }
}

/// What is done to a crossing, by its state.
fn restored(campaign: &Campaign, crossing: Option<&CrossingId>) -> String {
    match crossing.and_then(|id| campaign.crossings.get(id)) {
        None => "restore the crossing".to_owned(),
        Some(c) if c.state == CrossingState::Destroyed => format!("rebuild {}", called(campaign, c)),
        Some(c) => format!("reopen {}", called(campaign, c)),
    }
}

/// What a crossing is called, and its kind where the name does not say it.
fn called(campaign: &Campaign, crossing: &Crossing) -> String {
    let (name, kind) = (campaign.crossing_called(crossing), crossing.kind.as_str());
    if name.to_lowercase().contains(kind) { name } else { format!("the {kind} {name}") }
}
