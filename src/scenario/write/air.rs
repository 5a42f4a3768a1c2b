//! `airfields.csv`, `wings.csv` and `airlift.csv`.

use campaign::Campaign;

use super::{Sheet, or_empty};

pub(super) fn airfields(campaign: &Campaign) -> Sheet {
    let mut sheet = Sheet::new(&["id", "place", "square", "side", "landings", "used_for", "note"], 1);
    for field in campaign.airfields.values() {
        let square = if field.place.is_none() { campaign.frame.reference(field.square) } else { String::new() };
        sheet.rows.push(vec![
            field.id.to_string(),
            or_empty(field.place.as_ref()),
            square,
            field.side.to_string(),
            or_empty(field.landings),
            field.used_for.clone(),
            field.note.clone(),
        ]);
    }
    sheet
}

pub(super) fn wings(campaign: &Campaign) -> Sheet {
    let mut sheet = Sheet::new(&["leaf", "sorties", "load_kg"], 3);
    let row = |(leaf, wing): (&domain::FormationId, &campaign::Wing)| {
        vec![leaf.to_string(), wing.sorties.to_string(), wing.load_kg.to_string()]
    };
    sheet.rows.extend(campaign.wings.iter().map(row));
    sheet
}

pub(super) fn flights(campaign: &Campaign) -> Sheet {
    let columns = &["bound", "wing", "commodity", "sorties", "landed", "lost", "kg", "kg_lost", "from", "at", "dump"];
    let mut sheet = Sheet::new(columns, 7);
    for flight in &campaign.flights {
        let numbers = [flight.sorties, flight.landed, flight.lost, flight.kg].map(|number| number.to_string());
        let mut row = vec![flight.bound.to_string(), flight.wing.to_string(), flight.commodity.to_string()];
        row.extend(numbers);
        row.push(or_empty(Some(flight.kg_lost).filter(|kg| *kg > 0)));
        row.extend([or_empty(flight.from.as_ref()), or_empty(flight.at.as_ref()), or_empty(flight.to.as_ref())]);
        sheet.rows.push(row);
    }
    sheet
}
