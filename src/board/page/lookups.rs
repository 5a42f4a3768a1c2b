//! The umpire's pages that are what one command prints.

/// A page that is what one command prints: its address, its title, the words of the command, and what one does there.
pub(super) struct Lookup(
    pub(super) &'static str,
    pub(super) &'static str,
    pub(super) &'static [&'static str],
    pub(super) &'static [(&'static str, &'static str)],
);

/// What one does on the page of this address.
pub(super) fn goes_of(address: &str) -> &'static [(&'static str, &'static str)] {
    LOOKUPS.iter().find(|of| of.0 == address).map_or(&[], |of| of.3)
}

pub(super) const LOOKUPS: &[Lookup] = &[
    Lookup(
        "sheet",
        "Supply",
        &["supply", "status"],
        &[
            ("/critical", "critical points"),
            ("/forecast", "forecast"),
            ("/stocks", "stocks"),
            ("/plan", "plan"),
            ("/convoys", "convoys"),
        ],
    ),
    Lookup("critical", "Critical points", &["supply", "critical"], &[("/sheet", "supply")]),
    Lookup("forecast", "Forecast", &["supply", "forecast"], &[("/sheet", "supply")]),
    Lookup(
        "stocks",
        "Stocks",
        &["supply", "stocks"],
        &[("/do/supply-transfer", "transfer"), ("/do/supply-stocktake", "stocktake"), ("/sheet", "supply")],
    ),
    Lookup("convoys", "Convoys", &["supply", "convoys"], &[("/do/supply-send", "send")]),
    Lookup("orders", "Orders", &["order", "list"], &[("/order?unit=", "give an order"), ("/do/bound-march", "march")]),
    Lookup(
        "battles",
        "Battles",
        &["battle", "list"],
        &[
            ("/contacts", "draw from a contact"),
            ("/do/battle-new", "draw"),
            ("/do/battle-resolve", "resolve"),
            ("/do/battle-post", "post"),
        ],
    ),
    Lookup("review", "Review", &["review"], &[("/grades", "grades"), ("/do/reorganise", "reorganise")]),
    Lookup("grades", "Grades", &["grade", "review"], &[("/do/grade-set", "set a grade")]),
    Lookup(
        "orbat",
        "Order of battle",
        &["orbat", "--depth=divisions"],
        &[("/print/orbat", "to print"), ("/do/unit-set", "set strength or state")],
    ),
    Lookup("report", "Bound report", &["bound", "report"], &[("/diary", "diary"), ("/stats", "figures")]),
    Lookup("diary", "Diary", &["diary"], &[("/report", "last bound")]),
    Lookup("stats", "Figures", &["stats"], &[("/report", "last bound")]),
    Lookup("status", "Status", &["status"], &[("/review", "review")]),
    Lookup("log", "Log", &["op", "log"], &[("/do/undo", "undo"), ("/do/redo", "redo"), ("/do/op-restore", "restore")]),
];
