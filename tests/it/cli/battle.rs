//! Battles from the campaign to the rules and home again, as an organiser types them.
//!
//! The dice are worked out by hand from NQM Squared. `b1` (3 SP, weapons L) attacks `i1` (4 SP, in the open: L) from
//! 0502. A face of 4 or 5 is one marker, a 6 two (Table 12, equal classes). Faces 6 and 3 in move 1: two markers against
//! none, the firefight is won (section 8). Two markers are half of 4 SP: `9id` tests, and a regular passes on 4
//! (section 9). No position: the winner takes the square, the loser goes back one (section 8), and who has fought is
//! disorganised (section 9). Of its ways out 0601, 0603 and 0702 the lowest is taken.

use super::field::Field;

pub(super) const LOG: &str = "no supply in this test";

/// `b1` stands before `i1`, and the battle is drawn.
pub(super) fn drawn() -> Field {
    let field = Field::new();
    field.done("unit set 1rd.b1 square=0502");
    field.done(&format!("battle new 0602 --override '{LOG}'"));
    field
}

fn leaf(field: &Field, id: &str) -> serde_json::Value {
    field.json(&format!("unit show {id}"))
}

#[test]
fn an_engagement_holds_all_bases_as_they_stand() {
    let field = Field::new();
    field.done("unit set 1rd.b1 square=0502");
    let said = field.done(&format!("battle new 0602 --override '{LOG}'"));
    insta::assert_snapshot!("drawn", said);
    let text = std::fs::read_to_string(field.dir.path().join("1am-0602.toml")).unwrap();
    insta::assert_snapshot!("engagement", text);
    assert_eq!(field.run("battle check 1am-0602.toml").code, 0);
    assert_eq!(field.run("battle check 1am-0602").err, "`1am-0602` can be fought\n");
}

#[test]
fn a_battle_is_fought_by_the_dice_that_are_given_and_changes_nothing_until_it_is_posted() {
    let field = drawn();
    let before = field.done("op log --format json");
    insta::assert_snapshot!("resolved", field.done("battle resolve 1am-0602.toml --dice '6 3 4'"));
    assert_eq!(field.done("op log --format json"), before, "resolving writes nothing to the ledger");
    assert_eq!(leaf(&field, "i1")["square"], "0602");
    insta::assert_snapshot!("post_dry_run", field.done("battle post 1am-0602 --dry-run"));
    assert_eq!(leaf(&field, "i1")["square"], "0602");
    field.done("battle post 1am-0602");
    let (b1, i1) = (leaf(&field, "1rd.b1"), leaf(&field, "i1"));
    assert_eq!((&b1["square"], &b1["sp"], &b1["markers"]), (&"0602".into(), &3.into(), &0.into()));
    assert_eq!((&i1["square"], &i1["sp"], &i1["markers"]), (&"0601".into(), &4.into(), &2.into()));
    assert_eq!((&b1["state"], &i1["state"]), (&"disorganised".into(), &"disorganised".into()));
    let ground = field.json("ground show 0602");
    assert_eq!(ground["control"], "SU", "{ground}");
    let list = field.json("battle list");
    assert_eq!(list[0]["end"], "taken");
    assert_eq!(list[0]["sp_lost"], serde_json::json!([0, 0]));
    let shown = field.json("battle show 0602");
    assert_eq!(shown["units"][1]["passed"], 1, "{shown}");
    let events = field.done(&format!("op show {}", shown["operation"]));
    assert!(events.contains("firefight: 6") && events.contains("break test: 4"), "every die: {events}");
    assert_eq!(field.run("verify").code, 0);
}

#[test]
fn the_same_seed_gives_the_same_outcome_and_posts_at_once_where_it_is_told_to() {
    let (one, other) = (drawn(), drawn());
    let said = one.done("battle resolve 0602 --seed 7 --post");
    assert_eq!(said, other.done("battle resolve 0602 --seed 7 --post"));
    assert!(!one.dir.path().join("1am-0602.outcome.json").exists(), "nothing is written beside");
    assert_eq!(one.done("orbat --format json"), other.done("orbat --format json"));
    one.done("undo");
    one.done("undo");
    one.done("export there");
    let fresh = Field::new();
    fresh.done("unit set 1rd.b1 square=0502");
    fresh.done("export there");
    let read = |field: &Field| std::fs::read(field.dir.path().join("there/orbat.csv")).unwrap();
    assert_eq!(read(&one), read(&fresh));
}

#[test]
fn posting_is_refused_when_what_the_battle_relied_on_has_changed() {
    let field = drawn();
    field.done("battle resolve 0602 --dice '6 3 4'");
    field.done("unit set 2rd.b1 sp=1 --reason 'elsewhere: does not matter'");
    field.done("unit set i1 sp=3");
    let ran = field.run("battle post 0602");
    assert_eq!(ran.code, 1);
    assert_eq!(
        ran.err,
        "error: `1am-0602` has changed since it was drawn: I1 (`ax.9id.i1`) was 4 of 4 SP, organised, open, in 0602 and is \
         now \
         3 of 4 SP, organised, open, in 0602; undo that, or draw it again: `railhead battle cancel 1am-0602`, \
         then `railhead battle new 0602`\nhint: the umpire sets the rule aside with `--override \"reason\"`\n"
    );
    field.done("undo");
    field.done("battle post 0602");
    let again = field.run("battle post 0602 1am-0602.outcome.json");
    assert_eq!(
        again.err,
        "error: `1am-0602` is over: it has been posted\nhint: `railhead battle show 1am-0602` shows the result; \
         `railhead battle correct 1am-0602 --ask` puts a wrong one right\n"
    );
}

#[test]
fn a_leaf_stands_in_one_open_battle_and_the_bound_stays_open_with_it() {
    let field = drawn();
    let ran = field.run(&format!("battle new 0602 --override '{LOG}'"));
    assert_eq!(ran.code, 1);
    assert_eq!(
        ran.err,
        "error: ax.9id.i1: I1 of 9ID is already in the battle for 0602 near Old Town\nhint: post it, cancel it with \
         `railhead battle cancel 1am-0602`, or use `--without ax.9id.i1`\n"
    );
    let closed = field.run("bound close");
    assert_eq!(
        closed.err,
        "error: 1am-0602: the battle for 0602 near Old Town is drawn but not posted\nhint: `railhead battle resolve 1am-0602 --post` fights it, \
         `railhead battle post 1am-0602` if it has been fought; `railhead battle cancel 1am-0602` if it is declined\n"
    );
    let review = field.json("review");
    assert_eq!(review["findings"][0]["kind"], "battle");
    field.done("battle cancel 0602 --reason declined");
    field.done(&format!("battle new 0602 --override '{LOG}'"));
    field.done("battle cancel 0602");
    field.done("bound close");
}

#[test]
fn who_cannot_attack_is_refused_by_name_and_left_out_otherwise() {
    let field = Field::new();
    field.done("unit set 1rd.b1 square=0502 state=disorganised");
    let cases = [
        (
            "battle new 0602",
            "error: 0602: nobody can attack it: B1 of 1RD is disorganised\nhint: `railhead contact` shows who \
             faces whom\n",
        ),
        (
            "battle new 0602 --by 1rd.b1",
            "error: B1 (`su.1a.1rd.b1`) cannot attack: it is disorganised\nhint: the umpire sets the rule aside with `--override \"reason\"`\n",
        ),
        (
            "battle new 0602 --by 1rd",
            "error: 0602: none of the units named can attack it: B1 of 1RD is disorganised\nhint: \
             `--override \"reason\"` sets the rule aside; `railhead contact` shows who faces whom\n",
        ),
        (
            "battle new 0602 --by 2rd",
            "error: 0602: none of the units named can attack it: none of them is in a square to attack from\nhint: \
             without `--by` everyone beside it attacks; `railhead contact` shows who faces whom\n",
        ),
        (
            "battle new 0606",
            "error: 0606: nobody defends it: no fighting leaf stands there\nhint: `railhead move` takes it; a battle \
             needs a defender in the square\n",
        ),
        (
            "battle new 0406",
            "error: 0406: no enemy is in contact with it\nhint: march up to it first: `railhead contact` shows who \
             faces whom\n",
        ),
        (
            "battle new 0602 --attacker AX",
            "error: 0602: Axis has nobody in contact with it\nhint: `railhead contact` shows who is\n",
        ),
        ("battle show 9am-0101", "error: there is no battle `9am-0101`\n"),
        ("battle resolve 1am-0602", "error: there is no battle `1am-0602`\n"),
    ];
    for (line, message) in cases {
        let ran = field.run(line);
        assert!(ran.err.starts_with(message), "{line}: {}", ran.err);
        assert_ne!(ran.code, 0, "{line}");
    }
    field.done("bound close");
    field.done("bound close");
    let night = field.run("battle new 0602");
    assert!(night.err.starts_with("error: 0602: no battle is fought at night\n"), "{}", night.err);
}

#[test]
fn dice_that_do_not_fit_are_named_and_nothing_is_written() {
    let field = drawn();
    let few = field.run("battle resolve 0602 --dice 6");
    assert_eq!(few.code, 2);
    insta::assert_snapshot!("few_dice", few.err);
    let many = field.run("battle resolve 0602 --dice '6 3 4 1'");
    assert_eq!(many.code, 2);
    let none = field.run("battle resolve 0602 --dice '6 7'");
    assert_eq!(none.code, 2);
    assert!(!field.dir.path().join("1am-0602.outcome.json").exists());
    let undecided = field.run("battle resolve 0602 --decide 'break-off'");
    assert_eq!(
        undecided.err.lines().next(),
        Some("error: `break-off` is not a decision: write CHOICE[:WHO][@MOVE]=yes|no, or marker=BASE")
    );
}

#[test]
fn an_umpire_types_what_the_players_rolled_and_decided() {
    let field = drawn();
    let ran = field.run_typing("battle resolve 0602 --dice ask --decide ask", "6\n9\n3\n4\n\n\n\n");
    assert_eq!(ran.code, 0, "{}", ran.err);
    insta::assert_snapshot!("asked_battle", ran.err);
    assert!(ran.out.contains("3 dice, as rolled at the table; rules nqm-squared"), "{}", ran.out);
    field.done("battle post 0602");
    assert_eq!(leaf(&field, "i1")["square"], "0601");
}

#[test]
fn everything_wrong_with_an_engagement_is_told_at_once() {
    let field = drawn();
    let text = std::fs::read_to_string(field.dir.path().join("1am-0602.toml")).unwrap();
    field.write("bad.toml", &text.replace("moves = 6", "moves = 9").replace("hq_die = 3", "hq_die = 8"));
    let ran = field.run("battle check bad.toml");
    assert_eq!(ran.code, 4);
    insta::assert_snapshot!("bad_engagement", ran.err);
    field.write("worse.toml", &text.replace("terrain = \"open\"", "terrain = \"opne\""));
    let ran = field.run("battle check worse.toml");
    assert_eq!(ran.code, 3);
    insta::assert_snapshot!("unreadable_engagement", ran.err);
    field.write("1am-0602.outcome.json", "{\"version\": 1");
    let ran = field.run("battle post 0602");
    assert_eq!(ran.code, 3, "{}", ran.err);
}

#[test]
fn the_organiser_decides_on_the_grades_that_are_due() {
    let field = drawn();
    field.done("grade set 9id regular --reason 'as it was'");
    field.done("battle cancel 0602");
    field.done(&format!("battle new 0602 --override '{LOG}'"));
    // 1 and 6: no marker against two, half of 3 SP. Only the defender's own unit is due: it has passed nothing.
    field.done("battle resolve 0602 --dice '6 3 3' --post");
    let due = field.json("grade review");
    assert_eq!(due[0]["unit"], "ax.9id", "{due}");
    assert_eq!((&due[0]["grade"], &due[0]["due"]), (&"regular".into(), &"conscript".into()));
    assert_eq!(
        due[0]["evidence"],
        serde_json::json!(["lost the square", "its first battle", "1 test failed", "0 of 4 SP lost"])
    );
    insta::assert_snapshot!("grade_review", field.done("grade review 0602"));
    field.done("grade set 9id regular --battle 0602 --reason 'it was outnumbered'");
    assert_eq!(field.json("grade review"), serde_json::json!([]));
    let history = field.json("grade history 9id");
    assert_eq!(history[1]["battle"], "1am-0602");
    let stranger = field.run("grade set 2rd regular --battle 0602 --reason x");
    assert_eq!(
        stranger.err,
        "error: 2RD (`su.1a.2rd`) took no part in `1am-0602`\nhint: `railhead battle show 1am-0602` shows who did\n"
    );
}

#[test]
fn green_troops_turn_into_the_grade_under_it_after_their_first_battle() {
    let field = Field::new();
    field.done("unit set 1rd.b1 square=0502");
    field.done("grade set 1rd green --override 'a test'");
    field.done(&format!("battle new 0602 --override '{LOG}'"));
    field.done("battle resolve 0602 --dice '6 3 4' --post");
    let history = field.json("grade history 1rd");
    assert_eq!(history[1]["after"], "conscript", "{history}");
    assert_eq!(history[1]["reason"], "its first battle is over");
    assert_eq!(leaf(&field, "1rd")["grade"], "conscript");
}

/// By NQM Free nobody runs out of ammunition, and the HQ die stays as it is.
#[test]
fn a_battle_can_be_fought_by_other_rules_than_those_of_the_campaign() {
    let field = Field::new();
    field.done("unit set 1rd.b1 square=0502");
    field.done(&format!("battle new 0602 --rules nqm-free --override '{LOG}'"));
    let text = std::fs::read_to_string(field.dir.path().join("1am-0602.toml")).unwrap();
    assert!(text.contains("rules = \"nqm-free\""), "{text}");
    let story = field.json("battle resolve 0602 --seed 3");
    assert_eq!(story["rules"], "nqm-free");
    field.done("battle post 0602");
    assert_eq!(field.json("battle list")[0]["rules"], "nqm-free");
    let b1 = leaf(&field, "1rd.b1");
    assert_eq!(b1["bases"][0]["out_of_ammo"], false);
    field.done("bound close");
    assert_eq!(field.run("verify").code, 0);
}

/// A truck in a square that is taken goes with its load to the captor's army, as the setting says.
#[test]
fn what_stands_in_a_square_that_is_taken_is_booty() {
    let field = Field::new();
    field.done("unit new ax.9id.log --parent 9id name=Lorries echelon=battalion arm=logistic mobility=motorised where=0602 carries=log capacity=2 sp_full=1");
    field.done("supply receive ax.9id.log 2 log --from adjustment");
    field.done("unit set 1rd.b1 square=0502");
    field.done(&format!("battle new 0602 --override '{LOG}'"));
    // The lorries fire only in return, and are driven out of the square with the infantry, or taken.
    field.done("battle resolve 0602 --dice '6 3' --post");
    let lorries = leaf(&field, "ax.9id.log");
    assert!(lorries["square"] != "0602" || lorries["state"] == "surrendered", "{lorries}");
    assert_eq!(field.run("verify").code, 0);
}

/// Section 8, "Follow-on": the winner attacks again without reorganising, and owes another step of its HQ die. `i1` is pinned
/// by two markers more (6), fires back (1), and goes back again; only 0600 is left of the ways out by the lowest reference.
#[test]
fn who_has_won_may_attack_again_in_the_same_bound() {
    let field = drawn();
    field.done("setting set battle_hours moves");
    field.done("battle resolve 0602 --dice '6 3 4' --post");
    assert_eq!(leaf(&field, "1rd.b1")["state"], "disorganised");
    field.done(&format!("battle new 0601 --by 1rd.b1 --override '{LOG}'"));
    let text = std::fs::read_to_string(field.dir.path().join("1am-0601.toml")).unwrap();
    assert!(text.contains("moves = 5") && text.contains("owed = 1"), "{text}");
    let said = field.done("battle resolve 0601 --dice '6 1' --post");
    assert!(said.contains("taken after 1 move"), "{said}");
    let shown = field.json("battle show 0601");
    let events = field.done(&format!("op show {}", shown["operation"]));
    assert!(
        events.split_whitespace().collect::<Vec<_>>().join(" ").contains("attacks owed 1RD su.1a.1rd 1 2"),
        "{events}"
    );
    field.done("unit set 1rd.b1 state=broken");
    field.done("unit set i1 state=organised markers=0 square=0501");
    let ran = field.run("battle new 0501 --attacker SU --by 1rd.b1");
    assert!(ran.err.contains("it is broken"), "{}", ran.err);
}

/// Renaming a file over `/dev/null` once took the device away from the whole machine.
#[cfg(unix)]
#[test]
fn an_outcome_goes_into_a_pipe_and_behind_a_link_and_leaves_both_there() {
    use std::os::unix::fs::FileTypeExt;
    let field = drawn();
    let (pipe, link, kept) =
        (field.dir.path().join("pipe"), field.dir.path().join("link"), field.dir.path().join("kept"));
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let reader = std::thread::spawn({
        let pipe = pipe.clone();
        move || std::fs::read_to_string(pipe).unwrap()
    });
    field.done("battle resolve 1am-0602.toml --dice '6 3 4' --out pipe");
    assert!(pipe.symlink_metadata().unwrap().file_type().is_fifo(), "the pipe is still one");
    std::fs::write(&kept, "older").unwrap();
    std::os::unix::fs::symlink("kept", &link).unwrap();
    field.done("battle resolve 1am-0602.toml --dice '6 3 4' --out link");
    assert!(link.symlink_metadata().unwrap().is_symlink(), "the link is still one");
    assert_eq!(std::fs::read_to_string(&kept).unwrap(), reader.join().unwrap());
}

/// `b1` has two SP, one of them marked, `b2` one; neither fires, and `i1` cannot. Out of contact all move, `1rd` reorganises
/// (section 11): the odd marker comes off on a 4, and `b2` goes into `b1`, which has room for three.
#[test]
fn bases_that_merge_in_a_battle_are_one_leaf_when_it_is_posted() {
    let field = Field::new();
    for line in ["1rd.b1 square=0502 sp=2 markers=1", "1rd.b2 square=0502 sp=1", "2rd.b1 square=0502", "i1 ammo=out"] {
        field.done(&format!("unit set {line}"));
    }
    field.done(&format!("battle new 0602 --override '{LOG}'"));
    let file = field.dir.path().join("1am-0602.toml");
    let text = std::fs::read_to_string(&file).unwrap();
    let held = text.replace("id = \"su.1a.1rd.b1\"", "fire = \"held\", id = \"su.1a.1rd.b1\"");
    let held = held.replace("id = \"su.1a.1rd.b2\"", "fire = \"held\", id = \"su.1a.1rd.b2\"");
    let moves = held.lines().find(|line| line.starts_with("moves = ")).unwrap().to_owned();
    std::fs::write(&file, held.replace(&moves, "moves = 1")).unwrap();
    let said = field.done("battle resolve 1am-0602.toml --dice '2 4' --decide merge=yes");
    assert!(said.contains("is merged with another base of its unit"), "{said}");
    field.done("battle post 1am-0602");
    let (b1, b2) = (leaf(&field, "1rd.b1"), leaf(&field, "1rd.b2"));
    assert_eq!((&b1["sp"], &b1["markers"], &b1["state"]), (&3.into(), &0.into(), &"organised".into()));
    assert_eq!((&b2["sp"], &b2["state"]), (&0.into(), &"merged".into()));
    assert_eq!(field.json("battle list")[0]["sp_lost"], serde_json::json!([0, 0]));
    assert_eq!(field.run("verify").code, 0);
}
