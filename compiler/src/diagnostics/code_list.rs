//! Every diagnostic code with its explanation. Numbers are never changed and never reused.
//!
//! CW0001–CW0099 reading, CW0100–CW0299 normalizing, CW0300–CW0349 harvesting, CW0350–CW0399
//! writing, CW0400 and up everything after the spec.
//!
//! A row: number, name, severity, effect on meaning; then title, meaning, example, remedy.

use super::code::Effect::{self, Changed, Kept, Widened};
use super::diagnostic::Severity::{self, Error, Note, Warning};

/// One row of the list.
pub(super) struct Entry {
    pub code: Code,
    pub severity: Severity,
    pub effect: Effect,
    pub title: &'static str,
    pub meaning: &'static str,
    pub example: &'static str,
    pub remedy: &'static str,
}

macro_rules! codes {
    ($($number:literal $name:ident $severity:ident $effect:ident
        $title:literal $meaning:literal $example:literal $remedy:literal)*) => {
        /// The stable name of a kind of problem, written `CW0123`.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u16)]
        pub enum Code {
            $(#[doc = $title] $name = $number,)*
        }

        pub(super) const LIST: &[Entry] = &[
            $(Entry {
                code: Code::$name,
                severity: $severity,
                effect: $effect,
                title: $title,
                meaning: $meaning,
                example: $example,
                remedy: $remedy,
            },)*
        ];
    };
}

codes! {
    1 MalformedJson Error Kept
    "the file is not JSON"
    "The text ends early, or holds something that JSON does not allow at this place."
    r#"{"tools": [{"name": "get_issue", }]}"#
    "Save the server's answer again, or correct the text at the place shown."

    2 FileTooLarge Error Kept
    "the file is larger than the limit"
    "Tool lists beyond the limits of size and number are refused before anything else: no known \
     server needs them, and a wrong file (a database, an archive) is the usual reason."
    "a tools/list answer of 80 MB"
    "Check that it is the right file, or split the server's tools into several lists."

    3 NestedTooDeep Error Kept
    "the file is nested deeper than the limit"
    "Arrays and objects nest beyond what any schema needs, or expressions and types beyond what any \
     model needs, so the file is not read further."
    r#"{"tools": [[[[[[ … ]]]]]]}"#
    "Flatten the value at the place shown, or name the repeated part once under `$defs`; in Rust, \
     split the expression or the type."

    4 DuplicateKey Warning Kept
    "an object names the same key twice"
    "JSON leaves open which one counts. As most readers do, the last one is taken."
    r#"{"name": "get_issue", "name": "list_issues"}"#
    "Remove the one that is not meant."

    5 NotAToolList Error Kept
    "the file is JSON, but not a list of tools"
    "A tool list is one of: an object with `tools`, a bare array of tools, a JSON-RPC response \
     with `result.tools`, an MCPB or DXT manifest, or a normalized spec."
    r#"{"openapi": "3.1.0", "paths": {}}"#
    "Save the answer of the server's `tools/list`, or let `compoworld harvest` ask for it."

    6 NoTools Error Kept
    "the list has no tools"
    "A service without tools can do nothing, so there is nothing to normalize."
    r#"{"tools": []}"#
    "If the server announces tools only after a login or with a flag, harvest it again with that \
     flag or with the variables it needs."

    7 MalformedTool Error Kept
    "an entry of the list is not a tool"
    "Every entry of `tools` is an object with a `name`, and usually a `description` and an \
     `inputSchema`."
    r#"{"tools": ["get_issue"]}"#
    "Replace the entry by the tool's full definition, or remove it."

    8 ToolWithoutName Error Kept
    "a tool has no name"
    "Without a name the tool cannot be called, so none is made up for it."
    r#"{"tools": [{"description": "…", "inputSchema": {"type": "object"}}]}"#
    "Give the tool the name under which the server accepts calls."

    9 RepeatedTool Warning Kept
    "the same tool is listed twice"
    "Two entries have the same name and the same input; the first one is kept. Servers that page \
     their list carelessly do this."
    r#"{"tools": [{"name": "ping"}, {"name": "ping"}]}"#
    "Remove one of the two."

    10 ConflictingTools Error Kept
    "two different tools have the same name"
    "The server would run only one of them, and the list does not tell which."
    r#"{"tools": [{"name": "get", "inputSchema": {"required": ["id"]}}, {"name": "get"}]}"#
    "Remove or rename the one that the server does not run."

    11 ErrorResponse Error Kept
    "the file holds the server's error, not its tools"
    "A JSON-RPC response has either `result` or `error`; this one has `error`."
    r#"{"jsonrpc": "2.0", "id": 1, "error": {"code": -32601, "message": "…"}}"#
    "Ask again after `initialize`; the error's message says what the server misses."

    12 MorePages Warning Kept
    "the list goes on at another page"
    "The saved answer has a `nextCursor`, so it holds the first tools only."
    r#"{"tools": [{"name": "a"}], "nextCursor": "p2"}"#
    "Use `compoworld harvest`, which reads all pages, or join the pages into one list."

    13 ManifestWithoutSchemas Warning Changed
    "the manifest names tools without their parameters"
    "An MCPB or DXT manifest carries names and descriptions; the parameters are known only to the \
     running server. The tools are read as taking any arguments."
    r#"{"manifest_version": "0.3", "tools": [{"name": "open_page", "description": "…"}]}"#
    "Start the server and use `compoworld harvest` for the full list."

    14 UnreadableFile Error Kept
    "the file cannot be read"
    "The operating system refused; the message carries its reason."
    "compoworld normalize missing.json"
    "Check the path and the permissions."

    15 InvalidSpec Error Kept
    "the normalized spec breaks its own format"
    "A `spec.json` has fixed keys and a fixed schema subset. This one was edited by hand, or \
     comes from another version."
    r#"{"spec_version": 1, "service": "help desk"}"#
    "Correct the place shown, or normalize the raw list again."

    16 UnknownSpecVersion Error Kept
    "the spec has a version that this compiler does not read"
    "`spec_version` grows when the format changes in a way that old readers misread."
    r#"{"spec_version": 99}"#
    "Update the compiler, or normalize the raw list again."

    17 NotUtf8 Error Kept
    "the file is not UTF-8"
    "JSON is UTF-8. Some shells save redirected output as UTF-16."
    "a file that starts with the bytes FF FE"
    "Save the file as UTF-8 without a byte-order mark."

    18 InvalidServiceName Error Kept
    "the name cannot be a service or domain name"
    "Services and domains name Rust crates and folders: lower-case ASCII letters, digits and \
     underscores, starting with a letter."
    "compoworld normalize tools.json --service ../etc"
    "Choose a name such as `help_desk`."

    19 ForeignToolShape Note Kept
    "the tool is written in another convention"
    "Function-calling lists nest the tool under `function`, or call its input `parameters` or \
     `input_schema`. It is read as an MCP tool."
    r#"{"type": "function", "function": {"name": "f", "parameters": {}}}"#
    "Nothing to do."

    20 MissingInputSchema Warning Changed
    "the tool has no input schema"
    "MCP requires `inputSchema`. The tool is read as taking no particular arguments."
    r#"{"tools": [{"name": "ping", "description": "…"}]}"#
    "Add `\"inputSchema\": {\"type\": \"object\"}` with the parameters that the tool takes."

    21 MalformedMember Warning Kept
    "a member of the tool has the wrong type"
    "`description` is a string, `annotations` an object of booleans. The member is left out."
    r#"{"name": "ping", "annotations": {"readOnlyHint": "yes"}}"#
    "Correct the member, or remove it."

    22 NotNormalized Error Kept
    "a normalized spec is needed, and this is a server's own list"
    "Drafting and compiling work on specs, in which every irregularity of the list is settled."
    "compoworld draft tools.json"
    "Normalize the list first: `compoworld normalize tools.json --out spec.json`."

    23 MalformedCalls Error Kept
    "the file holds no calls"
    "Calls are a JSON object with `calls`, a JSON array of calls, or one call a line, each with \
     `tool` and `arguments`."
    r#"[{"arguments": {"id": 7}}]"#
    "`compoworld record --help` shows how calls are written; a transcript holds calls too."

    24 NothingToCall Error Kept
    "no tool may be called"
    "What the options allow leaves no tool of the server."
    "compoworld record --read-only --out transcript.jsonl -- server-without-hints"
    "Against a server that can be spared, leave `--read-only` out, or name the calls with `--calls`."

    100 SchemaNotAnObject Warning Changed
    "a schema is neither an object nor a boolean"
    "What stands here cannot be a JSON Schema, so any value is accepted in its place."
    r#"{"properties": {"owner": "string"}}"#
    "Write a schema, such as `{\"type\": \"string\"}`."

    101 DanglingRef Warning Widened
    "a `$ref` points at nothing"
    "No schema stands at the place that the reference names, so any value is accepted."
    r##"{"properties": {"repo": {"$ref": "#/$defs/Repo"}}}"##
    "Define the schema under `$defs`, or write it in place of the reference."

    102 RecursiveRef Note Widened
    "a `$ref` leads back to itself"
    "Normalized schemas are trees. The reference is followed once and cut where it repeats; below \
     that any value is accepted."
    r##"{"$defs": {"Node": {"properties": {"next": {"$ref": "#/$defs/Node"}}}}}"##
    "Nothing to do, unless deeper levels matter: then write them out."

    103 ExternalRef Warning Widened
    "a `$ref` leaves the document"
    "References to other documents are not followed, so any value is accepted."
    r#"{"$ref": "https://example.com/repo.json"}"#
    "Put a copy of the schema under `$defs` and point there."

    104 ExpansionTooLarge Warning Widened
    "writing out the references makes the schema too large"
    "References that use references can grow without bound. Beyond the limit they accept any \
     value."
    "twenty definitions, each of which names the one before twice"
    "Write a simpler schema for the tool."

    105 RefSiblingsIgnored Note Kept
    "keywords beside `$ref` do not count in this draft"
    "Up to draft 7 a `$ref` replaces everything beside it; the list names such a draft."
    r##"{"$ref": "#/definitions/Id", "minLength": 3}"##
    "Nothing to do. To make them count, drop the old `$schema`."

    106 UnknownType Warning Changed
    "the type is not one of JSON Schema's"
    "Common spellings of other languages are translated (`int`, `str`, `float`, `list`, `dict`, \
     `bool`); `any` and the rest accept every value."
    r#"{"type": "any"}"#
    "Use null, boolean, integer, number, string, array or object."

    107 NullableKeyword Note Changed
    "`nullable` is not a JSON Schema keyword"
    "OpenAPI 3.0 writes `nullable: true` where JSON Schema has a union with null. The union is \
     written out, so null is accepted as meant."
    r#"{"type": "string", "nullable": true}"#
    "Nothing to do."

    108 BooleanRequired Note Changed
    "`required` on a property is a boolean"
    "Draft 3 marked the property itself. It becomes a name in the object's list."
    r#"{"properties": {"id": {"type": "string", "required": true}}}"#
    "Nothing to do."

    109 BadRequired Note Widened
    "`required` holds something that is no property name"
    "The entry (an empty name, not a string, a repeated name) is left out."
    r#"{"required": [""]}"#
    "Nothing to do, or correct the list."

    110 RequiredUndeclared Note Widened
    "`required` names a property that is not declared"
    "The property is demanded all the same, so it is declared with any value. Only in an object \
     that refuses further properties does this accept more than before: there no call could \
     succeed."
    r#"{"properties": {}, "required": ["id"]}"#
    "Declare the property with its type."

    111 EmptyEnum Warning Widened
    "an enumeration has no values"
    "Taken literally nothing would be accepted, which cannot be meant; the enumeration is left \
     out."
    r#"{"type": "string", "enum": []}"#
    "List the values, or remove `enum`."

    112 RepeatedEnumValue Note Kept
    "an enumeration lists a value twice"
    "The repetition is left out."
    r#"{"enum": ["asc", "desc", "asc"]}"#
    "Nothing to do."

    113 EnumOutsideType Note Kept
    "an enumeration lists a value that its type excludes"
    "Such a value is never accepted, so it is left out. When none is left, the type is left out \
     instead, with a CW0122."
    r#"{"type": "string", "enum": ["a", 1]}"#
    "Correct the value or the type."

    114 DefaultNotAccepted Note Kept
    "the default is not accepted by its own schema"
    "Most often it is null beside a type without null, which says only that the parameter may be \
     left out. The default is dropped."
    r#"{"type": "string", "default": null}"#
    "Nothing to do, or correct the default."

    115 UnsupportedKeyword Warning Widened
    "a constraint is outside the supported subset"
    "Normalized schemas use a documented subset of JSON Schema 2020-12. The constraint is left \
     out, so more values are accepted."
    r#"{"type": "object", "minProperties": 1}"#
    "Where it matters, check it in the tool's logic."

    116 ForeignKeyword Note Kept
    "a keyword is not JSON Schema's"
    "Validators ignore it, and so do we: it is left out."
    r#"{"type": "string", "example": "octocat"}"#
    "Nothing to do."

    117 UnsupportedPattern Note Widened
    "the pattern needs a larger regular-expression engine"
    "Look-around, back references and Unicode classes are not supported by the engine that checks \
     arguments. The pattern is left out."
    r#"{"type": "string", "pattern": "^(?!draft)"}"#
    "Where it matters, check it in the tool's logic."

    118 BadKeywordValue Warning Widened
    "a keyword has a value of the wrong type"
    "For instance a bound that is text, or a negative length. The keyword is left out."
    r#"{"type": "integer", "minimum": "1"}"#
    "Correct the value."

    119 OldDialect Note Kept
    "a keyword is written as older drafts had it"
    "Tuples in `items`, boolean `exclusiveMinimum` and the like are rewritten as 2020-12 has them."
    r#"{"minimum": 0, "exclusiveMinimum": true}"#
    "Nothing to do."

    120 NothingAccepted Warning Kept
    "no value is accepted here"
    "The schema contradicts itself. It is kept as an empty enumeration."
    r#"{"allOf": [{"type": "string"}, {"type": "null"}], "not": {}}"#
    "Correct the schema, or remove the parameter."

    121 RootUnionMerged Note Kept
    "the input is a union of objects"
    "Arguments are one object, so all properties of the union's branches are declared on it; the \
     branches stay beside them as further constraints."
    r#"{"oneOf": [{"required": ["id"]}, {"required": ["name"]}]}"#
    "Nothing to do."

    122 TypeDropped Warning Changed
    "type and enumeration contradict each other"
    "No value of the enumeration has the type. The enumeration is the more telling of the two, so \
     the type is left out."
    r#"{"type": "string", "enum": [1, 2, 3]}"#
    "Correct the type."

    123 RootNotAnObject Warning Changed
    "the input is not an object"
    "MCP arguments are always an object, so a call could never satisfy this input. The tool is \
     read as taking no particular arguments."
    r#"{"inputSchema": {"type": "array"}}"#
    "Wrap the value in an object with one property."

    124 CredentialDropped Note Changed
    "a parameter carries only a credential"
    "Keys, tokens and passwords that merely authenticate have no meaning in a simulated service."
    r#"{"properties": {"api_key": {"type": "string"}}}"#
    "Nothing to do. Pass `--keep-parameter NAME` if it is data of the tool."

    125 TransportDropped Note Changed
    "a parameter belongs to the transport"
    "Headers, base addresses and connection settings steer how the real server reaches its \
     backend, not what the tool does."
    r#"{"properties": {"header": {"properties": {"accept": {"type": "string"}}}}}"#
    "Nothing to do. Pass `--keep-parameter NAME` if it is data of the tool."

    126 DummyDropped Note Changed
    "a parameter is only a filler"
    "Some clients demanded at least one parameter, so servers added `random_string` to tools that \
     take none."
    r#"{"properties": {"random_string": {"type": "string"}}, "required": ["random_string"]}"#
    "Nothing to do."

    127 EnvelopeOpened Note Changed
    "the parameters are wrapped in an envelope"
    "The input groups its parameters as `path`, `query` and `body` of a request, or has them all \
     in one object called `params` or the like. They become parameters of the tool itself."
    r#"{"properties": {"path": {"properties": {"id": {}}}, "body": {"properties": {}}}}"#
    "Nothing to do. Pass `--keep-envelopes` to leave them wrapped."

    128 HiddenDropped Note Changed
    "a parameter is hidden from the caller"
    "The list of `visible` names leaves it out: the platform behind the server fills it in."
    r#"{"properties": {"id": {}, "version": {"default": "v1"}}, "visible": ["id"]}"#
    "Nothing to do."

    129 SchemaTooDeep Warning Widened
    "the schema is nested deeper than the limit"
    "Below the limit any value is accepted."
    "objects in objects, forty levels down"
    "Write a flatter schema for the tool."

    130 NameAdjusted Note Kept
    "the name had to be changed beyond its case"
    "Names are ASCII snake case, unique in the service, and no Rust keywords. `wire_name` keeps \
     the server's spelling."
    "tools `move`, `get-file` and `getFile`"
    "Nothing to do."

    131 PrefixStripped Note Kept
    "the tools repeat the service's name"
    "The common prefix is left out of `name`; `wire_name` keeps it."
    "tools `linear_getIssues` and `linear_createIssue` of service `linear`"
    "Nothing to do."

    132 ParametersFromText Note Changed
    "the parameters are documented only in the description"
    "The schema declares nothing, but the description lists arguments. Their names and types are \
     taken from there, not their wording."
    "Args:\n    title (str): …\n    limit (int, optional): …"
    "Declare the parameters in the schema."

    133 RewrittenKeyword Note Kept
    "a condition is rewritten with unions"
    "`not`, `if` and the dependencies between properties have an exact equivalent in the supported \
     subset."
    r#"{"not": {"required": ["draft"]}}"#
    "Nothing to do."

    134 UntypedParameter Note Kept
    "a parameter does not say what it takes"
    "Any value is accepted, and so will any value be stored."
    r#"{"properties": {"data": {}}}"#
    "Where the service should check it, declare a type."

    300 ServerNotStarted Error Kept
    "the server cannot be started"
    "The operating system refused to run the command."
    "compoworld harvest -- npx-typo some-server"
    "Check that the program is installed and on the PATH."

    301 ServerTimedOut Error Kept
    "the server did not answer in time"
    "Servers that download something at their first start can take long."
    "compoworld harvest --timeout 5 -- slow-server"
    "Raise `--timeout`, or start the server once by hand so that it can prepare itself."

    302 ServerDied Error Kept
    "the server ended before it answered"
    "Its last lines on the error stream usually name the reason: a missing variable, a missing \
     argument, an old library."
    "compoworld harvest -- python3 -m server_without_key"
    "Pass what it asks for with `--env NAME=VALUE` or as arguments."

    303 HandshakeFailed Error Kept
    "the server refused or garbled the handshake"
    "The first exchange, `initialize`, did not give a valid answer."
    r#"the server answers `{"jsonrpc": "2.0", "id": 0, "error": {…}}`"#
    "Check that the command starts an MCP server over stdio; some need a word such as `serve` or \
     `stdio`."

    304 ListFailed Error Kept
    "the server did not list its tools"
    "The handshake worked, but `tools/list` gave an error or something unreadable."
    r#"the server answers `{"error": {"code": -32603, "message": "…"}}`"#
    "The message says what the server misses; pass it with `--env`."

    305 TooManyPages Error Kept
    "the list of tools does not end"
    "The server repeats a cursor, or gives more pages than the limit."
    "a server whose every page has the `nextCursor` \"next\""
    "Report it to the server's authors; a saved list can be normalized instead."

    306 NoToolsCapability Warning Kept
    "the server does not announce tools"
    "Its capabilities have no `tools`. It is asked all the same."
    r#"{"capabilities": {"prompts": {}}}"#
    "If the list is empty, the server needs a flag or a login to offer its tools."

    307 NoisyServer Warning Kept
    "the server prints other things than messages"
    "Lines on standard output that are no JSON-RPC messages were skipped."
    "a banner before the first answer"
    "Nothing to do; the server's authors should print to the error stream."

    308 ServerUnreachable Error Kept
    "the server cannot be reached"
    "Nobody listens at the address, its name is unknown, or the way there is closed."
    "compoworld harvest --url http://127.0.0.1:9/mcp"
    "Check the address and the port, and that the server runs."

    309 AccessDenied Error Kept
    "the server does not let us in"
    "It answered 401 or 403: it wants to know who asks, or the one who asks may not."
    "a server that wants a token, asked without one"
    "Pass what it wants with `--header 'Authorization: Bearer …'`; it is not saved."

    310 NotAnMcpEndpoint Error Kept
    "what answers at the URL does not speak MCP over streamable HTTP"
    "The answer is no JSON-RPC message: a page for people, another service, or a path that the \
     server does not have."
    "compoworld harvest --url https://example.com/"
    "Give the URL of the endpoint, which often ends in `/mcp`. Servers that only speak the older \
     SSE transport cannot be asked; start them over stdio instead."

    320 CallsTimedOut Error Kept
    "the server stopped answering calls"
    "Several calls in a row had no answer in time, so no further one was made. Those before are in \
     the transcript."
    "compoworld record --call-timeout 1 --out transcript.jsonl -- slow-server"
    "Raise `--call-timeout`, or compare what was recorded until then."

    321 EveryCallFailed Warning Kept
    "no call succeeded"
    "The server answered every call with an error, so the transcript tells little. A missing login \
     or a missing first step is the usual reason."
    "a server that wants a key, recorded without one"
    "The first failure tells what is missing; pass it with `--env` or `--header`, or give calls that \
     begin with the first step with `--calls`."

    322 ArgumentNotMapped Warning Kept
    "an argument could not be taken from this run's answers"
    "The file says, or its answers show, that the argument came from an earlier answer, but in this \
     run that call failed or its answer has nothing like it. The argument is sent as it is written."
    r#"{"tool": "get", "arguments": {"id": 7}, "uses": [{"arg": "id", "from_call": 0}]}"#
    "Look at the earlier call in the transcript; `from` in `uses` tells the place in its answer."

    323 CallsRefused Error Kept
    "the server refuses every further call"
    "After others had succeeded, several calls in a row failed with the same words, whatever they \
     asked for: a quota is used up, or a session is over. No further one was made."
    "a free plan of 50 calls a day, recorded with `--calls-max 100`"
    "Compare what was recorded until then, or record again when the server answers, with a smaller \
     `--calls-max`."

    340 ProgramFailed Error Kept
    "a program of the pipeline failed"
    "Another program (cargo, `compoworld-runtime`, `compoworld-trainer`) could not be started, or \
     ended with an error. Its last lines are shown."
    "compoworld quickstart"
    "Read its last lines: they say what to do. What was finished before is kept; run the same \
     command again."

    341 NoWorkspace Error Kept
    "this is not a CompoWorld workspace"
    "The command compiles and links services, so it needs the workspace that holds \
     `compiler/corpus`."
    "compoworld quickstart"
    "Change to a checkout of the repository and run the command there."

    342 UnknownSubcommand Error Kept
    "there is no such subcommand"
    "The first word after `compoworld` names what to do."
    "compoworld normalise tools.json"
    "`compoworld --help` lists the subcommands."

    343 ModelUnusable Error Kept
    "the language model cannot be used"
    "An endpoint is named by the environment variables OPENAI_BASE_URL and, if it wants a key, \
     OPENAI_API_KEY; a cassette holds what a model said before. Neither is as it should be."
    "compoworld author spec.json --model my-model, with no OPENAI_BASE_URL"
    "Do what the message says, or use `--harness` or `--script`."

    350 UnwritableFile Error Kept
    "the file cannot be written"
    "The operating system refused; what was there before is unchanged."
    "compoworld normalize tools.json --out /read-only/spec.json"
    "Check the folder, its permissions and the free space."

    351 Interrupted Error Kept
    "the run was interrupted"
    "Ctrl-C stops a run that writes many crates between two of them: each is the old one or the \
     new one, and they can be built together. A second Ctrl-C stops it at once."
    "compoworld corpus regenerate, and Ctrl-C"
    "Run the command again: it goes on where this run stopped."

    400 MalformedRust Error Kept
    "the model is not valid Rust syntax"
    "`service.rs` is read by a Rust parser, and it stopped at the place shown."
    "pub struct Ticket { pub id Key<Ticket> }"
    "Correct the syntax; rustfmt and every editor with Rust support show the same place."

    401 MissingState Error Kept
    "the model has no state"
    "One struct with `#[derive(State)]` holds all tables, and one trait called `Tools` names all \
     tools."
    "a `service.rs` with entities only"
    "Add `#[derive(State)] pub struct HelpDesk { pub tickets: Table<Ticket> }` and \
     `pub trait Tools { .. }`."

    402 UnexpectedItem Error Kept
    "the item has no place in a model"
    "A model holds one state, entities, records, choices, the trait of tools, `FIXTURE`, and \
     plain functions, constants and `impl` blocks that written tools call."
    "mod inner { .. }"
    "Move its content to the top level, or remove it."

    403 UnknownSetting Error Kept
    "the attribute says something that the dialect does not have"
    "Settings in `#[entity(..)]`, `#[record(..)]`, `#[choice(..)]` and `#[tool(..)]` are a closed \
     list, each with its own form."
    "#[entity(lenght = 1..=80)]"
    "Use one of the settings that the message lists."

    404 UnknownFieldType Error Kept
    "a field cannot have this type"
    "Fields hold `String`, `i64`, `f64`, `bool`, `Timestamp`, `Date`, `Json`, `Key<Entity>`, \
     `IntKey<Entity>`, a choice, a record, and `Option`, `Vec` or `BTreeMap<String, _>` of these."
    "pub size: u32"
    "Use `i64` for whole numbers, `f64` for others, a `Record` for a struct."

    405 MisusedSetting Error Kept
    "the setting does not fit its field"
    "Stamps are for instants, `on_delete` and `loose` for references, `len` for texts and lists, \
     `range` for numbers, sequences for keys."
    "#[entity(created)] pub made: String"
    "Change the field's type, or remove the setting."

    406 TableMismatch Error Kept
    "an entity and the tables do not fit together"
    "Every entity has exactly one table: a `Table` when it has a key, a `One` when it has none."
    "#[derive(Entity)] pub struct Tag { .. } without a `Table<Tag>` in the state"
    "Add the table to the state, or make the struct a `Record`."

    407 InvalidKey Error Kept
    "the entity's key is not usable"
    "A key field is a text, a whole number, a reference, a choice or a date; it is never optional \
     or a list."
    "#[entity(key)] pub id: Option<String>"
    "Make it `Key<Entity>` for text keys or `IntKey<Entity>` for numbers."

    408 InvalidReference Error Kept
    "the reference does not fit the entity that it names"
    "`Key<Entity>` names a row with a text key or a composite key, `IntKey<Entity>` one with a \
     whole number for its key. The entity has a table."
    "pub owner: IntKey<User> where `User` has `id: Key<User>`"
    "Use the type of the other entity's own key."

    409 ReservedName Error Kept
    "the name is taken"
    "Types of the model share one namespace, and the names of Rust's prelude stay what they are."
    "#[derive(Record)] pub struct Option { .. }"
    "Choose another name."

    420 ToolWithoutFunction Error Kept
    "a tool of the spec has no function in the model"
    "`pub trait Tools` has one function for each tool of the spec, by the tool's `name`."
    "the spec has `get_issue`, the trait does not"
    "Add the function; `#[tool(simulate(unclear_effect, \"why\"))]` when it cannot be computed."

    421 FunctionWithoutTool Error Kept
    "a function names no tool of the spec"
    "The trait's functions are called as the spec's tools are, each once."
    "fn get_isue() -> Issue;"
    "Correct the name, or remove the function."

    422 UnusedArgument Error Kept
    "an argument has no meaning in the model"
    "Every argument that the spec accepts is used once: as (part of) the key, as a field's value, \
     as a filter, for paging; or it is ignored on purpose."
    "`list_issues` takes `labels`, and no option of its `#[tool(list)]` uses it"
    "Use it: `map(field = argument)`, `filter(field = argument)`, `page(limit = argument)`, or \
     `ignore(argument)` when it makes no difference in this model."

    423 UnknownArgument Error Kept
    "an option names an argument that the tool does not have"
    "Options name arguments as the spec does, in snake case."
    "#[tool(get, key(ticket))] where the spec has `ticket_id`"
    "Use one of the arguments that the message lists."

    424 UnknownField Error Kept
    "an option names a field that the entity does not have"
    "Options name fields as the struct does."
    "#[tool(list, filter(state))] where the entity has `status`"
    "Use one of the fields that the message lists."

    425 ArgumentUsedTwice Error Kept
    "an argument is used twice"
    "Every argument means one thing."
    "#[tool(update, key(id), map(name = id))]"
    "Remove one of the two uses, or write the tool's body."

    426 UnknownEntity Error Kept
    "it is not clear which entity the tool is about"
    "The return type names the entity; where it does not, `about = Entity` does."
    "#[tool(count, filter(status))] fn count_tickets() -> i64;"
    "Add `about = Entity` to the tool's options."

    427 ReturnMismatch Error Kept
    "the return type does not fit the operation"
    "`create`, `get`, `update`, `upsert`, `delete`, `append` and `detach` return the entity, \
     `list` and `search` a `Page` or `Vec` of it, `count` an `i64`, `simulate` nothing."
    "#[tool(list)] fn list_tickets() -> Ticket;"
    "Change the return type, or write the tool's body."

    428 MissingKeyArgument Error Kept
    "no argument gives the row's key"
    "The operation is about one row, so the key has to be given."
    "#[tool(get)] fn get_ticket() -> Ticket; whose argument is called `number`"
    "Name the arguments that make up the key: `key(number)`; for a composite reference \
     `key((owner, repo), number)`."

    429 SignatureMismatch Error Kept
    "the function's signature does not fit its kind"
    "A written tool is `fn name(state: &State or &mut State, args: PascalCaseOfTool, \
     cx: &mut Context) -> Result<_, ToolError>`; a declared or simulated tool has no parameters \
     and no body."
    "fn merge_tickets(args: MergeTickets) -> Ticket { .. }"
    "Write the signature that the message shows."

    430 MisplacedOption Error Kept
    "the option does not go with the operation"
    "Each operation takes some of the options."
    "#[tool(get, set(status = Status::Open))]"
    "Remove the option, or use another operation."

    431 RequiredArgumentSimulated Error Kept
    "a required argument is left to the world model"
    "`simulated(argument)` leaves those calls to the world model that give the argument. An \
     argument that every call gives would leave all of them."
    "#[tool(list, simulated(sql))] where the spec requires `sql`"
    "Simulate the whole tool: `#[tool(simulate(code_execution, \"it evaluates sql\"))]`."

    432 PartOfNoTool Error Kept
    "a function is a part of no tool of the spec"
    "`part_of` names a tool of the spec, whose calls are answered by parts."
    "#[tool(part_of = manage_dog, when(action = \"create\"), create)] where the spec has \
     `manage_dogs`"
    "Correct the name of the tool."

    433 PartWithoutChoice Error Kept
    "the argument cannot say which part of a tool a call is of"
    "All parts of a tool go by one argument. Every call has it, since it is required or has a \
     default, and its schema is a list of texts (`enum`)."
    "when(query = \"all\") where `query` is any text"
    "Name an argument with an `enum`, or write the tool as one function."

    434 PartsDoNotFit Error Kept
    "the parts of a tool do not handle each value exactly once"
    "Every value that the argument can have means exactly one part."
    "`action` is one of `create` and `delete`, and only a part for `create` is there"
    "Add the value to the `when(..)` of a part, or a part of its own: `#[tool(part_of = tool, \
     when(action = \"delete\"), simulate(unclear_effect, \"why\"))]` when it cannot be computed."

    435 PartNameTaken Error Kept
    "a part is called like a tool of the spec"
    "A tool is answered by one function of its name, or by parts with names of their own."
    "#[tool(part_of = manage_dogs, when(action = \"create\"), create)] fn manage_dogs() -> Dog;"
    "Give the part a name that no tool of the spec has, such as `create_dog`, and the tool no \
     other function."

    440 FieldWithoutValue Error Kept
    "a new row would lack a value"
    "When a tool adds a row, every field needs a value: an argument, a `default`, a stamp, a \
     generated key; options and lists are empty otherwise."
    "`create_ticket` takes no `status`, and the field has no default"
    "Give the field a `default`, make it an `Option`, or use `set(field = value)`."

    441 TypeMismatch Error Kept
    "an argument's schema does not fit the field"
    "What the spec accepts must be readable as what the model stores."
    "the spec says `integer`, the field is a `String`"
    "Change the field's type, map the argument to another field, or write the tool's body."

    442 ChoiceMismatch Error Kept
    "the spec accepts a value that the choice does not have"
    "Every value of the argument's `enum` must be a variant of the choice."
    "the spec's enum has `on_hold`, the choice does not"
    "Add the variant, with `#[choice(rename = \"..\")]` where the name is not snake case."

    443 FilterMismatch Error Kept
    "the filter does not fit the field"
    "`=` compares equal types, `>=` and `<=` need an order, `~` needs texts, `in` needs a list \
     argument, `has` needs a list field."
    "filter(labels = label) where `labels` is a list"
    "Use the relation that the message names."

    444 PageMismatch Error Kept
    "the order or the page does not fit"
    "`limit`, `offset` and `page` are whole numbers, a `cursor` is a text; an order needs a field \
     that can be compared."
    "page(limit = cursor)"
    "Correct the option."

    445 ListMismatch Error Kept
    "`append` and `detach` are for list fields"
    "They add items to a list of the row, or take items out of it."
    "append(name = name) where `name` is a text"
    "Use `update`, or make the field a list."

    446 MissingCase Error Kept
    "a written tool has too few cases"
    "Code that a person or an agent wrote is checked by at least one call that succeeds and one \
     that fails, against `FIXTURE`."
    "#[tool] fn merge_tickets(..) -> .. { .. } without a `#[case(..)]`"
    "Add `#[case(args = .., ok = ..)]` and `#[case(args = .., error = \"code\")]`."

    447 InvalidCase Error Kept
    "a case cannot be run"
    "A case has `args`, a JSON object's text, and either `ok`, JSON text, or `error`, one of the \
     error codes."
    "#[case(args = \"{id: 1}\", ok = \"{}\")]"
    "Correct the text at the place shown."

    448 InvalidFixture Error Kept
    "the fixture does not fit the model"
    "`FIXTURE` is a JSON object of tables, each an object of rows by key; every row has the \
     fields of its entity."
    "pub const FIXTURE: &str = r#\"{\"tickets\": []}\"#;"
    "Correct the value that the message points at."

    449 MissingFixture Error Kept
    "there is no fixture"
    "Written tools have cases, and cases start from a state that `FIXTURE` holds."
    "a written tool in a `service.rs` without `pub const FIXTURE: &str`"
    "Add a small, coherent state as `pub const FIXTURE: &str = r#\"{ .. }\"#;`."

    460 UnsafeCode Error Kept
    "logic may not be unsafe"
    "Written logic is not trusted with memory."
    "unsafe { .. }"
    "Write it with safe Rust."

    461 ForbiddenPath Error Kept
    "logic may not use this part of the standard library"
    "A service is a pure function of its state, its arguments and its context: no files, no \
     network, no processes, no variables, no threads, no clock."
    "std::fs::read_to_string(path)"
    "Take what you need from the state, the arguments or `cx: &mut Context`."

    462 ForeignCrate Error Kept
    "logic may not use other crates"
    "Generated crates depend on `compoworld_core` and `serde_json` only."
    "use chrono::Utc;"
    "Use what `compoworld_core` has: `Timestamp`, `Date`, `Json`, the context."

    463 ForbiddenMacro Error Kept
    "logic may not use this macro"
    "Macros that panic, that read the machine at build time, or whose expansion the compiler \
     cannot see are refused."
    "panic!(\"no such ticket\")"
    "Return a `ToolError`; build texts with `format!` and values with `json!`."

    464 UnstableOrder Error Kept
    "logic may not use collections without an order"
    "Iterating a `HashMap` or `HashSet` gives another order in every process, and replays must \
     be equal bit for bit."
    "HashMap::new()"
    "Use `BTreeMap` or `BTreeSet`."

    465 PanickingCall Error Kept
    "logic may not panic"
    "A wrong argument is an answer, never the end of the process."
    "state.tickets.get(&args.id).unwrap()"
    "Use `?`, `ok_or_else(|| ToolError::..)`, `unwrap_or_default()` or `let .. else`."

    466 Indexing Error Kept
    "logic may not index with brackets"
    "An index out of range panics."
    "items[0]"
    "Use `.get(index)` or `.first()`."

    467 UnboundedLoop Error Kept
    "logic may not loop without a bound"
    "A call must end, whatever its arguments are."
    "loop { .. }"
    "Use `for` over a collection or a range."

    468 ForbiddenItem Error Kept
    "logic may not declare this"
    "`static`, `extern`, modules, macros and `async` have no place in a service: its state is the \
     state."
    "static COUNTER: AtomicU64 = AtomicU64::new(0);"
    "Keep it in the state, or use a `const`."

    480 StaleOutput Error Kept
    "the generated code is not what the corpus gives"
    "The generated crates are written by the compiler only; this file differs, is missing or is \
     left over."
    "generated/support/help_desk/src/logic.rs was edited by hand"
    "Run `compoworld corpus regenerate`."

    481 MisplacedService Error Kept
    "the service's folder does not have its name"
    "A service lies in `<corpus>/<domain>/<service>`, as its spec names domain and service, and \
     no two services share a name."
    "corpus/support/helpdesk/spec.json with `\"service\": \"help_desk\"`"
    "Rename the folder, or correct the spec."

    482 ModelMissing Note Kept
    "the service has a spec and no model yet"
    "Without a `service.rs` there is nothing to compile; the service is left out."
    "corpus/support/help_desk with `spec.json` alone"
    "Write `service.rs`, or let `compoworld draft` write a first one."

    490 InternalFault Error Kept
    "the compiler wrote something that it cannot read itself"
    "The emitted code is not valid Rust. Nothing was written."
    "a fault of the compiler"
    "Report it together with the spec and the model."

    491 VerificationFailed Error Kept
    "a contract test fails"
    "The generated crate does not do what its model says; the failing tool is quarantined."
    "help_desk: merge_tickets::succeeds"
    "Correct the body or the case; the message shows what was expected and what came."

    492 CargoFailed Error Kept
    "the generated crates do not build"
    "Cargo reported errors, or could not be started."
    "a written body that does not type-check"
    "The compiler's own errors are printed above; correct `service.rs` and compile again."
}
