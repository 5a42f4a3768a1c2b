//! The bound as a list of steps: what is settled, what waits, and where to go for it.

use domain::{FormationId, does, few};
use maud::{Markup, html};
use ops::View;
use ops::query::{self, ContactWaiting};
use report::model::BoundView;

use super::links::Links;
use super::links::line;

/// Where something is done, and what the button says.
pub(super) type Way = (String, &'static str);

/// How many are told one by one for which a step waits.
const TOLD: usize = 3;

/// A step of the bound.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Step {
    name: &'static str,
    state: State,
    text: String,
    /// Where it is done.
    ways: Vec<Way>,
    /// Those for which it waits, with what can be done about each.
    rows: Vec<(String, Vec<Way>)>,
}

/// Steps that wait and keep no bound open.
const BESIDE: [&str; 2] = ["Review", "Weather"];

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

/// The contacts that wait: who met whom, and what can be done: a battle stands there only where it can be drawn.
pub(super) fn contacts(campaign: &View, shown: usize) -> (usize, Vec<(String, Vec<Way>)>) {
    let (count, waiting) = query::contacts_waiting(campaign, shown);
    let told = waiting.iter().map(|ContactWaiting { attacks, attacked, battle }| {
        let called = |of: &[FormationId]| {
            let names: Vec<String> = super::battle::names_above(campaign, of).into_iter().collect();
            few(&names, TOLD, ", ")
        };
        let (by, held) = (called(&attacks.leaves), called(&attacked.leaves));
        let square = campaign.frame.reference(attacked.square);
        let (drawn, why) = match battle {
            Ok((at, side)) => {
                let other =
                    (*at != attacked.square).then(|| format!(": only {} can attack", campaign.side_name(*side)));
                (Some((format!("/draw/{}?attacker={side}", campaign.frame.reference(*at)), "Draw battle")), other)
            }
            Err(why) => (None, Some(format!(": neither can attack, {why}"))),
        };
        let others =
            [(line(&format!("battle decline {square}")), "Decline"), (format!("/?sel={square}"), "Show on the map")];
        let ways = drawn.into_iter().chain(others).collect();
        (format!("{by} came to {held} in {square}{}", why.unwrap_or_default()), ways)
    });
    (count, told.collect())
}

/// The battles that are open.
pub(super) fn battles(campaign: &View, shown: usize) -> (usize, Vec<(String, Vec<Way>)>) {
    let open: Vec<_> = campaign.battles.values().filter(|battle| battle.is_open()).collect();
    let told = open.iter().take(shown).map(|battle| {
        let text = format!(
            "{} {}",
            does(&campaign.side_name(battle.attacker), "attacks"),
            campaign.square_named(battle.square)
        );
        (text, vec![(format!("/battle/{}", battle.id), "Fight it")])
    });
    (open.len(), told.collect())
}

/// The seven steps as they stand.
pub(crate) fn steps(campaign: &View, proposals: usize) -> Vec<Step> {
    let orders = campaign.orders.iter().filter(|order| order.bound == campaign.bound).count();
    let (waiting, met) = contacts(campaign, TOLD);
    let (open, drawn) = battles(campaign, TOLD);
    let fought = campaign.battles.values().filter(|battle| !battle.is_open() && battle.bound == campaign.bound).count();
    let review = query::review_at_a_glance(campaign, None);
    let review = review.iter().filter(|finding| finding.needs_action).count();
    // It can be entered only once its bound runs; what stands in the calendar needs nobody.
    let (weather, now) = (campaign.weather_in(campaign.bound), BoundView::new(campaign, campaign.bound).label);
    let step = |name, state, text, ways: &[(&str, &'static str)]| {
        let ways = ways.iter().map(|(address, name)| ((*address).to_owned(), *name)).collect();
        Step { name, state, text, ways, rows: Vec::new() }
    };
    let some = |count: usize, one: &str, many: &str| match count {
        0 => format!("no {many}"),
        1 => format!("1 {one}"),
        _ => format!("{count} {many}"),
    };
    let in_all = some(query::contact_count(campaign), "contact on the map", "contacts on the map");
    vec![
        if proposals == 0 {
            step(
                "Orders in",
                State::Settled,
                some(orders, "order waits for the march", "orders wait for the march"),
                &[("/orders", "orders"), ("/order?unit=", "give an order")],
            )
        } else {
            let text = format!("{} for you to decide", some(proposals, "proposal waits", "proposals wait"));
            step("Orders in", State::Waits, text, &[("/post", "Decide"), ("/orders", "Orders")])
        },
        step(
            "March",
            State::waits_if(orders > 0),
            some(orders, "order to carry out", "orders to carry out"),
            &[("/do/bound-march", if orders > 0 { "Dry run of the march" } else { "march" })],
        ),
        Step {
            rows: met,
            ..step(
                "Contacts",
                State::waits_if(waiting > 0),
                if waiting > 0 { format!("{waiting} of {in_all} to be fought or declined") } else { in_all },
                &[("/contacts", if waiting > 0 { "All contacts" } else { "list" })],
            )
        },
        Step {
            rows: drawn,
            ..step(
                "Battles",
                State::waits_if(open > 0),
                format!("{} open, {fought} fought this bound", some(open, "battle", "battles")),
                &[("/battles", if open > 0 { "All battles" } else { "battles" })],
            )
        },
        step(
            "Review",
            if review > 0 { State::Warns } else { State::Settled },
            some(review, "finding that needs something done", "findings that need something done"),
            &[("/review", if review > 0 { "Review" } else { "review" })],
        ),
        match weather {
            Some(_) => step(
                "Weather",
                State::Settled,
                format!("that of {now} is entered"),
                &[("/do/bound-weather", "weather")],
            ),
            None => step(
                "Weather",
                State::Waits,
                format!("that of {now} is not entered"),
                &[("/do/bound-weather", "Enter it")],
            ),
        },
        step(
            "Close",
            State::Waits,
            "shows first what all would happen".to_owned(),
            &[("/close", "Dry run of the close")],
        ),
    ]
}

/// What waits beside what keeps a bound open: of the review and of the weather, as the list of steps has it.
pub(super) fn beside(campaign: &View) -> Vec<(String, Vec<Way>)> {
    let waits =
        steps(campaign, 0).into_iter().filter(|step| BESIDE.contains(&step.name) && step.state != State::Settled);
    waits.map(|step| (format!("{}: {}", step.name, step.text), step.ways)).collect()
}

/// The list; as it was in the past it leads nowhere. A step that is settled is a line, of the others each has its buttons.
pub(crate) fn list(campaign: &View, steps: &[Step], is_now: bool, links: &Links<'_>) -> Markup {
    let settled = steps.iter().filter(|step| step.state == State::Settled).count();
    let first = steps.iter().position(|step| step.state != State::Settled).filter(|_| is_now);
    html! {
        section.steps data-part="steps" {
            h2 { "Bound " (BoundView::new(campaign, campaign.bound).label) small { (settled) " of " (steps.len()) " need nothing more" } }
            ol {
                @for (number, step) in (0..).zip(steps) {
                    @let (class, sign) = step.state.word();
                    @let (is_next, is_settled) = (first == Some(number), step.state == State::Settled);
                    li class={(class) (if is_next { " next" } else { "" })} {
                        span.sign aria-label=(class) { (sign) }
                        strong { (step.name) }
                        p { (step.text) @if is_now && is_settled { @for (to, name) in &step.ways { " " a href=(to) { (name) } } } }
                        @for (text, ways) in &step.rows {
                            div.waiting { p { (links.text(text)) } @if is_now { (buttons(ways, is_next)) } }
                        }
                        @if is_now && !is_settled { (buttons(&step.ways, is_next && step.rows.is_empty())) }
                    }
                }
            }
        }
    }
}

/// Buttons; of the step that is next the first is the main one, and the key for the next step presses it.
pub(super) fn buttons(ways: &[Way], is_next: bool) -> Markup {
    html! {
        div.goes {
            @for (number, (to, name)) in ways.iter().enumerate() {
                a.button.main[is_next && number == 0] href=(to) data-next[is_next && number == 0] { (name) }
            }
        }
    }
}
