//! The commands of the program as plain values, from which forms are made.

use ops::query::ThingKind;

/// A command that can be done on the open campaign.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Command {
    /// Its words: `unit`, `set`.
    pub words: Vec<String>,
    /// What it does, in a line.
    pub about: String,
    /// What more there is to say, with examples.
    pub help: String,
    /// What it takes.
    pub fields: Vec<Field>,
    /// The file that it makes or reads.
    pub file: CommandFile,
}

/// The file of a command.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum CommandFile {
    /// It has none.
    #[default]
    None,
    /// It makes one, in one of these forms: the answer is the file.
    Gives(&'static [FileForm]),
    /// It reads one, whose text is typed or sent; this is what the command calls it.
    Takes(String),
}

/// A form in which a command makes a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileForm {
    /// What it is called.
    pub label: &'static str,
    /// The flag with which the file is named; none: it is a word in its place.
    pub flag: Option<&'static str>,
    /// How the name of the file ends.
    pub ending: &'static str,
    /// What it is for a browser.
    pub kind: &'static str,
}

/// Something that a command takes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Field {
    /// Its name among those of the command.
    pub id: String,
    /// The flag with which it is given; none: it is a word in its place.
    pub flag: Option<String>,
    /// What is to be put in, in plain words.
    pub label: String,
    /// What more there is to say of it.
    pub help: String,
    /// What examples of the command put there.
    pub examples: Vec<String>,
    /// Of what in the campaign it is one; nothing: of none of it.
    pub things: Vec<ThingKind>,
    /// How it is given.
    pub kind: FieldKind,
    /// Whether the command cannot do without.
    pub required: bool,
    /// Whether several may be given.
    pub many: bool,
    /// What is taken where nothing is given.
    pub default: String,
    /// The settings that are given with it, each as `KEY=VALUE`; each has a field of its own. Of a field that takes one word: those
    /// of which it names one, whose value is in another field.
    pub settings: Vec<FieldSetting>,
}

/// A setting that is given as `KEY=VALUE`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FieldSetting {
    /// The key.
    pub key: &'static str,
    /// What it means.
    pub meaning: String,
    /// All of its values, where there are few.
    pub choices: Vec<&'static str>,
    /// The value that it has where none is given; empty where that is not known beforehand.
    pub default: &'static str,
    /// Whether the command cannot do without.
    pub required: bool,
}

impl Field {
    /// What the field of a setting is called in a form.
    pub(crate) fn of_setting(&self, setting: &FieldSetting) -> String {
        format!("{}.{}", self.id, setting.key)
    }

    /// What a form gives of it: several values each on a line of its own, and its settings behind them.
    fn given(&self, given: &[(String, String)]) -> Vec<String> {
        let texts = given.iter().filter(|(id, _)| *id == self.id).map(|(_, text)| text.as_str());
        let several = |text: &str| -> Vec<String> {
            let parts: Vec<&str> = if self.many { text.lines().collect() } else { vec![text] };
            parts.into_iter().map(|part| part.trim().to_owned()).filter(|part| !part.is_empty()).collect()
        };
        let set = self.settings.iter().filter_map(|setting| {
            let name = self.of_setting(setting);
            let (_, text) = given.iter().find(|(id, text)| *id == name && !text.trim().is_empty())?;
            Some(format!("{}={}", setting.key, text.trim()))
        });
        texts.flat_map(several).chain(set).collect()
    }
}

/// How a field is given.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FieldKind {
    /// By a tick.
    Tick,
    /// As one of these.
    Choice(Vec<String>),
    /// As a text.
    Text,
    /// As the value of the setting that another field names.
    ValueOf(String),
}

impl Command {
    /// Its words with dashes between: its part of an address.
    pub fn address(&self) -> String {
        self.words.join("-")
    }

    /// Whether words begin with it.
    pub(crate) fn begins(&self, words: &[&str]) -> bool {
        words.len() >= self.words.len() && self.words.iter().zip(words).all(|(own, word)| own == word)
    }

    /// The forms of the file that it makes.
    pub(crate) fn file_forms(&self) -> &[FileForm] {
        if let CommandFile::Gives(forms) = &self.file { forms } else { &[] }
    }

    /// What it calls the file that it reads; none where it reads none.
    pub(crate) fn takes_file(&self) -> Option<&str> {
        if let CommandFile::Takes(name) = &self.file { Some(name) } else { None }
    }

    /// Whether it changes the campaign.
    pub fn writes(&self) -> bool {
        self.has("dry_run")
    }

    /// Whether it has a field of this name.
    pub fn has(&self, id: &str) -> bool {
        let is_setting = |field: &Field| field.settings.iter().any(|setting| field.of_setting(setting) == id);
        self.fields.iter().any(|field| field.id == id || is_setting(field))
    }

    /// Fields that the command cannot do without, and of which a form gives nothing. What is in a file is no field.
    pub(crate) fn unfilled<'c>(&'c self, given: &'c [(String, String)]) -> impl Iterator<Item = &'c Field> {
        let is_needed = |field: &&Field| field.required && Some(field.id.as_str()) != self.takes_file();
        self.fields.iter().filter(is_needed).filter(|field| field.given(given).is_empty())
    }

    /// The command as it would be typed, with what a form gives: several values of a field each on a line of its own.
    pub(crate) fn typed(&self, given: &[(String, String)]) -> Vec<String> {
        let of = |field: &Field| field.given(given);
        let mut typed = self.words.clone();
        for field in &self.fields {
            let Some(flag) = &field.flag else { continue };
            let values = of(field);
            match field.kind {
                FieldKind::Tick if !values.is_empty() => typed.push(format!("--{flag}")),
                FieldKind::Tick => {}
                _ => {
                    let given = values.into_iter().filter(|value| *value != field.default);
                    typed.extend(given.map(|value| format!("--{flag}={value}")));
                }
            }
        }
        let words: Vec<String> = self.fields.iter().filter(|field| field.flag.is_none()).flat_map(of).collect();
        if words.iter().any(|word| word.starts_with('-')) {
            typed.push("--".to_owned());
        }
        typed.extend(words);
        typed
    }
}

/// A command with a flag behind its own words, and before those that are no flags whatever they look like.
pub(crate) fn with_flag(mut words: Vec<String>, flag: &str) -> Vec<String> {
    let end = words.iter().position(|word| word == "--").unwrap_or(words.len());
    words.insert(end, flag.to_owned());
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    fn field(id: &str, flag: bool, kind: FieldKind, many: bool) -> Field {
        let (label, help, default) = (String::new(), String::new(), String::new());
        let (flag, examples) = (flag.then(|| id.into()), Vec::new());
        Field {
            id: id.into(),
            flag,
            label,
            help,
            examples,
            things: Vec::new(),
            kind,
            required: false,
            many,
            default,
            settings: Vec::new(),
        }
    }

    #[test]
    fn a_form_gives_the_command_as_it_would_be_typed() {
        let fields = vec![
            field("unit", false, FieldKind::Text, false),
            field("keys", false, FieldKind::Text, true),
            field("dry_run", true, FieldKind::Tick, false),
            field("reason", true, FieldKind::Text, false),
        ];
        let command = Command {
            words: vec!["unit".into(), "set".into()],
            about: String::new(),
            help: String::new(),
            fields,
            file: CommandFile::None,
        };
        let given = |pairs: &[(&str, &str)]| -> Vec<(String, String)> {
            pairs.iter().map(|(id, text)| ((*id).to_owned(), (*text).to_owned())).collect()
        };
        let typed =
            command.typed(&given(&[("reason", "lost way"), ("keys", "sp=60%\n\n name=A B "), ("unit", "26tk")]));
        assert_eq!(typed, ["unit", "set", "--reason=lost way", "26tk", "sp=60%", "name=A B"]);
        let typed = command.typed(&given(&[("unit", "-x"), ("dry_run", "1"), ("other", "y")]));
        assert_eq!(typed, ["unit", "set", "--dry_run", "--", "-x"]);
        let mut command = command;
        let (choices, default) = (Vec::new(), "");
        command.fields[1].settings =
            vec![FieldSetting { key: "sp", meaning: String::new(), choices, default, required: false }];
        let typed = command.typed(&given(&[("unit", "26tk"), ("keys.sp", " 60% "), ("keys.markers", "1")]));
        assert_eq!(typed, ["unit", "set", "26tk", "sp=60%"]);
        assert!(command.has("keys.sp") && !command.has("keys.markers"));
    }
}
