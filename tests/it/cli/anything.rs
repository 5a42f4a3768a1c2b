//! Whatever an organiser types, in whatever order: the file stays sound, stocks sum to nothing, every step back and
//! forward gives the very same export, and that export is read back.
//!
//! Every line is played until it has been carried out at least once: one that is always refused tests nothing.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;
use proptest::test_runner::{RngAlgorithm, TestCaseError, TestRng, TestRunner};

use super::field::Field;

/// A folder of ten by ten squares: a river with a bridge between two armies, railway, dumps, vehicles, engineers.
const FOLDER: &[(&str, &str)] = &[
    (
        "campaign.toml",
        "name = \"both-banks\"\ntitle = \"Both banks\"\nstart = 1942-11-19\ndays = 20\n\n[map]\nlat = 60.0\nlon = 30.0\n\
         km_per_degree_lat = 100\nkm_per_degree_lon = 100\ncolumns = 10\nrows = 10\nsquare_km = 1\n\n[[sides]]\n\
         id = \"SU\"\n\n[[sides]]\nid = \"AX\"\n\n[ground.frozen]\ngood = 100\n\n[ground.mud]\nopen = 300\n",
    ),
    (
        "orbat.csv",
        "id,parent,side,name,echelon,arm,mobility,where,grade,role,sp_full,carries,capacity,arrives,entry\n\
         su.1a,,SU,First Army,army,infantry,,,regular,,,,,,\n\
         su.1a.hq,su.1a,SU,Army HQ,battalion,hq,motorised,0104,,command,1,,,,\n\
         su.1a.log,su.1a,SU,Army columns,battalion,logistic,motorised,0104,,logistic,1,log,2,,\n\
         su.1a.air,su.1a,SU,Transport wing,battalion,transport,air,0104,,air,1,,,,\n\
         su.1a.1rd,su.1a,SU,First Rifle,division,infantry,,,,,,,,,\n\
         su.1a.1rd.hq,su.1a.1rd,SU,Staff,battalion,hq,foot,0204,,command,1,,,,\n\
         su.1a.1rd.b1,su.1a.1rd,SU,First,battalion,infantry,foot,0304,,,3,,,,\n\
         su.1a.1rd.b2,su.1a.1rd,SU,Second,battalion,infantry,foot,0305,,,4,,,,\n\
         su.1a.1rd.eng,su.1a.1rd,SU,Sappers,battalion,engineer,foot,0404,,,2,,,,\n\
         su.1a.1rd.log,su.1a.1rd,SU,Columns,battalion,logistic,motorised,0204,,logistic,1,log,2,,\n\
         su.1a.2rd,su.1a,SU,Second Rifle,division,infantry,,,,,,,,,\n\
         su.1a.2rd.b1,su.1a.2rd,SU,First,battalion,infantry,foot,0206,,,3,,,,\n\
         su.1a.2rd.log,su.1a.2rd,SU,Columns,battalion,logistic,motorised,0206,,logistic,1,log,1,,\n\
         su.1a.4rd,su.1a,SU,Fourth Rifle,division,infantry,,,,,,,,,\n\
         su.1a.4rd.b1,su.1a.4rd,SU,First,battalion,infantry,foot,,,,3,,,D1 pm,0005\n\
         ax.9id,,AX,Ninth Infantry,division,infantry,,,regular,,,,,,\n\
         ax.9id.hq,ax.9id,AX,Staff,battalion,hq,motorised,0804,,command,1,,,,\n\
         ax.9id.i1,ax.9id,AX,First,battalion,infantry,foot,0801,,,4,,,,\n\
         ax.9id.i2,ax.9id,AX,Second,battalion,infantry,foot,0808,,,4,,,,\n\
         ax.9id.log,ax.9id,AX,Columns,battalion,logistic,motorised,0706,,logistic,1,log,1,,\n\
         ax.9id.pol,ax.9id,AX,Bowsers,battalion,logistic,motorised,0904,,logistic,1,pol,1,,\n",
    ),
    ("places.csv", "name,lat,lon,square,kind\nOld Town,,,0404,town\n"),
    ("rivers.csv", "name,class,seq,lat,lon\nDon,major,1,60.0,30.05\nDon,major,2,59.9,30.05\n"),
    ("crossings.csv", "id,name,river,squares,kind,carries\nbridge,Old bridge,Don,0404 0504,bridge,foot vehicles\n"),
    ("roads.csv", "name,quality,points\nRoad,good,0104 > 0404 > 0504 > 0904\n"),
    ("rail.csv", "name,gauge,users,points\nWest line,1520,SU,0005 > 0405\nEast line,1435,AX,0907 > 0607\n"),
    ("dumps.csv", "id,owner,level,square,log,pol\nd-1a,su.1a,army,0104,5,3\nd-9id,ax.9id,division,0705,2,1\n"),
    (
        "railheads.csv",
        "id,square,line,side,source,log_a_day,pol_a_day\nwest,0105,West line,SU,no,4,2\nwest-source,0005,West line,SU,yes,4,2\n\
         east,0907,East line,AX,yes,4,2\n",
    ),
    ("airfields.csv", "id,square,side,landings\nrear,0104,SU,\nforward,0206,SU,9\n"),
    ("wings.csv", "leaf,sorties,load_kg\nsu.1a.air,12,2000\n"),
    ("replacements.csv", "pool,bound,arm,sp,note\nsu.1a,1am,,4,\nSU,1pm,engineer,2,\nAX,2am,,3,\"late, as ever\"\n"),
    ("front.csv", "line,seq,point,left\nfront,1,60.0 30.05,AX\nfront,2,59.9 30.05,\n"),
    ("weather.csv", "date,weather,ground\n1942-11-19,fog,frozen\n"),
];

/// The scripts that `run` is given.
const SCRIPTS: &[(&str, &str)] = &[
    ("day.txt", "bound note \"a script\"\nunit set 1rd.b2 sp=2 # a comment\nunit set 1rd.b2 sp=4\n"),
    ("night.txt", "supply receive west 1 log --from rail\nbound note \"a train\"\n"),
    ("stops.txt", "bound note \"before it stops\"\nunit set 1rd.b2 sp=9\n"),
];

/// What is typed one after the other; in most states some of it is refused, and that is legal too.
pub(super) const ACTS: &[&[&str]] = &[
    &["unit set 1rd.b1 sp=1", "unit replace 1rd 1"],
    &["unit set 1rd.b1 sp=3 markers=1", "reorganise 1rd --seed 3 --override \"by order\""],
    &["unit set 1rd sp=50%", "unit set 1rd sp=100% markers=0"],
    &["unit set 2rd.b1 ammo=out posture=dug_in", "unit set 2rd.b1 ammo=full posture=open"],
    &["unit set 2rd.b1 state=off_map arrives=9am entry=0206", "unit set 2rd.b1 state=organised square=0206"],
    &["unit set 1rd.b2 state=dispersed", "unit set 1rd.b2 state=organised"],
    &["unit set 1rd hq_die=2"],
    // The enemy stands where it is to enter: it waits.
    &["unit set 9id.i2 square=0005", "bound close --seed 3", "unit set 9id.i2 square=0808"],
    &["unit set 4rd arrives=2n", "unit set 4rd arrives=1pm"],
    &["unit set 1rd square=0303", "unit set 1rd square=0204"],
    &["unit rename 1rd \"1. Guards, \"\"Don\"\"\"", "unit rename 1rd \"First Rifle\""],
    &[
        "unit new su.1a.3rd --parent 1a arm=infantry echelon=division name=\"Third; of the Don\"",
        "unit new su.1a.3rd.b1 --parent 3rd arm=infantry mobility=foot where=0307 sp_full=4",
        "unit command 3rd.b1 2rd",
    ],
    &["unit command 2rd SU --reason \"under the front\"", "unit command 2rd 1a"],
    &["unit split 1rd su.1a.kg 1rd.b1 1rd.log --under 1a --echelon brigade", "unit merge su.1a.kg"],
    &["unit split 1rd su.1a.1rd.kg 1rd.eng", "unit command 2rd.b1 su.1a.1rd.kg", "unit merge su.1a.1rd.kg"],
    &[
        "unit set 1rd.b2 square=0204 sp=1 state=organised",
        "unit set 2rd.b1 square=0204 sp=1 state=organised",
        "unit merge 2rd.b1 1rd.b2 --override \"stragglers\"",
    ],
    &["unit set 1rd.b1 sp=1", "unit replace 1rd 1 --from su.1a"],
    &["unit attach 2rd.b1 --to 1rd --as direct_support", "unit detach 2rd.b1"],
    &["unit attach 2rd --to 1rd --as under_command", "unit detach 2rd"],
    &["grade set 1rd veteran --reason \"held; and held\"", "grade set 1rd regular --reason tired"],
    &["grade set 2rd elite --override \"the group's scenario\""],
    &["ground set 0202 --terrain marsh", "ground set 0202 --terrain open"],
    &["ground set 0402 0403 --side AX", "ground set 0402 0403 --side none", "ground set 0402 --side SU"],
    &["crossing destroy bridge", "crossing repair bridge --by 1rd"],
    &["crossing destroy bridge --by 1rd", "crossing repair bridge"],
    &["crossing close bridge", "crossing open bridge"],
    &["crossing close bridge --until 3n", "crossing open bridge --from 2am --until 9n"],
    &["crossing build 0403 0503 --by 1rd --id pontoon", "crossing close pontoon"],
    &["crossing build 0407 0507 --by 1rd --override \"boats were at hand\""],
    &["rail cut 0205 0305", "rail repair 0205 0305"],
    &["rail cut 0005 0105 --reason \"a raid\""],
    &["rail cut 0005 0105", "rail repair 0005 0105"],
    &["rail cut 0205 0405", "rail repair 0405 0205 --by 1rd", "bound close --seed 3", "rail stop 1rd"],
    &["rail cut 0205 0405", "rail repair 0405 0205 --by 1rd", "bound close --seed 3", "bound close --seed 3"],
    &["rail convert 0405 0205 --gauge 1435 --by 1rd", "bound close --seed 3", "bound close --seed 4"],
    &["rail convert 0105 0305 --gauge 1435 --side SU", "setting set gauge on", "setting set gauge off"],
    &["rail advance west 0205", "rail advance west 0105"],
    &["supply receive west 3 log --from rail", "rail advance west 0205", "bound close --seed 3"],
    &["rail priority west 2 --for 1a", "rail priority 1a 0"],
    &[
        "setting set detail full",
        "setting set rail_capacity on",
        "setting set line_trains 1",
        "setting set rail_priority on",
    ],
    &["supply receive d-1a 1 log --from rail", "dump close d-1a", "dump open d-1a --owner 1a --at 0104"],
    &["dump open d-v --owner 1rd --by 1rd", "dump close d-v"],
    &["supply airlift air d-1a log --sorties 4 --seed 5", "supply airlift air d-1a pol --sorties 2 --lost 1"],
    &[
        "setting set detail full",
        "supply airlift air d-9id pol --sorties 1 --override \"by mistake\" --dice 1",
        "supply airlift air d-1a log --sorties 3 --landed 2 --tons 70",
    ],
    &["bound weather flying=limited", "setting set detail simple", "supply airlift air forward log --sorties 5"],
    &["dump open d-2rd --owner 2rd --at 0206", "dump move d-2rd 0306", "dump close d-2rd"],
    &[
        "dump open depot --owner 9id --at 0908 --source --name \"Depot, east\"",
        "dump move d-9id 0805",
        "dump move d-9id 0705",
    ],
    &["supply receive west 3 log --from rail", "supply transfer west d-1a 2 log --override \"by lorry\""],
    &["supply transfer d-1a 1a.log 1 log", "supply stocktake 1a.log log=0 --reason counted"],
    &[
        "supply receive d-1a 1 pol --from air --reason \"first lift\"",
        "supply stocktake d-1a log=7 pol=0 --reason lost",
    ],
    &["supply transfer d-1a d-9id 1 pol --override \"a truce\""],
    &[
        "setting set capture umpire",
        "unit set 2rd.b1 square=0605",
        "move 2rd.b1 0705 --rate assault",
        "supply claim d-9id captured",
    ],
    &[
        "setting set capture umpire",
        "unit set 1rd.b2 square=0606",
        "order 1rd.b2 move 0706 --rate assault",
        "bound march",
        "supply claim 9id.log destroyed",
    ],
    &["unit set 1rd.b2 square=0606", "move 1rd.b2 0706"],
    &["setting set capture umpire", "unit set 1rd.b2 square=0606", "move 1rd.b2 0706", "supply claim 9id.log spared"],
    &[
        "setting set capture destroyed",
        "unit set 2rd.b1 square=0605",
        "move 2rd.b1 0705",
        "setting set capture captured",
    ],
    &["setting set bowser_km 30", "setting set bowser_km 54"],
    &["setting set detail full"],
    &["setting set detail full", "bound close --seed 8", "setting set detail simple"],
    &["setting set interdiction on", "setting set interdiction off"],
    &["move 1rd 0303"],
    &["move 1rd 0504 --rate road --close-up"],
    &["move 9id 0704 --split", "move 9id 0904 0804 --alone"],
    &["order 1rd move 0303 --rate road", "order 2rd reorganise", "order cancel 2rd"],
    &["order 9id move 0704 --for next", "order 1rd dig-in --fortify"],
    &["order 1rd dig-in", "bound march"],
    &["order 1rd.log open-dump d-1rd --level corps", "order 9id open-dump d-9id-2 --for next", "bound march"],
    &["setting set detail full", "order 1rd.log send --load 1log --from d-1a --to 1rd", "bound march"],
    &["order 9id.log send --to d-9id --via 0704 --for next", "order 1a.log send --with 1rd.log --to 0204 --stay"],
    &["dig-in 1rd.b2"],
    &["dig-in 9id --fortify --override \"lines of the summer\""],
    &["bound note \"a quiet day, by the river\""],
    &["bound weather weather=storm flying=none", "bound weather ground=mud"],
    &["bound close --seed 1"],
    &["bound close --seed 2", "bound close"],
    &["bound close --seed 4", "bound close --seed 5", "bound close --seed 6"],
    &["run day.txt", "undo --line"],
    &["run night.txt --atomic"],
    &["run stops.txt"],
    &["undo"],
    &["undo", "undo"],
    &["undo", "redo"],
    &["op restore 3", "op restore 5"],
];

/// Every file of an export.
type Folder = BTreeMap<String, Vec<u8>>;

/// A campaign file, how it stands, and how it stood after each operation.
struct Game {
    field: Field,
    now: Folder,
    /// The last operation.
    last: u64,
    stood: BTreeMap<u64, Folder>,
}

/// A folder with the campaign folder, and the campaign `game.railhead` made of it.
pub(super) fn both_banks() -> Field {
    let field = Field::empty();
    std::fs::create_dir(field.dir.path().join("folder")).unwrap();
    for (name, text) in FOLDER {
        field.write(&format!("folder/{name}"), text);
    }
    field.done("new folder game.railhead -q");
    field
}

impl Game {
    fn new() -> Self {
        let field = both_banks();
        for (name, text) in SCRIPTS {
            field.write(name, text);
        }
        let now = exported(&field, "game.railhead");
        Self { field, stood: [(1, now.clone())].into(), now, last: 1 }
    }

    /// Types a line; whether it was carried out and was an operation.
    fn typed(&mut self, line: &str) -> Result<bool, TestCaseError> {
        let ran = self.field.run(&format!("{line} --campaign game.railhead"));
        prop_assert!(ran.code <= 2, "{line}: {}", ran.err);
        let last = self.field.operations("game.railhead");
        let done = last > self.last;
        // A script keeps what came before the line at which it stops.
        prop_assert!(!done || ran.code == 0 || line == "run stops.txt", "`{line}` is refused and done: {}", ran.err);
        let before = self.last;
        self.last = last;
        let after = exported(&self.field, "game.railhead");
        prop_assert!(done || after == self.now, "`{line}` is no operation and changes something");
        if line.starts_with("run ") {
            // Only the last of a script's operations has the export of now.
            self.stood.extend((before + 1..last).map(|number| (number, Folder::new())));
        }
        if done {
            self.stood.insert(last, after.clone());
        }
        self.now = after;
        Ok(done)
    }

    /// Types a line that goes a step back or forward, after which all must stand as it did at a time.
    fn steps(&mut self, line: &str, to: &Folder) -> Result<(), TestCaseError> {
        prop_assert!(self.typed(line)?, "`{line}` could not be done");
        prop_assert!(self.now == *to, "after `{line}` the export differs: {}", differences(&self.now, to));
        Ok(())
    }

    /// Plays a line and, where it is an operation, goes back and forward over it.
    fn played(&mut self, line: &str) -> Result<bool, TestCaseError> {
        let before = self.now.clone();
        if !self.typed(line)? {
            return Ok(false);
        }
        let after = self.now.clone();
        if let Some(number) = line.strip_prefix("op restore ") {
            let stood = self.stood[&number.parse::<u64>().unwrap()].clone();
            prop_assert!(stood.is_empty() || stood == after, "`{line}` does not give what stood then");
        } else if line.starts_with("undo") {
            self.steps("redo", &before)?;
            self.steps(line, &after)?;
        } else {
            self.steps("undo", &before)?;
            self.steps("redo", &after)?;
        }
        self.is_sound(line)?;
        Ok(true)
    }

    fn is_sound(&self, line: &str) -> Result<(), TestCaseError> {
        let verified = self.field.run("verify --campaign game.railhead");
        prop_assert!(verified.code == 0, "after `{line}`: {}{}", verified.out, verified.err);
        Ok(())
    }

    /// Nothing has come from nowhere or gone there.
    fn sums_to_nothing(&self, line: &str) -> Result<(), TestCaseError> {
        let stocks = self.field.json("supply stocks --all --campaign game.railhead");
        let mut sums: BTreeMap<&str, i64> = BTreeMap::new();
        for row in stocks["accounts"].as_array().unwrap() {
            *sums.entry(row["commodity"].as_str().unwrap()).or_default() += row["quantity"].as_i64().unwrap();
        }
        prop_assert!(sums.len() >= 2 && sums.values().all(|sum| *sum == 0), "after `{line}`: {sums:?}");
        Ok(())
    }

    /// The export is a folder without faults, and the campaign made of it has the same export.
    fn is_read_back(&self) -> Result<(), TestCaseError> {
        self.field.done("export there --campaign game.railhead -q");
        let ran = self.field.run("new there again.railhead -q");
        prop_assert!(ran.code == 0, "the export is not read back: {}{}", ran.out, ran.err);
        let again = exported(&self.field, "again.railhead");
        prop_assert!(again == self.now, "the second export differs: {}", differences(&self.now, &again));
        Ok(())
    }
}

fn exported(field: &Field, campaign: &str) -> Folder {
    field.done(&format!("export out --campaign {campaign} -q"));
    let out = field.dir.path().join("out");
    let files = std::fs::read_dir(&out).unwrap().map(Result::unwrap);
    let files = files.map(|f| (f.file_name().to_string_lossy().into_owned(), std::fs::read(f.path()).unwrap()));
    let folder = files.collect();
    std::fs::remove_dir_all(out).unwrap();
    folder
}

/// The lines that only one of two exports has.
fn differences(a: &Folder, b: &Folder) -> String {
    let lines = |folder: &Folder| -> BTreeSet<String> {
        let of = |(name, bytes): (&String, &Vec<u8>)| -> Vec<String> {
            String::from_utf8_lossy(bytes).lines().map(|line| format!("{name}: {line}")).collect()
        };
        folder.iter().flat_map(of).collect()
    };
    lines(a).symmetric_difference(&lines(b)).take(12).cloned().collect::<Vec<_>>().join("\n")
}

/// How often each line was carried out.
type Tally = BTreeMap<&'static str, u32>;

fn game(acts: &[usize], tally: &RefCell<Tally>) -> Result<(), TestCaseError> {
    let mut game = Game::new();
    let start = game.now.clone();
    for act in acts.iter().map(|act| ACTS[*act]) {
        for line in act {
            if game.played(line)? {
                *tally.borrow_mut().entry(line).or_default() += 1;
            }
        }
        game.sums_to_nothing(act[act.len() - 1])?;
    }
    game.is_read_back()?;
    while game.typed("undo")? {}
    prop_assert!(game.now == start, "not all was undone: {}", differences(&game.now, &start));
    game.is_sound("undo")
}

/// The same games in every run: which lines are carried out must not hang on luck.
fn games(seed: u8) -> Tally {
    let tally = RefCell::new(Tally::new());
    let config = ProptestConfig { cases: 20, failure_persistence: None, ..ProptestConfig::default() };
    let mut runner = TestRunner::new_with_rng(config, TestRng::from_seed(RngAlgorithm::ChaCha, &[seed; 32]));
    let acts = prop::collection::vec(0..ACTS.len(), 4..18);
    runner.run(&acts, |acts| game(&acts, &tally)).unwrap_or_else(|fault| panic!("{fault}"));
    tally.into_inner()
}

#[test]
fn whatever_is_typed_the_file_stays_sound_and_every_step_back_gives_the_same_bytes() {
    let mut carried_out = Tally::new();
    let runs = [1, 2].map(|seed| std::thread::spawn(move || games(seed)));
    for (line, count) in runs.into_iter().flat_map(|run| run.join().unwrap()) {
        *carried_out.entry(line).or_default() += count;
    }
    let never: Vec<&str> =
        ACTS.iter().flat_map(|act| act.iter().copied()).filter(|line| !carried_out.contains_key(line)).collect();
    assert_eq!(never, [""; 0], "never carried out, of {} lines", carried_out.values().sum::<u32>());
}
