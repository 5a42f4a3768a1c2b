//! Who stands on the table in the middle of a battle: each base, and what has become of it so far.

use std::ops::RangeFrom;

use campaign::Campaign;
use domain::counted;
use ops::query::BattleStep;
use rules::outcome::{BaseFate, Happening};
use rules::setup::{Setup, SideSetup};

use super::fate::happens;
use super::{name_of, unit_name};

/// A side on the table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SideStands {
    /// What it is called.
    pub name: String,
    /// Its units.
    pub units: Vec<UnitStands>,
}

/// A unit on the table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnitStands {
    /// Its name.
    pub name: String,
    /// Its bases.
    pub bases: Vec<BaseStands>,
}

/// What a base has: SP, full SP, markers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StrengthNow {
    /// SP left.
    pub sp: u16,
    /// Full SP.
    pub full: u16,
    /// Casualty markers on it.
    pub markers: u16,
}

/// A base on the table, or gone from it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BaseStands {
    /// Its name.
    pub name: String,
    /// What it has; none where it is gone.
    pub strength: Option<StrengthNow>,
    /// Whether it still fights.
    pub is_here: bool,
    /// What has become of it; empty where nothing has.
    pub state: String,
}

impl SideStands {
    /// Both sides, the attacker first, after what has happened.
    pub fn of(campaign: &Campaign, setup: &Setup, step: &BattleStep) -> [Self; 2] {
        // Bases are told of by their place among all of them.
        let mut place = 0..;
        [&setup.attacker, &setup.defender].map(|side| Self::new(campaign, side, step, &mut place))
    }

    fn new(campaign: &Campaign, side: &SideSetup, step: &BattleStep, place: &mut RangeFrom<usize>) -> Self {
        let units = side.units.iter().map(|unit| UnitStands {
            name: unit_name(campaign, unit.id.as_str()),
            bases: { unit.bases.iter() }
                .zip(&mut *place)
                .map(|(base, at)| {
                    let now = BaseStands::new(name_of(campaign, base.id.as_str()), at, base.out_of_ammo, &step.heard);
                    let strength = step.strengths.get(at).filter(|_| now.is_here);
                    let strength =
                        strength.map(|of| StrengthNow { sp: of.sp, full: base.sp_full, markers: of.markers });
                    BaseStands { strength, ..now }
                })
                .collect(),
        });
        Self { name: side.name.clone(), units: units.collect() }
    }

    /// How many of its bases still fight, of how many.
    pub fn count(&self) -> (usize, usize) {
        let bases = || self.units.iter().flat_map(|unit| &unit.bases);
        (bases().filter(|base| base.is_here).count(), bases().count())
    }

    /// What those of its bases have together that still fight; none where the rules do not say.
    pub fn strength(&self) -> Option<StrengthNow> {
        sum(self.units.iter().filter_map(UnitStands::strength))
    }
}

impl BaseStands {
    fn new(name: String, at: usize, is_out: bool, heard: &[Happening]) -> Self {
        let fates = heard.iter().rev().filter_map(|of| match of {
            Happening::Base { base, fate } if *base == at => Some(*fate),
            _ => None,
        });
        let fate = { fates }.next().unwrap_or(BaseFate::Stands);
        let is_out = is_out || heard.iter().any(|of| matches!(of, Happening::OutOfAmmo { base } if *base == at));
        let is_here = fate == BaseFate::Stands;
        let state = match is_here {
            false => happens(fate),
            true if is_out => "no ammunition left",
            true => "",
        };
        Self { name, strength: None, is_here, state: state.to_owned() }
    }
}

impl UnitStands {
    /// What those of its bases have together that still fight; none where the rules do not say.
    pub fn strength(&self) -> Option<StrengthNow> {
        sum(self.bases.iter().filter_map(|base| base.strength))
    }
}

/// What several have together; none of nobody.
fn sum(all: impl Iterator<Item = StrengthNow>) -> Option<StrengthNow> {
    all.reduce(|one, other| StrengthNow {
        sp: one.sp.saturating_add(other.sp),
        full: one.full.saturating_add(other.full),
        markers: one.markers.saturating_add(other.markers),
    })
}

impl StrengthNow {
    /// Whether nothing is missing, and no marker lies on it.
    pub fn is_whole(self) -> bool {
        self.sp >= self.full && self.markers == 0
    }
}

impl std::fmt::Display for StrengthNow {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}/{} SP", self.sp, self.full)?;
        if self.markers == 0 { Ok(()) } else { write!(f, ", {}", counted(self.markers.into(), "marker")) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_unit_has_is_what_those_of_its_bases_have_that_are_there() {
        let base = |strength| BaseStands { name: String::new(), strength, is_here: true, state: String::new() };
        let of = |sp, markers| Some(StrengthNow { sp, full: 3, markers });
        let unit = UnitStands { name: String::new(), bases: vec![base(of(3, 0)), base(None), base(of(2, 1))] };
        assert_eq!(unit.strength().unwrap().to_string(), "5/6 SP, 1 marker");
        assert_eq!(of(3, 0).map(|of| (of.is_whole(), of.to_string())), Some((true, "3/3 SP".to_owned())));
        assert_eq!([of(3, 1), of(2, 0)].map(|of| of.unwrap().is_whole()), [false; 2]);
        assert_eq!(UnitStands { name: String::new(), bases: vec![base(None)] }.strength(), None);
    }

    #[test]
    fn a_base_stands_as_it_was_told_of_last() {
        let heard = [
            Happening::Move { now: 1 },
            Happening::OutOfAmmo { base: 1 },
            Happening::Base { base: 2, fate: BaseFate::Retreated },
            Happening::Base { base: 3, fate: BaseFate::Retreated },
            Happening::Base { base: 3, fate: BaseFate::Destroyed },
            Happening::Base { base: 4, fate: BaseFate::Withdrew },
            Happening::Base { base: 4, fate: BaseFate::Stands },
        ];
        let found = [0, 1, 2, 3, 4, 5].map(|at| {
            let base = BaseStands::new(String::new(), at, at == 5, &heard);
            (base.is_here, base.state)
        });
        let wanted = [
            (true, ""),
            (true, "no ammunition left"),
            (false, "is driven back"),
            (false, "is destroyed"),
            (true, ""),
            (true, "no ammunition left"),
        ];
        assert_eq!(found, wanted.map(|(is_here, state)| (is_here, state.to_owned())));
    }
}
