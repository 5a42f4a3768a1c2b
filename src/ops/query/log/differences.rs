//! How a campaign stands otherwise than it did, bound by bound.
//!
//! What it decides: which figures are compared, and that a difference is told in the bound in which it comes up or changes.
//! What it never does: say what any of it means.

use std::collections::BTreeMap;

use campaign::{Campaign, is_boundary};
use domain::{
    AccountId, Bound, Commodity, CrossingId, CrossingState, FormationId, Grade, LeafState, SideId, Square, SupplyState,
};

/// Of what a figure is.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Subject {
    /// A formation.
    Formation(FormationId),
    /// An account that stands on the map.
    Account(AccountId),
    /// A crossing.
    Crossing(CrossingId),
    /// A square.
    Square(Square),
}

/// Which figure it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Aspect {
    /// SP of all bases.
    Sp,
    /// Markers of all bases.
    Markers,
    /// How many bases are out of ammunition.
    OutOfAmmo,
    /// The state.
    State,
    /// The formation's own grade.
    Grade,
    /// Where it stands.
    Square,
    /// How many LOG.
    Log,
    /// How many POL.
    Pol,
    /// Who controls a square.
    Control,
    /// The state of a crossing.
    Crossing,
    /// How it stood with LOG when the bound was closed.
    LogState,
    /// How it stood with POL.
    PolState,
}

impl Aspect {
    /// Its word.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Sp => "sp",
            Self::Markers => "markers",
            Self::OutOfAmmo => "out_of_ammo",
            Self::State => "state",
            Self::Grade => "grade",
            Self::Square => "square",
            Self::Log => "log",
            Self::Pol => "pol",
            Self::Control => "control",
            Self::Crossing => "crossing",
            Self::LogState => "log_state",
            Self::PolState => "pol_state",
        }
    }
}

/// A figure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Figure {
    /// A number.
    Count(i64),
    /// A state.
    State(LeafState),
    /// A grade.
    Grade(Grade),
    /// A square.
    Square(Square),
    /// A side.
    Side(SideId),
    /// The state of a crossing.
    Crossing(CrossingState),
    /// How a formation is supplied.
    Supply(SupplyState),
}

/// A figure that is otherwise than it was.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// The bound at whose close it is; in the running one so far.
    pub bound: Bound,
    /// Whether the campaign stands otherwise by it now.
    pub now: bool,
    /// Of what.
    pub subject: Subject,
    /// Which.
    pub aspect: Aspect,
    /// As it was; none where there was nothing.
    pub was: Option<Figure>,
    /// As it is; the same where an earlier difference has gone.
    pub is: Option<Figure>,
}

type Figures = BTreeMap<(Subject, Aspect), Figure>;

/// The figures of a campaign at the closes of its bounds.
#[derive(Debug, Clone, Default)]
pub(crate) struct Standings(BTreeMap<Bound, Figures>);

impl Standings {
    /// Adds how a campaign stands.
    pub(crate) fn add(&mut self, bound: Bound, campaign: &Campaign) {
        self.0.insert(bound, figures(campaign));
    }
}

fn figures(campaign: &Campaign) -> Figures {
    let mut found = Figures::new();
    for formation in campaign.formations.values() {
        let subject = || Subject::Formation(formation.id.clone());
        let mut add = |aspect, figure| {
            found.insert((subject(), aspect), figure);
        };
        if let Some(grade) = formation.grade {
            add(Aspect::Grade, Figure::Grade(grade));
        }
        let Some(leaf) = &formation.leaf else { continue };
        add(Aspect::Sp, Figure::Count(leaf.sp().into()));
        let markers: i64 = leaf.bases.iter().map(|base| i64::from(base.markers)).sum();
        add(Aspect::Markers, Figure::Count(markers));
        let out = leaf.bases.iter().filter(|base| base.out_of_ammo).count();
        add(Aspect::OutOfAmmo, Figure::Count(out as i64));
        add(Aspect::State, Figure::State(leaf.state));
        if let Some(square) = formation.stands_on() {
            add(Aspect::Square, Figure::Square(square));
        }
    }
    let on_map = campaign.stock.balances().filter(|(account, ..)| !is_boundary(account.as_str()));
    for (account, commodity, quantity) in on_map {
        let aspect = if commodity == Commodity::Log { Aspect::Log } else { Aspect::Pol };
        found.insert((Subject::Account(account.clone()), aspect), Figure::Count(quantity));
    }
    for crossing in campaign.crossings.values() {
        let subject = Subject::Crossing(crossing.id.clone());
        found.insert((subject, Aspect::Crossing), Figure::Crossing(crossing.state));
    }
    for (formation, record) in campaign.supply.records() {
        for (aspect, standing) in [(Aspect::LogState, record.log), (Aspect::PolState, record.pol)] {
            let subject = Subject::Formation(formation.clone());
            found.insert((subject, aspect), Figure::Supply(standing.state));
        }
    }
    for square in campaign.frame.squares() {
        if let Some(side) = campaign.ground.control(square) {
            found.insert((Subject::Square(square), Aspect::Control), Figure::Side(side));
        }
    }
    found
}

/// The differences of two courses of a campaign, each where it comes up or changes: by subject, then by bound.
pub(crate) fn differences(was: &Standings, is: &Standings) -> Vec<Difference> {
    let mut found = Vec::new();
    let mut open = BTreeMap::new();
    for (bound, was) in &was.0 {
        let Some(is) = is.0.get(bound) else { continue };
        let keys = was.keys().chain(is.keys().filter(|key| !was.contains_key(*key)));
        for key in keys {
            let pair = (was.get(key).copied(), is.get(key).copied());
            let is_new =
                if pair.0 == pair.1 { open.remove(key).is_some() } else { open.insert(key, pair) != Some(pair) };
            if is_new {
                let (subject, aspect) = key.clone();
                found.push(Difference { bound: *bound, now: false, subject, aspect, was: pair.0, is: pair.1 });
            }
        }
    }
    let mut last = BTreeMap::new();
    for (place, difference) in found.iter().enumerate() {
        last.insert((&difference.subject, difference.aspect), place);
    }
    let stands: Vec<usize> = last.into_values().filter(|place| found[*place].was != found[*place].is).collect();
    for place in stands {
        found[place].now = true;
    }
    found.sort_by(|a, b| (&a.subject, a.bound, a.aspect).cmp(&(&b.subject, b.bound, b.aspect)));
    found
}
