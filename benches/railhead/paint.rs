//! How soon headless Chromium paints the pages of Uranus after its history, beside an empty page of equal size.

use std::path::Path;
use std::time::Duration;

use crate::chromium::{Chromium, Window};
use crate::process::{after_history, railhead, run};
use crate::yardstick::{head, middle, row};

/// How often each page is opened, by turns.
const RUNS: usize = 9;

/// Of a window, in pixels: a phone and a laptop.
const WINDOWS: [(u32, u32); 2] = [(390, 844), (1_280, 900)];

/// Measures and prints; nothing where no Chromium is installed.
pub(crate) fn measure(folder: &Path) {
    let Some(mut chromium) = Chromium::start() else { return };
    let file = after_history(folder);
    let pages = [
        ("the umpire's pack", "print pack --html"),
        ("a side's pack", "print pack --side AX --html"),
        ("a side's supply sheet", "print supply --side AX --html"),
        ("the film", "replay --html"),
    ];
    for size in WINDOWS {
        let window = chromium.window(size);
        head(&format!("First paint in a window {} pixels wide", size.0), "of an empty page of equal size");
        for (name, words) in pages {
            let page = folder.join(format!("{}-{}.html", size.0, words.replace([' ', '-'], "")));
            run(railhead().arg("-q").arg("--campaign").arg(&file).args(words.split(' ')).arg(&page));
            let bytes = std::fs::metadata(&page).expect("a page").len();
            let empty = folder.join("empty.html");
            std::fs::write(&empty, empty_page(bytes)).expect("an empty page");
            let (mut painted, mut bare) = (Vec::new(), Vec::new());
            for _ in 0..RUNS {
                bare.push(first_paint(&mut chromium, &window, &empty));
                painted.push(first_paint(&mut chromium, &window, &page));
            }
            row(&format!("{name}, {} kB", bytes / 1_000), middle(painted), middle(bare));
        }
    }
}

/// A page with one full stop to be seen, and as many bytes in all.
fn empty_page(bytes: u64) -> String {
    const HEAD: &str = "<!DOCTYPE html><html lang=en><meta charset=utf-8><title>Empty</title><p>.</p><!--";
    const END: &str = "--></html>";
    let filled = usize::try_from(bytes).expect("a size").saturating_sub(HEAD.len() + END.len());
    [HEAD, &" ".repeat(filled), END].concat()
}

/// How long after the page was asked for the first of its contents is seen, as the browser tells it.
fn first_paint(chromium: &mut Chromium, window: &Window, page: &Path) -> Duration {
    const ASKED: &str = "performance.getEntriesByName('first-contentful-paint').map(entry => entry.startTime)[0]";
    chromium.go(window, &format!("file://{}", page.display()));
    chromium.wait(window, ASKED);
    let milliseconds = chromium.value(window, ASKED).as_f64().expect("a time");
    Duration::from_secs_f64(milliseconds / 1_000.0)
}
