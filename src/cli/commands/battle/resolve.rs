//! `battle resolve`: an engagement fought by the rules, by the program's dice or at the table.

use std::io::Write as _;
use std::path::PathBuf;

use clap::Args;

use domain::shown;
use ops::query::{self, Deciding, DiceFrom};
use ops::{BattleResult, View};
use report::model::{Narrator, StepView};

use super::engagement::{file_of, kept_in, to_be_fought};
use super::post::{FoughtBattle, PostFlags, bring_home};
use crate::ask::Terminal;
use crate::command_context::{CommandContext, Ended};
use crate::failure::Failure;
use crate::flags::RuledFlags;
use crate::table::{AskedBy, BattleTable, KeptAnswers, Left, Player, ROLLED_IN, TableDice};
use report::render::wrap::sentence;

/// The word for asking the players.
const ASK: &str = "ask";

/// Fights an engagement by the rules and writes the outcome to a file; only where it is posted does the campaign change
#[derive(Debug, Args)]
#[command(after_long_help = "\
WHAT is an engagement file, or an open battle as it stands (if an edited BATTLE.toml is here, it is not used, and a
warning says so). The outcome goes to BATTLE.outcome.json (or --out), which `battle post` reads; without --post the
campaign does not change. A different outcome already there is kept as BATTLE.outcome.json.1, .2 and so on.

Dice: without --dice and --seed the seed comes from the clock and is shown. `--dice ask` asks for each throw: who throws
how many dice for what, which die belongs to whom and what it does, after the story so far.
Decisions: the default doctrine; a script of words CHOICE[:WHO][@MOVE]=yes|no and marker=BASE; or `ask`. WHO is the
id of a unit or base, or a side. Choices: break-off, assault, stays, charge, withdraw, go-back, commissar, counter-attack,
leave, ambush, stop, shoot-and-scoot, fire-twice, fire-at-aircraft, merge.
With `ask` every answer is saved in BATTLE.table.txt at once: stop whenever you like (Ctrl-C, Ctrl-D), and run the same
command to go on. `back` takes back the last answer, `?` shows this help.
For programs that ask themselves: `--step` fights by the answers given, and says what has happened and what is asked next.

Examples:
  railhead battle resolve 2am-037026.toml
  railhead battle resolve 2am-037026 --seed 7 --post
  railhead battle resolve 2am-037026.toml --dice ask --decide ask
  railhead battle resolve 2am-037026.toml --decide \"break-off@2=no commissar=yes\"
  railhead battle resolve 2am-037026 --step --answer \"6 5\" --answer yes --format json

JSON: see docs/JSON.md")]
pub(crate) struct Resolve {
    /// The engagement file, or an open battle
    what: String,
    /// The dice as they fell, or `ask`
    #[arg(long, value_name = "\"6 5 4\"|ask", conflicts_with = "seed")]
    dice: Option<String>,
    /// The seed for the dice
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Decisions, or `ask`
    #[arg(long, value_name = "\"CHOICE=yes ...\"|ask")]
    decide: Option<String>,
    /// Fights only as far as the answers go, says what is asked next, and writes nothing
    #[arg(long, conflicts_with_all = ["dice", "seed", "decide", "out", "post", "bases"])]
    step: bool,
    /// With --step: the answers so far, in order: faces for a throw, `yes` or `no`, ids of bases
    #[arg(long = "answer", value_name = "ANSWER", requires = "step")]
    answers: Vec<String>,
    /// Where to write the outcome
    #[arg(long, value_name = "FILE", conflicts_with = "post")]
    out: Option<PathBuf>,
    /// Posts the outcome at once, and writes no file
    #[arg(long)]
    post: bool,
    /// Shows every base, and not a row a unit
    #[arg(long)]
    bases: bool,
    #[command(flatten)]
    ruled: RuledFlags,
}

/// A battle that has been fought.
struct Fought {
    resolved: query::Resolved,
    /// What was typed, where it was fought at the table.
    kept: Option<KeptAnswers>,
    /// The decisions that were typed, as a script has them.
    decided: String,
}

impl Resolve {
    pub(super) fn run(&self, ctx: &mut CommandContext<'_>) -> Ended {
        let (campaign, engagement) = to_be_fought(ctx, &self.what, &self.ruled)?;
        if self.step {
            let step = query::step(&engagement, &self.answers)?;
            let of = (self.what.as_str(), self.answers.len());
            return ctx.print(&StepView::new(&campaign, engagement.setup(), &step, of));
        }
        let Fought { mut resolved, kept, decided } = self.fight(ctx, &campaign, &engagement)?;
        resolved.result.file = file_of(ctx, &self.what);
        let notes = resolved.unused.iter().map(|line| format!("no question matched the decision `{line}`")).collect();
        if self.post {
            ctx.typed = self.typed(&ctx.typed, &resolved.result, &decided);
        }
        let home = PostFlags { out: self.out.as_deref(), post: self.post, ruled: &self.ruled };
        let (setup, result, by_base) = (engagement.setup(), resolved.result, self.bases);
        let fought = FoughtBattle { campaign: &campaign, setup, result, notes, by_base };
        let ended = bring_home(ctx, fought, &home);
        if let Some(kept) = kept.filter(|_| !self.ruled.writing.dry_run && (ended.is_ok() || ctx.is_done())) {
            kept.remove();
        }
        ended
    }

    /// The command as it can be done again: with its seed, or with dice and decisions as they fell at the table.
    fn typed(&self, typed: &str, result: &BattleResult, decided: &str) -> String {
        let given = |typed: String, flag: &str, words: &str| {
            let words = format!("--{flag} '{words}'");
            typed.replace(&format!("--{flag}={ASK}"), &words).replace(&format!("--{flag} {ASK}"), &words)
        };
        let typed =
            if asks(self.decide.as_deref()) { given(typed.to_owned(), "decide", decided) } else { typed.to_owned() };
        match (self.seed, self.dice.as_deref()) {
            (None, None) => result.seed().map_or_else(|| typed.clone(), |seed| format!("{typed} --seed={seed}")),
            (_, Some(ASK)) => {
                let faces = result.outcome.throws.iter().flat_map(|throw| &throw.faces);
                let faces: Vec<String> = faces.map(ToString::to_string).collect();
                given(typed, "dice", &faces.join(" "))
            }
            _ => typed,
        }
    }

    fn fight(
        &self,
        ctx: &mut CommandContext<'_>,
        campaign: &View,
        engagement: &query::Engagement,
    ) -> Result<Fought, Failure> {
        let seed = self.seed.unwrap_or_else(|| ctx.context.now().timestamp_micros().unsigned_abs());
        if asks(self.dice.as_deref()) || asks(self.decide.as_deref()) {
            return self.fight_at_table(ctx, campaign, engagement, seed);
        }
        let dice = self.dice.as_deref().map_or(DiceFrom::Seed(seed), DiceFrom::Script);
        let deciding = self.decide.as_deref().map_or(Deciding::Doctrine, Deciding::Script);
        let resolved = query::resolve(engagement, dice, deciding, &mut |_| ())?;
        Ok(Fought { resolved, kept: None, decided: String::new() })
    }

    /// Fights by what is typed; from the beginning again, by the answers kept, where one was taken back.
    fn fight_at_table(
        &self,
        ctx: &mut CommandContext<'_>,
        campaign: &View,
        engagement: &query::Engagement,
        seed: u64,
    ) -> Result<Fought, Failure> {
        let (name, width) = (kept_in(&self.what, engagement.setup(), ROLLED_IN)?, ctx.context.width());
        let kept = KeptAnswers::read(ctx.context.path(&name), &name, AskedBy::Resolve)?;
        let mut kept = kept.of_drawing(engagement.setup().drawing.as_deref());
        let seed = *kept.seed.insert(self.seed.or(kept.seed).unwrap_or(seed));
        let mut beginning = sentence("", &kept.put_aside(), 0, Some(width));
        beginning.push_str(&sentence("", &kept.how(), 0, Some(width)));
        if kept.len() > 0 {
            let text = format!("The battle goes on where it stopped. Answers saved: {}.", kept.len());
            beginning.push_str(&sentence("", &text, 0, Some(width)));
        }
        let _ = write!(ctx.context.err, "{}", shown(&beginning));
        let mut silent = 0;
        loop {
            let terminal = Terminal::new(&mut ctx.context.input, &mut ctx.context.err);
            let table = BattleTable::new(&terminal, Narrator::new(campaign, engagement.setup()), width, kept, silent);
            let fought = self.sit_down(&table, engagement, seed);
            let Left { kept: left, takes_back, decided } = table.leave();
            kept = left;
            if !takes_back {
                let resolved = fought.map_err(|failure| failure.hint(kept.how_to_go_on()))?;
                return Ok(Fought { resolved, kept: Some(kept), decided });
            }
            let taken = kept.take_back().map_err(crate::failure::file_error(name.clone()))?;
            silent = kept.len();
            let said = sentence("  ", &shown(&format!("taken back: {taken}")), 2, Some(width));
            let _ = write!(ctx.context.err, "{said}");
        }
    }

    fn sit_down(
        &self,
        table: &BattleTable<'_, '_>,
        engagement: &query::Engagement,
        seed: u64,
    ) -> Result<query::Resolved, Failure> {
        let (mut thrown, mut player) = (TableDice(table), Player(table));
        let dice = match self.dice.as_deref() {
            Some(ASK) => DiceFrom::Ask(&mut thrown),
            Some(script) => DiceFrom::Script(script),
            None => DiceFrom::Seed(seed),
        };
        let deciding = match self.decide.as_deref() {
            Some(ASK) => Deciding::Ask(&mut player),
            Some(script) => Deciding::Script(script),
            None => Deciding::Doctrine,
        };
        let resolved = query::resolve(engagement, dice, deciding, &mut |happening| table.hear(happening))?;
        table.confirm();
        Ok(resolved)
    }
}

fn asks(flag: Option<&str>) -> bool {
    flag == Some(ASK)
}
