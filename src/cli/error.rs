//! The one place where every error gets its kind, its place, its hints and its exit code.

use domain::{BadBound, BadValue, Said, UnknownWord, command, nearest};
use ops::{Candidate, Near, OpError, refusal_hint};

use crate::failure::{BREACHES, DetailLine, Failure, REFUSED, UNREADABLE, WORDS};

/// The kind of refusal by a rule that the umpire may set aside.
pub(crate) const RULE: &str = "rule";

/// The word as typed that is wrong.
fn given(error: &OpError) -> Option<String> {
    match error {
        OpError::Unknown { given, .. }
        | OpError::Ambiguous { given, .. }
        | OpError::UnknownKey { given, .. }
        | OpError::OffTheMap { given, .. }
        | OpError::TwiceGiven(given)
        | OpError::Word(UnknownWord { given, .. })
        | OpError::BadValue(BadValue { value: given, .. })
        | OpError::Bound(BadBound(given)) => Some(given.clone()),
        _ => None,
    }
}

impl From<OpError> for Failure {
    fn from(error: OpError) -> Self {
        let (message, given) = (error.to_string(), given(&error));
        let refused = |kind| Self::new(kind, REFUSED, message.clone());
        let words = |kind| given.iter().fold(Self::new(kind, WORDS, message.clone()), Self::given);
        match error {
            OpError::Refused(refusal) => refused("refused").hint(refusal_hint(&refusal)),
            OpError::NoSupply { give_to: Some(unit), .. } => refused("no_supply").hint(command!(
                "a LOG vehicle for it: `railhead unit new {unit}.log --parent {unit} arm=logistic carries=log \
                 mobility=motorised where=SQUARE`"
            )),
            OpError::NoSupply { unit, give_to: None, .. } => {
                refused("no_supply").hint(command!("`railhead unit show {unit}` shows its state"))
            }
            OpError::Ledger(error) => super::ledger_fault::failure(&error),
            OpError::Mechanic { error, throws } => Self {
                details: throws.into_iter().map(DetailLine::from).collect(),
                ..words("mechanic").hint(error.hint())
            },
            // There are more than a hint can hold.
            OpError::Word(word) if word.what == "setting" && word.nearest().is_none() => {
                words("word").hint(command!("`railhead setting list` lists them"))
            }
            OpError::Word(word) => words("word").hint(known(word.nearest(), &word.known)),
            OpError::Bound(_) => {
                words("value").hint("a date names a bound too: year-month-day, with `am`, `pm` or `night` behind it")
            }
            OpError::BadValue(_) | OpError::TwiceGiven(_) => words("value"),
            // A square in the place of a battle: none has been drawn for it.
            OpError::Unknown { what: "battle", given, .. } if given.bytes().all(|byte| byte.is_ascii_digit()) => {
                words("unknown")
                    .hint(command!("`railhead battle new {given}` draws one for that square"))
                    .hint(seek("battle"))
            }
            // A square in the place of a unit.
            OpError::Unknown { what: "unit", given, near } if near.is_empty() && is_reference(&given) => {
                words("unknown").hint(command!("`railhead ground show {given}` shows the square and who stands there"))
            }
            // What is near is the answer of `find`, which has no other list to lead to.
            OpError::Unknown { what: FOUND, near, .. } if !near.is_empty() => words("unknown").hint(meant(&near)),
            OpError::Unknown { what, near, .. } => words("unknown").hint(meant(&near)).hint(seek(what)),
            OpError::Ambiguous { what, candidates, .. } => ambiguous(words("ambiguous"), what, &candidates),
            OpError::UnknownKey { given, known: keys, .. } => {
                words("key").hint(known(nearest(&given, keys.iter().copied()), keys))
            }
            OpError::OffTheMap { .. } => words("square").hint(command!("`railhead map` shows the map")),
            OpError::Words { hint, .. } => words("words").hint(hint),
            OpError::ReasonWanted { command } => {
                words("reason").hint(command!("say why: `railhead {command} ... --reason \"...\"`"))
            }
            OpError::NotNow { at, hint, .. } => refused("refused").at(at).hint(hint),
            OpError::Rule { at, .. } => {
                refused(RULE).at(at).hint("the umpire sets the rule aside with `--override \"reason\"`")
            }
            OpError::NoRail { .. } => {
                refused("refused").hint(command!("`railhead rail status` lists the lines and their squares"))
            }
            OpError::NoLonger { error, .. } => {
                Self { message, hints: Vec::new(), is_undone: false, ..Self::from(*error) }
            }
            OpError::NoOperation { .. } => words("operation").hint(command!("`railhead op log --all` lists them")),
            OpError::File { path, source } => {
                let folder = path.parent().filter(|_| source.kind() == std::io::ErrorKind::NotFound);
                let missing = folder.filter(|folder| !folder.as_os_str().is_empty());
                let hint = missing.map(|folder| format!("make the folder `{}` first", folder.display()));
                let room = source.kind() == std::io::ErrorKind::StorageFull;
                let hint = hint.or_else(|| room.then(|| "make room and try again".to_owned()));
                Self::new("file", UNREADABLE, message).hint(hint.unwrap_or_default())
            }
            OpError::Exists { .. } => refused("exists").hint("give another name, or move it away first"),
            OpError::Faults { source_name, faults } => Self {
                details: faults.iter().map(DetailLine::from).collect(),
                ..Self::new("faults", BREACHES, message).undone(if faults.iter().all(|fault| fault.file == "--set") {
                    "nothing was written: correct `--set`, or leave it out".into()
                } else {
                    command!("nothing was written; `railhead check {source_name}` shows it as a table")
                })
            },
            OpError::Dice(_) => words("dice").hint("give one face from 1 to 6 for each die, or leave out `--dice`"),
            OpError::Engagement { at, .. } => Self::new("engagement", UNREADABLE, message).at(at),
            OpError::Violations { violations, .. } => {
                let details = violations.iter().map(|of| of.to_string().into()).collect();
                Self {
                    details,
                    ..refused("engagement")
                        .hint(command!("correct the engagement, or draw it again with `railhead battle new`"))
                }
            }
            OpError::Form { faults, .. } => Self {
                details: faults.iter().map(DetailLine::from).collect(),
                ..refused("form").undone("nothing was recorded: correct it, and record it again")
            },
            OpError::PlanFile { faults, .. } => Self {
                details: faults.iter().map(DetailLine::from).collect(),
                ..refused("plan").undone(command!(
                    "nothing was sent: correct it, and check it again with `railhead supply plan --file`"
                ))
            },
            OpError::Battle(_) => {
                words("battle").hint(command!("`railhead battle resolve --help` explains dice and decisions"))
            }
            OpError::Decision(_) => {
                words("decision").hint(command!("`railhead battle resolve --help` lists the choices"))
            }
            OpError::Json(_) => Self::new("json", UNREADABLE, message),
        }
    }
}

/// Whether a word looks like the reference of a square.
fn is_reference(word: &str) -> bool {
    matches!(word.len(), 4 | 6) && word.bytes().all(|byte| byte.is_ascii_digit())
}

pub(crate) fn known(near: Option<&str>, all: &[&str]) -> String {
    /// Of how many words a hint lists all.
    const LISTED: usize = 16;
    if let Some(near) = near.filter(|_| all.len() > LISTED) {
        return format!("did you mean `{near}`?");
    }
    let all = all.iter().map(|word| format!("`{word}`")).collect::<Vec<_>>().join(", ");
    near.map_or_else(|| format!("one of {all}"), |near| format!("did you mean `{near}`? It takes {all}"))
}

pub(crate) fn meant<N: Clone + Into<Near>>(near: &[N]) -> String {
    let near: Vec<String> = near.iter().map(|near| near.clone().into().to_string()).collect();
    if near.is_empty() { String::new() } else { format!("did you mean {}?", near.join(" or ")) }
}

/// What `find` looks for.
const FOUND: &str = "unit, place, crossing, dump, railhead or airfield called";

/// The command that lists what could be meant.
fn seek(what: &str) -> Said {
    Said::command(match what {
        "unit" => "`railhead find WORD` looks in names, numbers and ids of units",
        "claim" => "`railhead supply claim` lists what waits for the umpire",
        "battle" => "`railhead battle list` lists every battle",
        "dump" => "`railhead dump list` lists every dump",
        "campaign folder or built-in campaign" => {
            "a campaign folder has a `campaign.toml`; `railhead new --list` lists the built-in campaigns"
        }
        "campaign folder" | "campaign file" => return "those that are here stand under /new".into(),
        "crossing" => "`railhead crossing list` lists every crossing",
        "account" => "`railhead supply stocks` and `railhead dump list` show the accounts",
        "railway" => "`railhead rail status` lists every railway",
        "railhead" => "`railhead rail status` lists the railheads of every railway",
        FOUND => {
            "try a part of the name, or a number: `railhead find bridge`; `railhead orbat` and `railhead map` show what there is"
        }
        "square or place" => "a SQUARE is column and row as `railhead map` shows them, or the name of a place",
        _ => "",
    })
}

fn ambiguous(mut failure: Failure, what: &str, candidates: &[Candidate]) -> Failure {
    const SHOWN: usize = 12;
    let line = |c: &Candidate| {
        let under = if c.superior.is_empty() { String::new() } else { format!(", under {}", c.superior) };
        DetailLine::from(format!("{}  {}{under}", c.id, c.name))
    };
    failure.details = candidates.iter().take(SHOWN).map(line).collect();
    if candidates.len() > SHOWN {
        failure.details.push(format!("and {} more", candidates.len() - SHOWN).into());
    }
    let id = candidates.first().map_or("", |c| c.id.as_str());
    match what {
        "place" => return failure.hint(format!("type the name exactly: `'{id}'`")),
        "crossing" => return failure.hint(format!("give the id: `{id}`")),
        _ => {}
    }
    let start = id.rmatch_indices('.').nth(1).map_or(0, |(dot, _)| dot + 1);
    failure.hint(format!("give more of the id, from its end: `{}`", &id[start..]))
}
