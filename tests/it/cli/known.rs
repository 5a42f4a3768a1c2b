//! What is printed for a side, in every report: no id and no name of a formation that it has not identified.

use std::collections::BTreeSet;

use aho_corasick::AhoCorasick;
use campaign::Campaign;
use ledger::{Ledger, Moment};

use super::field::Field;
use super::history::played;

/// Every report, of an own formation where it wants one.
pub(super) const REPORTS: [&str; 35] = [
    "status",
    "bound show",
    "contact",
    "review",
    "orbat",
    "orbat OWN --bases",
    "map",
    "map --at OWN",
    "ground show Kalach",
    "crossing list",
    "rail status",
    "dump list",
    "mines list",
    "partisans list",
    "strikes list",
    "unit show OWN",
    "unit history OWN",
    "unit replacements",
    "battle list",
    "grade history",
    "grade review",
    "intel show",
    "order list",
    "supply status",
    "supply status --by unit",
    "supply trace OWN",
    "supply critical",
    "supply stocks",
    "supply convoys",
    "supply forecast",
    "supply graph",
    "stats",
    "stats --by unit",
    "stats --by battle",
    "find 1",
];

/// Those that tell of more than the campaign as it stands.
const OF_THE_PAST: [&str; 8] = [
    "status",
    "review",
    "unit show OWN",
    "unit history OWN",
    "battle list",
    "grade history",
    "stats",
    "stats --by unit",
];

/// A commander of each side with the formations of the other that a search is for.
const SIDES: [(&str, &str); 2] = [("SU", "su.swf.5ta.26tk"), ("AX", "ax.a6.xiv.16pz")];

/// What a side does not know: ids of the other side's formations, and names that no sighting gives, where no own formation,
/// place or crossing has them too.
pub(super) struct Hidden {
    ids: BTreeSet<String>,
    names: Vec<String>,
    search: AhoCorasick,
}

impl Hidden {
    pub(super) fn from(campaign: &Campaign, side: &str) -> Self {
        let sightings = campaign.intel.sightings.values().filter(|s| s.by.as_str() == side);
        let mut told: Vec<&str> = sightings.filter_map(|s| s.name.as_deref()).collect();
        told.extend(campaign.formations.values().filter(|f| f.side.as_str() == side).map(|f| f.name.as_str()));
        told.extend(campaign.places.iter().map(|place| place.name.as_str()));
        told.extend(campaign.crossings.values().map(|crossing| crossing.name.as_str()));
        let told = told.join("\n");
        let others = || campaign.formations.values().filter(|f| f.side.as_str() != side);
        let names = others().map(|f| f.name.clone()).filter(|name| name.len() > 7 && !told.contains(name.as_str()));
        let names: Vec<String> = names.collect::<BTreeSet<_>>().into_iter().collect();
        let search = AhoCorasick::new(&names).unwrap();
        Self { ids: others().map(|f| f.id.to_string()).collect(), names, search }
    }

    /// Those that stand in a text.
    pub(super) fn found_in(&self, text: &str) -> Vec<&str> {
        let words = ids(text);
        let ids = self.ids.iter().map(String::as_str).filter(|id| words.contains(id));
        let names = self.search.find_overlapping_iter(text).map(|found| self.names[found.pattern()].as_str());
        ids.chain(names.collect::<BTreeSet<_>>()).collect()
    }
}

/// The words of ids in a text.
fn ids(text: &str) -> BTreeSet<&str> {
    text.split(|letter: char| !letter.is_alphanumeric() && !".-_".contains(letter)).collect()
}

fn leaks(field: &Field, hidden: &Hidden, own: &str, line: &str) -> Vec<String> {
    let line = line.replace("OWN", own);
    let texts = [field.done(&format!("{line} --format json")), field.done(&line)];
    texts.iter().flat_map(|text| hidden.found_in(text)).map(|found| format!("{line}: {found}")).collect()
}

#[test]
fn no_report_for_a_side_names_whom_it_has_not_identified() {
    let field = played();
    let ledger = Ledger::open(&field.dir.path().join("uranus-1942.railhead")).unwrap();
    let (mut found, mut once) = (Vec::new(), BTreeSet::new());
    for bound in ["1am", "3pm", "5am"] {
        let campaign = ledger.as_of(Moment::Bound(bound.parse().unwrap())).unwrap();
        // A campaign that stands as it stood then: there the log need not be folded for each report.
        let then = Field::of(&campaign);
        for (side, own) in SIDES {
            let hidden = Hidden::from(&campaign, side);
            for report in REPORTS {
                let at = format!(" --as-of {bound}");
                let (field, at) = if OF_THE_PAST.contains(&report) { (&field, &*at) } else { (&then, "") };
                found.extend(leaks(field, &hidden, own, &format!("{report} --side {side}{at}")));
            }
            let line = format!("bound report {bound} --side {side}");
            found.extend(leaks(&field, &hidden, own, &line));
            // The diary tells of a bound what the side knew then, and may have forgotten since.
            let known = campaign.intel.sightings.values().filter(|s| s.by.as_str() == side);
            once.extend(known.filter_map(|sighting| sighting.name.clone()));
            let diary = leaks(&field, &hidden, own, &format!("diary --side {side} --as-of {bound}"));
            found.extend(diary.into_iter().filter(|line| !once.iter().any(|name| line.ends_with(name))));
            for report in ["supply status", "orbat --bases", "contact", "map"] {
                found.extend(leaks(&then, &hidden, own, &format!("{report} --for OWN")));
            }
        }
    }
    assert_eq!(found, [""; 0]);
}

/// What a side would have to win where it sees nothing is told as that.
#[test]
fn what_lies_in_the_rear_of_the_enemy_is_beyond_what_is_known() {
    let field = played();
    let text = field.done("supply status --side AX --as-of 5am");
    assert!(text.contains("beyond what is known"), "{text}");
    assert!(!field.done("supply status --as-of 5am").contains("beyond what is known"));
}

#[test]
fn the_search_finds_what_the_umpire_reads() {
    let field = played();
    let ledger = Ledger::open(&field.dir.path().join("uranus-1942.railhead")).unwrap();
    let campaign = ledger.as_of(Moment::Bound("3pm".parse().unwrap())).unwrap();
    let (side, own) = SIDES[0];
    let found = leaks(&field, &Hidden::from(&campaign, side), own, "orbat --as-of 3pm");
    assert!(found.len() > 500, "{}", found.len());
}

#[test]
fn a_commander_reads_of_his_formation_and_not_of_his_neighbours() {
    let field = played();
    let text = field.done("supply status --by unit --for 16pz --as-of 2am");
    assert!(text.contains("16th Panzer Division") && !text.contains("24th Panzer Division"), "{text}");
    let refused = field.run("supply status --for 16pz --side SU --as-of 2am");
    assert_eq!(
        (refused.code, refused.err.as_str()),
        (2, "error: 16th Panzer Division is not of SU\nhint: leave out `--side`: `--for UNIT` alone is enough\n")
    );
}
