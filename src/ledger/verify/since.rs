//! A hash of the log that was noted before: whether what stood then still stands.
//!
//! The running hash of an operation covers that operation and all before it. Whoever rewrites one of them and makes the
//! hashes anew gets another hash after it, which is not the one that was noted; and a backup that is older than the note
//! does not have the operation at all.

use rusqlite::Connection;

use campaign::Breach;

use crate::file::storage_error::Result;
use crate::log::record::{NotedHash, Since, Tip, Verification};
use crate::log::text;

/// The last operation and its hash; none where they cannot be read, which is a breach already.
pub(super) fn tip(conn: &Connection) -> Option<Tip> {
    let sql = "SELECT number, hash FROM operation ORDER BY number DESC LIMIT 1";
    let row = |row: &rusqlite::Row<'_>| Ok((row.get::<_, i64>(0)?, row.get(1)?));
    let (number, hash) = conn.query_row(sql, [], row).ok()?;
    Some(Tip { operation: number.cast_unsigned(), hash })
}

/// Enters whether the log up to the operation of this hash is as it was when that was noted: it is there, and the hashes
/// hold from the start up to it. Anything else is a breach.
pub(super) fn prove(conn: &Connection, noted: NotedHash, found: &mut Verification) -> Result<()> {
    let with_it = having(conn, &noted)?;
    let last = found.tip.as_ref().map_or(0, |tip| tip.operation);
    let unchanged = match with_it[..] {
        [number] if found.torn_from.is_none_or(|first| first > number) => Some((number, last.saturating_sub(number))),
        _ => None,
    };
    if unchanged.is_none() {
        let (expected, is) = match with_it[..] {
            [] => (
                format!("an operation with the hash {noted}"),
                "none: the log was rewritten, is that of another campaign, or is older than the note".to_owned(),
            ),
            [number] => (
                format!("operations 1 to {number} as they were when {noted} was noted"),
                "operations or contents that do not fit their hashes".to_owned(),
            ),
            _ => {
                (format!("one operation with the hash {noted}"), format!("{}: give more of its digits", with_it.len()))
            }
        };
        found.breaches.push(Breach { kind: "since", at: "log".to_owned(), expected, found: is });
    }
    found.since = Some(Since { hash: noted, unchanged });
    Ok(())
}

/// The operations whose hashes begin so.
fn having(conn: &Connection, noted: &NotedHash) -> Result<Vec<u64>> {
    let mut statement = conn.prepare("SELECT number, hash FROM operation ORDER BY number")?;
    let mut rows = statement.query([])?;
    let mut numbers = Vec::new();
    while let Some(row) = rows.next()? {
        if text(row, 1)?.starts_with(&noted.0) {
            numbers.push(row.get::<_, i64>(0)?.cast_unsigned());
        }
    }
    Ok(numbers)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::log::record::NoHash;

    #[test]
    fn eight_digits_are_a_hash_and_seven_or_words_are_none() {
        assert_eq!("0123ABCD".parse::<NotedHash>().map(|hash| hash.to_string()), Ok("0123abcd".to_owned()));
        for words in ["0123abc", "0123abcg", "", &"0".repeat(65)] {
            assert_eq!(words.parse::<NotedHash>(), Err(NoHash), "{words}");
        }
    }

    #[test]
    fn digits_that_two_operations_share_prove_nothing() {
        let conn = Connection::open_in_memory().unwrap();
        let log = "CREATE TABLE operation (number INTEGER PRIMARY KEY, hash TEXT);
            INSERT INTO operation (hash) VALUES ('0123456700'), ('0123456711'), ('9999999900');";
        conn.execute_batch(log).unwrap();
        let proved = |noted: &str| {
            let mut found =
                Verification { events: 0, breaches: Vec::new(), torn_from: None, tip: tip(&conn), since: None };
            prove(&conn, noted.parse().unwrap(), &mut found).unwrap();
            let breach = found.breaches.pop().map(|b| format!("{} at {}: {}, {}", b.kind, b.at, b.expected, b.found));
            (found.since.and_then(|since| since.unchanged), breach)
        };
        assert_eq!(proved("0123456711"), (Some((2, 1)), None));
        let shared = "since at log: one operation with the hash 01234567, 2: give more of its digits".to_owned();
        assert_eq!(proved("01234567"), (None, Some(shared)));
    }
}
