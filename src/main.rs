//! The binary: arguments to [`cli::run`], and its exit code to the shell.

use std::process::ExitCode;

use cli::{Context, complete, run};

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let mut context = Context::of_process();
    if complete(&context) {
        return ExitCode::SUCCESS;
    }
    ExitCode::from(run(std::env::args_os(), &mut context))
}
