//! Flags that several commands share.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};

use ops::pick;
use report::model::ReadAs;

use crate::words::quoted;

/// What every command takes.
#[derive(Debug, Clone, Args)]
pub(crate) struct GlobalFlags {
    /// The campaign file; else `RAILHEAD_CAMPAIGN`, else the only `*.railhead` here
    #[arg(long, global = true, value_name = "FILE", help_heading = "Global")]
    pub(crate) campaign: Option<PathBuf>,
    /// The output format
    #[arg(long, global = true, value_enum, default_value_t = FormatWord::Table, value_name = "FORMAT", help_heading = "Global")]
    pub(crate) format: FormatWord,
    /// Writes what it prints into this file, in the format of its ending (.csv, .html, .xlsx) where --format names none; an
    /// existing one is refused
    #[arg(long, global = true, value_name = "FILE", help_heading = "Global")]
    pub(crate) out: Option<PathBuf>,
    #[expect(clippy::doc_markdown, reason = "help has no markup")]
    /// When there is colour; `auto` goes by the terminal, NO_COLOR, CLICOLOR and CLICOLOR_FORCE
    #[arg(long, global = true, value_enum, default_value_t = ColourWord::Auto, value_name = "WHEN", help_heading = "Global")]
    pub(crate) color: ColourWord,
    /// No colour: the same as `--color never`
    #[arg(long, global = true, help_heading = "Global")]
    pub(crate) no_color: bool,
    /// Never sends a long report through a pager (`PAGER`, else `less`)
    #[arg(long, global = true, help_heading = "Global")]
    pub(crate) no_pager: bool,
    /// Prints only the result, and errors
    #[arg(short, long, global = true, help_heading = "Global")]
    pub(crate) quiet: bool,
}

impl GlobalFlags {
    /// Those of a line of a script that has these: what the line says for itself goes first.
    pub(crate) fn of_line(&self, line: &Self) -> Self {
        let is_for_itself = line.out.is_some() || line.format != FormatWord::Table;
        Self {
            campaign: self.campaign.clone(),
            format: if is_for_itself { line.format } else { self.format },
            out: line.out.clone(),
            color: if line.color == ColourWord::Auto { self.color } else { line.color },
            no_color: self.no_color || line.no_color,
            no_pager: self.no_pager || line.no_pager,
            quiet: self.quiet || line.quiet,
        }
    }
}

/// When there is colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ColourWord {
    /// On a terminal, as the environment says
    Auto,
    /// Everywhere
    Always,
    /// Nowhere
    Never,
}

/// A format by its word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum FormatWord {
    /// For reading
    #[value(aliases = ["text", "txt"])]
    Table,
    /// One JSON document
    Json,
    /// Comma-separated values
    Csv,
    /// Markdown
    #[value(alias = "markdown")]
    Md,
    /// One page for a browser
    Html,
    /// A workbook; with `--out FILE`
    Xlsx,
}

impl FormatWord {
    /// The format that the ending of a file names; none where it names none.
    pub(crate) fn of_file(file: &Path) -> Option<Self> {
        let ending = file.extension()?.to_str()?;
        <Self as ValueEnum>::from_str(ending, true).ok()
    }
}

/// What every command takes that only reads.
#[derive(Debug, Clone, Default, Args)]
pub(crate) struct MomentFlags {
    /// Shows the campaign as it stood: a bound (3am, 3pm, 3n, start, now), a day (D3, 1942-11-21) or an operation (op:12)
    #[arg(long, value_name = "BOUND|op:N")]
    pub(crate) as_of: Option<String>,
}

impl MomentFlags {
    /// The words that make another command look at the same moment; none where that is now.
    fn words(&self) -> Option<String> {
        let quote = |word: &str| if word.contains(' ') { format!("\"{word}\"") } else { word.to_owned() };
        let then = self.as_of.as_deref().filter(|word| !pick::is_now(word));
        then.map(|word| format!("--as-of {}", quote(word)))
    }
}

/// Whose knowledge is wanted; the umpire's where neither is given.
#[derive(Debug, Clone, Default, Args)]
pub(crate) struct ReaderFlags {
    /// Only what this side knows, fit to hand out
    #[arg(long, value_name = "SIDE")]
    pub(crate) side: Option<String>,
    /// Only what the commander of this unit knows, fit to hand out
    #[arg(long = "for", value_name = "UNIT")]
    pub(crate) commander: Option<String>,
}

impl ReaderFlags {
    /// Whether it is not the umpire who reads.
    pub(crate) fn is_given(&self) -> bool {
        self.side.is_some() || self.commander.is_some()
    }
}

/// What every command takes that tells of the campaign: when, and whose knowledge.
#[derive(Debug, Clone, Default, Args)]
pub(crate) struct ReadingFlags {
    #[command(flatten)]
    pub(crate) reader: ReaderFlags,
    #[command(flatten)]
    pub(crate) when: MomentFlags,
}

impl ReadingFlags {
    /// The words that make another command look at the same moment with the same eyes.
    pub(crate) fn read_as(&self) -> ReadAs {
        let side = self.reader.side.as_deref().map(|side| format!("--side {}", quoted(side)));
        let commander = self.reader.commander.as_deref().map(|unit| format!("--for {}", quoted(unit)));
        let words: Vec<String> = [side, commander].into_iter().flatten().collect();
        ReadAs { reader: (!words.is_empty()).then(|| words.join(" ")), moment: self.when.words() }
    }
}

/// What every command takes that writes.
#[derive(Debug, Clone, Default, Args)]
pub(crate) struct WritingFlags {
    /// Shows what would happen and writes nothing
    #[arg(long)]
    pub(crate) dry_run: bool,
    /// The reason, recorded with the operation
    #[arg(long, value_name = "TEXT")]
    pub(crate) reason: Option<String>,
    /// Refused unless operation N is still the last of the campaign, so repeating the command is safe
    #[arg(long, value_name = "N")]
    pub(crate) expect_op: Option<u64>,
}

/// What a command takes where a rule can refuse.
#[derive(Debug, Clone, Args)]
pub(crate) struct RuledFlags {
    #[command(flatten)]
    pub(crate) writing: WritingFlags,
    /// Sets aside the rule that refuses, for this reason
    #[arg(long = "override", value_name = "REASON")]
    pub(crate) overridden: Option<String>,
}

/// Whether the words ask for JSON, for errors in the words themselves.
pub(crate) fn wants_json(args: &[OsString]) -> bool {
    let words: Vec<_> = args.iter().map(|word| word.to_string_lossy()).collect();
    words.iter().any(|w| w == "--format=json") || words.windows(2).any(|w| w[0] == "--format" && w[1] == "json")
}
