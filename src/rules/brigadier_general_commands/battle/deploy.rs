//! Bases made platoons (6.1, 6.2): who stands in the lists of both sides, with what, on which order, in which cover.
//!
//! What it decides: the row of the table for each base, the order before battle, who joins, who fires from elsewhere.
//! Where to look next: `own`, the choices of the engagement; `contact`, where each base is to the fight.

use domain::{Arm as CampaignArm, Grade, Note, Posture, Role, Terrain};

use crate::approach::{Facing, Rear};
use crate::brigadier_general_commands::battle::options::{BgcChoice, BgcOptions, weapon_of};
use crate::brigadier_general_commands::campaign::squads;
use crate::brigadier_general_commands::engage::force::{Aircraft, Force, Platoon, Terms};
use crate::brigadier_general_commands::kinds::{BgcArm, BgcArmour, BgcCover, BgcOrder, BgcWeapon, Experience};
use crate::brigadier_general_commands::parameters::BugOutPolicy;
use crate::contact::{Armoured, ContactField, Put, Troops};
use crate::pairs::BattleSide;
use crate::setup::{AirSetup, BaseSetup, Concealment, Fire};

/// Aircraft of a later move than these come after the battle.
const LAST_MOVE: u8 = 6;

/// Both sides as platoons, and which base each platoon is.
pub(crate) struct Laid {
    pub(crate) sides: [Force; 2],
    /// Attackers, defenders; in the order of the lists.
    pub(crate) bases: [Vec<usize>; 2],
    pub(crate) terms: Terms,
}

/// Lays the bases of a field in two lists of platoons.
pub(crate) fn lay(field: &ContactField<'_>, own: &BgcOptions) -> Laid {
    let layer = Layer { field, own };
    let bases = [BattleSide::Attacker, BattleSide::Defender].map(|side| layer.list(side));
    let sides = [BattleSide::Attacker, BattleSide::Defender].map(|side| layer.force(side, &bases[side as usize]));
    Laid { sides, bases, terms: layer.terms() }
}

fn arm_of(troops: Troops) -> BgcArm {
    match troops {
        Troops::Hq => BgcArm::Hq,
        Troops::MachineGuns | Troops::AntiAir(0..=74) => BgcArm::Mg,
        Troops::Infantry => BgcArm::Infantry,
        Troops::Cavalry => BgcArm::Cavalry,
        Troops::ArmouredCar(_) | Troops::Tank(_) => BgcArm::Tank,
        Troops::Rockets | Troops::Mortar(_) | Troops::Gun(_) | Troops::AntiTank(_) | Troops::AntiAir(_) => BgcArm::Gun,
    }
}

fn armour_of(troops: Troops) -> BgcArmour {
    match troops {
        Troops::ArmouredCar(_) => BgcArmour::ArmouredCar,
        Troops::Tank(Armoured::Light) => BgcArmour::TankLight,
        Troops::Tank(Armoured::Medium) => BgcArmour::TankMedium,
        Troops::Tank(Armoured::Heavy) => BgcArmour::TankHeavy,
        _ => BgcArmour::Soft,
    }
}

/// The weapon by whose penetration a base fires where no calibre is known: that of a tank goes by its armour row.
fn pierces_as(troops: Troops, weapon: BgcWeapon) -> BgcWeapon {
    match troops {
        Troops::Tank(Armoured::Medium) if weapon == weapon_of(troops) => BgcWeapon::TankMedium,
        _ => weapon,
    }
}

/// Whether troops can take ground: all that may begin on Move.
pub(crate) fn takes_ground(troops: Troops) -> bool {
    matches!(arm_of(troops), BgcArm::Infantry | BgcArm::Cavalry | BgcArm::Tank)
}

fn experience(grade: Grade) -> Experience {
    match grade {
        Grade::Elite => Experience::Elite,
        Grade::Veteran => Experience::Seasoned,
        Grade::Regular => Experience::Regular,
        Grade::Conscript | Grade::Militia => Experience::Green,
        Grade::Green => Experience::Recruits,
    }
}

struct Layer<'f, 'e> {
    field: &'f ContactField<'e>,
    own: &'f BgcOptions,
}

impl Layer<'_, '_> {
    fn choice(&self, base: usize) -> BgcChoice {
        self.own.bases.get(self.field.base(base).id.as_str()).copied().unwrap_or_default()
    }

    /// The bases of a side, the nearest to the enemy first.
    ///
    /// # Interpretation
    /// The lists are nearest first (2), and the campaign does not say who stands where in a square: troops stand before
    /// mortars, guns and rockets, and these before command; the file may say otherwise. Fire from other squares is last.
    fn list(&self, side: BattleSide) -> Vec<usize> {
        let of_side = (0..self.field.put.len()).filter(|base| self.field.side(*base) == side);
        let mut list: Vec<usize> = of_side.filter(|base| self.has_part(*base)).collect();
        list.sort_by_key(|base| (self.field.put[*base] == Put::Guns, self.row(*base)));
        list
    }

    fn has_part(&self, base: usize) -> bool {
        match self.field.put[base] {
            Put::Here | Put::Guns => true,
            Put::Beside => self.choice(base).joins,
            Put::Behind => false,
            Put::Out => self.is_silent(base),
        }
    }

    /// Guns in the square itself that hold their fire: they share its fate.
    fn is_silent(&self, base: usize) -> bool {
        let (of, target) = (self.field.base(base), self.field.setup().square);
        let here = of.square == target || self.field.side(base) == BattleSide::Attacker && of.square == self.field.from;
        self.field.troops[base].is_some() && of.fire == Fire::Held && of.arrives == 1 && here
    }

    fn row(&self, base: usize) -> u8 {
        self.choice(base).row.unwrap_or(match self.field.troops[base] {
            Some(Troops::Hq) => 3,
            Some(Troops::Mortar(_) | Troops::Gun(_) | Troops::Rockets) => 2,
            _ => 1,
        })
    }

    fn force(&self, side: BattleSide, bases: &[usize]) -> Force {
        let air = if side == BattleSide::Attacker {
            &self.field.setup().attacker.air
        } else {
            &self.field.setup().defender.air
        };
        let platoons = bases.iter().filter_map(|base| self.platoon(*base)).collect();
        let flying = air.iter().filter(|air| air.arrives <= LAST_MOVE);
        let aircraft = flying.map(|air| self.aircraft(air)).collect();
        let mut force = Force::new(platoons, aircraft);
        force.has_observer = self.has_observer(side);
        force
    }

    fn aircraft(&self, air: &AirSetup) -> Aircraft {
        let flight = self.own.aircraft.get(&air.id).copied().unwrap_or_default();
        Aircraft { id: air.id.clone(), kind: flight.kind.unwrap_or(self.own.air), squads: flight.u }
    }

    /// An observer in the square of the fight calls for fire (2.2).
    fn has_observer(&self, side: BattleSide) -> bool {
        let field = self.field;
        let here = |base: &usize| {
            let at = field.base(*base).square;
            at == field.setup().square || side == BattleSide::Attacker && at == field.from
        };
        let observes = |of: &BaseSetup| {
            (of.role == Role::Observer || of.arm == CampaignArm::Observer) && of.sp > 0 && of.arrives == 1
        };
        (0..field.put.len())
            .filter(|base| field.side(*base) == side)
            .filter(here)
            .any(|base| observes(field.base(base)))
    }

    fn platoon(&self, base: usize) -> Option<Platoon> {
        let (of, troops, choice) = (self.field.base(base), self.field.troops[base]?, self.choice(base));
        let weapon = choice.weapon.unwrap_or(weapon_of(troops));
        let off_board = self.field.put[base] == Put::Guns;
        let calibre = (of.calibre_mm > 0).then_some(of.calibre_mm);
        let unit = self.field.engagement.places()[base].unit;
        let blank = Platoon::new(of.id.to_string(), arm_of(troops), weapon);
        let order = self.order(base, troops);
        Some(Platoon {
            experience: experience(self.field.engagement.unit(unit).grade),
            penetration: self.own.house.penetration(pierces_as(troops, weapon), calibre),
            flat: choice.flat,
            armour: armour_of(troops),
            closed_armour: choice.closed_armour.unwrap_or(blank.closed_armour),
            cover: self.cover(base),
            indirect: choice.indirect || choice.planned || off_board,
            off_board,
            hold_fire: choice.hold_fire,
            defers: choice.defers,
            planned: choice.planned,
            anti_air: choice.anti_air.unwrap_or(matches!(troops, Troops::AntiAir(_))),
            would_bug_out: choice.bug_out.unwrap_or(self.own.house.bug_out_policy == BugOutPolicy::Always),
            barred: self.field.rear_of(base) == Rear::Barred,
            start: order,
            order,
            strength: squads(u8::try_from(of.sp).ok()?, u8::try_from(of.markers).ok()?)?,
            hidden: choice.hidden.unwrap_or(self.is_hidden(base)),
            fired: of.fire == Fire::Held,
            ..blank
        })
    }

    /// # Interpretation
    /// A defender is hidden where the attacker enters without having looked; who is looked for is found: the system has
    /// no throw for it.
    fn is_hidden(&self, base: usize) -> bool {
        self.field.side(base) == BattleSide::Defender && self.field.setup().concealment == Concealment::Unlooked
    }

    /// The order before the battle (6.2), or that in which the last one left the base (6.4).
    fn order(&self, base: usize, troops: Troops) -> BgcOrder {
        let of = self.field.base(base);
        if let Some(order) = self.choice(base).order {
            return order;
        }
        match self.field.side(base) {
            _ if of.notes.has(Note::Pinned) => BgcOrder::Hold,
            _ if of.notes.has(Note::NoAttack) => BgcOrder::Shaken,
            BattleSide::Defender if matches!(of.posture, Posture::Moving | Posture::RoadMarch) => BgcOrder::Move,
            BattleSide::Attacker if of.assaults.unwrap_or(takes_ground(troops)) => BgcOrder::Move,
            _ => BgcOrder::Aim,
        }
    }

    /// Cover is a platoon's own; attackers are in the open (6.2).
    fn cover(&self, base: usize) -> BgcCover {
        let of = self.field.base(base);
        let of_choice = self.choice(base).cover;
        match (self.field.side(base), of.posture) {
            _ if of_choice.is_some() => of_choice.unwrap_or_default(),
            (BattleSide::Attacker, _) => BgcCover::Open,
            (_, Posture::DugIn | Posture::Fortified) => BgcCover::Hard,
            _ => self.own.cover.unwrap_or(match self.field.setup().terrain {
                Terrain::Open | Terrain::Marsh | Terrain::Lake => BgcCover::Open,
                Terrain::Close => BgcCover::Soft,
                Terrain::Town | Terrain::City => BgcCover::Hard,
            }),
        }
    }

    fn terms(&self) -> Terms {
        let (own, setup) = (self.own, self.field.setup());
        Terms {
            woods: own.woods.unwrap_or(setup.terrain == Terrain::Close),
            at_the_side: setup.approach.facing != Facing::Front,
            combine: own.combine,
            roll_comms: own.roll_comms,
            roll_time: own.roll_time,
            care: own.medic_level,
        }
    }
}
