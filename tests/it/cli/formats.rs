//! `--format html` and `--format xlsx`, and `--out`: every table as a page, as a workbook, and in a file.

use calamine::{Data, Reader as _, Xlsx};

use super::field::{Field, six};
use super::own_campaign::{exists, said, text};

/// The sheets of a workbook, by name, as rows of cells.
fn sheets(field: &Field, file: &str) -> Vec<(String, Vec<Vec<Data>>)> {
    let bytes = std::fs::read(field.dir.path().join(file)).unwrap();
    let mut book: Xlsx<_> = Xlsx::new(std::io::Cursor::new(bytes)).unwrap();
    let names = book.sheet_names().clone();
    let read = |name: String| {
        assert!(book.worksheet_formula(&name).unwrap().is_empty(), "{name} has a formula");
        let rows = book.worksheet_range(&name).unwrap().rows().map(<[Data]>::to_vec).collect();
        (name, rows)
    };
    names.into_iter().map(read).collect()
}

/// A cell as it is written in CSV.
fn written(cell: &Data) -> String {
    match cell {
        Data::Empty => String::new(),
        Data::Float(number) => number.to_string(),
        Data::String(text) => text.clone(),
        other => panic!("a cell is {other:?}"),
    }
}

#[test]
fn a_workbook_holds_the_rows_of_the_csv() {
    let field = Field::new();
    for (number, line) in (0..).zip(["orbat", "stats", "supply stocks", "unit show 1rd", "op log"]) {
        let file = format!("{number}.xlsx");
        assert_eq!(said(&field, &format!("{line} --format xlsx --out {file}")), (0, format!("{file}: written\n")));
        let csv = field.done(&format!("{line} --format csv"));
        let mut rows = sheets(&field, &file).into_iter().flat_map(|(_, rows)| rows);
        for record in csv::ReaderBuilder::new().flexible(true).has_headers(false).from_reader(csv.as_bytes()).records()
        {
            let record = record.unwrap();
            // CSV sets an apostrophe before what a spreadsheet would run; in a workbook a text is a text.
            let wanted: Vec<&str> = record.iter().map(|text| text.strip_prefix('\'').unwrap_or(text)).collect();
            // Between tables stand their notes, which CSV has not.
            let is_it = |row: &Vec<String>| row.iter().zip(&wanted).all(|(cell, text)| cell == text);
            let found = rows.by_ref().map(|row| row.iter().map(written).collect::<Vec<_>>()).find(is_it);
            assert!(found.is_some(), "{line}: {wanted:?}");
        }
    }
    let stats = &sheets(&field, "1.xlsx")[0];
    assert_eq!(stats.0, "Stats", "a table without a title has the words of its command");
    assert!(stats.1.iter().flatten().any(|cell| matches!(cell, Data::Float(_))), "numbers are numbers");
    // Neither what is typed nor an id stands on a tab.
    field.done("unit history su.1a.1rd.b1 --format xlsx --out history.xlsx");
    let names = |file: &str| sheets(&field, file).into_iter().map(|(name, _)| name).collect::<Vec<_>>();
    assert_eq!(names("history.xlsx"), ["Unit history"]);
    assert_eq!(names("3.xlsx")[0], "1RD");
    for file in ["0.xlsx", "2.xlsx", "3.xlsx", "4.xlsx"] {
        assert!(names(file).iter().all(|name| !name.contains(['`', '.'])), "{:?}", names(file));
    }
}

#[test]
fn a_document_is_a_sheet_and_a_pack_one_for_each() {
    let field = Field::new();
    field.done("print orbat --format xlsx --out orbat.xlsx");
    let orbat = sheets(&field, "orbat.xlsx");
    assert_eq!(orbat.len(), 1, "{orbat:?}");
    let (name, rows) = &orbat[0];
    assert_eq!(name, "Order of battle");
    let heads = rows.iter().filter(|row| written(&row[0]) == "group").count();
    assert_eq!(heads, 1, "one table that can be sorted: {rows:?}");
    let all = field.done("print orbat --format csv");
    assert_eq!(all.lines().filter(|line| line.starts_with("group,formation,SP")).count(), 1, "{all}");
    assert!(all.contains("\n1A,1RD,9,regular,"), "a row names the heading under which it stood: {all}");
    field.done("print pack --format xlsx --out pack.xlsx");
    let names: Vec<String> = sheets(&field, "pack.xlsx").into_iter().map(|(name, _)| name).collect();
    let wanted = ["Pack", "Supply status", "Strength return", "Order of battle", "Unit cards"];
    assert!(wanted.iter().all(|name| names.iter().any(|of| of == name)) && names.len() < 12, "{names:?}");
}

#[test]
fn a_workbook_runs_no_cell() {
    let mut campaign = six();
    campaign.formations.get_mut("su.1a.1rd").unwrap().name = "=HYPERLINK(\"http://x\")".to_owned();
    campaign.title = "[*]: a/b".to_owned();
    let field = Field::of(&campaign);
    for line in ["orbat", "status", "unit show 1rd", "print pack"] {
        let file = format!("{}.xlsx", line.replace(' ', "-"));
        field.done(&format!("{line} --format xlsx --out {file}"));
        sheets(&field, &file);
    }
    let orbat = sheets(&field, "orbat.xlsx");
    assert!(orbat[0].1.iter().flatten().any(|cell| written(cell).contains("=HYPERLINK(\"http://x\")")), "{orbat:?}");
}

#[test]
fn what_is_printed_goes_into_a_file_that_is_named() {
    let field = Field::new();
    let message = "error: a workbook goes into a file of its own\nhint: name it: `--format xlsx --out FILE`\n";
    assert_eq!(said(&field, "status --format xlsx"), (2, message.to_owned()));
    for format in ["table", "json", "csv", "md", "html"] {
        let printed = field.done(&format!("orbat --format {format}"));
        field.done(&format!("orbat --format {format} --out {format}.txt"));
        assert_eq!(text(&field, &format!("{format}.txt")), printed, "{format}");
    }
    assert_eq!(said(&field, "orbat --format csv --out csv.txt"), (1, exists("csv.txt")));
    let before = field.json("op log --all");
    assert_eq!(said(&field, "bound note fog --out csv.txt"), (1, exists("csv.txt")));
    assert_eq!(field.json("op log --all"), before, "nothing is done whose report has no place");
}

#[test]
fn a_format_has_the_words_by_which_others_know_it() {
    let field = Field::new();
    for (word, format) in [("text", "table"), ("txt", "table"), ("markdown", "md")] {
        let [by_word, by_format] = [word, format].map(|format| field.done(&format!("orbat --format {format}")));
        assert_eq!(by_word, by_format, "{word}");
    }
    assert_ne!(field.done("orbat --format txt"), field.done("orbat --format markdown"));
}

/// Whoever asks for no format has the one that the file's ending names; and no text by the name of a document or picture.
#[test]
fn a_file_is_what_its_ending_says() {
    let field = Field::new();
    for ending in ["csv", "md", "html", "json", "txt"] {
        field.done(&format!("orbat --out by.{ending}"));
        assert_eq!(text(&field, &format!("by.{ending}")), field.done(&format!("orbat --format {ending}")), "{ending}");
    }
    field.done("orbat --out by.XLSX");
    field.done("orbat --format xlsx --out asked.xlsx");
    assert_eq!(sheets(&field, "by.XLSX"), sheets(&field, "asked.xlsx"));
    field.done("orbat --format csv --out asked.md");
    assert_eq!(text(&field, "asked.md"), field.done("orbat --format csv"), "what is asked for goes first");
    for (line, maker) in [
        ("orbat --out my.pdf", "`railhead print` can make one: `--pdf my.pdf` in the place of `--out`"),
        (
            "map --out my.svg",
            "`railhead map` and `railhead stats` can make one: `--svg my.svg` in the place of `--out`",
        ),
        (
            "stats --format csv --out my.PNG",
            "`railhead map` and `railhead stats` can make one: `--png my.PNG` in the place of `--out`",
        ),
        ("diary --out my.gif", "`railhead replay` can make one: `--gif my.gif` in the place of `--out`"),
    ] {
        let name = line.split(' ').next_back().unwrap();
        let refused = format!("error: `--out` would write text into `{name}`\nhint: {maker}\n");
        assert_eq!(said(&field, line), (2, refused));
        assert!(!field.dir.path().join(name).exists());
    }
}

#[test]
fn a_script_gives_one_workbook_and_keeps_what_it_gave_before_a_refusal() {
    let field = Field::new();
    field.write("all.txt", "stats\nbound note fog\nsupply stocks\n");
    field.done("run all.txt --format xlsx --out all.xlsx");
    let all = sheets(&field, "all.xlsx");
    let names: Vec<&str> = all.iter().map(|(name, _)| &**name).collect();
    assert!(matches!(names[..], ["Stats", _, "Supply stocks"]), "a sheet a line: {names:?}");
    field.write("stops.txt", "stats\nmove nobody 0101\n");
    let ran = field.run("run stops.txt --format html --out stops.html");
    assert_eq!((ran.code, ran.err.lines().next()), (2, Some("stops.html: written")), "{}", ran.err);
    assert!(ran.err.contains("error: stops.txt:2: there is no unit `nobody`"), "{}", ran.err);
    assert_eq!(
        text(&field, "stops.html"),
        field.done("stats --format html").replace("<title>stats", "<title>run stops.txt")
    );
    let ran = field.run("run stops.txt --atomic --format html --out none.html");
    assert_eq!((ran.code, field.dir.path().join("none.html").exists()), (2, false), "{}", ran.err);
}

#[test]
fn a_line_of_a_script_has_a_format_and_a_file_of_its_own() {
    let field = Field::new();
    let lines = ["status", "orbat --format csv", "orbat --format html", "stats"];
    let [status, rows, page, figures] = lines.map(|line| field.done(line));
    let words = "status\norbat --format html --out own.html\norbat --format csv\norbat --out own.txt\nstats\n";
    field.write("evening.txt", words);
    assert_eq!(field.done("run evening.txt --quiet"), [status, rows, figures].concat());
    assert_eq!([text(&field, "own.html"), text(&field, "own.txt")], [page, field.done("orbat")]);
    let again = field.run("run evening.txt");
    assert_eq!(again.code, 1);
    assert!(again.err.starts_with("error: evening.txt:2: `own.html` exists already\n"), "{}", again.err);
    // Where its report went is no part of what was done: whoever does it again has that file.
    field.write("note.txt", "bound note fog --out note.md --format md\n");
    field.done("run note.txt");
    assert_eq!(field.json("op log --all").as_array().unwrap().last().unwrap()["command"], "bound note fog");
    assert!(field.dir.path().join("note.md").exists());
    // What the script prints as one page has no part of what a line gives for itself.
    field.write("page.txt", "stats\norbat --format md --out own.md\n");
    field.done("run page.txt --format html --out all.html");
    let alone = field.done("stats --format html").replace("<title>stats", "<title>run page.txt");
    assert_eq!(text(&field, "all.html"), alone);
    assert_eq!(text(&field, "own.md"), field.done("orbat --format md"));
}

#[test]
fn a_command_that_makes_a_file_of_its_own_makes_only_that() {
    let field = Field::new();
    field.done("unit set 1rd.b1 square=0502");
    field.done("battle new 0602 --override test");
    assert!(field.done("battle resolve 0602 --seed 1 --out here.json").contains("0602"));
    assert!(text(&field, "here.json").starts_with('{'));
}

#[test]
fn a_page_shows_the_table_and_may_load_nothing() {
    let field = Field::new();
    for (line, shown) in
        [("orbat", "su.1a.1rd"), ("supply status", ">what would mend it<"), ("map", "<pre class=\"drawing\">")]
    {
        let page = field.done(&format!("{line} --format html"));
        assert!(page.starts_with("<!DOCTYPE html>") && page.contains(shown), "{line}: {page}");
        assert!(page.contains("default-src &#39;none&#39;") && !page.contains("http:"), "{line}");
    }
}
