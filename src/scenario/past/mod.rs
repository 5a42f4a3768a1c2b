//! The files of what is over: battles, grades, weather, histories.

pub(crate) mod battles;
pub(crate) mod calendar;
pub(crate) mod histories;
