//! Whatever a campaign is called and calls its things: nothing that is printed does anything to a terminal, turns the
//! order of letters, is a formula to a spreadsheet or markup to a browser.

use campaign::Campaign;
use domain::is_unseen;
use proptest::prelude::*;

use super::browser::without_own_script;
use super::field::{Field, six};

const NASTY: [&str; 12] = [
    "\u{1b}[2J\u{1b}]0;x\u{7}",
    "\u{9b}31m",
    "\u{202e}evil",
    "\u{2066}x\u{2069}\u{200f}\u{61c}",
    "\u{2028}\u{feff}\u{200b}",
    "\u{7f}\r\t",
    "=HYPERLINK(\"http://x\")",
    "@SUM(1)",
    "-1+1",
    "<script>alert(1)</script>",
    "a|b `c` *d* _e_ [f](g)",
    "# h\n- i",
];

fn nasty() -> impl Strategy<Value = String> {
    prop::collection::vec(prop::sample::select(&NASTY[..]), 1..4).prop_map(|parts| parts.concat())
}

/// The six, with these for names.
fn called(names: &[String]) -> Campaign {
    let mut campaign = six();
    let mut names = names.iter().cycle();
    let mut name = || names.next().unwrap().clone();
    campaign.title = name();
    campaign.sides.iter_mut().for_each(|side| side.name = name());
    for formation in campaign.formations.values_mut() {
        formation.name = name();
        formation.note = name();
    }
    for place in &mut campaign.places {
        place.name = name();
        place.note = name();
    }
    for railway in &mut campaign.railways {
        railway.name = name();
    }
    let line = campaign.railways[0].name.clone();
    for railhead in campaign.railheads.values_mut() {
        line.clone_into(&mut railhead.line);
        railhead.note = name();
    }
    for dump in campaign.dumps.values_mut() {
        dump.name = name();
    }
    for crossing in campaign.crossings.values_mut() {
        crossing.name = name();
        crossing.river = name();
    }
    campaign
}

/// What reads, in every format.
const READ: [&str; 41] = [
    "status",
    "orbat",
    "orbat --bases",
    "unit show 1rd",
    "unit show 1rd.b1",
    "unit history 1rd.b1",
    "map",
    "map --at 0402",
    "ground show 0202",
    "ground show 0404",
    "contact",
    "bound show",
    "bound report",
    "supply status",
    "supply status --brief",
    "supply status --by unit",
    "supply trace 1rd",
    "supply stocks",
    "supply critical",
    "supply graph",
    "supply graph --dot",
    "supply forecast",
    "supply plan",
    "supply convoys",
    "dump list",
    "crossing list",
    "rail status",
    "battle list",
    "battle show 1pm-0602",
    "battle form 1pm-0602",
    "review",
    "grade review",
    "stats --by unit",
    "diary",
    "print sitrep",
    "print supply",
    "print cards",
    "print labels",
    "setting list",
    "op log --all",
    "op script",
];

/// What is refused for what was typed.
fn typed(word: &str) -> Vec<String> {
    let quoted = shlex::try_quote(word).unwrap().into_owned();
    let around = [
        "unit show {}",
        "unit rename 1rd {}",
        "unit set 1rd {}=1",
        "unit set 1rd name={}",
        "move {} 0101",
        "move 1rd {}",
        "map --at {}",
        "bound note {}",
        "bound close {}",
        "run {}",
        "check {}",
        "new {}",
        "export {}/x/y --as-of {}",
        "battle check {}",
        "battle post {}",
        "setting set {} 1",
        "setting set detail {}",
        "roll {}",
        "roll firefight --cu {} --against M",
        "supply transfer {} d-1a 1 log",
        "op show {}",
        "undo --reason {}",
        "orbat --side {}",
        "status --format {}",
        "{}",
        "status --as-of {}",
        "crossing destroy {}",
        "battle resolve 1pm-0602 --decide {}",
        "battle new 0602 --rules {}",
        "--campaign {} status",
    ];
    around.map(|line| line.replace("{}", &quoted)).to_vec()
}

fn must_be_seen(line: &str, text: &str) {
    let unseen: Vec<char> = text.chars().filter(|letter| *letter != '\n' && is_unseen(*letter)).collect();
    assert!(unseen.is_empty(), "{line:?} prints {unseen:?}: {text:?}");
}

fn must_be_no_formula(line: &str, text: &str) {
    let mut records = csv::ReaderBuilder::new().flexible(true).has_headers(false).from_reader(text.as_bytes());
    for record in records.records() {
        for field in &record.unwrap() {
            let is_formula =
                field.starts_with(['=', '+', '-', '@']) && field.len() > 1 && field.parse::<f64>().is_err();
            assert!(!is_formula, "{line:?} prints the formula {field:?}");
        }
    }
}

fn must_be_no_markup(line: &str, text: &str) {
    let mut fenced = false;
    for row in text.lines() {
        let is_fence = row.starts_with("```");
        fenced ^= is_fence;
        if fenced || is_fence {
            continue;
        }
        let outside: String = row.split('`').step_by(2).collect();
        assert!(!outside.contains("<script"), "{line:?}: {row}");
        assert!(!row.starts_with("# ") && !row.contains("[f](g)"), "{line:?}: {row}");
    }
}

fn must_be_no_page_of_its_own(line: &str, text: &str) {
    let text = without_own_script(text);
    // A document has bold figures of its own.
    let bold = if line.starts_with("print") { "<h>" } else { "<b>" };
    for markup in ["<script", "<h>", bold, "<img"] {
        assert!(!text.contains(markup), "{line:?}: {markup}");
    }
}

/// A campaign that has been played a little.
fn played(names: &[String]) -> Field {
    let field = Field::of(&called(names));
    for line in [
        "setting set detail full",
        "unit set 1rd.b1 square=0502 markers=1",
        "supply receive d-1a 3 log --from rail",
        "bound close",
        "battle new 0602 --override test",
        "crossing destroy ford --override test",
        "order 2rd move 0407",
        "bound march",
        "grade set 1rd veteran --override test",
    ] {
        let ran = field.run(line);
        assert_eq!(ran.code, 0, "{line}: {}", ran.err);
        must_be_seen(line, &(ran.out + &ran.err));
    }
    field
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 6, ..ProptestConfig::default() })]

    #[test]
    fn nothing_that_is_printed_does_anything(names in prop::collection::vec(nasty(), 7)) {
        let field = played(&names);
        for line in READ {
            for format in ["table", "json", "csv", "md", "html"] {
                let ran = field.run(&format!("{line} --format {format}"));
                prop_assert!(ran.code < 2, "{line}: {}", ran.err);
                must_be_seen(line, &ran.err);
                must_be_seen(line, &ran.out);
                match format {
                    "csv" if line != "op script" => must_be_no_formula(line, &ran.out),
                    "html" => must_be_no_page_of_its_own(line, &ran.out),
                    "md" if line != "op script" => must_be_no_markup(line, &ran.out),
                    _ => {}
                }
            }
        }
        for line in ["battle resolve 1pm-0602 --seed 1", "battle post 1pm-0602", "undo", "redo", "battle cancel 1pm-0602"] {
            let ran = field.run(line);
            must_be_seen(line, &ran.out);
            must_be_seen(line, &ran.err);
        }
    }

    #[test]
    fn nothing_that_is_refused_does_anything(word in nasty()) {
        let field = Field::new();
        for line in typed(&word) {
            for format in ["", " --format json"] {
                let ran = field.run(&format!("{line}{format}"));
                must_be_seen(&line, &ran.out);
                must_be_seen(&line, &ran.err);
                if ran.code != 0 {
                    let first = ran.err.lines().next().unwrap_or_default();
                    prop_assert!(first.starts_with("error: ") || first.starts_with("{\"error\""), "{line:?}: {}", ran.err);
                    let errors = ran.err.lines().filter(|line| line.starts_with("error: ")).count();
                    prop_assert!(errors < 2, "nobody forges a second error: {}", ran.err);
                }
            }
        }
    }
}

/// Pictures, films and pages, with a word that has no end and letters from right to left beside all else.
#[test]
fn nothing_that_is_drawn_does_anything() {
    let mut names = NASTY.map(str::to_owned).to_vec();
    names.extend(["W".repeat(400), "שלום 🚂 חטיבה".to_owned(), "\"'<>&".to_owned()]);
    let field = played(&names);
    for (number, line) in (0..).zip([
        "map --svg",
        "map --phone --svg",
        "orbat --bases --svg",
        "stats --by unit --svg",
        "stats --by battle --svg",
        "stats --svg",
        "replay --html",
        "print pack --html",
        "print labels --html",
    ]) {
        let file = format!("{number}.drawn");
        field.done(&format!("{line} {file} -q"));
        let text = std::fs::read_to_string(field.dir.path().join(file)).unwrap();
        must_be_seen(line, &text);
        assert!(!text.contains("<script>alert") && !text.contains("<img"), "{line}");
    }
    // These are refused if what they are made of cannot be read.
    for (number, line) in (0..).zip([
        "map --pixels 200 --png",
        "orbat --pixels 200 --png",
        "stats --by unit --pixels 200 --png",
        "replay --pixels 150 --apng",
        "print pack --pdf",
        "print labels --pdf",
    ]) {
        field.done(&format!("{line} {number}.made -q"));
    }
}

#[test]
fn names_are_shown_with_what_is_hidden_in_them() {
    let mut campaign = six();
    campaign.formations.get_mut("su.1a.1rd").unwrap().name = "\u{1b}[31m\u{202e}=x<b>|".to_owned();
    let field = Field::of(&campaign);
    assert!(field.done("unit show 1rd").contains("\\u{1b}[31m\\u{202e}=x<b>|"));
    assert!(field.done("unit show 1rd --format md").contains("\\u{1b}[31m\\u{202e}=x&lt;b>\\|"));
    let text = field.done("unit show 1rd --format json");
    assert!(text.contains("\\u001b[31m\\u202e=x<b>|"), "{text}");
    assert_eq!(field.json("unit show 1rd")["name"], "\u{1b}[31m\u{202e}=x<b>|", "to a program it is what it is");
    let ran = field.run("unit show '\u{202e}\u{200b}'");
    assert_eq!((ran.code, ran.err.lines().next()), (2, Some("error: there is no unit `\\u{202e}\\u{200b}`")));
}

#[test]
fn what_turns_the_order_of_letters_is_kept_in_no_name_and_marks_of_direction_are() {
    let field = Field::new();
    for (letter, code) in [('\u{202e}', "202E"), ('\u{2066}', "2066"), ('\u{2028}', "2028"), ('\u{9b}', "009B")] {
        let ran = field.run(&format!("unit rename 1rd 'x{letter}y'"));
        let told = format!("error: names and notes cannot contain the control character U+{code}");
        assert_eq!((ran.code, ran.err.lines().next()), (2, Some(&*told)));
    }
    field.done("unit rename 1rd 'חטיבה\u{200e} 1'");
    assert_eq!(field.json("unit show 1rd")["name"], "חטיבה\u{200e} 1");
    assert!(field.done("unit show 1rd").contains("חטיבה\\u{200e} 1"));
    let script = field.done("op script");
    assert!(script.starts_with("# operation 2 held") && script.ends_with("unit rename 1rd 'חטיבה  1'\n"), "{script}");
    field.done("op script --out again");
    let whole = std::fs::read_to_string(field.dir.path().join("again/script.txt")).unwrap();
    assert_eq!(whole, "unit rename 1rd 'חטיבה\u{200e} 1'\n", "as it was typed");
}

/// An export reads back to the same bytes: nothing in it is changed for a spreadsheet.
#[test]
fn an_export_is_for_reading_back() {
    let mut campaign = six();
    campaign.formations.get_mut("su.1a.1rd").unwrap().name = "=1+1".to_owned();
    let field = Field::of(&campaign);
    field.done("export out");
    let orbat = std::fs::read_to_string(field.dir.path().join("out/orbat.csv")).unwrap();
    assert!(orbat.contains(",=1+1,"), "{orbat}");
    assert!(field.done("orbat --format csv").contains("'=1+1"));
}

#[test]
fn a_map_in_markdown_is_a_drawing_still() {
    let field = Field::new();
    let text = field.done("map --format md");
    assert!(text.starts_with("```text\n") && text.ends_with("```\n"), "{text}");
}
