//! Names that a request gives to things: which they are, and that they can be printed and typed.
//!
//! What it never does: look at what was named before. A campaign with other names opens, and its log is decided again as it was.

use campaign::size_limits::fault_of_name;

use super::{OrderAction, Request};
use crate::OpError;

impl Request {
    /// Refuses a new name that no card holds, or that a command takes for an option.
    pub(crate) fn must_name_well(&self) -> Result<(), OpError> {
        match self.new_names().into_iter().find_map(fault_of_name) {
            Some((message, hint)) => Err(OpError::Words { message, hint: hint.into() }),
            None => Ok(()),
        }
    }

    fn new_names(&self) -> Vec<&str> {
        let of_keys = match self {
            Self::UnitSet(request) => &request.set[..],
            Self::UnitNew(request) => &request.set[..],
            Self::IntelAdd(request) => &request.set[..],
            Self::IntelSet(request) => &request.set[..],
            _ => &[],
        };
        let own = match self {
            Self::UnitRename(request) => Some(&request.name),
            Self::UnitSplit(request) => request.name.as_ref(),
            Self::DumpOpen(request) => request.name.as_ref(),
            Self::OrderGive(request) => match &request.action {
                OrderAction::OpenDump(order) => order.name.as_ref(),
                _ => None,
            },
            _ => None,
        };
        let of_keys = of_keys.iter().filter(|(key, _)| key.trim().eq_ignore_ascii_case("name"));
        // A dash alone says that there is no name.
        let of_keys = of_keys.map(|(_, name)| name.trim());
        of_keys.chain(own.map(String::as_str)).filter(|name| *name != "-").collect()
    }
}
