//! House rule `news_delay`: what stock a higher HQ knows of.
//!
//! What it is: the reports that accounts have made as bounds were closed, those known and those on their way.
//! What it decides: which report is known now, and how a campaign looks that is read by one side's reports.
//! What it never does: make reports; that is `bound close` (`ops::command::bound::news`).

use serde::{Deserialize, Serialize};

use domain::{AccountId, Bound, Commodity, Detail, FormationId, SideId, record};

use crate::{Campaign, Load, Setting};

/// What an account held as a bound was closed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StockNews {
    /// The bound.
    pub bound: Bound,
    /// What it held.
    pub stock: Load,
}

record!(StockNews { bound, stock });

/// Of the reports of an account, the oldest first, the place of the one that is known in a bound: the last that has had
/// `delay` bounds to come in after the one at whose close it was made. The first, which all know, where none has.
pub(crate) fn known(news: &[StockNews], delay: u32, running: Bound) -> usize {
    let has_come = |report: &StockNews| report.bound.ordinal() + delay < running.ordinal();
    news.iter().rposition(has_come).unwrap_or_default()
}

impl Campaign {
    /// Whether stock is known by reports only.
    pub fn has_news_delay(&self) -> bool {
        self.settings.is_on(Setting::NewsDelay) && self.settings.detail() == Detail::Full
    }

    /// Who keeps an account and reports for it: the owner of a dump, the superior of a supply vehicle.
    pub fn account_keeper(&self, account: &str) -> Option<&FormationId> {
        let owner = self.dumps.get(account).map(|dump| &dump.owner);
        owner.or_else(|| self.formation(account).and_then(|vehicle| vehicle.parent.as_ref()))
    }

    /// The last report of an account that is known; none where it has made none, and what it holds is known.
    pub fn known_report(&self, account: &str) -> Option<&StockNews> {
        self.report_known_in(account, self.bound)
    }

    /// The same as it is known in another bound.
    fn report_known_in(&self, account: &str, bound: Bound) -> Option<&StockNews> {
        let news = self.news.get(account).filter(|_| self.has_news_delay())?;
        news.get(known(news, self.settings.number(Setting::NewsBounds), bound))
    }

    /// The campaign as one side's headquarters read it: every account of the side holds what it last reported. The same
    /// where the rule is off, or the umpire reads (no side).
    #[must_use]
    pub fn as_reported(self, side: Option<SideId>) -> Self {
        let bound = self.bound;
        self.as_reported_in(side, bound)
    }

    /// The same as one side's headquarters have come to know it in a later bound.
    #[must_use]
    pub fn as_reported_in(mut self, side: Option<SideId>, bound: Bound) -> Self {
        let Some(side) = side.filter(|_| self.has_news_delay()) else { return self };
        let accounts = self.news.keys().filter(|id| self.account_side(id.as_str()) == Some(side));
        let report = |id: &AccountId| self.report_known_in(id.as_str(), bound).map(|report| report.stock.clone());
        let reports = accounts.filter_map(|id| Some((id.clone(), report(id)?)));
        for (account, stock) in reports.collect::<Vec<_>>() {
            for commodity in Commodity::ALL {
                self.stock.suppose(&account, *commodity, i64::from(stock.of(*commodity)));
            }
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_is_known_when_its_bounds_have_passed() {
        let at = |bound: &str| StockNews { bound: bound.parse().unwrap(), stock: Load::default() };
        let news = [at("1am"), at("1pm"), at("1n")];
        // Made at the close of 1n, a report without delay is known in 2am; with one bound of delay in 2pm.
        let in_bound = |delay, bound: &str| known(&news, delay, bound.parse().unwrap());
        assert_eq!((in_bound(0, "2am"), in_bound(1, "2am"), in_bound(1, "2pm")), (2, 1, 2));
        assert_eq!((in_bound(2, "2am"), in_bound(5, "2am")), (0, 0));
    }
}
