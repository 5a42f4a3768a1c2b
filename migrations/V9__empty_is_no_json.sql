-- railhead, schema 9: a column that is empty holds no JSON, and none is asked of it.

-- Before 3.45 SQLite had 0 for `json_valid(NULL)`, and a CHECK that is 0 is broken: the `PRAGMA integrity_check` of such a
-- program found faults in a sound file. No row changes, only the words of two CHECKs, as section 7 of
-- https://sqlite.org/lang_altertable.html allows.
PRAGMA writable_schema = ON;
UPDATE sqlite_schema SET sql = replace(sql, 'CHECK (json_valid(entry))', 'CHECK (entry IS NULL OR json_valid(entry))')
    WHERE type = 'table' AND name = 'leaf';
UPDATE sqlite_schema
    SET sql = replace(sql, 'CHECK (json_valid(location))', 'CHECK (location IS NULL OR json_valid(location))')
    WHERE type = 'table' AND name = 'crossing';
PRAGMA writable_schema = RESET;
