//! `templates.csv`: what a formation of a kind breaks down into.

use std::collections::{BTreeMap, BTreeSet};

use campaign::size_limits::LEAVES;
use campaign::{Base, Formation, Leaf};
use domain::{Arm, Commodity, Echelon, Mobility, Scale};

use crate::columns;
use crate::draft::CampaignDraft;
use crate::orbat::leaf::{Columns, LeafSetting, carries, standing};
use crate::text::csv_file::CsvRow;
use crate::text::files::Files;
use crate::text::log::did_you_mean;

/// The leaves of every template.
#[derive(Default)]
pub(crate) struct Templates {
    leaves: BTreeMap<String, Vec<Kind>>,
    /// Whether the file could be read, so that what it lacks is lacking.
    is_whole: bool,
}

/// A row: one leaf or several alike.
struct Kind {
    id: String,
    name: String,
    echelon: Echelon,
    arm: Arm,
    mobility: Option<Mobility>,
    base: Base,
    carries: Option<Commodity>,
    capacity: u32,
    count: u32,
}

/// Reads the templates.
pub(crate) fn read(draft: &mut CampaignDraft, files: &Files) -> Templates {
    let mut templates = Templates { is_whole: true, ..Templates::default() };
    if !files.contains_key(columns::TEMPLATES.file) {
        return templates;
    }
    let Some(table) = draft.table(files, &columns::TEMPLATES) else { return Templates::default() };
    templates.is_whole = table.lost("template").next().is_none();
    let mut seen = BTreeSet::new();
    for row in table.rows() {
        let (Some(template), Some(id)) = (row.needed("template"), row.needed("id")) else { continue };
        if !seen.insert((template.to_owned(), id.to_owned())) {
            let message = format!("template `{template}` already has a leaf `{id}`");
            row.fault("id", message, "give it another id, or a `count`");
        }
        let leaves = templates.leaves.entry(template.to_owned()).or_default();
        leaves.extend(kind(&row, id, draft.campaign.scale));
    }
    templates
}

fn kind(row: &CsvRow<'_>, id: &str, scale: Scale) -> Option<Kind> {
    let before = row.log().count();
    let name = row.needed("name");
    let echelon = row.one_of("echelon").unwrap_or(Echelon::Battalion);
    let arm: Option<Arm> = row.one_of_needed("arm");
    let mobility = row.one_of("mobility");
    let columns = Columns::read(row);
    let carries = carries(row);
    let capacity = row.number("capacity", 10_000).unwrap_or(u32::from(carries.is_some()));
    let count = row.number("count", 99).unwrap_or(1);
    let arm = arm.filter(|_| row.log().count() == before)?;
    let base = columns.base(scale, echelon, arm, mobility);
    Some(Kind { id: id.to_owned(), name: name?.to_owned(), echelon, arm, mobility, base, carries, capacity, count })
}

impl Templates {
    /// The leaves that a row with a template stands for.
    pub(crate) fn leaves(
        &self,
        setting: &LeafSetting<'_>,
        row: &CsvRow<'_>,
        template: &str,
        strength: u32,
        formation: &Formation,
        first: u32,
    ) -> Vec<Formation> {
        let Some(kinds) = self.leaves.get(template) else {
            if self.is_whole {
                let hint = did_you_mean(
                    template,
                    self.leaves.keys().map(String::as_str),
                    "templates are listed in `templates.csv`",
                );
                row.fault("template", format!("there is no template `{template}`"), hint);
            }
            return Vec::new();
        };
        let Some(leaf) = standing(setting, row, formation) else { return Vec::new() };
        let each = kinds.iter().flat_map(|kind| (1..=kind.count).map(move |number| (kind, number)));
        (first..)
            .zip(each.take(LEAVES + 1))
            .map(|(order, (kind, number))| kind.formation(formation, &leaf, strength, order, number))
            .collect()
    }
}

impl Kind {
    fn formation(&self, above: &Formation, standing: &Leaf, strength: u32, order: u32, number: u32) -> Formation {
        let (id, name) = if self.count > 1 {
            (format!("{}.{}-{number}", above.id, self.id), format!("{} {number}", self.name))
        } else {
            (format!("{}.{}", above.id, self.id), self.name.clone())
        };
        // The share of the full strength, halves up.
        let full = u32::from(self.base.sp_full);
        let share = ((full * strength * 2 + 100) / 200).max(1).min(full);
        let base = Base { sp: share as u16, ..self.base.clone() };
        let leaf = Leaf { carries: self.carries, capacity: self.capacity, bases: vec![base], ..standing.clone() };
        Formation {
            order,
            parent: Some(above.id.clone()),
            nationality: above.nationality.clone(),
            mobility: self.mobility.or(above.mobility),
            leaf: Some(leaf),
            ..Formation::new(id.into(), above.side, name, self.echelon, self.arm)
        }
    }
}
