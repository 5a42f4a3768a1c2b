//! What is printed of a campaign as large as Uranus can be read: it fits the page and says no more than is taken in.

use std::fmt::Write;

use super::field::Field;
use crate::tiny::tiny;

fn widest(text: &str) -> usize {
    text.lines().map(|line| line.chars().count()).max().unwrap_or_default()
}

#[test]
fn maps_of_uranus_fit_the_page_and_list_the_crossings_that_they_draw() {
    let field = Field::empty();
    field.done("new uranus-1942 -q");
    let whole = field.done("map");
    assert_eq!(whole.lines().next(), Some("Operation Uranus: Don bend and Stalingrad, 19-30 November 1942"));
    assert_eq!(whole.lines().nth(1), Some("D1 am, 1942-11-19"));
    assert!(widest(&whole) <= 80, "{whole}");
    for at in ["kalach", "Stalingrad", "Serafimovich", "Solodniki"] {
        let map = field.done(&format!("map --at {at}"));
        assert!(widest(&map) <= 80, "{map}");
    }
    // The ferry lies between 102063 and 102064: drawn and listed where its northern square is the last row.
    let edge = |at| field.done(&format!("map --at {at} --radius 2")).contains("= 102063-102064 ferry `solodniki`");
    assert_eq!([edge("102061"), edge("102066")], [true, false]);
}

#[test]
fn the_order_of_battle_of_uranus_is_shown_down_to_divisions_unless_asked() {
    let field = Field::empty();
    field.done("new uranus-1942 -q");
    let read = field.done("orbat");
    let more = "not shown: 2859 leaves below these, and 305 formations between: `railhead orbat ax.r3.i.7id`, `railhead orbat \
                --bases`";
    assert!(read.split_whitespace().collect::<Vec<_>>().join(" ").ends_with(more), "{read}");
    assert!(widest(&read) <= 80);
    // Of 3,383 formations 219 are brigades or more, and every line is one of them, a heading, or the rest of a name.
    let is_strength =
        |word: &str| word.split_once('/').is_some_and(|(a, b)| [a, b].iter().all(|n| n.parse::<u32>().is_ok()));
    let rows = |text: &str| text.lines().filter(|line| line.split_whitespace().any(is_strength)).count();
    assert_eq!(rows(&read), 219);
    let line = read.lines().find(|line| line.contains("16th Panzer Division")).unwrap();
    let words: Vec<_> = line.split_whitespace().collect();
    assert_eq!((words[3], words[5], words.len()), ("16pz", "veteran", 7), "no state: it is organised");
    assert_eq!(rows(&field.done("orbat --bases")), 3_383);
    assert_eq!(field.json("orbat").as_array().unwrap().len(), 3_383);
    assert_eq!(field.json("orbat --depth divisions").as_array().unwrap().len(), 219);
    let deep = field.run("orbat --depth deep").err;
    assert!(deep.contains("give how many levels, such as `2`, or `divisions`"), "{deep}");
    let corps = field.done("orbat 26tk");
    assert!(corps.contains("KV bn 19 Tank Bde") && !corps.contains("more below"), "{corps}");
    let word = corps.lines().find(|line| line.contains("KV bn 19 Tank Bde")).unwrap();
    let word = word.split_whitespace().find(|word| word.contains('.')).unwrap();
    assert!(field.done(&format!("unit show {word}")).contains("su.swf.5ta.26tk.19.t1-1"), "{word}");
}

#[test]
fn the_log_says_in_words_what_happened() {
    let field = Field::new();
    for line in [
        "crossing destroy ford",
        "unit set 1rd sp=60%",
        "unit set 1rd.b1 markers=1 name='First battalion'",
        "ground set 0505 0506 --side none",
        "bound note 'a quiet morning'",
        "bound close",
        "undo",
    ] {
        field.done(line);
    }
    let log = field.json("op log --all");
    let mut told = String::new();
    for row in log.as_array().unwrap() {
        writeln!(told, "{}: {}", row["command"].as_str().unwrap(), row["summary"].as_str().unwrap()).unwrap();
    }
    insta::assert_snapshot!("log_in_words", told);
}

/// A folder in which `ax.1` has two bases of 3 and 1 SP.
pub(super) fn two_bases() -> Field {
    let field = Field::empty();
    std::fs::create_dir(field.dir.path().join("tiny")).unwrap();
    for (name, bytes) in tiny() {
        let text = String::from_utf8(bytes).unwrap();
        let text = text.replace(
            "su,,SU",
            "ax.1#1,ax.1,AX,First,battalion,infantry,,,,,,,\nax.1#2,ax.1,AX,First,battalion,infantry,,,,1,,,\nsu,,SU",
        );
        field.write(&format!("tiny/{name}"), &text);
    }
    field.done("new ./tiny -q");
    field
}

#[test]
fn one_base_of_several_is_corrected_alone() {
    let field = two_bases();
    let bases = || {
        let unit = field.json("unit show ax.1");
        let of = |base: &serde_json::Value| format!("{} {} {}", base["sp"], base["markers"], base["out_of_ammo"]);
        unit["bases"].as_array().unwrap().iter().map(of).collect::<Vec<_>>()
    };
    assert_eq!(bases(), ["3 0 false", "1 0 false"]);
    let done = field.done("unit set ax.1#2 sp=2 markers=1 ammo=out");
    assert!(done.lines().skip(3).all(|line| line.contains("ax.1#2")), "{done}");
    assert_eq!(bases(), ["3 0 false", "2 1 true"]);
    field.done("unit set ax.1#1 sp=50%");
    assert_eq!(bases(), ["2 0 false", "2 1 true"]);
    let mounted = || {
        let unit = field.json("unit show ax.1");
        unit["bases"].as_array().unwrap().iter().map(|base| base["mounted"].clone()).collect::<Vec<_>>()
    };
    let done = field.done("unit set ax.1#2 mounted=yes");
    assert!(done.contains("ax.1#2") && done.contains("mounted") && !done.contains("ax.1#1"), "{done}");
    assert_eq!(mounted(), [false, true]);
    field.done("undo");
    assert_eq!(mounted(), [false, false]);
    for _ in 0..2 {
        field.done("undo");
    }
    assert_eq!(bases(), ["3 0 false", "1 0 false"]);
    let mut page = String::new();
    for line in [
        "unit set ax.1#3 sp=1",
        "unit set ax.1#0 sp=1",
        "unit set ax.1#x sp=1",
        "unit set ax#1 sp=1",
        "unit set ax.1#2 square=0202",
        "unit set ax.1#2 sp=4",
        "unit set ax.1#2 ammo=some",
        "unit set ax.1#2 mounted=perhaps",
        "unit set ax.1 sp=1",
    ] {
        let ran = field.run(line);
        write!(page, "$ railhead {line}\n{}{}exit {}\n\n", ran.out, ran.err, ran.code).unwrap();
    }
    insta::assert_snapshot!("one_base_refused", page);
}
