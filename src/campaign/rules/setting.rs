//! Settings: figures that a group may change, each with a name, a default and a range.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use domain::{BadValue, Detail, Phase, words};

words! {
    /// The name of a setting.
    enum Setting: "setting" {
        /// Whether stocks are counted.
        Detail = "detail",
        /// Tonnes in one LOG.
        LogTons = "log_tons",
        /// Tonnes in one POL.
        PolTons = "pol_tons",
        /// How far a line of supply goes across country at a stretch, in km.
        OffroadKm = "offroad_km",
        /// How long a hop of a bowser chain may be, in km.
        BowserKm = "bowser_km",
        /// How many LOG a formation that feeds no other should hold.
        TargetLog = "target_log",
        /// How many POL a formation that feeds no other should hold.
        TargetPol = "target_pol",
        /// How many LOG a superior's dumps should hold for each formation under it that feeds no other.
        ReserveLog = "reserve_log",
        /// How many POL a superior's dumps should hold for each such formation that needs POL.
        ReservePol = "reserve_pol",
        /// Whether an enemy-controlled square bars a line of supply.
        EnemyControlBars = "enemy_control_bars",
        /// Whether an enemy fighting leaf bars neighbouring squares too where no friend stands.
        Interdiction = "interdiction",
        /// Moving hours of a morning.
        HoursAm = "hours_am",
        /// Moving hours of an afternoon.
        HoursPm = "hours_pm",
        /// Moving hours of a night.
        HoursNight = "hours_night",
        /// Moving hours of supply vehicles in a morning.
        SupplyHoursAm = "supply_hours_am",
        /// Moving hours of supply vehicles in an afternoon.
        SupplyHoursPm = "supply_hours_pm",
        /// Moving hours of supply vehicles in a night.
        SupplyHoursNight = "supply_hours_night",
        /// What becomes of dumps and leaves that are overrun.
        Capture = "capture",
        /// How much of captured LOG is of use, in percent.
        CaptureLog = "capture_log",
        /// How much of captured POL is of use, in percent.
        CapturePol = "capture_pol",
        /// What a convoy does whose way is blocked.
        ConvoyBlocked = "convoy_blocked",
        /// Which hours a battle uses up.
        BattleHours = "battle_hours",
        /// Whether a commissar or fanatical HQ may turn a failed test into a pass.
        Commissar = "commissar",
        /// Whether markers stay on without a medical or recovery base.
        MedicalNeeded = "medical_needed",
        /// Whether one combat unit is spent for all bases of a unit together.
        CuByUnit = "cu_by_unit",
        /// Who says where markers fall under NQM Free.
        Allocation = "allocation",
        /// Whether battles by NQM Free cost HQ dice.
        FreeCostsDie = "free_costs_die",
        /// Whether hidden defenders may call the recce test themselves.
        DefenderStops = "defender_stops",
        /// What mines do to an attack.
        Mines = "mines",
        /// How many sorties in battle an air leaf flies in a day.
        AirSorties = "air_sorties",
        /// Which weapon classes aircraft have in battle.
        AirClasses = "air_classes",
        /// Whether a line carries only so many trains a day, and a source gives only so much.
        RailCapacity = "rail_capacity",
        /// Whether trains go in the order of their railheads' priority where they share what there is.
        RailPriority = "rail_priority",
        /// Whether a train runs only on the gauge of its source.
        Gauge = "gauge",
        /// Tonnes in one train.
        TrainTons = "train_tons",
        /// How many trains a day a line carries of which nothing is said.
        LineTrains = "line_trains",
        /// How much railway one leaf of engineers repairs in a bound, in km.
        RailRepairKm = "rail_repair_km",
        /// How much railway one leaf of engineers lays to another gauge in a bound, in km.
        RailConvertKm = "rail_convert_km",
        /// The share of a wing's sorties that fly in weather neither good nor none, in percent.
        AirLimited = "air_limited",
        /// The share of what is dropped that is lost, in percent.
        AirDropLost = "air_drop_lost",
        /// Whether the ground does more to lorries than to troops.
        GroundLorries = "ground_lorries",
        /// Whether the ground takes its share of the trains of a line.
        GroundTrains = "ground_trains",
        /// How far from home supply vehicles may be sent, in hours of driving.
        TruckReach = "truck_reach",
        /// Whether supply vehicles break down on the way.
        TruckAttrition = "truck_attrition",
        /// After how many km a die is thrown for a supply vehicle.
        TruckDieKm = "truck_die_km",
        /// Whether partisans raid.
        Partisans = "partisans",
        /// Whether air strikes hit supply traffic.
        AirInterdiction = "air_interdiction",
        /// By how many minutes a square under attack takes a convoy longer.
        StrikeMinutes = "strike_minutes",
        /// Up to which face of a die air strikes cost something.
        StrikeDie = "strike_die",
        /// How much of the trains of a day is lost to air strikes, in percent.
        StrikeTrains = "strike_trains",
        /// Whether a headquarters knows stock by reports only.
        NewsDelay = "news_delay",
        /// How many bounds a report takes.
        NewsBounds = "news_bounds",
        /// After how many bounds a side gives up a sighting.
        SightingBounds = "sighting_bounds",
        /// Whether formations use LOG and POL by what they did in a day.
        Consumption = "consumption",
        /// LOG used in a day of attack, in percent.
        LogAttacked = "log_attacked",
        /// LOG used in a day of defence, in percent.
        LogDefended = "log_defended",
        /// LOG used in a day of marching, in percent.
        LogMarched = "log_marched",
        /// LOG used in a day dug in, in percent.
        LogDugIn = "log_dug_in",
        /// LOG used in a day of rest, in percent.
        LogRested = "log_rested",
        /// POL used in a day of attack, in percent.
        PolAttacked = "pol_attacked",
        /// POL used in a day of defence, in percent.
        PolDefended = "pol_defended",
        /// POL used in a day of marching, in percent.
        PolMarched = "pol_marched",
        /// POL used in a day without fight or march, in percent.
        PolRested = "pol_rested",
        /// Whether corps and army artillery is refilled from fire units of its calibre.
        CalibreAmmunition = "calibre_ammunition",
        /// How many fire units should be held for each leaf of corps and army artillery.
        TargetFu = "target_fu",
        /// How much a dump of a division or lower formation holds, in units.
        LimitDivision = "limit_division",
        /// How much a dump of a corps holds, in units.
        LimitCorps = "limit_corps",
        /// How much a dump of an army or higher formation holds, in units.
        LimitArmy = "limit_army",
        /// How much a railhead holds, in units.
        LimitRailhead = "limit_railhead",
        /// Whether formations that are cut off for long suffer by steps.
        Isolation = "isolation",
        /// From how many bounds out of LOG on nobody reorganises.
        IsolationRest = "isolation_rest",
        /// From how many bounds out of LOG on HQ dice fall.
        IsolationDice = "isolation_dice",
        /// From how many bounds out of LOG on SP are lost.
        IsolationLoss = "isolation_loss",
        /// Whether a formation at the end of a long line is supplied every second night only.
        Overextension = "overextension",
        /// How long a line of supply may be, in hours of a lorry.
        OverextensionHours = "overextension_hours",
        /// How much of lost SP comes back as the operation ends, in percent.
        EndOfOperationRecovery = "end_of_operation_recovery",
        /// How many SP of replacements a division takes in a night.
        ReplacementRate = "replacement_rate",
        /// Whether a bound is not closed while something of it is unfinished.
        CarefulClose = "careful_close",
        /// How long a command waits for another process that writes, in seconds.
        WriterWait = "writer_wait",
    }
}

/// What values a setting may have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SettingKind {
    /// A whole number from the first to the second.
    Number(u32, u32),
    /// `on` or `off`.
    Switch,
    /// One of these words.
    Word(&'static [&'static str]),
}

/// What a setting is: its values, its default, its unit and meaning.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SettingSpec {
    /// What values it may have.
    pub kind: SettingKind,
    /// The value that it has unless changed.
    pub default: &'static str,
    /// The unit of its value; empty where it has none.
    pub unit: &'static str,
    /// What it does, in a sentence without a full stop.
    pub meaning: &'static str,
}

impl Setting {
    /// What the setting is.
    #[expect(clippy::too_many_lines, reason = "a table, a setting a row")]
    pub const fn spec(self) -> SettingSpec {
        let (kind, default, unit, meaning) = match self {
            Self::Detail => {
                (SettingKind::Word(&["simple", "full"]), "simple", "", "whether stocks are counted (`full`) or not")
            }
            Self::LogTons => (SettingKind::Number(1, 10_000), "60", "t", "tonnes in one LOG"),
            Self::PolTons => (SettingKind::Number(1, 10_000), "50", "t", "tonnes in one POL"),
            Self::OffroadKm => {
                (SettingKind::Number(0, 60), "9", "km", "how far a line of supply may go across country at a stretch")
            }
            Self::BowserKm => (SettingKind::Number(1, 2_000), "54", "km", "the longest hop of a fuel-bowser chain"),
            Self::TargetLog => {
                (SettingKind::Number(0, 99), "2", "LOG", "stock up to which `supply plan` fills a division")
            }
            Self::TargetPol => {
                (SettingKind::Number(0, 99), "2", "POL", "stock up to which `supply plan` fills a division")
            }
            Self::ReserveLog => (
                SettingKind::Number(0, 99),
                "1",
                "LOG",
                "stock that a superior's dumps should hold for each division under it",
            ),
            Self::ReservePol => (
                SettingKind::Number(0, 99),
                "1",
                "POL",
                "stock that a superior's dumps should hold for each division under it",
            ),
            Self::EnemyControlBars => {
                (SettingKind::Switch, "on", "", "whether an enemy-controlled square bars a line of supply")
            }
            Self::Interdiction => (
                SettingKind::Switch,
                "off",
                "",
                "whether an enemy fighting leaf bars the squares beside it where no friend stands",
            ),
            Self::HoursAm => hours("6", "moving hours of a leaf in a morning"),
            Self::HoursPm => hours("6", "moving hours of a leaf in an afternoon"),
            Self::HoursNight => hours("0", "moving hours of a leaf in a night"),
            Self::SupplyHoursAm => hours("6", "moving hours of LOG vehicles and bowsers in a morning"),
            Self::SupplyHoursPm => hours("6", "moving hours of LOG vehicles and bowsers in an afternoon"),
            Self::SupplyHoursNight => hours("6", "moving hours of LOG vehicles and bowsers in a night"),
            Self::Capture => (
                SettingKind::Word(&["captured", "destroyed", "umpire"]),
                "captured",
                "",
                "what happens to overrun dumps and leaves (`umpire`: the umpire decides)",
            ),
            Self::CaptureLog => (
                SettingKind::Number(0, 100),
                "50",
                "%",
                "share of the LOG and fire units in overrun dumps and vehicles that the captor can use; the rest is destroyed",
            ),
            Self::CapturePol => (
                SettingKind::Number(0, 100),
                "100",
                "%",
                "share of the POL in overrun dumps and vehicles that the captor can use, from the next day on",
            ),
            Self::ConvoyBlocked => (
                SettingKind::Word(&["go_round", "halt", "turn_back"]),
                "go_round",
                "",
                "what a convoy does when its way is blocked (`go_round`: halts only where no clear way is left)",
            ),
            Self::BattleHours => (
                SettingKind::Word(&["all", "moves"]),
                "all",
                "",
                "how many hours a battle costs those engaged: `all` of the bound, or one for each of its `moves`",
            ),
            Self::Commissar => {
                (SettingKind::Switch, "off", "", "whether commissars mend failed tests (house rule of NQM Squared)")
            }
            Self::MedicalNeeded => {
                (SettingKind::Switch, "off", "", "whether markers stay on without a medical or recovery base")
            }
            Self::CuByUnit => {
                (SettingKind::Switch, "off", "", "whether a unit spends one combat unit for all its bases together")
            }
            Self::Allocation => (
                SettingKind::Word(&["dice", "owner"]),
                "dice",
                "",
                "who places markers under NQM Free: the `dice` or their `owner`",
            ),
            Self::FreeCostsDie => (SettingKind::Switch, "off", "", "whether battles by NQM Free cost HQ dice"),
            Self::DefenderStops => (
                SettingKind::Switch,
                "off",
                "",
                "whether hidden defenders may call the recce test on enemies within their reach (NQM Squared)",
            ),
            Self::Mines => (
                SettingKind::Word(&["none", "bars"]),
                "none",
                "",
                "what mines do to an attack (`bars`, a house rule: engineers must gap them, in its first move)",
            ),
            Self::AirSorties => {
                (SettingKind::Number(1, 3), "1", "", "sorties in battle that an air leaf can fly in a day")
            }
            Self::AirClasses => (
                SettingKind::Word(&["house", "table"]),
                "house",
                "",
                "weapon classes of aircraft in battle: the author's house rule, or the table of the text",
            ),
            Self::RailCapacity => (
                SettingKind::Switch,
                "off",
                "",
                "house rule: a line carries only its trains a day, a source gives only what it has",
            ),
            Self::RailPriority => (
                SettingKind::Switch,
                "off",
                "",
                "house rule: where trains run short, those to the railhead of the first priority go first",
            ),
            Self::Gauge => (SettingKind::Switch, "off", "", "house rule: a train runs only on the gauge of its source"),
            Self::TrainTons => (SettingKind::Number(1, 10_000), "450", "t", "tonnes in one train"),
            Self::LineTrains => {
                (SettingKind::Number(0, 999), "8", "", "trains a day of a line for which `rail.csv` gives none")
            }
            Self::RailRepairKm => {
                (SettingKind::Number(1, 100), "1", "km", "cut railway that one leaf of engineers repairs in a bound")
            }
            Self::RailConvertKm => (
                SettingKind::Number(1, 100),
                "3",
                "km",
                "railway that one leaf of engineers lays to another gauge in a bound",
            ),
            Self::AirLimited => (
                SettingKind::Number(0, 100),
                "50",
                "%",
                "sorties of a transport wing that fly in weather that is neither `good` nor `none`",
            ),
            Self::AirDropLost => {
                (SettingKind::Number(0, 100), "30", "%", "share of loads lost when dropped instead of landed")
            }
            Self::GroundLorries => (
                SettingKind::Switch,
                "off",
                "",
                "house rule: mud, snow and frost affect lorries as `lorries_*` of the ground say",
            ),
            Self::GroundTrains => (
                SettingKind::Switch,
                "off",
                "",
                "house rule: a line carries only the share of its trains that `trains` of the ground gives",
            ),
            Self::TruckReach => (
                SettingKind::Number(0, 240),
                "0",
                "h",
                "house rule: how far from home supply vehicles are sent, in hours of driving (0: no limit)",
            ),
            Self::TruckAttrition => (
                SettingKind::Switch,
                "off",
                "",
                "house rule: a supply vehicle that has driven `truck_die_km` throws a die; on a 1 it loses 1 SP",
            ),
            Self::TruckDieKm => (
                SettingKind::Number(1, 10_000),
                "300",
                "km",
                "distance after which a supply vehicle throws its die (house rule `truck_attrition`)",
            ),
            Self::Partisans => (
                SettingKind::Switch,
                "off",
                "",
                "house rule: partisans raid squares without a garrison: no lorry passes, rails are cut, vehicles lost",
            ),
            Self::AirInterdiction => (
                SettingKind::Switch,
                "off",
                "",
                "house rule: booked air strikes slow convoys and cost vehicles and trains",
            ),
            Self::StrikeMinutes => (
                SettingKind::Number(0, 360),
                "60",
                "min",
                "how much longer a convoy takes through a square under attack (`air_interdiction`)",
            ),
            Self::StrikeDie => (
                SettingKind::Number(0, 6),
                "2",
                "",
                "highest face of a die on which air strikes cost something (`air_interdiction`)",
            ),
            Self::StrikeTrains => (
                SettingKind::Number(0, 100),
                "50",
                "%",
                "share of a day's trains lost when air strikes hit (`air_interdiction`)",
            ),
            Self::NewsDelay => (
                SettingKind::Switch,
                "off",
                "",
                "house rule: sheets for one side show stock as last reported; formations that are cut off do not report",
            ),
            Self::NewsBounds => {
                (SettingKind::Number(0, 30), "1", "", "bounds that a report of stock takes (house rule `news_delay`)")
            }
            Self::SightingBounds => bounds("9", "bounds after which a side no longer counts on a sighting"),
            Self::Consumption => (
                SettingKind::Switch,
                "off",
                "",
                "house rule: a formation uses LOG and POL by what it did in the day; fractions are carried over",
            ),
            Self::LogAttacked => share("100", "LOG used in a day of attack (`consumption`)"),
            Self::LogDefended => share("75", "LOG used in a day of defence (`consumption`)"),
            Self::LogMarched => share("40", "LOG used in a day of marching (`consumption`)"),
            Self::LogDugIn => share("30", "LOG used in a day dug in (`consumption`)"),
            Self::LogRested => share("25", "LOG used in a day of rest (`consumption`)"),
            Self::PolAttacked => share("100", "POL used in a day of attack (`consumption`)"),
            Self::PolDefended => share("50", "POL used in a day of defence (`consumption`)"),
            Self::PolMarched => share("100", "POL used in a day of marching (`consumption`)"),
            Self::PolRested => share("0", "POL used in a day without fighting or marching (`consumption`)"),
            Self::CalibreAmmunition => (
                SettingKind::Switch,
                "off",
                "",
                "house rule: corps and army artillery is refilled from fire units of its calibre, not from LOG",
            ),
            Self::TargetFu => (
                SettingKind::Number(0, 99),
                "1",
                "FU",
                "what `supply plan` keeps for each leaf of corps and army artillery (`calibre_ammunition`)",
            ),
            Self::LimitDivision => limit("house rule: the most that a dump of a division or below holds (0: no limit)"),
            Self::LimitCorps => limit("house rule: the most that a dump of a corps holds (0: no limit)"),
            Self::LimitArmy => limit("house rule: the most that a dump of an army or above holds (0: no limit)"),
            Self::LimitRailhead => limit("house rule: the most that a railhead holds (0: no limit)"),
            Self::Isolation => (
                SettingKind::Switch,
                "off",
                "",
                "house rule: formations out of LOG for long suffer for it, step by step",
            ),
            Self::IsolationRest => bounds("6", "bounds out of LOG after which nobody reorganises (`isolation`)"),
            Self::IsolationDice => bounds("12", "bounds out of LOG after which HQ dice fall (`isolation`)"),
            Self::IsolationLoss => bounds("18", "bounds out of LOG after which SP are lost (`isolation`)"),
            Self::Overextension => (
                SettingKind::Switch,
                "off",
                "",
                "house rule: a line of supply that is too long brings LOG only every second night",
            ),
            Self::OverextensionHours => (
                SettingKind::Number(1, 500),
                "18",
                "h",
                "lorry hours beyond which a line of supply is too long (`overextension`)",
            ),
            Self::EndOfOperationRecovery => (
                SettingKind::Number(0, 100),
                "0",
                "%",
                "lost SP that a unit gets back when the last night of the campaign closes",
            ),
            Self::ReplacementRate => (
                SettingKind::Number(0, 999),
                "2",
                "SP",
                "replacements that a division, or what draws in its place, takes from the pools in a night",
            ),
            Self::CarefulClose => (
                SettingKind::Switch,
                "off",
                "",
                "whether closing is refused while new contacts are open or orders are not carried out (`--anyway` closes)",
            ),
            Self::WriterWait => {
                (SettingKind::Number(0, 600), "10", "s", "how long a command waits for another process that writes")
            }
        };
        SettingSpec { kind, default, unit, meaning }
    }

    /// Checks a value and gives it in the form in which it is kept.
    ///
    /// # Errors
    /// When the value is none that the setting may have.
    pub fn check(self, value: &str) -> Result<String, BadValue> {
        let value = value.trim().to_ascii_lowercase();
        let bad = |wanted: String| BadValue::new(self.as_str(), &value, wanted);
        match self.spec().kind {
            SettingKind::Number(low, high) => value
                .parse::<u32>()
                .ok()
                .filter(|n| (low..=high).contains(n))
                .map(|n| n.to_string())
                .ok_or_else(|| bad(format!("a whole number from {low} to {high}"))),
            SettingKind::Switch => match value.as_str() {
                "on" | "true" | "yes" => Ok("on".to_owned()),
                "off" | "false" | "no" => Ok("off".to_owned()),
                _ => Err(bad("`on` or `off`".to_owned())),
            },
            SettingKind::Word(words) => words
                .contains(&value.as_str())
                .then(|| value.clone())
                .ok_or_else(|| bad(words.iter().map(|w| format!("`{w}`")).collect::<Vec<_>>().join(" or "))),
        }
    }
}

const fn hours(
    default: &'static str,
    meaning: &'static str,
) -> (SettingKind, &'static str, &'static str, &'static str) {
    (SettingKind::Number(0, 8), default, "h", meaning)
}

const fn share(
    default: &'static str,
    meaning: &'static str,
) -> (SettingKind, &'static str, &'static str, &'static str) {
    (SettingKind::Number(0, 300), default, "%", meaning)
}

const fn limit(meaning: &'static str) -> (SettingKind, &'static str, &'static str, &'static str) {
    (SettingKind::Number(0, 100_000), "0", "units", meaning)
}

const fn bounds(
    default: &'static str,
    meaning: &'static str,
) -> (SettingKind, &'static str, &'static str, &'static str) {
    (SettingKind::Number(1, 300), default, "bounds", meaning)
}

/// The settings of a campaign: what differs from the defaults.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Settings(BTreeMap<Setting, String>);

impl Settings {
    /// The value of a setting, as kept.
    pub fn get(&self, setting: Setting) -> &str {
        self.0.get(&setting).map_or(setting.spec().default, String::as_str)
    }

    /// Sets a value that [`Setting::check`] has passed; a default is not kept.
    pub fn set(&mut self, setting: Setting, value: &str) {
        if value == setting.spec().default {
            self.0.remove(&setting);
        } else {
            self.0.insert(setting, value.to_owned());
        }
    }

    /// Every setting that differs from its default, in order.
    pub fn changed(&self) -> impl Iterator<Item = (Setting, &str)> {
        self.0.iter().map(|(setting, value)| (*setting, value.as_str()))
    }

    /// The value of a numeric setting.
    pub fn number(&self, setting: Setting) -> u32 {
        self.get(setting).parse().unwrap_or_default()
    }

    /// That what is entered for a house rule does nothing while it is off, in a sentence; none where it is on.
    pub fn note_if_off(&self, rule: Setting) -> Option<String> {
        let how = format!("`railhead setting set {rule} on`");
        (!self.is_on(rule)).then(|| format!("this has no effect while the house rule `{rule}` is off: {how}"))
    }

    /// Whether a switch is on.
    pub fn is_on(&self, setting: Setting) -> bool {
        self.get(setting) == "on"
    }

    /// How many moving hours a leaf has in a bound of this part of the day; LOG vehicles and bowsers have their own.
    pub fn moving_hours(&self, phase: Phase, is_supply_vehicle: bool) -> u32 {
        self.number(match (phase, is_supply_vehicle) {
            (Phase::Am, false) => Setting::HoursAm,
            (Phase::Pm, false) => Setting::HoursPm,
            (Phase::Night, false) => Setting::HoursNight,
            (Phase::Am, true) => Setting::SupplyHoursAm,
            (Phase::Pm, true) => Setting::SupplyHoursPm,
            (Phase::Night, true) => Setting::SupplyHoursNight,
        })
    }

    /// The level of detail.
    pub fn detail(&self) -> Detail {
        self.get(Setting::Detail).parse().unwrap_or(Detail::Simple)
    }
}
