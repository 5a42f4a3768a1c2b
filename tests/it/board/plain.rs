//! A player does no commands: no page that he can reach names one, whatever he follows and whatever he is refused.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use super::Board;
use crate::cli::field::Field;
use crate::supply::states::at_bounds;

/// How many pages of one kind are enough: those of units, of squares.
const OF_A_KIND: usize = 25;

/// What of a page is read: its text, what is shown beside fields and symbols, with the marks of code left in.
fn read(page: &str) -> String {
    let body = page.split_once("<main").map_or(page, |(_, rest)| rest);
    let mut text = String::new();
    for piece in body.split('<') {
        let (tag, rest) = piece.split_once('>').unwrap_or(("", piece));
        if tag.starts_with("code") || tag.starts_with("/code") {
            text.push('`');
        }
        for shown in ["title=\"", "placeholder=\"", "aria-label=\""] {
            text.extend(tag.split_once(shown).and_then(|(_, of)| of.split('"').next()).map(|of| format!(" {of} ")));
        }
        text.push(' ');
        text.push_str(rest);
    }
    text.replace("&#96;", "`")
}

/// What in a text only who types commands can use: the program called, a flag, or the words of a command as code.
fn commands(text: &str, words: &BTreeSet<String>) -> Vec<String> {
    let is_word = |rest: &str| rest.starts_with(|letter: char| letter.is_ascii_lowercase());
    // A railhead of the map has its name in another cell.
    let typed = text.match_indices("railhead ").filter(|(at, called)| is_word(&text[at + called.len()..]));
    let typed = typed.map(|(at, _)| at);
    let is_flag = |at: &usize| is_word(&text[at + 2..]);
    let flags = text.match_indices("--").map(|(at, _)| at).filter(is_flag);
    let code = text.match_indices('`').map(|(at, _)| at + 1).filter(|at| {
        let behind = text[*at..].trim_start();
        words.iter().any(|word| behind.strip_prefix(word.as_str()).is_some_and(|rest| rest.starts_with([' ', '`'])))
    });
    let near = |at: usize| text[at..].chars().take(60).collect();
    typed.chain(flags).chain(code).map(near).collect()
}

/// Every page that a player comes to from his map, by links and by the fields of his forms; what they name that is a command.
fn crawled(board: &Board, key: &str, words: &BTreeSet<String>, also: &[&str]) -> (usize, Vec<String>) {
    let mut next: VecDeque<String> = also.iter().map(|of| (*of).to_owned()).collect();
    next.push_front("/p/map".to_owned());
    let (mut seen, mut kinds, mut found) = (BTreeSet::new(), BTreeMap::<String, usize>::new(), Vec::new());
    while let Some(address) = next.pop_front() {
        let kind = address.split(['?', '=']).next().unwrap().rsplit_once('/').unwrap().0.to_owned();
        let many = kinds.entry(kind).or_default();
        // The pack is made to be printed, and the umpire's to give out; its words are tested where it is made.
        if address.contains("/pack") || *many >= OF_A_KIND || !seen.insert(address.clone()) {
            continue;
        }
        *many += 1;
        let came = board.get(key, &address);
        assert!([200, 404].contains(&came.status), "{address}: {}", came.status);
        found.extend(commands(&read(&came.body), words).into_iter().map(|of| format!("{address}: {of}")));
        let links = came.body.split("href=\"/p/").skip(1).filter_map(|rest| rest.split('"').next());
        next.extend(links.map(|link| format!("/p/{}", link.replace("&amp;", "&"))));
    }
    (seen.len(), found)
}

/// The words of every command of two words or more; those of one are words of everyday speech as well.
fn words() -> BTreeSet<String> {
    let manual = cli::manual();
    let pages = manual.lines().filter_map(|line| line.strip_prefix("## `railhead ")?.strip_suffix('`'));
    pages.filter(|words| words.contains(' ')).map(str::to_owned).collect()
}

#[test]
fn what_is_a_command_is_found() {
    let of = |text: &str| commands(&read(text), &words()).len();
    for named in [
        "<main><p>say it with <code>battle decline 0906</code>",
        "<main><p>a battle of `railhead`: railhead battle new 0906",
        "<main><p>`bound march` carries them out",
        "<main><svg title=\"give --reason\">",
    ] {
        assert_eq!(of(named), 1, "{named}");
    }
    for plain in ["<header>railhead new</header><main><p>the battle list -- that of AX -- is long", "<main>the `order`"]
    {
        assert_eq!(of(plain), 0, "{plain}");
    }
}

#[test]
fn no_page_that_a_player_can_reach_names_a_command() {
    let field = Field::of(&at_bounds("uranus-1942")[13]);
    let contacts = field.json("contact");
    let held = contacts.as_array().unwrap().iter().flat_map(|contact| contact["parties"].as_array().unwrap());
    let squares: BTreeSet<&str> = held.filter_map(|party| party["square"].as_str()).collect();
    let drawn = squares.iter().filter(|square| {
        ["SU", "AX"].iter().any(|side| field.run(&format!("battle new {square} --attacker {side}")).code == 0)
    });
    assert!(drawn.take(3).count() > 0);
    let board = Board::open(field.dir.path());
    let umpire = board.umpire();
    let words = words();
    let (mut pages, mut found) = (0, Vec::new());
    for (side, own, other) in [("SU", "su.swf.5ta.26tk", "ax.a6.xiv.16pz"), ("AX", "ax.a6.xiv.16pz", "su.swf.5ta.26tk")]
    {
        for commander in ["", own] {
            let key = board.player(&umpire, "Player", side, commander);
            // What leads nowhere, and what he is refused.
            let wrong =
                ["/p/unit/26", "/p/unit/xyzzy", "/p/square/9999", "/p/square/xyzzy", "/p/battle/x", "/p/search?q=26"];
            let also = [&wrong[..], &["/p/map?sel=26", "/p/map?sel=061055", "/p/map?on=critical,forecast"]].concat();
            let (count, named) = crawled(&board, &key, &words, &also);
            pages += count;
            found.extend(named.into_iter().map(|of| format!("{side} {commander} {of}")));
            for (unit, way, action) in [
                (other, "061055", "move"),
                (own, "", "move"),
                (own, "999999", "move"),
                (own, "Nowhere", "move"),
                (own, "061055", "fly"),
                ("26", "061055", "move"),
                ("", "061055", "move"),
                (own, "", "reorganise"),
                (own, "", "dig-in"),
            ] {
                let form = [("unit", unit), ("way", way), ("action", action), ("rate", "contact")];
                let came = board.fill(&key, "/p/orders", "/p/proposal", &form);
                let named = commands(&read(&came.body), &words);
                found.extend(
                    named.into_iter().map(|of| format!("{side} {commander} order {unit} {way} {action}: {of}")),
                );
            }
        }
    }
    assert!(pages > 100, "{pages}");
    assert!(found.is_empty(), "{pages} pages: {}", found.join("\n"));
}
