//! The imported campaign as one document: JSON, deflated.

use std::io::{Read, Write};

use flate2::Compression;
use flate2::read::ZlibDecoder;
use flate2::write::ZlibEncoder;

use crate::campaign::Campaign;

use super::trouble::Trouble;

/// The kind of the one event of operation 1.
pub(super) const CAMPAIGN_IMPORTED: &str = "campaign_imported";

/// The version of the document.
pub(super) const VERSION: u32 = 1;

// Fixed, so that the same campaign gives the same bytes.
const LEVEL: u32 = 6;

/// The bytes of the document of a campaign.
pub(super) fn pack(campaign: &Campaign) -> Result<Vec<u8>, Trouble> {
    let failed = |what: String| Trouble::Damaged(format!("the campaign cannot be written as JSON: {what}"));
    let json = serde_json::to_vec(campaign).map_err(|e| failed(e.to_string()))?;
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::new(LEVEL));
    encoder.write_all(&json).map_err(|e| failed(e.to_string()))?;
    encoder.finish().map_err(|e| failed(e.to_string()))
}

/// The campaign of a document.
pub(super) fn unpack(bytes: &[u8], version: u32) -> Result<Campaign, Trouble> {
    let failed = |what: String| Trouble::Damaged(format!("the imported campaign cannot be read: {what}"));
    if version > VERSION {
        return Err(failed(format!("its version {version} is newer than this program knows")));
    }
    let mut json = Vec::new();
    ZlibDecoder::new(bytes).read_to_end(&mut json).map_err(|e| failed(e.to_string()))?;
    serde_json::from_slice(&json).map_err(|e| failed(e.to_string()))
}
