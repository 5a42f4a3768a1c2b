//! What the staff officer's eye costs on the theatre, beside one flood of its map.

use std::time::Duration;

use campaign::{Campaign, LogUse, PolUse};
use domain::SideId;
use ops::query::ForecastAsked;
use ops::query::supply_forecast;
use supply::critical_on;

use crate::yardstick::{head, median, row};

const RUNS: usize = 5;

/// Measures and prints.
pub(crate) fn measure(campaign: &Campaign, flood: Duration) {
    let sides: Vec<SideId> = campaign.sides.iter().map(|side| side.id).collect();
    let network = supply::network(campaign);
    let (taken, nets) = median(RUNS, || critical_on(&network, campaign, &sides));
    let (points, open) = (nets.iter().map(|net| net.points.len()), nets.iter().map(|net| net.open.len()));
    head("The staff officer's eye", "floods");
    let what = format!(
        "`supply critical`, both sides: {} points for {} formations",
        points.sum::<usize>(),
        open.sum::<usize>()
    );
    row(&what, taken, flood);
    let asked = ForecastAsked { bounds: 6, side: None, pol: PolUse::All, log: LogUse::All };
    let (taken, forecast) = median(RUNS, || supply_forecast(campaign, asked).expect("a forecast"));
    row(&format!("`supply forecast --bounds 6`, both sides: {} rows", forecast.rows.len()), taken, flood);
}
