//! The keys of `unit set`, as help and forms have them.

use campaign::UnitKey;
use domain::{LeafState, Posture};

/// A key of `unit set`.
#[derive(Debug, Clone, Copy)]
pub struct UnitSetKey {
    /// As it is typed.
    pub key: &'static str,
    /// What values it takes.
    pub values: &'static str,
    /// What it means.
    pub meaning: &'static str,
    /// All of its values, where there are few.
    pub choices: fn() -> Vec<&'static str>,
}

const fn key(
    key: &'static str,
    values: &'static str,
    meaning: &'static str,
    choices: fn() -> Vec<&'static str>,
) -> UnitSetKey {
    UnitSetKey { key, values, meaning, choices }
}

const ANY: fn() -> Vec<&'static str> = Vec::new;
const YES_OR_NO: fn() -> Vec<&'static str> = || vec!["yes", "no"];

/// The keys of `unit set` that change more than one word of a formation.
const MORE: [UnitSetKey; 14] = [
    key("square", "SQUARE", "puts it there; a formation's leaves keep their places relative to its square", ANY),
    key("state", "STATE", "the state of the leaf, or of every leaf", || {
        LeafState::ALL.iter().map(|state| state.as_str()).collect()
    }),
    key("sp", "N|N%", "SP left; on a formation a share of full SP for every fighting leaf, halves rounded up", ANY),
    key("markers", "N", "casualty markers; on a formation for every fighting leaf", ANY),
    key("ammo", "full|out", "ammunition", || vec!["full", "out"]),
    key("posture", "WORD", "how it stands", || Posture::ALL.iter().map(|posture| posture.as_str()).collect()),
    key("mounted", "yes|no", "in carriers or riding on tanks", YES_OR_NO),
    key("hq_die", "N|full", "the unit's HQ die", ANY),
    key("fought", "yes|no", "a mark left by battles: it has fought", YES_OR_NO),
    key("met_tanks", "yes|no", "a mark left by battles: it has met tanks", YES_OR_NO),
    key("orders", "yes|no", "whether it has orders", YES_OR_NO),
    key("fanatical", "yes|no", "whether it has a commissar", YES_OR_NO),
    key("arrives", "BOUND", "when a reinforcement arrives; `none` for never", ANY),
    key("entry", "PLACE", "where it enters the map", ANY),
];

/// The keys, in the order in which they take effect.
pub fn unit_set_keys() -> impl Iterator<Item = UnitSetKey> {
    let texts = UnitKey::ALL.iter().map(|of| {
        let spec = of.spec();
        key(of.as_str(), spec.values, spec.meaning, if *of == UnitKey::ByRail { YES_OR_NO } else { ANY })
    });
    MORE.into_iter().chain(texts)
}
