//! Step by step: the list of the bound with its buttons, and the way back through the log.

use super::Board;
use super::evening::replays_to_the_same;
use crate::cli::field::Field;

/// The part of a page on which a step of the bound stands.
fn step<'p>(page: &'p str, name: &str) -> &'p str {
    let (_, rest) = page.split_once("class=\"steps\"").expect("steps");
    let of = rest.split("<span class=\"sign\"").find(|of| of.contains(&format!("<strong>{name}</strong>")));
    of.unwrap_or_else(|| panic!("no step {name}: {rest}"))
}

#[test]
fn a_step_that_waits_has_its_buttons_and_shows_first_what_it_would_do() {
    let field = Field::playing("first-bound");
    let board = Board::open(field.dir.path());
    let umpire = board.umpire();
    let begun = board.get(&umpire, "/").body;
    assert!(!step(&begun, "March").contains("class=\"goes\""), "nothing to march: {begun}");
    field.done("order su.td move 0904");
    let page = board.get(&umpire, "/").body;
    let march = step(&page, "March");
    assert!(march.contains("href=\"/do/bound-march\"") && march.contains("Dry run of the march"), "{march}");
    assert!(march.contains("data-next"), "{march}");
    // The weather that there is stands in its form; what the campaign calls it is no line of its own words.
    let weather = board.get(&umpire, "/do/bound-weather").body;
    assert!(weather.contains("name=\"keys.flying\"") && !weather.contains("<textarea"), "{weather}");
    for meant in
        ["the sky", "a condition of the ground of this campaign", "how far aircraft can fly", "how far one sees"]
    {
        assert!(weather.contains(meant), "{meant}: {weather}");
    }
    let storm = board.fill(
        &umpire,
        "/do/bound-weather",
        "/do/bound-weather",
        &[("keys.weather", "storm"), ("mode", "preview")],
    );
    assert!(
        storm.body.contains("Preview: nothing is written.") && storm.body.contains(">Enter it <kbd>x</kbd>"),
        "{}",
        storm.body
    );
    let dry = board.get(&umpire, "/do/bound-march").body;
    assert!(dry.contains("March of D1 am") && dry.contains(">Carry out 1 order <kbd>x</kbd>"), "{dry}");
    assert!(dry.contains("Preview: nothing is written.") && dry.contains("70th Tank Division"), "{dry}");
    field.done("bound march");
    let page = board.get(&umpire, "/").body;
    let contacts = step(&page, "Contacts");
    let waiting = field.json("contact");
    let new = waiting.as_array().unwrap().iter().filter(|row| row["new"] == true).count();
    assert!(new > 0, "{waiting}");
    assert!(contacts.contains(&format!("{new} of ")), "{new}: {contacts}");
    assert_eq!(contacts.matches("class=\"waiting\"").count(), new.min(3), "{contacts}");
    assert!(contacts.contains(" came to ") && contacts.contains(" in <a href=\"/square/0804\">0804</a>"), "{contacts}");
    let draw = contacts.split("href=\"").find_map(|rest| rest.strip_prefix("/draw/")).expect("a battle to draw");
    let (square, side) = draw.split('"').next().unwrap().split_once("?attacker=").unwrap();
    // Who came has no hour left: it is the other one who can attack.
    assert_eq!((square, side), ("0904", "AX"));
    // Declined, it waits no longer; what that would do was shown first.
    let decline = "/line?q=battle+decline+0804".to_owned();
    assert!(contacts.contains(&format!("href=\"{decline}\"")), "{contacts}");
    let shown = board.get(&umpire, &decline);
    assert!(shown.body.contains("Preview: nothing is written."), "{}", shown.body);
    assert!(shown.body.contains("action=\"/do/battle-decline\""), "{}", shown.body);
    // Nor is a battle offered among the contacts that cannot be drawn.
    let drawn = board.get(&umpire, "/contacts").body;
    assert!(drawn.contains("/draw/0904?attacker=AX") && !drawn.contains("/draw/0804?attacker=SU"), "{drawn}");
    assert!(drawn.contains("none can be drawn: "), "{drawn}");
    let done = board.fill(&umpire, &decline, "/do/battle-decline", &[("squares", "0804"), ("mode", "do")]);
    assert!(done.body.contains("Done."), "{}", done.body);
    let page = board.get(&umpire, "/").body;
    assert!(!step(&page, "Contacts").contains(&format!("/draw/{square}?")), "{page}");
    field.done("battle new 0905 --attacker AX");
    let page = board.get(&umpire, "/").body;
    let battles = step(&page, "Battles");
    assert!(battles.contains("href=\"/battle/1am-0905\"") && battles.contains("Axis attacks "), "{battles}");
    let close = step(&page, "Close");
    assert!(close.contains("href=\"/close\"") && close.contains("Dry run of the close"), "{close}");
    // As it was then nothing is done.
    let then = board.get(&umpire, "/?at=1am").body;
    assert!(!step(&then, "Close").contains("href="), "{then}");
}

#[test]
fn from_the_log_one_goes_back_to_an_operation_and_forth_again() {
    let field = Field::playing("first-bound");
    for line in ["ground set 0101 --side SU", "unit set ax.pz.r1.b1 sp=1", "bound note 'the last'"] {
        field.done(line);
    }
    let board = Board::open(field.dir.path());
    let umpire = board.umpire();
    let before = field.done("unit show ax.pz.r1.b1");
    let log = board.get(&umpire, "/log").body;
    for (operation, is_offered) in [(1, true), (2, true), (3, true), (4, false)] {
        let way = format!("<a href=\"/op/{operation}/back\">back to {operation}</a>");
        assert_eq!(log.contains(&way), is_offered, "{operation}: {log}");
    }
    assert!(board.get(&umpire, "/op/3").body.contains("href=\"/op/3/back\""));
    // What would be taken back is shown, and nothing done.
    let page = board.get(&umpire, "/op/2/back");
    assert_eq!(page.status, 200, "{}", page.body);
    for told in ["Preview: nothing is written.", "</a> sp=1", "the last", "Go back to 2"] {
        assert!(page.body.contains(told), "{told}: {}", page.body);
    }
    assert!(!page.body.contains("ground set 0101"), "that stays: {}", page.body);
    assert_eq!(field.operations("first-bound.railhead"), 4);
    let form = [("number", "2"), ("reason", "the wrong battalion"), ("mode", "do")];
    let done = board.fill(&umpire, "/op/2/back", "/do/op-restore", &form);
    assert!(done.status == 200 && done.body.contains("Done."), "{}", done.body);
    assert_ne!(field.done("unit show ax.pz.r1.b1"), before);
    assert!(field.done("op show 5").contains("the wrong battalion"));
    let log = board.get(&umpire, "/log").body;
    assert!(log.contains("/op/1/back") && !log.contains("/op/2/back") && !log.contains("/op/3/back"), "{log}");
    // An old page does nothing of the kind by mistake.
    let stale = [("number", "1"), ("mode", "do"), ("expect_op", "4"), ("form_key", "old")];
    assert_eq!(board.post(&umpire, "/do/op-restore", &stale).status, 409);
    let forth = board.fill(&umpire, "/op/4/back", "/do/op-restore", &[("number", "4"), ("mode", "do")]);
    assert!(forth.body.contains("Done."), "{}", forth.body);
    assert_eq!(field.done("unit show ax.pz.r1.b1"), before);
    let unknown = board.get(&umpire, "/op/99/back");
    assert!(unknown.status == 422 && !unknown.body.contains("Go back to 99"), "{}", unknown.body);
    // In the past there is no way back.
    assert!(!board.get(&umpire, "/log?at=1am").body.contains("/back\""));
    drop(board);
    replays_to_the_same(&field);
}
