//! With whose eyes, and as of when, a report was asked for: the words that make another command look so too.

/// What was given beside a reading command; both empty where the umpire looks at the campaign as it stands.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ReadAs {
    /// `--side SU`, `--for 26tk`.
    pub reader: Option<String>,
    /// `--as-of 3pm`.
    pub moment: Option<String>,
}

impl ReadAs {
    /// Whether it tells of what has been.
    pub(crate) fn is_back(&self) -> bool {
        self.moment.is_some()
    }

    /// The words, each with a blank before it.
    pub(crate) fn words(&self) -> String {
        [&self.reader, &self.moment].map(Option::as_deref).map(spaced).concat()
    }

    /// The words that a command with a side of its own wants.
    pub(crate) fn words_but_side(&self) -> String {
        spaced(self.moment.as_deref())
    }
}

/// For whom alone something is, in words: the commander of a formation, or a side, each by name; none for the umpire.
pub fn for_whom(side: Option<&str>, commander: Option<&str>) -> Option<String> {
    match (commander, side) {
        (Some(commander), _) => Some(format!("for the commander of {commander}")),
        (None, side) => side.map(|side| format!("for {side} only")),
    }
}

/// Words with a blank before them.
fn spaced(words: Option<&str>) -> String {
    words.map(|words| format!(" {words}")).unwrap_or_default()
}
