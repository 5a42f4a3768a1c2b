//! Break tests (NQM Squared, sections 1 and 9).

use domain::Grade;

use super::tables::BREAK_NEED;

/// The least face that passes; none for those who never fail.
///
/// # Interpretation
/// Elite units never refuse combat: they throw, and cannot fail.
pub(crate) fn need(grade: Grade) -> Option<u8> {
    BREAK_NEED.iter().find(|(g, _)| *g == grade).and_then(|(_, need)| *need)
}

/// Whether so many markers on so many SP left reach the half at which a unit tests (section 9).
pub(crate) fn is_half(markers: u32, sp_left: u32) -> bool {
    sp_left > 0 && markers * 2 >= sp_left
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn needs_of_the_page() {
        let needs = [Grade::Elite, Grade::Veteran, Grade::Regular, Grade::Conscript, Grade::Militia, Grade::Green];
        assert_eq!(needs.map(need), [None, Some(3), Some(4), Some(5), Some(5), Some(6)]);
    }

    #[test]
    fn half_is_of_the_sp_that_are_left() {
        assert!(is_half(3, 6) && is_half(4, 7) && !is_half(3, 7) && !is_half(0, 0));
    }
}
