//! A battle fought on the table put down: from a filled form to an outcome.
//!
//! What it decides: what a blank means, which losses cannot be, what the rules make of what is written.
//! What it never does: throw dice, or change the campaign.
//! Where to look next: `base`, base by base; `sheet`, how a form is read.

pub(crate) mod again;
pub(crate) mod base;
pub(crate) mod cells;
pub(crate) mod sheet;

use std::collections::{BTreeMap, BTreeSet};

use campaign::Campaign;
use domain::{Role, Square, counted, does};
use rules::form::{CodedUnit, FateWord, coded, costs_hq_die, side_code, usual_attacks};
use rules::outcome::{BaseOutcome, End, Outcome, TestKind, TestTaken, UnitBefore, UnitOutcome};
use rules::pairs::BattleSide;
use rules::setup::{BaseSetup, Fire, Setup};
use scenario::Fault;

use crate::battle::record::cells::{CellWritten, RowChain};
use crate::battle::record::sheet::{FormCell, FormRow, FormSpot, ResultSheet, meant};

/// What would be right where a form does not fit the battle.
const OTHER_DRAWING: &str = "the form is from another drawing of this battle: print it again";

/// What came of a form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Recorded {
    /// The outcome.
    pub outcome: Outcome,
    /// What was taken for granted and could have been otherwise, a line each.
    pub notes: Vec<String>,
}

/// The outcome of a filled form.
///
/// # Errors
/// Everything in it that cannot be.
pub(crate) fn record(campaign: &Campaign, setup: &Setup, sheet: &ResultSheet) -> Result<Recorded, Vec<Fault>> {
    let units = coded(setup);
    let mut recorder = Recorder::new(campaign, setup, sheet);
    recorder.head();
    recorder.place_rows(&units);
    recorder.is_of_this_drawing(&units);
    let (mut bases, mut outcomes) = (Vec::new(), Vec::new());
    for unit in &units {
        let (of_unit, unit) = recorder.unit(unit);
        bases.extend(of_unit);
        outcomes.push(unit);
    }
    recorder.is_held(&bases);
    let end = recorder.end.unwrap_or(End::OutOfMoves);
    let (moves, faults, notes) = (recorder.moves, recorder.faults, recorder.notes);
    if !faults.is_empty() {
        return Err(faults);
    }
    let holder = holder(end);
    let (rules, units, air, story, throws, house) =
        (setup.rules, outcomes, Vec::new(), Vec::new(), Vec::new(), Vec::new());
    let outcome = Outcome { rules, end, holder, moves, bases, units, air, story, throws, house };
    Ok(Recorded { outcome, notes })
}

/// What is wrong with the lines over the table.
pub(crate) fn head_faults(campaign: &Campaign, setup: &Setup, sheet: &ResultSheet) -> Vec<Fault> {
    let mut recorder = Recorder::new(campaign, setup, sheet);
    recorder.head();
    recorder.faults
}

fn holder(end: End) -> BattleSide {
    if end == End::Taken { BattleSide::Attacker } else { BattleSide::Defender }
}

pub(super) struct Recorder<'s> {
    pub(super) campaign: &'s Campaign,
    pub(super) setup: &'s Setup,
    sheet: &'s ResultSheet,
    rows: BTreeMap<String, &'s FormRow>,
    pub(super) end: Option<End>,
    pub(super) moves: u8,
    /// Having fought disorganises by these rules.
    pub(super) tires: bool,
    pub(super) faults: Vec<Fault>,
    pub(super) notes: Vec<String>,
}

impl<'s> Recorder<'s> {
    fn new(campaign: &'s Campaign, setup: &'s Setup, sheet: &'s ResultSheet) -> Self {
        let (rows, faults, notes) = (BTreeMap::new(), sheet.faults.clone(), Vec::new());
        let tires = rules::system(setup.rules).tires();
        Self { campaign, setup, sheet, rows, end: None, moves: 0, tires, faults, notes }
    }

    pub(super) fn wrong(&mut self, spot: &FormSpot, message: impl Into<String>, hint: impl Into<String>) {
        self.faults.push(spot.fault(message, hint));
    }

    /// The same of what has a row of its own.
    pub(super) fn wrong_of(&mut self, code: &str, spot: &FormSpot, say: impl Fn(&str) -> String, hint: &str) {
        let message = say(&self.sheet.names.get(code).cloned().unwrap_or_else(|| format!("`{code}`")));
        self.faults.push(Fault { row: Some(code.to_owned()), ..spot.fault(message, hint) });
    }

    fn head(&mut self) {
        let battle = self.setup.battle.clone().unwrap_or_default();
        if let Some(written) = self.sheet.head.get("battle").filter(|written| written.text != battle) {
            let hint = format!("`railhead battle form {battle}` prints the right one");
            self.wrong(&written.spot, format!("this form is of `{}`, not of `{battle}`", written.text), hint);
        }
        self.end = self.read_end();
        self.check_holder();
        self.moves = self.read_moves();
    }

    fn read_end(&mut self) -> Option<End> {
        let words = "`taken`, `won_back`, `broken_off` or `out_of_moves`";
        let Some(written) = self.sheet.head.get("end") else {
            self.wrong(
                &self.sheet.spot,
                "the form does not say how the battle ended",
                format!("fill in `end`: {words}"),
            );
            return None;
        };
        let read: Result<End, _> = written.text.replace([' ', '-'], "_").parse();
        read.map_err(|unknown| {
            let hint = unknown.nearest().map_or(words.to_owned(), |near| format!("did you mean `{near}`?"));
            self.wrong(&written.spot, format!("`{}` is not a valid end of a battle", written.text), hint);
        })
        .ok()
    }

    fn check_holder(&mut self) {
        let Some(written) = self.sheet.head.get("holder") else { return };
        let sides =
            [(BattleSide::Attacker, &self.setup.attacker.name), (BattleSide::Defender, &self.setup.defender.name)];
        let is = |word: &str| written.text.eq_ignore_ascii_case(word);
        let named = sides.into_iter().find(|(side, name)| is(side.as_str()) || is(side_code(*side)) || is(name));
        let Some((side, name)) = named else {
            let hint = format!("`{}` or `{}`", sides[0].1, sides[1].1);
            return self.wrong(&written.spot, format!("`{}` is not a side in this battle", written.text), hint);
        };
        if let Some(end) = self.end.filter(|end| holder(*end) != side) {
            let hint = "the attacker holds a square that was `taken`, the defender any other; leave `holder` blank";
            self.wrong(&written.spot, format!("`{end}` does not fit: {} the square", does(name, "holds")), hint);
        }
    }

    fn read_moves(&mut self) -> u8 {
        let all = self.setup.moves;
        let Some(written) = self.sheet.head.get("moves") else {
            if self.end.is_some_and(|end| end != End::OutOfMoves) {
                let hint = format!("fill in `moves` (`--moves`): 1 to {all}");
                self.wrong(&self.sheet.spot, "how many moves the battle took is not said", hint);
            }
            return all;
        };
        // By rules that count the hours of an attack no battle takes more than were left of them; others know no last move.
        let most = if self.tires { all } else { 6 };
        let read = written.text.parse::<u8>().ok().filter(|moves| (1..=most).contains(moves));
        let Some(moves) = read else {
            let message = format!("`{}` is not a valid number of moves", written.text);
            let march = if most < 6 { "; the attackers have marched for the other hours of the bound" } else { "" };
            self.wrong(&written.spot, message, format!("1 to {most}{march}"));
            return all;
        };
        if moves < all && self.end == Some(End::OutOfMoves) {
            let message = format!("`out_of_moves` does not fit: the battle took {moves} of its {all} moves");
            self.wrong(
                &written.spot,
                message,
                "give `broken_off` if the attack was given up; otherwise leave `moves` \
                                                blank",
            );
        }
        moves
    }

    /// Puts each row to its code; whoever has none, or is listed twice, is a fault.
    fn place_rows(&mut self, units: &[CodedUnit<'_>]) {
        let mut ids: BTreeMap<&str, Option<&str>> = [("A", None), ("D", None)].into();
        for unit in units {
            ids.insert(&unit.code, Some(unit.unit.id.as_str()));
            ids.extend(unit.bases.iter().map(|(code, base)| (code.as_str(), Some(base.id.as_str()))));
        }
        let known: Vec<&str> = ids.keys().copied().collect();
        for row in &self.sheet.rows {
            let code = row.code.text.to_uppercase();
            let Some(id) = ids.get(code.as_str()) else {
                let hint = meant(&row.code.text, &known, "the printed form has the codes");
                self.wrong(&row.code.spot, format!("there is no `{}` in this battle", row.code.text), hint);
                continue;
            };
            if let Some((written, id)) = row.id.as_ref().zip(*id).filter(|(written, id)| written.text != *id) {
                let message = |who: &str| format!("{who} is `{id}` here, not `{}`", written.text);
                self.wrong_of(&code, &written.spot, message, OTHER_DRAWING);
            }
            if self.rows.insert(code.clone(), row).is_some() {
                self.wrong_of(&code, &row.code.spot, |who| format!("{who} appears twice"), "leave one of them out");
            }
        }
    }

    /// A form that was printed of the battle as it is drawn says of the bases what they are; whom it leaves out is named.
    fn is_of_this_drawing(&mut self, units: &[CodedUnit<'_>]) {
        let mut without = Vec::new();
        for (code, base) in units.iter().flat_map(|unit| &unit.bases) {
            let Some(row) = self.rows.get(code.as_str()).copied() else {
                without.push(code.as_str());
                continue;
            };
            for (column, is) in [("sp_was", base.sp), ("markers_was", base.markers)] {
                let Some(written) = row.was.get(column).filter(|was| was.text.parse() != Ok(is)) else { continue };
                let message = |who: &str| format!("{who} has {is} in `{column}` here, not `{}`", written.text);
                self.wrong_of(code, &written.spot, message, OTHER_DRAWING);
            }
        }
        let is_printed = self.sheet.rows.iter().any(|row| row.id.is_some());
        if let [first, ..] = without[..]
            && is_printed
        {
            let (count, rows) = (without.len(), if without.len() == 1 { "row" } else { "rows" });
            self.notes.push(format!(
                "the form has no {rows} for {}, starting with `{first}`: {} taken as blank",
                counted(count, "base"),
                if count == 1 { "it is" } else { "they are" }
            ));
        }
    }

    /// The rows that hold for a unit.
    fn chain(&self, unit: &CodedUnit<'_>) -> RowChain<'s> {
        let rows = [&unit.code, side_code(unit.side)].map(|code| self.rows.get(code).copied());
        RowChain { code: unit.code.clone(), rows: rows.into() }
    }

    /// The rows that hold for a base: that of the side only where the base is in the fight.
    fn chain_of_base(&self, unit: &CodedUnit<'_>, code: &str, base: &BaseSetup) -> RowChain<'s> {
        let side = Some(side_code(unit.side)).filter(|_| is_in_the_fight(self.setup, base));
        let codes = [Some(code), Some(unit.code.as_str()), side];
        let rows = codes.map(|code| code.and_then(|code| self.rows.get(code).copied()));
        RowChain { code: code.to_owned(), rows: rows.into() }
    }

    /// Where what is not written would stand: the nearest row.
    pub(super) fn spot(&self, chain: &RowChain<'s>) -> FormSpot {
        let row = chain.rows.iter().flatten().next();
        row.map_or(&self.sheet.spot, |row| &row.code.spot).clone()
    }

    pub(super) fn number(&mut self, chain: &RowChain<'s>, cell: FormCell, most: u16) -> Option<(u16, CellWritten<'s>)> {
        let told = chain.cell(cell)?;
        let read = told.written.text.parse::<u16>().ok().filter(|number| *number <= most);
        if read.is_none() {
            let of = match cell {
                FormCell::Sp => "SP",
                FormCell::Passed => "tests passed",
                FormCell::Failed => "tests failed",
                cell => cell.as_str(),
            };
            let message = format!("`{}` is not a valid number of {of}", told.written.text);
            self.wrong(&told.written.spot, message, format!("a whole number from 0 to {most}"));
        }
        Some((read?, told))
    }

    fn unit(&mut self, unit: &CodedUnit<'s>) -> (Vec<BaseOutcome>, UnitOutcome) {
        let chain = self.chain(unit);
        let [passed, failed] =
            [FormCell::Passed, FormCell::Failed].map(|cell| self.number(&chain, cell, 20).map_or(0, |(n, _)| n as u8));
        let mut bases = Vec::new();
        for (code, base) in &unit.bases {
            let own = self.chain_of_base(unit, code, base);
            self.not_of_a_base(&own, &unit.code);
            bases.push(self.base(unit, &own, base, failed > 0));
        }
        let mut outcome = self.unit_outcome(unit, &chain, &bases);
        let test = |passed| TestTaken { now: self.moves, kind: TestKind::Break, face: 0, passed };
        outcome.tests = std::iter::repeat_n(test(true), passed.into())
            .chain(std::iter::repeat_n(test(false), failed.into()))
            .collect();
        outcome.half_tested |= passed + failed > 0 && is_half_marked(unit, &bases);
        self.disorganise(unit, &own_words(&self.rows, unit), &outcome, &mut bases);
        (bases, outcome)
    }

    /// Attacks and tests are of a unit.
    fn not_of_a_base(&mut self, chain: &RowChain<'s>, unit: &str) {
        for cell in [FormCell::Attacks, FormCell::Passed, FormCell::Failed] {
            if let Some(told) = chain.cell(cell).filter(|told| told.above == 0) {
                let message = |who: &str| format!("`{cell}` applies to a unit, but {who} is a base");
                self.wrong_of(&chain.code, &told.written.spot, message, &format!("put it in the row of `{unit}`"));
            }
        }
    }

    fn unit_outcome(&mut self, unit: &CodedUnit<'s>, chain: &RowChain<'s>, bases: &[BaseOutcome]) -> UnitOutcome {
        let setup = unit.unit;
        let costs = costs_hq_die(self.setup);
        let usual = usual_attacks(self.setup, unit);
        let attacks = self.number(chain, FormCell::Attacks, 6).map_or(usual, |(number, _)| number) as u8;
        let owed = setup.owed.saturating_add(attacks);
        let used_up = costs && owed > 0 && owed >= setup.hq_die;
        let commands: Vec<bool> = unit
            .bases
            .iter()
            .zip(bases)
            .filter(|((_, base), _)| base.role == Role::Command)
            .map(|((_, base), told)| told.engaged && (told.markers > base.markers || told.fate.is_loss()))
            .collect();
        let command_hit = !commands.is_empty() && commands.iter().all(|hit| *hit);
        UnitOutcome {
            id: setup.id.clone(),
            side: unit.side,
            hq_die: setup.hq_die,
            owed,
            tests: Vec::new(),
            met_tanks: setup.met_tanks || unit.side == BattleSide::Defender && self.meets_tanks(unit),
            half_tested: setup.half_tested,
            disorganised: used_up || command_hit,
            engaged: bases.iter().any(|base| base.engaged),
            before: Some(UnitBefore::of(setup)),
        }
    }

    /// Tanks that attacked from the start have been met by whoever defends the square.
    fn meets_tanks(&self, unit: &CodedUnit<'_>) -> bool {
        let attacking = self.setup.attacker.units.iter().flat_map(|unit| &unit.bases);
        let tanks = attacking.into_iter().any(|base| base.is_tank() && base.arrives == 1 && base.fire == Fire::Direct);
        tanks && unit.bases.iter().any(|(_, base)| base.square == self.setup.square)
    }

    /// A whole unit is disorganised by a used up HQ die or a marked command base, whatever is written for its bases.
    fn disorganise(
        &mut self,
        unit: &CodedUnit<'_>,
        in_order: &BTreeSet<String>,
        outcome: &UnitOutcome,
        bases: &mut [BaseOutcome],
    ) {
        if !outcome.disorganised {
            return;
        }
        if !in_order.is_empty() {
            let why = "its HQ die is used up, or its command base was marked";
            self.notes.push(format!("`{}` is disorganised as a whole: {why}", unit.code));
        }
        bases.iter_mut().filter(|base| !base.fate.is_loss()).for_each(|base| base.disorganised = true);
    }

    /// Somebody of the holder's stands in a square that was taken.
    fn is_held(&mut self, bases: &[BaseOutcome]) {
        let there = |base: &BaseOutcome| base.side == BattleSide::Attacker && base.square == Some(self.setup.square);
        if self.end != Some(End::Taken) || bases.iter().any(there) {
            return;
        }
        let spot = self.sheet.head.get("end").map_or(&self.sheet.spot, |written| &written.spot).clone();
        let (name, square) = (&self.setup.attacker.name, self.reference(self.setup.square));
        let message = format!("{square} was `taken`, but {} nobody in it", does(name, "has"));
        let hint = "put one of its bases in the square, or give another end";
        self.wrong(&spot, message, hint);
    }

    pub(super) fn reference(&self, square: Square) -> String {
        self.campaign.frame.reference(square)
    }
}

/// Whether a base is in the fight: it stands in the square, or is there from the start and fires direct. What is said
/// of a whole side or formation does not reach the guns behind it.
pub(crate) fn is_in_the_fight(setup: &Setup, base: &BaseSetup) -> bool {
    base.square == setup.square || base.arrives == 1 && base.fire == Fire::Direct
}

/// The rows of a unit in which `in_order` is written.
fn own_words(rows: &BTreeMap<String, &FormRow>, unit: &CodedUnit<'_>) -> BTreeSet<String> {
    let codes = unit.bases.iter().map(|(code, _)| code).chain([&unit.code]);
    let says = |code: &&String| {
        let cell = rows.get(code.as_str()).and_then(|row| row.cells.get(&FormCell::Fate));
        cell.is_some_and(|written| written.text.parse() == Ok(FateWord::InOrder))
    };
    codes.filter(says).cloned().collect()
}

/// Whether a unit's markers reach half of the SP that it has left, all its bases counted.
fn is_half_marked(unit: &CodedUnit<'_>, bases: &[BaseOutcome]) -> bool {
    let elsewhere = unit.unit.elsewhere;
    let markers = bases.iter().map(|base| u32::from(base.markers)).sum::<u32>() + u32::from(elsewhere.markers);
    let sp = bases.iter().map(|base| u32::from(base.sp)).sum::<u32>() + u32::from(elsewhere.sp);
    markers * 2 >= sp && markers > 0
}
