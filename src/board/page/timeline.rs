//! The way through the past: a mark for each bound that is closed, which leads to the page as it was then.
//!
//! What it never does: write; what stands in the past is read.

use maud::{Markup, html};

use domain::{Bound, Phase};

use super::address::{SLID, as_query};

/// How many of the last bounds have a mark; of those before one types the name.
const SHOWN: u32 = 48;

/// The bound to which the slider was drawn, as an address names it: none is now.
pub(super) fn slid(word: &str, running: Bound) -> Option<String> {
    let ordinal = word.parse::<u32>().ok().filter(|ordinal| *ordinal < running.ordinal())?;
    Some(Bound::from_ordinal(ordinal).typed())
}

/// The page on which the way through the past stands.
pub(crate) struct Page<'a> {
    /// Its address, where it is not the page itself.
    pub(crate) address: &'a str,
    /// What of its query stays at another moment.
    pub(crate) kept: &'a [(String, String)],
}

/// The marks of a campaign from its first bound to the running one, and a slider along them, on a page of which this moment is
/// looked at: as it was typed, with the bound that ran then.
pub(crate) fn line([first, running]: [Bound; 2], at: Option<(&str, Bound)>, page: &Page<'_>) -> Markup {
    let last = running.ordinal();
    let begins = last.saturating_sub(SHOWN).max(first.ordinal());
    let bounds: Vec<Bound> = (begins..last).map(Bound::from_ordinal).collect();
    let typed = at.and_then(|(word, _)| word.parse::<Bound>().ok());
    let looked_at = bounds.iter().position(|bound| at.is_some_and(|(_, ran)| *bound == typed.unwrap_or(ran)));
    let back = looked_at.map_or_else(|| bounds.len().checked_sub(1), |place| place.checked_sub(1));
    // Within a bound its own end lies ahead.
    let on = looked_at.map(|place| if typed.is_some() { place + 1 } else { place });
    let address = format!("{}?{}", page.address, as_query(page.kept));
    let stands = looked_at.map_or_else(|| "now".to_owned(), |place| bounds[place].to_string());
    html! {
        nav.timeline aria-label="bounds that are closed" {
            div.marks {
                @for (place, bound) in bounds.iter().enumerate() {
                    a href={(address) "at=" (bound.typed())} title=(bound)
                        aria-current=[(looked_at == Some(place)).then_some("true")]
                        data-key=[if back == Some(place) { Some("[") } else if on == Some(place) { Some("]") } else { None }] {
                        @if bound.phase == Phase::Am { span.unseen { "D" } (bound.day) span.unseen { " am" } }
                        @else { span aria-hidden="true" { "·" } span.unseen { (bound) } }
                    }
                }
            }
            // One bound is no way to slide along.
            @if bounds.len() > 1 {
                form method="get" action=[(!page.address.is_empty()).then_some(page.address)] {
                    @for (name, value) in page.kept { input type="hidden" name=(name) value=(value); }
                    input type="range" name=(SLID) min=(begins) max=(last) value=(looked_at.map_or(last, |place| begins + place as u32))
                        aria-label="the bound that is looked at" aria-valuetext=(stands);
                    output { }
                    noscript { button type="submit" { "go there" } }
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
        let page = Page { address: "", kept: &[] };
        line([Bound::FIRST, running.parse().unwrap()], at.map(|word| (word, ran(word))), &page).into_string()
    }

    #[test]
    fn each_bound_that_is_closed_has_a_mark_and_the_keys_go_a_bound_back_and_on() {
        assert_eq!(drawn("1am", None).matches("<a ").count(), 0);
        let page = Page { address: "", kept: &[] };
        let later = line(["2am", "2n"].map(|bound| bound.parse().unwrap()), None, &page).into_string();
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

    #[test]
    fn the_slider_stands_where_one_looks_and_leads_to_a_bound_or_to_now() {
        // D1 am, pm and night and D2 am are closed, D2 pm (the fifth, 4) runs.
        let now = drawn("2pm", None);
        assert!(now.contains("min=\"0\" max=\"4\" value=\"4\"") && now.contains("aria-valuetext=\"now\""), "{now}");
        let past = drawn("2pm", Some("1n"));
        assert!(past.contains("value=\"2\"") && past.contains("aria-valuetext=\"D1 night\""), "{past}");
        assert!(!drawn("1pm", None).contains("type=\"range\""), "one bound is no way");
        let running: Bound = "2pm".parse().unwrap();
        let to = |word: &str| slid(word, running);
        assert_eq!((to("0"), to("3")), (Some("1am".to_owned()), Some("2am".to_owned())));
        assert_eq!([to("4"), to("99"), to("-1"), to("x")], [None, None, None, None]);
        // What the page shows stays.
        let kept = [("side".to_owned(), "SU".to_owned())];
        let page = Page { address: "/orbat", kept: &kept };
        let of_side = line([Bound::FIRST, running], None, &page).into_string();
        assert!(of_side.contains("action=\"/orbat\"") && of_side.contains("name=\"side\" value=\"SU\""), "{of_side}");
    }
}
