//! The long explanation of a code, as `compoworld explain` prints it.

use std::fmt::Write;

use super::code::{Code, Effect};

/// Title, meaning, example and remedy of a code.
pub fn explain(code: Code) -> String {
    // Only repairs have an effect worth telling: an error leaves nothing that could mean anything.
    let is_repair = (100..300).contains(&code.number());
    let effect = match code.effect() {
        Effect::Kept if is_repair => "; keeps the meaning",
        Effect::Kept => "",
        Effect::Widened => "; accepts more than the input did",
        Effect::Changed => "; accepts other values than the input did",
    };
    let mut text = String::new();
    let _ = writeln!(text, "{code}: {} ({}{effect})", code.title(), code.severity());
    let _ = writeln!(text, "\n{}", code.meaning());
    let _ = writeln!(text, "\nExample:");
    for line in code.example().lines() {
        let _ = writeln!(text, "    {line}");
    }
    let _ = writeln!(text, "\nWhat to do:\n    {}", code.remedy());
    text
}

/// Codes that someone who typed `text` may have meant: by number, name or a word of the title.
pub fn suggest(text: &str) -> Vec<Code> {
    let wanted = text.trim().to_lowercase();
    if wanted.is_empty() {
        return Vec::new();
    }
    Code::all()
        .filter(|code| {
            code.to_string().to_lowercase().contains(&wanted)
                || format!("{code:?}").to_lowercase().contains(&wanted)
                || code.title().contains(&wanted)
        })
        .take(8)
        .collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::{Code, explain, suggest};

    #[test]
    fn every_code_is_explained_as_recorded() {
        let all: Vec<String> = Code::all().map(explain).collect();
        insta::assert_snapshot!(all.join("\n---\n\n"));
    }

    #[test]
    fn codes_are_unique_ascending_and_never_empty() {
        let numbers: Vec<u16> = Code::all().map(Code::number).collect();
        assert!(numbers.is_sorted_by(|a, b| a < b), "{numbers:?}");
        let titles: BTreeSet<&str> = Code::all().map(Code::title).collect();
        assert_eq!(titles.len(), numbers.len(), "two codes share a title");
        for code in Code::all() {
            for text in [code.title(), code.meaning(), code.example(), code.remedy()] {
                assert!(!text.trim().is_empty(), "{code} has an empty text");
            }
            assert!(!code.title().ends_with('.'), "{code}: a title has no final period");
            assert_eq!(Code::parse(&code.to_string()), Some(code));
        }
    }

    #[test]
    fn a_code_is_parsed_in_any_case_and_by_number() {
        assert_eq!(Code::parse("cw0001"), Some(Code::MalformedJson));
        assert_eq!(Code::parse("1"), Some(Code::MalformedJson));
        assert_eq!(Code::parse("CW9999"), None);
        assert_eq!(Code::parse("CW"), None);
    }

    #[test]
    fn a_word_suggests_the_codes_that_speak_of_it() {
        assert!(suggest("credential").contains(&Code::CredentialDropped));
        assert!(suggest("  ").is_empty());
    }
}
