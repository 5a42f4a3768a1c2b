//! The door: how somebody comes in.

use maud::{Markup, html};

use super::shell::plain;
use crate::access::{Role, new_key};
use crate::asked::{Asked, Given};
use crate::office::Office;

/// What whoever has no key is shown.
pub(crate) fn get(office: &Office<'_>, asked: &Asked) -> Given {
    if let [j, key] = &asked.path[..]
        && j == "j"
    {
        // The umpire's browser goes on by itself: whoever follows links for others sends no forms.
        let goes_on = asked.is_here() && office.keys.is_once(key);
        let body = html! {
            h1 { "Come in" }
            p { "This opens the campaign in this browser, and stays until the umpire revokes it." }
            form method="post" action="/enter" data-goes-on[goes_on] {
                input type="hidden" name="key" value=(key);
                button.main type="submit" { "Open the board" }
            }
            (in_the_clear())
        };
        return Given::page(200, plain("Come in", &body));
    }
    let body = html! {
        // It may be that only another campaign is open.
        h1 data-waits[asked.key.is_some()] { "There is nothing here for you" }
        @if asked.is_here() {
            p { strong { "Are you the umpire?" } " Open the address that the board printed in the terminal when it was started: this browser keeps it until the board is started again." }
            p { "Are you a player? Ask the umpire for a code, and type its eight signs:" }
        } @else {
            p { "Ask the umpire for a code. If you cannot scan it, type the eight signs that stand below it:" }
        }
        (typed_code())
        (in_the_clear())
    };
    Given::page(404, plain("There is nothing here for you", &body))
}

/// Where a code is typed.
fn typed_code() -> Markup {
    html! {
        form.typed-code method="post" action="/enter" {
            label { span { "Code" }
                input type="text" name="code" required maxlength="12" autocomplete="off" autocapitalize="characters" spellcheck="false" placeholder="ABCD-2345";
            }
            button.main type="submit" { "Open the board" }
        }
    }
}

fn in_the_clear() -> Markup {
    html! { p.quiet { "In the club's network anybody who can read along may see what you see: HTTP is not encrypted." } }
}

/// Takes the key of an address and gives the browser one to keep.
pub(crate) fn enter(office: &mut Office<'_>, asked: &Asked) -> Given {
    let typed = asked.form("code").map(|code| office.key_of(code).unwrap_or_default());
    let key = typed.as_deref().or_else(|| asked.form("key")).unwrap_or_default();
    if asked.is_here() && office.keys.take_once(key) {
        let Ok(kept) = new_key() else { return refused(500, "No key could be made", "Try it again.") };
        office.keys.umpire.push(kept.clone());
        return Given { key: Some(kept), ..Given::elsewhere("/") };
    }
    let with_key = Asked { key: Some(key.to_owned()), ..Asked::default() };
    match office.role(&with_key) {
        Role::Player(_) => Given { key: Some(key.to_owned()), ..Given::elsewhere("/p/map") },
        Role::Screen(_) => Given { key: Some(key.to_owned()), ..Given::elsewhere("/screen") },
        Role::Umpire | Role::Nobody => {
            let remedy = if typed.is_some() {
                "It was used already, is older than ten minutes, or too many wrong ones were tried: ask the umpire for a new code."
            } else {
                "It was used already, or revoked: ask the umpire for a new code."
            };
            let what = "This code opens nothing";
            let body = html! { h1 { (what) } p { (remedy) } p { "Type the new one:" } (typed_code()) (in_the_clear()) };
            Given::page(403, plain(what, &body))
        }
    }
}

/// A page that says what is wrong and what to do.
pub(crate) fn refused(status: u16, what: &str, remedy: &str) -> Given {
    Given::page(status, plain(what, &html! { h1 { (what) } p { (remedy) } }))
}

/// The same with the way on from there: an address and what it is called.
pub(crate) fn refused_with_way(status: u16, what: &str, remedy: &str, (address, name): (&str, &str)) -> Given {
    let body = html! { h1 { (what) } p { (remedy) } p.goes { a.button.main href=(address) { (name) } } };
    Given::page(status, plain(what, &body))
}

/// For whom posts too fast. What a player typed stands there, to be sent again; of whoever has no key nothing is given back.
pub(crate) fn too_many(role: &Role, asked: &Asked) -> Given {
    let fields: &[(String, String)] = if *role == Role::Nobody { &[] } else { &asked.form };
    let is_typed = |(name, text): &&(String, String)| !UNSEEN.contains(&name.as_str()) && !text.is_empty();
    let body = html! {
        h1 { "Too many at once" }
        p { "Nothing was done: the board takes ten forms a second of each player. Wait a moment, then send it again." }
        @if !fields.is_empty() {
            form.command method="post" action=(asked.address()) {
                @for (name, text) in fields { input type="hidden" name=(name) value=(text); }
                @if fields.iter().any(|field| is_typed(&field)) {
                    p { "What you typed is kept on this page:" }
                    @for (_, text) in fields.iter().filter(is_typed) { p.note { (text) } }
                }
                div.buttons { button.main type="submit" { "Send it again" } }
            }
        }
    };
    Given::page(429, plain("Too many at once", &body))
}

/// Fields that a form carries unseen.
const UNSEEN: [&str; 5] = ["expect_op", "form_key", "kept", "mode", "was"];
