//! Whatever legal things are done, undone, redone and restored: the tables are the fold of the log.

use campaign::*;
use domain::*;
use ledger::{Ledger, LedgerError, Moment, WriteError};
use proptest::prelude::*;

use super::fixture::*;

#[derive(Debug, Clone)]
enum Act {
    Place(usize, u16, u16),
    Strength(usize, u16),
    Markers(usize, u16),
    Command(usize, usize),
    Stock(usize, usize, u32),
    Grade(usize, usize),
    Control(u16, u16, usize),
    Cut(u16),
    Dump(usize, u16),
    Undo(bool),
    Redo,
    Restore(u64),
    Group(Vec<Act>),
}

fn single() -> impl Strategy<Value = Act> {
    prop_oneof![
        (0..8_usize, 0..12_u16, 0..9_u16).prop_map(|(f, c, r)| Act::Place(f, c, r)),
        (0..8_usize, 0..8_u16).prop_map(|(f, n)| Act::Strength(f, n)),
        (0..8_usize, 0..8_u16).prop_map(|(f, n)| Act::Markers(f, n)),
        (0..8_usize, 0..8_usize).prop_map(|(f, p)| Act::Command(f, p)),
        (0..6_usize, 0..6_usize, 1..6_u32).prop_map(|(a, b, n)| Act::Stock(a, b, n)),
        (0..8_usize, 0..6_usize).prop_map(|(f, g)| Act::Grade(f, g)),
        (0..12_u16, 0..9_u16, 0..3_usize).prop_map(|(c, r, s)| Act::Control(c, r, s)),
        (0..8_u16).prop_map(Act::Cut),
        (0..3_usize, 0..12_u16).prop_map(|(d, c)| Act::Dump(d, c)),
    ]
}

fn act() -> impl Strategy<Value = Act> {
    prop_oneof![
        6 => single(),
        2 => any::<bool>().prop_map(Act::Undo),
        2 => Just(Act::Redo),
        1 => (1..20_u64).prop_map(Act::Restore),
        1 => prop::collection::vec(single(), 2..4).prop_map(Act::Group),
    ]
}

fn nth(campaign: &Campaign, index: usize) -> &Formation {
    campaign.formations.values().nth(index % campaign.formations.len()).unwrap()
}

/// The event of an act; it may be one that is refused.
fn event(campaign: &Campaign, act: &Act) -> Event {
    match act {
        Act::Place(f, col, row) => {
            let f = nth(campaign, *f);
            let before = f.leaf.as_ref().and_then(|leaf| leaf.square);
            Event::LeafPlaced { leaf: f.id.clone(), before, after: Some(Square::new(*col, *row)) }
        }
        Act::Strength(f, after) => {
            let f = nth(campaign, *f);
            let before = f.leaf.as_ref().map_or(0, |leaf| leaf.bases[0].sp);
            Event::StrengthChanged { leaf: f.id.clone(), base: 0, before, after: *after }
        }
        Act::Markers(f, after) => {
            let f = nth(campaign, *f);
            let before = f.leaf.as_ref().map_or(0, |leaf| leaf.bases[0].markers);
            Event::MarkersChanged { leaf: f.id.clone(), base: 0, before, after: *after }
        }
        Act::Command(f, parent) => {
            let (f, parent) = (nth(campaign, *f), nth(campaign, *parent));
            let after = Some(parent.id.clone());
            Event::SuperiorChanged { formation: f.id.clone(), before: f.parent.clone(), after }
        }
        Act::Stock(from, to, n) => {
            const ACCOUNTS: [&str; 6] = ["opening", "dump.16", "chir", "ax.xiv.16.log", "consumed", "d1"];
            let next = campaign.stock.made() + 1;
            Event::StockTransferred { transfer: transfer(next, ACCOUNTS[*from], ACCOUNTS[*to], *n) }
        }
        Act::Grade(f, grade) => {
            let f = nth(campaign, *f);
            Event::GradeChanged {
                formation: f.id.clone(),
                before: f.grade,
                after: Some(Grade::ALL[*grade]),
                bound: campaign.bound,
                battle: None,
                reason: "so".into(),
            }
        }
        Act::Control(col, row, to) => {
            let square = Square::new(*col, *row);
            let after = [Some(side("AX")), Some(side("SU")), None][*to];
            Event::ControlChanged { square, before: campaign.ground.control(square), after }
        }
        Act::Cut(row) => {
            let side = SquareSide { square: Square::new(3, *row), edge: Edge::South };
            let states = if campaign.railways[0].cuts.contains(&side) {
                (RailState::Cut, RailState::Open)
            } else {
                (RailState::Open, RailState::Cut)
            };
            Event::RailChanged { line: "Chir line".into(), side, before: states.0, after: states.1 }
        }
        Act::Dump(d, col) => match campaign.dumps.get(format!("d{d}").as_str()) {
            None => Event::DumpOpened { dump: Box::new(dump(&format!("d{d}"), Square::new(*col, 1))) },
            Some(there) if col % 2 == 0 => Event::DumpClosed { dump: Box::new(there.clone()) },
            Some(there) => {
                let after = Square::new(*col, 2);
                Event::DumpMoved { dump: there.id.clone(), before: there.square, after }
            }
        },
        Act::Undo(_) | Act::Redo | Act::Restore(_) | Act::Group(_) => unreachable!(),
    }
}

fn perform(ledger: &mut Ledger, act: &Act, group: Option<u64>) {
    let stepped = |result: Result<_, LedgerError>| match result {
        Ok(_)
        | Err(
            LedgerError::NothingToUndo
            | LedgerError::NothingToRedo
            | LedgerError::NothingToRestore { .. }
            | LedgerError::NoOperation { .. },
        ) => {}
        Err(error) => panic!("{error}"),
    };
    match act {
        Act::Undo(one_line) => stepped(ledger.undo(&draft("undo"), *one_line)),
        Act::Redo => stepped(ledger.redo(&draft("redo"))),
        Act::Restore(number) => stepped(ledger.restore(&draft("restore"), *number)),
        Act::Group(acts) => {
            let group = ledger.next_operation().unwrap();
            for act in acts {
                perform(ledger, act, Some(group));
            }
        }
        single => {
            let mut draft = draft("do");
            draft.group = group;
            match ledger.write(&draft, |campaign| Ok::<_, Refusal>(vec![event(campaign, single)])) {
                Ok(_) | Err(WriteError::Refused(_)) => {}
                Err(WriteError::Ledger(error)) => panic!("{single:?}: {error}"),
            }
        }
    }
}

fn check(ledger: &Ledger) {
    no_breaches(ledger);
    let campaign = ledger.campaign().unwrap();
    assert_eq!(breaches(&campaign), []);
    for commodity in Commodity::ALL {
        let held = campaign.stock.balances().filter(|(_, c, _)| c == commodity);
        assert_eq!(held.map(|(_, _, q)| q).sum::<i64>(), 0);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn the_tables_are_the_fold_whatever_is_done(acts in prop::collection::vec(act(), 1..25)) {
        let file = File::small();
        let mut ledger = file.open();
        for (i, act) in acts.iter().enumerate() {
            perform(&mut ledger, act, None);
            if i % 5 == 4 {
                check(&ledger);
            }
        }
        check(&ledger);
        let fresh = file.open();
        prop_assert_eq!(fresh.campaign().unwrap(), ledger.campaign().unwrap());
        while ledger.undo(&draft("undo"), false).is_ok() {}
        prop_assert_eq!(file.open().campaign().unwrap(), small());
        prop_assert_eq!(ledger.as_of(Moment::Start).unwrap(), small());
        check(&ledger);
    }
}
