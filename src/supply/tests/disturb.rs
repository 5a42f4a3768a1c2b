//! Random disturbances of a campaign: what a bad week of war may do to the rear of both sides.

use std::sync::Arc;

use campaign::Campaign;
use domain::{Arm, CrossingState, FormationId, LeafState, Square};
use rand::seq::IndexedRandom as _;
use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;

/// The campaign after the disturbances of a seed.
pub(crate) fn disturbed(campaign: &Campaign, seed: u64) -> Campaign {
    let mut campaign = campaign.clone();
    let dice = &mut ChaCha8Rng::seed_from_u64(seed);
    for _ in 0..dice.random_range(1..=3) {
        match dice.random_range(0..6) {
            0 => lose_crossings(&mut campaign, dice),
            1 => cut_rails(&mut campaign, dice),
            2 => break_through(&mut campaign, dice),
            3 => raid(&mut campaign, dice),
            4 => lose_vehicles(&mut campaign, dice),
            _ => stray(&mut campaign, dice),
        }
    }
    campaign
}

fn any_square(campaign: &Campaign, dice: &mut ChaCha8Rng) -> Square {
    Square::new(dice.random_range(0..campaign.frame.columns), dice.random_range(0..campaign.frame.rows))
}

fn lose_crossings(campaign: &mut Campaign, dice: &mut ChaCha8Rng) {
    let state = if dice.random_bool(0.5) { CrossingState::Destroyed } else { CrossingState::Closed };
    for crossing in campaign.crossings.values_mut() {
        if dice.random_bool(0.3) {
            crossing.state = state;
        }
    }
}

fn cut_rails(campaign: &mut Campaign, dice: &mut ChaCha8Rng) {
    for railway in &mut campaign.railways {
        let lengths: Vec<_> = railway.path.windows(2).filter_map(|pair| pair[0].side_to(pair[1])).collect();
        if dice.random_bool(0.5) {
            railway.cuts.extend(lengths.choose(dice));
        }
    }
}

/// The enemy takes a belt of ground, and stands on some of it.
fn break_through(campaign: &mut Campaign, dice: &mut ChaCha8Rng) {
    let (from, width, length) = (any_square(campaign, dice), dice.random_range(2..6), dice.random_range(10..40));
    let side = campaign.sides[dice.random_range(0..2)].id;
    let across = dice.random_bool(0.5);
    for along in 0..length {
        for beside in 0..width {
            let (right, down) = if across { (along, beside) } else { (beside, along) };
            let square = Square::new(from.col + right, from.row + down);
            if !campaign.frame.contains(square) {
                continue;
            }
            Arc::make_mut(&mut campaign.ground).set_control(square, Some(side));
            if dice.random_bool(0.1) {
                stand_somebody(campaign, dice, side, square);
            }
        }
    }
}

fn raid(campaign: &mut Campaign, dice: &mut ChaCha8Rng) {
    for _ in 0..dice.random_range(5..30) {
        let (square, side) = (any_square(campaign, dice), campaign.sides[dice.random_range(0..2)].id);
        stand_somebody(campaign, dice, side, square);
    }
}

/// A fighting leaf of a side comes to stand on a square.
fn stand_somebody(campaign: &mut Campaign, dice: &mut ChaCha8Rng, side: domain::SideId, square: Square) {
    let fighting: Vec<FormationId> =
        campaign.formations.values().filter(|f| f.side == side && f.is_fighting_leaf()).map(|f| f.id.clone()).collect();
    let Some(leaf) = fighting.choose(dice).and_then(|id| campaign.formations.get_mut(id)) else { return };
    if let Some(leaf) = &mut leaf.leaf {
        leaf.square = Some(square);
    }
}

fn lose_vehicles(campaign: &mut Campaign, dice: &mut ChaCha8Rng) {
    for formation in campaign.formations.values_mut().filter(|f| f.arm == Arm::Logistic) {
        if let Some(leaf) = formation.leaf.as_mut().filter(|_| dice.random_bool(0.05)) {
            leaf.state = LeafState::Destroyed;
        }
    }
}

/// HQs and supply columns stray across the country.
fn stray(campaign: &mut Campaign, dice: &mut ChaCha8Rng) {
    let frame = campaign.frame.clone();
    for formation in campaign.formations.values_mut().filter(|f| matches!(f.arm, Arm::Hq | Arm::Logistic)) {
        let Some(leaf) = formation.leaf.as_mut().filter(|_| dice.random_bool(0.05)) else { continue };
        if let Some(square) = &mut leaf.square {
            let moved = |at: u16, dice: &mut ChaCha8Rng, most: u16| {
                at.saturating_add_signed(dice.random_range(-8..=8)).min(most - 1)
            };
            *square = Square::new(moved(square.col, dice, frame.columns), moved(square.row, dice, frame.rows));
        }
    }
}
