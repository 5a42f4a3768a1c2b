//! Documents as PDF: `print ... --pdf`, and the templates that an organiser changes.

use std::fs;

use super::field::Field;
use super::own_campaign::{exists, said, text, tutorial};

/// How many pages a PDF has, and what of it must not be there: a time, the name of a file.
fn pages(field: &Field, file: &str) -> usize {
    let bytes = fs::read(field.dir.path().join(file)).unwrap();
    assert!(bytes.starts_with(b"%PDF-1."), "{file}");
    let seen = String::from_utf8_lossy(&bytes);
    for part in ["CreationDate", "ModDate", ".railhead", "/tmp/", "StructTreeRoot"] {
        assert!(!seen.contains(part), "{file} has {part}");
    }
    seen.matches("/Type/Page/").count() + seen.matches("/Type /Page\n").count()
}

#[test]
fn a_pack_and_its_labels_are_pdf_and_the_same_twice() {
    let field = tutorial();
    field.done("unit rename ax.pz \"<script>alert(1)</script> #panic() $x$ \\\"y\\\" שלום 🚂 Größe Сталинград\" -q");
    assert_eq!(said(&field, "print pack --pdf pack.pdf"), (0, "pack.pdf: written\n".to_owned()));
    field.done("print pack --pdf again.pdf -q");
    let read = |file: &str| fs::read(field.dir.path().join(file)).unwrap();
    assert!(read("pack.pdf") == read("again.pdf"), "the same document gives the same bytes");
    assert!(read("pack.pdf").len() < 1_000_000, "{}", read("pack.pdf").len());
    assert!(pages(&field, "pack.pdf") >= 8, "{}", pages(&field, "pack.pdf"));
    // The first page, the map, all there is to read, the tree, the cards.
    field.done("print pack --for ax.id --pdf id.pdf -q");
    assert_eq!(pages(&field, "id.pdf"), 5);
    // A name of three lines takes what room a page has left.
    field.done("print pack --for ax.pz --pdf pz.pdf -q");
    assert!((5..=6).contains(&pages(&field, "pz.pdf")));
    field.done("print labels --pdf labels.pdf --paper letter --side AX -q");
    assert_eq!(pages(&field, "labels.pdf"), 1);
    assert_eq!(said(&field, "print labels --pdf labels.pdf"), (1, exists("labels.pdf")));
}

/// The first page, the map, all there is to read, the tree, the cards: what is read goes on from sheet to sheet.
#[test]
fn the_pages_of_a_pack_are_filled() {
    let field = tutorial();
    field.done("print pack --for ax.id --pdf id.pdf -q");
    assert_eq!(pages(&field, "id.pdf"), 5);
    // A name of three lines takes what room a page has left.
    field.done("print pack --for ax.pz --pdf pz.pdf -q");
    assert!((5..=6).contains(&pages(&field, "pz.pdf")));
}

/// How wide and high the pages of a PDF are, in points, the shorter side first.
fn sizes(field: &Field, file: &str) -> Vec<(u32, u32)> {
    let bytes = fs::read(field.dir.path().join(file)).unwrap();
    let seen = String::from_utf8_lossy(&bytes).into_owned();
    let boxes = seen.split("/MediaBox").skip(1).filter_map(|rest| rest.split_once('[')?.1.split_once(']'));
    let sides = boxes.map(|(numbers, _)| -> Vec<u32> {
        numbers.split_whitespace().skip(2).map(|number| number.parse::<f64>().unwrap().round() as u32).collect()
    });
    sides.map(|sides| (sides[0].min(sides[1]), sides[0].max(sides[1]))).collect()
}

/// A club's printer has one paper: A map of 115 by 101 squares stands on two sheets of it, and on one of A3 only if that is asked
/// for; a tree stands on pages of its own. A4 is 595 x 842 points, letter 612 x 792.
#[test]
fn all_that_is_printed_is_of_one_paper() {
    let field = Field::empty();
    field.done("new uranus-1942");
    field.done("print map --pdf map.pdf -q");
    assert_eq!(sizes(&field, "map.pdf"), [(595, 842); 2]);
    field.done("print map --pdf poster.pdf --posters -q");
    assert_eq!(sizes(&field, "poster.pdf"), [(842, 1191)]);
    field.done("print map --pdf letter.pdf --paper letter --side SU -q");
    assert_eq!(sizes(&field, "letter.pdf"), [(612, 792); 2]);
    field.done("print pack --for 26tk --pdf pack.pdf -q");
    let pack = sizes(&field, "pack.pdf");
    assert!(pack.len() >= 5 && pack.iter().all(|size| *size == (595, 842)), "{pack:?}");
    assert_ne!(field.run("print map --html map.html --posters").code, 0, "only a PDF has sheets");
}

/// Of cards of 150 x 120 mm one stands beside another on no A4, and two below each other.
#[test]
fn cards_and_labels_are_cut_in_the_size_that_is_asked_for() {
    let field = Field::new();
    field.done("print cards --pdf cards.pdf -q");
    assert_eq!(pages(&field, "cards.pdf"), 1, "three cards of nine");
    field.done("print cards --pdf large.pdf --size 150x120 --no-marks -q");
    assert_eq!(pages(&field, "large.pdf"), 2, "three cards of two");
    field.done("print labels --pdf labels.pdf --size 40x20 -q");
    assert_eq!(pages(&field, "labels.pdf"), 1);
    for (size, code) in [("5x20", 2), ("40", 2), ("40x", 2), ("axb", 2)] {
        let ran = field.run(&format!("print labels --pdf no.pdf --size {size}"));
        assert_eq!(ran.code, code, "{}", ran.err);
        assert!(ran.err.contains("two lengths of 10 to 180 mm, such as 40x20"), "{}", ran.err);
    }
    assert_ne!(field.run("print labels --size 40x20").code, 0, "only a PDF is cut");
}

#[test]
fn templates_are_copied_changed_and_their_faults_shown() {
    let field = tutorial();
    assert_eq!(said(&field, "print templates --out laid"), (0, "laid: 5 templates written\n".to_owned()));
    let taken = "error: `laid` exists already\nhint: give another name, or move it away first\n".to_owned();
    assert_eq!(said(&field, "print templates --out laid"), (1, taken));
    let style = text(&field, "laid/style.typ");
    for folder in ["mine", "far", "up", "none"] {
        fs::create_dir(field.dir.path().join(folder)).unwrap();
    }
    field
        .write("laid/style.typ", &style.replace("#let ink = rgb(\"#1E1B18\")", "#let ink = rgb(\"#1E1B18\")\n#colour"));
    let print = |file: &str, folder: &str| said(&field, &format!("print supply --pdf {file}.pdf --templates {folder}"));
    insta::assert_snapshot!("fault_of_a_template", print("faulty", "laid").1);
    assert!(!field.dir.path().join("faulty.pdf").exists());
    // One file of a folder is enough, and what it says is printed.
    field.write("mine/style.typ", &style.replace("#1E1B18", "#000000"));
    assert_eq!(print("mine", "mine"), (0, "mine.pdf: written\n".to_owned()));
    // It reads nothing but what lies beside it.
    field.write("far/style.typ", "#import \"@preview/cetz:0.1.0\": *\n");
    field.write("up/style.typ", "#let secret = read(\"../tutorial.railhead\")\n");
    field.write("none/other.typ", "");
    let refused: Vec<String> = ["far", "up", "none", "nowhere"].map(|folder| print("no", folder).1).into();
    insta::assert_snapshot!("templates_that_are_none", refused.join("\n"));
}
