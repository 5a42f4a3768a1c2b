//! Proposals and messages: what players write, and what the umpire answers.
//!
//! What it decides: which commands a player may propose: orders to formations of his own, and results of their battles.
//! Where to look next: `decide`, what the umpire makes of it.

use maud::{Markup, html};

use domain::FormationId;
use ops::{Formation, Message, Player, Proposal, ProposalState, View, pick};

use super::battle::player as reported;
use super::card::Chosen;
use super::decide;
use super::form::hidden;
use super::parts::refused_to_a_player;
use super::proposals::{LONGEST, NotKept, all, keep, keep_new, proposal_of, refuse_again, refuse_proposal_again, text};
use super::sent::of_player;
use super::wanted;
use super::{fates, map, order, player_frame as players};
use crate::access::reading_of;
use crate::asked::Asked;
use crate::desk::{Desk, Refusal};
use crate::office::Office;

/// The formations to which a player may give orders, his own or those under him, and the vehicles that carry their supplies.
fn own<'c>(campaign: &'c View, player: &Player) -> Vec<&'c Formation> {
    let is_listed = |formation: &&Formation| formation.leaf.is_none() || formation.vehicle_of().is_some();
    let own = campaign.formations.values().filter(is_listed);
    own.filter(|formation| player.commands(campaign, formation)).collect()
}

/// A player's orders, with the map on which he taps squares, or his post.
pub(crate) fn player(
    office: &mut Office<'_>,
    player: &Player,
    which: &str,
    asked: &Asked,
    refusal: Option<&Refusal>,
) -> Result<(u16, String), Refusal> {
    let status = if refusal.is_some() { 422 } else { 200 };
    let page =
        if which == "post" { post(office, player, asked, refusal)? } else { orders(office, player, asked, refusal)? };
    Ok((status, page))
}

fn post(office: &mut Office<'_>, player: &Player, asked: &Asked, refusal: Option<&Refusal>) -> Result<String, Refusal> {
    let (_, _, messages) = all(office)?;
    let state = office.notice(&reading_of(player));
    players::page(office, player, ("Post", "/p/post"), |_| {
        html! {
            h1 { "Post" }
            @if let Some(refusal) = refusal { (refused_to_a_player(refusal)) }
            (letters(&messages, player.number, (false, "umpire")))
            form.command method="post" action="/p/message" data-kept="message" {
                (hidden(state))
                label { span { "To the umpire" } textarea name="text" rows="3" maxlength=(LONGEST) required { (asked.form("text").unwrap_or_default()) } }
                div.buttons { button.main type="submit" { "Send" } }
            }
        }
    })
}

fn orders(
    office: &mut Office<'_>,
    player: &Player,
    asked: &Asked,
    refusal: Option<&Refusal>,
) -> Result<String, Refusal> {
    let (_, proposals, _) = all(office)?;
    let fates = fates::of_proposals(office, proposals.iter().filter(|of| of.player == player.number))?;
    let state = office.notice(&reading_of(player));
    let wanted = changes(asked);
    let is_his = |of: &&Proposal| of.player == player.number && wanted == Some(of.nth.to_string().as_str());
    let changed = proposals.iter().find(is_his).filter(|of| of.state == ProposalState::Sent);
    let known = players::campaign(office, player)?;
    // The umpire may have made a command of it that says what the player does not know.
    let before = changed.filter(|of| wanted::said(&known, of).is_some()).map(wanted::filled).unwrap_or_default();
    // Whoever commands one formation orders that one, if he says nothing else.
    let his = player.commander.as_ref().map_or("", FormationId::as_str);
    let given = |name: &str| {
        let given = if asked.posts { asked.form(name).unwrap_or("") } else { before.value(name) };
        if !given.is_empty() || name != "unit" || asked.posts {
            return given.to_owned();
        }
        asked.query("unit").unwrap_or(his).to_owned()
    };
    let off = map::off(asked);
    let unit = |unit: &str| form_urlencoded::byte_serialize(unit.as_bytes()).collect::<String>();
    let address =
        asked.query("unit").map_or_else(|| "/p/orders".to_owned(), |of| format!("/p/orders?unit={}", unit(of)));
    let drawn = map::map(office.desk, &reading_of(player), &off)?;
    let stands = Chosen::of(&known, &given("unit"), Some(player.side)).at().map(str::to_owned);
    players::page(office, player, ("Orders", "/p/orders"), |campaign| {
        let mine: Vec<&Proposal> = proposals.iter().rev().filter(|of| of.player == player.number).collect();
        // Who comes to write an order finds the form first, who comes to see what became of those that he sent finds them.
        let writes = mine.is_empty() || changed.is_some() || refusal.is_some() || asked.query("unit").is_some();
        let sent = html! {
            section data-part="proposals" {
                h2 { "What you have sent" }
                @if mine.is_empty() {
                    p.quiet { "Nothing yet. What you send only the umpire sees; you can withdraw it until he takes it." }
                }
                @for of in &mine { (of_player(campaign, of, (state, &fates))) }
            }
        };
        html! {
            div.board {
                div.field data-chosen=(given("unit")) data-at=[&stands] { (map::controls(&address, &off, None)) (drawn) }
                aside.panel {
                    h1 { @match changed { Some(_) => "Change an order that you sent", None => "Orders" } }
                    @if let Some(refusal) = refusal { (refused_to_a_player(refusal)) }
                    @if !writes { (sent) h2 { "Another order" } }
                    (order_form(campaign, player, (state, changed), &given))
                    @if writes { (sent) }
                }
            }
        }
    })
}

/// Which proposal is to be changed: by the address of the page, or of the form.
fn changes(asked: &Asked) -> Option<&str> {
    match &asked.path[..] {
        [_, _, number, change] if change == "change" => Some(number),
        _ => asked.query("change"),
    }
}

fn order_form(
    campaign: &View,
    player: &Player,
    (state, changed): (u64, Option<&Proposal>),
    given: &dyn Fn(&str) -> String,
) -> Markup {
    let units = own(campaign, player);
    let unit = given("unit");
    let (action, kept) = changed.map_or_else(
        || ("/p/proposal".to_owned(), "order".to_owned()),
        |of| (format!("/p/proposal/{}/change", of.nth), format!("order {}", of.nth)),
    );
    html! {
        form.command method="post" action=(action) data-way data-foresees="/p/way" data-kept=(kept) {
            (hidden(state))
            label { span { "Formation" }
                input type="text" name="unit" list="own" value=(unit) required autocomplete="off" data-named;
                datalist #own { @for unit in &units { option value=(unit.id) { (unit.name) } } }
                // What it is called whose id stands there.
                small { (units.iter().find(|of| of.id.as_str() == unit).map_or("", |of| of.name.as_str())) }
            }
            (order::fields(given, true))
            label { span { "Note to the umpire" } textarea name="note" rows="2" maxlength=(LONGEST) { (given("note")) } }
            div.buttons {
                button.main type="submit" { @if changed.is_some() { "Send it so" } @else { "Send to the umpire" } }
                @if changed.is_some() { a.button href="/p/orders" { "Leave it as it is" } }
            }
        }
        div #foreseen role="status" {}
    }
}

/// What the umpire and a player have written to each other, as one of them reads it who calls the other so.
pub(super) fn letters(messages: &[Message], player: u64, (for_umpire, other): (bool, &str)) -> Markup {
    html! {
        section.letters data-part={"letters-" (player)} {
            @for of in messages.iter().filter(|of| of.player == player) {
                p.mine[of.from_umpire == for_umpire] {
                    small { @if of.from_umpire == for_umpire { "you" } @else { (other) } " " (of.time.get(11..16).unwrap_or("")) }
                    " " (of.text)
                }
            }
        }
    }
}

/// The command that an order form comes to.
fn order(desk: &dyn Desk, campaign: &View, player: &Player, asked: &Asked) -> Result<Vec<String>, Refusal> {
    let word = asked.form("unit").unwrap_or_default();
    let unit = pick::unit(campaign, word).map_err(|error| desk.refused(error))?;
    // What is not his own is as if it were not there; what he has sighted of others stands on his map.
    if !player.commands(campaign, unit) {
        let hints = vec!["name one of your own".into()];
        return Err(Refusal { hints, ..Refusal::new(format!("`{word}` takes no orders from you")) });
    }
    wanted::words(desk, campaign, unit.id.as_str(), asked)
}

/// Keeps what a player proposes, or what he proposes instead of what he sent.
pub(crate) fn propose(office: &mut Office<'_>, of: &Player, asked: &Asked) -> NotKept {
    let campaign = players::campaign(office, of)?;
    let changed = changes(asked).map(|number| proposal_of(office, of, number)).transpose();
    let number = match changed {
        Ok(changed) => changed.map(|of| of.number),
        Err(refusal) => {
            let hints = vec!["what you wrote stands below: sent now, it is another one".into()];
            let refusal = Refusal { hints, ..refusal };
            return match asked.form("battle") {
                Some(battle) => reported::not_sent(office, of, asked, battle, &refusal).map(Some),
                None => player(office, of, "orders", asked, Some(&refusal)).map(Some),
            };
        }
    };
    if let Some(battle) = asked.form("battle") {
        return reported::propose(office, of, asked, battle, number);
    }
    let made = order(office.desk, &campaign, of, asked).and_then(|words| {
        office.desk.parse(&words)?;
        let length: usize = words.iter().map(|word| word.chars().count() + 1).sum();
        if length > LONGEST {
            return Err(Refusal::new(format!("an order has at most {LONGEST} letters: give it in parts")));
        }
        let note = text(asked, "note")?;
        if number.is_none() {
            refuse_proposal_again(office, of, asked, (&words, &note))?;
        }
        Ok((words, note))
    });
    let (words, note) = match made {
        Ok(made) => made,
        Err(refusal) => return player(office, of, "orders", asked, Some(&refusal)).map(Some),
    };
    keep_new(office, of, (number.unwrap_or(0), campaign.bound), (&words, note))?;
    Ok(None)
}

/// The way that an order would take while it is being written, and what it would come to, as far as the player knows ground and enemy: it is found on the
/// campaign as he reads it, so that it goes by a bridge that he has not seen blown. Of whom he may not order there is none.
pub(crate) fn way(office: &mut Office<'_>, of: &Player, asked: &Asked) -> Result<(u16, String), Refusal> {
    let known = players::campaign(office, of)?;
    let unit = pick::unit(&known, asked.form("unit").unwrap_or_default()).ok();
    let unit = unit.filter(|unit| of.commands(&known, unit));
    let drawn = html! {
        @if let Some((read, outlook)) = unit.map(|unit| order::read(&known, unit.id.as_str(), asked)) {
            (read)
            @if let Some(outlook) = outlook { p.warns { "As far as you know, " (outlook.told()) "." } }
        }
    };
    Ok((200, drawn.into_string()))
}

/// Takes back what a player proposed, if it is his and the umpire has not answered.
pub(crate) fn withdraw(office: &mut Office<'_>, of: &Player, number: &str) -> NotKept {
    let mut found = proposal_of(office, of, number)?;
    (found.state, found.operation) = (ProposalState::Withdrawn, None);
    keep(office, &found)?;
    Ok(None)
}

/// Keeps a message to the umpire.
pub(crate) fn from_player(office: &mut Office<'_>, of: &Player, asked: &Asked) -> NotKept {
    match say(office, of.number, false, asked) {
        Ok(()) => Ok(None),
        Err(refusal) => player(office, of, "post", asked, Some(&refusal)).map(Some),
    }
}

/// Keeps a message to a player.
pub(crate) fn from_umpire(office: &mut Office<'_>, asked: &Asked) -> NotKept {
    let number = asked.form("player").and_then(|number| number.parse().ok()).unwrap_or(0);
    match say(office, number, true, asked) {
        Ok(()) => Ok(None),
        Err(refusal) => decide::not_said(office, asked, number, &refusal).map(Some),
    }
}

fn say(office: &mut Office<'_>, player: u64, from_umpire: bool, asked: &Asked) -> Result<(), Refusal> {
    let text = text(asked, "text")?;
    if text.is_empty() {
        return Err(Refusal::new("there is nothing in the message"));
    }
    let (players, _, messages) = all(office)?;
    if !players.iter().any(|of| of.number == player) {
        let hints = vec!["send it by the field below the name of a player".into()];
        return Err(Refusal { hints, ..Refusal::new("there is no such player: the message was sent to nobody") });
    }
    let last = messages.iter().rfind(|of| of.player == player && of.from_umpire == from_umpire);
    refuse_again(asked, || last.is_some_and(|of| of.text == text))?;
    let message = Message { player, from_umpire, text, time: office.desk.now() };
    office.in_session(|session| session.keep_message(&message))?;
    office.tell_what_is_written();
    Ok(())
}
