//! An open campaign file, with how to look at it and how to write to it.

mod correction;
mod players;

use std::path::Path;
use std::sync::Arc;

use campaign::{Campaign, Event};
use dice::Ask;
use ledger::{AnotherReader, Ledger, Upgraded, Written};

use super::{Notice, OfCampaign, OpError, Request};
use crate::context::{ChangeContext, DecisionContext};
use crate::query::MarchesKnown;

pub use correction::{Correction, DoneAgain, HowDone, PostedBattle};
pub use ledger::{Input, Message, Moment, NewPlayer, Player, Proposal, ProposalState, Stepped};

/// What a writing command came to.
#[derive(Debug, Clone)]
pub struct Change {
    /// The number of the operation; none where nothing was written.
    pub operation: Option<u64>,
    /// Whether nothing was to be written.
    pub dry_run: bool,
    /// What was decided.
    pub events: Vec<Event>,
    /// What was told beside the events.
    pub told: Option<Notice>,
    /// The campaign before.
    pub before: Arc<Campaign>,
    /// The campaign after.
    pub after: Arc<Campaign>,
}

impl Change {
    /// Whether some setting is another after it.
    pub fn sets_a_setting(&self) -> bool {
        self.events.iter().any(|event| matches!(event, Event::SettingChanged { .. }))
    }

    /// Whether it closed a bound.
    pub fn closes_a_bound(&self) -> bool {
        self.events.iter().any(|event| matches!(event, Event::BoundClosed { .. }))
    }
}

/// An open campaign file.
pub struct Session {
    ledger: Ledger,
    /// What marches of bounds came to, those that were marched here and those that were looked up.
    pub(super) marches: MarchesKnown,
}

/// Another session on the same campaign file, to be opened on another thread; it only reads.
#[derive(Debug)]
pub struct AnotherSession(AnotherReader);

impl AnotherSession {
    /// Opens it.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn open(self) -> Result<Session, OpError> {
        Ok(Session { ledger: self.0.open()?, marches: MarchesKnown::default() })
    }
}

impl Session {
    /// Opens a campaign file.
    ///
    /// # Errors
    /// When it is missing, no campaign, damaged, or newer than the program.
    pub fn open(path: &Path) -> Result<Self, OpError> {
        Ok(Self { ledger: Ledger::open(path)?, marches: MarchesKnown::default() })
    }

    /// Another session on the file, for what takes long; nobody waits for it.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn another(&self) -> Result<AnotherSession, OpError> {
        Ok(AnotherSession(self.ledger.another_reader()?))
    }

    /// What was done to bring the file's tables up to date when it was opened; none where they were.
    pub fn upgraded(&self) -> Option<&Upgraded> {
        self.ledger.upgraded()
    }

    /// Of which campaign what is written beside this file is.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn campaign_here(&self) -> Result<OfCampaign, OpError> {
        let file = self.ledger.path().file_name().unwrap_or_default().to_string_lossy().into_owned();
        Ok(OfCampaign { title: self.look(None)?.title, file, known_by: self.ledger.known_by()? })
    }

    /// What to do once when another process is writing and this one begins to wait.
    pub fn on_wait(&mut self, hook: impl Fn() + Send + 'static) {
        self.ledger.set_on_wait(hook);
    }

    /// The campaign at a moment; none: as it stands now.
    ///
    /// # Errors
    /// When there is no such moment, or the file cannot be read.
    pub fn look(&self, moment: Option<Moment>) -> Result<Campaign, OpError> {
        let Some(moment) = moment else { return Ok(self.ledger.campaign()?) };
        if let Moment::Bound(bound) = moment {
            let now = self.ledger.campaign()?;
            if bound == now.bound {
                return Ok(now);
            }
        }
        Ok(self.ledger.as_of(moment)?)
    }

    /// Decides a request and writes what was decided, or, in a dry run, only decides.
    ///
    /// # Errors
    /// When it is refused or the file cannot be written; nothing is written then.
    pub fn change(&mut self, change_context: &ChangeContext, request: &Request) -> Result<Change, OpError> {
        change_context.must_be_plain()?;
        request.must_name_well()?;
        let seed = self.ledger.next_seed()?;
        let mut told = None;
        let mut decide = |campaign: &Campaign| -> Result<(Vec<Event>, Campaign), OpError> {
            let (reason, overridden) = (change_context.reason.as_deref(), change_context.overridden.as_deref());
            let context = DecisionContext { campaign, reason, overridden, seed };
            let mut changes = request.decide(&context)?;
            told = changes.take_told();
            Ok(changes.finish())
        };
        if change_context.dry_run {
            self.must_end_with(change_context.expect)?;
            let before = Arc::new(self.ledger.campaign()?);
            let (events, mut after) = decide(&before)?;
            after.observe(&events);
            return Ok(Change { operation: None, dry_run: true, events, told, before, after: Arc::new(after) });
        }
        let draft = change_context.draft(request.to_json()?, request.seed(seed));
        let Written { operation, events, before, after } = self.ledger.write_with(&draft, decide)?;
        if let (Some(operation), Some(Notice::March(account))) = (operation, &told) {
            self.marches.keep(operation, account);
        }
        Ok(Change { operation, dry_run: false, events, told, before, after })
    }

    /// Refuses a campaign whose last operation is another than the one expected.
    ///
    /// # Errors
    /// When it is another, or the file cannot be read.
    pub fn must_end_with(&self, expected: Option<u64>) -> Result<(), OpError> {
        Ok(self.ledger.must_end_with(expected)?)
    }

    /// A request with its dice as they were rolled at the table, asked for one throw after another; writes nothing.
    ///
    /// # Errors
    /// When it is refused, or nobody answers.
    pub fn ask(
        &mut self,
        change_context: &ChangeContext,
        request: Request,
        ask: &mut dyn Ask,
    ) -> Result<Request, OpError> {
        // Nobody is asked for dice that would not be taken.
        self.must_end_with(change_context.expect)?;
        let campaign = self.ledger.campaign()?;
        let (reason, overridden) = (change_context.reason.as_deref(), change_context.overridden.as_deref());
        request.asked(&DecisionContext { campaign: &campaign, reason, overridden, seed: 0 }, ask)
    }

    /// Steps along the chain of operations; in a dry run, says what the step would come to.
    ///
    /// # Errors
    /// When there is no such step.
    pub fn step(&mut self, change_context: &ChangeContext, step: Step) -> Result<Stepped, OpError> {
        change_context.must_be_plain()?;
        let draft = change_context.draft(step.to_json(), None);
        if change_context.dry_run {
            self.ledger.begin_batch()?;
        }
        let stepped = match step {
            Step::Undo { one_line } => self.ledger.undo(&draft, one_line),
            Step::Redo => self.ledger.redo(&draft),
            Step::Restore { number } => self.ledger.restore(&draft, number),
        };
        if change_context.dry_run {
            self.ledger.end_batch(false)?;
        }
        Ok(stepped?)
    }

    /// The ledger, for questions about the log itself.
    pub(super) fn ledger(&self) -> &Ledger {
        &self.ledger
    }

    /// Holds what follows together until [`Session::end_batch`].
    ///
    /// # Errors
    /// When another process is writing.
    pub fn begin_batch(&mut self) -> Result<(), OpError> {
        Ok(self.ledger.begin_batch()?)
    }

    /// Keeps what was done since [`Session::begin_batch`], or none of it.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn end_batch(&mut self, keep: bool) -> Result<(), OpError> {
        let ended = self.ledger.end_batch(keep);
        if !keep || ended.is_err() {
            // Their numbers will be those of other operations.
            self.marches = MarchesKnown::default();
        }
        Ok(ended?)
    }
}

/// A step along the chain of operations.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// One back: the last operation, or its whole group unless `one_line`.
    Undo {
        /// Whether only the last operation of a group.
        one_line: bool,
    },
    /// One forward again.
    Redo,
    /// To the chain as it was after this operation.
    Restore {
        /// The number of the operation.
        number: u64,
    },
}

impl Step {
    fn to_json(self) -> serde_json::Value {
        match self {
            Self::Undo { one_line } => serde_json::json!({"v": 1, "command": "undo", "one_line": one_line}),
            Self::Redo => serde_json::json!({"v": 1, "command": "redo"}),
            Self::Restore { number } => serde_json::json!({"v": 1, "command": "restore", "number": number}),
        }
    }
}
