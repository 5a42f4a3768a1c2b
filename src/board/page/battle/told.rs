//! What the result of a battle says: how it ended, in how many moves, and what became of whom; as the fields of a form, as the
//! words of `battle record`, and in a line.
//!
//! What it decides: which words fields come to, and which fields words. Whether what they say can be is asked of the command.

use std::collections::BTreeMap;

use maud::{Markup, html};

use domain::counted;
use ops::View;
use ops::query::{FormCell, FormSpot, row_of_words};
use report::model::{BaseForm, FormReport};

use crate::page::act;

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

    /// What `--set` is told of a code or a base; none where nothing is filled in.
    fn set(&self, who: &str) -> Option<String> {
        let [sp, markers] = ["sp", "mk"].map(|cell| self.cell(cell, who).to_owned());
        let mut parts = vec![sp, markers];
        parts.extend(
            ["out", "fate", "square"].iter().map(|cell| self.cell(cell, who).to_owned()).filter(|of| !of.is_empty()),
        );
        let counts = ["cu"].iter().chain(&OF_UNITS).map(|cell| (cell, self.cell(cell, who)));
        parts.extend(counts.filter(|(_, text)| !text.is_empty()).map(|(cell, text)| format!("{cell}:{text}")));
        parts.iter().any(|part| !part.is_empty()).then(|| format!("--set={who}={}", parts.join(",")))
    }

    /// The command that it comes to, with what is said of these codes or bases.
    pub(super) fn words<'w>(&self, battle: &str, who: impl Iterator<Item = &'w str>) -> Vec<String> {
        let mut words: Vec<String> = ["battle", "record", battle].map(str::to_owned).to_vec();
        let given = ["end", "moves", "reason"].iter().map(|name| (name, self.text(name)));
        words.extend(given.filter(|(_, text)| !text.is_empty()).map(|(name, text)| format!("--{name}={text}")));
        words.extend(who.filter_map(|who| self.set(who)));
        words.push("--post".to_owned());
        words
    }
}

/// The part of a field's name that is a cell's.
fn field(cell: FormCell) -> &'static str {
    if cell == FormCell::Markers { "mk" } else { cell.as_str() }
}

/// What is written of a base.
type Cells = BTreeMap<FormCell, String>;

/// A result as a player tells it: of his bases, by their ids.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(in crate::page) struct Told {
    /// The battle.
    pub(in crate::page) battle: String,
    /// How it ended.
    pub(super) end: String,
    /// How many moves it took.
    pub(super) moves: String,
    /// What became of those for whom it did not stay as it was.
    pub(super) bases: BTreeMap<String, Cells>,
}

impl Told {
    /// What a command says; none where it records no battle.
    pub(in crate::page) fn of(command: &str) -> Option<Self> {
        Self::of_words(&act::split(command).ok()?)
    }

    pub(super) fn of_words(words: &[String]) -> Option<Self> {
        let [battle, record, id, rest @ ..] = words else { return None };
        if battle != "battle" || record != "record" {
            return None;
        }
        let mut told = Self { battle: id.clone(), ..Self::default() };
        for (flag, value) in rest.iter().filter_map(|word| word.split_once('=')) {
            match (flag, value.split_once('=')) {
                ("--end", _) => value.clone_into(&mut told.end),
                ("--moves", _) => value.clone_into(&mut told.moves),
                ("--set", Some((who, what))) => {
                    let Ok(row) = row_of_words(who, what.split(','), &FormSpot::words("")) else { continue };
                    let cells = row.cells.into_iter().map(|(cell, given)| (cell, given.text));
                    told.bases.insert(who.to_owned(), cells.collect());
                }
                _ => {}
            }
        }
        Some(told)
    }

    /// What a filled form says of these bases, of each by itself.
    pub(super) fn posted(
        battle: &str,
        filled: Filled<'_>,
        form: &FormReport,
        is_meant: impl Fn(&BaseForm) -> bool,
    ) -> Self {
        let [end, moves] = ["end", "moves"].map(|name| filled.text(name).to_owned());
        let mut told = Self { battle: battle.to_owned(), end, moves, ..Self::default() };
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
                let of_base =
                    |cell: &&FormCell| ![FormCell::Attacks, FormCell::Passed, FormCell::Failed].contains(cell);
                let cells: Cells = FormCell::ALL.iter().filter(of_base).filter_map(of_cell).collect();
                if !cells.is_empty() {
                    told.bases.insert(base.id.to_string(), cells);
                }
            }
        }
        told
    }

    /// As the fields of a form in which a base goes by this name; a base without one is left out.
    pub(super) fn fields(&self, name: impl Fn(&str) -> Option<String>) -> Fields {
        let head = [("end", &self.end), ("moves", &self.moves)].map(|(name, text)| (name.to_owned(), text.clone()));
        let of_base = |(id, cells): (&String, &Cells)| {
            let who = name(id);
            let cells: Fields = who.map_or_else(Vec::new, |who| {
                cells.iter().map(|(cell, text)| (format!("{}:{who}", field(*cell)), text.clone())).collect()
            });
            cells
        };
        head.into_iter().chain(self.bases.iter().flat_map(of_base)).collect()
    }

    /// The command that it comes to.
    pub(super) fn words(&self) -> Vec<String> {
        let fields = self.fields(|id| Some(id.to_owned()));
        Filled(&fields).words(&self.battle, self.bases.keys().map(String::as_str))
    }

    /// How it ended, and in how many moves.
    pub(super) fn ended(&self) -> String {
        let moves = self.moves.parse().map_or_else(|_| self.moves.clone(), |moves: usize| counted(moves, "move"));
        let parts = [self.end.replace('_', " "), moves];
        parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", ")
    }

    /// What became of a base; none where it stayed as it was.
    pub(super) fn of_base(&self, id: &str) -> Option<String> {
        self.bases.get(id).map(|cells| {
            let words = cells.iter().map(|(cell, text)| match cell {
                FormCell::Sp => format!("{text} SP"),
                FormCell::Markers => counted(text.parse().unwrap_or(0), "marker"),
                FormCell::Out => "out of ammunition".to_owned(),
                FormCell::Fate => text.replace('_', " "),
                FormCell::Square => format!("in {text}"),
                _ => format!("{} {text}", cell.as_str()),
            });
            words.collect::<Vec<_>>().join(", ")
        })
    }

    /// What it says, for whoever reads this campaign.
    pub(in crate::page) fn read(&self, campaign: &View, under: &str) -> Markup {
        html! {
            strong {
                "Result of the "
                @match campaign.battles.get(self.battle.as_str()) {
                    Some(battle) => a href={(under) "/battle/" (battle.id)} { "battle in " (campaign.frame.reference(battle.square)) },
                    None => { "battle " (self.battle) }
                }
                ": " (self.ended())
            }
            ul.told-bases {
                @for id in self.bases.keys() { li { (base_name(campaign, id)) ": " (self.of_base(id).unwrap_or_default()) } }
                @if self.bases.is_empty() { li { "every base as it was" } }
            }
        }
    }
}

/// The name of a base; of several in one leaf with its number.
pub(super) fn base_name(campaign: &View, id: &str) -> String {
    let (leaf, number) = id.split_once('#').map_or((id, None), |(leaf, number)| (leaf, Some(number)));
    let name = campaign.formation(leaf).map_or(leaf, |leaf| leaf.name.as_str());
    number.map_or_else(|| name.to_owned(), |number| format!("{name}, base {number}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_is_read_as_it_was_written() {
        let command = "battle record 1am-0905 --end=taken --moves=3 --set=ax.pz.r1.b1=2,,out,disorganised \
                       --set=ax.pz.art#2=,1,driven_back,0705 --post";
        let told = Told::of(command).unwrap();
        assert_eq!(told.ended(), "taken, 3 moves");
        assert_eq!(told.of_base("ax.pz.r1.b1").as_deref(), Some("2 SP, out of ammunition, disorganised"));
        assert_eq!(told.of_base("ax.pz.art#2").as_deref(), Some("1 marker, driven back, in 0705"));
        assert_eq!(told.of_base("ax.pz"), None);
        let words = told.words();
        assert_eq!(Told::of(&words.join(" ")), Some(told));
        assert!(words.contains(&"--set=ax.pz.r1.b1=2,,out,disorganised".to_owned()), "{words:?}");
        assert_eq!(Told::of("order ax.pz dig-in"), None);
        assert_eq!(Told::of("battle resolve 1am-0905 --seed 1"), None);
        assert_eq!(Told::of("battle record"), None);
    }
}
