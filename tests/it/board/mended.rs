//! What was meant is written with one button, and a scanned map is laid by two points that one knows.

use super::Board;
use super::new::begun;

/// The fields of the form of a mend, as a browser would send them.
fn mend(page: &str) -> Vec<(String, String)> {
    let (_, form) = page.split_once("<form class=\"mend\"").unwrap_or_else(|| panic!("no mend: {page}"));
    let form = form.split("</form>").next().unwrap();
    let fields = form.split("<input type=\"hidden\" name=\"").skip(1);
    { fields }
        .map(|field| {
            let (name, rest) = field.split_once("\" value=\"").unwrap();
            (name.to_owned(), rest.split('"').next().unwrap().to_owned())
        })
        .collect()
}

/// Presses the button of the first mend of a page; gives where one goes on.
fn press(board: &Board, umpire: &str, page: &str) -> String {
    let fields = mend(&board.get(umpire, page).body);
    let fields: Vec<(&str, &str)> = fields.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    let came = board.post(umpire, "/new/cell", &fields);
    assert_eq!(came.status, 303, "{page}: {}", came.body);
    came.header("location").unwrap().to_owned()
}

#[test]
fn what_was_meant_is_written_beside_the_fault_in_every_row_that_says_so() {
    let (dir, board, umpire) = begun();
    let file = dir.path().join("copy").join("orbat.csv");
    let sound = std::fs::read_to_string(&file).unwrap();
    let horses = sound.matches(",horse_drawn,").count();
    assert!(horses > 1, "{sound}");
    let wrong = sound.replace(",horse_drawn,", ",horse_drwan,");
    // On the page of the table and on the one that lists all faults: the folder is as it was.
    for (page, back) in [
        ("/new/orbat?of=copy&file=orbat.csv", "/new/orbat?of=copy&file=orbat.csv"),
        ("/new/check?of=copy", "/new/check?of=copy"),
    ] {
        std::fs::write(&file, &wrong).unwrap();
        let shown = board.get(&umpire, page).body;
        assert!(shown.contains("Write <code>horse_drawn</code>"), "{page}: {shown}");
        assert!(shown.contains(&format!(" in all {horses} rows that say so")), "{page}");
        // Where all faults are listed one that stands in several rows is listed once.
        let times = shown.matches(&format!("<p class=\"rows\">{horses} times: rows ")).count();
        assert_eq!(times, usize::from(back.contains("/check")), "{page}: {shown}");
        let went = press(&board, &umpire, page);
        assert!(went.starts_with(back), "{went}");
        assert_eq!(std::fs::read_to_string(&file).unwrap(), sound, "{page}");
    }
    // Where one word of a cell is meant otherwise the rest of it stays; beside the map too.
    let file = dir.path().join("copy").join("crossings.csv");
    let sound = std::fs::read_to_string(&file).unwrap();
    std::fs::write(&file, sound.replace(",bridge,", ",brigde,")).unwrap();
    assert!(board.get(&umpire, "/new/map?of=copy").body.contains("Write <code>bridge</code>"));
    assert_eq!(press(&board, &umpire, "/new/map?of=copy"), "/new/map?of=copy");
    assert_eq!(std::fs::read_to_string(&file).unwrap(), sound);
    // A page that is older than the file writes nothing.
    std::fs::write(&file, sound.replace(",bridge,", ",brigde,")).unwrap();
    let fields = mend(&board.get(&umpire, "/new/map?of=copy").body);
    let other = sound.replace(",bridge,", ",brigde,").replace("Brod", "Brodd");
    std::fs::write(&file, &other).unwrap();
    let fields: Vec<(&str, &str)> = fields.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    let came = board.post(&umpire, "/new/cell", &fields);
    assert!(came.body.contains("has changed since you opened this page: nothing was written"), "{}", came.body);
    assert_eq!(std::fs::read_to_string(&file).unwrap(), other);
    // Where nothing is offered there is no button.
    std::fs::write(&file, sound).unwrap();
    assert!(!board.get(&umpire, "/new/check?of=copy").body.contains("class=\"mend\""));
}

/// Zeros in front that a spreadsheet has dropped in a whole column: one fault to read, the others behind a line.
#[test]
fn zeros_that_a_spreadsheet_dropped_are_folded_into_one() {
    let (dir, board, umpire) = begun();
    let file = dir.path().join("copy").join("orbat.csv");
    let sound = std::fs::read_to_string(&file).unwrap();
    let is_square =
        |field: &str| field.len() == 4 && field.starts_with('0') && field.bytes().all(|b| b.is_ascii_digit());
    let count = sound.split(',').filter(|field| is_square(field)).count();
    let dropped = |field| if is_square(field) { &field[1..] } else { field };
    std::fs::write(&file, sound.split(',').map(dropped).collect::<Vec<_>>().join(",")).unwrap();
    let page = board.get(&umpire, "/new/check?of=copy").body;
    assert!(page.contains(&format!("<summary>and {} more like it</summary>", count - 1)), "{count}: {page}");
    let (open, _) = page.split_once("<details>").unwrap();
    assert_eq!(open.matches("class=\"fault\"").count(), 1, "{open}");
}

#[test]
fn a_picture_is_laid_by_two_points_that_one_knows() {
    let (dir, board, umpire) = begun();
    let png = [b"\x89PNG\r\n\x1a\n".as_slice(), &[0; 30]].concat();
    assert_eq!(board.upload(&umpire, "/new/underlay", &[("of", "mine")], ("map.png", &png)).status, 303);
    let fit = |one: (&str, &str), other: (&str, &str)| {
        let form = [("of", "mine"), ("one_at", one.0), ("one_is", one.1), ("other_at", other.0), ("other_is", other.1)];
        board.post(&umpire, "/new/fit", &form)
    };
    // It lies over all of 12 by 10 squares. What is at 2.5, 2.5 is the middle of 0101, 1.5, 1.5; what is at 6.5, 8.5 that of 0307:
    // half as large across and as large down as it was; its corner comes to 1.5 - 2.5 / 2 = 0.25 and 1.5 - 2.5 = -1.
    let came = fit(("2.5, 2.5", "0101"), ("6.5 8.5", "0307"));
    assert_eq!((came.status, came.header("location")), (303, Some("/new/map?of=mine")), "{}", came.body);
    let kept = std::fs::read_to_string(dir.path().join("mine-underlay.fit")).unwrap();
    assert_eq!(kept, "25 -100 625 900 60\n");
    let page = board.get(&umpire, "/new/map?of=mine").body;
    assert!(page.contains("name=\"left\" value=\"0.25\"") && page.contains("name=\"bottom\" value=\"9\""), "{page}");
    for (one, other, why) in [
        (("2.5", "0101"), ("6.5, 8.5", "0307"), "`2.5` is no point of the picture"),
        (("2.5, 2.5", "0101"), ("6.5, 8.5", "9999"), "9999"),
        (("2.5, 2.5", "0101"), ("2.6, 2.6", "0307"), "by these two points the picture cannot lie"),
    ] {
        let came = fit(one, other);
        assert!(came.status >= 400 && came.typed().contains(why), "{why}: {}", came.body);
    }
    assert_eq!(std::fs::read_to_string(dir.path().join("mine-underlay.fit")).unwrap(), kept);
}
