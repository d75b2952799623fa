//! How a person at work would put it: openings, links between sentences, endings.

use crate::dice::Dice;

/// What may stand before the request.
const OPENINGS: &[&str] = &[
    "Could you please take care of this for me?",
    "Quick one before lunch.",
    "I'm tied up in meetings today, so please handle this.",
    "Hi, a small job across a few systems:",
    "Please do the following.",
    "We need to tidy something up.",
    "Can you help me with this?",
    "Before the call this afternoon I need this done:",
    "Morning! Here is what's left from yesterday.",
    "The team lead asked for this.",
];

/// What may stand before a step that is neither the first nor the last.
const LINKS: &[&str] = &["then", "next,", "after that,", "then"];

/// What may stand before the last step.
const LAST_LINKS: &[&str] = &["finally,", "then", "last,", "to finish,"];

/// What may stand after the request.
const ENDINGS: &[&str] = &[
    "Please leave everything else as it is.",
    "Nothing else should change.",
    "Thanks!",
    "Don't touch anything else, please.",
    "That's all.",
];

/// An opening, or nothing.
pub fn opening(dice: &mut Dice) -> Option<&'static str> {
    dice.percent(65).then(|| *dice.pick(OPENINGS))
}

/// An ending, or nothing.
pub fn ending(dice: &mut Dice) -> Option<&'static str> {
    dice.percent(55).then(|| *dice.pick(ENDINGS))
}

/// The words that tie a step to the one before it.
pub fn link(position: usize, n_steps: usize, dice: &mut Dice) -> Option<&'static str> {
    if position == 0 {
        None
    } else if position + 1 == n_steps {
        dice.percent(75).then(|| *dice.pick(LAST_LINKS))
    } else {
        dice.percent(60).then(|| *dice.pick(LINKS))
    }
}
