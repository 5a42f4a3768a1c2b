//! The result of a battle from the table: a row a base, as on the printed form.
//!
//! What it decides: which words of `battle record` the fields come to, and beside which row a fault stands.

use maud::{Markup, html};

use ops::Proposal;
use report::model::{FormReport, UnitForm};

use super::form::{self, hidden, outcome};
use super::reports::{self, PlayersReport};
use super::told::{CELLS, Fields, Filled, OF_UNITS};
use super::{Open, fight};
use crate::asked::Asked;
use crate::command::with_flag;
use crate::desk::{Answer, Reading, Refusal};
use crate::office::Office;
use crate::page::parts::{coded, refused};
use crate::page::since::{Anew, Between, conflict, since};
use crate::page::typed;
use crate::page::umpire_frame::{links, page as framed};

/// The codes of a form.
fn codes(form: &FormReport) -> impl Iterator<Item = &str> {
    form.units()
        .flat_map(|unit| std::iter::once(&unit.code).chain(unit.bases.iter().map(|base| &base.code)))
        .map(String::as_str)
}

/// What is shown beside the form.
#[derive(Default)]
struct Shown<'a> {
    /// What the result came to, and whether that is a preview.
    answer: Option<(&'a Answer, bool)>,
    between: Option<&'a [Between]>,
    /// Why nothing was done, where it is no fault of the result.
    refusal: Option<&'a Refusal>,
}

/// The page, filled in from what a player reports where the address names it.
pub(in crate::page) fn page(office: &mut Office<'_>, asked: &Asked, word: &str) -> Result<(u16, String), Refusal> {
    filled_from(office, asked.query("from"), word)
}

/// The page, filled in from what a player reports.
pub(in crate::page) fn filled_from(
    office: &mut Office<'_>,
    from: Option<&str>,
    word: &str,
) -> Result<(u16, String), Refusal> {
    let open = Open::of(office, word)?;
    let from = from.and_then(|from| from.parse().ok());
    let reports = reports::waiting(office, &open.id)?;
    let form = FormReport::new(&open.campaign, &open.setup);
    let fields = from.and_then(|from| reports::filled(&reports, from, &open.campaign, &form));
    let from = from.filter(|_| fields.is_some());
    show(office, &open, &fields.unwrap_or_default(), (&reports, from), &Shown::default())
}

fn show(
    office: &mut Office<'_>,
    open: &Open,
    fields: &Fields,
    (reports, from): (&[PlayersReport], Option<u64>),
    shown: &Shown<'_>,
) -> Result<(u16, String), Refusal> {
    let filled = Filled(fields);
    let form = FormReport::new(&open.campaign, &open.setup);
    let words = office.desk.typed(&filled.words(&open.id, codes(&form)));
    let refusal = shown.answer.and_then(|(answer, _)| answer.refusal.as_ref());
    let fault = |code: &str| -> Vec<&str> {
        let details = refusal.iter().flat_map(|refusal| &refusal.details);
        details.filter(|detail| detail.row.as_deref() == Some(code)).map(|detail| detail.said.as_str()).collect()
    };
    let engagement = open.engagement(office);
    let last = office.last;
    let status = match (shown.between, shown.refusal, refusal) {
        (Some(_), ..) | (_, Some(_), _) => 409,
        (None, None, Some(_)) => 422,
        (None, None, None) => 200,
    };
    let title = super::title(&open.campaign, &open.id);
    let page = framed(office, &Reading::default(), (&title, "/battles"), |campaign| {
        html! {
            (open.head("/result"))
            @if let Err(refusal) = &engagement { (refused(refusal)) }
            @if let Some(between) = shown.between {
                @let button = refusal.is_none().then_some((["mode", "do"], "Post it anew"));
                (conflict(&words, between, &Anew { tried: None, form: form::ID, button, drop: format!("/battle/{}/result", open.id) }))
            }
            @if let Some(refusal) = shown.refusal { (refused(refusal)) }
            @if let Some((answer, is_preview)) = shown.answer { (outcome(answer, &links(campaign, ""), is_preview)) }
            div data-part="reports" { (reports::beside(reports, from, (&open.campaign, &form), (&open.id, last))) }
            form.result #(form::ID) method="post" action={"/battle/" (open.id) "/result"} {
                (hidden(last))
                @if let Some(from) = from { input type="hidden" name="from" value=(from); }
                div.ends {
                    fieldset { legend { "How it ended" }
                        @for end in &form.ends {
                            label.radio { input type="radio" name="end" value=(end) checked[filled.text("end") == *end]; (end.replace('_', " ")) }
                        }
                    }
                    label { span { "Moves, of " (form.moves) } input type="text" name="moves" inputmode="numeric" size="3" value=(filled.text("moves")); }
                }
                p.quiet { "What is left blank is as it stood (in grey); a blank fate is what the rules make of it. The row of a unit is for its blank bases." }
                @for side in &form.sides {
                    h2 { (campaign.side_called(&side.name)) @if side.attacks { " attacks" } @else { " defends" } }
                    div.wide { table.form {
                        thead { tr { th { "who" } @for (_, name) in CELLS { th { (name) } } @if form.counts_combat_units { th { "units" } } } }
                        @for unit in &side.units {
                            tbody { (rows(&form, unit, &filled, &fault)) }
                        }
                    } }
                }
                (reports::carried(reports, filled))
                label { span { "reason" } input type="text" name="reason" value=(filled.text("reason")); }
                div.buttons {
                    button type="submit" name="mode" value="preview" data-key="v" { "Preview " kbd { "v" } }
                    button.main type="submit" name="mode" value="do" data-key="x" { "Post it " kbd { "x" } }
                }
            }
        }
    })?;
    Ok((status, page))
}

/// The row of a unit and those of its bases.
fn rows<'f>(form: &FormReport, unit: &UnitForm, filled: &Filled<'_>, fault: &dyn Fn(&str) -> Vec<&'f str>) -> Markup {
    let columns = CELLS.len() + 1 + usize::from(form.counts_combat_units);
    html! {
        tr.unit {
            th.group { span { (unit.code) " " a href={"/unit/" (unit.id)} { (unit.name) } } small { (unit.grade) ", HQ die " (unit.hq_die) } }
            (cells(form, (&unit.code, &unit.name), filled, &["", "", "", ""]))
        }
        tr.counts { td colspan=(columns) {
            @for name in OF_UNITS {
                label { (name) " " input type="text" inputmode="numeric" size="3" name={(name) ":" (unit.code)} value=(filled.cell(name, &unit.code)) aria-label={(name) " of " (unit.name)} placeholder=" "; }
            }
        } }
        @for detail in fault(&unit.code) { tr.fault { td colspan=(columns) role="alert" { (coded(detail)) } } }
        @for base in &unit.bases {
            tr {
                th { span { (base.code) " " (base.name) } small { (base.sp) "/" (base.sp_full) " SP" @if base.out_of_ammo { ", out of ammunition" } } }
                (cells(form, (&base.code, &base.name), filled, &[&base.sp.to_string(), &base.markers.to_string(), &base.square, &base.ammunition()]))
            }
            @for detail in fault(&base.code) { tr.fault { td colspan=(columns) role="alert" { (coded(detail)) } } }
        }
    }
}

/// The fields of a row, with what stands there where they are left blank: SP, markers, square, combat units.
fn cells(form: &FormReport, (code, who): (&str, &str), filled: &Filled<'_>, stood: &[&str; 4]) -> Markup {
    let text = |cell: &str, name: &str, stood: &str, size: u8| {
        html! {
            input type="text" name={(cell) ":" (code)} size=(size) value=(filled.cell(cell, code)) autocomplete="off"
                aria-label={(name) " of " (who)} placeholder=(if stood.is_empty() { " " } else { stood });
        }
    };
    let fate = filled.cell("fate", code);
    html! {
        td { (text("sp", "SP", stood[0], 3)) }
        td { (text("mk", "markers", stood[1], 3)) }
        td { input type="checkbox" name={"out:" (code)} value="out" checked[!filled.cell("out", code).is_empty()] aria-label={(who) " is out of ammunition"}; }
        td { select name={"fate:" (code)} aria-label={"fate of " (who)} {
            option value="" { "" }
            @for word in &form.fates { option value=(word) selected[fate == *word] { (word.replace('_', " ")) } }
        } }
        td { (text("square", "square", stood[2], 6)) }
        @if form.counts_combat_units { td { (text("cu", "combat units", stood[3], 5)) } }
    }
}

/// Shows what a result would change, or posts it.
pub(in crate::page) fn act(office: &mut Office<'_>, asked: &Asked, word: &str) -> Result<(u16, String), Refusal> {
    let open = Open::of(office, word)?;
    let form = FormReport::new(&open.campaign, &open.setup);
    let words = Filled(&asked.form).words(&open.id, codes(&form));
    let reports = reports::waiting(office, &open.id)?;
    let from = asked.form("from").and_then(|from| from.parse().ok());
    let told = (&reports[..], from);
    let is_done = asked.form("mode") == Some("do");
    let between = since(office, asked, &words)?;
    let otherwise = Some(reports::told_otherwise()).filter(|_| is_done && !reports::are_those(&reports, asked));
    if between.is_some() || otherwise.is_some() || !is_done {
        let answer = office.desk.run(&with_flag(words, typed::DRY_RUN));
        let (between, refusal) = (between.as_deref(), otherwise.as_ref());
        return show(office, &open, &asked.form, told, &Shown { answer: Some((&answer, true)), between, refusal });
    }
    let settled = match reports::settled(&reports, (&open.campaign, &form), asked) {
        Ok(settled) => settled,
        Err(refusal) => {
            return show(office, &open, &asked.form, told, &Shown { refusal: Some(&refusal), ..Shown::default() });
        }
    };
    let done = typed::do_it_with(office, words, |session, operation| {
        let posted = |of: Proposal| session.keep_proposal(&Proposal { operation: Some(operation), ..of }).map(drop);
        settled.into_iter().try_for_each(posted)
    })?;
    if done.refusal.is_some() {
        return show(office, &open, &asked.form, told, &Shown { answer: Some((&done, false)), ..Shown::default() });
    }
    fight::posted(office, &open.id, &done)
}
