//! `supply forecast --keep`: a forecast goes into the log, to be laid beside what happens.

use serde::{Deserialize, Serialize};

use campaign::{Event, LogUse, PolUse};

use crate::query::{ForecastAsked, supply_forecast};
use crate::{Changeset, OpError, pick};

/// A forecast is kept.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ForecastKeep {
    /// How many bounds it looks ahead, the running one among them.
    pub bounds: u32,
    /// Whose it is; none for both sides.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub side: Option<String>,
    /// Who is taken to burn POL.
    pub pol: PolUse,
    /// Who is taken to expend LOG.
    pub log: LogUse,
}

impl ForecastKeep {
    pub(crate) fn decide(&self, changes: &mut Changeset) -> Result<(), OpError> {
        let side = self.side.as_deref().map(|word| pick::side(changes.now(), word)).transpose()?;
        let asked = ForecastAsked { bounds: self.bounds, side, pol: self.pol, log: self.log };
        let forecast = Box::new(supply_forecast(changes.now(), asked)?);
        changes.happen(Event::ForecastKept { forecast })
    }
}
