//! Who may enter: keys of 128 bits, the umpire's in memory, those of players by their hash beside the campaign.

use std::fmt::Write as _;
use std::sync::LazyLock;
use std::time::Duration;

use domain::SideId;
use ops::Player;

use crate::desk::Reading;
use crate::news::Reader;

/// A key, in hexadecimal digits.
pub(crate) fn new_key() -> Result<String, getrandom::Error> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes)?;
    Ok(bytes.iter().fold(String::with_capacity(32), |mut key, byte| {
        let _ = write!(key, "{byte:02x}");
        key
    }))
}

/// What the keys of all forms begin with that are made while this program runs.
static OPENED: LazyLock<String> = LazyLock::new(|| new_key().unwrap_or_default());

/// A key for a form, by which one sent twice is known.
pub(crate) fn new_form_key() -> String {
    format!("{}{}", *OPENED, new_key().unwrap_or_default())
}

/// Whether a form was made while another program ran: what it was answered then is no longer known.
pub(crate) fn is_form_of_before(key: &str) -> bool {
    !key.starts_with(OPENED.as_str())
}

/// Whether two keys are the same, in a time that does not tell how far they agree.
pub(crate) fn same(one: &str, other: &str) -> bool {
    one.len() == other.len() && one.bytes().zip(other.bytes()).fold(0, |unlike, (a, b)| unlike | (a ^ b)) == 0
}

/// The signs of a code that is typed: none of them is taken for another.
const SIGNS: &[u8; 31] = b"23456789ABCDEFGHJKMNPQRSTUVWXYZ";
/// How many signs a code has.
const LENGTH: usize = 8;
/// How long a code is good.
const GOOD: Duration = Duration::from_mins(10);
/// How many wrong codes may be tried before all are void.
const TRIES: usize = 5;

/// A code that is typed, in the place of the key that it stands for.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Code {
    signs: String,
    key: String,
    /// When it was made, by the clock of the office.
    made: Duration,
}

/// The codes that may be typed: each is good once and for ten minutes, and all are void after five that were wrong.
#[derive(Debug, Default)]
pub(crate) struct Codes {
    open: Vec<Code>,
    wrong: usize,
}

impl Codes {
    /// A code for a key, as one reads it out: in two halves.
    pub(crate) fn add(&mut self, key: &str, now: Duration) -> Result<String, getrandom::Error> {
        if self.open.is_empty() {
            self.wrong = 0;
        }
        let mut signs = String::with_capacity(LENGTH);
        while signs.len() < LENGTH {
            let mut byte = [0];
            getrandom::fill(&mut byte)?;
            // Bytes from 248 on would make some signs likelier.
            if byte[0] < 248 {
                signs.extend(SIGNS.get(usize::from(byte[0]) % SIGNS.len()).map(|sign| char::from(*sign)));
            }
        }
        self.open.push(Code { signs: signs.clone(), key: key.to_owned(), made: now });
        signs.insert(LENGTH / 2, '-');
        Ok(signs)
    }

    /// The key of a code that is typed, which then is used up.
    pub(crate) fn take(&mut self, typed: &str, now: Duration) -> Option<String> {
        self.open.retain(|code| now.saturating_sub(code.made) <= GOOD);
        let typed: String =
            typed.chars().filter(char::is_ascii_alphanumeric).map(|of| of.to_ascii_uppercase()).collect();
        if let Some(at) = self.open.iter().position(|code| same(&code.signs, &typed)) {
            return Some(self.open.remove(at).key);
        }
        self.wrong += 1;
        if self.wrong >= TRIES {
            self.open.clear();
        }
        None
    }

    /// Forgets the codes for a key that opens nothing any more.
    pub(crate) fn forget(&mut self) {
        self.open.clear();
    }
}

/// Who asks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Role {
    /// The umpire.
    Umpire,
    /// A player.
    Player(Player),
    /// A screen on the wall.
    Screen(Screen),
    /// Whoever has no key.
    Nobody,
}

/// A screen that hangs on a wall, on another machine than the umpire's: it shows a map and does nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Screen {
    /// Its number, from 1 on since the board was opened.
    pub(crate) number: u64,
    /// The side whose knowledge it shows; none: what neither side minds.
    pub(crate) side: Option<SideId>,
}

impl Screen {
    /// With whose eyes it shows the campaign, where those are a side's.
    pub(crate) fn reading(&self) -> Reading {
        Reading { side: self.side.map(|side| side.to_string()), ..Reading::default() }
    }
}

/// The keys that are not kept in the file.
#[derive(Debug, Default)]
pub(crate) struct Keys {
    /// The one of the address that the program prints: good for one entry.
    pub(crate) once: Option<String>,
    /// Those that the umpire's browsers keep.
    pub(crate) umpire: Vec<String>,
    /// Those of screens, with how many were made so far: they are good until the board is closed.
    pub(crate) screens: Vec<(String, Screen)>,
    pub(crate) screens_made: u64,
    /// Those that stand for one while somebody types them.
    pub(crate) codes: Codes,
}

impl Keys {
    pub(crate) fn is_umpire(&self, key: &str) -> bool {
        self.umpire.iter().any(|kept| same(kept, key))
    }

    /// The screen that has this key.
    pub(crate) fn screen(&self, key: &str) -> Option<&Screen> {
        self.screens.iter().find(|(kept, _)| same(kept, key)).map(|(_, screen)| screen)
    }

    pub(crate) fn is_once(&self, key: &str) -> bool {
        self.once.as_deref().is_some_and(|once| same(once, key))
    }

    /// Takes the key that is good for one entry, if it is this.
    pub(crate) fn take_once(&mut self, key: &str) -> bool {
        self.once.take_if(|once| same(once, key)).is_some()
    }
}

impl Role {
    /// As whom it is told of changes; none for whom nothing is shown.
    pub(crate) fn reader(&self) -> Option<Reader> {
        match self {
            Self::Umpire => Some(Reader::Umpire),
            Self::Player(player) => Some(Reader::Player(player.number)),
            Self::Screen(screen) => Some(Reader::Screen(screen.number)),
            Self::Nobody => None,
        }
    }
}

/// How a player reads the campaign.
pub(crate) fn reading_of(player: &Player) -> Reading {
    let commander = player.commander.as_ref().filter(|_| !player.sees_side).map(ToString::to_string);
    let side = commander.is_none().then(|| SideId::to_string(&player.side));
    Reading { side, commander, at: None }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_key_of_the_address_is_good_once() {
        let mut keys = Keys { once: Some("ab".into()), ..Keys::default() };
        assert!(!keys.take_once("ac") && !keys.take_once("abc") && keys.take_once("ab") && !keys.take_once("ab"));
    }

    #[test]
    fn a_code_is_good_once_and_for_ten_minutes() {
        let (mut codes, minutes) = (Codes::default(), Duration::from_mins);
        let code = codes.add("key", minutes(0)).unwrap();
        assert_eq!((code.len(), code.find('-')), (9, Some(4)));
        assert_eq!(codes.take(&code.to_lowercase().replace('-', " "), minutes(10)).as_deref(), Some("key"));
        assert_eq!(codes.take(&code, minutes(10)), None, "it was used");
        let late = codes.add("key", minutes(20)).unwrap();
        assert_eq!(codes.take(&late, minutes(31)), None);
    }

    #[test]
    fn five_wrong_codes_make_all_void_and_a_new_one_is_good_again() {
        let mut codes = Codes::default();
        let [one, other] = ["a", "b"].map(|key| codes.add(key, Duration::ZERO).unwrap());
        for _ in 0..4 {
            assert_eq!(codes.take("22222222", Duration::ZERO), None);
        }
        assert_eq!(codes.take(&one, Duration::ZERO).as_deref(), Some("a"));
        assert_eq!(codes.take("22222222", Duration::ZERO), None);
        assert_eq!(codes.take(&other, Duration::ZERO), None, "five in all");
        let new = codes.add("c", Duration::ZERO).unwrap();
        assert_eq!(codes.take(&new, Duration::ZERO).as_deref(), Some("c"));
    }

    #[test]
    fn keys_have_128_bits_and_differ() {
        let keys = [new_key().unwrap(), new_key().unwrap()];
        assert!(keys.iter().all(|key| key.len() == 32) && keys[0] != keys[1]);
    }
}
