//! A source file as its words and paths, without comments, literals and tests.
//!
//! What it decides: what a path of the text means, from the module in which it stands.
//! What it never does: understand more of Rust than that, or judge; see `super::law`.

/// Words after which a path may begin with `::`.
const AHEAD_OF_A_PATH: &[&str] = &["use", "in", "as", "return", "impl", "dyn", "for", "where", "mut", "match", "if"];

/// A word or sign of the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Token {
    /// An identifier, `::`, or one other sign.
    pub(super) text: String,
    /// The line, from 1.
    pub(super) line: usize,
}

/// A path as it is meant: from the root of this crate, or from another crate's name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Named {
    /// Its segments; for this crate the first is `crate`.
    pub(super) segments: Vec<String>,
    /// The line, from 1.
    pub(super) line: usize,
}

/// A file of `src/`.
#[derive(Debug)]
pub(super) struct Source {
    /// Its path within `src/`.
    pub(super) file: String,
    /// The module that it is: `["campaign", "apply"]`.
    pub(super) module: Vec<String>,
    /// How many lines it has, tests included.
    pub(super) lines: usize,
    /// Its words and signs, without its tests.
    pub(super) tokens: Vec<Token>,
    /// Its texts in quotes as they are meant, without its tests and the reasons of its attributes.
    pub(super) texts: Vec<Token>,
    outside_tests: Vec<String>,
}

impl Source {
    /// Reads a file.
    pub(super) fn new(file: &str, text: &str) -> Self {
        let (kept, outside_tests) = without_tests(&tokens(text, true));
        let is_text = |token: &Token| token.text.starts_with('"');
        let is_reason = |at: usize| at >= 2 && kept[at - 1].text == "=" && kept[at - 2].text == "reason";
        let texts = kept.iter().enumerate().filter(|(at, token)| is_text(token) && !is_reason(*at));
        let texts = texts.map(|(_, token)| Token { text: token.text[1..].to_owned(), line: token.line }).collect();
        let tokens = kept.iter().filter(|token| !is_text(token)).cloned().collect();
        let (file, module, lines) = (file.to_owned(), module_of(file), text.lines().count());
        Self { file, module, lines, tokens, texts, outside_tests }
    }

    /// The modules in files of their own that this file declares for tests only.
    pub(super) fn test_modules(&self) -> Vec<Vec<String>> {
        let within = |name: &String| self.module.iter().chain([name]).cloned().collect();
        self.outside_tests.iter().map(within).collect()
    }

    /// The room in which the file lies: the first part of its path; for a file in `src/` itself, its name.
    pub(super) fn room(&self) -> &str {
        let first = self.file.split('/').next().unwrap_or_default();
        first.strip_suffix(".rs").unwrap_or(first)
    }

    /// The macros that the file calls, with the line.
    pub(super) fn macros(&self) -> impl Iterator<Item = (&str, usize)> {
        self.tokens.windows(3).filter(|w| w[1].text == "!" && w[2].text != "=").map(|w| (w[0].text.as_str(), w[0].line))
    }

    /// Every path that begins at a root: `crate`, `self`, `super`, `std`, `core`, `chrono`, or this crate's own name.
    pub(super) fn paths(&self) -> Vec<Named> {
        let mut found = Vec::new();
        let mut module = self.module.clone();
        let mut depth = 0_usize;
        let mut inner: Vec<usize> = Vec::new();
        for at in 0..self.tokens.len() {
            match self.text(at) {
                "{" => {
                    if at >= 2 && self.text(at - 2) == "mod" {
                        module.push(self.text(at - 1).to_owned());
                        inner.push(depth);
                    }
                    depth += 1;
                }
                "}" => {
                    depth = depth.saturating_sub(1);
                    if inner.last() == Some(&depth) {
                        inner.pop();
                        module.pop();
                    }
                }
                _ if self.begins_a_path(at) => {
                    let mut trees = Vec::new();
                    self.tree(at, &mut Vec::new(), &mut trees);
                    let line = self.tokens[at].line;
                    found.extend(trees.iter().map(|tree| Named { segments: meaning(tree, &module), line }));
                }
                _ => {}
            }
        }
        found
    }

    fn text(&self, at: usize) -> &str {
        self.tokens.get(at).map_or("", |token| token.text.as_str())
    }

    fn begins_a_path(&self, at: usize) -> bool {
        let roots = ["crate", "self", "super", "railhead", "std", "core", "chrono"];
        let before = if at >= 2 { self.text(at - 2) } else { "" };
        let continues = at >= 1 && self.text(at - 1) == "::" && is_word(before) && !AHEAD_OF_A_PATH.contains(&before);
        let renamed = at >= 1 && self.text(at - 1) == "use" && self.text(at + 1) == "as";
        roots.contains(&self.text(at)) && !continues && (self.text(at + 1) == "::" || renamed)
    }

    /// Reads a path, groups and all, and gives where it ends.
    fn tree(&self, mut at: usize, path: &mut Vec<String>, found: &mut Vec<Vec<String>>) -> usize {
        let length = path.len();
        loop {
            if self.text(at) == "{" {
                at = self.group(at + 1, path, found);
                break;
            }
            path.push(self.text(at).to_owned());
            at += 1;
            let goes_on =
                self.text(at) == "::" && (is_word(self.text(at + 1)) || ["{", "*"].contains(&self.text(at + 1)));
            if !goes_on {
                found.push(path.clone());
                break;
            }
            at += 1;
        }
        path.truncate(length);
        at
    }

    fn group(&self, mut at: usize, path: &mut Vec<String>, found: &mut Vec<Vec<String>>) -> usize {
        while at < self.tokens.len() && self.text(at) != "}" {
            if is_word(self.text(at)) || ["{", "*"].contains(&self.text(at)) {
                at = self.tree(at, path, found);
            }
            while at < self.tokens.len() && ![",", "}"].contains(&self.text(at)) {
                at += 1;
            }
            at += usize::from(self.text(at) == ",");
        }
        at + 1
    }
}

fn is_word(text: &str) -> bool {
    text.starts_with(|c: char| c.is_alphanumeric() || c == '_')
}

/// What a path means in this module: `super::x` in `campaign::apply` is `crate::campaign::x`.
fn meaning(path: &[String], module: &[String]) -> Vec<String> {
    let ups = path.iter().skip(usize::from(path[0] == "self")).take_while(|s| *s == "super").count();
    let rest = |from: usize| path.iter().skip(from).filter(|s| *s != "self").cloned();
    let root = ["crate".to_owned()];
    match path[0].as_str() {
        "crate" | "railhead" => root.into_iter().chain(rest(1)).collect(),
        "self" | "super" => {
            let kept = module.len().saturating_sub(ups);
            root.into_iter().chain(module[..kept].iter().cloned()).chain(rest(0).skip(ups)).collect()
        }
        _ => rest(0).collect(),
    }
}

fn module_of(file: &str) -> Vec<String> {
    let mut module: Vec<String> = file.trim_end_matches(".rs").split('/').map(str::to_owned).collect();
    if module.last().is_some_and(|last| last == "mod") || module == ["lib"] || module == ["main"] {
        module.pop();
    }
    module
}

/// The tokens without what stands under `#[cfg(test)]`, and the names of the test modules in files of their own.
fn without_tests(tokens: &[Token]) -> (Vec<Token>, Vec<String>) {
    let mark = ["#", "[", "cfg", "(", "test", ")", "]"];
    let (mut kept, mut modules) = (Vec::new(), Vec::new());
    let mut at = 0;
    while at < tokens.len() {
        let marked = tokens.len() - at >= mark.len() && mark.iter().zip(&tokens[at..]).all(|(m, t)| t.text == *m);
        if !marked {
            kept.push(tokens[at].clone());
            at += 1;
            continue;
        }
        let end = end_of_item(tokens, at + mark.len());
        let item = &tokens[at + mark.len()..end];
        modules.extend(item.windows(3).filter(|w| w[0].text == "mod" && w[2].text == ";").map(|w| w[1].text.clone()));
        at = end;
    }
    (kept, modules)
}

/// Where the item ends that begins here: after its `;`, or after the bracket that closes its body.
fn end_of_item(tokens: &[Token], from: usize) -> usize {
    let mut depth = 0_usize;
    for (at, token) in tokens.iter().enumerate().skip(from) {
        match token.text.as_str() {
            "{" | "(" | "[" => depth += 1,
            "}" if depth == 0 => return at,
            "}" if depth == 1 => return at + 1,
            "}" | ")" | "]" => depth = depth.saturating_sub(1),
            ";" if depth == 0 => return at + 1,
            _ => {}
        }
    }
    tokens.len()
}

/// The words and signs of a text, without comments, literals and lifetimes; texts, where they are wanted, each after a
/// quote.
fn tokens(text: &str, with_texts: bool) -> Vec<Token> {
    let mut reader = Reader { text: text.chars().collect(), at: 0, line: 1, tokens: Vec::new(), with_texts };
    while reader.at < reader.text.len() {
        reader.step();
    }
    reader.tokens
}

struct Reader {
    text: Vec<char>,
    at: usize,
    line: usize,
    tokens: Vec<Token>,
    with_texts: bool,
}

impl Reader {
    fn peek(&self, ahead: usize) -> char {
        self.text.get(self.at + ahead).copied().unwrap_or('\0')
    }

    fn skip(&mut self, count: usize) {
        for _ in 0..count {
            self.line += usize::from(self.peek(0) == '\n');
            self.at += 1;
        }
    }

    fn push(&mut self, text: &str) {
        self.tokens.push(Token { text: text.to_owned(), line: self.line });
    }

    fn step(&mut self) {
        match (self.peek(0), self.peek(1)) {
            ('/', '/') => self.skip_while(|c| c != '\n'),
            ('/', '*') => self.skip_block_comment(),
            ('"', _) => self.skip_string(0, true),
            ('\'', _) => self.skip_char_or_lifetime(),
            (':', ':') => {
                self.push("::");
                self.skip(2);
            }
            (c, _) if c.is_alphanumeric() || c == '_' => self.word(),
            (c, _) if c.is_whitespace() => self.skip(1),
            (c, _) => {
                self.push(&c.to_string());
                self.skip(1);
            }
        }
    }

    fn skip_while(&mut self, keep: impl Fn(char) -> bool) {
        while self.at < self.text.len() && keep(self.peek(0)) {
            self.skip(1);
        }
    }

    fn skip_block_comment(&mut self) {
        let mut depth = 0_usize;
        while self.at < self.text.len() {
            match (self.peek(0), self.peek(1)) {
                ('/', '*') => depth += 1,
                ('*', '/') => depth -= 1,
                _ => {
                    self.skip(1);
                    continue;
                }
            }
            self.skip(2);
            if depth == 0 {
                return;
            }
        }
    }

    /// Skips a string that begins here with its first quote.
    fn skip_string(&mut self, hashes: usize, escapes: bool) {
        let line = self.line;
        let mut text = "\"".to_owned();
        self.skip(1);
        while self.at < self.text.len() {
            let closed = self.peek(0) == '"' && (1..=hashes).all(|n| self.peek(n) == '#');
            if closed {
                self.skip(1 + hashes);
                break;
            }
            if escapes && self.peek(0) == '\\' {
                text.extend(self.escape());
            } else {
                text.push(self.peek(0));
                self.skip(1);
            }
        }
        if self.with_texts {
            self.tokens.push(Token { text, line });
        }
    }

    /// What an escape within a string stands for; one before the end of a line for nothing, as all the blanks after it.
    fn escape(&mut self) -> Option<char> {
        let letter = self.peek(1);
        self.skip(2);
        match letter {
            '\n' => {
                self.skip_while(char::is_whitespace);
                None
            }
            'n' => Some('\n'),
            't' => Some('\t'),
            other => Some(other),
        }
    }

    fn skip_char_or_lifetime(&mut self) {
        self.skip(1);
        if self.peek(0) == '\\' {
            self.skip(2);
            self.skip_while(|c| c != '\'');
            self.skip(1);
        } else if self.peek(1) == '\'' {
            self.skip(2);
        } else {
            self.skip_while(|c| c.is_alphanumeric() || c == '_');
        }
    }

    fn word(&mut self) {
        let start = self.at;
        self.skip_while(|c| c.is_alphanumeric() || c == '_');
        let word: String = self.text[start..self.at].iter().collect();
        let raw = matches!(word.as_str(), "r" | "br" | "cr");
        let hashes = self.text[self.at..].iter().take_while(|c| **c == '#').count();
        match self.peek(hashes) {
            '"' if raw => {
                self.skip(hashes);
                self.skip_string(hashes, false);
            }
            '"' if hashes == 0 && matches!(word.as_str(), "b" | "c") => self.skip_string(0, true),
            '\'' if hashes == 0 && word == "b" => self.skip_char_or_lifetime(),
            _ if word == "r" && hashes == 1 => self.skip(1),
            _ => self.push(&word),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        tokens(text, false).into_iter().map(|token| token.text).collect()
    }

    fn paths(file: &str, text: &str) -> Vec<String> {
        Source::new(file, text).paths().iter().map(|path| path.segments.join("::")).collect()
    }

    #[test]
    fn comments_literals_and_lifetimes_are_no_words() {
        let text = "// a\n/* b /* c */ d */ e \"f \\\" g\" r#\"h \" i\"# 'j' '\\'' &'k l b'm' r#mod br\"n\"";
        assert_eq!(words(text), ["e", "&", "l", "mod"]);
        assert_eq!(tokens("a\n/*\n*/\n\"\n\"b", false)[1].line, 5);
    }

    #[test]
    fn texts_are_kept_as_they_are_meant() {
        let text = "f(\"a \\\"b\\\" \\\n   c\", r#\"d \\\"#) #[x(reason = \"e\")] #[cfg(test)] mod g { \"h\" }";
        let texts: Vec<_> = Source::new("a.rs", text).texts.into_iter().map(|token| token.text).collect();
        assert_eq!(texts, ["a \"b\" c", "d \\"]);
    }

    #[test]
    fn groups_are_taken_apart() {
        let text = "use crate::{a::{B, self, c::*}, d as e};";
        assert_eq!(paths("x.rs", text), ["crate::a::B", "crate::a", "crate::a::c::*", "crate::d"]);
    }

    #[test]
    fn a_path_means_what_it_means_where_it_stands() {
        assert_eq!(paths("a/b.rs", "super::super::c::D"), ["crate::c::D"]);
        assert_eq!(paths("a/mod.rs", "self::b::C; super::d"), ["crate::a::b::C", "crate::d"]);
        assert_eq!(paths("a/b.rs", "mod c { fn f() { super::super::e() } } super::g"), ["crate::a::e", "crate::a::g"]);
        assert_eq!(paths("a.rs", "::std::{fs, env::args}; x.core::y"), ["std::fs", "std::env::args", "core::y"]);
        assert_eq!(paths("a.rs", "Vec::<u8>::new(); self.x; crate::b::<T>()"), ["crate::b"]);
    }

    #[test]
    fn tests_are_left_out() {
        let text = "#[cfg(test)] mod far; a #[cfg(test)] #[x] mod near { b { c } } d #[cfg(test)] use e::{f}; g";
        let source = Source::new("h/mod.rs", text);
        assert_eq!(source.test_modules(), [["h", "far"]]);
        let kept: Vec<_> = source.tokens.iter().map(|t| t.text.as_str()).filter(|t| is_word(t)).collect();
        assert_eq!(kept, ["a", "d", "g"]);
    }
}
