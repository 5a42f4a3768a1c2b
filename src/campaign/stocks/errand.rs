//! Where a convoy is to come: the square of its errand, who takes its cargo there, and where home is.
//!
//! All of it is asked anew each time, so that a convoy follows a dump that was moved and a formation that marched on.

use domain::{AccountId, Commodity, FormationId, SideId, Square};

use super::convoy::{Convoy, Errand, Goal, Load};
use crate::{Action, Campaign, Formation, Order, Tree};

/// A supply vehicle that takes a commodity: POL goes by bowser, all else by LOG vehicle.
pub fn can_carry(carries: Commodity, commodity: Commodity) -> bool {
    (carries == Commodity::Pol) == (commodity == Commodity::Pol)
}

impl Campaign {
    /// The convoy in which a vehicle drives.
    pub fn convoy_of(&self, vehicle: &str) -> Option<&Convoy> {
        self.convoys.values().find(|convoy| convoy.has(vehicle))
    }

    /// Whether an order waits that sends a vehicle.
    pub fn is_to_be_sent(&self, vehicle: &FormationId) -> bool {
        let sends = |order: &Order| matches!(order.action, Action::Send(_));
        self.orders.iter().any(|order| sends(order) && order.holds().any(|held| held == vehicle))
    }

    /// The units of a commodity that convoys which have not loaded yet, and orders to send, want from an account, each for
    /// itself.
    pub fn promised(&self, from: &AccountId, commodity: Commodity) -> Vec<u32> {
        let convoys = self.convoys.values().filter_map(Convoy::to_load).map(|take| (&take.from, &take.load));
        let orders = self.orders.iter().filter_map(|order| match &order.action {
            Action::Send(send) => send.from.as_ref().zip(send.load.as_ref()),
            _ => None,
        });
        let loads = convoys.chain(orders).filter(|(account, _)| *account == from).map(|(_, load)| load.of(commodity));
        loads.filter(|units| *units > 0).collect()
    }

    /// How many units a supply vehicle has on it.
    pub fn cargo(&self, vehicle: &str) -> u32 {
        let held = Commodity::ALL.iter().map(|commodity| self.stock.balance(vehicle, *commodity));
        u32::try_from(held.sum::<i64>()).unwrap_or_default()
    }

    /// How many units more a supply vehicle has room for; nothing where it is none.
    pub fn room(&self, vehicle: &Formation) -> u32 {
        let capacity = vehicle.leaf.as_ref().filter(|_| vehicle.vehicle_of().is_some()).map_or(0, |leaf| leaf.capacity);
        capacity.saturating_sub(self.cargo(vehicle.id.as_str()))
    }
}

impl Convoy {
    /// Its side.
    pub fn side(&self, campaign: &Campaign) -> Option<SideId> {
        self.lead().and_then(|lead| campaign.formations.get(lead)).map(|vehicle| vehicle.side)
    }

    /// Where it stands: where the first of its vehicles on the map does.
    pub fn square(&self, campaign: &Campaign) -> Option<Square> {
        self.vehicles.iter().find_map(|id| campaign.formations.get(id)?.stands_on())
    }

    /// What its vehicles have on them.
    pub fn aboard(&self, campaign: &Campaign) -> Load {
        let mut load = Load::default();
        for (vehicle, commodity) in self.vehicles.iter().flat_map(|v| Commodity::ALL.iter().map(move |c| (v, *c))) {
            let held = campaign.stock.balance(vehicle.as_str(), commodity);
            load.add(commodity, u32::try_from(held).unwrap_or_default());
        }
        load
    }

    /// Whether the way that it keeps leads from one square to another.
    pub fn knows_way(&self, from: Square, to: Square) -> bool {
        self.way.first().is_some_and(|first| first.steps_to(from) == 1) && self.way.last() == Some(&to)
    }

    /// The square to which its errand leads now; none where that is not on the map any more.
    pub fn destination(&self, tree: &Tree<'_>) -> Option<Square> {
        match (self.errand, &self.take) {
            (Errand::Load, Some(take)) => tree.campaign().account_square(take.from.as_str()),
            (Errand::Load | Errand::Deliver, _) => self.goal_square(tree),
            (Errand::Home, _) => Some(self.home_square(tree)),
        }
    }

    /// The square where it delivers.
    pub fn goal_square(&self, tree: &Tree<'_>) -> Option<Square> {
        let campaign = tree.campaign();
        match &self.to {
            Goal::Account(account) => campaign.account_square(account.as_str()),
            Goal::Square(square) => Some(*square),
            Goal::Formation(id) => {
                if let Some(dump) = dump_of(campaign, id) {
                    return campaign.account_square(dump.as_str());
                }
                let formation = campaign.formations.get(id)?;
                // Its own vehicle keeps what it brings: it has no business with the others.
                if self.serves(campaign, id) {
                    return Some(self.home_square(tree));
                }
                let waiting = self.takers(tree, formation).into_iter().find_map(Formation::stands_on);
                waiting.or(tree.square(formation))
            }
        }
    }

    /// The vehicles of a formation that can take what it carries, by id: not its own, and none on the road.
    pub fn takers<'a>(&self, tree: &Tree<'a>, formation: &'a Formation) -> Vec<&'a Formation> {
        let campaign = tree.campaign();
        let own = |id: &FormationId| campaign.formations.get(id).and_then(Formation::vehicle_of);
        let kinds: Vec<Commodity> = self.vehicles.iter().filter_map(own).collect();
        let takes = |f: &&Formation| {
            let kind = f.vehicle_of();
            f.is_on_map() && kind.is_some_and(|kind| kinds.iter().any(|own| can_carry(kind, *own)))
        };
        let free = |f: &&Formation| campaign.convoy_of(f.id.as_str()).is_none() && !self.has(f.id.as_str());
        let itself = std::iter::once(formation).filter(|f| f.leaf.is_some());
        let mut found: Vec<&Formation> =
            tree.children(&formation.id).iter().copied().chain(itself).filter(takes).filter(free).collect();
        found.sort_by(|a, b| a.id.cmp(&b.id));
        found
    }

    /// Whether one of its vehicles is a formation's own.
    pub fn serves(&self, campaign: &Campaign, formation: &FormationId) -> bool {
        let superior = |id: &FormationId| campaign.formations.get(id).and_then(|vehicle| vehicle.parent.as_ref());
        self.vehicles.iter().any(|vehicle| superior(vehicle) == Some(formation))
    }

    /// Where home is: where it stood when it was sent; with its formation where that has moved since and has left no
    /// dump there.
    pub(crate) fn home_square(&self, tree: &Tree<'_>) -> Square {
        let campaign = tree.campaign();
        let lead = self.lead().and_then(|lead| campaign.formations.get(lead));
        let Some(superior) = lead.and_then(|lead| tree.parent(lead)) else { return self.home };
        let keeps_dump = campaign.dumps.values().any(|dump| dump.owner == superior.id && dump.square == self.home);
        let seat = tree.square(superior);
        if keeps_dump || seat == self.seat { self.home } else { seat.unwrap_or(self.home) }
    }
}

/// The dump of a formation at which convoys for it unload: the first by id that is open.
pub fn dump_of<'a>(campaign: &'a Campaign, formation: &FormationId) -> Option<&'a AccountId> {
    campaign.dumps.values().find(|dump| dump.owner == *formation && !dump.closed).map(|dump| &dump.id)
}
