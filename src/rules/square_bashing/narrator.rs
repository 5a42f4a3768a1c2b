//! An engagement told while it is fought: a sentence a step, and whose dice they are.

use dice::{Call, Dice, Told};

use super::engage::{A, REAR, SbEngage, SbRun, T};
use super::morale::{SbMorale, SbPosition};
use super::throws::Throws;
use super::unit::halves;
use crate::contact::moves_in;
use crate::mechanic::Result;

const SIDES: [&str; 2] = ["the attackers", "the defenders"];

/// The dice of a step, thrown by who throws them in it.
pub(crate) struct Named<'a, 'b, 'c> {
    pub(crate) dice: &'a mut Dice<'b>,
    /// Used again for every throw.
    pub(crate) faces: &'a mut Vec<u8>,
    pub(crate) step: usize,
    /// Who fires the barrage.
    pub(crate) gun: Option<&'c str>,
}

/// Who throws, by the part that he has in a step.
fn thrower<'w>(step: usize, gun: Option<&'w str>, who: &'w str) -> &'w str {
    let attacks = matches!(step, 1 | 8);
    match who {
        "the guns" => gun.unwrap_or(who),
        "the assaulter" => SIDES[A],
        "the target" => SIDES[T],
        "the square" | "the shooters" => SIDES[usize::from(!attacks)],
        unit => unit,
    }
}

impl Throws for Named<'_, '_, '_> {
    fn die(&mut self, who: &str, what: &str) -> Result<u8> {
        Ok(self.dice.one(&Call::new(thrower(self.step, self.gun, who), what))?)
    }

    fn under(&mut self, who: &str, what: &str, dice: u16, face: u8, most: u16) -> Result<u16> {
        self.faces.clear();
        let call = Call::new(thrower(self.step, self.gun, who), what);
        self.dice.throw_into(&call, usize::from(dice), self.faces)?;
        Ok((self.faces.iter().filter(|shown| **shown < face).count() as u16).min(most))
    }
}

/// What was so before a step, and what has been said.
#[derive(Default)]
pub(crate) struct SbNarrator {
    pub(crate) words: Vec<Told>,
    halves: [u32; 3],
    pools: [u16; 2],
}

fn all(run: &SbRun) -> [u32; 3] {
    [A, T, REAR].map(|at| halves(&run.units[at]))
}

fn count(halves: u32) -> String {
    if halves == 1 { "1 half lost".to_owned() } else { format!("{halves} halves lost") }
}

impl SbNarrator {
    pub(crate) fn new(run: &SbRun) -> Self {
        Self { halves: all(run), ..Self::default() }
    }

    /// Tells a step that is over.
    pub(crate) fn after(&mut self, step: usize, told: &SbEngage, run: &SbRun) {
        let lost = |at: usize| self.halves[at] - halves(&run.units[at]);
        let words = match step {
            0 => run.fell.zip(told.barrage).map(|(at, (kind, _))| {
                let where_to = ["short, on the attackers", "on the defenders", "over, behind the defenders"][at];
                format!("the {} barrage falls {where_to}: {}", kind.as_str(), count(lost(at))).into()
            }),
            1 => tested(run, A, lost(A)),
            2 => self.opened(run),
            4 => run.fight.as_ref().map(|fight| {
                let ([for_a, for_t], [by_a, by_t]) = (self.pools, fight.inflicted);
                format!("the attackers assault, {for_a} dice to {for_t}: casualties {by_a} to {by_t}").into()
            }),
            5 if matches!(run.result, Some("ASSAULT_WON" | "ASSAULT_REPULSED")) => Some(fought(run, lost)),
            6 if run.shot[T] => Some(format!("the defenders shoot: {}", count(lost(A))).into()),
            7 => tested(run, T, lost(T)),
            8 if run.shot[A] => {
                Some(format!("the attackers shoot at who is still beside them: {}", count(lost(T))).into())
            }
            _ => None,
        };
        self.words.extend(words);
        if let Some(fight) = run.fight.as_ref().filter(|_| step == 2) {
            self.pools = fight.pools;
        }
        // The halves of a fight stand in it until it is over.
        if run.fight.is_none() {
            self.halves = all(run);
        }
        if step == 8 {
            self.words.extend(run.advances.map(|at| moves_in(&run.units[A][at].id)));
        }
    }

    fn opened(&self, run: &SbRun) -> Option<Told> {
        match run.result {
            Some("OCCUPIED") => return Some("nobody holds the square any more".into()),
            Some(_) => {
                let lost = count(self.halves[T] - halves(&run.units[T]));
                return Some(format!("the defenders retire before the assault{}: {lost}", way(run)).into());
            }
            None => {}
        }
        let holds = run.fight.is_some() || run.over || run.morale[A] == Some(SbMorale::Steady);
        let why = if run.suppressed { "the barrage forbids an assault" } else { "nobody assaults" };
        (!holds).then(|| why.into())
    }
}

/// Where who gives way in a fight goes.
fn way(run: &SbRun) -> &'static str {
    match (run.off_map, run.withdrawn) {
        (true, _) => ", over the edge of the map",
        (_, 0) => "",
        _ => ", one square back",
    }
}

/// How a fight ended, with what it cost from its first die to its last.
fn fought(run: &SbRun, lost: impl Fn(usize) -> u32) -> Told {
    let left = |at: usize| run.units[at].iter().any(super::unit::SbUnit::lives);
    if run.result == Some("ASSAULT_REPULSED") {
        let end = if left(A) { "" } else { "; nobody of them is left" };
        return format!("the attackers are thrown back, {} in all{end}", count(lost(A))).into();
    }
    let told = Told::from(format!("the defenders are beaten, {} in all", count(lost(T))));
    let captured = Told::list(run.captured.iter().map(|at| &run.units[T][*at].id));
    match (captured.is_empty(), left(T)) {
        (false, _) => told.and(", no way back: ").then(&captured).and(" captured"),
        (_, false) => told.and("; nobody of them is left"),
        _ => told.and(way(run)),
    }
}

/// How a test of morale ended.
fn tested(run: &SbRun, at: usize, lost: u32) -> Option<Told> {
    let (who, morale) = (SIDES[at], run.morale[at]?);
    if morale < SbMorale::Retire {
        let end = if morale == SbMorale::Ok { "hold" } else { "hold, and do not leave their square" };
        return Some(format!("{who} {end}").into());
    }
    let routed = Told::list(run.routed[at].iter().map(|(one, _)| &run.units[at][*one].id));
    let away: u32 = run.routed[at].iter().map(|(_, halves)| u32::from(*halves)).sum();
    let what = if morale == SbMorale::Run { "run" } else { "give way" };
    let way = match run.position[at] {
        SbPosition::Hold => ", and cannot go back",
        SbPosition::Withdraws => ", one square back",
        SbPosition::OffTable => ", over the edge of the map",
    };
    let told = Told::from(format!("{who} {what}{way}: {}", count(lost.saturating_sub(away))));
    Some(if routed.is_empty() { told } else { told.and("; ").then(&routed).and(" routed") })
}
