//! The command line as its users see it: words in, text and exit code out, in a folder of its own.

mod anything;
mod battle;
mod battle_messages;
mod bgc;
mod bounds;
mod campaigns;
mod convoys;
mod faults;
mod field;
mod five_systems;
mod forecast;
mod full;
mod history;
mod json;
mod keeping;
mod march;
mod promises;
mod readable;
mod record;
mod refusals;
mod square_bashing;
mod story;
mod table;
mod told;
