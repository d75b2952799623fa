//! How people at work put a request: the tone of a whole message, and what each tone says before,
//! between and after the steps.
//!
//! The style sheet, which the lists below keep to:
//! - One person writes to one colleague. No tool, no field in snake case, no state of a database.
//! - A tone is drawn once a message and kept: a hurried note does not end in `Kind regards`.
//! - Whoever asks politely asks once or twice, not in every sentence.
//! - A step says what is to be done or what is to be true afterwards, in the order in which the
//!   values are needed; what is looked for may stand inside the step that needs it.
//! - Names of people, companies and products stand bare, titles and texts in quotes.
//! - A day is written in words, a time with its zone: `10 March 2026 at 14:00 UTC`. Names of data are
//!   written out: `notification` for `notif`.
//! - A row is named in full once, with the place where it is; after that it is `that ticket`.
//! - Openings and endings carry no name, number or date: whatever is one is needed for the task.

use super::step::Mood;
use crate::dice::Dice;
use crate::planner::config::Register;

/// How a whole message sounds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tone {
    /// Short orders in one form, for tiny models.
    Terse,
    /// Orders, one after the other.
    Brief,
    /// A request, with please and could you.
    Polite,
    /// A message to somebody one knows.
    Chat,
    /// A letter, with a greeting and a close.
    Mail,
    /// A line that says what it is about, then numbered steps.
    List,
}

impl Tone {
    /// The tone of a message with so many steps.
    pub fn draw(register: Register, n_steps: usize, dice: &mut Dice) -> Self {
        const TONES: [Tone; 7] = [
            Tone::Brief,
            Tone::Polite,
            Tone::Polite,
            Tone::Chat,
            Tone::Chat,
            Tone::Mail,
            Tone::List,
        ];
        match register {
            Register::Terse => Self::Terse,
            Register::Varied if n_steps < 3 => TONES[dice.below(5)],
            Register::Varied => *dice.pick(&TONES),
        }
    }

    /// What stands before the steps.
    pub fn opening(self, dice: &mut Dice) -> Option<&'static str> {
        let (percent, openings) = match self {
            Self::Terse => return None,
            Self::Brief => (25, BRIEF_OPENINGS),
            Self::Polite => (60, POLITE_OPENINGS),
            Self::Chat => (80, CHAT_OPENINGS),
            Self::Mail => (100, MAIL_OPENINGS),
            Self::List => (100, LIST_OPENINGS),
        };
        dice.percent(percent).then(|| *dice.pick(openings))
    }

    /// What stands after the steps.
    pub fn ending(self, dice: &mut Dice) -> Option<&'static str> {
        let (percent, endings) = match self {
            Self::Terse => return None,
            Self::Brief => (30, BRIEF_ENDINGS),
            Self::Polite => (60, POLITE_ENDINGS),
            Self::Chat => (55, CHAT_ENDINGS),
            Self::Mail => (100, MAIL_ENDINGS),
            Self::List => (30, BRIEF_ENDINGS),
        };
        dice.percent(percent).then(|| *dice.pick(endings))
    }

    /// How an order is put; `used` is how those before it were, as far as that was not bare: nobody
    /// asks for every single step, nor twice in the same words.
    pub fn mood(self, used: &mut Vec<Mood>, dice: &mut Dice) -> Mood {
        const USED_MAX: usize = 2;
        let moods: &[Mood] = match self {
            Self::Terse | Self::Brief | Self::List => return Mood::Bare,
            Self::Polite => &[Mood::Please, Mood::CouldYou, Mood::Bare, Mood::Bare],
            Self::Chat => &[Mood::CanYou, Mood::NeedYou, Mood::Bare, Mood::Bare, Mood::Bare],
            Self::Mail => &[Mood::Please, Mood::WouldYou, Mood::NeedYou, Mood::Bare],
        };
        let drawn = *dice.pick(moods);
        if drawn == Mood::Bare || used.len() == USED_MAX || used.contains(&drawn) {
            return Mood::Bare;
        }
        used.push(drawn);
        drawn
    }

    /// The words that tie a step to the one before it.
    pub fn link(self, position: usize, n_steps: usize, dice: &mut Dice) -> Option<&'static str> {
        if position == 0 || matches!(self, Self::Terse | Self::List) {
            return None;
        }
        let is_last = position + 1 == n_steps;
        let (percent, links) = match (self, is_last) {
            (Self::Chat, true) => (55, CHAT_LAST_LINKS),
            (_, true) => (55, LAST_LINKS),
            (Self::Brief, false) => (25, LINKS),
            (Self::Chat, false) => (45, CHAT_LINKS),
            (_, false) => (45, LINKS),
        };
        dice.percent(percent).then(|| *dice.pick(links))
    }

    /// How many of a hundred steps are drawn into the sentence of the step before.
    pub const fn joined_percent(self) -> usize {
        match self {
            Self::Terse | Self::List => 0,
            Self::Brief | Self::Mail => 20,
            Self::Polite => 25,
            Self::Chat => 35,
        }
    }
}

const BRIEF_OPENINGS: &[&str] = &[
    "For today:",
    "Please do the following.",
    "The team lead asked for this.",
    "This has to be done before the review.",
    "Some housekeeping.",
];

const BRIEF_ENDINGS: &[&str] = &[
    "Nothing else should change.",
    "Leave everything else as it is.",
    "That's all.",
    "Don't touch anything else.",
];

const POLITE_OPENINGS: &[&str] = &[
    "I'm tied up in meetings today, so I'd be glad if you took this over.",
    "I have a small job for you across a few of our systems.",
    "There is something we need to tidy up.",
    "I'm putting the records in order and need your help.",
    "I promised the others that this would be done today.",
    "This is left over from yesterday.",
    "A colleague is out today and left this behind.",
    "I don't have access from here, so I'm asking you.",
];

const POLITE_ENDINGS: &[&str] = &[
    "Thank you!",
    "Thanks a lot for your help.",
    "Please leave everything else as it is.",
    "Please don't change anything beyond that.",
    "Many thanks.",
];

const CHAT_OPENINGS: &[&str] = &[
    "Hey!",
    "Hi!",
    "Quick one before lunch.",
    "Morning!",
    "Are you at your desk?",
    "Sorry for the short notice.",
    "A small favour, please.",
    "I'm on the train, so I can't do it myself.",
    "Got a minute?",
    "Me again.",
];

const CHAT_ENDINGS: &[&str] = &[
    "Thanks!",
    "Cheers!",
    "That's it, thanks.",
    "Leave the rest alone, please.",
    "You're a star.",
    "Ping me when it's done.",
];

const MAIL_OPENINGS: &[&str] =
    &["Hello,", "Hi team,", "Dear colleague,", "Good morning,", "Hi there,"];

const MAIL_ENDINGS: &[&str] = &[
    "Best regards",
    "Thanks and best wishes",
    "Kind regards",
    "Many thanks in advance",
    "All the best",
];

const LIST_OPENINGS: &[&str] = &[
    "Here is what is left to do:",
    "To do for this afternoon:",
    "Please go through these in order.",
    "Steps for the handover:",
    "What came out of the meeting:",
];

const LINKS: &[&str] =
    &["then", "next,", "after that,", "once that is done,", "when you have that,"];
const LAST_LINKS: &[&str] =
    &["finally,", "to finish,", "as a last step,", "in the end,", "lastly,"];
const CHAT_LINKS: &[&str] =
    &["then", "after that", "and then", "once you have it,", "next,", "when that's done,"];
const CHAT_LAST_LINKS: &[&str] =
    &["and to finish,", "last thing:", "oh, and", "and finally,", "one more thing:"];
