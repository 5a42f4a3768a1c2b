//! What stands round the pages of a folder in the making: its name, its steps, and whether it is sound.

use maud::{DOCTYPE, Markup, html};

use domain::counted;
use ops::draft::Draft;

use super::super::parts::coded;
use super::super::shell::head_with;
use super::step::{STEPS, Step, address};
use crate::assets;
use crate::office::Office;

/// A page of a folder.
pub(super) fn page(office: &Office<'_>, draft: &Draft, step: Step, body: &Markup) -> String {
    let title = STEPS.iter().find(|(of, ..)| *of == step).map_or("", |(_, name, ..)| name);
    html! {
        (DOCTYPE)
        html lang="en" {
            (head(&format!("{title} · {}", draft.name)))
            body.making {
                a.skip href="#main" { "To the page" }
                header.top {
                    span.brand { "railhead" }
                    span.campaign { "New campaign: " strong { (draft.name) } }
                    nav.steps-bar aria-label="steps" data-part="steps" { (steps(draft, step)) }
                    (back(office))
                    span.who { "saved in the folder " strong { (draft.name) } }
                    span #live role="status" { }
                }
                main #main { (body) }
            }
        }
    }
    .into_string()
}

/// A page of no folder.
pub(super) fn plain(office: &Office<'_>, title: &str, body: &Markup) -> String {
    html! {
        (DOCTYPE)
        html lang="en" {
            (head(title))
            body.making {
                a.skip href="#main" { "To the page" }
                header.top { span.brand { "railhead" } span.campaign { (title) } span.who { @if office.desk.is_open() { (back(office)) } } }
                main #main { (body) }
            }
        }
    }
    .into_string()
}

fn head(title: &str) -> Markup {
    head_with(
        title,
        &html! { link rel="stylesheet" href=(assets::address("/paint.css")); script src=(assets::address("/paint.js")) defer {} },
    )
}

/// The way to the board, where there is one.
fn back(office: &Office<'_>) -> Markup {
    html! { @if office.desk.is_open() { a.button href="/" { "Back to the board" } } @else { a.button href="/new" { "All campaigns" } } }
}

fn steps(draft: &Draft, open: Step) -> Markup {
    let faults = |step: Step| draft.faults.iter().filter(|fault| Step::of_file(&fault.file) == step).count();
    let has_rows =
        |files: &[&str]| files.iter().any(|file| draft.table(file).is_some_and(|table| !table.rows.is_empty()));
    html! {
        @for (step, name, _, files) in STEPS {
            @let wrong = if step == Step::Check { 0 } else { faults(step) };
            @let is_done = wrong == 0 && (step == Step::Start || has_rows(files));
            a href=(address(step, &draft.name)) aria-current=[(step == open).then_some("page")] .done[is_done] .wrong[wrong > 0] {
                @if is_done { "✓ " } (name) @if wrong > 0 { " " span.chip { (counted(wrong, "fault")) } }
            }
        }
    }
}

/// What `check` says, between what stands before it and the way to its place.
pub(super) fn told(message: &str, hint: &str, is_fault: bool, (before, after): (&Markup, &Markup)) -> Markup {
    html! {
        div.fault[is_fault].warned[!is_fault] {
            (before)
            strong { (coded(message)) }
            @if !hint.is_empty() { small { "→ " (coded(hint)) } }
            (after)
        }
    }
}
