//! Who reorganises together, and whether they can.

use std::collections::{BTreeMap, BTreeSet};

use campaign::{Campaign, Formation, Tree, is_too_hungry_to_rest};
use domain::{Arm, FormationId, Grade, Mobility, Phase, SideId, Square};

/// The bases of one unit in one square that want to reorganise.
#[derive(Debug, Clone)]
pub(crate) struct Group {
    pub(crate) unit: FormationId,
    pub(crate) square: Square,
    pub(crate) leaves: Vec<FormationId>,
    pub(crate) hindrance: Option<ReorganisationHindrance>,
    /// Whether a leaf has something to reorganise for; else only attacks are owed.
    pub(crate) worn: bool,
}

/// The minutes that reorganising takes, or digging in with engineers: a move of an hour, two for those who must wait
/// for orders.
pub(crate) fn wanted(tree: &Tree<'_>, unit: &Formation) -> u32 {
    if tree.grade(unit).is_some_and(|grade| grade < Grade::Regular) { 120 } else { 60 }
}

/// The minutes of the running bound that a leaf has.
pub(crate) fn most(campaign: &Campaign, leaf: &Formation) -> u32 {
    campaign.settings.moving_hours(campaign.bound.phase, leaf.vehicle_of().is_some()) * 60
}

/// The minutes left to a leaf, where they are fewer than wanted.
pub(crate) fn lack(campaign: &Campaign, leaf: &Formation, wanted: u32) -> Option<u32> {
    let used = leaf.leaf.as_ref().map_or(0, |leaf| u32::from(leaf.march.minutes));
    Some(most(campaign, leaf).saturating_sub(used)).filter(|left| *left < wanted)
}

/// What wants to reorganise, by side and tree, then by square.
pub(crate) fn groups(campaign: &Campaign, wanted: &dyn Fn(&Formation) -> bool) -> Vec<Group> {
    let tree = Tree::new(campaign);
    let mut places: BTreeMap<(usize, Square), Vec<&Formation>> = BTreeMap::new();
    let mut units: Vec<&Formation> = Vec::new();
    let mut numbers: BTreeMap<&str, usize> = BTreeMap::new();
    for leaf in tree.all().into_iter().filter(|f| wanted(f)) {
        let Some(square) = leaf.stands_on() else { continue };
        let unit = tree.unit_of(leaf);
        let number = *numbers.entry(unit.id.as_str()).or_insert_with(|| {
            units.push(unit);
            units.len() - 1
        });
        places.entry((number, square)).or_default().push(leaf);
    }
    places.retain(|(number, _), leaves| units[*number].attacks_owed > 0 || leaves.iter().any(|leaf| is_worn(leaf)));
    if places.is_empty() {
        return Vec::new();
    }
    let standing = sides_on(campaign);
    let group = |((number, square), leaves): ((usize, Square), Vec<&Formation>)| {
        let unit = units[number];
        let worn = leaves.iter().any(|leaf| is_worn(leaf));
        let (leaves, hindrance) = able(&tree, &standing, unit, square, &leaves);
        Group { unit: unit.id.clone(), square, leaves, hindrance, worn }
    };
    let groups: Vec<Group> = places.into_iter().map(group).filter(|group| !group.leaves.is_empty()).collect();
    // Where nobody is worn there is nothing to be hindered in, unless nowhere else what is owed could be paid.
    let mut told: BTreeSet<FormationId> = BTreeSet::new();
    let counts = |group: &Group| group.worn || group.hindrance.is_none();
    told.extend(groups.iter().filter(|group| counts(group)).map(|group| group.unit.clone()));
    groups.into_iter().filter(|group| counts(group) || told.insert(group.unit.clone())).collect()
}

/// Whether a leaf has something to reorganise for.
pub(crate) fn is_worn(leaf: &Formation) -> bool {
    leaf.leaf.as_ref().is_some_and(|leaf| leaf.markers() > 0 || leaf.state.is_disorganised())
}

/// Who stands on each square, of those on the ground.
pub(crate) fn sides_on(campaign: &Campaign) -> BTreeMap<Square, BTreeSet<SideId>> {
    let mut standing: BTreeMap<Square, BTreeSet<SideId>> = BTreeMap::new();
    for leaf in campaign.formations.values().filter(|f| f.mobility.is_none_or(Mobility::is_on_the_ground)) {
        if let Some(square) = leaf.stands_on() {
            standing.entry(square).or_default().insert(leaf.side);
        }
    }
    standing
}

/// Which of a unit's leaves in a square can reorganise, or all of them and what hinders them.
pub(crate) fn able(
    tree: &Tree<'_>,
    standing: &BTreeMap<Square, BTreeSet<SideId>>,
    unit: &Formation,
    square: Square,
    leaves: &[&Formation],
) -> (Vec<FormationId>, Option<ReorganisationHindrance>) {
    let ids = |leaves: &[&Formation]| leaves.iter().map(|leaf| leaf.id.clone()).collect::<Vec<_>>();
    if standing.get(&square).is_some_and(|sides| sides.iter().any(|side| *side != unit.side)) {
        return (ids(leaves), Some(ReorganisationHindrance::Enemy));
    }
    let feeder = leaves.first().and_then(|leaf| tree.feeder(leaf));
    if feeder.is_some_and(|feeder| is_too_hungry_to_rest(tree.campaign(), &feeder.id)) {
        return (ids(leaves), Some(ReorganisationHindrance::Isolated));
    }
    let halted = |leaf: &&&Formation| leaf.leaf.as_ref().is_some_and(|leaf| leaf.march.minutes == 0);
    let night = tree.campaign().bound.phase == Phase::Night;
    let resting: Vec<&Formation> = leaves.iter().filter(|leaf| !night || halted(leaf)).copied().collect();
    if resting.is_empty() {
        return (ids(leaves), Some(ReorganisationHindrance::March));
    }
    if has_command(tree, unit, square, &resting) {
        return (ids(&resting), None);
    }
    let tanks: Vec<&Formation> = resting.iter().filter(|leaf| leaf.arm == Arm::Armour).copied().collect();
    if !tanks.is_empty() {
        return (ids(&tanks), None);
    }
    let elsewhere =
        tree.command_leaf(unit).and_then(|hq| Some(ReorganisationHindrance::Elsewhere(hq.id.clone(), hq.stands_on()?)));
    let was_given = tree.command_leaves(unit).next().is_some();
    let hindrance =
        elsewhere.unwrap_or(if was_given { ReorganisationHindrance::Lost } else { ReorganisationHindrance::Nobody });
    (ids(&resting), Some(hindrance))
}

/// Whether a unit has a command base in a square: its own, or where it was given none its first base with an unmarked SP.
pub(crate) fn has_command(tree: &Tree<'_>, unit: &Formation, square: Square, leaves: &[&Formation]) -> bool {
    let mut own = tree.command_leaves(unit).peekable();
    if own.peek().is_some() {
        return own.any(|leaf| leaf.stands_on() == Some(square));
    }
    let bases = leaves.iter().filter_map(|leaf| leaf.leaf.as_ref()).flat_map(|leaf| &leaf.bases);
    bases.into_iter().any(|base| base.sp > base.markers)
}

/// What keeps a unit from reorganising in a square.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum ReorganisationHindrance {
    /// An enemy stands there.
    Enemy,
    /// It is on the march through the night.
    March,
    /// It has been out of LOG for too long (house rule `isolation`).
    Isolated,
    /// Its command base stands elsewhere.
    Elsewhere(FormationId, Square),
    /// Its command base is not on the map.
    Lost,
    /// It was given none, and no base there has an SP without a marker to stand for it.
    Nobody,
}

impl ReorganisationHindrance {
    pub(crate) fn text(&self, campaign: &Campaign) -> String {
        match self {
            Self::Enemy => "the enemy is in the square".to_owned(),
            Self::March => "it is on the march".to_owned(),
            Self::Isolated => "it has been out of LOG for too long (house rule `isolation`)".to_owned(),
            Self::Elsewhere(hq, square) => {
                let (hq, at) = (campaign.name_of(hq.as_str()), campaign.frame.reference(*square));
                format!("no command base is there ({hq} stands in {at})")
            }
            Self::Lost => "no command base is there (its own is not on the map)".to_owned(),
            Self::Nobody => "no base there has an SP without a marker, to stand for a command base".to_owned(),
        }
    }
}
