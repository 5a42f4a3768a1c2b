//! `supply plan`: cases worked out by hand on the strip of the convoys, every reason for which a want is not met, the plan
//! as a file, and what must hold when it is accepted.
//!
//! On the strip a lorry takes 20 minutes a square, a wagon 90; a bound has 6 hours. The army's trucks (2 units each) stand
//! at its dump `d-su` in 0205, eight squares from the dump of the 1rd, seven from the truck of the 2rd.

use std::fmt::Write;

use campaign::Campaign;
use domain::Mobility;
use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;
use serde_json::{Value, json};

use super::convoys::strip::strip;
use super::field::Field;
use super::json::{examples, keys_of};

/// The strip with so many LOG and POL in the army's dump.
fn field(log: u32, pol: u32) -> Field {
    let field = Field::of(&strip());
    for (units, commodity) in [(log, "log"), (pol, "pol")].into_iter().filter(|(units, _)| *units > 0) {
        field.done(&format!("supply receive d-su {units} {commodity} --from rail"));
    }
    field
}

pub(super) fn plan(field: &Field, words: &str) -> Value {
    field.json(&format!("supply plan --side SU {words}"))["plans"][0].clone()
}

/// The marching orders: vehicle, load, from, to, hours, arriving, and for what.
pub(super) fn orders(plan: &Value) -> Vec<String> {
    let trips = plan["trips"].as_array().unwrap().iter();
    let told = trips.map(|trip| {
        let meets = trip["meets"].as_array().unwrap().iter();
        let meets = meets.map(|met| format!("{} {}", met["units"], met["urgency"].as_str().unwrap()));
        format!(
            "{} {} from {} to {} {} h {}: {}",
            trip["vehicles"][0].as_str().unwrap(),
            trip["load"],
            trip["from"].as_str().unwrap_or("itself"),
            trip["to"].as_str().unwrap(),
            trip["hours"],
            trip["arrives"]["label"].as_str().unwrap(),
            meets.collect::<Vec<_>>().join(", ")
        )
    });
    told.collect()
}

/// What is not met: who, how much, how urgently, why.
pub(super) fn missing(plan: &Value) -> Vec<String> {
    let rows = plan["unmet"].as_array().unwrap().iter();
    let told = rows.map(|row| {
        let (unit, text) = (row["unit"].as_str().unwrap(), row["text"].as_str().unwrap());
        assert!(!row["why"].as_str().unwrap().is_empty());
        format!("{unit} {} {}: {text}", row["units"], row["urgency"].as_str().unwrap())
    });
    told.collect()
}

/// Both divisions want 2 LOG. Pushed, that is 8 and 7 squares: 160 and 140 minutes; the truck of the 2rd would fetch in
/// 280, the wagon of the 1rd in a day.
#[test]
fn who_is_nearest_drives_and_of_equals_the_lower_id() {
    let plan = plan(&field(10, 0), "");
    assert_eq!(
        orders(&plan),
        [
            "su.log1 {\"log\":2} from d-su to d-1rd 2.7 h D1 am: 2 level",
            "su.log2 {\"log\":2} from d-su to su.2rd 2.3 h D1 am: 2 level",
        ]
    );
    assert_eq!(missing(&plan), [""; 0]);
    assert_eq!((&plan["optimal"], &plan["limit"]["hours"]), (&json!(true), &json!(5.0)));
    assert_eq!(plan["trips"][0]["command"], "railhead supply send su.log1 --load 2log --from d-su --to d-1rd");
}

#[test]
fn the_most_urgent_comes_before_the_nearest() {
    let field = field(1, 0);
    assert_eq!(orders(&plan(&field, "")), ["su.log1 {\"log\":1} from d-su to su.2rd 2.3 h D1 am: 1 level"]);
    field.done("unit set su.1rd.i1 ammo=out");
    let plan = plan(&field, "");
    assert_eq!(orders(&plan), ["su.log1 {\"log\":1} from d-su to d-1rd 2.7 h D1 am: 1 resupply"]);
    assert_eq!(
        missing(&plan),
        [
            "su.1rd 2 level: no stock left: all is already given from d-su",
            "su.2rd 2 level: no stock left: all is already given from d-su"
        ]
    );
    assert_eq!(plan["optimal"], true);
}

/// With its leaves in lorries the 1rd needs POL: 1 for a march ordered for the afternoon, which must have come in the
/// morning, and 2 for its level; the army's bowser takes all three.
#[test]
fn who_is_ordered_to_march_wants_fuel_before() {
    let mut campaign = strip();
    for id in ["su.1rd.i1", "su.1rd.bn.co"] {
        campaign.formations.get_mut(id).unwrap().mobility = Some(Mobility::Motorised);
    }
    let field = Field::of(&campaign);
    field.done("supply receive d-su 6 pol --from rail");
    field.done("supply receive d-1rd 2 pol --from rail");
    assert_eq!(orders(&plan(&field, "--only POL")), [""; 0], "it holds its level and is not to march");
    field.done("supply transfer d-1rd d-su 2 pol --override \"for the test\"");
    field.done("supply receive d-1rd 1 pol --from rail");
    field.done("order su.1rd move 1105 --for 1pm");
    field.done("supply stocktake d-1rd pol=0 --reason \"for the test\"");
    let plan = plan(&field, "--only pol");
    assert_eq!(orders(&plan), ["su.pol1 {\"pol\":3} from d-su to d-1rd 2.7 h D1 am: 1 march, 2 level"]);
    assert_eq!(plan["wants"][0]["by"]["label"], "D1 am");
}

/// A truck with a load on it needs no dump: 8 squares.
#[test]
fn what_is_on_a_truck_already_is_brought_as_it_is() {
    let field = field(2, 0);
    field.done("supply transfer d-su su.log2 2 log");
    field.done("unit set su.2rd.log state=destroyed");
    let plan = plan(&field, "");
    assert_eq!(orders(&plan), ["su.log2 {\"log\":2} from itself to d-1rd 2.7 h D1 am: 2 level"]);
    assert_eq!(plan["trips"][0]["command"], "railhead supply send su.log2 --to d-1rd");
}

/// In the afternoon the army waits for the morning; the 2rd fetches at once, 14 squares of 20 minutes.
#[test]
fn in_the_afternoon_the_army_waits_for_the_morning_and_a_division_fetches() {
    let field = field(10, 0);
    field.done("bound close");
    assert_eq!(
        orders(&plan(&field, "--bounds 2")),
        ["su.2rd.log {\"log\":2} from d-su to su.2rd 4.7 h D1 pm: 2 level"]
    );
    assert_eq!(
        missing(&plan(&field, "--bounds 2")),
        ["su.1rd 2 level: too far: su.log1 from d-su would arrive first, after 2:40 h, in D2 am"]
    );
    let longer = plan(&field, "--bounds 3");
    assert_eq!(
        orders(&longer),
        [
            "su.log1 {\"log\":2} from d-su to d-1rd 2.7 h D2 am: 2 level",
            "su.log2 {\"log\":2} from d-su to su.2rd 2.3 h D2 am: 2 level",
        ],
        "fewer hours count, not the earlier bound, where nothing is late"
    );
    assert_eq!(longer["trips"][0]["starts"]["label"], "D2 am");
}

/// What is wanted by tonight goes tonight if it can, though that takes more hours.
#[test]
fn in_time_comes_before_fewer_hours() {
    let field = field(10, 0);
    field.done("unit set su.2rd.i1 ammo=out");
    field.done("bound close");
    let plan = plan(&field, "--bounds 3");
    assert_eq!(
        orders(&plan),
        [
            "su.2rd.log {\"log\":2} from d-su to su.2rd 4.7 h D1 pm: 1 resupply, 1 level",
            "su.log1 {\"log\":2} from d-su to d-1rd 2.7 h D2 am: 2 level",
        ]
    );
}

/// A case of each reason: what is done before, what is asked, who misses what and why.
#[test]
fn what_is_not_met_is_explained() {
    let cases: [(u32, &[&str], &str, &[&str]); 8] = [
        (
            0,
            &[],
            "",
            &["su.1rd 2 level: no stock: no LOG to spare in d-su", "su.2rd 2 level: no stock: no LOG to spare in d-su"],
        ),
        (
            9,
            &[
                "unit set su.log1 state=destroyed",
                "unit set su.log2 state=destroyed",
                "unit set su.1rd.log state=destroyed",
            ],
            "",
            &["su.1rd 2 level: no vehicle: neither it nor a corps or army above has a LOG vehicle to send"],
        ),
        (
            9,
            &[
                "supply send su.log1 --to 0405 --stay",
                "supply send su.log2 --to 0405 --stay",
                "supply send su.1rd.log --to 1105 --stay",
            ],
            "",
            &["su.1rd 2 level: no vehicle free: already on the road: su.1rd.log, su.log1, su.log2"],
        ),
        (
            9,
            &["unit set ax.i1 square=0805"],
            "",
            &[
                "su.1rd 2 level: no road from 0205 to 1005: the enemy stands in 0805",
                "su.2rd 2 level: no road from 0205 to 0905: the enemy stands in 0805",
            ],
        ),
        (
            9,
            &["setting set supply_hours_am 1", "setting set supply_hours_pm 1"],
            "--bounds 2",
            &[
                "su.1rd 2 level: too far: su.log1 from d-su would arrive first, after 2:40 h, in D1 night",
                "su.2rd 2 level: too far: su.log1 from d-su would arrive first, after 2:20 h, in D1 night",
            ],
        ),
        (
            9,
            &["unit set su.log2 state=destroyed", "setting set supply_hours_am 3"],
            "--bounds 1",
            &["su.1rd 2 level: no vehicle left: all that could arrive in time are already sent: su.log1"],
        ),
        (2, &[], "", &["su.1rd 2 level: no stock left: all is already given from d-su"]),
        (
            9,
            &["supply receive su.2rd.log 2 fu_m --from rail"],
            "",
            &["su.2rd 2 level: no room: no LOG vehicle there can take it"],
        ),
    ];
    for (log, before, words, why) in cases {
        let field = field(log, 0);
        for line in before {
            field.done(line);
        }
        assert_eq!(missing(&plan(&field, words)), why, "{before:?}");
    }
}

/// 2 LOG lie in a dump of the 1rd in 0002, to which no road leads: on the sheet it holds none, and the plan is that of the
/// first case.
#[test]
fn what_a_formation_cannot_come_to_is_wanted_all_the_same() {
    let field = field(9, 0);
    field.done("dump open d-far --owner su.1rd --at 0002");
    field.done("supply receive d-far 2 log --from rail");
    assert_eq!(field.json("supply trace su.1rd")["log"]["stock"], 0);
    assert_eq!(orders(&plan(&field, ""))[0], "su.log1 {\"log\":2} from d-su to d-1rd 2.7 h D1 am: 2 level");
}

/// The only dump of the 1rd is two squares from the army's, but the enemy stands between it and the 1rd.
#[test]
fn nothing_is_brought_where_its_formation_cannot_come() {
    let field = field(9, 0);
    for line in ["dump close d-1rd", "dump open d-far --owner su.1rd --at 0405", "unit set ax.i1 square=0805"] {
        field.done(line);
    }
    let plan = plan(&field, "");
    assert_eq!(orders(&plan), [""; 0]);
    assert_eq!(
        missing(&plan),
        [
            "su.1rd 2 level: no road from 1005 to 0405: the enemy stands in 0805",
            "su.2rd 2 level: no road from 0205 to 0905: the enemy stands in 0805",
        ]
    );
}

#[test]
fn reserves_and_levels_are_settings() {
    let field = field(9, 0);
    field.done("setting set target_log 0");
    assert_eq!(plan(&field, "")["wants"], json!([]));
    field.done("dump open d-su2 --owner su --at 0305");
    let reserve = plan(&field, "");
    assert_eq!(orders(&reserve), ["su.log1 {\"log\":2} from d-su to d-su2 0.3 h D1 am: 2 reserve"]);
    field.done("setting set reserve_log 3");
    let more = plan(&field, "");
    assert_eq!(more["wants"][0]["units"], 6, "for two divisions");
    assert_eq!(orders(&more).len(), 2);
}

#[test]
fn the_page_and_the_file() {
    let field = field(3, 0);
    field.done("unit set su.1rd.i1 ammo=out");
    let mut page = String::new();
    for line in [
        "supply plan",
        "supply plan --side SU --out su.csv",
        "supply plan --file su.csv",
        "supply plan --file su.csv --accept --dry-run",
        "supply plan --side SU --accept",
        "supply plan --side SU --accept",
        "op show 4",
        "undo",
        "supply convoys",
    ] {
        let ran = field.run(line);
        write!(page, "$ railhead {line}\n{}{}", ran.out, ran.err).unwrap();
        if ran.code != 0 {
            writeln!(page, "[{}]", ran.code).unwrap();
        }
        page.push('\n');
        if line.ends_with("--out su.csv") {
            page += &std::fs::read_to_string(field.dir.path().join("su.csv")).unwrap();
            page.push('\n');
        }
    }
    insta::assert_snapshot!("page", page);
}

#[test]
fn the_keys_of_the_example_are_those_that_are_given() {
    let field = field(2, 0);
    let examples = examples();
    let (_, promised) = examples.iter().find(|(of, _)| of == "railhead supply plan").unwrap();
    let given = field.json("supply plan --side SU");
    assert_eq!(given["plans"][0]["unmet"].as_array().unwrap().len(), 1);
    assert_eq!(keys_of(promised), keys_of(&given));
}

#[test]
fn faults_of_a_file() {
    let field = field(3, 0);
    let mut page = String::new();
    let files = [
        "",
        "vehicle,to\nsu.log1,d-1rd\n",
        "vehicles,to,tea\nsu.log1,d-1rd,2\n",
        "vehicles,to,TO\nsu.log1,d-1rd\n",
        "vehicles,to\n,d-1rd\nsu.log1,\nsu.log1,d-1rd,2log\n",
        "vehicles,load,from,to\nsu.log1,2log,d-su,d-1rd\nsu.log1,2log,d-su,2rd\nsu.log2,2log,d-su,2rd\nsu.hq,,,2rd\n\
         su.log2,2tea,d-su,2rd\nsu.log2,1log,d-su,d-9rd\n",
        "vehicles,load,from,to\nsu.log1,3log,d-su,d-1rd\n",
        // A fault of sense in line 2, one of form in line 3.
        "vehicles,load,from,to\nsu.log1,3log,d-su,d-1rd\n,2log,d-su,d-1rd\n",
        "vehicles,load,from,to,via\nsu.log1 su.log2,3log,d-su,d-1rd,0307 0807\n# no trip\n",
    ];
    for text in files {
        field.write("plan.csv", text);
        let ran = field.run("supply plan --side SU --file plan.csv");
        writeln!(page, "{text}--> {}\n{}{}", ran.code, ran.out, ran.err).unwrap();
    }
    for line in ["supply plan --side AX --file plan.csv", "supply plan --file none.csv", "supply plan --bounds 0"] {
        let ran = field.run(line);
        writeln!(page, "$ railhead {line}\n{}{}[{}]\n", ran.out, ran.err, ran.code).unwrap();
    }
    field.done("setting set detail simple");
    let ran = field.run("supply plan");
    writeln!(page, "$ railhead supply plan\n{}{}[{}]", ran.out, ran.err, ran.code).unwrap();
    insta::assert_snapshot!("faults", page);
}

/// A trip that somebody could make on the strip: for which division, how much at most, minutes, whose vehicle.
type Errand = (usize, u32, u32, Option<usize>);

/// The most that any choice of trips brings, and of those choices the fewest minutes: every choice is tried.
fn best_of_all(vehicles: &[Vec<Errand>], stock: u32, wanted: [u32; 2]) -> (u32, u32) {
    let Some((first, others)) = vehicles.split_first() else { return (0, 0) };
    let mut best = best_of_all(others, stock, wanted);
    for (to, most, minutes, own) in first {
        // The only vehicle of the 2rd, gone to fetch, takes nothing from others; nor is it sent when others come.
        let others: Vec<Vec<Errand>> = others
            .iter()
            .map(|one| one.iter().copied().filter(|(at, _, _, _)| *own != Some(1) || *at != 1).collect())
            .collect();
        for units in 1..=(*most).min(stock).min(wanted[*to]) {
            let mut left = wanted;
            left[*to] -= units;
            let (met, driven) = best_of_all(&others, stock - units, left);
            let this = (met + units, driven + minutes);
            if (this.0, std::cmp::Reverse(this.1)) > (best.0, std::cmp::Reverse(best.1)) {
                best = this;
            }
        }
    }
    best
}

/// Vehicles, stock, levels and hours drawn by lot; what could be brought is reckoned from the columns alone: a lorry takes
/// 20 minutes a column and a wagon 90, the army's dump is in column 2, the 1rd in 10, the 2rd in 9.
#[test]
fn no_choice_of_trips_on_the_strip_brings_more_or_drives_less() {
    let mut dice = ChaCha8Rng::seed_from_u64(8);
    let mut told = std::collections::BTreeSet::new();
    for _ in 0..30 {
        let (stock, level) = (dice.random_range(1..=7), dice.random_range(1..=3));
        let (hours, bounds) = (dice.random_range(1..=5), dice.random_range(1..=2));
        let field = field(stock, 0);
        for line in [
            format!("setting set target_log {level}"),
            format!("setting set supply_hours_am {hours}"),
            format!("setting set supply_hours_pm {hours}"),
        ] {
            field.done(&line);
        }
        let in_time = |errand: &Errand| errand.2 <= 60 * hours * bounds;
        let mut vehicles: Vec<Vec<Errand>> = Vec::new();
        // Whoever fetches for the 2rd comes first: what others may do hangs on it.
        vehicles.push(vec![(1, 2, 2 * 7 * 20, Some(1))]);
        vehicles.push(vec![(0, 2, 2 * 8 * 90, Some(0))]);
        for id in ["su.log1", "su.log2"] {
            let col: u32 = dice.random_range(0..=8);
            field.done(&format!("unit set {id} square=0{col}05"));
            let to_load = 20 * col.abs_diff(2);
            vehicles.push(vec![(0, 2, to_load + 8 * 20, None), (1, 2, to_load + 7 * 20, None)]);
        }
        for (place, id) in ["su.2rd.log", "su.1rd.log", "su.log1", "su.log2"].into_iter().enumerate() {
            if place != 0 && dice.random_bool(0.2) {
                field.done(&format!("unit set {id} state=destroyed"));
                vehicles[place].clear();
            }
            vehicles[place].retain(in_time);
        }
        // The lorry of the 2rd has room for two.
        let (met, minutes) = best_of_all(&vehicles, stock, [level, level.min(2)]);
        let plan = plan(&field, &format!("--bounds {bounds}"));
        let brought = plan["trips"].as_array().unwrap().iter().flat_map(|trip| trip["meets"].as_array().unwrap());
        let brought: u64 = brought.map(|met| met["units"].as_u64().unwrap()).sum();
        assert_eq!(brought, u64::from(met), "{plan:#}");
        let driven = (f64::from(minutes) / 6.0).round() / 10.0;
        assert_eq!((&plan["limit"]["hours"], &plan["optimal"]), (&json!(driven), &json!(true)), "{plan:#}");
        told.insert((met, minutes));
    }
    assert!(told.len() >= 10, "few different ends: {told:?}");
}

/// What a plan says of its arrivals is what comes of it: each load is in the place for which it was, in its bound.
fn keeps_its_word(campaign: &Campaign, side: &str, before: &[&str]) -> usize {
    let field = Field::of(campaign);
    for line in before {
        field.done(line);
    }
    let plan = field.json(&format!("supply plan --side {side}"))["plans"][0].clone();
    if plan["trips"] == json!([]) {
        return 0;
    }
    field.done(&format!("supply plan --side {side} --accept"));
    let mut unloaded = Vec::new();
    for _ in 0..3 {
        let report = field.json("bound close");
        let label = report["closed"]["label"].as_str().unwrap().to_owned();
        for told in report["formations"].as_array().unwrap() {
            for line in told["lines"].as_array().unwrap() {
                unloaded.push(format!("{label}: {}", line.as_str().unwrap()));
            }
        }
        let stocks = field.json("supply stocks");
        let rows = stocks["accounts"].as_array().unwrap();
        assert!(rows.iter().all(|row| row["quantity"].as_i64().unwrap() > 0), "{stocks}");
        assert_eq!(field.json("verify")["ok"], true);
    }
    let trips = plan["trips"].as_array().unwrap();
    for trip in trips {
        let (name, arrives) = (trip["name"].as_str().unwrap(), trip["arrives"]["label"].as_str().unwrap());
        let goal = trip["to_square"].as_str().unwrap();
        // In the row of its division the division's name is not said again.
        let short = name.split(", ").next().unwrap();
        let came =
            |line: &&String| line.starts_with(arrives) && line.contains(short) && line.contains(&format!("in {goal}"));
        assert!(unloaded.iter().any(|line| came(&line)), "{trip}");
    }
    trips.len()
}

#[test]
fn an_accepted_plan_arrives_as_it_says_and_drives_no_stock_below_zero() {
    let reading =
        scenario::read(&scenario::built_in("uranus-1942").unwrap(), &[("detail".to_owned(), "full".to_owned())]);
    let mut campaign = reading.campaign.unwrap();
    for setting in ["target_log", "target_pol", "reserve_log", "reserve_pol"] {
        campaign.settings.set(setting.parse().unwrap(), "3");
    }
    let sent: usize = ["AX", "SU"].iter().map(|side| keeps_its_word(&campaign, side, &[])).sum();
    assert!(sent > 20, "{sent} trips");
}

/// Plans accepted bound after bound, with more vehicles, stock, orders and enemies than fit together: every sum is zero, and
/// nothing on the map is below it.
#[test]
fn whatever_is_accepted_no_stock_goes_below_zero() {
    let mut dice = ChaCha8Rng::seed_from_u64(6);
    let mut accepted = 0;
    for _ in 0..12 {
        let field = field(dice.random_range(1..=7), dice.random_range(1..=4));
        for (setting, most) in [("target_log", 4), ("reserve_log", 3), ("supply_hours_am", 6), ("supply_hours_pm", 6)] {
            field.done(&format!("setting set {setting} {}", dice.random_range(1..=most)));
        }
        field.done("dump open d-su2 --owner su --at 0405");
        for _ in 0..4 {
            for line in ["unit set su.1rd.i1 ammo=out", "unit set su.2rd.i1 ammo=out", "unit set ax.i1 square=0705"] {
                if dice.random_bool(0.25) {
                    field.run(line);
                }
            }
            accepted += usize::from(field.run("supply plan --accept --bounds 4").code == 0);
            field.done("bound close");
            let stocks = field.json("supply stocks --all");
            let rows = stocks["accounts"].as_array().unwrap();
            for commodity in ["log", "pol"] {
                let of = rows.iter().filter(|row| row["commodity"] == commodity);
                assert_eq!(of.map(|row| row["quantity"].as_i64().unwrap()).sum::<i64>(), 0, "{stocks}");
            }
            let on_map = rows.iter().filter(|row| !row["square"].is_null());
            assert!(on_map.clone().all(|row| row["quantity"].as_i64().unwrap() >= 0), "{stocks}");
        }
        assert_eq!(field.json("verify")["ok"], true);
    }
    assert!(accepted >= 12, "{accepted} plans");
}
