//! One formation or leaf.

use std::collections::BTreeMap;

use serde::Serialize;

use campaign::{Base, BattleGroup, Campaign, Formation, Leaf, Noted, Support, Tree};
use domain::{Arm, Class, Commodity, FormationId, Mobility, Posture, Role, Said, counted};

use crate::model::clock::hours;
use crate::model::intel::SightingRow;
use crate::model::log::change::location;
use crate::model::situation::{Designations, Level, levels_of};
use crate::model::{BoundView, OrbatRow};
use crate::{Cell, Column, Table};

/// One formation or leaf, with what is under it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct UnitView {
    /// What the order of battle shows of it.
    #[serde(flatten)]
    pub row: OrbatRow,
    /// Its superiors, the nearest first.
    pub superiors: Vec<String>,
    /// What is to stand at its symbol; empty: what its name comes to.
    pub label: String,
    /// What stands at its symbol.
    pub designation: String,
    /// On which maps it has a symbol of its own: among corps, divisions or battalions.
    pub drawn_among: Vec<Level>,
    /// Its nationality.
    pub nationality: String,
    /// How it moves.
    pub mobility: Option<Mobility>,
    /// Whether the grade is its own.
    pub own_grade: bool,
    /// Its HQ die; none while it is full.
    pub hq_die: Option<u8>,
    /// Steps of its HQ die that it owes for its attacks, until it reorganises.
    pub attacks_owed: u8,
    /// What its HQ die shows, where it owes something.
    #[serde(skip)]
    die_owed: Option<u8>,
    /// Whom it supports: `direct_support su.1rd`.
    pub supports: Option<String>,
    #[serde(skip)]
    support: Option<Support>,
    /// Who supports it.
    pub supported_by: Vec<String>,
    /// Posture, for a leaf.
    pub posture: Option<Posture>,
    /// What it has used of its moving hours in the running bound, for a leaf that can march.
    pub minutes_used: Option<u16>,
    /// What is left of them.
    pub minutes_left: Option<u32>,
    /// How far it is on the way to the next square, for a leaf that has begun one.
    pub towards: Option<TowardsView>,
    /// Where it enters the map, for a reinforcement.
    pub entry: Option<String>,
    /// When it arrives, for a reinforcement.
    pub due: Option<BoundView>,
    /// For one whom a side has only sighted, what is known of it: all else of it is empty or assumed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sighting: Option<SightingRow>,
    /// What it carries, for a supply vehicle.
    pub carries: Option<Commodity>,
    /// How many units it can carry, for a supply vehicle.
    pub capacity: Option<u32>,
    /// How many units it carries, for a supply vehicle.
    pub cargo: Option<i64>,
    /// Its bases, for a leaf.
    pub bases: Vec<BaseView>,
    /// What is directly under it.
    pub subordinates: Vec<OrbatRow>,
    /// What is remembered of it, for a battle group.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub group: Option<GroupView>,
    /// The superior to which it goes back when its battle group is dissolved.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub came_from: Option<FormationId>,
    /// A note of the organiser's.
    pub note: String,
    /// What those are called whom it names by their ids.
    #[serde(skip)]
    names: BTreeMap<FormationId, String>,
}

/// How far a leaf is on the way to the next square.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct TowardsView {
    /// The next square.
    pub square: String,
    /// The minutes that it has marched towards it.
    pub minutes: u16,
}

/// What is remembered of a battle group.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct GroupView {
    /// The bound in which it was made.
    pub since: BoundView,
    /// The unit that gave most of it.
    pub raised_from: FormationId,
    /// Its parts.
    pub parts: Vec<PartView>,
}

/// A part of a battle group.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PartView {
    /// The part.
    pub part: FormationId,
    /// The superior from which it came.
    pub came_from: FormationId,
}

impl GroupView {
    fn new(campaign: &Campaign, group: &BattleGroup) -> Self {
        let part =
            |(part, from): (&FormationId, &FormationId)| PartView { part: part.clone(), came_from: from.clone() };
        let parts = group.parts.iter().map(part).collect();
        let since = BoundView::new(campaign, group.since);
        Self { since, raised_from: group.raised_from.clone(), parts }
    }

    fn told(&self, of: &UnitView) -> String {
        format!("since {}, raised from {}", self.since.label, of.called(&self.raised_from))
    }

    fn parts_told(&self, of: &UnitView) -> String {
        let part = |p: &PartView| format!("{} from {}", of.called(&p.part), of.called(&p.came_from));
        self.parts.iter().map(part).collect::<Vec<_>>().join("\n")
    }
}

/// A base.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct BaseView {
    /// What it does in battle.
    pub role: Role,
    /// Its weapons against men and positions.
    pub weapon_men: Option<Class>,
    /// Its weapons against armour.
    pub weapon_armour: Option<Class>,
    /// Its armour.
    pub armour: Option<Class>,
    /// The calibre of its guns in millimetres.
    pub calibre_mm: Option<u16>,
    /// Its strength in SP.
    pub sp: u16,
    /// Its full strength in SP.
    pub sp_full: u16,
    /// Casualty markers on it.
    pub markers: u16,
    /// Whether it is out of ammunition.
    pub out_of_ammo: bool,
    /// Whether it sits in carriers or on tanks.
    pub mounted: bool,
    /// What a battle left on it for the next, and when that was.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub noted: Option<Noted>,
}

impl BaseView {
    /// A base of a leaf: who is lost has no SP left.
    fn new(leaf: &Leaf, base: &Base) -> Self {
        Self {
            role: base.role,
            weapon_men: base.weapon_men,
            weapon_armour: base.weapon_armour,
            armour: base.armour,
            calibre_mm: base.calibre_mm,
            sp: if leaf.state.is_lost() { 0 } else { base.sp },
            sp_full: base.sp_full,
            markers: base.markers,
            out_of_ammo: base.out_of_ammo,
            mounted: base.marks.mounted,
            noted: base.marks.noted,
        }
    }
}

impl UnitView {
    /// A formation of a campaign.
    pub fn new<'a>(campaign: &'a Campaign, formation: &'a Formation) -> Self {
        let tree = Tree::new(campaign);
        let sighting = SightingRow::in_place_of(campaign, formation);
        // What stands in the place of whom a side has only sighted has a posture and bases, of which it knows nothing.
        let leaf = formation.leaf.as_ref().filter(|_| sighting.is_none());
        let row = OrbatRow::new(&tree, formation, 0);
        let state = row.state.filter(|_| sighting.is_none());
        let supports = |f: &&Formation| f.support.as_ref().is_some_and(|s| s.to == formation.id);
        let supported_by: Vec<&FormationId> = campaign.formations.values().filter(supports).map(|f| &f.id).collect();
        let superiors: Vec<&FormationId> = tree.superiors(formation).iter().map(|f| &f.id).collect();
        let (group, came_from) = (campaign.groups.get(&formation.id), campaign.came_from(formation));
        let parts = group.iter().flat_map(|group| group.parts.iter().flat_map(|(part, from)| [part, from]));
        let others = [came_from, group.map(|group| &group.raised_from), formation.support.as_ref().map(|s| &s.to)];
        let all = superiors.iter().chain(&supported_by).copied().chain(parts).chain(others.into_iter().flatten());
        let names = all.map(|id| (id.clone(), campaign.told_apart(id))).collect();
        let vehicle = leaf.filter(|leaf| leaf.carries.is_some());
        let cargo =
            |leaf: &Leaf| leaf.carries.map_or(0, |commodity| campaign.stock.balance(formation.id.as_str(), commodity));
        let march = leaf.filter(|_| formation.stands_on().is_some() && formation.mobility.is_some_and(marches));
        let march = march.map(|leaf| leaf.march);
        let hours = campaign.settings.moving_hours(campaign.bound.phase, vehicle.is_some()) * 60;
        let towards = march.and_then(|march| march.towards);
        Self {
            row: OrbatRow { state, ..row },
            superiors: superiors.iter().map(ToString::to_string).collect(),
            label: formation.label.clone(),
            designation: Designations::new(campaign).of(formation),
            drawn_among: levels_of(&tree, formation),
            nationality: formation.nationality.clone(),
            mobility: formation.mobility.filter(|_| sighting.is_none()),
            own_grade: formation.grade.is_some(),
            hq_die: formation.hq_die,
            attacks_owed: formation.attacks_owed,
            die_owed: (formation.attacks_owed > 0).then(|| tree.hq_die(formation)),
            supports: formation.support.as_ref().map(|s| format!("{} {}", s.kind, s.to)),
            support: formation.support.clone(),
            supported_by: supported_by.iter().map(ToString::to_string).collect(),
            posture: leaf.map(|leaf| leaf.posture),
            minutes_used: march.map(|march| march.minutes),
            minutes_left: march.map(|march| hours.saturating_sub(u32::from(march.minutes))),
            towards: towards.map(|towards| TowardsView {
                square: campaign.frame.reference(towards.square),
                minutes: towards.minutes,
            }),
            entry: leaf.and_then(|leaf| leaf.entry.as_ref()).map(|at| location(Some(at), &campaign.frame)),
            due: leaf.and_then(|leaf| leaf.arrives).map(|bound| BoundView::new(campaign, bound)),
            carries: vehicle.and_then(|leaf| leaf.carries),
            capacity: vehicle.map(|leaf| leaf.capacity),
            cargo: vehicle.map(cargo),
            bases: leaf
                .map(|leaf| leaf.bases.iter().map(|base| BaseView::new(leaf, base)).collect())
                .unwrap_or_default(),
            subordinates: tree.children(&formation.id).iter().map(|f| OrbatRow::new(&tree, f, 0)).collect(),
            group: group.map(|group| GroupView::new(campaign, group)),
            came_from: came_from.cloned(),
            note: formation.note.clone(),
            sighting,
            names,
        }
    }

    /// What there is to say of it, with `more` before the note.
    pub(super) fn facts(&self, more: Vec<(&'static str, Said)>) -> Table {
        let row = &self.row;
        let title = format!("{} (`{}`)", row.name, row.id);
        if let Some(sighting) = &self.sighting {
            return Table::of_facts(title, sighting.facts());
        }
        let text = |value: Option<String>| value.unwrap_or_default();
        let grade = row.grade.map(|g| if self.own_grade { g.to_string() } else { format!("{g} (its superior's)") });
        let facts = vec![
            ("side", row.side_name.clone()),
            ("under", self.all_called(&self.superiors, " < ")),
            ("battle group", text(self.group.as_ref().map(|group| group.told(self)))),
            ("parts", text(self.group.as_ref().map(|group| group.parts_told(self)))),
            ("goes back to", text(self.came_from.as_ref().map(|id| self.called(id).to_owned()))),
            ("what", self.kind()),
            ("label", self.designation.clone()),
            ("nationality", self.nationality.clone()),
            ("mobility", text(self.mobility.map(|m| m.to_string()))),
            ("grade", text(grade)),
            ("square", text(row.square.clone())),
            ("state", text(row.lost.clone().or_else(|| row.state.map(|s| s.to_string())))),
            ("posture", text(self.posture.map(|p| p.to_string()))),
            ("hours", text(self.hours())),
            ("strength", format!("{}/{} SP, {}", row.sp, row.sp_full, counted(row.markers as usize, "marker"))),
            ("HQ die", text(self.die())),
            ("supports", text(self.supporting())),
            ("supported by", self.all_called(&self.supported_by, "; ")),
            ("arrives", text(self.due.as_ref().map(|bound| bound.label.clone()))),
            ("enters at", text(self.entry.clone())),
            ("carries", text(self.carries.map(|c| self.load(c)))),
        ];
        let mut facts: Vec<_> = facts.into_iter().map(|(name, text)| (name, Said::from(text))).collect();
        facts.extend(more);
        facts.push(("note", self.note.as_str().into()));
        Table::of_facts(title, facts)
    }

    /// Of which arm and level it is; the staff is not the arm of those under it.
    fn kind(&self) -> String {
        let OrbatRow { arm, echelon, leaf, .. } = &self.row;
        if *arm == Arm::Hq && !leaf { echelon.to_string() } else { format!("{} {echelon}", arm.in_words()) }
    }

    /// What one whom it names is called.
    fn called<'a>(&'a self, id: &'a FormationId) -> &'a str {
        self.names.get(id).map_or(id.as_str(), String::as_str)
    }

    fn all_called(&self, ids: &[String], between: &str) -> String {
        let called: Vec<&str> = ids.iter().map(|id| self.names.get(id.as_str()).unwrap_or(id).as_str()).collect();
        called.join(between)
    }

    /// In what manner it supports whom.
    fn supporting(&self) -> Option<String> {
        let Support { kind, to } = self.support.as_ref()?;
        Some(format!("{} {}", kind.as_str().replace('_', " "), self.called(to)))
    }

    /// Its bases, and what is directly under it.
    pub(super) fn parts(&self) -> Vec<Table> {
        let bases = (!self.bases.is_empty()).then(|| bases(&self.bases));
        let under = (!self.subordinates.is_empty()).then(|| subordinates(&self.subordinates));
        bases.into_iter().chain(under).collect()
    }

    /// What the HQ die shows, where it is not full or something is owed of it.
    fn die(&self) -> Option<String> {
        let owed = counted(usize::from(self.attacks_owed), "step");
        let owing = self.die_owed.map(|die| format!("{die}, and owes {owed} for its attacks"));
        owing.or_else(|| self.hq_die.map(|die| die.to_string()))
    }

    /// What is used and left of its moving hours, and how far it is on its way.
    fn hours(&self) -> Option<String> {
        let (used, left) = (hours(u32::from(self.minutes_used?)), hours(self.minutes_left?));
        let on_the_way =
            self.towards.as_ref().map(|to| format!("; {} gone towards {}", hours(u32::from(to.minutes)), to.square));
        Some(format!("{used} used, {left} left in this bound{}", on_the_way.unwrap_or_default()))
    }

    fn load(&self, commodity: Commodity) -> String {
        let (cargo, capacity) = (self.cargo.unwrap_or(0), self.capacity.unwrap_or(0));
        format!("{cargo} of {capacity} {}", commodity.name())
    }
}

/// Whether leaves of this mobility march.
fn marches(mobility: Mobility) -> bool {
    mobility.rates().is_some()
}

fn bases(bases: &[BaseView]) -> Table {
    let several = bases.len() > 1;
    let columns = vec![
        Column::text(if several { "base" } else { "role" }),
        Column::number("SP").beside("of"),
        Column::number("markers"),
        Column::text("men"),
        Column::text("armour"),
        Column::text("own"),
        Column::number("mm"),
        Column::text("ammunition"),
    ];
    let mut table = Table::new("bases (weapons against men, against armour; own armour)", columns);
    let class = |class: Option<Class>| Cell::maybe(class.map(Class::capitals));
    for (number, base) in bases.iter().enumerate() {
        let place = if several { format!("#{} ", number + 1) } else { String::new() };
        let mounted = if base.mounted { ", mounted" } else { "" };
        table.row([
            Cell::new(format!("{place}{}{mounted}", base.role)),
            Cell::pair([base.sp, base.sp_full], "/"),
            Cell::new(base.markers),
            class(base.weapon_men),
            class(base.weapon_armour),
            class(base.armour),
            Cell::maybe(base.calibre_mm),
            if base.out_of_ammo { Cell::emphasised("OUT") } else { Cell::new("in hand") },
        ]);
        if let Some(noted) = base.noted {
            table.note(format!("{place}noted for its next battle: {} (battle of {})", noted.notes, noted.bound));
        }
    }
    table
}

fn subordinates(rows: &[OrbatRow]) -> Table {
    let columns = vec![
        Column::text("under it").wrapping(),
        Column::text("id"),
        Column::number("SP").beside("of"),
        Column::text("grade"),
        Column::text("state"),
        Column::text("square"),
    ];
    let mut table = Table::new("", columns);
    for row in rows {
        table.row(row.cells().into_iter().take(6).collect::<Vec<_>>());
    }
    table
}
