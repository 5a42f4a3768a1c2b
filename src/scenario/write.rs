//! The folder of a campaign as it stands, in one canonical form.

mod air;
mod battles;
mod convoys;
mod groups;
mod histories;
mod pending;
mod replacements;

use std::fmt::Write as _;

use campaign::{Base, Campaign, Formation, Leaf, Location, Railway, Setting, SettingKind, UnitMarks, is_boundary};
use domain::{Bound, Class, Commodity, LeafState, Millionths, Posture, RailState, SquareSide, Terrain};

use crate::text::csv_writer::CsvWriter;
use crate::text::files::Files;

/// A table to be written: its columns, the first ones always there, and its rows.
struct Sheet {
    columns: &'static [&'static str],
    kept: usize,
    rows: Vec<Vec<String>>,
}

impl Sheet {
    fn new(columns: &'static [&'static str], kept: usize) -> Self {
        Self { columns, kept, rows: Vec::new() }
    }

    /// The text: columns that hold nothing are left out, but for the first ones.
    fn text(&self) -> Vec<u8> {
        let used: Vec<usize> =
            (0..self.columns.len()).filter(|i| *i < self.kept || self.rows.iter().any(|r| !r[*i].is_empty())).collect();
        let mut writer = CsvWriter::default();
        writer.add(used.iter().map(|i| self.columns[*i]));
        self.rows.iter().for_each(|row| writer.add(used.iter().map(|i| &row[*i])));
        writer.text().into_bytes()
    }
}

/// The files of a folder that gives this campaign.
pub fn write(campaign: &Campaign) -> Files {
    let mut files = Files::new();
    files.insert("campaign.toml".to_owned(), head(campaign).into_bytes());
    let sheets = [
        ("places.csv", places(campaign)),
        ("roads.csv", roads(campaign)),
        ("rail.csv", rails(campaign)),
        ("rivers.csv", rivers(campaign)),
        ("crossings.csv", crossings(campaign)),
        ("terrain.csv", terrain(campaign)),
        ("control.csv", control(campaign)),
        ("dumps.csv", dumps(campaign)),
        ("railheads.csv", railheads(campaign)),
        ("stocks.csv", stocks(campaign)),
        ("weather.csv", weather(campaign)),
        ("grades.csv", grades(campaign)),
        ("supply_history.csv", histories::supply(campaign)),
        ("notes.csv", histories::notes(campaign)),
        ("battles.csv", battles::battles(campaign)),
        ("battle_units.csv", battles::units(campaign)),
        ("pending.csv", pending::pending(campaign)),
        ("convoys.csv", convoys::convoys(campaign)),
        ("driven.csv", convoys::driven(campaign)),
        ("partisans.csv", convoys::partisans(campaign)),
        ("minefields.csv", convoys::minefields(campaign)),
        ("strikes.csv", convoys::strikes(campaign)),
        ("news.csv", convoys::news(campaign)),
        ("groups.csv", groups::groups(campaign)),
        ("replacements.csv", replacements::replacements(campaign)),
        ("airfields.csv", air::airfields(campaign)),
        ("wings.csv", air::wings(campaign)),
        ("airlift.csv", air::flights(campaign)),
    ];
    for (name, sheet) in sheets.into_iter().filter(|(_, sheet)| !sheet.rows.is_empty()) {
        files.insert(name.to_owned(), sheet.text());
    }
    files.insert("orbat.csv".to_owned(), orbat(campaign).text());
    for (name, text) in &campaign.papers {
        files.insert(name.clone(), text.clone().into_bytes());
    }
    files
}

fn quoted(text: &str) -> String {
    toml::Value::String(text.to_owned()).to_string()
}

fn decimal(thousandths: u32) -> String {
    let text = format!("{}.{:03}", thousandths / 1_000, thousandths % 1_000);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

fn head(campaign: &Campaign) -> String {
    let mut text = String::new();
    let frame = &campaign.frame;
    let _ = writeln!(text, "name = {}\ntitle = {}", quoted(&campaign.name), quoted(&campaign.title));
    let _ = writeln!(text, "start = {}\ndays = {}", campaign.start, campaign.days);
    if campaign.bound != Bound::FIRST {
        let _ = writeln!(text, "bound = \"{}\"", campaign.bound);
    }
    let _ = writeln!(text, "scale = \"{}\"\nrules = \"{}\"", campaign.scale, campaign.rules);
    let _ = writeln!(text, "detail = \"{}\"\n\n[map]", campaign.settings.detail());
    if let Some(origin) = frame.origin {
        let _ = writeln!(text, "lat = {}\nlon = {}", Millionths(origin.lat), Millionths(origin.lon));
    }
    let _ = writeln!(text, "projection = \"equirectangular\"");
    for (key, metres) in [("lat", frame.metres_per_degree_lat), ("lon", frame.metres_per_degree_lon)] {
        if metres > 0 {
            let _ = writeln!(text, "km_per_degree_{key} = {}", decimal(metres));
        }
    }
    let square = decimal(frame.square_m);
    let _ = writeln!(text, "columns = {}\nrows = {}\nsquare_km = {square}", frame.columns, frame.rows);
    for side in &campaign.sides {
        let (name, colour) = (quoted(&side.name), quoted(&side.colour));
        let _ = writeln!(text, "\n[[sides]]\nid = \"{}\"\nname = {name}\ncolour = {colour}", side.id);
    }
    let changed: Vec<_> = campaign.settings.changed().filter(|(s, _)| *s != Setting::Detail).collect();
    if !changed.is_empty() {
        text.push_str("\n[settings]\n");
    }
    for (setting, value) in changed {
        let value = match setting.spec().kind {
            SettingKind::Number(..) => value.to_owned(),
            SettingKind::Switch => (value == "on").to_string(),
            SettingKind::Word(_) => quoted(value),
        };
        let _ = writeln!(text, "{setting} = {value}");
    }
    if !campaign.settings_since.is_empty() {
        text.push_str("\n[since]\n");
    }
    for (setting, since) in &campaign.settings_since {
        let _ = writeln!(text, "{setting} = \"{since}\"");
    }
    for system in campaign.house.systems() {
        let _ = writeln!(text, "\n[house.{system}]");
        let own = campaign
            .house
            .iter()
            .filter_map(|(name, value)| Some((name.strip_prefix(system.as_str())?.strip_prefix('.')?, value)));
        for (keys, value) in own {
            let value: toml::Value = serde_json::from_str(value).unwrap_or_else(|_| value.to_owned().into());
            let _ = writeln!(text, "{keys} = {value}");
        }
    }
    for ground in &campaign.ground_factors {
        let _ = writeln!(text, "\n[ground.{}]", ground.name);
        let _ = writeln!(text, "good = {}\npoor = {}\nopen = {}", ground.good, ground.poor, ground.open);
        let _ = writeln!(text, "close = {}\nmarsh = {}", ground.close, ground.marsh);
        if ground.thaw {
            text.push_str("thaw = true\n");
        }
        let supply = ground.supply;
        for (key, percent) in [
            ("lorries_good", supply.lorries_good),
            ("lorries_poor", supply.lorries_poor),
            ("lorries_off", supply.lorries_off),
            ("trains", supply.trains),
            ("wear", supply.wear),
        ] {
            if percent != 100 {
                let _ = writeln!(text, "{key} = {percent}");
            }
        }
    }
    text
}

fn yes(is: bool) -> String {
    if is { "yes".to_owned() } else { String::new() }
}

fn or_empty<T: ToString>(value: Option<T>) -> String {
    value.map(|v| v.to_string()).unwrap_or_default()
}

fn location(campaign: &Campaign, location: &Location) -> String {
    match location {
        Location::Place(name) => name.clone(),
        Location::At(at) => at.to_string(),
        Location::Square(square) => campaign.frame.reference(*square),
    }
}

fn points(campaign: &Campaign, points: &[Location]) -> String {
    points.iter().map(|p| location(campaign, p)).collect::<Vec<_>>().join(" > ")
}

fn length(campaign: &Campaign, side: SquareSide, between: &str) -> String {
    let (a, b) = side.squares();
    format!("{}{between}{}", campaign.frame.reference(a), campaign.frame.reference(b))
}

fn places(campaign: &Campaign) -> Sheet {
    let mut sheet = Sheet::new(&["name", "lat", "lon", "square", "kind", "prepared", "note"], 1);
    for place in &campaign.places {
        let square = if place.at.is_none() { campaign.frame.reference(place.square) } else { String::new() };
        sheet.rows.push(vec![
            place.name.clone(),
            or_empty(place.at.map(|at| Millionths(at.lat))),
            or_empty(place.at.map(|at| Millionths(at.lon))),
            square,
            place.kind.to_string(),
            yes(place.prepared),
            place.note.clone(),
        ]);
    }
    sheet
}

fn roads(campaign: &Campaign) -> Sheet {
    let mut sheet = Sheet::new(&["name", "quality", "points", "note"], 3);
    for road in &campaign.roads {
        let points = points(campaign, &road.points);
        sheet.rows.push(vec![road.name.clone(), road.quality.to_string(), points, road.note.clone()]);
    }
    sheet
}

fn rails(campaign: &Campaign) -> Sheet {
    let columns = &["name", "gauge", "users", "state", "points", "cuts", "trains_a_day", "relaid", "worked", "note"];
    let mut sheet = Sheet::new(columns, 5);
    for railway in &campaign.railways {
        let lengths = railway.path.windows(2).filter_map(|pair| pair[0].side_to(pair[1]));
        let whole = railway.path.len() > 1 && lengths.into_iter().all(|side| railway.cuts.contains(&side));
        let cuts = railway.cuts.iter().map(|side| length(campaign, *side, "-")).collect::<Vec<_>>().join(" ");
        sheet.rows.push(vec![
            railway.name.clone(),
            railway.gauge.to_string(),
            railway.users.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "),
            if whole { RailState::Cut } else { RailState::Open }.to_string(),
            points(campaign, &railway.points),
            if whole { String::new() } else { cuts },
            or_empty(railway.trains_a_day),
            relaid(campaign, railway),
            worked(campaign, railway),
            railway.note.clone(),
        ]);
    }
    sheet
}

fn relaid(campaign: &Campaign, railway: &Railway) -> String {
    let words = railway.tracks.iter().filter_map(|track| {
        let relaid = track.relaid?;
        Some(format!("{}={}/{}", length(campaign, track.length, "-"), relaid.gauge, relaid.side))
    });
    words.collect::<Vec<_>>().join(" ")
}

fn worked(campaign: &Campaign, railway: &Railway) -> String {
    let begun = railway.tracks.iter().filter(|track| track.worked_m > 0);
    let words = begun.map(|track| format!("{}={}", length(campaign, track.length, "-"), track.worked_m));
    words.collect::<Vec<_>>().join(" ")
}

fn rivers(campaign: &Campaign) -> Sheet {
    let mut sheet = Sheet::new(&["name", "class", "seq", "lat", "lon"], 5);
    for river in &campaign.rivers {
        for (place, at) in river.course.iter().enumerate() {
            sheet.rows.push(vec![
                river.name.clone(),
                river.class.to_string(),
                (place + 1).to_string(),
                Millionths(at.lat).to_string(),
                Millionths(at.lon).to_string(),
            ]);
        }
    }
    sheet
}

fn crossings(campaign: &Campaign) -> Sheet {
    let mut sheet = Sheet::new(
        &["id", "name", "river", "place", "squares", "kind", "carries", "state", "from", "until", "note"],
        3,
    );
    for crossing in campaign.crossings.values() {
        let squares = crossing.side.filter(|_| crossing.position.is_none());
        sheet.rows.push(vec![
            crossing.id.to_string(),
            crossing.name.clone(),
            crossing.river.clone(),
            crossing.position.as_ref().map(|at| location(campaign, at)).unwrap_or_default(),
            squares.map(|side| length(campaign, side, " ")).unwrap_or_default(),
            crossing.kind.to_string(),
            crossing.carries.to_words(),
            crossing.state.to_string(),
            or_empty(crossing.from),
            or_empty(crossing.until),
            crossing.note.clone(),
        ]);
    }
    sheet
}

fn terrain(campaign: &Campaign) -> Sheet {
    let mut sheet = Sheet::new(&["name", "terrain", "points", "squares"], 2);
    let mut given = vec![Terrain::Open; campaign.frame.len()];
    for (square, terrain) in crate::map::drawings::terrain_of_places(campaign) {
        given[campaign.frame.index(square)] = terrain;
    }
    for kind in Terrain::ALL {
        let other = |i: &usize| campaign.ground.terrains()[*i] == *kind && given[*i] != *kind;
        let squares: Vec<String> =
            (0..given.len()).filter(other).map(|i| campaign.frame.reference(campaign.frame.square_at(i))).collect();
        if !squares.is_empty() {
            sheet.rows.push(vec![String::new(), kind.to_string(), String::new(), squares.join(" ")]);
        }
    }
    sheet
}

fn control(campaign: &Campaign) -> Sheet {
    let mut sheet = Sheet::new(&["square", "side"], 2);
    let front = campaign.papers.get("front.csv").map_or("", String::as_str);
    let drawn = crate::map::front::drawn_control(campaign, front);
    if drawn == campaign.ground.controls() {
        return sheet;
    }
    for (index, side) in campaign.ground.controls().iter().enumerate() {
        // A square that is nobody's is said to be so only where the line says otherwise.
        if side.is_some() || drawn[index].is_some() {
            let square = campaign.frame.reference(campaign.frame.square_at(index));
            sheet.rows.push(vec![square, or_empty(*side)]);
        }
    }
    sheet
}

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
    "marched_today",
    "minutes_used",
    "next_square",
    "minutes_towards",
    "came",
    "came_minute",
    "way_point",
    "way_points",
    "attacks_owed",
    "bounds_out_log",
    "bounds_out_pol",
    "fought",
    "met_tanks",
    "half_test_done",
    "has_orders",
    "fanatical",
    "cu_left",
    "mounted",
    "medical_sp",
    "noted",
    "notes",
    "note",
];

/// Where the columns of a base's marks begin.
const MARKS: usize = ORBAT.len() - 6;

fn orbat(campaign: &Campaign) -> Sheet {
    let mut sheet = Sheet::new(ORBAT, 7);
    let mut formations: Vec<&Formation> = campaign.formations.values().collect();
    formations.sort_by_key(|f| (f.order, &f.id));
    for formation in formations {
        sheet.rows.push(formation_row(campaign, formation));
        let bases = formation.leaf.as_ref().map_or(&[][..], |l| &l.bases);
        if bases.len() > 1 {
            for (number, base) in bases.iter().enumerate() {
                sheet.rows.push(base_row(formation, number + 1, base));
            }
        }
    }
    sheet
}

fn formation_row(campaign: &Campaign, formation: &Formation) -> Vec<String> {
    let mut row = vec![
        formation.id.to_string(),
        or_empty(formation.parent.as_ref()),
        formation.side.to_string(),
        formation.name.clone(),
        formation.nationality.clone(),
        formation.echelon.to_string(),
        formation.arm.to_string(),
        or_empty(formation.mobility),
        or_empty(formation.grade),
        or_empty(formation.grade_under),
    ];
    let leaf = formation.leaf.as_ref();
    row.extend(leaf.map_or_else(|| vec![String::new(); 5], |leaf| stand_cells(campaign, leaf)));
    let one_base = leaf.and_then(|leaf| if leaf.bases.len() == 1 { leaf.bases.first() } else { None });
    row.extend(base_cells(one_base));
    let usual = |l: &Leaf| u32::from(l.carries.is_some());
    let capacity = leaf.filter(|l| l.capacity != usual(l)).map(|l| l.capacity);
    let state = leaf.map(|leaf| state_cell(campaign, leaf)).unwrap_or_default();
    row.extend([or_empty(leaf.and_then(|l| l.carries)), or_empty(capacity), state]);
    row.extend(condition_cells(one_base));
    row.push(or_empty(formation.hq_die));
    row.push(yes(leaf.is_some_and(|l| l.casemated)));
    row.push(formation.support.as_ref().map(|s| s.to.to_string()).unwrap_or_default());
    row.push(formation.support.as_ref().map(|s| s.kind.to_string()).unwrap_or_default());
    let once = [(formation.once_had.log, "log"), (formation.once_had.pol, "pol")];
    row.push(once.iter().filter(|(had, _)| *had).map(|(_, word)| *word).collect::<Vec<_>>().join(" "));
    row.extend(leaf.map_or_else(|| vec![String::new(); 8], |leaf| march_cells(campaign, leaf)));
    let record = campaign.supply.get(formation.id.as_str());
    let counts = [u32::from(formation.attacks_owed)].into_iter();
    let counts = counts.chain([Commodity::Log, Commodity::Pol].map(|c| record.map_or(0, |r| r.of(c).bounds_out)));
    row.extend(counts.map(|count| or_empty(Some(count).filter(|count| *count > 0))));
    row.extend(unit_mark_cells(formation.marks));
    row.extend(base_mark_cells(one_base));
    row.push(formation.note.clone());
    row
}

fn unit_mark_cells(marks: UnitMarks) -> [String; 5] {
    let orders = if marks.without_orders { "no".to_owned() } else { String::new() };
    [yes(marks.fought), yes(marks.met_tanks), yes(marks.half_tested), orders, yes(marks.fanatical)]
}

fn base_mark_cells(base: Option<&Base>) -> [String; 5] {
    let marks = base.map(|base| base.marks).unwrap_or_default();
    let at_post = Some(marks.at_post).filter(|sp| *sp > 0);
    let (bound, notes) = (marks.noted.map(|noted| noted.bound), marks.noted.map(|noted| noted.notes));
    let cu = marks.cu_thirds.map(thirds).unwrap_or_default();
    [cu, yes(marks.mounted), or_empty(at_post), or_empty(bound), or_empty(notes)]
}

/// Combat units in whole ones and thirds: `2`, `2 1/3`, `1/3`.
fn thirds(count: u16) -> String {
    match (count / 3, count % 3) {
        (whole, 0) => whole.to_string(),
        (0, part) => format!("{part}/3"),
        (whole, part) => format!("{whole} {part}/3"),
    }
}

fn march_cells(campaign: &Campaign, leaf: &Leaf) -> Vec<String> {
    let march = &leaf.march;
    vec![
        yes(march.today),
        or_empty(Some(march.minutes).filter(|minutes| *minutes > 0)),
        or_empty(march.towards.map(|t| campaign.frame.reference(t.square))),
        or_empty(march.towards.map(|t| t.minutes)),
        or_empty(march.came.map(|came| came.bound)),
        or_empty(march.came.map(|came| came.minute)),
        or_empty(march.passed.map(|passed| campaign.frame.reference(passed.square))),
        or_empty(march.passed.map(|passed| passed.count)),
    ]
}

fn stand_cells(campaign: &Campaign, leaf: &Leaf) -> Vec<String> {
    vec![
        leaf.square.map(|s| campaign.frame.reference(s)).unwrap_or_default(),
        or_empty(Some(leaf.posture).filter(|p| *p != Posture::Open)),
        or_empty(leaf.arrives),
        leaf.entry.as_ref().map(|at| location(campaign, at)).unwrap_or_default(),
        yes(leaf.by_rail),
    ]
}

/// Nothing where the date of arrival says it: whom the date alone would put on the map waits for its entry to be free.
fn state_cell(campaign: &Campaign, leaf: &Leaf) -> String {
    let to_come = leaf.arrives.is_some_and(|arrives| arrives > campaign.bound);
    let awaited = leaf.state == LeafState::OffMap && to_come;
    if leaf.state == LeafState::Organised && leaf.arrives.is_none() || awaited {
        return String::new();
    }
    leaf.state.to_string()
}

fn class(class: Option<Class>) -> String {
    class.map(|c| c.capitals().to_owned()).unwrap_or_default()
}

fn base_cells(base: Option<&Base>) -> Vec<String> {
    let Some(base) = base else { return vec![String::new(); 7] };
    vec![
        base.role.to_string(),
        base.sp_full.to_string(),
        or_empty(Some(base.sp).filter(|sp| *sp != base.sp_full)),
        class(base.weapon_men),
        class(base.weapon_armour),
        class(base.armour),
        or_empty(base.calibre_mm),
    ]
}

fn condition_cells(base: Option<&Base>) -> Vec<String> {
    let Some(base) = base else { return vec![String::new(); 2] };
    let ammo = if base.out_of_ammo { "out".to_owned() } else { String::new() };
    vec![or_empty(Some(base.markers).filter(|m| *m > 0)), ammo]
}

fn base_row(formation: &Formation, number: usize, base: &Base) -> Vec<String> {
    let mut row = vec![String::new(); ORBAT.len()];
    row[0] = format!("{}#{number}", formation.id);
    row[1] = formation.id.to_string();
    row[2] = formation.side.to_string();
    row[5] = formation.echelon.to_string();
    row[6] = formation.arm.to_string();
    row[15..22].clone_from_slice(&base_cells(Some(base)));
    row[25..27].clone_from_slice(&condition_cells(Some(base)));
    row[MARKS..MARKS + 5].clone_from_slice(&base_mark_cells(Some(base)));
    row
}

fn dumps(campaign: &Campaign) -> Sheet {
    let columns =
        &["id", "owner", "level", "place", "square", "name", "source", "closed", "log", "pol", "captured_pol", "note"];
    let mut sheet = Sheet::new(columns, 3);
    for dump in campaign.dumps.values() {
        let held = |c| or_empty(Some(campaign.stock.balance(dump.id.as_str(), c)).filter(|n| *n > 0));
        let square = if dump.place.is_none() { campaign.frame.reference(dump.square) } else { String::new() };
        sheet.rows.push(vec![
            dump.id.to_string(),
            dump.owner.to_string(),
            dump.level.to_string(),
            or_empty(dump.place.as_ref()),
            square,
            dump.name.clone(),
            yes(dump.source),
            yes(dump.closed),
            held(Commodity::Log),
            held(Commodity::Pol),
            or_empty(campaign.captured_fuel.get(&dump.id)),
            dump.note.clone(),
        ]);
    }
    sheet
}

#[rustfmt::skip]
const RAILHEADS: &[&str] = &[
    "id", "place", "square", "line", "side", "source", "log_a_day", "pol_a_day", "serves", "priority", "closed", "note",
];

fn railheads(campaign: &Campaign) -> Sheet {
    let mut sheet = Sheet::new(RAILHEADS, 1);
    for railhead in campaign.railheads.values() {
        let square = if railhead.place.is_none() { campaign.frame.reference(railhead.square) } else { String::new() };
        sheet.rows.push(vec![
            railhead.id.to_string(),
            or_empty(railhead.place.as_ref()),
            square,
            railhead.line.clone(),
            railhead.side.to_string(),
            yes(railhead.source),
            railhead.log_a_day.to_string(),
            railhead.pol_a_day.to_string(),
            or_empty(railhead.serves.as_ref()),
            or_empty(Some(railhead.priority).filter(|priority| *priority > 0)),
            yes(railhead.closed),
            railhead.note.clone(),
        ]);
    }
    sheet
}

fn stocks(campaign: &Campaign) -> Sheet {
    let mut sheet = Sheet::new(&["account", "commodity", "quantity"], 3);
    for (account, commodity, quantity) in campaign.stock.balances() {
        let in_dumps = campaign.dumps.contains_key(account) && !commodity.is_fire();
        if !is_boundary(account.as_str()) && !in_dumps {
            sheet.rows.push(vec![account.to_string(), commodity.to_string(), quantity.to_string()]);
        }
    }
    for (account, commodity) in crate::stocks::opening::empty(campaign) {
        sheet.rows.push(vec![account.to_string(), commodity.to_string(), "0".to_owned()]);
    }
    sheet
}

fn weather(campaign: &Campaign) -> Sheet {
    let mut sheet = Sheet::new(&["date", "bound", "weather", "ground", "flying", "visibility", "light"], 1);
    for row in &campaign.weather {
        sheet.rows.push(vec![
            row.date.to_string(),
            or_empty(row.phase),
            row.weather.clone(),
            row.ground.clone(),
            row.flying.clone(),
            row.visibility.clone(),
            row.light.clone(),
        ]);
    }
    sheet
}

fn grades(campaign: &Campaign) -> Sheet {
    let mut sheet = Sheet::new(&["formation", "bound", "battle", "before", "after", "reason"], 2);
    for row in &campaign.grades {
        sheet.rows.push(vec![
            row.formation.to_string(),
            row.bound.to_string(),
            or_empty(row.battle.as_ref()),
            or_empty(row.before),
            or_empty(row.after),
            row.reason.clone(),
        ]);
    }
    sheet
}
