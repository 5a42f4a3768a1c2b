//! New campaigns on the board: one that is ready, and one from nothing to its first bound.

use std::path::Path;

use super::{Board, Came};
use crate::cli::field::Field;

/// An order of battle as somebody keeps it in a spreadsheet: no ids, superiors by name, squares without the zero in front.
const ORBAT: &str = "Unit\tBelongs to\tSide\tSize\tType\tMoves\tQuality\tHex\tPainted?\n\
    1st Division\t\tBlue\tdivision\tinfantry\tfoot\tregular\t\tyes\n\
    HQ\t1st Division\tBlue\tbattalion\thq\tmotorised\t\t205\t\n\
    I/1\t1st Division\tBlue\tbattalion\tinfantry\tfoot\t\t405\t\n\
    Supply column\t1st Division\tBlue\tbattalion\tlogistic\tmotorised\t\t205\t\n\
    <b>2nd</b> Division\t\tRed\tdivision\tinfantry\tfoot\tregular\t\t\n\
    HQ 2\t<b>2nd</b> Division\tRed\tbattalion\thq\tmotorised\t\t1005\t\n\
    I/2\t<b>2nd</b> Division\tRed\tbattalion\tinfantery\tfoot\t\t805\t\n";

impl Board {
    /// Sends a form with a file.
    pub(super) fn upload(&self, key: &str, address: &str, form: &[(&str, &str)], file: (&str, &[u8])) -> Came {
        let mut body = Vec::new();
        for (name, value) in form {
            body.extend(format!("--zzz\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n").bytes());
        }
        let (name, bytes) = file;
        body.extend(
            format!("--zzz\r\nContent-Disposition: form-data; name=\"file\"; filename=\"{name}\"\r\n\r\n").bytes(),
        );
        body.extend(bytes);
        body.extend(b"\r\n--zzz--\r\n");
        let (port, cookie) = (self.port, self.cookie(key));
        let head = format!(
            "POST {address} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n{cookie}Origin: http://127.0.0.1:{port}\r\nConnection: close\r\n\
             Content-Type: multipart/form-data; boundary=zzz\r\nContent-Length: {}\r\n\r\n",
            body.len()
        );
        super::sent_bytes(&format!("127.0.0.1:{port}"), &[head.as_bytes(), &body].concat()).unwrap()
    }

    /// Draws on the map of a folder.
    fn stroke(&self, key: &str, tool: &str, points: &str, more: &[(&str, &str)]) -> Came {
        let form = [("of", "mine"), ("tool", tool), ("points", points)];
        self.post(key, "/new/stroke", &[&form[..], more].concat())
    }

    /// The same, which must be drawn.
    fn draws(&self, key: &str, tool: &str, points: &str, more: &[(&str, &str)]) {
        let came = self.stroke(key, tool, points, more);
        assert_eq!(came.status, 303, "{tool} {points}: {}", came.body);
        assert!(came.header("location").unwrap().starts_with("/new/map?of=mine"), "{came:?}");
    }

    /// Writes a cell of a table.
    fn cell(
        &self,
        key: &str,
        page: &str,
        (file, row, column, value): (&str, &str, &str, &str),
        more: &[(&str, &str)],
    ) -> Came {
        let mark = self.get(key, page).field("mark");
        let form =
            [("of", "mine"), ("file", file), ("row", row), ("column", column), ("value", value), ("mark", &mark)];
        self.post(key, "/new/cell", &[&form[..], more].concat())
    }
}

fn text(dir: &Path, file: &str) -> String {
    std::fs::read_to_string(dir.join("mine").join(file)).unwrap()
}

/// An empty folder, a board that is open in it, and the key of the umpire.
pub(super) fn begun() -> (tempfile::TempDir, Board, String) {
    let dir = tempfile::tempdir().unwrap();
    let board = Board::open(dir.path());
    let umpire = board.umpire();
    let came = board.fill(&umpire, "/new", "/new/folder", &[("name", "mine"), ("columns", "12"), ("rows", "10")]);
    assert_eq!((came.status, came.header("location")), (303, Some("/new?of=mine")), "{}", came.body);
    let copy = board.fill(
        &umpire,
        "/new",
        "/new/folder",
        &[("name", "copy"), ("columns", "9"), ("rows", "9"), ("from", "first-bound")],
    );
    assert_eq!((copy.status, copy.header("location")), (303, Some("/new?of=copy")), "{}", copy.body);
    assert!(board.get(&umpire, "/new/map?of=copy").body.contains("Stepnoye"));
    (dir, board, umpire)
}

#[test]
fn without_a_campaign_file_it_offers_those_that_are_ready() {
    let dir = tempfile::tempdir().unwrap();
    let board = Board::open(dir.path());
    let umpire = board.umpire();
    for address in ["/", "/log", "/do/bound-close", "/unit/x"] {
        let came = board.get(&umpire, address);
        assert_eq!((came.status, came.header("location")), (303, Some("/new")), "{address}");
    }
    assert_eq!(board.post(&umpire, "/line", &[("line", "bound close")]).header("location"), Some("/new"));
    assert_eq!(board.get("", "/new").status, 404);
    let page = board.get(&umpire, "/new").body;
    for (name, title) in scenario::built_in_names() {
        assert!(page.contains(&format!("value=\"{name}\"")) && page.contains(&title), "{name}: {page}");
    }
    assert!(page.contains("A campaign to learn railhead with"), "{page}");
    let made = board.fill(&umpire, "/new", "/new/make", &[("built_in", "first-bound")]);
    assert_eq!((made.status, made.header("location")), (303, Some("/")), "{}", made.body);
    assert!(board.get(&umpire, "/").body.contains("First Bound: the bridge at Brod"));
    // What is made while one is open stands beside it.
    let again = board.fill(&umpire, "/new", "/new/make", &[("built_in", "first-bound")]);
    assert_eq!(again.status, 303, "{}", again.body);
    assert!(dir.path().join("first-bound-2.railhead").is_file());
    assert!(board.get(&umpire, "/log").body.contains("new first-bound first-bound-2.railhead"));
    let page = board.get(&umpire, "/new").body;
    assert!(page.contains("first-bound.railhead") && page.contains("open now"), "{page}");
    let opened = board.fill(&umpire, "/new", "/new/open", &[("file", "first-bound.railhead")]);
    assert_eq!(opened.header("location"), Some("/"));
    assert!(!board.get(&umpire, "/log").body.contains("first-bound-2.railhead"));
    let none = board.fill(&umpire, "/new", "/new/open", &[("file", "../first-bound.railhead")]);
    assert!(
        none.status == 422 && none.typed().contains("there is no campaign file `../first-bound.railhead`"),
        "{}",
        none.body
    );
    assert!(none.body.contains("those that are here stand under /new"), "{}", none.body);
    let none = board.fill(&umpire, "/new", "/new/make", &[("built_in", "nothing")]);
    assert!(
        none.status == 422 && none.typed().contains("there is no campaign folder or built-in campaign `nothing`"),
        "{}",
        none.body
    );
    assert_eq!(board.get(&umpire, "/").status, 200);
}

#[test]
fn several_campaign_files_are_offered() {
    let field = Field::new();
    std::fs::copy(field.dir.path().join("six.railhead"), field.dir.path().join("seven.railhead")).unwrap();
    std::fs::write(field.dir.path().join("broken.railhead"), "none").unwrap();
    let board = Board::open(field.dir.path());
    let umpire = board.umpire();
    let page = board.get(&umpire, "/new").body;
    assert!(page.contains("six.railhead") && page.contains("seven.railhead") && !page.contains("open now"), "{page}");
    let broken = board.fill(&umpire, "/new", "/new/open", &[("file", "broken.railhead")]);
    assert!(broken.status == 422 && broken.body.contains("broken.railhead"), "{}", broken.body);
    assert!(!broken.body.contains(&field.dir.path().display().to_string()), "{}", broken.body);
    assert_eq!(board.get(&umpire, "/").status, 303);
    assert_eq!(board.fill(&umpire, "/new", "/new/open", &[("file", "seven.railhead")]).status, 303);
    assert_eq!(board.get(&umpire, "/").status, 200);
    let player = board.player(&umpire, "Dmitri", "SU", "");
    assert_eq!(board.get(&player, "/p/map").status, 200);
    // Whoever plays in one campaign has no key of the other.
    assert_eq!(board.fill(&umpire, "/new", "/new/open", &[("file", "six.railhead")]).status, 303);
    assert_eq!(board.get(&player, "/p/map").status, 404);
}

#[test]
fn a_campaign_is_made_from_nothing_and_its_first_bound_closes() {
    let (dir, board, umpire) = begun();
    let head =
        [("of", "mine"), ("title", "The <script>bridge</script>"), ("days", "2"), ("sides.1.name", "Blues & Co")];
    let came = board.post(&umpire, "/new/head", &[&head[..], &[("next", "map")]].concat());
    assert_eq!(came.header("location"), Some("/new/map?of=mine"), "{}", came.body);
    let toml = text(dir.path(), "campaign.toml");
    assert!(
        toml.contains("title = \"The <script>bridge</script>\"\n")
            && toml.contains("days = 2  # how many days it lasts\n"),
        "{toml}"
    );
    board.draws(&umpire, "terrain:close", "0101 0102 0201", &[]);
    board.draws(&umpire, "terrain:marsh", "0102", &[]);
    board.draws(&umpire, "place", "0505", &[("name", "Brod <i>"), ("place_kind", "town")]);
    board.draws(&umpire, "river:medium", "0600 0610", &[("name", "Vora")]);
    board.draws(
        &umpire,
        "crossing",
        "0505 0605",
        &[("kind", "bridge"), ("carries_rail", "1"), ("name", "Brod bridge")],
    );
    assert!(
        text(dir.path(), "crossings.csv")
            .ends_with("brod-bridge,Brod bridge,Vora,,0505 0605,bridge,foot vehicles rail,,,,\n")
    );
    board.draws(&umpire, "road:good", "0005 > 0505 > 1105", &[]);
    board.draws(&umpire, "rail", "0005 > 0305", &[("gauge", "1435"), ("users", "BLUE")]);
    board.draws(&umpire, "front", "0600 0610", &[("left", "RED")]);
    board.draws(
        &umpire,
        "railhead",
        "0005",
        &[("name", "edge"), ("line", "Railway 1"), ("side", "BLUE"), ("source", "1")],
    );
    board.draws(&umpire, "railhead", "0305", &[("line", "Railway 1"), ("side", "BLUE")]);
    assert!(
        text(dir.path(), "terrain.csv").contains("\n,close,,0101 0201\n,marsh,,0102\n"),
        "{}",
        text(dir.path(), "terrain.csv")
    );
    assert!(text(dir.path(), "rivers.csv").ends_with("Vora,medium,1,,,0600,\nVora,medium,2,,,0610,\n"));
    let map = board.get(&umpire, "/new/map?of=mine").body;
    assert!(map.contains("No faults on the map.") && map.contains("class=\"road good\""), "{map}");
    assert!(map.contains("Brod &lt;i&gt;") && !map.contains("Brod <i>") && !map.contains("<script>bridge"), "{map}");
    pasted(&dir, &board, &umpire);
    board.draws(
        &umpire,
        "dump",
        "1005",
        &[("name", "depot"), ("owner", "b-2nd-b-division"), ("level", "division"), ("source", "1")],
    );
    let check = board.get(&umpire, "/new/check?of=mine").body;
    assert!(check.contains("The folder has no faults"), "{check}");
    let made = board.fill(&umpire, "/new/check?of=mine", "/new/make", &[("of", "mine")]);
    assert_eq!((made.status, made.header("location")), (303, Some("/")), "{}", made.body);
    assert!(board.get(&umpire, "/").body.contains("The &lt;script&gt;bridge"));
    let form = [("mode", "do"), ("anyway", "1")];
    let closed = board.fill(&umpire, "/do/bound-close", "/do/bound-close", &form);
    assert!(closed.status == 200 && closed.body.contains("Done."), "{}", closed.body);
    let rail = board.post(&umpire, "/do/rail-status", &[("mode", "do")]).body;
    assert!(rail.contains("Railway 1"), "{rail}");
}

/// Brings in the order of battle, with one fault that is shown at its cell and corrected there.
fn pasted(dir: &tempfile::TempDir, board: &Board, umpire: &str) {
    let empty = board.get(umpire, "/new/orbat?of=mine").body;
    assert!(empty.contains("Bring in the order of battle"), "{empty}");
    let form = [("of", "mine"), ("pasted", ORBAT)];
    let matched = board.post(umpire, "/new/paste", &form);
    assert_eq!(matched.status, 200, "{}", matched.body);
    assert!(
        matched.body.contains("8 of 9 columns matched") && matched.body.contains("Not taken: <i>Painted?</i>"),
        "{}",
        matched.body
    );
    assert!(matched.body.contains("<td class=\"bad\">infantery</td>"), "{}", matched.body);
    assert!(matched.body.contains("did you mean <code>infantry</code>?"), "{}", matched.body);
    assert!(!matched.body.contains("<b>2nd"), "{}", matched.body);
    assert_eq!(
        text(dir.path(), "orbat.csv").lines().filter(|line| !line.starts_with('#')).count(),
        1,
        "only looked at so far"
    );
    assert_eq!(board.post(umpire, "/new/orbat", &form).status, 303);
    let orbat = text(dir.path(), "orbat.csv");
    assert!(orbat.contains("1st-division.i-1,1st-division,BLUE,I/1,,battalion,infantry,foot,,,0405"), "{orbat}");
    let page = "/new/orbat?of=mine&file=orbat.csv";
    let shown = board.get(umpire, page).body;
    assert!(shown.contains("<td class=\"bad\" data-row=\"6\" data-column=\"arm\">infantery</td>"), "{shown}");
    assert!(board.get(umpire, "/new/check?of=mine").body.contains("The folder has 1 fault"));
    let no = board.fill(umpire, "/new", "/new/make", &[("of", "mine")]);
    assert!(no.status == 422 && no.typed().contains("`mine` has 1 fault"), "{}", no.body);
    assert!(!dir.path().join("mine.railhead").exists());
    let came = board.cell(umpire, page, ("orbat.csv", "6", "arm", "infantry"), &[("same", "1")]);
    assert_eq!(came.status, 303, "{}", came.body);
    assert!(!board.get(umpire, page).body.contains("infantery"));
}

#[test]
fn strokes_are_kept_whole_taken_back_and_refused() {
    let (dir, board, umpire) = begun();
    let empty = text(dir.path(), "roads.csv");
    board.draws(&umpire, "road:poor", "0101 0104", &[("name", "#1 track")]);
    let drawn = text(dir.path(), "roads.csv");
    assert!(drawn.ends_with("\"#1 track\",poor,0101 > 0104,\n"), "{drawn}");
    assert!(board.get(&umpire, "/new/map?of=mine").body.contains("#1 track"));
    assert_eq!(board.post(&umpire, "/new/undo", &[("of", "mine"), ("page", "map")]).status, 303);
    assert_eq!(text(dir.path(), "roads.csv"), empty);
    let said = |came: Came, wanted: &str| {
        assert_eq!(came.status, 422, "{}", came.body);
        assert!(came.typed().contains(wanted), "{wanted}: {}", came.body);
        assert!(!came.body.contains(&dir.path().display().to_string()), "{}", came.body);
    };
    said(board.post(&umpire, "/new/undo", &[("of", "mine"), ("page", "map")]), "there is nothing to undo");
    said(board.post(&umpire, "/new/undo", &[("of", "mine")]), "strokes are remembered until the program ends");
    for (tool, points, more, wanted) in [
        ("terrain:close", "", &[][..], "no squares are given"),
        ("terrain:close", " ", &[], "paint some, or write them with blanks between"),
        ("terrain:close", "0101 9901", &[], "`9901` is not a square of the map"),
        ("terrain:close", "x", &[], "squares run from 0000 to 1109"),
        ("terrain:woods", "0101", &[], "woods"),
        ("road:good", "0101", &[], "a line needs at least two points"),
        ("road:good", "0101", &[], "click the squares that it passes, and end with Enter"),
        ("river:minor", "0101", &[], "a river needs at least two points"),
        ("river:minor", "", &[], "click the corners of squares along its course, and end with Enter"),
        ("crossing", "0101 0102", &[("kind", "bridge")], "no river runs between 0101 and 0102"),
        ("crossing", "0101 0102", &[("kind", "bridge")], "draw the river first"),
        ("crossing", "0101 0301", &[("kind", "bridge")], "a crossing joins two squares side by side"),
        ("crossing", "0101", &[("kind", "bridge")], "click one bank, then the other"),
        ("place", "0101", &[("place_kind", "town")], "a place needs a name and a square"),
        ("place", "", &[("place_kind", "town"), ("name", "X")], "write its name, then click its square"),
        ("front", "0101 0201", &[], "a front needs two points and the side on its left"),
        ("front", "0101", &[("left", "RED")], "choose the side, click along the line, and end with Enter"),
        ("railhead", "0101", &[], "no railway passes there"),
        ("railhead", "0101", &[], "draw the railway first, or click a square on it"),
        ("dump", "0101", &[("level", "division")], "a dump belongs to a formation"),
        (
            "dump",
            "0101",
            &[("level", "division")],
            "name its owner by its id; before there is an order of battle there is nobody to own it",
        ),
        ("remove", "", &[("table", "roads.csv"), ("name", "X")], "there is no `X` in `roads.csv`"),
        ("remove", "", &[("table", "roads.csv"), ("name", "X")], "it was removed already, or is called otherwise now"),
        ("remove", "", &[("table", "../x"), ("name", "X")], "`../x` is not a table of a campaign"),
        ("remove", "", &[("table", "README.md"), ("name", "X")], "name one of its tables"),
        ("move", "0101", &[], "nothing is chosen to draw with"),
    ] {
        said(board.stroke(&umpire, tool, points, more), wanted);
    }
    // What is legal as a row and cannot lie there is written, and `check` says so beside the map.
    board.draws(&umpire, "road:good", "0101 > Nowhere", &[]);
    let map = board.get(&umpire, "/new/map?of=mine").body;
    assert!(map.contains("Nowhere") && map.contains("roads.csv:") && map.contains("road good unlaid"), "{map}");
    board.draws(&umpire, "remove", "", &[("table", "roads.csv"), ("name", "Road 1")]);
    assert!(board.get(&umpire, "/new/map?of=mine").body.contains("No faults on the map."));
    // An editor has been at it meanwhile: that is kept.
    std::fs::write(dir.path().join("mine/roads.csv"), "name,points\n").unwrap();
    said(
        board.post(&umpire, "/new/undo", &[("of", "mine"), ("page", "map")]),
        "`roads.csv` has been changed by another program: nothing was written",
    );
    said(
        board.post(&umpire, "/new/undo", &[("of", "mine"), ("page", "x")]),
        "look at it as it stands now, and do it again",
    );
    std::fs::write(dir.path().join("mine/campaign.toml"), "name = ").unwrap();
    assert!(board.get(&umpire, "/new/map?of=mine").body.contains("The map cannot be drawn yet"));
    said(board.stroke(&umpire, "terrain:close", "0101", &[]), "the size of the map is not known");
    said(board.stroke(&umpire, "terrain:close", "0101", &[]), "correct `campaign.toml` first");
    said(
        board.post(&umpire, "/new/head", &[("of", "mine"), ("title", "x")]),
        "`title` cannot be changed in `campaign.toml` as it is written",
    );
}

#[test]
fn cells_and_rows_are_changed_where_nobody_else_was() {
    let (dir, board, umpire) = begun();
    let page = "/new/supply?of=mine&file=weather.csv";
    let mark = board.get(&umpire, page).field("mark");
    let about = [("of", "mine"), ("file", "weather.csv"), ("mark", mark.as_str())];
    let row = |more: &[(&str, &str)]| board.post(&umpire, "/new/row", &[&about[..], more].concat());
    assert!(row(&[("what", "add"), ("cell-date", "")]).body.contains("the new row is empty"));
    assert!(row(&[("what", "write"), ("row", "7")]).body.contains("there is no such row"));
    assert!(
        row(&[("what", "add"), ("cell-<x>", "1")]).typed().contains("`&lt;x&gt;` is not a column of `weather.csv`")
    );
    assert_eq!(row(&[("what", "add"), ("cell-date", "1941-06-99"), ("cell-weather", "<script>")]).status, 303);
    let shown = board.get(&umpire, page).body;
    assert!(
        shown.contains("data-column=\"date\">1941-06-99</td>")
            && shown.contains("class=\"bad\" data-row=\"0\" data-column=\"date\""),
        "{shown}"
    );
    assert!(shown.contains("&lt;script&gt;</td>") && !shown.contains("<script></td>"), "{shown}");
    let old = row(&[("what", "add"), ("cell-date", "1941-06-23")]);
    assert!(
        old.status == 422
            && old.typed().contains("`weather.csv` has changed since you opened this page: nothing was written"),
        "{}",
        old.body
    );
    let cell = |value: &str| board.cell(&umpire, page, ("weather.csv", "0", "date", value), &[]);
    assert_eq!(cell("1941-06-22").status, 303);
    assert_eq!(board.cell(&umpire, page, ("weather.csv", "3", "date", "x"), &[]).status, 422);
    assert!(
        text(dir.path(), "weather.csv").ends_with("1941-06-22,,<script>,,,,\n"),
        "{}",
        text(dir.path(), "weather.csv")
    );
    let mark = board.get(&umpire, page).field("mark");
    let form = [("of", "mine"), ("file", "weather.csv"), ("mark", mark.as_str()), ("row", "0"), ("what", "remove")];
    assert_eq!(board.post(&umpire, "/new/row", &form).status, 303);
    assert_eq!(board.post(&umpire, "/new/undo", &[("of", "mine"), ("page", "supply")]).status, 303);
    assert!(text(dir.path(), "weather.csv").contains("1941-06-22"));
    for file in ["campaign.toml", "history.txt", "../mine/weather.csv", "battles.csv"] {
        let came = board.post(&umpire, "/new/cell", &[("of", "mine"), ("file", file), ("mark", "x"), ("row", "0")]);
        assert!([404, 422].contains(&came.status), "{file}: {}", came.status);
    }
}

#[test]
fn an_order_of_battle_comes_from_a_file() {
    let (dir, board, umpire) = begun();
    let csv = "id;side;name;echelon;arm\nb;BLUE;1st;division;infantry\n";
    let came = board.upload(&umpire, "/new/paste", &[("of", "mine")], ("mine.csv", csv.as_bytes()));
    assert!(came.status == 200 && came.body.contains("5 of 5 columns matched"), "{}", came.body);
    let files = scenario::Files::from([("orbat.csv".to_owned(), ORBAT.replace('\t', ",").into_bytes())]);
    let book = scenario::write_workbook(&files).unwrap();
    let came = board.upload(&umpire, "/new/paste", &[("of", "mine")], ("mine.xlsx", &book));
    assert!(
        came.status == 200 && came.body.contains("7 rows pasted") && came.body.contains("1st Division"),
        "{}",
        came.body
    );
    // One that lies in the folder or beside it is offered, and nothing else is read by its name.
    assert!(!board.get(&umpire, "/new/orbat?of=mine").body.contains("Or take one that lies here"));
    std::fs::write(dir.path().join("mine").join("army.xlsx"), &book).unwrap();
    std::fs::write(dir.path().join("beside.XLSX"), &book).unwrap();
    std::fs::write(dir.path().join("~$army.xlsx"), &book).unwrap();
    let asks = board.get(&umpire, "/new/orbat?of=mine").body;
    let offered =
        "<option value=\"army.xlsx\">army.xlsx</option><option value=\"beside.XLSX\">beside.XLSX</option></select>";
    assert!(asks.contains(offered), "{asks}");
    let came = board.post(&umpire, "/new/paste", &[("of", "mine"), ("here", "army.xlsx")]);
    assert!(came.status == 200 && came.body.contains("7 rows pasted"), "{}", came.body);
    for elsewhere in ["../army.xlsx", "mine/army.xlsx", "none.xlsx"] {
        let came = board.post(&umpire, "/new/paste", &[("of", "mine"), ("here", elsewhere)]);
        assert!(came.status == 422 && came.body.contains("workbook"), "{}", came.body);
    }
    let came = board.upload(&umpire, "/new/paste", &[("of", "mine")], ("mine.ods", b"none"));
    assert!(came.status == 422 && came.body.contains("save it again as .xlsx or .ods"), "{}", came.body);
    let came = board.post(&umpire, "/new/paste", &[("of", "mine"), ("pasted", "x")]);
    assert!(
        came.status == 422 && came.body.contains("there is nothing to read: it needs a header row and a row below it"),
        "{}",
        came.body
    );
    // Rows of one side, which no column says, behind those that are there.
    let write = |pasted: &str, how: &str, more: &[(&str, &str)]| {
        board.post(&umpire, "/new/orbat", &[&[("of", "mine"), ("pasted", pasted), ("how", how)], more].concat())
    };
    assert_eq!(write(csv, "replace", &[]).status, 303);
    assert_eq!(
        write("Unit\tLevel\tArm\n2nd\tdivision\tarmour\n", "add", &[("all_of", "RED"), ("column1", "echelon")]).status,
        303
    );
    let orbat = text(dir.path(), "orbat.csv");
    assert!(
        orbat.contains("\nb,,BLUE,1st,,division,infantry") && orbat.contains("\n2nd,,RED,2nd,,division,armour"),
        "{orbat}"
    );
}

#[test]
fn a_picture_lies_under_the_map_and_is_no_part_of_it() {
    let (dir, board, umpire) = begun();
    let png = [b"\x89PNG\r\n\x1a\n".as_slice(), &vec![7; 300_000]].concat();
    let lay = |name: &str, bytes: &[u8]| board.upload(&umpire, "/new/underlay", &[("of", "mine")], (name, bytes));
    assert_eq!(board.get(&umpire, "/new/underlay?of=mine").status, 404);
    let came = lay("map.svg", b"<svg onload=\"alert(1)\"/>");
    assert!(came.status == 422 && came.body.contains("this is not a picture that can be shown"), "{}", came.body);
    assert!(came.body.contains("give a PNG, JPEG or WebP file"));
    assert_eq!(lay("map.png", &png).status, 303);
    let got = board.get(&umpire, "/new/underlay?of=mine");
    assert_eq!((got.status, got.header("content-type")), (200, Some("image/png")));
    assert_eq!(board.get("", "/new/underlay?of=mine").status, 404);
    let fit = |left: &str| {
        board.post(
            &umpire,
            "/new/fit",
            &[("of", "mine"), ("left", left), ("top", "0"), ("right", "11,5"), ("bottom", "10"), ("strength", "40")],
        )
    };
    assert_eq!(fit("-0.5").status, 303);
    let map = board.get(&umpire, "/new/map?of=mine").body;
    assert!(map.contains("x=\"-10\"") && map.contains("width=\"240\"") && map.contains("opacity=\"0.4\""), "{map}");
    assert_eq!((fit("12").status, fit("NaN").status, fit("").status), (422, 422, 422));
    assert!(board.get(&umpire, "/new/check?of=mine").body.contains("The folder has no faults"));
    assert!(!board.get(&umpire, "/new/check?of=mine").body.contains("underlay"));
    assert!(dir.path().join("mine-underlay.png").is_file());
    assert_eq!(lay("map.jpg", b"\xff\xd8\xff\xe0").status, 303);
    assert!(!dir.path().join("mine-underlay.png").exists());
    assert_eq!(board.post(&umpire, "/new/underlay", &[("of", "mine"), ("what", "remove")]).status, 303);
    assert!(!dir.path().join("mine-underlay.jpg").exists());
    let large = vec![0; 20 * 1024 * 1024 + 100 * 1024];
    assert_eq!(lay("map.png", &large).status, 413);
    // Of anybody else nothing is even read.
    assert_eq!(board.upload("", "/new/underlay", &[("of", "mine")], ("map.png", &png)).status, 404);
}

#[test]
fn a_folder_elsewhere_cannot_be_reached_and_nobody_else_reaches_any() {
    let field = Field::new();
    let dir = field.dir.path();
    let outside = tempfile::tempdir().unwrap();
    let made = scenario::start("secret", (6, 6));
    for folder in [outside.path().join("secret"), dir.join("mine")] {
        std::fs::create_dir(&folder).unwrap();
        for (name, bytes) in &made {
            std::fs::write(folder.join(name), bytes).unwrap();
        }
    }
    #[cfg(unix)]
    std::os::unix::fs::symlink(outside.path().join("secret"), dir.join("linked")).unwrap();
    let board = Board::open(dir);
    let umpire = board.umpire();
    let absolute = outside.path().join("secret").display().to_string();
    let above = format!("../{}/secret", outside.path().file_name().unwrap().to_string_lossy());
    for name in [absolute.as_str(), &above, "linked", "..", ".", "", "mine/", "mine/../mine", "nothing"] {
        for page in ["map", "orbat", "supply", "check", "underlay"] {
            let came = board.get(&umpire, &format!("/new/{page}?of={}", super::encoded(name)));
            assert_eq!(came.status, 404, "{name} {page}");
            assert!(!came.body.contains(&dir.display().to_string()), "{}", came.body);
        }
        let form = [("of", name), ("tool", "terrain:close"), ("points", "0101"), ("title", "x")];
        for what in ["stroke", "head", "undo", "cell", "row", "orbat", "fit"] {
            let came = board.post(&umpire, &format!("/new/{what}"), &form);
            assert!([404, 422].contains(&came.status), "{name} {what}: {}", came.status);
        }
    }
    for name in ["../up", "/tmp/up", ".hidden", "a/b", "con", "", "mine"] {
        let came = board.fill(&umpire, "/new", "/new/folder", &[("name", name), ("columns", "9"), ("rows", "9")]);
        assert_eq!(came.status, 422, "{name}");
        assert!(!came.body.contains(&dir.display().to_string()), "{}", came.body);
    }
    assert!(!dir.parent().unwrap().join("up").exists() && !Path::new("/tmp/up").exists());
    assert_eq!(
        board.fill(&umpire, "/new", "/new/folder", &[("name", "big"), ("columns", "1000"), ("rows", "9")]).status,
        422
    );
    assert_eq!(std::fs::read(outside.path().join("secret/terrain.csv")).unwrap(), made["terrain.csv"]);
    #[cfg(unix)]
    {
        std::fs::remove_file(dir.join("mine/terrain.csv")).unwrap();
        std::os::unix::fs::symlink(outside.path().join("secret/terrain.csv"), dir.join("mine/terrain.csv")).unwrap();
        let came = board.stroke(&umpire, "terrain:close", "0101", &[]);
        assert!(
            came.status == 422 && came.typed().contains("`terrain.csv` is a link and is not written"),
            "{}",
            came.body
        );
        assert!(came.body.contains("put the file in its place"));
        assert_eq!(std::fs::read(outside.path().join("secret/terrain.csv")).unwrap(), made["terrain.csv"]);
    }
    let player = board.player(&umpire, "Dmitri", "SU", "");
    for key in ["", player.as_str()] {
        for page in [
            "/new",
            "/new?of=mine",
            "/new/map?of=mine",
            "/new/orbat?of=mine",
            "/new/supply?of=mine",
            "/new/check?of=mine",
            "/new/underlay?of=mine",
        ] {
            assert_eq!(board.get(key, page).status, 404, "{page}");
        }
        for what in
            ["folder", "head", "make", "open", "stroke", "undo", "underlay", "fit", "cell", "row", "paste", "orbat"]
        {
            // Of whoever is no umpire ten a second are heard.
            std::thread::sleep(std::time::Duration::from_millis(250));
            let form =
                [("of", "mine"), ("name", "theirs"), ("columns", "9"), ("rows", "9"), ("built_in", "first-bound")];
            assert_eq!(board.post(key, &format!("/new/{what}"), &form).status, 404, "{what}");
            assert_eq!(board.upload(key, &format!("/new/{what}"), &form, ("x.png", b"\x89PNG")).status, 404, "{what}");
        }
    }
    assert!(!dir.join("theirs").exists() && !dir.join("first-bound.railhead").exists());
    for address in ["/new/other", "/new/map/x"] {
        assert_eq!(
            (board.get(&umpire, address).status, board.post(&umpire, address, &[]).status),
            (404, 404),
            "{address}"
        );
    }
}

/// The railway and the side of a railhead are those of its square; what is wrong with one is said on the map, where it was drawn.
#[test]
fn a_railhead_is_on_the_railway_that_passes_there_and_of_who_holds_the_square() {
    let (dir, board, umpire) = begun();
    board.draws(&umpire, "rail", "0005 > 0305", &[("gauge", "1435"), ("users", "BLUE")]);
    let no = board.stroke(&umpire, "railhead", "0305", &[]);
    assert!(no.status == 422 && no.typed().contains("nobody holds that square"), "{}", no.body);
    assert!(no.typed().contains("choose the side of the railhead, or draw the front first"), "{}", no.body);
    board.draws(&umpire, "front", "0600 0610", &[("left", "RED")]);
    board.draws(&umpire, "railhead", "0305", &[]);
    let railheads = || text(dir.path(), "railheads.csv");
    assert!(railheads().ends_with("railhead-1,,0305,Railway 1,BLUE,,,,,,,\n"), "{}", railheads());
    board.draws(&umpire, "rail", "0300 > 0309", &[("gauge", "1435"), ("users", "BLUE")]);
    let no = board.stroke(&umpire, "railhead", "0305", &[]);
    assert!(no.status == 422 && no.typed().contains("several railways pass there"), "{}", no.body);
    assert!(no.typed().contains("choose the one of the railhead"), "{}", no.body);
    board.draws(&umpire, "railhead", "0205", &[("line", "Railway 2")]);
    let map = board.get(&umpire, "/new/map?of=mine").body;
    assert!(map.contains("1 fault on the map") && map.contains("does not pass 0205"), "{map}");
    let out = [("table", "railheads.csv"), ("name", "railhead-2")];
    assert!(map.contains("aria-label=\"remove railhead-2\""), "{map}");
    board.draws(&umpire, "remove", "", &out);
    assert!(board.get(&umpire, "/new/map?of=mine").body.contains("No faults on the map."));
}

/// Whoever drew the front the other way round gives it its sides with one button; the river lies on sides of squares.
#[test]
fn the_sides_of_a_front_are_swapped_and_a_river_shows_which_sides_it_bars() {
    let (dir, board, umpire) = begun();
    board.draws(&umpire, "front", "0600 0610", &[("left", "BLUE")]);
    let map = board.get(&umpire, "/new/map?of=mine").body;
    let (_, form) = map.split_once("action=\"/new/cell\"").unwrap_or_else(|| panic!("{map}"));
    let form = form.split("</form>").next().unwrap();
    assert!(form.contains("Swap the sides of front") && form.contains("name=\"value\" value=\"RED\""), "{form}");
    let came =
        board.cell(&umpire, "/new/map?of=mine&file=front.csv", ("front.csv", "0", "left", "RED"), &[("page", "map")]);
    assert_eq!(came.header("location"), Some("/new/map?of=mine"), "{}", came.body);
    let front = text(dir.path(), "front.csv");
    assert!(front.contains("front,1,") && front.contains(",RED\n") && !front.contains(",BLUE\n"), "{front}");
    board.draws(&umpire, "river:minor", "0600 0602", &[]);
    let map = board.get(&umpire, "/new/map?of=mine").body;
    assert!(map.contains("<path class=\"banks\" d=\"M120 0v20M120 20v20\">"), "{map}");
}

/// What one has written is not lost because one field of it cannot be read.
#[test]
fn a_head_that_is_refused_keeps_what_was_written() {
    let (dir, board, umpire) = begun();
    let before = text(dir.path(), "campaign.toml");
    let head = [("of", "mine"), ("title", "A new war"), ("days", "many"), ("sides.1.name", "Axis")];
    let came = board.post(&umpire, "/new/head", &head);
    assert_eq!((came.status, text(dir.path(), "campaign.toml")), (422, before), "{}", came.body);
    assert!(came.typed().contains("Days: `many` cannot be written into `campaign.toml`"), "{}", came.body);
    for value in ["A new war", "many", "Axis"] {
        assert!(came.body.contains(&format!("value=\"{value}\"")), "{value}: {}", came.body);
    }
    // Without a script squares are written, whatever is drawn.
    assert!(board.get(&umpire, "/new/map?of=mine").body.contains("<label class=\"by-squares\">"));
}

/// A spreadsheet of a few columns: sides under a heading of its own, echelons in the names alone.
#[test]
fn a_spreadsheet_that_says_sides_and_echelons_in_its_own_way_is_read() {
    let (dir, board, umpire) = begun();
    let pasted = "Unit\tParent\tNation\tArm\n8th Army\t\tred\tinfantry\n1st Division\t\tBLUE\tinfantry\n";
    let form = [("of", "mine"), ("pasted", pasted)];
    let matched = board.post(&umpire, "/new/paste", &form);
    assert!(
        matched.body.contains("4 of 4 columns matched") && matched.body.contains("no faults in rows"),
        "{}",
        matched.body
    );
    assert_eq!(board.post(&umpire, "/new/orbat", &form).status, 303);
    let orbat = text(dir.path(), "orbat.csv");
    assert!(orbat.contains("\n8th-army,,RED,8th Army,,army,infantry,"), "{orbat}");
    assert!(orbat.contains("\n1st-division,,BLUE,1st Division,,division,infantry,"), "{orbat}");
}
