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

    /// Adds a value to what a form gives; none where it has one already and takes no more.
    fn fill(&self, given: &mut Vec<(String, String)>, value: &str) -> Option<()> {
        match given.iter_mut().find(|(id, _)| *id == self.id) {
            Some((_, text)) if self.many => {
                text.push('\n');
                text.push_str(value);
            }
            Some(_) => return None,
            None => given.push((self.id.clone(), value.to_owned())),
        }
        Some(())
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

    /// A hint in the words of its form: a flag that stands there by itself as one types it is called as its field is.
    pub(crate) fn in_its_fields(&self, hint: &str) -> String {
        let piece = |(number, piece): (usize, &str)| {
            let flag = piece.strip_prefix("--").filter(|_| number % 2 == 1);
            let (name, value) = flag.map_or((None, ""), |flag| {
                let (name, value) = flag.split_once([' ', '=']).unwrap_or((flag, ""));
                (Some(name), value)
            });
            let field = name.and_then(|name| self.fields.iter().find(|field| field.flag.as_deref() == Some(name)));
            match field {
                // A word in capitals says of what kind the value is.
                Some(field)
                    if value.chars().any(char::is_lowercase) || value.chars().any(|sign| sign.is_ascii_digit()) =>
                {
                    format!("“{}” with `{}`", field.label, value.trim_matches('"'))
                }
                Some(field) => format!("“{}”", field.label),
                None if number % 2 == 1 => format!("`{piece}`"),
                None => piece.to_owned(),
            }
        };
        hint.split('`').enumerate().map(piece).collect()
    }

    /// Fields that the command cannot do without, and of which a form gives nothing. What is in a file is no field.
    pub(crate) fn unfilled<'c>(&'c self, given: &'c [(String, String)]) -> impl Iterator<Item = &'c Field> {
        let is_needed = |field: &&Field| field.required && Some(field.id.as_str()) != self.takes_file();
        self.fields.iter().filter(is_needed).filter(|field| field.given(given).is_empty())
    }

    /// What its form gives where these words are typed, which begin with its own; none where the form has no field for one of
    /// them.
    pub(crate) fn filled(&self, words: &[String]) -> Option<Vec<(String, String)>> {
        let mut given: Vec<(String, String)> = Vec::new();
        let mut placed: Vec<&str> = Vec::new();
        let mut words = words.get(self.words.len()..)?.iter();
        let mut is_flag = true;
        while let Some(word) = words.next() {
            if is_flag && word == "--" {
                is_flag = false;
                continue;
            }
            let Some(flag) = word.strip_prefix("--").filter(|_| is_flag) else {
                placed.push(word);
                continue;
            };
            let (name, value) = flag.split_once('=').map_or((flag, None), |(name, value)| (name, Some(value)));
            let field = self.fields.iter().find(|field| field.flag.as_deref() == Some(name))?;
            let value = match (&field.kind, value) {
                (FieldKind::Tick, None) => "1",
                (FieldKind::Tick, Some(_)) => return None,
                (_, Some(value)) => value,
                (_, None) => words.next()?,
            };
            field.fill(&mut given, value)?;
        }
        let fields: Vec<&Field> = self.fields.iter().filter(|field| field.flag.is_none()).collect();
        for (number, field) in fields.iter().enumerate() {
            // What stands behind several of one kind is for those that must have something.
            let behind = fields[number + 1..].iter().filter(|field| field.required).count();
            let own = if field.many { placed.len().saturating_sub(behind) } else { placed.len().min(1) };
            placed.drain(..own).try_for_each(|word| field.fill(&mut given, word))?;
        }
        placed.is_empty().then_some(given)
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
        let mut command = Command {
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
        // And back: what is typed is what the form gives, however a flag is written.
        for typed in [
            &["unit", "set", "--reason=lost way", "26tk", "sp=60%", "name=A B "][..],
            &["unit", "set", "26tk", "--reason", "lost way", "sp=60%", "--", "name=A B "],
        ] {
            let words: Vec<String> = typed.iter().map(|word| (*word).to_owned()).collect();
            let filled = given(&[("reason", "lost way"), ("unit", "26tk"), ("keys", "sp=60%\nname=A B ")]);
            assert_eq!(command.filled(&words), Some(filled));
        }
        // What a refusal says of flags is said of the fields of the form.
        command.fields[3].label = "The reason".to_owned();
        for (hint, told) in [
            ("give a `--reason REASON`", "give a “The reason”"),
            ("`--reason=mud` sets it aside", "“The reason” with `mud` sets it aside"),
            (
                "leave `--other` out: `railhead unit show a --reason b`",
                "leave `--other` out: `railhead unit show a --reason b`",
            ),
        ] {
            assert_eq!(command.in_its_fields(hint), told);
        }
        let words = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>();
        let ticked = command.filled(&words(&["unit", "set", "--dry_run", "--", "-x"]));
        assert_eq!(ticked, Some(given(&[("dry_run", "1"), ("unit", "-x")])));
        for none in [
            &["unit", "set", "26tk", "--other", "y"][..],
            &["unit", "set", "--dry_run=yes", "26tk"],
            &["unit", "set", "26tk", "--reason"],
            &["unit", "set", "--reason=a", "--reason=b", "26tk"],
            &["unit"],
        ] {
            assert_eq!(command.filled(&words(none)), None, "{none:?}");
        }
        let (choices, default) = (Vec::new(), "");
        command.fields[1].settings =
            vec![FieldSetting { key: "sp", meaning: String::new(), choices, default, required: false }];
        let typed = command.typed(&given(&[("unit", "26tk"), ("keys.sp", " 60% "), ("keys.markers", "1")]));
        assert_eq!(typed, ["unit", "set", "26tk", "sp=60%"]);
        assert!(command.has("keys.sp") && !command.has("keys.markers"));
    }
}
