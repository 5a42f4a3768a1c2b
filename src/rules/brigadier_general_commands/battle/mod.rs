//! An engagement of a campaign bound, fought by these rules: one turn at contact distance (5), mapped in and home (6).
//!
//! What it is: [`fight`]; `lay`, bases made platoons; `own`, what `[system.brigadier-general-commands]` says.
//! What it decides: what each base brings home, and the sentences of the story.
//! What it never does: throw a die: that is `engage`, the same turn that `roll engage` throws.
//! Where to look next: `contact`, what systems of this kind share.

mod deploy;
mod options;

use dice::{Dice, Told};

use super::campaign;
use super::engage::Turn;
use super::kinds::BgcOrder;
use crate::approach::Rear;
use crate::brigadier_general_commands::engage::force::{ATTACKER, DEFENDER, Platoon};
use crate::contact::own::own;
use crate::contact::{self, Aftermath, BaseArrival, ContactField, takes};
use crate::decision::Decide;
use crate::outcome::{Outcome, Spirit};
use crate::pairs::BattleSide;
use crate::{BattleError, Engagement};
use deploy::{Laid, lay, takes_ground};
use options::{BgcOptions, ID};

pub(crate) use options::{TEMPLATE, check, check_house};

/// Fights it.
pub(crate) fn fight(
    engagement: &Engagement,
    dice: &mut Dice<'_>,
    decide: &mut dyn Decide,
) -> Result<Outcome, BattleError> {
    let field = ContactField::new(engagement);
    // Only what could be read became an engagement.
    let own: BgcOptions = own(engagement.setup(), ID).unwrap_or_default();
    let Laid { sides, bases, terms } = lay(&field, &own);
    let commands =
        bases[DEFENDER].iter().all(|base| field.put[*base] == contact::Put::Guns || is_command(&field, *base));
    if commands && field.is_only_command(BattleSide::Defender) {
        return Ok(field.outcome(field.make_way(field.first_of(takes_ground)), dice));
    }
    let mut turn = Turn::new(&own.house, sides, terms);
    let ended = turn.run(dice);
    let home = bring_home(&field, &mut turn, &bases);
    field.ended(ended, home, (dice, decide))
}

fn is_command(field: &ContactField<'_>, base: usize) -> bool {
    field.troops[base] == Some(contact::Troops::Hq)
}

/// What became of every platoon, as the campaign books it (6.3, 6.4).
fn bring_home(field: &ContactField<'_>, turn: &mut Turn<'_>, bases: &[Vec<usize>; 2]) -> Aftermath {
    let mut home = Aftermath { words: std::mem::take(&mut turn.words), ..field.nobody() };
    for side in [ATTACKER, DEFENDER] {
        for (at, (platoon, base)) in turn.sides[side].platoons.iter().zip(&bases[side]).enumerate() {
            let booked = turn.home(side, platoon);
            let off_map = booked.withdraw > 0 && field.rear_of(*base) == Rear::OffMap;
            home.words.extend(sentence(platoon, &booked, off_map));
            home.came[*base] = Some(BaseArrival {
                sp: booked.sp.into(),
                markers: booked.markers.into(),
                spirit: booked.morale,
                notes: booked.flags,
                back: booked.withdraw,
                off_map,
                dispersed: false,
                engaged: platoon.under_fire || platoon.fought,
                acted: side == ATTACKER && turn.attacked[at],
            });
        }
    }
    home.advances = turn.advances.map(|at| bases[ATTACKER][at]);
    home.words.extend(home.advances.map(|base| takes(&field.base(base).id)));
    home.words.extend(turn.minutes().map(|minutes| format!("the fight takes {minutes} minutes").into()));
    home.house = turn.used_house_rules.names().collect();
    home
}

/// What is told of a platoon beside the fire that met it.
fn sentence(platoon: &Platoon, booked: &campaign::BgcHome, off_map: bool) -> Option<Told> {
    let runs = if platoon.order == BgcOrder::Rout { "routs" } else { "falls back" };
    let what = match booked.morale {
        Spirit::Captured => "is taken".to_owned(),
        Spirit::Lost if platoon.strength.is_removed() => "is destroyed".to_owned(),
        Spirit::Lost => "is lost: one squad lives".to_owned(),
        _ if platoon.order.runs() && off_map => format!("{runs} over the edge of the map"),
        _ if platoon.order.runs() && booked.withdraw > 0 => runs.to_owned(),
        _ if platoon.order.runs() => format!("{runs}, but cannot: it stays"),
        _ if platoon.order != platoon.start => format!("is down from {} to {}", platoon.start, platoon.order),
        _ => return None,
    };
    Some(Told::of(&platoon.id).and(" ").and(what))
}
