//! Changes of railways, railheads and dumps, and flights, in words.

use campaign::{Flight, MapFrame, RailAction, RailJob, Railhead, Track};
use domain::SquareSide;

/// What is to be said of a length.
pub(crate) fn track(track: &Track) -> String {
    let gauge = track.relaid.map(|relaid| format!("{} mm, used by {}", relaid.gauge, relaid.side));
    let worked = (track.worked_m > 0).then(|| format!("{} m done", track.worked_m));
    let words: Vec<String> = [gauge, worked].into_iter().flatten().collect();
    if words.is_empty() { "as drawn".to_owned() } else { words.join(", ") }
}

/// What a leaf is to do on a railway.
pub(crate) fn job(job: Option<&RailJob>, frame: &MapFrame) -> String {
    let Some(job) = job else { return "none".to_owned() };
    let what = match job.action {
        RailAction::Repair => "repair".to_owned(),
        RailAction::Convert(gauge) => format!("convert to {gauge} mm"),
    };
    let next = job.lengths.first().map(|length| format!(", next {}", frame.joined(*length))).unwrap_or_default();
    let lengths = |lengths: &[SquareSide]| domain::counted(lengths.len(), "length");
    let then = job.then.iter().map(|then| format!("; then {}: {}", then.line, lengths(&then.lengths)));
    format!("{what} {}: {} to do{next}{}", job.line, lengths(&job.lengths), then.collect::<String>())
}

/// A railhead as far as it differs from another.
pub(crate) fn railhead(this: Option<&Railhead>, other: Option<&Railhead>, frame: &MapFrame) -> String {
    let Some(this) = this else { return "none".to_owned() };
    let differs = |differs: fn(&Railhead, &Railhead) -> bool| other.is_none_or(|other| differs(this, other));
    let serves = this.serves.as_ref().map_or_else(|| "nobody in particular".to_owned(), ToString::to_string);
    let priority = if this.priority == 0 { "none".to_owned() } else { this.priority.to_string() };
    let words = [
        (differs(|a, b| a.square != b.square), frame.reference(this.square)),
        (differs(|a, b| a.line != b.line), format!("on {}", this.line)),
        (other.is_some() && differs(|a, b| a.serves != b.serves), format!("serves {serves}")),
        (other.is_some() && differs(|a, b| a.priority != b.priority), format!("priority {priority}")),
        (this.closed || other.is_some() && differs(|a, b| a.closed != b.closed), shut(this.closed)),
    ];
    words.into_iter().filter(|(told, _)| *told).map(|(_, words)| words).collect::<Vec<_>>().join(", ")
}

/// Whether something is closed, in a word.
pub(crate) fn shut(closed: bool) -> String {
    if closed { "closed" } else { "open" }.to_owned()
}

/// From where a flight came.
pub(crate) fn flight_from(flight: &Flight) -> String {
    flight.from.as_ref().map_or_else(|| "from no airfield".to_owned(), |from| format!("from {from}"))
}

/// What a flight came to.
pub(crate) fn flight(flight: &Flight) -> String {
    let tons = |kg: u32| format!("{}.{} t", (kg + 50) / 1_000, (kg + 50) / 100 % 10);
    let at = match (&flight.at, &flight.to) {
        (Some(at), _) => format!("landed at {at}"),
        (None, Some(to)) => format!("dropped to {to}"),
        (None, None) => "dropped".to_owned(),
    };
    let lost = match (flight.lost, flight.kg_lost) {
        (0, 0) => String::new(),
        (0, kg) => format!(", {} lost", tons(kg)),
        (lost, kg) => format!(", {lost} aircraft and {} lost", tons(kg)),
    };
    let (landed, sorties, what) = (flight.landed, flight.sorties, flight.commodity.name());
    format!("{landed} of {sorties} sorties {at}: {} of {what}{lost}", tons(flight.kg))
}
