//! The order of a move, and the end of a battle (sections 6 and 12).

use dice::Told;

use super::RunningBattle;
use crate::battle::system::Result;
use crate::decision::Choice;
use crate::outcome::{BaseFate, End, Happening};
use crate::pairs::BattleSide;

impl RunningBattle<'_, '_, '_> {
    /// Fights move by move until the battle is over.
    pub(crate) fn run(&mut self) -> Result<End> {
        let mut end = None;
        for now in 1..=self.engagement.setup().moves {
            self.now = now;
            self.tell(Happening::Move { now });
            end = self.one_move()?;
            if end.is_some() {
                break;
            }
        }
        self.settle_terror(true);
        self.recover()?;
        Ok(end.unwrap_or_else(|| self.end_by_ground()))
    }

    /// One move, in order; how the battle ended, where it did.
    fn one_move(&mut self) -> Result<Option<End>> {
        for base in &mut self.bases {
            base.contact = false;
            base.fired = false;
            base.shelled = false;
            base.stayed = false;
        }
        let before = self.caused;
        self.arrivals();
        if self.now == 1 {
            self.withdraw_failed()?;
        }
        self.go_back()?;
        self.tanks_leave()?;
        self.looks()?;
        self.tank_terror()?;
        self.air()?;
        self.indirect_fire()?;
        self.have_gone();
        if self.holder == BattleSide::Defender {
            self.firefight()?;
            self.settle_firefight(before);
        }
        self.spare_tanks();
        self.break_tests()?;
        self.assaults()?;
        self.infantry_on_tanks()?;
        self.break_tests()?;
        self.withdraw_failed()?;
        self.settle_ground();
        self.counter_attacks()?;
        self.settle_terror(false);
        self.reorganise()?;
        self.is_over()
    }

    /// Who is ahead after a round (section 8).
    ///
    /// # Interpretation
    /// The attacker has won when the markers of the whole firefight exceed those he has taken: cumulative, pips as they
    /// were scored, before overload. The shells of the move are of its round; those of a move before the firefight are not.
    fn settle_firefight(&mut self, before: [u32; 2]) {
        let round = [self.caused[0] - before[0], self.caused[1] - before[1]];
        if round[0] < round[1] {
            self.wants_reserve = true;
        }
        if self.won.is_none() && self.caused[0] > self.caused[1] {
            self.won = Some(self.now);
            self.tell(Happening::Won { caused: self.caused[0], taken: self.caused[1] });
        }
    }

    /// The square is the attacker's once nobody defends it and somebody of his is in it, or can walk in.
    fn settle_ground(&mut self) {
        if self.holder == BattleSide::Attacker || self.garrison().next().is_some() {
            return;
        }
        let goes_in = |i: &usize| self.bases[*i].inside || self.may_assault(*i) && !self.bases[*i].held_back;
        let takers: Vec<usize> = self.side(BattleSide::Attacker).filter(goes_in).collect();
        if takers.is_empty() {
            return;
        }
        let square = self.engagement.setup().square;
        for base in takers {
            let taker = &mut self.bases[base];
            taker.moved_in = if taker.inside { taker.moved_in } else { self.now };
            taker.square = square;
            taker.inside = true;
        }
        self.holder = BattleSide::Attacker;
        self.fell = Some(self.now);
    }

    /// Whether the battle is over after this move.
    fn is_over(&mut self) -> Result<Option<End>> {
        if self.holder == BattleSide::Attacker {
            return Ok((!self.counter_attack_may_come()).then_some(End::Taken));
        }
        if self.counter_attacked && self.fell.is_some() {
            return Ok(Some(End::WonBack));
        }
        if self.side(BattleSide::Attacker).next().is_none() && !self.more_attackers_come() {
            return Ok(Some(End::BrokenOff));
        }
        let why = self.why_break_off();
        let engagement = self.engagement;
        let name = &engagement.setup().attacker.name;
        if self.now < engagement.setup().moves && self.ask(Choice::BreakOff, name, why.is_some())? {
            if let Some(why) = why {
                self.tell(Happening::Said(Told::of(name).and(" ").and(why)));
            }
            self.break_off();
            return Ok(Some(End::BrokenOff));
        }
        Ok(None)
    }

    fn more_attackers_come(&self) -> bool {
        let moves = self.engagement.setup().moves;
        let waits = |i: usize| {
            self.bases[i].side == BattleSide::Attacker && (self.now + 1..=moves).contains(&self.setup(i).arrives)
        };
        (0..self.bases.len()).any(waits)
    }

    /// The doctrine: when a unit has failed and no fresh reserve is left, or after a move of the firefight in which his
    /// unmarked SP are fewer than the defender's and he has not won.
    fn why_break_off(&self) -> Option<&'static str> {
        let failed = self.units.iter().any(|u| u.side == BattleSide::Attacker && u.failed) && !self.reserve_may_come();
        let garrison: u32 = self.garrison().map(|i| u32::from(self.bases[i].unmarked())).sum();
        let behind =
            self.now >= self.firefight_from && self.won.is_none() && self.unmarked(BattleSide::Attacker) < garrison;
        match (failed, behind) {
            (true, _) => Some("has a unit that failed its test, and no fresh reserve"),
            (_, true) => Some("has not won, and has fewer SP without a marker than the defenders"),
            _ => None,
        }
    }

    /// Everybody goes back to where he came from; veterans in order.
    fn break_off(&mut self) {
        self.broken_off = true;
        self.tell(Happening::BreaksOff);
        let attackers: Vec<usize> = self.side(BattleSide::Attacker).collect();
        for base in attackers {
            match self.retreat_square(base) {
                Some(square) => self.go(base, square, BaseFate::Withdrew),
                None => self.bases[base].inside = false,
            }
        }
    }

    fn end_by_ground(&self) -> End {
        match self.holder {
            BattleSide::Attacker => End::Taken,
            BattleSide::Defender if self.fell.is_some() => End::WonBack,
            BattleSide::Defender => End::OutOfMoves,
        }
    }
}
