//! Why a formation is out of POL, in a sentence: for marches that are refused, and for leaves that stay behind.
//!
//! What it decides: whose chain or bowsers it names, and the first step of what mends it. What it never does: trace;
//! see `assessment`.

use campaign::Campaign;
use domain::FormationId;

use crate::standing::assessment::Assessment;
use crate::standing::hierarchy::SupplyHierarchy;
use crate::standing::mend_item::MendItem;
use crate::standing::tracing::assess;

/// Assessments of all formations on the sides of those asked about, to say why they are dry.
pub struct Dry<'a> {
    campaign: &'a Campaign,
    hierarchy: SupplyHierarchy<'a>,
    sheet: Vec<Assessment>,
}

impl<'a> Dry<'a> {
    /// For formations of these sides.
    pub fn new<'i>(campaign: &'a Campaign, asked: impl IntoIterator<Item = &'i FormationId>) -> Self {
        let mut sides: Vec<_> = asked.into_iter().filter_map(|id| Some(campaign.formations.get(id)?.side)).collect();
        sides.sort_unstable();
        sides.dedup();
        Self { campaign, hierarchy: SupplyHierarchy::new(campaign), sheet: assess(campaign, &sides, usize::MAX) }
    }

    fn of(&self, id: &FormationId) -> Option<&Assessment> {
        self.sheet.iter().find(|assessment| assessment.unit == *id)
    }

    /// That a formation is out of POL; whose chain fails, or whose bowsers are out of its reach; and what would mend that.
    pub fn why(&self, id: &FormationId) -> String {
        format!("{} is {}", self.campaign.name_of(id.as_str()), self.want(id))
    }

    /// The same without its name, as it is told of many at once.
    pub fn want(&self, id: &FormationId) -> String {
        let plain = "out of POL".to_owned();
        let Some(own) = self.of(id).filter(|own| own.pol.required && own.pol.out) else { return plain };
        let look = |id: &FormationId| format!("`railhead supply trace {id}` shows where");
        let Some(from) = self.fuelled_by(own) else {
            return format!("{plain}{}", self.mended(own));
        };
        if from.pol.required && from.pol.out {
            let (of, mended) = (self.campaign.name_of(from.unit.as_str()), self.mended(from));
            return format!("{plain} because the chain of {of}, which feeds it, fails{mended} ({})", look(&from.unit));
        }
        let mended = self.mended(own);
        let of = self.campaign.name_of(from.unit.as_str());
        let had = self.campaign.formations.get(&from.unit).is_some_and(|superior| self.hierarchy.had_bowsers(superior));
        let whom = if had { format!("the bowsers of {of}, which feed it") } else { format!("{of}, which feeds it") };
        format!("{plain}, cut off from {whom}{mended} ({})", look(id))
    }

    /// The superior whose bowsers fuel it, where it has none of its own.
    fn fuelled_by(&self, own: &Assessment) -> Option<&Assessment> {
        let feeder = own.fed_by.as_ref()?;
        let formation = self.campaign.formations.get(&own.unit)?;
        let fuelling =
            self.hierarchy.superiors(formation).into_iter().find(|superior| self.hierarchy.had_bowsers(superior));
        fuelling.and_then(|superior| self.of(&superior.id)).or_else(|| self.of(feeder))
    }

    /// The first step of what mends it, and how many there are beside it.
    fn mended(&self, of: &Assessment) -> String {
        let steps: Vec<&MendItem> = of.mend.iter().filter(|item| item.for_pol).collect();
        match steps.split_first() {
            None => String::new(),
            Some((first, [])) => format!(": {}", first.what.text(self.campaign)),
            Some((first, rest)) => format!(": {}, and {} more", first.what.text(self.campaign), rest.len()),
        }
    }
}
