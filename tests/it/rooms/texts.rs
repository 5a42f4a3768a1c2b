//! The texts in a Rust source: read by `syn`'s tokens, tests and comments left out.
//!
//! Where to look next: `messages`, which asks for them.

use proc_macro2::{Delimiter, TokenStream, TokenTree};

/// The strings of a source with the lines they begin in, but for those of tests, of comments, and of `reason = "..."`.
pub(super) fn texts(source: &str) -> Vec<(usize, String)> {
    let stream: TokenStream = source.parse().expect("a source that compiles");
    let mut found = Vec::new();
    walk(stream, &mut found);
    found
}

fn walk(stream: TokenStream, found: &mut Vec<(usize, String)>) {
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
                walk(group.stream(), found);
                at += 1;
            }
            TokenTree::Literal(literal) => {
                if !is_reason(&tokens[..at])
                    && let Ok(text) = syn::parse_str::<syn::LitStr>(&literal.to_string())
                {
                    found.push((literal.span().start().line, text.value()));
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
    let found: Vec<String> = texts(source).into_iter().map(|(_, text)| text).collect();
    assert_eq!(found, ["`{id}` is no \"id\"", "one {}", "tw\"o", "three lines"]);
}
