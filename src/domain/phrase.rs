//! Counts and lists in words, as messages and reports put them.

use crate::Arm;

/// A number of things: `1 leaf`, `2 leaves`, `3 bases`, `4 dice`.
pub fn counted(number: usize, noun: &str) -> String {
    match (number, noun.strip_suffix('f')) {
        (1, _) => format!("1 {noun}"),
        _ if noun == "die" => format!("{number} dice"),
        (_, Some(stem)) => format!("{number} {stem}ves"),
        (_, None) => format!("{number} {noun}s"),
    }
}

/// A number with a comma at thousands, as headings and legends have it: `2,005`.
pub fn thousands(number: u32) -> String {
    if number < 1_000 {
        return number.to_string();
    }
    format!("{},{:03}", thousands(number / 1_000), number % 1_000)
}

/// Whole ones and thirds: `2`, `2 1/3`, `1/3`.
pub fn thirds_text(thirds: u16) -> String {
    match (thirds / 3, thirds % 3) {
        (whole, 0) => whole.to_string(),
        (0, part) => format!("{part}/3"),
        (whole, part) => format!("{whole} {part}/3"),
    }
}

/// The thirds of a number of whole ones and thirds, `2 1/3`.
pub fn thirds_of(text: &str) -> Option<u16> {
    let (whole, part) = match text.split_once(' ') {
        Some((whole, part)) => (whole, part.trim()),
        None if text.contains('/') => ("0", text),
        None => (text, "0/3"),
    };
    let part: u16 = part.strip_suffix("/3")?.parse().ok().filter(|part| *part < 3)?;
    whole.parse::<u16>().ok().filter(|whole| *whole < 9_999).map(|whole| whole * 3 + part)
}

/// The first so many of a list, with this between them, and how many more there are.
pub fn few<S: AsRef<str>>(names: &[S], shown: usize, between: &str) -> String {
    let first: Vec<&str> = names.iter().take(shown).map(AsRef::as_ref).collect();
    let more = names.len().saturating_sub(shown);
    let is_ambiguous = between == ", " && first.len() > 1 && first.iter().any(|name| name.contains(", "));
    let first = first.join(if is_ambiguous { "; " } else { between });
    if more == 0 { first } else { format!("{first} and {more} more") }
}

/// Whether a name is that of several: `Soviets`, and neither `Axis` nor `Red`.
fn is_of_several(name: &str) -> bool {
    let name = name.trim_end().to_lowercase();
    name.ends_with('s') && !["ss", "is", "us"].iter().any(|end| name.ends_with(end))
}

/// The troops of a side: `Soviet troops`, `Soviets`.
pub fn troops_of(side: &str) -> String {
    if is_of_several(side) { side.to_owned() } else { format!("{side} troops") }
}

/// Whoever has this name with what he does, `attacks`, in the number of the name: `Axis attacks`, `Soviets attack`.
pub fn does(name: &str, verb: &str) -> String {
    format!("{name} {}", verb_of(name, verb))
}

/// What whoever has this name does, in its number.
pub fn verb_of<'v>(name: &str, verb: &'v str) -> &'v str {
    match verb {
        _ if !is_of_several(name) => verb,
        "has" => "have",
        "is" => "are",
        "was" => "were",
        verb => verb.strip_suffix('s').unwrap_or(verb),
    }
}

impl Arm {
    /// What it is called in a sentence.
    pub const fn in_words(self) -> &'static str {
        match self {
            Self::Hq => "HQ",
            Self::Antitank => "anti-tank",
            Self::Antiair => "anti-aircraft",
            other => other.as_str(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_side_does_what_it_does_in_its_number() {
        for (name, verb, said) in [
            ("Axis", "attacks", "Axis attacks"),
            ("Soviet", "holds", "Soviet holds"),
            ("Soviets", "attacks", "Soviets attack"),
            ("Blues", "has", "Blues have"),
            ("Western Allies", "defends", "Western Allies defend"),
            ("SS", "is", "SS is"),
            ("Reds", "was", "Reds were"),
        ] {
            assert_eq!(does(name, verb), said);
        }
    }

    #[test]
    fn a_great_number_is_read_by_threes() {
        assert_eq!([0, 999, 1_000, 12_345, 4_000_000].map(thousands), ["0", "999", "1,000", "12,345", "4,000,000"]);
    }

    #[test]
    fn a_list_tells_how_many_it_leaves_out() {
        assert_eq!(few(&["a", "b"], 2, ", "), "a, b");
        assert_eq!(few(&["a", "b", "c", "d"], 2, "; "), "a; b and 2 more");
        // A name that has a comma of its own would read as two.
        assert_eq!(few(&["HQ, 1st Corps", "b"], 2, ", "), "HQ, 1st Corps; b");
        assert_eq!(few(&["HQ, 1st Corps"], 2, ", "), "HQ, 1st Corps");
    }

    #[test]
    fn a_noun_is_that_of_its_number() {
        assert_eq!(["leaf", "base"].map(|noun| counted(1, noun)), ["1 leaf", "1 base"]);
        assert_eq!(["leaf", "base", "die"].map(|noun| counted(2, noun)), ["2 leaves", "2 bases", "2 dice"]);
    }

    #[test]
    fn thirds_are_read_as_they_are_written() {
        for (thirds, text) in [(0, "0"), (1, "1/3"), (6, "2"), (8, "2 2/3")] {
            assert_eq!((thirds_text(thirds), thirds_of(text)), (text.to_owned(), Some(thirds)));
        }
        assert_eq!(["", "3/3", "x", "2 1/2", "-1", "9999"].map(thirds_of), [None; 6]);
    }
}
