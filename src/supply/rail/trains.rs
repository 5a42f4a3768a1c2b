//! What the trains of a day bring to every railhead, and what they do not.
//!
//! What it decides: who shares the trains of a line and the goods of a source, and in what order.
//! What it never does: book anything; see `ops`, closing a bound.

use std::collections::BTreeMap;

use campaign::{Campaign, MapFrame, Railhead, Setting};
use domain::{AccountId, Commodity, SideId, Square};
use network::Network;

use crate::ground::crossings::Crossings;
use crate::ground::view::View;
use crate::rail::{RailWay, Rails};

/// Units of LOG and POL.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct TrainLoad {
    /// Units of LOG.
    pub log: u32,
    /// Units of POL.
    pub pol: u32,
}

impl TrainLoad {
    /// What comes to a railhead in a day where all its trains run.
    pub fn a_day(head: &Railhead) -> Self {
        Self { log: head.log_a_day, pol: head.pol_a_day }
    }

    /// How many units of a commodity.
    pub fn of(self, commodity: Commodity) -> u32 {
        match commodity {
            Commodity::Log => self.log,
            Commodity::Pol => self.pol,
            _ => 0,
        }
    }

    /// The same with so many units of LOG or POL.
    #[must_use]
    pub fn with(self, commodity: Commodity, units: u32) -> Self {
        if commodity == Commodity::Pol { Self { pol: units, ..self } } else { Self { log: units, ..self } }
    }

    /// Whether there is nothing in it.
    pub fn is_empty(self) -> bool {
        self == Self::default()
    }

    /// What it is, in words: `3 LOG and 2 POL`.
    pub fn text(self) -> String {
        let named = |units: u32, name: &str| (units > 0).then(|| format!("{units} {name}"));
        let parts: Vec<String> = [named(self.log, "LOG"), named(self.pol, "POL")].into_iter().flatten().collect();
        parts.join(" and ")
    }

    /// What is in it and not in another.
    #[must_use]
    pub fn less(self, other: Self) -> Self {
        Self { log: self.log.saturating_sub(other.log), pol: self.pol.saturating_sub(other.pol) }
    }
}

/// Why not everything comes that a railhead has in a day.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Shortage {
    /// No train reaches it: cut off from its source at a square, or without one.
    NotFed(Option<Square>),
    /// No train of the gauge of a source reaches it (house rule `gauge`).
    Gauge,
    /// The line carries no more trains (house rule `rail_capacity`).
    Line(String),
    /// The source has no more (house rule `rail_capacity`).
    Source(AccountId),
    /// The line carries no more trains in this condition of the ground: so many percent of its trains (house rule
    /// `ground_trains`).
    Ground(String, String, u32),
}

/// What comes to a railhead in a day.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Arrival {
    /// The railhead.
    pub railhead: AccountId,
    /// The source from which its trains come.
    pub source: Option<AccountId>,
    /// The railways on which they run, from the source on; none where no train reaches it.
    pub lines: Vec<String>,
    /// What it has in a day.
    pub wanted: TrainLoad,
    /// What comes.
    pub comes: TrainLoad,
    /// How many trains bring it.
    pub trains: u32,
    /// Why no more comes; none where all does.
    pub shortage: Option<Shortage>,
    /// The squares that its trains pass.
    pub path: Vec<Square>,
}

/// What trains bring a railhead in a day.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RailIntake {
    /// How many units.
    pub comes: u32,
    /// How many it has in a day.
    pub wanted: u32,
    /// Why not all of them come, where they do not.
    pub shortage: Option<Shortage>,
    /// The railheads whose trains take what it lacks.
    pub others: Vec<AccountId>,
}

impl Shortage {
    fn reason(&self, frame: &MapFrame) -> String {
        match self {
            Self::NotFed(Some(square)) => format!("cut off from its source at {}", frame.reference(*square)),
            Self::NotFed(None) => "no railway leads from a source to it".to_owned(),
            Self::Gauge => "no train of the gauge of a source reaches it".to_owned(),
            Self::Line(line) => format!("{line} carries no more trains"),
            Self::Ground(line, ground, percent) => {
                format!("{line} carries only {percent} % of its trains in `{ground}`")
            }
            Self::Source(source) => format!("{source} has no more to give"),
        }
    }

    /// Why, and by which house rule.
    pub fn with_rule(&self, frame: &MapFrame) -> String {
        let rule = self.house_rule().map(|rule| format!(" (house rule `{rule}`)")).unwrap_or_default();
        self.reason(frame) + &rule
    }

    /// The house rule of which it comes.
    fn house_rule(&self) -> Option<Setting> {
        match self {
            Self::NotFed(_) => None,
            Self::Gauge => Some(Setting::Gauge),
            Self::Line(_) | Self::Source(_) => Some(Setting::RailCapacity),
            Self::Ground(..) => Some(Setting::GroundTrains),
        }
    }
}

impl Arrival {
    /// What does not come of a day, why, and by which house rule; none where all comes.
    pub fn shortage_text(&self, frame: &MapFrame) -> Option<String> {
        Some(self.missing(&self.shortage.as_ref()?.with_rule(frame)))
    }

    /// The same for who has named the house rule before.
    pub fn shortage_without_rule(&self, frame: &MapFrame) -> Option<String> {
        Some(self.missing(&self.shortage.as_ref()?.reason(frame)))
    }

    fn missing(&self, why: &str) -> String {
        format!("{} a day missing: {why}", self.wanted.less(self.comes).text())
    }

    /// Whether its trains are among those that take what another one lacks: on the same line, from the same source.
    pub fn draws_on_what_lacks(&self, other: &Self) -> bool {
        let draws = match &other.shortage {
            Some(Shortage::Line(line) | Shortage::Ground(line, ..)) => self.lines.contains(line),
            Some(Shortage::Source(_)) => self.source == other.source,
            _ => false,
        };
        draws && self.trains > 0 && self.railhead != other.railhead
    }
}

/// The railheads of a side, by id, that no train reaches only because it is of the wrong gauge (house rule `gauge`).
pub fn barred_by_gauge(campaign: &Campaign, side: SideId) -> Vec<AccountId> {
    if !campaign.settings.is_on(Setting::Gauge) {
        return Vec::new();
    }
    let network = crate::ground::lay::network(campaign);
    let view = View::new(campaign, &network, side, &Crossings::new(campaign, &network));
    let fed = Rails::new(&view).fed(&view);
    let loose = Rails::of_gauge(&view, false).fed(&view);
    loose.iter().filter(|head| fed.iter().all(|there| there.id != head.id)).map(|head| head.id.clone()).collect()
}

/// What comes in a day to every railhead of a side that has something in a day, as the railways stand, by id.
///
/// Without the house rule `rail_capacity` all comes to whoever is fed. With it trains are given out railhead by
/// railhead, in the order of their priority (house rule `rail_priority`), sources last, ties by id: whole trains as far
/// as every line on the way carries them and the source has something to load. With `ground_trains` a line carries its
/// trains only by the share of the ground, rounded down, whether `rail_capacity` is on or not.
pub fn trains(campaign: &Campaign, side: SideId) -> Vec<Arrival> {
    trains_on(&crate::ground::lay::network(campaign), campaign, side)
}

/// The same, over a network that was built before.
pub fn trains_on(network: &Network, campaign: &Campaign, side: SideId) -> Vec<Arrival> {
    trains_in_turn(network, campaign, side, campaign.settings.is_on(Setting::RailPriority))
}

/// What comes in a day otherwise than if railheads went by id: to which railhead how much more, how much less.
pub fn shifted_by_priority(campaign: &Campaign, side: SideId) -> Vec<(AccountId, TrainLoad, TrainLoad)> {
    let network = crate::ground::lay::network(campaign);
    let [now, by_id] = [true, false].map(|by_priority| trains_in_turn(&network, campaign, side, by_priority));
    let shift = |(now, by_id): (Arrival, Arrival)| {
        let (more, less) = (now.comes.less(by_id.comes), by_id.comes.less(now.comes));
        (!more.is_empty() || !less.is_empty()).then_some((now.railhead, more, less))
    };
    now.into_iter().zip(by_id).filter_map(shift).collect()
}

/// How much more, how much less comes by priority, in words: `4 LOG and 2 POL more a day than without`.
pub fn shift_text(more: TrainLoad, less: TrainLoad) -> String {
    let told = |load: TrainLoad, than: &str| (!load.is_empty()).then(|| format!("{} {than}", load.text()));
    let parts: Vec<String> = [told(more, "more"), told(less, "less")].into_iter().flatten().collect();
    format!("{} a day than without", parts.join(", "))
}

fn trains_in_turn(network: &Network, campaign: &Campaign, side: SideId, by_priority: bool) -> Vec<Arrival> {
    let view = View::new(campaign, network, side, &Crossings::new(campaign, network));
    let ways = Rails::new(&view).to_sources(&view);
    let ways: BTreeMap<&AccountId, &RailWay> = ways.iter().map(|way| (&way.railhead, way)).collect();
    let loose = campaign.settings.is_on(Setting::Gauge).then(|| Rails::of_gauge(&view, false).fed(&view));
    let of_any_gauge = |id: &AccountId| loose.iter().flatten().any(|railhead| railhead.id == *id);
    let rank = |head: &&Railhead| {
        let priority = if by_priority && head.priority > 0 { head.priority } else { u32::MAX };
        (priority, head.source, head.id.clone())
    };
    let mut heads: Vec<&Railhead> = campaign.railheads.values().filter(|head| head.side == side).collect();
    heads.retain(|head| !head.closed && (head.log_a_day > 0 || head.pol_a_day > 0));
    heads.sort_by_key(rank);
    let mut yard = Yard::new(campaign);
    let mut arrivals: Vec<Arrival> = heads
        .into_iter()
        .map(|head| match ways.get(&head.id) {
            Some(way) if way.items.is_empty() => yard.send(head, way),
            way => {
                let at = way.and_then(|way| way.items.last()).map(|item| item.square());
                let gauge = of_any_gauge(&head.id);
                let shortage = if gauge { Shortage::Gauge } else { Shortage::NotFed(at) };
                Arrival { shortage: Some(shortage), ..wanted(head) }
            }
        })
        .collect();
    arrivals.sort_by(|a, b| a.railhead.cmp(&b.railhead));
    arrivals
}

fn wanted(head: &Railhead) -> Arrival {
    let wanted = TrainLoad::a_day(head);
    let comes = TrainLoad::default();
    let (path, lines) = (Vec::new(), Vec::new());
    Arrival { railhead: head.id.clone(), source: None, wanted, comes, trains: 0, shortage: None, path, lines }
}

/// What is left of a day: trains of each line, goods of each source.
struct Yard<'a> {
    campaign: &'a Campaign,
    /// The condition of the ground and how many percent of its trains a line carries in it, where that is not all.
    ground: Option<(String, u32)>,
    trains: BTreeMap<String, u32>,
    goods: BTreeMap<AccountId, TrainLoad>,
}

impl<'a> Yard<'a> {
    fn new(campaign: &'a Campaign) -> Self {
        let ground = campaign.settings.is_on(Setting::GroundTrains).then(|| campaign.ground_now());
        let ground = ground.map(|ground| (ground.name, ground.supply.trains)).filter(|(_, percent)| *percent < 100);
        Self { campaign, ground, trains: BTreeMap::new(), goods: BTreeMap::new() }
    }

    fn number(&self, setting: Setting) -> u32 {
        self.campaign.settings.number(setting)
    }

    /// The trains that bring so much.
    fn trains_for(&self, load: TrainLoad) -> u32 {
        self.tons(load).div_ceil(u64::from(self.number(Setting::TrainTons))) as u32
    }

    fn tons(&self, load: TrainLoad) -> u64 {
        let tons = |units: u32, setting| u64::from(units) * u64::from(self.number(setting));
        tons(load.log, Setting::LogTons) + tons(load.pol, Setting::PolTons)
    }

    fn send(&mut self, head: &Railhead, way: &RailWay) -> Arrival {
        let (path, lines) = (way.path.clone(), way.lines.clone());
        let mut arrival = Arrival { source: way.source.clone(), path, lines, ..wanted(head) };
        let is_limited = self.campaign.settings.is_on(Setting::RailCapacity);
        if !is_limited && self.ground.is_none() {
            arrival.comes = arrival.wanted;
            arrival.trains = self.trains_for(arrival.wanted);
            return arrival;
        }
        let (fewest, line) = self.room(&way.lines);
        let goods = way.source.as_ref().filter(|_| is_limited).and_then(|source| self.goods_of(source));
        let room = u64::from(fewest) * u64::from(self.number(Setting::TrainTons));
        arrival.comes = self.filled(arrival.wanted, room, goods);
        arrival.trains = self.trains_for(arrival.comes);
        let short = arrival.wanted.less(arrival.comes);
        if !short.is_empty() {
            let lacks = |c: Commodity| goods.is_some_and(|goods| short.of(c) > 0 && goods.of(c) <= arrival.comes.of(c));
            let none_left = lacks(Commodity::Log) || lacks(Commodity::Pol);
            arrival.shortage = match &way.source {
                // What is left at a source is all that it has for itself.
                Some(source) if none_left && *source == head.id => None,
                Some(source) if none_left => Some(Shortage::Source(source.clone())),
                _ => Some(match self.ground.clone() {
                    Some((ground, percent)) => Shortage::Ground(line, ground, percent),
                    None => Shortage::Line(line),
                }),
            };
        }
        for line in &way.lines {
            *self.trains.entry(line.clone()).or_default() -= arrival.trains;
        }
        if let (Some(source), Some(goods)) = (&way.source, goods) {
            self.goods.insert(source.clone(), goods.less(arrival.comes));
        }
        arrival
    }

    /// How many trains are left on the fullest of these lines, and which it is.
    fn room(&mut self, lines: &[String]) -> (u32, String) {
        let usual = self.number(Setting::LineTrains);
        for line in lines {
            let railway = self.campaign.railways.iter().find(|railway| railway.name == *line);
            let all = railway.and_then(|railway| railway.trains_a_day).unwrap_or(usual);
            let percent = self.ground.as_ref().map_or(100, |(_, percent)| *percent);
            self.trains.entry(line.clone()).or_insert(all * percent / 100);
        }
        let left = lines.iter().map(|line| (self.trains[line], line.clone()));
        left.min().unwrap_or_default()
    }

    /// What a source has left; none where nothing is said of what it gives.
    fn goods_of(&mut self, source: &AccountId) -> Option<TrainLoad> {
        let head = self.campaign.railheads.get(source)?;
        let all = TrainLoad::a_day(head);
        (!all.is_empty()).then(|| *self.goods.entry(source.clone()).or_insert(all))
    }

    /// As much of what is wanted as there is room and goods for: unit by unit, always of what is further behind.
    fn filled(&self, wanted: TrainLoad, room: u64, goods: Option<TrainLoad>) -> TrainLoad {
        let most =
            goods.map_or(wanted, |goods| TrainLoad { log: wanted.log.min(goods.log), pol: wanted.pol.min(goods.pol) });
        let mut load = TrainLoad::default();
        loop {
            let log = TrainLoad { log: load.log + 1, ..load };
            let pol = TrainLoad { pol: load.pol + 1, ..load };
            let log_fits = log.log <= most.log && self.tons(log) <= room;
            let pol_fits = pol.pol <= most.pol && self.tons(pol) <= room;
            let log_is_behind =
                u64::from(load.log) * u64::from(wanted.pol) <= u64::from(load.pol) * u64::from(wanted.log);
            load = match (log_fits, pol_fits) {
                (true, true) if log_is_behind => log,
                (_, true) => pol,
                (true, false) => log,
                (false, false) => return load,
            };
        }
    }
}
