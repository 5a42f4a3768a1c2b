//! Expected faces come from a `ChaCha8` written from its description in another language, not from this program.

use super::*;

const CALL: Call<'_> = Call { thrower: Words::Plain("ru.1"), purpose: Words::Plain("odd marker"), parts: &[] };

fn thrown(seed: u64, stream: u64) -> Vec<u8> {
    Dice::seeded(seed, stream).throw(&CALL, 24).unwrap()
}

#[test]
fn the_faces_of_a_seed_never_change() {
    assert_eq!(thrown(0, 0), [1, 4, 2, 4, 5, 1, 5, 4, 1, 2, 6, 2, 2, 5, 5, 5, 3, 5, 4, 6, 3, 2, 3, 6]);
    assert_eq!(thrown(1, 0), [2, 6, 5, 1, 3, 5, 3, 3, 5, 1, 3, 1, 3, 2, 1, 3, 5, 2, 5, 2, 5, 3, 4, 2]);
    assert_eq!(thrown(42, 0), [4, 6, 2, 3, 5, 2, 1, 1, 1, 4, 2, 3, 4, 3, 6, 5, 2, 4, 5, 6, 5, 4, 6, 4]);
    assert_eq!(thrown(42, 7), [6, 2, 4, 1, 6, 6, 5, 3, 3, 6, 6, 2, 5, 2, 2, 6, 1, 6, 2, 3, 4, 5, 1, 5]);
    assert_eq!(thrown(u64::MAX, 0), [2, 6, 3, 6, 5, 3, 3, 2, 5, 1, 6, 2, 4, 3, 2, 5, 2, 4, 3, 5, 1, 4, 3, 2]);
}

#[test]
fn every_face_falls_about_as_often_and_exactly_as_before() {
    let mut dice = Seeded::new(1942, 0);
    let mut counts = [0; 6];
    for _ in 0..60_000 {
        counts[usize::from(dice.face()) - 1] += 1;
    }
    assert_eq!(counts, [10_071, 10_079, 9_938, 9_934, 10_020, 9_958]);
}

#[test]
fn one_at_a_time_or_all_together_is_the_same_stream() {
    let mut dice = Dice::seeded(42, 0);
    let single: Vec<u8> = (0..4).map(|_| dice.one(&CALL).unwrap()).collect();
    assert_eq!(single, [4, 6, 2, 3]);
    let mut more = vec![9];
    dice.throw_into(&CALL, 3, &mut more).unwrap();
    assert_eq!(more, [9, 5, 2, 1]);
}

#[test]
fn a_script_gives_its_faces_in_order_and_wants_all_of_them_used() {
    let mut dice = Dice::scripted("65,4  1");
    assert_eq!(dice.throw(&CALL, 2).unwrap(), [6, 5]);
    assert_eq!(dice.one(&CALL).unwrap(), 4);
    assert_eq!(dice.finish(), Err(DiceError::TooMany { left: 1, thrown: 3 }));
}

#[test]
fn many_dice_of_a_face_are_written_in_one_word() {
    assert_eq!(faces("3x6 1, 2x5 43").unwrap(), [6, 6, 6, 1, 5, 5, 4, 3]);
    for wrong in ["3x7", "0x6", "x6", "3x", "-1x6", "3x66"] {
        assert!(faces(wrong).is_err(), "{wrong}");
    }
    assert!(faces("100001x6").is_err(), "more than anybody throws");
    assert!(faces("99999999999999999999999x6").is_err());
}

#[test]
fn several_throw_and_one_throws() {
    let told = ["the attackers", "the attacker", "su.art"].map(throws);
    assert_eq!(told, ["throw", "throws", "throws"]);
}

#[test]
fn a_script_that_runs_out_names_the_throw() {
    let mut dice = Dice::scripted("6 5");
    dice.one(&CALL).unwrap();
    let error = dice.throw(&CALL, 2).unwrap_err();
    assert_eq!(error.to_string(), "the dice run out: `odd marker of ru.1` needs 2, left: 1 of 2");
    assert_eq!(dice.one(&CALL), Ok(5), "a throw that fails takes no die");
}

#[test]
fn what_is_no_face_names_the_throw_when_its_turn_comes() {
    for wrong in ["7", "0", "x", "-1", "06", "1.5"] {
        let mut dice = Dice::scripted(&format!("3 {wrong}"));
        assert_eq!(dice.one(&CALL), Ok(3));
        let text = dice.one(&CALL).unwrap_err().to_string();
        assert_eq!(text, format!("die 2 for `odd marker of ru.1` shows `{wrong}`, which is not a face from 1 to 6"));
    }
    assert_eq!(faces("1 6"), Ok(vec![1, 6]));
    assert_eq!(faces("1 8").unwrap_err().to_string(), "`8` is not a face from 1 to 6");
}

struct Player {
    says: Vec<&'static str>,
    heard: Vec<String>,
}

impl Ask for Player {
    fn ask(&mut self, call: &Call<'_>, count: usize, wrong: Option<&DiceError>) -> Option<String> {
        self.heard.push(format!("{call}: {count} {}", wrong.map_or_else(String::new, ToString::to_string)));
        if self.says.is_empty() { None } else { Some(self.says.remove(0).to_owned()) }
    }
}

#[test]
fn a_player_is_asked_again_until_the_answer_fits() {
    let mut player = Player { says: vec!["5", "5 9", "5 5 5", "5 2"], heard: Vec::new() };
    let mut dice = Dice::asked(&mut player);
    assert_eq!(dice.throw(&CALL, 2), Ok(vec![5, 2]));
    assert_eq!(dice.one(&CALL), Err(DiceError::NobodyAnswers { call: "odd marker of ru.1".to_owned() }));
    assert_eq!(
        player.heard,
        [
            "odd marker of ru.1: 2 ",
            "odd marker of ru.1: 2 dice thrown: 2; faces given: 1",
            "odd marker of ru.1: 2 `9` is not a face from 1 to 6",
            "odd marker of ru.1: 2 dice thrown: 2; faces given: 3",
            "odd marker of ru.1: 1 ",
        ]
    );
}

#[test]
fn every_throw_is_in_the_log() {
    let mut dice = Dice::scripted("4 2 1");
    dice.one(&CALL).unwrap();
    dice.note_effect("removed");
    dice.throw(&Call::new("ax.2", "firefight"), 2).unwrap();
    let throw = |thrower: &str, purpose: &str, faces: &[u8], effect: Option<&str>| Throw {
        thrower: thrower.to_owned(),
        purpose: purpose.to_owned(),
        faces: faces.to_vec(),
        effect: effect.map(str::to_owned),
    };
    let expected = [throw("ru.1", "odd marker", &[4], Some("removed")), throw("ax.2", "firefight", &[2, 1], None)];
    assert_eq!(dice.finish().unwrap(), expected);
}

#[test]
fn no_dice_is_no_throw() {
    let mut dice = Dice::scripted("");
    assert_eq!(dice.throw(&CALL, 0), Ok(Vec::new()));
    assert!(dice.log().is_empty());
    let mut quiet = Dice::seeded(1, 0).unlogged();
    quiet.throw(&CALL, 3).unwrap();
    assert!(quiet.log().is_empty());
}

#[test]
fn names_stand_where_somebody_is_named_and_nowhere_else() {
    let named = |id: &str| match id {
        "a.1" => "1st Company".to_owned(),
        "b" => "Guns".to_owned(),
        other => other.to_owned(),
    };
    let list = |ids: &[&str]| Told::list(ids.iter());
    let cases = [
        (Told::of("a.1"), Some("a.1"), "1st Company"),
        // An id may be a word of the sentence too.
        (Told::of("b").and(" fires at ").with("a.1").and(": b"), None, "Guns fires at 1st Company: b"),
        (list(&["a.1", "b"]).and(" and 2 more"), None, "1st Company, Guns and 2 more"),
        (Told::from("fire at ").then(&Told::of("a.1")), None, "fire at 1st Company"),
        (Told::from("a.1 as a word"), None, "a.1 as a word"),
        (list(&["x"]), Some("x"), "x"),
        (list(&[]), None, ""),
    ];
    for (told, one, with_names) in cases {
        assert_eq!((told.one(), told.with_names(named)), (one, with_names.to_owned()), "{told}");
    }
    assert_eq!(Call::new("a.1", "fire").who().with_names(named), "1st Company");
    assert_eq!(Call::new("a.1", "a.1").what().with_names(named), "a.1");
}
