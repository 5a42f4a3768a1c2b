-- railhead, schema 13: minefields.

-- The mines of a square: whose they are, whether a way leads through them, and the bound from which they lie (none: they lay
-- there before).
CREATE TABLE minefield (
    square     TEXT NOT NULL PRIMARY KEY REFERENCES square (reference) DEFERRABLE INITIALLY DEFERRED,
    side       TEXT NOT NULL REFERENCES side (id) DEFERRABLE INITIALLY DEFERRED,
    gapped     INTEGER NOT NULL CHECK (gapped IN (0, 1)),
    from_bound TEXT,
    note       TEXT NOT NULL
) STRICT, WITHOUT ROWID;
