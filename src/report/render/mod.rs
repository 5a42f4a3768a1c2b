//! Writing a report down. A renderer knows no campaign, only the report.

pub mod ground;
pub mod map;
