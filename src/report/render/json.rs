//! JSON: the report as it is, indented, one document.

use crate::Report;
use domain::shown_in_json;

pub(super) fn render(report: &impl Report) -> Result<String, serde_json::Error> {
    Ok(shown_in_json(serde_json::to_string_pretty(report)? + "\n"))
}
