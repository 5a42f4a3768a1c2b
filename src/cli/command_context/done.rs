//! What a command has done for good. Whatever fails after it, the command is done: nobody must be told that it failed,
//! for he would do it again.

use domain::counted;

use crate::failure::{Failure, UNSHOWN};

/// What a command has done for good.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Completed {
    what: What,
    /// The command that shows it.
    shown_by: String,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum What {
    /// Operations of the log: the first, and how many.
    Operations(u64, usize),
    /// A file or folder.
    File(String),
}

impl Completed {
    /// An operation of the log.
    pub(crate) fn operation(number: u64) -> Self {
        Self { what: What::Operations(number, 1), shown_by: format!("railhead op show {number}") }
    }

    /// A file or folder that has been written.
    pub(crate) fn file(name: impl std::fmt::Display, shown_by: impl Into<String>) -> Self {
        Self { what: What::File(name.to_string()), shown_by: shown_by.into() }
    }

    /// The same with another command that shows it better.
    #[must_use]
    pub(crate) fn shown_by(self, command: impl Into<String>) -> Self {
        Self { shown_by: command.into(), ..self }
    }

    /// Both, of which this came first.
    #[must_use]
    pub(crate) fn and(self, then: Self) -> Self {
        match (self.what, then.what) {
            (What::Operations(first, one), What::Operations(_, more)) => {
                Self { what: What::Operations(first, one + more), shown_by: "railhead op log".to_owned() }
            }
            (What::File(name), _) => Self { what: What::File(name), shown_by: self.shown_by },
            (_, what) => Self { what, shown_by: then.shown_by },
        }
    }

    /// The failure of a command that had done this before it failed.
    pub(crate) fn unshown(&self, failure: &Failure) -> Failure {
        let what = match &self.what {
            What::Operations(number, 1) => format!("operation {number} is"),
            What::Operations(first, count) => format!("{} from operation {first} on are", counted(*count, "operation")),
            What::File(name) => format!("`{name}` is"),
        };
        let message = format!("{what} done, but could not be shown: {}", failure.in_a_line());
        let hint = format!("do not do it again: `{}` shows it", self.shown_by);
        Failure::new("not_shown", UNSHOWN, message).hint(hint)
    }
}
