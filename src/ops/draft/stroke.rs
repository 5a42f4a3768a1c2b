//! A stroke: something drawn on the map of a folder, as a change of one of its tables.
//!
//! What it decides: which rows say it. Squares of a terrain stand in one row of `terrain.csv`, behind all areas; a river
//! goes along the corners of squares; of a name that is not given one is made.
//! What it never does: say whether it can lie there: `check` does.

use std::collections::BTreeSet;

use domain::{CrossingKind, PlaceKind, RiverClass, RoadQuality, Square, Terrain};
use scenario::edit::EditTable;

use super::Draft;
use crate::{OpError, View};

/// Something drawn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Stroke {
    /// The ground of squares.
    Terrain(Terrain, Vec<String>),
    /// Who holds squares: a side, nobody (an empty text), or whom the front gives them (none).
    Control(Option<String>, Vec<String>),
    /// A road by these points: squares or places.
    Road(String, RoadQuality, Vec<String>),
    /// A railway: its name, its gauge, the sides that use it, its points.
    Railway(String, String, Vec<String>, Vec<String>),
    /// A river along the north-west corners of these squares; one of that name goes on.
    River(String, RiverClass, Vec<String>),
    /// A crossing between two squares, and whether it carries trains.
    Crossing(String, CrossingKind, bool, Vec<String>),
    /// A place; one of that name is put elsewhere.
    Place(String, PlaceKind, String),
    /// The front along the north-west corners of these squares, and the side on its left hand; one of that name is drawn
    /// anew.
    Front(String, String, Vec<String>),
    /// A railhead: its id, square, railway, side, and whether trains come in there from beyond the map. Of no railway it is on the
    /// one that passes there, of no side whoever holds the square has it.
    Railhead(String, String, String, String, bool),
    /// A dump: its id, square, owner, level, and whether stock comes to it from beyond the map.
    Dump(String, String, String, String, bool),
    /// All of this name or id out of a table.
    Remove(String, String),
}

/// The column by which what stands in a table is called.
fn key_of(file: &str) -> &'static str {
    match file {
        "front.csv" => "line",
        "crossings.csv" | "railheads.csv" | "dumps.csv" | "airfields.csv" => "id",
        "control.csv" | "minefields.csv" | "partisans.csv" => "square",
        _ => "name",
    }
}

fn refused(message: impl Into<String>, hint: &str) -> OpError {
    OpError::Words { message: message.into(), hint: hint.into() }
}

impl Stroke {
    /// The table that it changes, and that as it is to be written.
    ///
    /// # Errors
    /// When it lacks what it is to be drawn with.
    pub(super) fn drawn(&self, draft: &Draft) -> Result<(&'static str, String), OpError> {
        let table = |file: &str| {
            draft
                .table(file)
                .ok_or_else(|| refused(format!("`{file}` is not a table of a campaign"), "name one of its tables"))
        };
        let changed = match self {
            Self::Terrain(terrain, squares) => terrain_of(draft, table("terrain.csv")?, *terrain, squares)?,
            Self::Control(side, squares) => control(draft, table("control.csv")?, side.as_deref(), squares)?,
            Self::Road(name, quality, points) => {
                let cells = [("quality", quality.as_str().to_owned())];
                line(table("roads.csv")?, (name, "Road"), &cells, points)?
            }
            Self::Railway(name, gauge, users, points) => {
                let cells = [("gauge", gauge.clone()), ("users", users.join(" ")), ("state", "open".to_owned())];
                line(table("rail.csv")?, (name, "Railway"), &cells, points)?
            }
            Self::River(name, class, corners) => river(table("rivers.csv")?, name, *class, corners)?,
            Self::Crossing(name, kind, carries_rail, squares) => {
                crossing(draft, table("crossings.csv")?, name, (*kind, *carries_rail), squares)?
            }
            Self::Place(name, kind, square) => place(table("places.csv")?, name, *kind, square)?,
            Self::Front(name, left, corners) => front(draft, table("front.csv")?, (name, left), corners)?,
            Self::Railhead(id, square, line, side, source) => {
                let (line, side) = railhead(draft, square, (line, side))?;
                let cells = [("line", line), ("side", side), ("source", yes(*source))];
                stock(draft, table("railheads.csv")?, (id, "railhead"), square, &cells)?
            }
            Self::Dump(_, _, owner, ..) if owner.is_empty() => {
                let hint = "name its owner by its id; before there is an order of battle there is nobody to own it";
                return Err(refused("a dump belongs to a formation", hint));
            }
            Self::Dump(id, square, owner, level, source) => {
                let cells = [("owner", owner.clone()), ("level", level.clone()), ("source", yes(*source))];
                stock(draft, table("dumps.csv")?, (id, "dump"), square, &cells)?
            }
            Self::Remove(file, name) => {
                let mut table = table(file)?;
                if table.remove_all(key_of(file), name) == 0 {
                    return Err(refused(
                        format!("there is no `{name}` in `{file}`"),
                        "it was removed already, or is called otherwise now",
                    ));
                }
                table
            }
        };
        Ok((changed.file, changed.text()))
    }
}

fn yes(is: bool) -> String {
    if is { "yes".to_owned() } else { String::new() }
}

fn frame(draft: &Draft) -> Result<&View, OpError> {
    draft.campaign.as_ref().ok_or_else(|| refused("the size of the map is not known", "correct `campaign.toml` first"))
}

/// The squares of references; a place stands for its square.
fn squares(campaign: &View, words: &[String]) -> Result<Vec<Square>, OpError> {
    if words.is_empty() {
        return Err(refused("no squares are given", "paint some, or write them with blanks between"));
    }
    words.iter().map(|word| square(campaign, word)).collect()
}

fn square(campaign: &View, word: &str) -> Result<Square, OpError> {
    let place = || campaign.places.iter().find(|place| place.name.eq_ignore_ascii_case(word)).map(|place| place.square);
    let found = campaign.frame.parse_square(word).or_else(place);
    let last = campaign.frame.reference(Square::new(campaign.frame.columns - 1, campaign.frame.rows - 1));
    found.ok_or_else(|| {
        refused(
            format!("`{word}` is not a square of the map"),
            &format!("squares run from {} to {last}", campaign.frame.reference(Square::new(0, 0))),
        )
    })
}

fn terrain_of(draft: &Draft, mut table: EditTable, terrain: Terrain, words: &[String]) -> Result<EditTable, OpError> {
    let campaign = frame(draft)?;
    let painted: BTreeSet<Square> = squares(campaign, words)?.into_iter().collect();
    let is_painted =
        |word: &str| square(campaign, &word.replace('_', " ")).is_ok_and(|square| painted.contains(&square));
    for row in 0..table.rows.len() {
        let listed = table.cell(row, "squares").to_owned();
        let stays: Vec<&str> = listed.split_whitespace().filter(|word| !is_painted(word)).collect();
        if stays.len() < listed.split_whitespace().count() {
            table.set(row, "squares", &stays.join(" "));
        }
    }
    let says =
        |table: &EditTable, row: usize| ["points", "squares"].iter().any(|column| !table.cell(row, column).is_empty());
    for row in (0..table.rows.len()).rev().filter(|row| !says(&table, *row)).collect::<Vec<_>>() {
        table.remove(row);
    }
    let last_area = (0..table.rows.len()).rev().find(|row| !table.cell(*row, "points").is_empty());
    let built_up = |square: &Square| {
        let makes_ground = |kind| matches!(kind, PlaceKind::Town | PlaceKind::City);
        campaign.places.iter().any(|place| place.square == *square && makes_ground(place.kind))
    };
    // What nothing else makes anything of is open without being said so.
    let said: Vec<String> = painted
        .iter()
        .filter(|square| terrain != Terrain::Open || last_area.is_some() || built_up(square))
        .map(|square| campaign.frame.reference(*square))
        .collect();
    if said.is_empty() {
        return Ok(table);
    }
    let is_it = |row: &usize| {
        table.cell(*row, "terrain") == terrain.as_str()
            && table.cell(*row, "points").is_empty()
            && last_area.is_none_or(|area| *row > area)
    };
    match (0..table.rows.len()).rev().find(is_it) {
        Some(row) => {
            let listed = format!("{} {}", table.cell(row, "squares"), said.join(" "));
            table.set(row, "squares", listed.trim());
        }
        None => drop(table.add(&[("terrain", terrain.as_str().to_owned()), ("squares", said.join(" "))])),
    }
    Ok(table)
}

fn control(draft: &Draft, mut table: EditTable, side: Option<&str>, words: &[String]) -> Result<EditTable, OpError> {
    let campaign = frame(draft)?;
    let painted: BTreeSet<Square> = squares(campaign, words)?.into_iter().collect();
    let references: BTreeSet<String> = painted.into_iter().map(|square| campaign.frame.reference(square)).collect();
    for row in (0..table.rows.len()).rev() {
        if references.contains(table.cell(row, "square")) {
            table.remove(row);
        }
    }
    for reference in references.into_iter().filter(|_| side.is_some()) {
        table.add(&[("square", reference), ("side", side.unwrap_or_default().to_owned())]);
    }
    Ok(table)
}

/// A name that no row has yet: `Road 3`.
fn free_name(table: &EditTable, column: &str, stem: &str, between: &str) -> String {
    let is_free = |name: &String| (0..table.rows.len()).all(|row| !table.cell(row, column).eq_ignore_ascii_case(name));
    let names = (1..).map(|number| format!("{stem}{between}{number}"));
    { names }.find(is_free).unwrap_or_default()
}

fn line(
    mut table: EditTable,
    (name, stem): (&str, &str),
    cells: &[(&str, String)],
    points: &[String],
) -> Result<EditTable, OpError> {
    if points.len() < 2 {
        return Err(refused(
            "a line needs at least two points",
            "click the squares that it passes, and end with Enter",
        ));
    }
    let name = if name.is_empty() { free_name(&table, "name", stem, " ") } else { name.to_owned() };
    let mut row = vec![("name", name), ("points", points.join(" > "))];
    row.extend(cells.iter().cloned());
    table.add(&row);
    Ok(table)
}

fn river(mut table: EditTable, name: &str, class: RiverClass, corners: &[String]) -> Result<EditTable, OpError> {
    let column = if table.columns.iter().any(|column| column == "name") { "name" } else { "river" };
    let name = if name.is_empty() { free_name(&table, column, "River", " ") } else { name.to_owned() };
    let own: Vec<usize> = (0..table.rows.len()).filter(|row| table.cell(*row, column) == name).collect();
    if corners.is_empty() || (own.is_empty() && corners.len() < 2) {
        return Err(refused(
            "a river needs at least two points",
            "click the corners of squares along its course, and end with Enter",
        ));
    }
    let last = own.iter().filter_map(|row| table.cell(*row, "seq").parse::<u32>().ok()).max().unwrap_or(0);
    // A river has one class: that with which it began.
    let class = own.first().map_or(class.as_str().to_owned(), |row| table.cell(*row, "class").to_owned());
    for (seq, corner) in (last.saturating_add(1)..).zip(corners) {
        table.add(&[
            (column, name.clone()),
            ("class", class.clone()),
            ("seq", seq.to_string()),
            ("square", corner.clone()),
        ]);
    }
    Ok(table)
}

fn crossing(
    draft: &Draft,
    mut table: EditTable,
    name: &str,
    (kind, carries_rail): (CrossingKind, bool),
    words: &[String],
) -> Result<EditTable, OpError> {
    let campaign = frame(draft)?;
    let found = squares(campaign, words)?;
    let side = match found[..] {
        [one, other] => one.side_to(other),
        _ => None,
    };
    let side =
        side.ok_or_else(|| refused("a crossing joins two squares side by side", "click one bank, then the other"))?;
    let (one, other) = side.squares();
    let (one, other) = (campaign.frame.reference(one), campaign.frame.reference(other));
    let river = campaign.ground.river(side).and_then(|there| campaign.rivers.get(usize::from(there.river)));
    let river =
        river.ok_or_else(|| refused(format!("no river runs between {one} and {other}"), "draw the river first"))?;
    let id = free_id(&table, name, kind.as_str());
    let carries = if carries_rail { "foot vehicles rail" } else { "foot vehicles" };
    table.add(&[
        ("id", id),
        ("name", name.to_owned()),
        ("river", river.name.clone()),
        ("squares", format!("{one} {other}")),
        ("kind", kind.as_str().to_owned()),
        ("carries", carries.to_owned()),
    ]);
    Ok(table)
}

/// An id made of a name, or of a word and a number.
fn free_id(table: &EditTable, name: &str, stem: &str) -> String {
    let letters: String =
        name.to_lowercase().chars().map(|letter| if letter.is_ascii_alphanumeric() { letter } else { ' ' }).collect();
    let own = letters.split_whitespace().collect::<Vec<_>>().join("-");
    let is_taken = (0..table.rows.len()).any(|row| table.cell(row, "id") == own);
    match (own.is_empty(), is_taken) {
        (false, false) => own,
        (false, true) => free_name(table, "id", &own, "-"),
        (true, _) => free_name(table, "id", stem, "-"),
    }
}

fn place(mut table: EditTable, name: &str, kind: PlaceKind, square: &str) -> Result<EditTable, OpError> {
    if name.is_empty() || square.is_empty() {
        return Err(refused("a place needs a name and a square", "write its name, then click its square"));
    }
    let known = (0..table.rows.len()).find(|row| table.cell(*row, "name").eq_ignore_ascii_case(name));
    let row = known.unwrap_or_else(|| table.add(&[("name", name.to_owned())]));
    for column in ["lat", "lon"].iter().filter(|column| !table.cell(row, column).is_empty()).collect::<Vec<_>>() {
        table.set(row, column, "");
    }
    table.set(row, "square", square);
    table.set(row, "kind", kind.as_str());
    Ok(table)
}

fn front(
    draft: &Draft,
    mut table: EditTable,
    (name, left): (&str, &str),
    corners: &[String],
) -> Result<EditTable, OpError> {
    let frame = &frame(draft)?.frame;
    if corners.len() < 2 || left.is_empty() {
        return Err(refused(
            "a front needs two points and the side on its left",
            "choose the side, click along the line, and end with Enter",
        ));
    }
    let name = if name.is_empty() { "front" } else { name };
    table.remove_all("line", name);
    for (seq, word) in (1..).zip(corners) {
        let corner =
            Square::parse(word).and_then(|square| frame.course_corner(square)).filter(|_| frame.origin.is_some());
        // A map without an origin knows no corners but those of rivers: there the line goes from centre to centre.
        let point = corner.map_or_else(|| word.clone(), |corner| corner.to_string());
        let left = if seq == 1 { left.to_owned() } else { String::new() };
        table.add(&[("line", name.to_owned()), ("seq", seq.to_string()), ("point", point), ("left", left)]);
    }
    Ok(table)
}

/// The railway and the side of a railhead, as they are said or as the square has them.
fn railhead(draft: &Draft, word: &str, (line, side): (&str, &str)) -> Result<(String, String), OpError> {
    let campaign = frame(draft)?;
    let at = square(campaign, word)?;
    let mut passing =
        campaign.railways.iter().filter(|railway| railway.path.contains(&at)).map(|railway| &railway.name);
    let line = match (line, passing.next(), passing.next()) {
        ("", Some(only), None) => only.clone(),
        ("", Some(_), Some(_)) => return Err(refused("several railways pass there", "choose the one of the railhead")),
        ("", None, _) => {
            return Err(refused("no railway passes there", "draw the railway first, or click a square on it"));
        }
        (said, ..) => said.to_owned(),
    };
    let side = match side {
        "" => campaign.ground.control(at).map(|side| side.to_string()),
        said => Some(said.to_owned()),
    };
    let side = side.ok_or_else(|| {
        refused("nobody holds that square", "choose the side of the railhead, or draw the front first")
    })?;
    Ok((line, side))
}

fn stock(
    draft: &Draft,
    mut table: EditTable,
    (id, stem): (&str, &str),
    word: &str,
    cells: &[(&str, String)],
) -> Result<EditTable, OpError> {
    let campaign = frame(draft)?;
    let square = square(campaign, word)?;
    let place = campaign.places.iter().find(|place| place.square == square).map(|place| place.name.clone());
    let id = free_id(&table, if id.is_empty() { place.as_deref().unwrap_or_default() } else { id }, stem);
    let at = match place {
        Some(name) => ("place", name),
        None => ("square", campaign.frame.reference(square)),
    };
    let mut row = vec![("id", id), at];
    row.extend(cells.iter().cloned());
    table.add(&row);
    Ok(table)
}
