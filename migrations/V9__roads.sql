-- railhead, schema 9: house rules of roads, weather and news.

-- What a condition of the ground does to supply traffic beyond what it does to marching, in percent: of the time of
-- lorries on good and poor roads and off the road (0 where they cannot go), of the trains of a line, of the wear of
-- vehicles.
ALTER TABLE ground_factor ADD COLUMN lorries_good INTEGER NOT NULL DEFAULT 100 CHECK (lorries_good >= 0);
ALTER TABLE ground_factor ADD COLUMN lorries_poor INTEGER NOT NULL DEFAULT 100 CHECK (lorries_poor >= 0);
ALTER TABLE ground_factor ADD COLUMN lorries_off INTEGER NOT NULL DEFAULT 100 CHECK (lorries_off >= 0);
ALTER TABLE ground_factor ADD COLUMN trains INTEGER NOT NULL DEFAULT 100 CHECK (trains BETWEEN 0 AND 100);
ALTER TABLE ground_factor ADD COLUMN wear INTEGER NOT NULL DEFAULT 100 CHECK (wear >= 0);

-- Metres that supply vehicles have driven since their last die, those of bad ground counted more (house rule
-- `truck_attrition`).
CREATE TABLE vehicle_driven (
    vehicle TEXT NOT NULL PRIMARY KEY REFERENCES leaf (formation) DEFERRABLE INITIALLY DEFERRED,
    metres  INTEGER NOT NULL CHECK (metres > 0)
) STRICT, WITHOUT ROWID;
