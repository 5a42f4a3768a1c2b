//! What the umpire does: forms of commands, and commands as they are typed.
//!
//! What it decides: that nothing is done on a state that has changed since the page was made.

use maud::{Markup, html};

use super::close;
use super::form::{self, Form, Main, hidden, outcome, outcome_of_form};
use super::parts::{answer, coded};
use super::seek;
use super::since::{Anew, conflict, since};
use super::step_back;
use super::step_screen::{self, StepScreen};
use super::typed::{DRY_RUN, as_expected, do_it, must_be_for_the_board, of_words, split};
use super::umpire_frame::{links, page};
use crate::asked::{Asked, Given};
use crate::command::{Command, with_flag};
use crate::desk::{Answer, Detail, Reading, Refusal};
use crate::office::Office;

/// What a text is called that was typed into a form and not sent as a file.
const TYPED: &str = "your-text";

/// The command that closes a bound.
const CLOSE: [&str; 2] = ["bound", "close"];

/// The command that looks for what its words name.
const FIND: &str = "find";

/// The field by which a rule is set aside.
const OVERRIDDEN: &str = "overridden";

/// Every command.
pub(crate) fn commands(office: &mut Office<'_>) -> Result<(u16, String), Refusal> {
    let (commands, left_out) = (office.desk.commands().to_vec(), office.desk.left_out());
    let page = page(office, &Reading::default(), ("Commands", "/do"), |_| {
        html! {
            h1 { "Everything that can be done" }
            p.goes { a.button href="/status" { "status" } " " a.button href="/report" { "bound report" } " " a.button href="/review" { "review" } " " a.button href="/documents" { "documents" } " " a.button href="/new" { "new campaign" } }
            @for writes in [true, false] {
                h2 { @if writes { "What changes the campaign" } @else { "What shows it" } }
                dl.commands {
                    @for command in commands.iter().filter(|command| command.writes() == writes) {
                        dt { a href={"/do/" (command.address())} { (command.words.join(" ")) } }
                        dd { (coded(&command.about)) }
                    }
                }
            }
            h2 { "For a terminal alone" }
            dl.commands {
                @for (name, why) in &left_out { dt { (name) } dd { (coded(why)) } }
            }
        }
    })?;
    Ok((200, page))
}

fn command(office: &Office<'_>, name: &str) -> Result<Command, Refusal> {
    let found = office.desk.commands().iter().find(|command| command.address() == name).cloned();
    found.ok_or_else(|| Refusal {
        hints: vec!["all of them stand under /do".into()],
        ..Refusal::new(format!("there is no command `{}`", name.replace('-', " ")))
    })
}

/// The form of a command, with what the address fills in.
pub(crate) fn ask(office: &mut Office<'_>, asked: &Asked, name: &str) -> Result<(u16, String), Refusal> {
    let command = command(office, name)?;
    let mut given = joined(&asked.query);
    given.retain(|(id, _)| command.has(id));
    if given.is_empty() {
        given = step_screen::as_it_is(office, &command)?;
    }
    let needs_more = command.takes_file().is_some() || command.fields.iter().any(|field| field.required);
    // What keeps a bound open whatever is ticked off stands there by name: to be told so once more helps nobody.
    let is_held = command.words == CLOSE && step_screen::drawn(&*office.desk.look(&Reading::default())?) > 0;
    let is_preview = asked.query.is_empty() && command.writes() && !needs_more && !is_held;
    let shown = is_preview.then(|| {
        let mut shown = preview(office, command.typed(&[]));
        // What keeps a bound open is ticked off where it is closed; what would happen then is shown before.
        let passed = [(step_screen::ANYWAY.to_owned(), "1".to_owned())];
        if command.has(step_screen::ANYWAY) && shown.refusal.is_some() {
            let all_the_same = preview(office, command.typed(&passed));
            if all_the_same.refusal.is_none() {
                shown = all_the_same;
                given.extend(passed);
            }
        }
        let did = step_back::what_it_does(office, &command);
        // Of one operation that is told whole: its number and its words say less.
        if !did.is_empty() {
            shown.tables = did;
        }
        shown
    });
    let (_, page) = form_page(office, &command, &given, shown.map(|answer| (answer, true)).as_ref(), None)?;
    // Nothing was sent that could be refused.
    Ok((200, page))
}

/// The commands that step along the log.
const STEPS: [&str; 2] = ["undo", "redo"];

/// Values of one name as one, a line each.
fn joined(pairs: &[(String, String)]) -> Vec<(String, String)> {
    let mut all: Vec<(String, String)> = Vec::new();
    for (id, text) in pairs {
        match all.iter_mut().find(|(known, _)| known == id) {
            Some((_, kept)) => *kept = format!("{kept}\n{text}"),
            None => all.push((id.clone(), text.clone())),
        }
    }
    all
}

fn preview(office: &mut Office<'_>, words: Vec<String>) -> Answer {
    office.desk.run(&with_flag(words, DRY_RUN))
}

/// Does what a form of a command wants, or shows what it would do.
pub(crate) fn act(office: &mut Office<'_>, asked: &Asked, name: &str) -> Result<(u16, String), Refusal> {
    let command = command(office, name)?;
    let mut given: Vec<_> = asked.form.iter().filter(|(id, _)| id != "expect_op" && command.has(id)).cloned().collect();
    let text = match command.takes_file().map(|id| sent(asked, id)).transpose() {
        Ok(text) => text,
        Err(refusal) => {
            let shown = Answer { refusal: Some(refusal), ..Answer::default() };
            return form_page(office, &command, &given, Some(&(shown, false)), None);
        }
    };
    if let (Some(id), Some(text)) = (command.takes_file(), &text) {
        given.push((id.to_owned(), text.clone()));
    }
    let run = |office: &mut Office<'_>, words: Vec<String>| match &text {
        Some(text) => office.desk.run_on(&words, (asked.upload.as_ref().map_or(TYPED, |(name, _)| name), text)),
        None => office.desk.run(&words),
    };
    if let Some(refusal) = left_empty(&command, &given) {
        let shown = Answer { refusal: Some(refusal), ..Answer::default() };
        return form_page(office, &command, &given, Some(&(shown, true)), None);
    }
    if !command.writes() {
        let shown = office.desk.run(&command.typed(&given));
        return form_page(office, &command, &given, Some(&(shown, false)), None);
    }
    if let Some(between) = since(office, asked, &command.typed(&given))? {
        let wanted = office.desk.typed(&command.typed(&given));
        let shown = run(office, with_flag(command.typed(&given), DRY_RUN));
        let before = conflict(&wanted, &between, &Anew::below(&shown, format!("/do/{name}")));
        let (_, page) = form_page(office, &command, &given, Some(&(shown, true)), Some(&before))?;
        return Ok((409, page));
    }
    if asked.form("mode") != Some("do") {
        let shown = run(office, with_flag(command.typed(&given), DRY_RUN));
        return form_page(office, &command, &given, Some(&(shown, true)), None);
    }
    let done = run(office, as_expected(office.last, command.typed(&given)));
    office.look_round();
    let is_refused = done.refusal.is_some();
    let again = if is_refused { given } else { Vec::new() };
    form_page(office, &command, &again, Some(&(done, false)), None)
}

/// Refuses a form in which something is empty that the command cannot do without: by the names that the fields have there.
fn left_empty(command: &Command, given: &[(String, String)]) -> Option<Refusal> {
    let said = |label: &str| Detail { text: label.to_owned(), row: None, said: String::new() };
    let details: Vec<Detail> = command.unfilled(given).map(|field| said(&field.label)).collect();
    let hints = vec!["fill it in below; nothing was done".into()];
    (!details.is_empty()).then(|| Refusal { details, hints, ..Refusal::new("Something is still empty") })
}

/// The text that a form gives for a file: of the file that is sent, else as it is typed.
fn sent(asked: &Asked, id: &str) -> Result<String, Refusal> {
    let text = match &asked.upload {
        Some((name, bytes)) => String::from_utf8(bytes.clone()).map_err(|_| {
            let hints = vec!["save it as UTF-8".into()];
            Refusal { hints, ..Refusal::new(format!("`{name}` is not a text in UTF-8")) }
        })?,
        None => asked.form(id).unwrap_or_default().to_owned(),
    };
    let text = text.replace("\r\n", "\n");
    if text.trim().is_empty() {
        Err(Refusal::new("there is nothing in it: type it, or send the file"))
    } else {
        Ok(text)
    }
}

/// The file that a form of a command wants, in the form that its button names: it is made outside the office.
pub(crate) fn file(office: &mut Office<'_>, asked: &Asked, name: &str) -> Result<Given, Refusal> {
    let command = command(office, name)?;
    let form = asked.form("as_file").and_then(|number| command.file_forms().get(number.parse::<usize>().ok()?));
    let form = form.ok_or_else(|| Refusal::new(format!("`{}` makes no such file", command.words.join(" "))))?;
    let bytes = office.desk.file_of(&command.typed(&given_to(&command, asked)), form)?;
    let bound = office.desk.look(&Reading::default())?.bound.typed();
    let name = format!("{}-{bound}.{}", command.words.last().map_or("", String::as_str), form.ending);
    let kind = form.kind;
    Ok(Given::later(move || Ok(Given::download(kind, name, bytes()?))))
}

/// The form from which a file was wanted that cannot be made, with why.
pub(crate) fn no_file(
    office: &mut Office<'_>,
    asked: &Asked,
    name: &str,
    refusal: Refusal,
) -> Result<(u16, String), Refusal> {
    let command = command(office, name)?;
    let shown = Answer { refusal: Some(refusal), ..Answer::default() };
    form_page(office, &command, &given_to(&command, asked), Some(&(shown, false)), None)
}

/// What a form gives of what a command takes.
fn given_to(command: &Command, asked: &Asked) -> Vec<(String, String)> {
    asked.form.iter().filter(|(id, _)| command.has(id)).cloned().collect()
}

/// What somebody typed: a command, of which it is shown what it does, or words to look for.
pub(crate) fn line(office: &mut Office<'_>, typed: &str) -> Result<(u16, String), Refusal> {
    let words = split(typed)?;
    let found = of_words(office, &words);
    let is_find = found.as_ref().is_some_and(|of| of.words == [FIND]) && words.iter().all(|of| !of.starts_with('-'));
    let Some(command) = found.filter(|_| !is_find) else {
        return seek::found_by(office, (typed, if is_find { &words[1..] } else { &words }));
    };
    must_be_for_the_board(&command, &words)?;
    if !command.writes() {
        let shown = office.desk.run(&words);
        return line_page(office, typed, (&shown, false), false, None);
    }
    // Behind `--` it is a word like any other, and would be written.
    let flags = words.iter().position(|word| word == "--").unwrap_or(words.len());
    let is_for_show = words[..flags].iter().any(|word| word == DRY_RUN);
    // What its form has fields for is shown with them: there it can be done as it is, or otherwise.
    if let Some(given) = command.filled(&words).filter(|_| !is_for_show) {
        let shown = preview(office, words);
        return form_page(office, &command, &given, Some(&(shown, true)), None);
    }
    let shown = if is_for_show { office.desk.run(&words) } else { preview(office, words) };
    line_page(office, typed, (&shown, true), !is_for_show, None)
}

/// Does what somebody typed, after he saw what it does.
pub(crate) fn act_line(office: &mut Office<'_>, asked: &Asked) -> Result<(u16, String), Refusal> {
    let typed = asked.form("line").unwrap_or_default();
    let words = split(typed)?;
    let Some(command) = of_words(office, &words).filter(Command::writes) else {
        return Err(Refusal::new(format!("`{typed}` is no command that changes anything")));
    };
    must_be_for_the_board(&command, &words)?;
    if let Some(between) = since(office, asked, &words)? {
        let shown = preview(office, words);
        let before = conflict(typed, &between, &Anew::below(&shown, "/".to_owned()));
        let (_, page) = line_page(office, typed, (&shown, true), true, Some(&before))?;
        return Ok((409, page));
    }
    let done = do_it(office, words);
    let again = done.refusal.is_some();
    line_page(office, typed, (&done, false), again, None)
}

fn line_page(
    office: &mut Office<'_>,
    typed: &str,
    (shown, is_preview): (&Answer, bool),
    can_be_done: bool,
    before: Option<&Markup>,
) -> Result<(u16, String), Refusal> {
    let last = office.last;
    let is_refused = shown.refusal.is_some();
    let page = page(office, &Reading::default(), (typed, "/do"), |campaign| {
        html! {
            h1 { code { (typed) } }
            @if let Some(before) = before { (before) }
            (outcome(shown, &links(campaign, ""), is_preview))
            @if can_be_done {
                form.command #(form::ID) method="post" action=(super::links::typed(typed)) {
                    (hidden(last))
                    label { span { "As it will be done" } input type="text" name="line" value=(typed); }
                    div.buttons { button.main type="submit" data-key="x" { "Do it " kbd { "x" } } }
                }
            }
        }
    })?;
    Ok((if is_refused { 422 } else { 200 }, page))
}

/// The page of a command: what it came to, and its form.
fn form_page(
    office: &mut Office<'_>,
    command: &Command,
    given: &[(String, String)],
    shown: Option<&(Answer, bool)>,
    before: Option<&Markup>,
) -> Result<(u16, String), Refusal> {
    let (title, last) = (command.words.join(" "), office.last);
    let command = &form::at_home(command, &*office.desk.look(&Reading::default())?);
    let refused = shown.is_some_and(|(answer, _)| answer.refusal.is_some());
    // What is open is said before the bound is closed, and not of the bound that runs then.
    let is_before = shown.is_none_or(|(answer, is_preview)| *is_preview || answer.refusal.is_some());
    let open = if is_before && command.words == CLOSE { Some(close::open_points(office)?) } else { None };
    let screen = StepScreen::of(office, command, given, shown)?;
    let mut without = screen.as_ref().map_or_else(Vec::new, |screen| screen.without.to_vec());
    // A rule is set aside after it has refused, or where a mend is offered that does so.
    let sets_aside = given.iter().any(|(id, text)| id == OVERRIDDEN && !text.is_empty());
    without.extend((!refused && !sets_aside).then_some(OVERRIDDEN));
    let count = open.as_ref().map_or(0, |(count, _)| *count);
    // A step is shown at once, with all that there is to say of it: its form stands below, with its one button.
    let is_step = STEPS.contains(&title.as_str());
    let is_shown = !refused && !is_step && shown.is_some_and(|(_, is_preview)| *is_preview) && command.writes();
    let is_done = !is_before && command.writes();
    let main = match (is_shown, &screen) {
        _ if is_done => Main::Again,
        (true, _) => Main::None,
        (false, Some(_)) => Main::Preview,
        (false, None) => Main::Do,
    };
    let action = format!("/do/{}", command.address());
    let form = Form { command, action, given, last, without: &without, main };
    let drawn = form.draw();
    let heading = screen.as_ref().map_or(title.as_str(), |screen| if is_done { &screen.done } else { &screen.title });
    let now =
        named_setting(command, given).map(|key| office.desk.run(&["setting", "list", "--", key].map(str::to_owned)));
    let page = page(office, &Reading::default(), (heading, "/do"), |campaign| {
        html! {
            h1 { (heading) }
            @if open.is_none() && (screen.is_none() || !is_done) { p { (coded(&command.about)) } }
            @if let Some(open) = &open { (open.1) }
            @if let Some(before) = before { (before) }
            @if let Some(nothing) = screen.as_ref().and_then(|screen| screen.nothing.as_ref()) { (nothing) details { summary { "Otherwise" } (drawn) } }
            @else {
                @if let Some((answer, is_preview)) = shown {
                    @let outcome = outcome_of_form(answer, (command, &links(campaign, "")), *is_preview && command.writes());
                    @if *is_preview && answer.refusal.is_none() && !answer.outline.is_empty() {
                        (close::does(&answer.outline, last, &links(campaign, "")))
                        details.whole { summary { "Read the whole report" } (outcome) }
                    } @else { (outcome) }
                    @if answer.refusal.is_none() && command.writes() {
                        @if *is_preview && !is_step {
                            @if let Some(screen) = &screen { (screen.must_be_ticked(count)) }
                            div.buttons { (form::enter_shows()) button.main type="submit" form=(form::ID) name="mode" value="do" data-key="x" {
                                (screen.as_ref().map_or_else(|| "Do it".to_owned(), |screen| screen.button(count))) " " kbd { "x" }
                            } }
                        }
                        @if !*is_preview { p.goes { a.button.main href="/" { "On with the bound" } } }
                    }
                }
                @if is_done { details { summary { "Once more" } (drawn) } }
                @else if screen.is_some() && is_shown { details { summary { "Otherwise" } (drawn) } }
                @else { (drawn) }
            }
            @if let Some(now) = &now { h2 { "As it is now" } (answer(now, &links(campaign, ""))) }
            (settings_of(command, given))
            @if !command.help.is_empty() && !is_step { details.help open[screen.is_none()] { summary { "About this" } pre { (command.help) } } }
        }
    })?;
    Ok((if refused { 422 } else { 200 }, page))
}

/// The setting that a form names.
fn named_setting<'a>(command: &Command, given: &'a [(String, String)]) -> Option<&'a str> {
    let field = command.fields.iter().find(|field| !field.settings.is_empty() && !field.many)?;
    let (_, key) = given.iter().find(|(id, text)| *id == field.id && !text.is_empty())?;
    Some(key)
}

/// All settings, where one is to be named: each leads to its values.
fn settings_of(command: &Command, given: &[(String, String)]) -> Markup {
    let of = command.fields.iter().find(|field| !field.settings.is_empty() && !field.many);
    html! { @if let Some(field) = of.filter(|_| named_setting(command, given).is_none()) {
        h2 { "All settings" }
        dl.commands { @for setting in &field.settings {
            dt { a href={"?" (field.id) "=" (setting.key)} { (setting.key.replace('_', " ")) } }
            dd { (coded(&setting.meaning)) "; usually " (setting.default) }
        } }
    } }
}
