//! Tables of TOML whose keys know their line and column.

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use domain::{is_refused, parse_millionths};

use super::log::{Log, Spot, did_you_mean, listed};
use super::place::position;

/// A table of a file, with the keys that it may have.
#[derive(Clone, Copy)]
pub(crate) struct Section<'a> {
    file: &'static str,
    text: &'a str,
    table: &'a DeTable<'a>,
    start: usize,
    /// Its name, empty for the file as a whole.
    name: &'a str,
}

impl<'a> Section<'a> {
    /// A whole file.
    pub(crate) fn whole(file: &'static str, text: &'a str, table: &'a Spanned<DeTable<'a>>) -> Self {
        Self { file, text, table: table.get_ref(), start: table.span().start, name: "" }
    }

    fn spot(&self, offset: usize) -> Spot<'a> {
        let (line, column) = position(self.text, offset);
        Spot { file: self.file, line, column }
    }

    /// Where the table begins.
    pub(crate) fn head(&self) -> Spot<'a> {
        self.spot(self.start)
    }

    /// Where the value of a key stands.
    pub(crate) fn at(&self, key: &str) -> Spot<'a> {
        self.value(key).map_or(self.head(), |value| self.spot(value.span().start))
    }

    /// The keys, in alphabetical order, with where they stand.
    pub(crate) fn keys(&self) -> impl Iterator<Item = (&'a str, Spot<'a>)> {
        let section = *self;
        section.table.iter().map(move |(key, _)| (key.get_ref().as_ref(), section.spot(key.span().start)))
    }

    /// Says which keys are none of those known.
    pub(crate) fn check_keys(&self, known: &[&str], log: &Log) {
        for (key, spot) in self.keys().filter(|(key, _)| !known.contains(key)) {
            let of = if self.name.is_empty() { String::new() } else { format!(" of `{}`", self.name) };
            let otherwise = format!("the keys are {}", listed(known.iter().copied()));
            let hint = did_you_mean(key, known.iter().copied(), &otherwise);
            log.fault(spot, format!("`{key}` is not a key{of}"), hint);
        }
    }

    fn value(&self, key: &str) -> Option<&'a Spanned<DeValue<'a>>> {
        self.table.iter().find(|(there, _)| there.get_ref() == key).map(|(_, value)| value)
    }

    fn wrong(&self, key: &str, wanted: &str, log: &Log) {
        let kind = self.value(key).map_or("nothing", |value| value.get_ref().type_str());
        log.fault(self.at(key), format!("`{key}` has the wrong type: {kind}"), format!("give {wanted}"));
    }

    /// Says that a key is missing.
    pub(crate) fn missing(&self, key: &str, log: &Log) {
        let of = if self.name.is_empty() { String::new() } else { format!(" of `{}`", self.name) };
        log.fault(self.head(), format!("the key `{key}`{of} is missing"), "add it");
    }

    /// A text, where there is one.
    pub(crate) fn text(&self, key: &str, log: &Log) -> Option<&'a str> {
        let text = self.value(key)?.get_ref().as_str();
        if text.is_none() {
            self.wrong(key, "a text in quotes", log);
        }
        if text.is_some_and(|text| text.contains(is_refused)) {
            log.fault(self.at(key), format!("`{key}` holds a line break or control character"), "write it in one line");
        }
        text
    }

    /// A whole number within bounds, where there is one.
    pub(crate) fn number(&self, key: &str, low: u32, high: u32, log: &Log) -> Option<u32> {
        let value = self.value(key)?.get_ref();
        let read = value.as_integer().and_then(|n| i64::from_str_radix(n.as_str(), n.radix()).ok());
        let number = read.and_then(|n| u32::try_from(n).ok()).filter(|n| (low..=high).contains(n));
        if number.is_none() {
            self.wrong_number(key, &format!("a whole number from {low} to {high}"), log);
        }
        number
    }

    fn wrong_number(&self, key: &str, wanted: &str, log: &Log) {
        match self.value(key).and_then(|value| figure(value.get_ref())) {
            Some(text) => {
                log.fault(self.at(key), format!("`{text}` is not a valid value for `{key}`"), format!("give {wanted}"));
            }
            None => self.wrong(key, wanted, log),
        }
    }

    /// A decimal in millionths, where there is one.
    pub(crate) fn millionths(&self, key: &str, log: &Log) -> Option<i32> {
        let value = self.value(key)?.get_ref();
        let read = figure(value).and_then(|text| parse_millionths(&text));
        if read.is_none() {
            self.wrong_number(key, "a number with at most six decimals", log);
        }
        read
    }

    /// Kilometres with at most three decimals as metres within bounds, where there are any.
    pub(crate) fn metres(&self, key: &str, low: u32, high: u32, log: &Log) -> Option<u32> {
        let millionths = self.millionths(key, log)?;
        let metres =
            u32::try_from(millionths / 1000).ok().filter(|m| millionths % 1000 == 0 && (low..=high).contains(m));
        if metres.is_none() {
            self.wrong_number(key, &format!("kilometres in whole metres, {low} to {high} metres"), log);
        }
        metres
    }

    /// A switch, where there is one.
    pub(crate) fn switch(&self, key: &str, log: &Log) -> Option<bool> {
        let switch = self.value(key)?.get_ref().as_bool();
        if switch.is_none() {
            self.wrong(key, "`true` or `false`", log);
        }
        switch
    }

    /// A date, where there is one.
    pub(crate) fn date(&self, key: &str, log: &Log) -> Option<chrono::NaiveDate> {
        let value = self.value(key)?.get_ref();
        let date = value.as_datetime().filter(|given| given.time.is_none()).and_then(|given| given.date);
        let date = date.and_then(|d| chrono::NaiveDate::from_ymd_opt(i32::from(d.year), d.month.into(), d.day.into()));
        if date.is_none() {
            self.wrong(key, "a date without quotes, as 1942-11-19", log);
        }
        date
    }

    /// A value of any simple kind, as text.
    pub(crate) fn any(&self, key: &str, log: &Log) -> Option<String> {
        let value = self.value(key)?.get_ref();
        let text = match value {
            DeValue::String(text) => Some(text.to_string()),
            DeValue::Boolean(on) => Some(on.to_string()),
            other => figure(other),
        };
        if text.is_none() {
            self.wrong(key, "a number, a switch or a text", log);
        }
        text
    }

    /// The table of a key, where there is one.
    pub(crate) fn section(&self, key: &'a str, log: &Log) -> Option<Section<'a>> {
        let value = self.value(key)?;
        let Some(table) = value.get_ref().as_table() else {
            self.wrong(key, "a table", log);
            return None;
        };
        Some(Section { table, start: value.span().start, name: key, ..*self })
    }

    /// Every value, tables in tables, with its keys joined by points, as a JSON text.
    pub(crate) fn flattened(&self) -> Vec<(String, String)> {
        let mut found = Vec::new();
        flatten(self.text, self.table, "", &mut found);
        found
    }

    /// The tables of a key that stands more than once.
    pub(crate) fn sections(&self, key: &'a str, log: &Log) -> Vec<Section<'a>> {
        let Some(value) = self.value(key) else { return Vec::new() };
        let tables = value.get_ref().as_array().filter(|list| list.iter().all(|item| item.get_ref().is_table()));
        if tables.is_none() {
            self.wrong(key, &format!("tables headed `[[{key}]]`"), log);
        }
        let items = tables.into_iter().flat_map(|list| list.iter());
        items
            .filter_map(|item| {
                let table = item.get_ref().as_table()?;
                Some(Section { table, start: item.span().start, name: key, ..*self })
            })
            .collect()
    }
}

fn figure(value: &DeValue<'_>) -> Option<String> {
    value
        .as_integer()
        .filter(|n| n.radix() == 10)
        .map(|n| n.as_str().to_owned())
        .or_else(|| value.as_float().map(|n| n.as_str().to_owned()))
}

fn flatten(text: &str, table: &DeTable<'_>, above: &str, found: &mut Vec<(String, String)>) {
    for (key, value) in table {
        let keys = format!("{above}{}", key.get_ref());
        if let DeValue::Table(inner) = value.get_ref() {
            flatten(text, inner, &format!("{keys}."), found);
            continue;
        }
        let written = text.get(value.span()).unwrap_or_default();
        let read = format!("it = {written}").parse::<toml::Table>();
        let value = read.ok().and_then(|table| serde_json::to_string(table.get("it")?).ok());
        found.extend(value.map(|value| (keys, value)));
    }
}
