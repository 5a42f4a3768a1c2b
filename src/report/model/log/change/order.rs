//! Orders in words.

use campaign::{Action, DumpOrder, MapFrame, Order, SendOrder};
use domain::FormationId;

use crate::model::supply::convoy::goal;

/// An order in words: what, where, for when.
pub(crate) fn order(order: Option<&Order>, frame: &MapFrame) -> String {
    let Some(order) = order else { return "none".to_owned() };
    let what = match &order.action {
        Action::Move(march) => {
            let way: Vec<_> = march.way.iter().map(|square| frame.reference(*square)).collect();
            let flags = [(march.close_up, ", closing up"), (march.split, ", split"), (march.alone, ", alone")];
            let flags: String = flags.iter().filter(|(set, _)| *set).map(|(_, word)| *word).collect();
            format!("move {} at {} rate{flags}", way.join(" "), march.rate)
        }
        Action::DigIn { fortify: true } => "fortify".to_owned(),
        Action::OpenDump(open) => format!("open-dump {}", opening(open, frame)),
        Action::Send(send) => format!("send {}", sending(send, frame)),
        Action::DigIn { fortify: false } | Action::Reorganise => order.action.word().to_owned(),
    };
    format!("{}: {what}", order.bound)
}

/// Which dump for whom: `d-26tk for su.5ta.26tk in 036037`.
fn opening(open: &DumpOrder, frame: &MapFrame) -> String {
    let at = open.at.map(|at| format!(" in {}", frame.reference(at))).unwrap_or_default();
    format!("{} for {}{at}", open.dump, open.owner)
}

/// What, from where, where to, with whom: `2log from d-5ta to su.5ta.26tk with su.5ta.log2, to stay`.
fn sending(send: &SendOrder, frame: &MapFrame) -> String {
    let load = send.load.as_ref().map(|load| format!("{load} "));
    let from = send.from.as_ref().map(|from| format!("from {from} "));
    let to = format!("to {}", goal(&send.to, frame));
    let via: Vec<String> = send.via.iter().map(|square| frame.reference(*square)).collect();
    let via = (!via.is_empty()).then(|| format!(" by {}", via.join(" ")));
    let with: Vec<&str> = send.with.iter().map(FormationId::as_str).collect();
    let with = (!with.is_empty()).then(|| format!(" with {}", with.join(", ")));
    let stays = send.stays.then(|| ", to stay".to_owned());
    let words = [load, from, Some(to), via, with, stays];
    words.into_iter().flatten().collect()
}
