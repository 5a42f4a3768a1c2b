//! `supply plan --accept`: the trips of a plan are made, as one operation.

use serde::{Deserialize, Serialize};

use crate::ops::{OpError, Stand, Work};

use super::SupplySend;

/// A plan is accepted: all that it sends is sent, or nothing.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SupplyPlan {
    /// Who is sent where with what, one after another.
    pub sends: Vec<SupplySend>,
}

impl SupplyPlan {
    pub(super) fn decide(&self, stand: &Stand<'_>, work: &mut Work) -> Result<(), OpError> {
        if self.sends.is_empty() {
            let hint = "`railhead supply plan` says what is wanted and why nobody is sent";
            return Err(OpError::not_now("the plan sends nobody", hint));
        }
        self.sends.iter().try_for_each(|send| send.decide(stand, work))
    }
}
