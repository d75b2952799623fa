//! The steps as one message, in the tone that was drawn for it.

use super::step::{Mood, Step};
use super::style::Tone;
use super::words::sentence;
use crate::dice::Dice;

/// The message: opening, steps, and the prohibition or an ending.
pub(super) fn arrange(
    steps: Vec<Step>,
    prohibition: Option<String>,
    tone: Tone,
    dice: &mut Dice,
) -> String {
    let steps = join_steps(steps, tone, dice);
    let n_steps = steps.len();
    let (mut moods, mut links) = (Vec::new(), Vec::new());
    let mut sentences: Vec<String> = Vec::with_capacity(n_steps);
    for (position, step) in steps.iter().enumerate() {
        let link = tone.link(position, n_steps, dice);
        let link = link.filter(|link| step.takes_link() && !links.contains(link));
        links.extend(link);
        let mood = if step.has_mood() { tone.mood(&mut moods, dice) } else { Mood::Bare };
        let text = step.put(mood);
        sentences.push(match link {
            Some(link) => sentence(&format!("{link} {text}")),
            None => sentence(&text),
        });
    }
    let opening = tone.opening(dice);
    match tone {
        Tone::Terse => sentences.join(" "),
        Tone::List => {
            let mut lines: Vec<String> = opening.map(str::to_owned).into_iter().collect();
            let numbered = sentences.iter().enumerate();
            lines.extend(numbered.map(|(at, said)| format!("{}. {said}", at + 1)));
            lines.extend(prohibition.or_else(|| tone.ending(dice).map(str::to_owned)));
            lines.join("\n")
        }
        Tone::Mail => {
            let mut body = sentences;
            body.extend(prohibition);
            let (opening, ending) = (opening.unwrap_or("Hello,"), tone.ending(dice));
            format!("{opening}\n\n{}\n\n{}", body.join(" "), ending.unwrap_or("Thanks"))
        }
        Tone::Brief | Tone::Polite | Tone::Chat => {
            let ending = prohibition.or_else(|| tone.ending(dice).map(str::to_owned));
            let said = opening.map(str::to_owned).into_iter().chain(sentences).chain(ending);
            said.collect::<Vec<_>>().join(" ")
        }
    }
}

/// Draws some steps into the sentence of the step before.
fn join_steps(steps: Vec<Step>, tone: Tone, dice: &mut Dice) -> Vec<Step> {
    let mut joined: Vec<Step> = Vec::with_capacity(steps.len());
    let mut is_whole = true;
    for step in steps {
        let together = match joined.last() {
            Some(last) if is_whole && dice.percent(tone.joined_percent()) => last.join(&step),
            _ => None,
        };
        is_whole = together.is_none();
        match (together, joined.last_mut()) {
            (Some(together), Some(last)) => *last = together,
            _ => joined.push(step),
        }
    }
    joined
}
