//! What became of the bases of a field, put down as the outcome of the battle.
//!
//! What it decides: squares, the state of a leaf by its bases, the HQ dice, who holds the ground.

use std::collections::{BTreeMap, BTreeSet};

use dice::{Dice, Told};
use domain::{Notes, Square};

use super::{ContactField, Put};
use crate::BattleError;
use crate::approach::Rear;
use crate::decision::{BaseStrength, Decide};
use crate::outcome::{BaseBefore, BaseFate, BaseOutcome, End, Happening, Outcome, Spirit, UnitBefore, UnitOutcome};
use crate::pairs::BattleSide;

/// What became of a base that had a part.
#[expect(clippy::struct_excessive_bools, reason = "each is a thing that has happened to it")]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct BaseArrival {
    pub(crate) sp: u16,
    pub(crate) markers: u16,
    pub(crate) spirit: Spirit,
    pub(crate) notes: Notes,
    /// How many squares it went back.
    pub(crate) back: u8,
    /// It went back over the edge of the map.
    pub(crate) off_map: bool,
    /// It routed and could not go back.
    pub(crate) dispersed: bool,
    /// It fired or fought, or was fired at or fought.
    pub(crate) engaged: bool,
    /// It fired or assaulted: an attacker's HQ die pays for it.
    pub(crate) acted: bool,
}

impl BaseArrival {
    /// Whether it is still on the map, with something left.
    fn is_there(&self) -> bool {
        self.sp > 0 && !self.off_map && !self.dispersed && self.spirit < Spirit::Lost
    }

    fn fate(&self) -> BaseFate {
        match self.spirit {
            Spirit::Captured => BaseFate::Surrendered,
            Spirit::Lost => BaseFate::Destroyed,
            _ if self.sp == 0 => BaseFate::Destroyed,
            _ if self.dispersed => BaseFate::Dispersed,
            _ if self.off_map => BaseFate::OffMap,
            _ if self.back > 0 => BaseFate::Retreated,
            _ => BaseFate::Stands,
        }
    }
}

/// What became of a field.
#[derive(Debug, Default)]
pub(crate) struct Aftermath {
    /// By base; none for who had no part.
    pub(crate) came: Vec<Option<BaseArrival>>,
    /// The attacker's base that moves into the square.
    pub(crate) advances: Option<usize>,
    /// The story, a sentence each.
    pub(crate) words: Vec<Told>,
    /// The house parameters on which it leaned.
    pub(crate) house: BTreeSet<String>,
}

/// That a base enters a square that nobody holds.
pub(crate) fn moves_in(id: impl std::fmt::Display) -> Told {
    Told::of(id).and(" moves in")
}

/// That a base takes the square.
pub(crate) fn takes(id: impl std::fmt::Display) -> Told {
    Told::of(id).and(" takes the square")
}

/// A leaf by its bases: how it stands and where.
#[derive(Debug, Clone, Copy, Default)]
struct LeafEnd {
    there: u16,
    retired: u16,
    ran: u16,
    square: Option<Square>,
    back: u8,
}

impl LeafEnd {
    fn broken(&self) -> Option<bool> {
        (self.ran > 0 && 2 * self.ran >= self.there).then_some(true)
    }

    fn disorganised(&self) -> Option<bool> {
        (self.retired > 0 && 2 * self.retired >= self.there).then_some(true)
    }
}

/// How many squares back, and which square that is.
type Backwards = (u8, Square);

/// The leaf of a base: what stands before the number of a base.
fn leaf_of(id: &str) -> &str {
    id.split_once('#').map_or(id, |(leaf, _)| leaf)
}

impl ContactField<'_> {
    /// The outcome of a battle that was fought as far as its dice went: where they ended too soon, whoever decides is told
    /// what each base would bring home by then.
    pub(crate) fn ended<E: Into<BattleError>>(
        &self,
        ended: Result<(), E>,
        home: Aftermath,
        (dice, decide): (&Dice<'_>, &mut dyn Decide),
    ) -> Result<Outcome, BattleError> {
        if let Err(error) = ended {
            decide.stopped(&self.strengths(&home));
            return Err(error.into());
        }
        Ok(self.outcome(home, dice))
    }

    /// What each base has; who had no part has what he had.
    fn strengths(&self, home: &Aftermath) -> Vec<BaseStrength> {
        let came = |(base, came): (usize, &Option<BaseArrival>)| came.unwrap_or_else(|| self.unhurt(base));
        let came = home.came.iter().enumerate().map(came);
        came.map(|BaseArrival { sp, markers, .. }| BaseStrength { sp, markers }).collect()
    }

    /// The outcome; every die that was thrown stands in the log of `dice`.
    pub(crate) fn outcome(&self, home: Aftermath, dice: &Dice<'_>) -> Outcome {
        let leaves = self.leaves(&home);
        let bases: Vec<BaseOutcome> = (0..self.put.len()).map(|base| self.base_home(&home, &leaves, base)).collect();
        let units = (0..self.engagement.units().len()).map(|unit| self.unit_home(&home, unit)).collect();
        let taken = home.advances.is_some() || self.is_left_to_attacker(&bases);
        let (end, holder) =
            if taken { (End::Taken, BattleSide::Attacker) } else { (End::BrokenOff, BattleSide::Defender) };
        let said = home.words.into_iter().map(Happening::Said);
        Outcome {
            rules: self.setup().rules,
            end,
            holder,
            moves: 1,
            bases,
            units,
            air: Vec::new(),
            story: std::iter::once(Happening::Move { now: 1 }).chain(said).collect(),
            throws: dice.log().to_vec(),
            house: home.house.into_iter().collect(),
        }
    }

    /// A contested square that the defender has left is the attacker's.
    fn is_left_to_attacker(&self, bases: &[BaseOutcome]) -> bool {
        let target = self.setup().square;
        let mut there =
            (0..bases.len()).filter(|base| bases[*base].square == Some(target) && self.troops[*base].is_some());
        let sides: BTreeSet<BattleSide> = there.by_ref().map(|base| bases[base].side).collect();
        sides.contains(&BattleSide::Attacker) && !sides.contains(&BattleSide::Defender)
    }

    /// The square to which a base goes back so many squares.
    ///
    /// # Interpretation
    /// A square beyond the map, or one that cannot be reckoned, is the one where it stood.
    fn back(&self, base: usize, squares: u8) -> Square {
        let (target, at) = (self.setup().square, self.base(base).square);
        if squares == 0 {
            return at;
        }
        let over = match self.side(base) {
            BattleSide::Attacker if at == target => {
                return self.steps(target, self.from, squares.saturating_sub(1)).unwrap_or(at);
            }
            // Who joined from another square beside the one attacked goes back beyond his own.
            BattleSide::Attacker if at.steps_to(target) == 1 => (target, at),
            BattleSide::Attacker => (target, self.from),
            BattleSide::Defender => (self.from, target),
        };
        self.steps(over.0, over.1, squares).unwrap_or(at)
    }

    #[expect(clippy::unused_self, reason = "reads as the field's own")]
    fn steps(&self, mut from: Square, mut over: Square, squares: u8) -> Option<Square> {
        for _ in 0..squares {
            (from, over) = (over, over.beyond(from)?);
        }
        Some(over)
    }

    fn leaves(&self, home: &Aftermath) -> BTreeMap<&str, LeafEnd> {
        let mut leaves: BTreeMap<&str, (LeafEnd, Vec<Backwards>)> = BTreeMap::new();
        for (base, came) in home.came.iter().enumerate() {
            // Who moves in where command made way has done nothing else.
            let advanced = (home.advances == Some(base)).then(|| self.unhurt(base));
            let Some(came) = came.or(advanced).filter(BaseArrival::is_there) else { continue };
            let (end, squares) = leaves.entry(leaf_of(self.base(base).id.as_str())).or_default();
            end.there += 1;
            end.retired += u16::from(came.spirit >= Spirit::Retire);
            end.ran += u16::from(came.spirit >= Spirit::Run);
            squares.push((came.back, self.back(base, came.back)));
        }
        let advanced = home.advances.map(|base| leaf_of(self.base(base).id.as_str()));
        let ends = leaves.into_iter().map(|(leaf, (mut end, mut squares))| {
            squares.sort_unstable();
            // On a tie the one farther back, thus the later.
            let most = squares.chunk_by(|a, b| a == b).max_by_key(|run| run.len()).map(|run| run[0]);
            (end.back, end.square) = most.map_or((0, None), |(back, square)| (back, Some(square)));
            if advanced == Some(leaf) {
                (end.back, end.square) = (0, Some(self.setup().square));
            }
            (leaf, end)
        });
        ends.collect()
    }

    fn base_home(&self, home: &Aftermath, leaves: &BTreeMap<&str, LeafEnd>, base: usize) -> BaseOutcome {
        let of = self.base(base);
        let leaf = leaves.get(leaf_of(of.id.as_str())).copied();
        let came = home.came[base].unwrap_or_else(|| self.untouched(home, base));
        let fate = match came.fate() {
            BaseFate::Retreated | BaseFate::Stands if leaf.is_some_and(|leaf| leaf.back > 0) => BaseFate::Retreated,
            BaseFate::Retreated if leaf.is_some() => BaseFate::Stands,
            fate => fate,
        };
        let on_map = matches!(fate, BaseFate::Stands | BaseFate::Retreated);
        let square = leaf.and_then(|leaf| leaf.square).unwrap_or_else(|| self.back(base, came.back));
        let lost = fate == BaseFate::Surrendered || fate == BaseFate::Destroyed;
        BaseOutcome {
            id: of.id.clone(),
            unit: self.engagement.unit(self.engagement.places()[base].unit).id.clone(),
            side: self.side(base),
            sp_before: of.sp,
            before: Some(BaseBefore::of(of)),
            sp: if lost { 0 } else { came.sp },
            markers: if lost { 0 } else { came.markers },
            out_of_ammo: of.out_of_ammo,
            cu_thirds: of.cu_thirds,
            fate,
            disorganised: leaf.and_then(|leaf| leaf.disorganised()).unwrap_or(of.disorganised),
            broken: leaf.and_then(|leaf| leaf.broken()).unwrap_or(of.broken),
            square: on_map.then_some(square),
            engaged: came.engaged,
            at_post: 0,
            morale: home.came[base].map(|came| came.spirit),
            notes: came.notes,
        }
    }

    /// Who had no part is as it was; what is not placed goes back with the troops of its square, where none of them stays.
    fn untouched(&self, home: &Aftermath, base: usize) -> BaseArrival {
        let of = self.base(base);
        let shares = |other: &usize| {
            self.side(*other) == self.side(base)
                && self.base(*other).square == of.square
                && matches!(self.put[*other], Put::Here | Put::Beside)
        };
        if self.troops[base].is_some() {
            return self.unhurt(base);
        }
        // Who stands beside the square attacked and has not joined stays there.
        let stays = |other: usize| (self.put[other] == Put::Beside).then(|| self.unhurt(other));
        let near = (0..self.put.len()).filter(shares).filter_map(|other| home.came[other].or_else(|| stays(other)));
        let troops: Vec<BaseArrival> = near.filter(|came| came.is_there() || came.off_map).collect();
        let back = troops.iter().map(|came| came.back).min().unwrap_or(0);
        let off_map = !troops.is_empty() && troops.iter().all(|came| came.off_map);
        BaseArrival { back, off_map, ..self.unhurt(base) }
    }

    /// An attacking unit of which any base assaulted or fired pays one step of its HQ die.
    fn unit_home(&self, home: &Aftermath, unit: usize) -> UnitOutcome {
        let (place, of) = (&self.engagement.units()[unit], self.engagement.unit(unit));
        let own = || place.bases.clone().filter_map(|base| home.came[base]);
        let pays = place.side == BattleSide::Attacker && own().any(|came| came.acted);
        let owed = of.owed.saturating_add(u8::from(pays)).min(of.hq_die.max(of.owed));
        UnitOutcome {
            id: of.id.clone(),
            side: place.side,
            hq_die: of.hq_die,
            owed,
            tests: Vec::new(),
            met_tanks: of.met_tanks,
            half_tested: of.half_tested,
            disorganised: pays && owed >= of.hq_die,
            engaged: own().any(|came| came.engaged),
            before: Some(UnitBefore::of(of)),
        }
    }

    /// What lies behind the square of a base, where it falls back.
    ///
    /// # Interpretation
    /// Who attacks from within a contested square goes back to where he came from. Of a square beside the one attacked,
    /// from which bases join, no more is known than the ways out of it: where none leads on, the way back is barred.
    pub(crate) fn rear_of(&self, base: usize) -> Rear {
        let (target, at) = (self.setup().square, self.base(base).square);
        match self.side(base) {
            BattleSide::Attacker if at == target => Rear::Free,
            BattleSide::Attacker if at != self.from => {
                let behind = at.beyond(target);
                let leads = self.setup().attacker.exits.iter().any(|exit| exit.from == at && Some(exit.to) == behind);
                if leads { Rear::Free } else { Rear::Barred }
            }
            side => self.stand(side).rear,
        }
    }

    /// Whether who goes back from here is off the map.
    pub(crate) fn leads_off(&self, side: BattleSide) -> bool {
        self.stand(side).rear == Rear::OffMap
    }
}
