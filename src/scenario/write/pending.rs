//! `pending.csv`: orders, claims, work on railways and remainders that wait, open battles with what they relied on.

use campaign::{Action, Battle, Campaign, Claim, Goal, Order, RailJob};
use domain::{Echelon, Square};

use super::{Sheet, or_empty};

const COLUMNS: &[&str] = &[
    "what",
    "id",
    "bound",
    "deed",
    "way",
    "rate",
    "how",
    "square",
    "captor",
    "side",
    "rules",
    "subject",
    "text",
    "line",
    "gauge",
    "to",
    "commodity",
    "kg",
];

pub(super) fn pending(campaign: &Campaign) -> Sheet {
    let mut sheet = Sheet::new(COLUMNS, 3);
    let orders = campaign.orders.iter().map(|order| order_row(campaign, order));
    sheet.rows.extend(orders.chain(campaign.claims.values().map(|claim| claim_row(campaign, claim))));
    sheet.rows.extend(campaign.rail_jobs.values().flat_map(|job| job_rows(campaign, job)));
    for ((from, to, commodity), kg) in &campaign.remainders {
        sheet.rows.push(row([
            ("what", "remainder".to_owned()),
            ("id", from.to_string()),
            ("to", to.to_string()),
            ("commodity", commodity.to_string()),
            ("kg", kg.to_string()),
        ]));
    }
    for battle in campaign.battles.values().filter(|battle| battle.is_open()) {
        sheet.rows.extend(battle_rows(campaign, battle));
    }
    sheet
}

/// A row with these cells, every other one empty.
fn row<const N: usize>(cells: [(&str, String); N]) -> Vec<String> {
    let mut row = vec![String::new(); COLUMNS.len()];
    for (column, text) in cells {
        if let Some(place) = COLUMNS.iter().position(|there| *there == column) {
            row[place] = text;
        }
    }
    row
}

fn order_row(campaign: &Campaign, order: &Order) -> Vec<String> {
    let references = |squares: &[Square]| {
        let references: Vec<_> = squares.iter().map(|square| campaign.frame.reference(*square)).collect();
        references.join(" ")
    };
    let (mut way, mut rate, mut how, mut square) = (String::new(), String::new(), Vec::new(), String::new());
    let (mut subject, mut text, mut to, mut commodity) = Default::default();
    match &order.action {
        Action::Move(march) => {
            (way, rate) = (references(&march.way), march.rate.to_string());
            let flags = [(march.close_up, "close_up"), (march.split, "split"), (march.alone, "alone")];
            how.extend(flags.iter().filter(|(set, _)| *set).map(|(_, word)| *word));
        }
        Action::DigIn { fortify } => how.extend(fortify.then_some("fortify")),
        Action::Reorganise => {}
        Action::OpenDump(open) => {
            (subject, to, square) = (open.dump.to_string(), open.owner.to_string(), references(open.at.as_slice()));
            how.extend(open.level.map(Echelon::as_str));
            text = open.name.clone().unwrap_or_default();
        }
        Action::Send(send) => {
            (way, commodity) = (references(&send.via), or_empty(send.load.as_ref()));
            subject = or_empty(send.from.as_ref());
            match &send.to {
                Goal::Account(account) => to = account.to_string(),
                Goal::Formation(formation) => to = formation.to_string(),
                Goal::Square(at) => square = campaign.frame.reference(*at),
            }
            text = send.with.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
            how.extend(send.stays.then_some("stay"));
        }
    }
    row([
        ("what", "order".to_owned()),
        ("id", order.unit.to_string()),
        ("bound", order.bound.to_string()),
        ("deed", order.action.word().to_owned()),
        ("way", way),
        ("rate", rate),
        ("how", how.join(" ")),
        ("square", square),
        ("subject", subject),
        ("text", text),
        ("to", to),
        ("commodity", commodity),
    ])
}

fn claim_row(campaign: &Campaign, claim: &Claim) -> Vec<String> {
    row([
        ("what", "claim".to_owned()),
        ("id", claim.what.to_string()),
        ("bound", claim.bound.to_string()),
        ("square", campaign.frame.reference(claim.square)),
        ("captor", claim.by.to_string()),
    ])
}

/// A row for each railway, in the order in which they are worked on.
fn job_rows(campaign: &Campaign, job: &RailJob) -> Vec<Vec<String>> {
    let rows = job.stretches().map(|(line, lengths)| {
        let lengths: Vec<String> = lengths.iter().map(|side| super::length(campaign, *side, "-")).collect();
        row([
            ("what", "rail".to_owned()),
            ("id", job.leaf.to_string()),
            ("deed", job.action.word().to_owned()),
            ("way", lengths.join(" ")),
            ("line", line.to_owned()),
            ("gauge", job.action.gauge().map(|gauge| gauge.to_string()).unwrap_or_default()),
        ])
    });
    rows.collect()
}

fn battle_rows(campaign: &Campaign, battle: &Battle) -> Vec<Vec<String>> {
    let id = || ("id", battle.id.to_string());
    let head = row([
        ("what", "battle".to_owned()),
        id(),
        ("bound", battle.bound.to_string()),
        ("square", campaign.frame.reference(battle.square)),
        ("side", battle.attacker.to_string()),
        ("rules", battle.rules.to_string()),
    ]);
    let facts = battle.facts.iter().map(|fact| {
        row([("what", "fact".to_owned()), id(), ("subject", fact.subject.clone()), ("text", fact.text.clone())])
    });
    std::iter::once(head).chain(facts).collect()
}
