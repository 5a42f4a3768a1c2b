-- railhead, schema 16: who plays from elsewhere, and what he and the umpire write to each other. None of it is part of the
-- campaign: no operation makes it, no export holds it, and undo does not take it back.

CREATE TABLE player (
    number    INTEGER PRIMARY KEY,
    name      TEXT NOT NULL CHECK (name <> ''),
    side      TEXT NOT NULL,
    -- Whose commander he is; none: he reads all that his side knows.
    commander TEXT,
    -- SHA-256 of the key with which he comes in; none once it is revoked.
    key_hash  TEXT UNIQUE CHECK (length(key_hash) = 64)
) STRICT;

CREATE TABLE proposal (
    number    INTEGER PRIMARY KEY,
    player    INTEGER NOT NULL REFERENCES player (number),
    bound     INTEGER NOT NULL CHECK (bound >= 0),
    -- The command that he proposes, as a shell wants it.
    command   TEXT NOT NULL CHECK (command <> ''),
    note      TEXT NOT NULL DEFAULT '',
    state     TEXT NOT NULL CHECK (state IN ('sent', 'withdrawn', 'taken', 'changed', 'refused')),
    -- What the umpire said to it.
    answer    TEXT NOT NULL DEFAULT '',
    -- The operation that came of it.
    operation INTEGER CHECK ((operation IS NOT NULL) = (state IN ('taken', 'changed'))),
    time      TEXT NOT NULL
) STRICT;
CREATE INDEX proposal_player ON proposal (player);

CREATE TABLE message (
    number      INTEGER PRIMARY KEY,
    player      INTEGER NOT NULL REFERENCES player (number),
    from_umpire INTEGER NOT NULL CHECK (from_umpire IN (0, 1)),
    text        TEXT NOT NULL CHECK (text <> ''),
    time        TEXT NOT NULL
) STRICT;
CREATE INDEX message_player ON message (player);
