-- railhead, schema 7: formations.

-- Formations made for a time from parts of others. `raised_from` is the unit that gave most of it; `came_from` the
-- superior to which a part goes back. A part that has since been put under another is remembered until the group is
-- dissolved.
CREATE TABLE battle_group (
    formation   TEXT NOT NULL PRIMARY KEY REFERENCES formation (id) DEFERRABLE INITIALLY DEFERRED,
    since       TEXT NOT NULL,
    raised_from TEXT NOT NULL REFERENCES formation (id) DEFERRABLE INITIALLY DEFERRED
) STRICT, WITHOUT ROWID;

CREATE TABLE battle_group_part (
    battle_group TEXT NOT NULL REFERENCES battle_group (formation) DEFERRABLE INITIALLY DEFERRED,
    part         TEXT NOT NULL REFERENCES formation (id) DEFERRABLE INITIALLY DEFERRED,
    came_from    TEXT NOT NULL REFERENCES formation (id) DEFERRABLE INITIALLY DEFERRED,
    PRIMARY KEY (battle_group, part)
) STRICT, WITHOUT ROWID;

-- Replacements: SP that come into the pool of a formation or side in a bound, for one arm or any; `given` of them have
-- been taken out. What is in a pool is what has come and is not given.
CREATE TABLE replacement (
    number INTEGER PRIMARY KEY,
    pool   TEXT NOT NULL,
    bound  TEXT NOT NULL,
    arm    TEXT,
    sp     INTEGER NOT NULL CHECK (sp > 0),
    given  INTEGER NOT NULL CHECK (given BETWEEN 0 AND sp),
    note   TEXT NOT NULL
) STRICT;
