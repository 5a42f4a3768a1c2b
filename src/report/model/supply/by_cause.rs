//! The supply status sheet laid out by cause.

use std::collections::BTreeSet;

use campaign::Campaign;
use domain::{Echelon, FormationId, Said, SideId, few};
use ops::query::{Cause, FedInVain, NobodyDraws, Ways, WhyNobody};
use supply::SupplyCount;

use super::causes::{CauseEntry, OTHERS};
use super::maker::Maker;
use super::sheet::{Counted, SupplySheet};
use super::underway::UnderwayView;
use super::unit::UnitSupply;
use crate::model::bound::report::names::within;
use crate::words::finding::fed_in_vain;
use crate::words::nobody::nobody_draws;
use crate::{Cell, Column, Table};

/// The sheet by cause, as it is laid out.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct CausePage {
    /// Of what and when it is.
    pub(crate) title: String,
    /// What is told of each side.
    pub(crate) sides: Vec<CausesOfSide>,
    /// What is said below.
    pub(crate) notes: Vec<Said>,
}

/// What is told of a side beside its formations and their causes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ToldOfSide {
    pub(crate) side: SideId,
    /// Its name.
    pub(crate) called: String,
    /// Whether anybody of it draws supply.
    pub(crate) draws: bool,
    /// How many are supplied, or why nobody draws supply.
    pub(crate) told: String,
    /// Whom its formations feed in vain; none where that was not asked.
    pub(crate) in_vain: Vec<ToldInVain>,
}

/// Whom a formation feeds in vain.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ToldInVain {
    /// The formation.
    pub(crate) of: FormationId,
    /// How large it is.
    pub(crate) echelon: Echelon,
    /// Its name.
    pub(crate) feeder: String,
    /// Of what they are out.
    pub(crate) of_what: String,
    /// Their names.
    pub(crate) units: Vec<String>,
}

impl ToldInVain {
    /// The same as a sentence.
    pub(crate) fn told(&self) -> String {
        format!("{} {}.", self.feeder, fed_in_vain(&self.of_what, &few(&self.units, OTHERS, ", ")))
    }
}

/// A side on the sheet by cause.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct CausesOfSide {
    /// What is told of it before its causes.
    pub(crate) of: ToldOfSide,
    /// The causes why some of it are not supplied.
    pub(crate) causes: Vec<CauseEntry>,
}

impl SupplySheet {
    /// The same with the obstacles for which its formations are without supply.
    #[must_use]
    pub fn with_causes(mut self, ways: &Ways<'_>, causes: &[Cause], side: Option<SideId>) -> Self {
        let (campaign, maker) = (ways.campaign(), Maker::new(ways, side));
        let awaits = |unit: &FormationId| {
            self.units.iter().any(|of| of.id == *unit && of.underway.iter().any(UnderwayView::is_coming))
        };
        let is_awaited = |cause: &Cause| cause.units.iter().all(|unit| awaits(&unit.unit));
        self.causes = causes.iter().map(|cause| maker.cause(cause, is_awaited(cause))).collect();
        let told = |side: &campaign::Side| {
            let told = format!("{}: {}.", campaign.counted_name(side.id), self.supplied(side.id)?);
            Some(ToldOfSide {
                side: side.id,
                called: campaign.side_name(side.id),
                draws: true,
                told,
                in_vain: Vec::new(),
            })
        };
        self.sides = campaign.sides.iter().filter_map(told).collect();
        self
    }

    /// The same, with the sides of which nobody draws supply, and why. Beside what others draw only those are told of whom
    /// nobody is on the map: who fights without supplies does so in every bound.
    #[must_use]
    pub fn with_nobody(mut self, campaign: &Campaign, nobody: &[NobodyDraws]) -> Self {
        let told = |of: &NobodyDraws| ToldOfSide {
            side: of.side,
            called: campaign.side_name(of.side),
            draws: false,
            told: format!("{}.", nobody_draws(campaign, of)),
            in_vain: Vec::new(),
        };
        let is_alone = self.units.is_empty();
        let is_told = |of: &&NobodyDraws| {
            is_alone || matches!(of.why, WhyNobody::Arrives(_) | WhyNobody::NotArrived | WhyNobody::Lost)
        };
        self.sides.extend(nobody.iter().filter(is_told).map(told));
        self.sides.sort_by_key(|told| campaign.sides.iter().position(|of| of.id == told.side));
        self
    }

    /// The same, with those whom its formations feed in vain.
    #[must_use]
    pub fn with_fed_in_vain(mut self, campaign: &Campaign, found: &[FedInVain]) -> Self {
        for FedInVain { feeder: of_feeder, commodity, units } in found {
            let alike = found.iter().filter(|of| (&of.feeder, &of.units) == (of_feeder, units));
            let of_what: Vec<&str> = alike.map(|of| of.commodity.name()).collect();
            // Those who are out of both are named once.
            if of_what.first() != Some(&commodity.name()) {
                continue;
            }
            let Some(formation) = campaign.formation(of_feeder) else { continue };
            let (side, echelon) = (formation.side, formation.echelon);
            if let Some(of) = self.sides.iter_mut().find(|of| of.side == side) {
                let feeder = campaign.name_of(of_feeder.as_str());
                let own_name = |unit: &FormationId| within(campaign.name_of(unit.as_str()), feeder).to_owned();
                of.in_vain.push(ToldInVain {
                    of: of_feeder.clone(),
                    echelon,
                    feeder: feeder.to_owned(),
                    of_what: of_what.join(" and "),
                    units: units.iter().map(own_name).collect(),
                });
            }
        }
        self
    }

    /// The same laid out by formation.
    #[must_use]
    pub fn by_unit(mut self) -> Self {
        self.is_by_unit = true;
        self
    }

    /// The sheet by cause; none where it is asked for by formation.
    pub(crate) fn by_cause(&self) -> Option<CausePage> {
        let of = |of: &ToldOfSide| CausesOfSide {
            of: of.clone(),
            causes: self.causes.iter().filter(|cause| cause.side == of.side).map(|cause| cause.said.clone()).collect(),
        };
        let sides: Vec<_> = self.sides.iter().map(of).collect();
        let notes = if self.counted() == Counted::default() { Vec::new() } else { self.cause_notes() };
        (!self.is_by_unit).then(|| CausePage { title: self.title.clone(), sides, notes })
    }

    /// How many of a side are supplied of how many; none where nobody of it is on the sheet.
    fn supplied(&self, side: SideId) -> Option<String> {
        let of = |is_fed: bool| {
            let units = self.units.iter().filter(|unit| unit.side == side && unit.fed_by.is_some() == is_fed);
            units.collect::<Vec<_>>()
        };
        let (draw, fed) = (of(false), of(true));
        let whom = if fed.len() == 1 { "the one fed by another" } else { "of those fed by others" };
        match (supplied(&draw), supplied(&fed)) {
            (Some(draw), Some(fed)) => Some(format!("{draw}; {whom} {fed}")),
            (draw, fed) => draw.or(fed),
        }
    }

    fn cause_notes(&self) -> Vec<Said> {
        let mut notes = Vec::new();
        let named = |is_it: fn(&UnitSupply) -> bool| {
            let names: Vec<&str> = self.units.iter().filter(|unit| is_it(unit)).map(|u| u.name.as_str()).collect();
            (!names.is_empty()).then(|| few(&names, OTHERS, ", "))
        };
        let out = named(|unit| unit.ammo_out_bases > 0);
        notes.extend(out.map(|names| format!("Fighting bases are out of ammunition: {names}.").into()));
        for (is_coming, told) in [(true, "Convoys are on their way to"), (false, "Convoys are held up on their way to")]
        {
            let underway = self.units.iter().flat_map(|unit| &unit.underway).filter(|of| of.is_coming() == is_coming);
            let mut seen = BTreeSet::new();
            let places: Vec<&str> = underway.map(|of| of.to_name.as_str()).filter(|name| seen.insert(*name)).collect();
            if !places.is_empty() {
                notes.push(format!("{told} {}.", few(&places, OTHERS, ", ")).into());
            }
        }
        let rules: Vec<String> = self.house_rules.iter().map(|rule| format!("`{}`", rule.rule)).collect();
        if !rules.is_empty() {
            notes.push(format!("House rules in effect: {}.", rules.join(", ")).into());
        }
        if self.open {
            notes.push(Said::command(
                "`railhead supply status --by unit` shows every formation and what house rules do.",
            ));
        }
        notes
    }

    /// The sheet by cause as a table.
    pub(crate) fn cause_table(page: &CausePage) -> Table {
        let columns = vec![
            Column::number("no."),
            Column::text("what fails").wrapping(),
            Column::text("who is without").wrapping(),
            Column::text("what would mend it").wrapping(),
        ];
        let mut table = Table::new(&page.title, columns);
        for side in &page.sides {
            table.group(&side.of.told);
            for (number, cause) in (1..).zip(&side.causes) {
                table.row([
                    Cell::new(number),
                    Cell::new(&cause.what),
                    Cell::listing(&cause.count, cause.names()),
                    Cell::from(cause.mend.clone()).offering(cause.offers.clone()).at(cause.at.clone()),
                ]);
            }
            side.of.in_vain.iter().for_each(|of| table.note(of.told()));
        }
        page.notes.iter().cloned().for_each(|note| table.note(note));
        table
    }
}

/// How many of these are in LOG and in POL; none where there are none. POL is what those need who are motorised.
fn supplied(units: &[&UnitSupply]) -> Option<String> {
    let told = |count: SupplyCount, what: &str, kind: &str| {
        let one = match count {
            SupplyCount { holds: 1.., .. } => "in",
            SupplyCount { out: 1.., .. } => "out of",
            _ => "cut off from",
        };
        match (count.needing(), units.len()) {
            (0, 1) => format!("needs no {what}"),
            (0, _) => format!("none needs {what}"),
            (1, 1) => format!("{one} {what}"),
            (1, _) => format!("the one {kind}{one} {what}"),
            (2, _) if count.holds == 2 => format!("both {kind}in {what}"),
            (all, _) if count.holds == all => format!("all {all} {kind}in {what}"),
            (all, _) => format!("{} of {all} {kind}in {what}", count.holds),
        }
    };
    let [log, pol]: [SupplyCount; 2] = [0, 1].map(|place| units.iter().map(|unit| unit.stands[place]).collect());
    let living = match (units.iter().filter(|unit| unit.lives_on_reach()).count(), units.len()) {
        (0, _) => String::new(),
        (1, 1) => "; lives on stock in its reach".to_owned(),
        (1, _) => "; 1 lives on stock in its reach".to_owned(),
        (some, _) => format!("; {some} live on stock in their reach"),
    };
    (!units.is_empty()).then(|| format!("{}, {}{living}", told(log, "LOG", ""), told(pol, "POL", "motorised ")))
}
