//! Where supply is tight, and what it hangs by.

pub(crate) mod bottleneck;
pub(crate) mod critical;
pub(crate) mod critical_point;
pub(crate) mod least_set;
