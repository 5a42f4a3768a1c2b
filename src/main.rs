//! The binary: arguments to [`cli::run`], and its exit code to the shell.

use std::process::ExitCode;

use cli::{Context, run};

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    ExitCode::from(run(std::env::args_os(), &mut Context::of_process()))
}
