//! What a line or chain fails at, and the things that would mend it: the values, before anything is traced.

use serde::Serialize;

use campaign::{Campaign, Formation};
use domain::{FormationId, SideId, Square, words};

use crate::ground::view::View;

impl CutKind {
    /// Whether it is an enemy who stands beside a square and not on it, and bars it to a side (house rule `interdiction`).
    pub fn is_from_beside(self, campaign: &Campaign, side: SideId, square: Square) -> bool {
        self == Self::EnemyUnit && campaign.enemy_on(square, side).is_none()
    }
}

/// Where a line is cut and by what.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cut {
    /// The leg that fails: from where to where.
    pub leg: (Square, Square),
    /// Where.
    pub at: Square,
    /// By what kind of thing.
    pub kind: CutKind,
    /// By which enemy leaf.
    pub by: Option<FormationId>,
    /// The names of the enemies there.
    pub names: Vec<String>,
}

/// One thing that must be put right.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MendItem {
    /// Of what kind.
    pub kind: CutKind,
    /// Where.
    pub square: Square,
    /// The enemy leaf in the way, or the bowser to be moved.
    pub by: Option<FormationId>,
    /// The names of the enemies there.
    pub names: Vec<String>,
    /// What to do, in words that name no enemy.
    pub text: String,
    /// The command that books it, without the name of the program.
    pub command: String,
    /// Whether only the fuel needs it, not the line.
    pub for_pol: bool,
}

/// Adds to a mend what the fuel needs and the mend does not have yet.
pub(crate) fn add_for_pol(mend: &mut Vec<MendItem>, more: Vec<MendItem>) {
    for item in more {
        if !mend.iter().any(|m| m.kind == item.kind && m.square == item.square && m.text == item.text) {
            mend.push(MendItem { for_pol: true, ..item });
        }
    }
}

impl Serialize for Cut {
    fn serialize<S: serde::Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.collect_str(&format_args!("{} at {}", self.kind, self.at))
    }
}

/// The command that gives a formation a LOG vehicle (`log`), a bowser (`pol`) or an HQ (`hq`) on a square.
pub fn leaf_to_give(campaign: &Campaign, to: &FormationId, what: &str, square: Square) -> String {
    let named = |number: usize| if number == 1 { format!("{to}.{what}") } else { format!("{to}.{what}{number}") };
    let free = (1..=campaign.formations.len() + 1).map(named).find(|id| campaign.formation(id).is_none());
    let arm = if what == "hq" { "arm=hq".to_owned() } else { format!("arm=logistic carries={what}") };
    let (id, at) = (free.unwrap_or_default(), campaign.frame.reference(square));
    format!("unit new {id} --parent {to} {arm} mobility=motorised where={at}")
}

pub(crate) fn brought(view: &View<'_>, formation: &Formation, to: Square) -> MendItem {
    let reference = view.campaign.frame.reference(to);
    let text = format!("bring {} (`{}`) to {reference}", formation.name, formation.id);
    let command = format!("move {} {reference}", formation.id);
    MendItem { kind: CutKind::NoRoad, square: to, by: None, names: Vec::new(), text, command, for_pol: false }
}

words! {
    /// What a line or chain fails by, and what would mend it.
    enum CutKind: "kind of obstacle" {
        /// An enemy fighting leaf.
        EnemyUnit = "enemy_unit",
        /// A square that the enemy controls.
        EnemyControl = "enemy_control",
        /// A square that partisans bar.
        Partisans = "partisans",
        /// A square where both sides stand.
        Contested = "contested",
        /// A river without a crossing that can be used.
        NoCrossing = "no_crossing",
        /// A length of railway that is cut.
        RailCut = "rail_cut",
        /// No dump, railhead or source to go to.
        NoDump = "no_dump",
        /// No vehicle left.
        NoVehicle = "no_vehicle",
        /// No road in reach.
        NoRoad = "no_road",
        /// A hop of a bowser chain that is too long.
        HopTooLong = "hop_too_long",
    }
}
