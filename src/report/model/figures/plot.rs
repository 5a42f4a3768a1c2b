//! Figures of bounds as curves: what each plot shows, with the same figures as the table.
//!
//! What it decides: which figures are summed up from the first bound on, and which bound is marked as the turning point.
//! What it never does: choose a colour or a scale; that is `paper`.

use serde::Serialize;

use campaign::{Campaign, Reader};
use domain::SideId;
use ops::query::SideFigures;

use super::losses::{commander_name, counted_name};
use super::{BATTLES, LOG, LOG_FAILS, LOST, POL, POL_FAILS, SP, StatsOf, StatsReport};
use crate::model::{BoundView, NamedSide};

/// From how many formations more out of LOG in one bound on it is marked.
const TURNING: i64 = 5;

/// Curves on one page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PlotSheet {
    /// The title of the campaign.
    pub title: String,
    /// The side for which they are drawn; none for the umpire.
    pub drawn_for: Option<NamedSide>,
    /// The name of the formation whose commander alone it is for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub commander: Option<String>,
    /// The bounds from left to right.
    pub bounds: Vec<BoundView>,
    /// The bound in which most fell out of LOG at once.
    pub mark: Option<PlotMark>,
    /// The plots.
    pub plots: Vec<Plot>,
    /// The titles of those that are not drawn, as all their figures are 0.
    #[serde(skip)]
    pub left_out: Vec<&'static str>,
}

impl PlotSheet {
    /// What is not drawn, in a line; none where all is.
    pub fn left_out_in_words(&self) -> Option<String> {
        let left_out = self.left_out.join(", ");
        (!left_out.is_empty()).then(|| format!("Not drawn, as it is 0 throughout: {left_out}"))
    }
}

/// A bound that is marked in every plot.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PlotMark {
    /// Which, counted from 0.
    pub bound: usize,
    /// What happened in it.
    pub text: String,
}

/// One plot.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Plot {
    /// What it shows.
    pub title: &'static str,
    /// In which unit, and of what.
    pub below: &'static str,
    /// Whether the figure stays as it is from bound to bound and then steps.
    pub is_stepped: bool,
    /// A curve a side.
    pub curves: Vec<Curve>,
}

/// The curve of a side.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Curve {
    /// The side.
    pub side: SideId,
    /// Its name.
    pub name: String,
    /// Its place among the sides of the campaign: the first is drawn dark.
    pub number: usize,
    /// A figure a bound; none where it is not counted.
    pub values: Vec<Option<i64>>,
}

impl Plot {
    /// Whether any figure of it is not 0.
    fn has_figures(&self) -> bool {
        self.curves.iter().flat_map(|curve| &curve.values).any(|value| value.is_some_and(|value| value != 0))
    }
}

/// What a plot is made of.
struct PlotOf {
    title: &'static str,
    below: &'static str,
    figure: fn(&SideFigures) -> Option<i64>,
    way: Way,
}

/// How figures become a curve.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    /// As it stands at the end of each bound.
    Standing,
    /// As many as there are at the end of each bound.
    Counted,
    /// All that came together since the first bound.
    Summed,
}

const LOSSES: PlotOf = PlotOf {
    title: "Losses",
    below: "SP lost since the first bound, whatever took them",
    figure: LOST.1,
    way: Way::Summed,
};
const OUT_OF_LOG: PlotOf = PlotOf {
    title: "LOG fails",
    below: "formations that draw supply and whose line fails; they may live on what is in reach",
    figure: LOG_FAILS.1,
    way: Way::Counted,
};
const OUT_OF_POL: PlotOf = PlotOf {
    title: "POL fails",
    below: "formations that need fuel and whose chain of bowsers fails; they may live on what is in reach",
    figure: POL_FAILS.1,
    way: Way::Counted,
};
const POL_ON_HAND: PlotOf =
    PlotOf { title: "POL on hand", below: "in dumps, at railheads and on vehicles", figure: POL.1, way: Way::Standing };
const LOG_ON_HAND: PlotOf =
    PlotOf { title: "LOG on hand", below: "in dumps, at railheads and on vehicles", figure: LOG.1, way: Way::Standing };
const STRENGTH: PlotOf = PlotOf { title: "Strength", below: "SP on the map", figure: SP.1, way: Way::Standing };

impl StatsOf {
    fn plots(self) -> Vec<PlotOf> {
        match self {
            Self::All => vec![LOSSES, OUT_OF_LOG, OUT_OF_POL, POL_ON_HAND, LOG_ON_HAND, STRENGTH],
            Self::Strength => vec![
                STRENGTH,
                PlotOf {
                    title: "Disorganised",
                    below: "leaves on the map",
                    figure: |of| Some(of.disorganised as i64),
                    way: Way::Counted,
                },
                LOSSES,
                PlotOf {
                    title: "Replacements",
                    below: "SP given back since the first bound",
                    figure: |of| Some(of.sp_given.into()),
                    way: Way::Summed,
                },
            ],
            Self::Casualties => vec![
                LOSSES,
                PlotOf {
                    title: "Lost in battle",
                    below: "SP since the first bound",
                    figure: |of| Some(of.sp_lost_in_battle.into()),
                    way: Way::Summed,
                },
                PlotOf { title: "Battles", below: "since the first bound", figure: BATTLES.1, way: Way::Summed },
                STRENGTH,
            ],
            Self::Supply => vec![
                OUT_OF_LOG,
                OUT_OF_POL,
                LOG_ON_HAND,
                POL_ON_HAND,
                PlotOf {
                    title: "LOG brought",
                    below: "units from outside the map since the first bound",
                    figure: |of| of.log.map(|log| log.brought.into()),
                    way: Way::Summed,
                },
                PlotOf {
                    title: "POL brought",
                    below: "units from outside the map since the first bound",
                    figure: |of| of.pol.map(|pol| pol.brought.into()),
                    way: Way::Summed,
                },
            ],
        }
    }
}

impl StatsReport {
    /// The figures as curves, as many plots as have any figures but 0.
    pub fn plots(&self, campaign: &Campaign, reader: Option<&Reader>) -> PlotSheet {
        let plots = self.shown.plots().into_iter().map(|of| self.plot((campaign, reader), &of));
        let plots = plots.filter(|plot| !plot.curves.is_empty());
        let (plots, zero): (Vec<Plot>, Vec<Plot>) = plots.partition(Plot::has_figures);
        PlotSheet {
            title: campaign.title.clone(),
            drawn_for: reader.map(|reader| NamedSide::new(campaign, reader.side)),
            commander: commander_name(campaign, reader).map(str::to_owned),
            bounds: self.bounds.iter().map(|of| of.bound.clone()).collect(),
            mark: self.mark(campaign),
            plots,
            left_out: zero.iter().map(|plot| plot.title).collect(),
        }
    }

    fn plot(&self, (campaign, reader): (&Campaign, Option<&Reader>), of: &PlotOf) -> Plot {
        let curves = campaign.sides.iter().enumerate().filter_map(|(number, side)| {
            let values = self.values(side.id, of);
            let (side, name) = (side.id, counted_name(campaign, reader, side).to_owned());
            values.iter().any(Option::is_some).then_some(Curve { side, name, number, values })
        });
        let is_stepped = of.way == Way::Counted;
        Plot { title: of.title, below: of.below, is_stepped, curves: curves.collect() }
    }

    /// The figure of a side in every bound; none where the side is not told of or it is not counted.
    fn values(&self, side: SideId, of: &PlotOf) -> Vec<Option<i64>> {
        let mut sum = 0;
        let mut value = |figure: i64| {
            sum += figure;
            if of.way == Way::Summed { sum } else { figure }
        };
        let figures = self.bounds.iter().map(|bound| bound.sides.iter().find(|figures| figures.side == side));
        figures.map(|figures| figures.and_then(of.figure).map(&mut value)).collect()
    }

    /// The bound in which most formations of a side fell out of LOG, if they were many; of equals the first.
    fn mark(&self, campaign: &Campaign) -> Option<PlotMark> {
        let rises = campaign.sides.iter().flat_map(|side| {
            let values = self.values(side.id, &OUT_OF_LOG);
            let rise = |(bound, pair): (usize, &[Option<i64>])| {
                let (was, is) = (pair[0]?, pair[1]?);
                Some((is - was, bound + 1, (&side.name, was, is)))
            };
            values.windows(2).enumerate().filter_map(rise).collect::<Vec<_>>()
        });
        let (more, bound, (name, was, is)) = rises.max_by_key(|(more, bound, _)| (*more, std::cmp::Reverse(*bound)))?;
        // Both figures: how many more is not how many fell out, as others may have come in.
        let text = format!("{}: LOG fails for {is} {name} (was {was})", self.bounds[bound].bound.label);
        (more >= TURNING).then_some(PlotMark { bound, text })
    }
}
