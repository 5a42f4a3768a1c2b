//! An engagement as a text: TOML with comments, written and read.

use std::fmt::Write as _;

use toml::de::DeTable;
use toml::{Table, Value};

use crate::OpError;
use campaign::{Campaign, MapFrame};
use domain::{FILE_NAME_LETTERS, Square, does, is_file_name, shown_in_a_line};
use rules::approach::Approach;
use rules::setup::{Setup, SideSetup, UnitSetup};

/// What a file says that leaves these out.
const YES_BY_DEFAULT: &[&str] = &["orders", "in_supply", "vehicles", "low"];
/// Numbers that are written though they are nought.
const ALWAYS: &[&str] = &["sp", "hq_die"];

/// What can be set of bases and units, for whoever looks for the words.
const WORDS: &str = "\
# Keys of a base, inside its braces; a key left out has the first value given here:
#   arrives = 1       the move in which it comes, 1 to 6; 7: not in this battle
#   fire = \"direct\"   or \"indirect\", \"harassing\"; \"held\": it does not fire
#   looks = false     true: it looks for hidden bases, with concealment = \"looked\"
#   assaults = true   false: it stays out of close assault
#   posture = \"open\"  or \"road_march\", \"moving\", \"dug_in\", \"fortified\"; casemated, mounted = false, true
#   men, at, armour   classes of its weapons against men and armour, and of its armour: \"vl\", \"l\", \"m\", \"h\", \"vh\"
# Keys of a unit:
#   hq_die, owed      what its HQ die shows, and how many steps of it are owed
#   elsewhere         { sp = 2, markers = 1 }: its bases that are not here; they count for its tests
#   orders, in_supply = true, false; met_tanks, half_tested, fanatical = false, true
#   medical, recovery, logistic = false, true: it has such a base with it
# Do not change these keys of a base here; the campaign sets them (`railhead unit set`): sp, sp_full, markers,
# out_of_ammo, cu_thirds, disorganised, broken, square.
";

/// The text of an engagement.
///
/// # Errors
/// When a value cannot be written, which none of this program's is.
pub(crate) fn text(campaign: &Campaign, setup: &Setup) -> Result<String, OpError> {
    let frame = &campaign.frame;
    let mut out = String::new();
    let square = frame.reference(setup.square);
    let named = campaign.places.iter().find(|place| place.square == setup.square);
    let named = named.map(|place| format!(" ({})", shown_in_a_line(&place.name))).unwrap_or_default();
    let _ = write!(
        out,
        "# {} {} in {square}{named}, {}.\n\
         # Drawn from the campaign as it stands. Change what differs on the table: leave bases out, let them arrive\n\
         # later, look, hold their fire. `railhead battle check FILE` lists what cannot be.\n\n",
        does(&shown_in_a_line(&campaign.side_called(&setup.attacker.name)), "attacks"),
        shown_in_a_line(&campaign.side_called(&setup.defender.name)),
        campaign.bound
    );
    if let Some(mines) = campaign.mines_in(setup.square) {
        let _ = write!(out, "# {square} is {}: recce finds it.\n\n", shown_in_a_line(&campaign.mined(mines)));
    }
    let head = |out: &mut String, key: &str, value: &str, note: &str| {
        let line = format!("{key} = {value}");
        let _ = if note.is_empty() { writeln!(out, "{line}") } else { writeln!(out, "{line:<32} # {note}") };
    };
    let quoted = |text: &str| Value::String(text.to_owned()).to_string();
    if let Some(battle) = &setup.battle {
        head(&mut out, "battle", &quoted(battle), "for `railhead battle post`");
    }
    if let Some(drawing) = &setup.drawing {
        head(&mut out, "drawing", &quoted(drawing), "`battle post` matches the outcome by it: do not change");
    }
    head(&mut out, "rules", &quoted(setup.rules.as_str()), "nqm-squared, nqm-free, square-bashing, bgc, wtj-1943");
    head(&mut out, "scale", &quoted(setup.scale.as_str()), "corps, front: simple ammunition; division, regiment: CU");
    head(&mut out, "square", &quoted(&square), "");
    head(&mut out, "terrain", &quoted(setup.terrain.as_str()), "open, close, marsh, town, city");
    head(&mut out, "moves", &setup.moves.to_string(), "hours left to the slowest attacker, 1 to 6");
    let concealment = plain(&setup.concealment)?;
    head(&mut out, "concealment", &concealment, "none; looked (bases with looks = true test); unlooked");
    head(&mut out, "no_start_line", &setup.no_start_line.to_string(), "came up by road without recce: throws for it");
    out.push_str("\n[options]\n");
    for (key, value) in table(&setup.options)? {
        head(&mut out, &key, &value.to_string(), "");
    }
    write_approach(&mut out, frame, &setup.approach)?;
    let template = rules::system(setup.rules).template();
    if !template.is_empty() {
        let _ = write!(out, "\n{template}");
    }
    write_system(&mut out, setup)?;
    let _ = write!(out, "\n{WORDS}");
    for (name, side) in [("attacker", &setup.attacker), ("defender", &setup.defender)] {
        write_side(&mut out, frame, name, side)?;
    }
    Ok(out)
}

/// What lies around, for rules that fight square against square.
fn write_approach(out: &mut String, frame: &MapFrame, approach: &Approach) -> Result<(), OpError> {
    out.push_str("\n# where the attack comes from; for rules that fight square against square\n[approach]\n");
    let mut keys = table(approach)?;
    if let Some(from) = approach.from {
        keys.insert("from".to_owned(), Value::String(frame.reference(from)));
    }
    let notes = [
        ("from", "a neighbour of the square"),
        ("facing", "front, flank, rear: which side of the defender"),
        ("stream", "a medium or minor river lies between"),
        ("attacker", "the square the attack comes from; rear: free, barred, off_map"),
        ("defender", "enemy_faces: neighbours with an enemy, 0 to 4"),
        ("behind", "the square behind the defender"),
    ];
    for (key, note) in notes {
        if let Some(value) = keys.get(key) {
            let _ = writeln!(out, "{:<32} # {note}", format!("{key} = {value}"));
        }
    }
    Ok(())
}

/// What systems ask alone, as it stands.
fn write_system(out: &mut String, setup: &Setup) -> Result<(), OpError> {
    if !setup.system.is_empty() {
        let all = Table::from_iter([("system".to_owned(), Value::Table(table(&setup.system)?))]);
        let _ = write!(out, "\n{all}");
    }
    Ok(())
}

fn write_side(out: &mut String, frame: &MapFrame, name: &str, side: &SideSetup) -> Result<(), OpError> {
    let _ = writeln!(out, "\n[{name}]\nname = {}", Value::String(side.name.clone()));
    out.push_str("# ways out, best first\n");
    list(out, frame, "exits", &side.exits)?;
    if side.air.is_empty() {
        out.push_str(
            "# air = [ { id = \"Stuka 1\", kind = \"dive_bomber\", engines = 3, low = false, arrives = 1 } ]\n\
             # kinds: fighter, ground_attack, dive_bomber, fighter_bomber, bomber, tank_hunter; or a class of its own\n",
        );
    }
    list(out, frame, "air", &side.air)?;
    for unit in &side.units {
        write_unit(out, frame, name, unit)?;
    }
    Ok(())
}

fn write_unit(out: &mut String, frame: &MapFrame, side: &str, unit: &UnitSetup) -> Result<(), OpError> {
    let _ = writeln!(out, "\n[[{side}.units]]");
    let mut keys = table(unit)?;
    keys.remove("bases");
    if unit.elsewhere == rules::setup::Elsewhere::default() {
        keys.remove("elsewhere");
    }
    // The id first, the rest as the alphabet has it.
    for key in ["id", "division", "grade", "grade_under", "hq_die"] {
        if let Some(value) = keys.remove(key) {
            let _ = writeln!(out, "{key} = {value}");
        }
    }
    trim(&mut keys, frame);
    for (key, value) in &keys {
        let _ = writeln!(out, "{key} = {value}");
    }
    list(out, frame, "bases", &unit.bases)
}

/// A list of inline tables, one a line.
fn list<T: serde::Serialize>(out: &mut String, frame: &MapFrame, key: &str, items: &[T]) -> Result<(), OpError> {
    if items.is_empty() {
        return Ok(());
    }
    let _ = writeln!(out, "{key} = [");
    for item in items {
        let mut keys = table(item)?;
        trim(&mut keys, frame);
        let id = keys.remove("id").map(|id| format!("id = {id}"));
        let rest = ["role", "arm", "mobility", "sp", "sp_full"];
        let first = rest.iter().filter_map(|key| keys.remove(*key).map(|value| format!("{key} = {value}")));
        let mut words: Vec<String> = id.into_iter().chain(first).collect();
        words.extend(keys.iter().map(|(key, value)| format!("{key} = {value}")));
        let _ = writeln!(out, "  {{ {} }},", words.join(", "));
    }
    out.push_str("]\n");
    Ok(())
}

/// Leaves out what a reader takes for granted, and writes squares as the map does.
fn trim(keys: &mut Table, frame: &MapFrame) {
    keys.retain(|key, value| match value {
        Value::Boolean(is) => *is != YES_BY_DEFAULT.contains(&key),
        Value::Integer(0) => ALWAYS.contains(&key),
        Value::Integer(1) => key != "arrives",
        Value::String(word) => !(key == "fire" && word == "direct"),
        _ => true,
    });
    for key in ["square", "from", "to"] {
        let square = keys.get(key).and_then(Value::as_str).and_then(Square::parse);
        if let Some(square) = square {
            keys.insert(key.to_owned(), Value::String(frame.reference(square)));
        }
    }
}

fn table<T: serde::Serialize>(value: &T) -> Result<Table, OpError> {
    Table::try_from(value).map_err(|error| OpError::not_now(format!("the engagement cannot be written: {error}"), ""))
}

fn plain<T: serde::Serialize>(value: &T) -> Result<String, OpError> {
    let value = Value::try_from(value);
    let value = value.map_err(|error| OpError::not_now(format!("the engagement cannot be written: {error}"), ""))?;
    Ok(value.to_string())
}

/// The engagement of a text.
///
/// # Errors
/// What cannot be read, with file, line and column.
pub(crate) fn read(file: &str, text: &str) -> Result<Setup, OpError> {
    let wrong = |start: usize, message: String| {
        let before = &text[..start.min(text.len())];
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
        OpError::Engagement { at: format!("{file}:{line}:{column}"), message }
    };
    let setup: Setup = toml::from_str(text).map_err(|error| {
        let message = error.message().lines().next().unwrap_or_default().to_owned();
        wrong(error.span().map_or(0, |span| span.start), message)
    })?;
    match &setup.battle {
        Some(battle) if !is_file_name(battle) => {
            let table = DeTable::parse(text).ok();
            let start = table.as_ref().and_then(|table| Some(table.get_ref().get("battle")?.span().start));
            Err(wrong(start.unwrap_or_default(), bad_battle(battle)))
        }
        _ => Ok(setup),
    }
}

/// What is wrong with the id of a battle that cannot be the name of its files.
pub(crate) fn bad_battle(battle: &str) -> String {
    format!("`{battle}` cannot be the id of a battle, because its files take the same name: {FILE_NAME_LETTERS}")
}
