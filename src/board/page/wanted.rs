//! Orders as they are wanted: the command that the fields of one come to, and a proposal in words and fields.

use maud::{Markup, html};

use domain::{Bound, Square};
use ops::{Formation, OpError, Proposal, View, pick};
use report::model::{BoundView, Drive, ToldResult, drive_said, dump_said, march_said};

use super::battle::told;
use super::links::Links;
use crate::asked::Asked;
use crate::desk::{Desk, Refusal};

/// The actions of an order, and what they are called.
pub(super) const ACTIONS: [(&str, &str); 5] = [
    (MOVE, "march"),
    ("dig-in", "dig in"),
    ("reorganise", "reorganise"),
    (SEND, "carry supplies"),
    (OPEN_DUMP, "open a dump"),
];
/// Those that want more than a unit.
pub(super) const MOVE: &str = "move";
const SEND: &str = "send";
const OPEN_DUMP: &str = "open-dump";
/// What an order to carry supplies says more, each a field and a flag of the same name.
const CARRIED: [&str; 3] = ["load", "from", "to"];
/// The field of the bound that is named by its flag; of a form the tick `next` stands for it.
const FOR: &str = "for";
/// Flags with a word that are no part of what is wanted.
const BESIDE: [&str; 3] = ["--reason", "--override", "--expect-op"];
/// The manners of a march.
pub(super) const RATES: [&str; 3] = ["contact", "road", "assault"];

/// The command that the fields of an order come to.
pub(crate) fn words(desk: &dyn Desk, campaign: &View, unit: &str, asked: &Asked) -> Result<Vec<String>, Refusal> {
    let action = asked.form("action").filter(|action| ACTIONS.iter().any(|(word, _)| word == action)).unwrap_or(MOVE);
    let mut words: Vec<String> = ["order", unit, action].map(str::to_owned).to_vec();
    let wants = |what: &str, hint: &'static str| Refusal { hints: vec![hint.into()], ..Refusal::new(what) };
    let flag = |name: &str| Some(format!("--{name}={}", asked.form(name)?.trim()));
    if action == MOVE {
        let squares = way(campaign, asked).map_err(|error| desk.refused(error))?;
        if squares.is_empty() {
            return Err(wants("a march wants at least one square", "tap squares on the map, or type them"));
        }
        words.extend(squares);
        if let Some(rate) = asked.form("rate").filter(|rate| RATES.contains(rate) && *rate != RATES[0]) {
            words.extend(["--rate".to_owned(), rate.to_owned()]);
        }
    } else if action == SEND {
        if asked.form("to").is_none() {
            return Err(wants(
                "who carries supplies must know where to",
                "name a dump, a railhead, a formation or a square",
            ));
        }
        words.extend(CARRIED.iter().filter_map(|name| flag(name)));
        let squares = way(campaign, asked).map_err(|error| desk.refused(error))?;
        if !squares.is_empty() {
            words.push(format!("--via={}", squares.join(",")));
        }
    } else if action == OPEN_DUMP {
        let dump = asked.form("dump").map(str::trim).filter(|dump| !dump.is_empty() && !dump.starts_with('-'));
        let dump = dump.ok_or_else(|| wants("a new dump wants an id", "one word, such as `d-2`"))?;
        words.push(dump.to_owned());
    }
    if asked.form("next").is_some() {
        // By its name: the umpire may take what a player proposes when another bound runs.
        words.extend(["--for".to_owned(), campaign.bound.next().typed()]);
    }
    Ok(words)
}

/// The fields of an order as they are filled in.
#[derive(Default)]
pub(crate) struct Fields(Vec<(&'static str, String)>);

impl Fields {
    /// What a field has.
    pub(crate) fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(key, _)| *key == name).map(|(_, text)| text.as_str())
    }

    /// The same; empty where it has nothing.
    pub(crate) fn value(&self, name: &str) -> &str {
        self.get(name).unwrap_or_default()
    }

    /// The squares by which it goes, as they are typed.
    pub(super) fn way(&self) -> impl Iterator<Item = &str> {
        self.value("way").split_whitespace()
    }

    /// The bound that it names; none where it is for the one that runs when it is taken.
    pub(super) fn named_bound(&self) -> Option<&str> {
        self.get(FOR)
    }

    /// The bound that it is for, were it taken now; none where it names one that does not come any more.
    pub(super) fn bound(&self, campaign: &View) -> Option<Bound> {
        self.named_bound().map_or(Some(campaign.bound), |word| pick::bound(campaign, word).ok())
    }

    /// Whether a form of an order gives the same.
    pub(crate) fn are_in(&self, asked: &Asked) -> bool {
        // The usual rate is ticked where none is said.
        let usual = |name: &str| if name == "rate" { RATES[0] } else { "" };
        let of = |name: &str, text: &str| if text.is_empty() { usual(name).to_owned() } else { text.trim().to_owned() };
        let names = ["unit", "action", "way", "rate", "load", "from", "to", "dump", "next"];
        names.iter().all(|name| of(name, self.value(name)) == of(name, asked.form(name).unwrap_or_default()))
    }
}

/// The fields from which the command of a proposal was made, with its note.
pub(crate) fn filled(of: &Proposal) -> Fields {
    let words = shlex::split(&of.command).unwrap_or_default();
    // A flag may stand with its value in one word.
    let apart = |word: String| match word.split_once('=') {
        Some((flag, value)) if flag.starts_with("--") => vec![flag.to_owned(), value.to_owned()],
        _ => vec![word],
    };
    let mut words = words.into_iter().skip(1).flat_map(apart);
    let (unit, action) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    let opens = action == OPEN_DUMP;
    let mut fields = vec![("note", of.note.clone()), ("unit", unit), ("action", action)];
    let mut squares = Vec::new();
    while let Some(word) = words.next() {
        if let Some(name) = CARRIED.into_iter().find(|name| word.strip_prefix("--") == Some(name)) {
            fields.push((name, words.next().unwrap_or_default()));
            continue;
        }
        match word.as_str() {
            "--rate" => fields.push(("rate", words.next().unwrap_or_default())),
            "--via" => squares.extend(words.next().unwrap_or_default().split(',').map(str::to_owned)),
            "--for" => {
                if let Some(bound) = words.next() {
                    fields.extend([(FOR, bound), ("next", "1".to_owned())]);
                }
            }
            flag if BESIDE.contains(&flag) => drop(words.next()),
            flag if flag.starts_with("--") => {}
            _ => squares.push(word),
        }
    }
    fields.push((if opens { "dump" } else { "way" }, squares.join(" ")));
    Fields(fields)
}

/// The fields of the form in which the umpire changes an order that is proposed; none of what is no order that the form could
/// give, or has more to it.
pub(crate) fn fields(campaign: &View, of: &Proposal) -> Option<Fields> {
    let mut fields = filled(of);
    let is_order = of.command.starts_with("order ") && who_and_what(campaign, &fields).is_some();
    let own = |word: &str| CARRIED.into_iter().chain(["rate", "via", "for"]).any(|name| name == word);
    let words = shlex::split(&of.command)?;
    let mut flags = words.iter().filter_map(|word| word.strip_prefix("--"));
    let has_more = flags.any(|flag| !own(flag.split('=').next().unwrap_or(flag)));
    // What was for the next bound when it was written may be for this one by now; for another there is no tick.
    let bound = fields.bound(campaign)?;
    let is_next = bound == campaign.bound.next();
    if !is_next && bound != campaign.bound {
        return None;
    }
    fields.0.retain(|(name, _)| *name != "next" || is_next);
    (is_order && !has_more).then_some(fields)
}

/// What a proposal wants, in words: who, what, and when if it is not in the bound that runs when it is taken. None of what is no
/// order of these, or names what is not there any more.
pub(crate) fn said(campaign: &View, of: &Proposal) -> Option<String> {
    let fields = filled(of);
    let (unit, what) = who_and_what(campaign, &fields)?;
    let when = fields.named_bound().and_then(|word| pick::bound(campaign, word).ok());
    let when = when.map(|bound| format!(", in {}", BoundView::new(campaign, bound).label)).unwrap_or_default();
    Some(format!("{}: {what}{when}", unit.name))
}

/// Who is to do something by a proposal, and what, in words.
pub(super) fn who_and_what<'c>(campaign: &'c View, of: &Fields) -> Option<(&'c Formation, String)> {
    let (unit, action) = (pick::unit(campaign, of.get("unit")?).ok()?, of.get("action")?);
    let squares = || of.way().map(|word| pick::square(campaign, word).ok()).collect::<Option<Vec<Square>>>();
    // A place or a square is called as it was typed.
    let named = |word: &str| campaign.name_of_account(word).map_or_else(|| format!("`{word}`"), str::to_owned);
    let what = if action == SEND {
        let drive = Drive {
            load: Some(of.get("load").map_or_else(|| "supplies".to_owned(), |load| format!("`{load}`"))),
            from: of.get("from").map(named),
            to: named(of.get("to")?),
            via: squares()?,
            ..Drive::default()
        };
        drive_said(campaign, &drive)
    } else if action == OPEN_DUMP {
        dump_said(&format!("`{}`", of.get("dump")?), None, "")
    } else if action == MOVE {
        march_said(campaign, &squares()?, of.get("rate").unwrap_or(RATES[0]))
    } else {
        ACTIONS.iter().find(|(word, _)| *word == action)?.1.to_owned()
    };
    Some((unit, what))
}

/// It as it is read: the result of a battle, or what is wanted. The umpire has the command, where there are no words for it in
/// their place; a player has words alone, for the umpire may have made a command of it that says what the player does not know.
pub(super) fn told(campaign: &View, of: &Proposal, links: &Links<'_>) -> Markup {
    let is_players = !links.under.is_empty();
    match (ToldResult::of(&of.command), said(campaign, of)) {
        (Some(result), _) => told::read(&result, campaign, links.under),
        (None, Some(said)) if is_players => html! { (links.text(&said)) },
        (None, Some(said)) => html! { span title=(of.command) { (links.text(&said)) } },
        (None, None) if is_players => html! { "something else, by the umpire" },
        (None, None) => html! { code { (of.command) } },
    }
}

pub(super) fn way(campaign: &View, asked: &Asked) -> Result<Vec<String>, OpError> {
    let typed = asked.form("way").unwrap_or_default();
    let words = typed.split([',', ' ']).filter(|word| !word.is_empty());
    let squares = words.map(|word| pick::square(campaign, word).map(|square| campaign.frame.reference(square)));
    squares.collect()
}
