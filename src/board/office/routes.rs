//! Who answers: one router a role.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash as _, Hasher as _};
use std::time::Duration;

use super::Office;
use crate::access::Role;
use crate::asked::{Asked, Given};
use crate::desk::Refusal;
use crate::news::Reader;
use crate::page;

/// How many pages are kept while nothing changes.
const KEPT: usize = 128;
/// How many answers to forms are remembered, so that one sent twice is done once.
const REMEMBERED: usize = 256;
/// How many posts one key may send in a second.
const POSTS: usize = 10;
const SPAN: Duration = Duration::from_secs(1);
/// Of how many keys and machines it is known how much they sent, before those are forgotten that sent nothing lately.
const MACHINES: usize = 256;

impl Office<'_> {
    /// Answers.
    pub(crate) fn answer(&mut self, asked: &Asked) -> Given {
        self.look_round();
        let role = self.role(asked);
        if asked.posts {
            return self.post(&role, asked);
        }
        let Some(reader) = role.reader() else { return self.get(&role, asked) };
        let of = (reader, format!("{}?{:?}", asked.address(), asked.query));
        if let Some(kept) = self.kept.pages.get(&of) {
            return kept.clone();
        }
        let given = self.get(&role, asked);
        if given.status == 200 && may_be_kept(asked) {
            if self.kept.pages.len() >= KEPT {
                self.kept.pages.clear();
            }
            self.kept.pages.insert(of, given.clone());
        }
        given
    }

    /// Answers in the place of what was to be made outside, and could not be.
    pub(crate) fn not_made(&mut self, asked: &Asked, refusal: Refusal) -> Given {
        match self.role(asked) {
            Role::Umpire => page::umpire::not_made(self, asked, refusal),
            Role::Player(_) | Role::Screen(_) | Role::Nobody => page::umpire_frame::of(Err(refusal)),
        }
    }

    fn get(&mut self, role: &Role, asked: &Asked) -> Given {
        match role {
            Role::Umpire => page::umpire::get(self, asked),
            Role::Player(player) => page::player::get(self, player, asked),
            Role::Screen(screen) => page::screen::get(self, screen, asked),
            Role::Nobody => page::door::get(self, asked),
        }
    }

    fn post(&mut self, role: &Role, asked: &Asked) -> Given {
        if !self.may_post(role, asked) {
            return page::door::too_many(role, asked);
        }
        let mark = asked.form("form_key").map(|key| {
            // Whoever goes back to a form and asks it for something else sends another.
            let mut hasher = DefaultHasher::new();
            asked.form.hash(&mut hasher);
            format!("{} {} {key} {}", asked.key.as_deref().unwrap_or(""), asked.address(), hasher.finish())
        });
        if let Some((_, given)) = mark.as_ref().and_then(|mark| self.kept.answers.iter().find(|(done, _)| done == mark))
        {
            return given.clone();
        }
        let given = match role {
            _ if asked.path == ["enter"] => page::door::enter(self, asked),
            Role::Umpire => page::umpire::post(self, asked),
            Role::Player(player) => page::player::post(self, player, asked),
            Role::Screen(_) => page::screen::nothing(),
            Role::Nobody => page::door::get(self, asked),
        };
        match role {
            _ if asked.is_a_look() => {}
            Role::Screen(_) => {}
            Role::Player(player) => self.forget(&[Reader::Umpire, Reader::Player(player.number)]),
            Role::Umpire | Role::Nobody => self.kept.pages.clear(),
        }
        self.look_round();
        if let Some(mark) = mark.filter(|_| given.status < 400) {
            if self.kept.answers.len() >= REMEMBERED {
                self.kept.answers.pop_front();
            }
            self.kept.answers.push_back((mark, given.clone()));
        }
        given
    }

    /// Whether this key has not sent too much. Whoever has none shares one measure with all of his machine who have none.
    fn may_post(&mut self, role: &Role, asked: &Asked) -> bool {
        // From his own machine nobody floods it but himself, and what he types on an evening is not to be sent twice.
        if *role == Role::Umpire {
            return true;
        }
        let key = asked.key.clone().filter(|_| *role != Role::Nobody);
        let key = key.or_else(|| asked.from.map(|from| from.to_string())).unwrap_or_default();
        let now = self.clock.elapsed();
        if self.posts.len() >= MACHINES {
            self.posts.retain(|_, sent| sent.back().is_some_and(|last| now.saturating_sub(*last) <= SPAN));
        }
        let sent = self.posts.entry(key).or_default();
        while sent.front().is_some_and(|first| now.saturating_sub(*first) > SPAN) {
            sent.pop_front();
        }
        sent.push_back(now);
        sent.len() <= POSTS
    }
}

/// Whether a page is the same until something changes.
fn may_be_kept(asked: &Asked) -> bool {
    // Each form has a key of its own.
    let forms = [
        "back", "do", "order", "player", "close", "join", "post", "proposal", "orders", "new", "draw", "battle",
        "plan", "find", "search",
    ];
    !asked.path.iter().any(|part| forms.contains(&part.as_str()))
}
