//! Files that the board gives and takes: what a command would write comes as the answer, what it would read is sent to it.

use super::Board;
use crate::cli::field::Field;

fn opened() -> (Field, Board, String) {
    let field = Field::playing("first-bound");
    let board = Board::open(field.dir.path());
    let umpire = board.umpire();
    (field, board, umpire)
}

/// The names of what lies in the folder of the campaign.
fn names(field: &Field) -> Vec<String> {
    let entries = std::fs::read_dir(field.dir.path()).unwrap();
    let mut names: Vec<String> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names.retain(|name| !name.ends_with("-wal") && !name.ends_with("-shm"));
    names
}

#[test]
fn a_command_that_makes_a_file_answers_with_it_and_leaves_nothing_behind() {
    let (field, board, umpire) = opened();
    let before = names(&field);
    let forms = board.get(&umpire, "/do/export").body;
    for form in ["Download workbook", "Download GeoJSON", "Download ORBAT Mapper scenario"] {
        assert!(forms.contains(form), "{form}: {forms}");
    }
    let gives = [
        ("export", "export-1am.xlsx", "PK"),
        ("backup", "backup-1am.backup", "SQLite format 3"),
        ("orders-export", "export-1am.txt", "# "),
        ("replay", "replay-1am.html", "<!doctype html>"),
    ];
    for (command, name, begins) in gives {
        let page = format!("/do/{command}");
        let side = (command == "orders-export").then_some(("side", "AX"));
        let fields: Vec<_> = side.into_iter().chain([("as_file", "0")]).collect();
        let came = board.fill(&umpire, &page, &page, &fields);
        assert_eq!(came.status, 200, "{command}: {}", came.body);
        let kept = format!("attachment; filename=\"{name}\"");
        assert_eq!(came.header("content-disposition"), Some(kept.as_str()), "{command}");
        if command == "orders-export" {
            assert_eq!(came.header("content-type"), Some("text/plain; charset=utf-8"));
        }
        assert!(came.body.to_lowercase().starts_with(&begins.to_lowercase()), "{command}: {:.80}", came.body);
    }
    assert_eq!(names(&field), before);
    assert_eq!(field.operations("first-bound.railhead"), 1);
    // What cannot be made is refused on its page, and no path of this machine stands there.
    let refused = board.fill(&umpire, "/do/orders-export", "/do/orders-export", &[("side", "XX"), ("as_file", "0")]);
    assert_eq!(refused.status, 422, "{}", refused.body);
    assert!(!refused.body.contains("/tmp") && !refused.body.contains(&*field.dir.path().to_string_lossy()));
    // By its address alone nothing is made.
    let typed = board.get(&umpire, "/line?q=export+folder");
    assert!(typed.status == 400 && typed.typed().contains("its form is at `/do/export`"), "{}", typed.body);
    assert_eq!(names(&field), before);
}

#[test]
fn a_script_is_previewed_and_run_as_it_is_pasted() {
    let (field, board, umpire) = opened();
    let script = "# the evening\norder su.td dig-in\nbound note \"by script\"\n";
    let shown = board.fill(&umpire, "/do/run", "/do/run", &[("file", script), ("mode", "preview")]);
    assert!(shown.status == 200 && shown.body.contains("Preview: nothing is written."), "{}", shown.body);
    assert!(shown.body.contains("by script") && !shown.body.contains("/tmp"), "{}", shown.body);
    assert_eq!(field.operations("first-bound.railhead"), 1);
    let done = board.fill(&umpire, "/do/run", "/do/run", &[("file", script), ("mode", "do")]);
    assert!(done.status == 200 && done.body.contains("Done."), "{}", done.body);
    assert_eq!(field.operations("first-bound.railhead"), 3);
    let wrong = board.fill(&umpire, "/do/run", "/do/run", &[("file", "order nobody dig-in"), ("mode", "do")]);
    assert_eq!(wrong.status, 422, "{}", wrong.body);
    assert!(wrong.body.contains("order nobody dig-in</textarea>"), "the text stays: {}", wrong.body);
    assert_eq!(field.operations("first-bound.railhead"), 3);
    let empty = board.fill(&umpire, "/do/run", "/do/run", &[("mode", "do")]);
    assert!(empty.body.contains("there is nothing in it"), "{}", empty.body);
    // Orders that came back by mail.
    let axis = board.fill(&umpire, "/do/orders-export", "/do/orders-export", &[("side", "SU"), ("as_file", "0")]).body;
    let sent = axis.replace("dig-in", "reorganise");
    let read = board.fill(&umpire, "/do/orders-import", "/do/orders-import", &[("file", &sent), ("mode", "preview")]);
    assert!(read.body.contains("Preview: nothing is written.") && read.body.contains("reorganise"), "{}", read.body);
}

#[test]
fn what_stays_in_the_terminal_is_listed_with_why() {
    let (_field, board, umpire) = opened();
    let page = board.get(&umpire, "/do").body;
    let (_, listed) = page.split_once("For a terminal alone").unwrap();
    for (name, why) in [
        ("demo", "makes a campaign file of its own; here a built-in campaign is chosen on the page of new campaigns"),
        ("init", "writes a campaign folder; here one begins on the page of new campaigns"),
        ("new", "makes a campaign file; here on the page of new campaigns"),
        ("check", "looks over a campaign folder; here on the page of new campaigns"),
        ("board", "opens the board"),
        ("restore", "puts a backup in the place of the campaign file that is open here"),
        ("rescue", "makes a sound file of one that cannot be opened"),
        ("completions", "is for a shell"),
        ("man", "is for a terminal; here every form has the help of its command"),
        ("print templates", "writes a folder of templates, which are used from a terminal"),
    ] {
        assert!(listed.contains(&format!("<dt>{name}</dt><dd>{why}</dd>")), "{name}: {listed}");
        assert_eq!(board.get(&umpire, &format!("/do/{}", name.replace(' ', "-"))).status, 400, "{name}");
    }
}

#[test]
fn every_document_is_on_one_page_with_whom_it_is_for() {
    let (_field, board, umpire) = opened();
    let page = board.get(&umpire, "/documents").body;
    for what in ["supply", "orbat", "strength", "map", "bound-sheet", "sitrep", "battle", "cards", "labels", "record"] {
        assert!(page.contains(&format!("action=\"/print/{what}\"")), "{what}: {page}");
    }
    let supply = board.get(&umpire, "/print/supply?side=AX&unit=");
    assert!(supply.status == 200 && !supply.body.contains("70th Tank"), "{}", supply.body);
    let record = board.get(&umpire, "/print/record?side=&unit=su.td");
    assert!(record.status == 200 && record.body.contains("70th Tank Division"), "{}", record.body);
    assert_eq!(board.get(&umpire, "/print/record?unit=--html%3Dx.html").status, 400);
}

#[test]
fn a_player_who_is_named_beside_the_command_is_given_his_code_there() {
    let field = Field::playing("first-bound");
    let board = Board::open_with(field.dir.path(), &["--player", "Dmitri=SU", "--player", "Erich=ax.pz"]);
    let code = |name: &str| {
        let (_, rest) = board.said.split_once(&format!("{name}: http://")).unwrap_or_else(|| panic!("{}", board.said));
        rest.lines().next().unwrap().rsplit('/').next().unwrap().to_owned()
    };
    // No terminal looks at it: the address stands alone.
    assert!(!board.said.contains('█') && !board.said.contains('\u{1b}'), "{}", board.said);
    let erich = board.enter(&code("Erich"));
    assert!(board.get(&erich, "/p/map").body.contains("40th Panzer Division"));
    let dmitri = board.enter(&code("Dmitri"));
    assert_eq!(board.get(&dmitri, "/p/unit/ax.pz").status, 404);
    drop(board);
    // Named again he has a new code, and is the same player.
    let board = Board::open_with(field.dir.path(), &["--player", "Dmitri=SU"]);
    let umpire = board.umpire();
    assert_eq!(board.get(&umpire, "/join").body.matches("<strong>Dmitri</strong>").count(), 1);
    assert_eq!(board.get(&dmitri, "/p/map").status, 404, "the code that he had is void");
}
