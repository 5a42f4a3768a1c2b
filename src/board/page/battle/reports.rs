//! What players tell of one battle, side by side, and what becomes of it when the umpire posts a result.
//!
//! What it decides: what of it fills in his form: how it ended from the one that he takes it from, and what became of bases from
//! those whose bases they are. A result is posted by the form, whoever told it.

use maud::{Markup, html};

use ops::{Player, Proposal, ProposalState, View};
use report::model::{BaseForm, FormReport, ToldResult, base_name, leaf_of};

use super::told::{self, Fields, Filled};
use crate::asked::Asked;
use crate::desk::Refusal;
use crate::office::Office;
use crate::page::form::hidden;
use crate::page::proposals;

/// What a player tells of a battle, and nobody has decided yet.
pub(super) struct PlayersReport {
    proposal: Proposal,
    player: Player,
    told: ToldResult,
}

impl PlayersReport {
    fn number(&self) -> u64 {
        self.proposal.number
    }

    /// Whether a base is one of which it tells.
    fn tells_of(&self, campaign: &View, id: &str) -> bool {
        leaf_of(campaign, id).is_some_and(|leaf| self.player.commands(campaign, leaf))
    }
}

/// What players tell of a battle and nobody has decided yet, the oldest first.
pub(super) fn waiting(office: &mut Office<'_>, battle: &str) -> Result<Vec<PlayersReport>, Refusal> {
    let (players, proposals, _) = proposals::all(office)?;
    let report = |proposal: Proposal| {
        let told = ToldResult::of(&proposal.command).filter(|told| told.battle == battle)?;
        let player = players.iter().find(|player| player.number == proposal.player)?.clone();
        Some(PlayersReport { proposal, player, told })
    };
    let sent = proposals.into_iter().filter(|of| of.state == ProposalState::Sent);
    Ok(sent.filter_map(report).collect())
}

/// What fills in the form if it is taken from this one; of bases of which it does not tell the others do.
pub(super) fn filled(reports: &[PlayersReport], from: u64, campaign: &View, form: &FormReport) -> Option<Fields> {
    let first = reports.iter().find(|report| report.number() == from)?;
    let code = |id: &str| {
        let bases = form.units().flat_map(|unit| &unit.bases);
        bases.into_iter().find(|base| base.id.as_str() == id).map(|base| base.code.clone())
    };
    let mut told = first.told.clone();
    let mut before = vec![first];
    for report in reports.iter().filter(|report| report.number() != from) {
        for (id, cells) in &report.told.bases {
            if !before.iter().any(|before| before.tells_of(campaign, id)) {
                told.bases.insert(id.clone(), cells.clone());
            }
        }
        before.push(report);
    }
    Some(told::fields(&told, code))
}

/// A row of what is told side by side: what it is of, what each of them tells; none where it is not his to tell.
struct Row {
    of: String,
    told: Vec<Option<String>>,
}

impl Row {
    fn differs(&self) -> bool {
        let mut told = self.told.iter().flatten();
        let first = told.next();
        told.any(|other| Some(other) != first)
    }
}

fn rows(reports: &[PlayersReport], campaign: &View, form: &FormReport) -> Vec<Row> {
    let head = |of: &str, told: fn(&ToldResult) -> String| Row {
        of: of.to_owned(),
        told: reports.iter().map(|report| Some(told(&report.told))).collect(),
    };
    let mut rows =
        vec![head("How it ended", |told| told.end.replace('_', " ")), head("Moves", |told| told.moves.clone())];
    for base in form.units().flat_map(|unit| &unit.bases) {
        let id = base.id.as_str();
        if reports.iter().any(|report| report.told.bases.contains_key(id)) {
            let told = |report: &PlayersReport| {
                let as_it_was = || "as it was".to_owned();
                report.tells_of(campaign, id).then(|| report.told.of_base(id).unwrap_or_else(as_it_was))
            };
            let of = format!("{} {}, was {} SP", base.code, base_name(campaign, id), base.sp);
            rows.push(Row { of, told: reports.iter().map(told).collect() });
        }
    }
    rows
}

/// What they tell, side by side, with what differs marked.
pub(super) fn beside(
    reports: &[PlayersReport],
    from: Option<u64>,
    (campaign, form): (&View, &FormReport),
    (battle, last): (&str, u64),
) -> Markup {
    if reports.is_empty() {
        return html! {};
    }
    let rows = rows(reports, campaign, form);
    let disagree = rows.iter().any(Row::differs);
    html! {
        section.reports {
            h2 { "What players report" }
            @if disagree { p { strong { "≠ They do not tell the same: " } "the rows so marked differ. Take it from one of them, and change below what is not so." } }
            div.wide { table {
                thead { tr {
                    th { span.unseen { "what" } }
                    @for report in reports {
                        th scope="col" { (report.player.name) " " small { (side_of(campaign, &report.player)) } }
                    }
                } }
                tbody {
                    @for row in &rows {
                        tr.differs[row.differs()] {
                            th scope="row" { @if row.differs() { "≠ " span.unseen { "differs: " } } (row.of) }
                            @for told in &row.told { td { (told.as_deref().unwrap_or("")) } }
                        }
                    }
                    @if reports.iter().any(|report| !report.proposal.note.is_empty()) {
                        tr { th scope="row" { "Note" } @for report in reports { td.said-beside { (report.proposal.note) } } }
                    }
                    tr { th scope="row" { span.unseen { "what is done with it" } } @for report in reports { td {
                        @if from == Some(report.number()) { strong { "filled in below" } }
                        @else { a.button href={"/battle/" (battle) "/result?from=" (report.number())} { "Fill in from " (report.player.name) } }
                        (refuse(&report.proposal, &report.player.name, last, None))
                    } } }
                }
            } }
        }
    }
}

/// The form by which what a player proposes is refused with a word.
pub(in crate::page) fn refuse(of: &Proposal, name: &str, last: u64, typed: Option<&str>) -> Markup {
    html! {
        form.refusing method="post" action={"/proposal/" (of.number) "/refuse"} {
            (hidden(last))
            input type="hidden" name="was" value=(of.command);
            label { span { "Refuse it, with a word to " (name) }
                input type="text" name="answer" required maxlength=(proposals::LONGEST) value=[typed] autocomplete="off";
            }
            button type="submit" { "Refuse" }
        }
    }
}

fn side_of(campaign: &View, player: &Player) -> String {
    let side = campaign.side_name(player.side);
    let commands = player.commander.as_ref().and_then(|unit| campaign.formation(unit.as_str()));
    commands.map_or_else(|| side.clone(), |unit| format!("{side}, {}", unit.name))
}

/// What the form carries of them: those that it was made for, unseen, and a word to each.
pub(super) fn carried(reports: &[PlayersReport], asked: Filled<'_>) -> Markup {
    html! {
        @for report in reports {
            input type="hidden" name={"was:" (report.number())} value=(report.proposal.command);
            label { span { "A word to " (report.player.name) } input type="text" name={"answer:" (report.number())} maxlength=(proposals::LONGEST) value=(asked.text(&format!("answer:{}", report.number()))); }
        }
    }
}

/// Whether a form was made for what they tell now.
pub(super) fn are_those(reports: &[PlayersReport], asked: &Asked) -> bool {
    let seen =
        asked.form.iter().filter_map(|(name, text)| Some((name.strip_prefix("was:")?.to_owned(), text.as_str())));
    let now = reports.iter().map(|report| (report.number().to_string(), report.proposal.command.as_str()));
    seen.eq(now)
}

/// What is said where they tell something else by now.
pub(super) fn told_otherwise() -> Refusal {
    let hints = vec!["here is what they report now; below is your form as you filled it".into()];
    Refusal { hints, ..Refusal::new("What players report has changed since you opened this page: nothing was posted") }
}

/// What becomes of what they told once this result is posted: of his bases each learns what it came to.
pub(super) fn settled(
    reports: &[PlayersReport],
    (campaign, form): (&View, &FormReport),
    asked: &Asked,
) -> Result<Vec<Proposal>, Refusal> {
    let filled = Filled(&asked.form);
    let settled = |report: &PlayersReport| {
        let is_his = |base: &BaseForm| report.tells_of(campaign, base.id.as_str());
        let posted = told::posted(&report.told.battle, filled, form, is_his);
        let mut proposal = report.proposal.clone();
        proposal.answer = proposals::text(asked, &format!("answer:{}", report.number()))?;
        if posted == report.told {
            return Ok(Proposal { state: ProposalState::Taken, ..proposal });
        }
        Ok(proposal.taken_as(proposals::joined(&posted.posted())?))
    };
    reports.iter().map(settled).collect()
}

/// The same where the battle was fought on the board: nothing of what they told was posted.
pub(super) fn overtaken(reports: &[PlayersReport]) -> Vec<Proposal> {
    let answer = "the battle was fought out with the umpire";
    let refused = |of: &Proposal| Proposal { state: ProposalState::Refused, answer: answer.to_owned(), ..of.clone() };
    reports.iter().map(|report| refused(&report.proposal)).collect()
}
