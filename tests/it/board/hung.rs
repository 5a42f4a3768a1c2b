//! Screens on a wall: each by a code of its own, with a map and nothing to do.

use super::opened;

#[test]
fn a_screen_has_a_code_shows_its_map_and_reaches_nothing_else() {
    let (field, board, [umpire, dmitri, _]) = opened();
    let wall = board.screen(&umpire, "");
    let came = board.get(&wall, "/screen");
    assert!(came.status == 200 && came.body.contains("D1 am") && came.body.contains("Brod"), "{}", came.body);
    for hidden in ["data-unit", "Panzer", "ax.", "su.", "<form", "operation"] {
        assert!(!came.body.contains(hidden), "{hidden}");
    }
    // Of one side it shows what that side knows, and who it is that knows it.
    let of_side = board.screen(&umpire, "SU");
    let shown = board.get(&of_side, "/screen").body;
    let map = board.get(&dmitri, "/p/map").body;
    let units = |page: &str| {
        let mut of: Vec<String> =
            page.split("data-unit=\"").skip(1).map(|rest| rest.split('"').next().unwrap().to_owned()).collect();
        of.sort();
        of
    };
    assert!(!units(&shown).is_empty() && units(&shown) == units(&map), "{shown}");
    assert!(shown.contains("Soviet") && shown.contains(" as it knows things"), "{shown}");
    for key in [&wall, &of_side] {
        assert_eq!(board.get(key, "/").header("location"), Some("/screen"));
        for address in ["/sheet", "/join", "/log", "/p/map", "/p/pack", "/unit/su.td", "/near/0905", "/print/pack"] {
            let came = board.get(key, address);
            assert_eq!(came.status, 404, "{address}");
            assert!(came.body.contains("A screen shows its map and nothing else."), "{}", came.body);
        }
        for address in ["/screen", "/do/bound-close", "/p/message", "/player"] {
            assert_eq!(board.post(key, address, &[("shows", "AX"), ("mode", "do"), ("text", "x")]).status, 404);
        }
    }
    for key in [&dmitri, ""] {
        assert_eq!(board.get(key, "/screen").status, 404);
    }
    // The state of a screen is no count of what the umpire does.
    let state = |key: &str| {
        let page = board.get(key, "/screen").body;
        page.split("data-state=\"").nth(1).unwrap().split('"').next().unwrap().to_owned()
    };
    let before = [state(&wall), state(&of_side)];
    field.done("bound note 'nobody learns of it'");
    field.done("unit set ax.med state=disorganised");
    assert_eq!([state(&wall), state(&of_side)], before);
    field.done("bound close --anyway");
    assert!(state(&wall) != before[0] && board.get(&wall, "/screen").body.contains("D1 pm"));
    // Taken down it opens nothing.
    let listed = board.get(&umpire, "/join").body;
    assert!(listed.contains("Screen 1") && listed.contains("Screen 2"), "{listed}");
    assert_eq!(board.fill(&umpire, "/join", "/screen/1/take-down", &[]).header("location"), Some("/join"));
    assert_eq!(board.get(&wall, "/screen").status, 404);
    assert_eq!(board.get(&of_side, "/screen").status, 200);
    let again = board.fill(&umpire, "/join", "/screen/1/take-down", &[]);
    assert!(again.body.contains("there is no screen 1"), "{}", again.body);
}
