//! What every command takes that draws a picture, and how it is written.

use std::path::PathBuf;

use clap::Args;
use serde_json::json;

use crate::command_context::{CommandContext, Ended};
use crate::failure::{Failure, REFUSED};

/// The files in which a picture is wanted.
#[derive(Debug, Args)]
#[command(group(clap::ArgGroup::new("picture").args(["svg", "png"]).multiple(true)))]
pub(crate) struct PictureFiles {
    /// Writes it as a picture, with the fonts in it
    #[arg(long, value_name = "FILE", help_heading = "Picture")]
    svg: Option<PathBuf>,
    /// Writes it as PNG
    #[arg(long, value_name = "FILE", help_heading = "Picture")]
    png: Option<PathBuf>,
    /// How many pixels wide the PNG is; by default 2400, of `map --phone` 780
    #[arg(long, value_name = "N", requires = "png", help_heading = "Picture",
        value_parser = clap::value_parser!(u32).range(100..=12_000))]
    pixels: Option<u32>,
}

impl PictureFiles {
    /// Whether a picture is asked for.
    pub(crate) fn is_asked(&self) -> bool {
        self.svg.is_some() || self.png.is_some()
    }

    /// That the files are not there yet, and this build can write them: asked before anything is drawn.
    pub(crate) fn may_be_written(&self, ctx: &CommandContext<'_>) -> Result<(), Failure> {
        for file in self.svg.iter().chain(&self.png) {
            ctx.may_be_written(file)?;
        }
        if self.png.is_some() && !paper::WRITES_PNG {
            return Err(Failure::new("refused", REFUSED, "this build writes no PNG")
                .hint("write `--svg FILE`, or build it with the feature `png`"));
        }
        Ok(())
    }

    /// Writes a picture to the files that are asked for.
    pub(crate) fn write(&self, ctx: &mut CommandContext<'_>, picture: &str) -> Ended {
        self.write_wide(ctx, picture, 2400)
    }

    /// The same of a picture that is so many pixels wide, if nothing else is asked for.
    pub(crate) fn write_wide(&self, ctx: &mut CommandContext<'_>, picture: &str, pixels: u32) -> Ended {
        if let Some(file) = &self.svg {
            ctx.write_new(file, picture.as_bytes())?;
        }
        if let Some(file) = &self.png {
            let bytes = paper::to_png(picture, self.pixels.unwrap_or(pixels))
                .map_err(|error| Failure::new("refused", REFUSED, error.to_string()).hint("give fewer `--pixels`"))?;
            ctx.write_new(file, &bytes)?;
        }
        ctx.document(&json!({"svg": self.svg, "png": self.png}))
    }
}
