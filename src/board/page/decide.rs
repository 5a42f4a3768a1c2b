//! What waits for the umpire: what players propose and have written; what he makes of it.
//!
//! What it decides: that a proposal is taken on the campaign that he looked at, and as its player wants it now. The result of a
//! battle is taken on the form of the battle.

use maud::{Markup, html};

use ops::{Battle, Proposal, ProposalState, View};
use report::model::{BoundView, ToldResult};

use super::battle::{reports, result, told};
use super::fates::{self, Fates};
use super::form::hidden;
use super::links::Links;
use super::order::{self, Foreseen};
use super::outlook;
use super::parts::refused;
use super::post::letters;
use super::proposals::{LONGEST, NotKept, all, joined, keep, proposal, text};
use super::since::{Anew, conflict, since};
use super::typed;
use super::umpire_frame;
use super::wanted;
use crate::asked::{Asked, Given};
use crate::desk::{Answer, Reading, Refusal};
use crate::office::Office;

/// What the umpire tried to make of a proposal or to say, and why it was not done.
pub(crate) struct Tried<'a> {
    status: u16,
    why: Markup,
    /// The number of the proposal; 0: what he wrote to a player.
    number: u64,
    asked: &'a Asked,
}

impl Tried<'_> {
    /// What he typed in a field of a proposal: what its player wanted then is no word of his.
    fn typed(&self, number: u64, name: &str) -> Option<&str> {
        let was = self.asked.form("was");
        self.asked.form(name).filter(|typed| self.number == number && Some(*typed) != was)
    }

    /// The form in which he changed a proposal.
    fn fields(&self, number: u64) -> Option<&Asked> {
        (self.number == number && self.asked.form("action").is_some()).then_some(self.asked)
    }

    /// What he wrote to a player.
    fn written(&self, player: u64) -> Option<&str> {
        let is_his = self.asked.form("player").is_some_and(|number| number == player.to_string());
        self.asked.form("text").filter(|_| self.number == 0 && is_his)
    }
}

/// What waits for the umpire, and his post.
pub(crate) fn page(office: &mut Office<'_>, tried: Option<&Tried<'_>>) -> Result<(u16, String), Refusal> {
    let (all_players, proposals, messages) = all(office)?;
    let last = office.last;
    let named = |number: u64| all_players.iter().find(|of| of.number == number).map_or("", |of| of.name.as_str());
    let fates = fates::of_proposals(office, proposals.iter())?;
    let fates = Fates { players: &all_players, proposals: &proposals, known: fates };
    let reading = Reading::default();
    let drawn = umpire_frame::page(office, &reading, ("Post", "/post"), |campaign| {
        let links = umpire_frame::links(campaign, "");
        html! {
            h1 { "What players have written" }
            @if let Some(tried) = tried { (tried.why) }
            section data-part="proposals" {
                @let sent: Vec<&Proposal> = proposals.iter().filter(|of| of.state == ProposalState::Sent).collect();
                @if sent.is_empty() { p.quiet { "No proposal waits." } }
                @for of in sent { (article(campaign, of, &Eyes { fates: &fates, links: &links, last, tried }, None)) }
            }
            @for of in &all_players {
                h2 { (of.name) }
                (letters(&messages, of.number, (true, &of.name)))
                form.command method="post" action="/message" {
                    (hidden(last))
                    input type="hidden" name="player" value=(of.number);
                    label { span { "To " (of.name) } textarea name="text" rows="2" maxlength=(LONGEST) required { (tried.and_then(|tried| tried.written(of.number)).unwrap_or_default()) } }
                    div.buttons { button.main type="submit" { "Send" } }
                }
            }
            @if all_players.is_empty() { p { a.button href="/join" { "Name the players" } } }
            @let answered: Vec<&Proposal> = proposals.iter().rev().filter(|of| of.state != ProposalState::Sent).collect();
            @if !answered.is_empty() { h2 { "Answered" } }
            @for of in answered {
                div.answered { span.chip { (of.state.as_str()) } " " (named(of.player)) ": "
                    (wanted::told(campaign, of, &links))
                    @if let Some(done) = of.done_instead() { " done instead: " (wanted::told(campaign, &done, &links)) }
                    @if !of.answer.is_empty() { span.quiet { " · you: " } (of.answer) }
                    @if let Some(operation) = of.operation { " " a href={"/op/" (operation)} { "operation " (operation) } }
                    (fates.to_umpire(campaign, of, &links))
                }
            }
        }
    })?;
    Ok((tried.map_or(200, |tried| tried.status), drawn))
}

/// With what an article is read: what is known beside its proposal.
struct Eyes<'a> {
    fates: &'a Fates<'a>,
    links: &'a Links<'a>,
    /// The operation that its form is written for.
    last: u64,
    tried: Option<&'a Tried<'a>>,
}

/// The fields of an order as it is proposed, or as the umpire has changed them: folded until he wants to.
fn changed(before: &wanted::Fields, tried: Option<&Asked>) -> Markup {
    let given = |name: &str| match tried {
        Some(asked) => asked.form(name).unwrap_or_default().to_owned(),
        None => before.value(name).to_owned(),
    };
    html! {
        input type="hidden" name="unit" value=(given("unit"));
        details open[tried.is_some()] { summary { "Change it" } (order::fields(&given, false)) }
    }
}

/// A proposal that waits, with the form that answers it; `shown` is what it would do, where that is looked at.
fn article(campaign: &View, of: &Proposal, eyes: &Eyes<'_>, shown: Option<&Foreseen>) -> Markup {
    let Eyes { fates, links, last, tried } = *eyes;
    let told = ToldResult::of(&of.command);
    let by = fates.players.iter().find(|player| player.number == of.player).map_or("", |of| of.name.as_str());
    let typed = |name: &str| tried.and_then(|tried| tried.typed(of.number, name));
    html! {
        article.proposal.sent {
            p { strong { (by) } " · " (BoundView::new(campaign, of.bound).label)
                @if told.is_none() && shown.is_none() { " " a href={"/proposal/" (of.number)} { "what it would do" } }
            }
            @if let Some(result) = &told { (told::read(result, campaign, "")) }
            @else if let Some(said) = wanted::said(campaign, of) { p { (links.text(&said)) } }
            @if !of.note.is_empty() { p.note { (of.note) } }
            @if of.waits_again() { p.warns { "You took back what came of it: it waits again." } }
            @if told.is_none() { (fates.before_taking(campaign, of, links)) }
            @if told.is_none() && let Some(outlook) = outlook::of_proposal(campaign, of) {
                p.warns { (links.text(&format!("Taken as it is, {}.", outlook.told()))) }
            }
            @if let Some(told) = &told {
                @if campaign.battles.get(told.battle.as_str()).is_some_and(Battle::is_open) {
                    p.goes { a.button.main href={"/battle/" (told.battle) "/result?from=" (of.number)} { "Take it into the result" } }
                } @else { p.quiet { "That battle is no longer open: there is nothing left to take." } }
                (reports::refuse(of, by, last, typed("answer")))
            } @else { form.command #{"proposal-" (of.number)} method="post" action={"/proposal/" (of.number) "/take"} {
                (hidden(last))
                input type="hidden" name="was" value=(of.command);
                @match wanted::fields(campaign, of) {
                    Some(before) => (changed(&before, tried.and_then(|tried| tried.fields(of.number)))),
                    // What the umpire once made of it may be no order: that is changed as it is typed.
                    None => label { span { "The command, as you will do it" } input type="text" name="command" value=(typed("command").unwrap_or(&of.command)); },
                }
                label { span { "A word to him" } input type="text" name="answer" maxlength=(LONGEST) value=[typed("answer")]; }
                div.buttons { button.main type="submit" { "Take" } }
            }
            (reports::refuse(of, by, last, typed("answer"))) }
            @if let Some(shown) = shown { (order::previewed(shown, links)) }
        }
    }
}

/// What a proposal that waits would do, with the form that answers it: nothing is done there but as what its player proposed.
pub(crate) fn look(office: &mut Office<'_>, number: &str) -> Given {
    // One that is answered meanwhile stands among those.
    let Ok(of) = proposal(office, number) else { return Given::elsewhere("/post") };
    umpire_frame::of(look_at(office, &of).map(|page| (200, page)))
}

fn look_at(office: &mut Office<'_>, of: &Proposal) -> Result<String, Refusal> {
    let (players, proposals, _) = all(office)?;
    let known = fates::of_proposals(office, proposals.iter())?;
    let fates = Fates { players: &players, proposals: &proposals, known };
    let words = typed::split(&of.command)?;
    let shown = match may_be_done(office, &words) {
        Ok(()) => order::preview(office, &words),
        Err(refusal) => Foreseen { order: Answer { refusal: Some(refusal), ..Answer::default() }, march: None },
    };
    let last = office.last;
    umpire_frame::page(office, &Reading::default(), ("What it would do", "/post"), |campaign| {
        let links = umpire_frame::links(campaign, "");
        html! {
            h1 { "What it would do" }
            section data-part="proposals" {
                (article(campaign, of, &Eyes { fates: &fates, links: &links, last, tried: None }, Some(&shown)))
            }
            p.goes { a.button href="/post" { "All that waits" } }
        }
    })
}

/// What the umpire wrote to a player, and why it was not sent; what he wrote to nobody stands there all the same.
pub(crate) fn not_said(
    office: &mut Office<'_>,
    asked: &Asked,
    player: u64,
    refusal: &Refusal,
) -> Result<(u16, String), Refusal> {
    let is_there = office.players()?.iter().any(|of| of.number == player);
    let why = html! {
        (refused(refusal))
        @if !is_there { @if let Some(text) = asked.form("text") { p.note { (text) } } }
    };
    page(office, Some(&Tried { status: 422, why, number: 0, asked }))
}

/// Does what a player proposed, as the umpire has it now, or refuses it with a word.
pub(crate) fn decide(office: &mut Office<'_>, asked: &Asked, number: &str, takes: bool) -> NotKept {
    let mut found = proposal(office, number)?;
    // The result of a battle is posted by its form, with what the other side tells of it.
    if let (true, Some(told)) = (takes, ToldResult::of(&found.command)) {
        return result::filled_from(office, Some(number), &told.battle).map(Some);
    }
    let number = found.number;
    let tried =
        |office: &mut Office<'_>, status, why| page(office, Some(&Tried { status, why, number, asked })).map(Some);
    let wanted = if takes { as_changed(office, asked, &found) } else { Ok(found.command.clone()) };
    let wanted = match wanted {
        Ok(wanted) => wanted,
        Err(refusal) => return tried(office, 422, refused(&refusal)),
    };
    let (words, answer) = match typed::split(&wanted).and_then(|words| Ok((words, text(asked, "answer")?))) {
        Ok(typed) => typed,
        Err(refusal) => return tried(office, 422, refused(&refusal)),
    };
    if takes && let Some(between) = since(office, asked, &words)? {
        let now = order::preview(office, &words);
        let button = now.order.refusal.is_none().then_some((["", ""], "Take it anew"));
        let shown = order::previewed(&now, &umpire_frame::links(&*umpire_frame::campaign(office)?, ""));
        let form = format!("proposal-{number}");
        let anew = Anew { tried: Some(shown), form: &form, button, drop: "/post".to_owned() };
        return tried(office, 409, conflict(&wanted, &between, &anew));
    }
    if asked.form("was").is_some_and(|was| was != found.command) {
        let hints = vec![format!("he now wants `{}`", found.command).into()];
        let refusal = Refusal { hints, ..Refusal::new("He has changed what he proposes: nothing was done") };
        return tried(office, 409, refused(&refusal));
    }
    if !takes && answer.is_empty() {
        let hints = vec!["write it in the field beside the button; he reads it with his proposal".into()];
        let refusal = Refusal { hints, ..Refusal::new("A refusal needs a word to the player: nothing was done") };
        return tried(office, 422, refused(&refusal));
    }
    found.answer = answer;
    found.state = ProposalState::Refused;
    if !takes {
        found.operation = None;
        return keep(office, &found).map(|()| None);
    }
    if let Err(refusal) = may_be_done(office, &words) {
        return tried(office, 422, refused(&refusal));
    }
    let found = found.taken_as(wanted);
    let done_as = |operation| Proposal { operation: Some(operation), ..found };
    let done =
        typed::do_it_with(office, words, |session, operation| session.keep_proposal(&done_as(operation)).map(drop))?;
    match done.refusal {
        Some(refusal) => tried(office, 422, refused(&refusal)),
        None => Ok(None),
    }
}

/// The command that is to be done in the place of a proposal: its own where nothing was changed in its fields.
fn as_changed(office: &mut Office<'_>, asked: &Asked, found: &Proposal) -> Result<String, Refusal> {
    let campaign = umpire_frame::campaign(office)?;
    let before = wanted::fields(&campaign, found).filter(|_| asked.form("action").is_some());
    match before {
        None => Ok(asked.form("command").unwrap_or(&found.command).to_owned()),
        Some(before) if before.are_in(asked) => Ok(found.command.clone()),
        Some(_) => {
            let words = wanted::words(office.desk, &campaign, asked.form("unit").unwrap_or_default(), asked)?;
            joined(&words)
        }
    }
}

/// Whether words are a command that can be done in the place of what a player proposed.
fn may_be_done(office: &mut Office<'_>, words: &[String]) -> Result<(), Refusal> {
    office.desk.parse(words)?;
    let Some(command) = typed::of_words(office, words) else { return Ok(()) };
    if command.words.last().is_some_and(|word| word == "correct") {
        let hints = vec!["type it in the line on top".into()];
        return Err(Refusal {
            hints,
            ..Refusal::new("a correction is done by itself, and not as what a player proposed")
        });
    }
    typed::must_be_for_the_board(&command, words)
}
