//! Decisions of a battle that is led die by die: the player whose unit decides says yes or no on his phone, and the umpire
//! takes it.

use super::{Board, Came, opened};

const FIGHT: &str = "/battle/1am-0905/fight";

/// Answers the question that is open on the umpire's page, and goes on.
fn answer(board: &Board, umpire: &str, form: &[(&str, &str)]) -> Came {
    let count = board.get(umpire, FIGHT).field("count");
    board.fill_and_go(umpire, FIGHT, FIGHT, &[&[("count", count.as_str())], form].concat())
}

#[test]
fn a_player_whose_unit_decides_says_so_on_his_phone_and_the_umpire_decides() {
    let (field, board, [umpire, dmitri, _]) = opened();
    let anna = board.player(&umpire, "Anna", "AX", "");
    field.done("battle new 0905 --attacker AX");
    let mut asked = 0;
    for _ in 0..200 {
        let page = board.get(&umpire, FIGHT).body;
        let form: &[(&str, &str)] = match &page {
            body if body.contains("value=\"post\"") => break,
            body if body.contains("value=\"throw\"") => &[("how", "throw")],
            body if body.contains("value=\"bases\"") => &[("how", "bases")],
            body if body.contains("value=\"yes\"") => {
                asked += decided(&board, (&umpire, &page), [("Dmitri", &dmitri), ("Anna", &anna)]);
                &[("answer", "no")]
            }
            _ => &[("how", "")],
        };
        let before = board.get(&umpire, FIGHT).field("count");
        let came = answer(&board, &umpire, form);
        if came.body.contains("name=\"answer\"") && came.field("count") == before {
            let first =
                came.body.split("name=\"answer\" value=\"").nth(1).unwrap().split('"').next().unwrap().to_owned();
            answer(&board, &umpire, &[("answer", &first)]);
        }
        // Nothing is asked of them but what is open.
        for key in [&dmitri, &anna] {
            let phone = board.get(key, "/p/battle").body;
            let is_open = board.get(&umpire, FIGHT).body.contains("value=\"yes\"");
            assert!(is_open || !phone.contains("You decide"), "{phone}");
        }
    }
    assert!(asked > 0, "nothing was decided");
    let late = board.post(&dmitri, "/p/decide", &[("battle", "1am-0905"), ("question", "x"), ("answer", "yes")]);
    assert_eq!(late.status, 400);
    assert!(late.body.contains("this is no longer asked of you: nothing was sent"), "{}", late.body);
}

/// One of them is asked what the umpire's page asks, and says yes: the umpire reads it, and the other learns nothing.
fn decided(board: &Board, (umpire, page): (&str, &str), players: [(&str, &str); 2]) -> usize {
    let phones = players.map(|(name, key)| (name, key, board.get(key, "/p/battle")));
    let (asked, others): (Vec<_>, Vec<_>) = phones.iter().partition(|(.., phone)| phone.body.contains("You decide"));
    assert!(asked.len() <= 1, "{page}");
    let Some((name, key, phone)) = asked.first() else {
        // Whether the hidden stop somebody is asked at the table alone.
        assert!(page.contains("stop it, and throw the recce test?"), "{page}");
        return 0;
    };
    assert!(!phone.body.contains("doctrine"), "{}", phone.body);
    assert!(phone.body.contains("<span class=\"count\">1<span class=\"unseen\"> new</span></span>"), "{}", phone.body);
    let question = phone.field("question");
    let form = [("battle", "1am-0905"), ("question", question.as_str()), ("answer", "yes")];
    for (_, other, _) in others {
        let refused = board.post(other, "/p/decide", &form);
        assert!(refused.body.contains("this is no longer asked of you"), "{}", refused.body);
    }
    let sent = board.fill_and_go(key, "/p/battle", "/p/decide", &form);
    assert!(sent.body.contains("You say <strong>yes</strong>. The umpire has not answered yet."), "{}", sent.body);
    assert!(!sent.body.contains("<span class=\"count\">1<"), "{}", sent.body);
    let told = board.get(umpire, FIGHT).body;
    assert!(told.contains(&format!("{name} says <strong>yes</strong>.")), "{told}");
    1
}
