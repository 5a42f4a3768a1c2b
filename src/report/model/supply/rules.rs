//! What house rules of consumption and stock do to the formations of a supply sheet, a line each.
//!
//! What it decides: when such a rule bites, in words. What it never does: reckon; that is `supply`.

use std::collections::{BTreeMap, BTreeSet};

use campaign::{Campaign, Setting, Tree, isolated};
use domain::{AccountId, Commodity, Detail, FormationId, SideId, Square, counted as counted_words, few};
use supply::{Arrival, Assessment, Mend, Portion, Shortage, TrainLoad, fire_wants, overextended, shift_text};

use super::house_rule::{HouseRule, news_said};
use super::sheet::SupplySheet;
use crate::model::bound::strike::strikes_said;
use crate::words::cause::partisans_bar;

/// How many formations are named in whose way a square is barred.
const NAMED: usize = 4;

impl SupplySheet {
    /// The same with what the house rules of consumption and stock do, where they do anything.
    #[must_use]
    pub fn with_house_rules(self, campaign: &Campaign, found: &[Assessment]) -> Self {
        let rules = [
            (Setting::Consumption, consumption(campaign, found)),
            (Setting::CalibreAmmunition, fire_units(campaign, found)),
            (Setting::LimitDivision, limits(campaign, found, Setting::LimitDivision)),
            (Setting::LimitCorps, limits(campaign, found, Setting::LimitCorps)),
            (Setting::LimitArmy, limits(campaign, found, Setting::LimitArmy)),
            (Setting::LimitRailhead, limits(campaign, found, Setting::LimitRailhead)),
            (Setting::Isolation, isolation(campaign, found)),
            (Setting::Overextension, overextension(campaign, found)),
            (Setting::Interdiction, interdiction(campaign, found)),
        ];
        rules.into_iter().fold(self, |sheet, (rule, bites)| sheet.with_house_rule(campaign, rule, bites))
    }

    /// The same with what a house rule does, where it does anything.
    #[must_use]
    fn with_house_rule(mut self, campaign: &Campaign, rule: Setting, bites: Vec<String>) -> Self {
        self.house_rules.extend(HouseRule::new(campaign, rule, bites));
        self
    }

    /// The same with what the house rules of railways do: what does not come of a day, and whom no train reaches.
    #[must_use]
    pub fn with_railways(self, campaign: &Campaign, arrivals: &[Arrival], barred: &[AccountId]) -> Self {
        let counted = self.mode == Detail::Full;
        let short = |by_rule: fn(&Shortage) -> bool| {
            let by_rule = arrivals.iter().filter(|_| counted).filter(|a| a.shortage.as_ref().is_some_and(by_rule));
            // The heading names the rule.
            let told = by_rule.filter_map(|a| {
                Some(format!(
                    "{}: {}",
                    campaign.account_name(a.railhead.as_str()),
                    a.shortage_without_rule(&campaign.frame)?
                ))
            });
            told.collect::<Vec<String>>()
        };
        let by_line = short(|shortage| matches!(shortage, Shortage::Line(_) | Shortage::Source(_)));
        let by_ground = short(|shortage| matches!(shortage, Shortage::Ground(..)));
        let barred = barred
            .iter()
            .map(|id| format!("{}: no train of the gauge of a source reaches it", campaign.account_name(id.as_str())));
        let barred: Vec<String> = barred.collect();
        self.with_house_rule(campaign, Setting::RailCapacity, rail_capacity(campaign, by_line))
            .with_house_rule(campaign, Setting::GroundTrains, ground_trains(campaign, by_ground))
            .with_house_rule(campaign, Setting::Gauge, barred)
    }

    /// The same with whose trains go to others by their priority.
    #[must_use]
    pub fn with_priorities(self, campaign: &Campaign, shifted: &[(AccountId, TrainLoad, TrainLoad)]) -> Self {
        self.with_house_rule(campaign, Setting::RailPriority, priorities(campaign, shifted))
    }

    /// The same with what house rules of roads do now.
    #[must_use]
    pub fn with_roads(self, campaign: &Campaign, side: Option<SideId>) -> Self {
        let lorries = campaign.lorries_text();
        let worn = worn(campaign, side).into_iter().collect();
        self.with_house_rule(campaign, Setting::GroundLorries, lorries.into_iter().collect())
            .with_house_rule(campaign, Setting::Partisans, raids(campaign, side))
            .with_house_rule(campaign, Setting::AirInterdiction, strikes_said(campaign, side))
            .with_house_rule(campaign, Setting::TruckAttrition, worn)
            .with_house_rule(campaign, Setting::TruckReach, reach(campaign))
    }

    /// The same with when the stocks were reported that one side's sheet shows.
    #[must_use]
    pub fn with_news(self, campaign: &Campaign, side: Option<SideId>) -> Self {
        self.with_house_rule(campaign, Setting::NewsDelay, news(campaign, news_said(campaign, side)))
    }
}

/// What a rule that wants counted stocks does: nothing in `simple` detail, and it says so.
fn counted(campaign: &Campaign, rule: Setting, bites: impl FnOnce() -> Vec<String>) -> Vec<String> {
    if campaign.settings.get(rule) == rule.spec().default {
        return Vec::new();
    }
    if campaign.settings.detail() == Detail::Full {
        return bites();
    }
    vec!["does nothing under `detail = simple`: stocks are not counted".to_owned()]
}

/// Whose trains go to others by their priority.
fn priorities(campaign: &Campaign, shifted: &[(AccountId, TrainLoad, TrainLoad)]) -> Vec<String> {
    counted(campaign, Setting::RailPriority, || {
        let is_short = [Setting::RailCapacity, Setting::GroundTrains].iter().any(|rule| campaign.settings.is_on(*rule));
        if !is_short {
            return vec![
                "does nothing while `rail_capacity` and `ground_trains` are off: all that is needed arrives".to_owned(),
            ];
        }
        let told = |(railhead, more, less): &(AccountId, TrainLoad, TrainLoad)| {
            format!("{}: {}", campaign.account_name(railhead.as_str()), shift_text(*more, *less))
        };
        shifted.iter().map(told).collect()
    })
}

/// What does not come of a day for want of room on lines or at sources.
fn rail_capacity(campaign: &Campaign, short: Vec<String>) -> Vec<String> {
    counted(campaign, Setting::RailCapacity, || short)
}

/// When the stocks were reported that are shown.
fn news(campaign: &Campaign, said: Vec<String>) -> Vec<String> {
    counted(campaign, Setting::NewsDelay, || said)
}

/// What does not come for the ground; that nothing is lost to it where no ground says so.
fn ground_trains(campaign: &Campaign, short: Vec<String>) -> Vec<String> {
    counted(campaign, Setting::GroundTrains, || {
        let says = campaign.ground_factors.iter().any(|ground| ground.supply.trains < 100);
        if says { short } else { vec!["does nothing: no ground of the campaign gives `trains`".to_owned()] }
    })
}

/// How far lorries are sent.
fn reach(campaign: &Campaign) -> Vec<String> {
    let hours = campaign.settings.number(Setting::TruckReach);
    let text =
        format!("no vehicle is sent further than {} of driving from home", counted_words(hours as usize, "hour"));
    (hours > 0).then_some(text).into_iter().collect()
}

/// Who has used how much of a unit that is not booked yet.
fn consumption(campaign: &Campaign, found: &[Assessment]) -> Vec<String> {
    counted(campaign, Setting::Consumption, || {
        let of = |commodity: Commodity| {
            let tons = if commodity == Commodity::Pol { Setting::PolTons } else { Setting::LogTons };
            let unit = campaign.settings.number(tons) * 1_000;
            let used = |a: &Assessment| match campaign.used_of(&a.unit, commodity) {
                0 => None,
                used => Some(format!("{} {} %", a.unit, Portion { a_day: 0, used, unit }.percent(used))),
            };
            let used: Vec<String> = found.iter().filter(|a| a.fed_by.is_none()).filter_map(used).collect();
            (!used.is_empty()).then(|| format!("used of the next {}: {}", commodity.name(), used.join(", ")))
        };
        [Commodity::Log, Commodity::Pol].into_iter().filter_map(of).collect()
    })
}

/// The formations that the sheet shows, and the sides that it is of.
fn shown<'a>(campaign: &Campaign, found: &'a [Assessment]) -> (BTreeSet<&'a FormationId>, BTreeSet<SideId>) {
    let units: BTreeSet<&FormationId> = found.iter().map(|a| &a.unit).collect();
    let sides = units.iter().filter_map(|id| campaign.formations.get(*id)).map(|f| f.side).collect();
    (units, sides)
}

/// Which artillery wants fire units, and whence it will have them.
fn fire_units(campaign: &Campaign, found: &[Assessment]) -> Vec<String> {
    counted(campaign, Setting::CalibreAmmunition, || {
        let tree = Tree::new(campaign);
        let (units, _) = shown(campaign, found);
        let is_shown = |leaf: &FormationId| {
            let above = campaign.formations.get(leaf).map(|leaf| tree.feeders(leaf)).unwrap_or_default();
            above.iter().any(|superior| units.contains(&superior.id))
        };
        let wants = fire_wants(campaign).into_iter().filter(|want| is_shown(&want.leaf));
        let text = |want: supply::FireWant| {
            let name = want.commodity.name();
            let bases = counted_words(want.bases, "base");
            let whence = want.from.first().map_or_else(
                || format!("no {name} in its reach"),
                |from| format!("{from} holds {}", campaign.usable(from.as_str(), want.commodity)),
            );
            format!("{}: {bases} without {name}; {whence}", want.leaf)
        };
        wants.map(text).collect()
    })
}

/// Which accounts hold as much as they may, or more.
fn limits(campaign: &Campaign, found: &[Assessment], rule: Setting) -> Vec<String> {
    counted(campaign, rule, || {
        let (_, sides) = shown(campaign, found);
        let accounts = campaign.dumps.keys().chain(campaign.railheads.keys());
        let own = accounts.filter(|id| campaign.account_side(id.as_str()).is_some_and(|side| sides.contains(&side)));
        let full = |id: &domain::AccountId| {
            let (_, limit) = campaign.limit_of(id.as_str()).filter(|(setting, _)| *setting == rule)?;
            let held = campaign.held_in_all(id.as_str());
            (held >= limit).then(|| format!("{id} is full: it holds {held} of {limit} units"))
        };
        own.filter_map(full).collect()
    })
}

/// Which squares the enemy bars from beside them, in the way of whom: only those on the way to what is cut off.
fn interdiction(campaign: &Campaign, found: &[Assessment]) -> Vec<String> {
    let mut barred: BTreeMap<Square, BTreeSet<&str>> = BTreeMap::new();
    if campaign.settings.is_on(Setting::Interdiction) {
        for assessment in found {
            let Some(side) = campaign.formations.get(&assessment.unit).map(|f| f.side) else { continue };
            let from_beside = |what: &&Mend| what.kind().is_from_beside(campaign, side, what.square());
            for what in assessment.mend.iter().map(|item| &item.what).filter(from_beside) {
                barred.entry(what.square()).or_default().insert(assessment.drawing().as_str());
            }
        }
    }
    let text = |(square, units): (Square, BTreeSet<&str>)| {
        let (at, units) = (campaign.frame.reference(square), units.into_iter().collect::<Vec<_>>());
        format!("{at}: the enemy beside it bars it, in the way of {}", few(&units, NAMED, ", "))
    };
    barred.into_iter().map(text).collect()
}

/// Who suffers from being out of LOG for long, and how.
fn isolation(campaign: &Campaign, found: &[Assessment]) -> Vec<String> {
    let steps = [
        (Setting::IsolationRest, "nobody reorganises"),
        (Setting::IsolationDice, "HQ dice fall each night"),
        (Setting::IsolationLoss, "SP are lost each night"),
    ];
    let text = |a: &Assessment| {
        let bounds = isolated(campaign, &a.unit);
        let begun = steps.iter().filter(|(from, _)| bounds > 0 && bounds >= campaign.settings.number(*from));
        let words: Vec<&str> = begun.map(|(_, words)| *words).collect();
        (!words.is_empty()).then(|| {
            format!("{}: out of LOG for {}: {}", a.unit, counted_words(bounds as usize, "bound"), words.join(", "))
        })
    };
    found.iter().filter_map(text).collect()
}

/// Who is overextended.
fn overextension(campaign: &Campaign, found: &[Assessment]) -> Vec<String> {
    let drawing = found.iter().filter(|a| a.fed_by.is_none() && overextended(campaign, a).is_some());
    let units: Vec<&str> = drawing.map(|a| a.unit.as_str()).collect();
    if units.is_empty() {
        return Vec::new();
    }
    vec![format!("LOG on the nights of odd days only: {}", units.join(", "))]
}

/// The squares that partisans bar to the lorries of a side, or of all.
fn raids(campaign: &Campaign, side: Option<SideId>) -> Vec<String> {
    let sides = campaign.sides.iter().map(|there| there.id).filter(|there| side.is_none_or(|side| side == *there));
    let raided = sides.flat_map(|side| campaign.raided(side).into_iter().map(move |square| (side, square)));
    let text = |(side, square)| {
        let at = campaign.frame.reference(square);
        format!("{at}: {}", partisans_bar(campaign, side, campaign.bound))
    };
    raided.map(text).collect()
}

/// How many vehicles have driven towards a die by the house rule `truck_attrition`, and which is nearest to it.
fn worn(campaign: &Campaign, side: Option<SideId>) -> Option<String> {
    let is_shown = |id: &FormationId| {
        let vehicle = campaign.formations.get(id).filter(|f| f.is_on_map());
        vehicle.is_some_and(|f| side.is_none_or(|side| side == f.side))
    };
    let driven: Vec<_> = campaign.driven.iter().filter(|(id, _)| is_shown(id)).collect();
    let (id, metres) = driven.iter().max_by_key(|(id, metres)| (**metres, std::cmp::Reverse(*id)))?;
    let is_on = campaign.settings.is_on(Setting::TruckAttrition);
    let (km, each) = (*metres / 1_000, campaign.settings.number(Setting::TruckDieKm));
    let vehicles = counted_words(driven.len(), "vehicle");
    is_on.then(|| {
        format!("driven towards a die: {vehicles}; nearest {}: {km} of {each} km", campaign.name_of(id.as_str()))
    })
}
