//! What is chosen on the map: the line of supply of a formation over it, the cards of things, an order foreseen while it is
//! pointed out, the map by night.

use std::collections::BTreeSet;

use super::Board;
use super::browsed::Evening;
use crate::cli::field::Field;
use crate::supply::states::at_bounds;

/// Uranus on the fifth day, when the Sixth Army is cut off at Ilyevka.
fn cut_off() -> (Field, Board, String) {
    let field = Field::of(&at_bounds("uranus-1942")[13]);
    let board = Board::open(field.dir.path());
    let umpire = board.umpire();
    (field, board, umpire)
}

#[test]
fn the_line_of_who_is_chosen_lies_over_the_map_with_what_mends_it() {
    let (_field, board, umpire) = cut_off();
    let came = board.get(&umpire, "/?sel=ax.a6.xiv.16pz").body;
    for wanted in
        ["<g class=\"over line\">", "<g class=\"leg fails\">", "<g class=\"hop holds\">", "<g class=\"hop fails\">"]
    {
        assert!(came.contains(wanted), "{wanted}");
    }
    assert_eq!(came.matches("<g class=\"cross\">").count(), 1, "it fails in one square");
    assert!(came.contains("What fails or falls short, and what mends it"));
    let mend = "/line?q=ground+set+061055+--side+AX+--override+taken";
    assert!(came.contains(mend));
    assert!(board.get(&umpire, mend).body.contains("Preview: nothing is written."));
    // Of who is supplied nothing fails, and the railway behind is drawn.
    let came = board.get(&umpire, "/?sel=su.swf.5ta.26tk").body;
    assert!(came.contains("<g class=\"leg holds\">") && came.contains("<g class=\"rail holds\">"));
    assert!(!came.contains("<g class=\"leg fails\">") && !came.contains("What fails or falls short"));
    // In the past nothing is mended; where nobody is chosen nothing is drawn.
    let past = board.get(&umpire, "/?sel=ax.a6.xiv.16pz&at=5pm").body;
    assert!(past.contains("What fails or falls short") && !past.contains("/line?q="), "{past}");
    assert!(!board.get(&umpire, "/").body.contains("over line"));
}

#[test]
fn each_mend_of_the_sheet_that_has_a_command_has_a_button_with_its_preview() {
    let (field, board, umpire) = cut_off();
    let mend = "/line?q=ground+set+061055+--side+AX+--override+taken";
    let command = "ground set 061055 --side AX --override taken";
    let named = "aria-label=\"Take it: 061055 Ilyevka\"";
    let button = format!("<a class=\"button\" href=\"{mend}\" title=\"{command}\" {named}>Take it</a>");
    let sheet = board.get(&umpire, "/sheet").body;
    assert!(sheet.contains(&button) && !sheet.contains("railhead ground set 061055"), "{sheet}");
    // It opens the form of the command, filled in, with whom it brings into supply.
    let shown = board.get(&umpire, mend);
    for wanted in [
        "action=\"/do/ground-set\"",
        "Preview: nothing is written.",
        "formations come into LOG",
        "formations come into POL",
    ] {
        assert!(shown.body.contains(wanted), "{wanted}: {}", shown.body);
    }
    assert_eq!((shown.field("side").as_str(), shown.field("overridden").as_str()), ("AX", "taken"));
    // Of the past nothing is mended, and a player is told no command.
    let past = board.get(&umpire, "/sheet?at=5pm").body;
    assert!(!past.contains(&button) && past.contains("061055"), "{past}");
    let own = board.player(&umpire, "Friedrich", "AX", "");
    let his = board.get(&own, "/p/sheet").body;
    assert!(his.contains("061055") && !his.contains("class=\"button\" href=\"/line") && !his.contains("/do/"), "{his}");
    let form = [("square", "061055"), ("side", "AX"), ("overridden", "taken"), ("mode", "do")];
    let done = board.fill(&umpire, mend, "/do/ground-set", &form);
    assert!(done.status == 200 && done.body.contains("Done."), "{}", done.body);
    assert!(!board.get(&umpire, "/sheet").body.contains(&button));
    assert!(field.done("ground show 061055").contains("Axis"));
}

/// The links of a class within what a page answers, each with all it has.
fn links<'p>(page: &'p str, class: &str) -> Vec<&'p str> {
    let answer = page.split("data-part=\"answer\"").nth(1).unwrap_or_default();
    let begins = format!("<a class=\"{class}\" ");
    answer.split(&begins).skip(1).filter_map(|link| link.split('>').next()).collect()
}

#[test]
fn each_row_leads_to_its_place_on_the_map() {
    let (_field, board, umpire) = cut_off();
    let sheet = board.get(&umpire, "/sheet").body;
    let rows = sheet.matches("<td class=\"r n\" data-name=\"no.\">").count();
    assert!(rows > 2, "{sheet}");
    assert_eq!(links(&sheet, "map").len(), rows, "a cause without a place");
    let ilyevka = "href=\"/?sel=061055\" aria-label=\"Map: 061055\"";
    assert_eq!(links(&sheet, "map")[0], ilyevka);
    // As it was, there is the map of then; a player has his own.
    let past = board.get(&umpire, "/sheet?at=5pm").body;
    assert!(links(&past, "map").contains(&"href=\"/?sel=061055&amp;at=5pm\" aria-label=\"Map: 061055\""), "{past}");
    let own = board.player(&umpire, "Friedrich", "AX", "");
    let his = board.get(&own, "/p/sheet").body;
    assert!(links(&his, "map").contains(&"href=\"/p/map?sel=061055\" aria-label=\"Map: 061055\""), "{his}");
    let mut looked_at = BTreeSet::new();
    for (key, page) in [(&umpire, "/review"), (&umpire, "/contacts"), (&umpire, "/sheet"), (&own, "/p/sheet")] {
        let came = board.get(key, page).body;
        let leads = links(&came, "map");
        assert!(!leads.is_empty(), "{page}: {came}");
        for link in leads {
            let address = link.split('"').nth(1).unwrap();
            // Many rows lead to one place, whose page takes its time.
            if !looked_at.insert(address.to_owned()) {
                continue;
            }
            let map = board.get(key, address);
            assert!(map.status == 200 && map.body.contains("data-chosen"), "{page}: {link}");
            assert!(map.body.contains("aria-label=\"what is chosen\""), "{page}: {link}");
        }
    }
}

#[test]
fn buttons_that_say_the_same_are_told_apart_by_who_hears_them() {
    let (_field, board, umpire) = cut_off();
    let review = board.get(&umpire, "/review").body;
    let buttons = links(&review, "button");
    let mut names: Vec<&str> = buttons.iter().filter_map(|of| of.split("aria-label=\"").nth(1)).collect();
    assert!(names.len() > 2 && names.len() == buttons.len(), "{buttons:?}");
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), buttons.len(), "{buttons:?}");
    assert!(names.iter().any(|name| name.starts_with("Look: Axis: ")), "{names:?}");
}

#[test]
fn a_player_sees_the_line_of_his_own_and_no_command() {
    let (_field, board, umpire) = cut_off();
    let own = board.player(&umpire, "Friedrich", "AX", "");
    let came = board.get(&own, "/p/map?sel=ax.a6.xiv.16pz").body;
    assert!(came.contains("<g class=\"leg fails\">") && came.contains("What fails or falls short"));
    assert!(!came.contains("/line?q=") && !came.contains("railhead ground"), "{came}");
    let other = board.player(&umpire, "Vasily", "SU", "");
    assert!(!board.get(&other, "/p/map?sel=ax.a6.xiv.16pz").body.contains("over line"));
    // Whoever commands a corps sees the line of his division, and of no other.
    let corps = board.player(&umpire, "Hube", "AX", "ax.a6.xiv");
    assert!(board.get(&corps, "/p/map?sel=ax.a6.xiv.16pz").body.contains("over line"));
    assert!(!board.get(&corps, "/p/map?sel=ax.a6.li.94id").body.contains("over line"));
}

#[test]
fn things_of_the_map_have_cards_with_the_forms_that_touch_them() {
    let (_field, board, umpire) = cut_off();
    let card = |key: &str, page: &str| {
        let came = board.get(key, page).body;
        let (_, rest) = came.split_once("<section class=\"card\"").unwrap_or_else(|| panic!("{page}: no card"));
        rest.split("</section>").next().unwrap().to_owned()
    };
    let told = |key: &str, page: &str, wanted: &[&str]| {
        let card = card(key, page);
        for wanted in wanted {
            assert!(card.contains(wanted), "{page}: {wanted}: {card}");
        }
    };
    let dump = ["6th Army main dump", "German Sixth Army", "050061", "/do/dump-close?dump=ax.d.6a", "/square/050061"];
    told(&umpire, "/?sel=dump:ax.d.6a", &dump);
    told(
        &umpire,
        "/?sel=railhead:aksai",
        &["Aksai", "Salsk-Stalingrad line", "LOG, 2 POL a day", "/do/rail-priority?what=aksai"],
    );
    told(
        &umpire,
        "/?sel=crossing:akimovsky",
        &["bridge over Don", "061045", "open", "/do/crossing-destroy?crossing=akimovsky"],
    );
    told(
        &umpire,
        "/?sel=railway:Salsk-Stalingrad+line",
        &["gauge", " mm", "Aksai", "/do/rail-cut?line=Salsk-Stalingrad+line"],
    );
    // The forms are there, with what they were given.
    for form in ["dump-close?dump=ax.d.6a", "rail-priority?what=aksai", "crossing-destroy?crossing=akimovsky"] {
        let (_, given) = form.split_once('=').unwrap();
        assert!(board.get(&umpire, &format!("/do/{form}")).body.contains(&format!("value=\"{given}\"")), "{form}");
    }
    // A square with several lists each.
    let several = ["sel=dump%3Aax.d.6a", "sel=railhead%3Achir-station", "sel=railway%3A"];
    told(&umpire, "/?sel=050061", &several);
    assert!(!card(&umpire, "/?sel=dump:ax.d.6a&at=5pm").contains("/do/"), "of the past nothing is done");
    // A player's are his own, and do nothing.
    let own = board.player(&umpire, "Friedrich", "AX", "");
    told(&umpire, "/?sel=crossing:akimovsky", &["used by XI Corps"]);
    let noted = card(&own, "/p/map?sel=crossing:akimovsky");
    assert!(noted.contains("bridge over Don") && !noted.contains("XI Corps"), "notes are the umpire's: {noted}");
    told(&own, "/p/map?sel=dump:ax.d.6a", &["6th Army main dump", "/p/square/050061"]);
    assert!(!card(&own, "/p/map?sel=dump:ax.d.6a").contains("/do/"));
    let other = board.player(&umpire, "Vasily", "SU", "");
    let came = [("dump:ax.d.6a", "ax.d.6a"), ("dump:no.such", "no.such")]
        .map(|(sel, id)| card(&other, &format!("/p/map?sel={sel}")).replace(id, "X"));
    assert_eq!(came[0], came[1], "what he does not know is as what there is not");
    assert!(!card(&other, "/p/map?sel=050061").contains("dump%3A"));
}

#[test]
fn an_order_is_foreseen_after_each_way_point_and_nothing_is_written() {
    let Some(mut evening) = Evening::begin(&[]) else { return };
    let umpire = evening.umpire.clone();
    let before = evening.field.json("op log");
    evening.go("/order/ax.pz");
    let browser = &mut evening.browser;
    browser.value(&umpire, "window.asked = 0; const fetched = window.fetch; window.fetch = (...of) => { window.asked += 1; return fetched(...of); }");
    browser.click(&umpire, "#map");
    browser.wait(&umpire, "document.querySelector('#foreseen .outcome.preview')");
    let first = browser.value(&umpire, "document.querySelector('#foreseen').innerText");
    assert!(first.as_str().unwrap().contains("nothing is written"), "{first}");
    // Points in quick succession are one question.
    let typed = "document.querySelector('input[name=way]')";
    let point =
        |way: &str| format!("{typed}.value = '{way}'; {typed}.dispatchEvent(new Event('input', {{ bubbles: true }}))");
    browser.value(&umpire, "window.asked = 0");
    for way in ["0706", "0706 0806", "0706 0806 0906"] {
        browser.value(&umpire, &point(way));
    }
    browser.wait(&umpire, "document.querySelector('#foreseen').innerText.includes('move 0706 0806 0906')");
    assert_eq!(browser.value(&umpire, "window.asked"), 1);
    // It is drawn along the squares of the march, and each of its pieces can be taken hold of there.
    let course = "document.querySelector('[data-course]').dataset.course.split(' ')";
    let drawn = "document.querySelector('polyline.way').getAttribute('points').split(' ')";
    browser.wait(&umpire, &format!("new Set({drawn}).size === {course}.length"));
    assert_eq!(browser.value(&umpire, "document.querySelectorAll('.grip.between').length"), 3);
    // Without a way there is nothing to foresee.
    browser.value(&umpire, &point(""));
    browser.wait(&umpire, "!document.querySelector('#foreseen').innerText");
    assert_eq!(browser.complaints(&umpire), [""; 0]);
    assert_eq!(evening.field.json("op log"), before);
}

#[test]
fn a_look_at_an_order_writes_nothing_whatever_is_asked_for() {
    let field = Field::playing("first-bound");
    let board = Board::open(field.dir.path());
    let umpire = board.umpire();
    let form = [("action", "move"), ("way", "0906"), ("mode", "look")];
    let came = board.post(&umpire, "/order/ax.pz", &form);
    assert_eq!(came.status, 200, "{}", came.body);
    assert!(
        came.body.starts_with("<section class=\"outcome preview\">") && came.body.contains("nothing is written"),
        "{}",
        came.body
    );
    // The squares by which it would go, step by step from where its headquarters stands.
    let course = |body: &str| -> Vec<(i32, i32)> {
        let (_, said) = body.split_once("data-course=\"").unwrap();
        let words = said.split('"').next().unwrap().split(' ').filter(|word| !word.is_empty());
        words.map(|word| (word[..2].parse().unwrap(), word[2..].parse().unwrap())).collect()
    };
    let way = course(&came.body);
    let hq = field.json("unit show ax.pz.hq")["square"].as_str().unwrap().to_owned();
    assert_eq!(way.first().map(|(col, row)| format!("{col:02}{row:02}")), Some(hq));
    assert_eq!(way.last(), Some(&(9, 6)));
    assert!(way.windows(2).all(|step| (step[0].0 - step[1].0).abs() + (step[0].1 - step[1].1).abs() == 1), "{way:?}");
    let digs = [("action", "dig-in"), ("way", "0906"), ("mode", "look")];
    assert_eq!(course(&board.post(&umpire, "/order/ax.pz", &digs).body), []);
    assert_eq!(field.json("order list").as_array().unwrap().len(), 0);
}

#[test]
fn a_crossing_that_is_tapped_opens_its_card_and_the_map_is_dark_by_night() {
    let Some(mut evening) = Evening::begin(&[]) else { return };
    let umpire = evening.umpire.clone();
    evening.go("/");
    let browser = &mut evening.browser;
    browser.wait(&umpire, "document.querySelector('#map .unit')");
    let seen = "[...document.querySelectorAll('[data-thing]')].map(of => { const box = of.getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2, of]; })
        .filter(([x, y, of]) => document.elementFromPoint(x, y) === of).map(([x, y, of]) => [x, y, of.dataset.thing])[0]";
    let at = browser.value(&umpire, seen);
    browser.value(&umpire, "window.was = true");
    browser.tap(&umpire, (at[0].as_f64().unwrap(), at[1].as_f64().unwrap()));
    browser.wait(&umpire, "!window.was && document.querySelector('.card')");
    assert_eq!(browser.value(&umpire, "new URL(location).searchParams.get('sel')"), at[2]);
    let ground = "getComputedStyle(document.querySelector('#map #ground rect')).fill";
    browser.in_dark(&umpire, false);
    assert_eq!(browser.value(&umpire, ground), "rgb(239, 233, 220)");
    browser.in_dark(&umpire, true);
    assert_eq!(browser.value(&umpire, ground), "rgb(37, 35, 29)", "the land of the design by night");
    assert_eq!(browser.complaints(&umpire), [""; 0]);
}

#[test]
fn from_near_each_battalion_has_its_symbol_also_one_that_stands_under_an_army() {
    let (_field, board, umpire) = cut_off();
    let near = board.get(&umpire, "/near/082049").body;
    assert!(near.starts_with("<svg class=\"near\"") && near.contains("data-columns=\"16\" data-rows=\"15\""), "{near}");
    for battalion in ["ax.a6.u1-1", "ax.a6.xiv.16pz."] {
        assert!(near.contains(battalion), "{battalion}");
    }
    // The most crowded part of the map there is; packed it is a fifteenth of that.
    assert!(near.len() < 400_000, "{} bytes", near.len());
    assert!(!board.get(&umpire, "/").body.contains("ax.a6.u1-1"), "not from afar");
    let troops = board.get(&umpire, "/?on=hq").body;
    let has_army = |page: &str| page.split("data-unit=\"").skip(1).any(|unit| unit.split('"').next() == Some("ax.a6"));
    assert!(has_army(&troops) && !has_army(&board.get(&umpire, "/").body));
    // A player's own, and of the others what he has sighted.
    let other = board.player(&umpire, "Vasily", "SU", "");
    let near = board.get(&other, "/p/near/082049").body;
    assert!(near.contains("class=\"unit\"") && !near.contains("ax.a6.u1-1"), "{near}");
}

#[test]
fn battalions_take_the_place_of_the_others_where_the_map_is_seen_from_near() {
    let Some(mut evening) = Evening::begin(&[]) else { return };
    let umpire = evening.umpire.clone();
    evening.go("/");
    let browser = &mut evening.browser;
    browser.wait(&umpire, "document.querySelector('#map .unit')");
    assert_eq!(browser.value(&umpire, "document.querySelector('#map .near')"), serde_json::Value::Null);
    for _ in 0..2 {
        browser.click(&umpire, "[data-zoom=in]");
    }
    browser.wait(&umpire, "document.querySelector('#map .near .unit[role=link]')");
    assert_eq!(browser.value(&umpire, "getComputedStyle(document.querySelector('#units')).display"), "none");
    // Each stands in its own square, and is chosen by the key like any other.
    let unit = "document.querySelector('#map .near .unit')";
    let away = browser.value(
        &umpire,
        &format!(
            "(() => {{ const of = {unit}, map = document.querySelector('#map'), at = of.dataset.square, digits = Number(map.dataset.digits), side = Number(map.dataset.square);
            const x = Number(map.dataset.x) + (Number(at.slice(0, digits)) + 0.5) * side, y = Number(map.dataset.y) + (Number(at.slice(digits)) + 0.5) * side;
            const middle = new DOMPoint(x, y).matrixTransform(map.querySelector('svg').getScreenCTM()), box = of.querySelector('path').getBoundingClientRect();
            return Math.max(Math.abs(box.x + box.width / 2 - middle.x), Math.abs(box.y + box.height / 2 - middle.y)) / (side * map.querySelector('svg').getScreenCTM().a); }})()"
        ),
    );
    assert!(away.as_f64().unwrap() < 0.5, "{away} squares away from its own");
    let id = browser.value(&umpire, &format!("{unit}.dataset.unit.split(' ')[0]"));
    browser.value(&umpire, &format!("window.was = true; {unit}.focus()"));
    browser.press(&umpire, "Enter");
    browser.wait(&umpire, "!window.was && document.querySelector('.card')");
    assert_eq!(browser.value(&umpire, "new URL(location).searchParams.get('sel')"), id);
    browser.click(&umpire, "[data-zoom=fit]");
    browser.wait(&umpire, "!document.querySelector('#map .near')");
    assert_eq!(browser.complaints(&umpire), [""; 0]);
}
