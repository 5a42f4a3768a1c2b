//! Campaign files put back, rescued, found under two names, replaced, and with something beside them: what is said of it.

use super::field::Field;

fn tampered(field: &Field, sql: &str) {
    rusqlite::Connection::open(field.dir.path().join("six.railhead")).unwrap().execute_batch(sql).unwrap();
}

fn names(field: &Field) -> Vec<String> {
    let entries = std::fs::read_dir(field.dir.path()).unwrap();
    let mut names: Vec<String> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn a_backup_is_put_back_and_what_it_replaces_is_kept() {
    let field = Field::new();
    field.done("bound note one");
    field.done("backup b.backup");
    field.done("bound note two");
    let ran = field.run("restore b.backup");
    insta::assert_snapshot!(format!("{}{}", ran.out, ran.err), @r"
    six.railhead: as of operation 2, D1 am, from b.backup
    the file it replaced is kept as six.railhead.replaced-1
    ");
    assert_eq!(field.json("op log --all").as_array().unwrap().len(), 2);
    assert_eq!(field.json("op log --all --campaign six.railhead.replaced-1").as_array().unwrap().len(), 3);
    field.done("restore six.railhead.replaced-1 -q");
    assert_eq!(field.json("op log --all").as_array().unwrap().len(), 3);
    assert_eq!(names(&field), ["b.backup", "six.railhead", "six.railhead.replaced-1", "six.railhead.replaced-2"]);
    assert!(field.done("verify").starts_with("sound"));
}

#[test]
fn a_backup_is_put_back_where_no_file_is_and_in_the_place_of_another_campaign() {
    let field = Field::new();
    field.done("backup b.backup");
    let answer = field.json("restore b.backup --campaign new.railhead");
    insta::assert_snapshot!(answer.to_string(), @r#"{"backup":"b.backup","bound":{"date":"1942-11-19","day":1,"label":"D1 am","phase":"am"},"file":"new.railhead","kept":null,"operation":1}"#);
    field.done("new first-bound other.railhead -q");
    let ran = field.run("restore b.backup --campaign other.railhead");
    insta::assert_snapshot!(ran.err, @r"
    other.railhead: as of operation 1, D1 am, from b.backup
    the file it replaced is kept as other.railhead.replaced-1; it was the file of another campaign
    ");
}

#[test]
fn a_backup_that_cannot_be_put_back_is_named() {
    let field = Field::new();
    let ran = field.run("restore none.backup");
    insta::assert_snapshot!(ran.err, @r"
    error: there is no campaign file `none.backup`
    hint: name a file that `railhead backup FILE` made
    ");
    let ran = field.run("restore six.railhead");
    insta::assert_snapshot!(ran.err, @r"
    error: `six.railhead` is the campaign file itself
    hint: name the backup to put in its place
    ");
    assert_eq!(ran.code, 2);
    field.done("backup b.backup");
    let _open = ledger::Ledger::open(&field.dir.path().join("six.railhead")).unwrap();
    field.done("status");
    let ran = field.run("restore b.backup");
    insta::assert_snapshot!(ran.err, @r"
    error: `six.railhead` is in use by another process
    hint: nothing was changed: close the program that has it open, and try again
    ");
    assert_eq!(
        (ran.code, names(&field)),
        (
            1,
            vec![
                "b.backup".to_owned(),
                "six.railhead".to_owned(),
                "six.railhead-shm".to_owned(),
                "six.railhead-wal".to_owned()
            ]
        )
    );
}

#[test]
fn every_damage_names_the_way_out_and_the_way_out_works() {
    let field = Field::new();
    field.done("bound note one");
    tampered(&field, "DELETE FROM bound_note");
    for line in ["bound note two", "undo", "redo", "op restore 1", "bound close", "run script.txt"] {
        field.write("script.txt", "bound note two\n");
        let ran = field.run(line);
        assert_eq!(ran.code, 3, "{line}");
        assert!(
            ran.err.contains(
                "`[dir]/six.railhead` is damaged: its tables are not as operation 2, the last in its log, left them"
            ),
            "{}",
            ran.err
        );
        assert!(
            ran.err.contains(
                "\nhint: `railhead rescue [dir]/six.railhead rescued.railhead` makes a sound file from its log\n"
            ),
            "{}",
            ran.err
        );
    }
    let ran = field.run("rescue six.railhead rescued.x");
    insta::assert_snapshot!(ran.err, @r"
    rescued.x: 2 operations, as of D1 am
    the whole log is proved, and nothing is lost
    ");
    assert_eq!(ran.code, 0);
    field.done("restore rescued.x -q");
    field.done("bound note two");
    assert!(field.done("verify").starts_with("sound"));
    tampered(&field, "DROP TRIGGER operation_no_update; UPDATE operation SET command = 'x' WHERE number = 2");
    let ran = field.run("rescue six.railhead again.x");
    insta::assert_snapshot!(ran.err, @r"
    again.x: 1 operation, as of D1 am
    the log is proved up to this point, and the rest is lost: operation 2: it is not as it was written
    ");
    assert_eq!(ran.code, 4);
    let ran = field.run("rescue six.railhead again.x");
    assert_eq!((ran.code, ran.err.lines().next()), (1, Some("error: `again.x` exists already")));
    let answer =
        serde_json::from_str::<serde_json::Value>(&field.run("rescue six.railhead json.x --format json").out).unwrap();
    insta::assert_snapshot!(answer.to_string(), @r#"{"bound":{"date":"1942-11-19","day":1,"label":"D1 am","phase":"am"},"breaches":0,"file":"json.x","lost":"operation 2: it is not as it was written","operations":1}"#);
}

#[test]
fn a_file_of_which_nothing_is_left_is_said_to_be_one() {
    let field = Field::new();
    tampered(&field, "DROP TRIGGER content_no_update; UPDATE content SET bytes = x'00'");
    let ran = field.run("rescue six.railhead out.x");
    insta::assert_snapshot!(ran.err, @r"
    error: nothing can be rescued from `six.railhead`: operation 1: a file that it read is not as it was written
    hint: `railhead restore BACKUP` puts a backup in its place
    ");
    assert_eq!(ran.code, 3);
    let ran = field.run("backup b.backup");
    assert!(
        ran.err.starts_with("error: `six.railhead` is damaged: its log is not as it was written: content"),
        "{}",
        ran.err
    );
    assert_eq!(names(&field), ["six.railhead"]);
}

#[cfg(unix)]
#[test]
fn a_file_under_two_names_is_refused_with_what_to_do() {
    let field = Field::new();
    let file = field.dir.path().join("six.railhead");
    std::fs::hard_link(&file, field.dir.path().join("also")).unwrap();
    let ran = field.run("status");
    insta::assert_snapshot!(ran.err, @r"
    error: `[dir]/six.railhead` also exists under another name: `[dir]/also`
    hint: changes under one name are lost under the other: remove one of them, or work on a copy, `cp [dir]/six.railhead copy.railhead`
    ");
    assert_eq!(ran.code, 3);
}

#[test]
fn what_waits_beside_a_file_and_is_not_its_own_is_refused_with_what_to_do() {
    let field = Field::new();
    let (file, wal) = (field.dir.path().join("six.railhead"), field.dir.path().join("six.railhead-wal"));
    let first = std::fs::read(&file).unwrap();
    field.done("bound note one");
    let open = ledger::Ledger::open(&file).unwrap();
    open.operations().unwrap();
    field.done("bound note two");
    let (second, waiting) = (std::fs::read(&file).unwrap(), std::fs::read(&wal).unwrap());
    drop(open);
    let lay = |bytes: &[u8]| {
        std::fs::write(&wal, &waiting).unwrap();
        std::thread::sleep(std::time::Duration::from_millis(20));
        std::fs::write(&file, bytes).unwrap();
    };
    lay(&first);
    insta::assert_snapshot!(field.run("status").err, @r"
    error: `[dir]/six.railhead-wal` does not belong to the present `[dir]/six.railhead`
    hint: it holds operations of another file; used together they would spoil both
    hint: if you put a backup here, move that aside and go on: `mv [dir]/six.railhead-wal [dir]/six.railhead-wal.old`
    hint: next time use `railhead restore BACKUP`
    ");
    lay(&second);
    let ran = field.run("status");
    assert!(
        ran.err.ends_with("\nhint: if you copied both here together: `touch [dir]/six.railhead-wal`\n"),
        "{}",
        ran.err
    );
    assert_eq!(ran.code, 3);
    std::fs::write(&wal, &waiting).unwrap();
    assert_eq!(field.json("op log --all").as_array().unwrap().len(), 3);
    assert_eq!(names(&field), ["six.railhead"], "and then nothing waits there");
}

#[test]
fn an_older_file_is_brought_up_to_date_with_a_word() {
    let field = Field::empty();
    let source = concat!(env!("CARGO_MANIFEST_DIR"), "/src/ledger/tests/released/schema-7.db.z");
    let mut bytes = Vec::new();
    let mut file = flate2::read::ZlibDecoder::new(std::fs::File::open(source).unwrap());
    std::io::Read::read_to_end(&mut file, &mut bytes).unwrap();
    std::fs::write(field.dir.path().join("old.railhead"), bytes).unwrap();
    let ran = field.run("orbat");
    assert_eq!(ran.err, "old.railhead: upgraded from schema 7 to 19; the old file is kept as old.railhead.schema-7\n");
    assert_eq!(field.run("orbat").err, "");
    assert_eq!(names(&field), ["old.railhead", "old.railhead.schema-7"]);
}

#[test]
fn a_closed_file_is_one_file_whatever_was_done() {
    let field = Field::new();
    for line in [
        "status",
        "orbat",
        "bound note one",
        "undo",
        "redo",
        "verify",
        "supply status",
        "op log",
        "backup b",
        "export e",
    ] {
        field.done(line);
        let beside: Vec<String> =
            names(&field).into_iter().filter(|name| name.contains("-wal") || name.contains("-shm")).collect();
        assert_eq!(beside, Vec::<String>::new(), "after {line}");
    }
}

/// What a command says that waits for another writer, while this is done to the files; exit code too.
#[cfg(unix)]
fn while_it_waits(field: &Field, work: impl FnOnce()) -> (Option<i32>, String) {
    let file = field.dir.path().join("six.railhead");
    let other = rusqlite::Connection::open(&file).unwrap();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    let mut command = std::process::Command::new(assert_cmd::cargo::cargo_bin("railhead"));
    command.args(["bound", "note", "two"]).current_dir(field.dir.path());
    let mut child = command.stdout(std::process::Stdio::null()).stderr(std::process::Stdio::piped()).spawn().unwrap();
    let mut said = std::io::BufReader::new(child.stderr.take().unwrap());
    let mut waiting = String::new();
    std::io::BufRead::read_line(&mut said, &mut waiting).unwrap();
    assert_eq!(waiting, "another process is writing to the campaign file: waiting\n");
    work();
    other.execute_batch("ROLLBACK").unwrap();
    let mut rest = String::new();
    std::io::Read::read_to_string(&mut said, &mut rest).unwrap();
    let dir = field.dir.path().canonicalize().unwrap().display().to_string();
    (child.wait().unwrap().code(), rest.replace(&dir, "[dir]"))
}

#[cfg(unix)]
#[test]
fn a_file_replaced_while_a_command_waits_is_not_written_to() {
    let field = Field::new();
    let file = field.dir.path().join("six.railhead");
    let copy = field.dir.path().join("copy");
    std::fs::copy(&file, &copy).unwrap();
    let (code, said) = while_it_waits(&field, || std::fs::rename(&copy, &file).unwrap());
    insta::assert_snapshot!(said, @r"
    error: `[dir]/six.railhead` was moved, removed or replaced while this command was running
    hint: the file there now is unchanged: look at it with `railhead status`, and try again
    ");
    assert_eq!(code, Some(3));
}

#[cfg(unix)]
#[test]
fn what_waits_beside_a_file_taken_away_while_a_command_waits_is_told() {
    let field = Field::new();
    let wal = field.dir.path().join("six.railhead-wal");
    let (code, said) = while_it_waits(&field, || std::fs::remove_file(&wal).unwrap());
    insta::assert_snapshot!(said, @r"
    error: `[dir]/six.railhead` was moved, removed or replaced while this command was running
    hint: operation 2 is in the file that was there before, not in the one there now
    ");
    assert_eq!(code, Some(3));
}
