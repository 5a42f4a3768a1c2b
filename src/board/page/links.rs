//! Where what is named on a page leads: formations, squares and places, battles, operations, commands.
//!
//! What it decides: what of a line is a name. The longest name that stands there counts, and of names that several have none
//! does.
//! What it never does: link what the reader does not know.

use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::ops::Range;

use domain::Square;
use maud::Markup;
use ops::query;
use ops::{View, pick};
use paper::{Leading, Leads};

use super::lookups::{LOOKUPS, Lookup};
use super::shell::written;

/// The months of a date, behind whose day a year stands and no square.
const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

/// Where a name leads; of the thousands of a campaign a page names few, so that addresses are made of those alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Lead<'a> {
    /// To a formation, by its id.
    Unit(&'a str),
    /// To a square.
    Square(Square),
}

/// A name, and where it leads.
type Named<'a> = (&'a str, Lead<'a>);

/// What stands before the number of the operation to which a cell leads back.
pub(super) const BACK_TO: &str = "back to ";

/// What stands in a command for the id of a thing that is still to be named.
const ANY_ID: &str = "ID";

/// Where a command that is offered can be looked at and done.
pub(crate) fn line(command: &str) -> String {
    page_of(command).map_or_else(|| typed(command), |(address, _)| address)
}

/// Where a command stands as it is typed.
pub(super) fn typed(command: &str) -> String {
    format!("/line?q={}", form_urlencoded::byte_serialize(command.as_bytes()).collect::<String>())
}

/// The page of the board that does or shows the same as a command, without the name of the program, and what it is called in a
/// sentence. None of what wants a terminal.
pub(super) fn page_of(command: &str) -> Option<(String, String)> {
    let words: Vec<&str> = command.split(' ').collect();
    if words.contains(&">") {
        return None;
    }
    let own = |address: &str, name: &str| Some((address.to_owned(), name.to_owned()));
    if let Some(Lookup(address, title, ..)) = LOOKUPS.iter().find(|of| of.2 == words) {
        return own(&format!("/{address}"), &title.to_lowercase());
    }
    match words[..] {
        // What is due is decided on its page.
        ["grade", "review", ..] => own("/grades", "grades"),
        ["contact"] => own("/contacts", "contacts"),
        ["supply", "status", "--by", "unit"] => own("/sheet?by=unit", "supply by formation"),
        ["supply", "plan"] => own("/plan", "plan"),
        ["supply", "critical", "--top", top] => own(&format!("/critical?top={top}"), "critical points"),
        ["supply", "critical", "--side", side, "--top", top] => {
            own(&format!("/critical?side={side}&top={top}"), "critical points")
        }
        ["op", "show", number] => own(&format!("/op/{number}"), &format!("operation {number}")),
        ["battle", "resolve", battle, ..] => own(&format!("/battle/{battle}/fight"), command),
        ["battle", "record", battle, ..] => own(&format!("/battle/{battle}/result"), command),
        // Of what stands for a thing that one names there is only the form.
        _ if let Some(at) = words.iter().position(|word| *word == ANY_ID) => {
            own(&format!("/do/{}", words[..at].join("-")), &words[..at].join(" "))
        }
        _ => Some((typed(command), command.to_owned())),
    }
}

/// Where the names in a table lead.
pub(crate) struct Links<'a> {
    /// The campaign as the reader knows it: what is not in it is not linked.
    campaign: &'a View,
    /// Names by the word with which they begin; gathered when one is looked for.
    names: OnceCell<BTreeMap<&'a str, Vec<Named<'a>>>>,
    /// What stands before an address: `/p` for a player.
    pub(super) under: &'a str,
    /// What is added to addresses.
    pub(super) past: &'a str,
    /// Whether numbers are those of operations.
    pub(crate) operations: bool,
}

impl<'a> Links<'a> {
    pub(crate) const fn new(campaign: &'a View, under: &'a str, past: &'a str) -> Self {
        Self { campaign, names: OnceCell::new(), under, past, operations: false }
    }

    /// The longest name of those that begin with this word and fit, and where it leads; nowhere where several have it.
    fn named(&self, word: &str, fits: impl Fn(&str) -> bool) -> Option<(&'a str, Option<Lead<'a>>)> {
        let names = self.names.get_or_init(|| names(self.campaign)).get(word)?;
        let name = names.iter().map(|(name, _)| *name).filter(|name| fits(name)).max_by_key(|name| name.len())?;
        Some((name, alone(names.iter().filter(|(of, _)| *of == name).map(|(_, lead)| *lead))))
    }

    fn address(&self, of: Lead<'_>) -> String {
        let Self { under, past, .. } = self;
        match of {
            Lead::Unit(id) => format!("{under}/unit/{id}{past}"),
            Lead::Square(square) => format!("{under}/square/{}{past}", self.campaign.frame.reference(square)),
        }
    }

    /// A line of text with them as links.
    pub(super) fn text(&self, line: &str) -> Markup {
        written(paper::line_part(line, self))
    }

    /// What is found in a part of a line in which no code stands.
    fn sentence(&self, line: &str, (start, end): (usize, usize), found: &mut Vec<(Range<usize>, String)>) {
        let mut at = start;
        while at < end {
            let before = line[start..at].chars().next_back();
            let begins = before.is_none_or(|sign| sign.is_whitespace() || "(\"'“‘,;:→".contains(sign));
            let Some((length, address)) = begins.then(|| self.begin(&line[..end], at)).flatten() else {
                at += line[at..].chars().next().map_or(1, char::len_utf8);
                continue;
            };
            let behind = at + length;
            match found.last_mut() {
                // A reference and the name of the place in that square are one link.
                Some((last, of)) if *of == address && line[last.end..at] == *" " => last.end = behind,
                _ => found.push((at..behind, address)),
            }
            at = behind;
        }
    }

    /// How long the name is that begins here, and where it leads.
    fn begin(&self, line: &str, at: usize) -> Option<(usize, String)> {
        let rest = &line[at..];
        let ends = |length: usize| {
            let mut behind = rest[length..].chars();
            match behind.next() {
                Some('\'' | '’') | None => true,
                // A longer id or number, of which this is no name.
                Some('.' | '-' | '#' | '/' | '%' | ':') => !behind.next().is_some_and(char::is_alphanumeric),
                Some(sign) => !sign.is_alphanumeric() && sign != '_' && sign != '=',
            }
        };
        let fits = |name: &str| rest.starts_with(name) && ends(name.len());
        if let Some((name, lead)) = self.named(first_word(rest), fits) {
            // A single word at the head of a sentence may be any word.
            let is_word = name.chars().all(char::is_alphabetic) && at == 0 && rest[name.len()..].starts_with(' ');
            return lead.filter(|_| !is_word).map(|lead| (name.len(), self.address(lead)));
        }
        let is_of_id = |sign: char| sign.is_alphanumeric() || "._-#/".contains(sign);
        let word = rest.split(|sign| !is_of_id(sign)).next()?.trim_end_matches(['.', '-', '/']);
        // An id; a word alone may be one by chance.
        if word.contains(['.', '-', '#']) && ends(word.len()) {
            return Some((word.len(), self.of(word)?));
        }
        let before = line[..at].trim_end().rsplit(' ').next().unwrap_or_default();
        let behind = rest[word.len()..].split(' ').nth(1).unwrap_or_default();
        // A year, or how many there are of something.
        let counts =
            MONTHS.contains(&before) || ["SP", "LOG", "POL", "t", "km", "m", "men", "operations"].contains(&behind);
        (is_number(word) && ends(word.len()) && !counts).then(|| Some((word.len(), self.square(word)?))).flatten()
    }

    /// Where a word leads as a whole.
    fn of(&self, word: &str) -> Option<String> {
        let Self { campaign, under, past, operations, .. } = self;
        if *operations && is_number(word) {
            return Some(format!("/op/{word}"));
        }
        if let Some(number) = word.strip_prefix(BACK_TO).filter(|number| *operations && is_number(number)) {
            return Some(format!("/op/{number}/back"));
        }
        if is_number(word) {
            return self.square(word);
        }
        if campaign.battles.contains_key(word) {
            return Some(format!("{under}/battle/{word}{past}"));
        }
        if let Some(formation) = campaign.formation(word) {
            return Some(format!("{under}/unit/{}{past}", formation.id));
        }
        self.named(first_word(word), |name| name == word)?.1.map(|lead| self.address(lead))
    }

    /// Where a reference leads.
    fn square(&self, word: &str) -> Option<String> {
        let is_reference = word.len() >= 4 && pick::square(self.campaign, word).is_ok();
        is_reference.then(|| format!("{}/square/{word}{}", self.under, self.past))
    }
}

impl Leading for Links<'_> {
    fn within(&self, line: &str) -> Leads {
        if let Some(address) = self.of(line).filter(|_| !line.contains('`')) {
            return vec![(0..line.len(), address)];
        }
        let mut found = Vec::new();
        let mut at = 0;
        for (number, piece) in line.split('`').enumerate() {
            if number % 2 == 1 {
                found.extend(self.of(piece).map(|address| (at..at + piece.len(), address)));
            } else {
                self.sentence(line, (at, at + piece.len()), &mut found);
            }
            at += piece.len() + 1;
        }
        found
    }

    fn command(&self, command: &str) -> Option<(String, String)> {
        // In the past nothing is done, and a player does no commands.
        if self.under.is_empty() && self.past.is_empty() { page_of(command) } else { None }
    }

    fn on_map(&self, at: &str) -> Option<String> {
        let is_known = self.campaign.formation(at).is_some() || self.square(at).is_some();
        let map = if self.under.is_empty() { "/".to_owned() } else { format!("{}/map", self.under) };
        is_known.then(|| format!("{map}?sel={at}{}", self.past.replacen('?', "&", 1)))
    }
}

/// All names of a campaign.
fn names(campaign: &View) -> BTreeMap<&str, Vec<Named<'_>>> {
    let units = campaign.formations.values().map(|unit| (unit.name.as_str(), Lead::Unit(unit.id.as_str())));
    let squares = query::things_beside_units(campaign).filter_map(|of| Some((of.name, Lead::Square(of.square?))));
    let mut names: BTreeMap<&str, Vec<Named<'_>>> = BTreeMap::new();
    for named in units.chain(squares).filter(|(name, _)| !name.is_empty()) {
        names.entry(first_word(named.0)).or_default().push(named);
    }
    names
}

/// Where a name leads that these have. A formation that is called as its place is, or a dump as its formation, is the
/// formation.
fn alone<'a>(mut leads: impl Iterator<Item = Lead<'a>> + Clone) -> Option<Lead<'a>> {
    let mut units = leads.clone().filter(|lead| matches!(lead, Lead::Unit(_)));
    if let Some(unit) = units.next() {
        return units.next().is_none().then_some(unit);
    }
    let first = leads.next()?;
    leads.all(|lead| lead == first).then_some(first)
}

fn is_number(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit())
}

/// The letters and digits with which a name begins, or the sign.
fn first_word(name: &str) -> &str {
    let end = name.find(|sign: char| !sign.is_alphanumeric()).unwrap_or(name.len());
    let sign = name.chars().next().map_or(0, char::len_utf8);
    &name[..end.max(sign)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_that_several_have_leads_nowhere() {
        let (unit, other) = (Lead::Unit("ax.pz"), Lead::Unit("su.td"));
        let (square, elsewhere) = (Lead::Square(Square::new(1, 2)), Lead::Square(Square::new(1, 3)));
        for (leads, wanted) in [
            (vec![], None),
            (vec![unit], Some(unit)),
            (vec![unit, other], None),
            (vec![square, unit, elsewhere], Some(unit)),
            (vec![square, square], Some(square)),
            (vec![square, elsewhere], None),
        ] {
            assert_eq!(alone(leads.clone().into_iter()), wanted, "{leads:?}");
        }
    }
}
