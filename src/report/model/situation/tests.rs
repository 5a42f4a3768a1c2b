//! A situation on small maps made by hand.

use std::collections::BTreeSet;

use super::*;
use domain::Square;

/// A map of letters: `a` and `b` are sides, a dot is nobody's.
fn control(rows: &[&str]) -> impl Fn(Square) -> Option<SideId> {
    let rows: Vec<Vec<char>> = rows.iter().map(|row| row.chars().collect()).collect();
    move |at| match rows[usize::from(at.row)][usize::from(at.col)] {
        'a' => "A".parse().ok(),
        'b' => "B".parse().ok(),
        _ => None,
    }
}

#[test]
fn a_pocket_is_ground_of_twenty_squares_or_more_without_a_source() {
    let map = ["aaabbbbbbbb", "aaabaaaaaab", "aaabaaaaaab", "aaabaaaaaab", "aaabaabbbbb", "aaabbbbbaab", "aaabbbbbaab"];
    let side: SideId = "A".parse().unwrap();
    let found = pockets((11, 7), control(&map), side, &BTreeSet::from([Square::new(0, 0)]));
    // Three rows of six and one of two; the four squares in the south-east are too few, the west has the source.
    assert_eq!(found.len(), 1);
    assert_eq!((found[0].len(), found[0][0]), (20, Square::new(4, 1)));
    assert_eq!(pockets((11, 7), control(&map), side, &BTreeSet::new()), Vec::<Vec<Square>>::new());
    let fed = BTreeSet::from([Square::new(0, 0), Square::new(5, 4)]);
    assert!(pockets((11, 7), control(&map), side, &fed).is_empty());
    // Corners do not join.
    let corners = ["aaaaab", "aaaaab", "aaaaab", "aaaaab", "bbbbba"];
    let found = pockets((6, 5), control(&corners), side, &BTreeSet::from([Square::new(5, 4)]));
    assert_eq!(found.iter().map(Vec::len).collect::<Vec<_>>(), [20]);
}
