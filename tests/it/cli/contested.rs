//! Squares in which both sides stood and only one stands now (model page, Control): worked by hand on the small campaign.
//!
//! `ax.9id.i1` holds 0602. A Soviet battalion set down there makes it contested: it stays Axis while both stand in it.

use super::field::Field;

fn contested() -> Field {
    let field = Field::new();
    field.done("unit set su.1a.1rd.b1 square=0602");
    assert_eq!(held(&field), "AX", "it stays with the side that held it");
    field
}

fn held(field: &Field) -> String {
    field.json("ground show 0602")["control"].as_str().unwrap().to_owned()
}

/// One square on within contact at the assault rate: six hours on foot.
fn marched(field: &Field, unit: &str, to: &str) -> String {
    let told = field.done(&format!("move {unit} {to}"));
    assert!(told.contains("1 of 1 leaf arrived"), "{told}");
    told
}

#[test]
fn who_is_left_in_a_contested_square_holds_it() {
    let field = contested();
    marched(&field, "ax.9id.i1", "0702");
    assert_eq!(held(&field), "SU", "only the Soviet battalion stands there");
    field.done("undo");
    assert_eq!(held(&field), "AX");
    field.done("order ax.9id.i1 move 0702");
    field.done("bound march");
    assert_eq!(held(&field), "SU", "as by `move`");
    assert!(field.done("verify").contains("breaches 0"));
}

#[test]
fn a_contested_square_stays_whose_it_was_where_he_is_left_or_nobody() {
    let field = contested();
    marched(&field, "su.1a.1rd.b1", "0502");
    assert_eq!(held(&field), "AX");
    let field = contested();
    field.done("unit set su.1a.1rd.b1 square=0302");
    field.done("unit set ax.9id.i1 square=0802");
    assert_eq!(held(&field), "AX", "nobody stands there: it stays");
}

#[test]
fn who_falls_out_of_a_contested_square_leaves_it() {
    for lost in ["state=dispersed", "state=destroyed", "square=0802"] {
        let field = contested();
        field.done(&format!("unit set ax.9id.i1 {lost}"));
        assert_eq!(held(&field), "SU", "{lost}");
    }
    let field = contested();
    field.done("ground set 0602 --side SU");
    field.done("unit set su.1a.1rd.b1 square=0302");
    assert_eq!(held(&field), "AX", "the umpire's word is of the contested square; only the Axis are left in it");
}

#[test]
fn who_marches_off_leaves_his_wagons_to_the_enemy() {
    let field = contested();
    field.done("unit set su.1a.1rd.log square=0602");
    let told = marched(&field, "su.1a.1rd.b1", "0502");
    assert_eq!(field.json("unit show su.1a.1rd.log")["state"], "surrendered", "{told}");
    let field = contested();
    field.done("unit set su.1a.1rd.log square=0602");
    field.done("unit set su.1a.1rd.b1 square=0302");
    assert_eq!(field.json("unit show su.1a.1rd.log")["state"], "organised", "the umpire sets leaves where he likes");
}
