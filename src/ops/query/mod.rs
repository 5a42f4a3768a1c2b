//! What reads and computes and changes nothing.
