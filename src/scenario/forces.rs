//! The order of battle: formations, leaves, bases, grades.

use std::collections::BTreeMap;

use crate::campaign::{Banks, Base, Campaign, Formation, GradeRow, Leaf, Location, OnceHad, Support};
use crate::domain::{
    Arm, Bound, Class, Commodity, Echelon, FormationId, Grade, LeafState, Mobility, Posture, Role, Scale, Square,
    SupportKind, nearest,
};

use super::Files;
use super::csv_file::{Findings, Row, rows};

const ORBAT: &[&str] = &[
    "id",
    "parent",
    "side",
    "name",
    "nationality",
    "echelon",
    "arm",
    "mobility",
    "grade",
    "grade_under",
    "where",
    "posture",
    "arrives",
    "entry",
    "by_rail",
    "role",
    "sp_full",
    "sp",
    "weapon_men",
    "weapon_armour",
    "armour",
    "calibre_mm",
    "carries",
    "capacity",
    "state",
    "markers",
    "ammo",
    "hq_die",
    "casemated",
    "attached_to",
    "attached_as",
    "once_had",
    "note",
];
const GRADES: &[&str] = &["formation", "bound", "battle", "before", "after", "reason"];

/// A bound; none where the field is empty.
pub(super) fn bound(row: &Row, column: &'static str, found: &mut Findings) -> Option<Bound> {
    if row.get(column).is_empty() {
        return None;
    }
    row.read(column, found, |_, e: crate::domain::BadBound| (e.to_string(), String::new()))
}

/// A word of a closed list; none where the field is empty.
fn maybe<T>(row: &Row, column: &'static str, found: &mut Findings) -> Option<T>
where
    T: std::str::FromStr<Err = crate::domain::UnknownWord>,
{
    if row.get(column).is_empty() { None } else { row.word(column, None, found) }
}

/// Reads orbat.csv and grades.csv into the campaign.
pub(super) fn read(files: &Files, campaign: &mut Campaign, found: &mut Findings) {
    if !files.contains_key("orbat.csv") {
        found.fault("orbat.csv", (0, 0), "the file is missing", "it lists the formations, one a row");
        return;
    }
    let all = rows(files, "orbat.csv", ORBAT, &["id", "side", "name", "echelon", "arm"], found);
    let mut by_id: BTreeMap<&str, &Row> = BTreeMap::new();
    for row in &all {
        let id = row.get("id");
        if id.is_empty() {
            found.fault(row.file, row.at("id"), "`id` is empty", "give an id");
        } else if let Some(first) = by_id.insert(id, row) {
            let hint = format!("the first is in line {}", first.line);
            found.fault(row.file, row.at("id"), format!("id `{id}` is there twice"), hint);
        }
    }
    check_tree(&by_id, found);
    let is_base = |row: &Row| row.get("id").contains('#');
    let parents: std::collections::BTreeSet<&str> =
        all.iter().filter(|row| !is_base(row)).map(|row| row.get("parent")).collect();
    let banks = Banks::new(campaign);
    let mut formations = BTreeMap::new();
    for (order, row) in all.iter().filter(|row| !is_base(row)).enumerate() {
        let bases: Vec<&Row> =
            all.iter().filter(|r| is_base(r) && r.get("id").split('#').next() == Some(row.get("id"))).collect();
        let leaf = !parents.contains(row.get("id"));
        if let Some(formation) = formation(row, order as u32, leaf, &bases, campaign, &banks, found) {
            formations.insert(formation.id.clone(), formation);
        }
    }
    campaign.formations = formations;
    check_support(&all, campaign, found);
    read_grades(files, campaign, found);
}

fn check_tree(by_id: &BTreeMap<&str, &Row>, found: &mut Findings) {
    for (id, row) in by_id {
        let parent = row.get("parent");
        if parent.is_empty() {
            continue;
        }
        let Some(superior) = by_id.get(parent) else {
            let hint = nearest(parent, by_id.keys().copied()).map(|n| format!("did you mean `{n}`?"));
            let hint = hint.unwrap_or_else(|| "give the superior a row of its own".to_owned());
            found.fault(row.file, row.at("parent"), format!("there is no formation `{parent}`"), hint);
            continue;
        };
        if superior.get("side") != row.get("side") {
            let message = format!("`{parent}` is of side `{}`, `{id}` of `{}`", superior.get("side"), row.get("side"));
            found.fault(row.file, row.at("parent"), message, "a superior is of the same side");
        }
        let mut next = parent;
        for _ in 0..by_id.len() {
            if next == *id {
                found.fault(row.file, row.at("parent"), format!("`{id}` stands under itself"), "break the circle");
                break;
            }
            let Some(above) = by_id.get(next) else { break };
            next = above.get("parent");
        }
    }
}

fn formation(
    row: &Row,
    order: u32,
    is_leaf: bool,
    bases: &[&Row],
    campaign: &Campaign,
    banks: &Banks,
    found: &mut Findings,
) -> Option<Formation> {
    let side = super::land::side(row, "side", row.get("side"), campaign, found);
    let echelon = row.word("echelon", None::<Echelon>, found);
    let arm = row.word("arm", None::<Arm>, found);
    let mobility = maybe::<Mobility>(row, "mobility", found);
    let grade = maybe::<Grade>(row, "grade", found);
    let grade_under = maybe::<Grade>(row, "grade_under", found);
    let hq_die = (!row.get("hq_die").is_empty()).then(|| row.number("hq_die", None, found)).flatten();
    let once = row.get("once_had");
    let support = support(row, found);
    let (echelon, arm) = (echelon?, arm?);
    let leaf = if is_leaf { Some(leaf(row, echelon, arm, bases, campaign, banks, found)?) } else { None };
    Some(Formation {
        id: row.get("id").into(),
        order,
        parent: (!row.get("parent").is_empty()).then(|| FormationId::from(row.get("parent"))),
        side: side?,
        name: row.get("name").to_owned(),
        nationality: row.get("nationality").to_owned(),
        echelon,
        arm,
        mobility,
        grade,
        grade_under,
        hq_die: hq_die.map(|d| d as u8),
        once_had: OnceHad { log: once.contains("log"), pol: once.contains("pol") },
        support,
        leaf,
        note: row.get("note").to_owned(),
    })
}

fn support(row: &Row, found: &mut Findings) -> Option<Support> {
    if row.get("attached_to").is_empty() {
        return None;
    }
    let kind = row.word("attached_as", Some(SupportKind::UnderCommand), found)?;
    Some(Support { to: row.get("attached_to").into(), kind })
}

fn check_support(all: &[Row], campaign: &Campaign, found: &mut Findings) {
    for row in all.iter().filter(|row| !row.get("attached_to").is_empty()) {
        let to = row.get("attached_to");
        match campaign.formation(to) {
            None => found.fault(row.file, row.at("attached_to"), format!("there is no formation `{to}`"), ""),
            Some(other) if other.side.as_str() != row.get("side") => {
                found.fault(row.file, row.at("attached_to"), format!("`{to}` is of side `{}`", other.side), "");
            }
            Some(_) => {}
        }
    }
}

fn leaf(
    row: &Row,
    echelon: Echelon,
    arm: Arm,
    base_rows: &[&Row],
    campaign: &Campaign,
    banks: &Banks,
    found: &mut Findings,
) -> Option<Leaf> {
    let arrives = bound(row, "arrives", found);
    let late = arrives.is_some_and(|arrives| arrives > campaign.bound);
    let usual = if late { LeafState::OffMap } else { LeafState::Organised };
    let state = row.word("state", Some(usual), found)?;
    let square = leaf_square(row, state, campaign, banks, found)?;
    let entry = row.get("entry");
    let entry = (!entry.is_empty()).then(|| super::land::location(row, "entry", entry, campaign, found)).flatten();
    let carries = maybe::<Commodity>(row, "carries", found);
    let bases = if base_rows.is_empty() {
        vec![base(row, echelon, arm, campaign, found)?]
    } else {
        base_rows.iter().filter_map(|r| base(r, echelon, arm, campaign, found)).collect()
    };
    Some(Leaf {
        square,
        posture: row.word("posture", Some(Posture::Open), found)?,
        casemated: row.yes("casemated", found),
        state,
        arrives,
        entry,
        by_rail: row.yes("by_rail", found),
        carries,
        capacity: row.number("capacity", Some(1), found)?,
        bases,
    })
}

#[expect(clippy::option_option, reason = "a fault, or a leaf that stands nowhere, or its square")]
fn leaf_square(
    row: &Row,
    state: LeafState,
    campaign: &Campaign,
    banks: &Banks,
    found: &mut Findings,
) -> Option<Option<Square>> {
    let text = row.get("where");
    if text.is_empty() {
        if state.is_on_map() {
            let message = format!("`{}` has nobody under it and stands nowhere", row.get("id"));
            found.fault(row.file, row.at("where"), message, "give its square, place or `lat lon` in `where`");
            return None;
        }
        return Some(None);
    }
    let location = super::land::location(row, "where", text, campaign, found)?;
    let Location::At(at) = location else { return Some(super::land::square_of(&location, campaign)) };
    let Some((square, moved)) = banks.square(at) else {
        found.fault(row.file, row.at("where"), format!("`{text}` lies off the map"), "");
        return None;
    };
    if moved {
        let message = format!("`{}` was moved to {}, on its own bank", row.get("id"), campaign.frame.reference(square));
        found.warn(row.file, row.at("where"), message, "give its square to say otherwise");
    }
    Some(Some(square))
}

fn base(row: &Row, echelon: Echelon, arm: Arm, campaign: &Campaign, found: &mut Findings) -> Option<Base> {
    let whole = campaign.scale == Scale::Corps && echelon >= Echelon::Battalion && row.get("id").find('#').is_none();
    let sp_full = row.number("sp_full", Some(if whole { 3 } else { 1 }), found)?;
    let sp = row.number("sp", Some(sp_full), found)?;
    let markers = row.number("markers", Some(0), found)?;
    if sp > sp_full {
        found.fault(row.file, row.at("sp"), format!("{sp} SP are more than the full {sp_full}"), "raise `sp_full`");
    }
    if markers > sp {
        found.fault(row.file, row.at("markers"), format!("{markers} markers are more than {sp} SP"), "");
    }
    let calibre = (!row.get("calibre_mm").is_empty()).then(|| row.number("calibre_mm", None, found)).flatten();
    Some(Base {
        role: row.word("role", Some(role_of(arm)), found)?,
        weapon_men: maybe::<Class>(row, "weapon_men", found),
        weapon_armour: maybe::<Class>(row, "weapon_armour", found),
        armour: maybe::<Class>(row, "armour", found),
        calibre_mm: calibre.map(|c| c as u16),
        sp_full: sp_full as u16,
        sp: sp as u16,
        markers: markers as u16,
        out_of_ammo: row.get("ammo") == "out",
    })
}

/// What a base of an arm does unless the folder says otherwise.
fn role_of(arm: Arm) -> Role {
    match arm {
        Arm::Hq => Role::Command,
        Arm::Infantry | Arm::Motorised | Arm::Armour | Arm::Cavalry => Role::Fighting,
        Arm::Recce => Role::Recce,
        Arm::Engineer => Role::Engineer,
        Arm::Antitank | Arm::Artillery => Role::Support,
        Arm::Antiair => Role::AntiAir,
        Arm::Logistic => Role::Logistic,
        Arm::Medical => Role::Medical,
        Arm::Recovery => Role::Recovery,
        Arm::Observer => Role::Observer,
        Arm::Air | Arm::Transport => Role::Air,
    }
}

fn read_grades(files: &Files, campaign: &mut Campaign, found: &mut Findings) {
    for row in rows(files, "grades.csv", GRADES, &["formation", "bound", "after"], found) {
        let id = row.get("formation");
        if campaign.formation(id).is_none() {
            found.fault(row.file, row.at("formation"), format!("there is no formation `{id}`"), "");
            continue;
        }
        let (before, after) = (maybe::<Grade>(&row, "before", found), maybe::<Grade>(&row, "after", found));
        let Some(when) = bound(&row, "bound", found) else { continue };
        let battle = (!row.get("battle").is_empty()).then(|| row.get("battle").to_owned());
        let reason = row.get("reason").to_owned();
        campaign.grades.push(GradeRow { formation: id.into(), bound: when, battle, before, after, reason });
    }
}
