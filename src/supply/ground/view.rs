//! The map as one side's lorries find it now: enemies, control and crossings laid over the [`Network`].

use std::collections::BTreeMap;
use std::sync::Arc;

use campaign::{Campaign, Crossing, Formation, Railway, Setting};
use domain::{CrossingState, FormationId, SideId, Square, SquareSide, Traffic};
use network::{
    BARRED, CLEAR, CONTROLLED, DIRECTIONS, FREE, Ground, Groups, HELD, Network, RESTORABLE, Reach, Sense, gate_of,
    with_gate,
};

use super::crossings::Crossings;

/// Who stands on a square.
#[derive(Debug, Clone, Copy, Default)]
struct Standing {
    friend: bool,
    enemy: bool,
}

/// One side's view of the map.
#[derive(Clone)]
pub(crate) struct View<'a> {
    pub(crate) campaign: &'a Campaign,
    pub(crate) network: &'a Network,
    pub(crate) side: SideId,
    /// Whether the enemy's control of a square bars it.
    control_bars: bool,
    /// By square: clear, controlled by the enemy, or held by him.
    bars: Vec<u8>,
    /// By square, two bits a direction: see `network`.
    gates: Vec<u8>,
    groups: Groups,
    standing: Arc<Vec<Standing>>,
    crossings: Arc<BTreeMap<SquareSide, Vec<&'a Crossing>>>,
    /// The enemy's fighting leaves, by square.
    enemies: Arc<BTreeMap<Square, Vec<&'a Formation>>>,
    /// The squares that partisans bar.
    raided: Vec<Square>,
    /// What is taken as put right: squares won, crossings opened, lengths of rail laid again.
    won: Vec<Square>,
    opened: Vec<SquareSide>,
    relaid: Vec<SquareSide>,
}

/// Something in the way that can be put right.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Item {
    /// A square to be won from enemy fighting leaves.
    Win(Square),
    /// A square whose control must change.
    Take(Square),
    /// A crossing to be restored.
    Crossing(SquareSide),
    /// A length of railway to be laid again.
    Rail(SquareSide),
}

impl Item {
    /// Where it is: of a side the first of its squares.
    pub(crate) fn square(self) -> Square {
        match self {
            Self::Win(square) | Self::Take(square) => square,
            Self::Crossing(side) | Self::Rail(side) => side.square,
        }
    }
}

/// Who stands where, and the enemy's fighting leaves by square.
fn hierarchy<'a>(
    campaign: &'a Campaign,
    network: &Network,
    side: SideId,
) -> (Vec<Standing>, BTreeMap<Square, Vec<&'a Formation>>) {
    let mut standing = vec![Standing::default(); network.len()];
    let mut enemies: BTreeMap<Square, Vec<&Formation>> = BTreeMap::new();
    for leaf in campaign.formations.values().filter(|f| f.is_fighting_leaf()) {
        let Some(square) = leaf.stands_on() else { continue };
        let there = &mut standing[network.index(square)];
        if leaf.side == side {
            there.friend = true;
        } else {
            there.enemy = true;
            enemies.entry(square).or_default().push(leaf);
        }
    }
    (standing, enemies)
}

/// How a square is barred by whoever controls it, where control bars.
fn control_bar(control: Option<SideId>, side: SideId, bars: bool) -> u8 {
    if bars && control.is_some_and(|by| by != side) { CONTROLLED } else { CLEAR }
}

/// Bars the squares that the enemy holds, and under interdiction those beside them where no friend stands.
fn hold(
    campaign: &Campaign,
    network: &Network,
    standing: &[Standing],
    enemies: impl Iterator<Item = Square>,
    bars: &mut [u8],
) {
    let interdiction = campaign.settings.is_on(Setting::Interdiction);
    for index in enemies.map(|square| network.index(square)) {
        bars[index] = HELD;
        if !interdiction {
            continue;
        }
        for next in (0..DIRECTIONS).filter_map(|d| network.neighbour(index, d)) {
            if !standing[next].friend {
                bars[next] = HELD;
            }
        }
    }
}

impl<'a> View<'a> {
    /// The view of a side.
    pub(crate) fn new(campaign: &'a Campaign, network: &'a Network, side: SideId, crossings: &Crossings<'a>) -> Self {
        let (standing, enemies) = hierarchy(campaign, network, side);
        let control_bars = campaign.settings.is_on(Setting::EnemyControlBars);
        let controls = campaign.ground.controls().iter();
        let mut bars: Vec<u8> = controls.map(|control| control_bar(*control, side, control_bars)).collect();
        hold(campaign, network, &standing, enemies.keys().copied(), &mut bars);
        let raided = campaign.raided(side);
        for index in raided.iter().map(|square| network.index(*square)) {
            bars[index] = bars[index].max(CONTROLLED);
        }
        let gates = crossings.gates.clone();
        let groups = Groups::new(Ground { network, bars: &bars, gates: &gates });
        Self {
            raided,
            campaign,
            network,
            side,
            control_bars,
            bars,
            gates,
            groups,
            crossings: Arc::clone(&crossings.by_side),
            standing: Arc::new(standing),
            enemies: Arc::new(enemies),
            won: Vec::new(),
            opened: Vec::new(),
            relaid: Vec::new(),
        }
    }

    /// The network with what is barred on it.
    pub(crate) fn ground(&self) -> Ground<'_> {
        Ground { network: self.network, bars: &self.bars, gates: &self.gates }
    }

    /// What bars a square.
    pub(crate) fn bar(&self, index: usize) -> u8 {
        self.bars[index]
    }

    /// Whether a lorry may pass a square.
    pub(crate) fn is_clear(&self, index: usize) -> bool {
        self.bars[index] == CLEAR
    }

    /// What a step crosses.
    pub(crate) fn gate(&self, index: usize, direction: usize) -> u8 {
        gate_of(self.gates[index], direction)
    }

    /// Whether partisans bar a square (house rule `partisans`).
    pub(crate) fn is_raided(&self, square: Square) -> bool {
        self.raided.contains(&square)
    }

    /// Whether leaves of both sides stand on a square.
    pub(crate) fn is_contested(&self, square: Square) -> bool {
        let standing = self.standing[self.network.index(square)];
        standing.friend && standing.enemy
    }

    /// The enemy fighting leaves that bar a square: those on it; under interdiction those beside it.
    pub(crate) fn holders(&self, square: Square) -> Vec<FormationId> {
        let on = |at: Square| self.enemies.get(&at).into_iter().flatten().map(|f| f.id.clone());
        if self.enemies.contains_key(&square) {
            return on(square).collect();
        }
        self.campaign.frame.neighbours(square).flat_map(on).collect()
    }

    /// The view as it would be with these things put right.
    pub(crate) fn with<'i>(&self, items: impl IntoIterator<Item = &'i Item>) -> Self {
        let mut view = self.clone();
        let mut changed = Vec::new();
        for item in items {
            view.put_right(*item, &mut changed);
        }
        let Self { network, bars, gates, groups, .. } = &mut view;
        groups.opened(Ground { network, bars, gates }, &changed);
        view
    }

    fn put_right(&mut self, item: Item, changed: &mut Vec<usize>) {
        match item {
            Item::Win(square) | Item::Take(square) => {
                let index = self.network.index(square);
                self.won.push(square);
                self.bars[index] = CLEAR;
                changed.push(index);
                if self.campaign.settings.is_on(Setting::Interdiction) {
                    self.free_beside(index, changed);
                }
            }
            Item::Crossing(side) => {
                for (square, direction) in self.network.steps_over(side) {
                    self.gates[square] = with_gate(self.gates[square], direction, FREE);
                    changed.push(square);
                }
                self.opened.push(side);
            }
            Item::Rail(side) => self.relaid.push(side),
        }
    }

    /// Frees the squares that nobody bars any more but he who stood on this one.
    fn free_beside(&mut self, index: usize, changed: &mut Vec<usize>) {
        let network = self.network;
        let beside = |square: usize| (0..DIRECTIONS).filter_map(move |d| network.neighbour(square, d));
        for square in beside(index) {
            if self.bars[square] != HELD {
                continue;
            }
            let held = |at: usize| self.is_held(network.square(at));
            let barred = held(square) || (!self.standing[square].friend && beside(square).any(held));
            if !barred {
                self.bars[square] = control_bar(self.campaign.ground.controls()[square], self.side, self.control_bars);
                changed.push(square);
            }
        }
    }

    /// Whether an enemy fighting leaf stands on a square that is not taken as won.
    pub(crate) fn is_held(&self, square: Square) -> bool {
        self.standing[self.network.index(square)].enemy && !self.won.contains(&square)
    }

    /// Where lorries that start from a square, or arrive there, leave the roads or come onto them.
    pub(crate) fn reach(&self, index: usize, sense: Sense) -> Reach {
        self.groups.reach(self.ground(), index, sense)
    }

    /// Whether a clear way leads from a square to one of some others.
    pub(crate) fn leads_to_any(&self, from: Square, to: &[Square]) -> bool {
        let from = self.reach(self.network.index(from), Sense::Onward);
        to.iter().any(|square| {
            let index = self.network.index(*square);
            from.leads_to(&self.reach(index, Sense::Back), index)
        })
    }

    /// What bars a train of this side on a square: it runs over squares of its own side only.
    pub(crate) fn rail_bar(&self, square: Square) -> u8 {
        if self.won.contains(&square) {
            return CLEAR;
        }
        let standing = self.standing[self.network.index(square)];
        match (standing.enemy, self.campaign.ground.control(square) == Some(self.side)) {
            (true, _) => HELD,
            (false, true) => CLEAR,
            (false, false) => CONTROLLED,
        }
    }

    /// What a train finds between two squares of a railway: the worse of the rails and of the river, whose bridge is as
    /// [`Self::rail_bridge`] found it before anything was put right.
    pub(crate) fn rail_gate(&self, railway: &Railway, side: SquareSide, bridge: u8) -> u8 {
        let river = if self.opened.contains(&side) { FREE } else { bridge };
        if self.is_rail_cut(railway, side) { river.max(RESTORABLE) } else { river }
    }

    /// What a train finds at a river: a crossing that carries it, one that would, or none.
    pub(crate) fn rail_bridge(&self, side: SquareSide) -> u8 {
        let Some(river) = self.campaign.ground.river(side).filter(|_| !self.opened.contains(&side)) else {
            return FREE;
        };
        let (mut there, mut open) = (false, false);
        for crossing in self.crossings_at(side).filter(|c| c.carries.carries(Traffic::Rail)) {
            there = true;
            open |= crossing.is_open(self.campaign.bound);
        }
        match (open, there) {
            (true, _) => FREE,
            (false, true) => RESTORABLE,
            (false, false) if river.class == domain::RiverClass::Minor => FREE,
            (false, false) => BARRED,
        }
    }

    fn crossings_at(&self, side: SquareSide) -> impl Iterator<Item = &'a Crossing> {
        self.crossings.get(&side).into_iter().flatten().copied()
    }

    /// The crossing on a side that would serve if it were restored: the first by id.
    pub(crate) fn crossing_to_restore(&self, side: SquareSide, traffic: Traffic) -> Option<&'a Crossing> {
        let mut there: Vec<_> = self.crossings_at(side).filter(|c| c.carries.carries(traffic)).collect();
        // What is only closed is opened sooner than what is destroyed is built.
        there.sort_by_key(|c| (c.state == CrossingState::Destroyed, c.id.clone()));
        there.into_iter().next()
    }

    /// Whether a length of a railway is cut, its crossings apart.
    pub(crate) fn is_rail_cut(&self, railway: &Railway, side: SquareSide) -> bool {
        railway.cuts.contains(&side) && !self.is_relaid(side)
    }

    /// Whether a length of rail is taken as laid again, to whatever gauge is wanted.
    pub(crate) fn is_relaid(&self, side: SquareSide) -> bool {
        self.relaid.contains(&side)
    }
}
