//! Which names a file has to import, found by looking at its tokens.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::{Delimiter, Ident, Spacing, TokenStream, TokenTree};
use quote::{format_ident, quote};

use crate::model::ImportModel;
use crate::resolve::CORE_NAMES;

/// The names that a token stream uses without a path before them, and the methods it calls.
#[derive(Default)]
pub struct Used {
    /// First segments of paths, macros' names, functions that are called.
    pub names: BTreeSet<String>,
    /// Names after a dot.
    pub methods: BTreeSet<String>,
}

impl Used {
    /// Looks through a token stream.
    pub fn of(tokens: &TokenStream) -> Self {
        let mut used = Self::default();
        used.scan(tokens.clone());
        used
    }

    fn scan(&mut self, tokens: TokenStream) {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        let is_enum = |index: usize| {
            let word = index.checked_sub(2).map(|at| &tokens[at]);
            matches!(word, Some(TokenTree::Ident(word)) if word == "enum")
        };
        for (index, token) in tokens.iter().enumerate() {
            match token {
                TokenTree::Group(group) if is_enum(index) => {
                    self.scan(without_variants(group.stream()));
                }
                TokenTree::Group(group) => self.scan(group.stream()),
                TokenTree::Ident(ident) => {
                    let name = ident.to_string();
                    match before(&tokens, index) {
                        Before::Dot => {
                            if is_state(&tokens, index) {
                                self.methods.insert(format!("state.{name}"));
                            }
                            self.methods.insert(name);
                        }
                        Before::Path => {}
                        Before::Other if name.starts_with(char::is_uppercase) => {
                            self.names.insert(name);
                        }
                        Before::Other if is_called(&tokens, index) => {
                            self.names.insert(name);
                        }
                        Before::Other => {}
                    }
                }
                TokenTree::Punct(_) | TokenTree::Literal(_) => {}
            }
        }
    }
}

/// Whether the token before the dot is the state.
fn is_state(tokens: &[TokenTree], index: usize) -> bool {
    let receiver = index.checked_sub(2).map(|at| &tokens[at]);
    matches!(receiver, Some(TokenTree::Ident(ident)) if ident == "state")
}

enum Before {
    Dot,
    Path,
    Other,
}

fn before(tokens: &[TokenTree], index: usize) -> Before {
    let punct = |back: usize| match index.checked_sub(back).map(|at| &tokens[at]) {
        Some(TokenTree::Punct(punct)) => Some((punct.as_char(), punct.spacing())),
        _ => None,
    };
    match (punct(2), punct(1)) {
        (Some((':', Spacing::Joint)), Some((':', _))) => Before::Path,
        // `..` is a range or a rest, `.` a method or a field.
        (Some(('.', Spacing::Joint)), Some(('.', _))) => Before::Other,
        (_, Some(('.', _))) => Before::Dot,
        _ => Before::Other,
    }
}

/// Whether arguments, `!` or `::` follow.
fn is_called(tokens: &[TokenTree], index: usize) -> bool {
    match tokens.get(index + 1) {
        Some(TokenTree::Group(group)) => group.delimiter() == Delimiter::Parenthesis,
        Some(TokenTree::Punct(punct)) => match punct.as_char() {
            '!' => punct.spacing() == Spacing::Alone,
            ':' => punct.spacing() == Spacing::Joint,
            _ => false,
        },
        _ => false,
    }
}

/// The tokens of an enum's body without the names of its variants.
fn without_variants(body: TokenStream) -> TokenStream {
    let mut at_start = true;
    let mut kept = Vec::new();
    for token in body {
        match &token {
            TokenTree::Ident(_) if at_start => {
                at_start = false;
                continue;
            }
            TokenTree::Punct(punct) if punct.as_char() == ',' => at_start = true,
            TokenTree::Punct(punct) if punct.as_char() == '#' => {}
            TokenTree::Group(group) if group.delimiter() == Delimiter::Bracket => {}
            _ => at_start = false,
        }
        kept.push(token);
    }
    kept.into_iter().collect()
}

/// Where the names of one file come from.
pub struct Sources<'a> {
    /// What the author imports, which counts before the runtime's names.
    pub imports: &'a [ImportModel],
    /// Names that the file declares itself.
    pub own: BTreeSet<String>,
    /// Other modules of the crate, and the names that they declare.
    pub modules: Vec<(&'static str, BTreeSet<String>)>,
}

/// The traits that give methods of these names.
const METHOD_TRAITS: &[(&str, &str)] = &[
    ("state.delete", "StateExt"),
    ("key_text", "KeyPart"),
    ("write_json", "Field"),
    ("write_output", "Output"),
];

/// Names that models use without importing them.
const STANDARD: &[(&str, &[&str])] = &[
    ("BTreeMap", &["std", "collections"]),
    ("BTreeSet", &["std", "collections"]),
    ("VecDeque", &["std", "collections"]),
    ("Value", &["serde_json"]),
    ("json", &["serde_json"]),
];

/// The `use` items of a file.
pub fn imports(tokens: &TokenStream, sources: &Sources<'_>) -> TokenStream {
    let used = Used::of(tokens);
    let mut core = BTreeSet::new();
    let mut others = Vec::new();
    let mut paths: BTreeMap<Vec<String>, BTreeMap<String, TokenStream>> = BTreeMap::new();
    let mut done: BTreeSet<&str> = BTreeSet::new();
    let is_own = |name: &str| sources.own.contains(name);

    for import in sources.imports {
        let name = import.alias.as_deref().unwrap_or(&import.name);
        let from_core = import.path.first().is_some_and(|first| first == "compoworld_core");
        let wanted = used.names.contains(name) || is_trait_import(import, &used);
        if import.name == "*" || is_own(name) || !wanted || !done.insert(name) {
            continue;
        }
        if from_core && import.alias.is_none() && import.path.len() == 1 {
            core.insert(import.name.clone());
            continue;
        }
        let item = format_ident!("{}", import.name);
        let alias = import.alias.as_ref().map(|alias| {
            let alias = format_ident!("{alias}");
            quote!(as #alias)
        });
        let name = import.alias.as_ref().unwrap_or(&import.name).clone();
        let items = paths.entry(import.path.clone()).or_default();
        items.insert(name, quote!(#item #alias));
    }
    for (module, names) in &sources.modules {
        let module = Ident::new(module, proc_macro2::Span::call_site());
        let names: Vec<_> = names
            .iter()
            .filter(|name| used.names.contains(*name) && !is_own(name))
            .map(|name| format_ident!("{name}"))
            .collect();
        match names.as_slice() {
            [] => {}
            [name] => others.push(quote!(use crate::#module::#name;)),
            names => others.push(quote!(use crate::#module::{#(#names),*};)),
        }
    }
    let declared =
        |name: &str| is_own(name) || sources.modules.iter().any(|(_, names)| names.contains(name));
    for name in CORE_NAMES {
        if used.names.contains(*name) && !declared(name) && !done.contains(name) {
            core.insert((*name).to_owned());
        }
    }
    for (method, name) in METHOD_TRAITS {
        if used.methods.contains(*method) && !declared(name) {
            core.insert((*name).to_owned());
        }
    }
    for (name, path) in STANDARD {
        if used.names.contains(*name) && !declared(name) && !done.contains(name) {
            let path: Vec<String> = path.iter().map(|segment| (*segment).to_owned()).collect();
            let item = format_ident!("{name}");
            paths.entry(path).or_default().insert((*name).to_owned(), quote!(#item));
        }
    }
    for (path, items) in paths {
        let path = path.iter().map(|segment| format_ident!("{segment}"));
        let items: Vec<_> = items.into_values().collect();
        others.push(match items.as_slice() {
            [item] => quote!(use #(#path::)* #item;),
            items => quote!(use #(#path::)* {#(#items),*};),
        });
    }
    let core: Vec<_> = core.iter().map(|name| format_ident!("{name}")).collect();
    let core = match core.as_slice() {
        [] => quote!(),
        [name] => quote!(use ::compoworld_core::#name;),
        names => quote!(use ::compoworld_core::{#(#names),*};),
    };
    quote!(#core #(#others)*)
}

/// Traits are imported for their methods, so their names need not appear.
fn is_trait_import(import: &ImportModel, used: &Used) -> bool {
    let methods: &[&str] = match import.name.as_str() {
        "StateExt" => &["delete"],
        "Row" => &["key", "as_any", "info"],
        "KeyPart" => &["key_text", "write_part"],
        "Write" => &["write_str", "write_fmt", "write_char"],
        "FromStr" => &["parse"],
        _ => return false,
    };
    methods.iter().any(|method| used.methods.contains(*method))
        || (import.name == "Write" && used.names.contains("write"))
}
