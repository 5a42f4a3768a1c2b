//! A command that is repeated does nothing twice, where it says what it expects: `--expect-op`, `bound close BOUND`.

use super::field::Field;

fn operations(field: &Field) -> usize {
    field.json("op log --all").as_array().unwrap().len()
}

/// Standard error of a line that is refused.
fn refused(field: &Field, line: &str) -> String {
    let before = operations(field);
    let ran = field.run(line);
    assert_eq!((ran.code, ran.out.as_str()), (1, ""), "{line}: {}", ran.err);
    assert_eq!(operations(field), before, "{line}");
    ran.err
}

const SEE: &str = "hint: nothing was changed: `railhead op log --all` lists what was done since, `railhead op show N` \
                   the details\n";

#[test]
fn whatever_writes_is_refused_once_the_campaign_has_gone_on() {
    let field = Field::new();
    field.done("unit set 1rd.b1 sp=2 --expect-op 1");
    field.write("day.txt", "unit set 1rd.b1 sp=1\nunit set 1rd.b1 sp=3\n");
    let told = format!("error: the last operation of the campaign is 2, `unit set 1rd.b1 sp=2`, not 1\n{SEE}");
    for line in [
        "unit set 1rd.b1 sp=2",
        "--expect-op 1 unit set 1rd.b1 sp=1",
        "unit set 1rd.b1 sp=1 --dry-run",
        "bound close",
        "bound close --dice ask",
        "bound march",
        "bound note fog",
        "undo",
        "undo --dry-run",
        "redo",
        "op restore 1",
        "move 2rd 0407",
        "run day.txt",
        "run day.txt --atomic",
        "battle new 0602 --override test",
        "setting set detail full",
    ] {
        let expect = if line.starts_with("--") { "" } else { " --expect-op 1" };
        assert_eq!(refused(&field, &format!("{line}{expect}")), told, "{line}");
    }
    let full = Field::new();
    full.done("setting set detail full");
    assert!(refused(&full, "supply plan --out plan.csv --expect-op 1").ends_with(SEE));
    assert!(!full.dir.path().join("plan.csv").exists());
    let ahead = refused(&field, "undo --expect-op 9");
    assert_eq!(ahead, format!("error: the last operation of the campaign is 2, `unit set 1rd.b1 sp=2`, not 9\n{SEE}"));
    let json = refused(&field, "undo --expect-op 9 --format json");
    assert!(json.starts_with("{\"error\":{\"kind\":\"moved_on\","), "{json}");
    field.done("undo --expect-op 2");
    field.done("redo --expect-op 3");
    field.done("op restore 1 --expect-op 4");
    field.done("run day.txt --expect-op 5");
    assert_eq!(operations(&field), 7);
    field.done("run day.txt --atomic --expect-op 7");
    assert_eq!(operations(&field), 9);
}

#[test]
fn what_was_expected_is_no_part_of_the_command_as_it_is_kept() {
    let field = Field::new();
    field.done("unit set 1rd.b1 sp=2 --expect-op 1");
    assert_eq!(field.done("op script"), "unit set 1rd.b1 sp=2\n");
}

#[test]
fn a_battle_is_posted_once() {
    let field = Field::new();
    field.done("unit set 1rd.b1 square=0502");
    field.done("battle new 0602 --override test --expect-op 2");
    let told =
        format!("error: the last operation of the campaign is 3, `battle new 0602 --override test`, not 2\n{SEE}");
    for line in [
        "battle resolve 0602 --dice '6 3 4'",
        "battle resolve 0602 --dice '6 3 4' --post",
        "battle record 0602 --end out_of_moves",
        "battle cancel 0602",
    ] {
        assert_eq!(refused(&field, &format!("{line} --expect-op 2")).lines().last(), told.lines().last(), "{line}");
    }
    assert!(!field.dir.path().join("1am-0602.outcome.json").exists());
    field.done("battle resolve 0602 --dice '6 3 4' --expect-op 3");
    assert_eq!(refused(&field, "battle post 0602 --expect-op 2"), told);
    field.done("battle post 0602 --expect-op 3");
}

#[test]
fn a_bound_that_is_named_is_closed_once() {
    let field = Field::new();
    field.done("bound close D1am");
    assert_eq!(
        refused(&field, "bound close 1am"),
        "error: D1 am is already closed: the running bound is D1 pm\nhint: nothing changed: `railhead bound report \
         1am` prints its report\n"
    );
    assert_eq!(
        refused(&field, "bound close 1n"),
        "error: D1 night has not come yet: the running bound is D1 pm\nhint: nothing changed: `railhead bound close` \
         closes the running one\n"
    );
    assert_eq!(refused(&field, "bound close 1am --dice ask").lines().count(), 2);
    let ran = field.run("bound close nonsense");
    assert_eq!(
        (ran.code, ran.err.lines().next()),
        (2, Some("error: `nonsense` is not a bound: write it as `3am`, `3pm`, `3n` or `D3 pm`"))
    );
    field.done("bound report 1am");
    assert_eq!(field.json("op show 2")["request"]["bound"], "D1am");
    assert_eq!(field.done("op script").trim(), "bound close D1am");
}

/// Requests of before a bound could be named.
#[test]
fn a_close_that_names_no_bound_is_read_as_it_was_kept() {
    let old = serde_json::json!({"v": 1, "command": "bound_close", "faces": "4 2"});
    let read: ops::Request = serde_json::from_value(old).unwrap();
    let ops::Request::BoundClose(close) = &read else { panic!("{read:?}") };
    assert_eq!((close.bound.as_deref(), read.faces()), (None, Some("4 2")));
    assert_eq!(read.to_json().unwrap().get("bound"), None);
}
