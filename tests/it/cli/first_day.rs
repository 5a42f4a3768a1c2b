//! What an organiser stumbled over on his first day: what a side reads of a battle, who is fed by nobody, whose ground it is.

use serde_json::json;

use super::field::{Field, plain};
use super::intel::sightings;

/// The enemy of the battle was last seen in another corner: the form has him all the same, a forecast does not.
#[test]
fn a_side_has_its_form_whatever_it_saw_last() {
    let field = Field::playing("first-bound");
    field.done("battle new 0905 --by ax.pz");
    // Of the four that are sighted one stands beside the square attacked, as was seen last.
    let seen = sightings(&field, "intel show --side SU");
    let ids: Vec<&str> = seen.iter().filter_map(|of| of["id"].as_str()).collect();
    assert_eq!(ids, ["AX-s1", "AX-s2", "AX-s3", "AX-s4"]);
    for id in &ids[1..] {
        field.done(&format!("intel set {id} square=0101"));
    }
    let form = field.done("battle form 1am-0905 --side SU");
    assert!(form.contains("500th Rifle Division") || form.contains("su.rd"), "{form}");
    field.done("print battle 1am-0905 --side SU --html battle.html");
    // Whom it has only sighted has other codes on the umpire's form, hours that it cannot know, and one row alike.
    let sheet = field.done("print battle 1am-0905 --side SU --format md");
    assert!(sheet.contains("D1.1") && !sheet.contains("A1.1"), "{sheet}");
    assert!(sheet.contains("Moves used: \\_") || sheet.contains("Moves used: _"), "{sheet}");
    assert!(!sheet.contains("at most") && !sheet.contains("`railhead"), "{sheet}");
    let forecast = field.run("battle forecast 1am-0905 --side SU --runs 10");
    assert_eq!(forecast.code, 0, "{}", forecast.err);
    let left_out = "without those last seen too far away to take part: AX-s2";
    assert!(plain(&forecast.err).contains(left_out), "{}", forecast.err);
}

/// The army has no lorry, and nobody stands above it.
#[test]
fn who_is_fed_by_nobody_is_told_why() {
    let field = Field::new();
    let said = plain(&field.run("supply trace su.1a").err);
    assert!(said.contains("1A (`su.1a`) draws no supply: neither it nor a superior has a LOG vehicle"), "{said}");
    let hint = "a LOG vehicle for it: `railhead unit new su.1a.log --parent su.1a arm=logistic carries=log \
                mobility=motorised where=SQUARE`";
    assert!(said.contains(hint), "{said}");
    field.done("unit new su.1a.log --parent su.1a arm=logistic carries=log mobility=motorised where=0202");
    assert_eq!(field.run("supply trace su.1a").code, 0);
    field.done("unit set 1rd.b1 state=destroyed");
    let said = plain(&field.run("supply trace 1rd.b1").err);
    assert!(said.contains("draws no supply: it has not arrived, or is lost"), "{said}");
}

/// Two battalions of one division came up to the same enemy from both sides.
#[test]
fn contacts_are_counted_by_squares_and_by_formations() {
    let field = Field::new();
    field.done("setting set offroad_km 60");
    field.done("unit set 1rd.b1 square=0402");
    field.done("unit set 1rd.b2 square=0601");
    field.done("unit set 1rd.b2 square=0600");
    field.done("move 1rd.b1 0502");
    field.done("move 1rd.b2 0601");
    let open = plain(&field.run("bound close --dry-run").err);
    let said = "2 contacts between 1 pair of formations are neither fought nor declined (1RD with 9ID)";
    assert!(open.contains(said), "{open}");
}

/// A railhead on ground that no side holds brings nothing, and it is not the enemy's either.
#[test]
fn ground_that_nobody_holds_is_not_the_enemys() {
    let field = Field::playing("first-bound");
    field.done("ground set 0005 --side none");
    let traced = plain(&field.done("supply trace ax"));
    assert!(traced.contains("LOG: cut at 0005 on the leg 0105 to 0005: nobody holds it"), "{traced}");
    assert!(traced.contains("take 0005: nobody holds it"), "{traced}");
    let sheet = plain(&field.done("supply status --side AX"));
    assert!(sheet.contains("Nobody holds 0005 Western edge."), "{sheet}");
}

/// What was rolled for a battle that was cancelled is none of the next one's.
#[test]
fn dice_belong_to_one_drawing() {
    let field = Field::new();
    field.done("unit set 1rd.b1 square=0502");
    field.done("battle new 0602 --override 'no supply in this test'");
    let ask = "battle resolve 0602 --dice ask --decide ask";
    assert_eq!(field.run_typing(ask, "6\n3\n").code, 2);
    let cancelled = field.run("battle cancel 1am-0602");
    assert!(plain(&cancelled.err).contains("`1am-0602.table.txt`"), "{}", cancelled.err);
    field.done("unit set 1rd.b1 sp=2");
    field.done("battle new 0602 --override 'no supply in this test'");
    let again = field.run_typing(ask, "5\n");
    let said = plain(&again.err);
    let aside = "The answers in 1am-0602.table.txt are of an earlier drawing of this battle; they are put aside in \
                 1am-0602.table.earlier.txt.";
    assert!(said.contains(aside) && !said.contains("goes on where it stopped"), "{said}");
    let read = |name: &str| std::fs::read_to_string(field.dir.path().join(name)).unwrap();
    assert!(read("1am-0602.table.earlier.txt").contains("firefight = 6"));
    assert!(read("1am-0602.table.txt").contains("firefight = 5"));
    let goes_on = field.run_typing(ask, "");
    assert!(goes_on.err.contains("Answers saved: 1."), "{}", goes_on.err);
}

/// What a battle leaves on the whole regiment is not set on one of its battalions, where it would do nothing.
#[test]
fn what_is_the_units_is_set_on_the_unit() {
    let field = Field::playing("first-bound");
    let hint = "`railhead unit set ax.pz.r1 hq_die=1` sets it";
    assert!(plain(&field.run("unit set ax.pz.r1.b1 hq_die=1").err).contains(hint));
    for key in ["hq_die=1", "fought=yes", "met_tanks=yes", "orders=no", "fanatical=yes"] {
        let refused = field.run(&format!("unit set ax.pz.r1.b1 {key}"));
        let (name, said) = (key.split_once('=').unwrap().0, plain(&refused.err));
        let unit = "Panzer Regiment 140 (`ax.pz.r1`)";
        let what = format!("`{name}` is its unit's, and I/Panzer Regiment 140 (`ax.pz.r1.b1`) is a part of {unit}");
        assert!(refused.code != 0 && said.contains(&what), "{said}");
        assert!(said.contains(&format!("`railhead unit set ax.pz.r1 {key}` sets it")), "{said}");
        field.done(&format!("unit set ax.pz.r1 {key}"));
    }
}

/// A bowser brings no ammunition: with the lorries elsewhere the unit of the HQ has no logistic base.
#[test]
fn a_bowser_refills_no_guns() {
    let field = Field::playing("first-bound");
    field.done("battle new 0905 --by ax.pz --file drawn.toml");
    let drawn = std::fs::read_to_string(field.dir.path().join("drawn.toml")).unwrap();
    let logistic = |drawn: &str| drawn.matches("logistic = true").count();
    // The corps and the enemy have their lorries; with the HQ of the division stands only a bowser.
    assert_eq!(logistic(&drawn), 2, "{drawn}");
    field.done("battle cancel 1am-0905");
    field.done("unit set ax.pz.t1 square=0705");
    field.done("battle new 0905 --by ax.pz --file again.toml");
    let drawn = std::fs::read_to_string(field.dir.path().join("again.toml")).unwrap();
    assert_eq!(logistic(&drawn), 3, "{drawn}");
}

/// The storm of the third day is the umpire's to know until it comes.
#[test]
fn a_side_does_not_know_tomorrows_weather() {
    let field = Field::playing("first-bound");
    assert!(plain(&field.done("print bound-sheet")).contains("storm") || field.done("status").contains("storm"));
    for side in ["AX", "SU"] {
        let status = field.done(&format!("status --side {side} --format json"));
        assert!(!status.contains("storm"), "{status}");
        let report = field.done(&format!("print sitrep --side {side}"));
        assert!(!report.contains("storm"), "{report}");
    }
}

/// The diary as rows, for a spreadsheet.
#[test]
fn a_diary_has_rows() {
    let field = Field::playing("first-bound");
    field.done("bound note 'Fog on the river'");
    field.done("bound close -q");
    let rows = field.done("diary --format csv");
    let mut lines = rows.lines();
    assert_eq!(lines.next(), Some("bound,date,weather,what"));
    assert!(
        lines.any(|line| line.starts_with("D1 am,1941-07-08,") && line.ends_with("note: Fog on the river")),
        "{rows}"
    );
}

/// A list that is empty has its headings all the same, and a page says that there is nothing.
#[test]
fn an_empty_list_has_headings_in_a_spreadsheet() {
    let field = Field::playing("first-bound");
    for (line, head) in [
        ("order list", "bound,unit,id,is to"),
        ("supply claim", "overrun,kind,in,by,bound"),
        ("supply convoys", "vehicles,in,cargo,errand,there,home"),
    ] {
        assert_eq!(field.done(&format!("{line} --format csv")).lines().next(), Some(head), "{line}");
    }
    assert_eq!(field.done("order list").trim(), "no orders pending");
    assert_eq!(field.done("order list --format md").trim(), "## no orders pending");
}

/// Overrun by a march: the hospital is told as overrun, and nobody reorganised.
#[test]
fn who_is_overrun_has_not_reorganised() {
    let field = Field::playing("first-bound");
    field.done("unit set su.med square=0603");
    let moved = field.done("move ax.id.r1.b2 0603");
    assert!(!moved.contains("by reorganising"), "{moved}");
    assert_eq!(field.json("unit show su.med")["state"], json!("surrendered"));
}

/// Words in another order, and a file where a folder is wanted: the refusal says what is typed instead.
#[test]
fn a_near_miss_is_told_how_it_is_written() {
    let field = Field::playing("first-bound");
    let refused = plain(&field.run("order su.rd cancel").err);
    assert!(refused.contains("`cancel` comes before the unit"), "{refused}");
    assert!(refused.contains("`railhead order cancel su.rd`"), "{refused}");
    for line in ["check first-bound.railhead", "new first-bound.railhead other.railhead"] {
        let refused = plain(&field.run(line).err);
        assert!(refused.contains("`first-bound.railhead` is a file, not a campaign folder"), "{refused}");
        assert!(
            refused.contains("`railhead verify --campaign first-bound.railhead` proves a campaign file"),
            "{refused}"
        );
    }
}
