//! `battle check`: what in an engagement cannot be.

use std::path::Path;

use ops::query;

use super::engagement::{drawn, is_file};
use crate::bounded;
use crate::command_context::{CommandContext, Ended, Ending};
use crate::failure::Failure;
use crate::flags::{FormatWord, MomentFlags, ReadingFlags};

/// Checks the engagement of a file, or of an open battle as it stands.
pub(super) fn check(ctx: &mut CommandContext<'_>, what: &str) -> Ended {
    let setup = if is_file(ctx, what) {
        let text = bounded::text(ctx.context, Path::new(what))?;
        query::read_engagement(what, &text)?
    } else {
        drawn(ctx, what, &ReadingFlags::default())?.1
    };
    // A file needs no campaign; where there is one that has the battle, they must agree.
    let differs = ctx.look(&MomentFlags::default()).map(|campaign| query::engagement_differs(&campaign, &setup));
    match query::validate_with(what, setup, differs.unwrap_or_default()) {
        Ok(_) => {
            ctx.say(&format!("`{what}` can be fought"))?;
            ctx.document(&serde_json::json!({ "checked": what, "can_be_fought": true }))
        }
        Err(error) => {
            let json = ctx.global.format == FormatWord::Json;
            Failure::from(error).show(json, ctx.context);
            Ok(Ending::Breaches)
        }
    }
}
