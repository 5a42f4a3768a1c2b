//! One file a command: its words, its help, and what it asks of `ops` and `report`.

mod battle;
#[cfg(feature = "board")]
mod board;
mod bound;
mod check;
mod correction;
mod crossing;
mod demo;
mod diary;
mod dump;
mod export;
mod files;
mod find;
mod grade;
mod ground;
mod init;
mod intel;
mod keeping;
mod map;
mod march;
mod mines;
mod new;
mod op;
pub(crate) mod op_row;
mod op_script;
mod orbat;
mod order;
mod orders;
mod partisans;
mod picture;
mod print;
mod rail;
mod replacements;
mod replay;
mod roll;
mod run;
mod setting;
mod stats;
mod status;
mod step;
mod strikes;
mod supply;
mod supply_graph;
mod supply_plan;
mod unit;
mod unit_words;

use clap::Subcommand;

use crate::command_context::{CommandContext, Ended};

pub(crate) use check::of_the_morning;
#[cfg(feature = "board")]
pub(crate) use map::Asked as Drawn;

/// A command of the program.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Demo(demo::Demo),
    Init(init::Init),
    New(new::NewCommand),
    Check(check::Check),
    Export(export::Export),
    Status(status::Status),
    Stats(stats::Stats),
    Diary(diary::DiaryCommand),
    #[cfg(feature = "board")]
    Board(board::BoardCommand),
    Replay(replay::Replay),
    #[command(subcommand)]
    Print(print::Print),
    Orbat(orbat::Orbat),
    Find(find::Find),
    #[command(subcommand)]
    Unit(unit::UnitCommands),
    Move(march::MoveCommand),
    Order(order::OrderCommand),
    #[command(subcommand)]
    Orders(orders::OrdersCommand),
    #[command(name = "dig-in")]
    DigIn(order::DigInWords),
    Contact(order::ContactWords),
    Map(map::Map),
    #[command(subcommand)]
    Ground(ground::GroundCommand),
    #[command(subcommand)]
    Intel(intel::IntelCommand),
    #[command(subcommand)]
    Crossing(crossing::CrossingCommand),
    #[command(subcommand)]
    Rail(rail::Rail),
    #[command(subcommand)]
    Mines(mines::MinesCommand),
    #[command(subcommand)]
    Partisans(partisans::PartisansCommand),
    #[command(subcommand)]
    Strikes(strikes::StrikesCommand),
    #[command(subcommand)]
    Dump(dump::DumpCommand),
    #[command(subcommand)]
    Bound(bound::BoundCommand),
    Reorganise(bound::ReorganiseCommand),
    Review(status::Review),
    #[command(subcommand)]
    Supply(supply::Supply),
    #[command(subcommand)]
    Battle(battle::BattleCommand),
    Roll(roll::Roll),
    Odds(roll::OddsCommand),
    #[command(subcommand)]
    Grade(grade::GradeCommand),
    #[command(subcommand)]
    Setting(setting::SettingCommand),
    #[command(subcommand)]
    Op(op::Op),
    Undo(step::Undo),
    Redo(step::Redo),
    Run(run::RunCommand),
    Verify(keeping::Verify),
    Backup(keeping::Backup),
    Restore(files::Restore),
    Rescue(files::Rescue),
    Completions(keeping::Completions),
    Man(keeping::Man),
}

impl Command {
    /// Does it.
    pub(crate) fn run(&self, ctx: &mut CommandContext<'_>) -> Ended {
        match self {
            Self::Demo(command) => command.run(ctx),
            Self::Init(command) => command.run(ctx),
            Self::New(command) => command.run(ctx),
            Self::Check(command) => command.run(ctx),
            Self::Export(command) => command.run(ctx),
            Self::Orbat(command) => command.run(ctx),
            Self::Find(command) => command.run(ctx),
            Self::Unit(command) => command.run(ctx),
            Self::Move(command) => command.run(ctx),
            Self::Order(command) => command.run(ctx),
            Self::Orders(command) => command.run(ctx),
            Self::DigIn(command) => command.run(ctx),
            Self::Contact(command) => command.run(ctx),
            Self::Map(command) => command.run(ctx),
            Self::Ground(command) => command.run(ctx),
            Self::Intel(command) => command.run(ctx),
            Self::Crossing(command) => command.run(ctx),
            Self::Rail(command) => command.run(ctx),
            Self::Mines(command) => command.run(ctx),
            Self::Partisans(command) => command.run(ctx),
            Self::Strikes(command) => command.run(ctx),
            Self::Dump(command) => command.run(ctx),
            Self::Bound(command) => command.run(ctx),
            Self::Status(command) => command.run(ctx),
            Self::Stats(command) => command.run(ctx),
            Self::Diary(command) => command.run(ctx),
            #[cfg(feature = "board")]
            Self::Board(command) => command.run(ctx),
            Self::Replay(command) => command.run(ctx),
            Self::Print(command) => command.run(ctx),
            Self::Review(command) => command.run(ctx),
            Self::Reorganise(command) => command.run(ctx),
            Self::Supply(command) => command.run(ctx),
            Self::Battle(command) => command.run(ctx),
            Self::Roll(command) => command.run(ctx),
            Self::Odds(command) => command.run(ctx),
            Self::Grade(command) => command.run(ctx),
            Self::Setting(command) => command.run(ctx),
            Self::Op(command) => command.run(ctx),
            Self::Undo(command) => command.run(ctx),
            Self::Redo(command) => command.run(ctx),
            Self::Run(command) => command.run(ctx),
            Self::Verify(command) => command.run(ctx),
            Self::Backup(command) => command.run(ctx),
            Self::Restore(command) => command.run(ctx),
            Self::Rescue(command) => command.run(ctx),
            Self::Completions(command) => command.run(ctx),
            Self::Man(command) => command.run(ctx),
        }
    }

    /// Whether the board does it: what works on the campaign file that is open, steps along the log included.
    #[cfg(feature = "board")]
    pub(crate) fn is_for_the_board(&self) -> bool {
        let is_step = matches!(
            self,
            Self::Undo(_)
                | Self::Redo(_)
                | Self::Roll(_)
                | Self::Odds(_)
                | Self::Op(op::Op::Restore { .. } | op::Op::Correct(_))
        );
        is_step || self.is_for_scripts()
    }

    /// Whether it makes or reads a file that the board gives and takes.
    #[cfg(feature = "board")]
    pub(crate) fn is_of_a_file(&self) -> bool {
        matches!(
            self,
            Self::Run(_) | Self::Orders(_) | Self::Backup(_) | Self::Export(_) | Self::Replay(_) | Self::Print(_)
        )
    }

    /// Whether it can be a line of a script: what works on the campaign file that is open.
    pub(crate) fn is_for_scripts(&self) -> bool {
        #[cfg(feature = "board")]
        if matches!(self, Self::Board(_)) {
            return false;
        }
        !matches!(
            self,
            Self::Demo(_)
                | Self::Init(_)
                | Self::New(_)
                | Self::Check(_)
                | Self::Roll(_)
                | Self::Odds(_)
                | Self::Undo(_)
                | Self::Redo(_)
                | Self::Run(_)
                | Self::Orders(_)
                | Self::Backup(_)
                | Self::Restore(_)
                | Self::Rescue(_)
                | Self::Completions(_)
                | Self::Man(_)
                | Self::Op(op::Op::Restore { .. } | op::Op::Correct(_))
                | Self::Battle(battle::BattleCommand::Correct(_))
        )
    }
}
