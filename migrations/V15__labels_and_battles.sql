-- railhead, schema 15: what stands at a formation's symbol, and what a battle lets the other side know.

-- Short, as on a counter; empty: what the name comes to.
ALTER TABLE formation ADD COLUMN label TEXT NOT NULL DEFAULT '';

-- Who won the look before the battle, and by how much; none where nobody looked or won.
ALTER TABLE battle ADD COLUMN recce_by TEXT REFERENCES side (id);
ALTER TABLE battle ADD COLUMN recce_margin INTEGER CHECK (recce_margin > 0);
-- Bases destroyed or surrendered; none of battles of before this was kept.
ALTER TABLE battle ADD COLUMN attacker_bases_lost INTEGER CHECK (attacker_bases_lost >= 0);
ALTER TABLE battle ADD COLUMN defender_bases_lost INTEGER CHECK (defender_bases_lost >= 0);
