//! Cards of formations and labels of their bases, of the same nodes as the order of battle as a picture.

use std::collections::{BTreeMap, BTreeSet};

use campaign::{Campaign, Formation, Leaf, Tree};
use domain::{Class, Commodity, Echelon, LeafState, Posture, Square};

use ::supply::{Assessment, Supplied};

use super::block::{Card, Label, Pip};
use crate::model::OrbatRow;
use crate::model::situation::{Charter, Designations, SituationOf, drawn_for};

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
        let common = (tree.square(formation), common_posture(&leaves));
        let pip = |f: &&Formation| {
            let leaf = f.leaf.as_ref()?;
            let (name, note) = (charter.short_name(f), note(campaign, leaf, common));
            Some(Pip { name, classes: classes(leaf), note, sp: leaf.sp(), full: leaf.sp_full() })
        };
        let (fighting, others): (Vec<&Formation>, Vec<&Formation>) = leaves.iter().partition(|leaf| leaf.can_fight());
        let pips = fighting.iter().chain(&others).filter_map(pip).filter(|pip| pip.full > 0).collect();
        let head = charter.node(formation, 0);
        let supply = supply_of(&tree, of.sheet, formation);
        Some(Card {
            under: formation.parent.as_ref().and_then(|id| campaign.formation(id)).map(|above| above.name.clone()),
            lines: lines(campaign, &tree, (formation, common.1), supply),
            pips: with_room(pips),
            head,
        })
    };
    formations.iter().filter_map(card).collect()
}

/// How a formation stands with supply: a division or brigade that does not draw itself as the one that draws for it; none
/// where it is not on the map.
pub(super) fn supply_of<'s, 'a>(
    tree: &Tree<'a>,
    sheet: &'s [Assessment],
    formation: &'a Formation,
) -> Option<&'s Assessment> {
    let find = |of: &Formation| sheet.iter().find(|a| a.unit == of.id);
    let is_body = formation.leaf.is_none() && (Echelon::Brigade..=Echelon::Division).contains(&formation.echelon);
    let found = if is_body { drawn_for(tree, formation, find) } else { find(formation) };
    found.filter(|_| tree.square(formation).is_some())
}

/// As many rows of pips as a card has room for: the last tells of all for which there is none.
fn with_room(mut pips: Vec<Pip>) -> Vec<Pip> {
    if pips.len() > PIPS {
        let rest = pips.split_off(PIPS - 1);
        let sum = |of: fn(&Pip) -> u32| rest.iter().map(of).sum();
        let [classes, note] = [String::new(), String::new()];
        let name = format!("{} more", rest.len());
        pips.push(Pip { name, classes, note, sp: sum(|pip| pip.sp), full: sum(|pip| pip.full) });
    }
    pips
}

/// The posture of all troops of a formation that stand on the map, if they have one.
fn common_posture(leaves: &[&Formation]) -> Option<Posture> {
    let troops = leaves.iter().filter(|leaf| leaf.is_fighting_leaf() && leaf.is_on_map());
    let mut postures = troops.filter_map(|of| of.leaf.as_ref()).map(|leaf| leaf.posture);
    let first = postures.next()?;
    postures.all(|posture| posture == first).then_some(first)
}

/// What of a battalion a card has to say because it is not so with its formation: its state, posture and square.
fn note(campaign: &Campaign, leaf: &Leaf, (square, common): (Option<Square>, Option<Posture>)) -> String {
    if !leaf.state.is_on_map() {
        return String::new();
    }
    let state = leaf.state.is_disorganised().then(|| leaf.state.to_string());
    let posture = Some(leaf.posture).filter(|posture| Some(*posture) != common).and_then(prepared).map(str::to_owned);
    let elsewhere = leaf.square.filter(|_| leaf.square != square).map(|square| campaign.frame.reference(square));
    state.into_iter().chain(posture).chain(elsewhere).collect::<Vec<_>>().join(", ")
}

/// How one who has prepared his ground stands.
fn prepared(posture: Posture) -> Option<&'static str> {
    match posture {
        Posture::DugIn => Some("dug in"),
        Posture::Fortified => Some("fortified"),
        Posture::RoadMarch | Posture::Moving | Posture::Open => None,
    }
}

fn lines(
    campaign: &Campaign,
    tree: &Tree<'_>,
    (formation, posture): (&Formation, Option<Posture>),
    supply: Option<&Assessment>,
) -> Vec<String> {
    let state = |of: &Assessment, commodity: Commodity| {
        let word = commodity.name();
        of.stands(commodity).map(|stands| match stands {
            Supplied::Holds => format!("{word} ok"),
            Supplied::LivesOn => format!("{word} in reach"),
            Supplied::Out => format!("no {word}"),
        })
    };
    let both = [Commodity::Log, Commodity::Pol];
    let both = |of: &Assessment| both.iter().filter_map(|commodity| state(of, *commodity)).collect::<Vec<_>>();
    let supplied = supply.map(|of| both(of).join(" · "));
    // In order and without markers is what a card is printed for; how many are lost stands beside its symbol.
    let row = OrbatRow::new(tree, formation, 0);
    let worn = row.condition(tree, formation);
    let worn = worn.filter(|state| *state != LeafState::Organised.to_string() && row.lost.as_ref() != Some(state));
    let die = format!("HQ die {}", tree.hq_die(formation));
    // A card has room for no line more.
    let posture = posture.and_then(prepared).map(|posture| format!("all {posture}"));
    let die = std::iter::once(die).chain(worn).chain(posture).collect::<Vec<_>>().join(" · ");
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
        // `66/13`: the regiment and the division, or the one that there is of them.
        let above = campaign.superiors(leaf).into_iter();
        let above: Vec<&Formation> = above.take_while(|of| of.echelon <= Echelon::Division).collect();
        let above = if above.is_empty() { campaign.superior(leaf).into_iter().collect() } else { above };
        let under: Vec<String> = above.into_iter().map(|of| designations.of(of)).collect();
        let bases = leaf.leaf.as_ref().and_then(bases);
        let grade = tree.grade(leaf).map(|grade| grade.to_string());
        let classes = leaf.leaf.as_ref().map(classes).filter(|classes| !classes.is_empty());
        let die = format!("die {}", tree.hq_die(tree.unit_of(leaf)));
        let joined = |words: Vec<String>| words.join(" · ");
        let standing = joined(grade.into_iter().chain([die]).collect());
        let text = joined(bases.into_iter().chain(classes).collect());
        Label { head: charter.node(leaf, 0), under: under.join("/"), standing, text }
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

/// Weapons against men and against armour, then armour: `L/M, armour L`; empty where it has none.
pub(super) fn classes_of(weapons: [Option<Class>; 2], armour: Option<Class>) -> String {
    let class = |class: Option<Class>| class.map_or("-", Class::capitals);
    let weapons = weapons.iter().any(Option::is_some).then(|| weapons.map(class).join("/"));
    let armour = armour.map(|armour| format!("armour {}", armour.capitals()));
    weapons.into_iter().chain(armour).collect::<Vec<_>>().join(", ")
}

/// The same of its bases, each kind once.
fn classes(leaf: &Leaf) -> String {
    let mut told: Vec<String> = Vec::new();
    for base in &leaf.bases {
        let text = classes_of([base.weapon_men, base.weapon_armour], base.armour);
        if !text.is_empty() && !told.contains(&text) {
            told.push(text);
        }
    }
    told.join("; ")
}
