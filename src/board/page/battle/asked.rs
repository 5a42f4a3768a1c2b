//! What a battle that is led die by die asks of a player: he says yes or no on his phone, and the umpire decides with that
//! before him.
//!
//! What it decides: who is asked: whoever commands the unit that has to decide, or of a side whoever commands all of it. He is
//! told of it by its name and the words of the question alone: what the doctrine would say hangs on the enemy.
//! What it never does: keep anything. A question lasts as long as it is open on the umpire's page, and what is said of it too.

use std::collections::BTreeMap;

use maud::{Markup, html};

use ops::query::AskedNext;
use ops::{Player, View, pick};
use report::model::{base_name, leaf_of};

use crate::asked::Asked;
use crate::desk::{Reading, Refusal};
use crate::news::Reader;
use crate::office::Office;
use crate::page::form::hidden;
use crate::page::player_frame as players;
use crate::page::proposals::NotKept;

/// Questions that are open, by their battles.
pub(crate) type Questions = BTreeMap<String, Question>;

/// A question that somebody has to decide.
#[derive(Debug, Clone)]
pub(crate) struct Question {
    /// By what it is known again.
    key: String,
    /// Who decides, by the id of a side, of a formation, or of a base of one.
    who: String,
    now: u8,
    asks: &'static str,
    /// What players have said, by their numbers.
    said: BTreeMap<u64, bool>,
}

impl Question {
    fn is_for(&self, campaign: &View, player: &Player) -> bool {
        let of_side = player.commander.is_none() && player.side.as_str() == self.who;
        of_side || leaf_of(campaign, &self.who).is_some_and(|formation| player.commands(campaign, formation))
    }
}

/// Whether those hidden stop a base is asked in the name of that base, whose player knows nothing of them: at the table alone.
const OF_THE_HIDDEN: &str = "stop";

/// Notices what the battle asks now, by what it is known again; players who have to decide something else than before are told.
pub(super) fn notice(office: &mut Office<'_>, battle: &str, key: Option<String>, next: Option<&AskedNext>) {
    let asked = match (key, next) {
        (Some(key), Some(AskedNext::Decision { choice, who, now, question, .. })) if *choice != OF_THE_HIDDEN => {
            Some(Question { key, who: who.clone(), now: *now, asks: question, said: BTreeMap::new() })
        }
        _ => None,
    };
    let before = office.questions.get(battle).cloned();
    if before.as_ref().map(|of| &of.key) == asked.as_ref().map(|of| &of.key) {
        return;
    }
    let known = office.players().unwrap_or_default();
    let Ok(campaign) = office.desk.look(&Reading::default()) else { return };
    let concerned = |player: &&Player| before.iter().chain(asked.as_ref()).any(|of| of.is_for(&campaign, player));
    let told: Vec<Reader> = known.iter().filter(concerned).map(|player| Reader::Player(player.number)).collect();
    match asked {
        Some(asked) => drop(office.questions.insert(battle.to_owned(), asked)),
        None => drop(office.questions.remove(battle)),
    }
    office.forget(&told);
    for reader in told {
        office.news.tell(reader, "asked", 0);
    }
}

/// What players have said of the question that a battle asks: the name of each, and whether he says yes.
pub(super) fn said(office: &mut Office<'_>, battle: &str) -> Vec<(String, bool)> {
    let players = office.players().unwrap_or_default();
    let said = office.questions.get(battle).map(|of| of.said.clone()).unwrap_or_default();
    let named = |(number, yes)| Some((players.iter().find(|player| player.number == number)?.name.clone(), yes));
    said.into_iter().filter_map(named).collect()
}

/// It as the umpire reads it, who decides.
pub(super) fn told(said: &[(String, bool)]) -> Markup {
    html! {
        div data-part="said" role="status" {
            @for (name, yes) in said { p.said { (name) " says " strong { (word(*yes)) } "." } }
        }
    }
}

/// The questions that a player has to decide, with their battles.
fn of<'o>(office: &'o Office<'_>, campaign: &View, player: &Player) -> Vec<(&'o str, &'o Question)> {
    let is_open = |battle: &str| pick::open_battle(campaign, battle).is_ok();
    let his = office.questions.iter().filter(|(battle, of)| of.is_for(campaign, player) && is_open(battle));
    his.map(|(battle, of)| (battle.as_str(), of)).collect()
}

/// How many of them he has said nothing of.
pub(in crate::page) fn count(office: &Office<'_>, campaign: &View, player: &Player) -> usize {
    of(office, campaign, player).iter().filter(|(_, of)| !of.said.contains_key(&player.number)).count()
}

/// The questions, as he answers them.
pub(super) fn asks(office: &Office<'_>, campaign: &View, player: &Player, state: u64) -> Markup {
    html! {
        div data-part="asked" {
            @for (battle, of) in self::of(office, campaign, player) {
                @let said = of.said.get(&player.number);
                article.proposal.sent {
                    h2 { "You decide" }
                    p.quiet { (super::title(campaign, battle)) " · move " (of.now) }
                    p { strong { (who(campaign, &of.who)) ": " (of.asks) } }
                    @if let Some(yes) = said { p { span.chip { "sent" } " You say " strong { (word(*yes)) } ". The umpire has not answered yet." } }
                    form.buttons method="post" action="/p/decide" {
                        (hidden(state))
                        input type="hidden" name="battle" value=(battle);
                        input type="hidden" name="question" value=(of.key);
                        @for yes in [true, false] {
                            button.main[said.is_none()] type="submit" name="answer" value=(word(yes)) { @if yes { "Yes" } @else { "No" } }
                        }
                    }
                }
            }
        }
    }
}

/// Takes what a player says of a question that is open and his to decide.
pub(in crate::page) fn say(office: &mut Office<'_>, player: &Player, asked: &Asked) -> NotKept {
    let campaign = players::campaign(office, player)?;
    let (battle, key) = (asked.form("battle").unwrap_or_default(), asked.form("question"));
    let is_his = of(office, &campaign, player).iter().any(|(of, is)| *of == battle && Some(is.key.as_str()) == key);
    let answer = asked.form("answer").filter(|word| ["yes", "no"].contains(word));
    let (true, Some(answer), Some(question)) = (is_his, answer, office.questions.get_mut(battle)) else {
        return Err(Refusal::new("this is no longer asked of you: nothing was sent"));
    };
    question.said.insert(player.number, answer == "yes");
    office.news.tell(Reader::Umpire, "asked", 0);
    Ok(None)
}

fn who(campaign: &View, id: &str) -> String {
    if campaign.sides.iter().any(|side| side.id.as_str() == id) {
        campaign.side_called(id)
    } else {
        base_name(campaign, id)
    }
}

const fn word(yes: bool) -> &'static str {
    if yes { "yes" } else { "no" }
}
