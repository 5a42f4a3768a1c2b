//! What is to happen, event by event, on a copy of the campaign: each event is decided on what those before left.

use campaign::march::{MarchAccount, Marched};
use campaign::{
    BaseMarks, Campaign, Event, Formation, Leaf, RailJob, Railhead, Refusal, Track, Transfer, UnitMarks, apply,
};
use domain::{AccountId, BattleId, Commodity, FormationId, LeafState, Posture, SideId, Square, SquareSide};

use super::OpError;

/// The draft of an operation.
#[derive(Debug)]
pub struct Changeset {
    campaign: Campaign,
    events: Vec<Event>,
    told: Option<Notice>,
}

/// What an operation tells beside its events.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Notice {
    /// What a march came to.
    March(MarchAccount),
    /// Which battle was drawn, and who was left out of it for what reason.
    Drawn {
        /// The battle.
        battle: BattleId,
        /// Who was left out, and why.
        left_out: Vec<(FormationId, String)>,
    },
    /// Which battle was posted.
    Posted {
        /// The battle.
        battle: BattleId,
        /// What whoever posted it should know: a sentence each.
        notes: Vec<String>,
    },
    /// Which battle was given up.
    Cancelled {
        /// The battle.
        battle: BattleId,
    },
    /// What whoever gave the command should know: a sentence each.
    Notes(Vec<String>),
}

impl Changeset {
    /// A draft with nothing in it yet.
    pub fn new(campaign: &Campaign) -> Self {
        Self { campaign: campaign.clone(), events: Vec::new(), told: None }
    }

    /// The campaign with all that was decided so far.
    pub fn now(&self) -> &Campaign {
        &self.campaign
    }

    /// What was decided so far.
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// What was decided, and the campaign after it.
    pub fn finish(self) -> (Vec<Event>, Campaign) {
        (self.events, self.campaign)
    }

    /// Tells something beside the events.
    pub fn tell(&mut self, told: Notice) {
        self.told = Some(told);
    }

    /// Tells what whoever gave the command should know, after what was told so before.
    pub fn note(&mut self, note: String) {
        match &mut self.told {
            Some(Notice::Notes(notes)) => notes.push(note),
            _ => self.told = Some(Notice::Notes(vec![note])),
        }
    }

    /// What was told beside the events, taken out of the draft.
    pub(crate) fn take_told(&mut self) -> Option<Notice> {
        self.told.take()
    }

    /// Lets something happen wholly or, where it is refused, not at all.
    ///
    /// # Errors
    /// When it is refused.
    pub fn attempt<T>(&mut self, what: impl FnOnce(&mut Self) -> Result<T, OpError>) -> Result<T, OpError> {
        let (before, events) = (self.campaign.clone(), self.events.len());
        let done = what(self);
        if done.is_err() {
            self.campaign = before;
            self.events.truncate(events);
        }
        done
    }

    /// Lets an event happen.
    ///
    /// # Errors
    /// When the campaign refuses it.
    pub fn happen(&mut self, event: Event) -> Result<(), OpError> {
        apply(&mut self.campaign, &event)?;
        self.events.push(event);
        Ok(())
    }

    /// The formation with this id.
    ///
    /// # Errors
    /// When there is none.
    pub fn formation(&self, id: &FormationId) -> Result<&Formation, OpError> {
        self.campaign.formations.get(id).ok_or_else(|| Refusal::NoFormation(id.clone()).into())
    }

    /// What only a leaf has, of the formation with this id.
    ///
    /// # Errors
    /// When there is none, or it is no leaf.
    pub fn leaf(&self, id: &FormationId) -> Result<&Leaf, OpError> {
        self.formation(id)?.leaf.as_ref().ok_or_else(|| Refusal::NotALeaf(self.now().named(id)).into())
    }

    /// Sets a leaf down on a square, or takes it off the map; a way that it had half gone is lost.
    ///
    /// # Errors
    /// When the campaign refuses it.
    pub fn place(&mut self, id: &FormationId, after: Option<Square>) -> Result<(), OpError> {
        let before = self.leaf(id)?.square;
        if before == after {
            return Ok(());
        }
        let march = self.leaf(id)?.march;
        let kept = Marched { towards: None, came: None, passed: None, ..march };
        if kept != march {
            self.happen(Event::MarchKept { leaf: id.clone(), before: march, after: kept })?;
        }
        self.happen(Event::LeafPlaced { leaf: id.clone(), before, after })
    }

    /// Changes a leaf's posture.
    ///
    /// # Errors
    /// When the campaign refuses it.
    pub fn posture(&mut self, id: &FormationId, after: Posture) -> Result<(), OpError> {
        let before = self.leaf(id)?.posture;
        if before == after {
            return Ok(());
        }
        self.happen(Event::PostureChanged { leaf: id.clone(), before, after })
    }

    /// Changes a leaf's state and nothing else.
    ///
    /// # Errors
    /// When the campaign refuses it.
    pub(crate) fn bare_state(&mut self, id: &FormationId, after: LeafState) -> Result<(), OpError> {
        let before = self.leaf(id)?.state;
        if before == after {
            return Ok(());
        }
        self.happen(Event::LeafStateChanged { leaf: id.clone(), before, after })
    }

    /// Changes a base's SP.
    ///
    /// # Errors
    /// When the campaign refuses it.
    pub fn strength(&mut self, id: &FormationId, base: u16, after: u16) -> Result<(), OpError> {
        let before = self.leaf(id)?.bases.get(usize::from(base)).map_or(0, |b| b.sp);
        if before == after {
            return Ok(());
        }
        let whole = self.leaf(id)?.sp();
        self.happen(Event::StrengthChanged { leaf: id.clone(), base, before, after })?;
        self.lose_share(id, whole)
    }

    /// A supply vehicle that loses strength loses the same share of its load, halves of a unit up.
    fn lose_share(&mut self, id: &FormationId, whole: u32) -> Result<(), OpError> {
        let left = self.leaf(id)?.sp();
        if left >= whole || self.formation(id)?.vehicle_of().is_none() {
            return Ok(());
        }
        let lost = u64::from(whole - left);
        for commodity in Commodity::ALL {
            let held = u64::try_from(self.campaign.stock.balance(id.as_str(), *commodity)).unwrap_or_default();
            let share = ((2 * held * lost + u64::from(whole)) / (2 * u64::from(whole))) as u32;
            if share > 0 {
                let reason = format!("{id} lost {lost} of {whole} SP, with {share} of {held} {}", commodity.name());
                self.transfer(id.as_str(), "destroyed", *commodity, share, &reason)?;
            }
        }
        Ok(())
    }

    /// Changes a base's markers.
    ///
    /// # Errors
    /// When the campaign refuses it.
    pub fn markers(&mut self, id: &FormationId, base: u16, after: u16) -> Result<(), OpError> {
        let before = self.leaf(id)?.bases.get(usize::from(base)).map_or(0, |b| b.markers);
        if before == after {
            return Ok(());
        }
        self.happen(Event::MarkersChanged { leaf: id.clone(), base, before, after })
    }

    /// Changes what battles have left on a unit.
    ///
    /// # Errors
    /// When there is no such unit.
    pub fn marks(&mut self, id: &FormationId, after: UnitMarks) -> Result<(), OpError> {
        let before = self.formation(id)?.marks;
        if before == after {
            return Ok(());
        }
        self.happen(Event::UnitMarked { formation: id.clone(), before, after })
    }

    /// Changes what only some rules ask of the bases of a leaf, base by base.
    ///
    /// # Errors
    /// When there is no such leaf.
    pub fn base_marks(
        &mut self,
        id: &FormationId,
        change: impl Fn(u16, BaseMarks) -> BaseMarks,
    ) -> Result<(), OpError> {
        let bases: Vec<BaseMarks> = self.leaf(id)?.bases.iter().map(|base| base.marks).collect();
        for (base, before) in (0..).zip(bases) {
            let after = change(base, before);
            if after != before {
                self.happen(Event::BaseMarked { leaf: id.clone(), base, before, after })?;
            }
        }
        Ok(())
    }

    /// Gives every base of a leaf ammunition, or takes it away.
    ///
    /// # Errors
    /// When the campaign refuses it.
    pub fn ammunition(&mut self, id: &FormationId, out: bool) -> Result<(), OpError> {
        let changed: Vec<u16> = self
            .leaf(id)?
            .bases
            .iter()
            .enumerate()
            .filter(|(_, b)| b.out_of_ammo != out)
            .map(|(i, _)| i as u16)
            .collect();
        changed.into_iter().try_for_each(|base| {
            self.happen(Event::AmmunitionChanged { leaf: id.clone(), base, before: !out, after: out })
        })
    }

    /// Lets a square pass to a side, or to nobody.
    ///
    /// # Errors
    /// When the square is not on the map.
    pub fn control(&mut self, square: Square, after: Option<SideId>) -> Result<(), OpError> {
        let before = self.campaign.ground.control(square);
        if before == after {
            return Ok(());
        }
        self.happen(Event::ControlChanged { square, before, after })
    }

    /// Gives the square of a fighting leaf to its side, unless an enemy fighting leaf stands there too.
    ///
    /// # Errors
    /// When there is no such formation.
    pub fn take_ground(&mut self, id: &FormationId) -> Result<(), OpError> {
        let formation = self.formation(id)?;
        let side = formation.side;
        let Some(square) = formation.stands_on().filter(|_| formation.is_fighting_leaf()) else { return Ok(()) };
        if self.enemy_on(square, side).is_some() {
            return Ok(());
        }
        self.control(square, Some(side))
    }

    /// The first fighting leaf on a square that is of another side than this.
    pub fn enemy_on(&self, square: Square, side: SideId) -> Option<&Formation> {
        self.campaign.enemy_on(square, side)
    }

    /// Books stock from one account to another.
    ///
    /// # Errors
    /// When the campaign refuses it.
    pub fn transfer(
        &mut self,
        from: &str,
        to: &str,
        commodity: Commodity,
        quantity: u32,
        reason: &str,
    ) -> Result<(), OpError> {
        let transfer = Transfer {
            number: self.campaign.stock.made() + 1,
            from: AccountId::from(from),
            to: AccountId::from(to),
            commodity,
            quantity,
            bound: self.campaign.bound,
            reason: reason.to_owned(),
        };
        self.happen(Event::StockTransferred { transfer })
    }

    /// Sends all that an account on the map holds to a boundary account.
    ///
    /// # Errors
    /// When the campaign refuses it.
    pub(crate) fn lose_cargo(&mut self, account: &str, to: &str, reason: &str) -> Result<(), OpError> {
        for commodity in Commodity::ALL {
            let held = self.campaign.stock.balance(account, *commodity);
            if let Ok(quantity @ 1..) = u32::try_from(held) {
                self.transfer(account, to, *commodity, quantity, reason)?;
            }
        }
        Ok(())
    }
}

impl Changeset {
    /// Changes what is to be said of a length of railway.
    ///
    /// # Errors
    /// When there is no such railway, or it does not run there.
    pub fn track(&mut self, line: &str, length: SquareSide, change: impl Fn(Track) -> Track) -> Result<(), OpError> {
        let railway = self.campaign.railways.iter().find(|railway| railway.name == line);
        let before = railway.map(|railway| railway.track(length)).ok_or_else(|| Refusal::NoRailway(line.to_owned()))?;
        let after = change(before);
        if before == after {
            return Ok(());
        }
        self.happen(Event::TrackChanged { line: line.to_owned(), before, after })
    }

    /// Sets a leaf to work on a railway, or ends its work.
    ///
    /// # Errors
    /// When there is no such leaf or railway.
    pub fn rail_job(&mut self, leaf: &FormationId, after: Option<RailJob>) -> Result<(), OpError> {
        let before = self.campaign.rail_jobs.get(leaf).cloned();
        if before == after {
            return Ok(());
        }
        let (before, after) = (before.map(Box::new), after.map(Box::new));
        self.happen(Event::RailJobChanged { leaf: leaf.clone(), before, after })
    }

    /// Opens, changes or gives up a railhead.
    ///
    /// # Errors
    /// When the campaign refuses it.
    pub fn railhead(
        &mut self,
        railhead: &AccountId,
        before: Option<Railhead>,
        after: Option<Railhead>,
    ) -> Result<(), OpError> {
        let (before, after) = (before.map(Box::new), after.map(Box::new));
        self.happen(Event::RailheadChanged { railhead: railhead.clone(), before, after })
    }
}
