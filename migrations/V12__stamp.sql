-- railhead, schema 12: what the tables held when railhead last wrote them.

-- One row: the last operation, and the sum of what all rows of the readable tables hold (`src/ledger/stamp.rs`). Where the
-- tables hold something else, or the log has gone on, they are not what the log says, and nothing more is written to them.
CREATE TABLE stamp (
    one       INTEGER PRIMARY KEY CHECK (one = 1),
    operation INTEGER NOT NULL REFERENCES operation (number),
    tables    TEXT NOT NULL CHECK (length(tables) = 32)
) STRICT;
