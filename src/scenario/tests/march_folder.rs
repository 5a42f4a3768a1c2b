//! What waits and what leaves keep of their marches, in the files of a campaign folder.

use campaign::march::{Arrival, Manner, Marched, Passed, Towards};
use campaign::{
    Action, BaseMarks, Battle, BattleUnit, Claim, Fact, Fought, MarchOrder, Noted, Order, Orders, RailAction, RailJob,
    Relaid, Setting, Track, UnitMarks,
};
use domain::{BattleEnd, Bound, LeafState, Note, Phase, RuleSystemId, SideId, Square};
use scenario::{Files, read, write};

use crate::reading::{told, with};
use crate::tiny::tiny;

#[test]
fn marches_orders_and_claims_come_back_as_they_were_written() {
    let mut campaign = read(&tiny(), &[]).campaign.unwrap();
    campaign.bound = Bound { day: 1, phase: Phase::Pm };
    let march = Marched {
        minutes: 360,
        today: true,
        towards: Some(Towards { square: Square::new(1, 2), minutes: 60 }),
        came: Some(Arrival { bound: Bound::FIRST, minute: 300 }),
        passed: Some(Passed { square: Square::new(2, 0), count: 1 }),
    };
    campaign.formations.get_mut("ax.1").unwrap().leaf.as_mut().unwrap().march = march;
    let way = vec![Square::new(2, 2), Square::new(3, 3)];
    let go = MarchOrder { way, rate: Manner::Road, close_up: true, split: true, alone: false };
    let order = |unit: &str, bound: Bound, action| Order { unit: unit.into(), bound, action };
    let next = campaign.bound.next();
    campaign.orders = Orders::from_list([
        order("su.1", next, Action::DigIn { fortify: true }),
        order("ax", campaign.bound, Action::Move(go)),
        order("ax", next, Action::DigIn { fortify: false }),
        order("su", campaign.bound, Action::Reorganise),
    ]);
    let claim = Claim { what: "ax.d".into(), square: Square::new(3, 1), by: "su.1".into(), bound: Bound::FIRST };
    campaign.claims.insert(claim.what.clone(), claim);
    let files = write(&campaign);
    let reading = read(&files, &[]);
    assert_eq!(told(&reading.faults), Vec::<String>::new());
    assert_eq!(reading.campaign.unwrap(), campaign);
    let text = String::from_utf8(files["pending.csv"].clone()).unwrap();
    assert_eq!(
        text,
        "what,id,bound,deed,way,rate,how,square,captor\norder,ax,D1 pm,move,0202 0303,road,close_up split,,\n\
         order,su,D1 pm,reorganise,,,,,\norder,ax,D1 night,dig-in,,,,,\norder,su.1,D1 night,dig-in,,,fortify,,\n\
         claim,ax.d,D1 am,,,,,0301,su.1\n"
    );
}

/// Set on the map before its date; waiting past its date for its entry to be free.
#[test]
fn who_came_before_its_date_and_who_waits_past_it_come_back_as_they_were_written() {
    let mut campaign = read(&tiny(), &[]).campaign.unwrap();
    let early = campaign.formations.get_mut("su.2").unwrap().leaf.as_mut().unwrap();
    (early.square, early.state) = (Some(Square::new(7, 5)), LeafState::Organised);
    assert_eq!(early.arrives, Some(Bound { day: 2, phase: Phase::Am }));
    let late = campaign.formations.get_mut("su.1").unwrap().leaf.as_mut().unwrap();
    (late.square, late.state, late.arrives) = (None, LeafState::OffMap, Some(Bound::FIRST));
    let reading = read(&write(&campaign), &[]);
    assert_eq!(told(&reading.faults), Vec::<String>::new());
    assert_eq!(reading.campaign.unwrap(), campaign);
}

#[test]
fn a_folder_without_marches_has_none_of_their_columns() {
    let files = write(&read(&tiny(), &[]).campaign.unwrap());
    let header = String::from_utf8(files["orbat.csv"].clone()).unwrap().lines().next().unwrap().to_owned();
    assert!(!header.contains("minutes") && !header.contains("came"), "{header}");
    assert!(!files.contains_key("pending.csv"));
}

#[test]
fn every_fault_of_what_waits_is_told_where_it_stands() {
    let head = "what,id,bound,deed,way,rate,how,square,captor\n";
    let cases = [
        (
            "oder,ax,1am,,,,,,",
            "2:1: `oder` is not a kind of pending item [write `order`, `claim`, `battle`, `fact`, `rail` or `remainder`]",
        ),
        ("order,ay,1am,reorganise,,,,,", "2:7: there is no formation `ay` [did you mean `ax`?]"),
        ("order,ax,2am,reorganise,,,,,", "2:10: an order cannot be for D2 am [give D1 am or D1 pm]"),
        ("order,ax,1am,digin,,,,,", "2:14: `digin` is not an order [did you mean `dig-in`?]"),
        ("order,ax,1am,move,,,,,", "2:19: `way` is empty [every row needs it]"),
        ("order,ax,1am,move,0202 9999,,,,", "2:19: square `9999` is not on the map [squares run from 0000 to 0909]"),
        ("order,ax,1am,move,0202,rod,,,", "2:24: `rod` is not a rate [did you mean `road`?]"),
        (
            "order,ax,1am,move,0202,,fast,,",
            "2:25: `fast` is not a way to `move` [write `close_up`, `split` or `alone` for a march, `fortify` for digging in, `stay` for sending]",
        ),
        (
            "order,ax,1am,reorganise,,,,,\norder,ax,1am,reorganise,,,,,",
            "3:7: `ax` already has an order for D1 am in a row above [remove one of them]",
        ),
        (
            "claim,nix,1am,,,,,0301,su.1",
            "2:7: there is no dump, railhead or formation `nix` [only a dump, a railhead or a leaf can wait for the umpire]",
        ),
        ("claim,ax.d,1am,,,,,,su.1", "2:20: `square` is empty [every row needs it]"),
    ];
    for (row, expected) in cases {
        let reading = read(&with("pending.csv", &format!("{head}{row}\n")), &[]);
        assert_eq!(told(&reading.faults), [format!("pending.csv:{expected}")], "{row}");
    }
}

#[test]
fn every_fault_of_what_a_leaf_keeps_is_told_where_it_stands() {
    let orbat = |columns: &str, values: &str| -> Files {
        let text = format!(
            "id,side,name,echelon,arm,mobility,where,{columns}\nax.1,AX,First,battalion,infantry,foot,0101,{values}\n"
        );
        let mut files = with("orbat.csv", &text);
        files.remove("dumps.csv");
        files
    };
    let cases = [
        (
            "next_square,minutes_towards",
            "0102,",
            "2:44: `next_square` and `minutes_towards` go together [give both for a leaf on the way to the next square, otherwise neither]",
        ),
        (
            "next_square,minutes_towards",
            "0202,30",
            "2:44: `next_square` is not a neighbour of `where` [a leaf marches to a square that shares a side with its own]",
        ),
        ("minutes_used", "481", "2:44: `481` is not a valid number [a whole number from 0 to 480]"),
        (
            "way_point",
            "0102",
            "2:44: `way_point` and `way_points` go together [give the last way point that it has passed, and how many it has passed]",
        ),
        ("came_minute", "30", "2:44: `came_minute` is given without `came` [give the bound in `came`]"),
    ];
    for (columns, values, expected) in cases {
        let reading = read(&orbat(columns, values), &[]);
        assert_eq!(told(&reading.faults), [format!("orbat.csv:{expected}")], "{columns}");
    }
}

#[test]
fn battles_and_what_they_leave_come_back_as_they_were_written() {
    let mut campaign = read(&tiny(), &[]).campaign.unwrap();
    let su = campaign.sides.iter().find(|side| side.id.as_str() == "SU").unwrap().id;
    let open = Battle {
        id: "1am-0301".into(),
        square: Square::new(3, 1),
        bound: campaign.bound,
        attacker: su,
        rules: RuleSystemId::NqmFree,
        facts: vec![Fact { subject: "ax.1".into(), text: "3 of 3 SP, open".into() }],
        fought: None,
    };
    let unit = BattleUnit {
        unit: "ax".into(),
        attacked: false,
        engaged: true,
        first: true,
        sp_before: 9,
        sp_lost: 2,
        passed: 1,
        failed: 0,
        sp_whole: 14,
    };
    let fought = Fought {
        end: BattleEnd::OutOfMoves,
        holder: su,
        moves: 6,
        recorded: true,
        recce: Some(campaign::RecceWon { by: su, margin: 1 }),
        bases_lost: Some(campaign::BasesLost { attackers: 1, defenders: 0 }),
        units: vec![unit],
    };
    let over = Battle { id: "0am-0202".into(), facts: Vec::new(), fought: Some(fought), ..open.clone() };
    campaign.battles = [open, over].map(|battle| (battle.id.clone(), battle)).into();
    let unit = campaign.formations.get_mut("ax").unwrap();
    unit.marks = UnitMarks { fought: true, met_tanks: true, half_tested: true, without_orders: true, fanatical: true };
    let base = &mut campaign.formations.get_mut("ax.1").unwrap().leaf.as_mut().unwrap().bases[0];
    let noted = Some(Noted { bound: Bound::FIRST, notes: [Note::Pinned, Note::NoMove].into_iter().collect() });
    base.marks = BaseMarks { cu_thirds: Some(7), mounted: true, at_post: 2, noted };
    campaign.house.set("square-bashing.clock_start", Some("20"));
    campaign.house.set("war-times-journal-1943.command.R", Some("[2,2]"));
    campaign.house.set("war-times-journal-1943.misc.barrage_mode", Some("\"on_call\""));
    let files = write(&campaign);
    let reading = read(&files, &[]);
    assert_eq!(told(&reading.faults), Vec::<String>::new());
    assert_eq!(reading.campaign.unwrap(), campaign);
    let text = |name: &str| String::from_utf8(files[name].clone()).unwrap();
    let house = "[house.war-times-journal-1943]\ncommand.R = [2, 2]\nmisc.barrage_mode = \"on_call\"\n\n\
                 [house.square-bashing]\nclock_start = 20\n";
    assert!(text("campaign.toml").contains(house), "{}", text("campaign.toml"));
    assert_eq!(
        text("pending.csv"),
        "what,id,bound,square,side,rules,subject,text\nbattle,1am-0301,D1 am,0301,SU,nqm-free,,\n\
         fact,1am-0301,,,,,ax.1,\"3 of 3 SP, open\"\n"
    );
    assert_eq!(
        text("battles.csv"),
        "id,bound,square,attacker,rules,end,holder,moves,recorded,recce_by,recce_margin,attacker_bases_lost,\
         defender_bases_lost\n0am-0202,D1 am,0301,SU,nqm-free,out_of_moves,SU,6,yes,SU,1,1,0\n"
    );
    assert_eq!(
        text("battle_units.csv"),
        "battle,unit,engaged,first,sp_before,sp_lost,passed,failed,sp_whole\n0am-0202,ax,yes,yes,9,2,1,0,14\n"
    );
    assert!(text("orbat.csv").contains("2 1/3"), "combat units in thirds");
}

#[test]
fn every_fault_of_a_battle_is_told_where_it_stands() {
    let pending = "what,id,bound,square,side,subject,text\n";
    let battles = "id,bound,square,attacker,end,holder,moves\n";
    let units = "battle,unit,sp_before,sp_lost\n";
    let cases = [
        (
            "pending.csv",
            pending,
            "battle,b,2am,0301,SU,,",
            "2:10: a battle of D2 am cannot be open [the running bound is D1 am]",
        ),
        (
            "pending.csv",
            pending,
            "fact,b,,,,ax.1,x",
            "2:6: there is no open battle `b` [put the row of the battle above its facts]",
        ),
        (
            "pending.csv",
            pending,
            "battle,b,1am,0301,SU,,\nbattle,b,1am,0301,SU,,",
            "3:8: there is already a battle `b` [give it another id]",
        ),
        (
            "battles.csv",
            battles,
            "b,1am,0301,SU,takn,SU,3",
            "2:15: `takn` is not an end of battle [did you mean `taken`?]",
        ),
        (
            "battles.csv",
            "id,bound,square,attacker,end,holder,moves,recce_margin\n",
            "b,1am,0301,SU,taken,SU,3,2",
            "2:26: `recce_by` and `recce_margin` go together [give both where a side won the look before it, otherwise \
             neither]",
        ),
        (
            "battles.csv",
            "id,bound,square,attacker,end,holder,moves,recce_by,recce_margin\n",
            "b,1am,0301,SU,taken,SU,3,SU,0",
            "2:29: a look is won by at least 1 [leave both empty where neither side won it]",
        ),
        (
            "battles.csv",
            "id,bound,square,attacker,end,holder,moves,attacker_bases_lost\n",
            "b,1am,0301,SU,taken,SU,3,2",
            "2:26: `attacker_bases_lost` and `defender_bases_lost` go together [give both where they are known, 0 for \
             none, otherwise neither]",
        ),
        (
            "battles.csv",
            battles,
            "b,1am,0301,SU,taken,SU,7",
            "2:24: `7` is not a valid number [a whole number from 0 to 6]",
        ),
        (
            "battle_units.csv",
            units,
            "b,ax,9,2",
            "2:1: there is no battle `b` [finished battles are listed in `battles.csv`]",
        ),
        ("battle_units.csv", units, "b,ax,2,9", "2:8: 9 SP lost are more than the 2 it had [correct one of them]"),
    ];
    for (file, head, row, expected) in cases {
        let reading = read(&with(file, &format!("{head}{row}\n")), &[]);
        let faults = told(&reading.faults);
        assert!(faults.contains(&format!("{file}:{expected}")), "{row}: {faults:?}");
    }
}

#[test]
fn railways_railheads_and_dumps_come_back_as_they_were_written() {
    let mut campaign = read(&tiny(), &[]).campaign.unwrap();
    let ax = SideId::new("AX").unwrap();
    campaign.settings.set(Setting::Gauge, "on");
    campaign.settings_since.insert(Setting::Gauge, Bound { day: 1, phase: Phase::Pm });
    let line = &mut campaign.railways[0];
    line.trains_a_day = Some(7);
    let lengths: Vec<_> = line.lengths().collect();
    line.keep(Track { relaid: Some(Relaid { gauge: 1520, side: ax }), worked_m: 0, length: lengths[0] });
    line.keep(Track { relaid: Some(Relaid { gauge: 1000, side: ax }), worked_m: 500, length: lengths[1] });
    line.cuts.insert(lengths[1]);
    let job = |leaf: &str, action| {
        let (leaf, line) = (leaf.into(), "Line".to_owned());
        RailJob { leaf, line, action, lengths: vec![lengths[1], lengths[0]], then: Vec::new() }
    };
    for job in [job("ax.1", RailAction::Repair), job("ax.s", RailAction::Convert(1435))] {
        campaign.rail_jobs.insert(job.leaf.clone(), job);
    }
    let head = campaign.railheads.get_mut("farm").unwrap();
    (head.serves, head.priority, head.closed) = (Some("ax".into()), 3, true);
    campaign.dumps.get_mut("ax.d").unwrap().closed = true;
    let files = write(&campaign);
    let reading = read(&files, &[]);
    assert_eq!(told(&reading.faults), Vec::<String>::new());
    assert_eq!(reading.campaign.unwrap(), campaign);
    let text = |name: &str| String::from_utf8(files[name].clone()).unwrap();
    assert_eq!(
        text("rail.csv"),
        "name,gauge,users,state,points,cuts,trains_a_day,relaid,worked\n\
         Line,1435,AX,open,0101 > Farm,0201-0301,7,0101-0201=1520/AX 0201-0301=1000/AX,0201-0301=500\n"
    );
    assert_eq!(text("railheads.csv").lines().nth(1), Some("farm,Farm,Line,AX,0,0,ax,3,yes"));
    assert!(text("campaign.toml").contains("[since]\ngauge = \"D1 pm\"\n"), "{}", text("campaign.toml"));
    assert_eq!(
        text("pending.csv"),
        "what,id,bound,deed,way,line,gauge\nrail,ax.1,,repair,0201-0301 0101-0201,Line,\n\
         rail,ax.s,,convert,0201-0301 0101-0201,Line,1435\n"
    );
}

#[test]
fn air_supply_comes_back_as_it_was_written() {
    let mut files = tiny();
    let orbat = String::from_utf8(files["orbat.csv"].clone()).unwrap();
    files.insert("orbat.csv".to_owned(), (orbat + "ax.a,ax,AX,Wing,battalion,transport,air,0101,,,,,\n").into());
    files.insert(
        "airfields.csv".to_owned(),
        b"id,place,square,side,landings,used_for,note\n\
        f,Farm,,AX,40,transport,grass\ng,,0102,AX,,,\n"
            .to_vec(),
    );
    files.insert("wings.csv".to_owned(), b"leaf,sorties,load_kg\nax.a,30,2000\n".to_vec());
    files.insert(
        "airlift.csv".to_owned(),
        b"bound,wing,commodity,sorties,landed,lost,kg,kg_lost,from,at,dump\n\
        D1 am,ax.a,log,9,7,1,14000,2000,g,f,ax.d\nD1 am,ax.a,pol,2,2,0,2800,,,,\n"
            .to_vec(),
    );
    let pending = "what,id,bound,to,commodity,kg\nremainder,air,,ax.d,log,14000\nremainder,air,,lost,log,2000\n";
    files.insert("pending.csv".to_owned(), pending.into());
    let reading = read(&files, &[]);
    assert_eq!(told(&reading.faults), Vec::<String>::new());
    let campaign = reading.campaign.unwrap();
    assert_eq!((campaign.airfields.len(), campaign.wings.len(), campaign.flights.len()), (2, 1, 2));
    let again = write(&campaign);
    for name in ["airfields.csv", "wings.csv", "airlift.csv", "pending.csv"] {
        assert_eq!(String::from_utf8_lossy(&again[name]), String::from_utf8_lossy(&files[name]), "{name}");
    }
    assert_eq!(read(&again, &[]).campaign.unwrap(), campaign);
}
