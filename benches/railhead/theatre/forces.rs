//! The forces of a theatre: armies, corps, divisions, their battalions, HQs, vehicles and dumps; pockets and raiders.

use std::sync::Arc;

use campaign::{Base, BaseMarks, Dump, Formation, Leaf};
use domain::{
    AccountId, Arm, Class, Commodity, Echelon, FormationId, Grade, LeafState, Mobility, Posture, Role, SideId, Square,
};
use rand::RngExt as _;

use super::{CORPS, SECTOR, Theatre, sides};

/// What a leaf is.
#[derive(Clone, Copy)]
struct Kind {
    arm: Arm,
    mobility: Mobility,
    role: Role,
    carries: Option<Commodity>,
}

const fn kind(arm: Arm, mobility: Mobility, role: Role, carries: Option<Commodity>) -> Kind {
    Kind { arm, mobility, role, carries }
}

const HQ: Kind = kind(Arm::Hq, Mobility::Motorised, Role::Command, None);
const TRUCK: Kind = kind(Arm::Logistic, Mobility::Motorised, Role::Logistic, Some(Commodity::Log));
const BOWSER: Kind = kind(Arm::Logistic, Mobility::Motorised, Role::Logistic, Some(Commodity::Pol));
const RIFLES: Kind = kind(Arm::Infantry, Mobility::Foot, Role::Fighting, None);
const LORRIED: Kind = kind(Arm::Motorised, Mobility::Motorised, Role::Fighting, None);
const TANKS: Kind = kind(Arm::Armour, Mobility::Armoured, Role::Fighting, None);
const RAIDERS: Kind = kind(Arm::Cavalry, Mobility::Cavalry, Role::Fighting, None);

/// Rows of a corps' sector on which its own troops stand; the others are left to whoever surrounds it.
const OWN_ROWS: std::ops::Range<u16> = 1..CORPS - 1;

impl Theatre {
    /// Raises both sides.
    pub(super) fn raise_forces(&mut self) {
        for side in sides() {
            for group in 0..self.size.armies.div_ceil(5) {
                self.raise_group(side, group);
            }
        }
        for side in sides() {
            self.close_pockets(side);
            self.raid(side);
        }
    }

    /// The square so many columns behind the front on a row, on the side's own ground.
    fn behind(&self, side: SideId, row: u16, columns: u16) -> Square {
        let front = self.front[usize::from(row)];
        let col = if side == sides()[0] { front - 1 - columns } else { front + columns };
        Square::new(col, row)
    }

    /// The nearest square with a road to one, within a few rows.
    fn roadside(&self, square: Square) -> Square {
        let has_road = |at: &Square| {
            let sides = self.campaign.frame.neighbours(*at).filter_map(|next| at.side_to(next));
            sides.into_iter().any(|side| self.campaign.ground.road(side).is_some())
        };
        let rows = self.campaign.frame.rows;
        let near = (0..4).flat_map(|d| [square.row.saturating_sub(d), (square.row + d).min(rows - 1)]);
        near.map(|row| Square::new(square.col, row)).find(has_road).unwrap_or(square)
    }

    fn raise_group(&mut self, side: SideId, group: u16) {
        let id = format!("{side}.g{group}");
        let row = (group * 5 * SECTOR + SECTOR * 5 / 2).min(self.campaign.frame.rows - 1);
        self.formation(side, &id, None, Echelon::ArmyGroup);
        let square = self.roadside(self.behind(side, row, self.size.deep(90)));
        self.services(side, &id, square, 2);
        for number in 0..2 {
            let dump = self.roadside(self.behind(
                side,
                (row + number * 3).min(self.campaign.frame.rows - 1),
                self.size.deep(80),
            ));
            self.dump(&id, Echelon::ArmyGroup, number, dump);
        }
        for army in group * 5..((group + 1) * 5).min(self.size.armies) {
            self.raise_army(side, &id, army);
        }
    }

    fn raise_army(&mut self, side: SideId, group: &str, army: u16) {
        let id = format!("{side}.a{army:02}");
        self.formation(side, &id, Some(group), Echelon::Army);
        let row = army * SECTOR + SECTOR / 2;
        let square = self.roadside(self.behind(side, row, 26));
        self.services(side, &id, square, 2);
        for number in 0..3 {
            let dump = self.roadside(self.behind(side, army * SECTOR + 8 + number * 12, 27));
            self.dump(&id, Echelon::Army, number, dump);
        }
        for corps in 0..5 {
            self.raise_corps(side, &id, army, corps);
        }
    }

    fn raise_corps(&mut self, side: SideId, army_id: &str, army: u16, corps: u16) {
        let id = format!("{army_id}.c{corps}");
        self.formation(side, &id, Some(army_id), Echelon::Corps);
        let row = army * SECTOR + corps * CORPS + CORPS / 2;
        let square = self.roadside(self.behind(side, row, 13));
        self.services(side, &id, square, 1);
        for number in 0..2 {
            let dump = self.roadside(self.behind(side, row, 11 + number * 2));
            self.dump(&id, Echelon::Corps, number, dump);
        }
        let mobile = corps == 2;
        for division in 0..self.size.divisions {
            self.raise_division(side, &id, row, division, mobile);
        }
    }

    fn raise_division(&mut self, side: SideId, corps: &str, middle: u16, division: u16, mobile: bool) {
        let id = format!("{corps}.d{division}");
        self.formation(side, &id, Some(corps), Echelon::Division);
        let first = middle - CORPS / 2 + OWN_ROWS.start;
        let row = first + (division * 3 / 2).min(OWN_ROWS.end - OWN_ROWS.start - 1);
        let square = self.roadside(self.behind(side, row, 4));
        self.leaf(side, &format!("{id}.hq"), &id, HQ, square);
        let supply = self.roadside(self.behind(side, row, 6));
        self.leaf(side, &format!("{id}.log"), &id, TRUCK, supply);
        if mobile {
            self.leaf(side, &format!("{id}.pol"), &id, BOWSER, supply);
        }
        for regiment in 0..3 {
            let under = format!("{id}.r{regiment}");
            self.formation(side, &under, Some(&id), Echelon::Regiment);
            for battalion in 0..3 {
                let kind = match (mobile, regiment) {
                    (false, _) => RIFLES,
                    (true, 0) => TANKS,
                    (true, _) => LORRIED,
                };
                let square = self.behind(side, row, regiment);
                self.leaf(side, &format!("{under}.b{battalion}"), &under, kind, square);
            }
        }
    }

    /// The HQ, LOG vehicles and bowsers of a higher formation.
    fn services(&mut self, side: SideId, id: &str, square: Square, bowsers: u16) {
        self.leaf(side, &format!("{id}.hq"), id, HQ, square);
        self.leaf(side, &format!("{id}.log"), id, TRUCK, square);
        for number in 0..bowsers {
            self.leaf(side, &format!("{id}.pol{number}"), id, BOWSER, square);
        }
    }

    /// Shuts in a corps in eight: the enemy controls a belt around it and stands on every third square of that.
    fn close_pockets(&mut self, side: SideId) {
        let enemy = sides().into_iter().find(|other| *other != side).unwrap_or(side);
        let corps: Vec<u16> = (0..self.size.armies * 5).filter(|corps| corps % 8 == 3).collect();
        for (number, corps) in corps.into_iter().enumerate() {
            let rows = corps * CORPS..(corps + 1) * CORPS;
            for row in rows.clone() {
                let edge = row == rows.start || row + 1 == rows.end;
                for columns in if edge { 0..22 } else { 17..22 } {
                    let square = self.behind(side, row, columns);
                    self.control(square, enemy);
                    if self.dice.random_range(0..3) == 0 && self.taken.insert(square) {
                        let id = format!("{enemy}.ring{number:02}.{columns:02}{row:03}");
                        self.leaf(enemy, &id, &format!("{enemy}.a00.c0.d0.r0"), RAIDERS, square);
                    }
                }
            }
        }
    }

    /// Raiders in the enemy's rear, four an army, on ground that they have taken.
    fn raid(&mut self, side: SideId) {
        let enemy = sides().into_iter().find(|other| *other != side).unwrap_or(side);
        for number in 0..self.size.armies * 4 {
            let row = self.dice.random_range(0..self.campaign.frame.rows);
            let columns = self.dice.random_range(24..self.size.deep(60));
            let square = self.roadside(self.behind(enemy, row, columns));
            if !self.taken.insert(square) {
                continue;
            }
            self.control(square, side);
            self.leaf(side, &format!("{side}.raid{number:02}"), &format!("{side}.a00.c0.d0.r0"), RAIDERS, square);
        }
    }

    fn control(&mut self, square: Square, side: SideId) {
        Arc::make_mut(&mut self.campaign.ground).set_control(square, Some(side));
    }

    fn dump(&mut self, owner: &str, level: Echelon, number: u16, square: Square) {
        let id = AccountId::from(format!("{owner}.dump{number}"));
        let dump = Dump {
            id: id.clone(),
            owner: FormationId::from(owner),
            level,
            name: format!("dump {number} of {owner}"),
            place: None,
            square,
            source: false,
            closed: false,
            note: String::new(),
        };
        self.campaign.dumps.insert(id, dump);
    }

    fn leaf(&mut self, side: SideId, id: &str, parent: &str, kind: Kind, square: Square) {
        let mut leaf = self.blank_formation(side, id, Some(parent), Echelon::Battalion);
        (leaf.arm, leaf.mobility) = (kind.arm, Some(kind.mobility));
        leaf.leaf = Some(Leaf {
            square: Some(square),
            posture: Posture::Open,
            casemated: false,
            state: LeafState::Organised,
            march: campaign::march::Marched::default(),
            arrives: None,
            entry: None,
            by_rail: false,
            carries: kind.carries,
            capacity: u32::from(kind.carries.is_some()),
            bases: vec![base(kind.role)],
        });
        self.taken.insert(square);
        self.campaign.formations.insert(leaf);
    }

    fn formation(&mut self, side: SideId, id: &str, parent: Option<&str>, echelon: Echelon) {
        let formation = self.blank_formation(side, id, parent, echelon);
        self.campaign.formations.insert(formation);
    }

    fn blank_formation(&self, side: SideId, id: &str, parent: Option<&str>, echelon: Echelon) -> Formation {
        Formation {
            order: self.campaign.formations.len() as u32,
            parent: parent.map(FormationId::from),
            grade: parent.is_none().then_some(Grade::Regular),
            ..Formation::new(id.into(), side, id.to_owned(), echelon, Arm::Infantry)
        }
    }
}

fn base(role: Role) -> Base {
    Base {
        role,
        weapon_men: Some(Class::Light),
        weapon_armour: Some(Class::VeryLight),
        armour: None,
        calibre_mm: None,
        sp_full: 3,
        sp: 3,
        markers: 0,
        out_of_ammo: false,
        marks: BaseMarks::default(),
    }
}
