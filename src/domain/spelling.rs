//! How words are compared: letter by letter, and as near as a slip of the pen.

/// How many letters must be given to be a part of what is meant.
const PART: usize = 3;

/// The candidate nearest to `given`, letter case ignored, where one is near enough to be meant.
///
/// Near enough is a Damerau-Levenshtein distance of at most a third of the longer word, and of at least one; but of two words
/// of one letter neither is near the other.
/// Of equally near candidates the first is taken; where none is near, the only one of which three letters or more are a
/// part, its beginning before the rest.
pub fn nearest<'a>(given: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let wanted = given.to_lowercase();
    let candidates: Vec<&str> = candidates.into_iter().collect();
    let only = |is_it: &dyn Fn(&str) -> bool| {
        let mut found = candidates.iter().filter(|candidate| is_it(&candidate.to_lowercase()));
        found.next().copied().filter(|_| wanted.chars().count() >= PART && found.next().is_none())
    };
    let by_part = || only(&|of| of.starts_with(&wanted)).or_else(|| only(&|of| of.contains(&wanted)));
    // A whole word of the only one that has it is that one, however near another comes by its letters.
    let has_it =
        |of: &&str| of.to_lowercase().split(|letter: char| !letter.is_alphanumeric()).any(|word| word == wanted);
    if let Some(found) = only(&|of| of.contains(&wanted)).filter(has_it) {
        return Some(found);
    }
    candidates
        .iter()
        .copied()
        .filter_map(|candidate| {
            let lengths = [wanted.chars().count(), candidate.chars().count()];
            let (shortest, longest) = (lengths[0].min(lengths[1]), lengths[0].max(lengths[1]));
            let most = (longest / 3).max(1);
            // No word is nearer than it is longer; and to measure a long one takes its length times the other's.
            if longest - shortest > most {
                return None;
            }
            let distance = strsim::damerau_levenshtein(&wanted, &candidate.to_lowercase());
            (distance <= most && distance < longest).then_some((distance, candidate))
        })
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
        .or_else(by_part)
}

/// A word as words of lists are compared: in small letters, without blanks, underscores and hyphens.
pub fn plain(word: &str) -> String {
    let letters = word.chars().filter(|letter| !letter.is_whitespace() && !matches!(letter, '_' | '-'));
    letters.flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::nearest;
    use crate::{LeafState, Mobility, Posture, RuleSystemId};

    #[test]
    fn case_blanks_underscores_and_hyphens_do_not_matter() {
        for word in ["dug_in", "Dug in", " DUG-IN ", "dugin"] {
            assert_eq!(word.parse(), Ok(Posture::DugIn), "{word}");
        }
        assert_eq!("horse drawn".parse(), Ok(Mobility::HorseDrawn));
        assert_eq!("NQM_squared".parse(), Ok(RuleSystemId::NqmSquared));
        assert_eq!("off map".parse(), Ok(LeafState::OffMap));
        assert!("".parse::<Posture>().is_err() && "-".parse::<Posture>().is_err());
    }

    #[test]
    fn rule_systems_have_the_names_by_which_players_know_them() {
        let titles: Vec<&str> = RuleSystemId::ALL.iter().map(|of| of.title()).collect();
        assert_eq!(
            titles,
            [
                "NQM Squared",
                "NQM Free Fastplay",
                "War Times Journal, 1943",
                "Brigadier General Commands",
                "Square Bashing",
            ]
        );
    }

    #[test]
    fn a_near_miss_is_found_and_a_far_one_is_not() {
        assert_eq!(nearest("regluar", ["veteran", "regular"]), Some("regular"));
        assert_eq!(nearest("crack", ["veteran", "regular"]), None);
        assert_eq!(nearest("mobilty", ["arm", "mobility"]), Some("mobility"));
        assert_eq!(nearest("naro", ["gzhatsk-bridge", "naro-fominsk-bridges"]), Some("naro-fominsk-bridges"));
        assert_eq!(nearest("fominsk", ["gzhatsk-bridge", "naro-fominsk-bridges"]), Some("naro-fominsk-bridges"));
        assert_eq!(nearest("winter", ["writer", "hard_winter"]), Some("hard_winter"), "a word before a slip");
        assert_eq!(nearest("bridge", ["gzhatsk-bridge", "naro-fominsk-bridges"]), None, "two of them");
        let long = "na".repeat(100_000);
        let many: Vec<String> = (0..1_000).map(|number| format!("Regiment {number}")).collect();
        assert_eq!(nearest(&long, many.iter().map(String::as_str)), None, "and is not measured letter by letter");
        assert_eq!(nearest("na", ["gzhatsk-bridge", "naro-fominsk-bridges"]), None, "too little");
        assert_eq!(nearest("X", ["l", "m", "h"]), None, "one letter is not near another");
        assert_eq!(nearest("L", ["l", "m", "h"]), Some("l"));
        assert_eq!(nearest("lm", ["l", "m", "h"]), Some("l"));
    }
}
