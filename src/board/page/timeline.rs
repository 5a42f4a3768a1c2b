//! The way through the past: a mark for each bound that is closed, which leads to the page as it was then.
//!
//! What it never does: write; what stands in the past is read.

use maud::{Markup, html};

use domain::{Bound, Phase};

/// How many of the last bounds have a mark; of those before one types the name.
const SHOWN: u32 = 48;

/// The marks, on a page at this address (none: the page itself), of which this moment is looked at.
pub(crate) fn line(running: Bound, at: Option<&str>, address: &str) -> Markup {
    let last = running.ordinal();
    let bounds: Vec<Bound> = (last.saturating_sub(SHOWN)..last).map(Bound::from_ordinal).collect();
    let looked_at = bounds.iter().position(|bound| at == Some(bound.typed().as_str()));
    let back = looked_at.map_or_else(|| bounds.len().checked_sub(1), |place| place.checked_sub(1));
    let on = looked_at.map(|place| place + 1);
    html! {
        nav.timeline aria-label="bounds that are closed" {
            @for (place, bound) in bounds.iter().enumerate() {
                a href={(address) "?at=" (bound.typed())} title=(bound)
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
        line(running.parse().unwrap(), at, "").into_string()
    }

    #[test]
    fn each_bound_that_is_closed_has_a_mark_and_the_keys_go_a_bound_back_and_on() {
        assert_eq!(drawn("1am", None).matches("<a ").count(), 0);
        let now = drawn("2pm", None);
        assert_eq!(now.matches("<a ").count(), 4);
        assert!(now.contains("\"?at=2am\" title=\"D2 am\" data-key=\"[\""), "{now}");
        let past = drawn("2pm", Some("1pm"));
        assert!(past.contains("\"?at=1am\" title=\"D1 am\" data-key=\"[\""), "{past}");
        assert!(past.contains("\"?at=1n\" title=\"D1 night\" data-key=\"]\""), "{past}");
        assert_eq!(past.matches("aria-current").count(), 1);
    }
}
