//! What an engagement says for these rules alone: `[system.square-bashing]`.
//!
//! What it is: [`SbOptions`], the table; [`check`], what in it cannot be.
//! What it decides: what goes without saying.

use std::collections::BTreeMap;

use serde::Deserialize;

use domain::{Arm, RuleSystemId};

use super::barrage::SbBarrage;
use super::bound::Policy;
use super::tables::FULL_SP;
use super::unit::{Defence, SbKind, SbTerrain};
use crate::contact::own::{self, own};
use crate::contact::{Troops, no_ground, strangers, troops};
use crate::engagement::Violation;
use crate::pairs::BattleSide;
use crate::setup::{BaseSetup, Setup};
use crate::square_bashing::parameters::{MOST, SbHouse, Skill};

/// These rules.
pub(crate) const ID: RuleSystemId = RuleSystemId::SquareBashing;

/// What an engagement says for these rules alone.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct SbOptions {
    /// House parameters set otherwise.
    pub(crate) house: SbHouse,
    /// Whether the defender awaits the assault.
    pub(crate) target_policy: Policy,
    pub(crate) pursuit_fire: Option<bool>,
    pub(crate) barrage: OfBarrage,
    pub(crate) attacker: OfSquare,
    pub(crate) defender: OfSquare,
    pub(crate) behind: OfSquare,
    pub(crate) bases: BTreeMap<String, OfBase>,
}

/// The attacker's barrage.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct OfBarrage {
    /// Of which kind; none said: point, where the attacker has guns in other squares.
    pub(crate) kind: Option<SbWanted>,
    /// Who fires it.
    pub(crate) by: Option<String>,
    /// How well; by the grade of who fires where nothing is said.
    pub(crate) quality: Option<Skill>,
}

/// A barrage that is wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum SbWanted {
    None,
    Suppression,
    Point,
    Rolling,
    Gas,
}

impl SbWanted {
    pub(crate) fn barrage(self) -> Option<SbBarrage> {
        Some(match self {
            Self::None => return None,
            Self::Suppression => SbBarrage::Suppression,
            Self::Point => SbBarrage::Point,
            Self::Rolling => SbBarrage::Rolling,
            Self::Gas => SbBarrage::Gas,
        })
    }
}

/// What is said of a square.
#[derive(Debug, Clone, Copy, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[expect(clippy::struct_excessive_bools, reason = "each is a marker on the table")]
pub(crate) struct OfSquare {
    /// Its ground, where it is not as the campaign has it.
    pub(crate) terrain: Option<SbTerrain>,
    /// Its defences, where they are not as the postures have it.
    pub(crate) defence: Option<Defence>,
    pub(crate) hill: bool,
    /// How many squares support it, where those counted are not right.
    pub(crate) support: Option<u16>,
    /// Barrage markers that lie there already.
    pub(crate) barrage: u16,
    pub(crate) suppressed: bool,
    pub(crate) wtf: bool,
    pub(crate) fighting_bonus: bool,
    pub(crate) shock: bool,
    pub(crate) morale_bonus: bool,
    pub(crate) hold_the_line: bool,
}

impl OfSquare {
    /// What only an assaulter has.
    fn assaults(&self) -> bool {
        self.fighting_bonus || self.shock
    }

    /// What only a square in the fight has.
    fn fights(&self) -> bool {
        let marked = self.suppressed || self.wtf || self.morale_bonus || self.hold_the_line || self.hill;
        marked || self.assaults() || self.support.is_some()
    }
}

/// What is said of a base.
#[derive(Debug, Clone, Copy, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct OfBase {
    /// What it is, where the campaign's arm does not say so.
    #[serde(rename = "type")]
    pub(crate) kind: Option<SbKind>,
    /// Whether it assaults with its square; what may does, unless it was left steady.
    pub(crate) assault: Option<bool>,
    /// It joins the assault from another square beside the one attacked.
    pub(crate) extra: bool,
    /// It does not shoot.
    pub(crate) hold_fire: bool,
}

/// What a drawn engagement says of these rules, all of it as usual.
pub(crate) const TEMPLATE: &str = "\
# [system.square-bashing]
# target_policy = \"stand\"        # the defender stands, or retires before an assault: \"retire\"
# pursuit_fire = true            # the attackers shoot at who still stands beside them
# barrage = { kind = \"point\" }   # none, suppression, point, rolling, gas; by = \"ID\"; quality = \"poor\", \"average\",
#                                  \"good\". Said nothing: point, if the attacker has guns in other squares
# attacker = { shock = true }    # also fighting_bonus, wtf, hill, morale_bonus, hold_the_line, suppressed = true;
#                                  support, barrage = 1; terrain = \"rough_hill\"; defence = \"trench\"
# defender = { hill = true }     # the same but for fighting_bonus and shock; behind: terrain, defence, barrage
# house = { infantry_halves_per_sp = 2 }
# [system.square-bashing.bases.\"ID\"]
# extra = true                   # joins the assault from another square beside the one attacked
# assault = false                # stays behind when its square assaults
# hold_fire = true
# type = \"mg\"                    # a type of the rules that the arm does not say
";

/// What in a setup cannot be by these rules.
pub(crate) fn check(setup: &Setup) -> Vec<Violation> {
    let mut wrong = Wrong { setup, found: Vec::new() };
    match own::<SbOptions>(setup, ID) {
        Ok(own) => wrong.of_own(&own),
        Err(unread) => wrong.found.push(unread),
    }
    wrong.found.extend(no_ground(setup));
    let bases = [&setup.attacker, &setup.defender].into_iter().flat_map(|side| &side.units).flat_map(|u| &u.bases);
    // Six halves stand for three SP (page, 6.1).
    for base in bases.filter(|base| base.sp_full > FULL_SP && troops(base).is_some()) {
        wrong.say(
            base.id.as_str(),
            format!("by these rules a base has at most {FULL_SP} full SP, not {}", base.sp_full),
        );
    }
    wrong.found
}

/// What is wrong with house parameters.
pub(crate) fn check_house(house: &serde_json::Value) -> Result<(), String> {
    let house: SbHouse = own::read(house)?;
    house.fault().map_or(Ok(()), |(given, wanted)| Err(format!("`{given}`: {wanted}")))
}

struct Wrong<'a> {
    setup: &'a Setup,
    found: Vec<Violation>,
}

impl<'a> Wrong<'a> {
    fn say(&mut self, at: impl Into<String>, what: impl Into<String>) {
        self.found.push(Violation { at: at.into(), what: what.into() });
    }

    fn of_own(&mut self, own: &SbOptions) {
        let at = |key: &str| format!("system.{ID}.{key}");
        self.found.extend(strangers(self.setup, ID, &own.bases));
        if let Some((given, wanted)) = own.house.fault() {
            self.say(at("house"), format!("`{given}`: {wanted}"));
        }
        if own.defender.assaults() {
            self.say(at("defender"), "only `attacker` has `fighting_bonus` and `shock`");
        }
        if own.behind.fights() {
            self.say(at("behind"), "for the square behind only `terrain`, `defence` and `barrage` count");
        }
        let squares = [("attacker", own.attacker), ("defender", own.defender), ("behind", own.behind)];
        for (name, of) in squares.into_iter().filter(|(_, of)| of.barrage.max(of.support.unwrap_or(0)) > MOST) {
            self.say(at(name), format!("`{}`: no figure is above {MOST}", of.barrage.max(of.support.unwrap_or(0))));
        }
        if let Some(by) = &own.barrage.by
            && !self.find(by).is_some_and(|(side, base)| side == BattleSide::Attacker && base.arm == Arm::Artillery)
        {
            self.say(at("barrage"), format!("`{by}` is not artillery of the attacker in this battle"));
        }
        for (id, of) in &own.bases {
            if let Some((side, base)) = self.find(id) {
                self.of_base(&at(&format!("bases.{id}")), side, base, *of);
            }
        }
    }

    fn of_base(&mut self, at: &str, side: BattleSide, base: &BaseSetup, of: OfBase) {
        let Some(troops) = troops(base) else { return self.say(at, "these rules do not place it") };
        let kind = of.kind.unwrap_or_else(|| kind(troops, base));
        if of.kind.is_some() && (troops == Troops::Hq || of.kind == Some(SbKind::Hc)) {
            self.say(at, "command stays `hc`, and nothing else becomes `hc`");
        }
        if (of.extra || of.assault == Some(true)) && (side == BattleSide::Defender || !kind.may_assault()) {
            self.say(at, "only infantry, cavalry, tanks and armoured cars of the attacker can assault");
        }
        let beside = base.square.steps_to(self.setup.square) == 1 && base.arrives == 1;
        if of.extra && !beside {
            self.say(at, "`extra`: it does not start in a square beside the one attacked");
        }
    }

    fn find(&self, id: &str) -> Option<(BattleSide, &'a BaseSetup)> {
        let sides = [(BattleSide::Attacker, &self.setup.attacker), (BattleSide::Defender, &self.setup.defender)];
        let bases = sides.into_iter().flat_map(|(side, of)| of.units.iter().map(move |unit| (side, unit)));
        bases.flat_map(|(side, unit)| unit.bases.iter().map(move |b| (side, b))).find(|(_, b)| b.id.as_str() == id)
    }
}

/// From this calibre an armoured car is no light one, in mm.
const LIGHT_CARS_BELOW: u16 = 37;

/// What troops of the campaign are here (page, 6.1).
pub(crate) fn kind(troops: Troops, base: &BaseSetup) -> SbKind {
    use crate::contact::Armoured;
    use domain::Posture;
    match troops {
        Troops::Hq => SbKind::Hc,
        Troops::MachineGuns => SbKind::Mg,
        Troops::Infantry => SbKind::Infantry,
        Troops::Cavalry if matches!(base.posture, Posture::DugIn | Posture::Fortified) => SbKind::CavalryDismounted,
        Troops::Cavalry => SbKind::CavalryMounted,
        Troops::ArmouredCar(calibre) if calibre < LIGHT_CARS_BELOW => SbKind::AcLight,
        Troops::ArmouredCar(_) => SbKind::Ac,
        Troops::Tank(Armoured::Light) => SbKind::TankLight,
        Troops::Tank(Armoured::Medium | Armoured::Heavy) => SbKind::TankHeavy,
        Troops::Mortar(_) => SbKind::Mortar,
        Troops::Rockets | Troops::Gun(_) | Troops::AntiTank(_) | Troops::AntiAir(_) => SbKind::Artillery,
    }
}
