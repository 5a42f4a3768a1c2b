//! NQM Squared read a second time, plainly: one battle from its page, `../shared/rules/nqm-squared.md`, sections 5 to 12; what is
//! different by NQM Free is asked of `free`.
//!
//! What it is: [`fight`](super::moves::fight), slow and simple; it shares with the program the setup, what players decide and
//! nothing else. Section numbers stand beside what they ask for.
//! What it covers: corps scale, all ground, close country too; firefight, indirect and harassing fire, air and anti-aircraft fire,
//! recce and start line, reserves, divisions, SP elsewhere, command and rear bases, observers, assaults, charges of armour and
//! mounted troops, tanks, tests, ways out, counter-attacks, reorganisation, `air_classes`; the doctrine, and against it who halts,
//! sits tight, does not break off, counter-attacks or does not, charges at a price, stays in a position, fires at low flyers.
//! What it does not: other settings, merging, bases that stay out of an assault, ways out that vehicles do not pass. The cases
//! of `src/rules/tests/data/nqm_squared` have those.
//! Where the page is silent the reading of `docs/RULINGS.md`, "Battles", is taken: the class of a target with several classes; no fire once the firefight is won and somebody can go in;
//! one area a unit; no die that can harm nobody; which of several bases goes in that are not led; who has moved, and who is infantry
//! with tanks, in close country; tanks that nothing can mark pay nothing for driving in; and of aircraft what `air` says.

use domain::{Arm, Class, Grade, Mobility, Posture, Role, RuleSystemId, Square, Terrain};
use rules::setup::{BaseSetup, Fire, Setup, UnitSetup};

use super::will::Will;

pub(super) const ATTACKER: usize = 0;
pub(super) const DEFENDER: usize = 1;

/// A base on the table.
#[expect(clippy::struct_excessive_bools, reason = "each is a thing that a player marks on the table")]
pub(super) struct Piece<'s> {
    pub(super) is: &'s BaseSetup,
    pub(super) side: usize,
    pub(super) unit: usize,
    pub(super) sp: u32,
    pub(super) markers: u32,
    pub(super) empty: bool,
    /// Combat units left, in thirds (Free).
    pub(super) cu: u32,
    /// SP lost in reorganisation.
    pub(super) at_post: u32,
    pub(super) fate: &'static str,
    pub(super) disorganised: bool,
    pub(super) broken: bool,
    pub(super) square: Square,
    pub(super) come: bool,
    /// The move in which it came up or went into the square last; 0 where it has done neither.
    pub(super) moved_in: u8,
    pub(super) in_contact: bool,
    pub(super) fired: bool,
    pub(super) fought: bool,
    pub(super) leaves_for: Option<Square>,
    pub(super) entered: bool,
    pub(super) entering: bool,
    pub(super) could_have_gone: bool,
    pub(super) drove_in: u8,
    pub(super) gave_up_to_tanks: u8,
    pub(super) on_the_road: bool,
}

/// A unit on the table.
#[expect(clippy::struct_excessive_bools, reason = "each is a thing that a player marks on the table")]
pub(super) struct Regiment<'s> {
    pub(super) is: &'s UnitSetup,
    pub(super) side: usize,
    pub(super) hq: u8,
    pub(super) owed: u8,
    pub(super) attacked: bool,
    pub(super) counter_attacked: bool,
    pub(super) half_tested: bool,
    pub(super) failed: bool,
    pub(super) tested_in: u8,
    pub(super) lost_a_base: bool,
    pub(super) knows_tanks: bool,
    /// SP and markers that give no test.
    pub(super) known: [u32; 2],
    /// SP at the start of the battle (Free).
    pub(super) sp_at_start: u32,
    pub(super) tests: Vec<(u8, &'static str, bool)>,
    pub(super) inside: i64,
    pub(super) quiet: u8,
    pub(super) rested: bool,
}

/// A battle on the table.
pub(super) struct Plain<'s> {
    pub(super) setup: &'s Setup,
    pub(super) faces: &'s [u8],
    pub(super) used: usize,
    pub(super) pieces: Vec<Piece<'s>>,
    pub(super) units: Vec<Regiment<'s>>,
    pub(super) now: u8,
    pub(super) first_firefight: u8,
    pub(super) caused: [u32; 2],
    pub(super) won: Option<u8>,
    pub(super) wants_reserve: bool,
    pub(super) fell: Option<u8>,
    pub(super) holder: usize,
    pub(super) counter_attacked: bool,
    pub(super) broke_off: bool,
    /// What looks came to, and whatever else is counted.
    pub(super) looked: Vec<&'static str>,
    /// Aircraft that have come, with the markers that they took.
    pub(super) flown: Vec<(&'s str, u32)>,
    pub(super) will: Will,
}

/// Table 12, for weapon class less target class from -2 to +2.
const TABLE_12: [[u32; 6]; 5] =
    [[0, 0, 0, 0, 0, 1], [0, 0, 0, 0, 1, 1], [0, 0, 0, 1, 1, 2], [0, 0, 1, 1, 2, 3], [0, 1, 1, 2, 3, 4]];

pub(super) fn markers(weapon: i32, target: i32, face: u8) -> u32 {
    let difference = (weapon - target).min(2);
    if difference < -2 { 0 } else { TABLE_12[(difference + 2) as usize][usize::from(face) - 1] }
}

/// VL to VH as 0 to 4.
pub(super) fn class(of: Option<Class>) -> i32 {
    [Class::VeryLight, Class::Light, Class::Medium, Class::Heavy, Class::VeryHeavy]
        .iter()
        .position(|c| Some(*c) == of)
        .unwrap_or(0) as i32
}

/// The class of a target of one kind: of most of its bases, of equally many the higher (silent).
pub(super) fn of_most(classes: &[i32]) -> Option<i32> {
    (0..5).filter(|c| classes.contains(c)).max_by_key(|c| (classes.iter().filter(|d| *d == c).count(), *c))
}

/// Contact rate (section 2), km an hour.
fn rate(mobility: Mobility) -> u32 {
    match mobility {
        Mobility::LightRecce => 5,
        Mobility::Armoured | Mobility::Motorised => 3,
        Mobility::Cavalry => 2,
        _ => 1,
    }
}

impl Piece<'_> {
    pub(super) fn here(&self) -> bool {
        self.come && self.fate == "stands" && self.gave_up_to_tanks == 0
    }

    pub(super) fn free(&self) -> u32 {
        self.sp.saturating_sub(self.markers)
    }

    pub(super) fn is_armour(&self) -> bool {
        self.is.armour.is_some() && !self.is_rear()
    }

    /// Logistic, medical and recovery bases.
    fn is_rear(&self) -> bool {
        matches!(self.is.role, Role::Logistic | Role::Medical | Role::Recovery)
    }

    pub(super) fn is_command(&self) -> bool {
        self.is.role == Role::Command
    }

    pub(super) fn is_tank(&self) -> bool {
        self.is_armour() && self.is.arm == Arm::Armour
    }

    pub(super) fn can_assault(&self) -> bool {
        matches!(self.is.role, Role::Fighting | Role::Recce | Role::Engineer)
    }

    fn is_far_gun(&self, square: Square) -> bool {
        self.is.role == Role::Support && self.is.arm == Arm::Artillery && self.square != square
    }
}

/// A die of fire: whose, and what it made of which kind of target.
pub(super) struct Shot {
    pub(super) by: usize,
    armour: bool,
    pub(super) markers: u32,
}

impl<'s> Plain<'s> {
    /// Whether it is fought by NQM Free: what is different then stands in `free`, or beside it.
    pub(super) fn is_free(&self) -> bool {
        self.setup.rules == RuleSystemId::NqmFree
    }

    pub(super) fn die(&mut self) -> u8 {
        self.used += 1;
        self.faces[self.used - 1]
    }

    pub(super) fn grade(&self, unit: usize) -> Grade {
        self.units[unit].is.grade
    }

    pub(super) fn all(&self) -> Vec<usize> {
        (0..self.pieces.len()).collect()
    }

    pub(super) fn of(&self, which: impl Fn(&Piece<'s>) -> bool) -> Vec<usize> {
        self.all().into_iter().filter(|i| self.pieces[*i].here() && which(&self.pieces[*i])).collect()
    }

    pub(super) fn of_side(&self, side: usize) -> Vec<usize> {
        self.of(|p| p.side == side)
    }

    pub(super) fn of_unit(&self, unit: usize) -> Vec<usize> {
        self.of(|p| p.unit == unit)
    }

    pub(super) fn in_square(&self, i: usize) -> bool {
        self.pieces[i].square == self.setup.square
    }

    /// The defenders of the square.
    pub(super) fn garrison(&self) -> Vec<usize> {
        let square = self.setup.square;
        self.of(|p| p.side == DEFENDER && p.square == square && p.leaves_for.is_none())
    }

    /// Elite are never disorganised in defence (1).
    pub(super) fn is_steady(&self, i: usize) -> bool {
        self.pieces[i].side == DEFENDER && self.grade(self.pieces[i].unit) == Grade::Elite
    }

    pub(super) fn disorganise(&mut self, i: usize) {
        if !self.is_steady(i) {
            self.pieces[i].disorganised = true;
        }
    }

    pub(super) fn touch(&mut self, i: usize) {
        self.pieces[i].in_contact = true;
        self.pieces[i].fought = true;
    }

    /// Lost bases make their unit test (9).
    pub(super) fn becomes(&mut self, i: usize, fate: &'static str) {
        self.pieces[i].fate = fate;
        if matches!(fate, "destroyed" | "surrendered") {
            (self.pieces[i].sp, self.pieces[i].markers) = (0, 0);
            let unit = self.pieces[i].unit;
            self.units[unit].lost_a_base = true;
        }
    }

    /// In a prepared position, and not on the way out of it.
    pub(super) fn in_position(&self, i: usize) -> bool {
        let piece = &self.pieces[i];
        matches!(piece.is.posture, Posture::DugIn | Posture::Fortified)
            && piece.leaves_for.is_none()
            && piece.square == piece.is.square
    }

    /// Target class (5): attackers are in the open or moving, towns and cities raise those who do not move to M.
    pub(super) fn target_class(&self, i: usize) -> i32 {
        let piece = &self.pieces[i];
        if piece.is_armour() {
            return class(piece.is.armour);
        }
        if piece.is_rear() && piece.is.armour.is_some() {
            return 0;
        }
        if piece.on_the_road && self.now == self.first_firefight {
            return 0;
        }
        let moving = i32::from(!self.is_free());
        if piece.leaves_for.is_some() || piece.square != piece.is.square || piece.side == DEFENDER && piece.entering {
            return 1;
        }
        if piece.side == ATTACKER {
            let moves = piece.is.posture == Posture::Moving && !self.units[piece.unit].failed;
            return if moves { moving } else { 1 };
        }
        let built_up = matches!(self.setup.terrain, Terrain::Town | Terrain::City) && self.in_square(i);
        match piece.is.posture {
            Posture::Fortified if piece.is.casemated => 4,
            Posture::Fortified => 3,
            Posture::DugIn => 2,
            Posture::Moving => moving,
            _ => 1 + i32::from(built_up),
        }
    }

    fn common_class(&self, targets: &[usize]) -> Option<i32> {
        of_most(&targets.iter().map(|i| self.target_class(*i)).collect::<Vec<_>>())
    }

    /// Weapon class against men, and against armour.
    pub(super) fn weapons(&self, i: usize) -> [i32; 2] {
        let piece = &self.pieces[i];
        if piece.is_rear() {
            return [1, 0];
        }
        let men = class(piece.is.men);
        if matches!(piece.is.fire, Fire::Indirect | Fire::Harassing) {
            return [men, men];
        }
        let close = match piece.side {
            ATTACKER => piece.entered || self.won.is_some(),
            _ => !self.of(|p| p.side == ATTACKER && p.entered).is_empty(),
        };
        let least = if piece.is.role == Role::Engineer && close { 3 } else { 0 };
        [men.max(least), class(piece.is.at).max(least)]
    }

    /// Close country (8): infantry of the defender at tanks that stood still in this move and are alone. The attackers are one
    /// target (5); whoever of them is no armour is infantry with them, and who is there from the start has not moved (silent).
    pub(super) fn stalks(&self, i: usize) -> bool {
        let piece = &self.pieces[i];
        let infantry = matches!(piece.is.arm, Arm::Infantry | Arm::Motorised | Arm::Engineer);
        let direct = !matches!(piece.is.fire, Fire::Indirect | Fire::Harassing);
        let alone = |a: &usize| self.pieces[*a].is_armour() && self.pieces[*a].moved_in < self.now;
        piece.side == DEFENDER
            && infantry
            && direct
            && self.setup.terrain == Terrain::Close
            && self.enemies_of(DEFENDER).iter().all(alone)
    }

    /// Combat units are counted in thirds: harassing fire takes one.
    pub(super) fn cost(&self, i: usize) -> u32 {
        if self.pieces[i].is.fire == Fire::Harassing { 1 } else { 3 }
    }

    pub(super) fn can_fire(&self, i: usize) -> bool {
        let piece = &self.pieces[i];
        piece.here()
            && !piece.fired
            && piece.leaves_for.is_none()
            && piece.free() > 0
            && !piece.empty
            && piece.is.role != Role::Observer
            && (!self.is_free() || self.has_combat_units(i, self.cost(i)))
    }

    /// A base of the guns that give support: artillery, anti-tank, anti-aircraft (1).
    pub(super) fn is_support(&self, i: usize) -> bool {
        matches!(self.pieces[i].is.role, Role::Support | Role::AntiAir)
    }

    /// A die was its fire of this move: a natural 1 empties it, or a combat unit is spent, its own or one of its unit's.
    pub(super) fn spend(&mut self, i: usize, face: u8) {
        self.pieces[i].fired = true;
        if !self.is_free() {
            self.pieces[i].empty |= face == 1;
        } else if !self.setup.options.cu_by_unit {
            self.pieces[i].cu -= self.cost(i);
        }
    }

    /// A die of each of these at these enemies, at the kind that it favours. `up` is by how many classes an ambush raises
    /// it (Free).
    pub(super) fn volley(&mut self, by: &[usize], at: &[usize], up: i32) -> Vec<Shot> {
        let shots = self.throw(by, at, up);
        self.spend_together(&shots.iter().map(|s| s.by).collect::<Vec<_>>());
        shots
    }

    /// The same, but for what is spent for several bases together (Free).
    pub(super) fn throw(&mut self, by: &[usize], at: &[usize], up: i32) -> Vec<Shot> {
        let kinds = [false, true].map(|armour| -> Vec<usize> {
            at.iter().copied().filter(|i| self.pieces[*i].is_armour() == armour).collect()
        });
        let classes = [self.common_class(&kinds[0]), self.common_class(&kinds[1])];
        let mut shots = Vec::new();
        for i in by {
            let weapons = self.weapons(*i);
            let stalks = self.stalks(*i);
            // L at L is no difference.
            let least = |k: usize| if k == 1 && stalks { 0 } else { i32::MIN };
            let score = |k: usize| classes[k].map(|c| (weapons[k] - c).max(least(k))).filter(|d| *d + up >= -2);
            let at_armour = self.pieces[*i].is_armour() || self.pieces[*i].is.arm == Arm::Antitank;
            let kind = match (score(0), score(1)) {
                (None, None) => continue,
                (Some(_), None) => 0,
                (None, Some(_)) => 1,
                (Some(men), Some(armour)) if men == armour => usize::from(at_armour),
                (Some(men), Some(armour)) => usize::from(armour > men),
            };
            let difference = score(kind).expect("a target");
            if classes[kind].is_some_and(|c| weapons[kind] - c < difference) {
                self.looked.push("stalked");
            }
            let face = self.die();
            self.spend(*i, face);
            shots.push(Shot { by: *i, armour: kind == 1, markers: markers(difference + up, 0, face) });
        }
        shots
    }

    /// The base that takes the next marker (5, "Allocation").
    pub(super) fn next_marked(&mut self, among: &[usize]) -> Option<usize> {
        if self.is_free() && !self.setup.options.owner_allocates {
            return self.marked_by_die(among);
        }
        among.iter().copied().min_by_key(|i| {
            let piece = &self.pieces[*i];
            (piece.markers, u32::MAX - piece.free(), *i)
        })
    }

    pub(super) fn mark(&mut self, among: &[usize], count: u32, infantry_first: bool) {
        for _ in 0..count {
            let open = |i: &&usize| {
                let piece = &self.pieces[**i];
                !piece.is_armour() && piece.markers <= piece.sp
            };
            let infantry: Vec<usize> = among.iter().filter(open).copied().collect();
            let list = if infantry_first && !infantry.is_empty() { infantry } else { among.to_vec() };
            let Some(i) = self.next_marked(&list) else { return };
            self.pieces[i].markers += 1;
        }
    }

    pub(super) fn overload(&mut self, among: &[usize]) {
        for i in among {
            if self.pieces[*i].fate == "stands" && self.pieces[*i].markers > self.pieces[*i].sp {
                self.becomes(*i, "destroyed");
            }
        }
    }

    pub(super) fn land(&mut self, shots: &[Shot], at: &[usize]) -> u32 {
        for armour in [false, true] {
            let kind: Vec<usize> = at.iter().copied().filter(|i| self.pieces[*i].is_armour() == armour).collect();
            if shots.iter().any(|s| s.armour == armour) {
                for i in &kind {
                    self.touch(*i);
                }
            }
            let sum = shots.iter().filter(|s| s.armour == armour).map(|s| s.markers).sum();
            self.mark(&kind, sum, false);
        }
        for s in shots {
            self.touch(s.by);
        }
        shots.iter().map(|s| s.markers).sum()
    }

    /// Whom a side fires at: guns that are not in the square are no part of an attack.
    pub(super) fn enemies_of(&self, side: usize) -> Vec<usize> {
        let square = self.setup.square;
        if side == ATTACKER {
            self.of(|p| p.side == DEFENDER && p.square == square)
        } else {
            self.of(|p| p.side == ATTACKER && !p.is_far_gun(square))
        }
    }

    /// Support is neither given by disorganised bases nor to them (1), to those of the unit that can go forward, else of
    /// the side (silent).
    fn gives_support(&self, i: usize) -> bool {
        let piece = &self.pieces[i];
        let goes =
            |list: Vec<usize>| -> Vec<usize> { list.into_iter().filter(|i| self.pieces[*i].can_assault()).collect() };
        let own = goes(self.of_unit(piece.unit));
        let served = if own.is_empty() { goes(self.of_side(piece.side)) } else { own };
        !piece.disorganised && (served.is_empty() || served.iter().any(|i| !self.pieces[*i].disorganised))
    }

    /// Whether attacks cost HQ dice: under Free only with the setting.
    pub(super) fn costs_die(&self) -> bool {
        !self.is_free() || self.setup.options.free_costs_die
    }

    pub(super) fn may_attack(&self, unit: usize) -> bool {
        !self.costs_die() || self.units[unit].hq > self.units[unit].owed
    }

    pub(super) fn shells_in_this_move(&self, i: usize) -> bool {
        let piece = &self.pieces[i];
        if piece.disorganised || piece.side == ATTACKER && !self.gives_support(i) {
            return false;
        }
        let planned = piece.side == ATTACKER && piece.is.arrives == 1;
        !planned || self.now + 1 == self.first_firefight || self.first_firefight == 1 && self.now == 1
    }

    pub(super) fn fires_direct(&self, i: usize) -> bool {
        let piece = &self.pieces[i];
        let only_in_return = piece.is_rear() || piece.is_command();
        if piece.is.fire != Fire::Direct || only_in_return && !piece.fought {
            return false;
        }
        if piece.side == DEFENDER {
            return self.in_square(i) || piece.is.arm == Arm::Artillery && !piece.disorganised;
        }
        let may = match piece.is.role {
            Role::Support | Role::AntiAir => self.gives_support(i),
            _ => !self.is_free() || self.fires_as_attacker(i),
        };
        self.may_attack(piece.unit) && may
    }

    /// Step 5.
    pub(super) fn indirect_fire(&mut self) {
        let at = [self.enemies_of(ATTACKER), self.enemies_of(DEFENDER)];
        let mut fallen = Vec::new();
        for side in [ATTACKER, DEFENDER] {
            for fire in [Fire::Indirect, Fire::Harassing] {
                let fires =
                    |i: &usize| self.pieces[*i].is.fire == fire && self.can_fire(*i) && self.shells_in_this_move(*i);
                let by: Vec<usize> = self.of_side(side).into_iter().filter(fires).collect();
                fallen.push((side, fire == Fire::Harassing, self.volley(&by, &at[side], 0)));
            }
        }
        for (side, harasses, mut shots) in fallen {
            let mut taken = Vec::new();
            shots.sort_by_key(|s| (s.armour, u16::MAX - self.pieces[s.by].is.calibre_mm, s.by));
            for armour in [false, true] {
                let kind: Vec<usize> =
                    at[side].iter().copied().filter(|i| self.pieces[*i].is_armour() == armour).collect();
                for shot in shots.iter().filter(|s| s.armour == armour) {
                    for i in &kind {
                        self.touch(*i);
                    }
                    if harasses {
                        self.harass(&kind, shot, &mut taken);
                    } else {
                        self.shell(&kind, shot);
                    }
                }
            }
            for s in &shots {
                self.touch(s.by);
            }
            if self.now >= self.first_firefight && !harasses {
                self.caused[side] += shots.iter().map(|s| s.markers).sum::<u32>();
            }
        }
        for list in &at {
            self.overload(list);
        }
    }

    fn shell(&mut self, kind: &[usize], shot: &Shot) {
        for _ in 0..shot.markers {
            let Some(i) = self.next_marked(kind) else { return };
            self.pieces[i].markers += 1;
            self.shake(i, shot);
        }
    }

    /// As many as it would have marked, nobody twice.
    fn harass(&mut self, kind: &[usize], shot: &Shot, taken: &mut Vec<usize>) {
        for _ in 0..shot.markers {
            let left: Vec<usize> = kind.iter().copied().filter(|i| !taken.contains(i)).collect();
            let Some(i) = self.next_marked(&left) else { return };
            taken.push(i);
            self.shake(i, shot);
            self.looked.push("harassed");
        }
    }

    /// Disorganised where the calibre is great enough for its class.
    fn shake(&mut self, i: usize, shot: &Shot) {
        let fortified = if self.is_free() { 160 } else { 120 };
        let least = [0, 45, 80, fortified, u16::MAX][self.target_class(i) as usize];
        if self.pieces[shot.by].is.calibre_mm >= least {
            self.disorganise(i);
        }
    }

    /// Step 6: one round, both sides together.
    pub(super) fn firefight(&mut self) {
        let goes_in = |i: &usize| self.pieces[*i].entered || self.may_assault(*i);
        let over = self.won.is_some() && !self.wants_reserve && self.of_side(ATTACKER).iter().any(goes_in);
        if self.now < self.first_firefight || over {
            return;
        }
        self.shoot_and_scoot();
        let at = [self.enemies_of(ATTACKER), self.enemies_of(DEFENDER)];
        let by = [ATTACKER, DEFENDER].map(|side| -> Vec<usize> {
            self.of_side(side).into_iter().filter(|i| self.can_fire(*i) && self.fires_direct(*i)).collect()
        });
        let shots = [self.volley(&by[0], &at[0], 0), self.volley(&by[1], &at[1], 0)];
        for side in [ATTACKER, DEFENDER] {
            self.caused[side] += self.land(&shots[side], &at[side]);
        }
        for list in &at {
            self.overload(list);
        }
        for shot in &shots[0] {
            let unit = self.pieces[shot.by].unit;
            self.units[unit].attacked = true;
        }
    }

    /// The round of fire of a counter-attack (10): the holders answer with what has not fired in this move.
    pub(super) fn exchange(&mut self, by: &[usize], holders: &[usize]) {
        let able = |list: &[usize]| -> Vec<usize> { list.iter().copied().filter(|i| self.can_fire(*i)).collect() };
        let (ours, theirs) = (able(by), able(holders));
        let shots = [self.volley(&ours, holders, 0), self.volley(&theirs, by, 0)];
        self.land(&shots[0], holders);
        self.land(&shots[1], by);
        self.overload(holders);
        self.overload(by);
    }

    /// An assault is orthogonal, by organised bases with an unmarked SP of units whose HQ die is not used up.
    pub(super) fn may_assault(&self, i: usize) -> bool {
        let piece = &self.pieces[i];
        piece.here()
            && piece.side == ATTACKER
            && piece.can_assault()
            && !piece.disorganised
            && piece.free() > 0
            && piece.drove_in == 0
            && piece.square.steps_to(self.setup.square) <= 1
            && self.may_attack(piece.unit)
            && !self.refuses(piece.unit)
    }

    /// A way out (9): not where the enemy came from, and not from faster ones who entered or do so now.
    pub(super) fn way_out(&self, i: usize) -> Option<Square> {
        let piece = &self.pieces[i];
        let enemies = || self.pieces.iter().filter(|p| p.side != piece.side);
        let fastest = enemies().filter(|p| p.here() && (p.entered || p.entering)).map(|p| rate(p.is.mobility)).max();
        if rate(piece.is.mobility) < fastest.unwrap_or(0) {
            return None;
        }
        if piece.side == ATTACKER {
            return Some(piece.is.square);
        }
        let exits = self.setup.defender.exits.iter().filter(|e| e.from == piece.square).map(|e| e.to);
        exits.into_iter().find(|to| !enemies().any(|p| p.come && p.is.square == *to))
    }
}
