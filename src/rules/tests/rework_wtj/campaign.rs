//! Battles of a campaign: bases made units of the page, and brought home (4.1, 5.1 to 5.3).

use domain::{Arm, Grade, Note, Posture, Terrain};
use rules::setup::{Fire, Setup};
use serde_json::{Map, Value as Json, json};

use super::super::rework_field::{ATTACKER, Came, DEFENDER, Laid};
use super::bound::{A, Bound, D, Unit};
use super::figures::Figures;

/// A battle as units of the page.
pub(super) struct Told<'s> {
    laid: Laid<'s>,
    own: Json,
    figures: Figures,
    pub(super) input: Json,
    /// Which base each unit is.
    bases: [Vec<usize>; 2],
    battery: Vec<usize>,
}

fn kind(troops: &str) -> &'static str {
    match troops {
        "hq" => "hq",
        "mg" => "mg",
        "infantry" | "cavalry" => "personnel",
        "car" => "vehicle",
        "light tank" | "medium tank" | "heavy tank" => "tank",
        _ => "gun",
    }
}

impl<'s> Told<'s> {
    pub(super) fn of(setup: &'s Setup) -> Self {
        let laid = Laid::of(setup);
        let own = setup.system.get(&setup.rules).cloned().unwrap_or_else(|| json!({}));
        let figures = Figures::with(&own["house"]);
        let mut told =
            Self { laid, own, figures, input: json!({}), bases: [Vec::new(), Vec::new()], battery: Vec::new() };
        told.lay();
        let units = |at: &Vec<usize>| at.iter().map(|at| told.unit(*at)).collect::<Vec<Json>>();
        let approach = &setup.approach;
        let by_ground = match setup.terrain {
            Terrain::Close => Some("woods"),
            Terrain::Marsh => Some("marsh"),
            _ => None,
        };
        let stream = approach.stream.then_some("stream");
        let dangerous: Vec<&str> = by_ground.into_iter().chain(stream).collect();
        let hits = |at: &&usize| told.laid.pieces[**at].troops == Some("hq");
        let hq = told.bases[A].iter().filter(hits).map(|at| told.laid.pieces[*at].is.markers).max();
        let classes = told.battery.iter().map(|at| told.class(told.laid.pieces[*at].is.calibre_mm)).max();
        let mut input = json!({
            "A": units(&told.bases[A]), "D": units(&told.bases[D]), "hq_hits_A": hq.unwrap_or(0),
            "rear_blocked": told.laid.rear(DEFENDER) == "barred", "A_rear_blocked": told.laid.rear(ATTACKER) == "barred",
            "dangerous": if told.own["dangerous"].is_null() { json!(dangerous) } else { told.own["dangerous"].clone() },
            "house": told.own["house"],
        });
        if let Some(class) = classes {
            input["barrage"] = json!({ "gun_class": class });
        }
        told.input = input;
        told
    }

    fn says(&self, at: usize) -> &Json {
        &self.own["bases"][self.laid.pieces[at].is.id.as_str()]
    }

    fn lay(&mut self) {
        let laid = &self.laid;
        let guns = |at: usize| laid.pieces[at].is.arm == Arm::Artillery;
        let silent = |at: usize| laid.pieces[at].is.fire == Fire::Held && guns(at);
        let ready = |at: usize| laid.pieces[at].is.arrives == 1 && !silent(at);
        let here = |side: usize| {
            laid.all().filter(|at| laid.pieces[*at].side == side && laid.is_here(*at) && ready(*at)).collect::<Vec<_>>()
        };
        let attackers = || laid.all().filter(|at| laid.pieces[*at].side == ATTACKER && !laid.is_here(*at));
        let beside = |at: &usize| laid.pieces[*at].is.square.steps_to(laid.setup.square) == 1;
        let joins = attackers()
            .filter(|at| ready(*at) && !guns(*at) && beside(at) && self.says(*at)["joins"] == true)
            .filter(|at| laid.pieces[*at].troops.is_some());
        let fires = |at: &usize| match self.own["barrage"].as_bool() {
            Some(said) => said,
            None => laid.pieces[*at].is.fire == Fire::Indirect,
        };
        let in_time = |at: &usize| laid.pieces[*at].is.arrives <= 6 && !silent(*at);
        let battery: Vec<usize> = attackers().filter(|at| guns(*at)).filter(in_time).filter(fires).collect();
        let bases = [here(ATTACKER).into_iter().chain(joins).collect(), here(DEFENDER)];
        (self.bases, self.battery) = (bases, battery);
    }

    /// The class of a gun by its calibre (1.3).
    fn class(&self, calibre: u16) -> i64 {
        let rows = [(40, "mm40"), (60, "mm60"), (84, "mm84"), (99, "mm99"), (119, "mm119"), (139, "mm139")];
        let row = rows.into_iter().find(|(most, _)| calibre <= *most).map_or("above", |(_, row)| row);
        self.figures.of("gun_class", row)
    }

    /// A base as a unit (5.1).
    fn unit(&self, at: usize) -> Json {
        let piece = &self.laid.pieces[at];
        let (is, troops) = (piece.is, piece.troops.unwrap());
        let kind = kind(troops);
        let grade = match piece.of.grade {
            Grade::Elite => "E",
            Grade::Veteran => "V",
            Grade::Regular => "R",
            Grade::Conscript => "C",
            Grade::Militia => "M",
            Grade::Green => "G",
        };
        let (sp, markers, full) = (i64::from(is.sp), i64::from(is.markers), i64::from(is.sp_full));
        let per_sp = self.figures.of("misc", "bases_per_sp");
        let mut unit = json!({ "id": is.id.as_str(), "kind": kind, "grade": grade, "sp": sp, "markers": markers });
        if kind == "personnel" {
            unit["bases"] = json!((sp * per_sp - markers).max(1));
            unit["original"] = json!(full * per_sp);
        } else {
            (unit["bases"], unit["original"], unit["damaged_bases"]) = (json!(sp), json!(full), json!(markers));
        }
        if matches!(kind, "gun" | "tank" | "vehicle") && is.calibre_mm > 0 {
            unit["gun_class"] = json!(self.class(is.calibre_mm));
        }
        let armour = match troops {
            "car" => "armoured_car",
            "light tank" => "tank_light",
            "medium tank" => "tank_medium",
            "heavy tank" => "tank_heavy",
            _ => "soft",
        };
        let dug_in = matches!(is.posture, Posture::DugIn | Posture::Fortified);
        unit["armour"] = json!(armour);
        unit["cover"] = json!(self.cover(at));
        unit["pinned"] = json!(is.notes.has(Note::Pinned));
        unit["scenario_defender"] = json!(piece.side == DEFENDER && dug_in);
        unit["unsupported"] = json!(!self.has_friends(at));
        if is.notes.has(Note::Immobilised) && matches!(kind, "tank" | "vehicle") {
            unit["plan"] = json!("support");
        }
        for (key, value) in self.says(at).as_object().into_iter().flatten().filter(|(key, _)| *key != "joins") {
            unit[key] = value.clone();
        }
        unit
    }

    /// The better of posture and ground.
    fn cover(&self, at: usize) -> &'static str {
        let piece = &self.laid.pieces[at];
        let attackers = self.laid.setup.approach.attacker.terrain;
        let ground = if piece.side == ATTACKER { attackers } else { self.laid.setup.terrain };
        match (piece.is.posture, ground) {
            (Posture::Fortified, _) => "entrenched",
            (Posture::DugIn, _) | (_, Terrain::Town | Terrain::City) => "hard_cover",
            (_, Terrain::Close) => "soft_cover",
            _ => "open",
        }
    }

    /// Another personnel or tank unit of its side in its square or beside it.
    fn has_friends(&self, at: usize) -> bool {
        let piece = &self.laid.pieces[at];
        self.laid.all().filter(|other| *other != at).map(|other| &self.laid.pieces[other]).any(|other| {
            let helps = other.troops.is_some_and(|troops| matches!(kind(troops), "personnel" | "tank"));
            other.side == piece.side && helps && other.is.square.steps_to(piece.is.square) <= 1
        })
    }

    /// What comes home with these dice: its lines, the house figures named, dice used, what happened.
    pub(super) fn home(&self, faces: &[u8]) -> (Vec<String>, Vec<String>, usize, Vec<String>) {
        let hq = |at: &usize| self.laid.pieces[*at].troops == Some("hq");
        if !self.bases[D].is_empty() && self.bases[D].iter().all(hq) {
            let enters = |at: &&usize| !matches!(kind(self.laid.pieces[**at].troops.unwrap()), "hq" | "gun");
            let stands = |at: &&usize| self.laid.is_here(**at);
            let first = self.bases[A].iter().filter(stands).find(enters).copied();
            let came = self.laid.makes_way(&self.bases[D], first);
            return (self.laid.home(&came, first), Vec::new(), 0, vec!["command makes way".to_owned()]);
        }
        let bound = Bound::fought(&self.input, faces);
        let (used, seen) = (bound.used, bound.seen.clone());
        let acts = bound.sides.each_ref().map(|units| units.iter().map(did).collect::<Vec<_>>());
        let advances = bound.advances.map(|at| self.bases[A][at]);
        let answer = bound.answer();
        let mut came: Vec<Option<Came>> = vec![None; self.laid.pieces.len()];
        for gun in &self.battery {
            came[*gun] = Some(Came { engaged: true, ..self.laid.unhurt(*gun) });
        }
        for (side, key) in [(A, "A"), (D, "D")] {
            for (nth, at) in self.bases[side].iter().enumerate() {
                let home = &answer[key][self.laid.pieces[*at].is.id.as_str()];
                came[*at] = Some(self.came(home, side, acts[side][nth]));
            }
        }
        let mut house: Vec<String> = serde_json::from_value(answer["house_parameters"].clone()).unwrap();
        let guns = |at: &usize| self.unit_has_class(*at);
        if self.bases.iter().flatten().chain(&self.battery).any(guns) {
            house.push("wtj.gun_class".to_owned());
        }
        house.sort_unstable();
        (self.laid.home(&came, advances), house, used, seen)
    }

    /// Whether its calibre was made a class.
    fn unit_has_class(&self, at: usize) -> bool {
        let piece = &self.laid.pieces[at];
        let armed = piece.troops.is_some_and(|troops| matches!(kind(troops), "gun" | "tank" | "vehicle"));
        armed && piece.is.calibre_mm > 0
    }

    fn came(&self, home: &Json, side: usize, [acted, engaged]: [bool; 2]) -> Came {
        let number = |key: &str| home[key].as_u64().unwrap();
        let back = number("withdraw") as u8;
        Came {
            sp: number("sp"),
            markers: number("markers").min(number("sp")),
            morale: home["morale"].as_str().unwrap().to_owned(),
            notes: serde_json::from_value(home["flags"].clone()).unwrap(),
            back,
            off: back > 0 && self.laid.rear(side) == "off_map",
            dispersed: false,
            acted,
            engaged,
        }
    }
}

/// Whether it fired or assaulted; whether it did, went forward, or was fired at.
fn did(unit: &Unit<'_>) -> [bool; 2] {
    let acted = unit.fired || unit.fought;
    [acted, acted || unit.shot_at || !unit.passed.is_empty()]
}

/// What an engagement says for this system alone, of some of these bases.
pub(super) fn own(draw: &mut super::Draw, lines: &[Vec<String>; 2]) -> String {
    let mut own = Map::new();
    if draw.once_in(4) {
        own.insert("house".to_owned(), super::house(draw));
    }
    if draw.once_in(4) {
        own.insert("barrage".to_owned(), json!(draw.once_in(2)));
    }
    if draw.once_in(4) {
        own.insert("dangerous".to_owned(), json!([draw.of(&["woods", "mud", "trench"])]));
    }
    let mut bases = Map::new();
    for (side, lines) in lines.iter().enumerate() {
        for line in lines.iter().filter(|_| draw.once_in(5)).collect::<Vec<_>>() {
            let id = line.split(' ').next().unwrap();
            let mut of = Map::new();
            let flags =
                ["prone", "packed", "over_top", "withdrew", "demoralised", "hq_lost", "assault_weapons", "limbered"];
            super::flags(draw, &mut of, &flags.map(|flag| (flag, 6)));
            super::flags(draw, &mut of, if side == ATTACKER { &[("joins", 2)] } else { &[] });
            let words: [(&str, &[&str]); 3] = [
                ("plan", &["assault", "maneuver", "support"]),
                ("cover", &["open", "soft_cover", "hard_cover", "entrenched"]),
                ("size", &["small", "large"]),
            ];
            for (key, list) in words {
                if draw.once_in(5) {
                    of.insert(key.to_owned(), json!(draw.of(list)));
                }
            }
            for key in ["pinned", "unsupported", "scenario_defender"] {
                if draw.once_in(8) {
                    of.insert(key.to_owned(), json!(draw.once_in(2)));
                }
            }
            bases.insert(id.to_owned(), Json::Object(of));
        }
    }
    own.insert("bases".to_owned(), Json::Object(bases));
    format!("system = {{ war-times-journal-1943 = {} }}\n", toml::Value::try_from(Json::Object(own)).unwrap())
}
