-- railhead, schema 1: the log of operations, and readable tables of the present.
--
-- The log (operation, operation_input, content, event) is only ever appended to. The other tables are the campaign as
-- it stands: railhead writes them from the log, other programs may read them. A square is written CCRR (CCCRRR where
-- the map is over 99 squares wide or high), a bound `D3 pm`, yes and no 1 and 0, a position is the place in the order in
-- which the organiser wrote things, coordinates are millionths of a degree (_e6), a location is JSON: {"place": name},
-- {"at": {"lat", "lon"}} or {"square": CCCRRR}.

------------------------------------------------------------------------------------------------------------ the log

-- What the organiser did. `parent` is the operation on whose state a `do` stands; for an undo, redo or restore the one
-- whose state it returned to. `hash` (sha256, hex) covers the hash before, every field but `wall_time`, the names and
-- hashes of the inputs, and the events.
CREATE TABLE operation (
    number       INTEGER PRIMARY KEY CHECK (number > 0),
    parent       INTEGER REFERENCES operation (number) CHECK (parent < number),
    group_number INTEGER,
    kind         TEXT NOT NULL CHECK (kind IN ('do', 'undo', 'redo', 'restore')),
    bound        TEXT NOT NULL,
    program      TEXT NOT NULL,
    command      TEXT NOT NULL,
    request      TEXT NOT NULL CHECK (json_valid(request)),
    seed         TEXT,
    reason       TEXT,
    override     TEXT,
    wall_time    TEXT NOT NULL,
    hash         TEXT NOT NULL CHECK (length(hash) = 64),
    CHECK ((number = 1) = (parent IS NULL))
) STRICT;

-- The bytes of every file that an operation read, and of the imported campaign (JSON, zlib), by sha256 in hex.
CREATE TABLE content (
    hash  TEXT NOT NULL PRIMARY KEY CHECK (length(hash) = 64),
    bytes BLOB NOT NULL
) STRICT;

CREATE TABLE operation_input (
    operation INTEGER NOT NULL REFERENCES operation (number),
    name      TEXT NOT NULL,
    content   TEXT NOT NULL REFERENCES content (hash),
    PRIMARY KEY (operation, name)
) STRICT, WITHOUT ROWID;
CREATE INDEX operation_input_content ON operation_input (content);

-- What happened. `payload` is JSON as its kind and version say; `subject` is the id of what it is about.
CREATE TABLE event (
    operation INTEGER NOT NULL REFERENCES operation (number),
    place     INTEGER NOT NULL CHECK (place >= 0),
    kind      TEXT NOT NULL,
    version   INTEGER NOT NULL CHECK (version > 0),
    subject   TEXT NOT NULL,
    payload   TEXT NOT NULL CHECK (json_valid(payload)),
    PRIMARY KEY (operation, place)
) STRICT, WITHOUT ROWID;
CREATE INDEX event_subject ON event (subject, operation, place);

-- INSERT OR REPLACE deletes without firing delete triggers; so an insert may only ever append.
CREATE TRIGGER operation_append BEFORE INSERT ON operation
WHEN NEW.number <> (SELECT coalesce(max(number), 0) + 1 FROM operation)
BEGIN SELECT RAISE(ABORT, 'the log is never rewritten: an operation can only be appended'); END;
CREATE TRIGGER operation_no_update BEFORE UPDATE ON operation
BEGIN SELECT RAISE(ABORT, 'the log is never rewritten: an operation cannot be changed'); END;
CREATE TRIGGER operation_no_delete BEFORE DELETE ON operation
BEGIN SELECT RAISE(ABORT, 'the log is never rewritten: an operation cannot be deleted'); END;

CREATE TRIGGER event_append BEFORE INSERT ON event
WHEN NEW.operation IS NOT (SELECT max(number) FROM operation)
    OR EXISTS (SELECT 1 FROM event WHERE operation = NEW.operation AND place >= NEW.place)
BEGIN SELECT RAISE(ABORT, 'the log is never rewritten: an event can only be appended to the last operation'); END;
CREATE TRIGGER event_no_update BEFORE UPDATE ON event
BEGIN SELECT RAISE(ABORT, 'the log is never rewritten: an event cannot be changed'); END;
CREATE TRIGGER event_no_delete BEFORE DELETE ON event
BEGIN SELECT RAISE(ABORT, 'the log is never rewritten: an event cannot be deleted'); END;

CREATE TRIGGER operation_input_append BEFORE INSERT ON operation_input
WHEN NEW.operation IS NOT (SELECT max(number) FROM operation)
    OR EXISTS (SELECT 1 FROM operation_input WHERE operation = NEW.operation AND name = NEW.name)
BEGIN SELECT RAISE(ABORT, 'the log is never rewritten: an input can only be appended to the last operation'); END;
CREATE TRIGGER operation_input_no_update BEFORE UPDATE ON operation_input
BEGIN SELECT RAISE(ABORT, 'the log is never rewritten: an input cannot be changed'); END;
CREATE TRIGGER operation_input_no_delete BEFORE DELETE ON operation_input
BEGIN SELECT RAISE(ABORT, 'the log is never rewritten: an input cannot be deleted'); END;

CREATE TRIGGER content_append BEFORE INSERT ON content
WHEN EXISTS (SELECT 1 FROM content WHERE hash = NEW.hash OR rowid = NEW.rowid)
BEGIN SELECT RAISE(ABORT, 'the log is never rewritten: this content is there already'); END;
CREATE TRIGGER content_no_update BEFORE UPDATE ON content
BEGIN SELECT RAISE(ABORT, 'the log is never rewritten: content cannot be changed'); END;
CREATE TRIGGER content_no_delete BEFORE DELETE ON content
BEGIN SELECT RAISE(ABORT, 'the log is never rewritten: content cannot be deleted'); END;

--------------------------------------------------------------------------------------------------------- the campaign

-- Title, dates, the running bound, the frame of the map: one row a figure.
CREATE TABLE campaign (
    key   TEXT NOT NULL PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Settings that differ from their defaults.
CREATE TABLE setting (
    name  TEXT NOT NULL PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE side (
    id       TEXT NOT NULL PRIMARY KEY,
    position INTEGER NOT NULL UNIQUE,
    name     TEXT NOT NULL,
    colour   TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Files of the campaign folder that are carried through unchanged.
CREATE TABLE paper (
    name TEXT NOT NULL PRIMARY KEY,
    text TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE weather (
    position   INTEGER PRIMARY KEY,
    date       TEXT NOT NULL,
    phase      TEXT,
    weather    TEXT NOT NULL,
    ground     TEXT NOT NULL,
    flying     TEXT NOT NULL,
    visibility TEXT NOT NULL,
    light      TEXT NOT NULL
) STRICT;

-- What a condition of the ground does to marching: percent of the usual time.
CREATE TABLE ground_factor (
    position INTEGER PRIMARY KEY,
    name     TEXT NOT NULL,
    good     INTEGER NOT NULL CHECK (good >= 0),
    poor     INTEGER NOT NULL CHECK (poor >= 0),
    open     INTEGER NOT NULL CHECK (open >= 0),
    close    INTEGER NOT NULL CHECK (close >= 0),
    marsh    INTEGER NOT NULL CHECK (marsh >= 0),
    thaw     INTEGER NOT NULL CHECK (thaw IN (0, 1))
) STRICT;

------------------------------------------------------------------------------------------------------------ the ground

-- Row by row from the north-west corner, numbered from 0.
CREATE TABLE square (
    number    INTEGER PRIMARY KEY,
    reference TEXT NOT NULL UNIQUE,
    terrain   TEXT NOT NULL,
    control   TEXT REFERENCES side (id) DEFERRABLE INITIALLY DEFERRED
) STRICT;

-- A side between two neighbours that has a river or a road: the number is twice that of its square, one more if south.
CREATE TABLE square_side (
    number      INTEGER PRIMARY KEY,
    square      TEXT NOT NULL REFERENCES square (reference) DEFERRABLE INITIALLY DEFERRED,
    neighbour   TEXT NOT NULL,
    river_class TEXT,
    river       INTEGER REFERENCES river (position) DEFERRABLE INITIALLY DEFERRED,
    road        TEXT,
    CHECK ((river IS NULL) = (river_class IS NULL)),
    CHECK (river IS NOT NULL OR road IS NOT NULL)
) STRICT;

CREATE TABLE place (
    position     INTEGER PRIMARY KEY,
    name         TEXT NOT NULL UNIQUE,
    latitude_e6  INTEGER,
    longitude_e6 INTEGER,
    square       TEXT NOT NULL REFERENCES square (reference) DEFERRABLE INITIALLY DEFERRED,
    kind         TEXT NOT NULL,
    prepared     INTEGER NOT NULL CHECK (prepared IN (0, 1)),
    note         TEXT NOT NULL,
    CHECK ((latitude_e6 IS NULL) = (longitude_e6 IS NULL))
) STRICT;

-- `points` are locations as drawn, `path` the squares passed, with blanks between.
CREATE TABLE road (
    position INTEGER PRIMARY KEY,
    name     TEXT NOT NULL UNIQUE,
    quality  TEXT NOT NULL,
    points   TEXT NOT NULL CHECK (json_valid(points)),
    path     TEXT NOT NULL,
    note     TEXT NOT NULL
) STRICT;

-- `users` are the sides that can use it, with blanks between.
CREATE TABLE railway (
    position INTEGER PRIMARY KEY,
    name     TEXT NOT NULL UNIQUE,
    gauge    INTEGER NOT NULL CHECK (gauge > 0),
    users    TEXT NOT NULL,
    points   TEXT NOT NULL CHECK (json_valid(points)),
    path     TEXT NOT NULL,
    note     TEXT NOT NULL
) STRICT;

CREATE TABLE railway_cut (
    railway   TEXT NOT NULL REFERENCES railway (name) DEFERRABLE INITIALLY DEFERRED,
    square    TEXT NOT NULL,
    neighbour TEXT NOT NULL,
    PRIMARY KEY (railway, square, neighbour)
) STRICT, WITHOUT ROWID;

CREATE TABLE river (
    position INTEGER PRIMARY KEY,
    name     TEXT NOT NULL UNIQUE,
    class    TEXT NOT NULL
) STRICT;

CREATE TABLE river_point (
    river        INTEGER NOT NULL REFERENCES river (position) DEFERRABLE INITIALLY DEFERRED,
    position     INTEGER NOT NULL,
    latitude_e6  INTEGER NOT NULL,
    longitude_e6 INTEGER NOT NULL,
    PRIMARY KEY (river, position)
) STRICT, WITHOUT ROWID;

-- `square` and `neighbour` are null for the ice of a whole river.
CREATE TABLE crossing (
    id          TEXT NOT NULL PRIMARY KEY,
    name        TEXT NOT NULL,
    river       TEXT NOT NULL,
    location    TEXT CHECK (json_valid(location)),
    square      TEXT,
    neighbour   TEXT,
    kind        TEXT NOT NULL,
    foot        INTEGER NOT NULL CHECK (foot IN (0, 1)),
    vehicles    INTEGER NOT NULL CHECK (vehicles IN (0, 1)),
    rail        INTEGER NOT NULL CHECK (rail IN (0, 1)),
    state       TEXT NOT NULL,
    from_bound  TEXT,
    until_bound TEXT,
    note        TEXT NOT NULL,
    CHECK ((square IS NULL) = (neighbour IS NULL))
) STRICT, WITHOUT ROWID;

------------------------------------------------------------------------------------------------------ order of battle

CREATE TABLE formation (
    id           TEXT NOT NULL PRIMARY KEY,
    position     INTEGER NOT NULL,
    parent       TEXT REFERENCES formation (id) DEFERRABLE INITIALLY DEFERRED CHECK (parent <> id),
    side         TEXT NOT NULL REFERENCES side (id) DEFERRABLE INITIALLY DEFERRED,
    name         TEXT NOT NULL,
    nationality  TEXT NOT NULL,
    echelon      TEXT NOT NULL,
    arm          TEXT NOT NULL,
    mobility     TEXT,
    grade        TEXT,
    grade_under  TEXT,
    hq_die       INTEGER CHECK (hq_die >= 0),
    once_had_log INTEGER NOT NULL CHECK (once_had_log IN (0, 1)),
    once_had_pol INTEGER NOT NULL CHECK (once_had_pol IN (0, 1)),
    note         TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX formation_parent ON formation (parent);

CREATE TRIGGER formation_insert_side BEFORE INSERT ON formation
WHEN EXISTS (SELECT 1 FROM formation WHERE (id = NEW.parent OR parent = NEW.id) AND side <> NEW.side)
BEGIN SELECT RAISE(ABORT, 'a formation and its superior are of the same side'); END;
CREATE TRIGGER formation_update_side BEFORE UPDATE OF id, parent, side ON formation
WHEN EXISTS (SELECT 1 FROM formation WHERE (id = NEW.parent OR parent = NEW.id) AND side <> NEW.side)
BEGIN SELECT RAISE(ABORT, 'a formation and its superior are of the same side'); END;

CREATE TRIGGER formation_insert_cycle AFTER INSERT ON formation WHEN NEW.parent IS NOT NULL
BEGIN
    SELECT RAISE(ABORT, 'a formation cannot stand under itself') WHERE NEW.id IN (
        WITH RECURSIVE above (id) AS (
            SELECT NEW.parent
            UNION
            SELECT formation.parent FROM above JOIN formation ON formation.id = above.id
        ) SELECT id FROM above WHERE id IS NOT NULL
    );
END;
CREATE TRIGGER formation_update_cycle AFTER UPDATE OF id, parent ON formation WHEN NEW.parent IS NOT NULL
BEGIN
    SELECT RAISE(ABORT, 'a formation cannot stand under itself') WHERE NEW.id IN (
        WITH RECURSIVE above (id) AS (
            SELECT NEW.parent
            UNION
            SELECT formation.parent FROM above JOIN formation ON formation.id = above.id
        ) SELECT id FROM above WHERE id IS NOT NULL
    );
END;

-- Whom a formation supports.
CREATE TABLE support (
    formation TEXT NOT NULL PRIMARY KEY REFERENCES formation (id) DEFERRABLE INITIALLY DEFERRED,
    supported TEXT NOT NULL REFERENCES formation (id) DEFERRABLE INITIALLY DEFERRED,
    kind      TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX support_supported ON support (supported);

-- What stands on squares: a formation with no subordinates.
CREATE TABLE leaf (
    formation TEXT NOT NULL PRIMARY KEY REFERENCES formation (id) DEFERRABLE INITIALLY DEFERRED,
    square    TEXT REFERENCES square (reference) DEFERRABLE INITIALLY DEFERRED,
    posture   TEXT NOT NULL,
    casemated INTEGER NOT NULL CHECK (casemated IN (0, 1)),
    state     TEXT NOT NULL,
    arrives   TEXT,
    entry     TEXT CHECK (json_valid(entry)),
    by_rail   INTEGER NOT NULL CHECK (by_rail IN (0, 1)),
    carries   TEXT,
    capacity  INTEGER NOT NULL CHECK (capacity >= 0),
    CHECK (square IS NOT NULL OR state NOT IN ('organised', 'disorganised', 'broken'))
) STRICT, WITHOUT ROWID;

-- Numbered from 0 within its leaf; the first is `id#1` in running text.
CREATE TABLE base (
    leaf          TEXT NOT NULL REFERENCES leaf (formation) DEFERRABLE INITIALLY DEFERRED,
    number        INTEGER NOT NULL CHECK (number >= 0),
    role          TEXT NOT NULL,
    weapon_men    TEXT,
    weapon_armour TEXT,
    armour        TEXT,
    calibre_mm    INTEGER CHECK (calibre_mm >= 0),
    sp_full       INTEGER NOT NULL CHECK (sp_full >= 0),
    sp            INTEGER NOT NULL,
    markers       INTEGER NOT NULL,
    out_of_ammo   INTEGER NOT NULL CHECK (out_of_ammo IN (0, 1)),
    PRIMARY KEY (leaf, number),
    CONSTRAINT "SP between 0 and full" CHECK (sp BETWEEN 0 AND sp_full),
    CONSTRAINT "markers between 0 and SP" CHECK (markers BETWEEN 0 AND sp)
) STRICT, WITHOUT ROWID;

-- The present grade of a formation is that of its last row.
CREATE TABLE grade_history (
    number       INTEGER PRIMARY KEY,
    formation    TEXT NOT NULL REFERENCES formation (id) DEFERRABLE INITIALLY DEFERRED,
    bound        TEXT NOT NULL,
    battle       TEXT,
    grade_before TEXT,
    grade_after  TEXT,
    reason       TEXT NOT NULL
) STRICT;
CREATE INDEX grade_history_formation ON grade_history (formation, number);

--------------------------------------------------------------------------------------------------------------- stocks

CREATE TABLE dump (
    id     TEXT NOT NULL PRIMARY KEY,
    owner  TEXT NOT NULL REFERENCES formation (id) DEFERRABLE INITIALLY DEFERRED,
    level  TEXT NOT NULL,
    name   TEXT NOT NULL,
    place  TEXT,
    square TEXT NOT NULL REFERENCES square (reference) DEFERRABLE INITIALLY DEFERRED,
    source INTEGER NOT NULL CHECK (source IN (0, 1)),
    note   TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX dump_owner ON dump (owner);

CREATE TABLE railhead (
    id        TEXT NOT NULL PRIMARY KEY,
    place     TEXT,
    square    TEXT NOT NULL REFERENCES square (reference) DEFERRABLE INITIALLY DEFERRED,
    line      TEXT NOT NULL,
    side      TEXT NOT NULL REFERENCES side (id) DEFERRABLE INITIALLY DEFERRED,
    source    INTEGER NOT NULL CHECK (source IN (0, 1)),
    log_a_day INTEGER NOT NULL CHECK (log_a_day >= 0),
    pol_a_day INTEGER NOT NULL CHECK (pol_a_day >= 0),
    note      TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Every change of a stock. An account is a dump, a railhead, a vehicle leaf, or a boundary name such as `opening`.
CREATE TABLE transfer (
    number       INTEGER PRIMARY KEY CHECK (number > 0),
    from_account TEXT NOT NULL,
    to_account   TEXT NOT NULL,
    commodity    TEXT NOT NULL,
    quantity     INTEGER NOT NULL CHECK (quantity > 0),
    bound        TEXT NOT NULL,
    reason       TEXT NOT NULL,
    CHECK (from_account <> to_account)
) STRICT;

-- What every account holds (below zero: owes); kept by the triggers of `transfer`, which nobody else may do.
CREATE TABLE stock_balance (
    account   TEXT NOT NULL,
    commodity TEXT NOT NULL,
    quantity  INTEGER NOT NULL,
    boundary  INTEGER NOT NULL CHECK (boundary IN (0, 1)),
    PRIMARY KEY (account, commodity),
    CONSTRAINT "no account on the map below zero" CHECK (quantity >= 0 OR boundary),
    CONSTRAINT "boundary accounts have fixed names" CHECK (boundary = (
        account IN ('opening', 'rail', 'air', 'consumed', 'destroyed', 'lost', 'adjustment')
        OR account GLOB 'captured_from:*'))
) STRICT, WITHOUT ROWID;

-- Whether a trigger of `transfer` is at work: the key to `stock_balance`.
CREATE TABLE stock_booking (
    one     INTEGER PRIMARY KEY CHECK (one = 1),
    running INTEGER NOT NULL CHECK (running IN (0, 1))
) STRICT;
INSERT INTO stock_booking VALUES (1, 0);

CREATE TRIGGER stock_balance_insert BEFORE INSERT ON stock_balance WHEN NOT (SELECT running FROM stock_booking)
BEGIN SELECT RAISE(ABORT, 'a stock changes only by a row of `transfer`'); END;
CREATE TRIGGER stock_balance_update BEFORE UPDATE ON stock_balance WHEN NOT (SELECT running FROM stock_booking)
BEGIN SELECT RAISE(ABORT, 'a stock changes only by a row of `transfer`'); END;
CREATE TRIGGER stock_balance_delete BEFORE DELETE ON stock_balance WHEN NOT (SELECT running FROM stock_booking)
BEGIN SELECT RAISE(ABORT, 'a stock changes only by a row of `transfer`'); END;

CREATE TRIGGER transfer_no_update BEFORE UPDATE ON transfer
BEGIN SELECT RAISE(ABORT, 'a transfer cannot be changed'); END;

-- The OR clause of the outer statement overrides those within a trigger (INSERT OR IGNORE would skip a CHECK that
-- fails), so the balance is looked at by RAISE, which nothing overrides.
CREATE TRIGGER transfer_append BEFORE INSERT ON transfer
BEGIN
    SELECT RAISE(ABORT, 'this transfer is there already') WHERE EXISTS (SELECT 1 FROM transfer WHERE number = NEW.number);
END;
CREATE TRIGGER transfer_book AFTER INSERT ON transfer
BEGIN
    UPDATE stock_booking SET running = 1;
    INSERT INTO stock_balance
        SELECT account, NEW.commodity, 0,
            account IN ('opening', 'rail', 'air', 'consumed', 'destroyed', 'lost', 'adjustment')
            OR account GLOB 'captured_from:*'
        FROM (SELECT NEW.from_account AS account UNION ALL SELECT NEW.to_account) AS new
        WHERE NOT EXISTS (SELECT 1 FROM stock_balance AS old
                          WHERE old.account = new.account AND old.commodity = NEW.commodity);
    UPDATE stock_balance SET quantity = quantity + NEW.quantity
        WHERE account = NEW.to_account AND commodity = NEW.commodity;
    SELECT RAISE(ABORT, 'no account on the map below zero') FROM stock_balance
        WHERE account = NEW.from_account AND commodity = NEW.commodity AND quantity < NEW.quantity AND NOT boundary;
    UPDATE stock_balance SET quantity = quantity - NEW.quantity
        WHERE account = NEW.from_account AND commodity = NEW.commodity;
    DELETE FROM stock_balance
        WHERE account IN (NEW.from_account, NEW.to_account) AND commodity = NEW.commodity AND quantity = 0;
    UPDATE stock_booking SET running = 0;
END;
CREATE TRIGGER transfer_unbook AFTER DELETE ON transfer
BEGIN
    UPDATE stock_booking SET running = 1;
    INSERT INTO stock_balance
        SELECT account, OLD.commodity, 0,
            account IN ('opening', 'rail', 'air', 'consumed', 'destroyed', 'lost', 'adjustment')
            OR account GLOB 'captured_from:*'
        FROM (SELECT OLD.from_account AS account UNION ALL SELECT OLD.to_account) AS new
        WHERE NOT EXISTS (SELECT 1 FROM stock_balance AS old
                          WHERE old.account = new.account AND old.commodity = OLD.commodity);
    UPDATE stock_balance SET quantity = quantity + OLD.quantity
        WHERE account = OLD.from_account AND commodity = OLD.commodity;
    SELECT RAISE(ABORT, 'no account on the map below zero') FROM stock_balance
        WHERE account = OLD.to_account AND commodity = OLD.commodity AND quantity < OLD.quantity AND NOT boundary;
    UPDATE stock_balance SET quantity = quantity - OLD.quantity
        WHERE account = OLD.to_account AND commodity = OLD.commodity;
    DELETE FROM stock_balance
        WHERE account IN (OLD.from_account, OLD.to_account) AND commodity = OLD.commodity AND quantity = 0;
    UPDATE stock_booking SET running = 0;
END;

---------------------------------------------------------------------------------------------------------------- views

-- Strength of every formation: the sum over all leaves at or under it.
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
    sum(CASE WHEN leaf.state IN ('organised', 'disorganised', 'broken') THEN base.sp ELSE 0 END) AS sp_on_map
FROM under
JOIN formation ON formation.id = under.top
JOIN leaf ON leaf.formation = under.leaf
LEFT JOIN base ON base.leaf = under.leaf
GROUP BY formation.id;

-- Stocks on the map: what each dump, railhead and vehicle holds, whose it is and where it stands.
CREATE VIEW stock_now AS
SELECT stock_balance.account, stock_balance.commodity, stock_balance.quantity,
    CASE WHEN dump.id IS NOT NULL THEN 'dump' WHEN railhead.id IS NOT NULL THEN 'railhead' ELSE 'vehicle' END AS kind,
    coalesce(owner.side, railhead.side, vehicle.side) AS side,
    coalesce(dump.owner, vehicle.parent) AS formation,
    coalesce(dump.square, railhead.square, leaf.square) AS square
FROM stock_balance
LEFT JOIN dump ON dump.id = stock_balance.account
LEFT JOIN formation AS owner ON owner.id = dump.owner
LEFT JOIN railhead ON railhead.id = stock_balance.account
LEFT JOIN formation AS vehicle ON vehicle.id = stock_balance.account
LEFT JOIN leaf ON leaf.formation = vehicle.id
WHERE NOT stock_balance.boundary;

-- The grade of every formation: its own, else that of the nearest superior that has one.
CREATE VIEW grade_now AS
WITH RECURSIVE down (id, grade, given_by) AS (
    SELECT id, grade, CASE WHEN grade IS NOT NULL THEN id END FROM formation WHERE parent IS NULL
    UNION
    SELECT formation.id, coalesce(formation.grade, down.grade),
        CASE WHEN formation.grade IS NOT NULL THEN formation.id ELSE down.given_by END
    FROM down JOIN formation ON formation.parent = down.id
)
SELECT down.id, formation.name, formation.side, down.grade, down.given_by
FROM down JOIN formation ON formation.id = down.id;
