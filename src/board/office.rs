//! The office: it holds the program, answers what is asked, and notices what has changed.
//!
//! What it decides: which role reaches what. One router a role: whoever has no key reaches the door alone, a player the pages
//! under `/p`, a screen its one page, the umpire all others. What a role does not reach is not there for it.

mod routes;

use std::collections::hash_map::DefaultHasher;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::hash::{Hash as _, Hasher as _};
use std::time::{Duration, Instant};

use ops::query::{LogSteps, OrderFate};
use ops::{OpError, Player, Proposal, Session};

use crate::access::{Keys, Role, reading_of};
use crate::asked::{Asked, Given};
use crate::desk::{Desk, Reading, Refusal};
use crate::eyes::seen;
use crate::letters::{Letters, Written};
use crate::news::{News, Reader};
use crate::page::Questions;

/// What a way of reading showed.
#[derive(Debug, Clone, Copy)]
struct Shown {
    /// After which operation.
    operation: u64,
    /// A hash of all of it.
    mark: u64,
    /// How often it has changed.
    count: u64,
}

/// What became of orders, as far as it was looked up.
#[derive(Debug, Default)]
struct OrdersKnown {
    /// The operation after which it was looked up.
    after: u64,
    /// By the operations that gave them.
    fates: BTreeMap<Vec<u64>, Vec<OrderFate>>,
}

/// What was answered.
#[derive(Debug, Default)]
struct Kept {
    /// Pages, until something changes.
    pages: BTreeMap<(Reader, String), Given>,
    /// Answers to forms.
    answers: VecDeque<(String, Given)>,
    /// Documents, until something changes: each by the words of its command, so that all who read with the same eyes share it.
    documents: VecDeque<(Vec<String>, Given)>,
}

/// How many documents are kept; those of a large campaign have megabytes.
const DOCUMENTS: usize = 8;

/// Where the board is found.
#[derive(Debug, Clone)]
pub(crate) struct Addresses {
    /// By this machine.
    pub(crate) here: String,
    /// By players; none: it is for this machine alone.
    pub(crate) lan: Option<String>,
}

/// The office.
pub(crate) struct Office<'d> {
    pub(crate) desk: &'d mut dyn Desk,
    pub(crate) keys: Keys,
    pub(crate) news: News,
    pub(crate) addresses: Addresses,
    /// The last operation.
    pub(crate) last: u64,
    /// What an undo would take back, and a redo bring back.
    pub(crate) steps: LogSteps,
    kept: Kept,
    /// What each way of reading showed last.
    shown: BTreeMap<Reading, Shown>,
    /// What players and the umpire had written to each other when it was last told, and what they have seen of it.
    letters: Letters,
    posts: BTreeMap<String, VecDeque<Duration>>,
    /// What battles that are led on the board ask of players now.
    pub(crate) questions: Questions,
    /// What became of orders.
    orders: OrdersKnown,
    /// By which keys somebody was being told when this was last looked at.
    listening: Vec<String>,
    /// How many players that were.
    phones: usize,
    /// Runs since the board was opened.
    clock: Instant,
}

impl<'d> Office<'d> {
    pub(crate) fn new(desk: &'d mut dyn Desk, keys: Keys, news: News, addresses: Addresses) -> Result<Self, Refusal> {
        let last = if desk.is_open() { last_operation(desk)? } else { 0 };
        let (kept, shown, posts) = (Kept::default(), BTreeMap::new(), BTreeMap::new());
        let steps = steps(desk);
        let (letters, clock) = (Letters::found(desk), Instant::now());
        Ok(Self {
            desk,
            keys,
            news,
            addresses,
            last,
            steps,
            kept,
            shown,
            letters,
            posts,
            questions: Questions::new(),
            orders: OrdersKnown::default(),
            listening: Vec::new(),
            phones: 0,
            clock,
        })
    }

    /// Opens another campaign file, and forgets what was shown of the one before.
    pub(crate) fn open(&mut self, file: &str) -> Result<(), Refusal> {
        let players = if self.desk.is_open() { self.players().unwrap_or_default() } else { Vec::new() };
        self.desk.open(file)?;
        self.last = last_operation(self.desk)?;
        self.steps = steps(self.desk);
        self.letters = Letters::found(self.desk);
        self.orders = OrdersKnown::default();
        self.questions.clear();
        self.kept.pages.clear();
        self.kept.documents.clear();
        self.shown.clear();
        self.kept.answers.clear();
        self.keys.codes.forget();
        // A screen shows a side of the campaign for which it was hung up.
        for (_, screen) in std::mem::take(&mut self.keys.screens) {
            self.news.tell(Reader::Screen(screen.number), "bye", 0);
        }
        // Their keys are those of the file before: they wait until that is opened again.
        for player in &players {
            self.news.tell(Reader::Player(player.number), "away", 0);
        }
        Ok(())
    }

    /// How many players have a page of the open campaign before them.
    pub(crate) fn connected(&mut self) -> usize {
        if !self.desk.is_open() {
            return 0;
        }
        let keys = self.news.windows.keys();
        let players = keys.iter().filter_map(|key| {
            let player = self.in_session(|session| session.player_with(key.as_bytes()));
            player.ok().flatten().map(|player| player.number)
        });
        players.collect::<BTreeSet<u64>>().len()
    }

    /// Says that somebody's key no longer opens anything.
    pub(crate) fn revoked(&self, player: u64) {
        self.news.tell(Reader::Player(player), "bye", 0);
    }

    /// A player sees more or less than he did.
    pub(crate) fn sees_otherwise(&mut self, player: &Player) {
        self.forget(&[Reader::Player(player.number)]);
        let state = self.notice(&reading_of(player));
        self.news.tell(Reader::Player(player.number), "op", state);
    }

    /// A code that may be typed in the place of a key.
    pub(crate) fn code_for(&mut self, key: &str) -> Result<String, Refusal> {
        let now = self.clock.elapsed();
        self.keys.codes.add(key, now).map_err(|error| Refusal::of(&error))
    }

    /// The key of a code that is typed.
    pub(crate) fn key_of(&mut self, code: &str) -> Option<String> {
        let now = self.clock.elapsed();
        self.keys.codes.take(code, now)
    }

    /// Asks the open campaign file, or writes beside it.
    pub(crate) fn in_session<T>(&mut self, ask: impl FnOnce(&mut Session) -> Result<T, OpError>) -> Result<T, Refusal> {
        let came = ask(self.desk.session()?);
        came.map_err(|error| self.desk.refused(error))
    }

    /// What became of the orders that these operations gave.
    pub(crate) fn order_fates(&mut self, given: &[u64]) -> Result<Vec<OrderFate>, Refusal> {
        if given.is_empty() {
            return Ok(Vec::new());
        }
        if self.orders.after != self.last {
            self.orders = OrdersKnown { after: self.last, ..OrdersKnown::default() };
        }
        if let Some(known) = self.orders.fates.get(given) {
            return Ok(known.clone());
        }
        let came = self.in_session(|session| session.order_fates(given))?;
        self.orders.fates.insert(given.to_vec(), came.clone());
        Ok(came)
    }

    /// Those who have, or had, a key.
    pub(crate) fn players(&mut self) -> Result<Vec<Player>, Refusal> {
        self.in_session(|session| session.players())
    }

    /// Whether the umpire asks, and from this machine.
    pub(crate) fn is_umpire(&self, asked: &Asked) -> bool {
        asked.is_here() && asked.key.as_ref().is_some_and(|key| self.keys.is_umpire(key))
    }

    /// Who asks. The umpire's key is good on this machine alone: from elsewhere it opens nothing.
    pub(crate) fn role(&mut self, asked: &Asked) -> Role {
        let Some(key) = &asked.key else { return Role::Nobody };
        if self.keys.is_umpire(key) {
            return if asked.is_here() { Role::Umpire } else { Role::Nobody };
        }
        if let Some(screen) = self.keys.screen(key) {
            return Role::Screen(screen.clone());
        }
        let player = self.in_session(|session| session.player_with(key.as_bytes())).ok().flatten();
        player.map_or(Role::Nobody, Role::Player)
    }

    /// As whom somebody is told of changes, and the number of the state that he sees.
    pub(crate) fn listener(&mut self, asked: &Asked) -> Option<(Reader, u64)> {
        let role = self.role(asked);
        let state = match &role {
            Role::Player(player) => self.notice(&reading_of(player)),
            Role::Screen(screen) => self.notice(&screen.reading()),
            Role::Umpire | Role::Nobody => self.last,
        };
        role.reader().map(|reader| (reader, state))
    }

    /// Notices whether the campaign has gone on, by whatever hand, and tells those who see the difference.
    pub(crate) fn look_round(&mut self) {
        let listening = self.news.windows.keys();
        if listening != self.listening {
            self.listening = listening;
            let phones = self.connected();
            if std::mem::replace(&mut self.phones, phones) != phones {
                self.forget(&[Reader::Umpire]);
                self.news.tell(Reader::Umpire, "phones", u64::try_from(phones).unwrap_or_default());
            }
        }
        let mark = self.in_session(|session| session.written_by_others());
        if mark.is_ok_and(|mark| mark != self.letters.written.mark) {
            self.tell_what_is_written();
        }
        let Ok(last) = last_operation(self.desk) else { return };
        if last == self.last {
            return;
        }
        self.last = last;
        self.steps = steps(self.desk);
        self.kept.pages.clear();
        self.kept.documents.clear();
        // What came of a proposal may have been taken back: then it waits again.
        self.tell_what_is_written();
        self.news.tell(Reader::Umpire, "op", last);
        let players = self.players().unwrap_or_default();
        // Several may read with the same eyes, and all of them are told.
        let before: BTreeMap<Reading, u64> = self.shown.iter().map(|(of, shown)| (of.clone(), shown.count)).collect();
        let players = players.iter().filter(|player| player.may_enter);
        let players = players.map(|player| (Reader::Player(player.number), reading_of(player)));
        let screens = self.keys.screens.iter().map(|(_, of)| (Reader::Screen(of.number), of.reading()));
        for (reader, reading) in players.chain(screens).collect::<Vec<_>>() {
            let now = self.notice(&reading);
            if before.get(&reading).is_some_and(|before| now != *before) {
                self.news.tell(reader, "op", now);
            }
        }
    }

    /// Tells of what players and the umpire have written to each other since this was last done, by whatever hand.
    pub(crate) fn tell_what_is_written(&mut self) {
        let Some(now) = Written::read(self.desk) else { return };
        let before = self.letters.renew(now);
        let is_new = |(number, of): &(&u64, &Proposal)| before.proposals.get(number) != Some(*of);
        let proposals = self.letters.written.proposals.iter().filter(is_new);
        let proposals = proposals.map(|(number, of)| ("proposal", of.player, [*number, of.nth]));
        let more = |(player, count): &(&u64, &usize)| before.messages.get(player) != Some(*count);
        let messages = self.letters.written.messages.iter().filter(more);
        let messages = messages.map(|(player, _)| ("message", *player, [*player; 2]));
        let news: Vec<_> = proposals.chain(messages).collect();
        if !news.is_empty() {
            // Of others the pages stay: how fast they come tells nobody that somebody wrote.
            let of = news.iter().map(|(_, player, _)| Reader::Player(*player));
            self.forget(&of.chain([Reader::Umpire]).collect::<Vec<_>>());
        }
        for (kind, player, numbers) in news {
            for (reader, number) in [Reader::Umpire, Reader::Player(player)].into_iter().zip(numbers) {
                self.news.tell(reader, kind, number);
            }
        }
    }

    /// How much waits for the umpire to be decided or read.
    pub(crate) fn waits_for_the_umpire(&self) -> usize {
        self.letters.waits_for_the_umpire()
    }

    /// How many letters and decisions of the umpire's a player has not seen.
    pub(crate) fn unread(&self, player: u64) -> (usize, usize) {
        self.letters.unread(player)
    }

    /// A player, or the umpire, looks at what was written to him: his `post`, or what became of his `orders`.
    pub(crate) fn has_read(&mut self, player: Option<u64>, what: &str) {
        self.letters.are_read(player, what);
        self.forget(&[player.map_or(Reader::Umpire, Reader::Player)]);
    }

    /// A document of these words, which is made once while nothing changes.
    pub(crate) fn document(
        &mut self,
        words: Vec<String>,
        make: impl FnOnce(&mut Self) -> Result<Given, Refusal>,
    ) -> Result<Given, Refusal> {
        if let Some((_, kept)) = self.kept.documents.iter().find(|(of, _)| *of == words) {
            return Ok(kept.clone());
        }
        let given = make(self)?;
        if self.kept.documents.len() >= DOCUMENTS {
            self.kept.documents.pop_front();
        }
        self.kept.documents.push_back((words, given.clone()));
        Ok(given)
    }

    /// Forgets the pages of these readers.
    pub(crate) fn forget(&mut self, readers: &[Reader]) {
        self.kept.pages.retain(|(of, _), _| !readers.contains(of));
    }

    /// How often what a reader sees has changed since the board was opened: the number by which he knows its state.
    pub(crate) fn notice(&mut self, reading: &Reading) -> u64 {
        let before = self.shown.get(reading).copied();
        if let Some(shown) = before.filter(|shown| shown.operation == self.last) {
            return shown.count;
        }
        let Some(seen) = seen(self.desk, reading) else { return 0 };
        let mut hasher = DefaultHasher::new();
        seen.hash(&mut hasher);
        let mark = hasher.finish();
        let changes = before.is_some_and(|shown| shown.mark != mark);
        let count = before.map_or(1, |shown| shown.count) + u64::from(changes);
        self.shown.insert(reading.clone(), Shown { operation: self.last, mark, count });
        count
    }
}

fn last_operation(desk: &mut dyn Desk) -> Result<u64, Refusal> {
    let session = desk.session()?;
    let next = session.next_operation();
    next.map(|next| next.saturating_sub(1)).map_err(|error| desk.refused(error))
}

fn steps(desk: &mut dyn Desk) -> LogSteps {
    desk.session().ok().and_then(|session| session.steps().ok()).unwrap_or_default()
}
