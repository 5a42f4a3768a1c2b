//! Hours and kilometres as sheets show them.

/// Hours with at most one decimal.
pub(super) fn hours(minutes: u64) -> f64 {
    ((minutes * 10 + 30) / 60) as f64 / 10.0
}

/// Kilometres with at most one decimal.
pub(crate) fn km(metres: u64) -> f64 {
    ((metres + 50) / 100) as f64 / 10.0
}
