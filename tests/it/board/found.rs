//! What is laid over the map, the plan that is edited before it is accepted, and what is found while one types.

use super::Board;
use crate::cli::field::Field;

/// A built-in campaign with the board open, and the umpire's key.
fn opened(campaign: &str) -> (Field, Board, String) {
    let field = Field::empty();
    field.done(&format!("new {campaign}"));
    let board = Board::open(field.dir.path());
    let umpire = board.umpire();
    (field, board, umpire)
}

/// What stands in a page between two texts.
fn between<'p>(page: &'p str, from: &str, to: &str) -> &'p str {
    page.split_once(from).unwrap_or_else(|| panic!("{from}: {page}")).1.split(to).next().unwrap()
}

#[test]
fn critical_points_and_the_forecast_are_laid_over_the_map_and_listed_beside_it() {
    let (field, board, umpire) = opened("uranus-1942");
    let plain = board.get(&umpire, "/").body;
    assert!(!plain.contains("class=\"over"), "nothing lies over it before one asks");
    assert!(plain.contains("href=\"/?on=critical\"") && plain.contains("data-key=\"7\""), "{}", plain.len());
    let page = board.get(&umpire, "/?on=critical,forecast").body;
    let critical = field.json("supply critical");
    let first = &critical["sides"][0]["points"][0];
    let drawn = between(&page, "<g class=\"over critical\">", "<g class=\"over foreseen\">");
    let told = format!("in {}, cuts {}:", first["square"].as_str().unwrap(), first["cuts"]);
    assert!(drawn.contains(&told), "{told}");
    let points: usize =
        critical["sides"].as_array().unwrap().iter().map(|side| side["points"].as_array().unwrap().len()).sum();
    assert_eq!(drawn.matches("<circle").count(), points.min(20));
    let listed = between(&page, "data-part=\"laid\"", "class=\"steps\"");
    assert!(listed.contains(&format!("<a href=\"/square/{}\">", first["square"].as_str().unwrap())));
    // Who runs dry or out, as the command says.
    let forecast = field.json("supply forecast");
    let dry = |unit: &&serde_json::Value| !unit["dry"].is_null() || !unit["out"].is_null();
    let units: Vec<&serde_json::Value> = forecast["units"].as_array().unwrap().iter().filter(dry).collect();
    assert!(!units.is_empty());
    for unit in &units {
        assert!(listed.contains(&format!("href=\"/unit/{}\"", unit["id"].as_str().unwrap())), "{unit}");
    }
    let drawn = between(&page, "<g class=\"over foreseen\">", "</svg>");
    assert!(drawn.matches("<rect").count() > 0 && drawn.matches("<rect").count() <= units.len());
    // A layer that is off stays off when another is switched.
    let page = board.get(&umpire, "/?off=units&on=critical").body;
    assert!(
        page.contains("href=\"/?off=units\"") && page.contains("href=\"/?off=units&amp;on=critical,forecast\""),
        "{page}"
    );
}

#[test]
fn a_plan_is_ticked_and_changed_and_what_is_ticked_is_sent() {
    let (field, board, umpire) = opened("brody-1941");
    let page = board.get(&umpire, "/plan").body;
    assert!(page.contains("name=\"in\" value=\"su.a5.22mc.u2-2\" checked"), "{page}");
    assert!(
        page.contains("data-trip=\"su.a6s.4mc.u2-2\"") && page.contains("name=\"load:su.a6s.4mc.u2-2\" value=\"1log\"")
    );
    // What is changed otherwise than by its load has a form, filled in as it is planned.
    let otherwise = "href=\"/do/supply-send?vehicle=su.a5.22mc.u2-2&amp;load=1log&amp;from=";
    assert!(page.contains(otherwise), "{page}");
    let of = ["su.a5.22mc.u2-2", "su.a6s.4mc.u2-2"];
    let load = ("load:su.a6s.4mc.u2-2", "9log");
    let form = [("of", of[0]), ("of", of[1]), ("in", of[1]), load, ("mode", "preview")];
    let refused = board.fill(&umpire, "/plan", "/plan", &form);
    assert_eq!(refused.status, 422, "a vehicle takes no more than it carries: {}", refused.body);
    assert!(refused.body.contains("value=\"9log\"") && refused.body.contains("--without=su.a5.22mc.u2-2"));
    let form = [("of", of[0]), ("of", of[1]), ("in", of[1]), ("mode", "preview")];
    let shown = board.fill(&umpire, "/plan", "/plan", &form);
    assert!(shown.status == 200 && shown.body.contains("Preview: nothing is written."), "{}", shown.body);
    assert_eq!(field.operations("brody-1941.railhead"), 1);
    let form = [&form[..3], &[("mode", "do")]].concat();
    let done = board.fill(&umpire, "/plan", "/plan", &form);
    assert!(done.status == 200 && done.body.contains("Done."), "{}", done.body);
    let convoys = field.done("supply convoys");
    assert!(convoys.contains("su.a6s.4mc.u2-2") && !convoys.contains("su.a5.22mc.u2-2"), "{convoys}");
    let log = field.done("op show 2");
    assert!(log.contains("supply plan --accept --without=su.a5.22mc.u2-2"), "{log}");
    let stale = [("mode", "do"), ("expect_op", "1"), ("form_key", "old")];
    assert_eq!(board.post(&umpire, "/plan", &stale).status, 409);
    let one_side = board.get(&umpire, "/plan?side=AX").body;
    assert!(!one_side.contains("data-trip"), "{one_side}");
}

#[test]
fn what_is_typed_is_found_while_it_is_typed() {
    let (_field, board, umpire) = opened("first-bound");
    let find = |typed: &str| board.get(&umpire, &format!("/find?q={typed}")).body;
    let unit = find("40th%20pan");
    assert!(unit.contains("href=\"/unit/ax.pz\"") && unit.contains("role=\"option\""), "{unit}");
    assert!(find("brod").contains("href=\"/square/"));
    assert!(find("0905").contains("href=\"/square/0905\""));
    let command = find("bound%20cl");
    assert!(command.contains("href=\"/do/bound-close\""), "{command}");
    assert!(find("xyzzy").contains("Nothing is called so"));
    assert!(!find("").contains("<li"));
    assert!(find("%3Cb%3E").starts_with("<ul"), "whatever is typed is text");
    let erich = board.player(&umpire, "Erich", "AX", "");
    assert_eq!(board.get(&erich, "/find?q=rifle").status, 404);
    assert_eq!(board.get("", "/find?q=rifle").status, 404);
    assert_eq!(board.get("", "/p/find?q=rifle").status, 404);
    // A player finds what he knows, and no command.
    let his = |page: &str, typed: &str| board.get(&erich, &format!("/p/{page}?q={typed}")).body;
    let unit = his("find", "40th%20pan");
    assert!(unit.contains("href=\"/p/unit/ax.pz\"") && !unit.contains("href=\"/unit/"), "{unit}");
    assert!(his("find", "0905").contains("href=\"/p/square/0905\""));
    assert!(his("find", "bound%20cl").contains("Nothing is called so."));
    assert!(his("search", "40th%20pan").contains("<h1>Search</h1>"));
    assert!(his("search", "40th%20pan").contains("href=\"/p/unit/ax.pz\""));
    assert!(his("search", "xyzzy").contains("Nothing is called so."));
}

#[test]
fn a_player_lays_over_his_map_what_his_own_supply_hangs_on_and_who_of_his_runs_dry() {
    let (field, board, umpire) = opened("uranus-1942");
    let mut of_all = 0;
    for (side, other) in [("SU", "AX"), ("AX", "SU")] {
        let player = board.player(&umpire, side, side, "");
        let plain = board.get(&player, "/p/map").body;
        assert!(!plain.contains("class=\"over"), "nothing lies over it before one asks");
        assert!(plain.contains("href=\"/p/map?on=critical\""), "{}", plain.len());
        assert!(plain.contains("href=\"/p/map?off=supply\""), "his lines of supply are a layer");
        let page = board.get(&player, "/p/map?on=critical,forecast").body;
        let listed = between(&page, "data-part=\"laid\"", "</aside>");
        let critical = field.json(&format!("supply critical --side {side}"));
        let points = critical["sides"][0]["points"].as_array().unwrap();
        for point in points.iter().take(10) {
            assert!(
                listed.contains(&format!("<a href=\"/p/square/{}\">", point["square"].as_str().unwrap())),
                "{point}"
            );
        }
        assert!(page.contains(&format!("data-side=\"{side}\"")), "{side}");
        assert!(!page.contains(&format!("data-side=\"{other}\"")), "{side}");
        let forecast = field.json(&format!("supply forecast --side {side}"));
        let dry = |unit: &&serde_json::Value| !unit["dry"].is_null() || !unit["out"].is_null();
        let units: Vec<&serde_json::Value> = forecast["units"].as_array().unwrap().iter().filter(dry).collect();
        of_all += units.len();
        for unit in units {
            assert!(listed.contains(&format!("href=\"/p/unit/{}\"", unit["id"].as_str().unwrap())), "{unit}");
        }
    }
    assert!(of_all > 0, "somebody runs dry");
}
