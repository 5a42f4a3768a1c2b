//! A battle one answer at a time, for who shows it and asks himself: what has happened by the answers so far, and what is
//! asked next.
//!
//! What it never does: keep anything. Whoever asks brings all answers each time, and gets the same story again.

use std::cell::RefCell;

use domain::counted;
use rules::decision::{BaseStrength, Decide, MarkerOn, Placing, Question};
use rules::outcome::Happening;

use super::{Deciding, Engagement, Resolved, resolve};
use crate::dice_from::DiceFrom;
use crate::{Ask, Call, DiceError, OpError, Told};

/// What is asked next.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AskedNext {
    /// Dice: who throws how many for what, and what it means for whom.
    Throw {
        /// Who throws: a unit, a base, a side, or several.
        thrower: Told,
        /// For what.
        purpose: Told,
        /// How many dice.
        dice: usize,
        /// Who has a part in it, and what each face does for him; a die each in this order where there are as many.
        parts: Vec<(String, String)>,
    },
    /// Yes or no.
    Decision {
        /// The word for it.
        choice: &'static str,
        /// By or for whom.
        who: String,
        /// In which move.
        now: u8,
        /// The question.
        question: &'static str,
        /// What the doctrine would say.
        doctrine: bool,
    },
    /// Which of these bases stay out of the assault of their unit.
    StayOut {
        /// The bases.
        bases: Vec<String>,
        /// In which move.
        now: u8,
    },
    /// Which of these bases takes the next marker.
    Marker {
        /// Each with its SP and markers.
        options: Vec<(String, u16, u16)>,
        /// Which of the markers it is.
        placing: Placing,
    },
}

impl AskedNext {
    /// By what an answer to it that is saved is known again, in this move: 0 where none has begun.
    pub fn key(&self, current: u8) -> String {
        let in_move = if current == 0 { String::new() } else { format!("move {current}: ") };
        match self {
            Self::Throw { thrower, purpose, dice, .. } => {
                let dice = counted(*dice, "die");
                format!("{in_move}{thrower} throws {dice} for {purpose}")
            }
            Self::Decision { who, now, question, .. } => format!("move {now}, {who}: {question}"),
            Self::StayOut { bases, now } => format!("move {now}: who stays out of the assault: {}", bases.join(", ")),
            Self::Marker { placing, .. } => format!("{in_move}the base for a marker of {}", placing.left),
        }
    }
}

impl BattleStep {
    /// By what an answer to what is asked next is known again; none once it is over.
    pub fn key(&self) -> Option<String> {
        let current = self.heard.iter().rev().find_map(|happening| match happening {
            Happening::Move { now } => Some(*now),
            _ => None,
        });
        self.next.as_ref().map(|next| next.key(current.unwrap_or(0)))
    }
}

/// A battle by the answers so far.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BattleStep {
    /// What has happened.
    pub heard: Vec<Happening>,
    /// What each base has now, in the order of the engagement; empty where the rules do not say.
    pub strengths: Vec<BaseStrength>,
    /// What is asked next; none once it is over.
    pub next: Option<AskedNext>,
    /// The battle, once it is over.
    pub resolved: Option<Resolved>,
    /// The dice so far, as a script has them.
    pub dice: String,
    /// The decisions so far, as a script has them.
    pub decided: String,
}

#[derive(Default)]
struct Asking<'a> {
    answers: &'a [String],
    used: usize,
    next: Option<AskedNext>,
    strengths: Vec<BaseStrength>,
    wrong: Option<OpError>,
    dice: Vec<String>,
    decided: Vec<String>,
}

impl Asking<'_> {
    /// The next answer as it is read; what is asked is kept where there is none.
    fn answer<T>(&mut self, read: impl Fn(&str) -> Result<T, String>, asked: impl FnOnce() -> AskedNext) -> Option<T> {
        let Some(given) = self.answers.get(self.used) else {
            self.next = Some(asked());
            return None;
        };
        self.used += 1;
        match read(given.trim()) {
            Ok(answer) => Some(answer),
            Err(hint) => self.refuse(&hint),
        }
    }

    fn refuse<T>(&mut self, hint: &str) -> Option<T> {
        let given = self.answers.get(self.used.saturating_sub(1)).map_or("", String::as_str);
        let message = format!("answer {}, `{given}`, does not fit", self.used);
        self.wrong = Some(OpError::Words { message, hint: hint.into() });
        None
    }
}

/// The place of what is named by its id, or by its number from 1.
fn place_of<'i>(word: &str, count: usize, id: impl Fn(usize) -> &'i str) -> Option<usize> {
    let number = word.parse::<usize>().ok().filter(|number| (1..=count).contains(number));
    number.map(|number| number - 1).or_else(|| (0..count).find(|place| id(*place) == word))
}

struct Thrown<'x, 'a>(&'x RefCell<Asking<'a>>);

impl Ask for Thrown<'_, '_> {
    fn ask(&mut self, call: &Call<'_>, count: usize, wrong: Option<&DiceError>) -> Option<String> {
        let mut asking = self.0.borrow_mut();
        if let Some(wrong) = wrong {
            return asking.refuse(&wrong.to_string());
        }
        let asked = || AskedNext::Throw {
            thrower: call.who(),
            purpose: call.what(),
            dice: count,
            parts: call.parts.iter().map(|part| (part.id.clone(), part.words.clone())).collect(),
        };
        let faces = asking.answer(|line| Ok(line.to_owned()), asked)?;
        asking.dice.push(faces.clone());
        Some(faces)
    }
}

struct Decides<'x, 'a>(&'x RefCell<Asking<'a>>);

impl Decide for Decides<'_, '_> {
    fn decide(&mut self, question: &Question<'_>) -> Option<bool> {
        let Question { choice, who, now, doctrine } = *question;
        let asked = || AskedNext::Decision {
            choice: choice.as_str(),
            who: who.to_owned(),
            now,
            question: choice.question(),
            doctrine,
        };
        let read = |line: &str| match line.to_lowercase().as_str() {
            "" => Ok(doctrine),
            "y" | "yes" => Ok(true),
            "n" | "no" => Ok(false),
            _ => Err("`yes` or `no`, or nothing for what the doctrine says".to_owned()),
        };
        let mut asking = self.0.borrow_mut();
        let yes = asking.answer(read, asked)?;
        let word = if yes { "yes" } else { "no" };
        asking.decided.push(format!("{}:{who}@{now}={word}", choice.as_str()));
        Some(yes)
    }

    fn holds_back(&self) -> bool {
        true
    }

    fn stay_out(&mut self, bases: &[&str], now: u8) -> Option<Vec<usize>> {
        let asked = || AskedNext::StayOut { bases: bases.iter().map(|base| (*base).to_owned()).collect(), now };
        let place = |word: &str| place_of(word, bases.len(), |place| bases[place]);
        let read = |line: &str| {
            let words = line.split([' ', ',']).filter(|word| !word.is_empty() && *word != "none");
            let places = words.map(place).collect::<Option<Vec<usize>>>();
            places.ok_or_else(|| format!("ids out of {}, or `none`", bases.join(", ")))
        };
        let mut asking = self.0.borrow_mut();
        let out = asking.answer(read, asked)?;
        let words = out.iter().filter_map(|place| bases.get(*place)).map(|base| format!("stays:{base}@{now}=yes"));
        asking.decided.extend(words);
        Some(out)
    }

    fn places_markers(&self) -> bool {
        true
    }

    fn marker(&mut self, options: &[MarkerOn<'_>], placing: Placing) -> Option<usize> {
        let mut asking = self.0.borrow_mut();
        let place = if let [_] = options {
            0
        } else {
            let each = |on: &MarkerOn<'_>| (on.id.to_owned(), on.sp, on.markers);
            let asked = || AskedNext::Marker { options: options.iter().map(each).collect(), placing };
            let read = |line: &str| {
                let place = place_of(line, options.len(), |place| options[place].id);
                let place = if line.is_empty() { Some(0) } else { place };
                place.ok_or_else(|| "the id of one of the bases, or nothing for the first".to_owned())
            };
            asking.answer(read, asked)?
        };
        asking.decided.push(format!("marker={}", options.get(place)?.id));
        Some(place)
    }

    fn stopped(&mut self, bases: &[BaseStrength]) {
        self.0.borrow_mut().strengths = bases.to_vec();
    }
}

/// Fights a battle by these answers, as far as they go.
///
/// # Errors
/// When an answer does not fit what is asked, or there are more than questions.
pub fn step(engagement: &Engagement, answers: &[String]) -> Result<BattleStep, OpError> {
    let asking = RefCell::new(Asking { answers, ..Asking::default() });
    let (mut thrown, mut decides, mut heard) = (Thrown(&asking), Decides(&asking), Vec::new());
    let (dice, deciding) = (DiceFrom::Ask(&mut thrown), Deciding::Ask(&mut decides));
    let fought = resolve(engagement, dice, deciding, &mut |happening| heard.push(happening.clone()));
    let Asking { used, next, mut strengths, wrong, dice, decided, .. } = asking.into_inner();
    if let Some(wrong) = wrong {
        return Err(wrong);
    }
    let resolved = match fought {
        Ok(resolved) => Some(resolved),
        Err(_) if next.is_some() => None,
        Err(error) => return Err(error),
    };
    if used < answers.len() {
        let message = format!("the battle is over after {used} answers, and {} are given", answers.len());
        return Err(OpError::Words { message, hint: "leave out the last ones".into() });
    }
    if let Some(resolved) = &resolved {
        let bases = resolved.result.outcome.bases.iter();
        strengths = bases.map(|base| BaseStrength { sp: base.sp, markers: base.markers }).collect();
    }
    Ok(BattleStep { heard, strengths, next, resolved, dice: dice.join(" "), decided: decided.join(" ") })
}

#[cfg(test)]
mod tests {
    use rules::decision::Choice;

    use super::*;

    /// What is said of one answer to a question that wants another.
    fn refused(answer: &str, ask: impl Fn(&mut Decides<'_, '_>) -> bool) -> String {
        let answers = [answer.to_owned()];
        let asking = RefCell::new(Asking { answers: &answers, ..Asking::default() });
        assert!(ask(&mut Decides(&asking)), "it is no answer");
        match asking.into_inner().wrong {
            Some(OpError::Words { hint, .. }) => hint.to_string(),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn an_answer_that_does_not_fit_is_told_what_would() {
        let question = Question { choice: Choice::Assault, who: "su.1", now: 2, doctrine: true };
        assert_eq!(
            refused("perhaps", |asked| asked.decide(&question).is_none()),
            "`yes` or `no`, or nothing for what the doctrine says"
        );
        assert_eq!(
            refused("su.9", |asked| asked.stay_out(&["su.1", "su.2"], 2).is_none()),
            "ids out of su.1, su.2, or `none`"
        );
        let on = |id| MarkerOn { id, number: 1, sp: 3, markers: 0 };
        assert_eq!(
            refused("su.9", |asked| asked.marker(&[on("su.1"), on("su.2")], Placing::ONE).is_none()),
            "the id of one of the bases, or nothing for the first"
        );
    }

    #[test]
    fn what_is_not_answered_is_asked_and_what_is_answered_is_kept_as_a_script_has_it() {
        let answers = [String::new(), "su.2".to_owned()];
        let asking = RefCell::new(Asking { answers: &answers, ..Asking::default() });
        let (mut decides, placing) = (Decides(&asking), Placing { left: 2, of: 3 });
        let question = Question { choice: Choice::Assault, who: "su.1", now: 2, doctrine: true };
        assert_eq!(decides.decide(&question), Some(true), "nothing is what the doctrine says");
        assert_eq!(decides.stay_out(&["su.1", "su.2"], 2), Some(vec![1]));
        let on = |id| MarkerOn { id, number: 1, sp: 3, markers: 0 };
        assert_eq!(decides.marker(&[on("su.3")], Placing::ONE), Some(0), "where there is one nobody is asked");
        assert_eq!(decides.marker(&[on("su.3"), on("su.4")], placing), None);
        let asking = asking.into_inner();
        let options = vec![("su.3".to_owned(), 3, 0), ("su.4".to_owned(), 3, 0)];
        assert_eq!(asking.next, Some(AskedNext::Marker { options, placing }));
        assert_eq!(asking.decided, ["assault:su.1@2=yes", "stays:su.2@2=yes", "marker=su.3"]);
    }
}
