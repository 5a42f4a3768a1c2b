//! What an order is, in words.

use campaign::{Action, Campaign, DumpOrder, MarchOrder, Order, SendOrder};
use domain::{FormationId, Square};

/// An order in plain words: `march to 0902 Dubrava by 0802 at road rate`.
pub fn order_said(campaign: &Campaign, order: &Order) -> String {
    match &order.action {
        Action::Move(march) => marching(campaign, march),
        Action::DigIn { fortify: true } => "fortify".to_owned(),
        Action::DigIn { fortify: false } => "dig in".to_owned(),
        Action::Reorganise => "reorganise".to_owned(),
        Action::OpenDump(open) => opening(campaign, open),
        Action::Send(send) => sending(campaign, send),
    }
}

fn marching(campaign: &Campaign, march: &MarchOrder) -> String {
    let flags = [(march.close_up, ", closing up"), (march.split, ", split"), (march.alone, ", alone")];
    let flags: String = flags.iter().filter(|(set, _)| *set).map(|(_, word)| *word).collect();
    format!("{}{flags}", march_said(campaign, &march.way, march.rate.as_str()))
}

/// A march by these squares in plain words, whether it is ordered yet or not.
pub fn march_said(campaign: &Campaign, way: &[Square], rate: &str) -> String {
    let (end, points) = way.split_last().map_or((None, &[][..]), |(end, points)| (Some(*end), points));
    let to = end.map(|end| campaign.square_named(end)).unwrap_or_default();
    format!("march to {to}{} at {rate} rate", by(campaign, points))
}

/// Which dump for whom: `open the dump Dubrava for 26th Tank Corps in 0902`.
fn opening(campaign: &Campaign, open: &DumpOrder) -> String {
    let name = open.name.clone().unwrap_or_else(|| format!("`{}`", open.dump));
    let at = open.at.map(|at| format!(" in {}", campaign.square_named(at))).unwrap_or_default();
    format!("open the dump {name} for {}{at}", campaign.told_apart(&open.owner))
}

/// What, from where, where to, with whom: `drive 2 LOG from Chir to 26th Tank Corps with Lorries, to stay`.
fn sending(campaign: &Campaign, send: &SendOrder) -> String {
    let load = send.load.as_ref().map(|load| format!(" {}", load.said(", "))).unwrap_or_default();
    let from = send.from.as_ref().map(|from| format!(" from {}", campaign.account_name(from.as_str())));
    let with: Vec<&str> = send.with.iter().map(FormationId::as_str).map(|id| campaign.name_of(id)).collect();
    let with = if with.is_empty() { String::new() } else { format!(" with {}", with.join("; ")) };
    let (to, via, stays) = (campaign.goal_name(&send.to), by(campaign, &send.via), send.stays);
    format!("drive{load}{} to {to}{via}{with}{}", from.unwrap_or_default(), if stays { ", to stay" } else { "" })
}

fn by(campaign: &Campaign, points: &[Square]) -> String {
    let points: Vec<String> = points.iter().map(|square| campaign.frame.reference(*square)).collect();
    if points.is_empty() { String::new() } else { format!(" by {}", points.join(", ")) }
}

#[cfg(test)]
mod tests {
    use campaign::march::Manner;
    use campaign::{Goal, sketch::blank};

    use super::*;

    #[test]
    fn a_march_says_how_and_who_is_sent_whether_it_stays() {
        let (campaign, at) = (blank(12, 12), Square::new(1, 2));
        let march = MarchOrder { way: vec![at], rate: Manner::Road, close_up: true, split: false, alone: false };
        assert_eq!(marching(&campaign, &march), "march to 0102 at road rate, closing up");
        let (with, load, from, to, via) = (Vec::new(), None, None, Goal::Square(at), Vec::new());
        let send = SendOrder { with, load, from, to, via, stays: true };
        assert_eq!(sending(&campaign, &send), "drive to 0102, to stay");
    }
}
