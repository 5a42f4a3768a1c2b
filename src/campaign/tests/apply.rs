//! What `apply` refuses, with its exact message; a campaign that was refused an event is as it was.

use campaign::march::{Marched, Passed, Towards};
use campaign::{
    Action, AirStrike, BattleGroup, Campaign, Claim, DumpOrder, Event, Flight, GradeRow, Location, Order, Orders, Pool,
    RailAction, RailJob, Replacement, Setting, StockBook, StrikeTarget, Support, Track, Transfer, UnitKey, Wing, apply,
    breaches,
};
use domain::{
    Bound, Commodity, CrossingState, Detail, Echelon, Edge, Grade, LeafState, Phase, Posture, RailState, SideId,
    Square, SquareSide, SupportKind, Terrain,
};
use scenario::read;

use crate::tiny::tiny;

fn placed(leaf: &str, before: Option<Square>, after: Option<Square>) -> Event {
    Event::LeafPlaced { leaf: leaf.into(), before, after }
}

fn strength(leaf: &str, base: u16, before: u16, after: u16) -> Event {
    Event::StrengthChanged { leaf: leaf.into(), base, before, after }
}

fn markers(leaf: &str, before: u16, after: u16) -> Event {
    Event::MarkersChanged { leaf: leaf.into(), base: 0, before, after }
}

fn named(formation: &str, before: &str, after: &str) -> Event {
    let (before, after) = (before.to_owned(), after.to_owned());
    Event::FormationSet { formation: formation.into(), key: UnitKey::Name, before, after }
}

fn superior(formation: &str, before: &str, after: &str) -> Event {
    Event::SuperiorChanged { formation: formation.into(), before: Some(before.into()), after: Some(after.into()) }
}

fn transfer(number: u64, from: &str, to: &str, quantity: u32) -> Event {
    let (commodity, bound, reason) = (Commodity::Log, Bound::FIRST, "a test".to_owned());
    let transfer = Transfer { number, from: from.into(), to: to.into(), commodity, quantity, bound, reason };
    Event::StockTransferred { transfer }
}

fn entry(location: Location) -> Event {
    Event::EntryChanged { leaf: "su.2".into(), before: None, after: Some(location) }
}

fn crossing(id: &str) -> Event {
    Event::CrossingChanged {
        crossing: id.into(),
        before: CrossingState::Closed,
        after: CrossingState::Open,
        from_before: None,
        from_after: None,
        until_before: None,
        until_after: None,
    }
}

fn kept(after: Marched) -> Event {
    Event::MarchKept { leaf: "ax.1".into(), before: Marched::default(), after }
}

fn dissolved(campaign: &Campaign, formation: &str) -> Event {
    Event::FormationDissolved { formation: Box::new(campaign.formations[formation].clone()) }
}

fn entry_of(pool: Pool, given: u16) -> Replacement {
    Replacement { pool, bound: Bound::FIRST, arm: None, sp: 2, given, note: String::new() }
}

fn taken(entry: u32, given: u16, sp: u16) -> Event {
    Event::ReplacementTaken { leaf: "su.1".into(), base: 0, before: 2, after: 2 + sp, entry, given }
}

/// `su.1` has 2 SP: what it is given is what the entry gives, or neither changes.
#[test]
fn what_is_taken_is_what_is_given() {
    let mut campaign = read(&tiny(), &[]).campaign.unwrap();
    let pool = Pool::Formation("su".into());
    let entry = Replacement { pool, bound: Bound::FIRST, arm: None, sp: 2, given: 1, note: String::new() };
    campaign.replacements.push(entry);
    campaign.formations.get_mut("su.1").unwrap().leaf.as_mut().unwrap().bases[0].sp_full = 3;
    let before = campaign.clone();
    let cases = [
        (taken(1, 0, 1), "`replacement 1` is not as the change expects: 0 SP given expected, 1 found"),
        (taken(1, 1, 2), "`replacement 1` is not as the change expects: 2 SP in it expected, 1 found"),
        (taken(1, 1, 0), "`replacement 1` is not as the change expects: 0 SP in it expected, 1 found"),
    ];
    for (event, expected) in cases {
        assert_eq!(apply(&mut campaign, &event).unwrap_err().to_string(), expected);
    }
    campaign.replacements[0].sp = 9;
    assert_eq!(
        apply(&mut campaign, &taken(1, 1, 2)).unwrap_err().to_string(),
        "First (`su.1`) has at most 3 SP, not 4"
    );
    campaign.replacements[0].sp = 2;
    assert!(campaign == before);
    apply(&mut campaign, &taken(1, 1, 1)).unwrap();
    let sp = campaign.formations["su.1"].leaf.as_ref().unwrap().sp();
    assert_eq!((sp, campaign.replacements[0].given), (3, 2));
}

fn written(entry: u32, before: Option<u16>, after: Option<u16>) -> Event {
    let of = |given: u16| Box::new(entry_of(Pool::Formation("su".into()), given));
    Event::ReplacementChanged { entry, before: before.map(of), after: after.map(of) }
}

/// An entry goes to the end; those after one that goes move up.
#[test]
fn entries_of_pools_come_and_go() {
    let mut campaign = read(&tiny(), &[]).campaign.unwrap();
    let given = |campaign: &Campaign| campaign.replacements.iter().map(|entry| entry.given).collect::<Vec<_>>();
    for event in [written(1, None, Some(0)), written(2, None, Some(1)), written(3, None, Some(2))] {
        apply(&mut campaign, &event).unwrap();
    }
    assert_eq!(given(&campaign), [0, 1, 2]);
    let before = campaign.clone();
    for (event, said) in [
        (written(0, None, Some(0)), "`replacement 0` is not as the change expects: an entry expected, 3 entries found"),
        (written(5, None, Some(0)), "`replacement 5` is not as the change expects: an entry expected, 3 entries found"),
        (
            written(4, None, None),
            "`replacement 4` is not as the change expects: an entry before or after expected, none found",
        ),
    ] {
        assert_eq!(apply(&mut campaign, &event).unwrap_err().to_string(), said);
    }
    assert!(apply(&mut campaign, &written(2, Some(0), None)).is_err(), "the entry is another one");
    assert!(apply(&mut campaign, &written(1, None, Some(0))).is_err(), "it is taken");
    assert!(campaign == before);
    apply(&mut campaign, &written(2, Some(1), None)).unwrap();
    apply(&mut campaign, &written(2, Some(2), Some(1))).unwrap();
    assert_eq!(given(&campaign), [0, 1]);
}

/// Strikes are on a railway that is there, and are booked once.
#[test]
fn strikes_are_booked_once_on_what_is_there() {
    let mut campaign = read(&tiny(), &[]).campaign.unwrap();
    let on = |line: &str, booked| {
        let (bound, against) = (Bound::FIRST, SideId::new("AX").unwrap());
        let target = StrikeTarget::Line(line.to_owned());
        Event::StrikesChanged { strike: Box::new(AirStrike { bound, against, target }), booked }
    };
    let stale = |what: &str| format!("is not as the change expects: {what} found");
    let said = |campaign: &mut Campaign, event| apply(campaign, &event).unwrap_err().to_string();
    assert!(said(&mut campaign, on("Zzzz", true)).ends_with(&stale("a railway and a side expected, none")));
    assert!(said(&mut campaign, on("Line", false)).ends_with(&stale("strikes expected, none")));
    apply(&mut campaign, &on("Line", true)).unwrap();
    assert!(said(&mut campaign, on("Line", true)).ends_with(&stale("none expected, strikes")));
    apply(&mut campaign, &on("Line", false)).unwrap();
    assert!(campaign.strikes.is_empty());
}

fn grouped(group: &str, part: &str) -> Event {
    let made = group_of(part);
    Event::BattleGroupChanged { group: group.into(), before: None, after: Some(Box::new(made)) }
}

fn group_of(part: &str) -> BattleGroup {
    BattleGroup { since: Bound::FIRST, raised_from: "ax".into(), parts: [(part.into(), "ax".into())].into() }
}

/// A formation with nothing under it goes only when nothing names it, and those written after it move up.
#[test]
fn a_formation_that_something_names_is_not_given_up() {
    let mut campaign = read(&tiny(), &[]).campaign.unwrap();
    let before = campaign.clone();
    let order = campaign.formations["ax.1"].order;
    let mut made = campaign.formations["ax"].clone();
    (made.id, made.parent, made.order) = ("kg".into(), Some("ax".into()), order);
    campaign.formations.values_mut().filter(|f| f.order >= order).for_each(|f| f.order += 1);
    campaign.formations.insert(made.clone());
    let mut gone = campaign.clone();
    apply(&mut gone, &dissolved(&campaign, "kg")).unwrap();
    assert!(gone == before, "as if it had never been");
    let cases: [(Change, &str); 9] = [
        (|c| c.formations.get_mut("ax.1").unwrap().parent = Some("kg".into()), "First (`ax.1`) is under it"),
        (
            |c| {
                let support = Support { to: "kg".into(), kind: SupportKind::InSupport };
                c.formations.get_mut("ax.1").unwrap().support = Some(support);
            },
            "First (`ax.1`) is attached to it",
        ),
        (|c| c.dumps.get_mut("ax.d").unwrap().owner = "kg".into(), "it owns `ax.d`"),
        (|c| c.railheads.get_mut("farm").unwrap().serves = Some("kg".into()), "trains to Farm (`farm`) supply it"),
        (|c| c.orders = Orders::from_list([ordered("kg", Bound::FIRST)]), "it has an order for D1 am"),
        (|c| claim(c, "ax.d", "kg"), "it claims `ax.d`"),
        (|c| c.groups = [("kg".into(), group_of("ax.1"))].into(), "the battle group Division (`kg`) remembers it"),
        (
            |c| {
                let group = BattleGroup { raised_from: "kg".into(), ..group_of("ax.1") };
                c.groups = [("ax".into(), group)].into();
            },
            "the battle group Division (`ax`) remembers it",
        ),
        (|c| c.grades.push(graded("kg")), "a history names it"),
    ];
    for (change, how) in cases {
        let mut named = campaign.clone();
        change(&mut named);
        let refused = apply(&mut named, &dissolved(&campaign, "kg")).unwrap_err().to_string();
        assert_eq!(refused, format!("Division (`kg`) cannot be given up: {how}"));
    }
}

/// Events, and why each cannot happen to the small campaign.
#[expect(clippy::too_many_lines, reason = "an entry or two for every event")]
fn refused(campaign: &Campaign) -> Vec<(Event, &'static str)> {
    let (here, there) = (Square::new(1, 1), Square::new(2, 1));
    let far = Square::new(40, 1);
    let rail = here.side_to(there).unwrap();
    let dump = Box::new(campaign.dumps["ax.d"].clone());
    let state = |leaf: &str, after| Event::LeafStateChanged { leaf: leaf.into(), before: LeafState::OffMap, after };
    let bound = Bound { day: 2, phase: Phase::Am };
    let towards = |square| Marched { towards: Some(Towards { square, minutes: 5 }), ..Marched::default() };
    let march = |way| Event::LeafMarched {
        leaf: "ax.1".into(),
        from: here,
        way,
        before: Marched::default(),
        after: Marched::default(),
        posture_before: Posture::Open,
        posture_after: Posture::Moving,
    };
    vec![
        (placed("ax.9", None, Some(here)), "there is no formation `ax.9`"),
        (
            placed("ax", None, Some(here)),
            "Division (`ax`) has subordinates: only leaves stand on squares and have bases",
        ),
        (placed("ax.1", Some(here), Some(far)), "square 040001 is not on the map"),
        (placed("ax.1", Some(here), None), "First (`ax.1`) cannot stand on the map: it has no square"),
        (
            placed("ax.1", Some(there), Some(here)),
            "`ax.1` is not as the change expects: Some(Square { col: 2, row: 1 }) expected, Some(Square { col: 1, \
             row: 1 }) found",
        ),
        (state("su.2", LeafState::Organised), "Second (`su.2`) cannot stand on the map: it has no square"),
        (strength("ax.1", 1, 3, 2), "First (`ax.1`) has no base 1"),
        (strength("ax.1", 0, 3, 4), "First (`ax.1`) has at most 3 SP, not 4"),
        (strength("su.1", 0, 2, 0), "First (`su.1`) has 0 SP and cannot carry 1 marker"),
        (markers("su.1", 1, 3), "First (`su.1`) has 2 SP and cannot carry 3 markers"),
        (superior("ax.1", "ax", "su"), "First (`ax.1`) and Brigade (`su`) are of different sides"),
        (superior("ax.1", "ax", "ax.s"), "Supply (`ax.s`) is a leaf and can have nothing under it"),
        (superior("ax.1", "ax", "ax.9"), "there is no formation `ax.9`"),
        (
            Event::SuperiorChanged { formation: "ax".into(), before: None, after: Some("ax".into()) },
            "Division (`ax`) is itself under Division (`ax`)",
        ),
        (
            Event::FormationCreated { formation: Box::new(campaign.formations["ax"].clone()) },
            "the id `ax` is already taken",
        ),
        (named("ax", "Panzer", "x"), "`ax` is not as the change expects: \"Panzer\" expected, \"Division\" found"),
        (named("ax", "Division", ""), "`` is not a valid value for `name`, which takes a name that is not empty"),
        (named("no", "A", "B"), "there is no formation `no`"),
        (dissolved(campaign, "ax"), "Division (`ax`) cannot be given up: First (`ax.1`) is under it"),
        (dissolved(campaign, "ax.1"), "First (`ax.1`) cannot be given up: it is a leaf"),
        (grouped("ax.1", "ax"), "First (`ax.1`) is a leaf and can have nothing under it"),
        (taken(9, 0, 1), "`replacement 9` is not as the change expects: an entry expected, none found"),
        (taken(0, 0, 1), "`replacement 0` is not as the change expects: an entry expected, none found"),
        (grouped("ax", "su.1"), "Division (`ax`) and First (`su.1`) are of different sides"),
        (entry(Location::Place("Twon".to_owned())), "there is no place `Twon`"),
        (entry(Location::Square(far)), "square 040001 is not on the map"),
        (crossing("ferry"), "there is no crossing `ferry`"),
        (crossing("bridge"), "`bridge` is not as the change expects: Closed expected, Open found"),
        (
            Event::RailChanged { line: "Lien".to_owned(), side: rail, before: RailState::Open, after: RailState::Cut },
            "there is no railway `Lien`",
        ),
        (
            Event::TrackChanged { line: "Lien".to_owned(), before: Track::plain(rail), after: Track::plain(rail) },
            "there is no railway `Lien`",
        ),
        (Event::RailheadChanged { railhead: "no".into(), before: None, after: None }, "there is no railhead `no`"),
        (Event::DumpShut { dump: "ax.e".into(), before: false, after: true }, "there is no dump `ax.e`"),
        (flown(3, 3, 1), "`ax.1` is not as the change expects: a transport wing expected, 0 found"),
        (
            Event::RemainderChanged {
                from: "air".into(),
                to: "nobody".into(),
                commodity: Commodity::Log,
                before: 0,
                after: 1,
            },
            "there is no account `nobody`",
        ),
        (
            Event::ControlChanged { square: here, before: SideId::new("SU").ok(), after: None },
            "`001001` is not as the change expects: Some(SideId(SU)) expected, Some(SideId(AX)) found",
        ),
        (
            Event::TerrainChanged { square: far, before: Terrain::Open, after: Terrain::Marsh },
            "square 040001 is not on the map",
        ),
        (Event::DumpOpened { dump: dump.clone() }, "the id `ax.d` is already taken"),
        (Event::DumpClosed { dump }, "`ax.d` is not as the change expects: an empty dump expected, 5 LOG found"),
        (Event::DumpMoved { dump: "ax.e".into(), before: here, after: there }, "there is no dump `ax.e`"),
        (
            Event::DumpHandedOver {
                dump: "ax.d".into(),
                before: ("ax".into(), Echelon::Division),
                after: ("sx".into(), Echelon::Division),
            },
            "there is no formation `sx`",
        ),
        (transfer(2, "ax.d", "ax.1", 1), "there is no account `ax.1`"),
        (transfer(2, "ax.d", "ax.s", 6), "`ax.d` holds 5 LOG, not 6"),
        (transfer(2, "ax.d", "ax.s", 0), "a transfer needs two different accounts and a quantity above zero"),
        (transfer(2, "ax.d", "ax.d", 1), "a transfer needs two different accounts and a quantity above zero"),
        (transfer(7, "ax.d", "ax.s", 1), "`transfer` is not as the change expects: 7 expected, 2 found"),
        (march(vec![Square::new(3, 1)]), "square 003001 is not a neighbour of 001001"),
        (kept(Marched { minutes: 481, ..Marched::default() }), "First (`ax.1`) cannot march 481 minutes in one bound"),
        (kept(towards(Square::new(3, 1))), "square 003001 is not a neighbour of 001001"),
        (Event::ClaimChanged { what: "ax.x".into(), before: None, after: None }, "there is no account `ax.x`"),
        (
            Event::SettingChanged {
                setting: Setting::BowserKm,
                before: "60".to_owned(),
                after: "70".to_owned(),
                bound: None,
            },
            "`bowser_km` is not as the change expects: \"60\" expected, \"54\" found",
        ),
        (
            Event::BoundOpened { before: Bound::FIRST, after: bound },
            "`bound` is not as the change expects: D1 pm expected, D2 am found",
        ),
    ]
}

#[test]
fn what_cannot_happen_is_refused_and_changes_nothing() {
    let campaign = read(&tiny(), &[]).campaign.unwrap();
    let mut wrong = Vec::new();
    for (event, expected) in refused(&campaign) {
        let mut changed = campaign.clone();
        let found = apply(&mut changed, &event).map_err(|refusal| refusal.to_string());
        assert_eq!(changed, campaign, "{event:?}");
        if found != Err(expected.to_owned()) {
            wrong.push(format!("{event:?}\n  wanted {expected}\n  found  {found:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_bound_is_not_closed_over_an_order_a_claim_or_a_battle() {
    let mut files = tiny();
    let pending = "what,id,bound,deed,way,rate,how,square,captor,side\n";
    for (row, expected) in [
        (
            "order,ax.1,1am,reorganise,,,,,,",
            "`ax.1` is not as the change expects: no order expected, an order for D1 am found",
        ),
        ("claim,ax.d,1am,,,,,0101,su.1,", "`ax.d` is not as the change expects: no claim expected, a claim found"),
        (
            "battle,1am-0101,1am,,,,,0101,,SU",
            "`1am-0101` is not as the change expects: no open battle expected, an open battle found",
        ),
    ] {
        files.insert("pending.csv".to_owned(), format!("{pending}{row}\n").into_bytes());
        let mut campaign = read(&files, &[]).campaign.unwrap();
        let refused = apply(&mut campaign, &Event::BoundClosed { bound: Bound::FIRST }).unwrap_err();
        assert_eq!(refused.to_string(), expected);
    }
}

type Change = fn(&mut Campaign);

/// Changes that no event makes, and the breach that each is.
const UNSOUND: &[(Change, &str)] = &[
    (
        |c| c.formations.get_mut("ax.1").unwrap().leaf.as_mut().unwrap().bases[0].sp = 4,
        "strength ax.1: at most 3 SP, 4",
    ),
    (
        |c| c.formations.get_mut("su.1").unwrap().leaf.as_mut().unwrap().bases[0].markers = 3,
        "markers su.1: at most 2, 3",
    ),
    (|c| c.formations.get_mut("ax").unwrap().parent = Some("zz".into()), "superior ax: a superior that exists, zz"),
    (|c| c.formations.get_mut("ax").unwrap().parent = Some("su".into()), "superior_side ax: AX, SU"),
    (|c| c.formations.get_mut("ax").unwrap().parent = Some("ax".into()), "cycle ax: no cycle, ax"),
    (|c| c.formations.get_mut("ax.1").unwrap().leaf.as_mut().unwrap().square = None, "square ax.1: a square, none"),
    (
        |c| c.formations.get_mut("ax.1").unwrap().leaf.as_mut().unwrap().square = Some(Square::new(40, 1)),
        "square ax.1: a square of the map, 040001",
    ),
    (
        |c| c.formations.get_mut("ax.1").unwrap().leaf.as_mut().unwrap().march.minutes = 481,
        "minutes ax.1: at most 480, 481",
    ),
    (|c| towards(c, 3, 5), "next_square ax.1: a neighbour of its square, 003001"),
    (|c| towards(c, 2, 0), "next_square ax.1: minutes above 0, 0"),
    (
        |c| {
            let march = &mut c.formations.get_mut("ax.1").unwrap().leaf.as_mut().unwrap().march;
            march.passed = Some(Passed { square: Square::new(40, 1), count: 1 });
        },
        "way_point ax.1: a square of the map, and a count above 0, 040001",
    ),
    (|c| c.grades.push(graded("ax")), "grade ax: veteran, regular"),
    (|c| claim(c, "zz", "su.1"), "claim zz: a dump, railhead or leaf that exists, zz"),
    (|c| claim(c, "ax.d", "zz"), "claim ax.d: a captor that exists, zz"),
    (|c| c.orders = Orders::from_list([ordered("zz", Bound::FIRST)]), "order zz: a unit that exists, none"),
    (
        |c| c.orders = Orders::from_list([ordered("ax", Bound::FIRST.next().next())]),
        "order ax: for D1 am or D1 pm, D1 night",
    ),
    (|c| c.orders = Orders::from_list([to_open("zz")]), "order ax: a formation that exists, zz"),
    (|c| held(c, [("ax.s", -1), ("ax.d", 1)]), "stock_below_zero ax.s: 0 or more, -1"),
    (|c| held(c, [("opening", -5), ("ax.d", 6)]), "stock_sum LOG: 0, 1"),
    (|c| at_work(c, "zz", Square::new(1, 1)), "rail_job zz: a leaf that exists, zz"),
    (|c| at_work(c, "ax.1", Square::new(7, 7)), "rail_job ax.1: lengths of a railway, Line"),
    (
        |c| c.groups = [("ax.1".into(), group_of("ax.s"))].into(),
        "battle_group ax.1: a formation that is not a leaf, none",
    ),
    (|c| c.groups = [("ax".into(), group_of("su.1"))].into(), "battle_group ax: formations of its side, su.1"),
    (
        |c| c.replacements = vec![entry_of(Pool::Formation("zz".into()), 0)],
        "replacement zz: a pool of a formation or side, none",
    ),
    (|c| c.replacements = vec![entry_of(Pool::Formation("ax".into()), 3)], "replacement ax: at most 2 SP given, 3"),
];

fn at_work(campaign: &mut Campaign, leaf: &str, square: Square) {
    let lengths = vec![SquareSide { square, edge: Edge::East }];
    let job =
        RailJob { leaf: leaf.into(), line: "Line".to_owned(), action: RailAction::Repair, lengths, then: Vec::new() };
    campaign.rail_jobs.insert(leaf.into(), job);
}

fn towards(campaign: &mut Campaign, col: u16, minutes: u16) {
    let march = &mut campaign.formations.get_mut("ax.1").unwrap().leaf.as_mut().unwrap().march;
    march.towards = Some(Towards { square: Square::new(col, 1), minutes });
}

fn graded(formation: &str) -> GradeRow {
    let (before, after) = (None, Some(Grade::Veteran));
    GradeRow { formation: formation.into(), bound: Bound::FIRST, battle: None, before, after, reason: String::new() }
}

fn claim(c: &mut Campaign, what: &str, by: &str) {
    let claim = Claim { what: what.into(), square: Square::new(1, 1), by: by.into(), bound: Bound::FIRST };
    c.claims.insert(what.into(), claim);
}

fn to_open(owner: &str) -> Order {
    let (dump, owner) = ("d".into(), owner.into());
    let open = DumpOrder { dump, owner, at: None, level: None, name: None };
    Order { unit: "ax".into(), bound: Bound::FIRST, action: Action::OpenDump(open) }
}

fn ordered(unit: &str, bound: Bound) -> Order {
    Order { unit: unit.into(), bound, action: Action::Reorganise }
}

fn held(campaign: &mut Campaign, balances: [(&str, i64); 2]) {
    let rows = balances.map(|(account, quantity)| (account.into(), Commodity::Log, quantity));
    campaign.stock = StockBook::from_balances(rows, 1);
}

#[test]
fn what_must_never_be_is_a_breach() {
    let campaign = read(&tiny(), &[]).campaign.unwrap();
    let told = |campaign: &Campaign| -> Vec<String> {
        breaches(campaign).iter().map(|b| format!("{} {}: {}, {}", b.kind, b.at, b.expected, b.found)).collect()
    };
    assert_eq!(told(&campaign), Vec::<String>::new());
    for (change, expected) in UNSOUND {
        let mut changed = campaign.clone();
        change(&mut changed);
        assert_eq!(told(&changed), [*expected]);
    }
}

#[test]
fn words_that_nobody_types_are_named_too() {
    assert_eq!(
        SideId::new("Soviet Union").unwrap_err().to_string(),
        "`Soviet Union` is not a valid id for a side: one to eight letters, digits or `-`"
    );
    assert_eq!("some".parse::<Detail>().unwrap_err().to_string(), "`some` is not a level of detail");
    assert_eq!("up".parse::<Edge>().unwrap_err().to_string(), "`up` is not a side of a square");
    assert_eq!("army group".parse(), Ok(Echelon::ArmyGroup));
}

#[test]
fn a_railhead_that_holds_something_is_not_given_up() {
    let mut campaign = read(&tiny(), &[]).campaign.unwrap();
    apply(&mut campaign, &transfer(2, "ax.d", "farm", 3)).unwrap();
    let farm = Box::new(campaign.railheads["farm"].clone());
    let gone = Event::RailheadChanged { railhead: "farm".into(), before: Some(farm), after: None };
    let refused = apply(&mut campaign, &gone).unwrap_err().to_string();
    assert_eq!(refused, "`farm` is not as the change expects: an empty railhead expected, 3 LOG found");
}

fn flown(sorties: u32, landed: u32, lost: u32) -> Event {
    let (bound, wing) = (Bound::FIRST, "ax.1".into());
    let (from, at, to) = (None, None, None);
    let commodity = Commodity::Log;
    let flight = Flight { bound, wing, from, at, to, commodity, sorties, landed, lost, kg: 1, kg_lost: 0 };
    Event::AirliftFlown { flight: Box::new(flight) }
}

#[test]
fn a_wing_loses_no_more_aircraft_than_it_has() {
    let mut campaign = read(&tiny(), &[]).campaign.unwrap();
    campaign.wings.insert("ax.1".into(), Wing { sorties: 3, load_kg: 1 });
    let refused = |event: &Event| apply(&mut campaign.clone(), event).unwrap_err().to_string();
    assert_eq!(refused(&flown(9, 3, 4)), "`ax.1` is not as the change expects: aircraft to be lost expected, 3 found");
    assert_eq!(
        refused(&flown(5, 3, 3)),
        "`ax.1` is not as the change expects: no more loads landed and lost than sorties expected, 6 found"
    );
    apply(&mut campaign, &flown(9, 3, 2)).unwrap();
    assert_eq!(campaign.wings["ax.1"].sorties, 1);
}
