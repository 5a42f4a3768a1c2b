//! Changes of railways, of who works on them, and of railheads.

use crate::{Campaign, RailJob, Railhead, Railway, Track};
use domain::{AccountId, FormationId, RailState, SquareSide};

use super::{
    Applied, Change, Refusal, formation, free_account, is_empty, leaf_mut, news, replace, replace_entry, square_on_map,
};

fn railway_mut<'a>(campaign: &'a mut Campaign, line: &str) -> Result<&'a mut Railway, Refusal> {
    let railway = campaign.railways.iter_mut().find(|railway| railway.name == line);
    railway.ok_or_else(|| Refusal::NoRailway(line.to_owned()))
}

/// A length was cut or repaired.
pub(super) fn cut(
    campaign: &mut Campaign,
    line: &str,
    side: SquareSide,
    before: RailState,
    after: RailState,
) -> Applied {
    let railway = railway_mut(campaign, line)?;
    let mut state = if railway.cuts.contains(&side) { RailState::Cut } else { RailState::Open };
    replace(line, &mut state, &before, &after)?;
    match after {
        RailState::Cut => railway.cuts.insert(side),
        RailState::Open => railway.cuts.remove(&side),
    };
    Ok(())
}

/// A length was laid anew, or worked on.
pub(super) fn track(campaign: &mut Campaign, line: &str, before: &Track, after: &Track) -> Applied {
    let railway = railway_mut(campaign, line)?;
    let (a, b) = after.length.squares();
    if before.length != after.length || railway.lengths().all(|length| length != after.length) {
        return Err(Refusal::NoNeighbours(a, b));
    }
    let mut kept = railway.track(after.length);
    replace(line, &mut kept, before, after)?;
    railway.keep(kept);
    Ok(())
}

/// A leaf was set to work, came on with it, or ended it.
pub(super) fn job(campaign: &mut Campaign, leaf: &FormationId, (before, after): Change<'_, RailJob>) -> Applied {
    leaf_mut(campaign, leaf)?;
    if let Some(job) = after {
        job.stretches().try_for_each(|(line, _)| railway_mut(campaign, line).map(|_| ()))?;
        if job.leaf != *leaf {
            return Err(Refusal::Taken(job.leaf.to_string()));
        }
    }
    replace_entry(&mut campaign.rail_jobs, leaf, (before, after))
}

/// A railhead was opened, changed, or given up, which one that holds something is not.
pub(super) fn railhead(campaign: &mut Campaign, id: &AccountId, (before, after): Change<'_, Railhead>) -> Applied {
    match (before, after) {
        (None, Some(_)) => free_account(campaign, id.as_str())?,
        (Some(_), None) => is_empty(campaign, id, "an empty railhead")?,
        _ => {}
    }
    if let Some(railhead) = after {
        square_on_map(campaign, railhead.square)?;
        railway_mut(campaign, &railhead.line)?;
        railhead.serves.as_ref().map_or(Ok(()), |served| formation(campaign, served).map(|_| ()))?;
        if railhead.id != *id {
            return Err(Refusal::Taken(railhead.id.to_string()));
        }
    } else if before.is_none() {
        return Err(Refusal::NoRailhead(id.clone()));
    }
    replace_entry(&mut campaign.railheads, id, (before, after))?;
    match (before, after) {
        (None, Some(_)) => news::opened(campaign, id),
        (Some(_), None) => news::gone(campaign, id),
        (Some(before), Some(after)) if before.square != after.square => {
            news::moved(campaign, id, before.square, after.square);
        }
        _ => {}
    }
    Ok(())
}
