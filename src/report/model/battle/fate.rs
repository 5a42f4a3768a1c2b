//! What became of a base, and which test a unit took, in words.

use rules::outcome::{BaseFate, BaseOutcome, TestKind};

/// What became of a base of which nothing became.
pub(super) const IN_ORDER: &str = "in order";

/// Of one base in the story.
pub(super) fn happens(fate: BaseFate) -> &'static str {
    match fate {
        BaseFate::Stands => "stands",
        BaseFate::Withdrew => "withdraws",
        BaseFate::Retreated => "is driven back",
        BaseFate::Dispersed => "disperses",
        BaseFate::Surrendered => "surrenders",
        BaseFate::Destroyed => "is destroyed",
        BaseFate::AtMedicalPost => "has no SP left",
        BaseFate::Merged => "is merged with another base of its unit",
        BaseFate::OffMap => "falls back over the edge of the map",
    }
}

/// Of several bases in the story.
pub(super) fn happen(fate: BaseFate) -> &'static str {
    match fate {
        BaseFate::Stands => "stand",
        BaseFate::Withdrew => "withdraw",
        BaseFate::Retreated => "are driven back",
        BaseFate::Dispersed => "disperse",
        BaseFate::Surrendered => "surrender",
        BaseFate::Destroyed => "are destroyed",
        BaseFate::AtMedicalPost => "have no SP left",
        BaseFate::Merged => "are merged with others of their unit",
        BaseFate::OffMap => "fall back over the edge of the map",
    }
}

/// Of a base in the table; `stays_put`: an attacker that ends where he attacked from.
pub(super) fn fate(base: &BaseOutcome, stays_put: bool) -> &'static str {
    match (base.fate, base.broken, base.disorganised) {
        // Attackers that ended where they began went back nowhere.
        (BaseFate::Retreated, true, _) if stays_put => "repulsed, broken",
        (BaseFate::Retreated, _, false) if stays_put => "repulsed, in order",
        (BaseFate::Retreated, ..) if stays_put => "repulsed, disorganised",
        (BaseFate::Withdrew, _, false) if stays_put => "broke off in order",
        (BaseFate::Withdrew, ..) if stays_put => "broke off, disorganised",
        (BaseFate::Stands, true, _) => "broken",
        (BaseFate::Stands, _, true) => "disorganised",
        (BaseFate::Stands, ..) => IN_ORDER,
        (BaseFate::Withdrew, _, false) => "withdrew in order",
        (BaseFate::Withdrew, ..) => "withdrew, disorganised",
        (BaseFate::Retreated, true, _) => "driven back, broken",
        // It may have reorganised since; other systems drive back in order too.
        (BaseFate::Retreated, _, false) => "driven back, in order",
        (BaseFate::Retreated, ..) => "driven back, disorganised",
        (BaseFate::Dispersed, ..) => "dispersed",
        (BaseFate::Surrendered, ..) => "surrendered",
        (BaseFate::Destroyed, ..) => "destroyed",
        (BaseFate::AtMedicalPost, ..) => "no SP left",
        (BaseFate::Merged, ..) => "merged",
        (BaseFate::OffMap, ..) => "off the map",
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
