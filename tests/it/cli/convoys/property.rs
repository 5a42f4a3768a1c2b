//! Whatever is sent, cut, captured, destroyed and taken back: every sum is zero, nothing on the map is below zero,
//! `verify` is silent, and the folder comes back.

use proptest::prelude::*;

use super::{field, sound};

fn vehicle() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec!["log1", "log2", "pol1", "1rd.log", "2rd.log", "bn.truck", "log1,log2", "log1,pol1"])
}

fn square() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec!["0205", "0305", "0505", "0605", "0805", "0905", "1005", "0607", "0306"])
}

fn sending() -> impl Strategy<Value = String> {
    let load = prop::sample::select(vec!["", "--load 1log", "--load 2log", "--load 3pol", "--load '1log 2pol'"]);
    let from = prop::sample::select(vec!["", "--from d-su", "--from d-1rd"]);
    let to = prop::sample::select(vec!["d-1rd", "d-su", "1rd", "2rd", "0607", "su.1rd.bn"]);
    let how = prop::sample::select(vec!["", "--stay", "--for next", "--via 0607", "--override late"]);
    (vehicle(), load, from, to, how)
        .prop_map(|(vehicle, load, from, to, how)| format!("supply send {vehicle} {load} {from} --to {to} {how}"))
}

fn line() -> impl Strategy<Value = String> {
    let enemy = || prop::sample::select(vec!["ax.i1", "ax.i2"]);
    let words = |lines: &[&str]| prop::sample::select(lines.iter().map(|line| (*line).to_owned()).collect::<Vec<_>>());
    prop_oneof![
        6 => sending(),
        6 => Just("bound close".to_owned()),
        1 => (vehicle(), any::<bool>())
            .prop_map(|(vehicle, home)| format!("supply send {vehicle} --{}", if home { "home" } else { "release" })),
        2 => (enemy(), square()).prop_map(|(enemy, at)| format!("unit set {enemy} square={at}")),
        2 => (enemy(), square()).prop_map(|(enemy, at)| format!("move {enemy} {at} --override far")),
        1 => square().prop_map(|at| format!("ground set {at} --side SU")),
        1 => (vehicle(), 0..4_u16).prop_map(|(vehicle, sp)| format!("unit set {vehicle} sp={sp}")),
        2 => words(&["setting set convoy_blocked halt", "setting set convoy_blocked turn_back",
            "setting set capture_log 33", "setting set capture destroyed", "setting set supply_hours_am 2",
            "dump destroy d-1rd --keep 1", "dump destroy d-1rd", "dump open d-1rd --owner 1rd --at 1005",
            "supply receive d-su 3 log --from rail", "supply receive d-1rd 2 pol --from air", "unit set log1 state=broken"]),
        3 => words(&["undo", "undo", "redo", "op restore 3", "op restore 9"]),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, max_shrink_iters: 60, ..ProptestConfig::default() })]

    #[test]
    fn no_unit_of_stock_is_lost_or_found(lines in prop::collection::vec(line(), 12..28)) {
        let field = field();
        for line in &lines {
            let ran = field.run(line);
            prop_assert!(ran.code <= 2, "{line}: {} {}", ran.code, ran.err);
        }
        sound(&field);
        field.done("export out");
        field.done("check out");
        field.done("new out again.railhead");
        let list = |file: &str| field.done(&format!("supply convoys --format json --campaign {file}"));
        prop_assert_eq!(list("six.railhead"), list("again.railhead"));
    }
}
