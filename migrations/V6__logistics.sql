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

-- What a battle left on a base for its next one (words of the rules), and the bound of that battle.
ALTER TABLE base_mark ADD COLUMN noted TEXT;
ALTER TABLE base_mark ADD COLUMN notes TEXT CHECK ((notes IS NULL) = (noted IS NULL));

-- House parameters of rule systems that the group has set otherwise than their pages: SYSTEM.KEY, and a JSON text.
CREATE TABLE house_parameter (
    name  TEXT NOT NULL PRIMARY KEY,
    value TEXT NOT NULL CHECK (json_valid(value))
) STRICT, WITHOUT ROWID;
