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
mod history;
mod json;
mod keeping;
mod march;
mod plan;
mod promises;
mod readable;
mod record;
mod refusals;
mod shortage;
mod square_bashing;
mod story;
mod supply_forecast;
mod table;
mod told;
