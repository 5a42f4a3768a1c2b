//! What a side tells of a battle at its table: how it ended, in how many moves, and what became of its own bases.
//!
//! What it decides: of which battles and bases a side can tell, and which words of `battle record` what it tells comes to.
//! What it never does: find what cannot be: that is asked of the form on which a result is recorded.

use std::collections::BTreeMap;

use campaign::{Battle, Campaign, Formation};
use domain::{BattleEnd, SideId, counted};
use ops::query::{self, Fault, FormCell, FormSpot, ResultSheet, Setup, row_of_words};
use ops::{Proposal, ProposalState};
use rules::form::FateWord;

use super::form::{BaseForm, FormReport, UnitForm};
use crate::model::BoundView;

/// The words by which a result is recorded: of these lines over the table and these bases or units.
pub fn record_words<'w>(
    battle: &str,
    head: impl Iterator<Item = (&'w str, &'w str)>,
    sets: impl Iterator<Item = String>,
) -> Vec<String> {
    let mut words: Vec<String> = ["battle", "record", battle].map(str::to_owned).to_vec();
    words.extend(head.filter(|(_, text)| !text.is_empty()).map(|(name, text)| format!("--{name}={text}")));
    words.extend(sets);
    words
}

/// The flag that says what is written of a code, a base or a unit; none where nothing is.
pub fn set_word<'w>(who: &str, cell: impl Fn(FormCell) -> &'w str) -> Option<String> {
    set_value(who, cell).map(|value| format!("--set={value}"))
}

/// What `--set` is told of a code, a base or a unit: `A1.2=4,1`; none where nothing is written of it.
pub fn set_value<'w>(who: &str, cell: impl Fn(FormCell) -> &'w str) -> Option<String> {
    let mut parts = [FormCell::Sp, FormCell::Markers].map(|of| cell(of).to_owned()).to_vec();
    let words = [FormCell::Out, FormCell::Fate, FormCell::Square].map(&cell);
    parts.extend(words.into_iter().filter(|text| !text.is_empty()).map(str::to_owned));
    let counts = [FormCell::Cu, FormCell::Attacks, FormCell::Passed, FormCell::Failed].map(|of| (of, cell(of)));
    parts.extend(counts.into_iter().filter(|(_, text)| !text.is_empty()).map(|(of, text)| format!("{of}:{text}")));
    while parts.last().is_some_and(String::is_empty) {
        parts.pop();
    }
    (!parts.is_empty()).then(|| format!("{who}={}", parts.join(",")))
}

/// The leaf of a base.
pub fn leaf_of<'c>(campaign: &'c Campaign, base: &str) -> Option<&'c Formation> {
    campaign.formation(base.split('#').next().unwrap_or(base))
}

/// The name of a base; of several in one leaf with its number.
pub fn base_name(campaign: &Campaign, id: &str) -> String {
    let (leaf, number) = id.split_once('#').map_or((id, None), |(leaf, number)| (leaf, Some(number)));
    let name = campaign.formation(leaf).map_or(leaf, |leaf| leaf.name.as_str());
    number.map_or_else(|| name.to_owned(), |number| format!("{name}, base {number}"))
}

/// What is written of a base.
pub type ToldCells = BTreeMap<FormCell, String>;

/// A result as a side tells it: of its bases, by their ids.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ToldResult {
    /// The battle.
    pub battle: String,
    /// How it ended.
    pub end: String,
    /// How many moves it took.
    pub moves: String,
    /// What became of those for whom it did not stay as it was.
    pub bases: BTreeMap<String, ToldCells>,
}

impl ToldResult {
    /// What a command says; none where it records no battle.
    pub fn of(command: &str) -> Option<Self> {
        Self::of_words(&shlex::split(command)?)
    }

    /// What the words of a command say; none where it records no battle.
    pub fn of_words(words: &[String]) -> Option<Self> {
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

    /// What a player has told of a battle, and nobody has decided yet.
    pub fn sent<'p>(proposals: &'p [Proposal], player: u64, battle: &str) -> Option<(&'p Proposal, Self)> {
        let his = proposals.iter().rev().filter(|of| of.player == player && of.state == ProposalState::Sent);
        his.filter_map(|of| Some((of, Self::of(&of.command)?))).find(|(_, told)| told.battle == battle)
    }

    /// The words by which it is recorded.
    pub fn words(&self) -> Vec<String> {
        let head = [("end", self.end.as_str()), ("moves", self.moves.as_str())];
        let set = |(id, cells): (&String, &ToldCells)| set_word(id, |cell| cells.get(&cell).map_or("", String::as_str));
        record_words(&self.battle, head.into_iter(), self.bases.iter().filter_map(set))
    }

    /// The command that records and posts it.
    pub fn posted(&self) -> Vec<String> {
        self.words().into_iter().chain(["--post".to_owned()]).collect()
    }

    /// How it ended, and in how many moves.
    pub fn ended(&self) -> String {
        let moves = self.moves.parse().map_or_else(|_| self.moves.clone(), |moves: usize| counted(moves, "move"));
        let parts = [self.end.replace('_', " "), moves];
        parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", ")
    }

    /// What became of a base; none where it stayed as it was.
    pub fn of_base(&self, id: &str) -> Option<String> {
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
}

/// A battle that is drawn and not resolved, for one who tells of some of its bases.
#[derive(Debug, Clone)]
pub struct OwnBattle {
    /// The battle.
    pub id: String,
    /// The bound for which it is drawn.
    pub bound: String,
    /// Whether his side attacks.
    pub attacks: bool,
    /// The form of all of it.
    pub form: FormReport,
    /// His units, with those of their bases of which he tells.
    pub units: Vec<UnitForm>,
    setup: Setup,
}

impl OwnBattle {
    /// None where it is resolved, or no base is his.
    pub fn of(campaign: &Campaign, side: SideId, is_his: impl Fn(&Formation) -> bool, battle: &Battle) -> Option<Self> {
        // Who is in it stands in what it was drawn on: without one of his it need not be made.
        let is_in_it = battle.facts.iter().any(|fact| leaf_of(campaign, &fact.subject).is_some_and(&is_his));
        if !battle.is_open() || !is_in_it {
            return None;
        }
        let setup = query::engagement(campaign, battle);
        let form = FormReport::new(campaign, &setup);
        let of_unit = |unit: &UnitForm| {
            let is_own = |base: &&BaseForm| leaf_of(campaign, base.id.as_str()).is_some_and(&is_his);
            UnitForm { bases: unit.bases.iter().filter(is_own).cloned().collect(), ..unit.clone() }
        };
        let units: Vec<_> = form.units().map(of_unit).filter(|unit| !unit.bases.is_empty()).collect();
        let (id, bound) = (battle.id.to_string(), BoundView::new(campaign, battle.bound).label);
        let attacks = battle.attacker == side;
        (!units.is_empty()).then_some(Self { id, bound, attacks, form, units, setup })
    }

    /// Those bases of which he tells.
    pub fn bases(&self) -> impl Iterator<Item = &BaseForm> {
        self.units.iter().flat_map(|unit| &unit.bases)
    }

    /// What cannot be in what he tells, by this campaign: what is said of others' bases is not his to mend.
    pub fn faults(&self, campaign: &Campaign, sheet: &ResultSheet) -> Vec<Fault> {
        let named = |base: &BaseForm| (base.code.clone(), base_name(campaign, base.id.as_str()));
        let sheet = ResultSheet { names: self.bases().map(named).collect(), ..sheet.clone() };
        let mut found = query::form_faults(campaign, &self.setup, &sheet);
        found.retain(|fault| match &fault.row {
            Some(code) if sheet.names.contains_key(code) => true,
            Some(_) => fault.line > 0 && fault.line != sheet.spot.line,
            None => fault.line > 0,
        });
        found
    }

    /// What words of `--set` say of it, as a form.
    pub fn sheet_of_words(&self, campaign: &Campaign, sets: &[String]) -> ResultSheet {
        query::sheet_of_words(campaign, &self.setup, sets)
    }

    /// What a form without faults tells: how it ended, and of his bases those for whom it did not stay as it was.
    pub fn told(&self, sheet: &ResultSheet) -> ToldResult {
        let head = |key: &str| sheet.head.get(key).map_or("", |written| written.text.as_str());
        let end = head("end").replace([' ', '-'], "_");
        let end = end.parse().map_or(end, |end: BattleEnd| end.to_string());
        let (battle, moves) = (self.id.clone(), head("moves").to_owned());
        let mut told = ToldResult { battle, end, moves, ..ToldResult::default() };
        for row in &sheet.rows {
            let Some(base) = self.bases().find(|base| base.code == row.code.text) else { continue };
            let changed = |(cell, written): (&FormCell, &query::FormText)| {
                let fate = Some(cell).filter(|cell| **cell == FormCell::Fate).and_then(|_| written.text.parse().ok());
                let text = fate.map_or_else(|| written.text.clone(), |fate: FateWord| fate.to_string());
                let stays = match cell {
                    FormCell::Sp => text == base.sp.to_string(),
                    FormCell::Markers => text == base.markers.to_string(),
                    FormCell::Out => base.out_of_ammo,
                    _ => false,
                };
                (!stays).then_some((*cell, text))
            };
            let cells: ToldCells = row.cells.iter().filter_map(changed).collect();
            if !cells.is_empty() {
                told.bases.insert(base.id.to_string(), cells);
            }
        }
        told
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_is_read_as_it_was_written() {
        let command = "battle record 1am-0905 --end=taken --moves=3 --set=ax.pz.r1.b1=2,,out,disorganised \
                       --set=ax.pz.art#2=,1,driven_back,0705 --post";
        let told = ToldResult::of(command).unwrap();
        assert_eq!(told.ended(), "taken, 3 moves");
        assert_eq!(told.of_base("ax.pz.r1.b1").as_deref(), Some("2 SP, out of ammunition, disorganised"));
        assert_eq!(told.of_base("ax.pz.art#2").as_deref(), Some("1 marker, driven back, in 0705"));
        assert_eq!(told.of_base("ax.pz"), None);
        let words = told.posted();
        assert_eq!(ToldResult::of(&words.join(" ")), Some(told));
        assert!(words.contains(&"--set=ax.pz.r1.b1=2,,out,disorganised".to_owned()), "{words:?}");
        assert_eq!(ToldResult::of("order ax.pz dig-in"), None);
        assert_eq!(ToldResult::of("battle resolve 1am-0905 --seed 1"), None);
        assert_eq!(ToldResult::of("battle record"), None);
    }
}
