//! Cards of formations and labels of their bases, of the same nodes as the order of battle as a picture.

use std::collections::{BTreeMap, BTreeSet};

use campaign::{Campaign, Formation, Leaf, Tree};
use domain::{Class, Echelon, LeafState, SupplyState};

use ::supply::{Assessment, Supplied};

use super::block::{Card, Label, Pip};
use crate::model::OrbatRow;
use crate::model::situation::{Charter, Designations, SituationOf};

/// How many pips a card has room for.
const PIPS: usize = 12;

/// The cards of these formations: divisions, brigades and what stands for them.
pub(super) fn cards(of: &SituationOf<'_>, formations: &[&Formation]) -> Vec<Card> {
    let campaign = of.campaign;
    let charter = Charter::new(of, false);
    let tree = Tree::new(campaign);
    let card = |formation: &&Formation| {
        let formation = campaign.formations.get(&formation.id)?;
        let leaves = tree.leaves(formation);
        let pip = |f: &&Formation| {
            let leaf = f.leaf.as_ref()?;
            Some(Pip { name: charter.short_name(f), classes: classes(leaf), sp: leaf.sp(), full: leaf.sp_full() })
        };
        let (fighting, others): (Vec<&Formation>, Vec<&Formation>) = leaves.iter().partition(|leaf| leaf.can_fight());
        let pips = fighting.iter().chain(&others).filter_map(pip).filter(|pip| pip.full > 0).collect();
        let head = charter.node(formation, 0);
        let supply = of.sheet.iter().find(|a| a.unit == formation.id);
        Some(Card {
            under: formation.parent.as_ref().and_then(|id| campaign.formation(id)).map(|above| above.name.clone()),
            lines: lines(campaign, &tree, formation, supply),
            pips: with_room(pips),
            head,
        })
    };
    formations.iter().filter_map(card).collect()
}

/// As many rows of pips as a card has room for: the last tells of all for which there is none.
fn with_room(mut pips: Vec<Pip>) -> Vec<Pip> {
    if pips.len() > PIPS {
        let rest = pips.split_off(PIPS - 1);
        let sum = |of: fn(&Pip) -> u32| rest.iter().map(of).sum();
        let (name, classes) = (format!("{} more", rest.len()), String::new());
        pips.push(Pip { name, classes, sp: sum(|pip| pip.sp), full: sum(|pip| pip.full) });
    }
    pips
}

fn lines(campaign: &Campaign, tree: &Tree<'_>, formation: &Formation, supply: Option<&Assessment>) -> Vec<String> {
    let state = |word: &str, state: SupplyState, is_out: bool| match Supplied::new(state, is_out) {
        Supplied::Holds => format!("{word} ok"),
        Supplied::LivesOn => format!("{word} in reach"),
        Supplied::Out => format!("no {word}"),
    };
    let supplied = supply.map(|a| {
        let pol = a.pol.required.then(|| state("POL", a.pol.state, a.pol.out));
        [Some(state("LOG", a.log.state, a.log.out)), pol].into_iter().flatten().collect::<Vec<_>>().join(" · ")
    });
    // In order and without markers is what a card is printed for; how many are lost stands beside its symbol.
    let row = OrbatRow::new(tree, formation, 0);
    let worn = row.condition(tree, formation);
    let worn = worn.filter(|state| *state != LeafState::Organised.to_string() && row.lost.as_ref() != Some(state));
    let die = format!("HQ die {}", tree.hq_die(formation));
    // A card has room for no line more.
    let die = std::iter::once(die).chain(worn).collect::<Vec<_>>().join(" · ");
    let place = tree.square(formation).and_then(|square| campaign.place_near(square));
    let near = place.map(|place| format!("near {}", place.name));
    [supplied, Some(die), near].into_iter().flatten().collect()
}

/// The formations of which cards are made: at and under one, or of all, those that have a symbol of their own on a map.
pub(super) fn carded<'a>(campaign: &'a Campaign, tree: &Tree<'a>, under: Option<&Formation>) -> Vec<&'a Formation> {
    let is_under = |f: &Formation| {
        under.is_none_or(|top| f.id == top.id || campaign.superiors(f).into_iter().any(|above| above.id == top.id))
    };
    let is_body = |f: &&&Formation| f.leaf.is_none() && (Echelon::Brigade..=Echelon::Division).contains(&f.echelon);
    let bodies = tree.all();
    bodies.iter().filter(is_body).copied().filter(|f| is_under(f) && tree.square(f).is_some()).collect()
}

/// The labels of the fighting bases of a formation.
pub(super) fn labels<'a>(of: &SituationOf<'a>, formation: &Formation) -> Vec<Label> {
    let campaign = of.campaign;
    let charter = Charter::new(of, true);
    let designations = Designations::new(campaign);
    let tree = Tree::new(campaign);
    let Some(formation) = campaign.formations.get(&formation.id) else { return Vec::new() };
    let leaves = tree.leaves(formation).into_iter().filter(|leaf| leaf.is_on_map() && leaf.can_fight());
    let label = |leaf: &'a Formation| {
        let above = leaf.parent.as_ref().and_then(|id| campaign.formation(id));
        let bases = leaf.leaf.as_ref().and_then(bases);
        let grade = tree.grade(leaf).map(|grade| grade.to_string());
        let classes = leaf.leaf.as_ref().map(classes).filter(|classes| !classes.is_empty());
        let die = format!("die {}", tree.hq_die(tree.unit_of(leaf)));
        let joined = |words: Vec<String>| words.join(" · ");
        let standing = joined(grade.into_iter().chain([die]).collect());
        let text = joined(bases.into_iter().chain(classes).collect());
        Label {
            head: charter.node(leaf, 0),
            under: above.map(|of| designations.of(of)).unwrap_or_default(),
            standing,
            text,
        }
    };
    leaves.map(label).collect()
}

/// Labels that read alike get a number behind the name: nobody could lay the right one down.
pub(super) fn tell_apart(labels: &mut [Label]) {
    let face = |label: &Label| (label.head.side_number, label.under.clone(), label.head.name.clone());
    let mut count: BTreeMap<_, usize> = BTreeMap::new();
    for label in &*labels {
        *count.entry(face(label)).or_default() += 1;
    }
    count.retain(|_, labels| *labels > 1);
    let mut taken: BTreeSet<_> = labels.iter().map(face).collect();
    for label in labels.iter_mut().filter(|label| count.contains_key(&face(label))) {
        let name = std::mem::take(&mut label.head.name);
        let mut number = 1;
        loop {
            label.head.name = format!("{name} ({number})");
            if taken.insert(face(label)) {
                break;
            }
            number += 1;
        }
    }
}

/// How many bases it has, where it is not one.
fn bases(leaf: &Leaf) -> Option<String> {
    (leaf.bases.len() != 1).then(|| domain::counted(leaf.bases.len(), "base"))
}

/// The weapons of its bases against men and against armour, then their armour, each kind once: `L/M, armour L`.
fn classes(leaf: &Leaf) -> String {
    let mut told: Vec<String> = Vec::new();
    for base in &leaf.bases {
        let class = |class: Option<Class>| class.map_or("-", Class::capitals);
        let weapons = [base.weapon_men, base.weapon_armour];
        let weapons = weapons.iter().any(Option::is_some).then(|| weapons.map(class).join("/"));
        let armour = base.armour.map(|armour| format!("armour {}", armour.capitals()));
        let text = weapons.into_iter().chain(armour).collect::<Vec<_>>().join(", ");
        if !text.is_empty() && !told.contains(&text) {
            told.push(text);
        }
    }
    told.join("; ")
}
