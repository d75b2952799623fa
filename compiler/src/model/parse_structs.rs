//! Reads the structs and enums of a model.

use syn::spanned::Spanned;
use syn::{Fields, ItemEnum, ItemStruct, LitStr, Token, Type};

use crate::diagnostics::{Code, Diagnostic, Diagnostics};

use super::parse_attributes::{Setting, SettingKind, docs_of, parse_settings, stray};
use super::{
    ChoiceModel, DefaultModel, FieldModel, Kind, OnDelete, StateModel, StructKind, StructModel,
    TableModel, place,
};

/// Reads the struct of tables.
pub fn parse_state(item: ItemStruct, diagnostics: &mut Diagnostics) -> StateModel {
    let mut tables = Vec::new();
    refuse_generics(&item.generics, diagnostics);
    let attributes = item.attrs.iter().chain(item.fields.iter().flat_map(|field| &field.attrs));
    let others = attributes.filter(|one| !is_default_row(one));
    for error in others.filter_map(|one| {
        stray(one, "a state holds tables only, and a `One` may have `#[state(default)]`")
    }) {
        push_syntax(Code::UnknownSetting, &error, diagnostics);
    }
    for field in &item.fields {
        let Some(ident) = field.ident.clone() else { continue };
        match table_of(&field.ty) {
            Some((entity, is_single)) => {
                let entity = entity.to_string();
                let has_default = field.attrs.iter().any(is_default_row);
                let span = field.ty.span();
                tables.push(TableModel { ident, entity, is_single, has_default, span });
            }
            None => diagnostics.push(
                Diagnostic::new(Code::TableMismatch, place(field.ty.span()))
                    .message("a state holds `Table<Entity>` and `One<Entity>` only"),
            ),
        }
    }
    StateModel { ident: item.ident.clone(), tables, item }
}

/// `#[state(default)]`: the row is there from the start.
fn is_default_row(attribute: &syn::Attribute) -> bool {
    attribute.path().is_ident("state")
        && attribute.parse_args::<syn::Ident>().is_ok_and(|word| word == "default")
}

fn table_of(ty: &Type) -> Option<(&syn::Ident, bool)> {
    let Type::Path(path) = ty else { return None };
    let last = path.path.segments.last()?;
    let is_single = match last.ident.to_string().as_str() {
        "Table" => false,
        "One" => true,
        _ => return None,
    };
    let syn::PathArguments::AngleBracketed(arguments) = &last.arguments else { return None };
    match arguments.args.first()? {
        syn::GenericArgument::Type(Type::Path(entity)) => {
            entity.path.get_ident().map(|entity| (entity, is_single))
        }
        _ => None,
    }
}

/// Reads an entity, a record or an argument struct.
pub fn parse_struct(
    kind: StructKind,
    item: ItemStruct,
    diagnostics: &mut Diagnostics,
) -> StructModel {
    let attribute = match kind {
        StructKind::Entity => "entity",
        StructKind::Record => "record",
        StructKind::Args => "arg",
    };
    refuse_generics(&item.generics, diagnostics);
    let (settings, errors) = parse_settings(&item.attrs, attribute);
    for setting in settings {
        let fits = match setting.kind {
            SettingKind::UniqueGroup => kind == StructKind::Entity,
            SettingKind::Open => kind == StructKind::Record,
            _ => false,
        };
        if !fits {
            diagnostics.push(
                Diagnostic::new(Code::MisusedSetting, place(setting.name.span()))
                    .message(format!("`{}` does not go with this struct", setting.name)),
            );
        }
    }
    errors.iter().for_each(|error| push_syntax(Code::UnknownSetting, error, diagnostics));
    let mut fields = Vec::new();
    match &item.fields {
        Fields::Named(named) => {
            for field in &named.named {
                fields.extend(parse_field(field, attribute, diagnostics));
            }
        }
        Fields::Unit => {}
        Fields::Unnamed(unnamed) => diagnostics.push(
            Diagnostic::new(Code::UnknownFieldType, place(unnamed.span()))
                .message(format!("`{}` needs fields with names", item.ident)),
        ),
    }
    let doc = docs_of(&item.attrs).join(" ").trim().to_owned();
    StructModel { kind, ident: item.ident.clone(), doc, fields, item }
}

fn parse_field(
    field: &syn::Field,
    attribute: &str,
    diagnostics: &mut Diagnostics,
) -> Option<FieldModel> {
    let ident = field.ident.clone()?;
    let (settings, errors) = parse_settings(&field.attrs, attribute);
    errors.iter().for_each(|error| push_syntax(Code::UnknownSetting, error, diagnostics));
    let kind = match Kind::of(&field.ty) {
        Ok(kind) => kind,
        Err(ty) => {
            let written = quote::quote!(#ty).to_string().replace(' ', "");
            diagnostics.push(
                Diagnostic::new(Code::UnknownFieldType, place(ty.span()))
                    .message(format!("`{ident}` cannot hold a `{written}`")),
            );
            return None;
        }
    };
    let mut model = FieldModel {
        name: syn::ext::IdentExt::unraw(&ident).to_string(),
        ident,
        kind,
        type_span: field.ty.span(),
        is_key: false,
        form: None,
        is_unique: false,
        is_loose: false,
        on_delete: None,
        length: None,
        range: None,
        pattern: None,
        default: None,
        is_created: false,
        is_updated: false,
        semantic: None,
    };
    for setting in settings {
        check_setting(&setting, &model, attribute, diagnostics);
        take_setting(setting, &mut model);
    }
    Some(model)
}

fn take_setting(setting: Setting, model: &mut FieldModel) {
    match setting.kind {
        SettingKind::Key => model.is_key = true,
        SettingKind::Unique => model.is_unique = true,
        SettingKind::Loose => model.is_loose = true,
        SettingKind::Created => model.is_created = true,
        SettingKind::Updated => model.is_updated = true,
        SettingKind::Form(form) => model.form = Some(form),
        SettingKind::OnDelete(action) => model.on_delete = Some(action),
        SettingKind::Length(length) => model.length = Some(length),
        SettingKind::Range(range) => model.range = Some(range),
        SettingKind::Pattern(pattern) => model.pattern = Some(pattern),
        SettingKind::Default(default) => model.default = Some(default),
        SettingKind::Rename(name) => model.name = name,
        SettingKind::Semantic => model.semantic = Some(setting.name.to_string()),
        SettingKind::Absent | SettingKind::UniqueGroup | SettingKind::Open => {}
    }
}

/// Reports a setting that does not fit its field.
fn check_setting(
    setting: &Setting,
    model: &FieldModel,
    attribute: &str,
    diagnostics: &mut Diagnostics,
) {
    let kind = model.kind.required();
    let refers = model.kind.entity().is_some();
    let of_entity = attribute == "entity";
    let numbers = matches!(kind, Kind::Integer | Kind::Number);
    let has_length = matches!(kind, Kind::Text | Kind::List(_) | Kind::Map(_) | Kind::Key(_));
    let wrong = match &setting.kind {
        SettingKind::Default(_) | SettingKind::Rename(_) => None,
        SettingKind::UniqueGroup | SettingKind::Open => Some("this goes on the struct"),
        SettingKind::Absent if attribute == "arg" => {
            let is_optional = matches!(model.kind, Kind::Optional(_));
            (!is_optional).then_some("only an `Option` can be absent")
        }
        SettingKind::Absent => Some("only a tool's argument can be absent"),
        _ if attribute == "arg" => Some(
            "an argument takes `rename`, `default` and `absent`; its constraints are in the spec",
        ),
        SettingKind::Key
        | SettingKind::Unique
        | SettingKind::Loose
        | SettingKind::Created
        | SettingKind::Updated
        | SettingKind::Form(_)
        | SettingKind::OnDelete(_)
            if !of_entity =>
        {
            Some("a record is a value without a key, references or stamps; entities have these")
        }
        SettingKind::Loose if !refers => Some("`loose` is for `Key` and `IntKey`"),
        SettingKind::OnDelete(_) if !refers => Some("`on_delete` is for `Key` and `IntKey`"),
        SettingKind::OnDelete(OnDelete::Clear)
            if !matches!(model.kind, Kind::Optional(_) | Kind::List(_)) =>
        {
            Some("`clear` needs an `Option` or a list; a required reference can `cascade`")
        }
        SettingKind::Created | SettingKind::Updated
            if !matches!(kind, Kind::Timestamp | Kind::Date) =>
        {
            Some("only a `Timestamp` or a `Date` is stamped")
        }
        SettingKind::Length((least, most)) if least > most => Some("the range is empty"),
        SettingKind::Range((least, most)) if least > most => Some("the range is empty"),
        SettingKind::Length(_) if !has_length => {
            Some("`len` is for texts and lists; numbers take `range`")
        }
        SettingKind::Range(_) if !numbers => {
            Some("`range` is for numbers; texts and lists take `len`")
        }
        SettingKind::Pattern(_) if !matches!(kind, Kind::Text | Kind::Key(_)) => {
            Some("`pattern` is for texts")
        }
        SettingKind::Pattern(pattern) if regex_lite::Regex::new(pattern).is_err() => {
            Some("the pattern is no regular expression that the runtime takes")
        }
        _ => None,
    };
    if let Some(message) = wrong {
        let place = place(setting.name.span());
        diagnostics.push(Diagnostic::new(Code::MisusedSetting, place).message(message));
    }
}

/// Reads an enum of texts.
pub fn parse_choice(item: ItemEnum, diagnostics: &mut Diagnostics) -> ChoiceModel {
    let mut variants: Vec<(syn::Ident, String)> = Vec::new();
    refuse_generics(&item.generics, diagnostics);
    for error in item.attrs.iter().filter_map(|one| stray(one, "it goes on a variant")) {
        push_syntax(Code::UnknownSetting, &error, diagnostics);
    }
    for variant in &item.variants {
        let is_own = |one: &&syn::Attribute| !one.path().is_ident("choice");
        let strays = variant.attrs.iter().filter(is_own);
        for error in strays.filter_map(|one| stray(one, "write `#[choice(rename = \"name\")]`")) {
            push_syntax(Code::UnknownSetting, &error, diagnostics);
        }
        if let Some((_, value)) = &variant.discriminant {
            diagnostics.push(
                Diagnostic::new(Code::UnknownFieldType, place(value.span()))
                    .message("a choice's variants have names, not numbers"),
            );
        }
        if !variant.fields.is_empty() {
            diagnostics.push(
                Diagnostic::new(Code::UnknownFieldType, place(variant.span()))
                    .message("a choice's variants hold no data; a `Record` does"),
            );
        }
        let mut name = snake_case(&variant.ident.to_string());
        for attribute in variant.attrs.iter().filter(|one| one.path().is_ident("choice")) {
            let renamed = attribute.parse_args_with(|input: syn::parse::ParseStream<'_>| {
                let setting: syn::Ident = input.parse()?;
                if setting != "rename" {
                    let message = "a variant takes `rename = \"name\"`";
                    return Err(syn::Error::new(setting.span(), message));
                }
                input.parse::<Token![=]>()?;
                input.parse::<LitStr>()
            });
            match renamed {
                Ok(text) => name = text.value(),
                Err(error) => push_syntax(Code::UnknownSetting, &error, diagnostics),
            }
        }
        if variants.iter().any(|(_, other)| *other == name) {
            diagnostics.push(
                Diagnostic::new(Code::ReservedName, place(variant.ident.span()))
                    .message(format!("two variants are called `{name}` in JSON")),
            );
        }
        variants.push((variant.ident.clone(), name));
    }
    let doc = docs_of(&item.attrs).join(" ").trim().to_owned();
    ChoiceModel { ident: item.ident.clone(), doc, variants, item }
}

/// Types of a model stand for themselves.
fn refuse_generics(generics: &syn::Generics, diagnostics: &mut Diagnostics) {
    let first = generics.params.first().map(Spanned::span);
    let bounds = generics.where_clause.as_ref().map(Spanned::span);
    if let Some(span) = first.or(bounds) {
        diagnostics.push(
            Diagnostic::new(Code::UnexpectedItem, place(span))
                .message("a type of the model has no parameters and no bounds"),
        );
    }
}

/// `InProgress` as `in_progress`, the way the derive of `Choice` does it.
pub fn snake_case(name: &str) -> String {
    let mut out = String::new();
    for (index, character) in name.chars().enumerate() {
        if character.is_uppercase() && index > 0 {
            out.push('_');
        }
        out.extend(character.to_lowercase());
    }
    out
}

/// Turns an error of the Rust parser into a diagnostic.
pub fn push_syntax(code: Code, error: &syn::Error, diagnostics: &mut Diagnostics) {
    for one in error.clone() {
        diagnostics.push(Diagnostic::new(code, place(one.span())).message(one.to_string()));
    }
}

impl DefaultModel {
    /// The expression, when one is given.
    #[must_use]
    pub fn expression(&self) -> Option<&syn::Expr> {
        match self {
            Self::OfType => None,
            Self::Value(value) => Some(value),
        }
    }
}
