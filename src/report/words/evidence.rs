//! What speaks for or against a change of grade, in words.

use domain::counted;
use ops::query::Evidence;

/// What a unit did, one thing after another.
pub(crate) fn evidence(of: &Evidence) -> Vec<String> {
    let did = match (of.attacked, of.won) {
        (true, true) => "took the square",
        (true, false) => "attacked and failed",
        (false, true) => "held",
        (false, false) => "lost the square",
    };
    let tests = |count: u8, word: &str| (count > 0).then(|| format!("{} {word}", counted(count.into(), "test")));
    let mut words = vec![did.to_owned()];
    words.extend(of.first.then(|| "its first battle".to_owned()));
    words.extend(tests(of.passed, "passed"));
    words.extend(tests(of.failed, "failed"));
    words.push(format!("{} of {} SP lost", of.sp_lost, of.sp_before));
    words.extend(of.is_mostly_new.then(|| "most of its men are new".to_owned()));
    words
}
