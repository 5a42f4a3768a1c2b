//! A battle led die by die: what is asked, who throws what, what each face does, and what players threw and decided.
//!
//! What it decides: how a question is laid out. Answers are kept as they are given, in the file of `battle resolve --dice ask`,
//! so that a battle begun there goes on here, and one that is put down is taken up again.

use maud::{Markup, html};

use domain::counted;
use ops::query::{self, BattleStep};
use ops::{Happening, View};
use report::model::{AskedView, SideStands, StepView};

use super::Open;
use super::form::{self, hidden, outcome};
use super::{asked, reports};
use crate::asked::{Asked, Given};
use crate::command::with_flag;
use crate::desk::{Answer, Reading, Refusal};
use crate::office::Office;
use crate::page::parts::{coded, refused};
use crate::page::since::{Anew, Between, conflict, since};
use crate::page::typed;
use crate::page::umpire_frame::{links, of, page as framed};

/// A battle as far as it has been fought.
struct Fight {
    open: Open,
    kept: Vec<(String, String)>,
    step: BattleStep,
    view: StepView,
    stands: [SideStands; 2],
    /// How many answers that were kept no longer fit.
    dropped: usize,
}

/// What is shown beside it.
#[derive(Default)]
struct Shown<'a> {
    /// Why an answer was not taken, and the answer.
    wrong: Option<(&'a Refusal, &'a str)>,
    /// What posting came to.
    done: Option<&'a Answer>,
    between: Option<&'a [Between]>,
}

impl Fight {
    fn of(office: &mut Office<'_>, word: &str) -> Result<Self, Refusal> {
        let open = Open::of(office, word)?;
        let engagement = open.engagement(office)?;
        let mut kept = office.desk.at_the_table(&open.id)?;
        let given = |kept: &[(String, String)]| kept.iter().map(|(_, given)| given.clone()).collect::<Vec<_>>();
        // An answer is used where it was given to the question that is asked now.
        let mut fits = 0;
        let mut step = query::step(&engagement, &[]);
        while let (Some((question, _)), Ok(now)) = (kept.get(fits), &step) {
            if now.key().as_ref() != Some(question) {
                break;
            }
            match query::step(&engagement, &given(&kept[..=fits])) {
                Ok(next) => step = Ok(next),
                Err(_) => break,
            }
            fits += 1;
        }
        let dropped = kept.len() - fits;
        kept.truncate(fits);
        let step = step.map_err(|error| office.desk.refused(error))?;
        let view = StepView::new(&open.campaign, engagement.setup(), &step, (&open.id, kept.len()));
        let stands = SideStands::of(&open.campaign, engagement.setup(), &step);
        Ok(Self { open, kept, step, view, stands, dropped })
    }

    /// The command that posts it, once it is over.
    fn words(&self) -> Result<Vec<String>, Refusal> {
        self.view.command.as_deref().map(typed::split).transpose().map(Option::unwrap_or_default)
    }
}

/// The page.
pub(in crate::page) fn page(office: &mut Office<'_>, word: &str) -> Result<(u16, String), Refusal> {
    let fight = Fight::of(office, word)?;
    show(office, &fight, &Shown::default())
}

fn show(office: &mut Office<'_>, fight: &Fight, shown: &Shown<'_>) -> Result<(u16, String), Refusal> {
    let Fight { open, view, .. } = fight;
    let words = fight.words()?;
    let words_typed = office.desk.typed(&words);
    let preview =
        (!words.is_empty() && shown.done.is_none()).then(|| office.desk.run(&with_flag(words, typed::DRY_RUN)));
    asked::notice(office, &open.id, fight.step.key(), fight.step.next.as_ref());
    let (last, said) = (office.last, asked::said(office, &open.id));
    let is_refused = shown.wrong.is_some() || shown.done.is_some_and(|done| done.refusal.is_some());
    let page = framed(office, &Reading::default(), (&open.id, "/battles"), |campaign| {
        html! {
            (open.head("/fight"))
            @if let Some(between) = shown.between {
                @let button = preview.as_ref().is_some_and(|now| now.refusal.is_none()).then_some((["how", "post"], "Post it anew"));
                (conflict(&words_typed, between, &Anew { tried: None, form: form::ID, button, drop: format!("/battle/{}/fight", open.id) }))
            }
            @if fight.dropped > 0 { p.note role="status" { "The battle has changed since it was fought: " (counted(fight.dropped, "answer")) " cannot be kept and will be asked for again." } }
            div.fight {
                section.question {
                    form.command #(form::ID) method="post" action={"/battle/" (open.id) "/fight"} {
                        (hidden(last))
                        input type="hidden" name="count" value=(fight.kept.len());
                        @if let Some((refusal, _)) = shown.wrong { (refused(refusal)) }
                        @match &view.next {
                            Some(next) => (question(next, shown.wrong.map_or("", |(_, given)| given), &said)),
                            None => {
                                h2 { "The battle is over" }
                                @if let Some(done) = shown.done { (outcome(done, &links(campaign, ""), false)) }
                                @if let Some(preview) = &preview { (outcome(preview, &links(campaign, ""), true)) }
                                div.buttons { button.main type="submit" name="how" value="post" data-key="x" { "Post it " kbd { "x" } } }
                            }
                        }
                    }
                    @if !fight.kept.is_empty() {
                        form.back method="post" action={"/battle/" (open.id) "/fight"} {
                            (hidden(last))
                            input type="hidden" name="count" value=(fight.kept.len());
                            button type="submit" name="how" value="back" data-key="Backspace" { "Take back the last answer" }
                            " " span.quiet { (counted(fight.kept.len(), "answer")) " kept until cleared, even if the battle is posted and undone: stop here and go on whenever you like." }
                            details { summary { "Begin anew" }
                                p { "All that was thrown and decided is forgotten, and the battle begins with its first question." }
                                button type="submit" name="how" value="clear" { "Clear " (counted(fight.kept.len(), "answer")) }
                            }
                        }
                    }
                }
                section.story {
                    (on_the_table(campaign, &fight.stands))
                    h2 { "So far" }
                    // The last stands first: it is what one has just seen fall.
                    ul.told { @for (line, heard) in view.story.iter().zip(&fight.step.heard).rev() {
                        li.when[matches!(heard, Happening::Move { .. })] { (coded(line)) }
                    } }
                }
            }
        }
    })?;
    Ok((if is_refused { 422 } else { 200 }, page))
}

/// Who still stands on the table, and what has become of the others.
fn on_the_table(campaign: &View, sides: &[SideStands]) -> Markup {
    html! {
        h2 { "On the table" }
        div.on-table { @for side in sides {
            @let (here, all) = side.count();
            section {
                h3 { (campaign.side_called(&side.name)) " " small { (here) " of " (all) " bases" @if let Some(strength) = side.strength() { " · " (strength) } } }
                ul { @for unit in &side.units {
                    @let here = unit.bases.iter().filter(|base| base.is_here).count();
                    li.gone[here == 0] {
                        (unit.name) " " small { (here) " of " (unit.bases.len()) @if let Some(strength) = unit.strength() { " · " (strength) } }
                        @for base in &unit.bases {
                            @let strength = base.strength.filter(|strength| !strength.is_whole());
                            @if strength.is_some() || !base.state.is_empty() {
                                small.base { (base.name) " " @if let Some(strength) = strength { strong { (strength) } " " } (base.state) }
                            }
                        }
                    }
                } }
            }
        } }
    }
}

/// A question, with the fields of its answer.
fn question(next: &AskedView, given: &str, said: &[(String, bool)]) -> Markup {
    html! {
        h2 { @if let Some(now) = next.now { "Move " (now) ": " } (coded(&next.asks)) }
        @match next.kind {
            "throw" => (dice(next, given)),
            "decision" => {
                @if let Some(doctrine) = next.doctrine { p.quiet { "The doctrine says " @if doctrine { "yes" } @else { "no" } "." } }
                (asked::told(said))
                div.buttons {
                    @for (word, name, key) in [("yes", "Yes ", "y"), ("no", "No ", "n")] {
                        button.main[next.doctrine == Some(word == "yes")] type="submit" name="answer" value=(word) data-key=(key) { (name) kbd { (key) } }
                    }
                }
            },
            "stay_out" => {
                fieldset { legend { "These stay out" }
                    @for part in &next.parts {
                        label.tick { input type="checkbox" name="base" value=(part.id) checked[given.split(' ').any(|id| id == part.id)]; span { (coded(&part.called)) } }
                    }
                }
                div.buttons { button.main type="submit" name="how" value="bases" { "Next" } }
            },
            _ => {
                fieldset { legend { "It goes to" }
                    @for (number, part) in next.parts.iter().enumerate() {
                        label.radio { input type="radio" name="answer" value=(part.id) checked[if given.is_empty() { number == 0 } else { given == part.id }]; span { (coded(&part.called)) } small { (part.text) } }
                    }
                }
                div.buttons { button.main type="submit" { "Next" } }
            }
        }
    }
}

/// What is thrown: a die for each who has a part where there are as many, else so many dice.
fn dice(next: &AskedView, given: &str) -> Markup {
    let count = next.dice.unwrap_or(0);
    let is_each = next.parts.len() == count;
    html! {
        p.quiet {
            @if count == 1 { "Throw a die, and type what it shows." }
            @else { "Throw " (count) " dice" @if is_each { ", one for each in this order" } ", and type them as they lie." }
        }
        ul.dice {
            @for part in &next.parts {
                li { @if is_each { span.die data-die aria-hidden="true" { "?" } } div { strong { (coded(&part.called)) } p { (part.text) } } }
            }
        }
        @if !is_each { p { @for _ in 0..count { span.die data-die aria-hidden="true" { "?" } " " } } }
        label.faces { span { "Faces" }
            input type="text" name="faces" value=(given) inputmode="numeric" autocomplete="off" autofocus aria-invalid=[(!given.is_empty()).then_some("true")] data-dice=(count) placeholder="1 to 6 each";
        }
        p.quiet data-missing role="status" {}
        div.buttons {
            button.main type="submit" name="how" value="next" { "Next" }
            button type="submit" name="how" value="throw" data-key="r" { @if count == 1 { "The program throws it " } @else { "The program throws the rest " } kbd { "r" } }
        }
    }
}

/// Takes an answer, takes one back, or posts the battle.
pub(in crate::page) fn act(office: &mut Office<'_>, asked: &Asked, word: &str) -> Given {
    match take(office, asked, word) {
        Ok(Some(page)) => of(Ok(page)),
        Ok(None) => Given::elsewhere(format!("/battle/{word}/fight")),
        Err(refusal) => of(Err(refusal)),
    }
}

/// What is to be shown; none: the next question.
fn take(office: &mut Office<'_>, asked: &Asked, word: &str) -> Result<Option<(u16, String)>, Refusal> {
    let mut fight = Fight::of(office, word)?;
    let count: usize = asked.form("count").and_then(|text| text.parse().ok()).unwrap_or(0);
    if count != fight.kept.len() {
        let refusal = Refusal {
            hints: vec!["this is the question that is open now".into()],
            ..Refusal::new("The battle has gone on in another window: the answer was not taken")
        };
        let (_, page) = show(office, &fight, &Shown { wrong: Some((&refusal, "")), ..Shown::default() })?;
        return Ok(Some((409, page)));
    }
    let how = asked.form("how").unwrap_or_default();
    if how == "post" {
        return post(office, asked, &fight).map(Some);
    }
    if let "back" | "clear" = how {
        fight.kept.truncate(if how == "back" { fight.kept.len().saturating_sub(1) } else { 0 });
        office.desk.keep_at_the_table(&fight.open.id, &fight.kept)?;
        return Ok(None);
    }
    let Some(question) = fight.step.key() else { return Ok(None) };
    let given = match how {
        "bases" => {
            let bases = asked.form.iter().filter(|(name, _)| name == "base").map(|(_, id)| id.as_str());
            let bases = bases.collect::<Vec<_>>().join(" ");
            if bases.is_empty() { "none".to_owned() } else { bases }
        }
        "throw" => {
            thrown(asked.form("faces").unwrap_or_default(), fight.view.next.as_ref().and_then(|next| next.dice))?
        }
        _ => asked.form("answer").or_else(|| asked.form("faces")).unwrap_or_default().trim().to_owned(),
    };
    fight.kept.push((question, given.clone()));
    let answers: Vec<String> = fight.kept.iter().map(|(_, given)| given.clone()).collect();
    let engagement = fight.open.engagement(office)?;
    if let Err(error) = query::step(&engagement, &answers) {
        let refusal = office.desk.refused(error);
        fight.kept.pop();
        return show(office, &fight, &Shown { wrong: Some((&refusal, &given)), ..Shown::default() }).map(Some);
    }
    office.desk.keep_at_the_table(&fight.open.id, &fight.kept)?;
    Ok(None)
}

/// The faces that are typed, and those that are missing thrown by the program.
fn thrown(typed: &str, dice: Option<usize>) -> Result<String, Refusal> {
    let mut faces: Vec<String> =
        typed.chars().filter(|of| !of.is_whitespace() && *of != ',').map(String::from).collect();
    while faces.len() < dice.unwrap_or(0) {
        let random = getrandom::u32().map_err(|error| Refusal::new(format!("no dice can be thrown: {error}")))?;
        // 252 is the greatest multiple of 6 in a byte: beyond it some faces would come oftener.
        faces.extend(random.to_le_bytes().into_iter().find(|byte| *byte < 252).map(|byte| (byte % 6 + 1).to_string()));
    }
    Ok(faces.join(" "))
}

fn post(office: &mut Office<'_>, asked: &Asked, fight: &Fight) -> Result<(u16, String), Refusal> {
    let words = fight.words()?;
    if words.is_empty() {
        return show(office, fight, &Shown::default());
    }
    if let Some(between) = since(office, asked, &words)? {
        let (_, page) = show(office, fight, &Shown { between: Some(&between), ..Shown::default() })?;
        return Ok((409, page));
    }
    let settled = reports::overtaken(&reports::waiting(office, &fight.open.id)?);
    let done = typed::do_it_with(office, words, |session, _| {
        settled.iter().try_for_each(|of| session.keep_proposal(of).map(drop))
    })?;
    if done.refusal.is_some() {
        return show(office, fight, &Shown { done: Some(&done), ..Shown::default() });
    }
    asked::notice(office, &fight.open.id, None, None);
    // Taken back, it goes on where it stood: nobody throws forty dice twice.
    posted(office, &fight.open.id, &done)
}

/// What a battle that was posted came to.
pub(super) fn posted(office: &mut Office<'_>, battle: &str, done: &Answer) -> Result<(u16, String), Refusal> {
    let title = super::title(&*office.desk.look(&Reading::default())?, battle);
    let page = framed(office, &Reading::default(), (&title, "/battles"), |campaign| {
        html! {
            h1 { (super::heading(campaign, battle, " is posted")) }
            p.goes { a.button href="/battles" { "battles" } " " a.button href={"/battle/" (battle)} { "its result" } " " a.button href="/" { "map" } }
            (outcome(done, &links(campaign, ""), false))
        }
    })?;
    Ok((200, page))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_program_throws_what_is_missing_and_leaves_what_is_typed() {
        let faces = thrown("2, 61", Some(40)).unwrap();
        assert!(faces.starts_with("2 6 1 "), "{faces}");
        let faces: Vec<u8> = faces.split(' ').map(|face| face.parse().unwrap()).collect();
        assert_eq!(faces.len(), 40);
        assert!(faces.iter().all(|face| (1..=6).contains(face)));
        assert!(faces[3..].iter().any(|face| *face != faces[3]));
        assert_eq!(thrown("7", Some(1)).unwrap(), "7", "what cannot be is refused by the rules");
    }
}
