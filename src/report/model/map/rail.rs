//! The railways of a campaign, with their cuts and railheads.

use serde::Serialize;

use campaign::{Campaign, RailJob, Railway, Setting, Track};
use domain::{AccountId, FormationId, Square};
use supply::Arrival;

use crate::model::NamedSide;
use crate::{Cell, Column, Report, Table};

/// Every railway, as the organiser wrote them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct RailList(Vec<RailRow>);

/// A railway.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct RailRow {
    /// Its name.
    pub line: String,
    /// Its gauge in millimetres.
    pub gauge: u16,
    /// The gauges of its lengths, each once, in the order of the line.
    #[serde(skip)]
    pub gauges: Vec<u16>,
    /// How many trains it carries in a day under the house rule `rail_capacity`; none while that is off.
    #[serde(skip)]
    pub carries: Option<u32>,
    /// The sides that can use it.
    pub users: Vec<NamedSide>,
    /// How many squares it passes.
    pub squares: usize,
    /// Its first and last square.
    pub ends: Option<[String; 2]>,
    /// The lengths over which no train can run: `058052-059052`.
    pub cuts: Vec<String>,
    /// The same where lengths that follow one another are told as one: `050061-055063, 7 lengths`.
    #[serde(skip)]
    pub(super) cut_stretches: Vec<String>,
    /// The railheads on it that are not closed.
    pub railheads: Vec<String>,
    /// Those of them that trains reach from a source of their side.
    pub fed: Vec<String>,
    /// What the railheads are called, in their order.
    #[serde(skip)]
    called: Vec<String>,
    /// How many trains it carries in a day, where something is said of it.
    pub trains_a_day: Option<u32>,
    /// Lengths that were laid anew.
    pub relaid: Vec<RelaidRow>,
    /// Lengths on which work has begun and is not done.
    pub worked: Vec<WorkedRow>,
    /// Who is at work on it.
    pub jobs: Vec<JobRow>,
    /// What comes to its railheads in a day.
    pub day: Vec<DayRow>,
}

/// A length that was laid anew.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct RelaidRow {
    /// Its two squares.
    pub length: String,
    /// Its gauge in millimetres.
    pub gauge: u16,
    /// The side whose trains use it.
    pub side: NamedSide,
}

/// A length on which work has begun.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct WorkedRow {
    /// Its two squares.
    pub length: String,
    /// How many metres of it are done.
    pub metres: u32,
}

/// A leaf at work.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct JobRow {
    /// The leaf.
    pub leaf: FormationId,
    /// What it does.
    #[serde(rename = "deed")]
    pub action: &'static str,
    /// The gauge that it lays, in millimetres.
    pub gauge: Option<u16>,
    /// The length that is next.
    pub next: Option<String>,
    /// How many lengths are to be done.
    pub lengths: usize,
    #[serde(skip)]
    called: String,
}

/// What comes to a railhead in a day.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct DayRow {
    /// The railhead.
    pub railhead: AccountId,
    /// The source of its trains.
    pub source: Option<AccountId>,
    /// Units of LOG.
    pub log: u32,
    /// Units of POL.
    pub pol: u32,
    /// How many trains bring them.
    pub trains: u32,
    /// What does not come, and why.
    pub short: Option<String>,
    #[serde(skip)]
    called: String,
}

impl RailList {
    /// The railways of a campaign, with the railheads that are fed and what comes in a day.
    pub fn new(campaign: &Campaign, fed: &[AccountId], trains: &[Arrival]) -> Self {
        Self(campaign.railways.iter().map(|railway| RailRow::new(campaign, railway, fed, trains)).collect())
    }
}

impl RailRow {
    pub(super) fn new(campaign: &Campaign, railway: &Railway, fed: &[AccountId], trains: &[Arrival]) -> Self {
        let reference = |square| campaign.frame.reference(square);
        let heads = || campaign.railheads.values().filter(|head| head.line == railway.name && !head.closed);
        Self {
            line: railway.name.clone(),
            gauge: railway.gauge,
            gauges: gauges(railway),
            carries: campaign
                .settings
                .is_on(Setting::RailCapacity)
                .then(|| railway.trains_a_day.unwrap_or_else(|| campaign.settings.number(Setting::LineTrains))),
            users: railway.users.iter().map(|side| NamedSide::new(campaign, *side)).collect(),
            squares: railway.path.len(),
            ends: railway.path.first().zip(railway.path.last()).map(|(a, b)| [reference(*a), reference(*b)]),
            cuts: railway.cuts.iter().map(|side| campaign.frame.joined(*side)).collect(),
            cut_stretches: cut_stretches(campaign, railway),
            railheads: heads().map(|head| head.id.to_string()).collect(),
            called: heads().map(|head| campaign.account_name(head.id.as_str())).collect(),
            fed: heads().filter(|head| fed.contains(&head.id)).map(|head| head.id.to_string()).collect(),
            trains_a_day: railway.trains_a_day,
            relaid: railway.tracks.iter().filter_map(|track| relaid(campaign, track)).collect(),
            worked: railway.tracks.iter().filter_map(|track| worked(campaign, track)).collect(),
            jobs: campaign.rail_jobs.values().flat_map(|j| jobs(campaign, j, &railway.name)).collect(),
            day: heads()
                .filter_map(|head| trains.iter().find(|a| a.railhead == head.id))
                .map(|a| day(campaign, a))
                .collect(),
        }
    }

    /// Who is at work, which lengths are laid anew or begun, and what comes in a day, a line each.
    pub(super) fn notes(&self) -> Vec<String> {
        let jobs = self.jobs.iter().map(|job| {
            let gauge = job.gauge.map(|gauge| format!(" to {gauge} mm")).unwrap_or_default();
            let next = job.next.as_ref().map(|next| format!(", next {next}")).unwrap_or_default();
            format!("{}: {} is to {}{gauge} {} more{next}", self.line, job.called, job.action, job.lengths)
        });
        let worked = self.worked.iter().map(|row| format!("{}: {} m done of {}", self.line, row.metres, row.length));
        let relaid = self.relaid.iter().map(|row| format!("{} {} mm for {}", row.length, row.gauge, row.side.name()));
        let relaid: Vec<String> = relaid.collect();
        let relaid = (!relaid.is_empty()).then(|| format!("{}: laid anew {}", self.line, relaid.join(", ")));
        let days = self.day.iter().map(|day| {
            let short = day.short.as_ref().map(|short| format!("; {short}")).unwrap_or_default();
            format!("{} a day: {} LOG, {} POL{short}", day.called, day.log, day.pol)
        });
        days.chain(relaid).chain(worked).chain(jobs).collect()
    }
}

fn gauges(railway: &Railway) -> Vec<u16> {
    let mut gauges = Vec::new();
    for gauge in railway.lengths().map(|length| railway.gauge_of(length)) {
        if !gauges.contains(&gauge) {
            gauges.push(gauge);
        }
    }
    if gauges.is_empty() { vec![railway.gauge] } else { gauges }
}

/// What of a railway is cut, in its order: a length by itself, or the ends of several that follow one another and how many;
/// in a word where all of it is.
fn cut_stretches(campaign: &Campaign, railway: &Railway) -> Vec<String> {
    let is_cut = |pair: &[Square]| pair[0].side_to(pair[1]).is_some_and(|length| railway.cuts.contains(&length));
    let steps: Vec<&[Square]> = railway.path.windows(2).collect();
    if steps.len() > 1 && steps.iter().all(|step| is_cut(step)) {
        return vec![format!("all of it, {} lengths", steps.len())];
    }
    let cut = steps.chunk_by(|one, next| is_cut(one) == is_cut(next)).filter(|run| is_cut(run[0]));
    let told = |run: &[&[Square]]| {
        let [first, last] = [run[0][0], run[run.len() - 1][1]].map(|square| campaign.frame.reference(square));
        if run.len() == 1 { format!("{first}-{last}") } else { format!("{first}-{last}, {} lengths", run.len()) }
    };
    cut.map(told).collect()
}

fn relaid(campaign: &Campaign, track: &Track) -> Option<RelaidRow> {
    let relaid = track.relaid?;
    Some(RelaidRow {
        length: campaign.frame.joined(track.length),
        gauge: relaid.gauge,
        side: NamedSide::new(campaign, relaid.side),
    })
}

fn worked(campaign: &Campaign, track: &Track) -> Option<WorkedRow> {
    let row = || WorkedRow { length: campaign.frame.joined(track.length), metres: track.worked_m };
    (track.worked_m > 0).then(row)
}

/// What a leaf is still to do on one railway.
fn jobs<'a>(campaign: &'a Campaign, job: &'a RailJob, line: &'a str) -> impl Iterator<Item = JobRow> + 'a {
    let here = job.stretches().filter(move |(on, _)| *on == line);
    here.map(|(_, lengths)| JobRow {
        leaf: job.leaf.clone(),
        called: campaign.name_of(job.leaf.as_str()).to_owned(),
        action: job.action.word(),
        gauge: job.action.gauge(),
        next: lengths.first().map(|length| campaign.frame.joined(*length)),
        lengths: lengths.len(),
    })
}

fn day(campaign: &Campaign, arrival: &Arrival) -> DayRow {
    DayRow {
        railhead: arrival.railhead.clone(),
        called: campaign.account_name(arrival.railhead.as_str()),
        source: arrival.source.clone(),
        log: arrival.comes.log,
        pol: arrival.comes.pol,
        trains: arrival.trains,
        short: arrival.shortage_text(&campaign.frame),
    }
}

impl Report for RailList {
    fn tables(&self) -> Vec<Table> {
        let trains = Column::number("trains a day");
        let is_counted = self.0.iter().any(|row| row.carries.is_some());
        let columns = vec![
            Column::text("line").wrapping(),
            Column::text("users"),
            Column::text("gauge").wrapping(),
            Column::text("from-to").wrapping(),
            Column::text("railheads").wrapping(),
            Column::text("not fed").wrapping(),
            Column::text("cut").wrapping(),
            Column::number("squares").optional(),
            if is_counted { trains } else { trains.optional() },
        ];
        let mut table = Table::new("", columns);
        for row in &self.0 {
            let users = row.users.iter().map(NamedSide::name).collect::<Vec<_>>().join(", ");
            let ids: Vec<String> = row.users.iter().map(|side| side.id.to_string()).collect();
            let unfed = row.railheads.iter().zip(&row.called).filter(|(head, _)| !row.fed.contains(head));
            let unfed: Vec<&str> = unfed.map(|(_, called)| called.as_str()).collect();
            let cut = if row.cuts.is_empty() {
                Cell::new("-")
            } else {
                Cell::emphasised(row.cut_stretches.join("; ")).meaning(row.cuts.join(" "))
            };
            table.row([
                Cell::new(&row.line),
                Cell::new(users).meaning(ids.join(" ")),
                Cell::new(row.gauges.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")),
                Cell::maybe(row.ends.as_ref().map(|ends| ends.join("-"))),
                Cell::new(row.called.join(", ")),
                if unfed.is_empty() { Cell::new("-") } else { Cell::emphasised(unfed.join(", ")) },
                cut,
                Cell::new(row.squares),
                Cell::maybe(row.carries.or(row.trains_a_day)),
            ]);
        }
        self.0.iter().flat_map(RailRow::notes).for_each(|note| table.note(note));
        vec![table]
    }
}
