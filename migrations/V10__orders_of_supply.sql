-- railhead, schema 10: orders to open a dump and to send vehicles.

-- Orders not yet carried out: one a formation and bound. `rate` and the three columns after it are of marches, `fortify`
-- is of digging in; `dump`, `owner`, `level` and `name` are of opening a dump; `vehicles` (those that go with the one that
-- has the order), `load`, `source`, the three columns after it and `stays` are of sending. `way` is the way of a march,
-- the square where a dump is to be opened, or the squares by which vehicles deliver.
CREATE TABLE standing_order_10 (
    bound        TEXT NOT NULL,
    formation    TEXT NOT NULL REFERENCES formation (id) DEFERRABLE INITIALLY DEFERRED,
    deed         TEXT NOT NULL CHECK (deed IN ('move', 'dig-in', 'reorganise', 'open-dump', 'send')),
    way          TEXT,
    rate         TEXT,
    close_up     INTEGER NOT NULL CHECK (close_up IN (0, 1)),
    split        INTEGER NOT NULL CHECK (split IN (0, 1)),
    alone        INTEGER NOT NULL CHECK (alone IN (0, 1)),
    fortify      INTEGER NOT NULL CHECK (fortify IN (0, 1)),
    dump         TEXT,
    owner        TEXT REFERENCES formation (id) DEFERRABLE INITIALLY DEFERRED,
    level        TEXT,
    name         TEXT,
    vehicles     TEXT,
    load         TEXT,
    source       TEXT,
    to_account   TEXT,
    to_formation TEXT REFERENCES formation (id) DEFERRABLE INITIALLY DEFERRED,
    to_square    TEXT REFERENCES square (reference) DEFERRABLE INITIALLY DEFERRED,
    stays        INTEGER NOT NULL CHECK (stays IN (0, 1)),
    PRIMARY KEY (bound, formation),
    CHECK (deed <> 'move' OR way IS NOT NULL),
    CHECK ((deed = 'move') = (rate IS NOT NULL)),
    CHECK ((deed = 'open-dump') = (dump IS NOT NULL)),
    CHECK ((deed = 'open-dump') = (owner IS NOT NULL)),
    CHECK (deed = 'open-dump' OR (level IS NULL AND name IS NULL)),
    CHECK (deed = 'send' OR (vehicles IS NULL AND load IS NULL AND stays = 0)),
    CHECK (source IS NULL OR load IS NOT NULL),
    CHECK ((deed = 'send') = ((to_account IS NOT NULL) + (to_formation IS NOT NULL) + (to_square IS NOT NULL) = 1)),
    CHECK ((to_account IS NOT NULL) + (to_formation IS NOT NULL) + (to_square IS NOT NULL) <= 1)
) STRICT, WITHOUT ROWID;
INSERT INTO standing_order_10 (bound, formation, deed, way, rate, close_up, split, alone, fortify, stays)
    SELECT bound, formation, deed, way, rate, close_up, split, alone, fortify, 0 FROM standing_order;
DROP TABLE standing_order;
ALTER TABLE standing_order_10 RENAME TO standing_order;
