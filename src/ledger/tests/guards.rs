use rusqlite::Connection;

use super::fixture::*;

fn refuses(sql: &Connection, statement: &str, message: &str) {
    let error = sql.execute_batch(statement).expect_err(statement).to_string();
    assert!(error.contains(message), "{statement}: {error}");
}

fn with_input() -> File {
    let file = File::small();
    let mut draft = draft("x");
    draft.inputs.push(("a".into(), b"a".to_vec().into()));
    write(&mut file.open(), &draft, &[step_east(3)]);
    file
}

#[test]
fn the_log_refuses_update_delete_and_replace() {
    let file = with_input();
    let sql = file.sql();
    for table in ["operation", "event", "operation_input", "content"] {
        let column = if table == "content" { "hash" } else { "rowid" };
        let column = if matches!(table, "event" | "operation_input") { "operation" } else { column };
        refuses(&sql, &format!("UPDATE {table} SET {column} = {column}"), "the log is never rewritten");
        refuses(&sql, &format!("UPDATE OR REPLACE {table} SET {column} = {column}"), "the log is never rewritten");
        refuses(&sql, &format!("DELETE FROM {table}"), "the log is never rewritten");
        for or in ["", "OR REPLACE", "OR IGNORE", "OR FAIL", "OR ROLLBACK"] {
            let statement = format!("INSERT {or} INTO {table} SELECT * FROM {table}");
            refuses(&sql, &statement, "the log is never rewritten");
        }
    }
    refuses(&sql, "INSERT OR REPLACE INTO content (rowid, hash, bytes) VALUES (1, 'x', x'00')", "never rewritten");
    refuses(
        &sql,
        "INSERT INTO event VALUES (1, 9, 'x', 1, 'x', '{}')",
        "an event can only be appended to the last operation",
    );
    no_breaches(&file.open());
}

#[test]
fn stocks_change_only_by_transfers_and_never_below_zero() {
    let file = File::small();
    let sql = file.sql();
    for statement in [
        "UPDATE stock_balance SET quantity = quantity + 1 WHERE account = 'dump.16'",
        "DELETE FROM stock_balance",
        "INSERT INTO stock_balance VALUES ('x', 'log', 1, 0)",
        "INSERT OR REPLACE INTO stock_balance VALUES ('dump.16', 'log', 99, 0)",
    ] {
        refuses(&sql, statement, "a stock changes only by a row of `transfer`");
    }
    for or in ["", "OR REPLACE", "OR IGNORE"] {
        let insert = |row: &str| format!("INSERT {or} INTO transfer VALUES ({row}, 'log', 5, 'D1 am', '')");
        refuses(&sql, &insert("4, 'dump.16', 'consumed'"), "no account on the map below zero");
        refuses(&sql, &insert("4, 'nowhere', 'consumed'"), "no account on the map below zero");
        refuses(&sql, &insert("1, 'opening', 'dump.16'"), "this transfer is there already");
    }
    refuses(&sql, "UPDATE transfer SET quantity = 1", "a transfer cannot be changed");
    refuses(&sql, "INSERT INTO transfer VALUES (4, 'opening', 'opening', 'log', 5, 'D1 am', '')", "CHECK");
    refuses(&sql, "INSERT INTO transfer VALUES (4, 'opening', 'dump.16', 'log', 0, 'D1 am', '')", "CHECK");
    no_breaches(&file.open());
}

#[test]
fn balances_follow_transfers_made_and_taken_back() {
    let file = File::small();
    let sql = file.sql();
    let held = |account: &str| -> i64 {
        let query = "SELECT coalesce(sum(quantity), 0) FROM stock_balance WHERE account = ?1";
        sql.query_row(query, [account], |row| row.get(0)).unwrap()
    };
    sql.execute_batch("INSERT INTO transfer VALUES (4, 'dump.16', 'captured_from:SU', 'log', 4, 'D1 am', '')").unwrap();
    assert_eq!((held("dump.16"), held("captured_from:SU"), held("opening")), (0, 4, -15));
    let rows: i64 = sql.query_row("SELECT count(*) FROM stock_balance", [], |row| row.get(0)).unwrap();
    assert_eq!(rows, 4, "an empty account has no row");
    sql.execute_batch("DELETE FROM transfer WHERE number = 4").unwrap();
    assert_eq!((held("dump.16"), held("captured_from:SU")), (4, 0));
    sql.execute_batch("INSERT INTO transfer VALUES (4, 'dump.16', 'consumed', 'log', 1, 'D1 am', '')").unwrap();
    refuses(&sql, "DELETE FROM transfer WHERE number = 1", "no account on the map below zero");
}

#[test]
fn strengths_and_superiors_are_guarded() {
    let file = File::small();
    let sql = file.sql();
    refuses(&sql, "UPDATE base SET sp = 99", "SP between 0 and full");
    refuses(&sql, "UPDATE base SET sp = -1", "SP between 0 and full");
    refuses(&sql, "UPDATE base SET markers = 40", "markers between 0 and SP");
    refuses(&sql, "UPDATE base SET markers = -1", "markers between 0 and SP");
    refuses(&sql, "UPDATE leaf SET square = NULL WHERE formation = 'ax.xiv.16.b1'", "CHECK");
    let side = "a formation and its superior are of the same side";
    refuses(&sql, "UPDATE formation SET parent = 'su.1' WHERE id = 'ax.xiv.16.b1'", side);
    refuses(&sql, "UPDATE formation SET side = 'SU' WHERE id = 'ax.xiv'", side);
    let cycle = "a formation cannot stand under itself";
    refuses(&sql, "UPDATE formation SET parent = 'ax.xiv.16.b1' WHERE id = 'ax.xiv'", cycle);
    sql.execute_batch("PRAGMA foreign_keys = on").unwrap();
    refuses(&sql, "UPDATE formation SET parent = 'nobody' WHERE id = 'ax.xiv'", "FOREIGN KEY");
    refuses(&sql, "UPDATE leaf SET square = '9999' WHERE formation = 'ax.xiv.16.b1'", "FOREIGN KEY");
    no_breaches(&file.open());
}

#[test]
fn views_sum_what_other_programs_want_to_know() {
    let file = File::small();
    let sql = file.sql();
    let text = |query: &str| -> String { sql.query_row(query, [], |row| row.get(0)).unwrap() };
    let strength = "SELECT leaves || ' ' || sp || '/' || sp_full || ' ' || markers FROM formation_strength WHERE id = ";
    assert_eq!(text(&format!("{strength}'ax.xiv'")), "3 23/23 0");
    assert_eq!(text(&format!("{strength}'ax.xiv.16.b2'")), "1 15/15 0");
    let level = "SELECT echelon FROM formation_strength WHERE id = ";
    assert_eq!(text(&format!("{level}'ax.xiv'")), text("SELECT echelon FROM formation WHERE id = 'ax.xiv'"));
    let stock = "SELECT group_concat(account || ' ' || quantity || ' ' || kind || ' ' || side || ' ' || square, '; ') \
                 FROM stock_now";
    assert_eq!(text(stock), "ax.xiv.16.log 2 vehicle AX 0202; chir 9 railhead AX 0307; dump.16 4 dump AX 0202");
    let grade = "SELECT grade || ' by ' || given_by FROM grade_now WHERE id = ";
    assert_eq!(text(&format!("{grade}'ax.xiv.16.b2'")), "regular by ax.xiv");
    assert_eq!(text(&format!("{grade}'su.1'")), "green by su.1");
}
