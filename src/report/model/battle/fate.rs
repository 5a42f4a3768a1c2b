//! What became of a base, and which test a unit took, in words.

use rules::outcome::{BaseOutcome, Fate, TestKind};

/// Of one base in the story.
pub(super) fn happens(fate: Fate) -> &'static str {
    match fate {
        Fate::Stands => "stands",
        Fate::Withdrew => "withdraws",
        Fate::Retreated => "is driven back",
        Fate::Dispersed => "disperses",
        Fate::Surrendered => "surrenders",
        Fate::Destroyed => "is destroyed",
        Fate::AtMedicalPost => "has no SP left",
        Fate::Merged => "is merged with another base of its unit",
        Fate::OffMap => "falls back over the edge of the map",
    }
}

/// Of several bases in the story.
pub(super) fn happen(fate: Fate) -> &'static str {
    match fate {
        Fate::Stands => "stand",
        Fate::Withdrew => "withdraw",
        Fate::Retreated => "are driven back",
        Fate::Dispersed => "disperse",
        Fate::Surrendered => "surrender",
        Fate::Destroyed => "are destroyed",
        Fate::AtMedicalPost => "have no SP left",
        Fate::Merged => "are merged with others of their unit",
        Fate::OffMap => "fall back over the edge of the map",
    }
}

/// Of a base in the table; `stays_put`: an attacker that ends where he attacked from.
pub(super) fn fate(base: &BaseOutcome, stays_put: bool) -> &'static str {
    match (base.fate, base.broken, base.disorganised) {
        // Attackers that ended where they began went back nowhere.
        (Fate::Retreated, true, _) if stays_put => "repulsed, broken",
        (Fate::Retreated, _, false) if stays_put => "repulsed, in order",
        (Fate::Retreated, ..) if stays_put => "repulsed, disorganised",
        (Fate::Withdrew, _, false) if stays_put => "broke off in order",
        (Fate::Withdrew, ..) if stays_put => "broke off, disorganised",
        (Fate::Stands, true, _) => "broken",
        (Fate::Stands, _, true) => "disorganised",
        (Fate::Stands, ..) => "in order",
        (Fate::Withdrew, _, false) => "withdrew in order",
        (Fate::Withdrew, ..) => "withdrew, disorganised",
        (Fate::Retreated, true, _) => "driven back, broken",
        // It may have reorganised since; other systems drive back in order too.
        (Fate::Retreated, _, false) => "driven back, in order",
        (Fate::Retreated, ..) => "driven back, disorganised",
        (Fate::Dispersed, ..) => "dispersed",
        (Fate::Surrendered, ..) => "surrendered",
        (Fate::Destroyed, ..) => "destroyed",
        (Fate::AtMedicalPost, ..) => "no SP left",
        (Fate::Merged, ..) => "merged",
        (Fate::OffMap, ..) => "off the map",
    }
}

/// The name of a test.
pub(super) fn test(kind: TestKind) -> &'static str {
    match kind {
        TestKind::Break => "break test",
        TestKind::TankTerror => "test of tank terror",
        TestKind::TankEntry => "test with tanks in its position",
    }
}
