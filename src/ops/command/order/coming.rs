//! Orders to who is not on the map yet: when and where he comes.
//!
//! What it decides: an order that nobody could carry out in its bound is refused; of others it is told who has not come by
//! then, and where who comes until then sets out.

use campaign::{Campaign, Formation, Tree};
use domain::{Bound, LeafState, command, counted};

use crate::OpError;
use crate::command::{entry_square, why_it_waits};

/// When the first of some leaves comes that are not on the map yet.
enum Coming {
    /// No bound is set.
    Never,
    /// It was due in this bound, and this keeps it.
    Waits(Bound, String),
    /// In this bound, at this square: ` at 0705 Zarechye`.
    Arrives(Bound, String),
}

impl Coming {
    fn of(campaign: &Campaign, leaves: &[&Formation]) -> Self {
        let due = |f: &&&Formation| f.leaf.as_ref().and_then(|leaf| leaf.arrives);
        let Some(first) = leaves.iter().filter(|f| due(f).is_some()).min_by_key(due) else { return Self::Never };
        let Some(arrives) = due(&first) else { return Self::Never };
        if arrives <= campaign.bound
            && let Some(why) = why_it_waits(campaign, &first.id)
        {
            return Self::Waits(arrives, why);
        }
        let entry = first.leaf.as_ref().and_then(|leaf| entry_square(campaign, leaf.entry.as_ref()?));
        Self::Arrives(arrives, entry.map(|at| format!(" at {}", campaign.square_named(at))).unwrap_or_default())
    }

    /// It said of one, or of several.
    fn said(&self, are_several: bool) -> String {
        let [has, was, waits, arrives] =
            if are_several { ["have", "were", "wait", "arrive"] } else { ["has", "was", "waits", "arrives"] };
        match self {
            Self::Never => format!("{has} no bound in which to arrive"),
            Self::Waits(due, why) => format!("{was} due in {due} and {waits}: {why}"),
            Self::Arrives(bound, at) => format!("{arrives} in {bound}{at}"),
        }
    }
}

/// The leaves of a unit that have not come onto the map.
fn not_come<'a>(campaign: &'a Campaign, unit: &'a Formation) -> Vec<&'a Formation> {
    let waits = |f: &&Formation| f.leaf.as_ref().is_some_and(|leaf| leaf.state == LeafState::OffMap);
    Tree::new(campaign).leaves(unit).into_iter().filter(waits).collect()
}

/// When and where a unit comes that has nothing on the map: `arrives in D3 am at 0705 Zarechye`; none where nobody of it is to
/// come.
pub(super) fn when(campaign: &Campaign, unit: &Formation) -> Option<String> {
    let leaves = not_come(campaign, unit);
    (!leaves.is_empty()).then(|| Coming::of(campaign, &leaves).said(false))
}

/// What whoever gives a unit an order for a bound has to know of those of it who have not come yet.
///
/// # Errors
/// When nobody of it is on the map by then.
pub(super) fn by_then(campaign: &Campaign, unit: &Formation, bound: Bound) -> Result<Option<String>, OpError> {
    let is_soon = |f: &Formation| {
        let due = f.leaf.as_ref().and_then(|leaf| leaf.arrives);
        bound > campaign.bound && due.is_some_and(|due| due <= bound)
    };
    let (soon, later): (Vec<&Formation>, Vec<&Formation>) =
        not_come(campaign, unit).into_iter().partition(|f| is_soon(f));
    let all = Tree::new(campaign).leaves(unit);
    let is_there = all.iter().any(|leaf| leaf.stands_on().is_some());
    if !is_there && soon.is_empty() && !later.is_empty() {
        return Err(not_there(campaign, unit, &Coming::of(campaign, &later)));
    }
    let of = |leaves: &[&Formation]| match leaves.len() {
        count if count == all.len() => "it".to_owned(),
        count => format!("{count} of its {}", counted(all.len(), "leaf")),
    };
    let said = |leaves: &[&Formation]| {
        let coming = Coming::of(campaign, leaves);
        let there = if matches!(coming, Coming::Arrives(..)) { ", and sets out there" } else { "" };
        format!("{} {}{there}", of(leaves), coming.said(leaves.len() > 1 && leaves.len() < all.len()))
    };
    Ok(match (soon.as_slice(), later.as_slice()) {
        ([], []) => None,
        ([], later) => {
            let is = if later.len() == 1 { "is" } else { "are" };
            let first = Coming::of(campaign, later).said(false);
            Some(format!("{} {is} not on the map by then: the first {first}", of(later)))
        }
        (soon, _) => Some(said(soon)),
    })
}

fn not_there(campaign: &Campaign, unit: &Formation, coming: &Coming) -> OpError {
    let (id, next) = (&unit.id, campaign.bound.next());
    let message = format!("{} is not on the map yet: it {}", campaign.named(id), coming.said(false));
    let hint = match coming {
        Coming::Never => command!("`railhead unit set {id} arrives=BOUND entry=SQUARE` brings it onto the map"),
        Coming::Waits(..) => command!("give the order for {next}, if it has come by then: `--for {}`", next.typed()),
        Coming::Arrives(due, _) if *due <= next => {
            command!("give it the order for {next}: `railhead order {id} ... --for {}`", next.typed())
        }
        Coming::Arrives(..) => "give the order in the bound before it arrives, with `--for next`".into(),
    };
    OpError::NotNow { message, at: id.to_string(), hint }
}
