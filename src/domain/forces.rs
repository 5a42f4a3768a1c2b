//! The words of the order of battle: echelons, arms, mobility, roles, grades, classes, postures and states.

use crate::words;

words! {
    /// The level of a formation, the lowest first.
    enum Echelon: "echelon" {
        /// A battalion or detachment.
        Battalion = "battalion",
        /// A regiment.
        Regiment = "regiment",
        /// A brigade.
        Brigade = "brigade",
        /// A division.
        Division = "division",
        /// A corps.
        Corps = "corps",
        /// An army.
        Army = "army",
        /// An army group or front.
        ArmyGroup = "army_group" | "front" | "army group",
    }
}

words! {
    /// The arm of a formation or leaf.
    enum Arm: "arm" {
        /// A headquarters: the command leaf of its formation.
        Hq = "hq",
        /// Infantry on foot.
        Infantry = "infantry",
        /// Motorised infantry.
        Motorised = "motorised",
        /// Tanks.
        Armour = "armour",
        /// Cavalry.
        Cavalry = "cavalry",
        /// Reconnaissance.
        Recce = "recce",
        /// Engineers.
        Engineer = "engineer",
        /// Anti-tank.
        Antitank = "antitank",
        /// Artillery.
        Artillery = "artillery",
        /// Anti-aircraft.
        Antiair = "antiair",
        /// Supply vehicles.
        Logistic = "logistic",
        /// Medical.
        Medical = "medical",
        /// Vehicle recovery.
        Recovery = "recovery",
        /// Artillery observers.
        Observer = "observer",
        /// Aircraft that fight.
        Air = "air",
        /// Aircraft that carry.
        Transport = "transport",
    }
}

impl Arm {
    /// What a base of this arm usually does in battle.
    pub fn usual_role(self) -> Role {
        match self {
            Self::Hq => Role::Command,
            Self::Infantry | Self::Motorised | Self::Armour | Self::Cavalry => Role::Fighting,
            Self::Recce => Role::Recce,
            Self::Engineer => Role::Engineer,
            Self::Antitank | Self::Artillery => Role::Support,
            Self::Antiair => Role::AntiAir,
            Self::Logistic => Role::Logistic,
            Self::Medical => Role::Medical,
            Self::Recovery => Role::Recovery,
            Self::Observer => Role::Observer,
            Self::Air | Self::Transport => Role::Air,
        }
    }

    /// Whether a leaf of this arm can hold ground (model page, "fighting leaf").
    pub fn fights(self) -> bool {
        matches!(
            self,
            Self::Infantry
                | Self::Motorised
                | Self::Armour
                | Self::Cavalry
                | Self::Recce
                | Self::Engineer
                | Self::Antitank
                | Self::Artillery
                | Self::Antiair
        )
    }
}

words! {
    /// How a leaf moves (NQM Squared, section 2).
    enum Mobility: "mobility" {
        /// Armoured cars and motor-cycles.
        LightRecce = "light_recce",
        /// Tanks.
        Armoured = "armoured",
        /// On foot.
        Foot = "foot",
        /// In lorries.
        Motorised = "motorised",
        /// On horses or bicycles.
        Cavalry = "cavalry",
        /// Horse-drawn guns and wagons.
        HorseDrawn = "horse_drawn" | "horsedrawn",
        /// Aircraft: stands at an airfield, does not march.
        Air = "air",
        /// Boats: stands on water, does not march.
        Naval = "naval",
    }
}

/// The rates of a mobility, in metres an hour.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rates {
    /// To contact.
    pub contact: u32,
    /// Advance in contact.
    pub assault: u32,
    /// Road march and rout.
    pub road: u32,
}

impl Mobility {
    /// Whether a leaf of this mobility marches and draws supply: all but aircraft and boats.
    pub fn is_on_the_ground(self) -> bool {
        !matches!(self, Self::Air | Self::Naval)
    }

    /// The movement table (NQM Squared, section 2); none for what does not march.
    pub fn rates(self) -> Option<Rates> {
        let (contact, assault, road) = match self {
            Self::LightRecce => (5_000, 2_000, 10_000),
            Self::Armoured => (3_000, 1_000, 6_000),
            Self::Foot | Self::HorseDrawn => (1_000, 500, 2_000),
            Self::Motorised => (3_000, 500, 9_000),
            Self::Cavalry => (2_000, 500, 3_000),
            Self::Air | Self::Naval => return None,
        };
        Some(Rates { contact, assault, road })
    }

    /// Whether it burns POL (model page, "A formation needs POL").
    pub fn needs_pol(self) -> bool {
        matches!(self, Self::Armoured | Self::Motorised)
    }
}

words! {
    /// What a base does in battle.
    enum Role: "role" {
        /// Fights in the front rank.
        Fighting = "fighting",
        /// Guns and heavy weapons.
        Support = "support",
        /// A command base.
        Command = "command",
        /// A supply base.
        Logistic = "logistic",
        /// A medical base.
        Medical = "medical",
        /// A vehicle recovery base.
        Recovery = "recovery",
        /// Reconnaissance.
        Recce = "recce",
        /// Engineers.
        Engineer = "engineer",
        /// An observer.
        Observer = "observer",
        /// Anti-aircraft.
        AntiAir = "anti_air",
        /// Aircraft.
        Air = "air",
        /// Boats.
        Naval = "naval",
    }
}

words! {
    /// The quality of a unit, the best last (NQM Squared, section 1).
    enum Grade: "grade" {
        /// Untried: a tag on conscripts or militia until their first battle is over.
        Green = "green",
        /// Militia.
        Militia = "militia",
        /// Conscript.
        Conscript = "conscript",
        /// Regular.
        Regular = "regular",
        /// Veteran.
        Veteran = "veteran",
        /// Elite: never won in battle.
        Elite = "elite",
    }
}

impl Grade {
    /// The full HQ die of a unit of this grade (NQM Squared, section 1, table of grades).
    pub fn full_hq_die(self) -> u8 {
        match self {
            Self::Elite => 5,
            Self::Veteran => 4,
            Self::Regular => 3,
            Self::Conscript | Self::Militia => 2,
            Self::Green => 1,
        }
    }
}

words! {
    /// A class of weapon or of armour; only the difference of two matters (NQM Squared, Table 12).
    enum Class: "class" {
        /// Very light.
        VeryLight = "vl",
        /// Light.
        Light = "l",
        /// Medium.
        Medium = "m",
        /// Heavy.
        Heavy = "h",
        /// Very heavy.
        VeryHeavy = "vh",
    }
}

impl Class {
    /// The class in capitals, as tables and files show it: `VL`, `L`, `M`, `H`, `VH`.
    pub const fn capitals(self) -> &'static str {
        match self {
            Self::VeryLight => "VL",
            Self::Light => "L",
            Self::Medium => "M",
            Self::Heavy => "H",
            Self::VeryHeavy => "VH",
        }
    }
}

words! {
    /// How a leaf stands.
    enum Posture: "posture" {
        /// On the march at the road rate.
        RoadMarch = "road_march",
        /// Moving to contact.
        Moving = "moving",
        /// In the open or in hasty cover.
        Open = "open",
        /// Dug in.
        DugIn = "dug_in",
        /// Fortified.
        Fortified = "fortified",
    }
}

words! {
    /// In what state a leaf is.
    enum LeafState: "state" {
        /// In order.
        Organised = "organised",
        /// Disorganised.
        Disorganised = "disorganised",
        /// Disorganised by a failed test and not yet withdrawn.
        Broken = "broken",
        /// Scattered: off the map until it has gathered again.
        Dispersed = "dispersed",
        /// Merged into another.
        Merged = "merged",
        /// Taken prisoner.
        Surrendered = "surrendered",
        /// Destroyed.
        Destroyed = "destroyed",
        /// Not yet arrived.
        OffMap = "off_map",
    }
}

impl LeafState {
    /// Whether a leaf in this state stands on the map.
    pub fn is_on_map(self) -> bool {
        matches!(self, Self::Organised | Self::Disorganised | Self::Broken)
    }

    /// Whether a leaf in this state stands or stood on the map.
    pub fn has_come(self) -> bool {
        self != Self::OffMap
    }

    /// Whether a leaf in this state stands on the map and is not in order.
    pub fn is_disorganised(self) -> bool {
        matches!(self, Self::Disorganised | Self::Broken)
    }

    /// Whether a leaf in this state is lost for good.
    pub fn is_lost(self) -> bool {
        matches!(self, Self::Merged | Self::Surrendered | Self::Destroyed)
    }
}

words! {
    /// How a formation supports another (NQM Squared, section 1, "Support relations").
    enum SupportKind: "kind of support" {
        /// Commanded and fed by the unit it is attached to.
        UnderCommand = "under_command",
        /// For one unit only, fed by its own chain.
        DirectSupport = "direct_support",
        /// For one or more units, fed by its own chain.
        InSupport = "in_support",
    }
}

words! {
    /// How a side came to know of an enemy formation (model page, "What a side knows").
    enum SightedBy: "way of sighting" {
        /// It stood in or beside a square of its fighting leaves.
        Contact = "contact",
        /// A recce told it.
        Recce = "recce",
        /// It fought it.
        Battle = "battle",
        /// The umpire reported it.
        Report = "report",
    }
}

words! {
    /// How a battle ended.
    enum BattleEnd: "end of battle" {
        /// The attacker took the square.
        Taken = "taken",
        /// The attacker took it, and a counter-attack won it back.
        WonBack = "won_back",
        /// The attacker broke off, or had nobody left to attack.
        BrokenOff = "broken_off",
        /// The moves were used up.
        OutOfMoves = "out_of_moves",
    }
}

words! {
    /// What a base is: battalion, regiment, company or platoon.
    enum Scale: "scale" {
        /// A base is a battalion.
        Corps = "corps",
        /// A base is a regiment or brigade.
        Front = "front",
        /// A base is a company.
        Division = "division",
        /// A base is a platoon.
        Regiment = "regiment",
    }
}

impl Scale {
    /// The full strength in SP of a base of which none is given.
    pub fn usual_sp(self, echelon: Echelon) -> u16 {
        if self == Self::Corps && echelon == Echelon::Battalion { 3 } else { 1 }
    }
}

words! {
    /// A rule system for battles.
    enum RuleSystemId: "rule system" {
        /// NQM Squared, the default.
        NqmSquared = "nqm-squared" | "nqm",
        /// NQM Free Fastplay.
        NqmFree = "nqm-free",
        /// War Times Journal, 1943.
        WarTimesJournal1943 = "war-times-journal-1943" | "wtj-1943",
        /// Brigadier General Commands.
        BrigadierGeneralCommands = "brigadier-general-commands" | "bgc",
        /// Square Bashing.
        SquareBashing = "square-bashing" | "sb",
    }
}

impl RuleSystemId {
    /// What players call it.
    pub fn title(self) -> &'static str {
        match self {
            Self::NqmSquared => "NQM Squared",
            Self::NqmFree => "NQM Free Fastplay",
            Self::WarTimesJournal1943 => "War Times Journal, 1943",
            Self::BrigadierGeneralCommands => "Brigadier General Commands",
            Self::SquareBashing => "Square Bashing",
        }
    }
}
