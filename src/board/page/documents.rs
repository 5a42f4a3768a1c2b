//! All documents on one page: each with for whom, of what, and as what it is made.

use maud::html;

use super::battle;
use super::parts::coded;
use super::umpire_frame;
use crate::command::Command;
use crate::desk::{Reading, Refusal};
use crate::office::Office;

/// The document of a battle: those that are open are few.
const BATTLE: &str = "battle";

/// The page. Each document has a form that asks for it by its address, so that it can be made again.
pub(super) fn page(office: &mut Office<'_>, reading: &Reading) -> Result<(u16, String), Refusal> {
    let documents: Vec<Command> = { office.desk.commands().iter() }
        .filter(|command| command.words.first().is_some_and(|word| word == "print"))
        .cloned()
        .collect();
    let page = umpire_frame::page(office, reading, ("Documents", "/documents"), |campaign| {
        html! {
            h1 { "Documents" }
            p.quiet { "A document for a side holds what that side knows and nothing else, and can be handed out. " a href="/do" { "Other files" } " (workbook, map data, film, backup) have their forms among the commands." }
            @for command in &documents {
                @let name = command.words.last().map_or("", String::as_str);
                @let thing = command.fields.iter().find(|field| field.flag.is_none());
                form.filters.document method="get" action={"/print/" (name)} {
                    h2 { (name.replace('-', " ")) }
                    p { (coded(&command.about)) }
                    @if let Some(at) = &reading.at { input type="hidden" name="at" value=(at); }
                    label { span { "For" }
                        select name="side" {
                            option value="" { "the umpire" }
                            @for side in &campaign.sides { option value=(side.id) { (side.name) } }
                        }
                    }
                    @if let (Some(thing), true) = (thing, name == BATTLE) {
                        label { span { (coded(&thing.label)) }
                            select name="unit" required[thing.required] {
                                @let open: Vec<_> = campaign.battles.values().filter(|battle| battle.is_open()).collect();
                                @if open.is_empty() { option value="" { "no battle is open" } }
                                @for battle in open { option value=(battle.id) { (battle::title(campaign, battle.id.as_str())) } }
                            }
                        }
                    } @else if let Some(thing) = thing {
                        label { span { (coded(&thing.label)) }
                            input type="text" name="unit" size="14" required[thing.required] autocomplete="off"
                                data-pick=[(!thing.things.is_empty()).then_some("/find?of=unit")];
                        }
                    }
                    button type="submit" { "Page" }
                    button type="submit" formaction={"/print/" (name) ".pdf"} { "PDF" }
                    a href={"/do/" (command.address())} { "more choices" }
                }
            }
        }
    })?;
    Ok((200, page))
}
