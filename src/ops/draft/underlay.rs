//! The picture that lies under a map in the making: kept beside its folder, and no part of the campaign.

use std::path::PathBuf;
use std::str::FromStr;

use ledger::whole_file;

use super::Drafts;
use crate::OpError;

/// How the file of a picture ends, and of which kind it is for a browser. What begins otherwise is no picture.
const KINDS: [(&str, &str, &[u8]); 3] = [
    ("png", "image/png", b"\x89PNG\r\n\x1a\n"),
    ("jpg", "image/jpeg", b"\xff\xd8\xff"),
    ("webp", "image/webp", b"RIFF"),
];

/// Where a picture lies on the map, in hundredths of a square from the north-west corner, and how strongly it shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fit {
    /// Its western edge.
    pub left: i32,
    /// Its northern edge.
    pub top: i32,
    /// Its eastern edge.
    pub right: i32,
    /// Its southern edge.
    pub bottom: i32,
    /// From 0 to 100.
    pub strength: u8,
}

/// How far apart two points are that say how large it is along an edge, in squares.
const APART: f64 = 0.5;

/// A picture.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Underlay {
    /// Its kind, for a browser.
    pub kind: &'static str,
    /// Its bytes.
    pub bytes: Vec<u8>,
}

impl Fit {
    /// Over all of a map of so many columns and rows.
    pub fn whole(columns: u16, rows: u16) -> Self {
        Self { left: 0, top: 0, right: i32::from(columns) * 100, bottom: i32::from(rows) * 100, strength: 60 }
    }

    /// As it must lie for two of its points to come from where they are to where they belong, in squares from the north-west
    /// corner. Points side by side, or one above the other, say how large it is along one edge, and then so along the other.
    /// None where they are the same point, or the picture would stand on its head.
    pub fn by_points(self, are: [(f64, f64); 2], belong: [(f64, f64); 2]) -> Option<Self> {
        let along = |of: fn((f64, f64)) -> f64| (are.map(of), belong.map(of));
        let scale = |([from, to], [new_from, new_to]): ([f64; 2], [f64; 2])| {
            let (is, will_be) = (to - from, new_to - new_from);
            (is.abs() >= APART && will_be.abs() >= APART).then(|| will_be / is)
        };
        let (across, down) = (along(|at| at.0), along(|at| at.1));
        let (by, by_down) = (scale(across).or(scale(down))?, scale(down).or(scale(across))?);
        let edge = |edge: i32, ([from, to], [new_from, new_to]): ([f64; 2], [f64; 2]), by: f64| {
            let of_middle = (f64::from(edge) / 100.0 - f64::midpoint(from, to)) * by;
            let new = f64::midpoint(new_from, new_to) + of_middle;
            (new * 100.0).round() as i32
        };
        let text = [
            edge(self.left, across, by),
            edge(self.top, down, by_down),
            edge(self.right, across, by),
            edge(self.bottom, down, by_down),
            i32::from(self.strength),
        ];
        text.map(|number| number.to_string()).join(" ").parse().ok()
    }
}

impl FromStr for Fit {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let numbers: Vec<i32> = text.split_whitespace().map(str::parse).collect::<Result<_, _>>().map_err(|_| ())?;
        let [left, top, right, bottom, strength] = numbers[..] else { return Err(()) };
        let is_far = |number: i32| number.unsigned_abs() > 1_000_000;
        if right <= left || bottom <= top || [left, top, right, bottom].into_iter().any(is_far) {
            return Err(());
        }
        Ok(Self { left, top, right, bottom, strength: u8::try_from(strength.clamp(0, 100)).unwrap_or(100) })
    }
}

impl Drafts {
    /// Where the picture of a folder lies, or would.
    fn beside(&self, name: &str, ending: &str) -> Result<PathBuf, OpError> {
        self.path(name)?;
        Ok(self.dir.join(format!("{name}-underlay.{ending}")))
    }

    /// The picture under a map.
    pub fn underlay(&self, name: &str) -> Option<Underlay> {
        KINDS.iter().find_map(|(ending, kind, _)| {
            let path = self.beside(name, ending).ok().filter(|path| !path.is_symlink())?;
            Some(Underlay { kind, bytes: std::fs::read(path).ok()? })
        })
    }

    /// How large the picture under a map is, in bytes; none where there is none. Nothing is read.
    pub fn has_underlay(&self, name: &str) -> Option<u64> {
        let about = |ending: &str| std::fs::symlink_metadata(self.beside(name, ending).ok()?).ok();
        KINDS.iter().find_map(|(ending, ..)| about(ending).filter(std::fs::Metadata::is_file)).map(|about| about.len())
    }

    /// Lays a picture under a map, in the place of the one before; none: takes it away.
    ///
    /// # Errors
    /// When it is no picture that browsers show, or cannot be written.
    pub fn lay_under(&mut self, name: &str, picture: Option<&[u8]>) -> Result<(), OpError> {
        let is = |bytes: &[u8], (.., start): &(&str, &str, &[u8])| bytes.starts_with(start);
        let ending = picture.map(|bytes| {
            KINDS.iter().find(|kind| is(bytes, kind)).map(|kind| kind.0).ok_or_else(|| OpError::Words {
                message: "this is not a picture that can be shown".to_owned(),
                hint: "give a PNG, JPEG or WebP file".into(),
            })
        });
        let ending = ending.transpose()?;
        if let (Some(bytes), Some(ending)) = (picture, ending) {
            put(self.beside(name, ending)?, bytes)?;
        }
        for (other, ..) in KINDS.iter().filter(|kind| Some(kind.0) != ending) {
            let path = self.beside(name, other)?;
            match std::fs::remove_file(&path) {
                Err(source) if source.kind() != std::io::ErrorKind::NotFound => {
                    return Err(OpError::File { path, source });
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// How the picture of a folder lies; none where nobody has said it.
    pub fn fit(&self, name: &str) -> Option<Fit> {
        let path = self.beside(name, "fit").ok().filter(|path| !path.is_symlink())?;
        std::fs::read_to_string(path).ok()?.parse().ok()
    }

    /// Says how the picture lies.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn set_fit(&mut self, name: &str, fit: Fit) -> Result<(), OpError> {
        let path = self.beside(name, "fit")?;
        let text = format!("{} {} {} {} {}\n", fit.left, fit.top, fit.right, fit.bottom, fit.strength);
        put(path, text.as_bytes())
    }
}

/// Writes a file beside a folder, in the place of a link too: nothing is written where that leads.
fn put(path: PathBuf, bytes: &[u8]) -> Result<(), OpError> {
    let removed = if path.is_symlink() { std::fs::remove_file(&path) } else { Ok(()) };
    removed.and_then(|()| whole_file::write(&path, bytes)).map_err(|source| OpError::File { path, source })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fit(text: &str) -> Fit {
        text.parse().unwrap()
    }

    #[test]
    fn two_points_say_how_a_picture_lies() {
        // A picture that lies over 10 by 10 squares. What is a square from its corner belongs at 3, 2, and what is 9 squares
        // from it at 7, 6: it is half as large, and begins at 2.5, 1.5.
        let whole = fit("0 0 1000 1000 60");
        let lies = whole.by_points([(1.0, 1.0), (9.0, 9.0)], [(3.0, 2.0), (7.0, 6.0)]);
        assert_eq!(lies, Some(fit("250 150 750 650 60")));
        // Each edge has its own measure: across it is twice as large.
        let lies = whole.by_points([(1.0, 1.0), (5.0, 9.0)], [(2.0, 1.0), (10.0, 9.0)]);
        assert_eq!(lies, Some(fit("0 0 2000 1000 60")));
        // Two points of a row say how large it is, and it grows about them.
        let lies = whole.by_points([(2.0, 5.0), (6.0, 5.1)], [(1.5, 4.5), (9.5, 4.5)]);
        assert_eq!(lies, Some(fit("-250 -560 1750 1440 60")));
        assert_eq!(whole.by_points([(2.0, 5.0), (2.1, 5.1)], [(1.0, 1.0), (9.0, 9.0)]), None);
        assert_eq!(whole.by_points([(2.0, 5.0), (6.0, 9.0)], [(9.0, 1.0), (1.0, 9.0)]), None, "it would be mirrored");
        assert_eq!(whole.by_points([(2.0, 5.0), (f64::NAN, 9.0)], [(1.0, 1.0), (9.0, 9.0)]), None);
    }
}
