//! `pending.csv`: orders, claims, work on railways and remainders that wait, open battles with what they relied on.

use campaign::{Action, Campaign, Goal, Order};
use domain::Echelon;

use super::length;
use super::sheet::{Sheet, SheetRow};
use crate::columns;

pub(super) fn pending(campaign: &Campaign) -> Sheet<'_> {
    let mut sheet = Sheet::new(campaign, &columns::PENDING);
    for order in &campaign.orders {
        order_row(campaign, order, sheet.row());
    }
    for claim in campaign.claims.values() {
        sheet.row().with(claim).set("id", &claim.what).set("what", "claim");
    }
    for job in campaign.rail_jobs.values() {
        // A row for each railway, in the order in which they are worked on.
        for (line, lengths) in job.stretches() {
            let lengths: Vec<String> = lengths.iter().map(|side| length(campaign, *side, "-")).collect();
            let mut row = sheet.row();
            row.set("what", "rail").set("id", &job.leaf).set("deed", job.action.word());
            row.set("way", lengths.join(" ")).set("line", line).maybe("gauge", job.action.gauge());
        }
    }
    for ((from, to, commodity), kg) in &campaign.remainders {
        let mut row = sheet.row();
        row.set("what", "remainder").set("id", from).set("to", to);
        row.set("commodity", commodity).set("kg", kg);
    }
    for battle in campaign.battles.values().filter(|battle| battle.is_open()) {
        sheet.row().with(battle).set("what", "battle").set("side", battle.attacker);
        for fact in &battle.facts {
            sheet.row().set("what", "fact").set("id", &battle.id).with(fact);
        }
    }
    sheet
}

fn order_row(campaign: &Campaign, order: &Order, mut row: SheetRow<'_>) {
    let squares = |squares: &[domain::Square]| campaign.frame.references(squares);
    row.set("what", "order").set("id", &order.unit).set("bound", order.bound).set("deed", order.action.word());
    match &order.action {
        Action::Move(march) => {
            let flags = [(march.close_up, "close_up"), (march.split, "split"), (march.alone, "alone")];
            let how: Vec<_> = flags.iter().filter(|(set, _)| *set).map(|(_, word)| *word).collect();
            row.set("way", squares(&march.way)).set("rate", march.rate).set("how", how.join(" "));
        }
        Action::DigIn { fortify } => {
            row.maybe("how", fortify.then_some("fortify"));
        }
        Action::Reorganise => {}
        Action::OpenDump(open) => {
            row.set("subject", &open.dump).set("to", &open.owner).set("square", squares(open.at.as_slice()));
            row.maybe("how", open.level.map(Echelon::as_str)).maybe("text", open.name.as_ref());
        }
        Action::Send(send) => {
            let with: Vec<_> = send.with.iter().map(ToString::to_string).collect();
            row.set("way", squares(&send.via)).maybe("commodity", send.load.as_ref());
            row.maybe("subject", send.from.as_ref()).maybe("how", send.stays.then_some("stay"));
            row.set("text", with.join(" "));
            match &send.to {
                Goal::Account(account) => row.set("to", account),
                Goal::Formation(formation) => row.set("to", formation),
                Goal::Square(at) => row.set("square", campaign.frame.reference(*at)),
            };
        }
    }
}
