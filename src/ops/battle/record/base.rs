//! What became of one base of a recorded battle.
//!
//! What it decides: SP, markers, ammunition, fate and square of a base, from what is written and what the rules make of
//! what is not.

use domain::{Mobility, Notes, Square, thirds_of, thirds_text};
use rules::fatigue::{FoughtBase, is_to_fight};
use rules::form::{CodedUnit, FateWord, counts_combat_units};
use rules::outcome::{BaseBefore, BaseFate, BaseOutcome, End};
use rules::pairs::BattleSide;
use rules::setup::{BaseSetup, Fire};

use super::sheet::FormCell;
use crate::battle::record::Recorder;
use crate::battle::record::cells::{CellWritten, RowChain};
use crate::pick;

/// A base that is being put down.
struct Putting<'a, 's> {
    unit: &'a CodedUnit<'s>,
    chain: &'a RowChain<'s>,
    base: &'a BaseSetup,
}

impl Putting<'_, '_> {
    fn code(&self) -> &str {
        &self.chain.code
    }

    fn attacks(&self) -> bool {
        self.unit.side == BattleSide::Attacker
    }
}

impl<'s> Recorder<'s> {
    /// What became of a base.
    pub(crate) fn base(
        &mut self,
        unit: &CodedUnit<'s>,
        chain: &RowChain<'s>,
        base: &BaseSetup,
        failed: bool,
    ) -> BaseOutcome {
        let putting = Putting { unit, chain, base };
        let fate = self.fate(&putting);
        let (sp, word) = self.strength(&putting, fate);
        let markers = self.markers(&putting, sp, word);
        let out_of_ammo = self.ammunition(&putting);
        let square = self.square(&putting, word);
        let moved = square != Some(base.square) && square != Some(self.setup.square);
        let fate = match word {
            Some(word) => fate_word(word),
            None if moved => BaseFate::Withdrew,
            None => BaseFate::Stands,
        };
        let worse = sp < base.sp || markers > base.markers || out_of_ammo && !base.out_of_ammo;
        let went = square != Some(base.square) || !matches!(word, None | Some(FateWord::InOrder));
        let engaged = is_to_fight(base, self.moves) || worse || went;
        let disorganised = match word {
            Some(FateWord::InOrder | FateWord::WithdrewInOrder) => false,
            Some(FateWord::Disorganised | FateWord::Broken | FateWord::DrivenBack) => true,
            _ => base.disorganised || self.tires && engaged && !self.stays_in_order(&putting, fate, failed),
        };
        BaseOutcome {
            id: base.id.clone(),
            unit: unit.unit.id.clone(),
            side: unit.side,
            sp_before: base.sp,
            before: Some(BaseBefore::of(base)),
            sp,
            markers,
            out_of_ammo,
            cu_thirds: self.combat_units(&putting),
            fate,
            disorganised,
            broken: word == Some(FateWord::Broken),
            square,
            engaged,
            at_post: 0,
            morale: None,
            notes: Notes::default(),
        }
    }

    /// Elites in defence, and veterans that broke off or withdrew, are not disorganised by having fought (section 9).
    fn stays_in_order(&self, putting: &Putting<'_, '_>, fate: BaseFate, failed: bool) -> bool {
        let (side, grade) = (putting.unit.side, putting.unit.unit.grade);
        let went_back = fate == BaseFate::Withdrew || putting.attacks() && self.end == Some(End::BrokenOff);
        FoughtBase { side, grade, went_back, failed }.keeps_order()
    }

    fn fate(&mut self, putting: &Putting<'_, 's>) -> Option<(FateWord, CellWritten<'s>)> {
        let told = putting.chain.cell(FormCell::Fate)?;
        match told.written.text.parse() {
            Ok(word) => Some((word, told)),
            Err(unknown) => {
                let words: Vec<&str> = FateWord::ALL.iter().map(|word| word.as_str()).collect();
                let hint = unknown.nearest().map_or_else(
                    || format!("one of `{}`", words.join("`, `")),
                    |near| format!("did you mean `{near}`?"),
                );
                self.once(told, format!("`{}` is not a valid fate", told.written.text), hint);
                None
            }
        }
    }

    /// A fault in a cell that holds for several bases is said once.
    fn once(&mut self, told: CellWritten<'_>, message: String, hint: String) {
        let spot = &told.written.spot;
        let said = |fault: &scenario::Fault| {
            fault.message == message && (fault.line, fault.column, &fault.row) == (spot.line, spot.column, &spot.row)
        };
        if !self.faults.iter().any(said) {
            self.wrong(spot, message, hint);
        }
    }

    /// SP left and the fate that goes with them: what is written nearer to the base counts where the two differ.
    fn strength(
        &mut self,
        putting: &Putting<'_, 's>,
        fate: Option<(FateWord, CellWritten<'s>)>,
    ) -> (u16, Option<FateWord>) {
        let (code, before) = (putting.code(), putting.base.sp);
        let lost = fate.filter(|(word, _)| word.is_loss());
        let word = fate.map(|(word, _)| word);
        let Some((sp, told)) = self.number(putting.chain, FormCell::Sp, 99) else {
            return (if lost.is_some() { 0 } else { before }, word);
        };
        if sp > before {
            let message = |who: &str| format!("{who} had {before} SP and cannot come out with {sp}");
            self.wrong_of(code, &told.written.spot, message, "a base gains no SP in battle");
        }
        match fate {
            Some((word, at)) if word.is_loss() && sp > 0 => {
                if at.above >= told.above {
                    let message = |who: &str| format!("{who} is `{word}` and cannot have {sp} SP left");
                    self.wrong_of(code, &told.written.spot, message, "leave the SP blank, or give another fate");
                }
                (0, Some(word))
            }
            Some((word, at)) if !word.is_loss() && sp == 0 => {
                if at.above <= told.above {
                    let message = |who: &str| format!("{who} has no SP left and cannot be `{word}`");
                    let hint = "leave the fate blank, or `destroyed`, `surrendered`";
                    self.wrong_of(code, &at.written.spot, message, hint);
                }
                (0, Some(FateWord::Destroyed))
            }
            None if sp == 0 => (0, Some(FateWord::Destroyed)),
            _ => (sp, word),
        }
    }

    fn markers(&mut self, putting: &Putting<'_, 's>, sp: u16, word: Option<FateWord>) -> u16 {
        let Some((markers, told)) = self.number(putting.chain, FormCell::Markers, 99) else {
            return putting.base.markers.min(sp);
        };
        // Of those whose row gives them SP it holds; who is gone bears none, but the row must not say both.
        if word.is_some_and(FateWord::is_loss) && told.above > 0 {
            let beside = putting.chain.cell(FormCell::Sp).filter(|sp| sp.above == told.above);
            if beside.is_some() && sp == 0 && markers > 0 {
                let message = format!("a base with 0 SP cannot carry {markers} markers");
                self.once(told, message, "a base cannot have more markers than SP left".to_owned());
            }
            return 0;
        }
        if markers > sp {
            let message = |who: &str| format!("{who} cannot carry {markers} markers on {sp} SP");
            let hint = "a base cannot have more markers than SP left";
            self.wrong_of(putting.code(), &told.written.spot, message, hint);
        }
        markers.min(sp)
    }

    fn ammunition(&mut self, putting: &Putting<'_, 's>) -> bool {
        let before = putting.base.out_of_ammo;
        let Some(told) = putting.chain.cell(FormCell::Out) else { return before };
        match told.written.text.to_lowercase().as_str() {
            "x" | "out" | "yes" | "true" | "1" => true,
            "no" | "false" | "0" => false,
            word => {
                let message = format!("`{word}` is neither `out` nor `no`");
                self.once(told, message, "`out` if it has no ammunition left, otherwise blank or `no`".to_owned());
                before
            }
        }
    }

    /// Combat units left in thirds: as written, else as they were.
    fn combat_units(&mut self, putting: &Putting<'_, 's>) -> Option<u16> {
        let before = putting.base.cu_thirds;
        let Some(told) = putting.chain.cell(FormCell::Cu) else { return before };
        let text = told.written.text.clone();
        if !counts_combat_units(self.setup) {
            self.once(told, "combat units are not counted in this battle".to_owned(), "leave `cu` blank".to_owned());
            return before;
        }
        let full = before.unwrap_or(putting.base.sp * 3);
        match thirds_of(&text) {
            Some(left) if left <= full => Some(left),
            Some(_) => {
                let message = |who: &str| format!("{who} cannot come out with `{text}` combat units");
                let hint = format!("it had {}", thirds_text(full));
                self.wrong_of(putting.code(), &told.written.spot, message, &hint);
                before
            }
            None => {
                self.once(told, format!("`{text}` is not a number of thirds"), "`2`, `2 1/3` or `1/3`".to_owned());
                before
            }
        }
    }

    /// Where a base ends; none of one that is off the map.
    fn square(&mut self, putting: &Putting<'_, 's>, word: Option<FateWord>) -> Option<Square> {
        let told = putting.chain.cell(FormCell::Square);
        if let Some(word) = word.filter(|word| word.is_loss() || *word == FateWord::Dispersed) {
            if let Some(told) = told.filter(|told| told.above == 0) {
                let message = |who: &str| format!("{who} is `{word}` and has no square");
                let hint = "leave the square blank, or give another fate";
                self.wrong_of(putting.code(), &told.written.spot, message, hint);
            }
            return None;
        }
        let square = match told {
            Some(told) => self.written_square(putting, told),
            None => self.usual_square(putting, word),
        };
        Some(square.unwrap_or(putting.base.square))
    }

    fn written_square(&mut self, putting: &Putting<'_, 's>, told: CellWritten<'s>) -> Option<Square> {
        let text = &told.written.text;
        let square = match pick::square(self.campaign, text) {
            Ok(square) => square,
            Err(error) => {
                let hint = "a map reference, or the name of a place".to_owned();
                let fates: Vec<&str> = FateWord::ALL.iter().map(|word| word.as_str()).collect();
                // In words fate and square are told apart by what they say; a form has a column for each.
                let hint = match told.written.spot.line {
                    0 if text.chars().all(char::is_alphabetic) => {
                        format!("as a square {hint}; as a fate one of `{}`", fates.join("`, `"))
                    }
                    _ => hint,
                };
                self.once(told, error.to_string(), hint);
                return None;
            }
        };
        if square == self.setup.square && !self.may_hold(putting) {
            self.not_there(putting, &told.written.spot);
            return None;
        }
        let possible = self.possible(putting);
        if !possible.contains(&square) {
            let list: Vec<String> = possible.iter().map(|square| self.reference(*square)).collect();
            let reference = self.reference(square);
            let message = |who: &str| format!("{who} cannot end in {reference}");
            let hint = format!("it can end in {}; add more ways out to the engagement file", list.join(", "));
            self.wrong_of(putting.code(), &told.written.spot, message, &hint);
        }
        Some(square)
    }

    fn not_there(&mut self, putting: &Putting<'_, 's>, spot: &super::sheet::FormSpot) {
        let square = self.reference(self.setup.square);
        if putting.attacks() {
            let message = |who: &str| format!("{who} cannot stand in {square}, which was not taken");
            self.wrong_of(putting.code(), spot, message, "leave its square blank");
        } else {
            let message = |who: &str| format!("{who} cannot stand in {square}, which was taken");
            let hint = "say what became of it: `withdrew`, `driven_back`, `dispersed`, `surrendered` or `destroyed`";
            self.wrong_of(putting.code(), spot, message, hint);
        }
    }

    /// Whether a base can end in the square of the battle.
    fn may_hold(&self, putting: &Putting<'_, '_>) -> bool {
        let taken = self.end == Some(End::Taken);
        let was_there = putting.base.square == self.setup.square;
        if putting.attacks() { taken || was_there } else { !taken }
    }

    fn usual_square(&mut self, putting: &Putting<'_, 's>, word: Option<FateWord>) -> Option<Square> {
        if matches!(word, Some(FateWord::Withdrew | FateWord::WithdrewInOrder | FateWord::DrivenBack)) {
            return self.way_back(putting);
        }
        let base = putting.base;
        let storms = base.may_assault()
            && base.arrives == 1
            && base.fire == Fire::Direct
            && base.square.steps_to(self.setup.square) <= 1
            && word != Some(FateWord::Broken);
        if putting.attacks() && storms && self.end == Some(End::Taken) {
            return Some(self.setup.square);
        }
        // A fate that cannot be read is a fault already.
        let unread = word.is_none() && putting.chain.cell(FormCell::Fate).is_some();
        if base.square == self.setup.square && !self.may_hold(putting) && !unread {
            let spot = self.spot(putting.chain);
            self.not_there(putting, &spot);
        }
        Some(base.square)
    }

    /// Where a base goes that goes back: an attacker to where he came from, others by the first way out (section 9).
    fn way_back(&mut self, putting: &Putting<'_, 's>) -> Option<Square> {
        let base = putting.base;
        if base.square != self.setup.square {
            return Some(base.square);
        }
        let ways = self.ways_out(putting, base.square);
        if ways.len() > 1 {
            let note = format!(
                "`{}` goes to {}, the first of its {} ways out",
                putting.code(),
                self.reference(ways[0]),
                ways.len()
            );
            self.notes.push(note);
        }
        if ways.is_empty() {
            let spot = putting
                .chain
                .cell(FormCell::Fate)
                .map_or_else(|| self.spot(putting.chain), |told| told.written.spot.clone());
            let hint = "without one it has `surrendered`; add more ways out to the engagement file";
            self.wrong_of(putting.code(), &spot, |who| format!("{who} has no way out"), hint);
        }
        ways.first().copied()
    }

    /// The squares to which a base can go from another, the better first: none from which the enemy came.
    fn ways_out(&self, putting: &Putting<'_, '_>, from: Square) -> Vec<Square> {
        let (own, enemy) = match putting.unit.side {
            BattleSide::Attacker => (&self.setup.attacker, &self.setup.defender),
            BattleSide::Defender => (&self.setup.defender, &self.setup.attacker),
        };
        let on_foot = matches!(putting.base.mobility, Mobility::Foot | Mobility::Cavalry);
        let came_from = |to: Square| enemy.units.iter().flat_map(|unit| &unit.bases).any(|base| base.square == to);
        let open = own.exits.iter().filter(|exit| exit.from == from && (exit.vehicles || on_foot));
        open.map(|exit| exit.to).filter(|to| !came_from(*to)).collect()
    }

    /// Every square in which a base can end.
    fn possible(&self, putting: &Putting<'_, '_>) -> Vec<Square> {
        let (from, here) = (putting.base.square, self.setup.square);
        let near = from.steps_to(here) <= 1;
        let mut found: Vec<Square> = Vec::new();
        found.extend(Some(here).filter(|_| near && self.may_hold(putting)));
        found.extend(Some(from).filter(|from| *from != here));
        found.extend(self.ways_out(putting, from));
        found.extend(self.ways_out(putting, here).into_iter().filter(|_| near));
        let mut seen = std::collections::BTreeSet::new();
        found.retain(|square| seen.insert(*square));
        found
    }
}

fn fate_word(word: FateWord) -> BaseFate {
    match word {
        FateWord::InOrder | FateWord::Disorganised | FateWord::Broken => BaseFate::Stands,
        FateWord::Withdrew | FateWord::WithdrewInOrder => BaseFate::Withdrew,
        FateWord::DrivenBack => BaseFate::Retreated,
        FateWord::Dispersed => BaseFate::Dispersed,
        FateWord::Surrendered => BaseFate::Surrendered,
        FateWord::Destroyed => BaseFate::Destroyed,
    }
}
