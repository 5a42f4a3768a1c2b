//! Orders that wait, and proposals, along their ways on the map; the way through the past by the slider; a march at once.

use super::Board;
use super::browsed::Evening;
use crate::cli::field::Field;

fn board_of(field: &Field) -> (Board, String) {
    field.done("new first-bound");
    let board = Board::open(field.dir.path());
    let umpire = board.umpire();
    (board, umpire)
}

/// The drawn ways of a page: whose, and whether dashed.
fn ways(page: &str) -> Vec<(String, bool)> {
    let of = |order: &str| (order.split('"').next().unwrap().to_owned(), order.contains("stroke-dasharray"));
    page.split("data-order=\"").skip(1).map(|order| of(order.split_once("</g>").unwrap().0)).collect()
}

#[test]
fn orders_and_proposals_are_drawn_for_whom_they_concern() {
    let field = Field::empty();
    let (board, umpire) = board_of(&field);
    let [dmitri, erich] = ["SU", "AX"].map(|side| board.player(&umpire, side, side, ""));
    field.done("order su.td move 1304 1404");
    field.done("order ax.pz dig-in");
    let propose = |key: &str, unit: &str, way: &str| {
        let form = [("unit", unit), ("action", "move"), ("way", way), ("rate", "road")];
        assert_eq!(board.fill(key, "/p/orders", "/p/proposal", &form).status, 303, "{unit}");
    };
    propose(&dmitri, "su.med", "1304");
    propose(&erich, "ax.med", "0305");
    let own = |page: &str| {
        let mut of = ways(page);
        of.sort();
        of
    };
    let named = |of: &[(&str, bool)]| of.iter().map(|(unit, dashed)| ((*unit).to_owned(), *dashed)).collect::<Vec<_>>();
    let all = board.get(&umpire, "/?on=orders").body;
    assert_eq!(own(&all), named(&[("ax.med", true), ("ax.pz", false), ("su.med", true), ("su.td", false)]));
    // Each stands in the list too, a proposal with who made it.
    let list = all.split_once("Orders not carried out yet").unwrap().1.split_once("</table>").unwrap().0;
    assert_eq!(list.matches("<tr>").count(), 5, "{list}");
    assert!(list.contains("proposed</span> SU") && list.contains("proposed</span> AX"), "{list}");
    // A way goes through each of its squares, from where the unit stands.
    let way = all.split_once("data-order=\"su.td\"").unwrap().1.split_once("class=\"course\" points=\"").unwrap().1;
    assert!(way.split('"').next().unwrap().split(' ').count() > 2, "{way}");
    assert_eq!(ways(&board.get(&umpire, "/").body), [], "only where it is asked for");
    // A side, and its players, have their own alone; of proposals a player has his.
    assert_eq!(own(&board.get(&umpire, "/?side=SU&on=orders").body), named(&[("su.med", true), ("su.td", false)]));
    assert_eq!(own(&board.get(&dmitri, "/p/map?on=orders").body), named(&[("su.med", true), ("su.td", false)]));
    assert_eq!(own(&board.get(&erich, "/p/map?on=orders").body), named(&[("ax.med", true), ("ax.pz", false)]));
    let other = board.player(&umpire, "Anna", "SU", "");
    assert_eq!(own(&board.get(&other, "/p/map?on=orders").body), named(&[("su.td", false)]));
}

#[test]
fn the_slider_leads_to_a_bound_and_what_the_page_shows_stays() {
    let field = Field::empty();
    let (board, umpire) = board_of(&field);
    for seed in ["1", "2"] {
        field.done(&format!("bound close --anyway --seed {seed} -q"));
    }
    let page = board.get(&umpire, "/sheet?side=SU").body;
    let form = page.split_once("class=\"timeline\"").unwrap().1.split_once("</form>").unwrap().0;
    // D1 am and pm are closed, D1 night runs.
    assert!(form.contains("min=\"0\" max=\"2\" value=\"2\"") && form.contains("name=\"side\" value=\"SU\""), "{form}");
    assert!(form.contains("<noscript><button"), "{form}");
    for (asked, wanted) in [
        ("/sheet?side=SU&slid=1", "/sheet?side=SU&at=1pm"),
        ("/sheet?side=SU&slid=2&at=1am", "/sheet?side=SU"),
        ("/?slid=0", "/?at=1am"),
        ("/?slid=much", "/"),
    ] {
        let came = board.get(&umpire, asked);
        assert_eq!((came.status, came.header("location")), (303, Some(wanted)), "{asked}");
    }
    let past = board.get(&umpire, "/?at=1am").body;
    assert!(past.contains("max=\"2\" value=\"0\"") && past.contains("aria-valuetext=\"D1 am\""), "{past}");
}

#[test]
fn a_march_is_done_at_once_or_refused_and_its_way_points_have_their_hours() {
    let field = Field::empty();
    let (board, umpire) = board_of(&field);
    let form = |more: &[(&'static str, &'static str)]| {
        let mut form = vec![("action", "move"), ("way", "1304 1404"), ("rate", "road"), ("mode", "march")];
        form.extend(more);
        form
    };
    let look = board.fill(
        &umpire,
        "/order/su.td",
        "/order/su.td",
        &[("action", "move"), ("way", "1304 1404"), ("mode", "look")],
    );
    let when = look.body.split_once("data-when=\"").unwrap().1.split('"').next().unwrap();
    assert_eq!(when.split('|').count(), 2, "{when}");
    assert!(when.contains(" km"), "{when}");
    let refused = board.fill(&umpire, "/order/su.td", "/order/su.td", &form(&[("next", "1")]));
    assert!(refused.status == 422 && refused.body.contains("at once there is only a march"), "{}", refused.body);
    let stood = field.json("unit show su.td")["square"].clone();
    let done = board.fill(&umpire, "/order/su.td", "/order/su.td", &form(&[]));
    assert_eq!(done.status, 200, "{}", done.body);
    assert!(field.json("order list").as_array().unwrap().is_empty(), "no order is kept");
    assert_ne!(field.json("unit show su.td")["square"], stood);
    let log = field.json("op log");
    let last = log.as_array().unwrap().last().unwrap()["command"].as_str().unwrap().to_owned();
    assert!(last.contains("move su.td 1304 1404 --rate road"), "{last}");
}

/// With script the slider says where it stands, and goes there when it is let go; what was seen of the map of one campaign is not
/// what is seen first of that of another.
#[test]
fn with_script_the_slider_goes_where_it_is_let_go_and_each_campaign_keeps_its_own_map() {
    let Some(mut evening) = Evening::begin(&["bound close --anyway --seed 1", "bound close --anyway --seed 2"]) else {
        return;
    };
    let umpire = evening.umpire.clone();
    evening.go("/?side=SU");
    let slide = |to: u32, kind: &str| {
        format!(
            "(() => {{ const of = document.querySelector('.timeline input[type=range]'); of.value = {to}; \
             of.dispatchEvent(new Event('{kind}', {{ bubbles: true }})); return document.querySelector('.timeline output').textContent; }})()"
        )
    };
    assert_eq!(evening.browser.value(&umpire, &slide(1, "input")), "D1 pm");
    assert_eq!(evening.browser.value(&umpire, &slide(2, "input")), "now");
    evening.browser.value(&umpire, &slide(0, "change"));
    evening.browser.wait(&umpire, "location.search === '?side=SU&at=1am'");
    evening.browser.wait(&umpire, "document.activeElement.matches('.timeline input[type=range]')");
    assert_eq!(evening.browser.value(&umpire, "document.querySelector('.timeline input[type=range]').value"), "0");
    evening.go("/");
    // Nearer: kept under the campaign's own name.
    evening.browser.press(&umpire, "+");
    let kept = "Object.keys(sessionStorage).filter(of => of.startsWith('view ')).join()";
    let kept = evening.browser.value(&umpire, kept).as_str().unwrap().to_owned();
    assert!(kept.contains("First Bound") && kept.contains("15x12"), "{kept}");
    // The key of the map stands above it.
    let clear = "document.querySelector('.key').getBoundingClientRect().bottom <= document.querySelector('#map').getBoundingClientRect().top + 1";
    assert_eq!(evening.browser.value(&umpire, clear), true);
    assert_eq!(evening.browser.complaints(&umpire), [""; 0]);
}
