//! `supply send` to where there is no room: sent all the same, with a warning. Worked out on the line of `shortage.rs`, where
//! `d-c1` holds 6 LOG and 2 POL, and the lorries of Rifle Division 2 of 4.

use super::field::Field;
use super::shortage::line;

/// What a command notes, on paper and as JSON.
/// What is noted beside when it arrives.
fn notes(field: &Field, line: &str) -> Vec<String> {
    let answer = field.json(&format!("{line} --dry-run"));
    let notes: Vec<String> =
        answer["notes"].as_array().into_iter().flatten().map(|note| note.as_str().unwrap().to_owned()).collect();
    let paper = field.done(&format!("{line} --dry-run"));
    let paper = paper.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(notes.iter().all(|note| paper.contains(&format!("note: {note}"))), "{paper}");
    notes.into_iter().filter(|note| !note.starts_with("as things stand it ")).collect()
}

#[test]
fn what_has_no_room_is_said_when_it_is_sent() {
    let field = line();
    let to_corps = "supply send a.log --load 2log --from d-a --to d-c1";
    assert_eq!(notes(&field, to_corps), [""; 0], "without a limit no dump is full");
    field.done("setting set limit_corps 8 -q");
    let full = "`d-c1` is full: it holds 8 of 8 units (`limit_corps`), so 2 of 2 would stay on the vehicles";
    assert_eq!(notes(&field, to_corps), [full]);
    assert_eq!(notes(&field, "supply send a.log --load 2log --from d-a --to 0902"), [full], "the dump of the square");
    assert_eq!(notes(&field, &format!("{to_corps} --stay")), [""; 0], "it is not to unload");
    field.done("setting set limit_corps 9 -q");
    let little =
        "`d-c1` has room for 1 more: it holds 8 of 9 units (`limit_corps`), so 1 of 2 would stay on the vehicles";
    assert_eq!(notes(&field, to_corps), [little]);
    let to_rifles = "supply send a.log --load 3log --from d-a --to a.c1.rd";
    let some =
        "the LOG transport of Rifle Division (`a.c1.rd`) has room for 2 more, so 1 of 3 would stay on the vehicles";
    assert_eq!(notes(&field, to_rifles), [some]);
    assert_eq!(notes(&field, "supply send a.log --load 2log --from d-a --to a.c1.rd"), [""; 0]);
    field.done("supply receive a.c1.rd.log 2 log --from rail -q");
    let all = "the LOG transport of Rifle Division (`a.c1.rd`) is full, so 3 of 3 would stay on the vehicles";
    assert_eq!(notes(&field, to_rifles), [all]);
    field.write("plan.csv", "vehicles,load,from,to\na.log,3log,d-a,a.c1.rd\n");
    assert_eq!(notes(&field, "supply plan --file plan.csv --accept"), [all]);
}
