//! §4.2 step 8 and §5: what each unit brings home to the campaign, and the answer.

use dice::Told;
use serde_json::{Map, Value, json};

use domain::{Note, Notes};

use super::state::{A, D, WtjField, WtjUnit};
use crate::contact::takes;
use crate::mechanic::rolled::Rolled;
use crate::outcome::Spirit;
use crate::war_times_journal::answer::{answer, many};
use crate::war_times_journal::assault::SIDES;
use crate::war_times_journal::mapping::pool_home;
use crate::war_times_journal::names::{Effect, Letter, WtjKind};

impl WtjUnit<'_> {
    fn has(&self, letter: Letter) -> bool {
        self.effects.iter().any(|effect| effect.has(letter))
    }

    /// The morale that the campaign books.
    pub(in crate::war_times_journal) fn book(&self) -> Spirit {
        match () {
            () if self.left() == 0 && self.captured > 0 => Spirit::Captured,
            () if self.left() == 0 => Spirit::Lost,
            () if self.has(Letter::R) => Spirit::Rout,
            () if self.demoralised => Spirit::Run,
            () if self.has(Letter::W) || self.made_way => Spirit::Retire,
            () => Spirit::Steady,
        }
    }

    fn steps_down(&self) -> u32 {
        if self.has(Letter::R) || self.has(Letter::S) || self.has(Letter::D) {
            4
        } else if self.demoralised {
            3
        } else if self.has(Letter::W) {
            2
        } else {
            u32::from(self.newly_pinned)
        }
    }

    pub(in crate::war_times_journal) fn strength(&self, per_sp: u32) -> (u32, u32) {
        let told = self.told;
        if self.kind() != WtjKind::Personnel {
            return (self.left(), self.damage());
        }
        if self.left() == told.bases.0 {
            let entered = told.entered(per_sp);
            return (entered.sp.0, entered.markers.0);
        }
        pool_home(self.left(), None, per_sp)
    }

    pub(in crate::war_times_journal) fn notes(&self) -> Notes {
        let pinned = self.newly_pinned && self.book() == Spirit::Steady;
        let all = [(pinned, Note::Pinned), (self.immobilised(), Note::Immobilised)];
        all.into_iter().filter(|(holds, _)| *holds).map(|(_, note)| note).collect()
    }

    fn keys(&self, per_sp: u32) -> Value {
        let mut effects: Vec<String> = self.effects.iter().map(ToString::to_string).collect();
        if effects.is_empty() {
            effects.push(Effect::PASS.to_string());
        }
        let (sp, markers) = self.strength(per_sp);
        json!({
            "bases": self.left(), "damage": self.damage(), "captured": self.captured, "effects": effects,
            "demoralised": self.demoralised, "pinned": self.newly_pinned, "steps_down": self.steps_down(),
            "sp": sp, "markers": markers, "morale": self.book(), "state": self.book().state(), "flags": self.notes(),
            "withdraw": u32::from(self.withdraws),
        })
    }

    fn told_in_words(&self, per_sp: u32) -> Told {
        let (sp, markers) = self.strength(per_sp);
        let back = if self.withdraws { ", back one square" } else { "" };
        let (bases, markers) = (many(self.left(), "base"), many(markers, "marker"));
        let stands = self.book().as_str();
        Told::of(&self.told.id).and(format_args!(": {bases}, {sp} SP, {markers}, {stands}{back}"))
    }
}

impl WtjField<'_> {
    /// The answer.
    pub(super) fn home(mut self) -> Rolled {
        let per_sp = self.house().bases_per_sp();
        let of = |side: usize| {
            let units = self.units[side].iter();
            Value::Object(units.map(|unit| (unit.told.id.clone(), unit.keys(per_sp))).collect::<Map<_, _>>())
        };
        let attacked: Vec<&str> =
            self.units[A].iter().filter(|unit| unit.fired || unit.fought).map(|unit| unit.told.id.as_str()).collect();
        let advances = self.advances.map(|place| self.units[A][place].told.id.as_str());
        let keys = json!({
            SIDES[A]: of(A), SIDES[D]: of(D), "assault": self.assault_keys(), "advances": advances,
            "attacked": attacked,
        });
        if self.units.iter().flatten().any(|unit| unit.kind() == WtjKind::Personnel) {
            self.used_house_rules.add("bases_per_sp");
        }
        let mut words = std::mem::take(&mut self.words);
        words.extend(advances.map(takes));
        words.extend(self.units.iter().flatten().map(|unit| unit.told_in_words(per_sp)));
        answer(keys, &self.used_house_rules, words.iter().map(Told::to_string).collect())
    }

    fn assault_keys(&self) -> Option<Value> {
        let fought = self.fought.as_ref()?;
        let mut keys = fought.verdict.keys(&fought.totals);
        keys["A_modifier_total"] = Value::from(fought.modifiers[A]);
        keys["D_modifier_total"] = Value::from(fought.modifiers[D]);
        Some(keys)
    }
}
