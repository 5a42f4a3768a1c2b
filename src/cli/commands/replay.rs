//! `replay`: the campaign as a film.

use std::path::{Path, PathBuf};

use clap::Args;
use serde_json::json;

use domain::Bound;
use ops::{View, pick, query};
use paper::{Layers, MovingKind};
use report::model::situation::most_failing;
use report::model::{ClosedBound, DiaryBound, Film, FilmFrame};

use super::diary::{Gone, each_bound};
use super::map::{Asked, round, square_or_unit};
use crate::command_context::{CommandContext, Ended, commander_of, reader_of};
use crate::failure::{Failure, REFUSED};
use crate::flags::{MomentFlags, ReadingFlags};
use crate::progress::Progress;

/// How wide a moving picture is, and how many hundredths of a second a bound of it is shown, where nothing else is asked for.
const PIXELS: u32 = 900;
const PACE: u16 = 90;

/// Makes a film of the campaign: a page that plays it bound by bound on the map, or a moving picture for a chat
#[derive(Debug, Args)]
#[command(group(clap::ArgGroup::new("film").args(["html", "gif", "apng"]).multiple(true).required(true)))]
#[command(after_long_help = "\
The page holds all that it needs and works without a network, on a phone too: a slider over the bounds, figures of the
sides, and what happened beside the map. With --side it holds what the side knew in each bound and nothing else; with
--delay the last bounds are left out. --gif and --apng write a moving picture for a chat: the map alone, whole or a part
of it, a bound after the other; a PNG that moves is sharper than a GIF, and a chat that does not know it shows its first
bound. How large each file came out is said; a chat often takes no more than 10 MB: fewer --pixels, or a part with --at,
make it smaller. An existing file is refused.

Examples:
  railhead replay --html film.html
  railhead replay --html axis.html --side AX --delay 3
  railhead replay --gif kalach.gif --at Kalach --radius 8 --pixels 700
  railhead replay --apng axis.png --side AX --pixels 800 --pace 0.5
  railhead replay --html film.html --as-of 5n

JSON: see docs/JSON.md")]
pub(crate) struct Replay {
    /// Writes the film as one page of HTML
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Writes it as a GIF
    #[arg(long, value_name = "FILE")]
    gif: Option<PathBuf>,
    /// Writes it as a PNG that moves
    #[arg(long, value_name = "FILE")]
    apng: Option<PathBuf>,
    /// How many pixels wide the moving picture is; 900 where nothing is said
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(100..=4_000))]
    pixels: Option<u32>,
    /// How many seconds a bound of the moving picture is shown, the last one four times as long: 0.1 to 20; else 0.9
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pace: Option<u16>,
    /// Only the squares round this one, place or unit
    #[arg(long, value_name = "SQUARE|UNIT")]
    at: Option<String>,
    /// How many squares it shows from north to south in each direction; half as many again from west to east
    #[arg(long, value_name = "N", requires = "at", value_parser = clap::value_parser!(u16).range(0..=999))]
    radius: Option<u16>,
    /// Whose lines of supply are drawn; by default of the side that is worse off for LOG at the end of the film
    #[arg(long, value_name = "SIDE")]
    lines: Option<String>,
    /// Leaves out the last bounds: what the other side need not know yet
    #[arg(long, value_name = "BOUNDS", default_value_t = 0)]
    delay: usize,
    #[command(flatten)]
    reading: ReadingFlags,
}

impl Replay {
    /// The whole campaign as a page in this file, for the umpire.
    pub(super) fn page(file: &str) -> Self {
        let html = Some(file.into());
        let reading = ReadingFlags::default();
        Self {
            html,
            gif: None,
            apng: None,
            pixels: None,
            pace: None,
            at: None,
            radius: None,
            lines: None,
            delay: 0,
            reading,
        }
    }

    pub(crate) fn run(&self, ctx: &mut CommandContext<'_>) -> Ended {
        if self.gif.is_none() && self.apng.is_none() {
            let given = [("--pixels", self.pixels.is_some()), ("--pace", self.pace.is_some())];
            if let Some((flag, _)) = given.into_iter().find(|(_, is_given)| *is_given) {
                return Err(Failure::words(format!("`{flag}` goes with a moving picture, and none is asked for"))
                    .hint("add `--gif FILE` or `--apng FILE`; in the page of `--html` its reader chooses the pace"));
            }
        }
        for file in self.html.iter().chain(&self.gif).chain(&self.apng) {
            ctx.may_be_written(file)?;
        }
        if (self.gif.is_some() || self.apng.is_some()) && !paper::WRITES_PNG {
            return Err(Failure::new("refused", REFUSED, "this build writes no moving picture")
                .hint("write `--html FILE`, or build it with the feature `png`"));
        }
        let film = self.film(ctx)?;
        let layers = Layers::new(&[], &[]);
        if let Some(file) = &self.html {
            let page = paper::film_page(&film, &layers)?;
            ctx.write_new(file, page.as_bytes())?;
        }
        for (kind, file) in [(MovingKind::Gif, &self.gif), (MovingKind::Apng, &self.apng)] {
            if let Some(file) = file {
                self.write_moving(ctx, &film, (kind, file))?;
            }
        }
        let bounds = film.frames.len();
        ctx.document(&json!({"html": self.html, "gif": self.gif, "apng": self.apng, "bounds": bounds}))
    }

    /// Writes a moving picture, and says how large it came out.
    fn write_moving(
        &self,
        ctx: &mut CommandContext<'_>,
        film: &Film,
        (kind, path): (MovingKind, &Path),
    ) -> Result<(), Failure> {
        let layers = Layers::new(&[], &[]);
        let mut bar = Progress::new(ctx, film.frames.len() as u64, "bounds");
        let context = &mut *ctx.context;
        let mut tell = |done| bar.iter_mut().for_each(|bar| bar.show(context.now(), done, &mut context.err));
        let drawn = paper::film_picture(
            film,
            &layers,
            (kind, self.pixels.unwrap_or(PIXELS), self.pace.unwrap_or(PACE)),
            &mut tell,
        );
        if let Some(bar) = &mut bar {
            bar.clear(&mut ctx.context.err);
        }
        let drawn = drawn.map_err(|error| {
            let hint = "give fewer `--pixels`, or a part of the map with `--at`";
            Failure::new("refused", REFUSED, error.to_string()).hint(hint)
        })?;
        ctx.write_new(path, &drawn)?;
        ctx.say(&format!("{}, {}", domain::counted(film.frames.len(), "bound"), size(drawn.len())))
    }

    /// The campaign in the last bound that is shown; none where nothing is left to show.
    fn last_shown(&self, ctx: &mut CommandContext<'_>, now: &View) -> Option<View> {
        if self.delay == 0 {
            return Some(now.clone());
        }
        let ordinal = now.bound.ordinal().checked_sub(u32::try_from(self.delay).ok()?)?;
        ctx.look(&MomentFlags { as_of: Some(Bound::from_ordinal(ordinal).typed()) }).ok()
    }

    /// Goes through the bounds once. One side's lines of supply are drawn in all of them.
    fn film(&self, ctx: &mut CommandContext<'_>) -> Result<Film, Failure> {
        let (now, side) = ctx.look_as(&self.reading)?;
        let lines_of = self.lines.as_deref().map(|word| pick::side(&now, word)).transpose()?;
        super::map::may_show_lines(side, lines_of)?;
        let at = self.at.as_deref().map(|word| square_or_unit(&now, word)).transpose()?;
        let window = at.map(|square| round(&now, square, self.radius));
        let commander = commander_of(&now, &self.reading)?;
        let lines_of = match lines_of.or(side) {
            None => self.last_shown(ctx, &now).and_then(|last| {
                let sheet = query::supply_status(&last, None, None, 0);
                most_failing(&last, &sheet)
            }),
            told => told,
        };
        let asked = Asked { side, commander, lines_of, only: None, counted: commander, window };
        let (mut frames, mut before) = (Vec::new(), None::<View>);
        let opened = each_bound(ctx, &self.reading, &now, |Gone { closed, opened, ended, side }| {
            let told = DiaryBound::new(closed, opened, side, None).told();
            let ended = ended();
            frames.push((ended.bound, filmed(&asked, &ended, before.as_ref(), told)));
            before = Some(ended);
        })?;
        if frames.last().is_none_or(|(bound, _)| *bound < now.bound) {
            let (moment, reader) = (ctx.moment(&self.reading.when)?, reader_of(&now, &self.reading.reader)?);
            let done = ctx.session()?.done_so_far(moment, reader.as_ref())?;
            let running =
                ClosedBound { operation: None, before: &now, done: &done, events: &[], after: &now, by_leaf: false };
            let told = DiaryBound::new(running, &opened, side, None).told();
            frames.push((now.bound, filmed(&asked, &now, before.as_ref(), told)));
        }
        let shown = frames.len().saturating_sub(self.delay);
        if shown == 0 {
            return Err(Failure::words(format!("a delay of {} leaves nothing to show", self.delay))
                .hint(format!("there are {} so far", domain::counted(frames.len(), "bound"))));
        }
        frames.truncate(shown);
        let frames = frames.into_iter().map(|(_, frame)| frame).collect();
        let commander = commander.map(|unit| unit.name.clone());
        Ok(Film { title: now.title.clone(), drawn_for: side, commander, frames })
    }
}

/// A bound of the film: of the whole map with corps and armies too, for a narrow screen.
fn filmed(asked: &Asked<'_>, campaign: &View, before: Option<&View>, told: Vec<String>) -> FilmFrame {
    let sheet = query::supply_status(campaign, asked.side, None, 0);
    let causes = query::supply_causes(campaign, &sheet);
    let situation = asked.situation_of(campaign, before, (&sheet, &causes));
    let large = if asked.window.is_none() { asked.large(campaign, &sheet) } else { Vec::new() };
    FilmFrame { situation, large, told }
}

/// Seconds as hundredths.
fn seconds(text: &str) -> Result<u16, String> {
    let seconds: f64 = text.parse().map_err(|_| "a number of seconds, such as 0.5".to_owned())?;
    if (0.1..=20.0).contains(&seconds) {
        Ok((seconds * 100.0).round() as u16)
    } else {
        Err("0.1 to 20 seconds".to_owned())
    }
}

/// How large a file is, in words.
fn size(bytes: usize) -> String {
    let tenths = bytes.div_ceil(100_000);
    if tenths < 10 { format!("{} kB", bytes.div_ceil(1000)) } else { format!("{}.{} MB", tenths / 10, tenths % 10) }
}
