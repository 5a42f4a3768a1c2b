//! A battle at the table: what players rolled and decided, asked for with all that they must know, and kept as it is
//! typed, so that it can be put down, taken up again and corrected.
//!
//! What it decides: how an answer is read, and when it is asked for again.
//! What it never does: say what an answer means; that is for the rules.
//! Where to look next: `kept`, the file; `commands::battle::resolve`, which fights anew after an answer was taken back.

mod kept;

use std::cell::RefCell;
use std::fmt::Write as _;

use domain::counted;
use ops::query::AskedNext;
use ops::{Ask, Call, Decide, DiceError, Happening, MarkerOn, Placing, Question, faces};
use report::model::{Narrator, marker_question};

use super::ask::Terminal;
use report::render::wrap::sentence;

pub(crate) use kept::{AskedBy, CORRECTED_IN, KeptAnswers, RECORDED_IN, ROLLED_IN};

/// More dice than these may be typed in several lines.
const PORTION: usize = 12;

/// Why a line is no answer yet.
enum Unread {
    /// It cannot be read.
    Wrong(String),
    /// It is a part of it: so many dice of all that are thrown.
    Portion { so_far: usize, of: usize },
}

impl From<String> for Unread {
    fn from(why: String) -> Self {
        Self::Wrong(why)
    }
}

/// The table at which one battle is fought.
pub(crate) struct BattleTable<'t, 'a> {
    terminal: &'t Terminal<'a>,
    teller: Narrator<'t>,
    width: usize,
    state: RefCell<State>,
}

struct State {
    kept: KeptAnswers,
    /// How many of the kept answers have been used.
    used: usize,
    /// Until this many are used nothing is reported: it was reported before.
    silent: usize,
    now: u8,
    takes_back: bool,
    /// The decisions so far, as a script has them.
    decided: Vec<String>,
}

/// What remains when a battle is over, or stopped to take an answer back.
pub(crate) struct Left {
    pub(crate) kept: KeptAnswers,
    pub(crate) takes_back: bool,
    /// The decisions as a script has them.
    pub(crate) decided: String,
}

impl<'t, 'a> BattleTable<'t, 'a> {
    /// A table at which a battle is fought from its beginning, by the answers kept so far and then by asking. What
    /// happens until so many of them are used is not told.
    pub(crate) fn new(
        terminal: &'t Terminal<'a>,
        teller: Narrator<'t>,
        width: usize,
        kept: KeptAnswers,
        silent: usize,
    ) -> Self {
        let state = State { kept, used: 0, silent, now: 0, takes_back: false, decided: Vec::new() };
        Self { terminal, teller, width, state: RefCell::new(state) }
    }

    pub(crate) fn leave(self) -> Left {
        let State { kept, takes_back, decided, .. } = self.state.into_inner();
        Left { kept, takes_back, decided: decided.join(" ") }
    }

    /// Says what happened.
    pub(crate) fn hear(&self, happening: &Happening) {
        let mut state = self.state.borrow_mut();
        let is_told = state.used >= state.silent;
        let line = match happening {
            Happening::Move { now } => {
                state.now = *now;
                format!("\nMove {now}\n")
            }
            other => self.line("  ", &self.teller.sentence(other), 4),
        };
        if is_told {
            self.terminal.say(&line);
        }
    }

    /// Asks whether the result is right once the battle is over; end of input counts as an answer.
    pub(crate) fn confirm(&self) {
        if !self.state.borrow().kept.answers.is_empty() {
            let question = "\nThe battle is over. Press Enter to save the result, or type `back` to take back the last \
                            answer: ";
            self.asked(question, |line| {
                if line.is_empty() { Ok(()) } else { Err("press Enter, or type `back`".to_owned().into()) }
            });
        }
    }

    fn line(&self, head: &str, text: &str, indent: usize) -> String {
        sentence(head, text, indent, Some(self.width))
    }

    /// In which move it is, where the rules tell of moves.
    fn now(&self) -> String {
        match self.state.borrow().now {
            0 => String::new(),
            now => format!("move {now}: "),
        }
    }

    /// By what the answer to a question is known again.
    fn key(&self, asked: &AskedNext) -> String {
        asked.key(self.state.borrow().now)
    }

    /// The answer to a question: the saved one, else one asked for; none when input has ended.
    fn answer<T>(&self, question: &str, ask: &str, read: impl Fn(&str) -> Result<T, Unread>) -> Option<T> {
        let kept = self.taken_up(question).and_then(|given| read(&given).ok());
        if kept.is_some() {
            self.state.borrow_mut().used += 1;
            return kept;
        }
        self.set_aside();
        let (answer, given) = self.asked(ask, read)?;
        let mut state = self.state.borrow_mut();
        state.used += 1;
        if let Err(why) = state.kept.add(question, &given) {
            let text = format!("{} cannot be written ({why}): answers are not saved", state.kept.name);
            self.terminal.say(&self.line("warning: ", &text, 9));
        }
        Some(answer)
    }

    fn taken_up(&self, question: &str) -> Option<String> {
        let state = self.state.borrow();
        state.kept.answer(state.used, question).map(str::to_owned)
    }

    /// Drops the answers that no longer fit.
    fn set_aside(&self) {
        let mut state = self.state.borrow_mut();
        let used = state.used;
        let left = state.kept.answers.len() - used;
        if left > 0 {
            let text = format!(
                "the battle goes differently from here: the last {} in {} cannot be used any longer",
                counted(left, "answer"),
                state.kept.name
            );
            self.terminal.say(&self.line("note: ", &text, 6));
            let _ = state.kept.drop_from(used);
        }
    }

    /// Asks until an answer can be read, and gives it with what was typed; `back` and `?` are answers to every question. Of an
    /// answer in several lines `back` takes back those typed so far. After an answer that is wrong only the last line of the
    /// question is shown again.
    fn asked<T>(&self, ask: &str, read: impl Fn(&str) -> Result<T, Unread>) -> Option<(T, String)> {
        let (mut typed, mut more) = (String::new(), None::<String>);
        loop {
            let line = self.terminal.line(more.as_deref().unwrap_or(ask))?;
            match line.trim() {
                "back" if !typed.is_empty() => (typed, more) = (String::new(), None),
                "back" if self.state.borrow().kept.answers.is_empty() => {
                    self.terminal.say("  there is no answer to take back\n");
                    more.get_or_insert_with(|| last_line(ask));
                }
                "back" => {
                    self.state.borrow_mut().takes_back = true;
                    return None;
                }
                "?" | "help" => self.terminal.say(&self.line("  ", &self.state.borrow().kept.how(), 2)),
                line => {
                    let whole = format!("{typed}{line}");
                    match read(&whole) {
                        Ok(answer) => return Some((answer, whole)),
                        Err(Unread::Portion { so_far, of }) => {
                            typed = whole + " ";
                            more = Some(format!("  {so_far} of {of}; {} more> ", of - so_far));
                        }
                        Err(Unread::Wrong(wrong)) => {
                            self.terminal.say(&self.line("  ", &wrong, 2));
                            more.get_or_insert_with(|| last_line(ask));
                        }
                    }
                }
            }
        }
    }
}

/// Who says what the players rolled.
pub(crate) struct TableDice<'x, 't, 'a>(pub(crate) &'x BattleTable<'t, 'a>);

impl Ask for TableDice<'_, '_, '_> {
    fn ask(&mut self, call: &Call<'_>, count: usize, _: Option<&DiceError>) -> Option<String> {
        let table = self.0;
        let now = table.now();
        let dice = counted(count, "die");
        let (thrower, purpose) = (call.who(), call.what());
        let thrown = table.teller.throw(&thrower, &dice, &purpose);
        let question = table.key(&AskedNext::Throw { thrower, purpose, dice: count, parts: Vec::new() });
        let order = if call.parts.len() == count && count > 1 { ", in this order" } else { "" };
        let mut ask = table.line("", &format!("{now}{thrown}{order}:"), 2);
        for part in call.parts {
            let who =
                if part.id == *call.thrower { String::new() } else { format!("{}: ", table.teller.named(&part.id)) };
            ask.push_str(&table.line("  ", &format!("{who}{}", part.words), 4));
        }
        if call.parts.len() > count && call.parts.len() < 6 {
            ask.push_str("  other faces are thrown again\n");
        }
        if count > PORTION {
            let how = "type them in as many lines as you like; `12x6` stands for twelve sixes";
            ask.push_str(&table.line("  ", how, 2));
        }
        ask.push_str("> ");
        table.answer(&question, &ask, |line| match faces(line) {
            Ok(faces) if faces.len() == count => Ok(line.to_owned()),
            Ok(faces) if count > PORTION && (1..count).contains(&faces.len()) => {
                Err(Unread::Portion { so_far: faces.len(), of: count })
            }
            Ok(faces) => Err(DiceError::Count { wanted: count, given: faces.len() }.to_string().into()),
            Err(error) => Err(error.to_string().into()),
        })
    }
}

/// Who says what the players decide.
pub(crate) struct Player<'x, 't, 'a>(pub(crate) &'x BattleTable<'t, 'a>);

impl Decide for Player<'_, '_, '_> {
    fn decide(&mut self, question: &Question<'_>) -> Option<bool> {
        let table = self.0;
        let usual = if question.doctrine { "Y/n" } else { "y/N" };
        let Question { choice, who, now, doctrine } = *question;
        let text = format!("move {now}: {}: {}", table.teller.named(who), choice.question());
        let ask = format!("{} [{usual}] ", table.line("", &text, 2).trim_end());
        let asked = AskedNext::Decision {
            choice: choice.as_str(),
            who: who.to_owned(),
            now,
            question: choice.question(),
            doctrine,
        };
        let yes = table.answer(&table.key(&asked), &ask, |line| match line.to_lowercase().as_str() {
            "" => Ok(doctrine),
            "y" | "yes" => Ok(true),
            "n" | "no" => Ok(false),
            _ => Err("answer `y` or `n`, or press Enter to follow the doctrine".to_owned().into()),
        })?;
        let word = if yes { "yes" } else { "no" };
        table.state.borrow_mut().decided.push(format!("{}:{who}@{now}={word}", choice.as_str()));
        Some(yes)
    }

    fn holds_back(&self) -> bool {
        true
    }

    fn stay_out(&mut self, bases: &[&str], now: u8) -> Option<Vec<usize>> {
        let table = self.0;
        let mut ask = format!("move {now}: which bases stay out of the assault?\n");
        for (place, id) in bases.iter().enumerate() {
            ask.push_str(&table.line(&format!("  {}  ", place + 1), &table.teller.named(id), 5));
        }
        ask.push_str("numbers or ids [none] ");
        let place = |word: &str| {
            let number = word.parse::<usize>().ok().filter(|number| (1..=bases.len()).contains(number));
            number.map(|number| number - 1).or_else(|| bases.iter().position(|base| *base == word))
        };
        let read = |line: &str| {
            let words = line.split([' ', ',']).filter(|word| !word.is_empty() && *word != "none");
            let places = words.map(place).collect::<Option<Vec<usize>>>();
            places.ok_or_else(|| format!("answer numbers from 1 to {}, or nothing", bases.len()).into())
        };
        let asked = AskedNext::StayOut { bases: bases.iter().map(|base| (*base).to_owned()).collect(), now };
        let out = table.answer(&table.key(&asked), &ask, read)?;
        let words = out.iter().filter_map(|place| bases.get(*place)).map(|base| format!("stays:{base}@{now}=yes"));
        table.state.borrow_mut().decided.extend(words);
        Some(out)
    }

    fn places_markers(&self) -> bool {
        true
    }

    fn marker(&mut self, options: &[MarkerOn<'_>], placing: Placing) -> Option<usize> {
        let table = self.0;
        let place = if options.len() < 2 {
            (!options.is_empty()).then_some(0)
        } else {
            let mut ask = format!("{}{}\n", table.now(), marker_question(placing));
            let usual = options.first().map_or(1, |on| on.number);
            for on in options {
                let text =
                    format!("{}: {} on {} SP", table.teller.named(on.id), counted(on.markers.into(), "marker"), on.sp);
                ask.push_str(&table.line(&format!("  {}  ", on.number), &text, 5));
            }
            let _ = write!(ask, "number or id [{usual}] ");
            let read = |line: &str| {
                let number = line.parse::<usize>().ok();
                let place = options.iter().position(|on| Some(on.number) == number || on.id == line);
                let place = if line.is_empty() { Some(0) } else { place };
                place.ok_or_else(|| format!("answer one of the numbers {}, or an id", numbers(options)).into())
            };
            table.answer(&table.key(&AskedNext::Marker { options: Vec::new(), placing }), &ask, read)
        };
        if let Some(on) = place.and_then(|place| options.get(place)) {
            table.state.borrow_mut().decided.push(format!("marker={}", on.id));
        }
        place
    }
}

/// The last line of a question, where the cursor stands.
fn last_line(ask: &str) -> String {
    ask.rsplit('\n').next().unwrap_or_default().to_owned()
}

/// The numbers of the bases that may take a marker: `1, 2, 5`.
fn numbers(options: &[MarkerOn<'_>]) -> String {
    options.iter().map(|on| on.number.to_string()).collect::<Vec<_>>().join(", ")
}
