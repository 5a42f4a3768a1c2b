//! The way through the past: a mark for each bound that is closed, which leads to the page as it was then.
//!
//! What it never does: write; what stands in the past is read.

use maud::{Markup, html};

use domain::{Bound, Phase};

/// How many of the last bounds have a mark; of those before one types the name.
const SHOWN: u32 = 48;

/// The marks of a campaign from its first bound to the running one, on a page whose address begins so up to where the moment stands (`?`: the page itself), of which this moment is
/// looked at: as it was typed, with the bound that ran then.
pub(crate) fn line([first, running]: [Bound; 2], at: Option<(&str, Bound)>, address: &str) -> Markup {
    let last = running.ordinal();
    let bounds: Vec<Bound> = (last.saturating_sub(SHOWN).max(first.ordinal())..last).map(Bound::from_ordinal).collect();
    let typed = at.and_then(|(word, _)| word.parse::<Bound>().ok());
    let looked_at = bounds.iter().position(|bound| at.is_some_and(|(_, ran)| *bound == typed.unwrap_or(ran)));
    let back = looked_at.map_or_else(|| bounds.len().checked_sub(1), |place| place.checked_sub(1));
    // Within a bound its own end lies ahead.
    let on = looked_at.map(|place| if typed.is_some() { place + 1 } else { place });
    html! {
        nav.timeline aria-label="bounds that are closed" {
            @for (place, bound) in bounds.iter().enumerate() {
                a href={(address) "at=" (bound.typed())} title=(bound)
                    aria-current=[(looked_at == Some(place)).then_some("true")]
                    data-key=[if back == Some(place) { Some("[") } else if on == Some(place) { Some("]") } else { None }] {
                    @if bound.phase == Phase::Am { span.unseen { "D" } (bound.day) span.unseen { " am" } }
                    @else { span aria-hidden="true" { "·" } span.unseen { (bound) } }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(running: &str, at: Option<&str>) -> String {
        let ran = |word: &str| word.parse().unwrap_or(Bound { day: 1, phase: Phase::Pm });
        line([Bound::FIRST, running.parse().unwrap()], at.map(|word| (word, ran(word))), "?").into_string()
    }

    #[test]
    fn each_bound_that_is_closed_has_a_mark_and_the_keys_go_a_bound_back_and_on() {
        assert_eq!(drawn("1am", None).matches("<a ").count(), 0);
        let later = line(["2am", "2n"].map(|bound| bound.parse().unwrap()), None, "?").into_string();
        assert!(later.matches("<a ").count() == 2 && !later.contains("at=1n"), "what was before the campaign: {later}");
        let now = drawn("2pm", None);
        assert_eq!(now.matches("<a ").count(), 4);
        assert!(now.contains("\"?at=2am\" title=\"D2 am\" data-key=\"[\""), "{now}");
        let past = drawn("2pm", Some("1pm"));
        assert!(past.contains("\"?at=1am\" title=\"D1 am\" data-key=\"[\""), "{past}");
        assert!(past.contains("\"?at=1n\" title=\"D1 night\" data-key=\"]\""), "{past}");
        assert_eq!(past.matches("aria-current").count(), 1);
        assert_eq!(drawn("2pm", Some("D1pm")), past, "however it is written");
        // An operation of D1 pm: back to the end of the bound before, on to the end of its own.
        let within = drawn("2pm", Some("op:7"));
        assert!(within.contains("\"?at=1am\" title=\"D1 am\" data-key=\"[\""), "{within}");
        assert!(within.contains("\"?at=1pm\" title=\"D1 pm\" aria-current=\"true\" data-key=\"]\""), "{within}");
    }
}
