//! What `review` finds, in sentences that begin with the name of what they are of.

use campaign::Campaign;
use campaign::march::Party;
use domain::{Commodity, FormationId, Phase, Square, SupplyState, counted, few};
use ops::query::{FireUnits, Found, GradeDue, IdleVehicle, RunsDry};
use supply::plan::Lack;

use super::evidence::evidence as words;

/// How many squares, and how many formations, a sentence names.
const SQUARES: usize = 4;
const FORMATIONS: usize = 3;

/// That `supply plan` has a trip which brings some.
const IN_THE_PLAN: &str = "; the plan has a trip for this";

/// What findings of a kind are called.
pub(crate) fn of_kind(kind: &str) -> String {
    kind.replace('_', " ").replace("log", "LOG").replace("pol", "POL")
}

/// How many findings of a kind there are, where nothing stands beside it.
pub(crate) fn how_many(kind: &str, count: usize) -> String {
    let is_one = count == 1;
    let said = |one, many| format!("{count} {}", if is_one { one } else { many });
    match kind {
        "arrival" => said("arrival due", "arrivals due"),
        "battle" => said("battle not posted", "battles not posted"),
        "claim" => said("dump overrun", "dumps overrun"),
        "contact" => said("contact neither fought nor declined", "contacts neither fought nor declined"),
        "convoy" => said("convoy held up", "convoys held up"),
        "cut" => format!("{count} cut off"),
        "grade" => said("grade due", "grades due"),
        "idle_vehicle" | "unused_railhead" => counted(count, &of_kind(kind)),
        "no_superior" => said("whose superior has no HQ", "whose superiors have no HQ"),
        "no_vehicle" => said("dump without a LOG vehicle", "dumps without a LOG vehicle"),
        "order" => said("order not carried out", "orders not carried out"),
        "rail_work" => said("railway work at rest", "railway works at rest"),
        "runs_dry" => said("that runs dry", "that run dry"),
        "standing_contact" => said("pair of formations in standing contact", "pairs of formations in standing contact"),
        kind => format!("{count} {}", of_kind(kind)),
    }
}

/// What is to be queried, behind the name of what it is of.
pub(crate) fn sentence(campaign: &Campaign, what: &Found) -> String {
    match what {
        Found::Overrun(by) => {
            format!(
                "was overrun by {}; rule it captured, destroyed or spared before closing the bound",
                campaign.told_apart(by)
            )
        }
        Found::SetUpon(by) => {
            format!("lies under the enemy's {} but still belongs to its owner", campaign.told_apart(by))
        }
        Found::Order(word, hindered) => {
            let blocked = hindered.as_ref().map(|why| format!("; blocked: {why}")).unwrap_or_default();
            format!("has an order not carried out, {word}{blocked}")
        }
        Found::Unposted(_) if campaign.intel.reader.is_some() => {
            "is drawn, and its outcome is still to come".to_owned()
        }
        Found::Unposted(battle) => format!(
            "is drawn but not posted; post it before closing the bound (`railhead battle post {battle}` if it has been fought)"
        ),
        Found::NotAsDrawn(_, square) => format!(
            "can no longer be fought as it was drawn, for something has changed; cancel it, and draw it again \
             (`railhead battle new {}`)",
            campaign.frame.reference(*square)
        ),
        Found::GradeDue(due) => grade_due(due),
        Found::Contact { parties, is_joined, attacked } => contact(campaign, parties, *is_joined, attacked),
        Found::Arrival(leaves, arrives, is_now, waits) => {
            let due = if *is_now { "due since" } else { "due at" };
            let waits = waits.as_ref().map(|why| format!(": {why}")).unwrap_or_default();
            format!("has {} {due} {arrives}{waits}", counted(*leaves, "leaf"))
        }
        Found::HeldUp(why) => format!("is held up on the road: {why}"),
        Found::Out(commodity, state) => format!("is out of {}, {}", commodity.name(), why_out(*state)),
        Found::FedOut(commodity, units) => fed_in_vain(commodity.name(), &few(&ids(units), FORMATIONS, ", ")),
        Found::CutOff(left) => left.iter().map(|left| lives_on(*left)).collect::<Vec<_>>().join("; "),
        Found::Disorganised(leaves, hindered) => {
            let why = hindered.as_ref().map(|why| format!("; {why}")).unwrap_or_default();
            format!("has {} disorganised or broken{why}", counted(*leaves, "leaf"))
        }
        Found::RailWork(line, why) => format!("is not at work on {line}: {why}"),
        Found::NoSuperior(superior) => {
            format!("is under {}, which has no HQ on the map", campaign.told_apart(superior))
        }
        Found::NoVehicle(owner) => {
            format!("belongs to {}, which has no LOG vehicle on the map", campaign.told_apart(owner))
        }
        Found::UnusedRailhead(is_planned) => {
            let plan = if *is_planned { "; the plan would fetch some" } else { "" };
            format!("holds stock, and no line of supply ends there{plan}")
        }
        Found::IdleVehicle(could) => format!("stands empty and has not marched today{}", idle(*could)),
        Found::RunsDry(rows) => rows.iter().map(runs_dry).collect::<Vec<_>>().join("; "),
        Found::NoFireUnits(commodity, units) => {
            let rest = fire_units(*units);
            format!("has guns that have fired, and no {} is left for them tonight{rest}", commodity.name())
        }
        Found::StandingContact(other, squares) => {
            let at: Vec<String> = squares.iter().map(|square| campaign.frame.reference(*square)).collect();
            format!("faces {other} in {}: neither fought nor declined in this bound", few(&at, SQUARES, ", "))
        }
    }
}

/// What a grade is due to become, and what speaks for it: battle by battle where there are several.
fn grade_due(of: &[GradeDue]) -> String {
    let becomes = |of: &GradeDue| of.due.map(|due| due.to_string()).unwrap_or_default();
    let evidence = |of: &GradeDue| words(&of.evidence).join(", ");
    let is = of.first().map(|of| of.grade.to_string()).unwrap_or_default();
    if let [one] = of {
        return format!("is {is}, due to become {} ({})", becomes(one), evidence(one));
    }
    let mut last = None;
    let told = of.iter().map(|of| {
        let what = if last.replace(of.due) == Some(of.due) { String::new() } else { format!("{} ", becomes(of)) };
        format!("{what}after {} ({})", of.battle, evidence(of))
    });
    format!("is {is}, due to become {}", told.collect::<Vec<_>>().join(" and "))
}

fn ids(units: &[FormationId]) -> Vec<&str> {
    units.iter().map(FormationId::as_str).collect()
}

fn contact(
    campaign: &Campaign,
    [a, b]: &[Party; 2],
    is_joined: bool,
    (attacked, refused): &(Square, Option<String>),
) -> String {
    let named =
        |party: &Party| format!("{} in {}", few(&ids(&party.leaves), 1, ", "), campaign.frame.reference(party.square));
    let were = if a.leaves.len() == 1 { "was" } else { "were" };
    let met = if is_joined { format!("{were} joined in contact by") } else { "met".to_owned() };
    let rest = refused.as_ref().map_or_else(
        || format!(" (`railhead battle decline {}`)", campaign.frame.reference(*attacked)),
        |why| format!("; {why}"),
    );
    format!("{} {met} {}: neither fought nor declined{rest}", named(a), named(b))
}

/// Why it is out of supply.
pub(crate) fn why_out(state: SupplyState) -> &'static str {
    match state {
        SupplyState::NoVehicle => "no vehicle is on the map",
        SupplyState::DumpEmpty => "none of its own is left",
        SupplyState::Cut => "cut off",
        other => other.as_str(),
    }
}

/// That it lives on what it holds, and why.
fn lives_on((commodity, state, stock): (Commodity, SupplyState, Option<i64>)) -> String {
    let name = commodity.name();
    let why = match state {
        SupplyState::NoVehicle => format!("has no {name} vehicle on the map"),
        _ => format!("is cut off from {name}"),
    };
    match stock {
        Some(0) => format!("{why} and lives on what superiors hold"),
        Some(1) => format!("{why} and down to its last"),
        _ => format!("{why} and holds {}", stock.unwrap_or_default()),
    }
}

fn idle(could: IdleVehicle) -> &'static str {
    match could {
        IdleVehicle::Fetches => "",
        IdleVehicle::Planned => "; the plan would send it",
        IdleVehicle::NotNeeded => "; there is nothing for it to fetch: no action needed",
    }
}

fn fire_units(units: FireUnits) -> &'static str {
    match units {
        FireUnits::OutOfReach => "; no dump or lorry is within reach",
        FireUnits::Brought => "",
        FireUnits::Planned => IN_THE_PLAN,
        FireUnits::NotBrought => "; none can be brought by then, and no train brings any: the umpire books what comes",
    }
}

fn runs_dry(row: &RunsDry) -> String {
    let RunsDry { commodity, holds, portion, a_day, until, nobody, is_planned } = row;
    let name = commodity.name();
    // How much it will use is foreseen, not known.
    let (uses, is_left) = match portion {
        Some(portion) => (format!(", {}:", portion.text(name)), "none would be left"),
        None => (format!("; if it uses {a_day} a day,"), "none is left"),
    };
    let until = if until.phase == Phase::Night { "tonight".to_owned() } else { until.to_string() };
    let nobody = nobody.as_ref().map(|why| format!(", and {}", not_brought(why))).unwrap_or_default();
    let planned = if *is_planned { IN_THE_PLAN } else { "" };
    format!("holds {holds} {name}{uses} {is_left} after {until}{nobody}{planned}")
}

/// Why nobody brings more in time.
fn not_brought(why: &Lack) -> &'static str {
    match why {
        Lack::NoRoom => "there is no room for more until that is used: no action needed before then",
        Lack::NoStock(_) | Lack::AllGiven(_) => "no stock is available to send",
        _ => "nobody can bring more in time",
    }
}

/// Whom a formation feeds in vain: `feeds formations that are out of LOG: SchRgt 86, I./PzRgt 7`.
pub(crate) fn fed_in_vain(of_what: &str, names: &str) -> String {
    format!("feeds formations that are out of {of_what}: {names}")
}

#[cfg(test)]
mod tests {
    use super::how_many;

    #[test]
    fn so_many_of_a_kind_read_as_one_would_say_them() {
        let told = |kind| [how_many(kind, 1), how_many(kind, 3)];
        assert_eq!(told("arrival"), ["1 arrival due", "3 arrivals due"]);
        assert_eq!(told("battle"), ["1 battle not posted", "3 battles not posted"]);
        assert_eq!(told("claim"), ["1 dump overrun", "3 dumps overrun"]);
        let contacts = ["1 contact neither fought nor declined", "3 contacts neither fought nor declined"];
        assert_eq!(told("contact"), contacts);
        assert_eq!(told("convoy"), ["1 convoy held up", "3 convoys held up"]);
        assert_eq!(told("cut"), ["1 cut off", "3 cut off"]);
        assert_eq!(told("disorganised"), ["1 disorganised", "3 disorganised"]);
        assert_eq!(told("grade"), ["1 grade due", "3 grades due"]);
        assert_eq!(told("idle_vehicle"), ["1 idle vehicle", "3 idle vehicles"]);
        assert_eq!(told("no_superior"), ["1 whose superior has no HQ", "3 whose superiors have no HQ"]);
        assert_eq!(told("no_vehicle"), ["1 dump without a LOG vehicle", "3 dumps without a LOG vehicle"]);
        assert_eq!(told("order"), ["1 order not carried out", "3 orders not carried out"]);
        assert_eq!(told("out_of_log"), ["1 out of LOG", "3 out of LOG"]);
        assert_eq!(told("rail_work"), ["1 railway work at rest", "3 railway works at rest"]);
        assert_eq!(told("runs_dry"), ["1 that runs dry", "3 that run dry"]);
        assert_eq!(
            told("standing_contact"),
            ["1 pair of formations in standing contact", "3 pairs of formations in standing contact",]
        );
        assert_eq!(told("unused_railhead"), ["1 unused railhead", "3 unused railheads"]);
    }
}
