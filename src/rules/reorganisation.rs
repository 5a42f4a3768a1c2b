//! What reorganisation costs, and what comes back (section 11 of NQM Squared; NQM Free, "Reorganisation").

use super::tables::ODD_MARKER_NEED;

/// Whether so many markers leave an odd one to throw for.
pub(crate) fn has_odd(markers: u32) -> bool {
    markers % 2 == 1
}

/// SP lost for so many markers, with the face thrown for an odd one.
///
/// Squared: every two markers are one SP. Free: half come off, each that is left is one SP. Both come to the same.
///
/// # Interpretation
/// An odd marker that is not removed costs one SP, so that on average it costs half a point like the others.
pub(crate) fn sp_lost(markers: u32, odd_face: Option<u8>) -> u32 {
    let odd = has_odd(markers) && odd_face.is_some_and(|face| face < ODD_MARKER_NEED);
    markers / 2 + u32::from(odd)
}

/// SP that return when an operation ends, of those lost in reorganisation (Free): half, an odd one on 4+.
pub(crate) fn returned(lost: u32, odd_face: Option<u8>) -> u32 {
    let odd = has_odd(lost) && odd_face.is_some_and(|face| face >= ODD_MARKER_NEED);
    lost / 2 + u32::from(odd)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The text's example: five markers, a 4 for the odd one, two SP lost.
    #[test]
    fn the_example_of_the_text() {
        assert_eq!(sp_lost(5, Some(4)), 2);
        assert_eq!(sp_lost(5, Some(3)), 3);
        assert_eq!(sp_lost(4, None), 2);
        assert_eq!(sp_lost(0, None), 0);
    }

    #[test]
    fn a_quarter_is_lost_for_good_under_free() {
        assert_eq!(sp_lost(8, None) - returned(sp_lost(8, None), None), 2);
        assert_eq!((returned(3, Some(4)), returned(3, Some(3))), (2, 1));
    }
}
