//! `supply forecast`: who runs dry when, at the present use and under the orders given.
//!
//! What it decides: the course of the bounds to come on a copy of the campaign. Each bound the orders given for it are
//! carried out and it is closed, by the code that does both; before a night is closed those who are taken to march have
//! marched and those who are taken to fight want LOG. Then what formations hold, and whether they are out, is read.
//! What it never does: change the campaign, or throw dice that the campaign would throw: its own are of a fixed seed.

use std::collections::{BTreeMap, BTreeSet};

use campaign::{Battle, BattleUnit, Campaign, Event, ForeseenRow, Fought, KeptForecast, LogUse, PolUse, Tree};
use domain::{BattleEnd, BattleId, Bound, Commodity, Detail, FormationId, LeafState, Phase, SideId, command};
use supply::{self, DayAction, PresentUse, Supplied};

use crate::command::{BoundClose, BoundMarch};
use crate::{DecisionContext, Moment, OpError, Request, Session};

/// How many bounds a forecast looks ahead, where nobody says another number: two days, the running bound included.
pub const FORECAST_BOUNDS: u32 = 6;

/// What a forecast is asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ForecastAsked {
    /// How many bounds it looks ahead, the running one among them.
    pub bounds: u32,
    /// Whose: the enemy's orders are not carried out then. None for both sides.
    pub side: Option<SideId>,
    /// Who is taken to burn POL.
    pub pol: PolUse,
    /// Who is taken to expend LOG.
    pub log: LogUse,
}

impl ForecastAsked {
    /// At present use and under the orders given: what is asked where nobody says anything else.
    pub fn usual(bounds: u32, side: Option<SideId>) -> Self {
        Self { bounds, side, pol: PolUse::Ordered, log: LogUse::Contact }
    }
}

/// The seed of the dice of a forecast: the same campaign has the same forecast.
const SEED: u64 = 0;

/// Who runs dry when.
///
/// # Errors
/// When no bound is asked for, or a bound cannot be closed.
pub fn supply_forecast(campaign: &Campaign, asked: ForecastAsked) -> Result<KeptForecast, OpError> {
    if asked.bounds == 0 {
        return Err(OpError::bad_value("--bounds", "0", "a whole number above zero"));
    }
    let campaign = &campaign.clone().as_reported(asked.side);
    let using = using(campaign, asked);
    let mut rows = rows(campaign, asked, &using);
    let mut now = campaign.clone();
    if asked.side.is_some() {
        // What the enemy will fly is not the side's to know.
        now.strikes.retain(|strike| strike.bound == campaign.bound);
    }
    for _ in 0..asked.bounds {
        let closing = now.bound;
        now = next(now, asked, &using)?;
        read(&now, closing, &mut rows);
    }
    let ForecastAsked { bounds, side, pol, log } = asked;
    Ok(KeptForecast { from: campaign.bound, bounds, side, pol, log, rows })
}

/// Who is taken to use what, every day.
fn using(campaign: &Campaign, asked: ForecastAsked) -> PresentUse {
    let fighting = if asked.log == LogUse::Contact { supply::fighting(campaign) } else { BTreeSet::new() };
    let moving = if asked.pol == PolUse::Ordered { supply::ordered_to_move(campaign) } else { BTreeSet::new() };
    supply::use_of(
        campaign,
        |leaf| asked.log == LogUse::All || fighting.contains(&leaf.id),
        |leaf| match asked.pol {
            PolUse::All => true,
            PolUse::Ordered => moving.contains(&leaf.id) || supply::has_marched(leaf),
            PolUse::None => false,
        },
    )
}

/// A row for every formation that draws and each commodity that it needs, with nothing foreseen yet.
fn rows(campaign: &Campaign, asked: ForecastAsked, using: &PresentUse) -> Vec<ForeseenRow> {
    let tree = Tree::new(campaign);
    let stocks = supply::own_stocks(campaign);
    let full = campaign.settings.detail() == Detail::Full;
    let mut rows = Vec::new();
    for side in campaign.sides.iter().map(|side| side.id).filter(|side| asked.side.is_none_or(|of| of == *side)) {
        for formation in tree.all().into_iter().filter(|f| f.side == side) {
            let Some(holds) = stocks.get(&formation.id) else { continue };
            for (commodity, holds) in [Commodity::Log, Commodity::Pol].into_iter().zip(holds) {
                if commodity == Commodity::Pol && !tree.needs_pol(formation) {
                    continue;
                }
                let (formation, holds) = (formation.id.clone(), full.then_some(*holds));
                let a_day = using.a_day(&formation, commodity);
                let fine = using.portion(&formation, commodity).zip(holds);
                let fine = fine.map(|(portion, holds)| (portion.percent(portion.a_day), portion.days(holds)));
                rows.push(ForeseenRow { formation, commodity, holds, a_day, fine, dry: None, out: None, left: holds });
            }
        }
    }
    rows
}

/// The campaign after the running bound has taken its course.
fn next(mut now: Campaign, asked: ForecastAsked, using: &PresentUse) -> Result<Campaign, OpError> {
    settle(&mut now);
    if let Some(side) = asked.side {
        forget_orders_of_others(&mut now, side);
    }
    let running = now.bound;
    if now.orders.iter().any(|order| order.bound <= running) {
        now = decided(&now, &Request::BoundMarch(BoundMarch::default()))?;
        settle(&mut now);
    }
    if running.phase == Phase::Night {
        wear(&mut now, using);
    }
    decided(&now, &Request::BoundClose(BoundClose { anyway: true, ..BoundClose::default() }))
}

fn decided(campaign: &Campaign, request: &Request) -> Result<Campaign, OpError> {
    let context = DecisionContext { campaign, reason: None, overridden: None, seed: SEED };
    Ok(request.decide(&context)?.finish().1)
}

/// What keeps a bound open is taken as settled: open battles as declined, overruns as spared.
fn settle(now: &mut Campaign) {
    now.claims.clear();
    now.battles.retain(|_, battle| !battle.is_open());
}

fn forget_orders_of_others(now: &mut Campaign, side: SideId) {
    let own = |unit: &FormationId| now.formations.get(unit).is_some_and(|f| f.side == side);
    let kept: Vec<_> = now.orders.iter().filter(|order| own(&order.unit)).cloned().collect();
    now.orders = campaign::Orders::from_list(kept);
}

/// Who is taken to march has marched today; who is taken to fight wants LOG, and has fought where that counts.
fn wear(now: &mut Campaign, using: &PresentUse) {
    fight(now, using);
    for id in using.pol.values().flatten() {
        if let Some(leaf) = now.formations.get_mut_where_it_is(id).and_then(|f| f.leaf.as_mut()) {
            leaf.march.today = true;
        }
    }
    for leaves in using.log.values() {
        let there = |id: &&FormationId| {
            let leaf = now.formations.get(*id).and_then(|f| f.leaf.as_ref());
            leaf.is_some_and(|leaf| leaf.state.is_on_map() && leaf.state != LeafState::Broken && leaf.sp() > 0)
        };
        let Some(id) = leaves.iter().find(there).cloned() else { continue };
        let leaf = now.formations.get_mut_where_it_is(&id).and_then(|f| f.leaf.as_mut());
        if let Some(base) = leaf.and_then(|leaf| leaf.bases.iter_mut().find(|base| base.sp > 0)) {
            base.out_of_ammo = true;
        }
    }
}

/// The leaves that are taken to fight have done so in a battle of this day, those that march have marched (house rule
/// `consumption`).
fn fight(now: &mut Campaign, using: &PresentUse) {
    let mut units = Vec::new();
    for (leaf, action) in &using.actions {
        if *action == DayAction::Marched {
            if let Some(leaf) = now.formations.get_mut_where_it_is(leaf).and_then(|f| f.leaf.as_mut()) {
                leaf.march.today = true;
            }
            continue;
        }
        let attacked = *action == DayAction::Attacked;
        let (unit, engaged, first) = (leaf.clone(), true, false);
        let (sp_before, sp_lost, passed, failed, sp_whole) = (0, 0, 0, 0, 0);
        units.push(BattleUnit { unit, attacked, engaged, first, sp_before, sp_lost, passed, failed, sp_whole });
    }
    let (Some(side), false) = (now.sides.first().map(|side| side.id), units.is_empty()) else { return };
    let fought = Fought {
        end: BattleEnd::OutOfMoves,
        holder: side,
        moves: 0,
        recorded: true,
        recce: None,
        bases_lost: None,
        units,
    };
    let (id, bound, rules) = (BattleId::from("foreseen"), now.bound, now.rules);
    let square = domain::Square::new(0, 0);
    let battle = Battle { id, square, bound, attacker: side, rules, facts: Vec::new(), fought: Some(fought) };
    now.battles.insert(battle.id.clone(), battle);
}

/// Reads how formations stand after a bound was closed.
fn read(now: &Campaign, closed: Bound, rows: &mut [ForeseenRow]) {
    let full = now.settings.detail() == Detail::Full;
    let stocks = if full { supply::own_stocks(now) } else { BTreeMap::new() };
    for row in rows {
        let holds = stocks.get(&row.formation).map(|both| both[usize::from(row.commodity == Commodity::Pol)]);
        // Who had none before and uses none does not run dry.
        let could = row.a_day > 0 || row.holds.is_some_and(|held| held > 0);
        if could && holds.is_some_and(|holds| holds <= 0) && row.dry.is_none() {
            row.dry = Some(closed);
        }
        if is_out(now, &row.formation, row.commodity) && row.out.is_none() {
            row.out = Some(closed);
        }
        row.left = holds;
    }
}

/// Whether a formation was out when the last bound was closed.
fn is_out(now: &Campaign, formation: &FormationId, commodity: Commodity) -> bool {
    let standing = now.supply.get(formation.as_str()).map(|record| record.of(commodity));
    standing.is_some_and(|standing| Supplied::was_out(&standing))
}

/// What became of a row of a forecast.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ForecastOutcome {
    /// What was foreseen.
    pub foreseen: ForeseenRow,
    /// The first bound closed since at whose close it held none itself.
    pub dry: Option<Bound>,
    /// The first bound closed since at whose close it was out.
    pub out: Option<Bound>,
}

/// Lays a forecast beside what happened: `closed` are the campaigns as its bounds were closed, the first first.
fn outcomes(forecast: &KeptForecast, closed: &[Campaign]) -> Vec<ForecastOutcome> {
    let mut rows = forecast.rows.clone();
    for row in &mut rows {
        (row.dry, row.out) = (None, None);
    }
    for campaign in closed {
        read(campaign, campaign.bound, &mut rows);
    }
    let both = forecast.rows.iter().cloned().zip(rows);
    both.map(|(foreseen, real)| ForecastOutcome { foreseen, dry: real.dry, out: real.out }).collect()
}

/// A forecast beside what happened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ForecastComparison {
    /// The forecast.
    pub forecast: KeptForecast,
    /// How many of its bounds have been closed.
    pub closed: usize,
    /// What became of each row.
    pub outcomes: Vec<ForecastOutcome>,
}

/// Refuses a side the forecast of those who knew more of its stocks than it does (house rule `news_delay`).
fn must_know(then: &Campaign, operation: u64, kept: &KeptForecast, side: Option<SideId>) -> Result<(), OpError> {
    let Some(side) = side.filter(|side| kept.side != Some(*side) && then.has_news_delay()) else { return Ok(()) };
    let message = format!("the forecast of operation {operation} does not use what is reported to `{side}`");
    Err(OpError::not_now(message, command!("`railhead supply forecast --keep --side {side}` keeps one that does")))
}

impl Session {
    /// Lays the forecast that an operation kept beside what happened since, or one side's part of it.
    ///
    /// # Errors
    /// When the operation kept none, the chain of operations no longer holds it, or the file cannot be read.
    pub fn forecast_against(&self, operation: u64, side: Option<SideId>) -> Result<ForecastComparison, OpError> {
        let (_, events) = self.operation(operation)?;
        let kept = events.into_iter().find_map(|event| match event {
            Event::ForecastKept { forecast } => Some(*forecast),
            _ => None,
        });
        let mut forecast = kept.ok_or_else(|| {
            let wanted = "an operation of `supply forecast --keep`: `railhead op log` lists them";
            OpError::bad_value("--against", &operation.to_string(), wanted)
        })?;
        let now = self.look(None)?;
        must_know(&self.look(Some(Moment::Operation(operation)))?, operation, &forecast, side)?;
        let of = |row: &ForeseenRow| now.formations.get(&row.formation).map(|f| f.side);
        forecast.rows.retain(|row| side.is_none_or(|side| of(row) == Some(side)));
        let bounds = std::iter::successors(Some(forecast.from), |bound| Some(bound.next()));
        let past = bounds.take(forecast.bounds as usize).take_while(|bound| *bound < now.bound);
        let closed = past.map(|bound| Ok(self.look(Some(Moment::Bound(bound)))?.as_reported_in(side, now.bound)));
        let closed = closed.collect::<Result<Vec<_>, OpError>>()?;
        let outcomes = outcomes(&forecast, &closed);
        Ok(ForecastComparison { forecast, closed: closed.len(), outcomes })
    }
}
