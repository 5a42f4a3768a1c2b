//! What a side knows: sightings, what a side remembers, and that no report for a side holds anything else.

use std::collections::BTreeSet;

use campaign::{Campaign, Event, apply};
use domain::{Bound, SideId, Square};
use ledger::{Ledger, Moment};
use serde_json::{Value, json};

use super::field::{Field, six};
use super::history::played;

fn side(word: &str) -> SideId {
    SideId::new(word).unwrap()
}

/// The campaign of the history of Uranus at every bound, as it was closed.
fn every_bound() -> Vec<(Bound, Campaign)> {
    let field = played();
    let ledger = Ledger::open(&field.dir.path().join("uranus-1942.railhead")).unwrap();
    let last = ledger.campaign().unwrap().bound;
    let bounds = (0..last.ordinal()).map(Bound::from_ordinal).filter(|bound| *bound < last);
    bounds.map(|bound| (bound, ledger.as_of(Moment::Bound(bound)).unwrap())).collect()
}

/// The same with all that the side cannot know changed: names, strengths, grades and places of the enemy, his dumps and
/// orders, the ground in his rear.
fn disturbed(truth: &Campaign, knows: SideId) -> Campaign {
    let mut other = truth.clone();
    let rear: Vec<Square> = rear_of_the_enemy(truth, knows);
    let events: Vec<Event> = rear
        .iter()
        .map(|square| Event::ControlChanged { square: *square, before: truth.ground.control(*square), after: None })
        .collect();
    events.iter().for_each(|event| apply(&mut other, event).unwrap());
    other.observe(&events);
    for formation in other.formations.values_mut().filter(|formation| formation.side != knows) {
        formation.name = format!("nobody's {}", formation.order);
        formation.grade = None;
        formation.hq_die = Some(1);
        let Some(leaf) = &mut formation.leaf else { continue };
        leaf.square = leaf.square.and(rear.first().copied());
        for base in &mut leaf.bases {
            (base.sp, base.markers) = (base.sp.min(1), 0);
        }
    }
    let owners = truth.formations.clone();
    for dump in other.dumps.values_mut().filter(|dump| owners[&dump.owner].side != knows) {
        dump.square = rear[0];
    }
    let enemy = |id: &domain::FormationId| owners[id].side != knows;
    other.orders = campaign::Orders::from_list(truth.orders.iter().filter(|order| !enemy(&order.unit)).cloned());
    other.convoys.retain(|lead, _| !enemy(lead));
    other
}

/// Squares of the enemy with none of the side's leaves within two squares.
fn rear_of_the_enemy(truth: &Campaign, knows: SideId) -> Vec<Square> {
    let own: BTreeSet<Square> =
        truth.formations.values().filter(|f| f.side == knows).filter_map(campaign::Formation::stands_on).collect();
    let squares = truth.frame.squares().filter(|at| truth.ground.control(*at).is_some_and(|by| by != knows));
    squares.filter(|at| own.iter().all(|leaf| leaf.steps_to(*at) > 2)).step_by(97).collect()
}

#[test]
fn what_a_side_has_not_seen_changes_nothing_that_is_printed_for_it() {
    let mut sighted = 0;
    for (bound, truth) in every_bound() {
        for knows in ["AX", "SU"].map(side) {
            let known = truth.clone().as_known(Some(knows));
            assert!(known == disturbed(&truth, knows).as_known(Some(knows)), "{bound} {knows}");
            let ids: BTreeSet<&str> =
                truth.formations.values().filter(|f| f.side != knows).map(|f| f.id.as_str()).collect();
            let strangers: Vec<String> =
                known.formations.values().map(|f| f.id.to_string()).filter(|id| ids.contains(id.as_str())).collect();
            assert_eq!(strangers, [""; 0], "{bound} {knows}");
            sighted += known.intel.sightings.len();
        }
    }
    assert!(sighted > 1_000, "{sighted}");
}

/// Every report that is made for a side, on Uranus.
const REPORTS: &[&str] = &[
    "dump list",
    "find 1",
    "ground show 058052",
    "intel show",
    "map",
    "orbat",
    "order list",
    "supply convoys",
    "supply critical",
    "supply graph",
    "supply plan",
    "supply status --by unit --depth 3",
    "supply status",
    "supply stocks",
    "unit replacements",
];

/// The ids of the enemy's formations and dumps that stand in a report.
fn leaks<'a>(page: &'a str, of_enemy: &BTreeSet<String>) -> Vec<&'a str> {
    let is_of_an_id = |letter: char| letter.is_alphanumeric() || ".-_".contains(letter);
    let mut found: Vec<&str> = page.split(|c| !is_of_an_id(c)).filter(|word| of_enemy.contains(*word)).collect();
    found.dedup();
    found
}

#[test]
fn no_report_for_a_side_names_what_it_has_not_seen() {
    let field = played();
    let truth = Ledger::open(&field.dir.path().join("uranus-1942.railhead")).unwrap().campaign().unwrap();
    for (knows, enemy) in [("AX", "SU"), ("SU", "AX")] {
        let formations = truth.formations.values().filter(|f| f.side == side(enemy)).map(|f| f.id.to_string());
        let dumps = truth.dumps.values().filter(|d| truth.formations[&d.owner].side == side(enemy));
        let of_enemy: BTreeSet<String> = formations.chain(dumps.map(|d| d.id.to_string())).collect();
        assert!(!leaks(&field.done("orbat --as-of 6am"), &of_enemy).is_empty(), "the umpire's report names them");
        for line in REPORTS {
            for bound in ["2pm", "6am", "11n"] {
                let line = format!("{line} --side {knows} --as-of {bound} --format json");
                assert_eq!(leaks(&field.done(&line), &of_enemy), [""; 0], "{line}");
            }
        }
    }
}

fn sightings(field: &Field, line: &str) -> Vec<Value> {
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
    // Kept through the folder and back, and taken back by undo.
    field.done("export out");
    field.done("new out again.railhead");
    assert_eq!(sightings(&field, "intel show --side SU --campaign again.railhead"), now);
    field.done(&format!("intel forget {id}"));
    assert_eq!(sightings(&field, "intel show --side SU").len(), before);
    field.done("undo");
    assert_eq!(sightings(&field, "intel show --side SU"), now);
    assert!(field.done("verify").contains("sound"), "verify");
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
        page += &format!("$ {line}\n({}) {}\n", ran.code, ran.err);
    }
    insta::assert_snapshot!("refused", page);
}
