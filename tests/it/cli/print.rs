//! Documents: `print ...` as text and as pages of HTML, what stands in them and for whom.

use std::collections::BTreeSet;

use domain::Bound;
use ledger::{Ledger, Moment};

use super::battle::drawn;
use super::browser::{seen, without_own_script};
use super::field::Field;
use super::history::played;
use super::known::Hidden;
use super::own_campaign::{exists, said, text, tutorial};

/// Every document, as it is typed for the tutorial.
const DOCUMENTS: [&str; 11] =
    ["supply", "orbat", "strength", "map", "bound-sheet", "sitrep", "cards", "labels", "record ax.pz", "diary", "pack"];

/// What stands in a page behind its embedded fonts and styles, without its marks.
fn words(page: &str) -> String {
    let body = page.split_once("<body>").unwrap().1;
    let mut words = String::new();
    for part in body.split('<').skip(1) {
        let (mark, rest) = part.split_once('>').unwrap();
        if !mark.starts_with("style") && !rest.trim().is_empty() {
            words.push_str(rest.trim());
            words.push('\n');
        }
    }
    words
}

/// The tutorial with a bound closed.
fn begun() -> Field {
    let field = tutorial();
    field.done("bound close --anyway --seed 1 -q");
    field
}

#[test]
fn every_document_is_text_a_page_and_a_value() {
    let field = begun();
    for document in DOCUMENTS {
        let name = document.split(' ').next().unwrap();
        let page = field.done(&format!("print {document}"));
        assert!(page.starts_with(|letter: char| letter.is_uppercase()) && page.contains("First Bound"), "{page}");
        assert!(page.lines().all(|line| line.chars().count() <= 80), "{document}:\n{page}");
        assert_eq!(
            said(&field, &format!("print {document} --html {name}.html")),
            (0, format!("{name}.html: written\n"))
        );
        field.done(&format!("print {document} --html {name}-2.html -q"));
        assert_eq!(text(&field, &format!("{name}.html")), text(&field, &format!("{name}-2.html")), "{document}");
        let value = field.json(&format!("print {document}"));
        assert!(value["campaign"].as_str().unwrap().starts_with("First Bound: "), "{document}");
        assert!(!value["blocks"].as_array().unwrap().is_empty(), "{document}");
    }
    assert_eq!(said(&field, "print pack --html pack.html"), (1, exists("pack.html")));
    for (document, instead) in
        [("map", "`orbat --format csv` has who stands where"), ("diary", "`diary --format csv` has it a line a row")]
    {
        let none = format!(
            "error: this document has no table, so nothing of it is CSV\nhint: {instead}\n\
             hint: `--format md` has its words, `--html` and `--pdf` have its pictures too\n"
        );
        assert_eq!(said(&field, &format!("print {document} --format csv")), (2, none));
    }
    insta::assert_snapshot!("supply_words", words(&text(&field, "supply.html")));
    insta::assert_snapshot!("bound_sheet_words", words(&text(&field, "bound-sheet.html")));
    insta::assert_snapshot!("cards_words", words(&text(&field, "cards.html")));
}

#[test]
fn the_bound_sheet_names_the_battles_orders_and_shortages_of_its_bound() {
    let field = drawn();
    field.done("order 1rd.b2 dig-in");
    let sheet = field.run_on(200, "print bound-sheet", "").out;
    for line in [
        "1. Open the bound\n[ ] The weather is entered, and read out: `railhead bound weather`\n",
        "[ ] Soviet: 1 of 1 out of LOG; the players know it: `railhead supply status`\n",
        "[ ] Soviet: all orders are in, 1 so far: `railhead order list`\n",
        "[ ] The battle for 0602 near Old Town: fought and posted: `railhead battle post 1am-0602`\n",
    ] {
        assert!(sheet.contains(line), "{line}\n{sheet}");
    }
    let sides = field.run_on(200, "print bound-sheet --side AX", "").out;
    let steps = sides.split("How it stands").next().unwrap();
    assert!(steps.contains("6. Close\n") && !steps.contains('`') && !steps.contains("Soviet"), "{steps}");
    for line in ["The weather is asked for\n", "The umpire has the result of each battle fought\n"] {
        assert!(steps.contains(&format!("[ ] {line}")), "what players do: {steps}");
    }
    for umpires in ["Both sides together", "the players know it", "posted", "Grades are reviewed"] {
        assert!(!steps.contains(umpires), "{umpires} is the umpire's: {steps}");
    }
}

#[test]
fn the_sheet_of_a_battle_tells_who_fights_when_each_joins_in_and_who_is_without_supply() {
    let field = drawn();
    let file = text(&field, "1am-0602.toml");
    let i1 = file.lines().find(|line| line.contains("id = \"ax.9id.i1\"")).unwrap();
    let i2 = i1.replace("\"ax.9id.i1\",", "\"ax.9id.i2\", arrives = 3,");
    let late = file.replacen(i1, &format!("{i1}\n{i2}"), 1);
    std::fs::write(field.dir.path().join("late.toml"), late).unwrap();
    let ran = field.run_on(120, "print battle late.toml", "");
    assert_eq!(ran.err, "");
    let sheet = ran.out;
    for words in [
        "Battle for 0602 near Old Town: ",
        "Attack: 1RD\n",
        "Defence: 9ID\n",
        "Out of LOG: 1RD\n",
        "Soviet attacks\n",
        "Axis defends\n",
        "How it ended\n",
        "Moves used, of 6: ____",
    ] {
        assert!(sheet.contains(words), "{words}\n{sheet}");
    }
    let i2 = sheet.lines().find(|line| line.starts_with("D1.2")).unwrap();
    assert!(i2.split_whitespace().eq(["D1.2", "ax.9id.i2", "4/4", "L/-", "0602", "move", "3"]), "{i2}");
}

#[test]
fn a_pack_begins_with_links_to_its_parts() {
    let field = begun();
    field.done("print pack --html umpire.html -q");
    field.done("print pack --html axis.html --side AX -q");
    let parts = |field: &Field, file: &str| -> Vec<String> {
        let page = text(field, file);
        let links = page.split("href=\"#part-").skip(1).map(|link| link.split_once("\">").unwrap());
        let link = |(number, rest): (&str, &str)| {
            let part = rest.split_once('<').unwrap().0.to_owned();
            assert!(page.contains(&format!("id=\"part-{number}\">{part}<")), "{part} is linked to nothing");
            part
        };
        links.map(link).collect()
    };
    let common = [
        "Situation map",
        "Situation report",
        "Supply status",
        "Strength return",
        "Order of battle",
        "War diary",
        "Order of battle as a tree",
        "Campaign graphs",
        "Unit cards",
    ];
    assert_eq!(parts(&field, "axis.html"), common);
    // How it stands and what is due stands on his own sheet.
    assert_eq!(parts(&field, "umpire.html")[1..], [&common[..1], &common[2..]].concat());
    assert_eq!(parts(&field, "umpire.html")[0], "Bound sheet D1 pm");
    // Before the first bound is over there is nothing to tell.
    let first = tutorial();
    first.done("print pack --html axis.html --side AX -q");
    assert_eq!(parts(&first, "axis.html"), [&common[..5], &common[6..7], &common[8..]].concat());
    let foot = |file: &str| text(&field, file).split_once("<footer>").unwrap().1.split_once('<').unwrap().0.to_owned();
    assert!(foot("umpire.html").contains(" · operation "), "{}", foot("umpire.html"));
    assert!(foot("axis.html").ends_with("(a tutorial) · D1 pm, 8 July 1941 · for Axis only"), "{}", foot("axis.html"));
}

#[test]
fn a_morning_pack_tells_of_the_afternoon_and_the_night() {
    let field = begun();
    field.done("bound note 'Brod is quiet'");
    field.done("bound close --anyway --seed 1 -q");
    let sitrep = field.done("print sitrep");
    assert!(sitrep.contains("The last bound\n") && sitrep.contains("note: Brod is quiet\n"), "{sitrep}");
    field.done("bound close --anyway --seed 1 -q");
    let pack = field.done("print pack");
    let told = pack.split_once("The afternoon of D1\n").unwrap().1;
    let (told, _) = told.split_once("Bound sheet D2 am\n").unwrap();
    let (day, night) = told.split_once("The night of D1\n").unwrap();
    assert!(day.contains("note: Brod is quiet\n") && !night.contains("Brod is quiet"), "{pack}");
    // What the first page tells is not told again.
    assert_eq!(pack.matches("The night of D1").count(), 1, "{pack}");
    // Nobody fought: no picture of nothing, and a line that says so.
    field.done("print pack --html pack.html -q");
    let page = words(&text(&field, "pack.html"));
    assert!(page.contains("\nNot drawn, as it is 0 throughout: Losses"), "{page}");
    assert!(page.contains("\nStrength\n") && !page.contains("\nLosses\n"), "{page}");
}

#[test]
fn a_card_says_of_a_battalion_what_is_not_so_with_its_formation() {
    let field = tutorial();
    field.done("unit set ax.pz.r1.b1 square=0604 state=disorganised posture=dug_in --reason 'as at the table' -q");
    field.done("print cards ax.pz --html cards.html -q");
    let cards = words(&text(&field, "cards.html"));
    assert!(cards.contains("I/Panzer Regt 140 (L/M, armour M), disorganised, dug in, 0604\n"), "{cards}");
    assert!(cards.contains("II/Panzer Regt 140 (L/M, armour M), 0805\n"), "it stands where its regiment does: {cards}");
    assert!(cards.contains("HQ 40th Panzer Div (armour VL)\n"), "{cards}");
}

#[test]
fn columns_of_one_name_are_listed_with_their_formations() {
    let field = tutorial();
    let sheet = field.done("print supply");
    for named in ["40th Panzer Division: Divisional truck column", "Corps dump Brod"] {
        assert!(sheet.split_whitespace().collect::<Vec<_>>().join(" ").contains(named), "{named}\n{sheet}");
    }
}

#[test]
fn a_document_for_a_side_tells_nothing_that_it_does_not_know() {
    let field = played();
    let ledger = Ledger::open(&field.dir.path().join("uranus-1942.railhead")).unwrap();
    for bound in ["2am", "5am"] {
        let now: Bound = bound.parse().unwrap();
        let past = std::iter::successors(Some(Bound::FIRST), |bound| Some(bound.next()).filter(|next| *next <= now));
        let past: Vec<_> = past.map(|bound| ledger.as_of(Moment::Bound(bound)).unwrap()).collect();
        let campaign = past.last().unwrap();
        for side in ["AX", "SU"] {
            let (hidden, ever) = (Hidden::from(campaign, side), Hidden::ever(&past, side));
            for document in ["pack", "labels", "bound-sheet"] {
                let file = format!("{side}-{bound}-{document}.html");
                field.done(&format!("print {document} --html {file} --side {side} --as-of {bound} -q"));
                let page = text(&field, &file);
                // The diary tells each bound as the side knew it then: since, it may have lost sight of somebody whom it knew.
                let words = words(&page);
                let (now, diary) = words.rsplit_once("\nWar diary\n").unwrap_or((&words, ""));
                let then = diary.rsplit_once("\nOrder of battle as a tree\n").map_or("", |(_, then)| then);
                // So do the afternoon and the night on the first page.
                let last =
                    now.split_once("\nThe afternoon of ").and_then(|(_, last)| last.split_once("\nSituation map\n"));
                let told = last.map_or("", |(told, _)| told);
                let now = last.map_or(now, |(_, now)| now);
                for now in [now, then] {
                    assert_eq!(hidden.found_in(now), [""; 0], "{file}");
                }
                for told in [told, diary.split("\nOrder of battle as a tree\n").next().unwrap()] {
                    assert_eq!(ever.found_in(told), [""; 0], "{file}");
                }
                let ids = page.split("data-unit=\"").skip(1).map(|id| id.split_once('"').unwrap().0);
                let own = |id: &&str| campaign.formations.get(*id).is_some_and(|f| f.side.as_str() != side);
                assert_eq!(ids.filter(own).collect::<BTreeSet<_>>(), BTreeSet::new(), "{file}");
                assert!(!page.contains("railhead ground set"), "{file}: a command for the umpire");
            }
        }
    }
    let no_stocks = field.run("print supply --format csv --side AX");
    let causes = "error: what fails and what mends it is no table of this document\n\
                  hint: `supply status --format csv` has its causes\n";
    assert_eq!(no_stocks.err, causes);
    field.done("print pack --html umpire.html --as-of 5am -q");
    let campaign = ledger.as_of(Moment::Bound("5am".parse().unwrap())).unwrap();
    let found = Hidden::from(&campaign, "AX").found_in(&words(&text(&field, "umpire.html"))).len();
    assert!(found > 100, "the search finds nothing");
    let size = text(&field, "umpire.html").len();
    assert!(size < 5_000_000, "{size} bytes");
}

#[test]
fn names_are_harmless_in_a_document() {
    let field = begun();
    field.done("unit rename ax.pz \"<script>alert(1)</script> & 'x' \\\"y\\\" שלום 🚂\" -q");
    field.done("bound note \"=HYPERLINK(1) <img src=x onerror=alert(2)>\" -q");
    for document in ["pack", "labels"] {
        field.done(&format!("print {document} --html {document}.html -q"));
        let page = without_own_script(&text(&field, &format!("{document}.html")));
        assert!(!page.contains("<script") && !page.contains("<img"), "{document}: a name is markup");
        // A label has the names of battalions alone.
        let named = page.contains("&lt;script&gt;alert(1)&lt;/script&gt; &amp; &#39;x&#39;");
        assert!(named || document == "labels", "{document}");
    }
}

/// A label is laid beside a stand of figures: two that read alike could be laid down the wrong way round.
#[test]
fn no_two_labels_of_a_side_read_alike() {
    let field = Field::empty();
    field.done("new uranus-1942");
    // Brackets are left out of names, but not a number by which battalions are told apart.
    field.done("unit rename su.swf.5ta.26tk.u1 \"Guards-mortar bn (82 mm)\" -q");
    for side in ["AX", "SU"] {
        let document = field.json(&format!("print labels --side {side}"));
        let labels = document["blocks"][0]["labels"].as_array().unwrap();
        assert!(labels.len() > 500, "{}", labels.len());
        let mut faces = BTreeSet::new();
        for label in labels {
            let face = (label["under"].as_str().unwrap(), label["head"]["name"].as_str().unwrap());
            assert!(faces.insert(face), "{face:?} twice");
        }
        let names: BTreeSet<&str> =
            faces.iter().filter(|(under, _)| *under == "XXVI Tk").map(|(_, name)| *name).collect();
        if side == "SU" {
            assert_eq!(names, BTreeSet::from(["Guards-mortar bn (1)", "Guards-mortar bn (2)"]));
        }
    }
}

/// What is read on paper names sides as their players do; an id is for who types.
#[test]
fn sides_and_units_are_called_by_their_names() {
    let field = begun();
    let has_id = |text: &str, id: &str| {
        let words = |letter: char| !(letter.is_alphanumeric() || letter == '.');
        text.split(words).any(|word| word == id)
    };
    for document in ["supply", "orbat", "strength", "sitrep", "cards", "labels", "record ax.pz", "diary", "bound-sheet"]
    {
        let page = field.done(&format!("print {document} --side AX --format md"));
        assert!(!page.contains("`railhead"), "{document}:\n{page}");
        // The sheet of a bound lists contacts and findings as whoever has a terminal finds them.
        if document == "bound-sheet" {
            continue;
        }
        assert!(!has_id(&page, "AX") && !has_id(&page, "SU"), "{document}:\n{page}");
        assert!(page.contains("for Axis only"), "{document}");
    }
    let record = field.done("print record ax.pz --format md");
    assert!(!record.contains("ax.pz") && record.contains("Panzer Regiment 140"), "{record}");
    for picture in ["orbat", "stats", "stats --by unit", "map --phone", "map"] {
        field.done(&format!("{picture} --side AX --svg picture.svg -q"));
        let drawn = text(&field, "picture.svg");
        let said = drawn.rsplit_once("</style>").unwrap().1.split('>').filter_map(|part| part.split_once('<'));
        let said: Vec<&str> =
            said.map(|(text, _)| text).filter(|text| has_id(text, "AX") || has_id(text, "SU")).collect();
        assert_eq!(said, [""; 0], "{picture}");
        std::fs::remove_file(field.dir.path().join("picture.svg")).unwrap();
    }
    let battle = drawn();
    let form = battle.done("battle form 1am-0602");
    assert!(form.contains("Soviet attacks Axis in 0602"), "{form}");
    assert!(battle.done("print battle 1am-0602").contains("Soviet attacks"), "{form}");
}

/// On a narrow page a name that is broken stays set in, and no room is lost to what nobody has.
#[test]
fn an_order_of_battle_in_a_browser_is_set_in_and_has_no_column_in_which_nothing_stands() {
    let field = begun();
    field.done("print orbat --html orbat.html -q");
    let page = text(&field, "orbat.html");
    for set_in in ["<span class=\"d1\">40th Panzer Division</span>", "<span class=\"d2\">Panzer Regiment 140</span>"] {
        assert!(page.contains(set_in), "{set_in}: {page}");
    }
    assert!(!page.contains('\u{2003}') && !page.contains(">orders<") && page.contains(">HQ die<"), "{page}");
    field.done("order ax.pz dig-in -q");
    field.done("print orbat --html again.html -q");
    // One has an order, so that his army has the column, and the other side has it not.
    assert_eq!(text(&field, "again.html").matches(">orders<").count(), 1);
}

#[test]
fn a_browser_shows_every_document_without_complaint() {
    let field = begun();
    for (document, width) in
        [("pack", 390), ("pack", 1280), ("labels", 390), ("cards", 390), ("record ax.pz", 390), ("map", 390)]
    {
        let file = format!("{}-{width}.html", document.split(' ').next().unwrap());
        field.done(&format!("print {document} --html {file} -q"));
        let Some(seen) = seen(&field, &file, width) else { return };
        assert_eq!(seen.console, [""; 0], "{file}");
        assert!(seen.width.1 <= seen.width.0, "{file} scrolls sideways: {:?}", seen.width);
        assert!(!seen.dom.contains("<noscript"), "{file}: a picture was not put in its place");
        // A sheet of paper is not read as wide as a phone: it is as large as one likes.
        assert!(document != "map" || seen.dom.contains("Full size, to push about"), "{file}");
    }
}

/// Who attacked out of the dark is told as it was fought, each battle a sentence, with what one's own lost in it.
#[test]
fn a_side_is_told_of_attacks_by_those_whom_it_does_not_know() {
    let told = played().done("diary --side AX --as-of 6am");
    let told = told.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(!told.contains("the enemy attacked"), "{told}");
    let mut attacks = told.split("The enemy attacked ").skip(1);
    let fought = attacks.clone().count();
    assert!(fought > 0 && attacks.all(|rest| rest.contains(" own losses")), "{fought}: {told}");
}
