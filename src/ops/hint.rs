//! What would be right where the campaign refuses.

use campaign::Refusal;

use super::OpError;

impl OpError {
    /// What would be right where the campaign itself refuses; nothing where the refusal says it.
    pub fn refusal_hint(&self) -> Option<String> {
        let Self::Refused(refusal) = self else { return None };
        match refusal {
            Refusal::Taken(_) => {
                Some("give another id: `railhead orbat --bases` and `railhead dump list` list those in use".to_owned())
            }
            Refusal::OtherSide { side, .. } => Some(format!(
                "a superior must be of the same side: `railhead orbat --side {side}` lists its formations"
            )),
            Refusal::Cycle { formation, .. } => Some(format!("name a superior that is not under `{formation}`")),
            Refusal::UnderALeaf(leaf) => {
                Some(format!("name a formation: `railhead unit show {leaf}` shows the one above the leaf"))
            }
            _ => None,
        }
    }
}
