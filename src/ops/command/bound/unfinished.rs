//! What of the running bound is forgotten where it is closed now: contacts that began in it and were neither fought nor
//! declined, and orders that were not carried out.
//!
//! Where to look next: `review`, which lists the same with what settles it.

use campaign::march::Party;
use campaign::{Campaign, Order, Setting, Tree};
use domain::{Phase, command, counted, few};

use crate::OpError;
use crate::command::due_orders;
use crate::open_contacts::{OpenContacts, formations_of};

/// How many are named.
const NAMED: usize = 3;

/// What is unfinished, by name, in a sentence; none where nothing is.
fn unfinished(campaign: &Campaign) -> Option<String> {
    let tree = Tree::new(campaign);
    let parts: Vec<String> = contacts(campaign, &tree).into_iter().chain(orders(campaign)).collect();
    (!parts.is_empty()).then(|| format!("{} is not finished: {}", campaign.bound, parts.join("; ")))
}

/// What is unfinished where the bound can be closed all the same.
pub fn unfinished_but_allowed(campaign: &Campaign, anyway: bool) -> Option<String> {
    unfinished(campaign).filter(|_| anyway || !campaign.settings.is_on(Setting::CarefulClose))
}

/// Refuses where something is unfinished and that keeps a bound open.
pub(super) fn must_be_finished(campaign: &Campaign, anyway: bool) -> Result<(), OpError> {
    if anyway || !campaign.settings.is_on(Setting::CarefulClose) {
        return Ok(());
    }
    let Some(what) = unfinished(campaign) else { return Ok(()) };
    let in_vain = due_orders(campaign).into_iter().find(|(_, why)| why.is_some());
    let hint = match in_vain {
        None => command!(
            "`railhead review` says what settles each; `railhead bound close --anyway` closes the bound all the same"
        ),
        Some((Order { unit, .. }, _)) => command!(
            "`railhead review` says what settles each; `railhead order cancel {unit}` drops an order that cannot be carried \
             out; `railhead bound close --anyway` closes the bound all the same"
        ),
    };
    Err(OpError::not_now(what, hint))
}

/// Contacts that began or were joined in the bound; by night nobody could fight.
fn contacts(campaign: &Campaign, tree: &Tree<'_>) -> Option<String> {
    if campaign.bound.phase == Phase::Night {
        return None;
    }
    let called = |party: &Party| -> Vec<String> {
        let ids = formations_of(tree, party);
        ids.iter().filter_map(|id| Some(campaign.formations.get(id)?.name.clone())).collect()
    };
    let (mut pairs, mut squares): (Vec<String>, usize) = (Vec::new(), 0);
    for met in OpenContacts::new(campaign).met() {
        let [one, other] = &met.contact.parties;
        let (ones, others) = (called(one), called(other));
        squares += usize::from(!ones.is_empty() && !others.is_empty());
        for pair in ones.iter().flat_map(|one| others.iter().map(move |other| format!("{one} with {other}"))) {
            if !pairs.contains(&pair) {
                pairs.push(pair);
            }
        }
    }
    let is = if squares == 1 { "is" } else { "are" };
    let between = if pairs.len() == squares {
        String::new()
    } else {
        format!(" between {} of formations", counted(pairs.len(), "pair"))
    };
    let (contacts, named) = (counted(squares, "contact"), few(&pairs, NAMED, ", "));
    let what = format!("{contacts}{between} {is} neither fought nor declined ({named})");
    (!pairs.is_empty()).then_some(what)
}

/// Orders of the bound, or of one before it.
fn orders(campaign: &Campaign) -> Option<String> {
    let due = campaign.orders.iter().filter(|order| order.bound <= campaign.bound);
    let named: Vec<String> =
        due.map(|order| format!("{}: {}", campaign.name_of(order.unit.as_str()), order.action.word())).collect();
    let is = if named.len() == 1 { "is" } else { "are" };
    let what = format!("{} {is} not carried out ({})", counted(named.len(), "order"), few(&named, NAMED, ", "));
    (!named.is_empty()).then_some(what)
}
