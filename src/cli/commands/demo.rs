//! `demo`: the tour.

use clap::Args;

use crate::cli::desk::{Desk, Ended, Ending};
use crate::cli::flags::Writing;
use crate::ops::command::new_campaign::new_campaign;

use super::run::one_line;

/// Shows what railhead does: how supply stands on the first morning of Uranus, what cuts it, and what mends it
#[derive(Debug, Args)]
#[command(after_long_help = "\
Makes `demo.railhead` here (`demo-2.railhead`, ... where one exists) from the built-in Operation Uranus, plays
a short script of umpire's corrections on it, and shows after each what became of supply. The file stays, to go
on with.

Examples:
  railhead demo
  railhead demo --quiet")]
pub(crate) struct Demo {}

/// A part of the tour: what is told, and the commands that are run.
const TOUR: &[(&str, &[&str])] = &[
    (
        "It is 04:00 on 19 November 1942. Everybody has a line of supply back to a railhead that trains reach, and \
         whoever burns fuel a chain of bowsers: all but the nine divisions and brigades of 62nd Army that hold the \
         west bank in Stalingrad, whose ferries cannot run for drift ice. What each lacks stands beside it.",
        &["supply status --brief --side SU", "supply status --brief --side AX"],
    ),
    (
        "Now suppose that Kalach falls: 19 Tank Brigade is set down in the town, and the Don bridge there goes up.",
        &[
            "unit set su.swf.5ta.26tk.19 square=Kalach --reason \"demo: Kalach falls\"",
            "crossing destroy kalach --reason \"demo: the Don bridge is blown\"",
            "supply status --brief --side AX",
        ],
    ),
    (
        "Lorries still find a way round by the southern bridge, but a fuel chain has become too long. The sheet says \
         which bowser to send where; that is done, and the chain holds again.",
        &["unit set ax.a6.pol-1 square=059049 --reason \"demo: as the sheet says\"", "supply status --brief --side AX"],
    ),
    (
        "From the south-east 4th Mechanised Corps reaches the railway at Abganerovo and then Sovetsky, and the \
         bridges of the Don go up one after the other; from the north 4th Tank Corps is at Golubinsky. The Sixth Army is \
         cut off, and the sheet says of each formation why, and the least that would open its line again.",
        &[
            "unit set su.sf.51a.4mk.60mb square=\"Abganerovo station\" --reason \"demo: Abganerovo falls\"",
            "unit set su.sf.51a.4mk.59mb square=Buzinovka --reason \"demo: Buzinovka falls\"",
            "unit set su.sf.51a.4mk.36mb square=Sovetsky --reason \"demo: Sovetsky falls\"",
            "unit set su.sf.51a.4kk.81cd square=Zety --reason \"demo: Zety falls\"",
            "unit set su.sf.51a.4kk.61cd square=\"Verkhne-Tsaritsynsky\" --reason \"demo: so does its neighbour\"",
            "unit set su.swf.21a.4tk.45 square=Golubinsky --reason \"demo: the Don heights fall\"",
            "crossing destroy akimovsky --reason \"demo: the bridge is blown\"",
            "crossing destroy luchinsky --reason \"demo: the bridge is blown\"",
            "crossing destroy peskovatka --reason \"demo: the bridge is blown\"",
            "crossing destroy vertyachy --reason \"demo: the bridge is blown\"",
            "crossing destroy rychkovsky --reason \"demo: the bridge is blown\"",
            "supply status ax.a6.li --brief",
            "supply trace ax.a6.li.71id --side AX",
        ],
    ),
    (
        "What would mend it stands below the reason: one bridge. It is rebuilt, and LI Corps is fed again.",
        &["crossing repair kalach --reason \"demo: as the sheet says\"", "supply status ax.a6.li --brief"],
    ),
    (
        "Last, a lost bowser: the only one of XIV Panzer Corps. The chain names the level that has lost it.",
        &["unit set ax.a6.xiv.u3 state=destroyed --reason \"demo: bombed\"", "supply status ax.a6.xiv --brief"],
    ),
    (
        "Another bowser is given, and all is as it was. Every step is in the log, and each can be taken back.",
        &[
            "unit new ax.a6.xiv.pol2 --parent ax.a6.xiv name=\"Fuel bowser column (new)\" echelon=battalion \
             arm=logistic mobility=motorised where=078047 carries=pol --reason \"demo: as the sheet says\"",
            "supply status ax.a6.xiv --brief",
            "op log",
        ],
    ),
];

impl Demo {
    pub(crate) fn run(desk: &mut Desk<'_>) -> Ended {
        let dir = desk.context.dir.clone();
        let names = std::iter::once("demo".to_owned()).chain((2..).map(|n| format!("demo-{n}")));
        let free = names.map(|name| format!("{name}.railhead")).find(|name| !dir.join(name).exists());
        let name = free.unwrap_or_else(|| "demo.railhead".to_owned());
        let warrant = desk.warrant(&Writing { dry_run: false, reason: None }, None);
        // No folder of that name is looked for: the tour is of the built-in campaign.
        let created =
            new_campaign("uranus-1942", &dir.join("built-in/uranus-1942"), |_| dir.join(&name), &[], &warrant)?;
        desk.global.campaign = Some(name.clone().into());
        desk.write(&format!("{}\n{} formations, in the file {name}\n", created.title, created.formations))?;
        for (story, commands) in TOUR {
            desk.write(&format!("\n{}\n", folded(story, desk.context.width().min(100))))?;
            for command in *commands {
                desk.write(&format!("\n$ railhead --campaign {name} {command}\n"))?;
                let shown = !command.contains("--reason");
                let quiet = std::mem::replace(&mut desk.global.quiet, !shown);
                let done = one_line(desk, command);
                desk.global.quiet = quiet;
                done?;
            }
        }
        desk.write(&how_to_go_on(&name))?;
        Ok(Ending::Done)
    }
}

fn how_to_go_on(name: &str) -> String {
    let to = format!("railhead --campaign {name}");
    format!(
        "\nHow to go on:\n  {to} supply status --side AX\n  {to} supply trace 16pz\n  {to} map --at Kalach\n  \
         {to} supply status --brief --as-of start\n  {to} undo\n  {to} verify\n  \
         sqlite3 {name} \"select * from formation_strength limit 5\"\n  railhead --help\n"
    )
}

/// Breaks a text into lines of at most this width, at blanks.
fn folded(text: &str, width: usize) -> String {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let last = lines.len() - 1;
        if !lines[last].is_empty() && lines[last].len() + 1 + word.len() > width {
            lines.push(word.to_owned());
            continue;
        }
        if !lines[last].is_empty() {
            lines[last].push(' ');
        }
        lines[last].push_str(word);
    }
    lines.join("\n")
}
