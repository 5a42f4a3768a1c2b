//! Who plays from elsewhere, and what he and the umpire write to each other.

use std::collections::BTreeSet;

use ledger::{Message, NewPlayer, Player, Proposal, ProposalState};

use crate::OpError;
use crate::session::Session;

impl Session {
    /// A number that is another one whenever another process has written, be it what is no operation.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn written_by_others(&self) -> Result<i64, OpError> {
        Ok(self.ledger.written_by_others()?)
    }

    /// All players, in the order in which they were named.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn players(&self) -> Result<Vec<Player>, OpError> {
        Ok(self.ledger.players()?)
    }

    /// The player whose key this is; none where it is nobody's, or revoked.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn player_with(&self, key: &[u8]) -> Result<Option<Player>, OpError> {
        Ok(self.ledger.player_with(key)?)
    }

    /// Names a player, and gives his number.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn add_player(&mut self, new: &NewPlayer<'_>) -> Result<u64, OpError> {
        Ok(self.ledger.add_player(new)?)
    }

    /// Gives a player another key, or none: with the one that he had he can no longer enter.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn rekey_player(&mut self, number: u64, key: Option<&[u8]>) -> Result<(), OpError> {
        Ok(self.ledger.rekey_player(number, key)?)
    }

    /// Lets a commander read all that his side knows, or no longer.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn let_player_see(&mut self, number: u64, sees_side: bool) -> Result<(), OpError> {
        Ok(self.ledger.let_player_see(number, sees_side)?)
    }

    /// All proposals, the oldest first. One waits again when what came of it was taken back, and is answered again when that is done
    /// anew: its operation stays named.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn proposals(&self) -> Result<Vec<Proposal>, OpError> {
        let mut proposals = self.ledger.proposals()?;
        let is_done = |of: &Proposal| matches!(of.state, ProposalState::Taken | ProposalState::Changed);
        let done = proposals.iter().filter(|of| is_done(of));
        let done: BTreeSet<u64> = done.filter_map(|of| of.operation).collect();
        if done.is_empty() {
            return Ok(proposals);
        }
        let standing: BTreeSet<u64> = self.ledger.standing(None)?.into_iter().collect();
        if done.is_subset(&standing) {
            return Ok(proposals);
        }
        let log = self.log()?;
        for of in proposals.iter_mut().filter(|of| is_done(of)) {
            let Some(operation) = of.operation.filter(|operation| !standing.contains(operation)) else { continue };
            // A correction may have put another in its place.
            if self.stands_as(&log, operation)?.is_none() {
                of.state = ProposalState::Sent;
                of.done = None;
                of.answer.clear();
            }
        }
        Ok(proposals)
    }

    /// Keeps a proposal: a new one where its number is 0, else in place of the one with this number. Gives its number.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn keep_proposal(&mut self, of: &Proposal) -> Result<u64, OpError> {
        Ok(self.ledger.keep_proposal(of)?)
    }

    /// All messages, the oldest first.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn messages(&self) -> Result<Vec<Message>, OpError> {
        Ok(self.ledger.messages()?)
    }

    /// Keeps a message.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn keep_message(&mut self, of: &Message) -> Result<(), OpError> {
        Ok(self.ledger.keep_message(of)?)
    }
}
