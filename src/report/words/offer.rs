//! The commands that `review` offers, written out.

use campaign::Campaign;
use domain::Square;
use ops::Offer;

use crate::words::means::{march, unit_new};

/// A command that is offered, without the name of the program.
pub(crate) fn command(campaign: &Campaign, offer: &Offer) -> String {
    let at = |square: &Square| campaign.frame.reference(*square);
    match offer {
        Offer::Capture(what) => format!("supply claim {what} captured"),
        Offer::CancelOrder(unit) => format!("order cancel {unit}"),
        Offer::BoundMarch => "bound march".to_owned(),
        Offer::BoundClose => "bound close".to_owned(),
        Offer::Resolve(battle) => format!("battle resolve {battle} --post"),
        Offer::CancelBattle(battle) => format!("battle cancel {battle}"),
        Offer::Battle(square, None) => format!("battle new {}", at(square)),
        Offer::Battle(square, Some(side)) => format!("battle new {} --attacker {side}", at(square)),
        Offer::Decline(squares) => {
            format!("battle decline {}", squares.iter().map(at).collect::<Vec<_>>().join(" "))
        }
        Offer::GradeReview(Some(battle)) => format!("grade review {battle}"),
        Offer::GradeReview(None) => "grade review".to_owned(),
        Offer::Reorganise(unit) => format!("reorganise {unit}"),
        Offer::ReorganiseNext(unit) => format!("order {unit} reorganise --for next"),
        Offer::March(unit, square) => march(campaign, unit, *square, false),
        Offer::MarchNext(unit, square) => march(campaign, unit, *square, true),
        Offer::PutUnder(unit, superior) => format!("unit command {unit} {superior}"),
        Offer::Give(leaf) => unit_new(campaign, leaf),
        Offer::Send(send) => send.words(),
        Offer::SendHome(lead) => format!("supply send {lead} --home"),
        Offer::Release(lead) => format!("supply send {lead} --release"),
        Offer::Receive(account, commodity) => format!("supply receive {account} 1 {commodity} --from rail"),
        Offer::RepairRail(a, b, by) => format!("rail repair {} {} --by {by}", at(a), at(b)),
        Offer::StopRailWork(leaf) => format!("rail stop {leaf}"),
        Offer::ShowUnit(id) => format!("unit show {id}"),
        Offer::ShowGround(square) => format!("ground show {}", at(square)),
        Offer::Trace(unit) => format!("supply trace {unit}"),
        Offer::Stocks(account) => format!("supply stocks {account}"),
        Offer::Plan(side) => format!("supply plan --side {side}"),
        Offer::Forecast => "supply forecast".to_owned(),
    }
}
