//! Things gathered by a key, in the order in which the keys came up.

/// What is kept for a key, made where there is nothing yet.
pub(crate) fn entry<K, V: Default>(all: &mut Vec<(K, V)>, key: K, is_it: impl Fn(&K) -> bool) -> &mut V {
    let place = all.iter().position(|(of, _)| is_it(of)).unwrap_or_else(|| {
        all.push((key, V::default()));
        all.len() - 1
    });
    &mut all[place].1
}
