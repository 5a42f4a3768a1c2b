//! What the columns of a file are: for who reads it and who writes it.
//!
//! `need` marks what a file must have; `of` names the column of the record (`record!` in `campaign`) where that is
//! another; what a column `unless`-says is written as nothing; `play` marks what nobody fills in by hand.

/// A table of a campaign folder.
#[derive(Debug)]
pub(crate) struct Layout {
    pub(crate) file: &'static str,
    /// What it holds.
    pub(crate) what: &'static str,
    /// Rows that show how it is filled in; squares stand in braces, as `{0302}`, and so do `{start}`, `{lat:3}` and
    /// `{lon:5}`, by rows and columns of squares. None of a file that only play fills.
    pub(crate) example: &'static [&'static [(&'static str, &'static str)]],
    /// Its columns, in the order in which they are written.
    pub(crate) columns: &'static [Column],
    /// How many of the first are written even where none of them holds anything; of the others those that do.
    pub(crate) kept: usize,
}

/// A column of a table.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Column {
    /// Its header.
    pub(crate) name: &'static str,
    /// What it says.
    pub(crate) what: &'static str,
    /// The words that it may hold, where these are a closed list.
    pub(crate) words: Option<fn() -> Vec<&'static str>>,
    /// Whether play fills it in, and nobody by hand.
    pub(crate) is_of_play: bool,
    /// The column of the record that it shows.
    pub(crate) of: &'static str,
    /// Whether every file must have it.
    pub(crate) is_needed: bool,
    /// What is written as nothing: what is meant where nothing is said.
    pub(crate) usual: &'static str,
    pub(crate) form: Form,
    pub(crate) group: Group,
}

/// How a value is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    Plain,
    /// In capital letters.
    Capitals,
    /// A number of thirds as whole ones and thirds: `2`, `2 1/3`, `1/3`.
    Thirds,
    /// Millionths of a degree as degrees.
    Degrees,
    /// Points of the map as they are named: places, squares, or latitude and longitude.
    Points,
    /// A date.
    Date,
}

/// Of `orbat.csv`, what a column says something about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Group {
    /// Any formation.
    Formation,
    /// Where and how a leaf stands.
    Stand,
    /// What a leaf carries.
    Load,
    /// A base.
    Base,
}

impl Layout {
    /// The headers of the columns about something.
    pub(crate) fn about(&self, group: Group) -> impl Iterator<Item = &'static str> {
        self.columns.iter().filter(move |column| column.group == group).map(|column| column.name)
    }

    /// The column of this header.
    pub(crate) fn column(&self, header: &str) -> Option<&'static Column> {
        self.columns.iter().find(|column| column.name == header)
    }

    /// The headers of the columns that a file must have, or of those that it may have.
    pub(crate) fn headers(&self, needed: bool) -> impl Iterator<Item = &'static str> {
        self.columns.iter().filter(move |column| column.is_needed == needed).map(|column| column.name)
    }
}

impl Column {
    /// A column that shows what the record has under the same name.
    pub(crate) const fn new(name: &'static str, what: &'static str) -> Self {
        let (usual, form, group) = ("", Form::Plain, Group::Formation);
        Self { name, what, words: None, is_of_play: false, of: name, is_needed: false, usual, form, group }
    }

    /// Whether an organiser writes it: what play fills in too where every file must have it.
    pub(crate) fn is_by_hand(&self) -> bool {
        !self.is_of_play || self.is_needed
    }

    pub(crate) const fn one_of(self, words: fn() -> Vec<&'static str>) -> Self {
        Self { words: Some(words), ..self }
    }

    pub(crate) const fn play(self) -> Self {
        Self { is_of_play: true, ..self }
    }

    pub(crate) const fn need(self) -> Self {
        Self { is_needed: true, ..self }
    }

    pub(crate) const fn of(self, of: &'static str) -> Self {
        Self { of, ..self }
    }

    pub(crate) const fn unless(self, usual: &'static str) -> Self {
        Self { usual, ..self }
    }

    pub(crate) const fn capitals(self) -> Self {
        Self { form: Form::Capitals, ..self }
    }

    pub(crate) const fn thirds(self) -> Self {
        Self { form: Form::Thirds, ..self }
    }

    pub(crate) const fn degrees(self) -> Self {
        Self { form: Form::Degrees, ..self }
    }

    pub(crate) const fn points(self) -> Self {
        Self { form: Form::Points, ..self }
    }

    pub(crate) const fn date(self) -> Self {
        Self { form: Form::Date, ..self }
    }

    pub(crate) const fn stand(self) -> Self {
        Self { group: Group::Stand, ..self }
    }

    pub(crate) const fn load(self) -> Self {
        Self { group: Group::Load, ..self }
    }

    pub(crate) const fn base(self) -> Self {
        Self { group: Group::Base, ..self }
    }
}
