//! The railways of a side as its trains run on them in a bound, and which railheads are fed when a part of them is lost.
//!
//! What it is: for each kind of train every square of a railway, with those to which it runs on. What it never does: look
//! at rails, rivers or enemies; [`Rails::tracks`](super::Rails::tracks) did.

use network::{Graph, Steps};
use petgraph::visit::Dfs;

/// A square of a railway as a train of one gauge passes it: where it can go on to, by number.
#[derive(Debug, Clone, Default)]
pub(crate) struct RailTrack {
    pub(crate) square: usize,
    pub(crate) to: Vec<u32>,
    pub(crate) is_source: bool,
}

/// The tracks on which trains run as things are.
#[derive(Debug, Clone, Default)]
pub(crate) struct Tracks {
    /// Those of each kind of train after one another.
    pub(crate) all: Vec<RailTrack>,
    /// By square of a railhead the numbers of its tracks.
    pub(crate) heads: Vec<(usize, Vec<usize>)>,
    /// How many kinds of trains there are.
    pub(crate) kinds: usize,
}

/// What is taken as lost: a square, and the rails from one square to another.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct RailLoss {
    pub(crate) square: Option<usize>,
    pub(crate) rails: Option<[usize; 2]>,
}

/// The tracks that are left.
struct Left<'t> {
    tracks: &'t [RailTrack],
    lost: RailLoss,
}

impl Tracks {
    /// The squares of the railheads that are fed without what is lost.
    pub(crate) fn fed_without(&self, lost: RailLoss) -> impl Iterator<Item = usize> {
        let left = Left { tracks: &self.all, lost };
        let graph = Graph(&left);
        let mut search = Dfs::empty(graph);
        let is_source = |number: &u32| self.all[*number as usize].is_source && left.is_there(*number as usize);
        search.stack = (0..self.all.len() as u32).filter(is_source).collect();
        while search.next(graph).is_some() {}
        let is_fed = move |tracks: &[usize]| tracks.iter().any(|track| search.discovered.contains(*track));
        self.heads.iter().filter(move |(_, tracks)| is_fed(tracks)).map(|(square, _)| *square)
    }
}

impl Left<'_> {
    fn is_there(&self, number: usize) -> bool {
        self.lost.square != Some(self.tracks[number].square)
    }

    fn is_shut(&self, from: usize, to: usize) -> bool {
        let ends = [self.tracks[from].square, self.tracks[to].square];
        self.lost.rails.is_some_and(|[a, b]| ends == [a, b] || ends == [b, a])
    }
}

impl Steps for Left<'_> {
    fn nodes(&self) -> usize {
        self.tracks.len()
    }

    fn places(&self, number: usize) -> usize {
        self.tracks[number].to.len()
    }

    fn step(&self, number: usize, place: usize) -> Option<(usize, u64)> {
        let to = self.tracks[number].to[place] as usize;
        (self.is_there(to) && !self.is_shut(number, to)).then_some((to, 1))
    }
}
