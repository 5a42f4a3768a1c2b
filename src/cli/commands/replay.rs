//! `replay`: the campaign as a film.

use std::path::PathBuf;

use clap::Args;
use serde_json::json;

use ops::{View, pick};
use paper::Layers;
use report::model::{DiaryBound, Film, FilmFrame};

use super::diary::each_bound;
use super::map::{Asked, round, square_or_unit};
use crate::command_context::{CommandContext, Ended};
use crate::failure::{Failure, REFUSED};
use crate::flags::ReadingFlags;
use crate::progress::Progress;

/// Makes a film of the campaign: a page that plays it bound by bound on the map, or a moving picture for a chat
#[derive(Debug, Args)]
#[command(group(clap::ArgGroup::new("film").args(["html", "gif"]).multiple(true).required(true)))]
#[command(after_long_help = "\
The page holds all that it needs and works without a network, on a phone too: a slider over the bounds, figures of the
sides, and what happened beside the map. With --side it holds what the side knew in each bound and nothing else; with
--delay the last bounds are left out. A GIF shows the map alone, whole or a part of it. An existing file is refused.

Examples:
  railhead replay --html film.html
  railhead replay --html axis.html --side AX --delay 3
  railhead replay --gif kalach.gif --at Kalach --radius 8 --pixels 700
  railhead replay --html film.html --as-of 5n

JSON: see docs/JSON.md")]
pub(crate) struct Replay {
    /// Writes the film as one page of HTML
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Writes it as a GIF
    #[arg(long, value_name = "FILE")]
    gif: Option<PathBuf>,
    /// How many pixels wide the GIF is
    #[arg(long, value_name = "N", default_value_t = 900, requires = "gif",
        value_parser = clap::value_parser!(u32).range(100..=4_000))]
    pixels: u32,
    /// Only the squares round this one, place or unit
    #[arg(long, value_name = "SQUARE|UNIT")]
    at: Option<String>,
    /// How many squares it shows from north to south in each direction; half as many again from west to east
    #[arg(long, value_name = "N", requires = "at", value_parser = clap::value_parser!(u16).range(0..=999))]
    radius: Option<u16>,
    /// Whose lines of supply are drawn; by default of the side with the greater part without LOG
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
        Self { html, gif: None, pixels: 100, at: None, radius: None, lines: None, delay: 0, reading }
    }

    pub(crate) fn run(&self, ctx: &mut CommandContext<'_>) -> Ended {
        for file in self.html.iter().chain(&self.gif) {
            ctx.may_be_written(file)?;
        }
        if self.gif.is_some() && !paper::WRITES_PNG {
            return Err(Failure::new("refused", REFUSED, "this build writes no GIF")
                .hint("write `--html FILE`, or build it with the feature `png`"));
        }
        let film = self.film(ctx)?;
        let layers = Layers::new(&[], &[]);
        if let Some(file) = &self.html {
            let page = paper::film_page(&film, &layers)?;
            ctx.write_new(file, page.as_bytes())?;
        }
        if let Some(file) = &self.gif {
            let mut bar = Progress::new(ctx, film.frames.len() as u64, "bounds");
            let context = &mut *ctx.context;
            let mut tell = |done| bar.iter_mut().for_each(|bar| bar.show(context.now(), done, &mut context.err));
            let drawn = paper::film_gif(&film, &layers, self.pixels, &mut tell);
            if let Some(bar) = &mut bar {
                bar.clear(&mut ctx.context.err);
            }
            let drawn = drawn
                .map_err(|error| Failure::new("refused", REFUSED, error.to_string()).hint("give fewer `--pixels`"))?;
            ctx.write_new(file, &drawn)?;
        }
        ctx.document(&json!({"html": self.html, "gif": self.gif, "bounds": film.frames.len()}))
    }

    /// Goes through the bounds once.
    fn film(&self, ctx: &mut CommandContext<'_>) -> Result<Film, Failure> {
        let (now, side) = ctx.look_as(&self.reading)?;
        let lines_of = self.lines.as_deref().map(|word| pick::side(&now, word)).transpose()?;
        super::map::may_show_lines(side, lines_of)?;
        let at = self.at.as_deref().map(|word| square_or_unit(&now, word)).transpose()?;
        let window = at.map(|square| round(&now, square, self.radius));
        let asked = Asked { side, lines_of: lines_of.or(side), only: None, window };
        let (mut frames, mut before) = (Vec::new(), None::<View>);
        each_bound(ctx, &self.reading, &now, |closed, side| {
            let ended = closed.before;
            let situation = asked.situation(ended, before.as_ref());
            before = Some(ended.clone());
            frames.push((ended.bound, FilmFrame { situation, told: DiaryBound::new(closed, side, None).told() }));
        })?;
        if frames.last().is_none_or(|(bound, _)| *bound < now.bound) {
            frames.push((now.bound, FilmFrame { situation: asked.situation(&now, before.as_ref()), told: Vec::new() }));
        }
        let shown = frames.len().saturating_sub(self.delay);
        if shown == 0 {
            return Err(Failure::words(format!("a delay of {} leaves nothing to show", self.delay))
                .hint(format!("there are {} so far", domain::counted(frames.len(), "bound"))));
        }
        frames.truncate(shown);
        let frames = frames.into_iter().map(|(_, frame)| frame).collect();
        Ok(Film { title: now.title.clone(), drawn_for: side, frames })
    }
}
