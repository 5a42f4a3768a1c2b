//! The campaign as a film: `replay --html` and `replay --gif`, what they hold and for whom.

use std::collections::BTreeSet;
use std::io::Read as _;

use base64::Engine as _;
use serde_json::Value;

use super::browser::seen;
use super::field::Field;
use super::history::played;
use super::own_campaign::{exists, said, text, tutorial};

/// The element of a page with this id, whose text is in it as it is.
fn script(page: &str, id: &str) -> String {
    let (_, rest) = page.split_once(&format!("id=\"{id}\">")).unwrap();
    rest.split_once("</script>").unwrap().0.to_owned()
}

/// The bounds of a film, and every layer of its pictures.
fn unpacked(page: &str) -> (Vec<Value>, Vec<String>) {
    let frames = serde_json::from_str(&script(page, "frames")).unwrap();
    let packed = base64::engine::general_purpose::STANDARD.decode(script(page, "reel")).unwrap();
    let mut pieces = String::new();
    flate2::read::GzDecoder::new(&packed[..]).read_to_string(&mut pieces).unwrap();
    (frames, serde_json::from_str(&pieces).unwrap())
}

/// The tutorial with its first two bounds closed.
fn two_bounds() -> Field {
    let field = tutorial();
    field.done("bound close --anyway --seed 1 -q");
    field.done("bound close --anyway --seed 1 -q");
    field
}

#[test]
fn a_film_tells_each_bound_as_the_reports_do() {
    let field = two_bounds();
    assert_eq!(said(&field, "replay --html film.html"), (0, "film.html: written\n".to_owned()));
    field.done("replay --html again.html -q");
    let page = text(&field, "film.html");
    assert_eq!(page, text(&field, "again.html"), "the same bytes");
    let (frames, pieces) = unpacked(&page);
    let labels: Vec<&str> = frames.iter().map(|frame| frame["label"].as_str().unwrap()).collect();
    assert_eq!(labels, ["D1 am", "D1 pm", "D1 night"]);
    let diary = field.json("diary");
    for (frame, bound) in frames.iter().zip(diary["bounds"].as_array().unwrap()) {
        let told = frame["told"].as_array().unwrap();
        assert!(told.starts_with(bound["lines"].as_array().unwrap()), "{told:?}\n{bound}");
    }
    let last = field.json("stats");
    let sides = |frame: &Value| frame["sides"].as_array().unwrap().clone();
    for (shown, counted) in sides(&frames[2]).iter().zip(last[2]["sides"].as_array().unwrap()) {
        assert_eq!(shown["sp"], counted["sp"]);
        assert_eq!(shown["log"][0], counted["log_fails"]);
    }
    // Rivers never change: every bound has the same piece.
    let rivers: Vec<&Value> = frames.iter().map(|frame| &frame["layers"][1]).collect();
    assert!(rivers.iter().all(|piece| *piece == rivers[0]) && pieces.len() < 25 * frames.len());
    let of_the_first = frames[0]["layers"].as_array().unwrap().iter().map(|piece| piece.as_u64().unwrap() as usize);
    assert!(
        of_the_first.into_iter().any(|piece| pieces[piece].contains("data-unit=\"ax.pz\"")),
        "the symbols are in it"
    );
}

/// What a night's close takes is of that night, as `stats` has it; and who arrives as the running bound opens is told of.
#[test]
fn a_film_counts_each_bound_as_it_was_closed() {
    let field = played();
    field.done("replay --html film.html --at Kalach --radius 1 -q");
    let page = text(&field, "film.html");
    let (frames, _) = unpacked(&page);
    let stats = field.json("stats");
    let sp =
        |bound: &Value| bound["sides"].as_array().unwrap().iter().map(|side| side["sp"].clone()).collect::<Vec<_>>();
    let (filmed, counted): (Vec<_>, Vec<_>) =
        (frames.iter().map(sp).collect(), stats.as_array().unwrap().iter().map(sp).collect());
    assert_eq!(filmed, counted);
    let log = field.json("op log");
    let first = log.as_array().unwrap().iter().find(|of| of["bound"]["label"] == "D6 am").unwrap();
    field.done(&format!("replay --html running.html --at Kalach --radius 1 --as-of op:{} -q", first["op"]));
    let (running, _) = unpacked(&text(&field, "running.html"));
    let last = running.last().unwrap();
    assert_eq!(last["label"], "D6 am");
    assert!(last["told"].to_string().contains("294th Infantry Division (54 SP) arrived"), "{last}");
    assert!(page.contains("umpire’s view · lines of supply: Axis"), "it says whose lines are drawn");
}

#[test]
fn a_film_leaves_out_what_it_is_asked_to() {
    let field = two_bounds();
    assert_eq!(field.json("replay --html late.html --delay 1")["bounds"], 2);
    assert_eq!(field.json("replay --html past.html --as-of 1am")["bounds"], 1);
    let refused = "error: a delay of 3 leaves nothing to show\nhint: there are 3 bounds so far\n";
    assert_eq!(said(&field, "replay --html none.html --delay 3"), (2, refused.to_owned()));
    let own = "error: `AX` does not know the lines of supply of `SU`\n\
               hint: leave out `--lines`: the map shows those of the side that reads it\n";
    assert_eq!(said(&field, "replay --html a.html --side AX --lines SU"), (2, own.to_owned()));
    assert_eq!(said(&field, "replay --html late.html"), (1, exists("late.html")));
    let (code, neither) = said(&field, "replay");
    assert!(code == 2 && neither.contains("--html"), "{neither}");
}

#[test]
fn a_gif_has_a_picture_a_bound() {
    let field = two_bounds();
    let done = field.json("replay --gif film.gif --pixels 200 --at Brod --radius 3");
    assert_eq!(done, serde_json::json!({"html": null, "gif": "film.gif", "apng": null, "bounds": 3}));
    let bytes = std::fs::read(field.dir.path().join("film.gif")).unwrap();
    assert_eq!((&bytes[..6], u16::from_le_bytes([bytes[6], bytes[7]])), (&b"GIF89a"[..], 200));
    // A graphic control extension before each picture.
    assert_eq!(bytes.windows(3).filter(|at| *at == [0x21, 0xf9, 0x04]).count(), 3);
    field.done("replay --gif again.gif --pixels 200 --at Brod --radius 3 -q");
    assert_eq!(bytes, std::fs::read(field.dir.path().join("again.gif")).unwrap());
}

/// The chunks of a PNG: their names and what is in them.
fn chunks(bytes: &[u8]) -> Vec<(&str, &[u8])> {
    let (mut chunks, mut rest) = (Vec::new(), &bytes[8..]);
    while let Some((length, after)) = rest.split_first_chunk() {
        let length = u32::from_be_bytes(*length) as usize;
        chunks.push((std::str::from_utf8(&after[..4]).unwrap(), &after[4..4 + length]));
        rest = &after[8 + length..];
    }
    chunks
}

#[test]
fn a_png_that_moves_has_a_picture_a_bound_and_its_pace() {
    let field = two_bounds();
    let line = "replay --apng film.png --pixels 200 --at Brod --radius 3 --pace 0.5";
    let (code, said) = said(&field, line);
    assert!(code == 0 && said.starts_with("film.png: written\n3 bounds, ") && said.ends_with(" kB\n"), "{said}");
    let bytes = std::fs::read(field.dir.path().join("film.png")).unwrap();
    let found = chunks(&bytes);
    let number = |at: &[u8]| u32::from_be_bytes(at[..4].try_into().unwrap());
    assert_eq!((found[0].0, number(found[0].1)), ("IHDR", 200));
    let of = |name: &str| found.iter().filter(|(of, _)| *of == name).map(|(_, data)| *data).collect::<Vec<_>>();
    assert_eq!((number(of("acTL")[0]), number(&of("acTL")[0][4..])), (3, 0), "three pictures, again and again");
    // The delay stands behind number, size and place: a half of a second, and two at last.
    let controls = of("fcTL");
    let delays = controls.iter().map(|control| [20, 22].map(|at| u16::from_be_bytes([control[at], control[at + 1]])));
    assert_eq!(delays.collect::<Vec<_>>(), [[50, 100], [50, 100], [200, 100]]);
    assert!(
        !found.iter().any(|(name, _)| ["tEXt", "zTXt", "iTXt", "tIME", "eXIf"].contains(name)),
        "it tells nothing else"
    );
    assert!(of("PLTE")[0].chunks(3).any(|colour| colour == [0xc2, 0, 0x6b]), "the colour of failure is among its own");
    field.done(&format!("{} -q", line.replace("film.png", "again.png")));
    assert_eq!(bytes, std::fs::read(field.dir.path().join("again.png")).unwrap());
    let field = &field;
    assert_eq!(super::own_campaign::said(field, line), (1, exists("film.png")));
    let (code, pace) = super::own_campaign::said(field, "replay --apng slow.png --pace 60");
    assert!(code == 2 && pace.contains("0.1 to 20 seconds"), "{pace}");
    let (code, alone) = super::own_campaign::said(field, "replay --html alone.html --pixels 200");
    assert!(code == 2 && alone.contains("--apng"), "{alone}");
    let (code, no_number) = super::own_campaign::said(field, "replay --apng slow.png --pace slowly");
    assert!(code == 2 && no_number.contains("a number of seconds, such as 0.5"), "{no_number}");
}

#[test]
fn names_are_harmless_in_a_film() {
    let field = two_bounds();
    field.done("unit rename ax.pz \"</script><script>alert(1)</script> & 'x' שלום 🚂\" -q");
    field.done("bound note \"<img src=x onerror=alert(2)> </script>\" -q");
    field.done("bound close --anyway --seed 1 -q");
    field.done("replay --html film.html -q");
    let page = text(&field, "film.html");
    assert!(!page.contains("<script>alert") && !page.contains("<img"), "a name runs");
    assert_eq!(page.matches("</script>").count(), 4, "the page has four scripts of its own");
    let (_, pieces) = unpacked(&page);
    assert!(pieces.iter().all(|piece| !piece.contains("<script")));
    let Some(seen) = seen(&field, "film.html", 800) else { return };
    assert_eq!(seen.console, [""; 0]);
}

#[test]
fn a_browser_plays_the_film_without_complaint() {
    let field = two_bounds();
    field.done("replay --html film.html -q");
    for width in [390, 1280] {
        let Some(seen) = seen(&field, "film.html", width) else { return };
        assert_eq!(seen.console, [""; 0], "{width}");
        assert!(seen.width.1 <= seen.width.0, "it scrolls sideways: {:?}", seen.width);
        assert!(seen.dom.contains("SP on map") && seen.dom.contains("<i class=\"at\""), "{width}: nothing is shown");
    }
}

#[test]
fn a_film_for_a_side_names_nobody_whom_it_has_not_identified() {
    let field = played();
    let orbat = field.json("orbat");
    for side in ["AX", "SU"] {
        field.done(&format!("replay --html {side}.html --side {side} -q"));
        let page = text(&field, &format!("{side}.html"));
        assert!(page.len() < 8_000_000, "{} bytes", page.len());
        let (frames, pieces) = unpacked(&page);
        let told: String = frames.iter().map(Value::to_string).chain(pieces).collect();
        let words: BTreeSet<&str> =
            told.split(|letter: char| !letter.is_alphanumeric() && !".-_".contains(letter)).collect();
        let others = orbat.as_array().unwrap().iter().filter(|unit| unit["side"] != side);
        let ids: Vec<&str> = others.map(|unit| unit["id"].as_str().unwrap()).filter(|id| words.contains(id)).collect();
        assert_eq!(ids, [""; 0], "{side}");
    }
    let (code, huge) = said(&field, "replay --apng huge.png --pixels 4000");
    let hint = "pixels are too many\nhint: give fewer `--pixels`, or a part of the map with `--at`\n";
    assert!(code == 1 && huge.starts_with("error: 37 pictures of 4000 x ") && huge.ends_with(hint), "{huge}");
    field.done("replay --html umpire.html -q");
    let page = text(&field, "umpire.html");
    assert!(page.len() < 8_000_000, "{} bytes", page.len());
    assert!(unpacked(&page).1.concat().contains("\"su."), "the search finds nothing");
}
