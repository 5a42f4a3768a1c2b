//! What two evenings at the command line found wrong, each held by a case.

use serde_json::{Value, json};

use super::correction::drawn;
use super::field::{Field, plain};
use super::shortage::line;

fn sp(field: &Field, unit: &str) -> Value {
    field.json(&format!("unit show {unit}"))["sp"].clone()
}

/// What a refused line says, without line breaks.
fn refused(field: &Field, line: &str) -> String {
    let ran = field.run(line);
    assert_ne!(ran.code, 0, "{line}: {}", ran.out);
    plain(&ran.err)
}

/// On the line the corps' bowser in 0902 is the one hop between the tanks in 1302 and the army's in 0402, 27 km off.
#[test]
fn who_sends_the_only_bowser_of_a_chain_is_told_whose_chain_it_is() {
    let field = line();
    let notes = |line: &str| field.json(&format!("{line} --dry-run"))["notes"].to_string();
    let send = "supply send a.c1.pol --load 1pol --from d-a --to a.c1.td";
    let told = "while Corps bowser (`a.c1.pol`) is away from its place, the fuel chain breaks of: Tank Division";
    assert!(notes(send).contains(told), "{}", notes(send));
    field.write("plan.csv", "vehicles,load,from,to\na.c1.pol,1pol,d-a,a.c1.td\n");
    let plan = "supply plan --file plan.csv --accept";
    assert!(notes(plan).contains(told), "{}", notes(plan));
    let lorry = "supply send a.log --load 2log --from d-a --to d-c1";
    assert!(!notes(lorry).contains("fuel chain"), "{}", notes(lorry));
}

#[test]
fn a_trip_that_unloads_where_it_loads_is_refused() {
    let said = refused(&line(), "supply send a.log --load 2log --from d-a --to d-a");
    assert!(said.contains("it would load at d-a and unload there again"), "{said}");
    let hint = "name another place with `--from` or `--to`; `railhead supply stocks` shows who holds what";
    assert!(said.contains(hint), "{said}");
}

/// Ordered to march, and marched elsewhere until its hours were used up.
#[test]
fn an_order_that_lacks_hours_leads_to_what_settles_it() {
    let field = Field::playing("first-bound");
    field.done("setting set careful_close on");
    field.done("order su.rd.r1.b1 move 1005");
    let hint = "`railhead review` says what settles each; `railhead order cancel su.rd.r1.b1` drops an order that cannot be \
                carried out; `railhead bound close --anyway` closes the bound all the same";
    let said = refused(&field, "bound close");
    assert!(!said.contains(hint), "it can be carried out: {said}");
    field.done("move su.rd.r1.b1 1300");
    let review = field.json("review");
    let order = review["findings"].as_array().unwrap().iter().find(|row| row["kind"] == "order").unwrap().clone();
    let text = "blocked: its moving hours for this bound are used up; it can march again by day, in D1 pm; ordered with \
                `--for next` it waits for the next bound";
    assert!(order["text"].as_str().unwrap().contains(text), "{order}");
    assert_eq!(order["command"], "railhead order cancel su.rd.r1.b1");
    let said = refused(&field, "bound close");
    assert!(said.contains(hint), "{said}");
    field.done("order cancel su.rd.r1.b1");
    // What else nobody can do leads to the same: it digs in no more in the bound in which it marched so far.
    field.done("order su.rd.r1.b1 dig-in");
    let said = refused(&field, "bound close");
    assert!(said.contains(hint), "{said}");
    field.done("order cancel su.rd.r1.b1");
    field.done("bound close");
}

#[test]
fn a_folder_is_not_called_as_a_file() {
    let field = Field::new();
    for (name, flag) in [("k1.xlsx", "--xlsx"), ("map.geojson", "--geojson"), ("axis.json", "--orbat-mapper")] {
        let said = refused(&field, &format!("export {name}"));
        let told = format!("`{name}` is named like a file, and without a flag `export` writes a folder");
        assert!(said.contains(&told), "{said}");
        assert!(said.contains(&format!("`railhead export {flag} {name}`")), "{said}");
        assert!(!field.dir.path().join(name).exists(), "{name}");
    }
}

#[test]
fn a_battle_is_put_right_only_by_what_posts_it_and_nothing_is_written_else() {
    let field = drawn();
    field.done("battle resolve 0602 --dice '6 3 4' --post");
    let said = refused(&field, "op correct 4 'battle resolve 0602 --seed 5' --dry-run");
    assert!(said.contains("`battle resolve 0602 --seed 5` fights the battle and does not post it"), "{said}");
    assert!(said.contains("railhead op correct 4 'battle resolve 0602 --seed 5 --post'"), "{said}");
    assert!(!field.dir.path().join("1am-0602.outcome.json").exists());
}

/// Of a battle that the program fought one figure is put right as of one on the table, and its form is filled in.
#[test]
fn one_figure_of_a_battle_that_the_program_fought_is_put_right() {
    let field = drawn();
    field.done("battle resolve 0602 --dice '6 3 4' --post");
    let before = sp(&field, "1rd.b1").as_u64().unwrap();
    let other = sp(&field, "9id.i1");
    assert!(field.done("battle form 0602 --format csv").contains("0602"), "it is filled in");
    field.done(&format!("battle correct 0602 --set A1.1={}", before - 1));
    assert_eq!((sp(&field, "1rd.b1"), sp(&field, "9id.i1")), (json!(before - 1), other));
}

#[test]
fn asked_again_enter_keeps_what_was_posted() {
    let field = drawn();
    field.done("battle record 0602 --end broken_off --moves 2 --set A1=1 --post");
    let ran = field.run_typing("battle correct 0602 --ask --dry-run", "\n\n\n\n\n\ny\n");
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.out.contains("nothing changes: nothing is written"), "{}{}", ran.out, ran.err);
    assert!(plain(&ran.err).contains("or nothing to keep what was posted"), "{}", ran.err);
    assert!(plain(&ran.err).contains("; posted: 1 0 disorganised"), "{}", ran.err);
}

#[test]
fn an_answer_to_record_is_taken_back() {
    let field = drawn();
    let ran = field.run_typing("battle record 0602 --ask", "back\nbroken_off\n2\nback\n?\n3\n");
    assert!(plain(&ran.err).contains("there is no answer to take back"), "{}", ran.err);
    assert!(plain(&ran.err).contains("`back` takes back the last answer, `?` shows this again"), "{}", ran.err);
    let kept = std::fs::read_to_string(field.dir.path().join("1am-0602.record.txt")).unwrap();
    assert!(kept.contains("end = broken_off\nmoves = 3\n") && !kept.contains("moves = 2"), "{kept}");
}

/// With the enemy in 0602 taken prisoner nobody is in contact in 0502 any more; at the other end of the field somebody is.
#[test]
fn what_was_declined_and_is_no_contact_any_more_is_left_out() {
    let again = |more: &str| {
        let field = drawn();
        field.done(
            "unit new ax.9id.i9 --parent ax.9id arm=infantry echelon=battalion mobility=foot where=0808 \
                    role=fighting sp_full=3 weapon_men=l",
        );
        field.done(
            "unit new su.1a.2rd.b9 --parent 2rd arm=infantry echelon=battalion mobility=foot where=0908 \
                    role=fighting sp_full=3 weapon_men=l",
        );
        field.done("battle record 0602 --end broken_off --moves 2 --post");
        field.done(&format!("battle decline 0502{more}"));
        let right = "battle correct 0602 --end taken --moves 2 --set A1=in_order --set D1=surrendered";
        let told = plain(&field.done(&format!("{right} --dry-run")));
        (field.json(right)["again"][0]["how"].clone(), told)
    };
    let (how, _) = again("");
    assert_eq!(how, "to_nothing");
    let (how, told) = again(" 0808");
    assert_eq!(how, "partly");
    assert!(told.contains("done without the squares where nobody is in contact any more"), "{told}");
}

/// Who comes as a bound opens is told of in that bound.
#[test]
fn the_diary_dates_arrivals_by_the_bound_in_which_they_come() {
    let field = Field::new();
    field.done(
        "unit new su.1a.1rd.late --parent 1rd arm=infantry echelon=battalion mobility=foot role=fighting sp_full=3 \
         weapon_men=l arrives=1pm entry=0103",
    );
    field.done("bound close");
    field.done("bound close");
    let diary = field.json("diary");
    let told = |bound: usize| diary["bounds"][bound]["lines"].to_string();
    assert!(!told(0).contains("arrived") && told(1).contains("arrived"), "{diary:#}");
}

/// On Uranus the plan sends some eighty vehicles: status counts those that arrive, and the report of a bound those that drove.
#[test]
fn many_convoys_are_counted_and_not_listed() {
    let field = Field::playing("uranus-1942");
    field.done("setting set detail full --reason house -q");
    field.done("supply plan --accept -q");
    let status = field.done("status");
    assert!(status.lines().count() < 40, "{status}");
    assert!(plain(&status).contains(" convoys arrive"), "{status}");
    assert!(field.json("status")["due"].as_array().unwrap().len() > 40, "JSON has each");
    let report = field.done("bound close");
    assert!(report.contains("1 convoy: "), "{report}");
    assert!(report.lines().count() < 400, "{}", report.lines().count());
}

#[test]
fn figures_say_what_they_count() {
    let stats = plain(&Field::new().done("stats"));
    let said =
        "fails: formations whose line of LOG or chain of POL fails; who lives on stock in reach is not out of it";
    assert!(stats.contains(said), "{stats}");
    assert!(stats.contains("SP: those of leaves on the map; dispersed leaves count again once they gather"), "{stats}");
    let plan = plain(&line().done("supply plan --side AX"));
    let said = "nothing is needed: all hold what the settings ask for, though vehicles may stand empty";
    assert!(plan.contains(said), "{plan}");
}
