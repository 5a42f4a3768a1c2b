//! An order by way points: squares are clicked on the map, and what the march takes is shown before it is given.

use maud::{Markup, html};

use domain::Said;
use ops::query::march_way;
use ops::{View, pick};

use super::card::Chosen;
use super::form::{self, hidden, outcome};
use super::links::Links;
use super::outlook::Outlook;
use super::parts::{answer, coded};
use super::since::{Anew, Between, conflict, since};
use super::typed;
use super::umpire_frame::{links, page_of as framed};
use super::wanted::{ACTIONS, MOVE, RATES, way, words};
use super::{fates, map, outlook, parts};
use crate::asked::{Asked, Given};
use crate::command::with_flag;
use crate::desk::{Answer, Reading, Refusal};
use crate::office::Office;

/// The field by which a rule is set aside.
const OVERRIDDEN: &str = "overridden";
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
        fieldset { legend { "In which bound" }
            @let is_next = !given("next").is_empty();
            @for (word, name) in [("", "this bound"), ("1", "the next bound")] {
                label.radio { input type="radio" name="next" value=(word) checked[is_next != word.is_empty()]; (name) }
            }
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
    draw(office, unit, asked, &Shown::Nothing)
}

/// What is shown beside the form.
enum Shown<'a> {
    Nothing,
    /// What it would come to.
    Foreseen(&'a Foreseen),
    /// What it came to.
    Done(&'a Answer),
    /// What came between, with what the same comes to now, and what was wanted.
    Between(&'a str, &'a [Between], &'a Foreseen),
}

/// What an order would come to.
pub(super) struct Foreseen {
    /// What keeping it does.
    pub(super) order: Answer,
    /// Of a march in the running bound: what it does at once, by itself.
    pub(super) march: Option<Answer>,
}

impl Foreseen {
    fn refused(refusal: Refusal) -> Self {
        Self { order: Answer { refusal: Some(refusal), ..Answer::default() }, march: None }
    }

    /// Why it could not march now.
    fn hindrance(&self) -> Option<&Refusal> {
        self.march.as_ref().and_then(|march| march.refusal.as_ref())
    }
}

/// What an order would come to, as it is shown.
pub(super) fn previewed(of: &Foreseen, links: &Links<'_>) -> Markup {
    html! {
        (outcome(&of.order, links, true))
        @if let Some(march) = &of.march {
            section.outcome.preview {
                h2 { "Marched at once, by itself" }
                @match of.hindrance() {
                    Some(refusal) => {
                        p.warns { strong { "It could not march now: " } (coded(&refusal.message)) "." }
                        @for detail in &refusal.details { p.detail { (coded(&detail.text)) } }
                        p.quiet {
                            "The order can be kept all the same: the march of its bound tries it again, and where it still cannot go it stands."
                            @if refusal.is_by_rule { " To march at once against the rule, write why in the field for it." }
                        }
                    },
                    None => (answer(march, links)),
                }
                p.typed { code { "railhead " (march.command) } }
            }
        }
    }
}

fn draw(office: &mut Office<'_>, unit: &str, asked: &Asked, shown: &Shown<'_>) -> Result<(u16, String), Refusal> {
    let reading = Reading::default();
    let campaign = office.desk.look(&reading)?;
    let formation = pick::unit(&campaign, unit).map_err(|error| office.desk.refused(error))?;
    let (id, name) = (formation.id.to_string(), formation.name.clone());
    let off = map::off(asked);
    let stands = Chosen::of(&campaign, &id, None).at().map(str::to_owned);
    let drawn = map::map(office.desk, &reading, &off)?;
    let last = office.last;
    let given = |field: &str| asked.form(field).unwrap_or("").to_owned();
    let foreseen = match *shown {
        Shown::Foreseen(of) | Shown::Between(.., of) => Some(of),
        Shown::Nothing | Shown::Done(_) => None,
    };
    let done = if let Shown::Done(done) = shown { done.refusal.as_ref() } else { None };
    let refusal = foreseen.and_then(|of| of.order.refusal.as_ref());
    let hindrance = done.or_else(|| foreseen.and_then(Foreseen::hindrance));
    // As of every command the field is there once a rule has refused.
    let sets_aside = hindrance.is_some_and(|refusal| refusal.is_by_rule) || asked.form(OVERRIDDEN).is_some();
    let status = match shown {
        Shown::Between(..) => 409,
        _ if done.or(refusal).is_some() => 422,
        _ => 200,
    };
    // Where its points lie is known of what was filled in, and not of what was done.
    let read = foreseen.map(|_| read(&campaign, unit, asked).0);
    let own = form::ID;
    let page = framed(office, (&reading, &asked.query), (&name, "/orders"), |campaign| {
        let links = links(campaign, "");
        html! {
            div.board {
                div.field data-chosen=(id) data-at=[stands] { (map::controls(&format!("/order/{id}"), &off, None)) (drawn) }
                aside.panel {
                    h1 { (name) }
                    (fates::standing(campaign, &id))
                    @if let Shown::Between(wanted, between, now) = shown {
                        @let mode = if asked.form("mode") == Some(AT_ONCE) { AT_ONCE } else { "do" };
                        @let button = refusal.is_none().then_some((["mode", mode], if mode == AT_ONCE { "March anew" } else { "Keep it anew" }));
                        @let anew = Anew { tried: Some(previewed(now, &links)), form: own, button, drop: format!("/order/{id}") };
                        (conflict(wanted, between, &anew))
                    }
                    @if let Shown::Done(done) = shown { (outcome(done, &links, false)) }
                    form.command #(own) method="post" action={"/order/" (id)} data-way data-foresees={"/order/" (id)} {
                        (hidden(last))
                        (fields(&given, true))
                        @if sets_aside {
                            label { span { "Why the rule is set aside" } small { "For a march at once." } input type="text" name=(OVERRIDDEN) value=(given(OVERRIDDEN)) autocomplete="off"; }
                        }
                        label { span { "reason" } input type="text" name="reason" value=(given("reason")); }
                        div.buttons {
                            button.main[refusal.is_some()] type="submit" name="mode" value="preview" data-key="v" { "Preview " kbd { "v" } }
                            button.of-move type="submit" name="mode" value=(AT_ONCE) { "March at once" }
                            // What was refused is changed, and looked at again.
                            @if refusal.is_none() {
                                button.main type="submit" name="mode" value="do" data-key="x" {
                                    @if foreseen.is_some_and(|of| of.hindrance().is_some()) { "Keep it all the same " } @else { "Keep the order " } kbd { "x" }
                                }
                            }
                        }
                    }
                    // Below the form, which stays where it is while it is filled in.
                    div #foreseen role="group" aria-label="what it comes to" {
                        @if let Shown::Foreseen(of) = shown { (previewed(of, &links)) }
                        @if let Some(read) = &read { (read) }
                    }
                }
            }
        }
    })?;
    Ok((status, page))
}

/// What the fields come to while they are being filled in: that part of the page alone. Nothing is written by it, however it
/// is asked for.
pub(crate) fn foreseen(office: &mut Office<'_>, asked: &Asked, unit: &str) -> Result<(u16, String), Refusal> {
    let campaign = office.desk.look(&Reading::default())?;
    let foreseen = match words(office.desk, &campaign, unit, asked) {
        Ok(typed) => preview(office, &typed),
        Err(refusal) => Foreseen::refused(refusal),
    };
    let (read, _) = read(&campaign, unit, asked);
    Ok((200, html! { (previewed(&foreseen, &links(&campaign, ""))) (read) }.into_string()))
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

/// Shows what an order would come to, keeps it, or marches at once.
pub(crate) fn act(office: &mut Office<'_>, asked: &Asked, unit: &str) -> Result<(u16, String), Refusal> {
    let campaign = office.desk.look(&Reading::default())?;
    let mut typed = match words(office.desk, &campaign, unit, asked) {
        Ok(typed) => typed,
        Err(refusal) => return draw(office, unit, asked, &Shown::Foreseen(&Foreseen::refused(refusal))),
    };
    let at_once = asked.form("mode") == Some(AT_ONCE);
    if at_once && !marches_now(&typed) {
        let hints = vec!["keep the order instead: it is carried out when its bound marches".into()];
        let refusal = Refusal { hints, ..Refusal::new("at once there is only a march, and in the running bound") };
        let refused = Answer { refusal: Some(refusal), ..Answer::default() };
        return draw(office, unit, asked, &Shown::Done(&refused));
    }
    if let Some(reason) = asked.form("reason") {
        typed.push(format!("--reason={reason}"));
    }
    let march = |typed: &[String]| {
        let why = asked.form(OVERRIDDEN).map(|why| format!("--override={why}"));
        marched(typed).into_iter().chain(why).collect::<Vec<_>>()
    };
    if let Some(between) = since(office, asked, &typed)? {
        let wanted = office.desk.typed(&if at_once { march(&typed) } else { typed.clone() });
        let now = preview(office, &typed);
        return draw(office, unit, asked, &Shown::Between(&wanted, &between, &now));
    }
    if at_once || asked.form("mode") == Some("do") {
        let done = typed::do_it(office, if at_once { march(&typed) } else { typed });
        return draw(office, unit, asked, &Shown::Done(&done));
    }
    let foreseen = preview(office, &typed);
    draw(office, unit, asked, &Shown::Foreseen(&foreseen))
}

/// What an order would come to: what keeping it does, and of a march in the running bound its way, its hours and what would stop
/// it.
pub(super) fn preview(office: &mut Office<'_>, typed: &[String]) -> Foreseen {
    let order = office.desk.run(&with_flag(typed.to_vec(), typed::DRY_RUN));
    let marches = order.refusal.is_none() && marches_now(typed);
    let march = marches.then(|| office.desk.run(&with_flag(marched(typed), typed::DRY_RUN)));
    Foreseen { order, march }
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
