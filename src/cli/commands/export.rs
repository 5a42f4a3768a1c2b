//! `export`: the campaign as it stands, as a campaign folder, a workbook, or for other programs.

use std::path::{Path, PathBuf};

use clap::Args;
use domain::{Bound, SideId, command};
use serde_json::{Value, json};

use ops::{View, query};
use report::model::{OrbatMapper, geojson, orbat_mapper};

use crate::command_context::{CommandContext, Completed, Ended};
use crate::failure::{Failure, REFUSED};
use crate::flags::{MomentFlags, ReadingFlags};
use crate::words::quoted;

/// Writes the campaign as it stands: as a folder or workbook that `check` and `new` accept, or for other programs
#[derive(Debug, Args)]
#[command(after_long_help = "\
An existing folder must be empty, and an existing file is refused. Folder and file are written under a temporary name
and then renamed. A folder or workbook holds everything except the log of operations: use `railhead backup` to keep
that. In a workbook every cell is a text, so a spreadsheet runs none of them.

--geojson writes the squares, rivers, roads, railways, places, dumps, railheads, airfields and units for map programs;
for a side poor roads have no names, as many a track is called after the formation that it was laid for.
--orbat-mapper writes a scenario for ORBAT Mapper: sides and units with their symbols, and where each stood and what its
vehicles held, bound by bound. Both need a map with coordinates. With --side they hold what that side knows and no more.

Examples:
  railhead export as-it-stands/
  railhead export day-2/ --as-of 2n
  railhead export --xlsx day-2.xlsx
  railhead export --orbat-mapper axis.json --side AX
  railhead export --geojson map.geojson

JSON: see docs/JSON.md")]
pub(crate) struct Export {
    /// The folder to write
    #[arg(required_unless_present_any = ["xlsx", "orbat_mapper", "geojson"])]
    folder: Option<PathBuf>,
    /// Writes one workbook instead, with a sheet for each table
    #[arg(long, value_name = "FILE", conflicts_with_all = ["folder", "orbat_mapper", "geojson"])]
    xlsx: Option<PathBuf>,
    /// Writes a scenario for ORBAT Mapper instead
    #[arg(long, value_name = "FILE", conflicts_with_all = ["folder", "geojson"])]
    orbat_mapper: Option<PathBuf>,
    /// Writes the map and what stands on it as `GeoJSON` instead
    #[arg(long, value_name = "FILE", conflicts_with = "folder")]
    geojson: Option<PathBuf>,
    #[command(flatten)]
    reading: ReadingFlags,
}

impl Export {
    pub(crate) fn run(&self, ctx: &mut CommandContext<'_>) -> Ended {
        if let Some(file) = &self.geojson {
            let (campaign, side) = ctx.look_as(&self.reading)?;
            return written(ctx, file, geojson(&campaign, side).as_ref());
        }
        if let Some(file) = &self.orbat_mapper {
            let (bounds, side) = self.bounds(ctx)?;
            let scenario = orbat_mapper(&OrbatMapper { bounds: &bounds, side });
            return written(ctx, file, scenario.as_ref());
        }
        if self.reading.reader.is_given() {
            return Err(Failure::words("a folder or workbook holds the whole campaign, for the umpire")
                .hint("`--side` and `--for` go with `--orbat-mapper` and `--geojson`"));
        }
        self.must_be_a_folder()?;
        let campaign = ctx.look(&self.reading.when)?;
        let dir = ctx.context.dir.clone();
        let (path, names) = match (&self.xlsx, &self.folder) {
            (Some(file), _) => (file, query::export_workbook(&campaign, &dir.join(file))),
            (None, Some(folder)) => (folder, query::export(&campaign, &dir.join(folder))),
            (None, None) => return Err(Failure::words("`export` needs a folder or a file to write")),
        };
        let names = names.map_err(|error| Failure::from(error).seen_from(&dir))?;
        let shown = path.display().to_string();
        ctx.has_done(Completed::file(&shown, format!("railhead check {}", quoted(&shown))));
        let noun = if self.xlsx.is_some() { "sheets" } else { "files" };
        ctx.say(&format!("{shown}: {} {noun}", names.len()))?;
        ctx.say("the log of operations is not included: `railhead backup FILE` keeps it")?;
        let key = if self.xlsx.is_some() { "workbook" } else { "folder" };
        ctx.document(&json!({key: path, "files": names}))
    }
}

impl Export {
    /// Refuses a folder that is called as a file of another kind would be.
    fn must_be_a_folder(&self) -> Result<(), Failure> {
        let Some(folder) = &self.folder else { return Ok(()) };
        let ending = folder.extension().map(|ending| ending.to_string_lossy().to_lowercase());
        let flag = match ending.as_deref() {
            Some("xlsx") => "--xlsx",
            Some("geojson") => "--geojson",
            Some("json") => "--orbat-mapper",
            _ => return Ok(()),
        };
        let name = folder.display().to_string();
        Err(Failure::words(format!("`{name}` is named like a file, and without a flag `export` writes a folder"))
            .hint(command!("`railhead export {flag} {}`", quoted(&name))))
    }

    /// The campaign as it stood at each bound up to the one that is read, as the side knows it.
    fn bounds(&self, ctx: &mut CommandContext<'_>) -> Result<(Vec<View>, Option<SideId>), Failure> {
        let (last, side) = ctx.look_as(&self.reading)?;
        let reader = self.reading.reader.clone();
        let at = |text: String| ReadingFlags { reader: reader.clone(), when: MomentFlags { as_of: Some(text) } };
        let (first, _) = ctx.look_as(&at("start".to_owned()))?;
        let between = (first.bound.ordinal() + 1..last.bound.ordinal()).map(Bound::from_ordinal);
        let mut bounds = Vec::new();
        if first.bound < last.bound {
            bounds.push(first);
        }
        for bound in between {
            bounds.push(ctx.look_as(&at(bound.to_string()))?.0);
        }
        bounds.push(last);
        Ok((bounds, side))
    }
}

/// Writes a document that is not there yet; none is there of a map without coordinates.
fn written(ctx: &mut CommandContext<'_>, file: &Path, document: Option<&Value>) -> Ended {
    let Some(document) = document else {
        let hint =
            "give `lat`, `lon` and the km of a degree under `[map]` in `campaign.toml`, and make the campaign anew";
        return Err(Failure::new("refused", REFUSED, "the map has no coordinates").hint(hint));
    };
    ctx.write_new(file, format!("{document}\n").as_bytes())?;
    ctx.document(&json!({"file": file}))
}
