//! Which units of fire a gun shoots.

use campaign::Base;
use campaign::sketch::base;
use domain::Commodity;

#[test]
fn the_borders_of_the_classes() {
    let (medium, heavy, very_heavy) = (Commodity::FuM, Commodity::FuH, Commodity::FuVh);
    for (calibre, class) in [
        (75, medium),
        (110, medium),
        (111, heavy),
        (122, heavy),
        (152, heavy),
        (199, heavy),
        (200, very_heavy),
        (305, very_heavy),
    ] {
        let base = Base { calibre_mm: Some(calibre), ..base() };
        assert_eq!(base.fire_units(), Some(class), "{calibre} mm");
    }
    assert_eq!(base().fire_units(), None);
}
