//! What is tight on the way from the source to a formation: what fails, what falls short and by how much, who else draws
//! on it, and what would mend it.
//!
//! What it is: a reading of the graph of assessments that were made before, with stocks, intake and vehicles beside it.
//! What it decides: what a day asks of each link. At full use every supply formation that feeds fighting leaves needs
//! one LOG a day, and one POL where it needs fuel at all. What fails comes first; then what falls short, the least share of what is
//! wanted first; then the rest, the tightest first. What convoys are bringing is not asked for again.
//! What it never does: count stocks under `detail = simple`, where lines and chains decide alone.
//! Where to look next: `carriage`, for what vehicles carry; `graph`, for who draws on what.

mod carriage;
pub(crate) mod tight;

use std::collections::BTreeSet;

use campaign::{Campaign, Convoy, Formation};
use domain::{Bound, Commodity, Detail, FormationId, Square, SupplyState, words};
use network::Network;

use crate::chain::fuel_chain::Link;
use crate::graph::edge::last_stop;
use crate::graph::supply_graph::SupplyGraph;
use crate::outlook::coming::{convoys_to, load_of};
use crate::outlook::outlook;
use crate::plan::{Lack, Want};
use crate::rail::trains::{Arrival, RailIntake, TrainLoad, trains_on};
use crate::standing::assessment::Assessment;
use crate::standing::hierarchy::SupplyHierarchy;
use crate::standing::mend::Mend;
use crate::standing::mend_item::{Cut, MendItem};
use crate::standing::stock_mend::{Account, Means, StockMend, bring, give_and_fill};
use tight::{Failing, Tight};

words! {
    /// What is tight.
    enum BottleneckKind: "kind of bottleneck" {
        /// A line or chain that fails.
        Broken = "broken",
        /// An account that holds too little.
        Stock = "stock",
        /// A railhead to which too little comes in.
        Intake = "intake",
        /// Vehicles that carry too little in a day.
        Vehicles = "vehicles",
        /// A hop of a bowser chain near its limit.
        Hop = "hop",
    }
}

/// A link on the way from the source, and how it stands. Figures are in tenths: of units a day, of kilometres of a hop.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bottleneck {
    /// What it is.
    pub kind: BottleneckKind,
    /// Of what.
    pub commodity: Commodity,
    /// Where it is: an account, a formation, the end of a hop.
    pub at: String,
    /// Where.
    pub square: Option<Square>,
    /// What it has, or allows; none where it fails.
    pub has: Option<i64>,
    /// What is wanted of it.
    pub wants: Option<i64>,
    /// Who draws on it, the formation itself among them.
    pub shared: Vec<FormationId>,
    /// What convoys are bringing to it already.
    pub coming: Vec<Coming>,
    /// What it is.
    pub what: Tight,
    /// What mends it: all steps of one way together.
    pub mends: Vec<StockMend>,
    /// What convoys would have to bring and why none can, where that has been asked and none can.
    pub no_convoy: Option<(Want, Lack)>,
}

/// What a convoy is bringing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Coming {
    /// The vehicle that names the convoy.
    pub convoy: FormationId,
    /// How many units.
    pub units: u32,
    /// When it is there; none where no clear way leads there now.
    pub arrives: Option<Bound>,
}

impl Bottleneck {
    /// By how much it falls short, in tenths; 0 where it does not, or fails.
    pub fn short(&self) -> i64 {
        match (self.has, self.wants) {
            (Some(has), Some(wants)) => (wants - has).max(0),
            _ => 0,
        }
    }

    /// What it lacks in whole units beside what convoys are bringing.
    pub fn lacks(&self) -> i64 {
        ((self.short() + 9) / 10 - in_all(&self.coming)).max(0)
    }

    /// Whether it fails or falls short.
    pub fn is_short(&self) -> bool {
        self.kind == BottleneckKind::Broken || self.short() > 0
    }

    /// What share of what is wanted it has, in thousandths.
    fn share(&self) -> i64 {
        match (self.has, self.wants) {
            (Some(has), Some(wants)) if wants > 0 => has * 1_000 / wants,
            (Some(_), Some(_)) => i64::MAX,
            _ => 0,
        }
    }
}

fn in_all(coming: &[Coming]) -> i64 {
    coming.iter().map(|coming| i64::from(coming.units)).sum()
}

/// Every link on the way to a formation, the tightest first. `sheet` holds all supply formations of its side.
pub fn bottlenecks(network: &Network, campaign: &Campaign, sheet: &[Assessment], of: &Assessment) -> Vec<Bottleneck> {
    let drawing = of.fed_by.as_ref().and_then(|feeder| sheet.iter().find(|a| a.unit == *feeder)).unwrap_or(of);
    let Some(formation) = campaign.formations.get(&drawing.unit) else { return Vec::new() };
    let (side, hierarchy) = (formation.side, SupplyHierarchy::new(campaign));
    let tree = &hierarchy.tree;
    let leaves = tree.all().into_iter().filter(|f| f.side == side && f.is_on_map() && f.is_fighting_leaf());
    let wanting = leaves.filter_map(|leaf| tree.feeder(leaf)).map(|feeder| feeder.id.clone()).collect();
    let is_counted = campaign.settings.detail() == Detail::Full;
    let trains = if is_counted { trains_on(network, campaign, side) } else { Vec::new() };
    let needs_fuel = is_counted && drawing.pol.required;
    let graph = if needs_fuel {
        SupplyGraph::with_fillers(network, campaign, side, sheet)
    } else {
        SupplyGraph::new(campaign, sheet)
    };
    let way = Way { campaign, network, hierarchy, graph, of: drawing, formation, wanting, trains };
    let mut found = way.broken(of);
    found.extend(way.hops());
    if is_counted {
        found.extend(way.stocks(Commodity::Log));
        found.extend(way.stocks(Commodity::Pol));
        found.extend(way.carriage());
        tell_when(campaign, &mut found);
    }
    // The order in which they were found breaks ties: the nearest to the formation first.
    found.sort_by_key(|b| (b.kind != BottleneckKind::Broken, !b.is_short(), b.share()));
    found
}

/// Says when the convoys are there.
fn tell_when(campaign: &Campaign, found: &mut [Bottleneck]) {
    if found.iter().all(|b| b.coming.is_empty()) {
        return;
    }
    let outlooks = outlook(campaign);
    for coming in found.iter_mut().flat_map(|b| &mut b.coming) {
        coming.arrives = outlooks.iter().find(|outlook| outlook.lead == coming.convoy).and_then(|o| o.arrives);
    }
}

struct Way<'a> {
    campaign: &'a Campaign,
    network: &'a Network,
    hierarchy: SupplyHierarchy<'a>,
    /// Who draws on what, and where stocks are counted from where the dumps are filled at which chains end.
    graph: SupplyGraph<'a>,
    of: &'a Assessment,
    formation: &'a Formation,
    /// The formations through which fighting leaves are fed: an HQ alone expends nothing.
    wanting: BTreeSet<FormationId>,
    /// What comes in a day to the railheads of the side, where stocks are counted.
    trains: Vec<Arrival>,
}

impl<'a> Way<'a> {
    fn bottleneck(&self, kind: BottleneckKind, commodity: Commodity, at: &str, what: Tight) -> Bottleneck {
        let square = self.of.square;
        let shared = vec![self.of.unit.clone()];
        let (at, mends, coming) = (at.to_owned(), Vec::new(), Vec::new());
        Bottleneck { kind, commodity, at, square, has: None, wants: None, shared, coming, what, mends, no_convoy: None }
    }

    /// What fails, with what mends it.
    fn broken(&self, of: &Assessment) -> Vec<Bottleneck> {
        let mut found = Vec::new();
        let item = |m: &MendItem| StockMend::from(Means::Mend(m.what.clone()));
        let mend = |pol: bool| of.mend.iter().filter(move |m| m.for_pol == pol).map(item).collect::<Vec<_>>();
        let failing = |state| matches!(state, SupplyState::Cut | SupplyState::NoVehicle);
        let wanting = [(Commodity::Log, of.log.state, false), (Commodity::Pol, of.pol.state, true)];
        for (commodity, state, pol) in wanting.into_iter().filter(|(_, state, _)| failing(*state)) {
            let why = if pol { Self::why_no_pol(of) } else { self.why_no_log(of) };
            let mut mends = mend(pol);
            let what =
                Tight::Fails { why, with_the_line: mends.is_empty() && !found.is_empty() && !of.pol.past_mending };
            let broken = self.bottleneck(BottleneckKind::Broken, commodity, of.unit.as_str(), what);
            let square =
                of.log.cut.as_ref().filter(|_| !pol && state == SupplyState::Cut).map_or(of.square, |c| Some(c.at));
            let back = of.log.back.as_ref().filter(|_| !pol);
            mends.extend(back.map(|(unit, to)| {
                let comes = StockMend::from(Means::Mend(Mend::Bring(unit.clone(), *to)));
                StockMend { way: 2, ..comes }
            }));
            found.push(Bottleneck { square, mends, ..broken });
        }
        found
    }

    fn why_no_log(&self, of: &Assessment) -> Failing {
        match (of.log.state, &of.log.cut) {
            (SupplyState::NoVehicle, _) => Failing::NoVehicle,
            (_, Some(Cut { at, kind, .. })) => {
                let from_beside = kind.is_from_beside(self.campaign, self.formation.side, *at);
                Failing::Cut { at: *at, kind: *kind, from_beside }
            }
            _ => Failing::NoWayToVehicles,
        }
    }

    fn why_no_pol(of: &Assessment) -> Failing {
        match (of.pol.state, &of.pol.lost, of.pol.links.iter().find(|link| !link.is_ok())) {
            (SupplyState::NoVehicle, ..) => Failing::NoVehicle,
            (_, Some((level, what)), _) => Failing::Lost(level.clone(), what),
            (_, None, Some(link)) => {
                let (from, to) = (link.from.clone(), link.to.clone());
                match link.metres {
                    Some(metres) => {
                        Failing::HopTooLong { from, to, over: tenths_of_km(metres.saturating_sub(link.limit)) }
                    }
                    None => Failing::NoWay { from, to },
                }
            }
            _ => Failing::NoFuel,
        }
    }

    /// The hops of its chain that hold, with who else goes by the same bowser, or to the same dump.
    fn hops(&self) -> Vec<Bottleneck> {
        let hop = |link: &Link| {
            let (has, wants) = (tenths_of_km(link.limit), tenths_of_km(link.metres?));
            let hop = self.bottleneck(BottleneckKind::Hop, Commodity::Pol, &link.to, Tight::Hop(link.from.clone()));
            let shared = self.going_by([link.to.as_str()]);
            Some(Bottleneck { square: Some(link.to_square), has: Some(has), wants: Some(wants), shared, ..hop })
        };
        self.of.pol.links.iter().filter(|link| link.is_ok()).filter_map(hop).collect()
    }

    /// Everybody whose chain holds and goes by one of these stops, the formation itself among them.
    fn going_by<'s>(&self, stops: impl IntoIterator<Item = &'s str>) -> Vec<FormationId> {
        let goes = self.graph.going_by(self.of, stops).into_iter();
        let goes = goes.filter(|a| a.unit == self.of.unit || self.wanting.contains(&a.unit));
        goes.map(|a| a.unit.clone()).collect()
    }

    /// The formation's own stock, and that of every dump, railhead and depot on its way.
    fn stocks(&self, commodity: Commodity) -> Vec<Bottleneck> {
        if commodity == Commodity::Pol && !self.of.pol.required {
            return Vec::new();
        }
        let accounts: Vec<Account> = self.ends(commodity).into_iter().map(|id| self.account(id, commodity)).collect();
        let mut found: Vec<Bottleneck> = self.own_stock(commodity, &accounts).into_iter().collect();
        for (place, account) in accounts.iter().enumerate() {
            let shared = self.sharing(&account.id, commodity);
            let (holds, intake, wants) = (account.holds, account.intake, shared.len() as i64);
            let kind = if account.rail.is_some() { BottleneckKind::Intake } else { BottleneckKind::Stock };
            let what = Tight::Stock { holds, rail: account.rail.clone() };
            let mut link = self.bottleneck(kind, commodity, &account.id, what);
            link.square = self.campaign.account_square(&account.id);
            (link.has, link.wants, link.shared) = (Some((holds + intake) * 10), Some(wants * 10), shared);
            link.coming = self.coming(&[&account.id], commodity, |_| true);
            let (further, by_rail) = (&accounts[place + 1..], self.by_rail(&accounts[place..]));
            link.mends = bring(&account.id, commodity, link.lacks(), further, by_rail);
            found.push(link);
        }
        found
    }

    fn own_stock(&self, commodity: Commodity, accounts: &[Account]) -> Option<Bottleneck> {
        let (of_log, of_pol) = (&self.of.log, &self.of.pol);
        let (stock, into) = match commodity {
            Commodity::Pol => (of_pol.stock, &of_pol.into),
            _ => (of_log.stock, &of_log.into),
        };
        let holds = stock?;
        let at = into.clone().or_else(|| self.own_account(commodity))?;
        // A dump of its own that is on its line has a row of its own, in which the owner is one of those who want.
        let is_on_its_line = accounts.iter().any(|account| account.id == at);
        if !self.wanting.contains(&self.of.unit) || is_on_its_line {
            return None;
        }
        let mut own = self.bottleneck(BottleneckKind::Stock, commodity, &at, Tight::OwnStock(holds));
        (own.has, own.wants) = (Some(holds * 10), Some(10));
        let dumps = self.hierarchy.dumps_of(&self.of.unit).iter().map(|dump| dump.id.as_str());
        let places: Vec<&str> = dumps.chain([self.of.unit.as_str()]).collect();
        // What its own vehicles have brought it is among what it holds.
        own.coming = self.coming(&places, commodity, |vehicle| !self.hierarchy.is_at_hand(vehicle.as_str()));
        own.mends = match (own.lacks(), into) {
            (0, _) => Vec::new(),
            (lacks, Some(into)) => bring(into, commodity, lacks, accounts, self.by_rail(accounts)),
            (lacks, None) => give_and_fill(self.campaign, self.formation, self.of.square, commodity, lacks),
        };
        Some(own)
    }

    /// What convoys are bringing of a commodity to accounts or formations, on those of their vehicles that count; when they are
    /// there is said later.
    fn coming(&self, to: &[&str], commodity: Commodity, counts: impl Fn(&FormationId) -> bool) -> Vec<Coming> {
        let convoys = convoys_to(self.campaign, self.formation.side, to).into_iter();
        let coming = |convoy: &Convoy| {
            let (load, convoy) = (load_of(self.campaign, convoy, &counts), convoy.lead()?.clone());
            Some(Coming { convoy, units: load.of(commodity), arrives: None })
        };
        convoys.filter_map(coming).filter(|coming| coming.units > 0).collect()
    }

    /// Where what comes to a formation would go, were it not out of its reach or full: its first dump, else its first
    /// vehicle.
    fn own_account(&self, commodity: Commodity) -> Option<String> {
        let dump = self.campaign.dumps.values().find(|d| d.owner == self.of.unit).map(|d| d.id.to_string());
        dump.or_else(|| self.vehicles(self.formation, commodity).first().map(|v| v.id.to_string()))
    }

    /// Whether a railhead is among these accounts, or a depot that stands for one.
    fn by_rail(&self, accounts: &[Account]) -> bool {
        let is_source = |id: &str| self.campaign.dumps.get(id).is_some_and(|dump| dump.source);
        accounts.iter().any(|account| account.rail.is_some() || is_source(&account.id))
    }

    fn account(&self, id: &str, commodity: Commodity) -> Account {
        let is_railhead = self.campaign.railheads.values().any(|r| r.id.as_str() == id);
        let arrival = self.trains.iter().find(|arrival| arrival.railhead.as_str() == id);
        let intake = arrival.map_or(0, |arrival| i64::from(arrival.comes.of(commodity)));
        let rail = is_railhead.then(|| self.by_train(arrival, commodity));
        let holds = self.campaign.stock.balance(id, commodity);
        Account { id: id.to_owned(), holds, intake, rail }
    }

    /// What comes to a railhead in a day; where that is not all, why, and who else's trains take what it lacks.
    fn by_train(&self, arrival: Option<&Arrival>, commodity: Commodity) -> RailIntake {
        let of = |load: fn(&Arrival) -> TrainLoad| arrival.map_or(0, |arrival| load(arrival).of(commodity));
        let (comes, wanted) = (of(|arrival| arrival.comes), of(|arrival| arrival.wanted));
        let short = arrival.filter(|arrival| comes < wanted && arrival.shortage.is_some());
        let others =
            short.into_iter().flat_map(|short| self.trains.iter().filter(|other| other.draws_on_what_lacks(short)));
        let others = others.map(|other| other.railhead.clone()).collect();
        RailIntake { comes, wanted, shortage: short.and_then(|short| short.shortage.clone()), others }
    }

    /// Everybody whose line or chain goes through an account.
    fn sharing(&self, account: &str, commodity: Commodity) -> Vec<FormationId> {
        let drawing = self.graph.drawing_on(account, commodity).into_iter();
        drawing.filter(|a| self.wanting.contains(&a.unit)).map(|a| a.unit.clone()).collect()
    }

    fn vehicles(&self, owner: &Formation, commodity: Commodity) -> Vec<&'a Formation> {
        let children = self.hierarchy.tree.children(&owner.id).iter();
        children.filter(|f| f.vehicle_of() == Some(commodity) && f.is_on_map()).copied().collect()
    }

    /// The accounts through which the formation's line goes; or at which its chain ends, and by which that is filled.
    fn ends(&self, commodity: Commodity) -> Vec<&'a str> {
        if commodity == Commodity::Pol {
            let end = last_stop(self.of);
            let filled_by = end.and_then(|end| self.graph.filler(end)).map(|(account, _)| account);
            return end.into_iter().chain(filled_by).collect();
        }
        let mut ends: Vec<&str> = self.of.log.legs.iter().map(|leg| leg.to.as_str()).collect();
        // An army's dump that is a source depot too ends two legs.
        ends.dedup();
        ends
    }
}

fn tenths_of_km(metres: u32) -> i64 {
    i64::from((metres + 50) / 100)
}
