//! What a group may set otherwise: settings and the parameters of rule systems.

pub(crate) mod isolation;
pub(crate) mod parameters;
pub(crate) mod setting;
