//! `demo`: the tour.
//!
//! Plays the first five days of the history of the built-in campaign and shows on one screen how the ring closed; at length on
//! request, with its battles and supply each morning. Then it makes the film and a pack of papers.
//! Decides nothing of the campaign: every line is a command of `history.txt`, run as `run` would. Where to look next:
//! `campaigns/uranus-1942/history.txt`.

use clap::Args;

use domain::{command, counted};
use ops::command::new_campaign::new_campaign;
use report::model::BattleList;
use scenario::built_in;

use super::print::Print;
use super::replay::Replay;
use crate::command_context::{CommandContext, Completed, Ended, Ending};
use crate::failure::{Failure, UNREADABLE};
use crate::flags::{FormatWord, MomentFlags, WritingFlags};
use report::render::wrap::sentence;

/// Shows what railhead does: plays Operation Uranus until the ring closes, and makes a film and a pack of it
#[derive(Debug, Args)]
#[command(after_long_help = "\
Makes `demo.railhead` here (or `demo-2.railhead`, ... if that exists) from the built-in Operation Uranus and plays the
first five days as they happened (`history.txt` of the campaign), with a line of progress a bound. Then it prints how
supply stands on the morning after the ring closed, and makes two things to look at beside the file: the campaign as a film
for a browser (`demo.html`) and the umpire's pack (`demo.pdf`). --verbose tells the battles too, and shows each morning which
formations are out of supply. The file stays: play on from there.

Examples:
  railhead demo
  railhead demo --verbose
  railhead demo --quiet")]
pub(crate) struct Demo {
    /// Tells every battle, and shows supply each morning
    #[arg(long)]
    verbose: bool,
}

/// How many bounds of the history are played: five days.
const BOUNDS: usize = 15;

/// What is told each morning.
const MORNINGS: [&str; 6] = [
    "It is 04:00 on 19 November 1942. Every formation has a line of supply back to a railhead that trains reach, and \
     a bowser chain if it needs fuel. The exceptions are nine divisions and brigades of 62nd Army on the west bank \
     in Stalingrad: drift ice has stopped their ferries.",
    "20 November. The fronts of two Romanian armies on the Don are broken; the tank corps are through.",
    "21 November. Perelazovsky has fallen; south of Stalingrad 4th Mechanised Corps drives through the breach.",
    "22 November. Abganerovo station has fallen with the railway, and the tanks stand on the heights of the Don.",
    "23 November. The Don bridge at Berezovsky has been taken whole; one road is left.",
    "24 November. Yesterday at 16:00 the two pincers met at Sovetsky. Sixth Army is cut off. For each formation the \
     sheet says where, by whom, and the least that would reopen its line.",
];

impl Demo {
    pub(crate) fn run(&self, ctx: &mut CommandContext<'_>) -> Ended {
        if ctx.global.format != FormatWord::Table {
            return Err(Failure::words("`demo` prints a story and has no other format").hint(command!(
                "leave out `--format`; afterwards `railhead supply status --format json` gives a supply sheet"
            )));
        }
        let dir = ctx.context.dir.clone();
        let names = std::iter::once("demo".to_owned()).chain((2..).map(|n| format!("demo-{n}")));
        let pack = if paper::WRITES_PDF { ".pdf" } else { "-pack.html" };
        let files = |name: &String| [format!("{name}.railhead"), format!("{name}.html"), format!("{name}{pack}")];
        let is_free = |name: &String| files(name).iter().all(|file| !dir.join(file).exists());
        let [name, film, pack] = files(&names.into_iter().find(is_free).unwrap_or_else(|| "demo".to_owned()));
        let change_context = ctx.change_context(&WritingFlags::default(), None);
        // No folder of that name is looked for: the tour is of the built-in campaign.
        let created =
            new_campaign("uranus-1942", &dir.join("built-in/uranus-1942"), |_| dir.join(&name), &[], &change_context)?;
        ctx.global.campaign = Some(name.clone().into());
        ctx.has_done(Completed::file(&name, format!("railhead status --campaign {name}")));
        ctx.write(&format!(
            "{}\n{} formations, in the file {name}\n",
            created.campaign.title,
            created.campaign.formations.len()
        ))?;
        play(ctx, &name, self.verbose)?;
        let quiet = std::mem::replace(&mut ctx.global.quiet, true);
        Replay::page(&film).run(ctx)?;
        Print::pack(&pack).run(ctx)?;
        ctx.global.quiet = quiet;
        ctx.write(&format!("\nTo look at: {film} (the film, in a browser), {pack} (the umpire's pack)\n"))?;
        ctx.write(&if self.verbose { how_to_go_on(&name) } else { three_to_try(&name) })?;
        Ok(Ending::Done)
    }
}

/// The days; at length with a sheet each morning, else with that of the last.
fn play(ctx: &mut CommandContext<'_>, name: &str, at_length: bool) -> Result<(), Failure> {
    let text = history()?;
    let mut lines = text.lines();
    for bound in 0..=BOUNDS {
        if bound % 3 == 0 && (at_length || bound == BOUNDS) {
            morning(ctx, name, (bound / 3, at_length))?;
        }
        if bound == BOUNDS {
            break;
        }
        let played = one_bound(ctx, &mut lines)?;
        let phase = ["morning", "afternoon", "night"][bound % 3];
        let count = played.commands;
        let when = format!("{} November, {phase}", 19 + bound / 3);
        ctx.say(&format!("{when}: {} of the history", counted(count, "command")))?;
        if at_length {
            tell(ctx, &when, &played.battles)?;
        }
    }
    Ok(())
}

/// What was played of a bound.
#[derive(Default)]
struct Played {
    commands: usize,
    /// The squares that were fought for, each with the words of the history.
    battles: Vec<(String, String)>,
}

/// Runs the lines up to the close of the bound, without their reports.
fn one_bound(ctx: &mut CommandContext<'_>, lines: &mut std::str::Lines<'_>) -> Result<Played, Failure> {
    let quiet = std::mem::replace(&mut ctx.global.quiet, true);
    ctx.writes_engagements = false;
    let mut played = Played::default();
    let mut done = Ok(());
    for line in lines {
        match ctx.run_line(line) {
            Ok(ran) => played.commands += usize::from(ran),
            Err(failure) => done = Err(failure),
        }
        played.battles.extend(battle(line));
        if done.is_err() || line.trim() == "bound close" {
            break;
        }
    }
    ctx.global.quiet = quiet;
    done.map(|()| played)
}

/// The square and the reason of a line that resolves or records a battle.
fn battle(line: &str) -> Option<(String, String)> {
    let words = shlex::split(line.strip_prefix("battle resolve ").or_else(|| line.strip_prefix("battle record "))?)?;
    let reason = words.iter().position(|word| word == "--reason").and_then(|at| words.get(at + 1));
    Some((words.first()?.clone(), reason?.clone()))
}

/// What came of the battles, in the words of the history and of the list of battles.
fn tell(ctx: &mut CommandContext<'_>, when: &str, battles: &[(String, String)]) -> Result<(), Failure> {
    if battles.is_empty() {
        return Ok(());
    }
    ctx.write(&format!("\nThe battles of {when}\n"))?;
    let list = BattleList::new(&ctx.look(&MomentFlags::default())?, false);
    for (square, why) in battles {
        let Some(row) = list.rows().iter().rev().find(|row| row.square == *square) else { continue };
        let (end, [attacker, defender]) = (row.end.unwrap_or("open"), row.sp_lost);
        let text = format!("{why}. {square}: {end}; SP lost: {attacker} attacking, {defender} defending.");
        ctx.write(&sentence("  * ", &text, 4, Some(width(ctx))))?;
    }
    Ok(())
}

/// What is told of a morning, and how supply stands: in short of the side that is cut off.
fn morning(ctx: &mut CommandContext<'_>, name: &str, (day, at_length): (usize, bool)) -> Result<(), Failure> {
    let story = MORNINGS.get(day).copied().unwrap_or_default();
    ctx.write(&format!("\n{}", sentence("", story, 0, Some(width(ctx)))))?;
    let last = day * 3 == BOUNDS;
    let brief = if last { "" } else { " --brief" };
    let sides: &[&str] = if at_length { &["SU", "AX"] } else { &["AX"] };
    for side in sides {
        let command = format!("supply status{brief} --side {side}");
        ctx.write(&format!("\n$ railhead --campaign {name} {command}\n"))?;
        ctx.run_line(&command)?;
    }
    Ok(())
}

fn history() -> Result<String, Failure> {
    let missing = || Failure::new("file", UNREADABLE, "the built-in campaign has no `history.txt`");
    let bytes = built_in("uranus-1942").and_then(|mut files| files.remove("history.txt"));
    String::from_utf8(bytes.ok_or_else(missing)?).map_err(|_| missing())
}

fn three_to_try(name: &str) -> String {
    let to = format!("railhead --campaign {name}");
    format!("Try next:\n  {to} supply trace 16pz\n  {to} map --at Kalach\n  {to} undo\n")
}

fn how_to_go_on(name: &str) -> String {
    let to = format!("railhead --campaign {name}");
    format!(
        "\nHow to go on:\n  {to} supply trace 16pz\n  {to} map --at Kalach\n  \
         {to} supply status --brief --as-of 4n\n  {to} op log\n  {to} undo\n  {to} verify\n  \
         {to} export uranus-played\n  sqlite3 {name} \"select * from formation_strength limit 5\"\n  railhead --help\n"
    )
}

/// How wide its sentences are.
fn width(ctx: &CommandContext<'_>) -> usize {
    ctx.context.width().min(100)
}
