//! One bound of the theatre: 2,000 leaves of both sides march at once, contact and control are settled, it is closed.

use std::time::Duration;

use campaign::Campaign;
use domain::Echelon;
use ops::command::{BoundClose, BoundMarch, OrderAction, OrderGive, UnitMove};
use ops::{DecisionContext, Request};

use crate::yardstick::{head, median, row};

const RUNS: usize = 7;

/// Leaves that march at least.
const LEAVES: usize = 2_000;

/// Measures and prints.
pub(crate) fn measure(campaign: &Campaign, flood: Duration) {
    let (ordered, leaves) = ordered(campaign);
    let (marching, marched) = median(RUNS, || decide(&ordered, &Request::BoundMarch(BoundMarch::default())));
    let (closing, evening) = median(RUNS, || decide(&marched, &close()));
    let night = decide(&evening, &close());
    let (closing_night, _) = median(RUNS, || decide(&evening, &close()));
    head("A bound of the theatre", "floods");
    row(&format!("the marches of {leaves} leaves, with contact and control"), marching, flood);
    row("closing the bound by day", closing, flood);
    row("the two together", marching + closing, flood);
    row(&format!("closing the night that follows, which opens {}", night.bound), closing_night, flood);
}

fn close() -> Request {
    Request::BoundClose(BoundClose::default())
}

fn decide(campaign: &Campaign, request: &Request) -> Campaign {
    let stand = DecisionContext { campaign, reason: None, overridden: None, seed: crate::SEED };
    request.decide(&stand).expect("a legal request").finish().1
}

/// The afternoon of the first day, with orders to divisions of both sides by turns, until enough leaves have some.
fn ordered(campaign: &Campaign) -> (Campaign, usize) {
    let mut campaign = decide(campaign, &close());
    let divisions: Vec<String> = {
        let of = |side| {
            campaign.formations.values().filter(move |f| f.echelon == Echelon::Division && f.side == side).step_by(2)
        };
        let [west, east] = crate::theatre::sides();
        of(west).zip(of(east)).flat_map(|(a, b)| [a.id.to_string(), b.id.to_string()]).collect()
    };
    let mut leaves = 0;
    for division in divisions {
        if leaves >= LEAVES {
            break;
        }
        let tree = campaign::Tree::new(&campaign);
        let unit = campaign.formation(&division).expect("a division");
        let Some(square) = tree.square(unit) else { continue };
        leaves += tree.leaves(unit).len();
        // Two squares along the front and one towards it: some come into contact, some pass their neighbours.
        let col = if unit.side == crate::theatre::sides()[0] { square.col + 1 } else { square.col - 1 };
        let row = (square.row + 2).min(campaign.frame.rows - 1);
        let to = campaign.frame.reference(domain::Square::new(col, row));
        let march = UnitMove { unit: division, way: vec![to], rate: None, close_up: false, split: false, alone: false };
        let order = OrderGive { action: OrderAction::Move(march), bound: None };
        campaign = decide(&campaign, &Request::OrderGive(order));
    }
    (campaign, leaves)
}
