//! How the board is opened, and what whoever opened it is told.

use domain::Said;

/// How the board is opened.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// The port; none: the usual one, and where that is taken one that is free.
    pub port: Option<u16>,
    /// Whether other machines of the network may ask.
    pub lan: bool,
    /// Players who are given new codes: each by his name, with the side that he plays or the formation that he commands.
    pub players: Vec<(String, String)>,
}

/// The code of a player, to be shown to him.
#[derive(Debug, Clone)]
pub struct Pass {
    /// What he is called.
    pub name: String,
    /// His address; good until he is given another, or it is revoked.
    pub address: String,
    /// It as a QR code of half blocks, light on dark; empty where it could not be drawn.
    pub drawn: String,
}

/// Where the board is open.
#[derive(Debug, Clone)]
pub struct Opened {
    /// The address for the umpire's browser; good for one entry.
    pub address: String,
    /// Where players find it, if other machines may ask: its address in each network, none where it is in no network.
    pub lan: Vec<String>,
    /// The codes of the players who were named.
    pub players: Vec<Pass>,
}

/// Why the board could not be opened.
#[derive(Debug, thiserror::Error)]
pub enum BoardError {
    /// The port is not to be had.
    #[error("port {port} cannot be opened: {source}")]
    Port {
        /// The port.
        port: u16,
        /// Why.
        source: std::io::Error,
    },
    /// The server did not start.
    #[error("the server cannot be started: {0}")]
    Server(#[from] std::io::Error),
    /// No key could be made.
    #[error("no key can be made: {0}")]
    Key(getrandom::Error),
    /// The campaign cannot be read, or has nobody as a player is to be.
    #[error("{message}")]
    Campaign {
        /// Why.
        message: String,
        /// What would be right.
        hints: Vec<Said>,
    },
}
