//! `dump destroy`: a dump is blown up before a retreat, whole or but for what is kept.

use serde::{Deserialize, Serialize};

use campaign::Event;
use domain::{Commodity, command};

use crate::command::supply::convoy::change::divert;
use crate::command::supply::dump;
use crate::{Changeset, DecisionContext, OpError};

/// A dump is destroyed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DumpDestroy {
    /// The dump, as given.
    pub dump: String,
    /// How many units of each commodity are kept; none where the dump is destroyed whole and is no more.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub keep: Option<u32>,
}

impl DumpDestroy {
    pub(crate) fn decide(&self, context: &DecisionContext<'_>, changes: &mut Changeset) -> Result<(), OpError> {
        let dump = dump(changes, &self.dump)?;
        let reason = context.any_reason().unwrap_or("demolished");
        let mut destroyed = false;
        for commodity in Commodity::ALL {
            let held = u32::try_from(changes.now().stock.balance(dump.id.as_str(), *commodity)).unwrap_or_default();
            let units = held.saturating_sub(self.keep.unwrap_or_default());
            if units > 0 {
                changes.transfer(dump.id.as_str(), "destroyed", *commodity, units, reason)?;
                destroyed = true;
            }
        }
        if let Some(keep) = self.keep {
            let message = format!("{} holds no more than {keep} of anything", changes.now().dump_called(&dump));
            let hint = command!("`railhead supply stocks {}` shows what it holds", dump.id);
            return if destroyed { Ok(()) } else { Err(OpError::not_now(message, hint)) };
        }
        divert(changes, &dump.id)?;
        changes.happen(Event::DumpClosed { dump: Box::new(dump) })
    }
}
