//! An engagement of a campaign bound, fought by these rules: bases to units (§5.1), [`WtjEngage`], home again (§5.2, §5.3).
//!
//! What it is: [`fight`]; [`WtjOptions`], what `[system.war-times-journal-1943]` of an engagement says.
//! What it decides: which base is what, whose barrage falls, what a base brings home.
//! Where to look next: `engage`, the steps and their dice; `contact`, what systems of this kind share.

use std::collections::BTreeMap;

use serde::Deserialize;

use dice::Dice;
use domain::{self, Note, Posture, RuleSystemId, Terrain};

use super::engage::{self, Battery, Size, WtjEngage, WtjPlan, WtjUnitInput};
use super::input::N;
use super::names::{Dangerous, WtjArmour, WtjCover, WtjGrade, WtjKind};
use crate::approach::Stance;
use crate::contact::{Aftermath, Armoured, BaseArrival, ContactField, Put, Troops, no_ground, own, strangers};
use crate::decision::Decide;
use crate::outcome::Outcome;
use crate::pairs::BattleSide;
use crate::setup::{BaseSetup, Fire, Setup};
use crate::war_times_journal::parameters::WtjHouse;
use crate::{BattleError, Engagement, Violation};

const ID: RuleSystemId = RuleSystemId::WarTimesJournal1943;

/// What an engagement says for these rules alone.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct WtjOptions {
    /// House parameters set otherwise, table by table as on the page.
    house: WtjHouse,
    /// Whether the attacker's guns in other squares fire a barrage before the attack.
    barrage: Option<bool>,
    /// Dangerous ground on the way.
    dangerous: Option<Vec<Dangerous>>,
    /// What is said of a base.
    bases: BTreeMap<String, OfBase>,
}

/// What is said of a base beyond what the campaign knows.
#[expect(clippy::struct_excessive_bools, reason = "the keys of the page")]
#[derive(Debug, Clone, Copy, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct OfBase {
    /// It joins the attack from another square beside the one attacked.
    joins: bool,
    plan: Option<WtjPlan>,
    cover: Option<WtjCover>,
    size: Option<Size>,
    consecutive: N,
    assault_weapons: bool,
    prone: bool,
    packed: bool,
    limbered: bool,
    over_top: bool,
    pinned: Option<bool>,
    withdrew: bool,
    demoralised: bool,
    unsupported: Option<bool>,
    scenario_defender: Option<bool>,
    hq_lost: bool,
}

/// What a drawn engagement says of these rules, all of it as usual.
pub(crate) const TEMPLATE: &str = "\
# [system.war-times-journal-1943]
# barrage = true                 # the attacker's guns in other squares fire before the attack
# dangerous = [\"woods\"]          # woods, mud, stream, trench, marsh, rubble; by the ground where it is not given
# house = { command = { R = [2, 3] } }
# [system.war-times-journal-1943.bases.\"ID\"]
# joins = true                   # from another square beside the one attacked
# plan = \"assault\"               # assault, maneuver, support
# cover = \"hard_cover\"           # open, soft_cover, hard_cover, entrenched
# prone, packed, limbered, over_top, pinned, withdrew, demoralised, unsupported, scenario_defender, hq_lost,
# assault_weapons = true; consecutive = 1; size = \"small\" or \"large\"
";

/// What in a setup cannot be by these rules.
pub(crate) fn check(setup: &Setup) -> Vec<Violation> {
    let mut wrong = Vec::new();
    let at = |key: &str| format!("system.{ID}{key}");
    match own::<WtjOptions>(setup, ID) {
        Ok(own) => {
            wrong.extend(strangers(setup, ID, &own.bases));
            if let Err(fault) = own.house.check() {
                wrong.push(Violation { at: at(".house"), what: format!("`{}`: {}", fault.given, fault.wanted) });
            }
        }
        Err(unread) => wrong.push(unread),
    }
    wrong.extend(no_ground(setup));
    wrong
}

/// What is wrong with house parameters.
pub(crate) fn check_house(house: &serde_json::Value) -> Result<(), String> {
    let house: WtjHouse = own::read(house)?;
    house.check().map_err(|fault| format!("`{}`: {}", fault.given, fault.wanted))
}

/// Fights it.
pub(crate) fn fight(
    engagement: &Engagement,
    dice: &mut Dice<'_>,
    decide: &mut dyn Decide,
) -> Result<Outcome, BattleError> {
    let field = ContactField::new(engagement);
    if field.is_only_command(BattleSide::Defender) {
        let moves_in =
            |troops| matches!(kind(troops), WtjKind::Personnel | WtjKind::Mg | WtjKind::Tank | WtjKind::Vehicle);
        let home = field.make_way(field.first_of(moves_in));
        return Ok(field.outcome(home, dice));
    }
    // The engagement was checked: what cannot be read is as usual.
    let own: WtjOptions = own(engagement.setup(), ID).unwrap_or_default();
    let drawn = Drawn::new(&field, own);
    let mut run = drawn.told.begin();
    let ended = run.steps(dice);
    let home = drawn.home(&field, &run);
    field.ended(ended, home, (dice, decide))
}

/// An engagement as it is told, and which base each of its units is.
struct Drawn {
    told: WtjEngage,
    /// Attackers, defenders.
    bases: [Vec<usize>; 2],
    /// Guns that fire the barrage.
    battery: Vec<usize>,
}

impl Drawn {
    fn new(field: &ContactField<'_>, own: WtjOptions) -> Self {
        let joins = |base: &usize| own.bases.get(field.base(*base).id.as_str()).is_some_and(|of| of.joins);
        let attackers = field.placed(BattleSide::Attacker, Put::Here);
        let joining = field.placed(BattleSide::Attacker, Put::Beside).filter(joins);
        let bases =
            [attackers.chain(joining).collect::<Vec<_>>(), field.placed(BattleSide::Defender, Put::Here).collect()];
        let battery = battery(field, &own);
        let class = battery.iter().map(|gun| own.house.gun_class(field.base(*gun).calibre_mm)).max();
        let teller = Teller { field, own: &own };
        let [attack, defence] = [&bases[0], &bases[1]].map(|side| side.iter().map(|b| teller.unit(*b)).collect());
        let told = WtjEngage {
            A: attack,
            D: defence,
            barrage: class.map(|class| Battery { gun_class: N(class) }),
            dangerous: own.dangerous.clone().unwrap_or_else(|| dangerous(field.setup())),
            hq_hits_A: N(hq_hits(field, &bases[0])),
            rear_blocked: field.barred(BattleSide::Defender),
            A_rear_blocked: field.barred(BattleSide::Attacker),
            house: own.house,
        };
        Self { told, bases, battery }
    }

    fn home(&self, field: &ContactField<'_>, run: &engage::state::WtjField<'_>) -> Aftermath {
        let per_sp = self.told.house.bases_per_sp();
        let mut home = field.nobody();
        for gun in &self.battery {
            home.came[*gun] = Some(BaseArrival { engaged: true, ..field.unhurt(*gun) });
        }
        for (side, of) in [(engage::A, BattleSide::Attacker), (engage::D, BattleSide::Defender)] {
            for (unit, base) in run.units[side].iter().zip(&self.bases[side]) {
                let (sp, markers) = unit.strength(per_sp);
                let acted = unit.fired || unit.fought;
                home.came[*base] = Some(BaseArrival {
                    sp: sp as u16,
                    markers: markers.min(sp) as u16,
                    spirit: unit.book(),
                    notes: unit.notes(),
                    back: u8::from(unit.withdraws),
                    off_map: unit.withdraws && field.leads_off(of),
                    engaged: acted || unit.shot_at || unit.passed.is_some(),
                    acted,
                    ..field.unhurt(*base)
                });
            }
        }
        home.advances = run.advances.map(|place| self.bases[engage::A][place]);
        home.words.clone_from(&run.words);
        home.house = run.used_house_rules.names().map(str::to_owned).collect();
        if self.told.units().any(|unit| unit.kind == WtjKind::Personnel) {
            home.house.insert("bases_per_sp".to_owned());
        }
        if !self.battery.is_empty() || self.told.units().any(|unit| unit.gun_class.is_some()) {
            home.house.insert("wtj.gun_class".to_owned());
        }
        home
    }
}

/// The attacker's guns in other squares, where they fire a barrage.
///
/// # Interpretation
/// A barrage is optional on the page: guns that were drawn to fire indirect fire it, all as one battery of the heaviest
/// class among them.
fn battery(field: &ContactField<'_>, own: &WtjOptions) -> Vec<usize> {
    let fires = |base: &usize| own.barrage.unwrap_or(field.base(*base).fire == Fire::Indirect);
    field.placed(BattleSide::Attacker, Put::Guns).filter(fires).collect()
}

/// What lies on the way of tanks and vehicles.
fn dangerous(setup: &Setup) -> Vec<Dangerous> {
    let ground = match setup.terrain {
        Terrain::Close => Some(Dangerous::Woods),
        Terrain::Marsh => Some(Dangerous::Marsh),
        _ => None,
    };
    ground.into_iter().chain(setup.approach.stream.then_some(Dangerous::Stream)).collect()
}

/// Markers on the command base of the attacking regiment; of several the most.
fn hq_hits(field: &ContactField<'_>, attackers: &[usize]) -> u32 {
    let command = |base: &&usize| field.troops[**base] == Some(Troops::Hq);
    attackers.iter().filter(command).map(|base| u32::from(field.base(*base).markers)).max().unwrap_or(0)
}

/// Makes units of bases.
struct Teller<'f, 'e> {
    field: &'f ContactField<'e>,
    own: &'f WtjOptions,
}

impl Teller<'_, '_> {
    fn unit(&self, base: usize) -> WtjUnitInput {
        let (field, of) = (self.field, self.field.base(base));
        let side = field.side(base);
        let extra = self.own.bases.get(of.id.as_str()).copied().unwrap_or_default();
        let troops = field.troops[base].unwrap_or(Troops::Hq);
        let kind = kind(troops);
        let grade = field.engagement.unit(field.engagement.places()[base].unit).grade;
        let (sp, markers) = (u32::from(of.sp), u32::from(of.markers));
        let men = kind == WtjKind::Personnel;
        let per_sp = self.own.house.bases_per_sp();
        let (bases, full) = if men {
            ((sp * per_sp).saturating_sub(markers), u32::from(of.sp_full) * per_sp)
        } else {
            (sp, u32::from(of.sp_full))
        };
        let armed = matches!(kind, WtjKind::Gun | WtjKind::Tank | WtjKind::Vehicle) && of.calibre_mm > 0;
        let stuck = of.notes.has(Note::Immobilised) && matches!(kind, WtjKind::Tank | WtjKind::Vehicle);
        let drawn = WtjUnitInput::new(of.id.as_str(), kind, self::grade(grade), bases);
        WtjUnitInput {
            original: Some(N(full.max(bases))),
            damaged_bases: (!men).then_some(N(markers)),
            sp: Some(N(sp)),
            markers: Some(N(markers)),
            plan: extra.plan.or(stuck.then_some(WtjPlan::Support)),
            cover: extra.cover.unwrap_or_else(|| cover(of, self.stand(side))),
            gun_class: armed.then(|| N(self.own.house.gun_class(of.calibre_mm))),
            armour: armour(troops),
            size: extra.size,
            consecutive: extra.consecutive,
            assault_weapons: extra.assault_weapons,
            prone: extra.prone,
            packed: extra.packed,
            limbered: extra.limbered,
            over_top: extra.over_top,
            pinned: extra.pinned.unwrap_or(of.notes.has(Note::Pinned)),
            withdrew: extra.withdrew,
            demoralised: extra.demoralised,
            unsupported: extra.unsupported.unwrap_or_else(|| self.is_unsupported(base)),
            scenario_defender: extra.scenario_defender.unwrap_or(side == BattleSide::Defender && is_dug_in(of)),
            hq_lost: extra.hq_lost,
            ..drawn
        }
    }

    /// The square of a side; the ground of the defender's is that of the battle.
    fn stand(&self, side: BattleSide) -> Stance {
        let stand = self.field.stand(side);
        if side == BattleSide::Defender { Stance { terrain: self.field.setup().terrain, ..stand } } else { stand }
    }

    /// No other troops on foot or tanks of its side in its square or beside it.
    fn is_unsupported(&self, base: usize) -> bool {
        let field = self.field;
        let near = |other: usize| {
            let friend = field.side(other) == field.side(base) && other != base;
            let helps =
                field.troops[other].is_some_and(|troops| matches!(kind(troops), WtjKind::Personnel | WtjKind::Tank));
            friend && helps && field.base(other).square.steps_to(field.base(base).square) <= 1
        };
        !(0..field.put.len()).any(near)
    }
}

fn is_dug_in(base: &BaseSetup) -> bool {
    matches!(base.posture, Posture::DugIn | Posture::Fortified)
}

/// The better of posture and ground.
fn cover(base: &BaseSetup, stand: Stance) -> WtjCover {
    let posture = match base.posture {
        Posture::DugIn => WtjCover::Hard,
        Posture::Fortified => WtjCover::Entrenched,
        Posture::RoadMarch | Posture::Moving | Posture::Open => WtjCover::Open,
    };
    let ground = match stand.terrain {
        Terrain::Close => WtjCover::Soft,
        Terrain::Town | Terrain::City => WtjCover::Hard,
        Terrain::Open | Terrain::Marsh | Terrain::Lake => WtjCover::Open,
    };
    posture.max(ground)
}

fn kind(troops: Troops) -> WtjKind {
    match troops {
        Troops::Hq => WtjKind::Hq,
        Troops::MachineGuns => WtjKind::Mg,
        Troops::Infantry | Troops::Cavalry => WtjKind::Personnel,
        Troops::ArmouredCar(_) => WtjKind::Vehicle,
        Troops::Tank(_) => WtjKind::Tank,
        Troops::Rockets | Troops::Mortar(_) | Troops::Gun(_) | Troops::AntiTank(_) | Troops::AntiAir(_) => WtjKind::Gun,
    }
}

fn armour(troops: Troops) -> WtjArmour {
    match troops {
        Troops::ArmouredCar(_) => WtjArmour::ArmouredCar,
        Troops::Tank(Armoured::Light) => WtjArmour::TankLight,
        Troops::Tank(Armoured::Medium) => WtjArmour::TankMedium,
        Troops::Tank(Armoured::Heavy) => WtjArmour::TankHeavy,
        _ => WtjArmour::Soft,
    }
}

fn grade(grade: domain::Grade) -> WtjGrade {
    match grade {
        domain::Grade::Elite => WtjGrade::E,
        domain::Grade::Veteran => WtjGrade::V,
        domain::Grade::Regular => WtjGrade::R,
        domain::Grade::Conscript => WtjGrade::C,
        domain::Grade::Militia => WtjGrade::M,
        domain::Grade::Green => WtjGrade::G,
    }
}
