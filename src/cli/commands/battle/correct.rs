//! `battle correct`: a battle that was posted, with another result.
//!
//! What it decides: which command stands in the place of the one that posted it.
//! Where to look next: `commands::correction`, which does the rest.

use std::path::PathBuf;

use clap::Args;

use domain::command;
use ops::{PostedBattle, query};
use report::model::FormReport;

use super::engagement::fought;
use super::record::ResultFlags;
use super::record_ask;
use crate::command_context::{CommandContext, Ended};
use crate::commands::correction::{Instead, put_right};
use crate::failure::{DetailLine, Failure};
use crate::flags::RuledFlags;
use crate::table::{CORRECTED_IN, KeptAnswers};
use crate::words::quoted;

/// Gives a posted battle another result, and does everything after it again
#[derive(Debug, Args)]
#[command(after_long_help = "\
For a result found wrong after it was posted, even bounds later. BATTLE is the battle as `battle list` shows it, its
square, or the number of the operation that posted it. Give what was wrong with --set, --moves: all else stays as it was
posted. --ask goes through the result unit by unit, and Enter keeps what was posted. Or give the whole result as for
`battle record`: a filled form, or --end, --moves and --set; or an outcome file with --outcome. `battle form BATTLE` prints the form filled in as it was posted; with
--as-of op:N it is blank, where N is the operation before the battle was posted.

The campaign goes back to before the battle was posted, the right result is posted in its place, and every later
operation is done again with the same words and the same dice. Battles fought since keep their results; the losses are
taken from what the units have then. The report lists what differs, by formation and bound: each figure in the bound in
which it comes to differ, marked where it still does now. It is all or nothing: if a later operation can no longer be
done, the command names it and changes nothing. `undo` takes back the whole correction. To fight a battle
again by the rules: `op correct N \"battle resolve ... --post\"`.

Examples:
  railhead battle correct 2am-037026 form.csv --dry-run
  railhead battle correct 2am-037026 --ask --reason \"the second T-34 was counted twice\"
  railhead battle correct 037026 --set A1.2=4,1
  railhead battle correct 037026 --end taken --moves 3 --set A1=4,1
  railhead battle correct 2am-037026 form.csv --skip 31

JSON: see docs/JSON.md")]
pub(crate) struct CorrectBattleCommand {
    /// The battle, or the operation that posted it
    battle: String,
    #[command(flatten)]
    given: ResultFlags,
    /// The outcome file, as `battle resolve` and `battle record` write it
    #[arg(long, value_name = "FILE", conflicts_with_all = ["form", "ask", "end", "moves", "holder", "set"])]
    outcome: Option<PathBuf>,
    /// Leaves out this later operation (may be repeated)
    #[arg(long, value_name = "N")]
    skip: Vec<u64>,
    #[command(flatten)]
    ruled: RuledFlags,
}

impl CorrectBattleCommand {
    pub(super) fn run(&self, ctx: &mut CommandContext<'_>) -> Ended {
        let posted = ctx.session()?.posted(&self.battle)?;
        let mut kept = None;
        let command = Some(self.command(ctx, &posted, &mut kept)?);
        let (operation, writing) = (posted.operation, &self.ruled.writing);
        let ended = put_right(ctx, &Instead { operation, command, skip: &self.skip, writing });
        let ended = ended.map_err(|failure| self.all_is_wanted(failure, posted.battle.as_str()));
        if ended.is_ok() && !writing.dry_run {
            ctx.say_due(&posted.battle)?;
        }
        let Some(kept) = kept else { return ended };
        let is_kept = !writing.dry_run && (ended.is_ok() || ctx.is_done());
        kept.settle(ended, is_kept)
    }

    /// The same for a result given with `--end` that lacks something: nothing of what was posted stands in its place.
    fn all_is_wanted(&self, mut failure: Failure, battle: &str) -> Failure {
        if failure.kind == "form" && self.given.end.is_some() {
            let hint = command!(
                "`--end` gives the whole result anew: with `--moves`, and `--set` for each unit that lost anything. To \
                 keep what was posted but for some of it: `railhead battle correct {battle} --ask`"
            );
            failure.hints.insert(0, hint);
        }
        failure
    }

    /// The command that posts the right result.
    fn command(
        &self,
        ctx: &mut CommandContext<'_>,
        posted: &PostedBattle,
        kept: &mut Option<KeptAnswers>,
    ) -> Result<String, Failure> {
        let id = quoted(posted.battle.as_str());
        let overridden = self.ruled.overridden.as_ref();
        let overridden = overridden.map(|why| format!(" --override {}", quoted(why))).unwrap_or_default();
        if let Some(file) = &self.outcome {
            return Ok(format!("battle post {id} {}{overridden}", quoted(&file.display().to_string())));
        }
        let what = Self::what(ctx, posted)?;
        let given = self.result(ctx, posted, kept)?;
        Ok(format!("battle record {what}{given} --post{overridden}"))
    }

    /// The engagement that was fought: the file, where it was one and lies here still; else the battle as drawn.
    fn what(ctx: &mut CommandContext<'_>, posted: &PostedBattle) -> Result<String, Failure> {
        let id = posted.battle.as_str();
        let Some(file) = &posted.file else { return Ok(quoted(id)) };
        if ctx.context.path(file.as_ref()).is_file() {
            return Ok(quoted(file));
        }
        ctx.say(&format!("warning: it was fought from `{file}`, which is not here: `{id}` is taken as it was drawn"))?;
        Ok(quoted(id))
    }

    /// The words that give the result.
    fn result(
        &self,
        ctx: &mut CommandContext<'_>,
        posted: &PostedBattle,
        kept: &mut Option<KeptAnswers>,
    ) -> Result<String, Failure> {
        let PostedBattle { battle, operation, parent, command, .. } = posted;
        let ResultFlags { form, ask, end, moves, holder, set } = &self.given;
        if let Some(form) = form {
            return Ok(format!(" {}", quoted(&form.display().to_string())));
        }
        if *ask {
            let (campaign, setup) = fought(ctx, posted)?;
            let as_posted = query::posted_form_whole(&campaign, &setup, &posted.outcome);
            let answered = record_ask::ask(ctx, &campaign, &setup, (battle.as_str(), CORRECTED_IN), as_posted)?;
            *kept = Some(answered.kept);
            return Ok(record_ask::words(" --ask", &answered.sheet));
        }
        let sheet = end.is_none().then(|| self.amended(ctx, posted)).transpose()?.flatten();
        if let Some(sheet) = sheet {
            return Ok(record_ask::words(" --ask", &sheet));
        }
        if end.is_none() {
            let message =
                format!("the right result of `{battle}` is missing; operation {operation} posted it: `{command}`");
            let blank =
                command!("`railhead battle form {battle} --as-of op:{parent} --format csv` prints a blank form");
            let (campaign, setup) = fought(ctx, posted)?;
            let sheet = query::posted_form_whole(&campaign, &setup, &posted.outcome);
            let form = FormReport::new(&campaign, &setup);
            let lines = sheet.map(|sheet| record_ask::lines(&form, &sheet)).unwrap_or_default();
            let what = if lines.is_empty() {
                "all of it"
            } else {
                "what was wrong of it with `--set` or `--moves`, or all of it"
            };
            let how = command!(
                "give {what} as for `battle record`: `railhead battle correct {battle} --ask`, or a filled form"
            );
            let intro = (!lines.is_empty()).then(|| "as it was posted:".to_owned());
            let details = intro.into_iter().chain(lines).map(DetailLine::from).collect();
            return Err(Failure { details, ..Failure::words(message) }.hint(how).hint(blank));
        }
        let heads = [("end", end), ("moves", moves), ("holder", holder)];
        let heads = heads.into_iter().filter_map(|(key, value)| Some(format!(" --{key} {}", quoted(value.as_ref()?))));
        Ok(heads.chain(set.iter().map(|words| format!(" --set {}", quoted(words)))).collect())
    }

    /// The posted result with what is given in its place; none where nothing is given, or no form gives that result.
    fn amended(
        &self,
        ctx: &mut CommandContext<'_>,
        posted: &PostedBattle,
    ) -> Result<Option<query::ResultSheet>, Failure> {
        let ResultFlags { moves, holder, set, .. } = &self.given;
        let is_given = !set.is_empty() || moves.is_some() || holder.is_some();
        if !is_given {
            return Ok(None);
        }
        let (campaign, setup) = fought(ctx, posted)?;
        let given = self.given.in_words(&campaign, &setup);
        Ok(query::amended_form(&campaign, &setup, &posted.outcome, &given)?)
    }
}
