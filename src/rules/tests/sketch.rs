//! A battle sketched in few words: `"a1 infantry sp=2 square=0405"`.
//!
//! The square attacked is 0505; attackers stand in 0405 and defenders in 0505 unless said otherwise; defenders may
//! leave for 0605 unless `exits` says otherwise.

use rules::setup::Setup;
use rules::{Engagement, Violation};
use toml::{Table, Value};

/// What a kind of base is.
fn kind(name: &str) -> Option<&'static str> {
    Some(match name {
        "infantry" => "role='fighting' arm='infantry' mobility='foot' men='L' sp_full=3",
        "motorised" => "role='fighting' arm='motorised' mobility='motorised' men='L' sp_full=3",
        "engineers" => "role='engineer' arm='engineer' mobility='foot' men='L' sp_full=1",
        "recce" => "role='recce' arm='recce' mobility='light_recce' men='L' sp_full=1",
        "tanks" => "role='fighting' arm='armour' mobility='armoured' men='L' at='M' armour='M' calibre_mm=76 sp_full=3",
        "at_guns" => "role='support' arm='antitank' mobility='motorised' men='L' at='M' calibre_mm=50 sp_full=1",
        "guns" => {
            "role='support' arm='artillery' mobility='horse_drawn' men='M' calibre_mm=105 sp_full=3 fire='indirect'"
        }
        "aa" => "role='anti_air' arm='antiair' mobility='motorised' men='L' sp_full=1",
        "observer" => "role='observer' arm='observer' mobility='foot' sp_full=1",
        "hq" => "role='command' arm='hq' mobility='foot' men='L' sp_full=1",
        "trucks" => "role='logistic' arm='logistic' mobility='motorised' men='L' armour='VL' sp_full=1",
        _ => return None,
    })
}

fn words(line: &str) -> Table {
    line.split_whitespace().map(pair).collect()
}

fn pair(word: &str) -> (String, Value) {
    let (key, value) = word.split_once('=').unwrap_or_else(|| panic!("`{word}` is no KEY=VALUE"));
    let value = value.trim_matches('\'');
    let read = match value {
        "true" => Value::Boolean(true),
        "false" => Value::Boolean(false),
        "[]" => Value::Array(Vec::new()),
        _ if value.starts_with('[') => {
            let words = value.trim_matches(['[', ']']).split(',');
            Value::Array(words.map(|word| Value::String(word.to_owned())).collect())
        }
        _ if key == "square" => Value::String(value.to_owned()),
        _ if key == "notes" => Value::Array(value.split(',').map(|note| Value::String(note.to_owned())).collect()),
        _ => value.parse().map_or_else(|_| Value::String(value.to_owned()), Value::Integer),
    };
    (key.to_owned(), read)
}

/// A base of a line: id, kind, and what is different.
fn base(line: &str, square: &str) -> Value {
    let mut parts = line.splitn(3, ' ');
    let (id, name) = (parts.next().unwrap(), parts.next().unwrap_or_default());
    let mut base = words(kind(name).unwrap_or_else(|| panic!("`{line}`: no kind of base")));
    base.insert("id".to_owned(), Value::String(id.to_owned()));
    base.insert("square".to_owned(), Value::String(square.to_owned()));
    base.extend(words(parts.next().unwrap_or_default()));
    let full = base["sp_full"].clone();
    base.entry("sp").or_insert(full);
    if base["sp"].as_integer() > base["sp_full"].as_integer() {
        base.insert("sp_full".to_owned(), base["sp"].clone());
    }
    Value::Table(base)
}

/// A unit, its bases as lines.
fn unit(value: &Value, square: &str) -> Value {
    let mut unit = value.as_table().expect("a unit").clone();
    let lines = unit["bases"].as_array().expect("bases").clone();
    let bases = lines.iter().map(|line| base(line.as_str().expect("a line"), square)).collect();
    unit.insert("bases".to_owned(), Value::Array(bases));
    unit.entry("grade").or_insert(Value::String("regular".to_owned()));
    unit.entry("hq_die").or_insert(Value::Integer(3));
    Value::Table(unit)
}

fn side(case: &Table, name: &str, square: &str, exits: &str) -> Value {
    let empty = Vec::new();
    let units = case.get(name).and_then(Value::as_array).unwrap_or(&empty);
    let mut side = Table::new();
    side.insert("name".to_owned(), Value::String(name.to_owned()));
    side.insert("units".to_owned(), Value::Array(units.iter().map(|u| unit(u, square)).collect()));
    if let Some(air) = case.get(&format!("{name}_air")) {
        side.insert("air".to_owned(), air.clone());
    }
    let exits = case.get(&format!("{name}_exits")).and_then(Value::as_str).unwrap_or(exits);
    let exit = |word: &str| {
        let (from, to) = word.split_once('>').expect("FROM>TO");
        words(&format!("from={from} to={to}").replace("from=", "from='").replace(" to=", "' to='"))
    };
    let exits = exits.split_whitespace().map(|word| Value::Table(strings(exit(word)))).collect();
    side.insert("exits".to_owned(), Value::Array(exits));
    Value::Table(side)
}

/// Squares are text, whatever they look like.
fn strings(table: Table) -> Table {
    let text = |value: Value| match value {
        Value::Integer(n) => Value::String(format!("{n:04}")),
        other => other,
    };
    table.into_iter().map(|(key, value)| (key, text(value))).collect()
}

/// The setup of a case.
pub(super) fn setup(case: &Table, rules: &str) -> Setup {
    let mut setup = Table::new();
    for (key, value) in [("rules", rules), ("scale", "corps"), ("square", "0505"), ("terrain", "open")] {
        setup.insert(key.to_owned(), Value::String(value.to_owned()));
    }
    setup.insert("moves".to_owned(), Value::Integer(6));
    if let Some(battle) = case.get("battle").and_then(Value::as_table) {
        setup.extend(battle.clone());
    }
    setup.insert("attacker".to_owned(), side(case, "attacker", "0405", ""));
    setup.insert("defender".to_owned(), side(case, "defender", "0505", "0505>0605"));
    Value::Table(setup).try_into().unwrap_or_else(|error| panic!("the setup cannot be read: {error}"))
}

/// The engagement of a case.
pub(super) fn engagement(case: &Table, rules: &str) -> Result<Engagement, Vec<Violation>> {
    Engagement::new(setup(case, rules))
}
