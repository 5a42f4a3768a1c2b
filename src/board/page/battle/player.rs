//! A player's battles: those in which bases of his are and that nobody has resolved, and what he tells of them.
//!
//! What it decides: what he can tell: how it ended, and what became of his own bases. What is odd in that he is told by what he
//! knows himself, and may send it all the same: whether it can be is the umpire's to find.
//! Where to look next: `reports`, where it lies before the umpire.

use std::collections::BTreeMap;
use std::sync::Arc;

use maud::{Markup, html};

use domain::counted;
use ops::query;
use ops::{Battle, Player, Proposal, ProposalState, View, pick};
use report::model::{BaseForm, FormReport, OwnBattle, ToldResult, UnitForm, base_name};

use super::asked;
use super::told::{self, Fields, Filled};
use crate::access::reading_of;
use crate::asked::Asked;
use crate::desk::Refusal;
use crate::office::Office;
use crate::page::form::hidden;
use crate::page::parts::refused_to_a_player;
use crate::page::player_frame as players;
use crate::page::proposals::{self, LONGEST, NotKept};
use crate::page::sent;

/// How many moves a battle can last.
const MOVES: u8 = 6;

/// How many moves a battle can last as he knows it: how long the enemy marched to attack him he cannot know.
fn most_moves(mine: &OwnBattle) -> u8 {
    if mine.attacks { mine.form.moves } else { MOVES }
}

/// A battle of which a player can tell, as he knows it; none where it is resolved, or no base of his is in it.
fn own(campaign: &View, player: &Player, battle: &Battle) -> Option<OwnBattle> {
    OwnBattle::of(campaign, player.side, |leaf| player.commands(campaign, leaf), battle)
}

/// The same, by its name.
fn named(office: &Office<'_>, campaign: &View, player: &Player, word: &str) -> Result<Option<OwnBattle>, Refusal> {
    let battle = pick::battle(campaign, word).map_err(|error| office.desk.refused(error))?;
    Ok(own(campaign, player, battle))
}

/// Where it is, and whether he attacks.
fn about(campaign: &View, mine: &OwnBattle) -> Markup {
    html! {
        a href={"/p/square/" (mine.form.square)} { (super::title(campaign, &mine.id)) } " · "
        @if mine.attacks { "you attack" } @else { "you defend" }
    }
}

/// The battles of which he can tell, and what he has told.
pub(in crate::page) fn list(office: &mut Office<'_>, player: &Player) -> Result<(u16, String), Refusal> {
    let (_, proposals, _) = proposals::all(office)?;
    let state = office.notice(&reading_of(player));
    let known = players::campaign(office, player)?;
    let asks = asked::asks(office, &known, player, state);
    let page = players::page(office, player, ("Battles", "/p/battle"), |campaign| {
        let open: Vec<OwnBattle> =
            campaign.battles.values().filter_map(|battle| own(campaign, player, battle)).collect();
        let his = proposals.iter().rev().filter(|of| of.player == player.number);
        let told: Vec<_> = his.filter_map(|of| Some((of, ToldResult::of(&of.command)?))).collect();
        html! {
            h1 { "Battles" }
            (asks)
            p.goes { a.button href="/p/battles" { "all battles of which you know" } }
            div data-part="battles" {
                h2 { "To be fought" }
                @if open.is_empty() { p.quiet { "No battle of yours waits. One that is drawn stands here until it is resolved; when it is fought at the table, you report here how it ended." } }
                @for mine in &open {
                    article.proposal {
                        @let (bases, sp) = mine.bases().fold((0, 0), |(bases, sp), base| (bases + 1, sp + base.sp));
                        p { strong { (about(campaign, mine)) } }
                        p.quiet { (counted(bases, "base")) " of yours, " (sp) " SP" @if mine.attacks { " · " (counted(mine.form.moves.into(), "move")) " at most" } }
                        @let reported = told.iter().any(|(of, told)| of.state == ProposalState::Sent && told.battle == mine.id);
                        p.goes {
                            a.button.main href={"/p/battle/" (mine.id)} { @if reported { "Change your report" } @else { "Report the result" } }
                            @if reported { span.chip { "sent" } }
                        }
                    }
                }
                @if !told.is_empty() { h2 { "What you have reported" } }
                @for (of, _) in told { (sent::of_player(campaign, of, (state, &[]))) }
            }
        }
    })?;
    Ok((200, page))
}

/// A battle: the form for its result while it is open and bases of his are in it, else what his side knows of it.
pub(in crate::page) fn show(
    office: &mut Office<'_>,
    looks: players::Looks<'_>,
    word: &str,
) -> Result<(u16, String), Refusal> {
    let (player, reading, _) = looks;
    let campaign = office.desk.look(reading)?;
    let mine = named(office, &campaign, player, word).ok().flatten().filter(|_| reading.at.is_none());
    let Some(mine) = mine else {
        let title = super::title(&campaign, word);
        return players::lookup(office, looks, &title, &["battle", "show"], Some(word));
    };
    let (_, proposals, _) = proposals::all(office)?;
    let before = ToldResult::sent(&proposals, player.number, &mine.id);
    let mut fields = Fields::new();
    if let Some((of, told)) = &before {
        fields = told::fields(told, |id| Some(id.to_owned()));
        fields.push(("note".to_owned(), of.note.clone()));
    }
    draw(office, player, (&campaign, &mine), (&fields, before.map(|(of, _)| of)), &Wrong::default())
        .map(|page| (200, page))
}

/// What is wrong with what he tells.
#[derive(Default)]
struct Wrong {
    /// What cannot be sent, by the field beside which it stands.
    fields: BTreeMap<String, String>,
    /// What is odd by what he knows, and can be sent all the same.
    odd: Vec<String>,
}

impl Wrong {
    fn is_empty(&self) -> bool {
        self.fields.is_empty() && self.odd.is_empty()
    }
}

/// What of a form is meant: of his bases alone, and without what stayed as it was; with what of it cannot be sent.
fn meant(mine: &OwnBattle, campaign: &View, asked: &Asked) -> (ToldResult, Wrong) {
    let filled = Filled(&asked.form);
    let mut wrong = Wrong::default();
    let mut kept = Fields::new();
    let mut take = |name: String, text: &str, fault: Option<String>| match fault {
        Some(fault) => drop(wrong.fields.insert(name, fault)),
        None if text.is_empty() => {}
        None => kept.push((name, text.to_owned())),
    };
    let end = filled.text("end");
    take("end".into(), end, (!mine.form.ends.contains(&end)).then(|| "say how it ended".to_owned()));
    let moves = filled.text("moves");
    let most = most_moves(mine);
    let is_number = moves.parse().is_ok_and(|moves| (1..=most).contains(&moves));
    take("moves".into(), moves, (!is_number).then(|| format!("a whole number of moves from 1 to {most}")));
    for base in mine.bases() {
        let cell = |cell: &str| (format!("{cell}:{}", base.id), filled.cell(cell, base.id.as_str()));
        let (name, sp) = cell("sp");
        let left = sp.parse::<u16>();
        let fits = sp.is_empty() || left.as_ref().is_ok_and(|left| *left <= base.sp);
        let changed = if left == Ok(base.sp) { "" } else { sp };
        take(name, changed, (!fits).then(|| format!("a whole number of SP from 0 to {}", base.sp)));
        let (name, fate) = cell("fate");
        let is_known = fate.is_empty() || mine.form.fates.contains(&fate);
        take(name, fate, (!is_known).then(|| "choose one of these".to_owned()));
        let (name, out) = cell("out");
        take(name, if out.is_empty() { "" } else { "out" }, None);
    }
    let words = Filled(&kept).words(&mine.id, mine.bases().map(|base| base.id.as_str()));
    let told = ToldResult::of_words(&words).unwrap_or_default();
    if wrong.fields.is_empty() {
        wrong.odd = odd(mine, campaign, &told);
    }
    (told, wrong)
}

/// What is odd in what he tells of his own, by what he knows.
fn odd(mine: &OwnBattle, campaign: &View, told: &ToldResult) -> Vec<String> {
    let words = told.words();
    let sets: Vec<String> = words.iter().filter_map(|word| word.strip_prefix("--set=")).map(str::to_owned).collect();
    let mut sheet = mine.sheet_of_words(campaign, &sets);
    for (key, text) in [("end", &told.end), ("moves", &told.moves)] {
        let spot = query::FormSpot::words(key);
        sheet.head.insert(key, query::FormText { text: text.clone(), spot });
    }
    let plain = |said: &str| said.replace(['`', '_'], " ").split_whitespace().collect::<Vec<_>>().join(" ");
    mine.faults(campaign, &sheet).iter().map(|fault| plain(&fault.message)).collect()
}

fn draw(
    office: &mut Office<'_>,
    player: &Player,
    (known, mine): (&Arc<View>, &OwnBattle),
    (fields, before): (&Fields, Option<&Proposal>),
    wrong: &Wrong,
) -> Result<String, Refusal> {
    let state = office.notice(&reading_of(player));
    let filled = Filled(fields);
    let action = before.map_or_else(|| "/p/proposal".to_owned(), |of| format!("/p/proposal/{}/change", of.nth));
    let action = format!("{action}?battle={}", mine.id);
    let is_changed = |base: &BaseForm| {
        let id = base.id.as_str();
        let sp = filled.cell("sp", id);
        !sp.is_empty() && sp != base.sp.to_string()
            || ["fate", "out"].iter().any(|cell| !filled.cell(cell, id).is_empty())
    };
    let rows = |base: &BaseForm| row(known, &mine.form, base, filled, wrong);
    let changed: Vec<&BaseForm> = mine.bases().filter(|base| is_changed(base)).collect();
    let same: Vec<(&UnitForm, Vec<&BaseForm>)> = mine
        .units
        .iter()
        .map(|unit| (unit, unit.bases.iter().filter(|base| !is_changed(base)).collect::<Vec<_>>()))
        .filter(|(_, bases)| !bases.is_empty())
        .collect();
    let count: usize = same.iter().map(|(_, bases)| bases.len()).sum();
    let fault =
        |name: &str| html! { @if let Some(fault) = wrong.fields.get(name) { p.fault role="alert" { (fault) } } };
    players::page(office, player, ("Report a result", "/p/battle"), |_| {
        html! {
            h1 { @if before.is_some() { "Change your report" } @else { "Report a result" } }
            p { strong { (about(known, mine)) } }
            p.quiet { "It goes to the umpire as a proposal; you can change or withdraw it until he has decided." }
            form.told method="post" action=(action) data-kept={"battle " (mine.id)} {
                (hidden(state))
                input type="hidden" name="battle" value=(mine.id);
                @if !wrong.odd.is_empty() {
                    div.refusal role="alert" {
                        p { strong { "Look once more, by what you know yourself:" } }
                        @for said in &wrong.odd { p.detail { (said) } }
                        p.hint { "→ change it below, or send it all the same" }
                    }
                }
                fieldset.endings { legend { "How it ended" }
                    @for end in &mine.form.ends {
                        label.radio { input type="radio" name="end" value=(end) required checked[filled.text("end") == *end]; (end.replace('_', " ")) }
                    }
                }
                (fault("end"))
                div.moves { label for="moves" { "Moves" }
                    span.stepper { input #moves type="number" name="moves" min="1" max=(most_moves(mine)) required inputmode="numeric" value=(filled.text("moves")); }
                }
                (fault("moves"))
                @if !changed.is_empty() { h2 { "Changed" } @for base in &changed { (rows(base)) } }
                @if !same.is_empty() {
                    details open[changed.is_empty()] {
                        summary {
                            @if changed.is_empty() { "Your bases, as they went in" }
                            @else { (count) " more " @if count == 1 { "base" } @else { "bases" } ", unchanged" }
                        }
                        @for (unit, bases) in &same {
                            h2.title { (unit.name) }
                            @for base in bases { (rows(base)) }
                        }
                    }
                }
                label { span { "Note to the umpire" } textarea name="note" rows="2" maxlength=(LONGEST) { (filled.text("note")) } }
                (fault("note"))
                div.buttons {
                    button.main type="submit" { @if before.is_some() { "Send it so" } @else { "Propose this result" } }
                    @if !wrong.odd.is_empty() { button type="submit" name="sure" value="1" { "Send it all the same" } }
                    @if before.is_some() { a.button href="/p/battle" { "Leave it as it is" } }
                }
                p.quiet { "Your bases only; the other side reports its own. A state left to the rules is what they make of a base that fought." }
            }
        }
    })
}

/// A base: SP left, what became of it, whether it can still shoot.
fn row(campaign: &View, form: &FormReport, base: &BaseForm, filled: Filled<'_>, wrong: &Wrong) -> Markup {
    let id = base.id.as_str();
    let name = base_name(campaign, id);
    let [sp, fate, out] = ["sp", "fate", "out"].map(|cell| filled.cell(cell, id));
    let stood = base.sp.to_string();
    html! {
        div.base {
            p { strong { (name) } small { "was " (base.sp) " SP" @if base.out_of_ammo { ", out of ammunition" } } }
            span.stepper { input type="number" name={"sp:" (id)} min="0" max=(base.sp) required inputmode="numeric" value=(if sp.is_empty() { &stood } else { sp }) aria-label={"SP left of " (name)}; }
            select name={"fate:" (id)} aria-label={"state of " (name)} {
                option value="" { "by the rules" }
                @for word in &form.fates { option value=(word) selected[fate == *word] { (word.replace('_', " ")) } }
            }
            @if !base.out_of_ammo {
                label.tick { input type="checkbox" name={"out:" (id)} value="out" checked[!out.is_empty()] aria-label={(name) " is out of ammunition"}; span { "no ammo" } }
            }
            @for cell in ["sp", "fate"] {
                @if let Some(fault) = wrong.fields.get(&format!("{cell}:{id}")) { p.fault role="alert" { (name) ": " (fault) } }
            }
        }
    }
}

/// Why a report was not sent, with the note that he wrote.
pub(in crate::page) fn not_sent(
    office: &mut Office<'_>,
    player: &Player,
    asked: &Asked,
    word: &str,
    refusal: &Refusal,
) -> Result<(u16, String), Refusal> {
    let page = players::page(office, player, ("Report a result", "/p/battle"), |_| {
        html! {
            h1 { "Not sent" }
            (refused_to_a_player(refusal))
            @if let Some(note) = asked.form("note") { p { "Your note:" } p.note { (note) } }
            p.goes { a.button href={"/p/battle/" (word)} { "the battle" } " " a.button href="/p/post" { "write to the umpire" } }
        }
    })?;
    Ok((409, page))
}

/// Keeps what a player tells of a battle; of one battle he tells one thing.
pub(in crate::page) fn propose(
    office: &mut Office<'_>,
    player: &Player,
    asked: &Asked,
    word: &str,
    number: Option<u64>,
) -> NotKept {
    let campaign = players::campaign(office, player)?;
    let Ok(Some(mine)) = named(office, &campaign, player, word) else {
        let hints = vec!["how it ended stands in your reports".into()];
        let refusal = Refusal { hints, ..Refusal::new("This battle takes no report of yours: nothing was sent") };
        return not_sent(office, player, asked, word, &refusal).map(Some);
    };
    let (_, proposals, _) = proposals::all(office)?;
    let before = proposals.iter().find(|of| Some(of.number) == number);
    let before = before.or_else(|| ToldResult::sent(&proposals, player.number, &mine.id).map(|(of, _)| of));
    let (told, wrong) = meant(&mine, &campaign, asked);
    if !wrong.fields.is_empty() || (!wrong.is_empty() && asked.form("sure").is_none()) {
        let page = draw(office, player, (&campaign, &mine), (&asked.form, before), &wrong)?;
        return Ok(Some((422, page)));
    }
    let note = match proposals::text(asked, "note") {
        Ok(note) => note,
        Err(refusal) => {
            let wrong = Wrong { fields: BTreeMap::from([("note".to_owned(), refusal.message)]), ..Wrong::default() };
            let page = draw(office, player, (&campaign, &mine), (&asked.form, before), &wrong)?;
            return Ok(Some((422, page)));
        }
    };
    proposals::keep_new(office, player, (before.map_or(0, |of| of.number), campaign.bound), (&told.posted(), note))?;
    Ok(None)
}
