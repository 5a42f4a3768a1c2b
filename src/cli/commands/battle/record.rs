//! `battle record`: what came of a battle on the table.

use std::path::PathBuf;

use clap::Args;

use ops::query::{self, FormSpot, FormText, ResultSheet, Setup};

use super::engagement::{file_of, to_be_fought};
use super::post::{FoughtBattle, PostFlags, bring_home};
use super::record_ask;
use crate::bounded;
use crate::command_context::{CommandContext, Ended};
use crate::failure::Failure;
use crate::flags::RuledFlags;
use crate::table::{KeptAnswers, RECORDED_IN};
use record_ask::Answered;

/// Records the result of a battle on the table, and writes it to a file as `battle resolve` does
#[derive(Debug, Args)]
#[command(after_long_help = "\
WHAT is an engagement file, or an open battle. The result is read from a filled form (`battle form --format csv`), asked
for line by line (--ask), or given on the command line (--end, --moves, --set). It goes to BATTLE.outcome.json (or
--out), which `battle post` reads; without --post the campaign does not change.

A blank means unchanged. Markers cannot exceed the SP left. The row of a unit (A1) applies to its blank bases, the row
of a side (A) to its blank bases in the fight: in the square, or present from the start and firing direct.
Fates: in_order, disorganised, broken, withdrew, withdrew_in_order, driven_back, dispersed, surrendered, destroyed. Where
none is given:
  a base with 0 SP left is destroyed;
  bases present from the start that fire direct, and guns that could fire indirect before it ended, come out
    disorganised, as in `battle resolve` (section 9 of the rules; not elites in defence, nor veterans that broke
    off or withdrew), all others as they went in;
  attackers that assault stand in a square that was taken;
  bases that withdrew or were driven back return to where they attacked from, else by the first way out;
  each attacking unit that fired direct or assaulted owes one step of its HQ die (`attacks`).
Anything impossible is refused at once, with file, line and column.

--set WHO=SP,MARKERS[,out][,FATE][,SQUARE]: WHO is a code of the form, a base, a unit, or a formation of several units
(then its bases in the fight); SP and MARKERS may be left out, and attacks:N, passed:N, failed:N are of units.

--ask saves every answer in BATTLE.record.txt at once: stop whenever you like (Ctrl-C, Ctrl-D), and run the same command
to go on. For each unit type `SP MARKERS [out] [FATE] [SQUARE]` for all its bases, `each` to go base by base, nothing or
`=` for unchanged; `rest`, alone or before such an answer, covers all remaining units of the side. `back` takes back the
last answer, `?` shows how to answer.

Examples:
  railhead battle record 2am-037026 form.csv
  railhead battle record 2am-037026 --ask
  railhead battle record 2am-037026 --end taken --moves 3 --set A1=4,1 --set 44id=surrendered --post
  railhead battle record 2am-037026 --end out_of_moves --set D1.2=0 --set A1=passed:1

JSON: see docs/JSON.md")]
pub(crate) struct Record {
    /// The engagement file, or an open battle
    what: String,
    #[command(flatten)]
    given: ResultFlags,
    /// Where to write the outcome
    #[arg(long, value_name = "FILE", conflicts_with = "post")]
    out: Option<PathBuf>,
    /// Posts the outcome at once, and writes no file
    #[arg(long)]
    post: bool,
    #[command(flatten)]
    ruled: RuledFlags,
}

/// How the result of a battle is given.
#[derive(Debug, Args)]
pub(crate) struct ResultFlags {
    /// The filled form
    #[arg(conflicts_with_all = ["ask", "end", "moves", "holder", "set"])]
    pub(super) form: Option<PathBuf>,
    /// Asks at the terminal, unit by unit
    #[arg(long, conflicts_with_all = ["end", "moves", "holder", "set"])]
    pub(super) ask: bool,
    /// How it ended: `taken`, `won_back`, `broken_off`, `out_of_moves`
    #[arg(long, value_name = "END")]
    pub(super) end: Option<String>,
    /// How many moves it took
    #[arg(long, value_name = "N")]
    pub(super) moves: Option<String>,
    /// Who holds the square, as a check; not with a form, whose `end` says it
    #[arg(long, value_name = "SIDE")]
    pub(super) holder: Option<String>,
    /// The result for a base, or for a whole unit or formation (may be repeated)
    #[arg(long, value_name = "WHO=SP,MARKERS,...")]
    pub(super) set: Vec<String>,
}

/// A result as it was given.
struct Given {
    sheet: ResultSheet,
    /// What errors call it.
    form: String,
    /// What was typed, where it was asked for.
    kept: Option<KeptAnswers>,
}

impl Record {
    pub(crate) fn run(&self, ctx: &mut CommandContext<'_>) -> Ended {
        let (campaign, engagement) = to_be_fought(ctx, &self.what, &self.ruled)?;
        let setup = engagement.setup();
        let Given { sheet, form, kept } = self.given.sheet(ctx, &campaign, setup, &self.what)?;
        let (mut result, notes) = query::record_form(&campaign, setup, &sheet, &form)?;
        result.file = file_of(ctx, &self.what);
        if self.given.ask {
            ctx.typed = record_ask::words(&ctx.typed, &sheet);
        }
        let home = PostFlags { out: self.out.as_deref(), post: self.post, ruled: &self.ruled };
        let ended = bring_home(ctx, FoughtBattle { campaign: &campaign, setup, result, notes, by_base: false }, &home);
        let Some(kept) = kept else {
            if ended.is_ok() && !self.ruled.writing.dry_run {
                record_ask::forget(ctx, &self.what, setup);
            }
            return ended;
        };
        let is_kept = !self.ruled.writing.dry_run && (ended.is_ok() || ctx.is_done());
        kept.settle(ended, is_kept)
    }
}

impl ResultFlags {
    /// What is filled in.
    fn sheet(
        &self,
        ctx: &mut CommandContext<'_>,
        campaign: &ops::View,
        setup: &Setup,
        what: &str,
    ) -> Result<Given, Failure> {
        if let Some(file) = &self.form {
            let text = bounded::text(ctx.context, file)?;
            let name = file.display().to_string();
            let sheet = query::read_form(&name, &text)?;
            ctx.inputs.push((name.clone(), text.into()));
            return Ok(Given { sheet, form: format!("`{name}`"), kept: None });
        }
        let form = "the result".to_owned();
        if self.ask {
            let Answered { sheet, kept } = record_ask::ask(ctx, campaign, setup, (what, RECORDED_IN), None)?;
            return Ok(Given { sheet, form, kept: Some(kept) });
        }
        if self.end.is_none() {
            return Err(Failure::words("the result of the battle is missing")
                .hint("give a filled form, `--ask`, or `--end END --moves N` with a `--set` for each unit that lost"));
        }
        Ok(Given { sheet: self.in_words(campaign, setup), form, kept: None })
    }

    /// What is given in words.
    pub(super) fn in_words(&self, campaign: &ops::View, setup: &Setup) -> ResultSheet {
        let mut sheet = query::sheet_of_words(campaign, setup, &self.set);
        for (key, value) in [("end", &self.end), ("moves", &self.moves), ("holder", &self.holder)] {
            let spot = FormSpot::words(format!("--{key}"));
            sheet.head.extend(value.as_ref().map(|text| (key, FormText { text: text.clone(), spot })));
        }
        sheet
    }
}
