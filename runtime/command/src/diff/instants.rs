//! Days and instants in texts, which servers write in several forms.

/// The instant that a text is, in one form; `None` for all other texts.
pub(super) fn instant(text: &str) -> Option<String> {
    let plain = text.trim().trim_end_matches('Z').trim_end_matches("+00:00");
    let plain = plain.split_once('.').map_or(plain, |(seconds, _)| seconds);
    let (day, time) = plain.split_once(['T', ' '])?;
    (is_like(day, "0000-00-00") && is_like(time, "00:00:00")).then(|| format!("{day}T{time}"))
}

/// Whether a text is a day, or begins with one.
pub(super) fn begins_with_day(text: &str) -> bool {
    const DAY: &str = "0000-00-00";
    text.get(..DAY.len()).is_some_and(|day| is_like(day, DAY))
}

/// Whether a text has digits where the form has `0`, and the form's own characters elsewhere.
fn is_like(text: &str, form: &str) -> bool {
    text.len() == form.len()
        && text.chars().zip(form.chars()).all(|(c, wanted)| match wanted {
            '0' => c.is_ascii_digit(),
            _ => c == wanted,
        })
}
