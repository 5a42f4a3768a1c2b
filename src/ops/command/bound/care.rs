//! Care for who bears markers, where the setting `medical_needed` asks for it (NQM Squared, section 11).
//!
//! What it decides: whether markers come off a base where it stands. Where to look next: `reorganise`.

use campaign::{Base, Campaign, Formation, Setting, Tree};
use domain::{FormationId, Mobility, Role, Square};

use crate::battle::draw::part::fights_for;

/// Who is cared for.
#[derive(Debug, Clone, Copy)]
pub(super) struct Care {
    /// Men and guns.
    men: bool,
    /// Armoured vehicles.
    vehicles: bool,
}

impl Care {
    /// Everybody is.
    pub(super) const OF_ALL: Self = Self { men: true, vehicles: true };

    /// Who of a unit is cared for in a square.
    ///
    /// # Interpretation
    /// As in a battle: by a medical base (vehicles: a recovery base) of its division that has SP left and stands in
    /// the same square.
    pub(super) fn of(campaign: &Campaign, unit: &FormationId, square: Square) -> Self {
        if !campaign.settings.is_on(Setting::MedicalNeeded) {
            return Self::OF_ALL;
        }
        let tree = Tree::new(campaign);
        let Some(formation) = campaign.formations.get(unit) else { return Self::OF_ALL };
        let there = tree.leaves(fights_for(&tree, formation)).into_iter().filter(|f| f.stands_on() == Some(square));
        let bases: Vec<&Base> = there.filter_map(|f| f.leaf.as_ref()).flat_map(|leaf| &leaf.bases).collect();
        let is_there = |role| bases.iter().any(|base| base.sp > 0 && base.role == role);
        Self { men: is_there(Role::Medical), vehicles: is_there(Role::Recovery) }
    }

    /// Whether markers come off a base of a leaf.
    pub(super) fn holds(self, leaf: &Formation, base: &Base) -> bool {
        let is_rear = matches!(base.role, Role::Logistic | Role::Medical | Role::Recovery);
        let is_vehicle =
            base.armour.is_some() && !is_rear && leaf.mobility.is_some_and(|mobility| mobility != Mobility::Foot);
        if is_vehicle { self.vehicles } else { self.men }
    }
}
