//! An outcome that the program fought is posted only as its own dice give it.

use serde_json::Value;

use super::field::{Field, Ran};

const OUT: &str = "1am-0602.outcome.json";
const ANEW: &str = "resolve it again: `railhead battle resolve 1am-0602`";
const HINT: &str = "hint: the umpire sets the rule aside with `--override \"reason\"`\n";

/// `b1` stands before `i1`, and the battle is drawn.
fn drawn() -> Field {
    let field = Field::new();
    field.done("unit set 1rd.b1 square=0502");
    field.done("battle new 0602 --override 'no supply in this test'");
    field
}

/// What `battle post` says of the outcome after a change to it.
fn posted(field: &Field, change: impl Fn(&mut Value)) -> Ran {
    let mut outcome: Value =
        serde_json::from_str(&std::fs::read_to_string(field.dir.path().join(OUT)).unwrap()).unwrap();
    change(&mut outcome);
    field.write("changed.json", &outcome.to_string());
    field.run("battle post 0602 changed.json --dry-run")
}

fn not_its_dice(difference: &str) -> String {
    format!(
        "error: the outcome of `1am-0602` is not what its dice give: {difference}; {ANEW}, or enter a battle fought \
         on the table: `railhead battle record 1am-0602`\n{HINT}"
    )
}

#[test]
fn what_was_changed_by_hand_is_named_and_refused() {
    for how in ["--dice '6 3 4'", "--seed 7", "--seed 7 --decide 'break-off=yes'"] {
        let field = drawn();
        field.done(&format!("battle resolve 0602 {how}"));
        assert_eq!(posted(&field, |_| ()).code, 0, "{how}");
        let sp = posted(&field, |o| o["outcome"]["bases"][0]["sp"] = 2.into());
        assert_eq!(sp.code, 1);
        assert_eq!(sp.err, not_its_dice("`sp` of `su.1a.1rd.b1` is 2, but the dice give 3"), "{how}");
        let story = posted(&field, |o| o["outcome"]["story"].as_array_mut().unwrap().clear());
        assert!(
            story.err.starts_with(
                "error: the outcome of `1am-0602` is not what its dice give: `story` of the \
                                       outcome has 0 entries, but the dice give "
            ),
            "{}",
            story.err
        );
        let setup = posted(&field, |o| o["fought"]["engagement"]["moves"] = 1.into());
        assert_eq!(setup.err, not_its_dice("it holds another engagement"));
        let unfit = posted(&field, |o| {
            o.as_object_mut().unwrap().remove("engagement");
            o["fought"]["engagement"]["moves"] = 9.into();
        });
        assert_eq!(unfit.err, not_its_dice("its engagement cannot be fought"));
        let set_aside = "battle post 0602 changed.json --dry-run --override 'as the table had it'";
        posted(&field, |o| o["outcome"]["bases"][0]["sp"] = 2.into());
        field.done(set_aside);
    }
}

#[test]
fn another_face_gives_another_battle() {
    let field = drawn();
    field.done("battle resolve 0602 --dice '6 3 4'");
    let face = posted(&field, |o| o["outcome"]["throws"][0]["faces"][0] = 1.into());
    assert!(face.err.starts_with("error: the outcome of `1am-0602` is not what its dice give: "), "{}", face.err);
    let fewer = posted(&field, |o| drop(o["outcome"]["throws"].as_array_mut().unwrap().pop()));
    assert_eq!(fewer.err, not_its_dice("it has too few or too many dice or decisions"));
    field.done("battle resolve 0602 --seed 7");
    // Dice and result agree with one another, and not with the seed.
    let other = posted(&field, |o| {
        let faces = &mut o["outcome"]["throws"][0]["faces"][0];
        *faces = (faces.as_u64().unwrap() % 6 + 1).into();
    });
    assert!(other.err.contains("`faces` of `throws` of the outcome, entry 1, entry 1 is "), "{}", other.err);
}

#[test]
fn an_outcome_of_another_version_is_named_and_is_to_be_resolved_anew() {
    let field = drawn();
    field.done("battle resolve 0602 --seed 7");
    let this = env!("CARGO_PKG_VERSION");
    let other = posted(&field, |o| o["fought"]["program"] = "0.0.9".into());
    let said = format!(
        "error: the outcome of `1am-0602` comes from version 0.0.9 of the program, and this is {this}; {ANEW}\n{HINT}"
    );
    assert_eq!((other.code, other.err), (1, said));
    let unsaid = posted(&field, |o| drop(o.as_object_mut().unwrap().remove("fought")));
    let said =
        format!("error: the outcome of `1am-0602` does not say which version of the program fought it; {ANEW}\n{HINT}");
    assert_eq!((unsaid.code, unsaid.err), (1, said));
    field.done("battle resolve 0602 --seed 7");
    field.done("battle post 0602");
}

#[test]
fn decisions_at_the_table_are_kept_and_fought_again() {
    let field = drawn();
    let ran = field.run_typing("battle resolve 0602 --dice ask --decide ask", "6\n3\n4\n\n\n\n");
    assert_eq!(ran.code, 0, "{}", ran.err);
    let more = posted(&field, |o| {
        o["fought"]["decided"]["answers"].as_array_mut().unwrap().push(serde_json::json!({"says": true}));
    });
    assert_eq!(more.err, not_its_dice("it has too few or too many dice or decisions"));
    field.done("battle post 0602");
    field.done("undo");
    field.done("battle record 0602 --end out_of_moves --set i1=3");
    field.done("battle post 0602");
    assert!(field.done("verify --replay").contains("decided again: operations 4, differently by another version 0"));
}
