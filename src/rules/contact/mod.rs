//! Square against square: what the systems share that fight one attacking square against one defending square.
//!
//! What it is: [`ContactField`], the bases of an engagement laid on the squares of its approach; [`Troops`], what a base is to
//! such a system; [`Aftermath`], what became of them, made an [`Outcome`](crate::outcome::Outcome).
//! What it decides: who is in contact (page of each system, 5.1 or 4.1), where falling back leads, the state of a leaf of
//! several bases, whose HQ die it costs (6.4 or 5.3).
//! What it never does: throw a die.
//! Where to look next: `home`, the way back; the `battle` module of a system, which fights.

mod aftermath;
pub(crate) mod own;
mod troops;

use dice::Told;
use domain::{Arm, Notes, Square};

use crate::approach::{Rear, Stance};
use crate::engagement::Engagement;
use crate::outcome::Spirit;
use crate::pairs::BattleSide;
use crate::setup::{BaseSetup, Fire, Setup};

pub(crate) use aftermath::{Aftermath, BaseArrival, moves_in, takes};
pub(crate) use own::{no_ground, own, strangers};
pub(crate) use troops::{Armoured, Troops, troops};

/// Where a base is to the fight.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Put {
    /// In the attacking square, or in the one attacked.
    Here,
    /// A defender, no gun, in the square behind the one attacked.
    Behind,
    /// An attacker in another square beside the one attacked.
    Beside,
    /// Guns that fire from another square.
    Guns,
    /// It has no part: it comes too late, stands too far, holds its fire, or has nothing to fight with.
    Out,
}

/// An engagement laid on the squares of its approach.
#[derive(Debug)]
pub(crate) struct ContactField<'e> {
    pub(crate) engagement: &'e Engagement,
    /// The square from which the attack comes.
    pub(crate) from: Square,
    /// Where each base is, in engagement order.
    pub(crate) put: Vec<Put>,
    /// What each base is; none for those that are not placed.
    pub(crate) troops: Vec<Option<Troops>>,
}

impl<'e> ContactField<'e> {
    /// Lays the bases.
    ///
    /// # Interpretation
    /// Attackers who stand in a contested square count as standing in the square they came from, and fall back to it.
    pub(crate) fn new(engagement: &'e Engagement) -> Self {
        let setup = engagement.setup();
        let count = engagement.places().len();
        let troops: Vec<Option<Troops>> = (0..count).map(|base| troops(engagement.base(base))).collect();
        let from = setup.approach.from.unwrap_or_else(|| most_bases(engagement, &troops));
        let mut field = Self { engagement, from, put: Vec::with_capacity(count), troops };
        field.put = (0..count).map(|base| field.put(base)).collect();
        field
    }

    pub(crate) fn setup(&self) -> &'e Setup {
        self.engagement.setup()
    }

    pub(crate) fn base(&self, base: usize) -> &'e BaseSetup {
        self.engagement.base(base)
    }

    pub(crate) fn side(&self, base: usize) -> BattleSide {
        self.engagement.places()[base].side
    }

    /// The bases of a side that are placed so, in engagement order.
    pub(crate) fn placed(&self, side: BattleSide, put: Put) -> impl Iterator<Item = usize> + '_ {
        (0..self.put.len()).filter(move |base| self.put[*base] == put && self.side(*base) == side)
    }

    /// Whether a side has only command bases in its square: no battle, they make way.
    pub(crate) fn is_only_command(&self, side: BattleSide) -> bool {
        let mut here = self.placed(side, Put::Here).peekable();
        here.peek().is_some() && here.all(|base| self.troops[base] == Some(Troops::Hq))
    }

    /// A base that nothing has happened to.
    pub(crate) fn unhurt(&self, base: usize) -> BaseArrival {
        let of = self.base(base);
        BaseArrival {
            sp: of.sp,
            markers: of.markers,
            spirit: Spirit::Ok,
            notes: Notes::default(),
            back: 0,
            off_map: false,
            dispersed: false,
            engaged: false,
            acted: false,
        }
    }

    /// Nobody has had a part yet.
    pub(crate) fn nobody(&self) -> Aftermath {
        Aftermath { came: vec![None; self.put.len()], ..Aftermath::default() }
    }

    /// Command bases that stand alone make way without a die: back one square, or overrun where that is barred; an
    /// attacking base may move in.
    pub(crate) fn make_way(&self, advances: Option<usize>) -> Aftermath {
        let mut home = Aftermath { advances, ..self.nobody() };
        let barred = self.barred(BattleSide::Defender);
        for base in self.placed(BattleSide::Defender, Put::Here) {
            let (back, off_map) = (u8::from(!barred), !barred && self.leads_off(BattleSide::Defender));
            let spirit = if barred { Spirit::Steady } else { Spirit::Retire };
            home.came[base] = Some(BaseArrival { spirit, back, off_map, ..self.unhurt(base) });
            let way = if barred { "cannot go back" } else { "goes back" };
            home.words.push(Told::of(&self.base(base).id).and(" stands alone, and ").and(way));
        }
        if let Some(base) = advances {
            home.came[base] = Some(self.unhurt(base));
            home.words.push(moves_in(&self.base(base).id));
        }
        home
    }

    /// The first attacking base in its square that is of these troops.
    pub(crate) fn first_of(&self, wanted: impl Fn(Troops) -> bool) -> Option<usize> {
        self.placed(BattleSide::Attacker, Put::Here).find(|base| self.troops[*base].is_some_and(&wanted))
    }

    /// What lies around the square in which a side fights.
    pub(crate) fn stand(&self, side: BattleSide) -> Stance {
        let approach = &self.setup().approach;
        if side == BattleSide::Attacker { approach.attacker } else { approach.defender }
    }

    /// Whether a side cannot fall back.
    pub(crate) fn barred(&self, side: BattleSide) -> bool {
        self.stand(side).rear == Rear::Barred
    }

    fn put(&self, base: usize) -> Put {
        let (setup, of) = (self.setup(), self.base(base));
        let is_gun = of.arm == Arm::Artillery;
        let attacks = self.side(base) == BattleSide::Attacker;
        let here =
            if attacks { of.square == self.from || of.square == setup.square } else { of.square == setup.square };
        if self.troops[base].is_none() || of.fire == Fire::Held && is_gun || of.arrives > 6 {
            return Put::Out;
        }
        match (here, of.arrives) {
            (true, 1) => Put::Here,
            _ if is_gun => Put::Guns,
            (false, _) if self.is_behind(base) => Put::Behind,
            (false, 1) if attacks && of.square.steps_to(setup.square) == 1 => Put::Beside,
            _ => Put::Out,
        }
    }

    /// Whether a base of the defender stands in the square behind the one attacked.
    pub(crate) fn is_behind(&self, base: usize) -> bool {
        let target = self.setup().square;
        self.side(base) == BattleSide::Defender && target.beyond(self.from) == Some(self.base(base).square)
    }
}

/// The square beside the one attacked in which most attacking bases stand, of several the lowest.
fn most_bases(engagement: &Engagement, troops: &[Option<Troops>]) -> Square {
    let target = engagement.setup().square;
    let attacks = |base: &usize| engagement.places()[*base].side == BattleSide::Attacker && troops[*base].is_some();
    let now = |base: &usize| engagement.base(*base).arrives == 1;
    let mut squares: Vec<Square> =
        (0..troops.len()).filter(attacks).filter(now).map(|base| engagement.base(base).square).collect();
    squares.retain(|square| square.steps_to(target) == 1);
    squares.sort_unstable();
    let mut best: Option<(usize, Square)> = None;
    for run in squares.chunk_by(|a, b| a == b) {
        if best.is_none_or(|(most, _)| run.len() > most) {
            best = Some((run.len(), run[0]));
        }
    }
    // Who stands in a contested square and came from nowhere that is known came by the side's best way out.
    let way = engagement.setup().attacker.exits.iter().find(|exit| exit.from == target).map(|exit| exit.to);
    let beside = Square::new(target.col, target.row + 1);
    best.map(|(_, square)| square).or(way).unwrap_or(beside)
}
