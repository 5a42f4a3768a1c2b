//! `campaign.toml`.

use std::fmt::Write as _;

use campaign::{Campaign, Setting, SettingKind};
use domain::{Bound, Millionths};

fn quoted(text: &str) -> String {
    toml::Value::String(text.to_owned()).to_string()
}

fn decimal(thousandths: u32) -> String {
    let text = format!("{}.{:03}", thousandths / 1_000, thousandths % 1_000);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// The text of the file.
pub(super) fn head(campaign: &Campaign) -> String {
    let mut text = String::new();
    let frame = &campaign.frame;
    let _ = writeln!(text, "name = {}\ntitle = {}", quoted(&campaign.name), quoted(&campaign.title));
    let _ = writeln!(text, "start = {}\ndays = {}", campaign.start, campaign.days);
    if campaign.bound != Bound::FIRST {
        let _ = writeln!(text, "bound = \"{}\"", campaign.bound);
    }
    let _ = writeln!(text, "scale = \"{}\"\nrules = \"{}\"", campaign.scale, campaign.rules);
    let _ = writeln!(text, "detail = \"{}\"\n\n[map]", campaign.settings.detail());
    if let Some(origin) = frame.origin {
        let _ = writeln!(text, "lat = {}\nlon = {}", Millionths(origin.lat), Millionths(origin.lon));
    }
    let _ = writeln!(text, "projection = \"equirectangular\"");
    for (key, metres) in [("lat", frame.metres_per_degree_lat), ("lon", frame.metres_per_degree_lon)] {
        if metres > 0 {
            let _ = writeln!(text, "km_per_degree_{key} = {}", decimal(metres));
        }
    }
    let square = decimal(frame.square_m);
    let _ = writeln!(text, "columns = {}\nrows = {}\nsquare_km = {square}", frame.columns, frame.rows);
    for side in &campaign.sides {
        let (name, colour) = (quoted(&side.name), quoted(&side.colour));
        let _ = writeln!(text, "\n[[sides]]\nid = \"{}\"\nname = {name}\ncolour = {colour}", side.id);
    }
    let changed: Vec<_> = campaign.settings.changed().filter(|(s, _)| *s != Setting::Detail).collect();
    if !changed.is_empty() {
        text.push_str("\n[settings]\n");
    }
    for (setting, value) in changed {
        let value = match setting.spec().kind {
            SettingKind::Number(..) => value.to_owned(),
            SettingKind::Switch => (value == "on").to_string(),
            SettingKind::Word(_) => quoted(value),
        };
        let _ = writeln!(text, "{setting} = {value}");
    }
    if !campaign.settings_since.is_empty() {
        text.push_str("\n[since]\n");
    }
    for (setting, since) in &campaign.settings_since {
        let _ = writeln!(text, "{setting} = \"{since}\"");
    }
    for system in campaign.house.systems() {
        let _ = writeln!(text, "\n[house.{system}]");
        let own = campaign
            .house
            .iter()
            .filter_map(|(name, value)| Some((name.strip_prefix(system.as_str())?.strip_prefix('.')?, value)));
        for (keys, value) in own {
            let value: toml::Value = serde_json::from_str(value).unwrap_or_else(|_| value.to_owned().into());
            let _ = writeln!(text, "{keys} = {value}");
        }
    }
    for ground in &campaign.ground_factors {
        let _ = writeln!(text, "\n[ground.{}]", ground.name);
        let _ = writeln!(text, "good = {}\npoor = {}\nopen = {}", ground.good, ground.poor, ground.open);
        let _ = writeln!(text, "close = {}\nmarsh = {}", ground.close, ground.marsh);
        if ground.thaw {
            text.push_str("thaw = true\n");
        }
        let supply = ground.supply;
        for (key, percent) in [
            ("lorries_good", supply.lorries_good),
            ("lorries_poor", supply.lorries_poor),
            ("lorries_off", supply.lorries_off),
            ("trains", supply.trains),
            ("wear", supply.wear),
        ] {
            if percent != 100 {
                let _ = writeln!(text, "{key} = {percent}");
            }
        }
    }
    text
}
