//! How a stock that falls short is put right by the umpire: from accounts further up, from outside the map, with a vehicle
//! given where none has room.
//!
//! What it never does: drive; what convoys could bring is asked of `plan`.

use campaign::{Campaign, Formation};
use domain::{Bound, Commodity, Square};

use crate::standing::mend_item::leaf_to_give;

/// A step of what mends something.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StockMend {
    /// What to do.
    pub text: String,
    /// The command that books it.
    pub command: String,
    /// To which way of mending it belongs, from 1: each mends by itself.
    pub way: u8,
    /// The bound in which it has come about; none for what is done at once.
    pub arrives: Option<Bound>,
}

impl StockMend {
    /// A step of the first way, done at once.
    pub(crate) fn at_once(text: String, command: String) -> Self {
        Self { text, command, way: 1, arrives: None }
    }
}

/// An account on the way: its id, what it holds, and what comes in a day, in figures and for a railhead in words.
pub(crate) struct Account {
    pub(crate) id: String,
    pub(crate) holds: i64,
    pub(crate) intake: i64,
    pub(crate) comes: Option<String>,
}

/// Brings what is short from the accounts further up, the nearest first; the rest must come from outside: by rail
/// where trains reach one of them, else by air.
pub(crate) fn bring(into: &str, commodity: Commodity, short: i64, from: &[Account], by_rail: bool) -> Vec<StockMend> {
    let (mut left, mut mends, name) = (short, Vec::new(), commodity.name());
    for account in from {
        let some = left.min(account.holds);
        if some > 0 {
            let text = format!("bring {some} {name} from `{}` to `{into}`", account.id);
            let id = &account.id;
            let command = format!("supply transfer {id} {into} {some} {commodity} --override driven");
            mends.push(StockMend::at_once(text, command));
            left -= some;
        }
    }
    if left > 0 {
        let (by, boundary) = if by_rail { ("from outside the map", "rail") } else { ("by air", "air") };
        let text = format!("bring {left} more {name} to `{into}` {by}");
        mends.push(StockMend::at_once(text, format!("supply receive {into} {left} {commodity} --from {boundary}")));
    }
    mends
}

/// One more vehicle where a formation stands, with what is short: nothing of its own in reach has room.
pub(crate) fn give_and_fill(
    campaign: &Campaign,
    to: &Formation,
    square: Option<Square>,
    commodity: Commodity,
    short: i64,
) -> Vec<StockMend> {
    let Some(square) = square else { return Vec::new() };
    let (carries, vehicle) = match commodity {
        Commodity::Pol => ("pol", "bowser"),
        _ => ("log", "LOG vehicle"),
    };
    let at = campaign.frame.reference(square);
    let command = leaf_to_give(campaign, &to.id, carries, square);
    let id = command.split_whitespace().nth(2).unwrap_or_default().to_owned();
    let text = format!("give {} (`{}`) a {vehicle} at {at}", to.name, to.id);
    std::iter::once(StockMend::at_once(text, command)).chain(bring(&id, commodity, short, &[], false)).collect()
}
