-- railhead, schema 2: what leaves keep of their marches, orders kept, claims waiting.

-- What a leaf keeps of its marches; a leaf that keeps nothing has no row. `minutes_used` are of the running bound;
-- `minutes_towards` is how far it is on the way to `next_square`; `came` and `came_minute` say when it came to its
-- square by marching.
CREATE TABLE march (
    leaf            TEXT NOT NULL PRIMARY KEY REFERENCES leaf (formation) DEFERRABLE INITIALLY DEFERRED,
    minutes_used    INTEGER NOT NULL CHECK (minutes_used BETWEEN 0 AND 480),
    marched_today   INTEGER NOT NULL CHECK (marched_today IN (0, 1)),
    next_square     TEXT REFERENCES square (reference) DEFERRABLE INITIALLY DEFERRED,
    minutes_towards INTEGER CHECK (minutes_towards > 0),
    came            TEXT,
    came_minute     INTEGER CHECK (came_minute >= 0),
    CHECK ((next_square IS NULL) = (minutes_towards IS NULL)),
    CHECK ((came IS NULL) = (came_minute IS NULL))
) STRICT, WITHOUT ROWID;

-- Orders not yet carried out: one a formation and bound. `way` and the columns after it are of marches, `fortify` is of
-- digging in.
CREATE TABLE standing_order (
    bound      TEXT NOT NULL,
    formation  TEXT NOT NULL REFERENCES formation (id) DEFERRABLE INITIALLY DEFERRED,
    deed       TEXT NOT NULL CHECK (deed IN ('move', 'dig-in', 'reorganise')),
    way        TEXT,
    rate       TEXT,
    close_up   INTEGER NOT NULL CHECK (close_up IN (0, 1)),
    split      INTEGER NOT NULL CHECK (split IN (0, 1)),
    alone      INTEGER NOT NULL CHECK (alone IN (0, 1)),
    fortify    INTEGER NOT NULL CHECK (fortify IN (0, 1)),
    PRIMARY KEY (bound, formation),
    CHECK ((deed = 'move') = (way IS NOT NULL)),
    CHECK ((deed = 'move') = (rate IS NOT NULL))
) STRICT, WITHOUT ROWID;

-- Dumps and leaves that were overrun and wait for the umpire.
CREATE TABLE claim (
    what   TEXT NOT NULL PRIMARY KEY,
    square TEXT NOT NULL REFERENCES square (reference) DEFERRABLE INITIALLY DEFERRED,
    captor TEXT NOT NULL REFERENCES formation (id) DEFERRABLE INITIALLY DEFERRED,
    bound  TEXT NOT NULL
) STRICT, WITHOUT ROWID;
