-- railhead, schema 17: a battle tells the other side who fought it. Before, it told of all that stood under the HQ whose
-- guns took part. What the sides know follows from the log, and is written anew as a file is opened.

DELETE FROM sighting;
DELETE FROM seen_ground;
DELETE FROM seen_crossing;
DELETE FROM seen_railway;
