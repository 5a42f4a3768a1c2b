//! Proposals and messages as they are kept.

use domain::Bound;
use ops::{Message, Player, Proposal, ProposalState};

use crate::access::is_form_of_before;
use crate::asked::Asked;
use crate::desk::Refusal;
use crate::office::Office;

/// How long a note or a message may be, in letters.
pub(super) const LONGEST: usize = 2000;

/// What is shown of what could not be kept; none where it is kept.
pub(super) type NotKept = Result<Option<(u16, String)>, Refusal>;

/// All that has been written, by whom.
pub(super) type Written = (Vec<Player>, Vec<Proposal>, Vec<Message>);

pub(super) fn all(office: &mut Office<'_>) -> Result<Written, Refusal> {
    office.in_session(|session| Ok((session.players()?, session.proposals()?, session.messages()?)))
}

/// How many proposals wait for the umpire.
pub(crate) fn waiting(office: &mut Office<'_>) -> Result<usize, Refusal> {
    let proposals = office.in_session(|session| session.proposals())?;
    Ok(proposals.iter().filter(|of| of.state == ProposalState::Sent).count())
}

pub(super) fn text(asked: &Asked, name: &str) -> Result<String, Refusal> {
    let text = asked.form(name).unwrap_or_default().replace("\r\n", "\n");
    if text.chars().count() > LONGEST {
        return Err(Refusal::new(format!("that is longer than {LONGEST} letters")));
    }
    Ok(text.trim().to_owned())
}

/// Refuses what somebody sent before with a form that was made before the board was opened anew: it may be that a browser sends
/// the same form again, and nobody knows any more what it was answered. By a new form the same is done once more.
pub(super) fn refuse_again(asked: &Asked, was_sent: impl FnOnce() -> bool) -> Result<(), Refusal> {
    if asked.form("form_key").is_some_and(is_form_of_before) && was_sent() {
        let hints = vec!["the board was opened anew meanwhile; send it once more only if you want it twice".into()];
        return Err(Refusal { hints, ..Refusal::new("This was sent already, and is kept") });
    }
    Ok(())
}

/// The same of what a player proposes.
pub(super) fn refuse_proposal_again(
    office: &mut Office<'_>,
    of: &Player,
    asked: &Asked,
    (words, note): (&[String], &str),
) -> Result<(), Refusal> {
    let ((_, proposals, _), command) = (all(office)?, joined(words)?);
    let is_it = |found: &Proposal| found.player == of.number && found.command == command && found.note == note;
    refuse_again(asked, || proposals.iter().any(is_it))
}

/// Keeps what a player proposes in a bound: a new one where its number is 0.
pub(super) fn keep_new(
    office: &mut Office<'_>,
    of: &Player,
    (number, bound): (u64, Bound),
    (words, note): (&[String], String),
) -> Result<(), Refusal> {
    let sent = Proposal::sent(of.number, bound, joined(words)?, note, office.desk.now());
    keep(office, &Proposal { number, ..sent })
}

/// Words as a shell wants them.
pub(super) fn joined(words: &[String]) -> Result<String, Refusal> {
    shlex::try_join(words.iter().map(String::as_str)).map_err(|error| Refusal::of(&error))
}

pub(super) fn keep(office: &mut Office<'_>, proposal: &Proposal) -> Result<(), Refusal> {
    office.in_session(|session| session.keep_proposal(proposal))?;
    office.tell_what_is_written();
    Ok(())
}

pub(super) fn proposal(office: &mut Office<'_>, number: &str) -> Result<Proposal, Refusal> {
    let (_, proposals, _) = all(office)?;
    undecided(proposals.into_iter().find(|of| of.number.to_string() == number), number)
}

/// A proposal of this player that the umpire has not answered, by its number among his.
pub(super) fn proposal_of(office: &mut Office<'_>, of: &Player, nth: &str) -> Result<Proposal, Refusal> {
    let (_, proposals, _) = all(office)?;
    undecided(proposals.into_iter().find(|found| found.player == of.number && found.nth.to_string() == nth), nth)
}

fn undecided(found: Option<Proposal>, number: &str) -> Result<Proposal, Refusal> {
    let found = found.ok_or_else(|| Refusal::new(format!("there is no proposal {number}")))?;
    if found.state == ProposalState::Sent {
        return Ok(found);
    }
    Err(Refusal::new(format!("proposal {number} is {} already", found.state.as_str())))
}
