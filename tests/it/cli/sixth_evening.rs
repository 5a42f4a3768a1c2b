//! What a sixth evening found wrong with the words of refusals and of `review`, each held by a case.

use super::field::{Field, plain};

/// A refused line, without the breaks of the terminal.
fn said(field: &Field, line: &str) -> String {
    let ran = field.run(line);
    assert_ne!(ran.code, 0, "{line}: {}", ran.out);
    plain(&ran.err)
}

#[test]
fn whatever_is_refused_is_named_before_its_id() {
    let field = Field::playing("first-bound");
    let (pz, corps) = ("40th Panzer Division (`ax.pz`)", "170th Rifle Corps (`su`)");
    let b1 = "I/Panzer Regiment 140 (`ax.pz.r1.b1`)";
    let (truck, dump) = ("Truck column 1 (`ax.t1`)", "Corps dump Brod (`ax.d`)");
    for (line, told) in [
        ("unit set ax.pz.r1.b1 sp=9", format!("{b1} has at most 3 SP, not 9")),
        ("unit set ax.pz.r1.b1 markers=9", format!("{b1} has 3 SP and cannot carry 9 markers")),
        ("unit replace ax.pz 1 --from ax", "LX Army Corps (mot) (`ax`) has no pool of replacements".to_owned()),
        (
            "dig-in ax.id.r1 --fortify",
            "no leaf of Infantry Regiment 950 (`ax.id.r1`) can be fortified now: ".to_owned(),
        ),
        ("crossing destroy brod --by su", format!("{corps} has no engineers in or beside the squares of the ")),
        (
            "dump open x --owner ax --by su.t1",
            "Truck column (`su.t1`) and LX Army Corps (mot) (`ax`) belong to ".to_owned(),
        ),
        (
            "dump open x --owner ax.pz --by ax.art",
            "Heavy Artillery Battalion 860 (`ax.art`) has no LOG vehicle".to_owned(),
        ),
        ("dump move ax.d Brod", "Corps dump Brod is already there".to_owned()),
        (
            "supply send ax.t1 --to su.d",
            "Corps dump Stepnoye (`su.d`) belongs to Soviet, the vehicles to Axis".to_owned(),
        ),
        (
            "supply send ax.t1 --to su.td",
            "70th Tank Division (`su.td`) belongs to Soviet, the vehicles to Axis".to_owned(),
        ),
        (
            "supply send ax.t1 --from ax.d --load 9log --to ax.pz",
            format!("{truck} can load 2 LOG and fire units, not 9"),
        ),
        ("supply send ax.t1 --home", format!("{truck} is not in a convoy")),
        ("supply transfer ax.d ax.t2 1 pol", "Truck column 2 (`ax.t2`) carries LOG, not POL".to_owned()),
        ("supply transfer ax.d ax.d 1 log", format!("{dump} cannot give to itself")),
        ("supply transfer ax.d adjustment 9 log --override counted", format!("{dump} holds 3 LOG, not 9")),
        ("supply airlift ax.pz brod log", format!("{pz} is not a transport wing")),
        ("supply trace su.med --side AX", "Field hospital 70 (`su.med`) belongs to `SU`".to_owned()),
        ("rail stop ax.eng", "Bridging Engineer Battalion 660 (`ax.eng`) has nobody at work".to_owned()),
        ("ground set 0806 --side SU", "Anti-tank Battalion 350 (`ax.id.at`) stands there and holds it".to_owned()),
    ] {
        let refused = said(&field, line);
        // Where it is, a square or the place of a unit, may stand before it.
        assert!(refused.starts_with("error: ") && refused.contains(&told), "{line}: {refused}");
    }
}

/// Its lorries are full until some LOG is used; for POL something has to be done.
#[test]
fn what_waits_for_room_is_not_told_beside_what_wants_something_done() {
    let field = Field::playing("first-bound");
    field.done("export own");
    let path = field.dir.path().join("own/orbat.csv");
    let text = std::fs::read_to_string(&path).unwrap();
    let column = text.lines().find(|line| line.starts_with("ax.pz.t1,")).unwrap();
    field.write("own/orbat.csv", &text.replacen(column, &column.replacen(",log,2", ",log,1", 1), 1));
    let path = field.dir.path().join("own/stocks.csv");
    let text = std::fs::read_to_string(&path).unwrap();
    field.write("own/stocks.csv", &text.replacen("ax.pz.t1,log,2", "ax.pz.t1,log,1", 1));
    field.done("new own own.railhead");
    let told = || -> Vec<String> {
        let rows = field.json("review ax.pz --all --campaign own.railhead")["findings"].clone();
        let dry = rows.as_array().unwrap().iter().filter(|row| row["kind"] == "runs_dry");
        dry.map(|row| row["text"].as_str().unwrap().to_owned()).collect()
    };
    let of_log = "holds 1 LOG; if it uses 1 a day, none is left after tonight, and there is no room for more until that is \
                 used: no action needed before then";
    assert_eq!(told(), [of_log]);
    field.done("order ax.pz move Dubrava --campaign own.railhead");
    let of_pol = "holds 1 POL; if it uses 1 a day, none is left after tonight; the plan has a trip for this";
    assert_eq!(told(), [of_pol]);
}

/// Battalions are named after their division: who looks for it wants one line.
#[test]
fn who_is_named_after_one_that_is_found_is_only_counted() {
    let field = Field::playing("first-bound");
    let listed = |line: &str| -> Vec<String> {
        let page = field.done(line);
        page.lines().filter(|line| line.contains("  unit  ") || line.contains("under those")).map(plain).collect()
    };
    let one = "40th Panzer Division unit 0705 Axis LX Army Corps (mot) ax.pz";
    let counted = "1 under those found, named after them: `--all` lists them";
    assert_eq!(listed("find 40th panzer"), [one, counted]);
    assert_eq!(listed("find 40th panzer --all").len(), 2);
    assert_eq!(listed("find hq 40th"), ["HQ 40th Panzer Division unit 0705 Axis 40th Panzer Division ax.pz.hq"]);
    assert_eq!(field.json("find 40th panzer").as_array().unwrap().len(), 2);
}

#[test]
fn a_square_in_the_place_of_a_unit_leads_to_who_stands_there() {
    let field = Field::playing("first-bound");
    let told = "error: there is no unit `0806` hint: `railhead ground show 0806` shows the square and who stands there";
    assert_eq!(said(&field, "contact 0806"), told);
    field.done("ground show 0806");
}
