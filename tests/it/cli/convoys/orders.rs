//! Orders of supply: vehicles that are to be sent and dumps that are to be opened, carried out when the bound is marched.

use serde_json::{Value, json};

use super::super::field::Field;
use super::{convoys, field, held, hours, sound, square, told};

fn marched(field: &Field) -> Vec<Value> {
    field.json("bound march")["orders"].as_array().unwrap().clone()
}

/// What became of one order: whether it was done, by how many, and what is said of it.
fn came_to<'a>(orders: &'a [Value], unit: &str) -> (&'a Value, &'a Value, &'a Value) {
    let row = orders.iter().find(|row| row["unit"] == unit).unwrap_or_else(|| panic!("{unit}: {orders:?}"));
    (&row["done"], &row["did"], &row["reason"])
}

fn minutes(field: &Field, vehicle: &str) -> Value {
    field.json(&format!("unit show {vehicle}"))["minutes_used"].clone()
}

/// Three LOG on two lorries of two: one and one in turn, and one more on the first. The division's lorry opens its dump in
/// 0905, where it stands, though its division is ordered on to 1005: an hour of its bound. Eight squares of 20 minutes to
/// 1005 and back are within six hours.
#[test]
fn vehicles_are_sent_and_a_dump_is_opened_when_the_bound_is_marched() {
    let field = field();
    field.done("order log1 send --with log2 --load 3log --from d-su --to d-1rd");
    field.done("order 2rd.log open-dump d-2rd --at 0905 --name \"Field store\" --level corps");
    field.done("order 2rd move 1005");
    let list = field.json("order list");
    let of = |unit: &str| list.as_array().unwrap().iter().find(|row| row["unit"] == unit).unwrap().clone();
    let (send, open) = (of("su.log1"), of("su.2rd.log"));
    assert_eq!((&send["deed"], &send["to"], &send["from"]), (&json!("send"), &json!("d-1rd"), &json!("d-su")));
    assert_eq!((&send["with"], &send["load"]), (&json!(["su.log2"]), &json!({"log": 3})));
    assert_eq!((&open["deed"], &open["dump"]), (&json!("open-dump"), &json!("d-2rd")));
    assert_eq!((&open["owner"], &open["way"]), (&json!("su.2rd"), &json!(["0905"])));
    assert_eq!(convoys(&field), [Value::Null; 0], "nothing is done before the bound is marched");

    let orders = marched(&field);
    let units: Vec<&Value> = orders.iter().map(|row| &row["unit"]).collect();
    assert_eq!(units, ["su.2rd.log", "su.log1"], "by unit");
    assert_eq!(came_to(&orders, "su.2rd.log"), (&json!(true), &json!(1), &Value::Null));
    assert_eq!(came_to(&orders, "su.log1"), (&json!(true), &json!(2), &Value::Null));
    assert_eq!(square(&field, "2rd.log"), "0905", "an order of its own holds against the march of its division");
    let dumps = field.json("dump list");
    let opened = dumps.as_array().unwrap().iter().find(|dump| dump["id"] == "d-2rd").unwrap();
    assert_eq!((&opened["square"], &opened["owner"]), (&json!("0905"), &json!("su.2rd")));
    assert_eq!((&opened["name"], &opened["level"]), (&json!("Field store"), &json!("corps")));
    assert_eq!(minutes(&field, "2rd.log"), 60);
    assert_eq!(
        (held(&field, "d-su", "log"), held(&field, "su.log1", "log"), held(&field, "su.log2", "log")),
        (7, 2, 1)
    );
    let left: Vec<Value> = field.json("order list").as_array().unwrap().iter().map(|row| row["deed"].clone()).collect();
    assert!(!left.contains(&json!("send")) && !left.contains(&json!("open-dump")), "{left:?}");
    sound(&field);

    field.done("bound close");
    assert_eq!(
        (held(&field, "d-1rd", "log"), square(&field, "log1"), square(&field, "log2")),
        (3, json!("0205"), json!("0205"))
    );
    sound(&field);
    field.done("undo");
    field.done("undo");
    assert_eq!(field.json("order list"), list, "the orders are there again");
    sound(&field);
}

/// Two lorries are to load two each of three.
#[test]
fn stock_that_is_promised_twice_is_told() {
    let field = field();
    field.done("supply stocktake d-su log=3 --reason counted");
    let first = field.done("order log1 send --load 2log --from d-su --to d-1rd --for next");
    assert!(!first.contains("promised"), "{first}");
    let second = field.done("order log2 send --load 2log --from d-su --to d-1rd --for next");
    let said = second.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(said.contains("note: 4 LOG of d-su are promised to 2 convoys, but it holds 3"), "{second}");
}

/// What could not be loaded where the vehicle stands, what stands elsewhere, and what another loaded first: the orders stand,
/// nothing of them is done, and the closing bound names them.
#[test]
fn an_order_that_cannot_be_carried_out_stands_and_says_why() {
    let field = field();
    field.done("supply stocktake d-su log=1 pol=6 --reason counted");
    field.done("order 2rd.log send --load 1log --to 2rd");
    field.done("order 1rd open-dump d-far --at 0905");
    field.done("order log2 send --load 1log --to d-1rd");
    field.done("order log1 send --load 1log --to d-1rd");
    let orders = marched(&field);
    let no = json!(false);
    let hindered = |unit: &str, why: &str| assert_eq!(came_to(&orders, unit), (&no, &json!(0), &json!(why)));
    hindered("su.2rd.log", "SU has no dump or railhead in 0905 to load from");
    hindered("su.1rd", "`su.1rd.log` is in 1005, and can only open a dump there");
    hindered("su.log2", "`d-su` holds 0 LOG, not 1");
    assert_eq!(came_to(&orders, "su.log1").0, &json!(true), "the first by id loads");
    let on_the_road: Vec<_> = convoys(&field).iter().map(|convoy| convoy["id"].clone()).collect();
    assert_eq!(on_the_road, [json!("su.log1")]);
    assert_eq!(minutes(&field, "1rd.log"), 0);
    sound(&field);
    let page = field.done("bound march --dry-run");
    let plain = page.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(plain.contains("su.log2 send not done, the order stands: `d-su` holds 0 LOG, not 1"), "{page}");

    let review = field.json("review");
    let findings = review["findings"].as_array().unwrap().iter().filter(|finding| finding["kind"] == "order");
    let of_log2 = findings.clone().find(|finding| finding["subject"] == "su.log2").unwrap();
    assert_eq!(of_log2["command"], "railhead order cancel su.log2");
    let text = "has an order not carried out, send; blocked: `d-su` holds 0 LOG, not 1";
    assert_eq!(of_log2["text"], text);
    let told = told(&field);
    for line in [
        "not carried out: the order of su.log2 for D1 am: drive 1 LOG to d-1rd",
        "not carried out: its order for D1 am: open the dump `d-far` for su.1rd in 0905",
        "not carried out: the order of su.2rd.log for D1 am: drive 1 LOG to su.2rd",
    ] {
        assert!(told.iter().any(|there| there == line), "{line}: {told:#?}");
    }
    assert_eq!(field.json("order list"), json!([]));
    sound(&field);
}

/// An army sends forward in the morning: for the afternoon the order is taken down with a warning, and wants an override.
#[test]
fn the_hour_forbids_it_when_it_is_carried_out() {
    let field = field();
    let said = field.done("order log1 send --load 1log --from d-su --to d-1rd --for next");
    let plain = said.split_whitespace().collect::<Vec<_>>().join(" ");
    let rule =
        "`su.log1` belongs to an army: corps and army send vehicles forward in the first bound of a day (`--for 2am`)";
    let warning = format!("{rule}; in D1 pm only `bound march --override` carries it out");
    assert!(plain.contains(&warning), "{said}");
    assert_eq!(field.run("bound march").code, 1, "it is for the next bound");
    field.done("bound close");
    let orders = marched(&field);
    assert_eq!(came_to(&orders, "su.log1"), (&json!(false), &json!(0), &json!(rule)));
    let orders = field.json("bound march --override \"a push by day\"")["orders"].clone();
    assert_eq!(came_to(orders.as_array().unwrap(), "su.log1").0, &json!(true));
    assert_eq!(held(&field, "su.log1", "log"), 1);
    sound(&field);
}

#[test]
fn what_can_never_be_done_is_refused_when_it_is_ordered() {
    let field = field();
    field.done("supply send 1rd.bn.truck --to 1005 --stay");
    for (line, why) in [
        ("1rd.i1 send --to d-1rd", "`su.1rd.i1` is not a supply vehicle"),
        ("pol1 send --load 1log --from d-su --to d-1rd", "`su.pol1` can load 0 LOG and fire units, not 1"),
        ("log1 send --load 3log --from d-su --to d-1rd", "`su.log1` can load 2 LOG and fire units, not 3"),
        ("log1 send --to nowhere", "there is no dump, railhead, formation or square `nowhere`"),
        ("log1 send --to ax.i1", "`ax.i1` belongs to AX, the vehicles to SU"),
        ("log1 send --load 2log --from d-none --to d-1rd", "there is no dump, railhead, formation or square `d-none`"),
        ("log1 send --from d-su --to d-1rd", "`--from` says where to load, but there is nothing to load"),
        ("log1 send", "an order to send needs a destination (`--to`)"),
        ("log1 send 0305 --to d-1rd", "an order to send takes no squares: `0305`"),
        ("1rd.bn.truck send --to 1105 --stay", "`su.1rd.bn.truck` is already on the road"),
        ("2rd open-dump", "an order to open a dump needs the id of one dump"),
        ("2rd open-dump d-1rd", "the id `d-1rd` is already taken"),
        ("pol1 open-dump d-x", "`su.pol1` has no LOG vehicle to open a dump with"),
        ("2rd open-dump d-x --owner ax", "`su.2rd` and `ax` belong to different sides"),
        ("2rd open-dump d-x --at 9999", "square `9999` is not on the map, which has 12 x 12 squares"),
        ("2rd dig-in --to 0205", "`--to` has no effect with `dig-in`"),
        ("2rd open-dump d-x --load 1log", "`--load` has no effect with `open-dump`"),
    ] {
        let ran = field.run(&format!("order {line}"));
        assert!([1, 2].contains(&ran.code), "{line}: {}", ran.out);
        let first = ran.err.lines().next().unwrap();
        assert_eq!(first.strip_prefix("error: ").unwrap(), why, "{line}");
    }
    for (line, hint) in [
        ("log1 send", "`railhead order VEHICLE send --to TO`: a dump, a railhead, a formation or a square"),
        ("log1 send 0305 --to d-1rd", "`railhead order VEHICLE send --to TO`, with `--via SQUARE` for the way"),
        ("2rd open-dump", "`railhead order UNIT open-dump DUMP`; `--at SQUARE` says where"),
        ("pol1 open-dump d-x", "`railhead dump open` without `--by` is the umpire's correction"),
        ("2rd dig-in --to 0205", "it goes with `railhead order UNIT send`"),
        ("2rd fly", "use `move`, `dig-in`, `reorganise`, `open-dump` or `send`"),
    ] {
        let ran = field.run(&format!("order {line}"));
        let plain = ran.err.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(plain.contains(&format!("hint: {hint}")), "{line}: {}", ran.err);
    }
    assert_eq!(field.json("order list"), json!([]));
    // By the next bound the battalion's lorry may be back.
    field.done("order 1rd.bn.truck send --to 1105 --stay --for next");
}

#[test]
fn it_is_the_same_in_whatever_order_orders_are_given() {
    let lines = [
        "order log1 send --load 2log --from d-su --to d-1rd",
        "order log2 send --load 2log --from d-su --to d-1rd",
        "order pol1 send --to 0905 --stay",
        "order 2rd.log open-dump d-2rd",
        "order 1rd dig-in",
        "order 1rd.bn move 1005",
    ];
    let mut seen = Vec::new();
    for turn in 0..lines.len() {
        let field = field();
        field.done("supply stocktake d-su log=3 pol=6 --reason counted");
        let mut turned: Vec<&str> = lines.iter().cycle().skip(turn).take(lines.len()).copied().collect();
        if turn % 2 == 1 {
            turned.reverse();
        }
        for line in turned {
            field.done(line);
        }
        let mut report = field.json("bound march");
        report["operation"] = Value::Null;
        field.done("export after");
        let after = std::fs::read_to_string(field.dir.path().join("after/convoys.csv")).unwrap();
        seen.push((report.to_string(), after));
    }
    assert!(seen.iter().all(|run| *run == seen[0]), "{seen:#?}");
    assert!(seen[0].0.contains("`d-su` holds 1 LOG, not 2"), "the second by id finds one left: {}", seen[0].0);
}

/// Orders of both kinds in a folder, out and in and out again; then from the script of the campaign.
#[test]
fn they_come_back_from_a_folder_and_from_a_script() {
    let field = field();
    field.done("order log1 send --with log2 --load 3log --from d-su --to 1rd --via 0607,0805 --stay");
    field.done("order pol1 send --to 0905 --for next");
    field.done("order 2rd.log send --to d-1rd");
    field.done("order 1rd open-dump d-new --at 1005 --level corps --name \"Store, second\"");
    field.done("order 2rd open-dump d-2rd --for next");
    field.done("export one");
    let pending = std::fs::read_to_string(field.dir.path().join("one/pending.csv")).unwrap();
    let rows: Vec<&str> = pending.lines().collect();
    assert_eq!(
        rows,
        [
            "what,id,bound,deed,way,how,square,subject,text,to,commodity",
            "order,su.1rd,D1 am,open-dump,,corps,1005,d-new,\"Store, second\",su.1rd,",
            "order,su.2rd.log,D1 am,send,,,,,,d-1rd,",
            "order,su.log1,D1 am,send,0607 0805,stay,,d-su,su.log2,su.1rd,3log",
            "order,su.2rd,D1 pm,open-dump,,,,d-2rd,,su.2rd,",
            "order,su.pol1,D1 pm,send,,,0905,,,,",
        ]
    );
    field.done("check one");
    field.done("new one again.railhead");
    field.done("export two --campaign again.railhead");
    for file in std::fs::read_dir(field.dir.path().join("one")).unwrap().map(|file| file.unwrap().path()) {
        let other = field.dir.path().join("two").join(file.file_name().unwrap());
        assert_eq!(std::fs::read(&file).unwrap(), std::fs::read(other).unwrap(), "{}", file.display());
    }
    let list = field.json("order list --campaign six.railhead");
    assert_eq!(field.json("order list --campaign again.railhead"), list);
    assert_eq!(field.json("verify --campaign again.railhead")["ok"], json!(true));
    // The same orders by the words of the log.
    let script = field.done("op script --campaign six.railhead");
    let orders: Vec<&str> = script.lines().filter(|line| line.starts_with("order ")).collect();
    assert_eq!(orders.len(), 5, "{script}");
    let fresh = super::field();
    for line in orders {
        fresh.done(line);
    }
    assert_eq!(fresh.json("order list"), list);
}

/// A folder that says amiss what vehicles are to do.
#[test]
fn faults_of_a_folder_are_named() {
    let field = field();
    field.done("order log1 send --load 1log --from d-su --to d-1rd");
    field.done("export folder");
    let head = "what,id,bound,deed,way,how,square,subject,text,to,commodity";
    let hints = [
        ("`fly` is nothing", "write `move`, `dig-in`, `reorganise`, `open-dump` or `send`"),
        ("`subject` says", "give the load in `commodity`: `2log`, or leave `subject` empty"),
        ("`moon`", "for a dump to open, `how` gives the level that it serves"),
    ];
    for (row, fault) in [
        ("order,su.1rd,D1 am,fly,,,,,,,", "`fly` is not an order"),
        ("order,su.1rd,D1 am,send,,,,,,d-1rd,", "there is not a supply vehicle `su.1rd`"),
        ("order,su.log1,D1 am,send,,,,,su.hq,d-1rd,", "there is not a supply vehicle `su.hq`"),
        ("order,su.log1,D1 am,send,,,,,,,", "a convoy has one destination"),
        ("order,su.log1,D1 am,send,,,,d-su,,d-1rd,", "`subject` says where to load, but no load is given"),
        ("order,su.log1,D1 am,send,,,,d-no,,d-1rd,1log", "there is no dump or railhead `d-no`"),
        ("order,su.log1,D1 am,send,,fast,,,,d-1rd,", "`fast` is not a way to `send`"),
        ("order,su.1rd,D1 am,open-dump,,,,,,su.1rd,", "`subject` is empty"),
        ("order,su.1rd,D1 am,open-dump,,,,d-x,,,", "`to` is empty"),
        ("order,su.1rd,D1 am,open-dump,,moon,,d-x,,su.1rd,", "`moon` is not an echelon"),
    ] {
        field.write("folder/pending.csv", &format!("{head}\n{row}\n"));
        let ran = field.run("check folder --format json");
        let faults: Value = serde_json::from_str(&ran.out).unwrap();
        let first = &faults["faults"][0];
        assert!(first["message"].as_str().is_some_and(|message| message.contains(fault)), "{row}: {faults}");
        for (_, hint) in hints.iter().filter(|(of, _)| fault.starts_with(of)) {
            assert_eq!(first["hint"], *hint, "{row}");
        }
    }
}

/// The dump where vehicles were to load is given up: nobody is ordered there; who was to bring something drives to where it
/// stood. One that the enemy takes in the same bound is the enemy's.
#[test]
fn orders_follow_a_dump_that_goes() {
    let field = field();
    field.done("supply stocktake d-su log=0 pol=0 --reason counted");
    field.done("order log1 send --load 1log --from d-su --to d-1rd");
    field.done("order 2rd.log send --to d-su --stay");
    field.done("dump close d-su");
    let list = field.json("order list");
    let rows: Vec<_> = list.as_array().unwrap().iter().map(|row| (row["unit"].clone(), row["to"].clone())).collect();
    assert_eq!(rows, [(json!("su.2rd.log"), json!("0205"))]);
    sound(&field);
    field.done("undo");
    assert_eq!(field.json("order list").as_array().unwrap().len(), 2);
    sound(&field);

    let field = super::field();
    hours(&field, 6);
    field.done("order 2rd.log send --to d-su --stay");
    field.done("unit set ax.i1 square=0204");
    field.done("order ax.i1 move 0205 --rate assault");
    let report = field.json("bound march");
    let orders = report["orders"].as_array().unwrap();
    let why = "`d-su` belongs to AX, the vehicles to SU";
    assert_eq!(came_to(orders, "su.2rd.log"), (&json!(false), &json!(0), &json!(why)), "{report}");
    sound(&field);

    // One that is destroyed as he comes takes the order of who was to load there with it.
    let field = super::field();
    field.done("setting set capture destroyed");
    field.done("order 1rd.log send --load 1log --from d-su --to 1rd");
    field.done("unit set ax.i1 square=0204");
    field.done("order ax.i1 move 0205 --rate assault");
    let why = "the dump where it was to load is gone";
    let page = field.done("bound march --dry-run");
    let plain = page.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(plain.contains(&format!("su.1rd.log send not done, the order is dropped: {why}")), "{page}");
    let report = field.json("bound march");
    assert_eq!(came_to(report["orders"].as_array().unwrap(), "su.1rd.log").2, why, "{report}");
    sound(&field);
}

/// Vehicles of two sides are no convoy.
#[test]
fn vehicles_of_two_sides_are_not_ordered_together() {
    let field = super::super::anything::both_banks();
    let ran = field.run("order 1rd.log send --with 9id.log --to 0204");
    let plain = ran.err.split_whitespace().collect::<Vec<_>>().join(" ");
    assert_eq!(plain, "error: Columns (`ax.9id.log`) does not belong to SU hint: send each side's vehicles separately");
}

/// A division that digs in does not keep its lorry from driving.
#[test]
fn who_drives_in_a_convoy_does_not_dig_in_with_his_division() {
    let field = field();
    field.done("supply send 2rd.log --load 1log --from d-su --to 2rd");
    let arrives = convoys(&field)[0]["arrives"].clone();
    let said = field.done("dig-in 2rd");
    assert!(said.contains("1 leaf on the road in a convoy"), "{said}");
    assert_eq!((minutes(&field, "2rd.log"), &convoys(&field)[0]["arrives"]), (json!(0), &arrives));
    sound(&field);
}
