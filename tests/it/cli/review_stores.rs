//! What `review` says of stores and lorries that hold anything but LOG, and of guns that find no fire units. By hand, on the
//! line of `shortage.rs`.

use serde_json::Value;

use super::field::Field;
use super::house_supply::guns;
use super::shortage::line;

/// The findings of a kind: of whom, what, and the command.
fn found(field: &Field, kind: &str) -> Vec<[String; 3]> {
    let review = field.json("review");
    let rows = review["findings"].as_array().unwrap().iter().filter(|row| row["kind"] == kind);
    let word = |row: &Value, key: &str| row[key].as_str().unwrap_or_default().to_owned();
    rows.map(|row| ["subject", "text", "command"].map(|key| word(row, key))).collect()
}

fn named(field: &Field, kind: &str) -> Vec<String> {
    found(field, kind).into_iter().map(|[subject, ..]| subject).collect()
}

#[test]
fn a_lorry_with_fire_units_is_not_empty() {
    let field = line();
    assert!(named(&field, "idle_vehicle").contains(&"a.log".to_owned()));
    field.done("supply receive a.log 2 fu_m --from rail -q");
    assert!(!named(&field, "idle_vehicle").contains(&"a.log".to_owned()));
}

/// The lorry head at Yukhnov holds 7 LOG: three lorries are offered 2 each and a fourth the last one, and the others none.
#[test]
fn no_more_is_offered_to_idle_lorries_than_there_is() {
    let field = Field::empty();
    field.done("new typhoon-1941 t.railhead");
    let commands = found(&field, "idle_vehicle").into_iter().map(|[.., command]| command);
    let loads: Vec<String> = commands
        .filter(|command| command.contains("--from ax.src.yukhnov "))
        .filter_map(|command| Some(command.split_once("--load ")?.1.split(' ').next()?.to_owned()))
        .filter(|load| load.ends_with("log"))
        .collect();
    assert_eq!(loads, ["2log", "2log", "2log", "1log"]);
}

/// From the corps to the army's dump and back are ten steps of 20 minutes: in six hours a morning it is done, in three it
/// would be the next day, four bounds from now.
#[test]
fn an_idle_lorry_is_not_sent_for_what_it_would_bring_days_from_now() {
    let field = line();
    let command = |of: &str| {
        let row = found(&field, "idle_vehicle").into_iter().find(|[subject, ..]| subject == of);
        row.unwrap_or_else(|| panic!("{of}"))
    };
    let send = "railhead supply send a.c1.log --load 1log --from d-a --to a.c1";
    assert_eq!(command("a.c1.log")[2], send);
    field.done("setting set supply_hours_am 3 -q");
    let rests = "stands empty and has not marched today; there is nothing for it to fetch: no action needed";
    assert_eq!(command("a.c1.log")[1..], [rests, ""]);
    assert!(command("a.log")[2].starts_with("railhead supply send a.log --load 4log --from head "));
}

/// LOG comes from a depot beside the army's dump, POL from the railhead: it is not unused.
#[test]
fn a_railhead_is_used_by_who_draws_pol_there() {
    let field = line();
    field.done("dump open depot --owner a --at 0402 --source -q");
    field.done("supply receive depot 5 log --from rail -q");
    field.done("supply stocktake d-a pol=0 --reason count -q");
    field.done("supply stocktake head log=0 pol=3 --reason count -q");
    let sheet = field.json("supply status");
    let unit = sheet["units"].as_array().unwrap().iter().find(|unit| unit["id"] == "a.c1.td").unwrap().clone();
    assert_eq!(unit["log"]["source"], "depot");
    assert_eq!(unit["pol"]["links"].as_array().unwrap().last().unwrap()["to"], "head", "{unit}");
    assert_eq!(named(&field, "unused_railhead"), [""; 0]);
    // With POL in the depot as well nobody draws on the railhead any more, whatever it holds.
    field.done("supply receive depot 5 pol --from rail -q");
    assert_eq!(named(&field, "unused_railhead"), ["head"]);
    field.done("supply stocktake head pol=0 --reason count -q");
    assert_eq!(named(&field, "unused_railhead"), [""; 0]);
    field.done("supply receive head 1 fu_h --from rail -q");
    let holds = "holds stock, and no line of supply ends there".to_owned();
    let row = |text: String, command: &str| [["head".to_owned(), text, command.to_owned()]];
    assert_eq!(found(&field, "unused_railhead"), row(holds.clone(), "railhead supply stocks head"));
    // Guns that want it: the plan settles both.
    field.done("setting set calibre_ammunition on -q");
    field.done(
        "unit new a.c1.heavy --parent a.c1 arm=artillery echelon=battalion mobility=motorised where=0902 sp_full=3 \
         role=support weapon_men=h calibre_mm=152 -q",
    );
    field.done("unit set a.c1.heavy ammo=out -q");
    let fetched = format!("{holds}; the plan would fetch some");
    assert_eq!(found(&field, "unused_railhead"), row(fetched, "railhead supply plan --side SU"));
}

/// One `FU_H` for the corps' heavy guns, one `FU_M` for its light ones, over the bridge; nothing for the army's of 203 mm.
#[test]
fn guns_that_find_no_fire_units_tonight_are_named() {
    let field = guns();
    assert_eq!(found(&field, "runs_dry").iter().filter(|row| row[1].contains("guns")).count(), 0, "the rule is off");
    field.done("setting set calibre_ammunition on -q");
    let of_guns = || found(&field, "runs_dry").into_iter().filter(|row| row[1].contains("guns")).collect::<Vec<_>>();
    let left = "has guns that have fired, and no FU_VH is left for them tonight";
    let text = format!("{left}; none can be brought by then, and no train brings any: the umpire books what comes");
    let command = "railhead supply receive d-a 1 fu_vh --from rail".to_owned();
    assert_eq!(of_guns(), [["a.siege".to_owned(), text, command.clone()]]);
    // With one at the railhead somebody can bring it; with one in the dump nothing is to be queried.
    field.done("supply receive head 1 fu_vh --from rail -q");
    let rows = of_guns();
    assert_eq!((rows.len(), &rows[0][1]), (1, &format!("{left}; the plan has a trip for this")));
    assert!(rows[0][2].starts_with("railhead supply send a.log --load 1fu_vh --from head --to "), "{rows:?}");
    field.done(command.strip_prefix("railhead ").unwrap());
    assert_eq!(of_guns(), [[""; 3]; 0]);
    // A second leaf of the same class wants the one that the first will have taken.
    field.done(
        "unit new a.c1.more --parent a.c1 arm=artillery echelon=battalion mobility=motorised where=0902 sp_full=3 \
         role=support weapon_men=h calibre_mm=152 -q",
    );
    field.done("unit set a.c1.more ammo=out -q");
    assert_eq!(of_guns().into_iter().map(|row| row[0].clone()).collect::<Vec<_>>(), ["a.c1.more"]);
    // The army's guns beyond a bridge that is down reach nothing of the army's.
    field.done("unit set a.siege square=1202 -q");
    field.done("crossing destroy bridge -q");
    let row = of_guns().into_iter().find(|row| row[0] == "a.siege").unwrap();
    let text = format!("{left}; no dump or lorry is within reach");
    assert_eq!(row, ["a.siege".to_owned(), text, "railhead unit show a.siege".to_owned()]);
}

#[test]
fn who_switches_to_fire_units_is_told_where_they_come_from() {
    let field = line();
    let said = field.done("setting set calibre_ammunition on");
    let note = "nobody holds fire units, and no train or aircraft brings any by itself: guns that have fired are not \
                refilled until some are booked; first use `railhead supply receive DUMP N fu_m --from rail` (`fu_h`, \
                `fu_vh`), or rows of `stocks.csv`; `railhead supply plan --only fu` then plans their delivery to the \
                guns";
    let said = said.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(said.contains(note), "{said}");
    // With some in a dump nothing need be said.
    field.done("setting set calibre_ammunition off");
    field.done("supply receive d-a 1 fu_m --from rail");
    assert!(!field.done("setting set calibre_ammunition on").contains("nobody holds fire units"));
}
