//! Battles fought on the table, brought from a form or from words to an outcome; nothing here changes the campaign.

use std::collections::BTreeMap;

use campaign::{Campaign, Formation, Tree};
use domain::{FormationId, command};
use rules::form::{self, coded};
use rules::outcome::Outcome;
use rules::setup::{BaseSetup, Setup};

use crate::battle::record::{self, head_faults, is_in_the_fight};
use crate::{BattleResult, OpError, pick};

pub use crate::battle::record::Recorded;
pub use crate::battle::record::sheet::{
    FormCell, FormRow, FormSpot, FormText, ResultSheet, row_of_texts, row_of_words,
};
pub use scenario::{Fault, ZERO_DROPPED};

/// Where the dice of a recorded battle came from.
const TABLE: &str = "the table";

/// The filled form of a CSV text.
///
/// # Errors
/// Everything in it that cannot be read, with file, line and column.
pub fn read_form(file: &str, text: &str) -> Result<ResultSheet, OpError> {
    ResultSheet::read(file, text).map_err(|faults| OpError::Form { form: format!("`{file}`"), faults })
}

/// What came of a filled form, and what was taken for granted; `form` is what errors call it.
///
/// # Errors
/// Everything in it that cannot be.
pub fn record_form(
    campaign: &Campaign,
    setup: &Setup,
    sheet: &ResultSheet,
    form: &str,
) -> Result<(BattleResult, Vec<String>), OpError> {
    let recorded = record::record(campaign, setup, sheet);
    let Recorded { outcome, notes } = recorded.map_err(|faults| OpError::Form { form: form.to_owned(), faults })?;
    Ok((BattleResult::new(setup, true, TABLE.to_owned(), outcome)?, notes))
}

/// The faults of a form so far, for who fills it in row by row.
pub fn form_faults(campaign: &Campaign, setup: &Setup, sheet: &ResultSheet) -> Vec<Fault> {
    record::record(campaign, setup, sheet).err().unwrap_or_default()
}

/// The form of a result that was recorded, in which what is given is otherwise and all else as it was; none where no form gives
/// the recorded result.
///
/// # Errors
/// What of it cannot be read.
pub fn amended_form(
    campaign: &Campaign,
    setup: &Setup,
    outcome: &Outcome,
    given: &ResultSheet,
) -> Result<Option<ResultSheet>, OpError> {
    if !given.faults.is_empty() {
        return Err(OpError::Form { form: "the result".to_owned(), faults: given.faults.clone() });
    }
    Ok(record::again::amended(campaign, setup, outcome, given))
}

/// The form that gives a result that was posted; none where no form does.
pub fn posted_form(campaign: &Campaign, setup: &Setup, outcome: &Outcome) -> Option<ResultSheet> {
    record::again::sheet_of(campaign, setup, outcome)
}

/// The same with a row for every unit and base, also where a blank would give the same.
pub fn posted_form_whole(campaign: &Campaign, setup: &Setup, outcome: &Outcome) -> Option<ResultSheet> {
    record::again::whole_sheet(campaign, setup, outcome)
}

/// What is wrong with the lines over the table of a form.
pub fn form_head_faults(campaign: &Campaign, setup: &Setup, sheet: &ResultSheet) -> Vec<Fault> {
    head_faults(campaign, setup, sheet)
}

/// Steps of its HQ die that the unit of a code owes for the battle where nothing else is written.
pub fn usual_attacks(setup: &Setup, code: &str) -> u16 {
    let units = coded(setup);
    units.iter().find(|unit| unit.code == code).map_or(0, |unit| form::usual_attacks(setup, unit))
}

/// The form of words `WHO=SP,MARKERS[,out][,FATE][,SQUARE]`; who is a code, a base, a unit or a formation of several.
///
/// What is said of a formation of several holds for those of its bases in the fight of which nothing is said.
pub fn sheet_of_words(campaign: &Campaign, setup: &Setup, words: &[String]) -> ResultSheet {
    let mut sheet = ResultSheet { spot: FormSpot::words("the result"), ..ResultSheet::default() };
    let mut wide: Vec<(Vec<String>, FormRow)> = Vec::new();
    for word in words {
        let mut spot = FormSpot::words(format!("--set {word}"));
        let (who, what) = word.split_once('=').unwrap_or((word, ""));
        let codes = codes_of(campaign, setup, who.trim());
        if let Ok([code]) = codes.as_deref() {
            spot.row = Some(code.clone());
        }
        let codes = codes.map_err(|error| {
            let fault = match &error {
                OpError::Unknown { .. } if is_like_a_code(who.trim()) => no_code(setup, &spot, who.trim()),
                _ => fault(&spot, &error),
            };
            sheet.faults.push(fault);
        });
        let row = row_of_words(who.trim(), what.split(','), &spot).map_err(|found| sheet.faults.extend(found));
        let (Ok(codes), Ok(row)) = (codes, row) else { continue };
        match codes.as_slice() {
            [code] => sheet.rows.push(with_code(&row, code)),
            _ => wide.push((codes, row)),
        }
    }
    // The smaller formation says more of its units than the larger one.
    wide.sort_by_key(|(codes, _)| codes.len());
    for (codes, row) in &wide {
        let has_units = codes.iter().any(|code| !code.contains('.'));
        for code in codes {
            let row = if has_units { part(row, code) } else { with_code(row, code) };
            fill(&mut sheet.rows, &row);
        }
    }
    sheet
}

/// What a row says of one of its units, or of one of its bases.
fn part(row: &FormRow, code: &str) -> FormRow {
    let of_units = [FormCell::Attacks, FormCell::Passed, FormCell::Failed];
    let mut row = with_code(row, code);
    row.cells.retain(|cell, _| of_units.contains(cell) != code.contains('.'));
    row
}

fn with_code(row: &FormRow, code: &str) -> FormRow {
    FormRow { code: FormText { text: code.to_owned(), ..row.code.clone() }, ..row.clone() }
}

/// Adds what a row has not yet.
fn fill(rows: &mut Vec<FormRow>, more: &FormRow) {
    match rows.iter_mut().find(|row| row.code.text == more.code.text) {
        None => rows.push(more.clone()),
        Some(row) => {
            let kept: BTreeMap<FormCell, FormText> = std::mem::take(&mut row.cells);
            row.cells = more.cells.clone();
            row.cells.extend(kept);
        }
    }
}

fn fault(spot: &FormSpot, error: &OpError) -> Fault {
    let hint = match error {
        OpError::Unknown { near, .. } => near.first().map_or_else(
            || "`railhead battle form` lists who takes part".to_owned(),
            |near| format!("did you mean {near}?"),
        ),
        OpError::NotNow { hint, .. } => hint.to_string(),
        _ => String::new(),
    };
    spot.fault(error.to_string(), hint)
}

/// Whether a word looks as the codes of a form do: `A1`, `D12.3`.
fn is_like_a_code(word: &str) -> bool {
    let mut letters = word.chars();
    letters.next().is_some_and(|first| first.is_ascii_alphabetic())
        && letters.next().is_some_and(|second| second.is_ascii_digit())
        && letters.all(|letter| letter.is_ascii_digit() || letter == '.')
}

/// The codes there are, for a code that does not exist.
fn no_code(setup: &Setup, spot: &FormSpot, word: &str) -> Fault {
    let units = coded(setup);
    let of = |side: &str| {
        let codes = units.iter().map(|unit| unit.code.as_str()).filter(|code| code.starts_with(side));
        let codes: Vec<&str> = codes.collect();
        match codes.as_slice() {
            [] => side.to_owned(),
            [one] => format!("{side}, {one}"),
            [first, .., last] => format!("{side}, {first} to {last}"),
        }
    };
    let hint = format!(
        "the codes are {}, {}, and for bases like `A1.1`: `railhead battle form` prints them",
        of("A"),
        of("D")
    );
    spot.fault(format!("there is no `{word}` in this battle"), hint)
}

/// The codes of a word: a code itself, else those of the base, unit or formation that it means.
fn codes_of(campaign: &Campaign, setup: &Setup, word: &str) -> Result<Vec<String>, OpError> {
    let units = coded(setup);
    let code = word.to_uppercase();
    let known =
        |unit: &rules::form::CodedUnit<'_>| unit.code == code || unit.bases.iter().any(|(of_base, _)| *of_base == code);
    if code == "A" || code == "D" || units.iter().any(known) {
        return Ok(vec![code]);
    }
    let wanted = word.to_lowercase();
    let is_base = |id: &FormationId| {
        let id = id.as_str().to_lowercase();
        id.contains('#') && (id == wanted || id.ends_with(&format!(".{wanted}")))
    };
    let bases = || units.iter().flat_map(|unit| &unit.bases);
    let numbered: Vec<String> = bases().filter(|(_, base)| is_base(&base.id)).map(|(code, _)| code.clone()).collect();
    if numbered.len() == 1 {
        return Ok(numbered);
    }
    let formation = pick::unit(campaign, word)?;
    let tree = Tree::new(campaign);
    let under = |id: &FormationId| {
        let leaf = id.as_str().split('#').next().unwrap_or_default();
        let found: Option<&Formation> = campaign.formation(leaf);
        found.is_some_and(|f| f.id == formation.id || tree.superiors(f).iter().any(|above| above.id == formation.id))
    };
    let mut codes: Vec<String> =
        units.iter().filter(|unit| under(&unit.unit.id)).map(|unit| unit.code.clone()).collect();
    let several = codes.len() > 1;
    if codes.len() != 1 {
        let wanted = |base: &BaseSetup| under(&base.id) && (!several || is_in_the_fight(setup, base));
        codes.extend(bases().filter(|(_, base)| wanted(base)).map(|(code, _)| code.clone()));
    }
    if codes.is_empty() {
        let message = format!("{} takes no part in this battle", formation.named());
        return Err(OpError::not_now(message, command!("`railhead battle form` lists who does")));
    }
    Ok(codes)
}
