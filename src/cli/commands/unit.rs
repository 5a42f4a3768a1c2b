//! `unit`: one formation or leaf.

use clap::Subcommand;

use ops::command::{
    UnitAttach, UnitCommand, UnitDetach, UnitMerge, UnitNew, UnitRename, UnitReplace, UnitSet, UnitSetKey, UnitSplit,
    unit_set_keys,
};
use ops::{Request, pick, query};
use report::model::{History, UnitDossier};

use super::replacements::ReplacementsCommand;
use super::unit_words::unit_and_keys;
use crate::command_context::{CommandContext, Ended, reader_of};
use crate::flags::{ReadingFlags, RuledFlags, WritingFlags};
use crate::words::key_value;

/// Shows or corrects one formation or leaf
#[derive(Debug, Subcommand)]
pub(crate) enum UnitCommands {
    /// Shows all about a unit: strength, grades, square, supply, orders, battles, bases, subordinates
    #[command(after_long_help = "\
Examples:
  railhead unit show 26tk
  railhead unit show \"26th Tank Corps\" --as-of 3am

JSON: see docs/JSON.md")]
    Show {
        /// The unit
        unit: String,
        #[command(flatten)]
        reading: ReadingFlags,
    },
    /// Lists every change to a unit and to everything now under it
    #[command(after_long_help = "\
Examples:
  railhead unit history 26tk
  railhead unit history 26tk --as-of 3am

JSON: see docs/JSON.md")]
    History {
        /// The unit
        unit: String,
        #[command(flatten)]
        reading: ReadingFlags,
    },
    /// Corrects a leaf, or every leaf under a formation
    #[command(after_long_help = set_help())]
    Set {
        /// The unit, and its new values
        #[arg(required = true, num_args = 1.., value_name = "UNIT|KEY=VALUE")]
        words: Vec<String>,
        #[command(flatten)]
        writing: WritingFlags,
    },
    /// Puts a unit under another superior, for command and supply
    #[command(after_long_help = "\
Give the id of its side as superior to put it directly under the side.

Examples:
  railhead unit command 8kk su.swf.5ta
  railhead unit command 16pz ax.a6.xi --reason \"order of Army Group B\"")]
    Command {
        /// The unit
        unit: String,
        /// Its new superior
        superior: String,
        #[command(flatten)]
        writing: WritingFlags,
    },
    /// Lends a unit to another for fire and battle
    #[command(after_long_help = "\
Examples:
  railhead unit attach 5ta.u2-1 --to 47grd --as direct_support")]
    Attach {
        /// The unit
        unit: String,
        /// The unit that borrows it
        #[arg(long, value_name = "UNIT")]
        to: String,
        /// How it is attached: `under_command` (which also feeds it), `direct_support`, `in_support`
        #[arg(long = "as", value_name = "KIND")]
        kind: String,
        #[command(flatten)]
        writing: WritingFlags,
    },
    /// Ends the loan of a unit
    #[command(after_long_help = "Examples:\n  railhead unit detach 5ta.u2-1")]
    Detach {
        /// The unit
        unit: String,
        #[command(flatten)]
        writing: WritingFlags,
    },
    /// Adds a formation that is missing from the folder
    #[command(after_long_help = "\
Keys are the columns of `orbat.csv`: name, nationality, echelon, arm, mobility, grade, grade_under, and for
leaves where, posture, arrives, entry, by_rail, role, sp_full, sp, weapon_men, weapon_armour, armour,
calibre_mm, carries, capacity. `arm` is required, and for a leaf also `mobility` and `where` or `arrives`. A formation
of battalion size, or with any key of a leaf, is a leaf.

Examples:
  railhead unit new su.swf.5ta.26tk.b9 --parent 26tk arm=motorised mobility=motorised where=Kalach sp_full=3
  railhead unit new su.swf.5ta.26tk.log2 --parent 26tk arm=logistic mobility=motorised carries=log where=052031
  railhead unit new su.swf.5ta.9tk --parent su.swf.5ta arm=armour echelon=corps name=\"9th Tank Corps\"")]
    New {
        /// The id of the new unit
        id: String,
        /// Its superior
        #[arg(long, value_name = "UNIT")]
        parent: String,
        /// What it is and has
        #[arg(required = true, value_name = "KEY=VALUE", value_parser = key_value)]
        set: Vec<(String, String)>,
        #[command(flatten)]
        writing: WritingFlags,
    },
    /// Puts parts of a unit together as a battle group, until `unit merge`
    #[command(after_long_help = "\
PART is a leaf or formation under UNIT, at any depth. The group stands directly under UNIT, which feeds it unless a
supply vehicle is among its parts and its level draws for itself (brigade and above; a regiment only if no division or
brigade stands above it); --under puts it elsewhere. Its level is the one above its largest part, regiment at least,
never above UNIT's. Grade, HQ die and the marks left by battles are those of the unit that gives most of its fighting
SP. UNIT must keep something that can fight.

Examples:
  railhead unit split 16pz 16pz.kg-a --name \"Kampfgruppe Angern\" 16pz.t1-1 16pz.r1.b1
  railhead unit split 16pz 16pz.kg-b 16pz.r2 16pz.s9-1 --echelon brigade --under ax.a6.xi")]
    Split {
        /// The unit
        unit: String,
        /// The id of the group
        #[arg(value_name = "NEWID")]
        id: String,
        /// The parts of the unit that go into it
        #[arg(required = true, value_name = "PART")]
        parts: Vec<String>,
        /// The name of the group; by default its id
        #[arg(long)]
        name: Option<String>,
        /// Its superior; by default UNIT
        #[arg(long, value_name = "SUPERIOR")]
        under: Option<String>,
        /// The level of the group
        #[arg(long, value_name = "LEVEL")]
        echelon: Option<String>,
        #[command(flatten)]
        writing: WritingFlags,
    },
    /// Dissolves a battle group, or merges what is left of a leaf into another
    #[command(after_long_help = "\
Every part of a battle group returns to where it came from. Parts moved elsewhere since stay there; units that joined
the group later, or cannot return, go to the group's superior, with its dumps. The unit that gave most of the group is
then as worn as the group: the lower HQ die, the greater number of attacks owed. The group is removed, unless histories
name it.

LEAF INTO: two fighting leaves of one side, arm, mobility and square. SP of LEAF go to bases of INTO of the same role,
weapons, armour and calibre up to their full SP, together with the markers that the remaining SP can no longer carry. A
base is then out of ammunition if either was; the grade is that of INTO. What does not fit stays; a leaf with nothing
left is `merged`. The rule requires one unit, both leaves organised, and no enemy in the square; --override sets it
aside.

Examples:
  railhead unit merge 16pz.kg-a
  railhead unit merge 16pz.r1.b1 16pz.r1.b2 --reason \"after Rynok\"")]
    Merge {
        /// The battle group, or the leaf
        #[arg(value_name = "GROUP|LEAF")]
        unit: String,
        /// The leaf into which it goes
        into: Option<String>,
        #[command(flatten)]
        ruled: RuledFlags,
    },
    /// Gives a unit another name
    #[command(after_long_help = "Examples:\n  railhead unit rename 26tk \"1st Guards Tank Corps\"")]
    Rename {
        /// The unit
        unit: String,
        /// Its new name
        name: String,
        #[command(flatten)]
        writing: WritingFlags,
    },
    Replacements(ReplacementsCommand),
    /// Restores lost SP, never above full
    #[command(after_long_help = "\
On a formation the weakest leaf is filled first, then the next, ties by id. With --from the SP come out of the pool of a
formation above it or of its side, as far as it has suitable ones; without --from they come from nowhere.

Examples:
  railhead unit replace 26tk 4 --reason \"draft of 20 November\"
  railhead unit replace 26tk 4 --from su.swf.5ta")]
    Replace {
        /// The unit
        unit: String,
        /// How many SP
        sp: u32,
        /// The pool of replacements to use: a formation or a side
        #[arg(long, value_name = "POOL")]
        from: Option<String>,
        #[command(flatten)]
        writing: WritingFlags,
    },
}

impl UnitCommands {
    pub(crate) fn run(&self, ctx: &mut CommandContext<'_>) -> Ended {
        let (writing, request) = match self {
            Self::Show { unit, reading } => {
                let (campaign, side) = ctx.look_as(reading)?;
                let unit = pick::unit(&campaign, unit)?;
                let found = query::supply_of(&campaign, unit);
                return ctx.print(&UnitDossier::new(&campaign, unit, found.as_ref(), side));
            }
            Self::History { unit, reading } => return history(ctx, unit, reading),
            Self::Set { words, writing } => {
                let (unit, set) = unit_and_keys(words)?;
                (writing, Request::UnitSet(UnitSet { unit, set }))
            }
            Self::Command { unit, superior, writing } => {
                let request = UnitCommand { unit: unit.clone(), superior: superior.clone() };
                (writing, Request::UnitCommand(request))
            }
            Self::Attach { unit, to, kind, writing } => {
                let request = UnitAttach { unit: unit.clone(), to: to.clone(), kind: kind.clone() };
                (writing, Request::UnitAttach(request))
            }
            Self::Detach { unit, writing } => (writing, Request::UnitDetach(UnitDetach { unit: unit.clone() })),
            Self::New { id, parent, set, writing } => {
                let request = UnitNew { id: id.clone(), parent: parent.clone(), set: set.clone() };
                (writing, Request::UnitNew(request))
            }
            Self::Split { unit, id, parts, name, under, echelon, writing } => {
                let (unit, id, parts) = (unit.clone(), id.clone(), parts.clone());
                let (name, under, echelon) = (name.clone(), under.clone(), echelon.clone());
                (writing, Request::UnitSplit(UnitSplit { unit, id, name, under, echelon, parts }))
            }
            Self::Merge { unit, into, ruled } => {
                let request = UnitMerge { unit: unit.clone(), into: into.clone() };
                return ctx.ruled_change(ruled, &Request::UnitMerge(request));
            }
            Self::Rename { unit, name, writing } => {
                (writing, Request::UnitRename(UnitRename { unit: unit.clone(), name: name.clone() }))
            }
            Self::Replace { unit, sp, from, writing } => {
                let request = UnitReplace { unit: unit.clone(), sp: *sp, from: from.clone() };
                (writing, Request::UnitReplace(request))
            }
            Self::Replacements(replacements) => return replacements.run(ctx),
        };
        ctx.change(writing, &request)
    }
}

fn history(ctx: &mut CommandContext<'_>, word: &str, reading: &ReadingFlags) -> Ended {
    let campaign = ctx.look(&reading.when)?;
    let reader = reader_of(&campaign, &reading.reader)?;
    let known = reader.as_ref().map(|reader| campaign.as_read_by(reader));
    let unit = pick::unit(known.as_ref().unwrap_or(&campaign), word)?.id.clone();
    let moment = ctx.moment(&reading.when)?;
    let mut events = ctx.session()?.unit_history_at(&campaign, &unit, moment)?;
    if let Some(reader) = &reader {
        events = campaign.history_read_by(reader, events);
    }
    ctx.print(&History::new(&campaign, &events, reader.is_some()))
}

fn set_help() -> String {
    let keys = unit_set_keys().map(|UnitSetKey { key, values, meaning, choices }| {
        // Where all values are few words of their own they say what it is.
        let choices = if values.contains('|') { Vec::new() } else { choices() };
        let meaning = if choices.is_empty() { meaning.to_owned() } else { choices.join(", ") };
        format!("  {:<17} {meaning}", format!("{key}={values}"))
    });
    format!("Keys:\n{}\n{SET_EXAMPLES}", keys.collect::<Vec<_>>().join("\n"))
}

const SET_EXAMPLES: &str = "\
If a leaf has several bases, LEAF#N is the Nth: sp, markers, ammo and mounted apply to that base alone.
Keys take effect in this order: square, state, sp and markers, ammo, posture, mounted, hq_die, marks, the
texts, arrives, entry. A fighting leaf takes the square where it ends, unless an enemy fighting leaf stands there.

Examples:
  railhead unit set 26tk sp=60% markers=0
  railhead unit set square=Kalach 26tk --reason \"the night march\"
  railhead unit set su.sf.62a.13grd state=organised square=071046
  railhead unit set 63rd.r1.b1#2 sp=1 markers=1
  railhead unit set 4tk state=off_map arrives=3am entry=Kletskaya";
