//! Step `drop_parameters`: leaves out credentials, transport settings and fillers.
//!
//! A name alone is rarely proof. Clear names of credentials go unless the tool itself deals with
//! credentials; ambiguous ones (`token`, `password`) go only when the server's text calls them
//! authentication or most of its tools demand them.

use std::collections::BTreeMap;

use crate::diagnostics::{Code, Diagnostic, Diagnostics};
use crate::read::{Json, RawTool};
use crate::spec::{Schema, Type};

use super::Options;
use super::words::{snake, split_words};

/// Names that mean a credential wherever they appear.
const CREDENTIALS: &[&str] = &[
    "api_key",
    "apikey",
    "x_api_key",
    "api_token",
    "api_secret",
    "api_key_id",
    "access_token",
    "auth_token",
    "bearer_token",
    "oauth_token",
    "authorization",
    "auth_header",
    "client_secret",
    "secret_access_key",
    "access_key_id",
    "access_key_secret",
    "session_token",
    "refresh_token",
    "personal_access_token",
];
/// Names that mean a credential where the text or the other tools say so.
const MAYBE_CREDENTIALS: &[&str] =
    &["token", "password", "secret", "credentials", "auth", "access_key", "secret_key", "app_key"];
/// Names of connection settings, where most tools of the server have them.
const TRANSPORT: &[&str] = &[
    "base_url",
    "api_base",
    "api_base_url",
    "api_url",
    "http_headers",
    "verify_ssl",
    "proxy_url",
    "user_agent",
];
/// Tools about these deal with credentials as data.
const ABOUT_CREDENTIALS: &[&str] = &[
    "login",
    "logout",
    "auth",
    "authenticate",
    "authorize",
    "authorization",
    "oauth",
    "signin",
    "sign",
    "register",
    "password",
    "passwords",
    "credential",
    "credentials",
    "token",
    "tokens",
    "secret",
    "secrets",
    "key",
    "keys",
    "vault",
    "account",
    "user",
    "connect",
    "configure",
    "config",
    "setup",
    "encrypt",
    "decrypt",
    "unlock",
    "validate",
    "verify",
    "refresh",
    "revoke",
    "hash",
    "jwt",
];

/// In how many tools of a server each parameter appears.
pub(super) struct Frequencies {
    n_tools: usize,
    counts: BTreeMap<String, usize>,
}

impl Frequencies {
    /// Counts the parameters of all tools.
    pub(super) fn of<'a>(inputs: impl Iterator<Item = &'a Schema>) -> Self {
        let mut frequencies = Self { n_tools: 0, counts: BTreeMap::new() };
        for input in inputs {
            frequencies.n_tools += 1;
            for name in input.properties.keys() {
                *frequencies.counts.entry(name.clone()).or_default() += 1;
            }
        }
        frequencies
    }

    fn most_tools_have(&self, name: &str) -> bool {
        let count = self.counts.get(name).copied().unwrap_or(0);
        count >= 3 && count * 2 >= self.n_tools
    }
}

/// The input without what is not the tool's business.
pub(super) fn drop_parameters(
    mut schema: Schema,
    tool: &RawTool,
    frequencies: &Frequencies,
    options: &Options,
    diagnostics: &mut Diagnostics,
) -> Schema {
    let input_at = tool.input.as_ref().map_or(&tool.at, |input| &input.at);
    let names: Vec<String> = schema.properties.keys().cloned().collect();
    for name in names {
        if options.keep_parameters.contains(&name) || is_constrained(&schema, &name) {
            continue;
        }
        let property = &schema.properties[&name];
        let said = description_of(tool, &name);
        let (code, what) = if is_dummy(&schema, &name) {
            (Code::DummyDropped, "is only a filler")
        } else if is_credential(&name, property, said, tool, frequencies) {
            (Code::CredentialDropped, "carries only a credential")
        } else if TRANSPORT.contains(&snake(&name).as_str()) && frequencies.most_tools_have(&name) {
            (Code::TransportDropped, "belongs to the transport")
        } else {
            continue;
        };
        schema.properties.shift_remove(&name);
        schema.required.retain(|required| *required != name);
        diagnostics.push(
            Diagnostic::new(code, input_at.key("properties").key(&name))
                .message(format!("the parameter `{name}` {what}"))
                .help(format!("pass `--keep-parameter {name}` if it is data of the tool")),
        );
    }
    schema
}

/// Whether a union beside the properties speaks of this one: dropping it would break the union.
fn is_constrained(schema: &Schema, name: &str) -> bool {
    let speaks = |branch: &Schema| branch.requires(name) || branch.properties.contains_key(name);
    let mut inside: Vec<&Schema> =
        schema.any_of.iter().chain(&schema.one_of).chain(&schema.all_of).collect();
    while let Some(branch) = inside.pop() {
        if speaks(branch) {
            return true;
        }
        inside.extend(branch.any_of.iter().chain(&branch.one_of).chain(&branch.all_of));
    }
    false
}

fn is_dummy(schema: &Schema, name: &str) -> bool {
    schema.properties.len() == 1
        && matches!(name, "random_string" | "dummy" | "_dummy" | "no_params" | "unused")
}

fn is_credential(
    name: &str,
    property: &Schema,
    said: Option<&str>,
    tool: &RawTool,
    frequencies: &Frequencies,
) -> bool {
    let textual = property.non_null().unwrap_or(property);
    if !matches!(textual.kind, None | Some(Type::String)) || textual.values.is_some() {
        return false;
    }
    let about_credentials =
        split_words(&tool.name).iter().any(|word| ABOUT_CREDENTIALS.contains(&word.as_str()));
    let name_words = snake(name);
    if CREDENTIALS.contains(&name_words.as_str()) {
        return !about_credentials || frequencies.most_tools_have(name);
    }
    if !MAYBE_CREDENTIALS.contains(&name_words.as_str()) || about_credentials {
        return false;
    }
    let said = said.unwrap_or_default().to_lowercase();
    let says_auth = ["api token", "access token", "auth", "bearer", "api key", "credential"]
        .iter()
        .any(|phrase| said.contains(phrase));
    says_auth || (name_words != "token" && frequencies.most_tools_have(name))
}

/// What the server says about a parameter: read as evidence, never carried over.
fn description_of<'a>(tool: &'a RawTool, name: &str) -> Option<&'a str> {
    let input: &Json = &tool.input.as_ref()?.json;
    input.get("properties")?.get(name)?.get("description")?.as_str()
}
