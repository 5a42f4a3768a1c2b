//! One bound's convoys of the theatre: every LOG vehicle of a division fetches from the dump of its corps or army.

use std::time::Duration;

use campaign::{Campaign, Formation, Setting, Tree};
use domain::{Commodity, Echelon};
use ops::command::{BoundClose, SettingSet, SupplyReceive, SupplySend};
use ops::{DecisionContext, Request};

use crate::yardstick::{head, median, row};

const RUNS: usize = 7;

/// Measures and prints.
pub(crate) fn measure(campaign: &Campaign, flood: Duration) {
    let (still, sent, count) = sent(campaign);
    let (without, _) = median(RUNS, || decide(&still, &close()));
    let (with, evening) = median(RUNS, || decide(&sent, &close()));
    let left = evening.convoys.len();
    let idle = Campaign { convoys: std::collections::BTreeMap::new(), ..evening.clone() };
    let (without_later, _) = median(RUNS, || decide(&idle, &close()));
    let (later, _) = median(RUNS, || decide(&evening, &close()));
    head("Convoys of the theatre", "floods");
    row("closing the bound without convoys", without, flood);
    row(
        &format!("the same with {count} convoys that set out: ways sought, loads booked, vehicles driven"),
        with,
        flood,
    );
    row("the convoys alone", with.saturating_sub(without), flood);
    row(&format!("{left} convoys in the bound after, alone"), later.saturating_sub(without_later), flood);
}

fn close() -> Request {
    Request::BoundClose(BoundClose::default())
}

fn decide(campaign: &Campaign, request: &Request) -> Campaign {
    try_decide(campaign, request).expect("a legal request")
}

fn try_decide(campaign: &Campaign, request: &Request) -> Option<Campaign> {
    let stand = DecisionContext { campaign, reason: None, overridden: None, seed: crate::SEED };
    request.decide(&stand).ok().map(|work| work.finish().1)
}

/// The theatre in `full` detail with stock in every dump; and the same with its convoys on the road.
fn sent(campaign: &Campaign) -> (Campaign, Campaign, usize) {
    let full = SettingSet { key: Setting::Detail.to_string(), value: "full".to_owned() };
    let mut still = decide(campaign, &Request::SettingSet(full));
    let dumps: Vec<String> = still.dumps.keys().map(ToString::to_string).collect();
    for dump in dumps {
        let receive = SupplyReceive { account: dump, quantity: 50, commodity: "log".into(), from: "rail".into() };
        still = decide(&still, &Request::SupplyReceive(receive));
    }
    let tree = Tree::new(&still);
    let fetches: Vec<SupplySend> = still
        .formations
        .values()
        .filter(|f| f.vehicle_of() == Some(Commodity::Log) && f.is_on_map())
        .filter_map(|vehicle| fetch(&tree, vehicle))
        .collect();
    let mut sent = still.clone();
    for fetch in fetches {
        sent = try_decide(&sent, &Request::SupplySend(fetch)).unwrap_or(sent);
    }
    let count = sent.convoys.len();
    (still, sent, count)
}

fn fetch(tree: &Tree<'_>, vehicle: &Formation) -> Option<SupplySend> {
    let own = tree.parent(vehicle).filter(|own| own.echelon == Echelon::Division)?;
    let above = tree.superiors(own);
    let dump = above.iter().find_map(|f| tree.campaign().dumps.values().find(|dump| dump.owner == f.id))?;
    Some(SupplySend {
        vehicles: vec![vehicle.id.to_string()],
        load: Some("1log".to_owned()),
        from: Some(dump.id.to_string()),
        to: own.id.to_string(),
        ..SupplySend::default()
    })
}
