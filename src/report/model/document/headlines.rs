//! The numbers that say the most of a situation.

use domain::{Commodity, thousands};

use super::block::Headline;
use crate::model::Situation;
use crate::model::situation::SideFigures;

/// SP and who is without supply, of each side of which it is told.
pub(super) fn headlines(situation: &Situation) -> Vec<Headline> {
    let told = situation.sides.iter().filter_map(|of| Some((of, of.figures?)));
    let of_side = told.flat_map(|(of, figures)| {
        let text = format!("{} SP on the map", of.counted_name());
        let sp = Headline { value: thousands(figures.sp), text, bad: false };
        std::iter::once(sp).chain(lacking(of))
    });
    of_side.collect()
}

/// How many formations of a side are out of LOG, and out of POL.
fn lacking(of: &SideFigures) -> impl Iterator<Item = Headline> + use<'_> {
    let counts = of.figures.map(|figures| {
        [(figures.log_out, figures.log_of, Commodity::Log), (figures.pol_out, figures.pol_of, Commodity::Pol)]
    });
    let told = counts.into_iter().flatten().filter(|(_, all, _)| *all > 0);
    told.map(|(out, all, commodity)| {
        // Of one formation the box before has the name.
        let (value, text) = match (&of.counted, all) {
            (Some(_), 1) => (if out == 0 { "in" } else { "out of" }.to_owned(), commodity.name().to_owned()),
            (Some(_), _) => (out.to_string(), format!("of its {all} out of {}", commodity.name())),
            (None, _) => (out.to_string(), format!("of {all} {} out of {}", of.name, commodity.name())),
        };
        Headline { value, text, bad: out > 0 }
    })
}

/// Who is without supply, why so for a side, and on which square of it most hangs.
pub(super) fn supply_headlines(situation: &Situation) -> Vec<Headline> {
    let mut figures: Vec<Headline> = situation.sides.iter().flat_map(lacking).collect();
    // Where nobody draws there is nothing of which it could be told why it fails.
    if situation.drawn_for.is_some() && !figures.is_empty() {
        let causes = situation.causes.len();
        let text = if causes == 1 { "cause" } else { "causes" }.to_owned();
        figures.push(Headline { value: causes.to_string(), text, bad: causes > 0 });
        figures.extend(situation.choke.as_ref().map(|choke| {
            let (at, km) = (situation.reference(choke.square), situation.km_to_enemy(choke));
            Headline {
                value: choke.fed.to_string(),
                text: format!("formations draw over {at}, {km} km from the enemy"),
                bad: false,
            }
        }));
    }
    figures
}
