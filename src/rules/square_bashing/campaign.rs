//! Strength from the campaign and back (page, 6.3): `map-in`, `map-out`.

use serde::Deserialize;

use super::play::{Key, Said, SbKept, SbPlay};
use super::read::SbRead;
use super::tables::FULL_SP;
use super::throws::Throws;
use super::unit::SbKind;
use crate::mechanic::Result;
use crate::outcome::Spirit;

/// A base of the campaign: its SP and how many of them are marked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Strength {
    pub(crate) sp: u16,
    #[serde(default)]
    pub(crate) markers: u16,
}

impl Strength {
    /// Of infantry or cavalry with so many halves.
    pub(crate) fn of_halves(halves: u16, per_sp: u16) -> Self {
        let sp = halves.div_ceil(per_sp);
        Self { sp, markers: (sp * per_sp - halves).min(sp) }
    }

    /// The halves with which a base fights.
    pub(crate) fn halves(self, kind: SbKind, per_sp: u16) -> u16 {
        if kind.is_line() {
            return (self.sp * per_sp).saturating_sub(self.markers);
        }
        let unmarked = self.sp.saturating_sub(self.markers);
        if self.sp == 0 { 0 } else { unmarked.clamp(1, 2) }
    }

    /// What it brings home, with so many halves left of so many.
    ///
    /// # Interpretation
    /// A base that still has a half keeps an SP. Where an SP is more than two halves it bears no more markers than SP.
    pub(crate) fn after(self, kind: SbKind, before: u16, left: u16, per_sp: u16) -> Self {
        if left == before {
            return self;
        }
        if left == 0 {
            return Self { sp: 0, markers: 0 };
        }
        if kind.is_line() {
            return Self::of_halves(left, per_sp);
        }
        if self.markers < self.sp {
            return Self { markers: self.markers + 1, ..self };
        }
        let sp = self.sp.saturating_sub(1).max(1);
        Self { sp, markers: self.markers.min(sp) }
    }

    /// A base that routed keeps its SP, with one marker more where one fits.
    pub(crate) fn routed(self) -> Self {
        Self { markers: self.markers + u16::from(self.sp > self.markers), ..self }
    }
}

/// What is said of a base by the morale of its square.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Of {
    #[default]
    Ok,
    Steady,
    Retire,
    Run,
}

impl From<Of> for Spirit {
    fn from(of: Of) -> Self {
        match of {
            Of::Ok => Self::Ok,
            Of::Steady => Self::Steady,
            Of::Retire => Self::Retire,
            Of::Run => Self::Run,
        }
    }
}

/// Refuses what is not a base.
///
/// # Interpretation
/// A base of more than three full SP is refused: six halves stand for three.
fn check(read: &SbRead<'_>, key: &'static str, kind: SbKind, base: Strength, full: u16) -> Result<()> {
    if kind == SbKind::Hc {
        return Err(read.refuse("type", "hc", "higher command has no halves"));
    }
    if full == 0 || full > FULL_SP {
        return Err(read.refuse("sp_full", &full.to_string(), "a full base has 1 to 3 SP here"));
    }
    if base.sp > full {
        return Err(read.refuse(key, &base.sp.to_string(), format!("a full base has {full} SP")));
    }
    if base.markers > base.sp {
        return Err(read.refuse(key, &base.markers.to_string(), "it cannot have more markers than SP"));
    }
    Ok(())
}

/// `map-in`: no dice.
pub(crate) struct SbMapIn {
    kind: SbKind,
    base: Strength,
    full: u16,
    per_sp: u16,
}

impl SbMapIn {
    pub(crate) fn read(read: &SbRead<'_>) -> Result<Self> {
        let kind = read.must("type", "a type of unit")?;
        let base = Strength { sp: read.count("sp")?, markers: read.count_or("markers", 0)? };
        let full = read.count_or("sp_full", FULL_SP)?;
        check(read, "sp", kind, base, full)?;
        Ok(Self { kind, base, full, per_sp: read.house.infantry_halves_per_sp })
    }
}

impl SbPlay for SbMapIn {
    type State = ();

    fn start(&self) {}

    fn step(&self, _: usize, (): &mut (), _: &mut dyn Throws) -> Result<()> {
        Ok(())
    }

    fn answer(&self, (): &()) -> Said {
        let is_line = self.kind.is_line();
        let full = if is_line { self.full * self.per_sp } else { self.kind.figures().full };
        let now = self.base.halves(self.kind, self.per_sp);
        let mut said = Said::default();
        said.key("halves_full", full).key("halves_now", now).line(format!("{now} halves of {full}"));
        said.lean_if(is_line, "infantry_halves_per_sp");
        said
    }

    fn kept(&self, (): &()) -> SbKept {
        vec![("halves_now", Key::Number(self.base.halves(self.kind, self.per_sp).into()))]
    }

    fn figure(&self, (): &()) -> f64 {
        self.base.halves(self.kind, self.per_sp).into()
    }
}

/// `map-out`: no dice.
pub(crate) struct SbMapOut {
    kind: SbKind,
    before: Strength,
    halves: u16,
    routed: bool,
    spirit: Spirit,
    per_sp: u16,
}

impl SbMapOut {
    pub(crate) fn read(read: &SbRead<'_>) -> Result<Self> {
        let kind: SbKind = read.must("type", "a type of unit")?;
        let before: Strength = read.must("before", "`sp` and `markers` before the battle")?;
        check(read, "before", kind, before, FULL_SP)?;
        let per_sp = read.house.infantry_halves_per_sp;
        let (halves, entered) = (read.count("halves_now")?, before.halves(kind, per_sp));
        if halves > entered {
            return Err(read.refuse("halves_now", &halves.to_string(), format!("it entered with {entered}")));
        }
        if entered == 0 {
            return Err(read.refuse("before", "sp 0", "a base without SP is not present"));
        }
        let routed = read.flag("routed")?;
        Ok(Self { kind, before, halves, routed, spirit: read.or("morale", Of::Ok)?.into(), per_sp })
    }

    fn after(&self) -> (Strength, Spirit) {
        let entered = (self.before, self.before.halves(self.kind, self.per_sp));
        let spirit = if self.routed { Spirit::Rout } else { self.spirit };
        home(self.kind, entered, self.halves, spirit, self.per_sp)
    }
}

/// A base home from a battle.
pub(crate) fn home(
    kind: SbKind,
    entered: (Strength, u16),
    left: u16,
    spirit: Spirit,
    per_sp: u16,
) -> (Strength, Spirit) {
    let after = entered.0.after(kind, entered.1, left, per_sp);
    match spirit {
        Spirit::Captured | Spirit::Lost => (Strength { sp: 0, markers: 0 }, spirit),
        _ if left == 0 => (after, Spirit::Lost),
        Spirit::Rout => (after.routed(), spirit),
        _ => (after, spirit),
    }
}

impl SbPlay for SbMapOut {
    type State = ();

    fn start(&self) {}

    fn step(&self, _: usize, (): &mut (), _: &mut dyn Throws) -> Result<()> {
        Ok(())
    }

    fn answer(&self, (): &()) -> Said {
        let (after, spirit) = self.after();
        let mut said = Said::default();
        said.key("sp", after.sp).key("markers", after.markers);
        said.key("morale", spirit.as_str()).key("state", spirit.state());
        said.line(format!("{} SP, {} markers; {}: {}", after.sp, after.markers, spirit.as_str(), spirit.state()));
        said.lean_if(self.kind.is_line(), "infantry_halves_per_sp");
        said
    }

    fn kept(&self, (): &()) -> SbKept {
        let (after, spirit) = self.after();
        let number = |n: u16| Key::Number(n.into());
        vec![("sp", number(after.sp)), ("markers", number(after.markers)), ("morale", Key::Word(spirit.as_str()))]
    }

    fn figure(&self, (): &()) -> f64 {
        self.halves.into()
    }
}
