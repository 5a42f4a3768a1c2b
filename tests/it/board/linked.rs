//! Whatever a page names leads to its page: formations, squares and places, in tables and in sentences.

use std::collections::BTreeMap;

use super::Board;
use crate::cli::field::Field;

/// A page from its main part on, without these elements and what stands in them.
fn without(page: &str, names: &[&str]) -> String {
    let mut text = page.split_once("<main").expect("a page").1.to_owned();
    for name in names {
        let mut kept = String::new();
        for (number, piece) in text.split(&format!("<{name}")).enumerate() {
            let is_it = number > 0 && piece.starts_with([' ', '>']);
            match piece.split_once(&format!("</{name}>")) {
                Some((_, rest)) if is_it => kept.push_str(rest),
                _ if number == 0 => kept.push_str(piece),
                _ => kept.extend(["<", name, piece]),
            }
        }
        text = kept;
    }
    text
}

/// The names that one formation alone has, of several words: what is called `HQ` may be any of many.
fn names(field: &Field) -> Vec<String> {
    let mut count: BTreeMap<String, usize> = BTreeMap::new();
    let found = field.json("orbat --bases");
    let mut next = vec![&found];
    while let Some(value) = next.pop() {
        match value {
            serde_json::Value::Array(all) => next.extend(all),
            serde_json::Value::Object(fields) => {
                if let (Some(name), true) =
                    (fields.get("name").and_then(|name| name.as_str()), fields.contains_key("id"))
                {
                    *count.entry(name.to_owned()).or_default() += 1;
                }
                next.extend(fields.values());
            }
            _ => {}
        }
    }
    count.into_iter().filter(|(name, of)| *of == 1 && name.contains(' ')).map(|(name, _)| name).collect()
}

/// What is no sentence: headings of the page itself, what is chosen from, commands.
const NOT_READ: [&str; 7] = ["a", "h1", "h2", "code", "option", "label", "title"];

#[test]
fn whatever_a_page_names_is_a_link() {
    let field = Field::empty();
    for line in [
        "new first-bound",
        "order su.td move Dubrava",
        "order ax.pz dig-in",
        "battle new 0906 --attacker AX",
        "battle resolve 1am-0906 --seed 1 --post",
        "bound close",
        "battle new 0905 --attacker AX",
    ] {
        field.done(line);
    }
    let names = names(&field);
    assert!(names.len() > 15 && names.iter().any(|name| name == "40th Panzer Division"), "{names:?}");
    let board = Board::open(field.dir.path());
    let umpire = board.umpire();
    let erich = board.player(&umpire, "Erich", "AX", "");
    let pages = [
        "/sheet",
        "/critical",
        "/forecast",
        "/stocks",
        "/orders",
        "/contacts",
        "/battles",
        "/battle/1am-0906",
        "/review",
        "/grades",
        "/orbat",
        "/report",
        "/diary",
        "/status",
        "/unit/ax.pz",
        "/unit/ax.pz.r1",
        "/square/0905",
        "/history/ax.pz",
        "/log",
        "/op/3",
        "/?sel=ax.pz",
        "/?sel=0905",
        "/?on=critical,forecast",
    ];
    let own = [
        "units",
        "sheet",
        "stocks",
        "report",
        "enemy",
        "status",
        "battles",
        "unit/ax.pz",
        "square/0905",
        "map?sel=0905",
    ];
    let own = own.map(|page| format!("/p/{page}"));
    let all = pages.iter().map(|page| (&umpire, *page)).chain(own.iter().map(|page| (&erich, page.as_str())));
    let mut found = Vec::new();
    for (key, page) in all {
        let came = board.get(key, page);
        assert_eq!(came.status, 200, "{page}");
        let plain = without(&came.body, &NOT_READ);
        // On the page of a formation it is named itself, and on the map at its symbol.
        let plain = without(&format!("<main{plain}"), &["svg"]);
        for name in names.iter().filter(|name| plain.contains(name.as_str())) {
            let at = plain.find(name.as_str()).unwrap();
            let near: String = plain[..at].chars().rev().take(60).collect::<Vec<_>>().into_iter().rev().collect();
            found.push(format!("{page}: {near}{name}"));
        }
        for split in ["</a> ,", "</a>\n,", "</a> .<", "<a href=\"\""] {
            assert!(!came.body.contains(split), "{page}: {split}");
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn a_reference_and_the_place_there_are_one_link_and_a_year_is_none() {
    let field = Field::playing("first-bound");
    field.done("bound note 'In 0905 Brod burns; 40th Panzer Division saw it, in 1941.'");
    let board = Board::open(field.dir.path());
    let umpire = board.umpire();
    let page = board.get(&umpire, "/op/2").body;
    assert!(page.contains("<a href=\"/unit/ax.pz\">40th Panzer Division</a> saw it"), "{page}");
    assert!(page.contains("<a href=\"/square/0905\">0905"), "{page}");
    assert!(!page.contains(">1941</a>"), "no square of this map: {page}");
}

#[test]
fn superiors_and_sides_are_told_by_name() {
    let field = Field::playing("first-bound");
    let board = Board::open(field.dir.path());
    let umpire = board.umpire();
    let page = board.get(&umpire, "/unit/ax.pz.r1.b1").body;
    let superiors = page.split_once("<span>under</span>").expect("superiors").1.split("</tr>").next().unwrap();
    assert!(superiors.contains("<a href=\"/unit/ax.pz\">40th Panzer Division</a>"), "{superiors}");
    assert!(!superiors.contains(">ax.pz"), "{superiors}");
    let side = page.split_once("<span>side</span>").expect("a side").1.split("</tr>").next().unwrap();
    assert!(side.contains("Axis"), "{side}");
    for page in ["/orbat", "/forecast"] {
        let body = board.get(&umpire, page).body;
        assert!(!body.contains("[AX]") && !body.contains("[SU]"), "{page}: {body}");
    }
    assert!(board.get(&umpire, "/orbat").body.contains("class=\"group\">Axis<"));
    // What was done to whom, also of a change that is only shown.
    let line = board.get(&umpire, "/line?q=unit+set+ax.pz.r1.b1+sp%3D1").body;
    assert!(line.contains("Preview: nothing is written."), "{line}");
    let name = field.json("unit show ax.pz.r1.b1")["name"].as_str().unwrap().to_owned();
    let shown = line.split_once("class=\"outcome").unwrap().1;
    assert!(shown.contains(&name), "{name}: {shown}");
    field.done("unit set ax.pz.r1.b1 sp=1");
    for page in ["/op/2", "/history/ax.pz.r1.b1"] {
        let body = board.get(&umpire, page).body;
        assert!(body.split_once("data-part=\"answer\"").unwrap().1.contains(&name), "{page}: {body}");
    }
}

#[test]
fn what_leads_to_a_command_is_a_link_for_the_umpire_and_nothing_to_a_player() {
    let field = Field::playing("first-bound");
    let board = Board::open(field.dir.path());
    let umpire = board.umpire();
    let erich = board.player(&umpire, "Erich", "AX", "");
    let contacts = board.get(&umpire, "/contacts").body;
    assert!(contacts.contains("href=\"/line?q=contact+--leaves\""), "{contacts}");
    let enemy = board.get(&erich, "/p/enemy").body;
    assert!(!enemy.contains("--leaves"), "{enemy}");
    // What stands on a page of the board leads to that page and speaks of no terminal; as it was it is told without.
    let report = "<a href=\"/sheet?by=unit\">supply by formation</a> shows every formation";
    let sheet = board.get(&umpire, "/sheet").body;
    assert!(sheet.contains(report) && !sheet.contains("railhead supply status"), "{sheet}");
    field.done("bound close --anyway");
    let past = board.get(&umpire, "/sheet?at=1am").body;
    assert!(!past.contains("shows every formation") && !past.contains("railhead supply"), "{past}");
    // Refusals have what is typed as code, and no marks of it.
    let refused = board.get(&umpire, "/line?q=unit+set+nobody+sp%3D1").body;
    let refusal = refused.split_once("class=\"refusal\"").expect("a refusal").1.split("</div>").next().unwrap();
    assert!(refusal.contains("<code>nobody</code>") && !refusal.contains('`'), "{refusal}");
}
