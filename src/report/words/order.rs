//! What an order is, in words.

use campaign::march::Manner;
use campaign::{Action, Campaign, DumpOrder, MarchOrder, Order, SendOrder};
use domain::{Said, Square, few};
use ops::query::MarchUnderWay;

/// How many marches under way are named.
const NAMED: usize = 3;

/// Who halts on the way once the running bound is closed, and with which commands each marches on; none where nobody does.
pub fn stands_on_the_way(campaign: &Campaign, marches: &[MarchUnderWay]) -> Option<Said> {
    let told = |march: &MarchUnderWay| {
        let (name, at) = (campaign.name_of(march.unit.as_str()), campaign.square_named(march.at));
        let to = march.order.way.last().map(|to| format!(", to {}", campaign.square_named(*to))).unwrap_or_default();
        format!("{name} in {at}{to}")
    };
    let all: Vec<String> = marches.iter().map(told).collect();
    let commands: Vec<String> = marches.iter().take(NAMED).map(|march| ordered_on(campaign, march)).collect();
    let they = if marches.len() == 1 { "it halts" } else { "they halt" };
    let told = format!("on the way and not there: {}; {they} unless ordered on", few(&all, NAMED, "; "));
    (!marches.is_empty()).then(|| Said::leading(told, &format!(", once the bound is closed: {}", commands.join(", "))))
}

/// The command by which a unit marches on.
fn ordered_on(campaign: &Campaign, march: &MarchUnderWay) -> String {
    let MarchUnderWay { unit, order, goes_on, .. } = march;
    let way: Vec<String> = order.way.iter().map(|square| campaign.frame.reference(*square)).collect();
    let rate = if order.rate == Manner::Contact { String::new() } else { format!(" --rate {}", order.rate.as_str()) };
    let flags = [(order.close_up, " --close-up"), (order.split, " --split"), (order.alone, " --alone")];
    let flags: String = flags.iter().filter(|(set, _)| *set).map(|(_, flag)| *flag).collect();
    format!("`railhead order {unit} move {}{rate}{flags} --for {}`", way.join(" "), goes_on.typed())
}

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

fn opening(campaign: &Campaign, open: &DumpOrder) -> String {
    let name = open.name.clone().unwrap_or_else(|| format!("`{}`", open.dump));
    let at = open.at.map(|at| format!(" in {}", campaign.square_named(at))).unwrap_or_default();
    dump_said(&name, Some(&campaign.told_apart(&open.owner)), &at)
}

/// Which dump, for whom and where, as far as that is said: `open the dump Dubrava for 26th Tank Corps in 0902`.
pub fn dump_said(name: &str, owner: Option<&str>, at: &str) -> String {
    let owner = owner.map(|owner| format!(" for {owner}")).unwrap_or_default();
    format!("open the dump {name}{owner}{at}")
}

fn sending(campaign: &Campaign, send: &SendOrder) -> String {
    let drive = Drive {
        load: send.load.as_ref().map(|load| load.said(", ")),
        from: send.from.as_ref().map(|from| campaign.account_name(from.as_str())),
        to: campaign.goal_name(&send.to),
        via: send.via.clone(),
        with: send.with.iter().map(|id| campaign.name_of(id.as_str()).to_owned()).collect(),
        stays: send.stays,
    };
    drive_said(campaign, &drive)
}

/// A drive with supplies, all by the names they go by.
#[derive(Debug, Clone, Default)]
pub struct Drive {
    /// What is loaded.
    pub load: Option<String>,
    /// Where.
    pub from: Option<String>,
    /// Where it goes.
    pub to: String,
    /// By which squares.
    pub via: Vec<Square>,
    /// Who goes with it.
    pub with: Vec<String>,
    /// Whether it stays there.
    pub stays: bool,
}

/// What, from where, where to, with whom: `drive 2 LOG from Chir to 26th Tank Corps with Lorries, to stay`.
pub fn drive_said(campaign: &Campaign, drive: &Drive) -> String {
    let load = drive.load.as_ref().map(|load| format!(" {load}")).unwrap_or_default();
    let from = drive.from.as_ref().map(|from| format!(" from {from}")).unwrap_or_default();
    let with = if drive.with.is_empty() { String::new() } else { format!(" with {}", drive.with.join("; ")) };
    let (to, via, stays) = (&drive.to, by(campaign, &drive.via), if drive.stays { ", to stay" } else { "" });
    format!("drive{load}{from} to {to}{via}{with}{stays}")
}

fn by(campaign: &Campaign, points: &[Square]) -> String {
    let points: Vec<String> = points.iter().map(|square| campaign.frame.reference(*square)).collect();
    if points.is_empty() { String::new() } else { format!(" by {}", points.join(", ")) }
}

#[cfg(test)]
mod tests {
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
