//! What was done to railways since they were drawn, and who is at work on them.
//!
//! What it decides: of what gauge a length of railway is, and whose trains may use it.
//! What it never does: say whether a train runs; see `supply`.

use serde::{Deserialize, Serialize};

use domain::{AccountId, FormationId, Put, Record, SideId, Sink, Source, Square, SquareSide, Take};

use crate::map::drawing::{Track, listed_as_json};
use crate::{Railhead, Railway};

impl Track {
    /// A length of which nothing is to be said.
    pub fn plain(length: SquareSide) -> Self {
        Self { length, relaid: None, worked_m: 0 }
    }

    /// Whether nothing is to be said of it.
    pub fn is_plain(&self) -> bool {
        *self == Self::plain(self.length)
    }
}

impl Railway {
    /// Its lengths in order: from each square to the next.
    pub fn lengths(&self) -> impl Iterator<Item = SquareSide> {
        self.path.windows(2).filter_map(|pair| pair[0].side_to(pair[1]))
    }

    /// What is to be said of a length.
    pub fn track(&self, length: SquareSide) -> Track {
        let found = self.tracks.iter().find(|track| track.length == length);
        found.copied().unwrap_or_else(|| Track::plain(length))
    }

    /// Keeps what is to be said of a length.
    pub fn keep(&mut self, track: Track) {
        self.tracks.retain(|there| there.length != track.length);
        if !track.is_plain() {
            let place = self.tracks.partition_point(|there| there.length < track.length);
            self.tracks.insert(place, track);
        }
    }

    /// The gauge of a length in millimetres.
    pub fn gauge_of(&self, length: SquareSide) -> u16 {
        self.track(length).relaid.map_or(self.gauge, |relaid| relaid.gauge)
    }

    /// Whether trains of a side may use a length: those of whoever laid it anew, else those of the railway's users.
    pub fn is_used_by(&self, length: SquareSide, side: SideId) -> bool {
        self.track(length).relaid.map_or_else(|| self.users.contains(&side), |relaid| relaid.side == side)
    }

    /// The lengths between two of its squares, from the first on; none where it does not pass both.
    pub fn stretch(&self, from: Square, to: Square) -> Option<Vec<SquareSide>> {
        let place = |square: Square| self.path.iter().position(|there| *there == square);
        let (first, last) = (place(from)?, place(to)?);
        let path = &self.path[first.min(last)..=first.max(last)];
        let mut lengths: Vec<SquareSide> = path.windows(2).filter_map(|pair| pair[0].side_to(pair[1])).collect();
        if first > last {
            lengths.reverse();
        }
        Some(lengths)
    }
}

/// What engineers do to a railway.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RailAction {
    /// They repair what is cut.
    Repair,
    /// They lay it to another gauge, in millimetres.
    Convert(u16),
}

impl RailAction {
    /// The word of what is done.
    pub fn word(self) -> &'static str {
        match self {
            Self::Repair => "repair",
            Self::Convert(_) => "convert",
        }
    }

    /// The gauge that is laid, where it is another one.
    pub fn gauge(self) -> Option<u16> {
        match self {
            Self::Repair => None,
            Self::Convert(gauge) => Some(gauge),
        }
    }
}

impl Railhead {
    /// The account of what a railhead leaves in a square when it goes on.
    pub fn left_at(railhead: &AccountId, reference: &str) -> AccountId {
        AccountId::from(format!("{railhead}.{reference}"))
    }
}

/// Work on a railway that a leaf is to do bound by bound until it is done.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RailJob {
    /// The leaf of engineers.
    pub leaf: FormationId,
    /// The railway.
    pub line: String,
    /// What it does.
    #[serde(rename = "deed")]
    pub action: RailAction,
    /// The lengths still to be done, the next one first.
    pub lengths: Vec<SquareSide>,
    /// What it does on other railways when it is done with this one, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub then: Vec<Stretch>,
}

/// Lengths of a railway, in the order in which they are worked on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stretch {
    /// The railway.
    pub line: String,
    /// Its lengths.
    pub lengths: Vec<SquareSide>,
}

/// A length that is still to be done, and its railway where that is not the one of the job.
#[derive(Serialize, Deserialize)]
struct JobLength {
    #[serde(flatten)]
    length: SquareSide,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<String>,
}

listed_as_json!(JobLength);

/// All lengths in one column, in the order in which they are worked on.
impl Put for RailJob {
    fn put(&self, sink: &mut impl Sink) {
        (&self.leaf, &self.line, self.action.word(), self.action.gauge()).put(sink);
        let of = |(line, lengths): (&str, &[SquareSide])| {
            let line = (line != self.line).then(|| line.to_owned());
            lengths.iter().map(|length| JobLength { length: *length, line: line.clone() }).collect::<Vec<_>>()
        };
        self.stretches().flat_map(of).collect::<Vec<_>>().put(sink);
    }
}

impl Take for RailJob {
    fn take<S: Source>(source: &mut S) -> Result<Self, S::Fault> {
        let (leaf, line): (_, String) = Take::take(source)?;
        let (_, gauge): (String, Option<u16>) = Take::take(source)?;
        let action = gauge.map_or(RailAction::Repair, RailAction::Convert);
        let (mut lengths, mut then): (_, Vec<Stretch>) = (Vec::new(), Vec::new());
        for JobLength { length, line: on } in <Vec<JobLength>>::take(source)? {
            let on = on.unwrap_or_else(|| line.clone());
            match then.last_mut() {
                None if on == line => lengths.push(length),
                Some(last) if on == last.line => last.lengths.push(length),
                _ => then.push(Stretch { line: on, lengths: vec![length] }),
            }
        }
        Ok(Self { leaf, line, action, lengths, then })
    }
}

impl Record for RailJob {
    fn columns() -> Vec<&'static str> {
        vec!["leaf", "railway", "deed", "gauge", "lengths"]
    }
}

impl RailJob {
    /// What is still to be done, railway by railway: its name and the lengths.
    pub fn stretches(&self) -> impl Iterator<Item = (&str, &[SquareSide])> {
        let then = self.then.iter().map(|stretch| (stretch.line.as_str(), stretch.lengths.as_slice()));
        std::iter::once((self.line.as_str(), self.lengths.as_slice())).chain(then)
    }

    /// The job with so much left of its railway; of the next one where nothing is, and none where there is no next one.
    #[must_use]
    pub fn left(mut self, lengths: Vec<SquareSide>) -> Option<Self> {
        if !lengths.is_empty() {
            return Some(Self { lengths, ..self });
        }
        (!self.then.is_empty()).then(|| self.then.remove(0)).map(|Stretch { line, lengths }| Self {
            line,
            lengths,
            ..self
        })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::map::drawing::Relaid;

    fn line() -> Railway {
        let path: Vec<Square> = (0..5).map(|col| Square::new(col, 5)).collect();
        let users = BTreeSet::from([SideId::new("SU").unwrap()]);
        Railway { name: "West line".to_owned(), gauge: 1520, users, path, ..Railway::default() }
    }

    #[test]
    fn a_stretch_goes_from_its_first_square_to_its_last() {
        let (line, at) = (line(), |col| Square::new(col, 5));
        let sides = |pairs: &[(u16, u16)]| pairs.iter().filter_map(|(a, b)| at(*a).side_to(at(*b))).collect::<Vec<_>>();
        assert_eq!(line.stretch(at(1), at(3)), Some(sides(&[(1, 2), (2, 3)])));
        assert_eq!(line.stretch(at(3), at(1)), Some(sides(&[(3, 2), (2, 1)])));
        assert_eq!(line.stretch(at(3), Square::new(3, 6)), None);
    }

    #[test]
    fn a_job_goes_on_with_what_is_left_and_then_with_the_next_railway() {
        let length = |col: u16| Square::new(col, 5).side_to(Square::new(col + 1, 5)).unwrap();
        let stretch = |line: &str, col| Stretch { line: line.to_owned(), lengths: vec![length(col)] };
        let job = |on: &Stretch, then: &[Stretch]| {
            let Stretch { line, lengths } = on.clone();
            RailJob { leaf: "su.e".into(), line, action: RailAction::Repair, lengths, then: then.to_vec() }
        };
        let [west, rest, south] = [stretch("West", 1), stretch("West", 2), stretch("South", 7)];
        let begun = job(&west, std::slice::from_ref(&south));
        assert_eq!(begun.clone().left(vec![length(2)]), Some(job(&rest, std::slice::from_ref(&south))));
        assert_eq!(begun.left(Vec::new()), Some(job(&south, &[])));
        assert_eq!(job(&south, &[]).left(Vec::new()), None);
    }

    #[test]
    fn a_length_laid_anew_is_used_by_whoever_laid_it() {
        let (mut line, ax, su) = (line(), SideId::new("AX").unwrap(), SideId::new("SU").unwrap());
        let length = line.lengths().next().unwrap();
        assert_eq!((line.gauge_of(length), line.is_used_by(length, su)), (1520, true));
        line.keep(Track { relaid: Some(Relaid { gauge: 1435, side: ax }), ..Track::plain(length) });
        assert_eq!(
            (line.gauge_of(length), line.is_used_by(length, su), line.is_used_by(length, ax)),
            (1435, false, true)
        );
        line.keep(Track::plain(length));
        assert!(line.tracks.is_empty());
    }
}
