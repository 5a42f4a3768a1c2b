//! A battle one answer at a time: the story so far, and what is asked next, as values and in words.

use serde::Serialize;

use campaign::Campaign;
use domain::counted;
use ops::Placing;
use ops::query::{AskedNext, BattleStep, Setup};

use super::Narrator;
use crate::{Report, Table};

/// A battle by the answers so far.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct StepView {
    /// How many answers it goes by.
    pub answered: usize,
    /// What has happened, a sentence each.
    pub story: Vec<String>,
    /// What is asked next; null once it is over.
    pub next: Option<AskedView>,
    /// The command that fights it so again, once it is over.
    pub command: Option<String>,
}

/// What is asked next.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct AskedView {
    /// `throw`, `decision`, `stay_out` or `marker`.
    pub kind: &'static str,
    /// The question in words.
    pub text: String,
    /// Who throws or decides, by id; null where it is about several bases.
    pub who: Option<String>,
    /// For what is thrown, or the word for the decision.
    pub what: Option<String>,
    /// In which move; null for throws.
    #[serde(rename = "move")]
    pub now: Option<u8>,
    /// How many dice are to be thrown; null for decisions.
    pub dice: Option<usize>,
    /// What the doctrine would say; null where it is no yes or no.
    pub doctrine: Option<bool>,
    /// The question with names alone, where whoever answers types no ids.
    #[serde(skip)]
    pub asks: String,
    /// Whom it concerns: of a throw what each face does for him, of markers what he has.
    pub parts: Vec<AskedPart>,
}

/// Somebody whom a question concerns.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct AskedPart {
    /// Who, by id.
    pub id: String,
    /// His name.
    pub name: String,
    /// His name without his id, where no other part of the question has the same.
    #[serde(skip)]
    pub called: String,
    /// What it means for him.
    pub text: String,
}

/// The question who stays out of an assault.
const STAY_OUT: &str = "which bases stay out of the assault?";

/// The question which base takes a marker: `which base takes marker 3 of 5?`
pub fn marker_question(placing: Placing) -> String {
    match placing {
        Placing { of: ..=1, .. } => "which base takes the marker?".to_owned(),
        Placing { left, of } => format!("which base takes marker {} of {of}?", of - left + 1),
    }
}

impl AskedView {
    fn new(teller: &Narrator<'_>, asked: &AskedNext) -> Self {
        let part = |id: &String, text: String| AskedPart {
            id: id.clone(),
            name: teller.named(id),
            called: teller.called(id),
            text,
        };
        let none = Self {
            kind: "throw",
            text: String::new(),
            asks: String::new(),
            who: None,
            what: None,
            now: None,
            dice: None,
            doctrine: None,
            parts: Vec::new(),
        };
        let mut asked = match asked {
            AskedNext::Throw { thrower, purpose, dice, parts } => Self {
                text: teller.throw(thrower, &counted(*dice, "die"), purpose),
                asks: teller.throw_called(thrower, &counted(*dice, "die"), purpose),
                who: Some(thrower.to_string()),
                what: Some(purpose.to_string()),
                dice: Some(*dice),
                parts: parts.iter().map(|(id, words)| part(id, words.clone())).collect(),
                ..none
            },
            AskedNext::Decision { choice, who, now, question, doctrine } => Self {
                kind: "decision",
                text: format!("{}: {question}", teller.named(who)),
                asks: format!("{}: {question}", teller.called(who)),
                who: Some(who.clone()),
                what: Some((*choice).to_owned()),
                now: Some(*now),
                doctrine: Some(*doctrine),
                ..none
            },
            AskedNext::StayOut { bases, now } => Self {
                kind: "stay_out",
                text: STAY_OUT.to_owned(),
                asks: STAY_OUT.to_owned(),
                now: Some(*now),
                parts: bases.iter().map(|id| part(id, String::new())).collect(),
                ..none
            },
            AskedNext::Marker { options, placing } => Self {
                kind: "marker",
                text: marker_question(*placing),
                asks: marker_question(*placing),
                parts: options
                    .iter()
                    .map(|(id, sp, markers)| {
                        part(id, format!("{} on {sp} SP", counted(usize::from(*markers), "marker")))
                    })
                    .collect(),
                ..none
            },
        };
        tell_apart(&mut asked.parts);
        asked
    }
}

/// Those who are called the same are told apart by their ids.
fn tell_apart(parts: &mut [AskedPart]) {
    let alike = |of: &AskedPart| parts.iter().filter(|part| part.called == of.called).count() > 1;
    let twice: Vec<bool> = parts.iter().map(alike).collect();
    for (part, _) in parts.iter_mut().zip(twice).filter(|(_, is_twice)| *is_twice) {
        part.called.clone_from(&part.name);
    }
}

impl StepView {
    /// A battle that is stepped through by so many answers; `what` names it in commands.
    pub fn new(campaign: &Campaign, setup: &Setup, step: &BattleStep, (what, answered): (&str, usize)) -> Self {
        let teller = Narrator::new(campaign, setup);
        let command = step.resolved.as_ref().map(|_| {
            let decide = if step.decided.is_empty() { String::new() } else { format!(" --decide '{}'", step.decided) };
            let dice = if step.dice.is_empty() { String::new() } else { format!(" --dice '{}'", step.dice) };
            format!("railhead battle resolve {what}{dice}{decide} --post")
        });
        Self {
            answered,
            story: step.heard.iter().map(|happening| teller.sentence(happening)).collect(),
            next: step.next.as_ref().map(|asked| AskedView::new(&teller, asked)),
            command,
        }
    }
}

/// How a question is answered at the command line.
fn how_answered(kind: &str) -> &'static str {
    match kind {
        "throw" => "to answer, repeat the command with `--answer \"FACES\"` added: the faces in the order of the dice",
        "decision" => {
            "to answer, repeat the command with `--answer yes` or `--answer no` added; `--answer \"\"` is the doctrine"
        }
        "stay_out" => "to answer, repeat the command with `--answer \"ID ID\"` added, or with `--answer none`",
        _ => "to answer, repeat the command with `--answer ID` added; `--answer \"\"` is the first",
    }
}

impl Report for StepView {
    fn tables(&self) -> Vec<Table> {
        let mut story = Table::new("The battle so far", Vec::new());
        self.story.iter().for_each(|line| story.note(line));
        let mut next = Table::new(self.next.as_ref().map_or("the battle is over", |next| &next.text), Vec::new());
        for part in self.next.iter().flat_map(|next| &next.parts) {
            let text = if part.text.is_empty() { String::new() } else { format!(": {}", part.text) };
            next.note(format!("{}{text}", part.name));
        }
        if let Some(doctrine) = self.next.as_ref().and_then(|next| next.doctrine) {
            next.note(format!("the doctrine says {}", if doctrine { "yes" } else { "no" }));
        }
        if let Some(asked) = &self.next {
            next.note(how_answered(asked.kind));
        }
        if let Some(command) = &self.command {
            next.note(format!("to post it: {command}"));
        }
        vec![story, next]
    }
}

#[cfg(test)]
mod tests {
    use super::how_answered;

    #[test]
    fn every_question_says_how_it_is_answered() {
        let said = ["throw", "decision", "stay_out", "marker"].map(how_answered);
        let expected = [
            "to answer, repeat the command with `--answer \"FACES\"` added: the faces in the order of the dice",
            "to answer, repeat the command with `--answer yes` or `--answer no` added; `--answer \"\"` is the doctrine",
            "to answer, repeat the command with `--answer \"ID ID\"` added, or with `--answer none`",
            "to answer, repeat the command with `--answer ID` added; `--answer \"\"` is the first",
        ];
        assert_eq!(said, expected);
    }
}
