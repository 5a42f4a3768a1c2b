//! The supply status sheet printed before each session.

use std::collections::BTreeMap;

use serde::Serialize;

use campaign::Campaign;
use domain::{Detail, FormationId, SideId, SupplyState};
use ops::query::Ways;
use supply::{Assessment, PresentUse, Underway};

use super::by_cause::ToldOfSide;
use super::causes::CauseView;
use super::house_rule::HouseRule;
use super::maker::Maker;
use super::unit::UnitSupply;
use crate::model::BoundView;
use crate::{Column, Table};

/// The supply status sheet printed before each session.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SupplySheet {
    pub(super) campaign: String,
    pub(super) bound: BoundView,
    pub(super) mode: Detail,
    pub(super) units: Vec<UnitSupply>,
    pub(super) causes: Vec<CauseView>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) house_rules: Vec<HouseRule>,
    #[serde(skip)]
    pub(super) title: String,
    /// What is told of each side, in the order in which they are shown.
    #[serde(skip)]
    pub(super) sides: Vec<ToldOfSide>,
    /// Whether it is the umpire's.
    #[serde(skip)]
    pub(super) open: bool,
    /// Whether it is laid out by formation, and not by cause.
    #[serde(skip)]
    pub(super) is_by_unit: bool,
    /// How they stand in all, where not all are shown.
    #[serde(skip)]
    pub(super) of: Option<Counted>,
    /// Whether nobody was looked at that others feed.
    #[serde(skip)]
    pub(super) draws_only: bool,
}

/// How many formations are in trouble, of how many: first those that draw supply, then those that are fed by them.
pub(super) type Counted = [(usize, usize); 2];

impl SupplySheet {
    /// The sheet of these assessments; for one side only it names no formation of the enemy.
    pub fn new(ways: &Ways<'_>, assessments: &[Assessment], side: Option<SideId>) -> Self {
        let (campaign, maker) = (ways.campaign(), Maker::new(ways, side));
        let bound = BoundView::new(campaign, campaign.bound);
        let units = assessments.iter().filter_map(|a| maker.unit(a)).collect();
        let of = side.and_then(|s| campaign.side(s)).map(|s| format!(", {}", s.name)).unwrap_or_default();
        let title =
            format!("Supply status{of}: {}, {} ({})", campaign.title, bound.label, bound.date.format("%-d %B %Y"));
        Self {
            campaign: campaign.name.clone(),
            bound,
            mode: campaign.settings.detail(),
            units,
            causes: Vec::new(),
            house_rules: Vec::new(),
            title,
            sides: Vec::new(),
            open: maker.open,
            is_by_unit: false,
            of: None,
            draws_only: false,
        }
    }

    /// The same, which looks so many levels down at those that others feed: where at none, it does not speak for them.
    #[must_use]
    pub fn to_depth(self, depth: usize) -> Self {
        let draws_only = depth == 0 && self.units.iter().all(|unit| unit.fed_by.is_none());
        Self { draws_only, ..self }
    }

    /// The same with how many days what each formation holds lasts at the present use, where it is counted.
    #[must_use]
    pub fn with_days(mut self, using: &PresentUse) -> Self {
        self.units.iter_mut().for_each(|unit| unit.last(using));
        self
    }

    /// The same with the stock that convoys are bringing to the formations that it shows, or to the dumps on which they draw.
    #[must_use]
    pub fn with_underway(mut self, campaign: &Campaign, found: &[Assessment], underway: &[Underway]) -> Self {
        if !underway.is_empty() {
            let of: BTreeMap<&FormationId, &Assessment> = found.iter().map(|a| (&a.unit, a)).collect();
            for unit in &mut self.units {
                of.get(&unit.id).into_iter().for_each(|a| unit.awaits(campaign, a, underway));
            }
        }
        self
    }

    /// The same with only those formations that are in trouble; what is counted stays.
    #[must_use]
    pub fn brief(mut self) -> Self {
        self.of = Some(self.counted());
        self.units.retain(UnitSupply::is_in_trouble);
        self
    }

    /// The same by formation, with only those whose LOG or POL is in this state; what is counted stays.
    #[must_use]
    pub fn in_state(mut self, state: SupplyState) -> Self {
        self.of = Some(self.counted());
        self.units.retain(|unit| unit.log.state == state || unit.pol.state == state);
        self.is_by_unit = true;
        self
    }

    pub(super) fn counted(&self) -> Counted {
        let of = |is_fed: bool| {
            let units = || self.units.iter().filter(|unit| unit.fed_by.is_some() == is_fed);
            (units().filter(|unit| unit.is_in_trouble()).count(), units().count())
        };
        self.of.unwrap_or_else(|| [of(false), of(true)])
    }

    /// How many are in trouble: of those that draw supply and of those that are fed by them, where the sheet has both.
    pub(super) fn count(&self) -> String {
        let [(drawing, draw), (feeding, fed)] = self.counted();
        let (error, all) = (drawing + feeding, draw + fed);
        let are = if error == 1 { "is" } else { "are" };
        let (that, deeper) =
            if self.draws_only { (" that draw supply", "; `--depth 9` shows those they feed") } else { ("", "") };
        match (error, all) {
            (0, 0) => self.sides.iter().map(|of| of.told.as_str()).collect::<Vec<_>>().join(" "),
            (0, 1) => format!("1 formation, and it is in supply{deeper}"),
            (0, _) => format!("all {all} formations{that} are in supply{deeper}"),
            (1, 1) => format!("!! 1 formation, and it is in trouble{deeper}"),
            _ if fed == 0 => format!("!! {error} of {all} formations{that} {are} in trouble{deeper}"),
            _ => format!(
                "!! {error} of {all} formations {are} in trouble: {drawing} of {draw} that draw supply, {feeding} of \
                 {fed} fed by others"
            ),
        }
    }

    /// The sheet by formation.
    pub(crate) fn table(&self) -> Table {
        let columns = vec![
            Column::text(""),
            Column::text("formation").wrapping().over("id"),
            Column::text("square"),
            Column::text("LOG"),
            Column::text("POL"),
            Column::text("why, and what would mend it").wrapping(),
            Column::text("from").optional(),
            Column::number("hours").optional(),
            Column::number("km").optional(),
        ];
        let mut table = Table::new(&self.title, columns);
        let mut group = None;
        for unit in &self.units {
            if group != Some(&unit.group) {
                group = Some(&unit.group);
                table.group(&unit.group);
            }
            table.row(unit.cells());
        }
        table.note(self.count());
        self.house_rules.iter().for_each(|rule| rule.note(&mut table));
        table
    }
}
