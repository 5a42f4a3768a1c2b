//! Who plays from elsewhere, and what he and the umpire write to each other.
//!
//! What it is: three tables beside the log: players with the hash of their keys, proposals, messages.
//! What it never does: change the campaign, or make an operation: a proposal becomes one when the umpire takes it, like
//! whatever else he does.

use rusqlite::{Connection, OptionalExtension, Row};

use campaign::{Campaign, Formation};
use domain::{Bound, FormationId, SideId};

use crate::error::LedgerError;
use crate::file::storage_error::{AtPath, Result, StorageError};
use crate::handle::Ledger;
use crate::log::hash::sha256;

/// Somebody who plays from elsewhere.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Player {
    /// His number.
    pub number: u64,
    /// His name.
    pub name: String,
    /// His side.
    pub side: SideId,
    /// Whose commander he is; none: he commands all of his side.
    pub commander: Option<FormationId>,
    /// Whether a commander reads all that his side knows, and not only what his own formations see.
    pub sees_side: bool,
    /// Whether his key still opens anything.
    pub may_enter: bool,
}

impl Player {
    /// Whether a formation takes his orders: one of his side, and where he commands one, that or what is under it.
    pub fn commands(&self, campaign: &Campaign, formation: &Formation) -> bool {
        let is_his = |commander: &FormationId| {
            formation.id == *commander || campaign.superiors(formation).iter().any(|superior| superior.id == *commander)
        };
        formation.side == self.side && self.commander.as_ref().is_none_or(is_his)
    }
}

/// A player who is not there yet.
#[derive(Debug, Clone, Copy)]
pub struct NewPlayer<'a> {
    /// His name.
    pub name: &'a str,
    /// His side.
    pub side: &'a SideId,
    /// Whose commander he is; none: he commands all of his side.
    pub commander: Option<&'a FormationId>,
    /// His key, of which only a hash is kept.
    pub key: &'a [u8],
}

/// What became of a proposal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ProposalState {
    /// The umpire has not answered yet.
    Sent,
    /// The player has withdrawn it.
    Withdrawn,
    /// The umpire has done it as it was proposed.
    Taken,
    /// The umpire has done something else instead.
    Changed,
    /// The umpire has not done it.
    Refused,
}

impl ProposalState {
    const ALL: [Self; 5] = [Self::Sent, Self::Withdrawn, Self::Taken, Self::Changed, Self::Refused];

    /// The word by which it is stored.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Sent => "sent",
            Self::Withdrawn => "withdrawn",
            Self::Taken => "taken",
            Self::Changed => "changed",
            Self::Refused => "refused",
        }
    }
}

/// What a player proposes to the umpire.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Proposal {
    /// Its number.
    pub number: u64,
    /// Its number among those of its player, by which he knows it: how many others have written is not his to know.
    pub nth: u64,
    /// The number of the player.
    pub player: u64,
    /// The bound in which he wrote it.
    pub bound: Bound,
    /// The command as he sent it, as a shell wants it.
    pub command: String,
    /// The command that the umpire has done in its place; none where he has done what was sent, or nothing.
    pub done: Option<String>,
    /// What he said beside it.
    pub note: String,
    /// What became of it.
    pub state: ProposalState,
    /// What the umpire said to it.
    pub answer: String,
    /// The operation that came of it.
    pub operation: Option<u64>,
    /// When it was written or changed, in the words of RFC 3339.
    pub time: String,
}

impl Proposal {
    /// What a player sends at this time, and nobody has decided yet; a new one unless it is given the number of another.
    pub fn sent(player: u64, bound: Bound, command: String, note: String, time: String) -> Self {
        let (state, answer, done, operation) = (ProposalState::Sent, String::new(), None, None);
        Self { number: 0, nth: 0, player, bound, command, done, note, state, answer, operation, time }
    }

    /// The same, taken: as it was sent, or with another command in its place.
    #[must_use]
    pub fn taken_as(self, command: String) -> Self {
        let done = Some(command).filter(|command| *command != self.command);
        let state = if done.is_some() { ProposalState::Changed } else { ProposalState::Taken };
        Self { done, state, ..self }
    }

    /// It as it was done, where the umpire has done another command in its place.
    pub fn done_instead(&self) -> Option<Self> {
        Some(Self { command: self.done.clone()?, ..self.clone() })
    }

    /// Whether it was answered, and waits because what came of that was taken back.
    pub fn waits_again(&self) -> bool {
        self.state == ProposalState::Sent && self.operation.is_some()
    }
}

/// A message between a player and the umpire.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Message {
    /// The number of the player.
    pub player: u64,
    /// Whether the umpire wrote it.
    pub from_umpire: bool,
    /// What it says.
    pub text: String,
    /// When it was written, in the words of RFC 3339.
    pub time: String,
}

const PLAYERS: &str = "SELECT number, name, side, commander, key_hash IS NOT NULL, sees_side FROM player";
const PROPOSALS: &str = "SELECT number, player, bound, command, note, state, answer, operation, time, \
     row_number() OVER (PARTITION BY player ORDER BY number), done FROM proposal ORDER BY number";

impl Ledger {
    /// All players, in the order in which they were named.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn players(&self) -> Result<Vec<Player>, LedgerError> {
        self.reading(|conn| rows(conn, &format!("{PLAYERS} ORDER BY number"), player))
    }

    /// The player whose key this is; none where it is nobody's, or revoked.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn player_with(&self, key: &[u8]) -> Result<Option<Player>, LedgerError> {
        self.reading(|conn| {
            let mut found = conn.prepare_cached(&format!("{PLAYERS} WHERE key_hash = ?1"))?;
            found.query_row([sha256(key)], |row| Ok(player(row))).optional()?.transpose()
        })
    }

    /// Names a player, and gives his number.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn add_player(&mut self, new: &NewPlayer<'_>) -> Result<u64, LedgerError> {
        let NewPlayer { name, side, commander, key } = *new;
        let commander = commander.map(FormationId::as_str);
        self.beside(|conn| {
            conn.execute(
                "INSERT INTO player (name, side, commander, key_hash) VALUES (?1, ?2, ?3, ?4)",
                (name, side.as_str(), commander, sha256(key)),
            )?;
            last_number(conn)
        })
    }

    /// Gives a player another key, or none: with the one that he had he can no longer enter.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn rekey_player(&mut self, number: u64, key: Option<&[u8]>) -> Result<(), LedgerError> {
        let hash = key.map(sha256);
        self.beside(|conn| {
            conn.execute("UPDATE player SET key_hash = ?2 WHERE number = ?1", (stored(number), hash))?;
            Ok(())
        })
    }

    /// Lets a commander read all that his side knows, or no longer.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn let_player_see(&mut self, number: u64, sees_side: bool) -> Result<(), LedgerError> {
        self.beside(|conn| {
            conn.execute("UPDATE player SET sees_side = ?2 WHERE number = ?1", (stored(number), sees_side))?;
            Ok(())
        })
    }

    /// All proposals, the oldest first.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn proposals(&self) -> Result<Vec<Proposal>, LedgerError> {
        self.reading(|conn| rows(conn, PROPOSALS, proposal))
    }

    /// Keeps a proposal: a new one where its number is 0, else in place of the one with this number. Gives its number.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn keep_proposal(&mut self, of: &Proposal) -> Result<u64, LedgerError> {
        let bound = i64::from(of.bound.ordinal());
        let number = (of.number > 0).then(|| stored(of.number));
        self.beside(|conn| {
            conn.execute(
                "INSERT INTO proposal (number, player, bound, command, note, state, answer, operation, time, done) \
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10) ON CONFLICT (number) DO UPDATE SET bound = excluded.bound, \
                 command = excluded.command, note = excluded.note, state = excluded.state, answer = excluded.answer, \
                 operation = excluded.operation, time = excluded.time, done = excluded.done",
                (
                    number,
                    stored(of.player),
                    bound,
                    &of.command,
                    &of.note,
                    of.state.as_str(),
                    &of.answer,
                    of.operation.map(stored),
                    &of.time,
                    &of.done,
                ),
            )?;
            if of.number > 0 { Ok(of.number) } else { last_number(conn) }
        })
    }

    /// All messages, the oldest first.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn messages(&self) -> Result<Vec<Message>, LedgerError> {
        self.reading(|conn| rows(conn, "SELECT player, from_umpire, text, time FROM message ORDER BY number", message))
    }

    /// Keeps a message.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn keep_message(&mut self, of: &Message) -> Result<(), LedgerError> {
        self.beside(|conn| {
            conn.execute(
                "INSERT INTO message (player, from_umpire, text, time) VALUES (?1, ?2, ?3, ?4)",
                (stored(of.player), of.from_umpire, &of.text, &of.time),
            )?;
            Ok(())
        })
    }

    /// Writes what is no part of the campaign, which stays as it is.
    fn beside<T>(&mut self, write: impl FnOnce(&Connection) -> Result<T>) -> Result<T, LedgerError> {
        self.writing(|ledger| {
            let campaign = ledger.present()?;
            Ok((write(&ledger.conn).at(&ledger.path)?, Some(campaign)))
        })
    }
}

/// A number as SQLite keeps it, which counts no further.
fn stored(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

fn last_number(conn: &Connection) -> Result<u64> {
    u64::try_from(conn.last_insert_rowid()).map_err(|_| damaged("a number"))
}

fn rows<T>(conn: &Connection, sql: &str, read: fn(&Row<'_>) -> Result<T>) -> Result<Vec<T>> {
    let mut statement = conn.prepare_cached(sql)?;
    let mut rows = statement.query([])?;
    let mut found = Vec::new();
    while let Some(row) = rows.next()? {
        found.push(read(row)?);
    }
    Ok(found)
}

fn damaged(what: &str) -> StorageError {
    StorageError::Damaged(format!("{what} in the tables of players cannot be"))
}

fn number(row: &Row<'_>, at: usize) -> Result<u64> {
    u64::try_from(row.get::<_, i64>(at)?).map_err(|_| damaged("a number"))
}

fn player(row: &Row<'_>) -> Result<Player> {
    let side: String = row.get(2)?;
    let commander: Option<String> = row.get(3)?;
    Ok(Player {
        number: number(row, 0)?,
        name: row.get(1)?,
        side: side.parse().map_err(|_| damaged("a side"))?,
        commander: commander.map(|id| id.as_str().into()),
        may_enter: row.get(4)?,
        sees_side: row.get(5)?,
    })
}

fn proposal(row: &Row<'_>) -> Result<Proposal> {
    let state: String = row.get(5)?;
    let state = ProposalState::ALL.into_iter().find(|of| of.as_str() == state);
    let operation: Option<i64> = row.get(7)?;
    Ok(Proposal {
        number: number(row, 0)?,
        nth: number(row, 9)?,
        player: number(row, 1)?,
        bound: Bound::from_ordinal(row.get(2)?),
        command: row.get(3)?,
        note: row.get(4)?,
        state: state.ok_or_else(|| damaged("what became of a proposal"))?,
        answer: row.get(6)?,
        operation: operation.and_then(|number| u64::try_from(number).ok()),
        time: row.get(8)?,
        done: row.get(10)?,
    })
}

fn message(row: &Row<'_>) -> Result<Message> {
    Ok(Message { player: number(row, 0)?, from_umpire: row.get(1)?, text: row.get(2)?, time: row.get(3)? })
}
