//! Where a campaign begins: one that comes with the program, one of the files here, a folder that was begun, or a new one.

use maud::{Markup, html};

use domain::{RuleSystemId, SIDE_COLOURS, Scale, counted};
use ops::command::new_folder::{MAP_SIZES, MapSize};
use ops::draft::{Draft, head_value};

use super::super::form::hidden;
use super::super::parts::coded;
use super::frame;
use super::step::{Step, address};
use super::{Came, named, query};
use crate::asked::{Asked, Given};
use crate::desk::Refusal;
use crate::office::Office;
use crate::workshop::{BuiltIn, CampaignFile, MadeFrom};

/// What is asked of `campaign.toml`: its key, what it is called, what is said of it.
const HEAD: &[(&str, &str, &str)] = &[
    ("title", "Title", ""),
    ("start", "First day", "such as 1942-11-19"),
    ("days", "Days", "how many days it lasts"),
    ("scale", "Scale", "of the battles"),
    ("rules", "Rules for battles", ""),
    ("detail", "Supply", ""),
    ("map.columns", "Columns", "of the map, in squares"),
    ("map.rows", "Rows", ""),
    ("map.square_km", "A square in km", ""),
    ("sides.1.id", "First side, id", "one to eight letters"),
    ("sides.1.name", "First side, name", ""),
    ("sides.1.colour", "First side, colour", ""),
    ("sides.2.id", "Second side, id", ""),
    ("sides.2.name", "Second side, name", ""),
    ("sides.2.colour", "Second side, colour", ""),
];

/// The words that a key takes, each with what it means; none where it takes any text.
fn words(key: &str) -> Vec<(&'static str, &'static str)> {
    match key {
        "scale" => Scale::ALL.iter().map(|scale| (scale.as_str(), base_of(*scale))).collect(),
        "rules" => RuleSystemId::ALL.iter().map(|system| (system.as_str(), "")).collect(),
        "detail" => vec![("simple", "only lines decide"), ("full", "stocks are counted too")],
        _ if key.ends_with(".colour") => SIDE_COLOURS.map(|of| (of, "")).to_vec(),
        _ => Vec::new(),
    }
}

fn base_of(scale: Scale) -> &'static str {
    match scale {
        Scale::Corps => "a base is a battalion",
        Scale::Front => "a base is a regiment or brigade",
        Scale::Division => "a base is a company",
        Scale::Regiment => "a base is a platoon",
    }
}

/// As what a key is filled in.
fn kind_of(key: &str) -> &'static str {
    if key == "start" { "date" } else { "text" }
}

/// A folder that was not begun: the field of the form that is wrong, and what would be right in it.
struct Unfit {
    field: &'static str,
    said: String,
    refusal: Refusal,
}

/// The page; of a folder, if one is named.
pub(super) fn page(office: &mut Office<'_>, asked: &Asked, refusal: Option<&Refusal>) -> Result<String, Refusal> {
    let said = refusal.map_or_else(|| html! {}, super::said);
    page_with(office, asked, &said, None)
}

fn page_with(office: &mut Office<'_>, asked: &Asked, said: &Markup, unfit: Option<&Unfit>) -> Result<String, Refusal> {
    if !asked.posts && named(asked).is_some() {
        let draft = super::draft(office, asked)?;
        return Ok(folder_page(office, &draft, asked, said));
    }
    let files = office.desk.campaign_files()?;
    let folders = office.desk.drafts().list();
    let folders = folders.map_err(|error| office.desk.refused(error))?;
    let (built_in, last, players) = (office.desk.built_in(), office.last, office.connected());
    let body = html! {
        (said)
        h1 { "Campaigns" }
        @if players > 0 {
            p.warns { (counted(players, "player")) " " (if players == 1 { "has" } else { "have" }) " a page of the open campaign before " (if players == 1 { "him" } else { "them" })
                ". While another campaign is open players wait; their pages come back by themselves when this one is opened again." }
        }
        div.start {
            @if !files.is_empty() { section { h2 { "Campaigns here" } @for file in &files { (campaign(file, last, players)) } } }
            section { h2 { "Ready to play" } @for of in &built_in { (ready(of, last, players)) } }
            section {
                h2 { "One of your own" }
                @for (name, title) in &folders {
                    article.pass {
                        strong { (name) } @if title != name { span.quiet { (title) } }
                        a.button href={"/new/map?" (query(&[("of", name)]))} { "Go on" }
                    }
                }
                (beginning(asked, &built_in, (last, unfit)))
            }
        }
    };
    Ok(frame::plain(office, "Campaigns", &body))
}

/// How many players are sent away when another campaign is opened.
pub(super) fn who_waits(players: usize) -> String {
    if players == 0 { String::new() } else { format!(" ({} will wait)", counted(players, "player")) }
}

/// A campaign file, to be opened.
fn campaign(file: &CampaignFile, last: u64, players: usize) -> Markup {
    html! {
        article.pass {
            strong { (file.name) }
            @if file.is_open { span.chip { "open now" } a.button href="/" { "To its board" } }
            @else { form method="post" action="/new/open" { (hidden(last)) input type="hidden" name="file" value=(file.name); button type="submit" { "Open" (who_waits(players)) } } }
        }
    }
}

/// A campaign that comes with the program.
fn ready(of: &BuiltIn, last: u64, players: usize) -> Markup {
    html! {
        article.ready {
            h3 { (of.title) }
            p { (of.about) }
            form method="post" action="/new/make" { (hidden(last)) input type="hidden" name="built_in" value=(of.name); button.main type="submit" { "Make it and open its board" (who_waits(players)) } }
        }
    }
}

/// What is asked for a folder to begin.
fn beginning(asked: &Asked, built_in: &[BuiltIn], (last, unfit): (u64, Option<&Unfit>)) -> Markup {
    let fault = |of: &str| unfit.filter(|unfit| unfit.field == of).map(|unfit| unfit.said.as_str());
    let said = |of: &str| html! { @if let Some(said) = fault(of) { span.fault #{"fault-" (of)} { (coded(said)) } } };
    let invalid = |of: &str| fault(of).map(|_| "true");
    let told = |of: &str| fault(of).map(|_| format!("fault-{of}"));
    let given = |name: &str| asked.form(name).unwrap_or_default();
    html! {
        form.command method="post" action="/new/folder" {
            (hidden(last))
            p.quiet { "An empty map, on which you paint squares and draw rivers, roads and railways; then the order of battle, from a spreadsheet. All of it is kept in a folder of plain tables." }
            label { span { "Name" } small { "of the folder and of the campaign: letters, digits, dashes" } input type="text" name="name" value=(given("name")) required maxlength="64" autocomplete="off" aria-invalid=[invalid("name")] aria-describedby=[told("name")]; (said("name")) }
            div.two {
                label { span { "Columns" } small { "squares from west to east" } input type="text" inputmode="numeric" name="columns" value=(or(given("columns"), "20")) required aria-invalid=[invalid("columns")] aria-describedby=[told("columns")]; (said("columns")) }
                label { span { "Rows" } small { "from north to south" } input type="text" inputmode="numeric" name="rows" value=(or(given("rows"), "15")) required aria-invalid=[invalid("rows")] aria-describedby=[told("rows")]; (said("rows")) }
            }
            label { span { "Begins with" }
                select name="from" {
                    option value="" { "an empty map of this size" }
                    @for of in built_in { option value=(of.name) selected[given("from") == of.name] { "a copy of " (of.title) } }
                }
            }
            div.buttons { button.main type="submit" { "Begin" } }
        }
    }
}

fn or<'a>(given: &'a str, otherwise: &'a str) -> &'a str {
    if given.is_empty() { otherwise } else { given }
}

/// What stands for the campaign as a whole.
pub(super) fn folder_page(office: &Office<'_>, draft: &Draft, asked: &Asked, said: &Markup) -> String {
    let text = draft.text("campaign.toml");
    let faults: Vec<_> = draft.faults.iter().filter(|fault| fault.file == "campaign.toml").collect();
    let body = html! {
        (said)
        h1 { "What it is about" }
        @for fault in &faults { div.refusal { p { strong { (coded(&fault.message)) } } @if !fault.hint.is_empty() { p.hint { "→ " (coded(&fault.hint)) } } } }
        form.command method="post" action="/new/head" {
            (hidden(office.last))
            input type="hidden" name="of" value=(draft.name);
            div.two {
                @for (key, name, what) in HEAD {
                    @let words = words(key);
                    // What was refused stands there as it was written.
                    @let written = asked.form.iter().find(|(name, _)| asked.posts && name == key).map(|(_, value)| value.clone());
                    @let value = written.unwrap_or_else(|| head_value(&text, key).unwrap_or_default());
                    label { span { (name) } @if !what.is_empty() { small { (what) } }
                        @if words.is_empty() { input type=(kind_of(key)) name=(key) value=(value) autocomplete="off"; }
                        @else {
                            select name=(key) {
                                @if words.iter().all(|(word, _)| *word != value) { option selected { (value) } }
                                @for (word, means) in &words { option value=(word) selected[*word == value] { (word) @if !means.is_empty() { ": " (means) } } }
                            }
                        }
                    }
                }
            }
            p.quiet { "Settings, house rules and conditions of the ground stand in " code { "campaign.toml" } " of the folder; settings can be changed on the board later." }
            div.buttons { button type="submit" { "Save" } button.main type="submit" name="next" value="map" { "Save, and to the map" } }
        }
    };
    frame::page(office, draft, Step::Start, &body)
}

/// Begins a folder; where that cannot be, the form stands there as it was filled in, with what is wrong beside its field.
pub(super) fn begin(office: &mut Office<'_>, asked: &Asked) -> Came {
    match begun(office, asked) {
        Ok(name) => Ok(Given::elsewhere(format!("/new?{}", query(&[("of", &name)])))),
        Err(unfit) => {
            page_with(office, asked, &super::said(&unfit.refusal), Some(&unfit)).map(|page| Given::page(422, page))
        }
    }
}

/// The name of the folder that a form begins.
fn begun(office: &mut Office<'_>, asked: &Asked) -> Result<String, Unfit> {
    let name = asked.form("name").unwrap_or_default().trim().to_owned();
    let size = MapSize(side_of_map(asked, "columns", "Columns")?, side_of_map(asked, "rows", "Rows")?);
    let begun = office.desk.drafts_mut().begin(&name, size, asked.form("from"));
    begun.map_err(|error| Unfit::new("name", office.desk.refused(error)))?;
    Ok(name)
}

/// How many squares a map is to have along a side, as a field says it.
fn side_of_map(asked: &Asked, field: &'static str, label: &str) -> Result<u16, Unfit> {
    let typed = asked.form(field).unwrap_or_default().trim();
    typed.parse().ok().filter(|count| MAP_SIZES.contains(count)).ok_or_else(|| Unfit {
        field,
        said: format!("a whole number from {} to {}", MAP_SIZES.start(), MAP_SIZES.end()),
        refusal: Refusal::new(format!("{label}: `{typed}` is not a number of squares that a map can have")),
    })
}

impl Unfit {
    /// A refusal of what stands in a field: beside it is said what would be right.
    fn new(field: &'static str, refusal: Refusal) -> Self {
        let said = refusal.hints.first().map_or_else(|| refusal.message.clone(), |hint| hint.to_string());
        Self { field, said, refusal }
    }
}

/// Writes what stands for the campaign as a whole.
pub(super) fn write_head(office: &mut Office<'_>, asked: &Asked) -> Came {
    let draft = super::draft(office, asked)?;
    let before = draft.text("campaign.toml");
    let mut text = before.clone();
    for (key, title, what) in HEAD {
        let Some((_, value)) = asked.form.iter().find(|(name, _)| name == key) else { continue };
        let value = value.trim();
        if head_value(&text, key).unwrap_or_default() == value {
            continue;
        }
        // A value that cannot be written, or a file in which none can.
        let is_value = head_value(&text, key).is_some();
        text = ops::draft::with_head_value(&text, key, value).map_err(|error| {
            if is_value {
                let hint = if what.is_empty() { "a number or a text, as it was" } else { what };
                let message = format!("{title}: `{value}` cannot be written into `campaign.toml`");
                return Refusal { hints: vec![(*hint).into()], ..Refusal::new(message) };
            }
            let hint = "write it as the others are, or correct `campaign.toml` in an editor";
            Refusal { hints: vec![hint.into()], ..Refusal::of(&error) }
        })?;
    }
    if text != before {
        let written = office.desk.drafts_mut().write(&draft, "campaign.toml", &text);
        written.map_err(|error| office.desk.refused(error))?;
    }
    let step = if asked.form("next").is_some() { Step::Map } else { Step::Start };
    Ok(Given::elsewhere(address(step, &draft.name)))
}

/// Makes a campaign file and opens its board.
pub(super) fn make(office: &mut Office<'_>, asked: &Asked) -> Came {
    let from = match (asked.form("built_in"), asked.form("of")) {
        (Some(name), _) => MadeFrom::BuiltIn(name),
        (None, name) => MadeFrom::Folder(name.unwrap_or_default()),
    };
    let file = office.desk.make(from)?;
    office.open(&file)?;
    Ok(Given::elsewhere("/"))
}

/// Opens a campaign file.
pub(super) fn open(office: &mut Office<'_>, asked: &Asked) -> Came {
    office.open(asked.form("file").unwrap_or_default())?;
    Ok(Given::elsewhere("/"))
}
