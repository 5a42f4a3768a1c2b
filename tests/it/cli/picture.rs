//! The map as a picture: `map --svg` and `map --png`, as files, and what they hold for whom.

use ledger::{Ledger, Moment};

use super::field::Field;
use super::history::played;
use super::known::Hidden;
use super::own_campaign::{exists, said, text, tutorial};

/// What stands in a picture behind its embedded fonts.
fn drawn(field: &Field, file: &str) -> String {
    let text = text(field, file);
    text.rsplit_once("</style>").map(|(_, drawn)| drawn.to_owned()).unwrap()
}

/// What is seen of a picture: the texts in it, in order.
fn texts(picture: &str) -> Vec<&str> {
    let texts = picture.split("<text ").skip(1).filter_map(|text| text.split_once('>')?.1.split_once("</text>"));
    texts.map(|(text, _)| text).collect()
}

#[test]
fn the_tutorial_is_drawn_the_same_each_time() {
    let field = tutorial();
    assert_eq!(said(&field, "map --svg one.svg"), (0, "one.svg: written\n".to_owned()));
    assert_eq!(said(&field, "map --svg two.svg --quiet"), (0, String::new()));
    assert_eq!(text(&field, "one.svg"), text(&field, "two.svg"));
    let picture = drawn(&field, "one.svg");
    let is_word = |text: &&str| !text.chars().all(|letter| letter.is_ascii_digit());
    let words: Vec<&str> = texts(&picture).into_iter().filter(is_word).collect();
    insta::assert_snapshot!("first_bound_texts", words.join("\n"));
    for layer in ["ground", "rivers", "roads", "railways", "crossings", "front", "supply", "names", "units", "margin"] {
        assert!(picture.contains(&format!("<g id=\"{layer}\">")), "{layer}");
    }
    assert!(picture.contains("data-unit=\"ax.pz\"") && picture.contains("data-square=\"0705\""));
}

#[test]
fn layers_are_hidden_and_shown() {
    let field = tutorial();
    field.done("map --svg less.svg --hide supply,names,units --quiet");
    let picture = drawn(&field, "less.svg");
    assert!(!picture.contains("id=\"supply\"") && !picture.contains("data-unit") && !texts(&picture).contains(&"Brod"));
    field.done("map --svg more.svg --show hq --quiet");
    field.done("map --svg usual.svg --quiet");
    let count = |file: &str| drawn(&field, file).matches("data-unit").count();
    assert!(count("more.svg") > count("usual.svg"));
}

#[test]
fn a_window_shows_battalions_and_a_unit_what_is_under_it() {
    let field = tutorial();
    field.done("map --svg window.svg --at Brod --quiet");
    // Battalions of one regiment and arm in one square share a symbol.
    assert!(drawn(&field, "window.svg").contains("data-unit=\"ax.pz.r1.b1 ax.pz.r1.b2\""));
    field.done("map --svg unit.svg --unit ax.pz --quiet");
    let picture = drawn(&field, "unit.svg");
    assert!(picture.contains("ax.pz") && !picture.contains("data-unit=\"ax.id"), "{picture}");
}

#[test]
fn a_png_is_as_wide_as_it_is_asked_to_be() {
    let field = tutorial();
    field.done("map --png map.png --pixels 390 --quiet");
    let bytes = std::fs::read(field.dir.path().join("map.png")).unwrap();
    assert_eq!((&bytes[1..4], u32::from_be_bytes(bytes[16..20].try_into().unwrap())), (&b"PNG"[..], 390));
    let both = field.json("map --svg both.svg --png both.png --pixels 200");
    assert_eq!(both, serde_json::json!({"svg": "both.svg", "png": "both.png"}));
}

#[test]
fn an_order_of_battle_and_figures_are_drawn() {
    let field = tutorial();
    field.done("unit set ax.pz.r1.b1 sp=1");
    field.done("bound close --anyway --seed 1 -q");
    for (name, command) in [
        ("orbat", "orbat"),
        ("division", "orbat ax.pz"),
        ("stats", "stats"),
        ("supply", "stats supply"),
        ("arms", "stats --by arm"),
        ("battles", "stats --by battle"),
    ] {
        field.done(&format!("{command} --svg {name}.svg -q"));
        field.done(&format!("{command} --svg {name}-2.svg -q"));
        assert_eq!(text(&field, &format!("{name}.svg")), text(&field, &format!("{name}-2.svg")), "the same bytes");
        insta::assert_snapshot!(
            format!("drawn_{name}_texts"),
            texts(&drawn(&field, &format!("{name}.svg"))).join("\n")
        );
    }
    field.done("stats --png stats.png --pixels 300 -q");
    assert_eq!(said(&field, "stats --svg stats.svg"), (1, exists("stats.svg")));
}

/// What a plot says at the end of a curve is the last figure of the table, summed where the plot sums.
#[test]
fn a_curve_ends_with_the_figure_of_the_table() {
    let field = played();
    field.done("stats --svg stats.svg -q");
    let picture = drawn(&field, "stats.svg");
    let table = field.json("stats");
    let bounds = table.as_array().unwrap();
    let of = |key: &str| bounds.last().unwrap()["sides"][0][key].as_u64().unwrap();
    let lost: u64 = bounds.iter().map(|bound| bound["sides"][0]["sp_lost"].as_u64().unwrap()).sum();
    let words = texts(&picture);
    for figure in [lost, of("log_fails"), of("pol_fails"), of("sp")] {
        assert!(words.contains(&format!("Axis {figure}").as_str()), "{figure} of {words:?}");
    }
}

/// A4 and A3 are read at arm's length: 5 pt are 1.764 mm. The page of a phone has 390 points in 90 mm.
#[test]
fn nothing_is_drawn_smaller_than_it_can_be_read() {
    let field = played();
    for (name, line) in [
        ("whole", "map --as-of 5am"),
        ("window", "map --as-of 5am --at Kalach"),
        ("side", "map --as-of 5am --side AX"),
        ("phone", "map --as-of 5am --phone"),
        ("orbat", "orbat ax.a6"),
        ("stats", "stats"),
        ("arms", "stats --by arm"),
    ] {
        field.done(&format!("{line} --svg {name}.svg -q"));
        let picture = drawn(&field, &format!("{name}.svg"));
        let sizes = picture.split("font-size=\"").skip(1).map(|size| size.split_once('"').unwrap().0);
        let least = sizes.map(|size| size.parse::<f64>().unwrap()).fold(f64::INFINITY, f64::min);
        assert!((1.764..9.0).contains(&least), "{name}: {least} mm");
    }
}

/// Above the ring many divisions stand on few squares: these are drawn again, twice as large, and nobody is drawn in both.
#[test]
fn a_crowd_is_drawn_in_an_inset() {
    let field = played();
    field.done("map --svg whole.svg --as-of 5am -q");
    let picture = drawn(&field, "whole.svg");
    assert!(texts(&picture).contains(&"Around Stalingrad, twice as large"), "{:?}", texts(&picture));
    let (outside, inside) = picture.split_once("<g id=\"inset\">").unwrap();
    let units = |part: &str| -> Vec<String> {
        let ids = part.split("data-unit=\"").skip(1).map(|id| id.split_once('"').unwrap().0);
        ids.flat_map(|ids| ids.split(' ').map(str::to_owned)).collect()
    };
    let (outside, inside) = (units(outside), units(inside));
    assert!(inside.len() >= 24 && outside.len() > 50, "{} and {}", inside.len(), outside.len());
    assert!(inside.iter().all(|id| !outside.contains(id)));
    field.done("map --svg tutorial.svg --at Kalach -q");
    assert!(!drawn(&field, "tutorial.svg").contains("id=\"inset\""), "a part of the map is large enough");
}

#[test]
fn a_map_for_a_phone_has_few_names_and_corps_alone() {
    let field = played();
    field.done("map --svg kalach.svg --phone --at Kalach -q");
    assert!(drawn(&field, "kalach.svg").contains("data-unit=\"su.swf.5ta.26tk\""), "a corps of brigades is one");
    field.done("map --svg phone.svg --png phone.png --phone --as-of 5am -q");
    let bytes = std::fs::read(field.dir.path().join("phone.png")).unwrap();
    assert_eq!(u32::from_be_bytes(bytes[16..20].try_into().unwrap()), 780);
    let picture = drawn(&field, "phone.svg");
    let orbat = field.json("orbat");
    let row = |id: &str| orbat.as_array().unwrap().iter().find(|row| row["id"] == id).unwrap();
    let is_of = |id: &str, wanted: &[&str]| wanted.contains(&row(id)["echelon"].as_str().unwrap());
    // Corps and armies, and who stands under neither.
    let is_large = |id: &&str| {
        let above = row(id)["parent"].as_str();
        is_of(id, &["corps", "army", "army_group"]) || above.is_none_or(|above| is_of(above, &["army_group"]))
    };
    let ids: Vec<&str> = picture.split("data-unit=\"").skip(1).map(|id| id.split_once('"').unwrap().0).collect();
    let ids: Vec<&str> = ids.into_iter().flat_map(|ids| ids.split(' ')).collect();
    assert!(!ids.is_empty() && ids.iter().all(is_large), "{ids:?}");
    let words = texts(&picture);
    assert!(words.iter().any(|text| text.starts_with("LOG out ")) && words.contains(&"Operation Uranus"), "{words:?}");
}

/// The 294th comes on the morning of D6, by roads that end at the edge of the map, and suffers there alone: on a phone, which shows
/// corps and armies, its designation stands at the mark; on a map that shows its symbol it does not.
#[test]
fn a_mark_of_who_suffers_alone_says_who_where_he_has_no_symbol() {
    let field = played();
    for (flags, is_said) in [("--phone", true), ("", false)] {
        field.done(&format!("map --svg at{is_said}.svg --as-of 6am {flags} -q"));
        let picture = drawn(&field, &format!("at{is_said}.svg"));
        let (_, marks) = picture.split_once("<g id=\"marks\">").unwrap();
        assert_eq!(texts(marks.split_once("</g>").unwrap().0).contains(&"294"), is_said, "{flags}: {marks}");
    }
}

/// IV Corps of the Romanians loses its headquarters in the night of D5: it is seen elsewhere then, and nobody has marched there.
#[test]
fn only_who_marched_has_an_arrow() {
    let field = played();
    field.done("map --svg night.svg --as-of 5n -q");
    field.done("map --svg day.svg --as-of 5am -q");
    let marches = |file: &str| {
        let picture = drawn(&field, file);
        let marches = picture.split_once("<g id=\"marches\">").unwrap().1;
        marches.split_once("</g>").unwrap().0.matches("<path").count()
    };
    assert_eq!(marches("night.svg"), 0);
    assert!(marches("day.svg") > 0);
}

#[test]
fn headquarters_are_shown_from_near_where_they_are_asked_for() {
    let field = played();
    field.done("map --svg usual.svg --at Kalach -q");
    field.done("map --svg more.svg --at Kalach --show hq -q");
    let (usual, more) = (drawn(&field, "usual.svg"), drawn(&field, "more.svg"));
    let hq = |picture: &str| picture.contains("<title>HQ");
    assert!(!hq(&usual) && hq(&more));
    assert!(usual.contains(" HQ") && !more.contains(" HQ, train"), "who has a counter is not counted too");
}

#[test]
fn a_legend_explains_what_is_drawn_and_nothing_else() {
    let field = tutorial();
    field.done("map --svg bare.svg --hide units,supply,fuel,stocks,rivers -q");
    field.done("map --svg near.svg --at Brod -q");
    let (bare, near) = (drawn(&field, "bare.svg"), drawn(&field, "near.svg"));
    let (bare, near) = (texts(&bare), texts(&near));
    for gone in ["Axis division", "stack of three", "supply fails here", "railhead, dump", "major river"] {
        assert!(!bare.contains(&gone), "{gone}");
    }
    assert!(bare.contains(&"front") && near.contains(&"Axis battalion") && near.contains(&"strength left"), "{near:?}");
}

#[test]
fn what_cannot_be_drawn_is_refused() {
    let field = tutorial();
    field.done("map --svg map.svg --quiet");
    assert_eq!(said(&field, "map --svg map.svg"), (1, exists("map.svg")));
    let own = "error: `AX` does not know the lines of supply of `SU`\n\
               hint: leave out `--lines`: the map shows those of the side that reads it\n";
    assert_eq!(said(&field, "map --svg a.svg --side AX --lines SU"), (2, own.to_owned()));
    let (code, layer) = said(&field, "map --svg a.svg --hide roofs");
    assert!(code == 2 && layer.starts_with("error: `roofs` is not a layer\nhint: one of `control`"), "{layer}");
    let (code, nowhere) = said(&field, "map --svg nowhere/a.svg");
    assert!(code == 3 && nowhere.ends_with("hint: make the folder `[dir]/nowhere` first\n"), "{nowhere}");
    let (code, alone) = said(&field, "map --hide roads");
    assert!(code == 2 && alone.contains("--svg"), "{alone}");
}

#[test]
fn names_are_harmless_in_a_picture() {
    let field = tutorial();
    field.done("unit rename ax.pz \"<script>alert(1)</script> & 'x' \\\"y\\\" שלום 🚂\" --quiet");
    field.done("map --svg map.svg --quiet");
    let picture = text(&field, "map.svg");
    assert!(
        !picture.contains("<script") && picture.contains("&lt;script&gt;alert(1)&lt;/script&gt; &amp; &#39;x&#39;")
    );
}

#[test]
fn a_picture_for_a_side_names_nobody_whom_it_has_not_identified() {
    let field = played();
    let ledger = Ledger::open(&field.dir.path().join("uranus-1942.railhead")).unwrap();
    for bound in ["1am", "3pm", "5am"] {
        let campaign = ledger.as_of(Moment::Bound(bound.parse().unwrap())).unwrap();
        let hidden = ["AX", "SU"].map(|side| (side, Hidden::from(&campaign, side)));
        for (side, hidden) in &hidden {
            for (kind, flags) in [("whole", ""), ("window", "--at Kalach")] {
                let file = format!("{side}-{bound}-{kind}.svg");
                field.done(&format!("map --svg {file} --side {side} --as-of {bound} {flags} --quiet"));
                assert_eq!(hidden.found_in(&drawn(&field, &file)), [""; 0], "{file}");
            }
        }
        for (side, hidden) in &hidden {
            for command in ["orbat", "orbat --bases", "stats", "stats casualties"] {
                let file = format!("{side}-{bound}-{}.svg", command.replace(' ', ""));
                field.done(&format!("{command} --svg {file} --side {side} --as-of {bound} --quiet"));
                assert_eq!(hidden.found_in(&drawn(&field, &file)), [""; 0], "{file}");
            }
        }
        let file = format!("{bound}.svg");
        field.done(&format!("map --svg {file} --as-of {bound} --quiet"));
        assert!(hidden[0].1.found_in(&drawn(&field, &file)).len() > 100, "the search finds nothing");
    }
}

/// Where the frames of counters lie in a picture. A frame is 12 units wide and 8 high, a diamond of an enemy as high and wide, about
/// the point to which it is moved.
fn counters(picture: &str) -> Vec<[f64; 4]> {
    { picture.split("data-unit=").skip(1) }
        .map(|unit| {
            let (at, scaled) = unit.split_once("translate(").unwrap().1.split_once(") scale(").unwrap();
            let (x, y) = at.split_once(' ').unwrap();
            let unit: f64 = scaled.split_once(')').unwrap().0.parse().unwrap();
            let (x, y): (f64, f64) = (x.parse().unwrap(), y.parse().unwrap());
            [x - 4.0 * unit, y - 4.0 * unit, x + 4.0 * unit, y + 4.0 * unit]
        })
        .collect()
}

/// The names of places in a picture: what each says, and where it lies at least. No letter of these is narrower than that.
fn names(picture: &str) -> Vec<(String, [f64; 4])> {
    let found = |tag: &str, name: &str| -> f64 {
        let value = tag.split_once(&format!("{name}=\"")).and_then(|(_, rest)| rest.split_once('"')).unwrap().0;
        value.parse().unwrap()
    };
    let names = picture.split_once("<g id=\"names-over\">").unwrap().1.split_once("</g>").unwrap().0;
    let name = |tag: &str| {
        let said = tag.split_once('>').unwrap().1.split_once('<').unwrap().0.to_owned();
        let (x, y, size) = (found(tag, " x"), found(tag, " y"), found(tag, "font-size"));
        let wide = 0.3 * size * said.chars().count() as f64;
        (said, [x, y - 0.6 * size, x + wide, y])
    };
    names.split("<text ").skip(1).map(name).collect()
}

fn meet(one: &[f64; 4], other: &[f64; 4]) -> bool {
    one[0] < other[2] && other[0] < one[2] && one[1] < other[3] && other[1] < one[3]
}

/// Where squares are full of counters every place of note has its name all the same; and on maps of every kind no name stands over a
/// counter or over another name.
#[test]
fn names_stand_beside_counters_and_beside_each_other() {
    let field = played();
    for (name, line, most) in [
        ("near", "map --at Stalingrad", 150),
        ("side", "map --side AX --as-of 5am", 60),
        ("army", "map --for a6 --as-of 5am", 30),
        ("unit", "map --unit a6 --as-of 5am", 30),
        ("division", "map --for 14pz --as-of 5am", 10),
    ] {
        field.done(&format!("{line} --svg {name}.svg -q"));
        let picture = drawn(&field, &format!("{name}.svg"));
        let (counters, names) = (counters(&picture), names(&picture));
        assert!(counters.len() >= most && names.len() > 5, "{name}: {} counters", counters.len());
        for (place, (said, at)) in names.iter().enumerate() {
            assert_eq!(counters.iter().find(|counter| meet(at, counter)), None, "{name}: {said} at {at:?}");
            let other = names[..place].iter().find(|(_, other)| meet(at, other));
            assert_eq!(other, None, "{name}: {said} at {at:?}");
        }
        if name == "near" {
            for wanted in [
                "STALINGRAD",
                "Stalingrad Tractor Factory",
                "Stalingrad Barrikady",
                "Stalingrad Red October",
                "Gorodishche",
                "Mamaev Kurgan",
                "Spartanovka",
                "Beketovka",
            ] {
                assert!(names.iter().any(|(said, _)| said == wanted), "{wanted}");
            }
        }
    }
}

/// A commander's map shows his own and the ground round them: who is seen there, and why his own are without supply.
#[test]
fn a_commander_is_told_of_his_own_ground_and_of_his_own_supply() {
    let field = played();
    field.done("map --unit 14pz --as-of 5am --svg unit.svg -q");
    let unit = drawn(&field, "unit.svg");
    assert!(!unit.contains(" formations draw over square "), "what hangs on a road elsewhere is not his matter");
    // The hop that fails feeds the corps above it, and no battalion of the division is without POL.
    assert!(!texts(&unit).iter().any(|text| text.starts_with("WHY SUPPLY FAILS")), "{:?}", texts(&unit));
    field.done("map --unit a6 --as-of 5am --svg army.svg -q");
    let army = drawn(&field, "army.svg");
    let told = texts(&army);
    assert!(
        told.iter().any(|text| text.starts_with("WHY SUPPLY FAILS")) && !told.iter().any(|text| text.contains("13R"))
    );
    let (all, own) =
        (field.done("print sitrep --side AX --as-of 5am"), field.done("print sitrep --for 14pz --as-of 5am"));
    let of = |text: &str| text.matches("near ").count();
    assert!(own.contains("more sightings beyond the squares of this map"), "{own}");
    assert!(!all.contains("beyond the squares of this map") && of(&own) * 5 < of(&all), "{own}");
    // As far as he comes in a bound, and no farther than battalions can be drawn one by one: 16 by 15 squares.
    assert!(unit.contains("data-square=\"050039\""), "his battalions are drawn");
}

/// A name goes on over paper that the columns beside it leave empty, rather than to be cut.
#[test]
fn a_tree_cuts_no_name_beside_empty_paper() {
    let field = Field::empty();
    field.done("new uranus-1942");
    field.done("orbat --svg orbat.svg -q");
    let picture = drawn(&field, "orbat.svg");
    let words = texts(&picture);
    assert!(words.contains(&"1 Guards Breakthrough Tank Regt"), "{words:?}");
    assert_eq!(words.iter().filter(|word| word.contains('…')).collect::<Vec<_>>(), Vec::<&&str>::new());
}
