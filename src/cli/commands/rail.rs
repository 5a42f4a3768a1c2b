//! `rail`: railways.

use clap::{Args, Subcommand};

use domain::RailState;
use ops::command::{RailAdvance, RailConvert, RailPriority, RailSet, RailStop};
use ops::{Request, query};
use report::model::RailList;

use crate::command_context::{CommandContext, Ended};
use crate::flags::{ReadingFlags, RuledFlags, WritingFlags};

/// Lists railways, cuts, repairs and converts them, moves railheads
#[derive(Debug, Subcommand)]
pub(crate) enum Rail {
    /// Lists the railways with their users, railheads (and which are not fed), cuts, and engineers at work
    #[command(after_long_help = "\
`day` is what trains bring to a railhead in a day as the railways stand now, under the house rules in force; under
`detail = full` it is booked when a morning opens. A railway without an entry in `rail.csv` carries `line_trains`
trains a day if `rail_capacity` is on.

Examples:
  railhead rail status
  railhead rail status --as-of start --format csv

JSON: see docs/JSON.md")]
    Status {
        #[command(flatten)]
        reading: ReadingFlags,
    },
    /// Cuts the railway between two squares of a line
    #[command(after_long_help = "\
With --by, engineers of that unit do it. They must stand in or beside one of two neighbouring squares, and need an hour
of the bound, plus one for every further line that runs there, unless --line names one. Without --by it is the umpire's
correction, and the squares may lie further apart.

Examples:
  railhead rail cut 057061 058061 --by 16pz
  railhead rail cut 057061 058061 --reason \"cavalry raid\"")]
    Cut(Length),
    /// Repairs the railway between two squares of a line
    #[command(after_long_help = "\
With --by, the engineers of that unit in or beside the first cut length are set to work, from the first square named to
the second. They work as each bound closes, each leaf `rail_repair_km` a bound, and several leaves add up. In a bound in
which it marched, a leaf works the rest of the 8 hours: after 1:20 of road march, five sixths of the rate. They repair
only what they stand in or beside, so march them on; the bound report shows their progress, and `review` lists work that
has stopped. Where several lines run they repair one after the other, unless --line names one. Use `crossing repair` for
bridges. Without --by it is the umpire's correction.

Examples:
  railhead rail repair 053062 054062 --by 16pz
  railhead rail repair 053062 054062")]
    Repair(Length),
    /// Converts the railway between two squares to another gauge, for the trains of one side
    #[command(after_long_help = "\
With --by, engineers do it as in `rail repair`, line by line, each leaf `rail_convert_km` a bound. From then on only the
side that laid a length uses it. The setting `gauge`, a house rule, decides whether trains are bound to their gauge.

Examples:
  railhead rail convert 056061 058061 --gauge 1435 --by 16pz
  railhead rail convert 056061 058061 --gauge 1435 --side AX --reason \"railway troops\"")]
    Convert {
        /// One of the squares of the line
        from: String,
        /// The other square
        to: String,
        /// The gauge, in millimetres
        #[arg(long, value_name = "MM", value_parser = clap::value_parser!(u16).range(300..=3_000))]
        gauge: u16,
        /// Only this line, if several run there
        #[arg(long, value_name = "NAME")]
        line: Option<String>,
        /// The unit whose engineers do it
        #[arg(long, value_name = "UNIT")]
        by: Option<String>,
        /// The side whose trains are to use it, for the umpire's correction
        #[arg(long, conflicts_with = "by", required_unless_present = "by")]
        side: Option<String>,
        #[command(flatten)]
        writing: WritingFlags,
    },
    /// Takes engineers off their work on railways
    #[command(after_long_help = "\
Work already done stays done.

Examples:
  railhead rail stop 16pz")]
    Stop {
        /// The unit
        unit: String,
        #[command(flatten)]
        writing: WritingFlags,
    },
    /// Moves a railhead along its railway, to where trains run
    #[command(after_long_help = "\
Its stock stays in the old square, in the account RAILHEAD.SQUARE, until it is carried away.

Examples:
  railhead rail advance chir-station Rychkovsky")]
    Advance {
        /// The railhead
        railhead: String,
        /// The destination: a square on a railway
        square: String,
        #[command(flatten)]
        ruled: RuledFlags,
    },
    /// Sets whose trains go first on a shared line: those of a railhead, or of the railheads that serve a formation
    #[command(after_long_help = "\
1 goes before 2; 0 removes the priority: such railheads come last, by id. It counts under the house rules
`rail_capacity` and `rail_priority`. --for names the formation that the trains of a railhead serve.

Examples:
  railhead rail priority chir-station 1 --for ax.a6
  railhead rail priority ax.a6 1")]
    Priority {
        /// The railhead, or the formation that railheads serve
        what: String,
        /// The priority, from 0 to 99
        priority: u32,
        /// The formation for which the trains of the railhead come
        #[arg(long = "for", value_name = "UNIT")]
        serves: Option<String>,
        #[command(flatten)]
        writing: WritingFlags,
    },
}

/// Lengths of railway.
#[derive(Debug, Args)]
pub(crate) struct Length {
    /// One of the squares of the line
    from: String,
    /// The other square
    to: String,
    /// Only this line, if several run there
    #[arg(long, value_name = "NAME")]
    line: Option<String>,
    /// The unit whose engineers do it
    #[arg(long, value_name = "UNIT")]
    by: Option<String>,
    #[command(flatten)]
    ruled: RuledFlags,
}

impl Rail {
    pub(crate) fn run(&self, ctx: &mut CommandContext<'_>) -> Ended {
        let set = |words: &Length, state| {
            let (from, to, line) = (words.from.clone(), words.to.clone(), words.line.clone());
            Request::RailSet(RailSet { from, to, line, state, by: words.by.clone() })
        };
        match self {
            Self::Status { reading } => {
                let (campaign, _) = ctx.look_as(reading)?;
                let trains = query::trains(&campaign, None);
                ctx.print(&RailList::new(&campaign, &query::fed_railheads(&campaign), &trains))
            }
            Self::Cut(words) => ctx.ruled_change(&words.ruled, &set(words, RailState::Cut)),
            Self::Repair(words) => ctx.ruled_change(&words.ruled, &set(words, RailState::Open)),
            Self::Convert { from, to, gauge, line, by, side, writing } => {
                let (from, to, line, gauge) = (from.clone(), to.clone(), line.clone(), *gauge);
                let (by, side) = (by.clone(), side.clone());
                ctx.change(writing, &Request::RailConvert(RailConvert { from, to, line, gauge, by, side }))
            }
            Self::Stop { unit, writing } => ctx.change(writing, &Request::RailStop(RailStop { unit: unit.clone() })),
            Self::Advance { railhead, square, ruled } => {
                let request = RailAdvance { railhead: railhead.clone(), to: square.clone() };
                ctx.ruled_change(ruled, &Request::RailAdvance(request))
            }
            Self::Priority { what, priority, serves, writing } => {
                let request = RailPriority { what: what.clone(), priority: *priority, serves: serves.clone() };
                ctx.change(writing, &Request::RailPriority(request))
            }
        }
    }
}
