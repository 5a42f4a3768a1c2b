//! The pictures of a film, each layer that stays the same kept once.
//!
//! What it decides: what a narrow screen shows first, and that it shows corps and armies alone with few names, large enough there.

use std::collections::BTreeMap;
use std::io::Write as _;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use domain::Square;
use flate2::{Compression, GzBuilder};
use report::model::situation::{Level, Window};
use report::model::{Film, FilmFrame, Situation};

use crate::layer::{Layer, Layers};
use crate::map::{Frame, few_names, frame, frame_size};

/// How many squares a narrow screen shows round the ways that fail.
const ROUND: u16 = 5;
/// How wide it is, and how high a symbol is on it, in points.
const NARROW: f64 = 390.0;
const SYMBOL: f64 = 17.0;
/// How many names it shows.
const NAMES: usize = 7;

/// The pictures of a film.
pub(super) struct Reel {
    /// Of the first picture what does not change: its size, what stands below and above the layers.
    pub(super) fixed: Option<Frame>,
    /// Every layer that is drawn in any picture, each once.
    pub(super) pieces: Vec<String>,
    /// Of each picture the places of its layers among the pieces.
    pub(super) frames: Vec<Vec<usize>>,
    /// The same on a narrow screen.
    pub(super) narrow: Vec<Vec<usize>>,
    /// Where a narrow screen begins: left, top, width and height in mm.
    pub(super) near: [f64; 4],
    known: BTreeMap<String, usize>,
}

impl Reel {
    pub(super) fn new(film: &Film, layers: &Layers) -> Self {
        let mut reel = Self {
            fixed: None,
            pieces: Vec::new(),
            frames: Vec::new(),
            narrow: Vec::new(),
            near: [0.0; 4],
            known: BTreeMap::new(),
        };
        let Some((first, window)) = film.frames.first().zip(near(film)) else { return reel };
        reel.near = within(window, &first.situation);
        let symbol = SYMBOL * reel.near[2].max(reel.near[3]) / NARROW;
        let large = layers.clone().and(Layer::Hq);
        for of in &film.frames {
            let mut drawn = frame(&of.situation, layers, 0.0, None);
            let places = reel.kept(&mut drawn);
            let few = if of.large.is_empty() {
                places.clone()
            } else {
                reel.kept(&mut frame(&narrow(of, window), &large, 0.0, Some(symbol)))
            };
            reel.frames.push(places);
            reel.narrow.push(few);
            reel.fixed.get_or_insert(drawn);
        }
        reel
    }

    /// Keeps the layers of a picture, and says where.
    fn kept(&mut self, drawn: &mut Frame) -> Vec<usize> {
        let place = |layer: String| {
            *self.known.entry(layer).or_insert_with_key(|layer| {
                self.pieces.push(layer.clone());
                self.pieces.len() - 1
            })
        };
        std::mem::take(&mut drawn.layers).into_iter().map(place).collect()
    }

    /// The pieces as JSON, compressed and in letters that HTML may hold.
    pub(super) fn packed(&self) -> std::io::Result<String> {
        let mut packed = GzBuilder::new().mtime(0).write(Vec::new(), Compression::best());
        packed.write_all(serde_json::to_string(&self.pieces)?.as_bytes())?;
        Ok(STANDARD.encode(packed.finish()?))
    }
}

/// What a narrow screen shows of a bound: corps and armies, and the greatest places of the squares with which it begins.
fn narrow(of: &FilmFrame, window: Window) -> Situation {
    let units = of.large.iter().filter(|unit| unit.age.is_none()).cloned().collect();
    let mut shown = Situation { units, level: Level::Corps, ..of.situation.clone() };
    few_names(&mut shown, window, NAMES);
    shown
}

/// The squares round the ways that fail when most are out of LOG, all of the map where none ever is; none of a film of nothing.
fn near(film: &Film) -> Option<Window> {
    let whole = film.frames.first()?.situation.window;
    let worst = film.frames.iter().max_by_key(|frame| frame.out_of_log());
    let failing = worst.into_iter().flat_map(|frame| frame.situation.failing.iter().flat_map(|line| &line.way));
    let squares: Vec<Square> = failing.copied().filter(|square| whole.contains(*square)).collect();
    let end = (whole.first.col + whole.columns, whole.first.row + whole.rows);
    let about = Window::about(&squares, ROUND, end).unwrap_or(whole);
    let first = Square::new(about.first.col.max(whole.first.col), about.first.row.max(whole.first.row));
    let columns = about.columns - (first.col - about.first.col);
    let rows = about.rows - (first.row - about.first.row);
    Some(Window { first, columns, rows })
}

/// Where a window lies on the map of a situation: left, top, width and height.
fn within(window: Window, situation: &Situation) -> [f64; 4] {
    let (whole, (width, height)) = (situation.window, frame_size(situation));
    let part = |from: u16, first: u16, count: u16| f64::from(from - first) / f64::from(count.max(1));
    let x = part(window.first.col, whole.first.col, whole.columns);
    let y = part(window.first.row, whole.first.row, whole.rows);
    let wide = f64::from(window.columns) / f64::from(whole.columns.max(1));
    let high = f64::from(window.rows) / f64::from(whole.rows.max(1));
    [x * width, y * height, wide * width, high * height]
}
