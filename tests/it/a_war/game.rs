//! The war itself: its file, its dice, what was ordered, and what is asserted after every bound.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::PathBuf;

use chrono::DateTime;
use rand::seq::{IndexedRandom as _, IteratorRandom as _};
use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;

use campaign::{Action, Campaign, Event, Formation, breaches, is_boundary};
use domain::{Bound, Commodity, Square};
use ledger::{Ledger, LedgerError, OperationDraft};
use ops::command::BoundClose;
use ops::{ChangeContext, Moment, OpError, Request, Session, Step};
use scenario::{read, write};

use super::DEEDS;

/// What the orders must have come to, and how often at least in 300 bounds.
pub(super) const OUTCOMES: &[(&str, u32)] = &[
    ("stock loaded or unloaded by a convoy", 40),
    ("stock captured with a vehicle", 1),
    ("a dump captured", 8),
    ("a convoy's vehicle overrun", 5),
    ("stock destroyed", 50),
    ("LOG or POL expended", 10),
    ("trains", 200),
    ("an airlift booked", 6),
    ("a convoy held up, gone round or turned back", 25),
    ("a length of railway put right by engineers", 5),
    ("a dump opened as ordered", 5),
    ("vehicles sent as ordered", 5),
    ("fire units expended", 10),
    ("what was used carried over in kg", 10),
    ("partisans raided", 20),
    ("a vehicle hit by an air strike", 1),
    ("a vehicle worn out a little", 8),
    ("hunger", 8),
    ("stock reported", 15),
    ("SP out of a pool", 5),
];

/// A war in its file.
pub(super) struct War {
    folder: tempfile::TempDir,
    file: PathBuf,
    session: Session,
    /// The campaign as the events gave it.
    pub(super) campaign: Campaign,
    pub(super) dice: ChaCha8Rng,
    /// The last operation.
    last: u64,
    /// The first operation of the running bound.
    first: u64,
    files: u32,
    closed: u32,
    orders: BTreeMap<&'static str, [u32; 2]>,
    seen: BTreeMap<&'static str, u32>,
    refusals: BTreeMap<String, u32>,
}

fn draft() -> OperationDraft {
    OperationDraft {
        command: "new theatre".to_owned(),
        request: serde_json::json!({"v": 1, "command": "new"}),
        group: None,
        seed: None,
        reason: None,
        overridden: None,
        expect: None,
        inputs: Vec::new(),
        time: DateTime::UNIX_EPOCH,
    }
}

impl War {
    /// The first morning.
    pub(super) fn begin(campaign: Campaign, seed: u64) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("war-0.railhead");
        Ledger::create(&file, &draft(), &campaign).unwrap();
        Self {
            session: Session::open(&file).unwrap(),
            folder,
            file,
            campaign,
            dice: ChaCha8Rng::seed_from_u64(seed),
            last: 1,
            first: 2,
            files: 1,
            closed: 0,
            orders: BTreeMap::new(),
            seen: BTreeMap::new(),
            refusals: BTreeMap::new(),
        }
    }

    /// Gives an order drawn by weight.
    pub(super) fn draw(&mut self) {
        let sum: u32 = DEEDS.iter().map(|(_, weight, ..)| weight).sum();
        let mut drawn = self.dice.random_range(0..sum);
        for (_, weight, _, action) in DEEDS {
            if drawn < *weight {
                return action(self);
            }
            drawn -= weight;
        }
    }

    /// Gives an order; one in four is the umpire's, who sets rules aside. Whether it was carried out.
    pub(super) fn give(&mut self, kind: &'static str, request: &Request) -> bool {
        let by_force = self.dice.random_ratio(1, 4);
        self.order(kind, request, by_force)
    }

    /// Gives an order. Whether it was carried out.
    pub(super) fn order(&mut self, kind: &'static str, request: &Request, by_force: bool) -> bool {
        match self.session.change(&warrant(kind, by_force), request) {
            Ok(change) => {
                self.witness(&change.events);
                self.last = change.operation.unwrap_or(self.last);
                self.campaign = (*change.after).clone();
                self.count(kind, true);
                true
            }
            Err(error) => {
                assert!(is_refusal(&error), "{kind}, {request:?}: {error:?}");
                self.refused(kind, &error.to_string());
                false
            }
        }
    }

    fn refused(&mut self, kind: &'static str, error: &str) {
        assert!(!error.trim().is_empty(), "{kind} is refused without a word");
        let plain: Vec<&str> = error.split('`').step_by(2).collect();
        let plain: String = plain.join("_").chars().filter(|letter| !letter.is_ascii_digit()).collect();
        *self.refusals.entry(format!("{kind}: {plain}")).or_default() += 1;
        self.count(kind, false);
    }

    fn count(&mut self, kind: &'static str, done: bool) {
        self.orders.entry(kind).or_default()[usize::from(!done)] += 1;
    }

    pub(super) fn done(&self, kind: &str) -> u32 {
        self.orders.get(kind).map_or(0, |counts| counts[0])
    }

    pub(super) fn seen(&self, what: &str) -> u32 {
        self.seen.get(what).copied().unwrap_or_default()
    }

    /// What was ordered and refused, and what came of it.
    pub(super) fn account(&self) -> String {
        let mut text = format!("{} bounds closed, {} files\n", self.closed, self.files);
        for (kind, [done, refused]) in &self.orders {
            writeln!(text, "{kind}: {done} carried out, {refused} refused").unwrap();
        }
        for (what, _) in OUTCOMES {
            writeln!(text, "{what}: {}", self.seen(what)).unwrap();
        }
        for (why, times) in &self.refusals {
            writeln!(text, "    {times} x {why}").unwrap();
        }
        text
    }

    /// Sees what events came to.
    fn witness(&mut self, events: &[Event]) {
        let drives = |id: &str| self.campaign.convoys.values().any(|convoy| convoy.has(id));
        let is_vehicle = |id: &str| self.campaign.formation(id).and_then(Formation::vehicle_of).is_some();
        let mut seen: Vec<&'static str> = Vec::new();
        for event in events {
            match event {
                Event::StockTransferred { transfer } => {
                    let (from, to) = (transfer.from.as_str(), transfer.to.as_str());
                    let captured = transfer.reason.starts_with("captured by");
                    seen.extend((captured && is_vehicle(from)).then_some("stock captured with a vehicle"));
                    seen.extend((to == "destroyed").then_some("stock destroyed"));
                    let is_fire = !matches!(transfer.commodity, Commodity::Log | Commodity::Pol);
                    let expended = if is_fire { "fire units expended" } else { "LOG or POL expended" };
                    seen.extend((to == "consumed").then_some(expended));
                    seen.extend((from == "rail").then_some("trains"));
                    seen.extend((from == "air").then_some("an airlift booked"));
                    let on_map = !is_boundary(from) && !is_boundary(to);
                    let by_convoy = on_map && !captured && (drives(from) || drives(to));
                    seen.extend(by_convoy.then_some("stock loaded or unloaded by a convoy"));
                }
                Event::RemainderChanged { to, .. } if to.as_str() == "consumed" => {
                    seen.push("what was used carried over in kg");
                }
                Event::PartisansThrown { before, after, .. } if before != after => seen.push("partisans raided"),
                Event::DiceThrown { purpose, .. } => seen.extend(match purpose.as_str() {
                    "air strikes (house rule `air_interdiction`)" => Some("a vehicle hit by an air strike"),
                    "wear (house rule `truck_attrition`)" => Some("a vehicle worn out a little"),
                    "hunger" => Some("hunger"),
                    _ => None,
                }),
                Event::StockReported { .. } => seen.push("stock reported"),
                Event::ReplacementTaken { .. } => seen.push("SP out of a pool"),
                Event::DumpHandedOver { .. } => seen.push("a dump captured"),
                Event::LeafStateChanged { leaf, after, .. } if drives(leaf.as_str()) && !after.is_on_map() => {
                    seen.push("a convoy's vehicle overrun");
                }
                Event::ConvoyChanged { after: Some(convoy), .. } if convoy.held_up.is_some() => {
                    seen.push("a convoy held up, gone round or turned back");
                }
                Event::RailChanged { .. } if events.iter().any(|e| matches!(e, Event::BoundClosed { .. })) => {
                    seen.push("a length of railway put right by engineers");
                }
                Event::OrderChanged { before: Some(order), after: None, .. } => {
                    let opens = |e: &Event| matches!(e, Event::DumpOpened { .. });
                    let sends = |e: &Event| matches!(e, Event::ConvoyChanged { after: Some(_), .. });
                    seen.extend(match order.action {
                        Action::OpenDump(_) if events.iter().any(opens) => Some("a dump opened as ordered"),
                        Action::Send(_) if events.iter().any(sends) => Some("vehicles sent as ordered"),
                        _ => None,
                    });
                }
                _ => {}
            }
        }
        for what in seen {
            *self.seen.entry(what).or_default() += 1;
        }
    }

    /// Takes a step back or forward. Whether there was one.
    fn step(&mut self, kind: &'static str, step: Step) -> bool {
        match self.session.step(&warrant(kind, false), step) {
            Ok(stepped) => {
                self.last = stepped.operation;
                self.campaign = self.session.look(None).unwrap();
                self.count(kind, true);
                true
            }
            Err(error) => {
                let is_end = matches!(
                    error,
                    OpError::Ledger(
                        LedgerError::NothingToUndo
                            | LedgerError::NothingToRedo
                            | LedgerError::NothingToRestore { .. }
                            | LedgerError::NoOperation { .. }
                    )
                );
                assert!(is_end, "{kind}: {error:?}");
                self.refused(kind, &error.to_string());
                false
            }
        }
    }

    /// Closes the bound, after the umpire has settled what waits, and asserts what must hold then.
    pub(super) fn close(&mut self) {
        let closing = self.campaign.bound;
        super::fights::settle_all(self);
        let request = BoundClose::default();
        assert!(self.order("close", &Request::BoundClose(request), false), "{}", self.account());
        assert_eq!(self.campaign.bound, closing.next());
        self.closed += 1;
        self.first = self.last;
        self.is_sound();
    }

    fn is_sound(&self) {
        let (campaign, at) = (&self.campaign, self.campaign.bound);
        let mut sums: BTreeMap<Commodity, i64> = BTreeMap::new();
        for (account, commodity, units) in campaign.stock.balances() {
            *sums.entry(commodity).or_default() += units;
            assert!(units >= 0 || is_boundary(account.as_str()), "{at}: {account} holds {units} {commodity}");
        }
        assert!(sums.len() >= 2 && sums.values().all(|sum| *sum == 0), "{at}: {sums:?}");
        assert_eq!(breaches(campaign), [], "{at}");
        stands_well(campaign);
        assert!(self.session.look(None).unwrap() == *campaign, "{at}: the tables are not what the events gave");
        let verified = self.session.verify(None).unwrap();
        assert_eq!(verified.breaches, [], "{at}");
    }

    /// Undoes everything and does it again; exports, and goes on in a new file that is made of the export.
    pub(super) fn renew(&mut self) {
        let export = write(&self.campaign);
        let (before, imported) = (self.last, self.session.look(Some(Moment::Operation(1))).unwrap());
        assert!(self.step("back-to-the-import", Step::Restore { number: 1 }));
        assert!(write(&self.campaign) == write(&imported), "undoing everything does not give the import");
        assert!(self.step("and-forward", Step::Restore { number: before }));
        assert!(write(&self.campaign) == export, "restoring does not give what stood");
        let reading = read(&export, &[]);
        assert_eq!(reading.faults, [], "{}: the export has faults", self.campaign.bound);
        let mut campaign = reading.campaign.unwrap();
        let again = write(&campaign);
        for (name, bytes) in &export {
            assert!(again.get(name) == Some(bytes), "{}: {name} is not the same again", self.campaign.bound);
        }
        assert_eq!(again.len(), export.len());
        self.file = self.folder.path().join(format!("war-{}.railhead", self.files));
        Ledger::create(&self.file, &draft(), &campaign).unwrap();
        self.session = Session::open(&self.file).unwrap();
        campaign.stock = self.campaign.stock.clone();
        let differs = || differences(&campaign, &self.campaign);
        assert!(campaign == self.campaign, "{}: read back is not what was exported: {}", self.bound(), differs());
        self.campaign = self.session.look(None).unwrap();
        (self.files, self.last, self.first) = (self.files + 1, 1, 2);
    }
}

/// Where two campaigns differ, for whoever mends it.
fn differences(one: &Campaign, other: &Campaign) -> String {
    use serde_json::Value;
    fn walk(path: &str, one: &Value, other: &Value, found: &mut Vec<String>) {
        let none = Value::Null;
        match (one, other) {
            (Value::Object(a), Value::Object(b)) => {
                let keys: std::collections::BTreeSet<_> = a.keys().chain(b.keys()).collect();
                for key in keys {
                    walk(&format!("{path}.{key}"), a.get(key).unwrap_or(&none), b.get(key).unwrap_or(&none), found);
                }
            }
            (Value::Array(a), Value::Array(b)) if a.len() == b.len() => {
                a.iter().zip(b).enumerate().for_each(|(at, (a, b))| walk(&format!("{path}[{at}]"), a, b, found));
            }
            _ if one != other => found.push(format!("{path}: {one} for {other}")),
            _ => {}
        }
    }
    let mut found = Vec::new();
    let value = |campaign: &Campaign| serde_json::to_value(campaign).unwrap();
    walk("", &value(one), &value(other), &mut found);
    found.truncate(5);
    found.join("\n")
}

/// Leaves stand on the map, bases and superiors are as they must be: asserted once more, by other words than the program's.
fn stands_well(campaign: &Campaign) {
    let at = campaign.bound;
    for formation in campaign.formations.values() {
        if let Some(parent) = &formation.parent {
            assert_eq!(campaign.formations[parent].side, formation.side, "{at}: {}", formation.id);
        }
        let Some(leaf) = &formation.leaf else { continue };
        for base in &leaf.bases {
            assert!(base.sp <= base.sp_full && base.markers <= base.sp, "{at}: {}", formation.id);
        }
        let Some(square) = formation.stands_on() else { continue };
        assert!(campaign.frame.contains(square), "{at}: {} stands on {square}", formation.id);
    }
}

fn warrant(kind: &str, by_force: bool) -> ChangeContext {
    ChangeContext {
        command: kind.to_owned(),
        reason: Some("as the war goes".to_owned()),
        overridden: by_force.then(|| "the umpire says so".to_owned()),
        dry_run: false,
        expect: None,
        group: None,
        time: DateTime::UNIX_EPOCH,
        inputs: Vec::new(),
    }
}

/// Whether an order was refused as it should be: by the campaign, a rule or a word, not by a fault of the program.
fn is_refusal(error: &OpError) -> bool {
    use campaign::Refusal;
    match error {
        // An event that does not fit what is there was decided wrongly.
        OpError::Refused(refusal) => !matches!(refusal, Refusal::Stale { .. }),
        OpError::Rule { .. } | OpError::NotNow { .. } | OpError::NoRail { .. } | OpError::Words { .. } => true,
        _ => false,
    }
}

/// Goes one to four steps back.
pub(super) fn undo(war: &mut War) {
    for _ in 0..war.dice.random_range(1..=4) {
        // The close of a bound is left standing, so that the war comes to its end.
        if war.last <= war.first || !war.step("undo", Step::Undo { one_line: false }) {
            return;
        }
    }
}

/// Goes a step back and forward again, which must give what stood.
pub(super) fn redo(war: &mut War) {
    let before = war.campaign.clone();
    if war.last > war.first && war.step("undo", Step::Undo { one_line: false }) {
        assert!(war.step("redo", Step::Redo));
        assert!(war.campaign == before, "redo does not give what was undone");
    }
}

/// Restores how things stood after some operation of the running bound, or of one before.
pub(super) fn restore(war: &mut War) {
    let number = war.dice.random_range(war.first..=war.last.max(war.first));
    war.step("restore", Step::Restore { number });
}

impl War {
    /// Anything of a list.
    pub(super) fn one<T>(&mut self, list: &[T]) -> Option<T>
    where
        T: Clone,
    {
        list.choose(&mut self.dice).cloned()
    }

    /// The id of some formation of which this is so.
    pub(super) fn any(&mut self, is_one: impl Fn(&Campaign, &Formation) -> bool) -> Option<String> {
        let campaign = &self.campaign;
        let all = campaign.formations.values().filter(|f| is_one(campaign, f));
        all.choose(&mut self.dice).map(|f| f.id.to_string())
    }

    /// A square as it is typed.
    pub(super) fn reference(&self, square: Square) -> String {
        self.campaign.frame.reference(square)
    }

    /// Where a formation stands, or its HQ, or its first fighting leaf.
    pub(super) fn square(&self, id: &str) -> Option<Square> {
        let formation = self.campaign.formation(id)?;
        campaign::Tree::new(&self.campaign).square(formation)
    }

    /// A square at most so many columns and rows away.
    pub(super) fn near(&mut self, square: Square, reach: u16) -> Square {
        let frame = &self.campaign.frame;
        let mut shifted = |at: u16, count: u16| {
            let low = at.saturating_sub(reach);
            self.dice.random_range(low..=(at + reach).min(count - 1))
        };
        Square::new(shifted(square.col, frame.columns), shifted(square.row, frame.rows))
    }

    /// The running bound.
    pub(super) fn bound(&self) -> Bound {
        self.campaign.bound
    }
}
