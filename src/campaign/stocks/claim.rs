//! Claims: what was overrun and waits for the umpire to say what becomes of it (setting `capture` = `umpire`).

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use domain::{AccountId, Bound, FormationId, SideId, Square, record};

use crate::{Campaign, Formation};

/// What became of something that was overrun.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ClaimFate {
    /// It is the captor's.
    Captured,
    /// It is lost to both.
    Destroyed,
    /// The umpire let it go.
    Spared,
}

impl ClaimFate {
    /// The fate in a word.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Captured => "captured",
            Self::Destroyed => "destroyed",
            Self::Spared => "spared",
        }
    }
}

/// A dump, the stock of a railhead or a leaf that was overrun. A leaf that waits is dispersed meanwhile.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Claim {
    /// The dump, the railhead or the leaf.
    pub what: AccountId,
    /// The square in which it was overrun.
    pub square: Square,
    /// The leaf that overran it.
    pub by: FormationId,
    /// In which bound.
    pub bound: Bound,
}

record!(Claim { what, square, by as "captor", bound });

impl Campaign {
    /// Leaves that do not fight, dumps and what lies at railheads, of others than the side whose fighting leaves alone stand in
    /// their square; each as overrun by the first of these in the running bound.
    pub fn under_enemy(&self, within: impl Fn(Square) -> bool) -> Vec<Claim> {
        let masters = self.masters(within);
        let claim = |what: &str, owner: SideId, square: Square| {
            let by = masters.get(&square).copied().flatten().filter(|by| by.side != owner)?;
            Some(Claim { what: AccountId::from(what), square, by: by.id.clone(), bound: self.bound })
        };
        let leaves = self.formations.values().filter_map(|f| claim(f.id.as_str(), f.side, f.stands_on()?));
        let owner = |dump: &crate::Dump| self.formations.get(&dump.owner).map(|f| f.side);
        let dumps = self.dumps.values().filter_map(|dump| claim(dump.id.as_str(), owner(dump)?, dump.square));
        let heads = self.railheads.values().filter(|head| self.cargo(head.id.as_str()) > 0);
        leaves.chain(dumps).chain(heads.filter_map(|head| claim(head.id.as_str(), head.side, head.square))).collect()
    }

    /// The same on the whole map, where nobody has overrun it: the umpire set the one upon the other. Without what waits for
    /// him already, and dumps that are closed and empty.
    pub fn set_upon(&self) -> Vec<Claim> {
        let mut claims = self.under_enemy(|_| true);
        let is_gone =
            |what: &AccountId| self.dumps.get(what).is_some_and(|dump| dump.closed) && self.cargo(what.as_str()) == 0;
        claims.retain(|claim| !self.claims.contains_key(&claim.what) && !is_gone(&claim.what));
        claims
    }

    /// The first fighting leaf of each square; none where leaves of more than one side stand.
    fn masters(&self, within: impl Fn(Square) -> bool) -> BTreeMap<Square, Option<&Formation>> {
        let mut masters: BTreeMap<Square, Option<&Formation>> = BTreeMap::new();
        for fighter in self.formations.values().filter(|f| f.is_fighting_leaf()) {
            let Some(square) = fighter.stands_on().filter(|square| within(*square)) else { continue };
            let master = masters.entry(square).or_insert(Some(fighter));
            *master = master.filter(|first| first.side == fighter.side);
        }
        masters
    }
}
