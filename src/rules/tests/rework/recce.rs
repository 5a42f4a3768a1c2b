//! Recce and the start line worked plainly (section 3): who looks, and NQM Squared's dice; those of NQM Free are in `free`.

use domain::Grade;
use rules::setup::Concealment;

use super::table::{ATTACKER, Plain};

/// A look that was thrown: who looked, whom he met, and by how much he won.
struct Look {
    by: usize,
    hidden: usize,
    margin: i64,
}

fn modifier(grade: Grade) -> i64 {
    match grade {
        Grade::Elite => 2,
        Grade::Veteran => 1,
        Grade::Regular => 0,
        Grade::Conscript | Grade::Militia => -1,
        Grade::Green => -2,
    }
}

impl Plain<'_> {
    /// Step 2, in the first move: looks, then the start line, then what looks cost.
    pub(super) fn recce(&mut self) {
        if self.now > 1 {
            return;
        }
        let attackers = self.of_side(ATTACKER);
        let (lookers, unlooked): (Vec<usize>, bool) = match self.setup.concealment {
            Concealment::None => (Vec::new(), false),
            Concealment::Looked => (attackers.into_iter().filter(|i| self.pieces[*i].is.looks).collect(), false),
            Concealment::Unlooked => (attackers.into_iter().take(1).collect(), true),
        };
        let mut looks = Vec::new();
        for by in lookers {
            let Some(hidden) = self.hidden() else { break };
            if self.is_free() {
                self.look(by, hidden, unlooked);
            } else {
                let margin = self.contest(self.pieces[by].unit, hidden) - i64::from(unlooked);
                looks.push(Look { by, hidden, margin });
            }
        }
        self.start_line(&looks);
        for look in looks {
            self.look_costs(&look);
        }
    }

    fn hidden(&self) -> Option<usize> {
        self.garrison().first().map(|i| self.pieces[*i].unit)
    }

    /// A die each, modified by grade.
    fn contest(&mut self, looks: usize, hides: usize) -> i64 {
        let ours = i64::from(self.die()) + modifier(self.grade(looks));
        let theirs = i64::from(self.die()) + modifier(self.grade(hides));
        ours - theirs
    }

    /// Who came by road without one throws once more, by his leading unit; beaten, all who are there are caught on it.
    fn start_line(&mut self, looks: &[Look]) {
        let goes_back = |i: &usize| looks.iter().any(|look| look.by == *i && look.margin <= -2);
        let leading = self.of_side(ATTACKER).into_iter().find(|i| !goes_back(i)).map(|i| self.pieces[i].unit);
        let (Some(leading), Some(hidden)) = (leading, self.hidden()) else { return };
        if self.setup.no_start_line && self.contest(leading, hidden) < 0 {
            self.looked.push("caught on the road");
            for i in self.of_side(ATTACKER) {
                self.pieces[i].on_the_road = true;
            }
        }
    }

    fn look_costs(&mut self, look: &Look) {
        let found: Vec<usize> = self.of_unit(look.hidden).into_iter().filter(|i| self.in_square(*i)).collect();
        let beyond = look.margin.unsigned_abs().saturating_sub(2) as u32;
        let at = if look.margin < 0 { vec![look.by] } else { found };
        self.mark(&at, beyond, false);
        self.overload(&at);
        if beyond > 0 {
            self.looked.push("a look that costs");
        }
        if look.margin <= -2 && self.pieces[look.by].here() {
            let square = self.pieces[look.by].square;
            self.go(look.by, square, "withdrew");
            self.looked.push("recce thrown back");
        }
    }
}
