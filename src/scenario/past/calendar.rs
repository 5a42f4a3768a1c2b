//! `weather.csv` and `grades.csv`.

use std::collections::BTreeMap;

use campaign::{GradeRow, Weather};
use domain::{Bound, Grade, Phase, few, meant};

use crate::columns;
use crate::draft::{A_FORMATION, CampaignDraft, must_be_formation};
use crate::text::files::{Files, Hint};
use crate::text::log::{Spot, did_you_mean, listed};

/// How many days or bounds without weather are named.
const SHOWN: usize = 4;
/// How weather comes that no file has.
const IN_PLAY: &str = "or enter it in play: `railhead bound weather`";

/// Reads the weather.
pub(crate) fn weather(draft: &mut CampaignDraft, files: &Files) {
    let Some(table) = draft.table(files, &columns::WEATHER) else { return };
    let CampaignDraft { campaign, log, .. } = draft;
    for row in table.rows() {
        let phase = row.one_of("bound");
        let ground = row.word("ground");
        let names = || campaign.ground_factors.iter().map(|factors| factors.name.as_str());
        if !ground.is_empty() && !names().any(|name| name == ground) && names().next().is_some() {
            let hint = did_you_mean(ground, names(), &format!("`campaign.toml` has {}", listed(names())));
            row.fault("ground", format!("there is no ground condition `{ground}`"), hint);
        }
        let Some(text) = row.needed("date") else { continue };
        let Ok(date) = text.parse::<chrono::NaiveDate>() else {
            row.fault("date", format!("`{text}` is not a date"), "write it as year-month-day: 1942-11-19");
            continue;
        };
        if campaign.weather.iter().any(|there| there.date == date && there.phase == phase) {
            row.fault("date", format!("the weather of {date} is listed twice"), "remove one of them");
        }
        let last = campaign.start + chrono::Days::new(u64::from(campaign.days).saturating_sub(1));
        // A start that could not be read is a fault of its own.
        let has_days = campaign.days > 0 && campaign.start != chrono::NaiveDate::default();
        if has_days && !(campaign.start..=last).contains(&date) {
            let message = format!("there is weather for {date}, which is not a day of the campaign");
            log.warn(row.at("date"), message, format!("the campaign runs from {} to {last}", campaign.start));
        }
        for (column, known) in
            [("weather", &Weather::SKY[..]), ("flying", &Weather::FLYING), ("visibility", &Weather::VISIBILITY)]
        {
            let word = row.word(column);
            if !word.is_empty() && !known.iter().any(|there| there.eq_ignore_ascii_case(word)) {
                let otherwise = || format!("known are {}", listed(known.iter().copied())).into();
                let near = meant(word, known.iter().copied());
                let hint = near.map_or_else(otherwise, |meant| Hint::meant(word, meant, ""));
                log.warn(row.at(column), format!("`{word}` is not a known word for {column}"), hint);
            }
        }
        let light = row.text("light");
        if !light.is_empty() && Weather::light_of(light).is_none() {
            let message = format!("`{light}` is not first and last light");
            log.warn(row.at("light"), message, "write both with a dash between: 06:44-16:56");
        }
        let text = |column: &str| row.text(column).to_owned();
        campaign.weather.push(Weather {
            date,
            phase,
            weather: text("weather"),
            ground: ground.to_owned(),
            flying: text("flying"),
            visibility: text("visibility"),
            light: text("light"),
        });
    }
}

/// Warns of days without weather, and of such as have it for some of their bounds, where there is some at all.
pub(crate) fn days_without_weather(draft: &mut CampaignDraft) {
    let CampaignDraft { campaign, log, .. } = draft;
    if campaign.weather.is_empty() {
        return;
    }
    let mut whole = Vec::new();
    let mut parts = Vec::new();
    for day in 1..=campaign.days {
        let bounds = Phase::ALL.iter().map(|phase| Bound { day, phase: *phase });
        let without: Vec<Bound> = bounds.filter(|bound| campaign.weather_in(*bound).is_none()).collect();
        let date = Bound { day, ..Bound::FIRST }.date(campaign.start);
        if without.len() == Phase::ALL.len() {
            whole.push(date.to_string());
        } else {
            parts.extend(without.iter().map(|bound| format!("{date} {}", bound.phase)));
        }
    }
    if !whole.is_empty() && whole.len() < usize::from(campaign.days) {
        let has = if whole.len() == 1 { "has" } else { "have" };
        let days = few(&whole, SHOWN, ", ");
        let message = format!("{} of {} days {has} no weather: {days}", whole.len(), campaign.days);
        log.warn(Spot::line("weather.csv", 1), message, format!("add a row for each date, {IN_PLAY}"));
    }
    if !parts.is_empty() {
        let message = format!("a part of a day has no weather: {}", few(&parts, SHOWN, ", "));
        let hint = format!("add a row for it, or one without `bound` for the rest of its day, {IN_PLAY}");
        log.warn(Spot::line("weather.csv", 1), message, hint);
    }
}

/// Reads the changes of grade.
pub(crate) fn grades(draft: &mut CampaignDraft, files: &Files) {
    let Some(table) = draft.table(files, &columns::GRADES) else { return };
    let CampaignDraft { campaign, log, formation_lines, .. } = draft;
    let mut last: BTreeMap<&str, (Option<Grade>, _)> = BTreeMap::new();
    for row in table.rows() {
        let formation = row.needed("formation");
        let bound = row.needed("bound").and_then(|_| row.parsed::<Bound>("bound"));
        let count = log.count();
        let (before, after) = (row.one_of("before"), row.one_of::<Grade>("after"));
        let (Some(formation), Some(bound)) = (formation, bound) else { continue };
        must_be_formation(campaign, formation_lines, &row, "formation", A_FORMATION);
        if log.count() > count {
            continue;
        }
        last.insert(formation, (after, row));
        campaign.grades.push(GradeRow {
            formation: formation.into(),
            bound,
            battle: row.given("battle").map(ToOwned::to_owned),
            before,
            after,
            reason: row.text("reason").to_owned(),
        });
    }
    for (id, (after, row)) in last {
        let Some(formation) = campaign.formations.get(id).filter(|formation| formation.grade != after) else {
            continue;
        };
        let word = |grade: Option<Grade>| grade.map_or("none", Grade::as_str);
        let message =
            format!("`{id}` last became `{}`, but is `{}` in `orbat.csv`", word(after), word(formation.grade));
        row.fault("after", message, "the last change must give the present grade");
    }
}
