//! The engagement that a command is about: of a file, of an open battle, or of one that was posted.

use std::path::{Path, PathBuf};

use domain::command;

use ops::{Moment, PostedBattle, pick, query};

use crate::bounded;
use crate::command_context::CommandContext;
use crate::failure::Failure;
use crate::flags::{ReadingFlags, RuledFlags};

/// The engagement of a file, or of an open battle as it stands.
pub(in crate::commands) fn drawn(
    ctx: &mut CommandContext<'_>,
    what: &str,
    reading: &ReadingFlags,
) -> Result<(ops::View, query::Setup), Failure> {
    let (campaign, _) = ctx.look_as(reading)?;
    if is_file(ctx, what) {
        let text = bounded::text(ctx.context, Path::new(what))?;
        if reading.reader.is_given() {
            return Err(both_sides(&campaign, what));
        }
        let setup = query::read_engagement(what, &text)?;
        ctx.inputs.push((what.to_owned(), text.into()));
        return Ok((campaign, setup));
    }
    let battle = pick::open_battle(&campaign, what)?;
    let setup = query::engagement(&campaign, battle);
    say_unused(ctx, &campaign, &setup, battle.id.as_str())?;
    Ok((campaign, setup))
}

/// Whether a word means a file, be it there or not: the name of a battle has no ending.
pub(super) fn is_file(ctx: &CommandContext<'_>, what: &str) -> bool {
    Path::new(what).extension().is_some() || ctx.context.path(Path::new(what)).is_file()
}

/// A file says all of both sides, whoever is to read what is made of it.
fn both_sides(campaign: &ops::View, what: &str) -> Failure {
    let refused = Failure::words(format!("`{what}` tells of both sides, so nothing of it is for one alone"));
    let named = what.strip_suffix(".toml").filter(|name| pick::open_battle(campaign, name).is_ok());
    match named {
        Some(battle) => refused.hint(format!("name the battle: `{battle}`")),
        None => refused.hint(command!("name an open battle: `railhead battle list --open` has them")),
    }
}

/// The same for a form to write on: sound, but for what a side has sighted, which need not be where it fights.
pub(in crate::commands) fn for_paper(
    ctx: &mut CommandContext<'_>,
    what: &str,
    reading: &ReadingFlags,
) -> Result<(ops::View, query::Setup), Failure> {
    let (campaign, setup) = drawn(ctx, what, reading)?;
    if !reading.reader.is_given() {
        query::validate(what, setup.clone())?;
    }
    Ok((campaign, setup))
}

/// The engagement of a file, or of an open battle, that is to be fought or recorded: as the campaign stands, and sound.
pub(in crate::commands) fn to_be_fought(
    ctx: &mut CommandContext<'_>,
    what: &str,
    ruled: &RuledFlags,
) -> Result<(ops::View, query::Engagement), Failure> {
    let (campaign, setup) = drawn(ctx, what, &ReadingFlags::default())?;
    // What came of a battle that is over could not be posted.
    if let Some(id) = setup.battle.as_deref().filter(|id| campaign.battles.contains_key(*id)) {
        pick::open_battle(&campaign, id)?;
    }
    query::as_the_campaign(what, &campaign, &setup, ruled.overridden.is_some())?;
    Ok((campaign, query::validate(what, setup)?))
}

/// The engagement file that is meant; none where an open battle is.
pub(in crate::commands) fn file_of(ctx: &CommandContext<'_>, what: &str) -> Option<String> {
    ctx.context.path(Path::new(what)).is_file().then(|| what.to_owned())
}

/// Where what is typed of a battle is kept: under its name, else that of the file.
pub(super) fn kept_in(what: &str, setup: &query::Setup, ending: &str) -> Result<PathBuf, Failure> {
    if let Some(battle) = &setup.battle {
        return Ok(query::battle_file(battle, ending)?);
    }
    let stem = Path::new(what).file_stem().map(|stem| stem.to_string_lossy().into_owned());
    Ok(PathBuf::from(format!("{}.{ending}", stem.unwrap_or_default())))
}

/// Says of a battle that is taken as it stands that the file of its name, edited meanwhile, is not.
fn say_unused(
    ctx: &mut CommandContext<'_>,
    campaign: &ops::View,
    setup: &query::Setup,
    id: &str,
) -> Result<(), Failure> {
    let Ok(path) = query::battle_file(id, "toml") else { return Ok(()) };
    let Ok(text) = bounded::text(ctx.context, &path) else { return Ok(()) };
    // What has changed since the drawing is told by itself, and the file is of no use then either.
    if !campaign.battles.get(id).is_none_or(|battle| query::stands_as_drawn(campaign, battle)) {
        return Ok(());
    }
    let file = path.display().to_string();
    // As it would be read: what a file leaves out and what it says of that are the same.
    let stands = query::read_engagement(&file, &query::engagement_text(campaign, setup)?)?;
    if query::read_engagement(&file, &text).is_ok_and(|there| there == stands) {
        return Ok(());
    }
    ctx.say(&format!(
        "warning: `{file}` differs from `{id}` as it stands and is not used; to use the file, name `{file}` instead \
         of the battle"
    ))
}

/// The campaign in which a battle was open, and the engagement that was fought.
pub(super) fn fought(
    ctx: &mut CommandContext<'_>,
    posted: &PostedBattle,
) -> Result<(ops::View, query::Setup), Failure> {
    let campaign = ctx.session()?.look(Some(Moment::Operation(posted.parent)))?;
    let setup = match posted.file.as_ref().filter(|file| ctx.context.path(file.as_ref()).is_file()) {
        Some(file) => query::read_engagement(file, &bounded::text(ctx.context, file.as_ref())?)?,
        None => query::engagement(&campaign, pick::open_battle(&campaign, posted.battle.as_str())?),
    };
    Ok((campaign, setup))
}
