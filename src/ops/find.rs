//! `find`: units, places, crossings, dumps, railheads and airfields by part of a name, number or id.

use std::cmp::Reverse;

use campaign::{Campaign, Tree};
use domain::{Echelon, SideId, Square, nearest, words};

use crate::{Near, OpError};

words! {
    /// What was found.
    enum ThingKind: "thing" {
        /// A formation or leaf.
        Unit = "unit",
        /// A place of the map.
        Place = "place",
        /// A crossing of a river.
        Crossing = "crossing",
        /// A dump.
        Dump = "dump",
        /// A railhead.
        Railhead = "railhead",
        /// An airfield.
        Airfield = "airfield",
    }
}

/// A thing that answers to the words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hit<'a> {
    /// What it is.
    pub kind: ThingKind,
    /// Its id; a place is called by its name.
    pub id: &'a str,
    /// Its name.
    pub name: &'a str,
    /// Whose it is.
    pub side: Option<SideId>,
    /// Where it is; none for what is not on the map.
    pub square: Option<Square>,
    /// Whom it is under, or whose dump it is.
    pub superior: Option<&'a str>,
    /// Its level, of a unit.
    echelon: Option<Echelon>,
}

/// What answers to all of these words, the best answers first: those whose whole name or id they are, then those of whose
/// name they are whole words, then by kind and, of units, by level.
///
/// A word with a number in it is a whole one: `22` is found in `22nd Panzer Division`, not in `322nd`.
///
/// # Errors
/// When nothing answers, with what is spelled like it.
pub fn find<'a>(campaign: &'a Campaign, given: &str) -> Result<Vec<Hit<'a>>, OpError> {
    let wanted = loose(given);
    let words: Vec<&str> = wanted.split_whitespace().collect();
    let all: Vec<Hit<'a>> = things(campaign).collect();
    let mut found: Vec<(u8, usize, Hit<'a>)> = all
        .iter()
        .enumerate()
        .filter_map(|(place, hit)| Some((rank(hit, &wanted, &words)?, place, hit.clone())))
        .collect();
    if found.is_empty() {
        let near = nearest(given, all.iter().flat_map(|hit| [hit.name, hit.id]));
        // Of a name of several words one may be spelled like it.
        let has_near =
            |hit: &&Hit<'a>| hit.name.split(' ').any(|word| is_long(word) && nearest(given, [word]).is_some());
        let near = near.or_else(|| Some(all.iter().find(has_near)?.name));
        let what = "unit, place, crossing, dump, railhead or airfield called";
        return Err(OpError::Unknown {
            what,
            given: given.to_owned(),
            near: near.map(Near::from).into_iter().collect(),
        });
    }
    found.sort_by_key(|(rank, place, hit)| (*rank, hit.kind, Reverse(hit.echelon), *place));
    Ok(found.into_iter().map(|(.., hit)| hit).collect())
}

/// Whether a word is long enough to be meant by one that is spelled otherwise.
fn is_long(word: &str) -> bool {
    word.chars().count() > 3
}

/// Everything that has an id or a name to be called by.
pub fn things(campaign: &Campaign) -> impl Iterator<Item = Hit<'_>> {
    let tree = Tree::new(campaign);
    let units: Vec<Hit<'_>> = tree
        .all()
        .into_iter()
        .map(|formation| Hit {
            kind: ThingKind::Unit,
            id: formation.id.as_str(),
            name: &formation.name,
            side: Some(formation.side),
            square: tree.square(formation),
            superior: campaign.superior(formation).map(|superior| superior.name.as_str()),
            echelon: Some(formation.echelon),
        })
        .collect();
    units.into_iter().chain(things_beside_units(campaign))
}

/// The same but for units: what is quick to tell.
pub fn things_beside_units(campaign: &Campaign) -> impl Iterator<Item = Hit<'_>> {
    let plain = |kind, id, name, side, square| Hit { kind, id, name, side, square, superior: None, echelon: None };
    let places = campaign.places.iter();
    let places = places.map(move |p| plain(ThingKind::Place, &p.name, &p.name, None, Some(p.square)));
    let crossings = campaign.crossings.iter().map(move |(id, crossing)| {
        let square = crossing.side.map(|side| side.square);
        plain(ThingKind::Crossing, id.as_str(), &crossing.name, None, square)
    });
    let dumps = campaign.dumps.iter().map(move |(id, dump)| {
        let owner = campaign.formation(&dump.owner);
        let superior = owner.map(|owner| owner.name.as_str());
        let hit = plain(ThingKind::Dump, id.as_str(), &dump.name, owner.map(|owner| owner.side), Some(dump.square));
        Hit { superior, ..hit }
    });
    let railheads = campaign.railheads.iter().map(move |(id, head)| {
        let name = head.place.as_deref().unwrap_or(id.as_str());
        plain(ThingKind::Railhead, id.as_str(), name, Some(head.side), Some(head.square))
    });
    let airfields = campaign.airfields.iter().map(move |(id, field)| {
        let name = field.place.as_deref().unwrap_or(id.as_str());
        plain(ThingKind::Airfield, id.as_str(), name, Some(field.side), Some(field.square))
    });
    places.chain(crossings).chain(dumps).chain(railheads).chain(airfields)
}

/// What may stand behind a number.
const ORDINAL: [&str; 6] = ["", "st", "nd", "rd", "th", "."];

/// How well it answers, the best 0; none where it does not.
fn rank(hit: &Hit<'_>, wanted: &str, words: &[&str]) -> Option<u8> {
    let (name, id) = (loose(hit.name), hit.id.to_lowercase());
    let spelled = loose(hit.id);
    let is_in = |word: &&str| part(&name, word) || part(&spelled, word) || (word.contains('.') && id.contains(*word));
    if !words.iter().all(is_in) {
        return None;
    }
    // `22` is the whole of `22nd`.
    let is_whole = |of_name: &str, word: &str| of_name.strip_prefix(word).is_some_and(|rest| ORDINAL.contains(&rest));
    let whole = |word: &&str| name.split(' ').any(|of_name| is_whole(of_name, word));
    Some(match () {
        () if name == wanted || id == wanted => 0,
        () if words.iter().all(whole) => 1,
        () => 2,
    })
}

/// Whether a word is in a text; what begins or ends with a digit, not within a longer number.
fn part(text: &str, word: &str) -> bool {
    let digit = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit());
    text.match_indices(word).any(|(at, found)| {
        let (before, after) = (text[..at].chars().next_back(), text[at + found.len()..].chars().next());
        let goes_on = digit(found.chars().next()) && digit(before) || digit(found.chars().next_back()) && digit(after);
        !goes_on
    })
}

/// In small letters, with blanks for what may stand between words.
fn loose(text: &str) -> String {
    text.to_lowercase().replace(['-', '_', '/'], " ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_found_whole() {
        for (text, word, is_in) in [
            ("22nd panzer division", "22", true),
            ("322nd rifle division", "22", false),
            ("221st division", "22", false),
            ("ax.r3.22pz", "22pz", true),
            ("guards", "ard", true),
            ("iv/22", "iv/22", true),
        ] {
            assert_eq!(part(text, word), is_in, "{word} in {text}");
        }
    }
}
