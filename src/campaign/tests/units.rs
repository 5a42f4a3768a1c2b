//! Formations and leaves made by hand, for the tests of this room and of those above it.

use campaign::march::Marched;
use campaign::*;
use domain::*;

pub(crate) fn side(text: &str) -> SideId {
    SideId::new(text).unwrap()
}

pub(crate) fn base(sp: u16) -> Base {
    Base {
        role: Role::Fighting,
        weapon_men: Some(Class::Light),
        weapon_armour: None,
        armour: Some(Class::Medium),
        calibre_mm: Some(75),
        sp_full: sp,
        sp,
        markers: 0,
        out_of_ammo: false,
        marks: BaseMarks::default(),
    }
}

pub(crate) fn leaf(square: Square, bases: u16) -> Leaf {
    Leaf {
        square: Some(square),
        posture: Posture::Open,
        casemated: false,
        state: LeafState::Organised,
        march: Marched::default(),
        arrives: None,
        entry: None,
        by_rail: false,
        carries: None,
        capacity: 0,
        bases: (0..bases).map(|i| base(4 + i)).collect(),
    }
}

pub(crate) fn formation(id: &str, order: u32, parent: Option<&str>, of: &str) -> Formation {
    Formation {
        order,
        parent: parent.map(FormationId::from),
        nationality: "DE".into(),
        mobility: Some(Mobility::Foot),
        ..Formation::new(id.into(), side(of), format!("Die {id} \"ü\""), Echelon::Battalion, Arm::Infantry)
    }
}
