//! Who asks only how formations stand is told the same as who asks why too.

use domain::Square;
use supply::{Assessment, assess, standings};

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
    let (mut out, mut fed) = (0, 0);
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
        let hungry = |of: &&Assessment| of.log.out || of.pol.out;
        out += why.iter().filter(hungry).count();
        fed += why.iter().filter(hungry).filter(|of| of.fed_by.is_some()).count();
    }
    assert!(out > 500 && fed > 200, "{out} out, {fed} of them fed by others: too few to prove anything");
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
