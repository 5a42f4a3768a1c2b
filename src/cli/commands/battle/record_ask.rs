//! `battle record --ask`: the result of a battle asked line by line.
//!
//! What it decides: the order of the questions, and that one is asked again until its answer can be. Each answer is kept
//! at once, so that a dialogue that is broken off goes on where it stopped.
//! Where to look next: `ops::query::record_form`, which judges the answers.

mod in_words;
mod saved;
mod told;

use std::fmt::Write as _;

use domain::counted;
use ops::View;
use ops::query::{self, FormCell, FormRow, FormSpot, FormText, ResultSheet, Setup};
use report::model::{BattleStory, FormReport, UnitForm};
use report::render::wrap::sentence;

use super::engagement::kept_in;
use crate::ask::Terminal;
use crate::command_context::CommandContext;
use crate::failure::{Failure, REFUSED};
use crate::table::{AskedBy, KeptAnswers};
use saved::SavedAnswers;
use told::{rest_words, said, summary};

use in_words::{cells, cells_of};
pub(super) use in_words::{lines, words};
pub(super) use saved::forget;

/// What the choice of an answer to be asked for again is called among those that are saved.
const AGAIN: &str = "again";

/// What was answered.
pub(super) struct Answered {
    /// The result.
    pub(super) sheet: ResultSheet,
    /// Where the answers are kept, until the result has been recorded.
    pub(super) kept: KeptAnswers,
}

/// Asks for the result of a battle; the answers are kept in a file with this ending. Of a battle that was posted Enter keeps
/// what was posted.
pub(super) fn ask(
    ctx: &mut CommandContext<'_>,
    campaign: &View,
    setup: &Setup,
    (what, ending): (&str, &str),
    as_posted: Option<ResultSheet>,
) -> Result<Answered, Failure> {
    let name = kept_in(what, setup, ending)?;
    let kept = KeptAnswers::read(ctx.context.path(&name), &name, AskedBy::Record)?;
    let kept = kept.of_drawing(setup.drawing.as_deref());
    let form = FormReport::new(campaign, setup);
    let width = ctx.context.err_width;
    let terminal = Terminal::new(&mut ctx.context.input, &mut ctx.context.err);
    let as_posted = as_posted.unwrap_or_default();
    let saved = SavedAnswers::new(kept, width);
    let (form, sheet) = (&form, ResultSheet::default());
    let mut interview = Interview { campaign, setup, form, terminal, sheet, as_posted, width, saved };
    interview.say_goes_on();
    loop {
        interview.sheet = ResultSheet { head: interview.as_posted.head.clone(), ..ResultSheet::default() };
        match interview.all() {
            Ok(()) => return Ok(Answered { sheet: interview.sheet, kept: interview.saved.kept }),
            // What was answered before the answer that is taken back is used again.
            Err(Stop::Back) => interview.saved.take_back(),
            Err(Stop::Failed(failure)) => return Err(failure.hint(interview.saved.kept.how_to_go_on())),
        }
    }
}

struct Interview<'a> {
    campaign: &'a View,
    setup: &'a Setup,
    form: &'a FormReport,
    terminal: Terminal<'a>,
    sheet: ResultSheet,
    /// The result that was posted, of a battle that is corrected: what stands where nothing is answered.
    as_posted: ResultSheet,
    /// How wide its lines are.
    width: Option<usize>,
    saved: SavedAnswers,
}

/// Why no more is asked.
enum Stop {
    /// The last answer is taken back, so that all begins anew.
    Back,
    Failed(Failure),
}

impl From<Failure> for Stop {
    fn from(failure: Failure) -> Self {
        Self::Failed(failure)
    }
}

/// A question whose lines are no wider than the terminal; the cursor stays behind the last.
fn within(question: &str, width: Option<usize>) -> String {
    let lines: Vec<String> = question.split('\n').map(|line| sentence("", line.trim_end(), 2, width)).collect();
    let text = lines.concat();
    let end = if question.ends_with(' ') { " " } else { "" };
    format!("{}{end}", text.trim_end_matches('\n'))
}

impl Interview<'_> {
    fn how(&self) -> String {
        let nothing = if self.corrects() { "to keep what was posted" } else { "for no change" };
        let how = format!(
            "type `SP MARKERS [out] [FATE] [SQUARE]`, `each` to go base by base, or nothing {nothing};\n\
             `rest`, alone or before such an answer, covers this unit and all that follow on its side;\n\
             `back` takes back the last answer, `?` shows this again"
        );
        format!("{}\n{how}\nfates: {}\n", self.form.title(), self.form.fates.join(", "))
    }

    /// Whether a posted result is corrected.
    fn corrects(&self) -> bool {
        !self.as_posted.rows.is_empty()
    }

    /// What was posted of whoever has one of these codes.
    fn posted_rows(&self, is_meant: impl Fn(&str) -> bool) -> Vec<FormRow> {
        self.as_posted.rows.iter().filter(|row| is_meant(&row.code.text)).cloned().collect()
    }

    fn all(&mut self) -> Result<(), Stop> {
        self.head(&self.how())?;
        let units: Vec<&UnitForm> = self.form.units().collect();
        let sides = units.chunk_by(|one, next| one.code.as_bytes()[..1] == next.code.as_bytes()[..1]);
        for side in sides {
            for (place, unit) in side.iter().enumerate() {
                let which = if side.len() > 1 { format!(" ({} of {})", place + 1, side.len()) } else { String::new() };
                if self.unit(unit, &which, &side[place + 1..])? {
                    break;
                }
            }
        }
        while !self.is_agreed()? {}
        Ok(())
    }

    /// Says that an earlier dialogue goes on, and again how it is answered.
    fn say_goes_on(&self) {
        if let Some(text) = self.saved.goes_on() {
            let how = within(&self.how(), self.width);
            self.terminal.say(&format!("{how}\n{}", sentence("", &text, 0, self.width)));
        }
    }

    /// The answer to a question: the saved one, else one asked for, which is saved at once. `key` is the question in the
    /// file.
    fn line(&mut self, key: &str, question: &str) -> Result<String, Stop> {
        if let Some(given) = self.saved.answer(&self.terminal, key) {
            self.saved.take(&self.terminal, key, &given, true);
            return Ok(given);
        }
        let line = self.ask(question)?;
        self.saved.take(&self.terminal, key, &line, false);
        Ok(line)
    }

    /// An answer that is not saved; `back` and `?` are answers to every question.
    fn ask(&mut self, question: &str) -> Result<String, Stop> {
        let last = question.rsplit('\n').next().unwrap_or_default();
        let mut asked = question.to_owned();
        loop {
            let line = self.terminal.line(&within(&asked, self.width)).map(|line| line.trim().to_owned());
            let line = line.ok_or_else(|| Failure::words("input ended: nothing was recorded"))?;
            asked = match line.as_str() {
                "?" | "help" => format!("{}{last}", self.how()),
                "back" if self.saved.kept.len() == 0 => format!("  there is no answer to take back\n{last}"),
                "back" => return Err(Stop::Back),
                _ => return Ok(line),
            };
        }
    }

    /// What is wrong with the answers to these questions, a line each.
    fn wrong(&self, codes: &[&str]) -> Option<String> {
        let faults = query::form_faults(self.campaign, self.setup, &self.sheet);
        let own = faults.iter().filter(|fault| codes.contains(&fault.file.as_str()));
        // One answer for many bases goes wrong for all of them in the same way: that is said once.
        let mut kinds: Vec<(&query::Fault, usize)> = Vec::new();
        for fault in own {
            match kinds.iter_mut().find(|(first, _)| first.hint == fault.hint && first.file == fault.file) {
                Some((_, more)) => *more += 1,
                None => kinds.push((fault, 0)),
            }
        }
        let line = |(fault, more): &(&query::Fault, usize)| match more {
            0 => said(fault),
            more => format!("{}  and {more} more like it\n", said(fault)),
        };
        let lines: Vec<String> = kinds.iter().map(line).collect();
        (!lines.is_empty()).then(|| lines.concat())
    }

    fn head(&mut self, title: &str) -> Result<(), Stop> {
        let end = format!("how did it end ({})?", self.form.ends.join(", "));
        self.head_line("end", title, &end, None)?;
        self.head_line("moves", "", "how many moves did it take?", Some(self.form.moves.to_string()))
    }

    fn head_line(&mut self, key: &'static str, title: &str, question: &str, usual: Option<String>) -> Result<(), Stop> {
        let mut before = title.to_owned();
        // Asked again, nothing is what was answered before.
        let usual = self.sheet.head.get(key).map(|written| written.text.clone()).or(usual);
        let shown = usual.as_ref().map(|usual| format!(" [{usual}]")).unwrap_or_default();
        loop {
            let line = self.line(key, &format!("{before}{question}{shown} "))?;
            let text = usual.clone().filter(|_| line.is_empty()).unwrap_or(line);
            self.sheet.head.insert(key, FormText { text, spot: FormSpot::words(key) });
            let faults = query::form_head_faults(self.campaign, self.setup, &self.sheet);
            match faults.iter().find(|fault| fault.file == key) {
                None => return Ok(()),
                Some(fault) => before = said(fault),
            }
            self.saved.refuse();
        }
    }

    /// Asks for a unit, ` (2 of 5)` of its side; whether the answer was for those of its side that follow as well.
    fn unit(&mut self, unit: &UnitForm, which: &str, rest: &[&UnitForm]) -> Result<bool, Stop> {
        self.forget(unit);
        let mut shown = format!("{}  {}{which}\n", unit.code, unit.title());
        for base in &unit.bases {
            let markers =
                if base.markers > 0 { format!(", {}", counted(base.markers.into(), "marker")) } else { String::new() };
            let out = if base.out_of_ammo { ", out of ammunition" } else { "" };
            let posted = self.posted_rows(|code| code == base.code);
            let posted = posted.first().map(|row| format!("; posted: {}", cells(row))).unwrap_or_default();
            let _ = writeln!(
                shown,
                "  {}  {}: {}/{} SP{markers}{out}, in {}{posted}",
                base.code, base.name, base.sp, base.sp_full, base.square
            );
        }
        let codes: Vec<&str> =
            std::iter::once(&unit.code).chain(unit.bases.iter().map(|base| &base.code)).map(String::as_str).collect();
        loop {
            let key = format!("{} {}", unit.code, unit.id);
            let line = self.line(&key, &format!("{shown}{}: all its bases? ", unit.code))?;
            if line.eq_ignore_ascii_case("each") {
                for base in &unit.bases {
                    self.base(&base.code)?;
                }
                break;
            }
            if let Some(words) = rest_words(&line) {
                match self.put_all(std::iter::once(&unit).chain(rest), words) {
                    None => return Ok(true),
                    Some(wrong) => shown = wrong,
                }
                self.saved.refuse();
                continue;
            }
            self.forget(unit);
            if line.is_empty() && self.corrects() {
                self.sheet.rows.extend(self.posted_rows(|code| codes.contains(&code)));
                break;
            }
            match self.put(&unit.code, &line, &codes) {
                None => break,
                Some(wrong) => shown = wrong,
            }
            self.saved.refuse();
        }
        self.tests(unit)?;
        Ok(false)
    }

    /// Puts the same down for several units; what is wrong with it, where something is.
    fn put_all<'u>(&mut self, units: impl Iterator<Item = &'u &'u UnitForm>, words: &str) -> Option<String> {
        let mut codes = Vec::new();
        for unit in units {
            self.forget(unit);
            codes.push(unit.code.as_str());
            codes.extend(unit.bases.iter().map(|base| base.code.as_str()));
            if let Some(wrong) = self.put(&unit.code, words, &[]) {
                return Some(wrong);
            }
        }
        self.wrong(&codes)
    }

    fn base(&mut self, code: &str) -> Result<(), Stop> {
        let mut before = String::new();
        loop {
            let line = self.line(code, &format!("{before}  {code}? "))?;
            self.sheet.rows.retain(|row| row.code.text != code);
            if line.is_empty() && self.corrects() {
                self.sheet.rows.extend(self.posted_rows(|of| of == code));
                return Ok(());
            }
            match self.put(code, &line, &[code]) {
                None => return Ok(()),
                Some(wrong) => before = wrong,
            }
            self.saved.refuse();
        }
    }

    /// Puts a row down; what is wrong with it, where something is.
    fn put(&mut self, code: &str, line: &str, codes: &[&str]) -> Option<String> {
        let spot = FormSpot::words(code);
        match query::row_of_words(code, line.split_whitespace(), &spot) {
            Ok(row) => {
                self.sheet.rows.push(row);
                self.wrong(codes)
            }
            Err(faults) => Some(faults.iter().map(said).collect::<Vec<_>>().concat()),
        }
    }

    /// Attacks made, tests passed and failed, of a unit.
    fn tests(&mut self, unit: &UnitForm) -> Result<(), Stop> {
        let cells = [FormCell::Attacks, FormCell::Passed, FormCell::Failed];
        let mut before = String::new();
        let posted = self.posted_rows(|code| code == unit.code).pop();
        let usual = query::usual_attacks(self.setup, &unit.code).to_string();
        let usual = match &posted {
            Some(row) => cells_of(row, &cells).join(", "),
            None => format!("{usual}, 0, 0"),
        };
        loop {
            let question = format!("{before}{}: attacks made, tests passed, tests failed? [{usual}] ", unit.code);
            let line = self.line(&format!("{} attacks and tests", unit.code), &question)?;
            let spot = FormSpot::words(&unit.code);
            let place = self.sheet.rows.iter().position(|row| row.code.text == unit.code).unwrap_or_else(|| {
                let code = FormText { text: unit.code.clone(), spot: spot.clone() };
                let (cells, was) = Default::default();
                self.sheet.rows.push(FormRow { code, id: None, cells, was });
                self.sheet.rows.len() - 1
            });
            let row = &mut self.sheet.rows[place];
            row.cells.retain(|cell, _| !cells.contains(cell));
            let own = posted.iter().flat_map(|posted| &posted.cells).filter(|(cell, _)| cells.contains(cell));
            row.cells.extend(own.map(|(cell, text)| (*cell, text.clone())));
            for (cell, word) in
                cells.iter().zip(line.split_whitespace()).filter(|(_, word)| !matches!(*word, "=" | "-"))
            {
                row.cells.insert(*cell, FormText { text: word.to_owned(), spot: spot.clone() });
            }
            match self.wrong(&[&unit.code]) {
                None => return Ok(()),
                Some(wrong) => before = wrong,
            }
            self.saved.refuse();
        }
    }

    /// Takes back what was answered for a unit.
    fn forget(&mut self, unit: &UnitForm) {
        let own = |code: &str| code == unit.code || unit.bases.iter().any(|base| base.code == code);
        self.sheet.rows.retain(|row| !own(&row.code.text));
    }

    /// Shows what came of it, and asks whether that is right, or what is to be asked again.
    fn is_agreed(&mut self) -> Result<bool, Stop> {
        let (shown, question) = match query::record_form(self.campaign, self.setup, &self.sheet, "the result") {
            Ok((result, notes)) => {
                let story = BattleStory::new(self.campaign, self.setup, &result.outcome, &result.dice, notes);
                (summary(self.form, &story), "is that right? [y, n, `end`, or a code to ask again] ")
            }
            Err(error) => {
                (Failure::from(error).as_text(None), "ask which answer again? [n to record nothing, `end`, or a code] ")
            }
        };
        let mut before = shown;
        loop {
            let saved = self.saved.answer(&self.terminal, AGAIN);
            let line = match &saved {
                Some(given) => given.clone(),
                None => self.ask(&format!("{before}{question}"))?,
            };
            match line.to_lowercase().as_str() {
                "y" | "yes" if query::form_faults(self.campaign, self.setup, &self.sheet).is_empty() => {
                    return Ok(true);
                }
                "n" | "no" => return Err(Failure::new("record", REFUSED, "nothing was recorded").into()),
                "end" => {
                    self.saved.take(&self.terminal, AGAIN, &line, saved.is_some());
                    return self.head("").map(|()| false);
                }
                word => {
                    let code = word.split('.').next().unwrap_or_default();
                    let form = self.form;
                    if let Some(unit) = form.units().find(|unit| unit.code.eq_ignore_ascii_case(code)) {
                        self.saved.take(&self.terminal, AGAIN, &line, saved.is_some());
                        return self.unit(unit, "", &[]).map(|_| false);
                    }
                }
            }
            before = format!("  `{line}` is not an answer here\n");
        }
    }
}
