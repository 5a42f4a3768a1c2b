//! The map under the hand, and forms that find what is typed: in a real browser.

use super::browsed::Evening;

/// Whatever is wider than the window lies in a box that can be pushed within it: nothing is out of reach.
const REACHABLE: &str = "(() => {
    const width = document.documentElement.clientWidth;
    const scrolls = of => /auto|scroll/.test(getComputedStyle(of).overflowX) && of.getBoundingClientRect().right <= width + 1;
    const within = of => { for (let at = of.parentElement; at; at = at.parentElement) if (at.matches('.field, .unseen') || scrolls(at)) return true; return false; };
    return [...document.querySelectorAll('main *')].filter(of => {
        const box = of.getBoundingClientRect();
        return box.width && box.height && (box.right > width + 1 || box.left < -1) && !within(of);
    }).slice(0, 3).map(of => of.outerHTML.slice(0, 120));
})()";

#[test]
fn a_square_that_is_tapped_opens_beside_the_map_as_a_formation_does() {
    let Some(mut evening) = Evening::begin(&[]) else { return };
    let erich = evening.player("Erich", "AX");
    let umpire = evening.umpire.clone();
    for (window, page) in [(&umpire, "/"), (&erich, "/p/map")] {
        evening.see(window, &format!("{page}?off=marches"));
        let browser = &mut evening.browser;
        browser.wait(window, "document.querySelector('#map .unit')");
        // The last square of the map, wherever it is seen: nobody stands in a corner.
        let corner = "(() => {
            const map = document.querySelector('#map'), svg = map.querySelector('svg'), of = name => Number(map.dataset[name]);
            const at = new DOMPoint(of('x') + of('square') * (of('columns') - of('col') - 0.5), of('y') + of('square') * (of('rows') - of('row') - 0.5)).matrixTransform(svg.getScreenCTM());
            return [at.x, at.y];
        })()";
        browser.value(window, "document.querySelector('[data-zoom=fit]').click()");
        let at = browser.value(window, corner);
        browser.value(window, "window.was = true");
        browser.tap(window, (at[0].as_f64().unwrap(), at[1].as_f64().unwrap()));
        browser.wait(window, "!window.was && document.querySelector('.card')");
        let address = browser.value(window, "location.pathname + location.search");
        let address = address.as_str().unwrap();
        assert!(address.starts_with(&format!("{page}?sel=")) && address.ends_with("&off=marches"), "{address}");
        let text = browser.value(window, "document.querySelector('.card').innerText");
        let text = text.as_str().unwrap();
        assert!(text.contains("Square 1411") && text.contains("ground") && text.contains("nobody"), "{text}");
        // It is marked on the map, which is still there, and the card goes away again.
        browser.wait(window, "document.querySelector('#map .chosen')");
        assert_eq!(browser.value(window, REACHABLE), serde_json::json!([]));
        browser.follow(window, ".card .close");
        assert_eq!(browser.value(window, "document.querySelector('.card')"), serde_json::Value::Null);
        assert_eq!(browser.complaints(window), [""; 0]);
    }
    // From the page of a formation that has no symbol of its own to where it stands.
    evening.go("/unit/ax.pz.r1.b1");
    evening.browser.follow(&umpire, "a[href='/?sel=ax.pz.r1.b1']");
    evening.browser.wait(&umpire, "document.querySelector('#map .chosen') && document.querySelector('.card')");
}

/// By keys alone: whoever goes through the symbols sees which one he is at, wherever the map was moved, and reads on in its card.
#[test]
fn a_symbol_that_is_reached_by_keys_is_seen_and_its_card_is_read_on() {
    let Some(mut evening) = Evening::begin(&[]) else { return };
    evening.go("/");
    let (browser, umpire) = (&mut evening.browser, evening.umpire.clone());
    // Far from all symbols, in the south-east.
    browser.value(&umpire, "for (let n = 0; n < 3; n++) document.querySelector('[data-zoom=in]').click()");
    browser.value(&umpire, "document.querySelector('#map').focus()");
    for key in ["ArrowDown", "ArrowDown", "ArrowDown", "ArrowRight", "ArrowRight", "ArrowRight"] {
        browser.press(&umpire, key);
    }
    let is_seen = "(() => {
        const box = document.activeElement.getBoundingClientRect(), map = document.querySelector('#map').getBoundingClientRect();
        return box.left >= map.left && box.right <= map.right && box.top >= map.top && box.bottom <= map.bottom;
    })()";
    let first = "[...document.querySelectorAll('#map .unit')].find(of => of.getClientRects().length)";
    let is_out =
        format!("{first}.getBoundingClientRect().bottom < document.querySelector('#map').getBoundingClientRect().top");
    assert_eq!(browser.value(&umpire, &is_out), true);
    browser.value(&umpire, &format!("{first}.focus({{ preventScroll: true, focusVisible: true }})"));
    browser.wait(&umpire, is_seen);
    let style = "getComputedStyle(document.activeElement).outlineStyle";
    assert_eq!(browser.value(&umpire, style), "solid");
    browser.press(&umpire, "Enter");
    browser.wait(&umpire, "document.activeElement.matches('.card')");
    assert_eq!(browser.complaints(&umpire), [""; 0]);
}

#[test]
fn a_field_finds_what_is_typed_and_takes_its_word() {
    let Some(mut evening) = Evening::begin(&[]) else { return };
    evening.go("/do/dig-in");
    let (browser, umpire) = (&mut evening.browser, evening.umpire.clone());
    assert!(browser.text(&umpire).contains("The unit"), "a field says what it wants");
    browser.fill(&umpire, "input[name=unit]", "40th pan");
    browser.wait(&umpire, "document.querySelector('#found [role=option] a')");
    browser.press(&umpire, "ArrowDown");
    browser.press(&umpire, "Enter");
    assert_eq!(browser.value(&umpire, "document.querySelector('input[name=unit]').value"), "ax.pz");
    assert_eq!(browser.value(&umpire, "location.pathname"), "/do/dig-in");
    // What is no unit is not offered for one.
    browser.fill(&umpire, "input[name=unit]", "brod");
    browser.wait(&umpire, "document.querySelector('#found .none')");
    browser.press(&umpire, "Escape");
    browser.fill(&umpire, "input[name=unit]", "ax.pz");
    browser.wait(&umpire, "document.querySelector('#found [role=option] a')");
    browser.press(&umpire, "Escape");
    browser.wait(&umpire, "!document.querySelector('#found')");
    browser.follow(&umpire, "button[value=preview]");
    assert!(browser.text(&umpire).contains("Preview: nothing is written."));
    assert_eq!(evening.browser.complaints(&umpire), [""; 0]);
}

#[test]
fn a_field_takes_what_is_pointed_at_on_the_map() {
    let Some(mut evening) = Evening::begin(&[]) else { return };
    evening.go("/do/ground-set");
    let (browser, umpire) = (&mut evening.browser, evening.umpire.clone());
    let typed = "document.querySelector('input[name=side]').value";
    browser.fill(&umpire, "input[name=side]", "SU");
    for (number, place) in [(1, 3), (2, 4)] {
        browser.follow(&umpire, "button.point");
        browser.wait(&umpire, "document.querySelector('.picking') && document.querySelector('#map .unit')");
        let told = browser.value(&umpire, "document.querySelector('.picking').innerText");
        assert!(told.as_str().unwrap().contains("point at a square"), "{told}");
        // A square in a corner, where nobody stands.
        let middle = format!(
            "(() => {{
                const map = document.querySelector('#map'), of = name => Number(map.dataset[name]), along = of('square') * ({place} - of('col') + 0.5);
                document.querySelector('[data-zoom=fit]').click();
                const at = new DOMPoint(of('x') + along, of('y') + of('square') * 0.5).matrixTransform(map.querySelector('svg').getScreenCTM());
                return [at.x, at.y];
            }})()"
        );
        let at = browser.value(&umpire, &middle);
        browser.value(&umpire, "window.was = true");
        browser.tap(&umpire, (at[0].as_f64().unwrap(), at[1].as_f64().unwrap()));
        browser.wait(&umpire, "!window.was && document.querySelector('textarea[name=square]')");
        let lines = browser.value(&umpire, "document.querySelector('textarea[name=square]').value.split('\\n').length");
        assert_eq!(lines, number, "several are a line each");
        assert_eq!(browser.value(&umpire, typed), "SU", "what was filled in is there still");
    }
    // A unit by the key of its symbol; whoever thinks better of it has his form again.
    evening.go("/do/dig-in");
    let browser = &mut evening.browser;
    browser.follow(&umpire, "button.point");
    browser.wait(&umpire, "document.querySelector('.picking') && document.querySelector('#map .unit')");
    browser.follow(&umpire, ".picking a");
    browser.wait(&umpire, "document.querySelector('input[name=unit]').value === ''");
    browser.follow(&umpire, "button.point");
    browser.wait(&umpire, "document.querySelector('.picking') && document.querySelector('#map .unit')");
    let unit = browser.value(&umpire, "document.querySelector('#map .unit').dataset.unit.split(' ')[0]");
    browser.value(&umpire, "window.was = true; document.querySelector('#map .unit').focus()");
    browser.press(&umpire, "Enter");
    browser.wait(&umpire, "!window.was && document.querySelector('input[name=unit]')");
    assert_eq!(browser.value(&umpire, "document.querySelector('input[name=unit]').value"), unit);
    // The map alone chooses as ever.
    evening.go("/");
    assert_eq!(evening.browser.value(&umpire, "document.querySelector('.picking')"), serde_json::Value::Null);
    assert_eq!(evening.browser.complaints(&umpire), [""; 0]);
}

#[test]
fn nothing_on_a_phone_is_out_of_reach_and_a_date_stands_in_one_line() {
    let Some(mut evening) = Evening::begin(&[
        "battle new 0906 --attacker AX",
        "battle resolve 1am-0906 --seed 1 --post",
        "bound close",
        "battle new 0905 --attacker AX",
    ]) else {
        return;
    };
    let phone = evening.player("Erich", "AX");
    let umpire = evening.umpire.clone();
    let narrow = (360, 740);
    evening.browser.size(&umpire, narrow);
    evening.browser.size(&phone, narrow);
    let pages = [
        "/",
        "/?sel=ax.pz",
        "/?on=critical,forecast",
        "/sheet",
        "/stocks",
        "/orders",
        "/contacts",
        "/battles",
        "/orbat",
        "/plan",
        "/log",
        "/op/3",
        "/review",
        "/grades",
        "/report",
        "/stats",
        "/diary",
        "/do",
        "/do/unit-set",
        "/do/bound-close",
        "/join",
        "/draw/0905",
        "/battle/1pm-0905",
        "/battle/1pm-0905/fight",
        "/battle/1pm-0905/result",
        "/battle/1am-0906",
        "/unit/ax.pz",
        "/square/0905",
        "/history/ax.pz",
    ];
    let own =
        ["map", "map?sel=ax.pz", "units", "sheet", "stocks", "report", "enemy", "battle", "battles", "orders", "post"];
    let own = own.map(|page| format!("/p/{page}"));
    let all = pages.iter().map(|page| (&umpire, *page)).chain(own.iter().map(|page| (&phone, page.as_str())));
    let mut found = Vec::new();
    for (window, page) in all {
        evening.see(window, page);
        let out = evening.browser.value(window, REACHABLE);
        found.extend(out.as_array().unwrap().iter().map(|of| format!("{page}: {of}")));
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
    // On a player's pages no table has to be pushed aside.
    let pushed = "[...document.querySelectorAll('main .wide')].filter(of => of.scrollWidth > of.clientWidth + 1).map(of => of.innerText.slice(0, 80))";
    evening.browser.size(&phone, (390, 844));
    for page in &own {
        evening.see(&phone, page);
        assert_eq!(evening.browser.value(&phone, pushed), serde_json::json!([]), "{page}");
    }
    evening.go("/log");
    let lines =
        "[...document.querySelectorAll('td.n')].every(of => of.textContent.includes('\\n') || of.clientHeight < 30)";
    assert_eq!(evening.browser.value(&umpire, "document.querySelectorAll('td.n').length > 4"), true);
    assert_eq!(evening.browser.value(&umpire, lines), true);
}
