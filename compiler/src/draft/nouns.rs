//! Nouns: number, what adds nothing, and what tells of a computation.

use crate::normalize::words::is_plural;

/// Words that say how or whose, not what.
pub const FILLERS: &[&str] = &[
    "a",
    "all",
    "an",
    "any",
    "available",
    "existing",
    "given",
    "multiple",
    "my",
    "new",
    "single",
    "specific",
    "the",
    "your",
];

/// Words after which another thing is named.
pub const PREPOSITIONS: &[&str] = &[
    "about", "as", "at", "between", "by", "for", "from", "in", "into", "of", "on", "onto", "to",
    "under", "using", "via", "with", "within",
];

/// Words that add nothing to a noun at its end.
pub const TAILS: &[&str] = &["data", "detail", "details", "info", "information", "list", "tool"];

/// Plural in form, one thing in meaning.
const MASS: &[&str] = &[
    "analytics",
    "capabilities",
    "credentials",
    "guidelines",
    "insights",
    "instructions",
    "limits",
    "metrics",
    "options",
    "permissions",
    "preferences",
    "settings",
    "statistics",
    "stats",
    "totals",
    "fundamentals",
    "financials",
    "specs",
];

/// Singular in form, many rows in meaning.
const MANY: &[&str] = &[
    "activity",
    "candlestick",
    "changelog",
    "feed",
    "history",
    "inventory",
    "klines",
    "leaderboard",
    "news",
    "ohlcv",
    "schedule",
    "series",
    "timeline",
    "trail",
    "transcripts",
];

/// Whether the noun means several rows.
pub fn means_many(noun: &str) -> bool {
    MANY.contains(&noun) || is_plural(noun) && !MASS.contains(&noun)
}

/// A noun in the singular.
pub fn singular(noun: &str) -> String {
    if !is_plural(noun) || MASS.contains(&noun) || MANY.contains(&noun) {
        return noun.to_owned();
    }
    match noun {
        "people" => return "person".to_owned(),
        "children" => return "child".to_owned(),
        "movies" => return "movie".to_owned(),
        "cookies" => return "cookie".to_owned(),
        "databases" => return "database".to_owned(),
        "caches" => return "cache".to_owned(),
        "series" | "species" => return noun.to_owned(),
        _ => {}
    }
    if let Some(stem) = noun.strip_suffix("ies").filter(|stem| stem.len() > 1) {
        return format!("{stem}y");
    }
    for ending in ["sses", "shes", "ches", "xes", "zzes"] {
        if noun.ends_with(ending) {
            return noun[..noun.len() - 2].to_owned();
        }
    }
    noun.strip_suffix('s').unwrap_or(noun).to_owned()
}

/// A noun in the plural, for tables and list fields.
pub fn plural(noun: &str) -> String {
    let last = noun.rsplit('_').next().unwrap_or(noun);
    if is_plural(last) {
        return format!("{noun}_rows");
    }
    let consonant_y = noun.ends_with('y')
        && !["ay", "ey", "oy", "uy"].iter().any(|ending| noun.ends_with(ending));
    if consonant_y {
        format!("{}ies", &noun[..noun.len() - 1])
    } else if ["s", "sh", "ch", "x", "z"].iter().any(|ending| noun.ends_with(ending)) {
        format!("{noun}es")
    } else {
        format!("{noun}s")
    }
}

/// Nouns that are computed from what is asked, not looked up.
pub const COMPUTED: &[&str] = &[
    "analysis",
    "answer",
    "calculation",
    "clusters",
    "cluster_analysis",
    "comparison",
    "completion",
    "conversion",
    "correlation",
    "diff",
    "difference",
    "directions",
    "distance",
    "embedding",
    "embeddings",
    "estimate",
    "isochrone",
    "matrix",
    "nearest",
    "nearby",
    "near",
    "optimal",
    "optimization",
    "prediction",
    "probability",
    "random",
    "recommendation",
    "recommendations",
    "route",
    "sentiment",
    "similar",
    "similarity",
    "simulation",
    "suggestion",
    "suggestions",
    "translation",
    "now",
    "time",
    "datetime",
    "tokenize",
    "checksum",
    "calculator",
    "semantic",
    "vector",
    "reverse",
    "geocode",
    "geocoding",
    "elevation",
    "completions",
    "inference",
    "hybrid",
    "busy",
    "freebusy",
];

/// Those of them that services also keep and list.
pub const KEPT: &[&str] = &[
    "analysis",
    "answer",
    "comparison",
    "estimate",
    "matrix",
    "prediction",
    "recommendation",
    "recommendations",
    "route",
    "simulation",
    "suggestion",
    "suggestions",
    "translation",
    "vector",
];

/// Nouns of the live web.
pub const WEB: &[&str] = &[
    "browser",
    "dom",
    "google",
    "internet",
    "page_content",
    "serp",
    "site",
    "tab",
    "url",
    "urls",
    "web",
    "webpage",
    "webpages",
    "website",
    "websites",
    "html",
    "cookies",
    "element",
    "elements",
];

/// Nouns of images, sound and video that a tool makes or reads.
pub const MEDIA: &[&str] =
    &["screenshot", "screenshots", "thumbnail", "qr", "qrcode", "chart", "diagram", "waveform"];

/// Nouns of code and commands that are run.
pub const CODE: &[&str] = &[
    "bash",
    "cell",
    "cmd",
    "command",
    "console",
    "graphql",
    "powershell",
    "python",
    "repl",
    "script",
    "shell",
    "sql",
    "sparql",
    "terminal",
    "expression",
    "cypher",
];

/// Search engines: what is searched with them is the web.
pub const ENGINES: &[&str] = &[
    "bing",
    "brave",
    "duckduckgo",
    "ddg",
    "exa",
    "firecrawl",
    "google",
    "jina",
    "kagi",
    "naver",
    "perplexity",
    "searxng",
    "serp",
    "serpapi",
    "serper",
    "tavily",
    "yandex",
    "linkup",
    "brightdata",
    "browserbase",
    "playwright",
    "puppeteer",
    "selenium",
    "browser",
];
