//! The house figures of the page (1.3), and what a group sets in their place.

use serde_json::Value as Json;

/// The figures as the page has them.
const PAGE: &str = r#"
[command]
E = [1, 2]
V = [2, 2]
R = [2, 3]
C = [3, 4]
M = [3, 4]
G = [4, 5]
[immobilise]
woods = 3
mud = 3
stream = 4
trench = 4
marsh = 5
rubble = 5
[move_yards]
prone = 50
manhandle = 50
walk = 150
rush = 250
heavy_weapon = 100
cyclist = 200
wagon = 200
cavalry = 400
wheeled = 500
tracked = 400
assault_bonus = 100
rough_factor = "1/2"
wheeled_rough_factor = "1/4"
towing_factor = "3/4"
[range_yards]
close = 100
effective = 300
long = 600
assault_weapon = 100
lmg = 600
mg = 1000
gun_short_per_class = 100
gun_effective_per_class = 300
gun_long_per_class = 600
[small_arms]
D = 4
K = 6
KK = 8
close = 1
long = -1
mg = 1
packed = 1
moved = -1
pinned = -1
partial_los = -1
target_prone = -1
soft_cover = -1
hard_cover = -2
entrenched = -3
[direct]
hit_on = 7
moved = -2
pinned = -2
target_moving = -1
small = -1
large = 1
short = 1
long = -1
soft_cover = -1
hard_cover = -2
[kill_tank]
K = 5
D = 4
I = 3
[kill_personnel]
K = 5
D = 3
big_gun = 1
hard_cover = -1
entrenched = -2
[gun_class]
mm40 = 3
mm60 = 4
mm84 = 5
mm99 = 6
mm119 = 7
mm139 = 8
above = 9
[armour_class]
soft = 0
armoured_car = 2
tank_light = 3
tank_medium = 5
tank_heavy = 7
[area]
personnel = { K = 6, D = 5 }
soft = { K = 6, D = 5 }
tank = { D = 7, I = 6 }
heavy_battery = 1
prone = -1
soft_cover = -1
hard_cover = -2
entrenched = -3
[assault]
ratio2 = 1
ratio3 = 2
assault_weapons = 1
tanks = 2
demoralised = -2
pinned = -1
hard_cover = 1
entrenched = 2
elite = 1
green = -1
[morale]
E = ["-", "P", "P", "W"]
V = ["-", "P", "W", "W"]
R = ["P", "W", "W", "R"]
C = ["P", "W", "R", "RS"]
M = ["P", "W", "R", "RS"]
G = ["W", "R", "RS", "SD"]
hard_cover = 1
scenario_defender = 1
weak = -1
damaged_tank = -1
unsupported = -1
hq_lost = -1
swept = -1
[rally]
E = 2
V = 3
R = 4
C = 5
M = 5
G = 6
[misc]
bases_per_sp = 2
barrage_boxes = 1
barrage_mode = "request"
minefield_clear_factor = { standing = "1/2", prone = "1/4" }
travel_counts_as_moved = false
"#;

/// The figures of the page, the group's in their place where it has some.
pub(super) struct Figures(Json);

fn put(page: &mut Json, own: &Json) {
    match (page, own) {
        (Json::Object(page), Json::Object(own)) => {
            for (key, value) in own {
                put(page.entry(key).or_insert(Json::Null), value);
            }
        }
        (page, own) if !own.is_null() => *page = own.clone(),
        _ => {}
    }
}

impl Figures {
    pub(super) fn with(own: &Json) -> Self {
        let page: toml::Table = PAGE.parse().unwrap();
        let mut figures = serde_json::to_value(page).unwrap();
        put(&mut figures, own);
        Self(figures)
    }

    pub(super) fn json(&self) -> &Json {
        &self.0
    }

    pub(super) fn of(&self, table: &str, name: &str) -> i64 {
        self.0[table][name].as_i64().unwrap_or_else(|| panic!("no figure `{table}.{name}`"))
    }

    /// A row of the area chart: from which total on, if it has it.
    pub(super) fn area(&self, row: &str, mark: &str) -> Option<i64> {
        self.0["area"][row][mark].as_i64()
    }

    pub(super) fn command(&self, grade: &str, test: &str) -> i64 {
        self.0["command"][grade][usize::from(test == "assault")].as_i64().unwrap()
    }

    /// What a morale die with its modifiers comes to, in letters; `-` passes.
    pub(super) fn effect(&self, grade: &str, net: i64) -> String {
        let column = match net {
            2.. => return "-".to_owned(),
            1 => 0,
            0 => 1,
            -1 => 2,
            _ => 3,
        };
        self.0["morale"][grade][column].as_str().unwrap().to_owned()
    }

    /// A fraction as written, over and under.
    pub(super) fn fraction(&self, table: &str, name: &str) -> [i64; 2] {
        let of = if table == "clear" { &self.0["misc"]["minefield_clear_factor"] } else { &self.0[table] };
        let (over, under) = of[name].as_str().unwrap().split_once('/').unwrap();
        [over.parse().unwrap(), under.parse().unwrap()]
    }
}
