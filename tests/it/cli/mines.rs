//! Minefields as an organiser types them: laid, gapped, closed, corrected, and attacked through. Bounds have six hours.
//!
//! By hand: eight hours of a company a km are, for the three companies of a battalion and a square of 3 km, eight hours or
//! 480 minutes; of a morning of 360 that leaves 120 for the afternoon.

use campaign::Campaign;
use domain::RuleSystemId;
use serde_json::{Value, json};

use super::field::{Field, six};

/// Engineers of the first division in 0403.
fn field_of(campaign: &Campaign) -> Field {
    let field = Field::of(campaign);
    field.done("unit new su.1a.1rd.e1 --parent 1rd arm=engineer mobility=foot where=0403 sp_full=2");
    field
}

fn field() -> Field {
    field_of(&six())
}

fn used(field: &Field) -> Value {
    field.json("unit show 1rd.e1")["minutes_used"].clone()
}

/// What `mines list` says of one square: side, gapped, lies, and the label of the bound from which.
fn mines(field: &Field, square: &str) -> Value {
    let list = field.json("mines list");
    let row = list.as_array().unwrap().iter().find(|row| row["square"] == square);
    row.map_or(Value::Null, |row| json!([row["side"], row["gapped"], row["lies"], row["from"]["label"]]))
}

fn refused(field: &Field, line: &str) -> String {
    let ran = field.run(line);
    assert_eq!(ran.code, 1, "{line}: {}{}", ran.out, ran.err);
    ran.err
}

#[test]
fn laying_goes_on_in_the_next_bound_by_squared_and_by_free() {
    for rules in [RuleSystemId::NqmSquared, RuleSystemId::NqmFree] {
        let field = field_of(&Campaign { rules, ..six() });
        field.done("mines lay 0404 --by 1rd");
        assert_eq!(used(&field), json!(360));
        assert_eq!(mines(&field, "0404"), json!(["SU", false, false, "D1 pm"]));
        assert!(field.done("ground show 0404").contains("\n  Soviet mines, being laid\n"));
        assert_eq!(
            refused(&field, "mines gap 0404 --by 1rd"),
            "error: 0404: its mines are still being laid: they are ready in D1 pm\nhint: `railhead mines clear 0404` \
             stops the work\n"
        );
        let report = field.json("bound close");
        assert!(report["ground"].as_array().unwrap().contains(&json!("mines in 0404: mined by Soviet, from D1 pm")));
        assert_eq!(mines(&field, "0404"), json!(["SU", false, true, "D1 pm"]));
        assert_eq!(field.json("mines list --as-of 1am")[0]["lies"], json!(false));
        assert!(field.done("ground show 0404").contains("\n  Soviet mines\n"));
        assert_eq!(field.json("verify")["ok"], json!(true));
    }
}

/// 480 minutes a km and three companies: 160 for a square of 1 km.
#[test]
fn a_square_of_a_kilometre_is_mined_within_the_bound() {
    let mut campaign = six();
    campaign.frame.square_m = 1_000;
    let field = field_of(&campaign);
    field.done("mines lay 0404 --by 1rd");
    assert_eq!((used(&field), mines(&field, "0404")), (json!(160), json!(["SU", false, true, null])));
}

#[test]
fn a_gap_takes_an_hour_and_so_does_closing_it() {
    let field = field();
    field.done("mines set 0404 0503 --side AX --note 'laid in October'");
    field.done("mines set 0303 --side SU");
    field.done("mines gap 0404 --by 1rd");
    assert_eq!((used(&field), mines(&field, "0404")), (json!(60), json!(["AX", true, true, null])));
    let ground = field.json("ground show 0404");
    let note = "laid in October";
    assert_eq!(ground["mines"], json!({"side": "AX", "gapped": true, "lies": true, "note": note}), "the note stays");
    assert!(field.done("ground show 0404").contains("\n  Axis mines, gapped (laid in October)\n"));
    assert_eq!(field.json("ground show 0404 --side SU")["mines"], Value::Null, "what a side does not know");
    assert_eq!(field.json("ground show 0404 --side AX")["mines"]["side"], json!("AX"));
    field.done("mines gap 0303 --by 1rd");
    field.done("mines close 0303 --by 1rd");
    assert_eq!((used(&field), mines(&field, "0303")), (json!(180), json!(["SU", false, true, null])));
    field.done("undo");
    assert_eq!((used(&field), mines(&field, "0303")), (json!(120), json!(["SU", true, true, null])));
    field.done("redo");
    assert_eq!(mines(&field, "0303")[1], json!(false));
    assert_eq!(field.json("verify")["ok"], json!(true));
    let list = field.done("mines list");
    assert!(
        list.lines().any(|line| line.starts_with("0404") && line.contains("gapped") && line.contains(note)),
        "{list}"
    );
    field.done("mines clear 0404 0503 0303");
    assert_eq!(field.json("mines list"), json!([]));
    assert!(field.done("mines list").contains("no minefields"));
}

#[test]
fn engineers_do_not_work_where_they_are_not_or_cannot() {
    let field = field();
    let list = "\nhint: `railhead mines list` shows where mines lie and whose they are\n";
    let umpire = "\nhint: the umpire sets the rule aside with `--override \"reason\"`\n";
    for line in ["mines gap 0404 --by 1rd", "mines close 0404 --by 1rd", "mines clear 0404"] {
        assert_eq!(refused(&field, line), format!("error: 0404: it is not mined{list}"), "{line}");
    }
    assert_eq!(
        refused(&field, "mines lay 0405 --by 1rd"),
        format!("error: 0405: 1RD (`su.1a.1rd`) has no engineers in or beside the square of the minefield{umpire}")
    );
    assert_eq!(refused(&field, "mines lay 0000 --by 1rd"), "error: 0000: it is water\nhint: mines are laid on land\n");
    field.done("mines set 0404 --side AX");
    assert_eq!(refused(&field, "mines lay 0404 --by 1rd"), format!("error: 0404: it is already mined by Axis{list}"));
    let open = "error: 0404: its mines have no gap\nhint: `railhead mines gap 0404 --by 1rd` makes one\n";
    assert_eq!(refused(&field, "mines close 0404 --by 1rd"), open);
    field.done("mines gap 0404 --by 1rd");
    assert_eq!(
        refused(&field, "mines gap 0404 --by 1rd"),
        "error: 0404: its mines are already gapped\nhint: `railhead mines close 0404 --by 1rd` closes the gap\n"
    );
    assert_eq!(
        refused(&field, "mines close 0404 --by 1rd"),
        "error: 0404: its mines belong to AX, and a side closes gaps only in its own\nhint: `railhead mines set 0404 \
         --side SU` gives them to SU\n"
    );
    field.done("mines set 0404 --side SU --gapped");
    assert_eq!(
        refused(&field, "mines lay 0404 --by 1rd"),
        "error: 0404: it is mined by Soviet, gapped\nhint: `railhead mines close 0404 --by 1rd` closes the gap\n"
    );
    field.done("unit set 9id.i1 square=0404");
    let among = "I1 (`ax.9id.i1`) stands there, and engineers do not work among the enemy";
    assert_eq!(refused(&field, "mines close 0404 --by 1rd"), format!("error: 0404: {among}{umpire}"));
    field.done("mines close 0404 --by 1rd --override 'he sleeps'");
    assert_eq!((used(&field), mines(&field, "0404")), (json!(120), json!(["SU", false, true, null])));
}

/// Five hours of a morning are spent on mines of 1,875 m (300 minutes); one is left.
#[test]
fn who_has_an_hour_left_makes_one_gap() {
    let mut campaign = six();
    campaign.frame.square_m = 1_875;
    let field = field_of(&campaign);
    field.done("mines set 0503 0402 --side AX");
    field.done("mines lay 0404 --by 1rd");
    field.done("mines gap 0503 --by 1rd");
    let why = refused(&field, "mines gap 0402 --by 1rd");
    assert!(why.contains("`su.1a.1rd.e1` has no time left in this bound"), "{why}");
    // On squares of 2 km the mines take 320 minutes.
    campaign.frame.square_m = 2_000;
    let field = field_of(&campaign);
    field.done("mines set 0503 --side AX");
    field.done("mines lay 0404 --by 1rd");
    let why = refused(&field, "mines gap 0503 --by 1rd");
    assert!(why.contains("`su.1a.1rd.e1` has 40 minutes left, but the work takes 60"), "{why}");
}

#[test]
fn mines_go_out_with_an_export_and_come_in_again() {
    let field = Field::empty();
    field.done("new first-bound six.railhead");
    field.done("mines set 0404 0505 --side AX --gapped --note 'old, \"deep\"'");
    field.done("mines set 0303 --side SU --from 2am");
    field.done("mines set 0505 --side AX");
    field.done("export there");
    let read = |name: &str| std::fs::read_to_string(field.dir.path().join(name)).unwrap();
    let rows = [
        "square,side,gapped,from,note",
        "0303,SU,,D2 am,",
        "0404,AX,yes,,\"old, \"\"deep\"\"\"",
        "0505,AX,,,\"old, \"\"deep\"\"\"\n",
    ];
    assert_eq!(read("there/minefields.csv"), rows.join("\n"));
    field.done("new there again.railhead");
    assert_eq!(field.json("mines list --campaign again.railhead"), field.json("mines list --campaign six.railhead"));
    field.done("export once-more --campaign again.railhead");
    assert_eq!(read("once-more/minefields.csv"), read("there/minefields.csv"));
    field.done("mines clear 0303 0404 0505 --campaign six.railhead");
    field.done("export bare --campaign six.railhead");
    assert!(!field.dir.path().join("bare/minefields.csv").exists(), "a campaign without mines has no such file");
}

/// The first division in 0302, its engineers with it, before the enemy's infantry in 0402.
fn before_the_enemy(campaign: &Campaign) -> Field {
    let field = field_of(campaign);
    for line in [
        "unit set 1rd.e1 square=0302",
        "unit set 9id.i1 square=0402",
        "unit new ax.9id.i2 --parent 9id arm=infantry mobility=foot where=0502 sp_full=3",
        "setting set offroad_km 60",
        "mines set 0402 --side AX",
    ] {
        field.done(line);
    }
    field
}

/// The text of the engagement that a line draws, and its tables.
fn drawn(field: &Field, line: &str) -> (String, toml::Table) {
    let file = field.json(line)["file"].as_str().unwrap().to_owned();
    let text = std::fs::read_to_string(field.dir.path().join(file)).unwrap();
    (text.clone(), text.parse().unwrap())
}

/// The move in which the defender's second battalion comes; 1 is not written.
fn second_comes(battle: &toml::Table) -> i64 {
    let units = battle["defender"]["units"].as_array().unwrap();
    let bases = units.iter().flat_map(|unit| unit["bases"].as_array().unwrap());
    let second = bases.into_iter().find(|base| base["id"].as_str() == Some("ax.9id.i2")).unwrap();
    second.get("arrives").map_or(1, |arrives| arrives.as_integer().unwrap())
}

/// By the text mines have no effect; who attacks is told of them all the same. A battalion of the division beside the square
/// comes one move after it is called, in the second (section 4).
#[test]
fn mines_are_told_of_and_do_nothing_by_default() {
    let field = before_the_enemy(&six());
    let said = field.done("battle new 0402 --by 1rd.b1 --reserve 9id.i2 --dry-run");
    assert!(said.contains("6 moves at most\n") && said.contains("0402 is mined by Axis: recce finds it\n"), "{said}");
    let (text, battle) = drawn(&field, "battle new 0402 --by 1rd.b1 --reserve 9id.i2");
    assert!(text.contains("\n# 0402 is mined by Axis: recce finds it.\n"), "{text}");
    assert_eq!((battle["moves"].as_integer(), second_comes(&battle)), (Some(6), 2));
    let shown = field.done("battle show 0402");
    assert!(shown.contains("open, held by Axis, mined by Axis"), "{shown}");
    field.done("battle resolve 0402 --seed 1 --post");
    assert_eq!(mines(&field, "0402"), json!(["AX", false, true, null]));
}

/// The move of the gap is the first of the six: five are left, and who would come in the second of six comes in the first of
/// five. Posted, the way lies open.
#[test]
fn with_bars_the_attack_begins_with_the_gap() {
    let field = before_the_enemy(&six());
    field.done("setting set mines bars");
    let said = field.done("battle new 0402 --by 1rd --reserve 9id.i2 --dry-run");
    let gap = "5 moves at most, after one in which engineers gap the mines (setting `mines`)";
    assert!(said.replace('\n', " ").contains(gap), "{said}");
    let (text, battle) = drawn(&field, "battle new 0402 --by 1rd --reserve 9id.i2");
    assert!(text.contains("\n# 0402 is mined by Axis: recce finds it.\n"), "{text}");
    assert_eq!((battle["moves"].as_integer(), second_comes(&battle)), (Some(5), 1));
    assert_eq!(field.run("battle check 1am-0402.toml").code, 0);
    field.done("battle resolve 1am-0402.toml --seed 1 --post");
    assert_eq!(mines(&field, "0402"), json!(["AX", true, true, null]));
    assert_eq!(field.json("verify --replay")["ok"], json!(true));
    field.done("undo");
    assert_eq!(mines(&field, "0402"), json!(["AX", false, true, null]));
}

#[test]
fn with_bars_nobody_attacks_without_engineers_or_without_the_time() {
    let field = before_the_enemy(&six());
    field.done("setting set mines bars");
    let why = refused(&field, "battle new 0402 --by 1rd.b1");
    let none = "0402: it is mined by Axis, and no attacking engineers can gap the mines: bring some up beside it \
                (setting `mines`)";
    assert_eq!(why, format!("error: {none}\nhint: the umpire sets the rule aside with `--override \"reason\"`\n"));
    let (_, battle) = drawn(&field, "battle new 0402 --by 1rd.b1 --override 'by hand'");
    assert_eq!(battle["moves"].as_integer(), Some(5), "others make the gap, in the same time");
    field.done("battle resolve 0402 --seed 1 --post");
    assert_eq!(mines(&field, "0402")[1], json!(true));

    // 1,875 m of mines take the engineers five of their six hours.
    let mut campaign = six();
    campaign.frame.square_m = 1_875;
    let field = before_the_enemy(&campaign);
    field.done("mines lay 0301 --by 1rd");
    field.done("setting set mines bars");
    let why = refused(&field, "battle new 0402 --by 1rd");
    let late = "0402: it is mined by Axis: the gap takes a move, and the slowest attacker then has no hour left to \
                attack through it";
    assert!(why.contains(late), "{why}");
}

/// No gap is wanted through mines of one's own, where there is one, while they are being laid, or of who stands in the square.
#[test]
fn with_bars_other_mines_bar_nobody() {
    for (set, is_in) in
        [("--side SU", false), ("--side AX --gapped", false), ("--side AX --from 1pm", false), ("--side AX", true)]
    {
        let field = before_the_enemy(&six());
        field.done("setting set mines bars");
        field.done(&format!("mines set 0402 {set}"));
        if is_in {
            field.done("unit set 1rd.b1 square=0402");
        }
        let (_, battle) = drawn(&field, "battle new 0402 --attacker SU --by 1rd.b1");
        assert_eq!(battle["moves"].as_integer(), Some(6), "{set}");
    }
}

#[test]
fn mines_laid_or_gapped_after_a_battle_was_drawn_are_a_change_of_what_it_relied_on() {
    let field = before_the_enemy(&six());
    field.done("battle new 0402 --by 1rd.b1");
    field.done("mines set 0402 --side AX --gapped");
    let why = refused(&field, "battle resolve 0402 --seed 1 --post");
    let changed = "`0402` was open, held by Axis, mined by Axis and is now open, held by Axis, mined by Axis, gapped";
    assert!(why.contains(changed), "{why}");
}
