//! The shipped campaigns as they stand at every bound of their histories.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::OnceLock;

use campaign::Campaign;
use chrono::{TimeZone as _, Utc};
use cli::{Clock, Context, run};
use domain::{Bound, Phase};
use ledger::{Ledger, Moment};
use scenario::built_in;

/// The states of a campaign at the end of every bound of its history; none where it has none.
pub(crate) fn at_bounds(name: &str) -> &'static [Campaign] {
    static BRODY: OnceLock<Vec<Campaign>> = OnceLock::new();
    static TYPHOON: OnceLock<Vec<Campaign>> = OnceLock::new();
    static URANUS: OnceLock<Vec<Campaign>> = OnceLock::new();
    match name {
        "brody-1941" => BRODY.get_or_init(|| played(name)),
        "typhoon-1941" => TYPHOON.get_or_init(|| played(name)),
        "uranus-1942" => URANUS.get_or_init(|| played(name)),
        _ => &[],
    }
}

fn railhead(dir: PathBuf, words: &[&str]) {
    let mut context = Context {
        input: Box::new(std::io::empty()),
        out: Box::new(std::io::sink()),
        err: Box::new(std::io::sink()),
        env: BTreeMap::new(),
        dir,
        clock: Clock::Fixed(Utc.with_ymd_and_hms(2026, 1, 2, 3, 4, 5).unwrap()),
        terminal: None,
        screen: None,
        err_is_terminal: false,
        err_width: None,
    };
    let words = std::iter::once("railhead").chain(words.iter().copied());
    assert_eq!(run(words.map(Into::into), &mut context), 0, "a history is played to its end");
}

fn played(name: &str) -> Vec<Campaign> {
    let dir = tempfile::tempdir().unwrap();
    let script = built_in(name).unwrap().remove("history.txt").expect("a history");
    std::fs::write(dir.path().join("history.txt"), script).unwrap();
    railhead(dir.path().to_owned(), &["new", name]);
    railhead(dir.path().to_owned(), &["run", "history.txt", "--quiet"]);
    let ledger = Ledger::open(&dir.path().join(format!("{name}.railhead"))).unwrap();
    // Folded and not loaded, for then it has its transfers, and a file can be made of it.
    let now = ledger.as_of(Moment::Operation(ledger.next_operation().unwrap() - 1)).unwrap();
    let bounds = (1..=now.days).flat_map(|day| [Phase::Am, Phase::Pm, Phase::Night].map(|phase| Bound { day, phase }));
    let closed = bounds.take_while(|bound| *bound < now.bound);
    let mut states: Vec<Campaign> = closed.map(|bound| ledger.as_of(Moment::Bound(bound)).unwrap()).collect();
    states.push(now);
    states
}
