//! `roll` and `odds`: the umpire's dice, one mechanic at a time, and its exact distribution.

use std::path::{Path, PathBuf};

use clap::Args;
use serde_json::{Map, Value};

use domain::RuleSystemId;
use ops::query::{self, DiceFrom};
use report::model::{OddsReport, RollReport};

use crate::ask::{Terminal, Umpire};
use crate::bounded;
use crate::command_context::{CommandContext, Ended};
use crate::failure::Failure;

/// What a mechanic is told.
#[derive(Debug, Args)]
struct MechanicFlags {
    /// The mechanic: firefight, recce, assault, break-test, reorganise, tank-terror, dispute
    mechanic: String,
    /// The rule system
    #[arg(long, value_name = "SYSTEM", default_value = "nqm-squared")]
    rules: RuleSystemId,
    /// Combat units by weapon class, in the order of their dice (firefight)
    #[arg(long, value_name = "\"3L 2M\"")]
    cu: Option<String>,
    /// The class of the target: VL, L, M, H, VH (firefight)
    #[arg(long, value_name = "CLASS")]
    against: Option<String>,
    /// Effective or contact range (firefight, nqm-free)
    #[arg(long, value_name = "RANGE")]
    range: Option<String>,
    /// The fire comes from an ambush (firefight, nqm-free)
    #[arg(long)]
    ambush: bool,
    /// The attacker's grade; in recce the unit that looks (recce, assault)
    #[arg(long, value_name = "GRADE")]
    attacker: Option<String>,
    /// The defender's grade; in recce the unit that hides (recce, assault)
    #[arg(long, value_name = "GRADE")]
    defender: Option<String>,
    /// The attacker enters without having looked (recce)
    #[arg(long)]
    ambushed: bool,
    /// The attacker's SP without a marker (assault)
    #[arg(long, value_name = "N")]
    attacker_sp: Option<String>,
    /// The defender's SP without a marker (assault)
    #[arg(long, value_name = "N")]
    defender_sp: Option<String>,
    /// How many rounds, one unless given (assault)
    #[arg(long, value_name = "N")]
    rounds: Option<String>,
    /// The grade of the unit (break-test)
    #[arg(long, value_name = "GRADE")]
    grade: Option<String>,
    /// Casualty markers on the unit (reorganise)
    #[arg(long, value_name = "N")]
    casualties: Option<String>,
    /// Any input key and its value, JSON or a word, for mechanics without flags of their own; a dot reaches into an
    /// object: `house.comms_in_contact=3` (may be repeated)
    #[arg(long, value_name = "KEY=VALUE")]
    set: Vec<String>,
    /// The same as one JSON object, keys as the flags with `_` for `-`; `-` is standard input
    #[arg(long, value_name = "FILE|-")]
    input: Option<PathBuf>,
}

impl MechanicFlags {
    /// The input as one object: that of the file, the flags laid over it.
    fn input(&self, ctx: &mut CommandContext<'_>) -> Result<Value, Failure> {
        let mut input = match &self.input {
            Some(path) => object(ctx, path)?,
            None => Map::new(),
        };
        let words = [
            ("cu", &self.cu),
            ("against", &self.against),
            ("range", &self.range),
            ("attacker", &self.attacker),
            ("defender", &self.defender),
            ("attacker_sp", &self.attacker_sp),
            ("defender_sp", &self.defender_sp),
            ("rounds", &self.rounds),
            ("grade", &self.grade),
            ("casualties", &self.casualties),
        ];
        for (key, word) in words {
            input.extend(word.as_ref().map(|word| (key.to_owned(), Value::from(word.as_str()))));
        }
        for (key, on) in [("ambush", self.ambush), ("ambushed", self.ambushed)] {
            input.extend(on.then(|| (key.to_owned(), Value::from(true))));
        }
        let mut input = Value::Object(input);
        self.set.iter().try_for_each(|given| put(&mut input, given))?;
        Ok(input)
    }
}

/// Puts `KEY=VALUE` into an object; a key with dots leads into objects within it.
fn put(input: &mut Value, given: &str) -> Result<(), Failure> {
    let wrong = |what: &str| Failure::words(format!("`--set {given}`: {what}"));
    let (path, value) = given.split_once('=').ok_or_else(|| wrong("needs KEY=VALUE"))?;
    let mut place = input;
    for key in path.split('.') {
        if place.is_null() {
            *place = Value::Object(Map::new());
        }
        let within = place.as_object_mut().ok_or_else(|| wrong("leads into something that is not an object"))?;
        place = within.entry(key).or_insert(Value::Null);
    }
    *place = serde_json::from_str(value).unwrap_or_else(|_| Value::from(value));
    Ok(())
}

fn object(ctx: &mut CommandContext<'_>, path: &Path) -> Result<Map<String, Value>, Failure> {
    let is_typed_in = path == Path::new("-");
    let text = if is_typed_in { bounded::typed_in(ctx.context)? } else { bounded::text(ctx.context, path)? };
    let place = if is_typed_in { "standard input".to_owned() } else { path.display().to_string() };
    let read: Result<Value, _> = serde_json::from_str(&text);
    match read {
        Ok(Value::Object(map)) => Ok(map),
        Ok(_) => Err(Failure::words("the input of a mechanic is one JSON object").at(place)),
        Err(error) => Err(Failure::words(format!("the input is not JSON: {error}")).at(place)),
    }
}

/// Throws one mechanic of the rules, or takes the dice that the players threw; needs no campaign
#[derive(Debug, Args)]
#[command(after_long_help = "\
Mechanics and their input:
  firefight    --cu --against           a volley by Table 12; dice in the order of the combat units
  recce        --attacker --defender    the attacker's die, then the defender's (nqm-free: red, white, blue)
  assault      --attacker-sp --defender-sp [--rounds]   in each round the attacker's dice, then the defender's
  break-test   --grade                  one die
  reorganise   --casualties             one die where the markers are odd, none where they are even
  tank-terror, dispute                  one die; one each
  break-out, infantry-bridgehead, vehicle-bridge   one die (nqm-free)
  brigadier-general-commands, by --set or --input: pool, fire, apply, step, bug-out, air, comms, close-assault, surrender, medic,
    map-in, map-out, engage, visibility, time
  saves, shoot, assault, retire, morale, deviation, barrage, gas-drift, exit, reinforce, clock, hc, asset, engage, map-in,
    map-out    --set or --input         (square-bashing; keys and dice: docs/rules/square-bashing.md)
Under war-times-journal-1943, by --set or --input with the keys of its page (docs/rules/war-times-journal.md): command, move, dangerous,
gun-setup, small-arms, apply, direct, area, barrage, assault, morale, share, rally, air-superiority, map-in, map-out,
engage.
Under nqm-free the grades matter in an assault (regular unless given), green counts as conscript, and nobody runs out of
ammunition. Without --dice the program throws, from --seed or else from the clock, and shows the seed.

Examples:
  railhead roll firefight --cu \"3L 2M\" --against M --dice \"1 6 5 4 3\"
  railhead roll recce --attacker veteran --defender conscript --dice \"5 3\"
  railhead roll assault --attacker-sp 3 --defender-sp 2 --dice ask
  railhead roll break-test --grade regular
  railhead roll fire --rules bgc --set mode=aimed --set pool=15 --set cover=hard
  railhead roll comms --rules bgc --set 'battalions=[\"1st\",\"2nd\"]' --set house.comms_in_contact=3
  echo '{\"casualties\":5}' | railhead roll reorganise --input - --dice 4

JSON: see docs/JSON.md")]
pub(crate) struct Roll {
    #[command(flatten)]
    told: MechanicFlags,
    /// The dice as they fell, or `ask` to be asked for them throw by throw
    #[arg(long, value_name = "\"6 5 4\"|ask", conflicts_with = "seed")]
    dice: Option<String>,
    /// The seed for the dice
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
}

impl Roll {
    pub(crate) fn run(&self, ctx: &mut CommandContext<'_>) -> Ended {
        let input = self.told.input(ctx)?;
        let (rules, mechanic) = (self.told.rules, self.told.mechanic.as_str());
        let told = |(rolled, dice_used)| RollReport { rolled, dice_used, seed: None };
        let report = match self.dice.as_deref() {
            Some("ask") => {
                let terminal = Terminal::new(&mut ctx.context.input, &mut ctx.context.err);
                told(query::roll(rules, mechanic, &input, DiceFrom::Ask(&mut Umpire(&terminal)))?)
            }
            Some(script) => told(query::roll(rules, mechanic, &input, DiceFrom::Script(script))?),
            None => self.thrown_here(ctx, &input)?,
        };
        ctx.print(&report)
    }

    /// The mechanic with dice of the program's own.
    fn thrown_here(&self, ctx: &mut CommandContext<'_>, input: &Value) -> Result<RollReport, Failure> {
        let seed = self.seed.unwrap_or_else(|| ctx.context.now().timestamp_micros().unsigned_abs());
        let (rolled, dice_used) = query::roll(self.told.rules, &self.told.mechanic, input, DiceFrom::Seed(seed))?;
        let unsaid = (self.seed.is_none() && dice_used > 0).then_some(seed);
        if unsaid.is_some() {
            ctx.say(&format!("seed: {seed}"))?;
        }
        Ok(RollReport { rolled, dice_used, seed: unsaid })
    }
}

/// Gives the exact chances of one mechanic of the rules; needs no campaign
#[derive(Debug, Args)]
#[command(after_long_help = "\
It takes the same arguments as `roll`, without dice. The chances are exact, not sampled.

Examples:
  railhead odds firefight --cu \"9L 3M\" --against M
  railhead odds assault --attacker-sp 6 --defender-sp 4 --rounds 3
  railhead odds assault --rules nqm-free --attacker veteran --attacker-sp 6 --defender militia --defender-sp 6
  railhead odds break-test --grade conscript

JSON: see docs/JSON.md")]
pub(crate) struct OddsCommand {
    #[command(flatten)]
    told: MechanicFlags,
}

impl OddsCommand {
    pub(crate) fn run(&self, ctx: &mut CommandContext<'_>) -> Ended {
        let input = self.told.input(ctx)?;
        let chances = query::odds(self.told.rules, &self.told.mechanic, &input)?;
        ctx.print(&OddsReport { chances })
    }
}
