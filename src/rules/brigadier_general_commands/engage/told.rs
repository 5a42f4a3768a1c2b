//! A turn as it ended, in the keys of the page (10) and in words.

use dice::Told;
use serde_json::{Map, Value, json};

use super::Turn;
use crate::brigadier_general_commands::answer::BgcAnswer;
use crate::brigadier_general_commands::campaign::{BgcEnd, BgcHome};
use crate::brigadier_general_commands::engage::force::{ATTACKER, DEFENDER, Platoon};
use crate::brigadier_general_commands::keys::value;
use crate::brigadier_general_commands::ladder::rung;
use crate::brigadier_general_commands::throws::strength_words;
use crate::contact::takes;

impl Turn<'_> {
    /// The answer.
    pub(super) fn told(mut self) -> BgcAnswer {
        let mut words = std::mem::take(&mut self.words);
        let mut ends = [ATTACKER, DEFENDER].map(|side| self.ends(side, &mut words));
        let mut keys = Map::new();
        for (side, name) in ["attackers", "defenders"].into_iter().enumerate() {
            keys.insert(name.to_owned(), Value::Object(std::mem::take(&mut ends[side])));
        }
        let id = |at: usize| self.sides[ATTACKER].platoons[at].id.as_str();
        keys.insert("advances".to_owned(), json!(self.advances.map(id)));
        let assault = self.close_assault.map(|(winner, score)| json!({ "winner": winner, "score": score }));
        keys.insert("close_assault".to_owned(), json!(assault));
        let attacked: Vec<&str> = (0..self.attacked.len()).filter(|at| self.attacked[*at]).map(id).collect();
        keys.insert("attacked".to_owned(), json!(attacked));
        if self.terms.roll_comms {
            keys.insert(
                "in_contact".to_owned(),
                json!([self.sides[ATTACKER].in_contact, self.sides[DEFENDER].in_contact]),
            );
        }
        if let Some((minutes, flips)) = self.minutes {
            keys.insert("minutes".to_owned(), json!(minutes));
            keys.insert("initiative".to_owned(), json!(if flips { "defender" } else { "attacker" }));
            let flips = if flips { "; the defender has the initiative" } else { "" };
            words.push(format!("{minutes} minutes{flips}").into());
        }
        words.extend(self.advances.map(|at| takes(id(at))));
        let mut words = words.iter().map(Told::to_string);
        let head = words.next().unwrap_or_else(|| "nothing happens".to_owned());
        BgcAnswer::new(Value::Object(keys), head).with_words(words.collect()).leaning_with(self.used_house_rules)
    }

    fn ends(&self, side: usize, words: &mut Vec<Told>) -> Map<String, Value> {
        let mut all = Map::new();
        for platoon in &self.sides[side].platoons {
            let home = self.home(side, platoon);
            let (strength, order) = (strength_words(platoon.strength), platoon.order);
            words.push(Told::of(&platoon.id).and(format_args!(": {strength}, on {order}; {}", home.words())));
            all.insert(platoon.id.clone(), keys(platoon, &home));
        }
        all
    }

    /// What cannot fall back is captured where the enemy takes the square; the attacker's square is not taken.
    pub(crate) fn home(&self, side: usize, platoon: &Platoon) -> BgcHome {
        let barred = platoon.barred;
        let caught = side == DEFENDER && barred && platoon.order.runs() && self.advances.is_some();
        let end = BgcEnd {
            strength: platoon.strength,
            order: platoon.order,
            lost_close_assault: platoon.lost_close_assault,
            captured: platoon.surrendered || caught,
            barred,
        };
        end.home()
    }
}

/// Of each platoon: its squads and order, the rungs lost from first to last, and how the campaign books it.
fn keys(platoon: &Platoon, home: &BgcHome) -> Value {
    let mut keys = value(home);
    let steps = rung(platoon.order).saturating_sub(rung(platoon.start));
    keys["u"] = json!(platoon.strength.u);
    keys["w"] = json!(platoon.strength.w);
    keys["k"] = json!(platoon.strength.k);
    keys["order"] = value(&platoon.order);
    keys["steps_down"] = json!(steps);
    keys
}
