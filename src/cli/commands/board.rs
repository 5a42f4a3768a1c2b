//! `board`: the campaign in a browser.

use clap::Args;

use board::{BoardError, Opened, Options};

use crate::board::Program;
use crate::command_context::{CommandContext, Ended, Ending};
use crate::failure::{Failure, REFUSED};

/// Opens the campaign in the browser: the map, the sheet, orders, battles, the bound to close
#[derive(Debug, Args)]
#[command(after_long_help = "\
It is served from this machine and to this machine alone, at an address that is good for one entry; it stays open until you
press Ctrl-C. Everything the commands do can be done there, each with a preview, and both can be used at once: what is
written in a terminal shows in the browser within a second.

With --lan the players look at their own side on their phones, in the same network: name them on the page `players`, and
show each his code. They see what their side knows, or what their formations know, and write orders for you to take,
change or refuse. Keys are kept as hashes in the campaign file, and can be revoked there.

In a folder without a campaign file, or with several, it offers those, the built-in campaigns, and one of your own from an
empty map; later the same is found on the page `More`.

Examples:
  railhead board
  railhead board --lan
  railhead board --port 8090 --no-open")]
pub(crate) struct BoardCommand {
    /// The port; by default one that is free
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    port: u16,
    /// Lets other machines of the network in: players with their codes
    #[arg(long)]
    lan: bool,
    /// Prints the address and opens no browser
    #[arg(long)]
    no_open: bool,
}

impl BoardCommand {
    pub(crate) fn run(&self, ctx: &mut CommandContext<'_>) -> Ended {
        let mut program = Program::new(ctx)?;
        let mut said = Ok(());
        let served = board::serve(&mut program, Options { port: self.port, lan: self.lan }, |opened| {
            said = self.say(opened);
        });
        said?;
        match served {
            Ok(()) => Ok(Ending::Done),
            Err(BoardError::Port { port, source }) => {
                Err(Failure::new("port", REFUSED, format!("port {port} cannot be opened: {source}"))
                    .hint("leave out `--port`, and a free one is taken"))
            }
            Err(error) => Err(Failure::new("board", REFUSED, error.to_string())),
        }
    }

    fn say(&self, opened: &Opened) -> Result<(), Failure> {
        use std::io::Write as _;
        let mut out = std::io::stdout().lock();
        writeln!(out, "the board: {}", opened.address)?;
        if let Some(lan) = &opened.lan {
            writeln!(out, "players: {lan}, each with a code from its page `players`")?;
        }
        writeln!(out, "Ctrl-C ends it")?;
        out.flush()?;
        if !self.no_open {
            // Without a browser the address stands above.
            drop(open::that_detached(&opened.address));
        }
        Ok(())
    }
}
