//! The files that only hold what play has brought: an export of a running campaign has them.

use campaign::Errand;
use domain::{Arm, BattleEnd, Commodity, Echelon, Grade, RuleSystemId, SightedBy};

use super::files;
use crate::text::layout::{Column, Layout};

files! {
/// The files that only hold what play has brought.
IN_PLAY:
BATTLES = "battles.csv", 8: "battles that are over", [], {
    id.need(): "the id",
    bound.need(): "the bound in which it was fought",
    square.need(): "the square that was attacked",
    attacker.need(): "the side that attacked",
    rules: "the rule system; that of the campaign if empty" [RuleSystemId],
    end.need(): "how it ended" [BattleEnd],
    holder.need(): "the side that held the square after it",
    moves.need(): "how many moves it took",
    recorded: "`yes` if it was fought on a table and recorded",
    recce_by: "the side that won the look before it",
    recce_margin: "by how much",
    attacker_bases_lost: "bases of the attacker that were destroyed or surrendered",
    defender_bases_lost: "bases of the defender that were",
}
BATTLE_UNITS = "battle_units.csv", 2: "the units that fought in them", [], {
    battle.need(): "the battle, by id",
    unit.need(): "the unit, by id",
    attacked: "`yes` if it attacked",
    engaged: "`yes` if it was engaged",
    first: "`yes` if it was its first battle",
    sp_before: "its strength points before",
    sp_lost: "how many of these it lost",
    passed: "how many tests it passed",
    failed: "how many tests it failed",
    sp_whole: "the strength points of the whole unit before, those not in the battle too; none where that is not known",
}
GRADES = "grades.csv", 2: "every change of grade", [], {
    formation.need(): "the unit, by id",
    bound.need(): "the bound",
    battle: "the battle that led to it, by id",
    before.of("grade_before"): "the grade before" [Grade],
    after.need().of("grade_after"): "the grade after" [Grade],
    reason: "why",
}
SUPPLY_HISTORY = "supply_history.csv", 4: "the state of supply of formations, bound by bound", [], {
    formation.need(): "the formation, by id",
    commodity.need(): "`log` or `pol`",
    bound.need(): "the bound",
    state: "the state of supply",
}
NOTES = "notes.csv", 2: "notes on bounds", [], {
    bound.need(): "the bound",
    text.need(): "the note",
}
PENDING = "pending.csv", 3: "what waits: orders, claims, open battles, work on railways, remainders of flights", [], {
    what.need(): "`order`, `claim`, `battle`, `fact`, `rail` or `remainder`",
    id.need(): "the unit, dump, battle or account that it is about, by id",
    bound: "the bound",
    deed: "of an order: `move`, `dig-in`, `reorganise`, `open-dump`, `send`; of `rail`: `repair` or `convert`",
    way: "of a march: the squares by which it goes, with blanks between",
    rate: "of a march: the manner of marching",
    how: "of an order: `close_up`, `split`, `alone`, `fortify`, `stay`, or the level of a dump",
    square: "the square of a claim, battle or dump",
    captor: "of a claim: who overran it",
    side: "the side that attacks, or owns",
    rules: "of a battle: the rule system" [RuleSystemId],
    subject: "of a fact: what it is about; of an order to send: where to load",
    text: "of a fact: what it says",
    line: "of work on a railway: the railway",
    gauge: "of a conversion: the gauge in mm",
    to: "of an order to send: where to unload",
    commodity: "what is carried",
    kg: "of a remainder: how many kg",
}
CONVOYS = "convoys.csv", 4: "supply vehicles on the road", [], {
    vehicles.need(): "the vehicles, by id, with blanks between",
    errand.need(): "what they are about" [Errand],
    home.need(): "the square to which they return",
    starts.need(): "the bound in which they start",
    load: "what they are to load, as `2log`",
    from.of("source"): "where they load",
    to: "where they unload: a dump, railhead or formation",
    to_square: "or the square where they unload",
    via: "squares by which they go",
    stays: "`yes` if they do not return",
    seat: "the square of the formation to which they go",
    way: "the squares that are still before them",
    held_up: "the bound since which they are held up",
    held_up_why: "what holds them up",
}
DRIVEN = "driven.csv", 2: "how far supply vehicles have driven (house rule `truck_attrition`)", [], {
    vehicle.need(): "the vehicle, by id",
    metres.need(): "how many metres since the last die",
}
GROUPS = "groups.csv", 3: "battle groups and the formations from which their parts came", [], {
    group.need(): "the battle group, by id",
    since.need(): "the bound in which it was formed",
    raised_from.need(): "the formation from which it was raised",
    part: "a part of it, by id",
    came_from: "the formation from which that came",
}
SIGHTINGS = "sightings.csv", 7: "what sides know of the enemy", [], {
    id.need(): "the id of the sighting",
    seen_by.need(): "the side that knows it",
    side.need(): "the side that was seen",
    formation: "whom it is in truth, by id; the side is not told",
    square.need(): "where it was seen",
    bound.need(): "when it was seen last",
    how.need(): "how it was seen" [SightedBy],
    arm: "what kind of troops" [Arm],
    echelon: "their level" [Echelon],
    units: "how many",
    name: "who they are",
    sp: "their strength points",
    grade: "their quality" [Grade],
    note: "a note for the side",
}
KNOWN = "known.csv", 1: "what sides know of squares, crossings and railways", [], {
    side.need(): "the side that knows it",
    square: "a square",
    control: "the side that holds it",
    crossing: "or a crossing, by id",
    line: "or a railway, by name",
    length: "the length of that, as `0102-0202`",
    state: "the state of crossing or length: `open`, `closed`, `destroyed` or `cut`",
    from: "the first bound of the crossing",
    until: "the last bound of the crossing",
}
NEWS = "news.csv", 2: "what accounts have reported (house rule `news_delay`)", [], {
    account.need(): "the dump or railhead, by id",
    bound.need(): "the bound of the report",
    stock: "the stock, as `2log 1pol`",
}
STRIKES = "strikes.csv", 2: "air strikes (house rule `air_interdiction`)", [], {
    bound.need(): "the bound",
    against.need(): "the side whose traffic is struck",
    square: "the square",
    line: "or the railway, by name",
}
AIRLIFT = "airlift.csv", 7: "flights that were flown", [], {
    bound.need(): "the bound",
    wing.need(): "the transport wing, by id",
    commodity.need(): "what was flown" [Commodity],
    sorties.need(): "how many aircraft flew",
    landed.need(): "how many landed",
    lost.need(): "how many were lost",
    kg.need(): "how many kg arrived",
    kg_lost.unless("0"): "how many kg were lost",
    from.of("from_airfield"): "the airfield from which they flew",
    at.of("at_airfield"): "the airfield at which they landed",
    dump: "the dump that took it",
}
}
