//! Battles on pages of their own: drawn with some left out, led die by die, recorded from the table, and posted.

use super::evening::replays_to_the_same;
use super::{Board, Came};
use crate::cli::field::Field;

const FIGHT: &str = "/battle/1am-0905/fight";
const RESULT: &str = "/battle/1am-0905/result";

/// `first-bound` with the board open, and the umpire's key.
fn opened() -> (Field, Board, String) {
    let field = Field::playing("first-bound");
    let board = Board::open(field.dir.path());
    let umpire = board.umpire();
    (field, board, umpire)
}

/// The leaves that a page of a battle ticks, or could.
fn leaves(page: &Came) -> Vec<String> {
    let ticks = page.body.split("name=\"of\" value=\"").skip(1);
    ticks.map(|rest| rest.split('"').next().unwrap().to_owned()).collect()
}

/// Answers a question of the battle that is led at the table, and goes on.
fn answer(board: &Board, umpire: &str, form: &[(&str, &str)]) -> Came {
    let page = board.get(umpire, FIGHT);
    let count = page.field("count");
    board.fill_and_go(umpire, FIGHT, FIGHT, &[&[("count", count.as_str())], form].concat())
}

#[test]
fn a_battle_is_drawn_from_a_contact_with_those_that_are_ticked() {
    let (field, board, umpire) = opened();
    let contacts = board.get(&umpire, "/contacts").body;
    assert!(contacts.contains("/draw/0805?attacker=SU"), "{contacts}");
    assert!(contacts.contains("href=\"/?sel=0805\" aria-label=\"Map: 0805\""), "{contacts}");
    let page = board.get(&umpire, "/draw/0905?attacker=AX");
    let all = leaves(&page);
    assert_eq!(all.len(), 9, "{all:?}");
    // What the page says of the chances is what the command says.
    let dry = field.json("battle new 0905 --attacker AX --dry-run");
    assert_eq!(dry["sides"][0]["units"].as_array().unwrap().len(), 4);
    let mut form = vec![("attacker", "AX"), ("mode", "preview")];
    form.extend(all.iter().map(|leaf| ("of", leaf.as_str())));
    form.extend(all.iter().map(|leaf| ("in", leaf.as_str())).filter(|(_, leaf)| *leaf != "ax.art"));
    form.retain(|(name, leaf)| *name != "in" || *leaf != "ax.pz.art");
    let shown = board.fill(&umpire, "/draw/0905", "/draw/0905", &form);
    assert_eq!(shown.status, 200, "{}", shown.body);
    assert!(shown.body.contains("railhead battle new --attacker=AX") && shown.body.contains("--without=ax.pz.art"));
    assert_eq!(field.operations("first-bound.railhead"), 1, "nothing is written by looking");
    form[1] = ("mode", "do");
    let drawn = board.fill(&umpire, "/draw/0905", "/draw/0905", &form);
    assert_eq!(drawn.header("location"), Some("/battle/1am-0905"), "{}", drawn.body);
    let listed = field.done("battle show 1am-0905");
    assert!(!listed.contains("Artillery Battalion 240") && listed.contains("Panzer Regiment 140"), "{listed}");
    // The page shows the forecast of the command, to its tenth of a per cent.
    let page = board.get(&umpire, "/battle/1am-0905").body;
    let forecast = field.json("battle forecast 1am-0905");
    let taken = forecast["ends"][0]["chance"].as_f64().unwrap() * 100.0;
    assert!(page.contains(&format!("{taken:.1} %")), "{taken} {page}");
    let again = board.get(&umpire, "/draw/0905?attacker=AX");
    assert_eq!((again.status, again.header("location")), (303, Some("/battle/1am-0905")), "{}", again.body);
}

/// How many bases of each side still stand on the table, of how many.
fn on_the_table(page: &str) -> Vec<(usize, usize)> {
    let (_, table) = page.split_once("<h2>On the table</h2>").expect("a table");
    let sides = table.split("<h2>").next().unwrap().split("<h3>").skip(1);
    let count = |side: &str| {
        let text = side.split("<small>").nth(1).unwrap().split(" bases").next().unwrap();
        let (here, all) = text.split_once(" of ").unwrap();
        (here.parse().unwrap(), all.parse().unwrap())
    };
    sides.map(count).collect()
}

/// What the bases that are not whole have.
fn strengths(page: &str) -> String {
    let bases = page.split("<strong>").skip(1).filter_map(|rest| rest.split("</strong>").next());
    bases.filter(|of| of.contains('/') && of.contains(" SP")).collect::<Vec<_>>().join("; ")
}

#[test]
fn a_battle_is_led_die_by_die_and_a_wrong_answer_is_taken_back() {
    let (field, board, umpire) = opened();
    field.done("battle new 0905 --attacker AX");
    let asked = board.get(&umpire, FIGHT).body;
    let begun = on_the_table(&asked);
    assert!(
        begun.len() == 2 && begun.iter().all(|(here, all)| here == all && *all > 0),
        "nobody is gone yet: {begun:?}"
    );
    assert!(asked.contains("throws 1 die for indirect fire") && asked.contains("4-5: 1 marker, 6: 2"), "{asked}");
    // Whoever throws is called by his name: nobody types ids here.
    let question = asked.split_once("section class=\"question\"").unwrap().1.split("</section>").next().unwrap();
    assert!(question.contains("<strong>Artillery Battalion 240 of 40th Panzer Division</strong>"), "{question}");
    assert!(!question.contains("<code>"), "{question}");
    let wrong = answer(&board, &umpire, &[("how", "next"), ("faces", "9")]);
    assert_eq!(wrong.status, 422);
    assert!(wrong.body.contains("is not a face from 1 to 6") && wrong.body.contains("value=\"9\""), "{}", wrong.body);
    assert!(!field.dir.path().join("1am-0905.table.txt").exists());
    let right = answer(&board, &umpire, &[("how", "next"), ("faces", "6")]);
    assert!(right.body.contains("500th Rifle Division throws"), "{}", right.body);
    assert!(right.body.contains("1 answer kept"), "{}", right.body);
    // An old window does not answer the next question by mistake.
    let stale = board.fill(&umpire, FIGHT, FIGHT, &[("count", "0"), ("how", "next"), ("faces", "1")]);
    assert!(stale.status == 409 && stale.body.contains("The battle has gone on in another window"), "{}", stale.body);
    let back = answer(&board, &umpire, &[("how", "back")]);
    assert!(back.body.contains("40th Panzer Division throws"), "{}", back.body);
    assert!(!back.body.contains("answer kept"), "{}", back.body);
    answer(&board, &umpire, &[("how", "next"), ("faces", "4")]);
    // The lid is closed and the board opened anew: it goes on where it stopped.
    drop(board);
    let board = Board::open(field.dir.path());
    let umpire = board.umpire();
    assert!(board.get(&umpire, FIGHT).body.contains("1 answer kept"));
    let mut page = board.get(&umpire, FIGHT);
    let mut shown = vec![strengths(&asked), strengths(&page.body)];
    for _ in 0..200 {
        let form: &[(&str, &str)] = match &page.body {
            body if body.contains("value=\"post\"") => break,
            body if body.contains("value=\"throw\"") => &[("how", "throw")],
            body if body.contains("value=\"bases\"") => &[("how", "bases")],
            body if body.contains("value=\"yes\"") => &[("answer", "no")],
            _ => &[],
        };
        page = answer(&board, &umpire, form);
        assert_eq!(page.status, 200, "{}", page.body);
        shown.push(strengths(&page.body));
    }
    let (_, table) = page.body.split_once("<h2>On the table</h2>").unwrap();
    assert!(table.split("<h2>").next().unwrap().contains(" SP"), "{table}");
    // What they have is shown as the battle goes on. The four of the first answer is a marker for a while, whatever is thrown.
    assert!(shown.iter().any(|table| table != &shown[0] && table.contains(" marker")), "{shown:?}");
    assert!(page.body.contains("The battle is over") && page.body.contains("Preview: nothing is written."));
    // Whoever is told to be gone in the story is gone from the table.
    let over = on_the_table(&page.body);
    assert!([0, 1].iter().all(|side| over[*side].1 == begun[*side].1), "{over:?}");
    let story = page.body.split("<h2>So far</h2>").nth(1).unwrap();
    let gone = ["driven back", "disperse", "surrender", "destroyed", "withdraw"];
    let is_told = gone.iter().any(|word| story.contains(word));
    assert_eq!(over.iter().any(|(here, all)| here < all), is_told, "{over:?} {story}");
    assert_eq!(field.operations("first-bound.railhead"), 2);
    // What somebody did meanwhile is shown, and nothing posted.
    let count = page.field("count");
    let stale = [("count", count.as_str()), ("how", "post"), ("expect_op", "1"), ("form_key", "old")];
    assert_eq!(board.post(&umpire, FIGHT, &stale).status, 409);
    let posted = answer(&board, &umpire, &[("how", "post")]);
    assert!(posted.status == 200 && posted.body.contains("is posted"), "{}", posted.body);
    assert!(field.dir.path().join("1am-0905.table.txt").exists(), "kept, in case it is taken back");
    let log = field.done("op show 3");
    assert!(log.contains("battle resolve 1am-0905 --dice") && log.contains("--post"), "{log}");
    let over = board.get(&umpire, "/battle/1am-0905").body;
    assert!(over.contains("Correct its result"), "{over}");
    let listed = board.get(&umpire, "/battles").body;
    assert!(listed.contains("href=\"/battle/1am-0905\""), "{listed}");
    drop(board);
    replays_to_the_same(&field);
}

/// Also by rules that fight square against square it is seen what each base has, before the battle is over.
#[test]
fn what_bases_have_is_shown_by_every_system_as_the_battle_goes_on() {
    for rules in domain::RuleSystemId::ALL {
        let (field, board, umpire) = opened();
        field.done(&format!("battle new 0905 --attacker AX --rules {rules} --override 'to try it'"));
        let mut page = board.get(&umpire, FIGHT).body;
        let table = |page: &str| {
            let (_, table) = page.split_once("<h2>On the table</h2>").expect("a table");
            table.split("<h2>").next().unwrap().to_owned()
        };
        let begun = table(&page);
        assert!(begun.contains(" SP"), "{rules}: {begun}");
        let mut now = begun.clone();
        for _ in 0..200 {
            // Of several dice all faces lie there: by some rules the high ones hit, by others the low.
            let dice =
                page.split_once("data-dice=\"").map_or(0, |(_, rest)| rest.split('"').next().unwrap().parse().unwrap());
            let faces: String = "654321".chars().cycle().take(dice).collect();
            let form: &[(&str, &str)] = match &page {
                _ if dice > 0 => &[("how", "next"), ("faces", &faces)],
                page if page.contains("value=\"bases\"") => &[("how", "bases")],
                page if page.contains("value=\"yes\"") => &[("answer", "no")],
                _ => &[],
            };
            let came = answer(&board, &umpire, form);
            assert_eq!(came.status, 200, "{rules}: {}", came.body);
            page = came.body;
            now = table(&page);
            if now != begun {
                break;
            }
        }
        assert!(now != begun && !page.contains("The battle is over"), "{rules}: {page}");
    }
}

#[test]
fn a_battle_begun_in_a_terminal_goes_on_in_the_browser_and_back() {
    let (field, board, umpire) = opened();
    field.done("battle new 0905 --attacker AX");
    let ran = field.run_typing("battle resolve 1am-0905 --dice ask --decide ask", "6\n3\nn\n");
    assert_ne!(ran.code, 0, "it is not over: {}", ran.err);
    let page = board.get(&umpire, FIGHT).body;
    assert!(page.contains("3 answers kept"), "{page}");
    let page = answer(&board, &umpire, &[("how", "throw")]).body;
    assert!(page.contains("4 answers kept"), "{page}");
    let ran = field.run_typing("battle resolve 1am-0905 --dice ask --decide ask", "");
    assert!(ran.err.contains("Answers saved: 4."), "{}", ran.err);
}

#[test]
fn a_result_from_the_table_is_filled_in_row_by_row() {
    let (field, board, umpire) = opened();
    field.done("battle new 0905 --attacker AX");
    let page = board.get(&umpire, RESULT).body;
    assert!(page.contains("A2.1 I/Panzer Regiment 140") && page.contains("name=\"sp:A2.1\""), "{page}");
    let wrong = [("end", "taken"), ("moves", "3"), ("sp:A2.1", "9"), ("mode", "preview")];
    let refused = board.fill(&umpire, RESULT, RESULT, &wrong);
    assert_eq!(refused.status, 422);
    let (_, beside) = refused.body.split_once("A2.1 I/Panzer").unwrap();
    let (row, _) = beside.split_once("A2.2").unwrap();
    assert!(row.contains("had 3 SP and cannot come out with 9"), "the fault stands beside its row: {row}");
    assert!(!row.contains("--set"), "as it is read there: {row}");
    // Words that cannot be read too, and a row whose code begins another's has them not.
    let wrong = [("end", "taken"), ("moves", "3"), ("sp:A2.2", "many"), ("attacks:A3", "many"), ("mode", "preview")];
    let refused = board.fill(&umpire, RESULT, RESULT, &wrong).body;
    let has_fault = |code: &str| {
        let (_, rest) = refused.split_once(&format!("name=\"sp:{code}\"")).unwrap();
        rest.split("name=\"sp:").next().unwrap().contains("class=\"fault\"")
    };
    assert_eq!(["A2", "A2.1", "A2.2", "A3", "A3.1"].map(has_fault), [false, false, true, true, false], "{refused}");
    assert!(row.contains("value=\"9\""), "what was filled in is kept");
    let form = [
        ("end", "taken"),
        ("moves", "3"),
        ("sp:A3.1", "2"),
        ("mk:A3.1", "1"),
        ("out:A3.2", "out"),
        ("attacks:A3", "2"),
        ("fate:D2", "destroyed"),
        ("reason", "as played"),
        ("mode", "preview"),
    ];
    let shown = board.fill(&umpire, RESULT, RESULT, &form);
    assert!(shown.status == 200 && shown.body.contains("Preview: nothing is written."), "{}", shown.body);
    assert_eq!(field.operations("first-bound.railhead"), 2);
    let form = [&form[..8], &[("mode", "do")]].concat();
    let done = board.fill(&umpire, RESULT, RESULT, &form);
    assert!(done.status == 200 && done.body.contains("is posted"), "{}", done.body);
    // The same as typed comes to the same.
    let other = Field::playing("first-bound");
    other.done("battle new 0905 --attacker AX");
    other.done(
        "battle record 1am-0905 --end taken --moves 3 --set A3=,,attacks:2 --set A3.1=2,1 --set A3.2=,,out \
         --set D2=,,destroyed --post",
    );
    for shown in ["battle show 1am-0905 --format csv", "unit show ax.pz.r2", "unit show su.rd.r2"] {
        let [one, two] = [&field, &other].map(|field| field.done(shown).replace("as played", ""));
        assert_eq!(one.lines().count(), two.lines().count(), "{one}\n{two}");
        assert!(one.lines().zip(two.lines()).all(|(one, two)| one == two || one.contains("op ")), "{one}\n{two}");
    }
}

#[test]
fn a_battle_that_is_not_there_is_a_page_that_says_so() {
    let (_field, board, umpire) = opened();
    for page in ["/battle/nothing/fight", "/battle/nothing/result"] {
        let came = board.get(&umpire, page);
        assert!(came.status == 400 && came.body.contains("nothing"), "{page}: {}", came.body);
    }
    assert_eq!(board.get(&umpire, "/battle/nothing").status, 404);
    assert_eq!(board.get(&umpire, "/draw/9999").status, 422);
    let erich = board.player(&umpire, "Erich", "AX", "");
    for page in ["/battle/1am-0905", "/battle/1am-0905/fight", "/draw/0905", "/contacts"] {
        assert_eq!(board.get(&erich, page).status, 404, "{page}");
    }
}

/// 0905 is two squares from Zarechye and from Stepnoye: of equally near places the first by name says where it is.
#[test]
fn battles_squares_and_sides_are_called_by_their_names() {
    let (field, board, umpire) = opened();
    field.done("battle new 0905 --attacker AX");
    let page = |page: &str| board.get(&umpire, page).body;
    let battle = page("/battle/1am-0905");
    assert!(battle.contains("<h1>Battle near Stepnoye (0905), D1 am <small>1am-0905</small></h1>"), "{battle}");
    assert!(battle.contains("<th>Axis of ") && !battle.contains("<th>AX of "), "{battle}");
    assert!(page("/battle/1am-0905/result").contains("<h2>Axis attacks</h2>"));
    let list = page("/battles");
    assert!(list.contains("Axis") && !list.contains(">AX<"), "{list}");
    assert!(page("/draw/0805").contains("<h1>A battle near Zarechye (0805)</h1>"));
    // Whoever is to have an order is found by his name.
    assert!(
        page("/orders").contains("href=\"/order?unit=\"")
            && page("/order?unit=").contains("data-pick=\"/find?of=unit\"")
    );
    let asked = board.get(&umpire, "/order?unit=40th%20Panzer%20Division");
    assert_eq!((asked.status, asked.header("location")), (303, Some("/order/ax.pz")));
    assert_eq!(board.get(&umpire, "/order?unit=nobody").status, 422);
    assert!(page("/square/0605").contains("<h1>Brod (0605)</h1>"));
    assert!(page("/?sel=0605").contains("<h2>Brod (0605)</h2>"));
    assert!(page("/square/0905").contains("<h1>Square 0905, near Stepnoye</h1>"));
    let erich = board.player(&umpire, "Erich", "AX", "");
    let his = |page: &str| board.get(&erich, page).body;
    assert!(his("/p/battle").contains("Battle near Stepnoye (0905), D1 am</a> · you attack"));
    assert!(his("/p/orders?unit=ax.pz").contains("<small>40th Panzer Division</small>"));
    assert!(his("/p/square/0605").contains("<h1>Brod (0605)</h1>"));
}
