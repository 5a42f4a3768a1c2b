//! The bound report laid out: its head, then battles, contacts, overruns, flights, railways, formations.

use domain::{FormationId, Said, counted};

use super::words::few;
use super::{BattleRow, BoundReport, BoundView, FlightRow, FormationReport, SideReport};
use crate::gathered::entry;
use crate::model::bound::report::encounters::{Encounters, OverrunLine};
use crate::{Cell, Column, Report, Table};

/// How many formations of which the same is told are named.
const NAMED: usize = 4;

fn dated(bound: &BoundView) -> String {
    format!("{} of {}", bound.label, bound.date.format("%-d %B %Y"))
}

impl Report for BoundReport {
    fn tables(&self) -> Vec<Table> {
        let mut tables = vec![self.head()];
        if !self.battles.is_empty() {
            tables.push(BattleRow::table("Battles", &self.battles));
        }
        tables.extend(self.contact_table());
        if !self.overruns.is_empty() {
            tables.push(OverrunLine::table(&self.overruns));
        }
        if !self.airlift.is_empty() {
            tables.push(FlightRow::table("Airlift", &self.airlift, false));
        }
        if !self.railways.is_empty() {
            tables.push(self.rail_table());
        }
        tables.push(self.formation_table());
        tables
    }
}

impl BoundReport {
    fn head(&self) -> Table {
        let op = self.operation.map(|op| format!(" (op {op})")).unwrap_or_default();
        let closed = Table::new(format!("{} is closed{op}", dated(&self.closed)), Vec::new());
        let mut head = closed.tried(self.operation.is_none() && !self.for_a_side);
        self.notes.iter().for_each(|note| head.note(format!("note: {note}")));
        self.weather_entered.iter().for_each(|text| head.note(text));
        head.note(format!("{} begins; weather: {}", dated(&self.running), self.weather));
        if let Some(days) = self.over {
            let days = if days == 1 {
                "day of the campaign is".to_owned()
            } else {
                format!("{days} days of the campaign are")
            };
            head.note(format!("the {days} over; you can play on"));
        }
        for texts in [&self.settings, &self.crossings, &self.house_rules, &self.ground] {
            for text in texts {
                head.note(text);
            }
        }
        self.replacements.iter().for_each(|row| head.note(row.told()));
        head
    }

    fn contact_table(&self) -> Option<Table> {
        let mut table = Encounters::table(&self.contacts);
        if self.older_contacts > 0 {
            let older = counted(self.older_contacts, "contact");
            let verb = if self.older_contacts == 1 { "stands" } else { "stand" };
            table.note(Said::leading(format!("{older} from earlier bounds {verb} too"), ": `railhead contact`"));
        }
        (!self.contacts.is_empty()).then_some(table)
    }

    fn rail_table(&self) -> Table {
        let mut rails = Table::new("", vec![Column::text("railhead"), Column::text("what came").wrapping()]);
        let mut group = None;
        for told in &self.railways {
            if group != Some(told.side) {
                group = Some(told.side);
                rails.group(format!("{} railways", told.side_name));
            }
            rails.row([Cell::new(&told.called), Cell::new(told.lines.join("\n"))]);
        }
        rails
    }

    fn formation_table(&self) -> Table {
        let columns = vec![Column::text("formation").wrapping(), Column::text("what happened").wrapping()];
        let mut table = Table::new("", columns);
        let mut group = None;
        let mut rows: Vec<(_, Vec<&str>)> = Vec::new();
        for told in &self.formations {
            let key = (&*told.side_name, told.army.as_str(), told.news().collect::<Vec<_>>());
            if !key.2.is_empty() {
                entry(&mut rows, key.clone(), |of| *of == key).push(&told.name);
            }
        }
        for ((side, army, lines), names) in rows {
            // One that is under no army is not its own heading.
            let army = if self.is_alone(side, army) { "" } else { army };
            if group != Some((side, army)) {
                group = Some((side, army));
                table.group(if army.is_empty() { side.to_owned() } else { format!("{side}: {army}") });
            }
            let each = if names.len() > 1 { ", each" } else { "" };
            let named = domain::few(&names, NAMED, "; ");
            table.row([Cell::new(format!("{named}{each}")), Cell::new(lines.join("\n"))]);
        }
        if table.rows.is_empty() {
            table.note(if self.is_bare() { "nothing to report" } else { "no other formation has news" });
        }
        for side in &self.supply {
            side.notes().into_iter().for_each(|note| table.note(note));
        }
        table
    }

    /// Whether of what is called an army nothing is told but of itself.
    fn is_alone(&self, side: &str, army: &str) -> bool {
        let of_it = |told: &&FormationReport| told.side_name == side && told.army == army;
        self.formations.iter().filter(of_it).all(|told| told.name == army)
    }

    /// Whether nothing is told beside formations.
    fn is_bare(&self) -> bool {
        self.ground.is_empty()
            && self.contacts.is_empty()
            && self.overruns.is_empty()
            && self.railways.is_empty()
            && self.battles.is_empty()
            && self.airlift.is_empty()
    }
}

impl FormationReport {
    /// What happened to it, in one sentence, but for grades, which a diary tells by themselves; none where nothing is new.
    ///
    /// Without its name in a diary of its own.
    pub(crate) fn told(&self, diary_of: Option<&FormationId>) -> Option<String> {
        let news: Vec<&str> = self.news().filter(|line| !self.grades.iter().any(|of| of == line)).collect();
        let name = if diary_of == Some(&self.id) { String::new() } else { format!("{}: ", self.name) };
        (!news.is_empty()).then(|| format!("{name}{}", news.join("; ")))
    }

    /// What the report before did not say already.
    fn news(&self) -> impl Iterator<Item = &str> {
        self.lines.iter().filter(|line| !self.still.contains(line)).map(String::as_str)
    }
}

impl SideReport {
    fn notes(&self) -> Vec<Said> {
        let Self { side, name, formations, out_of_log, out_of_pol, unchanged, .. } = self;
        let (of, draw) = (counted(*formations, "formation"), if *formations == 1 { "draws" } else { "draw" });
        let all = Said::from(format!("{name}: {of} {draw} supply, {out_of_log} out of LOG, {out_of_pol} out of POL"));
        let [cut, empty] = &self.living_named;
        let cut = (!cut.is_empty()).then(|| {
            let told = format!("cut off but living on stock in reach: {}", few(cut));
            Said::leading(told, " (`railhead review` lists all)")
        });
        let empty = (!empty.is_empty()).then(|| {
            let told = format!("nothing of their own left, living on stock in reach: {}", few(empty));
            Said::leading(told, &format!(" (`railhead supply status --side {side}` lists all)"))
        });
        let all = std::iter::once(all).chain(cut).chain(empty);
        let Some(since) = &self.longest_since else { return all.collect() };
        let (label, longest) = (&since.label, few(&self.longest_named));
        if *unchanged == 1 {
            return all.chain([format!("{name}, unchanged: {longest} is still out, since {label}").into()]).collect();
        }
        let these = counted(*unchanged, "formation");
        let told = format!("{name}, unchanged: {these} are still out, the longest since {label}: {longest}");
        let as_before = Said::leading(told, &format!(" (`railhead supply status --side {side}` lists all)"));
        all.chain([as_before]).collect()
    }
}
