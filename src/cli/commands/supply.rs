//! `supply`: accounts and stock by hand.

use clap::Subcommand;

use domain::{SideId, SupplyState, command};
use ops::command::{
    ClaimSettle, ConvoyRecall, ForecastKeep, Stocktake, SupplyAirlift, SupplyReceive, SupplySend, SupplyTransfer,
};
use ops::query::{Assessment, Cause};
use ops::{Formation, OpError, Request, View, pick, query};
use report::model::{
    AirliftReport, ClaimList, ConvoyList, CriticalReport, ForecastAgainst, StockReport, SupplyForecastReport,
    SupplySheet, SupplyTrace,
};

use super::map::square_or_unit;
use super::supply_graph::GraphCommand;
use super::supply_plan::PlanCommand;
use crate::command_context::{CommandContext, Ended, Ending, commander_of};
use crate::failure::Failure;
use crate::flags::{ReadingFlags, RuledFlags, WritingFlags};
use crate::words::key_value;

/// Shows and corrects stocks
#[derive(Debug, Subcommand)]
pub(crate) enum Supply {
    /// Prints the supply status sheet: how many are in LOG and POL supply, why the others are not, and what would mend it
    #[command(after_long_help = "\
How many are supplied of how many, then every cause once, what frees most first: what fails and where, since when, all
who suffer from it, and the mend. Who has several obstacles stands under the first, and the rest is named with it. With
--side you can hand out the sheet: it names no enemy formation and no command.
--by unit shows a row for every formation, with reasons and mends of its own. Under `detail = full` its stock stands in
brackets, with the days it lasts at the present use: one LOG a day while in contact, one POL while ordered to move or
after marching today. States: in_supply, cut, no_vehicle, dump_empty, not_required. What convoys are bringing to a
formation, or to the first dump of its line, is listed too: where it has still to be loaded, when it arrives as things
stand, and since when it is held up. It counts as stock of nobody yet. House rules that make a difference now stand
under the table, with the bound from which they apply. CSV is always by formation.

Examples:
  railhead supply status
  railhead supply status --side AX
  railhead supply status --by unit --brief
  railhead supply status --state cut
  railhead supply status a6.xiv --depth 2
  railhead supply status --side SU --format csv

JSON: see docs/JSON.md")]
    Status {
        /// Only this unit and what is under it
        unit: Option<String>,
        /// How many levels of formations fed by others to show as well
        #[arg(long, value_name = "N", default_value_t = 0)]
        depth: usize,
        /// By `cause`, each once, or by `unit`, a row each
        #[arg(long, value_name = "WHAT", value_parser = ["cause", "unit"], default_value = "cause")]
        by: String,
        /// Only formations in trouble
        #[arg(long)]
        brief: bool,
        /// Only formations whose LOG or POL is in this state, a row each
        #[arg(long, value_name = "STATE", value_parser = ["in_supply", "cut", "no_vehicle", "dump_empty", "not_required"])]
        state: Option<String>,
        #[command(flatten)]
        reading: ReadingFlags,
    },
    /// Traces the line and chain of one formation, leg by leg, with reason and mend where they fail
    #[command(after_long_help = "\
Last comes what is tight on the way from the source, the tightest first, with the other formations that draw on it and
the mend. The list has whatever fails. Under `detail = full` it adds the formation's stock; the stock of every dump and
railhead on its line with what comes in a day; for POL the stock at the chain's end and at the railhead that fills it;
what LOG vehicles bring over each leg in a day, and bowsers over the hops and from that railhead; and the hops of the
bowser chain. A day is taken at full use: one LOG for every formation through which fighting leaves are fed, one POL for
each that needs it. A formation's own vehicles fetch from the first dump of its line or the next stop of its chain; a
dump owner's vehicles carry what is drawn through the dump; those of a level of the chain carry what goes by its
bowsers. Stock on its way with convoys is not asked for again. A short stock is mended by convoys if free vehicles can
bring all of it within nine bounds, the earliest first; in a pocket by today's flights; a railhead left short by the
trains of others by `rail priority`. Each is offered only if a trial showed that it is enough. The umpire's correction
is the second way, or the only one; a side without transport wings gets nothing by air. All mends of one way together
mend a row. With --side you can hand it out: it shows only that side's formations. Under the house rule `news_delay` its
stocks are the last reported ones.

Examples:
  railhead supply trace 16pz
  railhead supply trace 26tk --side SU

JSON: see docs/JSON.md")]
    Trace {
        /// The formation
        unit: String,
        #[command(flatten)]
        reading: ReadingFlags,
    },
    /// Ranks the squares, crossings and road junctions whose loss would cut the most formations
    #[command(after_long_help = "\
It shows where a rear guard pays, and where an attacker should strike: everything on an open line of supply whose loss
leaves a formation without one. Neighbouring things that cut the same formations are one row, named for a source,
railhead, dump, crossing or road junction among them if there is one; any square of the row does as well. A square is
lost when an enemy controls it: neither lorries nor trains pass; a crossing is lost when it is destroyed. `way round`
counts the formations whose line goes there now and that would find another. Bowser chains are not considered.
Several together: for each corps that no single row cuts as a whole, the fewest squares and crossings, four at most,
whose loss cuts all its formations off from every fed railhead and source depot, whatever dumps it has.
Both sides are shown, as the umpire sees them; with --side only that side's supply, fit to hand out: the enemy's weak
points are not shown.

Examples:
  railhead supply critical
  railhead supply critical --side AX --top 5
  railhead supply critical --format csv

JSON: see docs/JSON.md")]
    Critical {
        /// How many points of each side to show
        #[arg(long, value_name = "N", default_value_t = 10)]
        top: usize,
        #[command(flatten)]
        reading: ReadingFlags,
    },
    Graph(GraphCommand),
    /// Forecasts who runs dry and when, at present use and under the orders given
    #[command(after_long_help = "\
The forecast plays the coming bounds on a copy of the campaign: it carries out the orders given for them, and closes
each with the code of `bound close`, with dice from a fixed seed. Open battles count as declined, overruns as spared.
Before each night the formations assumed to march have marched, and those assumed to fight need LOG:
  --pol ordered  formations ordered to move or that marched today march every day; all; none beyond the orders
  --log contact  formations in contact fight every day; all; none beyond what is needed already
The table shows which formations have none left of their own (`detail = full`), and which are out, with the first bound
at whose close this is so. With --side only that side's formations are shown, and the enemy's orders are ignored; with
UNIT only that formation and those under it, each with what it holds in the end, run dry or not.
--keep saves the forecast as an operation that changes nothing; --against compares it with what happened since.

Examples:
  railhead supply forecast
  railhead supply forecast --bounds 9 --side AX
  railhead supply forecast 26tk
  railhead supply forecast --pol all --log all
  railhead supply forecast --keep --reason \"before the thaw\"
  railhead supply forecast --against 12

JSON: see docs/JSON.md")]
    Forecast {
        /// Only this formation and those under it
        #[arg(conflicts_with_all = ["keep", "against"])]
        unit: Option<String>,
        /// How many bounds to look ahead, including the running one
        #[arg(long, value_name = "N", default_value_t = query::FORECAST_BOUNDS)]
        bounds: u32,
        /// Who is assumed to burn POL: `ordered`, `all`, `none`
        #[arg(long, value_name = "WHO", default_value = "ordered")]
        pol: String,
        /// Who is assumed to expend LOG: `contact`, `all`, `none`
        #[arg(long, value_name = "WHO", default_value = "contact")]
        log: String,
        /// Saves the forecast, to compare with what happens
        #[arg(long, conflicts_with_all = ["as_of", "against"])]
        keep: bool,
        /// Compares the forecast of this operation with what happened
        #[arg(long, value_name = "OP", conflicts_with = "as_of")]
        against: Option<u64>,
        #[command(flatten)]
        writing: WritingFlags,
        #[command(flatten)]
        reading: ReadingFlags,
    },
    /// Lists what every account holds
    #[command(after_long_help = "\
Under the house rule `news_delay` --side shows what was last reported, with the bound of that report.

Examples:
  railhead supply stocks
  railhead supply stocks su.d.5ta
  railhead supply stocks --at Kalach
  railhead supply stocks --side AX --format csv
  railhead supply stocks --all

JSON: see docs/JSON.md")]
    Stocks {
        /// Only this account
        account: Option<String>,
        /// Only those in this square, with what they hold together
        #[arg(long, value_name = "SQUARE|UNIT", conflicts_with = "account")]
        at: Option<String>,
        /// Includes boundary accounts: where stock came from and where it ended
        #[arg(long)]
        all: bool,
        #[command(flatten)]
        reading: ReadingFlags,
    },
    /// Carries stock from one account to another on the same square
    #[command(after_long_help = "\
Accounts on different squares need --override: otherwise stock must be driven.

Examples:
  railhead supply transfer su.d.5ta 26tk.u3-1 1 log
  railhead supply transfer su.d.5ta su.d.21a 2 pol --override \"lent overnight\"")]
    Transfer {
        /// From this account
        from: String,
        /// To this account
        to: String,
        /// How many units
        quantity: u32,
        /// The commodity: `log`, `pol`, `fu_m`, `fu_h`, `fu_vh`
        commodity: String,
        #[command(flatten)]
        ruled: RuledFlags,
    },
    /// Takes stock in from a boundary account
    #[command(after_long_help = "\
Examples:
  railhead supply receive chir 6 log --from rail
  railhead supply receive d-6a 1 pol --from air --reason \"first lift\"")]
    Receive {
        /// Into this account
        account: String,
        /// How many units
        quantity: u32,
        /// The commodity: `log`, `pol`, `fu_m`, `fu_h`, `fu_vh`
        commodity: String,
        /// From this boundary account: `rail`, `air`, `captured_from:SIDE`, ...
        #[arg(long, value_name = "ACCOUNT")]
        from: String,
        #[command(flatten)]
        ruled: RuledFlags,
    },
    /// Sends vehicles out with a load and home again; they drive as bounds close
    #[command(after_long_help = "\
Vehicles are logistic leaves of the order of battle; those sent together start from one square and keep together. They
drive to where they load (`--from`, at once if they stand there), by the quickest clear way to where they unload, and
home. Their cargo is in their own accounts: `supply stocks`. `bound close` drives them with the hours of supply
vehicles; `supply convoys` shows their progress.
TO is a dump, a railhead, a formation (its dump; without one, its vehicles of the kind that have room) or a square with
a dump. A formation's own vehicle keeps what it brings: this is how it fetches. Corps and army send vehicles forward in
the first bound of a day; anything else needs --override, or `--for` the morning.

Examples:
  railhead supply send 5ta.u7-1 --load 2log --from su.d.5ta --to 26tk
  railhead supply send 26tk.u3-1 --load 1log --from su.d.5ta --to 26tk
  railhead supply send 5ta.u7-2 --load 1log --from su.d.5ta --to 47grd --via Serafimovich --for next
  railhead supply send 26tk.u4-1 --to Manoylin --stay
  railhead supply send 5ta.u7-1 --home
  railhead supply send 5ta.u7-1 --release")]
    Send {
        /// The vehicles, separated by commas
        #[arg(value_delimiter = ',', required = true)]
        vehicle: Vec<String>,
        /// What to load: `2log`, `1pol`, `1log 1fu_m`; without it they go with what they have
        #[arg(long, value_name = "LOAD")]
        load: Option<String>,
        /// Where to load: a dump, a railhead or a square; by default where they stand
        #[arg(long, value_name = "ACCOUNT|SQUARE")]
        from: Option<String>,
        /// Where to: a dump, a railhead, a formation or a square
        #[arg(long, value_name = "TO", required_unless_present_any = ["home", "release"])]
        to: Option<String>,
        /// Squares by which to deliver, separated by commas; by default the quickest clear way
        #[arg(long, value_delimiter = ',', value_name = "SQUARE")]
        via: Vec<String>,
        /// Comes home afterwards (the default)
        #[arg(long = "return", conflicts_with = "stay")]
        back: bool,
        /// Stays there
        #[arg(long)]
        stay: bool,
        /// The bound in which to set out: `next`, `3am`; by default the running one
        #[arg(long = "for", value_name = "BOUND")]
        bound: Option<String>,
        /// Turns a convoy round: it drives home with what it has
        #[arg(long, conflicts_with_all = ["load", "from", "to", "via", "stay", "back", "bound", "release"])]
        home: bool,
        /// Releases the vehicles of a convoy where they stand, with what they have
        #[arg(long, conflicts_with_all = ["load", "from", "to", "via", "stay", "back", "bound"])]
        release: bool,
        #[command(flatten)]
        ruled: RuledFlags,
    },
    Plan(PlanCommand),
    /// Lists vehicles on the road: cargo, errand, and when each arrives
    #[command(after_long_help = "\
`there` is the bound in which a convoy delivers, `home` the one in which it is back, with roads, weather and enemies as
they are now. With --side you can hand out the list. State: waits, to_load, to_deliver, home, held_up.
Under the house rule `news_delay` --side shows cargoes as last reported, with the bound of that report. If air strikes
are booked on squares still ahead while the convoy is on the road, the row says so, and its arrival does not count them;
with --side only those flown in the running bound.

Examples:
  railhead supply convoys
  railhead supply convoys --side SU --format csv

JSON: see docs/JSON.md")]
    Convoys {
        #[command(flatten)]
        reading: ReadingFlags,
    },
    /// Lists what was overrun and waits for the umpire, or settles it
    #[command(after_long_help = "\
This is only for `capture = umpire`; otherwise overruns are captured or destroyed at once. `captured` gives a dump to
the captor's army and a vehicle's cargo to a dump of that army in the square; `destroyed` ends both; `spared` leaves a
dump to its owner, and a leaf dispersed. Things under enemy troops that were set there (`unit set`) are listed too, and
settled in the same way; they do not stop you closing the bound.

Examples:
  railhead supply claim
  railhead supply claim d-7cav captured
  railhead supply claim 7cav.log destroyed --reason \"burnt by its drivers\"

JSON: see docs/JSON.md")]
    Claim {
        /// The dump or leaf
        #[arg(requires = "fate")]
        what: Option<String>,
        /// What becomes of it: `captured`, `destroyed`, `spared`
        fate: Option<String>,
        #[command(flatten)]
        writing: WritingFlags,
        #[command(flatten)]
        reading: ReadingFlags,
    },
    /// Flies LOG or POL to an airfield, or drops it to a dump; without arguments lists wings, airfields and flights
    #[command(after_long_help = "\
Transport wings are in `wings.csv`: sorties a day, kg an aircraft. In a day of good weather a wing flies all of them, in
`none` weather none, otherwise `air_limited` percent. It flies from an open airfield of its side and lands at another,
where the first dump of its side takes the loads. Loads for a dump without an open airfield are dropped, and
`air_drop_lost` percent of them are lost. An airfield held by the enemy is closed. A die is thrown for every ten sorties
begun: on a 1 (in weather that is not good, also on a 2) an aircraft is lost with its load. Give known results instead:
--landed (the others turned back), --lost, --tons. Under `detail = full` tonnes are booked from `air` as units of
`log_tons` and `pol_tons`, and to `lost`; a remainder below a unit is carried over. Under `simple` the flight is
recorded and nothing is booked.

Examples:
  railhead supply airlift
  railhead supply airlift ax.lw4.u6-1 pitomnik-airfield log
  railhead supply airlift ax.lw4.u6-2 pitomnik-airfield pol --sorties 15 --landed 8 --tons 13
  railhead supply airlift ax.lw4.u6-1 ax.d.xi log --sorties 10 --dice 4

JSON: see docs/JSON.md")]
    Airlift {
        /// The transport wing
        #[arg(requires = "to")]
        wing: Option<String>,
        /// The airfield, or the dump
        #[arg(requires = "commodity")]
        to: Option<String>,
        /// The commodity: `log` or `pol`
        commodity: Option<String>,
        /// How many sorties; by default all it has left today
        #[arg(long, value_name = "N")]
        sorties: Option<u32>,
        /// How many came through, if known
        #[arg(long, value_name = "N")]
        landed: Option<u32>,
        /// How many aircraft were lost, if known
        #[arg(long, value_name = "N")]
        lost: Option<u32>,
        /// How many tonnes were delivered, if known
        #[arg(long, value_name = "T", value_parser = clap::value_parser!(u32).range(0..=1_000_000))]
        tons: Option<u32>,
        #[command(flatten)]
        dice: super::bound::DiceFlags,
        #[command(flatten)]
        ruled: RuledFlags,
        #[command(flatten)]
        reading: ReadingFlags,
    },
    /// Books the difference between the count and the books to `adjustment`
    #[command(after_long_help = "\
It needs a reason. A vehicle holds what it carries, up to its capacity.

Examples:
  railhead supply stocktake su.d.5ta log=11 pol=8 --reason \"counted on the table after D2\"")]
    Stocktake {
        /// The account that was counted
        account: String,
        /// What was counted of each commodity
        #[arg(required = true, value_name = "COMMODITY=N", value_parser = key_value)]
        counted: Vec<(String, String)>,
        #[command(flatten)]
        ruled: RuledFlags,
    },
}

impl Supply {
    pub(crate) fn run(&self, ctx: &mut CommandContext<'_>) -> Ended {
        match self {
            Self::Status { .. } => self.status(ctx),
            Self::Trace { unit, reading } => {
                let (campaign, side) = ctx.look_as(reading)?;
                let unit = ctx.unit_of(reading, (&campaign, side), unit)?;
                let (found, tight) = query::supply_trace(&campaign, unit, side)?;
                match SupplyTrace::new(&campaign, &found, &tight, side) {
                    Some(report) => {
                        let report = report.with_underway(&campaign, &found, &query::underway(&campaign));
                        ctx.print(&report.with_news(&campaign, side))
                    }
                    None => Err(query::no_supply(&campaign, unit).into()),
                }
            }
            Self::Critical { top, reading } => {
                let (campaign, side) = ctx.look_as(reading)?;
                ctx.print(&CriticalReport::new(&campaign, &query::supply_critical(&campaign, side), *top))
            }
            Self::Forecast { against: Some(operation), reading, .. } => against(ctx, *operation, reading),
            Self::Forecast { bounds, pol, log, keep: true, writing, reading, .. } => {
                let (pol, log) = (pol.parse().map_err(OpError::from)?, log.parse().map_err(OpError::from)?);
                let request = ForecastKeep { bounds: *bounds, side: reading.reader.side.clone(), pol, log };
                ctx.change(writing, &Request::ForecastKeep(request))
            }
            Self::Forecast { unit, bounds, pol, log, reading, .. } => {
                let (campaign, side) = ctx.look_as(reading)?;
                let unit = ctx.unit_asked(reading, (&campaign, side), unit.as_deref())?;
                let (pol, log) = (pol.parse().map_err(OpError::from)?, log.parse().map_err(OpError::from)?);
                let asked = query::ForecastAsked { bounds: *bounds, side, pol, log };
                let forecast = query::supply_forecast(&campaign, asked)?;
                let report = SupplyForecastReport::new(&campaign, &forecast).with_news(&campaign, side);
                ctx.print(&unit.map(|unit| report.clone().of(&campaign, unit)).unwrap_or(report))
            }
            Self::Stocks { account, at, all, reading } => {
                let (campaign, side) = ctx.look_as(reading)?;
                let account = account.as_deref().map(|word| pick::account(&campaign, word)).transpose()?;
                let report = StockReport::new(&campaign, side, account.as_ref(), *all);
                match at.as_deref().map(|word| square_or_unit(&campaign, word)).transpose()? {
                    Some(square) => ctx.print(&report.at(&campaign.frame.reference(square))),
                    None => ctx.print(&report),
                }
            }
            Self::Transfer { from, to, quantity, commodity, ruled } => {
                let (from, to, commodity) = (from.clone(), to.clone(), commodity.clone());
                let request = SupplyTransfer { from, to, quantity: *quantity, commodity };
                ctx.ruled_change(ruled, &Request::SupplyTransfer(request))
            }
            Self::Receive { account, quantity, commodity, from, ruled } => {
                let (account, from, commodity) = (account.clone(), from.clone(), commodity.clone());
                let request = SupplyReceive { account, quantity: *quantity, commodity, from };
                ctx.ruled_change(ruled, &Request::SupplyReceive(request))
            }
            Self::Claim { what: Some(what), fate: Some(fate), writing, .. } => {
                let request = ClaimSettle { what: what.clone(), fate: fate.clone() };
                ctx.change(writing, &Request::ClaimSettle(request))
            }
            Self::Claim { reading, .. } => {
                let (campaign, _) = ctx.look_as(reading)?;
                ctx.print(&ClaimList::new(&campaign))
            }
            Self::Graph(graph) => graph.run(ctx),
            Self::Plan(plan) => plan.run(ctx),
            Self::Convoys { reading } => {
                let (campaign, side) = ctx.look_as(reading)?;
                ctx.print(&ConvoyList::new(&campaign, &query::convoys(&campaign), side))
            }
            Self::Send { vehicle, home: true, ruled, .. } => recall(ctx, ruled, vehicle, false),
            Self::Send { vehicle, release: true, ruled, .. } => recall(ctx, ruled, vehicle, true),
            Self::Send { vehicle, load, from, to, via, stay, bound, ruled, .. } => {
                let request = SupplySend {
                    vehicles: vehicle.clone(),
                    load: load.clone(),
                    from: from.clone(),
                    to: to.clone().unwrap_or_default(),
                    via: via.clone(),
                    stay: *stay,
                    bound: bound.clone(),
                };
                ctx.ruled_change(ruled, &Request::SupplySend(request))
            }
            Self::Airlift { wing: Some(wing), to: Some(to), commodity: Some(commodity), dice, ruled, .. } => {
                let request = self.airlift([wing, to, commodity], dice);
                if dice.is_asked() {
                    return ctx.asked_change(&ruled.writing, ruled.overridden.as_ref(), request);
                }
                ctx.ruled_change(ruled, &request)
            }
            Self::Airlift { reading, .. } => {
                let (campaign, _) = ctx.look_as(reading)?;
                ctx.print(&AirliftReport::new(&campaign))
            }
            Self::Stocktake { account, counted, ruled } => {
                let request = Stocktake { account: account.clone(), counted: counted.clone() };
                ctx.ruled_change(ruled, &Request::Stocktake(request))
            }
        }
    }
}

impl Supply {
    /// The sheet, and what house rules do to it.
    fn status(&self, ctx: &mut CommandContext<'_>) -> Ended {
        let Self::Status { unit, depth, by, brief, state, reading } = self else { return Ok(Ending::Done) };
        let (campaign, side) = ctx.look_as(reading)?;
        let unit = ctx.unit_asked(reading, (&campaign, side), unit.as_deref())?;
        let unit = unit.map_or_else(|| commander_of(&campaign, reading), |unit| Ok(Some(unit)))?;
        let sheet = sheet(&campaign, side, unit, *depth);
        let sheet = if by == "unit" { sheet.by_unit() } else { sheet };
        let sheet = if *brief { sheet.brief() } else { sheet };
        let state = state.as_deref().map(str::parse::<SupplyState>).transpose().map_err(OpError::from)?;
        ctx.print(&state.map(|state| sheet.clone().in_state(state)).unwrap_or(sheet))
    }
}

/// The sheet for its reader, of all or of one formation, with all that house rules, railways and convoys do to it.
pub(super) fn sheet(campaign: &View, side: Option<SideId>, unit: Option<&Formation>, depth: usize) -> SupplySheet {
    let found = query::supply_status(campaign, side, unit, depth);
    let causes = query::supply_causes_and_means(campaign, &found);
    let sheet = sheet_of(campaign, (side, unit), (&found, &causes), depth);
    // Of all it costs as much as the sheet; `review` tells of them.
    let Some(unit) = unit.filter(|_| depth == 0) else { return sheet };
    sheet.with_fed_in_vain(campaign, &query::fed_in_vain(campaign, side, Some(unit)))
}

/// The same for its reader, of all or of one formation of which it is known already how they stand, and why.
pub(super) fn sheet_of(
    campaign: &View,
    (side, unit): (Option<SideId>, Option<&Formation>),
    (found, causes): (&[Assessment], &[Cause]),
    depth: usize,
) -> SupplySheet {
    let of = side.or(unit.map(|unit| unit.side));
    let (trains, barred) = (query::trains_by_rule(campaign, of), query::barred_by_gauge(campaign, of));
    let ways = query::Ways::new(campaign, found);
    let sheet = SupplySheet::new(&ways, found, side).with_days(&query::use_where_counted(campaign));
    let sheet =
        sheet.with_underway(campaign, found, &query::underway(campaign)).with_railways(campaign, &trains, &barred);
    let sheet = sheet.with_priorities(campaign, &query::shifted_by_priority(campaign, of));
    let sheet = sheet.with_house_rules(campaign, found).with_roads(campaign, of).with_news(campaign, side);
    let nobody = query::nobody_draws(campaign, (side, unit), found);
    sheet.to_depth(depth).with_causes(&ways, causes, side).with_nobody(campaign, &nobody)
}

/// Turns a convoy round, or sets its vehicles free.
fn recall(ctx: &mut CommandContext<'_>, ruled: &RuledFlags, vehicles: &[String], release: bool) -> Ended {
    let [vehicle] = vehicles else {
        return Err(
            Failure::words("name the convoy by one vehicle").hint(command!("`railhead supply convoys` lists them"))
        );
    };
    ctx.ruled_change(ruled, &Request::ConvoyRecall(ConvoyRecall { vehicle: vehicle.clone(), release }))
}

/// Compares the forecast of an operation with what happened since.
fn against(ctx: &mut CommandContext<'_>, operation: u64, reading: &ReadingFlags) -> Ended {
    let (now, side) = ctx.look_as(reading)?;
    let kept = ctx.session()?.forecast_against(operation, side)?;
    let outcomes = kept.outcomes.iter().map(|o| (&o.foreseen, o.dry, o.out));
    let report = ForecastAgainst::new(&now, operation, &kept.forecast, kept.closed, outcomes);
    ctx.print(&report)
}

impl Supply {
    /// The request of `supply airlift` with its three words.
    fn airlift(&self, [wing, to, commodity]: [&String; 3], dice: &super::bound::DiceFlags) -> Request {
        let numbers = match self {
            Self::Airlift { sorties, landed, lost, tons, .. } => [*sorties, *landed, *lost, *tons],
            _ => [None; 4],
        };
        let [sorties, landed, lost, tons] = numbers;
        let (wing, to, commodity) = (wing.clone(), to.clone(), commodity.clone());
        let dice = dice.words();
        Request::SupplyAirlift(SupplyAirlift { wing, to, commodity, sorties, landed, lost, tons, dice })
    }
}
