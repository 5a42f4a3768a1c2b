//! What `tests/fuzz` fuzzes, as property tests: every parser on any text and on a good one with a few changes, and the
//! engine on battles made of bytes.

#[allow(unreachable_pub, reason = "public for the fuzz targets")]
#[path = "../fuzz/bodies/mod.rs"]
mod bodies;

use proptest::prelude::*;

use bodies::engine;

/// A text with some of its characters taken out, doubled, exchanged or replaced.
fn changed(text: &str, changes: &[(u16, u8)]) -> String {
    const ODD: [char; 24] = [
        '"', '\'', ',', '\n', '=', '[', ']', '{', '}', '#', '-', '0', '9', ':', '@', ' ', '\t', '\r', '\0', 'ß', '漢',
        '\u{feff}', '>', '.',
    ];
    let mut letters: Vec<char> = text.chars().collect();
    for (place, change) in changes {
        if letters.is_empty() {
            break;
        }
        let place = usize::from(*place) % letters.len();
        match change % 4 {
            0 => drop(letters.remove(place)),
            1 => letters.insert(place, letters[place]),
            2 => letters.insert(place, ODD[usize::from(change / 4) % ODD.len()]),
            _ => letters[place] = ODD[usize::from(change / 4) % ODD.len()],
        }
    }
    letters.into_iter().collect()
}

fn changes() -> impl Strategy<Value = Vec<(u16, u8)>> {
    prop::collection::vec(any::<(u16, u8)>(), 0..6)
}

const ENGAGEMENT: &str = include_str!("../fuzz/seeds/engagement.toml");
const OUTCOME: &str = include_str!("../fuzz/seeds/outcome.json");
const DECISIONS: &str = "break-off@2=no commissar:su.63rd.1=yes leave=no marker=ax.3 assault:u@1=yes";

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_text_is_too_much_for_the_parsers(text in any::<String>()) {
        bodies::engagement_toml(text.as_bytes());
        bodies::outcome_json(text.as_bytes());
        bodies::decisions(text.as_bytes());
        bodies::dice_script(text.as_bytes());
        bodies::cu_words(text.as_bytes());
        bodies::campaign_folder(text.as_bytes());
    }

    #[test]
    fn a_changed_engagement_file_is_read_or_refused(changes in changes()) {
        bodies::engagement_toml(changed(ENGAGEMENT, &changes).as_bytes());
    }

    #[test]
    fn a_changed_outcome_file_is_read_or_refused(changes in changes()) {
        bodies::outcome_json(changed(OUTCOME, &changes).as_bytes());
    }

    #[test]
    fn a_changed_script_of_decisions_is_read_or_refused(changes in changes()) {
        bodies::decisions(changed(DECISIONS, &changes).as_bytes());
    }

    #[test]
    fn dice_are_faces_or_an_error(text in "[0-9 ,x]{0,40}", changes in changes()) {
        bodies::dice_script(text.as_bytes());
        bodies::dice_script(changed("6 5,4 3 2 1 1 2 3 4 5 6", &changes).as_bytes());
    }

    #[test]
    fn cu_words_are_units_or_refused(text in "([0-9]{0,4}(VL|L|M|H|VH|vl|x)?[ ,]?){0,6}") {
        bodies::cu_words(text.as_bytes());
    }

    #[test]
    fn a_changed_campaign_folder_is_a_campaign_or_has_faults(which in 0..bodies::FOLDER.len(), changes in changes()) {
        let (name, text) = bodies::FOLDER[which];
        bodies::folder_with(name, changed(text, &changes).as_bytes());
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_battle_ends_and_its_outcome_holds(data in prop::collection::vec(any::<u8>(), 0..900)) {
        engine::engine(&data);
    }
}

/// The bodies would prove nothing if what they are given were always refused.
#[test]
fn the_seeds_are_good_and_most_battles_can_be_fought() {
    let setup = ops::query::read_engagement("seed", ENGAGEMENT).unwrap();
    rules::Engagement::new(setup).unwrap();
    ops::BattleResult::read("seed", OUTCOME).unwrap();
    rules::decision::Decisions::new(DECISIONS).unwrap();
    let files = bodies::FOLDER.iter().map(|(name, text)| ((*name).to_owned(), text.as_bytes().to_vec())).collect();
    assert!(scenario::read(&files, &[]).campaign.is_some());
    let random = |seed: u64| {
        let mut dice = dice::Seeded::new(seed, 0);
        (0..900)
            .map(|_| (0..4).fold(0_u8, |byte, _| byte.wrapping_mul(7).wrapping_add(dice.face())))
            .collect::<Vec<u8>>()
    };
    let legal = (0..500).filter(|seed| engine::is_legal(&random(*seed))).count();
    assert!(legal > 250, "{legal} of 500 battles can be fought");
}
