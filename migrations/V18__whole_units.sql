-- railhead, schema 18: how strong each whole unit was when it went into a battle, and commanders who know all that their side
-- knows.

-- SP of all its fighting bases on the map, in the battle or not; 0: not known, of battles of before this was kept.
ALTER TABLE battle_unit ADD COLUMN sp_whole INTEGER NOT NULL DEFAULT 0 CHECK (sp_whole >= 0);

-- Whether he sees all that his side has sighted, and not only what his own formations see.
ALTER TABLE player ADD COLUMN sees_side INTEGER NOT NULL DEFAULT 0 CHECK (sees_side IN (0, 1));
