//! Who reaches what: nobody nothing, a player his own pages, the umpire all; and from where.

use super::{Board, opened, sent};
use crate::cli::field::Field;

/// Pages of the umpire.
const UMPIRE: [&str; 25] = [
    "/",
    "/sheet",
    "/critical",
    "/forecast",
    "/stocks",
    "/plan",
    "/order?unit=",
    "/convoys",
    "/orders",
    "/contacts",
    "/battles",
    "/review",
    "/grades",
    "/orbat",
    "/report",
    "/diary",
    "/stats",
    "/status",
    "/log",
    "/do",
    "/do/bound-close",
    "/join",
    "/post",
    "/screen",
    "/documents",
];
/// Pages of a player.
const PLAYER: [&str; 10] = [
    "/p/map",
    "/p/units",
    "/p/sheet",
    "/p/stocks",
    "/p/enemy",
    "/p/status",
    "/p/orders",
    "/p/post",
    "/p/pack",
    "/p/pack.pdf",
];

#[test]
fn each_role_reaches_its_pages_and_no_others() {
    let field = Field::new();
    assert_eq!(field.run("bound close").code, 0);
    let board = Board::open(field.dir.path());
    let umpire = board.umpire();
    let player = board.player(&umpire, "Dmitri", "SU", "");
    let commander = board.player(&umpire, "Erich", "AX", "ax.9id");
    for address in UMPIRE {
        assert!([200, 404].contains(&board.get(&umpire, address).status), "{address}");
        let page = board.get(&umpire, address).body;
        assert!(page.contains("aria-label=\"pages\""), "{address}: {page}");
        for key in ["", &player, &commander, &"0".repeat(32)] {
            let came = board.get(key, address);
            assert!([303, 404].contains(&came.status), "{address} with {key}");
            assert!(!came.body.contains("9ID"), "{address}");
        }
    }
    for address in PLAYER {
        for key in [&player, &commander] {
            let came = board.get(key, address);
            assert_eq!(came.status, 200, "{address}: {}", came.body);
        }
        for key in ["", &"0".repeat(32)] {
            assert_eq!(board.get(key, address).status, 404, "{address}");
        }
    }
    for (address, form) in [
        ("/do/bound-close", "mode"),
        ("/line", "line"),
        ("/player", "name"),
        ("/proposal/1/take", "answer"),
        ("/grades", "unit"),
    ] {
        for key in ["", &player, &commander] {
            assert_eq!(board.post(key, address, &[(form, "bound close")]).status, 404, "{address}");
        }
    }
    // What a unit of the other side is called is no more than what is not there.
    let (theirs, none) = (board.get(&player, "/p/unit/ax.9id"), board.get(&player, "/p/unit/ax.8id"));
    assert_eq!((theirs.status, none.status), (404, 404));
    assert_eq!(theirs.body.replace("ax.9id", "ax.8id"), none.body);
}

#[test]
fn the_address_of_the_umpire_is_good_once() {
    let field = Field::new();
    let board = Board::open(field.dir.path());
    assert!(board.get("", &format!("/j/{}", board.once)).body.contains("Open the board"));
    let kept = board.umpire();
    assert_ne!(kept, board.once);
    let again = board.post("", "/enter", &[("key", &board.once)]);
    assert_eq!(again.status, 403);
    assert!(again.body.contains("This code opens nothing"), "{}", again.body);
    assert_eq!(board.get(&kept, "/").status, 200);
    let cookie = board.post("", "/enter", &[("key", &kept)]);
    assert_eq!(cookie.status, 403, "the key of a cookie is no code");
}

#[test]
fn a_player_whose_code_is_revoked_reaches_nothing() {
    let field = Field::new();
    let board = Board::open(field.dir.path());
    let umpire = board.umpire();
    let player = board.player(&umpire, "Dmitri", "SU", "");
    assert_eq!(board.get(&player, "/p/map").status, 200);
    let renewed = board.fill(&umpire, "/join", "/player/1/rekey", &[]);
    let (address, code) = renewed.body.split_once("/j/").unwrap();
    assert!(address.ends_with(&format!("http://127.0.0.1:{}", board.port)), "{address}");
    assert_eq!(board.get(&player, "/p/map").status, 404);
    let other = board.enter(&code[..32]);
    assert_eq!(board.get(&other, "/p/map").status, 200);
    board.fill(&umpire, "/join", "/player/1/revoke", &[]);
    assert_eq!(board.get(&other, "/p/map").status, 404);
    assert!(board.get(&umpire, "/join").body.contains("revoked"));
    // Of a key only its hash is kept.
    let bytes = std::fs::read(field.dir.path().join("six.railhead")).unwrap();
    assert!(!bytes.windows(32).any(|window| window == other.as_bytes()));
}

/// A commander sees what his own formations see, and all of his side if the umpire says so; he commands no more for that.
#[test]
fn a_commander_sees_all_of_his_side_when_the_umpire_says_so() {
    let (_field, board, [umpire, _, erich]) = opened();
    let sees = || board.get(&erich, "/p/unit/ax.id").body.contains("350th Infantry Division");
    let proposes = |unit: &str| {
        let form = [("unit", unit), ("action", "dig-in")];
        board.fill(&erich, "/p/orders", "/p/proposal", &form).status == 303
    };
    assert!(!sees() && !proposes("ax.id"));
    assert_eq!(board.fill(&umpire, "/join", "/player/2/see-side", &[]).status, 303);
    assert!(board.get(&umpire, "/join").body.contains("40th Panzer Division, sees all that his side knows"));
    assert!(sees() && !proposes("ax.id") && proposes("ax.pz"));
    assert_eq!(board.fill(&umpire, "/join", "/player/2/see-own", &[]).status, 303);
    assert!(!sees());
    let nobody = board.fill(&umpire, "/join", "/player/7/see-side", &[]);
    assert!(nobody.body.contains("there is no player 7"), "{}", nobody.body);
}

#[test]
fn what_is_not_for_the_board_or_comes_from_elsewhere_is_not_heard() {
    let field = Field::new();
    let board = Board::open(field.dir.path());
    let umpire = board.umpire();
    let port = board.port;
    let cookie = format!("Cookie: railhead-{port}={umpire}\r\n");
    let to = |host: &str| {
        board.send(&format!("GET / HTTP/1.1\r\nHost: {host}\r\n{cookie}Connection: close\r\n\r\n")).unwrap()
    };
    assert_eq!(to(&format!("127.0.0.1:{port}")).status, 200);
    assert_eq!(to(&format!("localhost:{port}")).status, 200);
    for host in ["evil.example", &format!("evil.example:{port}"), "127.0.0.1", ""] {
        let came = to(host);
        assert_eq!((came.status, came.body.as_str()), (421, "this is not the address of the board"), "{host}");
    }
    for address in ["/board.css", "/icon.svg", "/events", "/fonts/barlow-condensed-500.woff2"] {
        let request = format!("GET {address} HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n");
        assert_eq!(board.send(&request).unwrap().status, 421, "{address}");
    }
    let form = [("text", "x"), ("mode", "do"), ("expect_op", "1")];
    let from = |origin: &str| board.send(&board.posting(&umpire, "/do/bound-note", &form, origin)).unwrap();
    let own = format!("Origin: http://127.0.0.1:{port}\r\n");
    for origin in [
        "",
        "Origin: http://evil.example\r\n",
        "Origin: null\r\n",
        "Sec-Fetch-Site: none\r\n",
        "Origin: null\r\nSec-Fetch-Site: same-origin\r\n",
        &format!("{own}Sec-Fetch-Site: cross-site\r\n"),
    ] {
        let came = from(origin);
        assert_eq!((came.status, came.body.as_str()), (403, "a form of another site cannot be sent here"), "{origin}");
    }
    assert_eq!(field.done("op log --format csv").lines().count(), 2);
    // Either says it.
    assert_eq!(from(&format!("{own}Sec-Fetch-Site: same-origin\r\n")).status, 200);
    assert_eq!(field.done("op log --format csv").lines().count(), 3);
    let by_site = board.posting(
        &umpire,
        "/do/bound-note",
        &[("text", "y"), ("mode", "preview"), ("expect_op", "2")],
        "Sec-Fetch-Site: same-origin\r\n",
    );
    assert_eq!(board.send(&by_site).unwrap().status, 200);
    let put = format!("PUT / HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n{cookie}Connection: close\r\n\r\n");
    let came = board.send(&put).unwrap();
    assert_eq!((came.status, came.body.as_str()), (405, "the board is asked by GET and POST"));
    let long = "x".repeat(300 * 1024);
    assert_eq!(board.post(&umpire, "/do/bound-note", &[("text", &long)]).status, 413);
}

#[test]
fn every_answer_says_what_a_page_may_do() {
    let field = Field::new();
    let board = Board::open(field.dir.path());
    let umpire = board.umpire();
    for address in ["/", "/do", "/nothing", "/print/supply"] {
        let came = board.get(&umpire, address);
        let policy = came.header("content-security-policy").unwrap();
        assert!(policy.starts_with("default-src 'none'") && policy.contains("frame-ancestors 'none'"), "{address}");
        assert!(!policy.contains("script-src 'unsafe-inline'"), "{address}");
        assert_eq!(came.header("cache-control"), Some("no-store"), "{address}");
        assert_eq!(came.header("x-content-type-options"), Some("nosniff"), "{address}");
        let stands_alone = address.starts_with("/print");
        assert!(!came.body.contains("style="), "{address}");
        assert_eq!(came.body.contains("<style"), stands_alone, "{address}");
        let dir = field.dir.path().display().to_string();
        assert!(!came.body.contains(&dir), "{address} names a folder of the machine");
    }
    for address in ["/board.css", "/board.js", "/icon.svg", "/fonts/barlow-condensed-500.woff2"] {
        assert_eq!(board.get("", address).status, 200, "{address}");
    }
    // Of those too that the server gives before anybody was asked.
    let port = board.port;
    let raw = |request: String| board.send(&request).unwrap();
    let long = "x".repeat(300 * 1024);
    let form = [("text", long.as_str())];
    for (status, came) in [
        (421, raw("GET / HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n".to_owned())),
        (405, raw(format!("PUT / HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n\r\n"))),
        (403, raw(board.posting(&umpire, "/do/bound-note", &[], ""))),
        (413, board.post(&umpire, "/do/bound-note", &form)),
        (414, board.get(&umpire, &format!("/unit/{}", "a".repeat(5_000)))),
        (404, board.get("", "/fonts/other.woff2")),
        (404, board.get("", "/events")),
        (200, board.get("", "/board.css")),
    ] {
        assert_eq!(came.status, status, "{}", came.head);
        let policy = came.header("content-security-policy").unwrap_or_default();
        assert!(policy.starts_with("default-src 'none'"), "{}", came.head);
        assert_eq!(came.header("x-content-type-options"), Some("nosniff"), "{}", came.head);
        assert_eq!(came.header("referrer-policy"), Some("same-origin"), "{}", came.head);
        let is_kept = status == 200;
        assert_eq!(came.header("cache-control") == Some("no-store"), !is_kept, "{}", came.head);
    }
}

#[test]
fn style_and_script_come_packed_and_are_sent_once_to_a_browser_that_has_them() {
    let field = Field::new();
    let board = Board::open(field.dir.path());
    let asked = |address: &str, more: &str| {
        let host = format!("127.0.0.1:{}", board.port);
        let request = format!("GET {address} HTTP/1.1\r\nHost: {host}\r\n{more}Connection: close\r\n\r\n");
        board.send(&request).unwrap()
    };
    // As the design has them: 25 kB of style, 30 kB of script.
    for (address, most) in
        [("/board.css", 25_000), ("/board.js", 30_000), ("/paint.css", 25_000), ("/paint.js", 30_000)]
    {
        let (plain, packed) = (asked(address, ""), asked(address, "Accept-Encoding: br, gzip\r\n"));
        assert_eq!((plain.header("content-encoding"), packed.header("content-encoding")), (None, Some("gzip")));
        let length = |of: &super::Came| of.header("content-length").unwrap().parse::<usize>().unwrap();
        assert!(length(&packed) < most && length(&packed) * 2 < length(&plain), "{address}: {}", length(&packed));
        assert_eq!(plain.header("vary"), Some("accept-encoding"));
        let tag = plain.header("etag").unwrap();
        assert_eq!(packed.header("etag"), Some(tag));
        let known = asked(address, &format!("If-None-Match: {tag}\r\n"));
        assert_eq!((known.status, known.body.as_str(), known.header("etag")), (304, "", Some(tag)), "{address}");
        assert_eq!(asked(address, "If-None-Match: \"0\"\r\n").status, 200);
    }
}

/// What a page names is kept for good, and what it is asked for by any other name is asked for again each time.
#[test]
fn a_page_names_style_and_script_by_the_version_of_what_is_in_them() {
    let field = Field::new();
    let board = Board::open(field.dir.path());
    let umpire = board.umpire();
    let kept = |address: &str| {
        let came = board.get("", address);
        assert_eq!(came.status, 200, "{address}");
        (came.header("cache-control").unwrap().to_owned(), came.header("etag").unwrap().to_owned(), came.body)
    };
    let page = board.get(&umpire, "/").body + &board.get(&umpire, "/new").body;
    let style = kept("/board.css").2;
    let named = |text: &str, path: &str| {
        let (_, query) = text.split_once(&format!("{path}?")).unwrap_or_else(|| panic!("{path}: {text}"));
        let query = query.split(['"', ')']).next().unwrap().to_owned();
        format!("{path}?{query}")
    };
    let good = "max-age=31536000, immutable";
    let mut versions = std::collections::BTreeSet::new();
    for (text, path) in [
        (&page, "/board.css"),
        (&page, "/board.js"),
        (&page, "/icon.svg"),
        (&style, "/fonts/barlow-condensed-500.woff2"),
        (&style, "/fonts/barlow-condensed-700.woff2"),
    ] {
        let address = named(text, path);
        let (for_how_long, tag, body) = kept(&address);
        assert_eq!(for_how_long, good, "{address}");
        // The version is what is in it, as the tag says too.
        let version = address.split_once("?v=").unwrap().1;
        assert_eq!((version.len(), tag), (16, format!("\"{version}\"")), "{address}");
        assert!(versions.insert(version.to_owned()), "{address}: two are alike");
        for other in [path.to_owned(), format!("{path}?v=0000000000000000"), format!("{address}&more=1")] {
            let (for_how_long, _, same) = kept(&other);
            assert_eq!((for_how_long.as_str(), same == body), ("no-cache", true), "{other}");
        }
    }
}

#[test]
fn a_player_who_is_given_no_side_and_no_formation_is_refused_with_what_would_do() {
    let field = Field::playing("first-bound");
    let ran = field.run("board --no-open --player Hans=XX");
    assert_eq!(ran.code, 1);
    assert_eq!(
        ran.err,
        "error: Hans cannot be given `XX`, which is neither a side nor a formation\n\
         hint: a side is `AX` (Axis) or `SU` (Soviet); or name the formation that he commands\n\
         hint: did you mean LX Army Corps (mot) (`ax`)?\n\
         hint: `railhead find WORD` looks in names, numbers and ids of units\n"
    );
}

#[test]
fn a_port_that_is_taken_is_named() {
    let field = Field::new();
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port();
    let ran = field.run(&format!("board --no-open --port {port}"));
    assert_eq!(ran.code, 1);
    assert!(ran.err.starts_with(&format!("error: port {port} cannot be opened: ")), "{}", ran.err);
    assert!(ran.err.ends_with("hint: leave out `--port`, and a free one is taken\n"), "{}", ran.err);
}

// What is asked for is compared with every name: an address that is longer than any is not heard.
#[test]
fn an_address_longer_than_any_name_is_not_heard() {
    let field = Field::new();
    let board = Board::open(field.dir.path());
    let umpire = board.umpire();
    let word = "a".repeat(5_000);
    for address in [format!("/?sel={word}"), format!("/unit/{word}"), format!("/find?q={word}")] {
        assert_eq!(board.get(&umpire, &address).status, 414);
    }
    assert_eq!(board.get(&umpire, &format!("/unit/{}", "a".repeat(3_000))).status, 404);
}

// Keys of players are good at one port: it is the same each evening, unless something else has it.
#[test]
fn where_no_port_is_named_it_is_the_usual_one_and_a_second_board_takes_one_that_is_free() {
    let field = Field::new();
    let boards = [Board::open_as(field.dir.path(), &[]), Board::open_as(field.dir.path(), &[])];
    assert_ne!(boards[0].port, boards[1].port);
    assert!(boards.iter().all(|board| board.get(&board.umpire(), "/").status == 200));
    if boards[0].port == 8041 {
        boards[0].interrupt();
        let [first, _second] = boards;
        drop(first);
        assert_eq!(Board::open_as(field.dir.path(), &[]).port, 8041);
    }
}

#[test]
fn in_the_network_players_find_it_at_the_address_of_this_machine() {
    let field = Field::new();
    let board = Board::open_with(field.dir.path(), &["--lan"]);
    // A machine without a network has none.
    let Some((_, rest)) = board.said.split_once("players: ") else { return };
    let address = rest.split(',').next().unwrap();
    let wanted = format!("players: {address}, each with a code from its page `players`\n");
    assert!(board.said.contains(&wanted), "{}", board.said);
    assert!(address.starts_with("http://") && address.ends_with(&format!(":{}", board.port)), "{address}");
    let umpire = board.umpire();
    let came = board.post(&umpire, "/player", &[("name", "Dmitri"), ("side", "SU")]);
    assert!(came.body.contains(&format!("{address}/j/")) && came.body.contains("<svg"), "{}", came.body);
    // The umpire's own key opens nothing from elsewhere, a player's does.
    let host = address.trim_start_matches("http://");
    let (_, code) = came.body.split_once("/j/").unwrap();
    let player = board.enter(&code[..32]);
    let from_elsewhere = |key: &str, page: &str| {
        let cookie = format!("Cookie: railhead-{}={key}\r\n", board.port);
        sent(host, &format!("GET {page} HTTP/1.1\r\nHost: {host}\r\n{cookie}Connection: close\r\n\r\n")).unwrap().status
    };
    assert_eq!(["/", "/log"].map(|page| from_elsewhere(&umpire, page)), [404, 404]);
    assert_eq!(from_elsewhere(&player, "/p/map"), 200);
    assert_eq!(board.get(&umpire, "/").status, 200);
}

/// The code that stands on the page with which a player was named.
fn typed_code(page: &str) -> String {
    let (_, rest) = page.split_once("class=\"signs\">").expect("a code to type");
    rest.split('<').next().unwrap().to_owned()
}

#[test]
fn who_cannot_scan_types_eight_signs_once() {
    let field = Field::new();
    let board = Board::open(field.dir.path());
    let umpire = board.umpire();
    let named = board.post(&umpire, "/player", &[("name", "Dmitri"), ("side", "SU")]);
    let code = typed_code(&named.body);
    assert_eq!(code.replace('-', "").len(), 8, "{code}");
    let door = board.get("", "/p/map");
    assert!(door.status == 404 && door.body.contains("name=\"code\""), "{}", door.body);
    let came = board.post("", "/enter", &[("code", &code.to_lowercase().replace('-', " "))]);
    assert_eq!((came.status, came.header("location")), (303, Some("/p/map")), "{}", came.body);
    let cookie = came.header("set-cookie").unwrap().split_once('=').unwrap().1.split(';').next().unwrap().to_owned();
    assert_eq!(board.get(&cookie, "/p/map").status, 200);
    let again = board.post("", "/enter", &[("code", &code)]);
    assert!(again.status == 403 && again.body.contains("older than ten minutes"), "{}", again.body);
    assert_eq!(again.header("set-cookie"), None);
}

#[test]
fn after_five_wrong_codes_all_are_void() {
    let field = Field::new();
    let board = Board::open(field.dir.path());
    let umpire = board.umpire();
    let code = typed_code(&board.post(&umpire, "/player", &[("name", "Dmitri"), ("side", "SU")]).body);
    for _ in 0..5 {
        assert_eq!(board.post("", "/enter", &[("code", "2222-2222")]).status, 403);
    }
    assert_eq!(board.post("", "/enter", &[("code", &code)]).status, 403);
    // The umpire makes a new one, and one that is revoked meanwhile opens nothing.
    let code = typed_code(&board.fill(&umpire, "/join", "/player/1/rekey", &[]).body);
    board.fill(&umpire, "/join", "/player/1/revoke", &[]);
    assert_eq!(board.post("", "/enter", &[("code", &code)]).status, 403);
    let code = typed_code(&board.fill(&umpire, "/join", "/player/1/rekey", &[]).body);
    assert_eq!(board.post("", "/enter", &[("code", &code)]).status, 303);
}

#[test]
fn one_machine_cannot_take_all_connections() {
    use std::io::Read;
    use std::net::TcpStream;
    use std::time::Duration;

    let field = Field::new();
    let board = Board::open_with(field.dir.path(), &["--lan"]);
    // A machine without a network has no address from which to try.
    let Some((_, rest)) = board.said.split_once("players: http://") else { return };
    let host = rest.split(',').next().unwrap();
    let ask = format!("GET /icon.svg HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n");
    let mut open: Vec<TcpStream> = (0..64).map(|_| TcpStream::connect(host).unwrap()).collect();
    let mut one_more = TcpStream::connect(host).unwrap();
    one_more.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
    // It is hung up on without a word.
    assert!(matches!(one_more.read(&mut [0; 1]), Ok(0) | Err(_)));
    assert_eq!(board.get("", "/icon.svg").status, 200, "this machine comes in all the same");
    open.clear();
    let closed = std::time::Instant::now();
    while sent(host, &ask).is_none_or(|came| came.status != 200) {
        assert!(closed.elapsed() < Duration::from_secs(20), "connections that are closed count on");
        std::thread::sleep(Duration::from_millis(50));
    }
}

#[test]
fn a_connection_on_which_nothing_comes_is_hung_up_on_and_one_that_listens_is_not() {
    use std::io::{BufRead, BufReader, Read, Write};
    use std::net::TcpStream;
    use std::time::{Duration, Instant};

    let field = Field::new();
    let board = Board::open(field.dir.path());
    let umpire = board.umpire();
    let port = board.port;
    let host = format!("Host: 127.0.0.1:{port}\r\n");
    let begun = |text: &str| {
        let mut stream = TcpStream::connect(("127.0.0.1", port)).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(40))).unwrap();
        stream.write_all(text.as_bytes()).unwrap();
        stream
    };
    let listens = begun(&format!("GET /events HTTP/1.1\r\n{host}Cookie: railhead-{port}={umpire}\r\n\r\n"));
    let (silent, half_a_head) = (begun(""), begun(&format!("GET / HTTP/1.1\r\n{host}X: ")));
    let answered = begun(&format!("GET /icon.svg HTTP/1.1\r\n{host}\r\n"));
    let origin = format!("Origin: http://127.0.0.1:{port}\r\n");
    let form = "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 100\r\n";
    let slow = begun(&format!("POST /enter HTTP/1.1\r\n{host}{origin}{form}\r\nkey="));
    let waited = Instant::now();
    let mut dripping = slow.try_clone().unwrap();
    std::thread::spawn(move || {
        while dripping.write_all(b"a").is_ok() {
            std::thread::sleep(Duration::from_secs(1));
        }
    });
    let told = |mut stream: TcpStream| {
        let mut text = String::new();
        let _ = stream.read_to_string(&mut text);
        text
    };
    assert_eq!([silent, half_a_head].map(told), ["", ""]);
    assert!(told(answered).starts_with("HTTP/1.1 200 "));
    assert!(waited.elapsed() < Duration::from_secs(20), "{:?}", waited.elapsed());
    let late = told(slow);
    assert!(late.starts_with("HTTP/1.1 408 ") && late.contains("did not come in time; send it again"), "{late}");
    assert!(waited.elapsed() < Duration::from_secs(35), "{:?}", waited.elapsed());
    // Whoever listens hears the beat for as long as he does.
    let mut lines = BufReader::new(listens).lines().map_while(Result::ok);
    let beats = lines.by_ref().filter(|line| line == "event: beat").take(5).count();
    assert!(beats == 5 && waited.elapsed() > Duration::from_secs(14), "{beats}");
}
