//! UNIT and `KEY=VALUE` words in any order: `unit set 26tk sp=60%`, `unit set sp=60% 26tk`.

use domain::command;

use crate::failure::Failure;
use crate::words::{key_value, quoted};

/// `KEY=VALUE` words.
pub(super) type Pairs = Vec<(String, String)>;

/// The unit and the keys among the words of `unit set`.
pub(super) fn unit_and_keys(words: &[String]) -> Result<(String, Pairs), Failure> {
    let (keys, units): (Vec<&String>, Vec<&String>) = words.iter().partition(|word| word.contains('='));
    let hint = command!("`railhead unit set UNIT KEY=VALUE...`");
    let unit = match units.as_slice() {
        [unit] => (*unit).clone(),
        [] => return Err(Failure::words("no unit is named").hint(hint)),
        several => {
            let meant = match several {
                [unit, key, value] if keys.is_empty() => {
                    command!("`railhead unit set {} {key}={}`", quoted(unit), quoted(value))
                }
                _ => hint,
            };
            let several: Vec<String> = several.iter().map(|word| format!("`{word}`")).collect();
            return Err(Failure::words(format!("name one unit, not {}", several.join(" and "))).hint(meant));
        }
    };
    let keys = keys.into_iter().map(|word| key_value(word)).collect::<Result<_, _>>().map_err(Failure::words)?;
    Ok((unit, keys))
}
