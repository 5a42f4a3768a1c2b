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
    assert_eq!(drawn.matches("<circle class=\"ring\"").count(), points.min(20));
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

/// In the pocket at Stalingrad formations stand square by square: no label lies over another, and each square has its mark.
#[test]
fn labels_of_the_forecast_never_lie_over_one_another() {
    let campaign = &crate::supply::states::at_bounds("uranus-1942")[15];
    let field = Field::of(campaign);
    let board = Board::open(field.dir.path());
    let umpire = board.umpire();
    let page = board.get(&umpire, "/?on=forecast").body;
    let drawn = between(&page, "<g class=\"over foreseen\">", "</svg>");
    let number = |rect: &str, name: &str| -> f64 { between(rect, &format!(" {name}=\""), "\"").parse().unwrap() };
    let rects: Vec<[f64; 4]> =
        drawn.split("<rect").skip(1).map(|rect| ["x", "y", "width", "height"].map(|name| number(rect, name))).collect();
    assert!(rects.len() > 3, "{}", rects.len());
    for (place, one) in rects.iter().enumerate() {
        for other in &rects[place + 1..] {
            let apart = |at: usize| (one[at] + one[at + 2] / 2.0 - other[at] - other[at + 2] / 2.0).abs();
            let meet =
                apart(0) < f64::midpoint(one[2], other[2]) - 1e-6 && apart(1) < f64::midpoint(one[3], other[3]) - 1e-6;
            assert!(!meet, "{one:?} {other:?}");
        }
    }
    // Neighbours that say the same are counted in the label of one of them, and each keeps its mark.
    let texts: Vec<&str> = drawn.split("</text>").filter_map(|text| Some(text.rsplit_once('>')?.1)).collect();
    assert!(texts.iter().any(|text| text.contains(" +")), "{texts:?}");
    let marks = drawn.matches("<circle class=\"drop\"").count();
    assert!(marks > rects.len() + 10, "{marks} marks, {} labels", rects.len());
    assert_eq!(marks, drawn.matches("<title>").count());
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
fn a_trip_of_the_plan_that_goes_otherwise_is_drawn_and_told_as_it_goes() {
    let (field, board, umpire) = opened("brody-1941");
    let of = "su.a5.22mc.u2-2";
    let told = |page: &str| between(page, &format!("data-told=\"{of}\">"), "</p>").to_owned();
    let drawn = |page: &str| between(page, &format!("data-trip=\"{of}\""), "</g>").to_owned();
    let page = board.get(&umpire, "/plan").body;
    assert!(
        told(&page).starts_with("loads 1 LOG at 5th Army forward (4020) for 22nd Mechanised Corps in 3814"),
        "{page}"
    );
    assert!(drawn(&page).contains("data-goal=\"3814\" data-via=\"\" data-loads=\"4020\""), "{}", drawn(&page));
    let via = format!("via:{of}");
    let form = [("of", of), ("in", of), (&*via, "4317"), ("mode", "preview")];
    let shown = board.fill(&umpire, "/plan", "/plan", &form).body;
    assert!(shown.contains(&format!("railhead supply plan --accept --via={of}=4317")), "{shown}");
    // By 4317 and back it is far longer: the way of the plan has fewer squares.
    assert!(told(&shown).contains(" in 3814 by 4317, there "), "{}", told(&shown));
    assert!(drawn(&shown).contains("data-via=\"4317\""));
    let squares = |page: &str| between(&drawn(page), "<polyline class=\"full\" points=\"", "\"").matches(' ').count();
    assert!(squares(&shown) > squares(&page));
    // What is no square is refused, and it is drawn as it was planned.
    let form = [("of", of), ("in", of), (&*via, "9999"), ("mode", "preview")];
    let refused = board.fill(&umpire, "/plan", "/plan", &form);
    assert_eq!(refused.status, 422);
    assert_eq!(squares(&refused.body), squares(&page));
    assert_eq!(field.operations("brody-1941.railhead"), 1);
}

#[test]
fn a_setting_is_named_and_has_its_values_and_a_new_unit_a_field_a_column() {
    let (field, board, umpire) = opened("first-bound");
    let all = board.get(&umpire, "/do/setting-set").body;
    for (setting, lead) in [("bowser_km", "bowser km"), ("detail", "detail")] {
        assert!(all.contains(&format!("<a href=\"?key={setting}\">{lead}</a>")), "{setting}: {all}");
    }
    let page = board.get(&umpire, "/do/setting-set?key=detail").body;
    for word in ["simple", "full"] {
        assert!(page.contains(&format!("type=\"radio\" name=\"value\" value=\"{word}\"")), "{word}: {page}");
    }
    assert!(page.contains("; usually simple") && page.contains("As it is now"));
    let page = board.get(&umpire, "/do/setting-set?key=bowser_km").body;
    assert!(page.contains("from 1 to 2000 km; usually 54") && page.contains("placeholder=\"54\""), "{page}");
    // A house parameter has whatever value its rules know.
    let page = board.get(&umpire, "/do/setting-set?key=square-bashing.clock_start").body;
    assert!(page.contains("<input type=\"text\" name=\"value\""), "{page}");
    let form = [("key", "bowser_km"), ("value", "75"), ("mode", "do")];
    let done = board.fill(&umpire, "/do/setting-set?key=bowser_km", "/do/setting-set", &form);
    assert!(done.body.contains("Done."), "{}", done.body);
    let kept = field.json("setting list bowser_km");
    assert_eq!(kept[0]["value"], "75");
    let page = board.get(&umpire, "/do/unit-new").body;
    assert!(page.contains("<select name=\"set.arm\" required>") && page.contains("name=\"set.sp_full\""), "{page}");
    assert!(page.contains("<option value=\"light_recce\">light recce</option>") && page.contains("arm (needed)"));
    assert!(!page.contains("<textarea name=\"set\""), "none is typed as KEY=VALUE");
    let columns =
        [("set.arm", "motorised"), ("set.mobility", "motorised"), ("set.where", "0505"), ("set.sp_full", "2")];
    let form = [&[("id", "ax.pz.kf"), ("parent", "ax.pz"), ("set.name", ""), ("mode", "do")][..], &columns].concat();
    let done = board.fill(&umpire, "/do/unit-new", "/do/unit-new", &form);
    assert!(done.body.contains("Done."), "{}", done.body);
    let log = field.json("op show 3");
    let typed = "unit new --parent=ax.pz ax.pz.kf arm=motorised mobility=motorised where=0505 sp_full=2";
    assert_eq!(log["command"], typed);
}

#[test]
fn the_map_is_seen_from_near_without_a_script() {
    let (_field, board, umpire) = opened("uranus-1942");
    let far = board.get(&umpire, "/?sel=082049").body;
    assert!(far.contains("<noscript>") && far.contains("href=\"/?sel=082049&amp;near=082049\""), "{}", far.len());
    let has_symbol = |page: &str| page.split("data-unit=\"").skip(1).any(|of| of.starts_with("ax.a6.u1-1"));
    assert!(!has_symbol(&far), "from afar no battalion has a symbol");
    // Fifteen squares by thirteen about it, and seven or six on from there.
    let near = board.get(&umpire, "/?sel=082049&near=082049").body;
    assert!(has_symbol(&near), "{}", near.len());
    assert!(near.contains("data-col=\"75\" data-row=\"43\""), "its corner is 075043");
    for (to, name) in [("082043", "North"), ("075049", "West"), ("089049", "East"), ("082055", "South")] {
        assert!(near.contains(&format!("href=\"/?sel=082049&amp;near={to}\">{name}</a>")), "{name}: {to}");
    }
    assert!(near.contains("href=\"/?sel=082049\">The whole map</a>"));
    assert_eq!(board.get(&umpire, "/?near=nowhere").status, 400);
    // A player's shows him no more than his own from near does.
    let vasily = board.player(&umpire, "Vasily", "SU", "");
    let his = board.get(&vasily, "/p/map?near=082049").body;
    assert!(his.contains("data-col=\"75\" data-row=\"43\"") && !his.contains("ax.a6.u1-1"));
    assert!(his.contains("href=\"/p/map?near=089049\">East</a>"));
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
