//! The program on another thread: a command that takes long and only reads, in a folder of its own that is gone afterwards.

use std::collections::BTreeMap;
use std::path::Path;

use ops::AnotherSession;
use ops::draft::Drafts;

use super::Program;
use crate::command_context::{self, CommandContext};
use crate::context::Clock;
use crate::context::Context;
use crate::failure::Failure;
use crate::flags::GlobalFlags;

/// What the program wants of this thread to work on another.
pub(super) struct Elsewhere {
    session: AnotherSession,
    program: command_context::Program,
    global: GlobalFlags,
    env: BTreeMap<String, String>,
    clock: Clock,
}

impl Program<'_, '_> {
    /// What the program wants of this thread to work on another.
    pub(super) fn elsewhere(&mut self) -> Result<Elsewhere, Failure> {
        let session = self.ctx.session()?.another()?;
        let campaign = Some(self.ctx.campaign_file()?);
        let context = &*self.ctx.context;
        Ok(Elsewhere {
            session,
            program: self.ctx.program,
            global: GlobalFlags { campaign, ..self.ctx.global.clone() },
            env: context.env.clone(),
            clock: context.clock,
        })
    }
}

impl Elsewhere {
    /// Works there.
    pub(super) fn work<T>(
        self,
        work: impl FnOnce(&mut Program<'_, '_>, &Path) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        let scratch = tempfile::tempdir()?;
        let dir = scratch.path().to_owned();
        let mut context = Context {
            input: Box::new(std::io::empty()),
            out: Box::new(std::io::sink()),
            err: Box::new(std::io::sink()),
            env: self.env,
            dir: dir.clone(),
            clock: self.clock,
            terminal: None,
            screen: None,
            err_is_terminal: false,
            err_width: None,
        };
        let ctx = CommandContext::new(&mut context, self.program, self.global, String::new());
        let mut ctx = ctx.with_session(self.session.open()?);
        let drafts = Drafts::new(dir);
        let commands = Vec::new();
        let mut program = Program { ctx: &mut ctx, commands, before: None, is_open: true, drafts, is_in_scratch: true };
        work(&mut program, scratch.path())
    }
}
