//! The table of glyphs is whole, and a symbol keeps to the room that it says it takes.

use std::collections::BTreeMap;

use domain::Arm;

use super::*;

fn symbol(arm: SymbolArm) -> Symbol {
    Symbol { label: vec!["14".to_owned()], ..Symbol::plain(0, arm, Echelon::Division, 8.0) }
}

fn drawn(symbol: &Symbol) -> String {
    let mut svg = Svg::default();
    symbol.draw(&mut svg, (0.0, 0.0));
    svg.finish()
}

#[test]
fn each_arm_has_a_glyph_of_its_own_but_for_cavalry_and_reconnaissance() {
    let mut arms: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    for arm in Arm::ALL {
        let Glyph { lines, filled } = glyph(SymbolArm::Of(*arm)).unwrap();
        assert!(lines.len() + filled.len() > 3, "{arm}");
        arms.entry(format!("{lines}|{filled}")).or_default().push(arm.as_str());
    }
    let shared: Vec<_> = arms.into_values().filter(|arms| arms.len() > 1).collect();
    assert_eq!(shared, [["cavalry", "recce"]]);
    assert!(glyph(SymbolArm::Mechanised).is_some() && glyph(SymbolArm::Unknown).is_none());
}

#[test]
fn echelons_have_two_and_three_strokes_then_one_to_five_crosses() {
    let count = |echelon| marks(echelon, 0.0).matches('M').count();
    let all: Vec<usize> = Echelon::ALL.iter().map(|echelon| count(*echelon)).collect();
    assert_eq!(all, [2, 3, 2, 4, 6, 8, 10]);
}

#[test]
fn what_a_formation_is_without_stands_on_it_in_letters_and_what_it_suffers_in_lines() {
    let plain = drawn(&symbol(SymbolArm::Of(Arm::Infantry)));
    assert!(!plain.contains(FAILS) && !plain.contains("dasharray"));
    let troubled =
        drawn(&Symbol { no_log: true, no_pol: true, disorganised: true, ..symbol(SymbolArm::Of(Arm::Armour)) });
    assert!(troubled.contains(">L<") && troubled.contains(">P<") && troubled.contains("dasharray"));
    let stack = drawn(&Symbol { count: 6, ..symbol(SymbolArm::Of(Arm::Armour)) });
    // Three frames behind the first, each with its halo.
    assert_eq!((stack.matches("h12v8h-12z").count(), stack.contains(">6<")), (8, true));
}

#[test]
fn a_sighting_is_a_diamond_with_its_age() {
    let seen = Symbol { is_enemy: true, age: Some(2), label: Vec::new(), ..symbol(SymbolArm::Unknown) };
    let text = drawn(&seen);
    assert!(text.contains(">?<") && text.contains(">2 b<") && !text.contains("h12v8"));
}

#[test]
fn more_marks_take_more_room() {
    let fonts = Fonts::new();
    let plain = symbol(SymbolArm::Of(Arm::Infantry)).room(&fonts);
    // Frame, echelon and label: 12.8 units of 1 mm wide, 4 + 2.5 above the centre.
    assert!((plain.width - 12.8).abs() < 1e-9 && (plain.y + 6.5).abs() < 1e-9, "{plain:?}");
    let more = Symbol { count: 4, no_log: true, ..symbol(SymbolArm::Of(Arm::Infantry)) }.room(&fonts);
    assert!(more.grown(1e-9).holds(plain));
}
