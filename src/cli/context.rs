//! The surroundings of a run: streams, environment, folder, clock, width. Tests set them; the binary takes them.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::io::{BufRead, IsTerminal, Write};
use std::path::PathBuf;
use std::rc::Rc;

use anstream::AutoStream;
use chrono::{DateTime, Utc};

/// The clock by which operations are dated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Clock {
    /// The clock on the wall.
    Wall,
    /// One that stands still.
    Fixed(DateTime<Utc>),
}

/// The surroundings of a run.
pub struct Context {
    /// Where answers come from, where something is asked.
    pub input: Box<dyn BufRead>,
    /// Where reports go.
    pub out: Box<dyn Write>,
    /// Where everything else goes.
    pub err: Box<dyn Write>,
    /// The environment: what of it the program looks at.
    pub env: BTreeMap<String, String>,
    /// The current folder.
    pub dir: PathBuf,
    /// The clock.
    pub clock: Clock,
    /// The width of the terminal, where the output is one.
    pub terminal: Option<usize>,
    /// How many lines the terminal shows at once, where longer reports go through a pager.
    pub screen: Option<usize>,
    /// Whether everything else goes to a terminal, where somebody may wait.
    pub err_is_terminal: bool,
    /// At how many characters lines of everything else are broken; none where a program may read them.
    pub err_width: Option<usize>,
}

/// What commands print while it is not known whether it will stand, or which goes into a file.
#[derive(Debug, Clone, Default)]
pub(crate) struct Held(Rc<RefCell<Vec<u8>>>);

impl Held {
    /// Takes out what is held.
    pub(crate) fn take(&self) -> Vec<u8> {
        self.0.take()
    }
}

impl Write for Held {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.borrow_mut().write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// The variables of the environment that the program looks at.
const LOOKED_AT: [&str; 8] =
    ["RAILHEAD_CAMPAIGN", "RAILHEAD_CLOCK", "NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "COLUMNS", "PAGER", "LESS"];

impl Context {
    /// The surroundings of this process.
    pub fn of_process() -> Self {
        let env: BTreeMap<String, String> =
            LOOKED_AT.iter().filter_map(|name| Some(((*name).to_owned(), std::env::var(name).ok()?))).collect();
        let of_terminal = || terminal_size::terminal_size().map_or(DEFAULT_WIDTH, |(width, _)| usize::from(width.0));
        let terminal = std::io::stdout().is_terminal().then(of_terminal);
        let err_is_terminal = std::io::stderr().is_terminal();
        let err_width = columns(&env).or_else(|| err_is_terminal.then(of_terminal)).map(fit);
        // Whether there is colour is decided elsewhere; here consoles of Windows that know no escapes get it too.
        let (out, err) = (AutoStream::always(std::io::stdout()), AutoStream::always(std::io::stderr()));
        Self {
            input: Box::new(std::io::BufReader::new(std::io::stdin())),
            out: Box::new(std::io::BufWriter::new(out)),
            err: Box::new(err),
            clock: clock(&env),
            env,
            dir: std::env::current_dir().unwrap_or_default(),
            screen: terminal.and(terminal_size::terminal_size()).map(|(_, height)| usize::from(height.0)),
            terminal,
            err_is_terminal,
            err_width,
        }
    }

    /// The hour by the clock.
    pub fn now(&self) -> DateTime<Utc> {
        match self.clock {
            // `Utc::now` stops the program where the clock stands before 1970.
            #[expect(clippy::disallowed_methods, reason = "this is the clock")]
            Clock::Wall => std::time::SystemTime::now().into(),
            Clock::Fixed(time) => time,
        }
    }

    /// How many characters go on a line: `COLUMNS`, else the terminal's width, else 80.
    pub fn width(&self) -> usize {
        fit(columns(&self.env).or(self.terminal).unwrap_or(DEFAULT_WIDTH))
    }

    /// Whether emphasis is shown by colour where nobody says otherwise: on a terminal, or where the environment forces it.
    pub fn colour(&self) -> bool {
        let set = |name: &str| self.env.get(name).map(String::as_str).filter(|value| !value.is_empty());
        match (set("NO_COLOR"), set("CLICOLOR_FORCE").filter(|value| *value != "0")) {
            (Some(_), _) => false,
            (None, Some(_)) => true,
            (None, None) => self.terminal.is_some() && set("CLICOLOR") != Some("0"),
        }
    }

    /// The path as seen from the current folder.
    pub fn path(&self, path: &std::path::Path) -> PathBuf {
        self.dir.join(path)
    }
}

const DEFAULT_WIDTH: usize = 80;

/// The width that the environment asks for.
fn columns(env: &BTreeMap<String, String>) -> Option<usize> {
    env.get("COLUMNS").and_then(|text| text.parse().ok())
}

fn fit(width: usize) -> usize {
    width.clamp(40, 400)
}

/// The clock that the environment asks for; a time that is none is passed over.
fn clock(env: &BTreeMap<String, String>) -> Clock {
    let fixed = env.get("RAILHEAD_CLOCK").and_then(|text| DateTime::parse_from_rfc3339(text).ok());
    fixed.map_or(Clock::Wall, |time| Clock::Fixed(time.to_utc()))
}
