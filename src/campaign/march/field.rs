//! Who stands where while leaves march: the square of every leaf on the map, kept up to date step by step.

use domain::SideId;

use super::passage::Passage;
use crate::{Campaign, Formation};

/// No leaf, no square.
const NONE: u32 = u32::MAX;

/// Who stands where.
pub struct MarchField<'a> {
    campaign: &'a Campaign,
    passage: &'a Passage<'a>,
    /// The leaves on the map, by id; all else goes by their numbers.
    pub(super) leaves: Vec<MarchPost<'a>>,
    /// By square: the first leaf there; the others follow by [`MarchPost::next`].
    first: Vec<u32>,
    /// By square: the sides of which fighting leaves stand there, a bit each.
    held: Vec<u16>,
}

/// A leaf on the map.
pub(super) struct MarchPost<'a> {
    pub(super) formation: &'a Formation,
    pub(super) fights: bool,
    pub(super) square: u32,
    side: u16,
    next: u32,
}

impl<'a> MarchField<'a> {
    /// Who stands where in a campaign.
    pub fn new(campaign: &'a Campaign, passage: &'a Passage<'a>) -> Self {
        let squares = campaign.frame.len();
        let leaves = Vec::new();
        let mut field = Self { campaign, passage, leaves, first: vec![NONE; squares], held: vec![0; squares] };
        for formation in campaign.formations.values() {
            let Some(square) = formation.stands_on() else { continue };
            let fights = formation.is_fighting_leaf();
            let side = field.bit(formation.side);
            field.leaves.push(MarchPost { formation, fights, square: NONE, side, next: NONE });
            field.put(field.leaves.len() - 1, campaign.frame.index(square));
        }
        field
    }

    pub(super) fn campaign(&self) -> &'a Campaign {
        self.campaign
    }

    pub(super) fn passage(&self) -> &'a Passage<'a> {
        self.passage
    }

    /// The bit of a side.
    pub(super) fn bit(&self, side: SideId) -> u16 {
        let place = self.campaign.sides.iter().position(|s| s.id == side).unwrap_or(15);
        1 << place.min(15)
    }

    /// The number of a leaf on the map.
    pub(super) fn number(&self, id: &str) -> Option<usize> {
        self.leaves.binary_search_by(|post| post.formation.id.as_str().cmp(id)).ok()
    }

    fn put(&mut self, leaf: usize, square: usize) {
        let post = &mut self.leaves[leaf];
        post.square = square as u32;
        post.next = self.first[square];
        self.first[square] = leaf as u32;
        if post.fights {
            self.held[square] |= post.side;
        }
    }

    /// Takes a leaf off the map.
    pub(super) fn remove(&mut self, leaf: usize) {
        let square = self.leaves[leaf].square as usize;
        let after = self.leaves[leaf].next;
        if self.first[square] == leaf as u32 {
            self.first[square] = after;
        } else {
            let before = self.on(square).find(|other| self.leaves[*other].next == leaf as u32);
            if let Some(before) = before {
                self.leaves[before].next = after;
            }
        }
        self.leaves[leaf].square = NONE;
        self.held[square] = self.on(square).filter(|l| self.leaves[*l].fights).fold(0, |m, l| m | self.leaves[l].side);
    }

    /// Lets a leaf enter a square.
    pub(super) fn go(&mut self, leaf: usize, square: usize) {
        self.remove(leaf);
        self.put(leaf, square);
    }

    /// The leaves on a square, in no order that means anything.
    pub(super) fn on(&self, square: usize) -> impl Iterator<Item = usize> + '_ {
        let some = |leaf: u32| (leaf != NONE).then_some(leaf as usize);
        std::iter::successors(some(self.first[square]), move |leaf| some(self.leaves[*leaf].next))
    }

    /// Whether an enemy fighting leaf of a side stands on a square.
    pub(super) fn is_held(&self, square: usize, side: u16) -> bool {
        self.held[square] & !side != 0
    }

    /// Whether a leaf of a side on this square is in contact: an enemy fighting leaf stands there or in a neighbouring
    /// square from which no closed river parts it.
    pub(super) fn is_contact(&self, square: usize, side: u16) -> bool {
        self.contacts(square, side).next().is_some()
    }

    /// The squares with enemy fighting leaves that a leaf of a side on this square is in contact with.
    pub(super) fn contacts(&self, square: usize, side: u16) -> impl Iterator<Item = usize> + '_ {
        let near = self.passage.neighbours(square).filter(move |n| !self.passage.is_parted(square, *n));
        std::iter::once(square).chain(near).filter(move |s| self.is_held(*s, side))
    }

    /// The first fighting leaf by id on a square that is an enemy of this side.
    pub(super) fn holder(&self, square: usize, side: u16) -> Option<usize> {
        self.on(square).filter(|l| self.leaves[*l].fights && self.leaves[*l].side != side).min()
    }

    /// The first enemy by id with which a leaf of a side on this square is in contact.
    pub(super) fn enemy_in_contact(&self, square: usize, side: u16) -> Option<usize> {
        self.contacts(square, side).filter_map(|s| self.holder(s, side)).min()
    }

    /// The side of a leaf, as its bit.
    pub(super) fn side(&self, leaf: usize) -> u16 {
        self.leaves[leaf].side
    }
}
