//! Documents as PDF, beside what typst alone takes to set the same pages, and the map as SVG and PNG, beside a flood and
//! beside what resvg alone takes to draw the same picture: what we add to them.

use std::sync::Arc;
use std::time::Duration;

use ::paper::{Layers, PaperSize, PdfPages, Templates, draw_map, to_png};
use campaign::Campaign;
use domain::SideId;
use ops::query::{self, Assessment, Cause, Ways};
use report::model::document::{Composed, Document, LastBounds};
use report::model::situation::{Level, SituationOf};
use report::model::{Situation, StockReport, SupplySheet};
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg;

use crate::yardstick::{head, median, row};

const RUNS: usize = 5;

/// How wide the map is drawn, in pixels.
const PIXELS: u32 = 2_000;

/// Measures and prints.
pub(crate) fn measure(flood: Duration) {
    let files = scenario::built_in("uranus-1942").expect("Uranus");
    let campaign = scenario::read(&files, &[]).campaign.expect("Uranus without faults");
    let side = campaign.sides.first().map(|side| side.id);
    let of: [(&str, &dyn Fn() -> Document); 2] = [
        ("a side's supply sheet", &|| supply(&campaign, side, &Standing::of(&campaign, side))),
        ("the umpire's pack", &|| pack(&campaign)),
    ];
    let templates = Templates::new();
    head("Documents of Uranus as PDF", "typst alone");
    for (name, made) in of {
        let pages = PdfPages::new(&made(), PaperSize::A4);
        let (alone, pdf) = median(RUNS, || pages.typeset(&templates).expect("a PDF"));
        let (whole, _) = median(RUNS, || PdfPages::new(&made(), PaperSize::A4).typeset(&templates).expect("a PDF"));
        row(&format!("{name}, {} kB: typst alone", pdf.len() / 1_000), alone, alone);
        row(&format!("{name}, composed, drawn and set"), whole, alone);
    }
    map(&campaign, flood);
}

/// The whole map for the umpire, who has it from the sheet that is traced already.
fn map(campaign: &Campaign, flood: Duration) {
    let (standing, layers) = (Standing::of(campaign, None), Layers::default());
    head("The map of Uranus as SVG", "floods");
    let (drawn, picture) = median(RUNS, || draw_map(&situation(campaign, None, &standing), &layers));
    row(&format!("{} kB", picture.len() / 1_000), drawn, flood);
    let alone = Resvg::new();
    head("The same as PNG", "resvg alone");
    let (resvg, _) = median(RUNS, || alone.png(&picture));
    row("resvg alone, with the same fonts at hand", resvg, resvg);
    let (whole, png) = median(RUNS, || to_png(&picture, PIXELS).expect("a picture"));
    row(&format!("{PIXELS} pixels wide, {} kB", png.len() / 1_000), whole, resvg);
}

/// resvg with our fonts.
struct Resvg {
    options: usvg::Options<'static>,
}

impl Resvg {
    fn new() -> Self {
        let mut fonts = usvg::fontdb::Database::new();
        fonts.load_fonts_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/src/paper/fonts"));
        Self { options: usvg::Options { fontdb: Arc::new(fonts), ..usvg::Options::default() } }
    }

    fn png(&self, picture: &str) -> Vec<u8> {
        let tree = usvg::Tree::from_str(picture, &self.options).expect("a picture");
        let scale = PIXELS as f32 / tree.size().width();
        let mut drawn = Pixmap::new(PIXELS, (tree.size().height() * scale).ceil() as u32).expect("pixels");
        resvg::render(&tree, Transform::from_scale(scale, scale), &mut drawn.as_mut());
        drawn.encode_png().expect("PNG")
    }
}

/// How a side stands in supply, and why: asked once for a document, as the command does.
struct Standing {
    found: Vec<Assessment>,
    causes: Vec<Cause>,
}

impl Standing {
    fn of(campaign: &Campaign, side: Option<SideId>) -> Self {
        let found = query::supply_status(campaign, side, None, 0);
        let causes = query::supply_causes(campaign, &found);
        Self { found, causes }
    }
}

fn situation(campaign: &Campaign, side: Option<SideId>, standing: &Standing) -> Situation {
    Situation::new(&SituationOf {
        campaign,
        side,
        commander: None,
        sheet: &standing.found,
        causes: &standing.causes,
        before: None,
        lines_of: side,
        only: None,
        counted: None,
        window: None,
        level: Level::Division,
    })
}

fn sheet(campaign: &Campaign, side: Option<SideId>, standing: &Standing) -> SupplySheet {
    let ways = Ways::new(campaign, &standing.found);
    SupplySheet::new(&ways, &standing.found, side).with_causes(&ways, &standing.causes, side)
}

fn composed<'a>(campaign: &'a Campaign, side: Option<SideId>, standing: &'a Standing) -> Composed<'a> {
    Composed { campaign, side, commander: None, sheet: &standing.found, operation: 1 }
}

fn supply(campaign: &Campaign, side: Option<SideId>, standing: &Standing) -> Document {
    let stocks = StockReport::new(campaign, side, None, false);
    let situation = situation(campaign, side, standing);
    composed(campaign, side, standing).supply(&sheet(campaign, side, standing), &stocks, situation)
}

/// The pack without what only a file tells: the bound before, and the diary.
fn pack(campaign: &Campaign) -> Document {
    let standing = Standing::of(campaign, None);
    let of = composed(campaign, None, &standing);
    let stocks = StockReport::new(campaign, None, None, false);
    let situation = situation(campaign, None, &standing);
    let parts = vec![
        of.map(situation.clone()),
        of.supply_part(&sheet(campaign, None, &standing), &stocks, situation.clone()),
        of.strength(),
        of.orbat(None),
        of.tree(None),
        of.cards(None),
        of.labels(None),
    ];
    of.pack(situation, &sheet(campaign, None, &standing), &LastBounds::default(), parts)
}
