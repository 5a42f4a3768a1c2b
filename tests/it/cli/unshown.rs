//! What was committed is never reported as failed: a report that nothing takes, and what is written beside and cannot be.

use std::io::{Error, ErrorKind};

use super::field::Field;

fn full() -> Error {
    Error::new(ErrorKind::StorageFull, "no space left")
}

fn nobody() -> Error {
    ErrorKind::BrokenPipe.into()
}

/// How many operations there are.
fn operations(field: &Field) -> usize {
    field.json("op log --all").as_array().unwrap().len()
}

/// Standard error of a line that is done and cannot be shown.
fn unshown(field: &Field, line: &str) -> String {
    let ran = field.run_unseen(line, full);
    assert_eq!(ran.code, 5, "{line}: {}", ran.err);
    ran.err
}

const DON_T: &str = "hint: do not do it again: ";

#[test]
fn what_is_kept_is_done_though_its_report_cannot_be_shown() {
    let field = Field::new();
    for (line, number, shown_by) in [
        ("bound close", 2, "railhead bound report"),
        ("unit set 1rd.b1 sp=2", 3, "railhead op show 3"),
        ("undo", 4, "railhead op show 4"),
        ("redo", 5, "railhead op show 5"),
        ("op restore 1", 6, "railhead op show 6"),
    ] {
        let told = format!(
            "error: operation {number} is done, but could not be shown: the disk is full\n{DON_T}`{shown_by}` shows it\n"
        );
        assert_eq!(unshown(&field, line), told, "{line}");
        assert_eq!(operations(&field), number, "{line}");
        field.done(shown_by.strip_prefix("railhead ").unwrap());
    }
    let ran = field.run_unseen("unit set 1rd.b1 sp=1 --format json", full);
    let told: serde_json::Value = serde_json::from_str(&ran.err).unwrap();
    assert_eq!((ran.code, told["error"]["kind"].as_str()), (5, Some("not_shown")));
}

#[test]
fn what_changes_nothing_fails_as_before() {
    let field = Field::new();
    field.done("unit set 1rd.b1 markers=1");
    for line in ["orbat", "unit set 1rd.b1 sp=2 --dry-run", "bound close --dry-run", "undo --help", "undo --dry-run"] {
        let before = operations(&field);
        let ran = field.run_unseen(line, full);
        assert_eq!((ran.code, ran.err.as_str()), (3, "error: the disk is full\n"), "{line}");
        assert_eq!(operations(&field), before, "{line}");
    }
    let (unseen, seen) = (field.run_unseen("unit set 1rd.b1 sp=99", full), field.run("unit set 1rd.b1 sp=99"));
    assert_eq!((unseen.code, unseen.err), (seen.code, seen.err), "what is refused is refused");
}

#[test]
fn files_that_are_written_are_done() {
    let field = Field::new();
    field.done("setting set detail full");
    for (line, name, shown_by) in [
        ("new first-bound", "first-bound.railhead", "railhead status --campaign first-bound.railhead"),
        (
            "backup six.backup --campaign six.railhead --format json",
            "six.backup",
            "railhead status --campaign six.backup",
        ),
        ("export out --campaign six.railhead --format json", "out", "railhead check out"),
        ("op script --out again --campaign six.railhead --format json", "again", "ls again"),
        ("map --svg map.svg --campaign six.railhead --format json", "map.svg", "ls map.svg"),
        ("replay --html film.html --campaign six.railhead --format json", "film.html", "ls film.html"),
        ("supply plan --out plan.txt --campaign six.railhead", "plan.txt", "railhead supply plan --file plan.txt"),
    ] {
        let told = unshown(&field, line);
        let message = format!("`{name}` is done, but could not be shown: the disk is full");
        assert!(told.contains(&message), "{line}: {told}");
        assert!(told.contains(&format!("do not do it again: `{shown_by}` shows it")), "{line}: {told}");
        assert!(field.dir.path().join(name).exists(), "{line}");
    }
}

#[test]
fn a_tour_that_nobody_sees_has_made_its_file() {
    let field = Field::empty();
    let told = unshown(&field, "demo");
    assert_eq!(
        told,
        format!(
            "error: `demo.railhead` is done, but could not be shown: the disk is full\n{DON_T}`railhead status --campaign \
             demo.railhead` shows it\n"
        )
    );
    field.done("verify");
}

#[test]
fn a_script_goes_on_behind_the_line_that_could_not_be_shown() {
    let field = Field::new();
    field.write("day.txt", "unit set 1rd.b1 sp=2\nunit set 1rd.b1 sp=1\n");
    assert_eq!(
        unshown(&field, "run day.txt"),
        format!(
            "error: day.txt:1: operation 2 is done, but could not be shown: the disk is full\n{DON_T}`railhead op show 2` shows \
             it\nhint: the script stopped after this line: go on with `railhead run day.txt --from 2`\n"
        )
    );
    assert_eq!(operations(&field), 2);
    field.write("day.txt", "unit set 1rd.b1 sp=1\nunit set 1rd.b1 sp=2\n");
    assert_eq!(
        unshown(&field, "run day.txt --atomic"),
        format!(
            "error: 2 operations from operation 3 on are done, but could not be shown: the disk is full\n{DON_T}`railhead op log` \
             shows it\n"
        )
    );
    assert_eq!(operations(&field), 4);
    assert_eq!(field.run_unseen("run day.txt --atomic --dry-run", full).code, 3);
    field.write("bad.txt", "unit set 1rd.b1 sp=3\nunit set nobody sp=1\n");
    let ran = field.run_unseen("run bad.txt --format json", full);
    assert_eq!(ran.code, 2, "the refusal goes before the report that cannot be shown: {}", ran.err);
    assert_eq!(operations(&field), 5);
}

#[test]
fn a_battle_is_drawn_though_its_engagement_cannot_be_written() {
    let field = Field::new();
    field.done("unit set 1rd.b1 square=0502");
    let line = "battle new 0602 --override 'no supply in this test'";
    let ran = field.run(&format!("{line} --file nowhere/x.toml"));
    assert_eq!(ran.code, 5, "{}", ran.err);
    assert!(
        ran.err.starts_with("error: operation 3 is done, but could not be shown: `nowhere/x.toml` cannot be"),
        "{}",
        ran.err
    );
    assert!(ran.err.ends_with(&format!("{DON_T}`railhead battle show 1am-0602` shows it\n")), "{}", ran.err);
    assert_eq!(field.json("battle list").as_array().unwrap().len(), 1);
    let told = unshown(&field, "battle resolve 0602 --dice '6 3 4'");
    let message = "`1am-0602.outcome.json` is done, but could not be shown: the disk is full";
    assert!(told.contains(message) && told.contains("`railhead battle post 1am-0602 --dry-run` shows it"), "{told}");
}

#[test]
fn who_reads_no_further_does_not_stop_what_is_being_done() {
    let field = Field::new();
    field.write("day.txt", "unit set 1rd.b1 square=0502\nunit set 1rd.b2 sp=1\nbattle new 0602 --override test\n");
    let quiet = |line: &str| {
        let ran = field.run_unseen(line, nobody);
        assert_eq!(
            (ran.code, ran.err.lines().find(|line| line.starts_with("error"))),
            (0, None),
            "{line}: {}",
            ran.err
        );
    };
    quiet("run day.txt");
    assert_eq!(operations(&field), 4, "every line was carried out");
    quiet("battle resolve 0602 --dice '6 3 4' --post");
    assert_eq!(operations(&field), 5, "it is posted, though its story was read by nobody");
    quiet("orbat");
    quiet("--help");
}

/// What a shell makes of it.
#[cfg(target_os = "linux")]
#[test]
fn a_full_device_is_told_from_a_command_that_failed() {
    let field = Field::new();
    let close = || {
        let out = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let mut program = std::process::Command::new(assert_cmd::cargo::cargo_bin("railhead"));
        program.args(["bound", "close", "1am"]).current_dir(field.dir.path()).stdout(out).output().unwrap()
    };
    let ended = close();
    assert_eq!(
        (ended.status.code(), String::from_utf8(ended.stderr).unwrap()),
        (
            Some(5),
            format!(
                "error: operation 2 is done, but could not be shown: the disk is full\n{DON_T}`railhead \
                 bound report` shows it\n"
            )
        )
    );
    assert_eq!(close().status.code(), Some(1), "the bound is named, so that closing again closes no other");
}
