//! What a word means: UNIT, SQUARE, BOUND, ACCOUNT, CROSSING, SIDE, BATTLE (command line page, "Words").

mod battles;

use std::collections::BTreeSet;

use campaign::{Airfield, BOUNDARY_ACCOUNTS, CAPTURED_FROM, Campaign, Crossing, Formation, Tree, is_boundary};
use domain::{AccountId, Bound, Phase, SideId, Square, command, nearest};
use ledger::Moment;

pub(crate) use battles::shown_or_put_right;
pub use battles::{battle, open_battle};

use super::bound_word::BoundWord;
use super::{Candidate, Near, OpError};
use crate::find::{Hit, ThingKind, find};

/// How many units are offered of which a word is a part.
const MEANT: usize = 3;

/// The formation or leaf that a word means: an id, the unique last part or parts of one, or a unique name, in which `-` and
/// `_` stand for a blank.
///
/// # Errors
/// When there is none, or there are several.
pub fn unit<'a>(campaign: &'a Campaign, given: &str) -> Result<&'a Formation, OpError> {
    let wanted = plain(given);
    let exact =
        campaign.formation(given).or_else(|| campaign.formations.values().find(|f| plain(f.id.as_str()) == wanted));
    if let Some(found) = exact {
        return Ok(found);
    }
    let tail = format!(".{wanted}");
    let by_name = || match one_of(campaign, given, |f| plain(&f.name) == wanted) {
        Ok(None) => one_of(campaign, given, |f| loose(&f.name) == loose(given)),
        found => found,
    };
    let found = match one_of(campaign, given, |f| plain(f.id.as_str()).ends_with(&tail)) {
        Ok(None) => by_name()?,
        Ok(found) => found,
        // A part of many ids may be the whole name of one.
        Err(ambiguous) => Some(by_name().ok().flatten().ok_or(ambiguous)?),
    };
    found.ok_or_else(|| OpError::Unknown { what: "unit", given: given.to_owned(), near: near_units(campaign, given) })
}

/// The side that a word means where it may mean a unit too: a side `AX` may have a formation `ax`, and the very letters
/// come first.
pub(crate) fn side_before_units(campaign: &Campaign, given: &str) -> Option<SideId> {
    let sides = || campaign.sides.iter().map(|side| side.id);
    let loose = || sides().find(|side| side.as_str().eq_ignore_ascii_case(given));
    let exact = sides().find(|side| side.as_str() == given);
    exact.or_else(|| loose().filter(|_| campaign.formation(given).is_none()))
}

/// The formation under another that a word means: a word that means several of the campaign may mean one of these.
///
/// # Errors
/// When there is none, there are several, or what it means stands elsewhere.
pub(crate) fn unit_under<'a>(tree: &Tree<'a>, above: &'a Formation, given: &str) -> Result<&'a Formation, OpError> {
    let (wanted, tail) = (plain(given), format!(".{}", plain(given)));
    let under: Vec<&Formation> = tree.with_all_under(above).into_iter().filter(|f| f.id != above.id).collect();
    let exact = under.iter().find(|f| plain(f.id.as_str()) == wanted);
    let mut by_tail = under.iter().filter(|f| plain(f.id.as_str()).ends_with(&tail));
    if let Some(found) = exact {
        return Ok(found);
    }
    if let (Some(found), None) = (by_tail.next(), by_tail.next()) {
        return Ok(found);
    }
    let found = unit(tree.campaign(), given)?;
    if under.iter().any(|f| f.id == found.id) {
        return Ok(found);
    }
    Err(OpError::NotNow {
        message: format!("{} is not under {}", found.named(), above.named()),
        at: found.id.to_string(),
        hint: command!("`railhead orbat {} --bases` lists what is", above.id),
    })
}

/// The square of the unit that a word means; none where it is not on the map.
///
/// # Errors
/// When there is no such unit, or there are several.
pub fn unit_square(campaign: &Campaign, given: &str) -> Result<Option<Square>, OpError> {
    let unit = unit(campaign, given)?;
    Ok(Tree::new(campaign).square(unit))
}

fn one_of<'a>(
    campaign: &'a Campaign,
    given: &str,
    answers: impl Fn(&Formation) -> bool,
) -> Result<Option<&'a Formation>, OpError> {
    let mut found: Vec<&Formation> = campaign.formations.values().filter(|f| answers(f)).collect();
    if found.len() > 1 {
        found.sort_by_key(|f| (std::cmp::Reverse(f.echelon), f.leaf.is_some(), f.order));
        let candidates = found.iter().map(|f| candidate(campaign, f)).collect();
        return Err(OpError::Ambiguous { what: "unit", given: given.to_owned(), candidates });
    }
    Ok(found.first().copied())
}

fn candidate(campaign: &Campaign, formation: &Formation) -> Candidate {
    let superior = formation.parent.as_ref().map(|id| campaign.name_of(id.as_str()).to_owned()).unwrap_or_default();
    Candidate { id: formation.id.to_string(), name: formation.name.clone(), superior }
}

/// The units of which all words are parts, else those that are spelled alike: by id, by its last part, by name or the first words
/// of one.
fn near_units(campaign: &Campaign, given: &str) -> Vec<Near> {
    let units = || campaign.formations.values();
    let by = |word: &str, of: &Formation| {
        let is_said = of.name.eq_ignore_ascii_case(word) || of.name == of.id.as_str();
        Near { word: word.to_owned(), name: Some(of.name.clone()).filter(|_| !is_said) }
    };
    let parts: Vec<Hit<'_>> = find(campaign, given).unwrap_or_default();
    let parts = parts.iter().filter(|hit| hit.kind == ThingKind::Unit).take(MEANT);
    let mut near: Vec<Near> = parts.filter_map(|hit| Some(by(hit.id, campaign.formation(hit.id)?))).collect();
    if near.is_empty() {
        let tail = |id: &'_ str| id.rsplit('.').next().unwrap_or(id).to_owned();
        let words = given.split(['-', '_', ' ']).count();
        let first_words = |name: &str| name.split(' ').take(words).collect::<Vec<_>>().join(" ");
        let spelled: [&dyn Fn(&Formation) -> String; 4] =
            [&|f| f.id.to_string(), &|f| tail(f.id.as_str()), &|f| loose(&f.name), &|f| loose(&first_words(&f.name))];
        for (place, spelled) in spelled.into_iter().enumerate() {
            let all: Vec<(String, &Formation)> = units().map(|f| (spelled(f), f)).collect();
            let given = if place < 2 { given.to_owned() } else { loose(given) };
            let found = nearest(&given, all.iter().map(|(word, _)| word.as_str()));
            let found = found.and_then(|found| all.iter().find(|(word, _)| word == found));
            near.extend(found.map(|(word, f)| by(if place == 1 { word } else { f.id.as_str() }, f)));
        }
    }
    let mut known = BTreeSet::new();
    near.retain(|near| known.insert(near.name.clone().unwrap_or_else(|| near.word.clone())));
    near
}

fn plain(text: &str) -> String {
    text.to_lowercase()
}

/// A name with blanks for `-` and `_`, in small letters.
fn loose(text: &str) -> String {
    plain(text).replace(['-', '_'], " ")
}

/// The square that a word means: a reference, or the name of a place.
///
/// # Errors
/// When it is neither, or lies off the map.
pub fn square(campaign: &Campaign, given: &str) -> Result<Square, OpError> {
    if let Some(square) = campaign.frame.parse_square(given) {
        return Ok(square);
    }
    if let Some(place) = place_name(campaign, given)? {
        return Ok(place.1);
    }
    if let Some(off) = Square::parse(given) {
        let frame = &campaign.frame;
        if frame.contains(off) {
            let hint = format!("this map's references look like `{}`", frame.reference(off)).into();
            return Err(OpError::Words { message: format!("`{given}` is not a square of this map"), hint });
        }
        return Err(OpError::OffTheMap { given: given.to_owned(), columns: frame.columns, rows: frame.rows });
    }
    let near = near_places(campaign, given).into_iter().map(Near::from).collect();
    Err(OpError::Unknown { what: "square or place", given: given.to_owned(), near })
}

/// The places that a word may mean which is none: those of whose names it is a part, else the nearest.
fn near_places<'a>(campaign: &'a Campaign, given: &str) -> Vec<&'a str> {
    /// How many letters must be a part.
    const PART: usize = 3;
    /// How many places are named.
    const NAMED: usize = 4;
    let (names, part) = (campaign.places.iter().map(|place| place.name.as_str()), given.trim().to_lowercase());
    let has = |name: &&str| part.chars().count() >= PART && name.to_lowercase().contains(&part);
    let of_part: Vec<&str> = names.clone().filter(has).take(NAMED).collect();
    if !of_part.is_empty() {
        return of_part;
    }
    // What stands in brackets behind a name may be left out.
    let short = |name: &'a str| name.split_once(" (").map_or(name, |(short, _)| short);
    let of_short =
        || nearest(given, names.clone().map(short)).and_then(|near| names.clone().find(|name| short(name) == near));
    nearest(given, names.clone()).or_else(of_short).into_iter().collect()
}

/// The place that a word means, with its square; `-` and `_` stand for a blank, and what stands in brackets behind a name may be left
/// out.
///
/// # Errors
/// When several places answer to it.
pub(crate) fn place_name<'a>(campaign: &'a Campaign, given: &str) -> Result<Option<(&'a str, Square)>, OpError> {
    if let Some(place) = campaign.place(given) {
        return Ok(Some((&place.name, place.square)));
    }
    let wanted = loose(given);
    let named = |is_it: &dyn Fn(&str) -> bool| campaign.places.iter().filter(|p| is_it(&p.name)).collect::<Vec<_>>();
    let mut found = named(&|name| loose(name) == wanted);
    if found.is_empty() {
        found = named(&|name| name.split_once(" (").is_some_and(|(short, _)| loose(short) == wanted));
    }
    if found.len() > 1 {
        let of_place = |p: &&campaign::Place| Candidate {
            id: p.name.clone(),
            name: campaign.frame.reference(p.square),
            superior: String::new(),
        };
        let candidates = found.iter().map(of_place).collect();
        return Err(OpError::Ambiguous { what: "place", given: given.to_owned(), candidates });
    }
    Ok(found.first().map(|p| (p.name.as_str(), p.square)))
}

/// The bound that a word means: `3am`, `D3pm`, a date with or without `am`, `pm` or `n`, `start` (the first), `now` (the running
/// one), `next` (the one after it). Of a day alone it is the morning.
///
/// # Errors
/// When it is none.
pub fn bound(campaign: &Campaign, given: &str) -> Result<Bound, OpError> {
    match plain(given).as_str() {
        "now" => Ok(campaign.bound),
        "next" => Ok(campaign.bound.next()),
        "start" => Ok(Bound::FIRST),
        word => word.parse::<BoundWord>()?.bound(campaign, |_| Phase::Am),
    }
}

/// The moment that a word of `--as-of` means: a bound, `start`, `now`, or `op:N`; none is now. A day alone means its end, or
/// the running bound where it is not over. The campaign is asked for where a day is named.
///
/// # Errors
/// When it is none of these.
pub fn moment<E: From<OpError>>(
    given: &str,
    campaign: impl FnOnce() -> Result<Campaign, E>,
) -> Result<Option<Moment>, E> {
    let word = plain(given.trim());
    if let Some(number) = word.strip_prefix("op:") {
        let number = number.parse().map_err(|_| OpError::bad_value("--as-of", given, "a bound or `op:N`"))?;
        return Ok(Some(Moment::Operation(number)));
    }
    match word.as_str() {
        "now" => Ok(None),
        "start" => Ok(Some(Moment::Start)),
        word => {
            if let Ok(bound) = word.parse() {
                return Ok(Some(Moment::Bound(bound)));
            }
            let word: BoundWord = word.parse().map_err(|_| OpError::from(domain::BadBound(given.to_owned())))?;
            let campaign = campaign()?;
            let running = campaign.bound;
            let end = |day| if day == running.day { running.phase } else { Phase::Night };
            Ok(Some(Moment::Bound(word.bound(&campaign, end)?)))
        }
    }
}

/// Whether a word of `--as-of` means how it stands now.
pub fn is_now(given: &str) -> bool {
    plain(given.trim()) == "now"
}

/// The account that a word means: a dump, a railhead, a vehicle, by id or unique name, or a boundary name.
///
/// # Errors
/// When there is none, or there are several.
pub fn account(campaign: &Campaign, given: &str) -> Result<AccountId, OpError> {
    let wanted = plain(given);
    if is_boundary(&wanted) && BOUNDARY_ACCOUNTS.contains(&wanted.as_str()) {
        return Ok(AccountId::from(wanted));
    }
    if wanted.starts_with(CAPTURED_FROM) {
        let from = side(campaign, &given[CAPTURED_FROM.len()..])?;
        return Ok(AccountId::from(format!("{CAPTURED_FROM}{from}")));
    }
    let all = accounts_on_map(campaign);
    let tail = format!(".{wanted}");
    let exact = all.iter().find(|id| plain(id) == wanted);
    let by_tail: Vec<&String> = all.iter().filter(|id| plain(id).ends_with(&tail)).collect();
    match (exact, by_tail.as_slice()) {
        (Some(found), _) => Ok(AccountId::from(found.as_str())),
        (None, [found]) => Ok(AccountId::from(found.as_str())),
        (None, []) => account_called(campaign, given)?.ok_or_else(|| {
            let names = all.iter().map(String::as_str).chain(BOUNDARY_ACCOUNTS);
            let names = names.chain(campaign.dumps.values().map(|dump| dump.name.as_str()));
            // A formation keeps its stock in its dumps and vehicles.
            let of_unit = unit(campaign, given).map(|unit| accounts_of(campaign, unit)).unwrap_or_default();
            let nearest = || nearest(given, names).map(Near::from).into_iter().collect();
            let near = if of_unit.is_empty() { nearest() } else { of_unit };
            OpError::Unknown { what: "account", given: given.to_owned(), near }
        }),
        (None, several) => Err(several_accounts(campaign, given, several.iter().map(|id| id.as_str()))),
    }
}

/// The dumps of a formation and the vehicles directly under it.
fn accounts_of(campaign: &Campaign, unit: &Formation) -> Vec<Near> {
    let dumps = campaign.dumps.values().filter(|dump| dump.owner == unit.id).map(|dump| dump.id.as_str());
    let is_own = |f: &&Formation| f.parent.as_ref() == Some(&unit.id) && f.vehicle_of().is_some();
    let vehicles = campaign.formations.values().filter(is_own).map(|vehicle| vehicle.id.as_str());
    dumps.chain(vehicles).take(MEANT).map(Near::from).collect()
}

/// The dump of a name, else the railhead at a place, else the vehicle that a word means as a unit.
fn account_called(campaign: &Campaign, given: &str) -> Result<Option<AccountId>, OpError> {
    let wanted = loose(given);
    let dumps = campaign.dumps.values().filter(|dump| loose(&dump.name) == wanted).map(|dump| &dump.id);
    let at = |place: &Option<String>| place.as_deref().is_some_and(|place| loose(place) == wanted);
    let railheads = campaign.railheads.values().filter(|railhead| at(&railhead.place)).map(|railhead| &railhead.id);
    let (dumps, railheads): (Vec<_>, Vec<_>) = (dumps.collect(), railheads.collect());
    let called = if dumps.is_empty() { railheads } else { dumps };
    match called.as_slice() {
        [found] => Ok(Some((*found).clone())),
        [] => {
            let vehicle = unit(campaign, given).ok().filter(|unit| unit.vehicle_of().is_some());
            Ok(vehicle.map(|vehicle| AccountId::from(vehicle.id.as_str())))
        }
        several => Err(several_accounts(campaign, given, several.iter().map(|id| id.as_str()))),
    }
}

fn several_accounts<'a>(campaign: &Campaign, given: &str, ids: impl Iterator<Item = &'a str>) -> OpError {
    let candidates = ids.map(|id| account_candidate(campaign, id)).collect();
    OpError::Ambiguous { what: "account", given: given.to_owned(), candidates }
}

fn account_candidate(campaign: &Campaign, id: &str) -> Candidate {
    let (dump, formation) = (campaign.dumps.get(id), campaign.formation(id));
    let superior = dump.map(|dump| &dump.owner).or_else(|| formation?.parent.as_ref());
    let superior = superior.map(|id| campaign.name_of(id.as_str()).to_owned());
    let name = dump.map(|dump| dump.name.clone()).or_else(|| formation.map(|f| f.name.clone()));
    Candidate { id: id.to_owned(), name: name.unwrap_or_default(), superior: superior.unwrap_or_default() }
}

fn accounts_on_map(campaign: &Campaign) -> Vec<String> {
    let vehicles = campaign.formations.values().filter(|f| f.vehicle_of().is_some()).map(|f| f.id.to_string());
    let dumps = campaign.dumps.keys().map(ToString::to_string);
    dumps.chain(campaign.railheads.keys().map(ToString::to_string)).chain(vehicles).collect()
}

/// The airfield that a word means, if it means one: its id, the last part or parts of one, or the name of its place.
pub fn airfield<'a>(campaign: &'a Campaign, given: &str) -> Option<&'a Airfield> {
    let wanted = plain(given);
    let tail = format!(".{wanted}");
    let fields = || campaign.airfields.values();
    let named = |field: &&Airfield| field.place.as_deref().is_some_and(|place| loose(place) == loose(given));
    let exact = fields().find(|field| plain(field.id.as_str()) == wanted);
    let by_tail = || fields().filter(|field| plain(field.id.as_str()).ends_with(&tail)).collect::<Vec<_>>();
    exact.or_else(|| by_tail().first().copied()).or_else(|| fields().find(named))
}

/// The crossing that a word means: its id, or its unique name.
///
/// # Errors
/// When there is none, or there are several.
pub fn crossing<'a>(campaign: &'a Campaign, given: &str) -> Result<&'a Crossing, OpError> {
    let wanted = loose(given);
    if let Some(found) = campaign.crossings.values().find(|c| loose(c.id.as_str()) == wanted) {
        return Ok(found);
    }
    let named: Vec<&Crossing> = campaign.crossings.values().filter(|c| loose(&c.name) == wanted).collect();
    match named.as_slice() {
        [found] => Ok(found),
        [] => {
            let ids = campaign.crossings.values().flat_map(|c| [c.id.as_str(), c.name.as_str()]);
            let near = nearest(given, ids).map(Near::from).into_iter().collect();
            Err(OpError::Unknown { what: "crossing", given: given.to_owned(), near })
        }
        several => {
            let of = |c: &&Crossing| Candidate { id: c.id.to_string(), name: c.name.clone(), superior: String::new() };
            let candidates = several.iter().map(of).collect();
            Err(OpError::Ambiguous { what: "crossing", given: given.to_owned(), candidates })
        }
    }
}

/// The side that a word means: its id or its name.
///
/// # Errors
/// When there is none.
pub fn side(campaign: &Campaign, given: &str) -> Result<SideId, OpError> {
    let wanted = plain(given);
    let found = campaign.sides.iter().find(|s| plain(s.id.as_str()) == wanted || plain(&s.name) == wanted);
    found.map(|s| s.id).ok_or_else(|| OpError::Unknown {
        what: "side",
        given: given.to_owned(),
        near: campaign.sides.iter().map(|s| Near { name: Some(s.name.clone()), ..s.id.as_str().into() }).collect(),
    })
}
