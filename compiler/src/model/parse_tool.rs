//! Reads the functions of the trait `Tools` and their attributes.

use proc_macro2::{Ident, Span};
use syn::ext::IdentExt;
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::{Expr, Lit, LitStr, Meta, Token, TraitItemFn, Type, bracketed, parenthesized};

use crate::diagnostics::{Code, Diagnostic, Diagnostics};

use super::parse_attributes::docs_of;
use super::parse_structs::push_syntax;
use super::{
    ArgumentGroup, CaseModel, Expected, FilterModel, Kind, OperationModel, OptionsModel, PagePart,
    PartModel, Relation, ReturnModel, SortModel, ToolModel, place,
};

const OPERATIONS: &str = "create, get, list, search(field ~ argument), update, upsert, delete, \
    append(field = argument), detach(field = argument), count, simulate(reason, \"why\")";
const OPTIONS: &str = "key, map, set, require, filter, sort, page, ignore, simulated, absent, \
    about, types, reads, writes, part_of, when";

/// Reads one function.
pub fn parse_tool(function: TraitItemFn, diagnostics: &mut Diagnostics) -> ToolModel {
    let TraitItemFn { attrs, sig, default, .. } = function;
    let mut read = ReadTool::default();
    let mut cases = Vec::new();
    let mut is_tool = false;
    for attribute in &attrs {
        let path = attribute.path();
        if path.is_ident("tool") {
            is_tool = true;
            if matches!(attribute.meta, Meta::Path(_)) {
                continue;
            }
            if let Err(error) = attribute.parse_args_with(|input: ParseStream<'_>| {
                while !input.is_empty() {
                    read.option(input)?;
                    if !input.is_empty() {
                        input.parse::<Token![,]>()?;
                    }
                }
                Ok(())
            }) {
                push_syntax(Code::UnknownSetting, &error, diagnostics);
            }
        } else if path.is_ident("case") {
            match attribute.parse_args::<Case>() {
                Ok(case) => cases.push(CaseModel {
                    args: (case.args.value(), case.args.span()),
                    expected: case.expected,
                    span: attribute.span(),
                }),
                Err(error) => push_syntax(Code::InvalidCase, &error, diagnostics),
            }
        } else if !path.is_ident("doc") && !path.is_ident("expect") && !path.is_ident("allow") {
            diagnostics.push(
                Diagnostic::new(Code::UnknownSetting, place(path.span()))
                    .message("a tool takes `#[tool(..)]` and `#[case(..)]`"),
            );
        }
    }
    if !is_tool {
        diagnostics.push(
            Diagnostic::new(Code::UnknownSetting, place(sig.ident.span()))
                .message(format!("`{}` has no `#[tool(..)]`", sig.ident)),
        );
    }
    let part = read.part(&sig.ident, diagnostics);
    ToolModel {
        ident: sig.ident.clone(),
        docs: docs_of(&attrs),
        operation: read.operation,
        options: read.options,
        part,
        cases,
        returns: returns_of(&sig.output),
        signature: sig,
        body: default,
    }
}

fn returns_of(output: &syn::ReturnType) -> ReturnModel {
    let syn::ReturnType::Type(_, ty) = output else { return ReturnModel::Nothing };
    if let Type::Path(path) = &**ty
        && let Some(last) = path.path.segments.last()
        && last.ident == "Page"
        && let syn::PathArguments::AngleBracketed(arguments) = &last.arguments
        && let Some(syn::GenericArgument::Type(Type::Path(entity))) = arguments.args.first()
        && let Some(entity) = entity.path.get_ident()
    {
        return ReturnModel::Page(entity.to_string());
    }
    Kind::of(ty).map_or(ReturnModel::Other, ReturnModel::One)
}

#[derive(Default)]
struct ReadTool {
    operation: Option<(OperationModel, Span)>,
    options: OptionsModel,
    part_of: Option<Ident>,
    when: Option<(Ident, Vec<LitStr>)>,
}

impl ReadTool {
    /// What `part_of` and `when` say together.
    fn part(&mut self, function: &Ident, diagnostics: &mut Diagnostics) -> Option<PartModel> {
        let (at, help) = match (self.part_of.take(), self.when.take()) {
            (None, None) => return None,
            (Some(whole), Some((argument, values))) => {
                return Some(PartModel { whole, argument, values });
            }
            (Some(whole), None) => (whole, "say when: `when(argument = \"value\")`"),
            (None, Some((argument, _))) => (argument, "say of which tool: `part_of = tool`"),
        };
        diagnostics.push(
            Diagnostic::new(Code::UnknownSetting, place(at.span()))
                .message(format!("`{function}` needs both `part_of` and `when` to be a part"))
                .help(help),
        );
        None
    }

    fn option(&mut self, input: ParseStream<'_>) -> syn::Result<()> {
        let name = input.call(Ident::parse_any)?;
        let options = &mut self.options;
        match name.to_string().as_str() {
            "create" => self.operate(OperationModel::Create, &name)?,
            "get" => self.operate(OperationModel::Get, &name)?,
            "list" => self.operate(OperationModel::List, &name)?,
            "update" => self.operate(OperationModel::Update, &name)?,
            "upsert" => self.operate(OperationModel::Upsert, &name)?,
            "delete" => self.operate(OperationModel::Delete, &name)?,
            "count" => self.operate(OperationModel::Count, &name)?,
            "search" => {
                let filters = list_of::<ParsedFilter>(input)?;
                self.options.filter.extend(filters.into_iter().map(|filter| filter.0));
                self.operate(OperationModel::Search, &name)?;
            }
            "append" | "detach" => {
                let pairs = list_of::<Pair<Ident>>(input)?;
                self.options.items.extend(pairs.into_iter().map(|pair| (pair.field, pair.value)));
                let append = name == "append";
                let operation =
                    if append { OperationModel::Append } else { OperationModel::Detach };
                self.operate(operation, &name)?;
            }
            "simulate" => {
                let inside;
                parenthesized!(inside in input);
                let reason = inside.call(Ident::parse_any)?;
                inside.parse::<Token![,]>()?;
                let why: LitStr = inside.parse()?;
                let _: Option<Token![,]> = inside.parse()?;
                let known = [
                    "external_computation",
                    "live_web",
                    "code_execution",
                    "media",
                    "unclear_effect",
                ];
                if !known.contains(&reason.to_string().as_str()) {
                    let message = format!("the reasons are {}", known.join(", "));
                    return Err(syn::Error::new(reason.span(), message));
                }
                let (reason, why) = (reason.to_string(), why.value());
                self.operate(OperationModel::Simulate { reason, why }, &name)?;
            }
            "key" => {
                let groups = list_of::<ArgumentGroup>(input)?;
                options.key = Some((groups, name.span()));
            }
            "map" => {
                let pairs = list_of::<Pair<ArgumentGroup>>(input)?;
                options.map.extend(pairs.into_iter().map(|pair| (pair.field, pair.value)));
            }
            "set" => {
                let pairs = list_of::<Pair<Expr>>(input)?;
                options.set.extend(pairs.into_iter().map(|pair| (pair.field, pair.value)));
            }
            "require" => {
                let pairs = list_of::<Pair<OneOrMore<Expr>>>(input)?;
                options.require.extend(pairs.into_iter().map(|pair| (pair.field, pair.value.0)));
            }
            "filter" => {
                let filters = list_of::<ParsedFilter>(input)?;
                options.filter.extend(filters.into_iter().map(|filter| filter.0));
            }
            "sort" => options.sort = Some(parse_sort(input)?),
            "page" => {
                for pair in list_of::<PagePair>(input)? {
                    options.page.push((pair.part, pair.argument));
                }
            }
            "ignore" => options.ignore.extend(list_of::<AnyIdent>(input)?.into_iter().map(|i| i.0)),
            "simulated" => {
                options.simulated.extend(list_of::<AnyIdent>(input)?.into_iter().map(|i| i.0));
            }
            "absent" => {
                let pairs = list_of::<Pair<Lit>>(input)?;
                options.absent.extend(pairs.into_iter().map(|pair| (pair.field, pair.value)));
            }
            "about" => {
                input.parse::<Token![=]>()?;
                options.about = Some(input.parse()?);
            }
            "part_of" => {
                input.parse::<Token![=]>()?;
                self.part_of = Some(any_ident(input)?);
            }
            "when" => {
                let inside;
                parenthesized!(inside in input);
                let Pair { field, value: OneOrMore(values) } = inside.parse()?;
                if !inside.is_empty() {
                    let message = "one argument says which part a call is of";
                    return Err(inside.error(message));
                }
                self.when = Some((field, values));
            }
            "types" => {
                let pairs = list_of::<Pair<Type>>(input)?;
                options.types.extend(pairs.into_iter().map(|pair| (pair.field, pair.value)));
            }
            "reads" => {
                let tables = list_of::<AnyIdent>(input)?.into_iter().map(|i| i.0);
                options.reads.get_or_insert_default().extend(tables);
            }
            "writes" => {
                let tables = list_of::<AnyIdent>(input)?.into_iter().map(|i| i.0);
                options.writes.get_or_insert_default().extend(tables);
            }
            _ => {
                let message = format!(
                    "`{name}` is no operation and no option; the operations are {OPERATIONS}; \
                     the options are {OPTIONS}"
                );
                return Err(syn::Error::new(name.span(), message));
            }
        }
        Ok(())
    }

    fn operate(&mut self, operation: OperationModel, name: &Ident) -> syn::Result<()> {
        if let Some((first, _)) = &self.operation {
            let message = format!("the tool is `{}` already, it has one operation", first.name());
            return Err(syn::Error::new(name.span(), message));
        }
        self.operation = Some((operation, name.span()));
        Ok(())
    }
}

fn list_of<T: Parse>(input: ParseStream<'_>) -> syn::Result<Vec<T>> {
    let inside;
    parenthesized!(inside in input);
    Ok(Punctuated::<T, Token![,]>::parse_terminated(&inside)?.into_iter().collect())
}

/// A name, also one that is a keyword.
struct AnyIdent(Ident);

impl Parse for AnyIdent {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        any_ident(input).map(Self)
    }
}

/// A name without `r#`.
fn any_ident(input: ParseStream<'_>) -> syn::Result<Ident> {
    input.call(Ident::parse_any).map(|ident| ident.unraw())
}

impl Parse for ArgumentGroup {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        if input.peek(syn::token::Paren) {
            let names = list_of::<AnyIdent>(input)?.into_iter().map(|ident| ident.0).collect();
            return Ok(Self { names });
        }
        Ok(Self { names: vec![any_ident(input)?] })
    }
}

/// `field = value`
struct Pair<T> {
    field: Ident,
    value: T,
}

impl<T: Parse> Parse for Pair<T> {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let field = any_ident(input)?;
        input.parse::<Token![=]>()?;
        Ok(Self { field, value: input.parse()? })
    }
}

/// `[a, b]`, or one value.
struct OneOrMore<T>(Vec<T>);

impl<T: Parse> Parse for OneOrMore<T> {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        if input.peek(syn::token::Bracket) {
            let inside;
            bracketed!(inside in input);
            let values = Punctuated::<T, Token![,]>::parse_terminated(&inside)?;
            return Ok(Self(values.into_iter().collect()));
        }
        Ok(Self(vec![input.parse()?]))
    }
}

struct ParsedFilter(FilterModel);

impl Parse for ParsedFilter {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let fields: ArgumentGroup = input.parse()?;
        let relation = if input.is_empty() || input.peek(Token![,]) {
            None
        } else if input.parse::<Option<Token![>=]>>()?.is_some() {
            Some(Relation::AtLeast)
        } else if input.parse::<Option<Token![<=]>>()?.is_some() {
            Some(Relation::AtMost)
        } else if input.parse::<Option<Token![=]>>()?.is_some() {
            Some(Relation::Equals)
        } else if input.parse::<Option<Token![~]>>()?.is_some() {
            Some(Relation::Contains)
        } else if input.parse::<Option<Token![in]>>()?.is_some() {
            Some(Relation::OneOf)
        } else {
            let word = input.call(Ident::parse_any)?;
            if word != "has" {
                let message = "a filter compares with `=`, `>=`, `<=`, `~`, `in` or `has`";
                return Err(syn::Error::new(word.span(), message));
            }
            Some(Relation::Has)
        };
        let (relation, argument) = match relation {
            Some(relation) => (relation, input.parse()?),
            None => (Relation::Equals, fields.clone()),
        };
        Ok(Self(FilterModel { fields: fields.names, relation, argument }))
    }
}

fn parse_sort(input: ParseStream<'_>) -> syn::Result<SortModel> {
    let inside;
    parenthesized!(inside in input);
    let mut sort = SortModel::default();
    while !inside.is_empty() {
        let word = any_ident(&inside)?;
        if inside.parse::<Option<Token![=]>>()?.is_some() {
            let argument = any_ident(&inside)?;
            match word.to_string().as_str() {
                "by" => sort.by = Some(argument),
                "direction" => sort.direction = Some(argument),
                _ => {
                    let message = "the caller's order is `by = argument`, `direction = argument`";
                    return Err(syn::Error::new(word.span(), message));
                }
            }
        } else if sort.field.is_none() {
            sort.field = Some(word);
        } else {
            sort.is_descending = match word.to_string().as_str() {
                "descending" => true,
                "ascending" => false,
                _ => {
                    let message = "an order is `ascending` or `descending`";
                    return Err(syn::Error::new(word.span(), message));
                }
            };
        }
        if !inside.is_empty() {
            inside.parse::<Token![,]>()?;
        }
    }
    Ok(sort)
}

struct PagePair {
    part: PagePart,
    argument: Ident,
}

impl Parse for PagePair {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let name = any_ident(input)?;
        let part = match name.to_string().as_str() {
            "limit" => PagePart::Limit,
            "cursor" => PagePart::Cursor,
            "offset" => PagePart::Offset,
            "page" => PagePart::Page,
            _ => {
                let message = "a page has `limit`, `cursor`, `offset` and `page`";
                return Err(syn::Error::new(name.span(), message));
            }
        };
        if input.parse::<Option<Token![=]>>()?.is_none() {
            return Ok(Self { part, argument: name });
        }
        Ok(Self { part, argument: any_ident(input)? })
    }
}

/// `args = "..", ok = ".."` or `args = "..", error = ".."`.
struct Case {
    args: LitStr,
    expected: Expected,
}

impl Parse for Case {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let (mut args, mut expected) = (None, None);
        let span = input.span();
        for setting in Punctuated::<Pair<LitStr>, Token![,]>::parse_terminated(input)? {
            let text = setting.value;
            match setting.field.to_string().as_str() {
                "args" => args = Some(text),
                "ok" => expected = Some(Expected::Ok(text.value(), text.span())),
                "error" => expected = Some(Expected::Error(text.value(), text.span())),
                _ => {
                    let message = "a case has `args`, and `ok` or `error`";
                    return Err(syn::Error::new(setting.field.span(), message));
                }
            }
        }
        match (args, expected) {
            (Some(args), Some(expected)) => Ok(Self { args, expected }),
            _ => Err(syn::Error::new(span, "a case has `args`, and `ok` or `error`")),
        }
    }
}
