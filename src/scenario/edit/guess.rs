//! Which column of a spreadsheet is which of a table, and an order of battle made of it.
//!
//! What it decides: a guess, which the organiser corrects; and ids and echelons by their names where a spreadsheet has none.

use std::collections::{BTreeMap, BTreeSet};

use domain::{Echelon, nearest};

use super::{EditTable, Pasted, table_columns};

/// What spreadsheets call columns of `orbat.csv`, in small letters.
const CALLED: &[(&str, &[&str])] = &[
    ("id", &["code", "unit id", "uid"]),
    (
        "parent",
        &[
            "belongs to",
            "under",
            "superior",
            "higher",
            "higher formation",
            "parent id",
            "parent unit",
            "parent formation",
            "higher unit",
            "higher hq",
            "superior unit",
            "commanded by",
            "hq",
            "subordinate to",
            "part of",
        ],
    ),
    ("side", &["army", "force", "team", "faction", "player"]),
    ("name", &["unit", "unit name", "formation", "title", "designation", "counter"]),
    ("nationality", &["nation", "country"]),
    ("echelon", &["size", "level", "unit size"]),
    ("arm", &["type", "unit type", "branch", "kind", "troop type"]),
    ("mobility", &["moves", "movement", "move", "movement type", "transport"]),
    ("grade", &["quality", "morale", "training", "experience", "class"]),
    ("where", &["hex", "square", "location", "position", "place", "at", "grid"]),
    ("posture", &["stance"]),
    ("arrives", &["arrival", "turn", "reinforcement", "enters"]),
    ("entry", &["entry point", "entry square", "entry hex"]),
    ("sp_full", &["strength", "sp", "full strength", "strength points", "steps", "full sp"]),
    ("sp", &["current strength", "strength now", "current sp", "sp now"]),
    ("weapon_men", &["anti-infantry", "soft attack", "vs infantry", "firepower"]),
    ("weapon_armour", &["anti-tank", "hard attack", "vs armour", "vs tanks"]),
    ("armour", &["armor", "protection"]),
    ("calibre_mm", &["calibre", "caliber"]),
    ("note", &["notes", "remarks", "comment", "comments"]),
];

/// A way to guess the column that a header means.
type Way<'a> = dyn Fn(&str) -> Option<&'static str> + 'a;

/// The column of a table that each of these headers most likely stands for, none twice.
pub fn guess_columns(file: &str, headers: &[String]) -> Vec<Option<&'static str>> {
    let columns: Vec<&'static str> = table_columns(file).iter().map(|column| column.name).collect();
    let mut taken = BTreeSet::new();
    let mut found: Vec<Option<&'static str>> = vec![None; headers.len()];
    let called = |name: &str| CALLED.iter().find(|(_, names)| names.contains(&name)).map(|(column, _)| *column);
    // The strength of a template in percent is meant only where there is one.
    let has_template = headers.iter().any(|header| header.trim().eq_ignore_ascii_case("template"));
    let is_meant = |name: &str| name != "strength" || has_template;
    let as_said =
        |name: &str| columns.iter().find(|column| column.replace('_', " ") == name && is_meant(name)).copied();
    let near = |name: &str| nearest(name, columns.iter().copied()).filter(|_| name.len() > 3);
    // What is said plainly comes before what is only near.
    let ways: [&Way<'_>; 3] = [&as_said, &called, &near];
    for way in ways {
        for (header, found) in headers.iter().zip(&mut found).filter(|(_, found)| found.is_none()) {
            let name = header.trim().to_lowercase().replace(['_', '?', ':', '.'], " ");
            let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
            let guess = way(&name).filter(|column| columns.contains(column) && !taken.contains(column));
            if let Some(column) = guess {
                taken.insert(column);
                *found = Some(column);
            }
        }
    }
    found
}

/// The column that says the sides, by what stands in it: where all that stands there are sides by id or name.
pub fn sides_column(pasted: &Pasted, sides: &[(String, String)]) -> Option<usize> {
    let is_side =
        |cell: &String| sides.iter().any(|(id, name)| [id, name].iter().any(|own| own.eq_ignore_ascii_case(cell)));
    (0..pasted.columns.len()).find(|at| {
        let mut said = pasted.rows.iter().filter_map(|row| row.get(*at)).filter(|cell| !cell.is_empty()).peekable();
        said.peek().is_some() && said.all(is_side)
    })
}

/// The echelon that a name tells: of `8th Army` an army, of `1st Infantry Division` a division.
fn echelon_of(name: &str) -> Option<Echelon> {
    name.split_whitespace().rev().find_map(|word| word.parse().ok())
}

/// `orbat.csv` with these rows behind its own. `matched` names the column of each of theirs; `sides` are the sides by id
/// and name, `side` that of all rows where no column says it; `digits` how many a square has.
pub fn orbat_of(
    mut table: EditTable,
    pasted: &Pasted,
    matched: &[Option<String>],
    sides: &[(String, String)],
    side: Option<&str>,
    digits: usize,
) -> EditTable {
    let column = |name: &str| matched.iter().position(|of| of.as_deref() == Some(name));
    let ids = ids(&table, pasted, (column("id"), column("name"), column("parent")));
    let by_name: BTreeMap<String, &str> = match column("name") {
        Some(at) => pasted.rows.iter().zip(&ids).map(|(row, id)| (row[at].to_lowercase(), id.as_str())).rev().collect(),
        None => BTreeMap::new(),
    };
    let known: BTreeSet<&str> = ids.iter().map(String::as_str).collect();
    for (row, id) in pasted.rows.iter().zip(&ids) {
        let mut cells: Vec<(&str, String)> = vec![("id", id.clone())];
        let told = column("name").filter(|_| column("echelon").is_none()).and_then(|at| echelon_of(&row[at]));
        cells.extend(told.map(|echelon| ("echelon", echelon.to_string())));
        cells.extend(side.map(|side| ("side", side.to_owned())));
        for (cell, name) in row.iter().zip(matched).filter_map(|(cell, name)| Some((cell, name.as_deref()?))) {
            let value = match name {
                "id" => continue,
                "parent" if !known.contains(cell.as_str()) => {
                    by_name.get(&cell.to_lowercase()).map_or(cell.clone(), |id| (*id).to_owned())
                }
                "side" => {
                    let is_it = |(id, name): &&(String, String)| {
                        [id, name].into_iter().any(|own| own.eq_ignore_ascii_case(cell))
                    };
                    sides.iter().find(is_it).map_or(cell.clone(), |(id, _)| id.clone())
                }
                // Spreadsheets drop the zero in front.
                "where" | "entry" if !cell.is_empty() && cell.bytes().all(|byte| byte.is_ascii_digit()) => {
                    format!("{cell:0>digits$}")
                }
                _ => cell.clone(),
            };
            cells.push((name, value));
        }
        table.add(&cells);
    }
    table
}

/// The ids of the rows: as they are given, else made of the name, behind that of the superior.
fn ids(
    table: &EditTable,
    pasted: &Pasted,
    (id, name, parent): (Option<usize>, Option<usize>, Option<usize>),
) -> Vec<String> {
    let text = |row: &[String], at: Option<usize>| at.and_then(|at| row.get(at)).cloned().unwrap_or_default();
    let mut taken: BTreeSet<String> = (0..table.rows.len()).map(|row| table.cell(row, "id").to_owned()).collect();
    taken.extend(pasted.rows.iter().map(|row| text(row, id)));
    let mut by_name: BTreeMap<String, String> = BTreeMap::new();
    // Of thousands of one name none is tried twice.
    let mut tried: BTreeMap<String, usize> = BTreeMap::new();
    let mut ids = Vec::new();
    for row in &pasted.rows {
        let own = text(row, id);
        let own = if own.is_empty() {
            let above = text(row, parent);
            let above = by_name.get(&above.to_lowercase()).cloned().unwrap_or(above);
            let slug = slug(&text(row, name));
            let stem = if domain::is_id(&above) { format!("{above}.{slug}") } else { slug };
            let last = tried.entry(stem.clone()).or_default();
            loop {
                *last += 1;
                let id = if *last == 1 { stem.clone() } else { format!("{stem}-{last}") };
                if !taken.contains(&id) {
                    break id;
                }
            }
        } else {
            own
        };
        taken.insert(own.clone());
        by_name.entry(text(row, name).to_lowercase()).or_insert_with(|| own.clone());
        ids.push(own);
    }
    ids
}

/// A name as part of an id: letters and digits, with dashes between.
fn slug(name: &str) -> String {
    let letters = name.to_lowercase();
    let words = letters.split(|letter: char| !letter.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    let slug: String = words.collect::<Vec<_>>().join("-").chars().take(24).collect();
    if slug.is_empty() { "unit".to_owned() } else { slug.trim_end_matches('-').to_owned() }
}

#[cfg(test)]
mod tests {
    use super::super::pasted_text;
    use super::*;

    #[test]
    fn columns_are_guessed_by_what_spreadsheets_call_them() {
        let headers = [
            "Unit",
            "Belongs to",
            "Side",
            "Size",
            "Type",
            "Moves",
            "Quality",
            "Hex",
            "Strength",
            "Painted?",
            "Echelon",
        ];
        let guessed = guess_columns("orbat.csv", &headers.map(str::to_owned));
        let wanted = ["name", "parent", "side", "", "arm", "mobility", "grade", "where", "sp_full", "", "echelon"];
        assert_eq!(guessed.iter().map(|column| column.unwrap_or("")).collect::<Vec<_>>(), wanted);
        let ours: Vec<String> = table_columns("orbat.csv").iter().map(|column| column.name.to_owned()).collect();
        assert!(guess_columns("orbat.csv", &ours).iter().zip(&ours).all(|(guess, own)| *guess == Some(own.as_str())));
        assert_eq!(guess_columns("orbat.csv", &["mobilty".to_owned()]), [Some("mobility")]);
    }

    #[test]
    fn an_order_of_battle_without_ids_gets_them_from_its_names() {
        let text = "Unit\tUnder\tSide\tHex\n1st Division\t\tRed\t\nHQ\t1st division\tred\t505\nHQ\t1st Division\tBlue\tBrod\n\u{414}\tx y\t\t\n";
        let pasted = pasted_text(text).unwrap();
        let matched = [Some("name"), Some("parent"), Some("side"), Some("where")].map(|name| name.map(str::to_owned));
        let sides = [("RD", "Red"), ("BLUE", "The blue ones")].map(|(id, name)| (id.to_owned(), name.to_owned()));
        let table = EditTable::read("orbat.csv", Some(b"id,parent,side,name,where\n")).unwrap();
        let text = orbat_of(table, &pasted, &matched, &sides, None, 4).text();
        let wanted = "id,parent,side,name,where,echelon\n1st-division,,RD,1st Division,,division\n\
                      1st-division.hq,1st-division,RD,HQ,0505,\n1st-division.hq-2,1st-division,BLUE,HQ,Brod,\n\
                      unit,x y,,\u{414},,\n";
        assert_eq!(text, wanted);
    }

    #[test]
    fn sides_are_known_by_what_stands_in_a_column_and_echelons_by_names() {
        let text = "Unit\tNation\tHex\n8th Army\tsoviet\t0101\n1st Infantry Division\t\t0102\nKampfgruppe X\tAX\t\n";
        let pasted = pasted_text(text).unwrap();
        let sides = [("AX", "Axis"), ("SU", "Soviet")].map(|(id, name)| (id.to_owned(), name.to_owned()));
        assert_eq!(sides_column(&pasted, &sides), Some(1));
        assert_eq!(sides_column(&pasted, &sides[..1]), None, "one cell is none of them");
        let matched = [Some("name"), Some("side"), None].map(|name| name.map(str::to_owned));
        let table = EditTable::read("orbat.csv", Some(b"id,side,name,echelon\n")).unwrap();
        let wanted = "id,side,name,echelon\n8th-army,SU,8th Army,army\n1st-infantry-division,,1st Infantry Division,division\n\
                      kampfgruppe-x,AX,Kampfgruppe X,\n";
        assert_eq!(orbat_of(table, &pasted, &matched, &sides, None, 4).text(), wanted);
    }
}
