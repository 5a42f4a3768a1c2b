//! `op script --out`: a campaign played again from its script and the files that the log has kept.

use super::field::Field;

/// Every table of the campaign as it stands.
fn export(field: &Field, campaign: &str, to: &str) -> Vec<(String, Vec<u8>)> {
    field.done(&format!("--campaign {campaign} export {to}"));
    let mut files: Vec<_> = std::fs::read_dir(field.dir.path().join(to))
        .unwrap()
        .map(|file| file.unwrap().path())
        .map(|path| (path.file_name().unwrap().to_string_lossy().into_owned(), std::fs::read(&path).unwrap()))
        .collect();
    files.sort();
    files
}

/// Two plans of one name, a battle resolved into a file and posted from it, one from an edited engagement file.
fn played() -> Field {
    let field = Field::empty();
    field.done("new first-bound --set detail=full");
    field.done("supply stocktake su.rd.t1 log=0 --reason counted");
    for side in ["AX", "SU"] {
        field.done(&format!("supply plan --side {side} --out plan.csv"));
        field.done("supply plan --file plan.csv --accept");
    }
    field.done("battle new 0905");
    field.done("battle resolve 1am-0905 --seed 3");
    field.done("battle post 1am-0905");
    field.done("battle new 0906");
    let engagement = std::fs::read_to_string(field.dir.path().join("1am-0906.toml")).unwrap();
    field.write("night.toml", &format!("# as agreed at the table\n{engagement}"));
    field.done("battle resolve night.toml --seed 4 --post");
    field.done("bound close");
    field
}

#[test]
fn a_replay_needs_nothing_but_the_folder() {
    let field = played();
    let end = export(&field, "first-bound.railhead", "end");
    let ran = field.run("op script --out again");
    assert_eq!(ran.code, 0, "{}", ran.err);
    let said = "again: script.txt with 8 commands, and 4 files that they read\n\
                to run it: cd again; railhead new SOURCE; railhead run script.txt\n";
    assert_eq!((ran.out.as_str(), ran.err.as_str()), ("", said));
    let mut names: Vec<String> = std::fs::read_dir(field.dir.path().join("again"))
        .unwrap()
        .map(|file| file.unwrap().file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    assert_eq!(names, ["1am-0905.outcome.json", "night.toml", "op4-plan.csv", "plan.csv", "script.txt"]);
    let fresh = Field::empty();
    for name in &names {
        std::fs::copy(field.dir.path().join("again").join(name), fresh.dir.path().join(name)).unwrap();
    }
    fresh.done("new first-bound --set detail=full");
    fresh.done("run script.txt");
    assert!(export(&fresh, "first-bound.railhead", "end") == end, "the same campaign");
}

#[test]
fn a_script_alone_says_which_files_it_reads_and_a_folder_is_not_written_over() {
    let field = played();
    let ran = field.run("op script");
    assert!(ran.out.contains("supply plan --file plan.csv --accept\nsupply plan --file plan.csv --accept\n"));
    let said = "its commands read 4 files that the log keeps: `railhead op script --out FOLDER` writes them beside the \
                script\n";
    assert_eq!(ran.err, said);
    assert_eq!(field.run("op script 9").err, "", "`bound close` reads none");
    field.done("op script --out again");
    let ran = field.run("op script --out again");
    assert_eq!((ran.code, ran.err.lines().next()), (1, Some("error: `again` exists already")));
}
