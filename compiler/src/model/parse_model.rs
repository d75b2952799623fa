//! Pass 1, `parse_model`: reads the syntax of `service.rs`.
//!
//! In: Rust source. Out: a [`ParsedModel`], in which names are still texts.
//! Not here: whether names exist; `resolve` binds them to each other and to the spec.

use std::str::FromStr;

use proc_macro2::TokenStream;
use syn::spanned::Spanned;
use syn::{Expr, Item, ItemTrait, ItemUse, Lit, TraitItem, UseTree};

use crate::diagnostics::{Code, Diagnostic, Diagnostics, turns_text};

use super::bound_nesting::{LEVELS_MAX, too_deep};
use super::parse_attributes::{derives, docs_of};
use super::parse_structs::{parse_choice, parse_state, parse_struct, push_syntax};
use super::parse_tool::parse_tool;
use super::{FixtureModel, ImportModel, ParsedModel, StateModel, StructKind, place};

/// Reads a model.
///
/// # Errors
/// Everything that the dialect does not have, each with its place in the source.
pub fn parse_model(source: &str) -> Result<ParsedModel, Diagnostics> {
    let mut diagnostics = Diagnostics::new();
    for (at, c) in source.char_indices().filter(|(_, c)| turns_text(*c)) {
        diagnostics.push(
            Diagnostic::new(Code::ForbiddenItem, at..at + c.len_utf8())
                .message(format!("U+{:04X} turns the text around it", u32::from(c)))
                .help(format!("write it as `{}` in a literal", c.escape_unicode())),
        );
    }
    if diagnostics.has_errors() {
        return Err(diagnostics);
    }
    // What does not lex, the parser says better.
    if let Some(span) = TokenStream::from_str(source).ok().and_then(too_deep) {
        return Err(Diagnostic::new(Code::NestedTooDeep, place(span))
            .message(format!("nested deeper than {LEVELS_MAX} levels"))
            .help("split the expression or the type, and give its parts names")
            .into());
    }
    let file = match syn::parse_file(source) {
        Ok(file) => file,
        Err(error) => {
            push_syntax(Code::MalformedRust, &error, &mut diagnostics);
            return Err(diagnostics);
        }
    };
    let mut reader = Reader::default();
    let docs = docs_of(&file.attrs);
    for item in file.items {
        reader.item(item, &mut diagnostics);
    }
    let Reader { state, structs, choices, tools, fixture, imports, items } = reader;
    let missing = |what: &str| {
        Diagnostic::new(Code::MissingState, 0..source.len().min(1))
            .message(format!("the model has no {what}"))
    };
    if tools.is_none() {
        diagnostics.push(missing("trait called `Tools`"));
    }
    let Some(state) = state else {
        diagnostics.push(missing("struct with `#[derive(State)]`"));
        return Err(diagnostics);
    };
    let tools = tools.unwrap_or_default();
    let model = ParsedModel { docs, state, structs, choices, tools, fixture, imports, items };
    diagnostics.unless_errors(model).map(|(model, _)| model)
}

#[derive(Default)]
struct Reader {
    state: Option<StateModel>,
    structs: Vec<super::StructModel>,
    choices: Vec<super::ChoiceModel>,
    tools: Option<Vec<super::ToolModel>>,
    fixture: Option<FixtureModel>,
    imports: Vec<ImportModel>,
    items: Vec<Item>,
}

impl Reader {
    fn item(&mut self, item: Item, diagnostics: &mut Diagnostics) {
        match item {
            Item::Struct(item) => self.structure(item, diagnostics),
            Item::Enum(item) if derives(&item.attrs).iter().any(|(name, _)| name == "Choice") => {
                self.choices.push(parse_choice(item, diagnostics));
            }
            Item::Trait(item) if item.ident == "Tools" => self.tools(item, diagnostics),
            Item::Const(item) if item.ident == "FIXTURE" => self.fixture(&item, diagnostics),
            Item::Use(item) => self.import(&item),
            Item::Fn(_) | Item::Const(_) | Item::Impl(_) | Item::Enum(_) | Item::Type(_) => {
                self.items.push(item);
            }
            // The lint says why these are refused.
            Item::Static(_)
            | Item::ExternCrate(_)
            | Item::ForeignMod(_)
            | Item::Macro(_)
            | Item::Union(_) => self.items.push(item),
            other => diagnostics.push(Diagnostic::new(Code::UnexpectedItem, place(other.span()))),
        }
    }

    fn structure(&mut self, item: syn::ItemStruct, diagnostics: &mut Diagnostics) {
        let kinds = derives(&item.attrs);
        let has = |name: &str| kinds.iter().any(|(kind, _)| kind == name);
        let kind = match () {
            () if has("State") => {
                if self.state.is_some() {
                    diagnostics.push(
                        Diagnostic::new(Code::MissingState, place(item.ident.span()))
                            .message("a service has one state; this is the second"),
                    );
                    return;
                }
                self.state = Some(parse_state(item, diagnostics));
                return;
            }
            () if has("Entity") => StructKind::Entity,
            () if has("Record") => StructKind::Record,
            () if has("Args") => StructKind::Args,
            () => {
                self.items.push(Item::Struct(item));
                return;
            }
        };
        self.structs.push(parse_struct(kind, item, diagnostics));
    }

    fn tools(&mut self, item: ItemTrait, diagnostics: &mut Diagnostics) {
        let tools = self.tools.get_or_insert_default();
        for item in item.items {
            match item {
                TraitItem::Fn(function) => tools.push(parse_tool(function, diagnostics)),
                other => diagnostics.push(
                    Diagnostic::new(Code::UnexpectedItem, place(other.span()))
                        .message("the trait `Tools` has functions only"),
                ),
            }
        }
    }

    fn fixture(&mut self, item: &syn::ItemConst, diagnostics: &mut Diagnostics) {
        if let Expr::Lit(literal) = &*item.expr
            && let Lit::Str(text) = &literal.lit
        {
            self.fixture = Some(FixtureModel { text: text.value(), span: text.span() });
            return;
        }
        diagnostics.push(
            Diagnostic::new(Code::InvalidFixture, place(item.expr.span()))
                .message("`FIXTURE` is one string literal"),
        );
    }

    fn import(&mut self, item: &ItemUse) {
        self.imports.extend(imports_of(item));
    }
}

/// The names that a `use` item imports.
#[must_use]
pub fn imports_of(item: &ItemUse) -> Vec<ImportModel> {
    let mut imports = Vec::new();
    flatten(&item.tree, &mut Vec::new(), &mut imports);
    imports
}

fn flatten(tree: &UseTree, path: &mut Vec<String>, imports: &mut Vec<ImportModel>) {
    let mut push = |path: &[String], name: String, alias: Option<String>, span| {
        imports.push(ImportModel { path: path.to_vec(), name, alias, span });
    };
    match tree {
        UseTree::Path(inner) => {
            path.push(inner.ident.to_string());
            flatten(&inner.tree, path, imports);
            path.pop();
        }
        UseTree::Name(name) => push(path, name.ident.to_string(), None, name.ident.span()),
        UseTree::Rename(name) => {
            push(path, name.ident.to_string(), Some(name.rename.to_string()), name.ident.span());
        }
        UseTree::Glob(glob) => push(path, "*".to_owned(), None, glob.span()),
        UseTree::Group(group) => {
            for tree in &group.items {
                flatten(tree, path, imports);
            }
        }
    }
}
