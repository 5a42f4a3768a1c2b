//! One turn of Brigadier General Commands worked plainly: sections 4 and 5.2.

use std::collections::BTreeSet;

use serde_json::{Value as Json, json};

use super::figures::{House, cover, divisor, down, is_seed, is_shell, mode, rung};

pub(super) const ATTACKER: usize = 0;
pub(super) const DEFENDER: usize = 1;

/// A platoon on the table.
#[expect(clippy::struct_excessive_bools, reason = "each is a thing that a player marks on the table")]
pub(super) struct Platoon {
    pub(super) id: String,
    arm: String,
    experience: String,
    weapon: String,
    flat: Option<String>,
    penetration: u32,
    armour: String,
    closed: bool,
    cover: usize,
    indirect: bool,
    holds: bool,
    defers: bool,
    planned: bool,
    anti_air: bool,
    bugs_out: bool,
    hidden: bool,
    pub(super) off_board: bool,
    pub(super) barred: bool,
    pub(super) start: String,
    pub(super) order: String,
    pub(super) squads: [u32; 3],
    bugged_out: bool,
    pub(super) fired: bool,
    pub(super) engaged: bool,
    surrendered: bool,
    pub(super) fought: bool,
    lost: bool,
    pub(super) acted: bool,
}

/// An aircraft: its id, how it comes about, its squads.
pub(super) struct Plane {
    pub(super) kind: String,
    pub(super) squads: u32,
}

/// What holds for the whole turn.
#[expect(clippy::struct_excessive_bools, reason = "the keys of the page")]
pub(super) struct Terms {
    pub(super) woods: bool,
    pub(super) flank: bool,
    pub(super) combine: bool,
    pub(super) roll_comms: bool,
    pub(super) roll_time: bool,
    pub(super) care: String,
}

/// A turn on the table.
pub(super) struct Turn<'t> {
    pub(super) house: &'t House,
    pub(super) faces: &'t [u8],
    pub(super) used: usize,
    pub(super) sides: [Vec<Platoon>; 2],
    pub(super) air: [Vec<Plane>; 2],
    pub(super) observer: [bool; 2],
    pub(super) terms: Terms,
    pub(super) contact: [bool; 2],
    caller: [bool; 2],
    pub(super) advances: Option<usize>,
    /// Who won the close assault, and the scores.
    pub(super) assault: Option<(usize, [u32; 2])>,
    pub(super) time: Option<u32>,
    pub(super) seen: Vec<&'static str>,
    pub(super) leaned: BTreeSet<&'static str>,
}

/// Dice that are read alike: how many, in which mode, against which cover, whether they go through.
struct Lot {
    dice: u32,
    mode: u8,
    cover: usize,
    through: bool,
}

/// What a roll comes to.
#[derive(Clone, Copy, Default)]
struct Hits {
    kills: u32,
    wounds: u32,
    points: u32,
}

fn flag(of: &Json, key: &str) -> bool {
    of[key].as_bool().unwrap_or(false)
}

impl Platoon {
    /// A platoon of the input (10); a defender's cover is that of the engagement unless it has its own.
    pub(super) fn read(of: &Json, ground: &str, house: &House) -> Self {
        let word = |key: &str, usual: &str| of[key].as_str().unwrap_or(usual).to_owned();
        let (arm, weapon) = (word("arm", "infantry"), word("weapon", ""));
        let is_tank = arm == "tank";
        let row = if is_tank && (weapon.starts_with("tank_") || weapon == "armoured_car") { &weapon } else { "soft" };
        let calibre = of["calibre_mm"].as_u64().map(|mm| mm as u32);
        let through = of["penetration"].as_u64().map(|n| n as u32);
        Self {
            id: word("id", ""),
            experience: word("experience", ""),
            flat: of["flat"].as_str().map(str::to_owned),
            penetration: through.unwrap_or_else(|| house.penetration(&weapon, calibre)),
            armour: word("armour", row),
            closed: of["closed_armour"].as_bool().unwrap_or(is_tank),
            cover: cover(&word("cover", ground)),
            indirect: flag(of, "indirect") || flag(of, "planned"),
            holds: flag(of, "hold_fire"),
            defers: flag(of, "defers"),
            planned: flag(of, "planned"),
            anti_air: flag(of, "anti_air"),
            bugs_out: of["bug_out"].as_bool().unwrap_or(house.word("bug_out_policy") == "always"),
            hidden: flag(of, "hidden"),
            off_board: false,
            barred: false,
            start: word("order", ""),
            order: word("order", ""),
            squads: ["u", "w", "k"].map(|key| of[key].as_u64().expect("squads") as u32),
            bugged_out: false,
            fired: false,
            engaged: false,
            surrendered: false,
            fought: false,
            lost: false,
            acted: false,
            arm,
            weapon,
        }
    }

    fn here(&self) -> bool {
        !self.off_board && self.squads[2] < 4
    }

    pub(super) fn runs(&self) -> bool {
        matches!(self.order.as_str(), "Back" | "Rout")
    }

    /// The poorer of the two modes (ruling 13).
    fn mode(&self) -> u8 {
        mode(&self.start).min(mode(&self.order))
    }

    /// Section 4.3.
    fn apply(&mut self, hits: Hits, spill: bool) {
        let [u, w, k] = &mut self.squads;
        let had_fit = *u > 0;
        let dead = hits.kills.min(*u);
        (*u, *k) = (*u - dead, *k + dead);
        if !had_fit || spill {
            let more = (hits.kills - dead).min(*w);
            (*w, *k) = (*w - more, *k + more);
        }
        let hurt = hits.wounds.min(*u);
        (*u, *w) = (*u - hurt, *w + hurt);
    }

    /// Section 4.4.
    fn step(&mut self, points: u32, house: &House) {
        self.order = down(&self.order, points * house.of("step_sixths", &self.experience) / 6);
    }
}

impl<'t> Turn<'t> {
    pub(super) fn new(house: &'t House, faces: &'t [u8], terms: Terms) -> Self {
        Self {
            house,
            faces,
            used: 0,
            sides: [Vec::new(), Vec::new()],
            air: [Vec::new(), Vec::new()],
            observer: [false; 2],
            terms,
            contact: [true; 2],
            caller: [false; 2],
            advances: None,
            assault: None,
            time: None,
            seen: Vec::new(),
            leaned: BTreeSet::new(),
        }
    }

    fn die(&mut self) -> u8 {
        self.used += 1;
        self.faces[self.used - 1]
    }

    /// The steps of 5.2, with the fire of 2.2 before and between them.
    pub(super) fn play(&mut self) {
        if self.house.word("bug_out_policy") != "never" {
            self.leaned.insert("bug_out_policy");
        }
        for side in [ATTACKER, DEFENDER] {
            if self.terms.roll_comms {
                self.leaned.insert("comms_in_contact");
                self.contact[side] = u32::from(self.die()) >= self.house.number("comms_in_contact");
            }
        }
        for side in [ATTACKER, DEFENDER] {
            let calls = |p: &Platoon| p.squads[0] > 0 && !p.indirect && mode(&p.start) == 2;
            let somebody = self.observer[side] || self.sides[side].iter().any(calls);
            self.caller[side] = self.contact[side] && somebody;
        }
        for side in [ATTACKER, DEFENDER] {
            self.fire_at_aircraft(side);
        }
        for side in [ATTACKER, DEFENDER] {
            self.aircraft(side);
            let called = self.pick(side, |p, caller| p.indirect && !p.defers && (caller || p.planned) && p.mode() > 0);
            self.fire(side, &called);
        }
        let aimed = self.pick(DEFENDER, |p, _| !p.indirect && !p.defers && p.mode() == 2);
        self.fire(DEFENDER, &aimed);
        for side in [ATTACKER, DEFENDER] {
            self.everything_left(side);
        }
        self.surrender();
        self.movement();
        self.medics();
        if self.terms.roll_time {
            self.leaned.extend(["minutes_per_pip", "initiative_flips_on"]);
            self.time = Some(self.die().into());
        }
    }

    /// Who of a side has not fired, holds no fire and fires so.
    fn pick(&self, side: usize, fires: impl Fn(&Platoon, bool) -> bool) -> Vec<usize> {
        let able = |p: &Platoon| p.squads[0] > 0 && !p.fired && !p.holds && fires(p, self.caller[side]);
        (0..self.sides[side].len()).filter(|i| able(&self.sides[side][*i])).collect()
    }

    /// Steps 5 and 6 of the firing sequence: aimed, then area, or both in one.
    fn everything_left(&mut self, side: usize) {
        let area = |p: &Platoon, caller: bool| {
            if p.indirect { p.defers && (caller || p.planned) && p.mode() > 0 } else { p.mode() == 1 }
        };
        let aimed = self.pick(side, |p, _| !p.indirect && p.mode() == 2 && (side == ATTACKER || p.defers));
        if self.terms.combine {
            let both = [aimed, self.pick(side, area)].concat();
            self.fire(side, &both);
        } else {
            self.fire(side, &aimed);
            let area = self.pick(side, area);
            self.fire(side, &area);
        }
    }

    /// "Targets" (5.2).
    fn target(&self, side: usize) -> Option<usize> {
        let enemy = &self.sides[1 - side];
        let seen = |i: &usize| enemy[*i].here() && enemy[*i].squads[0] > 0 && !enemy[*i].hidden;
        let all: Vec<usize> = (0..enemy.len()).filter(seen).collect();
        all.iter().find(|i| !enemy[**i].bugged_out).or(all.first()).copied()
    }

    fn shows_itself(&mut self, side: usize, i: usize) {
        let p = &mut self.sides[side][i];
        (p.fired, p.engaged, p.hidden) = (true, true, false);
    }

    fn own_dice(&mut self, side: usize, i: usize) -> u32 {
        let p = &self.sides[side][i];
        if !is_seed(&p.weapon) || self.house.is_set("fire_dice", &p.weapon) {
            self.leaned.insert("fire_dice");
        }
        self.house.dice("fire_dice", &p.weapon, p.squads[0])
    }

    fn fire_at_aircraft(&mut self, side: usize) {
        let guns = self.pick(side, |p, _| p.anti_air && p.mode() > 0);
        let Some(plane) = self.air[1 - side].iter().position(|plane| plane.squads > 0) else { return };
        if guns.is_empty() {
            return;
        }
        self.leaned.insert("anti_air_on");
        let pool: u32 = guns.iter().map(|i| self.own_dice(side, *i)).sum();
        for i in &guns {
            self.shows_itself(side, *i);
        }
        for _ in 0..pool {
            if u32::from(self.die()) >= self.house.number("anti_air_on") {
                let squads = &mut self.air[1 - side][plane].squads;
                *squads = squads.saturating_sub(1);
            }
        }
        self.seen.push(if self.air[1 - side][plane].squads == 0 { "aircraft driven off" } else { "fire at aircraft" });
    }

    /// Section 4.6.
    fn aircraft(&mut self, side: usize) {
        for plane in 0..self.air[side].len() {
            let Plane { kind, squads } = &self.air[side][plane];
            let (kind, squads) = (kind.clone(), *squads);
            if squads == 0 {
                continue;
            }
            let on = match kind.as_str() {
                "definite" => ["own", "own", "enemy", "enemy", "enemy", "enemy"][usize::from(self.die()) - 1],
                "possible" => {
                    ["elsewhere", "elsewhere", "elsewhere", "own", "enemy", "enemy"][usize::from(self.die()) - 1]
                }
                "remote" => match [self.die(), self.die()] {
                    [1, 1] => "own",
                    [5 | 6, 6] | [6, 5] => "enemy",
                    _ => "elsewhere",
                },
                _ => "enemy",
            };
            self.seen.push(["aircraft on their own", "aircraft"][usize::from(on != "own")]);
            let first = self.sides[side].iter().position(|p| p.here() && p.squads[0] > 0);
            let target = match on {
                "own" => first.map(|i| (side, i)),
                "enemy" => self.target(side).map(|i| (1 - side, i)),
                _ => None,
            };
            let Some((on, i)) = target else { continue };
            self.leaned.insert("fire_dice");
            let dice = self.house.dice("fire_dice", "air", squads);
            let through = self.house.of("penetration", "air") >= self.armour(side, on, i);
            let cover = self.sides[on][i].cover;
            self.strike(&[Lot { dice, mode: 1, cover, through }], on, i);
        }
    }

    /// The attacker's fire at the defender meets side armour where the file says so.
    fn armour(&self, side: usize, on: usize, i: usize) -> u32 {
        let flank = self.terms.flank && side == ATTACKER && on == DEFENDER;
        self.house.armour(&self.sides[on][i].armour, flank)
    }

    fn fire(&mut self, side: usize, firers: &[usize]) {
        if let Some(target) = self.target(side)
            && !firers.is_empty()
        {
            self.pool(side, firers, target, None);
        }
    }

    /// One pool at one target; held fire is aimed (`Some`), an ambush if all of it is hidden.
    fn pool(&mut self, side: usize, firers: &[usize], target: usize, ambush: Option<bool>) {
        let on = 1 - side;
        let mut lots = Vec::new();
        for i in firers {
            let dice = self.own_dice(side, *i);
            let (firer, at) = (&self.sides[side][*i], &self.sides[on][target]);
            let mode = if firer.indirect { 1 } else { firer.mode() };
            let woods = self.terms.woods && on == DEFENDER && at.cover == 1;
            let bursts = woods && is_shell(&firer.weapon) && !at.closed;
            let armour = self.armour(side, on, target);
            lots.push(Lot {
                dice,
                mode,
                cover: if bursts { 0 } else { at.cover },
                through: firer.penetration >= armour,
            });
            if let Some(flat) = firer.flat.as_ref().filter(|_| at.arm == "tank" && !firer.indirect) {
                let dice = self.house.of("fire_dice_flat", flat);
                let through = self.house.of("penetration", flat) >= armour;
                lots.push(Lot { dice, mode, cover: at.cover, through });
                if !is_seed(flat) || self.house.is_set("fire_dice_flat", flat) {
                    self.leaned.insert("fire_dice_flat");
                }
                self.seen.push("flat weapon");
            }
            if bursts {
                self.seen.push("tree bursts");
            }
        }
        self.seen.push(match ambush {
            Some(true) => "ambush",
            Some(false) => "held fire",
            None if firers.iter().any(|i| self.sides[side][*i].indirect) => "indirect fire",
            None => "fire",
        });
        if firers.iter().any(|i| self.sides[side][*i].defers) {
            self.seen.push("deferred fire");
        }
        if firers.iter().any(|i| self.sides[side][*i].planned) {
            self.seen.push("planned fire");
        }
        for i in firers {
            self.shows_itself(side, *i);
            let firer = &mut self.sides[side][*i];
            firer.acted |= !firer.indirect;
        }
        let at = &mut self.sides[on][target];
        at.engaged = true;
        if ambush != Some(true) && at.bugs_out && !at.bugged_out && !at.barred {
            self.bug_out(on, target);
        } else {
            self.strike(&lots, on, target);
        }
    }

    /// Section 4.5.
    fn bug_out(&mut self, on: usize, i: usize) {
        let spill = self.spills();
        let hurt = self.die() == 1;
        let p = &mut self.sides[on][i];
        if hurt {
            p.apply(Hits { kills: 1, wounds: 1, points: 0 }, spill);
        }
        if p.order != "Rout" {
            "Back".clone_into(&mut p.order);
        }
        p.bugged_out = true;
        self.seen.push("bug out");
    }

    fn spills(&self) -> bool {
        self.house.word("surplus_kills") == "spill"
    }

    /// Sections 4.2 to 4.4: the dice are thrown, losses and steps take effect at once.
    fn strike(&mut self, lots: &[Lot], on: usize, i: usize) {
        let double = self.sides[on][i].order == "Double";
        let hits = self.roll(lots, double);
        self.sides[on][i].engaged = true;
        let (house, spill) = (self.house, self.spills());
        let armoured = self.armour(1 - on, on, i) > 0;
        let p = &mut self.sides[on][i];
        p.apply(hits, spill);
        p.step(hits.points, house);
        self.leaned.insert("step_sixths");
        if lots.iter().any(|lot| lot.mode == 1 && lot.dice > 0) {
            self.leaned.insert("area_step_points");
        }
        if armoured {
            self.leaned.extend(["penetration", "armour"]);
        }
        if spill {
            self.leaned.insert("surplus_kills");
        }
    }

    /// Kills in twenty-fourths: every divisor goes into it.
    fn roll(&mut self, lots: &[Lot], double: bool) -> Hits {
        let by_area = self.house.word("area_step_points").to_owned();
        let (mut parts, mut in_the_open, mut points, mut blunted) = (0, 0, 0, 0);
        for lot in lots {
            for _ in 0..lot.dice {
                let face = self.die();
                for _ in 0..=u8::from(double) {
                    let five = lot.mode == 2 || by_area == "fives_and_sixes";
                    let six = lot.mode == 2 || by_area != "none";
                    let point = u32::from(face == 6 && six || face == 5 && five);
                    if !lot.through {
                        blunted += point;
                        continue;
                    }
                    points += point;
                    if face == 6 {
                        parts += 24 / divisor(lot.mode, lot.cover);
                        in_the_open += u32::from(lot.mode == 2 && lot.cover == 0);
                    }
                }
            }
        }
        let points = points + blunted / 2;
        match (parts / 24, parts % 24) {
            (kills, 0) if in_the_open % 2 == 1 => Hits { kills: kills - 1, wounds: 1, points },
            (kills, 0) => Hits { kills, wounds: 0, points },
            (kills, _) => Hits { kills, wounds: 1, points },
        }
    }

    /// Step 7.
    fn surrender(&mut self) {
        for i in 0..self.sides[DEFENDER].len() {
            let p = &self.sides[DEFENDER][i];
            if !p.barred || !p.here() || !matches!(p.order.as_str(), "Hold" | "Back" | "Rout") {
                continue;
            }
            self.leaned.insert("surrender_max");
            let most = self.house.of("surrender_max", &p.experience);
            let gives_up = u32::from(self.die()) <= most;
            self.sides[DEFENDER][i].surrendered = gives_up;
            self.seen.push(if gives_up { "gives up" } else { "does not give up" });
        }
    }

    /// Who reaches contact.
    fn coming(&self) -> Vec<usize> {
        let comes = |p: &Platoon| {
            p.start == "Move" && p.order == "Move" && p.squads[0] > 0 && !matches!(p.arm.as_str(), "mg" | "gun")
        };
        (0..self.sides[ATTACKER].len()).filter(|i| comes(&self.sides[ATTACKER][*i])).collect()
    }

    /// Steps 8 and 9.
    fn movement(&mut self) {
        let Some(first) = self.coming().first().copied() else { return };
        let defenders = &self.sides[DEFENDER];
        let holds = |i: &usize| {
            let p = &defenders[*i];
            p.holds && !p.indirect && !p.fired && !p.surrendered && p.squads[0] > 0 && p.mode() == 2
        };
        let holding: Vec<usize> = (0..defenders.len()).filter(holds).collect();
        if !holding.is_empty() {
            let ambush = holding.iter().all(|i| defenders[*i].hidden);
            self.pool(DEFENDER, &holding, first, Some(ambush));
        }
        let coming = self.coming();
        let stays = |i: &usize| {
            let p = &self.sides[DEFENDER][*i];
            p.here() && !p.surrendered && (!p.runs() || p.barred)
        };
        let staying: Vec<usize> = (0..self.sides[DEFENDER].len()).filter(stays).collect();
        match (coming.first(), staying.is_empty()) {
            (None, _) => {}
            (Some(first), true) => {
                self.advances = Some(*first);
                self.seen.push("walks in");
            }
            _ => self.close_assault(&coming, &staying),
        }
    }

    /// Section 4.8.
    fn close_assault(&mut self, coming: &[usize], staying: &[usize]) {
        self.leaned.extend(["close_assault_dice", "close_assault_loser", "step_sixths"]);
        if self.spills() {
            self.leaned.insert("surplus_kills");
        }
        let lists = [coming, staying];
        let pools = [ATTACKER, DEFENDER].map(|side| -> u32 {
            let dice = |i: &usize| {
                let p = &self.sides[side][*i];
                self.house.dice("close_assault_dice", &p.arm, p.squads[0])
            };
            lists[side].iter().map(dice).sum()
        });
        let cover = staying.iter().map(|i| self.sides[DEFENDER][*i].cover).min().expect("a defender");
        let doubled = |side: usize| lists[side].iter().any(|i| self.sides[side][*i].order == "Double");
        let doubled = [doubled(ATTACKER), doubled(DEFENDER)];
        let mut throw = |dice, cover, double| self.roll(&[Lot { dice, mode: 2, cover, through: true }], double);
        let on_attackers = throw(pools[DEFENDER], 0, doubled[ATTACKER]);
        let on_defenders = throw(pools[ATTACKER], cover, doubled[DEFENDER]);
        let score = [on_defenders, on_attackers].map(|hits| 2 * hits.kills + hits.wounds);
        for (side, hits) in [on_attackers, on_defenders].into_iter().enumerate() {
            self.deal(side, lists[side], hits);
            let house = self.house;
            lists[side].iter().for_each(|i| self.sides[side][*i].step(hits.points, house));
        }
        let fit = coming.iter().any(|i| self.sides[ATTACKER][*i].squads[0] > 0);
        let winner = if score[0] > score[1] && fit { ATTACKER } else { DEFENDER };
        for side in [ATTACKER, DEFENDER] {
            for i in lists[side] {
                let p = &mut self.sides[side][*i];
                (p.fought, p.engaged, p.lost) = (true, true, side != winner);
                p.acted = true;
                if side != winner && p.order != "Rout" {
                    self.house.word("close_assault_loser").clone_into(&mut p.order);
                }
            }
        }
        self.assault = Some((winner, score));
        let attackers = &self.sides[ATTACKER];
        let goes_in = |i: &&usize| attackers[**i].squads[0] > 0 && !attackers[**i].runs();
        self.advances = coming.iter().find(goes_in).copied().filter(|_| winner == ATTACKER);
        self.seen.push(["assault won", "assault lost"][winner]);
    }

    /// Kills, then wounds, one at a time round the platoons.
    fn deal(&mut self, side: usize, list: &[usize], hits: Hits) {
        let spill = self.spills();
        let fit = list.iter().any(|i| self.sides[side][*i].squads[0] > 0);
        let mut next = 0;
        let blows = [(true, hits.kills), (false, hits.wounds)];
        for (kill, count) in blows {
            for _ in 0..count {
                let find = |of: usize| {
                    let places = (0..list.len()).map(|n| (next + n) % list.len());
                    places.map(|at| (at, of)).find(|(at, of)| self.sides[side][list[*at]].squads[*of] > 0)
                };
                let found = match (fit, kill) {
                    (true, true) => find(0).or(if spill { find(1) } else { None }),
                    (true, false) => find(0),
                    (false, true) => find(1),
                    (false, false) => None,
                };
                let Some((at, of)) = found else { break };
                let squads = &mut self.sides[side][list[at]].squads;
                squads[of] -= 1;
                squads[if kill { 2 } else { 1 }] += 1;
                next = (at + 1) % list.len();
            }
        }
    }

    /// Section 4.10.
    fn medics(&mut self) {
        for side in [ATTACKER, DEFENDER] {
            for i in 0..self.sides[side].len() {
                let p = &self.sides[side][i];
                if !p.here() || p.runs() || p.fought || p.surrendered {
                    continue;
                }
                for _ in 0..p.squads[1] {
                    self.leaned.insert("medic_need");
                    if u32::from(self.die()) >= self.house.of("medic_need", &self.terms.care) {
                        let squads = &mut self.sides[side][i].squads;
                        (squads[0], squads[1]) = (squads[0] + 1, squads[1] - 1);
                        self.seen.push("cured");
                    }
                }
            }
        }
    }

    /// Section 6.4: `morale` of a platoon at the end.
    pub(super) fn morale(&self, side: usize, i: usize) -> &'static str {
        let p = &self.sides[side][i];
        let alive = p.squads[0] + p.squads[1];
        let caught = side == DEFENDER && p.barred && p.runs() && self.advances.is_some();
        match p.order.as_str() {
            _ if alive > 0 && (p.surrendered || caught) => "captured",
            _ if alive < 2 => "lost",
            "Rout" => "rout",
            "Back" if p.lost => "run",
            "Back" => "retire",
            _ => "steady",
        }
    }

    /// Sections 6.3 and 6.4: SP and markers.
    pub(super) fn strength(&self, side: usize, i: usize) -> [u32; 2] {
        let p = &self.sides[side][i];
        let gone = matches!(self.morale(side, i), "captured" | "lost");
        let sp = if gone { 0 } else { p.squads[0] + p.squads[1] - 1 };
        [sp, p.squads[1].min(sp)]
    }

    pub(super) fn note(&self, side: usize, i: usize) -> Option<&'static str> {
        let p = &self.sides[side][i];
        match (self.morale(side, i), p.order.as_str()) {
            ("lost", _) if p.squads[0] + p.squads[1] == 1 => Some("remnant"),
            ("steady", "Shaken") => Some("no_attack"),
            ("steady", "Hold") => Some("pinned"),
            _ => None,
        }
    }

    /// Whether it goes back one square.
    pub(super) fn goes_back(&self, side: usize, i: usize) -> bool {
        let p = &self.sides[side][i];
        !matches!(self.morale(side, i), "captured" | "lost") && p.runs() && !p.barred
    }

    /// The answer of `engage` (10).
    pub(super) fn answer(&self) -> Json {
        let ends = |side: usize| -> Json {
            let all = self.sides[side].iter().enumerate().map(|(i, p)| (p.id.clone(), self.told(side, i)));
            Json::Object(all.collect())
        };
        let id = |i: usize| self.sides[ATTACKER][i].id.clone();
        let attacked: Vec<String> =
            (0..self.sides[ATTACKER].len()).filter(|i| self.sides[ATTACKER][*i].acted).map(id).collect();
        let name = |winner: usize| ["attacker", "defender"][winner];
        let assault = self.assault.map(|(winner, score)| json!({ "winner": name(winner), "score": score }));
        json!({
            "attackers": ends(ATTACKER),
            "defenders": ends(DEFENDER),
            "advances": self.advances.map(id),
            "close_assault": assault,
            "attacked": attacked,
            "minutes": self.time.map(|face| face * self.house.number("minutes_per_pip")),
            "dice_used": self.used,
        })
    }

    fn told(&self, side: usize, i: usize) -> Json {
        let (platoon, morale) = (&self.sides[side][i], self.morale(side, i));
        let [sp, markers] = self.strength(side, i);
        let state = match morale {
            "lost" => "destroyed",
            "captured" => "surrendered",
            "run" | "rout" => "broken",
            "retire" => "disorganised",
            _ => "unchanged",
        };
        let [fit, hurt, dead] = platoon.squads;
        let steps = rung(&platoon.order).saturating_sub(rung(&platoon.start));
        let flags: Vec<&str> = self.note(side, i).into_iter().collect();
        json!({
            "u": fit, "w": hurt, "k": dead, "order": platoon.order, "steps_down": steps,
            "sp": sp, "markers": markers, "morale": morale, "state": state, "flags": flags,
            "withdraw": u8::from(self.goes_back(side, i)),
        })
    }
}
