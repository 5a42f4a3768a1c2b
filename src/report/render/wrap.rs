//! Where lines are broken: the one place that wraps, for tables, notes and what is said beside reports.

use textwrap::core::Word;
use textwrap::wrap_algorithms::{WrapAlgorithm, wrap_first_fit};
use textwrap::{Options, WordSeparator, WordSplitter};

/// How many places of a page a text takes.
pub(super) fn width_of(text: &str) -> usize {
    // The library looks at each character, and a report is measured several times over.
    if text.bytes().all(|byte| matches!(byte, b' '..=b'~')) {
        return text.len();
    }
    textwrap::core::display_width(text)
}

/// How many blanks stand before a text, of whatever kind.
pub(super) fn leading(text: &str) -> usize {
    text.chars().take_while(|letter| letter.is_whitespace()).count()
}

/// A text in lines of at most this width, broken at blanks and never within a word; those after the first are indented.
pub(super) fn folded(text: &str, width: usize) -> Vec<String> {
    let options = whole_words(width, WordSeparator::AsciiSpace).subsequent_indent("  ");
    textwrap::wrap(text, options).into_iter().map(String::from).collect()
}

/// A sentence with its head in lines of at most this width, those after the first indented by so many places.
///
/// It is broken between words; never within back-ticks, so that a command can be copied whole, though its line be wider than
/// the page.
pub fn sentence(head: &str, text: &str, indent: usize, width: Option<usize>) -> String {
    let line = format!("{head}{text}");
    let Some(width) = width else { return line + "\n" };
    let indent = " ".repeat(indent);
    let options = whole_words(width, WordSeparator::Custom(outside_quotes)).subsequent_indent(&indent);
    textwrap::fill(&line, options) + "\n"
}

fn whole_words<'a>(width: usize, separator: WordSeparator) -> Options<'a> {
    Options::new(width)
        .break_words(false)
        .word_separator(separator)
        .word_splitter(WordSplitter::NoHyphenation)
        .wrap_algorithm(WrapAlgorithm::FirstFit)
}

/// The words of a line; what stands in back-ticks is a word with what touches it, where each back-tick has its second.
fn outside_quotes(line: &str) -> Box<dyn Iterator<Item = Word<'_>> + '_> {
    let is_paired = line.matches('`').count().is_multiple_of(2);
    let (mut is_quoted, mut was_blank, mut start) = (false, false, 0);
    let mut words = Vec::new();
    for (at, character) in line.char_indices() {
        is_quoted ^= character == '`' && is_paired;
        let is_blank = character == ' ' && !is_quoted;
        if was_blank && !is_blank {
            words.push(Word::from(&line[start..at]));
            start = at;
        }
        was_blank = is_blank;
    }
    words.push(Word::from(&line[start..]));
    Box::new(words.into_iter())
}

/// Breaks a line at blanks, and words that are too long for a line after a dot, slash or hyphen, else where they must;
/// its indent stays.
pub(super) fn wrapped(line: &str, width: usize) -> Vec<String> {
    let indent = leading(line).min(width / 2);
    let room = width - indent;
    let words: Vec<Word<'_>> = line.split_whitespace().flat_map(|word| parts(word, room)).collect();
    let lines = wrap_first_fit(&words, &[room as f64]);
    let indent = " ".repeat(indent);
    let joined = |words: &[Word<'_>]| {
        let (last, others) = words.split_last()?;
        let others = others.iter().flat_map(|word| [word.word, word.whitespace]);
        Some(others.chain([last.word]).fold(indent.clone(), |line, part| line + part))
    };
    lines.into_iter().map(|words| joined(words).unwrap_or_else(|| indent.clone())).collect()
}

/// A word; in parts of at most this width where it is wider: an id is broken between its parts.
fn parts(word: &str, room: usize) -> Vec<Word<'_>> {
    let mut found = Vec::new();
    let mut rest = word;
    while width_of(rest) > room {
        let mut width = 0;
        let fits = rest.char_indices().find(|(_, character)| {
            width += textwrap::core::display_width(character.encode_utf8(&mut [0; 4]));
            width > room
        });
        let first = rest.chars().next().map_or(0, char::len_utf8);
        let fits = fits.map_or(rest.len(), |(at, _)| at).max(first);
        let taken = rest[..fits].rfind(['.', '/', '-']).map_or(fits, |at| at + 1);
        found.push(Word { whitespace: "", ..Word::from(&rest[..taken]) });
        rest = &rest[taken..];
    }
    if !rest.is_empty() {
        found.push(Word { whitespace: " ", ..Word::from(rest) });
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_break_between_words_and_stand_under_the_text() {
        let said = sentence("error: ", "one two three four five six", 7, Some(16));
        assert_eq!(said, "error: one two\n       three\n       four five\n       six\n");
        assert_eq!(sentence("error: ", "one two three four", 7, None), "error: one two three four\n");
        assert_eq!(sentence("  ", "su.1a  First, under su", 4, Some(16)), "  su.1a  First,\n    under su\n");
    }

    #[test]
    fn a_command_is_never_broken() {
        let said = sentence("hint: ", "do it: `railhead unit set a=1`, or leave it", 6, Some(20));
        assert_eq!(said, "hint: do it:\n      `railhead unit set a=1`,\n      or leave it\n");
        let odd = sentence("hint: ", "one ` alone breaks as usual", 6, Some(16));
        assert_eq!(odd, "hint: one `\n      alone\n      breaks as\n      usual\n");
    }

    #[test]
    fn what_is_too_long_for_a_line_breaks_between_the_parts_of_an_id() {
        assert_eq!(wrapped("  under su.5ta.26tk.b1 now", 14), ["  under", "  su.5ta.26tk.", "  b1 now"]);
        let by_em = "\u{2003}\u{2003}Romanian 5th Infantry";
        assert_eq!(wrapped(by_em, 14), ["  Romanian 5th", "  Infantry"], "a wide blank is one too");
        assert_eq!(wrapped("abcdefghij k", 4), ["abcd", "efgh", "ij k"]);
        assert_eq!(wrapped("", 4), [""]);
    }
}
