//! What a command gives out: its report, in the format that is wanted, and what is said beside it.
//!
//! What it decides: where a report goes: on the standard output, through a pager, or into a file.

use std::io::{ErrorKind, Write as _};
use std::path::Path;

use domain::{command, shown, shown_in_json};
use report::render::wrap::sentence;
use report::{Format, Page, Sheet, render};

use super::{CommandContext, Ended, Ending};
use crate::context::Held;
use crate::failure::Failure;
use crate::flags::{ColourWord, FormatWord, GlobalFlags};
use crate::pager;
use crate::words::quoted;

impl CommandContext<'_> {
    /// Runs a command whose reports go into the file that `--out` names, unless the command makes that file itself; as a page
    /// or a workbook they are one, however many there are.
    pub(crate) fn with_file(&mut self, is_its_own: bool, command: impl FnOnce(&mut Self) -> Ended) -> Ended {
        let file = self.global.out.take().filter(|_| !is_its_own);
        if let Some(file) = &file {
            self.fit_format(file)?;
        }
        if file.is_none() && self.global.format == FormatWord::Xlsx {
            let hint = "name it: `--format xlsx --out FILE`";
            return Err(Failure::words("a workbook goes into a file of its own").hint(hint));
        }
        let (title, held) = (self.title(), Held::default());
        let mut around = None;
        if let Some(file) = &file {
            self.may_be_written(file)?;
            let out = std::mem::replace(&mut self.context.out, Box::new(held.clone()));
            around = Some((out, self.context.screen.take(), self.context.terminal.take()));
        }
        let ended = command(self);
        let done = self.done.clone();
        let tables = self.put_tables(&title);
        if let Some((out, screen, terminal)) = around {
            (self.context.out, self.context.screen, self.context.terminal) = (out, screen, terminal);
        }
        let given = tables.and_then(|_| match file {
            Some(file) => {
                Some(held.take()).filter(|b| !b.is_empty()).map_or(Ok(()), |bytes| self.write_new(&file, &bytes))
            }
            None => Ok(()),
        });
        if ended.is_err() {
            // What was printed before a refusal is kept, and makes nothing of what was refused.
            self.done = done;
        }
        ended.and_then(|ending| given.map(|()| ending))
    }

    /// Takes the format that the file's ending names where none was asked for; a document or picture is no format, and text
    /// by its name would be opened by nothing.
    fn fit_format(&mut self, file: &Path) -> Result<(), Failure> {
        if self.global.format == FormatWord::Table {
            self.global.format = FormatWord::of_file(file).unwrap_or(FormatWord::Table);
        }
        let ending = file.extension().and_then(|ending| ending.to_str()).unwrap_or_default().to_lowercase();
        let name = file.display().to_string();
        let flag = format!("can make one: `--{ending} {}` in the place of `--out`", quoted(&name));
        let hint = match &*ending {
            "pdf" => command!("`railhead print` {flag}"),
            "svg" | "png" => command!("`railhead map` and `railhead stats` {flag}"),
            "gif" | "apng" => command!("`railhead replay` {flag}"),
            _ => return Ok(()),
        };
        Err(Failure::words(format!("`--out` would write text into `{name}`")).hint(hint))
    }

    /// Runs a line of a script that has flags of its own: into a file or in a format of its own it is apart from what the
    /// script prints.
    pub(crate) fn with_flags_of_line(
        &mut self,
        own: &GlobalFlags,
        makes_file: bool,
        command: impl FnOnce(&mut Self) -> Ended,
    ) -> Ended {
        let of_script = self.global.clone();
        self.global = of_script.of_line(own);
        let is_apart = own.out.is_some() || self.global.format != of_script.format;
        let ended = if is_apart {
            let sheets = std::mem::take(&mut self.sheets);
            let ended = self.with_file(makes_file, command);
            self.sheets = sheets;
            ended
        } else {
            command(self)
        };
        self.global = of_script;
        ended
    }

    /// Writes the tables that were printed as one page or workbook.
    fn put_tables(&mut self, title: &str) -> Ended {
        let sheets = std::mem::take(&mut self.sheets);
        match self.global.format {
            FormatWord::Html if !sheets.is_empty() => {
                let tables: Vec<_> = sheets.into_iter().flat_map(|sheet| sheet.tables).collect();
                self.put(paper::tables_html(title, &tables).as_bytes())
            }
            FormatWord::Xlsx if !sheets.is_empty() => {
                let book = paper::workbook(title, &sheets)
                    .map_err(|error| Failure::words(error.to_string()).hint("take `--format csv`"))?;
                self.put(&book)
            }
            _ => Ok(Ending::Done),
        }
    }

    /// Writes a report on standard output.
    pub(crate) fn print(&mut self, report: &dyn render::ErasedReport) -> Ended {
        let format = match self.global.format {
            FormatWord::Html => {
                self.sheets.extend(render::page_tables(report).into_iter().map(Sheet::of));
                return Ok(Ending::Done);
            }
            FormatWord::Xlsx => {
                // A script prints for many commands: each sheet without a title has the words of its own.
                let words = self.command_words();
                let named =
                    |sheet: Sheet| if sheet.name.is_empty() { Sheet { name: words.clone(), ..sheet } } else { sheet };
                self.sheets.extend(render::sheets(report).into_iter().map(named));
                return Ok(Ending::Done);
            }
            FormatWord::Table => Format::Table,
            FormatWord::Json => Format::Json,
            FormatWord::Csv => Format::Csv,
            FormatWord::Md => Format::Markdown,
        };
        let colour = match self.global.color {
            _ if self.global.no_color => false,
            ColourWord::Auto => self.context.colour() && self.global.out.is_none(),
            ColourWord::Always => true,
            ColourWord::Never => false,
        };
        let text = render::render(report, Page { format, width: self.context.width(), colour })?;
        let is_long = self.context.screen.is_some_and(|lines| text.lines().count() > lines);
        if is_long && self.pages() && pager::page(&text, &self.context.env, &self.context.dir) {
            return Ok(Ending::Done);
        }
        self.put(text.as_bytes())
    }

    /// What a page or sheet is called whose tables have no title: the words of the command.
    fn title(&self) -> String {
        let words = self.typed.split(' ').take_while(|word| !word.starts_with('-'));
        words.collect::<Vec<_>>().join(" ")
    }

    /// The words of the command without what it is given: a worksheet has no room for it, and no ids.
    fn command_words(&self) -> String {
        let tree = (self.program.tree)();
        let (mut command, mut words) = (&tree, Vec::new());
        for word in self.typed.split(' ') {
            let Some(next) = command.find_subcommand(word) else { break };
            words.push(word.replace('-', " "));
            command = next;
        }
        let words = words.join(" ");
        let mut letters = words.chars();
        letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
    }

    /// Whether a long report goes through a pager: not in a script, and not where another program is to read it.
    fn pages(&self) -> bool {
        !self.global.no_pager && self.script.is_none() && self.global.format == FormatWord::Table
    }

    /// Whether it prints for a spreadsheet, which wants every row.
    pub(crate) fn writes_rows(&self) -> bool {
        matches!(self.global.format, FormatWord::Csv | FormatWord::Xlsx)
    }

    /// Whether another program reads what it prints.
    pub(crate) fn writes_values(&self) -> bool {
        self.writes_rows() || self.global.format == FormatWord::Json
    }

    /// Writes a text on standard output.
    pub(crate) fn write(&mut self, text: &str) -> Ended {
        self.put(shown(text).as_bytes())
    }

    /// Writes bytes on standard output as they are.
    pub(crate) fn put(&mut self, bytes: &[u8]) -> Ended {
        let written = self.context.out.write_all(bytes).and_then(|()| self.context.out.flush());
        match written {
            // Nobody is reading any longer. The rest is still done, in silence.
            Err(error) if error.kind() == ErrorKind::BrokenPipe => self.context.out = Box::new(std::io::sink()),
            written => written?,
        }
        Ok(Ending::Done)
    }

    /// Gives as a document under `--format json` what is otherwise only a message.
    pub(crate) fn document(&mut self, document: &serde_json::Value) -> Ended {
        if self.global.format == FormatWord::Json {
            self.put(shown_in_json(format!("{document:#}\n")).as_bytes())
        } else {
            Ok(Ending::Done)
        }
    }

    /// Says something beside the report, unless quiet.
    pub(crate) fn say(&mut self, text: &str) -> Result<(), Failure> {
        if !self.global.quiet && self.global.format != FormatWord::Json {
            let said = write!(self.context.err, "{}", sentence("", &shown(text), 2, self.context.err_width));
            return Ok(said.or_else(|error| if error.kind() == ErrorKind::BrokenPipe { Ok(()) } else { Err(error) })?);
        }
        Ok(())
    }
}
