//! The short designation of a formation, as it stands under its symbol: `14`, `4R`, `2G`, `XIV Pz`, `3/852`.
//!
//! What it decides: which number of a name is the formation's, and how it is written.
//! What it never does: store it; it is made of the name each time.

use std::collections::BTreeMap;

use campaign::{Campaign, Formation};
use domain::{Echelon, SideId};

/// Numbers that names spell out.
const ORDINALS: [&str; 20] = [
    "first",
    "second",
    "third",
    "fourth",
    "fifth",
    "sixth",
    "seventh",
    "eighth",
    "ninth",
    "tenth",
    "eleventh",
    "twelfth",
    "thirteenth",
    "fourteenth",
    "fifteenth",
    "sixteenth",
    "seventeenth",
    "eighteenth",
    "nineteenth",
    "twentieth",
];

/// What a corps or army is called beside its number.
const KINDS: [(&str, &str); 8] = [
    ("panzer", "Pz"),
    ("tank", "Tk"),
    ("mechanised", "Mech"),
    ("mechanized", "Mech"),
    ("motorised", "Mot"),
    ("mot", "Mot"),
    ("cavalry", "Cav"),
    ("air", "Air"),
];

/// A number as a name has it.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Number {
    Arabic(u32),
    Roman(String),
}

/// The short designations of the formations of a campaign.
#[derive(Debug, Clone)]
pub struct Designations<'a> {
    /// The nation of most leaves of each side.
    usual: BTreeMap<SideId, &'a str>,
}

impl<'a> Designations<'a> {
    /// Those of a campaign.
    pub fn new(campaign: &'a Campaign) -> Self {
        Self { usual: nations(campaign) }
    }

    /// The label of a formation, and where it has none what is made of its name.
    pub fn of(&self, formation: &Formation) -> String {
        match formation.label.as_str() {
            "" => designation(&formation.name, formation.echelon, self.nation(formation)),
            label => label.to_owned(),
        }
    }

    /// The letter of the nation of a formation, where that is not its side's.
    pub fn nation(&self, formation: &Formation) -> Option<char> {
        let usual = self.usual.get(&formation.side).copied().unwrap_or_default();
        let other = Some(formation.nationality.as_str()).filter(|nation| *nation != usual);
        other.and_then(|nation| nation.chars().next()).and_then(|letter| letter.to_uppercase().next())
    }
}

/// The nation of most leaves of each side: of equally many the first by name.
fn nations(campaign: &Campaign) -> BTreeMap<SideId, &str> {
    let mut counts: BTreeMap<(SideId, &str), usize> = BTreeMap::new();
    for leaf in campaign.formations.values().filter(|formation| formation.leaf.is_some()) {
        *counts.entry((leaf.side, leaf.nationality.as_str())).or_default() += 1;
    }
    let mut most: BTreeMap<SideId, (usize, &str)> = BTreeMap::new();
    for ((side, nation), count) in counts {
        let known = most.entry(side).or_insert((0, nation));
        if count > known.0 {
            *known = (count, nation);
        }
    }
    most.into_iter().map(|(side, (_, nation))| (side, nation)).collect()
}

/// The short designation of a formation: its number, `G` for Guards and the letter of its nation where that is not its
/// side's; of a corps the number in Roman numerals with its kind. A battalion is known by its own number and that of its
/// regiment. Without a number: the first letters of its name.
pub fn designation(name: &str, echelon: Echelon, nation: Option<char>) -> String {
    let plain = without_brackets(name);
    let numbers = numbers(&plain);
    let numbers = if numbers.is_empty() { self::numbers(name) } else { numbers };
    let guards = if has_word(name, "guards") { "G" } else { "" };
    let nation: String = nation.into_iter().collect();
    let Some(first) = numbers.first() else { return initials(&plain) };
    match echelon {
        Echelon::Corps | Echelon::Army | Echelon::ArmyGroup => {
            let number = if echelon == Echelon::Corps { as_roman(first) } else { as_written(first) };
            let kind = KINDS.iter().find(|(word, _)| has_word(name, word)).map_or("", |(_, short)| short);
            let mark = format!("{guards}{nation}");
            let gap = if mark.is_empty() || echelon != Echelon::Corps { "" } else { " " };
            [format!("{number}{gap}{mark}"), kind.to_owned()].join(" ").trim_end().to_owned()
        }
        Echelon::Battalion => {
            let own: Vec<String> = numbers.iter().take(2).map(as_written).collect();
            own.join("/")
        }
        _ => format!("{}{guards}{nation}", as_written(first)),
    }
}

/// A number in Roman numerals; from 4000 on in figures.
pub fn roman(number: u32) -> String {
    const LETTERS: [(u32, &str); 13] = [
        (1000, "M"),
        (900, "CM"),
        (500, "D"),
        (400, "CD"),
        (100, "C"),
        (90, "XC"),
        (50, "L"),
        (40, "XL"),
        (10, "X"),
        (9, "IX"),
        (5, "V"),
        (4, "IV"),
        (1, "I"),
    ];
    if number == 0 || number >= 4000 {
        return number.to_string();
    }
    let mut rest = number;
    let mut written = String::new();
    for (worth, letters) in LETTERS {
        while rest >= worth {
            written.push_str(letters);
            rest -= worth;
        }
    }
    written
}

pub(super) fn without_brackets(name: &str) -> String {
    let mut depth = 0_usize;
    let mut kept = String::new();
    for letter in name.chars() {
        match letter {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ if depth == 0 => kept.push(letter),
            _ => {}
        }
    }
    kept
}

fn words(name: &str) -> impl Iterator<Item = &str> {
    name.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty())
}

fn has_word(name: &str, wanted: &str) -> bool {
    words(name).any(|word| word.eq_ignore_ascii_case(wanted))
}

fn numbers(name: &str) -> Vec<Number> {
    words(name).filter_map(number).collect()
}

/// A number that a word is: `22nd`, `376`, `XIV`, `Sixth`.
fn number(word: &str) -> Option<Number> {
    let digits: String = word.chars().take_while(char::is_ascii_digit).collect();
    let rest = &word[digits.len()..];
    if !digits.is_empty() {
        let is_number = rest.is_empty() || ["st", "nd", "rd", "th"].contains(&rest.to_ascii_lowercase().as_str());
        return digits.parse().ok().filter(|_| is_number).map(Number::Arabic);
    }
    if !word.is_empty() && word.chars().all(|letter| "IVXL".contains(letter)) {
        return Some(Number::Roman(word.to_owned()));
    }
    let ordinal = ORDINALS.iter().position(|ordinal| word.eq_ignore_ascii_case(ordinal))?;
    Some(Number::Arabic(ordinal as u32 + 1))
}

fn as_written(number: &Number) -> String {
    match number {
        Number::Arabic(number) => number.to_string(),
        Number::Roman(letters) => letters.clone(),
    }
}

fn as_roman(number: &Number) -> String {
    match number {
        Number::Arabic(number) => roman(*number),
        Number::Roman(letters) => letters.clone(),
    }
}

/// The first letters of the words of a name, four at most; of a single word its first four letters.
fn initials(name: &str) -> String {
    let all: Vec<&str> = words(name).collect();
    match &all[..] {
        [] => "?".to_owned(),
        [only] => only.chars().take(4).collect(),
        several => several.iter().filter_map(|word| word.chars().next()).take(4).flat_map(char::to_uppercase).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_designation_is_the_number_of_the_name_with_guards_and_nation() {
        let table: [(&str, Echelon, Option<char>, &str); 24] = [
            ("14th Panzer Division", Echelon::Division, None, "14"),
            ("Romanian 4th Infantry Division", Echelon::Division, Some('R'), "4R"),
            ("2 Guards Mechanised Brigade", Echelon::Brigade, None, "2G"),
            ("44th Infantry Division (Hoch- und Deutschmeister)", Echelon::Division, None, "44"),
            ("60th Infantry Division (mot)", Echelon::Division, None, "60"),
            ("45 Tank Bde", Echelon::Brigade, None, "45"),
            ("XIV Panzer Corps", Echelon::Corps, None, "XIV Pz"),
            ("XI Army Corps", Echelon::Corps, None, "XI"),
            ("Romanian IV Corps", Echelon::Corps, Some('R'), "IV R"),
            ("26th Tank Corps", Echelon::Corps, None, "XXVI Tk"),
            ("3rd Guards Cavalry Corps", Echelon::Corps, None, "III G Cav"),
            ("1st Guards Mechanised Corps (Stavka/front reserve)", Echelon::Corps, None, "I G Mech"),
            ("Gruppe Hollidt (XVII Corps), arriving", Echelon::Corps, None, "XVII"),
            ("German Sixth Army", Echelon::Army, None, "6"),
            ("Fourth Panzer Army (staff)", Echelon::Army, None, "4 Pz"),
            ("Romanian Third Army", Echelon::Army, Some('R'), "3R"),
            ("1st Guards Army", Echelon::Army, None, "1G"),
            ("Don Front", Echelon::ArmyGroup, None, "DF"),
            ("Volga Military Flotilla", Echelon::Brigade, None, "VMF"),
            ("3 Bn/852 RR", Echelon::Battalion, None, "3/852"),
            ("I/IR 576", Echelon::Battalion, None, "I/576"),
            ("Aufklärung", Echelon::Battalion, None, "Aufk"),
            ("<script>", Echelon::Division, None, "scri"),
            ("", Echelon::Division, None, "?"),
        ];
        for (name, echelon, nation, wanted) in table {
            assert_eq!(designation(name, echelon, nation), wanted, "{name}");
        }
    }

    #[test]
    fn roman_numerals_subtract() {
        let written: Vec<String> = [1, 4, 9, 14, 40, 48, 57, 94, 1942].into_iter().map(roman).collect();
        assert_eq!(written, ["I", "IV", "IX", "XIV", "XL", "XLVIII", "LVII", "XCIV", "MCMXLII"]);
        assert_eq!((roman(0), roman(4000)), ("0".to_owned(), "4000".to_owned()));
    }
}
