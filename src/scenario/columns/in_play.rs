//! The files that only hold what play has brought: an export of a running campaign has them.

use campaign::Errand;
use domain::{Arm, BattleEnd, Commodity, Echelon, Grade, RuleSystemId, SightedBy};

use super::{ColumnText, FileText, files};

/// The files.
pub(super) const FILES: &[FileText] = files! {
"battles.csv": "battles that are over", [], {
    id: "the id",
    bound: "the bound in which it was fought",
    square: "the square that was attacked",
    attacker: "the side that attacked",
    rules: "the rule system; that of the campaign if empty" [RuleSystemId],
    end: "how it ended" [BattleEnd],
    holder: "the side that held the square after it",
    moves: "how many moves it took",
    recorded: "`yes` if it was fought on a table and recorded",
    recce_by: "the side that won the look before it",
    recce_margin: "by how much",
    attacker_bases_lost: "bases of the attacker that were destroyed or surrendered",
    defender_bases_lost: "bases of the defender that were",
}
"battle_units.csv": "the units that fought in them", [], {
    battle: "the battle, by id",
    unit: "the unit, by id",
    attacked: "`yes` if it attacked",
    engaged: "`yes` if it was engaged",
    first: "`yes` if it was its first battle",
    sp_before: "its strength points before",
    sp_lost: "how many of these it lost",
    passed: "how many tests it passed",
    failed: "how many tests it failed",
}
"grades.csv": "every change of grade", [], {
    formation: "the unit, by id",
    bound: "the bound",
    battle: "the battle that led to it, by id",
    before: "the grade before" [Grade],
    after: "the grade after" [Grade],
    reason: "why",
}
"supply_history.csv": "the state of supply of formations, bound by bound", [], {
    formation: "the formation, by id",
    commodity: "`log` or `pol`",
    bound: "the bound",
    state: "the state of supply",
}
"notes.csv": "notes on bounds", [], {
    bound: "the bound",
    text: "the note",
}
"pending.csv": "what waits: orders, claims, open battles, work on railways, remainders of flights", [], {
    what: "`order`, `claim`, `battle`, `fact`, `rail` or `remainder`",
    id: "the unit, dump, battle or account that it is about, by id",
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
"convoys.csv": "supply vehicles on the road", [], {
    vehicles: "the vehicles, by id, with blanks between",
    errand: "what they are about" [Errand],
    home: "the square to which they return",
    starts: "the bound in which they start",
    load: "what they are to load, as `2log`",
    from: "where they load",
    to: "where they unload: a dump, railhead or formation",
    to_square: "or the square where they unload",
    via: "squares by which they go",
    stays: "`yes` if they do not return",
    seat: "the square of the formation to which they go",
    way: "the squares that are still before them",
    held_up: "the bound since which they are held up",
    held_up_why: "what holds them up",
}
"driven.csv": "how far supply vehicles have driven (house rule `truck_attrition`)", [], {
    vehicle: "the vehicle, by id",
    metres: "how many metres since the last die",
}
"groups.csv": "battle groups and the formations from which their parts came", [], {
    group: "the battle group, by id",
    since: "the bound in which it was formed",
    raised_from: "the formation from which it was raised",
    part: "a part of it, by id",
    came_from: "the formation from which that came",
}
"sightings.csv": "what sides know of the enemy", [], {
    id: "the id of the sighting",
    seen_by: "the side that knows it",
    side: "the side that was seen",
    formation: "whom it is in truth, by id; the side is not told",
    square: "where it was seen",
    bound: "when it was seen last",
    how: "how it was seen" [SightedBy],
    arm: "what kind of troops" [Arm],
    echelon: "their level" [Echelon],
    units: "how many",
    name: "who they are",
    sp: "their strength points",
    grade: "their quality" [Grade],
    note: "a note for the side",
}
"known.csv": "what sides know of squares, crossings and railways", [], {
    side: "the side that knows it",
    square: "a square",
    control: "the side that holds it",
    crossing: "or a crossing, by id",
    line: "or a railway, by name",
    length: "the length of that, as `0102-0202`",
    state: "the state of crossing or length: `open`, `closed`, `destroyed` or `cut`",
    from: "the first bound of the crossing",
    until: "the last bound of the crossing",
}
"news.csv": "what accounts have reported (house rule `news_delay`)", [], {
    account: "the dump or railhead, by id",
    bound: "the bound of the report",
    stock: "the stock, as `2log 1pol`",
}
"strikes.csv": "air strikes (house rule `air_interdiction`)", [], {
    bound: "the bound",
    against: "the side whose traffic is struck",
    square: "the square",
    line: "or the railway, by name",
}
"airlift.csv": "flights that were flown", [], {
    bound: "the bound",
    wing: "the transport wing, by id",
    commodity: "what was flown" [Commodity],
    sorties: "how many aircraft flew",
    landed: "how many landed",
    lost: "how many were lost",
    kg: "how many kg arrived",
    kg_lost: "how many kg were lost",
    from: "the airfield from which they flew",
    at: "the airfield at which they landed",
    dump: "the dump that took it",
}
};
