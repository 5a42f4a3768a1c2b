//! A campaign as a workbook reads back as it was, and its faults name sheet and cell.

use rust_xlsxwriter::{Formula, Workbook};
use scenario::{Folder, built_in, load_workbook, read, read_folder, write, write_workbook};

use crate::reading::told;

/// A workbook as it is read from a disk.
fn loaded(bytes: &[u8], test: &str) -> Result<Folder, Box<scenario::Fault>> {
    let file = std::env::temp_dir().join(format!("railhead-{}-{test}.xlsx", std::process::id()));
    std::fs::write(&file, bytes).unwrap();
    let read = load_workbook(&file).unwrap();
    std::fs::remove_file(&file).unwrap();
    read.map_err(Box::new)
}

#[test]
fn every_built_in_campaign_comes_back_from_a_workbook() {
    for name in ["first-bound", "brody-1941", "typhoon-1941", "uranus-1942"] {
        let campaign = read(&built_in(name).unwrap(), &[]).campaign.unwrap();
        let files = write(&campaign);
        let book = write_workbook(&files).unwrap();
        assert!(book == write_workbook(&files).unwrap(), "{name}: the same bytes");
        let reading = read_folder(&loaded(&book, name).unwrap(), &[]);
        assert_eq!(told(&reading.faults), Vec::<String>::new(), "{name}");
        let again = reading.campaign.unwrap();
        for (file, bytes) in &files {
            assert!(write(&again)[file] == *bytes, "{name}: {file}");
        }
        assert!(again == campaign, "{name}");
    }
}

/// A small campaign as a spreadsheet user types it: numbers as numbers, squares without their zeros.
fn typed(orbat_cell: impl Fn(&mut rust_xlsxwriter::Worksheet)) -> Vec<u8> {
    let mut book = Workbook::new();
    let head = book.add_worksheet();
    head.set_name("Campaign").unwrap();
    for (row, (key, value)) in
        (0..).zip([("name", "mine"), ("sides.1.id", "AX"), ("sides.2.id", "SU"), ("start", "1942-11-19")])
    {
        head.write_string(row, 0, key).unwrap().write_string(row, 1, value).unwrap();
    }
    for (row, (key, value)) in
        (4..).zip([("days", 3.0), ("map.columns", 10.0), ("map.rows", 10.0), ("map.square_km", 1.5)])
    {
        head.write_string(row, 0, key).unwrap().write_number(row, 1, value).unwrap();
    }
    let orbat = book.add_worksheet();
    orbat.set_name("orbat").unwrap();
    for (row, cells) in (0..).zip([
        ["id", "side", "name", "echelon", "arm", "mobility", "where"],
        ["# a comment", "", "", "", "", "", ""],
        ["ax.1", "AX", "=HYPERLINK(\"http://x\")", "battalion", "infantry", "foot", ""],
    ]) {
        for (column, cell) in (0..).zip(cells).filter(|(_, cell)| !cell.is_empty()) {
            orbat.write_string(row, column, cell).unwrap();
        }
    }
    orbat.write_number(2, 6, 102.0).unwrap();
    orbat_cell(orbat);
    book.add_worksheet().set_name("Sheet9").unwrap();
    book.save_to_buffer().unwrap()
}

#[test]
fn what_is_typed_into_cells_is_read_as_it_is_meant() {
    let folder = loaded(&typed(|_| ()), "typed").unwrap();
    assert_eq!(folder.others, ["Sheet9"]);
    let reading = read_folder(&folder, &[]);
    assert_eq!(told(&reading.faults), Vec::<String>::new());
    let campaign = reading.campaign.unwrap();
    assert_eq!((campaign.days, campaign.frame.square_m), (3, 1_500));
    let leaf = campaign.formation("ax.1").unwrap();
    assert_eq!(leaf.stands_on(), Some(domain::Square::new(1, 2)));
    // A text that looks like a formula is a text, and is written as one.
    assert_eq!(leaf.name, "=HYPERLINK(\"http://x\")");
    let book = write_workbook(&write(&campaign)).unwrap();
    assert_eq!(read_folder(&loaded(&book, "again").unwrap(), &[]).campaign.unwrap(), campaign);
}

#[test]
fn a_fault_names_its_sheet_and_cell() {
    let faults = |bytes: &[u8], test| told(&read_folder(&loaded(bytes, test).unwrap(), &[]).faults);
    let wrong = typed(|orbat| {
        orbat.write_string(2, 4, "infantri").unwrap();
    });
    assert_eq!(faults(&wrong, "word"), ["orbat:3:5: `infantri` is not an arm [did you mean `infantry`?]"]);
    let wrong = typed(|orbat| {
        orbat.write_string(0, 7, "parnt").unwrap();
    });
    assert_eq!(
        faults(&wrong, "column"),
        ["orbat:1:8: `parnt` is not a column of `orbat.csv` [did you mean `parent`?]"]
    );
    let wrong = typed(|orbat| {
        orbat.write_formula(2, 6, Formula::new("=1/0").set_result("#DIV/0!")).unwrap();
    });
    let hint = "orbat:3:7: the cell holds an error [correct its formula, or write the value]";
    assert_eq!(faults(&wrong, "error"), [hint]);
}

#[test]
fn a_row_that_begins_like_a_comment_is_told_of() {
    let wrong = typed(|orbat| {
        orbat.write_string(2, 0, "#1 Kampfgruppe").unwrap();
    });
    let told = told(&read_folder(&loaded(&wrong, "comment").unwrap(), &[]).warnings);
    let said = "orbat:3:1: the row of `#1 Kampfgruppe` begins with `#` and is left out as a comment";
    assert!(told.iter().any(|told| told.starts_with(said)), "{told:?}");
    let comment = typed(|orbat| {
        orbat.write_string(2, 0, "# 1 Kampfgruppe").unwrap();
    });
    let warnings = read_folder(&loaded(&comment, "comment2").unwrap(), &[]).warnings;
    assert!(!warnings.iter().any(|warning| warning.message.contains("begins with `#`")), "{warnings:?}");
}

/// A workbook with another text in its sheets for one.
fn edited(book: &[u8], text: &str, other: &str) -> Vec<u8> {
    let mut from = zip::ZipArchive::new(std::io::Cursor::new(book)).unwrap();
    let mut to = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for number in 0..from.len() {
        let mut part = from.by_index(number).unwrap();
        let mut bytes = Vec::new();
        std::io::Read::read_to_end(&mut part, &mut bytes).unwrap();
        let name = part.name().unwrap().into_owned();
        to.start_file(name, zip::write::SimpleFileOptions::default()).unwrap();
        let bytes = String::from_utf8(bytes)
            .map_or_else(std::string::FromUtf8Error::into_bytes, |of| of.replace(text, other).into_bytes());
        std::io::Write::write_all(&mut to, &bytes).unwrap();
    }
    to.finish().unwrap().into_inner()
}

// Blank SP are full strength: a formula that was never worked out would make more of a battalion than it says.
#[test]
fn a_formula_that_was_never_worked_out_is_a_fault_and_one_that_gives_nothing_is_blank() {
    let typed = |result: &str| {
        typed(|orbat| {
            orbat.write_string(0, 7, "sp").unwrap();
            orbat.write_formula(2, 7, Formula::new("=SUM(1,0)").set_result(result)).unwrap();
        })
    };
    let faults = |bytes: &[u8], test| told(&read_folder(&loaded(bytes, test).unwrap(), &[]).faults);
    assert_eq!(faults(&typed("1"), "worked"), [""; 0]);
    let unworked = edited(&typed("77"), "<v>77</v>", "");
    let hint = "orbat:3:8: the cell holds a formula without its result [save the workbook in a spreadsheet, or write the value]";
    assert_eq!(faults(&unworked, "unworked"), [hint]);
    assert_eq!(faults(&edited(&typed("x77"), "x77", ""), "nothing"), [""; 0]);
}

#[test]
fn a_fault_names_the_header_of_its_column() {
    let headers = |bytes: &[u8], test| {
        let faults = read_folder(&loaded(bytes, test).unwrap(), &[]).faults;
        faults.into_iter().map(|fault| (fault.column, fault.header)).collect::<Vec<_>>()
    };
    let arm = typed(|orbat| {
        orbat.write_string(2, 4, "infantri").unwrap();
    });
    assert_eq!(headers(&arm, "arm-named"), [(5, Some("arm".to_owned()))]);
    let error = typed(|orbat| {
        orbat.write_formula(2, 6, Formula::new("=1/0").set_result("#DIV/0!")).unwrap();
    });
    assert_eq!(headers(&error, "error-named"), [(7, Some("where".to_owned()))]);
    let header = typed(|orbat| {
        orbat.write_string(0, 7, "parnt").unwrap();
    });
    assert_eq!(headers(&header, "header-named"), [(8, None)], "the header itself is at fault");
}

#[test]
fn what_is_no_workbook_or_too_large_a_one_is_told() {
    let fault = |bytes: &[u8], test| loaded(bytes, test).unwrap_err();
    let none = fault(b"id,side\n", "none");
    assert!(none.message.starts_with("it is not a readable workbook: "), "{}", none.message);
    assert_eq!(none.hint, "save it again as .xlsx or .ods");
    let mut bomb = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    let options = zip::write::SimpleFileOptions::default().compression_method(zip::CompressionMethod::Deflated);
    bomb.start_file("xl/workbook.xml", options).unwrap();
    let zeros = vec![0_u8; 1 << 20];
    (0..=256).for_each(|_| std::io::Write::write_all(&mut bomb, &zeros).unwrap());
    let bomb = bomb.finish().unwrap().into_inner();
    assert!(bomb.len() < 4 << 20);
    assert_eq!(fault(&bomb, "bomb").message, "it unpacks to more than 256 MiB");
}

/// A small `OpenDocument` workbook: a sheet `campaign` and a sheet `orbat`.
fn ods() -> Vec<u8> {
    let cell = |text: &str| {
        format!("<table:table-cell office:value-type=\"string\"><text:p>{text}</text:p></table:table-cell>")
    };
    let row = |cells: &[&str]| {
        format!("<table:table-row>{}</table:table-row>", cells.iter().map(|text| cell(text)).collect::<String>())
    };
    let sheet = |name: &str, rows: &[&[&str]]| {
        let rows: String = rows.iter().map(|cells| row(cells)).collect();
        let end = "<table:table-row table:number-rows-repeated=\"1048570\"><table:table-cell \
                   table:number-columns-repeated=\"16384\"/></table:table-row>";
        format!("<table:table table:name=\"{name}\">{rows}{end}</table:table>")
    };
    let head: &[&[&str]] = &[
        &["name", "mine"],
        &["start", "1942-11-19"],
        &["days", "3"],
        &["map.columns", "10"],
        &["map.rows", "10"],
        &["map.square_km", "1,5"],
        &["sides.1.id", "AX"],
        &["sides.2.id", "SU"],
    ];
    let orbat: &[&[&str]] = &[
        &["id", "side", "name", "echelon", "arm", "mobility", "where"],
        &["ax.1", "AX", "First", "battalion", "infantry", "foot", "0102"],
    ];
    let content = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?><office:document-content \
         xmlns:office=\"urn:oasis:names:tc:opendocument:xmlns:office:1.0\" \
         xmlns:table=\"urn:oasis:names:tc:opendocument:xmlns:table:1.0\" \
         xmlns:text=\"urn:oasis:names:tc:opendocument:xmlns:text:1.0\"><office:body><office:spreadsheet>{}{}\
         </office:spreadsheet></office:body></office:document-content>",
        sheet("campaign", head),
        sheet("orbat", orbat)
    );
    let mut book = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    let manifest = "<manifest:manifest xmlns:manifest=\"urn:oasis:names:tc:opendocument:xmlns:manifest:1.0\"/>";
    for (name, text) in [
        ("mimetype", "application/vnd.oasis.opendocument.spreadsheet"),
        ("META-INF/manifest.xml", manifest),
        ("content.xml", &content),
    ] {
        book.start_file(name, zip::write::SimpleFileOptions::default()).unwrap();
        std::io::Write::write_all(&mut book, text.as_bytes()).unwrap();
    }
    book.finish().unwrap().into_inner()
}

#[test]
fn an_open_document_is_read_too() {
    let file = std::env::temp_dir().join(format!("railhead-{}-book.ods", std::process::id()));
    std::fs::write(&file, ods()).unwrap();
    let folder = load_workbook(&file).unwrap();
    std::fs::remove_file(&file).unwrap();
    let reading = read_folder(&folder.unwrap(), &[]);
    assert_eq!(told(&reading.faults), Vec::<String>::new());
    let campaign = reading.campaign.unwrap();
    assert_eq!((campaign.frame.square_m, campaign.formations.len()), (1_500, 1));
}
