use super::*;

fn sample() -> Table {
    let columns = vec![
        Column::text("id"),
        Column::number("sp"),
        Column::text("note").wrapping(),
        Column::text("extra").optional(),
    ];
    let mut table = Table::new("title", columns);
    table.group("first army");
    table.row(["a.long.id", "12", "a note that is somewhat longer than the page", "e"]);
    table.row(["b", "3", "short", "an optional column of some width"]);
    table
}

#[test]
fn no_line_is_longer_than_the_page() {
    for width in [40, 60, 80, 120] {
        let text = render(&sample(), width, false);
        for line in text.lines() {
            assert!(width_of(line) <= width, "{width}: `{line}`\n{text}");
        }
    }
}

/// Nine columns of eight are 72, with gaps of one 80 and with gaps of two 88.
#[test]
fn many_narrow_columns_stand_closer_where_the_page_has_no_room_for_wider_gaps() {
    let mut table = Table::new("", (0..9).map(|_| Column::number("of eight")).collect());
    table.row(["12345678"; 9]);
    let widest = |page| render(&table, page, false).lines().map(width_of).max();
    assert_eq!([88, 87, 80].map(widest), [Some(88), Some(80), Some(80)]);
}

/// Four columns of nine and one that wraps: with gaps of two 36 of 44 are left for texts and 8 for the last, in which
/// `Artillery` has no room; with gaps of one it has.
#[test]
fn columns_stand_closer_before_a_word_is_broken() {
    let numbers = (0..4).map(|_| Column::number("ofninexxx"));
    let columns = std::iter::once(Column::text("who").wrapping()).chain(numbers).collect();
    let mut table = Table::new("", columns);
    table.row(["Heavy Artillery Battalion", "1", "2", "3", "4"]);
    let text = render(&table, 52, false);
    assert!(text.contains("\nArtillery") && text.lines().all(|line| width_of(line) <= 52), "{text}");
    assert!(render(&table, 53, false).lines().any(|line| line.starts_with("Artillery")));
    // A head stands in several lines before that, but not where its column is written on.
    let mut heads =
        Table::new("", vec![Column::text("who").wrapping(), Column::text("joins in"), Column::text("SP left")]);
    heads.row(["Artillery", "move 2", "3"]);
    assert!(render(&heads, 23, false).starts_with("who        joins   SP\n"), "{}", render(&heads, 23, false));
}

#[test]
fn short_texts_stand_where_the_page_is_too_narrow() {
    let mut table = Table::new("", vec![Column::text("id"), Column::text("name")]);
    table.row([Cell::new("su.5ta.26tk").or_short("26tk"), Cell::new("26th Tank Corps")]);
    assert_eq!(render(&table, 28, false).lines().last(), Some("su.5ta.26tk  26th Tank Corps"));
    assert_eq!(render(&table, 27, false).lines().last(), Some("26tk  26th Tank Corps"));
}

#[test]
fn an_empty_column_gives_way_unless_it_is_to_be_written_on() {
    let columns = vec![Column::text("formation").wrapping(), Column::text("SP left"), Column::text("fate")];
    let mut table = Table::new("", columns);
    table.row(["Panzer Regiment of the Division", "", ""]);
    assert!(!render(&table, 24, false).contains("fate"));
    assert!(render(&table.written_on(), 24, false).contains("SP left"));
}

#[test]
fn an_optional_column_shows_only_where_there_is_room() {
    assert!(!render(&sample(), 40, false).contains("extra"));
    assert!(render(&sample(), 120, false).contains("extra"));
    assert!(render(&sample(), 40, false).contains("first army\n"));
}
