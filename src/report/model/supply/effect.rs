//! What a change would do to supply, as a dry run tells it.

use serde::Serialize;

use campaign::Campaign;
use domain::{Commodity, FormationId, few};
use ops::query::SupplyEffect;

/// How many formations are named.
const NAMED: usize = 6;

/// Who would come into LOG or POL, who would fall out, and who would live on what is in his reach.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SupplyEffectView {
    comes_in: Vec<UnitOfEffect>,
    falls_out: Vec<UnitOfEffect>,
    lives_on: Vec<UnitOfEffect>,
}

/// A formation whose supply changes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
struct UnitOfEffect {
    unit: FormationId,
    name: String,
    commodity: Commodity,
}

impl SupplyEffectView {
    /// The effect of a change; none where supply stands as before.
    pub fn new(after: &Campaign, effect: &SupplyEffect) -> Option<Self> {
        let of = |(unit, commodity): &(FormationId, Commodity)| UnitOfEffect {
            unit: unit.clone(),
            name: after.formations.get(unit).map(|formation| formation.name.clone()).unwrap_or_default(),
            commodity: *commodity,
        };
        let all = |units: &[(FormationId, Commodity)]| units.iter().map(of).collect();
        let view = Self {
            comes_in: all(&effect.comes_in),
            falls_out: all(&effect.falls_out),
            lives_on: all(&effect.lives_on),
        };
        (!effect.is_none()).then_some(view)
    }

    /// The same in sentences, of what would be or has just come to be.
    pub(crate) fn lines(&self) -> Vec<String> {
        self.told([["falls out of", "fall out of"], ["has to live on", "have to live on"], ["comes into", "come into"]])
    }

    /// The same in sentences, of what was.
    pub(crate) fn lines_of_the_past(&self) -> Vec<String> {
        self.told([["fell out of"; 2], ["had to live on"; 2], ["came into"; 2]])
    }

    fn told(&self, [out, on, into]: [[&str; 2]; 3]) -> Vec<String> {
        let told = |units: &[UnitOfEffect], [one, some]: [&str; 2], commodity: Commodity, rest: [&str; 2]| {
            let names: Vec<&str> =
                units.iter().filter(|unit| unit.commodity == commodity).map(|unit| unit.name.as_str()).collect();
            let what = commodity.name();
            match names.len() {
                0 => None,
                1 => {
                    // What stands behind a comma in a name ends there.
                    let name = if names[0].contains(", ") { format!("{},", names[0]) } else { names[0].to_owned() };
                    Some(format!("supply: {name} {one} {what}{}", rest[0]))
                }
                count => {
                    let all = few(&names, NAMED, "; ");
                    Some(format!("supply: {count} formations {some} {what}{}: {all}", rest[1]))
                }
            }
        };
        let reach = [" in its reach", " in their reach"];
        let of = |commodity| {
            [
                told(&self.falls_out, out, commodity, ["", ""]),
                told(&self.lives_on, on, commodity, reach),
                told(&self.comes_in, into, commodity, ["", ""]),
            ]
        };
        [Commodity::Log, Commodity::Pol].into_iter().flat_map(of).flatten().collect()
    }
}
