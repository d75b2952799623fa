//! Lists: where the items of an answer are, and which parameters page, sort or shape them.

use serde_json::{Map, Value};

use crate::names::words;
use crate::tool_list::ToolSpec;

/// The items of an answer: the data itself, `items`, or the only array among its properties.
pub(crate) fn items(data: &Value) -> Option<&Vec<Value>> {
    if let Value::Array(items) = data {
        return Some(items);
    }
    let object = data.as_object()?;
    if let Some(Value::Array(items)) = object.get("items") {
        return Some(items);
    }
    let mut arrays = object.values().filter_map(Value::as_array);
    arrays.next().filter(|_| arrays.next().is_none())
}

/// Where the next page starts, when the answer says so.
pub(crate) fn next_cursor(data: &Value) -> Option<&str> {
    let object = data.as_object()?;
    let says_next = |name: &str| {
        let words = words(name);
        words.contains(&"next".to_owned())
            && words.iter().any(|word| matches!(word.as_str(), "cursor" | "token" | "page"))
    };
    let mut found = object.iter().filter(|(name, _)| says_next(name));
    found.find_map(|(_, value)| value.as_str()).filter(|cursor| !cursor.is_empty())
}

/// How many items the whole list has, when the answer says so.
pub(crate) fn total(data: &Value) -> Option<u64> {
    data.get("total").and_then(Value::as_u64)
}

/// The parameters of a tool that cut a list into pages.
#[derive(Debug, Default)]
pub(crate) struct Paging<'a> {
    /// How many items a page has at most.
    pub limit: Option<&'a str>,
    /// Where the page starts, as told by the page before.
    pub cursor: Option<&'a str>,
    /// The identifier of the last item of the page before.
    pub after: Option<&'a str>,
    /// How many items to skip.
    pub offset: Option<&'a str>,
    /// The number of the page.
    pub page: Option<&'a str>,
}

impl<'a> Paging<'a> {
    /// The paging parameters among a tool's.
    pub(crate) fn of(tool: &'a ToolSpec) -> Self {
        let mut paging = Self::default();
        for (name, schema) in tool.properties() {
            let words = words(name);
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            let is_number = takes_numbers(schema);
            let slot = match words[..] {
                ["limit" | "count" | "first" | "take"]
                | ["page", "size"]
                | ["per", "page"]
                | ["max", "results" | "items"]
                    if is_number =>
                {
                    &mut paging.limit
                }
                ["cursor"]
                | ["page", "token"]
                | ["next", "page", "token"]
                | ["start", "cursor"] => &mut paging.cursor,
                ["starting", "after"] => &mut paging.after,
                ["offset" | "skip"] if is_number => &mut paging.offset,
                ["page"] if is_number => &mut paging.page,
                _ => continue,
            };
            // The first that is named wins: `limit` before its synonym `count`.
            if slot.is_none() || words == ["limit"] {
                *slot = Some(name);
            }
        }
        paging
    }

    /// Whether a parameter is one of these.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.names().any(|own| own == name)
    }

    /// The names of the parameters.
    pub(crate) fn names(&self) -> impl Iterator<Item = &'a str> {
        [self.limit, self.cursor, self.after, self.offset, self.page].into_iter().flatten()
    }
}

/// Whether a schema takes numbers: alone, or where null may stand instead.
pub(crate) fn takes_numbers(schema: &Value) -> bool {
    let is_kind = |kind: &Value| matches!(kind.as_str(), Some("integer" | "number"));
    let kinds = match schema.get("type") {
        Some(Value::Array(kinds)) => kinds.iter().any(is_kind),
        Some(kind) => is_kind(kind),
        None => false,
    };
    let branches = ["anyOf", "oneOf"].iter().filter_map(|name| schema.get(*name)?.as_array());
    kinds || branches.flatten().any(takes_numbers)
}

/// The largest page that a tool's schema allows, up to what any list here needs.
pub(crate) fn limit_max(tool: &ToolSpec, limit: &str) -> i64 {
    const ENOUGH: i64 = 1_000;
    let bound = tool.property(limit).and_then(|schema| schema.get("maximum")?.as_f64());
    bound.map_or(ENOUGH, |bound| (bound as i64).min(ENOUGH))
}

/// The arguments with another one set.
pub(crate) fn with(arguments: &Value, name: &str, value: impl Into<Value>) -> Value {
    let mut object: Map<String, Value> = arguments.as_object().cloned().unwrap_or_default();
    object.insert(name.to_owned(), value.into());
    Value::Object(object)
}

/// The call for the whole list, as far as one page can hold it.
pub(crate) fn whole(tool: &ToolSpec, arguments: &Value) -> Value {
    let paging = Paging::of(tool);
    let names: Vec<&str> = paging.names().collect();
    let mut bare = ToolSpec::without(arguments, &names);
    if let Some(limit) = paging.limit {
        bare = with(&bare, limit, limit_max(tool, limit));
    }
    // Where a page's number must be given, the first is meant.
    if let Some(page) = paging.page.filter(|page| tool.required().any(|name| name == *page)) {
        bare = with(&bare, page, 1);
    }
    bare
}

/// Whether an answer to a call from [`whole`] holds the whole list.
pub(crate) fn is_whole(tool: &ToolSpec, data: &Value, n_items: usize) -> bool {
    let limit = Paging::of(tool).limit.map(|limit| limit_max(tool, limit) as usize);
    next_cursor(data).is_none()
        && total(data).is_none_or(|total| total == n_items as u64)
        && limit.is_none_or(|limit| n_items < limit)
}

/// Whether a parameter says in which language to answer: the server has its own by default.
pub(crate) fn asks_language(name: &str, schema: Option<&Value>) -> bool {
    schema.is_some_and(|schema| schema.get("default").is_some_and(Value::is_string))
        && words(name).iter().any(|word| matches!(word.as_str(), "language" | "lang" | "locale"))
}

/// Whether a parameter shapes the answer and does not choose among items.
pub(crate) fn shapes(name: &str) -> bool {
    const WORDS: &[&str] = &[
        "sort",
        "order",
        "direction",
        "dir",
        "format",
        "fields",
        "include",
        "detailed",
        "full",
        "associations",
        "truncate",
        "refresh",
        "highlight",
        "mode",
        "timezone",
        "group",
        "metadata",
    ];
    words(name).iter().any(|word| WORDS.contains(&word.as_str()))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{Paging, items, next_cursor, whole};
    use crate::tool_list::{Hints, ToolSpec};

    #[test]
    fn pages_are_read_whatever_their_style() {
        let data = json!({"items": [1, 2], "total": 5, "next_cursor": "c2"});
        assert_eq!(items(&data).map(Vec::len), Some(2));
        assert_eq!(next_cursor(&data), Some("c2"));
        assert_eq!(items(&json!({"events": [1], "calendar": "x"})).map(Vec::len), Some(1));
        assert_eq!(items(&json!({"a": [1], "b": [2]})), None);
    }

    #[test]
    fn paging_parameters_are_found_and_set_for_the_whole_list() {
        let schema = json!({"type": "object", "properties": {
            "per_page": {"type": "integer", "maximum": 100}, "page": {"type": "integer"},
            "state": {"type": "string"}, "offset": {"anyOf": [{"type": "integer"}, {"type": "null"}]}}});
        let tool = ToolSpec::new("list_issues", schema, None, Hints::default()).expect("a schema");
        let paging = Paging::of(&tool);
        assert_eq!(
            (paging.limit, paging.page, paging.offset, paging.cursor),
            (Some("per_page"), Some("page"), Some("offset"), None)
        );
        let call = whole(&tool, &json!({"page": 3, "state": "open"}));
        assert_eq!(call, json!({"per_page": 100, "state": "open"}));
    }
}
