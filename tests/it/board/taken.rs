//! Two opposed players propose, the umpire takes what both want, and neither learns of it what the other asked for: in no page, in
//! no event, in no number, before and after the bound.

use std::sync::mpsc::Receiver;

use super::Board;
use super::leaks::addresses;
use super::live::{listen, next};
use crate::cli::field::Field;

/// A player: his side, and what he orders that the other side does not see.
struct Player {
    side: &'static str,
    own: &'static str,
    orders: &'static [(&'static str, &'static str)],
}

const DMITRI: Player = Player { side: "SU", own: "su.td", orders: &[("su.med", "1304"), ("su.b1", "1304")] };
const ERICH: Player = Player { side: "AX", own: "ax.pz", orders: &[("ax.med", "0305"), ("ax.t1", "0205")] };

/// An evening at one board.
struct Evening {
    field: Field,
    board: Board,
    umpire: String,
    /// The key of the one who is asked what he sees.
    watches: String,
    other: String,
    told: Receiver<(String, String)>,
}

impl Evening {
    fn begun(watches: &Player, other: &Player) -> Self {
        let field = Field::playing("first-bound");
        let board = Board::open(field.dir.path());
        let umpire = board.umpire();
        let keys = [watches, other].map(|of| board.player(&umpire, of.side, of.side, ""));
        let told = listen(&board, &keys[0]);
        let [watches, other] = keys;
        Self { field, board, umpire, watches, other, told }
    }

    /// Proposals of both, the other's first where it says how many; all are taken, the newest first.
    fn taken(&self, (watches, other): (&Player, &Player), of_other: usize) {
        let propose = |key: &str, (unit, way): &(&str, &str)| {
            let form = [("unit", *unit), ("action", "move"), ("way", *way), ("rate", "road")];
            let came = self.board.fill(key, "/p/orders", "/p/proposal", &form);
            assert_eq!(came.status, 303, "{unit}: {}", came.body);
        };
        other.orders.iter().take(of_other).for_each(|order| propose(&self.other, order));
        propose(&self.watches, &watches.orders[0]);
        for number in (1..=of_other + 1).rev() {
            let came = self.board.fill_and_go(&self.umpire, "/post", &format!("/proposal/{number}/take"), &[]);
            assert_eq!(came.status, 200, "{number}: {}", came.body);
        }
        assert_eq!(self.field.json("order list").as_array().unwrap().len(), of_other + 1);
    }

    /// What stands at an address for the one who watches.
    fn page(&self, address: &str) -> (u16, String) {
        let came = self.board.get(&self.watches, address);
        (came.status, came.without_keys())
    }

    /// What he was told, up to a letter that is written to him now.
    fn events(&self) -> Vec<(String, String)> {
        let came = self.board.fill(&self.umpire, "/post", "/message", &[("player", "1"), ("text", "so far")]);
        assert_eq!(came.status, 303, "{}", came.body);
        let mut told = Vec::new();
        while told.last().is_none_or(|(kind, _): &(String, String)| kind != "message") {
            told.push(next(&self.told));
        }
        told
    }
}

/// In what two evenings differ for one player, of which the other's player asked for nothing in one.
fn differing(watches: &Player, other: &Player) -> Vec<String> {
    let evenings = [0, 2].map(|of_other| {
        let evening = Evening::begun(watches, other);
        evening.taken((watches, other), of_other);
        evening
    });
    let mut found = Vec::new();
    for (moment, command) in [("before", ""), ("marched", "bound march"), ("closed", "bound close --anyway")] {
        if !command.is_empty() {
            for evening in &evenings {
                evening.field.done(command);
            }
        }
        let told = [0, 1].map(|at: usize| evenings[at].events());
        if told[0] != told[1] {
            found.push(format!("{moment}: told {told:?}"));
        }
        let mut all = addresses(watches.own, other.own);
        all.extend(["/p/proposal/2", "/p/proposal/3/change", "/p/pack.pdf"].map(str::to_owned));
        for address in all {
            let pages = [0, 1].map(|at: usize| evenings[at].page(&address));
            if pages[0] != pages[1] {
                found.push(format!("{moment}: {address}"));
            }
            let names_other = other.orders.iter().any(|(unit, _)| pages[1].1.contains(unit));
            if names_other && !address.contains("q=") {
                found.push(format!("{moment}: {address} names what is not his"));
            }
        }
    }
    // The list of addresses would be right of a board that gives nothing.
    let orders = evenings[1].page("/p/orders").1;
    assert!(orders.contains("Carried out in D1 am") && evenings[0].page("/p/map").0 == 200, "{orders}");
    found
}

#[test]
fn neither_of_two_opposed_players_learns_what_the_umpire_took_of_the_other() {
    assert_eq!(differing(&DMITRI, &ERICH), [""; 0]);
    assert_eq!(differing(&ERICH, &DMITRI), [""; 0]);
}
