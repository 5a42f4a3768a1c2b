//! What is said of a change that has been written: its report, and what somebody should know beside it.
//!
//! What it decides: which report a change has, and which warnings follow it.
//! What it never does: change anything. All of it comes after the commit, so what fails here is no failure of the command.

use std::path::Path;

use domain::{BattleId, Said};
use ops::command::UnitMove;
use ops::{Change, Notice, Request, View, pick, query};
use report::model::{self, BattleShow, ClosedBound, FuelChainView, MarchReport, Posting, SupplyEffectView};

use super::{CommandContext, Ended, Ending};
use crate::failure::Failure;
use crate::flags::{MomentFlags, RuledFlags};
use crate::table::{RECORDED_IN, ROLLED_IN};

/// A march that is only tried: way point by way point, and with the fuel that there would be at its end.
fn foreseen(report: MarchReport, change: &Change, march: &UnitMove) -> MarchReport {
    let Some(Notice::March(account)) = &change.told else { return report };
    let points: Vec<_> = march.way.iter().filter_map(|word| pick::square(&change.before, word).ok()).collect();
    let unit = pick::unit(&change.after, &march.unit).ok();
    let found = unit.and_then(|unit| query::supply_of(&change.after, unit));
    let fuel = found.and_then(|found| FuelChainView::new(&change.after, &found));
    report.with_points(&change.after, account, &points).with_fuel(fuel)
}

impl CommandContext<'_> {
    pub(crate) fn say_change(&mut self, change: &Change) -> Ended {
        self.say_change_by(change, None)
    }

    /// The same of a change by a request of which more is to be said than what it did.
    pub(crate) fn say_change_by(&mut self, change: &Change, request: Option<&Request>) -> Ended {
        let ended = self.say_what_changed(change, request)?;
        for (battle, leaf, more) in query::no_longer_as_drawn(&change.before, &change.after) {
            let others = if more == 0 { "is".to_owned() } else { format!("and {more} more are") };
            let (anew, leaf) = (query::drawn_anew(&change.after, battle), change.after.named(&leaf));
            self.say(&format!(
                "warning: {leaf} {others} in the open battle `{}`, which can no longer be posted as drawn; {anew}",
                battle.id
            ))?;
        }
        Ok(ended)
    }

    fn say_what_changed(&mut self, change: &Change, request: Option<&Request>) -> Ended {
        let is_silent = self.global.quiet && !change.dry_run;
        let supply = || self.supply_effect(change);
        if let Some(Notice::March(account)) = &change.told {
            let report = model::MarchReport::new(change.operation, change.dry_run, account, &change.after);
            let report = report.with_losses(&change.after, &change.events);
            let report = match request {
                Some(Request::UnitMove(march)) if change.dry_run => foreseen(report, change, march),
                _ => report,
            };
            return if is_silent { Ok(Ending::Done) } else { self.print(&report.with_supply(supply())) };
        }
        if change.closes_a_bound() {
            let done = self.session()?.done_in(change.before.bound, change.operation)?;
            let Change { operation, before, events, after, .. } = change;
            let (operation, done, by_leaf) = (*operation, &done[..], self.writes_values());
            let closed = ClosedBound { operation, before, done, events, after, by_leaf };
            let report = model::BoundReport::new(closed);
            self.outline = model::ClosePoint::all(closed, &report);
            return if is_silent { Ok(Ending::Done) } else { self.print(&report) };
        }
        if is_silent {
            return Ok(Ending::Done);
        }
        let report = model::ChangeReport::new(change.operation, change.dry_run, &change.events, &change.after);
        let report = report.with_supply(supply());
        // Whoever wrote a script knows.
        let events = if self.script.is_none() { &change.events[..] } else { &[] };
        let foreseen = query::marches_foreseen(&change.after, events);
        let foreseen = foreseen.iter().filter_map(|outlook| model::march_foreseen(&change.after, outlook));
        let replaced = model::order_replaced(&change.before, events);
        let sent = query::convoy_sent(&change.after, events).and_then(|outlook| model::convoy_foreseen(&outlook));
        let sent = sent.map(Said::from);
        let foreseen: Vec<Said> = replaced.map(Said::from).into_iter().chain(foreseen).chain(sent).collect();
        let report = match &change.told {
            Some(Notice::Notes(notes)) => report.with_notes(notes.iter().map(Said::from).chain(foreseen)),
            None => report.with_notes(foreseen),
            Some(Notice::Posted { battle, notes }) => {
                let twice = self.changed_twice(change, battle)?;
                report.with_notes(notes.iter().chain(&twice).map(Said::from))
            }
            _ => report,
        };
        let posted = match &change.told {
            Some(Notice::Posted { battle, .. }) => change.after.battles.get(battle),
            _ => None,
        };
        let posting =
            |operation| Posting { operation: Some(operation), time: None, reason: None, events: change.events.clone() };
        let show = posted.map(|battle| BattleShow::new(&change.after, battle, change.operation.map(posting)));
        self.print(&match show {
            Some(show) => report.of_battle(show, self.has_told_battle),
            None => report,
        })?;
        match &change.told {
            Some(Notice::Posted { battle, .. }) => {
                self.say_files_left(change, battle)?;
                if !change.dry_run {
                    self.say_due_in(&change.after, battle)?;
                }
                Ok(Ending::Done)
            }
            Some(Notice::Cancelled { battle }) => {
                self.say_files_left(change, battle)?;
                Ok(Ending::Done)
            }
            _ => Ok(Ending::Done),
        }
    }

    /// What a change does to supply, of a dry run; and of a march or setting that was typed, since whoever plays by hand wants to
    /// know it at once.
    fn supply_effect(&self, change: &Change) -> Option<SupplyEffectView> {
        let effect = match &change.told {
            Some(Notice::March(account)) if change.dry_run || self.script.is_none() => {
                let mut units: Vec<_> = account.leaves.iter().map(|leaf| leaf.unit.clone()).collect();
                units.sort_unstable();
                units.dedup();
                query::supply_effect(&change.before, &change.after, &units)
            }
            _ if !(change.dry_run || self.script.is_none() && change.sets_a_setting()) => return None,
            // An order moves nobody yet: it is asked what stands when its march has come to its end.
            _ => match query::marched_to_the_end(&change.after, &change.events) {
                Some((then, units)) => query::supply_effect(&change.before, &then, &units),
                None => query::supply_effect(&change.before, &change.after, &query::set_elsewhere(&change.events)),
            },
        };
        SupplyEffectView::new(&change.after, &effect)
    }

    /// Of a post that sets aside what was changed since the drawing: what of it is overwritten, and who had changed it.
    fn changed_twice(&mut self, change: &Change, battle: &BattleId) -> Result<Vec<String>, Failure> {
        let leaves = query::changed_twice(&change.before, battle, &change.events);
        let mut notes = Vec::new();
        for leaf in leaves {
            let by = self.session()?.last_before(leaf.as_str(), change.operation)?;
            let by = by.map(|number| format!(" by op {number}")).unwrap_or_default();
            notes.push(format!(
                "`{leaf}` was changed{by} after the battle was drawn: the figures listed here replace that"
            ));
        }
        Ok(notes)
    }

    /// Says which files of a battle that is over lie here: the organiser may have worked on them, so they are his to delete.
    fn say_files_left(&mut self, change: &Change, battle: &BattleId) -> Result<(), Failure> {
        if change.dry_run || !self.writes_engagements {
            return Ok(());
        }
        let names =
            ["toml", "outcome.json", ROLLED_IN, RECORDED_IN].map(|ending| query::battle_file(battle.as_str(), ending));
        let there: Vec<String> = names
            .iter()
            .flatten()
            .filter(|name| self.context.path(name).is_file())
            .map(|name| format!("`{}`", name.display()))
            .collect();
        if there.is_empty() {
            return Ok(());
        }
        self.say(&format!("no longer needed here: {}", there.join(", ")))
    }

    /// Says whose grade is due now by a battle whose result was put right.
    pub(crate) fn say_due(&mut self, battle: &BattleId) -> Result<(), Failure> {
        let campaign = self.look(&MomentFlags::default())?;
        self.say_due_in(&campaign, battle)
    }

    /// Says whose grade is due by a battle.
    fn say_due_in(&mut self, campaign: &View, battle: &BattleId) -> Result<(), Failure> {
        let due = query::grade_review(campaign, campaign.battles.get(battle));
        let count = due.iter().filter(|due| due.due.is_some()).count();
        if count > 0 {
            let units = if count == 1 { "1 unit is".to_owned() } else { format!("{count} units are") };
            self.say(&format!("{units} due for a grade review: railhead grade review {battle}"))?;
        }
        Ok(())
    }

    /// Draws a battle, writes its engagement beside, and says who takes part.
    pub(crate) fn draw_battle(&mut self, ruled: &RuledFlags, request: &Request, file: Option<&Path>) -> Ended {
        let change_context = self.change_context(&ruled.writing, ruled.overridden.clone());
        let change = self.decide(change_context, request)?;
        let Some(Notice::Drawn { battle, left_out }) = &change.told else { return self.say_change(&change) };
        let Some(drawn) = change.after.battles.get(battle) else { return self.say_change(&change) };
        let setup = query::engagement(&change.after, drawn);
        let file = file.map_or_else(|| query::battle_file(battle.as_str(), "toml"), |file| Ok(file.to_owned()))?;
        let written = change.operation.is_some() && self.writes_engagements;
        self.shown_by(format!("railhead battle show {battle}"));
        if written {
            let text = query::engagement_text(&change.after, &setup)?;
            if let Some(kept) = self.keep_aside(&file, &text)? {
                self.say(&kept)?;
            }
            self.write_file(&file, &text)?;
        }
        let shown = written.then(|| file.display().to_string());
        let report = model::DrawnReport::new(change.operation, &change.after, &setup, left_out, shown);
        if self.global.quiet && !change.dry_run { Ok(Ending::Done) } else { self.print(&report) }
    }
}
