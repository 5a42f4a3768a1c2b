//! Engagements of a campaign, as a seed draws them: sketched in few words.

use super::super::drawing::Draw;

const TROOPS: &[&str] = &[
    "infantry",
    "infantry",
    "infantry",
    "infantry",
    "infantry men=M",
    "infantry calibre_mm=50",
    "motorised",
    "engineers",
    "recce",
    "recce mobility=foot calibre_mm=20",
    "recce mobility=armoured calibre_mm=20",
    "recce mobility=armoured calibre_mm=45",
    "recce mobility=cavalry",
    "infantry arm=cavalry mobility=cavalry",
    "tanks",
    "tanks armour=L calibre_mm=37",
    "tanks armour=H calibre_mm=122",
    "at_guns",
    "at_guns sp_full=2 calibre_mm=88",
    "aa calibre_mm=88",
    "aa calibre_mm=20",
    "guns",
    "guns calibre_mm=82",
    "guns armour=VL calibre_mm=150",
    "guns calibre_mm=152",
    "hq",
    "trucks",
];
const FIRST: &[&str] = &["infantry", "infantry", "infantry", "motorised", "tanks", "infantry men=M"];
const POSTURES: &[&str] =
    &["open", "moving", "road_march", "dug_in", "dug_in", "fortified", "fortified casemated=true"];
const GRADES: &[&str] = &["green", "militia", "conscript", "regular", "regular", "veteran", "elite"];

/// The bases of a leaf, a line each.
fn leaf(draw: &mut Draw, id: &str, side: &str, kinds: &[&str], notes: &str) -> Vec<String> {
    let attacks = side == "attacker";
    let kind = draw.of(kinds);
    let first = kinds == FIRST || kinds.len() == 1;
    let guns = kind.starts_with("guns");
    let square = match (attacks, draw.below(12)) {
        _ if first => "",
        (true, 0) => " square=0505",
        (true, 1) => " square=0504",
        (true, 2 | 3) if guns => " square=0305",
        (false, 0 | 1) => " square=0605",
        _ => "",
    };
    let late = !first && (!guns || square.ends_with("305")) && draw.once_in(14);
    let late = if late { format!(" arrives={}", 2 + draw.below(6)) } else { String::new() };
    let posture = if attacks { draw.of(&POSTURES[..4]) } else { draw.of(POSTURES) };
    let count = if draw.once_in(3) { 1 + draw.below(3) } else { 1 };
    (1..=count)
        .map(|nth| {
            let id = if count == 1 { id.to_owned() } else { format!("{id}#{nth}") };
            let full = if kind.contains("sp_full=2") { 2 } else { 3 };
            let few =
                matches!(kind.split(' ').next(), Some("engineers" | "recce" | "at_guns" | "aa" | "hq" | "trucks"));
            let sp = 1 + draw.below(if few && full == 3 { 1 } else { full });
            let mut line = format!("{id} {kind} sp={sp} posture={posture}{square}{late}");
            if draw.once_in(3) {
                line = format!("{line} markers={}", draw.below(sp + 1));
            }
            if guns && draw.once_in(6) {
                line += draw.of(&[" fire=held", " fire=direct"]);
            }
            if draw.once_in(9) {
                line += notes;
            }
            line += if draw.once_in(14) { " disorganised=true" } else { "" };
            format!("\"{line}\"")
        })
        .collect()
}

/// A side: its units, their leaves.
fn side(draw: &mut Draw, side: &str, notes: &str, lines: &mut Vec<String>) -> String {
    let mut text = String::new();
    let mark = &side[..1];
    let alone = side == "defender" && draw.once_in(25);
    for unit in 0..=if alone { 0 } else { draw.below(3) } {
        let mut bases = Vec::new();
        for nth in 0..=if alone { 0 } else { draw.below(4) } {
            let id = format!("{mark}{unit}-{nth}");
            let kinds = match (unit, nth) {
                _ if alone => &["hq"],
                (0, 0) => FIRST,
                _ => TROOPS,
            };
            bases.extend(leaf(draw, &id, side, kinds, notes));
        }
        lines.extend(bases.iter().map(|line| line.trim_matches('"').to_owned()));
        text = format!(
            "{text}[[{side}]]\nid = \"{mark}{unit}\"\ngrade = \"{}\"\nhq_die = {}\nowed = {}\nbases = [{}]\n",
            draw.of(GRADES),
            draw.below(5),
            usize::from(draw.once_in(4)),
            bases.join(", ")
        );
    }
    text
}

fn stand(draw: &mut Draw, rears: &[&str]) -> String {
    let terrain = draw.of(&["open", "open", "close", "town", "marsh"]);
    format!("{{ terrain = \"{terrain}\", enemy_faces = {}, rear = \"{}\" }}", draw.below(4), draw.of(rears))
}

/// An engagement as it is sketched; `own` adds what is said for one system alone, of these bases (lines of the sketch), attackers and defenders.
pub(in super::super) fn battle(
    draw: &mut Draw,
    notes: &str,
    own: impl Fn(&mut Draw, &[Vec<String>; 2]) -> String,
) -> String {
    let mut lines = [Vec::new(), Vec::new()];
    let attackers = side(draw, "attacker", notes, &mut lines[0]);
    let defenders = side(draw, "defender", notes, &mut lines[1]);
    let terrain = draw.of(&["open", "open", "close", "town", "city", "marsh"]);
    let rears = ["free", "free", "free", "barred", "off_map"];
    let from = if draw.once_in(2) { "from = \"0405\", " } else { "" };
    let facing = draw.of(&["front", "front", "flank", "rear"]);
    let stream = draw.once_in(5);
    let stands = [(); 3].map(|()| stand(draw, &rears));
    let own = own(draw, &lines);
    format!(
        "{attackers}{defenders}[battle]\nterrain = \"{terrain}\"\napproach = {{ {from}facing = \"{facing}\", stream = {stream}, \
         attacker = {}, defender = {}, behind = {} }}\n{own}",
        stands[0], stands[1], stands[2]
    )
}
