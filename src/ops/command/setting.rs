//! `setting set`: a setting is changed by a dated operation.

use serde::{Deserialize, Serialize};

use crate::campaign::{Event, Setting};
use crate::ops::{OpError, Work};

/// A setting is changed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SettingSet {
    /// The name of the setting.
    pub key: String,
    /// The value that it is to have.
    pub value: String,
}

impl SettingSet {
    pub(super) fn decide(&self, work: &mut Work) -> Result<(), OpError> {
        let setting: Setting = self.key.replace('-', "_").parse()?;
        let after = setting.check(&self.value)?;
        let before = work.now().settings.get(setting).to_owned();
        if before == after {
            return Ok(());
        }
        work.happen(Event::SettingChanged { setting, before, after, bound: Some(work.now().bound) })
    }
}
