//! The bound step by step: what the umpire, or the players of a side, tick while it is played, with its names and figures.
//!
//! What it decides: which steps there are, and what is ticked in each. The lists behind it tell the rest.

use domain::counted;

use super::block::{Item, Step};
use crate::model::situation::{SideFigures, SituationOf, figures_of_sides};
use crate::model::{ContactList, ReviewReport, StatusReport};

/// How many new contacts are named.
const NAMED: usize = 12;

/// The six steps of the bound of a situation.
pub(super) fn steps(
    of: &SituationOf<'_>,
    status: &StatusReport,
    (contacts, review): (&ContactList, &ReviewReport),
) -> Vec<Step> {
    let tick = Tick { is_umpires: of.side.is_none() };
    let step = |name: &str, todo: Vec<Item>| Step { name: name.to_owned(), todo };
    vec![
        step("Open the bound", opening(of, &tick, status)),
        step("Orders", orders(of, &tick, status)),
        step("March", march(&tick)),
        step("Battles", battles(of, &tick, contacts)),
        step("Supply", supply(of, &tick)),
        step("Close", closing(&tick, review)),
    ]
}

/// A box to tick.
fn told(todo: impl Into<String>) -> Item {
    Item { text: String::new(), more: Vec::new(), todo: todo.into() }
}

/// Who ticks it.
struct Tick {
    is_umpires: bool,
}

impl Tick {
    /// With the command that does it, which is for whoever sits at the keyboard.
    fn by(&self, todo: &str, command: &str) -> Item {
        let command = self.is_umpires.then(|| format!("`railhead {command}`"));
        Item { more: command.into_iter().collect(), ..told(todo) }
    }

    /// What the umpire does by a command, and what players do in its place.
    fn either(&self, (todo, command): (&str, &str), players: &str) -> Item {
        if self.is_umpires { self.by(todo, command) } else { told(players) }
    }
}

fn march(tick: &Tick) -> Vec<Item> {
    let contacts = tick.either(("New contacts are read out", "contact"), "New contacts are looked at");
    if !tick.is_umpires {
        return vec![contacts];
    }
    vec![tick.by("Both sides together", "bound march"), told("What was moved by hand is entered"), contacts]
}

fn closing(tick: &Tick, review: &ReviewReport) -> Vec<Item> {
    let open = review.open();
    if !tick.is_umpires {
        return vec![
            told("The umpire has been told who fought well, and who badly"),
            told(format!("What still needs you has been looked through, {}", counted(open, "line"))),
        ];
    }
    vec![
        tick.by("Grades are reviewed", "grade review"),
        tick.by(
            &format!("The review is empty, or what is left in it is deliberate: {}", counted(open, "line")),
            "review",
        ),
        tick.by("The weather of the next bound is entered, and the bound closed", "bound close"),
        tick.by("What each player gets next is printed", "print pack"),
    ]
}

fn opening(of: &SituationOf<'_>, tick: &Tick, status: &StatusReport) -> Vec<Item> {
    let weather = match of.campaign.weather_in(of.campaign.bound) {
        Some(weather) if tick.is_umpires => told(format!("The weather is read out: {}", weather.words())),
        Some(weather) => told(format!("The weather: {}", weather.words())),
        None => tick.either(("The weather is entered, and read out", "bound weather"), "The weather is asked for"),
    };
    let notes = status.notes.iter().map(|note| told(format!("Noted: {note}")));
    let due = status.due.iter().map(|row| told(format!("Due {}: {}", row.bound.label, row.text)));
    std::iter::once(weather).chain(notes).chain(due).collect()
}

fn orders(of: &SituationOf<'_>, tick: &Tick, status: &StatusReport) -> Vec<Item> {
    let in_of = |side: &crate::model::SideStatus| {
        let is_own = |unit| of.campaign.formations.get(unit).is_some_and(|f| f.side == side.side);
        let own = of.campaign.orders.iter().filter(|order| order.bound == of.campaign.bound && is_own(&order.unit));
        let whose = of.counted.map_or(&side.name, |commanders| &commanders.name);
        tick.by(&format!("{whose}: all orders are in, {} so far", own.count()), "order list")
    };
    status.sides.iter().map(in_of).collect()
}

fn battles(of: &SituationOf<'_>, tick: &Tick, contacts: &ContactList) -> Vec<Item> {
    let open = || of.campaign.battles.values().filter(|battle| battle.is_open());
    let drawn: Vec<String> = open().map(|battle| of.campaign.frame.reference(battle.square)).collect();
    let new = contacts.new_in_words(&drawn);
    let more = new.len().saturating_sub(NAMED);
    let named = new.into_iter().take(NAMED).map(|contact| told(format!("{contact}: fought or declined")));
    let more =
        (more > 0).then(|| tick.by(&format!("{}: fought or declined", counted(more, "more new contact")), "contact"));
    let standing = Some(contacts.standing()).filter(|(count, _)| *count > 0).map(|(count, is_from_start)| {
        let from = if is_from_start { "from the start" } else { "from earlier bounds" };
        tick.by(&format!("{} {from}: looked through once", counted(count, "contact")), "contact")
    });
    let open = open().map(|battle| {
        let square = of.campaign.square_named(battle.square);
        let (posted, fought) =
            (format!("The battle for {square}: fought and posted"), format!("The battle for {square}: fought"));
        tick.either((&posted, &format!("battle post {}", battle.id)), &fought)
    });
    let posted = tick
        .either(("Every result is posted", "battle list --open"), "The umpire has the result of each battle fought");
    named.chain(more).chain(standing).chain(open).chain(std::iter::once(posted)).collect()
}

fn supply(of: &SituationOf<'_>, tick: &Tick) -> Vec<Item> {
    let out = |side: &SideFigures| {
        let figures = side.figures?;
        let lacks = [("LOG", figures.log_out, figures.log_of), ("POL", figures.pol_out, figures.pol_of)];
        let lacks = lacks.into_iter().filter(|(_, out, _)| *out > 0);
        let lacks: Vec<String> = lacks.map(|(what, out, all)| format!("{out} of {all} out of {what}")).collect();
        let told = match lacks.as_slice() {
            [] => "nobody is out of LOG or POL".to_owned(),
            _ if !tick.is_umpires => lacks.join(", "),
            _ => format!("{}; the players know it", lacks.join(", ")),
        };
        Some(tick.by(&format!("{}: {told}", side.counted_name()), "supply status"))
    };
    let claims = of.campaign.claims.values().map(|claim| {
        let what = of.campaign.name_of_account(claim.what.as_str()).unwrap_or(claim.what.as_str());
        told(format!("{what} was overrun: captured, destroyed or spared"))
    });
    let mut items: Vec<Item> = figures_of_sides(of).iter().filter_map(out).collect();
    let sent = ("Vehicles are sent, dumps opened or closed", "supply plan");
    items.push(tick.either(sent, "Asked for: vehicles to be sent, dumps to be opened or closed"));
    items.extend(claims);
    items
}
