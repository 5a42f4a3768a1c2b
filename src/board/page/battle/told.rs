//! What the result of a battle says, on a page: as the fields of a form, and in a line.
//!
//! What it decides: which words fields come to, and which fields words. Whether what they say can be is asked of the command.

use maud::{Markup, html};

use ops::View;
use ops::query::FormCell;
use report::model::{BaseForm, FormReport, ToldCells, ToldResult, base_name, record_words, set_word};

/// The cells of a base, in the order of the words of `--set`: the part of a field's name, and what stands over it.
pub(super) const CELLS: [(&str, &str); 5] =
    [("sp", "SP"), ("mk", "markers"), ("out", "no ammo"), ("fate", "fate"), ("square", "square")];
/// What is written of a unit.
pub(super) const OF_UNITS: [&str; 3] = ["attacks", "passed", "failed"];

/// The fields of a form, their names with what is filled in.
pub(super) type Fields = Vec<(String, String)>;

/// What is filled in.
#[derive(Clone, Copy)]
pub(super) struct Filled<'a>(pub(super) &'a [(String, String)]);

impl Filled<'_> {
    pub(super) fn text(&self, name: &str) -> &str {
        self.0.iter().find(|(known, _)| known == name).map_or("", |(_, text)| text.trim())
    }

    pub(super) fn cell(&self, cell: &str, who: &str) -> &str {
        self.text(&format!("{cell}:{who}"))
    }

    /// The command that posts it, with what is said of these codes or bases.
    pub(super) fn words<'w>(&self, battle: &str, who: impl Iterator<Item = &'w str>) -> Vec<String> {
        let head = ["end", "moves", "reason"].map(|name| (name, self.text(name)));
        let sets = who.filter_map(|who| set_word(who, |cell| self.cell(field(cell), who)));
        record_words(battle, head.into_iter(), sets).into_iter().chain(["--post".to_owned()]).collect()
    }
}

/// The part of a field's name that is a cell's.
fn field(cell: FormCell) -> &'static str {
    if cell == FormCell::Markers { "mk" } else { cell.as_str() }
}

/// What a filled form says of these bases, of each by itself.
pub(super) fn posted(
    battle: &str,
    filled: Filled<'_>,
    form: &FormReport,
    is_meant: impl Fn(&BaseForm) -> bool,
) -> ToldResult {
    let [end, moves] = ["end", "moves"].map(|name| filled.text(name).to_owned());
    let mut told = ToldResult { battle: battle.to_owned(), end, moves, ..ToldResult::default() };
    for unit in form.units() {
        for base in unit.bases.iter().filter(|base| is_meant(base)) {
            let of_cell = |cell: &FormCell| {
                let own = filled.cell(field(*cell), &base.code);
                let text = if own.is_empty() { filled.cell(field(*cell), &unit.code) } else { own };
                let stood = match cell {
                    FormCell::Sp => base.sp.to_string(),
                    FormCell::Markers => base.markers.to_string(),
                    _ => String::new(),
                };
                (!text.is_empty() && text != stood).then(|| (*cell, text.to_owned()))
            };
            let of_base = |cell: &&FormCell| ![FormCell::Attacks, FormCell::Passed, FormCell::Failed].contains(cell);
            let cells: ToldCells = FormCell::ALL.iter().filter(of_base).filter_map(of_cell).collect();
            if !cells.is_empty() {
                told.bases.insert(base.id.to_string(), cells);
            }
        }
    }
    told
}

/// What is told, as the fields of a form in which a base goes by this name; a base without one is left out.
pub(super) fn fields(told: &ToldResult, name: impl Fn(&str) -> Option<String>) -> Fields {
    let head = [("end", &told.end), ("moves", &told.moves)].map(|(name, text)| (name.to_owned(), text.clone()));
    let of_base = |(id, cells): (&String, &ToldCells)| {
        let who = name(id);
        let cells: Fields = who.map_or_else(Vec::new, |who| {
            cells.iter().map(|(cell, text)| (format!("{}:{who}", field(*cell)), text.clone())).collect()
        });
        cells
    };
    head.into_iter().chain(told.bases.iter().flat_map(of_base)).collect()
}

/// What is told, for whoever reads this campaign.
pub(in crate::page) fn read(told: &ToldResult, campaign: &View, under: &str) -> Markup {
    html! {
        strong {
            "Result of the "
            @match campaign.battles.get(told.battle.as_str()) {
                Some(battle) => a href={(under) "/battle/" (battle.id)} { "battle in " (campaign.frame.reference(battle.square)) },
                None => { "battle " (told.battle) }
            }
            ": " (told.ended())
        }
        ul.told-bases {
            @for id in told.bases.keys() { li { (base_name(campaign, id)) ": " (told.of_base(id).unwrap_or_default()) } }
            @if told.bases.is_empty() { li { "every base as it was" } }
        }
    }
}
