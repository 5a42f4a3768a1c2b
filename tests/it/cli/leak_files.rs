//! What is written into files for a side is the same to the byte, whatever becomes of what it does not know, and tells of no
//! formation that it has not identified: pictures, films, documents, tables and exports, in every format. No history has a
//! battle open at the end of a bound, so one is drawn: its sheet and its form are looked at too, for the side and for a
//! commander who is in it.
//!
//! The suite looks at one bound of Uranus, which is closed then; with `LEAKS=N` in the environment it looks at every Nth bound
//! of its history too, at every document as PDF and at every table; with `LEAKS=N+K` from the Kth on. `LEAKS_KEPT` names a folder for files that differ.

use std::collections::BTreeMap;
use std::io::Read as _;
use std::path::Path;

use base64::Engine as _;
use campaign::Campaign;
use domain::SideId;

use serde_json::Value;

use super::field::Field;
use super::known::{Hidden, REPORTS};
use crate::supply::leaks::otherwise;
use crate::supply::states::at_bounds;

/// A commander of each side.
const SIDES: [(&str, &str); 2] = [("SU", "su.swf.5ta.26tk"), ("AX", "ax.a6.xiv.16pz")];

/// The bound of the suite: D5 night, when the ring is closed.
const BOUND: usize = 13;

/// Pictures, films and exports, and what each is written by.
const PICTURES: [(&str, &str); 22] = [
    ("svg", "map --svg"),
    ("svg", "map --show hq --at Kalach --svg"),
    ("svg", "map --unit OWN --svg"),
    ("svg", "map --phone --svg"),
    ("png", "map --pixels 500 --png"),
    ("png", "map --pixels 500 --at OWN --png"),
    ("svg", "orbat --svg"),
    ("svg", "orbat OWN --bases --svg"),
    ("png", "orbat --pixels 500 --png"),
    ("svg", "stats --svg"),
    ("svg", "stats casualties --svg"),
    ("svg", "stats supply --svg"),
    ("svg", "stats --by unit --svg"),
    ("svg", "stats --by arm --svg"),
    ("svg", "stats --by battle --svg"),
    ("png", "stats --pixels 300 --png"),
    ("html", "replay --html"),
    ("gif", "replay --pixels 200 --at OWN --radius 5 --gif"),
    ("png", "replay --pixels 200 --at OWN --radius 5 --apng"),
    ("geojson", "export --geojson"),
    ("json", "export --orbat-mapper"),
    ("html", "map --format html --out"),
];

/// Documents, each in every format: the pack has in it those that are not named here.
const DOCUMENTS: [&str; 5] = ["pack", "map", "bound-sheet", "labels", "record OWN"];
/// Those of the pack, each by itself.
const PARTS: [&str; 7] = ["supply", "orbat", "strength", "sitrep", "cards", "diary", "pack"];

/// What stands in a document goes into its JSON and into nothing else of a PDF: these are enough for the suite, where
/// typst is slow. A map stands on two sheets, each a part of one picture.
const PDFS: [&str; 3] = ["supply", "record OWN", "map"];

/// Formats of a document or table that go into a file by `--format`.
const FORMATS: [&str; 6] = ["table", "md", "csv", "json", "xlsx", "html"];

/// Tables in the formats that are files.
const TABLES: [&str; 8] = [
    "status",
    "orbat OWN --bases",
    "dump list",
    "intel show",
    "ground show 079042",
    "ground show 050034",
    "supply stocks",
    "stats",
];

/// What is written of a battle that is open.
const OF_A_BATTLE: [&str; 4] = ["print battle", "battle form", "battle show", "battle forecast --runs 20"];

/// How many of the files are looked at.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Forms {
    /// One document and one table beside the pictures.
    Few,
    /// Those that hold all that is told.
    Some,
    All,
}

/// Every file that a side can be given: its extension, and the line that writes it but for the name of the file.
fn forms(asked: Forms) -> Vec<(&'static str, String)> {
    let in_format = |line: &str, format: &'static str| (format, format!("{line} --format {format} --out"));
    let mut forms: Vec<(&str, String)> = PICTURES.map(|(kind, line)| (kind, line.to_owned())).into();
    let documents: Vec<&str> = match asked {
        Forms::Few => vec!["record OWN"],
        Forms::Some => DOCUMENTS.into(),
        Forms::All => [&DOCUMENTS[..], &PARTS].concat(),
    };
    for document in &documents {
        // These have no table, or none of one bound.
        let formats = FORMATS.into_iter().filter(|of| *of != "csv" || !["map", "diary"].contains(document));
        forms.extend(formats.map(|format| in_format(&format!("print {document}"), format)));
    }
    let pdfs = if asked == Forms::All { &documents[..] } else { &PDFS };
    forms.extend(pdfs.iter().map(|document| ("pdf", format!("print {document} --pdf"))));
    let tables = match asked {
        Forms::Few => vec!["orbat OWN --bases"],
        Forms::Some => TABLES.into(),
        Forms::All => [&REPORTS[..], &TABLES].concat(),
    };
    forms.extend(tables.iter().flat_map(|report| ["xlsx", "html", "md"].map(|format| in_format(report, format))));
    forms
}

/// A file: its kind and what is in it.
type Written<'k> = (&'k str, Vec<u8>);

/// The files that lines write, as a campaign has them, each with its kind; where a document has no table in this bound, the
/// words that say so. The lines are a script, which keeps its campaign from one to the next.
fn files<'k>(field: &Field, lines: &[(&'k str, String)]) -> Vec<Written<'k>> {
    let name = |(at, kind): (usize, &str)| format!("{at}.{kind}");
    let typed = lines.iter().enumerate().map(|(at, (kind, line))| format!("{line} {}\n", name((at + 1, kind))));
    field.write("files.txt", &typed.collect::<String>());
    let (mut without, mut from) = (BTreeMap::new(), 1);
    while from <= lines.len() {
        let ran = field.run(&format!("run files.txt --from {from} --quiet"));
        if ran.code == 0 {
            break;
        }
        assert!(ran.err.contains("this document has no table"), "{}", ran.err);
        let (_, refused) = ran.err.split_once("files.txt:").unwrap();
        from = refused.split(':').next().unwrap().parse::<usize>().unwrap() + 1;
        without.insert(from - 1, ran.err);
    }
    let taken = |(at, (kind, line)): (usize, &(&'k str, String))| {
        if let Some(words) = without.remove(&(at + 1)) {
            return ("txt", words.into_bytes());
        }
        let path = field.dir.path().join(name((at + 1, kind)));
        let bytes = std::fs::read(&path).unwrap_or_else(|error| panic!("{line}: {error}"));
        std::fs::remove_file(&path).unwrap();
        (*kind, bytes)
    };
    lines.iter().enumerate().map(taken).collect()
}

/// The texts in a file, unpacked: of a workbook all its parts, of a PDF its streams, of a film its pictures.
fn texts(kind: &str, bytes: &[u8]) -> String {
    let mut found = String::new();
    match kind {
        "png" | "gif" => {}
        "xlsx" => {
            let mut parts = zip::ZipArchive::new(std::io::Cursor::new(bytes)).unwrap();
            for at in 0..parts.len() {
                parts.by_index(at).unwrap().read_to_string(&mut found).unwrap();
            }
        }
        "pdf" => {
            let starts = bytes.windows(7).enumerate().filter(|(_, at)| *at == b"stream\n").map(|(at, _)| at + 7);
            let mut stream = String::new();
            for start in starts {
                // Fonts are no text, and what is not packed is read with the rest.
                if flate2::read::ZlibDecoder::new(&bytes[start..]).read_to_string(&mut stream).is_ok() {
                    found.push_str(&stream);
                }
                stream.clear();
            }
            // Packed bytes between them spell anything now and then.
            let mut rest = bytes;
            while let Some(begins) = place_of(b"stream\n", rest) {
                found.push_str(&String::from_utf8_lossy(&rest[..begins]));
                rest = &rest[begins..];
                rest = &rest[place_of(b"endstream", rest).unwrap() + 9..];
            }
            found.push_str(&String::from_utf8_lossy(rest));
        }
        _ => found.push_str(std::str::from_utf8(bytes).unwrap()),
    }
    if let Some((_, reel)) = found.split_once("id=\"reel\">") {
        let reel = reel.split_once("</script>").unwrap().0;
        let packed = base64::engine::general_purpose::STANDARD.decode(reel).unwrap();
        flate2::read::GzDecoder::new(&packed[..]).read_to_string(&mut found).unwrap();
    }
    found.replace("&#39;", "'").replace("&quot;", "\"").replace("&amp;", "&")
}

fn place_of(wanted: &[u8], bytes: &[u8]) -> Option<usize> {
    bytes.windows(wanted.len()).position(|at| at == wanted)
}

/// What is wrong with each file of a side: it differs, or it names somebody.
fn faults(fields: [&Field; 2], hidden: &Hidden, lines: Vec<(&str, String)>) -> Vec<(String, Vec<String>)> {
    let [are, might_be] = fields.map(|field| files(field, &lines));
    let wrong = |((line, (kind, is)), (_, might_be)): ((String, Written<'_>), Written<'_>)| {
        let mut faults: Vec<String> =
            hidden.found_in(&texts(kind, &is)).iter().map(|name| format!("{line}: {name}")).collect();
        faults.extend((is != might_be).then(|| {
            keep(&line, kind, [&is, &might_be]);
            format!("{line}: differs")
        }));
        (line, faults)
    };
    lines.into_iter().map(|(_, line)| line).zip(are).zip(might_be).map(wrong).collect()
}

/// Keeps two files that differ, in the folder that `LEAKS_KEPT` names.
fn keep(line: &str, kind: &str, files: [&[u8]; 2]) {
    let Some(folder) = std::env::var_os("LEAKS_KEPT") else { return };
    for (name, bytes) in ["is", "might-be"].into_iter().zip(files) {
        std::fs::write(Path::new(&folder).join(format!("{}.{name}.{kind}", line.replace(['/', ' '], "_"))), bytes)
            .unwrap();
    }
}

/// A campaign at a bound, and what it might be beside it for all that a side knows. `planted` is done to each.
fn both(campaign: &Campaign, side: &str, planted: impl Fn(&mut Campaign, &Campaign)) -> [Field; 2] {
    [campaign.clone(), otherwise(campaign, SideId::new(side).unwrap())].map(|truth| {
        let mut told = truth.clone();
        planted(&mut told, &truth);
        Field::of(&told)
    })
}

/// Draws in both fields the first battle in which the side can attack in both; gives what it is called. What the others could
/// attack with is otherwise in the other, where none of their dumps is near.
pub(crate) fn draw_in_both(fields: &[Field; 2], side: &str) -> Option<String> {
    let contacts = fields[0].json("contact");
    let draw = |contact: &Value| {
        let parties = contact["parties"].as_array().unwrap();
        let held = parties.iter().find(|party| party["side"] != side).unwrap()["square"].as_str().unwrap();
        format!("battle new {held} --attacker {side}")
    };
    let can_be = |line: &String| fields.iter().all(|field| field.run(&format!("{line} --dry-run")).code == 0);
    let line = contacts.as_array().unwrap().iter().map(draw).find(can_be)?;
    for field in fields {
        field.done(&line);
    }
    let open = fields[0].json(&format!("battle list --open --side {side}"));
    Some(open[0]["battle"].as_str().unwrap().to_owned())
}

/// Every file of a battle, for this reader.
fn of_a_battle(battle: &str, reader: &str) -> Vec<(&'static str, String)> {
    let in_format = |of: &str, format: &str| match of.split_once(" --") {
        Some((of, more)) => format!("{of} {battle} --{more} {reader} --format {format} --out"),
        None => format!("{of} {battle} {reader} --format {format} --out"),
    };
    let forms = OF_A_BATTLE.iter().flat_map(|of| FORMATS.map(|format| (format, in_format(of, format))));
    forms.chain([("pdf", format!("print battle {battle} {reader} --pdf"))]).collect()
}

/// Who reads of a battle: the side, and who commands the first of its own that are in it.
fn readers(field: &Field, battle: &str, side: &str) -> [String; 2] {
    let form = field.json(&format!("battle form {battle}"));
    let sides = form["sides"].as_array().unwrap();
    let own = sides.iter().find(|of| of["name"] == side).unwrap()["units"][0]["id"].as_str().unwrap();
    [format!("--side {side}"), format!("--for {own}")]
}

/// What is wrong with all files of a side at a bound, where `planted` has been done to the campaign first.
fn all_faults(
    at: usize,
    (side, own): (&str, &str),
    asked: Forms,
    planted: impl Fn(&mut Campaign, &Campaign),
) -> Vec<(String, Vec<String>)> {
    let campaign = &at_bounds("uranus-1942")[at];
    let hidden = Hidden::from(campaign, side);
    let fields = both(campaign, side, planted);
    // Once the bound is closed its contacts are settled: the battle is drawn and looked at before.
    let mut of_the_battle = Vec::new();
    let battle = draw_in_both(&fields, side);
    assert!(battle.is_some() || asked == Forms::All, "no battle can be drawn");
    for (battle, reader) in battle.iter().flat_map(|battle| readers(&fields[0], battle, side).map(|of| (battle, of))) {
        of_the_battle.extend(faults([&fields[0], &fields[1]], &hidden, of_a_battle(battle, &reader)));
    }
    for field in &fields {
        if battle.is_some() {
            field.done("undo --quiet");
        }
        field.done("bound close --anyway --seed 1 --quiet");
    }
    let line = |line: &str| {
        let (of, last) =
            line.replace("OWN", own).rsplit_once(' ').map(|(of, last)| (of.to_owned(), last.to_owned())).unwrap();
        format!("{of} --side {side} {last}")
    };
    let lines = forms(asked).into_iter().map(|(kind, typed)| (kind, line(&typed))).collect();
    of_the_battle.into_iter().chain(faults([&fields[0], &fields[1]], &hidden, lines)).collect()
}

fn holds_at(at: usize, of: (&str, &str), asked: Forms) {
    let faults: Vec<String> = all_faults(at, of, asked, |_, _| {}).into_iter().flat_map(|(_, faults)| faults).collect();
    assert_eq!(faults, [""; 0], "{} at bound {at}", of.0);
}

#[test]
fn files_for_the_first_side_are_the_same_whatever_it_does_not_know() {
    holds_at(BOUND, SIDES[1], Forms::Some);
}

#[test]
fn files_for_the_second_side_are_the_same_whatever_it_does_not_know() {
    holds_at(BOUND, SIDES[0], Forms::Some);
}

#[test]
fn every_file_of_the_bounds_that_are_asked_for_is_the_same() {
    let Ok(asked) = std::env::var("LEAKS") else { return };
    let (step, first) = asked.split_once('+').unwrap_or((&asked, "0"));
    let (step, first): (usize, usize) = (step.parse().unwrap(), first.parse().unwrap());
    for at in (first..at_bounds("uranus-1942").len()).step_by(step) {
        for side in SIDES {
            holds_at(at, side, Forms::All);
            eprintln!("state {at} for {side:?}: the same");
        }
    }
}

/// Whether a file says whom it is about in words that are searched: a picture of pixels and a font of a PDF are not, and the
/// forecast of a battle names nobody. There a difference is enough.
fn is_spelt(line: &str) -> bool {
    !["--png", "--gif", "--apng", "--pdf"].iter().any(|kind| line.ends_with(kind)) && !line.contains("battle forecast")
}

/// What a leak would be: the name of one of the enemy, in what the side does know.
#[test]
fn a_leak_that_is_planted_is_found_in_every_file() {
    let (side, campaign) = (SIDES[0].0, &at_bounds("uranus-1942")[BOUND]);
    let hidden = Hidden::from(campaign, side);
    // A name that is short enough for a sheet of a workbook.
    let is_told = |f: &&campaign::Formation| f.name.len() < 16 && !hidden.found_in(&f.name).is_empty();
    let id = &campaign.formations.values().filter(|f| f.side.as_str() != side).find(is_told).unwrap().id;
    let planted = |told: &mut Campaign, truth: &Campaign| {
        let theirs =
            truth.formations.values().find(|f| f.id.as_str().trim_start_matches("zz.") == id.as_str()).unwrap();
        theirs.name.clone_into(&mut told.title);
        for formation in told.formations.values_mut().filter(|f| f.side.as_str() == side) {
            formation.name.clone_from(&theirs.name);
            // A figure that tells of it too.
            let fewer = u16::from(theirs.name.starts_with("Phantom"));
            for base in formation.leaf.iter_mut().flat_map(|leaf| &mut leaf.bases).filter(|base| base.sp > 1) {
                (base.sp, base.markers) = (base.sp - fewer, 0);
            }
        }
    };
    let is_found = |(line, faults): &(String, Vec<String>)| {
        let is_named = faults.iter().any(|fault| !fault.ends_with(": differs"));
        // What an open battle relies on is kept of ids, and it is a name that is planted.
        let is_spelt = is_spelt(line) && !line.contains("battle show");
        faults.iter().any(|fault| fault.ends_with(": differs")) && (is_named || !is_spelt)
    };
    let all = all_faults(BOUND, SIDES[0], Forms::Few, planted);
    let unfound: Vec<String> =
        all.into_iter().filter(|of| !is_found(of)).map(|(line, faults)| format!("{line}: {faults:?}")).collect();
    assert_eq!(unfound, [""; 0]);
}

/// Made of what the umpire knows, a battle's files name the enemy and differ.
#[test]
fn a_leak_in_the_files_of_a_battle_is_found_in_every_format() {
    let (side, campaign) = (SIDES[0].0, &at_bounds("uranus-1942")[BOUND]);
    let hidden = Hidden::from(campaign, side);
    let fields = both(campaign, side, |_, _| {});
    let battle = draw_in_both(&fields, side).expect("a battle");
    let both = [&fields[0], &fields[1]];
    let is_found = |(line, faults): &(String, Vec<String>)| {
        let is_named = faults.iter().any(|fault| !fault.ends_with(": differs"));
        faults.iter().any(|fault| fault.ends_with(": differs")) && (is_named || !is_spelt(line))
    };
    let all = faults(both, &hidden, of_a_battle(&battle, ""));
    assert_eq!(all.len(), OF_A_BATTLE.len() * FORMATS.len() + 1);
    let unfound: Vec<&(String, Vec<String>)> = all.iter().filter(|of| !is_found(of)).collect();
    assert!(unfound.is_empty(), "{unfound:?}");
    // The engagement file has both sides in it: nothing is made of it for one.
    for reader in readers(both[0], &battle, side) {
        for of in ["print battle", "battle form", "battle forecast"] {
            let ran = both[0].run(&format!("{of} {battle}.toml {reader}"));
            let refused = format!(
                "error: `{battle}.toml` tells of both sides, so nothing of it is for one alone\nhint: name the battle: `{battle}`\n"
            );
            assert_eq!((ran.code, ran.out.as_str(), ran.err), (2, "", refused), "{of} {reader}");
        }
    }
    both[0].write("other.toml", "");
    assert_eq!(
        both[0].run(&format!("battle form other.toml --side {side}")).err,
        "error: `other.toml` tells of both sides, so nothing of it is for one alone\n\
         hint: name an open battle: `railhead battle list --open` has them\n"
    );
}
