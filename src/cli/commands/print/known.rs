//! What documents are composed of, asked for as their reader knows it.

use std::cell::OnceCell;

use domain::{Bound, Echelon, Square};
use ops::query::Cause;
use ops::{View, query};
use report::model::document::{Composed, Document, LastBounds};
use report::model::situation::{SituationOf, Window};
use report::model::{
    ContactList, DiaryBound, FormReport, OrderList, ReviewReport, SightingList, Situation, StatsOf, StatsReport,
    StatusReport, StockReport, SupplySheet,
};

use super::super::diary::{Gone, diary, each_bound};
use super::super::map::{Asked, before};
use super::super::supply::sheet_of;
use crate::command_context::{CommandContext, reader_of};
use crate::failure::Failure;
use crate::flags::ReadingFlags;

/// How many columns and rows a map round the square of a battle has.
const ROUND_A_BATTLE: (u16, u16) = (9, 7);

/// What documents are composed of, as their reader knows it.
pub(super) struct Known<'a> {
    pub(super) campaign: &'a View,
    pub(super) of: Composed<'a>,
    /// Why lines fail: asked for once, by those documents that tell it.
    pub(super) causes: OnceCell<Vec<Cause>>,
    /// How the campaign stands: the same.
    pub(super) status: OnceCell<StatusReport>,
}

impl Known<'_> {
    pub(super) fn situation(&self, ctx: &mut CommandContext<'_>, reading: &ReadingFlags) -> Situation {
        let before = before(ctx, reading, self.campaign);
        let (side, commander) = (self.of.side, self.of.commander);
        let window = commander.and_then(|unit| Window::of_unit(self.campaign, unit));
        let asked = Asked { side, commander, lines_of: side, only: None, counted: commander, window };
        asked.situation_of(self.campaign, before.as_ref(), (self.of.sheet, self.causes()))
    }

    /// The situation round the square of a battle.
    pub(super) fn round(&self, square: Square) -> Situation {
        let window = Some(Window::round(self.campaign, square, ROUND_A_BATTLE));
        let symbols = SituationOf::symbols(self.campaign, self.of.side, self.of.sheet);
        let commander = self.of.commander;
        Situation::new(&SituationOf { causes: self.causes(), commander, counted: commander, window, ..symbols })
    }

    /// The sheet of an open battle.
    pub(super) fn battle(&self, campaign: &View, setup: &query::Setup) -> Document {
        self.of.battle(setup, &FormReport::new(campaign, setup), self.round(setup.square))
    }

    /// Those of all open battles of which its reader knows.
    fn battles(&self) -> impl Iterator<Item = Document> {
        let open = self.campaign.battles.values().filter(|battle| battle.is_open());
        open.map(|battle| self.battle(self.campaign, &query::engagement(self.campaign, battle)))
    }

    pub(super) fn causes(&self) -> &[Cause] {
        self.causes.get_or_init(|| query::supply_causes_and_means(self.campaign, self.of.sheet))
    }

    pub(super) fn sheet(&self) -> SupplySheet {
        let (campaign, side) = (self.campaign, self.of.side);
        let Some(commander) = self.of.commander else {
            let sheet = sheet_of(campaign, (side, None), (self.of.sheet, self.causes()), 0);
            return sheet.with_fed_in_vain(campaign, &query::fed_in_vain(campaign, side, None));
        };
        let found = query::supply_status(campaign, side, Some(commander), 0);
        let causes = query::supply_causes_and_means(campaign, &found);
        let sheet = sheet_of(campaign, (side, Some(commander)), (&found, &causes), 0);
        sheet.with_fed_in_vain(campaign, &query::fed_in_vain(campaign, side, Some(commander)))
    }

    /// What is told of the bounds that were closed last.
    pub(super) fn last_bounds(
        &self,
        ctx: &mut CommandContext<'_>,
        reading: &ReadingFlags,
    ) -> Result<LastBounds, Failure> {
        let mut last = LastBounds::default();
        let of = self.of.commander.map(|commander| &commander.id);
        each_bound(ctx, reading, self.campaign, |Gone { closed, opened, side, .. }| {
            last.add(&DiaryBound::new(closed, opened, side, of));
        })?;
        Ok(last)
    }

    pub(super) fn stocks(&self) -> StockReport {
        StockReport::new(self.campaign, self.of.side, None, false)
    }

    pub(super) fn status(&self) -> &StatusReport {
        self.status.get_or_init(|| {
            let found = query::review_at_a_glance(self.campaign, self.of.commander);
            let status = StatusReport::new(self.campaign, query::contact_count(self.campaign), &found);
            status.known_to(self.campaign, self.of.side)
        })
    }

    pub(super) fn bound_sheet(
        &self,
        ctx: &mut CommandContext<'_>,
        reading: &ReadingFlags,
    ) -> Result<Document, Failure> {
        let campaign = self.campaign;
        let orders = OrderList::new(campaign, self.of.side);
        let contacts = ContactList::new(campaign, &query::contacts(campaign), None, false);
        let contacts = contacts.facing_from(self.of.side).read_as(reading.read_as());
        let moment = ctx.moment(&reading.when)?;
        let found = ctx.session()?.review(moment, campaign, self.of.commander)?;
        let review = ReviewReport::new(campaign, found, None).read_as(reading.read_as());
        Ok(self.of.bound_sheet(self.status(), (&orders, &contacts, &review)))
    }

    /// The sightings of which a reader is told.
    pub(super) fn seen(&self, situation: &Situation) -> SightingList {
        // Of the whole front a commander is told how much is known: what he can do something about is listed.
        let window = Some(situation.window).filter(|_| situation.is_window());
        SightingList::within(self.campaign, self.of.side, window).by_place()
    }

    pub(super) fn diary(&self, ctx: &mut CommandContext<'_>, reading: &ReadingFlags) -> Result<Document, Failure> {
        Ok(self.of.diary(&diary(ctx, reading, self.campaign, self.of.commander)?))
    }

    pub(super) fn figures(
        &self,
        ctx: &mut CommandContext<'_>,
        reading: &ReadingFlags,
    ) -> Result<Option<Document>, Failure> {
        let moment = ctx.moment(&reading.when)?;
        let reader = reader_of(self.campaign, &reading.reader)?;
        let figures = ctx.session()?.figures(moment, reader.as_ref())?;
        let plots = StatsReport::new(self.campaign, figures, StatsOf::All).plots(self.campaign, reader.as_ref());
        Ok(self.of.figures(plots))
    }

    /// For a side and its commanders: the map, what there is to read, then what has pages of its own; for the umpire his own sheet
    /// before these; the sheets of open battles stand before the map.
    pub(super) fn pack(&self, ctx: &mut CommandContext<'_>, reading: &ReadingFlags) -> Result<Document, Failure> {
        let of = &self.of;
        let (situation, sheet, last) = (self.situation(ctx, reading), self.sheet(), self.last_bounds(ctx, reading)?);
        let mut parts = Vec::new();
        if of.side.is_none() {
            parts.push(self.bound_sheet(ctx, reading)?);
        }
        parts.extend(self.battles());
        parts.push(of.map(situation.clone()));
        parts.extend(of.sitrep_part(self.status(), &last, &self.seen(&situation)));
        parts.push(of.supply_part(&sheet, &self.stocks(), situation.clone()));
        // Of a division the strength return is the first line of its order of battle.
        if of.commander.is_none_or(|commander| commander.echelon > Echelon::Division) {
            parts.push(of.strength());
        }
        parts.push(of.orbat(of.commander));
        if self.campaign.bound > Bound::FIRST {
            parts.push(self.diary(ctx, reading)?);
        }
        parts.push(of.tree(of.commander));
        parts.extend(self.figures(ctx, reading)?);
        parts.push(of.cards(of.commander));
        Ok(of.pack(situation, &sheet, &last, parts))
    }
}
