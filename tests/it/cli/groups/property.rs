//! Whatever is split off and however it is taken together again: split and merged is as it was, and in any order of
//! deeds the campaign is sound, the tables are the fold of the log, and everything is taken back to the first export.

use std::collections::BTreeMap;

use proptest::prelude::*;

use campaign::breaches;
use ledger::Ledger;

use super::{export, field, round_trip};

const PARTS: &[&str] = &[
    "pz.r1", "pz.r1.b1", "pz.r1.b2", "pz.r2", "pz.r2.b1", "pz.r2.b2", "pz.rec", "pz.art", "pz.t1", "pz.b1", "pz.med",
    "pz.hq",
];

const DEEDS: &[&str] = &[
    "unit split pz ax.pz.a pz.r1.b1 pz.rec",
    "unit split pz ax.pz.b pz.r2 pz.t1 --echelon brigade",
    "unit split pz ax.c pz.r2.b1 pz.b1 --under ax",
    "unit split ax.pz.b ax.pz.d pz.r2.b2",
    "unit split ax.pz.a ax.pz.d pz.rec",
    "unit merge ax.pz.a",
    "unit merge ax.pz.b",
    "unit merge ax.c",
    "unit merge ax.pz.d",
    "unit command pz.rec id",
    "unit command pz.r2 ax",
    "unit command id.art ax.pz.a",
    "unit command ax.pz.b ax.pz.a",
    "unit set pz.r2.b1 sp=1",
    "unit set pz.r2.b2 sp=1 markers=1",
    "unit merge pz.r2.b1 pz.r2.b2 --override by",
    "unit set pz.rec state=destroyed",
    "unit set ax.pz.a hq_die=1",
    "bound close --seed 3",
    "undo",
    "undo",
    "redo",
];

/// Who was seen as one and then as two again has another number: the enemy cannot know that it is the same.
fn but_for_sightings(mut files: BTreeMap<String, String>) -> BTreeMap<String, String> {
    files.remove("sightings.csv");
    files
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn split_then_merged_is_as_it_was(parts in prop::sample::subsequence(PARTS, 1..6), under in 0..3_usize) {
        let field = field();
        let before = export(&field);
        let under = ["", " --under ax", " --under id --echelon brigade"][under];
        let ran = field.run(&format!("unit split pz ax.kg {}{under}", parts.join(" ")));
        if ran.code == 0 {
            round_trip(&field);
            field.done("unit merge ax.kg");
        }
        prop_assert_eq!(but_for_sightings(export(&field)), but_for_sightings(before), "{:?}", parts);
        field.done("verify");
    }

    #[test]
    fn whatever_is_done_with_groups_the_campaign_is_sound(actions in prop::collection::vec(0..DEEDS.len(), 6..16)) {
        let field = field();
        let path = field.dir.path().join("first-bound.railhead");
        let before = export(&field);
        for action in actions {
            let ran = field.run(DEEDS[action]);
            prop_assert!(ran.code <= 2, "{}: {}{}", DEEDS[action], ran.out, ran.err);
            let campaign = Ledger::open(&path).unwrap().campaign().unwrap();
            prop_assert_eq!(breaches(&campaign), Vec::new(), "{}", DEEDS[action]);
        }
        round_trip(&field);
        prop_assert_eq!(field.run("verify").code, 0);
        while field.run("undo").code == 0 {}
        prop_assert_eq!(export(&field), before, "all taken back");
    }
}
