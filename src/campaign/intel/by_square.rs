//! A list for every square of a map.

use domain::Square;

use crate::map::frame::MapFrame;

/// What is in each square, in the order in which it came.
pub(super) struct BySquare<T> {
    frame: MapFrame,
    lists: Vec<Vec<T>>,
}

impl<T> BySquare<T> {
    pub(super) fn new(frame: &MapFrame) -> Self {
        Self { frame: frame.clone(), lists: std::iter::repeat_with(Vec::new).take(frame.len()).collect() }
    }

    pub(super) fn at(&self, square: Square) -> &[T] {
        if self.frame.contains(square) { &self.lists[self.frame.index(square)] } else { &[] }
    }

    /// What stands off the map is nowhere.
    pub(super) fn push(&mut self, square: Square, what: T) {
        if self.frame.contains(square) {
            self.lists[self.frame.index(square)].push(what);
        }
    }

    pub(super) fn remove(&mut self, square: Square, is_it: impl Fn(&T) -> bool) {
        if self.frame.contains(square) {
            self.lists[self.frame.index(square)].retain(|what| !is_it(what));
        }
    }

    /// The squares in which there is anything.
    pub(super) fn occupied(&self) -> impl Iterator<Item = Square> + '_ {
        let lists = self.lists.iter().enumerate().filter(|(_, list)| !list.is_empty());
        lists.map(|(number, _)| self.frame.square_at(number))
    }
}
