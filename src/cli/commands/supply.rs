//! `supply`: accounts and stock by hand.

use clap::Subcommand;

use crate::cli::desk::{Desk, Ended};
use crate::cli::flags::{Reading, Ruled, Writing};
use crate::cli::words::key_value;
use crate::ops::command::{ClaimSettle, Stocktake, SupplyAirlift, SupplyReceive, SupplyTransfer};
use crate::ops::{OpError, Request, pick, query};
use crate::report::model::{AirliftReport, ClaimList, StockReport, SupplySheet, SupplyTrace};

/// Shows and corrects stocks
#[derive(Debug, Subcommand)]
pub(crate) enum Supply {
    /// Prints the supply status sheet: who is in LOG and POL supply, who is not, why, and what would mend it
    #[command(after_long_help = "\
With --side the sheet can be handed out: it names no formation of the enemy. States: in_supply, cut, no_vehicle,
dump_empty, not_required. Kinds of cut and mend: enemy_unit, enemy_control, contested, no_crossing, rail_cut,
no_dump, no_vehicle, no_road, hop_too_long. With --format json:
  {\"campaign\":\"uranus-1942\",\"bound\":{\"day\":1,\"phase\":\"am\",\"date\":\"1942-11-19\",\"label\":\"D1 am\"},
   \"mode\":\"simple\",\"units\":[{\"id\":\"ax.a6.xi.44id\",\"name\":\"44th Infantry Division\",\"side\":\"AX\",
   \"echelon\":\"division\",\"square\":\"058034\",\"fed_by\":null,
   \"log\":{\"state\":\"in_supply\",\"stock\":null,\"source\":\"chir-station\",\"hours\":12.3,\"km\":120.0,
   \"path\":[\"058034\",\"058035\"],\"cut\":null},
   \"pol\":{\"required\":false,\"state\":\"not_required\",\"stock\":null,\"links\":[],\"broken\":null},
   \"ammo_out_bases\":0,\"bounds_out\":{\"log\":0,\"pol\":0},\"can_attack\":true,\"can_move\":true,
   \"reasons\":[],\"mend\":[]}]}

Examples:
  railhead supply status
  railhead supply status --side AX
  railhead supply status --brief
  railhead supply status a6.xiv --depth 2
  railhead supply status --side SU --format csv")]
    Status {
        /// Only this unit and what is under it
        unit: Option<String>,
        /// Only this side, as that side may read it
        #[arg(long)]
        side: Option<String>,
        /// How many levels of those that are fed by others to show too
        #[arg(long, value_name = "N", default_value_t = 0)]
        depth: usize,
        /// Only formations in trouble
        #[arg(long)]
        brief: bool,
        #[command(flatten)]
        reading: Reading,
    },
    /// Traces the line and chain of one formation, leg by leg, with reason and mend where they fail
    #[command(after_long_help = "\
With --format json: one unit as in `supply status`, with legs and railway beside:
  {\"id\":\"ax.a6.xi.44id\",\"legs\":[{\"from\":\"ax.a6.xi.44id\",\"to\":\"ax.d.xi\",\"hours\":2.0,\"km\":24.0,
   \"path\":[\"058034\"],\"ok\":true}],\"rail\":{\"railhead\":\"chir-station\",\"source\":\"tatsinskaya\",
   \"path\":[\"051061\"],\"cut\":null}}
`rail` is the railway that feeds the line, or the one that is cut and must run again; else null.

Examples:
  railhead supply trace 16pz
  railhead supply trace 26tk --side SU")]
    Trace {
        /// The formation
        unit: String,
        /// As this side may read it
        #[arg(long)]
        side: Option<String>,
        #[command(flatten)]
        reading: Reading,
    },
    /// Lists what every account holds
    #[command(after_long_help = "\
With --format json:
  {\"accounts\":[{\"account\":\"d-5ta\",\"side\":\"SU\",\"square\":\"040022\",\"commodity\":\"log\",\"quantity\":12}]}

Examples:
  railhead supply stocks
  railhead supply stocks d-5ta
  railhead supply stocks --side AX --format csv
  railhead supply stocks --all")]
    Stocks {
        /// Only this account
        account: Option<String>,
        /// Only this side
        #[arg(long)]
        side: Option<String>,
        /// Boundary accounts too: where stock came from and where it ended
        #[arg(long)]
        all: bool,
        #[command(flatten)]
        reading: Reading,
    },
    /// Carries stock from one account to another on the same square
    #[command(after_long_help = "\
Accounts that are not on one square want --override: all else is driven.

Examples:
  railhead supply transfer d-5ta su.5ta.26tk.log 1 log
  railhead supply transfer d-5ta d-21a 2 pol --override \"lent overnight\"")]
    Transfer {
        /// From this account
        from: String,
        /// To this account
        to: String,
        /// How many units
        quantity: u32,
        /// What: `log`, `pol`, `fu_m`, `fu_h`, `fu_vh`
        commodity: String,
        #[command(flatten)]
        ruled: Ruled,
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
        /// What: `log`, `pol`, `fu_m`, `fu_h`, `fu_vh`
        commodity: String,
        /// From this boundary account: `rail`, `air`, `captured_from:SIDE`, ...
        #[arg(long, value_name = "ACCOUNT")]
        from: String,
        #[command(flatten)]
        ruled: Ruled,
    },
    /// Lists what was overrun and waits for the umpire, or settles it
    #[command(after_long_help = "\
Only under `capture = umpire`; otherwise what is overrun is captured or destroyed at once. `captured` gives a dump to
the captor's army and the cargo of a vehicle to a dump of it in the square; `destroyed` is the end of both; `spared`
leaves a dump to its owner, and a leaf dispersed.

With --format json the list is:
  [{\"id\":\"d-7cav\",\"kind\":\"dump\",\"square\":\"036030\",\"by\":\"su.5ta.26tk.b1\",\"bound\":\"D1 am\"}]

Examples:
  railhead supply claim
  railhead supply claim d-7cav captured
  railhead supply claim 7cav.log destroyed --reason \"burnt by its drivers\"")]
    Claim {
        /// The dump or leaf
        #[arg(requires = "fate")]
        what: Option<String>,
        /// What becomes of it: `captured`, `destroyed`, `spared`
        fate: Option<String>,
        #[command(flatten)]
        writing: Writing,
        #[command(flatten)]
        reading: Reading,
    },
    /// Flies LOG or POL to an airfield, or drops it to a dump; without words lists wings, airfields and flights
    #[command(after_long_help = "\
Transport wings stand in `wings.csv`: sorties a day, kg an aircraft. In a day of good weather a wing flies all of them,
in none none, in any other `air_limited` percent. It flies from an open airfield of its side, and lands at one, where the
first dump of its side takes the loads; what goes to a dump without an open airfield is dropped, and `air_drop_lost`
percent of it are lost. An airfield that the enemy holds is closed. For every ten sorties begun a die is thrown: on a 1
(in weather that is not good on a 2 too) an aircraft is lost with its load. What is known is given instead: --landed (the
others turned back), --lost, --tons. Under `detail = full` tonnes are booked from `air` as units of `log_tons` and
`pol_tons`, and to `lost`; what falls short of a unit is carried over. Under `simple` the flight is told and nothing booked.

With --format json the list is:
  {\"wings\":[{\"leaf\":\"ax.lw4.u6-1\",\"name\":\"Ju 52\",\"side\":\"AX\",\"airfield\":\"tatsinskaya-airfield\",\"sorties\":50,
    \"left\":25,\"load_kg\":2000}],
   \"airfields\":[{\"id\":\"pitomnik-airfield\",\"side\":\"AX\",\"square\":\"074050\",\"open\":true,\"landings\":100,
    \"landed\":22}],
   \"flights\":[{\"bound\":{\"day\":6,\"phase\":\"am\",\"date\":\"1942-11-24\",\"label\":\"D6 am\"},\"wing\":\"ax.lw4.u6-1\",
    \"from\":\"tatsinskaya-airfield\",\"at\":\"pitomnik-airfield\",\"dump\":null,\"commodity\":\"log\",\"sorties\":25,
    \"landed\":14,\"lost\":0,\"tons\":27.0,\"tons_lost\":0.0}],
   \"remainders\":[{\"from\":\"air\",\"to\":\"ax.d.pit\",\"commodity\":\"log\",\"kg\":27000}]}

Examples:
  railhead supply airlift
  railhead supply airlift ax.lw4.u6-1 pitomnik-airfield log
  railhead supply airlift ax.lw4.u6-2 pitomnik-airfield pol --sorties 15 --landed 8 --tons 13
  railhead supply airlift ax.lw4.u6-1 ax.d.xi log --sorties 10 --dice 4")]
    Airlift {
        /// The transport wing
        #[arg(requires = "to")]
        wing: Option<String>,
        /// The airfield, or the dump
        #[arg(requires = "commodity")]
        to: Option<String>,
        /// What: `log` or `pol`
        commodity: Option<String>,
        /// How many sorties; all that it has left today without it
        #[arg(long, value_name = "N")]
        sorties: Option<u32>,
        /// How many came through, where that is known
        #[arg(long, value_name = "N")]
        landed: Option<u32>,
        /// How many aircraft were lost, where that is known
        #[arg(long, value_name = "N")]
        lost: Option<u32>,
        /// How many tonnes were delivered, where that is known
        #[arg(long, value_name = "T", value_parser = clap::value_parser!(u32).range(0..=1_000_000))]
        tons: Option<u32>,
        #[command(flatten)]
        dice: super::bound::DiceFlags,
        #[command(flatten)]
        ruled: Ruled,
        #[command(flatten)]
        reading: Reading,
    },
    /// Books the difference between what was counted and what is kept to `adjustment`
    #[command(after_long_help = "\
Wants a reason.

Examples:
  railhead supply stocktake d-5ta log=11 pol=8 --reason \"counted on the table after D2\"")]
    Stocktake {
        /// The account that was counted
        account: String,
        /// What was counted
        #[arg(required = true, value_name = "COMMODITY=N", value_parser = key_value)]
        counted: Vec<(String, String)>,
        #[command(flatten)]
        writing: Writing,
    },
}

impl Supply {
    pub(crate) fn run(&self, desk: &mut Desk<'_>) -> Ended {
        match self {
            Self::Status { unit, side, depth, brief, reading } => {
                let campaign = desk.look(reading)?;
                let unit = unit.as_deref().map(|word| pick::unit(&campaign, word)).transpose()?;
                let side = side.as_deref().map(|word| pick::side(&campaign, word)).transpose()?;
                let found = query::supply_status(&campaign, side, unit, *depth);
                let of = side.or(unit.map(|unit| unit.side));
                let (trains, barred) = (query::trains(&campaign, of), query::barred_by_gauge(&campaign, of));
                let sheet = SupplySheet::new(&campaign, &found, side).with_railways(&campaign, &trains, &barred);
                desk.print(&if *brief { sheet.brief() } else { sheet })
            }
            Self::Trace { unit, side, reading } => {
                let campaign = desk.look(reading)?;
                let unit = pick::unit(&campaign, unit)?;
                let side = side.as_deref().map(|word| pick::side(&campaign, word)).transpose()?;
                let found = query::supply_trace(&campaign, unit)?;
                match SupplyTrace::new(&campaign, &found, side) {
                    Some(report) => desk.print(&report),
                    None => Err(OpError::NoSupply { unit: unit.id.clone() }.into()),
                }
            }
            Self::Stocks { account, side, all, reading } => {
                let campaign = desk.look(reading)?;
                let account = account.as_deref().map(|word| pick::account(&campaign, word)).transpose()?;
                let side = side.as_deref().map(|word| pick::side(&campaign, word)).transpose()?;
                desk.print(&StockReport::new(&campaign, side, account.as_ref(), *all))
            }
            Self::Transfer { from, to, quantity, commodity, ruled } => {
                let (from, to, commodity) = (from.clone(), to.clone(), commodity.clone());
                let request = SupplyTransfer { from, to, quantity: *quantity, commodity };
                desk.ruled_change(ruled, &Request::SupplyTransfer(request))
            }
            Self::Receive { account, quantity, commodity, from, ruled } => {
                let (account, from, commodity) = (account.clone(), from.clone(), commodity.clone());
                let request = SupplyReceive { account, quantity: *quantity, commodity, from };
                desk.ruled_change(ruled, &Request::SupplyReceive(request))
            }
            Self::Claim { what: Some(what), fate: Some(fate), writing, .. } => {
                let request = ClaimSettle { what: what.clone(), fate: fate.clone() };
                desk.change(writing, &Request::ClaimSettle(request))
            }
            Self::Claim { reading, .. } => {
                let campaign = desk.look(reading)?;
                desk.print(&ClaimList::new(&campaign))
            }
            Self::Airlift { wing: Some(wing), to: Some(to), commodity: Some(commodity), dice, ruled, .. } => {
                let request = self.airlift([wing, to, commodity], dice);
                if dice.is_asked() {
                    return desk.asked_change(&ruled.writing, ruled.overridden.as_ref(), request);
                }
                desk.ruled_change(ruled, &request)
            }
            Self::Airlift { reading, .. } => {
                let campaign = desk.look(reading)?;
                desk.print(&AirliftReport::new(&campaign))
            }
            Self::Stocktake { account, counted, writing } => {
                let request = Stocktake { account: account.clone(), counted: counted.clone() };
                desk.change(writing, &Request::Stocktake(request))
            }
        }
    }
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
