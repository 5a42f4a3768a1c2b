//! Which artillery is refilled from fire units of its calibre (house rule `calibre_ammunition`).
//!
//! What it decides: who is corps or army artillery, and the class of its guns. Where the fire units come from, `supply` says.

use domain::{Arm, Commodity, Detail, Echelon};

use crate::{Base, Campaign, Formation, Setting, Tree};

/// Fire units of artillery by calibre, up to and with so many mm; very heavy beyond.
///
/// # Interpretation
/// The borders are those of the weapon classes of artillery (NQM Squared, section 5); light guns, of which there are no
/// fire units, count with the medium ones.
const BY_CALIBRE: [(u16, Commodity); 2] = [(110, Commodity::FuM), (199, Commodity::FuH)];

impl Base {
    /// Of which class the fire units of its guns are; none where no calibre is given.
    pub fn fire_units(&self) -> Option<Commodity> {
        let calibre = self.calibre_mm?;
        Some(BY_CALIBRE.iter().find(|(most, _)| calibre <= *most).map_or(Commodity::FuVh, |(_, class)| *class))
    }
}

impl Campaign {
    /// Whether fire units are counted by calibre: in `full` detail where the house rule holds.
    pub fn counts_fire_units(&self) -> bool {
        self.settings.is_on(Setting::CalibreAmmunition) && self.settings.detail() == Detail::Full
    }
}

impl Tree<'_> {
    /// The class of fire units from which a leaf is refilled where they are counted; none where it is LOG.
    ///
    /// # Interpretation
    /// Corps and army artillery is a leaf of arm artillery with nothing but artillery between it and a corps or higher
    /// formation; the heaviest of its guns say of which class.
    pub fn fire_units_of(&self, leaf: &Formation) -> Option<Commodity> {
        if leaf.arm != Arm::Artillery {
            return None;
        }
        let above = self.superiors(leaf);
        let first =
            above.iter().find(|superior| superior.arm != Arm::Artillery || superior.echelon >= Echelon::Corps)?;
        let bases = || leaf.leaf.iter().flat_map(|leaf| &leaf.bases);
        bases().filter_map(Base::fire_units).max().filter(|_| first.echelon >= Echelon::Corps)
    }
}
