//! How a finding is told on a page, and which findings are told together.
//!
//! What it decides: what findings have in common that stand in one line; the words for several; the command for all of
//! them. Whether there are enough to be told together is for `page`.

use campaign::march::Party;
use campaign::{Campaign, Formation, Tree};
use domain::{Echelon, FormationId, few};
use ops::query::{Finding, Found, IdleVehicle};

use crate::model::bound::contact::army;
use crate::words::finding::{fed_in_vain, why_out};

/// How many names a party of a contact has.
const NAMED: usize = 3;

/// A finding as a line.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Line {
    /// Whether it needs something done.
    pub needs_action: bool,
    /// What is told with it; none where it has a line of its own.
    pub together: Option<Together>,
    /// The army.
    pub army: String,
    /// What it is, where that is told otherwise than in a sentence by itself.
    pub text: Option<String>,
    /// Of a contact that began in the running bound, the two parties.
    pub met: Option<Met>,
}

/// What several findings in one line have in common.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Together {
    /// Whose they are: an army, or two armies that face each other.
    pub whose: String,
    /// What they are, and what is the matter, behind their number.
    pub what: String,
    /// Whether they are named.
    pub named: bool,
    /// The command for all of them; none where each has the same.
    pub command: Option<OfAll>,
}

/// A command for many.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum OfAll {
    /// It reads with the eyes with which the list is read.
    Read(String),
    /// It names a side itself.
    OfSide(String),
}

/// Two parties that met, by name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Met {
    /// Who attacks, and from where.
    pub attackers: (Vec<String>, String),
    /// Who is attacked, and where.
    pub attacked: (Vec<String>, String),
    /// Whether they were in contact before, and the attackers came up.
    pub is_joined: bool,
    /// Why no battle would be drawn.
    pub refused: Option<String>,
}

impl Line {
    pub(super) fn new(campaign: &Campaign, tree: &Tree<'_>, found: &Finding) -> Self {
        let owner = campaign.dumps.get(found.subject.as_str()).map_or(found.subject.as_str(), |d| d.owner.as_str());
        let formation = campaign.formation(owner);
        let army = formation.map(|of| army(tree, of));
        Self {
            needs_action: found.what.needs_action(),
            army: army.map(|army| army.name.clone()).unwrap_or_default(),
            text: text(campaign, found),
            together: together(campaign, found, army),
            met: met(campaign, tree, &found.what),
        }
    }
}

/// What names other formations, by their names.
fn text(campaign: &Campaign, found: &Finding) -> Option<String> {
    match &found.what {
        Found::StandingContact(other, squares) => {
            let at: Vec<String> = squares.iter().map(|square| campaign.frame.reference(*square)).collect();
            Some(format!("faces {} in {}", campaign.name_of(other.as_str()), few(&at, NAMED, ", ")))
        }
        Found::FedOut(commodity, units) => {
            let names: Vec<&str> = units.iter().map(|unit| campaign.name_of(unit.as_str())).collect();
            Some(fed_in_vain(commodity.name(), &few(&names, NAMED, ", ")))
        }
        _ => None,
    }
}

/// What a finding has in common with others of its army.
fn together(campaign: &Campaign, found: &Finding, army: Option<&Formation>) -> Option<Together> {
    let of_army = |what: String, command: Option<OfAll>| {
        army.map(|army| Together { whose: army.name.clone(), what, named: true, command })
    };
    let of_side = |what: String, command: Option<OfAll>| {
        let side = army.and_then(|army| campaign.sides.iter().find(|side| side.id == army.side));
        side.map(|side| Together { whose: side.name.clone(), what, named: true, command })
    };
    let under = |command: &str| army.map(|army| OfAll::Read(format!("railhead {command} {}", army.id)));
    match &found.what {
        Found::Out(commodity, state) => {
            let what = format!("formations are out of {}, {}", commodity.name(), why_out(*state));
            of_side(what, army.map(|army| OfAll::OfSide(format!("railhead supply status --side {}", army.side))))
        }
        Found::FedOut(commodity, _) => {
            let what = format!("formations do not reach all whom they feed with {}", commodity.name());
            let command = |side| OfAll::OfSide(format!("railhead supply status --side {side} --depth 3"));
            of_side(what, army.map(|army| command(army.side)))
        }
        Found::CutOff(_) => {
            of_army("formations are cut off and live on what they hold".to_owned(), under("supply status"))
        }
        Found::Disorganised(..) => of_army("formations have leaves disorganised or broken".to_owned(), under("review")),
        Found::NoSuperior(_) => {
            of_army("formations have no HQ of their superior on the map".to_owned(), under("review"))
        }
        Found::IdleVehicle(IdleVehicle::Fetches) => of_side(
            "vehicles stand empty and could fetch stock".to_owned(),
            Some(OfAll::Read("railhead review --all".to_owned())),
        ),
        Found::IdleVehicle(IdleVehicle::Planned) => {
            of_side("vehicles stand empty; the plan would send them".to_owned(), None)
        }
        Found::NoFireUnits(commodity, _) => {
            of_army(format!("units with guns have fired and find no {} tonight", commodity.name()), under("review"))
        }
        Found::RunsDry(_) => of_army("formations may have none left after tonight".to_owned(), under("review")),
        Found::GradeDue(_) => {
            of_army("grades are due".to_owned(), Some(OfAll::Read("railhead grade review".to_owned())))
        }
        Found::Order(word, None) => of_army(format!("orders not carried out, {word}"), None),
        Found::UnusedRailhead(is_planned) => {
            let side = campaign.railheads.get(found.subject.as_str())?.side;
            let named = campaign.sides.iter().find(|of| of.id == side);
            let what = "railheads hold stock, and no line of supply ends there".to_owned();
            let what = if *is_planned { format!("{what}; the plan would fetch some") } else { what };
            let command = (!is_planned).then(|| OfAll::OfSide(format!("railhead supply stocks --side {side}")));
            Some(Together { whose: named.map(|of| of.name.clone())?, what, named: true, command })
        }
        Found::StandingContact(..) => {
            let what = "pairs of formations".to_owned();
            let command = Some(OfAll::Read("railhead contact".to_owned()));
            Some(Together { whose: found.among.clone()?, what, named: false, command })
        }
        _ => None,
    }
}

fn met(campaign: &Campaign, tree: &Tree<'_>, what: &Found) -> Option<Met> {
    let Found::Contact { parties, is_joined, attacked: (square, refused) } = what else { return None };
    let [a, b] = &**parties;
    let (attackers, attacked) = if a.square == *square { (b, a) } else { (a, b) };
    let named = |party: &Party| (names(campaign, tree, &party.leaves), campaign.frame.reference(party.square));
    let (attackers, attacked) = (named(attackers), named(attacked));
    Some(Met { attackers, attacked, is_joined: *is_joined, refused: refused.clone() })
}

/// The divisions of leaves, or what stands in their place, by name.
fn names(campaign: &Campaign, tree: &Tree<'_>, leaves: &[FormationId]) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for leaf in leaves.iter().filter_map(|leaf| campaign.formations.get(leaf)) {
        let above = tree.at_level(leaf, Echelon::Division).or_else(|| tree.at_level(leaf, Echelon::Brigade));
        let unit = above.or_else(|| tree.parent(leaf)).unwrap_or(leaf);
        if !names.contains(&unit.name) {
            names.push(unit.name.clone());
        }
    }
    names
}

impl Met {
    /// All that met around one square, in a sentence.
    pub(super) fn text(around: &[&Self]) -> String {
        let mut attackers: Vec<&str> = Vec::new();
        for name in around.iter().flat_map(|met| &met.attackers.0) {
            if !attackers.contains(&name.as_str()) {
                attackers.push(name);
            }
        }
        let Some(first) = around.first() else { return String::new() };
        let from: Vec<&str> = around.iter().map(|met| met.attackers.1.as_str()).collect();
        let met = if around.iter().all(|met| met.is_joined) { "came up to" } else { "met" };
        let why = first.refused.as_ref().map(|why| format!("; {why}")).unwrap_or_default();
        format!(
            "{} in {} {met} {} in {}: neither fought nor declined{why}",
            few(&attackers, NAMED, ", "),
            few(&from, NAMED, ", "),
            few(&first.attacked.0, NAMED, ", "),
            first.attacked.1
        )
    }
}
