//! `print`: what goes on paper before a session.

mod cut;
mod flags;
mod known;
mod pdf;

use std::cell::OnceCell;
use std::path::PathBuf;

use clap::Subcommand;
use serde_json::json;

use ops::{pick, query};
use report::Report as _;
use report::model::UnitDossier;
use report::model::document::{Block, Composed, Document};

use super::diary::diary;
use crate::command_context::{CommandContext, Documents, Ended, Ending, commander_of};
use crate::failure::Failure;
use crate::flags::{FormatWord, ReadingFlags};
use cut::ToBeCut;
use flags::{OfUnit, Paper};
use known::Known;
use pdf::{PdfFlags, write_templates};

/// Makes what goes on paper: sheets, maps, cards, forms, or all of it as one pack
#[derive(Debug, Subcommand)]
#[command(after_long_help = "\
Without --pdf and --html a document is printed as text (--format md or json too). A PDF has its pages, with running heads,
links and, for cards and labels, marks to cut along; maps and trees stand on pages of their own. All of it is A4 (or letter): a
map that is larger stands on two sheets to be joined, or with --posters on one of A3. A page of HTML holds all that it needs,
can be read on a phone and prints well on A4. With --side a document holds what that side knows and
nothing else, and can be handed out; with --for what one commander knows.

Examples:
  railhead print pack --pdf umpire.pdf
  railhead print pack --side AX --pdf axis.pdf --html axis.html
  railhead print supply --side SU --pdf supply.pdf --paper letter

JSON: see docs/JSON.md")]
pub(crate) enum Print {
    #[command(flatten)]
    Document(OnPaper),
    /// Copies the templates of the PDF into a folder, to be changed and given to --templates
    #[command(after_long_help = "\
A document is made with the templates of the program, and with those of the folder in the place of any of the same name: keep
only what you change. They are written for typst; what a template is told, and how to try one, stands in docs/TEMPLATES.md. A
fault in one is shown with its file, line and column.

Examples:
  railhead print templates --out templates/
  railhead print supply --pdf supply.pdf --templates templates/")]
    Templates {
        /// The folder; it must be new or empty
        #[arg(long, value_name = "DIR")]
        out: PathBuf,
    },
}

/// The documents.
#[derive(Debug, Subcommand)]
pub(crate) enum OnPaper {
    /// The supply status: figures, every cause with its mend to tick, stocks
    #[command(after_long_help = "\
Examples:
  railhead print supply --side AX --pdf supply.pdf
  railhead print supply --as-of 5am --format md")]
    Supply(Paper),
    /// The order of battle with strength, grade, HQ die, state, LOG and POL
    #[command(after_long_help = "\
Examples:
  railhead print orbat a6 --pdf orbat.pdf
  railhead print orbat --side SU --html orbat.html")]
    Orbat(OfUnit),
    /// The strength return: every division and brigade in one table
    #[command(after_long_help = "\
Examples:
  railhead print strength --format xlsx --out strength.xlsx
  railhead print strength --side AX --pdf strength.pdf")]
    Strength(Paper),
    /// The situation map
    #[command(after_long_help = "\
Examples:
  railhead print map --pdf map.pdf --paper letter
  railhead print map --side SU --as-of 5am --html map.html")]
    Map(Paper),
    /// What the umpire goes through in the running bound, step by step
    #[command(after_long_help = "\
Examples:
  railhead print bound-sheet --pdf bound.pdf
  railhead print bound-sheet")]
    BoundSheet(Paper),
    /// The situation report: figures, what happened, what is known of the enemy, the map
    #[command(after_long_help = "\
Examples:
  railhead print sitrep --side AX --pdf sitrep.pdf
  railhead print sitrep --for 14pz --format md")]
    Sitrep(Paper),
    /// The sheet of an open battle: both sides' bases, and what came of it to be written down
    #[command(after_long_help = "\
Examples:
  railhead print battle 2am-030033 --pdf battle.pdf
  railhead print battle battle.toml --html battle.html")]
    Battle {
        /// The open battle, or an engagement file
        what: String,
        #[command(flatten)]
        paper: Paper,
    },
    /// A card a division and brigade
    #[command(after_long_help = "\
Examples:
  railhead print cards a6 --pdf cards.pdf --paper letter
  railhead print cards --side SU --pdf cards.pdf")]
    Cards(ToBeCut),
    /// A label a battalion
    #[command(after_long_help = "\
Examples:
  railhead print labels 14pz --pdf labels.pdf --size 40x20 --no-marks
  railhead print labels --side AX --format csv")]
    Labels(ToBeCut),
    /// The record of service of a unit: what it is, its grades, battles and losses
    #[command(after_long_help = "\
Examples:
  railhead print record 14pz
  railhead print record 14pz --pdf record.pdf")]
    Record {
        /// The unit
        unit: String,
        #[command(flatten)]
        paper: Paper,
    },
    /// The war diary, with the figures as curves
    #[command(after_long_help = "\
Examples:
  railhead print diary --pdf diary.pdf
  railhead print diary --side AX --as-of 5am --html diary.html")]
    Diary(Paper),
    /// All of it in one, behind a page that says the most
    #[command(after_long_help = "\
Examples:
  railhead print pack --pdf pack.pdf
  railhead print pack --side AX --as-of 5am --html pack.html
  railhead print pack --for 14pz --pdf pack.pdf")]
    Pack(Paper),
}

impl Print {
    /// The umpire's pack in this file: as PDF, or as a page of a build that writes none.
    pub(super) fn pack(file: &str) -> Self {
        let (mut pdf, mut html) = (PdfFlags::default(), None);
        let place = if paper::WRITES_PDF { &mut pdf.pdf } else { &mut html };
        *place = Some(file.into());
        Self::Document(OnPaper::Pack(Paper { html, pdf, reading: ReadingFlags::default() }))
    }

    pub(crate) fn run(&self, ctx: &mut CommandContext<'_>) -> Ended {
        match self {
            Self::Document(document) => document.run(ctx),
            Self::Templates { out } => write_templates(ctx, out),
        }
    }
}

impl OnPaper {
    fn paper(&self) -> &Paper {
        match self {
            Self::Supply(paper)
            | Self::Strength(paper)
            | Self::Map(paper)
            | Self::BoundSheet(paper)
            | Self::Sitrep(paper)
            | Self::Diary(paper)
            | Self::Pack(paper)
            | Self::Battle { paper, .. }
            | Self::Record { paper, .. } => paper,
            Self::Orbat(of) => &of.paper,
            Self::Cards(of) | Self::Labels(of) => &of.of.paper,
        }
    }

    fn run(&self, ctx: &mut CommandContext<'_>) -> Ended {
        let Paper { html, pdf, reading } = self.paper();
        if let Some(file) = html {
            ctx.may_be_written(file)?;
        }
        pdf.may_be_written(ctx)?;
        let (campaign, side) = ctx.look_as(reading)?;
        let commander = commander_of(&campaign, reading)?;
        let found = query::supply_status(&campaign, side, None, 0);
        let operation = match ctx.moment(&reading.when)? {
            None => ctx.session()?.next_operation()?.saturating_sub(1),
            Some(moment) => ctx.session()?.operation_at(moment)?,
        };
        let of = Composed { campaign: &campaign, side, commander, sheet: &found, operation };
        let known = Known { campaign: &campaign, of, causes: OnceCell::new(), status: OnceCell::new() };
        let document = self.document(ctx, reading, &known)?;
        if let Documents::Held(held) = &mut ctx.documents {
            *held = Some(Box::new(document));
            return Ok(Ending::Done);
        }
        if html.is_none() && pdf.pdf.is_none() {
            return match ctx.global.format {
                FormatWord::Html => ctx.put(paper::document_html(&document).as_bytes()),
                FormatWord::Csv if matches!(self, Self::Supply(_)) && known.stocks().by_account().is_none() => {
                    let failure = Failure::words("what fails and what mends it is no table of this document");
                    Err(failure.hint("`supply status --format csv` has its causes"))
                }
                FormatWord::Csv if document.tables().iter().all(|table| table.columns.is_empty()) => {
                    let failure = Failure::words("this document has no table, so nothing of it is CSV");
                    let failure = match self {
                        Self::Map(_) => failure.hint("`orbat --format csv` has who stands where"),
                        Self::Diary(_) => failure.hint("`diary --format csv` has it a line a row"),
                        _ => failure,
                    };
                    Err(failure.hint("`--format md` has its words, `--html` and `--pdf` have its pictures too"))
                }
                _ => ctx.print(&document),
            };
        }
        if let Some(file) = html {
            ctx.write_new(file, paper::document_html(&document).as_bytes())?;
        }
        pdf.write(ctx, &document)?;
        ctx.document(&json!({"title": document.title, "html": html, "pdf": pdf.pdf}))
    }

    fn document(
        &self,
        ctx: &mut CommandContext<'_>,
        reading: &ReadingFlags,
        known: &Known<'_>,
    ) -> Result<Document, Failure> {
        let of = &known.of;
        let unit = |word: &Option<String>| word.as_deref().map(|word| pick::unit(of.campaign, word)).transpose();
        Ok(match self {
            Self::Supply(_) => of.supply(&known.sheet(), &known.stocks(), known.situation(ctx, reading)),
            Self::Orbat(orbat) => of.orbat(unit(&orbat.unit)?),
            Self::Strength(_) => of.strength(),
            Self::Map(_) => of.map(known.situation(ctx, reading)),
            Self::BoundSheet(_) => known.bound_sheet(ctx, reading)?,
            Self::Sitrep(_) => {
                let (last, situation) = (known.last_bounds(ctx, reading)?, known.situation(ctx, reading));
                of.sitrep(known.status(), &last, &known.seen(&situation), situation)
            }
            Self::Battle { what, .. } => {
                let (campaign, setup) = super::battle::for_paper(ctx, what, reading)?;
                known.battle(&campaign, &setup)
            }
            Self::Cards(cards) => cards.cut(of.cards(unit(&cards.of.unit)?)),
            Self::Labels(labels) => labels.cut(of.labels(unit(&labels.of.unit)?)),
            Self::Record { unit, .. } => {
                let unit = pick::unit(of.campaign, unit)?;
                let found = query::supply_of(of.campaign, unit);
                let dossier = UnitDossier::new(of.campaign, unit, found.as_ref(), of.side);
                of.record(unit, &dossier, &diary(ctx, reading, known.campaign, Some(unit))?)
            }
            Self::Diary(_) => {
                let mut diary = known.diary(ctx, reading)?;
                if let Some(figures) = known.figures(ctx, reading)? {
                    diary.push(Block::Break);
                    diary.blocks.extend(figures.blocks);
                }
                diary
            }
            Self::Pack(_) => known.pack(ctx, reading)?,
        })
    }
}
