//! What happens in a bound: orders, marches, contacts, the review, the bound report.

pub(crate) mod action;
mod came_and_went;
pub(crate) mod contact;
pub(crate) mod diary;
pub(crate) mod fate;
pub(crate) mod march;
pub(crate) mod moment;
pub(crate) mod order;
pub(crate) mod outline;
pub(crate) mod report;
pub(crate) mod review;
pub(crate) mod strike;
mod worn_down;
