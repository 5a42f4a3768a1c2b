//! Letters that no font of ours has are written out, so that nothing is printed as an empty box.

use domain::shown_in_a_line;

use crate::fonts::Fonts;

/// How long a word is at most before a line may be broken within it.
const LONGEST: usize = 28;

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
        _ => return None,
    })
}

/// A line as it can be printed: what has no letter in our fonts stands as its number, `‹U+5E9›`.
pub(super) fn legible(fonts: &Fonts, text: &str) -> String {
    let seen = shown_in_a_line(text);
    let mut out = String::with_capacity(seen.len());
    let mut numbers: Vec<String> = Vec::new();
    for letter in seen.chars() {
        let known = fonts.has(letter);
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
    breakable(&out)
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
fn breakable(text: &str) -> String {
    if text.split_whitespace().all(|word| word.chars().count() <= LONGEST) {
        return text.to_owned();
    }
    let mut out = String::with_capacity(text.len() + 16);
    let mut long = 0;
    for letter in text.chars() {
        long = if letter.is_whitespace() { 0 } else { long + 1 };
        if long > LONGEST / 2 {
            out.push('\u{200b}');
            long = 1;
        }
        out.push(letter);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_no_font_has_is_written_out() {
        let fonts = Fonts::new();
        let said = |text| legible(&fonts, text);
        assert_eq!(said("Größe, Łódź, Сталинград №1"), "Größe, Łódź, Сталинград №1");
        assert_eq!(said("A → B"), "A › B");
        assert_eq!(said("של 🚂!"), "‹U+5E9 U+5DC› ‹U+1F682›!");
        assert_eq!(said("a\tb\u{202e}"), "a\\u{9}b\\u{202e}");
        let long = "x".repeat(40);
        assert_eq!(said(&long).replace('\u{200b}', ""), long);
        assert!(said(&long).contains('\u{200b}'));
    }
}
