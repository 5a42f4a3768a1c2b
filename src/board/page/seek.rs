//! What is found while one types in the box: units, places, squares and commands, as a list that goes below it.

use maud::html;

use ops::query::{self, ThingKind};
use ops::{View, pick};

use super::umpire;
use crate::command::Command;
use crate::desk::Refusal;
use crate::office::Office;

/// How many things of the campaign are listed.
const THINGS: usize = 8;
/// How many commands.
const COMMANDS: usize = 5;

/// Something that is found: where it leads, what it is called, what it is.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Found {
    address: String,
    name: String,
    what: String,
}

/// The list for what is typed so far.
pub(super) fn list(office: &mut Office<'_>, typed: &str) -> Result<String, Refusal> {
    let campaign = umpire::campaign(office)?;
    let found = found(&campaign, office.desk.commands(), typed);
    let list = html! {
        ul #found role="listbox" aria-label="found" {
            @for (number, of) in found.iter().enumerate() {
                li role="option" id={"found-" (number)} aria-selected="false" {
                    a href=(of.address) tabindex="-1" { strong { (of.name) } " " small { (of.what) } }
                }
            }
            @if found.is_empty() && !typed.trim().is_empty() { li.none role="option" aria-disabled="true" { "Nothing is called so; Enter tries it as a command." } }
        }
    };
    Ok(list.into_string())
}

fn found(campaign: &View, commands: &[Command], typed: &str) -> Vec<Found> {
    let typed = typed.trim();
    if typed.is_empty() {
        return Vec::new();
    }
    let mut found = Vec::new();
    let reference = typed.bytes().all(|byte| byte.is_ascii_digit());
    if let Some(square) = reference.then(|| pick::square(campaign, typed).ok()).flatten() {
        let reference = campaign.frame.reference(square);
        found.push(Found { address: format!("/square/{reference}"), name: reference, what: "square".to_owned() });
    }
    let hits = query::find(campaign, typed).unwrap_or_default();
    let things = hits.iter().filter_map(|hit| {
        let square = hit.square.map(|square| campaign.frame.reference(square));
        let address = match (hit.kind, &square) {
            (ThingKind::Unit, _) => format!("/unit/{}", hit.id),
            (_, Some(square)) => format!("/square/{square}"),
            (_, None) => return None,
        };
        let what = [Some(hit.kind.to_string()), hit.side.map(|side| side.to_string()), square];
        let what = what.into_iter().flatten().collect::<Vec<_>>().join(" · ");
        Some(Found { address, name: hit.name.to_owned(), what })
    });
    found.extend(things.take(THINGS));
    let words: Vec<String> = typed.split_whitespace().map(str::to_lowercase).collect();
    let answers = |command: &&Command| {
        let name = command.words.join(" ");
        let about = command.about.to_lowercase();
        words.iter().all(|word| name.contains(word.as_str()) || about.contains(word.as_str()))
    };
    let mut commands: Vec<&Command> = commands.iter().filter(answers).collect();
    // Those that are called so before those that only do so.
    commands.sort_by_key(|command| !command.words.join(" ").contains(&words.join(" ")));
    found.extend(commands.into_iter().take(COMMANDS).map(|command| Found {
        address: format!("/do/{}", command.address()),
        name: command.words.join(" "),
        what: command.about.clone(),
    }));
    found
}
