//! Everyday words for those of closed lists: what people write first.
//!
//! What it decides: which word of a list is meant by one that no list has.
//! What it never does: read a word. Whoever finds one unknown asks here, and names what is found as a hint.

use crate::spelling::{nearest, plain};

/// Words of lists, each with what people write for it. One word may stand beside several: the list decides.
pub const SYNONYMS: &[(&str, &[&str])] = &[
    // Ground and places.
    ("close", &["wood", "woods", "woodland", "forest", "bush", "balka", "hills", "rough"]),
    ("marsh", &["bog", "swamp", "wetland"]),
    ("open", &["plain", "plains", "steppe", "field", "fields", "clear", "intact", "usable", "working", "ok"]),
    ("town", &["urban"]),
    ("lake", &["water", "pond", "sea"]),
    ("village", &["hamlet", "farm", "settlement"]),
    ("station", &["halt", "siding"]),
    ("airfield", &["aerodrome", "airstrip", "airport"]),
    // Roads, rivers, crossings, railways.
    ("poor", &["track", "dirt", "bad", "minor"]),
    ("good", &["paved", "metalled", "highway", "chaussee", "main"]),
    ("minor", &["brook", "stream", "small"]),
    ("major", &["big", "great", "large", "wide"]),
    ("bridge", &["railwaybridge", "railbridge", "roadbridge", "pontoon"]),
    ("destroyed", &["blown", "blownup", "wrecked", "demolished", "dead", "eliminated", "lost"]),
    ("cut", &["blown", "broken", "closed", "destroyed"]),
    ("foot", &["men", "infantry", "walking", "marching", "leg"]),
    ("rail", &["railway", "train", "trains"]),
    ("vehicles", &["tanks", "trucks", "lorries", "cars", "wheeled", "tracked", "road"]),
    // Formations.
    ("battalion", &["bn", "battery", "company"]),
    ("regiment", &["regt", "rgt"]),
    ("brigade", &["bde"]),
    ("division", &["div"]),
    ("hq", &["headquarters", "staff", "command"]),
    ("infantry", &["rifle", "rifles", "grenadier", "foot"]),
    ("motorised", &["motorized", "mechanised", "mechanized", "wheeled", "truck", "trucks", "lorry", "lorries"]),
    ("armour", &["tank", "tanks", "armor", "armored", "armoured", "panzer"]),
    ("armoured", &["tracked", "tracks", "tank", "tanks", "armour", "armored", "halftrack"]),
    ("recce", &["recon", "reconnaissance", "scout", "scouts"]),
    ("engineer", &["pioneer", "pioneers", "sapper", "sappers"]),
    ("artillery", &["gun", "guns", "howitzer", "howitzers", "arty"]),
    ("antiair", &["aa", "flak", "antiaircraft"]),
    ("anti_air", &["aa", "flak", "antiaircraft"]),
    ("logistic", &["supply", "supplies", "train", "trains", "truck", "trucks", "lorry", "lorries", "transport"]),
    ("horse_drawn", &["horse", "horses", "wagon", "wagons", "cart", "carts"]),
    ("cavalry", &["horse", "mounted", "bicycle"]),
    ("taken", &["won", "win", "victory", "captured", "conquered"]),
    ("green", &["raw", "recruit", "recruits", "untrained"]),
    ("conscript", &["poor", "low"]),
    ("regular", &["average", "normal", "trained", "standard"]),
    ("veteran", &["experienced", "seasoned"]),
    ("elite", &["crack", "guards"]),
    ("dug_in", &["entrenched", "trench", "trenches", "dug", "prepared"]),
    ("fortified", &["bunker", "bunkers", "fortress"]),
    ("road_march", &["march", "marching", "column", "road"]),
    ("organised", &["organized", "fresh", "ok"]),
    ("disorganised", &["disorganized", "disordered", "disrupted"]),
    ("broken", &["routed", "rout"]),
    // Stock and weather.
    ("pol", &["fuel", "petrol", "gasoline", "gas", "oil"]),
    ("log", &["ammo", "ammunition", "food", "rations", "supply", "supplies"]),
    ("clear", &["sunny", "sun", "fine", "fair", "dry"]),
    ("rain", &["rainy", "wet", "drizzle", "shower", "showers"]),
    ("storm", &["thunder", "thunderstorm", "gale", "stormy"]),
    ("snow", &["snowy", "snowfall"]),
    ("blizzard", &["snowstorm"]),
    ("mist", &["haze"]),
];

/// The word of a list that an everyday word stands for.
fn called<'a>(given: &str, list: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let tried = plain(given);
    let stands_for =
        |word: &&str| SYNONYMS.iter().any(|(of, tried_for)| of == word && tried_for.contains(&tried.as_str()));
    let mut found = list.into_iter().filter(stands_for);
    let first = found.next();
    // Of several the one that has the word itself in it: `horse` is `horse_drawn` before it is `cavalry`.
    first.into_iter().chain(found).find(|word| plain(word).starts_with(&tried)).or(first)
}

/// The word of a list that is meant: one that is called so in everyday words, else the nearest.
pub fn meant<'a>(given: &str, list: impl IntoIterator<Item = &'a str> + Clone) -> Option<&'a str> {
    called(given, list.clone()).or_else(|| nearest(given, list))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        Arm, BattleEnd, Commodity, CrossingKind, CrossingState, Grade, Mobility, PlaceKind, Posture, RoadQuality,
        Terrain,
    };

    fn hint<T: std::str::FromStr<Err = crate::UnknownWord> + std::fmt::Debug>(word: &str) -> Option<&'static str> {
        word.parse::<T>().unwrap_err().nearest()
    }

    #[test]
    fn what_people_write_leads_to_a_word_of_the_list() {
        for word in ["wood", "Woods", "forest"] {
            assert_eq!(hint::<Terrain>(word), Some("close"), "{word}");
        }
        assert_eq!((hint::<RoadQuality>("track"), hint::<RoadQuality>("paved")), (Some("poor"), Some("good")));
        assert_eq!(hint::<RoadQuality>("metalled"), Some("good"));
        assert_eq!(hint::<PlaceKind>("hamlet"), Some("village"));
        assert_eq!((hint::<Arm>("tank"), hint::<Arm>("tanks")), (Some("armour"), Some("armour")));
        assert_eq!((hint::<Mobility>("tracked"), hint::<Mobility>("tanks")), (Some("armoured"), Some("armoured")));
        assert_eq!(hint::<Commodity>("fuel"), Some("pol"));
        assert_eq!((hint::<Mobility>("horse"), hint::<Arm>("horse")), (Some("horse_drawn"), Some("cavalry")));
        assert_eq!((hint::<BattleEnd>("won"), hint::<BattleEnd>("won_bak")), (Some("taken"), Some("won_back")));
        assert_eq!(hint::<CrossingState>("blown"), Some("destroyed"));
        assert_eq!(hint::<CrossingKind>("railway bridge"), Some("bridge"));
        assert_eq!((hint::<Posture>("entrenched"), hint::<Grade>("poor")), (Some("dug_in"), Some("conscript")));
        assert_eq!((hint::<Terrain>("xyzzy"), hint::<Grade>("vetran")), (None, Some("veteran")));
    }

    #[test]
    fn a_synonym_is_written_as_it_is_compared() {
        for (word, tried) in SYNONYMS {
            for one in *tried {
                assert_eq!(*one, plain(one), "{word}");
            }
        }
    }
}
