//! Reading the tables of battle groups.

use std::collections::BTreeMap;

use rusqlite::Connection;

use campaign::BattleGroup;
use domain::FormationId;

use super::reader::{all, each};
use crate::file::storage_error::StorageError;

/// What is remembered of battle groups.
pub(super) fn groups(conn: &Connection) -> Result<BTreeMap<FormationId, BattleGroup>, StorageError> {
    let sql = "SELECT formation, since, raised_from FROM battle_group ORDER BY formation";
    let rows = all(conn, sql, |row| {
        let group = BattleGroup { since: row.bound(1)?, raised_from: row.text(2)?.into(), parts: BTreeMap::new() };
        Ok((FormationId::from(row.text(0)?), group))
    })?;
    let mut groups: BTreeMap<FormationId, BattleGroup> = rows.into_iter().collect();
    each(conn, "SELECT battle_group, part, came_from FROM battle_group_part", |row| {
        let group = groups.get_mut(row.text(0)?).ok_or_else(|| row.fault(0))?;
        group.parts.insert(row.text(1)?.into(), row.text(2)?.into());
        Ok(())
    })?;
    Ok(groups)
}
