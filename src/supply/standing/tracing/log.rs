//! How a formation stands with LOG, and what would mend its line.

use campaign::Formation;
use domain::{Commodity, Detail, Square, SupplyState};

use crate::line::LineTracer;
use crate::line::barrier::{LineMender, cut_of, describe};
use crate::line::way::LineWay;
use crate::standing::assessment::{Leg, LogStatus};
use crate::standing::holdings::Holdings;
use crate::standing::mend::{Mend, NewLeaf};
use crate::standing::mend_item::{Cut, MendItem};
use crate::standing::tracing::line_done::LineDone;
use crate::standing::tracing::{Tracing, rail_trace};

impl<'a> Tracing<'a, '_> {
    pub(crate) fn log(
        &mut self,
        lines: &mut LineTracer<'a>,
        formation: &'a Formation,
        square: Option<Square>,
    ) -> (LogStatus, Vec<MendItem>, LineDone) {
        let stage = lines.stage_of(self.hierarchy, formation);
        let full = self.detail() == Detail::Full;
        let Holdings { units, accounts, beyond, into } = self.holdings(formation, Commodity::Log);
        let stock = full.then_some(units);
        let line = square.and_then(|s| lines.open_line(stage, s));
        let has_vehicle = !self.hierarchy.vehicles(formation, Commodity::Log).is_empty();
        let standing = match (&line, has_vehicle) {
            (_, false) => SupplyState::NoVehicle,
            (None, true) => SupplyState::Cut,
            (Some(_), true) if stock.is_some_and(|s| s <= 0) => SupplyState::DumpEmpty,
            (Some(_), true) => SupplyState::InSupply,
        };
        let (mut mend, mut done) = (Vec::new(), LineDone::default());
        if !has_vehicle && self.why {
            mend.extend(square.map(|s| self.vehicle_item(formation, s)));
            done.given = square;
        }
        let mut status = LogStatus {
            state: standing,
            stock,
            accounts,
            beyond,
            into,
            source: None,
            legs: Vec::new(),
            rail: None,
            cut: None,
            back: None,
            out: false,
        };
        match (line, square) {
            (Some(ways), _) => self.describe_line(lines, formation, &ways, &mut status),
            (None, Some(square)) if self.why => {
                mend.extend(self.describe_cut(lines, formation, (stage, square), &mut status, &mut done));
            }
            (None, _) => {}
        }
        status.out = self.is_out(formation, square, Commodity::Log, standing);
        (status, mend, done)
    }

    pub(crate) fn vehicle_item(&self, formation: &Formation, square: Square) -> MendItem {
        Mend::Give(NewLeaf::new(self.view.campaign, &formation.id, Some(Commodity::Log), square)).into()
    }

    pub(crate) fn describe_line(
        &self,
        lines: &LineTracer<'a>,
        formation: &Formation,
        ways: &[LineWay],
        status: &mut LogStatus,
    ) {
        let mut from = formation.id.to_string();
        for way in ways {
            let path = way.squares.iter().map(|s| self.view.network.square(*s)).collect();
            status.legs.push(Leg { from, to: way.to.clone(), minutes: 0, path });
            from = way.to.to_string();
        }
        // A way's minutes count to the end of the line; a leg's are what it takes off them.
        for (place, leg) in status.legs.iter_mut().enumerate() {
            let rest = ways.get(place + 1).map_or(0, |way| way.minutes);
            leg.minutes = ways[place].minutes - rest;
        }
        status.source = ways.last().map(|way| way.to.clone());
        let end = status.source.as_ref().and_then(|source| lines.end(source));
        status.rail = end.and_then(|end| end.rail.as_ref()).map(|rail| rail_trace(&self.view, rail));
    }

    pub(crate) fn describe_cut(
        &mut self,
        lines: &mut LineTracer<'a>,
        formation: &'a Formation,
        (stage, square): (usize, Square),
        status: &mut LogStatus,
        done: &mut LineDone,
    ) -> Vec<MendItem> {
        let found = lines.mend(&self.view, &mut self.search, stage, square);
        let mender = LineMender { view: &self.view, hierarchy: self.hierarchy, rails: &self.rails, fed: &self.fed };
        if let Some(found) = found {
            // Who stands on one square and goes the same stages has the same mend.
            let found = self.pruned.entry((stage, square)).or_insert_with(|| {
                let mut found = found;
                mender.prune(&mut found, square, formation);
                found
            });
            status.cut = cut_of(&self.view, found);
            status.rail = lines.cut_railway(found).map(|rail| rail_trace(&self.view, rail));
            done.items.clone_from(&found.items);
            return found.items.iter().map(|item| describe(&self.view, *item)).collect();
        }
        let mut items = Vec::new();
        if lines.ends.is_empty() {
            items.push(self.depot_item(formation, square));
        } else {
            let open = mender.nearest_open(square, formation);
            // Where nothing is open as things are, it comes to where a line can be put right.
            let to = open.or_else(|| lines.nearest_with_mend(&self.view, &mut self.search, stage, square));
            let to = to.unwrap_or(square);
            items.push(Mend::Bring(self.comes(formation).id.clone(), to).into());
            if let Some(mut found) = lines.mend(&self.view, &mut self.search, stage, to) {
                mender.prune(&mut found, to, formation);
                items.extend(found.items.iter().map(|item| describe(&self.view, *item)));
                done.items = found.items;
            }
            done.came = Some(to);
        }
        let (at, kind) = (items[0].what.square(), items[0].what.kind());
        status.cut = Some(Cut { leg: (square, at), at: square, kind, holders: Vec::new(), way: Vec::new() });
        items
    }

    pub(crate) fn depot_item(&self, formation: &'a Formation, square: Square) -> MendItem {
        let top = self.hierarchy.superiors(formation).last().map_or(&formation.id, |top| &top.id);
        Mend::OpenSource(top.clone(), square).into()
    }

    /// Who comes where a formation must come: of one under which others draw for themselves its HQ alone.
    pub(crate) fn comes(&self, formation: &'a Formation) -> &'a Formation {
        let under = self.hierarchy.tree.with_all_under(formation);
        let others = under.into_iter().any(|f| f.id != formation.id && self.hierarchy.tree.is_supply_formation(f));
        let hq = self.hierarchy.tree.command_leaf(formation).filter(|_| others);
        hq.unwrap_or(formation)
    }
}
