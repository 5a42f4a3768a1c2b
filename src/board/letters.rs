//! What players and the umpire have written to each other, as far as it is told who has something new.

use std::collections::BTreeMap;

use ops::{Proposal, ProposalState};

use crate::desk::Desk;

/// What players and the umpire have written to each other.
#[derive(Debug, Default)]
pub(crate) struct Written {
    /// The mark of the file when it was read: another where another process has written since.
    pub(crate) mark: i64,
    pub(crate) proposals: BTreeMap<u64, Proposal>,
    /// How many messages of each player.
    pub(crate) messages: BTreeMap<u64, usize>,
    /// How many of them the umpire wrote.
    of_umpire: BTreeMap<u64, usize>,
    /// How many players wrote behind the last word of the umpire's.
    pub(crate) unanswered: usize,
}

impl Written {
    pub(crate) fn read(desk: &mut dyn Desk) -> Option<Self> {
        let session = desk.session().ok()?;
        let mark = session.written_by_others().ok()?;
        let proposals = session.proposals().ok()?.into_iter().map(|of| (of.number, of)).collect();
        let mut messages = BTreeMap::new();
        let (mut of_umpire, mut open) = (BTreeMap::new(), BTreeMap::new());
        for message in session.messages().ok()? {
            *messages.entry(message.player).or_default() += 1;
            if message.from_umpire {
                *of_umpire.entry(message.player).or_default() += 1;
                open.remove(&message.player);
            } else {
                *open.entry(message.player).or_default() += 1;
            }
        }
        Some(Self { mark, proposals, messages, of_umpire, unanswered: open.values().sum() })
    }

    /// How many letters a player has of the umpire, and how many of his proposals are decided.
    pub(crate) fn for_player(&self, number: u64) -> (usize, usize) {
        let is_decided =
            |of: &&Proposal| of.player == number && !matches!(of.state, ProposalState::Sent | ProposalState::Withdrawn);
        (self.of_umpire.get(&number).copied().unwrap_or_default(), self.proposals.values().filter(is_decided).count())
    }

    /// How many letters players have written.
    pub(crate) fn of_players(&self) -> usize {
        self.messages.values().sum::<usize>() - self.of_umpire.values().sum::<usize>()
    }

    /// What each player has of the umpire.
    pub(crate) fn for_players(&self) -> BTreeMap<u64, (usize, usize)> {
        let all = self.messages.keys().copied().chain(self.proposals.values().map(|of| of.player));
        all.map(|number| (number, self.for_player(number))).collect()
    }
}
