//! What has become of an operation by a correction: whether anything is otherwise, and under which number it stands now.

use domain::command;

use super::Correction;
use crate::{OpError, Session};

impl Session {
    /// What is said of an operation that a correction has done again; none of any other.
    pub(super) fn put_right_as(&self, number: u64) -> Result<Option<OpError>, OpError> {
        let now = self.stands_as(&self.log()?, number)?.filter(|now| *now != number);
        Ok(now.map(|now| {
            let message = format!("operation {number} was done again by a correction: it is operation {now} now");
            OpError::not_now(
                message,
                command!("`railhead op show {now}` shows it; `railhead op correct {now}` puts it right"),
            )
        }))
    }

    /// Whether all that happens is what happened before: the same events of the same operations.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn changes_nothing(&self, correction: &Correction) -> Result<bool, OpError> {
        let anew = self.done_anew(correction)?;
        if anew.len() != correction.stood.len() {
            return Ok(false);
        }
        for (was, is) in correction.stood.iter().zip(anew) {
            if self.ledger.events_of(*was)? != self.ledger.events_of(is)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The operations that a correction has written, without the step back.
    pub(super) fn done_anew(&self, correction: &Correction) -> Result<Vec<u64>, OpError> {
        Ok(self.ledger.standing(None)?.into_iter().filter(|number| *number > correction.group).collect())
    }
}
