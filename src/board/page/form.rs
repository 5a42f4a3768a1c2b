//! Forms made from what a command declares, its preview, and what came of it.

use maud::{Markup, html};
use ops::query::ThingKind;
use ops::{View, pick};
use report::Table;

use super::links::Links;
use super::parts::{answer, coded};
use crate::access::new_form_key;
use crate::command::{Command, Field, FieldKind, FieldSetting};
use crate::desk::{Answer, Refusal};

/// Up to how many choices all are shown at once.
const RADIOS: usize = 5;
/// Fields that the page itself gives.
const OWN: [&str; 4] = ["dry_run", "expect_op", "as_of", "commander"];
/// Fields that come last.
const LAST: [&str; 2] = ["reason", "overridden"];

/// By which a button that stands elsewhere belongs to the form.
pub(crate) const ID: &str = "form";

/// A form for a command.
pub(crate) struct Form<'a> {
    pub(crate) command: &'a Command,
    /// Where it is sent.
    pub(crate) action: String,
    /// What is filled in.
    pub(crate) given: &'a [(String, String)],
    /// The operation that it is written for.
    pub(crate) last: u64,
    /// Fields that are not shown.
    pub(crate) without: &'a [&'a str],
    /// Which of its buttons is the main one.
    pub(crate) main: Main,
}

/// The main button of a form of a command that writes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Main {
    /// That which does it.
    Do,
    /// That which shows what it would do.
    Preview,
    /// None: what it would do is shown, and the button stands there.
    None,
    /// That which shows what it would do, alone: it has just been done, and is not done again unseen.
    Again,
}

impl Form<'_> {
    /// The form.
    pub(crate) fn draw(&self) -> Markup {
        let shown = |field: &&Field| {
            let id = field.id.as_str();
            !OWN.contains(&id) && !self.without.contains(&id) && !(LAST.contains(&id))
        };
        let last = self
            .command
            .fields
            .iter()
            .filter(|field| LAST.contains(&field.id.as_str()) && !self.without.contains(&field.id.as_str()));
        let (needed, more): (Vec<&Field>, Vec<&Field>) =
            self.command.fields.iter().filter(shown).partition(|field| field.flag.is_none() || field.required);
        // Where what it comes to is shown above, its command says there what is given.
        let is_open = self.main != Main::None && more.iter().any(|field| self.value(field).is_some());
        let (forms, taken) = (self.command.file_forms(), self.command.takes_file());
        html! {
            form.command #(ID) method="post" action=(self.action) enctype=[taken.map(|_| "multipart/form-data")] {
                (hidden(self.last))
                @if let Some(name) = taken { (self.text(name)) }
                @for field in needed { (self.field(field)) }
                @if !more.is_empty() {
                    details open[is_open || more.len() <= 3] {
                        summary { "More" }
                        @for field in more { (self.field(field)) }
                    }
                }
                @for field in last { (self.field(field)) }
                div.buttons {
                    @if self.command.writes() {
                        button.main[matches!(self.main, Main::Preview | Main::Again)] type="submit" name="mode" value="preview" data-key="v" { "Preview " kbd { "v" } }
                        @if matches!(self.main, Main::Do | Main::Preview) {
                            button.main[self.main == Main::Do] type="submit" name="mode" value="do" data-key="x" { "Do it " kbd { "x" } }
                        }
                    } @else if !forms.is_empty() {
                        @for (number, form) in forms.iter().enumerate() {
                            button.main[number == 0] type="submit" name="as_file" value=(number) { "Download " (form.label) } " "
                        }
                    } @else {
                        button.main type="submit" name="mode" value="do" { "Show" }
                    }
                }
            }
        }
    }

    /// The text of the file that the command reads: typed, or sent as a file.
    fn text(&self, name: &str) -> Markup {
        let text = self.given.iter().find(|(id, _)| id == name).map_or("", |(_, text)| text.as_str());
        html! {
            label { span { "Its text" } small { "A command or an order a line, as the file has them." }
                textarea name=(name) rows="8" spellcheck="false" { "\n" (text) }
            }
            label { span { "Or the file itself" } input type="file" name="upload"; }
        }
    }

    fn value(&self, field: &Field) -> Option<&str> {
        self.given.iter().find(|(id, text)| *id == field.id && !text.is_empty()).map(|(_, text)| text.as_str())
    }

    fn field(&self, field: &Field) -> Markup {
        let value = self.value(field);
        let said = said(field);
        html! {
            @match &field.kind {
                FieldKind::Tick => {
                    label.tick {
                        input type="checkbox" name=(field.id) value="1" checked[value.is_some()];
                        (said)
                    }
                }
                FieldKind::Choice(words) if words.len() <= RADIOS => {
                    fieldset {
                        legend { (coded(&field.label)) } (beside(field))
                        @for word in words {
                            label.radio {
                                input type="radio" name=(field.id) value=(word)
                                    checked[value.unwrap_or(&field.default) == word];
                                (word)
                            }
                        }
                    }
                }
                FieldKind::Choice(words) => {
                    label { (said)
                        select name=(field.id) {
                            option value="" { "" }
                            @for word in words { option selected[value.unwrap_or(&field.default) == word] { (word) } }
                        }
                    }
                }
                FieldKind::Text if !field.settings.is_empty() && field.many => (self.with_settings(field)),
                FieldKind::Text if !field.settings.is_empty() => (self.of_settings(field)),
                FieldKind::ValueOf(of) => (self.value_of(field, of)),
                FieldKind::Text if field.many => {
                    label { (said)
                        textarea name=(field.id) rows="3" required[field.required] data-map=[pointed_at(field)] { (value.unwrap_or("")) }
                    }
                }
                FieldKind::Text => {
                    label { (said)
                        @let find = find(field);
                        input type="text" name=(field.id) value=(value.unwrap_or("")) placeholder=(field.default)
                            required[field.required] autocomplete="off" data-pick=[find.as_deref()] data-map=[pointed_at(field)]
                            role=[find.as_ref().map(|_| "combobox")] aria-expanded=[find.as_ref().map(|_| "false")]
                            aria-controls=[find.as_ref().map(|_| "found")] aria-autocomplete=[find.as_ref().map(|_| "list")];
                    }
                }
            }
        }
    }

    /// A setting by its name; whoever names one is shown what values it takes.
    fn of_settings(&self, field: &Field) -> Markup {
        html! {
            label { (said(field))
                input type="text" name=(field.id) value=(self.value(field).unwrap_or("")) required[field.required] autocomplete="off" list="settings" data-turns;
                datalist #settings { @for of in &field.settings { option value=(of.key) { (of.meaning.replace('`', "")) } } }
            }
        }
    }

    /// The value of the setting that another field names: one of its words, or a text.
    fn value_of(&self, field: &Field, of: &str) -> Markup {
        let named = self.command.fields.iter().find(|field| field.id == of);
        let named = named.and_then(|named| {
            let key = self.value(named)?.replace('-', "_");
            named.settings.iter().find(|setting| setting.key == key)
        });
        let Some(setting) = named else { return self.field(&Field { kind: FieldKind::Text, ..field.clone() }) };
        let choices = setting.choices.iter().map(|&word| word.to_owned()).collect::<Vec<_>>();
        let kind = if choices.is_empty() { FieldKind::Text } else { FieldKind::Choice(choices) };
        let help = format!("{}; usually {}", setting.meaning, setting.default);
        let label = "The new value".to_owned();
        let default = if matches!(kind, FieldKind::Text) { setting.default.to_owned() } else { String::new() };
        self.field(&Field { label, help, kind, default, examples: Vec::new(), required: true, ..field.clone() })
    }

    /// A thing, and a field for each of its settings; what is typed as `KEY=VALUE` is put there.
    fn with_settings(&self, field: &Field) -> Markup {
        let lines: Vec<&str> = self.value(field).unwrap_or("").lines().map(str::trim).collect();
        let thing = lines.iter().find(|line| !line.contains('=')).copied().unwrap_or("");
        let set = |setting: &FieldSetting| {
            let own = self.given.iter().find(|(id, _)| *id == field.of_setting(setting)).map(|(_, text)| text.as_str());
            let typed = || lines.iter().find_map(|line| line.strip_prefix(setting.key)?.strip_prefix('='));
            own.or_else(typed).unwrap_or("")
        };
        html! {
            @if let Some(find) = find(field) {
                label { (said(&Field { many: false, ..field.clone() }))
                    input type="text" name=(field.id) value=(thing) required[field.required] autocomplete="off"
                        data-pick=(find) data-map=[pointed_at(field)] role="combobox" aria-expanded="false"
                        aria-controls="found" aria-autocomplete="list";
                }
            }
            fieldset.settings { legend { @if field.things.is_empty() { (field.label) } @else { "What is so now; what is left empty stays" } }
                @for setting in &field.settings {
                    @let (name, value) = (field.of_setting(setting), set(setting));
                    label { span { (setting.key.replace('_', " ")) @if setting.required { " (needed)" } } small { (coded(&setting.meaning)) }
                        @if setting.choices.is_empty() { input type="text" name=(name) value=(value) required[setting.required] autocomplete="off"; }
                        @else {
                            select name=(name) required[setting.required] {
                                option value="" { "" }
                                @for word in &setting.choices { option value=(word) selected[value == *word] { (word.replace('_', " ")) } }
                                // A campaign may have words of its own.
                                @if !value.is_empty() && !setting.choices.contains(&value) { option value=(value) selected { (value) } }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// Where what is typed into a field is looked for; none where it is nothing that the campaign has.
fn find(field: &Field) -> Option<String> {
    let kinds: Vec<&str> = field.things.iter().map(|kind| kind.as_str()).collect();
    (!kinds.is_empty()).then(|| format!("/find?of={}", kinds.join(",")))
}

/// As what a field takes something that is pointed at on the map; none where it takes nothing of it.
fn pointed_at(field: &Field) -> Option<&'static str> {
    let has = |kind| field.things.contains(&kind);
    match (has(ThingKind::Unit), has(ThingKind::Place)) {
        (true, true) => Some("unit square"),
        (true, false) => Some("unit"),
        (false, true) => Some("square"),
        (false, false) => None,
    }
}

/// What is to be put into a field.
fn said(field: &Field) -> Markup {
    html! { span { (coded(&field.label)) } (beside(field)) }
}

/// What more there is to say of it: how several are given, and what stands there for example.
fn beside(field: &Field) -> Markup {
    let Field { help, examples, many, .. } = field;
    let stop = if help.is_empty() || help.ends_with(['.', '?']) { "" } else { "." };
    html! {
        @if !help.is_empty() || *many || !examples.is_empty() {
            small {
                (coded(help)) (stop)
                @if *many { " One a line." }
                @if !examples.is_empty() {
                    " For example "
                    @for (number, example) in examples.iter().enumerate() { @if number > 0 { ", " } code { (example) } }
                    "."
                }
            }
        }
    }
}

/// The command as the form of this campaign shows it: what stands for example in a field is there in this campaign, or nothing does.
pub(crate) fn at_home(command: &Command, campaign: &View) -> Command {
    let mut own = command.clone();
    let mut is_elsewhere = false;
    for field in own.fields.iter_mut().filter(|field| !field.things.is_empty()) {
        let all = field.examples.len();
        field.examples.retain(|word| field.things.iter().any(|kind| is_there(campaign, *kind, word)));
        is_elsewhere |= field.examples.len() < all;
    }
    // Those below name what the fields name.
    if is_elsewhere && let Some(at) = own.help.find("Examples:") {
        own.help.truncate(at);
        own.help.truncate(own.help.trim_end().len());
    }
    own
}

fn is_there(campaign: &View, kind: ThingKind, word: &str) -> bool {
    match kind {
        ThingKind::Unit => pick::unit(campaign, word).is_ok(),
        ThingKind::Place => pick::square(campaign, word).is_ok(),
        ThingKind::Crossing => pick::crossing(campaign, word).is_ok(),
        ThingKind::Dump | ThingKind::Railhead => pick::account(campaign, word).is_ok(),
        ThingKind::Airfield => pick::airfield(campaign, word).is_some(),
    }
}

/// What every form carries unseen: the operation that it is written for, and a key by which one sent twice is known.
pub(crate) fn hidden(last: u64) -> Markup {
    html! {
        input type="hidden" name="expect_op" value=(last);
        input type="hidden" name="form_key" value=(new_form_key());
    }
}

/// What Enter presses in a field of the form of a command whose button that does it stands above: it keeps nothing unseen.
pub(crate) fn enter_shows() -> Markup {
    html! { button.unseen type="submit" form=(ID) name="mode" value="preview" tabindex="-1" aria-hidden="true" { "Preview" } }
}

/// The same below the form of the command, in whose words a refusal then says what helps: by its fields, not by flags.
pub(crate) fn outcome_of_form(of: &Answer, (command, links): (&Command, &Links<'_>), is_preview: bool) -> Markup {
    let in_fields = |refusal: &Refusal| {
        let hints = refusal.hints.iter().map(|hint| command.in_its_fields(hint).into()).collect();
        Refusal { hints, ..refusal.clone() }
    };
    let told = Answer { refusal: of.refusal.as_ref().map(in_fields), ..of.clone() };
    outcome(&told, links, is_preview)
}

/// What came of a command that was shown or done, with what can be done next.
pub(crate) fn outcome(of: &Answer, links: &Links<'_>, is_preview: bool) -> Markup {
    // What a preview says of itself its tables need not say again.
    let shown = (is_preview && of.refusal.is_none())
        .then(|| Answer { tables: of.tables.iter().cloned().map(Table::of_preview).collect(), ..of.clone() });
    html! {
        section.outcome.preview[is_preview] {
            @if shown.is_some() { p.mark { "Preview: nothing is written." } }
            @if !is_preview && of.refusal.is_none() { p.mark.done { "Done." } }
            (answer(shown.as_ref().unwrap_or(of), links))
            p.typed { code { "railhead " (of.command) } }
        }
    }
}
