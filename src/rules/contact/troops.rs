//! What a campaign base is to a system that fights square against square: the first row that fits, the same for all.

use crate::setup::BaseSetup;
use domain::{Arm, Class, Mobility, Role};

/// What a base is (Square Bashing, 6.1; Brigadier General Commands, 6.1; War Times Journal, 5.1).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Troops {
    /// Command.
    Hq,
    /// Infantry with a calibre, or of weapon class M and above.
    MachineGuns,
    /// Infantry, motorised troops, engineers, recce on foot or without a gun.
    Infantry,
    /// Cavalry.
    Cavalry,
    /// Recce with a calibre, in mm.
    ArmouredCar(u16),
    /// Armour.
    Tank(Armoured),
    /// Rockets.
    Rockets,
    /// Mortars of a calibre, in mm.
    Mortar(u16),
    /// Artillery of a calibre, in mm.
    Gun(u16),
    /// Anti-tank guns of a calibre, in mm.
    AntiTank(u16),
    /// Anti-aircraft guns of a calibre, in mm.
    AntiAir(u16),
}

/// How well a tank is armoured.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Armoured {
    /// Classes VL and L.
    Light,
    /// Class M.
    Medium,
    /// Classes H and VH.
    Heavy,
}

/// The calibres of mortars, in mm.
const MORTARS: &[u16] = &[50, 60, 81, 82, 107, 120];

/// What a base is; none for what is not placed and shares the fate of its square.
pub(crate) fn troops(base: &BaseSetup) -> Option<Troops> {
    let rear = matches!(base.role, Role::Logistic | Role::Medical | Role::Recovery | Role::Observer)
        || matches!(base.arm, Arm::Logistic | Arm::Medical | Arm::Recovery | Arm::Observer | Arm::Air | Arm::Transport);
    let elsewhere = matches!(base.mobility, Mobility::Air | Mobility::Naval);
    let unarmed = base.arm == Arm::Engineer && base.men.is_none();
    if rear || elsewhere || unarmed {
        return None;
    }
    if base.role == Role::Command || base.arm == Arm::Hq {
        return Some(Troops::Hq);
    }
    let calibre = base.calibre_mm;
    Some(match base.arm {
        Arm::Artillery if base.armour == Some(Class::VeryLight) => Troops::Rockets,
        Arm::Artillery if MORTARS.contains(&calibre) => Troops::Mortar(calibre),
        Arm::Artillery => Troops::Gun(calibre),
        Arm::Antitank => Troops::AntiTank(calibre),
        Arm::Antiair => Troops::AntiAir(calibre),
        Arm::Armour => Troops::Tank(armoured(base.armour)),
        Arm::Cavalry => Troops::Cavalry,
        Arm::Recce if base.mobility == Mobility::Cavalry => Troops::Cavalry,
        Arm::Recce if base.mobility != Mobility::Foot && calibre > 0 => Troops::ArmouredCar(calibre),
        Arm::Infantry if calibre > 0 || base.men >= Some(Class::Medium) => Troops::MachineGuns,
        _ => Troops::Infantry,
    })
}

fn armoured(class: Option<Class>) -> Armoured {
    match class {
        Some(Class::Heavy | Class::VeryHeavy) => Armoured::Heavy,
        Some(Class::Medium) => Armoured::Medium,
        _ => Armoured::Light,
    }
}
