//! The vocabulary: ids, sides, bounds, squares, ground, forces, commodities.
//!
//! What it is: the words of the model page as types that can hold nothing else.
//! What it decides: how each word is read and written.
//! What it never does: hold a campaign, read a file or a clock, or use another room of the crate.
//! Where to look next: `campaign`, which is made of these.
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod bound;
mod commodity;
mod forces;
mod geo;
mod handle;
mod id;
mod notes;
mod phrase;
mod said;
mod shown;
mod spelling;
mod square;
mod stored;
mod supply_state;
mod synonyms;
mod terrain;
mod text;
mod words;

pub use bound::{BadBound, Bound, Phase};
pub use commodity::{Commodity, Detail};
pub use forces::{
    Arm, BattleEnd, Class, Echelon, Grade, LeafState, Mobility, Posture, Rates, Role, RuleSystemId, Scale, SightedBy,
    SupportKind,
};
pub use geo::{LatLon, Millionths, Point, parse_millionths};
pub use handle::{Handle, Named};
pub use id::{
    AccountId, AirfieldId, BadSideId, BattleId, CrossingId, FILE_NAME_LETTERS, FormationId, ID_LETTERS, SIDE_COLOURS,
    SideId, SightingId, is_file_name, is_id,
};
pub use notes::{Note, Notes};
pub use phrase::{counted, does, few, thirds_of, thirds_text, thousands, troops_of, verb_of};
pub use said::Said;
pub use shown::{is_refused, is_unseen, shown, shown_in_a_line, shown_in_json};
pub use spelling::{nearest, plain};
pub use square::{Edge, Square, SquareSide, digits_of};
pub use stored::{Listed, Put, Record, Sink, Source, Take};
pub use supply_state::SupplyState;
pub use synonyms::{SYNONYMS, meant};
pub use terrain::{
    Carries, CrossingKind, CrossingState, PlaceKind, RailState, RiverClass, RoadQuality, Terrain, Traffic,
};
pub use text::{from_text, is_zero};
pub use words::{BadValue, UnknownWord};
