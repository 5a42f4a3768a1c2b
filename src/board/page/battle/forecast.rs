//! What a battle may come to: the chance of each end, what each side loses, who may break.

use std::sync::Arc;

use maud::{Markup, PreEscaped, html};

use ops::query::{self, Engagement, ForecastPlan};
use ops::{OpError, View};
use report::model::ForecastReport;

use crate::asked::Given;

/// How often a battle is fought for it.
const RUNS: u64 = 10_000;
/// The seed: that of `battle forecast` where none is given.
const SEED: u64 = 1;
/// How long a bar is at most.
const BAR: f64 = 120.0;
/// From which chance on somebody is named who may break.
const WORTH_NAMING: f64 = 0.005;

/// The forecast of a battle.
fn of(campaign: &View, engagement: &Engagement) -> Result<ForecastReport, OpError> {
    let plan = ForecastPlan { seed: SEED, runs: RUNS, decide: None, cores: query::cores() };
    let forecast = query::forecast(engagement, plan, &mut |_| {})?;
    Ok(ForecastReport::new(campaign, engagement.setup(), &forecast.tally, SEED, Vec::new()))
}

/// Where it goes in a page that is made before it is known.
const PLACE: &str = "<!--forecast-->";

/// Its place in a page.
pub(super) fn place() -> Markup {
    PreEscaped(PLACE.to_owned())
}

/// A page with the forecast in its place. The battle is fought outside the office, and others are answered meanwhile.
pub(super) fn put(page: (u16, String), campaign: Arc<View>, engagement: Option<Engagement>) -> Given {
    let (status, page) = page;
    let Some(engagement) = engagement else { return Given::page(status, page.replacen(PLACE, "", 1)) };
    Given::later(move || {
        let told = match of(&campaign, &engagement) {
            Ok(forecast) => drawn(&campaign, &forecast),
            Err(error) => html! { p.refusal { (error) } },
        };
        Ok(Given::page(status, page.replacen(PLACE, &told.into_string(), 1)))
    })
}

/// A share in per cent.
fn percent(share: f64) -> String {
    format!("{:.1} %", share * 100.0)
}

/// The forecast as bars and figures.
fn drawn(campaign: &View, forecast: &ForecastReport) -> Markup {
    let most = forecast.sides.iter().map(|side| side.sp_before).max().unwrap_or(1).max(1);
    let place = |sp: f64| BAR * sp / f64::from(most);
    let mut may_break: Vec<_> = forecast.units.iter().filter(|unit| unit.broken.chance >= WORTH_NAMING).collect();
    may_break.sort_by_key(|unit| std::cmp::Reverse(unit.broken.count));
    html! {
        h2 { "Forecast " small { "fought " (forecast.runs) " times, seed " (forecast.seed) } }
        table.chances {
            thead { tr { th { "end" } td {} th.r { "chance" } th.r { "95 % sure" } } }
            tbody { @for end in &forecast.ends {
                tr {
                    th { (end.end.replace('_', " ")) }
                    td { svg viewBox={"0 0 " (BAR) " 14"} width=(BAR) height="14" aria-hidden="true" {
                        rect.empty width=(BAR) height="14" {}
                        rect.full width=(BAR * end.chance.chance) height="14" {}
                        rect.sure x=(BAR * end.chance.low) width=((BAR * (end.chance.high - end.chance.low)).max(2.0)) height="14" {}
                    } }
                    td.r { strong { (percent(end.chance.chance)) } }
                    td.r.quiet { (percent(end.chance.low)) " to " (percent(end.chance.high)) }
                }
            } }
        }
        p.quiet { (forecast.moves) " moves on average" }
        h2 { "SP lost " small { "mean, and the band of eight fights in ten" } }
        table.chances {
            thead { tr { th { "side" } td {} th.r { "mean" } th.r { "band" } } }
            tbody { @for side in &forecast.sides {
                tr {
                    th { (campaign.side_called(&side.name)) " of " (side.sp_before) }
                    td { svg viewBox={"0 0 " (BAR) " 14"} width=(BAR) height="14" aria-hidden="true" {
                        rect.empty width=(BAR) height="14" {}
                        rect.full x=(place(f64::from(side.sp_lost.p10))) width=((place(f64::from(side.sp_lost.p90)) - place(f64::from(side.sp_lost.p10))).max(1.0)) height="14" {}
                        rect.sure x=((place(side.sp_lost.mean) - 1.0).max(0.0)) width="3" height="14" {}
                    } }
                    td.r { strong { (side.sp_lost.mean) } }
                    td.r.quiet { (side.sp_lost.p10) " to " (side.sp_lost.p90) }
                }
            } }
        }
        @if !may_break.is_empty() {
            h2 { "Who may break" }
            table.chances {
                thead { tr { th { "unit" } th.r { "chance" } th.r { "gone" } } }
                tbody { @for unit in may_break {
                    tr { td { a href={"/unit/" (unit.id)} { (unit.name) } } td.r { strong { (percent(unit.broken.chance)) } } td.r.quiet { (percent(unit.gone.chance)) } }
                } }
            }
        }
    }
}
