//! The bar below the pages of the umpire: when it is, what was done last, the way back.

use maud::{Markup, html};

use domain::{AccountId, FormationId, counted};
use ops::query::{LogEntry, LogSteps};
use ops::{View, pick};
use report::model::{BoundView, EventRow, where_it_is};

use super::address;
use super::typed;
use crate::command::Command;
use crate::desk::Reading;
use crate::office::Office;

/// The bar, with the way through the past; `address` is where one looks back from here (none: the page itself), and `kept` what
/// of the page stays as it is then; `typed` is the moment that is wanted; so many phones have a page before them.
pub(super) fn under(
    campaign: &View,
    reading: &Reading,
    (past, address, kept, typed): (&Markup, &str, &[(String, String)], Option<&str>),
    (office, phones): (&Office<'_>, usize),
) -> Markup {
    let bound = BoundView::new(campaign, campaign.bound);
    let (LogSteps { undo, together, script, redo }, waits) = (&office.steps, office.waits_for_the_umpire());
    let did = |entry: &LogEntry| did(campaign, entry, office);
    html! {
        strong { (bound.label) }
        span { (bound.date.format("%-d %B %Y")) }
        @let hours = campaign.settings.moving_hours(campaign.bound.phase, false);
        @if let Some(weather) = campaign.weather_in(campaign.bound) { span.weather title=(weather.words()) { (in_short(&weather.words())) } }
        @if hours > 0 { span.hours title="how many hours of this bound a unit may march" { (hours) " h to march" } }
        (past)
        form.moment method="get" action=[(!address.is_empty()).then_some(address)] {
            @for (name, value) in kept { input type="hidden" name=(name) value=(value); }
            label { "as of " input type="text" name="at" size="7" placeholder="now" value=(typed.unwrap_or("")); }
            button type="submit" { "look" }
        }
        @if let Some(at) = &reading.at {
            strong.looking { "As it stood: " (at) ". Nothing is written here. " a href={"?" (address::as_query(kept))} data-key="0" { "now" } }
        } @else {
            span.operation { "operation " (office.last) }
            @if phones > 0 { span.phones { (counted(phones, "phone")) " connected" } }
            @if let Some(last) = undo {
                a.button href="/do/undo" data-key="u" title=(last.command) {
                    "Undo " small {
                        @match script {
                            Some(script) if *together > 1 => { "the script " (script) " (" (together) " commands)" },
                            _ => { @if *together > 1 { (together) " commands of one script, the last: " } (did(last)) }
                        }
                    }
                }
            }
            @if let Some(last) = redo { a.button href="/do/redo" data-key="U" title=(last.command) { "Redo " small { (did(last)) } } }
            a href="/post" { "post" @if waits > 0 { " " span.count { (waits) span.unseen { " waiting" } } } } " "
            a href="/join" { "players" } " " a href="/print/pack" { "pack" } " " a href="/print/pack.pdf" { "PDF" } " " a href="/documents" { "documents" } " " a href="/screen" { "screen" }
        }
    }
}

/// What of the weather matters first: what falls, the ground, who flies.
fn in_short(weather: &str) -> String {
    weather
        .split(", ")
        .filter(|of| !of.starts_with("visibility ") && !of.starts_with("light "))
        .collect::<Vec<_>>()
        .join(", ")
}

/// What an operation did: the words of its command, and by its name whom or what it was about first, where the command has an id.
pub(super) fn did(campaign: &View, entry: &LogEntry, office: &Office<'_>) -> String {
    let typed = typed::split(&entry.command).unwrap_or_default();
    let (command, happened) = (typed::of_words(office, &typed), entry.happened.first());
    let Some(command) = command else { return entry.command.clone() };
    let plain = || in_plain_words(campaign, &command, &typed);
    let Some(happened) = happened else { return plain() };
    let words = command.words.join(" ");
    let (subject, _) = EventRow::new(&happened.first, campaign).told(happened.count, happened.subjects);
    let said = &typed[command.words.len().min(typed.len())..];
    let mut named = said.iter().chain(&subject).map(String::as_str);
    if let Some(battle) = named.find_map(|word| campaign.battles.get(word)) {
        return format!("{words} {}", where_it_is(campaign, battle.square));
    }
    let has_id = said.iter().any(|word| is_id(campaign, word));
    match subject.filter(|_| has_id) {
        Some(subject) => format!("{words} {subject}"),
        None => plain(),
    }
}

/// A command without its flags, and squares by what lies there.
fn in_plain_words(campaign: &View, command: &Command, typed: &[String]) -> String {
    let Some(given) = command.filled(typed) else { return typed.join(" ") };
    let is_placed = |id: &str| command.fields.iter().any(|field| field.id == id && field.flag.is_none());
    let of = given.iter().filter(|(id, _)| is_placed(id)).flat_map(|(_, words)| words.lines()).map(|word| {
        let square = word.bytes().all(|byte| byte.is_ascii_digit()).then(|| pick::square(campaign, word).ok());
        square.flatten().map_or_else(|| word.to_owned(), |square| where_it_is(campaign, square))
    });
    command.words.iter().cloned().chain(of).collect::<Vec<_>>().join(" ")
}

/// Whether a word is the id of a formation or a dump, or the last part of one.
fn is_id(campaign: &View, word: &str) -> bool {
    let is_last = |id: &str| id.strip_suffix(word).is_some_and(|before| before.is_empty() || before.ends_with('.'));
    let mut units = campaign.formations.keys().map(FormationId::as_str);
    let mut dumps = campaign.dumps.keys().map(AccountId::as_str);
    !word.is_empty() && (units.any(is_last) || dumps.any(is_last))
}
