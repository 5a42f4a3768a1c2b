//! How large an order of battle may be: far beyond any that was played, and near enough that every command answers.

/// How many leaves.
pub const LEAVES: usize = 20_000;
/// How many formations, leaves among them.
pub const FORMATIONS: usize = 30_000;
/// How many levels, from the highest formation to a leaf.
pub const DEPTH: usize = 32;
/// How many letters an id has.
pub const ID: usize = 200;
/// How many letters a name has: what is longer no card or table holds.
pub const NAME: usize = 100;

/// What is wrong with a name, and what would be right; none where nothing is.
pub fn fault_of_name(name: &str) -> Option<(String, String)> {
    let letters = name.chars().count();
    if name.starts_with('-') {
        let message = format!("the name `{name}` begins with `-`, as an option of a command does");
        return Some((message, "begin it with a letter or digit".to_owned()));
    }
    (letters > NAME).then(|| {
        let message = format!("the name has {letters} letters: no card or table holds it");
        (message, format!("shorten it to at most {NAME} letters"))
    })
}
