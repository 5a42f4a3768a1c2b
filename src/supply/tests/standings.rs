//! Who asks only how formations stand is told the same as who asks why too.

use std::collections::BTreeMap;

use domain::{FormationId, Square};
use supply::{Assessment, assess, standings, standings_of, standings_with};

use crate::disturb::disturbed;
use crate::starts::{CAMPAIGNS, sides, start};
use crate::tracer::{compared, must_agree};
use crate::uranus;

/// What both must say of a formation.
fn state(of: &Assessment) -> impl PartialEq + std::fmt::Debug {
    let line: Vec<(String, u64, Vec<Square>)> =
        of.log.legs.iter().map(|leg| (leg.to.to_string(), leg.minutes, leg.path.clone())).collect();
    (
        (of.unit.clone(), of.square, of.fed_by.clone(), of.ammo_out_bases, of.can_fire),
        (of.log.state, of.log.stock, of.log.source.clone(), of.log.out, line),
        (of.pol.required, of.pol.state, of.pol.stock, of.pol.out),
    )
}

#[test]
fn without_why_the_states_are_the_same() {
    let start = uranus();
    let (mut out, mut fed, mut few) = (0, 0, 0);
    for seed in 3_000..3_012 {
        let mut campaign = disturbed(&start, seed);
        if seed % 2 == 0 {
            campaign.settings.set(campaign::Setting::Detail, "full");
        }
        let why = assess(&campaign, &sides(&campaign), usize::MAX);
        let states = standings(&campaign, &sides(&campaign), usize::MAX);
        assert!(states.iter().all(|of| of.mend.is_empty() && of.log.cut.is_none()), "seed {seed}");
        assert_eq!(
            why.iter().map(state).collect::<Vec<_>>(),
            states.iter().map(state).collect::<Vec<_>>(),
            "seed {seed}"
        );
        few += must_be_among(&states, &campaign, seed as usize);
        let hungry = |of: &&Assessment| of.log.out || of.pol.out;
        out += why.iter().filter(hungry).count();
        fed += why.iter().filter(hungry).filter(|of| of.fed_by.is_some()).count();
    }
    assert!(out > 500 && fed > 200, "{out} out, {fed} of them fed by others: too few to prove anything");
    assert!(few > 200, "{few} of a few asked about: too few to prove anything");
}

/// Whoever asks about a few is told of each what is told where all are asked about. How many there were.
fn must_be_among(states: &[Assessment], campaign: &campaign::Campaign, seed: usize) -> usize {
    let leaves = campaign.formations.values().filter(|formation| formation.leaf.is_some());
    let asked: Vec<&campaign::Formation> = leaves.skip(seed % 17).step_by(17).collect();
    let told = standings_of(campaign, asked.iter().copied());
    let known: BTreeMap<&FormationId, &Assessment> = states.iter().map(|of| (&of.unit, of)).collect();
    for of in &told {
        assert_eq!(state(of), state(known[&of.unit]), "seed {seed}");
    }
    // Whoever asks about those who draw supply and these beside is told of no others.
    let beside: Vec<FormationId> = asked.iter().map(|leaf| leaf.id.clone()).collect();
    let with = standings_with(campaign, &sides(campaign), &beside);
    let due = states.iter().filter(|of| of.fed_by.is_none() || beside.contains(&of.unit));
    assert_eq!(with.iter().map(state).collect::<Vec<_>>(), due.map(state).collect::<Vec<_>>(), "seed {seed}");
    let is_told = |id: &FormationId| told.iter().any(|of| of.unit == *id);
    let asked: Vec<&FormationId> = asked.into_iter().map(|leaf| &leaf.id).filter(|id| known.contains_key(id)).collect();
    assert!(asked.iter().all(|id| is_told(id)), "seed {seed}");
    asked.len()
}

#[test]
fn states_agree_at_the_start_and_after_changes() {
    let found = CAMPAIGNS.into_iter().flat_map(|name| {
        let start = start(name);
        let states = [(format!("{name} disturbed"), disturbed(&start, 9_001)), (name.to_owned(), start)];
        states.map(|(name, campaign)| compared(&name, &campaign, 12))
    });
    assert!(must_agree(&found.collect::<Vec<_>>()) > 2_000);
}
