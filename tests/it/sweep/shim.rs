//! The program with one fault in it: the process killed, or the system refusing, at a chosen call that changes a file.

use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::sync::OnceLock;

/// What happens at the chosen call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fault {
    /// The process is killed before it.
    Kill,
    /// Half of it is written, then the process is killed.
    Torn,
    /// One bit of what is written is another.
    Lie,
    /// It fails: I/O error.
    Io,
    /// It fails for want of room, and so does all after it that needs some.
    Full,
    /// Not a change but a reading fails: I/O error.
    Read,
}

impl Fault {
    /// All that a command can withstand: of a disk that lies only what is read again is known.
    pub(super) const ALL: [Self; 5] = [Self::Kill, Self::Torn, Self::Io, Self::Full, Self::Read];

    fn word(self) -> &'static str {
        match self {
            Self::Kill => "kill",
            Self::Torn => "torn",
            Self::Lie => "lie",
            Self::Io => "io",
            Self::Full => "full",
            Self::Read => "read",
        }
    }
}

/// How a run ended.
pub(super) struct Ran {
    pub(super) status: ExitStatus,
    pub(super) err: String,
}

impl Ran {
    /// The exit code; none of a process that was killed.
    pub(super) fn code(&self) -> Option<i32> {
        self.status.code()
    }
}

/// The library that makes the faults; none where it cannot be built or loaded, which is said.
pub(super) fn library() -> Option<&'static Path> {
    static BUILT: OnceLock<Option<(tempfile::TempDir, PathBuf)>> = OnceLock::new();
    let built = BUILT.get_or_init(|| {
        let built = if cfg!(target_os = "linux") { build() } else { None };
        if built.is_none() {
            println!("skipped: faults are made by a library for Linux that wants a C compiler (`cc`)");
        }
        built
    });
    built.as_ref().map(|(_, library)| library.as_path())
}

fn build() -> Option<(tempfile::TempDir, PathBuf)> {
    let folder = tempfile::tempdir().ok()?;
    let library = folder.path().join("faults.so");
    let source = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/it/sweep/faults.c");
    let built =
        Command::new("cc").args(["-shared", "-fPIC", "-O1", "-o"]).arg(&library).args([source, "-ldl"]).status();
    built.is_ok_and(|status| status.success()).then_some((folder, library))
}

fn program(library: &Path, folder: &Path, words: &[String]) -> Command {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin("railhead"));
    let under = folder.canonicalize().unwrap();
    let temp = folder.join("temp");
    std::fs::create_dir_all(&temp).unwrap();
    command.args(words).current_dir(folder).env("TMPDIR", &temp).env("LD_PRELOAD", library).env("FAULT_UNDER", under);
    command.env("RAILHEAD_CLOCK", "2026-01-02T03:04:05Z").stdin(Stdio::null()).stdout(Stdio::null());
    command
}

/// Runs the program in a folder with a fault at the `at`th call.
pub(super) fn run(library: &Path, folder: &Path, words: &[String], fault: Fault, at: u32) -> Ran {
    let mut command = program(library, folder, words);
    let done = command.env("FAULT_HOW", fault.word()).env("FAULT_AT", at.to_string()).output().unwrap();
    Ran { status: done.status, err: String::from_utf8_lossy(&done.stderr).into_owned() }
}

/// Runs it without a fault; how many changes, or readings, there are.
pub(super) fn count(library: &Path, folder: &Path, words: &[String], fault: Fault) -> u32 {
    let count = tempfile::NamedTempFile::new().unwrap();
    let mut command = program(library, folder, words);
    command.env("FAULT_HOW", fault.word()).env("FAULT_AT", "0").env("FAULT_COUNT", count.path());
    let done = command.output().unwrap();
    assert!(done.status.success(), "{words:?}: {}", String::from_utf8_lossy(&done.stderr));
    std::fs::read_to_string(count.path()).unwrap().parse().unwrap()
}

/// Runs it where nothing may be changed, as on a read-only medium.
pub(super) fn closed(library: &Path, folder: &Path, words: &[String]) -> (Option<i32>, String, String) {
    let mut command = program(library, folder, words);
    // What is copied to be read goes elsewhere.
    let temp = tempfile::tempdir().unwrap();
    let done = command.env("FAULT_HOW", "closed").env("TMPDIR", temp.path()).stdout(Stdio::piped()).output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (done.status.code(), text(&done.stdout), text(&done.stderr))
}
