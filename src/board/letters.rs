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
    unanswered: usize,
}

/// What is written, and what of it has been seen.
#[derive(Debug, Default)]
pub(crate) struct Letters {
    pub(crate) written: Written,
    /// How many letters and decisions each player has seen; what there was when the board was opened is not new.
    seen: BTreeMap<u64, (usize, usize)>,
    /// How many letters of players the umpire has seen.
    seen_by_umpire: usize,
}

impl Letters {
    /// Those that there are when the board is opened.
    pub(crate) fn found(desk: &mut dyn Desk) -> Self {
        let written = Written::read(desk).unwrap_or_default();
        Self { seen: written.for_players(), written, seen_by_umpire: 0 }
    }

    /// How much waits for the umpire to be decided or read.
    pub(crate) fn waits_for_the_umpire(&self) -> usize {
        let proposals = self.written.proposals.values().filter(|of| of.state == ProposalState::Sent).count();
        let new = self.written.of_players().saturating_sub(self.seen_by_umpire);
        proposals + self.written.unanswered.min(new)
    }

    /// How many letters and decisions of the umpire's a player has not seen.
    pub(crate) fn unread(&self, player: u64) -> (usize, usize) {
        let (letters, decided) = self.written.for_player(player);
        let (seen, known) = self.seen.get(&player).copied().unwrap_or_default();
        (letters.saturating_sub(seen), decided.saturating_sub(known))
    }

    /// What is written now; gives what was before. Of a decision that was taken back nothing has been seen.
    pub(crate) fn renew(&mut self, now: Written) -> Written {
        for (player, (_, known)) in &mut self.seen {
            *known = (*known).min(now.for_player(*player).1);
        }
        std::mem::replace(&mut self.written, now)
    }

    /// A player, or the umpire, has seen what was written to him: his `post`, or what became of his `orders`.
    pub(crate) fn are_read(&mut self, player: Option<u64>, what: &str) {
        let Some(number) = player else {
            self.seen_by_umpire = self.written.of_players();
            return;
        };
        let (letters, decided) = self.written.for_player(number);
        let seen = self.seen.entry(number).or_default();
        if what == "post" {
            seen.0 = letters;
        } else {
            seen.1 = decided;
        }
    }
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
    fn for_player(&self, number: u64) -> (usize, usize) {
        let is_decided =
            |of: &&Proposal| of.player == number && !matches!(of.state, ProposalState::Sent | ProposalState::Withdrawn);
        (self.of_umpire.get(&number).copied().unwrap_or_default(), self.proposals.values().filter(is_decided).count())
    }

    /// How many letters players have written.
    fn of_players(&self) -> usize {
        self.messages.values().sum::<usize>() - self.of_umpire.values().sum::<usize>()
    }

    /// What each player has of the umpire.
    fn for_players(&self) -> BTreeMap<u64, (usize, usize)> {
        let all = self.messages.keys().copied().chain(self.proposals.values().map(|of| of.player));
        all.map(|number| (number, self.for_player(number))).collect()
    }
}
