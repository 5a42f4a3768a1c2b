//! Battles looked at, fought dry, and weighed: nothing here changes the campaign.

pub(crate) mod forecast;
pub(crate) mod grades;
pub(crate) mod record;
pub(crate) mod roll;
pub(crate) mod step;

use std::path::PathBuf;

use campaign::{Battle, Campaign, Event, Leaf};
use domain::{BattleId, FormationId, is_file_name};
use rules::decision::{Decide, Decisions, Doctrine};
use rules::outcome::Happening;
use rules::{BattleError, Violation, fight};

use crate::OpError;
use crate::battle::draw::admit::changed_since;
use crate::battle::draw::facts::changed_leaves;
use crate::battle::heard::Heard;
use crate::battle::post::{differ, mark};
use crate::battle::result::{BattleResult, HowFought};
use crate::battle::{draw, file};
use crate::dice_from::DiceFrom;

pub use rules::Engagement;
pub use rules::setup::Setup;

/// An open battle as the rules are given it.
pub fn engagement(campaign: &Campaign, battle: &Battle) -> Setup {
    draw::setup(campaign, battle)
}

/// The text of an engagement, with comments.
///
/// # Errors
/// When a value cannot be written, which none of this program's is.
pub fn engagement_text(campaign: &Campaign, setup: &Setup) -> Result<String, OpError> {
    file::text(campaign, setup)
}

/// The engagement of a text.
///
/// # Errors
/// What cannot be read, with file, line and column.
pub fn read_engagement(file: &str, text: &str) -> Result<Setup, OpError> {
    file::read(file, text)
}

/// The file of a battle with this ending, by the id of the battle.
///
/// # Errors
/// When this program would not give such an id: it would name a file somewhere else.
pub fn battle_file(battle: &str, ending: &str) -> Result<PathBuf, OpError> {
    if is_file_name(battle) {
        return Ok(PathBuf::from(format!("{battle}.{ending}")));
    }
    Err(OpError::not_now(file::bad_battle(battle), "no file can have that name: name one yourself (`--out`, `--file`)"))
}

/// The mark of an engagement: of two with the same one nothing is different but their comments.
///
/// # Errors
/// When it cannot be written as JSON, which none of this program's is.
pub fn engagement_mark(setup: &Setup) -> Result<String, OpError> {
    mark::of_engagement(setup)
}

/// What an engagement of an open battle says otherwise than the campaign, of what is the campaign's to say.
pub fn engagement_differs(campaign: &Campaign, setup: &Setup) -> Vec<Violation> {
    differ::differences(campaign, setup)
}

/// Refuses an engagement that says otherwise than the campaign, and one of a battle for which something has changed since
/// it was drawn, unless the umpire sets that aside.
///
/// # Errors
/// When it does.
pub fn as_the_campaign(file: &str, campaign: &Campaign, setup: &Setup, overridden: bool) -> Result<(), OpError> {
    if overridden {
        return Ok(());
    }
    let open = setup.battle.as_deref().and_then(|id| campaign.battles.get(id)).filter(|battle| battle.is_open());
    let from_earlier = open.is_some_and(|battle| mark::is_of_another(setup, battle));
    if let Some(battle) = open.filter(|_| !from_earlier)
        && let Some(message) = changed_since(campaign, battle)
    {
        return Err(OpError::Rule { message, at: battle.id.to_string() });
    }
    let found = differ::differences(campaign, setup);
    let Some(Violation { at, what }) = found.first() else { return Ok(()) };
    let more = if found.len() == 1 { String::new() } else { format!("; and {} more", found.len() - 1) };
    let mend = match open.filter(|_| from_earlier) {
        Some(battle) => format!("to take the battle as it is drawn now, say `{}` and not the file", battle.id),
        None => "correct the campaign (`railhead unit set`) and draw the battle again".to_owned(),
    };
    let message = format!("`{file}` differs from the campaign: {at}: {what}{more}; {mend}");
    Err(OpError::Rule { message, at: file.to_owned() })
}

/// The leaves that a post changes though something else has changed them since the battle was drawn.
pub fn changed_twice(before: &Campaign, battle: &BattleId, events: &[Event]) -> Vec<FormationId> {
    let Some(battle) = before.battles.get(battle) else { return Vec::new() };
    let posted = |leaf: &FormationId| {
        events.iter().any(|event| match event {
            Event::LeafPlaced { leaf: of, .. }
            | Event::LeafStateChanged { leaf: of, .. }
            | Event::StrengthChanged { leaf: of, .. }
            | Event::MarkersChanged { leaf: of, .. }
            | Event::AmmunitionChanged { leaf: of, .. } => of == leaf,
            _ => false,
        })
    };
    changed_leaves(before, battle).into_iter().filter(posted).collect()
}

/// The engagement of a setup.
///
/// # Errors
/// Everything in it that cannot be.
pub fn validate(file: &str, setup: Setup) -> Result<Engagement, OpError> {
    Engagement::new(setup).map_err(|violations| OpError::Violations { file: file.to_owned(), violations })
}

/// The engagement as a side believes it to be, and whom that leaves out: whoever it last saw where he could not take part.
///
/// # Errors
/// Everything else in it that cannot be.
pub fn as_believed(file: &str, mut setup: Setup) -> Result<(Engagement, Vec<String>), OpError> {
    let left_out = rules::leave_out_of_reach(&mut setup);
    Ok((validate(file, setup)?, left_out))
}

/// The engagement of a setup that already has these faults.
///
/// # Errors
/// That, and everything in it that cannot be.
pub fn validate_with(file: &str, setup: Setup, mut wrong: Vec<Violation>) -> Result<Engagement, OpError> {
    let checked = Engagement::new(setup);
    if wrong.is_empty() {
        return checked.map_err(|violations| OpError::Violations { file: file.to_owned(), violations });
    }
    wrong.extend(checked.err().unwrap_or_default());
    Err(OpError::Violations { file: file.to_owned(), violations: wrong })
}

/// Who decides in a battle.
pub enum Deciding<'a> {
    /// The default doctrine.
    Doctrine,
    /// As written; what is not written goes by doctrine.
    Script(&'a str),
    /// Somebody who is asked.
    Ask(&'a mut dyn Decide),
}

impl std::fmt::Debug for Deciding<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Doctrine => "Doctrine",
            Self::Script(_) => "Script",
            Self::Ask(_) => "Ask",
        })
    }
}

/// A battle fought, with decisions that answered nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Resolved {
    /// What came of it.
    pub result: BattleResult,
    /// Lines of the script of decisions that answered nothing: likely mistakes.
    pub unused: Vec<String>,
}

/// Fights a battle to its end; `hear` is told what happens, as it does.
///
/// # Errors
/// When the dice do not fit, a decision cannot be read, or nobody decides any more.
pub fn resolve(
    engagement: &Engagement,
    dice: DiceFrom<'_>,
    deciding: Deciding<'_>,
    hear: &mut dyn FnMut(&Happening),
) -> Result<Resolved, OpError> {
    let words = dice.words();
    let mut dice = dice.dice();
    let mut unused = Vec::new();
    let (outcome, decided) = match deciding {
        Deciding::Doctrine => (fight(engagement, &mut dice, &mut Heard::new(&mut Doctrine, hear))?, None),
        Deciding::Script(script) => {
            let mut decisions = Decisions::of(script, engagement.setup())?;
            let mut heard = Heard::new(&mut decisions, hear);
            let outcome = fight(engagement, &mut dice, &mut heard)?;
            let decided = heard.decided();
            unused = decisions.unused();
            (outcome, Some(decided))
        }
        Deciding::Ask(decides) => {
            let mut heard = Heard::new(decides, hear);
            let outcome = fight(engagement, &mut dice, &mut heard)?;
            (outcome, Some(heard.decided()))
        }
    };
    dice.finish().map_err(BattleError::Dice)?;
    let mut result = BattleResult::new(engagement.setup(), false, words, outcome)?;
    let program = env!("CARGO_PKG_VERSION").to_owned();
    result.fought = Some(Box::new(HowFought { program, engagement: engagement.setup().clone(), decided }));
    Ok(Resolved { result, unused })
}

/// The open battles into which leaves are drawn that no longer stand as they did: the battle, the first of them, how many
/// more. The rest of what a battle relies on, supply above all, is looked at when it is posted.
pub fn no_longer_as_drawn<'c>(before: &Campaign, after: &'c Campaign) -> Vec<(&'c Battle, FormationId, usize)> {
    let stands = |campaign: &Campaign, id: &str| {
        let leaf = campaign.formation(id).and_then(|formation| formation.leaf.as_ref());
        leaf.map(|Leaf { bases, state, posture, casemated, square, .. }| {
            (bases.clone(), *state, *posture, *casemated, *square)
        })
    };
    let was_open = |battle: &&Battle| before.battles.get(&battle.id).is_some_and(|was| was.facts == battle.facts);
    let open = after.battles.values().filter(|battle| battle.is_open()).filter(was_open);
    let changed = |battle: &'c Battle| {
        let mut ids = battle.facts.iter().map(|fact| fact.subject.as_str());
        let differs = |id: &&str| stands(before, id) != stands(after, id);
        let first = ids.by_ref().find(differs)?;
        Some((battle, first.into(), ids.filter(differs).count()))
    };
    open.filter_map(changed).collect()
}
