//! An engagement file and the campaign: where the two differ.
//!
//! What it decides: what of a base is the campaign's to say, so that nobody fights with what is not there: who takes part,
//! SP, markers, ammunition, disorder and square. All else (posture, fire, arrival, looks, who is left out) is the table's.
//! What it never does: say whether a battle can be fought. That is [`rules::Engagement`].
//! Where to look next: `admit`, which refuses the outcome; `docs/DECISIONS.md`.

use std::collections::BTreeMap;

use campaign::{Campaign, MapFrame};
use domain::{FormationId, counted};
use rules::Violation;
use rules::setup::{BaseSetup, Setup};

use super::mark;
use crate::battle::draw;

/// Where an engagement of an open battle differs from the campaign; empty for one of no open battle.
pub(crate) fn differences(campaign: &Campaign, setup: &Setup) -> Vec<Violation> {
    let battle = setup.battle.as_deref().and_then(|id| campaign.battles.values().find(|b| b.id.as_str() == id));
    let Some(battle) = battle.filter(|battle| battle.is_open()) else { return Vec::new() };
    let one = |at: &str, what: String| Violation { at: at.to_owned(), what };
    if mark::is_of_another(setup, battle) {
        return vec![one("the battle", format!("it is from an earlier drawing of `{}`", battle.id))];
    }
    let drawn = draw::setup(campaign, battle);
    let there: BTreeMap<&FormationId, &BaseSetup> = bases(&drawn).map(|base| (&base.id, base)).collect();
    let units = [&setup.attacker, &setup.defender].into_iter().flat_map(|side| &side.units);
    let unknown = units.filter(|unit| !campaign.formations.contains_key(&unit.id));
    let unknown = unknown.map(|unit| one(unit.id.as_str(), "there is no such unit in the campaign".to_owned()));
    let bases = bases(setup).flat_map(|base| {
        let words = match there.get(&base.id) {
            Some(stands) => other_words(&campaign.frame, base, stands),
            None => vec![format!("it is not in `{}` as drawn", battle.id)],
        };
        words.into_iter().map(|what| one(base.id.as_str(), what))
    });
    unknown.chain(bases).collect()
}

fn bases(setup: &Setup) -> impl Iterator<Item = &BaseSetup> {
    [&setup.attacker, &setup.defender].into_iter().flat_map(|side| &side.units).flat_map(|unit| &unit.bases)
}

fn other_words(frame: &MapFrame, here: &BaseSetup, there: &BaseSetup) -> Vec<String> {
    let ammunition = |base: &BaseSetup| if base.out_of_ammo { "no ammunition" } else { "ammunition" }.to_owned();
    let order = |base: &BaseSetup| match (base.broken, base.disorganised) {
        (true, _) => "broken",
        (_, true) => "disorganised",
        _ => "in order",
    };
    let markers = |base: &BaseSetup| counted(usize::from(base.markers), "marker");
    let thirds = |base: &BaseSetup| format!("{} thirds of a CU", base.cu_thirds.unwrap_or(base.sp * 3));
    let has = [
        (format!("{} SP", here.sp), format!("{}", there.sp)),
        (format!("{} SP at full strength", here.sp_full), format!("{}", there.sp_full)),
        (markers(here), there.markers.to_string()),
        (ammunition(here), ammunition(there)),
        (thirds(here), thirds(there)),
    ];
    let same = [
        here.sp == there.sp,
        here.sp_full == there.sp_full,
        here.markers == there.markers,
        here.out_of_ammo == there.out_of_ammo,
        here.cu_thirds == there.cu_thirds,
    ];
    let otherwise = has.into_iter().zip(same).filter(|(_, same)| !same);
    let mut words: Vec<String> =
        otherwise.map(|((here, there), _)| format!("it has {here} here and {there} in the campaign")).collect();
    if order(here) != order(there) {
        words.push(format!("it is {} here and {} in the campaign", order(here), order(there)));
    }
    if here.square != there.square {
        let [here, there] = [here, there].map(|base| frame.reference(base.square));
        words.push(format!("it stands in {here} here and in {there} in the campaign"));
    }
    words
}
