//! The order of battle as a picture: which formations stand in it, under whom, with what is written beside each.
//!
//! What it decides: that an army has a block of its own, with a column for each formation directly under it, and that
//! battalions are shown under divisions and below, or on request.
//! What it never does: choose a place on paper; that is `paper`.

use serde::Serialize;

use ::supply::Assessment;
use campaign::{Campaign, Formation, Tree};
use domain::{Arm, Echelon, LeafState, SideId};

use super::SituationOf;
use super::units::{Maker, SymbolArm, UnitSymbol, lost_words, strength};
use crate::model::{BoundView, NamedSide};

/// The order of battle of a campaign, or of one formation.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct OrbatChart {
    /// The title of the campaign.
    pub title: String,
    /// The formation of which it is, by name; none of all.
    pub of: Option<String>,
    /// The running bound.
    pub bound: BoundView,
    /// The side for which it is drawn; none for the umpire.
    pub drawn_for: Option<NamedSide>,
    /// The name of the formation whose commander alone it is for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub commander: Option<String>,
    /// Its parts, in order.
    pub blocks: Vec<ChartBlock>,
}

/// An army, or another formation, with what is under it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ChartBlock {
    /// The formation.
    pub head: ChartNode,
    /// What is directly under it, each with what is under that.
    pub columns: Vec<Vec<ChartNode>>,
}

/// A formation with its symbol.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ChartNode {
    /// Its symbol; where it is not on the map its square means nothing.
    pub symbol: UnitSymbol,
    /// Its side's place among the sides: the first is drawn dark.
    pub side_number: usize,
    /// How many levels below the head of its column.
    pub depth: usize,
    /// Its name without brackets, its last words shortened.
    pub name: String,
    /// Strength, grade, and where it stands or when it comes.
    pub text: String,
}

/// How many leaves stand in a column of their own.
const LEAVES: usize = 10;

/// Words that are shortened beside symbols.
const SHORT: [(&str, &str); 10] = [
    ("Infantry", "Inf"),
    ("Division", "Div"),
    ("Brigade", "Bde"),
    ("Regiment", "Regt"),
    ("Battalion", "Bn"),
    ("Mechanised", "Mech"),
    ("Motorised", "Mot"),
    ("Cavalry", "Cav"),
    ("Independent", "Ind"),
    ("Artillery", "Arty"),
];

impl OrbatChart {
    /// The chart of the formations that its reader knows as his own: of one, or of all.
    pub fn new(
        campaign: &Campaign,
        (unit, reader): (Option<&Formation>, Option<SideId>),
        sheet: &[Assessment],
        has_leaves: bool,
    ) -> Self {
        let of = SituationOf::symbols(campaign, reader, sheet);
        let maker = Charter::new(&of, has_leaves);
        let unit = unit.and_then(|unit| campaign.formations.get(&unit.id));
        let tops: Vec<&Formation> = unit.map_or_else(|| maker.maker.tree.roots().to_vec(), |unit| vec![unit]);
        let mut blocks = Vec::new();
        for top in tops.into_iter().filter(|top| reader.is_none_or(|side| side == top.side)) {
            maker.blocks(top, &mut blocks);
        }
        Self {
            title: campaign.title.clone(),
            of: unit.map(|unit| unit.name.clone()),
            bound: BoundView::new(campaign, campaign.bound),
            drawn_for: reader.map(|side| NamedSide::new(campaign, side)),
            commander: None,
            blocks,
        }
    }
}

/// What makes nodes of formations.
pub struct Charter<'a> {
    maker: Maker<'a>,
    has_leaves: bool,
}

impl<'a> Charter<'a> {
    /// For what a situation is made of; with battalions under every formation, or under divisions and below alone.
    pub fn new(of: &SituationOf<'a>, has_leaves: bool) -> Self {
        Self { maker: Maker::new(of), has_leaves }
    }

    /// The name of a formation as short as it is beside a symbol.
    pub fn short_name(&self, formation: &Formation) -> String {
        let above = formation.parent.as_ref().and_then(|id| self.tree().campaign().formation(id));
        short_name(own_name(&formation.name, above))
    }

    fn tree(&self) -> &Tree<'a> {
        &self.maker.tree
    }

    /// The blocks of a formation: its own, and those of the armies under it.
    fn blocks(&self, top: &'a Formation, blocks: &mut Vec<ChartBlock>) {
        let (armies, others): (Vec<&Formation>, Vec<&Formation>) = {
            let under = self.tree().children(&top.id).iter().copied();
            under.partition(|f| f.leaf.is_none() && f.echelon >= Echelon::Army)
        };
        let columns = self.columns(top, &others);
        if armies.is_empty() || !others.is_empty() {
            blocks.push(ChartBlock { head: self.node(top, 0), columns });
        }
        for army in armies {
            self.blocks(army, blocks);
        }
    }

    fn columns(&self, top: &Formation, under: &[&'a Formation]) -> Vec<Vec<ChartNode>> {
        let (leaves, formations): (Vec<&Formation>, Vec<&Formation>) =
            under.iter().copied().partition(|f| f.leaf.is_some());
        let deep = self.has_leaves || top.echelon <= Echelon::Division;
        let mut columns = Vec::new();
        for formation in formations {
            let mut column = Vec::new();
            self.add(formation, 0, deep, &mut column);
            columns.push(column);
        }
        let own = leaves.into_iter().filter(|f| deep || f.echelon >= Echelon::Regiment && f.can_fight());
        let own: Vec<ChartNode> = own.map(|leaf| self.node(leaf, 0)).collect();
        columns.extend(own.chunks(LEAVES).map(<[ChartNode]>::to_vec));
        columns
    }

    fn add(&self, formation: &'a Formation, depth: usize, deep: bool, column: &mut Vec<ChartNode>) {
        column.push(self.node(formation, depth));
        for child in self.tree().children(&formation.id) {
            if deep || child.leaf.is_none() && child.echelon >= Echelon::Brigade {
                self.add(child, depth + 1, deep, column);
            }
        }
    }

    /// A formation with its symbol, so many levels below the head of its column.
    pub fn node(&self, formation: &'a Formation, depth: usize) -> ChartNode {
        let campaign = self.tree().campaign();
        let square = self.tree().square(formation);
        let mut symbol = self.maker.symbol_at(formation, false, square.unwrap_or(domain::Square::new(0, 0)));
        if formation.echelon >= Echelon::Army && formation.leaf.is_none() {
            symbol.arm = SymbolArm::Of(Arm::Hq);
        }
        let leaves: Vec<_> = self.tree().leaves(formation).into_iter().filter_map(|f| f.leaf.as_ref()).collect();
        let (sp, full) = strength(&leaves);
        (symbol.sp, symbol.sp_full) = (Some(sp), Some(full));
        let strength = (full > 0).then(|| format!("{sp} of {full} SP"));
        let grade = self.tree().grade(formation).filter(|_| formation.echelon < Echelon::Corps);
        let place = square.map(|square| campaign.frame.reference(square));
        let gone = lost_words(&leaves);
        let is_gone = gone.is_some() && square.is_none();
        let place = place.filter(|_| gone.is_none()).or(gone).or_else(|| self.absent(formation));
        // Of one who is lost there is no more to say.
        let [strength, grade] = [strength, grade.map(|grade| grade.to_string())].map(|of| of.filter(|_| !is_gone));
        let text = [strength, grade, place];
        ChartNode {
            side_number: campaign.sides.iter().position(|side| side.id == formation.side).unwrap_or_default(),
            depth,
            name: self.short_name(formation),
            text: text.into_iter().flatten().collect::<Vec<_>>().join(" · "),
            symbol,
        }
    }

    /// Why a formation is not on the map.
    fn absent(&self, formation: &'a Formation) -> Option<String> {
        let leaves: Vec<_> = self.tree().leaves(formation).into_iter().filter_map(|f| f.leaf.as_ref()).collect();
        let due = leaves.iter().filter(|leaf| leaf.state == LeafState::OffMap).filter_map(|leaf| leaf.arrives).min();
        due.map(|bound| format!("due {bound}")).or_else(|| Some("lost".to_owned()).filter(|_| !leaves.is_empty()))
    }
}

/// A name without that of the formation above it at its end: `HQ, 14th Panzer Division`.
fn own_name<'n>(name: &'n str, above: Option<&Formation>) -> &'n str {
    let above = above.map_or("", |above| above.name.as_str());
    let own = name.strip_suffix(above).and_then(|own| own.trim_end().strip_suffix(',')).map(str::trim_end);
    own.filter(|own| !own.is_empty()).unwrap_or(name)
}

/// A name without its brackets but a number at its end, by which it is told from others; the words shortened that many names
/// have.
fn short_name(name: &str) -> String {
    let mut plain = super::designation::without_brackets(name);
    let last = name.trim_end().strip_suffix(')').and_then(|name| name.rsplit_once('('));
    if let Some((_, number)) = last.filter(|(_, number)| number.parse::<u32>().is_ok()) {
        plain = format!("{plain} ({number})");
    }
    let short =
        |word: &str| SHORT.iter().find(|(long, _)| *long == word).map_or(word.to_owned(), |(_, s)| (*s).to_owned());
    plain.split_whitespace().map(short).collect::<Vec<_>>().join(" ").replace(" ,", ",")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_shortened_where_many_have_the_same_words() {
        let table = [
            ("44th Infantry Division (Hoch- und Deutschmeister)", "44th Inf Div"),
            ("2 Guards Mechanised Brigade", "2 Guards Mech Bde"),
            ("German Sixth Army", "German Sixth Army"),
            ("Corps truck battalion (2)", "Corps truck battalion (2)"),
            ("Rifle Battalion (mot) (11)", "Rifle Bn (11)"),
            ("Flak battery (8.8 cm), 14th Panzer Division", "Flak battery, 14th Panzer Div"),
        ];
        for (name, wanted) in table {
            assert_eq!(short_name(name), wanted);
        }
    }
}
