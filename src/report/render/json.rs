//! JSON: the report as it is, indented, one document.

use crate::report::Report;

pub(super) fn render(report: &impl Report) -> Result<String, serde_json::Error> {
    let mut text = serde_json::to_string_pretty(report)?;
    text.push('\n');
    Ok(text)
}
