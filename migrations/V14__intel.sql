-- railhead, schema 14: what each side knows of the other.

-- What a side believes of enemy troops in a square. `formation` is whose they are in truth (none: the umpire let it be
-- false), and may be gone since.
CREATE TABLE sighting (
    id        TEXT NOT NULL PRIMARY KEY,
    seen_by   TEXT NOT NULL REFERENCES side (id) DEFERRABLE INITIALLY DEFERRED,
    side      TEXT NOT NULL REFERENCES side (id) DEFERRABLE INITIALLY DEFERRED,
    formation TEXT,
    square    TEXT NOT NULL REFERENCES square (reference) DEFERRABLE INITIALLY DEFERRED,
    bound     TEXT NOT NULL,
    how       TEXT NOT NULL CHECK (how IN ('contact', 'recce', 'battle', 'report')),
    arm       TEXT,
    echelon   TEXT,
    units     INTEGER CHECK (units >= 0),
    name      TEXT,
    sp        INTEGER CHECK (sp >= 0),
    grade     TEXT,
    note      TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Who held a square when a side last saw it, where another holds it now.
CREATE TABLE seen_ground (
    side    TEXT NOT NULL REFERENCES side (id) DEFERRABLE INITIALLY DEFERRED,
    square  TEXT NOT NULL REFERENCES square (reference) DEFERRABLE INITIALLY DEFERRED,
    control TEXT REFERENCES side (id) DEFERRABLE INITIALLY DEFERRED,
    PRIMARY KEY (side, square)
) STRICT, WITHOUT ROWID;

-- How a crossing was when a side last saw it, where it has changed; no state where it did not exist.
CREATE TABLE seen_crossing (
    side        TEXT NOT NULL REFERENCES side (id) DEFERRABLE INITIALLY DEFERRED,
    crossing    TEXT NOT NULL REFERENCES crossing (id) DEFERRABLE INITIALLY DEFERRED,
    state       TEXT CHECK (state IN ('open', 'closed', 'destroyed')),
    from_bound  TEXT,
    until_bound TEXT,
    PRIMARY KEY (side, crossing)
) STRICT, WITHOUT ROWID;

-- Whether a length of railway was cut when a side last saw it, where that has changed.
CREATE TABLE seen_railway (
    side      TEXT NOT NULL REFERENCES side (id) DEFERRABLE INITIALLY DEFERRED,
    railway   TEXT NOT NULL,
    square    TEXT NOT NULL REFERENCES square (reference) DEFERRABLE INITIALLY DEFERRED,
    neighbour TEXT NOT NULL REFERENCES square (reference) DEFERRABLE INITIALLY DEFERRED,
    cut       INTEGER NOT NULL CHECK (cut IN (0, 1)),
    PRIMARY KEY (side, railway, square, neighbour)
) STRICT, WITHOUT ROWID;

-- Strength of every formation: the sum over all leaves at or under it. A corps and its divisions are rows of their own:
-- whoever adds rows up keeps to one `echelon`.
DROP VIEW formation_strength;
CREATE VIEW formation_strength AS
WITH RECURSIVE under (top, leaf) AS (
    SELECT formation, formation FROM leaf
    UNION
    SELECT formation.parent, under.leaf FROM under JOIN formation ON formation.id = under.top
        WHERE formation.parent IS NOT NULL
)
SELECT formation.id, formation.name, formation.side,
    count(DISTINCT under.leaf) AS leaves,
    sum(base.sp_full) AS sp_full,
    sum(base.sp) AS sp,
    sum(base.markers) AS markers,
    sum(CASE WHEN leaf.state IN ('organised', 'disorganised', 'broken') THEN base.sp ELSE 0 END) AS sp_on_map,
    formation.echelon
FROM under
JOIN formation ON formation.id = under.top
JOIN leaf ON leaf.formation = under.leaf
LEFT JOIN base ON base.leaf = under.leaf
GROUP BY formation.id;
