//! Where the drawings of Operation Uranus come to lie on squares: its facts, checked by arithmetic of its own.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use campaign::{Campaign, Crossing, Location, River, Road};
use domain::{CrossingState, LatLon, RiverClass, RoadQuality, Square, SquareSide, Traffic};
use petgraph::algo::dijkstra;
use petgraph::graph::{Graph, NodeIndex};
use scenario::{built_in, read};

fn uranus() -> &'static Campaign {
    static READ: OnceLock<Campaign> = OnceLock::new();
    READ.get_or_init(|| {
        let files = built_in("uranus-1942").expect("the campaign is built in");
        let reading = read(&files, &[]);
        assert!(reading.faults.is_empty(), "{:#?}", reading.faults);
        reading.campaign.expect("a folder without faults gives a campaign")
    })
}

// ---- plane geometry in kilometres, on its own

type Km = (f64, f64);

fn km(campaign: &Campaign, at: LatLon) -> Km {
    let origin = campaign.frame.origin.unwrap();
    let scale = |degrees: i32, metres: u32| f64::from(degrees) * f64::from(metres) / 1e9;
    (
        scale(at.lon - origin.lon, campaign.frame.metres_per_degree_lon),
        scale(origin.lat - at.lat, campaign.frame.metres_per_degree_lat),
    )
}

fn centre(campaign: &Campaign, square: Square) -> Km {
    let side = f64::from(campaign.frame.square_m) / 1e3;
    ((f64::from(square.col) + 0.5) * side, (f64::from(square.row) + 0.5) * side)
}

/// Where two segments meet, if they do.
fn meeting((ax, ay): Km, (bx, by): Km, (px, py): Km, (qx, qy): Km) -> Option<Km> {
    let det = (bx - ax) * (qy - py) - (by - ay) * (qx - px);
    let t = ((px - ax) * (qy - py) - (py - ay) * (qx - px)) / det;
    let u = ((px - ax) * (by - ay) - (py - ay) * (bx - ax)) / det;
    ((0.0..1.0).contains(&t) && (0.0..1.0).contains(&u)).then_some((ax + t * (bx - ax), ay + t * (by - ay)))
}

fn meetings(campaign: &Campaign, river: &River, a: Km, b: Km) -> Vec<Km> {
    let course: Vec<Km> = river.course.iter().map(|at| km(campaign, *at)).collect();
    course.windows(2).filter_map(|leg| meeting(a, b, leg[0], leg[1])).collect()
}

/// Whether a point lies on the course of a river, to ten metres.
fn lies_on(campaign: &Campaign, river: &River, (x, y): Km) -> bool {
    let course: Vec<Km> = river.course.iter().map(|at| km(campaign, *at)).collect();
    let near = |(ax, ay): Km, (bx, by): Km| {
        let length = apart((ax, ay), (bx, by)).max(0.001);
        let along = (((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / length.powi(2)).clamp(0.0, 1.0);
        apart((x, y), (ax + along * (bx - ax), ay + along * (by - ay))) < 0.01
    };
    course.windows(2).any(|leg| near(leg[0], leg[1]))
}

fn are_apart(campaign: &Campaign, river: &str, a: Km, b: Km) -> bool {
    let river = campaign.rivers.iter().find(|r| r.name == river).unwrap();
    meetings(campaign, river, a, b).len() % 2 == 1
}

fn apart(one: Km, other: Km) -> f64 {
    (one.0 - other.0).hypot(one.1 - other.1)
}

fn place_point(campaign: &Campaign, name: &str) -> Km {
    km(campaign, campaign.place(name).unwrap().at.unwrap())
}

fn point(campaign: &Campaign, location: &Location) -> Km {
    match location {
        Location::Place(name) => place_point(campaign, name),
        Location::At(at) => km(campaign, *at),
        Location::Square(square) => centre(campaign, *square),
    }
}

// ---- who uses which crossing

fn sides(path: &[Square]) -> Vec<SquareSide> {
    path.windows(2).map(|step| step[0].side_to(step[1]).expect("a way goes from neighbour to neighbour")).collect()
}

fn uses(path: &[Square], crossing: &Crossing) -> bool {
    crossing.side.is_some_and(|side| sides(path).contains(&side))
}

fn road<'a>(campaign: &'a Campaign, name: &str) -> &'a Road {
    campaign.roads.iter().find(|road| road.name == name).unwrap_or_else(|| panic!("no road `{name}`"))
}

#[test]
fn every_road_and_railway_is_laid_from_its_first_point_to_its_last() {
    let campaign = uranus();
    for road in &campaign.roads {
        assert!(!road.path.is_empty(), "{}", road.name);
        for side in sides(&road.path) {
            assert!(campaign.ground.road(side).is_some_and(|there| there <= road.quality), "{}", road.name);
        }
    }
    assert!(campaign.railways.iter().all(|railway| railway.path.len() > 1));
}

// What the notes of roads and crossings of the data say.
#[test]
fn the_roads_of_the_data_use_the_crossings_that_were_made_for_them() {
    let campaign = uranus();
    let expected = [
        ("kalach", "Kalach-Stalingrad road"),
        ("kalach", "Serafimovich-Kalach axis"),
        ("kalach", "Perelazovsky-Dobrinka-Ostrov-Kalach"),
        ("akimovsky", "Don crossing to Vertyachy"),
        ("rychkovsky", "Nizhne-Chirskaya-Kalach east bank"),
        ("potemkinskaya", "Nizhne-Chirskaya-Kotelnikovo"),
        ("tsimlyanskaya", "Tormosin-Tsimlyanskaya"),
        ("serafimovich", "Serafimovich-Mikhaylovka supply road"),
        ("zimnyatsky", "Serafimovich-Mikhaylovka supply road"),
        ("ust-khoperskaya", "Kumylzhenskaya-Ust-Khoperskaya"),
        ("kletskaya", "Frolovo-Kletskaya road"),
        ("chernyshevskaya", "Chir valley road"),
        ("surovikino", "Morozovskaya-Chir main supply road"),
        ("tatyanka", "Srednyaya Akhtuba-Tatyanka ferry road"),
        ("svetly-yar", "Leninsk-Svetly Yar ferry road"),
        ("leninsk", "Leninsk-Svetly Yar ferry road"),
        ("kamenny-yar", "Kapustin Yar-Kamenny Yar ferry road"),
        ("gromoslavka", "Zhutovo-Verkhne-Kumsky-Buzinovka"),
        ("kruglyakov", "Zhutovo-Verkhne-Kumsky-Buzinovka"),
    ];
    for (crossing, name) in expected {
        let there = &campaign.crossings[crossing];
        assert!(uses(&road(campaign, name).path, there), "`{name}` does not use `{crossing}`");
    }
    let rail_bridge = &campaign.crossings["rychkovsky-rail"];
    assert!(campaign.railways.iter().any(|railway| uses(&railway.path, rail_bridge)));
}

/// Where a road as drawn meets a river once, and a crossing of that river was drawn within two squares of that.
#[test]
fn a_road_uses_the_crossing_that_was_drawn_where_it_meets_the_river() {
    let campaign = uranus();
    let mut led_to = 0;
    for road in &campaign.roads {
        for leg in road.points.windows(2) {
            let (a, b) = (point(campaign, &leg[0]), point(campaign, &leg[1]));
            for river in campaign.rivers.iter().filter(|river| river.class != RiverClass::Minor) {
                let met = meetings(campaign, river, a, b);
                let [met] = met[..] else { continue };
                let away = |c: &Crossing| apart(point(campaign, c.position.as_ref().unwrap()), met);
                let of_river = campaign.crossings.values().filter(|c| c.river == river.name);
                let for_roads = of_river.filter(|c| c.carries.carries(Traffic::Vehicles));
                let nearest = for_roads.min_by(|x, y| away(x).total_cmp(&away(y))).unwrap();
                if away(nearest) <= 6.0 {
                    led_to += 1;
                    assert!(uses(&road.path, nearest), "`{}` does not use `{}`", road.name, nearest.id);
                }
            }
        }
    }
    assert!(led_to >= 15, "{led_to}");
}

#[test]
fn every_crossing_lies_on_its_river_within_two_squares_of_where_it_was_drawn() {
    let campaign = uranus();
    let mut taken = BTreeMap::new();
    for crossing in campaign.crossings.values() {
        let Some(side) = crossing.side else { continue };
        let (a, b) = side.squares();
        let (x, y) = point(campaign, crossing.position.as_ref().unwrap());
        let drawn = Square::new((x / 3.0) as u16, (y / 3.0) as u16);
        assert!(a.reach_to(drawn) <= 2 && b.reach_to(drawn) <= 2, "{}", crossing.id);
        assert!(are_apart(campaign, &crossing.river, centre(campaign, a), centre(campaign, b)), "{}", crossing.id);
        assert_eq!(taken.insert(side, &crossing.id), None, "{} shares its side", crossing.id);
    }
}

// ---- banks

#[test]
fn every_place_stands_on_the_bank_on_which_it_lies() {
    let campaign = uranus();
    for place in &campaign.places {
        let Some(at) = place.at else { continue };
        // A place drawn on the very course lies on neither bank.
        for river in campaign.rivers.iter().filter(|river| !lies_on(campaign, river, km(campaign, at))) {
            let apart = are_apart(campaign, &river.name, km(campaign, at), centre(campaign, place.square));
            assert!(!apart, "`{}` and its square are parted by the `{}`", place.name, river.name);
        }
    }
}

#[test]
fn kalach_is_east_and_berezovsky_west_of_the_don() {
    let campaign = uranus();
    let square = |name: &str| centre(campaign, campaign.place(name).unwrap().square);
    let drawn = |name: &str| place_point(campaign, name);
    for stands in [&square as &dyn Fn(&str) -> Km, &drawn] {
        assert!(are_apart(campaign, "Don", stands("Kalach"), stands("Berezovsky")));
        assert!(!are_apart(campaign, "Don", stands("Kalach"), stands("Marinovka")));
        assert!(!are_apart(campaign, "Don", stands("Berezovsky"), stands("Surovikino")));
        assert!(stands("Berezovsky").0 < stands("Kalach").0);
    }
}

// ---- what a crossing is worth

/// Lorry minutes: on a good road 20, on a poor one 30, across country 60 a square, three squares at a stretch.
struct Lorries<'a> {
    campaign: &'a Campaign,
    graph: Graph<(), (SquareSide, bool)>,
    nodes: BTreeMap<(Square, u8), NodeIndex>,
}

impl<'a> Lorries<'a> {
    fn new(campaign: &'a Campaign) -> Self {
        let mut graph = Graph::new();
        let squares = || campaign.frame.squares();
        let all = squares().flat_map(|square| (0..=3).map(move |run| (square, run)));
        let nodes: BTreeMap<_, _> = all.map(|key| (key, graph.add_node(()))).collect();
        for square in squares() {
            for next in campaign.frame.neighbours(square) {
                let side = square.side_to(next).unwrap();
                for run in 0..=3u8 {
                    if campaign.ground.road(side).is_some() {
                        graph.add_edge(nodes[&(square, run)], nodes[&(next, 0)], (side, true));
                    } else if run < 3 {
                        graph.add_edge(nodes[&(square, run)], nodes[&(next, run + 1)], (side, false));
                    }
                }
            }
        }
        Self { campaign, graph, nodes }
    }

    /// Minutes over a side; none where it is barred. `destroyed` is down, `open` is in use.
    fn minutes(&self, side: SquareSide, by_road: bool, open: &str, destroyed: Option<&str>) -> Option<u64> {
        let step = match self.campaign.ground.road(side).filter(|_| by_road) {
            Some(RoadQuality::Good) => 20,
            Some(RoadQuality::Poor) => 30,
            None => 60,
        };
        let Some(river) = self.campaign.ground.river(side) else { return Some(step) };
        let here: Vec<_> = self.campaign.crossings_at(side).collect();
        let is_open = |c: &&&Crossing| {
            let up = c.state == CrossingState::Open || c.id.as_str() == open;
            up && destroyed != Some(c.id.as_str()) && c.carries.carries(Traffic::Vehicles)
        };
        let bridged = here.iter().any(|c| is_open(&c));
        match river.class {
            RiverClass::Minor if bridged || (by_road && here.is_empty()) => Some(step),
            RiverClass::Minor => Some(step + 60),
            _ => bridged.then_some(step),
        }
    }

    /// Minutes of the clear way between two squares; none where there is none.
    fn clear_way(&self, from: Square, to: Square, open: &str, destroyed: Option<&str>) -> Option<u64> {
        const BARRED: u64 = 1 << 40;
        let start = self.nodes[&(from, 0)];
        let reached = dijkstra(&self.graph, start, None, |edge| {
            let (side, by_road) = *edge.weight();
            self.minutes(side, by_road, open, destroyed).unwrap_or(BARRED)
        });
        let minutes = (0..=3).filter_map(|run| reached.get(&self.nodes[&(to, run)])).min().copied();
        minutes.filter(|minutes| *minutes < BARRED)
    }
}

#[test]
fn without_a_crossing_the_clear_way_between_its_squares_is_longer_or_gone() {
    let campaign = uranus();
    let lorries = Lorries::new(campaign);
    let mut tried = 0;
    for crossing in campaign.crossings.values().filter(|c| c.carries.carries(Traffic::Vehicles)) {
        let Some(side) = crossing.side.filter(|side| campaign.ground.road(*side).is_some()) else { continue };
        let (a, b) = side.squares();
        let id = crossing.id.as_str();
        let with = lorries.clear_way(a, b, id, None).unwrap_or_else(|| panic!("`{id}` carries nothing"));
        let without = lorries.clear_way(a, b, id, Some(id));
        assert!(without.is_none_or(|without| without > with), "`{id}`: {with} minutes with it, {without:?} without");
        tried += 1;
    }
    assert!(tried >= 24, "{tried}");
}
