//! Every table of a campaign folder: its columns in the order in which they are written.
//!
//! `need` marks what a file must have; `of` names the column of the record (`record!` in `campaign`) where that is
//! another; what a column `unless`-says is written as nothing.

use crate::text::layout::{Column, Layout};

macro_rules! layouts {
    ($($name:ident = $file:literal, $kept:literal: $($column:ident $(.$how:ident($($what:literal)?))*),+;)+) => {
        $(pub(crate) const $name: Layout = Layout {
            file: $file,
            columns: &[$(Column::new(stringify!($column)) $(.$how($($what)?))*),+],
            kept: $kept,
        };)+

        /// Every table.
        pub(crate) const ALL: &[&Layout] = &[$(&$name),+];
    };
}

layouts! {
    AIRFIELDS = "airfields.csv", 1: id.need(), place.points(), square, side.need(), landings, used_for, note;
    AIRLIFT = "airlift.csv", 7: bound.need(), wing.need(), commodity.need(), sorties.need(), landed.need(),
        lost.need(), kg.need(), kg_lost.unless("0"), from.of("from_airfield"), at.of("at_airfield"), dump;
    BATTLE_UNITS = "battle_units.csv", 2: battle.need(), unit.need(), attacked, engaged, first, sp_before, sp_lost,
        passed, failed;
    BATTLES = "battles.csv", 8: id.need(), bound.need(), square.need(), attacker.need(), rules, end.need(),
        holder.need(), moves.need(), recorded, recce_by, recce_margin, attacker_bases_lost, defender_bases_lost;
    CONTROL = "control.csv", 2: square.need(), side.need();
    CONVOYS = "convoys.csv", 4: vehicles.need(), errand.need(), home.need(), starts.need(), load, from.of("source"),
        to, to_square, via, stays, seat, way, held_up, held_up_why;
    CROSSINGS = "crossings.csv", 3: id.need(), name, river.need(), place.points(), squares, kind, carries, state,
        from.of("from_bound"), until.of("until_bound"), note;
    DRIVEN = "driven.csv", 2: vehicle.need(), metres.need();
    DUMPS = "dumps.csv", 3: id.need(), owner.need(), level.need(), place.points(), square, name, source, closed, log, pol,
        captured_pol, note;
    FRONT = "front.csv", 0: line.need(), seq.need(), point.need().points(), left;
    GRADES = "grades.csv", 2: formation.need(), bound.need(), battle, before.of("grade_before"),
        after.need().of("grade_after"), reason;
    GROUPS = "groups.csv", 3: group.need(), since.need(), raised_from.need(), part, came_from;
    KNOWN = "known.csv", 1: side.need(), square, control, crossing, line, length, state, from, until;
    MINEFIELDS = "minefields.csv", 2: square.need(), side.need(), gapped, from.of("from_bound"), note;
    NEWS = "news.csv", 2: account.need(), bound.need(), stock;
    NOTES = "notes.csv", 2: bound.need(), text.need();
    ORBAT = "orbat.csv", 7: id.need(), parent, side.need(), name.need(), nationality, echelon.need(), arm.need(),
        mobility, grade, grade_under, where.of("square").stand().points(), posture.unless("open").stand(), arrives.stand(),
        entry.of("").stand().points(), by_rail.stand(), role.base(), sp_full.base(), sp.base(), weapon_men.capitals().base(),
        weapon_armour.capitals().base(), armour.capitals().base(), calibre_mm.base(), carries.load(),
        capacity.of("").load(), template.of(""), strength.of(""), state.of("").stand(),
        markers.unless("0").base(), ammo.of("").base(), hq_die, casemated.stand(), attached_to.of("supported"),
        attached_as.of("kind"), once_had, marched_today.stand(), minutes_used.unless("0").stand(),
        next_square.stand().points(), minutes_towards.stand(), came.stand(), came_minute.stand(), way_point.stand().points(),
        way_points.stand(), attacks_owed.unless("0"), bounds_out_log.of("log_bounds_out").unless("0"),
        bounds_out_pol.of("pol_bounds_out").unless("0"), fought, met_tanks, half_test_done.of("half_tested"),
        has_orders, fanatical, cu_left.of("cu_thirds").thirds().base(), mounted.base(),
        medical_sp.of("at_post").unless("0").base(), noted.base(), notes.base(), label, note;
    PARTISANS = "partisans.csv", 3: square.need(), against.need(), strength.need(), from.of("first_bound"),
        until.of("last_bound"), raid;
    PENDING = "pending.csv", 3: what.need(), id.need(), bound, deed, way, rate, how, square, captor, side, rules,
        subject, text, line, gauge, to, commodity, kg;
    PLACES = "places.csv", 1: name.need(), lat.of("latitude_e6").degrees(), lon.of("longitude_e6").degrees(), square,
        kind, prepared, note;
    RAIL = "rail.csv", 5: name.need(), gauge, users, state, points.need().of("").points(), cuts, trains_a_day, relaid, worked,
        note;
    RAILHEADS = "railheads.csv", 1: id.need(), place.points(), square, line.need(), side.need(), source, log_a_day, pol_a_day,
        serves, priority.unless("0"), closed, note;
    REPLACEMENTS = "replacements.csv", 2: pool.need(), bound.need(), arm, sp.need(), given.unless("0"), note;
    RIVERS = "rivers.csv", 3: name, class.need(), seq.need(), lat.degrees(), lon.degrees(), square, river;
    ROADS = "roads.csv", 3: name.need(), quality, points.need().of("").points(), note;
    SIGHTINGS = "sightings.csv", 7: id.need(), seen_by.need(), side.need(), formation, square.need(), bound.need(),
        how.need(), arm, echelon, units, name, sp, grade, note;
    STOCKS = "stocks.csv", 3: account.need(), commodity.need(), quantity.need();
    STRIKES = "strikes.csv", 2: bound.need(), against.need(), square, line;
    SUPPLY_HISTORY = "supply_history.csv", 4: formation.need(), commodity.need(), bound.need(), state;
    TEMPLATES = "templates.csv", 0: template.need(), id.need(), name.need(), arm.need(), echelon, mobility, role, sp_full,
        weapon_men, weapon_armour, armour, calibre_mm, carries, capacity, count;
    TERRAIN = "terrain.csv", 2: name, terrain.need(), points.points(), squares;
    WEATHER = "weather.csv", 1: date.need().date(), bound.of("phase"), weather, ground, flying, visibility, light;
    WINGS = "wings.csv", 3: leaf.need(), sorties.need(), load_kg.need();
}
