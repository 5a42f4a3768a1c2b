//! What would be right where the campaign refuses.

use campaign::Refusal;
use domain::{Said, command};

/// What would be right where the campaign itself refuses; nothing where the refusal says it.
pub fn refusal_hint(refusal: &Refusal) -> Said {
    match refusal {
        Refusal::Taken(_) => {
            command!("give another id: `railhead orbat --bases` and `railhead dump list` list those in use")
        }
        Refusal::OtherSide { side, .. } => {
            command!("name one of the same side: `railhead orbat --side {side}` lists its formations")
        }
        Refusal::Cycle { formation, .. } => format!("name a superior that is not under {formation}").into(),
        Refusal::UnderALeaf { leaf, .. } => {
            command!("name a formation: `railhead unit show {leaf}` shows the one above the leaf")
        }
        _ => Said::default(),
    }
}
