//! What a page does that is not connected, or no longer let in; and what stays on a phone until it is sent.

use std::collections::BTreeMap;
use std::io::{BufRead as _, BufReader, Write as _};
use std::net::TcpListener;
use std::time::Duration;

use super::Board;
use super::browsed::{Evening, FITS};

#[test]
fn an_open_page_is_told_that_its_code_is_void() {
    let Some(mut evening) = Evening::begin(&[]) else { return };
    let erich = evening.player("Erich", "AX");
    evening.see(&erich, "/p/post");
    evening.browser.wait(&erich, "document.querySelector('#live').textContent.includes('live')");
    evening.go("/join");
    let umpire = evening.umpire.clone();
    evening.browser.follow(&umpire, "a[href='/player/1/revoke']");
    evening.browser.follow(&umpire, "form[action='/player/1/revoke'] button");
    evening.browser.wait(&erich, "document.querySelector('main .gone')");
    assert!(evening.browser.text(&erich).contains("ask the umpire for a new code"));
    // It stays so, where another connection that is lost would be looked for again.
    evening.browser.value(&erich, "new Promise(done => setTimeout(done, 8500))");
    let text = evening.browser.text(&erich);
    assert!(text.contains("no longer let in") && !text.contains("no connection"), "{text}");
    assert_eq!(evening.browser.value(&erich, "document.querySelector('main button[type=submit]').disabled"), true);
    assert_eq!(evening.browser.value(&erich, FITS), true);
    assert_eq!(evening.browser.complaints(&erich), [""; 0]);
}

/// Answers on a port as a program that knows of none of the addresses it is asked for, until so many windows have asked for
/// news, heard that there are none, and ask again.
fn knows_nothing_of_a_board(port: u16, windows: usize) {
    let listener = TcpListener::bind(("127.0.0.1", port)).unwrap();
    let mut asked: BTreeMap<String, usize> = BTreeMap::new();
    while asked.values().filter(|times| **times > 2).count() < windows {
        let (mut stream, _) = listener.accept().unwrap();
        stream.set_read_timeout(Some(Duration::from_millis(500))).unwrap();
        let lines = BufReader::new(stream.try_clone().unwrap()).lines().map_while(Result::ok);
        let head: Vec<String> = lines.take_while(|line| !line.is_empty()).collect();
        if head.first().is_some_and(|line| line.starts_with("GET /events ")) {
            let cookie = head.into_iter().find(|line| line.starts_with("Cookie: "));
            *asked.entry(cookie.unwrap()).or_default() += 1;
        }
        // Whoever has gone away meanwhile is not answered.
        let _ = stream.write_all(b"HTTP/1.1 404 Not Found\r\nContent-Length: 9\r\nConnection: close\r\n\r\nNot Found");
    }
}

#[test]
fn a_page_that_was_offline_learns_that_its_code_is_void_and_another_goes_on() {
    let Some(mut evening) = Evening::begin(&[]) else { return };
    let [erich, otto] = ["Erich", "Otto"].map(|name| evening.player(name, "AX"));
    for phone in [&erich, &otto] {
        evening.see(phone, "/p/post");
        evening.browser.wait(phone, "document.querySelector('#live').textContent.includes('live')");
    }
    let (board, port) = (&evening.board, evening.board.port);
    board.interrupt();
    // A board that is gone says nothing of anybody's code.
    for phone in [&erich, &otto] {
        evening.browser.wait(phone, "document.querySelector('#live').textContent.includes('no connection since')");
        assert!(!evening.browser.text(phone).contains("no longer"));
    }
    // Nor does another program that has the port meanwhile.
    knows_nothing_of_a_board(port, 3);
    for phone in [&erich, &otto] {
        assert!(!evening.browser.text(phone).contains("no longer"));
    }
    // Meanwhile the umpire revokes one of them, where they do not hear it.
    let elsewhere = Board::open(evening.field.dir.path());
    let umpire = elsewhere.umpire();
    assert_eq!(elsewhere.fill_and_go(&umpire, "/join", "/player/1/revoke", &[]).status, 200);
    drop(elsewhere);
    evening.board = Board::open_with(evening.field.dir.path(), &["--port", &port.to_string()]);
    evening.browser.wait(&erich, "document.querySelector('main .gone')");
    let text = evening.browser.text(&erich);
    assert!(text.contains("ask the umpire for a new code") && text.contains("no longer let in"), "{text}");
    assert_eq!(evening.browser.value(&erich, "document.querySelector('main button[type=submit]').disabled"), true);
    evening.browser.wait(&otto, "document.querySelector('#live').textContent.includes('live')");
    assert!(!evening.browser.text(&otto).contains("no longer"));
    assert_eq!(evening.browser.value(&otto, "document.querySelector('main button[type=submit]').disabled"), false);
    // The umpire's key was that of the board that is gone.
    let umpire = evening.umpire.clone();
    evening.browser.wait(&umpire, "document.querySelector('main .gone')");
    assert!(evening.browser.text(&umpire).contains("open the address that the board printed"));
}

#[test]
fn a_form_that_is_half_filled_in_survives_what_others_do_and_a_draft_a_new_start() {
    let Some(mut evening) = Evening::begin(&[]) else { return };
    let phone = evening.player("Erich", "AX");
    evening.see(&phone, "/p/orders");
    evening.browser.fill(&phone, "input[name=unit]", "ax.pz");
    evening.browser.fill(&phone, "textarea[name=note]", "along the wood");
    // A terminal moves one of his own: his page learns of it, and his words stay.
    let state = evening.browser.value(&phone, "document.body.dataset.state");
    evening.field.done("move ax.pz 1004");
    evening.browser.wait(&phone, &format!("document.body.dataset.state != {state}"));
    let note = evening.browser.value(&phone, "document.querySelector('textarea[name=note]').value");
    assert_eq!(note, "along the wood");
    // The umpire's own page shows it too, within its map.
    evening.see(&phone, "/p/orders");
    let note = evening.browser.value(&phone, "document.querySelector('textarea[name=note]').value");
    assert_eq!(note, "along the wood", "the draft stays on the phone");
    // Whom the address names takes the place of whom the draft names, and the rest of it stays.
    let both = "['input[name=unit]', 'textarea[name=note]'].map(of => document.querySelector(of).value).join(': ')";
    evening.see(&phone, "/p/orders?unit=ax.id");
    assert_eq!(evening.browser.value(&phone, both), "ax.id: along the wood");
    // What is sent is no draft any more.
    evening.browser.fill(&phone, "input[name=unit]", "ax.pz");
    evening.browser.fill(&phone, "input[name=way]", "0905");
    evening.browser.follow(&phone, "form[action='/p/proposal'] button.main");
    evening.see(&phone, "/p/orders");
    assert_eq!(evening.browser.value(&phone, both), ": ");
    // That of a change is its own.
    evening.browser.follow(&phone, ".proposal.sent a.button");
    assert_eq!(evening.browser.value(&phone, both), "ax.pz: along the wood");
    evening.browser.fill(&phone, "textarea[name=note]", "by the road");
    evening.see(&phone, "/p/orders");
    assert_eq!(evening.browser.value(&phone, both), ": ");
    evening.browser.follow(&phone, ".proposal.sent a.button");
    assert_eq!(evening.browser.value(&phone, both), "ax.pz: by the road");
    assert_eq!(evening.browser.complaints(&phone), [""; 0]);
}
