//! The table of glyphs: what is drawn inside the frame for each arm, and above it for each echelon.
//!
//! Drawn from the construction of the standard, in units of which a frame has 12 by 8, round its centre.

use domain::{Arm, Echelon};
use report::model::situation::SymbolArm;

/// What is drawn inside a frame: lines, and what is filled; either may be empty.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Glyph {
    pub(crate) lines: &'static str,
    pub(crate) filled: &'static str,
}

const fn lines(lines: &'static str) -> Glyph {
    Glyph { lines, filled: "" }
}

const fn filled(filled: &'static str) -> Glyph {
    Glyph { lines: "", filled }
}

/// The glyph of an arm; none where it is not known.
pub(crate) fn glyph(arm: SymbolArm) -> Option<Glyph> {
    let arm = match arm {
        SymbolArm::Of(arm) => arm,
        SymbolArm::Mechanised => {
            let d = "M-6-4L6 4M-6 4L6-4M-1.7-1.7H1.7A1.7 1.7 0 0 1 1.7 1.7H-1.7A1.7 1.7 0 0 1-1.7-1.7Z";
            return Some(lines(d));
        }
        SymbolArm::Unknown => return None,
    };
    Some(match arm {
        Arm::Hq => lines("M-6-1.8H6"),
        Arm::Infantry => lines("M-6-4L6 4M-6 4L6-4"),
        Arm::Motorised => lines("M-6-4L6 4M-6 4L6-4M0-4V4"),
        Arm::Armour => lines("M-1.7-1.7H1.7A1.7 1.7 0 0 1 1.7 1.7H-1.7A1.7 1.7 0 0 1-1.7-1.7Z"),
        Arm::Cavalry | Arm::Recce => lines("M-6 4L6-4"),
        Arm::Engineer => lines("M-3 1.5V-1.5H3V1.5M0-1.5V1.5"),
        Arm::Antitank => lines("M-6 4L0-4L6 4"),
        Arm::Artillery => filled("M-1.3 0A1.3 1.3 0 1 1 1.3 0A1.3 1.3 0 1 1-1.3 0Z"),
        Arm::Antiair => lines("M-6 4C-6-1.33 6-1.33 6 4"),
        Arm::Logistic => lines("M-6 2H6"),
        Arm::Medical => lines("M0-4V4M-6 0H6"),
        Arm::Recovery => lines("M-2.8 0H2.8M-4.4-1.4A1.4 1.4 0 0 1-4.4 1.4M4.4-1.4A1.4 1.4 0 0 0 4.4 1.4"),
        Arm::Observer => lines("M-2.6 1.9L0-2.4L2.6 1.9Z"),
        Arm::Air => filled("M0 0C-1.2-1.9-4-1.9-4 0S-1.2 1.9 0 0C1.2-1.9 4-1.9 4 0S1.2 1.9 0 0Z"),
        Arm::Transport => lines("M0-.6C-1.2-2.5-4-2.5-4-.6S-1.2 1.3 0-.6C1.2-2.5 4-2.5 4-.6S1.2 1.3 0-.6ZM-6 2.4H6"),
    })
}

/// How wide a mark of an echelon is, and how far from one to the next.
const MARK: f64 = 1.6;
const STEP: f64 = 2.1;

/// The marks of an echelon, which end at this height: strokes for a battalion and regiment, crosses above.
pub(crate) fn marks(echelon: Echelon, base: f64) -> String {
    let (is_cross, count) = match echelon {
        Echelon::Battalion => (false, 2_u8),
        Echelon::Regiment => (false, 3),
        Echelon::Brigade => (true, 1),
        Echelon::Division => (true, 2),
        Echelon::Corps => (true, 3),
        Echelon::Army => (true, 4),
        Echelon::ArmyGroup => (true, 5),
    };
    let step = if is_cross { STEP } else { STEP / 1.6 };
    let mut d = String::new();
    for place in 0..count {
        let middle = (f64::from(place) - f64::from(count - 1) / 2.0) * step;
        let (left, right, top) = (middle - MARK / 2.0, middle + MARK / 2.0, base - MARK);
        let mark = if is_cross {
            format!("M{left:.2} {top:.2}L{right:.2} {base:.2}M{left:.2} {base:.2}L{right:.2} {top:.2}")
        } else {
            format!("M{middle:.2} {top:.2}V{base:.2}")
        };
        d.push_str(&mark);
    }
    d
}
