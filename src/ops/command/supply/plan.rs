//! `supply plan --accept`: the trips of a plan are made, as one operation.

use serde::{Deserialize, Serialize};

use super::convoy::{chain, set_out};
use crate::command::SupplySend;
use crate::{Changeset, DecisionContext, OpError};

/// A plan is accepted: all that it sends is sent, or nothing.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SupplyPlan {
    /// Who is sent where with what, one after another.
    pub sends: Vec<SupplySend>,
}

impl SupplyPlan {
    pub(crate) fn decide(&self, context: &DecisionContext<'_>, changes: &mut Changeset) -> Result<(), OpError> {
        let mut sent = Vec::new();
        for send in &self.sends {
            let sending = send.sending(changes.now())?;
            sent.extend(sending.convoy.vehicles.iter().cloned());
            set_out(context, changes, sending)?;
        }
        if let Some(warning) = chain::warning(context.campaign, &sent) {
            changes.note(warning);
        }
        Ok(())
    }
}

impl SupplySend {
    /// The words of the command that sends so, without the name of the program.
    pub fn words(&self) -> String {
        let mut words = vec!["supply send".to_owned(), self.vehicles.join(",")];
        let mut option = |name: &str, value: &str| {
            let quoted = if value.contains(' ') { format!("\"{value}\"") } else { value.to_owned() };
            words.push(format!("--{name} {quoted}"));
        };
        self.load.iter().for_each(|load| option("load", load));
        self.from.iter().for_each(|from| option("from", from));
        option("to", &self.to);
        if !self.via.is_empty() {
            option("via", &self.via.join(","));
        }
        self.bound.iter().for_each(|bound| option("for", bound));
        if self.stay {
            words.push("--stay".to_owned());
        }
        words.join(" ")
    }
}
