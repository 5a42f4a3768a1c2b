//! The board in a real browser: an umpire at a laptop, two players on phones.

use super::Board;
use super::chromium::{Chromium, Window};
use super::evening::replays_to_the_same;
use crate::cli::field::Field;

pub(super) const LAPTOP: (u32, u32) = (1280, 800);
pub(super) const PHONE: (u32, u32) = (390, 800);
/// What a field that is ticked is given.
const TICKED: &str = "ticked";

/// A page that fits its window: nothing has to be pushed aside.
pub(super) const FITS: &str = "document.documentElement.scrollWidth <= innerWidth";
/// Every field has a name that is read out, every link and button says something, every page has a heading.
const READABLE: &str = "(() => {
    const named = of => (of.textContent + (of.getAttribute('aria-label') || '') + (of.title || '')).trim();
    const field = of => of.type === 'hidden' || of.labels && of.labels.length || of.getAttribute('aria-label');
    return [
        ...[...document.querySelectorAll('input, select, textarea')].filter(of => !field(of)),
        ...[...document.querySelectorAll('a, button')].filter(of => !named(of)),
        ...[...document.querySelectorAll('img')].filter(of => !of.hasAttribute('alt')),
    ].map(of => of.outerHTML.slice(0, 120)).concat(document.documentElement.lang ? [] : ['no language'])
})()";

/// The board of the tutorial, its umpire at a laptop, and a browser.
pub(super) struct Evening {
    pub(super) board: Board,
    pub(super) browser: Chromium,
    pub(super) umpire: Window,
    pub(super) field: Field,
}

impl Evening {
    /// It after these commands; none where there is no browser.
    pub(super) fn begin(commands: &[&str]) -> Option<Self> {
        let mut browser = Chromium::start()?;
        let field = Field::empty();
        for line in ["new first-bound"].iter().chain(commands) {
            field.done(line);
        }
        let board = Board::open(field.dir.path());
        let umpire = browser.window(LAPTOP);
        browser.go(&umpire, &format!("http://127.0.0.1:{}/j/{}", board.port, board.once));
        // The address goes on by itself.
        browser.wait(&umpire, "document.querySelector('#map .unit')");
        Some(Self { board, browser, umpire, field })
    }

    pub(super) fn go(&mut self, page: &str) {
        let umpire = self.umpire.clone();
        self.see(&umpire, page);
    }

    pub(super) fn see(&mut self, window: &Window, page: &str) {
        self.browser.go(window, &format!("http://127.0.0.1:{}{page}", self.board.port));
    }

    /// Names a player on the umpire's page, and lets him in on a phone.
    pub(super) fn player(&mut self, name: &str, side: &str) -> Window {
        self.go("/join");
        let (browser, umpire) = (&mut self.browser, &self.umpire);
        browser.fill(umpire, "input[name=name]", name);
        browser.click(umpire, &format!("input[name=side][value={side}]"));
        browser.follow(umpire, "form[action='/player'] button.main");
        browser.wait(umpire, "document.querySelector('section.code svg')");
        let code = browser.value(umpire, "document.querySelector('section.code code').textContent");
        let (_, key) = code.as_str().unwrap().split_once("/j/").unwrap();
        let phone = browser.window(PHONE);
        let key = key.to_owned();
        self.see(&phone, &format!("/j/{key}"));
        self.browser.follow(&phone, "button.main");
        self.browser.wait(&phone, "document.querySelector('#map .unit')");
        phone
    }

    /// Fills in the form of a command on its page, looks at its preview, and does it; gives what the page said of both.
    fn does(&mut self, command: &str, fields: &[(&str, &str)]) -> (String, String) {
        self.go(&format!("/do/{command}"));
        let (browser, umpire) = (&mut self.browser, &self.umpire);
        browser.value(umpire, "for (const of of document.querySelectorAll('main details')) of.open = true");
        for (name, text) in fields {
            let field = format!("main form [name={name}]");
            if *text == TICKED { browser.click(umpire, &field) } else { browser.fill(umpire, &field, text) }
        }
        browser.follow(umpire, "form button[value=preview]");
        browser.wait(umpire, "document.querySelector('.outcome.preview')");
        let preview = browser.text(umpire);
        browser.follow(umpire, "button[value=do]");
        browser.wait(umpire, "document.querySelector('.mark.done')");
        (preview, browser.text(umpire))
    }
}

/// Writes an order on a phone: by squares that are tapped, or typed.
pub(super) fn order(evening: &mut Evening, phone: &Window, unit: &str, typed: Option<&str>) {
    evening.see(phone, &format!("/p/orders?unit={unit}"));
    let browser = &mut evening.browser;
    browser.wait(phone, &format!("document.querySelector('input[name=unit]').value == {unit:?}"));
    if let Some(way) = typed {
        browser.fill(phone, "input[name=way]", way);
    } else {
        // Whatever square lies in the middle of what he sees.
        browser.click(phone, "#map");
        browser.wait(phone, "document.querySelector('input[name=way]').value != ''");
    }
    browser.follow(phone, "form[action='/p/proposal'] button.main");
    browser.wait(phone, "document.querySelector('.proposal.sent')");
}

/// Tells on a phone how a battle of AX's ended: by buttons under the thumb, and one state that is chosen.
pub(super) fn report(evening: &mut Evening, phone: &Window, battle: &str) {
    evening.see(phone, &format!("/p/battle/{battle}"));
    let browser = &mut evening.browser;
    browser.click(phone, "input[name=end][value=taken]");
    let more = "[aria-label='one more: Moves']";
    for _ in 0..3 {
        browser.click(phone, more);
    }
    assert_eq!(browser.value(phone, "document.querySelector('#moves').value"), "3");
    browser.click(phone, "[aria-label='one less: SP left of I/Schuetzen Regiment 440']");
    browser.click(phone, "[aria-label='one more: SP left of II/Schuetzen Regiment 440']");
    let state = "document.querySelector('select[name=\"fate:ax.pz.r2.b1\"]')";
    browser.value(
        phone,
        &format!("{state}.value = 'broken'; {state}.dispatchEvent(new Event('input', {{ bubbles: true }}))"),
    );
    browser.follow(phone, "form.told button.main");
    browser.wait(phone, "document.querySelector('.proposal.sent .told-bases')");
}

/// Draws a battle with one battalion left out, and leads it die by die: typed, by keys, and by what the program throws.
fn lead_a_battle(evening: &mut Evening) {
    evening.go("/draw/0905?attacker=AX");
    let (browser, umpire) = (&mut evening.browser, &evening.umpire);
    browser.click(umpire, "input[name=in][value='ax.pz.art']");
    browser.follow(umpire, "button[value=preview]");
    assert_eq!(browser.value(umpire, "document.querySelector(\"input[name=in][value='ax.pz.art']\").checked"), false);
    browser.follow(umpire, "button[value=do]");
    browser.follow(umpire, "a[data-key=t]");
    // What is typed lies beside its gun, and what cannot be is marked before it is sent.
    browser.fill(umpire, "input[name=faces]", "9");
    assert_eq!(browser.value(umpire, "document.querySelector('.die').className"), "die wrong");
    browser.follow(umpire, "button[value=next]");
    browser.wait(umpire, "document.querySelector('.refusal')");
    browser.fill(umpire, "input[name=faces]", "6");
    assert_eq!(browser.value(umpire, "document.querySelector('.die.thrown').textContent"), "6");
    browser.follow(umpire, "button[value=next]");
    browser.follow(umpire, "button[value=back]");
    browser.fill(umpire, "input[name=faces]", "1");
    browser.follow(umpire, "button[value=next]");
    for _ in 0..200 {
        if browser.value(umpire, "!!document.querySelector('button[value=post]')") == true {
            break;
        }
        let thrown = browser.value(umpire, "!!document.querySelector('button[value=throw]')") == true;
        browser.follow(umpire, if thrown { "button[value=throw]" } else { ".question button.main" });
    }
    assert!(browser.text(umpire).contains("The battle is over"));
    assert_eq!(browser.value(umpire, FITS), true);
    browser.follow(umpire, "button[value=post]");
    assert!(browser.text(umpire).contains("Battle near Stepnoye (0905), D1 am is posted"));
}

#[test]
fn an_evening_is_played_in_a_browser() {
    let Some(mut evening) = Evening::begin(&[]) else { return };
    let dmitri = evening.player("Dmitri", "SU");
    let erich = evening.player("Erich", "AX");
    order(&mut evening, &dmitri, "su.td", Some("Dubrava"));
    order(&mut evening, &erich, "ax.pz", None);
    // What the phones have sent stands on the umpire's page without his asking for it anew.
    evening.go("/post");
    let umpire = evening.umpire.clone();
    evening.browser.wait(&umpire, "document.querySelectorAll('.proposal.sent').length == 2");
    evening.browser.follow(&umpire, ".proposal.sent button.main");
    evening.browser.fill(&umpire, ".proposal.sent form.refusing input[name=answer]", "not in the open");
    evening.browser.follow(&umpire, ".proposal.sent form.refusing button");
    evening.browser.wait(&dmitri, "document.querySelector('.proposal.taken')");
    evening.browser.wait(&erich, "document.querySelector('.proposal.refused')");
    assert_eq!(evening.field.json("order list")[0]["unit"], "su.td");

    let (preview, done) = evening.does("bound-march", &[]);
    assert!(preview.contains("Preview: nothing is written.") && done.contains("70th Tank Division"), "{done}");
    lead_a_battle(&mut evening);
    // The bound is closed by its key, from the map.
    evening.go("/close");
    evening.browser.wait(&umpire, "document.querySelector('.outcome.preview')");
    evening.browser.value(&umpire, "window.was = true");
    evening.browser.press(&umpire, "x");
    evening.browser.wait(&umpire, "!window.was && document.querySelector('.mark.done')");
    assert!(evening.browser.text(&umpire).contains("D1 pm"));
    evening.see(&erich, "/p/report");
    assert!(evening.browser.text(&erich).contains("D1 am"));
    for window in [&umpire, &dmitri, &erich] {
        assert_eq!(evening.browser.complaints(window), [""; 0]);
    }

    let Evening { field, board, .. } = evening;
    drop(board);
    assert!(field.done("verify").starts_with("sound"));
    replays_to_the_same(&field);
}

#[test]
fn a_battle_is_told_of_on_a_phone_and_taken_at_the_laptop() {
    let Some(mut evening) = Evening::begin(&["battle new 0905 --attacker AX"]) else { return };
    let erich = evening.player("Erich", "AX");
    evening.go("/post");
    // What is not sent yet stays on the phone.
    evening.see(&erich, "/p/battle/1am-0905");
    let left = "[aria-label='one less: SP left of Artillery Battalion 240']";
    evening.browser.click(&erich, left);
    evening.browser.click(&erich, "input[name=end][value=won_back]");
    evening.see(&erich, "/p/battle/1am-0905");
    let kept =
        "document.querySelector('[name=\"sp:ax.pz.art\"]').value + document.querySelector('[name=end]:checked').value";
    assert_eq!(evening.browser.value(&erich, kept), "2won_back");
    evening.browser.click(&erich, "[aria-label='one more: SP left of Artillery Battalion 240']");
    report(&mut evening, &erich, "1am-0905");
    let told = evening.browser.text(&erich);
    assert!(told.contains("taken, 3 moves") && told.contains("I/Schuetzen Regiment 440: 2 SP, broken"), "{told}");
    assert!(!told.contains("II/Schuetzen") && !told.contains("Artillery Battalion 240"), "{told}");
    // It stands on the umpire's page without his asking for it anew.
    let umpire = evening.umpire.clone();
    evening.browser.follow(&umpire, ".proposal.sent a.main");
    evening.browser.follow(&umpire, "button[value=preview]");
    let said = evening.browser.text(&umpire);
    assert!(said.contains("cannot stand in 0905, which was taken"), "of the defender nobody has told: {said}");
    let fate = "document.querySelector('select[name=\"fate:D2\"]')";
    evening.browser.value(&umpire, &format!("{fate}.value = 'surrendered'"));
    evening.browser.follow(&umpire, "button[value=do]");
    assert!(evening.browser.text(&umpire).contains("Battle near Stepnoye (0905), D1 am is posted"));
    evening.browser.wait(&erich, "document.querySelector('.proposal.taken')");
    for window in [&umpire, &erich] {
        assert_eq!(evening.browser.complaints(window), [""; 0]);
    }
}

#[test]
fn every_page_fits_its_window_says_what_it_is_and_complains_of_nothing() {
    let Some(mut evening) = Evening::begin(&[]) else { return };
    let phone = evening.player("Erich", "AX");
    let umpire = evening.umpire.clone();
    let narrow = evening.browser.window(PHONE);
    let pages = ["/", "/sheet", "/orders", "/contacts", "/battles", "/orbat", "/plan", "/log", "/do", "/do/unit-set"];
    evening.field.done("battle new 0905 --attacker AX");
    let battle = [
        "/?on=critical,forecast",
        "/draw/0906",
        "/battle/1am-0905",
        "/battle/1am-0905/fight",
        "/battle/1am-0905/result",
    ];
    let more = ["/unit/ax.pz", "/square/0905", "/order/ax.pz", "/close", "/join", "/post", "/critical", "/grades"];
    let mut faults = Vec::new();
    let players = [
        "/p/map",
        "/p/units",
        "/p/sheet",
        "/p/orders",
        "/p/post",
        "/p/enemy",
        "/p/unit/ax.pz",
        "/p/battle",
        "/p/battle/1am-0905",
    ];
    let own = pages.iter().chain(&more).chain(&battle).flat_map(|page| [(&umpire, *page), (&narrow, *page)]);
    for (window, page) in own.chain(players.iter().map(|page| (&phone, *page))) {
        evening.see(window, page);
        let browser = &mut evening.browser;
        if browser.value(window, FITS) != true {
            faults.push(format!("{page} is wider than its window"));
        }
        faults.extend(browser.value(window, READABLE).as_array().unwrap().iter().map(|of| format!("{page}: {of}")));
    }
    faults.extend([&umpire, &phone, &narrow].iter().flat_map(|window| evening.browser.complaints(window)));
    assert_eq!(faults, [""; 0]);
}

#[test]
fn a_document_shows_its_pictures_in_a_browser() {
    let Some(mut evening) = Evening::begin(&[]) else { return };
    evening.go("/print/pack");
    let umpire = evening.umpire.clone();
    let browser = &mut evening.browser;
    browser.wait(&umpire, "document.querySelector('figure > svg .unit')");
    assert_eq!(browser.value(&umpire, "document.querySelectorAll('noscript').length"), 0);
    assert_eq!(browser.complaints(&umpire), [""; 0]);
}

#[test]
fn the_box_finds_what_is_typed_and_layers_are_switched_by_keys() {
    let Some(mut evening) = Evening::begin(&[]) else { return };
    let (browser, umpire) = (&mut evening.browser, &evening.umpire);
    // Seven and eight lay over the map what the supply hangs on, and the forecast; once more takes it away.
    // The keys are heard once the script has run.
    let lies_over = |browser: &mut Chromium, key: &str, what: &str| {
        browser.wait(umpire, "document.readyState === 'complete'");
        browser.value(umpire, "window.was = true");
        browser.press(umpire, key);
        browser.wait(umpire, &format!("!window.was && {what}"));
    };
    lies_over(browser, "7", "document.querySelector('#map .over.critical')");
    lies_over(
        browser,
        "8",
        "document.querySelector('#map .over.foreseen') && document.querySelector('.over.critical')",
    );
    lies_over(browser, "7", "document.querySelector('#map .over') && !document.querySelector('.over.critical')");
    // The box: its key, some letters, down to the second, and there.
    browser.wait(umpire, "document.readyState === 'complete'");
    browser.press(umpire, "/");
    assert_eq!(browser.value(umpire, "document.activeElement.name"), "q");
    browser.fill(umpire, "input[name=q]", "rifle");
    browser.wait(umpire, "document.querySelectorAll('#found [role=option] a').length > 1");
    let second = browser.value(umpire, "document.querySelectorAll('#found a')[1].getAttribute('href')");
    browser.press(umpire, "ArrowDown");
    browser.press(umpire, "ArrowDown");
    assert_eq!(
        browser.value(umpire, "document.querySelector('input[name=q]').getAttribute('aria-activedescendant')"),
        "found-1"
    );
    browser.value(umpire, "window.was = true");
    browser.press(umpire, "Enter");
    browser.wait(umpire, "!window.was && document.readyState == 'complete'");
    assert_eq!(browser.value(umpire, "location.pathname"), second);
    // Escape closes the list, and leaves the page.
    browser.fill(umpire, "input[name=q]", "rifle");
    browser.wait(umpire, "document.querySelector('#found a')");
    browser.press(umpire, "Escape");
    browser.wait(umpire, "!document.querySelector('#found')");
    assert_eq!(browser.value(umpire, "location.pathname"), second);
    assert_eq!(evening.browser.complaints(&evening.umpire), [""; 0]);
}

#[test]
fn the_keys_of_a_page_are_listed_and_single_ones_can_be_switched_off() {
    let Some(mut evening) = Evening::begin(&[]) else { return };
    let (browser, umpire) = (&mut evening.browser, &evening.umpire);
    // The keys are heard once the script has run.
    browser.wait(umpire, "document.readyState === 'complete'");
    browser.press(umpire, "?");
    browser.wait(umpire, "document.querySelector('#keys[open]')");
    let listed = browser.value(umpire, "document.querySelector('#keys').innerText");
    let listed = listed.as_str().unwrap();
    assert!(listed.contains("Sheet") && listed.contains("Critical") && listed.contains("nearer"), "{listed}");
    // While it is open no key does anything but what it does there.
    browser.press(umpire, "s");
    browser.click(umpire, "#keys input");
    browser.click(umpire, "#keys button");
    browser.wait(umpire, "!document.querySelector('#keys[open]')");
    assert_eq!(browser.value(umpire, "location.pathname"), "/");
    browser.press(umpire, "s");
    browser.press(umpire, "?");
    assert_eq!(browser.value(umpire, "location.pathname + !!document.querySelector('#keys[open]')"), "/false");
    // By its button the list opens all the same.
    browser.click(umpire, "button[data-keys]");
    browser.wait(umpire, "document.querySelector('#keys[open]')");
    browser.click(umpire, "#keys input");
    browser.click(umpire, "#keys button");
    browser.value(umpire, "window.was = true");
    browser.press(umpire, "s");
    browser.wait(umpire, "!window.was && location.pathname == '/sheet'");
    assert_eq!(evening.browser.complaints(&evening.umpire), [""; 0]);
}
