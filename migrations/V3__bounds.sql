-- railhead, schema 3: how supply formations stood when bounds were closed, attacks owed, notes of bounds.

-- Attacks since the unit last reorganised, each of which takes one from its HQ die when it does.
ALTER TABLE formation ADD COLUMN attacks_owed INTEGER NOT NULL DEFAULT 0 CHECK (attacks_owed >= 0);

-- How a supply formation stood when the last bound was closed: state, the first bound of the unbroken run with it, and
-- how many bounds were closed one after another while it was out.
CREATE TABLE supply_record (
    formation      TEXT NOT NULL PRIMARY KEY REFERENCES formation (id) DEFERRABLE INITIALLY DEFERRED,
    log_state      TEXT NOT NULL,
    log_since      TEXT NOT NULL,
    log_bounds_out INTEGER NOT NULL CHECK (log_bounds_out >= 0),
    pol_state      TEXT NOT NULL,
    pol_since      TEXT NOT NULL,
    pol_bounds_out INTEGER NOT NULL CHECK (pol_bounds_out >= 0)
) STRICT, WITHOUT ROWID;

-- Every change of a state; none where the formation is in no sheet any more.
CREATE TABLE supply_history (
    number    INTEGER PRIMARY KEY,
    formation TEXT NOT NULL REFERENCES formation (id) DEFERRABLE INITIALLY DEFERRED,
    commodity TEXT NOT NULL CHECK (commodity IN ('log', 'pol')),
    bound     TEXT NOT NULL,
    state     TEXT
) STRICT;
CREATE INDEX supply_history_formation ON supply_history (formation, number);

-- What the organiser noted of a bound.
CREATE TABLE bound_note (
    number INTEGER PRIMARY KEY,
    bound  TEXT NOT NULL,
    text   TEXT NOT NULL
) STRICT;

-- How every supply formation stood with LOG and POL when the last bound was closed.
CREATE VIEW supply_now AS
SELECT formation.id, formation.name, formation.side,
    supply_record.log_state, supply_record.log_since, supply_record.log_bounds_out,
    supply_record.pol_state, supply_record.pol_since, supply_record.pol_bounds_out
FROM supply_record JOIN formation ON formation.id = supply_record.formation;
