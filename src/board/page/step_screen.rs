//! The steps of a bound that are commands, as screens: what each is called, what its one button says, and what is passed by it.
//!
//! What it decides: which commands are steps. What a step would do is shown by its dry run, as of every command.

use maud::{Markup, html};

use domain::{Bound, counted};
use ops::View;
use report::model::BoundView;

use super::form;
use super::steps;
use crate::command::{Command, Field};
use crate::desk::{Answer, Reading, Refusal};
use crate::office::Office;

/// The field by which a bound is closed in which something is open.
pub(super) const ANYWAY: &str = "anyway";

/// With what the form of a step is filled in as things stand: of the weather that which there is.
pub(super) fn as_it_is(office: &mut Office<'_>, command: &Command) -> Result<Vec<(String, String)>, Refusal> {
    let campaign = office.desk.look(&Reading::default())?;
    let weather = campaign.weather_in(campaign.bound).filter(|_| command.words == ["bound", "weather"]);
    let own = |key: &str| {
        weather.map(|now| match key {
            "weather" => &now.weather,
            "ground" => &now.ground,
            "flying" => &now.flying,
            "visibility" => &now.visibility,
            _ => &now.light,
        })
    };
    let of = |field: &Field| {
        let set = field.settings.iter().map(|setting| (field.of_setting(setting), own(setting.key).cloned()));
        set.filter_map(|(name, value)| Some((name, value?))).collect::<Vec<_>>()
    };
    Ok(command.fields.iter().flat_map(of).filter(|(_, value)| !value.is_empty()).collect())
}

/// How many battles are drawn and not posted: with any the running bound cannot be closed, whatever is ticked off.
pub(super) fn drawn(campaign: &View) -> usize {
    steps::battles(campaign, 0).0
}

/// A step as a screen.
pub(super) struct StepScreen {
    /// What it is called.
    pub(super) title: String,
    /// What it is called once it is done.
    pub(super) done: String,
    /// What the button says that does it.
    pub(super) does: String,
    /// Fields that the screen itself gives.
    pub(super) without: &'static [&'static str],
    /// What stands in the place of a dry run where there is nothing to do.
    pub(super) nothing: Option<Markup>,
    /// The bound, where what is open in it must be ticked off.
    passes: Option<String>,
}

impl StepScreen {
    /// Of a command that is a step, with what its form gives and what of it is shown, if that is a preview.
    pub(super) fn of(
        office: &mut Office<'_>,
        command: &Command,
        given: &[(String, String)],
        shown: Option<&(Answer, bool)>,
    ) -> Result<Option<Self>, Refusal> {
        let campaign = office.desk.look(&Reading::default())?;
        let now = BoundView::new(&campaign, campaign.bound).label;
        let is_preview = shown.is_some_and(|(_, is_preview)| *is_preview);
        let words: Vec<&str> = command.words.iter().map(String::as_str).collect();
        let is_ticked = given.iter().any(|(id, text)| id == ANYWAY && !text.is_empty());
        let orders = campaign.orders.iter().filter(|order| order.bound <= campaign.bound).count();
        let screen = |title: String, does: String| {
            let done = title.clone();
            Self { title, done, does, without: &[], nothing: None, passes: None }
        };
        let close = |does| screen(format!("Close {now}"), does);
        Ok(match words[..] {
            ["bound", "close"] => {
                let screen = close(format!("Close {now}"));
                // Once it is closed the next one runs.
                let closed = campaign.bound.ordinal().checked_sub(1).map(Bound::from_ordinal);
                let done = closed.map_or_else(
                    || screen.title.clone(),
                    |closed| format!("{} is closed", BoundView::new(&campaign, closed).label),
                );
                let drawn = drawn(&campaign);
                let nothing = (drawn > 0 && shown.is_none()).then(|| {
                    let battles = if drawn == 1 { "the battle above is" } else { "the battles above are" };
                    html! { p { (now) " can be closed once " (battles) " fought and posted, or left." } }
                });
                let passes = (is_preview && is_ticked).then_some(now);
                Some(Self { nothing, without: if passes.is_some() { &[ANYWAY] } else { &[] }, passes, done, ..screen })
            }
            ["bound", "march"] => {
                let screen = screen(format!("March of {now}"), format!("Carry out {}", counted(orders, "order")));
                let nothing = (orders == 0 && is_preview).then(|| {
                    html! {
                        p.quiet { "No order is to be carried out in " (now) "." }
                        p.goes { a.button.main href="/order?unit=" { "Give an order" } a.button href="/orders" { "Orders" } }
                    }
                });
                Some(Self { nothing, ..screen })
            }
            ["bound", "weather"] => Some(screen(format!("Weather of {now}"), "Enter it".to_owned())),
            _ => None,
        })
    }

    /// What the button says that does it, where so many things are open.
    pub(super) fn button(&self, open: usize) -> String {
        match (open, &self.passes) {
            (0, _) | (_, Some(_)) => self.does.clone(),
            (_, None) => format!("{} with {}", self.does, counted(open, "open point")),
        }
    }

    /// What must be ticked before the bound is closed, where so many things are open that keep it so.
    pub(super) fn must_be_ticked(&self, open: usize) -> Markup {
        let things =
            if open == 1 { "what is still open".to_owned() } else { format!("these {} open points", open.max(2)) };
        html! { @if let Some(bound) = &self.passes {
            p { label.tick { input type="checkbox" name=(ANYWAY) value="1" form=(form::ID) required;
                span { "Close " (bound) " with " (things) } } }
        } }
    }
}
