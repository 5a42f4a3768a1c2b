//! Nothing is lost: killed processes, other processes on the same file, a long day of corrections, and all of it undone.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;

use super::field::Field;

fn program() -> Command {
    Command::new(assert_cmd::cargo::cargo_bin("railhead"))
}

/// Runs the program in the folder of a field and kills it after some time; how long it would have run at most.
fn killed(field: &Field, words: &[&str], after: Duration) {
    let mut child = program()
        .args(words)
        .current_dir(field.dir.path())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    std::thread::sleep(after);
    let _ = child.kill();
    child.wait().unwrap();
}

fn time_of(field: &Field, words: &[&str]) -> Duration {
    let began = Instant::now();
    let ended = program()
        .args(words)
        .current_dir(field.dir.path())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .unwrap();
    assert!(ended.success(), "{words:?}");
    began.elapsed()
}

/// The instants of a killing: evenly over the time that the work takes, and a little beyond.
fn instants(whole: Duration, count: u32) -> impl Iterator<Item = Duration> {
    (0..count).map(move |n| whole * n / (count - 4))
}

#[test]
fn a_new_that_is_killed_leaves_a_whole_file_or_none_of_that_name() {
    let field = Field::empty();
    let whole = time_of(&field, &["new", "uranus-1942", "first.railhead", "-q"]);
    let mut left = 0;
    for (number, after) in instants(whole, 15).chain([whole * 4]).enumerate() {
        let name = format!("u{number}.railhead");
        killed(&field, &["new", "uranus-1942", &name, "-q"], after);
        if field.dir.path().join(&name).exists() {
            left += 1;
            assert!(field.done(&format!("verify --campaign {name}")).starts_with("sound"), "after {after:?}");
        }
    }
    assert!((1..16).contains(&left), "{left} of 16 were done before they were killed");
}

fn fresh(field: &Field, bytes: &[u8]) {
    for end in ["-wal", "-shm"] {
        let _ = std::fs::remove_file(field.dir.path().join(format!("six.railhead{end}")));
    }
    std::fs::write(field.dir.path().join("six.railhead"), bytes).unwrap();
}

/// How many lines a script has that is killed.
const LINES: usize = 40;

/// A script whose every line changes the same battalion, and how the campaign stands after so many of its lines.
fn day(field: &Field) -> Vec<BTreeMap<String, Vec<u8>>> {
    let line = |n: usize| format!("unit set 1rd.b1 sp={} markers=0 --reason 'line {n}'", 1 + n % 3);
    let lines: Vec<String> = (0..LINES).map(line).collect();
    field.write("day.txt", &lines.join("\n"));
    let mut stood = vec![exported(field, "six.railhead", "start")];
    for line in &lines {
        field.done(&format!("{line} -q"));
        stood.push(exported(field, "six.railhead", &format!("after-{}", stood.len())));
    }
    assert!(stood.windows(2).all(|pair| pair[0] != pair[1]), "every line changes something");
    stood
}

/// What of the script was kept, after a kill that left the file sound: its first lines, and nothing else.
fn lines_kept(field: &Field, after: Duration, number: usize) -> (usize, BTreeMap<String, Vec<u8>>) {
    assert!(field.done("verify").starts_with("sound"), "after {after:?}");
    let log = field.json("op log --all");
    let kept: Vec<&str> =
        log.as_array().unwrap()[1..].iter().map(|operation| operation["command"].as_str().unwrap()).collect();
    let script = std::fs::read_to_string(field.dir.path().join("day.txt")).unwrap();
    let first: Vec<&str> = script.lines().take(kept.len()).collect();
    assert_eq!(kept, first, "after {after:?}");
    (kept.len(), exported(field, "six.railhead", &format!("killed-{number}")))
}

#[test]
fn a_script_that_is_killed_has_done_its_first_lines_and_goes_on_from_there() {
    let field = Field::new();
    let original = std::fs::read(field.dir.path().join("six.railhead")).unwrap();
    let stood = day(&field);
    fresh(&field, &original);
    let whole = time_of(&field, &["run", "day.txt", "-q"]);
    let mut seen = std::collections::BTreeSet::new();
    let (mut early, mut late) = (Duration::ZERO, whole * 4);
    for number in 0..25 {
        fresh(&field, &original);
        // A busy machine is faster at one time than at another: between what was too early and what too late lies the work.
        let after = if number == 24 { whole * 8 } else { early + late.saturating_sub(early) * (number % 4) / 4 };
        killed(&field, &["run", "day.txt", "-q"], after);
        let (kept, export) = lines_kept(&field, after, number as usize);
        match kept {
            0 => early = early.max(after),
            LINES => late = late.min(after),
            _ => {}
        }
        if early >= late {
            (early, late) = (Duration::ZERO, whole * 4);
        }
        assert!(export == stood[kept], "after {after:?}: not what {kept} lines make of it");
        if kept < LINES {
            field.done(&format!("run day.txt --from {} -q", kept + 1));
            assert!(exported(&field, "six.railhead", &format!("went-on-{number}")) == stood[LINES], "from {kept} on");
        }
        seen.insert(kept);
    }
    assert!(seen.len() > 2 && seen.contains(&LINES), "killed at different lines: {seen:?}");
}

#[test]
fn a_script_to_be_done_whole_that_is_killed_is_whole_or_nothing() {
    let field = Field::new();
    let original = std::fs::read(field.dir.path().join("six.railhead")).unwrap();
    let stood = day(&field);
    fresh(&field, &original);
    let words = ["run", "day.txt", "--atomic", "-q"];
    let whole = time_of(&field, &words);
    let mut seen = std::collections::BTreeSet::new();
    for (number, after) in instants(whole, 24).chain([whole * 4]).enumerate() {
        fresh(&field, &original);
        killed(&field, &words, after);
        let (kept, export) = lines_kept(&field, after, number);
        assert!([0, LINES].contains(&kept), "{kept} lines after {after:?}");
        assert!(export == stood[kept], "after {after:?}: not what {kept} lines make of it");
        seen.insert(kept);
    }
    assert_eq!(seen.len(), 2, "some were killed before and some after: {seen:?}");
}

#[test]
fn a_correction_that_is_killed_has_happened_or_has_not() {
    let field = Field::new();
    let original = std::fs::read(field.dir.path().join("six.railhead")).unwrap();
    let words = ["unit", "set", "1rd.b1", "sp=1", "markers=1", "-q"];
    let whole = time_of(&field, &words);
    let mut seen = std::collections::BTreeSet::new();
    for after in instants(whole, 24).chain([whole * 4]) {
        fresh(&field, &original);
        killed(&field, &words, after);
        assert!(field.done("verify").starts_with("sound"), "after {after:?}");
        let base = &field.json("unit show 1rd.b1")["bases"][0];
        let state = (base["sp"].as_i64().unwrap(), base["markers"].as_i64().unwrap());
        assert!(state == (3, 0) || state == (1, 1), "after {after:?}: {state:?}");
        seen.insert(state);
    }
    assert_eq!(seen.len(), 2, "some were killed before and some after the operation: {seen:?}");
}

/// Another program that is writing: it holds the file until it is dropped.
fn another_writer(file: &Path) -> rusqlite::Connection {
    let conn = rusqlite::Connection::open(file).unwrap();
    conn.execute_batch("BEGIN IMMEDIATE").unwrap();
    conn
}

#[test]
fn a_reader_is_not_kept_waiting_by_a_writer() {
    let field = Field::new();
    let _writer = another_writer(&field.dir.path().join("six.railhead"));
    let before = Instant::now();
    field.done("supply status");
    field.done("orbat");
    assert!(before.elapsed() < Duration::from_secs(4), "readers waited");
}

#[test]
fn a_second_writer_waits_says_so_and_ends_with_nothing_changed() {
    let field = Field::new();
    field.done("setting set writer_wait 1");
    let before = field.json("op log --all");
    let writer = another_writer(&field.dir.path().join("six.railhead"));
    let (code, said) = said(&field, &["unit", "set", "1rd.b1", "sp=2"]);
    drop(writer);
    insta::assert_snapshot!(said, @r"
    another process is writing to the campaign file: waiting
    error: `[dir]/six.railhead` is being written by another process
    hint: nothing was changed; try again, or wait longer: `railhead setting set writer_wait 60`
    ");
    assert_eq!(code, 1);
    assert_eq!(field.json("op log --all"), before);
}

#[test]
fn a_second_writer_goes_on_when_the_first_has_ended() {
    let field = Field::new();
    let writer = another_writer(&field.dir.path().join("six.railhead"));
    let freed = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(1_500));
        drop(writer);
    });
    let (code, said) = said(&field, &["unit", "set", "1rd.b1", "sp=2"]);
    freed.join().unwrap();
    assert_eq!(code, 0, "{said}");
    assert!(said.starts_with("another process is writing to the campaign file: waiting\n"), "{said}");
    assert!(field.done("verify").starts_with("sound"));
}

/// The exit code of the program, and what it said beside its report.
fn said(field: &Field, words: &[&str]) -> (i32, String) {
    let done = program().args(words).current_dir(field.dir.path()).output().unwrap();
    let said = String::from_utf8(done.stderr).unwrap();
    (
        done.status.code().unwrap(),
        said.replace(&field.dir.path().canonicalize().unwrap().display().to_string(), "[dir]"),
    )
}

/// Every file of a folder.
fn folder(path: &Path) -> BTreeMap<String, Vec<u8>> {
    let files = std::fs::read_dir(path).unwrap().map(Result::unwrap);
    files.map(|file| (file.file_name().to_string_lossy().into_owned(), std::fs::read(file.path()).unwrap())).collect()
}

fn exported(field: &Field, campaign: &str, to: &str) -> BTreeMap<String, Vec<u8>> {
    field.done(&format!("export {to} --campaign {campaign} -q"));
    folder(&field.dir.path().join(to))
}

/// Lines of corrections to Uranus without end, from a seed.
fn corrections(field: &Field, seed: u64) -> impl Iterator<Item = String> {
    let mut dice = ChaCha8Rng::seed_from_u64(seed);
    let leaves = field.json("orbat --campaign u.railhead");
    let on_the_map = leaves.as_array().unwrap().iter().filter(|row| !row["square"].is_null());
    let ids = on_the_map.map(|row| row["id"].as_str().unwrap().to_owned());
    let infantry: Vec<String> = ids.filter(|id| id.contains(".r1.b")).collect();
    let crossings = ["akimovsky", "bokovskaya", "peskovatka", "solodniki", "vertyachy"];
    assert!(infantry.len() > 50, "{} battalions", infantry.len());
    std::iter::repeat_with(move || {
        let leaf = &infantry[dice.random_range(0..infantry.len())];
        let number = dice.random_range(1..9);
        match dice.random_range(0..9) {
            0 => format!("unit set {leaf} sp=1"),
            1 => format!("unit set {leaf} state=disorganised"),
            2 => format!("unit rename {leaf} \"renamed, with a comma\""),
            3 => format!("grade set {leaf} veteran --reason \"held; and held\""),
            4 => format!("ground set {:03}{:03} --terrain close", dice.random_range(0..115), dice.random_range(0..101)),
            5 => format!("crossing close {} --until D9n", crossings[dice.random_range(0..crossings.len())]),
            6 => format!("supply receive ax.d.6a {number} pol --from air --reason \"a lift, by day\""),
            7 => format!("supply stocktake ax.d.6a log={number} --reason counted"),
            _ => format!("bound note \"number {number}; no more\""),
        }
    })
}

/// Carries out the first hundred of some lines that have anything to correct.
fn hundred_done(field: &Field, lines: impl Iterator<Item = String>) {
    let mut done = 1;
    for line in lines.take(1_000) {
        let ran = field.run(&format!("{line} --campaign u.railhead -q"));
        // What is corrected twice to the same has nothing left to correct; a grade goes up one step at a time.
        let said = ["nothing to change", "no change", "already"];
        let needless = ran.code <= 1 && said.iter().any(|said| ran.err.contains(said));
        assert!(ran.code == 0 || needless || line.starts_with("grade set"), "`{line}`: {}", ran.err);
        let there = field.operations("u.railhead");
        assert!(there == done || (ran.code == 0 && there == done + 1), "`{line}`: {there} operations after {done}");
        done = there;
        if done == 101 {
            return;
        }
    }
    panic!("{} corrections were carried out", done - 1);
}

#[test]
fn after_a_hundred_corrections_an_export_is_read_back_and_all_can_be_undone() {
    for detail in ["simple", "full"] {
        let field = Field::empty();
        field.done(&format!("new uranus-1942 u.railhead --set detail={detail} -q"));
        let first = exported(&field, "u.railhead", "first");
        hundred_done(&field, corrections(&field, 7));
        let there = exported(&field, "u.railhead", "there");
        assert_ne!(there, first);
        assert_eq!(field.run("check there").code, 0);
        field.done("new there again.railhead -q");
        assert!(exported(&field, "again.railhead", "again") == there, "the second export differs ({detail})");
        for correction in (1..=100).rev() {
            assert_eq!(field.run("undo --campaign u.railhead -q").code, 0, "correction {correction} ({detail})");
        }
        assert!(exported(&field, "u.railhead", "undone") == first, "not all was undone ({detail})");
        assert_eq!(field.run("undo --campaign u.railhead -q").code, 1, "nothing is left to undo");
        assert!(field.done("verify --campaign u.railhead").starts_with("sound"));
    }
}

#[test]
fn in_the_middle_of_the_history_an_export_is_read_back() {
    let field = Field::empty();
    field.done("new uranus-1942 u.railhead -q");
    let first = exported(&field, "u.railhead", "first");
    let whole = String::from_utf8(first["history.txt"].clone()).unwrap();
    let (half, _) = whole.split_once("# -------------------- D5 pm").expect("the fifth afternoon");
    field.write("half.txt", half);
    field.done("run half.txt --campaign u.railhead -q");
    let there = exported(&field, "u.railhead", "there");
    assert!(there.contains_key("supply_history.csv"), "closed bounds leave a history of supply");
    assert_eq!(field.run("check there").code, 0);
    field.done("new there again.railhead -q");
    assert!(exported(&field, "again.railhead", "again") == there, "the second export differs");
    field.done("undo --campaign u.railhead -q");
    assert!(exported(&field, "u.railhead", "undone") == first, "the script was not taken back whole");
}
