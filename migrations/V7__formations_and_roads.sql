-- railhead, schema 7: battle groups, replacements; house rules of roads, weather and news.

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

-- What a condition of the ground does to supply traffic beyond what it does to marching, in percent: of the time of
-- lorries on good and poor roads and off the road (0 where they cannot go), of the trains of a line, of the wear of
-- vehicles.
ALTER TABLE ground_factor ADD COLUMN lorries_good INTEGER NOT NULL DEFAULT 100 CHECK (lorries_good >= 0);
ALTER TABLE ground_factor ADD COLUMN lorries_poor INTEGER NOT NULL DEFAULT 100 CHECK (lorries_poor >= 0);
ALTER TABLE ground_factor ADD COLUMN lorries_off INTEGER NOT NULL DEFAULT 100 CHECK (lorries_off >= 0);
ALTER TABLE ground_factor ADD COLUMN trains INTEGER NOT NULL DEFAULT 100 CHECK (trains BETWEEN 0 AND 100);
ALTER TABLE ground_factor ADD COLUMN wear INTEGER NOT NULL DEFAULT 100 CHECK (wear >= 0);

-- Metres that supply vehicles have driven since their last die, those of bad ground counted more (house rule
-- `truck_attrition`).
CREATE TABLE vehicle_driven (
    vehicle TEXT NOT NULL PRIMARY KEY REFERENCES leaf (formation) DEFERRABLE INITIALLY DEFERRED,
    metres  INTEGER NOT NULL CHECK (metres > 0)
) STRICT, WITHOUT ROWID;

-- Partisans in a square against a side (house rule `partisans`): up to which face of a die they raid, when they are about,
-- and the bound of their last raid.
CREATE TABLE partisan (
    square      TEXT NOT NULL REFERENCES square (reference) DEFERRABLE INITIALLY DEFERRED,
    against     TEXT NOT NULL REFERENCES side (id) DEFERRABLE INITIALLY DEFERRED,
    strength    INTEGER NOT NULL CHECK (strength BETWEEN 1 AND 6),
    first_bound TEXT,
    last_bound  TEXT,
    raid        TEXT,
    PRIMARY KEY (square, against)
) STRICT, WITHOUT ROWID;

-- What accounts reported as bounds were closed, the oldest first, those known and those on their way (house rule
-- `news_delay`): `2log 1pol`, empty for nothing.
CREATE TABLE stock_news (
    account  TEXT NOT NULL,
    position INTEGER NOT NULL CHECK (position >= 0),
    bound    TEXT NOT NULL,
    stock    TEXT NOT NULL,
    PRIMARY KEY (account, position)
) STRICT, WITHOUT ROWID;
