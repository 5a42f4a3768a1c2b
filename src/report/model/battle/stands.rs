//! Who stands on the table in the middle of a battle: each base, and what has become of it so far.

use campaign::Campaign;
use rules::outcome::{BaseFate, Happening};
use rules::setup::{Setup, SideSetup};

use super::fate::happens;
use super::name_of;

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

/// A base on the table, or gone from it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BaseStands {
    /// Its name.
    pub name: String,
    /// Whether it still fights.
    pub is_here: bool,
    /// What has become of it; empty where nothing has.
    pub state: String,
}

impl SideStands {
    /// Both sides, the attacker first, after what has happened.
    pub fn of(campaign: &Campaign, setup: &Setup, heard: &[Happening]) -> [Self; 2] {
        // Bases are told of by their place among all of them.
        let mut place = 0..;
        [&setup.attacker, &setup.defender].map(|side| Self::new(campaign, side, heard, &mut place))
    }

    fn new(campaign: &Campaign, side: &SideSetup, heard: &[Happening], place: &mut std::ops::RangeFrom<usize>) -> Self {
        let units = side.units.iter().map(|unit| UnitStands {
            name: name_of(campaign, unit.id.as_str()),
            bases: { unit.bases.iter() }
                .zip(&mut *place)
                .map(|(base, at)| BaseStands::new(name_of(campaign, base.id.as_str()), at, base.out_of_ammo, heard))
                .collect(),
        });
        Self { name: side.name.clone(), units: units.collect() }
    }

    /// How many of its bases still fight, of how many.
    pub fn count(&self) -> (usize, usize) {
        let bases = || self.units.iter().flat_map(|unit| &unit.bases);
        (bases().filter(|base| base.is_here).count(), bases().count())
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
        Self { name, is_here, state: state.to_owned() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
