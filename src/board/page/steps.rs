//! The bound as a list of steps: what is settled, what waits, and where to go for it.

use maud::{Markup, html};

use ops::{View, query};
use report::model::BoundView;

/// A step of the bound.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Step {
    name: &'static str,
    state: State,
    text: String,
    /// Where it is done, and what the link says.
    goes: (&'static str, &'static str),
}

/// How it stands with a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    Settled,
    Waits,
    Warns,
}

impl State {
    fn waits_if(waits: bool) -> Self {
        if waits { Self::Waits } else { Self::Settled }
    }

    fn word(self) -> (&'static str, &'static str) {
        match self {
            Self::Settled => ("settled", "✓"),
            Self::Waits => ("waits", "●"),
            Self::Warns => ("warns", "!"),
        }
    }
}

/// The seven steps as they stand.
pub(crate) fn steps(campaign: &View, proposals: usize) -> Vec<Step> {
    let orders: Vec<_> = campaign.orders.iter().filter(|order| order.bound == campaign.bound).collect();
    let contacts = query::contact_count(campaign);
    let open = campaign.battles.values().filter(|battle| battle.is_open()).count();
    let fought = campaign.battles.values().filter(|battle| !battle.is_open() && battle.bound == campaign.bound).count();
    let review = query::review_at_a_glance(campaign);
    let review = review.iter().filter(|finding| finding.needs_action).count();
    let next = campaign.bound.next();
    let weather = campaign.weather_in(next);
    let step = |name, state, text, goes| Step { name, state, text, goes };
    let some = |count: usize, one: &str, many: &str| match count {
        0 => format!("no {many}"),
        1 => format!("1 {one}"),
        _ => format!("{count} {many}"),
    };
    let in_text = match proposals {
        0 => some(orders.len(), "order waits for the march", "orders wait for the march"),
        _ => format!("{} for you to decide", some(proposals, "proposal waits", "proposals wait")),
    };
    vec![
        step("Orders in", State::waits_if(proposals > 0), in_text, ("/orders", "orders")),
        step(
            "March",
            State::waits_if(!orders.is_empty()),
            some(orders.len(), "order to carry out", "orders to carry out"),
            ("/do/bound-march", "march"),
        ),
        step(
            "Contacts",
            State::Settled,
            some(contacts, "contact on the map", "contacts on the map"),
            ("/contacts", "list"),
        ),
        step(
            "Battles",
            State::waits_if(open > 0),
            format!("{} open, {fought} fought this bound", some(open, "battle", "battles")),
            ("/battles", "battles"),
        ),
        step(
            "Review",
            if review > 0 { State::Warns } else { State::Settled },
            some(review, "finding that needs something done", "findings that need something done"),
            ("/review", "review"),
        ),
        step(
            "Weather",
            State::waits_if(weather.is_none()),
            match weather {
                Some(_) => format!("that of {} is entered", BoundView::new(campaign, next).label),
                None => format!("that of {} is not entered", BoundView::new(campaign, next).label),
            },
            ("/do/bound-weather", "weather"),
        ),
        step("Close", State::Waits, "shows first what all would happen".to_owned(), ("/close", "close the bound")),
    ]
}

/// The list; as it was in the past it leads nowhere.
pub(crate) fn list(campaign: &View, steps: &[Step], is_now: bool) -> Markup {
    let settled = steps.iter().filter(|step| step.state == State::Settled).count();
    let first = steps.iter().position(|step| step.state != State::Settled).filter(|_| is_now);
    html! {
        section.steps data-part="steps" {
            h2 { "Bound " (BoundView::new(campaign, campaign.bound).label) small { (settled) " of " (steps.len()) " need nothing more" } }
            ol {
                @for (number, step) in (0..).zip(steps) {
                    @let (class, sign) = step.state.word();
                    li class={(class) (if first == Some(number) { " next" } else { "" })} {
                        span.sign aria-label=(class) { (sign) }
                        strong { (step.name) }
                        p { (step.text) @if is_now { " " a href=(step.goes.0) data-next[first == Some(number)] { (step.goes.1) } } }
                    }
                }
            }
        }
    }
}
