//! A pack: documents behind a page that says the most.
//!
//! What it decides: what stands on that page, and which documents go on where the text before them ends.

use std::collections::BTreeSet;

use campaign::Battle;
use domain::{counted, does, few};

use super::Document;
use super::block::{Block, InsetShows, heading};
use super::headlines::headlines;
use super::last_bound::LastBounds;
use super::sheets::Composed;
use super::supply::{causes_of, side_by_side};
use crate::model::{CausesOfSide, Situation, SupplySheet, ToldInVain};

/// How many causes of a side the first page of a pack has room for.
const MOST: usize = 2;
/// How many who suffer from one cause are named there.
const NAMED: usize = 6;
/// How many lines for notes stand behind the last text.
const LEFT: u8 = 12;

impl Composed<'_> {
    /// These in one, behind a page that says the most: one goes on where the text before it ends.
    pub fn pack(&self, situation: Situation, sheet: &SupplySheet, last: &LastBounds, parts: Vec<Document>) -> Document {
        let mut document = self.document("Pack");
        document.push(Block::Figures { figures: headlines(&situation) });
        let told = [self.open_battles(), last.first()].concat();
        let page = sheet.by_cause();
        let sides = page.iter().flat_map(|page| &page.sides);
        let mut sides = sides.map(first_causes);
        // A side has a large map of its own; the umpire has both sides in figures, and where supply fails.
        if self.side.is_some() {
            document.push(Block::Inset { map: Box::new(situation), shows: InsetShows::Ours });
            let left = sides.next().unwrap_or_default();
            document.push(Block::Columns { left, right: told });
        } else {
            let left = vec![Block::Inset { map: Box::new(situation), shows: InsetShows::Trouble }];
            document.push(Block::Columns { left, right: told });
        }
        document.blocks.extend(side_by_side(sides));
        let mut flows = false;
        for part in parts {
            let goes_on = flows && part.flows();
            // What is left of the last page of text is to be written on.
            if flows && !goes_on {
                document.push(notes(LEFT, true));
            }
            flows = part.flows();
            if goes_on {
                document.go_on(part);
            } else {
                document.append(part);
            }
        }
        if flows {
            document.push(notes(LEFT, true));
        }
        document
    }
}

impl Composed<'_> {
    /// The open battles of the bound, whose sheets stand behind this page.
    fn open_battles(&self) -> Vec<Block> {
        let campaign = self.campaign;
        let told = |battle: &Battle| {
            let attacks = does(&campaign.side_name(battle.attacker), "attacks");
            format!("{}: {attacks}", campaign.square_named(battle.square))
        };
        let open: Vec<String> = campaign.battles.values().filter(|battle| battle.is_open()).map(told).collect();
        if open.is_empty() {
            return Vec::new();
        }
        vec![heading("To be fought"), Block::Text { text: few(&open, NAMED, "; ") }]
    }
}

/// The first causes of a side, whom it feeds in vain, and how much more is told of both behind this page.
fn first_causes(side: &CausesOfSide) -> Vec<Block> {
    let (in_vain, causes) = (&side.of.in_vain, side.causes.len().saturating_sub(MOST));
    let are_few = in_vain.len() <= MOST;
    let formations = in_vain.iter().map(|of| &of.of).collect::<BTreeSet<_>>().len();
    let told = in_vain.iter().filter(|_| are_few).map(ToldInVain::told);
    let more = [
        (causes > 0).then(|| counted(causes, "more cause")),
        (!are_few).then(|| format!("{} with units cut off from their supply", counted(formations, "formation"))),
    ];
    let more: Vec<String> = more.into_iter().flatten().collect();
    let more = (!more.is_empty()).then(|| format!("Under Supply status: {}.", more.join(", ")));
    let told = told.chain(more).map(|text| Block::Text { text });
    causes_of(side, (MOST, NAMED)).into_iter().chain(told).collect()
}

/// Lines for notes, as many as these where there is room; none of them where there is too little, where that is wanted.
pub(super) fn notes(lines: u8, if_room: bool) -> Block {
    Block::Write { label: "Notes".to_owned(), lines, sketch: false, if_room }
}
