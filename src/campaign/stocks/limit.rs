//! How much dumps and railheads hold at most (house rules `limit_division`, `limit_corps`, `limit_army`, `limit_railhead`).
//!
//! What it decides: the limit of an account, and the room left in it. Existing stock above the limit stays.

use domain::{Commodity, Detail, Echelon};

use crate::{Campaign, Setting};

impl Campaign {
    /// The setting that limits an account, and how many units it may hold; none where nothing limits it.
    ///
    /// # Interpretation
    /// All commodities count together. A source is no store: it has no limit, and no vehicle has one but its capacity.
    pub fn limit_of(&self, account: &str) -> Option<(Setting, u32)> {
        if self.settings.detail() != Detail::Full {
            return None;
        }
        let setting = match (self.dumps.get(account), self.railheads.get(account)) {
            (Some(dump), _) if !dump.source => match dump.level {
                Echelon::Corps => Setting::LimitCorps,
                level if level > Echelon::Corps => Setting::LimitArmy,
                _ => Setting::LimitDivision,
            },
            (None, Some(railhead)) if !railhead.source => Setting::LimitRailhead,
            _ => return None,
        };
        Some((setting, self.settings.number(setting))).filter(|(_, limit)| *limit > 0)
    }

    /// How many units an account holds, of all commodities together.
    pub fn held_in_all(&self, account: &str) -> u32 {
        let held: i64 = Commodity::ALL.iter().map(|commodity| self.stock.balance(account, *commodity)).sum();
        u32::try_from(held.max(0)).unwrap_or(u32::MAX)
    }

    /// How many units more an account may hold; none where nothing limits it.
    pub fn room_under_limit(&self, account: &str) -> Option<u32> {
        self.limit_of(account).map(|(_, limit)| limit.saturating_sub(self.held_in_all(account)))
    }
}
