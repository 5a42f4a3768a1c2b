//! Step 2: recce looks and the start line (section 3; NQM Free, "Recce").

use domain::Role;

use super::RunningBattle;
use super::fire::FireShot;
use crate::battle::system::{RecceWay, Result};
use crate::decision::Choice;
use crate::nqm_free::recce::{FireRange, Sighting, opening, shift, sighting};
use crate::nqm_squared::recce::{margin, modifier, result};
use crate::outcome::{BaseFate, Happening, Volley};
use crate::pairs::BattleSide;
use crate::setup::Concealment;

/// Beaten by so much the attacker withdraws.
const WITHDRAWS: i8 = -2;

/// A look that was thrown.
#[derive(Debug, Clone, Copy)]
struct Look {
    base: usize,
    hidden: usize,
    margin: i8,
}

impl RunningBattle<'_, '_, '_> {
    /// Recce looks, one after another, then the start line; in the first move. Squared's markers fall when all have thrown.
    pub(crate) fn looks(&mut self) -> Result<()> {
        if self.now > 1 {
            return Ok(());
        }
        let mut looks = Vec::new();
        for (base, ambushed) in self.lookers()? {
            looks.extend(self.look(base, ambushed)?);
        }
        self.start_line(&looks)?;
        looks.iter().try_for_each(|look| self.look_lands(*look))
    }

    /// Who looks, and whether he comes on the enemy without having looked before.
    fn lookers(&mut self) -> Result<Vec<(usize, bool)>> {
        let all: Vec<usize> = self.side(BattleSide::Attacker).collect();
        let mut lookers = Vec::new();
        match self.engagement.setup().concealment {
            Concealment::None => {}
            Concealment::Looked => {
                for base in all {
                    if self.setup(base).looks || self.setup(base).role == Role::Recce && self.is_stopped(base, true)? {
                        lookers.push((base, false));
                    }
                }
            }
            Concealment::Unlooked => {
                if let Some(base) = all.first() {
                    lookers.push((*base, !self.is_stopped(*base, false)?));
                }
            }
        }
        Ok(lookers)
    }

    /// Whether the defender calls the test on a base that has come within reach and does not look itself (setting
    /// `defender_stops`).
    ///
    /// # Interpretation
    /// Within reach is beside the square, orthogonally. By doctrine he calls it where his grade gives him the better die,
    /// and lets those who blunder on run into the ambush.
    fn is_stopped(&mut self, base: usize, passes_by: bool) -> Result<bool> {
        let allowed = self.engagement.setup().options.defender_stops && self.system.recce == RecceWay::Contest;
        let beside = self.bases[base].square.steps_to(self.engagement.setup().square) == 1;
        let hidden = self.garrison().next().map(|i| self.grade(self.bases[i].unit));
        let Some(hidden) = hidden.filter(|_| allowed && beside) else { return Ok(false) };
        let better = modifier(hidden) > modifier(self.grade(self.bases[base].unit));
        let engagement = self.engagement;
        self.ask(Choice::Stop, engagement.base(base).id.as_str(), passes_by && better)
    }

    fn look(&mut self, base: usize, ambushed: bool) -> Result<Option<Look>> {
        let Some(hidden) = self.garrison().next().map(|i| self.bases[i].unit) else { return Ok(None) };
        match self.system.recce {
            RecceWay::Contest => {
                let margin = self.recce_margin(self.bases[base].unit, hidden, ambushed, "recce")?;
                self.tell(Happening::Recce { base, margin });
                Ok(Some(Look { base, hidden, margin }))
            }
            RecceWay::Colours => self.colours(base, hidden, ambushed).map(|()| None),
        }
    }

    /// What a die each, modified by grade, comes to.
    fn look_lands(&mut self, Look { base, hidden, margin }: Look) -> Result<()> {
        let [on_looker, on_hidden] = result(margin).2;
        self.place(&[base], on_looker.into(), |_, _| false)?;
        let found: Vec<usize> = self.of_unit(hidden).filter(|i| self.in_square(*i)).collect();
        self.place(&found, on_hidden.into(), |_, _| false)?;
        self.remove_overloaded(&[base]);
        self.remove_overloaded(&found);
        if margin <= WITHDRAWS && self.bases[base].here() {
            let square = self.bases[base].square;
            self.go(base, square, BaseFate::Withdrew);
        }
        Ok(())
    }

    fn recce_margin(&mut self, looks: usize, hides: usize, ambushed: bool, purpose: &str) -> Result<i8> {
        let attacker = (self.grade(looks), self.unit_die(looks, purpose, &[])?);
        let defender = (self.grade(hides), self.unit_die(hides, purpose, &[])?);
        let margin = margin(attacker, defender, ambushed);
        self.effects(|| [format!("by {margin:+} with grades"), format!("by {:+}", -margin)]);
        Ok(margin)
    }

    /// Without a start line an attacker who came up by road throws as in a recce; beaten, he is caught on the road.
    ///
    /// # Interpretation
    /// Beaten, he counts as VL in the first firefight move. The grade is that of his leading unit, recce apart that has
    /// just been thrown back.
    fn start_line(&mut self, looks: &[Look]) -> Result<()> {
        if !self.engagement.setup().no_start_line {
            return Ok(());
        }
        let goes_back = |i: &usize| looks.iter().any(|look| look.base == *i && look.margin <= WITHDRAWS);
        let leading = self.side(BattleSide::Attacker).find(|i| !goes_back(i)).map(|i| self.bases[i].unit);
        let hidden = self.garrison().next().map(|i| self.bases[i].unit);
        if let (Some(leading), Some(hidden)) = (leading, hidden)
            && self.recce_margin(leading, hidden, false, "start line")? < 0
        {
            self.caught_on_the_road();
        }
        Ok(())
    }

    /// Red, white and blue.
    ///
    /// # Interpretation
    /// Who enters unlooked-for is ambushed outright: only blue is thrown, for the range.
    fn colours(&mut self, base: usize, hidden: usize, ambushed: bool) -> Result<()> {
        let engagement = self.engagement;
        let (looks, hides) = (self.grade(self.bases[base].unit), self.grade(hidden));
        let thrower = engagement.unit(hidden).id.as_str();
        let (what, blue) = if ambushed {
            (Sighting::Ambush, self.throw(thrower, "recce: blue, the range", 1, &[])?[0])
        } else {
            let faces = self.throw(thrower, "recce: red, white and blue", 3, &[])?;
            (sighting(looks, hides, faces[0], faces[1]), faces[2])
        };
        let range = opening(hides, blue);
        self.effect(|| match what {
            Sighting::Seen => "the recce sees first".to_owned(),
            Sighting::Ambush => format!("may ambush at {} range", range.as_str()),
            Sighting::OpensFire => format!("opens fire at {} range", range.as_str()),
        });
        match what {
            Sighting::Seen => Ok(()),
            Sighting::Ambush if !ambushed && !self.ask_unit(Choice::Ambush, hidden, true)? => Ok(()),
            Sighting::Ambush => self.open_fire(base, hidden, range, true, !ambushed),
            Sighting::OpensFire => self.open_fire(base, hidden, range, false, true),
        }
    }

    /// Hidden troops fire at who looks, one combat unit a base; markers land before the reply.
    ///
    /// # Interpretation
    /// At harassing range it only disorganises. Shooting and scooting halves the markers, rounded down.
    fn open_fire(&mut self, at: usize, hidden: usize, range: FireRange, ambush: bool, may_scoot: bool) -> Result<()> {
        let unit = self.bases[at].unit;
        let recce = self.setup(at).role == Role::Recce;
        let scoots = may_scoot && recce && self.ask_unit(Choice::ShootAndScoot, unit, false)?;
        let targets = self.targets(std::iter::once(at));
        let up = shift(range, ambush);
        let fires = |i: &usize| self.in_square(*i) && self.can_fire(*i);
        let shots: Vec<FireShot> =
            self.of_unit(hidden).filter(fires).filter_map(|i| self.shot(i, &targets, up)).collect();
        let hits = self.volley(&shots, &targets, up, "opening fire")?;
        let mut markers: u32 = hits.iter().map(|h| u32::from(h.markers)).sum();
        for s in &shots {
            self.engage(s.base());
            self.engage(at);
        }
        if range == FireRange::Harassing {
            if markers > 0 {
                self.disorganise(at);
            }
            markers = 0;
        }
        markers /= if scoots { 2 } else { 1 };
        self.place(&[at], markers, |_, _| false)?;
        self.remove_overloaded(&[at]);
        self.tell_fire(BattleSide::Defender, Volley::Ambush, hits.len(), markers);
        if scoots && self.bases[at].here() {
            let square = self.bases[at].square;
            self.go(at, square, BaseFate::Withdrew);
        }
        Ok(())
    }
}
