//! What is said beside the reports, in lines that fit the page.
//!
//! What it decides: where a sentence is broken. Between words; never within back-ticks, so that a command can be copied
//! whole, though its line be wider than the page.

/// A line with its head, broken at so many characters; the lines after the first are indented by so many.
pub(super) fn wrapped(head: &str, text: &str, indent: usize, width: Option<usize>) -> String {
    let line = format!("{head}{text}");
    let Some(width) = width else { return line + "\n" };
    let mut out = String::new();
    let mut used = 0;
    for (gap, word) in words(&line) {
        let (gap, word_width) = (gap.chars().count(), word.chars().count());
        if used > indent && used + gap + word_width > width {
            out.push('\n');
            out.push_str(&" ".repeat(indent));
            used = indent;
        } else {
            out.push_str(&" ".repeat(gap));
            used += gap;
        }
        out.push_str(word);
        used += word_width;
    }
    out + "\n"
}

/// The words of a line, each with the blanks before it; what stands in back-ticks is a word with what touches it.
fn words(line: &str) -> Vec<(&str, &str)> {
    let is_paired = line.matches('`').count().is_multiple_of(2);
    let mut found = Vec::new();
    let (mut gap, mut start) = (0, None);
    let mut is_quoted = false;
    for (at, character) in line.char_indices() {
        is_quoted ^= character == '`' && is_paired;
        match (character == ' ' && !is_quoted, start) {
            (true, Some(word)) => {
                found.push((&line[gap..word], &line[word..at]));
                (gap, start) = (at, None);
            }
            (false, None) => start = Some(at),
            _ => {}
        }
    }
    if let Some(word) = start {
        found.push((&line[gap..word], &line[word..]));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_break_between_words_and_stand_under_the_text() {
        let said = wrapped("error: ", "one two three four five six", 7, Some(16));
        assert_eq!(said, "error: one two\n       three\n       four five\n       six\n");
        assert_eq!(wrapped("error: ", "one two three four", 7, None), "error: one two three four\n");
        assert_eq!(wrapped("  ", "su.1a  First, under su", 4, Some(16)), "  su.1a  First,\n    under su\n");
    }

    #[test]
    fn a_command_is_never_broken() {
        let said = wrapped("hint: ", "do it: `railhead unit set a=1`, or leave it", 6, Some(20));
        assert_eq!(said, "hint: do it:\n      `railhead unit set a=1`,\n      or leave it\n");
        let odd = wrapped("hint: ", "one ` alone breaks as usual", 6, Some(16));
        assert_eq!(odd, "hint: one `\n      alone\n      breaks as\n      usual\n");
    }
}
