//! What made a newcomer stumble: what leads on, what is told by name, what is told as it is.

use super::field::{Field, plain};
use super::shortage::line;

/// A battle of the campaign of six, drawn between 0502 and 0602.
fn drawn() -> Field {
    let field = Field::new();
    field.done("unit set 1rd.b1 square=0502");
    field.done("battle new 0602 --override 'the field has no roads'");
    field
}

/// What a refused command says, in one line.
fn refused(field: &Field, line: &str) -> String {
    let ran = field.run(line);
    assert_ne!(ran.code, 0, "{line}: {}", ran.out);
    plain(&ran.err)
}

/// The campaign has three days.
#[test]
fn a_bound_is_named_by_its_date_too() {
    let field = Field::playing("first-bound");
    field.done("bound close -q");
    field.done("bound close -q");
    field.done("bound close -q");
    field.done("bound close -q");
    let label = |line: &str| field.json(line)["bound"]["label"].clone();
    let date = |of: &str| field.json(&format!("status --as-of {of}"))["bound"]["date"].clone();
    let (first, second) = (date("1am"), date("2am"));
    let (first, second) = (first.as_str().unwrap(), second.as_str().unwrap());
    for (asked, told) in [
        (format!("'{first} am'"), "D1 am"),
        (format!("{first}-pm"), "D1 pm"),
        (first.to_owned(), "D1 night"),
        ("D1".to_owned(), "D1 night"),
        // The second day is not over: it is as it stands now.
        (second.to_owned(), "D2 pm"),
        ("d2".to_owned(), "D2 pm"),
    ] {
        assert_eq!(label(&format!("supply status --as-of {asked}")), told, "{asked}");
    }
    assert!(field.done(&format!("bound report {first}")).contains("D1 am"));
    field.done(&format!("unit new su.late --parent su arm=infantry mobility=foot arrives={second}n entry=1205"));
    assert_eq!(field.json("unit show su.late")["arrives"]["label"], "D2 night");
    let none = refused(&field, "status --as-of 1950-01-01");
    let days = "hint: it runs from 1941-07-08 (D1) to 1941-07-10 (D3)";
    assert_eq!(none, format!("error: `1950-01-01` is not a day of this campaign {days}"));
    let none = refused(&field, &format!("status --as-of '{first} noon'"));
    assert!(none.contains("noon` is not a bound"), "{none}");
}

#[test]
fn a_word_of_the_weather_alone_is_told_its_key() {
    let field = Field::playing("first-bound");
    for (line, hint) in [
        ("bound weather Rain", "error: `Rain` has no key hint: write it as `weather=rain`"),
        ("bound weather good", "error: `good` has no key hint: write it as `flying=good` or `visibility=good`"),
        ("bound weather dry", "error: `dry` has no key hint: write it as `ground=dry`"),
        ("bound weather wet", "error: `wet` has no key hint: the keys are weather, ground, flying, visibility, light"),
    ] {
        let ran = field.run(line);
        assert_eq!((ran.code, plain(&ran.err).as_str()), (2, hint), "{line}");
    }
}

#[test]
fn a_battle_that_nobody_has_fought_is_to_be_fought_before_it_is_posted() {
    let field = drawn();
    let hint = "`railhead battle resolve 1am-0602 --post` fights it, `railhead battle post 1am-0602` if it has been \
                fought; `railhead battle cancel 1am-0602` if it is declined";
    for line in ["grade set 1rd veteran --battle 0602 --reason bold", "unit split 1rd su.1a.kg 1rd.b1"] {
        let told = refused(&field, line);
        assert!(told.contains(hint), "{line}: {told}");
    }
    field.done("battle resolve 0602 --seed 1 --post");
}

#[test]
fn a_unit_in_the_place_of_the_square_is_told_where_it_belongs() {
    let field = Field::new();
    assert_eq!(
        refused(&field, "battle new 1rd"),
        "error: 1RD (`su.1a.1rd`) is a unit, not a square hint: name the square that is attacked, and with `--by` who \
         attacks it: `railhead battle new SQUARE --by su.1a.1rd`"
    );
}

#[test]
fn what_came_of_a_battle_that_was_cancelled_is_not_to_be_posted() {
    let field = drawn();
    let kept = |page: &str| plain(page).contains("next: railhead battle post 1am-0602");
    assert!(kept(&field.done("battle resolve 1am-0602.toml --seed 1")));
    field.done("battle cancel 0602");
    let page = field.done("battle resolve 1am-0602.toml --seed 1");
    let told = "written to 1am-0602.outcome.json; it cannot be posted: no battle `1am-0602` is drawn in this campaign";
    assert!(!kept(&page) && plain(&page).contains(told), "{page}");
}

/// The form of a posted battle gives its result again; with one figure changed it puts that right.
#[test]
fn the_form_of_a_posted_battle_is_filled_in_as_it_was_posted() {
    let field = drawn();
    let blank = field.done("battle form 0602 --format csv");
    field.done("battle record 0602 --end taken --moves 3 --set A1=2,1 --set D1=1,1,driven_back --post");
    field.done("bound close");
    let sp = |unit: &str| field.json(&format!("unit show {unit}"))["sp"].clone();
    let stood = field.json("orbat --bases");
    insta::assert_snapshot!("form_as_posted", field.done("battle form 0602"));
    let filled = field.done("battle form 0602 --format csv");
    assert!(filled != blank && filled.contains("\nend,taken,") && filled.contains("\nmoves,3,"), "{filled}");
    let json = field.json("battle form 1am-0602")["filled"].clone();
    assert_eq!((&json["end"], &json["moves"]), (&"taken".into(), &"3".into()), "{json:#}");
    assert!(field.json("battle form 1am-0602 --as-of op:3").get("filled").is_none(), "it was blank then");
    field.write("form.csv", &filled);
    field.done("battle correct 0602 form.csv");
    assert_eq!(field.json("orbat --bases"), stood, "the same result again");
    field.done("undo");
    let row = filled.lines().find(|line| line.starts_with("A1,")).unwrap_or_else(|| panic!("{filled}"));
    let base = filled.lines().find(|line| line.starts_with("A1.1,")).unwrap();
    let changed: Vec<String> =
        filled.lines().map(|line| if line == base { fewer(base) } else { line.to_owned() }).collect();
    assert!(!row.is_empty() && changed.join("\n") != filled.trim_end(), "{base}");
    field.write("form.csv", &changed.join("\n"));
    assert_eq!(sp("1rd.b1"), 2);
    field.done("battle correct 0602 form.csv");
    assert_eq!(sp("1rd.b1"), 1);
    // Whoever reads for a side has no form of the enemy.
    let ran = field.run("battle form 0602 --side SU");
    assert_ne!(ran.code, 0, "{}", ran.out);
}

/// A base of the form with 1 SP left in the place of 2.
fn fewer(row: &str) -> String {
    let (before, after) = row.rsplit_once(",2,").unwrap();
    format!("{before},1,{after}")
}

#[test]
fn a_forecast_of_one_formation_is_of_it_alone() {
    let field = line();
    let ids = |line: &str| -> Vec<String> {
        let units = field.json(line)["units"].as_array().unwrap().clone();
        let mut ids: Vec<String> = units.iter().map(|unit| unit["id"].as_str().unwrap().to_owned()).collect();
        ids.dedup();
        ids
    };
    assert_eq!(ids("supply forecast td --log all"), ["a.c1.td"]);
    assert_eq!(ids("supply forecast a.c2"), ["a.c2", "a.c2.r1", "a.c2.r2"]);
    // What does not run dry is shown too.
    let page = field.done("supply forecast td");
    assert!(page.contains("Tank Division") && page.contains("no formation runs dry or out"), "{page}");
    let page = plain(&field.done("supply forecast td.b"));
    assert!(page.contains("nothing is foreseen: it draws no supply for itself"), "{page}");
    assert_eq!(field.run("supply forecast td --keep").code, 2);
}

/// The bridge gone, the division is cut off from its line; the lorry that stands with it has LOG for a day.
#[test]
fn who_lives_on_stock_in_reach_has_not_fallen_out_of_supply() {
    let field = Field::playing("first-bound");
    field.done("unit new ax.pz.log --parent ax.pz arm=logistic carries=log mobility=motorised where=0705 -q");
    field.done("supply receive ax.pz.log 1 log --from air -q");
    let units = |list: &str| -> Vec<String> {
        let supply = field.json("crossing destroy brod --dry-run")["supply"].take();
        let rows = supply[list].as_array().unwrap().iter().filter(|row| row["commodity"] == "log");
        rows.map(|row| row["unit"].as_str().unwrap().to_owned()).collect()
    };
    assert!(units("lives_on").contains(&"ax.pz".to_owned()), "{:?}", units("lives_on"));
    assert!(!units("falls_out").contains(&"ax.pz".to_owned()));
    let said = field.done("crossing destroy brod --dry-run");
    assert!(plain(&said).contains("supply: 40th Panzer Division has to live on LOG in its reach"), "{said}");
    field.done("bound close -q");
    field.done("crossing destroy brod -q");
    field.done("bound close -q");
    let diary = plain(&field.done("diary"));
    assert!(diary.contains("40th Panzer Division had to live on LOG in its reach"), "{diary}");
    assert!(!diary.contains("40th Panzer Division fell out of LOG"), "{diary}");
    // The lorry emptied, it is out.
    field.done("supply stocktake ax.pz.log log=0 --reason counted -q");
    field.done("bound close -q");
    let diary = plain(&field.done("diary"));
    assert!(diary.contains("40th Panzer Division fell out of LOG"), "{diary}");
}

#[test]
fn legs_hops_losses_and_the_log_go_by_name() {
    let field = line();
    let page = field.done("supply trace td");
    for (name, id) in [("Tank Division", "a.c1.td"), ("Division bowser", "a.c1.td.pol")] {
        let at = |text: &str| page.find(text).unwrap_or_else(|| panic!("{text}: {page}"));
        assert!(at(name) < at(id), "{page}");
    }
    assert!(field.done("supply trace td --format csv").contains("a.c1.td.pol,"));
    let field = drawn();
    field.done("unit rename 1rd.b1 'First Battalion'");
    field.done("battle resolve 0602 --seed 1");
    let page = plain(&field.done("battle post 0602 --dry-run"));
    assert!(page.contains("First Battalion su.1a.1rd.b1 organised disorganised"), "{page}");
    let log = plain(&field.done("op log"));
    assert!(log.contains("First Battalion: square"), "{log}");
}

/// Nobody of a division marches that is ordered to the square of its HQ, wherever its battalions stand.
#[test]
fn an_order_to_where_a_formation_stands_is_told_so() {
    let field = Field::playing("first-bound");
    let at = field.json("unit show su.td")["square"].as_str().unwrap().to_owned();
    let told = format!("70th Tank Division already stands in {at}");
    assert!(plain(&field.done(&format!("order su.td move {at}"))).contains(&told));
    assert!(!plain(&field.done(&format!("order su.td move {at} --close-up"))).contains(&told));
}
