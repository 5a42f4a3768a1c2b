//! The imported campaign as one document: JSON, deflated.

use std::io::{Read, Write};

use flate2::Compression;
use flate2::read::ZlibDecoder;
use flate2::write::ZlibEncoder;

use campaign::{Campaign, Intel};

use crate::file::storage_error::{Result, StorageError};

/// The kind of the one event of operation 1.
pub(crate) const CAMPAIGN_IMPORTED: &str = "campaign_imported";

/// The version of the document.
pub(crate) const VERSION: u32 = 1;

/// How many bytes of JSON it may have: some ten times the largest campaign that a folder can hold.
const MOST: u64 = 1 << 30;

// Fixed, so that the same campaign gives the same bytes.
const LEVEL: u32 = 6;

/// The bytes of the document of a campaign.
pub(crate) fn pack(campaign: &Campaign) -> Result<Vec<u8>> {
    let failed = |what: String| StorageError::Damaged(format!("the campaign cannot be written as JSON: {what}"));
    // What a first look tells need not be kept: reading takes it again.
    let unseen = campaign.knows_at_first_look().then(|| Campaign { intel: Intel::default(), ..campaign.clone() });
    let json = serde_json::to_vec(unseen.as_ref().unwrap_or(campaign)).map_err(|e| failed(e.to_string()))?;
    must_fit(&json, MOST).map_err(|e| failed(e.to_string()))?;
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::new(LEVEL));
    encoder.write_all(&json).map_err(|e| failed(e.to_string()))?;
    encoder.finish().map_err(|e| failed(e.to_string()))
}

/// The campaign of a document.
pub(crate) fn unpack(bytes: &[u8], version: u32) -> Result<Campaign> {
    let failed = |what: String| StorageError::Damaged(format!("the imported campaign cannot be read: {what}"));
    if version > VERSION {
        return Err(failed(format!("its version {version} is newer than this program knows")));
    }
    let json = inflate(bytes, MOST).map_err(|e| failed(e.to_string()))?;
    let mut campaign: Campaign = serde_json::from_str(&json).map_err(|e| failed(e.to_string()))?;
    campaign.take_first_look();
    Ok(campaign)
}

/// What was deflated, where it has at most so many bytes: some kilobytes can stand for more than any memory.
fn inflate(bytes: &[u8], most: u64) -> std::io::Result<String> {
    let mut json = String::new();
    ZlibDecoder::new(bytes).take(most + 1).read_to_string(&mut json)?;
    must_fit(json.as_bytes(), most)?;
    Ok(json)
}

fn must_fit(json: &[u8], most: u64) -> std::io::Result<()> {
    if json.len() as u64 <= most {
        return Ok(());
    }
    Err(std::io::Error::other(format!("it has more than {most} bytes")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_inflates_without_end_is_given_up() {
        let mut encoder = ZlibEncoder::new(Vec::new(), Compression::best());
        encoder.write_all(&vec![b' '; 100_000]).unwrap();
        let packed = encoder.finish().unwrap();
        assert!(packed.len() < 1_000);
        assert_eq!(inflate(&packed, 100_000).unwrap().len(), 100_000);
        assert_eq!(inflate(&packed, 99_999).unwrap_err().to_string(), "it has more than 99999 bytes");
    }
}
