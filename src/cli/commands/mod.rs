//! One file a command: its words, its help, and what it asks of `ops` and `report`.

mod battle;
mod bound;
mod check;
mod crossing;
mod demo;
mod dump;
mod export;
mod files;
mod grade;
mod ground;
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
mod partisans;
mod rail;
mod replacements;
mod roll;
mod run;
mod setting;
mod status;
mod step;
mod strikes;
mod supply;
mod supply_plan;
mod unit;
mod unit_words;

use clap::Subcommand;

use crate::command_context::{CommandContext, Ended};

pub(crate) use crate::failure::fault_line;

/// A command of the program.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Demo(demo::Demo),
    New(new::NewCommand),
    Check(check::Check),
    Export(export::Export),
    Status(status::Status),
    Orbat(orbat::Orbat),
    #[command(subcommand)]
    Unit(unit::UnitCommand),
    Move(march::MoveCommand),
    Order(order::OrderCommand),
    #[command(name = "dig-in")]
    DigIn(order::DigInWords),
    Contact(order::ContactWords),
    Map(map::Map),
    #[command(subcommand)]
    Ground(ground::GroundCommand),
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
    pub(crate) fn run(&self, desk: &mut CommandContext<'_>) -> Ended {
        match self {
            Self::Demo(_) => demo::Demo::run(desk),
            Self::New(command) => command.run(desk),
            Self::Check(command) => command.run(desk),
            Self::Export(command) => command.run(desk),
            Self::Orbat(command) => command.run(desk),
            Self::Unit(command) => command.run(desk),
            Self::Move(command) => command.run(desk),
            Self::Order(command) => command.run(desk),
            Self::DigIn(command) => command.run(desk),
            Self::Contact(command) => command.run(desk),
            Self::Map(command) => command.run(desk),
            Self::Ground(command) => command.run(desk),
            Self::Crossing(command) => command.run(desk),
            Self::Rail(command) => command.run(desk),
            Self::Mines(command) => command.run(desk),
            Self::Partisans(command) => command.run(desk),
            Self::Strikes(command) => command.run(desk),
            Self::Dump(command) => command.run(desk),
            Self::Bound(command) => command.run(desk),
            Self::Status(command) => command.run(desk),
            Self::Review(command) => command.run(desk),
            Self::Reorganise(command) => command.run(desk),
            Self::Supply(command) => command.run(desk),
            Self::Battle(command) => command.run(desk),
            Self::Roll(command) => command.run(desk),
            Self::Odds(command) => command.run(desk),
            Self::Grade(command) => command.run(desk),
            Self::Setting(command) => command.run(desk),
            Self::Op(command) => command.run(desk),
            Self::Undo(command) => command.run(desk),
            Self::Redo(command) => command.run(desk),
            Self::Run(command) => command.run(desk),
            Self::Verify(command) => command.run(desk),
            Self::Backup(command) => command.run(desk),
            Self::Restore(command) => command.run(desk),
            Self::Rescue(command) => command.run(desk),
            Self::Completions(command) => command.run(desk),
            Self::Man(command) => command.run(desk),
        }
    }

    /// Whether it can be a line of a script: what works on the campaign file that is open.
    pub(crate) fn is_for_scripts(&self) -> bool {
        !matches!(
            self,
            Self::Demo(_)
                | Self::New(_)
                | Self::Check(_)
                | Self::Roll(_)
                | Self::Odds(_)
                | Self::Undo(_)
                | Self::Redo(_)
                | Self::Run(_)
                | Self::Backup(_)
                | Self::Restore(_)
                | Self::Rescue(_)
                | Self::Completions(_)
                | Self::Man(_)
                | Self::Op(op::Op::Restore { .. })
        )
    }
}
