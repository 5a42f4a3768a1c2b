//! A battle in words: what happened, sentence by sentence.
//!
//! What it decides: how a happening is said, and which are one sentence together.
//! Where to look next: `story`, the report; `cli::table`, which tells while the battle is fought.

use campaign::Campaign;
use domain::counted;
use ops::Told;
use rules::outcome::{BaseFate, BaseOutcome, Happening, Outcome, Volley};
use rules::pairs::BattleSide;
use rules::setup::{BaseSetup, Setup, UnitSetup};

use super::fate::{IN_ORDER, fate, happen, happens, test};
use super::{name_of, unit_name};
use crate::model::battle::moves::{BaseStory, MoveStory, QUIET};

/// Tells of a battle in words, while it is fought too.
#[derive(Debug, Clone)]
pub struct Narrator<'a> {
    campaign: &'a Campaign,
    setup: &'a Setup,
    /// Every unit, attackers first, in engagement order: as happenings number them.
    units: Vec<&'a UnitSetup>,
    /// Every base with its unit, in the same order.
    bases: Vec<(&'a BaseSetup, &'a UnitSetup)>,
    /// What came of it, once it is over.
    ended: Option<&'a Outcome>,
}

impl<'a> Narrator<'a> {
    /// A teller of a battle that has begun.
    pub fn new(campaign: &'a Campaign, setup: &'a Setup) -> Self {
        let units: Vec<&UnitSetup> = [&setup.attacker, &setup.defender].iter().flat_map(|side| &side.units).collect();
        let bases = units.iter().flat_map(|unit| unit.bases.iter().map(|base| (base, *unit))).collect();
        Self { campaign, setup, units, bases, ended: None }
    }

    /// A teller of a battle that is over.
    pub(crate) fn of_ended(campaign: &'a Campaign, setup: &'a Setup, outcome: &'a Outcome) -> Self {
        Self { ended: Some(outcome), ..Self::new(campaign, setup) }
    }

    /// A unit, base or aircraft by its name and id; a side by its name, and who has no name as it is.
    pub fn named(&self, id: &str) -> String {
        let name = self.called(id);
        let is_side = [&self.setup.attacker, &self.setup.defender].iter().any(|side| side.name == id);
        if name == id || is_side { name } else { format!("{name} (`{id}`)") }
    }

    /// The same by name alone.
    pub(super) fn called(&self, id: &str) -> String {
        self.name_in_battle(id).unwrap_or_else(|| name_of(self.campaign, id))
    }

    /// That somebody throws so many dice for something; several together by their names alone.
    pub fn throw(&self, thrower: &Told, dice: &str, purpose: &Told) -> String {
        self.thrown(thrower, |id| self.named(id), dice, purpose)
    }

    /// The same, of one too by his name alone.
    pub(super) fn throw_called(&self, thrower: &Told, dice: &str, purpose: &Told) -> String {
        self.thrown(thrower, |id| self.called(id), dice, purpose)
    }

    fn thrown(&self, thrower: &Told, one: impl Fn(&str) -> String, dice: &str, purpose: &Told) -> String {
        let (who, verb) = match thrower.one() {
            Some(id) => (one(id), ops::throws(id)),
            None if thrower.count() == 0 => (thrower.to_string(), ops::throws(thrower.as_str())),
            None => (self.told(thrower), "throw"),
        };
        format!("{who} {verb} {dice} for {}", self.told(purpose))
    }

    /// Moves with what happened in them.
    pub(crate) fn moves(&self, story: &[Happening]) -> Vec<MoveStory> {
        let mut moves: Vec<MoveStory> = Vec::new();
        for together in story.chunk_by(|a, b| self.go_together(a, b)) {
            if let Happening::Move { now } = together[0] {
                moves.push(MoveStory { number: now, lines: Vec::new() });
            } else if let Some(last) = moves.last_mut() {
                match together {
                    [Happening::Base { base, fate }, _, _, ..] => {
                        last.lines.push(self.several(together.len(), *base, self.happens(*base, *fate, true)));
                    }
                    [Happening::OutOfAmmo { base }, _, _, ..] => {
                        last.lines.push(self.several(together.len(), *base, "are out of ammunition"));
                    }
                    _ => last.lines.extend(together.iter().map(|happening| self.sentence(happening))),
                }
            }
        }
        for quiet in moves.iter_mut().filter(|story| story.lines.is_empty()) {
            quiet.lines.push(QUIET.to_owned());
        }
        moves
    }

    /// Whether two things that happened one after the other are one for a reader: bases of a unit with the same fate,
    /// or without ammunition.
    fn go_together(&self, a: &Happening, b: &Happening) -> bool {
        let unit = |base: usize| self.bases.get(base).map(|(_, unit)| &unit.id);
        match (a, b) {
            (Happening::Base { base: a, fate: one }, Happening::Base { base: b, fate: other }) => {
                one == other && unit(*a) == unit(*b) && self.stays_put(*a) == self.stays_put(*b)
            }
            (Happening::OutOfAmmo { base: a }, Happening::OutOfAmmo { base: b }) => unit(*a) == unit(*b),
            _ => false,
        }
    }

    /// Several bases of the unit of one; the table names them.
    fn several(&self, count: usize, base: usize, what: &str) -> String {
        let unit = self.bases.get(base).map(|(_, unit)| name_of(self.campaign, unit.id.as_str()));
        format!("{count} bases of {} {what}", unit.unwrap_or_default())
    }

    /// Whether a base ends where it attacked from.
    fn stays_put(&self, base: usize) -> bool {
        let Some(told) = self.ended.and_then(|outcome| outcome.bases.get(base)) else { return false };
        let setup = self.setup.attacker.units.iter().flat_map(|unit| &unit.bases).find(|setup| setup.id == told.id);
        setup.is_some_and(|setup| told.square == Some(setup.square))
    }

    fn happens(&self, base: usize, fate: BaseFate, several: bool) -> &'static str {
        match (fate, several) {
            (BaseFate::Retreated, false) if self.stays_put(base) => "is repulsed",
            (BaseFate::Retreated, true) if self.stays_put(base) => "are repulsed",
            (_, false) => happens(fate),
            (_, true) => happen(fate),
        }
    }

    fn side(&self, side: BattleSide) -> String {
        let of = if side == BattleSide::Attacker { &self.setup.attacker } else { &self.setup.defender };
        self.campaign.side_called(&of.name)
    }

    fn unit(&self, unit: usize) -> String {
        self.units.get(unit).map(|unit| name_of(self.campaign, unit.id.as_str())).unwrap_or_default()
    }

    fn base_name(&self, base: usize) -> String {
        self.bases.get(base).map(|(base, unit)| self.full_name(base, unit)).unwrap_or_default()
    }

    fn full_name(&self, base: &BaseSetup, unit: &UnitSetup) -> String {
        let (own, unit) = (name_of(self.campaign, base.id.as_str()), name_of(self.campaign, unit.id.as_str()));
        if own.contains(&unit) { own } else { format!("{own} of {unit}") }
    }

    /// What happened, in a sentence without a stop.
    pub fn sentence(&self, happening: &Happening) -> String {
        match happening {
            Happening::OutOfAmmo { base } => format!("{} is out of ammunition", self.base_name(*base)),
            Happening::Move { now } => format!("move {now}"),
            Happening::Fired { by, how, dice, markers } => self.fired(*by, *how, *dice, *markers),
            Happening::Won { caused, taken } => {
                let name = self.side(BattleSide::Attacker);
                format!("{name} has won the firefight: {} caused, {taken} taken", counted(*caused as usize, "marker"))
            }
            Happening::Recce { base, margin } => {
                let word = if *margin > 0 { "finds the enemy" } else { "finds nothing" };
                format!("{} looks and {word} ({margin:+})", self.base_name(*base))
            }
            Happening::Base { base, fate } => {
                format!("{} {}", self.base_name(*base), self.happens(*base, *fate, false))
            }
            Happening::Test { unit, kind, passed } => {
                let named = self.unit(*unit);
                // The own troops of a corps throw for themselves, and not for all that is under it.
                let troops = self.units.get(*unit).map(|unit| unit_name(self.campaign, unit.id.as_str()));
                match troops.filter(|troops| *troops != named) {
                    Some(troops) if *passed => format!("{troops} pass their {}", test(*kind)),
                    Some(troops) => format!("{troops} fail their {}", test(*kind)),
                    None if *passed => format!("{named} passes its {}", test(*kind)),
                    None => format!("{named} fails its {}", test(*kind)),
                }
            }
            Happening::Assault { by, on, won, lost } => {
                let pairs = counted(usize::from(*won), "pair");
                format!("{} assaults {}: {pairs} won, {lost} lost", self.unit(*by), self.unit(*on))
            }
            Happening::Fell { unit, to } => format!("the position of {} falls to {}", self.unit(*unit), self.unit(*to)),
            Happening::CounterAttack { unit } => format!("{} counter-attacks", self.unit(*unit)),
            Happening::Commissar { unit, lost } => {
                format!("the commissar of {} fires: {lost} SP lost, and it holds", self.unit(*unit))
            }
            Happening::Reorganised { unit, lost } => format!("{} reorganises and loses {lost} SP", self.unit(*unit)),
            Happening::BreaksOff => format!("{} breaks off", self.side(BattleSide::Attacker)),
            Happening::Said(told) => self.told(told),
        }
    }

    /// What a system tells in its own words, with the names of those whom it names.
    fn told(&self, told: &Told) -> String {
        told.with_names(|id| self.name_in_battle(id).unwrap_or_else(|| id.to_owned()))
    }

    /// What a base, unit, aircraft or side of this battle is called.
    fn name_in_battle(&self, id: &str) -> Option<String> {
        let sides = [&self.setup.attacker, &self.setup.defender];
        let base = self.bases.iter().find(|(base, _)| base.id.as_str() == id);
        let base = base.map(|(base, unit)| self.full_name(base, unit));
        let is_unit = || self.units.iter().any(|unit| unit.id.as_str() == id);
        let flies = || sides.iter().any(|side| side.air.iter().any(|air| air.id == id));
        let known = || (is_unit() || flies()).then(|| name_of(self.campaign, id));
        let side = || sides.iter().any(|side| side.name == id).then(|| self.campaign.side_called(id));
        base.or_else(known).or_else(side)
    }

    fn fired(&self, by: BattleSide, how: Volley, dice: u16, markers: u16) -> String {
        let what = match how {
            Volley::Indirect => "shells the enemy",
            Volley::Harassing => "harasses the enemy",
            Volley::Firefight => "fires",
            Volley::Air => "attacks from the air",
            Volley::AntiAir => "fires at aircraft",
            Volley::Ambush => "fires from ambush",
            Volley::Return => "fires in return",
        };
        let unit = match (how == Volley::Harassing, markers) {
            (true, 1) => "base disorganised",
            (true, _) => "bases disorganised",
            (false, 1) => "marker",
            (false, _) => "markers",
        };
        let dice = counted(dice.into(), "die");
        format!("{} {what}: {dice}, {markers} {unit}", self.side(by))
    }

    /// What became of a base.
    pub(crate) fn base(&self, place: usize, base: &BaseOutcome) -> BaseStory {
        BaseStory {
            id: base.id.clone(),
            unit: base.unit.clone(),
            unit_name: unit_name(self.campaign, base.unit.as_str()),
            side: base.side,
            sp_before: base.sp_before,
            sp: base.sp,
            markers: base.markers,
            out_of_ammo: base.out_of_ammo,
            fate: match self.bases.get(place) {
                // The battle did not do it to him, and posting changes nothing.
                Some((drawn, _)) if drawn.disorganised && base.fate == BaseFate::Stands && !base.broken => {
                    if base.disorganised { "still disorganised" } else { IN_ORDER }.to_owned()
                }
                _ => fate(base, self.stays_put(place)).to_owned(),
            },
            square: base.square.map(|square| self.campaign.frame.reference(square)),
        }
    }
}
