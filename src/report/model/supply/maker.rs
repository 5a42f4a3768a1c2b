//! What a tracing found about a formation, as views for a reader: he is told what he may know.

use campaign::{Campaign, Seen, Setting, SupplyRecord};
use domain::{Bound, Commodity, Echelon, FormationId, SideId, Square, SupplyState, few};
use ops::query::{Ways, has_nothing_for, since};
use supply::{Assessment, Cut, CutKind, Means, Mend, MendItem, hours_text, overextended};

use super::chain::{hop_text, link_view};
use super::measure::{hours, km};
use super::unit::{BackView, BoundsOut, BrokenView, CutView, LogView, MendView, PolView, Reason, UnitSupply};
use crate::model::BoundView;
use crate::words::called;
use crate::words::cause::{self, why_cut};
use crate::words::means::{how_long, in_the_way};
use crate::words::missing::{has_none, level_without};

/// How many formations are named that bar a way.
const NAMED: usize = 2;

/// What of a mend lies where a side sees nothing.
pub(super) const BEYOND: &str = "beyond what is known";

/// What every view of a formation is made with.
pub(super) struct Maker<'a> {
    pub(super) campaign: &'a Campaign,
    /// Whether the reader is the umpire, who may be told commands.
    pub(super) open: bool,
    /// The squares that the side sees for which it is made; none for the umpire, who sees them all.
    pub(super) seen: Option<Seen<'a>>,
    /// What marches take that mend something.
    pub(super) ways: &'a Ways<'a>,
}

impl<'a> Maker<'a> {
    pub(super) fn new(ways: &'a Ways<'a>, side: Option<SideId>) -> Self {
        let campaign = ways.campaign();
        Self { campaign, open: side.is_none(), seen: side.map(|side| campaign.seen_by(side)), ways }
    }

    /// Whether the reader sees a square, or knows that his side holds it.
    pub(super) fn sees(&self, square: Square) -> bool {
        self.seen.as_ref().is_none_or(|seen| seen.contains(square))
    }

    /// Those of these that the reader may be told of, and the others: what comes first is told with what fails.
    pub(super) fn told<'i>(&self, items: &'i [MendItem]) -> (Vec<&'i MendItem>, Vec<&'i MendItem>) {
        let first = items.first().map(|item| item.what.square());
        items.iter().partition(|item| self.sees(item.what.square()) || Some(item.what.square()) == first)
    }

    /// Whether he may be told of what would mend something: where it lies is seen, or comes first.
    pub(super) fn tells_of(&self, means: &Means, first: Option<&Means>) -> bool {
        let at = |means: &Means| match means {
            Means::Mend(mend) => Some(mend.square()),
            _ => None,
        };
        at(means).is_none_or(|square| self.sees(square) || first.and_then(at) == Some(square))
    }

    /// What would mend it; what the reader cannot see is one thing, wherever it lies.
    pub(super) fn mends(&self, items: &[MendItem]) -> Vec<MendView> {
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

impl UnitSupply {
    /// How one formation stands; for a side it names no formation of the enemy. None where it is in no sheet.
    pub fn new(campaign: &Campaign, found: &Assessment, side: Option<SideId>) -> Option<Self> {
        let mut unit = Maker::new(&Ways::new(campaign, [found]), side).unit(found)?;
        if unit.lives_on_reach() {
            unit.last(&supply::present_use(campaign));
        }
        Some(unit)
    }
}

impl Maker<'_> {
    pub(super) fn reference(&self, square: Square) -> String {
        self.campaign.frame.reference(square)
    }

    pub(super) fn unit(&self, assessment: &Assessment) -> Option<UnitSupply> {
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
            stands: [Commodity::Log, Commodity::Pol].map(|commodity| assessment.stands(commodity)),
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

    /// That a formation has none of its own vehicles for a commodity.
    fn without(&self, assessment: &Assessment, of: Commodity) -> Reason {
        format!("{}: it {}", of.name(), has_none(self.campaign, &assessment.unit, of)).into()
    }

    pub(super) fn reasons(&self, assessment: &Assessment) -> Vec<Reason> {
        let mut reasons: Vec<Reason> = Vec::new();
        let log = &assessment.log;
        match (log.state, &log.cut) {
            (SupplyState::NoVehicle, _) => reasons.push(self.without(assessment, Commodity::Log)),
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
        let overextended = overextended_text(self.campaign, assessment);
        reasons.extend(overextended.map(Reason::from));
        let pol = &assessment.pol;
        match (pol.state, &pol.lost, pol.links.iter().find(|l| !l.is_ok())) {
            (SupplyState::NoVehicle, ..) => reasons.push(self.without(assessment, Commodity::Pol)),
            (SupplyState::DumpEmpty, ..) => reasons.push(empty(self.campaign, assessment, Commodity::Pol)),
            (SupplyState::Cut, Some((level, what)), _) => {
                let without = level_without(self.campaign, level, what);
                reasons.push(format!("POL: {} {without}", called(self.campaign, level.as_str())).into());
            }
            (SupplyState::Cut, None, Some(link)) => {
                reasons.push(format!("POL: {}", hop_text(self.campaign, link)).into());
            }
            (SupplyState::Cut, None, None) => reasons.push("POL: no bowser or fuel in reach".to_owned().into()),
            _ => {}
        }
        for (name, beyond) in [("LOG", &log.beyond), ("POL", &pol.beyond)] {
            let named: Vec<String> = beyond.iter().map(|id| called(self.campaign, id.as_str())).collect();
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
        let from_beside = side.is_some_and(|side| cut.kind.is_from_beside(self.campaign, side, cut.at));
        let why = why_cut(self.campaign, cut.kind, cut.at, from_beside);
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

/// Why a formation has none of something: nothing has been brought, or nothing of its own would take it.
fn empty(campaign: &Campaign, of: &Assessment, commodity: Commodity) -> Reason {
    if has_nothing_for(campaign, of, commodity) {
        let (name, vehicle) = (commodity.name(), commodity.vehicle());
        return format!("{name}: it has nothing that takes {name}: give it a {vehicle}, with 1 {name} on it").into();
    }
    Reason::empty(commodity, None, false)
}

/// By how much a formation is overextended, where it is.
fn overextended_text(campaign: &Campaign, assessment: &Assessment) -> Option<String> {
    let minutes = overextended(campaign, assessment)?;
    let most = campaign.settings.number(Setting::OverextensionHours);
    Some(format!("LOG: overextended, {} hours of lorry driving, of {most}", hours_text(minutes)))
}
