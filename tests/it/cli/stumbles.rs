//! What users and testers stumbled over: guesses that led nowhere, advice that was refused, ids in the place of names.

use serde_json::json;

use super::field::{Field, Ran, plain};

/// A campaign of the tutorial.
fn refused(field: &Field, line: &str) -> Ran {
    let ran = field.run(line);
    assert_ne!(ran.code, 0, "{line}: {}", ran.out);
    ran
}

#[test]
fn what_new_users_guess_leads_to_the_command() {
    let field = Field::playing("first-bound");
    // All guesses stand beside the list of them; here is how they are told.
    for (typed, meant) in [("op amend", "op correct"), ("bound next", "bound close"), ("unit find", "find")] {
        let ran = refused(&field, typed);
        let hint = format!("hint: did you mean `railhead {meant}`?");
        assert!(ran.err.lines().any(|line| line == hint), "{typed}: {}", ran.err);
    }
    for (typed, meant) in [("contact list", "contact"), ("map show", "map"), ("map list", "map")] {
        let ran = refused(&field, typed);
        let hint = format!("hint: `railhead {meant}` alone shows it");
        assert!(ran.err.lines().any(|line| line == hint), "{typed}: {}", ran.err);
    }
    for (typed, meant) in [("airfield list", "find"), ("side list", "orbat"), ("place list", "find")] {
        let ran = refused(&field, typed);
        let hint = format!("hint: did you mean `{meant}`?");
        assert!(ran.err.lines().any(|line| line == hint), "{typed}: {}", ran.err);
    }
    // A name that is none is looked for as before.
    assert!(!refused(&field, "contact 24pz").err.contains("alone shows it"));
}

#[test]
fn a_name_that_cannot_be_typed_or_printed_is_refused() {
    let field = Field::playing("first-bound");
    let long = "x".repeat(101);
    let fits = "x".repeat(100);
    for line in [
        format!("unit rename id.r1 {long}"),
        format!("unit set id.r1 name={long}"),
        format!("unit new ax.new --parent ax arm=infantry name={long}"),
        format!("dump open ax.d9 --owner ax --at 0302 --name {long}"),
    ] {
        let ran = refused(&field, &line);
        assert!(ran.err.contains("the name has 101 letters: no card or table holds it"), "{line}: {}", ran.err);
        assert!(ran.err.contains("hint: shorten it to at most 100 letters"), "{line}: {}", ran.err);
    }
    let ran = refused(&field, "unit set id.r1 name=-Kampfgruppe");
    assert!(ran.err.starts_with("error: the name `-Kampfgruppe` begins with `-`, as an option"), "{}", ran.err);
    field.done(&format!("unit rename id.r1 {fits}"));
    assert_eq!(field.json("unit show id.r1")["name"], fits);
}

#[test]
fn advice_that_is_printed_can_be_followed() {
    let field = Field::playing("first-bound");
    let ran = field.done("orbat");
    let told = plain(&ran);
    let (_, advice) = told.rsplit_once("formations between: `railhead ").unwrap();
    let command = advice.split('`').next().unwrap().to_owned();
    assert!(command.starts_with("orbat ax"), "{command}");
    field.done(&command);
    let told = plain(&field.done("unit replacements"));
    assert!(told.contains("`railhead unit replacements add --help`"), "{told}");
    // A table like any other, though the plan has a file of its own as text.
    field.done("supply plan --format xlsx --out plan.xlsx");
    assert!(std::fs::read(field.dir.path().join("plan.xlsx")).unwrap().starts_with(b"PK"));
    field.done("supply plan --out plan.csv");
    field.done("supply plan --file plan.csv");
}

/// Both leaves stand there since D1 am, and a day is three bounds.
#[test]
fn who_has_fortified_is_not_told_to_again() {
    let field = Field::playing("first-bound");
    let given = field.done("order id.r1 dig-in --fortify");
    assert!(
        plain(&given).contains("nobody of Infantry Regiment 950 can fortify: 2 leaves there for less than a day"),
        "{given}"
    );
    let review = plain(&field.done("review"));
    assert!(review.contains("not carried out, dig-in; blocked: 2 leaves there for less than a day"), "{review}");
    assert!(review.contains("railhead order cancel ax.id.r1"), "{review}");
    for _ in 0..3 {
        field.done("bound close");
    }
    field.done("order id.r1 dig-in --fortify");
    assert!(plain(&field.done("review")).contains("railhead bound march"));
    assert!(plain(&field.done("bound march")).contains("Infantry Regiment 950 ax.id.r1 fortify done by 2 leaves"));
    let again = field.done("order id.r1 dig-in --fortify");
    assert!(plain(&again).contains("2 leaves already fortified"), "{again}");
    let marched = plain(&field.done("bound march"));
    assert!(marched.contains("not done, the order is dropped: 2 leaves already fortified"), "{marched}");
    assert_eq!(field.json("order list"), json!([]));
    assert!(!field.done("review").contains("dig-in"));
}

#[test]
fn things_are_called_by_their_names() {
    let field = Field::playing("first-bound");
    field.done("battle new 0806 --override x");
    let shown = plain(&field.done("battle show 0806"));
    assert!(shown.contains("open, held by Axis") && !shown.contains("held by AX"), "{shown}");
    let dumps = field.done("dump list");
    assert!(plain(&dumps).contains("Olshany olshany railhead Axis 0105"), "{dumps}");
    assert!(plain(&dumps).contains("Corps dump Brod ax.d dump Axis 0605"), "{dumps}");
    assert_eq!(field.json("dump list")[0]["owner"].as_str(), Some("ax"), "data keep ids");
    let leaves = field.done("contact --leaves");
    assert!(plain(&leaves).contains("I/1003") && !leaves.contains("su.rd.r3.b1"), "{leaves}");
    let railways = field.done("rail status");
    assert!(plain(&railways).contains("Olshany a day: "), "{railways}");
}

/// Romanian names aside: a side may be called as several people are.
#[test]
fn a_side_of_several_does_what_several_do() {
    let field = Field::empty();
    field.done("init own --from first-bound");
    let toml = std::fs::read_to_string(field.dir.path().join("own/campaign.toml")).unwrap();
    field.write("own/campaign.toml", &toml.replace("name = \"Soviet\"", "name = \"Soviets\""));
    field.done("new ./own own.railhead");
    field.done("battle new 0806 --override x");
    let shown = field.done("battle show 0806");
    assert!(shown.starts_with("Soviets attack 0806 near Zarechye"), "{shown}");
    field.done("battle record 0806 --end broken_off --moves 2 --post");
    assert!(plain(&field.done("battle show 0806")).contains("Axis holds it"));
}

#[test]
fn hints_fit_every_map_and_year() {
    let field = Field::playing("first-bound");
    let square = refused(&field, "ground show xxyz").err;
    assert!(square.contains("a SQUARE is column and row as `railhead map` shows them"), "{square}");
    let bound = refused(&field, "supply status --as-of xx").err;
    assert!(bound.contains("year-month-day") && !bound.contains("1942"), "{bound}");
}

/// Of a table of few columns all are named, of one of many those that it needs.
#[test]
fn a_header_that_is_near_none_is_told_where_all_are_explained() {
    let field = Field::empty();
    field.done("init folder --from first-bound");
    let file = field.dir.path().join("folder/orbat.csv");
    let orbat = std::fs::read_to_string(&file).unwrap();
    let (head, rows) = orbat.split_once('\n').unwrap();
    let rows: Vec<String> = rows.lines().map(|row| format!("{row},")).collect();
    std::fs::write(&file, format!("{head},wibble\n{}\n", rows.join("\n"))).unwrap();
    let ran = field.run_on(200, "check folder", "");
    let said = plain(&format!("{}{}", ran.out, ran.err));
    let told = "it needs `id`, `side`, `name`, `echelon`, `arm`; `COLUMNS.md`, which `railhead init FOLDER` writes, explains all 57 columns";
    assert!(said.contains(told), "{said}");
}

/// What was typed otherwise than it is taken leads on: a name without quotes, a unit where an option names it, a formation where
/// its stock is meant, a part of the name of a place.
#[test]
fn what_was_typed_otherwise_leads_on() {
    let field = Field::playing("first-bound");
    for (typed, hint) in [
        (
            "order 40th Panzer Division move 0905",
            "a name of several words is quoted: `railhead order '40th Panzer Division' move 0905`",
        ),
        ("supply convoys ax.pz", "did you mean `railhead supply convoys --for ax.pz`?"),
        ("supply transfer olshany ax.pz 1 log", "did you mean `ax.pz.b1` or `ax.pz.t1`?"),
        ("order ax.pz move bro", "did you mean `Brod`?"),
    ] {
        let told = plain(&refused(&field, typed).err);
        assert!(told.contains(&format!("hint: {hint}")), "{typed}: {told}");
    }
    // Two ids are no name.
    assert!(!refused(&field, "unit attach ax.pz.r1 ax.id").err.contains("is quoted"));
}

/// Of ten leaves two come to 0905, and eight are stopped by the Rifle Division on the way: no hours are told of these.
#[test]
fn whom_the_enemy_stops_is_told_apart_from_whom_hours_stop() {
    let field = Field::playing("first-bound");
    let told = plain(&field.done("order ax.pz move 0905 --dry-run"));
    let note = "2 of its 10 leaves would come to their places in D1 am; 8 of them are stopped: in contact with";
    assert!(told.contains(note) && !told.contains("more bound"), "{told}");
}
