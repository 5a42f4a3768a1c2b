#!/usr/bin/env bash
# Seeded mutants of one room against the room's own tests: `tests/mutants.sh ROOM [NUMBER [SEED]]`, 120 of seed 1 where
# nothing is said. The mutants of the room are put in the order of the SHA-256 of seed and name, and the first are
# tried, one after the other. Where each was caught or lives stands in `mutants.out/` below MUTANTS_OUT (`target/mutants/ROOM`).
#
# Afterwards those that live may be tried against the tests of the program: `SAMPLE=file tests/mutants.sh ROOM` takes the
# names of a file (`mutants.out/missed.txt`), and words behind `--` go to `cargo test`, as in
# `SAMPLE=missed.txt tests/mutants.sh rules -- --test it cli::battle`.
#
# It changes the sources in a copy of the repository, unless IN_PLACE=1 (a clone that is there for it); BASELINE=skip takes
# it that the tests pass. Wants `cargo install cargo-mutants --locked`; uses cargo-nextest where it is there.
set -euo pipefail
cd "$(dirname "$0")/.."
room=$1
shift
number=120 seed=1
if [[ $# -gt 0 && $1 != -- ]]; then number=$1; shift; fi
if [[ $# -gt 0 && $1 != -- ]]; then seed=$1; shift; fi
out=${MUTANTS_OUT:-target/mutants/$room}
mkdir -p "$out"

if [[ -n ${SAMPLE:-} ]]; then
    names=$(cat "$SAMPLE")
else
    cargo mutants --list --package "railhead-$room" >"$out/all.txt"
    # One file a name, so that one process reckons all sums.
    rm -rf "$out/seeded"
    mkdir "$out/seeded"
    sed "s/^/$seed:/" "$out/all.txt" | split --lines=1 --suffix-length=5 - "$out/seeded/"
    names=$(find "$out/seeded" -type f | sort | xargs sha256sum | cut -d' ' -f1 | paste -d' ' - "$out/all.txt" |
        sort | cut -d' ' -f2- | sed -n "1,${number}p")
    rm -r "$out/seeded"
fi
printf '%s\n' "$names" >"$out/sample.txt"

# A mutant is named to `cargo mutants` by a pattern that fits its name alone. Version 27.1 tries each field left out of a
# literal with `..` whatever the patterns say, so that those not chosen are given to it as caught in an earlier run.
mkdir -p "$out/mutants.out"
rm -f "$out/mutants.out/unviable.txt" "$out/mutants.out/previously_caught.txt"
cargo mutants --list --package "railhead-$room" | grep ': delete field ' |
    grep -vxF -f "$out/sample.txt" >"$out/mutants.out/caught.txt" || true
chosen=(--iterate)
while IFS= read -r name; do
    chosen+=(--re "^$(printf '%s' "$name" | sed 's/[][\.*^$+?(){}|]/\\&/g')\$")
done <<<"$names"

# The room's own tests, unless words for `cargo test` say which of the program.
whose=(--test-package "railhead-$room")
if [[ $# -gt 0 ]]; then whose=(--test-package railhead); fi
# Of one mutant to the next little changes: what was compiled is kept in parts.
export CARGO_INCREMENTAL=1 CARGO_PROFILE_DEV_DEBUG=0
# What never ends is stopped by the seconds that it computes, not by those that pass: a busy machine catches no mutant.
ulimit -t "${CPU_SECONDS:-240}"
tool=cargo
if cargo nextest --version >/dev/null 2>&1; then tool=nextest; fi
# It ends with 2 or 3 where some live or never end, which is what is asked.
cargo mutants --package "railhead-$room" "${chosen[@]}" "${whose[@]}" --test-tool "$tool" \
    --baseline "${BASELINE:-run}" --timeout 7200 --build-timeout 7200 \
    --caught --unviable --colors never --output "$out" ${IN_PLACE:+--in-place} "$@" || [[ $? -eq 2 || $? -eq 3 ]]
