//! A battle fought at the table: what is asked, kept, taken up again and taken back.

use super::field::Field;

/// `b1` stands before `i1`, and the battle is drawn: a die each in the firefight, then the defender's test on 4 or more.
fn drawn() -> Field {
    let field = Field::new();
    field.done("unit set 1rd.b1 square=0502");
    field.done("battle new 0602 --override 'no supply in this test'");
    field
}

const ASKED: &str = "battle resolve 0602 --dice ask --decide ask";
const KEPT: &str = "1am-0602.table.txt";

fn kept(field: &Field) -> Option<String> {
    std::fs::read_to_string(field.dir.path().join(KEPT)).ok()
}

fn outcome(field: &Field) -> String {
    std::fs::read_to_string(field.dir.path().join("1am-0602.outcome.json")).unwrap()
}

#[test]
fn a_battle_that_is_put_down_is_taken_up_where_it_was() {
    let field = drawn();
    let stopped = field.run_typing(ASKED, "6\n3\n");
    assert_eq!(stopped.code, 2, "{}", stopped.err);
    let hint = "hint: answers saved in `1am-0602.table.txt`: 2; run the same command to go on\n";
    assert!(stopped.err.ends_with(hint), "{}", stopped.err);
    let text = kept(&field).unwrap();
    let answers: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).skip(2).collect();
    assert_eq!(
        answers,
        ["move 1: su.1a.1rd throws 1 die for firefight = 6", "move 1: ax.9id throws 1 die for firefight = 3"]
    );
    let ended = field.run_typing(ASKED, "4\n\n\n");
    assert_eq!(ended.code, 0, "{}", ended.err);
    assert!(ended.err.contains("The battle goes on where it stopped. Answers saved: 2."), "{}", ended.err);
    assert!(ended.err.contains("  Soviet fires: 1 die, 2 markers\n"), "what has happened is told: {}", ended.err);
    assert_eq!(kept(&field), None, "the outcome has it all");
    let by_parts = outcome(&field);
    assert_eq!(field.run_typing(ASKED, "6 \n3\n4\ny\n").code, 0);
    assert_eq!(outcome(&field), by_parts);
}

#[test]
fn an_answer_that_was_cut_off_is_asked_for_again() {
    let field = drawn();
    field.run_typing(ASKED, "6\n3\n");
    let text = kept(&field).unwrap();
    field.write(KEPT, text.strip_suffix("= 3\n").unwrap());
    let stopped = field.run_typing(ASKED, "3\n");
    assert!(stopped.err.contains("The battle goes on where it stopped. Answers saved: 1."), "{}", stopped.err);
    assert_eq!(kept(&field).unwrap(), text, "written whole again");
    assert_eq!(field.run_typing(ASKED, "4\n\n\n").code, 0);
}

#[test]
fn the_last_answer_can_be_taken_back_the_very_last_too() {
    let field = drawn();
    let ran = field.run_typing(ASKED, "back\n6\n3\n1\nback\n4\nn\nback\n\nx\n\n");
    assert_eq!(ran.code, 0, "{}", ran.err);
    for said in [
        ">   there is no answer to take back\n",
        "  taken back: move 1: ax.9id throws 1 die for break test = 1\n",
        "  taken back: move 1, su.1a.1rd: assault? = n\n",
        "The battle is over. Press Enter to save the result, or type `back` to take back the last answer:   press \
         Enter, or type `back`\n",
    ] {
        assert!(ran.err.contains(said), "{said}: {}", ran.err);
    }
    assert!(ran.out.contains("taken after 1 move: Soviet holds 0602"), "{}", ran.out);
}

#[test]
fn what_does_not_fit_any_more_is_set_aside() {
    let field = drawn();
    field.run_typing(ASKED, "6\n3\n4\n");
    let text = std::fs::read_to_string(field.dir.path().join("1am-0602.toml")).unwrap();
    // Without ammunition the attacker does not throw, and the first question is another.
    field.write("1am-0602.toml", &text.replacen("sp = 3,", "sp = 3, out_of_ammo = true,", 1));
    let ran = field.run_on(200, "battle resolve 1am-0602.toml --dice ask --decide ask --override 'shot off'", "");
    let note = "note: the battle goes differently from here: the last 3 answers in \
                1am-0602.table.txt cannot be used any longer\n";
    assert!(ran.err.contains(note), "{}", ran.err);
    field.write("1am-0602.toml", &text);
    field.write(KEPT, "move 1: x throws 1 die for y = 6\nwhat is this\n");
    let ran = field.run_typing(ASKED, "");
    assert_eq!(
        ran.err,
        "error: 1am-0602.table.txt:2: this is not an answer: `what is this`\nhint: write it as QUESTION = ANSWER, or delete \
         1am-0602.table.txt to start the battle again\n"
    );
}

#[test]
fn wrong_answers_are_answered_and_asked_for_again() {
    let field = drawn();
    let ran = field.run_typing(ASKED, "66\n?\n6\n3\n4\nperhaps\n\n\n");
    assert_eq!(ran.code, 0, "{}", ran.err);
    for said in [
        ">   dice thrown: 1; faces given: 2\n",
        "assault? [Y/n]   answer `y` or `n`, or press Enter to follow the doctrine\n",
    ] {
        assert!(ran.err.contains(said), "{said}: {}", ran.err);
    }
    let how = "Type dice as they fell, `3 6 1` or `361`, `12x6` for twelve sixes; press Enter for the value in brackets. \
               `back` takes back the last answer, `?` shows this again. Every answer is saved in 1am-0602.table.txt at \
               once: stop with Ctrl-C or Ctrl-D whenever you like, and run the same command to go on.\n";
    let wide = field.run_on(400, ASKED, "?\n");
    assert_eq!(wide.err.matches(how).count(), 2, "once at the beginning, once when asked: {}", wide.err);
}

/// Two of one kind are marked, and two defenders throw together.
#[test]
fn dice_are_asked_for_in_an_order_and_markers_by_number_or_id() {
    let field = Field::new();
    field.done("unit new ax.9id.i2 --parent 9id name=Second echelon=battalion arm=infantry mobility=foot where=0602 weapon_men=L sp_full=4");
    field.done("unit set 1rd.b1 square=0502");
    field.done("battle new 0602 --override test");
    let asked = field.run_typing(&format!("{ASKED} --dry-run"), "4\n66\n2\n");
    let order = "move 1: 9ID (`ax.9id`) throws 2 dice for firefight, in this order:\n  I1 of 9ID (`ax.9id.i1`): weapon L \
                 against men and guns, class L: 4-5: 1\n    marker, 6: 2; 1: out of ammunition\n  Second of 9ID \
                 (`ax.9id.i2`)";
    assert!(asked.err.contains(order), "{}", asked.err);
    assert!(kept(&field).unwrap().contains("\nmove 1: the base for a marker of 1 = 2\n"), "{:?}", kept(&field));
    let ran = field.run_typing(&format!("{ASKED} --post"), "back\n3\nax.9id.i2\n\n\n\n");
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.err.contains("number or id [1]   answer one of the numbers 1, 2, or an id\n"), "{}", ran.err);
    assert_eq!(field.json("unit show i2")["markers"], 1);
    // What was typed is in the command as it is kept, so that it can be done again without the players.
    let log = field.json("op log --all");
    let mut all = log.as_array().unwrap().iter().map(|row| row["command"].as_str().unwrap_or_default());
    let posted = all.rfind(|command| command.contains("resolve")).unwrap_or_default();
    assert!(posted.contains("--dice '4 6 6'") && posted.contains("marker=ax.9id.i2"), "{log}");
}

/// A 6 is two markers among three: who has taken one is not asked about again, and the others keep their numbers.
#[test]
fn bases_keep_their_numbers_while_markers_are_placed() {
    let field = Field::new();
    for (id, name) in [("i2", "Second"), ("i3", "Third")] {
        field.done(&format!(
            "unit new ax.9id.{id} --parent 9id name={name} echelon=battalion arm=infantry mobility=foot where=0602 \
             weapon_men=L sp_full=4"
        ));
    }
    field.done("unit set 1rd.b1 square=0502");
    field.done("battle new 0602 --override test");
    let asked = field.run_typing(&format!("{ASKED} --dry-run"), "66\n6\n666\n2\n2\n3\n").err;
    assert!(asked.contains(">   dice thrown: 1; faces given: 2\n> "), "the throw is not told again: {asked}");
    let first = "move 1: which base takes marker 1 of 2?\n  1  I1 of 9ID (`ax.9id.i1`): 0 markers on 4 SP\n  2  Second of \
                 9ID (`ax.9id.i2`): 0 markers on 4 SP\n  3  Third";
    assert!(asked.contains(first), "{asked}");
    let second = "move 1: which base takes marker 2 of 2?\n  1  I1 of 9ID (`ax.9id.i1`): 0 markers on 4 SP\n  3  Third of \
                  9ID (`ax.9id.i3`): 0 markers on 4 SP\nnumber or id [1]   answer one of the numbers 1, 3, or an id\n\
                  number or id [1] ";
    assert!(asked.contains(second), "{asked}");
    let typed = kept(&field).unwrap();
    assert!(typed.ends_with("a marker of 2 = 2\nmove 1: the base for a marker of 1 = 3\n"), "{typed}");
}

#[test]
fn decisions_for_nobody_or_no_move_are_refused() {
    let field = drawn();
    for (decide, message) in [
        (
            "break-off:su=no",
            "the decision `break-off:su=no` fits nobody: `su` is not a side, unit or base of this battle (did you mean `SU`?)",
        ),
        ("assault@9=no", "the decision `assault@9=no` is for move 9, but the battle has only 6"),
        ("marker=nix", "the decision `marker=nix` fits nobody: `nix` is not a side, unit or base of this battle"),
    ] {
        let ran = field.run(&format!("battle resolve 0602 --seed 3 --decide '{decide}'"));
        assert_eq!((ran.code, ran.err.lines().next()), (2, Some(&*format!("error: {message}"))));
    }
    let known = field.done("battle resolve 0602 --seed 3 --decide 'break-off:SU=no assault:su.1a.1rd@1=yes'");
    assert!(known.contains("attacks Axis in 0602"), "{known}");
}

#[cfg(unix)]
#[test]
fn where_nothing_can_be_kept_the_battle_goes_on_and_says_so() {
    let field = drawn();
    std::os::unix::fs::symlink("no-folder/there", field.dir.path().join(KEPT)).unwrap();
    let ran = field.run_on(200, ASKED, "6\n3\n4\n\n\n");
    assert_eq!(ran.code, 0, "{}", ran.err);
    let warning = "warning: 1am-0602.table.txt cannot be written (No such file or directory (os error 2)): answers \
                   are not saved\n";
    assert!(ran.err.contains(warning), "{}", ran.err);
}

/// By the dice 6, 3 and 4 of the test above: the attacker fires, the defender fires, then he takes his test.
#[test]
fn a_battle_goes_step_by_step_and_the_last_step_gives_the_command_that_fights_it_so() {
    let field = drawn();
    let step = |answers: &str| field.json(&format!("battle resolve 0602 --step {answers}"));
    let first = step("");
    let next = &first["next"];
    assert_eq!((&next["kind"], &next["who"], &next["dice"]), (&"throw".into(), &"su.1a.1rd".into(), &1.into()));
    assert_eq!(next["parts"][0]["id"], "su.1a.1rd.b1");
    let second = step("--answer 6");
    assert_eq!((&second["answered"], &second["next"]["who"]), (&1.into(), &"ax.9id".into()));
    let mut answers = "--answer 6 --answer 3 --answer 4".to_owned();
    let mut last = step(&answers);
    while last["next"]["kind"] == "decision" {
        assert!(last["next"]["doctrine"].is_boolean(), "{last}");
        answers.push_str(" --answer ''");
        last = step(&answers);
    }
    assert!(last["next"].is_null(), "{last}");
    let command = last["command"].as_str().unwrap().strip_prefix("railhead ").unwrap().to_owned();
    assert!(command.contains("--dice '6 3 4'"), "{command}");
    assert!(field.done("battle list --format json").contains("\"open\": true"), "nothing is written by steps");

    let page = field.done("battle resolve 0602 --step --answer 6");
    assert!(page.contains("throws 1 die for firefight"), "{page}");
    let wrong = field.run("battle resolve 0602 --step --answer 7");
    assert_eq!(
        (wrong.code, wrong.err.as_str()),
        (2, "error: answer 1, `7`, does not fit\nhint: `7` is not a face from 1 to 6\n")
    );
    let more = field.run(&format!("battle resolve 0602 --step {answers} --answer 1"));
    let given = answers.matches("--answer").count();
    let over = format!("the battle is over after {given} answers, and {} are given", given + 1);
    assert!(more.code == 2 && more.err.contains(&over), "{}", more.err);
    assert!(more.err.contains("hint: leave out the last ones"), "{}", more.err);

    field.done(&format!("{command} --override 'no supply in this test'"));
    let posted = field.json("battle list");
    assert_eq!(posted[0]["bases_lost"], serde_json::json!([0, 0]));
}
