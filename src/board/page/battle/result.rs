//! The result of a battle from the table: a row a base, as on the printed form.
//!
//! What it decides: which words of `battle record` the fields come to, and beside which row a fault stands.

use maud::{Markup, html};

use report::model::{FormReport, UnitForm};

use super::form::{conflict, hidden, outcome};
use super::{Open, fight};
use crate::asked::Asked;
use crate::command::with_flag;
use crate::desk::{Answer, Reading, Refusal};
use crate::office::Office;
use crate::page::act;
use crate::page::parts::refused;
use crate::page::umpire::{links, page as framed};

/// The cells of a base, in the order of the words of `--set`: the part of a field's name, and what stands over it.
const CELLS: [(&str, &str); 5] =
    [("sp", "SP"), ("mk", "markers"), ("out", "no ammo"), ("fate", "fate"), ("square", "square")];
/// What is written of a unit.
const OF_UNITS: [&str; 3] = ["attacks", "passed", "failed"];

/// What is filled in.
struct Filled<'a>(Option<&'a Asked>);

impl Filled<'_> {
    fn text(&self, name: &str) -> &str {
        self.0.and_then(|asked| asked.form(name)).map_or("", str::trim)
    }

    fn cell(&self, cell: &str, code: &str) -> &str {
        self.text(&format!("{cell}:{code}"))
    }

    /// What `--set` is told of a code; none where nothing is filled in.
    fn set(&self, code: &str) -> Option<String> {
        let [sp, markers] = ["sp", "mk"].map(|cell| self.cell(cell, code).to_owned());
        let mut parts = vec![sp, markers];
        parts.extend(
            ["out", "fate", "square"].iter().map(|cell| self.cell(cell, code).to_owned()).filter(|of| !of.is_empty()),
        );
        let counts = ["cu"].iter().chain(&OF_UNITS).map(|cell| (cell, self.cell(cell, code)));
        parts.extend(counts.filter(|(_, text)| !text.is_empty()).map(|(cell, text)| format!("{cell}:{text}")));
        parts.iter().any(|part| !part.is_empty()).then(|| format!("--set={code}={}", parts.join(",")))
    }

    /// The command that it comes to.
    fn words(&self, battle: &str, form: &FormReport) -> Vec<String> {
        let mut words: Vec<String> = ["battle", "record", battle].map(str::to_owned).to_vec();
        let given = ["end", "moves", "reason"].iter().map(|name| (name, self.text(name)));
        words.extend(given.filter(|(_, text)| !text.is_empty()).map(|(name, text)| format!("--{name}={text}")));
        let codes =
            form.units().flat_map(|unit| std::iter::once(&unit.code).chain(unit.bases.iter().map(|base| &base.code)));
        words.extend(codes.filter_map(|code| self.set(code)));
        words.push("--post".to_owned());
        words
    }
}

/// The page.
pub(in crate::page) fn page(office: &mut Office<'_>, word: &str) -> Result<(u16, String), Refusal> {
    let open = Open::of(office, word)?;
    show(office, &open, &Filled(None), None, None)
}

fn show(
    office: &mut Office<'_>,
    open: &Open,
    filled: &Filled<'_>,
    shown: Option<(&Answer, bool)>,
    between: Option<&[(u64, String)]>,
) -> Result<(u16, String), Refusal> {
    let form = FormReport::new(&open.campaign, &open.setup);
    let words = office.desk.typed(&filled.words(&open.id, &form));
    let refusal = shown.and_then(|(answer, _)| answer.refusal.as_ref());
    let fault = |code: &str| -> Vec<&String> {
        let named = format!("--set {code}=");
        refusal.iter().flat_map(|refusal| &refusal.details).filter(|detail| detail.contains(&named)).collect()
    };
    let engagement = open.engagement(office);
    let last = office.last;
    let status = match (between, refusal) {
        (Some(_), _) => 409,
        (None, Some(_)) => 422,
        (None, None) => 200,
    };
    let page = framed(office, &Reading::default(), (&open.id, "/battles"), |campaign| {
        html! {
            (open.head("/result"))
            @if let Err(refusal) = &engagement { (refused(refusal)) }
            @if let Some(between) = between { (conflict(&words, between)) }
            @if let Some((answer, is_preview)) = shown { (outcome(answer, &links(campaign, ""), is_preview)) }
            form.result method="post" action={"/battle/" (open.id) "/result"} {
                (hidden(last))
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
                    h2 { (side.name) @if side.attacks { " attacks" } @else { " defends" } }
                    div.wide { table.form {
                        thead { tr { th { "who" } @for (_, name) in CELLS { th { (name) } } @if form.counts_combat_units { th { "units" } } } }
                        @for unit in &side.units {
                            tbody { (rows(&form, unit, filled, &fault)) }
                        }
                    } }
                }
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
fn rows<'f>(
    form: &FormReport,
    unit: &UnitForm,
    filled: &Filled<'_>,
    fault: &dyn Fn(&str) -> Vec<&'f String>,
) -> Markup {
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
        @for detail in fault(&unit.code) { tr.fault { td colspan=(columns) role="alert" { (detail) } } }
        @for base in &unit.bases {
            tr {
                th { span { (base.code) " " (base.name) } small { (base.sp) "/" (base.sp_full) " SP" @if base.out_of_ammo { ", out of ammunition" } } }
                (cells(form, (&base.code, &base.name), filled, &[&base.sp.to_string(), &base.markers.to_string(), &base.square, &base.ammunition()]))
            }
            @for detail in fault(&base.code) { tr.fault { td colspan=(columns) role="alert" { (detail) } } }
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
    let filled = Filled(Some(asked));
    let words = filled.words(&open.id, &FormReport::new(&open.campaign, &open.setup));
    let between = act::since(office, asked)?;
    if between.is_some() || asked.form("mode") != Some("do") {
        let shown = office.desk.run(&with_flag(words, act::DRY_RUN));
        return show(office, &open, &filled, Some((&shown, true)), between.as_deref());
    }
    let done = act::do_it(office, words);
    if done.refusal.is_some() {
        return show(office, &open, &filled, Some((&done, false)), None);
    }
    fight::posted(office, &open.id, &done)
}
