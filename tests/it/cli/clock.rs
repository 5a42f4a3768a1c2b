//! A clock that stands somewhere else: before 1970, in the year 0, at the end of 9999. Nothing stops for that.

use std::path::PathBuf;
use std::process::Command;

use super::field::Field;

/// Everything that looks at the clock, or at the times of files.
const LINES: [&str; 9] = [
    "new first-bound first.railhead",
    "unit set 1rd.b1 square=0502 --campaign six.railhead",
    "battle new 0602 --override test --campaign six.railhead",
    "battle resolve 0602 --campaign six.railhead",
    "battle post 0602 --campaign six.railhead",
    "roll firefight --cu 3L --against M",
    "op log --campaign six.railhead --format json",
    "op show 2 --campaign six.railhead",
    "verify --campaign six.railhead",
];

fn program(field: &Field, line: &str) -> Command {
    let mut program = Command::new(assert_cmd::cargo::cargo_bin("railhead"));
    program.args(shlex::split(line).unwrap()).current_dir(field.dir.path());
    program
}

/// Runs every line, and gives the time of the second operation.
fn time_by(field: &Field, set: &dyn Fn(&mut Command)) -> String {
    for line in LINES {
        let mut program = program(field, line);
        set(&mut program);
        let ended = program.output().unwrap();
        assert_eq!(ended.status.code(), Some(0), "{line}: {}", String::from_utf8_lossy(&ended.stderr));
    }
    field.json("op log --campaign six.railhead")[1]["time"].as_str().unwrap().to_owned()
}

#[test]
fn a_clock_of_another_age_stops_nothing() {
    for time in ["1969-12-31T23:59:59Z", "0000-01-01T00:00:00Z", "9999-12-31T23:59:59Z", "1901-01-01T00:00:00+14:00"] {
        let field = Field::new();
        let there = time_by(&field, &|program| {
            program.env("RAILHEAD_CLOCK", time);
        });
        let expected = if time.starts_with("1901") { "1900-12-31T10:00:00Z" } else { time };
        assert_eq!(there, expected);
    }
}

/// A library that sets the clock on the wall for one process; none where there is no compiler for it.
#[cfg(target_os = "linux")]
fn wall_clock(dir: &std::path::Path) -> Option<PathBuf> {
    let (source, library) = (dir.join("clock.c"), dir.join("clock.so"));
    let text = "#define _GNU_SOURCE\n#include <time.h>\n#include <unistd.h>\n#include <sys/syscall.h>\n\
                int clock_gettime(clockid_t which, struct timespec *to) {\n  \
                if (which == CLOCK_REALTIME) { to->tv_sec = -86400; to->tv_nsec = 500000000; return 0; }\n  \
                return (int)syscall(SYS_clock_gettime, which, to);\n}\n";
    std::fs::write(&source, text).unwrap();
    let made = Command::new("cc").args(["-shared", "-fPIC", "-o"]).arg(&library).arg(&source).status();
    made.is_ok_and(|made| made.success()).then_some(library)
}

/// `chrono::Utc::now` once stopped the program.
#[cfg(target_os = "linux")]
#[test]
fn the_clock_on_the_wall_may_stand_before_1970() {
    let tools = tempfile::tempdir().unwrap();
    let Some(library) = wall_clock(tools.path()) else { return };
    let field = Field::new();
    for name in ["six.railhead", ".railhead-Ab12cd.part"] {
        let file = std::fs::OpenOptions::new().create(true).append(true).open(field.dir.path().join(name)).unwrap();
        file.set_modified(std::time::UNIX_EPOCH - std::time::Duration::from_hours(48)).unwrap();
    }
    let there = time_by(&field, &|program| {
        program.env("LD_PRELOAD", &library).env_remove("RAILHEAD_CLOCK");
    });
    assert_eq!(there, "1969-12-31T00:00:00Z");
}
