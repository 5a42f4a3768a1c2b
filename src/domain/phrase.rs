//! Counts and lists in words, as messages and reports put them.

/// A number of things: `1 leaf`, `2 leaves`, `3 bases`.
pub fn counted(number: usize, noun: &str) -> String {
    match (number, noun.strip_suffix('f')) {
        (1, _) => format!("1 {noun}"),
        (_, Some(stem)) => format!("{number} {stem}ves"),
        (_, None) => format!("{number} {noun}s"),
    }
}

/// The first so many of a list, with this between them, and how many more there are.
pub fn few<S: AsRef<str>>(names: &[S], shown: usize, between: &str) -> String {
    let first: Vec<&str> = names.iter().take(shown).map(AsRef::as_ref).collect();
    let more = names.len().saturating_sub(shown);
    let first = first.join(between);
    if more == 0 { first } else { format!("{first} and {more} more") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_tells_how_many_it_leaves_out() {
        assert_eq!(few(&["a", "b"], 2, ", "), "a, b");
        assert_eq!(few(&["a", "b", "c", "d"], 2, "; "), "a; b and 2 more");
    }

    #[test]
    fn a_noun_is_that_of_its_number() {
        assert_eq!(["leaf", "base"].map(|noun| counted(1, noun)), ["1 leaf", "1 base"]);
        assert_eq!(["leaf", "base"].map(|noun| counted(2, noun)), ["2 leaves", "2 bases"]);
    }
}
