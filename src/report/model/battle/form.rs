//! The form on which the result of a battle at the table is written: who was in it, as it stood; blank, or as it was posted.
//!
//! Where to look next: `render::form`, which lays it out for paper and for a spreadsheet.

use std::collections::BTreeMap;

use serde::Serialize;

use campaign::Campaign;
use domain::{BattleEnd, Class, FormationId, LeafState, Posture, does, thirds_text};
use ops::query::{FormCell, ResultSheet};
use rules::form::{CodedUnit, FateWord, coded, counts_combat_units, side_code};
use rules::pairs::BattleSide;
use rules::setup::{BaseSetup, Setup};

use super::{name_of, unit_name};

/// A result form.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct FormReport {
    /// The battle.
    pub battle: Option<String>,
    /// The square that is attacked, by its reference.
    pub square: String,
    /// The name of the place there.
    pub place: Option<String>,
    /// How many moves there are at most.
    pub moves: u8,
    /// Whether combat units are counted.
    pub counts_combat_units: bool,
    /// The words for how it can end.
    pub ends: Vec<&'static str>,
    /// The words for what can become of a base.
    pub fates: Vec<&'static str>,
    /// The sides, attacker first.
    pub sides: [SideForm; 2],
    /// What is filled in; none of a blank form.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub filled: Option<FilledForm>,
}

/// What is filled in on a form.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct FilledForm {
    /// How it ended.
    pub end: String,
    /// In how many moves.
    pub moves: String,
    /// Of each code what is written in its row, by column.
    pub rows: BTreeMap<String, BTreeMap<&'static str, String>>,
}

/// What a blank fate comes to.
const BLANK_FATES: &str = "If you leave the fate blank, a base with 0 SP is destroyed; one that was there from the start and fires direct is \
     disorganised, and so is a gun that could fire indirect before the end (but not elites defending, nor veterans who \
     broke off). Attackers who assault end in the square if it was taken; bases that go back take the first way out.";

/// A side of a form.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SideForm {
    /// Its code.
    pub code: &'static str,
    /// Its id.
    pub name: String,
    /// What it is called.
    #[serde(skip)]
    pub called: String,
    /// Whether it attacks.
    pub attacks: bool,
    /// Its units.
    pub units: Vec<UnitForm>,
}

/// A unit of a form.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct UnitForm {
    /// Its code.
    pub code: String,
    /// Its id.
    pub id: FormationId,
    /// Its name.
    pub name: String,
    /// Its grade.
    pub grade: &'static str,
    /// Its HQ die.
    pub hq_die: u8,
    /// Whether the grade is only assumed, and the HQ die with it: nothing is known of those that a side has only sighted.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub assumed: bool,
    /// Steps of it that it owes.
    pub owed: u8,
    /// Its bases.
    pub bases: Vec<BaseForm>,
}

/// A base of a form.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct BaseForm {
    /// Its code.
    pub code: String,
    /// Its id.
    pub id: FormationId,
    /// Its name.
    pub name: String,
    /// Full SP.
    pub sp_full: u16,
    /// SP left.
    pub sp: u16,
    /// Whether these are only assumed.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub assumed: bool,
    /// Markers.
    pub markers: u16,
    /// Whether it is out of ammunition.
    pub out_of_ammo: bool,
    /// Combat units left in thirds, where they are counted.
    pub cu_thirds: Option<u16>,
    /// Where it stands.
    pub square: String,
    /// The move in which it joins in; 1 from the start.
    pub arrives: u8,
    /// Its weapons against men and against armour.
    #[serde(skip)]
    pub weapons: [Option<Class>; 2],
    /// Its armour.
    #[serde(skip)]
    pub armour: Option<Class>,
    /// How it stands: dug in, mounted, disorganised; empty where it stands in the open and in order.
    #[serde(skip)]
    pub stands: String,
}

impl FormReport {
    /// The blank form of a battle.
    pub fn new(campaign: &Campaign, setup: &Setup) -> Self {
        let place = campaign.places.iter().find(|place| place.square == setup.square);
        let counts = counts_combat_units(setup);
        let units = coded(setup);
        Self {
            battle: setup.battle.clone(),
            square: campaign.frame.reference(setup.square),
            place: place.map(|place| place.name.clone()),
            moves: setup.moves,
            counts_combat_units: counts,
            ends: BattleEnd::ALL.iter().map(|end| end.as_str()).collect(),
            fates: FateWord::ALL.iter().map(|fate| fate.as_str()).collect(),
            sides: [(BattleSide::Attacker, &setup.attacker), (BattleSide::Defender, &setup.defender)].map(
                |(side, of)| SideForm {
                    code: side_code(side),
                    name: of.name.clone(),
                    called: campaign.side_called(&of.name),
                    attacks: side == BattleSide::Attacker,
                    units: units
                        .iter()
                        .filter(|unit| unit.side == side)
                        .map(|unit| UnitForm::new(campaign, unit, counts))
                        .collect(),
                },
            ),
            filled: None,
        }
    }

    /// The same with what a sheet says.
    #[must_use]
    pub fn filled(mut self, sheet: &ResultSheet) -> Self {
        let head = |key| sheet.head.get(key).map(|written| written.text.clone()).unwrap_or_default();
        let rows = sheet.rows.iter().map(|row| {
            let cells = row.cells.iter().map(|(cell, written)| (cell.as_str(), written.text.clone()));
            (row.code.text.clone(), cells.collect())
        });
        self.filled = Some(FilledForm { end: head("end"), moves: head("moves"), rows: rows.collect() });
        self
    }

    /// What is written in a cell; empty where nothing is.
    pub(crate) fn written(&self, code: &str, cell: FormCell) -> &str {
        let row = self.filled.as_ref().and_then(|filled| filled.rows.get(code));
        row.and_then(|row| row.get(cell.as_str())).map_or("", String::as_str)
    }

    /// What is written over the table: how it ended, and in how many moves.
    pub(crate) fn head(&self) -> [&str; 2] {
        self.filled.as_ref().map_or(["", ""], |filled| [&filled.end, &filled.moves])
    }

    /// What it is a form of, in a line.
    pub fn title(&self) -> String {
        let place = self.place.as_deref().map(|place| format!(" ({place})")).unwrap_or_default();
        let battle = self.battle.as_deref().map(|battle| format!("{battle}: ")).unwrap_or_default();
        let [attacker, defender] = &self.sides;
        let posted = if self.filled.is_some() { ", as it was posted" } else { "" };
        format!("{battle}{} {} in {}{place}{posted}", does(&attacker.called, "attacks"), defender.called, self.square)
    }

    /// All units, attackers first.
    pub fn units(&self) -> impl Iterator<Item = &UnitForm> {
        self.sides.iter().flat_map(|side| &side.units)
    }

    /// What whoever fills it in has to know, a line each.
    pub(crate) fn legend(&self) -> Vec<String> {
        let rows = "A blank means no change. What you write in the row of a unit (A1) counts for all its bases left blank; \
                    in the row of a side (A), for all its bases left blank that are in the fight: in the square, or there \
                    from the start and firing direct. SP and markers are per base.";
        let fates = format!("Fates: {}.", self.fates.join(", "));
        vec![rows.to_owned(), fates, BLANK_FATES.to_owned(), self.how_kept()]
    }

    /// How it is filled in with a pencil, where each base has a row; how it is kept is told to whom it concerns.
    pub(crate) fn explained(&self, is_umpires: bool) -> Vec<String> {
        let rows = "A blank means no change. SP and markers are per base.".to_owned();
        let fates = format!("Fates: {}.", self.fates.join(", ").replace('_', " "));
        let kept = is_umpires.then(|| self.how_kept());
        [rows, fates, BLANK_FATES.to_owned()].into_iter().chain(kept).collect()
    }

    /// The commands by which what is filled in goes into the campaign.
    fn how_kept(&self) -> String {
        let battle = self.battle.as_deref().unwrap_or("BATTLE");
        if self.filled.is_some() {
            return format!(
                "To correct the result: `railhead battle form {battle} --format csv > form.csv`, change what is wrong, \
                 then `railhead battle correct {battle} form.csv`."
            );
        }
        format!(
            "To record the result: `railhead battle form {battle} --format csv > form.csv`, fill it in, then `railhead \
             battle record {battle} form.csv`. Or answer questions: `railhead battle record {battle} --ask`."
        )
    }
}

impl SideForm {
    /// What it is called, as its row says it.
    pub fn title(&self) -> String {
        does(&self.called, if self.attacks { "attacks" } else { "defends" })
    }
}

impl UnitForm {
    fn new(campaign: &Campaign, unit: &CodedUnit<'_>, counts: bool) -> Self {
        let sighting = campaign.sighting_in_place_of(&unit.unit.id);
        let assumed = sighting.is_some_and(|sighting| sighting.sp.is_none());
        Self {
            assumed: sighting.is_some_and(|sighting| sighting.grade.is_none()),
            code: unit.code.clone(),
            id: unit.unit.id.clone(),
            name: unit_name(campaign, unit.unit.id.as_str()),
            grade: unit.unit.grade.as_str(),
            hq_die: unit.unit.hq_die,
            owed: unit.unit.owed,
            bases: unit
                .bases
                .iter()
                .map(|(code, base)| BaseForm::new(campaign, code, base, (counts, assumed)))
                .collect(),
        }
    }

    /// Its name with grade and HQ die.
    pub fn title(&self) -> String {
        format!("{}, {}", self.name, self.standing())
    }

    /// Its grade and HQ die.
    pub fn standing(&self) -> String {
        if self.assumed {
            return "grade not known".to_owned();
        }
        let owed = if self.owed > 0 { format!(", owes {}", self.owed) } else { String::new() };
        format!("{}, HQ die {}{owed}", self.grade, self.hq_die)
    }
}

/// How a base stands, where it is not in the open and in order.
fn stands(base: &BaseSetup) -> String {
    let posture = Some(base.posture).filter(|posture| *posture != Posture::Open);
    let posture = posture.map(|posture| posture.as_str().replace('_', " "));
    let state = match (base.broken, base.disorganised) {
        (true, _) => Some(LeafState::Broken),
        (false, true) => Some(LeafState::Disorganised),
        (false, false) => None,
    };
    let said = [(base.casemated, "in concrete"), (base.mounted, "mounted")];
    let said = said.into_iter().filter(|(is_so, _)| *is_so).map(|(_, word)| word.to_owned());
    posture.into_iter().chain(said).chain(state.map(|state| state.to_string())).collect::<Vec<_>>().join(", ")
}

impl BaseForm {
    fn new(campaign: &Campaign, code: &str, base: &BaseSetup, (counts, assumed): (bool, bool)) -> Self {
        Self {
            code: code.to_owned(),
            id: base.id.clone(),
            name: name_of(campaign, base.id.as_str()),
            sp_full: base.sp_full,
            sp: base.sp,
            assumed,
            markers: base.markers,
            out_of_ammo: base.out_of_ammo,
            cu_thirds: counts.then(|| base.cu_thirds.unwrap_or(base.sp * 3)),
            square: campaign.frame.reference(base.square),
            arrives: base.arrives,
            weapons: [base.men, base.at],
            armour: base.armour,
            stands: stands(base),
        }
    }

    /// SP of full SP, as far as they are known.
    pub fn strength(&self) -> String {
        if self.assumed { "?".to_owned() } else { format!("{}/{}", self.sp, self.sp_full) }
    }

    /// Combat units left, as they are written: `2 1/3`.
    pub fn combat_units(&self) -> String {
        self.cu_thirds.map(thirds_text).unwrap_or_default()
    }

    /// Its ammunition as it stands: combat units where they are counted, else `out` or nothing.
    pub fn ammunition(&self) -> String {
        match (self.cu_thirds, self.out_of_ammo) {
            (_, true) => "out".to_owned(),
            (Some(_), false) => self.combat_units(),
            (None, false) => String::new(),
        }
    }
}
