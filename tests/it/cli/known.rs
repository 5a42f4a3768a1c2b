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
    /// Whom a side does not know.
    pub(super) fn from(campaign: &Campaign, side: &str) -> Self {
        Self::ever(std::slice::from_ref(campaign), side)
    }

    /// Whom it has known at none of these moments, the last of which is now.
    pub(super) fn ever(moments: &[Campaign], side: &str) -> Self {
        let campaign = moments.last().expect("a moment");
        let sightings = moments.iter().flat_map(|then| then.intel.sightings.values());
        let sightings = sightings.filter(|s| s.by.as_str() == side);
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

/// A reason may name anybody, and how far the numbers go on tells what others do.
#[test]
fn why_and_as_which_operation_something_was_done_is_the_umpires_to_know() {
    let field = played();
    let line = "battle show 5pm-037026";
    let told = "Golovsky: Group Lascar, surrounded, is split, 346th Division from the north";
    assert!(field.done(&format!("{line} --format json")).contains(told));
    for line in [line, "bound report 5pm", "unit history ax.a6.xiv.16pz"] {
        for format in ["table", "json"] {
            let line = format!("{line} --side AX --format {format}");
            let text = field.done(&line);
            let numbered = ["op ", "(op", "\"op\": 1", "\"operation\": "].iter().filter(|mark| text.contains(**mark));
            let numbered: Vec<_> = numbered.filter(|_| !text.contains("\"operation\": null")).collect();
            assert!(numbered.is_empty() && !text.contains("Golovsky: Group"), "{line}: {numbered:?}\n{text}");
        }
    }
}

/// On the first morning of the tutorial the Soviets see two battalions of tanks and two of riflemen come up, and no more of them.
#[test]
fn of_whom_a_side_has_only_sighted_nothing_is_made_up() {
    let field = Field::playing("first-bound");
    let text = field.done("unit show AX-s1 --side SU");
    let facts: Vec<&str> = text.lines().skip(3).map(|line| line.split_at(8).1.trim()).collect();
    assert_eq!(facts, ["Axis", "2 armour battalions", "0805 near Zarechye", "now", "contact"], "{text}");
    let unit = field.json("unit show AX-s1 --side SU");
    for unknown in ["mobility", "state", "posture", "minutes_used", "minutes_left"] {
        assert!(unit[unknown].is_null(), "{unknown}: {unit}");
    }
    assert_eq!((unit["bases"].as_array().unwrap().len(), unit["sighting"]["units"].as_u64()), (0, Some(2)));
    let square = field.done("ground show 0805 --side SU");
    assert!(square.ends_with("Axis 2 armour battalions     AX-s1             seen now\nAxis 2 motorised battalions  AX-s2             seen now\n"), "{square}");
    // Of a battle with them their strength is not told, and the forecast says what it takes it to be.
    field.done("battle new 0905 --by ax.pz -q");
    let form = field.done("battle form 1am-0905 --side SU");
    assert!(
        form.contains("A1.1    2 armour battalions     ?  0     0805") && form.contains("grade not known"),
        "{form}"
    );
    let forecast = field.done("battle forecast 1am-0905 --runs 100 --side SU --format json");
    let assumed =
        "assumed of the enemy, where it is not known: battalions as strong as your own at full strength, regular grade";
    assert!(forecast.contains(assumed), "{forecast}");
    assert!(!field.done("battle forecast 1am-0905 --runs 100").contains("assumed"));
}

/// What a side would have to win where it sees nothing is told as that.
#[test]
fn what_lies_in_the_rear_of_the_enemy_is_beyond_what_is_known() {
    let field = played();
    let text = field.done("supply status --side AX --as-of 5am");
    assert!(text.contains("beyond what is known"), "{text}");
    assert!(!field.done("supply status --as-of 5am").contains("beyond what is known"));
    // What is tight on the way is told as it is in the sheet, with no command of the umpire's.
    let trace = |line: &str| field.done(&format!("supply trace su.sf.62a.124rb --as-of 2am {line}"));
    let steps = |text: &str| text.matches("-> ").count();
    assert!(trace("").contains("railhead ground set") && steps(&trace("")) > 8, "{}", trace(""));
    for reader in ["--side SU", "--for su.sf.62a.124rb"] {
        for format in ["table", "json"] {
            let text = trace(&format!("{reader} --format {format}"));
            assert!(text.contains("beyond what is known") && !text.contains("railhead "), "{reader}: {text}");
            assert!(steps(&text) <= 8, "{reader}: {text}");
        }
    }
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
    // Who is above him feeds him, but is not his to count nor to look after.
    for line in ["supply status", "review", "print supply", "print bound-sheet"] {
        let told = field.done(&format!("{line} --for 14pz"));
        let steps = told.split("How it stands").next().unwrap();
        assert!(!steps.contains("German Sixth Army") && !steps.contains("XI Army Corps"), "{line}: {told}");
    }
    let sheet = field.done("supply status --side AX").split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(sheet.contains("German Sixth Army"), "it is out of LOG");
    let refused = field.run("supply status --for 16pz --side SU --as-of 2am");
    assert_eq!(
        (refused.code, refused.err.as_str()),
        (2, "error: 16th Panzer Division is not of SU\nhint: leave out `--side`: `--for UNIT` alone is enough\n")
    );
}
