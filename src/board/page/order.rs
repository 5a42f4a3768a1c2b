//! An order by way points: squares are clicked on the map, and what the march takes is shown before it is given.

use maud::{Markup, html};

use domain::Said;
use ops::query::march_way;
use ops::{View, pick};

use super::card::Chosen;
use super::form::{hidden, outcome};
use super::outlook::Outlook;
use super::since::{conflict, since};
use super::typed;
use super::umpire_frame::{links, page_of as framed};
use super::wanted::{ACTIONS, MOVE, RATES, way, words};
use super::{fates, map, outlook, parts};
use crate::asked::{Asked, Given};
use crate::command::with_flag;
use crate::desk::{Answer, Reading, Refusal};
use crate::office::Office;

/// The button that marches without keeping an order.
const AT_ONCE: &str = "march";

/// The fields of an order but its unit, beside a map or on a page without one.
pub(crate) fn fields(given: &dyn Fn(&str) -> String, has_map: bool) -> Markup {
    let (action, rate) = (given("action"), given("rate"));
    let is_first = |chosen: &str, word: &str, first: &str| chosen == word || (chosen.is_empty() && word == first);
    html! {
        fieldset { legend { "It is to" }
            @for (word, name) in ACTIONS {
                label.radio { input type="radio" name="action" value=(word) checked[is_first(&action, word, "move")]; (name) }
            }
        }
        label.of-way { span { "By these squares" } small { "Way points and destination; " @if has_map { "tap them on the map, or " } "type references or places." }
            input type="text" name="way" value=(given("way")) autocomplete="off";
        }
        fieldset.of-move { legend { "How it marches" }
            @for word in RATES {
                label.radio { input type="radio" name="rate" value=(word) checked[is_first(&rate, word, RATES[0])]; (word) }
            }
        }
        @for (name, label, more) in [
            ("load", "What it loads", "such as `2log` or `1pol`; empty: it goes as it is"),
            ("from", "Where it loads", "a dump, a square, a railhead; empty: where it then stands"),
            ("to", "Where it goes", "a formation, a dump, a square, a railhead"),
        ] {
            label.of-send { span { (label) } small { (parts::coded(more)) } input type="text" name=(name) value=(given(name)) autocomplete="off"; }
        }
        label.of-dump { span { "Id of the new dump" } small { "one word; it is opened where the vehicle then stands" }
            input type="text" name="dump" value=(given("dump")) autocomplete="off";
        }
        label.tick {
            input type="checkbox" name="next" value="1" checked[!given("next").is_empty()];
            span { "in the next bound, not in this one" }
        }
    }
}

/// Who is to have an order: whoever is named has the page of his.
pub(crate) fn whom(office: &mut Office<'_>, asked: &Asked) -> Given {
    let named = asked.query("unit").map(str::trim).filter(|unit| !unit.is_empty());
    let refusal = match named.map(|unit| of_unit(office, unit)) {
        Some(Ok(id)) => return Given::elsewhere(format!("/order/{id}")),
        Some(Err(refusal)) => Some(refusal),
        None => None,
    };
    let status = if refusal.is_some() { 422 } else { 200 };
    let page = framed(office, (&Reading::default(), &[]), ("Give an order", "/orders"), |_| {
        html! {
            h1 { "Give an order" }
            @if let Some(refusal) = &refusal { (parts::refused(refusal)) }
            form.command method="get" action="/order" {
                label { span { "To whom" } small { "A formation by its name; or the vehicles that are to carry supplies." }
                    input type="text" name="unit" value=(named.unwrap_or_default()) required autocomplete="off" data-pick="/find?of=unit"
                        data-map="unit" role="combobox" aria-expanded="false" aria-controls="found" aria-autocomplete="list";
                }
                div.buttons { button.main type="submit" { "To its order" } }
            }
            p.quiet { "On the " a href="/" { "map" } " and in the " a href="/orbat" { "order of battle" } " each formation has a button for it as well." }
        }
    });
    super::umpire_frame::of(page.map(|page| (status, page)))
}

/// The id of a formation that is named.
fn of_unit(office: &mut Office<'_>, word: &str) -> Result<String, Refusal> {
    let campaign = office.desk.look(&Reading::default())?;
    pick::unit(&campaign, word).map(|unit| unit.id.to_string()).map_err(|error| office.desk.refused(error))
}

/// The map with the form beside it.
pub(crate) fn page(office: &mut Office<'_>, asked: &Asked, unit: &str) -> Result<(u16, String), Refusal> {
    draw(office, unit, asked, None, None)
}

fn draw(
    office: &mut Office<'_>,
    unit: &str,
    asked: &Asked,
    shown: Option<&(Answer, bool)>,
    before: Option<&Markup>,
) -> Result<(u16, String), Refusal> {
    let reading = Reading::default();
    let campaign = office.desk.look(&reading)?;
    let formation = pick::unit(&campaign, unit).map_err(|error| office.desk.refused(error))?;
    let (id, name) = (formation.id.to_string(), formation.name.clone());
    let off = map::off(asked);
    let stands = Chosen::of(&campaign, &id, None).at().map(str::to_owned);
    let drawn = map::map(office.desk, &reading, &off)?;
    let last = office.last;
    let given = |field: &str| asked.form(field).unwrap_or("").to_owned();
    let is_refused = shown.is_some_and(|(answer, _)| answer.refusal.is_some());
    let page = framed(office, (&reading, &asked.query), (&name, "/orders"), |campaign| {
        html! {
            div.board {
                div.field data-chosen=(id) data-at=[stands] { (map::controls(&format!("/order/{id}"), &off, None)) (drawn) }
                aside.panel {
                    h1 { (name) }
                    (fates::standing(campaign, &id))
                    @if let Some(before) = before { (before) }
                    @if let Some((done, false)) = shown { (outcome(done, &links(campaign, ""), false)) }
                    form.command method="post" action={"/order/" (id)} data-way data-foresees={"/order/" (id)} {
                        (hidden(last))
                        (fields(&given, true))
                        label { span { "reason" } input type="text" name="reason" value=(given("reason")); }
                        div.buttons {
                            button type="submit" name="mode" value="preview" data-key="v" { "Preview the march " kbd { "v" } }
                            button.of-move type="submit" name="mode" value=(AT_ONCE) { "March at once" }
                            button.main type="submit" name="mode" value="do" data-key="x" { "Keep the order " kbd { "x" } }
                        }
                    }
                    // Below the form, which stays where it is while it is filled in.
                    div #foreseen role="group" aria-label="what it comes to" { @if let Some((answer, true)) = shown { (outcome(answer, &links(campaign, ""), true)) } }
                }
            }
        }
    })?;
    Ok((if is_refused { 422 } else { 200 }, page))
}

/// What the fields come to while they are being filled in: that part of the page alone. Nothing is written by it, however it
/// is asked for.
pub(crate) fn foreseen(office: &mut Office<'_>, asked: &Asked, unit: &str) -> Result<(u16, String), Refusal> {
    let campaign = office.desk.look(&Reading::default())?;
    let answer = match words(office.desk, &campaign, unit, asked) {
        Ok(typed) => preview(office, &typed),
        Err(refusal) => Answer { refusal: Some(refusal), ..Answer::default() },
    };
    let (read, _) = read(&campaign, unit, asked);
    Ok((200, html! { (outcome(&answer, &links(&campaign, ""), true)) (read) }.into_string()))
}

/// Where the points of an order are, and along which squares it goes, for what is drawn on the map; and what it would come to.
pub(super) fn read(campaign: &View, unit: &str, asked: &Asked) -> (Markup, Option<Said>) {
    // Where places are that are called by their names: their points can be dragged too.
    let squares = way(campaign, asked).unwrap_or_default();
    let course = course(campaign, unit, &squares, asked);
    let outlook = Outlook::of(campaign, unit, &squares, asked);
    let read = html! { span hidden data-squares=(squares.join(" ")) data-course=(course.join(" ")) data-when=(outlook.points.join("|")) {} };
    (read, outlook.said)
}

/// The squares by which a march through these would go; none of what is no march, or where no way leads there.
fn course(campaign: &View, unit: &str, squares: &[String], asked: &Asked) -> Vec<String> {
    let is_march = asked.form("action").is_none_or(|action| action == MOVE);
    let request = outlook::march(unit, squares.to_vec(), asked.form("rate"));
    let way = if is_march && !squares.is_empty() { march_way(campaign, &request) } else { None };
    way.into_iter().flatten().map(|square| campaign.frame.reference(square)).collect()
}

/// Shows what a march takes, or keeps the order.
pub(crate) fn act(office: &mut Office<'_>, asked: &Asked, unit: &str) -> Result<(u16, String), Refusal> {
    let campaign = office.desk.look(&Reading::default())?;
    let mut typed = match words(office.desk, &campaign, unit, asked) {
        Ok(typed) => typed,
        Err(refusal) => {
            let answer = Answer { refusal: Some(refusal), ..Answer::default() };
            return draw(office, unit, asked, Some(&(answer, true)), None);
        }
    };
    let at_once = asked.form("mode") == Some(AT_ONCE);
    if at_once && !marches_now(&typed) {
        let hints = vec!["keep the order instead: it is carried out when its bound marches".into()];
        let refusal =
            Some(Refusal { hints, ..Refusal::new("at once there is only a march, and in the running bound") });
        return draw(office, unit, asked, Some(&(Answer { refusal, ..Answer::default() }, true)), None);
    }
    if let Some(reason) = asked.form("reason") {
        typed.push(format!("--reason={reason}"));
    }
    if let Some(between) = since(office, asked, &typed)? {
        let wanted = office.desk.typed(&typed);
        let shown = preview(office, &typed);
        let (_, page) = draw(office, unit, asked, Some(&(shown, true)), Some(&conflict(&wanted, &between)))?;
        return Ok((409, page));
    }
    if at_once {
        let done = typed::do_it(office, marched(&typed));
        return draw(office, unit, asked, Some(&(done, false)), None);
    }
    if asked.form("mode") == Some("do") {
        let done = typed::do_it(office, typed);
        return draw(office, unit, asked, Some(&(done, false)), None);
    }
    let shown = preview(office, &typed);
    draw(office, unit, asked, Some(&(shown, true)), None)
}

/// What an order comes to: of a march in the running bound its time, its fuel and what would stop it.
pub(super) fn preview(office: &mut Office<'_>, typed: &[String]) -> Answer {
    let kept = office.desk.run(&with_flag(typed.to_vec(), typed::DRY_RUN));
    if kept.refusal.is_some() || !marches_now(typed) {
        return kept;
    }
    let shown = office.desk.run(&with_flag(marched(typed), typed::DRY_RUN));
    // What keeps it from marching at once may be over when the bound marches: it is said, and the order can be kept.
    let said = shown.refusal.as_ref().map(parts::in_a_line).unwrap_or(shown.said);
    Answer { tables: shown.tables, said, ..kept }
}

/// Whether an order is to a march in the running bound, so that it can be done at once.
fn marches_now(typed: &[String]) -> bool {
    typed.get(2).is_some_and(|action| action == MOVE) && !typed.iter().any(|word| word == "--for")
}

/// The command that marches at once as an order to march says.
fn marched(typed: &[String]) -> Vec<String> {
    let mut march = vec!["move".to_owned(), typed[1].clone()];
    march.extend(typed[3..].iter().cloned());
    march
}
