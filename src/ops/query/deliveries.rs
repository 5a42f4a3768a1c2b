//! What trains brought to each railhead, bound by bound.

use std::collections::BTreeMap;

use campaign::{Event, Reader, Setting};
use domain::{AccountId, Bound, Commodity, SideId};
use ledger::Moment;

use crate::{OpError, Session};

/// What trains brought to a railhead in a bound.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Delivery {
    /// The bound.
    pub bound: Bound,
    /// The railhead.
    pub railhead: AccountId,
    /// What it is called.
    pub name: String,
    /// Whose it was.
    pub side: SideId,
    /// Units of LOG.
    pub log: u32,
    /// Units of POL.
    pub pol: u32,
}

impl Session {
    /// What trains brought in each bound up to a moment, by railhead; for the umpire, or of a side.
    ///
    /// # Errors
    /// When there is no such moment, or the file cannot be read.
    pub fn deliveries(&self, moment: Option<Moment>, reader: Option<&Reader>) -> Result<Vec<Delivery>, OpError> {
        let mut found: Vec<Delivery> = Vec::new();
        self.through_bounds(moment, |(bound, _), campaign, events| {
            // What a side is told late it cannot reckon with (house rule `news_delay`).
            if reader.is_some() && campaign.settings.is_on(Setting::NewsDelay) {
                return;
            }
            let mut brought: BTreeMap<&AccountId, (SideId, [u32; 2])> = BTreeMap::new();
            for event in events {
                let Event::StockTransferred { transfer } = event else { continue };
                let place = match transfer.commodity {
                    Commodity::Log => 0,
                    Commodity::Pol => 1,
                    _ => continue,
                };
                let head = campaign.railheads.get(&transfer.to).filter(|_| transfer.from.as_str() == "rail");
                let Some(head) = head.filter(|head| reader.is_none_or(|reader| reader.side == head.side)) else {
                    continue;
                };
                brought.entry(&transfer.to).or_insert((head.side, [0; 2])).1[place] += transfer.quantity;
            }
            found.extend(brought.into_iter().map(|(railhead, (side, [log, pol]))| Delivery {
                bound,
                name: campaign.account_name(railhead.as_str()),
                railhead: railhead.clone(),
                side,
                log,
                pol,
            }));
        })?;
        Ok(found)
    }
}
