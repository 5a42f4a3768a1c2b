//! How far vehicles that keep together come: hand-worked on a good road of squares of 3 km, 20 minutes each by lorry.

use campaign::march::{Drive, DriveStop, Driver, Start, Towards};
use campaign::{AirStrike, Campaign, Setting, StrikeTarget};
use domain::*;

use crate::squares::*;
use crate::units::side;

const LORRIES: [Mobility; 1] = [Mobility::Motorised];

/// Row 5 from 0505 to 0905.
fn way() -> Vec<Square> {
    (6..10).map(|col| sq(col, 5)).collect()
}

fn by_road() -> Campaign {
    let mut campaign = empty();
    road(&mut campaign, RoadQuality::Good, &[[sq(5, 5)].as_slice(), &way()].concat());
    campaign
}

fn towards(col: u16, minutes: u16) -> Towards {
    Towards { square: sq(col, 5), minutes }
}

#[test]
fn vehicles_come_as_far_as_their_minutes_go_and_keep_what_is_left() {
    let campaign = by_road();
    let drive = |minutes, gone, limit| {
        let start = Start { square: sq(5, 5), minutes, towards: gone, limit };
        Driver::new(&campaign).drive(&LORRIES, start, &way(), |_, _| None)
    };
    let after = |squares: usize, minutes, entered, towards, stop| {
        let way = way()[..squares].to_vec();
        Drive { way, minutes, entered, towards, stop }
    };
    let hours = || Some(DriveStop::Hours);
    // 20 and 40 of 50 minutes for two squares, 10 on the way to the third.
    assert_eq!(drive(0, None, 50), after(2, 50, 40, Some(towards(8, 10)), hours()));
    // The same with 100 minutes used before.
    assert_eq!(drive(100, None, 150), after(2, 150, 140, Some(towards(8, 10)), hours()));
    // 15 of 20 minutes are behind them: 5 more, and 20 each; 50 would be the third.
    assert_eq!(drive(0, Some(towards(6, 15)), 44), after(2, 44, 25, Some(towards(8, 19)), hours()));
    assert_eq!(drive(0, Some(towards(6, 15)), 3), after(0, 3, 0, Some(towards(6, 18)), hours()));
    // What was gone towards another square is lost.
    let north = Some(Towards { square: sq(5, 4), minutes: 15 });
    assert_eq!(drive(0, north, 20), after(1, 20, 20, None, hours()));
    assert_eq!(drive(0, None, 80), after(4, 80, 80, None, None));
    assert_eq!(drive(90, None, 80), after(0, 90, 90, None, hours()), "no minutes are left");
}

#[test]
fn what_bars_a_step_is_said_and_stops_them_before_it() {
    let mut campaign = by_road();
    river(&mut campaign, RiverClass::Major, sq(7, 5), sq(8, 5));
    let drive = |barred: Option<Square>| {
        let start = Start { square: sq(5, 5), minutes: 0, towards: None, limit: 480 };
        let bar = |_, to| (Some(to) == barred).then(|| "raided".to_owned());
        let drive = Driver::new(&campaign).drive(&LORRIES, start, &way(), bar);
        (drive.way.len(), drive.minutes, drive.stop)
    };
    let said = |text: &str| Some(DriveStop::Barred(text.to_owned()));
    assert_eq!(drive(None), (2, 40, said("its vehicles cannot go from 0705 to 0805")));
    assert_eq!(drive(Some(sq(6, 5))), (0, 0, said("raided")));
}

// Four squares of 20 minutes, two of them off the road at the 60 of contact; strikes add an hour to one square.
#[test]
fn a_whole_way_takes_the_minutes_of_its_steps_and_of_strikes_on_the_side() {
    let mut campaign = by_road();
    assert_eq!(Driver::new(&campaign).minutes(&LORRIES, sq(5, 5), &way()), Some(80));
    let off = [sq(5, 6), sq(6, 6), sq(6, 5), sq(7, 5)];
    assert_eq!(Driver::new(&campaign).minutes(&LORRIES, sq(5, 5), &off), Some(200));
    assert_eq!(Driver::new(&campaign).minutes(&LORRIES, sq(5, 5), &[sq(7, 5)]), None, "no neighbour");
    // Tanks keep with them: 3 km at 6 km/h.
    let mixed = [Mobility::Motorised, Mobility::Armoured];
    assert_eq!(Driver::new(&campaign).minutes(&mixed, sq(5, 5), &way()), Some(120));
    campaign.settings.set(Setting::AirInterdiction, "on");
    campaign.settings.set(Setting::StrikeMinutes, "60");
    let target = StrikeTarget::Square(sq(7, 5));
    campaign.strikes = vec![AirStrike { bound: campaign.bound, against: side("AX"), target }];
    let minutes = |of: Option<&str>| {
        let mut driver = Driver::new(&campaign);
        if let Some(of) = of {
            driver.drives_for(side(of));
        }
        driver.minutes(&LORRIES, sq(5, 5), &way())
    };
    assert_eq!((minutes(Some("AX")), minutes(Some("SU")), minutes(None)), (Some(140), Some(80), Some(80)));
}
