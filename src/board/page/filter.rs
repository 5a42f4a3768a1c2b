//! What narrows a page that lists: fields of a form whose answer is an address, so that it can be kept and sent on.

use maud::{Markup, html};

use domain::Bound;
use ops::View;
use report::model::BoundView;

use super::address;
use crate::asked::Query;
use crate::command::Command;

/// Something by which a page is narrowed.
struct Filter {
    /// Its name in the address.
    name: &'static str,
    label: &'static str,
    kind: Kind,
    /// The flag of the command; none: it is a word in its place.
    flag: Option<&'static str>,
}

enum Kind {
    /// A unit, found as one types.
    Unit,
    /// A bound until now.
    Bound,
    /// One of these, each with what it is called; first what none of them is called.
    One(&'static str, &'static [(&'static str, &'static str)]),
    /// The first word of a command that writes.
    Command,
    Tick,
}

const LOG: &[Filter] = &[
    Filter { name: "unit", label: "Unit", kind: Kind::Unit, flag: Some("unit") },
    Filter { name: "kind", label: "Command", kind: Kind::Command, flag: Some("kind") },
    Filter { name: "bound", label: "Bound", kind: Kind::Bound, flag: Some("bound") },
];
const SHEET: &[Filter] = &[
    Filter { name: "unit", label: "Unit", kind: Kind::Unit, flag: None },
    Filter { name: "by", label: "Listed by", kind: Kind::One("cause", &[("unit", "formation")]), flag: Some("by") },
    Filter {
        name: "state",
        label: "State",
        kind: Kind::One(
            "any",
            &[
                ("in_supply", "in supply"),
                ("cut", "cut off"),
                ("no_vehicle", "no vehicle"),
                ("dump_empty", "dump empty"),
                ("not_required", "needs none"),
            ],
        ),
        flag: Some("state"),
    },
    Filter { name: "fails", label: "only what fails", kind: Kind::Tick, flag: Some("brief") },
];

/// The filters of a page, by its address.
fn of_page(page: &str) -> &'static [Filter] {
    match page {
        "/log" => LOG,
        "/sheet" => SHEET,
        _ => &[],
    }
}

/// What the address of a page narrows it to: flags of its command, and the word in its place.
pub(super) fn words(query: &Query, page: &str) -> (Vec<String>, Option<String>) {
    let (mut flags, mut word) = (Vec::new(), None);
    for filter in of_page(page) {
        let Some(value) = given(query, filter.name) else { continue };
        match (filter.flag, &filter.kind) {
            (Some(flag), Kind::Tick) => flags.push(format!("--{flag}")),
            (Some(flag), _) => flags.push(format!("--{flag}={value}")),
            (None, _) => word = Some(value.to_owned()),
        }
    }
    (flags, word)
}

fn given<'q>(query: &'q Query, name: &str) -> Option<&'q str> {
    { query.iter() }.find(|(known, value)| known == name && !value.is_empty()).map(|(_, value)| value.as_str())
}

/// The form of a page with this in its address; nothing on a page without filters.
pub(super) fn form((page, query): (&str, &Query), commands: &[Command], campaign: &View) -> Markup {
    let filters = of_page(page);
    if filters.is_empty() {
        return html! {};
    }
    let is_filter = |name: &str| filters.iter().any(|filter| filter.name == name);
    // Whose eyes and which moment stay.
    let others = query.iter().filter(|(name, value)| !is_filter(name) && !value.is_empty());
    let (others, narrowed): (Vec<_>, bool) =
        (others.cloned().collect(), filters.iter().any(|filter| given(query, filter.name).is_some()));
    let all = address::as_query(&others);
    html! {
        form.filters method="get" action=(page) {
            @for (name, value) in &others { input type="hidden" name=(name) value=(value); }
            @for filter in filters { (field((filter, given(query, filter.name)), commands, campaign)) }
            button type="submit" { "Show" }
            @if narrowed { " " a href={(page) "?" (all.trim_end_matches('&'))} { "show all" } }
        }
    }
}

fn field((filter, value): (&Filter, Option<&str>), commands: &[Command], campaign: &View) -> Markup {
    let name = filter.name;
    let choices: Vec<(String, String)> = match &filter.kind {
        Kind::Tick => {
            return html! { label.tick { input type="checkbox" name=(name) value="1" checked[value.is_some()]; span { (filter.label) } } };
        }
        Kind::Unit => {
            return html! {
                label { span { (filter.label) }
                    input type="text" name=(name) value=(value.unwrap_or("")) size="14" autocomplete="off" data-pick="/find?of=unit"
                        role="combobox" aria-expanded="false" aria-controls="found" aria-autocomplete="list";
                }
            };
        }
        Kind::One(_, choices) => {
            choices.iter().map(|(word, called)| ((*word).to_owned(), (*called).to_owned())).collect()
        }
        Kind::Bound => bounds(campaign),
        Kind::Command => first_words(commands),
    };
    html! {
        label { span { (filter.label) }
            select name=(name) {
                option value="" { @if let Kind::One(none, _) = filter.kind { (none) } @else { "any" } }
                @for (word, called) in &choices { option value=(word) selected[value == Some(word.as_str())] { (called) } }
            }
        }
    }
}

/// The bounds until now, the running one first.
fn bounds(campaign: &View) -> Vec<(String, String)> {
    let ordinals = (Bound::FIRST.ordinal()..=campaign.bound.ordinal()).rev();
    ordinals.map(Bound::from_ordinal).map(|bound| (bound.typed(), BoundView::new(campaign, bound).label)).collect()
}

/// The first words of commands that write.
fn first_words(commands: &[Command]) -> Vec<(String, String)> {
    let mut words: Vec<&String> = commands.iter().filter(|of| of.writes()).filter_map(|of| of.words.first()).collect();
    words.sort_unstable();
    words.dedup();
    words.into_iter().map(|word| (word.clone(), word.clone())).collect()
}
