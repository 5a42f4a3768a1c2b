//! The part of a picture that changed, and the files to which such parts are added.

use crate::png::PngError;

/// A file that is made picture by picture.
pub(super) trait Moving {
    /// Adds what changed in the next picture, to be shown so many hundredths of a second.
    fn add(&mut self, part: Part, pixels: &[u8], hundredths: u16) -> Result<(), PngError>;

    /// Ends the file.
    fn end(self: Box<Self>) -> Result<(), PngError>;
}

/// A part of a picture, in pixels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Part {
    pub(super) left: u16,
    pub(super) top: u16,
    pub(super) width: u16,
    pub(super) height: u16,
}

impl Part {
    /// The part outside of which two pictures of this width are the same; none where they are the same all over.
    pub(super) fn changed(before: &[u8], after: &[u8], width: u16) -> Option<Self> {
        let row = usize::from(width) * 4;
        let rows = || before.chunks_exact(row).zip(after.chunks_exact(row));
        let (mut top, mut bottom, mut left, mut right) = (None, 0, width, 0);
        for (place, (before, after)) in (0_u16..).zip(rows()) {
            let differs = |(a, b): (&[u8], &[u8])| a != b;
            let pixels = || before.chunks_exact(4).zip(after.chunks_exact(4));
            let Some(first) = pixels().position(differs) else { continue };
            let last = pixels().rposition(differs).unwrap_or(first);
            top.get_or_insert(place);
            (bottom, left, right) = (place, left.min(first as u16), right.max(last as u16));
        }
        let top = top?;
        Some(Self { left, top, width: right - left + 1, height: bottom - top + 1 })
    }

    /// Its pixels, out of a picture of this width.
    pub(super) fn cut(self, picture: &[u8], width: u16) -> Vec<u8> {
        let [left, top, wide, high, width] =
            [self.left, self.top, self.width, self.height, width].map(|length| usize::from(length) * 4);
        let rows = picture.chunks_exact(width).skip(top / 4).take(high / 4);
        rows.flat_map(|row| row[left..left + wide].to_vec()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Three pixels by two, each of one value.
    fn picture(values: [u8; 6]) -> Vec<u8> {
        values.iter().flat_map(|value| [*value; 4]).collect()
    }

    #[test]
    fn only_what_changes_is_drawn_again() {
        let before = picture([1, 2, 3, 4, 5, 6]);
        assert_eq!(Part::changed(&before, &before, 3), None);
        let after = picture([1, 9, 3, 4, 5, 9]);
        let part = Part::changed(&before, &after, 3).unwrap();
        assert_eq!(part, Part { left: 1, top: 0, width: 2, height: 2 });
        assert_eq!(part.cut(&after, 3), [9, 3, 5, 9].iter().flat_map(|value| [*value; 4]).collect::<Vec<u8>>());
    }
}
