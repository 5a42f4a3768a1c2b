//! What would be right where the campaign refuses.

use campaign::Refusal;
use domain::{Said, command};

use super::OpError;

impl OpError {
    /// What would be right where the campaign itself refuses; nothing where the refusal says it.
    pub fn refusal_hint(&self) -> Option<Said> {
        let Self::Refused(refusal) = self else { return None };
        match refusal {
            Refusal::Taken(_) => {
                Some(command!("give another id: `railhead orbat --bases` and `railhead dump list` list those in use"))
            }
            Refusal::OtherSide { side, .. } => Some(command!(
                "a superior must be of the same side: `railhead orbat --side {side}` lists its formations"
            )),
            Refusal::Cycle { formation, .. } => Some(format!("name a superior that is not under `{formation}`").into()),
            Refusal::UnderALeaf(leaf) => {
                Some(command!("name a formation: `railhead unit show {leaf}` shows the one above the leaf"))
            }
            _ => None,
        }
    }
}
