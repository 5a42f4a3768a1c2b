//! Text as it is shown: what would do something to a terminal, or to the order in which letters are read, is written out.
//!
//! What it decides: which letters are not to be seen, and how each is shown: `\u{202e}`. One rule for reports, drawings,
//! errors, hints and questions; in JSON the same letters are escaped, so that they stay what they are.
//! What it never does: take anything out of what is kept.

use std::borrow::Cow;
use std::fmt::Write as _;

/// Whether a letter does something and is not to be seen: controls, what turns the direction of writing, line and
/// paragraph separators, what has no width. The two joiners that writing in some scripts wants are none of them.
pub fn is_unseen(letter: char) -> bool {
    match letter {
        ' '..='~' => false,
        '\u{61c}'
        | '\u{180e}'
        | '\u{200b}'
        | '\u{200e}'
        | '\u{200f}'
        | '\u{feff}'
        | '\u{2028}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}'
        | '\u{fff9}'..='\u{fffb}'
        | '\u{e0000}'..='\u{e007f}' => true,
        letter => letter.is_control(),
    }
}

/// Whether a letter is kept in no name, note or command: controls, line breaks, and what overrides or isolates the
/// direction of writing. The marks of direction, which names in Hebrew and Arabic may want, are kept, and shown.
pub fn is_refused(letter: char) -> bool {
    letter.is_control() || matches!(letter, '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// A text of any number of lines as it is shown.
pub fn shown(text: &str) -> Cow<'_, str> {
    written_out(text, |letter| letter != '\n' && is_unseen(letter))
}

/// A text as it is shown in one line.
pub fn shown_in_a_line(text: &str) -> Cow<'_, str> {
    written_out(text, is_unseen)
}

fn written_out(text: &str, is_out: impl Fn(char) -> bool) -> Cow<'_, str> {
    if !text.contains(&is_out) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 8);
    for letter in text.chars() {
        if is_out(letter) {
            let _ = write!(out, "{}", letter.escape_unicode());
        } else {
            out.push(letter);
        }
    }
    Cow::Owned(out)
}

/// A JSON document with these letters escaped: what is read of it is the same.
pub fn shown_in_json(document: String) -> String {
    // Between its values a document has line ends alone, and within them serde has escaped every other control below 0x20.
    if !document.contains(|letter| letter != '\n' && is_unseen(letter)) {
        return document;
    }
    let mut out = String::with_capacity(document.len() + 16);
    for letter in document.chars() {
        if letter != '\n' && is_unseen(letter) {
            for unit in letter.encode_utf16(&mut [0; 2]) {
                let _ = write!(out, "\\u{unit:04x}");
            }
        } else {
            out.push(letter);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    const HIDDEN: &str =
        "\u{1b}[2J\u{9b}0m\u{7f}\r\t\u{202e}\u{2066}\u{2069}\u{200e}\u{200f}\u{61c}\u{2028}\u{200b}\u{feff}\u{e0041}";

    #[test]
    fn what_is_not_to_be_seen_is_written_out() {
        assert_eq!(shown("Größe, «x» 第 é\u{200d}"), "Größe, «x» 第 é\u{200d}");
        assert_eq!(shown("a\nb"), "a\nb");
        assert_eq!(shown_in_a_line("a\nb"), "a\\u{a}b");
        assert_eq!(shown("\u{1b}[2J\u{202e}x"), "\\u{1b}[2J\\u{202e}x");
        assert!(!shown_in_a_line(HIDDEN).contains(is_unseen));
        let chars = HIDDEN.chars().filter(|letter| is_unseen(*letter)).count();
        assert_eq!(shown(HIDDEN).matches("\\u{").count(), chars);
    }

    #[test]
    fn json_says_the_same_and_shows_it() {
        let value = serde_json::json!({"name": HIDDEN, "more": ["x", "é"]});
        let document = shown_in_json(serde_json::to_string_pretty(&value).unwrap());
        assert!(!document.contains(|letter| letter != '\n' && is_unseen(letter)), "{document}");
        assert_eq!(serde_json::from_str::<serde_json::Value>(&document).unwrap(), value);
        assert!(document.contains("\\u202e") && document.contains("\\udb40\\udc41"), "{document}");
    }

    #[test]
    fn names_may_have_marks_of_direction_and_no_overrides() {
        assert!("\u{200e}\u{200f}\u{61c}\u{200d}א".chars().all(|letter| !is_refused(letter)));
        assert!("\u{202a}\u{202e}\u{2066}\u{2069}\u{2028}\u{9b}\u{7f}\n\t".chars().all(is_refused));
    }
}
