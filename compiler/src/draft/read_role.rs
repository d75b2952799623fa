//! Reads what an argument of a reading tool is for from its name and its schema.

use crate::spec::{Schema, Type};

use super::names::words_of;
use super::read_list_role::read_list_role;
use super::read_size::is_size;
use super::schema_kind::{FieldKind, bare, kind_of};
use super::{Doubt, SimulationReason};

/// What an argument of a reading tool does.
#[derive(Debug, Clone, PartialEq)]
pub enum Role {
    /// How many rows.
    Limit,
    /// Where to go on.
    Cursor,
    /// How many rows to skip.
    Offset,
    /// The number of the page.
    Page,
    /// Words to look for.
    Words,
    /// The field of the order.
    OrderBy,
    /// The direction of the order.
    Direction,
    /// The least value of this field.
    AtLeast(String),
    /// The greatest value of this field.
    AtMost(String),
    /// The field's value.
    Same(String),
    /// The field's value is one of these.
    OneOf(String),
    /// The list field has these.
    Has(String),
    /// How the answer looks.
    Ignored,
    /// Something that the model does not say.
    Refused(Doubt),
}

/// The field that ranges without a name of their own speak of.
pub const ROW_TIME: &str = "date";

const LIMITS: &str = "limit|max|max_results|page_size|per_page|top|top_k|topk|top_n|size|first|\
    num_results|n_results|results|num|n|max_items|items_per_page|max_count|max_records|rows|\
    result_limit|pagesize|limit_per_page|page_limit|maxresults|n_items|number_of_results|\
    results_per_page|count|take|display|last|recent_n|per_page_limit|num_items|hits_per_page";
const CURSORS: &str = "cursor|next_cursor|next_page_token|page_token|start_cursor|next_token|\
    pagination_cursor|pagination_token|after_cursor|end_cursor|starting_after|continuation_token|\
    continue_token|next_page|page_cursor|marker|scroll_id|skip_token|bookmark|start_after|offset_token|\
    start_key|exclusive_start_key|pagetoken";
const OFFSETS: &str = "offset|skip|start|start_index|from_index|start_row|start_record|\
    start_at|row_offset|result_offset|start_position|page_offset|items_to_skip|skip_records|\
    records_to_skip|number_of_items_to_skip|rows_to_skip|start_offset|pagination_offset";
const PAGES: &str = "page|page_number|page_num|page_no|current_page|page_index|pagenum|pg|page_idx|\
    start_page|results_page|logs_page";
const WORDS: &str = "keyword|keywords|q|query|search|search_term|search_terms|term|terms|text|\
    search_query|search_text|search_string|query_string|name_contains|title_contains|contains|\
    query_text|search_phrase|search_keyword|filter_text|phrase|topic|needle|\
    name_filter|search_value|find|lookup|search_key";
const ORDERS: &str = "sort|sort_by|order_by|orderby|sortby|order|sort_field|sort_key|sorting|\
    ordering|order_field|sort_column";
const DIRECTIONS: &str = "direction|sort_order|sort_direction|order_direction|sort_dir|\
    order_dir|sort_type";

/// Arguments that change how an answer looks or travels, not what is in it.
const PRESENTATION: &str = "expand|fields|format|output_format|response_format|locale|verbose|\
    detailed|include_details|detail_level|details_level|details|pretty|timezone|time_zone|tz|\
    select|projection|view|timeout|timeout_ms|timeout_seconds|raw|output|embed|include|includes|\
    max_length|max_chars|max_tokens|truncate|full|compact|summary_only|encoding|show_details|\
    force_refresh|refresh|use_cache|no_cache|cache|skip_cache|reasoning|explanation|aws_profile|\
    profile_name|user_agent|request_id|correlation_id|as_markdown|as_json|as_text|plain_text|\
    return_format|response_type|content_type_header|accept|accept_language|retry|retries|debug|\
    units|unit_system|temperature_unit|unit|measurement_system|color_scheme|output_mode|\
    response_mode|relations|with_relations|associations|normalize_output|display_format|\
    full_response|full_detail|full_details|full_data|as_md|convert_to_markdown|human_readable|\
    minimal_output|minimal_response|truncate_big_strings|total_required|opt_pretty|hydrated|\
    sparkline|thumbs|extratags|preview_length|output_verbosity|user_prompt|aqi|aux|convert|convert_id|supports_all_drives|\
    supports_team_drives|exclude_total_data_chart|exclude_total_data_chart_breakdown|async_response|\
    return_total|return_full|text_only|format_output|fields_to_include|fields_to_retrieve|\
    fields_to_return|requested_properties|include_formats|include_additional_information|\
    extra_fields|attributes_to_retrieve|response_language|api_version|store_key|metadata_only|\
    verbosity|concise|json|markdown|content_type|show_details_level|columns|with_details|\
    return_fields|output_fields|field_set|use_custom_task_ids|invocation_reason|rationale|\
    intent|user_intent|context_note|account_profile|highlight|text_decorations|ui_lang|spellcheck|datatype|ctx|associations_limit|\
    precision|decimals|theme|\
    show_membership|dereference_group_members|use_object_dictionary|show_hits";

/// Lists of fields to be told.
const SELECTIONS: &str = "properties|attributes|metrics|columns|daily_variables|fields|select|\
    includes|include|expand|associations|relations|properties_with_history|sections|parts";

/// Languages are fields of some things and the form of the answer for all others.
const LANGUAGES: &str = "language|lang|hl|search_lang|language_code|gl|safesearch|safe_search";

/// Expressions in a language of their own.
const EXPRESSIONS: &str = "sql|sql_query|jql|cql|soql|sosl|promql|logql|kql|spl|rql|tc_rql|cypher|\
    sparql|graphql|expression|expr|filter_expr|regex|pattern|xpath|selector|filter_expression|\
    key_condition_expression|script|code|command|statement|aql|fql|nrql|jq|jsonpath|json_path|\
    mst|where_clause|raw_query|query_expression|zql|oql|filter_formula|formula|aggregation|pipeline";

/// What is computed with, not looked up.
const COMPUTED: &str = "latitude|longitude|lat|lon|lng|long|radius|bbox|bounding_box|distance|\
    max_distance|radius_km|radius_m|coordinates|prompt|question|threshold|min_score|\
    similarity_threshold|embedding|query_vector|query_embedding|vector|smiles|sequence|zoom|\
    location_bias|near|origin|destination|temperature|model|image|audio|video|image_url|\
    image_path|base64|file_content|html|x|y|z|score_threshold|hypothesis|polygon|geometry|\
    lookback|days_back|amount|cutoff|seed|instruction|instructions|proximity";

/// Flags that name a state of the row.
const STATES: &str = "active|archived|enabled|disabled|published|public|private|featured|starred|\
    deleted|completed|complete|open|closed|verified|unread|read|draft|pinned|resolved|locked|\
    favorite|flagged|approved|paid|available|hidden|internal|primary|trashed|done|billable|\
    in_stock|on_sale|online|running|paused|muted|blocked|favorited|shared|confirmed|free|\
    fork|sandbox|live|default|expired|overdue|unresolved|answered|sold|seen";

fn is_one(list: &str, name: &str) -> bool {
    list.split('|').any(|known| known.trim() == name)
}

/// Whether an argument of this name changes how an answer looks, not what is in it.
pub fn is_presentation(name: &str) -> bool {
    is_one(PRESENTATION, name)
}

/// What the argument of this name does; `known` says what a field of this name holds.
pub fn read_role(
    name: &str,
    schema: &Schema,
    known: &dyn Fn(&str) -> Option<FieldKind>,
    is_required: bool,
) -> Role {
    let kind = kind_of(schema);
    if let Some(role) = page_role(name, schema, is_required) {
        return role;
    }
    if let Some(role) = order_role(name, &kind) {
        return role;
    }
    if is_one(WORDS, name) && kind == FieldKind::Text {
        return Role::Words;
    }
    if let Some(field) = known(name)
        && super::schema_kind::merge(&field, &kind).is_some()
        && kind.is_scalar()
        && !(kind == FieldKind::Boolean && shows_more(name))
    {
        return known_role(name, &field);
    }
    if is_media(name) {
        let why = format!("it reads the media at `{name}`");
        return Role::Refused(Doubt::new(SimulationReason::Media, why));
    }
    let is_selection =
        ["_fields", "_expansions", "expansions"].iter().any(|end| name.ends_with(end));
    let is_selection = is_selection || kind == FieldKind::Texts && is_one(SELECTIONS, name);
    if is_one(PRESENTATION, name) || is_selection || !is_required && is_one(LANGUAGES, name) {
        return Role::Ignored;
    }
    if is_one(EXPRESSIONS, name) {
        let why = format!("`{name}` is an expression that has to be evaluated");
        return Role::Refused(Doubt::new(SimulationReason::CodeExecution, why));
    }
    if is_one(COMPUTED, name) {
        let why = format!("its answer is computed from `{name}`");
        return Role::Refused(Doubt::new(SimulationReason::ExternalComputation, why));
    }
    if matches!(name, "url" | "urls" | "uri" | "website" | "link") && is_required {
        let why = format!("it reads what is at `{name}`");
        return Role::Refused(Doubt::new(SimulationReason::LiveWeb, why));
    }
    if let Some(role) = range_role(name, &kind) {
        return role;
    }
    match &kind {
        FieldKind::Boolean => flag_role(name),
        FieldKind::Texts => read_list_role(name, known),
        FieldKind::Integer | FieldKind::Number if !is_ordinal(name) => {
            Role::Refused(unplaced(name))
        }
        FieldKind::Json => Role::Refused(unplaced(name)),
        // Several identifiers in one text are not the identifier of a row.
        FieldKind::Text if name == "ids" || name.ends_with("_ids") => Role::Refused(unplaced(name)),
        _ if is_vague(name) || name.ends_with("_json") => Role::Refused(unplaced(name)),
        _ => Role::Same(asked_field(name).to_owned()),
    }
}

/// The field that `status_filter` and `filter_by_status` ask for.
fn asked_field(name: &str) -> &str {
    let stem = name
        .strip_suffix("_filter")
        .or_else(|| name.strip_prefix("filter_by_"))
        .or_else(|| name.strip_prefix("filter_"));
    stem.filter(|stem| !is_vague(stem) && !is_one(EXPRESSIONS, stem)).unwrap_or(name)
}

/// Whether a flag of this name adds to each row that is told.
fn shows_more(name: &str) -> bool {
    ["include_", "show_", "return_"].iter().any(|start| name.starts_with(start))
}

/// An argument with the name of a field is its value, or the end of a span of time.
fn known_role(name: &str, field: &FieldKind) -> Role {
    let is_time = !matches!(field, FieldKind::Choice(_) | FieldKind::Boolean);
    match name {
        "start_date" | "start_time" | "start" if is_time => Role::AtLeast(name.to_owned()),
        "end_date" | "end_time" | "end" if is_time => Role::AtMost(name.to_owned()),
        _ => Role::Same(name.to_owned()),
    }
}

/// Whether it is a picture, a sound or a film, or where one lies.
fn is_media(name: &str) -> bool {
    let words = words_of(name);
    let has = |list: &[&str]| words.iter().any(|word| list.contains(&word.as_str()));
    has(&["image", "audio", "video", "photo"]) && has(&["path", "file", "url", "base64", "data"])
}

/// That the spec does not say what an argument does.
pub fn unplaced(name: &str) -> Doubt {
    let why = format!("the spec does not tell what `{name}` does");
    Doubt::new(SimulationReason::UnclearEffect, why)
}

fn page_role(name: &str, schema: &Schema, is_required: bool) -> Option<Role> {
    let kind = bare(schema).kind;
    let plain =
        schema.one_of.is_empty() && schema.all_of.is_empty() && bare(schema).values.is_none();
    let is_number = matches!(kind, Some(Type::Integer | Type::Number)) && plain;
    let is_text = kind == Some(Type::String) && plain;
    if is_number && (is_one(LIMITS, name) || is_size(name)) {
        return Some(Role::Limit);
    }
    if is_text && (is_one(CURSORS, name) || name == "after" && !is_required) {
        return Some(Role::Cursor);
    }
    if is_number && is_one(OFFSETS, name) {
        return Some(Role::Offset);
    }
    if is_number && is_one(PAGES, name) {
        return Some(Role::Page);
    }
    if is_text && matches!(name, "limit" | "page_size" | "per_page" | "max_results") {
        return Some(Role::Refused(unplaced(name)));
    }
    (is_number && matches!(name, "max_pages" | "page_count")).then_some(Role::Ignored)
}

fn order_role(name: &str, kind: &FieldKind) -> Option<Role> {
    let is_text = matches!(kind, FieldKind::Text | FieldKind::Choice(_));
    let ends = |names: &[String]| {
        names.iter().all(|name| {
            matches!(name.to_lowercase().as_str(), "asc" | "desc" | "ascending" | "descending")
        })
    };
    if is_one(ORDERS, name) || is_one(DIRECTIONS, name) {
        let says_direction = match kind {
            FieldKind::Choice(names) => ends(names),
            _ => is_one(DIRECTIONS, name),
        };
        return match (is_text, says_direction) {
            (true, true) => Some(Role::Direction),
            (true, false) => Some(Role::OrderBy),
            (false, _) => Some(Role::Refused(unplaced(name))),
        };
    }
    None
}

/// Ranges by the name of the argument: `created_after`, `min_price`, `start_date`.
fn range_role(name: &str, kind: &FieldKind) -> Option<Role> {
    let has_order = matches!(
        kind,
        FieldKind::Text
            | FieldKind::Timestamp
            | FieldKind::Date
            | FieldKind::Integer
            | FieldKind::Number
    );
    if !has_order {
        return None;
    }
    if is_one(
        "since|from|start|start_date|start_time|date_from|from_date|after|begin|begin_date|\
        date_start|time_min|time_from|from_time|start_datetime|begin_time|from_timestamp|\
        start_timestamp|after_date|min_date|date_after|start_day|oldest|starttime|date_gte|\
        period_start|published_after_date|after_time|after_timestamp|timemin|from_ts|startdate|datefrom|sdate",
        name,
    ) {
        return Some(Role::AtLeast(ROW_TIME.to_owned()));
    }
    if is_one(
        "until|to|end|end_date|end_time|date_to|to_date|before|date_end|time_max|time_to|\
        to_time|end_datetime|to_timestamp|end_timestamp|before_date|max_date|date_before|end_day|\
        latest|before_time|before_timestamp|endtime|date_lte|period_end|timemax|to_ts|enddate|dateto|edate|till",
        name,
    ) {
        return Some(Role::AtMost(ROW_TIME.to_owned()));
    }
    match name {
        "year_from" | "from_year" | "start_year" | "year_start" | "year_min" => {
            return Some(Role::AtLeast("year".to_owned()));
        }
        "year_to" | "to_year" | "end_year" | "year_end" | "year_max" => {
            return Some(Role::AtMost("year".to_owned()));
        }
        _ => {}
    }
    let words = words_of(name);
    let (first, last) = (words.first()?.as_str(), words.last()?.as_str());
    let but_first = || words[1..].join("_");
    let but_last = || words[..words.len() - 1].join("_");
    if words.len() < 2 {
        return None;
    }
    match (first, last) {
        ("min" | "minimum", _) if kind.is_number() => Some(Role::AtLeast(but_first())),
        ("max" | "maximum", _) if kind.is_number() => Some(Role::AtMost(but_first())),
        (_, "min" | "gte" | "gt") => Some(Role::AtLeast(but_last())),
        (_, "max" | "lte" | "lt") => Some(Role::AtMost(but_last())),
        (_, "after" | "since" | "from") if !kind.is_number() => Some(Role::AtLeast(moment(&words))),
        (_, "before" | "until" | "to") if !kind.is_number() => Some(Role::AtMost(moment(&words))),
        _ => None,
    }
}

/// The field that `created_after` speaks of: `created_at`.
fn moment(words: &[String]) -> String {
    let front = words[..words.len() - 1].join("_");
    match front.as_str() {
        "created" | "updated" | "modified" | "published" | "closed" | "completed" | "opened"
        | "started" | "posted" | "sent" | "received" | "released" | "merged" | "filed" => {
            format!("{front}_at")
        }
        "due" => "due_date".to_owned(),
        "create" | "creation" => "created_at".to_owned(),
        "update" | "last_modified" | "last_updated" => "updated_at".to_owned(),
        _ => front,
    }
}

fn flag_role(name: &str) -> Role {
    let words = words_of(name);
    let first = words.first().map(String::as_str).unwrap_or_default();
    let rest = words.get(1..).unwrap_or_default().join("_");
    match first {
        "include" | "with" | "show" | "return" | "get" | "fetch" | "add" | "expand" | "use"
        | "enable" | "prefer" => {
            if is_one(STATES, &rest) || matches!(rest.as_str(), "inactive" | "drafts" | "all") {
                Role::Refused(unplaced(name))
            } else {
                Role::Ignored
            }
        }
        "is" | "has" => Role::Same(name.to_owned()),
        _ if is_one(STATES, name) => Role::Same(name.to_owned()),
        _ => Role::Refused(unplaced(name)),
    }
}

/// Numbers that name or place a thing, so that equality makes sense.
fn is_ordinal(name: &str) -> bool {
    let last = name.rsplit('_').next().unwrap_or(name);
    is_one(
        "id|number|year|legislature|congress|month|season|week|day|code|quarter|version|level|round|chapter|grade|rank|\
         pid|uid|gid|index|no|num|episode|priority|cid|iid|volume|generation|edition|\
         session|block|height|postcode|zip|zipcode|tier|stage|cycle|verse|pmid|appid|status|\
         port|asn|fid|slot|sol|lap|pk|draft_year|category|type|chain_id|rating|stars|user|project|task|account|group|team",
        last,
    )
}

/// Names that do not say what they hold.
fn is_vague(name: &str) -> bool {
    is_one(
        "filter|filters|where|conditions|criteria|params|parameters|options|mode|method|action|\
         operation|op|input|data|payload|body|content|message|value|prefix|headers|header|config|\
         settings|extra|args|arguments|request_body|context|time_range|date_range|advanced|\
         function|resource|request|search_type|match_type|strategy|filter_by|group_by|period_type|\
         aggregate|aggregate_by|breakdown|compare|save_path|output_path|output_dir|output_file|\
         destination_path|local_path|download_path|flags|freshness|filter_query|prefix_filter|\
         granularity|rollup|step|xml|csv|yaml|scope_filter|search_in|\
         search_fields|fields_to_search|normalization",
        name,
    )
}
