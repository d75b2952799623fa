//! Expressions for values: JSON as Rust, Rust as JSON, fixed values as fields take them.

use proc_macro2::{Literal, TokenStream};
use quote::{format_ident, quote};
use serde_json::Value;
use syn::{Expr, Lit, UnOp};

use crate::model::{FieldModel, Kind};
use crate::resolve::{NewType, ResolvedService};

/// The names in JSON of a choice's variants, wherever the choice is declared.
pub fn variants(service: &ResolvedService, name: &str) -> Vec<(String, String)> {
    if let Some(choice) = service.model.choice(name) {
        let variants = choice.variants.iter();
        return variants.map(|(ident, name)| (ident.to_string(), name.clone())).collect();
    }
    for new in service.tools.iter().flat_map(|tool| &tool.new_types) {
        if let NewType::Choice(ident, variants) = new
            && ident == name
        {
            let variants = variants.iter();
            return variants.map(|(ident, name)| (ident.to_string(), name.clone())).collect();
        }
    }
    Vec::new()
}

/// A JSON value as an expression of this kind; `None` when it is not of the kind.
pub fn value_tokens(service: &ResolvedService, kind: &Kind, value: &Value) -> Option<TokenStream> {
    Some(match (kind, value) {
        (Kind::Optional(_), Value::Null) => quote!(None),
        (Kind::Optional(inner), value) => {
            let inner = value_tokens(service, inner, value)?;
            quote!(Some(#inner))
        }
        (Kind::Text, Value::String(text)) if text.is_empty() => quote!(String::new()),
        (Kind::Text, Value::String(text)) => quote!(#text.to_owned()),
        (Kind::Integer, value) => number(&whole(value)?.to_string())?,
        (Kind::Number, Value::Number(float)) => {
            let text = float.as_f64()?.to_string();
            number(&if text.contains(['.', 'e', 'E']) { text } else { format!("{text}.0") })?
        }
        (Kind::Boolean, Value::Bool(flag)) => quote!(#flag),
        (Kind::Key(_), Value::String(text)) => quote!(Key::new(#text)),
        (Kind::IntKey(_), value) => {
            let number = number(&whole(value)?.to_string())?;
            quote!(IntKey::new(#number))
        }
        (Kind::Named(name), Value::String(text)) => {
            let variants = variants(service, name);
            let (variant, _) = variants.iter().find(|(_, json)| json == text)?;
            let variant: syn::Ident = syn::parse_str(variant).ok()?;
            let name = format_ident!("{name}");
            quote!(#name::#variant)
        }
        (Kind::List(_), Value::Array(items)) if items.is_empty() => quote!(Vec::new()),
        (Kind::List(item), Value::Array(items)) => {
            let items: Option<Vec<_>> =
                items.iter().map(|value| value_tokens(service, item, value)).collect();
            let items = items?;
            quote!(vec![#(#items),*])
        }
        (Kind::Map(_), Value::Object(members)) if members.is_empty() => quote!(BTreeMap::new()),
        (Kind::Json, value) => {
            let value = json_tokens(value);
            quote!(Json(#value))
        }
        _ => return None,
    })
}

fn whole(value: &Value) -> Option<i64> {
    const EXACT: f64 = 9_007_199_254_740_992.0;
    value.as_i64().or_else(|| {
        let float = value.as_f64()?;
        (float.fract() == 0.0 && float.abs() <= EXACT).then_some(float as i64)
    })
}

fn number(text: &str) -> Option<TokenStream> {
    let (sign, digits) = match text.strip_prefix('-') {
        Some(digits) => (quote!(-), digits),
        None => (quote!(), text),
    };
    let literal: Literal = digits.parse().ok()?;
    Some(quote!(#sign #literal))
}

fn json_tokens(value: &Value) -> TokenStream {
    match value {
        Value::Null => quote!(Value::Null),
        Value::Bool(flag) => quote!(Value::Bool(#flag)),
        Value::String(text) => quote!(Value::from(#text)),
        Value::Number(float) => {
            let number = number(&float.to_string()).unwrap_or_else(|| quote!(0));
            quote!(Value::from(#number))
        }
        Value::Array(items) => {
            let items = items.iter().map(json_tokens);
            quote!(Value::Array(vec![#(#items),*]))
        }
        Value::Object(members) => {
            let pairs = members.iter().map(|(name, value)| {
                let value = json_tokens(value);
                quote!((#name.to_owned(), #value))
            });
            quote!(Value::Object([#(#pairs),*].into_iter().collect()))
        }
    }
}

/// A fixed value as a field of this kind takes it: texts owned, options wrapped.
pub fn fixed_tokens(service: &ResolvedService, field: &FieldModel, value: &Expr) -> TokenStream {
    let inner = field.kind.required();
    let is_plain =
        match value {
            Expr::Lit(_) | Expr::Unary(_) => true,
            Expr::Path(path) => {
                path.path.segments.len() == 2
                    && path.path.segments.first().is_some_and(|first| {
                        !variants(service, &first.ident.to_string()).is_empty()
                    })
            }
            Expr::MethodCall(call) => {
                matches!(&*call.receiver, Expr::Path(path) if path.path.is_ident("cx"))
            }
            _ => false,
        };
    let owned = match (inner, value) {
        (Kind::Text, Expr::Lit(literal)) if matches!(literal.lit, Lit::Str(_)) => {
            quote!(#value.to_owned())
        }
        (Kind::Key(_), Expr::Lit(literal)) if matches!(literal.lit, Lit::Str(_)) => {
            quote!(Key::new(#value))
        }
        (Kind::Number, Expr::Lit(literal)) => match &literal.lit {
            Lit::Int(number) => {
                let number: Literal = format!("{}.0", number.base10_digits())
                    .parse()
                    .unwrap_or_else(|_| Literal::f64_unsuffixed(0.0));
                quote!(#number)
            }
            _ => quote!(#value),
        },
        _ => quote!(#value),
    };
    if field.kind.is_optional() && is_plain { quote!(Some(#owned)) } else { owned }
}

/// A fixed value as JSON, when it is known before the call.
pub fn expression_json(service: &ResolvedService, value: &Expr) -> Option<Value> {
    match value {
        Expr::Lit(literal) => match &literal.lit {
            Lit::Str(text) => Some(Value::from(text.value())),
            Lit::Bool(flag) => Some(Value::from(flag.value)),
            Lit::Int(number) => number.base10_parse::<i64>().ok().map(Value::from),
            Lit::Float(number) => number.base10_parse::<f64>().ok().map(Value::from),
            _ => None,
        },
        Expr::Unary(unary) if matches!(unary.op, UnOp::Neg(_)) => {
            match expression_json(service, &unary.expr)? {
                Value::Number(number) => match number.as_i64() {
                    Some(number) => Some(Value::from(-number)),
                    None => number.as_f64().map(|number| Value::from(-number)),
                },
                _ => None,
            }
        }
        Expr::Path(path) if path.path.is_ident("None") => Some(Value::Null),
        Expr::Path(path) => {
            let segments: Vec<String> =
                path.path.segments.iter().map(|segment| segment.ident.to_string()).collect();
            let [choice, variant] = segments.as_slice() else { return None };
            let variants = variants(service, choice);
            variants
                .iter()
                .find(|(ident, _)| ident == variant)
                .map(|(_, name)| Value::from(name.clone()))
        }
        Expr::Call(call) => {
            let name = match &*call.func {
                Expr::Path(path) => path.path.segments.last()?.ident.to_string(),
                _ => return None,
            };
            match (name.as_str(), call.args.first()) {
                ("Some" | "from" | "new", Some(inner)) => expression_json(service, inner),
                ("new", None) => match &*call.func {
                    Expr::Path(path) => {
                        match path.path.segments.first()?.ident.to_string().as_str() {
                            "String" => Some(Value::from("")),
                            "Vec" => Some(Value::Array(Vec::new())),
                            "BTreeMap" => Some(Value::Object(serde_json::Map::new())),
                            _ => None,
                        }
                    }
                    _ => None,
                },
                _ => None,
            }
        }
        Expr::MethodCall(call) if call.args.is_empty() => match call.method.to_string().as_str() {
            "to_owned" | "to_string" | "into" => expression_json(service, &call.receiver),
            _ => None,
        },
        Expr::Paren(inner) => expression_json(service, &inner.expr),
        Expr::Macro(inner) if inner.mac.path.is_ident("vec") && inner.mac.tokens.is_empty() => {
            Some(Value::Array(Vec::new()))
        }
        _ => None,
    }
}
