//! The texts in a Rust source: read by `syn`'s tokens, tests and comments left out.
//!
//! Where to look next: `messages`, which asks for them.

use proc_macro2::{Delimiter, TokenStream, TokenTree};

/// A string of a source.
pub(super) struct Text {
    /// The line in which it begins.
    pub(super) line: usize,
    /// It as it is meant.
    pub(super) says: String,
    /// Whether it stands in `command!` or is made a `Said`.
    pub(super) is_said: bool,
}

/// The strings of a source, but for those of tests, of comments, and of `reason = "..."`.
pub(super) fn texts(source: &str) -> Vec<Text> {
    let stream: TokenStream = source.parse().expect("a source that compiles");
    let mut found = Vec::new();
    walk(stream, false, &mut found);
    found
}

fn walk(stream: TokenStream, is_said: bool, found: &mut Vec<Text>) {
    let tokens: Vec<TokenTree> = stream.into_iter().collect();
    let mut at = 0;
    while at < tokens.len() {
        match &tokens[at] {
            TokenTree::Punct(sign) if sign.as_char() == '#' => match attribute(&tokens[at..]) {
                Some(text) if text.starts_with("cfg(") && text.contains("test") => at = after_item(&tokens, at + 2),
                Some(text) if text.starts_with("doc") => at += 1 + brackets(&tokens[at..]),
                _ => at += 1,
            },
            TokenTree::Group(group) => {
                walk(group.stream(), is_said || says(&tokens[..at]), found);
                at += 1;
            }
            TokenTree::Literal(literal) => {
                if !is_reason(&tokens[..at])
                    && let Ok(text) = syn::parse_str::<syn::LitStr>(&literal.to_string())
                {
                    found.push(Text { line: literal.span().start().line, says: text.value(), is_said });
                }
                at += 1;
            }
            _ => at += 1,
        }
    }
}

/// What stands in the brackets of an attribute: `#[...]` or `#![...]`.
fn attribute(tokens: &[TokenTree]) -> Option<String> {
    match tokens.get(brackets(tokens))? {
        TokenTree::Group(group) if group.delimiter() == Delimiter::Bracket => {
            Some(group.stream().to_string().replace(' ', ""))
        }
        _ => None,
    }
}

/// Where the brackets of an attribute are: those of a whole file stand behind a `!`.
fn brackets(tokens: &[TokenTree]) -> usize {
    if matches!(tokens.get(1), Some(TokenTree::Punct(sign)) if sign.as_char() == '!') { 2 } else { 1 }
}

/// The place after the item that begins here: after its body, or its semicolon.
fn after_item(tokens: &[TokenTree], from: usize) -> usize {
    let ends = |token: &TokenTree| match token {
        TokenTree::Group(group) => group.delimiter() == Delimiter::Brace,
        TokenTree::Punct(sign) => sign.as_char() == ';',
        _ => false,
    };
    from + tokens[from..].iter().position(ends).map_or(tokens.len() - from, |end| end + 1)
}

/// Whether what stands before a bracket says that what is in it may lead to a command.
fn says(before: &[TokenTree]) -> bool {
    let before: Vec<String> = before.iter().rev().take(4).map(TokenTree::to_string).collect();
    let before: Vec<&str> = before.iter().map(String::as_str).collect();
    matches!(before[..], ["!", "command", ..] | [_, ":", ":", "Said"])
}

fn is_reason(before: &[TokenTree]) -> bool {
    matches!(before, [.., TokenTree::Ident(name), TokenTree::Punct(sign)] if name == "reason" && sign.as_char() == '=')
}

#[test]
fn texts_are_found_as_they_are_meant_and_those_of_tests_are_not() {
    let source = r##"//! "not this"
        #![cfg_attr(test, allow(unused))]
        #[error("`{id}` is no \"id\"")]
        #[expect(dead_code, reason = "nor this")]
        struct A;
        #[cfg(test)]
        use x::{y, z};
        fn f() { println!("one {}", g(r#"tw"o"#)); b"bytes"; 'c'; }
        #[cfg(any(test, feature = "sketch"))]
        mod tests { const A: &str = "and not this"; }
        const B: &str = "three \
            lines";
    "##;
    let found: Vec<String> = texts(source).into_iter().map(|found| found.says).collect();
    assert_eq!(found, ["`{id}` is no \"id\"", "one {}", "tw\"o", "three lines"]);
}

#[test]
fn what_is_said_to_lead_to_a_command_is_found() {
    let source = r#"fn f() { g("a", command!("b {c}")); h(Said::leading("d", &format!("e"))); Said { text: "f" }; command("g") }"#;
    let said = texts(source).into_iter().filter(|found| found.is_said).map(|found| found.says);
    assert_eq!(said.collect::<Vec<_>>(), ["b {c}", "d", "e"]);
}
