//! Placing markers, and what they destroy (section 5, "Allocation").

use super::RunningBattle;
use crate::battle::system::{BattleError, Result};
use crate::decision::{MarkerOn, Placing};
use crate::outcome::BaseFate;

impl RunningBattle<'_, '_, '_> {
    /// Places markers one at a time among these bases; `first` are taken before the others until each is overloaded.
    ///
    /// Nobody is destroyed before all are placed: see [`Self::remove_overloaded`]. Until then who is overloaded takes
    /// markers like anybody.
    pub(crate) fn place(&mut self, targets: &[usize], count: u32, first: impl Fn(&Self, usize) -> bool) -> Result<()> {
        for placing in Placing::each(count) {
            let open = |b: &Self, i: usize| first(b, i) && b.bases[i].markers <= b.bases[i].sp;
            let some_first = targets.iter().any(|i| open(self, *i));
            let pick = self.pick(targets, placing, |b, i| !some_first || open(b, i))?;
            let Some(pick) = pick else { return Ok(()) };
            self.bases[pick].markers += 1;
        }
        Ok(())
    }

    /// The base that takes the next marker: fewest markers, most unmarked SP, engagement order (Squared); fewest
    /// markers, then a die (Free).
    ///
    /// # Interpretation
    /// The order among equal bases is ours: the text leaves it to the owner, whose decision goes before it.
    pub(crate) fn pick(
        &mut self,
        targets: &[usize],
        placing: Placing,
        may: impl Fn(&Self, usize) -> bool,
    ) -> Result<Option<usize>> {
        let fewest = targets.iter().filter(|i| may(self, **i)).map(|i| self.bases[*i].markers).min();
        let Some(fewest) = fewest else { return Ok(None) };
        let random = self.system.random_markers && !self.engagement.setup().options.owner_allocates;
        let equal = targets.iter().copied().filter(|i| self.bases[*i].markers == fewest && may(self, *i));
        if random {
            let mut first = [0; 6];
            let mut count = 0;
            for base in equal.take(6) {
                first[count] = base;
                count += 1;
            }
            return self.pick_by_die(&first[..count]);
        }
        if self.decide.places_markers() {
            let equal: Vec<usize> = equal.collect();
            return self.pick_by_owner(targets, &equal, placing);
        }
        Ok(equal.min_by_key(|i| (std::cmp::Reverse(self.bases[*i].unmarked()), *i)))
    }

    fn pick_by_owner(&mut self, targets: &[usize], equal: &[usize], placing: Placing) -> Result<Option<usize>> {
        if equal.len() < 2 {
            return Ok(equal.first().copied());
        }
        let engagement = self.engagement;
        let on = |i: &usize| {
            let now = &self.bases[*i];
            let number = targets.iter().position(|target| target == i).map_or(0, |place| place + 1);
            MarkerOn { id: engagement.base(*i).id.as_str(), number, sp: now.sp, markers: now.markers }
        };
        let options: Vec<MarkerOn<'_>> = equal.iter().map(on).collect();
        let place = self.decide.marker(&options, placing);
        let place =
            place.ok_or_else(|| BattleError::Undecided { question: "which base takes a marker?".to_owned() })?;
        Ok(equal.get(place).or(equal.first()).copied())
    }

    /// # Interpretation
    /// A die numbers the equal stands in engagement order: faces over their count are thrown again; of seven and more
    /// the first six.
    fn pick_by_die(&mut self, equal: &[usize]) -> Result<Option<usize>> {
        if equal.len() < 2 {
            return Ok(equal.first().copied());
        }
        let unit = self.bases[equal[0]].unit;
        let stand = |(place, i): (usize, &usize)| (*i, format!("on a {}", place + 1));
        let parts = self.parts(|| equal.iter().enumerate().map(stand).collect());
        loop {
            let face = usize::from(self.unit_die(unit, "which stand takes a marker", &parts)?);
            let Some(base) = equal.get(face - 1) else {
                self.effect(|| "thrown again".to_owned());
                continue;
            };
            let engagement = self.engagement;
            self.effect(|| engagement.base(*base).id.to_string());
            return Ok(Some(*base));
        }
    }

    /// Destroys every base with more markers than SP.
    pub(crate) fn remove_overloaded(&mut self, targets: &[usize]) {
        for base in targets {
            let now = &self.bases[*base];
            if now.fate.is_here() && now.markers > now.sp {
                self.lose(*base, BaseFate::Destroyed);
            }
        }
    }
}
