use std::collections::BTreeSet;

use campaign::march::*;
use campaign::*;
use domain::*;
use ledger::{Moment, OperationDraft, OperationKind, WriteError};

use super::fixture::*;

fn b1() -> FormationId {
    "ax.xiv.16.b1".into()
}

/// Every kind of event, each legal after those before it.
#[rustfmt::skip]
#[expect(clippy::too_many_lines, reason = "one line or two for every event")]
pub(super) fn every_event() -> Vec<Event> {
    let mut created = formation("ax.xiv.16.b9", 10, Some("ax.xiv.16"), "AX");
    created.leaf = Some(leaf(Square::new(1, 1), 2));
    let dissolved = formation("ax.xiv.kg", 9, Some("ax.xiv"), "AX");
    let (grouped, convoy) = (small().groups["ax.xiv.16"].clone(), small().convoys["ax.xiv.16.log"].clone());
    let mut partly = grouped.clone();
    partly.parts.remove("ax.xiv.16.b2");
    let homeward = Convoy { errand: Errand::Home, take: None, way: vec![], held_up: None, ..convoy.clone() };
    let partisans = small().partisans[0].clone();
    let (square, against) = (partisans.square, partisans.against);
    let stronger = Partisans { strength: 4, from: Some(bound("1am")), until: None, ..partisans.clone() };
    let crossing = Event::CrossingChanged {
        crossing: "kalach".into(), before: CrossingState::Open, after: CrossingState::Destroyed,
        from_before: None, from_after: Some(bound("2am")), until_before: None, until_after: Some(bound("3n")),
    };
    let cut = SquareSide { square: Square::new(3, 4), edge: Edge::South };
    let built = Crossing { id: "pontoon".into(), note: "new".into(), ..small().crossings["kalach"].clone() };
    let track = small().railways[0].tracks[0];
    let support = Support { to: "ax.xiv.16.b2".into(), kind: SupportKind::UnderCommand };
    let marched = Marched {
        minutes: 360,
        today: true,
        towards: Some(Towards { square: Square::new(5, 4), minutes: 20 }),
        came: Some(Arrival { bound: Bound::FIRST, minute: 340 }),
        passed: Some(Passed { square: Square::new(4, 4), count: 1 }),
    };
    let ordered = march_order("ax.xiv.16", Square::new(4, 2));
    let dig = Order { action: Action::DigIn { fortify: true }, ..ordered.clone() };
    let go = march_order("ax.xiv.16.b1", Square::new(6, 6));
    let (dig2, go2) = (dig.clone(), go.clone());
    let [open, send] = supply_orders();
    vec![
        step_east(3),
        Event::LeafStateChanged { leaf: b1(), before: LeafState::Organised, after: LeafState::Broken },
        Event::PostureChanged { leaf: b1(), before: Posture::Open, after: Posture::DugIn },
        Event::StrengthChanged { leaf: b1(), base: 0, before: 4, after: 2 },
        Event::MarkersChanged { leaf: b1(), base: 0, before: 0, after: 1 },
        Event::AmmunitionChanged { leaf: b1(), base: 0, before: false, after: true },
        Event::HqDieChanged { formation: "ax.xiv.16".into(), before: Some(2), after: None },
        Event::GradeChanged {
            formation: b1(), before: None, after: Some(Grade::Veteran), bound: bound("1pm"), battle: None,
            reason: "held".into(),
        },
        Event::FormationSet {
            formation: b1(),
            key: UnitKey::Name,
            before: "Die ax.xiv.16.b1 \"ü\"".into(),
            after: "I./Жуков".into(),
        },
        Event::SuperiorChanged {
            formation: "ax.xiv.16.log".into(), before: Some("ax.xiv.16".into()), after: Some("ax.xiv".into()),
        },
        Event::SupportChanged { formation: b1(), before: None, after: Some(support) },
        Event::ArrivalChanged { leaf: "su.1.b1".into(), before: Some(bound("2pm")), after: Some(bound("3am")) },
        Event::EntryChanged {
            leaf: "su.1.b1".into(), before: Some(Location::Place("Kalach".into())),
            after: Some(Location::Square(Square::new(11, 0))),
        },
        Event::FormationCreated { formation: Box::new(dissolved.clone()) },
        Event::FormationCreated { formation: Box::new(created) },
        Event::FormationDissolved { formation: Box::new(dissolved) },
        Event::BattleGroupChanged {
            group: "ax.xiv.16".into(), before: Some(Box::new(grouped)), after: Some(Box::new(partly)),
        },
        Event::ConvoyChanged {
            lead: "ax.xiv.16.log".into(), before: Some(Box::new(convoy)), after: Some(Box::new(homeward)),
        },
        Event::DrivenChanged { vehicle: "ax.xiv.16.log".into(), before: 21_000, after: 0 },
        Event::SpoilsChanged { account: "dump.16".into(), before: 2, after: 1 },
        Event::PartisansChanged {
            square, against, before: Some(Box::new(partisans)), after: Some(Box::new(stronger)),
        },
        Event::PartisansThrown { square, against, face: 2, before: Some(Bound::FIRST), after: Some(bound("1pm")) },
        crossing,
        Event::CrossingBuilt { crossing: Box::new(built) },
        Event::RailChanged { line: "Chir line".into(), side: cut, before: RailState::Cut, after: RailState::Open },
        Event::TrackChanged {
            line: "Chir line".into(), before: track, after: Track { relaid: None, worked_m: 0, ..track },
        },
        Event::RailJobChanged { leaf: "su.1.b2".into(), before: Some(Box::new(rail_job(cut))), after: None },
        Event::RailheadChanged {
            railhead: "chir".into(), before: Some(Box::new(railhead())),
            after: Some(Box::new(Railhead { priority: 1, serves: None, ..railhead() })),
        },
        Event::RailheadChanged {
            railhead: "chir.0307".into(), before: None,
            after: Some(Box::new(Railhead { id: "chir.0307".into(), closed: true, ..railhead() })),
        },
        Event::RailheadRemarked { railhead: "chir".into(), text: "no train came".into() },
        Event::AirliftFlown { flight: Box::new(Flight { at: Some("kalach-field".into()), to: None, ..flight() }) },
        Event::RemainderChanged {
            from: "air".into(), to: "dump.16".into(), commodity: Commodity::Pol, before: 17_000, after: 0,
        },
        Event::ControlChanged { square: Square::new(0, 0), before: Some(side("AX")), after: None },
        Event::MinefieldChanged {
            square: Square::new(1, 1), before: Some(Box::new(small().minefields[0].clone())),
            after: Some(Box::new(Minefield { gapped: false, ..small().minefields[0].clone() })),
        },
        Event::SightingChanged {
            sighting: "AX-s7".into(), before: small().intel.sightings.into_values().next().map(Box::new),
            after: None,
        },
        Event::TerrainChanged { square: Square::new(0, 0), before: Terrain::Open, after: Terrain::Marsh },
        Event::DumpOpened { dump: Box::new(dump("dump.2", Square::new(1, 1))) },
        Event::DumpMoved { dump: "dump.2".into(), before: Square::new(1, 1), after: Square::new(1, 2) },
        Event::DumpShut { dump: "dump.2".into(), before: false, after: true },
        Event::StockTransferred { transfer: transfer(4, "chir", "dump.2", 3) },
        Event::StockTransferred { transfer: transfer(5, "dump.2", "consumed", 3) },
        Event::DumpClosed { dump: Box::new(Dump { place: None, closed: true, ..dump("dump.2", Square::new(1, 2)) }) },
        Event::LeafMarched {
            leaf: b1(), from: Square::new(4, 2), way: vec![Square::new(4, 3), Square::new(4, 4)],
            before: Marched::default(), after: marched, posture_before: Posture::DugIn,
            posture_after: Posture::Moving,
        },
        Event::MarchKept { leaf: b1(), before: marched, after: Marched { minutes: 240, ..marched } },
        Event::GroundTaken {
            side: side("AX"), squares: vec![(Square::new(4, 4), None), (Square::new(9, 0), Some(side("SU")))],
        },
        Event::OrderChanged {
            unit: ordered.unit.clone(), bound: Bound::FIRST, before: Some(Box::new(ordered)), after: Some(Box::new(dig)),
        },
        Event::OrderChanged { unit: b1(), bound: Bound::FIRST, before: None, after: Some(Box::new(go)) },
        Event::OrderChanged { unit: b1(), bound: bound("1pm"), before: None, after: Some(Box::new(open.clone())) },
        Event::OrderChanged {
            unit: b1(), bound: bound("1pm"), before: Some(Box::new(open)), after: Some(Box::new(send)),
        },
        Event::ClaimChanged { what: "dump.16".into(), before: Some(Box::new(claim("dump.16"))), after: None },
        Event::ClaimChanged {
            what: "ax.xiv.16.log".into(), before: None, after: Some(Box::new(claim("ax.xiv.16.log"))),
        },
        Event::Overran {
            what: "dump.16".into(), square: Square::new(3, 3), by: b1(), fate: ClaimFate::Captured,
            captured: "1log".parse().unwrap(), destroyed: Load::default(),
        },
        Event::DumpHandedOver {
            dump: "dump.16".into(), before: ("ax.xiv.16".into(), Echelon::Division),
            after: ("su.1".into(), Echelon::Army),
        },
        Event::AttacksOwedChanged { formation: "ax.xiv.16".into(), before: 1, after: 3 },
        Event::SupplyRecorded {
            formation: "ax.xiv.16".into(), before: small().supply.get("ax.xiv.16").copied(),
            after: Some(SupplyRecord {
                log: Standing { state: SupplyState::InSupply, since: Bound::FIRST, bounds_out: 0 },
                pol: Standing { state: SupplyState::NoVehicle, since: bound("1pm"), bounds_out: 4 },
            }),
        },
        Event::PosturesSettled { leaves: vec![(b1(), Posture::Moving), ("ax.xiv.16.b2".into(), Posture::Open)] },
        Event::MarchesEnded { leaves: vec![(b1(), Marched { minutes: 240, ..marched }, Marched::default())] },
        Event::WeatherChanged {
            date: small().start, phase: Phase::Night, before: Some(Box::new(small().weather[0].clone())),
            after: Some(Box::new(Weather { flying: "good".into(), ..small().weather[0].clone() })),
        },
        Event::BoundNoted { bound: Bound::FIRST, text: "one; two".into() },
        Event::DiceThrown {
            thrower: "ax.xiv.16".into(), purpose: "odd marker".into(), faces: vec![4], effect: "removed".into(),
        },
        Event::Remarked { formation: "su.1.b1".into(), text: "it waits".into() },
        Event::OrderChanged {
            unit: "ax.xiv.16".into(), bound: Bound::FIRST, before: Some(Box::new(dig2)), after: None,
        },
        Event::OrderChanged { unit: b1(), bound: Bound::FIRST, before: Some(Box::new(go2)), after: None },
        Event::ClaimChanged {
            what: "ax.xiv.16.log".into(), before: Some(Box::new(claim("ax.xiv.16.log"))), after: None,
        },
        Event::BattleChanged {
            battle: open_battle().id, before: Some(Box::new(open_battle())), after: Some(Box::new(fought())),
        },
        Event::UnitMarked {
            formation: "ax.xiv.16".into(), before: UnitMarks::default(),
            after: UnitMarks { fought: true, met_tanks: true, ..UnitMarks::default() },
        },
        Event::BaseMarked {
            leaf: b1(), base: 0, before: BaseMarks::default(),
            after: BaseMarks { cu_thirds: Some(4), mounted: true, at_post: 1, noted: None },
        },
        Event::ReplacementChanged {
            entry: 1,
            before: Some(Box::new(small().replacements[0].clone())),
            after: Some(Box::new(Replacement { note: "late".into(), ..small().replacements[0].clone() })),
        },
        Event::ReplacementTaken { leaf: b1(), base: 0, before: 2, after: 3, entry: 1, given: 3 },
        Event::ForecastKept { forecast: Box::new(forecast()) },
        Event::StockReported {
            bound: Bound::FIRST,
            stock: [("chir".into(), "6log".parse().unwrap()), ("dump.16".into(), Load::default())].into(),
        },
        Event::StrikesChanged { strike: Box::new(small().strikes[0].clone()), booked: false },
        Event::BoundClosed { bound: Bound::FIRST },
        Event::BoundOpened { before: Bound::FIRST, after: bound("1pm") },
        Event::HouseParameterChanged {
            name: "square-bashing.clock_start".into(),
            before: Some("20".into()),
            after: Some("18".into()),
        },
        Event::SettingChanged { setting: Setting::LogTons, before: "60".into(), after: "70".into(), bound: Some(bound("1am")) },
    ]
}

fn forecast() -> KeptForecast {
    let row = ForeseenRow {
        formation: "ax.xiv.16".into(),
        commodity: Commodity::Pol,
        holds: Some(3),
        a_day: 2,
        fine: Some((150, Some(2))),
        dry: Some(bound("2pm")),
        out: Some(bound("2n")),
        left: Some(0),
    };
    let (pol, log) = (PolUse::Ordered, LogUse::Contact);
    KeptForecast { from: Bound::FIRST, bounds: 6, side: Some(side("AX")), pol, log, rows: vec![row] }
}

fn fought() -> Battle {
    let unit = BattleUnit {
        unit: "su.1".into(),
        attacked: true,
        engaged: true,
        first: true,
        sp_before: 4,
        sp_lost: 1,
        passed: 1,
        failed: 0,
        sp_whole: 0,
    };
    let fought = Fought {
        end: BattleEnd::Taken,
        holder: side("SU"),
        moves: 2,
        recorded: false,
        recce: Some(campaign::RecceWon { by: side("SU"), margin: 3 }),
        bases_lost: Some(campaign::BasesLost { attackers: 0, defenders: 3 }),
        units: vec![unit],
    };
    Battle { facts: Vec::new(), fought: Some(fought), ..open_battle() }
}

#[test]
fn every_kind_of_event_is_written_loaded_and_folded_alike() {
    let events = every_event();
    let kinds: BTreeSet<_> = events.iter().map(|e| e.encode().unwrap().0).collect();
    // Of a kind that is none serde says which there are.
    let none = Event::decode("none", Event::VERSION, "{}").unwrap_err();
    let named = std::error::Error::source(&none).unwrap().to_string();
    let all: BTreeSet<_> = named.split('`').skip(3).step_by(2).map(str::to_owned).collect();
    let lacking: Vec<&str> = all.difference(&kinds).map(String::as_str).collect();
    assert_eq!(lacking, [""; 0], "a new kind of event needs its line in `every_event`");
    let file = File::small();
    let mut expected = small();
    let mut ledger = file.open();
    for event in &events {
        apply(&mut expected, event).unwrap();
        expected.observe(std::slice::from_ref(event));
        write(&mut ledger, &draft("step"), std::slice::from_ref(event));
        assert_eq!(ledger.campaign().unwrap(), expected, "kept after {event:?}");
        let fresh = file.open();
        assert_eq!(fresh.campaign().unwrap(), expected, "loaded after {event:?}");
        assert_eq!(fresh.verify().unwrap().breaches, Vec::new(), "{event:?}");
    }
    let last = events.len() as u64 + 1;
    assert_eq!(ledger.as_of(Moment::Operation(last)).unwrap(), expected);
    let closed = ledger.as_of(Moment::Bound(Bound::FIRST)).unwrap();
    assert_eq!((closed.bound, closed.settings.get(Setting::LogTons)), (Bound::FIRST, "60"), "as the bound was closed");
    assert_eq!(closed.notes.len(), 2);
    assert_eq!(ledger.events_of(last).unwrap(), [events.last().unwrap().clone()]);
}

#[test]
fn all_events_at_once_are_one_operation() {
    let file = File::small();
    let mut ledger = file.open();
    let committed = write(&mut ledger, &draft("all"), &every_event());
    assert_eq!(committed.operation, Some(2));
    assert_eq!(ledger.events_of(2).unwrap(), every_event());
    no_breaches(&ledger);
}

#[test]
fn an_operation_is_kept_with_all_that_was_said_of_it() {
    let file = File::small();
    let mut ledger = file.open();
    let said = OperationDraft {
        group: Some(2),
        seed: Some(u64::MAX),
        reason: Some("why".into()),
        overridden: Some("umpire".into()),
        inputs: vec![("moves.txt".into(), b"x\0y".to_vec().into()), ("again.txt".into(), b"x\0y".to_vec().into())],
        ..draft("unit set")
    };
    assert_eq!(ledger.next_operation().unwrap(), 2);
    write(&mut ledger, &said, &[step_east(3)]);
    let operation = ledger.operations().unwrap().pop().unwrap();
    assert_eq!((operation.number, operation.parent, operation.kind), (2, Some(1), OperationKind::Do));
    assert_eq!((operation.group, operation.seed), (said.group, said.seed));
    assert_eq!((operation.reason, operation.overridden), (said.reason, said.overridden));
    assert_eq!((operation.command, operation.request), (said.command, said.request.to_string()));
    assert_eq!((operation.time.as_str(), operation.events, operation.stands), ("2023-11-14T22:13:20Z", 1, true));
    let contents: i64 = file.sql().query_row("SELECT count(*) FROM content", [], |row| row.get(0)).unwrap();
    assert_eq!(contents, 2, "the same bytes are kept once, beside the import");
    no_breaches(&ledger);
}

#[test]
fn what_is_refused_writes_nothing() {
    let file = File::small();
    let mut ledger = file.open();
    let before = ledger.campaign().unwrap();
    let refused = try_write(&mut ledger, &draft("x"), &[step_east(3), step_east(3)]).unwrap_err();
    assert!(matches!(refused, WriteError::Refused(Refusal::Stale { .. })));
    let refused = ledger.write(&draft("x"), |_| Err(Refusal::EmptyTransfer)).unwrap_err();
    assert!(matches!(refused, WriteError::Refused(Refusal::EmptyTransfer)));
    let nothing = write(&mut ledger, &draft("x"), &[]);
    assert_eq!(nothing.operation, None);
    assert_eq!(ledger.campaign().unwrap(), before);
    assert_eq!(ledger.operations().unwrap().len(), 1);
    write(&mut ledger, &draft("x"), &[step_east(3)]);
    no_breaches(&ledger);
}

#[test]
fn two_formations_change_places_in_the_tree() {
    let file = File::small();
    let mut ledger = file.open();
    let put = |id: &str, before: Option<&str>, after: Option<&str>| Event::SuperiorChanged {
        formation: id.into(),
        before: before.map(FormationId::from),
        after: after.map(FormationId::from),
    };
    let swap = [put("ax.xiv.16", Some("ax.xiv"), None), put("ax.xiv", None, Some("ax.xiv.16"))];
    write(&mut ledger, &draft("swap"), &swap);
    no_breaches(&ledger);
    ledger.undo(&draft("undo"), false).unwrap();
    no_breaches(&ledger);
    assert_eq!(file.open().campaign().unwrap(), small());
}

#[test]
fn history_is_of_one_subject_and_of_what_stands() {
    let file = File::small();
    let mut ledger = file.open();
    write(&mut ledger, &draft("a"), &[step_east(3)]);
    write(&mut ledger, &draft("b"), &[step_east(4)]);
    ledger.undo(&draft("undo"), false).unwrap();
    let history = ledger.history_of("ax.xiv.16.b1", None).unwrap();
    assert_eq!(history, [(2, Bound::FIRST, step_east(3))]);
    assert_eq!(ledger.history_of("small", None).unwrap(), []);
}

#[test]
fn a_moment_that_is_none_is_named() {
    let ledger = File::small().open();
    let error = |moment| ledger.as_of(moment).unwrap_err().to_string();
    assert_eq!(error(Moment::Operation(7)), "there is no operation 7: the last is 1");
    assert_eq!(error(Moment::Bound(bound("2pm"))), "`D2 pm` has not come yet: the running bound is `D1 am`");
    assert_eq!(ledger.events_of(7).unwrap_err().to_string(), "there is no operation 7: the last is 1");
}
