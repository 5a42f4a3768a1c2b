//! Separated text, written: the one writer of CSV, on `csv`.

/// Records as they are written, a line each, of any number of fields.
#[derive(Debug)]
pub struct CsvWriter(csv::Writer<Vec<u8>>);

impl Default for CsvWriter {
    fn default() -> Self {
        Self(csv::WriterBuilder::new().flexible(true).from_writer(Vec::new()))
    }
}

impl CsvWriter {
    /// Adds a record.
    pub fn add(&mut self, fields: impl IntoIterator<Item = impl AsRef<str>>) {
        // What is written to memory is written.
        fields.into_iter().for_each(|field| drop(self.0.write_field(field.as_ref())));
        drop(self.0.write_record(None::<&[u8]>));
    }

    /// All of them.
    pub fn text(self) -> String {
        self.0.into_inner().ok().and_then(|bytes| String::from_utf8(bytes).ok()).unwrap_or_default()
    }
}
