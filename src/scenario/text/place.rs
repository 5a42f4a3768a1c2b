//! Where in a text something stands.

/// Line and column, both from 1, of a byte of a text.
pub(crate) fn position(text: &str, offset: usize) -> (u64, u64) {
    past((1, 1), text.char_indices().take_while(|(at, _)| *at < offset).map(|(_, letter)| letter), '\n')
}

/// Line and column behind some letters, of which `end` ends a line.
pub(crate) fn past(from: (u64, u64), letters: impl Iterator<Item = char>, end: char) -> (u64, u64) {
    letters.fold(from, |(line, column), letter| if letter == end { (line + 1, 1) } else { (line, column + 1) })
}
