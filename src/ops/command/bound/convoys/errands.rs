//! What a convoy does where it has come: it loads, unloads, stays, or is home and free.

use campaign::{Campaign, Convoy, Errand, Goal, HeldUp, Tree};

use crate::command::supply::convoy::load::{delivering, load_up, remark, unload};
use crate::{Changeset, OpError};

/// What a convoy goes on with.
pub(super) enum Next {
    /// It drives on in this bound.
    On,
    /// Nothing more in this bound.
    Rest,
    /// It is over.
    Over,
}

/// Turns a convoy for home.
pub(super) fn head_home(convoy: &mut Convoy) {
    (convoy.errand, convoy.take, convoy.held_up) = (Errand::Home, None, None);
    convoy.way.clear();
}

/// What a convoy is about, after «sets out» and «on its way».
pub(super) fn purpose(campaign: &Campaign, convoy: &Convoy) -> String {
    let to = campaign.goal_name(&convoy.to);
    match (convoy.errand, &convoy.take) {
        (Errand::Load, Some(take)) => {
            format!("to load {} at {}", take.load.said(", "), campaign.account_name(take.from.as_str()))
        }
        (Errand::Load | Errand::Deliver, _) => match convoy.aboard(campaign).said(", ") {
            load if load.is_empty() => format!("to {to}"),
            load => format!("to {to} with {load}"),
        },
        (Errand::Home, _) => "home".to_owned(),
    }
}

/// Why a convoy has nothing more to do where it is bound: its dump is gone or the enemy's, its formation is no more.
pub(super) fn misdirected(campaign: &Campaign, tree: &Tree<'_>, convoy: &Convoy) -> Option<String> {
    if convoy.errand == Errand::Home {
        return None;
    }
    let side = convoy.side(campaign);
    let account = match (convoy.to_load(), &convoy.to) {
        (Some(take), _) => Some(&take.from),
        (_, Goal::Account(account)) => Some(account),
        _ => None,
    };
    if let Some(account) = account {
        let is_ours = campaign.account_side(account.as_str()) == side;
        return (!is_ours).then(|| format!("{} is no longer its side's", campaign.account_name(account.as_str())));
    }
    let gone = convoy.goal_square(tree).is_none();
    gone.then(|| "the formation for which it drives is no longer on the map".to_owned())
}

/// Acts where the errand has led.
pub(super) fn arrive(changes: &mut Changeset, tree: &Tree<'_>, convoy: &mut Convoy) -> Result<Next, OpError> {
    match convoy.errand {
        Errand::Load => load(changes, convoy),
        Errand::Deliver => deliver(changes, tree, convoy),
        Errand::Home => {
            let at =
                convoy.square(changes.now()).map(|square| changes.now().frame.reference(square)).unwrap_or_default();
            let left = convoy.aboard(changes.now()).said(", ");
            let with = if left.is_empty() { String::new() } else { format!(", with {left} still on it") };
            remark(changes, convoy, format!("is home in {at} and free{with}"))?;
            Ok(Next::Over)
        }
    }
}

/// Takes up what there is; where there is nothing at all it waits.
fn load(changes: &mut Changeset, convoy: &mut Convoy) -> Result<Next, OpError> {
    let Some(take) = convoy.take.clone() else {
        *convoy = delivering(convoy.clone());
        return Ok(Next::On);
    };
    let loaded = load_up(changes, convoy, &take)?;
    let (from, wanted) = (changes.now().account_name(take.from.as_str()), take.load.said(", "));
    if loaded.is_empty() {
        let why = format!("{from} has nothing for it: {wanted} wanted");
        let since = convoy.held_up.as_ref().map_or(changes.now().bound, |held| held.since);
        remark(changes, convoy, format!("waits since {since}: {why}"))?;
        convoy.held_up = Some(HeldUp { since, why });
        return Ok(Next::Rest);
    }
    let short = if loaded == take.load { String::new() } else { format!(" of {wanted} wanted") };
    remark(changes, convoy, format!("loads {}{short} at {from}", loaded.said(", ")))?;
    *convoy = delivering(convoy.clone());
    Ok(Next::On)
}

/// Unloads, and stays or turns for home.
fn deliver(changes: &mut Changeset, tree: &Tree<'_>, convoy: &mut Convoy) -> Result<Next, OpError> {
    let at = convoy.square(changes.now()).map(|square| changes.now().frame.reference(square)).unwrap_or_default();
    let unloaded = unload(changes, tree, convoy)?;
    let (given, left) = (unloaded.given.said(", "), unloaded.left.said(", "));
    let aboard = convoy.aboard(changes.now()).said(", ");
    let is_at_home = || {
        let mut homeward = convoy.clone();
        head_home(&mut homeward);
        homeward.destination(tree).is_some_and(|home| convoy.square(changes.now()) == Some(home))
    };
    if unloaded.into.is_none() && !convoy.stays && is_at_home() {
        // That it is home there, and with what, is told next.
        head_home(convoy);
        return Ok(Next::On);
    }
    let text = match &unloaded.into {
        Some(into) if left.is_empty() && !given.is_empty() => format!("unloads {given} into {into} in {at}"),
        Some(into) if given.is_empty() && !left.is_empty() => format!("finds no room for {left} at {into} in {at}"),
        Some(into) if !left.is_empty() => format!("unloads {given} into {into} in {at}; no room for {left}"),
        None if !aboard.is_empty() => format!("is in {at} with {aboard}"),
        _ => format!("is in {at}"),
    };
    if convoy.stays {
        remark(changes, convoy, format!("{text}, stays there and is free"))?;
        return Ok(Next::Over);
    }
    remark(changes, convoy, text)?;
    head_home(convoy);
    Ok(Next::On)
}
