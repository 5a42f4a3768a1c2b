//! The battles of a campaign, and one of them.

use serde::Serialize;

use campaign::{Battle, BattleUnit, Campaign, Event};
use domain::{BattleId, Bound, FormationId, Said, counted, does, verb_of};
use ops::pick;
use ops::query::fact_told;

use super::came_out::CameOut;
use super::{name_of, unit_name};
use crate::model::log::change::ended;
use crate::model::{BoundView, NamedSide, for_whom};
use crate::{Cell, Column, Report, Table};

/// The end of a battle that was not fought, in words.
const DECLINED: &str = "declined";

/// The battles of a campaign, the oldest first.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct BattleList {
    rows: Vec<BattleRow>,
    /// The formation whose commander reads: he knows the losses of his own alone.
    #[serde(skip)]
    commander: Option<String>,
}

/// A battle in the list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct BattleRow {
    /// Its id.
    pub battle: BattleId,
    /// In which bound.
    pub bound: BoundView,
    /// The square, by its reference.
    pub square: String,
    /// The place of that square, where it has a name.
    pub place: Option<String>,
    /// The nearest place where the square has no name.
    #[serde(skip)]
    near: Option<String>,
    /// Who attacked.
    pub attacker: NamedSide,
    /// The rules.
    pub rules: &'static str,
    /// Whether it is drawn and not posted.
    pub open: bool,
    /// How it ended, in words.
    pub end: Option<&'static str>,
    /// Who holds the square.
    pub holder: Option<NamedSide>,
    /// Whether it was fought on the table.
    pub recorded: bool,
    /// SP lost by attackers and defenders.
    pub sp_lost: [u32; 2],
    /// Bases of attackers and defenders that were destroyed or surrendered; none where that was not kept.
    pub bases_lost: Option<[u16; 2]>,
    /// Whether it is known who fought on either side.
    #[serde(skip)]
    known_losses: [bool; 2],
}

impl BattleRow {
    pub(crate) fn new(campaign: &Campaign, battle: &Battle) -> Self {
        let fought = battle.fought.as_ref();
        let units = || fought.into_iter().flat_map(|fought| &fought.units);
        let lost =
            |attacked: bool| units().filter(|unit| unit.attacked == attacked).map(|unit| u32::from(unit.sp_lost)).sum();
        let place = campaign.places.iter().find(|place| place.square == battle.square);
        Self {
            battle: battle.id.clone(),
            bound: BoundView::new(campaign, battle.bound),
            square: campaign.frame.reference(battle.square),
            near: campaign.place_near(battle.square).map(|place| format!("near {}", place.name)),
            place: place.map(|place| place.name.clone()),
            attacker: NamedSide::new(campaign, battle.attacker),
            rules: battle.rules.as_str(),
            open: battle.is_open(),
            end: fought.map(|fought| if fought.is_declined() { DECLINED } else { ended(fought.end) }),
            holder: fought.map(|fought| NamedSide::new(campaign, fought.holder)),
            recorded: fought.is_some_and(|fought| fought.recorded),
            sp_lost: [lost(true), lost(false)],
            bases_lost: fought.and_then(|f| f.bases_lost).map(|lost| [lost.attackers, lost.defenders]),
            known_losses: [true, false].map(|attacked| units().any(|unit| unit.attacked == attacked)),
        }
    }

    /// The place of its square, or the nearest one.
    pub(crate) fn place(&self) -> Option<&String> {
        self.place.as_ref().or(self.near.as_ref())
    }

    /// The battles of one bound, by id.
    pub fn of_bound(campaign: &Campaign, bound: Bound) -> Vec<Self> {
        let of_bound = campaign.battles.values().filter(|battle| battle.bound == bound);
        of_bound.map(|battle| Self::new(campaign, battle)).collect()
    }

    /// A table of battles, one a row.
    pub(in crate::model) fn table(title: &str, rows: &[Self]) -> Table {
        let columns = vec![
            Column::text("bound"),
            Column::text("place").wrapping(),
            Column::text("attacker"),
            Column::text("end"),
            Column::text("holder"),
            Column::text("SP lost").beside("defender lost"),
            Column::text("battle"),
            Column::text("rules").optional(),
        ];
        let mut table = Table::new(title, columns);
        for row in rows {
            let end = row.end.map_or(Cell::emphasised("open"), Cell::new);
            let is_fought = !row.open && row.end != Some(DECLINED);
            let [attacker, defender] = row.known_losses;
            let told =
                |number: usize, known: bool| if known { row.sp_lost[number].to_string() } else { "?".to_owned() };
            let lost =
                if is_fought { Cell::pair([told(0, attacker), told(1, defender)], " : ") } else { Cell::default() };
            table.row([
                Cell::new(&row.bound.label),
                Cell::maybe(row.place()),
                Cell::from(&row.attacker),
                end,
                NamedSide::cell(row.holder.as_ref()),
                lost,
                Cell::new(&row.battle),
                Cell::new(row.rules),
            ]);
        }
        table
    }
}

impl BattleList {
    /// The battles of a campaign; only the open ones where so wanted.
    pub fn new(campaign: &Campaign, only_open: bool) -> Self {
        let mut battles: Vec<&Battle> = campaign.battles.values().filter(|b| !only_open || b.is_open()).collect();
        battles.sort_by_key(|battle| (battle.bound, &battle.id));
        let rows = battles.into_iter().map(|battle| BattleRow::new(campaign, battle)).collect();
        Self { rows, commander: None }
    }

    /// The same as the commander of a formation reads it.
    #[must_use]
    pub fn for_commander(self, commander: Option<String>) -> Self {
        Self { commander, ..self }
    }

    /// The battles, one a row.
    pub fn rows(&self) -> &[BattleRow] {
        &self.rows
    }
}

impl Report for BattleList {
    fn tables(&self) -> Vec<Table> {
        let title = for_whom(None, self.commander.as_deref()).unwrap_or_default();
        let mut table = BattleRow::table(&title, &self.rows);
        if let Some(commander) = self.commander.as_ref().filter(|_| !self.rows.is_empty()) {
            table.note(format!("SP lost are those of {commander} alone, and not of its side"));
        }
        if self.rows.is_empty() {
            table.note(Said::leading("no battle has been drawn", ": `railhead contact` lists the contacts"));
        }
        vec![table]
    }
}

/// One battle: what is kept of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct BattleShow {
    /// The battle.
    #[serde(flatten)]
    pub battle: BattleRow,
    /// Moves used.
    pub moves: Option<u8>,
    /// What it was for each unit.
    pub units: Vec<UnitRow>,
    /// What an open one relies on.
    pub facts: Vec<FactRow>,
    /// The operation that posted it, where that is known and the umpire reads.
    pub operation: Option<u64>,
    /// When that was.
    pub time: Option<String>,
    /// Why, where that was said.
    pub reason: Option<String>,
    #[serde(skip)]
    dice: usize,
}

/// The operation that posted a battle. Its number, time and reason are the umpire's: a side is told what it let happen.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Posting {
    /// Its number.
    pub operation: Option<u64>,
    /// When it was; none where it has just been done.
    pub time: Option<String>,
    /// Why, where that was said.
    pub reason: Option<String>,
    /// What it let happen.
    pub events: Vec<Event>,
}

/// What a battle was for a unit.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct UnitRow {
    /// The unit.
    pub unit: FormationId,
    /// Its name.
    pub name: String,
    /// Whether it attacked.
    pub attacked: bool,
    /// Whether it was engaged.
    pub engaged: bool,
    /// Whether it was its first battle.
    pub first: bool,
    /// SP with which it went in.
    pub sp_before: u16,
    /// SP that it lost.
    pub sp_lost: u16,
    /// Tests that it passed.
    pub passed: u8,
    /// Tests that it failed.
    pub failed: u8,
    /// How it came out beside its losses; none where the operation that posted it is not known.
    pub came_out: Option<CameOut>,
}

/// What an open battle relies on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct FactRow {
    /// The square, unit or leaf.
    pub subject: String,
    /// How it stood.
    pub text: String,
    /// What it is called.
    #[serde(skip)]
    name: String,
}

impl BattleShow {
    /// What is kept of a battle.
    pub fn new(campaign: &Campaign, battle: &Battle, posting: Option<Posting>) -> Self {
        let fought = battle.fought.as_ref();
        let posted = posting.as_ref().filter(|_| !battle.is_open());
        let came_out = posted.map(|posting| CameOut::by_unit(campaign, &posting.events));
        let of = |unit: &FormationId| came_out.as_ref().map(|units| units.get(unit).copied().unwrap_or_default());
        let is_die = |event: &&Event| matches!(event, Event::DiceThrown { .. });
        let unit = |unit: &BattleUnit| UnitRow {
            unit: unit.unit.clone(),
            name: unit_name(campaign, unit.unit.as_str()),
            attacked: unit.attacked,
            engaged: unit.engaged,
            first: unit.first,
            sp_before: unit.sp_before,
            sp_lost: unit.sp_lost,
            passed: unit.passed,
            failed: unit.failed,
            came_out: of(&unit.unit),
        };
        let fact = |fact: &campaign::Fact| FactRow {
            subject: fact.subject.clone(),
            name: match pick::square(campaign, &fact.subject) {
                Ok(square) => campaign.square_named(square),
                Err(_) => name_of(campaign, &fact.subject),
            },
            text: fact_told(campaign, &fact.text),
        };
        Self {
            battle: BattleRow::new(campaign, battle),
            moves: fought.map(|fought| fought.moves),
            units: fought.into_iter().flat_map(|fought| &fought.units).map(unit).collect(),
            facts: battle.facts.iter().filter(|fact| fact.subject != battle.id.as_str()).map(fact).collect(),
            dice: posted.map_or(0, |posting| posting.events.iter().filter(is_die).count()),
            operation: posting.as_ref().and_then(|posting| posting.operation),
            time: posting.as_ref().and_then(|posting| posting.time.clone()),
            reason: posting.and_then(|posting| posting.reason),
        }
    }

    fn title(&self) -> String {
        let row = &self.battle;
        let place = row.place().map(|place| format!(" {place}")).unwrap_or_default();
        let (attacker, square, bound, id) = (row.attacker.name(), &row.square, &row.bound.label, &row.battle);
        let head = format!("{} {square}{place}, {bound} (`{id}`)", does(attacker, "attacks"));
        match (row.end, row.holder.as_ref(), self.moves) {
            (Some(DECLINED), ..) => format!("{head}: declined, nobody fought"),
            (Some(end), Some(holder), Some(moves)) => {
                let moves = counted(moves.into(), "move");
                let mut own = self.units.iter().filter(|unit| unit.attacked == (*holder == row.attacker)).peekable();
                let is_left = own.peek().is_none() || own.any(|unit| unit.sp_lost < unit.sp_before);
                let holder = holder.name();
                let whose = if is_left {
                    format!("{} it", does(holder, "holds"))
                } else {
                    format!("{} nobody left and {} it", does(holder, "has"), verb_of(holder, "keeps"))
                };
                format!("{head}: {end} after {moves}, {whose}")
            }
            _ => format!("{head}: open"),
        }
    }

    fn units(&self) -> Table {
        let columns = vec![
            Column::text("unit").wrapping(),
            Column::text("id").optional(),
            Column::text("part"),
            Column::number("SP"),
            Column::number("lost"),
            Column::number("tests passed"),
            Column::number("failed"),
        ];
        let mut table = Table::new(self.title(), columns);
        for unit in &self.units {
            let part = match (unit.attacked, unit.engaged) {
                // Aircraft have no SP in the square.
                (_, false) if unit.sp_before == 0 => "flew",
                (true, true) => "attacked",
                (false, true) => "defended",
                (_, false) => "stood by",
            };
            table.row([
                Cell::new(&unit.name),
                Cell::new(&unit.unit),
                Cell::new(part),
                Cell::new(unit.sp_before),
                Cell::new(unit.sp_lost),
                Cell::new(unit.passed),
                Cell::new(unit.failed),
            ]);
        }
        table
    }

    /// What the battle left on each unit beside its losses; who it left as they were are not named.
    fn came_out(&self) -> Table {
        let columns = vec![Column::text("unit").wrapping(), Column::text("what the battle did to it").wrapping()];
        let mut table = Table::new("", columns);
        for unit in &self.units {
            let words = unit.came_out.map(|out| out.words()).filter(|words| !words.is_empty());
            if let Some(words) = words {
                table.row([Cell::new(&unit.name), Cell::new(words)]);
            }
        }
        if let Some([attacking, defending]) = self.battle.bases_lost.filter(|lost| *lost != [0, 0]) {
            table.note(format!("bases destroyed or surrendered: {attacking} attacking, {defending} defending"));
        }
        if let Some(operation) = self.operation {
            let what = match (self.battle.end, self.battle.recorded) {
                (Some(DECLINED), _) => "declined",
                (_, true) => "fought on the table, recorded and posted",
                _ => "resolved and posted",
            };
            let time = self.time.as_ref().map(|time| format!(" of {time}")).unwrap_or_default();
            let reason = self.reason.as_ref().map(|reason| format!(": {reason}")).unwrap_or_default();
            table.note(format!("{what} by op {operation}{time}{reason}"));
            table.note(Said::command(self.all_of(operation)));
        }
        table
    }

    /// Where all of it stands that an operation did.
    fn all_of(&self, operation: u64) -> String {
        format!("{}: `railhead op show {operation}`", if self.dice > 0 { "every die" } else { "every change" })
    }

    /// That it has been posted, for who has just been told how it came out.
    pub(crate) fn is_posted(&self) -> String {
        let all = self.operation.map(|operation| format!("; {}", self.all_of(operation))).unwrap_or_default();
        format!("`{}` is posted{all}", self.battle.battle)
    }

    fn facts(&self) -> Table {
        let columns = vec![Column::text("of").wrapping(), Column::text("as it was drawn").wrapping()];
        let mut table = Table::new(self.title(), columns);
        for fact in &self.facts {
            table.row([Cell::new(&fact.name).meaning(&fact.subject), Cell::new(&fact.text)]);
        }
        table
    }
}

impl Report for BattleShow {
    fn tables(&self) -> Vec<Table> {
        if self.battle.open { vec![self.facts()] } else { vec![self.units(), self.came_out()] }
    }
}
