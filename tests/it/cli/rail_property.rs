//! Whatever is done with trains, lines, railheads and dumps, taken back and done again: every sum is zero, no account
//! on the map is below zero, and the tables are the fold of the log.

use proptest::prelude::*;

use campaign::{breaches, is_boundary};
use ledger::Ledger;

use super::field::Field;
use super::rail::lines;

/// Lines that may be done or refused, as the campaign stands.
const DEEDS: &[&str] = &[
    "bound close",
    "bound close",
    "bound close",
    "rail cut 0105 0205",
    "rail cut 0205 0405",
    "rail repair 0105 0405",
    "rail repair 0205 0405 --by 1rd",
    "rail convert 0405 0407 --gauge 1520 --by e1",
    "rail convert 0405 0407 --gauge 1520 --side SU",
    "rail convert 0205 0305 --gauge 1435 --side AX",
    "rail stop 1rd",
    "rail advance mid 0305",
    "rail advance mid 0105",
    "rail advance rear 0407",
    "rail priority rear 1 --for 1a",
    "setting set rail_capacity on",
    "setting set rail_capacity off",
    "setting set rail_priority on",
    "setting set line_trains 1",
    "setting set gauge on",
    "setting set gauge off",
    "unit set e1 square=0406",
    "unit set e1 square=0305",
    "unit set 1rd.log square=0205",
    "dump open d-x --owner 1rd --by 1rd",
    "dump open d-x --owner 1a --at 0205",
    "dump close d-x",
    "dump close d-1a",
    "supply transfer mid 1rd.log 1 log",
    "supply transfer mid.0205 d-x 1 log --override carts",
    "supply transfer rear d-x 2 pol --override carts",
    "ground set 0305 --side AX --override raid",
    "ground set 0305 --side SU --override raid",
    "undo",
    "undo",
    "redo",
    "op restore 3",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]

    #[test]
    fn trains_and_railheads_keep_the_books(actions in prop::collection::vec(0..DEEDS.len(), 8..30)) {
        let field = Field::of(&lines());
        let path = field.dir.path().join("six.railhead");
        for action in actions {
            let ran = field.run(DEEDS[action]);
            prop_assert!(ran.code <= 2, "{}: {}{}", DEEDS[action], ran.out, ran.err);
            let campaign = Ledger::open(&path).unwrap().campaign().unwrap();
            prop_assert_eq!(breaches(&campaign), Vec::new(), "{}", DEEDS[action]);
            for (account, _, quantity) in campaign.stock.balances() {
                prop_assert!(quantity >= 0 || is_boundary(account.as_str()), "{account}: {quantity}");
            }
        }
        prop_assert_eq!(field.run("verify").code, 0);
        while field.run("undo").code == 0 {}
        let campaign = Ledger::open(&path).unwrap().campaign().unwrap();
        prop_assert!(campaign == lines(), "all taken back");
    }
}
