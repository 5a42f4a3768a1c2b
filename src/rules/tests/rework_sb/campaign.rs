//! Battles of a campaign: bases made units of the page, and brought home (5.1, 6.1 to 6.4).

use std::collections::BTreeMap;

use domain::{Arm, Grade, Note, Posture, Square, Terrain};
use rules::setup::{Fire, Setup};
use serde_json::{Map, Value as Json, json};

use super::super::drawing::Draw;
use super::super::rework_field::{ATTACKER, Came, DEFENDER, Laid};
use super::bound::{A, Bound, REAR, T, house};
use super::square::is_empty;

/// What comes home: the lines, the house parameters named, the dice used, what happened.
pub(super) struct Homecoming {
    pub(super) lines: Vec<String>,
    pub(super) house: Vec<String>,
    pub(super) used: usize,
    pub(super) seen: Vec<String>,
}

/// A battle as squares of the page.
pub(super) struct Told<'s> {
    laid: Laid<'s>,
    own: Json,
    house: Json,
    pub(super) input: Json,
    /// Which base each unit is.
    bases: [Vec<usize>; 3],
    extra: Vec<usize>,
    gun: Option<usize>,
    /// Names of house parameters that the way in leaned on.
    leans: Vec<&'static str>,
}

impl<'s> Told<'s> {
    pub(super) fn of(setup: &'s Setup) -> Self {
        let laid = Laid::of(setup);
        let own = setup.system.get(&setup.rules).cloned().unwrap_or_else(|| json!({}));
        let house = house(&own["house"]);
        let (bases, input) = ([Vec::new(), Vec::new(), Vec::new()], json!({}));
        let mut told = Self { laid, own, house, input, bases, extra: Vec::new(), gun: None, leans: Vec::new() };
        told.lay();
        told.tell();
        told
    }

    fn says(&self, at: usize) -> &Json {
        &self.own["bases"][self.laid.pieces[at].is.id.as_str()]
    }

    fn of_side(&self, side: usize) -> Vec<usize> {
        self.laid
            .all()
            .filter(|at| self.laid.pieces[*at].side == side && self.laid.pieces[*at].troops.is_some())
            .collect()
    }

    /// The square behind the one attacked.
    fn behind(&self) -> Square {
        let (from, target) = (self.laid.from, self.laid.setup.square);
        Square::new(2 * target.col - from.col, 2 * target.row - from.row)
    }

    fn lay(&mut self) {
        let is = |at: &usize| self.laid.pieces[*at].is;
        let target = self.laid.setup.square;
        let (attackers, defenders) = (self.of_side(ATTACKER), self.of_side(DEFENDER));
        let here = |at: &&usize| self.laid.is_here(**at);
        let first = |at: &&usize| is(at).arrives == 1;
        let away: Vec<usize> = attackers.iter().copied().filter(|at| !self.laid.is_here(*at)).collect();
        let joins = |at: &&usize| self.says(**at)["extra"] == true && is(at).square.steps_to(target) == 1;
        let guns = |at: &&usize| is(at).arm == Arm::Artillery && is(at).fire != Fire::Held && is(at).arrives <= 6;
        let by = self.own["barrage"]["by"].as_str();
        let named = by.map(|by| self.laid.all().find(|at| is(at).id.as_str() == by).unwrap());
        let battery: Vec<usize> = away.iter().filter(guns).copied().collect();
        let best = ["good", "average", "poor"]
            .into_iter()
            .find_map(|skill| battery.iter().copied().find(|gun| self.skill(*gun) == skill));
        let gun = named.or(best);
        let extra = away.iter().filter(first).filter(joins).copied().collect();
        let bases = [
            attackers.iter().filter(here).filter(first).copied().collect(),
            defenders.iter().filter(here).copied().collect(),
            defenders.iter().filter(|at| is(at).square == self.behind()).copied().collect(),
        ];
        (self.bases, self.extra, self.gun) = (bases, extra, gun);
    }

    /// How good the guns of a base are, by the grade of its unit.
    fn skill(&self, at: usize) -> &'static str {
        match self.laid.pieces[at].of.grade {
            Grade::Elite | Grade::Veteran => "good",
            Grade::Regular => "average",
            Grade::Conscript | Grade::Militia | Grade::Green => "poor",
        }
    }

    fn tell(&mut self) {
        let approach = &self.laid.setup.approach;
        let from_within = self.bases[A].iter().all(|at| self.laid.pieces[*at].is.square == self.laid.setup.square);
        let rear_of_a = if from_within { "free".to_owned() } else { self.laid.rear(ATTACKER) };
        let behind = serde_json::to_value(approach.behind.rear).unwrap().as_str().unwrap().to_owned();
        let terrains = [approach.attacker.terrain, self.laid.setup.terrain, approach.behind.terrain];
        let faces = [approach.attacker.enemy_faces, approach.defender.enemy_faces, approach.behind.enemy_faces];
        let rears = [rear_of_a, self.laid.rear(DEFENDER), behind];
        let mut input = json!({ "facing": approach.facing, "house": self.own["house"] });
        for (square, name) in [(A, "attacker"), (T, "defender"), (REAR, "behind")] {
            let units: Vec<Json> = self.bases[square].iter().map(|at| self.unit(*at)).collect();
            let dug_in = self.defence(square);
            if dug_in != "none" && self.own[name]["defence"].is_null() {
                self.leans.push("posture_defence");
            }
            let mut told = json!({ "units": units, "terrain": ground(terrains[square]), "defence": dug_in,
                "enemy_faces": faces[square], "rear_blocked": rears[square] == "barred",
                "rear_off_table": rears[square] == "off_map" });
            if square != REAR {
                told["support"] = json!(self.support([ATTACKER, DEFENDER][square]));
            }
            for (key, value) in self.own[name].as_object().into_iter().flatten() {
                told[key] = value.clone();
            }
            input[["A", "T", "rear"][square]] = told;
        }
        let assaulting = self.bases[A].iter().filter(|at| self.assaults(**at)).map(|at| self.unit(*at)["id"].clone());
        input["A"]["assaulting"] = assaulting.collect();
        let silent = |at: &&usize| self.says(**at)["hold_fire"] == true || self.laid.pieces[**at].is.fire == Fire::Held;
        let ids = self.bases.iter().flatten().filter(silent).map(|at| json!(self.laid.pieces[*at].is.id.as_str()));
        input["silent"] = ids.collect();
        input["rear_supports"] =
            json!(self.own["defender"]["support"].is_null() && self.bases[REAR].iter().any(|at| self.fights(*at)));
        input["extra_assaulters"] = json!(self.extra_by_face());
        for key in ["target_policy", "pursuit_fire"] {
            if !self.own[key].is_null() {
                input[key] = self.own[key].clone();
            }
        }
        self.tell_barrage(&mut input);
        self.input = input;
    }

    fn tell_barrage(&mut self, input: &mut Json) {
        let said = &self.own["barrage"];
        let kind = said["kind"].as_str().or(self.gun.map(|_| "point")).unwrap_or("none");
        if kind == "none" {
            return;
        }
        let by_grade = self.gun.map(|gun| self.skill(gun));
        let quality = said["quality"].as_str().or(by_grade).unwrap_or("average");
        input["barrage"] = json!({ "kind": kind, "quality": quality });
        if by_grade.is_some() && said["quality"].is_null() {
            self.leans.push("gun_quality");
        }
    }

    /// A base as a unit (6.1, 6.3).
    fn unit(&self, at: usize) -> Json {
        let piece = &self.laid.pieces[at];
        let (is, kind) = (piece.is, self.kind(at));
        let quality = match piece.of.grade {
            Grade::Elite | Grade::Veteran => "professional",
            Grade::Regular => "regular",
            Grade::Conscript | Grade::Militia | Grade::Green => "reservist",
        };
        let mut unit = json!({ "id": is.id.as_str(), "type": kind, "quality": quality });
        if kind == "hc" {
            return unit;
        }
        let (sp, markers, full) = (i64::from(is.sp), i64::from(is.markers), i64::from(is.sp_full));
        let per_sp = self.house["infantry_halves_per_sp"].as_i64().unwrap();
        let (full, now) = if kind == "infantry" || kind.starts_with("cavalry") {
            (full * per_sp, sp * per_sp - markers)
        } else {
            (2, if sp - markers >= 2 { 2 } else { 1 })
        };
        for (key, value) in [("halves_full", full), ("halves_now", now), ("sp", sp), ("markers", markers)] {
            unit[key] = json!(value);
        }
        unit
    }

    fn kind(&self, at: usize) -> String {
        let piece = &self.laid.pieces[at];
        let dug_in = matches!(piece.is.posture, Posture::DugIn | Posture::Fortified);
        let by_arm = match piece.troops.unwrap() {
            "hq" => "hc",
            "mg" => "mg",
            "infantry" => "infantry",
            "cavalry" if dug_in => "cavalry_dismounted",
            "cavalry" => "cavalry_mounted",
            "car" if piece.is.calibre_mm < 37 => "ac_light",
            "car" => "ac",
            "light tank" => "tank_light",
            "medium tank" | "heavy tank" => "tank_heavy",
            "mortar" => "mortar",
            _ => "artillery",
        };
        self.says(at)["type"].as_str().unwrap_or(by_arm).to_owned()
    }

    fn assaults(&self, at: usize) -> bool {
        let may = !matches!(self.kind(at).as_str(), "hc" | "mg" | "artillery" | "mortar");
        let steady = self.laid.pieces[at].is.notes.has(Note::NoMove);
        may && self.says(at)["assault"].as_bool().unwrap_or(!steady)
    }

    /// The best defence that at least half of its bases have.
    fn defence(&self, square: usize) -> &'static str {
        let bases = &self.bases[square];
        let of = |at: &usize| match self.laid.pieces[*at].is.posture {
            _ if self.laid.pieces[*at].is.casemated => 3,
            Posture::Fortified => 2,
            Posture::DugIn => 1,
            _ => 0,
        };
        let half =
            |least: &i32| !bases.is_empty() && bases.iter().filter(|at| of(at) >= *least).count() * 2 >= bases.len();
        let best = [3, 2, 1].into_iter().find(half).unwrap_or(0);
        ["none", "hasty", "trench", "fort"][best as usize]
    }

    /// A combat unit: no command.
    fn fights(&self, at: usize) -> bool {
        self.laid.pieces[at].troops != Some("hq")
    }

    /// Squares of a side beside the one attacked that hold a combat unit and send no extra assaulters.
    fn support(&self, side: usize) -> usize {
        let square = |at: &usize| self.laid.pieces[*at].is.square;
        let now = |at: &usize| side == DEFENDER || self.laid.pieces[*at].is.arrives == 1;
        let sends: Vec<Square> = self.extra.iter().map(square).collect();
        let beside =
            |at: &Square| at.steps_to(self.laid.setup.square) == 1 && *at != self.laid.from && !sends.contains(at);
        let all = self.of_side(side).into_iter().filter(|at| self.fights(*at)).filter(now);
        let mut squares: Vec<Square> = all.map(|at| square(&at)).filter(beside).collect();
        squares.sort_unstable();
        squares.dedup();
        squares.len()
    }

    fn extra_by_face(&self) -> Vec<usize> {
        let mut faces: BTreeMap<Square, usize> = BTreeMap::new();
        for at in &self.extra {
            *faces.entry(self.laid.pieces[*at].is.square).or_default() += 1;
        }
        faces.into_values().collect()
    }

    /// What comes home with these dice.
    pub(super) fn home(&self, faces: &[u8]) -> Homecoming {
        let bound = Bound::laid(&self.input, faces);
        let hq = |at: &usize| self.laid.pieces[*at].troops == Some("hq");
        if !self.bases[T].is_empty() && self.bases[T].iter().all(hq) && !is_empty(&bound.units[A]) {
            let first = bound.leader().map(|at| self.bases[A][at]);
            let lines = self.laid.home(&self.laid.makes_way(&self.bases[T], first), first);
            return Homecoming { lines, house: Vec::new(), used: 0, seen: vec!["command makes way".to_owned()] };
        }
        let bound = Bound::fought(&self.input, faces);
        let answer = bound.answer();
        let mut came: Vec<Option<Came>> = vec![None; self.laid.pieces.len()];
        for (square, name) in [(A, "A"), (T, "T"), (REAR, "rear")] {
            for (nth, at) in self.bases[square].iter().enumerate() {
                let home = &answer[name][self.laid.pieces[*at].is.id.as_str()];
                let one =
                    if home.is_null() { self.command(&bound, square, *at) } else { came_home(&bound, square, home) };
                let acted = square == A && bound.attacked[nth];
                came[*at] = Some(Came { acted, engaged: acted || bound.was_hit(square), ..one });
            }
        }
        let assaulted = bound.result.is_some_and(|result| result != "OCCUPIED");
        for at in &self.extra {
            came[*at] = Some(Came { acted: assaulted, engaged: assaulted, ..self.laid.unhurt(*at) });
        }
        if let Some(gun) = self.gun.filter(|_| bound.fell.is_some()) {
            let home = came[gun].take().unwrap_or_else(|| self.laid.unhurt(gun));
            came[gun] = Some(Came { engaged: true, ..home });
        }
        let mut house: Vec<String> = serde_json::from_value(answer["house_parameters"].clone()).unwrap();
        house.extend(self.leans.iter().map(|name| (*name).to_owned()));
        if self.bases.iter().flatten().any(|at| !hq(at)) {
            house.push("campaign_quality".to_owned());
        }
        house.sort_unstable();
        house.dedup();
        let lines = self.laid.home(&came, bound.advances.map(|at| self.bases[A][at]));
        Homecoming { lines, house, used: bound.used, seen: bound.seen }
    }

    /// Command goes with its square; left alone when the enemy enters it goes back one.
    fn command(&self, bound: &Bound<'_>, square: usize, at: usize) -> Came {
        let unhurt = self.laid.unhurt(at);
        if square == REAR {
            return unhurt;
        }
        let off = bound.position[square] == "off_table" || square == T && bound.off_map;
        let back = back(bound, square);
        let retires = Came { morale: "retire".to_owned(), back, off, ..unhurt.clone() };
        if off || back > 0 {
            return retires;
        }
        let stands = |nth: usize| bound.units[square][nth].lives() && !(square == T && bound.captured.contains(&nth));
        let alone = !(0..bound.units[square].len()).any(stands);
        let contested = self.laid.pieces[at].is.square == self.laid.setup.square;
        let entered = if square == T { bound.advances.is_some() } else { contested && !is_empty(&bound.units[T]) };
        let told = &self.input[["A", "T"][square]];
        let barred = told["rear_blocked"] == true || told["enemy_faces"].as_i64().unwrap() >= 4;
        if alone && entered && !barred {
            return Came { back: 1, off: told["rear_off_table"] == true, ..retires };
        }
        unhurt
    }
}

/// How many squares a square went back.
fn back(bound: &Bound<'_>, square: usize) -> u8 {
    match square {
        A => u8::from(bound.position[A] == "withdraw1"),
        T => bound.withdrawn.min(2) as u8,
        _ => 0,
    }
}

fn came_home(bound: &Bound<'_>, square: usize, home: &Json) -> Came {
    let morale = home["morale"].as_str().unwrap();
    let steady = square != REAR && bound.morale[square] == Some("STEADY");
    let steady = steady && !matches!(morale, "rout" | "lost" | "captured");
    Came {
        sp: home["sp"].as_u64().unwrap(),
        markers: home["markers"].as_u64().unwrap(),
        morale: morale.to_owned(),
        notes: steady.then(|| "no_move".to_owned()).into_iter().collect(),
        back: back(bound, square),
        off: home["state"] == "off_map",
        dispersed: home["state"] == "dispersed",
        acted: false,
        engaged: false,
    }
}

/// 6.2: marsh is open but for leaving it.
fn ground(terrain: Terrain) -> &'static str {
    match terrain {
        Terrain::Close => "woods",
        Terrain::Town | Terrain::City => "buildings",
        Terrain::Open | Terrain::Marsh | Terrain::Lake => "open",
    }
}

/// What is said of a square.
fn square(draw: &mut Draw, names: &[(&str, usize)]) -> Json {
    let mut square = json!({});
    for (key, words) in [("terrain", super::TERRAINS), ("defence", super::DEFENCES)] {
        if draw.once_in(3) {
            square[key] = json!(draw.of(words));
        }
    }
    if draw.once_in(6) {
        square["barrage"] = json!(draw.below(4));
    }
    super::flags(draw, &mut square, names);
    square
}

/// What an engagement says for this system alone, of some of these bases.
pub(super) fn own(draw: &mut Draw, lines: &[Vec<String>; 2]) -> String {
    let mut own = json!({});
    if draw.once_in(3) {
        let house = super::house(draw);
        // At the edge of the map a base is an SP only where an SP has two halves.
        own["house"] = if house["infantry_halves_per_sp"].is_null() { house } else { json!({}) };
    }
    if draw.once_in(4) {
        own["target_policy"] = json!("retire");
    }
    if draw.once_in(6) {
        own["pursuit_fire"] = json!(draw.once_in(2));
    }
    if draw.once_in(3) {
        own["barrage"] = json!({ "kind": draw.of(&["none", "suppression", "point", "rolling", "gas"]) });
        if draw.once_in(2) {
            own["barrage"]["quality"] = json!(draw.of(&["poor", "average", "good"]));
        }
    }
    let guns: Vec<&str> =
        lines[ATTACKER].iter().filter(|line| line.contains(" guns ")).map(|line| first_word(line)).collect();
    if !guns.is_empty() && draw.once_in(3) {
        own["barrage"]["by"] = json!(draw.of(&guns));
    }
    let both = [("hill", 8), ("wtf", 6), ("morale_bonus", 6), ("hold_the_line", 8), ("suppressed", 14)];
    if draw.once_in(2) {
        own["attacker"] = square(draw, &[&both[..], &[("fighting_bonus", 5), ("shock", 6)]].concat());
        own["defender"] = square(draw, &both);
        own["behind"] = square(draw, &[]);
    }
    for name in ["attacker", "defender"] {
        if own[name].is_object() && draw.once_in(3) {
            own[name]["support"] = json!(draw.below(5));
        }
    }
    own["bases"] = of_bases(draw, lines);
    own.as_object_mut().unwrap().retain(|_, value| !value.is_null());
    format!("system = {{ square-bashing = {} }}\n", toml::Value::try_from(own).unwrap())
}

fn first_word(line: &str) -> &str {
    line.split(' ').next().unwrap()
}

fn of_bases(draw: &mut Draw, lines: &[Vec<String>; 2]) -> Json {
    let mut bases = Map::new();
    for (side, lines) in lines.iter().enumerate() {
        for line in lines {
            let mut words = line.split(' ');
            let (id, kind) = (words.next().unwrap(), words.next().unwrap());
            let foot =
                kind == "motorised" || kind == "tanks" || line.contains("infantry sp") || line.contains("mobility=");
            let mut of = json!({});
            if side == ATTACKER && foot {
                if line.contains("square=0504") && !line.contains("arrives") {
                    super::flags(draw, &mut of, &[("extra", 2)]);
                }
                if draw.once_in(8) {
                    of["assault"] = json!(draw.once_in(2));
                }
            } else if !matches!(kind, "hq" | "trucks") && draw.once_in(10) {
                of["type"] = json!(draw.of(&super::TYPES[..13]));
            }
            if kind != "trucks" {
                super::flags(draw, &mut of, &[("hold_fire", 9)]);
            }
            if of != json!({}) {
                bases.insert(id.to_owned(), of);
            }
        }
    }
    Json::Object(bases)
}
