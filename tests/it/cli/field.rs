//! A small campaign on a map of ten by ten squares, and a desk at which commands are run on it.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::io::Write;
use std::rc::Rc;
use std::sync::Arc;

use chrono::{NaiveDate, TimeZone, Utc};

use campaign::{Base, Campaign, Crossing, Dump, Formation, Ground, Leaf, MapFrame, Place, Railhead, Railway, Side};
use cli::{Clock, Context, run};
use domain::*;
use ledger::{Ledger, OperationDraft};

/// A text without line breaks.
pub(crate) fn plain(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A folder with one campaign file, `six.railhead`.
pub(crate) struct Field {
    pub(crate) dir: tempfile::TempDir,
}

/// What a run came to.
pub(crate) struct Ran {
    pub(crate) code: u8,
    pub(crate) out: String,
    pub(crate) err: String,
}

#[derive(Clone, Default)]
struct Captured(Rc<RefCell<Vec<u8>>>);

impl Write for Captured {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.borrow_mut().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// A stream that takes nothing.
struct Unseen(fn() -> std::io::Error);

impl Write for Unseen {
    fn write(&mut self, _: &[u8]) -> std::io::Result<usize> {
        Err((self.0)())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl Captured {
    fn text(&self, dir: &std::path::Path) -> String {
        String::from_utf8_lossy(&self.0.borrow()).replace(&dir.display().to_string(), "[dir]")
    }
}

impl Field {
    pub(crate) fn new() -> Self {
        Self::of(&six())
    }

    /// A folder with this campaign.
    pub(crate) fn of(campaign: &Campaign) -> Self {
        let field = Self { dir: tempfile::tempdir().unwrap() };
        let draft = OperationDraft {
            command: "new six".to_owned(),
            request: serde_json::json!({"v": 1, "command": "new"}),
            group: None,
            seed: None,
            reason: None,
            overridden: None,
            expect: None,
            inputs: Vec::new(),
            time: Utc.with_ymd_and_hms(2026, 1, 2, 3, 4, 5).unwrap(),
        };
        Ledger::create(&field.dir.path().join("six.railhead"), &draft, campaign).unwrap();
        field
    }

    /// A built-in campaign in play.
    pub(crate) fn playing(campaign: &str) -> Self {
        let field = Self::empty();
        field.done(&format!("new {campaign} -q"));
        field
    }

    /// An empty folder.
    pub(crate) fn empty() -> Self {
        Self { dir: tempfile::tempdir().unwrap() }
    }

    pub(crate) fn write(&self, name: &str, text: &str) {
        std::fs::write(self.dir.path().join(name), text).unwrap();
    }

    /// Runs a line as a shell would split it.
    pub(crate) fn run(&self, line: &str) -> Ran {
        self.run_typing(line, "")
    }

    /// Runs a line while this is typed in.
    pub(crate) fn run_typing(&self, line: &str, typed: &str) -> Ran {
        self.run_on(80, line, typed)
    }

    /// Runs a line for a page of so many columns.
    pub(crate) fn run_on(&self, columns: usize, line: &str, typed: &str) -> Ran {
        self.run_in((columns, None), line, typed)
    }

    /// Runs a line for a page of so many columns, where a terminal shows errors too.
    pub(crate) fn run_on_a_terminal(&self, columns: usize, line: &str) -> Ran {
        self.run_in((columns, Some(columns)), line, "")
    }

    fn run_in(&self, (columns, err_width): (usize, Option<usize>), line: &str, typed: &str) -> Ran {
        let (out, err) = (Captured::default(), Captured::default());
        let code = self.run_into((Box::new(out.clone()), Box::new(err.clone())), (columns, err_width), line, typed);
        Ran { code, out: out.text(self.dir.path()), err: err.text(self.dir.path()) }
    }

    /// Runs a line with these in the environment too.
    pub(crate) fn run_with(&self, env: &[(&str, &str)], line: &str) -> Ran {
        let (out, err) = (Captured::default(), Captured::default());
        let mut context = self.context((Box::new(out.clone()), Box::new(err.clone())), (80, None), "");
        context.env.extend(env.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())));
        let code = ran(line, &mut context);
        Ran { code, out: out.text(self.dir.path()), err: err.text(self.dir.path()) }
    }

    /// Runs a line at a terminal of so many lines, with this pager.
    pub(crate) fn run_on_a_screen(&self, lines: usize, pager: &str, line: &str) -> Ran {
        let (out, err) = (Captured::default(), Captured::default());
        let streams: (Box<dyn Write>, Box<dyn Write>) = (Box::new(out.clone()), Box::new(err.clone()));
        let mut context = self.context(streams, (80, None), "");
        context.screen = Some(lines);
        context.env.insert("PAGER".to_owned(), pager.to_owned());
        let code = ran(line, &mut context);
        Ran { code, out: out.text(self.dir.path()), err: err.text(self.dir.path()) }
    }

    /// Runs a line whose report nothing takes: every write fails in this way.
    pub(crate) fn run_unseen(&self, line: &str, why: fn() -> std::io::Error) -> Ran {
        let err = Captured::default();
        let code = self.run_into((Box::new(Unseen(why)), Box::new(err.clone())), (80, None), line, "");
        Ran { code, out: String::new(), err: err.text(self.dir.path()) }
    }

    fn run_into(
        &self,
        streams: (Box<dyn Write>, Box<dyn Write>),
        widths: (usize, Option<usize>),
        line: &str,
        typed: &str,
    ) -> u8 {
        ran(line, &mut self.context(streams, widths, typed))
    }

    fn context(
        &self,
        (out, err): (Box<dyn Write>, Box<dyn Write>),
        (columns, err_width): (usize, Option<usize>),
        typed: &str,
    ) -> Context {
        Context {
            input: Box::new(std::io::Cursor::new(typed.to_owned())),
            out,
            err,
            env: BTreeMap::from([("COLUMNS".to_owned(), columns.to_string())]),
            dir: self.dir.path().to_owned(),
            clock: Clock::Fixed(Utc.with_ymd_and_hms(2026, 1, 2, 3, 4, 5).unwrap()),
            terminal: None,
            screen: None,
            err_is_terminal: false,
            err_width,
        }
    }

    /// Runs a line that must end well.
    pub(crate) fn done(&self, line: &str) -> String {
        let ran = self.run(line);
        assert_eq!(ran.code, 0, "{line}: {}", ran.err);
        ran.out
    }

    /// How many operations the log of a campaign has.
    pub(crate) fn operations(&self, campaign: &str) -> u64 {
        let file = rusqlite::Connection::open(self.dir.path().join(campaign)).unwrap();
        file.query_row("SELECT max(number) FROM operation", [], |row| row.get::<_, i64>(0)).unwrap().cast_unsigned()
    }

    /// Runs a line for its JSON.
    pub(crate) fn json(&self, line: &str) -> serde_json::Value {
        serde_json::from_str(&self.done(&format!("{line} --format json"))).unwrap()
    }
}

/// Runs a line in a context.
fn ran(line: &str, context: &mut Context) -> u8 {
    let words = std::iter::once("railhead".to_owned()).chain(shlex::split(line).unwrap());
    run(words.map(Into::into), context)
}

pub(super) fn formation(
    id: &str,
    parent: Option<&str>,
    side: &str,
    echelon: Echelon,
    arm: Arm,
    order: u32,
) -> Formation {
    let (nationality, name) = (side.to_lowercase(), id.rsplit('.').next().unwrap().to_uppercase());
    let parent = parent.map(Into::into);
    Formation {
        order,
        parent,
        nationality,
        ..Formation::new(id.into(), SideId::new(side).unwrap(), name, echelon, arm)
    }
}

pub(super) fn leaf(mut formation: Formation, at: (u16, u16), sp: u16, carries: Option<Commodity>) -> Formation {
    formation.mobility = Some(Mobility::Foot);
    formation.leaf = Some(Leaf {
        square: Some(Square::new(at.0, at.1)),
        posture: Posture::Open,
        casemated: false,
        state: LeafState::Organised,
        march: campaign::march::Marched::default(),
        arrives: None,
        entry: None,
        by_rail: false,
        carries,
        capacity: if carries.is_some() { 2 } else { 0 },
        bases: vec![Base {
            role: if carries.is_some() { Role::Logistic } else { Role::Fighting },
            weapon_men: Some(Class::Light),
            weapon_armour: None,
            armour: None,
            calibre_mm: None,
            sp_full: sp,
            sp,
            markers: 0,
            out_of_ammo: false,
            marks: campaign::BaseMarks::default(),
        }],
    });
    formation
}

#[allow(clippy::too_many_lines, reason = "a declaration")]
/// Two sides: an army with two divisions, and one division on the other side of the river.
pub(in crate::cli) fn six() -> Campaign {
    let frame = MapFrame {
        origin: None,
        metres_per_degree_lat: 0,
        metres_per_degree_lon: 0,
        columns: 10,
        rows: 10,
        square_m: 3_000,
    };
    let (su, ax) = (SideId::new("SU").unwrap(), SideId::new("AX").unwrap());
    let mut ground = Ground::blank(&frame);
    for square in frame.squares() {
        ground.set_control(square, Some(if square.col < 5 { su } else { ax }));
    }
    ground.set_terrain(Square::new(0, 0), Terrain::Lake);
    let (div, bat) = (Echelon::Division, Echelon::Battalion);
    let mut first = formation("su.1a.1rd", Some("su.1a"), "SU", div, Arm::Infantry, 2);
    first.grade = Some(Grade::Regular);
    let list = vec![
        formation("su.1a", None, "SU", Echelon::Army, Arm::Infantry, 1),
        first,
        leaf(formation("su.1a.1rd.hq", Some("su.1a.1rd"), "SU", bat, Arm::Hq, 3), (2, 2), 1, None),
        leaf(formation("su.1a.1rd.b1", Some("su.1a.1rd"), "SU", bat, Arm::Infantry, 4), (3, 2), 3, None),
        leaf(formation("su.1a.1rd.b2", Some("su.1a.1rd"), "SU", bat, Arm::Infantry, 5), (2, 3), 4, None),
        leaf(
            formation("su.1a.1rd.log", Some("su.1a.1rd"), "SU", bat, Arm::Logistic, 6),
            (2, 2),
            1,
            Some(Commodity::Log),
        ),
        formation("su.1a.2rd", Some("su.1a"), "SU", div, Arm::Infantry, 7),
        leaf(formation("su.1a.2rd.b1", Some("su.1a.2rd"), "SU", bat, Arm::Infantry, 8), (4, 6), 3, None),
        formation("ax.9id", None, "AX", div, Arm::Infantry, 9),
        leaf(formation("ax.9id.i1", Some("ax.9id"), "AX", bat, Arm::Infantry, 10), (6, 2), 4, None),
    ];
    let dump = Dump {
        id: "d-1a".into(),
        owner: "su.1a".into(),
        level: Echelon::Army,
        name: "1st Army".to_owned(),
        place: None,
        square: Square::new(2, 2),
        source: false,
        closed: false,
        note: String::new(),
    };
    let head = Railhead {
        id: "west".into(),
        place: None,
        square: Square::new(1, 5),
        line: "West line".to_owned(),
        side: su,
        source: true,
        log_a_day: 4,
        pol_a_day: 2,
        serves: None,
        priority: 0,
        closed: false,
        note: String::new(),
    };
    let path: Vec<Square> = (0..5).map(|col| Square::new(col, 5)).collect();
    let railway = Railway {
        name: "West line".to_owned(),
        gauge: 1520,
        users: BTreeSet::from([su]),
        points: Vec::new(),
        path,
        cuts: BTreeSet::new(),
        trains_a_day: None,
        tracks: Vec::new(),
        note: String::new(),
    };
    let crossing = Crossing {
        id: "ford".into(),
        name: "Old ford".to_owned(),
        river: "Don".to_owned(),
        position: None,
        side: Square::new(4, 4).side_to(Square::new(5, 4)),
        kind: CrossingKind::Ford,
        carries: Carries { foot: true, vehicles: true, rail: false },
        state: CrossingState::Open,
        from: None,
        until: None,
        note: String::new(),
    };
    let place = Place {
        name: "Old Town".to_owned(),
        at: None,
        square: Square::new(4, 4),
        kind: PlaceKind::Town,
        prepared: false,
        note: String::new(),
    };
    let side = |id, name: &str| Side { id, name: name.to_owned(), colour: "red".to_owned() };
    Campaign {
        name: "six".to_owned(),
        title: "Six formations".to_owned(),
        start: NaiveDate::from_ymd_opt(1942, 11, 19).unwrap(),
        days: 10,
        sides: vec![side(su, "Soviet"), side(ax, "Axis")],
        ground: Arc::new(ground),
        places: vec![place],
        railways: vec![railway],
        crossings: BTreeMap::from([(crossing.id.clone(), crossing)]),
        formations: list.into_iter().collect(),
        dumps: BTreeMap::from([(dump.id.clone(), dump)]),
        railheads: BTreeMap::from([(head.id.clone(), head)]),
        ..Campaign::blank(frame)
    }
}

/// What is said to each of these lines, done or refused, as on a terminal.
pub(in crate::cli) fn page(field: &Field, lines: &[&str]) -> String {
    let mut page = String::new();
    for line in lines {
        let ran = field.run(line);
        write!(page, "$ railhead {line}\n{}{}", ran.out, ran.err).unwrap();
        if ran.code != 0 {
            writeln!(page, "[{}]", ran.code).unwrap();
        }
        page.push('\n');
    }
    without_hashes(&page)
}

/// A page with what every new form of an event changes put aside: the hashes of the log.
pub(in crate::cli) fn without_hashes(page: &str) -> String {
    let is_hash = |word: &&str| word.len() == 64 && word.bytes().all(|byte| byte.is_ascii_hexdigit());
    let hashes: BTreeSet<&str> = page.split_whitespace().filter(is_hash).collect();
    hashes.into_iter().fold(page.to_owned(), |page, hash| page.replace(hash, "[hash]"))
}
