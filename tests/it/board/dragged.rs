//! What is dragged on the map, with the mouse, a finger and the keyboard: way points of an order, the trips of a plan.

use serde_json::{Value, json};

use super::browsed::Evening;
use super::chromium::Window;

/// The field of the way points of an order.
const WAY: &str = "document.querySelector('input[name=way]').value";

impl Evening {
    /// Where the middle of a square is seen, or a point between two.
    fn seen(&mut self, window: &Window, squares: &[&str]) -> (f64, f64) {
        let squares = json!(squares);
        let asked = format!(
            "(() => {{ const all = {squares}.map(of => railhead.middle(of)), mean = at => all.reduce((sum, of) => sum + of[at], 0) / all.length;
            const seen = new DOMPoint(mean(0), mean(1)).matrixTransform(railhead.picture().getScreenCTM()); return [seen.x, seen.y]; }})()"
        );
        let at = self.browser.value(window, &asked);
        (at[0].as_f64().unwrap(), at[1].as_f64().unwrap())
    }

    fn tap_square(&mut self, window: &Window, square: &str) {
        let at = self.seen(window, &[square]);
        self.browser.tap(window, at);
    }

    /// Drags what is at a square, or between two, to another.
    fn drag(&mut self, window: &Window, from: &[&str], to: &str, is_finger: bool) {
        let ends = (self.seen(window, from), self.seen(window, &[to]));
        self.browser.drag(window, ends, is_finger);
    }
}

const VIEW: &str = "document.querySelector('#map > svg').getAttribute('viewBox')";

#[test]
fn way_points_are_dragged_taken_out_and_moved_by_keys_and_foreseen_again() {
    let Some(mut evening) = Evening::begin(&[]) else { return };
    let umpire = evening.umpire.clone();
    evening.go("/order/ax.pz");
    for square in ["0706", "0906", "1005"] {
        evening.tap_square(&umpire, square);
    }
    let view = evening.browser.value(&umpire, VIEW);
    assert_eq!(evening.browser.value(&umpire, WAY), "0706 0906 1005");
    evening.drag(&umpire, &["0906"], "0807", false);
    assert_eq!(evening.browser.value(&umpire, WAY), "0706 0807 1005");
    evening.browser.wait(&umpire, "document.querySelector('#foreseen').innerText.includes('move 0706 0807 1005')");
    // What hangs between two points, along the squares of the march, is pulled to a new one.
    let course = "document.querySelector('[data-course]').dataset.course.split(' ')";
    evening.browser.wait(
        &umpire,
        &format!(
            "new Set(document.querySelector('polyline.way').getAttribute('points').split(' ')).size === {course}.length"
        ),
    );
    let behind = evening.browser.value(&umpire, &format!("{course}[{course}.indexOf('0807') + 1]"));
    evening.drag(&umpire, &[behind.as_str().unwrap()], "0905", false);
    assert_eq!(evening.browser.value(&umpire, WAY), "0706 0807 0905 1005");
    // One that is only touched stays, and adds none.
    evening.tap_square(&umpire, "0905");
    assert_eq!(evening.browser.value(&umpire, WAY), "0706 0807 0905 1005");
    // By keys: the hand stays on it.
    evening.browser.value(&umpire, "document.querySelectorAll('.grip.point')[3].focus()");
    for key in ["ArrowDown", "ArrowRight"] {
        evening.browser.press(&umpire, key);
    }
    assert_eq!(evening.browser.value(&umpire, WAY), "0706 0807 0905 1106");
    assert_eq!(evening.browser.value(&umpire, "document.activeElement.matches('.grip.point')"), true);
    evening.browser.press(&umpire, "Delete");
    assert_eq!(evening.browser.value(&umpire, WAY), "0706 0807 0905");
    // Two that fall together are one.
    evening.drag(&umpire, &["0905"], "0807", false);
    assert_eq!(evening.browser.value(&umpire, WAY), "0706 0807");
    assert_eq!(evening.browser.value(&umpire, VIEW), view, "the map stayed where it was");
    // In the panel each has a button.
    evening.browser.click(&umpire, ".points li:first-child button");
    assert_eq!(evening.browser.value(&umpire, WAY), "0807");
    evening.browser.value(&umpire, "document.activeElement.blur()");
    evening.browser.press(&umpire, "Backspace");
    assert_eq!(evening.browser.value(&umpire, WAY), "");
    // What is dropped beside the map changes nothing; elsewhere the map is moved as ever.
    evening.tap_square(&umpire, "0806");
    evening.drag(&umpire, &["1209"], "1109", false);
    assert_eq!(evening.browser.value(&umpire, WAY), "0806");
    assert_ne!(evening.browser.value(&umpire, VIEW), view);
    assert_eq!(evening.browser.complaints(&umpire), [""; 0]);
    assert_eq!(evening.field.json("order list"), json!([]));
}

#[test]
fn a_place_that_is_named_has_a_point_once_it_was_read_and_a_finger_drags_as_a_mouse_does() {
    let Some(mut evening) = Evening::begin(&[]) else { return };
    let umpire = evening.umpire.clone();
    evening.go("/order/ax.pz");
    evening.browser.fill(&umpire, "input[name=way]", "Zarechye Stepnoye");
    evening.browser.wait(&umpire, "document.querySelectorAll('.grip.point').length == 2");
    evening.drag(&umpire, &["1105"], "1006", false);
    assert_eq!(evening.browser.value(&umpire, WAY), "Zarechye 1006");
    // On a phone, as a player.
    let erich = evening.player("Erich", "AX");
    evening.see(&erich, "/p/orders?unit=ax.pz");
    evening.tap_square(&erich, "0806");
    assert_eq!(evening.browser.value(&erich, WAY), "0806");
    evening.drag(&erich, &["0806"], "0807", true);
    assert_eq!(evening.browser.value(&erich, WAY), "0807");
    // It is drawn along the squares of the march, as far as he knows them: where it can be changed too when he has sent it.
    let along = "(() => { const of = document.querySelector('[data-course]'); if (!of || !of.dataset.course.endsWith('0807')) return false;
        const way = document.querySelector('polyline.way').getAttribute('points').split(' ');
        return of.dataset.course.split(' ').length > 2 && new Set(way).size === of.dataset.course.split(' ').length; })()";
    evening.browser.wait(&erich, along);
    let foreseen = evening.browser.value(&erich, "document.querySelector('#foreseen').innerText");
    assert!(foreseen.as_str().unwrap().starts_with("As far as you know, none of its 10 leaves"), "{foreseen}");
    evening.browser.follow(&erich, "form.command button.main");
    evening.browser.follow(&erich, "a[href^='/p/orders?change=']");
    evening.browser.wait(&erich, along);
    assert_eq!(evening.field.json("order list"), json!([]), "nothing is ordered by it");
    for window in [&umpire, &erich] {
        assert_eq!(evening.browser.complaints(window), [""; 0]);
    }
}

#[test]
fn a_trip_of_the_plan_is_dragged_by_its_way_and_its_end_and_sent_so() {
    // In the morning, when its stocks are short: the bowser column fetches in Olshany.
    let Some(mut evening) = Evening::begin(&[]) else { return };
    let umpire = evening.umpire.clone();
    evening.go("/plan");
    let trips =
        "[...document.querySelectorAll('[data-trip]')].map(of => [of.dataset.trip, of.dataset.loads, of.dataset.goal])";
    let trips = evening.browser.value(&umpire, trips);
    let trip = trips[0].clone();
    let [vehicle, loads, goal] = [0, 1, 2].map(|at| trip[at].as_str().unwrap_or_default().to_owned());
    let field = |name: &str| format!("document.querySelector('input[name=\"{name}:{vehicle}\"]').value");
    assert_eq!(evening.browser.value(&umpire, "document.querySelectorAll('.grip').length"), 0, "none is open");
    evening.browser.click(&umpire, &format!("details[data-of='{vehicle}'] summary"));
    evening.browser.wait(&umpire, "document.querySelector('.grip.between')");
    // A square of its way, pulled one to the south.
    let along = "(() => { const points = document.querySelector('.over.trips .open .full').getAttribute('points').split(' ').map(of => of.split(',').map(Number)); const [x, y] = points[points.length >> 1]; return railhead.square({ x, y }); })()";
    let on_way = evening.browser.value(&umpire, along).as_str().unwrap().to_owned();
    let beside = format!("{}{:02}", &on_way[..2], on_way[2..].parse::<u16>().unwrap() + 1);
    assert!(on_way != loads && on_way != goal, "{trip}: {on_way}");
    evening.drag(&umpire, &[&on_way], &beside, false);
    assert_eq!(evening.browser.value(&umpire, &field("via")), Value::from(beside.clone()));
    let told = format!("document.querySelector('[data-told=\"{vehicle}\"]').innerText.includes('by {beside}')");
    evening.browser.wait(&umpire, &told);
    evening.browser.wait(&umpire, "document.querySelector('#foreseen .outcome.preview')");
    evening.browser.wait(&umpire, "document.querySelector('.grip.via')");
    // The end goes where it is dropped: nothing is written by it.
    evening.browser.value(&umpire, "document.querySelector('.grip.via').focus()");
    evening.browser.press(&umpire, "Delete");
    assert_eq!(evening.browser.value(&umpire, &field("via")), "");
    evening.browser.wait(&umpire, "!document.querySelector('.grip.via')");
    evening.drag(&umpire, &[&on_way], &beside, false);
    evening.browser.wait(&umpire, "document.querySelector('.grip.via')");
    let before = evening.field.json("op log").as_array().unwrap().len();
    assert_eq!(before, 1);
    evening.browser.follow(&umpire, "form.trips button.main");
    assert!(evening.browser.text(&umpire).contains("Done."));
    let log = evening.field.json("op log");
    let typed = log[1]["command"].as_str().unwrap();
    assert_eq!(typed, format!("supply plan --accept --via={vehicle}={beside}"));
    assert_eq!(evening.browser.complaints(&umpire), [""; 0]);
}
