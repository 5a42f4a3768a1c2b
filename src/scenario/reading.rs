//! Reading a whole folder, in the order in which one file needs another.

use std::collections::BTreeMap;
use std::sync::Arc;

use chrono::NaiveDate;

use crate::campaign::{Campaign, Ground, StockBook, Tree, Weather};
use crate::domain::{Phase, nearest};

use super::campaign_toml::{self, Head};
use super::csv_file::{Findings, rows, text};
use super::{Fault, Files, Reading};

/// Files that are carried through unchanged.
const PAPERS: [&str; 6] = ["airfields.csv", "equipment.csv", "front.csv", "history.txt", "README.md", "SOURCES.md"];

/// Every file that a folder may hold.
const KNOWN: [&str; 22] = [
    "campaign.toml",
    "places.csv",
    "roads.csv",
    "rail.csv",
    "rivers.csv",
    "crossings.csv",
    "terrain.csv",
    "front.csv",
    "control.csv",
    "orbat.csv",
    "templates.csv",
    "dumps.csv",
    "railheads.csv",
    "stocks.csv",
    "weather.csv",
    "airfields.csv",
    "equipment.csv",
    "history.txt",
    "SOURCES.md",
    "README.md",
    "grades.csv",
    "pending.csv",
];

const WEATHER: &[&str] = &["date", "bound", "weather", "ground", "flying", "visibility", "light"];

/// Reads and checks the files of a campaign; `settings` (key and value) go before those of the folder.
pub fn read(files: &Files, settings: &[(String, String)]) -> Reading {
    let mut found = Findings { faults: Vec::new(), warnings: Vec::new() };
    for name in files.keys().filter(|name| !KNOWN.contains(&name.as_str())) {
        let hint = nearest(name, KNOWN).map(|n| format!("did you mean `{n}`?")).unwrap_or_default();
        found.warn(name, (0, 0), "no file of a campaign folder: it was not read", hint);
    }
    let campaign = read_all(files, settings, &mut found);
    let Findings { mut faults, mut warnings } = found;
    let order = |list: &mut Vec<Fault>| {
        list.sort();
        list.dedup();
    };
    order(&mut faults);
    order(&mut warnings);
    Reading { campaign: campaign.filter(|_| faults.is_empty()), faults, warnings }
}

fn read_all(files: &Files, settings: &[(String, String)], found: &mut Findings) -> Option<Campaign> {
    if !files.contains_key("campaign.toml") {
        found.fault("campaign.toml", (0, 0), "the file is missing", "it names the campaign, its map and its sides");
        return None;
    }
    let head = campaign_toml::read(text(files, "campaign.toml", found)?, settings, found)?;
    let mut campaign = blank(head);
    super::land::read(files, &mut campaign, found);
    read_weather(files, &mut campaign, found);
    super::forces::read(files, &mut campaign, found);
    super::front::read(files, &mut campaign, found);
    super::stocks::read(files, &mut campaign, found);
    for name in PAPERS {
        if let Some(paper) = text(files, name, found) {
            campaign.papers.insert(name.to_owned(), paper.to_owned());
        }
    }
    if found.faults.is_empty() {
        warn_of_oddities(&campaign, found);
    }
    Some(campaign)
}

fn blank(head: Head) -> Campaign {
    let Head { name, title, start, days, bound, scale, rules, settings, sides, frame, ground } = head;
    Campaign {
        name,
        title,
        start,
        days,
        bound,
        scale,
        rules,
        settings,
        sides,
        ground: Arc::new(Ground::blank(&frame)),
        frame,
        ground_factors: ground,
        places: Vec::new(),
        roads: Vec::new(),
        railways: Vec::new(),
        rivers: Vec::new(),
        crossings: BTreeMap::new(),
        formations: BTreeMap::new(),
        dumps: BTreeMap::new(),
        railheads: BTreeMap::new(),
        stock: StockBook::default(),
        weather: Vec::new(),
        grades: Vec::new(),
        papers: BTreeMap::new(),
    }
}

fn read_weather(files: &Files, campaign: &mut Campaign, found: &mut Findings) {
    for row in rows(files, "weather.csv", WEATHER, &["date", "ground"], found) {
        let date = row.read("date", found, |text, _: chrono::ParseError| {
            (format!("`{text}` is not a date"), "write it like `1942-11-19`".to_owned())
        });
        let phase = if row.get("bound").is_empty() { None } else { row.word("bound", None::<Phase>, found) };
        let ground = row.get("ground");
        if !ground.is_empty() && !campaign.ground_factors.iter().any(|f| f.name == ground) {
            let near = nearest(ground, campaign.ground_factors.iter().map(|f| f.name.as_str()));
            let hint = near.map_or_else(
                || format!("add `[ground.{ground}]` to campaign.toml"),
                |n| format!("did you mean `{n}`?"),
            );
            found.fault(row.file, row.at("ground"), format!("there is no kind of ground `{ground}`"), hint);
        }
        let word = |column| row.get(column).to_owned();
        let Some(date): Option<NaiveDate> = date else { continue };
        campaign.weather.push(Weather {
            date,
            phase,
            weather: word("weather"),
            ground: word("ground"),
            flying: word("flying"),
            visibility: word("visibility"),
            light: word("light"),
        });
    }
}

/// What is odd but legal.
fn warn_of_oddities(campaign: &Campaign, found: &mut Findings) {
    let tree = Tree::new(campaign);
    for formation in tree.all().into_iter().filter(|f| tree.is_supply_formation(f)) {
        let above = std::iter::once(formation).chain(tree.superiors(formation));
        let dumps = above.flat_map(|f| campaign.dumps.values().filter(move |d| d.owner == f.id));
        if dumps.count() == 0 {
            let message = format!("`{}` draws supply, but nobody above it owns a dump", formation.id);
            found.warn("dumps.csv", (0, 0), message, "its line goes straight to a railhead");
        }
    }
}
