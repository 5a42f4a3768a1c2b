//! `map --svg`, `map --png`: the map as a picture.

use clap::Args;
use domain::{Bound, SideId, Square, command};

use ops::query::{Assessment, Cause};
use ops::{Formation, OpError, View, pick, query};
use paper::{Layer, Layers};
use report::model::Situation;
use report::model::situation::{Level, SituationOf, UnitSymbol, Window};

use super::super::picture::PictureFiles;
use crate::command_context::{CommandContext, Ended, commander_of};
use crate::failure::Failure;
use crate::flags::{MomentFlags, ReadingFlags};

/// How far a window goes in each direction from north to south; half as far again from west to east.
const RADIUS: u16 = 4;

/// How many pixels wide a map for a phone is: 390 points, each of two.
const PHONE: u32 = 780;

/// What a picture is asked for.
#[derive(Debug, Args)]
pub(crate) struct Picture {
    #[command(flatten)]
    files: PictureFiles,
    /// Only this formation of its side, with what is under it, and the enemy round it; without a picture the same as --at
    #[arg(long, value_name = "UNIT", help_heading = "Picture")]
    unit: Option<String>,
    /// For a phone: only where supply fails and round it, corps and armies alone, and the numbers below
    #[arg(long, requires = "picture", help_heading = "Picture")]
    phone: bool,
    /// Whose lines of supply are drawn; by default of the side with the greater part without LOG
    #[arg(long, value_name = "SIDE", requires = "picture", help_heading = "Picture")]
    lines: Option<String>,
    /// Draws these layers too, separated by commas
    #[arg(long, value_name = "LAYER", value_delimiter = ',', requires = "picture", help_heading = "Picture")]
    show: Vec<String>,
    /// Leaves these layers out, separated by commas
    #[arg(long, value_name = "LAYER", value_delimiter = ',', requires = "picture", help_heading = "Picture")]
    hide: Vec<String>,
}

impl Picture {
    /// The formation that is asked for.
    pub(super) fn unit(&self) -> Option<&str> {
        self.unit.as_deref()
    }

    /// Whether a picture is asked for.
    pub(crate) fn is_asked(&self) -> bool {
        self.files.is_asked()
    }

    /// Draws the map and writes it to the files that are asked for.
    pub(crate) fn run(
        &self,
        ctx: &mut CommandContext<'_>,
        reading: &ReadingFlags,
        window: Option<(Square, Option<u16>)>,
    ) -> Ended {
        let layers = self.layers()?;
        self.files.may_be_written(ctx)?;
        let situation = self.situation(ctx, reading, window)?;
        if self.phone {
            return self.files.write_wide(ctx, &paper::draw_phone(&situation, &layers), PHONE);
        }
        self.files.write(ctx, &paper::draw_map(&situation, &layers))
    }

    fn layers(&self) -> Result<Layers, Failure> {
        let read = |words: &[String]| words.iter().map(|word| word.parse::<Layer>()).collect::<Result<Vec<Layer>, _>>();
        let (shown, hidden) = (read(&self.show).map_err(OpError::from)?, read(&self.hide).map_err(OpError::from)?);
        Ok(Layers::new(&shown, &hidden))
    }

    fn situation(
        &self,
        ctx: &mut CommandContext<'_>,
        reading: &ReadingFlags,
        window: Option<(Square, Option<u16>)>,
    ) -> Result<Situation, Failure> {
        let (campaign, side) = ctx.look_as(reading)?;
        let unit = ctx.unit_asked(reading, (&campaign, side), self.unit.as_deref())?;
        let lines_of = self.lines.as_deref().map(|word| pick::side(&campaign, word)).transpose()?;
        may_show_lines(side, lines_of)?;
        let commander = commander_of(&campaign, reading)?;
        let window = match (window, unit) {
            (Some((square, radius)), _) => {
                Some(round(&campaign, square, radius).grown((campaign.frame.columns, campaign.frame.rows)))
            }
            (None, Some(unit)) => Some(Window::of_unit(&campaign, unit).ok_or_else(|| {
                Failure::words(format!("`{}` is not on the map", unit.id))
                    .hint(command!("`railhead unit show {}` shows its state", unit.id))
            })?),
            (None, None) => commander.and_then(|unit| Window::of_unit(&campaign, unit)),
        };
        let before = before(ctx, reading, &campaign);
        let lines_of = lines_of.or(unit.map(|unit| unit.side));
        let asked = Asked { side, commander, lines_of, only: unit, counted: unit.or(commander), window };
        let level = if self.phone { Level::Corps } else { asked.level() };
        Ok(asked.situation_at(level, &campaign, before.as_ref()))
    }
}

/// What of a campaign is drawn, and for whom.
#[derive(Clone, Copy)]
pub(crate) struct Asked<'a> {
    /// The side that reads; none for the umpire.
    pub(crate) side: Option<SideId>,
    /// The formation whose commander reads; none for the side and for the umpire.
    pub(crate) commander: Option<&'a Formation>,
    /// Whose lines of supply are drawn.
    pub(crate) lines_of: Option<SideId>,
    /// The only formation of its side that is drawn.
    pub(crate) only: Option<&'a Formation>,
    /// The formation whose strength and supply are counted; all of its side where none is given.
    pub(crate) counted: Option<&'a Formation>,
    /// The part of the map; the whole where none is given.
    pub(crate) window: Option<Window>,
}

impl Asked<'_> {
    /// The situation of a campaign, with the marches since it stood like another.
    pub(crate) fn situation(&self, campaign: &View, before: Option<&View>) -> Situation {
        self.situation_at(self.level(), campaign, before)
    }

    /// The same with symbols of formations so small.
    fn situation_at(&self, level: Level, campaign: &View, before: Option<&View>) -> Situation {
        let sheet = query::supply_status(campaign, self.side, None, 0);
        let causes = query::supply_causes(campaign, &sheet);
        Situation::new(&SituationOf { level, ..self.of(campaign, before, (&sheet, &causes)) })
    }

    /// The symbols of corps and armies alone.
    pub(crate) fn large(&self, campaign: &View, sheet: &[Assessment]) -> Vec<UnitSymbol> {
        SituationOf { level: Level::Corps, ..self.of(campaign, None, (sheet, &[])) }.units()
    }

    /// How small the formations are for whose symbols there is room.
    fn level(&self) -> Level {
        self.window.map_or(Level::Division, paper::level)
    }

    /// The same of whom it is known already how he stands in supply, and why.
    pub(crate) fn situation_of(
        &self,
        campaign: &View,
        before: Option<&View>,
        found: (&[Assessment], &[Cause]),
    ) -> Situation {
        Situation::new(&self.of(campaign, before, found))
    }

    fn of<'a>(
        &'a self,
        campaign: &'a View,
        before: Option<&'a View>,
        (sheet, causes): (&'a [Assessment], &'a [Cause]),
    ) -> SituationOf<'a> {
        SituationOf {
            campaign,
            side: self.side,
            commander: self.commander,
            sheet,
            causes,
            before,
            lines_of: self.lines_of,
            only: self.only,
            counted: self.counted,
            window: self.window,
            level: self.level(),
        }
    }
}

/// That a side does not ask for the lines of supply of another.
pub(crate) fn may_show_lines(side: Option<SideId>, lines_of: Option<SideId>) -> Result<(), Failure> {
    match (side, lines_of.filter(|lines| Some(*lines) != side)) {
        (Some(own), Some(lines)) => {
            Err(Failure::words(format!("`{own}` does not know the lines of supply of `{lines}`"))
                .hint("leave out `--lines`: the map shows those of the side that reads it"))
        }
        _ => Ok(()),
    }
}

/// The window round a square: half as wide again as it is high.
pub(crate) fn round(campaign: &View, square: Square, radius: Option<u16>) -> Window {
    let rows = radius.unwrap_or(RADIUS) * 2 + 1;
    Window::round(campaign, square, (rows * 3 / 2, rows))
}

/// The campaign as the same reader knew it when the bound before was over; none in the first bound.
pub(crate) fn before(ctx: &mut CommandContext<'_>, reading: &ReadingFlags, campaign: &View) -> Option<View> {
    let ordinal = campaign.bound.ordinal().checked_sub(1)?;
    let moment = MomentFlags { as_of: Some(Bound::from_ordinal(ordinal).typed()) };
    // A campaign may begin later than in its first bound: then there is nothing before.
    let then = ReadingFlags { reader: reading.reader.clone(), when: moment };
    ctx.look_as(&then).ok().map(|(before, _)| before)
}
