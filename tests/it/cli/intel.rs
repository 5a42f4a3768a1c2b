//! What a side knows: sightings, and what it remembers. That no report for a side holds anything else is tested in `known`
//! and in `supply::leaks`.

use std::fmt::Write as _;

use campaign::{Battle, BattleUnit, Campaign, Event, Fought, RecceWon, apply};
use domain::{BattleEnd, Grade, SideId, SightedBy, Square};
use serde_json::{Value, json};

use super::field::{Field, six};

fn side(word: &str) -> SideId {
    SideId::new(word).unwrap()
}

pub(super) fn sightings(field: &Field, line: &str) -> Vec<Value> {
    field.json(line)["sightings"].as_array().unwrap().clone()
}

/// Whoever stands beside the other's battalions knows their arm and number, and not who they are.
#[test]
fn contact_tells_arm_and_size_to_both() {
    let mut campaign = six();
    let leaf = |campaign: &mut Campaign, id: &str, at: (u16, u16)| {
        campaign.formations.get_mut(id).unwrap().leaf.as_mut().unwrap().square = Some(Square::new(at.0, at.1));
    };
    let enemy = campaign.formations.values().find(|f| f.side == side("AX") && f.is_fighting_leaf()).unwrap().id.clone();
    leaf(&mut campaign, "su.1a.1rd.b1", (8, 8));
    leaf(&mut campaign, enemy.as_str(), (8, 9));
    let field = Field::of(&campaign);
    let seen = sightings(&field, "intel show --side SU");
    assert_eq!(seen.len(), 1, "{seen:?}");
    let of = &seen[0];
    assert_eq!(
        (&of["id"], &of["square"], &of["how"], &of["age"]),
        (&json!("AX-s1"), &json!("0809"), &json!("contact"), &json!(0))
    );
    assert_eq!(
        (&of["units"], &of["name"], &of["sp"], &of["formation"]),
        (&json!(1), &Value::Null, &Value::Null, &Value::Null)
    );
    assert_eq!(sightings(&field, "intel show --side AX")[0]["id"], "SU-s1");
    assert_eq!(sightings(&field, "intel show").len(), 2);
    assert!(field.done("find AX-s1 --side SU").contains("AX-s1"));
}

#[test]
fn the_umpire_tells_corrects_and_lets_forget() {
    let field = Field::new();
    let before = sightings(&field, "intel show --side SU").len();
    field.done("intel add 0808 --side SU arm=armour units=3 echelon=battalion name='Panzer'");
    let told = sightings(&field, "intel show --side SU");
    assert_eq!(told.len(), before + 1);
    let of = told.iter().find(|of| of["square"] == "0808").unwrap();
    assert_eq!(
        (&of["arm"], &of["units"], &of["name"], &of["how"]),
        (&json!("armour"), &json!(3), &json!("Panzer"), &json!("report"))
    );
    let id = of["id"].as_str().unwrap();
    field.done(&format!("intel set {id} name=none grade=veteran square=0909"));
    let now = sightings(&field, "intel show --side SU");
    let of = now.iter().find(|of| of["id"] == id).unwrap();
    assert_eq!((&of["square"], &of["name"], &of["grade"]), (&json!("0909"), &Value::Null, &json!("veteran")));
    field.done(&format!("intel forget {id}"));
    assert_eq!(sightings(&field, "intel show --side SU").len(), before);
    field.done("undo");
    assert_eq!(sightings(&field, "intel show --side SU"), now);
    assert!(field.done("verify").contains("sound"), "verify");
}

/// What stands near one place is a line, with what was seen in an earlier bound below what is seen now.
#[test]
fn sightings_near_one_place_are_told_together() {
    let field = Field::new();
    field.done("intel add 0505 --side SU arm=infantry units=2 echelon=battalion name=Guards grade=veteran");
    field.done("intel add 0405 --side SU arm=armour units=1 echelon=battalion note='by air'");
    field.done("bound close");
    field.done("intel add 0404 --side SU arm=infantry units=3 echelon=battalion");
    field.done("intel add 0404 --side SU arm=infantry units=1 echelon=battalion sp=4");
    field.done("intel add 0403 --side SU");
    let table = field.run_on(200, "intel show --side SU --by place", "").out;
    let cells = |line: &'static str| line.split("  ").map(str::trim).filter(|cell| !cell.is_empty()).collect();
    let lines: Vec<Vec<&str>> = table.leak().lines().map(cells).collect();
    assert_eq!(
        lines[2..],
        [
            vec!["seen now"],
            vec!["Old Town: 0403, 0404", "4 infantry battalions, unidentified troops", "somebody (4 SP)"],
            vec!["seen 1 bound ago"],
            vec!["Old Town: 0405, 0505", "2 infantry battalions, 1 armour battalion", "Guards (veteran)", "by air"],
        ]
    );
}

/// What sides know goes into the folder and comes back.
#[test]
fn what_is_known_is_kept_through_the_folder() {
    let field = Field::playing("first-bound");
    let told = field.json("status")["sides"][0]["side"].as_str().unwrap().to_owned();
    field.done(&format!("intel add 0202 --side {told} arm=armour units=2 name='Tanks, \"heavy\"' note='by air'"));
    let now = sightings(&field, "intel show --campaign first-bound.railhead");
    assert!(now.iter().any(|of| of["name"] == "Tanks, \"heavy\""), "{now:?}");
    field.done("export out");
    field.done("new out again.railhead");
    assert_eq!(sightings(&field, "intel show --campaign again.railhead"), now);
    field.done("export back --campaign again.railhead");
    let bytes = |folder: &str| std::fs::read(field.dir.path().join(folder).join("sightings.csv")).unwrap();
    assert_eq!(bytes("back"), bytes("out"));
}

#[test]
fn a_sighting_ages_fades_and_is_given_up() {
    let field = Field::new();
    field.done("intel add 0808 --side SU arm=armour");
    let age = |field: &Field| {
        let all = sightings(field, "intel show --side SU");
        all.iter()
            .find(|of| of["square"] == "0808")
            .map(|of| (of["age"].as_u64().unwrap(), of["faded"].as_bool().unwrap()))
    };
    assert_eq!(age(&field), Some((0, false)));
    for bounds in 1..=9 {
        field.done("bound close");
        assert_eq!(age(&field), Some((bounds, bounds >= 3)));
    }
    field.done("bound close");
    assert_eq!(age(&field), None);
}

/// A square far from the other's leaves changes hands, and a bridge there is blown: he believes what he saw last, until he
/// comes there. He knows what becomes of his own.
#[test]
fn ground_is_known_as_it_was_seen_last() {
    let field = Field::new();
    let control = |field: &Field, who: &str| field.json(&format!("ground show 0909 --side {who}"))["control"].clone();
    field.done("ground set 0909 --side AX");
    let believed = control(&field, "SU");
    field.done("ground set 0909 --side SU");
    assert_eq!((control(&field, "AX"), control(&field, "SU")), (json!("SU"), json!("SU")), "{believed}");
    field.done("ground set 0909 --side none");
    assert_eq!(control(&field, "AX"), json!("SU"), "AX has not seen that it was given up");
    assert_eq!(field.json("ground show 0909")["control"], Value::Null);
    field.done("undo");
    assert_eq!(field.json("ground show 0909")["control"], "SU");
}

#[test]
fn what_cannot_be_told_is_refused() {
    let field = Field::new();
    let mut page = String::new();
    for line in [
        "intel add 0808 --side SU --enemy SU",
        "intel add 0808 --side SU bound=9am",
        "intel add 0808 --side SU units=70000",
        "intel set AX-s99 name=x",
        "intel forget AX-s99",
    ] {
        let ran = field.run(line);
        writeln!(page, "$ {line}\n({}) {}", ran.code, ran.err).unwrap();
    }
    insta::assert_snapshot!("refused", page);
    // Of three sides one has two enemies.
    let mut campaign = six();
    campaign.sides.push(campaign::Side { id: side("RO"), name: "Romania".into(), colour: "green".into() });
    let field = Field::of(&campaign);
    let ran = field.run("intel add 0808 --side SU");
    assert_eq!(ran.err, "error: Soviet has more than one enemy\nhint: `--enemy SIDE` says whose troops they are\n");
    field.done("intel add 0808 --side SU --enemy RO");
    assert_eq!(sightings(&field, "intel show --side SU")[0]["side"], "RO");
}

/// Battalion `b1` of the first division, 3 SP and regular, before `i1` of the 9th, 4 SP: the attacker wins the look by 1.
#[test]
fn who_won_the_look_before_a_battle_learns_strength_and_grade_beside_the_name() {
    let mut campaign = six();
    campaign.formations.get_mut("su.1a.1rd.b1").unwrap().leaf.as_mut().unwrap().square = Some(Square::new(5, 2));
    campaign.formations.get_mut("ax.9id").unwrap().grade = Some(Grade::Veteran);
    campaign.take_first_look();
    let open = Battle {
        id: "1am-0602".into(),
        square: Square::new(6, 2),
        bound: campaign.bound,
        attacker: side("SU"),
        rules: campaign.rules,
        facts: Vec::new(),
        fought: None,
    };
    let unit = |unit: &str, attacked| BattleUnit {
        unit: unit.into(),
        attacked,
        engaged: true,
        first: true,
        sp_before: 3,
        sp_lost: 0,
        passed: 0,
        failed: 0,
        sp_whole: 0,
    };
    let fought = Fought {
        end: BattleEnd::OutOfMoves,
        holder: side("AX"),
        moves: 6,
        recorded: false,
        recce: Some(RecceWon { by: side("SU"), margin: 1 }),
        bases_lost: None,
        units: vec![unit("su.1a.1rd", true), unit("ax.9id", false)],
    };
    let over = Battle { fought: Some(fought), ..open.clone() };
    let happens = [
        Event::BattleChanged { battle: open.id.clone(), before: None, after: Some(Box::new(open.clone())) },
        Event::BattleChanged { battle: open.id.clone(), before: Some(Box::new(open)), after: Some(Box::new(over)) },
    ];
    for event in &happens {
        apply(&mut campaign, event).unwrap();
    }
    campaign.observe(&happens);
    let seen = |by: &str| campaign.intel.of(side(by)).into_iter().next().cloned().unwrap();
    let (won, lost) = (seen("SU"), seen("AX"));
    assert_eq!((won.name.as_deref(), won.sp, won.grade), (Some("9ID"), Some(4), Some(Grade::Veteran)));
    assert_eq!((won.how, lost.how), (SightedBy::Recce, SightedBy::Battle));
    assert_eq!((lost.name.as_deref(), lost.sp, lost.grade), (Some("1RD"), None, None));
}
