//! An open battle as the rules are given it: a setup of all bases as they stand.

pub(crate) mod admit;
pub(crate) mod air;
pub(crate) mod around;
pub(crate) mod drawable;
pub(crate) mod facts;
pub(crate) mod gap;
pub(crate) mod log_of;
pub(crate) mod near;
pub(crate) mod part;
pub(crate) mod roster;

use std::collections::BTreeMap;

use campaign::march::Passage;
use campaign::{Base, Battle, Campaign, Formation, Leaf, Setting, Tree};
use domain::{
    Arm, Commodity, FormationId, Grade, LeafState, Mobility, Notes, Posture, Role, RuleSystemId, Scale, SideId, Square,
};
use rules::pairs::BattleSide;
use rules::setup::{BaseSetup, Concealment, Elsewhere, Exit, Fire, Options, Setup, SideSetup, UnitSetup};

use crate::battle::draw::facts::leaves_of;
use crate::battle::draw::log_of::LogOf;
use crate::battle::draw::near::exits;
use crate::battle::draw::part::{LeafPart, fights_for, follows_on, is_artillery, is_main, parts};

/// The setup of an open battle, from the campaign as it stands.
pub(crate) fn setup(campaign: &Campaign, battle: &Battle) -> Setup {
    let tree = Tree::new(campaign);
    let parts = parts_of(&tree, battle);
    let defender = parts.iter().find(|p| p.side == BattleSide::Defender).map(|p| p.leaf.side);
    let log = LogOf::of(campaign, parts.iter().map(|part| part.leaf));
    let drawer = Drawer { campaign, tree: &tree, log, battle, square: battle.square, parts: &parts };
    let mut setup = Setup {
        battle: Some(battle.id.to_string()),
        drawing: crate::battle::post::mark::drawing(battle).map(str::to_owned),
        rules: battle.rules,
        scale: campaign.scale,
        square: battle.square,
        terrain: campaign.ground.terrain(battle.square),
        moves: drawer.moves(),
        concealment: Concealment::None,
        no_start_line: drawer.came_by_road(),
        attacker: drawer.side(BattleSide::Attacker, battle.attacker),
        defender: drawer.side(BattleSide::Defender, defender.unwrap_or(battle.attacker)),
        options: options(campaign),
        approach: around::approach(campaign, battle, &parts),
        system: houses(campaign),
    };
    if campaign.mines_to_gap(battle).is_some() {
        gap::made_first(&mut setup);
    }
    setup
}

/// The parts that leaves on the ground take in an open battle.
fn parts_of<'a>(tree: &Tree<'a>, battle: &Battle) -> Vec<LeafPart<'a>> {
    let leaves = leaves_of(tree.campaign(), &battle.facts).into_iter().filter(|leaf| !air::is_air(leaf));
    parts(tree, battle, leaves)
}

/// Guns and reserves of an open battle that would fire or come only after its last move, each with why: nobody waits for
/// them, and another battle may have them. Who stands in the square, or attacks from beside it, takes part whatever he does.
///
/// # Interpretation
/// The other systems fight one contact, and know no last move.
pub(crate) fn too_late(campaign: &Campaign, battle: &Battle) -> Vec<(FormationId, String)> {
    if !matches!(battle.rules, RuleSystemId::NqmSquared | RuleSystemId::NqmFree) {
        return Vec::new();
    }
    let moves = hours_left(campaign, battle);
    let late = |part: &LeafPart<'_>| part.arrives > moves && !is_main(part.leaf, battle.square, part.side);
    let parts = parts_of(&Tree::new(campaign), battle);
    let why = |part: &LeafPart<'_>| {
        let does = if is_artillery(part.leaf) { "fire" } else { "come" };
        match part.arrives {
            7.. => format!("would {does} only after the battle"),
            from => format!("would {does} only from move {from}"),
        }
    };
    parts.iter().filter(|part| late(part)).map(|part| (part.leaf.id.clone(), why(part))).collect()
}

/// How many hours of the six of an attack are left to the slowest attacker of an open battle.
pub(crate) fn hours_left(campaign: &Campaign, battle: &Battle) -> u8 {
    let tree = Tree::new(campaign);
    let parts = parts_of(&tree, battle);
    let log = LogOf::of(campaign, parts.iter().map(|part| part.leaf));
    Drawer { campaign, tree: &tree, log, battle, square: battle.square, parts: &parts }.moves()
}

/// The house parameters that the campaign has set otherwise, system by system.
fn houses(campaign: &Campaign) -> BTreeMap<RuleSystemId, serde_json::Value> {
    let own = |rules| Some((rules, serde_json::json!({ "house": campaign.house.of(rules)? })));
    campaign.house.systems().filter_map(own).collect()
}

/// What the campaign's settings say of its battles; SP that return belong to the rules of Free.
fn options(campaign: &Campaign) -> Options {
    let settings = &campaign.settings;
    Options {
        commissar: settings.is_on(Setting::Commissar),
        medical_needed: settings.is_on(Setting::MedicalNeeded),
        cu_by_unit: settings.is_on(Setting::CuByUnit),
        owner_allocates: settings.get(Setting::Allocation) == "owner",
        free_costs_die: settings.is_on(Setting::FreeCostsDie),
        air_by_table: settings.get(Setting::AirClasses) == "table",
        recovery: false,
        defender_stops: settings.is_on(Setting::DefenderStops),
    }
}

/// What the last battle left on a base, where it was in this bound or the one before.
fn notes(campaign: &Campaign, base: &Base) -> Notes {
    let bound = campaign.bound;
    base.marks
        .noted
        .filter(|noted| noted.bound == bound || noted.bound.next() == bound)
        .map(|n| n.notes)
        .unwrap_or_default()
}

struct Drawer<'a> {
    campaign: &'a Campaign,
    tree: &'a Tree<'a>,
    log: LogOf,
    battle: &'a Battle,
    square: Square,
    parts: &'a [LeafPart<'a>],
}

impl<'a> Drawer<'a> {
    fn of(&self, side: BattleSide) -> impl Iterator<Item = &'a LeafPart<'a>> + use<'a> {
        self.parts.iter().filter(move |part| part.side == side)
    }

    /// The leaves with which the attack begins.
    fn spearhead(&self) -> impl Iterator<Item = &'a Leaf> {
        let square = self.square;
        let main = self.of(BattleSide::Attacker).filter(move |p| p.arrives == 1 && is_main(p.leaf, square, p.side));
        main.filter(|p| p.fire == Fire::Direct && p.leaf.arm != Arm::Hq).filter_map(|p| p.leaf.leaf.as_ref())
    }

    /// Six hours less those that the slowest attacker marched (section 6); one at least.
    fn moves(&self) -> u8 {
        let marched = self.spearhead().map(|leaf| leaf.march.minutes).max().unwrap_or(0);
        (6_u16.saturating_sub(marched.div_ceil(60)) as u8).max(1)
    }

    /// Whether the main body came up at the road rate in this bound, and no recce left a start line (section 3).
    fn came_by_road(&self) -> bool {
        let (on_the_road, all) = self
            .spearhead()
            .fold((0, 0), |(road, all), leaf| (road + usize::from(leaf.posture == Posture::RoadMarch), all + 1));
        let scouts = self.of(BattleSide::Attacker).any(|part| part.leaf.arm == Arm::Recce);
        on_the_road * 2 > all && !scouts
    }

    fn side(&self, side: BattleSide, id: SideId) -> SideSetup {
        let mut units: Vec<UnitSetup> = Vec::new();
        let mut places: BTreeMap<&str, usize> = BTreeMap::new();
        for part in self.of(side) {
            let unit = self.tree.unit_of(part.leaf);
            let place = *places.entry(unit.id.as_str()).or_insert_with(|| {
                units.push(self.unit(unit));
                units.len() - 1
            });
            units[place].bases.extend(self.bases(part));
        }
        units.retain(|unit| !unit.bases.is_empty());
        for unit in &mut units {
            unit.elsewhere = self.elsewhere(unit);
        }
        let air = air::aircraft(self.campaign, self.battle, side);
        SideSetup { name: id.to_string(), units, air, exits: self.exits(side, id) }
    }

    fn unit(&self, unit: &'a Formation) -> UnitSetup {
        let grade = self.tree.grade(unit).unwrap_or(Grade::Regular);
        let hq = self.tree.square(unit);
        let division = self.tree.at_level(unit, domain::Echelon::Division);
        let beside =
            self.tree.leaves(fights_for(self.tree, unit)).into_iter().filter(|f| f.is_on_map() && f.stands_on() == hq);
        // What refills guns is LOG: a bowser brings none.
        let refills = |leaf: &Leaf, role: Role| role != Role::Logistic || leaf.carries != Some(Commodity::Pol);
        let roles: Vec<Role> = beside
            .filter_map(|f| f.leaf.as_ref())
            .flat_map(|leaf| leaf.bases.iter().map(move |base| (leaf, base)))
            .filter(|(leaf, base)| base.sp > 0 && refills(leaf, base.role))
            .map(|(_, base)| base.role)
            .collect();
        UnitSetup {
            id: unit.id.clone(),
            division: division.map(|f| f.id.clone()),
            grade,
            grade_under: self.tree.grade_under(unit).filter(|_| grade == Grade::Green),
            hq_die: self.tree.hq_die(unit),
            owed: unit.attacks_owed,
            elsewhere: Elsewhere::default(),
            met_tanks: unit.marks.met_tanks,
            half_tested: unit.marks.half_tested,
            orders: !unit.marks.without_orders,
            in_supply: self.log.holds(self.tree, unit),
            fanatical: unit.marks.fanatical,
            medical: roles.contains(&Role::Medical),
            recovery: roles.contains(&Role::Recovery),
            logistic: roles.contains(&Role::Logistic),
            bases: Vec::new(),
        }
    }

    /// SP and markers of a unit's bases on the map that are not in the battle.
    fn elsewhere(&self, unit: &UnitSetup) -> Elsewhere {
        let Some(formation) = self.campaign.formations.get(&unit.id) else { return Elsewhere::default() };
        let here = |f: &&Formation| self.parts.iter().any(|part| part.leaf.id == f.id);
        let others = self.tree.own_leaves(formation).filter(|f| f.is_fighting_leaf() && !here(f));
        others.filter_map(|f| f.leaf.as_ref()).fold(Elsewhere::default(), |sum, leaf| Elsewhere {
            sp: sum.sp + leaf.sp() as u16,
            markers: sum.markers + leaf.markers() as u16,
        })
    }

    fn bases(&self, part: &LeafPart<'_>) -> Vec<BaseSetup> {
        let Some(leaf) = &part.leaf.leaf else { return Vec::new() };
        let Some(square) = leaf.square else { return Vec::new() };
        let counted = matches!(self.campaign.scale, Scale::Division | Scale::Regiment);
        let disorganised =
            leaf.state.is_disorganised() && !(part.side == BattleSide::Attacker && follows_on(self.tree, part.leaf));
        let one = |(number, base): (usize, &Base)| BaseSetup {
            id: crate::battle::draw::part::base_id(part.leaf, number),
            role: base.role,
            arm: part.leaf.arm,
            mobility: part.leaf.mobility.unwrap_or(Mobility::Foot),
            men: base.weapon_men,
            at: base.weapon_armour,
            armour: base.armour,
            calibre_mm: base.calibre_mm.unwrap_or_default(),
            mounted: base.marks.mounted,
            sp_full: base.sp_full,
            sp: base.sp,
            markers: base.markers,
            out_of_ammo: base.out_of_ammo,
            cu_thirds: base.marks.cu_thirds.filter(|_| counted),
            posture: leaf.posture,
            casemated: leaf.casemated,
            disorganised,
            broken: disorganised && leaf.state == LeafState::Broken,
            notes: notes(self.campaign, base),
            square,
            arrives: part.arrives,
            fire: part.fire,
            looks: false,
            assaults: None,
        };
        leaf.bases.iter().enumerate().filter(|(_, base)| base.sp > 0).map(one).collect()
    }

    /// The ways out of every square in which a side stands in this battle.
    fn exits(&self, side: BattleSide, id: SideId) -> Vec<Exit> {
        let passage = Passage::new(self.campaign);
        let mut squares: Vec<Square> = self.of(side).filter_map(|part| part.leaf.stands_on()).collect();
        // Who takes the square may be driven out of it again.
        squares.push(self.square);
        squares.retain(|square| square.steps_to(self.square) <= 1);
        squares.sort_unstable();
        squares.dedup();
        let home = self.home(side);
        squares.into_iter().flat_map(|from| exits(self.campaign, &passage, from, id, home)).collect()
    }

    /// Where the side's first troops are fed from: the dump of their division or of an HQ above it.
    fn home(&self, side: BattleSide) -> Option<Square> {
        let first = self.of(side).next()?.leaf;
        let chain = std::iter::once(first).chain(self.tree.superiors(first));
        let dump = |f: &Formation| {
            self.campaign.dumps.values().find(|dump| dump.owner == f.id && !dump.closed).map(|dump| dump.square)
        };
        chain.into_iter().find_map(dump)
    }
}
