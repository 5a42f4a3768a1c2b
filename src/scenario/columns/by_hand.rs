//! The files that an organiser writes: what they hold, an example, and what each column means.

use campaign::Weather;
use domain::{
    Arm, Class, Commodity, CrossingKind, CrossingState, Echelon, Grade, LeafState, Mobility, Phase, PlaceKind, Posture,
    RailState, RiverClass, RoadQuality, Role, SupportKind, Terrain,
};

use super::files;
use crate::text::layout::{Column, Layout};

files! {
/// The files that an organiser writes, in the order in which they are best written.
BY_HAND:
PLACES = "places.csv", 1: "towns, stations and other named points. Other files call a square by the name of its place",
    [{name "Oldtown", square "{0302}", kind "town"},
        {name "Newtown", square "{0402}", kind "village"}], {
    name.need(): "the name; no two places have the same",
    lat.of("latitude_e6").degrees(): "latitude in decimal degrees, north positive; or leave it empty and give `square`",
    lon.of("longitude_e6").degrees(): "longitude in decimal degrees, east positive",
    square: "the square, where `lat` and `lon` are empty",
    kind: "what it is; `village` if empty" [PlaceKind],
    prepared: "`yes` if it is prepared for defence",
    note: "for you",
}
ROADS = "roads.csv", 3: "roads, laid from square to square by the shortest way between their points",
    [{name "Oldtown road", quality "good", points "{0002} > Oldtown > Newtown"}], {
    name.need(): "the name; no two roads have the same",
    quality: "`good` for a metalled road, `poor` for a track; `poor` if empty" [RoadQuality],
    points.need().of("").points(): "at least two points with `>` between: places, squares, or `lat lon`",
    note: "for you",
}
RAIL = "rail.csv", 5: "railways",
    [{name "Main line", gauge "1435", users "BLUE", state "open", points "{0002} > Oldtown"}], {
    name.need(): "the name; no two railways have the same",
    gauge: "the gauge in mm; 1435 if empty",
    users: "the sides whose trains can use it, by id, with blanks between",
    state: "whether trains can run; `open` if empty" [RailState],
    points.need().of("").points(): "at least two points with `>` between: places, squares, or `lat lon`",
    cuts: "single lengths that are cut, as `0102-0202`, with blanks between",
    trains_a_day: "how many trains it carries a day; empty: no limit",
    relaid.play(): "lengths converted to another gauge, as `0102-0202=1435/AX`",
    worked.play(): "metres of work done on a length, as `0102-0202=1500`",
    note: "for you",
}
RIVERS = "rivers.csv", 3: "rivers and lake shores, a row for each point; they become sides of squares",
    [{name "Vora", class "medium", seq "1", square "{0500}"},
        {name "Vora", class "medium", seq "2", square "{0505}"}], {
    name: "the name; all rows of one river have the same",
    class.need(): "how wide it is" [RiverClass],
    seq.need(): "the number of the point, in the order of the course",
    lat.degrees(): "latitude in decimal degrees; or leave it empty and give `square`",
    lon.degrees(): "longitude in decimal degrees",
    square: "the square whose north-west corner the point is, so that the river runs along the sides of squares; in the \
        east and south one beyond the map may be given",
    river: "another header for `name`; leave it out",
}
CROSSINGS = "crossings.csv", 3: "where a river can be crossed: without a crossing no road passes it",
    [{id "vora-bridge", name "Vora bridge", river "Vora", squares "{0402} {0502}", kind "bridge", carries "foot vehicles", state "open"}], {
    id.need(): "the id, by which commands call it",
    name: "the name",
    river.need(): "the river, by its name in `rivers.csv`",
    place.points(): "the place where it is; or leave it empty and give `squares`",
    squares: "the two neighbouring squares that it joins, with a blank between",
    kind: "what it is; `bridge` if empty. A railway bridge is one that carries `rail`. Ice with neither place nor squares opens the whole river" [CrossingKind],
    carries: "who can cross: `foot`, `vehicles`, `rail`, with blanks between; by its kind if empty",
    state: "whether it can be used; `open` if empty" [CrossingState],
    from.of("from_bound"): "the first bound in which it is there, as `D3 am`; empty: from the start",
    until.of("until_bound"): "the last bound in which it is there; empty: to the end",
    note: "for you",
}
TERRAIN = "terrain.csv", 2: "what the ground is where it is not open: areas, or lists of squares",
    [{name "Great Wood", terrain "close", squares "{0103} {0203}"}], {
    name: "the name, for you",
    terrain.need(): "what the ground is; woods and rough country are `close`" [Terrain],
    points.points(): "at least three points around the area, with `>` between: places, squares, or `lat lon`. Squares belong to it \
        that are named here, and those with their centre in the area or on the line around it",
    squares: "or the squares themselves, or places, with blanks between; `_` for a blank in a name",
}
FRONT = "front.csv", 0: "the line between the sides on the first morning, a row for each point",
    [{line "front", seq "1", point "{0500}", left "RED"},
        {line "front", seq "2", point "{0504}"}], {
    line.need(): "the name of the line; there may be several",
    seq.need(): "the number of the point, in the order of the line",
    point.need().points(): "a place, a square (its centre), or `lat lon`",
    left: "the side on the left hand of one who walks along the line; one row of each line says it",
}
CONTROL = "control.csv", 2: "who holds single squares, where the line does not say it rightly",
    [{square "{0002}", side "BLUE"}], {
    square.need(): "the square",
    side.need(): "the side that holds it, by its id in `campaign.toml`",
}
TEMPLATES = "templates.csv", 0: "what a kind of formation consists of, a row for each kind of leaf, so that `orbat.csv` need not say it",
    [{template "rifle-division", id "inf", name "Rifle Battalion", arm "infantry", echelon "battalion", mobility "foot", sp_full "3", weapon_men "L", weapon_armour "L", count "3"}], {
    template.need(): "the name of the template",
    id.need(): "the last part of the id of the leaf",
    name.need(): "the name of the leaf",
    arm.need(): "what kind of troops it is" [Arm],
    echelon: "its level; `battalion` if empty" [Echelon],
    mobility: "how it moves; as its formation if empty" [Mobility],
    role: "what it does in battle; by its arm if empty" [Role],
    sp_full: "strength points at full strength",
    weapon_men: "class of its weapons against men" [Class],
    weapon_armour: "class of its weapons against armour" [Class],
    armour: "class of its armour; empty: none" [Class],
    calibre_mm: "calibre of its guns in mm",
    carries: "of a supply vehicle: `log` or `pol`",
    capacity: "of a supply vehicle: how many units of it; 1 if empty",
    count: "how many such leaves there are; 1 if empty",
}
ORBAT = "orbat.csv", 7: "the order of battle, a row for each formation. Leaves are those with nothing under them: they stand on \
    squares, march and fight. A leaf of several bases has a row more for each (`id#1`, with the leaf as parent)",
    [{id "blue", side "BLUE", name "1st Division", echelon "division", arm "infantry", grade "regular"},
        {id "blue.hq", parent "blue", side "BLUE", name "Division HQ", echelon "battalion", arm "hq",
            mobility "motorised", where "{0202}"},
        {id "blue.1", parent "blue", side "BLUE", name "1st Battalion", echelon "battalion", arm "infantry",
            mobility "foot", where "{0302}", weapon_men "L", weapon_armour "L"},
        {id "blue.lorries", parent "blue", side "BLUE", name "Supply column", echelon "battalion", arm "logistic",
            mobility "motorised", where "{0202}", carries "log"},
        {id "blue.air", side "BLUE", name "Transport wing", echelon "battalion", arm "air", mobility "air",
            where "{0102}"}], {
    id.need(): "the id: letters, digits, dots, dashes. By custom that of the superior, a dot, and a short name",
    parent: "the formation above it, for command and supply; empty: none",
    side.need(): "the side, by its id in `campaign.toml`",
    name.need(): "the name",
    nationality: "the nation, in a word of your own",
    echelon.need(): "its level" [Echelon],
    arm.need(): "what kind of troops; `hq` is the command leaf of its formation" [Arm],
    mobility: "how it moves; a leaf needs it to march" [Mobility],
    grade: "the quality of a unit; all under it have it too, unless they say otherwise" [Grade],
    grade_under: "of a `green` unit: what it turns into after its first battle" [Grade],
    where.of("square").stand().points(): "of a leaf: where it stands: place, square, or `lat lon`",
    posture.unless("open").stand(): "of a leaf: how it stands; `open` if empty" [Posture],
    arrives.stand(): "of a reinforcement: the bound in which it comes, as `D2 am`",
    entry.of("").stand().points(): "of a reinforcement: where it enters the map: place, square, or `lat lon`",
    by_rail.stand(): "of a reinforcement: `yes` if it comes by rail",
    role.base(): "of a leaf: what it does in battle; by its arm if empty" [Role],
    sp_full.base(): "strength points at full strength; by scale and echelon if empty",
    sp.base(): "strength points now; full if empty",
    weapon_men.capitals().base(): "class of its weapons against men" [Class],
    weapon_armour.capitals().base(): "class of its weapons against armour" [Class],
    armour.capitals().base(): "class of its armour; empty: none" [Class],
    calibre_mm.base(): "calibre of its guns in mm",
    carries.load(): "of a supply vehicle: `log` or `pol`",
    capacity.of("").load(): "of a supply vehicle: how many units of it; 1 if empty",
    template.of(""): "the template of `templates.csv` that gives its leaves; they stand where the row says",
    strength.of(""): "with a template: the strength of its leaves in percent",
    state.of("").stand(): "in what state a leaf is; `organised` if empty" [LeafState],
    markers.unless("0").base(): "casualty markers on it",
    ammo.of("").base(): "`out` if it is out of ammunition",
    hq_die: "the HQ die of a unit; full if empty",
    casemated.stand(): "`yes` if it is fortified in concrete",
    attached_to.of("supported"): "the formation that it supports",
    attached_as.of("kind"): "how it supports that; `under_command` if empty" [SupportKind],
    once_had: "supply vehicles that it had and lost: `log`, `pol` or both",
    marched_today.stand().play(): "`yes` if it has marched today",
    minutes_used.unless("0").stand().play(): "minutes of this bound that it has used",
    next_square.stand().points().play(): "the square to which it is on the way",
    minutes_towards.stand().play(): "minutes that it has marched towards that",
    came.stand().play(): "the bound in which it came to its square",
    came_minute.stand().play(): "the minute of that bound",
    way_point.stand().points().play(): "the last way point that it has passed",
    way_points.stand().play(): "how many way points it has passed",
    attacks_owed.unless("0").play(): "attacks since the unit last reorganised",
    bounds_out_log.of("log_bounds_out").unless("0").play(): "bounds without LOG",
    bounds_out_pol.of("pol_bounds_out").unless("0").play(): "bounds without POL",
    fought.play(): "`yes` if the unit has fought",
    met_tanks.play(): "`yes` if the unit has met tanks",
    half_test_done.of("half_tested").play(): "`yes` if the unit has tested at half strength",
    has_orders.play(): "`no` if the unit is without orders",
    fanatical.play(): "`yes` if the unit is fanatical",
    cu_left.of("cu_thirds").thirds().base().play(): "combat units that it has left, as `2 1/3`",
    mounted.base().play(): "`yes` if it is mounted",
    medical_sp.of("at_post").unless("0").base().play(): "SP of it at a medical post",
    noted.base().play(): "the bound of the battle that left `notes`",
    notes.base().play(): "what the last battle left on it",
    label: "what stands at its symbol on maps and counters; made of its name if empty",
    note: "for you",
}
DUMPS = "dumps.csv", 3: "stock on the ground",
    [{id "blue.d", owner "blue", level "division", square "{0202}", name "Division dump", source "yes", log "5", pol "3"}], {
    id.need(): "the id, by which commands call it",
    owner.need(): "the formation to which it belongs",
    level.need(): "the level that it serves" [Echelon],
    place.points(): "the place where it lies; or leave it empty and give `square`",
    square: "the square, where `place` is empty",
    name: "the name",
    source: "`yes` if stock comes to it from outside the map: it feeds lines of supply",
    closed: "`yes` if it is closed",
    log: "units of LOG in it",
    pol: "units of POL in it",
    captured_pol.play(): "units of POL in it that were captured today",
    note: "for you",
}
RAILHEADS = "railheads.csv", 1: "where trains are unloaded",
    [{id "edge", square "{0002}", line "Main line", side "BLUE", source "yes", log_a_day "4", pol_a_day "4"},
        {id "oldtown", place "Oldtown", line "Main line", side "BLUE", log_a_day "4", pol_a_day "4"}], {
    id.need(): "the id, by which commands call it",
    place.points(): "the place where it is; or leave it empty and give `square`",
    square: "the square, where `place` is empty",
    line.need(): "the railway, by its name in `rail.csv`",
    side.need(): "the side that uses it",
    source: "`yes` if trains come in here from outside the map",
    log_a_day: "units of LOG that come a day",
    pol_a_day: "units of POL that come a day",
    serves: "the formation that these are for; empty: all",
    priority.unless("0"): "which comes first when trains are few: the lower figure",
    closed: "`yes` if it is closed",
    note: "for you",
}
STOCKS = "stocks.csv", 3: "what railheads and supply vehicles hold on the first morning. With `detail = \"full\"`, a formation that \
    supplies its own troops, with none of its dumps or vehicles named here or given stock in `dumps.csv`, begins with 2 \
    LOG, and 2 POL if it needs POL: in its dump if it has one, else on its vehicles, as far as their capacity allows. To \
    begin without, give a row of 0",
    [{account "oldtown", commodity "log", quantity "4"}], {
    account.need(): "a railhead, dump or supply vehicle, by id",
    commodity.need(): "what it is" [Commodity],
    quantity.need(): "how many units",
}
WEATHER = "weather.csv", 1: "the weather of every day",
    [{date "{start}", weather "clear", ground "dry", flying "good", visibility "good", light "04:00-21:00"}], {
    date.need().date(): "the day, as 1941-06-22",
    bound.of("phase"): "the bound of the day; empty: all three" [Phase],
    weather: "what the weather is" {Weather::SKY},
    ground: "the condition of the ground, by its name in `campaign.toml`: it says how fast troops march",
    flying: "what flying is like" {Weather::FLYING},
    visibility: "how far one sees" {Weather::VISIBILITY},
    light: "when it is light, as 04:00-21:00",
}
REPLACEMENTS = "replacements.csv", 2: "strength points that come to a side or formation and are given to those under it at night",
    [{pool "blue", bound "D2 night", sp "2"}], {
    pool.need(): "the side or formation to which they come, by id",
    bound.need(): "the bound in which they come, as `D2 night`",
    arm: "the arm that they are for; empty: any" [Arm],
    sp.need(): "how many strength points",
    given.unless("0").play(): "how many of these have been given out",
    note: "for you",
}
AIRFIELDS = "airfields.csv", 1: "airfields from which transport wings fly",
    [{id "oldtown-field", square "{0102}", side "BLUE", landings "20"}], {
    id.need(): "the id, by which commands call it",
    place.points(): "the place where it is; or leave it empty and give `square`",
    square: "the square, where `place` is empty",
    side.need(): "the side that uses it",
    landings: "how many aircraft can land a day; empty: no limit",
    used_for: "what it is for, for you",
    note: "for you",
}
WINGS = "wings.csv", 3: "what a leaf of mobility `air` can carry",
    [{leaf "blue.air", sorties "20", load_kg "2000"}], {
    leaf.need(): "the leaf, by id",
    sorties.need(): "how many sorties it flies a day",
    load_kg.need(): "how many kg one aircraft carries",
}
MINEFIELDS = "minefields.csv", 2: "mines (setting `mines`)",
    [{square "{0402}", side "BLUE"}], {
    square.need(): "the square",
    side.need(): "the side that laid them",
    gapped.play(): "the sides that have a gap through them, with blanks between",
    from.of("from_bound"): "the bound from which they are there; empty: from the start",
    note: "for you",
}
PARTISANS = "partisans.csv", 3: "partisans in the rear of a side (house rule `partisans`)",
    [{square "{0102}", against "BLUE", strength "1"}], {
    square.need(): "the square",
    against.need(): "the side whose rear it is",
    strength.need(): "from 1 to 6: what they dare",
    from.of("first_bound"): "the first bound in which they are there; empty: from the start",
    until.of("last_bound"): "the last bound in which they are there; empty: to the end",
    raid.play(): "the bound of their last raid",
}
}
