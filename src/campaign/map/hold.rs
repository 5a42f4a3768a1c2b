//! Whose a square is: what a side may not drive into or lay stock down in.
//!
//! What it decides: which squares lie with the enemy, and the words for it; they name no formation.
//! What it never does: seek ways; whether one leads there is the affair of `supply::Roads`.

use domain::{SideId, Square};

use crate::{Campaign, Formation, Setting};

impl Campaign {
    /// The first fighting leaf on a square that is of another side than this.
    pub fn enemy_on(&self, square: Square, side: SideId) -> Option<&Formation> {
        self.formations.values().find(|f| f.side != side && f.stands_on() == Some(square) && f.is_fighting_leaf())
    }

    /// Why a square lies with the enemy of a side: he stands in it alone, or he controls it and that bars supply (setting
    /// `enemy_control_bars`). None where a fighting leaf of the side stands there too.
    pub fn lies_with_enemy(&self, side: SideId, square: Square) -> Option<String> {
        let is_own = |f: &Formation| f.side == side && f.is_fighting_leaf() && f.stands_on() == Some(square);
        if self.formations.values().any(is_own) {
            return None;
        }
        let at = self.frame.reference(square);
        if self.enemy_on(square, side).is_some() {
            return Some(format!("the enemy stands in {at}"));
        }
        let bars = self.settings.is_on(Setting::EnemyControlBars);
        let is_his = bars && self.ground.control(square).is_some_and(|by| by != side);
        is_his.then(|| format!("{at} is in enemy hands"))
    }
}
