//! The command line as its users see it: words in, text and exit code out, in a folder of its own.

mod bounds;
mod faults;
mod field;
mod history;
mod json;
mod keeping;
mod march;
mod record;
mod story;
mod table;
