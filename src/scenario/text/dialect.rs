//! How the program that saved a table writes: what separates its fields, and what its decimals and dates look like.
//!
//! What it decides: the separator, from the header row, one for a file; and that where it is no comma a decimal may
//! have one and a date may begin with its day.
//! What it never does: change how tables are written: that is always comma, point, UTF-8 and a line feed.

use domain::LatLon;

use super::csv_writer::CsvWriter;
use super::layout::{Form, Layout};
use super::records::{Field, Record, Records};

/// The separators that are told, and their words for one and for several.
const SEPARATORS: [(u8, &str, &str); 3] =
    [(b',', "comma", "commas"), (b';', "semicolon", "semicolons"), (b'\t', "tab", "tabs")];

/// How a table is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Dialect {
    /// What separates its fields.
    pub(crate) separator: u8,
}

impl Dialect {
    /// That in which every table is written.
    pub(crate) const OWN: Self = Self { separator: b',' };

    /// That of a table: the separator with which its header row has the most columns that the layout knows.
    pub(crate) fn of(layout: &Layout, text: &str) -> Self {
        let known = |separator: u8| {
            let header = Records::new(text, separator).next().unwrap_or_default().fields;
            let is_known = |field: &&Field| layout.column(&field.text.to_lowercase()).is_some();
            header.iter().filter(is_known).count()
        };
        // Of several that know as much the last is taken: commas before all others.
        let separators = SEPARATORS.into_iter().rev().map(|(separator, ..)| separator);
        Self { separator: separators.max_by_key(|separator| known(*separator)).unwrap_or(b',') }
    }

    /// Whether it is that in which every table is written.
    pub(crate) fn is_own(self) -> bool {
        self == Self::OWN
    }

    /// What separates its fields, in a word for one and for several.
    pub(crate) fn words(self) -> (&'static str, &'static str) {
        let found = SEPARATORS.into_iter().find(|(separator, ..)| *separator == self.separator);
        found.map_or(("", ""), |(_, one, several)| (one, several))
    }

    /// A field of a column as it is written in the own dialect.
    pub(crate) fn own(self, form: Form, text: &str) -> Option<String> {
        if self.is_own() {
            return None;
        }
        match form {
            Form::Degrees => pointed(text),
            Form::Points => {
                let points = text.split('>').map(|point| coordinates(point).unwrap_or_else(|| point.to_owned()));
                Some(points.collect::<Vec<_>>().join(">"))
            }
            Form::Date => day_first(text),
            Form::Plain | Form::Capitals | Form::Thirds => None,
        }
    }
}

/// A decimal with a comma, with a point; none where the text is no such.
fn pointed(text: &str) -> Option<String> {
    let (whole, part) = text.trim().split_once(',')?;
    let is_number = |digits: &str| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    let sound = is_number(whole.strip_prefix('-').unwrap_or(whole)) && is_number(part);
    sound.then(|| format!("{whole}.{part}"))
}

/// Latitude and longitude with decimal commas, with points; none where the text is not just these two.
fn coordinates(text: &str) -> Option<String> {
    let mut words = text.split_whitespace();
    let (lat, lon) = (words.next()?, words.next()?);
    if words.next().is_some() {
        return None;
    }
    let number = |word: &str| pointed(word).unwrap_or_else(|| word.to_owned());
    let own = format!(" {} {} ", number(lat.strip_suffix(',').unwrap_or(lat)), number(lon));
    LatLon::parse(&own).map(|_| own)
}

/// A date as `19.11.1942`, as `1942-11-19`; none where the text is no such.
fn day_first(text: &str) -> Option<String> {
    let parts: Vec<u32> = text.trim().split('.').map(|part| part.parse().ok()).collect::<Option<_>>()?;
    let [day, month, year] = parts[..] else { return None };
    (year > 999).then(|| format!("{year:04}-{month:02}-{day:02}"))
}

/// A table that is kept as text, in the own dialect; its comments stay.
pub(crate) fn as_own(layout: &Layout, text: &str) -> String {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let dialect = Dialect::of(layout, text);
    if dialect.is_own() && !text.contains('\r') {
        return text.to_owned();
    }
    let form = |field: &Field| layout.column(&field.text.to_lowercase()).map_or(Form::Plain, |column| column.form);
    let mut forms: Vec<Form> = Vec::new();
    let (mut own, mut next) = (String::new(), 1);
    let lines: Vec<&str> = if text.contains('\n') { text.split('\n') } else { text.split('\r') }.collect();
    for Record { mut fields, .. } in Records::new(text, dialect.separator) {
        let between = (next..fields[0].line).filter_map(|number| lines.get(number as usize - 1));
        for comment in between.filter(|line| line.starts_with('#')) {
            own.push_str(comment.trim_end());
            own.push('\n');
        }
        next = fields.last().map_or(next, |field| field.line + 1);
        while fields.len() > forms.len() && fields.last().is_some_and(|field| field.text.is_empty()) {
            fields.pop();
        }
        if forms.is_empty() {
            forms = fields.iter().map(form).collect();
        }
        if !fields.iter().all(|field| field.text.is_empty()) {
            let forms = forms.iter().copied().chain(std::iter::repeat(Form::Plain));
            let texts = fields
                .iter()
                .zip(forms)
                .map(|(field, form)| dialect.own(form, &field.text).unwrap_or(field.text.clone()));
            let mut writer = CsvWriter::default();
            writer.add(texts.map(|text| text.trim().to_owned()));
            own.push_str(&writer.text());
        }
    }
    own
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::columns;

    #[test]
    fn the_header_tells_the_separator() {
        let of = |text: &str| Dialect::of(&columns::PLACES, text).separator;
        assert_eq!((of("name,lat,lon\n"), of("name;lat;lon\n"), of("name\tlat\tlon\n")), (b',', b';', b'\t'));
        assert_eq!((of("# a, b\n\"name\";kind\n"), of("name\n"), of("")), (b';', b',', b','));
        // One column is misspelt: the others tell.
        assert_eq!((of("nam;lat;lon\n"), of("nme;lt\n")), (b';', b','));
    }

    #[test]
    fn decimals_and_dates_become_ours_only_where_they_are_meant() {
        let semicolons = Dialect { separator: b';' };
        let own =
            |form, text| semicolons.own(form, text).map(|text| text.split_whitespace().collect::<Vec<_>>().join(" "));
        assert_eq!(own(Form::Degrees, "48,691").as_deref(), Some("48.691"));
        assert_eq!(own(Form::Degrees, "-0,5").as_deref(), Some("-0.5"));
        assert_eq!(
            (own(Form::Degrees, "48.691"), own(Form::Degrees, "4,8,1"), own(Form::Plain, "4,8")),
            (None, None, None)
        );
        assert_eq!(
            own(Form::Points, "Kalach > 48,7 43,5 > Hill 3,5").as_deref(),
            Some("Kalach > 48.7 43.5 > Hill 3,5")
        );
        assert_eq!(own(Form::Points, "48,7, 43").as_deref(), Some("48.7 43"));
        assert_eq!(own(Form::Date, "19.11.1942").as_deref(), Some("1942-11-19"));
        assert_eq!((own(Form::Date, "1942-11-19"), own(Form::Date, "19.11.42")), (None, None));
        assert_eq!(Dialect::OWN.own(Form::Degrees, "48,691"), None);
    }

    #[test]
    fn a_table_that_is_kept_as_text_is_kept_in_our_dialect() {
        let text = "\u{feff}# the line\r\nline;seq;point;left\r\nfront;1;59,9 30,1;SU\r\n;;;\r\n";
        let own = "# the line\nline,seq,point,left\nfront,1,59.9 30.1,SU\n";
        assert_eq!(as_own(&columns::FRONT, text), own);
        assert_eq!(as_own(&columns::FRONT, own), own);
    }
}
