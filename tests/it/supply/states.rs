//! The shipped campaigns as they stand at every bound of their histories.

use std::sync::OnceLock;

use campaign::Campaign;
use domain::{Bound, Phase};
use ledger::{Ledger, Moment};

use crate::histories;

/// The states of a campaign at the end of every bound of its history; none where it has none.
pub(crate) fn at_bounds(name: &str) -> &'static [Campaign] {
    static BRODY: OnceLock<Vec<Campaign>> = OnceLock::new();
    static TYPHOON: OnceLock<Vec<Campaign>> = OnceLock::new();
    static URANUS: OnceLock<Vec<Campaign>> = OnceLock::new();
    match name {
        "brody-1941" => BRODY.get_or_init(|| played(name)),
        "typhoon-1941" => TYPHOON.get_or_init(|| played(name)),
        "uranus-1942" => URANUS.get_or_init(|| played(name)),
        _ => &[],
    }
}

fn played(name: &str) -> Vec<Campaign> {
    let field = histories::played(name);
    let ledger = Ledger::open(&field.dir.path().join(format!("{name}.railhead"))).unwrap();
    // Folded and not loaded, for then it has its transfers, and a file can be made of it.
    let now = ledger.as_of(Moment::Operation(ledger.next_operation().unwrap() - 1)).unwrap();
    let bounds = (1..=now.days).flat_map(|day| [Phase::Am, Phase::Pm, Phase::Night].map(|phase| Bound { day, phase }));
    let closed = bounds.take_while(|bound| *bound < now.bound);
    let mut states: Vec<Campaign> = closed.map(|bound| ledger.as_of(Moment::Bound(bound)).unwrap()).collect();
    states.push(now);
    states
}
