//! A recorded result as a form again, and that form with some of it otherwise.
//!
//! What it decides: what of a recorded result has to be written, since a blank would mean something else; what else goes
//! with what is written anew.
//! Where to look next: `base`, what a blank means.

use campaign::Campaign;
use domain::thirds_text;
use rules::form::{CodedUnit, FateWord, coded};
use rules::outcome::{BaseFate, BaseOutcome, Outcome, UnitOutcome};
use rules::setup::{BaseSetup, Setup};

use crate::battle::record::record;
use crate::battle::record::sheet::{FormCell, FormRow, FormSpot, FormText, ResultSheet};

/// How like the posted result what a form gives has to be.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Likeness {
    /// In all that is posted, as of a battle recorded from the table.
    Whole,
    /// In strength, state and place: which bases took part is known of a battle that the program fought, and no form says it.
    OfWhatIsSeen,
}

/// The form of a posted result, blank where that gives the same; none where no form gives it.
pub(crate) fn sheet_of(campaign: &Campaign, setup: &Setup, outcome: &Outcome) -> Option<ResultSheet> {
    let (sheet, likeness) = whole(campaign, setup, outcome)?;
    Some(without_what_is_usual(sheet, |sheet| gives(campaign, setup, sheet, outcome, likeness)))
}

/// The form of a posted result with a row for every unit and base; none where no form gives it.
pub(crate) fn whole_sheet(campaign: &Campaign, setup: &Setup, outcome: &Outcome) -> Option<ResultSheet> {
    whole(campaign, setup, outcome).map(|(sheet, _)| sheet)
}

fn whole(campaign: &Campaign, setup: &Setup, outcome: &Outcome) -> Option<(ResultSheet, Likeness)> {
    // What the rules make of a withdrawal need not be said.
    let usual = whole_by(campaign, setup, outcome, FateWord::Withdrew);
    usual.or_else(|| whole_by(campaign, setup, outcome, FateWord::WithdrewInOrder))
}

/// The same with the word for those who went back of their own will and are in order.
fn whole_by(
    campaign: &Campaign,
    setup: &Setup,
    outcome: &Outcome,
    in_order: FateWord,
) -> Option<(ResultSheet, Likeness)> {
    let mut sheet = ResultSheet { spot: FormSpot::words("the result"), ..ResultSheet::default() };
    sheet.head.insert("end", text(&outcome.end));
    sheet.head.insert("moves", text(&outcome.moves));
    let units = coded(setup);
    for unit in &units {
        let told = outcome.units.iter().find(|told| told.id == unit.unit.id && told.side == unit.side)?;
        sheet.rows.push(unit_row(unit, told));
    }
    for (code, base) in units.iter().flat_map(|unit| &unit.bases) {
        let told = outcome.bases.iter().find(|told| told.id == base.id)?;
        sheet.rows.push(base_row(campaign, (code, base), told, in_order)?);
    }
    let likeness = [Likeness::Whole, Likeness::OfWhatIsSeen];
    let likeness = likeness.into_iter().find(|likeness| gives(campaign, setup, &sheet, outcome, *likeness))?;
    Some((sheet, likeness))
}

/// Whether a form gives an outcome.
fn gives(campaign: &Campaign, setup: &Setup, sheet: &ResultSheet, outcome: &Outcome, likeness: Likeness) -> bool {
    record(campaign, setup, sheet).is_ok_and(|found| is_as(&found.outcome, outcome, likeness))
}

/// Whether two outcomes are one in all that a form says.
fn is_as(one: &Outcome, other: &Outcome, likeness: Likeness) -> bool {
    let whole = likeness == Likeness::Whole;
    let units = |outcome: &Outcome| -> Vec<_> {
        let units = outcome.units.iter();
        units.map(|unit| (unit.id.clone(), unit.owed, unit.tests.len(), whole && unit.disorganised)).collect()
    };
    let head = |outcome: &Outcome| (outcome.end, outcome.moves, outcome.holder);
    let bases = one.bases.len() == other.bases.len()
        && one.bases.iter().zip(&other.bases).all(|(one, other)| is_same(one, other, whole));
    bases && units(one) == units(other) && head(one) == head(other)
}

/// The form without the rows and cells for which a blank gives the same.
fn without_what_is_usual(mut sheet: ResultSheet, gives: impl Fn(&ResultSheet) -> bool) -> ResultSheet {
    for place in (0..sheet.rows.len()).rev() {
        let mut shorter = sheet.clone();
        shorter.rows.remove(place);
        if gives(&shorter) {
            sheet = shorter;
        }
    }
    for place in 0..sheet.rows.len() {
        let cells: Vec<FormCell> = sheet.rows[place].cells.keys().copied().collect();
        for cell in cells {
            let mut shorter = sheet.clone();
            shorter.rows[place].cells.remove(&cell);
            if gives(&shorter) {
                sheet = shorter;
            }
        }
    }
    sheet
}

/// The form of a recorded result in which this is otherwise; what it leaves out stays as it was recorded. None where no form
/// gives the recorded result.
pub(crate) fn amended(
    campaign: &Campaign,
    setup: &Setup,
    outcome: &Outcome,
    given: &ResultSheet,
) -> Option<ResultSheet> {
    let mut sheet = sheet_of(campaign, setup, outcome)?;
    sheet.head.extend(given.head.clone());
    for row in &given.rows {
        let code = row.code.text.to_uppercase();
        let within = |of: &FormRow| {
            of.code.text == code
                || of.code.text.strip_prefix(&code).is_some_and(|rest| !code.contains('.') && is_under(&code, rest))
        };
        sheet.rows.iter_mut().filter(|of| within(of)).for_each(|of| make_way(of, row));
        match sheet.rows.iter_mut().find(|of| of.code.text == code) {
            Some(of) => of.cells.extend(row.cells.clone()),
            None => sheet.rows.push(FormRow { code: FormText { text: code, ..row.code.clone() }, ..row.clone() }),
        }
    }
    Some(sheet)
}

/// Whether what follows a code makes it the code of somebody under it: `A` has `A1` and `A1.2` under it, `A1` only `A1.2`.
fn is_under(code: &str, rest: &str) -> bool {
    if code.len() == 1 { !rest.is_empty() } else { rest.starts_with('.') }
}

/// Takes out of a recorded row what is written anew for it, and what followed from that: who is not lost after all stands
/// where a blank puts him, and of who is lost there is nothing more to be said.
fn make_way(row: &mut FormRow, given: &FormRow) {
    let says = |cell: FormCell| given.cells.get(&cell).map(|written| written.text.as_str());
    let is_lost = |word: &str| word.parse().is_ok_and(FateWord::is_loss);
    let was_lost = row.cells.get(&FormCell::Fate).is_some_and(|written| is_lost(&written.text));
    let mut gone: Vec<FormCell> = given.cells.keys().copied().collect();
    match (says(FormCell::Sp), says(FormCell::Fate)) {
        (_, Some(word)) if is_lost(word) => gone.extend([FormCell::Sp, FormCell::Markers, FormCell::Square]),
        (_, Some(_)) => gone.push(FormCell::Square),
        (Some("0"), None) => gone.extend([FormCell::Markers, FormCell::Fate, FormCell::Square]),
        (Some(_), None) if was_lost => gone.push(FormCell::Fate),
        _ => {}
    }
    row.cells.retain(|cell, _| !gone.contains(cell));
}

fn text(word: &(impl ToString + ?Sized)) -> FormText {
    FormText { text: word.to_string(), spot: FormSpot::words("the result") }
}

fn row(code: &str, cells: Vec<(FormCell, String)>) -> FormRow {
    let cells = cells.into_iter().map(|(cell, word)| (cell, text(&word))).collect();
    FormRow { code: text(code), id: None, cells, was: std::collections::BTreeMap::new() }
}

/// Attacks and tests of a unit.
fn unit_row(unit: &CodedUnit<'_>, told: &UnitOutcome) -> FormRow {
    let attacks = usize::from(told.owed.saturating_sub(unit.unit.owed));
    let passed = told.tests.iter().filter(|test| test.passed).count();
    let failed = told.tests.len() - passed;
    let cells = [(FormCell::Attacks, attacks), (FormCell::Passed, passed), (FormCell::Failed, failed)];
    row(&unit.code, cells.map(|(cell, count)| (cell, count.to_string())).to_vec())
}

/// All that a form says of a base; none where something became of it that no form has a word for.
fn base_row(
    campaign: &Campaign,
    (code, base): (&str, &BaseSetup),
    told: &BaseOutcome,
    in_order: FateWord,
) -> Option<FormRow> {
    let fate = match told.fate {
        BaseFate::Stands if told.broken => FateWord::Broken,
        BaseFate::Stands if told.disorganised => FateWord::Disorganised,
        BaseFate::Stands => FateWord::InOrder,
        BaseFate::Withdrew if !told.disorganised => in_order,
        BaseFate::Withdrew => FateWord::Withdrew,
        BaseFate::Retreated => FateWord::DrivenBack,
        BaseFate::Dispersed => FateWord::Dispersed,
        BaseFate::Surrendered => FateWord::Surrendered,
        BaseFate::Destroyed => FateWord::Destroyed,
        BaseFate::AtMedicalPost | BaseFate::Merged | BaseFate::OffMap => return None,
    };
    let mut cells = vec![(FormCell::Fate, fate.to_string())];
    if !fate.is_loss() {
        cells.extend([(FormCell::Sp, told.sp.to_string()), (FormCell::Markers, told.markers.to_string())]);
    }
    if told.out_of_ammo != base.out_of_ammo {
        cells.push((FormCell::Out, if told.out_of_ammo { "out" } else { "no" }.to_owned()));
    }
    if let Some(thirds) = told.cu_thirds.filter(|_| told.cu_thirds != base.cu_thirds) {
        cells.push((FormCell::Cu, thirds_text(thirds)));
    }
    cells.extend(told.square.map(|square| (FormCell::Square, campaign.frame.reference(square))));
    Some(row(code, cells))
}

/// Whether the same became of a base in both.
fn is_same(one: &BaseOutcome, other: &BaseOutcome, whole: bool) -> bool {
    let of = |base: &BaseOutcome| {
        let figures = (base.sp, base.markers, base.out_of_ammo, base.cu_thirds);
        (base.id.clone(), figures, base.fate, base.disorganised, base.broken, base.square, whole && base.engaged)
    };
    of(one) == of(other)
}
