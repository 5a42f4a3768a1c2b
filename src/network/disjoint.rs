//! Ways that share no node, as many as there are up to a number wanted, and the nodes whose loss leaves none.
//!
//! What it is: a maximum flow through nodes that one way may pass each, found way by way (Ford and Fulkerson), and its
//! minimum cut (Menger).
//! What it decides: of several cuts that nearest to where ways set out.
//!
//! petgraph's `dinics` and `ford_fulkerson` want every node split into two in a graph of their own, go on to the last
//! way where two or five are asked for, and give no cut: 10 to 66 times as
//! long (`cargo bench --bench network`).

use crate::links::NONE;
use crate::steps::Steps;

/// Where a way begins that no node is before.
const SOURCE: u32 = NONE - 1;

/// A graph that ways lead through, from where they set out to its ends.
pub trait Passing: Steps {
    /// Whether a way may end with a node.
    fn is_end(&self, node: usize) -> bool;

    /// Whether no way may go by a node.
    fn is_lost(&self, node: usize) -> bool;
}

/// Where ways set out.
#[derive(Debug, Clone, Default)]
pub struct Starts {
    /// Nodes from which they leave without passing them.
    pub on: Vec<u32>,
    /// Nodes to which they come first.
    pub onto: Vec<u32>,
}

/// Ways that share no node, and room to seek another.
#[derive(Debug)]
pub struct DisjointWays {
    /// By node: the node before it on its way; [`NONE`] where it is on none.
    before: Vec<u32>,
    /// The nodes whose ways end with them.
    last: Vec<u32>,
    /// By state (a node before it is passed, a node passed): the round in which it was seen, and from which state.
    seen: Vec<u32>,
    from: Vec<u32>,
    round: u32,
    queue: Vec<u32>,
}

impl DisjointWays {
    /// Room for ways over so many nodes.
    pub fn new(nodes: usize) -> Self {
        Self {
            before: vec![NONE; nodes],
            last: Vec::new(),
            seen: vec![0; nodes * 2],
            from: vec![NONE; nodes * 2],
            round: 0,
            queue: Vec::new(),
        }
    }

    /// Seeks ways that share no node, at most so many; how many there are.
    pub fn seek<P: Passing>(&mut self, through: &P, starts: &Starts, most: usize) -> usize {
        self.before.fill(NONE);
        self.last.clear();
        while self.last.len() < most {
            let Some(end) = self.another(through, starts) else { break };
            self.lay(end);
        }
        self.last.len()
    }

    /// After fewer ways were found than were sought: the nodes that are reached and not passed, which all ways go by.
    pub fn cut(&self) -> impl Iterator<Item = u32> {
        let held = self.queue.iter().filter(|state| **state % 2 == 0 && self.seen[**state as usize + 1] != self.round);
        held.map(|state| state / 2)
    }

    /// The nodes of each way found, from its end back: its end, and the node.
    pub fn passed(&self) -> impl Iterator<Item = (u32, u32)> {
        // Who stands on a node leaves it without passing it: nothing is before that one.
        let is_passed = |node: &u32| *node != SOURCE && self.before[*node as usize] != NONE;
        let of = move |end: &u32| {
            let end = *end;
            let before = move |node: &u32| Some(self.before[*node as usize]).filter(is_passed);
            std::iter::successors(Some(end).filter(is_passed), before).map(move |node| (end, node))
        };
        self.last.iter().flat_map(of)
    }

    /// One way more, turning others aside where that makes room: the node with which it ends.
    fn another<P: Passing>(&mut self, through: &P, starts: &Starts) -> Option<u32> {
        self.begin(through, starts);
        let mut place = 0;
        while let Some(state) = self.queue.get(place).copied() {
            place += 1;
            let (node, passed) = (state / 2, state % 2 == 1);
            if !passed {
                match self.before[node as usize] {
                    NONE => self.see(state + 1, state),
                    SOURCE => {}
                    before => self.see(before * 2 + 1, state),
                }
                continue;
            }
            if through.is_end(node as usize) && !self.last.contains(&node) {
                return Some(node);
            }
            if self.before[node as usize] != NONE {
                self.see(node * 2, state);
            }
            for (next, _) in through.from(node as usize) {
                self.see(next as u32 * 2, state);
            }
        }
        None
    }

    fn begin<P: Passing>(&mut self, through: &P, starts: &Starts) {
        self.round += 1;
        self.queue.clear();
        for node in &starts.on {
            self.see(node * 2 + 1, NONE);
        }
        for node in starts.onto.iter().filter(|node| !through.is_lost(**node as usize)) {
            self.see(node * 2, NONE);
        }
    }

    fn see(&mut self, state: u32, from: u32) {
        if self.seen[state as usize] != self.round {
            (self.seen[state as usize], self.from[state as usize]) = (self.round, from);
            self.queue.push(state);
        }
    }

    /// Lays the way that was found, and turns aside those that made room.
    fn lay(&mut self, end: u32) {
        self.last.push(end);
        let mut steps = Vec::new();
        let mut state = end * 2 + 1;
        while state != NONE {
            steps.push((self.from[state as usize], state));
            state = self.from[state as usize];
        }
        for (from, to) in steps.into_iter().rev() {
            let (node, into) = (to / 2, to % 2 == 0);
            match (from, into) {
                (NONE, true) => self.before[node as usize] = SOURCE,
                // A way that went through it goes elsewhere now.
                (from, true) if from / 2 == node => self.before[node as usize] = NONE,
                (from, true) => self.before[node as usize] = from / 2,
                _ => {}
            }
        }
    }
}
