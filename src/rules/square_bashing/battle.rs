//! An engagement of a campaign bound, fought by these rules (page, 5 and 6).
//!
//! What it is: [`fight`]: bases laid on squares, the steps of [`Engage`](super::engage::Engage), and home again (6.3, 6.4).
//! What it decides: what a base brings home, where command bases go.
//! Where to look next: `own`, what an engagement says for these rules alone; `drawn`, the way in; `engage`, the steps.

use dice::{Dice, Told};
use domain::{Note, Notes};

use super::campaign::home;
use super::drawn::Drawn;
use super::engage::{A, REAR, STEPS, SbRun, T};
use super::morale::{SbMorale, SbPosition};
use super::unit::{SbKind, is_empty};
use crate::contact::own::own;
use crate::contact::{Aftermath, BaseArrival, ContactField};
use crate::decision::Decide;
use crate::mechanic::MechanicError;
use crate::outcome::{Outcome, Spirit};
use crate::pairs::BattleSide;
use crate::square_bashing::narrator::{Named, SbNarrator};
use crate::square_bashing::options::{ID, SbOptions};
use crate::{BattleError, Engagement};

pub(crate) use crate::square_bashing::options::{TEMPLATE, check, check_house};

/// Fights it.
pub(crate) fn fight(
    engagement: &Engagement,
    dice: &mut Dice<'_>,
    decide: &mut dyn Decide,
) -> Result<Outcome, BattleError> {
    let mut field = ContactField::new(engagement);
    // The engagement was checked: what cannot be read is as usual.
    let own: SbOptions = own(engagement.setup(), ID).unwrap_or_default();
    let drawn = Drawn::new(&mut field, &own);
    let mut run = drawn.told.begin();
    if field.is_only_command(BattleSide::Defender) && !is_empty(&run.units[A]) {
        let home = field.make_way(drawn.told.leader(&run).map(|at| drawn.bases[A][at]));
        return Ok(field.outcome(home, dice));
    }
    let mut teller = SbNarrator::new(&run);
    let gun = drawn.gun.map(|gun| field.base(gun).id.as_str());
    let mut faces = Vec::new();
    let ended = (0..STEPS).try_for_each(|step| {
        let mut named = Named { dice: &mut *dice, faces: &mut faces, step, gun };
        drawn.told.one_step(step, &mut run, &mut named)?;
        teller.after(step, &drawn.told, &run);
        Ok::<_, MechanicError>(())
    });
    let home = Homeward { field: &field, drawn: &drawn, run: &run }.home(teller.words);
    field.ended(ended, home, (dice, decide))
}

/// What came of an engagement, on its way home.
struct Homeward<'a, 'e> {
    field: &'a ContactField<'e>,
    drawn: &'a Drawn,
    run: &'a SbRun,
}

impl Homeward<'_, '_> {
    fn home(&self, words: Vec<Told>) -> Aftermath {
        let (field, drawn, run) = (self.field, self.drawn, self.run);
        let mut home = field.nobody();
        for square in [A, T, REAR] {
            for (at, base) in drawn.bases[square].iter().enumerate() {
                home.came[*base] = Some(self.came(square, at, *base));
            }
        }
        let assaulted = self.was_assault();
        for base in &drawn.extra {
            home.came[*base] = Some(BaseArrival { engaged: assaulted, acted: assaulted, ..field.unhurt(*base) });
        }
        // A gun may fire from one of the squares: then it has come home already.
        if let Some(gun) = drawn.gun.filter(|_| run.fell.is_some()) {
            let came = home.came[gun].unwrap_or_else(|| field.unhurt(gun));
            home.came[gun] = Some(BaseArrival { engaged: true, ..came });
        }
        home.advances = run.advances.map(|at| drawn.bases[A][at]);
        home.words = words;
        home.house = run.used_house_rules.iter().map(|name| (*name).to_owned()).collect();
        home.house.extend(drawn.used_house_rules().map(str::to_owned));
        home
    }

    /// Whether A went in, though T may have gone before it came to blows.
    fn was_assault(&self) -> bool {
        self.run.result.is_some_and(|result| result != "OCCUPIED")
    }

    fn came(&self, square: usize, at: usize, base: usize) -> BaseArrival {
        let (told, run) = (&self.drawn.told, self.run);
        let entered = &told.squares[square].units[at];
        let acted = square == A && run.attacked[at];
        let engaged = acted || self.was_hit(square);
        if entered.kind == SbKind::Hc {
            return BaseArrival { engaged, ..self.command(square, base) };
        }
        let fate = run.fate(square, at, &run.units[square][at]);
        let per_sp = told.house.infantry_halves_per_sp;
        let before = (told.squares[square].bases[at], entered.now);
        let (after, spirit) = home(entered.kind, before, fate.left, fate.spirit, per_sp);
        let steady = square != REAR && run.morale[square] == Some(SbMorale::Steady) && spirit < Spirit::Rout;
        BaseArrival {
            sp: after.sp,
            markers: after.markers,
            spirit,
            notes: if steady { Notes::default().with(Note::NoMove) } else { Notes::default() },
            back: self.back(square),
            off_map: fate.off_map,
            dispersed: fate.dispersed,
            engaged,
            acted,
        }
    }

    /// Whether a square was fired at or fought, or fired.
    fn was_hit(&self, square: usize) -> bool {
        let run = self.run;
        let shot = square != REAR && run.shot != [false; 2];
        let shelled = run.fell == Some(square);
        shelled || square != REAR && self.was_assault() || shot
    }

    fn back(&self, square: usize) -> u8 {
        match square {
            A => u8::from(self.run.position[A] == SbPosition::Withdraws),
            T => self.run.withdrawn.min(2) as u8,
            _ => 0,
        }
    }

    /// Command goes where its square goes; left alone with the enemy it falls back.
    fn command(&self, square: usize, base: usize) -> BaseArrival {
        let (field, run) = (self.field, self.run);
        let unhurt = field.unhurt(base);
        if square == REAR {
            return unhurt;
        }
        let off_map = run.position[square] == SbPosition::OffTable || square == T && run.off_map;
        let back = self.back(square);
        if back > 0 || off_map {
            return BaseArrival { spirit: Spirit::Retire, back, off_map, ..unhurt };
        }
        let gone = !run.units[square].iter().enumerate().any(|(at, unit)| self.still_stands(square, at, unit.now));
        let contested = field.base(base).square == field.setup().square;
        let entered = if square == T { run.advances.is_some() } else { contested && !is_empty(&run.units[T]) };
        let test = &self.drawn.told.squares[square].test;
        if !gone || !entered || test.is_blocked() {
            return unhurt;
        }
        BaseArrival { spirit: Spirit::Retire, back: 1, off_map: test.rear_off_table, ..unhurt }
    }

    fn still_stands(&self, square: usize, at: usize, now: u16) -> bool {
        now > 0 && !(square == T && self.run.captured.contains(&at))
    }
}

impl Drawn {
    /// The house parameters on which the way in and out leaned.
    fn used_house_rules(&self) -> impl Iterator<Item = &'static str> {
        let placed =
            || self.told.squares.iter().flat_map(|square| &square.units).filter(|unit| unit.kind != SbKind::Hc);
        let of = [
            (placed().any(|unit| unit.kind.is_line()), "infantry_halves_per_sp"),
            (placed().next().is_some(), "campaign_quality"),
            (self.dug_in, "posture_defence"),
            (self.guns_by_grade, "gun_quality"),
        ];
        of.into_iter().filter(|(leans, _)| *leans).map(|(_, name)| name)
    }
}
