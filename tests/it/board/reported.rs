//! Results of battles fought at players' tables: each tells of his own bases, and the umpire takes, changes or refuses it.

use super::evening::replays_to_the_same;
use super::{Board, Came};
use crate::cli::field::Field;

const BATTLE: &str = "/p/battle/1am-0905";
const RESULT: &str = "/battle/1am-0905/result";

/// `first-bound` with a battle that is drawn, the board open, and the umpire's key.
fn opened() -> (Field, Board, String) {
    let field = Field::playing("first-bound");
    field.done("battle new 0905 --attacker AX");
    let board = Board::open(field.dir.path());
    let umpire = board.umpire();
    (field, board, umpire)
}

/// Sends what a player tells of the battle, and goes on as a browser does.
fn tell(board: &Board, key: &str, form: &[(&str, &str)]) -> Came {
    board.fill_and_go(key, BATTLE, "/p/proposal", &[&[("battle", "1am-0905")], form].concat())
}

/// The bases of which a page asks how many SP are left.
fn asked(page: &Came) -> Vec<&str> {
    page.body.split("name=\"sp:").skip(1).map(|rest| rest.split('"').next().unwrap()).collect()
}

const TAKEN: [(&str, &str); 2] = [("end", "taken"), ("moves", "3")];

#[test]
fn a_player_tells_of_his_own_bases_and_of_no_others() {
    let (_field, board, umpire) = opened();
    let erich = board.player(&umpire, "Erich", "AX", "");
    let karl = board.player(&umpire, "Karl", "AX", "ax.pz");
    let hans = board.player(&umpire, "Hans", "AX", "ax.id");
    let dmitri = board.player(&umpire, "Dmitri", "SU", "");
    // 3 SP of the corps, 3 and 2 of the tanks, 3 and 3 of the riflemen, 3 of the division.
    assert!(board.get(&erich, "/p/battle").body.contains("6 bases of yours, 17 SP"));
    assert!(board.get(&dmitri, "/p/battle").body.contains("you defend"));
    let own = ["ax.pz.r1.b1", "ax.pz.r1.b2", "ax.pz.r2.b1", "ax.pz.r2.b2", "ax.pz.art"];
    assert_eq!(asked(&board.get(&erich, BATTLE)), [&["ax.art"], &own[..]].concat());
    assert_eq!(asked(&board.get(&karl, BATTLE)), own);
    assert_eq!(asked(&board.get(&dmitri, BATTLE)), ["su.art", "su.rd.r2.b1", "su.rd.art"]);
    // The commander of a division that is not in it has nothing to tell.
    let idle = board.get(&hans, "/p/battle").body;
    assert!(idle.contains("No battle of yours waits") && !idle.contains("Report the result"), "{idle}");
    assert_eq!(asked(&board.get(&hans, BATTLE)), [""; 0]);
    // What he sends of others is not heard.
    let form = [&TAKEN[..], &[("sp:ax.art", "0"), ("sp:su.rd.r2.b1", "0"), ("sp:ax.pz.r1.b1", "2")]].concat();
    let sent = tell(&board, &karl, &form);
    assert!(sent.body.contains("taken, 3 moves") && sent.body.contains("I/Panzer Regiment 140: 2 SP"), "{}", sent.body);
    let post = board.get(&umpire, "/post").body;
    assert!(!post.contains("Heavy Artillery") && !post.contains("1002 Rifle"), "{post}");
    let form = [&[("battle", "1am-0905")], &TAKEN[..]].concat();
    let not_his = board.fill(&hans, "/p/orders", "/p/proposal", &form);
    assert!(
        not_his.status == 409 && not_his.body.contains("takes no report of yours: nothing was sent"),
        "{}",
        not_his.body
    );
    assert_eq!(board.get(&umpire, "/post").body.matches("Take it into the result").count(), 1);
    assert_eq!(board.get(&erich, "/p/battle/9am-0905").status, 404);
    assert_eq!(board.get(&erich, RESULT).status, 404, "the umpire's page is not his");
}

#[test]
fn what_cannot_be_stands_beside_its_field_and_what_is_odd_may_be_sent() {
    let (_field, board, umpire) = opened();
    let erich = board.player(&umpire, "Erich", "AX", "");
    let dmitri = board.player(&umpire, "Dmitri", "SU", "");
    let wrong = tell(&board, &erich, &[&TAKEN[..], &[("sp:ax.pz.r1.b2", "3"), ("fate:ax.pz.art", "broken")]].concat());
    assert_eq!(wrong.status, 422);
    let (changed, same) = wrong.body.split_once("4 more bases, unchanged").expect("those that changed stand first");
    assert!(changed.contains("II/Panzer Regiment 140: a whole number of SP from 0 to 2"), "{changed}");
    assert!(changed.contains("value=\"broken\" selected") && !same.contains("Artillery Battalion 240"), "{changed}");
    for (form, said) in [
        (&[("moves", "3")][..], "say how it ended"),
        (&[("end", "taken"), ("moves", "7")][..], "a whole number of moves from 1 to 6"),
        (&[("end", "taken"), ("moves", "3"), ("fate:ax.art", "lost")][..], "choose one of these"),
        (&[("end", "taken"), ("moves", "3"), ("sp:ax.art", "1,0,destroyed")][..], "from 0 to 3"),
    ] {
        let wrong = tell(&board, &erich, &[form, &[("sure", "1")]].concat());
        assert!(wrong.status == 422 && wrong.body.contains(said), "{said}: {}", wrong.body);
    }
    // Whoever defended what was taken and says of nobody what became of him is asked once more.
    let odd = tell(&board, &dmitri, &TAKEN);
    assert_eq!(odd.status, 422);
    assert!(odd.body.contains("I/1002 Rifle Regiment cannot stand in 0905, which was taken"), "{}", odd.body);
    assert!(board.get(&umpire, "/post").body.contains("No proposal waits."));
    let sent = tell(&board, &dmitri, &[&TAKEN[..], &[("sure", "1"), ("note", "none came back")]].concat());
    assert!(sent.body.contains("every base as it was") && sent.body.contains("none came back"), "{}", sent.body);
}

#[test]
fn a_report_is_changed_and_withdrawn_until_it_is_decided() {
    let (field, board, umpire) = opened();
    let [erich, otto] = ["Erich", "Otto"].map(|name| board.player(&umpire, name, "AX", ""));
    tell(&board, &erich, &[&TAKEN[..], &[("sp:ax.pz.r1.b1", "2"), ("out:ax.pz.art", "out")]].concat());
    let form = board.get(&erich, BATTLE).body;
    for filled in [
        "Change your report",
        "action=\"/p/proposal/1/change?battle=1am-0905\"",
        "value=\"taken\" required checked",
        "name=\"sp:ax.pz.r1.b1\" min=\"0\" max=\"3\" required inputmode=\"numeric\" value=\"2\"",
        "name=\"out:ax.pz.art\" value=\"out\" checked",
        "4 more bases, unchanged",
    ] {
        assert!(form.contains(filled), "{filled}: {form}");
    }
    // Of one battle he tells one thing: from an old window it is in the place of what he sent.
    let changed = tell(&board, &erich, &[("end", "broken_off"), ("moves", "2"), ("sp:ax.pz.r1.b1", "1")]);
    assert_eq!(changed.body.matches("Result of the").count(), 1, "{}", changed.body);
    assert!(changed.body.contains("broken off, 2 moves") && changed.body.contains("I/Panzer Regiment 140: 1 SP"));
    // Another of his side neither sees nor changes it.
    assert!(!board.get(&otto, "/p/battle").body.contains("broken off"));
    let form = [("battle", "1am-0905"), ("end", "taken"), ("moves", "1")];
    let not_his = board.fill(&otto, BATTLE, "/p/proposal/1/change", &form);
    assert!(not_his.body.contains("there is no proposal 1"), "{}", not_his.body);
    let orders = board.get(&erich, "/p/orders").body;
    assert!(orders.contains("broken off, 2 moves") && !orders.contains("battle record"), "{orders}");
    let form = [("battle", "1am-0905")];
    let withdrawn = board.fill_and_go(&erich, "/p/battle", "/p/proposal/1/withdraw", &form);
    assert!(withdrawn.body.contains(">withdrawn<"), "{}", withdrawn.body);
    assert!(board.get(&umpire, "/post").body.contains("No proposal waits."));
    assert_eq!(field.operations("first-bound.railhead"), 2);
}

/// The fields of the umpire's form as the page has them: what is typed, chosen and ticked.
fn filled(page: &Came) -> Vec<(String, String)> {
    let (_, form) = page.body.split_once("<form class=\"result\"").expect("a form");
    let value = |tag: &str, name: &str| {
        let (_, rest) = tag.split_once(&format!("{name}=\""))?;
        rest.split('"').next().map(|text| text.replace("&#39;", "'").replace("&amp;", "&"))
    };
    let mut found = Vec::new();
    for tag in form.split('<') {
        let named = value(tag, " name").zip(value(tag, " value"));
        if let Some((name, text)) = named.filter(|(_, text)| tag.starts_with("input") && !text.is_empty()) {
            let is_given = !tag.contains("type=\"radio\"") && !tag.contains("type=\"checkbox\"");
            found.extend((is_given || tag.contains(" checked")).then_some((name, text)));
        }
    }
    for select in form.split("<select ").skip(1) {
        let (options, _) = select.split_once("</select>").unwrap();
        let chosen = options.split("<option").find(|option| option.contains(" selected"));
        found.extend(
            chosen.map(|option| (value(&format!(" {options}"), " name").unwrap(), value(option, " value").unwrap())),
        );
    }
    found
}

/// Posts the form as the page has it, with some fields otherwise.
fn post(board: &Board, umpire: &str, page: &Came, otherwise: &[(&str, &str)]) -> Came {
    let mut form: Vec<(String, String)> = filled(page);
    form.retain(|(name, _)| !otherwise.iter().any(|(other, _)| other == name));
    let form = form.iter().map(|(name, text)| (name.as_str(), text.as_str()));
    let form: Vec<(&str, &str)> = form.chain(otherwise.iter().copied()).chain([("mode", "do")]).collect();
    board.post(umpire, RESULT, &form)
}

#[test]
fn both_sides_stand_side_by_side_and_the_umpire_takes_one() {
    let (field, board, umpire) = opened();
    let erich = board.player(&umpire, "Erich", "AX", "");
    let dmitri = board.player(&umpire, "Dmitri", "SU", "");
    let own = [("sp:ax.pz.r1.b1", "2"), ("fate:ax.pz.r1.b1", "broken"), ("out:ax.pz.art", "out"), ("note", "as seen")];
    tell(&board, &erich, &[&TAKEN[..], &own].concat());
    let own = [("end", "taken"), ("moves", "4"), ("sp:su.rd.r2.b1", "1"), ("fate:su.rd.r2.b1", "driven_back")];
    tell(&board, &dmitri, &own);
    let post_page = board.get(&umpire, "/post").body;
    for from in ["1", "2"] {
        assert!(post_page.contains(&format!("{RESULT}?from={from}")), "{post_page}");
    }
    assert!(board.get(&umpire, "/battle/1am-0905").body.contains("2 reports"));
    let page = board.get(&umpire, &format!("{RESULT}?from=1"));
    // They agree on the end and not on the moves.
    let row = |of: &str| {
        let (before, rest) = page.body.split_once(of).expect(of);
        (before.rsplit("<tr").next().unwrap().contains("differs"), rest.split("</tr>").next().unwrap().to_owned())
    };
    assert!(!row("How it ended</th>").0);
    let (differs, moves) = row("Moves</th>");
    assert!(differs && moves.contains("<td>3</td><td>4</td>"), "{moves}");
    let (differs, base) = row("D2.1 I/1002 Rifle Regiment, was 3 SP</th>");
    assert!(!differs && base.contains("<td></td><td>1 SP, driven back</td>"), "{base}");
    // His form has the end and the moves of the one, and of each the bases that are his.
    let mut given = filled(&page);
    given.retain(|(name, _)| !["expect_op", "form_key", "was:1", "was:2"].contains(&name.as_str()));
    given.sort_unstable();
    let is = [
        ("end", "taken"),
        ("fate:A2.1", "broken"),
        ("fate:D2.1", "driven_back"),
        ("from", "1"),
        ("moves", "3"),
        ("out:A4.1", "out"),
        ("sp:A2.1", "2"),
        ("sp:D2.1", "1"),
    ];
    assert_eq!(given, is.map(|(name, text)| (name.to_owned(), text.to_owned())));
    // He gives Dmitri's battalion no SP more, and posts it.
    let otherwise = [("sp:D2.1", "2"), ("answer:1", "well fought"), ("answer:2", "one marker was wiped off")];
    let done = post(&board, &umpire, &page, &otherwise);
    assert!(done.status == 200 && done.body.contains("is posted"), "{}", done.body);
    let of_erich = board.get(&erich, "/p/battle").body;
    assert!(of_erich.contains(">taken<") && of_erich.contains("well fought"), "{of_erich}");
    assert!(!of_erich.contains("1002 Rifle") && !of_erich.contains("wiped off"), "{of_erich}");
    let of_dmitri = board.get(&dmitri, "/p/orders").body;
    let changed = [
        ">changed<",
        "one marker was wiped off",
        "taken, 4 moves",
        "I/1002 Rifle Regiment: 1 SP, driven back",
        "The umpire did this instead: ",
        "taken, 3 moves",
        "I/1002 Rifle Regiment: 2 SP, driven back",
    ];
    assert!(changed.iter().all(|of| of_dmitri.contains(of)), "{of_dmitri}");
    // Whom he fought his map tells by now; what Erich told of them it does not.
    let (_, told) = of_dmitri.split_once("What you have sent").unwrap();
    assert!(!told.contains("Panzer Regiment") && !told.contains("well fought"), "{told}");
    let answered = board.get(&umpire, "/post").body;
    assert_eq!(answered.matches("href=\"/op/3\"").count(), 2, "{answered}");
    // It is what the command does.
    let other = Field::playing("first-bound");
    other.done("battle new 0905 --attacker AX");
    other.done(
        "battle record 1am-0905 --end taken --moves 3 --set A2.1=2,,broken --set A4.1=,,out --set D2.1=2,,driven_back --post",
    );
    for shown in ["unit show ax.pz.r1", "unit show ax.pz", "unit show su.rd.r2", "battle list"] {
        let [one, two] = [&field, &other].map(|field| field.done(shown));
        assert_eq!(one, two, "{shown}");
    }
    drop(board);
    replays_to_the_same(&field);
}

#[test]
fn what_was_told_otherwise_meanwhile_is_not_posted_unseen() {
    let (field, board, umpire) = opened();
    let erich = board.player(&umpire, "Erich", "AX", "");
    let dmitri = board.player(&umpire, "Dmitri", "SU", "");
    tell(&board, &erich, &[&TAKEN[..], &[("sp:ax.pz.r1.b1", "2")]].concat());
    let page = board.get(&umpire, &format!("{RESULT}?from=1"));
    tell(&board, &erich, &[&TAKEN[..], &[("sp:ax.pz.r1.b1", "1")]].concat());
    let stale = post(&board, &umpire, &page, &[("fate:D2", "destroyed")]);
    assert_eq!(stale.status, 409);
    assert!(stale.body.contains("What players report has changed since you opened this page: nothing was posted"));
    assert!(stale.body.contains("here is what they report now; below is your form as you filled it"), "{}", stale.body);
    assert!(stale.body.contains(">1 SP</td>"), "{}", stale.body);
    assert_eq!(field.operations("first-bound.railhead"), 2);
    // One that came in meanwhile is not passed over either.
    let page = board.get(&umpire, &format!("{RESULT}?from=1"));
    tell(&board, &dmitri, &[("end", "out_of_moves"), ("moves", "6")]);
    assert_eq!(post(&board, &umpire, &page, &[("fate:D2", "destroyed")]).status, 409);
    // Who takes it as it stands in the list of proposals is led to the form.
    let led = board.fill(&umpire, "/post", "/proposal/2/take", &[]);
    assert!(led.status == 200 && led.body.contains("≠ "), "{}", led.body);
    assert_eq!(field.operations("first-bound.railhead"), 2);
    // The other is refused with a word, and the battle given up.
    let refused =
        board.fill_and_go(&umpire, &format!("{RESULT}?from=1"), "/proposal/2/refuse", &[("answer", "play on")]);
    assert_eq!(refused.status, 200);
    let told = board.get(&dmitri, "/p/battle").body;
    assert!(told.contains(">refused<") && told.contains("play on") && told.contains("Report the result"), "{told}");
    field.done("battle cancel 1am-0905");
    let post_page = board.get(&umpire, "/post").body;
    assert!(post_page.contains("no longer open") && !post_page.contains("Take it into the result"), "{post_page}");
    let gone = board.get(&erich, "/p/battle").body;
    assert!(gone.contains("No battle of yours waits") && gone.contains("Withdraw"), "{gone}");
    let led = board.fill(&umpire, "/post", "/proposal/1/take", &[]);
    assert!(led.status == 400 && led.body.contains("1am-0905"), "{}", led.body);
}
