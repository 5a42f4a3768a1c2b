//! The map in the making: drawn on with strokes, with what `check` says as one draws, and a picture underneath.

use maud::{Markup, html};

use domain::counted;
use ops::draft::{Draft, EditTable, Fault, Fit};
use ops::pick;

use super::super::form::hidden;
use super::frame;
use super::mend::{mark, mend};
use super::step::{Step, address};
use super::{Came, query, sketch, table, tools};
use crate::asked::{Asked, Given};
use crate::desk::Refusal;
use crate::office::Office;

/// How many faults stand open beside the map.
const FAULTS: usize = 2;
/// How many more are folded below them.
const LISTED: usize = 20;
/// Tables of which the panel lists what is drawn.
const DRAWN: [(&str, &str, &str); 9] = [
    ("places.csv", "name", "Places"),
    ("roads.csv", "name", "Roads"),
    ("rail.csv", "name", "Railways"),
    ("rivers.csv", "name", "Rivers"),
    ("crossings.csv", "id", "Crossings"),
    ("front.csv", "line", "Front"),
    ("railheads.csv", "id", "Railheads"),
    ("dumps.csv", "id", "Dumps"),
    ("terrain.csv", "terrain", "Terrain"),
];
/// What is drawn here though it belongs to the step of supply.
const STOCKS: [&str; 2] = ["railheads.csv", "dumps.csv"];

/// The page.
pub(super) fn page(office: &Office<'_>, draft: &Draft, asked: &Asked, said: &Markup) -> String {
    let Some(campaign) = &draft.campaign else {
        let body = html! {
            (said)
            h1 { "The map cannot be drawn yet" }
            p { "Its size is not known: correct what stands for the campaign as a whole." }
            p { a.button href=(address(Step::Start, &draft.name)) { "To the start" } }
        };
        return frame::page(office, draft, Step::Map, &body);
    };
    let drafts = office.desk.drafts();
    let picture = drafts.has_underlay(&draft.name);
    let fit = drafts.fit(&draft.name).unwrap_or(Fit::whole(campaign.frame.columns, campaign.frame.rows));
    let under = picture.map(|size| sketch::Under {
        fit,
        address: format!("/new/underlay?{}", query(&[("of", &draft.name), ("v", &size.to_string())])),
    });
    let frame = &campaign.frame;
    let body = html! {
        div.board.painter {
            div.field {
                div.zoom {
                    button type="button" data-paint="in" aria-label="nearer" { "+" }
                    button type="button" data-paint="out" aria-label="farther" { "−" }
                    button type="button" data-paint="fit" { "fit" }
                }
                div #paint data-columns=(frame.columns) data-rows=(frame.rows) data-digits=(frame.reference(domain::Square::new(0, 0)).len() / 2) {
                    (sketch::sketch(campaign, under.as_ref()))
                }
                div #pointer aria-hidden="true" { }
            }
            aside.panel {
                div.title { h1 { "Map" } span.quiet { (frame.columns) " × " (frame.rows) " squares of " (km(frame.square_m)) } }
                div data-part="said" { (said) }
                section data-part="check" { (checked(office, draft)) }
                (tools::form(office, draft, campaign, asked))
                section data-part="drawn" { (drawn(office, draft)) }
                (underlay(office, draft, picture.map(|_| fit)))
            }
            footer.foot {
                (table::undo(office, draft, "map"))
                button.only-script.ends type="button" data-paint="end" { "End the line " kbd { "Enter" } }
                a.button.go href=(address(Step::Orbat, &draft.name)) { "Orbat next" }
            }
        }
    };
    frame::page(office, draft, Step::Map, &body)
}

fn km(metres: u32) -> String {
    format!("{} km", f64::from(metres) / 1000.0)
}

/// What `check` says of the map.
fn checked(office: &Office<'_>, draft: &Draft) -> Markup {
    let of_map = |fault: &&Fault| {
        matches!(Step::of_file(&fault.file), Step::Map | Step::Start) || STOCKS.contains(&fault.file.as_str())
    };
    let faults: Vec<&Fault> = draft.faults.iter().filter(of_map).collect();
    let warnings: Vec<&Fault> = draft.warnings.iter().filter(of_map).collect();
    let all: Vec<(&Fault, bool)> =
        faults.iter().map(|of| (*of, true)).chain(warnings.iter().map(|of| (*of, false))).collect();
    let (first, more) = all.split_at(all.len().min(FAULTS));
    html! {
        @if faults.is_empty() { p.fine { "✓ No faults on the map." @if !warnings.is_empty() { " " (counted(warnings.len(), "warning")) ":" } } }
        @else { h2 { (counted(faults.len(), "fault")) " on the map" } }
        @for (fault, is_fault) in first { (told(office, draft, fault, *is_fault)) }
        @if !more.is_empty() {
            details { summary { "and " (more.len()) " more" }
                @for (fault, is_fault) in more.iter().take(LISTED) { (told(office, draft, fault, *is_fault)) }
                p { a href=(address(Step::Check, &draft.name)) { "all of them" } }
            }
        }
    }
}

/// A fault, with the way to the cell where it stands.
pub(super) fn told(office: &Office<'_>, draft: &Draft, fault: &Fault, is_fault: bool) -> Markup {
    let place = draft.table(&fault.file).and_then(|table| Some((table.place(fault.line, fault.column)?.0, table.file)));
    let row = place.and_then(|(row, _)| row);
    let line = if fault.line > 0 { format!("{}:{}", fault.file, fault.line) } else { fault.file.clone() };
    let way = html! {
        a.where href=(table::address(draft, &fault.file, row)) { (line) }
        (mend(office, draft, fault, Step::Map.word()))
    };
    frame::told(&fault.message, &fault.hint, is_fault, (&html! {}, &way))
}

/// What is drawn, table by table, each with a button that takes it out.
fn drawn(office: &Office<'_>, draft: &Draft) -> Markup {
    html! {
        h2 { "What is drawn" }
        @for (file, key, title) in DRAWN {
            @if let Some(table) = draft.table(file) {
                @let mut names: Vec<&str> = Vec::new();
                @for row in 0..table.rows.len() {
                    @let name = table.cell(row, key);
                    @if !names.contains(&name) && !name.is_empty() { ({ names.push(name); html! {} }) }
                }
                details.drawn {
                    summary { (title) " " small { (names.len()) } }
                    @if file != "terrain.csv" {
                        @for name in &names {
                            form method="post" action="/new/stroke" {
                                (hidden(office.last))
                                input type="hidden" name="of" value=(draft.name);
                                input type="hidden" name="tool" value="remove";
                                input type="hidden" name="table" value=(file);
                                input type="hidden" name="name" value=(name);
                                span { (name) } button type="submit" aria-label={"remove " (name)} { "Remove" }
                            }
                        }
                    }
                    @if file == "front.csv" { (swaps(office, draft, &table)) }
                    p { a href=(table::address(draft, file, None)) { "as a table: " (counted(table.rows.len(), "row")) } }
                }
            }
        }
        p { a href=(table::address(draft, "control.csv", None)) { "Who holds single squares, as a table" } }
    }
}

/// A button that gives the other side to the left hand of each line of the front: drawn the other way round it is found out only
/// when the map is coloured.
fn swaps(office: &Office<'_>, draft: &Draft, table: &EditTable) -> Markup {
    let sides = draft.campaign.iter().flat_map(|campaign| &campaign.sides);
    let other = |left: &str| sides.clone().find(|side| side.id.as_str() != left).map(|side| side.id.to_string());
    let lines = (0..table.rows.len()).map(|row| (row, table.cell(row, "left")));
    html! {
        @for (row, left) in lines.filter(|(_, left)| !left.is_empty()) {
            @if let Some(other) = other(left) {
                form method="post" action="/new/cell" {
                    (hidden(office.last))
                    @for (name, value) in [("of", draft.name.as_str()), ("file", table.file), ("column", "left"), ("value", &other), ("page", Step::Map.word())] {
                        input type="hidden" name=(name) value=(value);
                    }
                    input type="hidden" name="row" value=(row);
                    input type="hidden" name="mark" value=(mark(&draft.text(table.file)));
                    button type="submit" { "Swap the sides of " (table.cell(row, "line")) }
                }
            }
        }
    }
}

/// The picture under the map.
fn underlay(office: &Office<'_>, draft: &Draft, fit: Option<Fit>) -> Markup {
    let squares = |hundredths: i32| (f64::from(hundredths) / 100.0).to_string();
    html! {
        section {
            h2 { "Picture underneath" }
            form.upload method="post" action="/new/underlay" enctype="multipart/form-data" {
                (hidden(office.last))
                input type="hidden" name="of" value=(draft.name);
                label { span { "A scanned map" } small { "PNG, JPEG or WebP, up to 20 MB; for you alone" } input type="file" name="file" accept="image/png,image/jpeg,image/webp"; }
                div.buttons {
                    button type="submit" { @if fit.is_some() { "Change it" } @else { "Lay it under" } }
                    @if fit.is_some() { button type="submit" name="what" value="remove" { "Take it away" } }
                }
            }
            @if let Some(fit) = fit {
                form.fit method="post" action="/new/fit" data-fit {
                    (hidden(office.last))
                    input type="hidden" name="of" value=(draft.name);
                    label { span { "Strength" } input type="range" name="strength" min="0" max="100" value=(fit.strength); }
                    fieldset { legend { "Its edges, in squares from the north-west corner" }
                        @for (name, value) in [("left", fit.left), ("top", fit.top), ("right", fit.right), ("bottom", fit.bottom)] {
                            label { small { (name) } input type="text" inputmode="decimal" name=(name) value=(squares(value)); }
                        }
                    }
                    div.buttons { button type="submit" { "Fit it" } button.only-script type="button" data-paint="corners" { "By two corners" } }
                }
                form.known method="post" action="/new/fit" data-known {
                    (hidden(office.last))
                    input type="hidden" name="of" value=(draft.name);
                    fieldset { legend { "Or by two points that you know" }
                        p.quiet { "Two squares or places far apart: where each lies on the picture now, in squares from the north-west corner, and which it is." }
                        @for (which, number) in [("one", "first"), ("other", "second")] {
                            label { small { "the " (number) " lies at" } input type="text" name={(which) "_at"} placeholder="3.5, 7.2" required autocomplete="off"; }
                            label { small { "and is" } input type="text" name={(which) "_is"} placeholder="square or place" required autocomplete="off"; }
                            button.only-script type="button" data-paint=(which) aria-label={"click the " (number) " on the picture"} { "Click it" }
                        }
                    }
                    div.buttons { button type="submit" { "Fit it by the points" } }
                }
            }
        }
    }
}

/// Lays a picture under, or takes it away.
pub(super) fn lay_under(office: &mut Office<'_>, asked: &Asked) -> Came {
    let draft = super::draft(office, asked)?;
    let picture = match (asked.form("what"), &asked.upload) {
        (Some("remove"), _) => None,
        (_, Some((_, bytes))) => Some(bytes.as_slice()),
        (_, None) => return Err(Refusal::new("no file was chosen")),
    };
    let laid = office.desk.drafts_mut().lay_under(&draft.name, picture);
    laid.map_err(|error| office.desk.refused(error))?;
    Ok(Given::elsewhere(address(Step::Map, &draft.name)))
}

/// A point of the map, in squares from its north-west corner.
type At = (f64, f64);

/// How the picture lies once two of its points come to where they belong.
fn by_points(office: &Office<'_>, draft: &Draft, asked: &Asked) -> Result<Fit, Refusal> {
    let Some(campaign) = &draft.campaign else { return Err(Refusal::new("the size of the map is not known")) };
    let point = |which: &str| -> Result<(At, At), Refusal> {
        let typed = asked.form(&format!("{which}_at")).unwrap_or_default();
        let numbers: Vec<f64> = typed.split([' ', ',']).filter_map(|number| number.parse().ok()).collect();
        let [x, y] = numbers[..] else {
            let hints = vec!["two numbers of squares from the north-west corner, such as `3.5, 7.2`".into()];
            return Err(Refusal { hints, ..Refusal::new(format!("`{typed}` is no point of the picture")) });
        };
        let word = asked.form(&format!("{which}_is")).unwrap_or_default();
        let square = pick::square(campaign, word).map_err(|error| office.desk.refused(error))?;
        // It belongs in the middle of its square.
        Ok(((x, y), (f64::from(square.col) + 0.5, f64::from(square.row) + 0.5)))
    };
    let ((one, one_is), (other, other_is)) = (point("one")?, point("other")?);
    let whole = Fit::whole(campaign.frame.columns, campaign.frame.rows);
    let fit = office.desk.drafts().fit(&draft.name).unwrap_or(whole);
    fit.by_points([one, other], [one_is, other_is]).ok_or_else(|| Refusal {
        hints: vec!["take points that are far apart, and say of each which it is".into()],
        ..Refusal::new("by these two points the picture cannot lie")
    })
}

/// Says how the picture lies.
pub(super) fn fit(office: &mut Office<'_>, asked: &Asked) -> Came {
    let draft = super::draft(office, asked)?;
    if asked.form("one_at").is_some() {
        let fit = by_points(office, &draft, asked)?;
        let kept = office.desk.drafts_mut().set_fit(&draft.name, fit);
        kept.map_err(|error| office.desk.refused(error))?;
        return Ok(Given::elsewhere(address(Step::Map, &draft.name)));
    }
    let hundredths = |name: &str| {
        let number = asked.form(name).and_then(|text| text.trim().replace(',', ".").parse::<f64>().ok());
        number.filter(|number| number.abs() < 10_000.0).map(|number| ((number * 100.0).round() as i32).to_string())
    };
    let edges: Option<Vec<String>> = ["left", "top", "right", "bottom"].into_iter().map(hundredths).collect();
    let strength = asked.form("strength").unwrap_or("60");
    let fit: Option<Fit> = edges.and_then(|edges| format!("{} {strength}", edges.join(" ")).parse().ok());
    let fit = fit.ok_or_else(|| Refusal {
        hints: vec!["give numbers of squares, right greater than left and bottom greater than top".into()],
        ..Refusal::new("the picture cannot lie so")
    })?;
    let kept = office.desk.drafts_mut().set_fit(&draft.name, fit);
    kept.map_err(|error| office.desk.refused(error))?;
    Ok(Given::elsewhere(address(Step::Map, &draft.name)))
}

/// The picture itself.
pub(super) fn picture(office: &mut Office<'_>, asked: &Asked) -> Came {
    let found = office.desk.drafts().underlay(super::named(asked).unwrap_or_default());
    found.map(|of| Given::file(of.kind, of.bytes)).ok_or_else(|| Refusal::new("there is no picture under this map"))
}
