//! What pages tell an organiser to type: every command of them, in their order, in an empty folder.

use railhead::scenario::built_in;

use super::field::Field;

/// The `railhead` lines in the code blocks of a section of a page.
fn commands(page: &str, heading: &str) -> Vec<String> {
    let (_, section) = page.split_once(heading).unwrap_or_else(|| panic!("the page has no {heading}"));
    let section = section.split("\n## ").next().unwrap();
    let blocks = section.split("```").skip(1).step_by(2);
    let lines = blocks.flat_map(str::lines).map(str::trim);
    lines.filter_map(|line| line.strip_prefix("railhead ")).map(str::to_owned).collect()
}

/// Runs them all; gives back what each said.
fn told(field: &Field, commands: &[String]) -> Vec<String> {
    commands.iter().map(|line| field.done(line)).collect()
}

fn page_of(name: &str) -> String {
    String::from_utf8(built_in(name).unwrap()["README.md"].clone()).unwrap()
}

/// Where in the list a command stands, by how it begins.
fn place(commands: &[String], start: &str) -> Vec<usize> {
    commands.iter().enumerate().filter(|(_, c)| c.starts_with(start)).map(|(at, _)| at).collect()
}

#[test]
fn the_tour_of_the_readme_can_be_typed_as_it_stands() {
    let page = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/README.md")).unwrap();
    let commands = commands(&page, "## Five minutes' tour");
    assert!(commands.len() > 25, "the tour has lost its commands");
    let field = Field::empty();
    let told = told(&field, &commands);
    let axis = place(&commands, "supply status --side AX");
    assert!(told[axis[0]].contains("all 3 formations are in supply"), "{}", told[axis[0]]);
    assert!(told[axis[1]].contains("-> rebuild the bridge"), "{}", told[axis[1]]);
    let soviet = place(&commands, "supply status --side SU");
    assert!(told[soviet[0]].contains("18 km from `su.td.b1`"), "{}", told[soviet[0]]);
    assert!(told[soviet[1]].contains("all 3 formations are in supply"), "{}", told[soviet[1]]);
    assert!(told[place(&commands, "verify")[0]].contains("breaches 0"));
    for (at, said) in told.iter().enumerate() {
        let wide = said.lines().find(|line| line.chars().count() > 80);
        assert_eq!(wide, None, "{}", commands[at]);
    }
}

#[test]
fn the_first_bound_can_be_played_from_its_page() {
    let commands = commands(&page_of("first-bound"), "## Your first bound");
    assert!(commands.len() > 18, "the page has lost its commands");
    let field = Field::empty();
    let told = told(&field, &commands);
    let battle = place(&commands, "battle resolve")[0];
    assert!(told[battle].contains("taken after 3 moves: AX holds 0905"), "{}", told[battle]);
    assert!(told.last().unwrap().contains("D1 pm of 8 July 1941 begins"), "{}", told.last().unwrap());
    let stock = field.json("supply stocks");
    let of = |account: &str, commodity: &str| {
        let mut rows = stock["accounts"].as_array().unwrap().iter();
        let row = rows.find(|row| row["account"] == account && row["commodity"] == commodity);
        row.map_or(0, |row| row["quantity"].as_i64().unwrap())
    };
    assert_eq!((of("ax.d", "log"), of("ax.b1", "pol"), of("olshany", "log"), of("olshany", "pol")), (5, 2, 1, 0));
    for line in ["bound close", "bound close", "verify"] {
        field.done(line);
    }
}
