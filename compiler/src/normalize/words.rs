//! Words in names: cutting them, number and article, verbs.

use heck::ToSnakeCase;

/// ASCII snake case of any text; empty when it has no ASCII letter or digit.
pub(crate) fn snake(text: &str) -> String {
    let ascii: String =
        text.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
    ascii.to_snake_case()
}

/// The lower-case words of a name in any case style.
pub(crate) fn split_words(name: &str) -> Vec<String> {
    snake(name).split('_').filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

/// Whether Rust, in any edition up to 2024, keeps the word for itself.
pub(crate) fn is_keyword(word: &str) -> bool {
    const KEYWORDS: &[&str] = &[
        "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "crate",
        "do", "dyn", "else", "enum", "extern", "false", "final", "fn", "for", "gen", "if", "impl",
        "in", "let", "loop", "macro", "match", "mod", "move", "mut", "override", "priv", "pub",
        "ref", "return", "self", "static", "struct", "super", "trait", "true", "try", "type",
        "typeof", "union", "unsafe", "unsized", "use", "virtual", "where", "while", "yield",
    ];
    KEYWORDS.contains(&word)
}

/// Whether a noun reads as plural.
pub(crate) fn is_plural(noun: &str) -> bool {
    const SINGULAR_IN_S: &[&str] = &[
        "status",
        "address",
        "access",
        "analysis",
        "bus",
        "news",
        "series",
        "process",
        "progress",
        "business",
        "class",
        "canvas",
        "campus",
        "chess",
        "gas",
        "basis",
        "redis",
        "dns",
        "css",
        "sms",
        "gps",
        "aws",
        "ios",
        "https",
        "rss",
        "alias",
        "bonus",
        "focus",
        "index",
        "lens",
        "success",
        "pass",
        "express",
        "wordpress",
        "corpus",
        "radius",
        "virus",
        "thesis",
    ];
    noun == "people"
        || noun == "children"
        || (noun.ends_with('s')
            && !noun.ends_with("ss")
            && !noun.ends_with("us")
            && !noun.ends_with("is")
            && !SINGULAR_IN_S.contains(&noun))
}

/// Nouns that take no article.
fn is_uncountable(noun: &str) -> bool {
    const UNCOUNTABLE: &[&str] = &[
        "data",
        "info",
        "information",
        "metadata",
        "content",
        "text",
        "news",
        "help",
        "weather",
        "history",
        "access",
        "feedback",
        "music",
        "audio",
        "code",
        "json",
        "html",
        "markdown",
        "sql",
        "all",
        "traffic",
        "usage",
        "storage",
        "output",
        "input",
        "progress",
        "advice",
        "availability",
        "emoji",
        "health",
        "inventory",
        "documentation",
        "stdin",
        "stdout",
        "everything",
        "details",
    ];
    UNCOUNTABLE.contains(&noun)
}

/// A noun phrase with its article where it takes one: `an open issue`, `issues`, `metadata`.
pub(super) fn with_article(words: &[String]) -> String {
    let phrase = words.join(" ");
    let Some(noun) = words.last() else { return phrase };
    let determined = ["my", "all", "the", "any", "this", "each", "every", "current", "own"];
    if is_plural(noun)
        || is_uncountable(noun)
        || words.len() > 1 && determined.contains(&words[0].as_str())
    {
        return if words[0] == "current" { format!("the {phrase}") } else { phrase };
    }
    let vowel = phrase.starts_with(['a', 'e', 'i', 'o', 'u'])
        && !["user", "uni", "use", "url", "uri", "uuid", "eu", "one"]
            .iter()
            .any(|start| phrase.starts_with(start));
    format!("{} {phrase}", if vowel { "an" } else { "a" })
}

/// The third person of a verb that tool names begin with; `None` when it is not known as a verb.
pub(crate) fn third_person(verb: &str) -> Option<String> {
    if !VERBS.split_whitespace().any(|known| known == verb) {
        return None;
    }
    let ends_like = |ends: &[&str]| ends.iter().any(|end| verb.ends_with(end));
    Some(if verb == "do" || ends_like(&["s", "sh", "ch", "x", "z"]) {
        format!("{verb}es")
    } else if verb.ends_with('y') && !ends_like(&["ay", "ey", "oy", "uy"]) {
        format!("{}ies", &verb[..verb.len() - 1])
    } else {
        format!("{verb}s")
    })
}

/// In alphabetical order.
const VERBS: &str = "\
    abort accept acknowledge activate add adjust aggregate analyze annotate answer append \
    apply approve archive ask assign associate attach audit authenticate backup block book \
    browse build buy calculate call cancel capture categorize change check choose claim \
    classify clean clear click clone close collect combine comment commit compare complete \
    compute configure confirm connect convert copy count create cut deactivate debug decline \
    decode delete deploy describe detach detect diff disable disconnect discover dismiss \
    display download draft draw drop duplicate edit empty enable encode end enrich estimate \
    evaluate execute expand explain explore export extract fetch fill filter find finish fix \
    flush follow fork format forward generate get give grant handle hide identify import \
    increment initialize inject insert inspect install invite invoke join kick kill launch \
    leave like link list load locate lock log login lookup make manage mark measure merge \
    modify monitor move mute navigate notify open optimize order parse patch pause pay perform \
    permit pin place plan play poll post predict prepare press preview process produce promote \
    propose provide publish pull purchase push put query read rebuild recall receive recommend \
    record redeem refresh refund register reject release reload remember remove rename render \
    reopen reorder replace reply report request reschedule reset resize resolve respond \
    restart restore resume retrieve retry return revert review revoke rotate run save scan \
    schedule scrape scroll search select sell send set share show sign simulate skip solve \
    sort split star start stop store stream submit subscribe suggest summarize suspend switch \
    sync tag take terminate test toggle trace track train transcribe transfer transform \
    translate trash trigger turn type unarchive unassign unblock undo unfollow uninstall \
    unlink unlock unpin unstar unsubscribe untrash update upgrade upload upsert use validate \
    verify view visit void vote wait watch withdraw write";

#[cfg(test)]
mod tests {
    use super::{VERBS, snake, split_words, third_person, with_article};

    #[test]
    fn names_in_any_style_become_snake_case() {
        for (from, to) in [
            ("linear_getIssues", "linear_get_issues"),
            ("Get File/Contents", "get_file_contents"),
            ("browser.open-tab", "browser_open_tab"),
            ("HTTPRequest", "http_request"),
            ("größe", "gr_e"),
            ("名前", ""),
            ("\"]}; fn x(){", "fn_x"),
            ("../../etc/passwd", "etc_passwd"),
        ] {
            assert_eq!(snake(from), to, "{from}");
        }
    }

    #[test]
    fn verbs_are_sorted_once_each_and_conjugated() {
        let known: Vec<&str> = VERBS.split_whitespace().collect();
        assert!(known.is_sorted_by(|a, b| a < b), "VERBS is out of order");
        for (verb, third) in
            [("get", "gets"), ("search", "searches"), ("query", "queries"), ("pay", "pays")]
        {
            assert_eq!(third_person(verb).as_deref(), Some(third));
        }
        assert_eq!(third_person("whoami"), None);
    }

    #[test]
    fn singular_nouns_get_an_article() {
        let phrase = |text: &str| with_article(&split_words(text));
        assert_eq!(phrase("open_issue"), "an open issue");
        assert_eq!(phrase("issues"), "issues");
        assert_eq!(phrase("user"), "a user");
        assert_eq!(phrase("metadata"), "metadata");
        assert_eq!(phrase("current_time"), "the current time");
    }
}
