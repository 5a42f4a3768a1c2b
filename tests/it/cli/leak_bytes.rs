//! What is printed for a side is the same to the byte, whatever becomes of what it does not know.

use campaign::Reader;
use domain::SideId;

use super::field::Field;
use super::known::REPORTS;
use crate::supply::leaks::otherwise;
use crate::supply::states::at_bounds;

/// A commander of each side.
const OWN: [(&str, &str); 2] = [("SU", "su.swf.5ta.26tk"), ("AX", "ax.a6.xiv.16pz")];

/// Both campaigns as files, and the reports of a side that differ in any byte.
fn differing(at: usize, (side, own): (&str, &str), of_the_umpire: bool) -> Vec<String> {
    let campaign = &at_bounds("uranus-1942")[at];
    let other = otherwise(campaign, SideId::new(side).unwrap());
    let reader = Reader::of_side(SideId::new(side).unwrap());
    assert!(campaign.as_read_by(&reader) == other.as_read_by(&reader), "what a side knows is told by `supply::leaks`");
    let (is, might_be) = (Field::of(campaign), Field::of(&other));
    let lines = REPORTS.iter().map(|line| line.replace("OWN", own));
    let lines = lines.map(|line| if of_the_umpire { line } else { format!("{line} --side {side}") });
    let differs = |line: &String| {
        ["table", "json"].iter().any(|format| {
            let line = format!("{line} --format {format}");
            is.done(&line) != might_be.done(&line)
        })
    };
    lines.filter(differs).collect()
}

#[test]
fn reports_for_a_side_are_the_same_whatever_it_does_not_know() {
    for own in OWN {
        assert_eq!(differing(13, own, false), [""; 0], "{own:?}");
    }
}

#[test]
fn reports_for_the_umpire_are_not() {
    let differing = differing(13, OWN[0], true);
    assert!(differing.len() > 12, "{differing:?}");
}
