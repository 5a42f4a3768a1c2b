//! Where something is, by the place in its square or near it.

use campaign::{Battle, Campaign};
use domain::Square;

/// How a square lies to the nearest place.
enum Lies<'a> {
    In(&'a str),
    Near(&'a str),
    /// No place is near.
    Alone,
}

fn lies(campaign: &Campaign, square: Square) -> Lies<'_> {
    match campaign.place_near(square) {
        Some(place) if place.square == square => Lies::In(&place.name),
        Some(place) => Lies::Near(&place.name),
        None => Lies::Alone,
    }
}

/// What a square is called at the head of a page: `Brod (0806)`, `Square 0807, near Brod`, `Square 0101`.
pub fn square_title(campaign: &Campaign, square: Square) -> String {
    let reference = campaign.frame.reference(square);
    match lies(campaign, square) {
        Lies::In(place) => format!("{place} ({reference})"),
        Lies::Near(place) => format!("Square {reference}, near {place}"),
        Lies::Alone => format!("Square {reference}"),
    }
}

/// Where something is, in a sentence that needs no reference beside it: `at Brod`, `near Brod`, `in 0101`.
fn by_place(campaign: &Campaign, square: Square) -> String {
    match lies(campaign, square) {
        Lies::In(place) => format!("at {place}"),
        Lies::Near(place) => format!("near {place}"),
        Lies::Alone => format!("in {}", campaign.frame.reference(square)),
    }
}

/// What a battle is called: after the place where it is.
pub(crate) fn battle_called(campaign: &Campaign, battle: &Battle) -> String {
    format!("Battle {}", by_place(campaign, battle.square))
}

/// The same with the reference behind the place: `at Brod (0806)`, `near Brod (0807)`, `in 0101`.
pub fn where_it_is(campaign: &Campaign, square: Square) -> String {
    let words = by_place(campaign, square);
    match lies(campaign, square) {
        Lies::In(_) | Lies::Near(_) => format!("{words} ({})", campaign.frame.reference(square)),
        Lies::Alone => words,
    }
}

#[cfg(test)]
mod tests {
    use campaign::Place;
    use campaign::sketch::blank;
    use domain::PlaceKind;

    use super::*;

    #[test]
    fn a_place_comes_before_the_reference_of_its_square() {
        let mut campaign = blank(30, 30);
        campaign.places.push(Place {
            name: "Brod".to_owned(),
            at: None,
            square: Square::new(8, 6),
            kind: PlaceKind::Village,
            prepared: false,
            note: String::new(),
        });
        let told = |at: Square| (square_title(&campaign, at), where_it_is(&campaign, at), by_place(&campaign, at));
        let words = |words: [&str; 3]| (words[0].to_owned(), words[1].to_owned(), words[2].to_owned());
        assert_eq!(told(Square::new(8, 6)), words(["Brod (0806)", "at Brod (0806)", "at Brod"]));
        assert_eq!(told(Square::new(8, 7)), words(["Square 0807, near Brod", "near Brod (0807)", "near Brod"]));
        assert_eq!(told(Square::new(29, 29)), words(["Square 2929", "in 2929", "in 2929"]));
    }
}
