-- railhead, schema 19: what a player has written stays what he has written.

-- The command that the umpire has done in its place, where that is another; not known of those that were changed before this was
-- kept, whose command is the umpire's.
ALTER TABLE proposal ADD COLUMN done TEXT CHECK (done <> '');
