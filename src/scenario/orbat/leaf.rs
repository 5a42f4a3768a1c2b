//! Leaves and their bases.

use std::collections::BTreeMap;

use campaign::march::{Arrival, BOUND_MINUTES, Marched, Passed, Towards};
use campaign::{Base, BaseMarks, Campaign, Formation, Leaf, Location, Noted};
use domain::{Arm, Bound, Commodity, Echelon, LeafState, Mobility, Posture, Role, Scale, Square};

use crate::draft::Atlas;
use crate::text::csv_file::CsvRow;
use crate::text::log::{listed, word_meant};

/// Where a leaf is read into.
pub(crate) struct LeafSetting<'a> {
    pub(crate) campaign: &'a Campaign,
    pub(crate) atlas: &'a Atlas<'a>,
}

/// The columns of `orbat.csv` that only a leaf has, and that say where and what it is.
pub const LEAF_COLUMNS: [&str; 14] = [
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
];

/// Whether a formation that nobody names as superior is a leaf: of battalion size, or with a word on how it stands, as
/// in `unit new`. Any other is an upper formation with nobody under it.
pub(crate) fn is_one(row: &CsvRow<'_>, formation: &Formation) -> bool {
    formation.echelon == Echelon::Battalion
        || LEAF_COLUMNS.iter().chain(&["state"]).any(|column| row.given(column).is_some())
}

/// The leaf of a row. Where its bases have rows of their own its own row is none of them.
pub(crate) fn leaf(
    setting: &LeafSetting<'_>,
    row: &CsvRow<'_>,
    formation: &Formation,
    bases: Option<&BTreeMap<u16, CsvRow<'_>>>,
) -> Option<Leaf> {
    let rows: Vec<&CsvRow<'_>> = bases.map_or_else(|| vec![row], |bases| bases.values().collect());
    let mut bases = Vec::new();
    for row in rows {
        let base =
            Columns::read(row).base(setting.campaign.scale, formation.echelon, formation.arm, formation.mobility);
        check(row, &base);
        bases.push(base);
    }
    let carries = carries(row);
    let capacity = row.number("capacity", 10_000).unwrap_or(u32::from(carries.is_some()));
    standing(setting, row, formation).map(|leaf| Leaf { carries, capacity, bases, ..leaf })
}

/// Where and how the leaf of a row stands; nothing of what it carries, and no bases.
pub(crate) fn standing(setting: &LeafSetting<'_>, row: &CsvRow<'_>, formation: &Formation) -> Option<Leaf> {
    let before = row.log().count();
    let posture = row.one_of("posture").unwrap_or(Posture::Open);
    let casemated = row.yes("casemated");
    let arrives = row.parsed::<Bound>("arrives");
    let entry = setting.atlas.find(row, "entry").map(|(location, _)| location);
    let by_rail = row.yes("by_rail");
    let march = marched(setting, row);
    let mut square = setting.atlas.find(row, "where").map(|(location, square)| {
        warn_of_bank(setting.campaign, &location, square, row, formation.id.as_str());
        square
    });
    let given: Option<LeafState> = row.one_of("state");
    let mut state = given.unwrap_or(LeafState::Organised);
    let to_come = arrives.is_some_and(|arrives| arrives > setting.campaign.bound);
    // Whom the umpire set on the map before the date has a state and a place, and keeps the date.
    if to_come && (given.is_none() || state.is_on_map() && row.given("where").is_none()) {
        state = LeafState::OffMap;
    }
    if state == LeafState::OffMap {
        square = None;
    }
    check_way(&march, square, row);
    let is_nowhere = state.is_on_map() && row.given("where").is_none() && row.log().count() == before;
    if is_nowhere && !row.lacks_columns(&["where"]) {
        let hint = "give `where`, or `arrives` and `entry`";
        row.fault("where", format!("`{}` has no location", formation.id), hint);
    }
    if row.log().count() > before || (state.is_on_map() && square.is_none()) {
        return None;
    }
    let (carries, capacity, bases) = (None, 0, Vec::new());
    Some(Leaf { square, posture, casemated, state, march, arrives, entry, by_rail, carries, capacity, bases })
}

/// Warns of a leaf that stands in another square than the one in which it was drawn.
fn warn_of_bank(campaign: &Campaign, location: &Location, square: Square, row: &CsvRow<'_>, id: &str) {
    let Location::At(at) = location else { return };
    let own = campaign.frame.point(*at).and_then(|point| campaign.frame.square_of(point));
    if let Some(own) = own.filter(|own| *own != square) {
        let (own, to) = (campaign.frame.reference(own), campaign.frame.reference(square));
        let message = format!("`{id}` stands in {to}: the centre of {own} lies across a river");
        row.log().warn(row.spot(), message, "");
    }
}

/// What a row says that a leaf keeps of its marches.
fn marched(setting: &LeafSetting<'_>, row: &CsvRow<'_>) -> Marched {
    let number = |column, most: u16| row.number(column, u32::from(most)).map(|n| n as u16);
    let minutes = |column| number(column, BOUND_MINUTES);
    let next = setting.atlas.find(row, "next_square").map(|(_, square)| square);
    // One square of deep mud can take foot longer than a bound.
    let towards = number("minutes_towards", u16::MAX).filter(|minutes| *minutes > 0);
    let hint = "give both for a leaf on the way to the next square, otherwise neither";
    row.go_together(["next_square", "minutes_towards"], hint);
    let came = row.parsed::<Bound>("came");
    let minute = minutes("came_minute");
    if row.given("came_minute").is_some() && row.given("came").is_none() {
        row.fault("came_minute", "`came_minute` is given without `came`", "give the bound in `came`");
    }
    let point = setting.atlas.find(row, "way_point").map(|(_, square)| square);
    let points = row.number("way_points", u32::from(u8::MAX)).map(|count| count as u8).filter(|count| *count > 0);
    let hint = "give the last way point that it has passed, and how many it has passed";
    row.go_together(["way_point", "way_points"], hint);
    Marched {
        minutes: minutes("minutes_used").unwrap_or_default(),
        today: row.yes("marched_today"),
        towards: next.zip(towards).map(|(square, minutes)| Towards { square, minutes }),
        came: came.map(|bound| Arrival { bound, minute: minute.unwrap_or_default() }),
        passed: point.zip(points).map(|(square, count)| Passed { square, count }),
    }
}

fn check_way(march: &Marched, square: Option<Square>, row: &CsvRow<'_>) {
    let Some(towards) = march.towards else { return };
    if square.is_none() && row.given("where").is_none_or(|_| row.given("state") == Some("off_map")) {
        let hint = "leave `next_square` and `minutes_towards` empty";
        row.fault("next_square", "a leaf off the map cannot be on the way to a square", hint);
    }
    if square.is_some_and(|at| at.steps_to(towards.square) != 1) {
        let hint = "a leaf marches to a square that shares a side with its own";
        row.fault("next_square", "`next_square` is not a neighbour of `where`", hint);
    }
}

/// What a row says that a supply vehicle carries.
pub(crate) fn carries(row: &CsvRow<'_>) -> Option<Commodity> {
    let carries: Commodity = row.one_of("carries")?;
    if carries.is_fire() {
        row.fault("carries", format!("no vehicle carries `{carries}`"), "write `log` or `pol`");
    }
    Some(carries)
}

fn check(row: &CsvRow<'_>, base: &Base) {
    if base.sp > base.sp_full {
        let message = format!("{} SP are more than the full strength of {}", base.sp, base.sp_full);
        row.fault("sp", message, "raise `sp_full`, or lower `sp`");
    }
    if base.markers > base.sp {
        let message = format!("{} SP cannot carry {} markers", base.sp, base.markers);
        row.fault("markers", message, "a base has no more markers than SP");
    }
}

/// The columns of a base as read.
pub(crate) struct Columns {
    role: Option<Role>,
    sp_full: Option<u16>,
    sp: Option<u16>,
    markers: u16,
    out_of_ammo: bool,
    base: Base,
}

impl Columns {
    pub(crate) fn read(row: &CsvRow<'_>) -> Self {
        let role = row.one_of("role");
        let sp_full = row.number("sp_full", 999).map(|sp| sp as u16);
        let sp = row.number("sp", 9_999).map(|sp| sp as u16);
        let markers = row.number("markers", 9_999).unwrap_or_default() as u16;
        let out_of_ammo = row.given("ammo") == Some("out");
        if let Some(ammo) = row.given("ammo").filter(|ammo| *ammo != "out") {
            row.fault("ammo", format!("`{ammo}` is not an ammunition state"), "write `out` or nothing");
        }
        let base = Base {
            role: Role::Fighting,
            weapon_men: row.one_of("weapon_men"),
            weapon_armour: row.one_of("weapon_armour"),
            armour: row.one_of("armour"),
            calibre_mm: row.number("calibre_mm", 9_999).map(|mm| mm as u16),
            sp_full: 0,
            sp: 0,
            markers: 0,
            out_of_ammo: false,
            marks: BaseMarks {
                cu_thirds: row.thirds("cu_left"),
                mounted: row.yes("mounted"),
                at_post: row.number("medical_sp", 9_999).unwrap_or_default() as u16,
                noted: noted(row),
            },
        };
        Self { role, sp_full, sp, markers, out_of_ammo, base }
    }

    /// The base of a leaf, with what the columns leave open as usual for it.
    pub(crate) fn base(self, scale: Scale, echelon: Echelon, arm: Arm, mobility: Option<Mobility>) -> Base {
        let sp_full = self.sp_full.unwrap_or_else(|| scale.usual_sp(echelon));
        Base {
            role: self.role.unwrap_or_else(|| role_of(arm, mobility)),
            sp_full,
            sp: self.sp.unwrap_or(sp_full),
            markers: self.markers,
            out_of_ammo: self.out_of_ammo,
            ..self.base
        }
    }
}

/// What a base of this arm and mobility does in battle.
fn role_of(arm: Arm, mobility: Option<Mobility>) -> Role {
    if mobility == Some(Mobility::Naval) {
        return Role::Naval;
    }
    arm.usual_role()
}

/// What the last battle left on a base: the words, and the bound of the battle.
fn noted(row: &CsvRow<'_>) -> Option<Noted> {
    let words: Option<String> = row.given("notes").map(str::to_owned);
    let bound = row.parsed::<Bound>("noted");
    let (Some(words), Some(bound)) = (&words, bound) else {
        if words.is_some() != row.given("noted").is_some() {
            let column = if words.is_some() { "noted" } else { "notes" };
            row.fault(column, format!("`{column}` is empty"), "give both `noted`, a bound, and `notes`, or neither");
        }
        return None;
    };
    match words.parse() {
        Ok(notes) => Some(Noted { bound, notes }),
        Err(unknown) => {
            let hint = word_meant(&unknown, || format!("one of {}", listed(unknown.known.iter().copied())));
            row.fault("notes", unknown.to_string(), hint);
            None
        }
    }
}
