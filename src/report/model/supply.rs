//! The supply status sheet, and the trace of one formation.

pub(crate) mod airlift;
pub(crate) mod bottleneck;
pub(crate) mod causes;
pub(crate) mod chain;
pub(crate) mod convoy;
pub(crate) mod critical;
pub(crate) mod dump;
pub(crate) mod effect;
pub(crate) mod forecast;
pub(crate) mod graph;
pub(crate) mod line;
pub(crate) mod plan;
pub(crate) mod rules;
pub(crate) mod stock;
pub(crate) mod underway;

use std::collections::BTreeMap;

use serde::Serialize;

use campaign::{Campaign, Seen, Setting, SupplyRecord};
use domain::{
    AccountId, Bound, Commodity, Detail, Echelon, FormationId, Said, SideId, Square, SupplyState, counted, few,
};
use ops::query::{Ways, has_nothing_for, since};
use supply::{
    Arrival, Assessment, Bottleneck, Cut, CutKind, Leg, Link, Means, Mend, MendItem, PresentUse, Shortage, TrainLoad,
    Underway,
};

use super::BoundView;
use crate::model::bound::strike::strikes_said;
use crate::model::supply::bottleneck::{BottleneckView, table as bottleneck_table};
use crate::model::supply::causes::CauseView;
use crate::model::supply::underway::{OnItsWay, UnderwayView};
use crate::words::cause::{self, why_cut};
use crate::words::means::{how_long, in_the_way};
use crate::words::tight::called;
use crate::{Cell, Column, Report, Table};

/// How many formations are named that bar a way.
const NAMED: usize = 2;

/// The supply status sheet printed before each session.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SupplySheet {
    campaign: String,
    bound: BoundView,
    mode: Detail,
    units: Vec<UnitSupply>,
    causes: Vec<CauseView>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    house_rules: Vec<HouseRule>,
    #[serde(skip)]
    title: String,
    /// Of each side that has anybody on it how many are supplied, in the order in which they are shown.
    #[serde(skip)]
    sides: Vec<(SideId, String)>,
    /// Whether it is the umpire's.
    #[serde(skip)]
    open: bool,
    /// Whether it is laid out by formation, and not by cause.
    #[serde(skip)]
    is_by_unit: bool,
    /// How they stand in all, where not all are shown.
    #[serde(skip)]
    of: Option<Counted>,
    /// Whether nobody was looked at that others feed.
    #[serde(skip)]
    draws_only: bool,
}

/// Why a formation is in trouble.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(transparent)]
struct Reason {
    said: Said,
    /// Of what its dump is empty, where it is that.
    #[serde(skip)]
    empty: Option<Commodity>,
}

/// How many formations are in trouble, of how many: first those that draw supply, then those that are fed by them.
type Counted = [(usize, usize); 2];

/// A house rule that makes a difference now.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
struct HouseRule {
    rule: Setting,
    /// Since when it has held; none where it held from the start.
    since: Option<BoundView>,
    /// What it does, a line each.
    bites: Vec<String>,
}

impl HouseRule {
    /// A rule where it does anything.
    fn new(campaign: &Campaign, rule: Setting, bites: Vec<String>) -> Option<Self> {
        let since = campaign.settings_since.get(&rule).map(|bound| BoundView::new(campaign, *bound));
        (!bites.is_empty()).then_some(Self { rule, since, bites })
    }

    /// It under a table.
    fn note(&self, table: &mut Table) {
        let since = self.since.as_ref().map_or_else(|| "from the start".to_owned(), |b| format!("since {}", b.label));
        table.note(format!("house rule `{}` ({since}):", self.rule));
        self.bites.iter().for_each(|bite| table.note(format!("  {bite}")));
    }
}

/// How one formation stands.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct UnitSupply {
    id: FormationId,
    name: String,
    side: SideId,
    echelon: Echelon,
    square: Option<String>,
    fed_by: Option<FormationId>,
    log: LogView,
    pol: PolView,
    ammo_out_bases: u32,
    bounds_out: BoundsOut,
    can_attack: bool,
    can_move: bool,
    reasons: Vec<Reason>,
    mend: Vec<MendView>,
    /// Who could come back a little instead of others winning squares.
    #[serde(skip_serializing_if = "Option::is_none")]
    back: Option<BackView>,
    underway: Vec<UnderwayView>,
    #[serde(skip)]
    duration: Option<String>,
    /// Whether it is out of LOG, and of POL.
    #[serde(skip)]
    out: [bool; 2],
    #[serde(skip)]
    can_fly: bool,
    #[serde(skip)]
    group: String,
}

impl UnitSupply {
    /// Whether it is out of neither, though its line or chain fails or it holds none itself: a dump in its reach holds some.
    fn lives_on_reach(&self) -> bool {
        self.out == [false; 2] && !(self.log.state.is_good() && self.pol.state.is_good())
    }
}

#[derive(Debug, Clone, PartialEq, Serialize)]
struct LogView {
    state: SupplyState,
    stock: Option<i64>,
    days: Option<i64>,
    source: Option<AccountId>,
    hours: Option<f64>,
    km: Option<f64>,
    path: Vec<String>,
    cut: Option<CutView>,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
struct CutView {
    leg: [String; 2],
    at: String,
    kind: CutKind,
    by: Option<FormationId>,
    since: BoundView,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
struct PolView {
    required: bool,
    state: SupplyState,
    stock: Option<i64>,
    days: Option<i64>,
    links: Vec<LinkView>,
    broken: Option<BrokenView>,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
struct LinkView {
    from: String,
    to: String,
    km: Option<f64>,
    limit_km: f64,
    ok: bool,
    /// What both ends are called.
    #[serde(skip)]
    names: [Option<String>; 2],
}

#[derive(Debug, Clone, PartialEq, Serialize)]
struct BrokenView {
    from: String,
    to: String,
    km: Option<f64>,
    limit_km: f64,
    reason: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
struct BoundsOut {
    log: u32,
    pol: u32,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
struct MendView {
    kind: CutKind,
    /// None where the side that reads sees nothing there.
    square: Option<String>,
    by: Option<String>,
    text: String,
}

/// Who could come back, and to where.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
struct BackView {
    unit: FormationId,
    square: String,
    text: String,
}

/// The line and chain of one formation, leg by leg.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SupplyTrace {
    #[serde(flatten)]
    unit: UnitSupply,
    legs: Vec<LegView>,
    rail: Option<RailView>,
    bottlenecks: Vec<BottleneckView>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    house_rules: Vec<HouseRule>,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
struct LegView {
    from: String,
    to: String,
    hours: f64,
    km: f64,
    path: Vec<String>,
    ok: bool,
    /// What both ends are called; none where they are squares.
    #[serde(skip)]
    names: [Option<String>; 2],
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
struct RailView {
    railhead: AccountId,
    source: Option<AccountId>,
    path: Vec<String>,
    cut: Option<String>,
    /// What railhead and source are called.
    #[serde(skip)]
    names: [String; 2],
}

/// Hours with at most one decimal.
fn hours(minutes: u64) -> f64 {
    ((minutes * 10 + 30) / 60) as f64 / 10.0
}

/// Kilometres with at most one decimal.
pub(crate) fn km(metres: u64) -> f64 {
    ((metres + 50) / 100) as f64 / 10.0
}

/// What every view of a formation is made with.
struct Maker<'a> {
    campaign: &'a Campaign,
    /// Whether the reader is the umpire, who may be told commands.
    open: bool,
    /// The squares that the side sees for which it is made; none for the umpire, who sees them all.
    seen: Option<Seen<'a>>,
    /// What marches take that mend something.
    ways: &'a Ways<'a>,
}

/// What of a mend lies where a side sees nothing.
const BEYOND: &str = "beyond what is known";

impl<'a> Maker<'a> {
    fn new(ways: &'a Ways<'a>, side: Option<SideId>) -> Self {
        let campaign = ways.campaign();
        Self { campaign, open: side.is_none(), seen: side.map(|side| campaign.seen_by(side)), ways }
    }

    /// Whether the reader sees a square, or knows that his side holds it.
    fn sees(&self, square: Square) -> bool {
        self.seen.as_ref().is_none_or(|seen| seen.contains(square))
    }

    /// Those of these that the reader may be told of, and the others: what comes first is told with what fails.
    fn told<'i>(&self, items: &'i [MendItem]) -> (Vec<&'i MendItem>, Vec<&'i MendItem>) {
        let first = items.first().map(|item| item.what.square());
        items.iter().partition(|item| self.sees(item.what.square()) || Some(item.what.square()) == first)
    }

    /// Whether he may be told of what would mend something: where it lies is seen, or comes first.
    fn tells_of(&self, means: &Means, first: Option<&Means>) -> bool {
        let at = |means: &Means| match means {
            Means::Mend(mend) => Some(mend.square()),
            _ => None,
        };
        at(means).is_none_or(|square| self.sees(square) || first.and_then(at) == Some(square))
    }

    /// What would mend it; what the reader cannot see is one thing, wherever it lies.
    fn mends(&self, items: &[MendItem]) -> Vec<MendView> {
        let (seen, unseen) = self.told(items);
        let beyond = unseen.first().map(|item| MendView {
            kind: item.what.kind(),
            square: None,
            by: None,
            text: BEYOND.to_owned(),
        });
        seen.into_iter().map(|item| self.mend(item)).chain(beyond).collect()
    }
}

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
        Self { draws_only: depth == 0, ..self }
    }

    /// The same with what a house rule does, where it does anything.
    #[must_use]
    pub(crate) fn with_house_rule(mut self, campaign: &Campaign, rule: Setting, bites: Vec<String>) -> Self {
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
            let told =
                by_rule.filter_map(|a| Some(format!("{}: {}", a.railhead, a.shortage_without_rule(&campaign.frame)?)));
            told.collect::<Vec<String>>()
        };
        let by_line = short(|shortage| matches!(shortage, Shortage::Line(_) | Shortage::Source(_)));
        let by_ground = short(|shortage| matches!(shortage, Shortage::Ground(..)));
        let barred = barred.iter().map(|id| format!("{id}: no train of the gauge of a source reaches it"));
        let barred: Vec<String> = barred.collect();
        self.with_house_rule(
            campaign,
            Setting::RailCapacity,
            crate::model::supply::rules::rail_capacity(campaign, by_line),
        )
        .with_house_rule(
            campaign,
            Setting::GroundTrains,
            crate::model::supply::rules::ground_trains(campaign, by_ground),
        )
        .with_house_rule(campaign, Setting::Gauge, barred)
    }

    /// The same with whose trains go to others by their priority.
    #[must_use]
    pub fn with_priorities(self, campaign: &Campaign, shifted: &[(AccountId, TrainLoad, TrainLoad)]) -> Self {
        self.with_house_rule(
            campaign,
            Setting::RailPriority,
            crate::model::supply::rules::priorities(campaign, shifted),
        )
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
            .with_house_rule(campaign, Setting::TruckReach, crate::model::supply::rules::reach(campaign))
    }

    /// The same with when the stocks were reported that one side's sheet shows.
    #[must_use]
    pub fn with_news(self, campaign: &Campaign, side: Option<SideId>) -> Self {
        self.with_house_rule(
            campaign,
            Setting::NewsDelay,
            crate::model::supply::rules::news(campaign, news_said(campaign, side)),
        )
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

    fn counted(&self) -> Counted {
        let of = |is_fed: bool| {
            let units = || self.units.iter().filter(|unit| unit.fed_by.is_some() == is_fed);
            (units().filter(|unit| unit.is_in_trouble()).count(), units().count())
        };
        self.of.unwrap_or_else(|| [of(false), of(true)])
    }

    /// How many are in trouble: of those that draw supply and of those that are fed by them, where the sheet has both.
    fn count(&self) -> String {
        let [(drawing, draw), (feeding, fed)] = self.counted();
        let (error, all) = (drawing + feeding, draw + fed);
        let are = if error == 1 { "is" } else { "are" };
        let (that, deeper) =
            if self.draws_only { (" that draw supply", "; `--depth 9` shows those they feed") } else { ("", "") };
        match (error, all) {
            (0, 0) => "none of these formations draws supply: they have not arrived, or are lost".to_owned(),
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
}

impl SupplyTrace {
    /// The trace of one formation, with what is tight on its way; for one side only it names no formation of the enemy.
    pub fn new(
        campaign: &Campaign,
        assessment: &Assessment,
        tight: &[Bottleneck],
        side: Option<SideId>,
    ) -> Option<Self> {
        let ways = Ways::new(campaign, [assessment]);
        let maker = Maker::new(&ways, side);
        let unit = maker.unit(assessment)?;
        let mut legs: Vec<LegView> = assessment.log.legs.iter().map(|leg| maker.leg(leg)).collect();
        if let Some(cut) = &assessment.log.cut {
            let (from, to) = (maker.reference(cut.leg.0), maker.reference(cut.leg.1));
            let path = cut.way.iter().map(|square| maker.reference(*square)).collect();
            legs.push(LegView { from, to, hours: 0.0, km: 0.0, path, ok: false, names: [None, None] });
        }
        let rail = assessment.log.rail.as_ref().map(|rail| RailView {
            railhead: rail.railhead.clone(),
            source: rail.source.clone(),
            path: rail.path.iter().map(|s| maker.reference(*s)).collect(),
            cut: rail.cut.map(|s| maker.reference(s)),
            names: [
                campaign.account_name(rail.railhead.as_str()),
                rail.source.as_ref().map(|source| campaign.account_name(source.as_str())).unwrap_or_default(),
            ],
        });
        let bottlenecks = tight.iter().map(|b| BottleneckView::new(&maker, b)).collect();
        Some(Self { unit, legs, rail, bottlenecks, house_rules: Vec::new() })
    }

    /// The same with when the stocks were reported that one side's trace shows: those on the way.
    #[must_use]
    pub fn with_news(self, campaign: &Campaign, side: Option<SideId>) -> Self {
        let unit = self.unit.fed_by.as_ref().unwrap_or(&self.unit.id);
        let is_own = |id: &str| campaign.account_keeper(id) == Some(unit);
        let on_the_way = |id: &str| is_own(id) || self.legs.iter().any(|leg| leg.to == id);
        let is_shown = |id: &str| on_the_way(id) || self.bottlenecks.iter().any(|b| b.is_at(id));
        let bites = news_of(campaign, |id| side.is_some() && campaign.account_side(id) == side && is_shown(id));
        Self { house_rules: HouseRule::new(campaign, Setting::NewsDelay, bites).into_iter().collect(), ..self }
    }
}

impl SupplyTrace {
    /// The same with the stock that convoys are bringing to the formation, or to the dump on which it draws.
    #[must_use]
    pub fn with_underway(mut self, campaign: &Campaign, found: &Assessment, underway: &[Underway]) -> Self {
        self.unit.awaits(campaign, found, underway);
        self
    }
}

impl Maker<'_> {
    fn reference(&self, square: Square) -> String {
        self.campaign.frame.reference(square)
    }

    fn leg(&self, leg: &Leg) -> LegView {
        LegView {
            from: leg.from.clone(),
            to: leg.to.to_string(),
            hours: hours(leg.minutes),
            km: self.km_of(leg),
            path: leg.path.iter().map(|s| self.reference(*s)).collect(),
            ok: true,
            names: ends(self.campaign, &leg.from, leg.to.as_str()),
        }
    }

    fn km_of(&self, leg: &Leg) -> f64 {
        km((leg.path.len() as u64).saturating_sub(1) * u64::from(self.campaign.frame.square_m))
    }

    fn unit(&self, assessment: &Assessment) -> Option<UnitSupply> {
        let formation = self.campaign.formations.get(&assessment.unit)?;
        let superiors = self.campaign.superiors(formation);
        let level =
            |e: Echelon| std::iter::once(&formation).chain(&superiors).find(|f| f.echelon == e).map(|f| f.name.clone());
        let group: Vec<String> = [level(Echelon::Army), level(Echelon::Corps)].into_iter().flatten().collect();
        let group =
            if group.is_empty() { superiors.last().unwrap_or(&formation).name.clone() } else { group.join(" / ") };
        Some(UnitSupply {
            id: formation.id.clone(),
            name: formation.name.clone(),
            side: formation.side,
            echelon: formation.echelon,
            square: assessment.square.map(|s| self.reference(s)),
            fed_by: assessment.fed_by.clone(),
            log: self.log(assessment),
            pol: self.pol(assessment),
            ammo_out_bases: assessment.ammo_out_bases,
            bounds_out: self.bounds_out(assessment),
            can_attack: assessment.can_attack(),
            can_move: assessment.can_move(),
            reasons: self.reasons(assessment),
            mend: self.mends(&assessment.mend),
            back: self.back(assessment),
            underway: Vec::new(),
            duration: self
                .duration(assessment)
                .filter(|_| self.campaign.supply.get(assessment.unit.as_str()).is_some()),
            out: [assessment.log.out, assessment.pol.out],
            can_fly: cause::can_fly(self.campaign, formation.side),
            group: format!("{}: {group}", self.campaign.side_name(formation.side)),
        })
    }

    /// How the formation, or the one that feeds it, stood when the last bound was closed.
    fn record(&self, assessment: &Assessment) -> Option<&SupplyRecord> {
        self.campaign.supply.get(assessment.drawing().as_str())
    }

    fn bounds_out(&self, assessment: &Assessment) -> BoundsOut {
        let count = |commodity| self.record(assessment).map_or(0, |record| record.of(commodity).bounds_out);
        BoundsOut { log: count(Commodity::Log), pol: count(Commodity::Pol) }
    }

    /// Since when the formation is in trouble, and for how many bounds it has been out.
    fn duration(&self, assessment: &Assessment) -> Option<String> {
        let bad = |state: SupplyState| !state.is_good();
        let out = self.bounds_out(assessment);
        let words = [
            ("LOG", assessment.log.state, since(self.campaign, assessment, Commodity::Log), out.log),
            ("POL", assessment.pol.state, since(self.campaign, assessment, Commodity::Pol), out.pol),
        ];
        let words = words.into_iter().filter(|(_, state, ..)| bad(*state)).map(|(name, _, since, out)| {
            let run = if out == 0 { String::new() } else { format!(", bounds out: {out}") };
            format!("{name}: since {since}{run}")
        });
        let words: Vec<String> = words.collect();
        (!words.is_empty()).then(|| words.join("; "))
    }

    fn log(&self, assessment: &Assessment) -> LogView {
        let log = &assessment.log;
        let mut path: Vec<String> = Vec::new();
        for square in log.legs.iter().flat_map(|leg| &leg.path).map(|s| self.reference(*s)) {
            if path.last() != Some(&square) {
                path.push(square);
            }
        }
        let open = !log.legs.is_empty();
        LogView {
            state: log.state,
            stock: log.stock,
            days: None,
            source: log.source.clone(),
            hours: open.then(|| hours(log.minutes())),
            km: open.then(|| {
                let squares: u64 = log.legs.iter().map(|l| (l.path.len() as u64).saturating_sub(1)).sum();
                km(squares * u64::from(self.campaign.frame.square_m))
            }),
            path,
            cut: log.cut.as_ref().map(|cut| self.cut(cut, since(self.campaign, assessment, Commodity::Log))),
        }
    }

    fn cut(&self, cut: &Cut, since: Bound) -> CutView {
        CutView {
            leg: [self.reference(cut.leg.0), self.reference(cut.leg.1)],
            at: self.reference(cut.at),
            kind: cut.kind,
            by: cut.holders.first().cloned().filter(|_| self.open),
            since: BoundView::new(self.campaign, since),
        }
    }

    fn pol(&self, assessment: &Assessment) -> PolView {
        let pol = &assessment.pol;
        let links = pol.links.iter().map(|link| link_view(self.campaign, link));
        let broken = pol.links.iter().find(|l| !l.is_ok()).filter(|_| pol.state == SupplyState::Cut);
        PolView {
            required: pol.required,
            state: pol.state,
            stock: pol.stock,
            days: None,
            links: links.collect(),
            broken: broken.map(|l| BrokenView {
                from: l.from.clone(),
                to: l.to.clone(),
                km: l.metres.map(|m| km(u64::from(m))),
                limit_km: km(u64::from(l.limit)),
                reason: hop_text(self.campaign, l),
            }),
        }
    }

    fn mend(&self, item: &MendItem) -> MendView {
        let (kind, square) = (item.what.kind(), self.reference(item.what.square()));
        let how_long = how_long(self.ways.of(&item.what));
        let text = format!("{}{how_long}{}", item.what.text(self.campaign), self.in_the_way(&item.holders));
        let by = item.by().map(ToString::to_string);
        MendView { kind, square: Some(square), by, text }
    }

    /// Who stands in the way, in brackets.
    fn in_the_way(&self, holders: &[FormationId]) -> String {
        if holders.is_empty() {
            return String::new();
        }
        format!(" ({})", few(&in_the_way(self.campaign, holders), NAMED, "; "))
    }

    /// Who could come back a little instead, and to where.
    fn back(&self, of: &Assessment) -> Option<BackView> {
        let (unit, to) = of.log.back.clone()?;
        let text = Mend::Bring(unit.clone(), to).text(self.campaign);
        Some(BackView { unit, square: self.reference(to), text })
    }

    fn reasons(&self, assessment: &Assessment) -> Vec<Reason> {
        let mut reasons: Vec<Reason> = Vec::new();
        let log = &assessment.log;
        match (log.state, &log.cut) {
            (SupplyState::NoVehicle, _) => reasons.push("LOG: it has no LOG vehicle left".to_owned().into()),
            (SupplyState::DumpEmpty, _) => reasons.push(empty(self.campaign, assessment, Commodity::Log)),
            (SupplyState::Cut, None) => {
                let km = self.campaign.settings.number(Setting::OffroadKm);
                let rest = format!("lorries leave the roads for {km} km at most");
                reasons.push(format!("LOG: no clear way to the vehicles that feed it; {rest}").into());
            }
            _ => {}
        }
        let side = self.campaign.formations.get(&assessment.unit).map(|formation| formation.side);
        reasons.extend(log.cut.as_ref().map(|cut| self.cut_text(cut, side).into()));
        let overextended = crate::model::supply::rules::overextended_text(self.campaign, assessment);
        reasons.extend(overextended.map(Reason::from));
        let pol = &assessment.pol;
        match (pol.state, &pol.lost, pol.links.iter().find(|l| !l.is_ok())) {
            (SupplyState::NoVehicle, ..) => reasons.push("POL: it has no bowser left".to_owned().into()),
            (SupplyState::DumpEmpty, ..) => reasons.push(empty(self.campaign, assessment, Commodity::Pol)),
            (SupplyState::Cut, Some((level, what)), _) => {
                reasons.push(format!("POL: {} has lost its {what}", called(self.campaign, level.as_str())).into());
            }
            (SupplyState::Cut, None, Some(link)) => {
                reasons.push(format!("POL: {}", hop_text(self.campaign, link)).into());
            }
            (SupplyState::Cut, None, None) => reasons.push("POL: no bowser and no fuel in reach".to_owned().into()),
            _ => {}
        }
        for (name, beyond) in [("LOG", &log.beyond), ("POL", &pol.beyond)] {
            let named: Vec<String> = beyond.iter().map(|id| format!("`{id}`")).collect();
            if !named.is_empty() {
                reasons.push(format!("{name}: it cannot reach the stock in {}", few(&named, NAMED, ", ")).into());
            }
        }
        if assessment.ammo_out_bases > 0 {
            let bases = match assessment.ammo_out_bases {
                1 => "1 fighting base is".to_owned(),
                count => format!("{count} fighting bases are"),
            };
            reasons.push(format!("{bases} out of ammunition").into());
        }
        reasons
    }

    fn cut_text(&self, cut: &Cut, side: Option<SideId>) -> String {
        let at = self.reference(cut.at);
        let why = why_cut(cut.kind, side.is_some_and(|side| cut.kind.is_from_beside(self.campaign, side, cut.at)));
        match cut.kind {
            CutKind::NoRoad => {
                return format!("LOG: no road is in reach of {at}{}", self.campaign.in_ground_that_bars_lorries());
            }
            CutKind::NoDump => return format!("LOG: {why}"),
            _ => {}
        }
        let names = self.in_the_way(&cut.holders);
        let (from, to) = (self.reference(cut.leg.0), self.reference(cut.leg.1));
        format!("LOG: cut at {at} on the leg {from} to {to}: {why}{names}")
    }
}

/// When the stocks of a side's accounts were reported, the oldest report first; nothing where all is known.
pub(super) fn news_said(campaign: &Campaign, side: Option<SideId>) -> Vec<String> {
    news_of(campaign, |id| side.is_some() && campaign.account_side(id) == side)
}

/// The same of some accounts.
fn news_of(campaign: &Campaign, is_wanted: impl Fn(&str) -> bool) -> Vec<String> {
    let own = campaign.news.keys().filter(|id| is_wanted(id.as_str()));
    let mut by_bound: BTreeMap<Bound, Vec<&str>> = BTreeMap::new();
    for id in own {
        if let Some(report) = campaign.known_report(id.as_str()) {
            by_bound.entry(report.bound).or_default().push(id.as_str());
        }
    }
    let last = by_bound.keys().last().copied();
    let text = |(bound, ids): (Bound, Vec<&str>)| match ids.len() {
        all if Some(bound) == last && all > 1 => format!("stock as reported {bound}: {all} accounts"),
        _ => format!("stock as reported {bound}: {}", ids.join(", ")),
    };
    by_bound.into_iter().map(text).collect()
}

/// The squares that partisans bar to the lorries of a side, or of all.
fn raids(campaign: &Campaign, side: Option<SideId>) -> Vec<String> {
    let sides = campaign.sides.iter().map(|there| there.id).filter(|there| side.is_none_or(|side| side == *there));
    let raided = sides.flat_map(|side| campaign.raided(side).into_iter().map(move |square| (side, square)));
    let text = |(side, square)| {
        let at = campaign.frame.reference(square);
        format!(
            "{at}: partisans bar it to lorries of {side} in {}; a garrison there or beside it opens it",
            campaign.bound
        )
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
    let vehicles = counted(driven.len(), "vehicle");
    is_on.then(|| format!("driven towards a die: {vehicles}; nearest `{id}`: {km} of {each} km"))
}

impl Reason {
    /// That its dump is empty of something and what is on its way; where that is not for itself, who could bring some.
    fn empty(of: Commodity, on_its_way: Option<String>, is_own: bool) -> Self {
        let parts = std::iter::once(format!("{}: its dump is empty", of.name())).chain(on_its_way);
        let told = parts.collect::<Vec<_>>().join("; ");
        let leading = |told| Said::leading(told, "; `railhead supply plan` says who could bring some");
        Self { said: if is_own { told.into() } else { leading(told) }, empty: Some(of) }
    }
}

/// Why a formation has none of something: nothing has been brought, or nothing of its own would take it.
fn empty(campaign: &Campaign, of: &Assessment, commodity: Commodity) -> Reason {
    if has_nothing_for(campaign, of, commodity) {
        let (name, vehicle) = (commodity.name(), commodity.vehicle());
        return format!("{name}: it has nothing that takes {name}: give it a {vehicle}, with 1 {name} on it").into();
    }
    Reason::empty(commodity, None, false)
}

impl From<String> for Reason {
    fn from(text: String) -> Self {
        Self { said: text.into(), empty: None }
    }
}

fn hop_text(campaign: &Campaign, link: &Link) -> String {
    let [from, to] = [&link.from, &link.to].map(|id| called(campaign, id));
    let limit = km(u64::from(link.limit));
    match link.metres {
        Some(metres) => {
            let (long, over) = (km(u64::from(metres)), km(u64::from(metres.saturating_sub(link.limit))));
            format!("{long} km from {from} to {to}, {over} km beyond the {limit} km of a hop")
        }
        None => format!("no clear way from {from} to {to}"),
    }
}

fn state_cell(state: SupplyState, stock: Option<i64>, days: Option<i64>) -> Cell {
    let word = match state {
        SupplyState::InSupply => "ok",
        SupplyState::NotRequired => "-",
        SupplyState::Cut => "CUT",
        SupplyState::NoVehicle => "NO VEHICLE",
        SupplyState::DumpEmpty => "EMPTY",
    };
    let text = stock.filter(|_| word != "-").map_or_else(
        || word.to_owned(),
        |n| match days {
            Some(days) => format!("{word} ({n}: {days} d)"),
            None => format!("{word} ({n})"),
        },
    );
    if state.is_good() { Cell::new(text) } else { Cell::emphasised(text) }
}

impl UnitSupply {
    /// How one formation stands; for a side it names no formation of the enemy. None where it is in no sheet.
    pub fn new(campaign: &Campaign, found: &Assessment, side: Option<SideId>) -> Option<Self> {
        Maker::new(&Ways::new(campaign, [found]), side).unit(found)
    }

    /// How it stands, why, and what would mend it.
    pub(crate) fn facts(&self) -> Vec<(&'static str, String)> {
        let state = |state: SupplyState| state.as_str().replace('_', " ");
        let mut facts = vec![("LOG", state(self.log.state)), ("POL", state(self.pol.state))];
        // What mends it stands below, and is said once.
        facts.extend(self.reasons.iter().map(|reason| ("why", reason.said.told().to_owned())));
        facts.extend(self.mend_words().into_iter().map(|mend| ("mend", mend)));
        facts.extend(self.back.iter().map(|back| ("mend", format!("-> or {}", back.text))));
        facts
    }

    /// How many days what it holds lasts at the present use; nothing where it uses none, or nothing is counted.
    fn last(&mut self, using: &PresentUse) {
        let of = |stock: Option<i64>, commodity| {
            let own = stock.filter(|_| self.fed_by.is_none());
            own.and_then(|stock| using.days(&self.id, commodity, stock))
        };
        let (log, pol) = (of(self.log.stock, Commodity::Log), of(self.pol.stock, Commodity::Pol));
        (self.log.days, self.pol.days) = (log, pol);
    }

    /// What is on its way: beside its reasons, and in the place of where more could be had where it has none.
    fn awaits(&mut self, campaign: &Campaign, assessment: &Assessment, underway: &[Underway]) {
        let on_its_way = OnItsWay::to(campaign, assessment, underway);
        for commodity in Commodity::ALL {
            let lacks = self.reasons.iter_mut().find(|reason| reason.empty == Some(*commodity));
            match (lacks, on_its_way.own_text(*commodity), on_its_way.drawn_text(*commodity)) {
                (Some(lacks), Some(own), _) => *lacks = Reason::empty(*commodity, Some(own), true),
                (Some(lacks), None, Some(drawn)) => *lacks = Reason::empty(*commodity, Some(drawn), false),
                // Who is fed has its own reasons, and not those of who feeds it.
                (None, Some(own), _) if self.fed_by.is_none() => self.reasons.push(own.into()),
                _ => {}
            }
        }
        self.underway = on_its_way.views(campaign);
    }

    fn is_in_trouble(&self) -> bool {
        !self.log.state.is_good() || !self.pol.state.is_good() || self.ammo_out_bases > 0
    }

    fn cells(&self) -> Vec<Cell> {
        let mark = if self.is_in_trouble() { Cell::emphasised("!!") } else { Cell::default() };
        vec![
            mark,
            Cell::new(format!("{}\n{}", self.name, self.id)),
            Cell::maybe(self.square.as_deref()),
            state_cell(self.log.state, self.log.stock, self.log.days),
            state_cell(self.pol.state, self.pol.stock, self.pol.days),
            self.story().into(),
            Cell::maybe(self.log.source.as_ref()),
            Cell::maybe(self.log.hours.map(|h| format!("{h:.1}"))),
            Cell::maybe(self.log.km.map(|k| format!("{k:.0}"))),
        ]
    }

    /// Why it is in trouble and what would mend it, a line each.
    fn story(&self) -> Said {
        let story = |why: fn(&Said) -> &str| {
            let mut lines: Vec<String> = self.reasons.iter().map(|reason| why(&reason.said).to_owned()).collect();
            lines.extend(self.duration.clone());
            lines.extend(self.mend_words());
            lines.join("\n")
        };
        Said::or_told(story(|said| said), story(Said::told))
    }

    fn mend_words(&self) -> Vec<String> {
        let squares = self.mend.iter().filter(|m| cause::is_enemy(m.kind));
        let squares: Vec<&MendView> = squares.filter(|m| m.square.is_some()).collect();
        if squares.len() <= cause::NEAR {
            return self.mend.iter().map(|m| format!("-> {}", m.text)).collect();
        }
        let reference = |place: usize| squares[place].square.as_deref().unwrap_or_default();
        let (first, last) = (reference(0), reference(squares.len() - 1));
        let mut enemies: Vec<&str> = squares.iter().filter_map(|m| m.by.as_deref()).collect();
        enemies.sort_unstable();
        enemies.dedup();
        let held = if enemies.is_empty() { String::new() } else { format!(", held by {}", enemies.join(", ")) };
        let cut_off = cause::cut_off(squares.len(), self.can_fly);
        let mut lines = vec![format!("-> {cut_off} (from {first} to {last}{held})")];
        let others = self.mend.iter().filter(|m| !squares.iter().any(|s| std::ptr::eq(*s, *m)));
        lines.extend(others.map(|m| format!("-> {}", m.text)));
        lines
    }
}

impl SupplySheet {
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

/// An end of a leg or hop: by its id, on a page under its name.
fn end(name: Option<&String>, id: &str, on_page: bool) -> Cell {
    match name.filter(|name| on_page && *name != id) {
        Some(name) => Cell::new(format!("{name}\n{id}")),
        None => Cell::new(id),
    }
}

impl Report for SupplyTrace {
    fn tables_for(&self, on_page: bool) -> Vec<Table> {
        let unit = &self.unit;
        let square = unit.square.clone().unwrap_or_default();
        let mut facts =
            vec![("square", square), ("fed by", unit.fed_by.as_ref().map(ToString::to_string).unwrap_or_default())];
        facts.extend(unit.facts());
        let mut tables = vec![Table::of_facts(format!("{} (`{}`)", unit.name, unit.id), facts)];
        tables.push(self.line_table(on_page));
        if !unit.pol.links.is_empty() {
            tables.push(chain_table(&unit.pol.links, on_page));
        }
        let mut tight = bottleneck_table(&self.bottlenecks, unit.fed_by.as_ref().unwrap_or(&unit.id));
        self.house_rules.iter().for_each(|rule| rule.note(&mut tight));
        tables.push(tight);
        tables
    }
}

impl SupplyTrace {
    fn line_table(&self, on_page: bool) -> Table {
        let columns = vec![
            Column::text("leg from").wrapping(),
            Column::text("to").wrapping(),
            Column::number("hours"),
            Column::number("km"),
            Column::text("by").wrapping(),
        ];
        let mut table = Table::new("Line of supply", columns);
        for leg in &self.legs {
            let [from, to] = [(0, &leg.from), (1, &leg.to)].map(|(of, id)| end(leg.names[of].as_ref(), id, on_page));
            if leg.ok {
                let by = leg.path.join(" ");
                table.row([
                    from,
                    to,
                    Cell::new(format!("{:.1}", leg.hours)),
                    Cell::new(format!("{:.0}", leg.km)),
                    Cell::new(by),
                ]);
            } else {
                let to = if leg.from == leg.to { Cell::default() } else { to };
                table.row([from, to, Cell::default(), Cell::default(), Cell::emphasised("CUT")]);
            }
        }
        if let Some(rail) = &self.rail {
            let [railhead, source] = &rail.names;
            table.note(match &rail.cut {
                None if rail.source.as_ref() == Some(&rail.railhead) => format!("railway: {source} is a source itself"),
                Some(cut) => format!("railway: {railhead} is cut off from {source} at {cut}"),
                None => format!("railway: {railhead} is fed from {source} over {} squares", rail.path.len()),
            });
        }
        table
    }
}

/// A hop of a chain.
fn link_view(campaign: &Campaign, link: &Link) -> LinkView {
    LinkView {
        from: link.from.clone(),
        to: link.to.clone(),
        km: link.metres.map(|metres| km(u64::from(metres))),
        limit_km: km(u64::from(link.limit)),
        ok: link.is_ok(),
        names: ends(campaign, &link.from, &link.to),
    }
}

/// What the ends of a leg or hop are called.
fn ends(campaign: &Campaign, from: &str, to: &str) -> [Option<String>; 2] {
    [from, to].map(|id| campaign.name_of_account(id).map(str::to_owned))
}

fn chain_table(links: &[LinkView], on_page: bool) -> Table {
    let columns = vec![
        Column::text("hop from").wrapping(),
        Column::text("to").wrapping(),
        Column::number("km"),
        Column::number("limit"),
        Column::text(""),
    ];
    let mut table = Table::new("Fuel-bowser chain", columns);
    for link in links {
        let km = link.km.map_or_else(|| "no way".to_owned(), |km| format!("{km:.0}"));
        let mark = if link.ok { Cell::default() } else { Cell::emphasised("TOO LONG") };
        table.row([
            end(link.names[0].as_ref(), &link.from, on_page),
            end(link.names[1].as_ref(), &link.to, on_page),
            Cell::new(km),
            Cell::new(format!("{:.0}", link.limit_km)),
            mark,
        ]);
    }
    table
}
