//! Pages as a browser shows them: headless Chromium, where it is installed.
//!
//! What it never does: fail where no browser is; it says that it was not asked.

use std::process::Command;

use super::field::Field;
use crate::board::chromium::installed;

/// What a browser found in a page.
#[derive(Debug)]
pub(crate) struct Seen {
    /// What stands in the page after its script has run.
    pub(crate) dom: String,
    /// What it wrote to its console: errors and warnings.
    pub(crate) console: Vec<String>,
    /// How wide the window is, and how wide the page.
    pub(crate) width: (u32, u32),
}

/// A page without the one script that puts its pictures in place.
pub(crate) fn without_own_script(page: &str) -> String {
    page.replacen("<script>\"use strict\";\n// Pictures", "", 1)
}

/// Asked of the page itself, after whatever it does.
const ASK: &str = "<script>addEventListener('load',()=>setTimeout(()=>{const d=document.documentElement;\
    d.dataset.seen=innerWidth+' '+d.scrollWidth},1500))</script>";

/// Shows a page of a field in a window this wide; none where no Chromium is installed.
pub(crate) fn seen(field: &Field, file: &str, width: u32) -> Option<Seen> {
    let Some(browser) = installed() else {
        eprintln!("skipped: no Chromium is installed to look at `{file}`");
        return None;
    };
    let mut page = std::fs::read_to_string(field.dir.path().join(file)).unwrap();
    // A page that may run its own script alone is allowed what it is asked by.
    if let Some((before, rest)) = page.split_once("script-src &#39;sha256-") {
        let (_, behind) = rest.split_once("&#39;").unwrap();
        page = format!("{before}script-src &#39;unsafe-inline&#39;{behind}");
    }
    let asked = field.dir.path().join(format!("asked-{width}-{file}"));
    std::fs::write(&asked, page.replacen("</body>", &format!("{ASK}</body>"), 1)).unwrap();
    let profile = tempfile::tempdir().unwrap();
    let shown = Command::new(browser)
        .args(["--headless=new", "--no-sandbox", "--disable-gpu", "--enable-logging=stderr", "--dump-dom"])
        .args(["--virtual-time-budget=8000", "--hide-scrollbars", "--force-device-scale-factor=1"])
        .arg(format!("--window-size={width},900"))
        .arg(format!("--user-data-dir={}", profile.path().display()))
        .arg(format!("file://{}", asked.display()))
        .output()
        .unwrap();
    let dom = String::from_utf8_lossy(&shown.stdout).into_owned();
    let said = String::from_utf8_lossy(&shown.stderr).into_owned();
    let console = said.lines().filter(|line| line.contains("CONSOLE")).map(str::to_owned).collect();
    let (_, seen) =
        dom.split_once("data-seen=\"").unwrap_or_else(|| panic!("the page did not load: {said}\n{dom:.500}"));
    let (inner, scroll) = seen.split_once('"').unwrap().0.split_once(' ').unwrap();
    let width = (inner.parse().unwrap(), scroll.parse().unwrap());
    Some(Seen { dom, console, width })
}
