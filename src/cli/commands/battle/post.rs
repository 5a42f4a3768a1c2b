//! `battle post`, and how an outcome comes home: shown, written beside, or posted at once.

use std::path::{Path, PathBuf};

use clap::Args;

use domain::command;
use ops::command::BattlePost;
use ops::{BattleResult, Request, pick, query};
use report::model::BattleStory;

use crate::bounded;
use crate::command_context::{CommandContext, Completed, Ended, Ending, no_file};
use crate::flags::{MomentFlags, RuledFlags};

/// Posts an outcome to the ledger: losses, ammunition, states, places, ground, marks and every die, as one operation
#[derive(Debug, Args)]
#[command(after_long_help = "\
It is refused if anything the engagement relied on has changed since it was drawn (strength, ammunition, state or square
of a base, the ground, the supply): draw it again, or use --override. The outcome of an earlier drawing, of other rules,
of an engagement file edited since or of another campaign is refused too. --dry-run shows every change.

Examples:
  railhead battle post 2am-037026
  railhead battle post 2am-037026 2am-037026.outcome.json --dry-run")]
pub(crate) struct PostCommand {
    /// The battle
    battle: String,
    /// The outcome file; by default BATTLE.outcome.json here
    outcome: Option<PathBuf>,
    #[command(flatten)]
    ruled: RuledFlags,
}

impl PostCommand {
    pub(super) fn run(&self, ctx: &mut CommandContext<'_>) -> Ended {
        let file = if let Some(file) = &self.outcome {
            file.clone()
        } else {
            let campaign = ctx.look(&MomentFlags::default())?;
            let id = &pick::open_battle(&campaign, &self.battle)?.id;
            let file = query::battle_file(id.as_str(), "outcome.json")?;
            if !ctx.context.path(&file).exists() {
                return Err(no_file(&file).hint(command!(
                    "fight it first: `railhead battle resolve {id}`, or `railhead battle record {id} FORM` after a \
                     game on the table; if the outcome is elsewhere, name the file: `railhead battle post {id} FILE`"
                )));
            }
            file
        };
        let text = bounded::text(ctx.context, &file)?;
        let mut result = BattleResult::read(&file.display().to_string(), &text)?;
        // What the log keeps can be posted again in a campaign to which `op script` leads.
        let is_marked = result.campaign.is_some();
        result.must_be_of(&ctx.session()?.campaign_here()?)?;
        let kept = if is_marked { result.text()? } else { text };
        ctx.inputs.push((file.display().to_string(), kept.into()));
        let engagement = mark_now(ctx, &result);
        let request = BattlePost { battle: self.battle.clone(), engagement, result: Box::new(result) };
        ctx.ruled_change(&self.ruled, &Request::BattlePost(request))
    }
}

/// A battle that was fought, by the rules or on the table.
pub(super) struct FoughtBattle<'f> {
    pub(super) campaign: &'f ops::View,
    pub(super) setup: &'f query::Setup,
    pub(super) result: BattleResult,
    /// What is to be said of it beside its story.
    pub(super) notes: Vec<String>,
    /// Whether its table has a row a base.
    pub(super) by_base: bool,
}

/// How an outcome comes home.
pub(super) struct PostFlags<'h> {
    /// Where it is written.
    pub(super) out: Option<&'h Path>,
    /// Whether it is posted at once, and no file written.
    pub(super) post: bool,
    /// How it is posted.
    pub(super) ruled: &'h RuledFlags,
}

/// Prints an outcome, and writes it beside or posts it.
pub(super) fn bring_home(ctx: &mut CommandContext<'_>, fought: FoughtBattle<'_>, home: &PostFlags<'_>) -> Ended {
    let FoughtBattle { campaign, setup, mut result, mut notes, by_base } = fought;
    let battle = result.battle.clone();
    ctx.session()?.must_end_with(home.ruled.writing.expect_op)?;
    if !home.post && !battle.is_empty() && !home.ruled.writing.dry_run {
        let file = home.out.map_or_else(|| query::battle_file(&battle, "outcome.json"), |out| Ok(out.to_owned()))?;
        result.campaign = Some(ctx.session()?.campaign_here()?);
        let text = result.text()?;
        notes.extend(ctx.keep_aside(&file, &text)?);
        ctx.write_file(&file, &text)?;
        let named = home.out.map(|_| format!(" {}", file.display())).unwrap_or_default();
        let file = file.display();
        if campaign.battles.contains_key(battle.as_str()) {
            let next = format!("railhead battle post {battle}{named} --dry-run");
            ctx.has_done(Completed::file(&file, next));
            notes.push(format!("written to {file}; next: railhead battle post {battle}{named}"));
        } else {
            ctx.has_done(Completed::file(&file, "railhead battle list"));
            notes.push(format!(
                "written to {file}; it cannot be posted: no battle `{battle}` is drawn in this campaign"
            ));
        }
    }
    let story = BattleStory::new(campaign, setup, &result.outcome, &result.dice, notes);
    let story = story.by_base(by_base || ctx.writes_rows());
    if !home.post || !ctx.global.quiet {
        ctx.print(&story)?;
        // Rows for a spreadsheet are told of the post too, as ever.
        ctx.has_told_battle = home.post && !ctx.writes_rows();
    }
    if !home.post {
        return Ok(Ending::Done);
    }
    let request = BattlePost { battle, engagement: result.engagement.clone(), result: Box::new(result) };
    ctx.ruled_change(home.ruled, &Request::BattlePost(request))
}

/// The mark of the engagement file of an outcome as it reads now; none where none lies there or it cannot be read.
fn mark_now(ctx: &CommandContext<'_>, result: &BattleResult) -> Option<String> {
    let file = result.file.as_deref()?;
    // The name stands in the outcome, which may come from anybody: of a pipe or device nothing is read.
    ctx.context.path(Path::new(file)).is_file().then_some(())?;
    let text = bounded::text(ctx.context, Path::new(file)).ok()?;
    // What is no engagement any more is not the one that was fought.
    let mark = query::read_engagement(file, &text).and_then(|setup| query::engagement_mark(&setup));
    Some(mark.unwrap_or_default())
}
