//! The network of the ground, kept from one reading to the next.
//!
//! What it is: copies of the ground share it until one of them is changed in what a way takes. What it decides: nothing.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use network::Network;

use crate::GroundFactors;

/// What a network was made for, beside the ground.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NetworkKey {
    /// Metres of a square's side.
    pub square_m: u32,
    /// Squares that a lorry may go across country at a stretch.
    pub stretch: u32,
    /// The state of the ground.
    pub factors: GroundFactors,
}

/// The network that was made last; never a part of what is compared or stored.
#[derive(Debug, Default)]
pub(crate) struct KeptNetwork(Mutex<Option<(NetworkKey, Arc<Network>)>>);

impl KeptNetwork {
    fn kept(&self) -> MutexGuard<'_, Option<(NetworkKey, Arc<Network>)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The one made for this, or now.
    pub(crate) fn get_or_make(&self, key: NetworkKey, make: impl FnOnce(&NetworkKey) -> Network) -> Arc<Network> {
        let mut kept = self.kept();
        if let Some((_, network)) = kept.as_ref().filter(|(made_for, _)| *made_for == key) {
            return Arc::clone(network);
        }
        let network = Arc::new(make(&key));
        *kept = Some((key, Arc::clone(&network)));
        network
    }
}

impl Clone for KeptNetwork {
    fn clone(&self) -> Self {
        Self(Mutex::new(self.kept().clone()))
    }
}

impl PartialEq for KeptNetwork {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for KeptNetwork {}
