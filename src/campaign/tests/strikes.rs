//! Which air strikes are flown, and who knows of them.

use campaign::{AirStrike, Campaign, Setting, StrikeForce, StrikeTarget, Weather, sketch};
use domain::{SideId, Square};

fn flying(word: &str, bound: &str) -> Campaign {
    let mut campaign = sketch::blank(3, 3);
    let (date, none) = (campaign.start, String::new);
    let flying = word.to_owned();
    campaign.weather =
        vec![Weather { date, phase: None, weather: none(), ground: none(), flying, visibility: none(), light: none() }];
    campaign.bound = bound.parse().unwrap();
    campaign
}

#[test]
fn strikes_are_flown_by_day_and_as_the_weather_lets_them() {
    // Flying, bound, settings (minutes, die, share of limited flying), minutes lost, face.
    for (word, bound, [minutes, die, limited], lost, face) in [
        ("good", "1am", ["60", "2", "50"], 60, 2),
        ("", "1pm", ["60", "2", "50"], 60, 2),
        ("limited", "1am", ["60", "2", "50"], 30, 1),
        ("limited", "1am", ["45", "1", "50"], 22, 0),
        ("limited", "1am", ["60", "2", "0"], 0, 0),
        ("none", "1am", ["60", "2", "50"], 0, 0),
        ("good", "1n", ["60", "2", "50"], 0, 0),
    ] {
        let mut campaign = flying(word, bound);
        campaign.settings.set(Setting::StrikeMinutes, minutes);
        campaign.settings.set(Setting::StrikeDie, die);
        campaign.settings.set(Setting::AirLimited, limited);
        assert_eq!(campaign.strike_force(), StrikeForce { minutes: lost, face }, "{word} {bound} {minutes} {die}");
    }
}

#[test]
fn only_those_of_the_bound_against_the_side_are_flown() {
    let mut campaign = flying("good", "1pm");
    let strike = |bound: &str, side: &str, target: StrikeTarget| AirStrike {
        bound: bound.parse().unwrap(),
        against: SideId::new(side).unwrap(),
        target,
    };
    let (square, line) = (StrikeTarget::Square(Square::new(1, 1)), StrikeTarget::Line("West line".to_owned()));
    campaign.strikes = vec![
        strike("1am", "SU", square.clone()),
        strike("1pm", "AX", square.clone()),
        strike("1pm", "SU", square.clone()),
        strike("1pm", "SU", line.clone()),
        strike("2am", "SU", square.clone()),
    ];
    let su = SideId::new("SU").unwrap();
    assert!(campaign.struck(su).is_empty(), "the rule is off");
    campaign.settings.set(Setting::AirInterdiction, "on");
    assert_eq!(campaign.struck(su), [&square, &line]);
    assert_eq!(campaign.struck_squares(su), [Square::new(1, 1)]);
    // On its way a side knows of those that are flown now, the umpire of those to come too.
    let now = (campaign.bound, None);
    let then = |bound: &str| (bound.parse().unwrap(), Square::new(1, 1));
    let on = |campaign: &Campaign, reader| campaign.strikes_on(su, reader, &[Square::new(1, 1)], now);
    assert_eq!(on(&campaign, Some(su)), [then("1pm")]);
    assert_eq!(on(&campaign, None), [then("1pm"), then("2am")]);
    assert_eq!(campaign.strikes_on(su, None, &[Square::new(1, 1)], (now.0, Some(now.0))), [then("1pm")]);
    assert!(campaign.strikes_on(su, None, &[Square::new(2, 1)], now).is_empty());
    campaign.weather[0].flying = "none".to_owned();
    assert!(campaign.struck(su).is_empty());
    assert_eq!(on(&campaign, None), [then("2am")]);
}
