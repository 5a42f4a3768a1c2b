//! `board`: the campaign in a browser.

use clap::Args;

use board::{Opened, Options, Pass};

use crate::command_context::{CommandContext, Ended, Ending};
use crate::failure::Failure;
use crate::words::key_value;

/// Opens the campaign in the browser: the map, the sheet, orders, battles, the bound to close
#[derive(Debug, Args)]
#[command(after_long_help = "\
It is served from this machine and to this machine alone, at an address that is good for one entry; it stays open until you
press Ctrl-C. Everything the commands do can be done there, each with a preview, and both can be used at once: what is
written in a terminal shows in the browser within a second.

With --lan the players look at their own side on their phones, in the same network: name them on the page `players`, and
show each his code. They see what their side knows, or what their formations know, and write orders for you to take,
change or refuse. With --player a code is shown here too, in a terminal as a QR code; named again, he gets a new one.
Keys are kept as hashes in the campaign file, and can be revoked there.

In a folder without a campaign file, or with several, it offers those, the built-in campaigns, and one of your own from an
empty map; later the same is found on the page `More`.

Examples:
  railhead board
  railhead board --lan
  railhead board --lan --player Dmitri=SU --player Erich=16pz
  railhead board --port 8090 --no-open")]
pub(crate) struct BoardCommand {
    /// The port; by default 8041, and one that is free where that is taken
    #[arg(long, value_name = "N")]
    port: Option<u16>,
    /// Lets other machines of the network in: players with their codes
    #[arg(long)]
    lan: bool,
    /// Gives a player a new code and shows it here: NAME=SIDE, or NAME=UNIT for the commander of a formation (may be repeated)
    #[arg(long = "player", value_name = "NAME=WHO", value_parser = key_value)]
    players: Vec<(String, String)>,
    /// Prints the address and opens no browser
    #[arg(long)]
    no_open: bool,
}

impl BoardCommand {
    pub(crate) fn run(&self, ctx: &mut CommandContext<'_>) -> Ended {
        let is_terminal = ctx.context.terminal.is_some();
        let mut said = Ok(());
        let options = Options { port: self.port, lan: self.lan, players: self.players.clone() };
        let served = (ctx.program.serve)(ctx, &options, &mut |opened| said = self.say(opened, is_terminal));
        said?;
        served.map(|()| Ending::Done)
    }

    /// Says where it is open. The codes of players are drawn where somebody looks at a terminal.
    fn say(&self, opened: &Opened, is_terminal: bool) -> Result<(), Failure> {
        use std::io::Write as _;
        let mut out = std::io::stdout().lock();
        writeln!(out, "the board: {}", opened.address)?;
        for line in for_players(&opened.lan).into_iter().filter(|_| self.lan) {
            writeln!(out, "{line}")?;
        }
        for Pass { name, address, drawn } in &opened.players {
            writeln!(out, "{name}: {address}")?;
            for line in drawn.lines().filter(|_| is_terminal) {
                writeln!(out, "\x1b[97;40m{line}\x1b[0m")?;
            }
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

/// Where players come in, by the addresses of this machine in its networks.
fn for_players(found: &[String]) -> Vec<String> {
    let Some((first, others)) = found.split_first() else {
        return vec![
            "players cannot come in: this machine is in no network; join one and start the board again".into(),
        ];
    };
    let first = format!("players: {first}, each with a code from its page `players`");
    let others = others.iter().map(|other| format!("in another network of this machine: {other}"));
    std::iter::once(first).chain(others).collect()
}

#[cfg(test)]
mod tests {
    use super::for_players;

    #[test]
    fn players_are_told_of_every_network_or_that_there_is_none() {
        let found = ["http://10.0.0.2:8041", "http://192.168.50.1:8041"].map(str::to_owned);
        assert_eq!(
            for_players(&found),
            [
                "players: http://10.0.0.2:8041, each with a code from its page `players`",
                "in another network of this machine: http://192.168.50.1:8041",
            ]
        );
        let none = "players cannot come in: this machine is in no network; join one and start the board again";
        assert_eq!(for_players(&[]), [none]);
    }
}
