//! The grades that are due, each decided where it stands: what it is, what speaks for another, and a button for each grade that
//! the rules let it have.
//!
//! What it never does: judge a unit; that is `grade review`, and `grade set` keeps what is decided.

use maud::{Markup, html};

use domain::Grade;
use ops::query::grades_open;
use ops::{View, pick};
use report::model::GradeReviewRow;

use super::battle;
use super::form::hidden;
use super::links::Links;
use super::parts::refused;
use super::proposals::NotKept;
use super::since::{Anew, conflict, since};
use super::typed;
use super::umpire_frame::{campaign, goes_to, links, page};
use crate::asked::Asked;
use crate::desk::{Reading, Refusal};
use crate::office::Office;

/// What was tried to be decided, and why it was not.
type Tried<'a> = (&'a Asked, u16, &'a Markup);

/// The grades that are due.
pub(super) fn show(
    office: &mut Office<'_>,
    goes: &[(&str, &str)],
    tried: Option<Tried<'_>>,
) -> Result<(u16, String), Refusal> {
    let known = campaign(office)?;
    let due = office.in_session(|session| session.grades_due(&known, None))?;
    let rows: Vec<GradeReviewRow> =
        due.into_iter().map(|(due, replaced)| GradeReviewRow::new(&known, due, replaced)).collect();
    let last = office.last;
    let page = page(office, &Reading::default(), ("Grades", "/grades"), |campaign| {
        let links = links(campaign, "");
        html! {
            h1 { "Grades to review " @if !rows.is_empty() { small { (rows.len()) " due" } } }
            (goes_to(&Reading::default(), goes))
            @if let Some((.., why)) = tried { (why) }
            div data-part="answer" {
                @if rows.is_empty() { p.quiet { "No grade is due: no battle calls for a change." } }
                @for row in &rows {
                    @let tried = tried.map(|(asked, ..)| asked).filter(|asked| is_of(asked, row));
                    (one(campaign, row, (&links, last), tried))
                }
            }
        }
    })?;
    Ok((tried.map_or(200, |(_, status, _)| status), page))
}

/// Whether a form decides on this unit after this battle.
fn is_of(asked: &Asked, row: &GradeReviewRow) -> bool {
    asked.form("unit") == Some(row.unit.as_str()) && asked.form("battle") == Some(row.battle.as_str())
}

/// A unit whose grade is due, with the buttons that decide it.
fn one(campaign: &View, row: &GradeReviewRow, (links, last): (&Links<'_>, u64), tried: Option<&Asked>) -> Markup {
    let evidence = row.evidence.join(", ");
    let reason = tried.and_then(|asked| asked.form("reason")).unwrap_or(&evidence);
    let open = pick::unit(campaign, row.unit.as_str()).map(|unit| grades_open(campaign, unit)).unwrap_or_default();
    let main = row.due.unwrap_or(row.grade);
    html! {
        article.proposal.grade {
            h2 { a href={"/unit/" (row.unit)} { (row.name) } " " small { (row.unit) } }
            p { "is " strong { (row.grade) } @if let Some(due) = row.due { " → due " strong { (due) } }
                " · " a href={"/battle/" (row.battle)} { (battle::title(campaign, row.battle.as_str())) } }
            ul.evidence { @for said in &row.evidence { li { (links.text(said)) } } }
            form.command #{"grade-" (row.unit)} method="post" action="/grades" {
                (hidden(last))
                input type="hidden" name="unit" value=(row.unit);
                input type="hidden" name="battle" value=(row.battle);
                label { span { "Reason" } input type="text" name="reason" value=(reason) required autocomplete="off"; }
                div.buttons {
                    @for grade in open {
                        button.main[grade == main] type="submit" name="grade" value=(grade) { (called(grade, row.grade)) }
                    }
                }
            }
        }
    }
}

/// What the button of a grade says, of a unit that has this one now.
fn called(grade: Grade, now: Grade) -> String {
    match grade.cmp(&now) {
        std::cmp::Ordering::Equal => format!("Stays {grade}"),
        std::cmp::Ordering::Less => format!("Down to {grade}"),
        std::cmp::Ordering::Greater => format!("Up to {grade}"),
    }
}

/// Keeps what is decided on a unit.
pub(super) fn decide(office: &mut Office<'_>, goes: &[(&str, &str)], asked: &Asked) -> NotKept {
    let given = |name: &str| asked.form(name).unwrap_or_default();
    let flags = [format!("--battle={}", given("battle")), format!("--reason={}", given("reason"))];
    let own = ["grade", "set"].map(str::to_owned);
    let named = ["--", given("unit"), given("grade")].map(str::to_owned);
    let words: Vec<String> = own.into_iter().chain(flags).chain(named).collect();
    if let Some(between) = since(office, asked, &words)? {
        let wanted = office.desk.typed(&words);
        let (form, button) = (format!("grade-{}", given("unit")), (["grade", given("grade")], "Set it anew"));
        let anew = Anew { tried: None, form: &form, button: Some(button), drop: "/grades".to_owned() };
        return show(office, goes, Some((asked, 409, &conflict(&wanted, &between, &anew)))).map(Some);
    }
    match typed::do_it(office, words).refusal {
        Some(refusal) => show(office, goes, Some((asked, 422, &refused(&refusal)))).map(Some),
        None => Ok(None),
    }
}
