//! What is fuzzed, one function a target: shared by the fuzz targets and by the property tests of the main suite.
//!
//! Each takes whatever bytes there are and must neither panic nor break what it asserts.

pub mod engine;

use campaign::Campaign;
use dice::{Call, Dice, faces};
use domain::RuleSystemId;
use ops::BattleResult;
use ops::query::read_engagement;
use rules::decision::{BadDecision, Choice, Decide, Decisions, MarkerOn, Placing, Question};
use rules::{Engagement, system};
use scenario::{Files, read, write};
use serde_json::json;

/// The files of a small campaign folder without faults.
pub const FOLDER: [(&str, &str); 11] = [
    ("campaign.toml", include_str!("../seeds/folder/campaign.toml")),
    ("orbat.csv", include_str!("../seeds/folder/orbat.csv")),
    ("places.csv", include_str!("../seeds/folder/places.csv")),
    ("rivers.csv", include_str!("../seeds/folder/rivers.csv")),
    ("crossings.csv", include_str!("../seeds/folder/crossings.csv")),
    ("roads.csv", include_str!("../seeds/folder/roads.csv")),
    ("rail.csv", include_str!("../seeds/folder/rail.csv")),
    ("dumps.csv", include_str!("../seeds/folder/dumps.csv")),
    ("railheads.csv", include_str!("../seeds/folder/railheads.csv")),
    ("front.csv", include_str!("../seeds/folder/front.csv")),
    ("weather.csv", include_str!("../seeds/folder/weather.csv")),
];

/// An engagement file: read or refused with its place; what can be read goes through JSON unchanged, and is an
/// engagement or has violations.
pub fn engagement_toml(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    match read_engagement("fuzz.toml", &text) {
        Ok(setup) => {
            let again = serde_json::from_str(&serde_json::to_string(&setup).expect("JSON")).expect("its own JSON");
            assert_eq!(setup, again);
            if let Err(violations) = Engagement::new(setup) {
                assert!(!violations.is_empty());
            }
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

/// An outcome file: read or refused; what can be read is written so that it reads as the same.
pub fn outcome_json(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    if let Ok(result) = BattleResult::read("fuzz.json", &text) {
        let again = BattleResult::read("fuzz.json", &result.text().expect("a text")).expect("its own text");
        assert_eq!(result, again);
    }
}

/// A script of decisions: refused by a word of it, or an answer to every question.
pub fn decisions(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    match Decisions::new(&text) {
        Err(BadDecision::Unreadable { given }) => assert!(text.split_whitespace().any(|word| word == given)),
        Err(other) => panic!("no battle is known, and {other}"),
        Ok(mut decisions) => {
            for &choice in Choice::ALL {
                for now in 1..=6 {
                    assert!(decisions.decide(&Question { choice, who: "u", now, doctrine: now % 2 == 0 }).is_some());
                }
            }
            while decisions.places_markers() {
                let options = ["a", "b"].map(|id| MarkerOn { id, number: 1, sp: 3, markers: 0 });
                let place = decisions.marker(&options, Placing::ONE).expect("a marker is left");
                assert!(place < 2);
                if place == 0 {
                    break;
                }
            }
            decisions.restart();
            assert!(decisions.unused().len() <= text.split_whitespace().count());
        }
    }
}

/// A script of dice: faces from 1 to 6 or an error, however it is taken.
pub fn dice_script(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    if let Ok(all) = faces(&text) {
        assert!(all.iter().all(|face| (1..=6).contains(face)));
    }
    let mut dice = Dice::scripted(&text);
    let call = Call::new("fuzz", "dice");
    let mut count = 1;
    while let Ok(thrown) = dice.throw(&call, count) {
        assert!(thrown.len() == count && thrown.iter().all(|face| (1..=6).contains(face)));
        count = count % 7 + 1;
    }
    let _ = dice.finish();
}

/// A campaign folder of which one file is the data: a campaign or faults, never both or neither; what is written of a
/// campaign reads without a fault. The first byte says which file.
pub fn campaign_folder(data: &[u8]) {
    let Some((which, text)) = data.split_first() else { return };
    folder_with(FOLDER[usize::from(*which) % FOLDER.len()].0, text);
}

/// The same with a file by its name.
pub fn folder_with(name: &str, text: &[u8]) {
    let mut files: Files = FOLDER.iter().map(|(name, text)| ((*name).to_owned(), text.as_bytes().to_vec())).collect();
    files.insert(name.to_owned(), text.to_vec());
    let reading = read(&files, &[]);
    assert_eq!(reading.campaign.is_some(), reading.faults.is_empty());
    for fault in &reading.faults {
        assert!(!fault.file.is_empty() && !fault.message.is_empty());
    }
    if let Some(campaign) = reading.campaign {
        reads_back(&campaign);
    }
}

fn reads_back(campaign: &Campaign) {
    let reading = read(&write(campaign), &[]);
    assert!(reading.faults.is_empty(), "what was written has faults: {:?}", reading.faults);
}

/// The CU words of `roll` and `odds`: both refuse them, or the throw and its odds are of as many dice.
pub fn cu_words(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    for rules in [RuleSystemId::NqmSquared, RuleSystemId::NqmFree] {
        let system = system(rules);
        let input = json!({"cu": text, "against": "M"});
        let odds = system.odds("firefight", &input);
        let rolled = system.roll("firefight", &input, &mut Dice::seeded(1, 0));
        assert_eq!(odds.is_ok(), rolled.is_ok());
        if let Ok(odds) = odds {
            let sum: f64 = odds.outcomes.iter().map(|chance| chance.probability).sum();
            assert!((sum - 1.0).abs() < 1e-9, "{sum}");
        }
    }
}
