//! An old operation put right: all goes back to before it, and what came after it is decided again.
//!
//! What it decides: which later operations are kept as they were fought, and when one can no longer be done.
//! What it never does: throw other dice. What fell then falls again, and what was fought on the table stays as recorded.
//! Where to look next: `query::differences`, what came of it; `ledger::Ledger::undo`, which takes it back as a whole.

mod again;
mod corrected;

use std::collections::BTreeSet;

use campaign::{Battle, Campaign, Event, apply_unobserved};
use domain::{BattleId, command};
use ledger::{Moment, Operation, OperationDraft, OperationKind};
use rules::outcome::Outcome;

use super::Session;
use crate::context::ChangeContext;
use crate::query::{Difference, Standings, differences};
use crate::{OpError, Request, pick};
use again::{Again, Declines};

/// A correction that has begun: the campaign stands as before the operation that was wrong.
#[derive(Debug)]
pub struct Correction {
    /// The group of its operations: `undo` takes all of it back.
    pub group: u64,
    /// The operation that was wrong.
    pub wrong: Operation,
    /// The operations after it, and the seed that the log gave each.
    later: Vec<(Operation, u64)>,
    /// The campaign before the operation that was wrong.
    before: Campaign,
    /// The operations that stood from it on.
    stood: Vec<u64>,
}

/// What has become of a later operation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DoneAgain {
    /// Its number as it was.
    pub was: u64,
    /// Its number now; none if it was left out or no longer changes anything.
    pub is: Option<u64>,
    /// The command.
    pub command: String,
    /// How it was done.
    pub how: HowDone,
}

/// How a later operation was done again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HowDone {
    /// By the same words and dice.
    Again,
    /// As it was fought, though what the battle relied on stands otherwise now.
    AsFought,
    /// Without those of its squares where nobody is in contact any more.
    Partly,
    /// It no longer changes anything.
    ToNothing,
    /// It was left out.
    LeftOut,
}

impl HowDone {
    /// Its word.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Again => "again",
            Self::AsFought => "as_fought",
            Self::Partly => "partly",
            Self::ToNothing => "to_nothing",
            Self::LeftOut => "left_out",
        }
    }
}

/// A battle that was posted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PostedBattle {
    /// Its id.
    pub battle: BattleId,
    /// The operation that posted it.
    pub operation: u64,
    /// The operation before that, on which the battle was open.
    pub parent: u64,
    /// The command that posted it.
    pub command: String,
    /// The engagement file from which it was fought; none where it was taken as drawn.
    pub file: Option<String>,
    /// What came of it.
    pub outcome: Outcome,
}

impl Correction {
    /// Whether an operation came after the one that was wrong, and is to be done again.
    pub fn is_later(&self, number: u64) -> bool {
        self.later.iter().any(|(operation, _)| operation.number == number)
    }
}

impl Session {
    /// The battle that a word means, or the number of an operation that posted one.
    ///
    /// # Errors
    /// When there is none, it was never posted, or the file cannot be read.
    pub fn posted(&self, given: &str) -> Result<PostedBattle, OpError> {
        let campaign = self.ledger.campaign()?;
        let operations = self.ledger.operations()?;
        let last = operations.last().map_or(0, |operation| operation.number);
        let mut posts =
            operations.into_iter().filter(|operation| operation.stands).filter_map(
                |operation| match Request::from_json(&operation.request) {
                    Ok(Request::BattlePost(post)) => Some((operation, post.result)),
                    _ => None,
                },
            );
        let is_number = campaign.frame.parse_square(given).is_none();
        let number = given.trim_start_matches("op:").parse::<u64>().ok().filter(|_| is_number);
        let found = match number {
            Some(number) if number > last => Err(OpError::NoOperation { number, last }),
            Some(number) => match posts.find(|(operation, _)| operation.number == number) {
                Some(found) => Ok(found),
                None => Err(self.put_right_as(number)?.unwrap_or_else(|| {
                    let message = format!("operation {number} posted no battle");
                    let hint =
                        command!("`railhead battle list` lists them; `railhead op show {number}` shows what it did");
                    OpError::not_now(message, hint)
                })),
            },
            None => {
                let battle = pick::battle(&campaign, given)?;
                posts.find(|(_, result)| result.battle == battle.id.as_str()).ok_or_else(|| never_posted(battle))
            }
        };
        let (operation, result) = found?;
        let (battle, file) = (result.battle.as_str().into(), result.file.clone());
        let Operation { number: operation, parent, command, .. } = operation;
        Ok(PostedBattle { battle, operation, parent: parent.unwrap_or(1), command, file, outcome: result.outcome })
    }

    /// Opens a batch in which the campaign goes back to before an operation; [`Session::end_batch`] keeps what is done
    /// in it, or nothing.
    ///
    /// # Errors
    /// When the operation does not stand, another is expected to be the last, or the file cannot be written. The batch
    /// is closed then.
    pub fn begin_correction(&mut self, context: &ChangeContext, wrong: u64) -> Result<Correction, OpError> {
        context.must_be_plain()?;
        self.begin_batch()?;
        let begun = self.go_back(context, wrong);
        if begun.is_err() {
            self.end_batch(false)?;
        }
        begun
    }

    fn go_back(&mut self, context: &ChangeContext, wrong: u64) -> Result<Correction, OpError> {
        self.must_end_with(context.expect)?;
        let group = self.ledger.next_operation()?;
        let (operations, marks) = (self.ledger.operations()?, self.ledger.operation_marks()?);
        let last = operations.last().map_or(0, |operation| operation.number);
        let mut found = None;
        let mut later = Vec::new();
        for (operation, mark) in operations.into_iter().zip(marks) {
            if operation.number == wrong {
                found = Some(operation);
            } else if operation.number > wrong && operation.stands && operation.kind == OperationKind::Do {
                later.push((operation, mark.seed));
            }
        }
        let operation = found.ok_or(OpError::NoOperation { number: wrong, last })?;
        if let Some(refused) = self.put_right_as(wrong)? {
            return Err(refused);
        }
        let parent = parent_of(&operation)?;
        let before = self.ledger.as_of(Moment::Operation(parent))?;
        let stood = std::iter::once(wrong).chain(later.iter().map(|(operation, _)| operation.number)).collect();
        let request = serde_json::json!({"v": 1, "command": "correct", "number": wrong});
        self.ledger.restore(&OperationDraft { group: Some(group), ..context.draft(request, None) }, parent)?;
        Ok(Correction { group, wrong: operation, later, before, stood })
    }

    /// Does a later operation again, the first first; none where all are done. Those named in `left_out` are not done.
    ///
    /// # Errors
    /// When it can no longer be done, or the file cannot be written.
    pub fn do_again(
        &mut self,
        correction: &Correction,
        place: usize,
        left_out: &[u64],
        context: &ChangeContext,
    ) -> Result<Option<DoneAgain>, OpError> {
        let Some((operation, seed)) = correction.later.get(place) else { return Ok(None) };
        let (was, command) = (operation.number, operation.command.clone());
        if left_out.contains(&was) {
            return Ok(Some(DoneAgain { was, is: None, command, how: HowDone::LeftOut }));
        }
        let posted = posted_later(&correction.later[place..]);
        let (is, how) = self.once_more(correction, operation, *seed, &posted, context).map_err(|error| {
            let (operation, command, error) = (was, operation.command.clone(), Box::new(error));
            OpError::NoLonger { operation, command, error }
        })?;
        let how = if is.is_none() { HowDone::ToNothing } else { how };
        Ok(Some(DoneAgain { was, is, command, how }))
    }

    fn once_more(
        &mut self,
        correction: &Correction,
        operation: &Operation,
        seed: u64,
        posted: &BTreeSet<String>,
        context: &ChangeContext,
    ) -> Result<(Option<u64>, HowDone), OpError> {
        let campaign = self.ledger.campaign()?;
        if campaign.bound != operation.bound {
            let message = format!(
                "it was done in {}, and {} is running there now; only another `bound close` can take the place of one",
                operation.bound, campaign.bound
            );
            return Err(OpError::not_now(message, ""));
        }
        let mut again = Again {
            campaign: &campaign,
            request: Request::from_json(&operation.request)?,
            reason: operation.reason.as_deref(),
            overridden: operation.overridden.clone(),
            seed: operation.seed.unwrap_or(seed),
        };
        let declines = again.declines();
        if declines == Declines::Nothing {
            return Ok((None, HowDone::ToNothing));
        }
        let drawn = self.drawn_by(operation.number)?;
        let as_fought = again.fit(correction, drawn.filter(|battle| posted.contains(battle.id.as_str())).as_ref())?;
        let inputs = self.ledger.inputs_of(operation.number)?;
        let draft = OperationDraft {
            command: operation.command.clone(),
            request: again.request.to_json()?,
            group: Some(correction.group),
            seed: again.request.seed(again.seed),
            reason: operation.reason.clone(),
            overridden: again.overridden.clone(),
            expect: None,
            inputs: inputs.into_iter().map(|(name, bytes)| (name, bytes.into())).collect(),
            time: context.time,
        };
        let written = self.ledger.write_with(&draft, |_| Ok::<_, OpError>(again.decide()?.finish()))?;
        let how = match declines {
            Declines::Some => HowDone::Partly,
            _ if as_fought => HowDone::AsFought,
            _ => HowDone::Again,
        };
        Ok((written.operation, how))
    }

    /// The battle that an operation drew.
    fn drawn_by(&self, operation: u64) -> Result<Option<Battle>, OpError> {
        let events = self.ledger.events_of(operation)?;
        Ok(events.into_iter().find_map(|event| match event {
            Event::BattleChanged { before: None, after: Some(battle), .. } if battle.is_open() => Some(*battle),
            _ => None,
        }))
    }

    /// How the campaign stands otherwise than it did, bound by bound.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn corrected(&self, correction: &Correction) -> Result<Vec<Difference>, OpError> {
        let anew = self.done_anew(correction)?;
        let was = self.standings(&correction.before, &correction.stood)?;
        let is = self.standings(&correction.before, &anew)?;
        Ok(differences(&was, &is))
    }

    /// How things stand at the close of each bound, and after the last of these operations.
    fn standings(&self, before: &Campaign, operations: &[u64]) -> Result<Standings, OpError> {
        let (mut campaign, mut standings) = (before.clone(), Standings::default());
        for number in operations {
            for event in self.ledger.events_of(*number)? {
                apply_unobserved(&mut campaign, &event)?;
                if let Event::BoundClosed { bound } = event {
                    standings.add(bound, &campaign);
                }
            }
        }
        standings.add(campaign.bound, &campaign);
        Ok(standings)
    }
}

/// The operation on whose state another stands, where that can be put right.
fn parent_of(operation: &Operation) -> Result<u64, OpError> {
    let number = operation.number;
    match operation.parent {
        None => Err(OpError::not_now(
            format!("operation {number} is the campaign as it was imported"),
            command!("`railhead unit set` and `railhead ground set` correct what stands now"),
        )),
        Some(_) if operation.kind != OperationKind::Do => Err(OpError::not_now(
            format!("operation {number} is a step along the log: nothing in it can be put right"),
            command!("`railhead op log` lists the operations that stand"),
        )),
        Some(_) if !operation.stands => Err(OpError::not_now(
            format!("operation {number} was taken back"),
            command!("`railhead op log` lists the operations that stand"),
        )),
        Some(parent) => Ok(parent),
    }
}

fn never_posted(battle: &Battle) -> OpError {
    let id = &battle.id;
    let (message, hint) = if battle.is_open() {
        let hint = command!("`railhead battle record {id}` takes its result, `railhead battle new` draws it again");
        (format!("`{id}` has not been posted yet: there is nothing to correct"), hint)
    } else if battle.is_declined() {
        let hint = command!("`railhead op log` shows which operation declined it: `railhead op correct N \"COMMAND\"`");
        (format!("`{id}` was declined, not fought"), hint)
    } else {
        let hint = command!("`railhead unit set` and `railhead ground set` correct what stands now");
        (format!("`{id}` was fought before this campaign file was made"), hint)
    };
    OpError::NotNow { message, at: id.to_string(), hint }
}

/// The battles that these operations post.
fn posted_later(later: &[(Operation, u64)]) -> BTreeSet<String> {
    let posts = later.iter().filter_map(|(operation, _)| match Request::from_json(&operation.request) {
        Ok(Request::BattlePost(post)) => Some(post.result.battle),
        _ => None,
    });
    posts.collect()
}
