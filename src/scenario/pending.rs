//! `pending.csv`: what waits, read: orders not yet carried out, what was overrun and awaits the umpire,
//! battles drawn and not posted with what they relied on.

pub(crate) mod intel;
pub(crate) mod orders;

use campaign::march::Manner;
use campaign::{Action, Claim, MarchOrder, Order, Orders};
use domain::{AccountId, Bound};

use crate::columns;
use crate::draft::{CampaignDraft, formation, square_in};
use crate::past::battles;
use crate::pending::orders as pending_orders;
use crate::stocks::convoys::squares;
use crate::text::csv_file::CsvRow;
use crate::text::files::Files;
use crate::text::log::did_you_mean;

/// Reads what waits; formations and dumps have been read.
pub(super) fn pending(draft: &mut CampaignDraft, files: &Files) {
    let Some(table) = draft.table(files, &columns::PENDING) else { return };
    let is_whole = draft.log.count() == 0;
    let mut orders: Vec<Order> = Vec::new();
    for row in table.rows() {
        match row.word("what") {
            "order" => {
                let Some(order) = order(draft, &row) else { continue };
                if orders.iter().any(|there| (&there.unit, there.bound) == (&order.unit, order.bound)) {
                    let message = format!("`{}` already has an order for {} in a row above", order.unit, order.bound);
                    row.fault("id", message, "remove one of them");
                }
                orders.push(order);
            }
            "claim" => {
                if let Some(claim) = claim(draft, &row, is_whole) {
                    draft.campaign.claims.insert(claim.what.clone(), claim);
                }
            }
            "battle" => battles::open(draft, &row),
            "fact" => battles::fact(draft, &row),
            "rail" => crate::map::rail::job(draft, &row),
            "remainder" => crate::stocks::air::remainder(draft, &row),
            other => {
                let message = format!("`{other}` is not a kind of pending item");
                row.fault("what", message, "write `order`, `claim`, `battle`, `fact`, `rail` or `remainder`");
            }
        }
    }
    draft.campaign.orders = Orders::from_list(orders);
}

fn order(draft: &mut CampaignDraft, row: &CsvRow<'_>) -> Option<Order> {
    let before = draft.log.count();
    let unit = formation(draft, row, "id");
    let bound = bound(draft, row, true);
    let action = action(draft, row);
    let (unit, bound, action) = (unit?, bound?, action?);
    (draft.log.count() == before).then_some(Order { unit, bound, action })
}

/// The bound of a row; that of an order is the running one or the next.
fn bound(draft: &mut CampaignDraft, row: &CsvRow<'_>, is_order: bool) -> Option<Bound> {
    row.needed("bound")?;
    let bound: Bound = row.parsed("bound")?;
    let now = draft.campaign.bound;
    if is_order && (bound < now || bound > now.next()) {
        let message = format!("an order cannot be for {bound}");
        row.fault("bound", message, format!("give {now} or {}", now.next()));
        return None;
    }
    Some(bound)
}

fn action(draft: &mut CampaignDraft, row: &CsvRow<'_>) -> Option<Action> {
    let mut how: Vec<&str> = row.word("how").split_whitespace().collect();
    let mut is = |word: &str| {
        let count = how.len();
        how.retain(|there| *there != word);
        how.len() < count
    };
    let action = match row.word("deed") {
        "move" => {
            let way = row.needed("way").and_then(|_| squares(draft, row, "way"));
            let rate = row.one_of::<Manner>("rate");
            let (close_up, split, alone) = (is("close_up"), is("split"), is("alone"));
            Action::Move(MarchOrder { way: way?, rate: rate.unwrap_or(Manner::Contact), close_up, split, alone })
        }
        "dig-in" => Action::DigIn { fortify: is("fortify") },
        "reorganise" => Action::Reorganise,
        "open-dump" => {
            let open = pending_orders::open_dump(draft, row, how.first().copied())?;
            // The level stands where others have their manner.
            how.drain(..usize::from(open.level.is_some()));
            Action::OpenDump(open)
        }
        "send" => Action::Send(pending_orders::send(draft, row, is("stay"))?),
        other => {
            let hint =
                did_you_mean(other, Action::WORDS, "write `move`, `dig-in`, `reorganise`, `open-dump` or `send`");
            row.fault("deed", format!("`{other}` is not an order"), hint);
            return None;
        }
    };
    if let Some(other) = how.first() {
        let message = format!("`{other}` is not a way to `{}`", action.word());
        let hint = "write `close_up`, `split` or `alone` for a march, `fortify` for digging in, `stay` for sending";
        row.fault("how", message, hint);
        return None;
    }
    Some(action)
}

/// A claim; `is_whole` says that no dump has been left out for a fault.
fn claim(draft: &mut CampaignDraft, row: &CsvRow<'_>, is_whole: bool) -> Option<Claim> {
    let what = row.needed("id")?.to_owned();
    let is_store =
        draft.campaign.dumps.contains_key(what.as_str()) || draft.campaign.railheads.contains_key(what.as_str());
    if is_whole && !draft.has_formation(&what) && !is_store {
        let hint = "only a dump, a railhead or a leaf can wait for the umpire";
        row.fault("id", format!("there is no dump, railhead or formation `{what}`"), hint);
    }
    let bound = bound(draft, row, false);
    row.needed("square");
    let square = square_in(&draft.campaign, draft.has_frame, row, "square");
    let by = formation(draft, row, "captor");
    Some(Claim { what: AccountId::from(what), square: square?, by: by?, bound: bound? })
}
