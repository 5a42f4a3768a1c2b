//! A small campaign made by hand, drafts, and files in a folder of their own.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use chrono::NaiveDate;
use tempfile::TempDir;

use campaign::march::*;
use campaign::*;
use domain::*;
use ledger::{Ledger, OperationDraft, WriteError, Written};

pub(crate) use crate::draft::draft;
pub(crate) use crate::units::{formation, leaf, side};

pub(crate) fn bound(text: &str) -> Bound {
    text.parse().unwrap()
}

fn truck(id: &str, order: u32, parent: &str, of: &str, square: Square) -> Formation {
    let mut truck = formation(id, order, Some(parent), of);
    truck.arm = Arm::Logistic;
    truck.mobility = Some(Mobility::Motorised);
    truck.leaf = Some(Leaf { carries: Some(Commodity::Log), capacity: 2, ..leaf(square, 1) });
    truck
}

fn frame() -> MapFrame {
    MapFrame {
        origin: Some(LatLon { lat: 49_000_000, lon: 43_000_000 }),
        metres_per_degree_lat: 111_195,
        metres_per_degree_lon: 73_000,
        columns: 12,
        rows: 9,
        square_m: 3_000,
    }
}

fn ground(frame: &MapFrame) -> Ground {
    let mut ground = Ground::blank(frame);
    for square in frame.squares() {
        ground.set_terrain(square, Terrain::ALL[usize::from(square.col + square.row) % Terrain::ALL.len()]);
        ground.set_control(square, [Some(side("AX")), None, Some(side("SU"))][usize::from(square.col) / 4]);
    }
    for row in 0..8 {
        let east = SquareSide { square: Square::new(5, row), edge: Edge::East };
        ground.set_river(east, Some(RiverSide { class: RiverClass::Major, river: 1 }));
        ground.set_road(SquareSide { square: Square::new(3, row), edge: Edge::South }, Some(RoadQuality::Poor));
    }
    ground.set_road(SquareSide { square: Square::new(5, 2), edge: Edge::East }, Some(RoadQuality::Good));
    ground
}

fn replacements() -> Vec<Replacement> {
    let entry = |pool, at, arm, given| Replacement { pool, bound: bound(at), arm, sp: 4, given, note: "n".into() };
    vec![
        entry(Pool::Formation("ax.xiv".into()), "1am", None, 3),
        entry(Pool::Side(side("SU")), "9n", Some(Arm::Artillery), 0),
    ]
}

fn group() -> BattleGroup {
    let parts = [("ax.xiv.16.b1".into(), "ax.xiv".into()), ("ax.xiv.16.b2".into(), "ax.xiv".into())].into();
    BattleGroup { since: bound("1pm"), raised_from: "ax.xiv".into(), parts }
}

fn orbat() -> Vec<Formation> {
    let mut corps = formation("ax.xiv", 1, None, "AX");
    corps.echelon = Echelon::Corps;
    corps.grade = Some(Grade::Regular);
    corps.mobility = None;
    let mut division = formation("ax.xiv.16", 2, Some("ax.xiv"), "AX");
    division.echelon = Echelon::Division;
    division.hq_die = Some(2);
    division.attacks_owed = 1;
    division.note = "note; with, marks".into();
    let mut b1 = formation("ax.xiv.16.b1", 3, Some("ax.xiv.16"), "AX");
    b1.leaf = Some(leaf(Square::new(3, 2), 1));
    let mut b2 = formation("ax.xiv.16.b2", 4, Some("ax.xiv.16"), "AX");
    b2.support = Some(Support { to: "ax.xiv.16.b1".into(), kind: SupportKind::DirectSupport });
    b2.leaf = Some(leaf(Square::new(3, 3), 3));
    let noted = Some(Noted { bound: Bound::FIRST, notes: [Note::Pinned, Note::NoMove].into_iter().collect() });
    let marks = BaseMarks { cu_thirds: Some(7), mounted: true, at_post: 2, noted };
    b2.leaf.as_mut().unwrap().bases[1].marks = marks;
    let mut su = formation("su.1", 6, None, "SU");
    su.marks = UnitMarks { fought: true, met_tanks: true, half_tested: true, without_orders: true, fanatical: true };
    su.grade = Some(Grade::Green);
    su.grade_under = Some(Grade::Conscript);
    su.once_had = OnceHad { log: false, pol: true };
    let mut late = formation("su.1.b1", 7, Some("su.1"), "SU");
    late.leaf = Some(Leaf {
        square: None,
        state: LeafState::OffMap,
        arrives: Some(bound("2pm")),
        entry: Some(Location::Place("Kalach".into())),
        by_rail: true,
        posture: Posture::Fortified,
        casemated: true,
        ..leaf(Square::new(0, 0), 1)
    });
    let mut near = formation("su.1.b2", 8, Some("su.1"), "SU");
    let march = Marched {
        minutes: 120,
        today: true,
        towards: Some(Towards { square: Square::new(9, 5), minutes: 30 }),
        came: Some(Arrival { bound: Bound::FIRST, minute: 90 }),
        passed: Some(Passed { square: Square::new(8, 4), count: 2 }),
    };
    near.leaf = Some(Leaf { march, ..leaf(Square::new(9, 4), 2) });
    let log = truck("ax.xiv.16.log", 5, "ax.xiv.16", "AX", Square::new(2, 2));
    vec![corps, division, b1, b2, log, su, late, near]
}

/// The division stood cut off when the bound before the first was closed.
fn supply() -> SupplyBook {
    let cut = Standing { state: SupplyState::Cut, since: Bound::FIRST, bounds_out: 2 };
    let none = Standing { state: SupplyState::NotRequired, since: Bound::FIRST, bounds_out: 0 };
    let id = || FormationId::from("ax.xiv.16");
    let row = |commodity, state| SupplyRow { formation: id(), commodity, bound: Bound::FIRST, state: Some(state) };
    let history = vec![row(Commodity::Log, cut.state), row(Commodity::Pol, none.state)];
    SupplyBook::from_parts([(id(), SupplyRecord { log: cut, pol: none })].into(), history)
}

fn crossings() -> Vec<Crossing> {
    let bridge = Crossing {
        id: "kalach".into(),
        name: "Kalach bridge".into(),
        river: "Don".into(),
        position: Some(Location::At(LatLon { lat: 48_691_000, lon: 43_530_000 })),
        side: Some(SquareSide { square: Square::new(5, 2), edge: Edge::East }),
        kind: CrossingKind::Bridge,
        carries: Carries { foot: true, vehicles: true, rail: false },
        state: CrossingState::Open,
        from: None,
        until: None,
        note: String::new(),
    };
    let ice = Crossing {
        id: "don-ice".into(),
        name: "ice".into(),
        position: None,
        side: None,
        kind: CrossingKind::Ice,
        from: Some(bound("3am")),
        until: Some(bound("9n")),
        ..bridge.clone()
    };
    vec![bridge, ice]
}

fn stock() -> StockBook {
    let mut campaign_stock = Vec::new();
    for (number, (to, quantity)) in [("dump.16", 4), ("ax.xiv.16.log", 2), ("chir", 9)].into_iter().enumerate() {
        campaign_stock.push(transfer(number as u64 + 1, "opening", to, quantity));
    }
    // Only a campaign can book; so the book is read from its document.
    let balances = serde_json::json!({
        "balances": {"ax.xiv.16.log": {"log": 2}, "chir": {"log": 9}, "dump.16": {"log": 4}, "opening": {"log": -15}},
        "made": 3,
        "transfers": campaign_stock,
    });
    serde_json::from_value(balances).unwrap()
}

pub(crate) fn transfer(number: u64, from: &str, to: &str, quantity: u32) -> Transfer {
    let (from, to) = (from.into(), to.into());
    Transfer { number, from, to, commodity: Commodity::Log, quantity, bound: Bound::FIRST, reason: "because".into() }
}

/// A campaign of eight formations in which every table has a row.
#[allow(clippy::too_many_lines, reason = "a declaration")]
pub(crate) fn small() -> Campaign {
    let frame = frame();
    let mut settings = Settings::default();
    settings.set(Setting::Detail, "full");
    settings.set(Setting::WriterWait, "1");
    let points = vec![Location::Place("Kalach".into()), Location::Square(Square::new(3, 8))];
    let path: Vec<_> = (0..9).map(|row| Square::new(3, row)).collect();
    let cut = SquareSide { square: Square::new(3, 4), edge: Edge::South };
    let river = |name: &str, class| River {
        name: name.into(),
        class,
        course: vec![LatLon { lat: 48_999_999, lon: 43_000_001 }, LatLon { lat: -1, lon: 2 }],
    };
    Campaign {
        name: "small".into(),
        title: "A small campaign".into(),
        start: NaiveDate::from_ymd_opt(1942, 11, 19).unwrap(),
        days: 7,
        bound: Bound::FIRST,
        scale: Scale::Corps,
        rules: RuleSystemId::NqmSquared,
        settings,
        sides: vec![
            Side { id: side("SU"), name: "Soviets".into(), colour: "red".into() },
            Side { id: side("AX"), name: "Axis".into(), colour: "grey".into() },
        ],
        ground: Arc::new(ground(&frame)),
        house: house(),
        ground_factors: vec![GroundFactors {
            name: "mud".into(),
            good: 125,
            thaw: true,
            supply: SupplyGround { lorries_poor: 0, trains: 75, ..SupplyGround::PLAIN },
            ..GroundFactors::none()
        }],
        places: vec![Place {
            name: "Kalach".into(),
            at: Some(LatLon { lat: 48_691_000, lon: 43_530_000 }),
            square: Square::new(6, 2),
            kind: PlaceKind::Town,
            prepared: true,
            note: "on the Don".into(),
        }],
        roads: vec![Road {
            name: "Chir road".into(),
            quality: RoadQuality::Poor,
            points: points.clone(),
            path: path.clone(),
            note: String::new(),
        }],
        railways: vec![Railway {
            name: "Chir line".into(),
            gauge: 1435,
            users: BTreeSet::from([side("AX"), side("SU")]),
            points,
            path,
            cuts: BTreeSet::from([cut]),
            trains_a_day: Some(8),
            tracks: vec![Track {
                length: cut,
                relaid: Some(Relaid { gauge: 1520, side: side("SU") }),
                worked_m: 1_500,
            }],
            note: "single track".into(),
        }],
        rivers: vec![river("Chir", RiverClass::Minor), river("Don", RiverClass::Major)],
        crossings: crossings().into_iter().map(|c| (c.id.clone(), c)).collect(),
        formations: orbat().into_iter().collect(),
        dumps: std::iter::once(dump("dump.16", Square::new(2, 2))).map(|d| (d.id.clone(), d)).collect(),
        railheads: std::iter::once(railhead()).map(|r| (r.id.clone(), r)).collect(),
        stock: stock(),
        weather: vec![Weather {
            date: NaiveDate::from_ymd_opt(1942, 11, 19).unwrap(),
            phase: Some(Phase::Night),
            weather: "snow".into(),
            ground: "mud".into(),
            flying: "none".into(),
            visibility: "poor".into(),
            light: "06:44-16:56".into(),
        }],
        grades: vec![GradeRow {
            formation: "su.1".into(),
            bound: Bound::FIRST,
            battle: Some("B1".into()),
            before: None,
            after: Some(Grade::Green),
            reason: "raw".into(),
        }],
        supply: supply(),
        notes: vec![NoteRow { bound: Bound::FIRST, text: "fog, all day".into() }],
        orders: Orders::from_list([march_order("ax.xiv.16", Square::new(4, 2))]),
        claims: [("dump.16".into(), claim("dump.16"))].into(),
        convoys: [("ax.xiv.16.log".into(), convoy())].into(),
        captured_fuel: [("dump.16".into(), 2)].into(),
        news: [(
            "dump.16".into(),
            vec![
                StockNews { bound: Bound::FIRST, stock: "2log 1pol".parse().unwrap() },
                StockNews { bound: Bound::FIRST.next(), stock: Load::default() },
            ],
        )]
        .into(),
        partisans: vec![Partisans {
            square: Square::new(3, 3),
            against: side("AX"),
            strength: 3,
            from: None,
            until: Some(bound("4n")),
            raid: Some(Bound::FIRST),
        }],
        minefields: vec![
            Minefield {
                square: Square::new(1, 1),
                side: side("AX"),
                gapped: true,
                from: None,
                note: "laid in May".into(),
            },
            Minefield {
                square: Square::new(3, 3),
                side: side("SU"),
                gapped: false,
                from: Some(bound("1pm")),
                note: String::new(),
            },
        ],
        strikes: vec![
            AirStrike { bound: Bound::FIRST, against: side("AX"), target: StrikeTarget::Square(Square::new(3, 3)) },
            AirStrike { bound: bound("2am"), against: side("AX"), target: StrikeTarget::Line("Chir line".into()) },
        ],
        driven: [("ax.xiv.16.log".into(), 21_000)].into(),
        groups: [("ax.xiv.16".into(), group())].into(),
        replacements: replacements(),
        rail_jobs: [rail_job(cut)].map(|job| (job.leaf.clone(), job)).into(),
        airfields: [airfield()].map(|field| (field.id.clone(), field)).into(),
        wings: [("su.1.b2".into(), Wing { sorties: 9, load_kg: 2_000 })].into(),
        flights: vec![flight()],
        remainders: [(("air".into(), "dump.16".into(), Commodity::Pol), 17_000)].into(),
        settings_since: [(Setting::Detail, Bound::FIRST)].into(),
        battles: [open_battle(), past_battle()].map(|battle| (battle.id.clone(), battle)).into(),
        intel: intel(cut),
        papers: [("README.md".to_owned(), "# Small\n".to_owned())].into(),
        frame,
    }
}

/// Something in every table of what the sides know.
fn intel(length: SquareSide) -> Intel {
    let of = (side("SU"), side("AX"));
    let sighting = Sighting {
        formation: Some("ax.xiv.16".into()),
        arm: Some(Arm::Armour),
        echelon: Some(Echelon::Battalion),
        units: Some(2),
        name: Some("16th Panzer".into()),
        sp: Some(7),
        grade: Some(Grade::Veteran),
        note: "by air".into(),
        ..Sighting::new("AX-s7".into(), of, Square::new(9, 8), Bound::FIRST, SightedBy::Report)
    };
    let seen = SeenCrossing { state: CrossingState::Closed, from: Some(Bound::FIRST), until: None };
    let crossing = crossings().remove(0).id;
    Intel {
        sightings: [(sighting.id.clone(), sighting)].into(),
        ground: [((side("SU"), Square::new(11, 8)), Some(side("AX")))].into(),
        crossings: [((side("SU"), crossing), Some(seen))].into(),
        rails: [((side("AX"), ("Chir line".to_owned(), length)), false)].into(),
        reader: None,
    }
}

pub(crate) fn open_battle() -> Battle {
    Battle {
        id: "1am-0502".into(),
        square: Square::new(5, 2),
        bound: Bound::FIRST,
        attacker: side("SU"),
        rules: RuleSystemId::NqmFree,
        facts: vec![
            Fact { subject: "ax.xiv.16.b1".into(), text: "3 of 4 SP, \"hungry\"".into() },
            Fact { subject: "0502".into(), text: "open".into() },
        ],
        fought: None,
    }
}

fn past_battle() -> Battle {
    let unit = |unit: &str, attacked| BattleUnit {
        unit: unit.into(),
        attacked,
        engaged: true,
        first: !attacked,
        sp_before: 9,
        sp_lost: 3,
        passed: 1,
        failed: 2,
        sp_whole: 12,
    };
    let units = vec![unit("su.1", true), unit("ax.xiv.16", false)];
    let fought = Fought {
        end: BattleEnd::WonBack,
        holder: side("AX"),
        moves: 4,
        recorded: true,
        recce: Some(campaign::RecceWon { by: side("AX"), margin: 2 }),
        bases_lost: Some(campaign::BasesLost { attackers: 2, defenders: 0 }),
        units,
    };
    Battle { id: "1am-0402".into(), facts: Vec::new(), fought: Some(fought), ..open_battle() }
}

pub(crate) fn march_order(unit: &str, to: Square) -> Order {
    let action = MarchOrder { way: vec![to], rate: Manner::Road, close_up: true, split: false, alone: false };
    Order { unit: unit.into(), bound: Bound::FIRST, action: Action::Move(action) }
}

/// Orders for the second bound: to open a dump, then to be sent.
pub(crate) fn supply_orders() -> [Order; 2] {
    let open = Action::OpenDump(DumpOrder {
        dump: "dump.x".into(),
        owner: "ax.xiv.16".into(),
        at: Some(Square::new(4, 4)),
        level: Some(Echelon::Corps),
        name: Some("Store, second".to_owned()),
    });
    let send = Action::Send(SendOrder {
        with: vec!["ax.xiv.16.log".into()],
        load: Some("1log 2fu_m".parse().unwrap()),
        from: Some("chir".into()),
        to: Goal::Formation("ax.xiv.16".into()),
        via: vec![Square::new(3, 3), Square::new(4, 4)],
        stays: true,
    });
    [open, send].map(|action| Order { unit: "ax.xiv.16.b1".into(), bound: Bound::FIRST.next(), action })
}

pub(crate) fn claim(what: &str) -> Claim {
    Claim { what: what.into(), square: Square::new(2, 2), by: "su.1.b2".into(), bound: Bound::FIRST }
}

pub(crate) fn dump(id: &str, square: Square) -> Dump {
    Dump {
        id: id.into(),
        owner: "ax.xiv.16".into(),
        level: Echelon::Division,
        name: "Dump".into(),
        place: Some("Kalach".into()),
        square,
        source: false,
        closed: false,
        note: String::new(),
    }
}

fn airfield() -> Airfield {
    let (used_for, note) = ("transport".into(), "grass".into());
    let (place, square) = (Some("Kalach".into()), Square::new(6, 2));
    Airfield { id: "kalach-field".into(), place, square, side: side("SU"), landings: Some(30), used_for, note }
}

pub(crate) fn flight() -> Flight {
    Flight {
        bound: Bound::FIRST,
        wing: "su.1.b2".into(),
        from: Some("kalach-field".into()),
        at: None,
        to: Some("dump.16".into()),
        commodity: Commodity::Pol,
        sorties: 5,
        landed: 3,
        lost: 1,
        kg: 6_000,
        kg_lost: 2_000,
    }
}

pub(crate) fn rail_job(length: SquareSide) -> RailJob {
    let (leaf, line) = ("su.1.b2".into(), "Chir line".to_owned());
    RailJob { leaf, line, action: RailAction::Convert(1435), lengths: vec![length], then: Vec::new() }
}

pub(crate) fn railhead() -> Railhead {
    Railhead {
        id: "chir".into(),
        place: None,
        square: Square::new(3, 7),
        line: "Chir line".into(),
        side: side("AX"),
        source: true,
        log_a_day: 3,
        pol_a_day: 1,
        serves: Some("ax.xiv".into()),
        priority: 2,
        closed: false,
        note: String::new(),
    }
}

/// A draft of the group `group`.
pub(crate) fn of_group(command: &str, group: u64) -> OperationDraft {
    OperationDraft { group: Some(group), ..draft(command) }
}

/// A campaign file in a folder of its own.
pub(crate) struct File {
    pub(crate) folder: TempDir,
    pub(crate) path: PathBuf,
}

impl File {
    pub(crate) fn new(campaign: &Campaign) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("small.railhead");
        Ledger::create(&path, &draft("new small"), campaign).unwrap();
        Self { folder, path }
    }

    pub(crate) fn small() -> Self {
        Self::new(&small())
    }

    pub(crate) fn open(&self) -> Ledger {
        Ledger::open(&self.path).unwrap()
    }

    /// As another program opens it.
    pub(crate) fn sql(&self) -> rusqlite::Connection {
        rusqlite::Connection::open(&self.path).unwrap()
    }

    /// What lies in the folder, in order.
    pub(crate) fn listing(&self) -> Vec<String> {
        listing(self.folder.path())
    }
}

pub(crate) fn listing(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).unwrap();
    let mut names: Vec<_> = entries.map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

/// Writes these events as one operation.
pub(crate) fn write(ledger: &mut Ledger, draft: &OperationDraft, events: &[Event]) -> Written {
    try_write(ledger, draft, events).unwrap()
}

pub(crate) fn try_write(
    ledger: &mut Ledger,
    draft: &OperationDraft,
    events: &[Event],
) -> Result<Written, WriteError<Refusal>> {
    ledger.write(draft, |_| Ok(events.to_vec()))
}

/// The leaf `ax.xiv.16.b1` stepping along its row.
pub(crate) fn step_east(from: u16) -> Event {
    let square = |col| Some(Square::new(col, 2));
    Event::LeafPlaced { leaf: "ax.xiv.16.b1".into(), before: square(from), after: square(from + 1) }
}

pub(crate) fn no_breaches(ledger: &Ledger) {
    let found = ledger.verify().unwrap();
    assert_eq!(found.breaches, Vec::new());
}

/// A convoy with something in every field.
fn convoy() -> Convoy {
    Convoy {
        vehicles: vec!["ax.xiv.16.log".into()],
        errand: Errand::Load,
        take: Some(campaign::Take { from: "chir".into(), load: "1log 2fu_m".parse().unwrap() }),
        to: Goal::Account("dump.16".into()),
        via: vec![Square::new(3, 1), Square::new(3, 2)],
        stays: true,
        home: Square::new(1, 1),
        seat: Some(Square::new(2, 1)),
        starts: bound("1pm"),
        way: vec![Square::new(1, 2), Square::new(1, 3)],
        held_up: Some(HeldUp { since: bound("1am"), why: "the enemy stands in 0102".into() }),
    }
}

fn house() -> HouseParameters {
    let mut house = HouseParameters::default();
    house.set("square-bashing.clock_start", Some("20"));
    house.set("war-times-journal-1943.command.R", Some("[2,2]"));
    house
}
