//! Results of battles in a file of orders: a form for each open battle of the side, and what came back of it.
//!
//! What it decides: how a form reads. What can be in it is decided as for `battle record`.

use std::fmt::Write as _;

use domain::{SideId, command, counted};
use ops::query::{FormCell, FormText, ResultSheet, row_of_texts};
use ops::{Formation, Player, View, pick};
use report::model::{OwnBattle, ToldResult, base_name};
use scenario::Fault;

use super::line::Line;
use crate::words::in_a_line;

/// The words by which the lines of a form begin, that of the battle first.
const BATTLE: &str = "battle";
const HEAD: [&str; 2] = ["end", "moves"];
const BASE: &str = "base";

/// A form of the file.
pub(super) struct Form<'t> {
    battle: Line<'t>,
    lines: Vec<Line<'t>>,
}

/// Who tells of a battle: a side, or one of its players of his own.
#[derive(Clone, Copy)]
pub(super) struct Teller<'a> {
    pub(super) side: SideId,
    pub(super) player: Option<&'a Player>,
}

impl Teller<'_> {
    fn name(self) -> String {
        self.player.map_or_else(|| self.side.to_string(), |player| player.name.clone())
    }

    fn commands(self, campaign: &View, leaf: &Formation) -> bool {
        self.player.map_or_else(|| leaf.side == self.side, |player| player.commands(campaign, leaf))
    }
}

/// How many forms there are, and what is written of them: one for each battle that is drawn and in which the side has bases.
pub(super) fn forms(known: &View, side: SideId) -> (usize, String) {
    let of = |battle| OwnBattle::of(known, side, |leaf| leaf.side == side, battle);
    let open: Vec<OwnBattle> = known.battles.values().filter_map(of).collect();
    let mut text = String::new();
    let Some(OwnBattle { form, .. }) = open.first() else { return (0, text) };
    let _ = write!(
        text,
        "\n# Battles that are drawn. When one has been fought, write how it ended behind `end` ({}),\n\
         # how many moves it took behind `moves`, and what became of your bases behind each:\n\
         #   {BASE} BASE SP MARKERS out FATE SQUARE     `-` for SP that stay, `out` for out of ammunition\n\
         # Leave blank what stays as it was, and all of a battle that has not been fought.\n# Fates: {}.\n",
        form.ends.join(", "),
        form.fates.join(", "),
    );
    for OwnBattle { id, bound, attacks, form, units, .. } in &open {
        let place = form.place.as_deref().map(|place| format!(" ({place})")).unwrap_or_default();
        let does = if *attacks { "attack" } else { "defend" };
        let moves = counted(usize::from(form.moves), "move");
        let _ = write!(
            text,
            "\n# Battle in {}{place}, {bound}: you {does}, {moves} at most\n{BATTLE} {id}\n{}\n",
            form.square,
            HEAD.join("\n")
        );
        for unit in units {
            for base in &unit.bases {
                let name = base_name(known, base.id.as_str());
                let markers = if base.markers == 0 {
                    String::new()
                } else {
                    format!(", {}", counted(usize::from(base.markers), "marker"))
                };
                let out = if base.out_of_ammo { ", out of ammunition" } else { "" };
                let _ = writeln!(text, "# {name}: {} SP{markers}{out}\n{BASE} {}", base.sp, base.id);
            }
        }
    }
    (open.len(), text)
}

/// Takes a line that is one of a form; gives it back where it is none.
pub(super) fn take<'t>(
    forms: &mut Vec<Form<'t>>,
    line: Line<'t>,
    file: &str,
    faults: &mut Vec<Fault>,
) -> Option<Line<'t>> {
    let word = line.words.first().map_or("", String::as_str);
    if word == BATTLE {
        forms.push(Form { battle: line, lines: Vec::new() });
        return None;
    }
    if word != BASE && !HEAD.contains(&word) {
        return Some(line);
    }
    if let Some(form) = forms.last_mut() {
        form.lines.push(line);
    } else {
        let (message, hint) =
            (format!("`{word}` is of no battle"), format!("write the line `{BATTLE} BATTLE` above it"));
        faults.push(line.fault(file, 1, message, hint));
    }
    None
}

impl Form<'_> {
    /// Whether anything is filled in.
    pub(super) fn is_filled(&self) -> bool {
        let is_more = |line: &Line<'_>| line.words.len() > if line.words[0] == BASE { 2 } else { 1 };
        self.battle.words.len() != 2 || self.lines.iter().any(is_more)
    }

    /// What it tells of the battle.
    ///
    /// # Errors
    /// Everything in it that cannot be.
    pub(super) fn told(&self, file: &str, campaign: &View, teller: Teller<'_>) -> Result<ToldResult, Vec<Fault>> {
        let one =
            |line: &Line<'_>, column, message: String, hint: String| vec![line.fault(file, column, message, hint)];
        let [_, word] = &self.battle.words[..] else {
            let hint = format!("write `{BATTLE} BATTLE` alone in a line, and below it what came of it");
            return Err(one(&self.battle, 1, "a form begins with its battle".to_owned(), hint));
        };
        let battle = pick::open_battle(campaign, word);
        let battle = battle.map_err(|error| vec![self.battle.refused(file, &error.into())])?;
        let Some(own) = OwnBattle::of(campaign, teller.side, |leaf| teller.commands(campaign, leaf), battle) else {
            let message = format!("no base of {} is in `{word}`", teller.name());
            return Err(one(&self.battle, self.battle.column_of(1), message, "leave its lines out".to_owned()));
        };
        let mut sheet = ResultSheet { spot: self.battle.at(file, 1), ..ResultSheet::default() };
        for line in &self.lines {
            if line.words[0] == BASE {
                base(line, file, (&own, teller), &mut sheet);
            } else {
                head(line, file, &mut sheet);
            }
        }
        let faults = own.faults(campaign, &sheet);
        if faults.is_empty() { Ok(own.told(&sheet)) } else { Err(faults) }
    }

    /// That of one battle the file tells twice.
    pub(super) fn twice(&self, file: &str, told: &ToldResult) -> Fault {
        let message = format!("`{}` appears twice", told.battle);
        self.battle.fault(file, self.battle.column_of(1), message, "leave one of them out")
    }

    /// That a result is not done with what is told by one side alone.
    pub(super) fn alone(&self, file: &str, told: &ToldResult) -> Fault {
        let command = in_a_line(told.words());
        let message = format!("of `{}` one side tells here, and a result is both's", told.battle);
        let hint = command!(
            "give `--propose PLAYER`; or leave it out here, and add what the other side tells to `railhead {command}`"
        );
        self.battle.fault(file, self.battle.column_of(1), message, hint)
    }
}

/// Puts down what is told of a base.
fn base(line: &Line<'_>, file: &str, (own, teller): (&OwnBattle, Teller<'_>), sheet: &mut ResultSheet) {
    let [_, id, _, ..] = &line.words[..] else { return };
    let written = |(text, column): (&str, usize)| FormText { text: text.to_owned(), spot: line.at(file, column) };
    let at = line.column_of(1);
    let Some(own_base) = own.bases().find(|base| base.id.as_str() == id) else {
        let ids: Vec<String> = own.bases().map(|base| format!("`{}`", base.id)).collect();
        let message = format!("`{id}` is no base of {} in this battle", teller.name());
        return sheet.faults.push(line.fault(file, at, message, format!("name one of {}", ids.join(", "))));
    };
    let code = written((&own_base.code, at));
    match row_of_texts(code, line.words_from(2).map(written)) {
        Err(faults) => sheet.faults.extend(faults),
        Ok(mut row) => {
            for cell in [FormCell::Attacks, FormCell::Passed, FormCell::Failed] {
                if let Some(FormText { spot, .. }) = row.cells.remove(&cell) {
                    let message = format!("`{cell}` is of a unit, and not of a base");
                    let hint = "leave it out: the umpire writes it down";
                    sheet.faults.push(line.fault(file, spot.column as usize, message, hint));
                }
            }
            sheet.rows.push(row);
        }
    }
}

/// Puts down how it ended, or how many moves it took.
fn head(line: &Line<'_>, file: &str, sheet: &mut ResultSheet) {
    let Some((key, (_, column))) = HEAD.iter().find(|key| **key == line.words[0]).zip(line.words_from(1).next()) else {
        return;
    };
    let text = line.words.get(1..).unwrap_or_default().join(" ");
    if sheet.head.insert(key, FormText { text, spot: line.at(file, column) }).is_some() {
        sheet.faults.push(line.fault(file, 1, format!("`{key}` appears twice"), "leave one of them out"));
    }
}

/// What is told, in a line.
pub(super) fn said(campaign: &View, told: &ToldResult) -> String {
    let bases =
        told.bases.keys().map(|id| format!("{}: {}", base_name(campaign, id), told.of_base(id).unwrap_or_default()));
    let parts = std::iter::once(told.ended()).chain(bases).collect::<Vec<_>>();
    format!("{}: {}", told.battle, parts.join("; "))
}
