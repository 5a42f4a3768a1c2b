//! New campaigns: those that come with the program, and folders that are drawn and filled in on the board.
//!
//! What it decides: what is asked of an organiser, step by step. Each step writes the ordinary files of the folder, which is
//! all there is: it can be gone on with tomorrow, or in an editor.
//! What it never does: say what is right. What it shows beside squares and cells is what `check` says.
//! Where to look next: `start`, `map`, `orbat`, `table`, `check`, a page each; `frame`, what stands round them.

mod cells;
mod check;
mod frame;
mod map;
mod mend;
mod orbat;
mod sketch;
mod start;
mod step;
mod stroke;
mod table;
mod tools;

use maud::{Markup, html};

use ops::draft::Draft;

use super::parts::refused;
use crate::asked::{Asked, Given};
use crate::desk::Refusal;
use crate::office::Office;
use crate::page::umpire_frame;

/// What a page came to.
type Came = Result<Given, Refusal>;

/// The name of the folder that a request is about, in its address or its form.
fn named(asked: &Asked) -> Option<&str> {
    asked.form("of").or_else(|| asked.query("of"))
}

/// The folder that a request is about.
fn draft(office: &mut Office<'_>, asked: &Asked) -> Result<Draft, Refusal> {
    let name = named(asked).unwrap_or_default();
    let opened = office.desk.drafts().open(name);
    opened.map_err(|error| office.desk.refused(error))
}

/// Answers a request for a page.
pub(crate) fn get(office: &mut Office<'_>, asked: &Asked) -> Given {
    let page = asked.path.get(1).map_or("", String::as_str);
    let came = match (page, asked.path.len()) {
        ("", 1) => start::page(office, asked, None).map(|page| Given::page(200, page)),
        ("map" | "orbat" | "supply" | "check", 2) => show(office, asked, page, &html! {}, 200),
        ("underlay", 2) => map::picture(office, asked),
        _ => return umpire_frame::nothing(asked),
    };
    given(came)
}

fn given(came: Came) -> Given {
    came.unwrap_or_else(|refusal| {
        Given::page(
            404,
            super::shell::plain(
                "Refused",
                &html! { (refused(&refusal)) p { a href="/new" { "To the new campaigns" } } },
            ),
        )
    })
}

/// A page of a folder, with what is said of what was wanted.
fn show(office: &mut Office<'_>, asked: &Asked, page: &str, said: &Markup, status: u16) -> Came {
    let draft = draft(office, asked)?;
    let file = asked.form("file").or_else(|| asked.query("file"));
    let page = match (page, file) {
        ("map", None) => map::page(office, &draft, asked, said),
        ("map", Some(file)) => table::page(office, &draft, asked, (step::Step::Map, file), said),
        ("supply", file) => {
            table::page(office, &draft, asked, (step::Step::Supply, file.unwrap_or("railheads.csv")), said)
        }
        ("orbat", None | Some("orbat.csv")) => orbat::page(office, &draft, asked, said),
        ("orbat", Some(file)) => table::page(office, &draft, asked, (step::Step::Orbat, file), said),
        ("check", _) => check::page(office, &draft, said),
        _ => start::folder_page(office, &draft, asked, said),
    };
    Ok(Given::page(status, page))
}

/// Does what a form wants, and goes on to the page from which it came; what is refused is said there.
pub(crate) fn post(office: &mut Office<'_>, asked: &Asked) -> Given {
    let what = asked.path.get(1).map_or("", String::as_str);
    if asked.path.len() != 2 {
        return umpire_frame::nothing(asked);
    }
    let (came, page) = match what {
        "folder" => (start::begin(office, asked), ""),
        "head" => (start::write_head(office, asked), "start"),
        "make" => (start::make(office, asked), if asked.form("of").is_some() { "check" } else { "" }),
        "open" => (start::open(office, asked), ""),
        "stroke" => (stroke::draw(office, asked), "map"),
        "undo" => (stroke::undo(office, asked), asked.form("page").unwrap_or("map")),
        "underlay" => (map::lay_under(office, asked), "map"),
        "fit" => (map::fit(office, asked), "map"),
        "cell" => (cells::write_cell(office, asked), step::page_of(asked.form("file").unwrap_or_default())),
        "row" => (cells::write_row(office, asked), step::page_of(asked.form("file").unwrap_or_default())),
        "paste" => (orbat::paste(office, asked), "orbat"),
        "orbat" => (orbat::write(office, asked), "orbat"),
        _ => return umpire_frame::nothing(asked),
    };
    let refusal = match came {
        Ok(given) => return given,
        Err(refusal) => refusal,
    };
    given(match page {
        "" => start::page(office, asked, Some(&refusal)).map(|page| Given::page(422, page)),
        page => show(office, asked, page, &said(&refusal), 422),
    })
}

/// What is refused, above the page from which it was wanted.
fn said(refusal: &Refusal) -> Markup {
    html! { div data-part="said" { (refused(refusal)) } }
}

/// A piece of an address: text as it stands in a query.
fn query(pairs: &[(&str, &str)]) -> String {
    let mut made = form_urlencoded::Serializer::new(String::new());
    made.extend_pairs(pairs.iter().filter(|(_, value)| !value.is_empty()));
    made.finish()
}
