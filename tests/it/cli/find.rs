//! `find`: units, places, crossings and stores by part of a name, number or id.

use campaign::{Campaign, Place};
use domain::{PlaceKind, Square};

use super::field::{Field, six};

fn village(name: &str, square: Square) -> Place {
    let (kind, note) = (PlaceKind::Village, String::new());
    Place { name: name.to_owned(), at: None, square, kind, prepared: false, note }
}

/// As six, with a 22nd and a 322nd of a name that only whole numbers tell apart, and a place.
fn field() -> Field {
    let mut campaign = six();
    let name = |campaign: &mut Campaign, id: &str, name: &str| {
        name.clone_into(&mut campaign.formations.get_mut(id).unwrap().name);
    };
    name(&mut campaign, "su.1a", "First Army");
    name(&mut campaign, "su.1a.1rd", "322nd Rifle Division");
    name(&mut campaign, "su.1a.2rd", "22nd Rifle Division");
    name(&mut campaign, "su.1a.1rd.b1", "I/22 Rifle");
    campaign.places.push(village("Rifle-Hill", Square::new(3, 3)));
    Field::of(&campaign)
}

fn found(field: &Field, line: &str) -> Vec<String> {
    let rows = field.json(line);
    rows.as_array().unwrap().iter().map(|row| row["id"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn a_number_is_found_whole_and_the_higher_formation_first() {
    let field = field();
    assert_eq!(found(&field, "find 22 rifle"), ["su.1a.2rd", "su.1a.1rd.b1"]);
    assert_eq!(found(&field, "find 322"), ["su.1a.1rd"]);
    assert_eq!(found(&field, "find rifle hill"), ["Rifle-Hill"]);
    let rows = field.json("find 22nd");
    let row = serde_json::json!({
        "kind": "unit", "id": "su.1a.2rd", "name": "22nd Rifle Division", "side": "SU",
        "square": rows[0]["square"], "superior": "First Army"
    });
    assert_eq!(rows, serde_json::json!([row]));
}

/// By the words of its name, by what it begins with though misspelled, and by an id.
#[test]
fn a_unit_that_is_meant_is_offered_by_name() {
    let field = field();
    for (given, meant) in [
        ("322-rifle", "322nd Rifle Division (`su.1a.1rd`)"),
        ("22nd-rifel", "22nd Rifle Division (`su.1a.2rd`)"),
        ("2rdd", "22nd Rifle Division (`2rd`)"),
    ] {
        let ran = field.run(&format!("unit show {given}"));
        let hint = format!("error: there is no unit `{given}`\nhint: did you mean {meant}?\n");
        assert!(ran.code == 2 && ran.err.starts_with(&hint), "{}", ran.err);
    }
}

#[test]
fn a_side_finds_its_own_and_the_map() {
    let field = field();
    assert_eq!(found(&field, "find rifle --side AX"), ["Rifle-Hill"]);
    assert!(found(&field, "find rifle --side SU").contains(&"su.1a.1rd".to_owned()));
}

#[test]
fn what_nothing_answers_to_is_an_error_with_the_nearest_name() {
    let field = field();
    let ran = field.run("find 22nd Rifle Divison");
    assert_eq!(
        (ran.code, ran.err.as_str()),
        (
            2,
            "error: there is no unit, place, crossing, dump, railhead or airfield called `22nd Rifle Divison`\nhint: did \
             you mean `22nd Rifle Division`?\n"
        )
    );
}

#[test]
fn the_best_twenty_are_listed_and_all_on_request() {
    let mut campaign = six();
    for number in 0..25_u16 {
        campaign.places.push(village(&format!("Hill {number}"), Square::new(number % 5, number / 5)));
    }
    let field = Field::of(&campaign);
    let some = field.done("find hill");
    assert!(some.ends_with("\n5 more: `--all` lists them, more words find fewer\n"), "{some}");
    assert_eq!(field.done("find hill --all").lines().count(), 27);
    assert!(field.done("find hill 4").contains("Hill 4 "));
}

#[test]
fn units_and_accounts_are_called_by_name_with_underscores_for_blanks() {
    let field = Field::playing("first-bound");
    for (named, by_id) in [
        ("unit show Truck_column_1", "unit show ax.t1"),
        ("unit show truck-column-1", "unit show ax.t1"),
        ("supply stocks 'Corps dump Brod'", "supply stocks ax.d"),
        ("supply stocks eastern_depot", "supply stocks su.depot"),
        ("supply stocks Olshany", "supply stocks olshany"),
        ("supply stocks Truck_column_1", "supply stocks ax.t1"),
        ("dump close Eastern-depot --dry-run", "dump close su.depot --dry-run"),
        (
            "supply send ax.t2 --load 1log --from 'Corps dump Brod' --to ax.id --for 2am --dry-run",
            "supply send ax.t2 --load 1log --from ax.d --to ax.id --for 2am --dry-run",
        ),
    ] {
        let (one, other) = (field.run(named), field.run(by_id));
        assert_eq!((one.code, &one.out, &one.err), (other.code, &other.out, &other.err), "{named}");
        assert!(other.code == 0 || by_id.starts_with("dump close"), "{by_id}: {}", other.err);
    }
    let near = field.run("supply stocks 'Corps dump Bord'");
    let told = "error: there is no account `Corps dump Bord`\nhint: did you mean `Corps dump Brod`?\nhint: `railhead supply \
                stocks` and `railhead dump list` show the accounts\n";
    assert_eq!((near.code, near.err.as_str()), (2, told));
    field.done("dump open ax.e --owner ax.id --at 0505 --name 'Eastern depot'");
    let several = field.run("supply stocks eastern_depot");
    assert_eq!(several.code, 2);
    assert!(
        several.err.contains("ax.e  Eastern depot") && several.err.contains("su.depot  Eastern depot"),
        "{}",
        several.err
    );
}
