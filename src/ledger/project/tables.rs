//! Every table: the record of its rows, its key, and the things of a campaign that it shows.
//!
//! What it decides: which table a part of the campaign has. Columns and values are the records' (`record!` beside each).

use std::sync::LazyLock;

use campaign::march::Marched;
use campaign::{
    AirStrike, Airfield, Base, BaseMarks, Battle, BattleGroup, BattleUnit, Campaign, Claim, Convoy, Crossing, Dump,
    Fact, Flight, Formation, GradeRow, Ground, GroundFactors, Leaf, Minefield, NoteRow, Order, Partisans, Place,
    RailJob, RailLength, Railhead, Railway, Replacement, River, RiverSide, Road, SeenCrossing, Setting, Side, Sighting,
    StockNews, SupplyRecord, SupplyRow, Support, Track, Transfer, UnitMarks, Weather, Wing, is_boundary,
};
use domain::{
    AccountId, AirfieldId, BattleId, Bound, Commodity, CrossingId, FormationId, LatLon, RoadQuality, SideId,
    SightingId, Square, SquareSide, Terrain,
};

use super::table::{Table, TableSpec, WriteManner, table};

macro_rules! specs {
    ($($table:ident),+ $(,)?) => { vec![$(TableSpec::of::<$table>()),+] };
}

/// Every table, each after those that it refers to.
pub(crate) static TABLES: LazyLock<Vec<TableSpec>> = LazyLock::new(|| {
    specs![
        Figures,
        Settings,
        HouseParameters,
        Sides,
        Papers,
        Weathers,
        GroundFactorRows,
        Rivers,
        RiverPoints,
        Squares,
        SquareSides,
        Places,
        Roads,
        Railways,
        RailwayCuts,
        RailwayTracks,
        Crossings,
        Formations,
        Supports,
        Leaves,
        Bases,
        Marches,
        Orders,
        Claims,
        Convoys,
        Vehicles,
        Spoils,
        Driven,
        PartisanRows,
        Strikes,
        Minefields,
        News,
        RailJobs,
        UnitMarkRows,
        BaseMarkRows,
        Battles,
        Facts,
        BattleUnits,
        Groups,
        GroupParts,
        Replacements,
        Grades,
        SupplyRecords,
        SupplyHistory,
        Notes,
        Sightings,
        SeenGround,
        SeenCrossings,
        SeenRailways,
        Dumps,
        Railheads,
        Transfers,
        Balances,
        Airfields,
        Wings,
        Flights,
        Remainders,
    ]
});

/// A list with the number that each has in its table, of which the first is `first`.
fn numbered<T>(list: &[T], first: usize) -> impl Iterator<Item = (usize, &T)> {
    (first..).zip(list)
}

/// The leaves, by id.
fn leaves(formations: &campaign::Formations) -> impl Iterator<Item = (&FormationId, &Leaf)> {
    formations.iter().filter_map(|(id, formation)| Some((id, formation.leaf.as_ref()?)))
}

/// The bases of all leaves, by leaf and number from 0.
fn bases(formations: &campaign::Formations) -> impl Iterator<Item = ((&FormationId, usize), &Base)> {
    leaves(formations).flat_map(|(id, leaf)| numbered(&leaf.bases, 0).map(move |(number, base)| ((id, number), base)))
}

/// The campaign at large: title, dates, the running bound, the frame of the map.
fn figures(campaign: &Campaign) -> impl Iterator<Item = (&'static str, String)> {
    let frame = &campaign.frame;
    let origin = frame.origin.map(|o| [("origin_latitude_e6", o.lat), ("origin_longitude_e6", o.lon)]);
    let mut figures = vec![
        ("bound", campaign.bound.to_string()),
        ("columns", frame.columns.to_string()),
        ("days", campaign.days.to_string()),
        ("metres_per_degree_lat", frame.metres_per_degree_lat.to_string()),
        ("metres_per_degree_lon", frame.metres_per_degree_lon.to_string()),
        ("name", campaign.name.clone()),
        ("rows", frame.rows.to_string()),
        ("rules", campaign.rules.to_string()),
        ("scale", campaign.scale.to_string()),
        ("square_m", frame.square_m.to_string()),
        ("start", campaign.start.to_string()),
        ("title", campaign.title.clone()),
    ];
    figures.extend(origin.into_iter().flatten().map(|(key, value)| (key, value.to_string())));
    figures.sort();
    figures.into_iter()
}

table!(Figures = "campaign", 1 of ["key", "value"]; &'static str => String, |campaign| figures(campaign));
// Those that differ from their defaults.
table!(Settings = "setting", 1 of ["name", "value", "since"]; Setting => (&'a str, Option<Bound>), |campaign| {
    campaign.settings.changed().map(|(name, value)| (name, (value, campaign.settings_since.get(&name).copied())))
});
table!(HouseParameters = "house_parameter", 1 of ["name", "value"]; &'a str => &'a str, |campaign| campaign.house.iter());
table!(Sides = "side", 1 of (within) ["id", "position", "name", "colour"];
usize => (&'a SideId, usize, &'a str, &'a str),
|campaign| numbered(&campaign.sides, 0).map(|(number, Side { id, name, colour })| {
    (number, (id, number, name.as_str(), colour.as_str()))
}));
table!(Papers = "paper", 1 of ["name", "text"]; &'a String => &'a String, |campaign| campaign.papers.iter());
table!(Weathers = "weather", 1 of ["position"] + Weather; usize => &'a Weather,
    |campaign| numbered(&campaign.weather, 0));
table!(GroundFactorRows = "ground_factor", 1 of ["position"] + GroundFactors; usize => &'a GroundFactors,
    |campaign| numbered(&campaign.ground_factors, 0));
table!(Rivers = "river", 1 of ["position"] + River; usize => &'a River, |campaign| numbered(&campaign.rivers, 0));
table!(RiverPoints = "river_point", 2 of ["river", "position", "latitude_e6", "longitude_e6"];
(usize, usize) => &'a LatLon, |campaign| numbered(&campaign.rivers, 0).flat_map(|(river, drawn)| {
    numbered(&drawn.course, 0).map(move |(number, point)| ((river, number), point))
}));
table!(Squares = "square", 1 of ["number", "reference", "terrain", "control"];
usize => (Square, Terrain, Option<SideId>), |ground: Ground| {
    let there = ground.terrains().iter().zip(ground.controls());
    there.enumerate().map(|(number, (terrain, control))| {
        (number, (ground.square_at(number), *terrain, *control))
    })
});
// Those that have a river or a road.
table!(SquareSides = "square_side", 1 of ["number", "square", "neighbour", "river_class", "river", "road"];
usize => (SquareSide, Option<RiverSide>, Option<RoadQuality>), |ground: Ground| {
    let there = ground.rivers().iter().zip(ground.roads()).enumerate();
    there.filter(|(_, (river, road))| river.is_some() || road.is_some()).map(|(number, (river, road))| {
        (number, (ground.side_at(number), *river, *road))
    })
});
table!(Places = "place", 1 of ["position"] + Place; usize => &'a Place, |campaign| numbered(&campaign.places, 0));
table!(Roads = "road", 1 of ["position"] + Road; usize => &'a Road, |campaign| numbered(&campaign.roads, 0));
table!(Railways = "railway", 1 of ["position"] + Railway; usize => &'a Railway,
    |campaign| numbered(&campaign.railways, 0));
// The lengths over which no train can run.
table!(RailwayCuts = "railway_cut", 3 of (within) ["railway", "square", "neighbour"];
(usize, &'a SquareSide) => (&'a str, &'a SquareSide),
|campaign| numbered(&campaign.railways, 0).flat_map(|(number, railway)| {
    railway.cuts.iter().map(move |cut| ((number, cut), (railway.name.as_str(), cut)))
}));
// What is to be said of single lengths.
table!(RailwayTracks = "railway_track", 3 of (within) ["railway"] + Track;
(usize, SquareSide) => (&'a str, &'a Track),
|campaign| numbered(&campaign.railways, 0).flat_map(|(number, railway)| {
    railway.tracks.iter().map(move |track| ((number, track.length), (railway.name.as_str(), track)))
}));
table!(Crossings = "crossing", 1 of Crossing; &'a CrossingId => &'a Crossing, |campaign| campaign.crossings.iter());
// Two formations that change places in the tree would be a cycle between the one update and the other.
table!(Formations = "formation", 1 of Formation; &'a FormationId => &'a Formation,
    |formations: campaign::Formations| formations.iter();
    MANNER: WriteManner = WriteManner::Replace);
table!(Supports = "support", 1 of ["formation"] + Support; &'a FormationId => &'a Support, |formations: campaign::Formations| {
    formations.iter().filter_map(|(id, formation)| Some((id, formation.support.as_ref()?)))
});
table!(Leaves = "leaf", 1 of ["formation"] + Leaf; &'a FormationId => &'a Leaf, |formations: campaign::Formations| leaves(formations));
table!(Bases = "base", 2 of ["leaf", "number"] + Base; (&'a FormationId, usize) => &'a Base,
    |formations: campaign::Formations| bases(formations));
table!(Marches = "march", 1 of ["leaf"] + Marched; &'a FormationId => &'a Marched,
    |formations: campaign::Formations| leaves(formations).map(|(id, leaf)| (id, &leaf.march)).filter(|(_, march)| !march.is_nothing()));
table!(Orders = "standing_order", 2 of Order; (Bound, &'a FormationId) => &'a Order,
    |campaign| campaign.orders.iter().map(|order| ((order.bound, &order.unit), order)));
table!(Claims = "claim", 1 of Claim; &'a AccountId => &'a Claim, |campaign| campaign.claims.iter());
table!(Convoys = "convoy", 1 of ["lead"] + Convoy; &'a FormationId => &'a Convoy, |campaign| campaign.convoys.iter());
table!(Vehicles = "convoy_vehicle", 2 of ["convoy", "vehicle"]; (&'a FormationId, &'a FormationId) => (),
|campaign| campaign.convoys.iter().flat_map(|(lead, convoy)| {
    convoy.vehicles.iter().map(move |vehicle| ((lead, vehicle), ()))
}));
table!(Spoils = "spoil", 1 of ["account", "pol"]; &'a AccountId => &'a u32, |campaign| campaign.captured_fuel.iter());
table!(Driven = "vehicle_driven", 1 of ["vehicle", "metres"]; &'a FormationId => &'a u32,
    |campaign| campaign.driven.iter());
table!(PartisanRows = "partisan", 2 of Partisans; (Square, SideId) => &'a Partisans,
    |campaign| campaign.partisans.iter().map(|there| ((there.square, there.against), there)));
table!(Strikes = "air_strike", 4 of AirStrike; &'a AirStrike => &'a AirStrike,
    |campaign| campaign.strikes.iter().map(|strike| (strike, strike)));
table!(Minefields = "minefield", 1 of Minefield; Square => &'a Minefield,
    |campaign| campaign.minefields.iter().map(|field| (field.square, field)));
table!(News = "stock_news", 2 of ["account", "position"] + StockNews; (&'a AccountId, usize) => &'a StockNews,
|campaign| campaign.news.iter().flat_map(|(account, news)| {
    numbered(news, 0).map(move |(number, report)| ((account, number), report))
}));
table!(RailJobs = "rail_job", 1 of RailJob; &'a FormationId => &'a RailJob, |campaign| campaign.rail_jobs.iter());
table!(UnitMarkRows = "unit_mark", 1 of ["formation"] + UnitMarks; &'a FormationId => &'a UnitMarks,
    |formations: campaign::Formations| formations.iter().map(|(id, f)| (id, &f.marks)).filter(|(_, marks)| !marks.is_nothing()));
table!(BaseMarkRows = "base_mark", 2 of ["leaf", "number"] + BaseMarks; (&'a FormationId, usize) => &'a BaseMarks,
    |formations: campaign::Formations| bases(formations).map(|(key, base)| (key, &base.marks)).filter(|(_, marks)| !marks.is_nothing()));
table!(Battles = "battle", 1 of Battle; &'a BattleId => &'a Battle, |campaign| campaign.battles.iter());
table!(Facts = "battle_fact", 2 of ["battle", "number"] + Fact; (&'a BattleId, usize) => &'a Fact,
|campaign| campaign.battles.iter().flat_map(|(id, battle)| {
    numbered(&battle.facts, 0).map(move |(number, fact)| ((id, number), fact))
}));
table!(BattleUnits = "battle_unit", 2 of ["battle", "number"] + BattleUnit; (&'a BattleId, usize) => &'a BattleUnit,
|campaign| campaign.battles.iter().flat_map(|(id, battle)| {
    let units = battle.fought.as_ref().map_or(&[][..], |fought| &fought.units);
    numbered(units, 0).map(move |(number, unit)| ((id, number), unit))
}));
table!(Groups = "battle_group", 1 of ["formation"] + BattleGroup; &'a FormationId => &'a BattleGroup,
    |campaign| campaign.groups.iter());
table!(GroupParts = "battle_group_part", 2 of ["battle_group", "part", "came_from"];
(&'a FormationId, &'a FormationId) => &'a FormationId,
|campaign| campaign.groups.iter().flat_map(|(id, group)| {
    group.parts.iter().map(move |(part, from)| ((id, part), from))
}));
table!(Replacements = "replacement", 1 of ["number"] + Replacement; usize => &'a Replacement,
    |campaign| numbered(&campaign.replacements, 1));
table!(Grades = "grade_history", 1 of ["number"] + GradeRow; usize => &'a GradeRow,
    |campaign| numbered(&campaign.grades, 1));
table!(SupplyRecords = "supply_record", 1 of ["formation"] + SupplyRecord; &'a FormationId => &'a SupplyRecord,
    |campaign| campaign.supply.records());
table!(SupplyHistory = "supply_history", 1 of ["number"] + SupplyRow; usize => &'a SupplyRow,
    |campaign| numbered(campaign.supply.history(), 1));
table!(Notes = "bound_note", 1 of ["number"] + NoteRow; usize => &'a NoteRow,
    |campaign| numbered(&campaign.notes, 1));
table!(Sightings = "sighting", 1 of Sighting; &'a SightingId => &'a Sighting, |campaign| campaign.intel.sightings.iter());
table!(SeenGround = "seen_ground", 2 of ["side", "square", "control"]; &'a (SideId, Square) => &'a Option<SideId>,
    |campaign| campaign.intel.ground.iter());
table!(SeenCrossings = "seen_crossing", 2 of ["side", "crossing"] + SeenCrossing;
    &'a (SideId, CrossingId) => &'a Option<SeenCrossing>, |campaign| campaign.intel.crossings.iter());
table!(SeenRailways = "seen_railway", 4 of ["side", "railway", "square", "neighbour", "cut"];
    &'a (SideId, RailLength) => &'a bool, |campaign| campaign.intel.rails.iter());
table!(Dumps = "dump", 1 of Dump; &'a AccountId => &'a Dump, |campaign| campaign.dumps.iter());
table!(Railheads = "railhead", 1 of Railhead; &'a AccountId => &'a Railhead, |campaign| campaign.railheads.iter());
// Each stands on the balances that those before it left.
table!(Transfers = "transfer", 1 of Transfer; u64 => &'a Transfer,
    |campaign| campaign.stock.transfers().iter().map(|transfer| (transfer.number, transfer));
    MANNER: WriteManner = WriteManner::Sequence);
// Kept by the triggers of `transfer`.
table!(Balances = "stock_balance", 2 of ["account", "commodity", "quantity", "boundary"];
    (&'a AccountId, Commodity) => (i64, bool),
    |campaign| campaign.stock.balances().map(|(account, commodity, quantity)| {
        ((account, commodity), (quantity, is_boundary(account.as_str())))
    }); MANNER: WriteManner = WriteManner::Kept);
table!(Airfields = "airfield", 1 of Airfield; &'a AirfieldId => &'a Airfield, |campaign| campaign.airfields.iter());
table!(Wings = "wing", 1 of ["leaf"] + Wing; &'a FormationId => &'a Wing, |campaign| campaign.wings.iter());
table!(Flights = "flight", 1 of ["number"] + Flight; usize => &'a Flight, |campaign| numbered(&campaign.flights, 1);
    MANNER: WriteManner = WriteManner::Sequence);
table!(Remainders = "remainder", 3 of ["from_account", "to_account", "commodity", "kg"];
    &'a (AccountId, AccountId, Commodity) => &'a u32, |campaign| campaign.remainders.iter());
