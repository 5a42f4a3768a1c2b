//! Marks that identify an outcome: its drawing, and the engagement that was fought.
//!
//! What it decides: when two drawings, or two engagements, are the same: when they say the same, comments apart.
//! What it never does: refuse. That is `admit`.

use std::fmt::Write as _;

use sha2::{Digest, Sha256};

use campaign::{Battle, Fact};
use rules::setup::Setup;

use crate::OpError;

/// How many bytes of a digest are kept: marks tell a file from its forerunners, and keep nobody from forging one.
const KEPT: usize = 6;

/// The fact that keeps the mark of a drawing: what other battles of the bound do to the facts leaves it as it is.
///
/// # Errors
/// When the battle cannot be written as JSON, which none of this program's is.
pub(crate) fn of_drawing(battle: &Battle) -> Result<Fact, OpError> {
    Ok(Fact { subject: battle.id.to_string(), text: digest(&serde_json::to_vec(battle)?) })
}

/// The mark of the drawing of an open battle; none of one that was drawn before marks were kept.
pub fn drawing(battle: &Battle) -> Option<&str> {
    let own = battle.facts.iter().find(|fact| fact.subject == battle.id.as_str());
    own.map(|fact| fact.text.as_str())
}

/// Whether an engagement is of an earlier drawing of a battle than the one that stands.
pub(crate) fn is_of_another(setup: &Setup, battle: &Battle) -> bool {
    setup.drawing.as_deref().zip(drawing(battle)).is_some_and(|(own, drawn)| own != drawn)
}

/// The mark of an engagement.
///
/// # Errors
/// When it cannot be written as JSON, which none of this program's is.
pub(crate) fn of_engagement(setup: &Setup) -> Result<String, OpError> {
    Ok(digest(&serde_json::to_vec(setup)?))
}

fn digest(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().take(KEPT).fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}
