//! A text that may lead to a command, for who does commands and for who does none.
//!
//! What it decides: what of a text is for whom. Whoever writes a command into a text says so here; nobody looks for one in it.

use serde::Serialize;

/// A text that may lead to a command, with what of it is for who does none.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[serde(transparent)]
pub struct Said {
    text: String,
    /// What is for who does no commands; none where that is all of it.
    #[serde(skip)]
    told: Option<String>,
}

impl Said {
    /// A text for who does the command in it, and for nobody else.
    pub fn command(text: impl Into<String>) -> Self {
        Self { text: text.into(), told: Some(String::new()) }
    }

    /// A text that leads to a command, and what of it is for who does none.
    pub fn or_told(text: String, told: String) -> Self {
        if text == told { text.into() } else { Self { text, told: Some(told) } }
    }

    /// What is told, and behind it what leads to a command.
    pub fn leading(told: impl Into<String>, to: &str) -> Self {
        let told = told.into();
        Self { text: format!("{told}{to}"), told: Some(told) }
    }

    /// What of it is for who does no commands; empty where that is nothing.
    pub fn told(&self) -> &str {
        self.told.as_ref().unwrap_or(&self.text)
    }

    /// The text, and what of it is for who does no commands where that is not all of it.
    pub fn into_parts(self) -> (String, Option<String>) {
        (self.text, self.told)
    }

    /// All that is in it.
    pub fn texts_mut(&mut self) -> impl Iterator<Item = &mut String> {
        std::iter::once(&mut self.text).chain(&mut self.told)
    }
}

impl std::ops::Deref for Said {
    type Target = str;

    fn deref(&self) -> &str {
        &self.text
    }
}

impl From<String> for Said {
    fn from(text: String) -> Self {
        Self { text, told: None }
    }
}

impl From<&str> for Said {
    fn from(text: &str) -> Self {
        text.to_owned().into()
    }
}

impl From<&String> for Said {
    fn from(text: &String) -> Self {
        text.clone().into()
    }
}

impl From<Said> for String {
    fn from(said: Said) -> Self {
        said.text
    }
}

/// A text, put together as by `format!`, for who does the command in it, and for nobody else.
#[macro_export]
macro_rules! command {
    ($($text:tt)*) => {
        $crate::Said::command(format!($($text)*))
    };
}
