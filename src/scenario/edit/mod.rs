//! Folders in the making: their tables as cells, keys of `campaign.toml`, and what is pasted from a spreadsheet.
//!
//! What it decides: how a file reads as cells and is written again; comments stay where they are.
//! What it never does: say what is right. Whatever is written here, [`crate::read_folder`] reads and finds fault with.

mod columns;
mod guess;
mod head;
mod pasted;
mod table;

pub use columns::{ColumnInfo, hand_files, table_columns};
pub use guess::{guess_columns, orbat_of, sides_column};
pub use head::{HeadError, head_value, with_head_value};
pub use pasted::{PasteError, Pasted, pasted_file, pasted_text};
pub use table::{EditTable, TableRow};
