//! The pictures of a film, each layer that stays the same kept once.

use std::collections::BTreeMap;
use std::io::Write as _;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use flate2::{Compression, GzBuilder};
use report::model::Film;

use crate::layer::Layers;
use crate::map::{Frame, frame};

/// The pictures of a film.
pub(super) struct Reel {
    /// Of the first picture what does not change: its size, what stands below and above the layers.
    pub(super) fixed: Option<Frame>,
    /// Every layer that is drawn in any picture, each once.
    pub(super) pieces: Vec<String>,
    /// Of each picture the places of its layers among the pieces.
    pub(super) frames: Vec<Vec<usize>>,
}

impl Reel {
    pub(super) fn new(film: &Film, layers: &Layers) -> Self {
        let mut reel = Self { fixed: None, pieces: Vec::new(), frames: Vec::new() };
        let mut known: BTreeMap<String, usize> = BTreeMap::new();
        for of in &film.frames {
            let mut drawn = frame(&of.situation, layers);
            let place = |layer: String| {
                *known.entry(layer).or_insert_with_key(|layer| {
                    reel.pieces.push(layer.clone());
                    reel.pieces.len() - 1
                })
            };
            reel.frames.push(std::mem::take(&mut drawn.layers).into_iter().map(place).collect());
            reel.fixed.get_or_insert(drawn);
        }
        reel
    }

    /// The pieces as JSON, compressed and in letters that HTML may hold.
    pub(super) fn packed(&self) -> std::io::Result<String> {
        let mut packed = GzBuilder::new().mtime(0).write(Vec::new(), Compression::best());
        packed.write_all(serde_json::to_string(&self.pieces)?.as_bytes())?;
        Ok(STANDARD.encode(packed.finish()?))
    }
}
