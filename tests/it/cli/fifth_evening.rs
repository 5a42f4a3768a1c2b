//! What a fifth evening found wrong with the words of reports and refusals, each held by a case.

use super::field::{Field, plain};

/// A refused line, without the breaks of the terminal.
fn said(field: &Field, line: &str) -> String {
    let ran = field.run(line);
    assert_ne!(ran.code, 0, "{line}: {}", ran.out);
    plain(&ran.err)
}

#[test]
fn one_that_is_under_no_army_is_not_its_own_heading() {
    let field = Field::playing("first-bound");
    field.done("unit command ax.pz AX");
    field.done("unit set ax.pz.r1.b1 markers=1");
    field.done("unit set ax.id.r1.b1 markers=2");
    let report = field.done("bound close --dry-run");
    assert!(report.contains("\nAxis\n40th Panzer Division   "), "{report}");
    assert!(report.contains("\nAxis: LX Army Corps (mot)\n350th Infantry Division  took 2 markers\n"), "{report}");
    let contacts = field.done("contact");
    let rows = contacts.find("\n40th Panzer Division   ").zip(contacts.find("\nLX Army Corps (mot)\n350th Infantry "));
    assert!(rows.is_some_and(|(alone, corps)| alone < corps), "{contacts}");
    assert!(!contacts.contains("40th Panzer Division\n"), "{contacts}");
}

#[test]
fn in_its_own_row_an_order_has_no_name() {
    let field = Field::playing("first-bound");
    field.done("order ax.pz dig-in");
    field.done("order ax.id.art dig-in");
    let report = plain(&field.run_on(200, "bound close", "").out);
    assert!(report.contains("40th Panzer Division not carried out: its order for D1 am: dig in"), "{report}");
    let of_another = "not carried out: the order of Artillery Battalion 350 for D1 am: dig in";
    assert!(report.contains(of_another), "{report}");
}

#[test]
fn a_staff_is_not_the_arm_of_those_under_it() {
    let field = Field::playing("first-bound");
    for (unit, kind) in
        [("ax", "corps"), ("ax.hq", "HQ battalion"), ("ax.pz", "armour division"), ("ax.id.at", "anti-tank battalion")]
    {
        let told = field.done(&format!("unit show {unit}"));
        assert!(told.contains(&format!("\nwhat         {kind}\n")), "{told}");
    }
}

#[test]
fn a_backup_that_is_not_there_is_not_made_with_new() {
    let field = Field::playing("first-bound");
    let told = "error: there is no campaign file `nofile` hint: name a file that `railhead backup FILE` made";
    assert_eq!(said(&field, "restore nofile"), told);
    let told =
        "error: there is no campaign file `nofile` hint: name the damaged campaign file: `ls` lists the files here";
    assert_eq!(said(&field, "rescue nofile out.railhead"), told);
    assert!(said(&field, "status --campaign nofile").contains("make one with `railhead new uranus-1942`"));
}

/// What is wrong with the words comes before what is missing.
#[test]
fn a_grade_that_is_none_is_told_before_a_reason_is_asked_for() {
    let field = Field::playing("first-bound");
    assert!(said(&field, "grade set ax.pz.r1 superb").starts_with("error: `superb` is not a grade hint: "));
    assert!(said(&field, "grade set nobody superb").starts_with("error: there is no unit `nobody` hint: "));
    assert!(said(&field, "grade set ax.pz.r1 regular").starts_with("error: `grade set` needs a reason hint: "));
}

#[test]
fn refusals_name_units_before_their_ids() {
    let field = Field::playing("first-bound");
    let (pz, corps) = ("40th Panzer Division (`ax.pz`)", "170th Rifle Corps (`su`)");
    let b1 = "I/Panzer Regiment 140 (`ax.pz.r1.b1`)";
    for (line, told) in [
        (
            "unit command ax.pz su",
            format!("error: {pz} and {corps} are of different sides hint: name one of the same side"),
        ),
        ("unit attach ax.pz --to su --as in_support", format!("error: {pz} and {corps} are of different sides")),
        ("unit attach ax.pz --to ax.pz --as in_support", format!("error: {pz} cannot be attached to itself")),
        (
            "unit detach ax.pz",
            format!("error: {pz} is not attached to any unit hint: `railhead unit command ax.pz SUPERIOR`"),
        ),
        ("unit command ax ax.pz", format!("error: {pz} is itself under LX Army Corps (mot) (`ax`)")),
        (
            "unit command ax.pz.r1 ax.pz",
            format!("error: Panzer Regiment 140 (`ax.pz.r1`) is already under {pz} hint: name another superior"),
        ),
        ("unit command ax.id ax.pz.r1.b1", format!("error: {b1} is a leaf and can have nothing under it")),
        (
            "unit replace ax.id 1",
            "error: 350th Infantry Division (`ax.id`) has lost 0 SP that can be replaced, not 1".to_owned(),
        ),
        ("order cancel ax.pz", format!("error: {pz} has no such order")),
        ("unit set ax.pz sp=3", format!("error: {pz} has subordinates: a plain number of SP does not say whose")),
        ("unit merge ax.pz.r1.b1", format!("error: {b1} is a leaf: it can only be merged into another")),
        (
            "unit merge ax.pz.r1.b1 su.sap",
            format!("error: {b1} and Sapper Battalion 170 (`su.sap`) are of different sides"),
        ),
        ("supply send ax.pz.r1.b1 --to Brod", format!("error: {b1} is not a supply vehicle")),
    ] {
        let refused = said(&field, line);
        assert!(refused.starts_with(&told), "{line}: {refused}");
    }
}

#[test]
fn a_file_in_a_folder_that_is_not_there_is_refused_in_our_own_words() {
    let field = Field::playing("first-bound");
    let told = said(&field, "map --svg nowhere/x.svg");
    let why =
        "error: `nowhere/x.svg` cannot be read or written: there is no such file or folder hint: make the folder `";
    assert!(told.starts_with(why), "{told}");
}

#[test]
fn a_word_that_is_not_listed_is_told_beside_those_that_are() {
    let field = Field::playing("first-bound");
    let told = "error: `foo` is not a valid value for `WHAT` hint: one of `strength`, `casualties`, `supply`";
    assert_eq!(said(&field, "stats foo"), told);
    let told = "error: `xml` is not a valid value for `--format` hint: one of `table`, `json`, ";
    assert!(said(&field, "status --format xml").starts_with(told));
    let told = "error: `foo` is not a setting hint: `railhead setting list` lists them";
    assert_eq!(said(&field, "setting set foo 1"), told);
}

/// One letter is as far from every other: what there is is told.
#[test]
fn one_letter_is_not_taken_for_another() {
    let field = Field::playing("first-bound");
    field.done("export own");
    let path = field.dir.path().join("own/orbat.csv");
    let text = std::fs::read_to_string(&path).unwrap();
    field.write("own/orbat.csv", &text.replacen(",fighting,3,,L,", ",fighting,3,,X,", 1));
    let found = plain(&field.run("check own").out);
    assert!(found.contains("`X` is not a class") && !found.contains("did you mean"), "{found}");
}

/// The corps `ax` of the side `AX`: a word is the one or the other by its letters.
#[test]
fn a_formation_called_as_its_side_is_commands_again_whom_it_lost() {
    let field = Field::playing("first-bound");
    let above = || field.json("unit show ax.eng")["parent"].clone();
    let first = above();
    field.done("unit command ax.eng AX");
    assert_ne!(above(), first);
    let report = field.json("bound close --anyway --seed 1").to_string();
    assert!(report.contains("moved from LX Army Corps (mot) to Axis"), "{report}");
    field.done("unit command ax.eng ax");
    assert_eq!(above(), first);
}

#[test]
fn what_two_are_that_cannot_merge_is_said_in_a_word_where_one_does() {
    let field = Field::playing("first-bound");
    let told = said(&field, "unit merge ax.pz.r2.b1 ax.eng");
    let why =
        "is motorised, Bridging Engineer Battalion 660 (`ax.eng`) is motorised engineer: only leaves of the same kind";
    assert!(told.contains(why), "{told}");
}
