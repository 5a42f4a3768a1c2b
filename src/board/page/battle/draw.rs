//! A battle before it is drawn: who would take part, leaf by leaf, and what may come of it.

use maud::html;

use ops::command::BattleDraw;
use ops::{View, pick, query};
use report::model::{DrawnReport, where_it_is};

use super::forecast;
use super::form::{self, hidden, outcome};
use super::{about, side_of};
use crate::asked::{Asked, Given};
use crate::desk::{Answer, Reading, Refusal};
use crate::office::Office;
use crate::page::parts::refused;
use crate::page::since::{Anew, Between, conflict, since};
use crate::page::typed;
use crate::page::umpire_frame::{links, of, page as framed};

/// The page of a square that may be attacked.
pub(in crate::page) fn page(office: &mut Office<'_>, asked: &Asked, square: &str) -> Given {
    if let Some(battle) = drawn_for(office, square) {
        return Given::elsewhere(format!("/battle/{battle}"));
    }
    let attacker = asked.query("attacker").unwrap_or_default().to_owned();
    let wanted = Wanted { square: square.to_owned(), attacker, out: Vec::new(), reason: String::new() };
    given(show(office, &wanted, Shown::default()))
}

/// What is wanted: which square, who attacks, and who stays out.
struct Wanted {
    square: String,
    attacker: String,
    out: Vec<String>,
    reason: String,
}

/// What is shown before it.
#[derive(Clone, Copy, Default)]
struct Shown<'a> {
    done: Option<&'a Answer>,
    between: Option<(&'a str, &'a [Between])>,
}

impl Wanted {
    fn of(square: &str, asked: &Asked) -> Self {
        let all = |name: &str| -> Vec<String> {
            asked.form.iter().filter(|(key, _)| key == name).map(|(_, text)| text.clone()).collect()
        };
        let taken = all("in");
        let out = all("of").into_iter().filter(|leaf| !taken.contains(leaf)).collect();
        let text = |name: &str| asked.form(name).unwrap_or_default().to_owned();
        Self { square: square.to_owned(), attacker: text("attacker"), out, reason: text("reason") }
    }

    fn draw(&self, without: &[String]) -> BattleDraw {
        BattleDraw {
            square: self.square.clone(),
            attacker: (!self.attacker.is_empty()).then(|| self.attacker.clone()),
            by: Vec::new(),
            reserve: Vec::new(),
            without: without.to_vec(),
            air: Vec::new(),
            rules: None,
        }
    }

    /// The command that it comes to.
    fn words(&self) -> Vec<String> {
        let mut words: Vec<String> = ["battle", "new"].map(str::to_owned).to_vec();
        let flags = [("attacker", &self.attacker), ("reason", &self.reason)];
        words.extend(flags.iter().filter(|(_, text)| !text.is_empty()).map(|(flag, text)| format!("--{flag}={text}")));
        words.extend(self.out.iter().map(|leaf| format!("--without={leaf}")));
        words.extend(["--".to_owned(), self.square.clone()]);
        words
    }
}

/// Where a battle for a square is drawn, and what the button says; none where none would be drawn as things stand.
pub(in crate::page) fn way(campaign: &View, word: &str) -> Option<(String, &'static str)> {
    let square = pick::square(campaign, word).ok()?;
    let sides: Vec<_> = campaign.sides.iter().map(|side| (square, side.id)).collect();
    let refused = query::battles_refused(campaign, &sides);
    let can: Vec<_> = sides.iter().zip(refused).filter(|(_, why)| why.is_none()).map(|((_, side), _)| side).collect();
    let address = match can[..] {
        [] => return None,
        [side] => format!("/draw/{word}?attacker={side}"),
        // Either may: it is chosen there.
        _ => format!("/draw/{word}"),
    };
    Some((address, "Draw a battle here"))
}

fn given(page: Result<Given, Refusal>) -> Given {
    page.unwrap_or_else(|refusal| of(Err(refusal)))
}

fn show(office: &mut Office<'_>, wanted: &Wanted, shown: Shown<'_>) -> Result<Given, Refusal> {
    let whole = office.desk.draw(wanted.draw(&[]));
    let drawn = if wanted.out.is_empty() { whole.clone() } else { office.desk.draw(wanted.draw(&wanted.out)) };
    let engagement = drawn
        .as_ref()
        .ok()
        .map(|drawn| query::validate(&wanted.square, drawn.setup.clone()).map_err(|error| office.desk.refused(error)));
    let report =
        whole.as_ref().map(|whole| DrawnReport::new(None, &whole.campaign, &whole.setup, &whole.left_out, None));
    let out: Vec<&str> = wanted.out.iter().map(String::as_str).collect();
    let (last, typed) = (office.last, office.desk.typed(&wanted.words()));
    let is_refused = drawn.is_err() || shown.done.is_some_and(|done| done.refusal.is_some());
    let now = office.desk.look(&Reading::default())?;
    let place = pick::square(&now, &wanted.square).map(|square| where_it_is(&now, square));
    let title = format!("A battle {}", place.unwrap_or_else(|_| format!("in {}", wanted.square)));
    let page = framed(office, &Reading::default(), (&title, "/battles"), |campaign| {
        html! {
            h1 { (title) }
            @if let Some((typed, between)) = shown.between {
                @let button = drawn.is_ok().then_some((["mode", "do"], "Draw it anew"));
                (conflict(typed, between, &Anew { tried: None, form: form::ID, button, drop: "/contacts".to_owned() }))
            }
            @if let Some(done) = shown.done { (outcome(done, &links(campaign, ""), false)) }
            @if let Err(refusal) = &drawn { (refused(refusal)) }
            @if let Ok(drawn) = &drawn { p.battle-head { (about(campaign, &drawn.setup)) } }
            form.drawing #(form::ID) method="post" action={"/draw/" (wanted.square)} {
                (hidden(last))
                fieldset { legend { "Who attacks" }
                    label.radio { input type="radio" name="attacker" value="" checked[wanted.attacker.is_empty()]; "whoever can" }
                    @for side in &campaign.sides {
                        label.radio { input type="radio" name="attacker" value=(side.id) checked[wanted.attacker == side.id.as_str()]; (side.name) }
                    }
                }
                @if let Ok(report) = &report {
                    div.sides {
                        @for side in &report.sides { (side_of(campaign, side, Some(&out))) }
                        section {
                            @match &engagement { Some(Ok(_)) => (forecast::place()), Some(Err(refusal)) => (refused(refusal)), None => {} }
                            @if !report.left_out.is_empty() {
                                details { summary { (report.left_out.len()) " that cannot take part" }
                                    ul { @for left in &report.left_out { li { a href={"/unit/" (left.id)} { (left.name) } " " (left.reason) } } }
                                }
                            }
                        }
                    }
                }
                label { span { "reason" } input type="text" name="reason" value=(wanted.reason); }
                p.typed { code { "railhead " (typed) } }
                div.buttons {
                    button type="submit" name="mode" value="preview" data-key="v" { "Forecast it so " kbd { "v" } }
                    button.main type="submit" name="mode" value="do" data-key="x" disabled[drawn.is_err()] { "Draw the battle " kbd { "x" } }
                }
                p.quiet { "Aircraft, reserves, other rules: " a href={"/do/battle-new?square=" (wanted.square)} { "the whole form" } "." }
            }
        }
    })?;
    let status = match shown.between {
        Some(_) => 409,
        None if is_refused => 422,
        None => 200,
    };
    let campaign = office.desk.look(&Reading::default())?;
    let campaign = drawn.map_or(campaign, |drawn| drawn.campaign);
    Ok(forecast::put((status, page), campaign, engagement.and_then(Result::ok)))
}

/// Shows a battle as ticked, or draws it.
pub(in crate::page) fn act(office: &mut Office<'_>, asked: &Asked, square: &str) -> Given {
    let wanted = Wanted::of(square, asked);
    if asked.form("mode") != Some("do") {
        return given(show(office, &wanted, Shown::default()));
    }
    given(draw(office, asked, &wanted))
}

/// Draws it, and goes on to the battle; where it cannot be drawn the page says why not.
fn draw(office: &mut Office<'_>, asked: &Asked, wanted: &Wanted) -> Result<Given, Refusal> {
    let words = wanted.words();
    if let Some(between) = since(office, asked, &words)? {
        let typed = office.desk.typed(&words);
        return show(office, wanted, Shown { between: Some((&typed, &between)), done: None });
    }
    let done = typed::do_it(office, words);
    if done.refusal.is_some() {
        return show(office, wanted, Shown { done: Some(&done), between: None });
    }
    let drawn = drawn_for(office, &wanted.square);
    Ok(Given::elsewhere(drawn.map_or_else(|| "/battles".to_owned(), |battle| format!("/battle/{battle}"))))
}

/// The open battle for a square.
fn drawn_for(office: &mut Office<'_>, square: &str) -> Option<String> {
    let campaign = office.desk.look(&Reading::default()).ok()?;
    let square = pick::square(&campaign, square).ok()?;
    let mut open = campaign.battles.values().filter(|battle| battle.is_open());
    open.find(|battle| battle.square == square).map(|battle| battle.id.to_string())
}
