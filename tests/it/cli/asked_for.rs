//! What people try and how they are led on; colour as it is asked for.

use super::field::Field;

const STRONG: &str = "\u{1b}[1m";

/// What is set, what is typed, and whether colour comes.
type Case = (&'static [(&'static str, &'static str)], &'static str, bool);

#[test]
fn colour_comes_when_it_is_asked_for() {
    let field = Field::new();
    field.done("bound close");
    let cases: [Case; 8] = [
        (&[], "", false),
        (&[], "--color always", true),
        (&[], "--color never", false),
        (&[], "--color always --no-color", false),
        (&[("CLICOLOR_FORCE", "1")], "", true),
        (&[("CLICOLOR_FORCE", "0")], "", false),
        (&[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")], "", false),
        (&[("NO_COLOR", "1")], "--color always", true),
    ];
    for (env, flag, has_colour) in cases {
        for line in ["supply status", "supply status --by-unit"] {
            let ran = field.run_with(env, &format!("{line} {flag}").replace("--by-unit", "--by unit"));
            assert_eq!(ran.code, 0, "{}", ran.err);
            assert_eq!(ran.out.contains(STRONG), has_colour, "{line} {flag} {env:?}: {}", ran.out);
        }
    }
    let plain = field.run("supply status").out;
    let bold = field.run("supply status --color always").out;
    assert_eq!(bold.replace(STRONG, "").replace("\u{1b}[22m", ""), plain);
}

#[test]
fn near_misses_lead_on() {
    let field = Field::new();
    for line in ["supply help", "rail help", "--quiet help supply"] {
        let ran = field.run(line);
        assert_eq!(ran.code, 0, "{line}: {}", ran.err);
        assert!(ran.out.contains("Usage: railhead"), "{line}: {}", ran.out);
    }
    for (line, hint) in [
        ("supply staus", "did you mean `railhead supply status`?"),
        ("setting detail", "did you mean `railhead setting list detail`?"),
        ("replay --html film.html --pixels 300", "`--pixels` goes with a moving picture, and none is asked for"),
        (
            "replay --html film.html --pace 2",
            "add `--gif FILE` or `--apng FILE`; in the page of `--html` its reader chooses the pace",
        ),
    ] {
        let ran = field.run(line);
        assert_ne!(ran.code, 0, "{line}");
        let said = ran.err.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(said.contains(hint), "{line}: {}", ran.err);
    }
}

/// The first loads two of three and has them; the second waits for two where one is left.
#[test]
fn stock_that_another_has_loaded_is_told() {
    let field = Field::empty();
    field.done("new first-bound fb.railhead");
    let first = field.done("supply send ax.t1 --load 2log --from olshany --to ax");
    assert!(!first.contains("promised"), "{first}");
    let second = field.done("supply send ax.t2 --load 2log --from olshany --to ax");
    let said = second.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(said.contains("2 LOG of Olshany are promised to 1 convoy, but it holds 1"), "{second}");
}
