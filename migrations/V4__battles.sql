-- railhead, schema 4: battles, and what they leave on units and bases.

-- What battles have left on a unit; a unit that has nothing of it has no row.
CREATE TABLE unit_mark (
    formation      TEXT NOT NULL PRIMARY KEY REFERENCES formation (id) DEFERRABLE INITIALLY DEFERRED,
    fought         INTEGER NOT NULL CHECK (fought IN (0, 1)),
    met_tanks      INTEGER NOT NULL CHECK (met_tanks IN (0, 1)),
    half_tested    INTEGER NOT NULL CHECK (half_tested IN (0, 1)),
    without_orders INTEGER NOT NULL CHECK (without_orders IN (0, 1)),
    fanatical      INTEGER NOT NULL CHECK (fanatical IN (0, 1))
) STRICT, WITHOUT ROWID;

-- What only some rules and scales ask of a base: combat units left in thirds, mounted, SP at the medical post.
CREATE TABLE base_mark (
    leaf      TEXT NOT NULL,
    number    INTEGER NOT NULL,
    cu_thirds INTEGER CHECK (cu_thirds >= 0),
    mounted   INTEGER NOT NULL CHECK (mounted IN (0, 1)),
    at_post   INTEGER NOT NULL CHECK (at_post >= 0),
    PRIMARY KEY (leaf, number),
    FOREIGN KEY (leaf, number) REFERENCES base (leaf, number) DEFERRABLE INITIALLY DEFERRED
) STRICT, WITHOUT ROWID;

-- Battles, drawn or over. One that is drawn and not posted has no `end`; moves are hours.
CREATE TABLE battle (
    id       TEXT NOT NULL PRIMARY KEY,
    bound    TEXT NOT NULL,
    square   TEXT NOT NULL,
    attacker TEXT NOT NULL REFERENCES side (id),
    rules    TEXT NOT NULL,
    end      TEXT CHECK (end IN ('taken', 'won_back', 'broken_off', 'out_of_moves')),
    holder   TEXT REFERENCES side (id),
    moves    INTEGER CHECK (moves BETWEEN 0 AND 6),
    recorded INTEGER CHECK (recorded IN (0, 1)),
    CHECK ((end IS NULL) = (holder IS NULL) AND (end IS NULL) = (moves IS NULL) AND (end IS NULL) = (recorded IS NULL))
) STRICT, WITHOUT ROWID;

-- What an open battle relied on when it was drawn.
CREATE TABLE battle_fact (
    battle  TEXT NOT NULL REFERENCES battle (id) DEFERRABLE INITIALLY DEFERRED,
    number  INTEGER NOT NULL,
    subject TEXT NOT NULL,
    text    TEXT NOT NULL,
    PRIMARY KEY (battle, number)
) STRICT, WITHOUT ROWID;

-- What a battle was for each unit that took part: the evidence for its grade.
CREATE TABLE battle_unit (
    battle    TEXT NOT NULL REFERENCES battle (id) DEFERRABLE INITIALLY DEFERRED,
    number    INTEGER NOT NULL,
    unit      TEXT NOT NULL REFERENCES formation (id) DEFERRABLE INITIALLY DEFERRED,
    attacked  INTEGER NOT NULL CHECK (attacked IN (0, 1)),
    engaged   INTEGER NOT NULL CHECK (engaged IN (0, 1)),
    first     INTEGER NOT NULL CHECK (first IN (0, 1)),
    sp_before INTEGER NOT NULL CHECK (sp_before >= 0),
    sp_lost   INTEGER NOT NULL CHECK (sp_lost BETWEEN 0 AND sp_before),
    passed    INTEGER NOT NULL CHECK (passed >= 0),
    failed    INTEGER NOT NULL CHECK (failed >= 0),
    PRIMARY KEY (battle, number)
) STRICT, WITHOUT ROWID;
CREATE INDEX battle_unit_unit ON battle_unit (unit, battle);
