-- railhead, schema 6: what the other rule systems leave on troops, and logistics in full.

-- Convoys: supply vehicles on a standing drive, by the vehicle that names the convoy. What they carry is the account of
-- each vehicle; `source` and `load` are what is still to be loaded, and where. Of the three `to_` columns one is given.
-- `way` are the squares still to be entered on the errand.
CREATE TABLE convoy (
    lead         TEXT NOT NULL PRIMARY KEY REFERENCES leaf (formation) DEFERRABLE INITIALLY DEFERRED,
    errand       TEXT NOT NULL CHECK (errand IN ('load', 'deliver', 'home')),
    source       TEXT,
    load         TEXT,
    to_account   TEXT,
    to_formation TEXT REFERENCES formation (id) DEFERRABLE INITIALLY DEFERRED,
    to_square    TEXT REFERENCES square (reference) DEFERRABLE INITIALLY DEFERRED,
    via          TEXT NOT NULL,
    stays        INTEGER NOT NULL CHECK (stays IN (0, 1)),
    home         TEXT NOT NULL REFERENCES square (reference) DEFERRABLE INITIALLY DEFERRED,
    seat         TEXT REFERENCES square (reference) DEFERRABLE INITIALLY DEFERRED,
    starts       TEXT NOT NULL,
    way          TEXT NOT NULL,
    held_up      TEXT,
    held_up_why  TEXT,
    CHECK ((source IS NULL) = (load IS NULL)),
    CHECK ((to_account IS NULL) + (to_formation IS NULL) + (to_square IS NULL) = 2),
    CHECK ((held_up IS NULL) = (held_up_why IS NULL))
) STRICT, WITHOUT ROWID;

CREATE TABLE convoy_vehicle (
    convoy  TEXT NOT NULL REFERENCES convoy (lead) DEFERRABLE INITIALLY DEFERRED,
    vehicle TEXT NOT NULL UNIQUE REFERENCES leaf (formation) DEFERRABLE INITIALLY DEFERRED,
    PRIMARY KEY (convoy, vehicle)
) STRICT, WITHOUT ROWID;

-- POL captured in the running day, by account: of no use before the next.
CREATE TABLE spoil (
    account TEXT NOT NULL PRIMARY KEY,
    pol     INTEGER NOT NULL CHECK (pol > 0)
) STRICT, WITHOUT ROWID;
-- Railways: how much a line carries, what was done to single lengths, who is at work.
ALTER TABLE railway ADD COLUMN trains_a_day INTEGER CHECK (trains_a_day >= 0);

-- A length that was laid anew (gauge and whose trains use it), or on which work has begun and is not done.
CREATE TABLE railway_track (
    railway   TEXT NOT NULL REFERENCES railway (name) DEFERRABLE INITIALLY DEFERRED,
    square    TEXT NOT NULL,
    neighbour TEXT NOT NULL,
    gauge     INTEGER CHECK (gauge > 0),
    side      TEXT REFERENCES side (id) DEFERRABLE INITIALLY DEFERRED,
    worked_m  INTEGER NOT NULL CHECK (worked_m >= 0),
    PRIMARY KEY (railway, square, neighbour),
    CHECK ((gauge IS NULL) = (side IS NULL)),
    CHECK (gauge IS NOT NULL OR worked_m > 0)
) STRICT, WITHOUT ROWID;

-- What a leaf of engineers is to do on a railway, bound by bound; `gauge` of a conversion. `lengths` are those still to
-- be done, in order: JSON, a list of {"edge", "square"}.
CREATE TABLE rail_job (
    leaf    TEXT NOT NULL PRIMARY KEY REFERENCES leaf (formation) DEFERRABLE INITIALLY DEFERRED,
    railway TEXT NOT NULL REFERENCES railway (name) DEFERRABLE INITIALLY DEFERRED,
    deed    TEXT NOT NULL CHECK (deed IN ('repair', 'convert')),
    gauge   INTEGER CHECK (gauge > 0),
    lengths TEXT NOT NULL CHECK (json_valid(lengths)),
    CHECK ((deed = 'convert') = (gauge IS NOT NULL))
) STRICT, WITHOUT ROWID;

-- `serves` is the formation for which the trains come; `priority` 0 is none; a closed railhead or dump serves nobody.
ALTER TABLE railhead ADD COLUMN serves TEXT REFERENCES formation (id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE railhead ADD COLUMN priority INTEGER NOT NULL DEFAULT 0 CHECK (priority >= 0);
ALTER TABLE railhead ADD COLUMN closed INTEGER NOT NULL DEFAULT 0 CHECK (closed IN (0, 1));
ALTER TABLE dump ADD COLUMN closed INTEGER NOT NULL DEFAULT 0 CHECK (closed IN (0, 1));

-- Since when a setting has had its value, where it was changed in the campaign.
ALTER TABLE setting ADD COLUMN since TEXT;

-- What a battle left on a base for its next one (words of the rules), and the bound of that battle.
ALTER TABLE base_mark ADD COLUMN noted TEXT;
ALTER TABLE base_mark ADD COLUMN notes TEXT CHECK ((notes IS NULL) = (noted IS NULL));

-- Air supply: fields, what air leaves carry (sorties a day, kg a sortie), what was flown, and what falls short of a unit
-- between two accounts, in kg.
CREATE TABLE airfield (
    id       TEXT NOT NULL PRIMARY KEY,
    place    TEXT,
    square   TEXT NOT NULL REFERENCES square (reference) DEFERRABLE INITIALLY DEFERRED,
    side     TEXT NOT NULL REFERENCES side (id) DEFERRABLE INITIALLY DEFERRED,
    landings INTEGER CHECK (landings >= 0),
    used_for TEXT NOT NULL,
    note     TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE wing (
    leaf    TEXT NOT NULL PRIMARY KEY REFERENCES leaf (formation) DEFERRABLE INITIALLY DEFERRED,
    sorties INTEGER NOT NULL CHECK (sorties >= 0),
    load_kg INTEGER NOT NULL CHECK (load_kg >= 0)
) STRICT, WITHOUT ROWID;

CREATE TABLE flight (
    number        INTEGER PRIMARY KEY,
    bound         TEXT NOT NULL,
    wing          TEXT NOT NULL REFERENCES leaf (formation) DEFERRABLE INITIALLY DEFERRED,
    from_airfield TEXT,
    at_airfield   TEXT,
    dump          TEXT,
    commodity     TEXT NOT NULL,
    sorties       INTEGER NOT NULL CHECK (sorties >= 0),
    landed        INTEGER NOT NULL CHECK (landed >= 0),
    lost          INTEGER NOT NULL CHECK (lost >= 0),
    kg            INTEGER NOT NULL CHECK (kg >= 0),
    kg_lost       INTEGER NOT NULL CHECK (kg_lost >= 0),
    CHECK (landed + lost <= sorties)
) STRICT;

CREATE TABLE remainder (
    from_account TEXT NOT NULL,
    to_account   TEXT NOT NULL,
    commodity    TEXT NOT NULL,
    kg           INTEGER NOT NULL CHECK (kg > 0),
    PRIMARY KEY (from_account, to_account, commodity)
) STRICT, WITHOUT ROWID;

-- House parameters of rule systems that the group has set otherwise than their pages: SYSTEM.KEY, and a JSON text.
CREATE TABLE house_parameter (
    name  TEXT NOT NULL PRIMARY KEY,
    value TEXT NOT NULL CHECK (json_valid(value))
) STRICT, WITHOUT ROWID;
