//! The line of supply and the bowser chain of one formation as a map shows them, with what fails and what mends it.
//!
//! What it never does: trace, or say more than `supply trace` says to the same reader.

use campaign::Campaign;
use domain::{SideId, Square};
use supply::{Assessment, Bottleneck};

use super::bottleneck::{BottleneckView, LineFault};
use super::measure::km;
use super::trace::SupplyTrace;

/// A leg of a line, a hop of a chain or the railway behind them.
#[derive(Debug, Clone, PartialEq)]
pub struct LinePart {
    /// What both ends are called.
    pub ends: [String; 2],
    /// The squares passed, both ends included; of a hop the ends alone.
    pub way: Vec<Square>,
    /// Its length in km; none where no clear way leads there.
    pub km: Option<f64>,
    /// The hours of a leg by lorry.
    pub hours: Option<f64>,
    /// How long a hop may be, in km.
    pub limit_km: Option<f64>,
    /// Whether it holds.
    pub holds: bool,
    /// Where it fails, if at one place.
    pub fails_at: Option<Square>,
}

/// How one formation is supplied, part by part.
#[derive(Debug, Clone, PartialEq)]
pub struct SupplyLine {
    /// The formation that feeds it, by name, where it draws nothing for itself.
    pub fed_by: Option<String>,
    /// The legs of its line.
    pub legs: Vec<LinePart>,
    /// The railway behind it.
    pub rail: Option<LinePart>,
    /// The hops of its bowser chain.
    pub hops: Vec<LinePart>,
    /// What fails or falls short.
    pub faults: Vec<LineFault>,
}

impl SupplyLine {
    /// That of an assessment, with what is tight on its way; for one side only it names no formation of the enemy.
    pub fn new(campaign: &Campaign, found: &Assessment, tight: &[Bottleneck], side: Option<SideId>) -> Option<Self> {
        let trace = SupplyTrace::new(campaign, found, tight, side)?;
        let mut legs: Vec<LinePart> = trace
            .legs
            .iter()
            .zip(&found.log.legs)
            .map(|(view, leg)| LinePart {
                ends: [&view.from, &view.to].map(|id| campaign.account_name(id)),
                way: leg.path.clone(),
                km: Some(view.km),
                hours: Some(view.hours),
                limit_km: None,
                holds: true,
                fails_at: None,
            })
            .collect();
        legs.extend(found.log.cut.as_ref().map(|cut| LinePart {
            ends: [cut.leg.0, cut.leg.1].map(|square| campaign.square_named(square)),
            way: if cut.way.is_empty() { found.square.into_iter().collect() } else { cut.way.clone() },
            km: None,
            hours: None,
            limit_km: None,
            holds: false,
            fails_at: Some(cut.at),
        }));
        let rail = found.log.rail.as_ref().map(|rail| LinePart {
            ends: [Some(&rail.railhead), rail.source.as_ref()]
                .map(|id| id.map(|id| campaign.account_name(id.as_str())).unwrap_or_default()),
            way: rail.path.clone(),
            km: Some(km((rail.path.len() as u64).saturating_sub(1) * u64::from(campaign.frame.square_m))),
            hours: None,
            limit_km: None,
            holds: rail.cut.is_none(),
            fails_at: rail.cut,
        });
        let hops = found.pol.links.iter().map(|link| LinePart {
            ends: [&link.from, &link.to].map(|id| campaign.account_name(id)),
            way: vec![link.from_square, link.to_square],
            km: link.metres.map(|metres| km(u64::from(metres))),
            hours: None,
            limit_km: Some(km(u64::from(link.limit))),
            holds: link.is_ok(),
            fails_at: None,
        });
        let faults = trace.bottlenecks.iter().filter_map(BottleneckView::fault).collect();
        let fed_by = found.fed_by.as_ref().map(|unit| campaign.name_of(unit.as_str()).to_owned());
        Some(Self { fed_by, legs, rail, hops: hops.collect(), faults })
    }

    /// Every part of it.
    pub fn parts(&self) -> impl Iterator<Item = &LinePart> {
        self.legs.iter().chain(&self.rail).chain(&self.hops)
    }
}
