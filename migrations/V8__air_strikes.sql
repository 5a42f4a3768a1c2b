-- railhead, schema 8: air strikes on supply traffic.

-- Air strikes booked for a bound against the supply traffic of a side (house rule `air_interdiction`): on a square, or on
-- the trains of a railway. Those of a bound that has been closed are gone.
CREATE TABLE air_strike (
    bound   TEXT NOT NULL,
    against TEXT NOT NULL REFERENCES side (id) DEFERRABLE INITIALLY DEFERRED,
    kind    TEXT NOT NULL CHECK (kind IN ('square', 'line')),
    target  TEXT NOT NULL,
    PRIMARY KEY (bound, against, kind, target)
) STRICT, WITHOUT ROWID;
