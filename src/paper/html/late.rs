//! Pictures that come after the text of a page: a map takes a browser longer to paint than all the rest of a first page.
//!
//! What it decides: that a picture stands in a `noscript`. A browser without scripts, or a mail program, shows it as it is; any other
//! keeps it as text until the page's one script puts it in place.

use crate::svg::Svg;

const SCRIPT: &str = include_str!("late.js");

/// Opens what a picture that comes late stands in.
pub(crate) fn open(page: &mut Svg) {
    page.element("noscript").set("class", "late").open();
}

/// Writes the script for which pictures wait.
pub(crate) fn script(page: &mut Svg) {
    page.verbatim(&format!("<script>{SCRIPT}</script>\n"));
}

#[cfg(test)]
mod tests {
    use base64::Engine as _;
    use base64::engine::general_purpose::STANDARD;
    use sha2::{Digest as _, Sha256};

    #[test]
    fn the_policy_lets_this_script_run_and_no_other() {
        let hash = STANDARD.encode(Sha256::digest(super::SCRIPT));
        let scripts = super::super::POLICY.split("; ").find(|of| of.starts_with("script-src"));
        assert_eq!(scripts, Some(format!("script-src 'sha256-{hash}'").as_str()));
    }
}
