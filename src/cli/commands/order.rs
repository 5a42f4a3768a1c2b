//! `order`, `dig-in`, `contact`: what units are to do, and whom they meet.

use clap::Args;

use domain::command;
use ops::command::{DigIn, OrderAction, OrderCancel, OrderGive, OrderOpenDump, SupplySend};
use ops::{Request, pick, query};
use report::model::{ContactList, OrderList};

use super::march::MannerFlag;
use crate::command_context::{CommandContext, Ended};
use crate::error::meant;
use crate::failure::Failure;
use crate::flags::{MomentFlags, ReaderFlags, ReadingFlags, RuledFlags, WritingFlags};

/// Gives, lists or cancels orders; `bound march` carries them out, both sides together
#[derive(Debug, Args)]
#[command(after_long_help = "\
  railhead order UNIT move SQUARE...         with the flags of `move`
  railhead order UNIT dig-in [--fortify]
  railhead order UNIT reorganise
  railhead order UNIT open-dump DUMP         with --owner, --at, --level, --name as of `dump open`
  railhead order VEHICLE send --to TO        with the flags of `supply send`; --with others that go along
  railhead order list [--side S]
  railhead order cancel UNIT [--for BOUND]
A unit has one order a bound: a new one replaces the old. If a formation and a unit under it both have orders, the unit
follows its own. `bound march` carries out the marches, then digging in, reorganising, and, unit by unit, dumps and
vehicles, as `dump open --by` and `supply send` would. An order that cannot be carried out then stands, with the reason.
`bound close` drops what is left. An order for a vehicle leaves its formation free for another; without --owner the
dump it opens belongs to its formation. --from fixes when you give the order where vehicles load; without it they load
where they stand when they set out.

Examples:
  railhead order 26tk move Perelazovsky
  railhead order 16pz move Peskovatka --rate road --for next
  railhead order 376id dig-in
  railhead order 26tk.u3-1 open-dump d-26tk
  railhead order 5ta.u7-1 send --load 2log --from su.d.5ta --to 26tk --for next
  railhead order list
  railhead order cancel 26tk

JSON: see docs/JSON.md")]
pub(crate) struct OrderCommand {
    /// The unit; or `list`, or `cancel`
    #[arg(value_name = "UNIT|list|cancel")]
    first: String,
    /// The order: `move`, `dig-in`, `reorganise`, `open-dump`, `send`; after `cancel` the unit
    #[arg(value_name = "DEED|UNIT")]
    second: Option<String>,
    /// Waypoints and destination of a march; or the id of a dump to open
    #[arg(value_name = "SQUARE|DUMP")]
    way: Vec<String>,
    /// For which bound: the running one, or the next (`next`)
    #[arg(long = "for", value_name = "BOUND")]
    bound: Option<String>,
    /// With dig-in: fortifies
    #[arg(long)]
    fortify: bool,
    #[command(flatten)]
    manner: MannerFlag,
    #[command(flatten)]
    goods: Goods,
    #[command(flatten)]
    other: ListingFlags,
}

/// What `order` takes that is no part of an order: how it is written down, or what is listed.
#[derive(Debug, Args)]
pub(crate) struct ListingFlags {
    /// With list: only this side
    #[arg(long, value_name = "S")]
    side: Option<String>,
    #[command(flatten)]
    writing: WritingFlags,
    #[command(flatten)]
    when: MomentFlags,
}

impl OrderCommand {
    pub(crate) fn run(&self, ctx: &mut CommandContext<'_>) -> Ended {
        self.must_suit(ctx)?;
        match (self.first.as_str(), self.second.as_deref()) {
            ("list", None) => {
                // `--for` names the bound of an order here.
                let reader = ReaderFlags { side: self.other.side.clone(), commander: None };
                let reading = ReadingFlags { reader, when: self.other.when.clone() };
                let (campaign, side) = ctx.look_as(&reading)?;
                ctx.print(&OrderList::new(&campaign, side))
            }
            ("cancel", Some(unit)) => {
                let request = OrderCancel { unit: unit.to_owned(), bound: self.bound.clone() };
                ctx.change(&self.other.writing, &Request::OrderCancel(request))
            }
            (unit, Some(action)) => {
                let request = OrderGive { action: self.action(unit, action)?, bound: self.bound.clone() };
                ctx.change(&self.other.writing, &Request::OrderGive(request))
            }
            (_, None) => Err(Failure::words("an order needs a unit and what it is to do").hint(command!(
                "`railhead order UNIT move SQUARE`, `railhead order UNIT dig-in`, `railhead order list`"
            ))),
        }
    }

    /// Refuses a flag of `order list` beside an order; a script of old may have one, and is only told so.
    fn must_suit(&self, ctx: &mut CommandContext<'_>) -> Result<(), Failure> {
        let is_list = self.first == "list" && self.second.is_none();
        let given = [("--side", self.other.side.is_some()), ("--as-of", self.other.when.as_of.is_some())];
        let Some((flag, _)) = given.into_iter().find(|(_, is_given)| *is_given && !is_list) else { return Ok(()) };
        let message = format!("`{flag}` has no effect with an order");
        if ctx.script.is_some() {
            return ctx.say(&format!("warning: {message}\n"));
        }
        Err(Failure::words(message).hint(command!("it goes with `railhead order list`")))
    }

    fn action(&self, unit: &str, action: &str) -> Result<OrderAction, Failure> {
        let action = action.replace('_', "-");
        self.goods.must_suit(&action)?;
        match action.as_str() {
            "move" => Ok(OrderAction::Move(self.manner.request(unit, &self.way))),
            "dig-in" => Ok(OrderAction::DigIn(DigIn { unit: unit.to_owned(), fortify: self.fortify })),
            "reorganise" => Ok(OrderAction::Reorganise { unit: unit.to_owned() }),
            "open-dump" => match self.way.as_slice() {
                [dump] => Ok(OrderAction::OpenDump(self.goods.dump(unit, dump))),
                _ => Err(Failure::words("an order to open a dump needs the id of one dump")
                    .hint(command!("`railhead order UNIT open-dump DUMP`; `--at SQUARE` says where"))),
            },
            "send" if self.way.is_empty() => self.goods.send(unit).map(OrderAction::Send),
            "send" => Err(Failure::words(format!("an order to send takes no squares: `{}`", self.way.join(" ")))
                .given(&self.way[0])
                .hint(command!("`railhead order VEHICLE send --to TO`, with `--via SQUARE` for the way"))),
            "attack" => Err(Failure::words(
                "`attack` is not an order: battles are drawn when the parties are in contact",
            )
            .given("attack")
            .hint(command!(
                "`railhead order {unit} move SQUARE` brings it up, `railhead battle new SQUARE` draws the battle"
            ))),
            "cancel" => Err(Failure::words("`cancel` comes before the unit")
                .given("cancel")
                .hint(command!("`railhead order cancel {unit}`"))),
            _ => {
                let near = domain::nearest(&action, OrderAction::WORDS);
                let near: Vec<String> = near.map(str::to_owned).into_iter().collect();
                // A name of several words without quotes: its order comes behind it.
                let behind = self.way.iter().position(|word| OrderAction::WORDS.contains(&word.as_str()));
                let in_one = behind.map(|behind| {
                    let name = [&[unit.to_owned(), action.clone()], &self.way[..behind]].concat().join(" ");
                    let order = self.way[behind..].join(" ");
                    command!("a name of several words is quoted: `railhead order '{name}' {order}`")
                });
                if let Some(in_one) = in_one {
                    return Err(Failure::words(format!("`{action}` is not an order")).given(action).hint(in_one));
                }
                Err(Failure::words(format!("`{action}` is not an order"))
                    .given(action)
                    .hint(meant(&near))
                    .hint("use `move`, `dig-in`, `reorganise`, `open-dump` or `send`"))
            }
        }
    }
}

/// What orders of supply say more.
#[derive(Debug, Clone, Args)]
struct Goods {
    /// With open-dump: the formation that will own it
    #[arg(long, value_name = "UNIT")]
    owner: Option<String>,
    /// With open-dump: where the vehicle must then stand
    #[arg(long, value_name = "SQUARE")]
    at: Option<String>,
    /// With open-dump: the level that it serves; by default its owner's
    #[arg(long, value_name = "ECHELON")]
    level: Option<String>,
    /// With open-dump: its name; by default its id
    #[arg(long)]
    name: Option<String>,
    /// With send: vehicles that go along, separated by commas
    #[arg(long, value_delimiter = ',', value_name = "VEHICLE")]
    with: Vec<String>,
    /// With send: what to load
    #[arg(long, value_name = "LOAD")]
    load: Option<String>,
    /// With send: where to load; by default where they then stand
    #[arg(long, value_name = "ACCOUNT|SQUARE")]
    from: Option<String>,
    /// With send: the destination: a dump, a railhead, a formation or a square
    #[arg(long, value_name = "TO")]
    to: Option<String>,
    /// With send: squares by which to deliver, separated by commas
    #[arg(long, value_delimiter = ',', value_name = "SQUARE")]
    via: Vec<String>,
    /// With send: they stay there
    #[arg(long)]
    stay: bool,
}

impl Goods {
    /// Refuses a flag that says nothing of this deed.
    fn must_suit(&self, action: &str) -> Result<(), Failure> {
        let flags = [
            ("--owner", self.owner.is_some(), "open-dump"),
            ("--at", self.at.is_some(), "open-dump"),
            ("--level", self.level.is_some(), "open-dump"),
            ("--name", self.name.is_some(), "open-dump"),
            ("--with", !self.with.is_empty(), "send"),
            ("--load", self.load.is_some(), "send"),
            ("--from", self.from.is_some(), "send"),
            ("--to", self.to.is_some(), "send"),
            ("--via", !self.via.is_empty(), "send"),
            ("--stay", self.stay, "send"),
        ];
        match flags.into_iter().find(|(_, given, of)| *given && *of != action) {
            None => Ok(()),
            Some((flag, _, of)) => Err(Failure::words(format!("`{flag}` has no effect with `{action}`"))
                .hint(command!("it goes with `railhead order UNIT {of}`"))),
        }
    }

    fn dump(&self, unit: &str, dump: &str) -> OrderOpenDump {
        OrderOpenDump {
            unit: unit.to_owned(),
            dump: dump.to_owned(),
            owner: self.owner.clone(),
            at: self.at.clone(),
            level: self.level.clone(),
            name: self.name.clone(),
        }
    }

    fn send(&self, unit: &str) -> Result<SupplySend, Failure> {
        let to = self.to.clone().ok_or_else(|| {
            Failure::words("an order to send needs a destination (`--to`)")
                .hint(command!("`railhead order VEHICLE send --to TO`: a dump, a railhead, a formation or a square"))
        })?;
        Ok(SupplySend {
            vehicles: std::iter::once(unit.to_owned()).chain(self.with.iter().cloned()).collect(),
            load: self.load.clone(),
            from: self.from.clone(),
            to,
            via: self.via.clone(),
            stay: self.stay,
            bound: None,
        })
    }
}

/// Digs a unit in, or fortifies its squares
#[derive(Debug, Args)]
#[command(
    name = "dig-in",
    after_long_help = "\
A leaf needs an hour with engineers of its division in or beside its square, otherwise a whole bound without marching.
Fortifying takes a day in the same square without a battle, and a bound without marching; days before the first bound of
the campaign do not count (the campaign folder says what was fortified by then). Neither is possible with an enemy
fighting leaf in the square. In a formation, the leaves that can dig in do so, and the report says what stops the
others. --override digs in at once.

Examples:
  railhead dig-in 376id
  railhead dig-in 44id --fortify --override \"lines of the summer\""
)]
pub(crate) struct DigInWords {
    /// The unit
    unit: String,
    /// Fortifies
    #[arg(long)]
    fortify: bool,
    #[command(flatten)]
    ruled: RuledFlags,
}

impl DigInWords {
    pub(crate) fn run(&self, ctx: &mut CommandContext<'_>) -> Ended {
        let request = DigIn { unit: self.unit.clone(), fortify: self.fortify };
        ctx.ruled_change(&self.ruled, &Request::DigIn(request))
    }
}

/// Lists contacts: who with whom, and since when; they are the battles of the bound
#[derive(Debug, Args)]
#[command(after_long_help = "\
Fighting leaves of two sides are in contact in the same square and in neighbouring ones not separated by a closed river.
Contacts that began or were joined in the running bound have a row for each pair of squares; `time left` is what the
side that came last has left of the hours of the bound. Older ones have a row for each formation. `more` names the bound
in which others joined an older contact, by marching or in a battle; --new shows those too. --leaves, CSV and JSON have
every pair of squares with the battalions there.

Examples:
  railhead contact --new
  railhead contact 26tk --leaves
  railhead contact --as-of 2pm

JSON: see docs/JSON.md")]
pub(crate) struct ContactWords {
    /// Only the contacts of this unit
    unit: Option<String>,
    /// Only contacts that began or were joined in the running bound
    #[arg(long)]
    new: bool,
    /// Every pair of squares with the battalions there
    #[arg(long)]
    leaves: bool,
    #[command(flatten)]
    reading: ReadingFlags,
}

impl ContactWords {
    pub(crate) fn run(&self, ctx: &mut CommandContext<'_>) -> Ended {
        let (campaign, side) = ctx.look_as(&self.reading)?;
        let unit = self.unit.as_deref().map(|word| pick::unit(&campaign, word)).transpose()?;
        let list = ContactList::new(&campaign, &query::contacts(&campaign), unit, self.new);
        let list = list.facing_from(side).by_leaf(self.leaves || ctx.writes_rows());
        ctx.print(&list.read_as(self.reading.read_as()))
    }
}
