//! Who decides in the battles that are drawn: the doctrine, or somebody who goes against it, the same in both workings.

use rules::decision::{Choice, Decide, Question};

/// What is decided otherwise than by the doctrine.
#[expect(clippy::struct_excessive_bools, reason = "each is a decision")]
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Will {
    /// Failed attackers halt.
    pub(super) halts: bool,
    /// Beaten defenders sit tight.
    pub(super) sits: bool,
    /// The attacker does not break off.
    pub(super) goes_on: bool,
    /// Whether counter-attacks are made, whatever the strength.
    pub(super) counters: Option<bool>,
    /// Hidden troops let pass whom they could ambush.
    pub(super) lets_pass: bool,
    /// Who may fires and goes.
    pub(super) scoots: bool,
    /// Who may fires twice.
    pub(super) twice: bool,
    /// Who is attacked by low flyers fires at them.
    pub(super) shoots_up: bool,
    /// Armour and mounted troops assault without having won.
    pub(super) charges: bool,
    /// Tanks stay in a position whose infantry stayed.
    pub(super) stays_in: bool,
}

impl Decide for Will {
    fn decide(&mut self, question: &Question<'_>) -> Option<bool> {
        let doctrine = question.doctrine;
        Some(match question.choice {
            Choice::Withdraw => !self.halts,
            Choice::GoBack => !self.sits,
            Choice::BreakOff => doctrine && !self.goes_on,
            Choice::CounterAttack => self.counters.unwrap_or(doctrine),
            Choice::Ambush => !self.lets_pass,
            Choice::ShootAndScoot => self.scoots,
            Choice::FireTwice => self.twice,
            Choice::FireAtAircraft => self.shoots_up,
            Choice::Charge => doctrine || self.charges,
            Choice::Leave => !self.stays_in,
            _ => doctrine,
        })
    }

    fn stay_out(&mut self, _: &[&str], _: u8) -> Option<Vec<usize>> {
        Some(Vec::new())
    }
}
