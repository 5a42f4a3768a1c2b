//! Players, proposals and messages stand beside the campaign and change nothing of it.

use domain::{Bound, SideId};
use ledger::{Ledger, Message, NewPlayer, Proposal, ProposalState};

use super::fixture::*;

fn proposal() -> Proposal {
    Proposal {
        number: 0,
        nth: 0,
        player: 1,
        bound: Bound::from_ordinal(4),
        command: "order ax.xiv dig-in".to_owned(),
        done: None,
        note: "if it rains".to_owned(),
        state: ProposalState::Sent,
        answer: String::new(),
        operation: None,
        time: "2026-01-02T03:04:05Z".to_owned(),
    }
}

fn with_player(ledger: &mut Ledger) -> u64 {
    let side = SideId::new("AX").unwrap();
    ledger
        .add_player(&NewPlayer { name: "Erich", side: &side, commander: Some(&"ax.xiv".into()), key: b"secret" })
        .unwrap()
}

#[test]
fn a_player_enters_with_his_key_until_he_has_another() {
    let file = File::small();
    let mut ledger = file.open();
    let (before, operations) = (ledger.campaign().unwrap(), ledger.operations().unwrap().len());
    assert_eq!(with_player(&mut ledger), 1);
    let found = ledger.player_with(b"secret").unwrap().unwrap();
    assert_eq!((found.name.as_str(), found.commander, found.may_enter), ("Erich", Some("ax.xiv".into()), true));
    assert_eq!(ledger.player_with(b"other").unwrap(), None);
    assert!(!found.sees_side, "a commander sees what his own formations see");
    ledger.let_player_see(1, true).unwrap();
    assert!(ledger.player_with(b"secret").unwrap().unwrap().sees_side);
    ledger.let_player_see(1, false).unwrap();
    assert!(!ledger.players().unwrap()[0].sees_side);
    ledger.rekey_player(1, Some(b"other")).unwrap();
    assert!(ledger.player_with(b"secret").unwrap().is_none() && ledger.player_with(b"other").unwrap().is_some());
    ledger.rekey_player(1, None).unwrap();
    assert!(ledger.player_with(b"other").unwrap().is_none() && !ledger.players().unwrap()[0].may_enter);
    assert_eq!((ledger.campaign().unwrap(), ledger.operations().unwrap().len()), (before, operations));
    no_breaches(&ledger);
}

#[test]
fn what_is_written_is_read_back_in_its_order() {
    let file = File::small();
    let mut ledger = file.open();
    with_player(&mut ledger);
    let side = SideId::new("SU").unwrap();
    let other = NewPlayer { name: "Dmitri", side: &side, commander: None, key: b"his" };
    assert_eq!(ledger.add_player(&other).unwrap(), 2);
    let first = proposal();
    let of_other = Proposal { player: 2, ..first.clone() };
    let numbers = [&first, &of_other, &first].map(|of| ledger.keep_proposal(of).unwrap());
    assert_eq!(numbers, [1, 2, 3]);
    // What he wrote stays, whatever is done.
    let answered = Proposal { number: 1, answer: "yes".into(), operation: Some(7), ..first.clone() };
    assert_eq!(answered.clone().taken_as(first.command.clone()).state, ProposalState::Taken);
    let answered = answered.taken_as("order ax.xiv move 0405".into());
    assert_eq!((answered.state, &answered.command), (ProposalState::Changed, &first.command));
    assert_eq!(answered.done_instead().unwrap().command, "order ax.xiv move 0405");
    assert_eq!(ledger.keep_proposal(&answered).unwrap(), 1);
    // Each player counts his own.
    let numbered = |number, nth, of: Proposal| Proposal { number, nth, ..of };
    let kept = [numbered(1, 1, answered), numbered(2, 1, of_other), numbered(3, 2, first)];
    assert_eq!(ledger.proposals().unwrap(), kept);
    let message = |text: &str, from_umpire| Message { player: 1, from_umpire, text: text.into(), time: "t".into() };
    let both = [message("who goes there?", false), message("me", true)];
    for message in &both {
        ledger.keep_message(message).unwrap();
    }
    drop(ledger);
    assert_eq!(file.open().messages().unwrap(), both);
}

#[test]
fn what_cannot_be_in_these_tables_is_named() {
    let file = File::small();
    with_player(&mut file.open());
    file.open().keep_proposal(&proposal()).unwrap();
    for (sql, told) in [
        ("UPDATE proposal SET state = 'lost'", "what became of a proposal in the tables of players cannot be"),
        ("UPDATE proposal SET number = -1", "a number in the tables of players cannot be"),
    ] {
        let conn = file.sql();
        conn.execute_batch(&format!("PRAGMA ignore_check_constraints = ON; {sql}; UPDATE player SET name = name"))
            .unwrap();
        drop(conn);
        let error = file.open().proposals().unwrap_err().to_string();
        assert!(error.contains(told), "{error}");
        let conn = file.sql();
        conn.execute_batch("UPDATE proposal SET state = 'sent', number = 1").unwrap();
    }
}
