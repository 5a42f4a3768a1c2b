//! Every page as those read it who do not see it, or see it badly: axe-core looks for what keeps them from it.
//!
//! It stands in `tests/data/axe` as it is given out (Mozilla Public License 2.0), and goes into no program.

use super::browsed::Evening;
use super::chromium::{Chromium, Window};

const AXE: &str = include_str!("../../data/axe/axe.min.js");
/// What is asked of it: the rules of WCAG 2.2 AA, and those that are good practice. Letters within a picture have a light edge,
/// of which it knows nothing.
const ASK: &str = "axe.run(document, { resultTypes: ['violations'], RULES }).then(found => found.violations.flatMap(
    rule => rule.nodes.filter(of => rule.id !== 'color-contrast' || !of.html.startsWith('<text')).slice(0, 3).map(
        of => `${rule.impact} ${rule.id} (${rule.nodes.length}): ${of.html.slice(0, 160)} ${
            [...of.any, ...of.all, ...of.none].map(why => why.message).join('; ')}`)))";
const ALL: &str = "runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']";
/// Two are about colours, and take as long as all others together.
const BUT_COLOURS: &str = "runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
    rules: { 'color-contrast': { enabled: false }, 'link-in-text-block': { enabled: false } }";
const COLOURS: &str = "runOnly: ['color-contrast', 'link-in-text-block']";
/// How a page is looked at: its size, whether in the dark, what for. Its colours go by light and dark and not by its size, and are
/// looked at once in each.
const LOOKS: [((u32, u32), bool, &str); 3] = [
    (super::browsed::LAPTOP, false, ALL),
    (super::browsed::PHONE, false, BUT_COLOURS),
    (super::browsed::PHONE, true, COLOURS),
];

/// What is wrong with a page as it stands in its window.
fn wrong(browser: &mut Chromium, window: &Window, rules: &str) -> Vec<String> {
    if browser.value(window, "!window.axe") == true {
        browser.value(window, AXE);
    }
    let found = browser.value(window, &ASK.replace("RULES", rules));
    found.as_array().unwrap().iter().map(|of| of.as_str().unwrap().to_owned()).collect()
}

/// Looks at pages in a window, wide and as narrow as a phone, in light and in dark.
fn faults(evening: &mut Evening, window: &Window, pages: &[&str]) -> Vec<String> {
    let mut faults = Vec::new();
    for page in pages {
        evening.see(window, page);
        for (size, is_dark, rules) in LOOKS {
            evening.browser.size(window, size);
            evening.browser.in_dark(window, is_dark);
            let shown = format!("{page}, {} wide{}", size.0, if is_dark { ", in the dark" } else { "" });
            faults.extend(wrong(&mut evening.browser, window, rules).into_iter().map(|of| format!("{shown}: {of}")));
        }
    }
    faults
}

const UMPIRE: [&str; 57] = [
    "/",
    "/?sel=0905",
    "/?on=hq",
    "/?sel=ax.pz&on=critical,forecast",
    "/?at=1am",
    "/sheet",
    "/critical",
    "/forecast",
    "/stocks",
    "/convoys",
    "/orders",
    "/order/ax.pz",
    "/contacts",
    "/battles",
    "/battle/1am-0906",
    "/draw/0905",
    "/battle/1pm-0905",
    "/battle/1pm-0905/fight",
    "/battle/1pm-0905/result",
    "/battle/1pm-0905/result?from=2",
    "/orbat",
    "/unit/ax.pz",
    "/square/0905",
    "/history/ax.pz",
    "/plan",
    "/order?unit=",
    "/review",
    "/grades",
    "/report",
    "/log",
    "/op/2",
    "/do",
    "/do/unit-set",
    "/do/run",
    "/do/export",
    "/documents",
    "/sheet?at=1am",
    "/do/order?at=1am",
    "/do/bound-close",
    "/do/bound-march",
    "/do/bound-weather",
    "/line?q=ground+set+9999",
    "/line?q=ground+set+0905+--side+SU",
    "/join",
    "/post",
    "/screen",
    "/print/pack",
    "/print/orbat",
    "/new",
    "/new?of=mine",
    "/new/map?of=mine",
    "/new/map?of=mine&file=rivers.csv",
    "/new/orbat?of=mine",
    "/new/orbat?of=mine&file=orbat.csv",
    "/new/orbat?of=mine&file=orbat.csv&row=2",
    "/new/supply?of=mine&file=dumps.csv",
    "/new/check?of=mine",
];
const PLAYER: [&str; 17] = [
    "/p/map",
    "/p/map?sel=ax.pz&on=critical,forecast",
    "/p/units",
    "/p/unit/ax.pz",
    "/p/square/0905",
    "/p/sheet",
    "/p/stocks",
    "/p/enemy",
    "/p/status",
    "/p/report",
    "/p/orders",
    "/p/battle",
    "/p/battle/1pm-0905",
    "/p/battles",
    "/p/post",
    "/p/search?q=pan",
    "/p/pack",
];

/// The second bound of the tutorial, with a battle that was fought and one that is open, beside a folder in the making that has
/// faults; the umpire's window, and the window of a player who has sent an order
/// and told how the open battle ended.
fn evening() -> Option<(Evening, Window)> {
    let mut evening = Evening::begin(&[
        "battle new 0906 --attacker AX",
        "battle resolve 1am-0906 --seed 1 --post",
        "bound close",
        "battle new 0905 --attacker AX",
        "order ax.pz dig-in",
        "init mine --from first-bound",
    ])?;
    let orbat = evening.field.dir.path().join("mine").join("orbat.csv");
    let wrong = std::fs::read_to_string(&orbat).unwrap().replace(",horse_drawn,", ",horse_drwan,");
    std::fs::write(orbat, wrong).unwrap();
    let phone = evening.player("Erich", "AX");
    super::browsed::order(&mut evening, &phone, "ax.pz", Some("0805"));
    super::browsed::report(&mut evening, &phone, "1pm-0905");
    Some((evening, phone))
}

#[test]
fn nothing_keeps_those_from_a_page_who_see_it_badly_or_not_at_all() {
    let Some((mut evening, phone)) = evening() else { return };
    let umpire = evening.umpire.clone();
    let mut found = faults(&mut evening, &umpire, &UMPIRE);
    found.extend(faults(&mut evening, &phone, &PLAYER));
    // The door has no key, and no frame.
    let stranger = evening.browser.window(super::browsed::PHONE);
    found.extend(faults(&mut evening, &stranger, &["/", "/j/abc"]));
    assert!(found.is_empty(), "{}", found.join("\n"));
}

/// Whoever takes away what names a field, darkens what is written, or skips a heading is told.
#[test]
fn a_fault_that_is_planted_is_found() {
    let Some(mut evening) = Evening::begin(&[]) else { return };
    evening.go("/do/bound-note");
    let (browser, umpire) = (&mut evening.browser, evening.umpire.clone());
    assert_eq!(wrong(browser, &umpire, ALL), [""; 0]);
    for (planted, rule) in [
        (
            "for (const of of document.querySelectorAll('main label')) of.replaceWith(...of.querySelectorAll('input, textarea'))",
            "label",
        ),
        ("document.querySelector('main p').style.color = 'var(--line)'", "color-contrast"),
        ("document.querySelector('main h1').outerHTML = '<h1>a</h1><h4>b</h4>'", "heading-order"),
        (
            "document.querySelector('main').removeAttribute('id'); document.documentElement.removeAttribute('lang')",
            "html-has-lang",
        ),
        (
            "document.querySelector('main').append(Object.assign(document.createElement('img'), { src: '/icon.svg' }))",
            "image-alt",
        ),
    ] {
        evening.go("/do/bound-note");
        let browser = &mut evening.browser;
        browser.value(&umpire, &format!("{{ {planted} }}"));
        let found = wrong(browser, &umpire, ALL);
        assert!(found.iter().any(|of| of.contains(&format!(" {rule} "))), "{rule}: {found:?}");
    }
}
