-- railhead, schema 11: which way points a leaf has passed.

-- `way_point` is the last way point that it has passed on a way that goes on, `way_points` how many it has passed.
ALTER TABLE march ADD COLUMN way_point TEXT REFERENCES square (reference) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE march ADD COLUMN way_points INTEGER CHECK (
    (way_points IS NULL) = (way_point IS NULL) AND coalesce(way_points, 1) BETWEEN 1 AND 255
);
