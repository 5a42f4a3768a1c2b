-- railhead, schema 6: what the other rule systems leave on troops, and logistics in full.

-- What a battle left on a base for its next one (words of the rules), and the bound of that battle.
ALTER TABLE base_mark ADD COLUMN noted TEXT;
ALTER TABLE base_mark ADD COLUMN notes TEXT CHECK ((notes IS NULL) = (noted IS NULL));

-- House parameters of rule systems that the group has set otherwise than their pages: SYSTEM.KEY, and a JSON text.
CREATE TABLE house_parameter (
    name  TEXT NOT NULL PRIMARY KEY,
    value TEXT NOT NULL CHECK (json_valid(value))
) STRICT, WITHOUT ROWID;
