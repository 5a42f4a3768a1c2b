//! Letters that no font of ours has are written out, so that nothing is printed as an empty box.

use std::borrow::Cow;

use unicode_normalization::UnicodeNormalization as _;

use crate::fonts::Fonts;

/// How long a word is at most before a line may be broken within it.
#[cfg(feature = "pdf")]
const LONGEST: usize = 28;

/// Where a long word may be broken.
#[cfg(feature = "pdf")]
pub(crate) const BREAK: char = '\u{200b}';

/// What is printed for letters that our fonts have not, and that mean something without them.
fn instead(letter: char) -> Option<&'static str> {
    Some(match letter {
        '→' | '⇒' => "›",
        '←' | '⇐' => "‹",
        '\u{2000}'..='\u{200a}' | '\u{202f}' | '\u{3000}' => " ",
        '\u{2010}' | '\u{2011}' => "-",
        '─' => "–",
        '≤' => "<=",
        '≥' => ">=",
        // They only say that the letter before is to be a picture, or is joined with the next.
        '\u{fe0e}' | '\u{fe0f}' | '\u{200c}' | '\u{200d}' => "",
        // A mark over a letter that has no letter of its own with it: our fonts would set it as an empty box.
        mark if is_mark(mark) => "",
        _ => return None,
    })
}

/// A line as it can be printed, with places where long words may be broken.
#[cfg(feature = "pdf")]
pub(crate) fn legible(fonts: &Fonts, text: &str) -> String {
    breakable(&drawable(fonts, &domain::shown_in_a_line(text)))
}

/// A text or picture as it can be drawn: what has no letter in our fonts stands as its number, `‹U+4E2D›`.
pub(crate) fn drawable<'a>(fonts: &Fonts, text: &'a str) -> Cow<'a, str> {
    let is_known = |letter: char| letter.is_ascii() || (fonts.has(letter) && !is_mark(letter));
    if text.chars().all(is_known) {
        return Cow::Borrowed(text);
    }
    // A letter and its marks in one, as far as there is one.
    let text: String = text.nfc().collect();
    let mut out = String::with_capacity(text.len());
    let mut numbers: Vec<String> = Vec::new();
    for letter in text.chars() {
        let known = is_known(letter);
        let replaced = instead(letter).filter(|_| !known);
        if !known && replaced.is_none() {
            numbers.push(format!("U+{:X}", u32::from(letter)));
            continue;
        }
        end_numbers(&mut out, &mut numbers);
        match replaced {
            Some(replaced) => out.push_str(replaced),
            None => out.push(letter),
        }
    }
    end_numbers(&mut out, &mut numbers);
    Cow::Owned(out)
}

fn is_mark(letter: char) -> bool {
    ('\u{300}'..='\u{36f}').contains(&letter)
}

fn end_numbers(out: &mut String, numbers: &mut Vec<String>) {
    if !numbers.is_empty() {
        out.push('‹');
        out.push_str(&numbers.join(" "));
        out.push('›');
        numbers.clear();
    }
}

/// With places, which are not seen, where a word may be broken that is longer than any line.
#[cfg(feature = "pdf")]
fn breakable(text: &str) -> String {
    if text.split_whitespace().all(|word| word.chars().count() <= LONGEST) {
        return text.to_owned();
    }
    let mut out = String::with_capacity(text.len() + 16);
    let mut long = 0;
    for letter in text.chars() {
        long = if letter.is_whitespace() { 0 } else { long + 1 };
        if long > LONGEST / 2 {
            out.push(BREAK);
            long = 1;
        }
        out.push(letter);
    }
    out
}

#[cfg(all(test, feature = "pdf"))]
mod tests {
    use super::*;

    #[test]
    fn what_no_font_has_is_written_out() {
        let fonts = Fonts::new();
        let said = |text| legible(&fonts, text);
        assert_eq!(said("Größe, Łódź, Сталинград №1"), "Größe, Łódź, Сталинград №1");
        assert_eq!(said("של 🚂\u{fe0f}!"), "של 🚂!");
        assert_eq!(said("中文 ก!"), "‹U+4E2D U+6587› ‹U+E01›!");
        // Typed in two, as some machines do, or with a mark that has no letter of its own with it.
        assert_eq!(said("Gro\u{308}\u{df}e, \u{418}\u{306}, x\u{302}"), "Grö\u{df}e, Й, x");
        assert_eq!(said("a\tb\u{202e}"), "a\\u{9}b\\u{202e}");
        let long = "x".repeat(40);
        assert_eq!(said(&long).replace('\u{200b}', ""), long);
        assert!(said(&long).contains('\u{200b}'));
    }
}
