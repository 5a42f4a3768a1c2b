//! Bounds in JSON are objects (cli.md, "JSON"): no command that reads gives the label of one as a bare text.
//!
//! Every such command of the manual is run on campaigns in which all that can bear a date does.

use std::collections::{BTreeMap, BTreeSet};

use campaign::Setting;
use serde_json::Value;

use super::campaigns::first_bound_played;
use super::convoys::strip::strip;
use super::field::Field;
use super::json::in_the_middle;

/// The commands that read, as they are tried here; `UNIT`, `BATTLE` and the like stand for what a campaign has.
const READS: &[(&str, &[&str])] = &[
    ("battle forecast", &["battle forecast BATTLE --runs 10"]),
    ("battle form", &["battle form BATTLE"]),
    ("battle list", &["battle list"]),
    ("battle show", &["battle show BATTLE"]),
    ("bound show", &["bound show"]),
    ("contact", &["contact", "contact --new"]),
    ("crossing list", &["crossing list"]),
    ("diary", &["diary", "diary UNIT"]),
    ("dump list", &["dump list", "dump list --side SU"]),
    ("find", &["find UNIT"]),
    ("grade history", &["grade history"]),
    ("grade review", &["grade review"]),
    ("ground show", &["ground show SQUARE"]),
    ("intel show", &["intel show"]),
    ("map", &["map", "map --at SQUARE"]),
    ("mines list", &["mines list"]),
    ("op log", &["op log --all"]),
    ("op show", &["op show 2"]),
    ("orbat", &["orbat --depth 9", "orbat --bases"]),
    ("order", &["order list"]),
    ("partisans list", &["partisans list"]),
    ("rail status", &["rail status"]),
    ("review", &["review"]),
    ("setting list", &["setting list"]),
    ("stats", &["stats"]),
    ("status", &["status"]),
    ("strikes list", &["strikes list"]),
    ("supply airlift", &["supply airlift"]),
    ("supply claim", &["supply claim"]),
    ("supply convoys", &["supply convoys", "supply convoys --side SU"]),
    ("supply critical", &["supply critical"]),
    ("supply forecast", &["supply forecast", "supply forecast --side SU", "supply forecast --against FORECAST"]),
    ("supply graph", &["supply graph"]),
    ("supply plan", &["supply plan", "supply plan --side SU"]),
    ("supply status", &["supply status --depth 9", "supply status --side SU"]),
    ("supply stocks", &["supply stocks --all", "supply stocks --side SU"]),
    ("supply trace", &["supply trace UNIT", "supply trace UNIT --side SU"]),
    ("unit history", &["unit history UNIT"]),
    ("unit replacements", &["unit replacements"]),
    ("unit show", &["unit show UNIT", "unit show LEAF"]),
];

/// Figures before and after, in words: what an event says for whoever reads the log.
const IN_WORDS: &[(&str, &[&str])] =
    &[("op show", &[".events.before", ".events.after"]), ("unit history", &[".before", ".after"])];

/// Where a bound must have been seen, so that the campaigns bear the dates that this test is about.
const SEEN: &[(&str, &str)] = &[
    ("battle list", ".bound"),
    ("contact", ".joined"),
    ("contact", ".since"),
    ("crossing list", ".until"),
    ("dump list", ".reported"),
    ("grade history", ".bound"),
    ("orbat", ".arrives"),
    ("mines list", ".from"),
    ("order", ".bound"),
    ("partisans list", ".from"),
    ("partisans list", ".raid"),
    ("partisans list", ".until"),
    ("review", ".findings.since"),
    ("setting list", ".since"),
    ("strikes list", ".bound"),
    ("supply airlift", ".flights.bound"),
    ("supply claim", ".bound"),
    ("supply convoys", ".arrives"),
    ("supply convoys", ".reported"),
    ("supply forecast", ".units.dry"),
    ("supply plan", ".plans.trips.arrives"),
    ("supply status", ".house_rules.since"),
    ("supply status", ".units.underway.arrives"),
    ("supply stocks", ".accounts.reported"),
    ("unit replacements", ".comes"),
    ("unit show", ".due"),
];

/// The commands of the manual that take `--as-of`, but for `export` and `op script`, which write files and lines; and `op
/// show`, of one operation.
fn readers() -> BTreeSet<String> {
    let manual = include_str!("../../../docs/CLI.md");
    let pages = manual.split("\n## `railhead ").skip(1).filter_map(|page| page.split_once('`'));
    let reads = |page: &str| page.lines().any(|line| line.trim_start().starts_with("--as-of <"));
    // What goes on paper is words and tables, and a film is a file.
    let is_paper = |name: &str| name.starts_with("print ") || ["export", "op script", "replay"].contains(&name);
    let names = pages.filter(|(name, page)| !is_paper(name) && (reads(page) || *name == "op show"));
    names.map(|(name, _)| name.to_owned()).collect()
}

/// The strip with everything on it that is dated: reports, raids, strikes, a convoy, settings changed in the campaign.
fn strip_with_dates() -> Field {
    let mut campaign = strip();
    for rule in [Setting::NewsDelay, Setting::Partisans, Setting::AirInterdiction] {
        campaign.settings.set(rule, "on");
    }
    let field = Field::of(&campaign);
    for line in [
        "supply receive d-su 10 log --from rail",
        "supply receive d-1rd 2 log --from rail",
        "partisans set 0507 --against SU --strength 6 --from 1pm --until 3n",
        "bound close --dice 1",
        "supply receive d-su 5 log --from rail",
        "supply send su.log1 --load 2log --to d-1rd --override \"not in the morning\"",
        "setting set news_bounds 2",
        "setting set truck_attrition on",
        "strikes book 0805 --against SU --for 2am",
        "supply forecast --keep --log all",
        "bound close --seed 3",
        "supply send su.log2 --load 1log --to d-1rd --override \"not in the morning\"",
    ] {
        field.done(line);
    }
    field
}

/// Every text in a document that is the label of a bound, and every bound, with the way to it.
fn look(value: &Value, way: &str, bare: &mut BTreeSet<String>, bounds: &mut BTreeSet<String>) {
    match value {
        Value::Object(members) if members.contains_key("phase") && members.contains_key("label") => {
            bounds.insert(way.to_owned());
        }
        Value::Object(members) => {
            members.iter().for_each(|(key, value)| look(value, &format!("{way}.{key}"), bare, bounds));
        }
        Value::Array(items) => items.iter().for_each(|item| look(item, way, bare, bounds)),
        Value::String(text) if is_label(text) => {
            bare.insert(way.to_owned());
        }
        _ => {}
    }
}

/// Whether a text is how a bound is written, or typed: `D3 pm`, `3pm`.
fn is_label(text: &str) -> bool {
    let rest = text.strip_prefix('D').unwrap_or(text).trim_start_matches(|c: char| c.is_ascii_digit());
    let has_day = rest.len() < text.trim_start_matches('D').len();
    has_day && ["am", "pm", "night", "n"].contains(&rest.trim_start())
}

#[test]
fn a_bound_is_never_a_bare_text() {
    let names: BTreeSet<String> = READS.iter().map(|(name, _)| (*name).to_owned()).collect();
    assert_eq!(names, readers(), "every command that reads is tried here");
    let words = |of: [(&'static str, &'static str); 5]| BTreeMap::from(of);
    let middle = words([
        ("UNIT", "su.1a.1rd"),
        ("LEAF", "su.1a.1rd.b1"),
        ("SQUARE", "0305"),
        ("BATTLE", "a.toml"),
        ("FORECAST", "0"),
    ]);
    let on_strip =
        words([("UNIT", "su.1rd"), ("LEAF", "su.log1"), ("SQUARE", "0205"), ("BATTLE", "none"), ("FORECAST", "11")]);
    let tour =
        words([("UNIT", "su.rd"), ("LEAF", "su.rd.r1"), ("SQUARE", "0905"), ("BATTLE", "0905"), ("FORECAST", "0")]);
    let mut tried: BTreeSet<&str> = BTreeSet::new();
    let (mut wrong, mut seen) = (BTreeSet::new(), BTreeSet::new());
    let first = in_the_middle();
    // It takes a dump, which waits for the umpire.
    first.done("move 2rd.b1 0705 --rate assault --campaign game.railhead");
    first.done("supply airlift air d-1a log --sorties 2 --seed 5 --campaign game.railhead");
    first.done("unit set 1rd.b1 state=off_map arrives=9am entry=0206 --campaign game.railhead");
    let fields = [
        (first, "--campaign game.railhead", &middle),
        (in_the_middle(), "--campaign met.railhead", &middle),
        (strip_with_dates(), "", &on_strip),
        (first_bound_played(), "", &tour),
    ];
    for (field, of, words) in fields {
        for (name, line) in READS.iter().flat_map(|(name, lines)| lines.iter().map(move |line| (*name, *line))) {
            let line = words.iter().fold(line.to_owned(), |line, (word, with)| line.replace(word, with));
            let ran = field.run(&format!("{line} {of} --format json"));
            if ran.code != 0 {
                continue;
            }
            tried.insert(name);
            let (mut bare, mut bounds) = (BTreeSet::new(), BTreeSet::new());
            look(&serde_json::from_str(&ran.out).unwrap(), "", &mut bare, &mut bounds);
            let in_words = |way: &String| IN_WORDS.iter().any(|(of, ways)| *of == name && ways.contains(&way.as_str()));
            wrong.extend(bare.into_iter().filter(|way| !in_words(way)).map(|way| format!("`{line}`: {way}")));
            seen.extend(bounds.into_iter().map(|way| (name, way)));
        }
    }
    assert_eq!(wrong, BTreeSet::new(), "bounds as bare texts");
    let untried: Vec<&String> = names.iter().filter(|name| !tried.contains(name.as_str())).collect();
    assert!(untried.is_empty(), "refused in every campaign: {untried:?}");
    let unseen: Vec<_> = SEEN.iter().filter(|(name, way)| !seen.contains(&(*name, (*way).to_owned()))).collect();
    assert!(unseen.is_empty(), "no bound was seen at {unseen:?}, of {seen:#?}");
}

#[test]
fn a_label_is_told_from_other_texts() {
    assert!(["D3 pm", "3pm", "D12 night", "12n"].into_iter().all(is_label));
    assert!(
        ["pm", "D", "D3", "night", "3", "3 km", "D3 pm, more D4 am", "1n2"].into_iter().all(|text| !is_label(text))
    );
}
