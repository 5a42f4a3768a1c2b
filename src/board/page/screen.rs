//! The screen: what hangs on the wall for both sides, from the umpire's window to a projector.
//!
//! What it decides: what neither side minds: when it is, the weather, the ground as it was before anybody came.
//! What it never does: draw troops, control, supply, or what a crossing or a railway has become since.

use maud::html;

use report::model::BoundView;

use super::map::picture;
use super::umpire_frame::page;
use crate::desk::{Reading, Refusal};
use crate::office::Office;
use paper::{Layer, Layers};

/// The layers that are the same for everybody.
const PUBLIC: [Layer; 5] = [Layer::Terrain, Layer::Grid, Layer::Rivers, Layer::Roads, Layer::Names];

/// The page.
pub(crate) fn show(office: &mut Office<'_>) -> Result<(u16, String), Refusal> {
    let reading = Reading::default();
    let hidden: Vec<Layer> = Layer::ALL.iter().copied().filter(|layer| !PUBLIC.contains(layer)).collect();
    // Without the key, in which the sides stand in numbers.
    let map = picture(&office.desk.situation(&reading)?, &Layers::new(&[], &hidden), |_| html! {});
    let page = page(office, &reading, ("Screen", "/screen"), |campaign| {
        let bound = BoundView::new(campaign, campaign.bound);
        html! {
            div.board.screen {
                div.field { (map) div #pointer aria-hidden="true" { } }
                aside.panel data-part="now" {
                    h1.when { (bound.label) }
                    p { (bound.date.format("%A, %-d %B %Y")) }
                    @if let Some(weather) = campaign.weather_in(campaign.bound) { p { (weather.words()) } }
                }
            }
        }
    })?;
    Ok((200, page))
}
