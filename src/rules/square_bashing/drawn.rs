//! Bases of a campaign laid on the three squares of an engagement (page, 5.1, 6.1 to 6.3).
//!
//! What it is: [`Drawn`], an [`SbEngage`] and which base each of its units is.
//! What it decides: support squares, defences, who holds back, whose barrage falls.

use domain::{self, Note, Square};

use super::barrage::SbBarrage;
use super::bound::{self, Policy, SbEngage};
use super::campaign::Strength;
use super::engage::{A, REAR, T};
use super::fight::{Brings, SbFacing};
use super::morale::Test;
use super::tables::EXTRA_A_FACE;
use super::unit::{Defence, SbGround, SbTerrain, SbUnit};
use crate::approach::{self, Rear, Stance};
use crate::contact::{ContactField, Put, Troops};
use crate::pairs::BattleSide;
use crate::setup::Fire;
use crate::square_bashing::options::{OfBase, OfSquare, SbOptions, kind};
use crate::square_bashing::parameters::Skill;

/// An engagement of the campaign before its dice.
pub(crate) struct Drawn {
    pub(crate) told: SbEngage,
    /// Which base each unit is: the attackers, the defenders, those behind.
    pub(crate) bases: [Vec<usize>; 3],
    /// Who joins the assault from other squares.
    pub(crate) extra: Vec<usize>,
    /// Who fires the barrage.
    pub(crate) gun: Option<usize>,
    /// Some defence came from a posture.
    pub(crate) dug_in: bool,
    /// How good the guns are came from a grade.
    pub(crate) guns_by_grade: bool,
}

impl Drawn {
    pub(crate) fn new(field: &mut ContactField<'_>, own: &SbOptions) -> Self {
        place_all(field);
        let layer = Layer { field, own };
        let extra = layer.extra();
        let gun = layer.gun();
        let stand = |side| layer.stand(side);
        let behind = layer.field.setup().approach.behind;
        let bases = [
            layer.field.placed(BattleSide::Attacker, Put::Here).collect::<Vec<_>>(),
            layer.field.placed(BattleSide::Defender, Put::Here).collect(),
            layer.behind(),
        ];
        let squares = [
            layer.square(
                &bases[A],
                stand(BattleSide::Attacker),
                own.attacker,
                layer.supports(BattleSide::Attacker, &extra),
            ),
            layer.square(
                &bases[T],
                stand(BattleSide::Defender),
                own.defender,
                layer.supports(BattleSide::Defender, &extra),
            ),
            layer.square(&bases[REAR], behind, own.behind, 0),
        ];
        let assaulting = bases[A].iter().zip(&squares[A].units).map(|(base, unit)| layer.assaults(*base, unit));
        let said = [own.attacker, own.defender, own.behind].map(|said| said.defence);
        let by_posture =
            |(bases, said): (&Vec<usize>, Option<Defence>)| said.is_none() && layer.defence(bases) != Defence::None;
        let dug_in = bases.iter().zip(said).any(by_posture);
        let told = SbEngage {
            assaulting: assaulting.collect(),
            facing: match layer.field.setup().approach.facing {
                approach::Facing::Front => SbFacing::Front,
                approach::Facing::Flank => SbFacing::Flank,
                approach::Facing::Rear => SbFacing::Rear,
            },
            extra: layer.count_extra(&extra),
            declines: own.target_policy == Policy::Retire,
            rear_supports: own.defender.support.is_none() && layer.is_support(BattleSide::Defender, &bases[REAR]),
            pursues: own.pursuit_fire.unwrap_or(own.house.pursuit_fire),
            barrage: layer.barrage(gun),
            house: own.house,
            squares,
        };
        let guns_by_grade = told.barrage.is_some() && gun.is_some() && own.barrage.quality.is_none();
        Self { told, bases, extra, gun, dug_in, guns_by_grade }
    }
}

/// Lays on the two squares what stands in them though NQM would wait for it.
///
/// # Interpretation
/// Guns that hold their fire, and defenders who would join later, are in their square all the same: they are hit, and
/// fall back with it.
fn place_all(field: &mut ContactField<'_>) {
    let target = field.setup().square;
    for base in 0..field.put.len() {
        let of = field.base(base);
        let here = match field.side(base) {
            BattleSide::Attacker => (of.square == field.from || of.square == target) && of.arrives == 1,
            BattleSide::Defender => of.square == target,
        };
        if here && field.troops[base].is_some() {
            field.put[base] = Put::Here;
        }
    }
}

struct Layer<'f, 'e> {
    field: &'f ContactField<'e>,
    own: &'f SbOptions,
}

impl Layer<'_, '_> {
    fn said(&self, base: usize) -> OfBase {
        self.own.bases.get(self.field.base(base).id.as_str()).copied().unwrap_or_default()
    }

    fn grade(&self, base: usize) -> domain::Grade {
        let field = self.field;
        field.engagement.unit(field.engagement.places()[base].unit).grade
    }

    /// The square of a side: its ground, what is around it.
    ///
    /// # Interpretation
    /// Attackers who all stand in the contested square fall back to the one from which they came: that is free.
    fn stand(&self, side: BattleSide) -> Stance {
        let (field, stand) = (self.field, self.field.stand(side));
        let target = field.setup().square;
        match side {
            BattleSide::Defender => Stance { terrain: field.setup().terrain, ..stand },
            BattleSide::Attacker if field.placed(side, Put::Here).all(|base| field.base(base).square == target) => {
                Stance { rear: Rear::Free, ..stand }
            }
            BattleSide::Attacker => stand,
        }
    }

    /// Whoever of the defender stands in the square behind: what falls over hits them.
    fn behind(&self) -> Vec<usize> {
        let field = self.field;
        let there = |base: &usize| field.troops[*base].is_some() && field.is_behind(*base);
        (0..field.put.len()).filter(there).collect()
    }

    /// Who joins the assault from another square.
    fn extra(&self) -> Vec<usize> {
        let field = self.field;
        field.placed(BattleSide::Attacker, Put::Beside).filter(|base| self.said(*base).extra).collect()
    }

    /// Extra assaulting units that count, face by face.
    fn count_extra(&self, extra: &[usize]) -> u16 {
        let mut squares: Vec<Square> = extra.iter().map(|base| self.field.base(*base).square).collect();
        squares.sort_unstable();
        squares.chunk_by(|a, b| a == b).map(|face| (face.len() as u16).min(EXTRA_A_FACE)).sum()
    }

    /// Combat units, thus no command alone.
    fn is_support(&self, side: BattleSide, bases: &[usize]) -> bool {
        let fights = |base: &usize| self.field.troops[*base].is_some_and(|troops| troops != Troops::Hq);
        bases.iter().any(|base| self.field.side(*base) == side && fights(base))
    }

    /// The squares that support a side: beside the one attacked, with a combat unit, sending no extra assaulters.
    ///
    /// # Interpretation
    /// Whether such a square is assaulted itself the engagement does not know: `support` says how many there are.
    fn supports(&self, side: BattleSide, extra: &[usize]) -> u16 {
        let (field, target) = (self.field, self.field.setup().square);
        let sends = |square: Square| extra.iter().any(|base| field.base(*base).square == square);
        let mut squares: Vec<Square> = (0..field.put.len())
            .filter(|base| self.is_support(side, &[*base]))
            .filter(|base| side == BattleSide::Defender || field.base(*base).arrives == 1)
            .map(|base| field.base(base).square)
            .filter(|at| at.steps_to(target) == 1 && *at != field.from && !sends(*at))
            .collect();
        squares.sort_unstable();
        squares.dedup();
        squares.len() as u16
    }

    /// The best defence that at least half of the placed bases of a square have.
    fn defence(&self, bases: &[usize]) -> Defence {
        let of = |base: &usize| {
            let base = self.field.base(*base);
            self.own.house.posture_defence.of(base.posture, base.casemated)
        };
        let all = [Defence::Fort, Defence::Trench, Defence::Hasty];
        let half = |defence: &Defence| 2 * bases.iter().filter(|base| of(base) >= *defence).count() >= bases.len();
        all.into_iter().find(|defence| !bases.is_empty() && half(defence)).unwrap_or_default()
    }

    fn square(&self, bases: &[usize], stand: Stance, said: OfSquare, support: u16) -> bound::SbSide {
        let ground = SbGround {
            terrain: said.terrain.unwrap_or_else(|| ground(stand.terrain)),
            defence: said.defence.unwrap_or_else(|| self.defence(bases)),
        };
        let barrage = said.barrage.max(u16::from(said.suppressed));
        let holds = |base: &usize| self.said(*base).hold_fire || self.field.base(*base).fire == Fire::Held;
        let silent = if bases.iter().any(holds) { bases.iter().map(holds).collect() } else { Vec::new() };
        bound::SbSide {
            units: bases.iter().map(|base| self.unit(*base)).collect(),
            bases: bases.iter().map(|base| self.strength(*base)).collect(),
            test: Test {
                ground,
                barrage,
                enemy_faces: stand.enemy_faces.into(),
                rear_blocked: stand.rear == Rear::Barred,
                rear_off_table: stand.rear == Rear::OffMap,
                morale_bonus: said.morale_bonus,
                hold_the_line: said.hold_the_line,
            },
            brings: Brings {
                on_hill: said.hill || ground.is_hill(),
                support: said.support.unwrap_or(support),
                barrage,
                winning: said.wtf,
                fighting_bonus: said.fighting_bonus,
                shock: said.shock,
            },
            suppressed: said.suppressed,
            silent,
        }
    }

    fn strength(&self, base: usize) -> Strength {
        let of = self.field.base(base);
        Strength { sp: of.sp, markers: of.markers }
    }

    fn unit(&self, base: usize) -> SbUnit {
        let (of, per_sp) = (self.field.base(base), self.own.house.infantry_halves_per_sp);
        let troops = self.field.troops[base].unwrap_or(Troops::Hq);
        let kind = self.said(base).kind.unwrap_or_else(|| kind(troops, of));
        let full = if kind.is_line() { of.sp_full * per_sp } else { kind.figures().full };
        let now = if kind == super::unit::SbKind::Hc { 0 } else { self.strength(base).halves(kind, per_sp) };
        let quality = self.own.house.campaign_quality.of(self.grade(base));
        SbUnit { kind, quality, full, now, id: of.id.as_str().into() }
    }

    /// Whether a unit of the attacking square assaults; who was left steady does not.
    fn assaults(&self, base: usize, unit: &SbUnit) -> bool {
        let of = self.field.base(base);
        let usual = of.assaults.unwrap_or(true) && !of.notes.has(Note::NoMove);
        unit.kind.may_assault() && self.said(base).assault.unwrap_or(usual)
    }

    /// The base that fires the barrage.
    ///
    /// # Interpretation
    /// By default the attacker's best guns in other squares; ties go to the first.
    fn gun(&self) -> Option<usize> {
        let field = self.field;
        if let Some(by) = &self.own.barrage.by {
            return (0..field.put.len()).find(|base| field.base(*base).id.as_str() == by);
        }
        field.placed(BattleSide::Attacker, Put::Guns).min_by_key(|gun| std::cmp::Reverse(self.skill(*gun) as u8))
    }

    fn skill(&self, gun: usize) -> Skill {
        self.own.house.gun_quality.of(self.grade(gun))
    }

    /// # Interpretation
    /// A barrage without guns, as from the air, is of average quality where nothing else is said.
    fn barrage(&self, gun: Option<usize>) -> Option<(SbBarrage, Skill)> {
        let said = &self.own.barrage;
        let kind = match said.kind {
            Some(wanted) => wanted.barrage()?,
            None if gun.is_some() => SbBarrage::Point,
            None => return None,
        };
        let skill = said.quality.or_else(|| gun.map(|gun| self.skill(gun))).unwrap_or(Skill::Average);
        Some((kind, skill))
    }
}

/// The ground of the campaign here (page, 6.2).
fn ground(terrain: domain::Terrain) -> SbTerrain {
    match terrain {
        domain::Terrain::Open | domain::Terrain::Marsh | domain::Terrain::Lake => SbTerrain::Open,
        domain::Terrain::Close => SbTerrain::Woods,
        domain::Terrain::Town | domain::Terrain::City => SbTerrain::Buildings,
    }
}
