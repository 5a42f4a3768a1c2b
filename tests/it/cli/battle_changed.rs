//! A battle after whose drawing something has changed, one that is over, and who comes too late for one: what is told of them,
//! and that nothing is offered that is refused.

use super::battle::{LOG, drawn};
use super::field::Field;

const CANCEL: &str = "railhead battle cancel 1am-0602";

#[test]
fn a_battle_after_whose_drawing_something_has_changed_is_to_be_drawn_again_wherever_it_is_told_of() {
    let field = drawn();
    let finding = |field: &Field| field.json("review")["findings"][0].clone();
    assert_eq!(finding(&field)["command"], "railhead battle resolve 1am-0602 --post");
    field.done("unit set i1 posture=dug_in");
    let found = finding(&field);
    assert_eq!(
        (found["kind"].as_str(), found["text"].as_str(), found["command"].as_str()),
        (
            Some("battle"),
            Some(
                "can no longer be fought as it was drawn, for something has changed; cancel it, and draw it again \
                 (`railhead battle new 0602`)"
            ),
            Some(CANCEL)
        )
    );
    let status = field.run_on(400, "status", "").out;
    let first = "something has changed since the battle for 0602 was drawn; draw it again: \
                 `railhead battle cancel 1am-0602`, then `railhead battle new 0602`";
    assert!(status.contains(first) && !status.contains("battle resolve"), "{status}");
    assert_eq!(
        field.run("bound close --anyway").err,
        "error: 1am-0602: the battle for 0602 near Old Town is drawn but not posted\nhint: something has changed since it was drawn; if it is \
         still to be fought, draw it again: `railhead battle cancel 1am-0602`, then `railhead battle new 0602`\n"
    );
    let why = "error: `1am-0602` has changed since it was drawn: I1 (`ax.9id.i1`) was 4 of 4 SP, organised, open, in 0602 and is \
               now 4 of 4 SP, organised, dug_in, in 0602; undo that, or draw it again: `railhead battle cancel 1am-0602`, \
               then `railhead battle new 0602`\nhint: the umpire sets the rule aside with `--override \"reason\"`\n";
    for line in [
        "battle resolve 1am-0602.toml --seed 3",
        "battle resolve 1am-0602 --post --seed 3",
        "battle record 1am-0602 --end out_of_moves",
    ] {
        let ran = field.run(line);
        assert_eq!((ran.code, ran.out.as_str(), ran.err.as_str()), (1, "", why), "{line}");
    }
    assert!(!field.dir.path().join("1am-0602.outcome.json").exists());
    field.done(CANCEL.trim_start_matches("railhead "));
    field.done(&format!("battle new 0602 --override '{LOG}'"));
    field.done("battle resolve 1am-0602 --post --seed 3");
}

#[test]
fn a_battle_that_is_over_is_not_fought_again() {
    let field = drawn();
    field.done("battle resolve 1am-0602 --seed 3 --post");
    for line in ["battle resolve 1am-0602.toml --seed 4", "battle record 1am-0602.toml --end out_of_moves"] {
        let ran = field.run(line);
        assert_eq!(
            (ran.code, ran.out.as_str(), ran.err.as_str()),
            (
                1,
                "",
                "error: `1am-0602` is over: it has been posted\nhint: `railhead battle show 1am-0602` shows the result; \
                 `railhead battle correct 1am-0602 --ask` puts a wrong one right\n"
            ),
            "{line}"
        );
    }
}

// Army guns are called over three hours: they fire from move 4 (section 4). Who has marched all day has one move left.
#[test]
fn who_comes_too_late_is_left_out_by_name() {
    let with_guns = |guns: &[(&str, &str)]| {
        let field = Field::new();
        for (id, name) in guns {
            field.done(&format!(
                "unit new su.1a.{id} --parent su.1a name='{name}' echelon=battalion arm=artillery mobility=foot where=0402 \
                 calibre_mm=105 weapon_men=M weapon_armour=M sp_full=3"
            ));
        }
        field
    };
    let two = [("art", "First guns"), ("art2", "Second guns")];
    let fresh = with_guns(&two);
    fresh.done("unit set 1rd.b1 square=0502");
    let said = fresh.done("battle new 0602 --override test");
    assert!(said.contains("fire from move 4") && !said.contains("left out"), "{said}");
    let late = with_guns(&two);
    late.done("move 1rd.b1 0502");
    let said = late.done("battle new 0602 --override test");
    assert!(said.contains("1 move at most\nleft out (each would fire only from move 4): 2 of "), "{said}");
    assert!(!late.done("battle show 1am-0602").contains("su.1a.art"));
    // Another division is ordered up over the army: three hours up, three down.
    let reserve = Field::new();
    reserve.done("unit set 1rd.b1 square=0502");
    reserve.done("unit set 2rd.b1 square=0501");
    let said = reserve.done("battle new 0602 --by 1rd.b1 --reserve 2rd --override test");
    assert!(said.contains("(`su.1a.2rd.b1`) would come only after the battle\n"), "{said}");
    let one = with_guns(&two[..1]);
    one.done("move 1rd.b1 0502");
    let said = one.done("battle new 0602 --override test");
    assert!(said.contains("left out: First guns (`su.1a.art`) would fire only from move 4\n"), "{said}");
}

// By the dice of `battle`: nobody is told of twice how a battle that is posted at once came out.
#[test]
fn a_battle_that_is_posted_at_once_is_told_once() {
    let field = drawn();
    let said = field.done("battle resolve 0602 --dice '6 3 4' --post");
    assert_eq!(said.matches("came out with").count(), 1, "{said}");
    assert!(said.ends_with("\nop 4\n`1am-0602` is posted; every die: `railhead op show 4`\n"), "{said}");
    let field = drawn();
    let said = field.done("battle record 0602 --end out_of_moves --set 1rd.b1=0,,out --set i1=3,,out --post");
    assert!(said.contains("1 destroyed") && said.contains("1 out of ammunition"), "{said}");
    assert_eq!(said.matches("out of ammunition").count(), 1, "of those who are gone nobody asks: {said}");
}
