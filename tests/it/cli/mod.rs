//! The command line as its users see it: words in, text and exit code out, in a folder of its own.

mod airlift;
mod anything;
mod battle;
mod battle_messages;
mod bounds;
mod faults;
mod field;
mod forecast;
mod history;
mod json;
mod keeping;
mod march;
mod promises;
mod rail;
mod rail_property;
mod readable;
mod record;
mod refusals;
mod square_bashing;
mod story;
mod table;
mod told;
