//! Roads and railways as the survey takes them: legs from square to square, and the traffic that a crossing has to
//! carry.

use domain::{Carries, Square, Traffic};

use crate::survey::finding::{Finder, SurveyFault, SurveyItem};
use crate::survey::placing::Ends;
use crate::{Campaign, Location};

/// A road or railway to be laid.
pub(super) struct Line {
    pub(super) item: SurveyItem,
    pub(super) kind: LineKind,
    pub(super) name: String,
    pub(super) legs: Vec<DrawnLeg>,
}

/// From one point of a line to the next.
pub(super) struct DrawnLeg {
    pub(super) ends: Ends,
    /// The two points in the organiser's words.
    pub(super) names: (String, String),
}

/// Whether a line is a road or a railway.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LineKind {
    Road,
    Railway,
}

impl LineKind {
    pub(super) const fn noun(self) -> &'static str {
        match self {
            Self::Road => "road",
            Self::Railway => "railway",
        }
    }

    /// Whether a crossing that carries this can bear a line of this kind.
    pub(super) fn can_use(self, carries: Carries) -> bool {
        match self {
            Self::Road => carries.carries(Traffic::Vehicles) || carries.carries(Traffic::Foot),
            Self::Railway => carries.carries(Traffic::Rail),
        }
    }

    /// What a crossing for it has to carry, in words.
    pub(super) const fn traffic(self) -> &'static str {
        match self {
            Self::Road => "vehicles or foot",
            Self::Railway => "rail",
        }
    }
}

/// The roads of a campaign.
pub(super) fn roads(campaign: &Campaign, faults: &mut Vec<SurveyFault>) -> Vec<Line> {
    let finder = Finder::new(campaign);
    let drawn = campaign.roads.iter().enumerate();
    let mut lay = |(number, road): (usize, &crate::Road)| {
        line(&finder, (SurveyItem::Road(number), LineKind::Road, &road.name), &road.points, faults)
    };
    drawn.map(&mut lay).collect()
}

/// The railways of a campaign.
pub(super) fn railways(campaign: &Campaign, faults: &mut Vec<SurveyFault>) -> Vec<Line> {
    let finder = Finder::new(campaign);
    let drawn = campaign.railways.iter().enumerate();
    let mut lay = |(number, rail): (usize, &crate::Railway)| {
        line(&finder, (SurveyItem::Railway(number), LineKind::Railway, &rail.name), &rail.points, faults)
    };
    drawn.map(&mut lay).collect()
}

fn line(
    finder: &Finder<'_>,
    (item, kind, name): (SurveyItem, LineKind, &str),
    points: &[Location],
    faults: &mut Vec<SurveyFault>,
) -> Line {
    let mut stops: Vec<(Square, String)> = Vec::new();
    for point in points {
        let said = in_words(finder.campaign, point);
        match finder.square(point) {
            Some(square) => stops.push((square, said)),
            None => faults.push(nowhere(&item, kind, name, &said)),
        }
    }
    let leg = |pair: &[(Square, String)]| DrawnLeg {
        ends: Ends { from: pair[0].0, to: pair[1].0 },
        names: (pair[0].1.clone(), pair[1].1.clone()),
    };
    let legs = if stops.len() == points.len() { stops.windows(2).map(leg).collect() } else { Vec::new() };
    Line { item, kind, name: name.to_owned(), legs }
}

fn nowhere(item: &SurveyItem, kind: LineKind, name: &str, said: &str) -> SurveyFault {
    let (message, hint) = no_such_point(kind.noun(), name, said);
    SurveyFault::fault(item.clone(), message, hint)
}

/// That a road or railway passes a point that is not there, and what to do.
pub fn no_such_point(noun: &str, name: &str, point: &str) -> (String, String) {
    let message = format!("{noun} `{name}` passes `{point}`, which is not a place or point on the map");
    (message, "add the place, or give a point on the map".to_owned())
}

fn in_words(campaign: &Campaign, point: &Location) -> String {
    match point {
        Location::Place(name) => name.clone(),
        Location::At(at) => at.to_string(),
        Location::Square(square) => campaign.frame.reference(*square),
    }
}
