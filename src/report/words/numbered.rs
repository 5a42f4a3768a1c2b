//! Names that differ in the number at their end alone.

use crate::gathered::entry;

/// Names that differ in the number at their end alone as one: `Corps art bn (150 mm) (1–4)`; the others as they are.
pub(crate) fn numbered(names: &[String]) -> Vec<String> {
    let mut stems: Vec<(&str, Vec<u32>)> = Vec::new();
    for name in names {
        match with_number(name) {
            Some((stem, number)) => entry(&mut stems, stem, |known| *known == stem).push(number),
            None => stems.push((name, Vec::new())),
        }
    }
    let told = |(stem, numbers): (&str, Vec<u32>)| {
        if numbers.is_empty() { stem.to_owned() } else { format!("{stem} ({})", ranges(numbers)) }
    };
    stems.into_iter().map(told).collect()
}

/// A name without the number at its end, and that number.
fn with_number(name: &str) -> Option<(&str, u32)> {
    let (stem, number) = name.strip_suffix(')')?.rsplit_once(" (")?;
    Some((stem, number.parse().ok()?))
}

/// Numbers as one says them: `1–4`, `1, 2, 5–7`.
fn ranges(mut numbers: Vec<u32>) -> String {
    numbers.sort_unstable();
    let runs = numbers.chunk_by(|one, next| *next == one + 1);
    let told = runs.flat_map(|run| match run {
        [first, _, .., last] => vec![format!("{first}–{last}")],
        few => few.iter().map(ToString::to_string).collect(),
    });
    told.collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_differ_in_their_number_are_said_once() {
        let told = |names: &[&str]| numbered(&names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>());
        assert_eq!(
            told(&["Bn (150 mm) (1)", "StuG-Abt 244", "Bn (150 mm) (2)"]),
            ["Bn (150 mm) (1, 2)", "StuG-Abt 244"]
        );
        assert_eq!(told(&["Bn (1)", "Bn (2)", "Bn (3)", "Bn (6)"]), ["Bn (1–3, 6)"]);
        assert_eq!(told(&["Bn (3)", "AT bn (47 mm)"]), ["Bn (3)", "AT bn (47 mm)"]);
    }
}
